"""14.0 Supply, and the roads a side can use: air interdiction (7.2), bridge interdiction (11.0)."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board import Layer, Lead, Reached, reach_back
from ardennes.board.hexes import minus
from ardennes.core.kinds import Places, Side, Unit
from ardennes.games.bulge.facts import (
    ALL,
    AT_ROAD_RATE,
    BOARD,
    BRIDGE,
    GERMAN,
    OFF_ROAD,
    OVER_RIVER,
    ROAD,
    SIDE,
    SOURCES,
    TABLES,
)
from ardennes.games.bulge.state import BulgeState

PATH_MP: int = TABLES["supply"]["path_mp"]
FREE_UNTIL: int = TABLES["supply"]["free_until"]
_WATCH: int = TABLES["bridges"]["interdicted_within"]

# The functions below depend only on their arguments, which are plain integers, so their results are cached.


@lru_cache(maxsize=4096)
def watched(allied: Places) -> Places:
    """11.0: hexes within three hexes of an Allied unit; bridges touching them are interdicted for the Germans."""
    return BOARD.grow(allied, _WATCH)


@lru_cache(maxsize=4096)
def usable_roads(marks: Places, watch: Places) -> Layer:
    """Road sides that can be used: neither those of a hex with an enemy marker (7.2) nor interdicted bridges (11.0)."""
    layer = ROAD
    if marks:
        layer = BOARD.without(layer, marks)
    if watch:
        layer = minus(layer, BOARD.touching(BRIDGE, watch))
    return layer


Terms = tuple[Places, Places, Places, Places]
"""What a trace depends on: closed hexes, hexes with enemy markers, hexes watched by the enemy, sources."""


def terms(s: BulgeState, side: Side, left: Places = 0) -> Terms:
    """14.0: what decides where a side can trace supply once its units have left the hexes in `left`."""
    friends, foes = s.occupied(side) & ~left, s.occupied(1 - side)
    marks = s.interdiction[1 - side] & ~friends
    closed = foes | (s.zoc(1 - side) & ~friends) | marks
    sources = SOURCES[side] if side == GERMAN else SOURCES[side] & ~s.left_by
    return closed, marks, watched(foes) if side == GERMAN else 0, sources


def supplied_hexes(s: BulgeState, side: Side, left: Places = 0) -> Places:
    """14.0: the hexes from which a supply line can be traced, without the free supply of GT 1-3. `left`: hexes that its units have left."""
    return trace(*terms(s, side, left)) & ~s.occupied(1 - side)


@lru_cache(maxsize=8192)
def trace(closed: Places, marks: Places, watch: Places, sources: Places) -> Places:
    """The hexes with a supply line."""
    return lines(closed, marks, watch, sources).everywhere


def lines(closed: Places, marks: Places, watch: Places, sources: Places) -> Reached:
    """14.0: supply lines: the road part from the sources, then up to five MP from it. The supplied hex itself is not part of the line, so
    it may be closed (9.1-1)."""
    roads = usable_roads(marks, watch)
    allowed = ALL & ~closed
    rings = BOARD.rings(sources & allowed, roads, allowed, allowed, allowed.bit_count())
    by_road = Lead(roads, rings, (0,) * len(rings))
    return reach_back(BOARD, (), PATH_MP, ((roads, AT_ROAD_RATE), OFF_ROAD, OVER_RIVER), closed, by_road)


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
    """All hexes where a unit would be in supply, including free supply, once the side's units have left the hexes in `left`."""
    return ALL if free_supply(s, side) else supplied_hexes(s, side, left)
