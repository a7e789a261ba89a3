"""Two simple opponents: `random` makes any legal choice, `greedy` follows the game's advice."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ardennes.core.errors import BadInput, brief, one_of
from ardennes.players.custom import OWN, custom_player, is_custom
from ardennes.players.seat import Player, Seat


def _rng(seed: int | str, side: str) -> random.Random:
    """Seeding with text is the same on every platform and Python version."""
    return random.Random(f"{seed} {side}")


class RandomPlayer:
    """Any legal choice, all equally likely."""

    def __init__(self, seed: int | str, side: str) -> None:
        self._rng = _rng(seed, side)

    def choose(self, seat: Seat) -> tuple[str, Any]:
        choices = seat.choices
        return choices[self._rng.randrange(len(choices))]


class GreedyPlayer:
    """The game's own advice, for a state in which everything hidden is redrawn at random."""

    def __init__(self, seed: int | str, side: str) -> None:
        self._rng = _rng(seed, side)
        self._advise: Callable[[Any], tuple[str, Any]] | None = None

    def choose(self, seat: Seat) -> tuple[str, Any]:
        state = seat.imagine(self._rng)
        if self._advise is None:
            self._advise = seat.game.adviser()
        verb, raw = self._advise(state)
        table = state.tables.get(verb)
        return verb, raw if table is None else table.names[raw]


_PLAYERS: dict[str, Callable[[int | str, str], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def player_names() -> tuple[str, ...]:
    """The players that come with Ardennes."""
    return tuple(_PLAYERS)


def built_in_player(name: str, seed: int | str, side: str) -> Player:
    """A player that comes with Ardennes, with its own random numbers."""
    if not isinstance(name, str) or name not in _PLAYERS:
        raise BadInput(f"unknown player {brief(name)}; {one_of((*_PLAYERS, OWN))}")
    return _PLAYERS[name](seed, side)


def new_player(name: str, seed: int | str, side: str) -> Player:
    """A player by name: one that comes with Ardennes (`player_names`), or your own, named by its file or module (`mybot.py:Bot`,
    `package.module:Bot`). The latter runs that code: never take such a name from strangers."""
    return custom_player(name, seed, side) if is_custom(name) else built_in_player(name, seed, side)
