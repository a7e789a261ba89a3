"""10.2 Retreats, led by the victor: the ways that are open, which of them has priority, and the questions.

A retreat of n hexes ends exactly n hexes away, so every step leads outward: there are at most 6, 18 or 42 ways. They are worked out once
per hex; what changes in play (enemies, friends, interdicted bridges) is then checked by bit sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from ardennes.core.decision import Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.ardennes_offensive.bridges import cut_for
from ardennes.games.ardennes_offensive.facts import (
    ALL,
    ALLIED,
    BOARD,
    BRIDGE_SIDES,
    CLOSED,
    DIVISIONS,
    EVERY,
    GERMAN,
    HEX_NAMES,
    LIVE,
    MAP_EDGE,
    OF_SIDE,
    ROAD,
    ROAD_HEXES,
    ROUGH,
    SIDE,
    SIDES,
    SOURCES,
    UNIT_NAMES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.state import OffensiveState

# --- the board: ways and classes ---------------------------------------------------------------------------------------------------------


def _distances(sources: Places) -> list[int]:
    out = [0] * len(BOARD.names)
    for n, ring in enumerate(BOARD.rings(sources, EVERY, ALL, ALL, len(BOARD.names))):
        for place in each(ring):
            out[place] = n
    return out


TO_SOURCE = tuple(_distances(some) for some in SOURCES)
"""10.2 (2): how far each hex is from the nearest road exit of each side."""
_BRIDGES = {ends: number for number, (a, b) in enumerate(BRIDGE_SIDES) for ends in ((a, b), (b, a))}
ROAD_CLASS, CLEAR_CLASS, ROUGH_CLASS, CUT_CLASS, RIVER_CLASS = 1, 2, 3, 4, 5
"""10.2: the printed priorities of a step."""


def _step(a: Place, b: Place) -> int:
    """10.2 (5): the class of a step from a hex to the next: the worse of side and hex, with all bridges open."""
    hex_class = ROAD_CLASS if ROAD_HEXES >> b & 1 else ROUGH_CLASS if ROUGH >> b & 1 else CLEAR_CLASS
    side = BOARD.sides.get((a, b), {})
    if side.get("bridge"):
        return hex_class
    return RIVER_CLASS if side.get("river") else max(hex_class, ROUGH_CLASS) if side.get("ford") else hex_class


class Way(NamedTuple):
    """One way outward from a hex."""

    path: tuple[Place, ...]
    """The hexes it enters, in order."""
    places: Places
    classes: tuple[int, ...]
    """The class of every step, worst first, while no bridge on it is interdicted."""
    bridges: int
    """The bridges it crosses."""
    by_road: bool

    def ranked(self, cut: int) -> tuple[int, ...]:
        """The classes of its steps, worst first, when some bridges are interdicted."""
        if not self.bridges & cut:
            return self.classes
        more = (self.bridges & cut).bit_count()
        rest = list(self.classes)
        for _ in range(more):
            rest.remove(ROAD_CLASS)  # both hexes of a bridge are road hexes
        return tuple(sorted([*rest, *[CUT_CLASS] * more], reverse=True))


def _way(start: Place, path: tuple[Place, ...]) -> Way:
    steps = list(zip((start, *path), path, strict=False))
    bridges = bits(_BRIDGES[step] for step in steps if step in _BRIDGES)
    by_road = all(BOARD.sides.get(step, {}).get("road") for step in steps)
    return Way(path, bits(path), tuple(sorted((_step(*step) for step in steps), reverse=True)), bridges, by_road)


@cache
def ways_from(start: Place, count: int) -> tuple[Way, ...]:
    """All ways of this many hexes over the live map that lead outward at every step."""
    return tuple(_way(start, path) for path in _outward(start, count, LIVE, LIVE))


@cache
def ways_off(start: Place, count: int) -> tuple[Way, ...]:
    """9.7P: all ways outward of up to this many hexes that end in the first Map Edge hex they enter."""
    return tuple(_way(start, path) for n in range(1, count + 1) for path in _outward(start, n, LIVE, MAP_EDGE))


def _outward(start: Place, count: int, through: Places, end: Places) -> list[tuple[Place, ...]]:
    paths: list[tuple[Place, ...]] = [()]
    for n in range(1, count + 1):
        ring = BOARD.within(start, n) & ~BOARD.within(start, n - 1) & (end if n == count else through)
        paths = [(*p, q) for p in paths for q in each(BOARD.neighbours(p[-1] if p else start) & ring)]
    return paths


# --- what is open ------------------------------------------------------------------------------------------------------------------------

MOST_IN_HEX = 3
"""8.0: regiments and brigades in a hex."""
Rank = tuple[int, int, tuple[int, ...], int]
"""10.2: toward own supply (-1, 0, 1), away from the enemy's (-1, 0, 1), classes of the steps, friends met. The lowest has priority."""


