"""Temperaments and what a position is valued by."""

from __future__ import annotations

import random

import pytest

from ardennes.core.decision import CHANCE
from ardennes.core.names import each
from ardennes.core.programs import FIRST_GREEDY
from ardennes.games.battles import GAME
from ardennes.games.battles.combat import Combat
from ardennes.games.battles.facts import ALLIED, COMBAT, GERMAN
from ardennes.games.battles.moving import Movement
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.victory import values
from tests.games.temperaments import check_commanders, courses, everyone, new_game, play

EVERYONE = [(side, name) for side, name in everyone(GAME) if name != FIRST_GREEDY]


def game_of(scenario: str = "celles", turns: int = 0) -> BattlesState:
    """A scenario after some turns."""
    s = new_game(GAME, BattlesState, scenario)
    play(s, {}, turns=turns)
    return s


def value(s: BattlesState, name: str) -> float:
    return GAME.features(s)[GAME.feature_names.index(name)]


@pytest.mark.parametrize(("side", "name"), EVERYONE)
def test_every_temperament_plays_a_whole_game_legally(side: str, name: str) -> None:
    s = game_of()
    play(s, {side: name})
    assert s.result is not None


def test_each_side_has_a_bold_and_a_cautious_opponent_with_a_name() -> None:
    check_commanders(GAME)


def test_temperaments_play_differently() -> None:
    found = courses(GAME, BattlesState, "celles", "german", turns=2)
    assert found[FIRST_GREEDY] != found["bold"]
    assert len(set(found.values())) >= 4


@pytest.mark.parametrize("scenario", [one.id for one in GAME.scenarios])
def test_features_are_of_the_right_length_and_size_in_every_scenario(scenario: str) -> None:
    s = game_of(scenario)
    found = GAME.features(s)
    assert len(found) == len(GAME.feature_names)
    assert all(-5 <= one <= 5 for one in found), dict(zip(GAME.feature_names, found, strict=True))
    assert 0 < GAME.chance(s) < 1
    assert GAME.gone(s) == 0


def test_a_german_who_holds_more_places_is_better_off() -> None:
    s = game_of("st_vith", turns=4)
    before, held = GAME.chance(s), value(s, "held")
    for place in values(s):
        if not s.units_at(place, ALLIED):
            s.held |= 1 << place
    assert value(s, "held") > held
    assert GAME.chance(s) > before


@pytest.mark.parametrize(("side", "better"), [(ALLIED, 1), (GERMAN, -1)])
def test_losses_count_against_the_side_that_has_them(side: int, better: int) -> None:
    s = game_of("st_vith", turns=1)
    before = value(s, "points"), value(s, "strength")
    for unit in each(s.on_map(side) & COMBAT)[:4]:
        s.eliminate(unit)
    assert (value(s, "points") - before[0]) * better > 0
    assert (value(s, "strength") - before[1]) * better > 0


def test_a_planner_thinks_once_in_each_player_turn() -> None:
    s = game_of()
    seen = set()
    rng = random.Random("moments")
    first = s.turn
    while s.turn == first:
        assert s.decision is not None
        if s.decision.side != CHANCE:
            moment = GAME.moment(s)
            seen.add(moment)
            assert moment is not None or not isinstance(s.stack[-1], Movement | Combat)
        s.apply(*(rng.choice(s.decision.raw_choices()) if s.decision.side == CHANCE else GAME.advise(s)))
        s.settle()
    assert seen - {None} == {(first, GERMAN), (first, ALLIED)}


@pytest.mark.parametrize("scenario", ["clervaux", "st_vith", "22_december"])
def test_nobody_is_behind_before_the_first_move(scenario: str) -> None:
    """Points come little by little, so at the start the levels of the end do not count yet."""
    assert abs(value(game_of(scenario), "points")) < 1


def test_a_planner_looks_ahead_by_player_turns() -> None:
    """Its own and the answer to it: `pace` goes up by one with each, in order."""
    s = game_of()
    rng = random.Random("pace")
    seen: list[tuple[int, str]] = []
    first = s.turn
    while s.turn < first + 2:
        assert s.decision is not None
        if s.decision.side != CHANCE and isinstance(s.stack[-1], Movement | Combat):
            now = GAME.pace(s), s.decision.side
            if now not in seen:
                seen.append(now)
        s.apply(*(rng.choice(s.decision.raw_choices()) if s.decision.side == CHANCE else GAME.advise(s)))
    start = seen[0][0]
    assert seen == [(start + n, ("german", "allied")[n % 2]) for n in range(4)]
