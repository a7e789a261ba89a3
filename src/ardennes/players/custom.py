"""Users' own players: a class or function named by its file (`mybot.py:Bot`) or its module (`package.module:Bot`)."""

from __future__ import annotations

import importlib
import inspect
import sys
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from ardennes.core.errors import ArdennesError, BadInput, brief, plain
from ardennes.players.seat import Player, Seat, answer_of


class PlayerFailed(ArdennesError):
    """A user's own player failed or made an illegal choice. The message names it."""


OWN = "FILE.py:NAME"
"""How such a player is written, for messages."""


def is_custom(name: object) -> bool:
    """Does this name a user's own player?"""
    return isinstance(name, str) and (":" in name or name.endswith(".py"))


def custom_player(name: str, seed: int | str, side: str) -> Player:
    """The player of `mybot.py:Bot` or `package.module:Bot`. `Bot` is called with seed and side, or without arguments if it takes none."""
    where, _, what = name.rpartition(":")
    if not where or not what or what.endswith(".py"):
        raise BadInput(f"{brief(name)} does not say which player: write {OWN} or MODULE:NAME")
    module = _from_file(where) if where.endswith(".py") else _from_module(where)
    make: Any = module
    for part in what.split("."):
        if not hasattr(make, part):
            raise BadInput(f"there is no {brief(what)} in {where}", where=name)
        make = getattr(make, part)
    if not callable(make):
        raise BadInput(f"{what} must be a class or function that makes a player, not {brief(make)}", where=name)
    try:
        player = make(seed, side) if _takes_two(make, name) else make()
    except ArdennesError:
        raise
    except Exception as error:
        raise BadInput(f"the player could not be created: {described(error)}", where=name) from error
    if not callable(getattr(player, "choose", None)):
        raise BadInput(f"{what} makes {brief(player)}, which has no method 'choose(seat)'", where=name)
    return _Guarded(name, player)


class _Guarded:
    """A user's own player. Errors in it are reported with its name."""

    def __init__(self, name: str, player: Player) -> None:
        self._name = name
        self._player = player

    def choose(self, seat: Seat) -> tuple[str, Any]:
        who = f"{self._name} ({seat.side})"
        try:
            answer = self._player.choose(seat)
        except Exception as error:
            raise PlayerFailed(f"{who}: {described(error)}") from error
        verb, argument = answer_of(answer, who)
        refusal = seat.explain(verb, argument)
        if refusal is not None:
            what = plain(verb) if argument is None else f"{plain(verb)} {plain(argument)}"
            raise PlayerFailed(f"{who} chose {what}: {refusal}")
        return verb, argument


def described(error: BaseException) -> str:
    """An error in somebody else's code in one line, with the place where it happened."""
    text = " ".join(str(error).split())
    places = extract_tb(error.__traceback__)
    where = f" ({Path(places[-1].filename).name}:{places[-1].lineno})" if places else ""
    return f"{type(error).__name__}{': ' if text else ''}{text}{where}"


def _takes_two(make: Any, name: str) -> bool:
    """Does it take seed and side as arguments?"""
    try:
        signature = inspect.signature(make)
    except (TypeError, ValueError):  # written in C, for example
        return True
    for arguments in ((0, ""), ()):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return bool(arguments)
    raise BadInput(f"it must be callable as Name(seed, side) or as Name(), not as Name{signature}", where=name)


def _from_file(where: str) -> ModuleType:
    """The module in a file."""
    try:
        path = Path(where).expanduser().resolve()
        found = path.is_file()
    except (OSError, RuntimeError, ValueError):  # a symlink loop, no such home, a NUL
        found = False
    if not found:
        raise BadInput("there is no such file", where=plain(where, 500))
    try:
        return _run(path)
    except Exception as error:
        raise BadInput(f"the file could not be run: {_import_error(error)}", where=where) from error


@cache
def _run(path: Path) -> ModuleType:
    """The module in a file, run once. Modules next to the file can be imported, as when Python runs the file itself."""
    name = f"_ardennes_player_{sha256(str(path).encode(errors='replace')).hexdigest()[:12]}"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    _search(path.parent)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _from_module(where: str) -> ModuleType:
    _search(Path.cwd())
    try:
        return importlib.import_module(where)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{where}.".startswith(f"{error.name}."):
            raise BadInput(
                f"there is no module {brief(error.name)} (a file is named FILE.py:NAME)", where=where
            ) from None
        raise BadInput(f"the module could not be imported: {_import_error(error)}", where=where) from error


def _search(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _import_error(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg} ({Path(error.filename or '?').name}:{error.lineno})"
    return described(error)
