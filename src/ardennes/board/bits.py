"""A set of small numbers is a Python integer used as a bit set: copying, comparing and combining sets costs almost nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

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
        if len(_NUMBERS) << 3 < size:
            _NUMBERS.extend(new_table(size - (len(_NUMBERS) << 3)))
        return listed(members, range(size + 8), _NUMBERS)
    out = []
    while members:  # from the top: the set gets shorter all the time
        n = members.bit_length() - 1
        out.append(n)
        members ^= 1 << n
    out.reverse()
    return out


Table = list[list[list[T] | None]]
"""For each byte of a bit set, the things that each of its 256 values stands for, as far as they have come up."""


def new_table(size: int) -> Table[Any]:
    """An empty table for `listed`, for sets of so many things."""
    return [[None] * 256 for _ in range(0, size, 8)]


def listed(members: int, things: Sequence[T], table: Table[T]) -> list[T]:
    """The things that a bit set stands for, in order. The table fills itself: this is on the hot path.

    >>> listed(0b1001, "abcd", new_table(4))
    ['a', 'd']
    """
    out: list[T] = []
    if members:
        first = (members & -members).bit_length() - 1 >> 3  # empty bytes before the first member are skipped
        members >>= first << 3
        for n, value in enumerate(members.to_bytes(members.bit_length() + 7 >> 3, "little"), first):
            if value:
                found = table[n][value]
                if found is None:
                    found = table[n][value] = [things[(n << 3) + i] for i in range(8) if value >> i & 1]
                out += found
    return out


_NUMBERS: Table[int] = []
"""The numbers themselves."""
