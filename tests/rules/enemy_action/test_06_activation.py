"""6 Activating formations: who is active, the Kampfgruppe, the consecutive activation restriction, improved positions."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.activation import barred, kampfgruppe
from tests.rules.enemy_action.hands import FRONT, active, card, command, impulse, told
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state

WEST = {
    "us-117-30": "0711",
    "us-394-99": "0711",
    "us-504-82": "0812",
    "us-16-1": "0812",
    "us-cca-7a": "1111",
    "us-26-1": "0707",
    "us-9-2": "0506",
    "de-62": "1205",
    "de-18": "1003",
}
"""6.1: two V Corps units are stacked with units of XVIII Corps."""


def names(units: int) -> set[str]:
    return set(f.UNIT_NAMES.list_of(units))


def finish(match: Match) -> None:
    """Do nothing more in this impulse."""
    while asked(match)[1] != "Impulse":
        choices = match.decision.choices
        verb = next(v for v in ("done", "pass", "stay", "draw") if v in choices)
        match.play(verb, choices[verb][0])


# --- formations -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "6.1:ac", "5.3:b", "6.1-illustration:ab", "6.5:e")
def test_corps_with_stacked_units() -> None:
    match = command("allied", 4, WEST, day=18)
    play(match, ("formation", "xviii"))
    assert active(match) == {"us-117-30", "us-394-99", "us-504-82", "us-16-1", "us-cca-7a"}
    assert state(match).bonus and state(match).mode == "formation"
    resting = names(barred(state(match), f.ALLIED))
    assert {"us-394-99", "us-16-1", "us-26-1", "us-9-2", "us-117-30"} <= resting
    match = command("allied", 8, WEST, day=18)
    play(match, ("formation", "xviii"))
    assert active(match) == {"us-117-30", "us-504-82", "us-cca-7a"}
    assert not state(match).bonus


@pytest.mark.rule("enemy_action", "6.1:b")
def test_german_army_cards_take_no_stacked_units() -> None:
    units = {"de-62": "1205", "de-18": "1205", "de-16-116p": "1205", "us-424-106": "1206"}
    match = command("german", 45, units)
    play(match, ("formation", "lviii"))
    assert active(match) == {"de-16-116p"} and not state(match).bonus


@pytest.mark.rule("enemy_action", "6.2:ab", "6:c")
def test_a_division_wherever_its_units_are() -> None:
    units = {"us-357-90": "2015", "us-358-90": "2317", "us-359-90": "reserve", "us-cca-6a": "2015", "us-134-35": "2316"}
    match = command("allied", 28, units | {"de-62": "1205"}, day=28)
    assert set(offered(match, "formation")) == {"us-90", "us-6a", "us-35"}
    play(match, ("formation", "us-90"))
    assert active(match) == {"us-357-90", "us-358-90"}


@pytest.mark.rule("enemy_action", "6:c")
def test_units_in_boxes_are_not_activated() -> None:
    units = FRONT | {"de-304-2p": "reserve", "de-130-lehr": "reserve", "de-243": "calendar"}
    match = command("german", 46, units)
    assert offered(match, "formation") == ["de-2p"]
    assert refused(match, "formation", "de-lehr") == "6"
    assert refused(match, "unit", "de-304-2p") == "6"
    play(match, ("formation", "de-2p"))
    assert active(match) == {"de-3-2p"}


@pytest.mark.rule("enemy_action", "4-IV-activation:b", "6:a")
def test_positions_are_built_before_dispersed_units_recover() -> None:
    units = {"de-62": "1205", "de-18": "1003", "us-424-106": "1206"}
    match = command("german", 52, units, dispersed=["de-18"])
    play(match, ("formation", "lxvi"))
    while asked(match)[1] in ("Movement", "Combat"):
        match.play("done")
    assert asked(match) == ("german", "Entrench")
    assert names(state(match).dispersed) == {"de-18"}
    play(match, "done")
    assert not state(match).dispersed


# --- one unit ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "6.3:ab", "10-units:c")
def test_one_unit_must_trace_supply_now() -> None:
    units = {"us-394-99": "0711", "us-110-28": "1708", "de-62": "1205"}
    around = dict(zip(("de-3-2p", "de-304-2p", "de-2-2p"), ("1707", "1807", "1709"), strict=True))
    match = command("allied", 11, units | around | {"de-39-26": "1608", "de-77-26": "1809"}, low=["us-394-99"])
    assert "us-394-99" in offered(match, "unit")
    assert refused(match, "unit", "us-110-28") == "6.3"
    play(match, ("unit", "us-394-99"))
    assert names(state(match).low) == {"us-394-99"}


@pytest.mark.rule("enemy_action", "6.3:cf")
def test_one_unit_moves_but_does_not_attack() -> None:
    match = command("german", 47, FRONT)
    play(match, ("unit", "de-62"))
    seen = []
    while asked(match)[1] != "Impulse":
        seen.append(asked(match)[1])
        choices = match.decision.choices
        match.play(next(v for v in ("done", "pass", "draw") if v in choices))
    assert "Combat" not in seen and "Entrench" in seen and "Movement" in seen
    match = command("german", 47, FRONT, last={"german": ["de-62"]})
    assert refused(match, "unit", "de-62") == "6.5"


@pytest.mark.rule("enemy_action", "6.3:g")
def test_one_unit_needs_a_real_trace_also_before_19_december() -> None:
    units = {"de-3-2p": "1812", "us-110-28": "1813", "us-109-28": "1711", "us-112-28": "1911", "us-cca-9a": "1810"}
    match = command("german", 46, units, day=17)
    assert refused(match, "unit", "de-3-2p") == "6.3"
    assert "de-2p" in offered(match, "formation")


# --- Kampfgruppe ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "6.4:ab", "5.5:a")
def test_kampfgruppe_by_distance_and_army() -> None:
    units = {"de-62": "1205", "de-18": "1206", "de-16-116p": "1207", "de-60-116p": "1208", "de-8-3f": "1204"}
    match = command("german", 45, units | {"us-424-106": "1305"})
    s = state(match)
    group = names(kampfgruppe(s, f.CARD[card(45)], f.HEX["1205"]))
    assert group == {"de-62", "de-18", "de-16-116p"}
    assert names(kampfgruppe(s, f.CARD[card(35)], f.HEX["1205"])) == group | {"de-8-3f"}
    assert "1305" in offered(match, "kg")
    play(match, ("kg", "1205"))
    assert active(match) == group and state(match).mode == "kg"
    assert state(match).kg == f.HEX["1205"]
    finish(match)
    assert state(match).kg == -1


@pytest.mark.rule("enemy_action", "6.4-illustration:a")
def test_kampfgruppe_of_two_armies() -> None:
    units = {"de-peiper-1ss": "0804", "de-1-1ss": "0803", "de-12-12ss": "0603", "de-18": "1003", "de-62": "1205"}
    match = command("german", 35, units | {"us-394-99": "0705"})
    play(match, ("kg", "0804"))
    assert active(match) == {"de-peiper-1ss", "de-1-1ss", "de-12-12ss", "de-18"}


@pytest.mark.rule("enemy_action", "6.4")
def test_the_marker_needs_somebody_in_reach() -> None:
    match = command("german", 45, {"de-62": "1205", "us-424-106": "1206"})
    assert refused(match, "kg", "2020") == "6.4"
    assert {"1206", "1407"} & set(offered(match, "kg")) == {"1206"}


@pytest.mark.rule("enemy_action", "6.4:d", "11.42:d")
def test_okw_units_in_a_kampfgruppe() -> None:
    units = {"de-10-10ss": "2207", "de-276": "2106", "us-109-28": "2108"}
    match = command("german", 56, units, day=24)
    assert names(kampfgruppe(state(match), f.CARD[card(56)], f.HEX["2205"])) == {"de-10-10ss", "de-276"}


@pytest.mark.rule("enemy_action", "11.42:abc")
@pytest.mark.parametrize(
    ("first", "second", "armies"),
    [("0505", "0604", {36}), ("2505", "2404", {56}), ("0505", "2505", {45}), ("1405", "0505", {45})],
)
def test_okw_corps_by_army_card(first: str, second: str, armies: set[int]) -> None:
    north, south = f.ARMY_AREA["6pa"], f.ARMY_AREA["7a"]
    assert north >> f.HEX["0505"] & 1 and south >> f.HEX["2505"] & 1 and not (north | south) >> f.HEX["1405"] & 1
    units = {"de-10-10ss": first, "de-15-11p": second, "us-110-28": "1708", "de-62": "1205"}
    for number in (36, 45, 56):
        match = command("german", number, units | {"de-277": "0504", "de-276": "2106"}, day=24)
        if number in armies:
            assert "okw" in offered(match, "formation")
        else:
            assert refused(match, "formation", "okw") == "11.42"
    for number, formation in ((35, "okw"), (68, "okw"), (69, "de-10ss")):
        match = command("german", number, units, day=24)
        assert formation in offered(match, "formation")


# --- 6.5 --------------------------------------------------------------------------------------------------------------


def next_own(side: str, number: int, units: dict[str, str], last: list[str], **more: Any) -> Match:
    """The impulse after one in which these units were activated."""
    return command(side, number, units, last={side: last}, **more)


GERMANY = {
    "de-3-2p": "1607",
    "de-304-2p": "1607",
    "de-130-lehr": "1706",
    "de-fuhbg": "1705",
    "de-243": "1705",
    "de-62": "1205",
    "de-peiper-1ss": "0804",
    "de-9-9ss": "0803",
    "de-272": "0205",
    "de-276": "2106",
    "us-110-28": "1708",
    "us-424-106": "1206",
}


@pytest.mark.rule("enemy_action", "6.5:a")
def test_the_whole_corps_rests_after_an_activation() -> None:
    last = ["de-3-2p", "de-304-2p"]
    match = next_own("german", 46, GERMANY, last)
    assert refused(match, "formation", "de-2p") == "6.5"
    assert refused(match, "formation", "de-lehr") == "6.5"
    assert refused(match, "unit", "de-130-lehr") == "6.5"
    match = next_own("german", 47, GERMANY, last)
    assert refused(match, "formation", "xlvii") == "6.5"
    match = next_own("german", 46, GERMANY, [])
    assert set(offered(match, "formation")) == {"de-2p", "de-lehr"}


@pytest.mark.rule("enemy_action", "6.5")
def test_narrow_reading_as_an_option() -> None:
    last = ["de-3-2p", "de-304-2p"]
    narrow = {"consecutive": "formation"}
    match = next_own("german", 46, GERMANY, last, options=narrow)
    assert offered(match, "formation") == ["de-lehr"]
    assert refused(match, "unit", "de-3-2p") == "6.5"
    assert "de-130-lehr" in offered(match, "unit")
    match = next_own("german", 47, GERMANY, last, options=narrow)
    assert refused(match, "formation", "xlvii") == "6.5"


@pytest.mark.rule("enemy_action", "6.5:bc")
def test_only_the_own_preceding_impulse_counts() -> None:
    hand = {"german": [46, 49, 65], "allied": [19, 24, 11]}
    units = GERMANY | {"us-109-28": "2007"}
    match = impulse("german", hand, units, impulses={"german": 1, "allied": 0})
    play(match, ("card", card(46)), ("formation", "de-2p"))
    finish(match)
    play(match, ("card", card(24)), ("formation", "us-28"))
    finish(match)
    assert names(state(match).last[f.GERMAN]) == {"de-3-2p", "de-304-2p"}
    assert names(state(match).last[f.ALLIED]) == {"us-110-28", "us-109-28"}
    play(match, ("card", card(65)))
    assert refused(match, "unit", "de-130-lehr") == "6.5"
    play(match, ("formation", "de-62"))
    finish(match)
    play(match, ("card", card(19)))
    assert refused(match, "unit", "us-110-28") == "6.5"
    assert "us-424-106" in offered(match, "unit")


@pytest.mark.rule("enemy_action", "6.5:f", "6.5-examples:ac")
def test_a_kampfgruppe_leaves_out_a_resting_corps() -> None:
    match = next_own("german", 45, GERMANY | {"de-16-116p": "1606"}, ["de-fuhbg"])
    assert names(kampfgruppe(state(match), f.CARD[card(45)], f.HEX["1606"])) == {"de-16-116p"}
    assert refused(match, "formation", "xlvii") == "6.5"
    assert refused(next_own("german", 54, GERMANY, ["de-fuhbg"], day=18), "formation", "de-fuhbg") == "6.5"
    assert refused(next_own("german", 37, GERMANY, ["de-fuhbg"]), "unit", "de-3-2p") == "6.5"
    match = next_own("german", 36, GERMANY, ["de-peiper-1ss", "de-9-9ss"])
    assert refused(match, "formation", "iss") == "6.5"
    assert refused(match, "formation", "iiss") == "6.5"
    assert "lxvii" in offered(match, "formation")
    match = next_own("german", 35, GERMANY, ["de-peiper-1ss", "de-9-9ss"])
    assert {"lxvii", "lxvi", "xlvii", "lxxx"} <= set(offered(match, "formation"))


@pytest.mark.rule("enemy_action", "6.5-examples:b")
def test_after_xviii_corps() -> None:
    last = ["us-117-30", "us-504-82", "us-cca-7a"]
    match = next_own("allied", 4, WEST, last, day=18)
    assert refused(match, "formation", "xviii") == "6.5"
    assert "v" in offered(match, "formation")
    for number, division in ((21, "us-82"), (20, "us-30"), (20, "us-7a")):
        match = next_own("allied", number, WEST, last, day=18)
        assert refused(match, "formation", division) == "6.5"
        assert refused(match, "unit", "us-cca-7a") == "6.5"


@pytest.mark.rule("enemy_action", "6.5:e", "6.1")
def test_stacked_units_of_a_resting_corps_are_left_out() -> None:
    match = next_own("allied", 4, WEST, ["us-26-1"], day=18)
    play(match, ("formation", "xviii"))
    assert active(match) == {"us-117-30", "us-504-82", "us-cca-7a"}
    more = WEST | {"us-110-28": "1708"}
    match = next_own("allied", 17, more, ["us-394-99", "us-16-1", "us-117-30"], day=18)
    for division in ("us-99", "us-2"):
        assert refused(match, "formation", division) == "6.5"
    match = next_own("allied", 18, more, ["us-394-99", "us-16-1", "us-117-30"], day=18)
    assert refused(match, "formation", "us-1") == "6.5"


@pytest.mark.rule("enemy_action", "6.5:g")
def test_surprise_impulses_follow_each_other() -> None:
    hand = {"german": [46, 52, 57], "allied": [19]}
    units = GERMANY | {"de-14-5f": "1907"}
    frames = [{"frame": "Day", "step": 3}]
    match = situation("", units, day=16, hand=hand, frames=frames)
    play(match, ("card", card(46)), ("formation", "de-2p"))
    finish(match)
    play(match, ("card", card(52)), ("formation", "lxvi"))
    finish(match)
    assert names(state(match).last[f.GERMAN]) == {"de-62"}
    assert names(state(match).surprise) == {"de-3-2p", "de-304-2p", "de-62"}


@pytest.mark.rule("enemy_action", "6.5-not-activations:ab", "6.5:d")
def test_deployment_and_replacements_are_no_activations() -> None:
    units = WEST | {"us-47-9": "reserve"}
    match = command("allied", 5, units, day=18, last={"allied": ["us-26-1", "us-9-2"]})
    assert refused(match, "formation", "v") == "6.5"
    play(match, "deploy")
    assert not state(match).last[f.ALLIED]


@pytest.mark.rule("enemy_action", "6.5:d")
def test_an_event_bars_nothing() -> None:
    match = command("german", 38, GERMANY, last={"german": ["de-peiper-1ss"]})
    play(match, ("event", "commandos"))
    assert not state(match).last[f.GERMAN]


@pytest.mark.rule("enemy_action", "6.5-not-activations:d")
def test_the_restriction_ends_with_the_day() -> None:
    frames = [{"frame": "Day", "step": 0}, {"frame": "EndOfDay", "stage": 0}]
    last = {"german": ["de-3-2p"]}
    discards = {"german": [47, 45], "allied": [11]}
    match = situation("", GERMANY, day=17, frames=frames, last=last, discards=discards)
    while state(match).day == 17 or asked(match)[1] != "Impulse":
        match.play(*match.decision.pairs()[0])
    assert state(match).day == 18 and not any(state(match).last)
    play(match, ("card", card(47)))
    assert "xlvii" in offered(match, "formation")


# --- roadblocks at the start ------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.9-removal:abc", "4-IV-activation")
def test_roadblocks_next_to_active_units_go() -> None:
    units = {"de-62": "1205", "de-3-2p": "1607", "us-424-106": "1309"}
    near = f.BOARD.neighbours(f.HEX["1205"]) & f.ROAD_HEXES & ~f.BUILT
    far = f.BOARD.neighbours(f.HEX["1607"]) & f.ROAD_HEXES & ~f.BUILT & ~f.BOARD.within(f.HEX["1205"], 1)
    assert near and far
    match = command("german", 52, units, roadblocks=f.HEX_NAMES.list_of(near | far))
    play(match, ("formation", "lxvi"))
    assert state(match).roadblocks == far


# --- improved positions -----------------------------------------------------------------------------------------------


def digging(units: dict[str, str], **more: Any) -> Match:
    """The end of an activation: who digs in?"""
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "allied", "stage": 1},
        {"frame": "Activation", "side": "allied", "stage": 6},
        {"frame": "Entrench", "side": "allied"},
    ]
    more = {"mode": "formation", "impulses": {"german": 1, "allied": 1}} | more
    return situation("", units, frames=frames, hand={"german": [46], "allied": [19]}, **more)


DIG = {"us-110-28": "1708", "us-112-28": "1407", "us-109-28": "2009", "us-cca-9a": "1813", "de-62": "1205"}


@pytest.mark.rule("enemy_action", "12.31:abce")
def test_who_may_dig_in() -> None:
    assert not f.BUILT & f.BOARD.set_of("1708", "1407", "2009")
    units = ["us-110-28", "us-112-28", "us-109-28"]
    for field, case in (
        ("moved", "12.31"),
        ("attacked", "12.31"),
        ("oos", "12.31"),
        ("isolated", "12.31"),
        ("dispersed", "9.9"),
    ):
        match = digging(DIG, active=units, **{field: ["us-112-28"]})
        assert refused(match, "unit", "us-112-28") == case
        assert offered(match, "unit") == ["us-112-28", "us-110-28", "us-109-28"][1:]
    match = digging(DIG, active=units, low=["us-110-28"], defended=["us-110-28"])
    assert "us-110-28" in offered(match, "unit")
    assert refused(match, "unit", "us-cca-9a") == "12.31"
    play(match, ("unit", "us-110-28"))
    assert f.HEX_NAMES.list_of(state(match).ip) == ["1708"]
    play(match, "all")
    assert set(f.HEX_NAMES.list_of(state(match).ip)) == {"1708", "1407", "2009"}


@pytest.mark.rule("enemy_action", "12.32:ab")
def test_no_position_in_a_town_and_no_second_one() -> None:
    town = next(name for name in f.HEX_NAMES.list_of(f.TOWNS) if name > "1810")
    units = {"us-110-28": town, "us-112-28": "1407", "us-109-28": "2009", "de-62": "1205"}
    match = digging(units, active=list(units)[:3], ip=["1407"])
    assert refused(match, "unit", "us-110-28") == "12.32"
    assert refused(match, "unit", "us-112-28") == "12.32"
    assert offered(match, "unit") == ["us-109-28"]
    wall = f.HEX_NAMES.list_of(f.WESTWALL & ~f.BUILT)[0]
    match = digging({"us-110-28": wall, "de-62": "1205"}, active=["us-110-28"])
    assert offered(match, "unit") == ["us-110-28"]


@pytest.mark.rule("enemy_action", "12.31:f", "6.3:c")
def test_a_single_activated_unit_may_dig_in() -> None:
    match = command("allied", 11, DIG)
    play(match, ("unit", "us-110-28"))
    while asked(match)[1] == "Movement":
        match.play("done")
    assert asked(match) == ("allied", "Entrench")
    assert told(match, "unit", "us-110-28")[0][0] == "entrenches"


@pytest.mark.rule("enemy_action", "10.41:b")
def test_units_without_fuel_may_dig_in() -> None:
    units = {"de-3-2p": "1607", "us-110-28": "1708"}
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 5},
    ]
    more: dict[str, Any] = {"active": ["de-3-2p"], "nofuel": ["de-3-2p"], "mode": "formation"}
    match = situation("", units, day=23, frames=frames, hand={"german": [47], "allied": [19]}, **more)
    assert offered(match, "unit") == ["de-3-2p"]


@pytest.mark.rule("enemy_action", "9.9-removal:ab")
def test_only_units_dispersed_before_the_activation_recover() -> None:
    units = ["us-110-28", "us-112-28", "us-cca-9a"]
    dispersed = ["us-110-28", "us-112-28", "us-109-28"]
    match = digging(DIG, active=units, dispersed=dispersed, recovering=["us-110-28"])
    play(match, "done")
    assert names(state(match).dispersed) == {"us-112-28", "us-109-28"}


@pytest.mark.rule("enemy_action", "6.4")
def test_the_marker_goes_before_cards_are_drawn() -> None:
    units = {"de-62": "1205", "us-110-28": "1810"}
    match = command("german", 45, units, pile={"german": [47]})
    play(match, ("kg", "1205"))
    while asked(match)[1] != "Replenish":
        choices = match.decision.choices
        verb = next(v for v in ("done", "pass") if v in choices)
        match.play(verb, choices[verb][0])
    assert state(match).kg == -1
