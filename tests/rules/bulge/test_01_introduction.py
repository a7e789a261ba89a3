"""1.0 What the game is about."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest

import ardennes
from tests.rules.bulge.moves import between, turn
from tests.rules.bulge.table import situation


def calendar(game_turn: int) -> date:
    """The day on the turn display."""
    text = situation("german-movement", {}, turn=game_turn).view()["turn"]["date"]
    day = datetime.strptime(f"{text} 1944", "%d %b %Y").date()
    return day.replace(year=1945) if day.month == 1 else day


@pytest.mark.rule("bulge", "1.0:a")
def test_the_sides_are_german_and_allied() -> None:
    (bulge,) = (g for g in ardennes.games() if g.id == "bulge")
    assert bulge.sides == ("german", "allied")
    match = ardennes.new("bulge")
    assert {p["side"] for p in match.view()["pieces"]} == {"german", "allied"}
    with pytest.raises(ardennes.BadInput):
        match.view("american")


@pytest.mark.rule("bulge", "1.0:b", "4.0")
def test_eighteen_turns_run_from_16_december_1944_to_2_january_1945() -> None:
    match = ardennes.new("bulge")
    assert match.view()["turn"]["of"] == 18
    assert turn(match) == 1
    assert calendar(1) == date(1944, 12, 16)
    assert calendar(18) == date(1945, 1, 2)


@pytest.mark.rule("bulge", "1.1:a")
def test_a_game_turn_is_one_day() -> None:
    days = [calendar(n) for n in range(1, 19)]
    assert all(b - a == timedelta(days=1) for a, b in pairwise(days))
    match = situation("allied-movement", {}, turn=6, vp=between(6))
    before = match.view()["turn"]["date"]
    match.play("done")
    assert (before, match.view()["turn"]["date"]) == ("21 Dec", "22 Dec")
