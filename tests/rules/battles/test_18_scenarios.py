"""b18 to b23, 16.58, 16.84: the scenarios, each with its maps, units, places, dumps and length."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ardennes.core.names import bits, each
from ardennes.games.battles import facts, setup, supply, victory
from ardennes.games.battles.facts import ALLIED, BOARD, GERMAN, SCENARIOS, hex_at
from ardennes.games.battles.state import window
from tests.rules.battles.table import offered, play, refused, situation, start, state

UNIT = facts.UNIT_NAMES.index

COUNTS = {  # Allied and German: at the start, and later
    "st_vith": (38, 44, 43, 28),
    "clervaux": (37, 31, 46, 12),
    "angriefen": (75, 61, 89, 36),
    "celles": (32, 10, 19, 17),
    "22_december": (146, 21, 126, 23),
    "campaign_1944": (82, 136, 89, 65),
}
TURNS = {
    "st_vith": (1, 12),
    "clervaux": (1, 12),
    "angriefen": (1, 10),
    "celles": (15, 21),
    "22_december": (13, 20),
    "campaign_1944": (1, 36),
}
NORTH = "B0108 B0711 B0716 B0805 B1110 B1211 B1319 B1413 B1420 B1518 B1609 B1919 B2009 B2010"
SOUTH = "D0715 D1006 D1115 D1611 D1706 D1914"
DUMPS = {  # 16.58
    "st_vith": (65, NORTH),
    "clervaux": (24, f"{SOUTH} D2308"),
    "angriefen": (89, f"{NORTH} {SOUTH}"),
    "celles": (38, "A0215 A0510 A0518 A0812 A1215 A1421 A1612 A1815"),
    "22_december": (
        76,
        "A0517 A1215 A1421 A2223 A2224 A2323 A2324 B0108 B0711 B0716 B0805 B1110 B1211 B1413 B1609 B2009 B2010"
        " C1027 C1727 D0408 D0713",
    ),
    "campaign_1944": (89, f"{NORTH} {SOUTH}"),
}
ENDING = {  # 16.84
    "st_vith": (8, 10, 12),
    "clervaux": (8, 10, 12),
    "angriefen": (7, 9, 10),
    "celles": (17, 19, 21),
    "22_december": (16, 18, 20),
    "campaign_1944": (20, 30, 34),
}
CUT_OFF = {  # HISTORY: Kampfgruppe Peiper at La Gleize, and the garrison of Bastogne
    "22_december": ({"B1309"}, {"D1606", "D1705", "D1706", "D1707", "D1803", "D1806", "D1904", "D1906"}),
}
HOUFFALIZE = {"st_vith": 3, "clervaux": 4, "angriefen": 4, "22_december": 3, "campaign_1944": 4}
NEAR = 9
"""Entries are so near to the edge of the maps, or to an assembly area behind the German front."""


def places(names: str) -> int:
    return bits(hex_at(name) for name in names.split())


def level_at(scenario: str, net: int) -> tuple[str, str]:
    return victory.level(state(start(scenario)), net)


# --- every scenario ----------------------------------------------------------------------------------------------------------------------


def test_these_are_the_scenarios() -> None:
    assert set(SCENARIOS) == set(COUNTS)


@pytest.mark.rule("battles", "b18.1", "b19.1", "b20.1:a", "b21.1:a", "b22.1:a", "b23.1:a")
@pytest.mark.parametrize("scenario", COUNTS)
def test_how_many_units_there_are(scenario: str) -> None:
    s = state(start(scenario))
    here = [s.on_map(side).bit_count() for side in (ALLIED, GERMAN)]
    later = [sum(s.at[u] == facts.DUE for u in each(facts.OF_SIDE[side])) for side in (ALLIED, GERMAN)]
    assert (here[0], later[0], here[1], later[1]) == COUNTS[scenario]


@pytest.mark.rule("battles", "b18.1:a", "b19.1:a", "b8.1")
@pytest.mark.parametrize("scenario", COUNTS)
def test_stacks_and_ground_at_the_start(scenario: str) -> None:
    s = state(start(scenario))
    both = s.on_map(GERMAN) | s.on_map(ALLIED)
    assert max(Counter(s.at[u] for u in each(both)).values()) <= int(facts.RULES["units_in_hex"])
    assert not s.occupied(GERMAN) & s.occupied(ALLIED)
    assert not (s.occupied(GERMAN) | s.occupied(ALLIED)) & ~s.window
    off_road = s.places_of(both & ~facts.FOOT) & ~facts.ROAD_HEXES
    assert not off_road & facts.HEAVY, "vehicles and guns stand in the woods"


@pytest.mark.rule("battles", "11.0:b")
@pytest.mark.parametrize("scenario", COUNTS)
def test_who_is_in_supply_at_the_start(scenario: str) -> None:
    s = state(start(scenario))
    for side, names in zip((GERMAN, ALLIED), CUT_OFF.get(scenario, (set(), set())), strict=True):
        cut_off = s.on_map(side) & ~supply.traced(s, side)
        assert s.places_of(cut_off) == bits(hex_at(name) for name in names)


@pytest.mark.rule("battles", "b11.31:a")
@pytest.mark.parametrize("scenario", COUNTS)
def test_sources_entries_and_exits_are_roads_at_the_edge(scenario: str) -> None:
    s = state(start(scenario))
    for side in (GERMAN, ALLIED):
        for found in (setup.sources(s, side), setup.entries(s, side)):
            assert found
            assert not found & ~(facts.ROAD_HEXES & s.window)
        assert all(edge_distance(s.window, p) == 0 for p in each(setup.sources(s, side)))
    assert not setup.sources(s, GERMAN) & setup.sources(s, ALLIED)
    assert all(edge_distance(s.window, p) == 0 for p in each(setup.exits(s)))


def edge_distance(on_map: int, place: int) -> int:
    """How many rows or columns a hex is from the nearest edge of the maps."""
    rows = [BOARD.row_col[p][0] for p in each(on_map)]
    columns = [BOARD.row_col[p][1] for p in each(on_map)]
    row, column = BOARD.row_col[place]
    return min(row - min(rows), max(rows) - row, column - min(columns), max(columns) - column)


@pytest.mark.rule("battles", "b15.1", "b15.6")
@pytest.mark.parametrize("scenario", COUNTS)
def test_reinforcements_come_in_by_road_near_the_edge_and_in_time(scenario: str) -> None:
    first, last = TURNS[scenario]
    for row in setup.rows_of(scenario):
        if row["turn"] == "0":
            continue
        place = hex_at(row["hex"])
        assert first <= int(row["turn"]) <= last, row
        assert facts.ROAD_HEXES >> place & 1, row
        assert edge_distance(window(scenario), place) <= NEAR, row


@pytest.mark.parametrize("scenario", COUNTS)
def test_every_row_says_where_it_comes_from(scenario: str) -> None:
    for row in setup.rows_of(scenario):
        assert "HISTORY" in row["source"], row
        assert "RECONSTRUCTED" in row["source"], row


@pytest.mark.rule("battles", "b2.2")
@pytest.mark.parametrize("scenario", COUNTS)
def test_first_and_last_turn(scenario: str) -> None:
    assert (SCENARIOS[scenario]["first"], SCENARIOS[scenario]["last"]) == TURNS[scenario]
    assert state(start(scenario)).turn == TURNS[scenario][0]


@pytest.mark.rule("battles", "16.58:abcd")
@pytest.mark.parametrize("scenario", COUNTS)
def test_the_dump_chart(scenario: str) -> None:
    points, names = DUMPS[scenario]
    assert SCENARIOS[scenario]["dump_points"] == points
    sites = facts.dump_sites(scenario)
    assert bits(facts.DUMP_HEXES[n] for n in each(sites)) == places(names)
    assert not places(names) & ~window(scenario)
    assert len(offered(start(scenario, dumps="on") if scenario != "campaign_1944" else campaign(), "dump")) == len(
        names.split()
    )


def campaign(plan: str = "south", **options: Any) -> Any:
    return play(start("campaign_1944", **({"dumps": "on"} | options)), ("plan", plan))


@pytest.mark.rule("battles", "16.84:abc")
@pytest.mark.parametrize("scenario", COUNTS)
@pytest.mark.parametrize(("column", "experience"), [(0, "better"), (1, "even"), (2, "worse")])
def test_the_ending_chart(scenario: str, column: int, experience: str) -> None:
    s = state(start(scenario, variable_ending=experience))
    assert victory.first_check(s) == ENDING[scenario][column]


@pytest.mark.rule("battles", "16.84:c", "16.58:d")
def test_1940_is_not_in_the_game() -> None:
    assert not [name for name in SCENARIOS if "1940" in name or "sedan" in name]
    assert not {name for p in BOARD.places for name in p.get("dump", ())} - set(SCENARIOS)


@pytest.mark.rule("battles", "b17.5", "b18.3", "b19.3")
@pytest.mark.parametrize("scenario", COUNTS)
def test_every_score_has_a_level(scenario: str) -> None:
    found = [level_at(scenario, net) for net in (500, -500)]
    assert found == [("german", "decisive"), ("allied", "decisive")]
    rows = SCENARIOS[scenario]["levels"]
    assert [row["winner"] for row in rows] == ["german", "german", "", "allied", "allied"]


@pytest.mark.rule("battles", "b18.2", "b19.2", "b20.1:b")
@pytest.mark.parametrize("scenario", HOUFFALIZE)
def test_what_houffalize_is_worth(scenario: str) -> None:
    assert victory.values(state(start(scenario)))[hex_at("B0108")] == HOUFFALIZE[scenario]


# --- St. Vith and Clervaux ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b18.2:a")
def test_places_of_st_vith() -> None:
    values = SCENARIOS["st_vith"]["values"]
    assert {name for name, points in values.items() if points == 12} == {"B2009", "B2010", "B2213"}
    assert len(values) == 17


@pytest.mark.rule("battles", "b18.3:a")
def test_levels_of_st_vith() -> None:
    assert level_at("st_vith", 28) == ("", "draw") == level_at("st_vith", 41)
    assert level_at("st_vith", 42) == ("german", "marginal") == level_at("st_vith", 55)
    assert level_at("st_vith", 56) == ("german", "decisive")
    assert level_at("st_vith", 27) == ("allied", "marginal") == level_at("st_vith", 7)
    assert level_at("st_vith", 6) == ("allied", "decisive")


@pytest.mark.rule("battles", "b19.2:a")
def test_places_of_clervaux() -> None:
    values = SCENARIOS["clervaux"]["values"]
    assert values["D0116"] == 25
    assert len(values) == 12


@pytest.mark.rule("battles", "b19.3:a")
def test_levels_of_clervaux() -> None:
    assert level_at("clervaux", 74) == ("", "draw") == level_at("clervaux", 89)
    assert level_at("clervaux", 90) == ("german", "marginal")
    assert level_at("clervaux", 106) == ("german", "decisive")
    assert level_at("clervaux", 73) == ("allied", "marginal") == level_at("clervaux", 35)
    assert level_at("clervaux", 34) == ("allied", "decisive")


@pytest.mark.rule("battles", "b20.1:e")
def test_levels_of_angriefen() -> None:
    assert level_at("angriefen", 115) == ("", "draw") == level_at("angriefen", 133)
    assert level_at("angriefen", 134) == ("german", "marginal") == level_at("angriefen", 143)
    assert level_at("angriefen", 144) == ("german", "decisive")
    assert level_at("angriefen", 114) == ("allied", "marginal") == level_at("angriefen", 35)
    assert level_at("angriefen", 34) == ("allied", "decisive")


@pytest.mark.rule("battles", "b11.31:b")
def test_the_road_from_weiswampach_is_a_source_for_three_days() -> None:
    for turn, open_ in ((6, True), (7, False)):
        s = state(situation("supply", {}, turn=turn, scenario="clervaux"))
        assert bool(setup.sources(s, ALLIED) >> hex_at("D2315") & 1) == open_
    assert not setup.sources(state(start("st_vith")), ALLIED) >> hex_at("B0115") & 1


@pytest.mark.rule("battles", "b19.1", "b12.6")
def test_our_and_sauer_are_between_the_sides_in_clervaux() -> None:
    """Only two battalions of the 112th are east of the Our, as in history."""
    from ardennes.board import flood
    from ardennes.board.hexes import minus

    s = state(start("clervaux"))
    wall = BOARD.layer(lambda a, b, what: what.get("river") in ("Our", "Sauer/Sûre", "Moselle"))
    east = flood(BOARD, 1 << hex_at("D1628"), minus(facts.EVERY, wall), s.window)
    assert not s.occupied(GERMAN) & ~east
    over = {facts.UNIT_NAMES.names[u] for u in each(s.units_in(ALLIED, east))}
    assert over == {"us-1-112-28", "us-3-112-28"}


# --- the larger scenarios ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b20.1:cd")
def test_angriefen_is_both_set_ups_together() -> None:
    rows = {row["unit"]: row for row in setup.rows_of("angriefen")}
    assert "us-112-rct-28" not in rows
    assert {"us-1-112-28", "us-2-112-28", "us-3-112-28"} <= set(rows)
    for scenario in ("st_vith", "clervaux"):
        for row in setup.rows_of(scenario):
            if row["unit"] in ("us-112-rct-28", "us-229-fa-28"):  # the second is in both, where Clervaux has it
                continue
            mine = rows.get(row["unit"])
            assert (mine is None) == (int(row["turn"]) > 10), row
            assert mine is None or (mine["hex"], mine["turn"]) == (row["hex"], row["turn"])
    s = state(start("angriefen"))
    for inside in ("B0108", "B0115", "B0120"):
        assert not (setup.sources(s, ALLIED) | setup.sources(s, GERMAN)) >> hex_at(inside) & 1


@pytest.mark.rule("battles", "b22.1:b")
def test_steps_lost_before_the_scenario_give_no_points() -> None:
    s = state(start("22_december"))
    assert s.lost[UNIT["us-424-106"]] == 1
    assert s.lost_steps(ALLIED) == s.lost_steps(GERMAN) == 0
    s.lose_step(UNIT["us-424-106"])
    assert s.lost_steps(ALLIED) == 1


@pytest.mark.rule("battles", "b22.1:c")
def test_bridges_of_22_december() -> None:
    s = state(start("22_december"))
    dasburg, stavelot, echternach = (facts.bridge_at(name) for name in ("D1916-D1917", "B1112-B1211", "D0923-D1023"))
    assert not s.blown >> dasburg & 1
    assert s.german_built >> dasburg & 1
    assert s.blown >> stavelot & 1
    assert s.blown >> echternach & 1


@pytest.mark.rule("battles", "16.45")
def test_the_150th_brigade_is_not_in_a_later_scenario_with_greif() -> None:
    brigade = UNIT["de-150-pz-bde"]
    assert state(start("22_december")).at[brigade] == hex_at("B1315")
    assert state(start("22_december", greif="on")).at[brigade] == facts.ABSENT
    assert state(start("st_vith", greif="on")).at[brigade] == facts.DUE


@pytest.mark.rule("battles", "16.45:b")
@pytest.mark.parametrize("place", ["waiting", "due", "B1125"])
def test_the_150th_brigade_never_enters_after_turn_9(place: str) -> None:
    brigade = "de-150-pz-bde"
    entry = {brigade: "B1428"}
    match = situation("end", {brigade: place, "us-9-2": "B1413"}, turn=9, options={"greif": "on"}, entry=entry)
    assert state(match).at[UNIT["de-150-pz-bde"]] == facts.WITHDRAWN


@pytest.mark.rule("battles", "b21.1:b")
def test_the_spearhead_before_celles() -> None:
    s = state(start("celles"))
    assert not s.bad_ground
    assert s.at[UNIT["de-304-pg-2"]] == hex_at("A0219")
    assert s.at[UNIT["uk-3-rtr-29"]] == hex_at("A0607")
    assert victory.points(s) == 2


# --- victory plans -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b23.2:a")
def test_the_german_player_chooses_one_of_four_plans() -> None:
    match = start("campaign_1944")
    assert match.decision.side == "german"
    assert offered(match, "plan") == ["antwerp", "liege", "dinant", "south"]
    assert state(start("22_december")).scheme == -1
    play(match, ("plan", "dinant"))
    assert match.position()["scheme"] == "dinant"
    assert refused(match, "plan", "liege")


@pytest.mark.rule("battles", "b23.2:b")
def test_the_plan_is_secret() -> None:
    one, other = campaign("liege", dumps="off"), campaign("south", dumps="off")
    assert one.position_for("german")["scheme"] == "liege"
    for side in ("allied", None):
        assert one.position_for(side) == other.position_for(side)
        assert "liege" not in str(one.position_for(side)["scheme"])


@pytest.mark.rule("battles", "b23.2:cd")
def test_a_plan_adds_its_points_at_the_end() -> None:
    match = situation(
        "end",
        {"de-1-ss-pz": "B1625", "us-9-2": "B2303"},
        turn=36,
        scenario="campaign_1944",
        scheme="liege",
        held=["B1609", "D1706"],
    )
    assert match.is_over
    s = state(match)
    known = 8 + 20
    assert victory.points(s) == known
    assert match.result is not None
    assert match.result.points == known + 6  # Spa, by the plan; Bastogne has nothing to do with it
    assert match.position_for("allied")["scheme"] == "liege"
