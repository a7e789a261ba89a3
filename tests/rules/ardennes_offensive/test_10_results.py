"""10.0, 10.1, 10.3, 11.0-town, E-11.0: the tables, what each result does, exchanges, immunity."""

from __future__ import annotations

import pytest

from ardennes.games.ardennes_offensive.facts import CLEARED_WALL, COLUMNS, CRTS, TABLES
from tests.rules.ardennes_offensive.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    HEXES,
    begin,
    distance,
    fight,
    finish,
    is_town,
    is_wall,
    names,
    odds,
    plan,
    ring,
    ring_live,
    side,
    squad,
    step,
    strength,
    strengths,
    table,
    to_source,
)
from tests.rules.ardennes_offensive.table import offered, refused, situation, where

E, NE, SE = (step(ARENA, point) for point in ("E", "NE", "SE"))
TOWN = "1411"
ORDER = ["Ar3", "Ar2", "Ar1", "Dr1", "Dr2", "Dr3", "Ex", "De"]


def cell(crt: str, odds_: str, die: int) -> str:
    return CRTS[crt].result(die, COLUMNS.index(odds_))


# --- the tables --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "10.0:c")
def test_columns_run_from_1_to_2_up_to_9_to_1() -> None:
    assert COLUMNS == ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1")


@pytest.mark.rule("ardennes_offensive", "10.0-initial:abcde")
def test_the_initial_table() -> None:
    assert (cell("initial", "3-1", 1), cell("initial", "3-1", 6)) == ("Dr3", "Dr1")
    assert (cell("initial", "1-1", 3), cell("initial", "1-1", 4)) == ("Dr1", "Ar1")
    assert (cell("initial", "4-1", 2), cell("initial", "4-1", 6)) == ("Ex", "Dr1")
    assert (cell("initial", "6-1", 1), cell("initial", "6-1", 4)) == ("De", "Dr3")
    assert {cell("initial", "9-1", die) for die in range(1, 7)} == {"De"}
    for odds_ in COLUMNS[2:]:
        assert not any(cell("initial", odds_, die).startswith("Ar") for die in range(1, 7))
    rows = """Ar1 Dr1 Dr2 Dr3 Ex Ex De De De De / Ar1 Dr1 Dr1 Dr2 Ex Ex Ex De De De / Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De De De
        / Ar2 Ar1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De De / Ar2 Ar2 Dr1 Dr1 Dr2 Dr2 Dr3 Dr3 Ex De / Ar2 Ar2 Dr1 Dr1 Dr1 Dr2 Dr3 Dr3 Ex De"""
    assert [tuple(row.split()) for row in rows.split("/")] == list(CRTS["initial"].rows)


@pytest.mark.rule("ardennes_offensive", "10.0-standard:abcdefgh")
def test_the_standard_table() -> None:
    assert (cell("standard", "3-1", 1), cell("standard", "3-1", 5)) == ("Dr2", "Ar1")
    assert (cell("standard", "2-1", 4), cell("standard", "2-1", 5)) == ("Ar1", "Ar2")
    assert (cell("standard", "8-1", 1), cell("standard", "8-1", 5)) == ("De", "Dr3")
    assert (cell("standard", "9-1", 4), cell("standard", "9-1", 5)) == ("De", "Ex")
    assert cell("standard", "1-2", 4) == "Ar3"
    rows = """Ar1 Dr1 Dr1 Dr2 Dr3 Ex Ex Ex De De / Ar2 Dr1 Dr1 Dr1 Dr3 Dr3 Ex Ex Ex De / Ar2 Ar1 Dr1 Dr1 Dr2 Dr2 Dr3 Ex Ex De
        / Ar3 Ar2 Ar1 Dr1 Dr2 Dr2 Dr2 Dr3 Ex De / Ar3 Ar2 Ar2 Ar1 Dr2 Dr2 Dr2 Dr3 Dr3 Ex / Ar3 Ar2 Ar2 Ar1 Dr1 Dr1 Dr1 Dr3 Dr3 Ex"""
    assert [tuple(row.split()) for row in rows.split("/")] == list(CRTS["standard"].rows)
    for crt in CRTS.values():
        for row in crt.rows:
            assert [ORDER.index(result) for result in row] == sorted(ORDER.index(result) for result in row)
    assert "row 6" in TABLES["combat"]["standard"]["source"]
    assert "RECONSTRUCTED" in TABLES["combat"]["standard"]["source"]


