"""8.0 One unit per hex."""

from __future__ import annotations

import pytest

from ardennes import Match
from tests.rules.bulge.moves import (
    GRENADIERS,
    HEXES,
    PANZER,
    US_INFANTRY,
    US_INFANTRY_2,
    US_STRONGEST,
    along_roads,
    around,
    distance,
    fight,
    first,
    goals,
    inland,
    moving,
    on_road,
    pairs,
    phase,
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

THIRD = unit("german", cf=4, mech=False)
A, B = first((a, b) for a, b in pairs() if road(a, b) and inland(a) and inland(b) and all(map(inland, around(b))))


@pytest.mark.rule("bulge", "8.0:ac", "10.0")
def test_units_move_through_friends_at_no_extra_cost() -> None:
    friends = [u for u in units(lambda u: u.side == 0 and bool(u.start)) if u != GRENADIERS]
    start = first(a for a in HEXES if inland(a) and on_road(a))
    ring = dict(zip(friends, around(start), strict=False))
    outer = dict(
        zip(friends[6:], {b for a in around(start) for b in around(a) if distance(b, start) == 2}, strict=False)
    )
    alone = spent(start, 5, mech=False)
    match = moving(GRENADIERS, start, others=ring, moved=list(ring))
    assert goals(match) == set(alone) - {start} - set(ring.values())
    both = ring | outer
    match = moving(GRENADIERS, start, others=both, moved=list(both))
    assert goals(match) == set(alone) - {start} - set(both.values())
    assert goals(match), "two friends in a row can be passed"


@pytest.mark.rule("bulge", "8.0", "10.2-1")
def test_a_column_on_the_road_is_passed_at_full_speed() -> None:
    start, far = first(
        (a, b) for a in roads_off("north", "west") for b, n in along_roads(a, 9).items() if n == 9 and inland(b)
    )
    friends = [u for u in units(lambda u: u.side == 0 and bool(u.start)) if u != PANZER]
    column = dict(zip(friends, (a for a, n in along_roads(start, 8).items() if n), strict=False))
    assert far in goals(moving(PANZER, start, 2, column, moved=list(column)))


@pytest.mark.rule("bulge", "8.0:b")
def test_a_move_may_not_end_on_a_friend_that_has_moved() -> None:
    match = situation("german-movement", {PANZER: A, GRENADIERS: B}, turn=2)
    match.play("unit", GRENADIERS)
    match.play("stay")
    match.play("unit", PANZER)
    assert B not in goals(match)
    assert refused(match, "hex", B) == "8.0"


@pytest.mark.rule("bulge", "8.0:b", "9.1")
def test_a_move_may_not_end_on_a_friend_pinned_by_the_enemy() -> None:
    foe = first(a for a in around(B) if distance(a, A) == 2)
    match = situation("german-movement", {PANZER: A, GRENADIERS: B, US_INFANTRY: foe}, turn=2)
    match.play("unit", PANZER)
    assert refused(match, "hex", B) == "8.0"


@pytest.mark.rule("bulge", "8.0:b", "14.1")
def test_a_move_may_not_end_on_a_friend_that_a_supply_die_could_hold() -> None:
    sources = roads_off("north", "south", "west")
    match = moving(US_INFANTRY, A, others={US_INFANTRY_2: B}, left_by=sources, turn=5)
    assert refused(match, "hex", B) == "8.0"
    assert supplied(B, sources=sources)
    assert B in goals(moving(US_INFANTRY, A, others={US_INFANTRY_2: B}, turn=5))


@pytest.mark.rule("bulge", "8.0")
def test_a_move_may_not_end_on_a_friend_that_has_nowhere_to_go() -> None:
    mover = first(a for a in HEXES if distance(a, B) == 2)
    others = [u for u in units(lambda u: u.side == 0) if u not in (PANZER, GRENADIERS)]
    walls = dict(zip(others, around(B), strict=False))
    match = moving(PANZER, mover, others={GRENADIERS: B, **walls}, moved=list(walls))
    assert B not in goals(match)
    walls.pop(others[0])
    match = moving(PANZER, mover, others={GRENADIERS: B, **walls}, moved=list(walls))
    assert B in goals(match), "one free hex is enough"


def making_room() -> Match:
    """The panzer division has just moved in on the grenadiers."""
    match = situation("german-movement", {PANZER: A, GRENADIERS: B, THIRD: HEXES[0]}, turn=2)
    match.play("unit", PANZER)
    match.play("hex", B)
    return match


@pytest.mark.rule("bulge", "8.0")
def test_neighbours_may_change_places() -> None:
    match = making_room()
    assert (where(match, PANZER), where(match, GRENADIERS)) == (B, B)
    assert A in offered(match, "hex")
    match.play("hex", A)
    assert (where(match, PANZER), where(match, GRENADIERS)) == (B, A)
    assert offered(match, "unit") == [THIRD], "both have moved"


@pytest.mark.rule("bulge", "8.0:e")
def test_the_phase_cannot_be_closed_while_two_units_share_a_hex() -> None:
    match = making_room()
    refused(match, "done")
    assert refused(match, "stay") == "8.0"
    refused(match, "unit", THIRD)
    assert B not in goals(match) and HEXES[0] not in goals(match)
    match.play("hex", offered(match, "hex")[-1])
    match.play("done")
    assert phase(match) != "german-movement"


@pytest.mark.rule("bulge", "8.0")
def test_the_friend_that_makes_room_has_its_whole_movement() -> None:
    match = making_room()
    assert goals(match) == set(spent(B, 5, mech=False)) - {B, HEXES[0]}


@pytest.mark.rule("bulge", "8.0:df", "12.3", "9.1")
def test_a_unit_whose_only_retreat_hexes_hold_friends_is_eliminated() -> None:
    target = first(
        a for a in HEXES if terrain(a) == "clear" and all(inland(b) for c in around(a) for b in (c, *around(c)))
    )
    base = around(target)[0]
    behind = [a for a in around(target) if distance(a, base) == 2]
    friends = [u for u in units(lambda u: u.side == 1) if u not in (US_INFANTRY, US_STRONGEST)]
    full = dict(zip(friends, behind, strict=False))
    strong = {PANZER: base}
    match = situation("german-combat-before-movement", {US_INFANTRY: target, **strong, **full}, turn=2)
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    assert where(match, US_INFANTRY) == "eliminated"
    open_one = {u: a for u, a in full.items() if a != behind[0]}
    match = situation("german-combat-before-movement", {US_INFANTRY: target, **strong, **open_one}, turn=2)
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    assert offered(match, "hex") == [behind[0]], "a friend's hex is no place to retreat into"


@pytest.mark.rule("bulge", "8.0:f", "12.4")
def test_a_friends_hex_is_no_place_to_advance_into() -> None:
    target = first(a for a in HEXES if terrain(a) == "clear" and all(inland(b) for b in (a, *around(a))))
    base, beside = first((a, b) for a in around(target) for b in around(target) if distance(a, b) == 2)
    units_ = {US_INFANTRY: target, PANZER: base, GRENADIERS: beside}
    match = situation("german-combat-before-movement", units_, turn=2)
    match.play("attack", US_INFANTRY)
    match.play("unit", PANZER)
    match.play("crt", "primary")
    roll_for(match, "primary", "Dr")
    assert beside not in offered(match, "hex")
    match.play("hex", offered(match, "hex")[0])
    assert offered(match, "hex") == [target]
    assert refused(match, "hex", beside) == "12.4"
