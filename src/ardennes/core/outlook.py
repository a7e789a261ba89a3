"""How a position is valued: the chance that the first side wins, from a few numbers that the game gives (`Game.features`).

The weights in a game's `data/outlook.toml` are fitted to games of programs (`ardennes lab fit GAME`). Each feature has two:
one that holds all game long, and one that grows to its full size at the end.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

from ardennes.core.errors import BadInput


@dataclass(frozen=True, slots=True)
class Outlook:
    """The weights of one game's features."""

    names: tuple[str, ...]
    always: tuple[float, ...]
    """By feature; the first is the constant."""
    later: tuple[float, ...]

    def chance(self, features: Sequence[float], gone: float) -> float:
        """The first side's chance to win when so much of the game is over (0 to 1)."""
        total = self.always[0] + gone * self.later[0]
        for value, always, later in zip(features, self.always[1:], self.later[1:], strict=True):
            total += value * (always + gone * later)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


CONSTANT = "constant"


def read_outlook(text: str, names: tuple[str, ...], where: str) -> Outlook:
    """The outlook of a TOML file: for the constant and each feature, a list of the two weights."""
    data = tomllib.loads(text).get("features", {})
    wanted = (CONSTANT, *names)
    if set(data) != set(wanted):
        odd = sorted(set(data) ^ set(wanted))
        raise BadInput(f"the features must be {', '.join(wanted)}: see {odd[0]!r}", where=where)
    return Outlook(names, *(tuple(float(data[name][n]) for name in wanted) for n in (0, 1)))
