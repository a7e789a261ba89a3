"""16.6 Intensive Fire and 16.7 Saturation Fire, with their variants."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import GAME, strength
from ardennes.games.battles.facts import ALLIED as ALLIED_SIDE
from ardennes.games.battles.facts import COLUMNS, HEX_NAMES, SOURCES, TABLES, UNIT_NAMES
from ardennes.games.battles.fire import TWO_DICE, TWO_DICE_WEIGHTS
from ardennes.games.battles.state import window
from ardennes.games.battles.victory import points
from tests.rules.battles.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    battle,
    column,
    declare,
    guns,
    plan,
    ring,
    roll,
    squad,
    step,
    totals,
    until,
)
from tests.rules.battles.table import asked, offered, play, refused, situation, state, where

E, W, NE, NW = (step(ARENA, point) for point in ("E", "W", "NE", "NW"))
TWO, THREE = step(E, "E"), step(E, "E", "E")
INTENSE = {"intensive_fire": "both"}
PARTIAL = {"intensive_fire": "both", "intensive_fire_partial": "on"}
SATURATION = {"saturation_fire": "on"}
TUBES = {"saturation_fire": "on", "burnt_tubes": "on"}


def no(unit: str) -> int:
    return UNIT_NAMES.index[unit]


def assault(
    amount: int, die: int, attackers: tuple[int, ...] = (5,), defender: int = 5, options: dict[str, Any] | None = None
) -> tuple[Match, list[str], str]:
    """The first attacker states points and rolls; the defender states none."""
    units = squad("german", *attackers)
    (target,) = squad("allied", defender)
    match = battle(GERMAN, dict.fromkeys(units, E) | {target: ARENA}, options=options or INTENSE)
    declare(match, ARENA, units)
    match.play("ready")  # the defender
    play(match, ("unit", units[0]), ("points", amount))
    if asked(match)[1] == "Intense":
        match.play("ready")
    match.play("die", die)
    return match, units, target


# --- Intensive Fire: who, and how much (16.61 to 16.64) ---------------------------------------------------------------


@pytest.mark.rule("battles", "16.6:a")
def test_artillery_is_not_offered_intensive_fire() -> None:
    (one,), (gun,) = squad("german", 5), guns("german", 3)
    (target,), (battery,) = squad("allied", 5), guns("allied", 5)
    match = battle(GERMAN, {one: E, gun: E, target: ARENA, battery: ARENA}, options=INTENSE, battery=[gun, battery])
    declare(match, ARENA, [one], [gun])
    assert offered(match, "unit") == [target]
    assert refused(match, "unit", battery) == "16.6"
    match.play("ready")
    assert offered(match, "unit") == [one]
    assert refused(match, "unit", gun) == "16.6"


@pytest.mark.rule("battles", "16.61:a")
@pytest.mark.parametrize("who", ["off", "german", "allied", "both"])
def test_either_side_or_both_may_use_it(who: str) -> None:
    assert next(o for o in GAME.options if o.id == "intensive_fire").values == ("off", "german", "allied", "both")
    (one,), (target,) = squad("german", 5), squad("allied", 5)
    match = battle(GERMAN, {one: E, target: ARENA}, options={"intensive_fire": who})
    declare(match, ARENA, [one])
    found = []
    while asked(match)[1] == "Intense":
        found.append(asked(match)[0])
        match.play("ready")
    assert found == {"off": [], "german": ["german"], "allied": ["allied"], "both": ["allied", "german"]}[who]


@pytest.mark.rule("battles", "16.61:bc")
def test_the_attacker_gains_one_column_at_most() -> None:
    pair = squad("german", 5, 5)
    (target,) = squad("allied", 6)

    def result(*amounts: int) -> str:
        match = battle(GERMAN, dict.fromkeys(pair, E) | {target: ARENA}, options=INTENSE)
        declare(match, ARENA, pair)
        match.play("ready")
        for unit, amount in zip(pair, amounts, strict=True):
            if amount:
                play(match, ("unit", unit), ("points", amount))
        if asked(match)[1] == "Intense":
            match.play("ready")
        for amount in amounts:
            if amount:
                match.play("die", 6)
        assert strength.attack(state(match)) == 10 + sum(amounts)
        return column(match)

    assert result(0, 0) == "1-1"
    assert result(2, 0) == "2-1"  # 12 to 6
    assert result(4, 4) == "2-1"  # 18 to 6 would be 3-1


@pytest.mark.rule("battles", "16.61:d")
def test_the_defender_takes_one_column_at_most() -> None:
    pair = squad("german", 6, 6, mech=True)
    (target,) = squad("allied", 4)
    match = battle(GERMAN, dict.fromkeys(pair, E) | {target: ARENA}, options=INTENSE)
    declare(match, ARENA, pair)
    play(match, ("unit", target), ("points", 3))
    match.play("ready")  # the attacker
    match.play("die", 6)
    assert totals(match) == (12, 7)  # 1-1
    assert column(match) == "2-1"  # from 3-1


@pytest.mark.rule("battles", "16.61")
def test_terrain_shifts_come_after_the_limit() -> None:
    pair = squad("german", 5, 5)
    (target,) = squad("allied", 6)
    match = battle(GERMAN, dict.fromkeys(pair, E) | {target: ARENA}, options=INTENSE, forts=[ARENA])
    declare(match, ARENA, pair)
    match.play("ready")
    play(match, ("unit", pair[0]), ("points", 4), ("unit", pair[1]), ("points", 4), ("die", 6), ("die", 6))
    assert column(match) == "1-1"  # 3-1, held to 2-1, shifted


@pytest.mark.rule("battles", "16.62:abc")
def test_both_state_before_any_die_and_the_defender_first() -> None:
    pair = squad("german", 5, 4)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, dict.fromkeys(pair, E) | {target: ARENA}, options=INTENSE)
    declare(match, ARENA, pair)
    assert asked(match) == ("allied", "Intense")
    play(match, ("unit", target), ("points", 2))
    assert asked(match) == ("german", "Intense")  # he knows what the defender has stated
    assert state(match).points[no(target)] == 2
    play(match, ("unit", pair[0]), ("points", 3))
    assert refused(match, "unit", pair[0]) == "16.62"  # stated
    match.play("ready")  # the other states nothing
    assert asked(match) == ("chance", "FireDice")
    match.play("die", 1)
    assert state(match).dice[no(target)] == 1  # the defender's die comes first
    assert asked(match) == ("chance", "FireDice")  # nobody is asked between the dice
    match.play("die", 1)
    assert asked(match) == ("chance", "Roll")


@pytest.mark.rule("battles", "16.63:a")
def test_not_out_of_supply_and_not_out_of_ammunition() -> None:
    (one,) = squad("german", 5)
    dry, empty, fit = squad("allied", 5, 5, 4)
    match = battle(
        GERMAN,
        {one: E, dry: ARENA, empty: ARENA, fit: ARENA},
        options=INTENSE,
        unsupplied=[dry],
        no_ammo={empty: 2},
    )
    declare(match, ARENA, [one])
    assert refused(match, "unit", dry) == "16.63"
    assert refused(match, "unit", empty) == "16.63"
    assert offered(match, "unit") == [fit]


@pytest.mark.rule("battles", "9.68", "16.62")
def test_units_that_have_retreated_into_the_hex_state_nothing() -> None:
    (one,) = squad("german", 5)
    five, four = squad("allied", 5, 4)
    frames = battle(GERMAN, {one: E, four: ARENA}).position()["frames"]  # in the middle of the phase
    match = battle(GERMAN, {one: E, five: ARENA, four: ARENA}, options=INTENSE, frames=frames, joined=[five])
    declare(match, ARENA, [one])
    assert refused(match, "unit", five) == "9.68"
    assert offered(match, "unit") == [four]


@pytest.mark.rule("battles", "16.64:abd", "16.68:c")
def test_at_most_one_point_less_than_the_strength_and_at_least_one() -> None:
    (five,) = squad("german", 5)
    (two,), (one,) = squad("allied", 2), squad("allied", 1, mech=True)
    match = battle(GERMAN, {five: E, two: ARENA, one: ARENA}, options=INTENSE)
    declare(match, ARENA, [five])
    match.play("unit", two)
    assert offered(match, "points") == [1]
    match.play("points", 1)
    match.play("unit", one)
    assert offered(match, "points") == [1]
    assert refused(match, "points", 2) == "16.64"
    match.play("points", 1)
    match.play("unit", five)
    assert offered(match, "points") == [1, 2, 3, 4]
    assert refused(match, "points", 5) == "16.64"
    assert refused(match, "points", 0) == "16.64"
    match = battle(GERMAN, {five: E, two: ARENA}, options=INTENSE, lost={five: 1})
    declare(match, ARENA, [five])
    match.play("ready")
    match.play("unit", five)
    assert offered(match, "points") == [1, 2]  # the face now showing is 3
    match = battle(GERMAN, {five: E, two: ARENA}, options=INTENSE)
    declare(match, ARENA, [five])
    play(match, "ready", "ready")  # no points, no roll
    assert asked(match) == ("chance", "Roll")


@pytest.mark.rule("battles", "16.64:c")
def test_the_point_of_a_unit_of_one_is_free_of_the_limit() -> None:
    pair = squad("allied", 1, 1, mech=True)
    (target,) = squad("german", 2, mech=True)
    match = battle(ALLIED, dict.fromkeys(pair, E) | {target: ARENA}, options=INTENSE, lost={target: 1})
    declare(match, ARENA, pair)  # 2 to 1
    match.play("ready")
    play(match, ("unit", pair[0]), ("points", 1), ("unit", pair[1]), ("points", 1), ("die", 2), ("die", 2))
    assert totals(match) == (4, 1)
    assert column(match) == "4-1"  # two columns up


# --- success and failure (16.65 to 16.69) -----------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.65:abcd")
@pytest.mark.parametrize("amount", [1, 3, 5, 6])
def test_a_die_above_the_points_succeeds(amount: int) -> None:
    good = [die for die in range(1, 7) if strength.gain(amount, die, partial=False) == amount]
    assert good == {1: [2, 3, 4, 5, 6], 3: [4, 5, 6], 5: [6], 6: []}[amount]


@pytest.mark.rule("battles", "16.65:d")
def test_each_unit_has_its_own_die() -> None:
    pair = squad("german", 5, 5)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, dict.fromkeys(pair, E) | {target: ARENA}, options=INTENSE)
    declare(match, ARENA, pair)
    match.play("ready")
    play(match, ("unit", pair[0]), ("points", 3), ("unit", pair[1]), ("points", 3), ("die", 3), ("die", 4))
    assert totals(match)[0] == 5 + 8
    roll(match, "R2" if column(match) == "2-1" else "A1")
    while asked(match)[1] in ("Retreat", "Losses"):
        match.play(*match.decision.pairs()[0])
    if asked(match)[1] == "Advance":
        match.play("done")
    assert [state(match).no_ammo[no(u)] for u in pair] == [3, 0]


@pytest.mark.rule("battles", "16.66:a", "16.68:ad")
@pytest.mark.parametrize(("amount", "die", "value", "empty"), [(4, 4, 5, True), (4, 5, 9, False), (3, 4, 8, False)])
def test_success_adds_the_points_and_failure_empties_the_unit(amount: int, die: int, value: int, empty: bool) -> None:
    match, units, _ = assault(amount, die)
    assert totals(match)[0] == value
    assert state(match).no_ammo[no(units[0])] == 0  # not before the attack is over
    match.play("die", 4)  # A1 or less
    while asked(match)[1] in ("Retreat", "Losses", "Advance"):
        match.play(*match.decision.pairs()[-1])
    assert bool(state(match).no_ammo[no(units[0])]) is empty
    assert not any(state(match).points) and not any(state(match).dice)  # the gain was for this attack only


@pytest.mark.rule("battles", "16.68:bc")
def test_points_are_added_before_the_river_halves() -> None:
    (five,), (target,) = squad("german", 5), squad("allied", 5)
    match = situation(GERMAN, {five: "B1223", target: "B1222"}, options=INTENSE)
    declare(match, "B1222", [five])
    match.play("ready")
    play(match, ("unit", five), ("points", 3), ("die", 4))
    assert totals(match)[0] == 4  # (5 + 3) / 2


def supplied_hex() -> str:
    """An Allied supply source of St. Vith."""
    return HEX_NAMES.list_of(SOURCES[ALLIED_SIDE] & window("st_vith"))[0]


def markers(turn: int, marked: int, *, cut: bool = False, artillery: bool = False) -> int:
    """The Out of Ammunition marker of an Allied unit after the supply phase of a turn."""
    place = supplied_hex()
    unit = guns("allied", 5)[0] if artillery else squad("allied", 5)[0]
    units = {unit: "B0714" if cut else place}
    if cut:
        units |= dict(zip(squad("german", 4, 4, 4, 4, 4, 4), ring("B0714"), strict=True))
    match = situation("supply", units, turn=turn, no_ammo={unit: marked})
    while asked(match)[1] == "Shortage":
        match.play("die", 1)
    return state(match).no_ammo[no(unit)]


@pytest.mark.rule("battles", "16.66:bcd")
def test_the_marker_stays_one_whole_turn_and_while_out_of_supply() -> None:
    assert markers(5, 4) == 4
    assert markers(6, 4) == 0  # without a roll
    assert markers(6, 4, cut=True) == 4
    assert markers(7, 4) == 0


@pytest.mark.rule("battles", "16.76:abc")
def test_the_marker_of_artillery_stays_as_long() -> None:
    assert markers(4, 3, artillery=True) == 3
    assert markers(5, 3, artillery=True) == 0
    assert markers(5, 3, artillery=True, cut=True) == 3


@pytest.mark.rule("battles", "16.66:e")
def test_a_unit_that_failed_is_out_at_once_and_next_turn() -> None:
    (first,), (one, other) = squad("german", 5), squad("allied", 5, 4)
    match = battle(GERMAN, {first: E, one: ARENA, other: ARENA}, turn=1, options={"intensive_fire": "allied"})
    declare(match, ARENA, [first])
    play(match, ("unit", one), ("points", 4), "ready", ("die", 1))
    roll(match, "A1")
    until(match, 1, "allied", "Combat").play("target", E)
    assert refused(match, "join", one) == "16.67"
    play(match, "attack", "ready", ("die", 4))  # the other one alone, 4 to 3: A1
    until(match, 2, "german", "Combat")
    declare(match, ARENA, [first])
    assert refused(match, "unit", one) == "16.63"
    match.play("ready")
    roll(match, "-")
    until(match, 2, "allied", "Combat").play("target", E)
    assert refused(match, "join", one) == "16.67"


@pytest.mark.rule("battles", "16.67:cd", "b9.32")
def test_out_of_ammunition_does_not_slow_and_the_worse_effect_counts() -> None:
    from ardennes.games.battles.movement import allowance

    (unit, fit), (enemy,) = squad("allied", 5, 5), squad("german", 5)
    match = battle(ALLIED, {unit: E, fit: W, enemy: ARENA}, no_ammo={unit: 2})
    assert allowance(state(match), no(unit)) == 3
    match = battle(ALLIED, {unit: E, fit: W, enemy: ARENA}, no_ammo={unit: 2}, unsupplied=[unit])
    assert allowance(state(match), no(unit)) == 2
    assert strength.defence_value(state(match), no(unit)) == 3
    assert strength.eligible(state(match), no(unit), state(match).at[no(enemy)]) is not None


@pytest.mark.rule("battles", "16.67:a")
@pytest.mark.parametrize(("value", "half"), [(5, 3), (4, 2)])
def test_out_of_ammunition_halves_the_defence(value: int, half: int) -> None:
    (one,), (unit,) = squad("german", 5), squad("allied", value)
    match = battle(GERMAN, {one: E, unit: ARENA}, no_ammo={unit: 2})
    assert totals(declare(match, ARENA, [one]))[1] == half
    (small,) = squad("allied", 1, mech=True)
    match = battle(GERMAN, {one: E, small: ARENA}, no_ammo={small: 2})
    assert totals(declare(match, ARENA, [one]))[1] == 1


@pytest.mark.rule("battles", "16.69:abc")
@pytest.mark.parametrize(("die", "more"), [(1, 0), (3, 2), (4, 3), (5, 4)])
def test_partial_success_adds_the_die_less_one(die: int, more: int) -> None:
    match, _, _ = assault(4, die, options=PARTIAL)
    assert totals(match)[0] == 5 + more


@pytest.mark.rule("battles", "16.69:d")
def test_partial_success_still_empties_the_unit() -> None:
    match, units, _ = assault(4, 3, options=PARTIAL)
    match.play("die", 4)
    while asked(match)[1] in ("Retreat", "Losses", "Advance"):
        match.play(*match.decision.pairs()[-1])
    assert state(match).no_ammo[no(units[0])] == 3


@pytest.mark.rule("battles", "16.69:e")
def test_partial_success_keeps_to_one_column() -> None:
    pair = squad("german", 5, 5)
    (target,) = squad("allied", 6)
    match = battle(GERMAN, dict.fromkeys(pair, E) | {target: ARENA}, options=PARTIAL, lost={target: 1})
    declare(match, ARENA, pair)  # 10 to 3 is 3-1
    match.play("ready")
    play(match, ("unit", pair[0]), ("points", 4), ("unit", pair[1]), ("points", 4), ("die", 4), ("die", 4))
    assert totals(match) == (16, 3)  # 5-1
    assert column(match) == "4-1"


# --- Saturation Fire: who and how (16.71 to 16.73) ---------------------------------------------------------------------


def shelling(place: str, barrage: int, kind: str, die: int, **more: Any) -> Match:
    """One gun uses Saturation Fire on a regiment in the arena; its die is rolled."""
    (gun,), (target,) = guns("german", barrage), squad("allied", 5)
    match = battle(GERMAN, {gun: place, target: ARENA}, battery=[gun], **({"options": SATURATION} | more))
    declare(match, ARENA, [], **{kind: [gun]})
    match.play("die", die)
    return match


@pytest.mark.rule("battles", "16.7:a", "16.71:d")
def test_only_artillery_that_could_barrage_is_offered_saturation_fire() -> None:
    near, far = guns("german", 3, 3)
    (one,), (target,) = squad("german", 5), squad("allied", 5)
    places = {one: E, near: TWO, far: step(THREE, "E"), target: ARENA}
    match = battle(GERMAN, places, battery=[near, far], options=SATURATION)
    match.play("target", ARENA)
    for verb in ("normal", "withering"):
        assert offered(match, verb) == [near]
        assert refused(match, verb, one) == "b10.13"
        assert refused(match, verb, far) == "b10.13"  # range 4: 16.72 has no multiplier
    match = battle(GERMAN, places, battery=[near, far])
    match.play("target", ARENA)
    assert refused(match, "normal", near) == "16.7"
    assert offered(match, "gun") == [near]


@pytest.mark.rule("battles", "16.71:ab", "16.72:g")
def test_in_battery_in_supply_with_ammunition_and_one_shot() -> None:
    ok, limbered, dry, empty, far = guns("german", 3, 3, 3, 3, 3)
    (target,) = squad("allied", 5)
    places = dict(zip((ok, limbered, dry, empty), (TWO, TWO, TWO, E), strict=True)) | {far: step(THREE, "E")}
    match = battle(
        GERMAN,
        places | {target: ARENA},
        battery=[ok, dry, empty, far],
        unsupplied=[dry],
        no_ammo={empty: 2},
        options=SATURATION,
    )
    match.play("target", ARENA)
    found = [refused(match, "normal", unit) for unit in (limbered, dry, empty, far)]
    assert found == ["b10.1", "11.4", "16.77", "b10.13"]
    match.play("normal", ok)
    for verb in ("gun", "normal", "withering"):
        assert refused(match, verb, ok) == "b10.13"  # it fires already, in place of its barrage


@pytest.mark.rule("battles", "16.71:b")
def test_a_gun_that_fired_does_not_fire_again_in_the_phase() -> None:
    one, two = guns("german", 3, 3)
    first, second = squad("allied", 5, 5)
    match = battle(GERMAN, {one: TWO, two: W, first: ARENA, second: step(NW, "NW")}, battery=[one, two], options=TUBES)
    declare(match, ARENA, [], normal=[one])
    match.play("die", 6)
    match.play("die", 4)
    while asked(match)[1] != "Combat":
        match.play(*match.decision.pairs()[-1])
    match.play("target", step(NW, "NW"))
    assert refused(match, "gun", one) == "b9.1"
    assert refused(match, "normal", one) == "b9.1"


@pytest.mark.rule("battles", "16.71:c")
def test_there_is_no_saturation_fire_in_defence() -> None:
    (one,), (target,), (helper,) = squad("german", 5), squad("allied", 5), guns("allied", 5, fpf=3)
    match = battle(GERMAN, {one: E, target: ARENA, helper: W}, battery=[helper], options=SATURATION)
    declare(match, ARENA, [one])
    assert set(match.decision.choices) == {"gun", "ready"}
    with pytest.raises(Exception, match=r"b10\.3"):
        match.play("normal", helper)
    play(match, ("gun", helper), "ready")
    assert totals(match)[1] == 8


@pytest.mark.rule("battles", "16.72:abcd")
@pytest.mark.parametrize(
    ("place", "barrage", "kind", "die", "value"),
    [
        (TWO, 4, "normal", 3, 12),
        (THREE, 4, "normal", 3, 8),
        (THREE, 5, "withering", 1, 25),
        (TWO, 3, "normal", 6, 3),
        (E, 3, "withering", 6, 12),
    ],
)
def test_the_multiplier_by_type_die_and_range(place: str, barrage: int, kind: str, die: int, value: int) -> None:
    match = shelling(place, barrage, kind, die)
    assert totals(match)[0] == value


@pytest.mark.rule("battles", "16.72:ef")
def test_each_gun_has_its_own_type_and_die() -> None:
    one, two = guns("german", 4, 3)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, {one: TWO, two: TWO, target: ARENA}, battery=[one, two], options=SATURATION)
    declare(match, ARENA, [], normal=[one], withering=[two])
    assert asked(match) == ("chance", "FireDice")  # the types are fixed before any die
    dice = {no(one): 3, no(two): 6}
    for unit in sorted(dice):
        match.play("die", dice[unit])
    assert totals(match)[0] == 4 * 3 + 3 * 3


@pytest.mark.rule("battles", "16.73:a")
def test_blocking_terrain_halves_the_multiplied_barrage() -> None:
    one, two = guns("german", 4, 3)
    (eyes,), (target,) = squad("german", 3), squad("allied", 5)
    place, at = "B0614", step("B0614", "E", "E")
    units = {one: at, two: at, eyes: step("B0614", "W"), target: place}
    match = situation(GERMAN, units, battery=[one, two], options=SATURATION)
    declare(match, place, [], normal=[one])
    match.play("die", 3)
    assert totals(match)[0] == 6  # 4 x 3 = 12
    match = situation(GERMAN, units, battery=[one, two], options=SATURATION)
    declare(match, place, [], normal=[one, two])
    dice = {no(one): 3, no(two): 6}
    for unit in sorted(dice):
        match.play("die", dice[unit])
    assert totals(match)[0] == 8  # 12 + 3 = 15


@pytest.mark.rule("battles", "16.73:b", "16.77:ac")
def test_a_gun_that_fired_defends_with_half_its_fpf() -> None:
    from ardennes.games.battles.movement import allowance

    match = shelling(TWO, 3, "normal", 6)
    match.play("die", 4)
    while asked(match)[1] in ("Losses", "Retreat", "Hold"):
        match.play(*match.decision.pairs()[-1])
    if asked(match)[1] == "Breakdown":
        match.play("sum", 12)
    gun = guns("german", 3)[0]
    s = state(match)
    assert s.no_ammo[no(gun)] == 3
    assert strength.defence_value(s, no(gun)) == 1  # FPF 2 halved
    s.battery &= ~(1 << no(gun))
    assert allowance(s, no(gun)) == 3
    (target,) = squad("allied", 5)
    match = battle(
        GERMAN,
        {gun: TWO, target: ARENA, guns("german", 3, 3)[1]: TWO},
        battery=[gun, guns("german", 3, 3)[1]],
        no_ammo={gun: 2},
    )
    match.play("target", ARENA)
    assert refused(match, "gun", gun) == "16.77"


@pytest.mark.rule("battles", "16.73-intensive:a")
def test_units_under_a_barrage_use_intensive_fire_only_next_to_the_guns() -> None:
    (gun,), (target,) = guns("german", 6), squad("allied", 5)
    match = battle(GERMAN, {gun: TWO, target: ARENA}, battery=[gun], options=INTENSE)
    declare(match, ARENA, [], [gun])
    assert asked(match) == ("chance", "Roll")
    match = battle(GERMAN, {gun: E, target: ARENA}, battery=[gun], options=INTENSE)
    declare(match, ARENA, [], [gun])
    assert asked(match) == ("allied", "Intense") and offered(match, "unit") == [target]
    match = battle(GERMAN, {gun: E, target: ARENA}, battery=[gun], options={"intensive_fire": "german"})
    declare(match, ARENA, [], [gun])
    assert asked(match) == ("chance", "Roll")


def combined(target_strength: int, points_: int, place: str = TWO) -> Match:
    (one,), (gun,) = squad("german", 5), guns("german", 4)
    (target,) = squad("allied", target_strength)
    match = battle(
        GERMAN,
        {one: E, gun: place, target: ARENA},
        battery=[gun],
        options={"intensive_fire": "german", "saturation_fire": "on"},
    )
    declare(match, ARENA, [one], normal=[gun])
    play(match, ("unit", one), ("points", points_))
    match.play("die", 6)  # intensive
    match.play("die", 3)  # saturation: x 3
    return match


@pytest.mark.rule("battles", "16.73-combined:a")
def test_a_combined_attack_uses_both() -> None:
    assert totals(combined(5, 2))[0] == 19  # 7 + 12


@pytest.mark.rule("battles", "16.73-combined:c", "16.7:b")
def test_intensive_fire_is_limited_and_saturation_fire_is_not() -> None:
    match = combined(2, 4)
    assert totals(match) == (21, 2)
    assert column(match) == "8-1"  # 17 to 2 without Intensive Fire is 8-1 already
    match = combined(4, 4)  # 17 to 4 is 4-1, 21 to 4 is 5-1; plain 9 to 4 would be 2-1
    assert column(match) == "5-1"
    match = combined(5, 4)  # 17 to 5 is 3-1, 21 to 5 is 4-1
    assert column(match) == "4-1"


@pytest.mark.rule("battles", "16.73-combined:b")
@pytest.mark.parametrize(("place", "hit"), [(TWO, False), (E, True)])
def test_an_adverse_result_hits_adjacent_guns_only(place: str, hit: bool) -> None:
    (one,), (gun,) = squad("german", 3), guns("german", 2)
    (target,) = squad("allied", 6)
    match = battle(GERMAN, {one: E, gun: place, target: ARENA}, battery=[gun], options=SATURATION)
    declare(match, ARENA, [one], normal=[gun])
    match.play("die", 6)
    roll(match, "A1 AR")
    match.play("hex", step(E, "NE"))
    assert where(match, gun) == (step(E, "NE") if hit else place)


# --- breakdown (16.74 to 16.79) ---------------------------------------------------------------------------------------


def broken(kind: str, die: int, total: int, options: dict[str, Any] | None = None) -> tuple[Match, str]:
    """A gun has fired at range 2 and made its breakdown roll."""
    match = shelling(TWO, 3, kind, die, options=options or SATURATION)
    match.play("die", 5)
    while asked(match)[1] in ("Losses", "Retreat", "Hold"):
        match.play(*match.decision.pairs()[-1])
    assert asked(match) == ("chance", "Breakdown")
    match.play("sum", total)
    return match, guns("german", 3)[0]


@pytest.mark.rule("battles", "16.74:abcdef", "16.79:c")
@pytest.mark.parametrize(
    ("kind", "die", "number", "chance"),
    [("normal", 6, 2, 1), ("normal", 1, 7, 21), ("withering", 1, 11, 35), ("withering", 6, 6, 15)],
)
def test_breakdown_on_the_number_or_less(kind: str, die: int, number: int, chance: int) -> None:
    match, gun = broken(kind, die, number)
    assert where(match, gun) == "eliminated"  # equal to the number
    match, gun = broken(kind, die, number + 1)
    assert where(match, gun) == TWO
    assert state(match).no_ammo[no(gun)] == 3
    bad = sum(weight for total, weight in zip(TWO_DICE, TWO_DICE_WEIGHTS, strict=True) if total <= number)
    assert Fraction(bad, sum(TWO_DICE_WEIGHTS)) == Fraction(chance, 36)


@pytest.mark.rule("battles", "16.74:g")
def test_a_gun_lost_in_the_attack_makes_no_breakdown_roll() -> None:
    (gun,), (target,) = guns("german", 3), squad("allied", 6)
    match = battle(GERMAN, {gun: E, target: ARENA}, battery=[gun], options=SATURATION)
    declare(match, ARENA, [], normal=[gun])
    match.play("die", 6)  # 2 x 3
    roll(match, "A1")
    assert where(match, gun) == "eliminated"
    assert asked(match)[1] != "Breakdown"


@pytest.mark.rule("battles", "16.75:ab")
def test_broken_artillery_counts_for_victory() -> None:
    for kind, total, lost in (("withering", 2, 1), ("normal", 12, 0)):
        match = shelling(TWO, 3, kind, 6)
        match.play("die", 5)
        taken = points(state(match))
        while asked(match)[1] in ("Losses", "Retreat", "Hold"):
            match.play(*match.decision.pairs()[-1])
            taken = points(state(match))
        match.play("sum", total)
        assert taken - points(state(match)) == lost


@pytest.mark.rule("battles", "16.78:ab")
def test_burnt_tubes_instead_of_elimination() -> None:
    match, gun = broken("normal", 3, 5, TUBES)
    s = state(match)
    assert where(match, gun) == TWO and s.burnt == 1 << no(gun) and not s.no_ammo[no(gun)]
    assert s.lost_steps(0) == 0
    match, gun = broken("normal", 3, 6, TUBES)
    s = state(match)
    assert not s.burnt and s.no_ammo[no(gun)] == 3


@pytest.mark.rule("battles", "16.78-repair:abcdf")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_repair_roll(die: int) -> None:
    (gun,), (enemy,) = guns("german", 3), squad("allied", 3)
    match = battle("german-building", {gun: E, enemy: "D0301"}, turn=5, burnt=[gun], battery=[gun], options=TUBES)
    assert asked(match) == ("chance", "Building")  # not optional
    match.play("die", die)
    s = state(match)
    assert bool(s.burnt) is (2 <= die <= 4)
    assert s.no_ammo[no(gun)] == (5 if die == 1 else 0)  # comes off on turn 7 at the earliest
    assert (where(match, gun) == "eliminated") is (die >= 5)
    assert s.lost_steps(0) == (1 if die >= 5 else 0)


@pytest.mark.rule("battles", "16.78-repair:e")
def test_two_burnt_units_two_dice() -> None:
    pair, (enemy,) = guns("german", 3, 3), squad("allied", 3)
    match = battle(
        "german-building", dict.fromkeys(pair, E) | {enemy: "D0301"}, burnt=pair, battery=pair, options=TUBES
    )
    match.play("die", 1)
    assert asked(match) == ("chance", "Building")
    match.play("die", 2)
    assert asked(match) != ("chance", "Building")
    assert state(match).burnt == 1 << no(pair[1])


@pytest.mark.rule("battles", "16.78-effects:abc")
def test_effects_of_burnt_tubes() -> None:
    from ardennes.games.battles.movement import allowance

    gun, other = guns("german", 4, 4)
    (target,), (one,) = squad("allied", 5), squad("german", 5)
    places = {gun: TWO, other: TWO, one: E, target: ARENA}
    match = battle(GERMAN, places, burnt=[gun], battery=[gun, other], options=TUBES)
    match.play("target", ARENA)
    for verb in ("gun", "normal", "withering"):
        assert refused(match, verb, gun) == "16.78-effects"
    s = state(match)
    assert strength.defence_value(s, no(gun)) == 1
    s.battery = 0
    assert allowance(s, no(gun)) == 4


@pytest.mark.rule("battles", "16.79:abcd")
def test_the_saturation_fire_table() -> None:
    def rows(kind: str) -> list[tuple[list[int], int]]:
        return [(row["by_range"], row["breakdown"]) for row in TABLES["saturation"][kind]]

    normal = [([4, 4, 3], 7), ([4, 3, 3], 6), ([3, 3, 2], 5), ([3, 2, 2], 4), ([2, 2, 1], 3), ([2, 1, 1], 2)]
    withering = [([5, 5, 5], 11), ([5, 5, 4], 10), ([5, 4, 4], 9), ([4, 4, 4], 8), ([4, 4, 3], 7), ([4, 3, 3], 6)]
    assert rows("normal") == normal and rows("withering") == withering
    for found, most in ((normal, 8), (withering, 12)):
        for die, (by_range, number) in enumerate(found, start=1):
            assert number == most - die
            assert by_range == sorted(by_range, reverse=True)
        for better, worse in pairwise(found):
            assert better[1] > worse[1] and all(a >= b for a, b in zip(better[0], worse[0], strict=True))


# --- exact chances in the preview -------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.65", "16.72")
def test_the_preview_counts_all_open_dice() -> None:
    (one,), (gun,), (target,) = squad("german", 5), guns("german", 4), squad("allied", 5)
    match = battle(
        GERMAN,
        {one: E, gun: TWO, target: ARENA},
        battery=[gun],
        options={"intensive_fire": "german", "saturation_fire": "on"},
    )
    plan(match, ARENA, [one], normal=[gun])
    found: dict[str, Fraction] = {}
    for die in range(1, 7):  # by hand: 5 plus 4 times the multiplier at range 2, against 5
        attack = 5 + 4 * TABLES["saturation"]["normal"][die - 1]["by_range"][1]
        found[f"{attack // 5}-1"] = found.get(f"{attack // 5}-1", Fraction(0)) + Fraction(1, 6)
    before, after = strength.columns(state(match))
    total = sum(weight for _, weight in after)
    assert {COLUMNS[c]: Fraction(w, total) for c, w in after} == found and before == after
    play(match, "attack", ("unit", one), ("points", 4))
    total = sum(weight for _, weight in strength.columns(state(match))[1])
    weighed = {COLUMNS[c]: Fraction(w, total) for c, w in strength.columns(state(match))[1]}
    wanted: dict[str, Fraction] = {}
    for die in range(1, 7):
        base = 5 + 4 * TABLES["saturation"]["normal"][die - 1]["by_range"][1]
        for lucky in range(1, 7):
            full = base + (4 if lucky > 4 else 0)
            name = f"{min(full // 5, base // 5 + 1)}-1"
            wanted[name] = wanted.get(name, Fraction(0)) + Fraction(1, 36)
    assert weighed == wanted
    shown = state(match).stack[-1].preview(state(match))
    assert shown is not None
    assert sum(o["chance"] for o in shown["tables"][0]["outcomes"]) == pytest.approx(1, abs=2e-3)
    assert any("a 26% chance of a breakdown" in line for line in shown["warnings"])


@pytest.mark.rule("battles", "16.61", "16.65", "16.72")
@pytest.mark.parametrize("partial", ["off", "on"])
def test_the_chances_are_those_of_all_dice_one_by_one(partial: str) -> None:
    pair, (gun,) = squad("german", 5, 4), guns("german", 3)
    (target,), (small,) = squad("allied", 6), squad("allied", 1, mech=True)
    match = battle(
        GERMAN,
        {pair[0]: E, pair[1]: W, gun: TWO, target: ARENA, small: ARENA},
        battery=[gun],
        options={"intensive_fire": "both", "intensive_fire_partial": partial, "saturation_fire": "on"},
        forts=[ARENA],
    )
    declare(match, ARENA, pair, withering=[gun])
    play(match, ("unit", target), ("points", 3), ("unit", small), ("points", 1), ("unit", pair[0]), ("points", 2))
    found = strength.columns(state(match))[1]
    s = state(match).clone()
    counts: dict[int, int] = {}
    rollers = [no(unit) for unit in (target, small, pair[0], gun)]
    for dice in product(range(1, 7), repeat=len(rollers)):
        for unit, die in zip(rollers, dice, strict=True):
            s.dice[unit] = die
        on = strength.column(s)
        counts[on] = counts.get(on, 0) + 1
    total = sum(weight for _, weight in found)
    assert {c: Fraction(w, total) for c, w in found} == {c: Fraction(n, 6**4) for c, n in counts.items()}
    assert len(found) > 1
