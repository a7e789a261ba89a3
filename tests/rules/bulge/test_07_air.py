"""7.0 Air power: secret missions, combat air patrol, interdiction, ground support, resupply."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.core.intent import try_all
from ardennes.games.bulge.facts import COLUMNS, TURNS
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
    around,
    between,
    bridges,
    distance,
    fight,
    final_column,
    first,
    goals,
    ground,
    inland,
    is_supplied,
    moving,
    on_road,
    pairs,
    phase,
    price,
    road,
    roads_off,
    roll_for,
    shifts,
    spent,
    supplied,
    terrain,
    turn,
)
from tests.rules.bulge.table import offered, refused, situation, where

ALLIED_SOURCES = roads_off("north", "south", "west")


@pytest.fixture
def air(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five Allied and four German air points on every clear turn."""
    for n in range(1, 19):
        monkeypatch.setitem(TURNS[n]["air"], "clear", [5, 4])


def assigned(allied: list[str], german: list[str]) -> Match:
    """After both sides have assigned these missions on a clear game turn 8."""
    match = assigning()
    for side, missions in (("allied", allied), ("german", german)):
        for mission in missions:
            match.play("mission", mission, by=side)
        if phase(match) == "air-missions" and match.decision.side == side:
            match.play("done", by=side)
    return match


def assigning() -> Match:
    return situation("air-missions", {PANZER: "1205", US_INFANTRY: "1220"}, turn=8, weather="clear")


def support(match: Match) -> tuple[int, int]:
    """Ground support left: Allied, German."""
    track = next(t for t in match.view()["tracks"] if t["id"] == "support")
    return track["allied"], track["german"]


# --- 7.0 ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "7.0:a")
def test_nothing_of_an_assignment_is_seen_before_both_have_assigned(air: None) -> None:
    seen: list[list[object]] = []
    for missions in (["cap"] * 5, ["resupply", "interdiction", "support", "support", "cap"]):
        match = assigning()
        shown: list[object] = []
        for mission in missions:
            assert match.view("german")["decision"] is None, "the question to the Allies is not shown to the German"
            match.play("mission", mission)
            shown += [match.view("german"), match.view(), list(match.log)]
        assert match.decision.side == "german"
        match.play("mission", "cap")
        shown += [match.view("german"), match.view(), list(match.log)]
        seen.append(shown)
    assert seen[0] == seen[1]


@pytest.mark.rule("bulge", "7.0:a")
def test_a_player_of_the_german_cannot_tell_what_the_allies_have_assigned(air: None) -> None:
    drawn = []
    for missions in (["cap"] * 5, ["support"] * 5):
        match = assigning()
        for mission in missions:
            match.play("mission", mission)
        drawn.append(match.imagine("german", random.Random(3)))
    assert drawn[0] == drawn[1]


@pytest.mark.rule("bulge", "7.0:b")
def test_assignments_are_revealed_together_and_then_stand(air: None) -> None:
    match = assigning()
    for _ in range(5):
        match.play("mission", "support")
    for _ in range(3):
        match.play("mission", "cap")
    assert not [line for line in match.log if "aircraft flew" in line]
    match.play("mission", "interdiction")
    told = [line for line in match.log if "aircraft flew" in line]
    assert len(told) == 2 and told[0].startswith("Allied") and told[1].startswith("German")
    assert "5 ground support missions" in told[0] and "3 patrols and 1 interdiction mission" in told[1]
    with pytest.raises(ardennes.BadInput):
        match.undo()
    assert refused(match, "mission", "support")


@pytest.mark.parametrize("flown", [0, 1])
def test_nothing_behind_the_last_assignment_tells_whether_the_allies_fly(air: None, flown: int) -> None:
    match = assigning()
    for _ in range(flown):
        match.play("mission", "cap")
    match.play("done")
    with pytest.raises(ardennes.BadInput, match="a secret revealed"):
        try_all(match.game, match.state, [("done", None), ("nonsense", None)], "german")


