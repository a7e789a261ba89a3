"""b10.1 to b10.5, 10.19, 10.2: modes, barrage, combined attacks, final protective fire."""

from __future__ import annotations

import pytest

from ardennes import Match
from ardennes.core.limits import first_bar
from ardennes.core.limits import offered as allowed
from ardennes.games.battles import strength
from ardennes.games.battles.facts import BARRAGE, BOARD, FPF, MA, UNIT_NAMES, hex_at
from ardennes.games.battles.fire import fpf_limits
from ardennes.games.battles.results import read
from tests.rules.battles.fights import (
    ARENA,
    GERMAN,
    battle,
    choices,
    column,
    declare,
    engineer,
    fight,
    guns,
    ring,
    roll,
    squad,
    step,
    strengths,
    totals,
    until,
)
from tests.rules.battles.table import asked, offered, play, refused, situation, state, where

E, W, NW, SW = (step(ARENA, point) for point in ("E", "W", "NW", "SW"))
TWO, THREE, FOUR = step(E, "E"), step(E, "E", "E"), step(E, "E", "E", "E")
WOODS, TOWN = "B1421", "B1609"


def bit(unit: str) -> int:
    return 1 << UNIT_NAMES.index[unit]


# --- the specification's worked examples -------------------------------------------------------------------------------

VAK, BATTALION = "de-766-vak", "us-3-110-28"
SMALL, BIG, FIRST, SECOND, DEFENDER = "de-277-art", "de-388-vak", "de-989-277", "de-990-277", "us-393-99"
DIVARTY = "us-99-divarty"


def hosingen() -> Match:
    match = battle(GERMAN, {VAK: "D1817", BATTALION: "D1715"}, turn=2, battery=[VAK], forts=["D1715"])
    return declare(match, "D1715", [], [VAK])


@pytest.mark.rule("battles", "b10.15:a", "b9.64", "10.19:c")
def test_worked_example_a_barrage_of_hosingen() -> None:
    match = hosingen()
    assert totals(match) == (6, 2)  # clear ground does not halve it, fortified or not
    assert column(match) == "2-1"  # 3-1, one to the left
    match.play("die", 2)  # R2, read as R1
    assert asked(match) == ("allied", "Hold")
    match.play("hold")
    assert strengths(match)[BATTALION] == 1
    assert where(match, BATTALION) == "D1715"
    match = hosingen()
    match.play("die", 2)
    match.play("retreat")
    match.play("hex", offered(match, "hex")[0])
    assert BOARD.distance(hex_at(where(match, BATTALION)), hex_at("D1715")) == 1
    assert asked(match)[1] not in ("Advance", "Retreat")


@pytest.mark.rule("battles", "b10.15")
def test_worked_example_guns_at_a_distance_ignore_losses() -> None:
    match = hosingen()
    match.play("die", 5)  # A1
    assert where(match, VAK) == "D1817"
    assert strengths(match)[BATTALION] == 2


@pytest.mark.rule("battles", "10.19:a", "b10.14:b")
def test_worked_example_barrage_into_heavy_woods() -> None:
    units = {SMALL: "B1423", BIG: "B1423", DEFENDER: WOODS, SECOND: "B1422"}
    match = situation(GERMAN, units, turn=2, battery=[SMALL, BIG])
    declare(match, WOODS, [], [SMALL, BIG])
    assert totals(match) == (5, 5)  # 3 + 6 = 9, halved
    assert column(match) == "1-3"  # 1-1, two to the left
    scout = engineer("german")
    match = situation(GERMAN, {SMALL: "B1423", BIG: "B1423", DEFENDER: WOODS, scout: "B1422"}, battery=[SMALL, BIG])
    match.play("target", WOODS)
    assert choices(match, "gun") == {SMALL, BIG}  # an engineer observes as well


@pytest.mark.rule("battles", "10.2:a")
def test_worked_example_a_combined_attack() -> None:
    units = {SMALL: "B1423", BIG: "B1423", DEFENDER: WOODS, FIRST: "B1422", SECOND: "B1422", DIVARTY: "B1420"}
    match = situation(GERMAN, units, turn=2, battery=[SMALL, BIG, DIVARTY])
    declare(match, WOODS, [FIRST, SECOND], [SMALL, BIG])
    assert totals(match) == (13, 5)  # 8 + 5
    assert column(match) == "1-2"  # 2-1, two to the left
    play(match, ("gun", DIVARTY), "ready")
    assert totals(match) == (13, 8)
    assert column(match) == "1-3"


