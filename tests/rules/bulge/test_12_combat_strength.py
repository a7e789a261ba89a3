"""12.1 steps 2 to 6: ground support, differential, column, shifts, and what is rolled. The rulebook's example first."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.bulge.facts import COLUMNS, CRTS, GERMAN, MORE, TABLES, column_of, defence_of
from tests.rules.bulge.fights import (
    battle,
    column,
    columns,
    cut_off,
    declare,
    difference,
    fight,
    find,
    is_plain,
    is_road,
    number,
    of_strength,
    plain,
    preview,
    ring,
    shift_rows,
    side,
    step,
    strength,
    strengths,
    terrain,
    terrain_rows,
    told,
    what,
)
from tests.rules.bulge.table import offered, refused, situation, where

AFTER = "german-combat-after-movement"
TOP = len(COLUMNS) - 1


def allied_example(kind: str = "rough") -> tuple[Match, str]:
    """Two Allied units of strength 6 against a German of strength 4, supplied from the air wherever they are."""
    here = plain(kind)
    one, two = of_strength("allied", 6, 6)
    (target,) = of_strength("german", 4)
    units = {target: here, one: step(here, "E"), two: step(here, "W")}
    fields: dict[str, Any] = {"turn": 2, "weather": "clear", "resupplied": [one, two], "support": {"allied": 1}}
    match = situation("allied-combat-after-movement", units, **fields)
    declare(match, target, [one, two])
    return match, target


@pytest.mark.rule("bulge", "12.1-5:a", "12.1-3:a", "12.1-4", "D-CRT")
def test_plus_seven_with_clear_weather_and_one_ground_support_is_the_top_column() -> None:
    match, _ = allied_example()
    assert strengths(match) == (12, 5)
    assert difference(match) == 7
    match.play("crt", "primary")
    match.play("support", 1)
    assert shift_rows(match) == {"Clear sky": 1, "Ground support": 1}
    assert column(match) == TOP
    match.play("roll")
    match.play("die", 3)
    assert told(3, TOP, CRTS["primary"].rows[2][-1]) in match.log


# --- 12.1-2 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.1-2:a", "7.3")
def test_any_number_of_the_missions_left_may_be_added() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={"german": 3, "allied": 5})
    declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    assert offered(match, "support") == [0, 1, 2, 3]
    assert refused(match, "support", 4) == "12.1-2"
    match.play("support", 2)
    assert match.position()["support"] == {"german": 1, "allied": 5}


@pytest.mark.rule("bulge", "12.1-2")
def test_nobody_is_asked_for_ground_support_without_missions() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={"allied": 5})
    declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    assert match.decision.cases[0] == "12.1-6"
    assert refused(match, "support", 1) == "12.1-6"


@pytest.mark.rule("bulge", "12.1-2:b")
def test_ground_support_comes_too_late_once_the_die_is_asked_for_or_rolled() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={"german": 3})
    declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    match.play("support", 0)
    match.play("roll")
    assert refused(match, "support", 1) == "12.1-6"
    match.play("die", 1)
    assert refused(match, "support", 1)
    assert match.position()["support"]["german"] == 3


# --- 12.1-3 and the terrain chart --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.1-3:a", "D-TEC:d")
def test_rough_adds_one_to_the_defender() -> None:
    match, _ = allied_example("rough")
    assert terrain_rows(match) == {"Rough ground": 1}
    assert difference(match) == 7
    match, _ = allied_example("clear")
    assert terrain_rows(match) == {}
    assert difference(match) == 8


@pytest.mark.rule("bulge", "12.1-3:b")
def test_five_against_six_in_the_clear_is_minus_one() -> None:
    here = plain()
    (attacker,) = of_strength("german", 5)
    (target,) = of_strength("allied", 6)
    match = battle({target: here, attacker: step(here, "E")})
    declare(match, target, [attacker])
    assert difference(match) == -1


@pytest.mark.rule("bulge", "12.1-3:c")
def test_the_attackers_terrain_adds_nothing() -> None:
    here = find(lambda n: is_plain(n) and {"light", "clear"} <= {terrain(h) for h in ring(n)})
    woods = next(h for h in ring(here) if terrain(h) == "light")
    clear = next(h for h in ring(here) if terrain(h) == "clear")
    for hex_ in (woods, clear):
        match = battle({"us-7arm": here, "de-1ss": hex_})
        declare(match, "us-7arm", ["de-1ss"])
        assert strengths(match)[0] == strength("de-1ss")
        assert difference(match) == strength("de-1ss") - strength("us-7arm")


@pytest.mark.rule("bulge", "12.1-3:d", "14.1", "9.0")
def test_a_defender_out_of_supply_has_its_full_strength() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E")}
    for marks in ({}, cut_off("allied")):
        match = battle(units, interdiction=marks)
        pieces = {p["id"]: p for p in match.view()["pieces"]}
        assert pieces["us-7arm"]["supplied"] is not bool(marks)
        declare(match, "us-7arm", ["de-1ss"])
        assert strengths(match)[1] == strength("us-7arm")


@pytest.mark.rule("bulge", "12.1-3:e", "7.2")
def test_a_marker_in_the_defenders_hex_changes_nothing() -> None:
    here = find(lambda n: is_plain(n) and is_road(n))
    units = {"us-7arm": here, "de-1ss": step(here, "E")}
    seen = []
    for marks in ({}, {"german": [here]}, {"allied": [here]}):
        match = battle(units, interdiction=marks)
        declare(match, "us-7arm", ["de-1ss"])
        seen.append(preview(match))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("bulge", "D-TEC", "12.1-3")
@pytest.mark.parametrize("kind", ["clear", "rough", "light", "heavy"])
def test_each_terrain_adds_its_value_of_the_chart(kind: str) -> None:
    here = plain(kind, radius=1)
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")})
    declare(match, "us-7arm", ["de-1ss"])
    assert strengths(match)[1] == strength("us-7arm") + TABLES["terrain"][kind]["defence"]


@pytest.mark.rule("bulge", "D-TEC")
def test_woods_protect_better_than_rough_and_rough_better_than_clear() -> None:
    values = [TABLES["terrain"][kind]["defence"] for kind in ("clear", "rough", "light", "heavy")]
    assert values == sorted(set(values)) and values[:2] == [0, 1]


@pytest.mark.rule("bulge", "D-TEC", "12.1-3")
def test_a_town_adds_to_its_terrain() -> None:
    here = find(lambda n: bool(what(n).get("town")) and not what(n).get("west_wall") and bool(_dry_side(n)))
    match = battle({"us-7arm": here, "de-1ss": _dry_side(here)})
    declare(match, "us-7arm", ["de-1ss"])
    expected = TABLES["terrain"][terrain(here)]["defence"] + MORE["town_defence"]
    assert MORE["town_defence"] > 0
    assert strengths(match)[1] == strength("us-7arm") + expected


@pytest.mark.rule("bulge", "D-TEC", "12.1-3")
def test_the_west_wall_helps_german_defenders_only() -> None:
    here = find(lambda n: bool(what(n).get("west_wall")) and not what(n).get("town") and bool(_dry_side(n)))
    ground = TABLES["terrain"][terrain(here)]["defence"]
    match = battle({"de-2": here, "us-2arm": _dry_side(here)}, "allied-combat-before-movement")
    declare(match, "de-2", ["us-2arm"])
    assert MORE["west_wall_defence"] > 0
    assert strengths(match)[1] == strength("de-2") + ground + MORE["west_wall_defence"]
    match = battle({"us-2arm": here, "de-2": _dry_side(here)})
    declare(match, "us-2arm", ["de-2"])
    assert strengths(match)[1] == strength("us-2arm") + ground


@pytest.mark.rule("bulge", "D-TEC", "2.2:b", "12.1-3")
def test_a_river_helps_only_if_every_attacker_attacks_over_it() -> None:
    here = find(lambda n: bool(_dry_side(n)) and bool(_wet_side(n)))
    wet, dry = _wet_side(here), _dry_side(here)
    ground = sum(n for _, n in defence_of(number(here), 1 - GERMAN))
    units = {"us-7arm": here, "de-1ss": wet, "de-2": dry}
    match = battle(units)
    declare(match, "us-7arm", ["de-1ss"])
    assert MORE["river_defence"] > 0
    assert strengths(match)[1] == strength("us-7arm") + ground + MORE["river_defence"]
    match.play("unit", "de-2")
    assert strengths(match)[1] == strength("us-7arm") + ground


def _dry_side(name: str) -> str:
    """A neighbour over a side without river."""
    return next((h for h in ring(name) if h and "river" not in side(name, h)), "")


def _wet_side(name: str) -> str:
    return next((h for h in ring(name) if h and "river" in side(name, h)), "")


@pytest.mark.rule("bulge", "D-TEC", "12.1-3")
def test_a_bridge_side_counts_as_a_river_for_the_defender() -> None:
    def over_bridge(name: str) -> str:
        return next((h for h in ring(name) if h and "bridge" in side(name, h)), "")

    here = find(lambda n: bool(over_bridge(n)))
    match = battle({"us-7arm": here, "de-1ss": over_bridge(here)})
    declare(match, "us-7arm", ["de-1ss"])
    assert terrain_rows(match)["River"] == MORE["river_defence"]


# --- 12.1-4, 12.1-5 ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.1-4:a")
def test_beyond_the_ends_of_the_table_the_end_columns_are_used() -> None:
    here = plain()
    six = ["de-1ss", "de-12ss", "de-2ss", "de-9ss", "de-2", "de-116"]
    (weak,) = of_strength("allied", 1)
    match = battle({weak: here} | dict(zip(six, ring(here), strict=True)))
    declare(match, weak, six)
    assert difference(match) > 30
    assert column(match) == TOP
    (one,) = of_strength("german", 1)
    woods = plain("heavy", radius=1)
    match = battle({"us-2arm": woods, one: step(woods, "E")})
    declare(match, "us-2arm", [one])
    assert difference(match) < -8
    assert column(match) == 0
    assert (column_of(-1000), column_of(1000)) == (0, TOP)


@pytest.mark.rule("bulge", "12.1-4")
def test_the_table_is_entered_in_the_column_of_the_differential() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")}, support={})
    declare(match, "us-7arm", ["de-1ss", "de-2"])
    wanted = column_of(7)
    assert column(match) == wanted
    match.play("crt", "secondary")
    match.play("roll")
    match.play("die", 2)
    assert told(2, wanted, CRTS["secondary"].rows[1][wanted]) in match.log


@pytest.mark.rule("bulge", "12.1-5:b", "5.0-1", "6.1", "7.3")
def test_surprise_weather_and_ground_support_add_up_on_the_first_turn() -> None:
    here = plain()
    (attacker,) = of_strength("german", 5)
    (target,) = of_strength("allied", 7)
    match = situation(AFTER, {target: here, attacker: step(here, "E")}, turn=1, support={"german": 1})
    declare(match, target, [attacker])
    match.play("crt", "primary")
    match.play("support", 1)
    assert shift_rows(match) == {"Surprise": 1, "Overcast": 1, "Ground support": 1}
    assert column(match) == column_of(-2) + 3


@pytest.mark.rule("bulge", "12.1-5:c")
def test_shifts_beyond_the_last_column_end_in_it() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")}, support={"german": 9})
    declare(match, "us-7arm", ["de-1ss", "de-2"])
    match.play("crt", "primary")
    match.play("support", 9)
    assert column(match) == TOP
    match.play("roll")
    match.play("die", 1)
    assert told(1, TOP, CRTS["primary"].rows[0][TOP]) in match.log


@pytest.mark.rule("bulge", "12.1-5:d")
@pytest.mark.parametrize("weather", ["clear", "mist", "overcast"])
@pytest.mark.parametrize("turn", [1, 2])
def test_no_shift_ever_goes_to_the_left(turn: int, weather: str) -> None:
    here = plain()
    for attacker, target in (("de-2", "us-7arm"), ("us-7arm", "de-2")):
        owner = "german" if attacker == "de-2" else "allied"
        for when in ("before", "after"):
            units = {target: here, attacker: step(here, "E")}
            fields: dict[str, Any] = {"turn": turn, "weather": weather, "support": {owner: 2}}
            match = situation(f"{owner}-combat-{when}-movement", units, **fields)
            declare(match, target, [attacker])
            unshifted = column_of(difference(match))
            match.play("crt", offered(match, "crt")[-1])
            for support in offered(match, "support"):
                other = match.at(match.count)
                other.play("support", support)
                assert all(shift > 0 for shift in shift_rows(other).values())
                assert all(number >= min(TOP, unshifted + support) for number in columns(other))


@pytest.mark.rule("bulge", "12.1-5", "6.1")
def test_shifts_count_on_the_secondary_table_too() -> None:
    here = plain()
    match = situation(
        AFTER, {"us-7arm": here, "de-2": step(here, "E")}, turn=3, weather="overcast", support={"german": 1}
    )
    declare(match, "us-7arm", ["de-2"])
    match.play("crt", "secondary")
    match.play("support", 1)
    wanted = column_of(0) + 2
    match.play("roll")
    match.play("die", 1)
    assert told(1, wanted, CRTS["secondary"].rows[0][wanted]) in match.log


# --- 12.1-6 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.1-6:a")
def test_a_lower_column_announced_before_the_die_is_the_one_that_is_read() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")}, support={"german": 1})
    declare(match, "us-7arm", ["de-1ss", "de-2"])
    match.play("crt", "primary")
    match.play("support", 1)
    final = column(match)
    assert offered(match, "column") == list(COLUMNS[:final])
    # A die whose result in the lowest column is another than in the final one.
    die = next(d for d in range(1, 7) if CRTS["primary"].rows[d - 1][0] != CRTS["primary"].rows[d - 1][final])
    match.play("column", COLUMNS[0])
    match.play("die", die)
    assert told(die, 0, CRTS["primary"].rows[die - 1][0]) in match.log


@pytest.mark.rule("bulge", "12.1-6:b")
def test_the_column_cannot_be_raised() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={})
    declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    final = column(match)
    assert final < TOP
    for higher in COLUMNS[final:]:
        assert refused(match, "column", higher) == "12.1-6"


@pytest.mark.rule("bulge", "12.1-6:a")
def test_the_column_cannot_be_lowered_once_the_die_is_asked_for_or_rolled() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={})
    declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    match.play("roll")
    assert refused(match, "column", COLUMNS[0]) == "12.1-6"
    match.play("die", 1)
    assert refused(match, "column", COLUMNS[0])


@pytest.mark.rule("bulge", "12.1-6", "6.1")
def test_the_column_is_lowered_after_the_mist_die() -> None:
    here = plain()
    (attacker,) = of_strength("german", 5)
    (target,) = of_strength("allied", 5)
    match = situation(AFTER, {target: here, attacker: step(here, "E")}, turn=3, weather="mist")
    declare(match, target, [attacker])
    match.play("crt", "primary")
    assert match.decision.side == "chance"
    match.play("die", 1)
    assert offered(match, "column") == list(COLUMNS[: column_of(0) + 1])


@pytest.mark.rule("bulge", "12.1-6")
def test_in_the_lowest_column_there_is_nothing_to_choose() -> None:
    here = plain("heavy", radius=1)
    (one,) = of_strength("german", 1)
    match = battle({"us-2arm": here, one: step(here, "E")}, support={})
    declare(match, "us-2arm", [one])
    match.play("crt", "primary")
    assert match.decision.side == "chance"


@pytest.mark.rule("bulge", "12.1-6", "12.1")
def test_the_result_is_carried_out_at_once() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "us-82": step(here, "E", 2)})
    fight(match, "us-7arm", ["de-1ss"], "De")
    assert where(match, "us-7arm") == "eliminated"
    assert match.decision.cases[0] == "12.4"