@pytest.mark.rule("bulge", "7.0:c")
def test_each_air_point_flies_one_mission(air: None) -> None:
    match = assigning()
    for left in (5, 4, 3, 2, 1):
        assert (match.decision.side, f"Assign {left} " in match.decision.prompt) == ("allied", True)
        match.play("mission", "support")
    assert match.decision.side == "german"
    for left in (4, 3, 2, 1):
        assert (match.decision.side, f"Assign {left} " in match.decision.prompt) == ("german", True)
        match.play("mission", "support")
    assert phase(match) == "german-movement"
    assert support(match) == (5, 4)


@pytest.mark.rule("bulge", "7.0")
def test_air_points_may_be_left_unassigned(air: None) -> None:
    match = assigned(["support"], [])
    assert support(match) == (1, 0)


@pytest.mark.rule("bulge", "7.0:d", "7.4:f")
def test_a_german_resupply_mission_is_refused(air: None) -> None:
    match = assigning()
    assert offered(match, "mission") == ["cap", "interdiction", "support", "resupply"]
    match.play("done")
    assert offered(match, "mission") == ["cap", "interdiction", "support"]
    assert refused(match, "mission", "resupply") == "7.4"
    assert refused(match, "mission", "bombing") == "7.0"


@pytest.mark.rule("bulge", "7.0:e", "7.3")
def test_air_points_and_missions_do_not_carry_over(air: None) -> None:
    match = situation("allied-movement", {}, turn=8, weather="clear", vp=between(8), support={"german": 3, "allied": 3})
    match.play("done")
    assert (turn(match), phase(match)) == (9, "air-missions")
    assert "Assign 5 " in match.decision.prompt
    match.play("done")
    match.play("done")
    assert support(match) == (0, 0)


# --- 7.0-1 and 7.1 -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "7.0-1:ab", "7.1:ab")
@pytest.mark.parametrize(
    ("allied", "german", "left"),
    [
        (["support"] * 3 + ["cap"] * 2, ["support", "cap"], (2, 0)),  # one Allied CAP is wasted
        (["support"], ["cap"] * 3, (0, 0)),
        (["cap"] * 2, [], (0, 0)),
        (["support"] * 4, ["cap"], (3, 0)),
        (["cap"], ["support"] * 4, (0, 3)),
        (["cap"] * 2, ["cap"] * 2 + ["support"], (0, 0)),
    ],
)
def test_each_patrol_cancels_one_enemy_ground_support_and_is_then_used_up(
    air: None, allied: list[str], german: list[str], left: tuple[int, int]
) -> None:
    assert support(assigned(allied, german)) == left


@pytest.mark.rule("bulge", "7.0-1:c", "7.1")
def test_patrols_touch_nothing_but_ground_support(air: None) -> None:
    match = assigned(["interdiction", "interdiction", "resupply", "cap"], ["cap"] * 2 + ["interdiction", "support"])
    assert support(match) == (0, 0)
    assert match.position()["to_place"] == {"german": 1, "allied": 2}
    assert match.position()["resupply"] == 1
    enemy_patrols = assigned(["cap", "support"], ["cap", "support"])
    assert support(enemy_patrols) == (0, 0), "a patrol does not stop a patrol"


@pytest.mark.rule("bulge", "7.1:a")
def test_a_patrol_with_nothing_to_cancel_gets_no_other_mission(air: None) -> None:
    match = assigned(["cap"] * 5, [])
    assert phase(match) == "german-movement"
    assert support(match) == (0, 0)
    assert {"to_place", "resupply"}.isdisjoint(match.position())


@pytest.mark.rule("bulge", "7.0-1:d", "7.2", "5.0")
def test_the_allies_place_all_their_markers_first_and_the_german_sees_them(air: None) -> None:
    match = assigned(["interdiction"] * 2, ["interdiction"])
    spots = [a for a in HEXES if on_road(a)][:3]
    for spot in spots[:2]:
        assert (phase(match), match.decision.side) == ("allied-interdiction", "allied")
        refused(match, "done")
        match.play("hex", spot)
    assert (phase(match), match.decision.side) == ("german-interdiction", "german")
    assert {m["at"] for m in match.view("german")["markers"]} == set(spots[:2])
    match.play("hex", spots[2])
    assert phase(match) == "german-movement"


