"""13 Replacements: corps cards bring back lost steps from 20 December on."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import replacements, supply
from tests.rules.enemy_action.hands import card, impulse
from tests.rules.enemy_action.table import asked, offered, play, refused, state

UNITS = {
    "us-393-99": "0510",
    "us-39-9": "0511",
    "us-26-1": "0611",
    "us-47-9": "0610",
    "us-120-30": "0709",
    "us-504-82": "0710",
    "us-505-82": "0711",
    "de-3-2p": "1607",
}
LOST = {"us-393-99": 1, "us-39-9": 1}
BIG = "de-167"


def at_v_corps(**more: Any) -> Match:
    """The Allied player has the card of V Corps (two points) in hand, on 20 December unless told otherwise."""
    units = UNITS | more.pop("units", {})
    more.setdefault("day", 20)
    more.setdefault("lost", LOST)
    number = more.pop("number", 5)
    return impulse("allied", {"german": [42], "allied": [number, 19]}, units, pile={"german": [37]}, **more)


def replacing(**more: Any) -> Match:
    """The points are being assigned."""
    number = more.get("number", 5)
    match = at_v_corps(**more)
    return play(match, ("card", card(number)), "replace")


@pytest.mark.rule("enemy_action", "13:ab", "13.1:a")
def test_two_points_bring_two_steps_back() -> None:
    match = replacing()
    assert asked(match) == ("allied", "Replace")
    assert offered(match, "unit") == ["us-393-99", "us-39-9"]
    play(match, ("unit", "us-393-99"), ("unit", "us-39-9"))
    assert not any(state(match).lost)
    assert asked(match)[1] != "Replace"


@pytest.mark.rule("enemy_action", "13:a")
def test_no_replacements_before_the_20th() -> None:
    assert refused(play(at_v_corps(day=19), ("card", card(5))), "replace") == "13"
    assert "replace" in play(at_v_corps(day=20), ("card", card(5))).decision.choices


@pytest.mark.rule("enemy_action", "13:b")
def test_only_corps_cards_have_replacement_points() -> None:
    assert all(bool(c.rp) == (c.kind == "corps") for c in f.CARD_FACTS)
    assert {c.rp for c in f.CARD_FACTS if c.rp} <= {1, 2, 3}


@pytest.mark.rule("enemy_action", "13:c")
def test_the_first_two_scenarios_have_no_replacements() -> None:
    assert [s for s, row in f.SCENARIOS.items() if not row["replacements"]] == ["assault", "surprised"]


@pytest.mark.rule("enemy_action", "13:d")
def test_replacements_are_no_activation() -> None:
    match = replacing()
    play(match, "done")
    assert state(match).last[f.ALLIED] == 0


@pytest.mark.rule("enemy_action", "13.1:bc", "13.13:ab")
def test_who_cannot_take_replacements() -> None:
    match = replacing(units={"us-394-99": "eliminated"}, lost=LOST | {"us-120-30": 1, "us-394-99": 1})
    assert refused(match, "unit", "us-120-30") == "13.1"
    assert refused(match, "unit", "us-26-1") == "13.1"
    assert refused(match, "unit", "us-394-99") == "13.13"
    play(match, ("unit", "us-39-9"))
    assert refused(match, "unit", "us-39-9") == "13.13"
    play(match, "done")
    assert state(match).lost[f.UNIT["us-393-99"]] == 1


@pytest.mark.rule("enemy_action", "13.13:a", "2.21-steps:c")
def test_a_unit_regains_one_step_in_an_impulse() -> None:
    units = {BIG: "1304", "de-3-2p": "1204", "us-110-28": "1712"}
    hand = {"german": [47, 42], "allied": [19]}
    match = impulse("german", hand, units, day=20, lost={BIG: 2, "de-3-2p": 1}, pile={"allied": [13]})
    play(match, ("card", card(47)), "replace", ("unit", BIG))
    assert state(match).lost[f.UNIT[BIG]] == 1
    assert refused(match, "unit", BIG) == "13.13"
    assert offered(match, "unit") == ["de-3-2p"]


@pytest.mark.rule("enemy_action", "13.13:c")
def test_stacking_limits_hold_after_replacements() -> None:
    full = {"us-393-99": "0511", "us-39-9": "0511", "us-47-9": "0511"}
    match = replacing(units=full, lost=LOST | {"us-26-1": 1})
    assert {"us-393-99", "us-39-9"} <= set(offered(match, "unit"))
    crowded = {"us-504-82": "0511", "us-505-82": "0511", "us-39-9": "0511"}
    s = state(at_v_corps(units=crowded | {"us-120-30": "0511"}, lost={"us-39-9": 1}))
    assert not replacements.candidates(s, f.GROUP["v"])


@pytest.mark.rule("enemy_action", "13.11:a")
def test_a_supply_marker_bars_replacements() -> None:
    match = replacing(low=["us-393-99"])
    assert refused(match, "unit", "us-393-99") == "13.11"


@pytest.mark.rule("enemy_action", "13.11:b")
def test_a_unit_that_is_cut_off_now_gets_no_replacements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply, "supplied", lambda s, side: f.ALL & ~(1 << f.HEX["0510"]))
    match = replacing()
    assert refused(match, "unit", "us-393-99") == "13.11"
    assert match.explain("unit", "us-39-9") is None


@pytest.mark.rule("enemy_action", "13.11:c", "9.9:e")
def test_enemy_zones_and_dispersal_do_not_matter() -> None:
    match = replacing(dispersed=["us-39-9"], units={"de-62": "0411"})
    assert state(match).zoc(f.GERMAN) >> f.HEX["0511"] & 1
    assert "us-39-9" in offered(match, "unit")


@pytest.mark.rule("enemy_action", "13.12:ab")
def test_elite_units_come_last() -> None:
    match = replacing(number=8, lost={"us-120-30": 1, "us-504-82": 1, "us-505-82": 1})
    assert offered(match, "unit") == ["us-120-30"]
    assert refused(match, "unit", "us-504-82") == "13.12"
    play(match, ("unit", "us-120-30"))
    assert offered(match, "unit") == ["us-504-82", "us-505-82"]
    play(match, ("unit", "us-505-82"))
    assert state(match).lost[f.UNIT["us-504-82"]] == 1
