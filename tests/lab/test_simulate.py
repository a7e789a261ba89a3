from __future__ import annotations

import argparse
import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import ardennes
from ardennes import BadInput
from ardennes.core.game import Scenario
from ardennes.games import find
from ardennes.lab import simulate as simulate_module
from ardennes.lab.simulate import Row, Setup, Simulation, add_arguments, run, show, simulate
from ardennes.lab.survey import Survey, show_all, simulate_all
from ardennes.players import RandomPlayer, Seat
from tests.machine import PATIENCE, wait_until

RANDOM = {"german": "random", "allied": "random"}


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(["bulge", *words])


def test_the_same_seed_gives_the_same_games_on_any_number_of_processes() -> None:
    one = simulate("bulge", 10, RANDOM, seed=7, jobs=1)
    two = simulate("bulge", 10, RANDOM, seed=7, jobs=2)
    assert one.rows == two.rows
    assert one.plain() == two.plain()
    assert [row.number for row in two.rows] == list(range(10))
    assert simulate("bulge", 10, RANDOM, seed=8).rows != one.rows


def test_a_game_does_not_depend_on_how_many_others_are_played() -> None:
    assert simulate("bulge", 3, RANDOM, seed="x").rows == simulate("bulge", 6, RANDOM, seed="x").rows[:3]


def test_a_row_can_be_played_again_by_hand() -> None:
    row = simulate("bulge", 3, RANDOM, seed="x", options={"airdrop": True}).rows[2]
    match = ardennes.new("bulge", seed=row.seed, options={"airdrop": True})
    seats = {side: (RandomPlayer(row.seed, side), Seat(match, side)) for side in RANDOM}
    while match.result is None:
        player, seat = seats[match.decision.side]
        match.play(*player.choose(seat))
    result = match.result
    assert (row.winner, row.level, row.points, row.choices) == (
        result.winner,
        result.level,
        result.points,
        match.count,
    )
    assert row.turns == match.view()["turn"]["number"]


def test_greedy_plays_if_nobody_is_named() -> None:
    found = simulate("bulge", 1, {"german": "random"}, seed=1)
    assert found.setup.players == {"german": "random", "allied": "greedy"}
    assert len(found.rows) == 1


def test_the_command_shows_tables_and_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.json"
    words = ["-n", "20", "--german", "random", "--allied", "random", "--seed", "1", "--jobs", "2"]
    assert run(parsed(*words, "--option", "weather=variable", "--json", str(file))) == 0
    out = capsys.readouterr().out
    for expected in (
        "german",
        "allied",
        "draw",
        "95 % interval",
        "median",
        "quartiles",
        "last turn",
        "█",
        "per minute",
    ):
        assert expected in out
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["players"] == RANDOM
    assert data["options"] == {"weather": "variable", "airdrop": False}
    assert (data["seed"], data["asked"], data["complete"]) == ("1", 20, True)
    assert len(data["games"]) == data["summary"]["games"] == 20
    assert set(data["games"][0]) == {"number", "seed", "winner", "level", "points", "turns", "choices", "course"}
    assert sum(line["games"] for line in data["summary"]["wins"].values()) == 20
    assert not list(tmp_path.glob("*.part"))


def test_points_are_shown_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """The course of each game ends with its result, and each turn has the points that a replay shows when the next one begins."""
    found = simulate("bulge", 3, RANDOM, seed=5)
    for row in found.rows:
        assert [turn for turn, _ in row.course] == list(range(1, row.turns + 1))
        assert row.course[-1] == (row.turns, row.points)
    row = found.rows[0]
    match = ardennes.new("bulge", seed=row.seed)
    seats = {side: (RandomPlayer(row.seed, side), Seat(match, side)) for side in RANDOM}
    seen = {1: 0}
    while match.result is None:
        player, seat = seats[match.decision.side]
        seen.setdefault(match.view()["turn"]["number"], match.view()["gauge"]["value"])
        match.play(*player.choose(seat))
    assert [seen[turn + 1] for turn, _ in row.course[:-1]] == [points for _, points in row.course[:-1]]
    turns = [line["turn"] for line in found.summary()["course"]]
    assert turns == list(range(1, max(row.turns for row in found.rows) + 1))
    assert run(parsed("-n", "2", "--german", "random", "--allied", "random", "--seed", "5", "--jobs", "1")) == 0
    out = capsys.readouterr().out
    assert "limits in that turn" in out and "16 Dec" in out