def phasing(s: OffensiveState) -> Side:
    """The side whose combat phase it is."""
    side: Side = getattr(s.stack[1], "side", GERMAN)
    return side


def cut_bridges(s: OffensiveState, side: Side) -> int:
    """10.2 (6): the interdicted bridges that count for a retreat: for attackers those of their player-turn, for defenders those of the
    moment."""
    return s.cut if side == phasing(s) else cut_for(s, side)


def crowded(s: OffensiveState, movers: Units, area: Places, road: bool) -> Places:
    """6.7M, 8.0, 8.2C: the live hexes of an area in which friends leave no room for these units, not even for passing through. `road`: they
    are in road mode."""
    side = SIDE[movers.bit_length() - 1]
    friends = s.live(side) & area
    most = MOST_IN_HEX - movers.bit_count()
    strict = road or movers & DIVISIONS
    out = 0
    for place in each(friends):
        here = s.units_at(place, side) & ~movers
        if here and (strict or here & (s.road | DIVISIONS) or here.bit_count() > most):
            out |= 1 << place
    return out


class Retreating:
    """The ways that are open to a unit, and those among them that have priority. `road`: as if it was in road mode, or not."""

    __slots__ = ("_best", "_rank", "count", "cut", "full", "off", "open", "road", "s", "side", "start", "unit")

    def __init__(self, s: OffensiveState, unit: Unit, count: int, road: bool | None = None) -> None:
        self.s = s
        self.unit = unit
        self.side = SIDE[unit]
        self.start = s.at[unit]
        self.count = count
        self.road = bool(s.road >> unit & 1) if road is None else road
        self.cut = cut_bridges(s, self.side)
        self.full = crowded(s, 1 << unit, BOARD.within(self.start, count) & ~(1 << self.start), self.road)
        self.open = self._legal(ways_from(self.start, count))
        self.off = not self.open and self.side == ALLIED
        """9.7P: is the Map Edge the only way out?"""
        if self.off:
            self.open = self._legal(ways_off(self.start, count))
        self._rank: Rank | None = None
        self._best: list[Way] = []

    @property
    def rank(self) -> Rank:
        """The priorities of the best ways. (There must be a way.)"""
        if self._rank is None:
            self._rank = min(self.ranked(way) for way in self.open)
        return self._rank

    @property
    def best(self) -> list[Way]:
        """The ways that have priority over all others."""
        if not self._best and self.open:
            self._best = [way for way in self.open if self.ranked(way) == self.rank]
        return self._best

    def limits_enter(self) -> Limits:
        """What closes a hex to the retreat, whatever the way."""
        s, side = self.s, self.side
        yield "10.2", ~CLOSED, "no unit may ever enter {}"
        yield "5.2F", ~s.occupied(1 - side), "there is an enemy unit in {}"
        yield "7.3D", ~s.closed_to(side), "{} is in an enemy zone of control, and no friend is there"
        yield "8.0", ~self.full, self._why_full
        if self.road and side == ALLIED:
            yield "11.0-westwall", ~WEST_WALL, "{} is a West Wall hex, which Allied units cannot enter in road mode"

    def _why_full(self, place: Place) -> Refusal:
        here, name = self.s.units_at(place, self.side), HEX_NAMES.names[place]
        if self.road:
            return Refusal("6.7M", f"a unit in road mode may never be stacked, and a friend is in {name}")
        if here & self.s.road:
            return Refusal("6.5G", f"a friend in road mode is in {name}: nobody may stack with it")
        if (here | 1 << self.unit) & DIVISIONS:
            return Refusal("8.2C", f"a German infantry division cannot stack, not even in passing: {name} is occupied")
        return Refusal("8.0", f"there is no more room in {name}: three regiments or brigades to a hex")

    def _legal(self, ways: tuple[Way, ...]) -> list[Way]:
        barred = ~offered(self.limits_enter())
        if self.road:  # 6.7M
            return [w for w in ways if w.by_road and not w.bridges & self.cut and not w.places & barred]
        return [w for w in ways if not w.places & barred]

    def ranked(self, way: Way) -> Rank:
        """10.2: its place in the order of priorities."""
        end, start = way.path[-1], self.start
        own, enemy = TO_SOURCE[self.side], TO_SOURCE[1 - self.side]
        toward = _sign(own[end] - own[start])
        away = _sign(enemy[start] - enemy[end])
        return toward, away, way.ranked(self.cut), self.friends(way)

    def friends(self, way: Way) -> int:
        """10.2: how many friends it meets."""
        if not way.places & self.s.occupied(self.side):
            return 0
        return sum(self.s.units_at(place, self.side).bit_count() for place in way.path)

    @property
    def ends(self) -> Places:
        """The hexes where the ways with priority end."""
        return bits(way.path[-1] for way in self.best)

    def way_to(self, end: Place) -> Way:
        """The way with priority that ends here."""
        return next(way for way in self.best if way.path[-1] == end)

    # --- in words ----------------------------------------------------------------------------------------------------------------------

    def limits(self) -> Limits:
        """Where the retreat may end, and why not elsewhere."""
        near, n = BOARD.within(self.start, self.count), self.count
        ring = near & ~BOARD.within(self.start, n - 1)
        if self.off:
            ring |= near & MAP_EDGE
        yield "10.2", ring, lambda p: f"{HEX_NAMES.names[p]} is not exactly {counted(n, 'hex', 'hexes')} away"
        if self.side == GERMAN:
            yield "5.3N", ~MAP_EDGE, "{} is off the live map, where no German unit may go"
        elif not self.off:
            yield "5.3M", ~MAP_EDGE, "{} is a Map Edge hex, and another way of retreat is open"
        yield from self.limits_enter()
        yield "10.2", bits(way.path[-1] for way in self.open), self._no_way
        yield "10.2", self.ends, self._other_first

    def _no_way(self, end: Place) -> Refusal:
        name = HEX_NAMES.names[end]
        if self.off and not MAP_EDGE >> end & 1:
            return Refusal("10.2", f"no way to {name} is open")
        ways = [w for w in (ways_off if self.off else ways_from)(self.start, self.count) if w.path[-1] == end]
        barred = ~offered(self.limits_enter())
        if self.road and not any(w.by_road for w in ways):
            return Refusal("6.7M", f"a unit in road mode retreats along a road only, and none leads to {name}")
        if self.road and not any(w.by_road and not w.bridges & self.cut for w in ways):
            return Refusal("6.5F", f"the bridge on the road to {name} is interdicted, and the unit is in road mode")
        for way in ways:
            if not self.road or way.by_road:
                for place in each(way.places & barred):
                    return Refusal("10.2", f"every way to {name} is closed, for example at {HEX_NAMES.names[place]}")
        return Refusal("10.2", f"no way leads to {name}")

    def _other_first(self, end: Place) -> Refusal:
        mine = min(self.ranked(way) for way in self.open if way.path[-1] == end)
        level = next(i for i, (a, b) in enumerate(zip(mine, self.rank, strict=True)) if a != b)
        said = HEX_NAMES.names[end]
        if level == 0:
            return Refusal("E-10.2", f"{said} is no nearer to its supply: another way leads {self.said()[0]}")
        if level == 1:
            return Refusal("E-10.2", f"{said} is not as far from enemy supply: another way leads {self.said()[1]}")
        if level == 2:
            worst, best = _classes_said(mine[2]), _classes_said(self.rank[2])
            return Refusal("10.2", f"the way to {said} is {worst}: another one, {best}, has priority")
        return Refusal("10.2", f"the way to {said} meets more friends than another one")

    def said(self) -> list[str]:
        """The priorities of the best ways in words, in order."""
        toward, away, classes, friends = self.rank
        out = [
            ("toward its supply", "no nearer to its supply", "away from its supply")[toward + 1],
            ("away from the enemy's", "no farther from the enemy's", "toward the enemy's")[away + 1],
            _classes_said(classes),
        ]
        return [*out, f"past {counted(friends, 'friend')}"] if friends else out

    def decided(self) -> str:
        """Which priorities decide here: those in which some open way is worse, the strongest first."""
        left = [self.ranked(way) for way in self.open]
        if len(left) == 1:
            return "the only way open"
        words = [*self.said(), "past no friends"]
        out = []
        for level in range(4):
            same = [rank for rank in left if rank[level] == self.rank[level]]
            if len(same) < len(left):
                out.append(words[level])
            left = same
        return ", ".join(out) if out else "all open ways are equally good"


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


