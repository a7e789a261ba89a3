"""9.7 Retreats: where defenders may go, in which order of priority, and what it costs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, NamedTuple

from ardennes.core.decision import Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.core.wording import counted
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    BANKS,
    BOARD,
    FOREST,
    HEX_NAMES,
    MECH,
    SIDE,
    SIDES,
    SIDES_OF_HEX,
    TABLES,
    UNIT_NAMES,
    VDH,
    WESTWALL,
)
from ardennes.games.enemy_action.ground import step
from ardennes.games.enemy_action.state import EnemyActionState, foe

_UNITS, _STEPS = int(TABLES["game"]["units_in_hex"]), int(TABLES["game"]["steps_in_hex"])
FAR = 2
"""The longest retreat."""


# --- may they retreat at all (9.7, 9.75, 10.23) -----------------------------------------------------------------------


def cannot_retreat(s: EnemyActionState, units: Units, hexes: int) -> Refusal | None:
    """9.7, 9.75, 9.9, 10.23: why some defenders, who stay together, may not retreat this far; None if they may."""
    if units >> VDH & 1:
        return Refusal("9.7", f"{s.name(VDH)} may not retreat")
    if stuck := units & s.nofuel:
        return Refusal("9.7", f"{s.names(stuck)}: out of fuel, so no retreat")
    if stuck := units & s.isolated & MECH:
        return Refusal("10.23", f"{s.names(stuck)}: isolated mechanized units may not retreat")
    if hexes < FAR:
        return None
    if stuck := units & s.isolated:
        return Refusal("10.23", f"{s.names(stuck)}: isolated units retreat one hex only")
    place = s.at[units.bit_length() - 1]
    if stuck := s.units_at(place, SIDE[units.bit_length() - 1]) & s.dispersed:
        return Refusal("9.9", f"{s.names(stuck)}: dispersed, so all units of the hex retreat one hex only")
    return None


# --- where to (9.7-priorities, 9.7-choice, 9.71, 9.72) ----------------------------------------------------------------


class Way(NamedTuple):
    """A hex into which some units could retreat."""

    place: Place
    priority: int
    """9.7-priorities: 1 to 4."""
    awkward: bool
    """9.7-choice: over an unbridged river, or into forest off the road."""

    @property
    def penalty(self) -> int:
        return 1 if self.priority >= 3 else 0


def _fewest(s: EnemyActionState, units: Units, losses: int) -> int:
    """How few of some units could be left after this many steps are lost one round after the other (9.61)."""
    steps = sorted(s.steps(u) for u in each(units))
    while losses > 0 and steps:
        hit = min(losses, len(steps))
        steps = sorted([n - 1 for n in steps[:hit]] + steps[hit:])
        losses -= hit
        steps = [n for n in steps if n > 0]
    return len(steps)


@cache
def survivors(steps: tuple[int, ...], fines: int, hits: int) -> int:
    """9.72: how many units with these steps can survive `fines`, which their owner takes from any of them, and then `hits`, which are
    spread evenly (9.61)."""
    if fines:
        lighter = (steps[:n] + (one - 1,) * (one > 1) + steps[n + 1 :] for n, one in enumerate(steps))
        return max((survivors(tuple(sorted(some)), fines - 1, hits) for some in lighter), default=0)
    rounds, rest = divmod(hits, len(steps)) if steps else (0, 0)
    if rounds:
        left = tuple(one - 1 for one in steps if one > 1)
        return survivors(left, 0, hits - len(steps))
    alive = len(steps)
    weak = sum(one == 1 for one in steps)
    return alive - max(0, rest - (alive - weak))


def has_room(s: EnemyActionState, units: Units, place: Place, losses: int) -> bool:
    """7.4, 9.5-processing: would these units fit into a hex once they have lost the steps that they still have to lose?"""
    there = s.units_at(place, SIDE[units.bit_length() - 1]) & ~units
    if not there:
        return True
    many = _fewest(s, units, losses)
    steps = max(s.steps_of(units) - losses, 0)
    return there.bit_count() + many <= _UNITS and s.steps_of(there) + steps <= _STEPS


def closed_limits(s: EnemyActionState, side: Side) -> Limits:
    """9.7, 9.71, 7.9-effects: the hexes that a retreat may enter at all."""
    enemy = foe(side)
    yield "9.7-priorities", ~s.occupied(enemy), "an enemy unit is in {}"
    empty = ~s.occupied(side)
    yield "9.71", ~(s.towns(enemy) & empty), "{} is an enemy town or city without a friendly unit"
    if side == ALLIED:
        yield "9.71", ~(WESTWALL & empty), "{} is a Westwall hex without an Allied unit"
    else:
        yield "7.9-effects", ~s.roadblocks, "there is a roadblock in {}"


def enemy_bridges(s: EnemyActionState, units: Units, origin: Place) -> Places:
    """10.23: the hexes behind enemy bridges, which isolated units do not cross, and nobody who stays together with them."""
    if not units & s.isolated:
        return 0
    theirs = SIDES_OF_HEX[origin] & s.own_bridges(foe(SIDE[units.bit_length() - 1]))
    out = 0
    for river in each(theirs):
        out |= BANKS[river]
    return out & ~(1 << origin)


def is_awkward(s: EnemyActionState, origin: Place, place: Place) -> bool:
    """9.7-choice: is a step over an unbridged river, or into a forest hex off the road?"""
    start, bit = 1 << origin, 1 << place
    if not BOARD.spread(start, s.open) & bit:
        return True
    return bool(FOREST & bit) and not BOARD.spread(start, s.roads) & bit


class Search:
    """9.7 Where some units, which stay together, can retreat to from the attacked hex `start`. `two`: a retreat of two hexes."""

    def __init__(self, s: EnemyActionState, units: Units, start: Place, two: bool) -> None:
        self.s, self.units, self.start, self.two = s, units, start, two
        self.side: Side = SIDE[units.bit_length() - 1]
        self.here: Place = s.at[units.bit_length() - 1]
        self.steps = s.steps_of(units)
        self.free = offered(closed_limits(s, self.side)) & ~(1 << start)
        self.zone = s.zoc(foe(self.side))
        self.inside = -1
        """7.61-retreat: the hexes inside the areas of all these units' armies."""
        for u in each(units):
            self.inside &= s.area(u)
        self._fed = -1

    @property
    def fed(self) -> Places:
        """10-hexes: the hexes in friendly supply now."""
        if self._fed < 0:
            self._fed = supply.supplied(self.s, self.side)
        return self._fed

    def priority(self, place: Place) -> int:
        """9.7-priorities, 8.1-retreat: the priority of a hex that is open to a retreat."""
        if not self.zone >> place & 1:
            return 1
        there = self.s.units_at(place, self.side) & ~self.units
        if there & ~self.s.unsupplied:
            return 2
        return 3 if not there and self.fed >> place & 1 else 4

    def open(self, origin: Place, left: int, due: int) -> list[Way]:
        """The hexes into which units in `origin` could retreat next, whatever their priority. `left`: hexes to go, this one included;
        `due`: steps to be lost afterwards."""
        free = BOARD.neighbours(origin) & self.free & ~enemy_bridges(self.s, self.units, origin)
        if self.two and left == 1:  # 9.75
            free &= ~BOARD.neighbours(self.start)
        out = []
        for place in each(free):
            way = Way(place, self.priority(place), is_awkward(self.s, origin, place))
            if left > 1:
                if self.steps > way.penalty and self.open(place, left - 1, due + way.penalty):
                    out.append(way)
            elif has_room(self.s, self.units, place, due + way.penalty):
                out.append(way)
        return out

    def keeps_inside(self, way: Way, left: int, due: int) -> bool:
        """7.61-retreat: can the whole retreat stay inside the area if it begins with this way?"""
        if not self.inside >> way.place & 1:
            return False
        if left == 1 or self.inside & ALL == ALL:
            return True
        more = due + way.penalty
        return any(self.keeps_inside(on, left - 1, more) for on in self.open(way.place, left - 1, more))

    def best(self, ways: list[Way], left: int, due: int) -> list[Way]:
        """7.61-retreat, 9.7-priorities, 9.7-choice: those of some ways that have to be taken."""
        some = [way for way in ways if self.keeps_inside(way, left, due)]
        some = some or [way for way in ways if self.inside >> way.place & 1] or ways
        first = min((way.priority for way in some), default=0)
        some = [way for way in some if way.priority == first]
        return [way for way in some if not way.awkward] or some

    def routes(self, origin: Place, left: int, due: int, strict: bool) -> Iterator[tuple[Way, int]]:
        """The ways on from a hex, each with the penalty steps of the whole route; `strict`: only as the priorities demand."""
        ways = self.open(origin, left, due)
        for way in self.best(ways, left, due) if strict else ways:
            if left == 1:
                yield way, way.penalty
            else:
                for _, more in self.routes(way.place, left - 1, due + way.penalty, strict):
                    yield way, way.penalty + more

    def ways(self, left: int, due: int) -> list[Way]:
        """9.72: the hexes that the units may enter next: those of the best priority and those of routes on which more units survive."""
        strict = list(self.routes(self.here, left, due, True))
        out = {way.place: way for way, _ in strict}
        stack = tuple(sorted(self.s.steps(u) for u in each(self.units)))
        saved = max((survivors(stack, cost, due) for _, cost in strict), default=0)
        if strict and saved < len(stack):
            for way, cost in self.routes(self.here, left, due, False):
                if survivors(stack, cost, due) > saved:
                    out[way.place] = way
        return [out[place] for place in sorted(out)]


