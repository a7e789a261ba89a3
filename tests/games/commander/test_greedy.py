"""The player `greedy`: always a legal answer, always the same, and a sensible one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes.core.weights import NO_CHANGE, Weights
from ardennes.games.commander import GAME
from ardennes.games.commander.facts import ALLIED, GERMAN
from ardennes.games.commander.greedy import fights
from ardennes.games.commander.greedy.scene import Scene
from ardennes.games.commander.greedy.weights import WEIGHTS
from ardennes.games.commander.greedy.worth import WORTH, cost_of_hits
from ardennes.games.commander.odds import spread_of_hits
from ardennes.games.commander.state import CommanderState
from tests.rules.commander.table import START, number, situation, state

BOTH = {"german": "greedy", "allied": "greedy"}


def new_game(scenario: str = "campaign") -> CommanderState:
    s = GAME.start(GAME.setup(scenario))
    assert isinstance(s, CommanderState)
    s.settle()
    return s


def play(s: CommanderState, seed: int, players: dict[str, str]) -> CommanderState:
    """Play a game to its end; advice that is not offered raises."""
    rng = random.Random(f"greedy {seed}")
    advisers = {side: GAME.adviser() for side in players}
    while s.result is None:
        decision = s.decision
        assert decision is not None
        if players.get(decision.side) == "greedy":
            verb, raw = advisers[decision.side](s)
        elif decision.weights is not None:
            ((verb, outcomes),) = decision.raw.items()
            raw = rng.choices(outcomes, decision.weights)[0]
        else:
            verb, raw = rng.choice(decision.raw_choices())
        s.apply(verb, raw)
    return s


def advice(phase: str, units: dict[str, str], *played: tuple[str, Any], **fields: Any) -> tuple[str, Any]:
    """What greedy answers in a situation, after these choices, with names."""
    match = situation(phase, units, **fields)
    for verb, argument in played:
        match.play(verb, argument)
    s = state(match)
    verb, raw = GAME.advise(s)
    table = s.tables.get(verb)
    return verb, raw if table is None else table.names[raw]


# --- legal and the same ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "scenario"), [(1, "campaign"), (2, "race")])
def test_every_answer_of_whole_games_is_offered(seed: int, scenario: str) -> None:
    assert play(new_game(scenario), seed, BOTH).result is not None


@pytest.mark.parametrize("seed", range(4))
def test_it_knows_an_answer_in_the_odd_positions_of_random_play(seed: int) -> None:
    s = new_game()
    rng = random.Random(f"mixed {seed}")
    advise = GAME.adviser()
    while s.result is None:
        decision = s.decision
        assert decision is not None
        verb, raw = rng.choice(decision.raw_choices())
        if decision.side != "chance":
            advised = advise(s)
            assert GAME.advise(s.clone()) == advised  # the same for the same position, whatever came before
            if rng.random() < 0.3:
                verb, raw = advised
        s.apply(verb, raw)


@pytest.mark.parametrize("side", ["german", "allied"])
def test_it_beats_random_play(side: str) -> None:
    wins = 0
    for seed in range(4):
        result = play(new_game(), seed, {side: "greedy"}).result
        wins += result is not None and result.winner == side
    assert wins == 4


# --- battles -----------------------------------------------------------------------------------------------------------------------------


def test_the_spread_of_hits_is_a_distribution_with_the_right_mean() -> None:
    spread = spread_of_hits(((7, 5), (4, 3)))
    assert abs(sum(spread) - 1) < 1e-12
    assert abs(sum(n * p for n, p in enumerate(spread)) - (7 * 0.5 + 4 * 0.3)) < 1e-12


def test_hits_cost_more_the_more_they_destroy() -> None:
    units = ((number("us-4inf"), 2), (number("us-b9arm"), 1))
    costs = [cost_of_hits(units, hits)[0] for hits in range(5)]
    assert costs == sorted(costs)
    assert cost_of_hits(units, 3)[1] == cost_of_hits(units, 9)[1] == 0
    assert all(worth == sorted(worth) for worth in WORTH)


def test_an_attack_on_a_weak_unit_is_worth_more_than_one_on_a_strong_one() -> None:
    def worth(defender: str, where: str) -> float:
        s = state(situation("german-turn", {"de-lehr": "Wiltz", defender: where}))
        return fights.value(s, s.at[number("de-lehr")], 1 << number("de-lehr"), 1 << number(defender), False, 1.0)

    assert worth("us-99inf", "Wiltz/1") > worth("us-99inf", "Wiltz") > worth("us-2arm", "Wiltz")


def test_a_unit_that_would_die_retreats_and_a_strong_one_in_a_town_stands() -> None:
    units = {"de-lehr": "Bastogne", "us-101abn": "Bastogne/1", "us-78inf": "Liege"}
    dice = (("activate", "Bastogne"), ("done", None), ("hits", 2), ("hits", 0))
    assert advice("german-turn", units, ("activate", "Bastogne"), *dice[2:], german=START)[0] == "retreat"
    strong = {"de-26vg": "Bastogne", "us-101abn": "Bastogne", "us-2arm": "Bastogne", "us-78inf": "Liege"}
    rolls = (("activate", "Bastogne"), ("hits", 3), ("hits", 0), ("hits", 0))
    assert advice("german-turn", strong, *rolls, german=START)[0] == "stand"


# --- moves -------------------------------------------------------------------------------------------------------------------------------


def test_a_german_unit_leaves_the_map_if_it_can() -> None:
    units = {"de-1ss": "Givet", "us-78inf": "Liege"}
    assert advice("german-turn", units, ("activate", "Givet"), ("unit", "de-1ss"), day=22) == ("exit", None)


def test_armor_that_guards_a_town_takes_the_empty_one_next_to_it_and_comes_back() -> None:
    units = {"us-10arm": "Luxembourg", "de-276vg": "Grevenmacher", "de-212vg": "Echternach", "us-78inf": "Liege"}
    played = (("activate", "Luxembourg"), ("unit", "us-10arm"))
    assert advice("allied-turn", units, *played, german=(*START, "Arlon")) == ("sortie", None)
    assert advice("allied-turn", units, *played)[0] == "stay"  # Arlon is Allied: nothing to take
    two = (*START, "Arlon", "Mersch")  # one point, none
    assert advice("allied-turn", units, *played, ("sortie", None), german=two) == ("via", "Arlon")


def test_an_empty_town_with_points_next_to_the_spearhead_is_taken() -> None:
    units = {"de-26vg": "Clervaux", "us-78inf": "Liege"}
    assert advice("german-turn", units, ("activate", "Clervaux"), ("unit", "de-26vg")) == ("space", "Bastogne")


def test_the_strongest_german_tanks_are_named_and_the_weakest_stays_without_fuel() -> None:
    units = {"de-1ss": "Wiltz", "de-12ss": "Wiltz", "de-lehr": "Wiltz/1", "de-2ss": "Wiltz", "us-78inf": "Liege"}
    assert advice("fuel", dict(list(units.items())[1:]) | {"de-150pz": "Gemund/1"}, day=21)[1] in ("de-12ss", "de-2ss")
    played = (("unit", "de-12ss"), ("unit", "de-2ss"), ("unit", "de-lehr"))
    named = dict(list(units.items())[1:]) | {"de-150pz": "Gemund/1"}
    assert advice("fuel", named, *played, day=21)[1] in ("de-12ss", "de-2ss")


def test_replacements_go_where_they_save_most() -> None:
    units = {"us-99inf": "Elsenborn/1", "us-75inf": "Eupen/2", "de-326vg": "Trier"}
    assert advice("replacements", units, day=21) == ("unit", "us-99inf")


# --- supply and guards -------------------------------------------------------------------------------------------------------------------

CORRIDOR = (*START, "Clervaux", "Bastogne")


@pytest.fixture
def weights() -> Iterator[Weights]:
    """The numbers in force, as they were again after the test."""
    yield WEIGHTS
    WEIGHTS.use(NO_CHANGE)


def test_a_space_that_feeds_the_enemy_is_worth_more(weights: Weights) -> None:
    s = state(situation("allied-turn", {"de-lehr": "Bastogne", "us-78inf": "Liege"}, german=CORRIDOR, day=20))
    clervaux, bastogne = s.tables["space"].index["Clervaux"], s.tables["space"].index["Bastogne"]
    assert Scene(s, ALLIED).severs(clervaux) == 0  # greedy-1 does not look at supply
    weights.use({"supply.cut": 0.1, "supply.keep": 0.2})
    assert Scene(s, ALLIED).severs(clervaux) == pytest.approx(0.4)
    assert Scene(s, ALLIED).severs(bastogne) == 0
    assert Scene(s, GERMAN).needs(clervaux) == pytest.approx(0.8)
    assert Scene(s, ALLIED).needs(clervaux) == 0


def test_supply_lines_do_not_matter_before_they_are_checked(weights: Weights) -> None:
    weights.use({"supply.cut": 0.1})
    for day, worth in ((17, 0.0), (18, 0.4), (28, 0.0)):
        s = state(situation("allied-turn", {"de-lehr": "Bastogne", "us-78inf": "Liege"}, german=CORRIDOR, day=day))
        assert Scene(s, ALLIED).severs(s.tables["space"].index["Clervaux"]) == pytest.approx(worth)


def test_a_guard_counts_before_the_enemy_is_near(weights: Weights) -> None:
    s = state(situation("allied-turn", {"de-lehr": "Dasburg", "us-78inf": "Dinant"}, day=18))
    dinant, hotton = s.tables["space"].index["Dinant"], s.tables["space"].index["Hotton"]
    assert Scene(s, ALLIED).hold(dinant, 1) == 0
    weights.use({"hold.guard": 0.5})
    scene = Scene(s, ALLIED)
    assert scene.hold(dinant, 1) == scene.hold(dinant, 4) > scene.hold(hotton, 1) > 0
    assert scene.hold(dinant, 0) == 0
