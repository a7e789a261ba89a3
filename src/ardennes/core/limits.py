"""One source for what is offered and for why something is not.

A frame yields the limits of a verb, each with its case, what it allows, and the reason in words:

    def limits_unit(self, s):
        yield Limit("5.0", OF_SIDE[self.side], "{} belongs to the other side")
        yield Limit("10.0", ~s.moved, "{} has already moved in this phase")
        yield Limit("9.1", ~s.pinned(self.side), "{} is in an enemy zone of control and cannot leave it")

`offered` is what passes all of them; `first_bar` is the first that excludes. Put first what is cheap and what a player would think of
first: nothing after it is computed once nothing is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ardennes.core.decision import Refusal

Reason = str | Callable[[int], str | Refusal]
Limits = Iterator[tuple[str, int, Reason]]
"""What `limits_<verb>` yields: Limits, or plain tuples of the same three things, which are quicker to make."""


class Limit(NamedTuple):
    """What restricts an argument."""

    case: str
    allowed: int
    """The arguments it allows, as a set."""
    reason: Reason
    """Why others are excluded: a sentence in which {} stands for the argument, or a function of the argument that gives the sentence, or
    a whole refusal if the case depends on it too."""

    def refusal(self, raw: int, said: str) -> Refusal:
        """The refusal of an argument that people call `said`."""
        said_why = self.reason(raw) if callable(self.reason) else self.reason.replace("{}", said)
        return said_why if isinstance(said_why, Refusal) else Refusal(self.case, said_why)


def offered(limits: Iterable[tuple[str, int, Reason]]) -> int:
    """The arguments that every limit allows.

    >>> offered([Limit("1.0", 0b1110, ""), Limit("2.0", 0b0111, "")])
    6
    """
    out = -1
    for _, allowed, _ in limits:
        out &= allowed
        if not out:
            break
    return out


def first_bar(limits: Iterable[tuple[str, int, Reason]], raw: int) -> Limit | None:
    """The first limit that excludes an argument.

    >>> first_bar([Limit("1.0", 0b1110, ""), Limit("2.0", 0b0111, "")], 3).case
    '2.0'
    """
    return next((Limit(*limit) for limit in limits if not limit[1] >> raw & 1), None)