@pytest.mark.rule("battles", "b3.4:a")
def test_ratings_of_an_artillery_regiment() -> None:
    u = UNIT_NAMES.index["de-12-art"]
    assert (BARRAGE[u], FPF[u], MA[u]) == (3, 2, 3)


# --- modes (b10.1 to b10.12) ------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b10.1:ab")
def test_artillery_fires_in_battery_and_moves_in_movement_mode() -> None:
    ready, limbered, changing = guns("german", 3, 3, 3)
    (target,) = squad("allied", 3)
    places = {ready: E, limbered: TWO, changing: TWO, target: ARENA}
    match = battle(GERMAN, places, battery=[ready, changing], changing=[changing])
    match.play("target", ARENA)
    assert refused(match, "gun", limbered) == "b10.1"
    assert refused(match, "gun", changing) == "b10.1"
    match = battle("german-movement", places, battery=[ready, changing], changing=[changing])
    assert refused(match, "unit", ready) == "b10.1"
    assert refused(match, "unit", changing) == "b10.1"
    assert limbered in offered(match, "unit")


@pytest.mark.rule("battles", "b10.11:a")
def test_a_change_to_movement_mode_takes_a_turn() -> None:
    (gun,), (foot,), (enemy,) = guns("german", 3), squad("german", 3), squad("allied", 3)
    places = {gun: E, foot: TWO, enemy: "D0301"}
    match = battle("german-artillery", places, turn=1, battery=[gun])
    match.play("unit", gun)
    until(match, 1, "german", "Movement")
    assert refused(match, "unit", gun) == "b10.1"
    until(match, 2, "german", "Movement")
    assert gun in offered(match, "unit")


@pytest.mark.rule("battles", "b10.11:b", "b4.2:c")
def test_a_change_to_battery_is_complete_in_time_for_the_next_combat_phase() -> None:
    gun, (one,) = guns("german", 3)[0], squad("german", 3)
    (target,) = squad("allied", 3)
    match = battle("german-artillery", {gun: E, one: W, target: ARENA}, turn=1)
    match.play("unit", gun)
    until(match, 1, "allied", "Combat")
    declare(match, W, [target])  # the gun is two hexes away, but gives no FPF while it changes
    assert asked(match) == ("chance", "Roll")
    match.play("die", 3)
    until(match, 2, "german", "Combat")
    match.play("target", ARENA)
    assert gun in UNIT_NAMES.list_of(state(match).guns) + offered(match, "gun")


@pytest.mark.rule("battles", "b10.11")
def test_only_artillery_on_the_map_changes() -> None:
    (gun,), (foot,), (enemy,) = guns("german", 3), squad("german", 3), guns("allied", 3)
    match = battle("german-artillery", {gun: E, foot: E, enemy: W}, battery=[gun])
    assert offered(match, "unit") == [gun]
    assert refused(match, "unit", foot) == "b10.1"
    assert refused(match, "unit", enemy) == "b10.11"
    assert refused(match, "unit", guns("german", 3, 3)[1]) == "b10.11"
    match.play("done")
    assert asked(match)[1] != "ArtilleryMode"


@pytest.mark.rule("battles", "b10.11")
def test_artillery_that_is_changing_cannot_begin_again() -> None:
    first, second = guns("german", 3, 3)
    match = battle("german-artillery", {first: E, second: W, guns("allied", 3)[0]: "D0301"}, battery=[first, second])
    match.play("unit", first)
    assert offered(match, "unit") == [second]
    assert refused(match, "unit", first) == "b10.11"


@pytest.mark.rule("battles", "b10.12:b")
def test_a_column_cannot_unlimber_at_once() -> None:
    marching, halted = guns("german", 3, 3)
    (target,) = squad("allied", 3)
    units = {marching: W, halted: E, target: ARENA}
    quick = {"artillery_quick_mode": "on"}
    match = battle("german-artillery", units, turn=3, options=quick, marching=[marching])
    assert refused(match, "unit", marching) == "b10.12"
    match.play("unit", halted)
    slow = battle("german-artillery", units, turn=3, marching=[marching])
    slow.play("unit", marching)
    assert state(slow).changing == bit(marching)


