"""Rulebook 7.5 to 7.9: strategic movement, boundaries, leaving the map, roadblocks; 7.33 demolition on the way."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.limits import first_bar
from ardennes.core.names import each
from ardennes.games.enemy_action import bridges, replacements, reserves, strategic
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.fights import combat, declare
from tests.rules.enemy_action.moves import cost, hexes, marches, moving, picked, river
from tests.rules.enemy_action.table import BRIDGES, asked, offered, play, refused, situation, state, where

ONE = "de-62"
MECH = "de-304-2p"
US = "us-cca-7a"
FAR = {"de-560": "1215"}  # the westernmost unit of the 5th Panzer Army


# --- strategic movement (7.5) -----------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.5:a", "10.21:b")
def test_strategic_movement_needs_supply() -> None:
    match = picked({MECH: "1509", **FAR}, MECH, low=[MECH])
    assert refused(match, "march", "1309") == "7.5"
    assert "1309" in marches(moving({MECH: "1509", **FAR}), MECH)


@pytest.mark.rule("enemy_action", "7.5:b")
def test_strategic_movement_starts_on_a_road_away_from_enemies() -> None:
    match = picked({MECH: "1511", **FAR}, MECH)
    assert refused(match, "march", "1309") == "7.5"
    why = match.explain("march", "1309")
    assert why is not None and why.reason.endswith("is not on a road")
    other = picked({MECH: "1509", US: "1510", **FAR}, MECH, dispersed=[US])
    assert refused(other, "march", "1309") == "7.5"


@pytest.mark.rule("enemy_action", "7.5:c")
def test_strategic_movement_keeps_away_from_every_enemy() -> None:
    match = picked({MECH: "1509", US: "1208", **FAR}, MECH, isolated=[US])
    assert refused(match, "march", "1309") == "7.5"
    assert refused(match, "march", "1310") == "7.5"  # the road there passes 1309
    assert "1408" in offered(match, "march")


@pytest.mark.rule("enemy_action", "7.5:d")
def test_strategic_movement_stays_on_the_road() -> None:
    match = picked({MECH: "1509", **FAR}, MECH)
    assert refused(match, "march", "1409") == "7.5"


@pytest.mark.rule("enemy_action", "7.5:e")
def test_enemy_towns_and_bridges_are_closed_to_strategic_movement() -> None:
    match = picked({MECH: "1309", **FAR}, MECH)
    assert refused(match, "march", "1108") == "7.5"
    own = ["1709"]
    over = picked({MECH: "1608", **FAR}, MECH, german_towns=own)
    assert "1709" in offered(over, "march")
    assert refused(over, "march", "1710") == "7.5"
    taken = picked({MECH: "1608", **FAR}, MECH, german_towns=own, german_bridges=["1709-1710"])
    assert "1711" in offered(taken, "march")


@pytest.mark.rule("enemy_action", "7.5:f", "12.23:c")
def test_blown_and_new_bridges_join_no_roads() -> None:
    match = picked({MECH: "1608", **FAR}, MECH, german_towns=["1709"], blown=["1709-1710"])
    assert refused(match, "march", "1710") == "7.5"
    bridges = [*f.RIVERS.list_of(f.PRINTED_BRIDGES), "1111-1112"]
    new = moving({MECH: "1111", **FAR}, bridges=bridges, german_bridges=["1111-1112"])
    assert strategic.reach(state(new), f.UNIT[MECH]).cost(f.HEX["1112"]) == 2  # round by 1211
    assert cost(new, MECH, "1112") == 2


@pytest.mark.rule("enemy_action", "7.5-national:ab")
def test_nobody_marches_farther_west_than_the_army() -> None:
    units = {MECH: "1114", "de-560": "1316", "de-501": "1520"}
    match = picked(units, MECH, german_towns=["1014", "1316"])
    assert "1016" in offered(match, "march")
    assert refused(match, "march", "1117") == "7.5-national"


@pytest.mark.rule("enemy_action", "7.5-national:c")
def test_german_units_do_not_march_to_the_edge() -> None:
    match = picked({"de-276": "2409", "de-352": "2512"}, "de-276")
    assert "2509" in offered(match, "march")
    assert refused(match, "march", "2608") == "7.5-national"


@pytest.mark.rule("enemy_action", "7.5-national:d", "7.9-effects:b")
def test_german_units_do_not_march_past_roadblocks() -> None:
    match = picked({MECH: "1408", **FAR}, MECH, roadblocks=["1211"], german_towns=["1311"])
    assert "1310" in offered(match, "march")
    assert refused(match, "march", "1311") == "7.5-national"  # no road leads from there to the roadblock
    assert "1311" in offered(match, "hex")  # normal movement passes


def test_allied_units_do_not_march_into_the_westwall() -> None:
    match = picked({US: "1206"}, US, "allied")
    assert refused(match, "march", "1306") == "7.5-national"


@pytest.mark.rule("enemy_action", "7.5-allowance:a")
@pytest.mark.parametrize(("unit", "points"), [(MECH, 10), ("de-2-2p", 12), (US, 12), ("us-8-4", 9), (ONE, 5)])
def test_strategic_allowances(unit: str, points: int) -> None:
    match = moving({unit: "1309"}, "german" if unit.startswith("de") else "allied")
    assert strategic.allowance(state(match), f.UNIT[unit]) == points


@pytest.mark.rule("enemy_action", "7.5-national")
def test_okw_units_count_as_one_army_when_they_march_west() -> None:
    alone = picked({"de-15-11p": "1608", "de-16-116p": "1312"}, "de-15-11p")
    assert refused(alone, "march", "1310") == "7.5-national", "a unit of another army is farther west"
    both = picked({"de-15-11p": "1608", "de-10-10ss": "1410"}, "de-15-11p")
    assert "1310" in offered(both, "march")


@pytest.mark.rule("enemy_action", "7.5-allowance:b")
def test_every_hex_of_a_march_costs_one() -> None:
    match = picked({ONE: "1608", **FAR}, ONE)
    found = strategic.reach(state(match), f.UNIT[ONE])
    assert found.cost(f.HEX["1310"]) == 4
    assert refused(match, "march", "1312") == "7.5"  # Gouvy is an Allied town
    clear = picked({ONE: "1608", **FAR}, ONE, german_towns=["1311"])
    assert "1311" in offered(clear, "march")
    assert refused(clear, "march", "1312") == "7.5-allowance"
    play(clear, ("march", "1311"))
    assert where(clear, ONE) == "1311"


# --- boundaries (7.6, 7.7) --------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "2.1-boundaries:a", "7.61:b")
def test_both_armies_may_be_where_their_areas_overlap() -> None:
    assert "1810" in hexes(moving({ONE: "1711"}, day=17), ONE)
    assert "1810" in hexes(moving({"de-276": "1911"}, day=17), "de-276")
    area = f.ARMY_AREA
    assert all(area[a] >> f.HEX["1810"] & 1 for a in ("5pa", "7a"))
    assert all(area[a] >> f.HEX["1010"] & 1 for a in ("5pa", "6pa"))


@pytest.mark.rule("enemy_action", "2.1-boundaries:b", "7.6:a", "7.61:a", "7.62:a")
@pytest.mark.parametrize("day", [16, 17, 19, 20])
def test_armies_stay_in_their_areas_until_the_twentieth(day: int) -> None:
    match = picked({"de-peiper-1ss": "1110"}, "de-peiper-1ss", day=day)
    if day < 20:
        assert refused(match, "hex", "1210") == "7.61"
        assert refused(match, "march", "1210") in ("7.61", "7.5")
    else:
        assert "1210" in offered(match, "hex")


@pytest.mark.rule("enemy_action", "7.61:d", "7.6:a")
@pytest.mark.parametrize("day", [16, 18, 19, 20])
def test_okw_units_know_no_boundary(day: int) -> None:
    for place in ("0510", "1109", "1410", "2410"):  # in the areas of all three armies
        match, later = (moving({"de-10-10ss": place}, day=when) for when in (day, 25))
        assert hexes(match, "de-10-10ss") == hexes(later, "de-10-10ss")
    army = moving({"de-2-1ss": "1109"}, day=19)
    assert "1209" not in hexes(army, "de-2-1ss")


@pytest.mark.rule("enemy_action", "7.61:c")
def test_an_attack_crosses_the_boundary() -> None:
    units = {"de-peiper-1ss": "1110", US: "1210"}
    assert not f.ARMY_AREA["6pa"] >> f.HEX["1210"] & 1
    match = combat(units, day=17)
    declare(match, "1210")
    assert asked(match) == ("chance", "Drawing")


@pytest.mark.rule("enemy_action", "7.62:a")
@pytest.mark.parametrize("day", [19, 20])
def test_the_boundaries_go_with_the_reserve_phase_of_the_twentieth(day: int) -> None:
    units = {"de-2-1ss": "1406", "de-506": "reserve", "de-501": "1406", US: "2020"}
    match = situation("reserves", units, day=day, hand={"german": [46], "allied": [5]})
    where_to = set(f.HEX_NAMES.list_of(reserves.places(state(match), f.UNIT["de-506"])))
    assert not f.ARMY_AREA["6pa"] >> f.HEX["1406"] & 1
    assert ("1406" in where_to) == (day == 20)


# --- Allied corps (7.7) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.7:ab")
@pytest.mark.parametrize("day", [16, 18, 20, 24, 29])
def test_corps_boundaries_are_for_reserves_on_every_day(day: int) -> None:
    units = {"us-26-1": "0812", "us-cca-7a": "1111", "us-16-1": "reserve", "us-ccb-7a": "reserve", ONE: "1402"}
    match = situation("reserves", units, day=day, hand={"german": [46], "allied": [5]})
    fifth, eighteenth = (reserves.places(state(match), f.UNIT[u]) for u in ("us-16-1", "us-ccb-7a"))
    assert fifth and not fifth & ~f.CORPS_AREA["v"]
    assert eighteenth & ~f.CORPS_AREA["v"]  # farther south, XVIII Corps has hexes
    bar = first_bar(reserves.limits(state(match), f.UNIT["us-16-1"]), f.HEX["1111"])
    assert bar is not None and bar.case == "11.1-standard" and "operational area" in str(bar.reason)


@pytest.mark.rule("enemy_action", "7.62:b")
def test_the_crisis_scenario_has_no_boundaries() -> None:
    match = moving({"de-peiper-1ss": "1109"}, day=22, scenario="crisis")
    assert "1209" in hexes(match, "de-peiper-1ss")


@pytest.mark.rule("enemy_action", "7.61-retreat:b")
def test_outside_its_area_a_unit_goes_home() -> None:
    match = picked({"de-peiper-1ss": "1410"}, "de-peiper-1ss", day=17)
    assert refused(match, "hex", "1409") == "7.61-retreat"
    assert refused(match, "hex", "1510") == "7.61-retreat"
    assert refused(match, "hex", "1309") == "7.61-retreat"  # closer than 1410, but no closer than 1310 on the way there
    assert {"1310", "1311"} <= set(offered(match, "hex"))
    play(match, ("via", "1310"))
    assert refused(match, "hex", "1309") == "7.61-retreat"
    assert "1210" in offered(match, "hex")


@pytest.mark.rule("enemy_action", "7.61-retreat:c")
def test_back_in_its_area_a_unit_moves_freely() -> None:
    match = picked({"de-326": "1210"}, "de-326", day=17)
    play(match, ("via", "1110"))
    assert {"1010", "1009"} <= set(offered(match, "hex"))
    assert refused(match, "hex", "1210") == "7.61"


@pytest.mark.rule("enemy_action", "7.71:a", "2.1-boundaries:c")
def test_allied_units_know_no_boundary_on_the_map() -> None:
    assert not f.CORPS_AREA["v"] >> f.HEX["1309"] & 1
    match = picked({"us-8-4": "1208", "us-393-99": "1208"}, "us-393-99", "allied", day=17)
    play(match, ("hex", "1309"))
    assert where(match, "us-393-99") == "1309"


@pytest.mark.rule("enemy_action", "7.72:acd")
@pytest.mark.parametrize(
    ("unit", "fields", "free"),
    [
        ("uk-5-ga", {"day": 24}, False),
        ("uk-5-ga", {"day": 26}, True),
        ("uk-5-ga", {"day": 24, "reached_meuse": True}, True),
        ("uk-5-ga", {"day": 24, "dinant": True}, False),
        ("uk-29a", {"day": 24, "dinant": True}, True),
        ("uk-29a", {"day": 24}, False),
    ],
)
def test_the_british_stay_behind_the_meuse(unit: str, fields: dict[str, Any], free: bool) -> None:
    match = picked({unit: "1127"}, unit, "allied", **fields)
    if free:
        assert "1126" in offered(match, "hex")
    else:
        assert refused(match, "hex", "1126") == "7.72"


@pytest.mark.rule("enemy_action", "7.72:b")
def test_a_german_unit_at_the_meuse_frees_the_british() -> None:
    match = picked({MECH: "1024", ONE: "1021"}, MECH, day=23)
    assert not state(match).reached_meuse
    play(match, ("hex", "1025"))
    assert state(match).reached_meuse and not state(match).crossed_meuse


# --- leaving the map (7.8) --------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.82:a")
def test_who_has_left_the_map_does_not_come_back() -> None:
    roads: dict[str, Any] = {"german_towns": ["2107", "2406"], "german_bridges": BRIDGES}  # it is in supply there
    match = picked({"de-276": "2605", MECH: "1707"}, "de-276", lost={"de-276": 1}, day=18, **roads)
    corps, unit = f.GROUP["lxxx"], 1 << f.UNIT["de-276"]
    assert replacements.candidates(state(match), corps) == state(match).group(corps) == unit
    play(match, ("exit", "2605"))
    assert where(match, "de-276") == "exited"
    assert not replacements.candidates(state(match), corps) and not state(match).group(corps)
    assert refused(match, "unit", "de-276") == "7"


@pytest.mark.rule("enemy_action", "7.8:ab", "7.82:a")
def test_leaving_the_map_costs_a_point() -> None:
    match = picked({ONE: "1227", MECH: "1023"}, ONE)
    play(match, ("exit", "1229"))
    assert where(match, ONE) == "exited"
    assert refused(match, "unit", ONE) == "7"
    far = picked({ONE: "1226", MECH: "1023"}, ONE, bridges=["1226-1227"])
    assert cost(far, ONE, "1229") == 3
    assert refused(far, "exit", "1229") == "7.8"
    for mark in ("low", "oos", "isolated"):
        short: dict[str, Any] = {mark: [ONE]}
        assert refused(picked({ONE: "1227"}, ONE, **short), "exit", "1229") == "7.8"
    watched = picked({ONE: "1229", US: "1329"}, ONE)
    assert refused(watched, "exit", "1229") == "7.8"
    alone = picked({ONE: "1229", US: "1329"}, ONE, dispersed=[US])
    assert "1229" in offered(alone, "exit")


@pytest.mark.rule("enemy_action", "7.8:cd")
@pytest.mark.parametrize(
    ("unit", "start", "out", "fine"),
    [
        ("de-62", "1229", "1229", True),
        ("de-62", "2608", "2608", False),
        ("de-62", "0112", "0112", False),
        ("de-276", "2608", "2608", True),
        ("de-276", "1229", "1229", False),
        ("de-501", "2608", "2608", False),
        ("de-501", "0112", "0112", True),
        ("de-501", "1229", "1229", True),
        ("de-10-10ss", "0112", "0112", False),
        ("de-10-10ss", "0121", "0121", True),
        ("de-10-10ss", "1229", "1229", True),
    ],
)
def test_each_army_has_its_edges(unit: str, start: str, out: str, fine: bool) -> None:
    match = picked({unit: start}, unit)
    if fine:
        assert out in offered(match, "exit")
    else:
        assert refused(match, "exit", out) == "7.8"


@pytest.mark.rule("enemy_action", "7.8:a", "7.9-effects:bd")
def test_a_roadblock_stops_a_unit_on_its_way_off_the_map() -> None:
    block: dict[str, Any] = {"day": 21, "roadblocks": ["1228"]}
    assert "1229" in offered(picked({ONE: "1229", **FAR}, ONE, **block), "exit")  # it starts there
    free = picked({ONE: "1329", **FAR}, ONE, day=21)
    assert "1229" in offered(free, "exit")
    stopped = picked({ONE: "1329", **FAR}, ONE, **block)
    assert "1229" in offered(stopped, "hex") and refused(stopped, "exit", "1229") == "7.8"


@pytest.mark.rule("enemy_action", "2.1-exit:a", "7.8:e")
@pytest.mark.parametrize("day", [16, 18, 19])
def test_some_exits_close(day: int) -> None:
    match = picked({"de-276": "2605"}, "de-276", day=day)
    if day <= 18:
        assert "2605" in offered(match, "exit")
    else:
        assert refused(match, "exit", "2605") == "2.1-exit"


@pytest.mark.rule("enemy_action", "2.1-exit:bc")
def test_other_edge_hexes_are_no_exits() -> None:
    match = picked({"de-276": "2606"}, "de-276", day=18)
    assert refused(match, "exit", "2606") == "2.1-exit"
    shut = [name for name, p in zip(f.BOARD.names, f.BOARD.places, strict=True) if p.get("no_exit")]
    assert all(f.HEX[name] not in f.EXIT_UNTIL for name in shut)
    assert all(f.exit_edge(p) != "east" for p in f.EXIT_UNTIL)


@pytest.mark.rule("enemy_action", "2.1-exit:d")
def test_allied_units_never_leave() -> None:
    match = picked({"us-8-4": "2608"}, "us-8-4", "allied")
    assert refused(match, "exit", "2608") == "2.1-exit"


@pytest.mark.rule("enemy_action", "7.81:abc")
def test_one_flank_closes_the_other() -> None:
    units = {"de-276": "2608", "de-501": "0112", "de-506": "0121", "de-62": "1229"}
    match = moving(units)
    play(match, ("unit", "de-62"), ("exit", "1229"))
    assert state(match).flank == ""
    south = moving(units)
    play(south, ("unit", "de-276"), ("exit", "2608"), ("unit", "de-501"))
    assert refused(south, "exit", "0112") == "7.81"
    play(south, "stay", ("unit", "de-506"))
    assert "0121" in offered(south, "exit")
    play(match, ("unit", "de-501"), ("exit", "0112"), ("unit", "de-276"))
    assert refused(match, "exit", "2608") == "7.81"


@pytest.mark.rule("enemy_action", "14.1-exit:abcd")
@pytest.mark.parametrize(
    ("unit", "place", "lost", "points"),
    [
        ("de-423-212", "2608", 0, 2),  # infantry of two steps
        ("de-peiper-1ss", "0112", 0, 6),  # mechanized, three steps
        ("de-peiper-1ss", "0121", 0, 16),  # west of the Meuse: strength 8
        ("de-62", "1229", 1, 4),  # infantry reduced to 4
        ("de-243", "1229", 1, 2),  # bracketed 1, mechanized
    ],
)
def test_points_for_leaving_the_map(unit: str, place: str, lost: int, points: int) -> None:
    match = picked({unit: place}, unit, lost={unit: lost})
    play(match, ("exit", place))
    assert state(match).exit_vp == points


# --- roadblocks (7.9) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.9-effects:ab", "7.9-illustration:a")
def test_a_german_unit_stops_where_a_road_leads_to_a_roadblock() -> None:
    match = picked({MECH: "1208"}, MECH, day=18, roadblocks=["1310"])
    assert refused(match, "hex", "1310") == "7.9-effects"
    assert "1309" in offered(match, "hex")
    assert refused(match, "via", "1309") == "7-basic"
    assert "1209" in offered(match, "via")  # next to it, but no road
    play(match, ("hex", "1309"))
    assert where(match, MECH) == "1309" and asked(match)[1] != "Move"


@pytest.mark.rule("enemy_action", "7.9-illustration:b")
def test_the_zone_stops_where_the_roadblock_does_not() -> None:
    match = picked({MECH: "1209", US: "1410"}, MECH, day=18, roadblocks=["1211"])
    assert "1210" in offered(match, "via")
    assert refused(match, "via", "1310") == "7-basic"


@pytest.mark.rule("enemy_action", "7.9-effects:d")
def test_a_unit_that_starts_at_a_roadblock_moves_away() -> None:
    match = picked({MECH: "1309"}, MECH, day=18, roadblocks=["1310"])
    assert cost(match, MECH, "1408") == 1 and "1408" in offered(match, "via")


@pytest.mark.rule("enemy_action", "7.9-removal:c")
def test_a_roadblock_stays_when_a_german_unit_comes_next_to_it() -> None:
    match = picked({MECH: "1208"}, MECH, day=18, roadblocks=["1310"])
    play(match, ("hex", "1309"))
    assert state(match).roadblocks == 1 << f.HEX["1310"]


@pytest.mark.rule("enemy_action", "7.9-removal:e")
def test_an_allied_unit_clears_a_roadblock() -> None:
    match = picked({US: "1208"}, US, "allied", day=18, roadblocks=["1310"])
    play(match, ("hex", "1311"))
    assert not state(match).roadblocks


# --- demolition (7.33) ------------------------------------------------------------------------------------------------

BLOW = ("card", "card-01"), ("blow", "1709-1710")
BOTH: dict[str, Any] = {"hand": {"german": [46], "allied": [1, 5]}, "german_towns": ["1709"]}


def passing(match: Any, until: str) -> None:
    """The Allied player passes until a German unit is in a hex."""
    while asked(match)[1] == "Demolition" and where(match, MECH) != until:
        play(match, "pass")


@pytest.mark.rule("enemy_action", "7.33:abc")
def test_a_bridge_is_blown_in_the_face_of_a_unit() -> None:
    match = moving({MECH: "1608", ONE: "1709"}, day=18, **BOTH)
    play(match, ("unit", MECH), ("hex", "1711"))
    assert asked(match) == ("allied", "Demolition") and where(match, MECH) == "1709"
    play(match, *BLOW)
    assert asked(match) == ("german", "Move")
    assert not state(match).bridges >> river("1709-1710") & 1
    assert refused(match, "hex", "1710") == "7.33"
    play(match, ("hex", "1708"))
    while asked(match)[1] == "Demolition":
        play(match, "pass")
    assert where(match, MECH) == "1708"
    play(match, ("unit", ONE))
    assert cost(match, ONE, "1710") == 3


@pytest.mark.rule("enemy_action", "7.33:a")
def test_without_a_supplied_bank_or_an_intact_bridge_nobody_is_asked() -> None:
    behind = moving({MECH: "1803"}, day=18, **BOTH)  # a bridge far behind the German front
    assert bridges.beside(state(behind), f.HEX["1803"])
    play(behind, ("unit", MECH), ("hex", "1802"))
    assert where(behind, MECH) == "1802"
    blown = moving({MECH: "1608"}, day=18, blown=["1709-1710", "1707-1708"], **BOTH)
    play(blown, ("unit", MECH), ("hex", "1709"))
    assert where(blown, MECH) == "1709" and asked(blown)[0] == "german"


@pytest.mark.rule("enemy_action", "7.33:a")
def test_the_allied_player_is_asked_in_every_hex_beside_a_bridge() -> None:
    match = moving({MECH: "1709"}, day=18, **BOTH)
    play(match, ("unit", MECH), ("hex", "1711"))
    assert asked(match) == ("allied", "Demolition") and where(match, MECH) == "1709"  # where it starts
    play(match, "pass")
    passing(match, "1711")
    assert where(match, MECH) == "1711"


def test_a_unit_without_another_way_has_moved() -> None:
    match = moving({MECH: "1709", ONE: "1608"}, day=18, **BOTH)
    play(match, ("unit", MECH), ("hex", "1710"), *BLOW)
    play(match, "stay")
    assert refused(match, "unit", MECH) == "7-basic"


def test_an_interrupted_march_goes_on() -> None:
    fields: dict[str, Any] = {**BOTH, "german_bridges": ["1709-1710"]}
    match = moving({MECH: "1408", "de-560": "1512"}, day=18, **fields)
    play(match, ("unit", MECH), ("march", "1711"))
    passing(match, "1709")
    assert asked(match) == ("allied", "Demolition")
    play(match, *BLOW)
    assert asked(match) == ("german", "Move")
    assert "1808" in offered(match, "march") and "1710" not in offered(match, "march")


@pytest.mark.rule("enemy_action", "7.33:d")
def test_greif_saves_the_bridge() -> None:
    match = moving({MECH: "1608"}, day=18, **{**BOTH, "hand": {"german": [42, 46], "allied": [1, 5]}})
    play(match, ("unit", MECH), ("hex", "1711"), *BLOW)
    assert asked(match) == ("german", "Greif")
    play(match, ("card", "card-42"))
    passing(match, "1711")
    assert where(match, MECH) == "1711"


@pytest.mark.rule("enemy_action", "7.33:e")
def test_no_demolition_on_the_sixteenth() -> None:
    match = moving({MECH: "1608"}, day=16, **BOTH)
    play(match, ("unit", MECH), ("hex", "1711"))
    assert where(match, MECH) == "1711"


def test_where_a_walk_leads_is_secret() -> None:
    match = moving({MECH: "1608"}, day=18, **BOTH)
    play(match, ("unit", MECH), ("hex", "1711"))
    assert "1711" not in str(match.position_for("allied")["frames"])
    walk = state(match).stack[-2]
    assert list(each(1 << walk.path[0])) == [f.HEX["1710"]]  # type: ignore[attr-defined]