@pytest.mark.rule("ardennes_offensive", "10.0:ab", "10.3:ae")
def test_who_uses_which_table() -> None:
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    for turn in range(2, 6):
        match = situation(GERMAN, {five: E, four: ARENA}, turn=turn)
        plan(match, ARENA, [five])
        assert table(match) == "initial"
    for standard in (False, True):
        match = situation(ALLIED, {five: E, four: ARENA}, turn=7, standard=standard)
        plan(match, E, [four])
        assert table(match) == "standard"
        match = situation(GERMAN, {five: E, four: ARENA}, turn=7, standard=standard)
        plan(match, ARENA, [five])
        assert table(match) == ("standard" if standard else "initial")


@pytest.mark.rule("ardennes_offensive", "10.3:abcd")
def test_from_turn_6_a_die_decides_which_table_the_german_uses() -> None:
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    units = {five: E, four: ARENA}
    for turn in range(1, 6):
        match = situation("table", units, turn=turn)
        assert match.decision.side != "chance"
        assert not match.position().get("standard")
    match = situation("table", units, turn=6)
    assert (match.decision.side, match.view()["phase"]) == ("chance", "table")  # before the German player-turn
    match.play("die", 4)
    assert not match.position().get("standard")
    again = situation("table", units, turn=7)
    assert again.decision.side == "chance"
    again.play("die", 1)
    assert again.position()["standard"]
    later = situation("table", units, turn=8, standard=True)
    assert later.decision.side != "chance"


# --- results -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "10.1:c")
def test_ar2_leads_every_attacker_two_hexes_back() -> None:
    five, six, seven = squad("german", 2, 2, 3)
    match = situation(GERMAN, {five: E, six: NE, seven: SE, "uk-56-gds": ARENA})
    fight(match, ARENA, [five, six], "Ar2")
    before = {five: E, six: NE}
    while match.decision.cases[0] == "10.2":
        assert match.decision.side == "allied"
        verb = "unit" if "unit" in match.decision.choices else "hex"
        match.play(verb, offered(match, verb)[0])
    for unit, start in before.items():
        assert distance(where(match, unit), start) == 2
    assert where(match, seven) == SE


@pytest.mark.rule("ardennes_offensive", "10.1:dh")
@pytest.mark.parametrize("paid", [(4, 3), (7,), (4, 4), (6, 6)])
def test_in_an_exchange_the_attacker_loses_at_least_the_printed_strength_of_the_defenders(
    paid: tuple[int, ...],
) -> None:
    attackers = squad("german", *paid)
    rest = squad("german", 9, 7, 5, 5, 5, 5, but=attackers)
    defenders = squad("allied", 4, 3)
    hexes = [E, E, E, NE, NE, NE, SE, SE, SE]
    mine = [*attackers, *rest]
    place = ARENA
    match = situation(GERMAN, dict(zip(mine, hexes, strict=False)) | dict.fromkeys(defenders, place))
    begin(match, place, mine)
    assert strengths(match)[1] == 7
    finish(match, "Ex")
    assert [where(match, unit) for unit in defenders] == ["eliminated"] * 2
    owed = 7
    for unit in attackers:
        assert match.decision.cases == ("10.1",)
        assert match.decision.side == "german"
        match.play("unit", unit)
        owed -= strength(unit)
        assert where(match, unit) == "eliminated"
        assert (match.decision.cases == ("10.1",)) == (owed > 0)
    lost = [u for u, at in match.position()["units"].items() if at == "eliminated"]
    assert sum(u.startswith("us") for u in lost) == 2
    assert sum(u.startswith("de") for u in lost) == len(attackers)