_CLASS_WORDS = (
    "",
    "by road",
    "over clear ground",
    "over rough ground or a ford",
    "over an interdicted bridge",
    "over a river",
)


def _classes_said(classes: tuple[int, ...]) -> str:
    return _CLASS_WORDS[classes[0]]


def why_lost(s: OffensiveState, unit: Unit, count: int) -> str:
    """10.2: the event that tells why a unit cannot retreat: the first kind of obstacle without which it could."""
    found = Retreating(s, unit, count)
    if found.road and Retreating(s, unit, count, road=False).open:
        return "no_retreat_road"
    ways = ways_from(found.start, count) + (ways_off(found.start, count) if found.side == ALLIED else ())
    if any(not w.places & (s.closed_to(found.side) | s.occupied(1 - found.side)) for w in ways):
        return "no_retreat_full"
    return "no_retreat_enemy" if ways else "no_retreat"


# --- the questions -----------------------------------------------------------------------------------------------------------------------


def stack_ways(s: OffensiveState, units: Units, count: int) -> list[Way]:
    """The ways that a whole stack can take together: those that each unit could take first and that have room for all of them."""
    first = (units & -units).bit_length() - 1
    alone = Retreating(s, first, count)
    full = crowded(s, units, BOARD.within(alone.start, count) & ~(1 << alone.start), alone.road)
    return [way for way in alone.best if not way.places & full]


