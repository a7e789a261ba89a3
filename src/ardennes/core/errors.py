"""The errors a caller may get. Each says what is wrong, where, and what would be allowed."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex, cast


class ArdennesError(Exception):
    """Base class of all errors that callers should handle; the message is one readable line."""


class BadInput(ArdennesError, ValueError):
    """A file, position, option or argument that cannot be used.

    >>> str(BadInput("unknown hex '9907'", where="game.yaml:12: units.de-1ss"))
    "game.yaml:12: units.de-1ss: unknown hex '9907'"
    """

    def __init__(self, message: str, where: str = "") -> None:
        self.message = message
        self.where = where
        super().__init__(f"{where}: {message}" if where else message)


class IllegalChoice(ArdennesError):
    """A choice that was refused; nothing has changed. `case` is the rule that refuses it, `by` the player who made it, if known."""

    def __init__(self, verb: str, argument: object, case: str, reason: str, by: str = "") -> None:
        self.verb = verb
        self.argument = argument
        self.case = case
        self.reason = reason
        self.by = by
        what = plain(verb) if argument is None else f"{plain(verb)} {plain(argument)}"
        who = f"{by} chose " if by else ""
        super().__init__(f"{who}{what}: {reason} (case {case})")


def brief(value: object, most: int = 60) -> str:
    """A value for an error message: never long, and never itself an error.

    >>> brief("0907"), brief([1, 2]), brief("x" * 1000, most=8)
    ("'0907'", '[1, 2]', "'xxxxxxx...")
    """
    try:
        text = repr(value)
    except Exception:  # too deep, too many digits, or a faulty __repr__
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= most else text[:most] + "..."


def plain(value: object, most: int = 60) -> str:
    """Like `brief`, but short text has no quotes."""
    return value if isinstance(value, str) and len(value) <= most and value.isprintable() else brief(value, most)


def whole(value: object, what: str) -> int:
    """A whole number that somebody gave; BadInput if it is something else.

    >>> whole(3, "a number of choices")
    3
    """
    if not isinstance(value, bool) and hasattr(type(value), "__index__"):
        found = index(cast(SupportsIndex, value))
        if found.bit_length() <= 64:
            return found
    raise BadInput(f"{what} is needed here, not {brief(value)}")


def one_of(allowed: Iterable[object], most: int = 12) -> str:
    """A short list of what is allowed, for an error message.

    >>> one_of(["clear", "mist"])
    'allowed: clear, mist'
    """
    names = [str(a) for a in allowed]
    more = f", ... ({len(names)} in all)" if len(names) > most else ""
    return "allowed: " + (", ".join(names[:most]) if names else "nothing") + more
