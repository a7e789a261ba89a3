"""Outlooks fitted to games."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.core.outlook import read_outlook
from ardennes.games import find
from ardennes.lab.fit import Course, course, fitted, loss, table


def courses(weights: tuple[float, ...], count: int = 600) -> list[Course]:
    """Games whose results follow a logistic function of features drawn at random."""
    rng = random.Random(1)
    found = []
    for _ in range(count):
        row = tuple(rng.uniform(-1, 1) for _ in weights)
        chance = 1 / (1 + math.exp(-sum(map(float.__mul__, row, weights))))
        found.append(Course([row] * 3, [0.0, 0.5, 1.0], float(rng.random() < chance)))
    return found


def test_a_fit_finds_what_decides_games() -> None:
    data = table(courses((3.0, 1.0, 0.0)))
    w = fitted(*data)
    early, late = w[:4], w[:4] + w[4:]
    assert early[1] == pytest.approx(3.0, rel=0.4) and late[1] == pytest.approx(3.0, rel=0.4)
    assert early[1] > 2 * early[2] > 4 * abs(early[3])
    assert loss(*data, w) < 0.8 < loss(*data, w * 0)


def test_no_feature_counts_against_the_side_it_is_good_for() -> None:
    w = fitted(*table(courses((2.0, -2.0))))
    assert w[1] > 1
    assert w[2] == w[5] == 0


def test_a_course_has_a_row_for_each_turn() -> None:
    game = find("bulge")
    one = course("bulge", ["campaign"], "1", 0)
    assert len(one.rows) == len(one.gone) > 2
    assert one.gone == sorted(one.gone)
    assert {len(row) for row in one.rows} == {len(game.feature_names)}
    assert one.score in (0.0, 0.5, 1.0)


def test_the_command_writes_an_outlook_that_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "outlook.toml"
    assert main(["lab", "fit", "bulge", "-n", "20", "--jobs", "1", "--out", str(file)]) == 0
    outlook = read_outlook(file.read_text(encoding="utf-8"), find("bulge").feature_names, str(file))
    assert any(outlook.always) and "games kept apart" in capsys.readouterr().err
