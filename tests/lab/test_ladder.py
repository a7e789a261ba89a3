"""Who is stronger, and by how much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.core.errors import BadInput
from ardennes.games import find
from ardennes.lab import ladder
from ardennes.lab.contest import Pairing
from ardennes.lab.ladder import Scores, against, ratings


def test_a_player_who_wins_three_of_four_is_191_points_ahead() -> None:
    scores: Scores = {("a", "greedy-1"): [1.0, 1.0, 1.0, 0.0] * 100, ("greedy-1", "a"): [0.0, 0.0, 0.0, 1.0] * 100}
    first, mark = ratings(scores)
    assert (first.player, mark.player, mark.elo) == ("a", "greedy-1", 0.0)
    assert first.elo == pytest.approx(191, abs=3)
    assert first.low < first.elo < first.high < first.low + 60
    assert first.shares == (0.75, 0.75)


def test_the_better_side_does_not_count_as_strength() -> None:
    scores: Scores = {("a", "greedy-1"): [1.0] * 90 + [0.0] * 10, ("greedy-1", "a"): [1.0] * 90 + [0.0] * 10}
    assert [r.elo for r in ratings(scores)] == pytest.approx([0.0, 0.0], abs=1)


def test_a_player_who_never_loses_has_a_rating() -> None:
    assert 200 < ratings({("a", "greedy-1"): [1.0] * 20, ("greedy-1", "a"): [0.0] * 20})[0].elo < 2000


def test_a_share_counts_both_sides_and_halves_for_draws() -> None:
    share, low, high, games = against({("a", "b"): [1.0, 0.5], ("b", "a"): [0.0, 1.0]}, "a", "b")
    assert (share, games) == (0.625, 4)
    assert low < share < high
    assert against({}, "a", "b")[3] == 0


def command(tmp_path: Path, *more: str) -> list[str]:
    return [
        "lab",
        "ladder",
        "bulge",
        "--players",
        "greedy-1,random",
        "--jobs",
        "1",
        "--json",
        str(tmp_path / "l"),
        *more,
    ]


def test_the_command_plays_shows_draws_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(command(tmp_path, "-n", "1", "--svg", str(tmp_path / "l.svg"))) == 0
    out = capsys.readouterr().out
    assert "greedy-1" in out and "100%" in out and "2 │" in out
    assert (tmp_path / "l.svg").read_text().startswith("<svg") and "random" in (tmp_path / "l.svg").read_text()
    played: list[Pairing] = []

    def drawn(pairing: Pairing) -> float:
        played.append(pairing)
        return 0.5

    monkeypatch.setattr(ladder, "score", drawn)
    assert main(command(tmp_path, "-n", "2")) == 0
    assert [one.seed for one in played] == ["1/1", "1/1"]
    kept = {(row["first"], row["second"]): row["scores"] for row in json.loads((tmp_path / "l").read_text())["pairs"]}
    assert kept == {("greedy-1", "random"): [1.0, 0.5], ("random", "greedy-1"): [0.0, 0.5]}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--players", "greedy"], "a ladder needs at least two players"),
        (["--players", "greedy,nobody"], "unknown player 'nobody'"),
        (["--against", "greedy"], "'greedy' is not one of the players"),
        (["--seed", "2"], "these games are of another game, scenario or seed"),
    ],
)
def test_bad_input_is_one_clear_error(
    tmp_path: Path, more: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "l").write_text('{"game": "bulge", "scenario": "campaign", "seed": "1", "pairs": []}')
    assert main(command(tmp_path, "-n", "1", *more)) == 2
    assert message in capsys.readouterr().err


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "l").write_text("{")
    with pytest.raises(BadInput, match="cannot continue from this file"):
        ladder._known(tmp_path / "l", find("bulge"), "campaign", "1")


def test_several_scenarios_are_played_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, str]] = []

    def score(pairing: Pairing) -> float:
        played.append((pairing.seed, pairing.scenario))
        return 1.0

    monkeypatch.setattr(ladder, "score", score)
    file = tmp_path / "l"
    words = [
        "lab",
        "ladder",
        "commander",
        "--players",
        "greedy-1,random",
        "--jobs",
        "1",
        "-n",
        "3",
        "--json",
        str(file),
    ]
    assert main([*words, "--scenario", "race,campaign"]) == 0
    assert set(played) == {("1/0", "race"), ("1/1", "campaign"), ("1/2", "race")}
    assert json.loads(file.read_text())["scenario"] == "race,campaign"
