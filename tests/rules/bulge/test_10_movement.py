"""10.0 Movement. The rulebook's examples first; then every cost, worked out step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ardennes.games.bulge.facts import TABLES
from ardennes.games.bulge.movement import switch
from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_ARMOR,
    US_INFANTRY,
    US_RECON,
    US_STRONGEST,
    WEAK_GERMAN,
    along_roads,
    around,
    between,
    cheapest,
    distance,
    exits,
    facts_of,
    facts_of_another_map,
    fight,
    first,
    goals,
    ground,
    inland,
    is_supplied,
    moving,
    off_road,
    on_road,
    pairs,
    phase,
    price,
    river,
    road,
    roads_off,
    roll_for,
    spent,
    terrain,
    unit,
    units,
    vp,
)
from tests.rules.bulge.table import offered, refused, situation, where

FREE = ground()


# --- 10.1 the examples of the rulebook ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "10.1:ad", "2.1")
def test_heavy_woods_with_light_woods_and_west_wall_cost_four(monkeypatch: pytest.MonkeyPatch) -> None:
    other = facts_of_another_map(monkeypatch, {"1010": {"terrain": ["light", "heavy"], "west_wall": 1}})
    here = other.BOARD.index["1010"]
    assert other.COST[here] == 4
    (cost,) = (c for c, places in other.OFF_ROAD[1] if places >> here & 1)
    assert cost == 4, "the prices of several terrains are not added"


@pytest.mark.rule("bulge", "10.1:bd", "2.1")
def test_light_woods_with_rough_and_town_cost_four_over_a_river(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {"terrain": ["rough", "light"], "town": "Somewhere"}
    other = facts_of_another_map(monkeypatch, {"1010": shown})
    here = other.BOARD.index["1010"]
    (dry,) = (c for c, places in other.OFF_ROAD[1] if places >> here & 1)
    (wet,) = (c for c, places in other.OVER_RIVER[1] if places >> here & 1)
    assert (dry, wet) == (3, 4)


@pytest.mark.rule("bulge", "10.1", "D-TEC")
@pytest.mark.parametrize("kind", ["clear", "rough", "light", "heavy"])
def test_a_hex_is_entered_off_road_at_the_price_of_its_terrain(kind: str) -> None:
    start, spot = first(
        (a, b)
        for a, b in pairs()
        if terrain(b) == kind and not road(a, b) and not river(a, b) and spent(a, 5, mech=False).get(b) == price(b)
    )
    cost = TABLES["terrain"][kind]["mp"]
    assert spot in goals(moving(GRENADIERS, start, cost))
    if cost > 1:
        match = moving(GRENADIERS, start, cost - 1)
        assert refused(match, "hex", spot) == "10.1"


@pytest.mark.rule("bulge", "10.1:d", "D-TEC")
@pytest.mark.parametrize("kind", ["clear", "light"])
def test_a_river_side_costs_one_more(kind: str) -> None:
    start, spot = first(
        (a, b)
        for a, b in pairs()
        if terrain(b) == kind and not road(a, b) and river(a, b) and spent(a, 5, mech=False).get(b) == price(b) + 1
    )
    assert spot not in goals(moving(GRENADIERS, start, price(spot)))
    assert spot in goals(moving(GRENADIERS, start, price(spot) + 1))


@pytest.mark.rule("bulge", "10.1:c", "10.2", "10.2-1")
def test_along_a_road_the_same_hexes_cost_one_or_one_fifth() -> None:
    start, spot = first((a, b) for a, b in pairs() if road(a, b) and price(b) >= 3 and not river(a, b))
    assert spot in goals(moving(GRENADIERS, start, 1))
    beyond = first((a, b) for a in HEXES for b, n in along_roads(a, 5).items() if n == 5 and on_road(a))
    assert beyond[1] in goals(moving(PANZER, beyond[0], 1))
    wet = first((a, b) for a, b in pairs() if road(a, b) and river(a, b))
    assert wet[1] in goals(moving(GRENADIERS, wet[0], 1)), "over a bridge too"


@pytest.mark.rule("bulge", "10.0", "10.1", "10.2", "10.2-1")
@pytest.mark.parametrize("mp", [1, 2, 3, 4, 5])
def test_reach_is_what_a_search_by_the_rules_finds(mp: int) -> None:
    rng = random.Random(mp)
    for start in rng.sample(HEXES, 40):
        for who, mech in ((GRENADIERS, False), (PANZER, True), (US_INFANTRY, False), (US_ARMOR, True)):
            assert goals(moving(who, start, mp)) == set(spent(start, mp, mech=mech)) - {start}


# --- 10.0 --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "10.0:a")
def test_a_unit_may_stop_early_and_the_rest_of_its_points_is_lost() -> None:
    start, near = first((a, b) for a, b in pairs() if inland(a) and price(b) == 1 and not river(a, b))
    match = situation("german-movement", {GRENADIERS: start}, turn=2, vp=between(2))
    match.play("unit", GRENADIERS)
    match.play("hex", near)
    assert refused(match, "unit", GRENADIERS) == "10.0"
    match.play("done")
    while phase(match) != "german-movement":
        match.play("done")
    match.play("unit", GRENADIERS)
    assert goals(match) == set(spent(near, 5, mech=False)) - {near}, "nothing was saved for the next turn"


@pytest.mark.rule("bulge", "10.0:b")
def test_with_one_point_left_a_hex_that_costs_two_is_closed() -> None:
    start, spot = first(
        (a, b)
        for a, b in pairs()
        if price(b) == 2 and not road(a, b) and not river(a, b) and spent(a, 2, mech=False).get(b) == 2
    )
    match = moving(GRENADIERS, start, 1)
    assert refused(match, "hex", spot) == "10.1"
    assert spot in goals(moving(GRENADIERS, start, 2))


@pytest.mark.rule("bulge", "10.0:d", "14.1")
def test_there_is_no_minimum_move() -> None:
    # Nothing on the map costs six, so the unit has fewer points: even as its only step the costly hex is closed to it.
    start = first(
        a
        for a in HEXES
        if inland(a) and not any(road(a, b) for b in around(a)) and min(off_road(a, b) for b in around(a)) >= 3
    )
    match = situation("german-movement", {GRENADIERS: start}, turn=5, interdiction={"allied": list(EAST)})
    match.play("unit", GRENADIERS)
    match.play("die", 2)
    assert match.decision.choices == {"stay": [None]}
    assert refused(match, "hex", around(start)[0]) == "10.1"


@pytest.mark.rule("bulge", "10.0:c")
def test_a_hex_with_an_enemy_unit_may_not_be_entered_or_passed() -> None:
    start = first(a for a in HEXES if inland(a) and price(a) == 1)
    far = first(b for b in around(start) if price(b) == 1)
    foe = first(a for a in around(far) if distance(a, start) == 2)
    match = moving(GRENADIERS, start, others={US_INFANTRY: foe})
    assert refused(match, "hex", foe) == "10.0"
    assert foe not in goals(match)


@pytest.mark.rule("bulge", "10.0:e")
def test_a_finished_unit_moves_again_only_after_a_take_back() -> None:
    start = first(a for a in HEXES if inland(a) and on_road(a))
    far = first(a for a in HEXES if distance(a, start) > 6)
    match = situation("german-movement", {GRENADIERS: start, PANZER: far}, turn=2)
    match.play("unit", GRENADIERS)
    match.play("hex", offered(match, "hex")[0])
    assert offered(match, "unit") == [PANZER]
    assert refused(match, "unit", GRENADIERS) == "10.0"
    match.undo()
    match.undo()
    assert where(match, GRENADIERS) == start
    match.play("unit", GRENADIERS)
    assert goals(match) == set(spent(start, 5, mech=False)) - {start}


@pytest.mark.rule("bulge", "10.0:f")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_moving_nobody_is_legal(side: str) -> None:
    match = situation(f"{side}-movement", {PANZER: "1205", US_INFANTRY: "1220"})
    assert offered(match, "unit") == [PANZER if side == "german" else US_INFANTRY]
    match.play("done")
    assert phase(match) != f"{side}-movement"
    assert (where(match, PANZER), where(match, US_INFANTRY)) == ("1205", "1220")


@pytest.mark.rule("bulge", "10.0")
def test_any_number_of_units_move_one_after_the_other_in_any_order() -> None:
    some = units(lambda u: u.side == 0)[:5]
    at = [a for a in HEXES if inland(a) and on_road(a)][::9][:5]
    match = situation("german-movement", dict(zip(some, at, strict=True)), turn=2)
    for who in reversed(some):
        match.play("unit", who)
        refused(match, "unit", some[0])
        match.play("hex", offered(match, "hex")[0])
    assert match.decision.choices == {"done": [None]}


# --- 10.0-1 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "10.0-1:a", "3.1-1")
def test_only_german_units_may_leave_the_map() -> None:
    for at in exits():
        for who in (US_ARMOR, US_RECON, unit("allied", nation="UK")):
            match = moving(who, at, released=True)
            assert "exit" not in match.decision.choices
            assert refused(match, "exit", at) == "10.0-1"


@pytest.mark.rule("bulge", "10.0-1:b", "12.3")
def test_a_german_unit_that_can_only_retreat_off_the_map_is_eliminated_and_scores_nothing() -> None:
    at = first(e for e in exits() if terrain(e) == "clear" and len(around(e)) == 4)
    allied = dict(zip((US_STRONGEST, "us-3arm", "us-4arm", "us-6arm"), around(at), strict=True))
    match = situation("allied-combat-before-movement", {WEAK_GERMAN: at, **allied}, turn=2, vp=10)
    fight(match, WEAK_GERMAN, *[u for u in allied if is_supplied(match, u)])
    roll_for(match, "primary", "Dr")
    assert where(match, WEAK_GERMAN) == "eliminated"
    assert vp(match) == 10 - 2
    assert "left_by" not in match.position() and "gate" not in match.position()


# --- 10.2 --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "10.2:a")
@pytest.mark.parametrize("who", [GRENADIERS, US_INFANTRY])
def test_any_unit_goes_five_road_hexes_for_five_points_whatever_the_terrain(who: str) -> None:
    def wooded(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Roads of five hexes through woods, from the hex this one ends in."""
        if len(path) == 6:
            yield path
            return
        for b in around(path[-1]):
            if road(path[-1], b) and price(b) >= 3 and b not in path:
                yield from wooded((*path, b))

    start, end = first((p[0], p[-1]) for a in HEXES for p in wooded((a,)) if spent(a, 5, mech=False)[p[-1]] == 5)
    assert end in goals(moving(who, start, 5))
    assert end not in goals(moving(who, start, 4))
    sixth = first(
        (a, b)
        for a in HEXES
        if on_road(a)
        for b, n in along_roads(a, 6).items()
        if n == 6 and b not in spent(a, 5, mech=False)
    )
    assert refused(moving(who, sixth[0], 5), "hex", sixth[1]) == "10.1"


