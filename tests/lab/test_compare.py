from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes import BadInput
from ardennes.core.game import Option, Scenario
from ardennes.games import guest
from ardennes.lab import simulate as simulate_module
from ardennes.lab.compare import compare, plan
from ardennes.lab.figures import paired, student, whisker
from ardennes.lab.meter import Meter
from ardennes.lab.simulate import add_arguments, run, simulate
from tests.core.patrol import BLUE, LOST, RED, ROSTER, Patrol, PatrolState

PLAYERS = {"red": "random", "blue": "random"}


class Raids(Patrol):
    """Patrol, in which a raid before the game may cost a side its first unit or two."""

    id = "raids"
    scenarios = (Scenario("short", "Short", 3, ""), Scenario("calm", "Calm", 2, "", options=("fog",)))
    options = (  # type: ignore[assignment]
        Option("fog", "Fog", (False, True), False, "No ambushes.", "6.0"),
        Option("thick", "Thick fog", (False, True), False, "Fog that stays.", "6.0", needs=(("fog", True),)),
        Option("pea", "Pea soup", (False, True), False, "Changes nothing.", "6.0", needs=(("thick", True),)),
        Option("sun", "Sun", (False, True), False, "A fine day.", "6.0", excludes=(("fog", True),)),
        Option("raid", "Raid", ("none", "red", "blue"), "none", "Who suffers the raid.", "6.0"),
    )

    def set_up(self, s: PatrolState) -> None:
        super().set_up(s)
        for side, name in ((RED, "red"), (BLUE, "blue")):
            if s.setup.option("raid") == name:
                for unit in list(ROSTER.names.index.values()):
                    if ROSTER.side[unit] == side and s.in_play(side).bit_count() > 1:
                        s.place(unit, LOST)


RAIDS = Raids()


@pytest.fixture(autouse=True)
def _raids() -> Iterator[None]:
    with guest(RAIDS):
        yield


def answers(found: Any) -> dict[tuple[str, Any], dict[str, Any]]:
    return {(question.option, question.value): found.answer(question) for question in found.questions}


def test_an_option_without_effect_changes_exactly_nothing() -> None:
    found = compare("raids", 12, ["sun"], PLAYERS, seed=1)
    (answer,) = answers(found).values()
    assert answer["games"] == 12
    nothing = {"difference": 0, "interval": [0, 0]}
    for line in (*answer["wins"].values(), answer["points"]):
        assert {key: line[key] for key in nothing} == nothing
        assert line["with"] == line["without"]


def test_an_option_with_effect_shows_it_for_the_right_side() -> None:
    found = answers(compare("raids", 12, ["raid"], PLAYERS, seed=1))
    assert list(found) == [("raid", "red"), ("raid", "blue")]
    for side, sign in (("red", -1), ("blue", 1)):
        answer = found["raid", side]
        points, wins = answer["points"], answer["wins"]
        assert points["difference"] * sign > 1 and all(end * sign > 0 for end in points["interval"])
        assert wins["red"]["difference"] * sign > 0 > wins["blue"]["difference"] * sign
        assert points["difference"] == pytest.approx(points["with"] - points["without"], abs=1e-3)


def test_each_simulation_is_what_simulate_gives_with_these_options() -> None:
    found = compare("raids", 3, ["raid=blue"], PLAYERS, seed=4, options={"sun": True})
    (question,) = found.questions
    for part, raid in ((question.without, "none"), (question.with_it, "blue")):
        same = simulate("raids", 3, PLAYERS, seed=4, options={"sun": True, "raid": raid})
        assert found.parts[part].rows == same.rows
        assert found.parts[part].setup == same.setup


def test_what_an_option_needs_is_set_on_both_sides() -> None:
    what = plan(RAIDS, ["pea"])
    (question,) = what.questions
    assert question.needed == {"fog": True, "thick": True}
    assert what.options[question.without] == RAIDS.with_defaults({"fog": True, "thick": True})
    assert what.options[question.with_it] == RAIDS.with_defaults({"fog": True, "thick": True, "pea": True})
    (given,) = plan(RAIDS, ["thick"], {"fog": True}).questions
    assert not given.needed


def test_options_that_are_compared_with_the_same_games_share_them() -> None:
    what = plan(RAIDS, ["fog", "raid", "raid=red"])
    assert [(question.option, question.value) for question in what.questions] == [
        ("fog", True),
        ("raid", "red"),
        ("raid", "blue"),
        ("raid", "red"),
    ]
    assert len({question.without for question in what.questions}) == 1
    assert len(what.options) == 4