# --- 7.2 placing -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "7.2:ab")
def test_a_marker_goes_on_any_road_hex_without_a_unit() -> None:
    mine, yours = [a for a in HEXES if on_road(a)][5:7]
    bare = first(a for a in HEXES if not on_road(a))
    for side in ("german", "allied"):
        match = situation(f"{side}-interdiction", {PANZER: mine, US_INFANTRY: yours}, to_place={side: 1})
        assert match.decision.side == side
        assert set(offered(match, "hex")) == {a for a in HEXES if on_road(a)} - {mine, yours}
        for a in (mine, yours, bare):
            assert refused(match, "hex", a) == "7.2"


@pytest.mark.rule("bulge", "7.2:c")
def test_a_marker_stays_where_it_is_and_units_may_enter_its_hex() -> None:
    start, spot = first((a, b) for a, b in pairs() if road(a, b) and inland(a) and inland(b))
    match = situation("allied-interdiction", {GRENADIERS: start}, to_place={"allied": 1}, turn=2, weather="clear")
    match.play("hex", spot)
    assert phase(match) == "german-movement"
    refused(match, "hex", start)
    match.play("unit", GRENADIERS)
    match.play("hex", spot)
    assert where(match, GRENADIERS) == spot
    assert match.position()["interdiction"]["allied"] == [spot]


@pytest.mark.rule("bulge", "7.2:i")
def test_markers_of_both_sides_may_share_a_hex_and_a_second_of_one_side_adds_nothing() -> None:
    start, spot = first(
        (a, b)
        for a, b in pairs()
        if road(a, b) and inland(a) and inland(b) and price(b) > 1 and not river_between(a, b)
    )
    match = situation("allied-interdiction", {}, to_place={"allied": 2, "german": 1})
    for _ in range(3):
        match.play("hex", spot)
    assert match.position()["interdiction"] == {"german": [spot], "allied": [spot]}
    marks = {"german": [spot], "allied": [spot]}
    for who in (GRENADIERS, US_INFANTRY):
        near = spent(start, price(spot) - 1, mech=False, on=ground(marks=[spot]))
        if spot not in near:
            assert spot not in goals(moving(who, start, price(spot) - 1, interdiction=marks))
        assert spot in goals(moving(who, start, price(spot), interdiction=marks))


def river_between(a: str, b: str) -> bool:
    return frozenset((a, b)) in {frozenset(side) for side in bridges()}


# --- 7.2 what it does --------------------------------------------------------------------------------------------------------------------


def marked_road() -> tuple[str, str]:
    """A step along a road, over no bridge, into a costly hex with no cheaper way around."""
    return first(
        (a, b)
        for a, b in pairs()
        if road(a, b)
        and not river_between(a, b)
        and price(b) >= 3
        and spent(a, 9, mech=True, on=ground(marks=[b]))[b] == price(b)
    )


@pytest.mark.rule("bulge", "7.2:d", "10.2:d", "10.2-1")
@pytest.mark.parametrize("who", [GRENADIERS, PANZER, US_INFANTRY, US_ARMOR])
def test_an_enemy_marker_makes_the_step_along_the_road_cost_what_the_terrain_costs(who: str) -> None:
    start, spot = marked_road()
    enemy = "allied" if who in (GRENADIERS, PANZER) else "german"
    assert spot in goals(moving(who, start, 1))
    marks = {enemy: [spot]}
    match = moving(who, start, price(spot) - 1, interdiction=marks)
    assert spot not in goals(match)
    assert refused(match, "hex", spot) == "7.2"
    assert spot in goals(moving(who, start, price(spot), interdiction=marks))