def test_limits_that_never_change_are_said_once() -> None:
    found = simulate("bulge", 2, RANDOM, seed=5)
    found.rows[:] = [replace(row, limits=tuple((turn, "won from 5") for turn, _ in row.limits)) for row in found.rows]
    text = io.StringIO()
    show(found, find("bulge"), Console(file=text, width=100))
    out = text.getvalue()
    assert out.count("won from 5.") == 1 and "limits in that turn" not in out


def test_a_simulation_can_be_taken_up_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file with the first games and the others played later are the same as one run, and nothing is played twice."""
    words = ["--german", "random", "--allied", "random", "--seed", "4", "--jobs", "1"]
    part, whole = tmp_path / "part.json", tmp_path / "whole.json"
    assert run(parsed("-n", "2", *words, "--json", str(part), "--resume")) == 0
    played: list[int] = []
    play = simulate_module.play_one

    def counting(setup: Setup, number: int) -> Row | simulate_module.Failure:
        played.append(number)
        return play(setup, number)

    monkeypatch.setattr(simulate_module, "play_one", counting)
    assert run(parsed("-n", "4", *words, "--json", str(part), "--resume")) == 0
    assert played == [2, 3]
    assert run(parsed("-n", "4", *words, "--json", str(whole))) == 0
    assert part.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")
    capsys.readouterr()
    played.clear()
    assert run(parsed("-n", "4", *words, "--json", str(part), "--resume")) == 0
    assert not played and "16 Dec" in capsys.readouterr().out
    other = parsed("-n", "4", *words[:-4], "--seed", "5", "--jobs", "1", "--json", str(part), "--resume")
    with pytest.raises(BadInput, match="these games have another seed"):
        run(other)
    part.write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot continue from this file"):
        run(parsed("-n", "4", *words, "--json", str(part), "--resume"))


@pytest.mark.parametrize(
    "words",
    [
        ["--resume"],
        ["--resume", "--json", "-"],
        ["--resume", "--json", "x.json"],
        ["--resume", "--json", "x.json", "--seed", "1", "--scenario", "all"],
    ],
)
def test_what_cannot_be_taken_up_is_refused(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="--resume needs"):
        run(parsed(*words))


def test_players_can_be_named_for_any_side() -> None:
    assert run(parsed("-n", "1", "--player", "german=random", "--player", "allied=random", "--jobs", "1")) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--german", "nobody"],
        ["--player", "russian=random"],
        ["--player", "german"],
        ["--option", "weather=hail"],
        ["--option", "fog=true"],
        ["--option", "weather"],
        ["--scenario", "winter"],
        ["--json", "no/such/folder/x.json"],
        ["--json", "."],
        ["--german", "no/such.py:Bot"],
        ["--german", "json:nobody"],
    ],
)
def test_bad_input_is_refused_before_anything_is_played(words: list[str]) -> None:
    with pytest.raises(BadInput) as found:
        run(parsed("-n", "1", "--jobs", "1", *words))
    assert "\n" not in str(found.value)


def test_library_refuses_nonsense() -> None:
    with pytest.raises(BadInput):
        simulate("bulge", 0)
    with pytest.raises(BadInput):
        simulate("bulge", 1, jobs=0)
    with pytest.raises(BadInput):
        simulate("chess", 1)
    odd: Any
    for odd in (1.5, "3", None, True, []):
        with pytest.raises(BadInput, match="a number of games is needed here"):
            simulate("bulge", odd)
        with pytest.raises(BadInput, match="a number of jobs is needed here"):
            simulate("bulge", 1, jobs=odd)
    for odd in (["greedy"], "greedy", 3):
        with pytest.raises(BadInput, match="players are given by side"):
            simulate("bulge", 1, odd)
    with pytest.raises(BadInput, match="a seed is a whole number or a text"):
        simulate("bulge", 1, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="options are names with values"):
        simulate("bulge", 1, options=["x"])  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="unknown game"):
        simulate(["bulge"], 1)  # type: ignore[arg-type]


class Stumbling:
    """Plays, and fails at its 30th choice."""

    def __init__(self, name: str, seed: str, side: str) -> None:
        self.player = RandomPlayer(seed, side)
        self.left = 30

    def choose(self, seat: Seat) -> tuple[str, Any]:
        self.left -= 1
        if not self.left:
            raise RuntimeError("lost\nthe thread")
        return self.player.choose(seat)


def test_a_game_that_fails_is_saved_and_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulate_module, "new_player", Stumbling)
    assert run(parsed("-n", "3", "--seed", "5", "--jobs", "1")) == 1
    told = capsys.readouterr().err.strip()
    assert "\n" not in told
    assert "RuntimeError: lost the thread" in told
    (file,) = tmp_path.glob("*/*.jsonl")
    assert str(file.relative_to(tmp_path)) in told
    assert ardennes.replay(file).count >= 29


def all_scenarios(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(["commander", "--scenario", "all", *words])


def test_all_scenarios_are_played_with_the_same_seeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.json"
    words = ["-n", "3", "--german", "random", "--allied", "random", "--seed", "1", "--jobs", "1", "--json", str(file)]
    assert run(all_scenarios(*words)) == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    names = [scenario.id for scenario in ardennes.games.commander.GAME.scenarios]
    assert len(names) > 1 and [part["scenario"] for part in data["scenarios"]] == names
    for part in data["scenarios"]:
        assert part["games"] == simulate("commander", 3, RANDOM, 1, scenario=part["scenario"]).plain()["games"]
    assert data["rank_correlation"] is None
    out = capsys.readouterr().out
    assert all(name in out for name in names)
    assert "3 games of each" in out and "Rank correlation" not in out


def test_an_option_that_a_scenario_does_not_have_is_refused_before_all_are_played() -> None:
    with pytest.raises(BadInput):
        simulate_all("commander", 1, RANDOM, options={"fog": True})
    with pytest.raises(BadInput):
        simulate_all("chess", 1)


class Ranked(type(ardennes.games.commander.GAME)):  # type: ignore[misc]
    """Commander with three scenarios that its designers rank."""

    id = "ranked"
    scenarios = tuple(
        Scenario(name, name.title(), 13, "", expected=words, favour=favour)
        for name, words, favour in (("campaign", "a draw", 1), ("race", "a win", 2), ("third", "", 3))
    )


def test_what_the_designers_expect_is_shown_beside_what_happens(capsys: pytest.CaptureFixture[str]) -> None:
    def part(scenario: str, german: int, draws: int) -> Simulation:
        setup = Setup("ranked", scenario, {}, dict(RANDOM), "1")
        winners = ["german"] * german + [None] * draws + ["allied"] * (4 - german - draws)
        rows = [Row(n, "", winner, "won", 0, 1, 1) for n, winner in enumerate(winners)]
        return Simulation(setup, 4, 1, rows)

    survey = Survey(Ranked(), [part("campaign", 1, 0), part("race", 0, 1), part("third", 4, 0)])
    assert [each.share() for each in survey.parts] == [0.25, 0.125, 1.0]
    assert survey.correlation() == 0.5
    assert [line["favour"] for line in survey.plain()["scenarios"]] == [1, 2, 3]
    show_all(survey, Console(width=100))
    out = capsys.readouterr().out
    assert "a draw" in out and "a win" in out and "+0.50 (Spearman)" in out
    show_all(Survey(Ranked(), survey.parts[:1]), Console(width=100))
    assert "cannot be told (Spearman)" in capsys.readouterr().out


def test_a_game_that_fails_ends_all_scenarios(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulate_module, "new_player", Stumbling)
    assert run(all_scenarios("-n", "2", "--seed", "5", "--jobs", "1")) == 1
    assert "lost the thread" in capsys.readouterr().err


BOT = """
class Bot:
    def __init__(self, seed, side):
        self.seed = seed

    def choose(self, seat):
        return seat.choices[len(self.seed) % len(seat.choices)]

