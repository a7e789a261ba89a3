"""9: supply, attrition and fuel."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from tests.rules.commander.table import (
    START,
    asked,
    assault,
    contested,
    controls,
    fight,
    go,
    has,
    offered,
    pass_all,
    refused,
    rolls,
    situation,
    state,
    strength,
    supplied,
    value,
    vp,
    where,
)

CHAIN = ("Losheim", "Malmedy")
"""With Stadtkyll on the edge, the way of supply to Spa."""


def check(units: dict[str, str], german: tuple[str, ...], day: int = 19, **fields: Any) -> Match:
    """The position right after the supply check of a day."""
    return situation("supply", units, german=german, day=day, **fields)


# --- the path ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "9-in-supply:d")
def test_a_path_of_any_length_through_friendly_spaces_is_enough() -> None:
    german = ("Gemund", "Stadtkyll", *CHAIN, "Vielsalm", "Houffalize", "La Roche", "Marche", "Ciney", "Dinant")
    match = check({"de-2pz": "Dinant", "us-1inf": "Liege"}, german)
    assert supplied(match, "de-2pz")


@pytest.mark.rule("commander", "9-in-supply:abc")
def test_an_enemy_in_a_friendly_space_does_not_block_but_enemy_control_does() -> None:
    units = {"de-2pz": "Spa", "us-1inf": "Spa", "us-7arm": "Malmedy", "de-12vg": "Malmedy"}
    assert supplied(check(units, (*START, *CHAIN)), "de-2pz")  # Malmedy: contested, German
    blocked = check(units, (*START, "Losheim"))  # Malmedy: contested, Allied; German units there do not help
    assert not supplied(blocked, "de-2pz")
    assert supplied(blocked, "de-12vg")  # its own space need not be friendly
    empty = {"de-2pz": "Spa", "us-1inf": "Spa"}
    assert not supplied(check(empty, (*START, "Losheim")), "de-2pz")  # empty, Allied


@pytest.mark.rule("commander", "9-in-supply:e")
def test_the_last_space_of_the_path_must_be_friendly_and_on_a_friendly_edge() -> None:
    units = {"de-2pz": "Spa", "us-1inf": "Spa"}
    assert supplied(check(units, ("Stadtkyll", *CHAIN)), "de-2pz")
    assert not supplied(check(units, ("Baasem", *CHAIN)), "de-2pz")  # Baasem is no edge space


@pytest.mark.rule("commander", "9-in-supply:f", "9-oos-status:b")
def test_what_happens_during_the_day_counts_from_the_next_morning_only() -> None:
    units = {"de-2pz": "Spa", "us-1inf": "Spa", "us-7arm": "Vielsalm", "de-326vg": "Gemund"}
    match = check(units, (*START, *CHAIN, "St. Vith"))
    match.play("activate", "Gemund")
    match.play("done")
    match.play("activate", "Vielsalm")
    go(match, "us-7arm", "Malmedy")
    assert controls(match, "Malmedy") == "allied"
    assert supplied(match, "de-2pz") and "Spa" in offered(match, "activate")
    pass_all(match)
    assert not supplied(match, "de-2pz")


@pytest.mark.rule("commander", "9-oos-status:a")
def test_a_unit_that_is_relieved_at_noon_stays_out_of_supply_until_the_morning() -> None:
    units = {"de-2pz": "Spa", "us-1inf": "Spa", "de-116pz": "Losheim", "us-7arm": "Liege"}
    match = check(units, (*START, "Losheim"))
    assert has(match, "oos", "de-2pz")
    match.play("activate", "Losheim")
    go(match, "de-116pz", "Malmedy")
    assert has(match, "oos", "de-2pz")
    pass_all(match)
    assert supplied(match, "de-2pz")
    assert "In supply again: 2Pz." in match.log


@pytest.mark.rule("commander", "9-map-edges:abc")
def test_a_unit_on_a_friendly_edge_is_always_in_supply() -> None:
    units = {"de-12vg": "Stadtkyll", "us-1inf": "Stadtkyll"}
    assert supplied(check(units, ()), "de-12vg")  # contested, Allied
    far = {"de-12vg": "Verviers", "us-1inf": "Verviers", "us-30inf": "Arlon", "de-26vg": "Arlon"}
    match = check(far, tuple(n for n in state(check(far, ())).tables["space"].names))
    assert supplied(match, "us-1inf") and supplied(match, "us-30inf")
    alone = check({"de-12vg": "Givet", "us-1inf": "Liege"}, START)
    assert not supplied(alone, "de-12vg")  # a west-edge space is nothing to a German


# --- effects -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "9-oos-effects:ab")
def test_what_a_unit_out_of_supply_cannot_do() -> None:
    units = {"de-2pz": "Spa", "us-1inf": "Spa", "de-12vg": "Malmedy", "de-1ss": "Malmedy", "us-7arm": "Liege"}
    match = situation("german-turn", units, oos=["de-2pz", "de-1ss"])
    assert refused(match, "activate", "Spa") == "9-oos-effects"
    match.play("activate", "Malmedy")
    assert offered(match, "unit") == ["de-12vg"]  # one supplied, one not: only the first is active


@pytest.mark.rule("commander", "9-oos-effects:d")
def test_it_defends_and_blocks_the_retreat_of_the_whole_force() -> None:
    units = {"us-1inf": "Losheim", "us-99inf": "Losheim", "de-1ss": "Losheim", "us-7arm": "Liege"}
    match = assault("german-turn", units, "Losheim", oos=["us-99inf"])
    assert rolls(match)["us-99inf"] == (4, 2 - 1)
    fight(match, 3, 0)
    assert asked(match) == "Turn"  # one hit each, without a choice
    assert (strength(match, "us-1inf"), strength(match, "us-99inf")) == (3, 3)


@pytest.mark.rule("commander", "9-oos-effects:f", "7-stacking")
def test_it_still_holds_its_space_and_counts_for_stacking_and_points() -> None:
    units = {"us-1inf": "Losheim/1", "de-1ss": "Losheim", "us-7arm": "Liege"}
    match = assault("german-turn", units, "Losheim", oos=["us-1inf"])
    assert contested(match, "Losheim")
    fight(match, 2, 0)
    assert (where(match, "us-1inf"), vp(match)) == ("eliminated", 1)


# --- attrition ---------------------------------------------------------------------------------------------------------------------------

POCKET = (*START, "Bouillon", "Florenville", "Gedinne", "Recogne", "Wellin")
"""An Allied unit in Bertrix is cut off by a German pocket that is cut off itself."""
TRAPPED = {"us-1inf": "Bertrix", "de-26vg": "Bertrix", "us-7arm": "Liege"}


@pytest.mark.rule("commander", "9-attrition:abc")
@pytest.mark.parametrize(
    ("before", "enemy", "lost"), [(True, True, 1), (True, False, 0), (False, True, 0), (False, False, 0)]
)
def test_a_second_morning_out_of_supply_with_an_enemy_in_the_space_costs_a_point(
    before: bool, enemy: bool, lost: int
) -> None:
    units = TRAPPED if enemy else {"us-1inf": "Bertrix", "us-7arm": "Liege"}
    match = check(units, POCKET, day=18, oos=["us-1inf"] if before else [])
    assert has(match, "oos", "us-1inf")
    assert 4 - strength(match, "us-1inf") == lost


@pytest.mark.rule("commander", "9-attrition:d", "12-vp-units:b")
def test_attrition_can_eliminate_and_then_counts_like_a_battle() -> None:
    units = TRAPPED | {"us-1inf": "Bertrix/1"}
    match = check(units, POCKET, day=18, oos=["us-1inf"])
    assert where(match, "us-1inf") == "eliminated"
    assert controls(match, "Bertrix") == "german"
    assert vp(match) == 1 + value(*POCKET)


@pytest.mark.rule("commander", "9-attrition:e", "4-3-supply-check")
def test_the_first_possible_days_of_attrition() -> None:
    # Allies: marked on the 17th, a loss on the 18th. Germans: marked on the 19th, a loss on the 20th
    match = check(TRAPPED, POCKET, day=17)
    assert has(match, "oos", "us-1inf") and not has(match, "oos", "de-26vg")
    losses = []
    for day in (17, 18, 19, 20):
        assert state(match).day == day
        losses.append((4 - strength(match, "us-1inf"), 4 - strength(match, "de-26vg")))
        if asked(match) == "Commando":
            match.play("done")
        pass_all(match)
    assert [a for a, _ in losses] == [0, 1, 2, 3]
    assert [b for _, b in losses][:3] == [0, 0, 0] and strength(match, "de-26vg") <= 3


@pytest.mark.rule("commander", "9-attrition:f", "9-fuel-shortage")
def test_yesterdays_lack_of_fuel_is_no_lack_of_supply() -> None:
    units = {"de-2pz": "Bertrix", "us-1inf": "Bertrix", "us-7arm": "Liege"}
    match = situation("reset", units, german=START, day=23, short=["de-2pz"])
    assert has(match, "oos", "de-2pz")
    assert strength(match, "de-2pz") == 4


@pytest.mark.rule("commander", "9-air-supply:abc", "D-calendar")
@pytest.mark.parametrize(("day", "lost"), [(22, 1), (23, 0), (28, 0)])
def test_from_23_december_allied_units_suffer_no_attrition(day: int, lost: int) -> None:
    match = check(TRAPPED, POCKET, day=day, oos=["us-1inf", "de-26vg"])
    assert 4 - strength(match, "us-1inf") == lost
    assert has(match, "oos", "us-1inf")  # still out of supply
    assert strength(match, "de-26vg") == 3  # Germans go on suffering


# --- fuel --------------------------------------------------------------------------------------------------------------------------------

TANKS = {"de-1ss": "Gemund", "de-12ss": "Stadtkyll", "de-2ss": "Prum", "de-lehr": "Bitburg", "us-7arm": "Liege"}


def shortage(day: int, units: dict[str, str], named: tuple[str, ...] = (), freed: tuple[str, ...] = ()) -> Match:
    match = situation("fuel", units, day=day)
    for unit in (*named, *freed):
        match.play("unit", unit)
    return match


@pytest.mark.rule("commander", "9-fuel-shortage:abc")
def test_three_are_named_two_are_freed_and_one_is_without_fuel() -> None:
    match = shortage(21, TANKS)
    assert (asked(match), match.decision.side) == ("NameShort", "allied")
    match.play("unit", "de-1ss")
    assert refused(match, "unit", "de-1ss") == "9-fuel-shortage"  # three different units
    match.play("unit", "de-12ss")
    match.play("unit", "de-2ss")
    assert (asked(match), match.decision.side) == ("Refuel", "german")
    assert refused(match, "unit", "de-lehr") == "9-fuel-shortage"
    match.play("unit", "de-12ss")
    match.play("unit", "de-2ss")
    assert state(match).short.bit_count() == 1 and has(match, "short", "de-1ss")
    assert refused(match, "activate", "Gemund") == "9-fuel-shortage"


@pytest.mark.rule("commander", "9-fuel-shortage:a", "9-fuel-worsens:a", "D-calendar")
@pytest.mark.parametrize(("day", "left"), [(21, 1), (25, 1), (26, 2), (27, 2), (28, 2)])
def test_from_26_december_two_units_stay_without_fuel(day: int, left: int) -> None:
    match = shortage(day, TANKS, ("de-1ss", "de-12ss", "de-2ss"), ("de-12ss", "de-2ss")[: 3 - left])
    assert state(match).short.bit_count() == left


@pytest.mark.rule("commander", "9-fuel-shortage")
@pytest.mark.parametrize(("count", "left"), [(3, 1), (2, 0), (1, 0), (0, 0)])
def test_with_three_units_or_fewer_all_are_marked(count: int, left: int) -> None:
    units = dict(list(TANKS.items())[:count]) | {"us-7arm": "Liege", "de-326vg": "Gemund"}
    match = shortage(21, units)
    while asked(match) == "Refuel":
        match.play("unit", offered(match, "unit")[0])
    assert state(match).short.bit_count() == left


@pytest.mark.rule("commander", "9-fuel-shortage:d")
def test_infantry_and_units_off_the_map_cannot_be_named_but_mechanized_infantry_can() -> None:
    match = shortage(21, TANKS | {"de-26vg": "Dasburg", "de-3pzg": "Prum", "de-9ss": "due", "de-10ss": "reserve"})
    assert "de-3pzg" in offered(match, "unit")
    for unit in ("de-26vg", "de-9ss", "us-7arm"):
        assert refused(match, "unit", unit) == "9-fuel-shortage"


@pytest.mark.rule("commander", "9-fuel-shortage:cf", "8-mod-att-unsupplied")
def test_a_unit_short_of_fuel_is_like_one_out_of_supply() -> None:
    units = {"de-lehr": "Wiltz", "us-99inf": "Wiltz", "us-7arm": "Liege"}
    german = (*START, "Clervaux")
    match = assault("allied-turn", units, "Wiltz", german=german, day=22)
    fight(match, 4, 0)
    assert asked(match) == "Response"  # with fuel it could retreat to Clervaux
    match = assault("allied-turn", units, "Wiltz", german=german, day=22, short=["de-lehr"])
    assert rolls(match) == {"us-99inf": (4, 3 + 2), "de-lehr": (5, 2)}
    fight(match, 4, 0)
    assert asked(match) == "Turn"  # no retreat was offered
    assert strength(match, "de-lehr") == 1  # woods take one off four
    assert supplied(match, "de-lehr")  # it carries no supply marker


@pytest.mark.rule("commander", "9-fuel-marker-removal:a")
def test_the_same_unit_may_be_named_again() -> None:
    match = situation("reset", TANKS, day=22, short=["de-1ss"])
    assert asked(match) == "NameShort"
    assert not has(match, "short", "de-1ss")
    assert "de-1ss" in offered(match, "unit")