@pytest.mark.rule("battles", "b10.12:a")
def test_a_quick_change_forbids_moving_and_barraging_but_not_fpf() -> None:
    up, down = guns("german", 3, 3)
    (one,), (target,) = squad("german", 3), squad("allied", 3)
    quick = {"artillery_quick_mode": "on"}
    match = battle("german-artillery", {up: E, down: TWO, one: W, target: ARENA}, turn=1, options=quick, battery=[down])
    match.play("unit", up)
    assert refused(match, "unit", up) == "b10.12"
    match.play("unit", down)
    assert state(match).battery == bit(up)
    until(match, 1, "german", "Movement")
    assert refused(match, "unit", down) == "b10.12"
    until(match, 1, "german", "Combat").play("target", ARENA)
    assert refused(match, "gun", up) == "b10.12"
    assert refused(match, "gun", down) == "b10.1"
    match.play("attack")
    roll(match, "A1")
    until(match, 1, "allied", "Combat")
    declare(match, W, [target])
    assert asked(match) == ("german", "FinalFire") and offered(match, "gun") == [up]


# --- barrage (b10.13 to b10.15) ---------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b10.13:ab")
def test_range_three_and_three_guns() -> None:
    battery = guns("german", 3, 3, 3, 3, 3)
    (target,) = squad("allied", 5)
    places = dict(zip(battery, (E, TWO, THREE, THREE, FOUR), strict=True)) | {target: ARENA}
    match = battle(GERMAN, places, battery=battery)
    match.play("target", ARENA)
    assert refused(match, "gun", battery[4]) == "b10.13"  # range 4
    play(match, *(("gun", unit) for unit in battery[:3]))
    assert refused(match, "gun", battery[3]) == "b10.13"  # a fourth
    match.play("attack")
    assert totals(match) == (9, 5)  # in full at any range


@pytest.mark.rule("battles", "b10.13")
def test_a_gun_fires_once_per_phase() -> None:
    one, two = guns("german", 5, 3)
    first, second = squad("allied", 5, 2)
    match = battle(GERMAN, {one: TWO, two: W, first: ARENA, second: step(NW, "NW")}, battery=[one, two])
    declare(match, ARENA, [], [one])
    roll(match, "EX")
    while asked(match)[1] != "Combat":
        match.play(*next(iter(match.decision.pairs())))
    match.play("target", step(NW, "NW"))
    assert refused(match, "gun", one) == "b9.1"


@pytest.mark.rule("battles", "b10.14:a")
def test_woods_at_a_distance_need_an_observer() -> None:
    gun, near = guns("german", 6, 5)
    (target,), (marcher,) = squad("allied", 3), squad("german", 3)
    place = "B0614"
    places = {gun: step(place, "E", "E"), target: place}
    match = situation(GERMAN, places | {squad("german", 3, 3)[1]: "B0101"}, battery=[gun])
    assert asked(match)[1] != "Combat" or refused(match, "target", place) == "b10.14"
    match = situation(GERMAN, places | {near: step(place, "W")}, battery=[gun, near])
    match.play("target", place)
    assert refused(match, "gun", gun) == "b10.14"  # artillery does not observe
    match = situation(
        GERMAN, places | {near: step(place, "W"), marcher: step(place, "NW")}, battery=[gun, near], marching=[marcher]
    )
    match.play("target", place)
    assert refused(match, "gun", gun) == "b10.14"  # nor does a unit in march mode
    match = situation(GERMAN, places | {near: step(place, "W"), marcher: step(place, "NW")}, battery=[gun, near])
    match.play("target", place)
    assert gun in offered(match, "gun")


@pytest.mark.rule("battles", "b10.15:b")
def test_an_exchange_costs_distant_guns_nothing() -> None:
    (gun,), (target,) = guns("german", 5), squad("allied", 5)
    match = battle(GERMAN, {gun: TWO, target: ARENA}, battery=[gun])
    declare(match, ARENA, [], [gun])
    roll(match, "EX")
    assert strengths(match)[target] == 3
    assert where(match, gun) == TWO
    match = battle(GERMAN, {gun: E, target: ARENA}, battery=[gun])
    declare(match, ARENA, [], [gun])
    roll(match, "EX")
    assert where(match, gun) == "eliminated"  # next to the target it has its share


@pytest.mark.rule("battles", "b10.15", "b9.71")
def test_nobody_advances_after_a_barrage() -> None:
    (gun,), (foot,), (target,) = guns("german", 6), squad("german", 3), squad("allied", 3)
    match = battle(GERMAN, {gun: TWO, foot: E, target: ARENA}, battery=[gun])
    declare(match, ARENA, [], [gun])
    roll(match, "D1 R2")
    match.play("hex", offered(match, "hex")[0])
    assert BOARD.distance(hex_at(where(match, target)), hex_at(ARENA)) == 1  # R2 is R1
    assert asked(match)[1] not in ("Advance", "Retreat")
    assert where(match, foot) == E


