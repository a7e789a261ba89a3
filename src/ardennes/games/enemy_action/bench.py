"""Benchmarks specific to this game (for `make bench`)."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.core.names import each
from ardennes.games.enemy_action import movement, strategic, supply, victory
from ardennes.games.enemy_action.facts import ALLIED, GERMAN, MECH
from ardennes.games.enemy_action.state import EnemyActionState


def benchmarks(s: EnemyActionState) -> dict[str, Callable[[], object]]:
    """The benchmarks by name, each to be called many times in the situation `s`."""
    unit = next(u for u in each(MECH & s.on_map(GERMAN)))

    def reach() -> object:
        return movement.reach(s, unit)

    def march() -> object:
        return strategic.reach(s, unit)

    def whole_map_supply() -> object:
        for cached in vars(supply).values():
            if hasattr(cached, "cache_clear"):
                cached.cache_clear()
        return supply.supplied(s, GERMAN), supply.supplied(s, ALLIED)

    def zones() -> object:
        s._forget_control()
        return s.zoc(GERMAN), s.zoc(ALLIED)

    def points() -> object:
        return victory.points(s)

    return {
        "reach of a mechanized unit": reach,
        "strategic movement of a mechanized unit": march,
        "supply of the whole map, both sides, nothing cached": whole_map_supply,
        "zones of control of both sides": zones,
        "victory points": points,
    }
