"""9.0 to 9.2, 9.4, 4.2, E-4.2: who attacks whom, how often, compulsory attacks, lower odds."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import BOARD, COLUMNS, EVERY, SIDE, UNIT_NAMES
from tests.rules.ardennes_offensive.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    begin,
    fight,
    finish,
    odds,
    plan,
    preview,
    ring,
    squad,
    step,
    strengths,
)
from tests.rules.ardennes_offensive.table import offered, refused, situation, where

E, NE, SE, W = (step(ARENA, point) for point in ("E", "NE", "SE", "W"))
EE = step(E, "E")


def battle_of(match: Match, *units: str) -> list[int]:
    """The number of the planned attack of each unit."""
    return [int(match.position().get("battle", {}).get(unit, 0)) for unit in units]


# --- 9.0, 9.1 ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "9.0:b")
def test_the_side_whose_phase_it_is_attacks() -> None:
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    assert situation(GERMAN, {five: E, four: ARENA}).decision.side == "german"
    assert situation(ALLIED, {five: E, four: ARENA}).decision.side == "allied"


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "9.0:a")
def test_a_result_is_carried_out_before_the_next_attack() -> None:
    five, six = squad("german", 5, 6)
    four, other = squad("allied", 4, 4)
    far = step(ARENA, "W", 3)
    match = situation(GERMAN, {five: E, four: ARENA, six: step(far, "W"), other: far})
    plan(match, far, [six])
    match.play("ready")
    fight(match, ARENA, [five], "Dr1")
    assert match.decision.cases[0] == "10.2"
    assert refused(match, "fight", far)
    assert refused(match, "attack", far)
    match.play("hex", offered(match, "hex")[0])
    if "no" in match.decision.choices:
        match.play("no")
    assert offered(match, "fight") == [far]


@pytest.mark.rule("ardennes_offensive", "9.1A:a")
def test_a_hex_two_hexes_away_cannot_be_attacked() -> None:
    (five,), (four, other) = squad("german", 5), squad("allied", 4, 4)
    match = situation(GERMAN, {five: EE, four: ARENA, other: step(EE, "E")})
    assert offered(match, "attack") == [step(EE, "E")]
    assert refused(match, "attack", ARENA) == "9.1A"
    match.play("attack", step(EE, "E"))
    assert preview(match)["attackers"] == [five]


@pytest.mark.rule("ardennes_offensive", "9.1A:b", "9.2D:b")
def test_each_attacker_must_be_next_to_both_hexes() -> None:
    five, six, seven = squad("german", 5, 6, 7)
    four, other = squad("allied", 4, 4)
    # five touches both hexes, six only the first, seven only the second.
    units = {five: E, six: NE, seven: step(SE, "SE"), four: ARENA, other: SE}
    match = situation(GERMAN, units)
    match.play("attack", ARENA)
    match.play("unit", five)
    assert offered(match, "target") == [SE]
    match.play("target", SE)
    assert refused(match, "unit", six) == "9.1A"
    assert refused(match, "unit", seven) == "9.1A"
    for unit, first, second in ((six, ARENA, SE), (seven, SE, ARENA)):
        match = situation(GERMAN, units)
        match.play("attack", first)
        match.play("unit", unit)
        assert refused(match, "target", second) == "9.1A"


@pytest.mark.rule("ardennes_offensive", "9.1B:a", "4.2-allied:d", "E-4.2:c")
@pytest.mark.parametrize(("phase", "turn"), [(GERMAN, 2), (ALLIED, 2), (ALLIED, 1), (GERMAN, 18)])
def test_attacks_are_voluntary(phase: str, turn: int) -> None:
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    match = situation(phase, {five: E, four: ARENA}, turn=turn)
    assert offered(match, "attack")
    match.play("done")
    assert match.view()["phase"] != phase


@pytest.mark.rule("ardennes_offensive", "9.1B:b", "9.2F:a")
def test_all_units_in_an_attacked_hex_defend_together() -> None:
    (five,), stack = squad("german", 5), squad("allied", 4, 3, 5)
    match = situation(GERMAN, {five: E} | dict.fromkeys(stack, ARENA))
    plan(match, ARENA, [five])
    assert strengths(match) == (5, 12)
    assert preview(match)["defenders"] == sorted(stack, key=lambda u: UNIT_NAMES.index[u])
    assert refused(match, "target", ARENA) == "9.2D"  # a hex is attacked as a whole: nothing in it can be chosen
    assert refused(match, "unit", stack[0]) == "9.1A"


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "9.1C:a")
def test_no_unit_attacks_twice() -> None:
    five, six, two = squad("german", 5, 6, 2)
    town, other = squad("allied", 4, 4)
    match = situation(GERMAN, {five: E, six: NE, two: step(SE, "E"), town: ARENA, other: SE})
    fight(match, ARENA, [five, six], "Dr1")
    match.play("hex", offered(match, "hex")[0])
    if "no" in match.decision.choices:
        match.play("no")
    match.play("attack", SE)
    assert preview(match)["attackers"] == [two]
    assert refused(match, "unit", five) == "9.1C"


@pytest.mark.rule("ardennes_offensive", "9.1C:b")
def test_no_unit_is_attacked_twice_even_if_it_held_on_in_a_town() -> None:
    place = "1411"
    around = ring(place)
    five, six, seven = squad("german", 5, 6, 7)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, {five: around[0], six: around[1], seven: around[2], four: place})
    fight(match, place, [five, six], "Dr1")
    assert where(match, four) == place
    assert match.view()["phase"] != GERMAN  # nothing is left to attack
    assert "immune" in [event["kind"] for event in match.story()]
    far = step(place, "E", 4)
    two, three = squad("german", 2, 3)
    (other,) = squad("allied", 3)
    match = situation(
        GERMAN, {five: around[0], six: around[1], four: place, two: far, other: step(far, "E"), three: step(far, "NE")}
    )
    fight(match, place, [five], "Dr1")
    assert refused(match, "attack", place) == "9.1C"


def pushed_into_a_stack(*strengths: int) -> tuple[Match, str, list[str], list[str]]:
    """An Allied 5 has retreated onto friends that have not been attacked yet: the match, the 5, the stack, and who can attack it."""
    (first,) = squad("allied", 5)
    stack = squad("allied", *strengths, but=[first])
    nine, *others = squad("german", 9, 7, 7, 6, 6, 6)
    for at, behind in enumerate(ring(ARENA)):
        # The hexes beside the 5 are controlled by the Germans: it is led onto its friends.
        opposite, *sides = (ring(ARENA)[(at + k) % 6] for k in (3, 2, 4))
        flank = ring(behind)[(at + 1) % 6]
        units = {nine: opposite, first: ARENA, others[0]: sides[0], others[1]: sides[1]}
        match = situation(GERMAN, units | dict.fromkeys(stack, behind) | dict.fromkeys(others[2:], flank))
        fight(match, ARENA, [nine], "Dr1")
        if offered(match, "hex") == [behind]:
            match.play("hex", behind)
            match.play("no")
            return match, first, stack, others[2:]
    raise AssertionError("no such place")


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "9.1C:c", "9.2F:bc", "E-9.0-1:a")
@pytest.mark.parametrize(("strengths", "result"), [((4, 3), "Dr2"), ((4,), "Dr1"), ((4,), "Ex")])
def test_a_unit_that_retreats_into_a_stack_adds_nothing_and_shares_its_fate(
    strengths: tuple[int, ...], result: str
) -> None:
    match, first, stack, attackers = pushed_into_a_stack(*strengths)
    behind = where(match, first)
    assert match.position()["joined"] == [first]
    plan(match, behind, attackers)
    assert preview(match)["sides"][1]["total"] == sum(strengths)
    assert set(preview(match)["defenders"]) == {first, *stack}
    match.play("fight", behind)
    finish(match, result)
    if result == "Ex":
        assert [where(match, unit) for unit in (first, *stack)] == ["eliminated"] * 2
        return
    moved = 0
    while match.decision.cases[0] == "10.2":
        verb = "unit" if "unit" in match.decision.choices else "hex"
        moved += verb == "hex"
        match.play(verb, offered(match, verb)[0])
    assert moved == 1 + len(stack)
    assert behind not in [where(match, unit) for unit in (first, *stack)]


@pytest.mark.rule("ardennes_offensive", "9.2F:b", "E-9.0-1:a")
def test_destroyed_with_the_stack_it_fled_to() -> None:
    place = "0428"  # near a road exit: nobody is isolated there
    first, *stack = squad("allied", 5, 4, 3)
    attackers = squad("german", 9, 7, 7, 6, 6, 6, 5)
    hexes = [h for h in ring(place) for _ in range(3)]
    units = dict(zip(attackers, hexes, strict=False)) | dict.fromkeys([first, *stack], place)
    match = situation(GERMAN, units, attacked=[first], joined=[first])
    plan(match, place, attackers)
    assert strengths(match) == (46, 7)
    match.play("fight", place)
    finish(match, "De")
    assert [where(match, unit) for unit in (first, *stack)] == ["eliminated"] * 3


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "E-9.0-1:b")
def test_in_an_exchange_the_newcomer_is_lost_and_not_paid_for() -> None:
    match, first, stack, attackers = pushed_into_a_stack(4)
    begin(match, where(match, first), attackers)
    finish(match, "Ex")
    assert [where(match, unit) for unit in (first, *stack)] == ["eliminated"] * 2
    match.play("unit", attackers[0])  # a 6 pays for the 4: nobody pays for 9
    assert where(match, attackers[1]) != "eliminated"
    assert match.decision.cases[0] != "10.1"


# --- 9.2 ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "9.2D:a")
def test_one_attacker_against_two_hexes_fights_the_sum_of_both() -> None:
    (nine,), (four, three) = squad("german", 9), squad("allied", 4, 3)
    match = situation(GERMAN, {nine: E, four: ARENA, three: SE})
    plan(match, [ARENA, SE], [nine])
    assert strengths(match) == (9, 7)
    assert odds(match) == "1-1"


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "9.2D:c")
def test_a_retreat_hits_every_attacked_hex_and_a_town_protects_only_its_own() -> None:
    place = "1411"
    (five,), (four, three) = squad("german", 5), squad("allied", 4, 3)
    here = ring(place)[0]
    beside = next(h for h in ring(here) if h in ring(place))
    match = situation(GERMAN, {five: here, four: place, three: beside}, turn=1)
    begin(match, [place, beside], [five])
    finish(match, "Dr1")
    assert match.decision.cases[0] == "10.2"
    match.play("hex", offered(match, "hex")[0])
    assert where(match, four) == place
    assert where(match, three) != beside


@pytest.mark.rule("ardennes_offensive", "9.2E:a")
def test_eighteen_units_in_six_stacks_attack_one_hex() -> None:
    attackers = squad("allied", *[4] * 12, *[3] * 6)
    hexes = [h for h in ring(ARENA) for _ in range(3)]
    (five,) = squad("german", 5)
    match = situation(ALLIED, dict(zip(attackers, hexes, strict=True)) | {five: ARENA})
    match.play("attack", ARENA)
    match.play("all")
    assert len(preview(match)["attackers"]) == 18
    assert strengths(match)[0] == 12 * 4 + 6 * 3


@pytest.mark.rule("ardennes_offensive", "9.2G:ab", "10.1:i")
def test_the_third_unit_of_a_stack_may_stay_out_and_is_untouched() -> None:
    a, b, c = squad("german", 5, 5, 5, mech=True)
    (eight,) = ["uk-56-gds"]
    match = situation(GERMAN, {a: E, b: E, c: E, eight: ARENA}, standard=True)
    fight(match, ARENA, [a, b], "Ar1")
    while match.decision.cases[0] == "10.2":
        verb = "unit" if "unit" in match.decision.choices else "hex"
        match.play(verb, offered(match, verb)[0])
    assert where(match, c) == E
    assert where(match, a) != E and where(match, b) != E


@pytest.mark.rule("ardennes_offensive", "9.2G:ab", "10.1:i")
def test_the_unit_that_stayed_out_loses_nothing_in_an_exchange_and_moves_afterwards() -> None:
    a, b, c = squad("german", 6, 6, 5, mech=True)
    (three,) = squad("allied", 3)
    match = situation(GERMAN, {a: E, b: E, c: E, three: ARENA})
    begin(match, ARENA, [a, b])
    match.play("roll")
    match.play("die", 1)  # 12 to 3 is 4-1: Ex
    assert c not in offered(match, "unit")
    match.play("unit", a)
    match.play("no")
    assert match.view()["phase"] == "german-mechanized"
    assert offered(match, "unit") == [c]


@pytest.mark.rule("ardennes_offensive", "9.2H:a")
def test_two_units_of_a_stack_attack_different_hexes() -> None:
    a, b = squad("german", 5, 6)
    four, three = squad("allied", 4, 3)
    match = situation(GERMAN, {a: E, b: E, four: ARENA, three: SE})
    plan(match, ARENA, [a])
    match.play("ready")
    plan(match, SE, [b])
    match.play("ready")
    assert battle_of(match, a, four) == [1, 1]
    assert battle_of(match, b, three) == [2, 2]
    assert set(offered(match, "fight")) == {ARENA, SE}


# --- planning ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "9.1B")
def test_a_plan_that_is_not_fought_ends_with_the_phase() -> None:
    (five, idle), (four,) = squad("german", 5, 6, mech=True), squad("allied", 4)
    match = situation(GERMAN, {five: E, four: ARENA, idle: step(E, "E", 4)})
    plan(match, ARENA, [five])
    match.play("ready")
    assert battle_of(match, five, four) == [1, 1]
    match.play("done")
    assert match.view()["phase"] == "german-mechanized"
    assert battle_of(match, five, four) == [0, 0]
    assert five not in match.position().get("fought", [])


@pytest.mark.rule("ardennes_offensive", "9.2E")
def test_a_planned_attack_can_be_opened_again_and_only_grows() -> None:
    a, b = squad("german", 5, 6)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, {a: E, b: NE, four: ARENA})
    plan(match, ARENA, [a])
    match.play("ready")
    match.play("attack", ARENA)
    assert refused(match, "ready") == "9.2"
    match.play("unit", b)
    match.play("ready")
    assert battle_of(match, a, b, four) == [1, 1, 1]
    assert refused(match, "attack", ARENA) == "9.2F"


@pytest.mark.rule("ardennes_offensive", "9.2E")
def test_all_adds_those_who_have_nobody_else_to_attack() -> None:
    a, b, c = squad("german", 5, 6, 7)
    four, three = squad("allied", 4, 3)
    match = situation(GERMAN, {a: NE, b: step(ARENA, "NW"), c: E, four: ARENA, three: SE})
    match.play("attack", ARENA)
    match.play("all")
    assert set(preview(match)["attackers"]) == {a, b}  # c could attack the other hex too
    assert refused(match, "all") == "9.1B"
    match.play("unit", c)
    match.play("ready")


@pytest.mark.rule("ardennes_offensive", "9.1C")
def test_a_unit_in_one_plan_is_refused_in_another() -> None:
    a, b = squad("german", 5, 6)
    four, three = squad("allied", 4, 3)
    match = situation(GERMAN, {a: E, b: step(SE, "E"), four: ARENA, three: SE})
    plan(match, ARENA, [a])
    match.play("ready")
    match.play("attack", SE)
    assert refused(match, "unit", a) == "9.1C"
    assert refused(match, "target", ARENA) == "9.1C"


# --- 9.4 ---------------------------------------------------------------------------------------------------------------------------------


def at_odds(phase: str, attack: list[int], defence: list[int]) -> Match:
    """A fight that waits for the odds or the die."""
    mine, theirs = ("german", "allied") if phase == GERMAN else ("allied", "german")
    attackers, defenders = squad(mine, *attack), squad(theirs, *defence)
    hexes = [E, E, E, NE, NE, NE]
    match = situation(phase, dict(zip(attackers, hexes, strict=False)) | dict.fromkeys(defenders, ARENA))
    begin(match, ARENA, attackers)
    return match


@pytest.mark.rule("ardennes_offensive", "9.4L:a")
def test_5_to_1_can_be_lowered_to_3_to_1_and_all_attackers_stay_in_it() -> None:
    match = at_odds(GERMAN, [5, 5], [2])
    assert odds(match) == "5-1"
    match.play("odds", "3-1")
    assert match.decision.side == "chance"
    assert "3-1" in match.decision.prompt
    assert len(preview(match)["attackers"]) == 2
    match.play("die", 2)  # Dr2 at 3-1, Ex at 5-1
    assert "result-Dr2" in [event["kind"] for event in match.story()]


def test_only_the_button_for_the_full_odds_stands_out() -> None:
    hints = at_odds(GERMAN, [5, 5], [2]).view("german")["decision"]["hints"]
    assert hints["roll"][""]["danger"]
    assert not any(hint.get("danger") for hint in hints["odds"].values())


def test_a_defender_that_cannot_retreat_at_all_is_warned_of_once() -> None:
    attackers, (lonely,) = squad("german", 9, 5, 5, 5, 5, 5), squad("allied", 4)
    match = situation(GERMAN, dict(zip(attackers, ring(ARENA), strict=True)) | {lonely: ARENA})
    begin(match, ARENA, attackers[:1])
    stuck = [warning for warning in preview(match)["warnings"] if "could not retreat" in warning]
    assert len(stuck) == 1
    assert stuck[0].startswith("Dr1, Dr2, Dr3: ")
    assert stuck[0].endswith("it would be lost.")


@pytest.mark.rule("ardennes_offensive", "9.4L:b", "E-9.0-2:a")
def test_the_german_never_lowers_below_2_to_1() -> None:
    match = at_odds(GERMAN, [4, 4], [2])
    assert odds(match) == "4-1"
    assert offered(match, "odds") == ["2-1", "3-1"]
    assert refused(match, "odds", "1-1") == "E-9.0-2"
    match = at_odds(GERMAN, [3, 3], [2])
    assert odds(match) == "3-1"
    assert offered(match, "odds") == ["2-1"]
    assert refused(match, "odds", "1-1") == "E-9.0-2"


@pytest.mark.rule("ardennes_offensive", "9.4L:c")
def test_the_german_does_not_lower_1_to_1_at_all() -> None:
    match = at_odds(GERMAN, [4], [4])
    assert match.decision.side == "chance"  # nothing to choose
    assert "1-1" in match.decision.prompt


@pytest.mark.rule("ardennes_offensive", "9.4L:d")
def test_the_allies_lower_2_to_1_to_1_to_2() -> None:
    match = at_odds(ALLIED, [4, 4], [4])
    assert offered(match, "odds") == ["1-2", "1-1"]
    match.play("odds", "1-2")
    assert "1-2" in match.decision.prompt


@pytest.mark.rule("ardennes_offensive", "9.4L:e")
def test_odds_are_never_raised_and_not_lowered_after_the_die() -> None:
    match = at_odds(GERMAN, [5, 5], [2])
    for higher in ("5-1", "6-1", "9-1"):
        assert refused(match, "odds", higher) == "9.4L"
    match.play("roll")
    match.play("die", 6)
    assert refused(match, "odds", "3-1")


# --- E-4.2: the first turn ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "E-4.2:ab", "4.2-german:d", "9.1B:a")
def test_on_the_first_turn_everybody_in_contact_must_be_planned_for_and_fight() -> None:
    a, b = squad("german", 5, 6)
    four, three = squad("allied", 4, 3)
    far = step(ARENA, "W", 3)
    match = situation(GERMAN, {a: E, four: ARENA, b: step(far, "W"), three: far}, turn=1)
    assert refused(match, "done") == "E-4.2"
    undone = match.view("german")["decision"]["undone"]
    assert set(undone["must"]) == {a, b, four, three}
    plan(match, ARENA, [a])
    assert refused(match, "fight", ARENA) == "E-4.2"
    match.play("ready")
    assert refused(match, "fight", ARENA) == "E-4.2"
    plan(match, far, [b])
    match.play("ready")
    assert refused(match, "done") == "E-4.2"
    match.play("fight", ARENA)
    match.play("roll")
    match.play("die", 6)
    while match.decision.cases[0] in ("10.2", "9.6N"):
        verb = next(v for v in ("no", "hex", "unit") if v in match.decision.choices)
        match.play(verb, None if verb == "no" else offered(match, verb)[0])
    assert refused(match, "done") == "E-4.2"
    assert offered(match, "fight") == [far]


@pytest.mark.rule("ardennes_offensive", "E-4.2:ab", "4.2-german:d")
def test_a_plan_that_leaves_somebody_without_a_partner_is_not_complete() -> None:
    # b touches only the first hex, three is touched only by a.
    a, b = squad("german", 5, 6)
    four, three = squad("allied", 4, 3)
    units = {a: E, b: step(ARENA, "NW"), four: ARENA, three: SE}
    match = situation(GERMAN, units, turn=1)
    match.play("attack", ARENA)
    assert refused(match, "unit", a) == "E-4.2"  # without a nobody is left for the other hex, and b would not touch it
    assert preview(match)["attackers"] == [b]  # the only one that can
    match.play("ready")
    match.play("attack", SE)
    assert preview(match)["attackers"] == [a]
    match.play("fight", SE)


@pytest.mark.rule("ardennes_offensive", "E-4.2:b", "4.2-german:d")
def test_an_attacker_with_nobody_else_left_must_join() -> None:
    a, b = squad("german", 5, 6)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, {a: E, b: NE, four: ARENA}, turn=1)
    match.play("attack", ARENA)
    match.play("unit", a)
    assert refused(match, "ready") == "E-4.2"
    assert match.view("german")["decision"]["undone"]["must"] == [b]
    match.play("unit", b)
    match.play("ready")


@pytest.mark.rule("ardennes_offensive", "E-4.2:a", "4.2-german:d")
def test_one_attacker_must_take_on_all_hexes_that_only_it_touches() -> None:
    (nine,), (four, three) = squad("german", 9), squad("allied", 4, 3)
    match = situation(GERMAN, {nine: E, four: ARENA, three: SE}, turn=1)
    match.play("attack", ARENA)
    assert refused(match, "ready") == "E-4.2"
    match.play("target", SE)
    assert strengths(match) == (27, 7)
    match.play("ready")
    assert set(offered(match, "fight")) == {ARENA, SE}


@pytest.mark.rule("ardennes_offensive", "4.2-german:e")
def test_contact_that_arises_in_the_phase_obliges_nobody() -> None:
    nine, other = squad("german", 9, 5, mech=True)
    four, three = squad("allied", 4, 3)
    beyond = step(ARENA, "W", 2)
    match = situation(GERMAN, {nine: E, four: ARENA, other: step(E, "E", 2), three: step(beyond, "W")}, turn=1)
    fight(match, ARENA, [nine], "Ex")
    assert where(match, nine) == "eliminated"
    (idle,) = squad("german", 6, mech=True)
    match = situation(GERMAN, {nine: E, other: NE, four: ARENA, three: beyond, idle: step(E, "E", 4)}, turn=1)
    begin(match, ARENA, [nine, other])
    match.play("roll")
    match.play("die", 1)  # 42 to 4: destroyed
    match.play("unit", nine)
    assert where(match, nine) == ARENA
    if match.view()["phase"] == GERMAN:
        assert beyond not in offered(match, "attack")  # nine has fought, other is not next to it
        match.play("done")
    assert match.view()["phase"] == "german-mechanized"


@pytest.mark.rule("ardennes_offensive", "E-4.2:c")
def test_there_is_no_compulsion_on_the_second_turn() -> None:
    a, b = squad("german", 5, 6)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, {a: E, b: NE, four: ARENA}, turn=2)
    match.play("attack", ARENA)
    match.play("unit", a)
    match.play("ready")
    match.play("done")
    assert match.view()["phase"] == "german-mechanized"


@pytest.mark.rule("ardennes_offensive", "E-4.2:ab", "4.2-german:d")
@pytest.mark.parametrize("seed", range(8))
def test_the_first_turn_can_always_be_planned_to_the_end_and_covers_everybody(seed: int) -> None:
    match = ardennes.new("ardennes_offensive", seed=seed)
    rng = random.Random(seed)
    s: Any = match.state
    before = {
        UNIT_NAMES.names[u]
        for u, place in enumerate(s.at)
        if place >= 0
        and any(SIDE[v] != SIDE[u] for p in each(BOARD.spread(1 << place, EVERY)) for v in each(s.units_at(p)))
    }
    assert len(before) > 20
    fights = False
    while match.view()["phase"] == "german-combat":
        choices = match.decision.pairs()
        assert choices
        fights = fights or any(verb == "fight" for verb, _ in choices)
        if not fights:
            planned = {u for u, n in match.position().get("battle", {}).items() if n}
            assert not before <= planned or match.decision.cases[0] == "9.2"
        match.play(*rng.choice(choices))
    position = match.position()
    assert before <= set(position["fought"]) | set(position["attacked"])


@pytest.mark.rule("ardennes_offensive", "4.2-german:fg")
def test_only_mechanized_units_that_did_not_fight_move_on_the_first_turn() -> None:
    nine, five = squad("german", 9, 5, mech=True)
    (four,) = squad("allied", 1)
    match = situation(GERMAN, {nine: E, five: step(E, "E", 3), four: ARENA}, turn=1)
    fight(match, ARENA, [nine], "De")
    match.play("no")
    assert match.view()["phase"] == "german-mechanized"
    assert offered(match, "unit") == [five]
    whole = ardennes.new("ardennes_offensive", seed=1, chance="manual")
    state = whole.position()
    assert state["units"]["de-1-a"] == "entry-e"
    state["phase"] = "german-mechanized"
    state.pop("frames", None)
    moving = ardennes.load_position(state, chance="manual")
    assert "de-1-a" in offered(moving, "unit")


def test_columns_are_in_order() -> None:
    assert COLUMNS[0] == "1-2" and COLUMNS[-1] == "9-1"
