"""16: which options there are, what they need, and that they leave everything else alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games import guest
from ardennes.games.battles import GAME, facts
from tests.rules.battles.table import start, state

PARENTS = {
    "greif_secondary_targets": "greif",
    "greif_infiltration_time": "greif",
    "dumps_trace": "dumps",
    "dumps_recapture": "dumps",
    "dumps_as_units": "dumps",
    "burnt_tubes": "saturation_fire",
}
GROUPS = {
    "greif": "on",
    "dumps": "on",
    "intensive_fire": "both",
    "saturation_fire": "on",
    "variable_ending": "even",
}


def error(scenario: str = "st_vith", **options: Any) -> str:
    with guest(GAME), pytest.raises(ardennes.BadInput) as caught:
        ardennes.new("battles", scenario=scenario, options=options)
    return str(caught.value)


@pytest.mark.rule("battles", "16-options:f")
def test_everything_is_off_by_default() -> None:
    assert {option.id: option.default for option in GAME.options} == dict.fromkeys((o.id for o in GAME.options), "off")
    assert not [o.id for o in GAME.options if state(start("st_vith")).has(o.id)]


@pytest.mark.rule("battles", "16-intro:a")
@pytest.mark.parametrize("option", GROUPS)
def test_every_group_can_be_used_on_its_own(option: str) -> None:
    s = state(start("st_vith", **{option: GROUPS[option]}))
    assert [o.id for o in GAME.options if s.has(o.id)] == [option]


@pytest.mark.rule("battles", "16-options:b")
@pytest.mark.parametrize(("variant", "parent"), PARENTS.items())
def test_a_variant_needs_its_parent(variant: str, parent: str) -> None:
    more = " and dumps_recapture=on" if variant == "dumps_as_units" else ""
    assert error(**{variant: "on"}) == f"option {variant}=on of battles needs {parent}=on{more}"


@pytest.mark.rule("battles", "16-options:b")
def test_partial_success_needs_intensive_fire_of_some_kind() -> None:
    said = error(intensive_fire_partial="on")
    assert said == "option intensive_fire_partial=on of battles needs intensive_fire=german or allied or both"
    for who in ("german", "allied", "both"):
        assert state(start("st_vith", intensive_fire=who, intensive_fire_partial="on")).has("intensive_fire_partial")


@pytest.mark.rule("battles", "16-options:e")
def test_counters_need_recapture() -> None:
    said = error(dumps="on", dumps_as_units="on")
    assert said == "option dumps_as_units=on of battles needs dumps_recapture=on"
    assert state(start("st_vith", dumps="on", dumps_recapture="on", dumps_as_units="on")).has("dumps_as_units")


@pytest.mark.rule("battles", "16-options:c")
def test_options_are_chosen_before_play_and_stay() -> None:
    match = start("st_vith", greif="on")
    assert match.position()["options"]["greif"] == "on"
    with pytest.raises(AttributeError):
        match.state.setup.options = {}  # type: ignore[misc]


@pytest.mark.rule("battles", "16-options:d")
@pytest.mark.parametrize("row", GAME.scenarios, ids=lambda row: row.id)
def test_fire_and_ending_are_offered_in_every_scenario(row: Any) -> None:
    assert {"intensive_fire", "saturation_fire", "variable_ending", "greif", "dumps"} <= set(row.options)


@pytest.mark.rule("battles", "16.47", "5.45", "16-options")
def test_options_that_a_scenario_does_not_know_are_refused() -> None:
    slow = {"greif": "on", "greif_infiltration_time": "on"}
    for scenario in ("clervaux", "celles"):  # Stadtkyll is not on these maps
        expected = f"option greif_infiltration_time=on of battles is not part of the scenario {scenario}"
        assert error(scenario, **slow) == expected
    for scenario in ("st_vith", "angriefen", "22_december", "campaign_1944"):
        assert state(start(scenario, **slow)).has("greif_infiltration_time")
    said = error("celles", early_frost="on")  # the ground is hard anyway
    assert said == "option early_frost=on of battles is not part of the scenario celles"


@pytest.mark.rule("battles", "16-options:a", "16.58:d")
@pytest.mark.parametrize("name", ["sedan_1940", "campaign_1940"])
def test_1940_is_refused_with_the_scenarios_that_there_are(name: str) -> None:
    said = error(name, greif="on")
    assert "unknown scenario" in said
    assert all(row.id in said for row in GAME.scenarios)


def wander(seed: int, number: int, scenario: str = "clervaux", **options: Any) -> tuple[Match, list[tuple[str, Any]]]:
    """A game of random choices, with the choices."""
    rng = random.Random(seed)
    match = start(scenario, **options)
    made = []
    for _ in range(number):
        if match.is_over:
            break
        verb = rng.choice(sorted(match.decision.choices))
        argument = rng.choice(match.decision.choices[verb])
        made.append((verb, argument))
        match.play(verb, argument)
    return match, made


@pytest.mark.rule("battles", "16-precedence:a")
def test_without_options_no_question_comes_from_them() -> None:
    match = start("clervaux")
    rng = random.Random(7)
    asked = set()
    for _ in range(400):
        if match.is_over:
            break
        asked |= set(match.decision.cases)
        verb = rng.choice(sorted(match.decision.choices))
        match.play(verb, rng.choice(match.decision.choices[verb]))
    assert asked
    assert not [case for case in asked if case.startswith("16")]


@pytest.mark.rule("battles", "16-precedence:b")
def test_options_that_nobody_uses_change_nothing() -> None:
    plain, made = wander(11, 250)
    far = [name for name in facts.HEX_NAMES.list_of(facts.ROAD_HEXES & state(plain).window) if name.startswith("D01")]
    options = {
        "greif": "on",
        "dumps": "on",
        "dumps_trace": "on",
        "dumps_recapture": "on",
        "dumps_as_units": "on",
        "intensive_fire": "both",
        "intensive_fire_partial": "on",
        "saturation_fire": "on",
        "burnt_tubes": "on",
        "variable_ending": "worse",
    }
    match = start("clervaux", **options)
    match.play("dump", "D0715")
    match.play("points", 24)
    for name in far[:5]:
        match.play("primary", name)
    for verb, argument in made:
        while type(match.state.stack[-1]).__name__ == "Intense":
            match.play("ready")
        s = state(match)
        if (
            verb == "attack" and not s.attackers | s.guns
        ):  # with Saturation Fire a lone gun is not chosen for the player
            match.play("gun", match.decision.choices["gun"][0])
        match.play(verb, argument)
    same = ("units", "lost", "battery", "blown", "forts", "unsupplied", "held", "turn", "moved", "attacked")
    mine, other = match.position(), plain.position()
    assert {key: mine.get(key) for key in same} == {key: other.get(key) for key in same}
    assert other["turn"] > 1 or len(made) == 250
