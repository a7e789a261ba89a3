"""Benchmarks specific to this game (for `make bench`)."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.core.names import each
from ardennes.games.ardennes_offensive import bridges, movement, supply, victory
from ardennes.games.ardennes_offensive.facts import ALLIED, GERMAN, MECH, ROAD_HEXES, SIDE
from ardennes.games.ardennes_offensive.reach import explore
from ardennes.games.ardennes_offensive.state import OffensiveState


def benchmarks(s: OffensiveState) -> dict[str, Callable[[], object]]:
    """The benchmarks by name, each to be called many times in the situation `s`."""
    on_road = [u for u in each(MECH) if s.at[u] >= 0 and ROAD_HEXES >> s.at[u] & 1]
    free = [u for u in on_road if not s.zoc(1 - SIDE[u]) >> s.at[u] & 1]
    unit = (free or on_road)[0]

    def reach() -> object:
        found = explore(movement.terms_of(s, unit))
        return found.hexes, found.marches

    def whole_map_supply() -> object:
        for cached in (supply.road_network, supply.fed_hexes, bridges.in_range, bridges.sides_of, bridges.open_roads):
            cached.cache_clear()
        return supply.out_now(s, GERMAN), supply.out_now(s, ALLIED)

    def points() -> object:
        return victory.points(s)

    return {
        "reach of a mechanized unit in both modes, nothing cached": reach,
        "supply of both sides with interdicted bridges, nothing cached": whole_map_supply,
        "victory points": points,
    }
