"""D: the data files against every fact that the rulebook states."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from ardennes.core.roster import data_rows
from ardennes.games import find
from ardennes.games.commander.facts import (
    ARTILLERY,
    AT_MEUSE,
    BOARD,
    BREAKTHROUGH_FROM,
    BRITISH_FREE_FROM,
    DAYS,
    EDGE,
    ENTRY,
    EXITS,
    FAR_BANK,
    GERMAN_AT_START,
    HOURS,
    LETTERED,
    MEUSE,
    NEAR,
    PACKAGE,
    RACE_LAST_DAY,
    REDUCTION,
    RIVER,
    ROAD,
    SIDES,
    SOURCES,
    SPACE_NAMES,
    SURPRISE_TURNS,
    TERRAIN,
)
from tests.rules.commander.table import UNITS, space

DATA: dict[str, dict[str, Any]] = {
    row["case"]: row["data"]
    for row in yaml.safe_load(find("commander").data_text("ledger.yaml"))["cases"]
    if "data" in row
}
"""The data blocks of the ledger."""


def names(places: int) -> set[str]:
    return set(SPACE_NAMES.list_of(places))


def pair(text: str) -> tuple[int, int]:
    a, b = text.split("/")
    return space(a), space(b)


# --- spaces ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "D-spaces:abcd", "3-D")
def test_spaces_that_the_text_names() -> None:
    data = DATA["D-spaces"]
    assert len(data["named"]) == 34 and set(data["named"]) <= set(SPACE_NAMES.index)
    assert names(GERMAN_AT_START) == set(data["german_at_start"]) == set(DATA["3-D"]["german_control"])
    assert {name: TERRAIN[space(name)] for name in data["terrain"]} == data["terrain"]
    assert all(TERRAIN[space(name)] != "clear" for name in data["not_clear"])
    assert all(BOARD.places[space(name)]["size"] == 2 for name in data["town"])
    assert all(BOARD.places[space(name)]["size"] == 3 for name in data["city"])
    assert set(data["artillery"]) <= names(ARTILLERY)
    assert set(data["east_edge"]) <= names(EDGE["east"])
    assert EXITS.bit_count() == data["exit_spaces"]
    assert ENTRY["A"].bit_count() == data["german_entry_letter_A_spaces"]


@pytest.mark.rule("commander", "D-spaces:b", "8-terrain-reduction")
def test_reductions_that_the_text_states() -> None:
    assert REDUCTION[space("Losheim")] == (1, 1)
    assert REDUCTION[space("Spa")][1] == 1
    assert REDUCTION[space("Verviers")][0] == 2


@pytest.mark.rule("commander", "D-spaces:e", "9-map-edges", "10-reinforcements", "D-borders:c")
def test_edges_letters_and_banks() -> None:
    assert not SOURCES[0] & SOURCES[1]
    assert LETTERED & ~(SOURCES[0] | SOURCES[1]) == 0
    for letter, places in ENTRY.items():
        assert places & ~SOURCES[0 if letter in "ABC" else 1] == 0
    assert FAR_BANK and AT_MEUSE & FAR_BANK and AT_MEUSE & ~FAR_BANK
    assert EXITS & ~FAR_BANK == 0


@pytest.mark.rule("commander", "D-borders:a")
def test_borders_that_the_examples_fix() -> None:
    data = DATA["D-borders"]
    bleialf = space("Bleialf")
    assert names(NEAR[bleialf]) == set(data["neighbours_of_Bleialf_exactly"])
    assert not names(NEAR[bleialf]) & set(data["not_adjacent_to_Bleialf"])
    two = BOARD.spread(ROAD[bleialf], ROAD)
    three = BOARD.spread(two, ROAD)
    assert set(data["two_road_spaces_from_Bleialf"]) <= names(two)
    assert not set(data["not_two_road_spaces_from_Bleialf"]) & names(two)
    assert set(data["three_road_spaces_from_Bleialf"]) <= names(three)
    assert not set(data["not_three_road_spaces_from_Bleialf"]) & names(three)
    assert set(data["implied_three_road_spaces_from_Bleialf"]) <= names(three)
    for key, layer, wanted in (
        ("river", RIVER, True),
        ("road", ROAD, True),
        ("no_road", ROAD, False),
        ("no_river", RIVER, False),
        ("adjacent", NEAR, True),
    ):
        for text in data[key]:
            a, b = pair(text)
            assert NEAR[a] >> b & 1
            assert bool(layer[a] >> b & 1) is wanted, (key, text)


@pytest.mark.rule("commander", "D-borders:abc")
def test_the_ways_from_herve_and_the_meuse() -> None:
    herve, ouffet = space("Herve"), space("Ouffet")
    assert names(ROAD[herve] & ROAD[ouffet]) == {"Stoumont"}
    assert set(DATA["D-borders"]["reachable_for_armor_from_Herve"]) <= names(BOARD.spread(ROAD[herve], ROAD))
    assert all(MEUSE[i] & ~RIVER[i] == 0 for i in range(len(MEUSE)))
    for i, over in enumerate(MEUSE):  # a border on the Meuse joins the two banks, no other does
        assert over == NEAR[i] & (~FAR_BANK if FAR_BANK >> i & 1 else FAR_BANK)


# --- units -------------------------------------------------------------------------------------------------------------------------------

BY_NAME = {unit.name.replace("ü", "u"): unit for unit in UNITS}


@pytest.mark.rule("commander", "D-units:a", "9-ex-fuel:b")
@pytest.mark.parametrize("name", DATA["D-units"]["units"])
def test_units_that_the_text_names(name: str) -> None:
    unit, known = BY_NAME[name], DATA["D-units"]["units"][name]
    assert SIDES[unit.side] == known["side"]
    assert unit.type == known.get("type", unit.type)
    assert unit.strength == known.get("full", unit.strength)
    assert unit.strength >= max(known.get("full_at_least", 1), known.get("strength_on_dec_16", 1))
    assert unit.strength < known.get("full_below", 7)
    assert unit.bonus == known.get("bonus_die", unit.bonus)
    assert unit.attack == known.get("hit_attack", unit.attack)
    assert unit.defence == known.get("hit_defend", unit.defence)
    assert unit.elite or not known.get("elite")
    assert unit.type != "infantry" or not known.get("moves_two")


@pytest.mark.rule("commander", "D-units:abcd", "3-B", "10-okw")
def test_counts_and_what_the_examples_say_of_several_units() -> None:
    counts = DATA["D-units"]["counts"]
    assert sum(bool(u.start) for u in UNITS if u.side == 0) == counts["german_on_map_at_start"]
    assert sum(bool(u.start) for u in UNITS if u.side == 1) == counts["allied_on_map_at_start"]
    assert sum(u.reserve for u in UNITS) == counts["okw_reserve"]
    assert BY_NAME["26VG"].strength + BY_NAME["5FJ"].strength == 8
    assert BY_NAME["1 Inf"].elite or BY_NAME["30 Inf"].elite
    (vianden,) = (u for u in UNITS if u.start == "Vianden")
    assert (vianden.strength, vianden.bonus, vianden.defence, vianden.type) == (1, False, 3, "infantry")
    assert not vianden.elite
    assert all(1 <= u.strength <= 6 for u in UNITS)
    assert all((u.attack != u.defence) == (u.elite and u.type == "armor") for u in UNITS)


@pytest.mark.rule("commander", "D-units")
def test_every_unit_space_and_day_has_its_source() -> None:
    assert all(unit.source for unit in UNITS)
    assert all(place["source"] for place in BOARD.places)
    assert all(what["source"] for what in BOARD.sides.values())
    assert all(row["source"] for row in data_rows(PACKAGE, "calendar.csv"))


# --- calendar ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "D-calendar:a")
def test_the_dates_of_the_rules() -> None:
    data = DATA["D-calendar"]
    assert (data["surprise"]["turns"], data["race_to_the_meuse"][1]) == (SURPRISE_TURNS, RACE_LAST_DAY)
    for side, (first, last) in data["initiative"].items():
        assert [d for d in DAYS if SIDES[DAYS[d].initiative] == side] == list(range(first, last + 1))
    assert [d for d in DAYS if DAYS[d].attack_bonus] == data["german_attack_bonus"]["days"]
    first, last = data["german_strategic_movement"]
    assert [d for d in DAYS if DAYS[d].german_strategic] == list(range(first, last + 1))
    assert [d for d in DAYS if DAYS[d].commando] == data["commando"]
    assert min(d for d in DAYS if DAYS[d].supply[1]) == data["allied_supply_check_from"]
    assert min(d for d in DAYS if DAYS[d].supply[0]) == data["german_supply_check_from"]
    assert min(d for d in DAYS if any(map(any, DAYS[d].replacements))) == data["replacements_from"]
    assert min(d for d in DAYS if DAYS[d].short_of_fuel == 1) == data["fuel_shortage_from"]
    assert min(d for d in DAYS if DAYS[d].short_of_fuel == 2) == data["fuel_shortage_two_units_from"]
    assert min(d for d in DAYS if DAYS[d].airpower) == data["allied_airpower_from"]
    assert (data["breakthrough_from"], data["british_free_from"]) == (BREAKTHROUGH_FROM, BRITISH_FREE_FROM)
    assert [d for d in DAYS if DAYS[d].german_wins is not None] == data["victory_checks"]
    assert (DAYS[20].german_wins, DAYS[20].allied_wins) == (12, 4)


@pytest.mark.rule("commander", "D-time-track")
def test_the_time_track() -> None:
    assert list(HOURS) == DATA["D-time-track"]["spaces"]
