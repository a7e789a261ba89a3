"""10: reinforcements, delays and the OKW reserve."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.commander.facts import ENTRY, SPACE_NAMES
from tests.rules.commander.table import (
    START,
    asked,
    contested,
    has,
    offered,
    pass_all,
    refused,
    situation,
    state,
    strength,
    where,
)

ALONE = {"us-78inf": "Liege", "de-326vg": "Trier"}


def morning(day: int, units: dict[str, str], german: tuple[str, ...] = START, **fields: Any) -> Match:
    """The reinforcement step of a day."""
    return situation("reinforcements", ALONE | units, german=german, day=day, **fields)


@pytest.mark.rule("commander", "10-reinforcements:abc", "2-arrival-code:a")
def test_a_unit_arrives_in_a_space_with_its_letter_at_its_owners_choice() -> None:
    match = morning(18, {"de-9ss": "due"})
    assert (asked(match), match.decision.side, offered(match, "space")) == (
        "ArriveAt",
        "german",
        ["Gemund", "Stadtkyll"],
    )
    assert refused(match, "space", "Prum") == "10-reinforcements"
    match.play("space", "Stadtkyll")
    assert (where(match, "de-9ss"), strength(match, "de-9ss")) == ("Stadtkyll", 5)
    assert not has(match, "cubes", "de-9ss")
    match.play("done")  # no commandos
    assert "Stadtkyll" in offered(match, "activate")  # it may be activated on the same day


@pytest.mark.rule("commander", "10-reinforcements:d")
def test_units_do_not_come_before_their_day_and_must_come_on_it() -> None:
    early = morning(17, {"de-9ss": "due"})
    assert (asked(early), where(early, "de-9ss")) == ("Commando", "due")
    due = morning(18, {"de-9ss": "due"})
    assert set(due.decision.choices) == {"space"}  # no way to decline


@pytest.mark.rule("commander", "10-reinforcements")
def test_with_several_units_the_owner_chooses_which_comes_first() -> None:
    match = morning(18, {"de-9ss": "due", "de-246vg": "due"})
    assert (asked(match), offered(match, "unit")) == ("Arrivals", ["de-246vg", "de-9ss"])
    assert refused(match, "unit", "us-78inf") == "4-4-reinforcements"
    match.play("unit", "de-9ss")
    match.play("space", "Gemund")
    assert asked(match) == "ArriveAt"
    match.play("space", "Gemund")
    assert where(match, "de-246vg") == "Gemund"


# --- delay -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "10-delay:a", "10-delayed-arrival:a")
def test_if_the_enemy_controls_all_spaces_of_its_letter_the_unit_comes_a_day_late_anywhere_on_its_edge() -> None:
    german = ("Prum", "Bitburg", "Trier")  # Gemund and Stadtkyll are Allied
    match = morning(18, {"de-9ss": "due"}, german)
    assert where(match, "de-9ss") == "due"
    assert "Delayed by a day: 9SS Pz." in match.log
    match.play("done")
    pass_all(match)
    assert (state(match).day, asked(match)) == (19, "ArriveAt")
    assert offered(match, "space") == ["Bitburg", "Prum", "Trier"]
    assert refused(match, "space", "Dasburg") == "10-delayed-arrival"
    match.play("space", "Trier")
    assert where(match, "de-9ss") == "Trier"


@pytest.mark.rule("commander", "10-delay:b")
def test_one_open_space_of_its_letter_is_enough_and_must_be_used() -> None:
    match = morning(18, {"de-9ss": "due"}, ("Stadtkyll", "Prum", "Trier"))
    assert where(match, "de-9ss") == "Stadtkyll"


FULL_A = {"de-272vg": "Gemund", "de-277vg": "Gemund", "de-12vg": "Gemund"}
FULL_B = {"de-62vg": "Stadtkyll", "de-560vg": "Stadtkyll", "de-18vg": "Stadtkyll"}


@pytest.mark.rule("commander", "10-delay:c", "7-stacking:c")
def test_full_spaces_delay_a_unit_too_and_units_of_the_same_morning_count() -> None:
    full = morning(18, FULL_A | FULL_B | {"de-9ss": "due"})
    assert where(full, "de-9ss") == "due"
    mixed = morning(18, FULL_A | {"de-9ss": "due"}, ("Gemund", "Prum", "Trier"))  # one full, one Allied
    assert where(mixed, "de-9ss") == "due"
    two = {"de-272vg": "Gemund", "de-277vg": "Gemund"} | FULL_B
    match = morning(18, two | {"de-9ss": "due", "de-246vg": "due"})  # room for one of two
    assert asked(match) == "Arrivals"
    match.play("unit", "de-246vg")
    assert (where(match, "de-246vg"), where(match, "de-9ss")) == ("Gemund", "due")


@pytest.mark.rule("commander", "10-contested:ab", "10-delayed-arrival")
def test_a_friendly_contested_space_is_open_and_an_enemy_one_is_not() -> None:
    units = {"de-9ss": "due", "us-1inf": "Stadtkyll", "de-62vg": "Stadtkyll", "de-18vg": "Stadtkyll"}
    open_ = morning(18, units, ("Stadtkyll", "Prum", "Trier"))
    assert (where(open_, "de-9ss"), contested(open_, "Stadtkyll")) == ("Stadtkyll", True)
    closed = morning(18, units, ("Prum", "Trier"))  # contested, Allied
    assert where(closed, "de-9ss") == "due"
    both = morning(18, units, ("Gemund", "Prum", "Trier"))
    assert where(both, "de-9ss") == "Gemund"


@pytest.mark.rule("commander", "10-contested")
def test_the_refusal_names_the_case() -> None:
    units = {"de-9ss": "due", "us-1inf": "Trier", "de-326vg": "Trier"}
    match = morning(19, units, ("Gemund", "Prum", "Bitburg"))
    assert asked(match) == "ArriveAt"
    assert refused(match, "space", "Trier") == "10-contested"
    assert refused(match, "space", "Stadtkyll") == "10-delay"


@pytest.mark.rule("commander", "10-reinforcements", "10-delayed-arrival", "10-okw")
@pytest.mark.parametrize(
    ("verb", "name", "reason"),
    [
        ("unit", "us-1inf", "1 Inf belongs to the other side"),
        ("unit", "de-326vg", "326VG is already on the map"),
        ("unit", "de-1ss", "1SS Pz has been eliminated"),
        ("unit", "de-2pz", "2Pz has left the map"),
        ("unit", "de-18vg", "18VG is not in this game"),
        ("unit", "de-11pz", "11Pz is in the OKW reserve"),
        ("unit", "de-9pz", "9Pz is due on 23 December"),
    ],
)
def test_a_unit_that_cannot_arrive_is_told_why(verb: str, name: str, reason: str) -> None:
    others = {"de-1ss": "eliminated", "de-2pz": "exited", "de-11pz": "reserve", "de-9pz": "due"}
    match = morning(18, others | {"de-9ss": "due", "de-246vg": "due"})
    why = match.explain(verb, name)
    assert why is not None and why.reason == reason


@pytest.mark.rule("commander", "10-delayed-arrival", "10-reinforcements")
@pytest.mark.parametrize(
    ("day", "unit", "place", "reason"),
    [
        (18, "de-9ss", "Prum", "Prüm does not have the entry letter A"),
        (19, "us-30inf", "Arlon", "an entry letter on a friendly map edge, not on the south edge"),
        (22, "us-4arm", "Liege", "an entry letter on a friendly map edge, not on the north edge"),
        (22, "uk-43inf", "Liege", "British units enter only at their own letter"),
        (19, "de-9ss", "Dasburg", "it needs an entry letter on a friendly map edge"),
    ],
)
def test_a_space_that_is_closed_to_an_arrival_is_told_why(day: int, unit: str, place: str, reason: str) -> None:
    why = morning(day, {unit: "due"}).explain("space", place)
    assert why is not None and why.reason.endswith(reason)


@pytest.mark.rule("commander", "10-okw", "10-reinforcements")
def test_a_reserve_unit_is_told_all_letters_it_may_use() -> None:
    match = morning(20, RESERVE | {"de-2pz": "Dinant"}, TO_DINANT)
    match.play("unit", "de-11pz")
    why = match.explain("space", "Liege")
    assert why is not None and why.reason == "Liège does not have the entry letter A, B or C"


NORTH = ("Eupen", "Herve", "Liege", "Verviers")
SOUTH = ("Arlon", "Charleville", "Florenville", "Grevenmacher", "Luxembourg", "Sedan")


@pytest.mark.rule("commander", "10-delayed-arrival:bcd")
@pytest.mark.parametrize(
    ("unit", "day", "expected"),
    [
        ("us-30inf", 19, (*NORTH, "Hannut", "Namur")),  # letter D, north
        ("us-4arm", 22, (*SOUTH, "Namur")),  # letter H, south
        ("uk-43inf", 22, ("Hannut", "Namur")),  # British: its own letter only
    ],
)
def test_where_delayed_allies_may_come_in(unit: str, day: int, expected: tuple[str, ...]) -> None:
    match = morning(day, {unit: "due"})
    assert offered(match, "space") == sorted(expected)
    assert all(name in SPACE_NAMES.index for name in expected)


@pytest.mark.rule("commander", "10-delayed-arrival:d", "10-delay")
def test_a_british_unit_may_be_delayed_again() -> None:
    german = (*START, "Hannut", "Namur")
    match = morning(22, {"uk-43inf": "due"}, german)
    assert where(match, "uk-43inf") == "due"
    assert set(SPACE_NAMES.list_of(ENTRY["F"])) == {"Hannut", "Namur"}


@pytest.mark.rule("commander", "10-reinforcements", "9-oos-effects")
def test_arrivals_of_both_sides_on_one_day() -> None:
    match = morning(17, {"de-150pz": "due", "us-7arm": "due", "us-10arm": "due"})
    assert match.decision.side == "german"
    match.play("space", "Gemund")
    seen = set()
    while asked(match) in ("Arrivals", "ArriveAt"):
        seen.add(match.decision.side)
        verb = next(iter(match.decision.choices))
        match.play(verb, offered(match, verb)[0])
    assert seen == {"allied"}
    assert where(match, "us-7arm") in ("Eupen", "Verviers")


# --- the OKW reserve ---------------------------------------------------------------------------------------------------------------------

TO_DINANT = (*START, "Losheim", "St. Vith", "Vielsalm", "Houffalize", "La Roche", "Marche", "Ciney", "Dinant")
RESERVE = {"de-10ss": "reserve", "de-11pz": "reserve", "de-17ss": "reserve"}


@pytest.mark.rule("commander", "10-okw:a")
def test_one_unit_per_day_for_three_days_while_a_supplied_unit_is_at_the_meuse() -> None:
    match = morning(21, RESERVE | {"de-2pz": "Dinant"}, (*TO_DINANT, "Bastogne", "Liege", "Luxembourg"))
    for count, unit in enumerate(("de-11pz", "de-10ss", "de-17ss")):
        assert (asked(match), match.decision.side) == ("Reserve", "german")
        assert len(offered(match, "unit")) == 3 - count
        match.play("unit", unit)
        assert offered(match, "space") == ["Bitburg", "Gemund", "Prum", "Stadtkyll", "Trier"]
        match.play("space", "Prum")
        assert asked(match) != "Reserve"  # never two on one day
        day = state(match).day
        while state(match).day == day or asked(match) not in ("Reserve", "Turn", "NameShort"):
            choices = match.decision.choices
            verb = next((v for v in ("pass", "done", "stay") if v in choices), next(iter(choices)))
            match.play(verb, choices[verb][0])
    assert asked(match) != "Reserve"


@pytest.mark.rule("commander", "10-okw:d")
def test_the_german_may_decline_and_wait() -> None:
    match = morning(20, RESERVE | {"de-2pz": "Dinant"}, TO_DINANT)
    match.play("done")
    assert {where(match, unit) for unit in RESERVE} == {"reserve"}
    assert refused(morning(20, RESERVE | {"de-2pz": "Dinant"}, TO_DINANT), "unit", "de-2pz") == "10-okw"


@pytest.mark.rule("commander", "10-okw:bc")
@pytest.mark.parametrize(
    ("place", "german", "open_"),
    [
        ("Dinant", TO_DINANT, True),
        ("Marche", TO_DINANT[:-2], False),  # not at the Meuse
        ("Dinant", START, False),  # no supply
        ("Givet", (*TO_DINANT, "Givet"), True),  # on the far bank
        ("Hannut", (*TO_DINANT, "Namur", "Hannut"), True),  # across the Meuse, not next to it
    ],
)
def test_the_condition_on_each_morning(place: str, german: tuple[str, ...], open_: bool) -> None:
    match = situation("supply", ALONE | RESERVE | {"de-2pz": place}, german=german, day=20)
    assert (asked(match) == "Reserve") is open_


@pytest.mark.rule("commander", "10-okw:e")
def test_the_space_at_the_meuse_need_not_be_german_and_before_19_december_the_path_is_looked_at() -> None:
    units = ALONE | RESERVE | {"de-2pz": "Dinant", "us-1inf": "Dinant"}
    contested_ = situation("supply", units, german=TO_DINANT[:-1], day=20)
    assert asked(contested_) == "Reserve"
    assert asked(situation("supply", ALONE | RESERVE | {"de-2pz": "Dinant"}, german=TO_DINANT, day=18)) == "Reserve"
    assert asked(situation("supply", ALONE | RESERVE | {"de-2pz": "Dinant"}, german=START, day=18)) == "Commando"