# --- blocking terrain, combined attacks (10.19, 10.2) ---------------------------------------------------------------


@pytest.mark.rule("battles", "10.19:bc")
def test_the_sum_of_the_barrage_is_halved_once() -> None:
    pair = guns("german", 3, 4)
    (target,), (eyes,) = squad("allied", 5), squad("german", 3)
    match = situation(GERMAN, {pair[0]: "B1611", pair[1]: "B1611", eyes: "B1608", target: TOWN}, battery=pair)
    declare(match, TOWN, [], pair)
    assert totals(match)[0] == 4  # 7 halved
    match = battle(GERMAN, {pair[0]: TWO, pair[1]: TWO, target: ARENA}, battery=pair, forts=[ARENA])
    declare(match, ARENA, [], pair)
    assert totals(match)[0] == 7


@pytest.mark.rule("battles", "10.2:b")
def test_adverse_results_hit_only_artillery_next_to_the_target() -> None:
    near, far = guns("german", 3, 2)
    (one,), (target,) = squad("german", 3), squad("allied", 6)
    match = battle(GERMAN, {one: E, near: E, far: TWO, target: ARENA}, battery=[near, far])
    declare(match, ARENA, [one], [near, far])
    roll(match, "A1 AR")
    assert strengths(match)[one] == 2  # ground units lose first
    match.play("hex", TWO)
    assert where(match, near) == where(match, one) == TWO
    assert state(match).battery == bit(far)  # the gun that fell back is in movement mode


@pytest.mark.rule("battles", "b9.5", "10.2")
def test_artillery_loses_only_after_the_ground_units() -> None:
    near = guns("german", 2)[0]
    (one,), (target,) = squad("german", 3), squad("allied", 6)
    match = battle(GERMAN, {one: E, near: W, target: ARENA}, battery=[near], lost={one: 1}, forts=[ARENA])
    declare(match, ARENA, [one], [near])
    roll(match, "A2 AR")  # one step left in the ground unit, the other step is the gun's
    assert where(match, one) == where(match, near) == "eliminated"


# --- final protective fire (b10.3, b10.31) ----------------------------------------------------------------------------


@pytest.mark.rule("battles", "b10.3:ac")
def test_two_units_give_fpf_and_each_once_per_phase() -> None:
    helpers = guns("allied", 5, 5, 4)
    first, second = squad("german", 5, 4)
    one, two = squad("allied", 6, 6)
    places = {first: E, second: SW, one: ARENA, two: step(SW, "W")}
    match = battle(GERMAN, places | dict.fromkeys(helpers, step(W, "W")), battery=helpers)
    declare(match, ARENA, [first])
    play(match, ("gun", helpers[0]), ("gun", helpers[1]))
    assert refused(match, "gun", helpers[2]) == "b10.3"  # a third
    match.play("ready")
    roll(match, "A1")
    declare(match, step(SW, "W"), [second])
    assert refused(match, "gun", helpers[0]) == "b10.3"  # given already
    assert offered(match, "gun") == [helpers[2]]
    match.play("ready")
    assert totals(match) == (4, 6)


@pytest.mark.rule("battles", "b10.3:b")
def test_no_fpf_against_a_pure_barrage() -> None:
    (gun,), (helper,), (target,) = guns("german", 6), guns("allied", 4), squad("allied", 3)
    match = battle(GERMAN, {gun: TWO, helper: W, target: ARENA}, battery=[gun, helper])
    declare(match, ARENA, [], [gun])
    assert asked(match) == ("chance", "Roll")
    bar = first_bar(fpf_limits(state(match), 1), UNIT_NAMES.index[helper])
    assert bar is not None and bar.case == "b10.3"
    assert not allowed(fpf_limits(state(match), 1))


@pytest.mark.rule("battles", "b10.3", "b10.1", "b10.31")
def test_who_gives_no_fpf() -> None:
    far, limbered, inside, ready = guns("allied", 5, 5, 4, 4)
    (one,), (target,) = squad("german", 5), squad("allied", 6)
    places = {one: E, target: ARENA, inside: ARENA, far: step(W, "W", "W", "W"), limbered: W, ready: W}
    match = battle(GERMAN, places, battery=[far, inside, ready])
    declare(match, ARENA, [one])
    assert refused(match, "gun", far) == "b10.3"
    assert refused(match, "gun", limbered) == "b10.1"
    assert refused(match, "gun", inside) == "b10.31"
    assert offered(match, "gun") == [ready]