@pytest.mark.rule("bulge", "7.2:e", "10.2:e")
@pytest.mark.parametrize("who", [GRENADIERS, PANZER, US_INFANTRY, US_ARMOR])
def test_a_marker_does_not_hinder_the_side_that_placed_it(who: str) -> None:
    start, spot = marked_road()
    own = "german" if who in (GRENADIERS, PANZER) else "allied"
    mech = who in (PANZER, US_ARMOR)
    match = moving(who, start, interdiction={own: [spot]})
    assert goals(match) == set(spent(start, 5, mech=mech)) - {start}
    assert goals(match) > set(spent(start, 5, mech=mech, on=ground(marks=[spot]))) - {start}


@pytest.mark.rule("bulge", "7.2", "10.2-1")
def test_leaving_a_marked_hex_along_a_road_is_off_road_movement_too() -> None:
    spot, after = first(
        (a, b)
        for a, b in pairs()
        if road(a, b)
        and not river_between(a, b)
        and price(b) >= 3
        and spent(a, 9, mech=True, on=ground(marks=[a]))[b] == price(b)
    )
    marks = {"allied": [spot]}
    assert after not in goals(moving(PANZER, spot, price(after) - 1, interdiction=marks))
    assert after in goals(moving(PANZER, spot, price(after), interdiction=marks))
    assert after in goals(moving(PANZER, spot, 1))


@pytest.mark.rule("bulge", "7.2", "10.1")
def test_over_a_bridge_into_a_marked_hex_the_river_is_paid_too() -> None:
    start, spot = first(
        (a, b) for a, b in bridges() if spent(a, 9, mech=False, on=ground(marks=[b]))[b] == price(b) + 1
    )
    marks = {"german": [spot]}
    assert spot not in goals(moving(US_INFANTRY, start, price(spot), interdiction=marks))
    assert spot in goals(moving(US_INFANTRY, start, price(spot) + 1, interdiction=marks))


@pytest.mark.rule("bulge", "7.2", "10.1", "10.2", "10.2-1")
def test_reach_with_markers_is_what_a_search_by_the_rules_finds() -> None:
    rng = random.Random(72)
    road_hexes = [a for a in HEXES if on_road(a)]
    for _ in range(40):
        start = rng.choice(HEXES)
        marks = rng.sample(road_hexes, 25)
        for who, mech in ((US_ARMOR, True), (US_INFANTRY, False)):
            match = moving(who, start, interdiction={"german": marks})
            assert goals(match) == set(spent(start, 5, mech=mech, on=ground(marks=marks))) - {start}


def one_road_to_the_edge() -> tuple[str, str, str]:
    """An Allied source, a hex on the only road from it, and a road hex beyond, more than five MP from anything on this side."""
    for source in ALLIED_SOURCES:
        for spot in HEXES:
            if spot != source and on_road(spot) and distance(source, spot) <= 4:
                for start in HEXES:
                    if (
                        6 <= distance(start, source) <= 12
                        and distance(start, spot) > 1
                        and on_road(start)
                        and supplied(start, sources=[source])
                        and not supplied(start, sources=[source], on=ground(marks=[spot]))
                    ):
                        return source, spot, start
    raise AssertionError("the roads of this map have no bottleneck near an Allied edge")


@pytest.mark.rule("bulge", "7.2:f", "14.0:c")
def test_an_empty_marked_hex_cuts_an_enemy_supply_road_and_a_unit_in_it_restores_it() -> None:
    source, spot, start = one_road_to_the_edge()
    only: dict[str, Any] = {"left_by": [a for a in ALLIED_SOURCES if a != source]}
    marks = {"german": [spot]}
    open_road = situation("allied-movement", {US_INFANTRY: start}, **only)
    assert is_supplied(open_road, US_INFANTRY)
    cut = situation("allied-movement", {US_INFANTRY: start}, interdiction=marks, **only)
    assert not is_supplied(cut, US_INFANTRY)
    held = situation("allied-movement", {US_INFANTRY: start, US_INFANTRY_2: spot}, interdiction=marks, **only)
    assert is_supplied(held, US_INFANTRY)
    own = situation("allied-movement", {US_INFANTRY: start}, interdiction={"allied": [spot]}, **only)
    assert is_supplied(own, US_INFANTRY), "an own marker does not hinder"


