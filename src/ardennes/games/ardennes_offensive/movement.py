"""5.0 Movement, 6.0 road mode: where a unit can go in which mode, what it costs, and the move itself."""

# EVENTS_USED (kind: what fills the gaps)
#   moves: unit, place, place      5.0, in standard mode from, to
#   marches: unit, place, place    6.0, in road mode from, to
#   forms_column: unit, place      6.3C, enters road mode there
#   leaves_column: unit, place     6.3C, leaves road mode there
#   enters: unit, place, place     14.1A, comes in at the first hex and goes on in road mode to the second (which may be the same)
#   comes_in: unit, place, place   14.1A, comes in and stops in its entry hex
#   returns: unit, place, place    5.3M, a woken unit: from its Map Edge hex to a live hex
# A move with a change of mode on the way is told leg by leg: moves, forms_column, marches; or marches, leaves_column, moves.

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import ClassVar, NamedTuple

from ardennes.board import Layer, Reached, Way
from ardennes.board.hexes import minus
from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits
from ardennes.core.names import each
from ardennes.core.sequence import step_of
from ardennes.core.state import Frame, Hints
from ardennes.games.ardennes_offensive.bridges import open_roads
from ardennes.games.ardennes_offensive.facts import (
    ALL,
    ALLIED,
    BOARD,
    BRITISH_WEST,
    CLEAR,
    DIVISIONS,
    DRY,
    ENTRY,
    FORD,
    GATES,
    GERMAN,
    HEX_NAMES,
    LIVE,
    MAP_EDGE,
    MECH,
    MEUSE,
    RIVER,
    ROAD,
    ROAD_BESIDE,
    ROAD_HEXES,
    ROUGH,
    SHUT,
    SIDE,
    SIDES,
    TABLES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.setup import restricted
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import allowance

_COST = TABLES["movement"]
_STAGING: int = TABLES["road_mode"]["staging"]
FOOT, WHEELS = False, True
HINDRANCES = ("zones", "stacks", "meuse", "bridges")
"""What can stop a unit from going as far as its points allow: 7.1A, 5.2H, 14.3C, 13.2B."""
_PLENTY = 40
"""More points than any move costs."""
_EASY_GATES = {
    section: tuple((gate, 1 << gate) for gate in each(gates & ~WEST_WALL)) for section, gates in GATES.items()
}
"""14.1A: the gates by which units of either side can come in, by section."""
SECTION_OF_BOX = {box: section for section, box in ENTRY.items()}
"""14.1A: by entry box, the section (or "E") where its units come in."""


def _of(row: str, mech: bool) -> int:
    cost: int = _COST[row][0 if mech else 1]
    return cost


def mode_cost(mech: bool) -> int:
    """6.3C: the points for entering or leaving road mode."""
    return _of("mode", mech)


def stacking_cost(mech: bool) -> int:
    """8.1A: the points for joining or leaving other units."""
    return _of("stacking", mech)


def rate(side: Side, mech: bool) -> int:
    """6.5H: road hexes for one point in road mode.

    >>> rate(GERMAN, WHEELS), rate(ALLIED, WHEELS), rate(GERMAN, FOOT), rate(ALLIED, FOOT)
    (2, 2, 2, 10)
    """
    table = TABLES["road_mode"]
    found: int = table["mech"] if mech else table["allied_foot" if side == ALLIED else "german_foot"]
    return found


def _ground(side: Side, mech: bool) -> tuple[tuple[int, Places], ...]:
    """11.0: the cost of entering each hex off road: by cost, the hexes."""
    clear, rough = _of("clear", mech), _of("rough", mech)
    if side == GERMAN:
        return (clear, CLEAR), (rough, ROUGH)
    wall: int = _COST["west_wall_allied"]
    return (
        (clear, CLEAR & ~WEST_WALL),
        (rough, ROUGH & ~WEST_WALL),
        (clear + wall, CLEAR & WEST_WALL),
        (rough + wall, ROUGH & WEST_WALL),
    )


_GROUND = {(side, mech): _ground(side, mech) for side in (GERMAN, ALLIED) for mech in (FOOT, WHEELS)}
_NOT_MEUSE = {id(layer): minus(layer, MEUSE) for layer in (FORD, RIVER)}
_MODE = (mode_cost(FOOT), mode_cost(WHEELS))
_STACKING = (stacking_cost(FOOT), stacking_cost(WHEELS))
_LIVE_ROADS = LIVE & ROAD_HEXES
_RATE = tuple(tuple(rate(side, mech) for mech in (FOOT, WHEELS)) for side in (GERMAN, ALLIED))


@lru_cache(maxsize=1024)
def roads_for(cut: int, bound: bool) -> tuple[Way]:
    """6.5F: the way of a unit in road mode, one for each road hex; `bound`: it may not cross the Meuse (14.3C)."""
    roads = open_roads(cut)
    return ((minus(roads, MEUSE) if bound else roads, ((1, ALL),)),)


@lru_cache(maxsize=1024)
def _ways(side: Side, mech: bool, cut: int, bound: bool) -> tuple[Way, ...]:
    """5.1, 11.0: the ways of a unit in standard mode: by road, over dry sides, fords and rivers. An interdicted bridge is a ford or river
    like any other (11.0-bridge)."""

    def ground(extra: int) -> tuple[tuple[int, Places], ...]:
        return tuple((cost + extra, hexes) for cost, hexes in _GROUND[side, mech])

    ford, river = (_NOT_MEUSE[id(layer)] if bound else layer for layer in (FORD, RIVER))
    return (
        (roads_for(cut, bound)[0][0], ((_of("road", mech), ALL),)),
        (DRY, ground(0)),
        (ford, ground(_of("ford", mech))),
        (river, ground(_of("river", mech))),
    )


@lru_cache(maxsize=1024)
def _steps(side: Side, mech: bool, cut: int, bound: bool) -> tuple[tuple[int, Layer, Places], ...]:
    """The same as `_ways`, ready for a quick search: by cost, all steps that cost so much, and the hexes from which there are any. These
    layers count in one direction only: the cost of a step depends on the hex that is entered."""
    found = dict(_off_road(side, mech, bound))
    by_road, ((cost, _),) = _ways(side, mech, cut, bound)[0]
    found[cost] = tuple(a | b for a, b in zip(by_road, found.get(cost, by_road), strict=True))
    return tuple((cost, layer, reduce(or_, layer)) for cost, layer in sorted(found.items()))


@lru_cache(maxsize=16)
def _off_road(side: Side, mech: bool, bound: bool) -> dict[int, Layer]:
    """By cost, the steps of a unit in standard mode off the roads."""
    found: dict[int, Layer] = {}
    for layer, prices in _ways(side, mech, 0, bound)[1:]:
        for cost, hexes in prices:
            into = (hexes >> offset if offset > 0 else hexes << -offset for offset in BOARD.offsets)
            some = tuple(a & b for a, b in zip(layer, into, strict=True))
            before = found.get(cost, (0,) * len(some))
            found[cost] = tuple(a | b for a, b in zip(before, some, strict=True))
    return {cost: layer for cost, layer in found.items() if any(layer)}


def _walk(
    seeds: list[Places], terms: Terms, enter: Places, stop: Places, join: Places
) -> tuple[list[Places], list[Places]]:
    """What `reach` finds for a unit in standard mode, with fewer operations: the hexes by points; and 8.1A, those of `join`, where friends
    are, by points."""
    budget = terms.points
    levels = seeds[:]
    joins = [0] * (budget + 1)
    stacking = _STACKING[terms.mech]
    left = ALL ^ ALL & stop
    spread = BOARD.spread
    steps = _steps(terms.side, terms.mech, terms.cut, terms.bound)
    for spent in range(budget):
        here = levels[spent]
        if not here:
            continue
        here &= left
        if not here:
            continue
        left ^= here
        room = budget - spent
        for cost, layer, begin in steps:
            if cost > room:
                break
            if here & begin:
                there = spread(here, layer)
                levels[spent + cost] |= there & enter
                if cost + stacking <= room:
                    joins[spent + cost + stacking] |= there & join
    return levels, joins


def _drive(seeds: list[Places], terms: Terms, enter: Places, stop: Places) -> list[Places]:
    """What `reach` finds for a unit in road mode, with fewer operations, as every step costs one road hex: the hexes by road hexes."""
    levels = seeds[:]
    left = ALL ^ ALL & stop
    layer = roads_for(terms.cut, terms.bound)[0][0]
    spread = BOARD.spread
    for spent in range(len(seeds) - 1):
        here = levels[spent]
        if not here:
            continue
        here &= left
        if not here:
            continue
        left ^= here
        levels[spent + 1] |= spread(here, layer) & enter
    return levels


class Terms(NamedTuple):
    """All that a unit's reach depends on."""

    side: Side
    mech: bool
    points: int
    start: Place
    """Where it is; -1 off the map."""
    column: bool
    """Is it in road mode?"""
    gates: tuple[tuple[Place, int], ...]
    """14.2B: for a unit off the map, the hexes by which it can come in, with the road hexes it loses there."""
    friends: Places
    """The live hexes with other units of its side."""
    full: Places
    """8.0: those among them without room for it."""
    columns: Places
    """6.5G: those with a unit in road mode."""
    foes: Places
    zone: Places
    cut: int
    bound: bool
    """14.3C: may it not cross the Meuse?"""


def _union(sets: list[Places], out: Places = 0) -> Places:
    for some in sets:
        if some:
            out |= some
    return out


class Trip:
    """Where a unit can go: `hexes` and `marches` are the hexes where the move can end in standard and in road mode."""

    __slots__ = ("_joins", "_levels", "_road_levels", "_road_seeds", "_seeds", "hexes", "marches", "rate", "terms")

    def __init__(
        self,
        terms: Terms,
        standard: tuple[list[Places], list[Places]],
        joins: list[Places],
        road: tuple[list[Places], list[Places]],
        apart: Places,
    ) -> None:
        self.terms = terms
        self._seeds, self._levels = standard
        """The search in standard mode through hexes without friends, by points: where it begins, and what it finds."""
        self._joins = joins
        """8.1A: the hexes with friends that it can join, by points. They are always the end of a move (5.2H)."""
        self._road_seeds, self._road_levels = road
        """The search in road mode, by road hexes: as many as `rate` for each point."""
        self.rate = _RATE[terms.side][terms.mech]
        self.hexes = _union(self._levels, _union(joins)) & standard_ends(terms)
        self.marches = _union(self._road_levels) & apart
        if terms.start >= 0:  # to end where it is in the mode it is in is no move
            here = 1 << terms.start
            if terms.column:
                self.marches &= ~here
            else:
                self.hexes &= ~here

    @property
    def _standard(self) -> Reached:
        terms = self.terms
        ways = _ways(terms.side, terms.mech, terms.cut, terms.bound)
        return Reached(BOARD, self._levels, self._seeds, ways, _stops(terms), None, back=False)

    @property
    def _road(self) -> Reached:
        terms = self.terms
        stop = _road_stops(terms)
        return Reached(
            BOARD, self._road_levels, self._road_seeds, roads_for(terms.cut, terms.bound), stop, None, back=False
        )

    def cost(self, place: Place, march: bool) -> int | None:
        """6.5H: the points for ending there in this mode; part of a point counts in full."""
        if march:
            steps = self._road.cost(place)
            return None if steps is None else -(-steps // self.rate)
        if self.terms.friends >> place & 1 and place != self.terms.start:
            return next((cost for cost, some in enumerate(self._joins) if some >> place & 1), None)
        return self._standard.cost(place)

    def by_cost(self, march: bool) -> list[tuple[int, Places]]:
        """The hexes where the move can end in this mode, by points."""
        out: dict[int, Places] = {}
        seen = 0
        for cost, places in (self._road if march else self._standard).by_cost():
            cost = -(-cost // self.rate) if march else cost
            out[cost] = out.get(cost, 0) | places
        for cost, places in enumerate(() if march else self._joins):
            out[cost] = out.get(cost, 0) | places & ~seen
            seen |= places
        ends = self.marches if march else self.hexes
        return [(cost, places & ends) for cost, places in sorted(out.items()) if places & ends]

    def changes_at(self, place: Place, march: bool) -> Place:
        """Where it changes its mode on the way there; the way must be one with a change."""
        return (self._road.way(place) if march else self._on_foot(place))[0]

    def comes_in_at(self, place: Place) -> Place:
        """By which hex a unit off the map comes in on its way in road mode to this hex."""
        return self._road.way(place)[0]

    def legs(self, place: Place, march: bool) -> list[tuple[bool, list[Place]]]:
        """The way there: for each mode in turn, whether it is road mode, and the hexes, the first of which is where the leg begins."""
        last = self._road.way(place) if march else self._on_foot(place)
        if march == self.terms.column:
            return [(march, last)]
        first = self._standard.way(last[0]) if march else self._road.way(last[0])
        return [(not march, first), (march, last)]

    def _on_foot(self, place: Place) -> list[Place]:
        """The way in standard mode."""
        before = self._joined_from(place)
        return self._standard.way(place) if before < 0 else [*self._standard.way(before), place]

    def _joined_from(self, place: Place) -> Place:
        """From which hex friends are joined most cheaply; -1 if there are none in the hex."""
        terms = self.terms
        bit = 1 << place
        if not terms.friends & bit or place == terms.start:
            return -1
        cost = self.cost(place, False)
        if cost is None:
            raise ValueError("this hex was not reached")
        for layer, prices in _ways(terms.side, terms.mech, terms.cut, terms.bound):
            near = BOARD.spread(bit, layer) & ~_stops(terms)
            for price, hexes in prices:
                left = cost - price - _STACKING[terms.mech]
                if hexes & bit and left >= 0 and (found := near & self._levels[left]):
                    return (found & -found).bit_length() - 1
        raise AssertionError("friends are joined from somewhere")

    def path(self, place: Place, march: bool) -> list[Place]:
        """The hexes on the way, from where the unit is (or comes in) to the end."""
        first, *more = (hexes for _, hexes in self.legs(place, march))
        return first + [hex_ for leg in more for hex_ in leg[1:]]

    def before(self, march: bool) -> dict[Place, Place]:
        """For each hex the one before it on the way."""
        main, other = (self._road, self._standard) if march else (self._standard, self._road)
        out = main.before()
        if not march:
            for place in each(self.hexes & self.terms.friends):
                if (before := self._joined_from(place)) >= 0:
                    out[place] = before
        if march != self.terms.column:
            out = other.before() | out
        return out


def _stops(terms: Terms) -> Places:
    """7.1A, 5.2H: where a unit in standard mode goes no further: enemy zones and friends; not its own hex if it is free to leave it."""
    stop = terms.zone | terms.friends
    if terms.start < 0 or terms.column:
        return stop
    here = 1 << terms.start
    if not terms.zone & here or here & (terms.friends | MAP_EDGE):
        stop &= ~here  # 7.1A, 7.4E: friends who stay absorb the zone
    return stop


def _road_stops(terms: Terms) -> Places:
    """7.1A: where a unit in road mode goes no further: enemy zones; a dormant unit is free to leave its Map Edge hex."""
    return terms.zone & LIVE if terms.column else terms.zone


def standard_ends(terms: Terms) -> Places:
    """6.5G: where a unit in standard mode can stop: not in or next to the hex of a friend in road mode, along the road."""
    return LIVE & ~(terms.columns | BOARD.spread(terms.columns, ROAD)) if terms.columns else LIVE


def road_ends(terms: Terms) -> Places:
    """6.5G: where a unit in road mode can stop: no friend in the hex, or next to it along the road."""
    return _LIVE_ROADS & ~(terms.friends | BOARD.spread(terms.friends, ROAD))


def explore(terms: Terms) -> Trip:
    """5.0, 6.0: where a unit can go. Road mode and standard mode are two searches, the second of which starts wherever the first one lets
    the unit change its mode. (No unit has the points to change twice and move in between.)

    7.1A stops a unit that enters an enemy zone from going on, but not from changing its mode there."""
    side, mech, points, start, column, gates, friends, full, columns, foes, _, _, _ = terms
    per = _RATE[side][mech]
    change = _MODE[mech]
    enter = LIVE ^ (foes | friends)  # both are among the live hexes
    enter_road = enter & ~WEST_WALL if side == ALLIED else enter  # 11.0-westwall
    join = friends & ~(full | columns | foes)
    stop = _stops(terms)
    apart = road_ends(terms)
    seeds = [0] * (points + 1)
    road_seeds = [0] * (points * per + 1)
    if column:
        if start >= 0:
            road_seeds[0] = 1 << start
            join &= ~(1 << start)
        for gate, lost in gates:
            if lost < points * per:
                road_seeds[lost + 1] |= 1 << gate
        road = _drive(road_seeds, terms, enter_road, _road_stops(terms))
        for steps in range((points - change) * per + 1):
            if road[steps]:
                seeds[change - (-steps // per)] |= road[steps] & LIVE
        standard, joins = _walk(seeds, terms, enter, stop, join)
        return Trip(terms, (seeds, standard), joins, (road_seeds, road), apart)
    here = 1 << start
    leaving = 0
    if friends & here:
        leaving = _STACKING[mech]
        join &= ~here
    if leaving <= points:
        seeds[leaving] = here
    standard, joins = _walk(seeds, terms, enter, stop, join)
    for spent in range(points - change + 1):
        if standard[spent]:
            road_seeds[(spent + change) * per] = standard[spent] & apart
    road = _drive(road_seeds, terms, enter_road, _road_stops(terms))
    return Trip(terms, (seeds, standard), joins, (road_seeds, road), apart)


def can_stop_at_gate(s: OffensiveState, unit: Unit, closed: Places) -> bool:
    """14.1A, 14.2B: can a unit off the map come in and stop right there, in road mode or out of it? Quick to see, and most can. `closed`:
    the hexes that are closed to it (`closed_to`) or have friends in them."""
    side, mech = SIDE[unit], bool(MECH >> unit & 1)
    for gate, bit in _EASY_GATES[SECTION_OF_BOX[s.at[unit]]]:
        if bit & closed:
            continue
        beside = ROAD_BESIDE[gate]
        spare = points(s, unit)
        if beside & s.live(side):  # 6.5G: it has to leave road mode
            if beside & s.columns(side):
                continue
            spare -= _MODE[mech]
        if staged(s, gate) < spare * _RATE[side][mech]:
            return True
    return False


def can_come_in(terms: Terms) -> bool:
    """14.1A, 14.2B: can a unit off the map come in? Most can go in road mode to some hex near their gate, which is quick to see."""
    by_road = roads_for(terms.cut, terms.bound)[0][0]
    enter = LIVE & ~(terms.foes | terms.friends)
    if terms.side == ALLIED:
        enter &= ~WEST_WALL
    apart = road_ends(terms)
    ends = standard_ends(terms)
    per = _RATE[terms.side][terms.mech]
    most = terms.points * per
    stretch = (terms.points - _MODE[terms.mech]) * per  # with enough points left to leave road mode
    gates = [(gate, lost) for gate, lost in terms.gates if lost < most]
    for gate, lost in gates:
        ring = 1 << gate
        seen = 0
        for steps in range(lost + 1, most + 1):
            if ring & apart or (steps <= stretch and ring & ends):
                return True
            seen |= ring
            ring = BOARD.spread(ring & ~terms.zone, by_road) & enter & ~seen
            if not ring:
                break
    return bool(gates and explore(terms).hexes)


# --- what it depends on ------------------------------------------------------------------------------------------------------------------


def points(s: OffensiveState, unit: Unit) -> int:
    """5.1C, 12.6, 6.7L: the movement points that a unit has in this phase."""
    found = allowance(s, unit)
    return found - _MODE[MECH >> unit & 1] if s.spent >> unit & 1 else found


def open_gates(s: OffensiveState, side: Side, section: str) -> Places:
    """14.1A: the hexes of a section by which units can come in as far as the enemy is concerned."""
    return GATES[section] & ~s.closed_to(side)


def staged(s: OffensiveState, gate: Place) -> int:
    """14.2B: the road hexes lost by the next unit that comes in by this hex."""
    return _STAGING * s.through(gate)


def terms_of(s: OffensiveState, unit: Unit, *, ignoring: tuple[str, ...] = (), mp: int = -1) -> Terms:
    """What the reach of a unit depends on. `ignoring`: HINDRANCES to ignore, to find out why it cannot go somewhere."""
    side = SIDE[unit]
    bit = 1 << unit
    start = s.at[unit]
    column = bool(s.road & bit)
    friends, columns = s.live(side), s.columns(side)
    if start >= 0:
        here = 1 << start
        if friends & here and s.units_at(start, side) == bit:
            friends ^= here
        if column and columns & here:
            columns ^= here
    gates: tuple[tuple[Place, int], ...] = ()
    if start < 0:
        column = True
        found = open_gates(s, side, SECTION_OF_BOX[start]) & ~friends
        if side == ALLIED:
            found &= ~WEST_WALL
        gates = tuple((gate, staged(s, gate)) for gate in each(found))
    foes = s.live(1 - side)
    full = friends if bit & DIVISIONS else s.full(side)
    zone = s.zoc(1 - side)
    cut = s.cut
    bound = bool(BRITISH_WEST & bit and restricted(s) & bit)
    if ignoring:
        if "zones" in ignoring:
            zone = foes = 0
        if "stacks" in ignoring:
            if start >= 0 and friends >> start & 1:
                zone &= ~(1 << start)  # 7.4E: friends who stay still absorb the zone
            friends = full = columns = 0
        if "meuse" in ignoring:
            bound = False
        if "bridges" in ignoring:
            cut = 0
    return Terms(
        side,
        bool(MECH & bit),
        points(s, unit) if mp < 0 else mp,
        max(start, -1),
        column,
        gates,
        friends,
        full,
        columns,
        foes,
        zone,
        cut,
        bound,
    )


_latest: list[Trip] = []
"""The last trip that was asked for: whoever looks at a move carries it out next. It is good for as long as its terms are the same."""


def trip(s: OffensiveState, unit: Unit) -> Trip:
    """Where a unit of the phasing side can go now."""
    terms = terms_of(s, unit)
    if _latest and _latest[0].terms == terms:
        return _latest[0]
    _latest[:] = [found := explore(terms)]
    return found


def phase_of(s: OffensiveState) -> tuple[Side, bool]:
    """The side that moves in the phase being played, and whether it is its Mechanized Movement Phase."""
    frame = step_of(s).frame
    return getattr(frame, "side", -1), bool(getattr(frame, "mech", False))


def to_part(s: OffensiveState, side: Side, mech: bool) -> Units:
    """6.7N: the units of which one has to move first, because a unit in road mode ended a retreat next to a friend on the road. If none of
    them can move, the duty is over. It is a duty of the Initial Movement Phase."""
    if mech or not s.must_part:
        return 0
    out = 0
    for u in each(s.must_part & s.active(side)):
        near = s.units_in(side, BOARD.spread(1 << s.at[u], ROAD) & LIVE) if s.road >> u & 1 else 0
        if not near:
            s.must_part &= ~(1 << u)
            continue
        for v in each((near | 1 << u) & ~s.moved):
            way = trip(s, v)
            if way.hexes or way.marches:
                out |= 1 << v
    return out


# --- one unit moves ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """5.0 One unit moves: the player says where it ends, and in which mode. 6.0: a change of mode on the way is part of the move."""

    unit: Unit
    below = ("Movement",)
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {
        "hex": "Move here",
        "march": "Go here in road mode",
        "stay": "Stay",
    }

    def decide(self, s: OffensiveState) -> Decision:
        unit = self.unit
        found = trip(s, unit)
        name = s.name(unit)
        return s.ask(
            SIDES[SIDE[unit]],
            f"Move {name} ({found.terms.points} MP{', in road mode' if found.terms.column else ''})",
            "5.0",
            hex=found.hexes,  # what `limits_hex` and `limits_march` allow
            march=found.marches,
            stay=() if self.why_stay(s, None) else NOTHING,
        )

    def on_hex(self, s: OffensiveState, place: Place) -> None:
        self._go(s, place, False)

    def on_march(self, s: OffensiveState, place: Place) -> None:
        self._go(s, place, True)

    def on_stay(self, s: OffensiveState, _: None) -> None:
        s.moved |= 1 << self.unit
        s.pop()

    def _go(self, s: OffensiveState, place: Place, march: bool) -> None:
        unit = self.unit
        origin = s.at[unit]
        column = origin < 0 or bool(s.road >> unit & 1)
        middle = place if march == column else trip(s, unit).changes_at(place, march)
        if origin < 0:
            gate = trip(s, unit).comes_in_at(middle)
            s.come_in(unit, gate)
            s.tell("enters" if gate != middle else "comes_in", unit, gate, middle)
        elif middle != origin:
            dormant = MAP_EDGE >> origin & 1
            s.tell("returns" if dormant else "marches" if column else "moves", unit, origin, middle)
        if column != march:
            s.tell("forms_column" if march else "leaves_column", unit, middle)
            if middle != place:
                s.tell("marches" if march else "moves", unit, middle, place)
        s.place(unit, place)
        if column != march or origin < 0:
            s.set_road(unit, march)
        bit = ~(1 << unit)
        s.must_part &= bit
        s.moved |= ~bit
        s.pop()

    # --- why not -------------------------------------------------------------------------------------------------------------------

    def why_stay(self, s: OffensiveState, _: None) -> Refusal | None:
        if s.at[self.unit] < 0:
            return Refusal("14.1A", f"{s.name(self.unit)} has to come in: reinforcements may not be held back")
        if s.must_part and to_part(s, *phase_of(s)):
            return Refusal("6.7N", f"{s.name(self.unit)} has to move: it is too close to another unit on the road")
        return None

    def limits_hex(self, s: OffensiveState) -> Limits:
        return self._limits(s, trip(s, self.unit), False)

    def limits_march(self, s: OffensiveState) -> Limits:
        return self._limits(s, trip(s, self.unit), True)

    def _limits(self, s: OffensiveState, found: Trip, march: bool) -> Limits:
        terms = found.terms
        german = terms.side == GERMAN
        yield "E-MAP-1", ~SHUT, "nobody may ever enter {}"
        yield "11.0-impassable", LIVE | MAP_EDGE, "{} is impassable"
        edge = "German units never enter a Map Edge hex" if german else "a Map Edge hex is only entered in a retreat"
        yield "5.3L" if german else "5.3M", ~MAP_EDGE, f"{{}}: {edge}"
        yield "5.2F", ~terms.foes, "an enemy unit is in {}"
        if terms.start >= 0 and terms.column == march:
            yield "5.0", ~(1 << terms.start), "the unit is in {} already; choose 'stay' to leave it there"
        if march:
            yield "6.5F", ROAD_HEXES, "there is no road in {}"
            yield "6.5G", ~terms.friends, "a unit in road mode cannot be in one hex with another unit"
            yield "6.5G", road_ends(terms), "a friendly unit is next to {} on the road: a unit in road mode keeps away"
        else:
            yield "6.5G", ~terms.columns, "a unit in road mode is in {}, and nobody can join it"
            division = DIVISIONS >> self.unit & 1
            case = "8.2C" if division else "8.0"
            yield case, ~terms.full, lambda place: self._no_room(s, place)
            yield "6.5G", standard_ends(terms), "{} is next to a friendly unit in road mode on the same road"
        yield "5.2J", found.marches if march else found.hexes, lambda place: self._why_not(s, place, march)

    def _no_room(self, s: OffensiveState, place: Place) -> Refusal:
        name = HEX_NAMES.names[place]
        if (s.units_at(place) | 1 << self.unit) & DIVISIONS:
            return Refusal("8.2C", f"a German infantry division stacks with nobody, and {name} is occupied")
        return Refusal("8.0", f"three units are in {name} already")

    def _why_not(self, s: OffensiveState, place: Place, march: bool) -> Refusal:
        """Why the unit cannot get there, though it could stand there."""
        unit = self.unit
        name, hex_name = s.name(unit), HEX_NAMES.names[place]
        terms = terms_of(s, unit)
        side, mech, have, start, column = terms[:5]
        if start >= 0 and side == SIDE[unit] and s.held(side) >> unit & 1 and start != place:
            return Refusal("7.1A", f"{name} is alone in an enemy zone of control and cannot leave it")
        if start < 0 and not terms.gates:
            return Refusal("14.1A", f"{name} cannot come in: every entry hex of its section is closed or taken")
        if march != column and have < _MODE[mech]:
            what = "enter" if march else "leave"
            return Refusal("6.3C", f"{name} has {have} MP and needs {_MODE[mech]} to {what} road mode")
        reasons = {
            "zones": Refusal("7.1A", f"enemy units and their zones of control block the way to {hex_name}"),
            "stacks": Refusal("5.2H", f"friendly units are in the way to {hex_name}"),
            "meuse": Refusal("14.3C", f"{name} may not cross the Meuse before the Germans have enough points"),
            "bridges": Refusal("13.2B", f"{hex_name} could be reached if no bridge were interdicted"),
        }
        for what in HINDRANCES:
            if self._could(terms_of(s, unit, ignoring=(what,)), place, march) is not None:
                if what == "stacks":
                    return self._stacked(terms, place, name, hex_name, reasons[what])
                return reasons[what]
        if self._could(terms_of(s, unit, ignoring=HINDRANCES), place, march) is not None:
            return reasons["zones"]
        return self._too_far(s, place, march, name, hex_name, terms)

    def _stacked(self, terms: Terms, place: Place, name: str, hex_name: str, other: Refusal) -> Refusal:
        """8.1A: is it only the points for stacking that are missing?"""
        joins = terms.friends >> place & 1
        leaves = terms.start >= 0 and terms.friends >> terms.start & 1
        if not joins and not leaves:
            return other
        what = "stacking and unstacking" if joins and leaves else "stacking" if joins else "leaving its stack"
        return Refusal(
            "8.1A", f"{name} does not have the points for {what} ({_STACKING[terms.mech]} MP) to end in {hex_name}"
        )

    def _could(self, terms: Terms, place: Place, march: bool) -> int | None:
        return explore(terms).cost(place, march)

    def _too_far(self, s: OffensiveState, place: Place, march: bool, name: str, hex_name: str, terms: Terms) -> Refusal:
        need = self._could(terms_of(s, self.unit, mp=_PLENTY), place, march)
        free = self._could(terms_of(s, self.unit, ignoring=HINDRANCES, mp=_PLENTY), place, march)
        least = need if need is not None else free
        if least is None:
            if march:
                return Refusal("6.5F", f"no road that {name} can use leads to {hex_name}")
            return Refusal("5.2J", f"{name} cannot reach {hex_name}")
        price = f"{least} MP" if need is not None else f"at least {least} MP"
        if terms.gates and least <= terms.points:
            return Refusal("14.2B", f"{name} comes in too late behind other units to reach {hex_name}")
        return Refusal("5.2J", f"{hex_name} costs {price}; {name} has {terms.points}")

    # --- for people ----------------------------------------------------------------------------------------------------------------

    def hints(self, s: OffensiveState) -> Hints:
        """What each hex costs, and the hex before it on the way."""
        names = HEX_NAMES.names
        found = trip(s, self.unit)
        terms = found.terms
        out: Hints = {}
        for verb, march in (("hex", False), ("march", True)):
            to = s.offers(verb)
            if not to:
                continue
            hints: dict[str, dict[str, object]] = {
                "*": {"before": {names[a]: names[b] for a, b in found.before(march).items()}}
            }
            for cost, places in found.by_cost(march):
                for place in each(places & to):
                    hints.setdefault(names[place], {"cost": str(cost)})
            if terms.start >= 0 and to >> terms.start & 1:
                what = "Enter road mode" if march else "Leave road mode"
                hints[names[terms.start]] |= {"label": what, "note": "without moving"}
            out[verb] = hints
        return out

    def misfit(self, s: OffensiveState, at: int) -> str:
        side, mech = phase_of(s)
        unit = self.unit
        if unit < 0 or SIDE[unit] != side:
            return f"only a unit of the {SIDES[side]} side can move in this phase"
        if mech and not MECH >> unit & 1:
            return "only mechanized units move in the Mechanized Movement Phase (case 5.2K)"
        if (s.moved | (s.fought if mech else 0)) >> unit & 1:
            return "the unit cannot move in this phase any more (case 5.0)"
        place = s.at[unit]
        if place < 0 and place not in SECTION_OF_BOX:
            return "the unit is neither on the map nor about to come in"
        if place >= 0 and MAP_EDGE >> place & 1 and not s.awake >> unit & 1:
            return "the unit is dormant (case 5.3M)"
        return ""
