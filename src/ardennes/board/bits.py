"""A set of small numbers is a Python integer used as a bit set: copying, comparing and combining sets costs almost nothing."""

from __future__ import annotations

from collections.abc import Iterable


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
    out = []
    while members:
        low = members & -members
        out.append(low.bit_length() - 1)
        members ^= low
    return out
