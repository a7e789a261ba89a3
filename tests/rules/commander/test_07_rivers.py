"""7: rivers, bridges, and the British on the Meuse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.commander.table import (
    START,
    asked,
    assault,
    fight,
    go,
    goals,
    offered,
    situation,
    state,
    where,
    why_not,
)

# --- crossing ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "7-river-crossing:ab")
def test_one_space_over_an_unbridged_river_is_allowed() -> None:
    match = situation("german-turn", {"de-26vg": "Dasburg", "de-2pz": "Dasburg"}, day=16)
    match.play("activate", "Dasburg")
    assert "Vianden" in goals(match, "de-26vg") and "St. Vith" in goals(match, "de-26vg")
    assert "St. Vith" in goals(match, "de-2pz")
    # a second step after it is not: Dasburg-St. Vith has no road, and no other two roads lead to Schonberg
    assert why_not(match, "de-2pz", "Schonberg") == "7-armor-mech"


@pytest.mark.rule("commander", "7-river-crossing:c")
def test_over_a_bridge_the_move_goes_on() -> None:
    match = situation("german-turn", {"de-2pz": "Dasburg"}, day=16)
    match.play("activate", "Dasburg")
    go(match, "de-2pz", "Bastogne")  # Dasburg-Clervaux over the Our, on to Bastogne
    assert where(match, "de-2pz") == "Bastogne"


@pytest.mark.rule("commander", "7-river-crossing:d", "7-river-limit:e")
def test_any_number_of_units_crosses_into_a_space_without_enemies() -> None:
    units = {"de-26vg": "Dasburg", "de-5fj": "Dasburg", "de-352vg": "Dasburg", "us-1inf": "Liege"}
    match = situation("german-turn", units)
    match.play("activate", "Dasburg")
    for unit in ("de-26vg", "de-5fj", "de-352vg"):
        go(match, unit, "Vianden")
    assert [where(match, unit) for unit in ("de-26vg", "de-5fj", "de-352vg")] == ["Vianden"] * 3


# --- one unit a border -------------------------------------------------------------------------------------------------------------------

THREE = {"de-26vg": "Dasburg", "de-5fj": "Dasburg", "de-352vg": "Dasburg"}


@pytest.mark.rule("commander", "7-river-limit:ab")
def test_a_second_unit_over_the_same_border_into_the_same_enemy_is_refused_in_this_turn() -> None:
    match = situation("german-turn", THREE | {"us-4inf": "Vianden"})
    match.play("activate", "Dasburg")
    go(match, "de-26vg", "Vianden")
    assert why_not(match, "de-5fj", "Vianden") == "7-river-limit"
    match.play("done")
    fight(match, 0, 0)
    match.play("pass")
    later = situation("german-turn", THREE | {"de-26vg": "Vianden", "us-4inf": "Vianden"})
    later.play("activate", "Dasburg")
    assert "Vianden" in goals(later, "de-5fj")  # another turn
    go(later, "de-5fj", "Vianden")
    assert why_not(later, "de-352vg", "Vianden") == "7-river-limit"  # also if it was contested before


@pytest.mark.rule("commander", "7-river-limit:cd")
def test_two_borders_into_two_spaces_or_into_one_space_are_different() -> None:
    match = situation("german-turn", THREE | {"us-4inf": "Vianden", "us-110inf": "Clervaux"})
    match.play("activate", "Dasburg")
    go(match, "de-26vg", "Vianden")
    go(match, "de-5fj", "Clervaux")
    assert asked(match) == "Moves"
    units = {"de-1ss": "Herve", "de-12ss": "Herve", "us-30inf": "Ouffet"}
    one = situation("german-turn", units, german=(*START, "Stoumont"))
    one.play("activate", "Herve")
    go(one, "de-1ss", "Ouffet")
    go(one, "de-12ss", "Ouffet")  # the bridge of Stoumont stands again, since a friend is there
    assert where(one, "de-12ss") == "Ouffet"


@pytest.mark.rule("commander", "7-river-limit:f")
def test_control_of_the_space_does_not_lift_the_limit() -> None:
    units = THREE | {"de-276vg": "Vianden", "us-4inf": "Vianden"}
    match = situation("german-turn", units, german=(*START, "Vianden"))
    match.play("activate", "Dasburg")
    go(match, "de-26vg", "Vianden")
    assert why_not(match, "de-5fj", "Vianden") == "7-river-limit"


# --- bridges that are cut ----------------------------------------------------------------------------------------------------------------


def bridge(target: dict[str, str], **fields: Any) -> list[str]:
    """Where 116Pz can go from Prum, whose way to Clervaux leads over Dasburg and the bridge of the Our."""
    match = situation("german-turn", {"de-116pz": "Prum"} | target, day=16, **fields)
    match.play("activate", "Prum")
    return goals(match, "de-116pz")


@pytest.mark.rule("commander", "7-bridge-cut:abc")
def test_the_second_step_over_a_bridge_needs_a_friend_or_no_enemy_beyond_it() -> None:
    assert "Clervaux" in bridge({})  # empty, Allied
    assert "Clervaux" not in bridge({"us-110inf": "Clervaux"})
    assert "Clervaux" in bridge({"us-110inf": "Clervaux", "de-26vg": "Clervaux"})


@pytest.mark.rule("commander", "7-bridge-cut:d")
def test_the_first_step_over_the_river_needs_no_road() -> None:
    match = situation("german-turn", {"de-116pz": "Dasburg", "us-110inf": "Clervaux"})
    match.play("activate", "Dasburg")
    assert "Clervaux" in goals(match, "de-116pz")


@pytest.mark.rule("commander", "7-bridge-cut:e")
def test_a_road_without_a_river_is_never_cut() -> None:
    assert "Schonberg" in bridge({"us-106inf": "Schonberg"})
    match = situation("german-turn", {"de-116pz": "Gemund", "us-14cav": "Losheim"}, day=16)
    match.play("activate", "Gemund")
    assert "Losheim" in goals(match, "de-116pz")  # second step, dry


@pytest.mark.rule("commander", "7-bridge-cut:f")
def test_a_friend_who_entered_earlier_in_the_turn_restores_the_road() -> None:
    units = {"de-1ss": "Herve", "de-18vg": "Herve", "de-12ss": "Spa", "us-30inf": "Ouffet"}
    match = situation("german-turn", units, german=(*START, "Stoumont", "Herve"))
    match.play("activate", "Herve")
    go(match, "de-18vg", "Ouffet")
    assert "Ouffet" in goals(match, "de-1ss")  # now by Stoumont


# --- the British -------------------------------------------------------------------------------------------------------------------------

BRITISH = {"uk-gdsarm": "Namur", "uk-43inf": "Namur", "us-2arm": "Namur", "de-326vg": "Gemund"}
"""Dinant and Ciney are across the Meuse from Namur."""


@pytest.mark.rule("commander", "7-british:ae", "D-calendar")
@pytest.mark.parametrize(("day", "free"), [(25, False), (26, True)])
def test_the_meuse_is_closed_to_the_british_before_26_december(day: int, free: bool) -> None:
    match = situation("allied-turn", BRITISH, day=day)
    match.play("activate", "Namur")
    for unit in ("uk-gdsarm", "uk-43inf"):
        assert ("Dinant" in goals(match, unit)) is free
        assert "Huy" in goals(match, unit)
        if not free:
            assert why_not(match, unit, "Dinant") == "7-british"
            assert not {"Marche", "Rochefort", "Havelange"} & set(goals(match, unit))
    assert "Dinant" in goals(match, "us-2arm")  # US units are never restricted
    assert ("Rochefort" in goals(match, "uk-gdsarm")) is free


@pytest.mark.rule("commander", "7-british:b")
def test_a_german_unit_next_to_the_meuse_releases_them_for_good() -> None:
    units = BRITISH | {"de-116pz": "Marche", "us-1inf": "Bouillon"}
    match = situation("german-turn", units, german=(*START, "Marche", "Rochefort"), day=20)
    assert not state(match).released
    match.play("activate", "Marche")
    go(match, "de-116pz", "Ciney")
    assert state(match).released
    match.play("activate", "Namur")
    assert "Dinant" in goals(match, "uk-43inf")
    gone = situation("allied-turn", BRITISH, day=21, released=True)  # no German is there any more
    gone.play("activate", "Namur")
    assert "Dinant" in goals(gone, "uk-43inf")


@pytest.mark.rule("commander", "7-british")
def test_passing_by_is_enough() -> None:
    """Ciney lies on the Meuse; Marche and Rochefort, neighbours of each other, do not."""
    units = BRITISH | {"de-116pz": "Marche"}
    match = situation("german-turn", units, german=(*START, "Marche", "Rochefort"), day=20)
    match.play("activate", "Marche")
    match.play("unit", "de-116pz")
    match.play("space", "Rochefort")
    assert (offered(match, "via"), offered(match, "direct")) == (["Ciney"], [None])
    far = match.at(match.count)
    far.play("direct")
    assert not state(far).released
    match.play("via", "Ciney")
    assert (where(match, "de-116pz"), state(match).released) == ("Rochefort", True)
    match.play("activate", "Namur")
    assert "Dinant" in goals(match, "uk-43inf")


@pytest.mark.rule("commander", "7-british", "7-armor-mech")
def test_a_sortie_to_the_meuse_is_enough() -> None:
    units = BRITISH | {"de-116pz": "Marche"}
    german = (*START, "Rochefort", "Hotton", "La Roche")
    match = situation("german-turn", units, german=german, day=20)
    match.play("activate", "Marche")
    match.play("unit", "de-116pz")
    match.play("sortie")
    assert offered(match, "via") == ["Ciney", "Havelange"]
    match.play("via", "Ciney")
    assert (where(match, "de-116pz"), state(match).released) == ("Marche", True)


@pytest.mark.rule("commander", "7-british:c")
def test_a_german_unit_out_of_supply_releases_them_too() -> None:
    units = BRITISH | {"de-2pz": "Rochefort", "us-101abn": "Rochefort/1"}
    match = assault("german-turn", units, "Rochefort", day=20)
    fight(match, 5, 0)
    assert asked(match) == "Breakthrough"
    match.play("space", "Dinant")  # cut off from everything, and by breakthrough
    assert state(match).released


@pytest.mark.rule("commander", "7-british:g")
@pytest.mark.parametrize(
    ("units", "german", "fields"),
    [
        ({"de-116pz": "Ciney"}, (), {}),  # next to the river
        ({"de-116pz": "Hannut", "us-1inf": "Hannut"}, (), {}),  # beyond it, in a space that is still Allied
        ({}, ("Dinant",), {}),  # nobody is there now, but only a unit can have taken it
        ({}, (), {"crossed": True}),
        ({"de-116pz": "exited"}, (), {}),  # all exits lie at the Meuse or beyond
    ],
)
def test_a_position_that_shows_a_german_at_the_meuse_has_the_british_free(
    units: dict[str, str], german: tuple[str, ...], fields: dict[str, Any]
) -> None:
    match = situation("allied-turn", BRITISH | units, german=(*START, *german), day=20, **fields)
    assert state(match).released and match.position()["released"] is True
    match.play("activate", "Namur")
    assert "Ciney" in goals(match, "uk-43inf")


@pytest.mark.rule("commander", "7-british")
def test_a_german_two_spaces_from_the_meuse_frees_nobody() -> None:
    match = situation("allied-turn", BRITISH | {"de-116pz": "Marche"}, german=(*START, "Rochefort"), day=20)
    assert not state(match).released and "released" not in match.position()


@pytest.mark.rule("commander", "7-british:f", "8-retreat-destination")
def test_british_who_are_attacked_next_to_the_meuse_may_retreat_over_it() -> None:
    units = {"uk-43inf": "Namur", "de-1ss": "Namur", "us-30inf": "Dinant"}
    german = (*START, "Hannut", "Huy", "Philippeville")  # friendly are Dinant, Ciney and Havelange, all over the Meuse
    match = assault("german-turn", units, "Namur", german=german, day=20)
    fight(match, 4, 0)
    match.play("retreat")
    assert offered(match, "space") == ["Ciney", "Dinant", "Havelange"]


@pytest.mark.rule("commander", "7-british:f", "8-breakthrough")
def test_british_who_win_next_to_the_meuse_may_break_through_over_it() -> None:
    units = {"uk-gdsarm": "Namur", "de-276vg": "Namur/1"}
    match = assault("allied-turn", units, "Namur", day=20, time=1)
    fight(match, 4, 0)
    assert asked(match) == "Breakthrough"
    assert {"Dinant", "Ciney", "Huy"} <= set(offered(match, "space"))


@pytest.mark.rule("commander", "7-british")
@pytest.mark.parametrize(("day", "text"), [(25, "behind the Meuse"), (26, "free to cross the Meuse")])
def test_the_track_says_whether_the_british_may_cross(day: int, text: str) -> None:
    tracks = {t["id"]: t["value"] for t in situation("allied-turn", BRITISH, day=day).view()["tracks"]}
    assert tracks["british"] == text


@pytest.mark.rule("commander", "7-british")
def test_the_release_is_told_once_by_date_or_by_the_unit_that_caused_it() -> None:
    late = situation("reset", BRITISH, day=26)
    assert [line for line in late.log if "British" in line] == ["The British were free to cross the Meuse."]
    known = situation("reset", BRITISH, day=26, released=True)
    assert not [line for line in known.log if "British" in line]
    match = situation("german-turn", BRITISH | {"de-116pz": "Marche"}, german=(*START, "Rochefort"), day=27)
    match.play("activate", "Marche")
    go(match, "de-116pz", "Ciney")
    assert not [line for line in match.log if "British" in line]  # they were free before
