from __future__ import annotations

import doctest
from itertools import pairwise
from types import ModuleType

import pytest

from ardennes.lab import compare, figures, simulate
from ardennes.lab.figures import bar, bin_width, histogram, rank_correlation, ranks, spread_of, wilson


@pytest.mark.parametrize("module", [compare, figures, simulate], ids=lambda module: str(module.__name__))
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (81, 263, 0.255, 0.366), (15, 148, 0.062, 0.160)],
)
def test_wilson_interval(hits: int, of: int, low: float, high: float) -> None:
    """81 of 263 and 15 of 148 are the examples of Newcombe (Statistics in Medicine 17, 1998), method 3."""
    assert wilson(hits, of) == pytest.approx((low, high), abs=0.0006)


def test_spread() -> None:
    assert spread_of([4, 1, 3, 2, 10]) == {
        "mean": 4.0,
        "median": 3.0,
        "lower_quartile": 2.0,
        "upper_quartile": 4.0,
        "min": 1,
        "max": 10,
    }


def test_bars_show_even_one_of_many() -> None:
    assert bar(0.0001, 20) == "▏"
    assert bar(1.0, 20) == "█" * 20
    assert bar(0.0001, 20, ascii_only=True) == "#"


def test_histogram_leaves_nothing_out() -> None:
    values = [-21, -3, 0, 4, 5, 77]
    width = bin_width(min(values), max(values))
    pieces = histogram(values, width)
    assert sum(n for _, _, n in pieces) == len(values)
    assert len(pieces) <= 12
    assert all(b - a == width - 1 for a, b, _ in pieces)
    assert all(first[1] + 1 == second[0] for first, second in pairwise(pieces))


def test_rank_correlation() -> None:
    assert rank_correlation([1, 2, 3], [5, 6, 9]) == 1.0
    assert rank_correlation([1, 2, 3], [9, 6, 5]) == -1.0
    assert ranks([2, 2, 2, 1]) == [3.0, 3.0, 3.0, 1.0]
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    assert rank_correlation(iq, hours) == pytest.approx(-29 / 165, abs=0.0001)  # the usual textbook example
    assert rank_correlation([1, 2], [1, 2]) is None
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None
    with pytest.raises(ValueError, match="pairs"):
        rank_correlation([1, 2, 3], [1, 2])
