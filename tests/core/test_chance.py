"""Fair dice that anyone can check."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.core import chance

SEEDS = ("7", "ardennes", "", "ünïcödé")


def test_the_dice_of_a_seed_never_change() -> None:
    """Records that were made on another machine or with an older version depend on these numbers."""
    assert [chance.draw("7", n, None, 6) for n in range(20)] == [
        5,
        3,
        3,
        3,
        3,
        5,
        1,
        4,
        2,
        4,
        3,
        2,
        0,
        5,
        5,
        2,
        3,
        1,
        0,
        0,
    ]
    assert [chance.draw("7", n, (1, 2, 5), 3) for n in range(20)] == [
        2,
        2,
        2,
        2,
        2,
        2,
        1,
        2,
        2,
        2,
        2,
        2,
        1,
        2,
        2,
        1,
        2,
        1,
        1,
        0,
    ]
    assert chance.draw("ardennes", 10**9, None, 10**12) == 86060248250


def test_the_commitment_of_a_seed_never_changes() -> None:
    assert chance.commitment("7") == "e3cc7665f532c7401d5cd5455a73c76d2db398ab16cab58c0b80f571a9678e73"


def test_different_seeds_have_different_commitments_which_do_not_contain_the_seed() -> None:
    seeds = [f"{n}" for n in range(2000)]
    found = {chance.commitment(seed) for seed in seeds}
    assert len(found) == len(seeds)
    assert "7" * 20 not in chance.commitment("7" * 20)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("size", [2, 6, 36])
def test_every_outcome_comes_up_about_as_often(seed: str, size: int) -> None:
    rolls = 6000
    found = Counter(chance.draw(seed, n, None, size) for n in range(rolls))
    assert set(found) == set(range(size))
    expected = rolls / size
    chi_square = sum((found[i] - expected) ** 2 / expected for i in range(size))
    freedom = size - 1
    assert (
        chi_square < freedom + 4.5 * (2 * freedom) ** 0.5 + 6
    )  # far beyond the 99.9 % point: only a real fault exceeds it


def test_one_die_does_not_depend_on_the_one_before() -> None:
    rolls = [chance.draw("pairs", n, None, 6) for n in range(18001)]
    found = Counter(pairwise(rolls))
    assert len(found) == 36
    assert all(370 < count < 640 for count in found.values())  # 500 expected


def test_weights_are_honoured() -> None:
    weights = (1, 2, 3, 0, 4)
    rolls = 10_000
    found = Counter(chance.draw("weights", n, weights, len(weights)) for n in range(rolls))
    assert found[3] == 0
    for i, weight in enumerate(weights):
        assert abs(found[i] - rolls * weight / sum(weights)) < 200


@given(st.text(max_size=20), st.integers(0, 10**9), st.integers(1, 1000))
def test_a_die_shows_one_of_its_faces(seed: str, n: int, size: int) -> None:
    assert 0 <= chance.draw(seed, n, None, size) < size


@given(st.integers(0, 10**6), st.lists(st.integers(0, 9), min_size=1, max_size=8).filter(any))
def test_only_outcomes_with_a_weight_come_up(n: int, weights: list[int]) -> None:
    assert weights[chance.draw("w", n, weights, len(weights))] > 0


@given(st.integers(0, 10**6), st.integers(1, 50))
def test_equal_weights_are_the_same_as_none(n: int, size: int) -> None:
    assert chance.draw("e", n, [1] * size, size) == chance.draw("e", n, None, size)


def test_new_seeds_are_long_and_differ() -> None:
    seeds = {chance.new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert min(len(seed) for seed in seeds) >= 32
