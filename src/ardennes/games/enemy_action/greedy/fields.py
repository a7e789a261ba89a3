"""Distances over the whole board, in movement points, as the player `greedy` sees them: how soon units can be somewhere, and how far it
is to what they want."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ardennes.board import Layer, Way
from ardennes.board import reach as search
from ardennes.board.hexes import minus
from ardennes.board.search import reach_back
from ardennes.core.kinds import Place, Places, Side
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import (
    ALL,
    BOARD,
    COSTS,
    FREEZE_COSTS,
    GERMAN,
    MECHANIZED,
    RIVER,
    layer_of,
    open_sides,
    usable_roads,
)
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.state import EnemyActionState, foe

_W = weights("fields")
FURTHEST = 40
"""Arrival times are counted up to this many points."""
FAR = int(_W["far"])
"""Farther than this is out of sight."""
_KEPT = 1024
"""So many searches of each kind are remembered: little changes from one question to the next. Nobody changes what they found."""


class Ground(NamedTuple):
    """What makes hexes slower to enter, apart from their terrain."""

    zone: Places
    held: Places
    blocked: Places
    bridges: int
    freeze: bool
    extra: tuple[int, int]


def ground(s: EnemyActionState, side: Side, obstacles: bool = True) -> Ground:
    """The board as the units of a side find it; `obstacles`: enemies are in the way."""
    enemy = foe(side)
    extra = ("german_zone", "german_held") if side == GERMAN else ("allied_zone", "allied_held")
    held = s.occupied(enemy) if obstacles else 0
    zone = s.zoc(enemy) & ~held if obstacles else 0
    blocked = s.roadblocks & ~held & ~zone if side == GERMAN else 0
    return Ground(zone, held, blocked, s.bridges, s.freeze, (int(_W[extra[0]]), int(_W[extra[1]])))


@lru_cache(maxsize=256)
def _wet(bridges: int) -> Layer:
    return minus(RIVER, layer_of(bridges))


def _ways(g: Ground, kind: int, area: Places) -> tuple[Way, ...]:
    """The ways over the board: by road, off road, through rivers."""
    return _ways_over(g, kind, area, int(_W["roadblock"]), int(_W["river"]))


@lru_cache(maxsize=_KEPT)
def _ways_over(g: Ground, kind: int, area: Places, roadblock: int, wet: int) -> tuple[Way, ...]:
    all_tiers = (
        (0, area & ~g.zone & ~g.held & ~g.blocked),
        (g.extra[0], area & g.zone),
        (g.extra[1], area & g.held),
        (roadblock, area & g.blocked),
    )
    tiers = [(extra, some) for extra, some in all_tiers if some]
    terrain = FREEZE_COSTS if g.freeze and kind == MECHANIZED else COSTS[kind]
    road = tuple((1 + extra, some) for extra, some in tiers)
    off = tuple((cost + extra, places & some) for cost, places in terrain for extra, some in tiers if places & some)
    river = tuple((wet + cost, some) for cost, some in road)
    return (usable_roads(g.bridges), road), (open_sides(g.bridges), off), (_wet(g.bridges), river)


def _table(levels: Sequence[int], most: int) -> list[int]:
    out = [most] * len(BOARD.names)
    seen = 0
    for cost, level in enumerate(levels):
        for place in each(level & ~seen):
            out[place] = cost
        seen |= level
    return out


def arrival(g: Ground, kind: int, start: Places, most: int = FURTHEST) -> list[int]:
    """By hex: the points that units in `start` need to get there; `most` if it is more."""
    return _arrival(_ways(g, kind, ALL), start, most)


@lru_cache(maxsize=_KEPT)
def _arrival(over: tuple[Way, ...], start: Places, most: int) -> list[int]:
    return _table(search(BOARD, [start], most - 1, over, ALL, 0).levels, most)


def soonest(g: Ground, kind: int, start: Places, wanted: Places, most: int, area: Places = ALL) -> dict[Place, int]:
    """The points that units in `start` need to get to some hexes; those that need more than `most` are left out."""
    return _soonest(_ways(g, kind, area), start, wanted, most)


@lru_cache(maxsize=_KEPT)
def _soonest(over: tuple[Way, ...], start: Places, wanted: Places, most: int) -> dict[Place, int]:
    found = search(BOARD, [start], most, over, ALL, 0)
    out: dict[Place, int] = {}
    for cost, level in enumerate(found.levels):
        for place in each(level & wanted):
            out[place] = cost
        wanted &= ~level
    return out


def approach(g: Ground, kind: int, goals: Sequence[Places], area: Places = ALL) -> list[int]:
    """By hex: how far it is to a goal; `goals[n]` have a handicap of n points. FAR if it is farther."""
    return _approach(_ways(g, kind, area), tuple(goals))


@lru_cache(maxsize=_KEPT)
def _approach(over: tuple[Way, ...], goals: tuple[Places, ...]) -> list[int]:
    return _table(reach_back(BOARD, goals, FAR - 1, over, 0).levels, FAR)


def distances(
    g: Ground, kind: int, goals: Sequence[Places], area: Places, wanted: Places, most: int = FAR
) -> dict[Place, int]:
    """How far it is from some hexes to a goal, as `approach` has it; hexes that are as far as `most` are left out."""
    return _distances(_ways(g, kind, area), tuple(goals), wanted, most)


@lru_cache(maxsize=_KEPT)
def _distances(over: tuple[Way, ...], goals: tuple[Places, ...], wanted: Places, most: int) -> dict[Place, int]:
    spread = BOARD.spread
    out: dict[Place, int] = {}
    seen = 0
    levels: list[Places] = []
    for spent in range(most):
        found = goals[spent] if spent < len(goals) else 0
        for layer, costs in over:
            some = 0
            for cost, places in costs:
                if cost <= spent:
                    some |= levels[spent - cost] & places
            if some:
                found |= spread(some, layer)
        found &= ~seen
        seen |= found
        levels.append(found)
        if there := found & wanted:
            for place in each(there):
                out[place] = spent
            wanted &= ~there
            if not wanted:
                break
    return out


def ways(
    g: Ground, kind: int, goals: Sequence[Places], area: Places, start: Places, most: int
) -> tuple[dict[Place, int], Places]:
    """How far it is from some hexes to a goal, and the hexes on the cheapest ways there."""
    return _on_the_way(_ways(g, kind, area), tuple(goals), start, most)


@lru_cache(maxsize=_KEPT)
def _on_the_way(
    over: tuple[Way, ...], goals: tuple[Places, ...], start: Places, most: int
) -> tuple[dict[Place, int], Places]:
    found = reach_back(BOARD, goals, most - 1, over, 0)
    far: dict[Place, int] = {}
    on = 0
    for cost, places in found.by_cost():
        for place in each(places & start):
            far[place] = cost
            if not on >> place & 1:
                on |= bits(found.way(place))
    return far, on


def forget() -> None:
    """Forget earlier searches."""
    for known in (_ways_over, _arrival, _soonest, _approach, _distances, _on_the_way):
        known.cache_clear()


@cache
def within(place: Place, distance: int) -> tuple[Place, ...]:
    """The hexes up to so far from a hex, itself included."""
    return tuple(each(BOARD.within(place, distance)))
