"""b9.1 to b9.34, 9.4: declaring attacks, odds, shifts and the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import strength
from ardennes.games.battles.facts import COLUMNS, CRT, UNIT_NAMES, hex_at, odds_column
from ardennes.games.battles.results import read
from tests.rules.battles.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    battle,
    choices,
    column,
    declare,
    engineer,
    fight,
    guns,
    plan,
    ring,
    roll,
    squad,
    step,
    strengths,
    totals,
)
from tests.rules.battles.table import asked, offered, play, refused, situation, state, where

E, W, NE, SW = (step(ARENA, point) for point in ("E", "W", "NE", "SW"))
LIGHT, HEAVY, TOWN = "B0614", "B0605", "B1609"

# --- the specification's worked example --------------------------------------------------------------------------------

FUSILIERS, REGIMENT, ART = "de-27-fus-12", "de-48-12", "de-12-art"
DEFENDER, DIVARTY = "us-394-99", "us-99-divarty"
EXAMPLE = {FUSILIERS: "B1222", REGIMENT: "B1122", ART: "B1223", DEFENDER: "B1221", DIVARTY: "B1420"}


def example(turn: int = 2) -> Match:
    match = situation(GERMAN, EXAMPLE, turn=turn, battery=[ART, DIVARTY])
    return declare(match, "B1221", [FUSILIERS, REGIMENT], [ART])


@pytest.mark.rule("battles", "b2.3:b", "b9.3", "10.2", "b10.3")
def test_worked_example_thirteen_to_eight_is_even_odds() -> None:
    match = example()
    assert asked(match) == ("allied", "FinalFire")
    play(match, ("gun", DIVARTY), "ready")
    assert totals(match) == (13, 8)
    assert column(match) == "1-1"


def test_going_on_without_fpf_is_a_pass_and_with_some_is_not() -> None:
    match = example()
    assert match.view("allied")["decision"]["hints"]["ready"][""]["passes"]
    match.play("gun", DIVARTY)
    assert "passes" not in match.view("allied")["decision"]["hints"]["ready"][""]


@pytest.mark.rule("battles", "9.4", "b9.5")
def test_worked_example_an_exchange_costs_each_side_a_step() -> None:
    match = example()
    play(match, ("gun", DIVARTY), "ready", ("die", 3))
    assert strengths(match)[DEFENDER] == 3
    assert choices(match, "lose") == {FUSILIERS, REGIMENT}  # the guns are not next to the target
    match.play("lose", REGIMENT)
    assert strengths(match)[REGIMENT] == 3
    assert where(match, DEFENDER) == "B1221"  # no retreat, no advance
    assert where(match, FUSILIERS) == "B1222"


@pytest.mark.rule("battles", "9.4", "b9.61", "b9.71")
def test_worked_example_a_retreat_of_two_hexes_and_an_advance() -> None:
    match = example()
    play(match, ("gun", DIVARTY), "ready", ("die", 1), ("hex", "B1220"), ("hex", "B1219"))
    assert where(match, DEFENDER) == "B1219"
    play(match, ("advance", FUSILIERS), "done")
    assert where(match, FUSILIERS) == "B1221"


@pytest.mark.rule("battles", "b9.33")
def test_worked_example_on_turn_1_surprise_shifts_it_to_the_right() -> None:
    match = example(turn=1)
    play(match, ("gun", DIVARTY), "ready")
    assert column(match) == "2-1"


# --- who attacks (b9.1) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.1:a")
def test_a_second_attack_on_a_hex_is_refused() -> None:
    one, two, three = squad("german", 4, 5, 3)
    target, other = squad("allied", 6, 5)
    match = battle(GERMAN, {one: E, two: W, three: step(E, "E"), target: ARENA, other: step(W, "W")})
    fight(match, ARENA, [one], "-")
    assert asked(match) == ("german", "Combat")
    assert refused(match, "target", ARENA) == "b9.1"
    match.play("target", step(W, "W"))
    assert refused(match, "join", one) == "b9.1"  # it has attacked


@pytest.mark.rule("battles", "b9.1:b")
def test_units_of_one_hex_may_attack_different_hexes() -> None:
    one, two = squad("german", 5, 4)
    first, second = squad("allied", 3, 2)
    match = battle(GERMAN, {one: ARENA, two: ARENA, first: E, second: W})
    fight(match, E, [one], "A1")
    declare(match, W, [two])
    assert totals(match) == (4, 2)


@pytest.mark.rule("battles", "b9.1")
def test_attackers_of_several_hexes_combine_and_all_units_of_the_hex_defend() -> None:
    one, two, three = squad("german", 5, 4, 3)
    four, five = squad("allied", 5, 2)
    match = battle(GERMAN, {one: E, two: W, three: NE, four: ARENA, five: ARENA})
    match.play("target", ARENA)
    assert choices(match, "join") == {one, two, three}
    play(match, "all", "attack")
    assert totals(match) == (12, 7)


@pytest.mark.rule("battles", "b9.1")
def test_no_ground_attack_across_the_moselle_without_a_bridge() -> None:
    one, two = squad("german", 5, 4)
    (target,) = squad("allied", 3)
    match = battle(GERMAN, {one: "D0123", target: "D0122", two: "D0121"})
    match.play("target", "D0122")
    assert refused(match, "join", one) == "b9.1"
    match = battle(GERMAN, {one: "D0728", target: "D0727"})
    assert offered(match, "target") == ["D0727"]  # over a bridge
    match = battle(GERMAN, {one: "D0728", target: "D0727", two: "D0720", "us-1-110-28": "D0719"}, blown=["D0727-D0728"])
    assert refused(match, "target", "D0727") == "b9.1"


@pytest.mark.rule("battles", "b3.2:ab", "b3.4:b", "b3.6:ab")
def test_engineers_and_artillery_do_not_join_and_engineers_defend() -> None:
    (one,), pioneers, (battery,) = squad("german", 5), engineer("german"), guns("german", 3)
    (target,), sappers = squad("allied", 2), engineer("allied")
    places = {one: E, pioneers: W, battery: NE, target: ARENA, sappers: ARENA}
    match = battle(GERMAN, places, battery=[battery])
    match.play("target", ARENA)
    assert refused(match, "join", pioneers) == "b3.2"
    assert refused(match, "join", battery) == "b3.4"
    assert offered(match, "gun") == [battery]
    play(match, ("join", one), "attack")
    assert totals(match) == (5, 3)  # 2 + 1


@pytest.mark.rule("battles", "11.4:b", "b6.4", "b6.5", "b15.4", "b13.1", "16.67:b")
def test_units_that_cannot_attack_say_why() -> None:
    ok, dry, marching, tired, held, digging, empty = squad("german", 5, 5, 5, 4, 4, 4, 3)
    (target,) = squad("allied", 2)
    places = {ok: E, dry: W, tired: W, held: NE, digging: NE, empty: NE, marching: SW, target: ARENA}
    match = battle(
        GERMAN,
        places,
        options={"forced_march": "on"},
        unsupplied=[dry],
        marching=[marching],
        fatigued=[tired],
        release={held: 5},
        digging=[digging],
        no_ammo={empty: 2},
    )
    match.play("target", ARENA)
    why = {unit: refused(match, "join", unit) for unit in (dry, marching, tired, held, digging, empty)}
    assert list(why.values()) == ["11.4", "b6.4", "b6.5", "b15.4", "b13.1", "16.67"]
    assert state(match).attackers == 1 << UNIT_NAMES.index[ok]  # the only one who can


@pytest.mark.rule("battles", "b15.4:b")
def test_an_attack_releases_the_units_of_the_hex() -> None:
    (one,), (target, other) = squad("german", 3), squad("allied", 5, 4)
    match = battle(GERMAN, {one: E, target: ARENA, other: step(W, "W")}, turn=2, release={target: 5, other: 5})
    fight(match, ARENA, [one], "-")
    s = state(match)
    assert s.release[UNIT_NAMES.index[target]] == 0
    assert s.release[UNIT_NAMES.index[other]] == 5


@pytest.mark.rule("battles", "b9.1")
def test_attacks_are_voluntary_and_the_page_says_who_could() -> None:
    (one,), (target,) = squad("german", 5), squad("allied", 5)
    match = battle(GERMAN, {one: E, target: ARENA})
    undone = state(match).stack[-1].undone(state(match))
    assert undone is not None and undone.could == 1 << UNIT_NAMES.index[one]
    match.play("done")
    assert strengths(match)[target] == 5


@pytest.mark.rule("battles", "b9.1")
def test_the_only_attacker_need_not_be_picked() -> None:
    (one,), (target,) = squad("german", 5), squad("allied", 5)
    match = battle(GERMAN, {one: E, target: ARENA})
    match.play("target", ARENA)
    assert offered(match, "attack") == [None]


# --- the order of an attack (b9.2) ------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.2:ab")
def test_fpf_comes_before_intensive_fire_and_breakdown_after_the_advance() -> None:
    (one,), (gun,) = squad("german", 8, mech=True), guns("german", 4)
    (target,), (helper,) = squad("allied", 6), guns("allied", 2)
    match = battle(
        GERMAN,
        {one: E, gun: step(E, "E"), target: ARENA, helper: step(W, "W")},
        options={"intensive_fire": "both", "saturation_fire": "on"},
        battery=[gun, helper],
    )
    declare(match, ARENA, [one], normal=[gun])
    answers: dict[str, tuple[str, object]] = {
        "FinalFire": ("ready", None),
        "Intense": ("ready", None),
        "FireDice": ("die", 3),
        "Roll": ("die", 1),
        "Advance": ("done", None),
        "Breakdown": ("sum", 12),
    }
    seen = []
    while (top := asked(match)[1]) in {*answers, "Retreat"}:
        seen.append(asked(match))
        match.play(*(answers.get(top) or ("hex", offered(match, "hex")[0])))
    order = list(dict.fromkeys(seen))
    assert order == [
        ("allied", "FinalFire"),
        ("allied", "Intense"),
        ("german", "Intense"),
        ("chance", "FireDice"),
        ("chance", "Roll"),
        ("allied", "Retreat"),
        ("german", "Advance"),
        ("chance", "Breakdown"),
    ]


@pytest.mark.rule("battles", "b9.2:c", "b9.5:c")
def test_nobody_left_nobody_retreats() -> None:
    attackers = squad("german", 8, 7, 6, mech=True)
    (target,) = squad("allied", 2)
    match = battle(GERMAN, dict(zip(attackers, (E, W, NE), strict=True)) | {target: ARENA})
    fight(match, ARENA, attackers, "D3 R4")  # two steps: the third is ignored
    assert where(match, target) == "eliminated"
    assert asked(match) == ("german", "Advance")


# --- odds (b9.3, b9.31, b9.32) ------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.3:a")
@pytest.mark.parametrize(
    ("attack", "defence", "said"),
    [(14, 5, "2-1"), (4, 5, "1-2"), (5, 14, "1-3"), (5, 15, "1-3"), (15, 5, "3-1"), (30, 3, "8-1"), (5, 5, "1-1")],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, said: str) -> None:
    assert COLUMNS[odds_column(attack, defence)] == said


@pytest.mark.rule("battles", "b9.3:a")
def test_five_to_sixteen_may_not_be_declared() -> None:
    five, other = *squad("german", 5), *squad("german", 2, mech=True)
    big = squad("allied", 6, 6, 4, mech=True)
    places = {five: E} | dict.fromkeys(big, ARENA)
    match = battle(GERMAN, places | {other: SW})
    plan(match, ARENA, [five])
    assert refused(match, "attack") == "b9.3"  # 5 to 16
    play(match, ("join", other), "attack")  # 7 to 16
    match = battle(GERMAN, places | {other: step(W, "W"), "us-1-110-28": step(W, "W", "W")})
    assert refused(match, "target", ARENA) == "b9.3"  # with everybody


@pytest.mark.rule("battles", "b9.3")
def test_fpf_may_push_the_odds_below_the_table() -> None:
    (one,) = squad("german", 2, mech=True)
    (target,), helpers = squad("allied", 5), guns("allied", 5, 5)
    places = {one: E, target: ARENA, helpers[0]: W, helpers[1]: W}
    match = battle(GERMAN, places, battery=helpers)
    declare(match, ARENA, [one])
    play(match, ("gun", helpers[0]), ("gun", helpers[1]), "ready")
    attack, defence = totals(match)
    assert odds_column(attack, defence) == -1
    assert column(match) == "1-3"


@pytest.mark.rule("battles", "b9.3:bc")
def test_first_cap_then_shift_and_never_beyond_the_table() -> None:
    attackers = squad("german", 8, 7, 6, 6, 3, mech=True)
    (target,) = squad("allied", 3, mech=True)
    around = ring(HEAVY)
    match = situation(GERMAN, dict(zip(attackers, around, strict=False)) | {target: HEAVY})
    declare(match, HEAVY, attackers)
    assert totals(match) == (30, 3)
    assert column(match) == "6-1"
    (weak,), (strong,) = squad("german", 3), squad("allied", 5)
    match = situation(GERMAN, {weak: around[0], strong: HEAVY})
    declare(match, HEAVY, [weak])  # 3 to 5 is 1-2
    assert column(match) == "1-3"


@pytest.mark.rule("battles", "b9.31:ab")
def test_ground_units_count_half_across_a_river_and_barrage_does_not() -> None:
    five, four = squad("german", 5, 4)
    (gun,), (target,) = guns("german", 3), squad("allied", 5)
    match = situation(GERMAN, {five: "B1223", four: "B1223", gun: "B1123", target: "B1222"}, battery=[gun])
    declare(match, "B1222", [five, four])
    assert totals(match) == (5, 5)  # 3 + 2
    match = situation(GERMAN, {five: "B1223", four: "B1223", gun: "B1123", target: "B1222"}, battery=[gun])
    declare(match, "B1222", [five, four], [gun])
    assert totals(match) == (8, 5)


@pytest.mark.rule("battles", "b9.31")
@pytest.mark.parametrize("blown", [[], ["D1815-D1816"]])
def test_a_bridge_does_not_help_the_attacker(blown: list[str]) -> None:
    (five,), (target,) = squad("german", 5), squad("allied", 5)
    match = battle(GERMAN, {five: "D1816", target: "D1815"}, blown=blown)
    declare(match, "D1815", [five])
    assert totals(match) == (3, 5)


@pytest.mark.rule("battles", "b9.32:a", "16.67:a", "b6.4:a")
def test_a_strength_is_halved_once_only() -> None:
    (one,), (five,) = squad("german", 5), squad("allied", 5)
    six = squad("allied", 6, mech=True)[0]

    def defence(**marks: object) -> int:
        match = battle(GERMAN, {one: E, five: ARENA}, **marks)
        declare(match, ARENA, [one])
        return totals(match)[1]

    assert defence() == 5
    assert defence(no_ammo={five: 2}) == 3
    assert defence(marching=[five]) == 3
    assert defence(no_ammo={five: 2}, marching=[five]) == 3
    match = battle(GERMAN, {one: E, six: ARENA}, marching=[six])
    declare(match, ARENA, [one])
    assert totals(match)[1] == 3


# --- shifts (b9.33, b9.34) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.33:a")
def test_left_shifts_add_up_to_four_at_most() -> None:
    (defender,) = squad("german", 3)
    for forts, wanted in (([], 4), (["B0520"], 4)):
        match = situation(ALLIED, {defender: "B0520", "us-1-110-28": "B0519"}, forts=forts)
        assert strength.left_shifts(state(match), hex_at("B0520")) == wanted
    match = battle(ALLIED, {defender: ARENA, "us-1-110-28": E}, forts=[ARENA])
    assert strength.left_shifts(state(match), hex_at(ARENA)) == 1


@pytest.mark.rule("battles", "b9.33:b")
def test_on_turn_1_german_attacks_shift_to_the_right_and_allied_ones_do_not() -> None:
    (five,), (other,) = squad("german", 5), squad("allied", 5)
    near = ring(LIGHT)[0]
    match = situation(GERMAN, {five: near, other: LIGHT}, turn=1)
    assert column(declare(match, LIGHT, [five])) == "1-1"  # 1 left, 1 right
    match = situation(GERMAN, {five: near, other: LIGHT}, turn=2)
    assert column(declare(match, LIGHT, [five])) == "1-2"
    match = situation(ALLIED, {other: near, five: LIGHT}, turn=1)
    assert column(declare(match, LIGHT, [other])) == "1-2"
    (gun,) = guns("german", 5)
    match = battle(GERMAN, {gun: step(W, "W"), other: ARENA}, turn=1, battery=[gun])
    assert column(declare(match, ARENA, [], [gun])) == "2-1"  # a barrage too


@pytest.mark.rule("battles", "b9.33", "b9.3:c")
def test_shifts_to_the_left_stop_at_the_end_of_the_table_before_surprise_shifts_right() -> None:
    (weak,), (strong,) = squad("german", 3), squad("allied", 5)
    match = situation(GERMAN, {weak: ring(HEAVY)[0], strong: HEAVY}, turn=1)
    declare(match, HEAVY, [weak])  # 1-2, two to the left is 1-3, one to the right is 1-2
    assert column(match) == "1-2"


@pytest.mark.rule("battles", "b9.34:ab")
def test_the_westwall_helps_germans_and_two_american_regiments() -> None:
    (one,), (other,) = squad("german", 5), squad("allied", 4)
    captor = "us-423-106"
    hex_, near = "B0521", ring("B0521")[0]

    def left(unit: str, **marks: Any) -> int:
        return strength.left_shifts(state(situation(GERMAN, {one: near, unit: hex_}, **marks)), hex_at(hex_))

    assert left(captor, rooted=[captor]) == 2
    assert left(captor) == 0  # it has moved away and come back
    assert left(other, rooted=[other]) == 0
    match = situation(ALLIED, {other: near, one: hex_})
    assert strength.left_shifts(state(match), hex_at(hex_)) == 2


@pytest.mark.rule("battles", "b9.34")
@pytest.mark.parametrize(
    ("place", "left", "blocks"),
    [(LIGHT, 1, True), (HEAVY, 2, True), (TOWN, 2, True), ("B2009", 3, True), ("B0714", 0, False)],
)
def test_terrain_of_the_defender(place: str, left: int, blocks: bool) -> None:
    (target,) = squad("allied", 5)
    match = situation(GERMAN, {target: place, "de-989-277": ring(place)[0]})
    assert strength.left_shifts(state(match), hex_at(place)) == left
    assert strength.blocking(state(match), hex_at(place)) is blocks


# --- the table (9.4) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "9.4:abc")
def test_the_combat_results_table() -> None:
    def result(on: str, die: int) -> str:
        return CRT.result(die, COLUMNS.index(on))

    assert (result("2-1", 4), result("1-3", 6), result("8-1", 1)) == ("EX", "A2 AR", "D3 R4")
    assert COLUMNS.index("2-1") == COLUMNS.index("1-1") + 1
    for row in CRT.rows:
        losses = [read(cell, False).attacker for cell in row]
        assert losses == sorted(losses, reverse=True)


# --- what the page shows -----------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.3")
def test_the_preview_shows_strengths_odds_and_chances() -> None:
    match = situation(GERMAN, EXAMPLE, turn=2, battery=[ART, DIVARTY])
    plan(match, "B1221", [FUSILIERS, REGIMENT], [ART])
    found = state(match).stack[-1].preview(state(match))
    assert found is not None
    json.dumps(found)
    assert (found["compare"]["text"], found["compare"]["note"]) == ("2-1", "13 to 5")
    assert [side["total"] for side in found["sides"]] == [13, 5]
    assert sum(o["chance"] for o in found["tables"][0]["outcomes"]) == pytest.approx(1, abs=1e-3)
    assert "The defender can add up to 3 by FPF." in found["warnings"]


@pytest.mark.rule("battles", "b9.1")
def test_picks_can_be_looked_behind_and_leave_the_position_alone() -> None:
    match = situation(GERMAN, EXAMPLE, turn=2, battery=[ART, DIVARTY])
    from ardennes.core.intent import look_ahead

    before = match.state.digest()
    picks = [("target", "B1221"), ("all", None), ("gun", ART)]
    ahead = look_ahead(match.game, match.state, picks, "german").state
    assert ahead.decision is not None and ahead.decision.choices == {"attack": [None]}
    assert match.state.digest() == before


@pytest.mark.rule("battles", "b9.1")
def test_the_next_phase_starts_afresh() -> None:
    (one,), (target,) = squad("german", 3), squad("allied", 5)
    match = battle(GERMAN, {one: E, target: ARENA})
    fight(match, ARENA, [one], "A1")
    while asked(match) != ("allied", "Combat"):
        match.play("done")
    s = state(match)
    assert not s.fought and s.attacked == 1 << UNIT_NAMES.index[one]  # the Germans' last phase is remembered (b12.2)
    declare(match, E, [target])
    roll(match, "R1")
    assert state(match).attacked >> UNIT_NAMES.index[target] & 1
