"""What a player is told before answering: picks, fights, what is left undone, and the briefing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games import find
from ardennes.games.commander.greedy import Adviser
from ardennes.games.commander.greedy.plans import Planners
from tests.rules.commander.table import START, asked, go, situation, state

COMMANDER = find("commander")
QUIET = {"de-326vg": "Trier", "us-78inf": "Liege"}


def moments(seed: int, scenario: str = "campaign") -> Iterator[Match]:
    """The questions of a random game."""
    match = ardennes.new("commander", scenario, seed=seed)
    rng = random.Random(f"questions {seed}")
    for _ in range(250):
        if match.result is not None:
            return
        yield match
        match.play(*rng.choice([(verb, a) for verb, some in match.decision.choices.items() for a in some]))


# --- picks -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_behind_every_pick_the_same_side_is_asked_and_nothing_has_happened(seed: int) -> None:
    seen = 0
    for match in moments(seed):
        side = match.decision.side
        decision = match.view(side)["decision"]
        before = match.state.digest()
        for verb in decision["picks"]:
            for argument in decision["choices"][verb]:
                behind = match.ahead([(verb, argument)])
                assert behind["choices"] and match.state.digest() == before
                seen += 1
    assert seen > 20


def test_the_destinations_of_a_unit_can_be_seen_before_it_is_moved() -> None:
    match = situation("german-turn", QUIET | {"de-2pz": "Dasburg", "us-109inf": "Vianden"})
    match.play("activate", "Dasburg")
    assert match.view("german")["decision"]["picks"] == ["unit"]
    assert "Vianden" in match.ahead([("unit", "de-2pz")])["choices"]["space"]
    with pytest.raises(ardennes.BadInput, match="commits the side"):
        match.ahead([("unit", "de-2pz"), ("space", "Vianden")])


# --- fights ------------------------------------------------------------------------------------------------------------------------------


def dice(preview: dict[str, Any] | None) -> list[list[str]]:
    """What the units of both sides roll."""
    assert preview is not None
    return [[row["value"] for row in side["rows"] if row["unit"]] for side in preview["sides"]]


def test_a_space_with_enemies_shows_its_battle_before_it_is_entered() -> None:
    match = situation("german-turn", QUIET | {"de-5fj": "Dasburg", "us-109inf": "Vianden"}, day=16)
    match.play("activate", "Dasburg")
    match.play("unit", "de-5fj")
    before = match.state.digest()
    shown = match.fight("space", "Vianden")
    assert dice(shown) == [["4 dice, hit on 5 or less"], ["1 die, hit on 4 or less"]]
    assert match.fight("space", "Bitburg") is None and match.fight("exit") is None
    assert match.fight("space", "Vianden", "allied") is None
    assert match.state.digest() == before and match.log == match.at(match.count).log
    match.play("space", "Vianden")
    assert match.preview("german") == shown


def test_the_ways_into_a_space_show_their_own_battles() -> None:
    units = QUIET | {"de-2pz": "Dasburg", "us-4inf": "Vianden"}
    match = situation("german-turn", units, german=(*START, "Clervaux"), day=20)
    match.play("activate", "Dasburg")
    match.play("unit", "de-2pz")
    best = match.fight("space", "Vianden")
    assert best is not None and "crosses a river" in best["warnings"][-1]
    match.play("space", "Vianden")
    dry, wet = match.fight("via", "Clervaux"), match.fight("direct")
    assert dice(dry) == dice(best) == [["5 dice, hit on 6 or less"], ["4 dice, hit on 2 or less"]]
    assert dice(wet) == [["5 dice, hit on 6 or less"], ["4 dice, hit on 3 or less"]]


def test_a_contested_space_shows_its_battle_when_it_could_be_activated_and_when_a_unit_stays() -> None:
    units = QUIET | {"de-5fj": "Vianden", "de-2pz": "Dasburg", "us-109inf": "Vianden"}
    match = situation("german-turn", units, german=(*START, "Vianden"))
    shown = match.fight("activate", "Vianden")
    assert shown is not None and (shown["place"], shown["attackers"]) == ("Vianden", ["de-5fj"])
    assert match.fight("activate", "Dasburg") is None
    match.play("activate", "Vianden")
    assert match.fight("done") == match.preview("german") == shown
    label = match.view("german")["decision"]["hints"]["done"][""]["label"]
    assert label == "Fight", "a button that starts a battle is named after it"
    assert match.fight("unit", "de-5fj") is None
    match.play("unit", "de-5fj")
    assert match.fight("stay") == shown


def test_each_of_several_battles_shows_its_own_dice() -> None:
    units = QUIET | {"de-2pz": "Dasburg", "de-5fj": "Dasburg", "us-109inf": "Vianden", "us-110inf": "Clervaux"}
    match = situation("german-turn", units, day=16)
    match.play("activate", "Dasburg")
    go(match, "de-2pz", "Vianden")
    go(match, "de-5fj", "Clervaux")
    assert asked(match) == "Combats"
    for place, unit in (("Vianden", "de-2pz"), ("Clervaux", "de-5fj")):
        shown = match.fight("battle", place)
        assert shown is not None and (shown["place"], shown["attackers"], shown["warnings"]) == (place, [unit], [])


# --- what is left undone -----------------------------------------------------------------------------------------------------------------


def undone(match: Match) -> dict[str, Any] | None:
    found: dict[str, Any] | None = match.view(match.decision.side)["decision"]["undone"]
    return found


def test_units_that_could_still_move_are_named_before_movement_ends() -> None:
    match = situation("german-turn", QUIET | {"de-2pz": "Dasburg", "de-5fj": "Dasburg"})
    assert undone(match) is None  # with the initiative there is no passing yet
    match.play("activate", "Dasburg")
    assert undone(match) == {"could": ["de-2pz", "de-5fj"], "must": [], "text": ""}
    go(match, "de-2pz", "Clervaux")
    assert undone(match) == {"could": ["de-5fj"], "must": [], "text": ""}


def test_units_that_could_still_be_activated_are_named_before_a_pass() -> None:
    match = situation("allied-turn", QUIET | {"us-1inf": "Spa", "us-2arm": "Spa"}, cubes=["us-2arm"])
    assert undone(match) == {"could": ["us-78inf", "us-1inf"], "must": [], "text": ""}
    last = situation("allied-turn", QUIET, passed=True)
    assert undone(last) == {"could": ["us-78inf"], "must": [], "text": "the day ends"}


def test_replacements_name_the_units_that_could_still_have_one() -> None:
    match = situation("replacements", QUIET | {"de-2pz": "Prum/2", "de-26vg": "Bitburg"}, day=21)
    assert undone(match) == {"could": ["de-2pz"], "must": [], "text": ""}


# --- the briefing and the adviser --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", COMMANDER.sides)
def test_each_side_has_a_briefing_whose_rules_are_in_the_ledger(side: str) -> None:
    usual, race = (COMMANDER.briefings.of(scenario, side) for scenario in ("campaign", "race"))
    assert usual != race
    for briefing in (usual, race):
        assert all(rule.case in COMMANDER.ledger.cases for rule in briefing.rules)


def test_the_briefing_names_the_thresholds_of_the_calendar() -> None:
    for side, column in (("german", 1), ("allied", 2)):
        words = COMMANDER.briefings.of("campaign", side).wins.replace(",", " ").replace(".", " ").split()
        for row in COMMANDER.charts()["victory"].rows:
            assert row[column] in words and {row[0], f"{row[0]}th", f"{row[0]}nd"} & set(words)


def test_a_plan_is_kept_for_the_next_question_of_the_same_position_only() -> None:
    match = situation("german-turn", QUIET | {"de-2pz": "Dasburg", "us-109inf": "Vianden"})
    match.play("activate", "Dasburg")
    planners = Planners()
    first = planners.of(state(match), 0)
    match.play("unit", "de-2pz")
    assert planners.of(state(match), 0) is first
    assert planners.of(state(match), 1) is not first
    assert Adviser().advise(state(match)) == Adviser().advise(state(match))