def options(
    s: EnemyActionState, units: Units, start: Place, left: int, two: bool | None = None, due: int | None = None
) -> dict[Place, int]:
    """9.7: the hexes into which units may retreat next, each with the steps that it costs. `start`: the attacked hex; `left`: how many
    hexes they still go; `two`: is it a retreat of two hexes (if not given: if two are left)? `due`: hits that they will have to absorb by
    steps afterwards (if not given: all that are left)."""
    if not units:
        return {}
    owed = s.hits[SIDE[units.bit_length() - 1]] if due is None else due
    far = left == FAR if two is None else two
    return {way.place: way.penalty for way in Search(s, units, start, far).ways(left, owed)}


def prospect(s: EnemyActionState, units: Units, hexes: int) -> tuple[Places, int]:
    """9-step6: the hexes that a retreat of defenders can begin with, and the fewest steps that going there costs them (9.7-priorities)."""
    due = s.hits[SIDE[units.bit_length() - 1]] - hexes
    search = Search(s, units, s.target, hexes == FAR)
    first = bits(way.place for way in search.ways(hexes, due))
    steps = tuple(sorted(s.steps(u) for u in each(units)))
    strict = [cost for _, cost in search.routes(search.here, hexes, due, True)]
    saved = max((survivors(steps, cost, due) for cost in strict), default=0)
    better = [c for _, c in search.routes(search.here, hexes, due, False) if survivors(steps, c, due) > saved]
    return first, min((*strict, *better), default=0)


