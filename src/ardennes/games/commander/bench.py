"""Benchmarks specific to this game (for `make bench`)."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.core.names import each
from ardennes.games.commander.facts import ALLIED, GERMAN, MOTORIZED
from ardennes.games.commander.greedy.plans import Planner, turn_plan
from ardennes.games.commander.odds import spread_of_hits
from ardennes.games.commander.reach import reach
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import supplied_spaces


def benchmarks(s: CommanderState) -> dict[str, Callable[[], object]]:
    """The benchmarks by name, each to be called many times in the situation `s`."""
    unit = each(s.on_map(GERMAN) & MOTORIZED)[0]
    places = each(s._occ[GERMAN])

    def both_supplied() -> object:
        return supplied_spaces(s, GERMAN), supplied_spaces(s, ALLIED)

    def spread() -> object:
        spread_of_hits.cache_clear()
        return spread_of_hits(((7, 5), (5, 4), (4, 3)))

    def plans() -> object:
        planner = Planner(s, GERMAN)
        return [turn_plan(planner, place) for place in places]

    return {
        "reach of a motorized unit": lambda: reach(s, unit),
        "supply of the whole map, both sides": both_supplied,
        "spread of the hits of 16 dice, nothing cached": spread,
        "greedy plans for all German spaces": plans,
    }