class Cheat:
    def choose(self, seat):
        return "hex", "9999"
"""


def test_a_users_own_player_plays_in_any_number_of_processes(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(BOT, encoding="utf-8")
    players = {"german": f"{file}:Bot", "allied": "random"}
    one, two = (simulate("bulge", 4, players, seed=7, jobs=jobs) for jobs in (1, 2))
    assert one.rows == two.rows and len(one.rows) == 4
    assert one.plain()["players"] == players


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_player_that_makes_an_illegal_choice_is_named(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text(BOT, encoding="utf-8")
    assert run(parsed("-n", "2", "--seed", "5", "--jobs", jobs, "--german", "mybot.py:Cheat")) == 1
    told = capsys.readouterr().err.strip()
    assert "\n" not in told and "(seed 5/" in told
    assert "failed: mybot.py:Cheat (german) chose hex 9999: " in told and "(case " in told
    assert list(tmp_path.glob("simulate-failures/*.jsonl"))


def test_json_can_go_to_standard_output(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["-n", "3", "--german", "random", "--allied", "random", "--seed", "1", "--jobs", "1", "--json", "-"]
    assert run(parsed(*words)) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["summary"]["games"] == 3
    assert "95 % interval" in shown.err
    assert not list(tmp_path.iterdir())


def test_options_are_shown_as_they_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["-n", "1", "--german", "random", "--allied", "random", "--seed", "1", "--jobs", "1"]
    assert run(parsed(*words, "--option", "airdrop=TRUE")) == 0
    assert "airdrop true" in capsys.readouterr().out
    with pytest.raises(BadInput, match=r"option airdrop of bulge cannot be 'maybe'; allowed: false, true$"):
        run(parsed(*words, "--option", "airdrop=maybe"))


LOUD = """
import argparse, sys
from ardennes.lab import simulate

