"""15.0 The German paradrop."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.ardennes_offensive.facts import UNIT_NAMES
from ardennes.games.ardennes_offensive.supply import out_now
from tests.rules.ardennes_offensive.fights import ARENA, ring, step
from tests.rules.ardennes_offensive.moves import DE, US, end_to, inside, marked, must
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where

HEYDTE = "de-heydte"
WILDS = "2532"
"""A hex without a road within three hexes."""
UNITS = {HEYDTE: "due", DE: "1704", US: ARENA}


def dropping(**fields: Any) -> Match:
    return situation("german-movement", UNITS, turn=2, **fields)


@pytest.mark.rule("ardennes_offensive", "15.0:a")
def test_the_drop_comes_first() -> None:
    match = dropping()
    assert set(match.decision.choices) == {"drop"}
    assert refused(match, "unit", DE) and refused(match, "done")
    assert must(match) == {HEYDTE}
    match = situation("german-movement", UNITS, turn=3)
    assert "drop" not in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "15.0:b", "11.0-impassable:a")
def test_where_it_may_not_land() -> None:
    match = dropping()
    assert refused(match, "drop", ARENA) == "15.0"
    for hex_ in ring(ARENA):
        assert refused(match, "drop", hex_) == "15.0"
    assert refused(match, "drop", "1516") == "15.0"
    assert refused(match, "drop", "0113") == "5.3L"
    assert refused(match, "drop", "0101") == "E-MAP-1"


@pytest.mark.rule("ardennes_offensive", "15.0:c")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die(die: int) -> None:
    match = play(dropping(), ("drop", WILDS), ("die", die))
    assert where(match, HEYDTE) == (WILDS if die <= 2 else "eliminated")
    assert inside(match).losses(0) == (die > 2)


@pytest.mark.rule("ardennes_offensive", "15.0:d")
def test_it_may_land_anywhere_else_and_does_not_scatter() -> None:
    match = dropping()
    assert {"0340", "3640", "1704", step(ARENA, "W", 2)} <= set(offered(match, "drop"))
    play(match, ("drop", "3640"), ("die", 1))
    assert where(match, HEYDTE) == "3640"


@pytest.mark.rule("ardennes_offensive", "15.0:e")
def test_it_may_move_at_once() -> None:
    match = play(dropping(), ("drop", "0340"), ("die", 2), ("unit", HEYDTE))
    assert match.decision.prompt.endswith("(4 MP)")
    match.play("hex", "0336")
    assert where(match, HEYDTE) == "0336"


@pytest.mark.rule("ardennes_offensive", "15.0:f")
def test_its_supply() -> None:
    match = situation("german-supply", UNITS | {"us-cca9": "0340"}, turn=2)
    play(match, ("drop", WILDS), ("die", 1))
    assert marked(match, "unsupplied") == set()
    match.play("unit", HEYDTE)
    assert match.decision.prompt.endswith("(4 MP)")
    match.play("stay")
    end_to(match, "allied-movement")
    assert out_now(inside(match), 0)[0] == 1 << UNIT_NAMES.index[HEYDTE]  # tested if it is attacked
    end_to(match, "german-movement")
    assert inside(match).turn == 3 and marked(match, "unsupplied") == {HEYDTE}


@pytest.mark.rule("ardennes_offensive", "15.0:g")
def test_only_the_german_unit_drops() -> None:
    match = situation(
        "allied-movement",
        {"us-501-pi": "due", US: ARENA, DE: "1704"},
        turn=2,
        due={"us-501-pi": 3},
        section={"us-501-pi": 2},
    )
    assert "drop" not in match.decision.choices
    assert refused(match, "unit", "us-501-pi") == "14.0"
