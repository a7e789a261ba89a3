"""What choosing between ideas is worth is measured."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.games import find
from ardennes.lab import ideas
from ardennes.lab.ideas import VARIATIONS, Moment, noise, won, worth
from ardennes.players.planner import Trial

NAMED = ["greedy", "good", "wild"]


def made_up(count: int, worlds: int = 8) -> list[Moment]:
    """`good` is a little better than `greedy` everywhere, `wild` is better or worse by turns, and each look has noise."""
    rng = random.Random(1)
    out = []
    for n in range(count):
        true = {"greedy": 0.5, "good": 0.53, "wild": 0.5 + (0.2 if n % 2 else -0.2), "greedy~3": 0.45}
        out.append(Moment("german", {k: [v + rng.gauss(0, 0.1) for _ in range(worlds)] for k, v in true.items()}))
    return out


def test_what_each_idea_is_worth_is_found() -> None:
    some = made_up(200)
    found = worth(some, NAMED)
    for idea, true in (("good", 0.03), ("wild", 0.0), (VARIATIONS, -0.05)):
        value, error = found[idea]
        assert abs(value - true) < 3 * error
    assert found["wild"][1] > 3 * found["good"][1], "its worth differs from moment to moment"
    assert noise(some) == pytest.approx(0.02, rel=0.2), "of two looks with a deviation of 0.1 each"


def test_more_looks_choose_better_and_fewer_ideas_worse() -> None:
    some = made_up(200)
    by_one, by_four = won(some, 1)[0], won(some, 4)[0]
    assert 0.05 < by_one < by_four < 0.115, "0.115 is what always choosing the best one is worth"
    assert won(some, 4, ["greedy", "good"])[0] == pytest.approx(0.02, abs=0.01)
    assert won(some, 4, ["greedy"]) == (0, 0)


def test_moments_are_those_in_which_a_planner_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("bulge")
    seen: list[Trial] = []

    def valued(trial: Trial) -> float:
        seen.append(trial)
        return 0.7 if trial.idea == "bold" else 0.5

    monkeypatch.setattr(ideas, "try_out", valued)
    some = ideas.moments("bulge", ["campaign"], 2, 1, 3, "1", 0)
    assert {one.side for one in some} == set(game.sides)
    for one in some:
        assert list(one.chances)[: len(game.ideas(one.side))] == [idea.id for idea in game.ideas(one.side)]
        assert len(one.chances) == len(game.ideas(one.side)) + 1
        assert one.gains("bold") == pytest.approx([0.2, 0.2])
    assert {trial.farther for trial in seen} == {3}
    for trial in seen:
        assert trial.start.decision is not None and trial.start.decision.side == trial.side
        assert game.moment(trial.start) is not None
    assert [one.chances for one in ideas.moments("bulge", ["campaign"], 2, 1, 3, "1", 0)] == [
        one.chances for one in some
    ]


def test_the_command_shows_what_was_found_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def quick(_id: str, _scenarios: object, worlds: int, _v: int, _f: int, _seed: str, number: int) -> list[Moment]:
        played.append(number)
        rng = random.Random(number)
        names = {side: [idea.id for idea in find("bulge").ideas(side)] for side in ("german", "allied")}
        return [
            Moment(
                side,
                {k: [rng.random() + 0.2 * (k == "bold") for _ in range(worlds)] for k in [*names[side], "greedy~1"]},
            )
            for side in names
            for _ in "ab"
        ]

    monkeypatch.setattr(ideas, "moments", quick)
    file = tmp_path / "looks.jsonl"
    command = ["lab", "ideas", "bulge", "--jobs", "1", "--worlds", "3", "--games", str(file)]
    assert main([*command, "-n", "2"]) == 0
    capsys.readouterr()
    assert main([*command, "-n", "9"]) == 0
    assert played == list(range(9))
    out = capsys.readouterr().out
    rows = [[cell.strip() for cell in line.split("│")] for line in out.splitlines()]
    first = next(row for row in rows if row[1:3] == ["german", "bold"])
    assert abs(float(first[3].split(" ±")[0]) - 20) < 15
    assert [row[2] for row in rows if row[1:2] == ["german"] and row[4:5] == ["variations too"]] == ["18"]
    assert main([*command, "-n", "9", "--seed", "2"]) == 2
    assert "of another game, scenario, seed or level" in capsys.readouterr().err
    assert main(["lab", "ideas", "bulge", "--level", "marshal"]) == 2
    assert "there is no level 'marshal'" in capsys.readouterr().err
