"""What a field of a state or frame holds, declared once.

A field's annotation says what it holds and, if that is a secret, who may see it:

    moved: Units                                              # a set of units, open to all
    hand: Annotated[CardsPerSide, seen_by(OWNER)]             # a set of cards for each side; each side sees its own
    deck: Annotated[Cards, seen_by(NOBODY)]
    flown: Annotated[tuple[int, ...], seen_by(OWNER, draw=any_missions)]

From the declaration the core derives copying, comparing, hashing, reading and writing positions, what a seat may be told, and how what is
hidden is drawn anew. A declaration it does not understand fails when the class is made.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_origin

from ardennes.core.errors import BadInput, brief, one_of, plain
from ardennes.core.names import Names

if TYPE_CHECKING:
    import random

    from ardennes.core.game import Game
    from ardennes.core.plainfile import Lines

LARGEST = 1_000_000
"""The largest number allowed in a position."""
HIDDEN = "hidden"
"""Written in a position instead of a value that its reader may not know."""


class Reader:
    """Converts plain data, and knows where in the file each value is."""

    def __init__(self, game: Game, where: str, lines: Lines) -> None:
        self.game = game
        self.where = where
        self.lines = lines

    def error(self, path: tuple[Any, ...], message: str) -> BadInput:
        name = ".".join(plain(p) for p in path)
        short = path
        while short and short not in self.lines:
            short = short[:-1]
        line = f":{self.lines[short]}" if short in self.lines else ""
        return BadInput(message, where=f"{self.where}{line}: {name}" if name else f"{self.where}{line}")

    def mapping(self, path: tuple[Any, ...], value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise self.error(path, f"expected a mapping, not {brief(value)}")
        return value

    def items(self, path: tuple[Any, ...], value: Any, of: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.error(path, f"expected a list of {of}, not {brief(value)}")
        return value

    def one(self, path: tuple[Any, ...], names: Names, value: Any) -> int:
        found = names.index.get(as_name(value))
        if found is None:
            raise self.error(path, f"unknown {names.kind} {brief(value)}")
        return found

    def number(self, path: tuple[Any, ...], value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(path, f"expected a whole number, not {brief(value)}")
        if abs(value) > LARGEST:
            raise self.error(path, f"{brief(value)} is too large: numbers may not exceed {LARGEST}")
        return value

    def text(self, path: tuple[Any, ...], value: Any) -> str:
        if not isinstance(value, str) or any(
            "\ud800" <= c <= "\udfff" for c in value
        ):  # half a character cannot be written
            raise self.error(path, f"expected text, not {brief(value)}")
        return value

    def side(self, path: tuple[Any, ...], value: Any) -> int:
        if value not in self.game.sides:
            raise self.error(path, f"unknown side {brief(value)}; {one_of(self.game.sides)}")
        return self.game.sides.index(value)


def as_name(value: Any) -> str:
    """A name as text. A hex such as 1010 may be written without quotes, like 0907."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and 0 <= value <= LARGEST and not isinstance(value, bool) else ""


# --- kinds ---------------------------------------------------------------------------------------------------------------------------

Path = tuple[Any, ...]


class Kind:
    """What a field holds: how it is written into a position and read from it."""

    mutable: ClassVar[bool] = False
    """Is the value changed in place, so that a copy of the state needs its own?"""
    nothing: ClassVar[Any] = 0
    """What a field holds if nobody says otherwise."""

    def plain(self, game: Game, value: Any) -> Any:
        """The value as plain data."""
        return value

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        """The value of plain data; `usual` is what the field has if the file is silent."""
        raise NotImplementedError


class Number(Kind):
    """A whole number."""

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        return r.number(path, value)


class Word(Kind):
    """A text."""

    nothing: ClassVar[Any] = ""

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        return r.text(path, value)


class Flag(Kind):
    """True or false."""

    nothing: ClassVar[Any] = False

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        if not isinstance(value, bool):
            raise r.error(path, f"expected true or false, not {brief(value)}")
        return value


class SideNumber(Kind):
    """A side, by its number."""

    def plain(self, game: Game, value: Any) -> Any:
        return game.sides[value]

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        return r.side(path, value)


@dataclass(frozen=True, slots=True)
class One(Kind):
    """One thing of a table ("unit", "place", "card", ...), -1 for none."""

    table: str
    nothing: ClassVar[Any] = -1

    def plain(self, game: Game, value: Any) -> Any:
        return None if value < 0 else game.table(self.table).names[value]

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        return -1 if value is None else r.one(path, r.game.table(self.table), value)