def stack_ends(s: OffensiveState, units: Units, count: int) -> Places:
    """The hexes where the ways of a whole stack end."""
    return bits(way.path[-1] for way in stack_ways(s, units, count))


def stack_way(s: OffensiveState, units: Units, count: int, end: Place) -> Way:
    """The way of a whole stack to a hex in `stack_ends`."""
    return next(way for way in stack_ways(s, units, count) if way.path[-1] == end)


def fall_back(s: OffensiveState, units: Units, way: Way) -> None:
    """10.2: units go along a way, with what follows from it (5.3M, 6.7N, E-9.0-1)."""
    end = way.path[-1]
    defends = SIDE[units.bit_length() - 1] != phasing(s)
    for unit in each(units):
        s.tell("to_edge" if MAP_EDGE >> end & 1 else "retreats", unit, s.at[unit], end, way.path[:-1])
        s.place(unit, end)
        if defends:
            s.joined |= 1 << unit
    close_up(s, units, end)


def close_up(s: OffensiveState, units: Units, place: Place) -> None:
    """6.7N: mark the units in road mode that now have a friend next to them on the road."""
    side = SIDE[units.bit_length() - 1]
    beside = s.units_in(side, BOARD.spread(1 << place, ROAD) & LIVE)
    if not LIVE >> place & 1 or not beside:
        return
    s.must_part |= units & s.road if units & s.road else beside & s.road


