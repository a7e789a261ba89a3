"""8.0 Stacking."""

from __future__ import annotations

import pytest

from tests.rules.ardennes_offensive.fights import ARENA, fight, filled, step
from tests.rules.ardennes_offensive.moves import DE, DE_DIVISION, DE_FOOT, US, US_FOOT, cost, moving
from tests.rules.ardennes_offensive.table import bad_position, offered, play, refused, situation, where

WEST = step(ARENA, "W")
FAR = {"us-333-i": "2941", "de-33-a": "3301"}


@pytest.mark.rule("ardennes_offensive", "8.0:ad")
def test_three_units_in_a_hex() -> None:
    friends = {"us-cca9": WEST, "us-47-i": WEST}  # a brigade and a regiment
    match = play(moving(US_FOOT, ARENA, friends), ("hex", WEST))
    assert where(match, US_FOOT) == WEST
    match = moving(US_FOOT, ARENA, friends | {"us-ccb9": WEST})
    assert refused(match, "hex", WEST) == "8.0"
    assert refused(moving(US, ARENA, friends | {"us-ccb9": WEST}), "hex", WEST) == "8.0"


@pytest.mark.rule("ardennes_offensive", "8.0:b")
def test_a_fourth_unit_by_retreat_is_lost() -> None:
    attackers = {DE: step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    units = attackers | {US_FOOT: ARENA, "de-3-a": step(ARENA, "NW", 2), "de-16-a": step(ARENA, "SW", 2)}
    match = situation("german-combat", units | filled([WEST], but=[US_FOOT]) | FAR, turn=3)
    fight(match, ARENA, attackers, "Dr1")
    assert where(match, US_FOOT) == "eliminated"


@pytest.mark.rule("ardennes_offensive", "8.0:c")
def test_the_limit_holds_at_all_times() -> None:
    four = dict.fromkeys([US_FOOT, "us-47-i", "us-26-i", "us-117-i"], ARENA)
    for phase in ("allied-movement", "allied-combat", "german-movement", "german-combat"):
        assert "8.0" in bad_position(phase, four)


@pytest.mark.rule("ardennes_offensive", "8.1A:abgh")
def test_joining_friends() -> None:
    friend = {"us-47-i": WEST}
    assert cost(moving(US, ARENA, friend), WEST) == 7
    assert cost(moving(US_FOOT, ARENA, friend), WEST) == 3
    assert cost(moving(US, ARENA, friend | {"us-26-i": WEST}), WEST) == 7
    match = play(moving(US_FOOT, ARENA, friend), ("hex", WEST), ("unit", "us-47-i"))
    assert match.decision.prompt.endswith("(4 MP)")


@pytest.mark.rule("ardennes_offensive", "8.1A:cd")
def test_infantry_leaves_a_stack() -> None:
    assert cost(moving(US_FOOT, ARENA, {"us-47-i": ARENA}), WEST) == 3
    match = moving(US_FOOT, "0203", {"us-47-i": "0203"})
    assert cost(match, "0204") == 4


@pytest.mark.rule("ardennes_offensive", "8.1A:f")
def test_unsupplied_infantry_neither_joins_nor_leaves_a_stack() -> None:
    match = moving(US_FOOT, ARENA, {"us-47-i": WEST}, unsupplied=[US_FOOT])
    assert refused(match, "hex", WEST) == "8.1A"
    match = moving(US_FOOT, ARENA, {"us-47-i": ARENA}, unsupplied=[US_FOOT])
    assert refused(match, "hex", WEST) == "8.1A"


@pytest.mark.rule("ardennes_offensive", "8.2C:ab")
def test_german_infantry_divisions_stack_with_nobody() -> None:
    assert refused(moving(DE_FOOT, ARENA, {DE_DIVISION: WEST}), "hex", WEST) == "8.2C"
    assert refused(moving(DE, ARENA, {DE_DIVISION: WEST}), "hex", WEST) == "8.2C"
    assert refused(moving(DE_DIVISION, ARENA, {DE_FOOT: WEST}), "hex", WEST) == "8.2C"


@pytest.mark.rule("ardennes_offensive", "8.2C:a")
def test_a_retreat_onto_a_division_is_fatal() -> None:
    attackers = {US: step(ARENA, "E"), "us-36-ai": step(ARENA, "E")}
    units = attackers | {"de-1130-i": ARENA, DE_DIVISION: WEST}
    cage = {"us-47-i": step(ARENA, "NW", 2), "us-26-i": step(ARENA, "SW", 2)}
    match = situation("allied-combat", units | cage | FAR)
    fight(match, ARENA, attackers, "Dr1")
    assert where(match, "de-1130-i") == "eliminated" and where(match, DE_DIVISION) == WEST


@pytest.mark.rule("ardennes_offensive", "8.2D:a")
def test_markers_do_not_count() -> None:
    units = [US_FOOT, "us-47-i", "us-26-i"]
    match = situation("allied-movement", dict.fromkeys(units, ARENA) | FAR, unsupplied=units, isolated=units)
    assert set(units) <= set(offered(match, "unit"))


@pytest.mark.rule("ardennes_offensive", "8.3E:a")
def test_any_unit_of_a_stack_may_leave_first() -> None:
    units = dict.fromkeys([US_FOOT, "us-47-i", "us-26-i"], ARENA)
    for unit in units:
        match = play(situation("allied-movement", units), ("unit", unit), ("hex", WEST))
        assert where(match, unit) == WEST
