"""4: days, and the seven steps with which each begins."""

from __future__ import annotations

import pytest

import ardennes
from ardennes import Match
from ardennes.games.commander.facts import DAYS
from ardennes.games.commander.sequence import Calendar
from tests.rules.commander.table import (
    START,
    UNITS,
    asked,
    controls,
    end_moves,
    fight,
    has,
    offered,
    pass_all,
    refused,
    rolls,
    situation,
    state,
    where,
)

CUT = (*START, "Echternach")
"""With this control an Allied unit in Bitburg is out of supply."""
QUIET = {"de-326vg": "Gemund", "us-78inf": "Herve"}
"""One unit per side, in supply and out of each other's way."""


def until(match: Match, frame: str) -> None:
    """Answer quietly until this is asked."""
    while asked(match) != frame:
        choices = match.decision.choices
        verb = next((v for v in ("done", "pass", "stand", "stay") if v in choices), next(iter(choices)))
        match.play(verb, choices[verb][0])


@pytest.mark.rule("commander", "4-game-days:a")
def test_the_game_has_thirteen_days_and_never_a_twentyninth_of_december() -> None:
    match = situation("evening", QUIET, day=28)
    assert match.result is not None and state(match).day == 28
    with pytest.raises(ardennes.BadInput, match="29 December is not played"):
        situation("german-turn", QUIET, day=29)
    assert len(DAYS) == 13


@pytest.mark.rule("commander", "4-start-of-day:a")
def test_the_steps_of_a_day_in_order() -> None:
    names = ("surprise", "reset", "supply", "reinforcements", "fuel", "replacements", "commando", "turns", "evening")
    assert tuple(step.name for step in Calendar.steps) == names


@pytest.mark.rule("commander", "4-start-of-day:b")
def test_a_unit_arrives_after_the_supply_check_but_may_be_named_in_the_fuel_check() -> None:
    units = {"de-9pz": "due", "de-1ss": "Gemund", "de-12ss": "Stadtkyll", "de-2ss": "Prum", "us-78inf": "Herve"}
    german = [name for name in START if name != "Bitburg"]
    match = situation("supply", units, german=german, day=23)
    assert (where(match, "de-9pz"), has(match, "oos", "de-9pz")) == ("Prum", False)
    assert asked(match) == "NameShort"
    assert "de-9pz" in offered(match, "unit")


@pytest.mark.rule("commander", "4-start-of-day:c", "11-eligible")
def test_units_out_of_supply_or_fuel_get_no_replacements_on_the_same_day() -> None:
    units = {
        "de-1ss": "Spa/2",
        "de-12ss": "Gemund/2",
        "de-2ss": "Prum/2",
        "us-78inf": "Herve",
        "us-1inf": "Spa",
    }
    match = situation("supply", units, day=21)  # three fuel users: all are marked
    assert has(match, "oos", "de-1ss")
    match.play("unit", "de-1ss")
    match.play("unit", "de-12ss")
    assert has(match, "short", "de-2ss")
    assert asked(match) == "Replace"
    assert offered(match, "unit") == ["de-12ss"]


@pytest.mark.rule("commander", "4-start-of-day:d", "4-5-fuel-check", "4-6-replacements", "4-7-commando")
def test_on_16_december_only_the_resets_do_anything() -> None:
    units = {
        "de-1ss": "Spa/2",
        "de-12ss": "Gemund/2",
        "de-2ss": "Prum/2",
        "de-lehr": "Prum",
        "us-78inf": "Herve",
        "us-1inf": "Spa",
    }
    match = situation("reset", units, day=16, cubes=["de-1ss"])
    assert (asked(match), state(match).oos, state(match).short, state(match).cubes) == ("Turn", 0, 0, 0)


@pytest.mark.rule("commander", "4-1-time-reset:a")
def test_every_day_starts_at_0530() -> None:
    match = situation("german-turn", QUIET, time=4)
    pass_all(match)
    assert (state(match).day, state(match).time) == (19, 0)


@pytest.mark.rule("commander", "4-2-activation-reset:bc", "9-fuel-marker-removal")
def test_cubes_and_fuel_markers_come_off_and_out_of_supply_markers_stay_for_the_check() -> None:
    units = {"de-1ss": "Gemund", "de-lehr": "Prum", "us-78inf": "Herve", "us-1inf": "Bitburg", "de-212vg": "Bitburg"}
    match = situation("reset", units, day=22, german=CUT, cubes=["de-1ss"], short=["de-lehr"], oos=["us-1inf"])
    until(match, "Turn")
    assert not state(match).cubes and not state(match).short
    assert offered(match, "activate") == ["Bitburg", "Gemund", "Prum"]
    assert has(match, "oos", "us-1inf")  # found out of supply again
    assert (where(match, "us-1inf"), state(match).lost[[u.id for u in UNITS].index("us-1inf")]) == ("Bitburg", 1)


@pytest.mark.rule("commander", "4-3-supply-check:abc", "D-calendar")
@pytest.mark.parametrize(
    ("day", "german", "allied"), [(16, False, False), (17, False, True), (18, False, True), (19, True, True)]
)
def test_supply_is_checked_from_17_december_for_allies_and_from_19_for_germans(
    day: int, german: bool, allied: bool
) -> None:
    units = {"de-1ss": "Spa", "us-1inf": "Bitburg", "de-212vg": "Bitburg"}
    match = situation("supply", units, day=day, german=CUT)
    assert (has(match, "oos", "de-1ss"), has(match, "oos", "us-1inf")) == (german, allied)


