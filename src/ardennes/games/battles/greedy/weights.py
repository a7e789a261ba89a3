"""The numbers of the player `greedy`: what it thinks things are worth (data/greedy.toml)."""

from __future__ import annotations

from ardennes.core.roster import data_text
from ardennes.core.weights import Weights
from ardennes.games.battles.facts import PACKAGE

WEIGHTS = Weights(data_text(PACKAGE, "greedy.toml"), fixed=("worth", "field"))