@pytest.mark.rule("bulge", "10.2:b")
def test_two_road_hexes_without_a_road_across_their_side_give_no_road_rate() -> None:
    start, spot = first(
        (a, b)
        for a, b in pairs()
        if on_road(a) and on_road(b) and not road(a, b) and price(b) > 1 and b not in spent(a, price(b) - 1, mech=False)
    )
    assert spot not in goals(moving(GRENADIERS, start, price(spot) - 1))


@pytest.mark.rule("bulge", "10.2:c")
def test_road_off_road_and_road_again_in_one_move() -> None:
    def leg(a: str, b: str, c: str, d: str) -> bool:
        return (
            road(a, b)
            and not road(b, c)
            and road(c, d)
            and spent(a, 5, mech=False).get(d) == 2 + off_road(b, c)
            and len({a, b, c, d}) == 4
        )

    start, end = first(
        (a, d)
        for a in HEXES
        if on_road(a)
        for b in around(a)
        if road(a, b)
        for c in around(b)
        if on_road(c) and off_road(b, c) <= 3
        for d in around(c)
        if leg(a, b, c, d) and d not in along_roads(a, 5)
    )
    assert end in goals(moving(GRENADIERS, start, spent(start, 5, mech=False)[end]))
    assert end not in goals(moving(GRENADIERS, start, spent(start, 5, mech=False)[end] - 1))


