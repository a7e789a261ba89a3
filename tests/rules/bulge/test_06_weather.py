"""6.0 Weather and what it does to attacks."""

from __future__ import annotations

import pytest

import ardennes
from ardennes import Match
from ardennes.games.bulge.facts import LAST_TURN, TABLES, TURNS
from tests.rules.bulge.moves import (
    GRENADIERS,
    HEXES,
    PANZER,
    US_INFANTRY,
    US_INFANTRY_2,
    US_STRONGEST,
    WEAK_GERMAN,
    around,
    distance,
    fight,
    final_column,
    first,
    inland,
    phase,
    shifts,
    terrain,
)
from tests.rules.bulge.table import offered, refused, situation

VARIABLE = {"weather": "variable"}


def weather(match: Match) -> str:
    return str(next(t for t in match.view()["tracks"] if t["id"] == "weather")["value"])


def by_table(roll: int) -> str:
    """The variable weather table, end rows open."""
    rows = TABLES["weather"]["table"]
    return str(next((state for highest, state in rows if roll <= highest), rows[-1][1]))


# --- 6.0 ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "6.0:a", "D-WEATHER")
@pytest.mark.parametrize("mode", ["historical", "variable"])
def test_turn_1_is_overcast_without_a_die(mode: str) -> None:
    match = ardennes.new("bulge", options={"weather": mode}, chance="manual")
    assert weather(match) == "overcast"
    assert match.decision.side == "german"
    assert match.log[0] == "The morning of 16 December was overcast."


@pytest.mark.rule("bulge", "6.0:b", "D-WEATHER")
@pytest.mark.parametrize("n", range(1, LAST_TURN + 1))
def test_historical_weather_is_read_from_the_table_and_never_rolled(n: int) -> None:
    match = situation("weather", {}, turn=n)
    assert match.decision.side != "chance"
    assert weather(match) == TURNS[n]["weather"]


@pytest.mark.rule("bulge", "6.0:c", "D-WEATHER")
@pytest.mark.parametrize("n", range(2, LAST_TURN + 1))
def test_variable_weather_is_one_die_with_the_modifier_of_the_turn(n: int) -> None:
    for die in range(1, 7):
        match = situation("weather", {}, turn=n, options=VARIABLE, weather="clear")
        assert (match.decision.side, phase(match)) == ("chance", "weather")
        match.play("die", die)
        assert match.decision.side != "chance", "one die a turn"
        assert weather(match) == by_table(die + TURNS[n]["drm"])


@pytest.mark.rule("bulge", "6.0")
@pytest.mark.parametrize(("modifier", "row"), [(-9, 0), (9, -1)])
def test_a_modified_roll_beyond_the_table_is_its_end_row(
    monkeypatch: pytest.MonkeyPatch, modifier: int, row: int
) -> None:
    monkeypatch.setitem(TABLES["weather"], "table", [[2, "overcast"], [4, "mist"], [6, "clear"]])
    monkeypatch.setitem(TURNS[5], "drm", modifier)
    for die in (1, 6):
        match = situation("weather", {}, turn=5, options=VARIABLE, weather="mist")
        match.play("die", die)
        assert weather(match) == ("overcast", "clear")[row]


@pytest.mark.rule("bulge", "6.0:c")
def test_modifiers_can_lower_and_raise_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLES["weather"], "table", [[2, "overcast"], [4, "mist"], [99, "clear"]])
    found = {}
    for modifier in (-2, 0, 2):
        monkeypatch.setitem(TURNS[5], "drm", modifier)
        match = situation("weather", {}, turn=5, options=VARIABLE)
        match.play("die", 3)
        found[modifier] = weather(match)
    assert found == {-2: "overcast", 0: "mist", 2: "clear"}


# --- 6.1 ---------------------------------------------------------------------------------------------------------------------------------

FIELD = first(a for a in HEXES if terrain(a) == "clear" and inland(a) and all(inland(b) for b in around(a)))
BESIDE = around(FIELD)[0]


def declared(when: str, state: str, crt: str = "primary") -> Match:
    """An attack declared on game turn 2, where there is no surprise and the German needs no supply line."""
    attacker, target = (PANZER, US_INFANTRY) if when.startswith("german") else (US_STRONGEST, WEAK_GERMAN)
    where = {attacker: BESIDE, target: FIELD}
    match = situation(when, where, turn=2, weather=state)
    fight(match, target, attacker, crt=crt)
    return match


@pytest.mark.rule("bulge", "6.1", "7.0", "D-WEATHER")
@pytest.mark.parametrize("n", [2, 8, 17])
def test_weather_sets_the_air_points_of_both_sides(n: int) -> None:
    for state in ("overcast", "mist", "clear"):
        allied, german = TURNS[n]["air"][state]
        match = situation("air-missions", {}, turn=n, weather=state)
        for side, points in (("allied", allied), ("german", german)):
            given = 0
            while phase(match) == "air-missions" and match.decision.side == side:
                match.play("mission", "cap")
                given += 1
            assert given == points