def forced(s: EnemyActionState, units: Units, hexes: int) -> tuple[Place, ...]:
    """9-step6: the way of a retreat as far as its owner is not asked."""
    side = SIDE[units.bit_length() - 1]
    ahead = s.clone()
    ahead.hits[side] -= hexes
    out: tuple[Place, ...] = ()
    for left in range(hexes, 0, -1):
        ways = Search(ahead, units, s.target, hexes == FAR).ways(left, ahead.hits[side])
        if len(ways) != 1:
            break
        out = (*out, ways[0].place)
        if ways[0].penalty:  # who loses the step can make a difference
            break
        for unit in each(units):
            ahead.place(unit, ways[0].place)
    return out


def possible(s: EnemyActionState, units: Units, hexes: int) -> Refusal | None:
    """9-step6: why defenders cannot retreat this far to absorb as many hits; None if they can."""
    side = SIDE[units.bit_length() - 1]
    hits = s.hits[side]
    if hits < hexes:
        return Refusal("9.5-processing", f"there {'is' if hits == 1 else 'are'} only {counted(hits, 'hit')} to absorb")
    why = cannot_retreat(s, units, hexes)
    if why is not None:
        return why
    if options(s, units, s.target, hexes, hexes == FAR, hits - hexes):
        return None
    return Refusal("9.7-priorities", f"there is no route for a retreat of {counted(hexes, 'hex', 'hexes')}")


