"""Benchmarks specific to this game (for `make bench`)."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.core.names import each
from ardennes.games.battles import movement, strength, supply, victory
from ardennes.games.battles.facts import ALLIED, GERMAN, MECH
from ardennes.games.battles.state import BattlesState


def benchmarks(s: BattlesState) -> dict[str, Callable[[], object]]:
    """The benchmarks by name, each to be called many times in the situation `s`."""
    wheels = each(MECH & s.on_map(GERMAN) & ~s.battery)
    unit = next((u for u in wheels if not movement.march_bar(s, u)), wheels[0])

    def reach() -> object:
        return movement.trip(s, unit).ends

    def march() -> object:
        return movement.trip(s, unit, movement.MARCH).ends

    def whole_map_supply() -> object:
        return supply.traced(s, GERMAN), supply.traced(s, ALLIED)

    def zones() -> object:
        s._zoc = [-1, -1]
        return s.zoc(GERMAN), s.zoc(ALLIED)

    def targets() -> object:
        return strength.targets(s, GERMAN)

    def points() -> object:
        return victory.points(s)

    return {
        "reach of a mechanized unit": reach,
        "march of a mechanized unit": march,
        "supply of the whole map, both sides": whole_map_supply,
        "zones of control of both sides": zones,
        "hexes that can be attacked": targets,
        "victory points": points,
    }
