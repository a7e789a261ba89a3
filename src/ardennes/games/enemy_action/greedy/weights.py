"""The weights of the player `greedy`: what it thinks things are worth (data/greedy.toml)."""

from __future__ import annotations

from ardennes.core.roster import data_text
from ardennes.core.weights import Weights
from ardennes.games.enemy_action.facts import PACKAGE

WEIGHTS = Weights(data_text(PACKAGE, "greedy.toml"), fixed=("worth", "quality"))
"""Units' worth and hexes' quality are tables."""


def weights(part: str) -> dict[str, float]:
    """The numbers of one part of the file, as they are now."""
    return WEIGHTS.part(part)