# --- going ------------------------------------------------------------------------------------------------------------


def vacated(s: EnemyActionState) -> None:
    """9.74: if the defenders have left the attacked hex or are eliminated, units that had retreated into it before are eliminated."""
    side = foe(s.stack[1].side)  # type: ignore[attr-defined]
    here = s.units_at(s.target, side)
    if not here & s.defenders:
        for unit in each(here):
            s.eliminate(unit)


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """9.7 All defenders retreat together, hex by hex; `left` more hexes to go. A retreat of two hexes disperses them (9.75). If there is
    only one way, nobody is asked."""

    side: Side
    units: Units
    start: Place
    left: int
    two: bool

    title: ClassVar[str] = "Retreat"
    labels: ClassVar[dict[str, str]] = {"hex": "Fall back here"}
    below: ClassVar[tuple[str, ...]] = ("Losses",)

    def _units(self, s: EnemyActionState) -> Units:
        return self.units & s.on_map(self.side)

    def _ways(self, s: EnemyActionState) -> list[Way]:
        return self._search(s).ways(self.left, s.hits[self.side])

    def _search(self, s: EnemyActionState) -> Search:
        return Search(s, self._units(s), self.start, self.two)

    def is_forced(self, ways: list[Way]) -> bool:
        """Is there nothing to ask?"""
        return len(ways) == 1

    def limits_hex(self, s: EnemyActionState) -> Limits:
        units = self._units(s)
        here = s.at[units.bit_length() - 1]
        near = BOARD.neighbours(here)
        yield "9.7", near, "{} is not next to the retreating units"
        yield from closed_limits(s, self.side)
        yield "9.7", ~(1 << self.start), "{} is the hex that they leave"
        yield (
            "10.23",
            ~enemy_bridges(s, units, here),
            "{} is behind an enemy bridge, which isolated units may not cross",
        )
        if self.two and self.left == 1:
            yield "9.75", ~BOARD.neighbours(self.start), "{} is only one hex away from where they were attacked"
        can = self._search(s).open(here, self.left, s.hits[self.side])
        free = bits(way.place for way in can)
        if self.left > 1:
            yield "9.75", free, "there is no second hex to go to from {}"
        else:
            yield "7.4", free, "{} has no room for all of them, and they stay together"
        yield "9.7-priorities", bits(way.place for way in self._ways(s)), lambda place: self._why(s, can, place)

    def _why(self, s: EnemyActionState, can: list[Way], place: Place) -> Refusal:
        where = HEX_NAMES.names[place]
        search = self._search(s)
        inside, due = search.inside, s.hits[self.side]
        way = next(w for w in can if w.place == place)
        if not inside >> place & 1 and any(inside >> w.place & 1 for w in can):
            return Refusal("7.61-retreat", f"{where} is outside the army's area, and there is a way inside it")
        staying = [w for w in can if search.keeps_inside(w, self.left, due)]
        if staying and way not in staying:
            return Refusal(
                "7.61-retreat", f"from {where} they would have to leave the army's area; elsewhere they would not"
            )
        first = search.best(can, self.left, due)[0]
        if way.priority > first.priority:
            where_to = HEX_NAMES.names[first.place]
            return Refusal("9.7-priorities", f"{where} has priority {way.priority}, {where_to} has {first.priority}")
        return Refusal("9.7-choice", f"{where} is over an unbridged river or in forest off the road; others are not")

    def decide(self, s: EnemyActionState) -> Decision | None:
        units = self._units(s)
        ways = self._ways(s) if units and self.left else []
        if not ways:
            self._end(s)
            return None
        if self.is_forced(ways):
            self._go(s, ways[0])
            return None
        prompt = f"Retreat {s.names(units)}: {counted(self.left, 'hex', 'hexes')} to go"
        return s.ask(SIDES[self.side], prompt, "9.7", "9.7-priorities", hex=bits(way.place for way in ways))

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        self._go(s, next(way for way in self._ways(s) if way.place == place))

    def _go(self, s: EnemyActionState, way: Way) -> None:
        units = self._units(s)
        s.become(replace(self, left=self.left - 1))
        s.retreat = (*s.retreat, way.place)
        s.retreated |= units
        for unit in each(units):
            s.tell("retreats", unit, s.at[unit], way.place)
            step(s, unit, way.place, "retreat")
        if way.penalty:
            s.push(Penalty(self.side, units))

    def _end(self, s: EnemyActionState) -> None:
        s.pop()
        units = self._units(s)
        if self.two and units:
            s.disperse(units)
            s.tell("disperses", units)
        vacated(s)

    def hints(self, s: EnemyActionState) -> Hints:
        names = HEX_NAMES.names
        return {"hex": {names[way.place]: {"note": _note(way)} for way in self._ways(s)}}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if not self.units or self.units & ~s.on_map(self.side):
            return "the retreating units are not on the map"
        if s.places_of(self.units).bit_count() != 1:
            return "units retreat together"
        return (
            "" if 0 <= self.left <= FAR and s.target >= 0 else "a retreat goes one or two hexes from the attacked hex"
        )


