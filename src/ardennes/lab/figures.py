"""Figures for people: intervals, quartiles, and bars made of text."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

_EIGHTHS = " ▏▎▍▌▋▊▉"


def wilson(hits: float, of: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a proportion (Wilson's score interval: reliable for few games and for proportions near 0 and 1).

    >>> low, high = wilson(5, 10)
    >>> round(low, 3), round(high, 3)
    (0.237, 0.763)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not of:
        return 0.0, 1.0
    share = hits / of
    centre = share + z * z / (2 * of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    below = 1 + z * z / of
    return max(0.0, (centre - spread) / below), min(1.0, (centre + spread) / below)


def share_interval(scores: Sequence[float], z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a mean of scores between 0 and 1 (a win is 1, a draw a half).

    >>> share_interval([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]) == wilson(5, 10)
    True
    """
    return wilson(math.fsum(scores), len(scores), z)


def quantile(values: Sequence[float], at: float) -> float:
    """The value below which a fraction `at` of the values lies (linear between neighbours).

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    place = (len(ordered) - 1) * at
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (place - low))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal values share the mean of their ranks.

    >>> ranks([30, 10, 20, 10])
    [4.0, 1.5, 3.0, 1.5]
    """
    ordered = sorted(values)
    return [ordered.index(v) + (ordered.count(v) + 1) / 2 for v in values]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation of pairs of values; None if there are fewer than three pairs or if all values of a kind are equal.

    >>> rank_correlation([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    if len(one) != len(other):
        raise ValueError("the values do not form pairs")
    if len(one) < 3 or len(set(one)) == 1 or len(set(other)) == 1:
        return None
    a, b = ranks(one), ranks(other)
    middle = (len(a) + 1) / 2
    both = math.fsum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    each = math.fsum((x - middle) ** 2 for x in a) * math.fsum((y - middle) ** 2 for y in b)
    return round(both / math.sqrt(each), 4)


def paired(differences: Sequence[float]) -> tuple[float, tuple[float, float] | None]:
    """The mean of some differences and its 95 % interval (Student's); no interval for a single one.

    >>> paired([1, 2, 3])[0], paired([2, 2])
    (2.0, (2.0, (2.0, 2.0)))
    """
    n = len(differences)
    mean = math.fsum(differences) / n
    if n == 1:
        return mean, None
    variance = math.fsum((d - mean) ** 2 for d in differences) / (n - 1)
    reach = student(n - 1) * math.sqrt(variance / n)
    return mean, (mean - reach, mean + reach)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution: exact for one and two degrees of freedom, then to 1 % (Fisher's expansion).

    >>> [round(student(n), 2) for n in (1, 3, 9, 99)]
    [12.71, 3.16, 2.26, 1.98]
    """
    if freedom == 1:
        return 12.7062
    if freedom == 2:
        return 4.3027
    z = 1.959964
    one = (z**3 + z) / 4
    two = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    three = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + one / freedom + two / freedom**2 + three / freedom**3


def spread_of(values: Sequence[float]) -> dict[str, float]:
    """Mean, quartiles and range of some values."""
    return {
        "mean": round(math.fsum(values) / len(values), 3),
        "median": quantile(values, 0.5),
        "lower_quartile": quantile(values, 0.25),
        "upper_quartile": quantile(values, 0.75),
        "min": min(values),
        "max": max(values),
    }


def bar(share: float, width: int, ascii_only: bool = False) -> str:
    """A bar; anything above zero is visible.

    >>> bar(0.5, 5), bar(0.5, 4, ascii_only=True), bar(0.0, 4)
    ('██▌', '##', '')
    """
    if share <= 0:
        return ""
    if ascii_only:
        return "#" * max(1, round(share * width))
    eighths = max(1, round(share * width * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def whisker(low: float, at: float, high: float, first: float, last: float, width: int, ascii_only: bool = False) -> str:
    """An interval with its middle on a scale from `first` to `last`, which has a mark at zero.

    >>> whisker(-1, 1, 3, -2, 4, 13), whisker(1, 2, 3, -1, 3, 9, ascii_only=True)
    ('  ├─┼─●───┤  ', '  | |-o-|')
    """
    if last <= first:
        return "o" if ascii_only else "●"

    def column(x: float) -> int:
        return round((x - first) / (last - first) * (width - 1))

    line, left, right, zero, bare, middle = "-||+|o" if ascii_only else "─├┤┼│●"
    out = [" "] * width
    for i in range(column(low), column(high) + 1):
        out[i] = line
    if first <= 0 <= last:
        out[column(0)] = zero if low <= 0 <= high else bare
    out[column(low)], out[column(high)] = left, right
    out[column(at)] = middle
    return "".join(out)


def bin_width(low: int, high: int, most: int = 12) -> int:
    """A round number that divides a range into at most `most` bins.

    >>> bin_width(-7, 93), bin_width(3, 6)
    (10, 1)
    """
    size = 1
    while True:
        for step in (1, 2, 5):
            if high // (size * step) - low // (size * step) < most:
                return size * step
        size *= 10


def histogram(values: Sequence[int], width: int = 1) -> list[tuple[int, int, int]]:
    """(first, last, how many) of every bin in the range, including empty ones.

    >>> histogram([1, 1, 4], 2)
    [(0, 1, 2), (2, 3, 0), (4, 5, 1)]
    """
    counts = Counter(v // width for v in values)
    return [(i * width, i * width + width - 1, counts[i]) for i in range(min(counts), max(counts) + 1)]