@pytest.mark.rule("bulge", "6.1:abefg", "12.1-5")
@pytest.mark.parametrize("crt", ["primary", "secondary"])
@pytest.mark.parametrize(
    ("when", "state", "shift"),
    [
        ("german-combat-after-movement", "overcast", 1),
        ("german-combat-before-movement", "overcast", 0),
        ("german-combat-after-movement", "clear", 0),
        ("german-combat-before-movement", "mist", 0),
        ("german-combat-before-movement", "clear", 0),
        ("allied-combat-after-movement", "clear", 1),
        ("allied-combat-before-movement", "clear", 0),
        ("allied-combat-after-movement", "overcast", 0),
        ("allied-combat-after-movement", "mist", 0),
        ("allied-combat-before-movement", "mist", 0),
    ],
)
def test_weather_shifts_attacks_after_movement_only(when: str, state: str, shift: int, crt: str) -> None:
    match = declared(when, state, crt)
    assert match.decision.side != "chance", "no die but the German one in mist"
    assert shifts(match) == ({"weather": shift} if shift else {})


@pytest.mark.rule("bulge", "6.1:c")
@pytest.mark.parametrize("crt", ["primary", "secondary"])
@pytest.mark.parametrize("die", range(1, 7))
def test_in_mist_a_die_of_1_to_3_shifts_a_german_attack(die: int, crt: str) -> None:
    match = declared("german-combat-after-movement", "mist", crt)
    assert (match.decision.side, match.decision.cases[0]) == ("chance", "6.1")
    match.play("die", die)
    assert shifts(match) == ({"mist": 1} if die <= 3 else {})


@pytest.mark.rule("bulge", "6.1", "12.1-5")
def test_the_shift_moves_the_attack_one_column_to_the_right() -> None:
    columns = []
    for die in (4, 3):
        match = declared("german-combat-after-movement", "mist")
        match.play("die", die)
        columns.append(final_column(match))
    assert columns[1] == columns[0] + 1


@pytest.mark.rule("bulge", "6.1:d", "12.1")
def test_the_mist_die_comes_after_the_declaration_and_binds_the_attacker() -> None:
    match = situation("german-combat-after-movement", {PANZER: BESIDE, US_INFANTRY: FIELD}, turn=2, weather="mist")
    match.play("attack", US_INFANTRY)
    assert match.decision.side == "german"
    match.play("crt", "primary")
    match.play("die", 6)
    assert match.decision.side == "german"
    assert set(match.decision.choices) <= {"roll", "column"}
    for verb, argument in (("done", None), ("crt", "secondary"), ("attack", US_INFANTRY)):
        refused(match, verb, argument)
    with pytest.raises(ardennes.BadInput):
        match.undo()


def test_where_the_mist_die_comes_next_the_buttons_for_the_tables_say_that_they_attack() -> None:
    for weather, label in (("mist", "Attack on the primary table"), ("overcast", "Primary table")):
        match = situation("german-combat-after-movement", {PANZER: BESIDE, US_INFANTRY: FIELD}, turn=2, weather=weather)
        match.play("attack", US_INFANTRY)
        assert match.view("german")["decision"]["hints"]["crt"]["primary"]["label"] == label


@pytest.mark.rule("bulge", "6.1", "12.1-2")
def test_ground_support_is_committed_before_the_mist_die() -> None:
    match = situation(
        "german-combat-after-movement",
        {PANZER: BESIDE, US_INFANTRY: FIELD},
        turn=2,
        weather="mist",
        support={"german": 1},
    )
    fight(match, US_INFANTRY, PANZER)
    assert offered(match, "support") == [0, 1]
    hints = match.view("german")["decision"]["hints"]["support"]
    assert [hints[n]["label"] for n in ("0", "1")] == ["Attack without ground support", "Attack with 1 mission"]
    match.play("support", 1)
    assert match.decision.cases[0] == "6.1"
    match.play("die", 1)
    assert shifts(match) == {"ground support": 1, "mist": 1}


@pytest.mark.rule("bulge", "6.1:c")
def test_every_german_attack_in_mist_has_a_die_of_its_own() -> None:
    far = first(a for a in HEXES if inland(a) and distance(a, FIELD) > 4)
    match = situation(
        "german-combat-after-movement",
        {PANZER: BESIDE, US_INFANTRY: FIELD, GRENADIERS: around(far)[0], US_INFANTRY_2: far},
        turn=2,
        weather="mist",
    )
    seen = []
    for target, attacker, die in ((US_INFANTRY, PANZER, 1), (US_INFANTRY_2, GRENADIERS, 6)):
        fight(match, target, attacker, crt="secondary")
        assert match.decision.cases[0] == "6.1"
        match.play("die", die)
        seen.append(shifts(match) if match.decision.side == "german" else {})
        while match.decision.cases[0] != "12.0" and phase(match) == "german-combat-after-movement":
            verb = next(iter(match.decision.choices))
            match.play(verb, offered(match, verb)[0])
    assert seen == [{"mist": 1}, {}]
    assert sum("the mist " in line for line in match.log) == 2
