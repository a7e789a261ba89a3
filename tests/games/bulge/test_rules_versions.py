"""A match is played to its end by the rules it began with: records of version 1 can still be opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes.core.match import Match, replay
from ardennes.core.record import Record
from ardennes.games import find
from ardennes.games.bulge.state import BulgeState
from tests.rules.bulge.fights import all_roads
from tests.rules.bulge.test_14_supply import rearguards

BULGE = find("bulge")
LAST_TARGET: dict[str, Any] = {
    "ardennes": 1,
    "game": "bulge",
    "turn": 5,
    "vp": 40,
    "phase": "german-combat-after-movement",
    "units": {"us-7arm": "0722", "de-1ss": "0721", "de-2": "0723"},
}
"""Two Germans next to one enemy. By version 1 one of them could attack alone."""


def begun(rules: str, position: dict[str, Any] = LAST_TARGET) -> Match:
    """A match under a version of the rules, with dice rolled by hand."""
    options = BULGE.with_defaults(position.get("options"))
    return Match(BULGE, Record("bulge", "campaign", options, rules, "", position), chance="manual")


def attack_alone(match: Match) -> None:
    match.play("attack", "us-7arm")
    match.play("unit", "de-1ss")
    match.play("crt", "primary")


def test_new_matches_have_the_newest_rules() -> None:
    assert ardennes.new("bulge").record.rules == BULGE.rules_version == "4"
    assert ardennes.load_position(LAST_TARGET).record.rules == "4"


def test_a_record_of_version_1_opens_goes_on_and_is_verified_by_its_own_rules(tmp_path: Path) -> None:
    match = begun("1")
    attack_alone(match)
    match.record.save(tmp_path / "old.jsonl")
    opened = ardennes.replay(tmp_path / "old.jsonl")
    assert opened.record.rules == "1" and opened.record.entries == match.record.entries
    while opened.decision.side != "chance":
        opened.play("roll")
    opened.play("die", 4)
    assert f"{opened.count} choices legal" in ardennes.verify(opened.record)
    assert opened.at(3).record.rules == "1" and opened.at(3).state.stack == match.state.stack


def test_the_same_record_is_not_legal_by_version_4() -> None:
    match = begun("1")
    attack_alone(match)
    match.record.rules = "4"
    with pytest.raises(ardennes.BadInput, match=r"case 9\.0-1"):
        replay(BULGE, match.record)


def test_a_version_that_nobody_knows_is_refused_with_its_name() -> None:
    with pytest.raises(ardennes.BadInput, match="rules version '0'; this is 4"):
        begun("0")
    with pytest.raises(ardennes.BadInput, match="rules version '2'; this is 4"):
        replay(BULGE, Record("bulge", "campaign", BULGE.with_defaults({}), "2", ""))


def test_states_of_two_versions_are_not_the_same_position() -> None:
    old, new = begun("1").state, begun("4").state
    assert isinstance(old, BulgeState) and isinstance(new, BulgeState)
    assert old.at == new.at and old != new


def test_by_version_1_a_friend_makes_room_whatever_its_supply() -> None:
    chain, gap, here = next(rearguards("german"))
    marks = all_roads(*(h for h in chain if h != gap))
    position: dict[str, Any] = {
        "ardennes": 1,
        "game": "bulge",
        "turn": 5,
        "phase": "german-movement",
        "interdiction": {"allied": marks},
        "units": {"de-26": gap, "de-2": here},
    }
    asked = {}
    for rules in ("1", "4"):
        match = begun(rules, position)
        match.play("unit", "de-26")
        match.play("hex", here)
        asked[rules] = match.decision.side
    assert asked == {"1": "german", "4": "chance"}