def no_way_out(s: OffensiveState, units: Units, count: int) -> None:
    """10.2: units that cannot retreat are lost."""
    for unit, why in [(u, why_lost(s, u, count)) for u in each(units)]:
        s.eliminate(unit, why)


def retreat_misfit(s: OffensiveState, units: Units, count: int) -> str:
    for side in (GERMAN, ALLIED):
        mine = units & OF_SIDE[side]
        if mine & ~s.active(side):
            return f"{UNIT_NAMES.list_of(mine & ~s.active(side))[0]} is not on the live map"
    if not units or (units & OF_SIDE[GERMAN] and units & OF_SIDE[ALLIED]):
        return "units of one side retreat"
    return "" if 1 <= count <= 3 else "a retreat is one to three hexes long"


@dataclass(frozen=True, slots=True)
class Retreats(Frame):
    """10.2 Units retreat, one after the other or whole stacks at once; the victor leads them and says who goes first."""

    units: Units
    count: int
    below = ("Advance",)
    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"unit": "Retreat this unit first", "stack": "The whole stack falls back here"}
    picks = frozenset({"unit"})

    @property
    def victor(self) -> Side:
        return 1 - SIDE[self.units.bit_length() - 1]

    def movable(self, s: OffensiveState) -> dict[Unit, Retreating]:
        """Those that have a way out now, with their ways. The others wait: a friend that leaves may make room."""
        found = {u: Retreating(s, u, self.count) for u in each(self.units)}
        return {u: ways for u, ways in found.items() if ways.open}

    def limits_unit(self, s: OffensiveState) -> Limits:
        yield "10.2", self.units, "{} does not have to retreat, or has done so"
        yield "10.2", bits(self.movable(s)), "{} has no way out as long as the others are where they are"

    def limits_stack(self, s: OffensiveState) -> Limits:
        places = s.places_of(self.units)
        one = places & (places - 1) == 0
        yield "10.2", -1 if one else 0, "units retreat from several hexes: choose one of them first"
        first = (self.units & -self.units).bit_length() - 1
        yield from Retreating(s, first, self.count).limits()
        yield "8.0", stack_ends(s, self.units, self.count), "there is no room for the whole stack on the way to {}"

    def decide(self, s: OffensiveState) -> Decision | None:
        units = self.units
        if not units:
            s.pop()
            return None
        able = self.movable(s)
        if not able:
            s.pop()
            no_way_out(s, units, self.count)
            return None
        if len(able) == 1:
            ((unit, ways),) = able.items()
            lead = Retreat(unit, units & ~(1 << unit), self.count)
            s.become(lead)
            lead.go_if_no_choice(s, ways)
            return None
        places = s.places_of(units)
        stack = stack_ends(s, units, self.count) if places & (places - 1) == 0 else 0
        said = counted(self.count, "hex", "hexes")
        prompt = f"A retreat of {said}: " + ("the whole stack, or one unit?" if stack else "which unit first?")
        return s.ask(SIDES[self.victor], prompt, "10.2", unit=bits(able), stack=stack)

    def on_unit(self, s: OffensiveState, unit: Unit) -> None:
        s.become(Retreat(unit, self.units & ~(1 << unit), self.count))

    def on_stack(self, s: OffensiveState, end: Place) -> None:
        s.pop()
        fall_back(s, self.units, stack_way(s, self.units, self.count, end))

    def undone(self, s: OffensiveState) -> Undone:
        return Undone(must=self.units)

    def hints(self, s: OffensiveState) -> Hints:
        if not s.offers("stack"):
            return {}
        first = (self.units & -self.units).bit_length() - 1
        return {"stack": hints_of_ends(Retreating(s, first, self.count), s.offers("stack"))}

    def misfit(self, s: OffensiveState, at: int) -> str:
        return retreat_misfit(s, self.units, self.count)


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """10.2 One unit retreats; the victor chooses among the ways that have priority. One answer is the whole way."""

    unit: Unit
    rest: Units
    """The units that retreat after it."""
    count: int
    below = ("Advance",)
    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"hex": "Fall back here", "stack": "The whole stack falls back here"}

    def limits_hex(self, s: OffensiveState) -> Limits:
        return Retreating(s, self.unit, self.count).limits()

    def limits_stack(self, s: OffensiveState) -> Limits:
        stack = self.stack(s)
        more = stack & (stack - 1)
        yield "10.2", -1 if more else 0, "no other unit retreats from the same hex"
        yield from self.limits_hex(s)
        yield "8.0", stack_ends(s, stack, self.count), "there is no room for the whole stack on the way to {}"

    def stack(self, s: OffensiveState) -> Units:
        """The unit with all others that retreat from its hex."""
        return (self.rest | 1 << self.unit) & s.units_at(s.at[self.unit])

    def whole(self, s: OffensiveState) -> Places:
        """Where the whole stack can go at once; nowhere if the unit retreats alone from its hex."""
        stack = self.stack(s)
        return stack_ends(s, stack, self.count) if stack & (stack - 1) else 0

    def go_if_no_choice(self, s: OffensiveState, found: Retreating) -> None:
        """Go at once if only one way is left and only for this unit: there is nothing to ask. The frame is on top."""
        ends = found.ends
        if ends & (ends - 1) == 0 and not self.whole(s):
            self._go(s, found.best[0])

    def decide(self, s: OffensiveState) -> Decision:
        found = Retreating(s, self.unit, self.count)
        whole = self.whole(s)
        said = counted(self.count, "hex", "hexes")
        prompt = f"Retreat {s.name(self.unit)} {said}: {found.decided()}"
        return s.ask(SIDES[1 - found.side], prompt, "10.2", hex=found.ends, stack=whole)

    def on_hex(self, s: OffensiveState, end: Place) -> None:
        self._go(s, Retreating(s, self.unit, self.count).way_to(end))

    def _go(self, s: OffensiveState, way: Way) -> None:
        s.become(Retreats(self.rest, self.count))
        fall_back(s, 1 << self.unit, way)

    def on_stack(self, s: OffensiveState, end: Place) -> None:
        stack = self.stack(s)
        s.become(Retreats(self.rest & ~stack, self.count))
        fall_back(s, stack, stack_way(s, stack, self.count, end))

    def hints(self, s: OffensiveState) -> Hints:
        found = Retreating(s, self.unit, self.count)
        return {
            "hex": hints_of_ends(found, s.offers("hex")),
            "stack": hints_of_ends(found, s.offers("stack")),
        }

    def undone(self, s: OffensiveState) -> Undone:
        return Undone(must=self.rest | 1 << self.unit)

    def misfit(self, s: OffensiveState, at: int) -> str:
        if self.unit < 0 or self.rest >> self.unit & 1:
            return "one unit retreats, and the others after it"
        wrong = retreat_misfit(s, self.rest | 1 << self.unit, self.count)
        return wrong or ("" if Retreating(s, self.unit, self.count).open else "the unit has no way out")


def hints_of_ends(found: Retreating, ends: Places) -> dict[str, dict[str, str]]:
    """Which priorities apply, and the way to each hex."""
    note = ", ".join(found.said())
    return {HEX_NAMES.names[end]: {"note": note + by} for end, by in _by(found, ends)}


def _by(found: Retreating, ends: Places) -> Iterator[tuple[Place, str]]:
    for end in each(ends):
        between = [HEX_NAMES.names[p] for p in found.way_to(end).path[:-1]]
        yield end, f"; through {' and '.join(between)}" if between else ""
