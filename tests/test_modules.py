"""Every module can be reached by its full name: `import ardennes.games.bulge`, then `ardennes.games.bulge`."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

import ardennes
from ardennes.core.game import Game

MODULES = [module.name for module in pkgutil.walk_packages(ardennes.__path__, "ardennes.")]


def test_no_name_hides_a_module() -> None:
    hidden = []
    for name in MODULES:
        module, (parent, _, last) = import_module(name), name.rpartition(".")
        if getattr(import_module(parent), last) is not module:
            hidden.append(name)
    assert hidden == []


def test_games_is_a_list_of_games_and_a_package() -> None:
    """In a separate process, because the games are already imported here."""
    program = "import ardennes.games.bulge; print(ardennes.games.bulge.GAME.title, [g.id for g in ardennes.games()])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"Bulge {[game.id for game in ardennes.games()]}\n"


def test_a_game_is_imported_when_it_is_first_named() -> None:
    program = "import ardennes; print(ardennes.games.commander.GAME.title); ardennes.games.chess"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "Commander\n"
    assert done.stderr.endswith("AttributeError: module 'ardennes.games' has no attribute 'chess'\n")


def test_the_games_that_are_listed_are_those_that_can_be_found() -> None:
    assert [info.id for info in ardennes.games()] == list(ardennes.games.game_ids())
    for info in ardennes.games():
        game = ardennes.games.find(info.id)
        assert isinstance(game, Game)
        assert (info.title, info.sides, info.scenarios) == (game.title, game.sides, game.scenarios)
