"""Benchmarks specific to this game (for `make bench`)."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import ALLIED, GERMAN, MA, MECH, ROAD_HEXES, SIDE
from ardennes.games.bulge.movement import travel
from ardennes.games.bulge.state import BulgeState


def benchmarks(s: BulgeState) -> dict[str, Callable[[], object]]:
    """The benchmarks by name, each to be called many times in the situation `s`."""
    on_road = [u for u in each(MECH) if s.at[u] >= 0 and ROAD_HEXES >> s.at[u] & 1]
    free = [u for u in on_road if not s.zoc(1 - SIDE[u]) >> s.at[u] & 1]
    unit = (free or on_road)[0]

    def reach() -> object:
        return travel(s, unit, MA).everywhere

    def whole_map_supply() -> object:
        for cached in (supply.watched, supply.usable_roads, supply.trace):
            cached.cache_clear()
        return supply.supplied_hexes(s, GERMAN), supply.supplied_hexes(s, ALLIED)

    return {
        "reach of a mechanized unit on a road": reach,
        "supply of the whole map, both sides, nothing cached": whole_map_supply,
    }
