"""The games. Each is a package in this folder with the same layout; its `GAME` describes it.

`ardennes.games` is both this package and a function: `ardennes.games()` lists the games, `ardennes.games.bulge.GAME` is one of them.
"""

from __future__ import annotations

import os
import pkgutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module, resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

from ardennes.core.errors import BadInput, one_of
from ardennes.core.game import Game, GameInfo, PlannedGame

MORE = "ARDENNES_GAMES"
"""The environment variable that names further games: modules, separated by commas, each with a GAME. For games that are being written."""
_guests: dict[str, Game] = {}


@contextmanager
def guest(game: Game) -> Iterator[None]:
    """One more game for a while, which is no package in this folder: so a test can serve a toy game like any other. Only this process
    knows of it, so the server's own players, which have processes of their own, cannot play it (those named in MORE they can)."""
    global _guests
    before, _guests = _guests, _guests | {game.id: game}
    try:
        yield
    finally:
        _guests = before


@cache
def _packages() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


def game_ids() -> tuple[str, ...]:
    return (*_packages(), *_more(), *_guests)


def find(game: str) -> Game:
    """The game with this id."""
    return _guests.get(game) or _more().get(game) or _package(game)


@cache
def _package(game: str) -> Game:
    if game not in _packages():
        raise BadInput(f"unknown game {game!r}; {one_of(game_ids())}")
    found = import_module(f"{__name__}.{game}").GAME
    assert isinstance(found, Game)
    return found


@cache
def _more() -> dict[str, Game]:
    out = {}
    for name in filter(None, os.environ.get(MORE, "").replace(" ", "").split(",")):
        try:
            game = import_module(name).GAME
        except (ImportError, AttributeError) as error:
            raise BadInput(f"{name} is no module with a GAME: {error}", where=MORE) from None
        out[game.id] = game
    return out


def data_check(game: str, folder: str | None = None) -> tuple[Path, list[str]]:
    """The folder with a game's data files, and what is inconsistent in them. A game that lets people correct its data has a module
    `check_data` with `problems(folder)`; it is loaded by itself, because a mistake in the data can keep the game from loading."""
    home = Path(__path__[0])
    able = sorted(path.parent.name for path in home.glob("*/check_data.py"))
    if game not in able:
        raise BadInput(f"the data of {game!r} cannot be checked; {one_of(able)}")
    data = home / game / "data" if folder is None else Path(folder)
    if not data.is_dir():
        raise BadInput(f"there is no folder '{data}'")
    spec = spec_from_file_location(f"check_data_of_{game}", home / game / "check_data.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: list[str] = module.problems(data)
    return data, found


@cache
def planned() -> tuple[PlannedGame, ...]:
    """Games in preparation: they have a board and a short description, but no rules yet."""
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
    """What a game's package provides."""

    GAME: Game


class GamesPackage(ModuleType):
    """The class of this module, which makes the module callable.

    A function `games` in `ardennes` would hide the package of that name, and `import ardennes.games.bulge` would fail.
    """

    def __call__(self) -> list[GameInfo]:
        """The games that can be played, each with its id, title, sides, scenarios and options."""
        found = [find(name) for name in game_ids()]
        return [
            GameInfo(g.id, g.title, g.about, g.sides, g.scenarios, g.options, g.length, g.difficulty) for g in found
        ]

    def __getattr__(self, game: str) -> GamePackage:
        """A game's package, imported on first use."""
        if game not in _packages():
            raise AttributeError(f"module {self.__name__!r} has no attribute {game!r}")
        return cast(GamePackage, import_module(f"{self.__name__}.{game}"))

    if (
        TYPE_CHECKING
    ):  # type checkers see `ardennes.games` as an object of this class, which has the functions above too
        find = staticmethod(find)
        guest = staticmethod(guest)
        game_ids = staticmethod(game_ids)
        planned = staticmethod(planned)


sys.modules[__name__].__class__ = GamesPackage
