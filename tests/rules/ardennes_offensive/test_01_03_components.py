"""1.0 to 3.0: length, equipment, counters, and the corrections of the map (E-MAP)."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    BRIDGE,
    BRIDGES,
    CLEAR,
    CLOSED,
    CRTS,
    DIE,
    FORD,
    GATES,
    GERMAN_SIDE,
    HEX_NAMES,
    LIVE,
    MA,
    MAP_EDGE,
    MECH,
    OWN_GROUND,
    RIVER,
    ROAD,
    ROSTER,
    ROUGH,
    SHUT,
    START_LINE,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.retreat import Retreating
from ardennes.games.ardennes_offensive.state import OffensiveState
from tests.rules.ardennes_offensive.table import bad_position, offered, refused, situation, where

GAME = ardennes.games.ardennes_offensive.GAME


def hexes(*names: str) -> int:
    return sum(1 << HEX_NAMES.index[name] for name in names)


def crossed(layer: Any, a: str, b: str) -> bool:
    """Does a layer have the side between two hexes, both ways?"""
    one, two = HEX_NAMES.index[a], HEX_NAMES.index[b]
    ways = (BOARD.spread(1 << one, layer) >> two & 1, BOARD.spread(1 << two, layer) >> one & 1)
    assert ways[0] == ways[1]
    return bool(ways[0])


# --- 1, 2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "1.0:a")
def test_one_historical_scenario_and_nine_variants() -> None:
    assert [scenario.id for scenario in GAME.scenarios] == [str(n) for n in range(1, 11)]
    historical = ["historical", "historical"]
    assert GAME.scenarios[0].data["german"] == GAME.scenarios[0].data["allied"] == historical
    assert all([row.data["german"], row.data["allied"]] != [historical] * 2 for row in GAME.scenarios[1:])


@pytest.mark.rule("ardennes_offensive", "2.1:a")
def test_a_game_turn_is_a_day() -> None:
    dates = [GAME.iso_date(turn) for turn in (1, 7, 18)]
    assert dates == ["1944-12-16", "1944-12-22", "1945-01-02"]


@pytest.mark.rule("ardennes_offensive", "2.1:b")
def test_no_turn_comes_after_the_eighteenth() -> None:
    match = situation("victory", {"de-1ss-a": "0904"}, turn=18)
    assert match.result is not None
    assert match.state.turn == 18  # type: ignore[attr-defined]
    assert "turn" in bad_position("german-movement", {"de-1ss-a": "0904"}, turn=19)


# --- 3 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "3.0:a")
def test_one_six_sided_die() -> None:
    assert DIE == (1, 2, 3, 4, 5, 6)
    match = situation("table", {"de-1ss-a": "0904"}, turn=6)
    assert match.decision.side == "chance" and offered(match, "die") == [1, 2, 3, 4, 5, 6]
    assert all(len(table.rows) == 6 for table in CRTS.values())


@pytest.mark.rule("ardennes_offensive", "3.2:a")
def test_two_tables() -> None:
    assert sorted(CRTS) == ["initial", "standard"]


@pytest.mark.rule("ardennes_offensive", "3.3:a")
def test_what_a_counter_shows() -> None:
    assert len(ROSTER) == 201
    for name in ("side", "name", "size", "type", "strength", "ma"):
        assert all(ROSTER.column(name, str))
    assert set(ROSTER.column("size", str)) == {"II", "III", "X", "XX"}


@pytest.mark.rule("ardennes_offensive", "3.31:a", "3.33:a")
def test_the_two_numbers() -> None:
    printed = GAME.printed["de-3-a"]
    assert (printed["strength"], printed["movement"], printed["factors"]) == (6, 10, "6-10")
    assert GAME.printed["us-39-i"]["factors"] == "4-4"
    assert GAME.printed["de-2ss-a"]["strength"] == 7


@pytest.mark.rule("ardennes_offensive", "3.32:ab")
def test_mechanized_units_are_those_with_wheels_and_tracks() -> None:
    kinds = ROSTER.column("type", str)
    moving = {"armor", "mech", "panzergrenadier", "recon"}
    walking = {"infantry", "parachute", "glider", "engineer"}
    for u, kind in enumerate(kinds):
        mech = bool(MECH >> u & 1)
        assert kind in moving | walking
        assert mech == (kind in moving)
        assert MA[u] == ((10 if ROSTER.side[u] == 0 else 12) if mech else 4)


@pytest.mark.rule("ardennes_offensive", "3.33:b")
def test_the_allowance_is_spent_hex_by_hex() -> None:
    match = situation("german-movement", {"de-1130-i": "0904"})
    match.play("unit", "de-1130-i")
    reach = {HEX_NAMES.index[name] for name in offered(match, "hex")}
    here = HEX_NAMES.index["0904"]
    assert reach and all(BOARD.distance(here, there) <= MA[UNIT_NAMES.index["de-1130-i"]] for there in reach)


@pytest.mark.rule("ardennes_offensive", "3.34:a", "3.34:b")
def test_interdiction_is_kept_per_side_and_markers_take_no_room() -> None:
    from ardennes.games.ardennes_offensive.bridges import cut_for

    units = {"us-cca7": "3110", "us-ccb7": "3110", "us-ccr7": "3110", "de-1ss-a": "0904"}
    match = situation("allied-movement", units, unsupplied=["us-cca7", "us-ccb7", "us-ccr7"], isolated=["us-cca7"])
    s = match.state
    assert isinstance(s, OffensiveState)
    assert cut_for(s, 0) and cut_for(s, 0) != cut_for(s, 1)  # the Allies are near Diekirch, the Germans far away
    assert [where(match, u) for u in ("us-cca7", "us-ccb7", "us-ccr7")] == ["3110"] * 3


# --- the map ----------------------------------------------------------------------------------------------------------

SHUT_HEXES = ("0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108", "3701", "3702")
IMPASSABLE = ("1516", "1506", "3505", "3612")


@pytest.mark.rule("ardennes_offensive", "E-MAP-1:a", "3.1:a")
@pytest.mark.parametrize("name", SHUT_HEXES)
def test_false_map_edge_hexes_are_closed_to_everybody(name: str) -> None:
    assert hexes(*SHUT_HEXES) == SHUT
    assert not hexes(name) & (MAP_EDGE | LIVE)
    for unit in ("us-cca7", "de-1ss-a"):
        assert "E-MAP-1" in bad_position("german-movement", {unit: name})


def step_cost(unit: str, a: str, b: str, **fields: Any) -> str:
    """What a step between two hexes costs in standard mode, if nothing else is near."""
    enemy = {"us-39-i": "0437"} if unit.startswith("de") else {"de-1130-i": "0437"}
    match = situation(f"{'german' if unit.startswith('de') else 'allied'}-movement", {unit: a} | enemy, **fields)
    match.play("unit", unit)
    side = match.decision.side
    cost: str = match.view(side)["decision"]["hints"]["hex"][b]["cost"]
    return cost


@pytest.mark.rule("ardennes_offensive", "E-MAP-1:a")
def test_nobody_moves_or_jumps_into_a_closed_hex() -> None:
    for unit, side in (("de-3-a", "german"), ("us-cca7", "allied")):
        other = {"us-39-i": "0437"} if side == "german" else {"de-1130-i": "0437"}
        match = situation(f"{side}-movement", {unit: "0207"} | other)
        match.play("unit", unit)
        for name in SHUT_HEXES:
            assert refused(match, "hex", name) == refused(match, "march", name) == "E-MAP-1"
    match = situation("german-movement", {"de-heydte": "due", "us-39-i": "0437"}, turn=2)
    for name in SHUT_HEXES:
        assert refused(match, "drop", name) == "E-MAP-1"
    assert not any(gates & SHUT for gates in GATES.values())
    s = situation("german-movement", {"de-3-a": "0207", "us-39-i": "0437"}).state
    assert isinstance(s, OffensiveState)
    for length in (1, 2, 3):
        ways = Retreating(s, UNIT_NAMES.index["de-3-a"], length).open
        assert ways and not any(way.places & SHUT for way in ways)


@pytest.mark.rule("ardennes_offensive", "E-MAP-2:a", "3.1:a")
def test_no_river_between_2311_and_2211() -> None:
    assert not crossed(RIVER, "2311", "2211")
    plain = {"clear": 1, "rough": 4}["rough" if hexes("2211") & ROUGH else "clear"]
    assert int(step_cost("de-3-a", "2311", "2211")) <= plain


@pytest.mark.rule("ardennes_offensive", "E-MAP-3:a", "3.1:a")
def test_a_bridge_between_3111_and_3010() -> None:
    assert crossed(RIVER, "3111", "3010") and crossed(BRIDGE, "3111", "3010")
    assert step_cost("de-3-a", "3111", "3010") == step_cost("us-39-i", "3010", "3111") == "1"
    number = next(name for name in BRIDGES.names if set(name.split("-")) == {"3111", "3010"})
    assert step_cost("us-cca7", "3111", "3010", cut=[number]) != "1"


@pytest.mark.rule("ardennes_offensive", "E-MAP-4:a", "3.1:a")
def test_hexes_that_are_clear() -> None:
    assert not hexes("1107", "2819", "1016") & ~CLEAR
    for name in ("1107", "2819", "1016"):
        there = HEX_NAMES.index[name]
        wet = BOARD.spread(1 << there, RIVER) | BOARD.spread(1 << there, FORD) | BOARD.spread(1 << there, ROAD)
        here = next(n for n, p in HEX_NAMES.index.items() if (BOARD.neighbours(there) & LIVE & ~wet) >> p & 1)
        assert step_cost("de-3-a", here, name) == step_cost("us-39-i", here, name) == "1"


@pytest.mark.rule("ardennes_offensive", "E-MAP-5:a", "3.1:a")
def test_the_start_line_parts_the_two_sides() -> None:
    """No step from one side's ground to the other's but over the start line."""
    german, allied = OWN_GROUND
    assert german | allied == LIVE and not german & allied and german == GERMAN_SIDE
    assert BOARD.spread(german, START_LINE) & allied
    for place in range(len(HEX_NAMES.names)):
        if german >> place & 1:
            over = BOARD.neighbours(place) & allied
            assert over == BOARD.spread(1 << place, START_LINE) & allied
            assert not BOARD.spread(1 << place, START_LINE) & german
    assert crossed(START_LINE, "0207", "0208") and crossed(START_LINE, "3602", "3603")  # the two ends
    assert BOARD.neighbours(HEX_NAMES.index["0108"]) & hexes("0207", "0208") == hexes("0207", "0208")
    assert BOARD.neighbours(HEX_NAMES.index["3702"]) & hexes("3602")


@pytest.mark.rule("ardennes_offensive", "E-MAP-6:a", "17.0-ahist:a")
def test_monschau_and_st_vith_are_held() -> None:
    towns = {str(what.get("town")): place for place, what in enumerate(BOARD.places) if what.get("town")}
    match = ardennes.new("ardennes_offensive", scenario="4", seed=1)
    s = match.state
    assert isinstance(s, OffensiveState)
    for town in ("Monschau", "St. Vith"):
        assert s.units_at(towns[town], 1).bit_count() == 1


@pytest.mark.rule("ardennes_offensive", "E-MAP-7:a", "3.1:a")
@pytest.mark.parametrize("name", IMPASSABLE)
def test_impassable_hexes(name: str) -> None:
    assert hexes(name) & CLOSED and not hexes(name) & LIVE
    assert "11.0-impassable" in bad_position("german-movement", {"de-1ss-a": name})
    near = next(n for n, p in HEX_NAMES.index.items() if (BOARD.neighbours(HEX_NAMES.index[name]) & LIVE) >> p & 1)
    match = situation("german-movement", {"de-3-a": near, "us-39-i": "0437"})
    match.play("unit", "de-3-a")
    assert refused(match, "hex", name) == "11.0-impassable"
