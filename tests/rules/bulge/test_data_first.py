"""The tables the rulebook's text leaves open: weather and air power, victory limits, exits."""

from __future__ import annotations

import pytest

from ardennes.games.bulge.facts import LAST_TURN, TABLES, TURNS, WEATHERS
from tests.rules.bulge.moves import EAST, HEXES, around, exits, on_road, place, roads_off
from tests.rules.bulge.table import situation


@pytest.mark.rule("bulge", "D-WEATHER:a", "6.0")
def test_turn_1_is_historically_overcast() -> None:
    assert TURNS[1]["weather"] == "overcast"


@pytest.mark.rule("bulge", "D-WEATHER:b", "7.0")
def test_each_of_the_18_turns_has_a_weather_a_modifier_and_air_points_for_each_weather() -> None:
    assert LAST_TURN == 18
    for n in range(1, LAST_TURN + 1):
        row = TURNS[n]
        assert row["weather"] in WEATHERS == ("overcast", "mist", "clear")
        assert isinstance(row["drm"], int)
        assert set(row["air"]) == set(WEATHERS)
        for pair in row["air"].values():
            assert len(pair) == 2 and all(isinstance(points, int) and points >= 0 for points in pair)
        assert row["source"], "every row says where it comes from"


@pytest.mark.rule("bulge", "D-WEATHER", "6.0")
def test_the_variable_weather_table_gives_a_state_for_every_roll() -> None:
    rows = TABLES["weather"]["table"]
    assert [highest for highest, _ in rows] == sorted({highest for highest, _ in rows})
    assert {state for _, state in rows} == set(WEATHERS)
    assert TABLES["weather"]["source"]
    for n in range(2, LAST_TURN + 1):
        for die in range(1, 7):
            match = situation("weather", {}, turn=n, options={"weather": "variable"})
            match.play("die", die)
            assert next(t["value"] for t in match.view()["tracks"] if t["id"] == "weather") in WEATHERS


@pytest.mark.rule("bulge", "D-GTRT:a", "3.0")
def test_the_german_limit_is_above_the_allied_one_on_every_turn() -> None:
    for n in range(1, LAST_TURN + 1):
        german, allied = TURNS[n]["vp"]
        assert german > allied


@pytest.mark.rule("bulge", "D-GTRT", "3.0")
def test_the_last_limits_leave_no_gap() -> None:
    german, allied = TURNS[LAST_TURN]["vp"]
    assert german == allied + 1


@pytest.mark.rule("bulge", "D-EXIT:a", "3.1-1")
def test_every_exit_is_a_road_off_the_map_edge_with_a_positive_whole_factor() -> None:
    assert exits()
    for at in exits():
        assert isinstance(place(at)["exit"], int) and place(at)["exit"] > 0
        assert at in roads_off("north", "south", "west", "east")
        assert on_road(at)
        assert len(around(at)) < 6, "it lies at the edge"


@pytest.mark.rule("bulge", "D-EXIT", "2.3.1-2")
def test_no_exit_is_on_the_german_edge() -> None:
    assert not set(exits()) & set(EAST)


@pytest.mark.rule("bulge", "D-EXIT", "3.1-1")
def test_the_table_shows_every_exit_with_its_factor() -> None:
    shown = {e["at"]: e["factor"] for e in situation("german-movement", {}).view()["exits"]}
    assert shown == {a: place(a)["exit"] for a in HEXES if "exit" in place(a)}
