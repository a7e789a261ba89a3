"""`ardennes lab places`: when each side comes to some places."""

from __future__ import annotations

import argparse

import pytest

import ardennes
from ardennes import BadInput
from ardennes.games import find
from ardennes.lab.places import Places, Visit, add_arguments, number_of, run, summary

BULGE = find("bulge")


def seen(units: dict[str, str], turn: int, found: Places) -> None:
    data = ardennes.new("bulge", seed=0).position()
    data.pop("frames", None)
    found.watch(ardennes.load_position(data | {"turn": turn, "phase": "german-movement", "units": units}))


def test_the_first_turns_at_a_place_and_the_nearest_approach_are_kept() -> None:
    found = Places(BULGE, [number_of(BULGE, "1412")])
    for turn, hexes in ((2, "1408"), (3, "1411"), (4, "1412"), (5, "1409")):
        seen({"de-2": hexes, "us-4": "1917"}, turn, found)
    german, allied = found.visits[0]
    assert (german.beside, german.entered, german.nearest) == (3, 4, 0)
    assert (allied.beside, allied.entered) == (None, None)
    assert allied.nearest == BULGE.board.distance(number_of(BULGE, "1412"), number_of(BULGE, "1917"))


def test_games_in_which_a_place_is_never_reached_count_as_late() -> None:
    early, late, never = Visit(3, 2, 0), Visit(9, 4, 0), Visit(None, None, 5)
    found = summary([early, late, never], last=18)
    assert found["entered"] == pytest.approx(2 / 3)
    assert (found["entered_turn"], found["beside_turn"], found["nearest"]) == (9, 4, 0)
    assert summary([early, never, never], last=18)["entered_turn"] is None


def test_the_command_shows_a_line_per_place_and_side(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    words = [
        "bulge",
        "--place",
        "0707",
        "--place",
        "1412",
        "--player",
        "german=random",
        "--player",
        "allied=random",
        "-n",
        "2",
        "--jobs",
        "1",
    ]
    assert run(parser.parse_args(words)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("St. Vith" in line for line in lines) == sum("Bastogne" in line for line in lines) == 2


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(BadInput, match="no place '9999'"):
        number_of(BULGE, "9999")
