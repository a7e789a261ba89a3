"""A set of small numbers is a Python integer used as a bit set: copying, comparing and combining sets costs almost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def bits(numbers: Iterable[int]) -> int:
    """The bit set of some numbers.

    >>> bits([0, 3])
    9
    """
    out = 0
    for n in numbers:
        out |= 1 << n
    return out


def each(members: int) -> list[int]:
    """The numbers in a bit set, in ascending order.

    >>> each(9)
    [0, 3]
    """
    count, size = members.bit_count(), members.bit_length()
    if count > 20 and count << 5 > size:  # many for its length: faster byte by byte
        while len(_NUMBERS) << 3 < size:
            start = len(_NUMBERS) << 3
            _NUMBERS.append(Byte(range(start, start + 8)))
        return listed(members, _NUMBERS)
    out = []
    while members:  # from the top: the set gets shorter all the time
        n = members.bit_length() - 1
        out.append(n)
        members ^= 1 << n
    out.reverse()
    return out


class Byte(dict[int, list[T]]):
    """What each value of one byte of a bit set stands for: a list of things, made when it first comes up."""

    __slots__ = ("_things",)

    def __init__(self, things: Sequence[T]) -> None:
        self._things = things
        """What each of the eight bits stands for."""

    def __missing__(self, value: int) -> list[T]:
        found = self[value] = [thing for i, thing in enumerate(self._things) if value >> i & 1]
        return found


_NUMBERS: list[Byte[int]] = []
"""The numbers themselves, as far as they have come up."""


def listed(members: int, table: list[Byte[T]]) -> list[T]:
    """The things that a bit set stands for, in order. `table` has an entry for every eight of them. This is on the hot path.

    >>> listed(0b1001, [Byte("abcd")])
    ['a', 'd']
    """
    out: list[T] = []
    if members:
        first = (members & -members).bit_length() - 1 >> 3  # empty bytes before the first member are skipped
        members >>= first << 3
        for n, value in enumerate(members.to_bytes(members.bit_length() + 7 >> 3, "little"), first):
            if value:
                out += table[n][value]
    return out
