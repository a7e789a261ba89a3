"""10 Supply: supply heads, supplied hexes, the lines of units, and the daily check (4-III steps 2 and 3)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.board import Layer
from ardennes.board.hexes import minus
from ardennes.board.search import flood
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    BOARD,
    FRIENDLY_EDGE,
    GERMAN,
    OF_SIDE,
    RIVER,
    SIDE,
    SOURCES,
    TABLES,
    VDH,
    WESTWALL,
    layer_of,
    open_sides,
    usable_roads,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe

PATH: int = TABLES["supply"]["path"]
"""10.1: hexes from a unit to its supply head."""


class Terms(NamedTuple):
    """What decides where a side can trace supply. What depends only on these is cached."""

    side: Side
    closed: Places
    """10.1: hexes that no line may enter."""
    bridges: int
    """All intact bridges."""
    barred: int
    """The enemy's among them."""


def terms(s: EnemyActionState, side: Side) -> Terms:
    """10.1, 10.1-heads, 10.13, 7.9-effects: the hexes that are closed to a side's supply, and the bridges."""
    enemy = foe(side)
    friends = s.occupied(side)
    closed = s.occupied(enemy) | s.zoc(enemy) & ~friends | s.towns(enemy)
    closed |= WESTWALL & ~friends if side == ALLIED else s.roadblocks
    return Terms(side, closed & ALL, s.bridges, s.own_bridges(enemy))


def _roads(t: Terms) -> Layer:
    """10.1-heads, 12.23: the road sides that a supply line can use."""
    return minus(usable_roads(t.bridges), layer_of(t.barred))


def _open(t: Terms) -> Layer:
    """10.1: sides without a river, or with an intact bridge of the side's own, roads or not."""
    return open_sides(t.bridges & ~t.barred)


def _wet(t: Terms) -> Layer:
    """10.1: river sides without a bridge. The enemy's bridges are closed altogether."""
    return minus(RIVER, layer_of(t.bridges))


@lru_cache(maxsize=4096)
def _heads(t: Terms) -> Places:
    allowed = ALL & ~t.closed
    return flood(BOARD, SOURCES[t.side] & allowed, _roads(t), allowed)


def _ends(t: Terms) -> Places:
    """10.1: where a supply path can end: supply heads and friendly edge hexes that are open."""
    return _heads(t) | FRIENDLY_EDGE[t.side] & ~t.closed


def _rings(t: Terms) -> list[Places]:
    """10.1: the ends, then the hexes one hex further from them, and so on. The hex that is supplied may itself be closed."""
    return BOARD.rings(_ends(t), _open(t), ALL, ALL & ~t.closed, PATH)


@lru_cache(maxsize=4096)
def _supplied(t: Terms) -> Places:
    out = FRIENDLY_EDGE[t.side]  # 10.11
    for ring in _rings(t):
        out |= ring
    return out | BOARD.spread(_ends(t), _wet(t))


def heads(s: EnemyActionState, side: Side) -> Places:
    """10.1-heads: the supply heads of a side."""
    return _heads(terms(s, side))


def supplied(s: EnemyActionState, side: Side) -> Places:
    """10-hexes, 10.1: every hex that is in a side's supply right now."""
    return _supplied(terms(s, side)) & ~s.occupied(foe(side))


def in_supply(s: EnemyActionState, side: Side, place: Place) -> bool:
    """10-hexes: is a hex in a side's supply right now?"""
    return bool(supplied(s, side) >> place & 1)


def paths(s: EnemyActionState, unit: Unit) -> list[Place]:
    """The supply line of a unit, from its hex to the supply head and along the road to the edge of the map; empty if it has none."""
    place = s.at[unit]
    if place < 0 or not in_supply(s, SIDE[unit], place):
        return []
    return _line(terms(s, SIDE[unit]), place)


@lru_cache(maxsize=4096)
def _line_cached(t: Terms, place: Place) -> tuple[Place, ...]:
    out = [place]
    rings = _rings(t)
    at = next((n for n, ring in enumerate(rings) if ring >> place & 1), -1)
    if at < 0:
        across = BOARD.spread(1 << place, _wet(t)) & _ends(t)
        if not across:
            return (place,)  # 10.11
        out.append(_lowest(across))
    for ring in reversed(rings[: max(at, 0)]):
        out.append(_lowest(BOARD.spread(1 << out[-1], _open(t)) & ring & ~t.closed))
    if not _heads(t) >> out[-1] & 1:
        return tuple(out)
    roads, allowed = _roads(t), ALL & ~t.closed
    by_road = BOARD.rings(SOURCES[t.side] & allowed, roads, allowed, allowed, allowed.bit_count())
    at = next(n for n, ring in enumerate(by_road) if ring >> out[-1] & 1)
    for ring in reversed(by_road[:at]):
        out.append(_lowest(BOARD.spread(1 << out[-1], roads) & ring))
    return tuple(out)


def _line(t: Terms, place: Place) -> list[Place]:
    return list(_line_cached(t, place))


def _lowest(places: Places) -> Place:
    return (places & -places).bit_length() - 1


def checked(s: EnemyActionState) -> Units:
    """10, 10.12: the units whose supply is checked today. Von der Heydte is checked from the day after its landing on."""
    if not s.on("supply_phase"):
        return 0
    german = OF_SIDE[GERMAN] if s.on("german_supply") else 1 << VDH
    return s.on_map(ALLIED) | s.on_map(GERMAN) & german


def judge(s: EnemyActionState) -> Units:
    """4-III steps 2 and 3: units in supply lose their markers, all others go one state down, roadblocks out of supply are removed. All of
    it by the board as it was before. The units that were isolated already are returned: they check for surrender (10.24)."""
    units = checked(s)
    fed = 0
    for side in (GERMAN, ALLIED):
        fed |= s.units_in(side, supplied(s, side))
    lost = s.roadblocks & ~supplied(s, ALLIED) if s.on("supply_phase") else 0
    again = units & fed & s.unsupplied
    short = units & ~fed
    isolated, out, low = short & s.oos, short & s.low, short & ~s.unsupplied
    rolls = short & s.isolated
    changes = (
        ("back_in_supply", again, ""),
        ("low_supply", low, "low"),
        ("out_of_supply", out, "oos"),
        ("isolated", isolated, "isolated"),
    )
    for kind, some, state in changes:
        if some:
            s.mark_supply(some, state)
        for side in (GERMAN, ALLIED):
            if some & OF_SIDE[side]:
                s.tell(kind, some & OF_SIDE[side])
    s.roadblocks &= ~lost
    for place in each(lost):
        s.tell("clears_roadblock", place)
    return rolls
