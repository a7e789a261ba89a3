"""9.3, 9.5, 4.2, 6.6, 11.0, 12.6: strengths and odds. The rulebook's numbers first."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.ardennes_offensive.facts import CLEARED_WALL, COLUMNS, UNIT_NAMES, odds_column
from ardennes.games.ardennes_offensive.strength import attack_strength, half
from tests.rules.ardennes_offensive.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    HEXES,
    begin,
    compare,
    is_rough,
    is_town,
    is_wall,
    names,
    odds,
    plan,
    preview,
    ring,
    ring_live,
    side,
    squad,
    step,
    strengths,
)
from tests.rules.ardennes_offensive.table import offered, refused, situation

E = step(ARENA, "E")


def columns(attack: int, defence: int) -> str:
    return COLUMNS[odds_column(attack, defence)]


@pytest.mark.rule("ardennes_offensive", "9.3K:a")
def test_26_against_9_is_2_to_1_in_a_real_fight() -> None:
    attackers = squad("german", 9, 7, 7, 3)
    defenders = squad("allied", 5, 4)
    hexes = [E, E, step(ARENA, "NE"), step(ARENA, "SE")]
    match = situation(GERMAN, dict(zip(attackers, hexes, strict=True)) | dict.fromkeys(defenders, ARENA))
    plan(match, ARENA, attackers)
    assert strengths(match) == (26, 9)
    assert odds(match) == "2-1"


@pytest.mark.rule("ardennes_offensive", "9.3K:abcdef", "10.1:ab")
def test_odds_are_rounded_in_favour_of_the_defender() -> None:
    assert columns(26, 9) == "2-1"
    assert columns(27, 9) == "3-1"
    assert columns(8, 9) == "1-2"
    assert columns(9, 9) == "1-1"
    assert columns(1, 9) == columns(1, 20) == "1-2"
    assert columns(90, 9) == columns(100, 5) == "9-1"


@pytest.mark.rule("ardennes_offensive", "9.3J:a", "6.6K:ab")
def test_half_of_9_is_5_and_half_of_1_is_1() -> None:
    assert (half(9), half(1)) == (5, 1)
    (nine,) = squad("german", 9)
    (four,) = squad("allied", 4)
    assert compare(GERMAN, {nine: E}, ARENA, [four], unsupplied=[nine]) == (5, 4)
    road = road_pair()
    assert compare(GERMAN, {nine: road[0]}, road[1], [four], road=[nine]) == (5, 4)
    (one,) = squad("allied", 1)
    assert compare(ALLIED, {one: road[0]}, road[1], squad("german", 5), road=[one]) == (1, 5)


def road_pair() -> tuple[str, str]:
    """Two road hexes on plain ground next to the middle of the arena."""
    for place in (ARENA, *ring(ARENA)):
        for other in ring(place):
            if side(place, other).get("road"):
                return place, other
    raise AssertionError("no road in the arena")


@pytest.mark.rule("ardennes_offensive", "6.6K:c")
def test_road_mode_halves_attack_and_defence() -> None:
    a, b = road_pair()
    (nine,), (five,) = squad("german", 9), squad("allied", 5)
    assert compare(GERMAN, {nine: a}, b, [five], road=[nine, five]) == (5, 3)


@pytest.mark.rule("ardennes_offensive", "6.6K", "9.3J")
def test_9_isolated_in_road_mode_defends_with_3() -> None:
    # Six Allied units around a German 9 far from its supply.
    _, b = road_pair()
    (nine,) = squad("german", 9)
    others = squad("allied", 4, 4, 4, 4, 4, 4)
    match = situation(ALLIED, dict(zip(others, ring(b), strict=True)) | {nine: b}, road=[nine])
    plan(match, b, others[:1])
    assert strengths(match) == (4, 3)
    match = situation(ALLIED, dict(zip(others, ring(b), strict=True)) | {nine: b})
    plan(match, b, others[:1])
    assert strengths(match) == (4, 5)


@pytest.mark.rule("ardennes_offensive", "6.6K", "4.2-allied:b")
def test_a_german_9_in_road_mode_defends_with_15_on_the_first_turn() -> None:
    a, b = road_pair()
    (nine,), (four,) = squad("german", 9), squad("allied", 4)
    assert compare(ALLIED, {four: a}, b, [nine], road=[nine], turn=1) == (4, 15)


# --- supply (9.3J, 9.5M, 12.6) -----------------------------------------------------------------------------------------------------------


def wall() -> tuple[str, str]:
    """A West Wall hex and a plain hex next to it."""
    for place in [h for h in HEXES if is_wall(h) and not is_town(h)]:
        for other in ring_live(place):
            if not is_wall(other) and not is_town(other) and other not in names(CLEARED_WALL):
                return place, other
    raise AssertionError("no West Wall")


def cleared() -> tuple[str, str]:
    """A cleared West Wall hex and a plain hex next to it."""
    for place in names(CLEARED_WALL):
        for other in ring_live(place):
            if not is_wall(other) and not is_town(other) and other not in names(CLEARED_WALL):
                return place, other
    raise AssertionError("no cleared West Wall")


@pytest.mark.rule("ardennes_offensive", "9.3J:c", "11.0-westwall:a")
def test_a_german_5_attacks_out_of_the_west_wall_with_10_and_with_6_if_unsupplied() -> None:
    here, there = wall()
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    assert compare(GERMAN, {five: here}, there, [four]) == (10, 4)
    assert compare(GERMAN, {five: here}, there, [four], unsupplied=[five]) == (6, 4)


@pytest.mark.rule("ardennes_offensive", "9.3J:d", "11.0-westwall:a", "12.6")
def test_a_german_5_defends_the_west_wall_with_15_supplied_or_not() -> None:
    here, there = wall()
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    assert compare(ALLIED, {four: there}, here, [five]) == (4, 15)
    (seven,) = squad("german", 7)
    assert compare(ALLIED, {four: E}, ARENA, [seven]) == (4, 7)  # far from any German road: unsupplied, no change


@pytest.mark.rule("ardennes_offensive", "9.3J:b")
def test_a_german_5_isolated_in_the_west_wall_defends_with_9_not_8() -> None:
    # All six hexes around a West Wall hex are held or controlled, and no German is near: it must be far from the German edge (12.3J).
    place = next(
        h for h in HEXES if is_wall(h) and len(ring_live(h)) == 6 and not any(is_town(o) for o in ring_live(h))
    )
    (five,) = squad("german", 5)
    others = squad("allied", 4, 4, 4, 4, 4, 4)
    match = situation(ALLIED, dict(zip(others, ring_live(place), strict=True)) | {five: place})
    plan(match, place, others[:1])
    assert strengths(match) == (4, 9)


@pytest.mark.rule("ardennes_offensive", "9.5M:ab")
def test_a_halved_stack_is_summed_before_it_is_halved() -> None:
    five, three, other = squad("german", 5, 3, 3)
    (four,) = squad("allied", 4)
    stack = {five: E, three: E, other: E}
    assert compare(GERMAN, stack, ARENA, [four], unsupplied=list(stack)) == (6, 4)
    pair = squad("allied", 4, 4)
    assert compare(ALLIED, dict.fromkeys(pair, E), ARENA, squad("german", 5), unsupplied=pair) == (4, 5)


@pytest.mark.rule("ardennes_offensive", "9.5M:c")
def test_attackers_from_two_hexes_are_halved_hex_by_hex() -> None:
    five, three, other = squad("german", 5, 3, 3)
    (four,) = squad("allied", 4)
    units = {five: E, three: E, other: step(ARENA, "NE")}
    assert compare(GERMAN, units, ARENA, [four], unsupplied=list(units)) == (4 + 2, 4)
    # Only some of a stack are halved: their sum is halved, the others are added.
    assert compare(GERMAN, {five: E, three: E}, ARENA, [four], unsupplied=[five]) == (3 + 3, 4)


@pytest.mark.rule("ardennes_offensive", "12.6:abde", "9.5M")
def test_supply_effects_on_strength() -> None:
    (seven,), (four,) = squad("german", 7), squad("allied", 4)
    assert compare(GERMAN, {seven: E}, ARENA, [four], unsupplied=[seven])[0] == 4
    match = situation(GERMAN, {seven: E, four: ARENA}, unsupplied=[seven], isolated=[seven])
    assert match.view()["phase"] != "german-combat"  # nobody can attack: the phase is over at once
    (three,) = squad("german", 3)
    match = situation(GERMAN, {seven: E, three: E, four: ARENA}, unsupplied=[seven], isolated=[seven])
    match.play("attack", ARENA)
    assert refused(match, "unit", seven) == "12.6"
    others = squad("allied", 4, 4, 4, 4, 4, 4)
    stack = squad("german", 5, 4)
    match = situation(ALLIED, dict(zip(others, ring(ARENA), strict=True)) | dict.fromkeys(stack, ARENA))
    plan(match, ARENA, others[:1])
    assert strengths(match) == (4, 5)


@pytest.mark.rule("ardennes_offensive", "12.6")
def test_a_hex_with_only_isolated_neighbours_cannot_be_attacked() -> None:
    (seven,), (four,), (three,) = squad("german", 7), squad("allied", 4), squad("german", 3)
    far = step(ARENA, "W", 3)
    units = {seven: E, four: ARENA, three: step(far, "W"), squad("allied", 4, 4)[1]: far}
    match = situation(GERMAN, units, unsupplied=[seven], isolated=[seven])
    assert offered(match, "attack") == [far]
    assert refused(match, "attack", ARENA) == "12.6"


# --- terrain (11.0) ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ardennes_offensive",
    "11.0:a",
    "11.0-ford:b",
    "11.0-river:b",
    "11.0-rough",
    "11.0-bridge",
    "11.0-clear",
    "11.0-road",
)
def test_ground_and_water_change_no_strength() -> None:
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    live = [h for h in HEXES if not is_wall(h) and h not in names(CLEARED_WALL)]
    seen: set[str] = set()
    for place in live:
        for other in ring_live(place):
            what = side(place, other)
            kinds = {k for k in ("ford", "river", "bridge", "road") if what.get(k)} or {"none"}
            kinds |= {"rough" if is_rough(place) else "clear", "town" if is_town(place) else "open"}
            new = kinds - seen
            if not new or is_wall(other) or other in names(CLEARED_WALL):
                continue
            seen |= kinds
            assert compare(GERMAN, {five: other}, place, [four]) == (5, 4), (place, other)
            assert compare(ALLIED, {four: other}, place, [five]) == (4, 5), (place, other)
    assert seen == {"ford", "river", "bridge", "road", "none", "rough", "clear", "town", "open"}


@pytest.mark.rule("ardennes_offensive", "11.0-westwall:b")
def test_the_west_wall_is_of_no_use_to_the_allies() -> None:
    here, there = wall()
    (five,), (four,) = squad("allied", 5), squad("german", 4)
    assert compare(GERMAN, {four: there}, here, [five]) == (4, 5)
    assert compare(ALLIED, {five: here}, there, [four]) == (5, 4)
    match = situation(GERMAN, {four: there, five: here})
    begin(match, here, [four])
    assert "waive" not in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "11.0-cleared:a")
def test_a_cleared_west_wall_hex_doubles_the_defence_and_not_the_attack() -> None:
    here, there = cleared()
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    assert compare(ALLIED, {four: there}, here, [five]) == (4, 10)
    assert compare(GERMAN, {five: here}, there, [four]) == (5, 4)


@pytest.mark.rule("ardennes_offensive", "11.0-cleared:c")
def test_an_ally_that_has_been_there_clears_no_west_wall_hex() -> None:
    # The wall is printed on the map: after an Allied fight out of it, a German who comes back has all of it.
    here, there = wall()
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    match = situation("allied-movement", {four: here})
    assert match.decision.side == "allied"
    match = situation(ALLIED, {five: here, four: there})
    plan(match, here, [four])
    assert strengths(match) == (4, 15)


# --- the first turn (4.2) ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "4.2-german:bc", "11.0-westwall:g")
def test_german_attacks_are_tripled_on_the_first_turn_and_never_more() -> None:
    (six,), (four,) = squad("german", 6), squad("allied", 4)
    assert compare(GERMAN, {six: E}, ARENA, [four], turn=1) == (18, 4)
    here, there = wall()
    assert compare(GERMAN, {six: here}, there, [four], turn=1) == (18, 4)
    assert compare(GERMAN, {six: E}, ARENA, [four], turn=2) == (6, 4)


@pytest.mark.rule("ardennes_offensive", "4.2-allied:bc", "11.0-westwall:g")
def test_german_defence_is_tripled_on_the_first_turn_and_never_more() -> None:
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    assert compare(ALLIED, {four: E}, ARENA, [five], turn=1) == (4, 15)
    here, there = wall()
    assert compare(ALLIED, {four: there}, here, [five], turn=1) == (4, 15)
    here, there = cleared()
    assert compare(ALLIED, {four: there}, here, [five], turn=1) == (4, 15)


@pytest.mark.rule("ardennes_offensive", "4.2-german:h")
def test_a_surrounded_german_is_never_isolated_on_the_first_turn() -> None:
    (five,) = squad("german", 5)
    others = squad("allied", 4, 4, 4, 4, 4, 4)
    units = dict(zip(others, ring(ARENA), strict=True)) | {five: ARENA}
    for turn, defence in ((1, 15), (2, 3)):
        match = situation(ALLIED, units, turn=turn)
        plan(match, ARENA, others[:1])
        assert strengths(match) == (4, defence)


@pytest.mark.rule("ardennes_offensive", "9.2D:d")
def test_in_an_attack_on_two_hexes_terrain_and_supply_are_worked_out_hex_by_hex() -> None:
    here, there, beside = next(
        (a, b, c)
        for a in HEXES
        if is_wall(a)
        for b in ring_live(a)
        for c in ring_live(a)
        if c in ring_live(b) and not any(is_wall(h) or is_town(h) or h in names(CLEARED_WALL) for h in (b, c))
    )
    five, six = squad("german", 5, 6)
    (four,) = squad("allied", 4)
    match = situation(ALLIED, {four: there, five: here, six: beside})
    plan(match, [here, beside], [four])
    assert strengths(match) == (4, 15 + 6)


@pytest.mark.rule("ardennes_offensive", "9.3K", "10.0")
def test_the_preview_names_what_changes_a_strength_and_gives_exact_chances() -> None:
    here, there = wall()
    (five,), (four,) = squad("german", 5), squad("allied", 4)
    match = situation(GERMAN, {five: here, four: there}, unsupplied=[five])
    plan(match, there, [five])
    shown = preview(match)
    rows = {row["text"]: (row["value"], row["case"]) for row in shown["sides"][0]["rows"]}
    assert rows["Out of supply"] == ("5 halved: 3", "12.6")
    assert rows["West Wall"] == ("\u00d7 2", "11.0-westwall")
    assert shown["compare"] == {"title": "Odds", "text": "1-1", "note": "6 to 4"}
    chances = {o["label"]: (o["chance"], o["faces"]) for o in shown["tables"][0]["outcomes"]}
    assert chances == {"Dr1": (0.5, [1, 2, 3]), "Ar1": (0.1667, [4]), "Ar2": (0.3333, [5, 6])}


@pytest.mark.rule("ardennes_offensive", "12.6:b")
def test_isolated_attackers_are_worth_nothing() -> None:
    seven, three = squad("german", 7, 3)
    match = situation(GERMAN, {seven: E, three: E, squad("allied", 4)[0]: ARENA}, unsupplied=[seven], isolated=[seven])
    s: Any = match.state
    both = 1 << UNIT_NAMES.index[seven] | 1 << UNIT_NAMES.index[three]
    assert attack_strength(s, both) == 3
