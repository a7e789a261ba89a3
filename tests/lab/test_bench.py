"""The benchmark runs. Nothing here asserts a time."""

from __future__ import annotations

from pathlib import Path

import pytest

import ardennes
from ardennes.core.errors import BadInput
from ardennes.games import game_ids
from ardennes.lab import bench
from ardennes.lab.against import compare
from ardennes.lab.bench import main
from ardennes.players import new_player, play_out


def test_the_benchmark_prints_its_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "commander", "--rounds", "1", "--seconds", "0.05"]) == 0
    out = capsys.readouterr().out
    for expected in (
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


def test_all_games_are_measured_if_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    monkeypatch.setattr(bench, "bench", lambda game, *_: measured.append(game.id))
    assert main(["--rounds", "1", "--seconds", "0.01"]) == 0
    assert tuple(measured) == game_ids()


@pytest.mark.parametrize("game", game_ids())
def test_each_game_has_calls_of_its_own_to_measure(game: str) -> None:
    match = ardennes.new(game, seed=1)
    play_out(match, {side: new_player("random", 1, side) for side in match.game.sides}, limit=40)
    calls = match.game.benchmarks(match.state)
    assert calls
    for call in calls.values():
        call()


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
