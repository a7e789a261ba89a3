"""The games. Each is a package in this folder, and all are laid out alike; a package's `GAME` says what it is."""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache
from importlib import import_module, resources

from ardennes.core.errors import BadInput, one_of
from ardennes.core.game import Game, PlannedGame


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


@cache
def planned() -> tuple[PlannedGame, ...]:
    """Games in preparation: a board and a few words about them, but no rules yet."""
    out = []
    for folder in sorted(resources.files(__package__).iterdir(), key=lambda folder: folder.name):
        about = folder.joinpath("data", "about.toml")
        if folder.name not in game_ids() and about.is_file():
            words = tomllib.loads(about.read_text(encoding="utf-8"))
            out.append(
                PlannedGame(folder.name, words["title"], words["about"], words["length"], int(words["difficulty"]))
            )
    return tuple(out)
