"""Ways to play, and how a position is valued."""

from __future__ import annotations

import math

import pytest

from ardennes.core.names import each
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action.facts import ALLIED, BESIDE_MEUSE, BOARD, GERMAN, TOWN_VP
from ardennes.games.enemy_action.state import EnemyActionState
from tests.games.temperaments import check_commanders, everyone, new_game, play


def feature(s: EnemyActionState, name: str) -> float:
    return GAME.features(s)[GAME.feature_names.index(name)]


def first_day(scenario: str = "campaign") -> EnemyActionState:
    return new_game(GAME, EnemyActionState, scenario)


@pytest.mark.parametrize(("side", "name"), everyone(GAME))
def test_a_temperament_plays_a_whole_day(side: str, name: str) -> None:
    s = first_day("assault")
    play(s, {side: name})
    assert s.result is not None


def test_both_sides_have_a_bold_and_a_cautious_commander() -> None:
    check_commanders(GAME)
    assert all(GAME.temperament(name, side).plan for side in GAME.sides for name in ("bold", "cautious"))


def test_ground_and_losses_show_in_the_features() -> None:
    s = first_day()
    before = dict(zip(GAME.feature_names, GAME.features(s), strict=True))
    town = next(place for place, worth in TOWN_VP.items() if worth and not s.german_towns >> place & 1)
    s.german_towns |= 1 << town
    assert feature(s, "ahead") > before["ahead"] and feature(s, "safe") > before["safe"]
    lost = each(s.on_map(GERMAN))[0]
    s.eliminate(lost)
    assert feature(s, "strength") < before["strength"]
    s.oos |= s.on_map(ALLIED) & -s.on_map(ALLIED)
    assert feature(s, "starving") > before["starving"]


def test_a_spearhead_at_the_meuse_shows_in_the_features() -> None:
    s = first_day()
    before = feature(s, "spearhead")
    free = BESIDE_MEUSE & ~s.occupied(ALLIED) & ~s.occupied(GERMAN)
    unit = each(s.on_map(GERMAN))[0]
    s.place(unit, each(free)[0])
    assert feature(s, "spearhead") == 1.0 > before
    assert BOARD.names[s.at[unit]]


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
def test_the_outlook_is_a_chance_in_every_scenario(scenario: str) -> None:
    s = first_day(scenario)
    assert 0 < GAME.chance(s) < 1 and all(map(math.isfinite, GAME.features(s)))
    assert GAME.gone(s) == 0


def test_a_planner_thinks_once_an_impulse() -> None:
    s = first_day("assault")
    before: list[tuple[str, object]] = []
    while len(before) < 40:  # through the first impulses
        assert s.decision is not None
        moment = GAME.moment(s)
        assert (moment is not None) == (type(s.stack[-1]).__name__ == "Impulse")
        before += [] if moment is None else [(s.decision.side, moment)]
        s.apply(*s.decision.raw_choices()[0] if s.decision.side == "chance" else GAME.advise(s))
        if len(set(before)) > 3:
            break
    assert len({moment for _, moment in before}) == len(set(before)) > 3  # each side thinks in its own impulses


def test_another_command_than_the_obvious_one() -> None:
    """What planners try instead: a card that is played for something else, as long as there is one."""
    s = first_day("assault")
    while type(s.stack[-1]).__name__ != "Impulse":
        assert s.decision is not None
        s.apply(*s.decision.raw_choices()[0] if s.decision.side == "chance" else GAME.advise(s))
    usual, other, last = (played(s, instead) for instead in (0, 1, 99))
    assert usual == last != other
    assert s.decision is not None and s.decision.side == "german"


def played(s: EnemyActionState, instead: int) -> tuple[str, object]:
    """What an adviser plays the card of an impulse for."""
    s = s.clone()
    ask = GAME.adviser({"cards.instead": instead})
    s.apply(*ask(s))
    return ask(s)


def test_a_planner_compares_few_ideas() -> None:
    for side in GAME.sides:
        ideas = [idea.id for idea in GAME.ideas(side)]
        assert ideas[:2] == ["greedy", "second"] and len(ideas) == 3
