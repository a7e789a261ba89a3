"""A player as a user of the library writes one. `mypy --strict` accepts it, given the installed package."""

from __future__ import annotations

import random
from typing import Any

import ardennes
import ardennes.games.bulge
from ardennes.players import Player, RandomPlayer, Seat, play_out


class Careful:
    """Ends each phase as soon as that is allowed."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, seat: Seat) -> tuple[str, Any]:
        decision: ardennes.Decision = seat.decision
        if "done" in decision.choices:
            return "done", None
        verb = self._rng.choice(sorted(decision.choices))
        return verb, self._rng.choice(list(decision.choices[verb]))


def winner(seed: int) -> str | None:
    match = ardennes.new(ardennes.games.bulge.GAME.id, seed=seed)
    players: dict[str, Player] = {"german": Careful(seed), "allied": RandomPlayer(seed, "allied")}
    play_out(match, players)
    result: ardennes.Result | None = match.result
    assert result is not None
    return result.winner


def titles() -> list[str]:
    return [info.title for info in ardennes.games()]


if __name__ == "__main__":
    print(titles(), winner(7))
