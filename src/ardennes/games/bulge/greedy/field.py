"""The ground: how far every hex is from the exits, and which way a spearhead would take through the Allied line."""

from __future__ import annotations

import heapq
from functools import lru_cache

from ardennes.board import reach
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import bits, each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    BOARD,
    COST,
    DRY,
    ENTERED_AT,
    EXIT_HEXES,
    EXITS,
    GERMAN,
    HEX_NAMES,
    MA,
    MORE,
    RIVER,
    ROAD_HEXES,
    SIDE,
    SOURCES,
)
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.movement import FIFTHS, open_entries, travel
from ardennes.games.bulge.state import BulgeState, free_hexes

_NOWHERE = 99
"""The distance if there is no such place."""
_GROUND = WEIGHTS.part("ground")
_HANDICAP = {factor: int(fifths) for factor, fifths in enumerate(_GROUND["handicap"], 1)}
"""A handicap per exit factor, in fifths of an MP: an x4 exit can be that much farther away and still be as attractive."""


def _distances(seeds: dict[Place, int]) -> list[int]:
    """Mechanized road distance in fifths of an MP from the nearest seed, by hex."""
    far = [999] * len(BOARD.names)
    queue = [(d, p) for p, d in seeds.items()]
    for d, p in queue:
        far[p] = d
    heapq.heapify(queue)
    while queue:
        d, p = heapq.heappop(queue)
        if d > far[p]:
            continue
        for q in each(BOARD.neighbours(p)):
            what = BOARD.sides.get((p, q), {})
            # units travel towards the seed, so a step costs what it takes to enter p
            step = 1 if what.get("road") else FIFTHS * (COST[p] + (MORE["river_mp"] if "river" in what else 0))
            if d + step < far[q]:
                far[q] = d + step
                heapq.heappush(queue, (d + step, q))
    return far


TO_EXIT = _distances({p: _HANDICAP[factor] for p, factor in EXITS.items()})
"""How far a hex is from the exits, better exits counting as nearer."""
TO_HOME = tuple(_distances(dict.fromkeys(each(SOURCES[side]), 0)) for side in (GERMAN, ALLIED))
"""How far a hex is from a side's sources of supply."""
JUNCTIONS = bits(
    p
    for p in each(ROAD_HEXES)
    if sum(1 for q in each(BOARD.neighbours(p)) if BOARD.sides.get((p, q), {}).get("road")) > 2
)
KEY_TOWNS = bits(HEX_NAMES.index[name] for name in ("0305", "0407", "0707", "0809", "1014", "1017", "1111", "1412"))
"""Elsenborn, Malmedy, St. Vith, Vielsalm, La Roche, Marche, Houffalize, Bastogne."""
GOALS = bits(HEX_NAMES.index[name] for name in ("1017", "1111", "1412"))
"""Marche, Houffalize, Bastogne: the crossroads on the southern way to the Meuse."""
HELD = bits(HEX_NAMES.index[name] for name in ("1412",))
"""Bastogne: worth a garrison. One in St. Vith is overrun on the second day."""
_THREATENED = 6
"""A town is within reach of the enemy at this distance, in hexes."""
_SLOW = tuple((cost * FIFTHS, places) for cost, places in ENTERED_AT)
_SLOW_RIVER = tuple(((cost + MORE["river_mp"]) * FIFTHS, places) for cost, places in ENTERED_AT)
_ON_ROAD = ((1, ALL),)
_CLOSED = int(_GROUND["closed"])
_FAR = 110
"""How far ahead to look for a gap, in fifths of an MP."""


@lru_cache(maxsize=512)
def gap(german: Places, allied: Places) -> tuple[int, ...]:
    """The quickest way from the German units to an exit outside these Allied units' zones of control; () if there is none."""
    zone = allied | BOARD.spread(allied, BOARD.everywhere)
    watch = supply.watched(allied)
    ways = (
        (supply.usable_roads(0, watch), _ON_ROAD),
        (DRY, _SLOW),
        (RIVER, _SLOW_RIVER),
    )
    found = reach(BOARD, [german], _FAR, ways, ALL & ~zone, 0)
    best: tuple[int, Place] | None = None
    for k, level in enumerate(found.levels):
        for p in each(level & EXIT_HEXES):
            cost = k + _HANDICAP[EXITS[p]]
            if best is None or cost < best[0]:
                best = (cost, p)
    if best is None:
        return ()
    return tuple(found.way(best[1]))


@lru_cache(maxsize=64)
def open_ways(allied: Places) -> tuple[int, ...]:
    """Each hex's distance to the exits for a German outside Allied zones of control; with no open way, TO_EXIT plus a penalty."""
    zone = allied | BOARD.spread(allied, BOARD.everywhere)
    ways = ((supply.usable_roads(0, supply.watched(allied)), _ON_ROAD), (DRY, _SLOW), (RIVER, _SLOW_RIVER))
    seeds = [0] * (max(_HANDICAP.values()) + 1)
    for p, factor in EXITS.items():
        seeds[_HANDICAP[factor]] |= 1 << p & ~zone
    far = [distance + _CLOSED for distance in TO_EXIT]
    # entry costs are charged at the wrong end of each step, which is good enough to compare hexes
    for k, places in reach(BOARD, seeds, _FAR, ways, ALL & ~zone, 0).by_cost():
        for p in each(places):
            far[p] = k
    return tuple(far)


@lru_cache(maxsize=16)
def distance_to(places: Places) -> list[int]:
    """Distance in hexes to the nearest of some places, by hex."""
    return BOARD.to_nearest(places, _NOWHERE)


def threatened_towns(german: Places) -> Places:
    """Towns worth a garrison that Germans could soon reach."""
    return bits(p for p in each(HELD & ~german) if BOARD.within(p, _THREATENED) & german)


def german_supply(s: BulgeState, closed: Places, allied: Places) -> Places:
    """14.0: the hexes in German supply if some hexes were closed to it and others held by Allied units."""
    marks = s.interdiction[ALLIED] & ~s._occ[GERMAN]
    return supply.trace(closed | marks, marks, supply.watched(allied), SOURCES[GERMAN]) & ~allied


def trunk_roads(s: BulgeState, side: Side) -> Places:
    """Empty road hexes near a side's units."""
    near = BOARD.grow(s._occ[side], 2)
    return near & ROAD_HEXES & free_hexes(s)


_reach: dict[tuple[object, ...], Places] = {}


def can_reach(s: BulgeState, unit: Unit) -> Places:
    """Where a supplied unit can go. Cached, because nothing it depends on changes while its own side moves."""
    side = SIDE[unit]
    at = s.at[unit]
    foe = 1 - side
    key = (
        unit,
        at,
        s._occ[foe],
        s.interdiction[foe],
        s.mechanized >> unit & 1,
        s.released,
        s.gate[unit],
        s.left_by if at < 0 else 0,
    )
    found = _reach.get(key)
    if found is None:
        if at >= 0:
            found = travel(s, unit, MA).everywhere
        else:
            found = 0
            for entry in each(open_entries(s, unit)):
                found |= travel(s, unit, MA, entry).everywhere
        if len(_reach) > 20000:
            _reach.clear()
        _reach[key] = found
    return found
