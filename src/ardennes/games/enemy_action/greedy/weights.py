"""The weights of the player `greedy`: what it thinks things are worth (data/greedy.toml)."""

from __future__ import annotations

import tomllib
from typing import Any

from ardennes.core.roster import data_text
from ardennes.games.enemy_action.facts import PACKAGE

WEIGHTS: dict[str, Any] = tomllib.loads(data_text(PACKAGE, "greedy.toml"))


def weights(part: str) -> dict[str, float]:
    """The numbers of one part of the file."""
    return {name: float(value) for name, value in WEIGHTS[part].items() if not isinstance(value, dict)}
