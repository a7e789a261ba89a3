"""7: movement, without rivers."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.commander.facts import BOARD, NEAR, ROAD, SPACE_NAMES
from tests.rules.commander.table import (
    EVERYWHERE,
    START,
    asked,
    contested,
    controls,
    go,
    goals,
    has,
    offered,
    refused,
    rolls,
    situation,
    space,
    value,
    vp,
    where,
    why_not,
)


@pytest.mark.rule("commander", "7-movement:bcd")
def test_active_units_move_one_after_the_other_to_different_spaces_or_not_at_all() -> None:
    units = {"de-116pz": "Prum", "de-62vg": "Prum", "de-560vg": "Prum"}
    match = situation("german-turn", units)
    match.play("activate", "Prum")
    assert offered(match, "unit") == ["de-116pz", "de-560vg", "de-62vg"]
    match.play("unit", "de-62vg")
    assert set(match.decision.choices) == {"space", "stay"}  # its move is finished before another begins
    match.play("space", "Schonberg")
    go(match, "de-560vg", "Dasburg")
    assert refused(match, "unit", "de-62vg") == "7-movement"  # once per activation
    match.play("done")
    assert [where(match, u) for u in units] == ["Prum", "Schonberg", "Dasburg"]


@pytest.mark.rule("commander", "7-movement", "8-mandatory")
def test_all_movement_comes_before_any_battle() -> None:
    units = {"de-12vg": "Baasem", "de-1ss": "Baasem", "us-14cav": "Losheim"}
    match = situation("german-turn", units)
    match.play("activate", "Baasem")
    go(match, "de-12vg", "Losheim")
    assert asked(match) == "Moves"
    match.play("unit", "de-1ss")
    match.play("stay")
    assert asked(match) == "Battle"


@pytest.mark.rule("commander", "7-infantry:ab")
def test_infantry_enters_any_neighbour_with_or_without_a_road_and_no_more() -> None:
    match = situation("german-turn", {"de-26vg": "Clervaux"})
    match.play("activate", "Clervaux")
    assert set(goals(match, "de-26vg")) == set(SPACE_NAMES.list_of(NEAR[space("Clervaux")]))
    assert ROAD[space("Clervaux")] != NEAR[space("Clervaux")]
    assert why_not(match, "de-26vg", "Sibret") == "7-infantry"  # two spaces, both by road


@pytest.mark.rule("commander", "7-armor-mech:abc")
def test_armor_goes_one_space_anywhere_or_two_by_road() -> None:
    match = situation("german-turn", {"de-116pz": "Clervaux"}, day=16)
    match.play("activate", "Clervaux")
    near = SPACE_NAMES.list_of(NEAR[space("Clervaux")])
    two = {
        name
        for middle in SPACE_NAMES.list_of(ROAD[space("Clervaux")])
        for name in SPACE_NAMES.list_of(ROAD[space(middle)])
    }
    assert set(goals(match, "de-116pz")) == (set(near) | two) - {"Clervaux"}
    assert "Vielsalm" in goals(match, "de-116pz")  # no road, one space
    assert why_not(match, "de-116pz", "Trois Ponts") == "7-armor-mech"  # Vielsalm-Trois Ponts has no road
    assert why_not(match, "de-116pz", "Redange") == "7-armor-mech"  # Wiltz-Redange neither


AROUND_CLERVAUX = ("St. Vith", "Houffalize", "Wiltz", "Vianden")
"""Where roads lead from Clervaux, Dasburg and Bastogne apart."""


def sally(unit: str, origin: str, others: dict[str, str], german: tuple[str, ...], **fields: Any) -> Match:
    """A German unit that is about to move."""
    match = situation("german-turn", others | {unit: origin, "de-326vg": "Trier"}, german=(*START, *german), **fields)
    match.play("activate", origin)
    match.play("unit", unit)
    return match


@pytest.mark.rule("commander", "7-armor-mech:f", "7-enemy-empty:d", "12-vp-spaces")
def test_armor_takes_an_empty_neighbour_by_road_and_comes_back() -> None:
    match = sally("de-116pz", "Clervaux", {"us-1inf": "Liege"}, AROUND_CLERVAUX)
    before = vp(match)
    assert "Clervaux" not in offered(match, "space")
    match.play("sortie")  # Bastogne is the only space to take, so nothing more is asked
    assert (where(match, "de-116pz"), controls(match, "Bastogne")) == ("Clervaux", "german")
    assert vp(match) - before == value("Bastogne")
    assert has(match, "cubes", "de-116pz")  # that was its move
    assert [line for line in match.log if "116Pz" in line or "Bastogne" in line] == [
        "The German player activated Clervaux: 116Pz.",
        "116Pz moved from Clervaux to Bastogne.",
        f"German troops took Bastogne. German victory points: {vp(match)}.",
        "116Pz came back from Bastogne to Clervaux.",
    ]


@pytest.mark.rule("commander", "7-armor-mech", "7-enemy-empty")
def test_of_several_empty_neighbours_the_player_chooses_one() -> None:
    match = sally("de-116pz", "Clervaux", {"us-1inf": "Liege"}, ("St. Vith", "Wiltz"))
    match.play("sortie")
    assert (asked(match), offered(match, "via")) == ("Via", ["Bastogne", "Houffalize", "Vianden"])
    assert match.decision.prompt == "116Pz goes out and comes back: which space does it take?"
    assert refused(match, "via", "Wiltz") == "7-enemy-empty"  # friendly: as good as staying
    assert refused(match, "via", "Vielsalm") == "7-armor-mech"  # no road
    assert refused(match, "direct") == "7-armor-mech"
    assert ardennes.load_position(match.position()).decision.choices == match.decision.choices
    match.play("via", "Houffalize")
    taken = [name for name in ("Bastogne", "Houffalize", "Vianden") if controls(match, name) == "german"]
    assert (where(match, "de-116pz"), taken) == ("Clervaux", ["Houffalize"])


@pytest.mark.rule("commander", "7-armor-mech", "7-stacking")
def test_a_full_space_has_room_for_a_unit_that_comes_back() -> None:
    friends = {"de-26vg": "Clervaux", "de-5fj": "Clervaux", "us-1inf": "Liege"}
    match = sally("de-116pz", "Clervaux", friends, AROUND_CLERVAUX)
    match.play("sortie")
    assert (where(match, "de-116pz"), controls(match, "Bastogne")) == ("Clervaux", "german")
    match.play("unit", "de-5fj")
    assert refused(match, "sortie") == "7-infantry"


@pytest.mark.rule("commander", "7-armor-mech:gh", "7-infantry", "7-stop", "7-leaving-contested", "7-enemy-empty")
@pytest.mark.parametrize(
    ("unit", "others", "german", "case"),
    [
        ("de-26vg", {}, AROUND_CLERVAUX, "7-infantry"),
        ("de-116pz", {"us-101abn": "Bastogne"}, AROUND_CLERVAUX, "7-enemy-empty"),  # it would have to stop there
        ("de-116pz", {}, (*AROUND_CLERVAUX, "Bastogne"), "7-enemy-empty"),  # only Vielsalm is left: no road
        ("de-116pz", {"us-7arm": "Clervaux"}, AROUND_CLERVAUX, "7-leaving-contested"),
    ],
)
def test_a_sortie_that_is_not_offered_is_explained(
    unit: str, others: dict[str, str], german: tuple[str, ...], case: str
) -> None:
    match = sally(unit, "Clervaux", others | {"us-1inf": "Liege"}, german)
    assert "sortie" not in match.decision.choices
    assert refused(match, "sortie") == case


@pytest.mark.rule("commander", "7-armor-mech", "7-enemy-empty")
def test_a_second_unit_finds_the_space_friendly() -> None:
    match = sally("de-116pz", "Clervaux", {"de-2pz": "Clervaux", "us-1inf": "Liege"}, AROUND_CLERVAUX)
    match.play("sortie")
    match.play("unit", "de-2pz")
    assert refused(match, "sortie") == "7-enemy-empty"
    assert "Neufchateau" in offered(match, "space")  # through Bastogne


@pytest.mark.rule("commander", "7-armor-mech", "5-surprise-movement")
def test_armor_makes_no_sortie_in_the_surprise_turns() -> None:
    match = ardennes.new("commander", seed=1)
    match.play("activate", "Dasburg")
    assert refused(match, "unit", "de-2pz") == "5-surprise-movement"


@pytest.mark.rule("commander", "7-armor-mech", "7-strategic")
def test_the_start_of_a_move_is_no_space_to_choose() -> None:
    match = sally("de-116pz", "Clervaux", {}, AROUND_CLERVAUX)
    assert refused(match, "space", "Clervaux") == "7-movement"
    why = match.explain("space", "Clervaux")
    assert why is not None and "'sortie'" in why.reason


@pytest.mark.rule("commander", "7-armor-mech:bd")
def test_the_first_of_two_steps_needs_a_road_as_well() -> None:
    match = situation("german-turn", {"de-116pz": "Dasburg"}, day=16)
    match.play("activate", "Dasburg")
    # Dasburg-Kruchten has no road, Kruchten-Vianden has; Vianden itself is a neighbour, Echternach is not
    assert why_not(match, "de-116pz", "Ettelbruck") == "7-armor-mech"
    assert why_not(match, "de-116pz", "Trier") == "7-armor-mech"
    assert "Wiltz" in goals(match, "de-116pz")  # Dasburg-Clervaux-Wiltz: another road through the middle space


@pytest.mark.rule("commander", "7-armor-mech:c", "7-stop:a")
def test_an_enemy_in_the_middle_space_stops_the_move_there() -> None:
    match = situation("german-turn", {"de-116pz": "Dasburg", "us-110inf": "Clervaux"}, day=16)
    match.play("activate", "Dasburg")
    assert "Clervaux" in goals(match, "de-116pz")
    assert why_not(match, "de-116pz", "Wiltz") == "7-stop"


@pytest.mark.rule("commander", "7-stop:b")
def test_a_contested_space_under_friendly_control_stops_a_move_too() -> None:
    units = {"de-116pz": "Dasburg", "de-26vg": "Clervaux", "us-110inf": "Clervaux"}
    match = situation("german-turn", units, german=(*START, "Clervaux"), day=16)
    match.play("activate", "Dasburg")
    assert controls(match, "Clervaux") == "german"
    assert why_not(match, "de-116pz", "Wiltz") == "7-stop"
    assert "Clervaux" in goals(match, "de-116pz")


@pytest.mark.rule("commander", "7-unsupplied:a", "9-oos-effects", "9-fuel-shortage:c", "12-vp-exit:d")
@pytest.mark.parametrize("marker", ["oos", "short"])
def test_a_unit_without_supply_or_fuel_does_not_move_nor_exit(marker: str) -> None:
    units = {"de-116pz": "Givet", "de-26vg": "Givet"}
    fields: dict[str, Any] = {marker: ["de-116pz"]}
    match = situation("german-turn", units, day=22, **fields)
    match.play("activate", "Givet")
    assert offered(match, "unit") == ["de-26vg"]
    assert refused(match, "unit", "de-116pz") == "7-unsupplied"


# --- strategic movement ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "7-strategic:a")
def test_allied_infantry_moves_strategically_exactly_three_spaces() -> None:
    match = situation("allied-turn", {"us-101abn": "Liege"})
    match.play("activate", "Liege")
    two = BOARD.spread(BOARD.spread(1 << space("Liege"), ROAD), ROAD)
    three = BOARD.spread(two, ROAD)
    reached = set(goals(match, "us-101abn"))
    assert reached == set(SPACE_NAMES.list_of(NEAR[space("Liege")] | three)) - {"Liege"}
    only_two = SPACE_NAMES.list_of(two & ~three & ~NEAR[space("Liege")])
    assert only_two and not set(only_two) & reached


@pytest.mark.rule("commander", "7-strategic:c")
def test_an_enemy_space_on_the_way_or_at_the_end_bars_it() -> None:
    enemy = situation("allied-turn", {"us-101abn": "Sedan"}, german=(*START, "Neufchateau"))
    enemy.play("activate", "Sedan")
    assert why_not(enemy, "us-101abn", "Bastogne") == "7-strategic"  # empty, but German
    end = situation("allied-turn", {"us-101abn": "Sedan", "de-26vg": "Bastogne"})
    end.play("activate", "Sedan")
    assert why_not(end, "us-101abn", "Bastogne") == "7-strategic"


@pytest.mark.rule("commander", "7-strategic:d")
def test_one_border_without_a_road_bars_it() -> None:
    match = situation("allied-turn", {"us-101abn": "Bleialf"})
    match.play("activate", "Bleialf")  # Bleialf-St. Vith-Vielsalm is road
    assert ROAD[space("Vielsalm")] >> space("Trois Ponts") & 1 == 0
    assert "Trois Ponts" not in goals(match, "us-101abn")


@pytest.mark.rule("commander", "7-strategic:b")
def test_a_unit_that_starts_in_a_contested_space_cannot_though_its_side_controls_it() -> None:
    free = situation("allied-turn", {"us-3arm": "Spa"})
    free.play("activate", "Spa")
    assert "Hotton" not in goals(free, "us-3arm") and "Manhay" in goals(free, "us-3arm")
    fighting = situation("allied-turn", {"us-3arm": "Spa", "de-12vg": "Spa"})
    fighting.play("activate", "Spa")
    assert controls(fighting, "Spa") == "allied"
    assert why_not(fighting, "us-3arm", "Manhay") == "7-strategic"


@pytest.mark.rule("commander", "7-strategic:ef")
def test_rivers_on_the_way_and_full_spaces_in_the_middle_do_not_hinder_it() -> None:
    # Spa-Stoumont-Werbomont-Manhay crosses the Ambleve; Stoumont and Trois Ponts are full
    crowd = {"us-1inf": "Stoumont", "us-30inf": "Stoumont", "us-9inf": "Stoumont"}
    crowd |= {"us-2inf": "Trois Ponts", "us-99inf": "Trois Ponts", "us-78inf": "Trois Ponts"}
    match = situation("allied-turn", {"us-3arm": "Spa"} | crowd)
    match.play("activate", "Spa")
    assert "Manhay" in goals(match, "us-3arm")
    crowd |= {"us-84inf": "Manhay", "us-75inf": "Manhay", "us-83inf": "Manhay"}
    full = situation("allied-turn", {"us-3arm": "Spa"} | crowd)
    full.play("activate", "Spa")
    assert why_not(full, "us-3arm", "Manhay") == "7-stacking"


@pytest.mark.rule("commander", "7-strategic:g")
def test_a_strategic_move_changes_no_control_and_leads_to_no_battle() -> None:
    german = (*START, "Losheim", "St. Vith", "Malmedy")
    match = situation("german-turn", {"de-12ss": "Gemund", "us-1inf": "Liege"}, german=german)
    match.play("activate", "Gemund")
    before = vp(match)
    go(match, "de-12ss", "St. Vith")  # Gemund-Stadtkyll-Losheim-St. Vith
    assert (where(match, "de-12ss"), vp(match)) == ("St. Vith", before)
    assert has(match, "cubes", "de-12ss")


@pytest.mark.rule("commander", "7-strategic-german:bc", "D-calendar")
def test_german_infantry_never_moves_strategically_and_allies_have_no_end_date() -> None:
    match = situation("german-turn", {"de-12vg": "Gemund"}, german=EVERYWHERE, day=18)
    match.play("activate", "Gemund")
    assert set(goals(match, "de-12vg")) == set(SPACE_NAMES.list_of(NEAR[space("Gemund")]))
    assert why_not(match, "de-12vg", "St. Vith") == "7-strategic-german"
    late = situation("allied-turn", {"us-101abn": "Sedan"}, day=28)
    late.play("activate", "Sedan")
    assert "Bastogne" in goals(late, "us-101abn")


# --- contested spaces --------------------------------------------------------------------------------------------------------------------

LEAVING = {"de-2pz": "Houffalize", "us-7arm": "Houffalize"}
"""2Pz in contested Houffalize; around it Bastogne, Clervaux, La Roche, Manhay and Vielsalm."""


@pytest.mark.rule("commander", "7-leaving-contested:abc")
def test_from_a_contested_space_neither_enemy_nor_contested_spaces_are_entered_directly() -> None:
    units = LEAVING | {"us-101abn": "Bastogne", "de-26vg": "Clervaux", "us-110inf": "Clervaux"}
    match = situation("german-turn", units, german=(*START, "Clervaux", "Vielsalm"), day=18)
    match.play("activate", "Houffalize")
    assert controls(match, "Clervaux") == "german" and contested(match, "Clervaux")
    assert why_not(match, "de-2pz", "La Roche") == "7-leaving-contested"  # empty, Allied
    assert why_not(match, "de-2pz", "Bastogne") == "7-leaving-contested"  # Allied-occupied
    assert why_not(match, "de-2pz", "Clervaux") == "7-leaving-contested"  # friendly, but contested
    assert "Vielsalm" in goals(match, "de-2pz")


@pytest.mark.rule("commander", "7-leaving-contested:de")
def test_by_way_of_a_friendly_space_contested_and_enemy_spaces_can_be_reached() -> None:
    units = LEAVING | {"us-1inf": "Bastogne", "de-26vg": "St. Vith", "us-b9arm": "St. Vith"}
    match = situation("german-turn", units, german=(*START, "Clervaux", "Vielsalm", "St. Vith"), day=18)
    match.play("activate", "Houffalize")
    assert {"St. Vith", "Bastogne", "Wiltz"} <= set(goals(match, "de-2pz"))
    match.play("unit", "de-2pz")
    match.play("space", "Bastogne")
    assert asked(match) == "Battle"
    assert "by way of Clervaux" in match.log[-2]


@pytest.mark.rule("commander", "7-leaving-contested", "7-enemy-empty:bc")
def test_a_space_taken_earlier_in_the_turn_is_friendly_for_those_who_follow() -> None:
    units = {"de-2pz": "Wiltz", "de-26vg": "Clervaux", "de-lehr": "Clervaux", "us-r9arm": "Clervaux", "us-1inf": "Spa"}
    match = situation("german-turn", units, german=(*START, "Wiltz"), day=18)
    match.play("activate", "Clervaux")
    assert "Bastogne" in goals(match, "de-lehr")  # by friendly Wiltz
    assert why_not(match, "de-26vg", "Bastogne") == "7-leaving-contested"
    go(match, "de-lehr", "Bastogne")
    assert controls(match, "Bastogne") == "german"
    assert "Bastogne" in goals(match, "de-26vg")


# --- empty enemy spaces, stacking --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "7-enemy-empty:a", "12-vp-spaces")
def test_a_move_through_two_empty_enemy_spaces_takes_both() -> None:
    match = situation("german-turn", {"de-116pz": "Clervaux"}, german=(*START, "Clervaux"))
    before = vp(match)
    match.play("activate", "Clervaux")
    match.play("unit", "de-116pz")
    match.play("space", "La Roche")
    assert asked(match) == "Via"  # by Bastogne or by Houffalize: what is taken differs
    assert offered(match, "via") == ["Bastogne", "Houffalize"]
    match.play("via", "Houffalize")
    assert [controls(match, name) for name in ("Houffalize", "La Roche", "Bastogne")] == ["german", "german", "allied"]
    assert vp(match) - before == value("Houffalize", "La Roche")


@pytest.mark.rule("commander", "7-enemy-empty", "12-vp-spaces")
def test_points_are_booked_for_a_space_that_is_only_passed_through() -> None:
    match = situation("german-turn", {"de-116pz": "Clervaux"}, german=(*START, "Clervaux"))
    before = vp(match)
    match.play("activate", "Clervaux")
    go(match, "de-116pz", "La Roche", via="Bastogne")
    assert (controls(match, "Bastogne"), where(match, "de-116pz")) == ("german", "La Roche")
    assert vp(match) - before == value("Bastogne") == 2


@pytest.mark.rule("commander", "7-enemy-empty")
def test_ways_with_the_same_effect_are_not_asked_for() -> None:
    german = (*START, "Clervaux", "Bastogne", "Houffalize")
    match = situation("german-turn", {"de-116pz": "Clervaux"}, german=german)
    match.play("activate", "Clervaux")
    match.play("unit", "de-116pz")
    match.play("space", "La Roche")
    assert where(match, "de-116pz") == "La Roche"


@pytest.mark.rule("commander", "7-enemy-empty", "7-armor-mech")
def test_a_way_that_is_not_offered_is_explained() -> None:
    match = situation("german-turn", {"de-116pz": "Clervaux"}, german=(*START, "Clervaux", "Houffalize"))
    match.play("activate", "Clervaux")
    match.play("unit", "de-116pz")
    match.play("space", "Bastogne")
    assert (offered(match, "via"), offered(match, "direct")) == (["Wiltz"], [None])
    assert (
        refused(match, "via", "Houffalize") == "7-enemy-empty"
    )  # a way, but one that takes no more than the direct one
    assert refused(match, "via", "Vianden") == "7-armor-mech"  # no way
    assert refused(match, "via", "Dasburg") == "7-armor-mech"


CROWD = {"de-62vg": "Bleialf", "de-560vg": "Bleialf", "de-18vg": "Bleialf"}


@pytest.mark.rule("commander", "7-stacking:a")
def test_a_fourth_unit_may_pass_through_but_not_stay() -> None:
    match = situation("german-turn", {"de-116pz": "Prum", "de-26vg": "Prum"} | CROWD, day=16)
    match.play("activate", "Prum")
    assert why_not(match, "de-116pz", "Bleialf") == "7-stacking"
    assert why_not(match, "de-26vg", "Bleialf") == "7-stacking"
    assert "St. Vith" in goals(match, "de-116pz")


@pytest.mark.rule("commander", "7-stacking:b")
def test_a_full_contested_space_cannot_be_entered_at_all() -> None:
    match = situation("german-turn", {"de-116pz": "Prum", "us-112inf": "Bleialf"} | CROWD, day=16)
    match.play("activate", "Prum")
    assert why_not(match, "de-116pz", "Bleialf") == "7-stacking"
    assert why_not(match, "de-116pz", "St. Vith") == "7-stop"


@pytest.mark.rule("commander", "7-stacking:d", "9-oos-effects:f")
def test_strength_supply_and_cubes_make_no_difference_to_the_limit() -> None:
    weak = {"de-62vg": "Bleialf/1", "de-560vg": "Bleialf/1", "de-18vg": "Bleialf/1"}
    match = situation("german-turn", {"de-26vg": "Prum"} | weak, cubes=["de-62vg"], oos=["de-18vg"])
    match.play("activate", "Prum")
    assert why_not(match, "de-26vg", "Bleialf") == "7-stacking"


@pytest.mark.rule("commander", "7-stacking")
def test_three_units_of_each_side_can_share_a_space() -> None:
    allies = {"us-1inf": "Bleialf", "us-2inf": "Bleialf", "us-30inf": "Bleialf"}
    match = situation("german-turn", CROWD | allies)
    match.play("activate", "Bleialf")
    match.play("done")
    assert len(rolls(match)) == 6
