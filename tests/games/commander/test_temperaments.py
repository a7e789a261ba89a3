"""The ways to play that programs know, and what they value a position by."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.programs import FIRST_GREEDY
from ardennes.games.commander import GAME
from ardennes.games.commander.state import CommanderState
from tests.games.temperaments import check_commanders, courses, everyone, new_game, play
from tests.rules.commander.table import EVERYWHERE, START, situation, state


@pytest.mark.parametrize(("side", "name"), everyone(GAME))
def test_a_temperament_plays_a_whole_game(side: str, name: str) -> None:
    s = new_game(GAME, CommanderState, "race")
    play(s, dict.fromkeys(GAME.sides, FIRST_GREEDY) | {side: name}, f"{side} {name}")
    assert s.result is not None


@pytest.mark.parametrize("side", GAME.sides)
def test_temperaments_differ(side: str) -> None:
    found = courses(GAME, CommanderState, "campaign", side, seed="dice", most=500)
    found.pop(FIRST_GREEDY)
    assert len(set(found.values())) == len(found)


def test_opponents_have_a_name_and_a_face() -> None:
    check_commanders(GAME)


# --- what a position is valued by --------------------------------------------------------------------------------------------------------

UNITS = {"de-1ss": "Losheim", "us-2inf": "Elsenborn"}


def valued(units: dict[str, str], **fields: Any) -> dict[str, float]:
    found = GAME.features(state(situation("german-turn", units, **fields)))
    assert len(found) == len(GAME.feature_names) == len(GAME.outlook.names)
    return dict(zip(GAME.feature_names, found, strict=True))


@pytest.mark.parametrize("scenario", ["campaign", "race"])
def test_every_feature_is_within_bounds(scenario: str) -> None:
    s = new_game(GAME, CommanderState, scenario)
    play(s, {"german": "drive", "allied": "hold"}, "bounds", 700)
    assert all(-4 <= value <= 4 for value in GAME.features(s))


def test_ground_won_is_worth_more() -> None:
    before = valued(UNITS)
    after = valued(UNITS, german=(*START, "St. Vith", "Bastogne"))
    for name in ("points_now", "points_next", "points_last", "ground", "bastogne"):
        assert after[name] > before[name], name


def test_a_unit_near_the_meuse_counts() -> None:
    road = [name for name in EVERYWHERE if name != "Elsenborn"]
    assert valued(UNITS | {"de-1ss": "Havelange"}, german=road)["meuse"] > valued(UNITS, german=road)["meuse"]


def test_losses_count_against_their_side() -> None:
    whole = valued(UNITS)
    assert valued(UNITS | {"de-1ss": "Losheim/2"})["strength"] < whole["strength"]
    assert valued(UNITS | {"us-2inf": "Elsenborn/1"})["strength"] > whole["strength"]


def test_a_planner_thinks_at_the_start_of_every_third_turn_of_its_side() -> None:
    match = situation("german-turn", UNITS)
    first = GAME.moment(state(match))
    assert first is not None
    moments = [GAME.moment(state(situation("german-turn", UNITS, time=time))) for time in range(6)]
    assert moments[:3] == [first] * 3
    assert len(set(moments)) == 2
    match.play("activate", "Losheim")
    assert GAME.moment(state(match)) is None