# --- 10.2-1 ------------------------------------------------------------------------------------------------------------------------------


def road_for_wheels() -> tuple[str, str]:
    """Two hexes eight road hexes apart, too far for a unit on foot."""
    return first(
        (a, b)
        for a in HEXES
        if on_road(a)
        for on_foot in [spent(a, 5, mech=False)]
        for b, n in along_roads(a, 8).items()
        if n == 8 and b not in on_foot
    )


@pytest.mark.rule("bulge", "10.2-1:a")
def test_25_road_hexes_are_the_most_in_mechanized_road_movement() -> None:
    start, end = first(
        (a, b)
        for a in roads_off("west", "north", "south", "east")
        for b, n in along_roads(a, 25).items()
        if n == 25 and spent(a, 5, mech=True).get(b) == 5
    )
    assert end in goals(moving(PANZER, start))
    assert refused(moving(PANZER, start, 4), "hex", end) == "10.1"
    start, end = first(
        (a, b)
        for a in roads_off("west", "north", "south", "east")
        for reach in [spent(a, 5, mech=True)]
        for b, n in along_roads(a, 26).items()
        if n == 26 and b not in reach
    )
    assert refused(moving(PANZER, start), "hex", end) == "10.1"


@pytest.mark.rule("bulge", "10.2-1:b")
def test_a_unit_that_starts_off_road_has_no_mechanized_road_movement() -> None:
    start = first(
        a for a in HEXES if not on_road(a) and any(on_road(b) and off_road(a, b) == 1 for b in around(a)) and inland(a)
    )
    match = moving(PANZER, start)
    assert goals(match) == set(spent(start, 5, mech=False)) - {start}
    door = first(b for b in around(start) if on_road(b) and off_road(start, b) == 1)
    fast = cheapest({a: 1 + f // 5 for a, f in along_roads(door, 20).items()}, 5, FREE)
    out = set(fast) - set(spent(start, 5, mech=False))
    assert out and refused(match, "hex", min(out)) == "10.1"


@pytest.mark.rule("bulge", "10.2-1:c")
def test_after_a_regular_or_off_road_step_there_is_no_way_back_to_mechanized_road_movement() -> None:
    # Markers close the roads of the hex it starts in. It goes off road to another road, and with one point left five hexes of that road
    # would be in reach at one fifth.
    start, door, end, mp, marks = first(
        (a, b, e, mp, marks)
        for a in HEXES
        if on_road(a)
        for marks in [[x for x in around(a) if road(a, x)]]
        for b in around(a)
        if on_road(b) and b not in marks
        for mp in [off_road(a, b) + 1]
        if mp <= 5
        for on in [ground(marks=marks)]
        for reach in [spent(a, mp, mech=True, on=on)]
        for e, n in along_roads(b, 5, on).items()
        if n in (3, 4, 5) and e not in reach
    )
    match = moving(PANZER, start, mp, interdiction={"allied": marks})
    assert door in goals(match)
    assert end not in goals(match)
    assert end in goals(moving(PANZER, door, 1, interdiction={"allied": marks}))


@pytest.mark.rule("bulge", "10.2-1:defg")
@pytest.mark.parametrize(("hexes", "counted"), [(7, 1), (4, 0), (5, 1), (24, 4), (1, 0), (10, 2), (14, 2)])
def test_on_leaving_mechanized_road_movement_a_started_point_is_not_counted(hexes: int, counted: int) -> None:
    assert switch(hexes) == counted
    starts = [a for a in (*roads_off("west", "north", "south", "east"), *HEXES) if on_road(a)]

    def brinks(more: int) -> Iterator[tuple[str, int, dict[str, int], list[str]]]:
        """A start, the MP of the unit, the road hexes by distance, and what costs just what is left after this many of them, or more."""
        for mp in range(
            5, max(counted, 1) - 1, -1
        ):  # fewer than five MP after a supply die, where the roads are too dense for five
            for start in starts[:80]:
                far = along_roads(start, mp * 5)
                after = cheapest({a: 0 for a, n in far.items() if n == hexes}, mp - counted + more, FREE)
                yield start, mp, far, [a for a, cost in after.items() if cost == mp - counted + more]

    start, mp, end = first(
        (start, mp, end)
        for start, mp, far, ends in brinks(0)
        for up in [cheapest({a: -(-n // 5) for a, n in far.items()}, mp, FREE)]
        for end in ends
        if mp > counted and (hexes % 5 == 0 or end not in up)
    )
    assert end in goals(moving(PANZER, start, mp)), f"{mp - counted} MP remain after {hexes} road hexes"
    start, mp, end = first(
        (start, mp, end)
        for start, mp, _, ends in brinks(1)
        for reach in [spent(start, mp, mech=True)]
        for end in ends
        if end not in reach
    )
    assert end not in goals(moving(PANZER, start, mp)), (
        f"no more than {mp - counted} MP remain after {hexes} road hexes"
    )


@pytest.mark.rule("bulge", "10.2-1", "7.2")
def test_an_enemy_marker_ends_mechanized_road_movement_for_good() -> None:
    start, spot, end, mp = first(
        (a, b, e, mp)
        for a in HEXES
        if on_road(a)
        for b in around(a)
        if road(a, b) and price(b) <= 3 and not river(a, b)
        for mp in [price(b) + 1]
        for blocked in [spent(a, mp, mech=True, on=ground(marks=[b]))]
        for e, n in along_roads(b, 4).items()
        if n >= 3 and e not in blocked and b in blocked
    )
    match = moving(PANZER, start, mp, interdiction={"allied": [spot]})
    assert spot in goals(match)
    assert refused(match, "hex", end) == "7.2"
    assert end in goals(moving(PANZER, start, mp))


@pytest.mark.rule("bulge", "10.2-1:i", "2.3.1-3:b")
def test_german_infantry_has_no_mechanized_road_movement() -> None:
    start, end = road_for_wheels()
    for who in units(lambda u: u.side == 0 and not u.mech):
        assert refused(moving(who, start), "hex", end) == "10.1"


@pytest.mark.rule("bulge", "10.2-1", "14.1")
def test_a_mechanized_unit_out_of_supply_goes_five_road_hexes_per_point() -> None:
    start, ten = first(
        (a, b)
        for a in HEXES
        if on_road(a) and a not in EAST
        for b, n in along_roads(a, 10, ground(marks=EAST)).items()
        if n == 10 and spent(a, 5, mech=True)[b] == 2
    )
    match = situation("german-movement", {PANZER: start}, turn=5, interdiction={"allied": list(EAST)})
    assert not is_supplied(match, PANZER)
    match.play("unit", PANZER)
    match.play("die", 2)
    assert ten in goals(match)
    assert goals(match) == set(spent(start, 2, mech=True, on=ground(marks=EAST))) - {start}


# --- 10.2-2 ------------------------------------------------------------------------------------------------------------------------------

FOOT = units(lambda u: u.side == 1 and not u.mech and u.nation == "US")
UK_FOOT = units(lambda u: u.side == 1 and not u.mech and u.nation == "UK")


def spread_out(who: list[str]) -> dict[str, str]:
    """Units on road hexes in supply, away from each other."""
    at = [a for a in HEXES if inland(a) and on_road(a)][::13]
    return dict(zip(who, at, strict=False))


@pytest.mark.rule("bulge", "10.2-2:a", "2.3.2")
def test_four_units_get_a_marker_and_a_fifth_is_refused() -> None:
    match = situation("allied-mechanization", spread_out(FOOT[:6]))
    for who in FOOT[:4]:
        match.play("unit", who)
    assert phase(match) == "allied-movement"
    assert match.explain("unit", FOOT[4]) is None, "now it is chosen to move, without a marker"
    assert set(match.position()["mechanized"]) == set(FOOT[:4])


@pytest.mark.rule("bulge", "10.2-2:b", "2.3.1-3")
def test_markers_go_on_us_and_uk_infantry_and_airborne_but_not_on_mechanized_units() -> None:
    paras = units(lambda u: u.side == 1 and u.type == "airborne")[:1]
    who = [FOOT[0], UK_FOOT[0], *paras, US_ARMOR, US_RECON]
    match = situation("allied-mechanization", spread_out(who))
    assert set(offered(match, "unit")) == {FOOT[0], UK_FOOT[0], *paras}
    for mech in (US_ARMOR, US_RECON):
        assert refused(match, "unit", mech) == "10.2-2"
    match.play("unit", UK_FOOT[0])
    assert refused(match, "unit", UK_FOOT[0]) == "10.2-2"


@pytest.mark.rule("bulge", "10.2-2:c")
def test_markers_are_placed_before_anything_moves_and_come_off_after_the_phase() -> None:
    match = situation("allied-mechanization", spread_out(FOOT[:3]), turn=5, vp=30)
    match.play("unit", FOOT[0])
    match.play("done")
    match.play("unit", FOOT[1])
    match.play("hex", offered(match, "hex")[0])
    assert match.position()["mechanized"] == [FOOT[0]], "choosing a unit to move marks nobody"
    assert not any("mechanize" in str(v) for v in match.decision.choices)
    match.play("done")
    assert "mechanized" not in match.position()


@pytest.mark.rule("bulge", "10.2-2:d", "10.2-1")
def test_a_marked_unit_uses_mechanized_road_movement_if_it_starts_on_a_road() -> None:
    start, end = road_for_wheels()
    match = moving(US_INFANTRY, start, mechanized=[US_INFANTRY])
    assert goals(match) == set(spent(start, 5, mech=True)) - {start}
    assert end in goals(match)
    assert end not in goals(moving(US_INFANTRY, start))
    beside = first(a for a in HEXES if not on_road(a) and inland(a) and any(on_road(b) for b in around(a)))
    match = moving(US_INFANTRY, beside, mechanized=[US_INFANTRY])
    assert goals(match) == set(spent(beside, 5, mech=False)) - {beside}, "a marked unit off the road gains nothing"


@pytest.mark.rule("bulge", "10.2-2", "13.0")
def test_units_about_to_arrive_may_be_marked() -> None:
    late = first(u for u in FOOT if facts_of(u).edge)
    match = situation("allied-mechanization", {late: "due"}, turn=18)
    match.play("unit", late)
    assert match.position()["mechanized"] == [late]
    match.play("unit", late)
    entry = offered(match, "hex")[0]
    match.play("hex", entry)
    far = along_roads(entry, 24)
    reach = cheapest({a: (n + 1) // 5 for a, n in far.items()} | {entry: 0}, 5, FREE)
    assert goals(match) == set(reach)


@pytest.mark.rule("bulge", "10.2-2:e")
def test_a_marker_changes_neither_strength_nor_zone() -> None:
    at = first(a for a in HEXES if all(inland(b) for b in (a, *around(a))))
    for marked in ([], [US_INFANTRY]):
        match = situation(
            "german-combat-before-movement", {US_INFANTRY: at, PANZER: around(at)[0]}, mechanized=marked, turn=2
        )
        match.play("attack", US_INFANTRY)
        preview = match.preview()
        assert preview is not None
        assert preview["sides"][1]["rows"][0]["value"] == "4"
    pinned = situation("german-movement", {US_INFANTRY: at, PANZER: around(at)[0]}, mechanized=[US_INFANTRY], turn=2)
    assert refused(pinned, "unit", PANZER) == "9.1"
