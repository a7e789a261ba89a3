"""The benchmark runs. Nothing here asserts a time."""

from __future__ import annotations

from pathlib import Path

import pytest

import ardennes
from ardennes.core.errors import BadInput
from ardennes.lab.against import compare
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


def test_a_source_tree_is_compared_with_another(capsys: pytest.CaptureFixture[str]) -> None:
    here = Path(ardennes.__file__).parents[1]
    assert main(["--against", str(here), "--game", "bulge", "--rounds", "2", "--games", "2"]) == 0
    assert "the same" in capsys.readouterr().out


OTHER_RULES = """
from types import SimpleNamespace
class new:
    count, result = 0, None
    decision = SimpleNamespace(choices={"done": [None]})
    def __init__(self, game, seed): pass
    def play(self, verb, argument): self.count, self.result = 1, "over"
"""


def test_games_of_another_length_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "ardennes.py").write_text(OTHER_RULES)
    assert not compare("bulge", tmp_path, 1, 2).same


def test_a_tree_that_cannot_be_played_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "ardennes.py").write_text("raise ValueError('not this one')")
    with pytest.raises(BadInput, match="random play failed: ValueError: not this one"):
        compare("bulge", tmp_path, 1, 1)