@pytest.mark.rule("ardennes_offensive", "10.1:e")
def test_an_exchange_against_a_tripled_5_costs_5() -> None:
    here = next(  # near the German edge nobody is isolated (12.3J)
        h for h in HEXES if is_wall(h) and to_source("german", h) <= 3 and len(ring_live(h)) >= 5
    )
    (five,) = squad("german", 5)
    attackers = ["uk-56-gds", "uk-32-gds", *squad("allied", 7, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 5)]
    spots = ring_live(here)[:5]
    match = situation(ALLIED, {u: spots[n // 3] for n, u in enumerate(attackers[: 3 * len(spots)])} | {five: here})
    used = attackers[: 3 * len(spots)]
    plan(match, here, used)
    assert strengths(match)[1] == 15
    match.play("fight", here)
    while "pass" in match.decision.choices:
        match.play("pass")
    finish(match, "Ex")
    assert where(match, five) == "eliminated"
    match.play("unit", squad("allied", 5)[0])
    assert match.decision.cases != ("10.1",)


@pytest.mark.rule("ardennes_offensive", "10.1:f")
def test_an_exchange_against_a_9_in_road_mode_costs_9() -> None:
    a, b = next((a, b) for a in (ARENA, *ring(ARENA)) for b in ring(a) if side(a, b).get("road"))
    (nine,) = squad("german", 9)
    attackers = [*squad("allied", 7, 6, 6), *squad("allied", 5, 5, 5)]
    spots = [a, a, a, *[next(h for h in ring(a) if h in ring(b))] * 3]
    match = situation(ALLIED, dict(zip(attackers, spots, strict=True)) | {nine: b}, road=[nine])
    plan(match, b, attackers)
    assert strengths(match) == (34, 5)
    match.play("fight", b)
    finish(match, "Ex")
    match.play("unit", attackers[1])
    assert match.decision.cases == ("10.1",)  # 6 of 9
    match.play("unit", attackers[3])
    assert match.decision.cases != ("10.1",)


@pytest.mark.rule("ardennes_offensive", "10.1:g")
def test_attackers_worth_less_than_the_defenders_are_all_lost() -> None:
    # A German 6 attacks a 7 in road mode on game-turn 1: 18 to 4.
    defenders = squad("allied", 7)
    (six,) = squad("german", 6)
    a, b = next((a, b) for a in (ARENA, *ring(ARENA)) for b in ring(a) if side(a, b).get("road"))
    match = situation(GERMAN, {six: a, defenders[0]: b}, turn=1, road=defenders)
    plan(match, b, [six])
    assert strengths(match) == (18, 4)
    match.play("fight", b)
    finish(match, "Ex")
    assert where(match, six) == "eliminated"
    assert where(match, defenders[0]) == "eliminated"
    assert match.decision.cases != ("10.1",)


@pytest.mark.rule("ardennes_offensive", "10.1:g")
def test_two_attackers_worth_less_than_the_defenders_are_both_lost_without_a_question() -> None:
    (seven,) = squad("allied", 7)
    pair = squad("german", 3, 3)
    a, b = next((a, b) for a in (ARENA, *ring(ARENA)) for b in ring(a) if side(a, b).get("road"))
    match = situation(GERMAN, dict.fromkeys(pair, a) | {seven: b}, turn=1, road=[seven])
    plan(match, b, pair)
    assert strengths(match) == (18, 4)
    match.play("fight", b)
    finish(match, "Ex")
    assert [where(match, unit) for unit in (*pair, seven)] == ["eliminated"] * 3
    assert match.decision.cases != ("10.1",)


# --- towns and the West Wall -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "11.0-town:a", "E-11.0:a")
def test_a_retreat_does_not_move_defenders_in_a_town() -> None:
    attackers = squad("german", 5, 6)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, {attackers[0]: ring(TOWN)[0], attackers[1]: ring(TOWN)[1], four: TOWN})
    plan(match, TOWN, attackers)
    match.play("fight", TOWN)
    assert match.decision.side == "allied"  # its owner is asked before the die
    assert offered(match, "waive") == [TOWN]
    match.play("pass")
    finish(match, "Dr2")
    assert where(match, four) == TOWN
    assert match.view()["phase"] != GERMAN or match.decision.cases[0] == "9.0"


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "11.0-town:de", "E-11.0:b")
def test_immunity_given_up_before_the_die_means_a_retreat() -> None:
    attackers = squad("german", 5, 6)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, {attackers[0]: ring(TOWN)[0], attackers[1]: ring(TOWN)[1], four: TOWN})
    fight(match, TOWN, attackers, "Dr2", waive=[TOWN])
    assert match.decision.cases[0] == "10.2"
    assert refused(match, "waive", TOWN)
    match.play("hex", offered(match, "hex")[0])
    assert distance(where(match, four), TOWN) == 2
    match = situation(GERMAN, {attackers[0]: ring(TOWN)[0], attackers[1]: ring(TOWN)[1], four: TOWN})
    begin(match, TOWN, attackers)
    assert match.decision.side == "chance"
    assert refused(match, "waive", TOWN)  # the owner has passed, and the die is next
    match.play("die", 1)
    assert where(match, four) == TOWN


@pytest.mark.rule("ardennes_offensive", "11.0-town:b")
def test_attackers_out_of_a_town_stay_and_the_others_retreat() -> None:
    beside = ring(TOWN)[0]
    third = next(h for h in ring(beside) if h in ring(TOWN))
    inside, outside = squad("allied", 2, 1)
    (seven,) = squad("german", 7)
    match = situation(ALLIED, {inside: TOWN, outside: third, seven: beside})
    plan(match, beside, [inside, outside])
    match.play("fight", beside)
    assert match.decision.side == "allied"
    assert offered(match, "waive") == [TOWN]
    match.play("pass")
    finish(match, "Ar1")
    assert match.decision.side == "german"
    while match.decision.cases[0] == "10.2":
        match.play("hex", offered(match, "hex")[0])
    assert where(match, inside) == TOWN
    assert where(match, outside) != third


