"""Temperaments and what a position is valued by."""

from __future__ import annotations

import random

import pytest

from ardennes.core.decision import CHANCE
from ardennes.core.names import each
from ardennes.core.programs import FIRST_GREEDY
from ardennes.games.ardennes_offensive import GAME
from ardennes.games.ardennes_offensive.combat import Combat
from ardennes.games.ardennes_offensive.facts import ALLIED, BASTOGNE, BOARD, ELIMINATED, EXITS, GERMAN
from ardennes.games.ardennes_offensive.greedy.scene import Scene
from ardennes.games.ardennes_offensive.movement_phase import Movement
from ardennes.games.ardennes_offensive.setup import SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState
from tests.games.temperaments import check_commanders, courses, everyone, new_game, play

EVERYONE = [(side, name) for side, name in everyone(GAME) if name != FIRST_GREEDY]


def game_of(scenario: str = "1", turns: int = 0) -> OffensiveState:
    """A scenario after some turns."""
    s = new_game(GAME, OffensiveState, scenario)
    play(s, {}, turns=turns)
    return s


def value(s: OffensiveState, name: str) -> float:
    return GAME.features(s)[GAME.feature_names.index(name)]


@pytest.mark.parametrize(("side", "name"), EVERYONE)
def test_every_temperament_plays_legally(side: str, name: str) -> None:
    s = game_of("10")
    play(s, {side: name}, turns=2)
    assert s.turn == 3 or s.result is not None


def test_each_side_has_a_bold_and_a_cautious_opponent_with_a_name() -> None:
    check_commanders(GAME)


def test_temperaments_play_differently() -> None:
    found = courses(GAME, OffensiveState, "1", "german", turns=1)
    assert found[FIRST_GREEDY] != found["bold"]
    assert len(set(found.values())) >= 4


@pytest.mark.parametrize("scenario", [str(n) for n in range(1, 11)])
def test_features_are_of_the_right_length_and_size_in_every_scenario(scenario: str) -> None:
    s = game_of(scenario)
    found = GAME.features(s)
    assert len(found) == len(GAME.feature_names)
    assert all(-4 <= one <= 4 for one in found)
    assert 0 < GAME.chance(s) < 1


def test_a_german_in_bastogne_and_on_an_exit_is_better_off() -> None:
    s = game_of(turns=1)
    before = GAME.features(s), GAME.chance(s)
    tanks = each(s.active(GERMAN))[:2]
    exit_hex = max(EXITS, key=lambda p: (EXITS[p], p))
    for unit in each(s.on_map(ALLIED)):
        if BOARD.within(exit_hex, 2) >> s.at[unit] & 1 or s.at[unit] == BASTOGNE:
            s.place(unit, ELIMINATED)
    s.place(tanks[0], BASTOGNE)
    s.place(tanks[1], exit_hex)
    s.refresh()
    assert value(s, "bastogne") == 1.0
    assert value(s, "points") >= before[0][GAME.feature_names.index("points")]
    assert GAME.chance(s) > before[1]


@pytest.mark.parametrize(
    ("side", "name", "better"), [(ALLIED, "ratio", 1), (GERMAN, "ratio", -1), (GERMAN, "strength", -1)]
)
def test_losses_count_against_the_side_that_has_them(side: int, name: str, better: int) -> None:
    s = game_of(turns=1)
    before = value(s, name)
    for unit in each(s.on_map(side))[:4]:
        s.place(unit, ELIMINATED)
    s.refresh()
    assert (value(s, name) - before) * better > 0


def test_a_planner_thinks_when_it_sets_up_attacks_on_the_first_day_and_moves() -> None:
    s = game_of("10")
    assert isinstance(s.stack[-1], SetUp)
    assert GAME.moment(s) is not None
    seen = set()
    rng = random.Random("moments")
    while s.turn == 1:
        assert s.decision is not None
        top = s.stack[-1]
        if s.decision.side != CHANCE:
            moment = GAME.moment(s)
            seen.add(moment)
            assert (moment is None) != isinstance(top, Movement | SetUp | Combat)
        s.apply(*(rng.choice(s.decision.raw_choices()) if s.decision.side == CHANCE else GAME.advise(s)))
        s.settle()
    assert len(seen - {None}) == 6  # set-up, the first day's attacks, mechanized movement


def test_an_idea_holds_for_a_player_turn() -> None:
    s = game_of("10")
    rng = random.Random("pace")
    seen: dict[int, set[str]] = {}
    while s.turn <= 2:
        assert s.decision is not None
        if isinstance(s.stack[-1], Movement):
            seen.setdefault(GAME.pace(s), set()).add(s.decision.side)
        s.apply(*(rng.choice(s.decision.raw_choices()) if s.decision.side == CHANCE else GAME.advise(s)))
    assert seen == {2: {"german"}, 3: {"allied"}, 4: {"german"}, 5: {"allied"}}


def test_a_scene_that_looks_again_sees_the_enemy_but_keeps_what_attracts() -> None:
    s = game_of(turns=1)
    scene = Scene(s, GERMAN)
    pull, prey = scene.pull[:], scene.prey[:]
    first, *rest = each(s.active(ALLIED))
    for one in rest:
        s.place(one, ELIMINATED)
    s.refresh()
    scene.look_again(s)
    assert scene.foes == 1 << s.at[first]
    assert (scene.pull, scene.prey) == (pull, prey)
    assert Scene(s, GERMAN).prey != prey