@pytest.mark.rule("battles", "b10.31:ab", "b6.4:b", "b10.5:a", "16.77:b", "16.78-effects:b")
def test_what_artillery_defends_with() -> None:
    (three,), (two,), (four,) = guns("allied", 5, fpf=3), guns("allied", 3, fpf=2), guns("allied", 4, fpf=3)
    (five,) = squad("allied", 5)
    one = squad("german", 5)[0]

    def value(unit: str, **marks: object) -> int:
        match = battle(GERMAN, {one: E, unit: ARENA}, **marks)
        return strength.defence_value(state(match), UNIT_NAMES.index[unit])

    assert value(three, battery=[three]) == 3
    assert value(three) == 2  # in movement mode
    assert value(three, battery=[three], changing=[three]) == 2
    assert value(three, marching=[three]) == 2
    assert value(three, battery=[three], no_ammo={three: 2}) == 2
    assert value(three, battery=[three], unsupplied=[three]) == 3
    assert value(three, battery=[three], unsupplied=[three], no_ammo={three: 2}) == 2
    assert value(four, battery=[four], burnt=[four]) == 1
    match = battle(GERMAN, {one: E, five: ARENA, two: ARENA}, battery=[two])
    assert totals(declare(match, ARENA, [one]))[1] == 7


@pytest.mark.rule("battles", "b10.5", "16.77", "16.78-effects", "b10.3")
def test_fpf_without_supply_is_whole_without_ammunition_half_and_with_burnt_tubes_one() -> None:
    (helper,) = guns("allied", 5, fpf=3)
    (one,), (target,) = squad("german", 5), squad("allied", 5)

    def defence(**marks: object) -> int:
        match = battle(GERMAN, {one: E, target: ARENA, helper: W}, battery=[helper], **marks)
        play(declare(match, ARENA, [one]), ("gun", helper), "ready")
        return totals(match)[1]

    assert defence() == 8
    assert defence(unsupplied=[helper]) == 8
    assert defence(no_ammo={helper: 2}) == 7
    assert defence(burnt=[helper], options={"saturation_fire": "on", "burnt_tubes": "on"}) == 6


@pytest.mark.rule("battles", "b10.31")
def test_artillery_defends_its_own_hex_besides_the_fpf_that_it_gives() -> None:
    (battery,) = guns("allied", 5, fpf=3)
    first, second = squad("german", 5, 5)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, {first: E, second: step(W, "W"), target: ARENA, battery: W}, battery=[battery])
    play(declare(match, ARENA, [first]), ("gun", battery), "ready")
    roll(match, "A2 AR")
    while asked(match)[1] in ("Losses", "Retreat"):
        match.play(*match.decision.pairs()[0])
    declare(match, W, [second])
    assert totals(match) == (5, 3)


# --- artillery under results (b10.4) ----------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b10.4:a")
@pytest.mark.parametrize(("battery", "changing"), [(True, False), (True, True), (False, True)])
def test_a_lone_battery_does_not_survive_a_retreat(battery: bool, changing: bool) -> None:
    (gun,), (one,) = guns("allied", 5, fpf=3), squad("german", 4)
    match = battle(GERMAN, {one: E, gun: ARENA}, battery=[gun] if battery else [], changing=[gun] if changing else [])
    fight(match, ARENA, [one], "R1")
    assert where(match, gun) == "eliminated"
    assert asked(match) == ("german", "Advance")


@pytest.mark.rule("battles", "b10.4:b")
def test_lone_artillery_in_movement_mode_retreats() -> None:
    (gun,), (one,) = guns("allied", 5, fpf=3), squad("german", 4)
    match = battle(GERMAN, {one: E, gun: ARENA})
    fight(match, ARENA, [one], "R1")
    match.play("hex", W)
    assert where(match, gun) == W


@pytest.mark.rule("battles", "b10.4:c")
def test_a_battery_retreats_with_its_regiment() -> None:
    (gun,), (foot,), (one,) = guns("allied", 5, fpf=3), squad("allied", 5), squad("german", 8, mech=True)
    match = battle(GERMAN, {one: E, gun: ARENA, foot: ARENA}, battery=[gun])
    fight(match, ARENA, [one], "R2")
    play(match, ("hex", W), ("hex", step(W, "W")))
    assert where(match, gun) == where(match, foot) == step(W, "W")
    assert not state(match).battery  # in movement mode