_PRIORITY = {
    1: "not enemy-controlled",
    2: "enemy-controlled, with a supplied friendly unit",
    3: "enemy-controlled and in supply, costs a step",
    4: "enemy-controlled and out of supply, costs a step",
}
"""9.7-priorities: what each priority means, in a few words."""


def _note(way: Way) -> str:
    return f"priority {way.priority} ({_PRIORITY[way.priority]})"


@dataclass(frozen=True, slots=True)
class Penalty(Frame):
    """9.7-priorities A retreat into an enemy-controlled hex costs one step, which absorbs no hit; the owner chooses the unit."""

    side: Side
    units: Units

    title: ClassVar[str] = "Retreat"
    labels: ClassVar[dict[str, str]] = {"lose": "Lose a step"}
    below: ClassVar[tuple[str, ...]] = ("Retreat",)

    def limits_lose(self, s: EnemyActionState) -> Limits:
        yield "9.7-priorities", self.units & s.on_map(self.side), "{} is not retreating"

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_lose(s))
        if not some & some - 1:
            s.pop()
            if some:
                s.lose_step(some.bit_length() - 1)
            return None
        prompt = "The retreat into an enemy-controlled hex costs a step: who loses it?"
        return s.ask(SIDES[self.side], prompt, "9.7-priorities", lose=some)

    def on_lose(self, s: EnemyActionState, unit: Unit) -> None:
        s.pop()
        s.lose_step(unit)

    def hints(self, s: EnemyActionState) -> Hints:
        return {"lose": loss_notes(s, s.offers("lose"))}


def loss_notes(s: EnemyActionState, units: Units) -> dict[str, dict[str, str]]:
    """What a step means to each unit."""
    out = {}
    for u in each(units):
        left = s.steps(u) - 1
        out[UNIT_NAMES.names[u]] = {"note": f"keeps {counted(left, 'step')}" if left else "eliminated"}
    return out
