"""The reconstructed charts for combat, terrain, scatter and the order of battle: what the rulebook says about them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ardennes
from ardennes import Match
from ardennes.games.bulge.facts import COLUMNS, CRTS, SIDES, TABLES, column_of
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.fights import (
    around,
    cut_off,
    distance,
    find,
    hexes,
    is_inland,
    is_road,
    ring,
    side,
    strength,
    terrain,
    what,
)
from tests.rules.bulge.moves import along_roads, cheapest, goals, ground, price, spent
from tests.rules.bulge.table import situation, where

# --- combat results tables ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "D-CRT:a", "12.1-4")
def test_the_top_column_is_plus_twelve_or_more() -> None:
    assert COLUMNS[-1] == "+12 or more"
    assert column_of(12) == len(COLUMNS) - 1
    assert column_of(11) == len(COLUMNS) - 2


@pytest.mark.rule("bulge", "D-CRT:b", "12.1-5")
def test_plus_seven_is_two_columns_below_the_top() -> None:
    assert column_of(7) + 2 == len(COLUMNS) - 1


@pytest.mark.rule("bulge", "D-CRT:c", "12.2")
def test_both_tables_have_six_rows_a_cell_for_every_column_and_known_results() -> None:
    for table in ("primary", "secondary"):
        assert len(CRTS[table].rows) == 6
        for row in CRTS[table].rows:
            assert len(row) == len(COLUMNS)
            assert set(row) <= {"Ae", "Ar", "Ex", "Dr", "De", "Ct"}


@pytest.mark.rule("bulge", "D-CRT", "12.1-4")
def test_the_columns_name_the_differentials_they_hold() -> None:
    for differential in range(-30, 31):
        title = COLUMNS[column_of(differential)]
        if title.endswith("or less"):
            assert differential <= int(title.split()[0])
        elif title.endswith("or more"):
            assert differential >= int(title.split()[0])
        else:
            low, high = (int(n) for n in title.split(" to "))
            assert low <= differential <= high


@pytest.mark.rule("bulge", "D-CRT")
def test_the_secondary_table_eliminates_less_than_the_primary_in_every_column() -> None:
    def losses(table: str, column: int) -> int:
        return sum(row[column] in ("Ae", "Ex", "De") for row in CRTS[table].rows)

    for column in range(len(COLUMNS)):
        assert losses("secondary", column) <= losses("primary", column)
    assert sum(losses("secondary", c) for c in range(len(COLUMNS))) < sum(
        losses("primary", c) for c in range(len(COLUMNS))
    )


# --- terrain effects chart ---------------------------------------------------------------------------------------------------------------


def with_mp(unit: str, here: str, mp: int, others: dict[str, str] | None = None) -> Match:
    """A unit out of supply that has rolled this die: it has exactly this many MP."""
    owner = SIDES[next(u.side for u in UNITS if u.id == unit)]
    marks = cut_off(owner)
    match = situation(f"{owner}-movement", {unit: here} | (others or {}), turn=5, interdiction=marks)
    match.play("unit", unit)
    match.play("die", mp)
    return match


def needs(unit: str, here: str, there: str, mp: int, others: dict[str, str] | None = None) -> bool:
    """Is this the least number of MP with which the unit gets there?"""
    return there in goals(with_mp(unit, here, mp, others)) and there not in goals(with_mp(unit, here, mp - 1, others))


def no_road_into(name: str) -> bool:
    return is_inland(name, 2) and not is_road(name)


@pytest.mark.rule("bulge", "D-TEC:a", "10.1", "2.1")
def test_heavy_woods_cost_four_mp_with_or_without_the_west_wall() -> None:
    heavy = sorted(
        hexes(lambda n: terrain(n) == "heavy" and no_road_into(n)), key=lambda n: not what(n).get("west_wall")
    )
    walled = next(hexes(lambda n: bool(what(n).get("west_wall")) and no_road_into(n)))
    start = next(h for h in ring(heavy[0]) if "river" not in side(h, heavy[0]))
    assert needs("de-26", start, heavy[0], 4)
    # The West Wall adds nothing to the cost of its terrain.
    start = next(h for h in ring(walled) if "river" not in side(h, walled))
    least = {"heavy": 4, "light": 3, "rough": 2, "clear": 1}[terrain(walled)]
    assert walled in goals(with_mp("de-26", start, least))
    assert least == 1 or walled not in goals(with_mp("de-26", start, least - 1))


@pytest.mark.rule("bulge", "D-TEC:b", "10.1")
def test_light_woods_over_a_river_cost_four_mp() -> None:
    def over_river(name: str) -> str:
        return next((h for h in ring(name) if h and "river" in side(h, name)), "")

    light = [n for n in hexes(lambda n: terrain(n) == "light" and no_road_into(n)) if over_river(n)]
    # Best with rough and a town in it as in the rulebook's example, if the map has such a hex.
    there = max(light, key=lambda n: ("rough" in what(n)["terrain"]) + bool(what(n).get("town")))
    assert needs("de-26", over_river(there), there, 4)
    assert needs("us-1", over_river(there), there, 4)


@pytest.mark.rule("bulge", "D-TEC", "10.1")
def test_light_woods_cost_three_mp_without_a_river() -> None:
    there = find(
        lambda n: terrain(n) == "light" and no_road_into(n) and any("river" not in side(h, n) for h in ring(n))
    )
    start = next(h for h in ring(there) if "river" not in side(h, there))
    assert needs("de-26", start, there, 3)


def guarded_bridges() -> Iterator[tuple[str, str, str]]:
    """A bridge into light woods, from and to, and a hex from which an Allied unit interdicts it and controls neither end; no other way
    there is cheaper than the bridge without its road."""
    for there in hexes(lambda n: terrain(n) == "light" and is_inland(n, 1)):
        for start in ring(there):
            if "bridge" in side(start, there) and is_inland(start, 1):
                for guard in around(there, 3):
                    if min(distance(guard, start), distance(guard, there)) == 3:
                        on = ground(foes=[guard], german=True)
                        if cheapest({start: 0}, 5, on).get(there) == 4 == on.step(start, there):
                            yield start, there, guard


@pytest.mark.rule("bulge", "D-TEC:c", "11.0", "10.2")
def test_an_interdicted_bridge_into_light_woods_costs_three_and_one_mp() -> None:
    start, there, guard = next(guarded_bridges())
    assert needs("de-26", start, there, 4, {"us-14cav": guard})
    # Without the guard, and for the Allies at any time, the bridge is a road.
    assert there in goals(with_mp("de-26", start, 1))
    assert there in goals(with_mp("us-1", start, 1))


@pytest.mark.rule("bulge", "D-TEC:e", "10.2", "10.2-1")
def test_a_road_hex_costs_one_mp_and_a_fifth_in_mechanized_road_movement() -> None:
    def woods_by_road(name: str) -> str:
        return next((h for h in ring(name) if h and "road" in side(name, h) and price(h) > 1), "")

    here = find(lambda n: is_inland(n, 3) and bool(woods_by_road(n)) and max(along_roads(n, 6).values()) == 6)
    on = ground(marks=cut_off("german")["allied"])
    steps = along_roads(here, 6, on)
    foot = goals(with_mp("de-26", here, 1))
    assert woods_by_road(here) in foot
    assert foot == set(spent(here, 1, mech=False, on=on)) - {here}
    tanks = goals(with_mp("de-2", here, 1))
    assert {h for h, n in steps.items() if 0 < n <= 5} <= tanks
    assert tanks == set(spent(here, 1, mech=True, on=on)) - {here}
    assert any(n == 5 for n in steps.values())


@pytest.mark.rule("bulge", "D-TEC", "12.1-3", "10.1")
def test_the_chart_has_the_values_the_rulebook_fixes() -> None:
    chart = TABLES["terrain"]
    assert chart["heavy"]["mp"] == 4
    assert chart["light"]["mp"] == 3
    assert chart["rough"]["defence"] == 1
    assert (chart["more"]["river_mp"], chart["more"]["road_mp"]) == (1, 1)


# --- order of battle ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "D-OOB:a", "2.3.1", "4.0")
def test_the_german_second_panzer_division_starts_in_1206() -> None:
    match = ardennes.new("bulge", seed=1)
    piece = next(p for p in match.view()["pieces"] if p["id"] == "de-2")
    assert (piece["name"], piece["type"], piece["at"]) == ("2 Pz", "armor", "1206")
    assert where(match, "de-2") == "1206"


@pytest.mark.rule("bulge", "D-OOB:b", "12.1-1")
def test_the_us_second_armored_is_stronger_than_the_seventh() -> None:
    match = ardennes.new("bulge", seed=1)
    printed = {p["id"]: p["strength"] for p in match.view()["pieces"]}
    assert printed["us-2arm"] > printed["us-7arm"]
    assert (printed["us-2arm"], printed["us-7arm"]) == (strength("us-2arm"), strength("us-7arm"))


@pytest.mark.rule("bulge", "D-OOB")
def test_the_units_named_in_the_rulebook_exist() -> None:
    named = {u.id: (u.name, SIDES[u.side]) for u in UNITS}
    assert named["de-1ss"] == ("1 SS Pz", "german")
    assert named["de-12ss"] == ("12 SS Pz", "german")
    assert named["de-vdh"] == ("vDH", "german")
    assert named["us-1"] == ("1 Inf", "allied")
    assert named["us-2arm"][1] == named["us-7arm"][1] == "allied"
