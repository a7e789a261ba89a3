"""2.22, 9.3, 9.4 The draw of chits: how many, which situations apply, and the cup."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.names import bits, each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.chits import Scene, adjusted, applies, chit_text, outlook, pending, totals
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import attack, defence, maximum, minimum
from tests.rules.enemy_action.fights import combat, declare, draw, planned
from tests.rules.enemy_action.hands import card
from tests.rules.enemy_action.table import asked, offered, play, refused, start, state

ONE = {"de-3-2p": "1715", "us-501-101": "1815"}


def holds(s: EnemyActionState, situation: str, detail: str = "", draws: int = 2) -> bool:
    """Does a situation apply to a fight?"""
    return Scene(s, draws).holds(f.ChitSide(situation, detail, ()))


def chits(*numbers: int) -> int:
    return bits(f.CHITS.index[f"chit-{n:02}"] for n in numbers)


def chit(number: int) -> int:
    return f.CHITS.index[f"chit-{number:02}"]


# --- how many (9.3) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.3-illustration:a", "9.3-maximum:a", "9.3-minimum:a")
def test_the_illustration_of_the_draw() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "de-130-lehr": "1915", "de-2-1ss": "1915", "de-39-26": "1716"}
    fight: dict[str, Any] = {"lost": {"de-39-26": 1}, "tactics": {"german": ["artillery", "combat-engineers"]}}
    s = planned(units | {"us-501-101": "1815"}, "1815", **fight)
    assert (minimum(s), maximum(s)) == (2, 7)
    s = planned(units | {"us-501-101": "1815", "us-14-cav": "1815"}, "1815", **fight | {"lost": {"us-14-cav": 1}})
    assert minimum(s) == 3


@pytest.mark.rule("enemy_action", "9.3-option:ab", "9.3:a", "9-step4:ab")
def test_the_total_is_declared_once() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "de-130-lehr": "1915", "de-39-26": "1916", "us-501-101": "1815"}
    match = declare(combat(units), "1815")
    assert asked(match) == ("chance", "Drawing")
    draw(match, 45, 49)
    assert asked(match) == ("german", "More") and offered(match, "total") == [2, 3, 4]
    assert refused(match, "total", 5) == "9.3-option" and refused(match, "total", 1) == "9.3-option"
    s = state(match)
    assert s.drawn == chits(45, 49)
    play(match, ("total", 4))
    draw(match, 16)
    assert asked(match) == ("chance", "Drawing")  # he cannot stop now
    draw(match, 51)
    assert asked(match)[1] != "Drawing"


@pytest.mark.rule("enemy_action", "9.3-mandatory:ab")
def test_the_minimum_is_always_drawn() -> None:
    match = declare(combat({"de-3-2p": "1715", "us-501-101": "1815", "us-502-101": "1815"}), "1815")
    draw(match, 45, 49, 16, 54)
    assert asked(match)[1] != "More"
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "us-501-101": "1815"}
    s = planned(units, "1815")
    assert minimum(s) == maximum(s) == 2


@pytest.mark.rule("enemy_action", "9.3-maximum:bcd", "10.22:c", "10.23:f")
def test_what_changes_the_maximum() -> None:
    units = {"de-2-1ss": "1715", "de-1-1ss": "1715", "de-62": "1915", "de-18": "1716", "us-501-101": "1815"}
    assert maximum(planned(units, "1815")) == 4 + 1 + 2
    assert maximum(planned(units, "1815", lost={"de-2-1ss": 1, "de-1-1ss": 1})) == 4 + 2
    for mark, more in (("low", 0), ("oos", 1), ("isolated", 2)):
        marks: dict[str, Any] = {mark: ["us-501-101"]}
        assert maximum(planned(units, "1815", **marks)) == 7 + more
    two = units | {"us-502-101": "1815"}
    assert maximum(planned(two, "1815", oos=["us-501-101"])) == 7
    assert maximum(planned(two, "1815", oos=["us-501-101"], isolated=["us-502-101"])) == 8


@pytest.mark.rule("enemy_action", "9.3-maximum")
def test_fury_of_bastogne() -> None:
    units = {"de-3-2p": "1714", "de-304-2p": "1714", "de-62": "1813", "us-14-cav": "1814"}
    assert maximum(planned(units, "1814")) == 4
    assert maximum(planned(units, "1814", fury=True)) == 6
    open_ = {"de-3-2p": "1715", "de-304-2p": "1715", "de-62": "1915", "us-14-cav": "1815"}
    assert maximum(planned(open_, "1815", fury=True)) == 2


@pytest.mark.rule("enemy_action", "9.3-minimum:c", "9.74:a")
def test_retreated_units_do_not_count() -> None:
    units = ONE | {"us-502-101": "1815"}
    s = planned(units, "1815", lost={"us-501-101": 1}, retreated=["us-502-101"], defended=["us-502-101"])
    assert minimum(s) == 1 and defence(s) == 3


# --- situations (9.4) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.4-ratio:abcde")
@pytest.mark.parametrize(
    ("detail", "mine", "theirs", "true"),
    [
        (">=3", 9, 3, True),
        (">=3", 8, 3, False),
        (">1", 5, 4, True),
        (">1", 4, 4, False),
        ("<2", 5, 3, True),
        ("<2", 6, 3, False),
        (">=8", 16, 2, True),
        (">=8", 15, 2, False),
        ("<1.5", 7, 5, True),
        ("<1.5", 6, 4, False),
    ],
)
def test_ratios(detail: str, mine: int, theirs: int, true: bool) -> None:
    scene = Scene(planned(ONE, "1815"), 2)
    scene.attack, scene.defence = mine, theirs
    assert scene.holds(f.ChitSide("ratio", detail, ())) is true


@pytest.mark.rule("enemy_action", "9.4-ratio:fghi")
def test_strengths_with_rivers_cities_and_the_westwall() -> None:
    wet = {"de-39-26": "1717", "de-13-5f": "1717", "us-501-101": "1816"}
    assert attack(planned(wet, "1816")) == 3  # 4 + 3, halved
    assert attack(planned(wet | {"de-77-26": "1716"}, "1816")) == 7
    assert attack(planned({"de-39-26": "1717", "us-501-101": "1716"}, "1716")) == 2  # over a bridge
    city = {"de-3-2p": "0527", "us-110-28": "0526"}
    place = f.HEX_NAMES.names[each(f.BOARD.neighbours(f.HEX["0526"]))[0]]
    assert defence(planned(city | {"de-3-2p": place}, "0526", lost={"us-110-28": 1})) == 4
    assert defence(planned({"us-110-28": "1708", "de-3-2p": "1707"}, "1707", "allied")) == 12
    assert defence(planned({"us-110-28": "1707", "de-3-2p": "1708"}, "1707")) == 4
    assert attack(planned(ONE, "1815", lost={"de-3-2p": 1})) == 3


@pytest.mark.rule("enemy_action", "9.4-terrain:abc", "9.4:a", "2.22:a")
def test_terrain() -> None:
    s = planned({"de-3-2p": "0813", "us-501-101": "0812"}, "0812")
    assert holds(s, "terrain", "town city") and holds(s, "terrain", "forest city")
    assert holds(s, "terrain", "forest town city") and not holds(s, "terrain", "woods clear")
    s.drawn = chits(25)
    assert totals(s) == (1, 0)  # both town and forest, but once
    broken = planned({"de-3-2p": "1715", "us-501-101": "1716"}, "1716")
    assert applies(broken, chit(23)) is None
    clear = applies(planned(ONE, "1815"), chit(23))
    assert clear is not None and clear.detail == "clear"
    front = applies(s, chit(23))
    assert front is not None and "forest" in front.detail


@pytest.mark.rule("enemy_action", "9.4-date:a")
def test_dates() -> None:
    assert not holds(planned(ONE, "1815", day=17), "date", "16")
    assert holds(planned(ONE, "1815", day=17), "date", "17")


@pytest.mark.rule("enemy_action", "9.4-air-artillery:ab")
def test_airpower_and_artillery() -> None:
    s = planned(ONE, "1815", tactics={"german": ["artillery"], "allied": ["airpower"]})
    assert holds(s, "artillery", "attacker") and not holds(s, "artillery", "defender")
    assert holds(s, "air", "allied") and not holds(s, "air", "german")
    for name in ("corps-artillery", "fixed-artillery"):
        assert holds(planned(ONE, "1815", tactics={"german": [name]}), "artillery", "attacker")
    allied = planned({"us-501-101": "1715", "de-3-2p": "1815"}, "1815", "allied", tactics={"allied": ["airpower"]})
    assert holds(allied, "air", "allied")


@pytest.mark.rule("enemy_action", "9.4-elite-green:ab")
def test_quality() -> None:
    units = {"de-1-1ss": "1715", "us-501-101": "1815", "us-110-28": "1815", "us-14-cav": "1815"}
    s = planned(units, "1815")
    assert holds(s, "elite", "defender") and holds(s, "elite", "attacker") and not holds(s, "green", "defender")
    assert not holds(planned(units, "1815", lost={"de-1-1ss": 1}), "elite", "attacker")
    assert holds(planned({"de-3-2p": "1715", "us-422-106": "1815"}, "1815"), "green", "defender")


@pytest.mark.rule("enemy_action", "9.4-combat-engineers:a")
def test_combat_engineers() -> None:
    assert holds(planned(ONE, "1815", tactics={"german": ["combat-engineers"]}), "engineers")
    units = {"us-501-101": "1715", "de-3-2p": "1815"}
    assert not holds(planned(units, "1815", "allied", tactics={"german": ["combat-engineers"]}), "engineers")
    assert not holds(planned(units, "1815", "allied", tactics={"allied": ["engineers"]}), "engineers")


@pytest.mark.rule("enemy_action", "9.4-adjacent:abc")
def test_defender_adjacent() -> None:
    units = ONE | {"us-502-101": "1916"}
    assert holds(planned(units, "1815"), "adjacent")
    for mark in ("defended", "low", "dispersed"):
        marks: dict[str, Any] = {mark: ["us-502-101"]}
        assert not holds(planned(units, "1815", **marks), "adjacent")
    assert not holds(planned(ONE | {"us-502-101": "1815"}, "1815"), "adjacent")


@pytest.mark.rule("enemy_action", "9.4-recon:a")
def test_defender_recon() -> None:
    assert holds(planned({"de-3-2p": "1715", "us-14-cav": "1815"}, "1815"), "recon")
    assert not holds(planned({"us-14-cav": "1715", "de-2-2p": "1815", "us-501-101": "1715"}, "1815", "allied"), "recon")


@pytest.mark.rule("enemy_action", "9.4-dispersed-unsupplied:ab")
def test_dispersed_or_unsupplied() -> None:
    units = ONE | {"us-502-101": "1815"}
    assert holds(planned(units, "1815", dispersed=["us-501-101"], low=["us-502-101"]), "disordered")
    assert not holds(planned(units, "1815", dispersed=["us-501-101"]), "disordered")


@pytest.mark.rule("enemy_action", "9.4-flank:abcdefg")
def test_flank_attacks() -> None:
    three = {"de-3-2p": "1715", "de-304-2p": "1716", "de-39-26": "1816", "us-501-101": "1815"}
    assert holds(planned(three, "1815"), "flank")
    assert not holds(planned(ONE, "1815"), "flank")
    town = {"de-3-2p": "1714", "de-304-2p": "1813", "de-39-26": "1914", "us-501-101": "1814"}
    assert not holds(planned(town, "1814"), "flank")
    assert not holds(planned(town, "1814", tactics={"german": ["infiltration"]}), "flank")
    two = {"de-3-2p": "1715", "de-304-2p": "1816", "us-501-101": "1815"}
    assert holds(planned(two, "1815"), "flank")
    assert not holds(planned(three, "1815", attackers=["de-3-2p", "de-304-2p"]), "flank")
    assert holds(planned(ONE, "1815", tactics={"german": ["infiltration"]}), "flank")


@pytest.mark.rule("enemy_action", "9.4-one-hex:a")
def test_one_hex_attacks() -> None:
    assert holds(planned(ONE | {"de-304-2p": "1715"}, "1815"), "one-hex")
    assert not holds(planned(ONE | {"de-304-2p": "1716"}, "1815"), "one-hex")
    assert not holds(planned(ONE, "1815", tactics={"german": ["infiltration"]}), "one-hex")


@pytest.mark.rule("enemy_action", "9.4-large:ab", "9.4:b")
def test_large_attacks() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "de-130-lehr": "1915", "de-2-1ss": "1915", "de-18": "1716"}
    match = declare(combat(units | {"us-501-101": "1815"}), "1815")
    s = state(match)
    assert maximum(s) == 7
    draw(match, 56)
    assert pending(s, chit(56)) and totals(s) == (0, 0)
    draw(match, 45)
    six = s.clone()
    six.apply("total", 6)
    assert not holds(six, "large", draws=6) and applies(six, chit(56)) is None
    play(match, ("total", 7))
    found = applies(s, chit(56))
    assert found is not None and found.situation == "large" and totals(s) == (1, 0)
    draw(match, 46, 47, 48, 49, 50)  # chits that do not apply count toward the seven
    assert asked(match)[1] != "Drawing"


@pytest.mark.rule("enemy_action", "9.4-allied-attack:a", "9.4-5pz:ab")
def test_whose_attack_it_is() -> None:
    assert not holds(planned(ONE, "1815"), "allied-attack")
    for name in ("us-501-101", "uk-5-ga"):
        assert holds(planned({name: "1715", "de-3-2p": "1815"}, "1815", "allied", day=27), "allied-attack")
    four = {"de-3-2p": "1715", "de-18": "1716", "de-1-1ss": "1816", "de-9-9ss": "1816", "us-501-101": "1815"}
    assert holds(planned(four, "1815"), "5pa-attack")
    assert not holds(planned(four, "1815", attackers=["de-3-2p", "de-1-1ss", "de-9-9ss"]), "5pa-attack")


@pytest.mark.rule("enemy_action", "9.4-ip-crossfire:ab")
def test_crossfire() -> None:
    assert holds(planned(ONE, "1815", ip=["1815"]), "ip") and not holds(planned(ONE, "1815"), "ip")


@pytest.mark.rule("enemy_action", "9.4-armor:abc")
def test_armor() -> None:
    s = planned(ONE, "1815")
    assert holds(s, "armor", "attacker") and not holds(s, "armor", "defender")  # a combined arms unit
    s = planned(ONE, "1815", tactics={"allied": ["tank-battalion"]})
    assert not holds(s, "armor", "attacker") and not holds(s, "armor", "defender")
    for name in ("de-2-2p", "de-304-2p"):
        assert not holds(planned({name: "1715", "us-501-101": "1815"}, "1815"), "armor", "attacker")


@pytest.mark.rule("enemy_action", "9.4-combined-arms:abc", "2.21-types:c")
def test_combined_arms() -> None:
    def combined(*names: str, **more: Any) -> bool:
        units = dict.fromkeys(names, "1715") | {"us-501-101": "1815"}
        return holds(planned(units, "1815", **more), "combined", "attacker")

    assert combined("de-243", "de-39-26") and combined("de-243", "de-304-2p") and combined("de-3-2p")
    assert not combined("de-243") and not combined("de-39-26") and not combined("de-243", "de-2-2p")
    assert combined("de-39-26", tactics={"german": ["panzer-battalion"]})
    assert not combined("de-3-2p", tactics={"allied": ["tank-battalion"]})


@pytest.mark.rule("enemy_action", "2.22-priority:ab")
def test_priority() -> None:
    both = {"de-1-1ss": "1715", "us-501-101": "1815"}
    found = applies(planned(both, "1815"), chit(41))
    assert found is not None and found.detail == "defender"
    front = applies(planned(both, "1815"), chit(42))
    assert front is not None and front.detail == "attacker"
    only = applies(planned({"de-1-1ss": "1715", "us-110-28": "1815"}, "1815"), chit(41))
    assert only is not None and only.detail == "attacker"


def test_every_chit_has_words() -> None:
    for facts in f.CHIT_FACTS:
        assert "{" not in chit_text(facts.front) + chit_text(facts.back)


# --- the cup (9.41) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.41:ab", "2.22-blue:a", "2.22:b")
def test_a_blue_chit_brings_earlier_chits_back() -> None:
    units = {"de-3-2p": "1715", "us-501-101": "1815", "us-502-101": "1815"}
    cup = [name for name in f.CHITS.names if name not in ("chit-16", "chit-45")]
    match = declare(combat(units, cup=cup), "1815")
    s = state(match)
    draw(match, 49)
    assert "chit-16" not in offered(match, "chit") and "chit-49" not in offered(match, "chit")
    draw(match, 39)  # blue; neither side applies or not, it is a draw
    left = set(offered(match, "chit"))
    assert {"chit-16", "chit-45"} <= left and not {"chit-39", "chit-49"} & left
    assert s.cup == f.CHITS.all & ~chits(39, 49)
    draw(match, 16, 45)
    assert s.cup == f.CHITS.all & ~chits(39, 49, 16, 45)


@pytest.mark.rule("enemy_action", "9.41:d", "2.22-blue:a")
def test_a_blue_chit_in_the_first_fight_brings_nothing_back() -> None:
    match = declare(combat(ONE), "1815")
    s = state(match)
    draw(match, 57)  # neither situation is true on 21 December in a German attack
    assert applies(s, chit(57)) is None
    assert s.cup == f.CHITS.all & ~chits(57) and s.drawn == chits(57)
    assert not any(event[0] == "refills" for event in s.events)


@pytest.mark.rule("enemy_action", "9.41")
def test_an_empty_cup_is_filled_like_by_a_blue_chit() -> None:
    match = declare(combat(ONE, cup=["chit-49"]), "1815")
    draw(match, 49)
    assert len(offered(match, "chit")) == 59


@pytest.mark.rule("enemy_action", "9.3-option")
def test_the_outlook_agrees_with_counting() -> None:
    s = planned(ONE, "1815")
    s.drawn = chits(45)
    s.cup = chits(1, 16, 23, 31, 49)
    found = outlook(s, 1)
    by_hand: dict[tuple[int, int], float] = {}
    for n in each(s.cup):
        t = s.clone()
        t.drawn |= 1 << n
        by_hand[adjusted(t)] = by_hand.get(adjusted(t), 0) + 0.2
    assert found["chances"] == pytest.approx(by_hand)
    assert sum(outlook(s, 3)["chances"].values()) == pytest.approx(1.0)


def test_tactic_cards_are_named_for_the_draw() -> None:
    match = combat(ONE, hand={"german": [45], "allied": []}, pile={"german": [38], "allied": [6]})
    declare(match, "1815")
    play(match, ("card", card(45)), ("tactic", "artillery"))
    assert holds(state(match), "artillery", "attacker")


@pytest.mark.rule("enemy_action", "9.41:c", "3-chits:a")
def test_the_cup_is_full_at_the_start() -> None:
    for scenario in ("campaign", "crisis"):
        assert state(start(scenario)).cup.bit_count() == 60
