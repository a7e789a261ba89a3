"""The first two opponents: `random` plays anything that is legal, `greedy` asks the game for sensible advice."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ardennes.core.errors import BadInput, one_of
from ardennes.players.seat import Player, Seat


def _rng(seed: int | str, side: str) -> random.Random:
    """Seeding with text is the same on every platform and Python version."""
    return random.Random(f"{seed} {side}")


class RandomPlayer:
    """Any legal choice, all alike."""

    def __init__(self, seed: int | str, side: str) -> None:
        self._rng = _rng(seed, side)

    def choose(self, seat: Seat) -> tuple[str, Any]:
        choices = [(verb, argument) for verb, some in seat.decision.choices.items() for argument in some]
        return choices[self._rng.randrange(len(choices))]


class GreedyPlayer:
    """The game's own advice, for a state in which everything hidden is drawn anew."""

    def __init__(self, seed: int | str, side: str) -> None:
        self._rng = _rng(seed, side)

    def choose(self, seat: Seat) -> tuple[str, Any]:
        state = seat.imagine(self._rng)
        verb, raw = seat.game.advise(state)
        table = state.tables.get(verb)
        return verb, raw if table is None else table.names[raw]


_PLAYERS: dict[str, Callable[[int | str, str], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def player_names() -> tuple[str, ...]:
    return tuple(_PLAYERS)


def new_player(name: str, seed: int | str, side: str) -> Player:
    """A player by name, with dice of its own."""
    if name not in _PLAYERS:
        raise BadInput(f"unknown player {name!r}; {one_of(_PLAYERS)}")
    return _PLAYERS[name](seed, side)
