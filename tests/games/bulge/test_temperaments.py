"""The ways to play that programs know, and what they value a position by."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.names import each
from ardennes.core.programs import FIRST_GREEDY
from ardennes.core.weights import NO_CHANGE, Change
from ardennes.games.bulge import GAME
from ardennes.games.bulge.facts import ALLIED, GERMAN, HEX_NAMES, UNIT_NAMES
from ardennes.games.bulge.greedy.field import GOALS
from ardennes.games.bulge.movement_phase import Movement
from ardennes.games.bulge.state import BulgeState
from tests.games.temperaments import check_commanders, courses, everyone, new_game, play
from tests.rules.bulge.table import situation

BASTOGNE = "1412"


@pytest.mark.parametrize(("side", "name"), everyone(GAME))
def test_a_temperament_plays_a_whole_game(side: str, name: str) -> None:
    s = new_game(GAME, BulgeState, "campaign")
    play(s, dict.fromkeys(GAME.sides, FIRST_GREEDY) | {side: name}, f"{side} {name}")
    assert s.result is not None


@pytest.mark.parametrize("side", GAME.sides)
def test_temperaments_differ(side: str) -> None:
    found = courses(GAME, BulgeState, "campaign", side, seed="same dice", most=2500)
    found.pop(FIRST_GREEDY)
    assert len(set(found.values())) == len(found)


def test_opponents_have_a_name_and_a_face() -> None:
    check_commanders(GAME)


# --- what a position is valued by --------------------------------------------------------------------------------------------------------


def at(phase: str, units: dict[str, str], **fields: Any) -> BulgeState:
    s = situation(phase, units, **fields).state
    assert isinstance(s, BulgeState)
    return s


def valued(units: dict[str, str], **fields: Any) -> dict[str, float]:
    found = GAME.features(at("german-movement", units, **fields))
    assert len(found) == len(GAME.feature_names) == len(GAME.outlook.names)
    return dict(zip(GAME.feature_names, found, strict=True))


def test_every_feature_of_whole_games_is_within_bounds() -> None:
    s = new_game(GAME, BulgeState, "campaign")
    play(s, {"german": "bold", "allied": "hold"}, "bounds", 900)
    assert all(-4 <= value <= 4 for value in GAME.features(s))


def test_ground_won_is_worth_more() -> None:
    behind = valued({"de-1ss": "0504", "us-2arm": "1918"}, turn=5)
    ahead = valued({"de-1ss": "0707", "us-2arm": "1918"}, turn=5)
    assert ahead["towns"] > behind["towns"]
    near = valued({"de-1ss": "0820", "us-2arm": "1918"}, turn=5)
    assert near["spearhead"] > behind["spearhead"]
    assert near["depth"] > behind["depth"]


def test_points_count_against_the_clock() -> None:
    units = {"de-1ss": "0504", "us-2arm": "1918"}
    early, late = valued(units, turn=2, vp=10), valued(units, turn=6, vp=10)
    assert early["points_now"] > late["points_now"]
    assert valued(units, turn=6, vp=40)["points_now"] > late["points_now"]


def test_a_trapped_unit_counts_against_its_side() -> None:
    free = valued({"de-1ss": "0720", "us-109": "0722"}, turn=5)
    caught = valued({"de-1ss": "0721", "de-12ss": "0723", "de-2": "0622", "de-116": "0822", "us-109": "0722"}, turn=5)
    assert free["allied_traps"] == 0
    assert caught["allied_traps"] > 0
    assert caught["german_traps"] == 0


def test_a_planner_thinks_at_the_start_of_attacks_and_of_movement() -> None:
    units = {"us-109": "0722", "de-1ss": "0721"}
    s = at("german-combat-before-movement", units, turn=2)
    before = GAME.moment(s)
    assert before is not None
    s.apply("attack", UNIT_NAMES.index["us-109"])
    assert GAME.moment(s) is None
    assert GAME.moment(at("german-movement", units, turn=2)) not in (None, before)
    assert GAME.moment(at("german-combat-after-movement", units, turn=2)) is None


# --- what greedy can be asked to do ------------------------------------------------------------------------------------------------------


def after_moving(units: dict[str, str], unit: str, change: Change) -> str:
    """Where a unit is after the Allied movement phase."""
    s = at("allied-movement", units, turn=4)
    advise = GAME.adviser(change)
    while (decision := s.decision) is not None and decision.side == "allied" and Movement(ALLIED) in s.stack:
        s.apply(*advise(s))
    return HEX_NAMES.names[s.at[UNIT_NAMES.index[unit]]]


def test_a_town_that_the_enemy_is_coming_for_is_garrisoned() -> None:
    units = {"us-101": "1415", "de-272": "1409"}
    town = {"allied_move.town": 3.0, "line.town": 3.0}
    assert after_moving(units, "us-101", town) == BASTOGNE
    assert after_moving(units, "us-101", NO_CHANGE) != BASTOGNE


def test_a_garrison_stays_in_its_town() -> None:
    units = {"us-101": BASTOGNE, "de-272": "1409"}
    stays = {"allied_move.town": 3.0, "line.garrison": 9.0}
    assert after_moving(units, "us-101", stays) == BASTOGNE
    assert after_moving(units, "us-101", NO_CHANGE) != BASTOGNE


def test_motorized_germans_are_drawn_to_the_crossroads() -> None:
    """With the pull on, a panzer division ends its move at Bastogne, Houffalize or Marche."""

    def nearest(change: Change) -> int:
        s = at("german-movement", {"de-2": "1407", "us-2arm": "0113"}, turn=2)
        advise = GAME.adviser(change)
        while (decision := s.decision) is not None and decision.side == "german" and Movement(GERMAN) in s.stack:
            s.apply(*advise(s))
        return min(GAME.board.distance(p, s.at[UNIT_NAMES.index["de-2"]]) for p in each(GOALS))

    no_strikes = {"bold.price": 99.0}
    assert nearest(no_strikes | {"german_move.goal": 3.0}) <= 1
    assert nearest(no_strikes) > 1
