"""b4: the order of a game turn; b14: weather."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.battles import GAME, facts, movement
from ardennes.games.battles.facts import bridge_at, hex_at
from tests.rules.battles.fights import go, until
from tests.rules.battles.table import asked, play, situation, start, state, where

UNIT = facts.UNIT_NAMES.index
SMALL = {"de-1-ss-pz": "B1125", "de-12-art": "B1124", "us-9-2": "B1413", "us-2-divarty": "B1412"}


@pytest.mark.rule("battles", "b4.1:c", "b4.2", "b4.3:a", "b4.5:a")
def test_the_order_of_a_game_turn() -> None:
    sequence = GAME.sequence
    assert sequence is not None
    order = [step.name for step in sequence.steps[sequence.first :]]
    player_turn = ["bridges", "building", "artillery", "movement", "combat"]
    assert order == [
        "start",
        "supply",
        *(f"german-{name}" for name in player_turn),
        *(f"allied-{name}" for name in player_turn),
        "end",
    ]  # no air phase anywhere
    asked_: list[tuple[str, str]] = []
    match = situation("supply", SMALL, turn=6)  # the shortage roll is asked in the supply phase
    while state(match).turn < 8:
        frame = asked(match)
        if not asked_ or asked_[-1] != frame:
            asked_.append(frame)
        verb = next(v for v in ("done", "ready", "die") if v in match.decision.choices)
        match.play(verb, match.decision.choices[verb][0])
    once = [
        ("chance", "Shortage"),
        ("german", "ArtilleryMode"),
        ("german", "Movement"),
        ("allied", "BridgePhase"),
        ("allied", "Building"),
        ("allied", "ArtilleryMode"),
        ("allied", "Movement"),
    ]
    assert [f for f in asked_ if f in once] == once * 2


@pytest.mark.rule("battles", "b4.2:a", "b12.4:c")
def test_a_bridge_finished_in_the_building_segment_can_be_crossed_at_once() -> None:
    engineer, tanks = "de-1-ss-eng", "de-1-ss-pz"
    match = situation(
        "german-building",
        {engineer: "B1112", tanks: "B1011", "us-9-2": "B2010"},
        turn=7,
        blown=["B1112-B1211"],
        work={engineer: bridge_at("B1112-B1211") + 1},
        begun={engineer: 5},
    )
    until(match, 7, "german", "Movement")
    assert not state(match).blown
    go(match, tanks, "B1211")
    assert where(match, tanks) == "B1211"


@pytest.mark.rule("battles", "b4.2:b")
def test_bridges_are_blown_before_the_own_movement() -> None:
    engineer = "us-202-eng"
    match = situation("allied-bridges", {engineer: "B1211", "us-cca-7-armd": "B1112", "de-1-ss-pz": "B1125"})
    play(match, ("unit", engineer), ("blow", "B1112-B1211"), ("die", 1))
    until(match, 3, "allied", "Movement")
    tanks = UNIT["us-cca-7-armd"]
    trip = movement.trip(state(match), tanks)
    assert trip.found is not None
    assert (trip.found.cost(hex_at("B1211")) or 99) > 2  # by the bridge it was 2


@pytest.mark.rule("battles", "b4.0:ab", "16.81:be")
def test_equal_dice_end_the_game_before_supply_is_judged() -> None:
    cut_off = {"us-9-2": "B0110", "de-980-272": "B0111", "de-981-272": "B0109"}
    match = situation("start", cut_off, turn=10, options={"variable_ending": "even"})
    assert asked(match) == ("chance", "StartOfTurn")
    play(match, ("die", 3))
    ended, went_on = play(match.copy(), ("die", 3)), play(match, ("die", 4))
    assert ended.is_over
    assert not state(ended).unsupplied
    assert not went_on.is_over
    assert state(went_on).unsupplied >> UNIT["us-9-2"] & 1
    plain = situation("start", cut_off, turn=10)
    assert asked(plain)[1] != "StartOfTurn"
    assert state(plain).unsupplied >> UNIT["us-9-2"] & 1


@pytest.mark.rule("battles", "b4.4:a")
def test_victory_is_read_after_the_allied_player_turn_of_turn_12() -> None:
    match = situation("german-combat", SMALL, turn=12)
    while not match.is_over:
        assert state(match).turn == 12
        last = asked(match)
        verb = next(v for v in ("done", "ready") if v in match.decision.choices)
        match.play(verb)
    assert last[0] == "allied"
    assert match.result is not None
    early = situation("end", SMALL, turn=11)
    assert not early.is_over
    assert state(early).turn == 12


@pytest.mark.rule("battles", "b4.4")
@pytest.mark.parametrize("row", facts.TABLES["scenario"], ids=lambda row: row["id"])
def test_every_scenario_starts_and_ends_on_its_turns(row: dict[str, Any]) -> None:
    match = start(row["id"])
    assert state(match).turn == row["first"]
    small = {"de-1-ss-pz": facts.HEX_NAMES.names[hex_at(next(iter(row["values"])))]}
    last = situation("end", small, scenario=row["id"], turn=row["last"])
    assert last.is_over
    before = situation("end", small, scenario=row["id"], turn=row["last"] - 1)
    assert not before.is_over
    assert state(before).turn == row["last"]


@pytest.mark.rule("battles", "b14.1:a")
def test_mud_until_turn_14_and_frost_from_15() -> None:
    for turn, bad in ((12, True), (14, True), (15, False)):
        assert state(situation("supply", SMALL, turn=turn, scenario="campaign_1944")).bad_ground is bad
    assert state(situation("supply", SMALL, turn=12)).bad_ground
