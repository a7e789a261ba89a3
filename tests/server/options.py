"""The options of a game, switched on: what they make secret is covered by the tests of secrets."""

from __future__ import annotations

from typing import Any

from ardennes.core.errors import BadInput
from ardennes.core.game import Game


def switched_on(game: Game, scenario: str | None = None) -> dict[str, Any]:
    """All options that can be anything but their default, at the last value that goes together with the others and the scenario."""
    out: dict[str, Any] = {}
    for option in game.options:  # those that need others come after them
        for value in reversed([v for v in option.values if v != option.default]):
            if _fits(game, {**out, option.id: value}, scenario):
                out[option.id] = value
                break
    return out


def _fits(game: Game, options: dict[str, Any], scenario: str | None) -> bool:
    try:
        game.with_defaults(options, scenario)
    except BadInput:
        return False
    return True
