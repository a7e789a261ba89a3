"""Tuning finds the weights that make a difference, and goes on where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.games import find
from ardennes.lab import tune
from ardennes.lab.tune import Search, Trial

GAME = find("bulge")
MATTERS, ELSE = "strike.each", "strike.foes"


def made_up(trial: Trial) -> tuple[float, float]:
    """More of one weight is good for the Germans and bad for the Allies, and there are dice."""
    changes = dict(trial.changes)
    assert GAME.weights is not None
    base = GAME.weights.base[MATTERS]
    lead = sum(changes[side].get(MATTERS, base) - base for side in GAME.sides)
    dice = (hash_of(trial.seed) % 100) / 400
    return (1.0 if lead > 0 else 0.0), 0.4 + dice


def hash_of(text: str) -> int:
    return sum(n * ord(one) for n, one in enumerate(text, start=1)) * 7919


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "tried", made_up)


def tuned(state: Path, rounds: int, *more: str) -> Search:
    arguments = ["lab", "tune", "bulge", "--weights", f"{MATTERS},{ELSE}", "--games", "80", "--check", "4"]
    assert main([*arguments, "--jobs", "1", "--rounds", str(rounds), "--state", str(state), *more]) == 0
    return Search(**json.loads(state.read_text(encoding="utf-8")))


@pytest.mark.usefixtures("fast")
def test_a_weight_moves_to_where_its_side_wins_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    search = tuned(tmp_path / "s.json", 4)
    assert search.steps["german"][MATTERS] > 1 > abs(search.steps["german"][ELSE])
    assert search.steps["allied"][MATTERS] < -1
    assert search.firm("german") == {MATTERS}
    out = capsys.readouterr().out
    assert "[german.greedy.strike]\neach = 0." in out
    assert "foes" not in out, "what made no difference is left as it was"


@pytest.mark.usefixtures("fast")
def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    tuned(tmp_path / "a.json", 1)
    assert tuned(tmp_path / "a.json", 3) == tuned(tmp_path / "b.json", 3)


@pytest.mark.usefixtures("fast")
def test_one_side_alone_is_tuned_against_the_pool(tmp_path: Path) -> None:
    search = tuned(tmp_path / "s.json", 2, "--side", "allied")
    assert list(search.steps) == ["allied"]
    assert search.steps["allied"][MATTERS] < 0


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--seed", "2"], "another game, side, seed or other weights"),
        (["--weights", "nothing.*"], "no weight that can be changed fits 'nothing.*'"),
        (["--start", "nobody"], "there is no temperament 'nobody'"),
        (["--state", "BROKEN"], "cannot continue from this file"),
    ],
)
def test_what_cannot_be_tuned_is_said_in_one_line(
    more: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tuned(tmp_path / "s.json", 1)
    (tmp_path / "broken").write_text('{"game": 1}', encoding="utf-8")
    more = [str(tmp_path / "broken") if one == "BROKEN" else one for one in more]
    arguments = ["lab", "tune", "bulge", "--weights", f"{MATTERS},{ELSE}", "--state", str(tmp_path / "s.json")]
    capsys.readouterr()
    assert main([*arguments, *more]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_real_games_are_played_with_disturbed_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "tune", "bulge", "--weights", "strike.*", "--games", "8", "--rounds", "1", "--check", "1"]
    assert main([*arguments, "--jobs", "1", "--state", str(tmp_path / "s.json")]) == 0
    search = Search(**json.loads((tmp_path / "s.json").read_text(encoding="utf-8")))
    assert all(any(steps.values()) for steps in search.steps.values())
    assert "found, against greedy-1" in capsys.readouterr().out