@pytest.mark.rule("ardennes_offensive", "11.0-town:c")
@pytest.mark.parametrize("result", ["Ex", "De"])
def test_a_town_helps_against_no_loss(result: str) -> None:
    attackers = squad("german", 9, 7, 7, 6, 6)
    (one,) = squad("allied", 1)
    spots = [ring(TOWN)[n // 3] for n in range(5)]
    match = situation(GERMAN, dict(zip(attackers, spots, strict=True)) | {one: TOWN})
    fight(match, TOWN, attackers, result)
    assert where(match, one) == "eliminated"


@pytest.mark.rule("ardennes_offensive", "11.0-town:f")
def test_towns_help_both_sides() -> None:
    attackers = squad("allied", 5, 5, 4)
    (four,) = squad("german", 4)
    match = situation(
        ALLIED, {attackers[0]: ring(TOWN)[0], attackers[1]: ring(TOWN)[1], attackers[2]: ring(TOWN)[1], four: TOWN}
    )
    plan(match, TOWN, attackers)
    match.play("fight", TOWN)
    assert match.decision.side == "german"
    match.play("pass")
    finish(match, "Dr1")
    assert where(match, four) == TOWN


def wall(kind: str) -> tuple[str, str]:
    """A hex of the West Wall, cleared or not, without a town, and a plain hex next to it."""
    those = names(CLEARED_WALL) if kind == "cleared" else [h for h in HEXES if is_wall(h)]
    for place in those:
        for other in ring_live(place):
            if not is_town(place) and not is_wall(other) and not is_town(other) and other not in names(CLEARED_WALL):
                return place, other
    raise AssertionError("no such hex")


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "11.0-westwall:d", "11.0-cleared")
@pytest.mark.parametrize("kind", ["west wall", "cleared"])
def test_germans_in_the_west_wall_stay_unless_they_give_it_up(kind: str) -> None:
    here, there = wall(kind)
    attackers = squad("allied", 7, 6, 6)
    (two,) = squad("german", 2)
    for waive in (False, True):
        match = situation(ALLIED, dict.fromkeys(attackers, there) | {two: here})
        plan(match, here, attackers)
        match.play("fight", here)
        assert match.decision.side == "german"
        if waive:
            match.play("waive", here)
        else:
            match.play("pass")
        finish(match, "Dr1")
        assert (match.decision.cases[0] == "10.2") == waive
        if not waive:
            assert where(match, two) == here


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "11.0-westwall:e")
@pytest.mark.parametrize("waive", [False, True])
def test_an_attacker_out_of_the_west_wall_does_not_retreat_unless_it_gave_that_up(waive: bool) -> None:
    here, there = wall("west wall")
    (two,) = squad("german", 2)
    match = situation(GERMAN, {two: here, "uk-56-gds": there})
    plan(match, there, [two])
    match.play("fight", there)
    assert offered(match, "waive") == [here]
    if waive:
        match.play("waive", here)
    else:
        match.play("pass")
    finish(match, "Ar1")
    assert (match.decision.cases[0] == "10.2") == waive


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "11.0-westwall:b")
def test_an_ally_in_the_west_wall_retreats() -> None:
    here, there = wall("west wall")
    attackers = squad("german", 9, 7)
    (four,) = squad("allied", 4)
    match = situation(GERMAN, dict.fromkeys(attackers, there) | {four: here})
    fight(match, here, attackers, "Dr1")
    assert match.decision.cases[0] == "10.2" or where(match, four) == "eliminated"


@pytest.mark.rule("ardennes_offensive", "E-11.0:a")
def test_nobody_is_asked_about_a_retreat_that_cannot_come_up() -> None:
    # The German attacks out of a town at 2-1 or better on the Initial table: there is no Ar.
    beside = ring(TOWN)[0]
    (nine,), (four,) = squad("german", 9), squad("allied", 4)
    match = situation(GERMAN, {nine: TOWN, four: beside})
    plan(match, beside, [nine])
    assert odds(match) == "2-1"
    match.play("fight", beside)
    assert "waive" not in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "E-11.0")
def test_immunity_is_given_up_for_a_hex_as_a_whole() -> None:
    attackers = squad("german", 9, 7)
    stack = squad("allied", 2, 2)
    match = situation(GERMAN, {attackers[0]: ring(TOWN)[0], attackers[1]: ring(TOWN)[1]} | dict.fromkeys(stack, TOWN))
    fight(match, TOWN, attackers, "Dr1", waive=[TOWN])
    assert set(offered(match, "unit")) == set(stack)
