"""12: victory points and victory."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.commander.facts import DAYS, EXITS, SPACE_NAMES, VALUE
from ardennes.games.commander.victory import judge
from tests.rules.commander.table import (
    START,
    asked,
    assault,
    controls,
    end_moves,
    facts,
    fight,
    go,
    goals,
    offered,
    refused,
    situation,
    space,
    state,
    step,
    strength,
    value,
    vp,
    where,
)

SAFE = {"us-78inf": "Liege", "de-326vg": "Trier"}

# --- spaces and units --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "12-vp-spaces:b")
def test_points_from_spaces_are_the_values_of_german_spaces() -> None:
    for german in ((), ("Bastogne",), ("Bastogne", "St. Vith", "Liege"), tuple(SPACE_NAMES.index)):
        match = situation("german-turn", {"de-326vg": "Trier"}, german=(*START, *german))
        held = {*START, *german}
        assert vp(match) == sum(VALUE[space(name)] for name in held)
    assert not any(VALUE[space(name)] for name in START)


@pytest.mark.rule("commander", "12-vp-spaces:c")
def test_a_contested_space_counts_for_its_controller() -> None:
    units = SAFE | {"de-26vg": "Bastogne", "us-101abn": "Bastogne"}
    assert vp(situation("german-turn", units)) == 0
    assert vp(situation("german-turn", units, german=(*START, "Bastogne"))) == 2


@pytest.mark.rule("commander", "12-vp-units:a")
@pytest.mark.parametrize(("unit", "points"), [("us-4inf", 1), ("de-2pz", -1), ("us-b9arm", 0), ("de-62vg", 0)])
def test_points_for_eliminated_units(unit: str, points: int) -> None:
    match = situation("german-turn", SAFE | {unit: "eliminated"})
    assert vp(match) == points


@pytest.mark.rule("commander", "12-bookkeeping:a")
def test_eliminated_and_exited_units_are_listed_with_their_points() -> None:
    units = SAFE | {"us-4inf": "eliminated", "de-2pz": "eliminated", "de-1ss": "exited/5"}
    view = situation("german-turn", units).view()
    boxes = {piece["id"]: piece["at"] for piece in view["pieces"]}
    assert (boxes["us-4inf"], boxes["de-2pz"], boxes["de-1ss"]) == ("eliminated", "eliminated", "exited")
    track = next(t for t in view["tracks"] if t["id"] == "vp")
    assert (track["value"], track["text"]) == (5, "5 (allied units +1, german units -1, exits +5)")
    assert track["sources"] == {"spaces": 0, "allied units": 1, "german units": -1, "exits": 5, "meuse": 0}


# --- the Meuse ---------------------------------------------------------------------------------------------------------------------------

TO_GIVET = (
    *START,
    "Losheim",
    "St. Vith",
    "Vielsalm",
    "Houffalize",
    "La Roche",
    "Marche",
    "Rochefort",
    "Wellin",
    "Beauraing",
)


@pytest.mark.rule("commander", "12-meuse:ae")
def test_three_points_on_the_morning_after_the_crossing() -> None:
    match = situation("german-turn", SAFE | {"de-2pz": "Beauraing"}, german=TO_GIVET, day=20)
    before = vp(match)
    match.play("activate", "Beauraing")
    go(match, "de-2pz", "Givet")
    assert vp(match) == before + 1  # Givet itself
    morning = situation("supply", SAFE | {"de-2pz": "Givet"}, german=(*TO_GIVET, "Givet"), day=21)
    assert vp(morning) == value(*TO_GIVET, "Givet") + 3
    assert state(morning).crossed


@pytest.mark.rule("commander", "12-meuse:bc")
@pytest.mark.parametrize(
    ("units", "german", "points"),
    [
        ({"de-2pz": "Givet", "us-1inf": "Givet"}, TO_GIVET, 0),  # contested, Allied
        ({"de-2pz": "Givet", "us-1inf": "Givet"}, (*TO_GIVET, "Givet"), 3),  # contested, German
        ({"de-2pz": "Givet"}, (*START, "Givet"), 0),  # out of supply
        ({"de-2pz": "Beauraing"}, (*TO_GIVET, "Givet"), 0),  # nobody is across
        ({"de-2pz": "Philippeville"}, (*TO_GIVET, "Givet", "Philippeville"), 3),
    ],
)
def test_the_unit_must_be_supplied_in_a_german_space_beyond_the_river(
    units: dict[str, str], german: tuple[str, ...], points: int
) -> None:
    match = situation("supply", SAFE | units, german=german, day=21)
    assert vp(match) - value(*german) == points


@pytest.mark.rule("commander", "12-meuse:d")
def test_they_are_given_once_and_never_taken_back() -> None:
    again = situation("supply", SAFE | {"de-2pz": "Givet"}, german=(*TO_GIVET, "Givet"), day=22, crossed=True)
    assert vp(again) == value(*TO_GIVET, "Givet") + 3
    gone = situation("supply", SAFE | {"de-2pz": "Beauraing"}, german=TO_GIVET, day=22, crossed=True)
    assert vp(gone) == value(*TO_GIVET) + 3


@pytest.mark.rule("commander", "12-meuse", "10-okw")
def test_on_17_and_18_december_the_path_is_looked_at_all_the_same() -> None:
    early = situation("supply", SAFE | {"de-2pz": "Givet"}, german=(*TO_GIVET, "Givet"), day=18)
    assert state(early).crossed
    cut = situation("supply", SAFE | {"de-2pz": "Givet"}, german=(*START, "Givet"), day=18)
    assert not state(cut).crossed


# --- exits -------------------------------------------------------------------------------------------------------------------------------


def at_exit(units: dict[str, str], **fields: Any) -> Match:
    match = situation("german-turn", SAFE | units, **({"day": 22} | fields))
    match.play("activate", "Givet")
    return match


@pytest.mark.rule("commander", "12-vp-exit", "D-spaces")
def test_there_are_five_exit_spaces() -> None:
    assert SPACE_NAMES.list_of(EXITS) == ["Liege", "Hannut", "Namur", "Philippeville", "Givet"]


@pytest.mark.rule("commander", "12-vp-exit:ag", "12-vp-units:c")
@pytest.mark.parametrize(("unit", "left"), [("de-1ss", 5), ("de-26vg", 4), ("de-15pzg", 2)])
def test_a_unit_that_exits_earns_its_strength_and_the_space_stays_german(unit: str, left: int) -> None:
    match = at_exit({unit: f"Givet/{left}"})
    before = vp(match)
    match.play("unit", unit)
    match.play("exit")
    assert (where(match, unit), vp(match) - before, controls(match, "Givet")) == ("exited", left, "german")
    assert facts(unit).side == 0


@pytest.mark.rule("commander", "12-vp-exit:c")
def test_no_exit_from_a_contested_or_allied_space() -> None:
    match = at_exit({"de-1ss": "Givet", "us-1inf": "Givet"}, german=(*START, "Givet", "Beauraing"))
    match.play("unit", "de-1ss")
    assert refused(match, "exit") == "12-vp-exit"
    match = at_exit({"de-1ss": "Givet", "us-1inf": "Givet"}, german=(*START, "Beauraing"))
    match.play("unit", "de-1ss")
    assert refused(match, "exit") == "12-vp-exit"


@pytest.mark.rule("commander", "12-vp-exit:b")
def test_a_unit_that_enters_an_exit_space_cannot_exit_in_the_same_turn() -> None:
    match = situation("german-turn", SAFE | {"de-1ss": "Beauraing"}, german=("Givet", *START), day=22)
    match.play("activate", "Beauraing")
    match.play("unit", "de-1ss")
    assert refused(match, "exit") == "12-vp-exit"
    match.play("space", "Givet")
    assert asked(match) != "Moves"


@pytest.mark.rule("commander", "12-vp-exit", "5-surprise-movement")
def test_armor_that_may_not_move_does_not_exit_either() -> None:
    units = SAFE | {"de-1ss": "Givet", "de-26vg": "Givet"}
    match = situation("surprise-turn", units, day=16, surprise=True)
    match.play("activate", "Givet")
    assert offered(match, "unit") == ["de-26vg"]
    assert refused(match, "unit", "de-1ss") == "5-surprise-movement"


@pytest.mark.rule("commander", "12-vp-exit:f")
def test_allied_units_do_not_exit() -> None:
    match = situation("allied-turn", SAFE | {"us-1inf": "Givet"}, day=23)
    match.play("activate", "Givet")
    match.play("unit", "us-1inf")
    assert refused(match, "exit") == "12-vp-exit"
    assert goals(situation("german-turn", SAFE | {"de-1ss": "Spa"}), "de-1ss") == []


@pytest.mark.rule("commander", "12-vp-exit:d", "9-oos-effects")
def test_a_unit_without_supply_does_not_exit() -> None:
    match = situation("german-turn", SAFE | {"de-1ss": "Givet"}, oos=["de-1ss"], day=22)
    assert refused(match, "activate", "Givet") == "9-oos-effects"


# --- victory -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "12-victory-determination:a", "D-calendar")
@pytest.mark.parametrize(
    ("points", "winner"), [(12, "german"), (13, "german"), (4, "allied"), (0, "allied"), (-3, "allied")]
)
def test_the_thresholds_of_20_december(points: int, winner: str) -> None:
    result = judge(20, points)
    assert result is not None and result.winner == winner
    assert all(judge(20, between) is None for between in range(5, 12))


@pytest.mark.rule("commander", "12-victory-determination:bd", "D-calendar")
def test_no_check_on_other_days_and_always_a_winner_on_the_last() -> None:
    assert [day for day in DAYS if DAYS[day].german_wins is not None] == [20, 22, 24, 26, 28]
    for day in (16, 17, 18, 19, 21, 23, 25, 27):
        assert judge(day, 99) is None and judge(day, -99) is None
    results = [judge(28, points) for points in range(-5, 40)]
    assert all(result is not None and result.winner in ("german", "allied") for result in results)
    assert all((DAYS[d].german_wins or 99) > (DAYS[d].allied_wins or 0) for d in DAYS)


@pytest.mark.rule("commander", "12-victory-determination:c", "4-end-of-day")
def test_the_total_is_judged_after_the_last_turn_of_the_day() -> None:
    rich = (*START, "Bastogne", "Liege", "Namur", "Luxembourg", "Eupen", "Verviers")
    match = situation("german-turn", {"de-326vg": "Trier", "us-78inf": "Hannut"}, german=rich, day=20)
    assert vp(match) >= 12
    match.play("activate", "Trier")
    end_moves(match)
    assert match.result is None  # there is a turn left
    match.play("pass")
    while match.result is None and state(match).day == 20:
        step(match)
    assert match.result is not None and (match.result.winner, match.result.points) == ("german", vp(match))


@pytest.mark.rule("commander", "12-victory-points:a")
def test_the_total_changes_in_the_turn_of_either_player() -> None:
    units = SAFE | {"us-101abn": "Bastogne/1", "de-26vg": "Bastogne/1"}
    match = assault("allied-turn", units, "Bastogne", day=23)
    fight(match, 0, 1)
    assert (where(match, "us-101abn"), where(match, "de-26vg")) == ("eliminated", "Bastogne")
    sources = next(t for t in match.view()["tracks"] if t["id"] == "vp")["sources"]
    assert sum(sources.values()) == vp(match)
    assert (strength(match, "us-101abn"), vp(match)) == (0, 1 + 2)  # in an Allied turn


@pytest.mark.rule("commander", "3-E", "12-victory-points")
def test_the_total_may_fall_below_zero() -> None:
    match = situation("german-turn", SAFE | {"de-1ss": "eliminated", "de-12ss": "eliminated"})
    assert vp(match) == -2
    assert offered(match, "activate")
    assert isinstance(match, ardennes.Match)
