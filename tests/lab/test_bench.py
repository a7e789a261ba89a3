"""The benchmark runs. Nothing here asserts a time."""

from __future__ import annotations

import pytest

from ardennes.lab.bench import main


def test_the_benchmark_prints_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "1", "--seconds", "0.05"]) == 0
    out = capsys.readouterr().out
    for expected in (
        "Bulge",
        "Commander",
        "times python-chess",
        "copy of a state",
        "Move",
        "replay",
        "loading the game",
        "games per minute",
        "loading a board",
    ):
        assert expected in out
