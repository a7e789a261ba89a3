"""11.0 Allied bridge interdiction. The rulebook's example first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_ARMOR,
    US_INFANTRY,
    Ground,
    around,
    bridge,
    bridges,
    cheapest,
    distance,
    fight,
    first,
    goals,
    ground,
    inland,
    interdicted,
    is_supplied,
    moving,
    on_road,
    phase,
    price,
    roads_off,
    roll_for,
    spent,
    supplied,
    terrain,
)
from tests.rules.bulge.table import refused, situation, where

ALLIED_SOURCES = roads_off("north", "south", "west")


def is_open(a: str, b: str, allied: dict[str, str], **fields: Any) -> bool:
    """Does a German unit cross the bridge at road rate?"""
    return b in goals(moving(GRENADIERS, a, 1, allied, **fields))


def dear(a: str, b: str) -> bool:
    """Without the bridge the step costs more than a point by any way."""
    return b not in spent(a, 1, mech=False, on=Ground(bridges=frozenset({frozenset((a, b))})))


CLEAR_CUT = [(a, b) for a, b in bridges() if dear(a, b)]


@pytest.mark.rule("bulge", "11.0:g")
def test_the_us_1st_division_in_0407_interdicts_every_bridge_within_three_hexes_of_it() -> None:
    allied = {"us-1": "0407"}
    near = [(a, b) for a, b in CLEAR_CUT if min(distance("0407", a), distance("0407", b)) <= 3]
    far = [(a, b) for a, b in CLEAR_CUT if min(distance("0407", a), distance("0407", b)) > 3]
    near = [(a, b) for a, b in near if "0407" not in (a, b)]
    assert near and far
    assert not any(is_open(a, b, allied) for a, b in near)
    assert all(is_open(a, b, allied) for a, b in far)


@pytest.mark.rule("bulge", "11.0:a")
def test_three_hexes_from_a_bridge_interdict_it_and_four_do_not() -> None:
    a, b = first((a, b) for a, b in CLEAR_CUT if inland(a) and inland(b))
    by_distance = {
        n: first(x for x in HEXES if min(distance(x, a), distance(x, b)) == n and distance(x, a) > 1)
        for n in (1, 2, 3, 4, 5)
    }
    found = {n: is_open(a, b, {US_INFANTRY: x}) for n, x in by_distance.items()}
    assert found == {1: False, 2: False, 3: False, 4: True, 5: True}


@pytest.mark.rule("bulge", "11.0")
def test_one_hex_of_the_bridge_within_three_hexes_is_enough() -> None:
    a, b, x = first((a, b, x) for a, b in CLEAR_CUT for x in HEXES if (distance(x, a), distance(x, b)) == (4, 3))
    assert not is_open(a, b, {US_INFANTRY: x})
    assert not is_open(b, a, {US_INFANTRY: x}) or not dear(b, a)


@pytest.mark.rule("bulge", "11.0:d", "10.1", "D-TEC")
@pytest.mark.parametrize("who", [GRENADIERS, PANZER])
@pytest.mark.parametrize("kind", ["light", "rough", "clear"])
def test_crossing_an_interdicted_bridge_costs_the_terrain_and_one_for_the_river(kind: str, who: str) -> None:
    a, b, x = first(
        (a, b, x)
        for a, b in bridges()
        if terrain(b) == kind
        for x in HEXES
        if 2 <= distance(x, b) <= 3
        and distance(x, a) > 1
        and spent(a, 5, mech=True, on=ground([x], german=True)).get(b) == price(b) + 1
        and b not in spent(a, price(b), mech=True, on=Ground(bridges=interdicted([x])))
    )
    allied = {US_INFANTRY: x}
    assert b in goals(moving(who, a, 1))
    match = moving(who, a, price(b), allied)
    assert b not in goals(match)
    assert refused(match, "hex", b) == "11.0"
    assert b in goals(moving(who, a, price(b) + 1, allied))


@pytest.mark.rule("bulge", "11.0:b", "9.0")
def test_an_allied_unit_out_of_supply_interdicts_as_well() -> None:
    a, b = CLEAR_CUT[0]
    x = first(x for x in HEXES if min(distance(x, a), distance(x, b)) == 3)
    match = moving(GRENADIERS, a, 1, {US_INFANTRY: x}, left_by=ALLIED_SOURCES)
    assert not is_supplied(match, US_INFANTRY)
    assert b not in goals(match)


@pytest.mark.rule("bulge", "11.0:c")
def test_german_units_at_the_bridge_do_not_lift_the_interdiction() -> None:
    a, b, c, x = first(
        (a, b, c, x)
        for b, c in CLEAR_CUT
        if inland(b) and inland(c)
        for a in around(b)
        if a != c
        for x in HEXES
        if min(distance(x, b), distance(x, c)) == 3
    )
    guards = {PANZER: c, "de-12ss": first(y for y in around(x) if y not in (a, b, c)), US_INFANTRY: x}
    match = moving(GRENADIERS, b, 1, guards)
    assert c not in goals(match)
    ends = cheapest({b: 0}, 5, ground([x], german=True))
    assert goals(moving(GRENADIERS, b, 5, guards, moved=[PANZER, "de-12ss"])) == set(ends) - {b, c, guards["de-12ss"]}


@pytest.mark.rule("bulge", "11.0:e")
def test_german_units_do_not_interdict_bridges_for_the_allies() -> None:
    a, b = CLEAR_CUT[0]
    x = first(x for x in HEXES if min(distance(x, a), distance(x, b)) == 2)
    match = moving(US_ARMOR, a, 1, {PANZER: x})
    assert b in goals(match)
    assert goals(match) == set(spent(a, 1, mech=True, on=ground([x]))) - {a}


@pytest.mark.rule("bulge", "11.0", "14.0")
def test_german_supply_does_not_run_along_the_road_over_an_interdicted_bridge() -> None:
    start, guard = first(
        (s, x)
        for x in HEXES
        for s in HEXES
        if on_road(s)
        and 2 <= distance(s, x) <= 6
        and supplied(s, sources=EAST, on=ground([x]))
        and not supplied(s, sources=EAST, on=ground([x], german=True))
    )
    match = situation("german-movement", {PANZER: start, US_INFANTRY: guard}, turn=5)
    assert not is_supplied(match, PANZER)


@pytest.mark.rule("bulge", "11.0:e", "14.0")
def test_allied_supply_runs_over_bridges_near_german_units() -> None:
    start, guard, source = first(
        (s, x, e)
        for e in ALLIED_SOURCES
        for s in HEXES
        if on_road(s) and 6 <= distance(s, e) <= 9
        for x in HEXES
        if 2 <= distance(s, x) <= 6
        and supplied(s, sources=[e], on=ground([x]))
        and not supplied(s, sources=[e], on=ground([x], german=True))
    )
    only = [a for a in ALLIED_SOURCES if a != source]
    match = situation("allied-movement", {US_INFANTRY: start, PANZER: guard}, turn=5, left_by=only)
    assert is_supplied(match, US_INFANTRY)


@pytest.mark.rule("bulge", "11.0", "14.0")
def test_the_five_point_part_of_a_supply_line_may_cross_an_interdicted_bridge_at_terrain_price() -> None:
    at, guard = first(
        (a, x)
        for a, b in bridges()
        if price(b) + 1 <= 4
        for x in HEXES
        if min(distance(a, x), distance(b, x)) == 3
        and supplied(a, sources=EAST, on=ground([x], german=True))
        and not supplied(a, sources=EAST, on=shut(a, x))
    )
    match = situation("german-movement", {PANZER: at, US_INFANTRY: guard}, turn=5)
    assert is_supplied(match, PANZER)


def shut(a: str, x: str) -> Ground:
    """The same ground with an enemy marker behind every interdicted bridge of the hex: only the way over them is closed."""
    on = ground([x], german=True)
    behind = frozenset(b for b in around(a) if bridge(a, b) and frozenset((a, b)) in on.bridges)
    return Ground(on.foes, behind, on.bridges)


@pytest.mark.rule("bulge", "11.0:f", "12.2-De")
def test_the_bridge_opens_when_the_last_allied_unit_near_it_is_destroyed_before_movement() -> None:
    a, b, x = first(
        (a, b, x)
        for a, b in CLEAR_CUT
        for x in HEXES
        if min(distance(x, a), distance(x, b)) == 3 and terrain(x) == "clear" and inland(x) and distance(x, a) > 2
        if set(spent(a, 5, mech=False, on=Ground(bridges=interdicted([x])))) < set(spent(a, 5, mech=False))
    )
    attackers = dict(zip((PANZER, "de-1ss", "de-2ss"), [z for z in around(x) if z not in (a, b)], strict=False))
    match = situation("german-combat-before-movement", {GRENADIERS: a, US_INFANTRY: x, **attackers}, turn=2)
    fight(match, US_INFANTRY, *attackers)
    roll_for(match, "primary", "De")
    assert where(match, US_INFANTRY) == "eliminated"
    match.play("done")
    if phase(match) != "german-movement":
        match.play("done")
    match.play("unit", GRENADIERS)
    free, watched = (set(spent(a, 5, mech=False, on=on)) for on in (Ground(), Ground(bridges=interdicted([x]))))
    assert watched < free, "while the unit was there the bridge made a difference"
    assert free - {a, *attackers.values()} <= goals(match)