@dataclass(frozen=True, slots=True)
class Some(Kind):
    """A set of things of a table, as bits."""

    table: str

    def plain(self, game: Game, value: Any) -> Any:
        return game.table(self.table).list_of(value)

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        names = r.game.table(self.table)
        out = 0
        for i, item in enumerate(r.items(path, value, f"{names.kind} names")):
            out |= 1 << r.one((*path, i), names, item)
        return out


class Spot(Kind):
    """Where something is: a place, or one of the game's boxes as a negative number. (-1 is the box of what takes no part.)"""

    nothing: ClassVar[Any] = -1

    def plain(self, game: Game, value: Any) -> Any:
        return game.place_name(value)

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        boxes, names = r.game.boxes, r.game.place_names
        name = as_name(value)
        if name in boxes:
            return boxes[name]
        found = names.index.get(name)
        if found is None:
            known = f"allowed: a {names.kind} on the board, or one of {', '.join(boxes)}"
            raise r.error(path, f"unknown {names.kind} {brief(value)}; {known}")
        return found


@dataclass(frozen=True, slots=True)
class Row(Kind):
    """Several values in order that never change: a tuple."""

    of: Kind
    nothing: ClassVar[Any] = ()

    def plain(self, game: Game, value: Any) -> Any:
        return [self.of.plain(game, v) for v in value]

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        of = "numbers" if isinstance(self.of, Number) else "values"
        return tuple(self.of.read(r, (*path, i), v, None) for i, v in enumerate(r.items(path, value, of)))


@dataclass(frozen=True, slots=True)
class Each(Kind):
    """A list with one value for each side, unit, or other thing of a table."""

    by: str
    of: Kind
    mutable: ClassVar[bool] = True

    def plain(self, game: Game, value: Any) -> Any:
        """Those that say nothing (no number, no place) are left out, but no side is."""
        of = self.of
        if self.by == "side":
            return {side: of.plain(game, v) for side, v in zip(game.sides, value, strict=True)}
        names = game.table(self.by).names
        return {names[i]: of.plain(game, v) for i, v in enumerate(value) if v != of.nothing}

    def read(self, r: Reader, path: Path, value: Any, usual: Any) -> Any:
        out = list(usual)
        for key, item in r.mapping(path, value).items():
            here = (*path, key)
            at = r.side(here, key) if self.by == "side" else r.one(here, r.game.table(self.by), key)
            out[at] = self.of.read(r, here, item, out[at])
        return out


# --- who may see ---------------------------------------------------------------------------------------------------------------------

OWNER = "owner"
"""Each side sees its own entry of a list by side; a frame's value is seen by the side in its field `side`."""
NOBODY = "nobody"
Sees = Callable[[Any, int, int], bool]
"""sees(holder, owner, side): may a side (-1: a spectator) see it? `holder` is the state or the frame."""
Draw = Callable[[Any, Any, int, "random.Random"], Any]
"""draw(state, holder, owner, rng): a value that fits all that is public. `holder` is the state or the frame."""


@dataclass(frozen=True, slots=True)
class Secret:
    """Who may see a field. See `seen_by`."""

    who: str | tuple[int, ...] | Sees
    draw: Draw | None
    picked: bool = False
    """See `PICKED`."""

    def sees(self, holder: Any, owner: int, side: int) -> bool:
        """May a side (-1: a spectator) see the value of an owner (-1: of nobody in particular)?"""
        who = self.who
        if who == OWNER:
            return side >= 0 and side == owner
        if who == NOBODY:
            return False
        if isinstance(who, tuple):
            return side in who
        assert callable(who)
        return who(holder, owner, side)


def seen_by(*who: str | int | Sees, draw: Draw | None = None) -> Secret:
    """A field that not everybody sees: OWNER, NOBODY, the numbers of sides, or a function `Sees`.

    Sets of cards, chits and the like are drawn anew from what nobody has seen (see `secrets`). For anything else `draw` says how.
    """
    if len(who) == 1 and not isinstance(who[0], int):
        return Secret(who[0], draw)
    return Secret(tuple(w for w in who if isinstance(w, int)), draw)


PICKED = Secret(OWNER, None, picked=True)
"""What a frame's side has picked in secret and not committed itself to yet: `card: Annotated[Card, PICKED]`, or a set. While the field
holds anything, the frame is there for that side alone; for everybody else nothing has been picked (see `secrets.shown`). So a pick pushes
its frame and changes nothing else."""


@dataclass(frozen=True, slots=True)
class PartOf:
    """What is in this field lies in another one as well (cards of a hand that were shown), so nothing is dealt into this one or from it."""

    field: str


