"""15: reinforcements, release, the first turn."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import facts, movement
from ardennes.games.battles.facts import hex_at
from tests.rules.battles.fights import go, until
from tests.rules.battles.table import asked, offered, play, refused, situation, start, state, where

UNIT = facts.UNIT_NAMES.index
CCB, CAV, CCA, CCR = "us-ccb-7-armd", "us-87-cav-7-armd", "us-cca-7-armd", "us-ccr-7-armd"
VERVIERS, EUPEN = "B2010", "B2213"
FRAMES = [{"frame": "GameTurn", "step": 14}, {"frame": "Movement", "side": "allied", "started": True}]


def waiting(*units: str, gate: str = VERVIERS, turn: int = 4, due: int = 4, **fields: Any) -> Match:
    """The Allied Movement Segment with units that are due, all by one hex."""
    others = fields.pop("others", {"us-9-2": "B1413"})
    return situation(
        "",
        dict.fromkeys(units, "waiting") | others,
        turn=turn,
        frames=FRAMES,
        due=dict.fromkeys(units, due),
        entry=dict.fromkeys(units, gate),
        **fields,
    )


def costs(match: Match, unit: str, how: str = movement.NORMAL) -> dict[str, int]:
    trip = movement.trip(state(match), UNIT[unit], how)
    return {facts.HEX_NAMES.names[place]: cost for place, cost in trip.costs()}


# --- entering (b15.1, 15.13, b15.2) ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "15.13:ab", "b15.2:b")
def test_worked_example_the_march_of_the_7th_armored() -> None:
    match = waiting(CCB, CAV)
    assert movement.trip(state(match), UNIT[CCB], movement.MARCH).budget == 21  # 3 x (6 + 1)
    assert costs(match, CCB, movement.MARCH)["B0716"] == 2 + 19
    go(match, CCB, "B0716", "march")
    assert where(match, CCB) == "B0716"
    second = movement.trip(state(match), UNIT[CAV], movement.MARCH)
    assert (second.budget, second.cost(hex_at(VERVIERS))) == (24, 3)  # 21 left
    five = "us-801-td"
    assert facts.MA[UNIT[five]] == 5
    assert movement.march_allowance(state(waiting(five)), UNIT[five]) == 18


@pytest.mark.rule("battles", "15.13")
def test_the_bonus_is_for_the_turn_of_entry_only() -> None:
    match = waiting(CCB)
    assert movement.allowance(state(match), UNIT[CCB]) == 7
    go(match, CCB, VERVIERS)
    assert movement.allowance(state(match), UNIT[CCB]) == 6


@pytest.mark.rule("battles", "b15.1:a")
def test_a_unit_may_wait_for_a_later_turn() -> None:
    match = waiting(CCB)
    match.play("done")
    until(match, 5, "allied", "Movement")
    assert where(match, CCB) == "waiting"
    go(match, CCB, VERVIERS)
    assert where(match, CCB) == VERVIERS


@pytest.mark.rule("battles", "b15.1:b", "b15.2:a")
def test_entry_costs_as_by_road_and_more_for_each_unit_before() -> None:
    match = waiting(CCB, CCA, CCR)
    for unit, price in ((CCB, 2), (CCA, 3), (CCR, 4)):
        assert costs(match, unit)[VERVIERS] == price
        go(match, unit, VERVIERS)
    assert costs(waiting("us-117-30"), "us-117-30")[VERVIERS] == 1  # foot
    assert costs(waiting(CCB, gate="B1302"), CCB)["B1302"] == 1  # no town


@pytest.mark.rule("battles", "b15.2")
def test_a_unit_that_cannot_pay_for_its_entry_waits() -> None:
    match = waiting("us-117-30")
    s = state(match)
    for n, name in enumerate(("us-26-1", "us-47-9", "us-18-1", "us-16-1")):
        s.moved |= 1 << UNIT[name]
        s.gates[UNIT[name]] = hex_at(VERVIERS)
        trip = movement.trip(s, UNIT["us-117-30"])
        assert bool(trip.ends) is (1 + n + 1 <= 4)  # MA 3 and the bonus


@pytest.mark.rule("battles", "b15.2")
def test_columns_begin_anew_each_turn_and_at_each_hex() -> None:
    match = waiting(CCB, CCA)
    go(match, CCB, "B2011")
    state(match).entry[UNIT[CCA]] = hex_at(EUPEN)
    assert costs(match, CCA)[EUPEN] == 2
    state(match).entry[UNIT[CCA]] = hex_at(VERVIERS)
    match.play("done")
    until(match, 5, "allied", "Movement")
    assert costs(match, CCA)[VERVIERS] == 2


@pytest.mark.rule("battles", "b15.1")
def test_artillery_enters_in_movement_mode_and_units_are_announced() -> None:
    gun = "us-2-divarty"
    units = {gun: "due", "us-9-2": "B1413"}
    match = situation("allied-movement", units, turn=4, due={gun: 4}, entry={gun: VERVIERS})
    assert where(match, gun) == "waiting"
    go(match, gun, VERVIERS)
    assert not state(match).battery
    early = situation("allied-movement", {CCB: "due", "us-9-2": "B1413"}, turn=3, due={CCB: 4}, entry={CCB: VERVIERS})
    assert where(early, CCB) == "due"
    assert refused(early, "unit", CCB) == "b15.1"


# --- blocked entry (b15.3) ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b15.3:a")
def test_eupen_in_an_enemy_zone_on_turn_4() -> None:
    zone = {"de-1-ss-pz": "B2113", "us-9-2": "B1413"}
    blocked = waiting(CCB, gate=EUPEN, others=zone)
    assert refused(blocked, "unit", CCB) == "b15.3"
    assert not movement.trip(state(blocked), UNIT[CCB]).ends
    later = waiting(CCB, gate=EUPEN, turn=5, others=zone)
    assert movement.entry_of(state(later), UNIT[CCB]) == (hex_at("B2313"), True)
    go(later, CCB, "B2313")
    assert where(later, CCB) == "B2313"
    free = waiting(CCB, gate=EUPEN, turn=5)
    assert movement.entry_of(state(free), UNIT[CCB]) == (hex_at(EUPEN), True)


@pytest.mark.rule("battles", "b15.3")
def test_a_friend_in_the_hex_keeps_it_open_and_an_enemy_unit_closes_it() -> None:
    zone = {"de-1-ss-pz": "B2113", "us-9-2": EUPEN}
    assert movement.entry_of(state(waiting(CCB, gate=EUPEN, others=zone)), UNIT[CCB]) == (hex_at(EUPEN), True)
    guns = {"de-12-art": EUPEN, "us-9-2": "B1413"}
    assert not movement.entry_of(state(waiting(CCB, gate=EUPEN, others=guns)), UNIT[CCB])[1]


# --- release and the first turn (b15.4, b15.5) ------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b15.4:a")
def test_units_that_are_held_back_neither_move_nor_attack() -> None:
    unit = "us-ccb-9-armd"
    assert state(start("st_vith")).release[UNIT[unit]] == 2
    for turn, free in ((1, False), (2, True)):
        match = situation(
            "allied-movement",
            {unit: "B1316", "us-9-2": "B1413"},
            scenario="campaign_1944",
            turn=turn,
            release={unit: 2},
        )
        assert (asked(match) == ("allied", "Movement") and unit in offered(match, "unit")) is free
    held = situation("allied-movement", {unit: "B1316", "us-9-2": "B1413"}, turn=2, release={unit: 3})
    assert refused(held, "unit", unit) == "b15.4"
    reason = held.explain("unit", unit)
    assert reason is not None and "until game turn 3" in reason.reason


@pytest.mark.rule("battles", "b15.4:b")
def test_an_attack_on_its_hex_releases_a_unit() -> None:
    match = situation("german-combat", {"de-1-ss-pz": "B1315", "us-9-2": "B1316"}, turn=2, release={"us-9-2": 5})
    play(match, ("target", "B1316"), "attack", ("die", 6))
    until(match, 2, "allied", "Movement")
    assert "us-9-2" in offered(match, "unit")


@pytest.mark.rule("battles", "b15.4")
def test_a_held_unit_may_demolish() -> None:
    match = situation(
        "allied-bridges", {"us-202-eng": "B1211", "de-1-ss-pz": "B1125"}, turn=2, release={"us-202-eng": 5}
    )
    assert "us-202-eng" in offered(match, "unit")


@pytest.mark.rule("battles", "b15.5:a")
def test_no_allied_unit_moves_on_turn_1_of_st_vith() -> None:
    match = situation("allied-movement", {"us-394-99": "B1221", "de-27-fus-12": "B1222"}, turn=1)
    assert asked(match) != ("allied", "Movement")
    s = state(situation("allied-combat", {"us-394-99": "B1221", "de-27-fus-12": "B1222"}, turn=1))
    assert movement.surprised(s, facts.ALLIED) == facts.OF_SIDE[facts.ALLIED]
    limits = {case: allowed for case, allowed, _ in movement.movers(s, facts.ALLIED)}
    assert not limits["b15.5"] >> UNIT["us-394-99"] & 1
    assert movement.surprised(s, facts.GERMAN) == 0
    combat = situation("allied-combat", {"us-394-99": "B1221", "de-27-fus-12": "B1222"}, turn=1)
    assert offered(combat, "target") == ["B1222"]  # attacks are allowed


@pytest.mark.rule("battles", "b15.5:b")
def test_on_turn_1_of_clervaux_only_units_next_to_the_enemy_move() -> None:
    units = {"us-22-4": "D0519", "us-8-4": "D0922", "de-316-212": "D1022"}
    match = situation("allied-movement", units, scenario="clervaux", turn=1)
    assert refused(match, "unit", "us-22-4") == "b15.5"
    assert "us-8-4" in offered(match, "unit")
    later = situation("allied-movement", units, scenario="clervaux", turn=2)
    assert "us-22-4" in offered(later, "unit")


# --- single limits (b15.7) ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b15.7:a")
def test_cca_of_the_3rd_armored_keeps_east() -> None:
    unit = "us-cca-3-armd"
    for turn, case in ((8, "b15.7"), (10, "b15.7"), (11, "")):
        match = play(situation("allied-movement", {unit: "B1810"}, turn=turn), ("unit", unit))
        if case:
            assert refused(match, "hex", "B1809") == case
        else:
            assert "B1809" in offered(match, "hex")
        assert "B1811" in offered(match, "hex")
    other = play(situation("allied-movement", {CCB: "B1810"}, turn=8), ("unit", CCB))
    assert "B1809" in offered(other, "hex")


@pytest.mark.rule("battles", "b15.7")
def test_the_505th_and_501st_enter_in_march_mode() -> None:
    for scenario, unit in (("st_vith", "us-505-82"), ("clervaux", "us-501-pir-101")):
        assert state(start(scenario)).must_march >> UNIT[unit] & 1
    match = waiting("us-505-82", gate="B1302", turn=6, due=6, must_march=["us-505-82"])
    play(match, ("unit", "us-505-82"))
    assert refused(match, "hex", "B1302") == "b15.7"
    assert offered(match, "march")
