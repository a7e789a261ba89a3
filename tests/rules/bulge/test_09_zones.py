"""9.0 Zones of control."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes import Match
from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_ARMOR,
    US_INFANTRY,
    US_INFANTRY_2,
    US_STRONGEST,
    WEAK_GERMAN,
    along_roads,
    around,
    distance,
    exits,
    fight,
    first,
    goals,
    ground,
    inland,
    is_supplied,
    moving,
    on_road,
    phase,
    river,
    road,
    roads_off,
    roll_for,
    spent,
    supplied,
    terrain,
    unit,
    units,
)
from tests.rules.bulge.table import offered, refused, situation, where

DEEP = [a for a in HEXES if all(inland(b) for c in around(a) for b in (c, *around(c)))]
"""Hexes far from every edge."""
ALLIED_SOURCES = roads_off("north", "south", "west")


def stops(foe: str, at: str, probes: list[str]) -> set[str]:
    """The hexes around an enemy unit in which a German unit would be pinned."""
    out = set()
    for probe in probes:
        match = situation("german-movement", {foe: at, GRENADIERS: probe}, turn=2)
        if GRENADIERS not in offered(match, "unit"):
            assert refused(match, "unit", GRENADIERS) == "9.1"
            out.add(probe)
    return out


# --- 9.0 ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "9.0:a")
def test_the_zone_of_the_us_1st_division_is_its_hex_and_the_six_around_it() -> None:
    at = "0407"
    near = [a for a in HEXES if 0 < distance(a, at) <= 3]
    assert stops("us-1", at, near) == set(around(at))
    assert len(around(at)) == 6
    match = moving(GRENADIERS, around(at)[0], others={"us-1": at})
    assert refused(match, "hex", at) == "10.0", "and nobody can enter its own hex"


@pytest.mark.rule("bulge", "9.0:d")
def test_rivers_and_terrain_do_not_stop_a_zone() -> None:
    wet = first(a for a in DEEP if sum(river(a, b) for b in around(a)) >= 3)
    dense = first(a for a in DEEP if any(terrain(b) == "heavy" for b in around(a)))
    for at in (wet, dense):
        assert stops(US_INFANTRY, at, list(around(at))) == set(around(at))


@pytest.mark.rule("bulge", "9.0")
def test_every_unit_of_either_side_and_any_size_has_a_zone() -> None:
    at = DEEP[0]
    beside = around(at)[0]
    for foe in ("us-14cav", "us-112", "us-9b", "uk-29", US_STRONGEST):
        match = situation("german-movement", {foe: at, GRENADIERS: beside}, turn=2)
        assert refused(match, "unit", GRENADIERS) == "9.1"
    for foe in ("de-150", "de-vdh", PANZER):
        match = situation("allied-movement", {foe: at, US_INFANTRY: beside}, turn=2)
        assert refused(match, "unit", US_INFANTRY) == "9.1"


@pytest.mark.rule("bulge", "9.0:b", "14.1:e")
def test_a_unit_out_of_supply_has_its_full_zone() -> None:
    at = DEEP[0]
    for probe in around(at):
        match = situation("german-movement", {US_INFANTRY: at, GRENADIERS: probe}, turn=2, left_by=ALLIED_SOURCES)
        assert not is_supplied(match, US_INFANTRY)
        assert refused(match, "unit", GRENADIERS) == "9.1"


@pytest.mark.rule("bulge", "9.0:c", "9.1")
def test_three_enemies_around_a_hex_are_no_worse_than_one() -> None:
    spot, start = first((a, b) for a in DEEP for b in around(a) if not on_road(a) and not on_road(b))
    far = [a for a in around(spot) if distance(a, start) == 2]
    foes = dict(zip((US_INFANTRY, US_INFANTRY_2, US_ARMOR), far, strict=True))
    for some in ({US_INFANTRY: far[0]}, foes):
        match = moving(GRENADIERS, start, others=some)
        assert spot in goals(match)
        assert goals(match) == set(spent(start, 5, mech=False, on=ground(some.values(), german=True))) - {start}


@pytest.mark.rule("bulge", "9.0")
def test_zones_of_both_sides_may_cover_the_same_hex() -> None:
    spot = DEEP[0]
    one, other = first((a, b) for a in around(spot) for b in around(spot) if distance(a, b) == 2)
    match = situation("german-movement", {PANZER: one, US_INFANTRY: other, GRENADIERS: spot}, turn=2)
    assert refused(match, "unit", GRENADIERS) == "9.1"
    match = situation("allied-movement", {PANZER: one, US_INFANTRY: other, US_ARMOR: spot}, turn=2)
    assert refused(match, "unit", US_ARMOR) == "9.1"


@pytest.mark.rule("bulge", "9.0")
def test_a_zone_ends_at_the_edge_of_the_map() -> None:
    west = [a for a in HEXES if a.endswith("25") and len(around(a)) < 6]
    east = [a for a in HEXES if a.endswith("01")]
    german = units(lambda u: u.side == 0)
    on_east = dict(zip(german, east, strict=False))
    for at in west:
        match = situation("german-movement", {US_INFANTRY: at, **on_east}, turn=2)
        assert set(offered(match, "unit")) == set(on_east), "nothing of it comes back in on the other side"
    corner = min(HEXES, key=lambda a: len(around(a)))
    assert stops(US_INFANTRY, corner, [a for a in HEXES if 0 < distance(a, corner) <= 2]) == set(around(corner))


# --- 9.0-1 -------------------------------------------------------------------------------------------------------------------------------

FRONT = first(a for a in DEEP if terrain(a) == "clear")


def duel(when: str, **fields: Any) -> Match:
    """A panzer division next to two US units that are not next to each other."""
    left, right = first((a, b) for a in around(FRONT) for b in around(FRONT) if distance(a, b) == 2)
    return situation(when, {PANZER: FRONT, US_INFANTRY: left, US_INFANTRY_2: right}, turn=2, **fields)


@pytest.mark.rule("bulge", "9.0-1:a", "12.0")
def test_after_movement_a_unit_in_an_enemy_zone_must_attack() -> None:
    match = duel("german-combat-after-movement")
    assert "done" not in match.decision.choices
    assert refused(match, "done") == "9.0-1"


@pytest.mark.rule("bulge", "9.0-1:b", "12.0")
def test_one_attack_on_one_of_several_neighbours_is_enough() -> None:
    match = duel("german-combat-after-movement", weather="clear")
    assert set(offered(match, "attack")) == {US_INFANTRY, US_INFANTRY_2}
    fight(match, US_INFANTRY_2, PANZER)
    roll_for(match, "primary", "Ct")
    assert phase(match) != "german-combat-after-movement"


@pytest.mark.rule("bulge", "9.0-1:c", "12.0")
def test_before_movement_there_is_no_duty_to_attack() -> None:
    match = duel("german-combat-before-movement")
    match.play("done")
    assert phase(match) == "german-movement"


@pytest.mark.rule("bulge", "9.0-1:d", "12.0")
def test_a_unit_that_attacked_before_movement_must_attack_again_after_it() -> None:
    match = duel("german-combat-before-movement", weather="clear")
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Ct")
    while phase(match) != "german-combat-after-movement":
        match.play("done")
    assert refused(match, "done") == "9.0-1"
    assert US_INFANTRY in offered(match, "attack")


# --- 9.1 ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "9.1:a", "10.0")
def test_a_unit_that_enters_an_enemy_zone_stops_there() -> None:
    start, spot, beyond, foe = first(
        (a, b, c, d)
        for b in DEEP
        for a in around(b)
        for c in around(b)
        for d in around(b)
        if terrain(b) == "clear"
        and not on_road(a)
        and distance(a, d) == 2
        and distance(c, d) == 1
        and distance(a, c) == 2
        and c in spent(a, 5, mech=False)
    )
    assert {spot, beyond} <= goals(moving(GRENADIERS, start))
    match = moving(GRENADIERS, start, others={US_INFANTRY: foe})
    assert goals(match) == set(spent(start, 5, mech=False, on=ground([foe], german=True))) - {start}
    assert spot in goals(match)
    match.play("hex", spot)
    assert refused(match, "unit", GRENADIERS) == "10.0"


@pytest.mark.rule("bulge", "9.1", "10.2-1:h")
def test_a_zone_stops_mechanized_road_movement_too() -> None:
    start, foe, spot = first(
        (a, foe, b)
        for a in HEXES
        if on_road(a)
        for b, n in along_roads(a, 6).items()
        if n == 5
        for foe in around(b)
        if distance(foe, a) > 2
        and not any(road(foe, x) for x in around(foe))
        and len(along_roads(a, 25, ground([foe]))) < len(along_roads(a, 25)) - 10
        and along_roads(a, 25, ground([foe])).get(b) == 5
    )
    match = moving(US_ARMOR, start, others={GRENADIERS: foe})
    assert goals(match) == set(spent(start, 5, mech=True, on=ground([foe]))) - {start}
    assert spot in goals(match)
    cut = set(along_roads(start, 25)) - set(spent(start, 5, mech=True, on=ground([foe]))) - {foe}
    assert cut and refused(match, "hex", min(cut)) == "9.1"


@pytest.mark.rule("bulge", "9.1:b")
def test_a_unit_that_begins_in_an_enemy_zone_may_not_move_at_all() -> None:
    at = DEEP[0]
    match = situation("german-movement", {PANZER: at, US_INFANTRY: around(at)[0], GRENADIERS: HEXES[-1]}, turn=2)
    assert offered(match, "unit") == [GRENADIERS]
    assert refused(match, "unit", PANZER) == "9.1"


@pytest.mark.rule("bulge", "9.1:c")
def test_friends_do_not_cancel_an_enemy_zone_for_movement() -> None:
    start, spot, foe = first(
        (a, b, c) for b in DEEP for a in around(b) for c in around(b) if distance(a, c) == 2 and not on_road(b)
    )
    friend = {unit("german", cf=4, mech=False): spot}
    match = moving(GRENADIERS, start, others={US_INFANTRY: foe, **friend})
    without = spent(start, 5, mech=False, on=ground([foe], german=True))
    assert goals(match) == set(without) - {start, spot}
    match = situation("german-movement", {GRENADIERS: start, US_INFANTRY: foe, **friend}, turn=2)
    assert refused(match, "unit", next(iter(friend))) == "9.1"


@pytest.mark.rule("bulge", "9.1", "9.0", "10.0", "11.0")
def test_reach_among_enemies_is_what_a_search_by_the_rules_finds() -> None:
    rng = random.Random(91)
    foes = (US_INFANTRY, US_INFANTRY_2, US_ARMOR, US_STRONGEST)
    for _ in range(60):
        spots = rng.sample(HEXES, 4)
        start = rng.choice([a for a in HEXES if a not in ground(spots).zone()])
        for who, mech in ((PANZER, True), (GRENADIERS, False)):
            match = moving(who, start, others=dict(zip(foes, spots, strict=True)))
            assert goals(match) == set(spent(start, 5, mech=mech, on=ground(spots, german=True))) - {start}


@pytest.mark.rule("bulge", "9.1:d", "12.3")
def test_a_unit_that_can_only_retreat_into_enemy_zones_is_eliminated() -> None:
    base = around(FRONT)[0]
    behind = first(a for a in HEXES if distance(a, FRONT) == 2 and distance(a, base) == 3)
    open_hexes = [a for a in around(FRONT) if distance(a, base) == 2]
    free = [a for a in open_hexes if distance(a, behind) > 1]
    match = situation("german-combat-before-movement", {US_INFANTRY: FRONT, PANZER: base, GRENADIERS: behind}, turn=2)
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    assert free and set(offered(match, "hex")) == set(free)
    closed = next(a for a in open_hexes if a not in free)
    assert refused(match, "hex", closed) == "9.1"
    others = [a for a in HEXES if distance(a, FRONT) == 2 and distance(a, base) == 3]
    guards = dict(zip((GRENADIERS, "de-12ss", "de-2ss"), others, strict=False))
    zone = {b for a in (*guards.values(), base) for b in around(a)}
    assert set(around(FRONT)) - {base} <= zone
    match = situation("german-combat-before-movement", {US_INFANTRY: FRONT, PANZER: base, **guards}, turn=2)
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    assert where(match, US_INFANTRY) == "eliminated"


@pytest.mark.rule("bulge", "9.1:e", "12.4")
def test_an_advance_goes_from_zone_to_zone() -> None:
    base = around(FRONT)[0]
    guard = first(a for a in around(FRONT) if distance(a, base) == 1)
    match = situation("german-combat-before-movement", {US_INFANTRY: FRONT, PANZER: base, US_INFANTRY_2: guard}, turn=2)
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    match.play("hex", offered(match, "hex")[0])
    match.play("hex", FRONT)
    assert where(match, PANZER) == FRONT
    assert distance(guard, base) == distance(guard, FRONT) == 1


@pytest.mark.rule("bulge", "9.1:f", "3.1-1")
def test_a_unit_in_an_enemy_zone_may_not_leave_the_map() -> None:
    at = first(exits())
    match = situation("german-movement", {PANZER: at, US_INFANTRY: around(at)[0]}, turn=2)
    assert refused(match, "unit", PANZER) == "9.1"
    start = first(a for a in HEXES if 3 <= distance(a, at) <= 4 and at in spent(a, 5, mech=True))
    foe = first(a for a in around(at) if at in spent(start, 5, mech=True, on=ground([a], german=True)))
    assert at in offered(moving(PANZER, start), "exit")
    match = moving(PANZER, start, others={US_INFANTRY: foe})
    assert at in goals(match)
    assert at not in offered(match, "exit")
    assert refused(match, "exit", at) == "9.1"


# --- 9.1-1 -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "9.1-1:ab", "14.0")
def test_a_zone_over_an_empty_hex_cuts_supply_and_a_friend_in_it_opens_the_road() -> None:
    source, foe, start, friend = first(
        (x, f, s, a)
        for x in ALLIED_SOURCES
        for f in HEXES
        if distance(x, f) in (2, 3) and not on_road(f)
        for s in HEXES
        if on_road(s)
        and 6 <= distance(s, x) <= 10
        and distance(s, f) > 2
        and supplied(s, sources=[x])
        and not supplied(s, sources=[x], on=ground([f]))
        for a in around(f)
        if supplied(s, sources=[x], friends=[s, a], on=ground([f]))
    )
    only: dict[str, Any] = {"left_by": [a for a in ALLIED_SOURCES if a != source]}
    open_road = situation("allied-movement", {US_INFANTRY: start}, **only)
    assert is_supplied(open_road, US_INFANTRY)
    cut = situation("allied-movement", {US_INFANTRY: start, PANZER: foe}, **only)
    assert not is_supplied(cut, US_INFANTRY)
    held = situation("allied-movement", {US_INFANTRY: start, PANZER: foe, US_INFANTRY_2: friend}, **only)
    assert is_supplied(held, US_INFANTRY)


@pytest.mark.rule("bulge", "9.1-1:c", "14.0")
def test_a_unit_in_an_enemy_zone_can_be_in_supply() -> None:
    at, foe = first(
        (a, f)
        for a in HEXES
        if on_road(a)
        for f in around(a)
        if supplied(a, sources=EAST, friends=[a], on=ground([f], german=True))
    )
    match = situation("german-combat-before-movement", {PANZER: at, US_INFANTRY: foe}, turn=5)
    assert is_supplied(match, PANZER)
    match.play("attack", US_INFANTRY)
    assert "primary" in offered(match, "crt")


@pytest.mark.rule("bulge", "9.1-1", "14.0", "7.2", "11.0")
def test_supply_is_what_a_search_by_the_rules_finds() -> None:
    rng = random.Random(14)
    road_hexes = [a for a in HEXES if on_road(a)]
    german = (PANZER, GRENADIERS, WEAK_GERMAN, "de-12ss", "de-2ss", "de-18", "de-26")
    allied = (US_INFANTRY, US_INFANTRY_2, US_ARMOR, US_STRONGEST, "us-30", "us-84", "us-75")
    told = []
    for _ in range(60):
        spots = rng.sample(HEXES, 14)
        ours, theirs = spots[:7], spots[7:]
        marks = {"german": rng.sample(road_hexes, 12), "allied": rng.sample(road_hexes, 12)}
        all_units = dict(zip((*german, *allied), spots, strict=True))
        match = situation("german-movement", all_units, turn=5, interdiction=marks)
        for who, at in zip(german, ours, strict=True):
            on = ground(theirs, marks["allied"], german=True)
            told.append(supplied(at, sources=EAST, friends=ours, on=on))
            assert is_supplied(match, who) == told[-1]
        for who, at in zip(allied, theirs, strict=True):
            told.append(supplied(at, sources=ALLIED_SOURCES, friends=theirs, on=ground(ours, marks["german"])))
            assert is_supplied(match, who) == told[-1]
    assert 100 < sum(told) < len(told) - 100, "both answers are tested"
