"""14.0 Supply, and the roads a side can use: air interdiction (7.2), bridge interdiction (11.0)."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board import Layer, flood
from ardennes.board.hexes import minus
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.games.bulge.facts import (
    ALL,
    BOARD,
    BRIDGE,
    DRY,
    ENTERED_AT,
    GERMAN,
    MORE,
    RIVER,
    ROAD,
    SIDE,
    SOURCES,
    TABLES,
)
from ardennes.games.bulge.state import BulgeState

PATH_MP: int = TABLES["supply"]["path_mp"]
FREE_UNTIL: int = TABLES["supply"]["free_until"]
_WATCH: int = TABLES["bridges"]["interdicted_within"]

# What follows depends on nothing but its arguments, which are plain integers: results are kept for the next question.


@lru_cache(maxsize=4096)
def watched(allied: Places) -> Places:
    """11.0: hexes within three hexes of an Allied unit; the bridges that touch them are interdicted to the German."""
    return BOARD.grow(allied, _WATCH)


@lru_cache(maxsize=4096)
def usable_roads(marks: Places, watch: Places) -> Layer:
    """Road sides that can be used as roads: not those of a hex with an enemy marker (7.2), nor interdicted bridges (11.0)."""
    layer = ROAD
    if marks:
        layer = BOARD.without(layer, marks)
    if watch:
        layer = minus(layer, BOARD.touching(BRIDGE, watch))
    return layer


Terms = tuple[Places, Places, Places, Places]
"""What a trace depends on: closed hexes, hexes with enemy markers, hexes that the enemy watches, sources."""


def terms(s: BulgeState, side: Side, left: Places = 0) -> Terms:
    """14.0: what decides where a side can trace supply, if its units have left some hexes."""
    friends, foes = s.occupied(side) & ~left, s.occupied(1 - side)
    marks = s.interdiction[1 - side] & ~friends
    closed = foes | (s.zoc(1 - side) & ~friends) | marks
    sources = SOURCES[side] if side == GERMAN else SOURCES[side] & ~s.left_by
    return closed, marks, watched(foes) if side == GERMAN else 0, sources


def supplied_hexes(s: BulgeState, side: Side, left: Places = 0) -> Places:
    """14.0: the hexes from which a supply line can be traced, without the free supply of GT 1-3. `left`: hexes its units have left."""
    return trace(*terms(s, side, left)) & ~s.occupied(1 - side)


@lru_cache(maxsize=8192)
def trace(closed: Places, marks: Places, watch: Places, sources: Places) -> Places:
    """The road part from the sources, then five MP back from it. The hex that is being supplied is not part of its path (9.1-1)."""
    return levels(closed, marks, watch, sources)[PATH_MP]


def levels(closed: Places, marks: Places, watch: Places, sources: Places) -> list[Places]:
    """Where supply comes by road alone, then with at most 1, 2, ... MP from there."""
    roads = usable_roads(marks, watch)
    allowed = ALL & ~closed
    within = [flood(BOARD, sources, roads, allowed)]
    spread = BOARD.spread
    river = MORE["river_mp"]
    for mp in range(1, PATH_MP + 1):
        dry = wet = 0
        for cost, places in ENTERED_AT:
            if cost <= mp:
                dry |= within[mp - cost] & places
            if cost + river <= mp:
                wet |= within[mp - cost - river] & places
        before = within[mp - 1]
        within.append(
            before | spread(dry & allowed, DRY) | spread(wet & allowed, RIVER) | spread(before & allowed, roads)
        )
    return within


class Lines:
    """14.0 The supply lines of a side, one for each hex that has one."""

    def __init__(self, s: BulgeState, side: Side) -> None:
        self._terms = closed, marks, watch, sources = terms(s, side)
        self._roads = usable_roads(marks, watch)
        self._allowed = ALL & ~closed
        self._levels = levels(*self._terms)
        self._rings = BOARD.rings(
            sources & self._allowed, self._roads, self._allowed, self._allowed, self._allowed.bit_count()
        )

    def line(self, place: Place) -> list[Place]:
        """From a hex to a source; nothing if there is no line."""
        mp = next((k for k, level in enumerate(self._levels) if level >> place & 1), -1)
        if mp < 0:
            return []
        out = [place]
        while mp:
            place, mp = self._step(place, mp)
            out.append(place)
        ring = next(k for k, found in enumerate(self._rings) if found >> place & 1)
        while ring:
            ring -= 1
            place = each(BOARD.spread(1 << place, self._roads) & self._rings[ring])[0]
            out.append(place)
        return out

    def _step(self, place: Place, mp: int) -> tuple[Place, int]:
        """The next hex towards the road, and the MP from there."""
        here = 1 << place
        by_road = BOARD.spread(here, self._roads) & self._allowed & self._levels[mp - 1]
        if by_road:
            return each(by_road)[0], mp - 1
        for layer, more in ((DRY, 0), (RIVER, MORE["river_mp"])):
            for cost, places in ENTERED_AT:
                left = mp - cost - more
                found = BOARD.spread(here, layer) & self._allowed & places & self._levels[left] if left >= 0 else 0
                if found:
                    return each(found)[0], next(k for k in range(left + 1) if self._levels[k] & found & -found)
        raise AssertionError("a hex with a supply line has a next hex on it")


def free_supply(s: BulgeState, side: Side) -> bool:
    """5.0-1: German units need no supply line on GT 1-3."""
    return side == GERMAN and s.turn <= FREE_UNTIL


def can_trace(s: BulgeState, unit: Unit) -> bool:
    """14.0 for one unit, without resupply missions."""
    side = SIDE[unit]
    return free_supply(s, side) or bool(supplied_hexes(s, side) >> s.at[unit] & 1)


def in_supply(s: BulgeState, unit: Unit) -> bool:
    """Supplied for movement and combat: a line (14.0), free supply (5.0-1) or a resupply marker (7.4)."""
    return bool(s.resupplied >> unit & 1) or can_trace(s, unit)


def hexes_in_supply(s: BulgeState, side: Side, left: Places = 0) -> Places:
    """All hexes whose unit would be in supply, free supply included, if units of the side have left some hexes."""
    return ALL if free_supply(s, side) else supplied_hexes(s, side, left)
