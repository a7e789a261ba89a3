"""The games. Each is a package in this folder with the same rooms; its `GAME` says what it is."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from ardennes.core.errors import BadInput, one_of
from ardennes.core.game import Game


@cache
def game_ids() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def find(game: str) -> Game:
    """The game with this id."""
    if game not in game_ids():
        raise BadInput(f"unknown game {game!r}; {one_of(game_ids())}")
    found = import_module(f"{__name__}.{game}").GAME
    assert isinstance(found, Game)
    return found