def test_an_option_is_compared_with_its_default_whatever_was_given() -> None:
    what = plan(RAIDS, ["raid", "sun"], {"raid": "red"})
    first, second, third = what.questions
    assert [what.options[q.without]["raid"] for q in (first, second, third)] == ["none", "none", "red"]
    assert what.options[third.with_it]["raid"] == "red"


@pytest.mark.parametrize(
    ("words", "options", "scenario", "message"),
    [
        (["mist"], {}, None, "cannot compare 'mist': raids has no such option; allowed: fog, thick, pea, sun, raid"),
        (["raid=green"], {}, None, "option raid of raids cannot be 'green'; allowed: none, red, blue"),
        (["raid=none"], {}, None, "cannot compare raid=none: this is the default"),
        (["thick"], {"fog": False}, None, "option thick=true of raids needs fog=true"),
        (["sun"], {"fog": True}, None, "option sun=true of raids cannot be combined with fog=true"),
        (["fog"], {"thick": True, "fog": True}, None, "option thick=true of raids needs fog=true"),
        (["raid"], {}, "calm", "option raid=red of raids is not part of the scenario calm"),
        ([], {}, None, "nothing to compare; allowed: fog"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    words: list[str], options: dict[str, Any], scenario: str | None, message: str
) -> None:
    with pytest.raises(BadInput) as found:
        compare("raids", 1, words, PLAYERS, 1, scenario=scenario, options=options)
    assert str(found.value).startswith(message)


def test_a_game_without_options_has_nothing_to_compare() -> None:
    with pytest.raises(BadInput, match=r"^nothing to compare; commander has no options$"):
        compare("commander", 1, [], {"german": "random", "allied": "random"}, 1)


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    players = [word for side, name in PLAYERS.items() for word in (f"--{side}", name)]
    return parser.parse_args(["raids", "--seed", "1", "--jobs", "1", *players, *words])


def test_the_command_shows_differences_and_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.json"
    assert run(parsed("-n", "4", "--compare", "raid=blue,pea", "--compare", "sun", "--json", str(file))) == 0
    shown = capsys.readouterr().out
    for expected in ("raid=blue", "pea", "sun", "red wins, %", "points", "95 % interval", "●", "4 pairs"):
        assert expected in shown
    assert "pea needs thick=true, fog=true" in shown
    data = json.loads(file.read_text(encoding="utf-8"))
    assert (data["game"], data["seed"], data["asked"], data["complete"]) == ("raids", "1", 4, True)
    assert [line["option"] for line in data["compared"]] == ["raid", "pea", "sun"]
    for line in data["compared"]:
        without, with_it = (data["simulations"][line[key]]["games"] for key in ("without", "with"))
        found = [b["points"] - a["points"] for a, b in zip(without, with_it, strict=True)]
        assert line["points"]["difference"] == pytest.approx(sum(found) / 4, abs=1e-3)


def test_all_scenarios_at_once_are_refused() -> None:
    with pytest.raises(BadInput, match="one scenario at a time"):
        run(parsed("-n", "1", "--compare", "sun", "--scenario", "all"))


def test_progress_counts_the_games_of_all_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []

    class Quiet(Meter):
        def update(self, done: int) -> None:
            seen.append((done, self.total))

    monkeypatch.setattr(simulate_module, "Meter", Quiet)
    assert run(parsed("-n", "2", "--compare", "raid")) == 0
    assert seen == [(done, 6) for done in range(1, 7)]


def test_a_game_that_fails_ends_the_comparison_and_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stumbling:
        def __init__(self, *_: str) -> None:
            pass

        def choose(self, seat: Any) -> tuple[str, Any]:
            raise RuntimeError("lost the thread")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulate_module, "new_player", Stumbling)
    assert run(parsed("-n", "2", "--compare", "raid")) == 1
    assert "lost the thread" in capsys.readouterr().err
    assert list(tmp_path.glob("simulate-failures/*.jsonl"))


def test_a_single_pair_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = answers(compare("raids", 1, ["raid=blue"], PLAYERS, seed=1)).values()
    assert answer["points"]["interval"] is None
    assert run(parsed("-n", "1", "--compare", "raid=blue")) == 0
    assert "raid=blue" in capsys.readouterr().out


def test_the_interval_of_paired_differences() -> None:
    """Student's data on sleep (Biometrika 6, 1908): mean 1.58, 95 % interval 0.70 to 2.46."""
    mean, interval = paired([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
    assert mean == pytest.approx(1.58) and interval == pytest.approx((0.70, 2.46), abs=0.005)


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (29, 2.045)])
def test_points_of_students_distribution(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, rel=0.01)


def test_a_drawn_interval_shows_where_zero_is() -> None:
    assert whisker(1, 2, 3, 0, 4, 9) == "│ ├─●─┤  "
    assert whisker(0, 0, 0, 0, 0, 9) == "●"
