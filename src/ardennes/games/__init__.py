"""The games. Each is a package in this folder, and all are laid out alike; a package's `GAME` says what it is.

`ardennes.games` is both this package and a function: `ardennes.games()` lists the games, `ardennes.games.bulge.GAME` is one of them.
"""

from __future__ import annotations

import pkgutil
import sys
import tomllib
from functools import cache
from importlib import import_module, resources
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from ardennes.core.errors import BadInput, one_of
from ardennes.core.game import Game, GameInfo, PlannedGame


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


class GamePackage(Protocol):
    """What the package of a game offers."""

    GAME: Game


class GamesPackage(ModuleType):
    """The class of this very module, which makes it callable.

    A function `games` in `ardennes` would hide the package of that name, and `import ardennes.games.bulge` would lead nowhere.
    """

    def __call__(self) -> list[GameInfo]:
        """The games that can be played: id, title, sides, scenarios, options of each."""
        found = [find(name) for name in game_ids()]
        return [
            GameInfo(g.id, g.title, g.about, g.sides, g.scenarios, g.options, g.length, g.difficulty) for g in found
        ]

    def __getattr__(self, game: str) -> GamePackage:
        """The package of a game, imported when it is first asked for."""
        if game not in game_ids():
            raise AttributeError(f"module {self.__name__!r} has no attribute {game!r}")
        return cast(GamePackage, import_module(f"{self.__name__}.{game}"))

    if TYPE_CHECKING:  # to a type checker `ardennes.games` is an object of this class; it has the functions above too
        find = staticmethod(find)
        game_ids = staticmethod(game_ids)
        planned = staticmethod(planned)


sys.modules[__name__].__class__ = GamesPackage