@pytest.mark.rule("battles", "b10.4:c", "b10.11")
def test_a_retreat_ends_a_change_of_mode() -> None:
    (one,), (target,), (battery,) = squad("german", 8, mech=True), squad("allied", 4), guns("allied", 5)
    match = battle(GERMAN, {one: E, target: ARENA, battery: ARENA}, battery=[battery], changing=[battery])
    fight(match, ARENA, [one], "R2")
    s = state(match)
    while s.at[UNIT_NAMES.index[battery]] == hex_at(ARENA):
        match.play("hex", offered(match, "hex")[0])
        s = state(match)
    assert not s.battery
    assert not s.changing


@pytest.mark.rule("battles", "b10.4")
def test_losses_alone_rout_lone_artillery_too() -> None:
    assert read("D1", False).rout
    assert read("R1", True).rout
    assert not read("EX", False).rout
    assert not read("A1 AR", False).rout


@pytest.mark.rule("battles", "b10.4", "b9.5")
def test_a_battery_whose_regiment_is_lost_does_not_survive_the_retreat() -> None:
    (gun,), (foot,) = guns("allied", 5, fpf=3), squad("allied", 2)
    attackers = squad("german", 8, 7, mech=True)
    match = battle(GERMAN, dict.fromkeys(attackers, E) | {gun: ARENA, foot: ARENA}, battery=[gun], lost={foot: 1})
    fight(match, ARENA, attackers, "D1 R3")  # 15 to 4
    assert where(match, foot) == where(match, gun) == "eliminated"


@pytest.mark.rule("battles", "b10.4")
def test_an_exchange_takes_one_of_two_batteries() -> None:
    pair = guns("allied", 5, 5, fpf=3)
    (one,) = squad("german", 6, mech=True)
    match = battle(GERMAN, {one: E} | dict.fromkeys(pair, ARENA), battery=pair)
    fight(match, ARENA, [one], "EX")
    assert choices(match, "lose") == set(pair)
    match.play("lose", pair[0])
    assert where(match, pair[1]) == ARENA


@pytest.mark.rule("battles", "b10.5", "11.4", "b15.4")
def test_artillery_that_cannot_fire_says_why() -> None:
    ok, dry, empty, burnt, held = guns("german", 3, 3, 3, 3, 3)
    (target,) = squad("allied", 3)
    units = [ok, dry, empty, burnt, held]
    match = battle(
        GERMAN,
        dict(zip(units, (E, E, TWO, TWO, TWO), strict=True)) | {target: ARENA},
        battery=units,
        unsupplied=[dry],
        no_ammo={empty: 2},
        burnt=[burnt],
        release={held: 5},
        options={"saturation_fire": "on", "burnt_tubes": "on"},
    )
    match.play("target", ARENA)
    assert [refused(match, "gun", u) for u in (dry, empty, burnt, held)] == ["11.4", "16.77", "16.78-effects", "b15.4"]
    assert offered(match, "gun") == [ok]


@pytest.mark.rule("battles", "b9.3", "b10.13")
def test_a_weak_gun_is_refused_where_it_would_leave_no_legal_attack() -> None:
    strong, weak = guns("german", 5, 5, 5), guns("german", 2, 2)
    targets = squad("allied", 7, 7, 7, mech=True)
    places = dict.fromkeys(strong, TWO) | dict.fromkeys(weak, THREE) | dict.fromkeys(targets, ARENA)
    match = battle(GERMAN, places, battery=strong + weak)  # 21 need 7: two of the strong ones
    match.play("target", ARENA)
    match.play("gun", weak[0])  # 2 + 5 + 5
    play(match, ("gun", weak[1]))  # 2 + 2 + 5
    assert not offered(match, "attack")
    play(match, ("gun", strong[0]), "attack")
    assert totals(match) == (9, 21)


@pytest.mark.rule("battles", "b9.3")
def test_targets_out_of_all_proportion_are_refused() -> None:
    weak = guns("german", 2, 2, 2, 2)
    targets = squad("allied", 7, 7, 7, mech=True)
    match = battle(
        GERMAN,
        dict(zip(weak, (TWO, TWO, TWO, THREE), strict=True))
        | dict.fromkeys(targets, ARENA)
        | {squad("german", 3)[0]: "D0305", squad("allied", 2)[0]: ring("D0305")[0]},
        battery=weak,
    )
    assert refused(match, "target", ARENA) == "b9.3"  # 6 to 21
