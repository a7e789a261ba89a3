"""Who is stronger, and by how much."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.core.errors import BadInput
from ardennes.games import find
from ardennes.lab import ladder
from ardennes.lab.book import Book
from ardennes.lab.contest import Pairing, Played, play
from ardennes.lab.ladder import Scores, against, ratings
from ardennes.lab.places import Visit, number_of


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
        "--games",
        str(tmp_path / "l"),
        *more,
    ]


DRAWN = Played(0.5, "draw", 7, 18, ((1, 3), (18, 7)))


def rows(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_the_command_plays_shows_draws_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(command(tmp_path, "-n", "1", "--svg", str(tmp_path / "l.svg"))) == 0
    out = capsys.readouterr().out
    assert "greedy-1" in out and "100%" in out and "2 │" in out
    assert (tmp_path / "l.svg").read_text().startswith("<svg") and "random" in (tmp_path / "l.svg").read_text()
    played: list[Pairing] = []

    def drawn(pairing: Pairing) -> Played:
        played.append(pairing)
        return DRAWN

    monkeypatch.setattr(ladder, "play", drawn)
    assert main(command(tmp_path, "-n", "2")) == 0
    assert [one.seed for one in played] == ["1/1", "1/1"]
    head, *games = rows(tmp_path / "l")
    assert head == {"game": "bulge", "scenario": "campaign", "seed": "1"}
    kept = sorted((row["first"], row["number"], row["score"]) for row in games)
    assert kept == [("greedy-1", 0, 1.0), ("greedy-1", 1, 0.5), ("random", 0, 0.0), ("random", 1, 0.5)]
    out = capsys.readouterr().out
    assert " 50% │  50% " in out, "a win and a draw"
    assert main(command(tmp_path, "-n", "2")) == 0
    assert capsys.readouterr().out == out, "nothing is played again"


def test_with_mirror_each_player_meets_itself_and_nobody_gains_by_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lab", "ladder", "bulge", "--players", "random", "-n", "1", "--mirror", "--jobs", "1", "--place", "0707"]
    assert main([*words, "--games", str(tmp_path / "m")]) == 0
    _, game = rows(tmp_path / "m")
    assert (game["first"], game["second"]) == ("random", "random")
    out = capsys.readouterr().out
    assert "Elo" not in out and "How the games ended" in out
    assert "random against random" in out and "St. Vith" in out


def test_a_game_that_was_kept_is_read_back_whole(tmp_path: Path) -> None:
    players = (("german", "random"), ("allied", "random"))
    played = play(Pairing("bulge", "campaign", players, "1/0", (number_of(find("bulge"), "0707"),)))
    assert played.course[-1] == (played.turns, played.points)
    assert played.visits[0][0].nearest is not None
    Book(tmp_path / "b", find("bulge"), "campaign", "1").add(("a", "b"), 3, played)
    again = Book(tmp_path / "b", find("bulge"), "campaign", "1")
    assert again.games == {("a", "b"): {3: played}}
    again.add(("a", "b"), 4, replace(DRAWN, visits=((Visit(1, 2, 0), Visit()),)))
    assert Book(tmp_path / "b", find("bulge"), "campaign", "1").games == again.games


def test_a_line_that_was_cut_off_when_a_run_was_killed_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "b"
    book = Book(file, find("bulge"), "campaign", "1")
    book.add(("a", "b"), 0, DRAWN)
    whole = file.read_text()
    file.write_text(whole + whole.splitlines()[1][:30])
    again = Book(file, find("bulge"), "campaign", "1")
    assert list(again.games["a", "b"]) == [0]
    again.add(("a", "b"), 1, DRAWN)
    assert len(rows(file)) == 3


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
    (tmp_path / "l").write_text('{"game": "bulge", "scenario": "campaign", "seed": "1"}\n')
    assert main(command(tmp_path, "-n", "1", *more)) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "{", "{}\n", '{"game": "bulge", "scenario": "campaign", "seed": "1"}\n{"first": "a"}\n']
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "l").write_text(text)
    with pytest.raises(BadInput, match=r"/l: (cannot continue from this file|these games are of another game)"):
        Book(tmp_path / "l", find("bulge"), "campaign", "1")


def test_several_scenarios_are_played_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, str]] = []

    def drawn(pairing: Pairing) -> Played:
        played.append((pairing.seed, pairing.scenario))
        return DRAWN

    monkeypatch.setattr(ladder, "play", drawn)
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
        "--games",
        str(file),
    ]
    assert main([*words, "--scenario", "race,campaign"]) == 0
    assert set(played) == {("1/0", "race"), ("1/1", "campaign"), ("1/2", "race")}
    assert rows(file)[0]["scenario"] == "race,campaign"
