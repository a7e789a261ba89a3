"""9, 9-step1, 9.1 Declaring an attack: the target, who may take part, improved positions left behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.enemy_action.fights import combat, declare, draw, names
from tests.rules.enemy_action.table import asked, offered, play, refused, state, where

OPEN = {
    "de-3-2p": "1715",
    "de-304-2p": "1715",
    "de-39-26": "1915",
    "us-501-101": "1815",
    "us-502-101": "1914",
    "us-506-101": "1613",
}


@pytest.mark.rule("enemy_action", "9-step1:a", "9.1:ab")
def test_targets_are_enemy_hexes_next_to_an_able_unit() -> None:
    match = combat(OPEN)
    assert set(offered(match, "target")) == {"1815", "1914"}
    assert refused(match, "target", "1613") == "9-step1"
    assert refused(match, "target", "1716") == "9-step1"
    play(match, ("target", "1815"))
    assert offered(match, "ready") == [] and refused(match, "ready") == "9-step1"
    assert refused(match, "join", "us-502-101") == "9.1"
    play(match, ("join", "de-3-2p"))
    assert offered(match, "ready")  # the others stay out of it
    assert refused(match, "join", "de-3-2p") == "9-step1"


@pytest.mark.rule("enemy_action", "9:b", "9-step1:b", "9.1:cdf", "9:a", "9-step9:a")
def test_each_unit_attacks_once_and_each_hex_is_attacked_once() -> None:
    match = combat(OPEN | {"us-327-101": "1815"})
    declare(match, "1815", "de-3-2p")
    s = state(match)
    assert names(s.defenders) == {"us-501-101", "us-327-101"}
    draw(match, 16, 45, 49, 54)
    assert asked(match) == ("german", "Combat")  # no hit; the fight is over
    assert s.cup.bit_count() == 56 and not s.drawn and s.target < 0
    assert refused(match, "target", "1815") == "9.1"
    play(match, ("target", "1914"))
    assert asked(match)[1] == "Plan" and offered(match, "ready")  # only de-39-26 can
    assert names(s.attackers) == {"de-39-26"}
    assert refused(match, "join", "de-3-2p") == "9-step1"


@pytest.mark.rule("enemy_action", "9.1:a")
def test_one_combat_attacks_one_hex() -> None:
    match = combat(OPEN)
    play(match, ("target", "1815"))
    assert offered(match, "target") == []
    declare_ = {"de-3-2p", "de-304-2p", "de-39-26"}
    assert set(offered(match, "join")) == declare_


@pytest.mark.rule("enemy_action", "9.1:e")
def test_inactive_units_do_not_attack() -> None:
    match = combat(OPEN, active=["de-3-2p"])
    play(match, ("target", "1815"))
    assert refused(match, "join", "de-304-2p") == "9.1"


@pytest.mark.rule("enemy_action", "9.1:g", "10.21:a", "10.22:b", "9.9:a")
@pytest.mark.parametrize(
    ("mark", "case"), [("low", ""), ("oos", "10.22"), ("isolated", "10.23"), ("dispersed", "9.9"), ("nofuel", "10.41")]
)
def test_markers_that_forbid_an_attack(mark: str, case: str) -> None:
    marks: dict[str, Any] = {mark: ["de-304-2p"]}
    match = combat(OPEN, **marks)
    play(match, ("target", "1815"))
    if case:
        assert refused(match, "join", "de-304-2p") == case
    else:
        assert "de-304-2p" in offered(match, "join")


@pytest.mark.rule("enemy_action", "9.1:h", "6.3:c")
def test_a_unit_activated_alone_does_not_attack() -> None:
    match = combat(OPEN, mode="one", active=["de-3-2p"])
    assert asked(match)[1] != "Combat"


@pytest.mark.rule("enemy_action", "2.21-strength:ab")
def test_a_bracketed_unit_does_not_attack_alone() -> None:
    units = {"de-39-26": "1715", "de-3-2p": "1915", "us-501-101": "1815", "us-502-101": "1614"}
    match = combat(units, lost={"de-39-26": 1})
    assert refused(match, "target", "1614") == "2.21-strength"
    play(match, ("target", "1815"), ("join", "de-39-26"))
    assert refused(match, "ready") == "2.21-strength"
    play(match, ("join", "de-3-2p"), "ready")
    assert names(state(match).attackers) == {"de-39-26", "de-3-2p"}


@pytest.mark.rule("enemy_action", "2.21-strength:b")
def test_two_bracketed_units_may_attack_together() -> None:
    units = {"de-39-26": "1715", "de-77-26": "1715", "us-501-101": "1815"}
    match = combat(units, lost={"de-39-26": 1, "de-77-26": 1})
    declare(match, "1815")
    assert asked(match) == ("chance", "Drawing")


@pytest.mark.rule("enemy_action", "9.1:i")
def test_an_attack_over_a_river_is_allowed() -> None:
    match = combat({"de-3-2p": "1717", "de-304-2p": "1717", "us-501-101": "1816", "us-502-101": "1716"})
    assert set(offered(match, "target")) == {"1816", "1716"}  # without a bridge, and over one


@pytest.mark.rule("enemy_action", "12.34:c")
def test_an_improved_position_goes_when_all_units_of_its_hex_attack() -> None:
    match = combat(OPEN, ip=["1715"])
    declare(match, "1815", "de-3-2p")
    assert state(match).ip
    match = combat(OPEN, ip=["1715"])
    declare(match, "1815", "de-3-2p", "de-304-2p")
    assert not state(match).ip
    match = combat(OPEN | {"us-502-101": "1614"}, ip=["1715"])
    draw(declare(match, "1815", "de-3-2p"), 16, 45)
    assert state(match).ip
    declare(match, "1614", "de-304-2p")  # in another fight of the activation
    assert not state(match).ip


@pytest.mark.rule("enemy_action", "9:c")
def test_no_attack_after_combat_is_over() -> None:
    match = combat(OPEN)
    play(match, "done")
    assert asked(match)[1] == "Entrench"
    assert where(match, "us-501-101") == "1815"


def test_the_preview_of_an_attack() -> None:
    match = combat(OPEN)
    view = match.view("german")
    assert view["decision"]["picks"] == ["target"]
    ahead = match.ahead([("target", "1815"), ("join", "de-3-2p")], "german", usual=False)
    found = ahead["preview"]
    assert found["compare"]["text"] == "1.2 to 1"
    assert [table["title"] for table in found["tables"]] == ["2 chits"]
    for table in found["tables"]:
        for who in ("Hits on the defender", "Hits on the attacker"):
            chances = [outcome["chance"] for outcome in table["outcomes"] if outcome["group"] == who]
            assert round(sum(chances), 2) == 1.0
