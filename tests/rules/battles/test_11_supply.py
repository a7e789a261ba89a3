"""11: lines of supply, their effects, German shortages."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import facts, movement, strength, supply
from ardennes.games.battles.facts import BRIDGES, GERMAN, hex_at
from tests.rules.battles.fights import ARENA, declare, go, squad, step, totals, until
from tests.rules.battles.table import asked, offered, play, refused, situation, state

UNIT = facts.UNIT_NAMES.index
PG, VG = "de-304-pg-2", "de-77-26"
PZ, FUS, INFANTRY = "de-1-ss-pz", "de-27-fus-12", "us-9-2"
E, W = step(ARENA, "E"), step(ARENA, "W")


def supplied(unit: str, place: str, others: dict[str, str] | None = None, **fields: Any) -> bool:
    """Is a unit in supply when it is judged?"""
    match = situation("supply", {unit: place} | (others or {}), **({"turn": 3} | fields))
    return not state(match).unsupplied >> UNIT[unit] & 1


# --- lines (b11.1 to b11.3) --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b11.3:a")
def test_worked_example_the_our_without_bridges() -> None:
    blown = BRIDGES.list_of(facts.BLOWN_AT_START)
    there: dict[str, Any] = {"scenario": "clervaux", "blown": blown}
    assert not supplied(PG, "D1915", **there)
    assert supplied(VG, "D1815", **there)
    match = situation("supply", {VG: "D1815"}, turn=3, **there)
    names = facts.HEX_NAMES.names
    line = [names[p] for p in supply.path(state(match), UNIT[VG])]
    assert line[:2] == ["D1815", "D1816"]
    built = [name for name in blown if name != "D1916-D1917"]
    assert supplied(PG, "D1915", scenario="clervaux", blown=built)


@pytest.mark.rule("battles", "b11.1:a")
@pytest.mark.parametrize(("place", "inside"), [("B0113", True), ("B0112", False), ("B0714", True), ("B0613", False)])
def test_four_hexes_to_a_road_are_enough_and_five_are_not(place: str, inside: bool) -> None:
    """With all bridges down, the German roads end at the Our."""
    blown = list(BRIDGES.names)
    s = state(situation("german-movement", {FUS: place}, blown=blown))
    near = facts.BOARD.grow(supply.network(s, GERMAN), 4)
    assert bool(near >> hex_at(place) & 1) is inside
    assert supplied(FUS, place, blown=blown) is inside


@pytest.mark.rule("battles", "b11.1:b")
def test_a_connected_road_hex_needs_no_off_road_part() -> None:
    s = state(situation("german-movement", {PZ: "B1125"}))
    assert supply.network(s, GERMAN) >> hex_at("B1125") & 1
    assert supply.path(s, UNIT[PZ])[0] == hex_at("B1125")
    assert facts.HEX_NAMES.names[supply.path(s, UNIT[PZ])[-1]] in ("B0828", "B1428", "B0528", "B2128")
    assert supplied(PZ, "B1125")


@pytest.mark.rule("battles", "b11.1")
def test_a_road_over_a_blown_bridge_carries_no_supply() -> None:
    assert supplied(PG, "D1915", scenario="clervaux", blown=[])
    everything = list(BRIDGES.names)
    assert not supplied(PG, "D1915", scenario="clervaux", blown=everything)


@pytest.mark.rule("battles", "b11.2:a", "b7.5:a")
def test_zones_block_a_line_unless_a_friend_is_there() -> None:
    guards = dict(zip(squad("allied", 5, 4), (E, W), strict=True))
    place: dict[str, Any] = {"scenario": "clervaux"}
    assert supplied("de-3-pz-2", ARENA, **place)
    assert not supplied("de-3-pz-2", ARENA, guards, **place)
    north = step(ARENA, "NE")
    beyond = step(north, "NE")
    assert not supplied("de-3-pz-2", ARENA, guards | {"de-2-pg-2": beyond}, **place)
    assert supplied("de-3-pz-2", ARENA, guards | {"de-2-pg-2": north}, **place)


@pytest.mark.rule("battles", "b11.2")
def test_enemy_units_without_a_zone_block_their_own_hex() -> None:
    guns = dict.fromkeys(("us-2-divarty",), "B1225")
    s = state(situation("german-movement", {PZ: "B1125"} | guns))
    assert not supply.network(s, GERMAN) >> hex_at("B1225") & 1
    assert supply.network(s, GERMAN) >> hex_at("B1024") & 1


@pytest.mark.rule("battles", "b11.2")
def test_a_source_in_an_enemy_zone_is_closed() -> None:
    sources = ("B0528", "B0828", "B1428", "B2128", "B0120", "B0121")
    blockers = dict(zip(squad("allied", 6, 6, 6, 6, 5, 5), sources, strict=True))
    assert not supplied(PZ, "B1125", blockers)
    assert supplied(PZ, "B1125", {unit: place for unit, place in blockers.items() if place != "B1428"})


# --- judging (11.0, b11.5) ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "11.0:a")
def test_a_line_cut_during_the_turn_counts_from_the_next_judgement() -> None:
    north, south = squad("german", 5, 4)
    match = situation("supply", {INFANTRY: ARENA, north: step(E, "E"), south: W}, scenario="clervaux", turn=3)
    until(match, 3, "german", "Movement")
    go(match, north, E)
    s = state(match)
    assert not supply.in_supply(s, UNIT[INFANTRY])
    assert not s.unsupplied >> UNIT[INFANTRY] & 1
    until(match, 4, "german", "Movement")
    assert state(match).unsupplied >> UNIT[INFANTRY] & 1


@pytest.mark.rule("battles", "b11.5:a")
def test_no_german_unit_is_out_of_supply_on_the_first_two_turns() -> None:
    guards = dict(zip(squad("allied", 5, 4), (E, W), strict=True))
    for turn, full in ((1, True), (2, True), (3, False)):
        match = situation("supply", {"de-3-pz-2": ARENA} | guards, scenario="clervaux", turn=turn)
        assert (movement.allowance(state(match), UNIT["de-3-pz-2"]) == 5) is full
    german = dict(zip(squad("german", 5, 4), (E, W), strict=True))
    assert not supplied(INFANTRY, ARENA, german, scenario="clervaux", turn=1)  # Allied units have no grace


@pytest.mark.rule("battles", "b11.5")
def test_units_out_of_supply_suffer_nothing_more_however_long() -> None:
    guards = dict(zip(squad("allied", 5, 4), (E, W), strict=True))
    match = situation("supply", {"de-3-pz-2": ARENA} | guards, scenario="clervaux", turn=3)
    until(match, 6, "allied", "Movement")
    s = state(match)
    assert s.unsupplied >> UNIT["de-3-pz-2"] & 1
    assert s.strength(UNIT["de-3-pz-2"]) == 6


# --- effects (11.4) ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "11.4:ab")
def test_out_of_supply_halves_movement_and_forbids_attacks() -> None:
    (one,) = squad("allied", 5)
    match = situation("allied-combat", {PG: ARENA, one: E}, scenario="clervaux", unsupplied=[PG])
    assert movement.allowance(state(match), UNIT[PG]) == 3
    declare(match, ARENA, [one])
    assert totals(match) == (5, 5)
    german = situation("german-combat", {PG: ARENA, "de-3-pz-2": ARENA, one: E}, scenario="clervaux", unsupplied=[PG])
    german.play("target", E)
    assert refused(german, "join", PG) == "11.4"


@pytest.mark.rule("battles", "11.4")
def test_what_else_a_unit_out_of_supply_cannot_do() -> None:
    engineer, gun = "us-202-eng", "us-2-divarty"
    bridges = situation("allied-bridges", {engineer: "B1211", INFANTRY: "B1211"}, unsupplied=[engineer])
    assert refused(bridges, "unit", engineer) == "b12.2"
    build = situation(
        "allied-building", {engineer: "B1211", INFANTRY: "B1413"}, unsupplied=[engineer], blown=["B1112-B1211"]
    )
    assert refused(build, "unit", engineer) == "b12.4"
    units = {gun: E, INFANTRY: W, PG: ARENA}
    fire = situation("allied-combat", units, scenario="clervaux", unsupplied=[gun], battery=[gun])
    assert strength.barrage_ok(state(fire), UNIT[gun], hex_at(ARENA)).case == "11.4"  # type: ignore[union-attr]


# --- shortages (11.7) --------------------------------------------------------------------------------------------------------------------

SS = {"de-1-ss-pz": "B1125", "de-12-ss-pz": "B1125", "de-9-ss-pz": "B1125"}


def short(die: int, turn: int, units: dict[str, str] | None = None, **fields: Any) -> Match:
    match = situation("supply", units or SS, turn=turn, **fields)
    assert asked(match) == ("chance", "Shortage")
    return play(match, ("die", die))


def named(match: Match) -> list[str]:
    return facts.FORMATIONS.list_of(state(match).short)


@pytest.mark.rule("battles", "11.7:a")
def test_no_roll_on_the_first_four_turns() -> None:
    for turn in (1, 2, 3, 4):
        assert asked(situation("supply", SS, turn=turn))[1] != "Shortage"
    assert asked(situation("supply", SS, turn=5))[1] == "Shortage"


@pytest.mark.rule("battles", "11.7:c")
def test_worked_example_a_formation_named_last_turn_is_spared() -> None:
    frames = [{"frame": "GameTurn", "step": 5}, {"frame": "SupplyPhase", "stage": 2}, {"frame": "Shortage", "left": 0}]
    match = situation("", SS, turn=9, frames=frames, named=["1 SS"])
    play(match, ("die", 5))
    assert sorted(named(match)) == ["12 SS", "9 SS"]
    assert not state(match).unsupplied >> UNIT["de-1-ss-pz"] & 1
    assert state(match).unsupplied >> UNIT["de-12-ss-pz"] & 1


@pytest.mark.rule("battles", "11.7:b")
def test_the_tables_by_scenario_turn_and_die() -> None:
    north = {5: [0, 0, 0, 1, 1, 2], 9: [0, 1, 1, 1, 2, 2], 13: [0, 1, 1, 2, 2, 3]}
    south = {5: [0, 0, 0, 0, 1, 1], 9: [0, 0, 1, 1, 1, 2], 13: [0, 1, 1, 2, 2, 3]}
    two = {"de-3-pz-2": "D1628", "de-156-pg-116": "D1628", "de-130-pz-lehr": "D1628"}
    for scenario, table, units in (("st_vith", north, SS), ("clervaux", south, two)):
        options = {"variable_ending": "worse"}
        for first, row in table.items():
            for turn in (first, first + 3):
                for die, wanted in enumerate(row, start=1):
                    match = situation("start", units, turn=turn, scenario=scenario, options=options)
                    while asked(match)[1] == "StartOfTurn":
                        play(match, ("die", 1), ("die", 2))
                    play(match, ("die", die))
                    while asked(match)[1] == "Shortage":
                        play(match, ("formation", offered(match, "formation")[0]))
                    assert len(named(match)) == wanted, (scenario, turn, die)


@pytest.mark.rule("battles", "11.7")
def test_the_german_names_the_formations() -> None:
    match = short(4, 9)
    assert asked(match) == ("german", "Shortage")
    assert sorted(offered(match, "formation")) == ["1 SS", "12 SS", "9 SS"]
    assert refused(match, "formation", "2 SS") == "11.7"  # not on the map
    assert refused(match, "formation", "12 VG") == "b3.5"
    play(match, ("formation", "9 SS"))
    assert named(match) == ["9 SS"]


@pytest.mark.rule("battles", "11.7:c")
def test_the_formation_of_last_turn_is_refused_while_there_is_another() -> None:
    match = play(short(4, 8), ("formation", "1 SS"))
    until(match, 9, "chance", "Shortage")
    play(match, ("die", 4))
    assert refused(match, "formation", "1 SS") == "11.7"
    assert sorted(offered(match, "formation")) == ["12 SS", "9 SS"]
    play(match, ("formation", "12 SS"))
    assert named(match) == ["12 SS"]


@pytest.mark.rule("battles", "11.7")
def test_if_too_few_are_left_all_are_named_and_cut_off_ones_do_not_count() -> None:
    assert named(short(6, 9, {"de-1-ss-pz": "B1125"})) == ["1 SS"]
    guards = dict(zip(squad("allied", 5, 4), ("B0111", "B0109"), strict=True))
    match = short(4, 9, {"de-1-ss-pz": "B0110", "de-12-ss-pz": "B1125"} | guards)
    assert named(match) == ["12 SS"]


@pytest.mark.rule("battles", "11.7")
def test_independent_units_and_infantry_divisions_are_never_short() -> None:
    match = short(6, 9, {"de-388-vak": "B1125", FUS: "B1125"})
    assert not named(match)
    assert not state(match).unsupplied