@pytest.mark.rule("bulge", "7.2")
def test_a_unit_in_a_marked_hex_does_not_restore_its_roads_for_movement() -> None:
    start, spot = marked_road()
    marks = {"allied": [spot]}
    match = moving(GRENADIERS, start, price(spot) - 1, {PANZER: spot}, interdiction=marks)
    assert spot not in goals(match)
    assert refused(match, "hex", spot) == "7.2"


@pytest.mark.rule("bulge", "7.2:g", "12.3", "12.4")
def test_retreat_and_advance_into_marked_hexes_are_free() -> None:
    target, base = first(
        (a, b) for a, b in pairs() if on_road(a) and terrain(a) == "clear" and all(inland(x) for x in (a, *around(a)))
    )
    behind = [a for a in around(target) if distance(a, base) == 2]
    marks = [a for a in (*behind, target) if on_road(a)]
    match = situation(
        "german-combat-before-movement",
        {US_INFANTRY: target, PANZER: base},
        turn=2,
        interdiction={"german": marks, "allied": marks},
    )
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    assert set(offered(match, "hex")) == set(behind)
    match.play("hex", next(a for a in behind if a in marks or a == behind[-1]))
    assert offered(match, "hex") == [target]
    match.play("hex", target)
    assert where(match, PANZER) == target


@pytest.mark.rule("bulge", "7.2", "12.1-3")
def test_markers_change_nothing_in_a_fight() -> None:
    target, base = first((a, b) for a, b in pairs() if on_road(a) and on_road(b) and inland(a))
    found = []
    for marks in ([], [target, base]):
        match = situation(
            "german-combat-before-movement",
            {US_INFANTRY: target, PANZER: base},
            turn=2,
            interdiction={"german": marks, "allied": marks},
        )
        fight(match, US_INFANTRY, PANZER)
        found.append(match.preview())
    assert found[0] == found[1]


# --- 7.3 ---------------------------------------------------------------------------------------------------------------------------------

FIELD = first(a for a in HEXES if terrain(a) == "clear" and inland(a) and all(inland(b) for b in around(a)))
BESIDE = around(FIELD)[0]


def supported(crt: str, missions: int, when: str = "german-combat-before-movement", have: int = 3) -> Match:
    side = when.split("-")[0]
    attacker, target = (PANZER, US_INFANTRY) if side == "german" else (US_STRONGEST, WEAK_GERMAN)
    match = situation(when, {attacker: BESIDE, target: FIELD}, turn=2, weather="mist", support={side: have})
    fight(match, target, attacker, crt=crt, support=missions)
    return match


@pytest.mark.rule("bulge", "7.3:ad", "12.1-2", "12.1-5")
@pytest.mark.parametrize("crt", ["primary", "secondary"])
@pytest.mark.parametrize("missions", [0, 1, 2, 3])
@pytest.mark.parametrize("when", ["german-combat-before-movement", "allied-combat-before-movement"])
def test_each_ground_support_mission_shifts_one_column(crt: str, missions: int, when: str) -> None:
    match = supported(crt, missions, when)
    assert shifts(match) == ({"ground support": missions} if missions else {})
    base = final_column(supported(crt, 0, when))
    assert final_column(match) == min(base + missions, len(COLUMNS) - 1)


@pytest.mark.rule("bulge", "7.3:be", "12.1-2")
def test_ground_support_is_used_once_per_turn_whatever_the_result() -> None:
    match = supported("primary", 2)
    assert support(match) == (0, 1)
    roll_for(match, "primary", "Ct")
    assert support(match) == (0, 1)
    while phase(match) != "german-combat-after-movement":
        match.play("done")
    fight(match, US_INFANTRY, PANZER)
    assert offered(match, "support") == [0, 1]
    match.play("support", 1)
    assert support(match) == (0, 0)


