"""Rulebook 7 to 7.4, 4.12, 4.13, 8.1: normal movement."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.limits import first_bar
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import movement, reserves
from tests.rules.enemy_action.hands import impulse
from tests.rules.enemy_action.moves import cost, marches, moving, picked, step
from tests.rules.enemy_action.table import asked, offered, play, refused, state, where

ONE = "de-62"  # infantry, 3 MP
MECH = "de-304-2p"  # mechanized, 5 MP
US = "us-cca-7a"  # combined arms, strength 5


# --- the map (2.1) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "2.1:a")
def test_hexes_have_numbers_whose_columns_grow_westwards() -> None:
    assert len(f.HEX) == len({*f.HEX}) == 754
    assert all(len(name) == 4 and name.isdigit() for name in f.HEX)
    assert f.COLUMN[f.HEX["1316"]] == 16
    assert f.BOARD.compass[0] == "W"


@pytest.mark.rule("enemy_action", "2.1:b")
def test_neighbours_are_one_hex_away() -> None:
    assert f.BOARD.distance(f.HEX["1708"], f.HEX["1709"]) == 1
    assert f.BOARD.distance(f.HEX["1708"], f.HEX["1710"]) == 2


@pytest.mark.rule("enemy_action", "2.1-terrain:a")
def test_a_town_comes_on_top_of_the_ground() -> None:
    there = 1 << f.HEX["0812"]
    assert f.TOWNS & there and f.FOREST & there


@pytest.mark.rule("enemy_action", "2.1-terrain:b")
def test_road_town_and_westwall_lie_on_every_ground() -> None:
    ground = f.CLEAR | f.BROKEN | f.WOODS | f.FOREST | f.CITIES
    assert ground == f.ALL
    assert not f.TOWNS & ~ground and not f.WESTWALL & ~ground
    assert f.WESTWALL & f.ROAD_HEXES and f.TOWNS & f.ROAD_HEXES


@pytest.mark.rule("enemy_action", "2.1-terrain:c")
def test_rivers_are_on_sides() -> None:
    assert all(b in each(f.BOARD.neighbours(a)) for a, b in f.RIVER_SIDES)


@pytest.mark.rule("enemy_action", "2.1-meuse:abcd")
@pytest.mark.parametrize(
    ("west", "east"), [("0117", "0116"), ("0626", "0625"), ("1427", "1126"), ("1729", "1728"), ("0526", "0421")]
)
def test_the_meuse_divides_the_map(west: str, east: str) -> None:
    assert f.WEST_BANK >> f.HEX[west] & 1
    assert f.EAST_BANK >> f.HEX[east] & 1


@pytest.mark.rule("enemy_action", "2.1-meuse:e")
def test_the_south_edge_is_east_of_the_meuse() -> None:
    assert all(f.EAST_BANK >> f.HEX[h] & 1 for h in f.HEX if h.startswith("26"))
    assert f.EAST_BANK >> f.HEX["2029"] & 1 and f.WEST_BANK >> f.HEX["1729"] & 1


# --- costs (7, 7.2) ---------------------------------------------------------------------------------------------------


GROUND = {"clear": (1, 1), "broken": (1, 2), "woods": (1, 3), "forest": (2, 4), "city": (1, 1)}
"""The points for each kind of ground off road: infantry, mechanized."""


@pytest.mark.rule("enemy_action", "7:ac", "7.2:ab", "7.3:a")
@pytest.mark.parametrize(("unit", "kind", "all_points"), [(ONE, 0, 3), (MECH, 1, 5)])
def test_what_every_side_of_the_map_costs(unit: str, kind: int, all_points: int) -> None:
    s = state(moving({unit: "1210"})).clone()
    for place in each(f.ALL):
        s.place(f.UNIT[unit], place)
        costs = movement.next_steps(s, f.UNIT[unit], 0, 0)
        for to in each(f.BOARD.neighbours(place)):
            river = f.RIVER_NUMBER.get((place, to), -1)
            if f.BOARD.spread(1 << place, f.ROAD) >> to & 1:  # all printed bridges are intact
                points = 1
            elif river >= 0:
                assert not f.PRINTED_BRIDGES >> river & 1
                points = all_points
            else:
                points = next(cost[kind] for name, cost in GROUND.items() if f.TERRAIN[name] >> to & 1)
            found = [n for n, some in enumerate(costs) if some >> to & 1]
            assert found[0] == points, (f.HEX_NAMES.names[place], f.HEX_NAMES.names[to])


@pytest.mark.rule("enemy_action", "7:b", "7.3-illustration:b")
def test_mechanized_units_pay_five_for_woods_and_broken() -> None:
    match = picked({MECH: "1208"}, MECH)
    assert f.WOODS >> f.HEX["1308"] & 1 and f.BROKEN >> f.HEX["1408"] & 1
    play(match, ("via", "1308"))
    assert match.decision.prompt.endswith("(2 MP)")
    assert cost(match, MECH, "1408", spent=3) == 2
    play(match, ("hex", "1408"))
    assert where(match, MECH) == "1408"


@pytest.mark.rule("enemy_action", "7:c", "7.2:a")
def test_a_road_costs_one_for_everybody() -> None:
    match = moving({ONE: "1113", MECH: "1113"})
    assert f.FOREST >> f.HEX["1112"] & 1
    assert step(match, ONE, "1112") == step(match, MECH, "1112") == 1


@pytest.mark.rule("enemy_action", "7:d")
def test_only_active_units_move() -> None:
    match = moving({ONE: "1210", MECH: "1208"}, active=[ONE])
    assert refused(match, "unit", MECH) == "7"
    why = match.explain("unit", MECH)
    assert why is not None and why.reason.endswith("is not active")


@pytest.mark.rule("enemy_action", "7.2:b")
def test_roads_that_do_not_cross_the_side_are_no_help() -> None:
    match = moving({MECH: "1311"})
    assert f.ROAD_HEXES >> f.HEX["1311"] & f.ROAD_HEXES >> f.HEX["1211"] & 1
    assert step(match, MECH, "1211") == 2  # broken; the road goes by way of 1312
    assert cost(match, MECH, "1312") == 1


@pytest.mark.rule("enemy_action", "7.2:c", "7.3:a")
def test_a_blown_bridge_breaks_the_road() -> None:
    intact = moving({MECH: "1707"})
    assert cost(intact, MECH, "1708") == 1 and cost(intact, MECH, "1709") == 2
    blown = moving({MECH: "1707"}, blown=["1707-1708"])
    assert cost(blown, MECH, "1708") == 5 and cost(blown, MECH, "1709") is None


@pytest.mark.rule("enemy_action", "7.2:d", "8.1:a")
def test_leaving_a_zone_by_road_costs_one_more_whoever_controls_it() -> None:
    far = moving({MECH: "1311", US: "1411"})
    assert step(far, MECH, "1310") == 2
    stacked = moving({MECH: "1311", US: "1411", "us-ccb-7a": "1411"})
    assert step(stacked, MECH, "1310") == 2
    two = moving({MECH: "1311", US: "1411", "us-ccb-7a": "1312"})  # from two hexes
    assert step(two, MECH, "1310") == 2


@pytest.mark.rule("enemy_action", "7.3-illustration:c")
def test_infantry_goes_three_hexes() -> None:
    match = moving({ONE: "1510"})
    assert cost(match, ONE, "1513") == 3


def test_ground_freeze_changes_the_costs_of_the_day() -> None:
    match = moving({MECH: "1311"}, day=23, freeze=True)
    assert step(match, MECH, "1211") == 1


# --- basic restrictions (7-basic) -------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7-basic:a")
def test_a_unit_cannot_spend_what_it_does_not_have() -> None:
    match = picked({ONE: "1210"}, ONE)
    play(match, ("via", "1310"), ("via", "1311"))
    assert refused(match, "hex", "1212") == "7-basic"
    other = picked({ONE: "1211"}, ONE)
    play(other, ("via", "1311"), ("via", "1211"))
    assert "1212" not in offered(other, "hex")
    assert refused(other, "hex", "1212") == "7-basic"  # forest costs two, one point is left


@pytest.mark.rule("enemy_action", "7-basic:b")
def test_one_hex_is_always_possible() -> None:
    match = picked({"us-8-4": "1213", "de-62": "1314"}, "us-8-4", "allied")
    assert step(match, "us-8-4", "1212") == 3
    rough = moving({MECH: "1213", US: "1314"})
    assert step(rough, MECH, "1212") == 5  # forest and an enemy zone: all that it has
    play(rough, ("unit", MECH), ("hex", "1212"))
    assert where(rough, MECH) == "1212" and asked(rough)[1] != "Move"
    # Over a river out of an enemy zone: its whole allowance, and one more that it does not have.
    wet = moving({MECH: "1308", US: "1208"})
    assert step(wet, MECH, "1407") == 5
    play(wet, ("unit", MECH), ("hex", "1407"))
    assert where(wet, MECH) == "1407" and asked(wet)[1] != "Move"


@pytest.mark.rule("enemy_action", "7-basic:b")
def test_one_hex_is_possible_whatever_its_ground_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    steep = tuple(tuple((9 if places == f.FOREST else n, places) for n, places in row) for row in f.COSTS)
    monkeypatch.setattr(movement, "GROUND", (*steep, f.FREEZE_COSTS))
    monkeypatch.setattr(movement, "_ways", movement._ways.__wrapped__)  # what was worked out before does not count
    monkeypatch.setattr(movement, "_route", movement._route.__wrapped__)
    match = picked({MECH: "1210"}, MECH)
    assert "1110" in offered(match, "hex") and "1110" not in offered(match, "via")
    assert cost(match, MECH, "1110", spent=1) is None  # only as its first hex
    play(match, ("hex", "1110"))
    assert where(match, MECH) == "1110" and asked(match)[1] != "Move"


@pytest.mark.rule("enemy_action", "7-basic:c")
def test_the_one_hex_minimum_breaks_no_other_rule() -> None:
    match = picked({MECH: "1410", US: "1511"}, MECH, roadblocks=["1310"], day=17)
    assert refused(match, "hex", "1510") == "7.1-zoc"
    assert refused(match, "hex", "1511") == "7.1-entry"
    assert refused(match, "hex", "1310") == "7.9-effects"
    army = picked({"de-peiper-1ss": "1110"}, "de-peiper-1ss", day=17)
    assert refused(army, "hex", "1210") == "7.61"


@pytest.mark.rule("enemy_action", "7-basic:d")
def test_a_move_that_was_left_off_is_over() -> None:
    match = moving({ONE: "1210", MECH: "1208"})
    play(match, ("unit", ONE), ("via", "1310"))
    assert asked(match)[1] == "Move" and offered(match, "unit") == []
    play(match, "stay")
    assert where(match, ONE) == "1310" and refused(match, "unit", ONE) == "7-basic"  # two points are lost
    play(match, ("unit", MECH), ("via", "1209"), "stay")
    assert where(match, MECH) == "1209" and asked(match)[1] != "Movement"


@pytest.mark.rule("enemy_action", "7-basic:d")
def test_a_unit_that_has_moved_does_not_move_again() -> None:
    match = moving({ONE: "1210", MECH: "1208"})
    play(match, ("unit", ONE), ("hex", "1310"), ("unit", MECH), ("hex", "1207"))
    assert asked(match)[1] != "Movement"  # nobody is left
    again = moving({ONE: "1210", MECH: "1208"})
    play(again, ("unit", ONE), ("hex", "1310"))
    assert refused(again, "unit", ONE) == "7-basic"


def test_a_unit_that_has_only_been_picked_can_move_later() -> None:
    match = moving({ONE: "1210", MECH: "1208"})
    play(match, ("unit", ONE), "stay", ("unit", MECH), ("hex", "1207"), ("unit", ONE), ("hex", "1310"))
    assert where(match, ONE) == "1310"


# --- other units (7.1, 8.1) -------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.1:a", "7.4-enforcement:a")
def test_friends_are_no_hindrance() -> None:
    full = {"de-39-26": "1310", "de-77-26": "1310", "de-78-26": "1310"}
    match = moving({ONE: "1210", **full}, active=[ONE, "de-39-26"])
    assert cost(match, ONE, "1410") == 2
    play(match, ("unit", ONE), ("hex", "1410"))
    assert where(match, ONE) == "1410"


@pytest.mark.rule("enemy_action", "7.1-zoc:a", "7.1-illustration:a")
def test_leaving_a_zone_costs_one_more() -> None:
    match = moving({ONE: "1410", US: "1511"})
    assert [cost(match, ONE, h) for h in ("1310", "1409", "1210")] == [2, 2, 3]
    assert cost(match, ONE, "1109") is None


@pytest.mark.rule("enemy_action", "7.1-zoc:b", "7.1-illustration:b", "8.1:b")
def test_nobody_goes_from_zone_to_zone() -> None:
    match = picked({ONE: "1410", US: "1511", MECH: "1510"}, ONE)
    assert refused(match, "hex", "1510") == "7.1-zoc"  # a friend is there
    assert refused(match, "hex", "1411") == "7.1-zoc"


@pytest.mark.rule("enemy_action", "7.1-zoc:cd")
def test_a_unit_stops_in_a_zone() -> None:
    match = picked({MECH: "1410", US: "1511", "us-ccb-7a": "1208"}, MECH)
    assert cost(match, MECH, "1309") == 3
    assert refused(match, "via", "1309") == "7-basic"
    play(match, ("hex", "1309"))
    assert where(match, MECH) == "1309" and asked(match)[1] != "Move"


@pytest.mark.rule("enemy_action", "7.1-zoc:d")
def test_no_way_leads_through_a_zone() -> None:
    free = moving({"de-2-2p": "1208"})
    assert [cost(free, "de-2-2p", h) for h in ("1311", "1312", "1313")] == [3, 4, 5]
    match = picked({"de-2-2p": "1208", US: "1411"}, "de-2-2p")  # controls 1311 and 1312, not 1313
    assert [cost(match, "de-2-2p", h) for h in ("1311", "1312")] == [3, 5]  # to 1312 by way of 1211
    assert refused(match, "hex", "1313") == "7.1-zoc"


@pytest.mark.rule("enemy_action", "7.1-entry:a")
@pytest.mark.parametrize("field", ["dispersed", "isolated"])
def test_nobody_enters_the_hex_of_an_enemy(field: str) -> None:
    fields: dict[str, Any] = {field: [US]}
    match = picked({ONE: "1410", US: "1310"}, ONE, **fields)
    assert refused(match, "hex", "1310") == "7.1-entry"


@pytest.mark.rule("enemy_action", "7.1-entry:b", "12.1-effects:b")
def test_an_empty_enemy_town_can_be_entered() -> None:
    match = picked({ONE: "1310"}, ONE)
    play(match, ("hex", "1311"))
    assert f.HEX["1311"] in each(state(match).german_towns)


@pytest.mark.rule("enemy_action", "7.1-entry:c", "10.23:b")
def test_isolated_infantry_goes_one_hex_and_into_no_enemy_town() -> None:
    match = picked({ONE: "1310"}, ONE, isolated=[ONE])
    assert refused(match, "hex", "1311") == "10.23"
    assert refused(match, "hex", "1510") == "10.23"
    assert offered(match, "via") == []
    play(match, ("hex", "1410"))
    assert asked(match)[1] != "Move"
    over = picked({ONE: "1709"}, ONE, isolated=[ONE])
    assert refused(over, "hex", "1710") == "10.23"  # an Allied bridge


@pytest.mark.rule("enemy_action", "10.23:a")
def test_isolated_units_do_not_leave_a_zone() -> None:
    match = moving({ONE: "1410", US: "1511", MECH: "1208"}, isolated=[ONE])
    assert refused(match, "unit", ONE) == "10.23"


@pytest.mark.rule("enemy_action", "10.23:d")
def test_isolated_mechanized_units_do_not_move() -> None:
    match = moving({ONE: "1410", MECH: "1208"}, isolated=[MECH])
    assert refused(match, "unit", MECH) == "10.23"


def test_isolated_allied_units_do_not_enter_empty_westwall_hexes() -> None:
    match = picked({"us-8-4": "1608"}, "us-8-4", "allied", isolated=["us-8-4"])
    assert refused(match, "hex", "1607") == "10.23"


@pytest.mark.rule("enemy_action", "10.22:a")
def test_mechanized_units_out_of_supply_go_one_hex() -> None:
    match = picked({MECH: "1208", ONE: "1210"}, MECH, oos=[MECH, ONE])
    assert refused(match, "hex", "1310") == "10.22"
    play(match, ("hex", "1309"), ("unit", ONE))
    assert "1409" in offered(match, "hex") and "1312" in offered(match, "hex")


@pytest.mark.rule("enemy_action", "10.21:a")
def test_low_supply_does_not_slow_a_unit_down() -> None:
    match = moving({MECH: "1208"}, low=[MECH])
    assert cost(match, MECH, "1312") == 4


@pytest.mark.rule("enemy_action", "9.9:a", "10.41:a")
@pytest.mark.parametrize(("field", "case"), [("dispersed", "9.9"), ("nofuel", "10.41")])
def test_dispersed_units_and_those_without_fuel_stay(field: str, case: str) -> None:
    fields: dict[str, Any] = {field: [MECH]}
    match = moving({MECH: "1208", ONE: "1210"}, **fields)
    assert refused(match, "unit", MECH) == case


@pytest.mark.rule("enemy_action", "5.21:ac")
def test_units_that_ignore_zones_go_through_them() -> None:
    units = {MECH: "1410", US: "1511"}
    match = picked(units, MECH, ignoring=[MECH], roadblocks=["1411"], day=18)
    assert step(match, MECH, "1310") == 1
    assert step(match, MECH, "1510") == 2 and "1510" in offered(match, "via")
    assert refused(match, "hex", "1511") == "7.1-entry"
    assert refused(match, "hex", "1411") == "7.9-effects"


def test_withdrawing_units_end_farther_from_the_enemy() -> None:
    us = "us-8-4"
    match = picked({us: "1410", "de-62": "1511"}, us, "allied", mode="withdrawal", ignoring=[us], day=18)
    assert step(match, us, "1310") == 1
    assert refused(match, "hex", "1510") == "8.1"
    assert refused(match, "march", "1310") == "7.5"


# --- rivers (7.3, 4.12) -----------------------------------------------------------------------------------------------

FOUR = {"de-39-26": "1607", "de-77-26": "1607", "de-78-26": "1607", "de-62": "1606"}


@pytest.mark.rule("enemy_action", "7.31:ab")
def test_a_river_is_crossed_by_a_whole_move() -> None:
    match = picked(FOUR, "de-62", blown=["1707-1708"])
    assert refused(match, "hex", "1608") == "7.31"
    play(match, ("via", "1607"))
    assert refused(match, "hex", "1608") == "7.31"
    other = picked(FOUR, "de-39-26")
    assert cost(other, "de-39-26", "1608") == 3
    assert refused(other, "via", "1608") == "7-basic"
    play(other, ("hex", "1608"))
    assert where(other, "de-39-26") == "1608" and asked(other)[1] == "Movement"


@pytest.mark.rule("enemy_action", "7.31:cefg")
def test_one_unit_a_side_and_impulse() -> None:
    match = moving({**FOUR, "de-62": "1707"}, blown=["1707-1708"])
    play(match, ("unit", "de-39-26"), ("hex", "1608"), ("unit", "de-77-26"))
    assert refused(match, "hex", "1608") == "7.31"
    play(match, ("hex", "1708"), ("unit", "de-78-26"))
    assert refused(match, "hex", "1708") == "7.31"
    play(match, ("hex", "1508"))
    assert state(match).crossed.bit_count() == 3
    play(match, ("unit", "de-62"), ("hex", "1708"))  # over the blown bridge
    assert [where(match, u) for u in ("de-39-26", "de-77-26", "de-78-26", "de-62")] == ["1608", "1708", "1508", "1708"]
    assert not state(match).crossed  # the impulse is over


@pytest.mark.rule("enemy_action", "7.31:g")
def test_the_next_impulse_opens_the_river_again() -> None:
    units = {"de-39-26": "1607", "de-62": "1607", US: "1814"}
    match = impulse("german", {"german": [46, 47, 52], "allied": [5, 19]}, units, day=17)
    play(match, ("card", "card-47"), ("formation", "xlvii"), ("unit", "de-39-26"), ("hex", "1608"))
    while asked(match)[0] == "german":
        play(match, "done")
    play(match, "pass", ("card", "card-52"), ("formation", "lxvi"), ("unit", "de-62"), ("hex", "1608"))
    assert where(match, "de-39-26") == where(match, "de-62") == "1608"


@pytest.mark.rule("enemy_action", "7.31:d")
def test_a_river_does_not_help_against_zones() -> None:
    match = picked({"de-39-26": "1607", US: "1508"}, "de-39-26")
    assert refused(match, "hex", "1608") == "7.1-zoc"


THREE = {"de-39-26": "1709", "de-77-26": "1709", "de-78-26": "1709"}


@pytest.mark.rule("enemy_action", "7.32:a")
def test_any_number_of_units_crosses_a_bridge() -> None:
    match = moving(THREE)
    for unit in THREE:
        play(match, ("unit", unit), ("hex", "1710"))
    assert {where(match, unit) for unit in THREE} == {"1710"}


@pytest.mark.rule("enemy_action", "7.32:b")
@pytest.mark.parametrize("friend", ["1710", "1509"])
def test_one_unit_over_a_bridge_into_a_zone(friend: str) -> None:
    match = moving({**THREE, US: "1711", "de-2-2p": friend})
    play(match, ("unit", "de-39-26"), ("hex", "1710"), ("unit", "de-77-26"))
    assert refused(match, "hex", "1710") == "7.32"


@pytest.mark.rule("enemy_action", "7.32:c")
def test_two_bridges_into_a_zone() -> None:
    match = moving({ONE: "0414", MECH: "0514", "de-560": "0414", US: "0516"})
    play(match, ("unit", ONE), ("hex", "0515"), ("unit", MECH), ("hex", "0515"), ("unit", "de-560"))
    assert where(match, MECH) == "0515"
    assert refused(match, "hex", "0515") == "7.32"


@pytest.mark.rule("enemy_action", "4.12:ab", "7.32:d")
def test_on_the_sixteenth_a_bridge_serves_one_unit() -> None:
    units = {**THREE, "de-560": "1708"}
    match = moving(units, day=16)
    play(match, ("unit", "de-39-26"))
    assert cost(match, "de-39-26", "1711") == 2
    play(match, ("hex", "1711"), ("unit", "de-77-26"))
    assert cost(match, "de-77-26", "1710") == 3 and cost(match, "de-77-26", "1711") is None
    play(match, "stay", ("unit", "de-560"), ("via", "1709"))
    assert refused(match, "hex", "1710") == "4.12"
    play(match, "stay", ("unit", "de-77-26"), ("hex", "1710"), ("unit", "de-78-26"))
    assert refused(match, "hex", "1710") == "4.12"


@pytest.mark.rule("enemy_action", "4.12:cd")
def test_another_bridge_another_day_and_allies() -> None:
    jam = ["1709-1710"]
    match = moving({ONE: "1413", MECH: "1709"}, day=16, jammed=jam)
    assert cost(match, ONE, "1513") == 1 and cost(match, MECH, "1710") == 5
    later = moving({MECH: "1709"}, day=17, jammed=jam)
    assert cost(later, MECH, "1710") == 1
    allied = moving({US: "1709"}, "allied", day=16, jammed=jam)
    assert cost(allied, US, "1710") == 1


@pytest.mark.rule("enemy_action", "4.13:a", "7.5-allowance:c")
def test_allied_infantry_is_slow_on_the_sixteenth() -> None:
    match = picked({"us-8-4": "1309"}, "us-8-4", "allied", day=16)
    assert refused(match, "hex", "1311") == "4.13"
    assert refused(match, "march", "1311") == "4.13"
    assert offered(match, "via") == []
    play(match, ("hex", "1310"))
    assert asked(match)[1] != "Move"


def test_raise_the_alarm_is_not_slow() -> None:
    match = moving({"us-8-4": "1309"}, "allied", day=16, mode="alarm")
    assert cost(match, "us-8-4", "1312") == 3


@pytest.mark.rule("enemy_action", "4.13:bd")
def test_mechanized_allies_and_later_days_are_normal() -> None:
    assert cost(moving({US: "1309"}, "allied", day=16), US, "1312") == 3
    later = moving({"us-8-4": "1309"}, "allied", day=17)
    assert cost(later, "us-8-4", "1312") == 3
    assert len(marches(later, "us-8-4")) > 9


# --- stacking (7.4) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.4:abcde")
@pytest.mark.parametrize(
    ("here", "more", "fits"),
    [
        (["de-18", "de-39-26"], "de-244", False),  # 4 + 2 steps
        (["de-244", "de-2-2p", "de-lviii-armor"], "de-lxxx-armor", False),  # three of one step
        (["de-39-26", "de-77-26"], "de-78-26", True),  # 2 + 2 + 2
        (["de-39-26", "de-77-26"], "de-62", False),  # 2 + 2 + 3
    ],
)
def test_three_units_and_six_steps(here: list[str], more: str, fits: bool) -> None:
    match = moving({**dict.fromkeys(here, "1410"), more: "1310"}, ip=["1410"])
    assert state(match).fits(f.HEX["1410"], 1 << f.UNIT[more]) == fits
    play(match, ("unit", more), ("hex", "1410"))
    if fits:
        play(match, "done")
        assert asked(match)[1] != "Movement" and where(match, more) == "1410"
    else:
        assert refused(match, "done") == "7.4-enforcement"


CROWD = {"de-39-26": "1410", "de-77-26": "1410", "de-78-26": "1410", "de-62": "1310"}


@pytest.mark.rule("enemy_action", "7.4-enforcement:ab")
def test_a_unit_may_come_while_another_can_still_leave() -> None:
    match = moving(CROWD)
    play(match, ("unit", "de-62"), ("hex", "1410"))
    assert refused(match, "done") == "7.4-enforcement"
    play(match, ("unit", "de-39-26"), ("hex", "1409"))
    assert refused(match, "done") == "7.4-enforcement"  # 2 + 2 + 3 steps
    play(match, ("unit", "de-77-26"), ("hex", "1409"), "done")
    assert asked(match)[1] != "Movement"


@pytest.mark.rule("enemy_action", "7.4-enforcement:c")
def test_what_is_too_much_is_lost() -> None:
    match = moving(CROWD, active=["de-62"])
    play(match, ("unit", "de-62"), ("hex", "1410"))
    assert asked(match) == ("german", "Crowded")
    assert refused(match, "lose", MECH) == "7.4-enforcement"
    for unit in ("de-39-26", "de-39-26", "de-62"):
        play(match, ("lose", unit))
    assert where(match, "de-39-26") == "eliminated"
    assert asked(match)[1] != "Crowded"


@pytest.mark.rule("enemy_action", "7.4-enforcement:d")
def test_reserves_are_placed_within_the_limits() -> None:
    full = {"us-12-4": "2406", "us-cca-10a": "2406", "us-ccb-10a": "2406", "us-8-4": "reserve"}
    match = moving({ONE: "1210", **full}, active=[ONE], day=18)
    unit = f.UNIT["us-8-4"]
    assert not reserves.places(state(match), unit) >> f.HEX["2406"] & 1
    bar = first_bar(reserves.limits(state(match), unit), f.HEX["2406"])
    assert bar is not None and bar.case == "7.4"
    del full["us-ccb-10a"]
    room = moving({ONE: "1210", **full}, active=[ONE], day=18)
    assert reserves.places(state(room), unit) >> f.HEX["2406"] & 1
