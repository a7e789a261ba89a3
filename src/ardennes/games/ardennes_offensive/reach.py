"""5.0 Movement, 6.0 road mode: the costs, and the search for where a unit can go in which mode."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from ardennes.board import Layer, Reached, Way
from ardennes.board.hexes import minus
from ardennes.core.kinds import Place, Places, Side
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.bridges import open_roads
from ardennes.games.ardennes_offensive.facts import (
    ALL,
    ALLIED,
    BOARD,
    CLEAR,
    DRY,
    FORD,
    GERMAN,
    LIVE,
    MAP_EDGE,
    MEUSE,
    RIVER,
    ROAD,
    ROAD_HEXES,
    ROUGH,
    TABLES,
    WEST_WALL,
)

_COST = TABLES["movement"]
FOOT, WHEELS = False, True


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
MODE = (mode_cost(FOOT), mode_cost(WHEELS))
STACKING = (stacking_cost(FOOT), stacking_cost(WHEELS))
_LIVE_ROADS = LIVE & ROAD_HEXES
RATE = tuple(tuple(rate(side, mech) for mech in (FOOT, WHEELS)) for side in (GERMAN, ALLIED))


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
    stacking = STACKING[terms.mech]
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
        self.rate = RATE[terms.side][terms.mech]
        self.hexes = _union(self._levels, _union(joins)) & standard_ends(terms)
        self.marches = _union(self._road_levels) & apart
        if terms.start >= 0:  # ending where it is, in the same mode, is not a move
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
                left = cost - price - STACKING[terms.mech]
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
    per = RATE[side][mech]
    change = MODE[mech]
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
        leaving = STACKING[mech]
        join &= ~here
    if leaving <= points:
        seeds[leaving] = here
    standard, joins = _walk(seeds, terms, enter, stop, join)
    for spent in range(points - change + 1):
        if standard[spent]:
            road_seeds[(spent + change) * per] = standard[spent] & apart
    road = _drive(road_seeds, terms, enter_road, _road_stops(terms))
    return Trip(terms, (seeds, standard), joins, (road_seeds, road), apart)