# --- declarations ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field of a state or frame class."""

    name: str
    kind: Kind
    secret: Secret | None = None
    part_of: str = ""
    """See `PartOf`."""

    def owner(self, holder: Any) -> int:
        """The side whose value it is, for a field that is not a list by side; -1 for none."""
        side = getattr(holder, "side", -1)
        return side if isinstance(side, int) else -1


_PLAIN: dict[Any, Kind] = {int: Number(), str: Word(), bool: Flag(), tuple[int, ...]: Row(Number())}
_FIELDS: dict[type, dict[str, Field]] = {}


def fields_of(cls: type) -> dict[str, Field]:
    """The declared fields of a state or frame class, in the order of declaration. Those that start with `_` are derived: not among them."""
    return _FIELDS[cls]


def declare(cls: type, skip: frozenset[str] = frozenset()) -> dict[str, type]:
    """Read the declarations of a class; raises TypeError for one that is not understood. Returns the derived fields (`_name`) that a copy
    needs its own of, with their type."""
    found: dict[str, Field] = {}
    derived: dict[str, type] = {}
    for base in reversed(cls.__mro__):
        module = vars(sys.modules.get(base.__module__, typing))
        for name, text in inspect.get_annotations(base).items():
            if name in skip or base.__module__ == "builtins":
                continue
            what = _resolved(text, module, cls, name)
            if get_origin(what) is ClassVar or what is ClassVar:
                continue
            if name.startswith("_"):
                origin = get_origin(what) or what
                if origin in (list, dict, set):
                    derived[name] = origin
                continue
            found.pop(name, None)  # declared again: it takes its place here
            found[name] = _field(cls, name, what)
    _FIELDS[cls] = found
    return derived


def _resolved(text: Any, module: dict[str, Any], cls: type, name: str) -> Any:
    if not isinstance(text, str):
        return text
    if text.startswith("ClassVar"):
        return ClassVar
    try:
        return eval(text, module)
    except Exception as error:
        raise TypeError(f"{cls.__qualname__}.{name}: cannot read the declaration {text!r} ({error})") from None


def _field(cls: type, name: str, what: Any) -> Field:
    kind: Kind | None = None
    secret: Secret | None = None
    part_of = ""
    base = what
    if get_origin(what) is Annotated:
        base, *notes = get_args(what)
        kind = next((n for n in notes if isinstance(n, Kind)), None)
        secret = next((n for n in notes if isinstance(n, Secret)), None)
        part_of = next((n.field for n in notes if isinstance(n, PartOf)), "")
    kind = kind or _PLAIN.get(base) or _row(base)
    if kind is None:
        known = "int, str, bool, tuple[int, ...] or a name of ardennes.core.kinds"
        raise TypeError(f"{cls.__qualname__}.{name}: {what} is no kind of field; use {known}")
    if secret is not None:
        _check_secret(cls, name, kind, secret)
        if part_of and secret.draw is None:
            raise TypeError(
                f"{cls.__qualname__}.{name}: a hidden part of {part_of} cannot be drawn anew without draw=..."
            )
    return Field(name, kind, secret, part_of)


def _row(base: Any) -> Kind | None:
    """tuple[Place, ...] and the like."""
    if get_origin(base) is tuple and get_args(base)[1:] == (...,):
        inner = get_args(base)[0]
        if get_origin(inner) is Annotated:
            found = next((n for n in get_args(inner)[1:] if isinstance(n, Kind)), None)
            return None if found is None else Row(found)
    return None


def _check_secret(cls: type, name: str, kind: Kind, secret: Secret) -> None:
    where = f"{cls.__qualname__}.{name}"
    by_side = isinstance(kind, Each) and kind.by == "side"
    held = kind.of if isinstance(kind, Each) else kind
    if isinstance(kind, Each) and not by_side:
        raise TypeError(
            f"{where}: a list by {kind.by} is seen whole or not at all; keep what is secret in a field of its own"
        )
    if secret.who == OWNER and not by_side and "side" not in inspect.get_annotations(cls) and not hasattr(cls, "side"):
        raise TypeError(f"{where}: seen by its owner, but it is no list by side and there is no field 'side'")
    if secret.picked and not isinstance(kind, One | Some):
        raise TypeError(f"{where}: what is picked is one thing of a table, or some of them")
    if secret.draw is None and not secret.picked and not isinstance(held, Some):
        raise TypeError(f"{where}: what is hidden here cannot be drawn anew without draw=...")


def slots(field: Field, holder: Any) -> Sequence[tuple[int, Any]]:
    """The values of a field with their owners: one for each side of a list by side, else the only one."""
    value = getattr(holder, field.name)
    if isinstance(field.kind, Each) and field.kind.by == "side":
        return list(enumerate(value))
    return [(field.owner(holder), value)]
