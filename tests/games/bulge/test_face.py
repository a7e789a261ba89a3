"""What Bulge tells a player before an answer: the briefing, what lies behind a pick, what is left undone, the fight an answer starts."""

from __future__ import annotations

from typing import Any

import ardennes
from ardennes import Match
from ardennes.core.decision import CHANCE
from ardennes.games import find
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import HEX_NAMES, SOURCES, UNIT_NAMES
from ardennes.games.bulge.movement_phase import Movement
from ardennes.games.bulge.state import BulgeState
from tests.core import walk
from tests.rules.bulge.table import situation

BULGE = find("bulge")


def questions() -> list[Match]:
    """A match for every kind of question to a side."""
    found = [ardennes.load_position(data, chance="manual") for data in walk.situations()]
    return [match for match in found if match.result is None and match.decision.side != CHANCE]


def test_each_side_has_a_briefing_whose_cases_exist() -> None:
    for side in BULGE.sides:
        briefing = BULGE.briefings.of("campaign", side)
        assert briefing.who and briefing.wins and briefing.first
        assert all(rule.case in BULGE.ledger.cases for rule in briefing.rules)


def rolls_first(match: Match, verb: str, argument: Any) -> bool:
    """14.1: is this a unit out of supply, which rolls as soon as it is picked?"""
    s = match.state
    assert isinstance(s, BulgeState)
    unit = UNIT_NAMES.index.get(argument, -1)
    moves = isinstance(s.stack[-1], Movement) and verb == "unit" and s.at[unit] >= 0
    return moves and not supply.in_supply(s, unit)


def test_behind_every_pick_is_a_question_to_the_same_side_and_nothing_is_played() -> None:
    seen: dict[tuple[str, str], int] = {}
    dice = 0
    closed = {"allied": HEX_NAMES.list_of(SOURCES[0])}
    cut_off = situation("german-movement", {"de-2": "1010", "us-2": "0304"}, interdiction=closed)
    for match in [*questions(), cut_off]:
        side, before = match.decision.side, match.state.digest()
        picks = match.view(side)["decision"]["picks"]
        for verb in picks:
            for argument in match.decision.choices[verb]:
                behind = match.ahead([(verb, argument)])
                assert behind["choices"] and match.state.digest() == before
                if rolls_first(match, verb, argument):
                    dice += 1
                    assert behind["stop"] == "A die is rolled at once: this cannot be undone."
                    assert (verb, argument, "rolls") in behind["final"]
                    continue
                frame = type(match.state.stack[-1]).__name__
                seen[frame, verb] = seen.get((frame, verb), 0) + 1
    assert dice, "no unit out of supply was among them"
    assert set(seen) == {
        ("Movement", "unit"),
        ("Arrive", "hex"),
        ("Combat", "attack"),
        ("Declare", "unit"),
        ("Declare", "crt"),
        ("Support", "support"),
        ("Mechanize", "unit"),
        ("PlaceResupply", "unit"),
        ("Retreats", "unit"),
    }


def test_what_could_still_be_done_is_what_is_offered() -> None:
    match = situation("german-movement", {"de-2": "1010", "de-116": "1012", "us-2": "1013"})
    undone = match.view("german")["decision"]["undone"]
    duty = "1 unit must attack after movement"
    assert undone == {"could": ["de-2"], "must": [], "text": duty}, "the other is pinned (9.1)"
    match.play("unit", "de-2")
    match.play("stay")
    assert match.view("german")["decision"]["undone"] == {"could": [], "must": [], "text": duty}


def test_units_that_must_attack_are_named() -> None:
    units = {"de-2": "1010", "de-116": "1012", "us-2": "1013", "us-4": "1505"}
    after = situation("german-combat-after-movement", units)
    assert after.view("german")["decision"]["undone"]["must"] == ["de-116"]
    before = situation("german-combat-before-movement", units)
    assert before.view("german")["decision"]["undone"] == {"could": ["de-116"], "must": [], "text": ""}


def test_air_points_left_are_named() -> None:
    match = situation("air-missions", {"de-2": "1010", "us-2": "1013"}, turn=8, weather="clear")
    points = int(match.decision.prompt.split()[1])
    match.play("mission", "support")
    assert f"{points - 1} air points" in match.view("allied")["decision"]["undone"]["text"]


def test_the_fight_of_a_target_is_that_of_everybody_who_can_join() -> None:
    seen = 0
    for match in questions():
        for target in match.decision.choices.get("attack", []):
            shown = match.fight("attack", target)
            assert shown is not None
            there = match.copy()
            there.play("attack", target)
            while there.decision.choices.get("unit"):
                there.play("unit", there.decision.choices["unit"][0])
            assert shown == there.preview()
            table = there.decision.choices["crt"][-1]
            chosen = there.fight("crt", table)
            there.play("crt", table)
            if there.decision.side != CHANCE and "support" in there.decision.choices:
                assert chosen == there.preview()
            seen += 1
    assert seen > 5


def test_adding_a_unit_or_a_mission_shows_the_fight_it_leads_to() -> None:
    units = {"de-2": "1010", "de-116": "0911", "us-2": "0910"}
    match = situation("german-combat-before-movement", units, support={"german": 2})
    match.play("attack", "us-2")
    match.play("unit", "de-2")
    both = match.fight("unit", "de-116")
    match.play("unit", "de-116")
    assert both == match.preview() and both is not None and len(both["attackers"]) == 2
    match.play("crt", "primary")
    shifted = match.fight("support", 2)
    assert shifted is not None and shifted["shifts"][-1]["value"] == "2 right"
    match.play("support", 2)
    assert match.preview() == shifted
