"""Found by comparing the game with the second model, and by breaking single rules: each of these would fail if its rule were broken."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.ardennes_offensive.facts import BOARD, UNIT_NAMES
from ardennes.games.ardennes_offensive.retreat import Retreating
from tests.rules.ardennes_offensive import model
from tests.rules.ardennes_offensive.audit import run
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where
from tests.rules.second_model import GERMAN


@pytest.mark.rule("ardennes_offensive", "14.1A:b")
def test_units_of_a_closed_section_do_not_come_by_the_next_one_on_the_same_turn() -> None:
    """All exits of the Northeast are held: the unit is put off although the Northwest is open."""
    held = {"de-1ss-a": "0210", "de-3-a": "0213", "de-16-a": "0217", "de-130-a": "0222", "us-e1": "2520"}
    due = {"us-16-i": 4}
    match = situation("allied-reinforcements", {**held, "us-16-i": "due"}, turn=4, due=due, section={"us-16-i": 0})
    assert where(match, "us-16-i") == "due"
    position = match.position()
    assert position["due"]["us-16-i"] == 5 and position["section"]["us-16-i"] == 1


def british_fight(scenario: str) -> Match:
    """British armor destroys a German unit on the far bank of the Meuse, over the bridge at 1438 and 1439."""
    units = {"uk-56-gds": "1439", "uk-32-gds": "1439", "de-2-a": "1438"}
    match = situation("allied-combat", units, scenario=scenario)
    play(match, ("attack", "1438"), "all", ("fight", "1438"), "pass", "roll", ("die", 1))
    assert where(match, "de-2-a") == "eliminated"
    return match


@pytest.mark.rule("ardennes_offensive", "14.3C")
def test_british_of_the_slowed_schedule_advance_over_the_meuse() -> None:
    """They come by W there, not by WB, and are not restricted; at the historical rate they may fight but not advance."""
    assert set(offered(british_fight("7"), "unit")) == {"uk-56-gds", "uk-32-gds"}
    assert not offered(british_fight("1"), "unit")


def test_the_game_agrees_with_the_second_model() -> None:
    """A small part of what `python -m tests.rules.ardennes_offensive.model` compares."""
    tally = run(60, seed=11)
    assert not tally.different, "\n".join(tally.told)
    assert sum(tally.compared.values()) > 800
    wanted = {
        "reach",
        "cost",
        "offered",
        "bridges",
        "unsupplied",
        "isolated",
        "strength",
        "odds",
        "immunity",
        "retreats",
    }
    assert {*wanted, "exits", "points", "arrivals", "delays", "judged"} <= set(tally.compared)


@pytest.mark.rule("ardennes_offensive", "5.2H")
def test_nobody_passes_through_a_friend() -> None:
    """On a road through rough ground, where the way around costs too much: armor can join the friend, and goes no further."""
    alone = situation("german-movement", {"de-1ss-a": "0404"})
    play(alone, ("unit", "de-1ss-a"))
    assert {"0405", "0406"} <= set(offered(alone, "hex"))
    behind = situation("german-movement", {"de-1ss-a": "0404", "de-3-a": "0405"})
    play(behind, ("unit", "de-1ss-a"))
    assert "0405" in offered(behind, "hex") and "0406" not in offered(behind, "hex")


@pytest.mark.rule("ardennes_offensive", "6.5G:d")
def test_nobody_forms_a_column_next_to_a_friend_and_marches_off() -> None:
    """It has to go away from the friend first, and that takes a point of the march."""
    farthest = {}
    for others in ({}, {"de-3-a": "0201"}):
        units = {"de-1ss-a": "0202", **others}
        match = situation("german-movement", units)
        play(match, ("unit", "de-1ss-a"))
        p = model.Position("1", 5, GERMAN, False, units, {})
        ends = {h for h, mode in model.reach(p, "de-1ss-a") if mode == model.MARCH}
        assert set(offered(match, "march")) == ends
        farthest[len(units)] = max(model.distance("0202", h) for h in ends)
    assert farthest[2] < farthest[1]
    assert refused(match, "march", "0202") == "6.5G"


@pytest.mark.rule("ardennes_offensive", "6.7L:i")
def test_the_other_sides_duty_to_leave_road_mode_is_remembered() -> None:
    units = {"de-1ss-a": "0202", "us-cca7": "1541"}
    match = situation("german-movement", units, road=list(units), must_leave=list(units))
    position = match.position()
    assert position.get("road") == ["us-cca7"] and position["must_leave"] == ["us-cca7"]


@pytest.mark.rule("ardennes_offensive", "12.3H")
def test_a_map_edge_hex_is_a_way_out_unless_the_german_controls_it() -> None:
    units = {"us-16-i": "1141", "de-1ss-a": "1140", "de-3-a": "1041", "de-16-a": "1241", "us-39-i": "2520"}
    assert situation("allied-supply", units).position()["isolated"] == ["us-16-i"]
    units |= {"de-3-a": "0941", "de-16-a": "1341"}  # the same hexes of the live map, but not the Map Edge hex 1142
    position = situation("allied-supply", units).position()
    assert position["unsupplied"] == ["us-16-i"]
    assert "isolated" not in position


@pytest.mark.rule("ardennes_offensive", "14.1A")
def test_units_shifted_before_go_on_in_the_same_direction() -> None:
    """From the West to the Northwest, and when that is closed too, to the Northeast."""
    held = {"de-1ss-a": "0226", "de-3-a": "0229", "de-16-a": "0232", "de-130-a": "0237", "us-e1": "2520"}
    match = situation(
        "allied-reinforcements",
        {**held, "us-501-pi": "due"},
        turn=4,
        due={"us-501-pi": 4},
        section={"us-501-pi": model.SECTIONS.index("NW")},
    )
    position = match.position()
    assert position["due"]["us-501-pi"] == 5
    assert position.get("section", {}).get("us-501-pi", 0) == model.SECTIONS.index("NE")


@pytest.mark.rule("ardennes_offensive", "E-12.0-1")
def test_no_supply_marker_outlives_the_player_turn() -> None:
    """The die for the table on turn 6 is the first question after the Allied player-turn."""
    units = {"us-cca7": "2520", "us-16-i": "1141", "de-1ss-a": "0202"}
    marked: dict[str, Any] = {"unsupplied": ["us-16-i"], "isolated": ["us-16-i"], "cut": ["2311-2312"]}
    match = situation("allied-mechanized", units, turn=5, **marked)
    play(match, "done")
    assert offered(match, "die")
    assert not {"unsupplied", "isolated", "cut"} & set(match.position())


@pytest.mark.rule("ardennes_offensive", "15.0")
def test_the_paratroops_join_two_units_but_not_three() -> None:
    stack = {"de-3-a": "0202", "de-16-a": "0202", "us-e1": "2520"}
    units = {**stack, "de-heydte": "due"}
    assert "0202" in offered(situation("german-movement", units, turn=2), "drop")
    full = situation("german-movement", {**units, "de-130-a": "0202"}, turn=2)
    assert refused(full, "drop", "0202") == "8.0"
    division = situation("german-movement", {"de-12": "0202", "us-e1": "2520", "de-heydte": "due"}, turn=2)
    assert refused(division, "drop", "0202") == "8.0"


@pytest.mark.rule("ardennes_offensive", "10.1:g")
def test_an_exchange_that_takes_all_attackers_asks_nothing() -> None:
    """Two 2s, tripled on turn 1, against a 4 halved by road mode: 12 to 2. The exchange costs 4, which is all they have."""
    units = {"de-2-a": "0304", "de-4-a": "0504", "us-16-i": "0404"}
    match = situation("german-combat", units, turn=1, road=["us-16-i"])
    play(match, ("attack", "0404"), "all", ("fight", "0404"), "roll", ("die", 2))
    assert [where(match, unit) for unit in units] == ["eliminated"] * 3


@pytest.mark.rule("ardennes_offensive", "9.1A:b")
def test_no_second_hex_that_only_one_of_two_attackers_is_next_to() -> None:
    """0931 lies between the attackers; 0932 is next to the armor in 1031, not to the armor in 0930."""
    units = {"us-16-i": "0931", "us-18-i": "0932", "de-1ss-a": "1031", "de-3-a": "0930"}
    match = situation("german-combat", units)
    play(match, ("attack", "0931"), ("unit", "de-1ss-a"))
    assert offered(match, "target") == ["0932"]
    play(match, ("unit", "de-3-a"))
    assert refused(match, "target", "0932") == "9.1A"


@pytest.mark.rule("ardennes_offensive", "9.1C:b")
def test_units_attacked_before_are_no_second_target() -> None:
    units = {"us-16-i": "0931", "us-18-i": "0932", "de-1ss-a": "1031"}
    match = situation("german-combat", units, attacked=["us-18-i"])
    play(match, ("attack", "0931"))
    assert refused(match, "target", "0932") == "9.1C"


def top(match: Match) -> str:
    """The question that is asked."""
    return type(match.state.stack[-1]).__name__


@pytest.mark.rule("ardennes_offensive", "6.5G:e")
@pytest.mark.parametrize(("column", "asked"), [(["de-3-a"], False), ([], True)])
def test_nobody_advances_next_to_a_column_on_the_same_road(column: list[str], asked: bool) -> None:
    units = {"de-1ss-a": "0404", "us-e1": "0405", "de-3-a": "0406"}
    match = situation("german-combat", units, road=column)
    play(match, ("attack", "0405"), ("unit", "de-1ss-a"), ("fight", "0405"), "roll", ("die", 1))
    assert where(match, "us-e1") == "eliminated"
    assert (top(match) == "Advance") == asked


@pytest.mark.rule("ardennes_offensive", "9.6N")
@pytest.mark.parametrize("cut", [[], ["1438-1439"]])
def test_a_column_does_not_advance_over_an_interdicted_bridge(cut: list[str]) -> None:
    units = {"de-1ss-a": "1439", "de-12": "1339", "us-e1": "1438"}
    match = situation("german-combat", units, road=["de-1ss-a"], cut=cut)
    play(match, ("attack", "1438"), "all", ("fight", "1438"))
    while "pass" in match.decision.choices:
        play(match, "pass")
    play(match, "roll", ("die", 1))
    assert where(match, "us-e1") == "eliminated"
    assert (top(match) == "Advance") == (not cut)


@pytest.mark.rule("ardennes_offensive", "14.3C")
def test_25_points_release_the_british_on_any_turn() -> None:
    lost = [u for u in model.UNITS if u.startswith("us-")][:25]
    units = {"fr-fr-lt": "2520", "de-1ss-a": "0202", "uk-34-a": "1541"}
    for count, released in ((24, False), (25, True)):
        match = situation("allied-mechanized", units | dict.fromkeys(lost[:count], "eliminated"), turn=4)
        play(match, "done")
        assert match.position()["turn"] == 5 and match.position().get("released", False) == released


@pytest.mark.rule("ardennes_offensive", "6.7N:b")
def test_columns_that_could_not_part_are_left_alone_after_the_phase() -> None:
    """Two unsupplied infantry regiments in an enemy zone can neither move nor change their mode."""
    units = {"de-5-3fj": "0404", "de-8-3fj": "0405", "us-16-i": "0305", "de-1ss-a": "2508", "us-cca7": "2520"}
    stuck = ["de-5-3fj", "de-8-3fj"]
    match = situation("german-movement", units, road=["de-5-3fj"], must_part=["de-5-3fj"], unsupplied=stuck)
    assert offered(match, "unit") == ["de-1ss-a"]
    play(match, "done")
    assert "must_part" not in match.position()


@pytest.mark.rule("ardennes_offensive", "11.0-westwall:f")
def test_no_allied_column_enters_the_west_wall_after_combat_either() -> None:
    """It does not advance into it along the road, and it does not retreat into it; in standard mode it can do both."""
    helpers = {"uk-56-gds": "1608", "uk-32-gds": "1608", "us-36-ai": "1608", "us-32-a": "1808"}
    for road, asked in ((["us-cca7"], False), ([], True)):
        match = situation("allied-combat", {**helpers, "us-cca7": "1709", "de-2-a": "1708"}, road=road)
        play(match, ("attack", "1708"), "all", ("fight", "1708"))
        while "pass" in match.decision.choices:
            play(match, "pass")
        play(match, "roll", ("die", 1), ("unit", "us-32-a"))  # an exchange
        assert where(match, "de-2-a") == "eliminated"
        assert (top(match) == "Advance" and "us-cca7" in offered(match, "unit")) == asked
    wall = sum(1 << BOARD.index[h] for h in model.WALL)
    for road, entered in ((["us-cca7"], False), ([], True)):
        s: Any = situation("german-combat", {"us-cca7": "1709", "de-2-a": "1710"}, road=road).state
        ways = Retreating(s, UNIT_NAMES.index["us-cca7"], 1).open
        assert any(way.places & wall for way in ways) == entered