@pytest.mark.rule("bulge", "7.3:c")
def test_ground_support_never_helps_a_defender() -> None:
    match = situation(
        "german-combat-before-movement",
        {PANZER: BESIDE, US_INFANTRY: FIELD},
        turn=2,
        support={"german": 0, "allied": 3},
    )
    fight(match, US_INFANTRY, PANZER)
    assert match.decision.side == "german"
    assert refused(match, "support", 1)
    assert shifts(match) == {}
    assert support(match) == (3, 0)


# --- 7.4 ---------------------------------------------------------------------------------------------------------------------------------


def surrounded(
    when: str, *, marked: tuple[str, ...] = (), missions: int = 0, others: dict[str, str] | None = None
) -> Match:
    """Two US units at some distance from the enemy, without supply: no Allied edge is open."""
    units = {US_INFANTRY: FIELD, US_INFANTRY_2: FAR} if others is None else others
    fields: dict[str, Any] = {"left_by": ALLIED_SOURCES, "resupplied": list(marked), "resupply": missions}
    return situation(when, units, turn=5, weather="mist", **fields)


FAR = first(a for a in HEXES if inland(a) and distance(a, FIELD) > 6)


@pytest.mark.rule("bulge", "7.4")
def test_a_resupply_mission_goes_on_one_unit_that_is_out_of_supply() -> None:
    match = surrounded("allied-resupply", missions=2)
    assert set(offered(match, "unit")) == {US_INFANTRY, US_INFANTRY_2}
    match.play("unit", US_INFANTRY)
    assert is_supplied(match, US_INFANTRY) and not is_supplied(match, US_INFANTRY_2)
    assert offered(match, "unit") == [US_INFANTRY_2]
    assert refused(match, "unit", US_INFANTRY) == "7.4"
    match.play("unit", US_INFANTRY_2)
    assert phase(match) != "allied-resupply"


@pytest.mark.rule("bulge", "7.4:b")
def test_one_mission_supplies_one_unit() -> None:
    match = surrounded("allied-resupply", missions=1)
    match.play("unit", US_INFANTRY_2)
    assert phase(match) != "allied-resupply"
    assert match.position()["resupplied"] == [US_INFANTRY_2]
    assert not is_supplied(match, US_INFANTRY)


@pytest.mark.rule("bulge", "7.4:af", "14.0")
def test_a_resupply_mission_on_a_supplied_or_german_unit_is_refused() -> None:
    alone = ALLIED_SOURCES[0]
    match = situation(
        "allied-resupply",
        {US_INFANTRY: alone, US_INFANTRY_2: "1205", PANZER: around("1205")[0]},
        left_by=[a for a in ALLIED_SOURCES if a != alone],
        interdiction={"german": [a for a in around(alone) if on_road(a)]},
        resupply=2,
    )
    assert is_supplied(match, US_INFANTRY) and not is_supplied(match, US_INFANTRY_2)
    assert offered(match, "unit") == [US_INFANTRY_2]
    assert refused(match, "unit", US_INFANTRY) == "7.4"
    assert refused(match, "unit", PANZER) == "7.4"
    assert refused(match, "unit", US_ARMOR) == "7.4"


@pytest.mark.rule("bulge", "7.4:c", "14.1")
def test_a_resupplied_unit_moves_five_points_without_a_die_and_loses_the_marker() -> None:
    match = surrounded("allied-movement", marked=(US_INFANTRY,))
    match.play("unit", US_INFANTRY)
    assert match.decision.side == "allied"
    assert goals(match) == set(spent(FIELD, 5, mech=False)) - {FIELD}
    match.play("hex", offered(match, "hex")[0])
    assert "resupplied" not in match.position()
    assert not is_supplied(match, US_INFANTRY)
    match.play("unit", US_INFANTRY_2)
    assert match.decision.side == "chance", "the unit without a marker rolls"