class Loud(simulate.Meter):
    def update(self, done):
        print(done, flush=True)

simulate.Meter = Loud
parser = argparse.ArgumentParser()
simulate.add_arguments(parser)
sys.exit(simulate.run(parser.parse_args(sys.argv[1:])))
"""


def start_loud(*words: str) -> subprocess.Popen[str]:
    """A long simulation in its own process group, after some games."""
    players = ["--german", "random", "--allied", "random"]
    process = subprocess.Popen(
        [sys.executable, "-c", LOUD, "bulge", "-n", "1000000", *players, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    while process.stdout.readline().strip() != "20":
        assert process.poll() is None
    return process


def alive(group: int) -> list[str]:
    """The processes of a group that are still at work."""
    out = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        state, _, own = text.rpartition(")")[2].split()[:3]
        if int(own) == group and state != "Z":
            out.append(text)
    return out


def wait_until_gone(group: int) -> None:
    wait_until(lambda: not alive(group), "a process was left behind")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_leaves_nothing_behind(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "games.json"
    process = start_loud("--json", str(file), "--jobs", jobs, "--seed", "3")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "winner" in out
    wait_until_gone(process.pid)
    data = json.loads(file.read_text(encoding="utf-8"))
    assert not data["complete"]
    assert len(data["games"]) >= 20
    done = {row["number"]: row for row in data["games"]}
    expected = {row["number"]: row for row in simulate("bulge", 8, RANDOM, seed=3).plain()["games"]}
    both = done.keys() & expected.keys()  # a worker that gets little time may still be busy with an early game
    assert both and {n: done[n] for n in both} == {n: expected[n] for n in both}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_when_their_parent_is_killed() -> None:
    process = start_loud("--jobs", "2")
    assert len(alive(process.pid)) >= 3
    process.kill()
    process.communicate(timeout=PATIENCE)
    wait_until_gone(process.pid)