@pytest.mark.rule("commander", "4-3-supply-check", "9-attrition")
def test_both_sides_are_judged_on_the_same_position_and_lose_at_once() -> None:
    units = {"us-1inf": "Bertrix/1", "de-26vg": "Bertrix/1", "de-212vg": "Bitburg", "us-7arm": "Liege"}
    around = ("Bouillon", "Florenville", "Gedinne", "Recogne", "Wellin")
    match = situation("supply", units, german=(*START, *around), day=20, oos=["us-1inf", "de-26vg"])
    assert (where(match, "us-1inf"), where(match, "de-26vg")) == ("eliminated", "eliminated")
    assert controls(match, "Bertrix") == "allied"  # nobody was alone there for a moment


@pytest.mark.rule("commander", "4-4-reinforcements:a", "4-initiative")
@pytest.mark.parametrize(("day", "first"), [(22, "german"), (23, "allied")])
def test_the_player_with_the_initiative_places_his_reinforcements_first(day: int, first: str) -> None:
    # late units of both sides, each with several spaces to choose from
    match = situation("reinforcements", {"de-9ss": "due", "us-30inf": "due"} | QUIET, day=day)
    assert (asked(match), match.decision.side) == ("ArriveAt", first)


@pytest.mark.rule("commander", "4-5-fuel-check:a", "D-calendar")
@pytest.mark.parametrize(("day", "expected"), [(20, "Turn"), (21, "NameShort")])
def test_there_is_no_fuel_check_before_21_december(day: int, expected: str) -> None:
    units = {"de-1ss": "Gemund", "de-12ss": "Stadtkyll", "de-2ss": "Prum", "de-lehr": "Prum", "us-78inf": "Herve"}
    match = situation("fuel", units, day=day)
    assert asked(match) == expected
    if expected == "Turn":
        assert not state(match).short


@pytest.mark.rule("commander", "4-6-replacements:ab", "11-points", "D-calendar")
@pytest.mark.parametrize(("day", "first"), [(19, None), (20, "german"), (22, "german"), (23, "allied")])
def test_replacements_begin_on_20_december_with_the_initiative_player(day: int, first: str | None) -> None:
    units = {"de-326vg": "Gemund/2", "us-78inf": "Herve/2"}
    match = situation("replacements", units, day=day)
    if first is None:
        assert asked(match) == "Turn"
    else:
        assert (asked(match), match.decision.side) == ("Replace", first)
        match.play("done")
        assert match.decision.side == ("allied" if first == "german" else "german")


# --- the commando operation --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "4-7-commando:b", "D-calendar")
@pytest.mark.parametrize("day", range(16, 22))
def test_the_commando_operation_is_offered_on_17_and_18_december(day: int) -> None:
    match = situation("commando", QUIET, day=day)
    assert asked(match) == ("Commando" if day in (17, 18) else "Turn")


@pytest.mark.rule("commander", "4-7-commando:ab")
def test_it_is_used_once_and_may_wait_for_the_second_day() -> None:
    used = situation("commando", QUIET, day=17)
    used.play("unit", "us-78inf")
    until(used, "Turn")
    pass_all(used)
    assert (state(used).day, asked(used)) == (18, "Turn")
    waits = situation("commando", QUIET, day=17)
    waits.play("done")
    pass_all(waits)
    assert (state(waits).day, asked(waits)) == (18, "Commando")
    assert situation("commando", QUIET, day=18, commando=True).decision.prompt.startswith("18 December, 0530")


@pytest.mark.rule("commander", "4-7-commando:c")
def test_any_allied_unit_on_the_map_can_be_chosen_and_no_other() -> None:
    units = {"us-7arm": "due", "us-1inf": "Spa", "de-1ss": "Spa", "us-99inf": "Elsenborn", "us-101abn": "due"}
    match = situation("commando", units, day=17, oos=["us-99inf"])
    assert offered(match, "unit") == ["us-1inf", "us-99inf"]  # contested and out of supply are no hindrance
    assert refused(match, "unit", "us-7arm") == "4-7-commando"
    assert refused(match, "unit", "de-1ss") == "4-7-commando"
    arrived = situation("reinforcements", units, day=17)
    arrived.play("space", "Eupen")
    assert "us-7arm" in offered(arrived, "unit")


@pytest.mark.rule("commander", "4-7-commando:def", "8-participants:e")
def test_the_chosen_unit_cannot_act_but_defends_and_retreats() -> None:
    units = {"us-1inf": "Malmedy", "us-b9arm": "Malmedy", "de-12vg": "Malmedy"}
    match = situation("commando", units, day=17)
    match.play("unit", "us-1inf")
    assert has(match, "cubes", "us-1inf")
    copy = match.at(match.count)
    match.play("activate", "Malmedy")
    end_moves(match)
    assert rolls(match)["us-1inf"] == (4, 3)  # defends with all its dice
    fight(match, 4, 0)  # forest and town take three
    match.play("retreat")
    until(match, "Turn")
    assert where(match, "us-1inf") != "Malmedy"
    copy.play("activate", "Malmedy")  # the German stays and rolls nothing
    end_moves(copy)
    fight(copy, 0, 0)
    copy.play("activate", "Malmedy")
    end_moves(copy)
    assert set(rolls(copy)) == {"us-b9arm", "de-12vg"}  # 1 Inf does not join the attack
    fight(copy, 0, 0)
    pass_all(copy)
    assert not has(copy, "cubes", "us-1inf")


@pytest.mark.rule("commander", "4-7-commando:d")
def test_a_space_with_the_chosen_unit_alone_cannot_be_activated() -> None:
    match = situation("commando", QUIET | {"us-99inf": "Elsenborn"}, day=17)
    match.play("unit", "us-78inf")
    match.play("activate", "Gemund")
    end_moves(match)
    assert offered(match, "activate") == ["Elsenborn"]
    assert refused(match, "activate", "Herve") == "2-activation-cubes"