@pytest.mark.rule("bulge", "7.4:c", "12.1-1")
def test_a_resupplied_unit_that_moved_is_out_of_supply_in_the_combat_after_movement() -> None:
    start = first(a for a in around(BESIDE) if distance(a, FIELD) == 2)
    units = {US_STRONGEST: start, WEAK_GERMAN: FIELD}
    match = surrounded("allied-movement", marked=(US_STRONGEST,), others=units)
    match.play("unit", US_STRONGEST)
    match.play("hex", BESIDE)
    match.play("done")
    match.play("attack", WEAK_GERMAN)
    assert offered(match, "crt") == ["secondary"]
    assert refused(match, "crt", "primary") == "12.1-1"


@pytest.mark.rule("bulge", "7.4:de", "12.1-1")
def test_a_resupplied_unit_that_stands_still_uses_the_primary_table_in_both_combat_phases() -> None:
    match = surrounded(
        "allied-combat-before-movement", marked=(US_STRONGEST,), others={US_STRONGEST: BESIDE, WEAK_GERMAN: FIELD}
    )
    fight(match, WEAK_GERMAN, US_STRONGEST, crt="primary")
    roll_for(match, "primary", "Ct")
    while phase(match) != "allied-combat-after-movement":
        match.play("done")
    assert match.position()["resupplied"] == [US_STRONGEST]
    match.play("attack", WEAK_GERMAN)
    assert "primary" in offered(match, "crt")
    match.play("crt", "primary")
    roll_for(match, "primary", "Ct")
    assert phase(match) != "allied-combat-after-movement"
    assert "resupplied" not in match.position(), "off the map after the second combat phase"


@pytest.mark.rule("bulge", "7.4:e")
def test_a_unit_chosen_to_move_that_then_stays_keeps_its_marker() -> None:
    match = surrounded("allied-movement", marked=(US_INFANTRY,))
    match.play("unit", US_INFANTRY)
    match.play("stay")
    assert match.position()["resupplied"] == [US_INFANTRY]
    match.play("done")
    assert phase(match) != "allied-movement"
    assert "resupplied" not in match.position(), "no enemy near: the combat phase is over at once"


@pytest.mark.rule("bulge", "7.4:g", "12.1-1")
def test_a_resupplied_unit_does_not_help_another_that_is_out_of_supply() -> None:
    other = first(a for a in around(FIELD) if distance(a, BESIDE) == 2)
    units = {US_STRONGEST: BESIDE, US_ARMOR: other, WEAK_GERMAN: FIELD}
    match = surrounded("allied-combat-before-movement", marked=(US_STRONGEST,), others=units)
    match.play("attack", WEAK_GERMAN)
    match.play("unit", US_STRONGEST)
    assert "primary" in offered(match, "crt")
    match.play("unit", US_ARMOR)
    assert offered(match, "crt") == ["secondary"]


@pytest.mark.rule("bulge", "7.4")
def test_the_marker_stays_with_a_unit_that_advances_after_combat() -> None:
    match = surrounded(
        "allied-combat-before-movement", marked=(US_STRONGEST,), others={US_STRONGEST: BESIDE, WEAK_GERMAN: FIELD}
    )
    fight(match, WEAK_GERMAN, US_STRONGEST, crt="primary")
    roll_for(match, "primary", "Dr")
    match.play("hex", offered(match, "hex")[0])
    match.play("hex", FIELD)
    assert where(match, US_STRONGEST) == FIELD
    assert match.position()["resupplied"] == [US_STRONGEST]


@pytest.mark.rule("bulge", "7.4:f", "14.0")
def test_german_units_are_never_resupplied() -> None:
    match = situation(
        "allied-resupply",
        {PANZER: FAR, US_INFANTRY: FIELD},
        left_by=ALLIED_SOURCES,
        resupply=1,
        interdiction={"allied": list(EAST)},
    )
    assert not is_supplied(match, PANZER)
    assert refused(match, "unit", PANZER) == "7.4"
