"""9.2 Combat tactics: who may play them, wild cards, the free tactic, and units that they bring."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.strength import maximum, minimum
from ardennes.games.enemy_action.tactics import may_use
from tests.rules.enemy_action.fights import combat, declare, draw, names, planned
from tests.rules.enemy_action.hands import card
from tests.rules.enemy_action.table import asked, offered, play, refused, state, where

UNITS = {"de-3-2p": "1715", "de-39-26": "1915", "us-501-101": "1815", "us-502-101": "1717"}


def fight(german: list[int], allied: list[int], units: dict[str, str] | None = None, **more: Any) -> Match:
    """A declared attack on 1815 with cards in hand."""
    hand = {"german": german, "allied": allied}
    match = combat(units or UNITS, hand=hand, pile={"german": [38], "allied": [6]}, **more)
    return declare(match, "1815")


@pytest.mark.rule("enemy_action", "9-step2:ab", "9-step3:a", "9.2:d", "9.21:b", "9.22:b")
def test_the_attacker_plays_first_and_each_tactic_gives_a_chit() -> None:
    match = fight([59, 67, 42], [24, 17])
    s = state(match)
    assert asked(match) == ("german", "AttackTactics")
    before = maximum(s)
    play(match, ("card", card(67)), ("tactic", "combat-engineers"))  # a 7th Army card for the 5th Panzer Army
    assert maximum(s) == before + 1 and s.plays == [1, 0]
    play(match, ("card", card(42)), ("tactic", "combat-engineers"))
    assert maximum(s) == before + 2 and not s.hand[f.GERMAN] >> f.CARD[card(42)] & 1
    play(match, "ready")
    assert asked(match) == ("allied", "DefendTactics")
    play(match, ("card", card(17)), ("tactic", "corps-artillery"))
    assert maximum(s) == before + 2
    assert asked(match) == ("allied", "DefendTactics")  # the attacker is not asked again
    play(match, "pass")
    assert asked(match) == ("chance", "Drawing")
    assert s.discards[f.ALLIED] == 1 << f.CARD[card(17)]


@pytest.mark.rule("enemy_action", "9.2:abc", "9.9:d", "9.23:c")
def test_tactics_need_a_supplied_undispersed_unit() -> None:
    two = {"us-501-101": "1815", "us-506-101": "1815", "de-3-2p": "1715"}
    assert not may_use(planned(two, "1815", low=["us-501-101", "us-506-101"]), f.ALLIED)
    assert may_use(planned(two, "1815", low=["us-501-101"]), f.ALLIED)
    assert not may_use(planned(two, "1815", low=["us-501-101"], dispersed=["us-506-101"]), f.ALLIED)
    assert not may_use(planned(two, "1815", dispersed=["us-501-101", "us-506-101"]), f.ALLIED)
    match = fight([67], [17], dispersed=["us-501-101"])
    play(match, "ready")
    assert asked(match) == ("chance", "Drawing")
    assert refused_bonus(fight([67], [17])) == "9.23"


def refused_bonus(match: Match) -> str:
    return refused(match, "bonus", "tank-battalion")


@pytest.mark.rule("enemy_action", "9.24:ab")
def test_von_der_heydte_gets_no_tactics() -> None:
    alone = planned({"us-501-101": "1715", "de-vdh": "1815"}, "1815", "allied")
    assert not may_use(alone, f.GERMAN)
    both = planned({"us-501-101": "1715", "de-vdh": "1815", "de-3-2p": "1815"}, "1815", "allied")
    assert may_use(both, f.GERMAN)


@pytest.mark.rule("enemy_action", "9.22:ab")
def test_wild_cards() -> None:
    match = fight([45], [17])
    play(match, ("card", card(45)))
    assert {"panzer-battalion", "artillery", "infiltration", "assault-coordination"} <= set(offered(match, "tactic"))
    assert refused(match, "tactic", "tank-battalion") == "9.22"
    assert refused(match, "tactic", "airpower") == "2-dates"  # not on 21 December
    assert refused(match, "tactic", "fixed-artillery") == "9.2"  # too far from the Westwall
    play(match, ("tactic", "panzer-battalion"))
    assert state(match).plays == [1, 0]


@pytest.mark.rule("enemy_action", "9.22:c", "4.13:cd", "4.11:d")
def test_allied_artillery_on_16_december() -> None:
    units = {"de-3-2p": "1607", "us-110-28": "1708"}
    hand = {"german": [47], "allied": [4, 12]}
    more: dict[str, Any] = {"hand": hand, "pile": {"german": [38], "allied": [6]}, "day": 16}
    match = declare(combat(units, impulses={"german": 4, "allied": 1}, **more), "1708")
    play(match, "ready")
    assert refused(match, "card", card(12)) == "9.2"  # Artillery
    play(match, ("card", card(4)))
    assert refused(match, "tactic", "artillery") == "4.13" and "corps-artillery" in offered(match, "tactic")
    surprised = declare(combat(units, impulses={"german": 2, "allied": 0}, **more), "1708")
    play(surprised, "ready")
    assert asked(surprised) == ("chance", "Drawing")


@pytest.mark.rule("enemy_action", "9.2")
def test_a_card_can_go_back_to_the_draw_pile() -> None:
    units = {"de-3-2p": "1607", "us-110-28": "1708"}
    hand = {"german": [47], "allied": [17]}
    match = combat(units, impulses={"german": 4, "allied": 1}, hand=hand, pile={"german": [38], "allied": [6]}, day=16)
    declare(match, "1708")
    play(match, ("card", card(47)), ("tactic", "artillery"))
    s = state(match)
    bit = 1 << f.CARD[card(47)]
    assert s.pile[f.GERMAN] & bit and not (s.hand[f.GERMAN] | s.discards[f.GERMAN]) & bit


@pytest.mark.rule("enemy_action", "9.21:a", "9.23:abc", "9.3-maximum:e")
def test_the_free_tactic_of_every_attack() -> None:
    units = {"us-501-101": "1715", "us-502-101": "1915", "de-3-2p": "1815", "de-39-26": "1614"}
    hand = {"german": [], "allied": [17]}
    match = combat(units, "allied", bonus=True, hand=hand, pile={"german": [38], "allied": [6]})
    declare(match, "1815", "us-502-101")
    s = state(match)
    before = maximum(s)
    play(match, ("bonus", "tank-battalion"))
    assert maximum(s) == before + 1 and s.hand[f.ALLIED]
    assert refused(match, "bonus", "artillery") == "9.23"
    play(match, "ready")
    draw(match, 16, 45)
    play(match, ("total", 2))
    assert asked(match) == ("allied", "Combat")
    declare(match, "1614", "us-501-101")
    assert s.tactics == [0, 0] and s.plays == [0, 0]
    assert refused(match, "bonus", "screen") == "9.2" and "artillery" in offered(match, "bonus")


@pytest.mark.rule("enemy_action", "9.3-maximum:f", "9.3-minimum:b")
def test_screen() -> None:
    units = {"de-fuhbg": "1715", "de-3-2p": "1915", "us-cca-10a": "1815"}
    s = planned(units, "1815")
    assert (minimum(s), maximum(s)) == (2, 4)  # two units, one of them of three steps and elite
    s = planned(units, "1815", tactics={"allied": ["screen"]})
    assert maximum(s) == 2
    more = units | {"de-304-2p": "1715", "de-39-26": "1716"}
    assert maximum(planned(more, "1815", tactics={"allied": ["screen"]})) == 6 - 2
    assert maximum(planned({"de-3-2p": "1915", "us-cca-10a": "1815"}, "1815", tactics={"allied": ["screen"]})) == 2
    match = fight([67], [24])
    play(match, "ready")
    assert refused(match, "card", card(24)) == "9.2"  # no mechanized unit defends


@pytest.mark.rule("enemy_action", "9.4-ip-crossfire:ab", "12.34:b", "12.32:a", "12.31")
def test_engineers_remove_and_place_improved_positions() -> None:
    match = fight([67, 42], [25], ip=["1815"])
    play(match, ("card", card(67)), ("tactic", "combat-engineers"))
    assert not state(match).ip
    play(match, "ready", ("card", card(25)), ("tactic", "engineers"))
    assert state(match).ip == 1 << f.HEX["1815"]
    match = fight([67], [25], ip=["1815"])
    play(match, "ready")
    assert refused(match, "card", card(25)) == "9.2"
    town = {"de-3-2p": "1714", "us-501-101": "1814"}
    match = combat(town, hand={"german": [67], "allied": [25, 1]}, pile={"german": [38], "allied": [6]})
    declare(match, "1814")
    play(match, "ready", ("card", card(1)))
    assert refused(match, "tactic", "engineers") == "12.32"


@pytest.mark.rule("enemy_action", "9-step3:b", "9.1:e", "6.5")
def test_reinforce_battle_brings_a_defender() -> None:
    units = {"de-3-2p": "1715", "us-501-101": "1815", "us-502-101": "2016", "us-506-101": "1717"}
    match = fight([67], [5, 17], units)
    play(match, "ready", ("card", card(5)), ("tactic", "reinforce-battle"))
    assert asked(match) == ("allied", "Reinforce")
    assert offered(match, "unit") == ["us-502-101"]
    assert refused(match, "unit", "us-506-101") == "9.2"  # the river, and zones of control
    play(match, ("unit", "us-502-101"))
    s = state(match)
    assert where(match, "us-502-101") == "1815" and minimum(s) == 4
    assert names(s.defenders) == {"us-501-101", "us-502-101"}
    assert asked(match) == ("allied", "DefendTactics")


@pytest.mark.rule("enemy_action", "9.1:e", "9-step2")
def test_reinforce_battle_brings_an_attacker() -> None:
    units = UNITS | {"de-304-2p": "1715", "de-77-26": "2014"}
    match = fight([54], [5], units, active=["de-3-2p", "de-39-26"])
    play(match, ("card", card(54)), ("tactic", "reinforce-battle"))
    assert set(offered(match, "unit")) == {"de-304-2p", "de-77-26"}
    assert refused(match, "unit", "de-3-2p") == "9.1"
    play(match, ("unit", "de-304-2p"))
    if offered(match, "hex"):
        assert "1715" in offered(match, "hex")  # an inactive unit of the stack just joins in
        play(match, ("hex", "1715"))
    s = state(match)
    assert "de-304-2p" in names(s.attackers & s.attacked) and not s.active >> f.UNIT["de-304-2p"] & 1


@pytest.mark.rule("enemy_action", "9.1:e")
def test_assault_coordination() -> None:
    units = UNITS | {"de-304-2p": "1715", "de-77-26": "1915", "de-78-26": "1816", "de-2-2p": "1816", "de-62": "1716"}
    marks: dict[str, Any] = {"active": ["de-3-2p", "de-39-26"], "low": ["de-62"]}
    match = fight([46, 42], [5], units, **marks)
    play(match, ("card", card(46)), ("tactic", "assault-coordination"))
    assert set(offered(match, "join")) == {"de-304-2p", "de-77-26", "de-78-26", "de-2-2p"}
    assert refused(match, "join", "de-62") == "9.21" and refused(match, "join", "de-3-2p") == "9.1"
    play(match, ("join", "de-304-2p"), ("join", "de-77-26"), ("join", "de-2-2p"))
    assert asked(match) == ("german", "AttackTactics")  # three at most
    assert state(match).attackers.bit_count() == 5


@pytest.mark.rule("enemy_action", "9-step3")
def test_the_window_does_not_tell_what_the_defender_holds() -> None:
    match = fight([67], [24])  # a card without use here
    play(match, "ready")
    assert asked(match) == ("allied", "DefendTactics") and offered(match, "card") == []
    play(match, "pass")
    assert asked(match) == ("chance", "Drawing")
    empty = fight([67], [])
    play(empty, "ready")
    assert asked(empty) == ("chance", "Drawing")
