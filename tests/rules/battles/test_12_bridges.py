"""b12 and b13: blowing and building bridges, fortified positions."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import bridges, facts, strength
from ardennes.games.battles.facts import BRIDGES, bridge_at, hex_at
from tests.rules.battles.fights import ARENA, fight, go, guns, squad, step, until
from tests.rules.battles.table import asked, offered, play, refused, situation, start, state

UNIT = facts.UNIT_NAMES.index
BRIDGE, NORTH, SOUTH = "B1112-B1211", "B1211", "B1112"
"""Stavelot: the town north of the Amblève, and the far bank."""
ENGINEER, SECOND, PIONEERS, MORE = "us-202-eng", "us-291-eng", "de-1-ss-eng", "de-12-ss-eng"
INFANTRY, PANZERS, FAR = "us-9-2", "de-1-ss-pz", "B1125"


def demolition(units: dict[str, str], side: str = "allied", turn: int = 3, **fields: Any) -> Match:
    return situation(f"{side}-bridges", {PANZERS: FAR} | units, turn=turn, **fields)


def down(match: Match, bridge: str = BRIDGE) -> bool:
    return bool(state(match).blown >> bridge_at(bridge) & 1)


# --- demolition (b12.1 to b12.3) -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b12.1:a")
@pytest.mark.parametrize(("die", "blown"), [(1, True), (4, True), (5, False), (6, False)])
def test_worked_example_engineers_succeed_on_1_to_4(die: int, blown: bool) -> None:
    match = play(demolition({ENGINEER: NORTH}), ("unit", ENGINEER), ("blow", BRIDGE), ("die", die))
    assert down(match) is blown


@pytest.mark.rule("battles", "b12.1:b")
def test_others_roll_against_their_strength_and_artillery_against_its_fpf() -> None:
    six, two = squad("allied", 6, 2)
    (gun,) = guns("allied", 5, fpf=3)
    faces = {six: 6, two: 2, gun: 1}
    for unit, most in faces.items():
        found = []
        for die in facts.DIE:
            match = play(demolition({unit: NORTH}), ("unit", unit), ("blow", BRIDGE), ("die", die))
            found.append(down(match))
        assert found == [die <= most for die in facts.DIE], unit
    reduced = state(demolition({two: NORTH}, lost={two: 1}))
    assert bridges.chance_to_blow(reduced, UNIT[two]) == 1


@pytest.mark.rule("battles", "b12.1")
def test_the_question_which_bridge_says_what_the_unit_needs() -> None:
    six, two = squad("allied", 6, 2)
    (gun,) = guns("allied", 5, fpf=3)
    (hopeless,) = guns("allied", 2, fpf=1)
    needs = {
        ENGINEER: "succeeds on 1 to 4",
        six: "succeeds on any die",
        two: "succeeds on 1 or 2",
        gun: "succeeds on a 1",
        hopeless: "cannot succeed",
    }
    for unit, said in needs.items():
        asks = play(demolition({unit: NORTH}), ("unit", unit)).decision.prompt
        assert asks == f"Which bridge? {facts.ROSTER.name[UNIT[unit]]} {said}"


@pytest.mark.rule("battles", "b12.1:c")
def test_each_unit_at_a_bridge_has_one_attempt() -> None:
    match = demolition({ENGINEER: NORTH, SECOND: NORTH})
    play(match, ("unit", ENGINEER), ("blow", BRIDGE), ("die", 6))
    assert refused(match, "unit", ENGINEER) == "b12.1"
    play(match, ("unit", SECOND), ("blow", BRIDGE), ("die", 4))
    assert down(match)


@pytest.mark.rule("battles", "b12.1")
def test_a_bridge_of_another_hex_or_one_that_is_down_is_refused() -> None:
    match = play(demolition({ENGINEER: NORTH}), ("unit", ENGINEER))
    assert refused(match, "blow", "B0818-B0819") == "b12.1"
    at_stavelot = BRIDGES.list_of(facts.BRIDGE_AT[hex_at(NORTH)])
    match = demolition({ENGINEER: NORTH, INFANTRY: "B0818"}, blown=at_stavelot)
    assert refused(match, "unit", ENGINEER) == "b12.1"


@pytest.mark.rule("battles", "b12.1")
def test_an_enemy_next_to_the_bridge_does_not_prevent_it() -> None:
    match = demolition({ENGINEER: NORTH, "de-2-ss-pg": SOUTH})
    play(match, ("unit", ENGINEER), ("blow", BRIDGE), ("die", 1))
    assert down(match)


@pytest.mark.rule("battles", "b12.2:ab")
def test_units_that_attacked_cannot_and_those_that_gave_fpf_can() -> None:
    (gun,) = guns("allied", 5)
    match = demolition({ENGINEER: NORTH, INFANTRY: NORTH}, attacked=[INFANTRY])
    assert refused(match, "unit", INFANTRY) == "b12.2"
    (german,) = squad("german", 5)
    (defender,) = squad("allied", 5)
    units = {german: "B1411", defender: "B1312", gun: NORTH}
    match = situation("german-combat", units, battery=[gun])
    match.play("target", "B1312")
    play(match, "attack", ("gun", gun), "ready", ("die", 2))
    until(match, 3, "allied", "BridgePhase")
    assert gun in offered(match, "unit")


@pytest.mark.rule("battles", "b12.2", "b6.4")
def test_no_demolition_on_the_march() -> None:
    match = demolition({ENGINEER: NORTH, INFANTRY: "B0818"}, marching=[ENGINEER])
    assert refused(match, "unit", ENGINEER) == "b12.2"


@pytest.mark.rule("battles", "b12.3:a")
def test_the_germans_blow_only_their_own_bridges() -> None:
    units = {"us-9-2": "B2010", PIONEERS: "B0117", MORE: SOUTH}
    match = demolition(units, "german", german_built=[BRIDGE])
    assert refused(match, "unit", PIONEERS) == "b12.3"  # Ouren
    play(match, ("unit", MORE), ("blow", BRIDGE), ("die", 1))
    assert down(match)
    assert not state(match).german_built


@pytest.mark.rule("battles", "b12.3:b")
def test_nobody_blows_bridges_on_turn_1() -> None:
    match = situation("allied-bridges", {ENGINEER: NORTH, PANZERS: FAR}, turn=1)
    assert asked(match)[1] != "BridgePhase"
    assert next(iter(bridges.BridgePhase(1).limits_unit(state(match)))).allowed == 0
    assert asked(demolition({ENGINEER: NORTH}, turn=2)) == ("allied", "BridgePhase")


# --- building (b12.4 to b12.6) -----------------------------------------------------------------------------------------------------------


def building(units: dict[str, str], turn: int = 5, **fields: Any) -> Match:
    fields = {"blown": [BRIDGE]} | fields
    return situation("german-building", {INFANTRY: "B2010"} | units, turn=turn, **fields)


def stands_on(match: Match, most: int = 9) -> int:
    """The turn on which the bridge stands when everybody passes; 0 if it never does."""
    for turn in range(state(match).turn + 1, most):
        until(match, turn, "german", "Movement")
        if not down(match):
            return turn
    return 0


@pytest.mark.rule("battles", "b12.4:a")
def test_worked_example_one_engineer_needs_two_turns_and_two_need_one() -> None:
    match = play(building({PIONEERS: SOUTH, PANZERS: FAR}), ("unit", PIONEERS), ("build", BRIDGE))
    assert stands_on(match) == 7
    match = play(building({PIONEERS: SOUTH, MORE: SOUTH, PANZERS: FAR}), ("unit", PIONEERS), ("build", BRIDGE))
    play(match, ("unit", MORE), ("build", BRIDGE))
    assert stands_on(match) == 6
    assert state(match).german_built >> bridge_at(BRIDGE) & 1


@pytest.mark.rule("battles", "b12.4")
def test_a_second_engineer_who_comes_later_does_not_make_it_quicker_than_one_turn() -> None:
    work = bridge_at(BRIDGE) + 1
    match = building({PIONEERS: SOUTH, MORE: SOUTH, PANZERS: FAR}, 6, work={PIONEERS: work}, begun={PIONEERS: 5})
    play(match, ("unit", MORE), ("build", BRIDGE))
    assert stands_on(match) == 7


@pytest.mark.rule("battles", "b12.4")
def test_an_engineer_at_work_does_not_move_on_the_turn_it_begins() -> None:
    match = play(building({PIONEERS: SOUTH, PANZERS: FAR}), ("unit", PIONEERS), ("build", BRIDGE))
    until(match, 5, "german", "Movement")
    assert refused(match, "unit", PIONEERS) == "b12.4"


@pytest.mark.rule("battles", "b12.4:b")
def test_a_retreat_or_a_move_loses_the_work() -> None:
    work: dict[str, Any] = {"work": {PIONEERS: bridge_at(BRIDGE) + 1}, "begun": {PIONEERS: 5}}
    match = building({PIONEERS: SOUTH, PANZERS: FAR}, 6, **work)
    until(match, 6, "german", "Movement")
    go(match, PIONEERS, "B1011")
    assert state(match).work[UNIT[PIONEERS]] == 0
    (one,), (friend,) = squad("allied", 6), squad("german", 3)
    units = {PIONEERS: SOUTH, friend: SOUTH, one: "B1011"}
    match = situation("allied-combat", units, turn=5, blown=[BRIDGE], **work)
    fight(match, SOUTH, [one], "R1")
    while asked(match)[1] == "Retreat":
        play(match, ("hex", offered(match, "hex")[0]))
    assert match.position()["units"][PIONEERS] != SOUTH
    assert state(match).work[UNIT[PIONEERS]] == 0


@pytest.mark.rule("battles", "b12.4")
@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"us-117-30": NORTH}, "b13.1"),  # an enemy at the other end, whose zone closes the hex as well
        ({"us-2-divarty": NORTH}, "b12.4"),  # guns have no zone, but they are at the other end
        ({"us-117-30": "B1213"}, ""),
    ],
)
def test_enemies_that_keep_an_engineer_from_building(more: dict[str, str], refusal: str) -> None:
    match = building({PIONEERS: SOUTH, PANZERS: FAR, "de-27-fus-12": FAR} | more)
    if refusal == "b13.1":
        assert refused(match, "unit", PIONEERS) == "b13.1"
        return
    play(match, ("unit", PIONEERS))
    if refusal:
        assert refused(match, "build", BRIDGE) == refusal
    else:
        assert BRIDGE in offered(match, "build")


@pytest.mark.rule("battles", "b12.4", "b7.5")
def test_a_combat_unit_in_the_hex_shields_the_engineer_from_zones() -> None:
    units = {PIONEERS: SOUTH, PANZERS: FAR, "us-117-30": "B1011"}
    assert refused(building(units | {"de-27-fus-12": FAR}), "unit", PIONEERS) == "b13.1"
    match = building(units | {"de-27-fus-12": SOUTH})
    play(match, ("unit", PIONEERS))
    assert BRIDGE in offered(match, "build")


@pytest.mark.rule("battles", "b12.4")
def test_a_condition_that_fails_later_loses_the_work() -> None:
    work: dict[str, Any] = {"work": {PIONEERS: bridge_at(BRIDGE) + 1}, "begun": {PIONEERS: 5}}
    match = building({PIONEERS: SOUTH, PANZERS: FAR, "us-2-divarty": NORTH}, 7, **work)
    assert down(match)
    assert state(match).work[UNIT[PIONEERS]] == 0
    dry = building({PIONEERS: SOUTH, PANZERS: FAR}, 7, unsupplied=[PIONEERS], **work)
    assert down(dry)
    fine = building({PIONEERS: SOUTH, PANZERS: FAR}, 7, **work)
    assert not down(fine)


@pytest.mark.rule("battles", "b12.5:a")
def test_only_sides_with_a_road_can_be_bridged() -> None:
    west_bank = "B1026"  # the Kyll, without a road over it
    match = building({PIONEERS: west_bank, "de-27-fus-12": FAR})
    play(match, ("unit", PIONEERS))
    assert set(match.decision.choices) == {"dig"}
    assert refused(match, "build", BRIDGE) == "b12.4"
    assert all(facts.BOARD.spread(1 << a, facts.ROAD) >> b & 1 for a, b in facts.BRIDGE_SIDES)


@pytest.mark.rule("battles", "b12.5")
def test_the_moselle_needs_two_engineers_and_two_turns() -> None:
    big = facts.BRIDGES.names[(facts.BIG_BRIDGES & -facts.BIG_BRIDGES).bit_length() - 1]
    place = next(n for n in big.split("-"))
    scenario = "campaign_1944"
    for crew, ready in (([PIONEERS], False), ([PIONEERS, MORE], True)):
        work = {"work": dict.fromkeys(crew, bridge_at(big) + 1)}
        for begun, done in ((5, ready), (6, False)):
            units = dict.fromkeys(crew, place) | {INFANTRY: "B2010", PANZERS: FAR}
            match = situation(
                "german-building",
                units,
                turn=7,
                scenario=scenario,
                blown=[big],
                begun=dict.fromkeys(crew, begun),
                **work,
            )
            assert down(match, big) is not done


@pytest.mark.rule("battles", "b12.5")
def test_a_built_bridge_serves_both_sides() -> None:
    match = situation("allied-movement", {"us-ccb-7-armd": NORTH}, german_built=[BRIDGE])
    go(match, "us-ccb-7-armd", SOUTH)
    assert match.position()["units"]["us-ccb-7-armd"] == SOUTH


@pytest.mark.rule("battles", "b12.6:ab", "b13.2:a")
def test_bridges_and_positions_at_the_start() -> None:
    s = state(start("clervaux"))
    blown = BRIDGES.list_of(s.blown)
    assert len(blown) == 9
    assert {"D1916-D1917", "D1716-D1717", "D1417-D1518", "D0923-D1023"} <= set(blown)
    assert "B0116-B0117" not in BRIDGES.list_of(state(start("st_vith")).blown)
    forts = {name: facts.HEX_NAMES.list_of(state(start(name)).forts) for name in ("st_vith", "clervaux")}
    assert forts == {"st_vith": ["B1819"], "clervaux": ["D1715"]}


@pytest.mark.rule("battles", "b12.6:c")
def test_work_at_dasburg_and_gemund_has_begun() -> None:
    match = until(start("clervaux"), 2, "german", "Movement")
    assert not down(match, "D1916-D1917")
    assert not down(match, "D1716-D1717")
    assert down(until(start("clervaux"), 1, "allied", "Movement"), "D1916-D1917")  # two engineers, but not on turn 1
    for unit in ("de-600-army-eng", "de-38-eng-2"):
        one = until(start("clervaux"), 1, "german", "Movement")
        go(one, unit, "D1918")
        until(one, 2, "german", "Movement")
        assert not down(one, "D1916-D1917")  # either of the two is enough
    left = until(start("clervaux"), 1, "german", "Movement")
    go(left, "de-26-eng", "D1718")
    until(left, 2, "german", "Movement")
    assert down(left, "D1716-D1717")
    assert not down(left, "D1916-D1917")


# --- fortified positions (b13) -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b13.1:a")
def test_a_position_is_ready_in_the_next_building_segment() -> None:
    unit = "de-27-fus-12"
    match = situation("german-building", {unit: ARENA, INFANTRY: "D0116"}, scenario="clervaux", turn=3)
    play(match, ("unit", unit), "dig")
    assert strength.left_shifts(state(match), hex_at(ARENA)) == 0
    if asked(match) == ("german", "Movement"):
        assert refused(match, "unit", unit) == "b12.4"
    assert state(match).digging == 1 << UNIT[unit]
    until(match, 4, "german", "Movement")
    assert strength.left_shifts(state(match), hex_at(ARENA)) == 1
    assert not state(match).digging


@pytest.mark.rule("battles", "b13.1")
def test_who_can_dig_in() -> None:
    units = {
        "de-27-fus-12": "B0110",  # foot
        "de-1-ss-pg": "B1124",  # mechanized infantry
        PIONEERS: "B1225",
        PANZERS: FAR,
        "de-12-art": FAR,
    }
    match = situation("german-building", units | {INFANTRY: "B2010"}, turn=3)
    assert set(offered(match, "unit")) == {"de-27-fus-12", "de-1-ss-pg", PIONEERS}
    assert refused(match, "unit", PANZERS) == "b13.1"
    assert refused(match, "unit", "de-12-art") == "b13.1"


@pytest.mark.rule("battles", "b13.1")
def test_no_digging_in_an_enemy_zone_on_the_march_or_where_a_position_is() -> None:
    near = {"de-27-fus-12": "B0110", INFANTRY: "B0111", "de-980-272": FAR}
    assert refused(situation("german-building", near), "unit", "de-27-fus-12") == "b13.1"
    alone = {"de-27-fus-12": "B0110", INFANTRY: "B2010", "de-980-272": FAR}
    assert refused(situation("german-building", alone, marching=["de-27-fus-12"]), "unit", "de-27-fus-12") == "b12.4"
    assert refused(situation("german-building", alone, forts=["B0110"]), "unit", "de-27-fus-12") == "b13.1"


@pytest.mark.rule("battles", "b13.1")
def test_a_position_is_gone_when_its_hex_is_empty() -> None:
    match = situation("german-movement", {"de-27-fus-12": "B0110", "de-980-272": "B0110"}, forts=["B0110"])
    go(match, "de-27-fus-12", "B0111")
    assert state(match).forts == 1 << hex_at("B0110")
    go(match, "de-980-272", "B0111")
    assert not state(match).forts


@pytest.mark.rule("battles", "b13.1")
def test_a_digging_unit_whose_hex_comes_into_a_zone_loses_its_work() -> None:
    units = {"de-27-fus-12": ARENA, "us-9-2": step(ARENA, "E"), "de-980-272": "D1628"}
    match = situation("german-building", units, scenario="clervaux", digging=["de-27-fus-12"])
    assert not state(match).forts
    assert not state(match).digging


@pytest.mark.rule("battles", "b13.1")
def test_a_unit_that_digs_in_does_not_move_and_says_why() -> None:
    match = situation("german-building", {PANZERS: FAR, "de-48-12": "B1122", "us-9-2": "B2010"})
    play(match, ("unit", "de-48-12"), "dig")
    until(match, 3, "german", "Movement")
    assert refused(match, "unit", "de-48-12") == "b13.1"
