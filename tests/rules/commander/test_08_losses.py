"""8: terrain, losses, retreat, breakthrough."""

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
    refused,
    rolls,
    situation,
    strength,
    value,
    vp,
    where,
)

ELSEWHERE = {"de-326vg": "Gemund", "us-78inf": "Liege"}
"""So that the day goes on after the battle."""


def clash(place: str, units: dict[str, str], hits: int, back: int = 0, **fields: Any) -> Match:
    """A German attack in a space that scores these hits before terrain."""
    match = assault("german-turn", ELSEWHERE | units, place, **fields)
    fight(match, hits, back)
    return match


def settle(match: Match, answer: str = "stand") -> None:
    """Answer a response, and retreat to whatever comes first."""
    if asked(match) == "Response":
        match.play(answer)
    while asked(match) == "Retreat":
        match.play("space", offered(match, "space")[0])


# --- terrain -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-hit-resolution:bc")
def test_the_defender_answers_first_and_the_attacker_assigns_his_losses_after_him() -> None:
    units = {"de-26vg": "Wiltz", "de-5fj": "Wiltz", "us-99inf": "Wiltz", "us-1inf": "Wiltz"}
    match = clash("Wiltz", units, 5, 1)  # the town takes two
    assert (asked(match), match.decision.side) == ("Response", "allied")
    hits = {t["id"]: t["value"] for t in match.view()["tracks"] if t["id"].startswith("hits")}
    assert hits == {"hits_german": 1, "hits_allied": 3}  # both totals are known
    match.play("stand")
    assert (asked(match), match.decision.side) == ("Losses", "allied")
    match.play("unit", "us-99inf")
    assert (asked(match), match.decision.side) == ("Losses", "german")
    match.play("unit", "de-26vg")
    assert [t["value"] for t in match.view()["tracks"] if t["id"].startswith("hits")] == [0, 0]


@pytest.mark.rule("commander", "8-terrain-reduction:abcde")
@pytest.mark.parametrize(
    ("place", "german", "hits", "left"),
    [
        ("Losheim", False, 3, 2),
        ("Losheim", True, 3, 2),  # no town: control does not matter
        ("Spa", False, 4, 2),
        ("Spa", True, 4, 3),
        ("Verviers", False, 4, 2),
        ("Verviers", True, 4, 4),
        ("Wiltz", False, 1, 0),  # never below zero
    ],
)
def test_terrain_takes_hits_off_the_defender(place: str, german: bool, hits: int, left: int) -> None:
    control = (*START, place) if german else START
    units = {"de-lehr": place, "us-99inf": place}
    match = clash(place, units, hits, german=control)
    settle(match)
    assert 4 - strength(match, "us-99inf") == left


@pytest.mark.parametrize(("hits", "told"), [(1, "none remained"), (2, "one remained"), (4, "3 remained")])
def test_the_story_tells_how_many_hits_remain_after_terrain(hits: int, told: str) -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-99inf": "Losheim"}, hits)
    (line,) = [
        "".join(part["t"] for part in line["parts"]) for line in match.story(None) if line["kind"] == "hits_stopped"
    ]
    assert f"stopped 1 and {told};" in line


@pytest.mark.rule("commander", "8-terrain-reduction")
def test_terrain_never_helps_the_attacker() -> None:
    match = clash("Malmedy", {"de-lehr": "Malmedy", "us-99inf": "Malmedy"}, 0, 2)
    assert strength(match, "de-lehr") == 2


@pytest.mark.rule("commander", "8-reduction-limit:ab")
@pytest.mark.parametrize(
    ("place", "units", "hits", "gone"),
    [
        ("Wiltz", {"us-99inf": "Wiltz/1"}, 2, {"us-99inf"}),  # only one is taken off
        ("Malmedy", {"us-99inf": "Malmedy/2"}, 5, {"us-99inf"}),  # two of three
        ("Malmedy", {"us-99inf": "Malmedy/2"}, 4, {"us-99inf"}),  # three off would leave one hit
        ("Malmedy", {"us-99inf": "Malmedy/1", "us-4inf": "Malmedy/1"}, 4, {"us-99inf", "us-4inf"}),  # all together
        ("Wiltz", {"us-99inf": "Wiltz/1"}, 1, set()),
    ],
)
def test_terrain_takes_off_no_more_than_the_strength_of_the_defenders(
    place: str, units: dict[str, str], hits: int, gone: set[str]
) -> None:
    match = clash(place, {"de-lehr": place} | units, hits)
    settle(match)
    assert {unit for unit in units if where(match, unit) == "eliminated"} == gone


# --- spreading hits ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-applying-hits:a")
def test_two_hits_on_two_units_are_one_each() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-99inf": "Losheim", "us-4inf": "Losheim"}, 3)
    match.play("stand")
    assert (strength(match, "us-99inf"), strength(match, "us-4inf")) == (3, 3)
    assert asked(match) == "Turn"  # nothing was asked


@pytest.mark.rule("commander", "8-applying-hits:bf")
def test_the_owner_chooses_who_takes_the_odd_hit() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-99inf": "Losheim", "us-4inf": "Losheim"}, 4)
    match.play("stand")
    assert (asked(match), offered(match, "unit")) == ("Losses", ["us-4inf", "us-99inf"])
    match.play("unit", "us-4inf")
    assert (strength(match, "us-99inf"), strength(match, "us-4inf")) == (3, 2)


@pytest.mark.rule("commander", "8-applying-hits")
def test_two_of_three_units_take_the_rest_and_none_takes_two() -> None:
    units = {"de-1ss": "Losheim", "us-99inf": "Losheim", "us-4inf": "Losheim", "us-9inf": "Losheim"}
    match = clash("Losheim", units, 3)
    match.play("stand")
    match.play("unit", "us-4inf")
    assert refused(match, "unit", "us-4inf") == "8-applying-hits"
    assert refused(match, "unit", "de-1ss") == "8-applying-hits"  # it fights, but on the other side
    assert refused(match, "unit", "us-78inf") == "8-not-participating"
    match.play("unit", "us-9inf")
    assert [strength(match, u) for u in ("us-99inf", "us-4inf", "us-9inf")] == [4, 3, 3]


@pytest.mark.rule("commander", "8-applying-hits:cde")
@pytest.mark.parametrize(
    ("first", "second", "hits", "left"),
    [(1, 6, 2, (0, 5)), (1, 1, 4, (0, 0)), (1, 4, 4, (0, 1))],
)
def test_full_rounds_go_to_all_that_are_left(first: int, second: int, hits: int, left: tuple[int, int]) -> None:
    units = {"de-26vg": f"Losheim/{first}", "de-1ss": f"Losheim/{second}", "us-99inf": "Losheim", "us-4inf": "Losheim"}
    match = clash("Losheim", units, 0, hits)
    assert (strength(match, "de-26vg"), strength(match, "de-1ss")) == left
    assert where(match, "de-26vg") == "eliminated"


# --- retreat -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-retreat:abe")
@pytest.mark.parametrize(("hits", "lost"), [(3, 1), (2, 0)])
def test_a_retreat_saves_one_hit_and_all_survivors_leave(hits: int, lost: int) -> None:
    units = {"de-lehr": "Losheim", "us-99inf": "Losheim"}
    match = clash("Losheim", units, hits)
    settle(match, "retreat")
    assert 4 - strength(match, "us-99inf") == lost
    assert where(match, "us-99inf") != "Losheim"
    assert has(match, "cubes", "us-99inf")
    assert controls(match, "Losheim") == "german"


@pytest.mark.rule("commander", "8-retreat")
def test_without_a_hit_after_terrain_there_is_no_retreat() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-99inf": "Losheim"}, 1)
    assert asked(match) == "Turn"
    assert where(match, "us-99inf") == "Losheim"


@pytest.mark.rule("commander", "8-retreat:cd")
def test_it_is_all_or_none_and_one_unit_out_of_supply_rules_it_out() -> None:
    units = {"de-1ss": "Losheim", "us-99inf": "Losheim", "us-4inf": "Losheim", "us-9inf": "Losheim"}
    match = clash("Losheim", units, 2)
    settle(match, "retreat")
    assert not any(where(match, u) == "Losheim" for u in ("us-99inf", "us-4inf", "us-9inf"))
    starved = clash("Losheim", units, 2, oos=["us-4inf"])
    assert asked(starved) == "Losses"  # no response was asked


@pytest.mark.rule("commander", "8-retreat:ef")
def test_the_attacker_never_retreats_and_cubes_are_kept() -> None:
    units = {"de-lehr": "Losheim", "us-99inf": "Losheim"}
    match = clash("Losheim", units, 0, 2)
    assert (asked(match), where(match, "de-lehr")) == ("Turn", "Losheim")
    kept = clash("Losheim", units, 2, cubes=["us-99inf"])
    settle(kept, "retreat")
    assert has(kept, "cubes", "us-99inf")


@pytest.mark.rule("commander", "8-retreat:gh", "8-breakthrough:a")
def test_a_retreat_gives_control_and_points_but_no_breakthrough() -> None:
    match = clash("Clervaux", {"de-lehr": "Clervaux", "us-110inf": "Clervaux"}, 3)
    settle(match, "retreat")
    assert (controls(match, "Clervaux"), vp(match)) == ("german", value("Clervaux"))
    assert asked(match) == "Turn"


@pytest.mark.rule("commander", "8-retreat:i", "8-retreat-destination")
def test_a_retreat_may_cross_rivers_and_forests_without_roads() -> None:
    match = clash("Spa", {"de-lehr": "Spa", "us-99inf": "Spa"}, 3)
    match.play("retreat")
    assert {"Malmedy", "Eupen", "Trois Ponts"} <= set(offered(match, "space"))


@pytest.mark.rule("commander", "8-retreat")
def test_if_the_remaining_hits_kill_all_it_is_no_retreat() -> None:
    units = {"de-lehr": "Losheim", "us-99inf": "Losheim/1", "us-4inf": "Losheim/1"}
    match = clash("Losheim", units, 4)  # three left, two strength points
    assert (where(match, "us-99inf"), where(match, "us-4inf")) == ("eliminated", "eliminated")
    assert asked(match) == "Breakthrough"


AROUND_LOSHEIM = ("Baasem", "Elsenborn", "Malmedy", "St. Vith", "Schonberg", "Stadtkyll")


def cornered(open_spaces: dict[str, int], units: dict[str, str], hits: int) -> Match:
    """A battle in Losheim whose Allied neighbours are these, with this many Allied units in each already."""
    names = iter(("us-1inf", "us-2inf", "us-30inf", "us-84inf", "us-26inf", "us-80inf"))
    crowd = {next(names): place for place, count in open_spaces.items() for _ in range(count)}
    german = [*START, *(name for name in AROUND_LOSHEIM if name not in open_spaces)]
    german = [name for name in german if name not in open_spaces]
    return clash("Losheim", {"de-1ss": "Losheim"} | units | crowd, hits, german=german)


@pytest.mark.rule("commander", "8-retreat-destination:a")
def test_only_friendly_uncontested_neighbours_are_open() -> None:
    match = cornered({"Elsenborn": 0, "Malmedy": 1}, {"us-99inf": "Losheim", "de-12vg": "Malmedy"}, 2)
    match.play("retreat")
    assert where(match, "us-99inf") == "Elsenborn"  # Malmedy is contested, all others German
    asked_ = cornered({"Elsenborn": 0, "Malmedy": 0}, {"us-99inf": "Losheim"}, 2)
    asked_.play("retreat")
    assert offered(asked_, "space") == ["Elsenborn", "Malmedy"]
    assert refused(asked_, "space", "St. Vith") == "8-retreat-destination"
    assert refused(asked_, "space", "Spa") == "8-retreat-destination"


@pytest.mark.rule("commander", "8-retreat-destination:bd", "7-stacking:c")
def test_room_decides_whether_all_can_go() -> None:
    two = {"us-99inf": "Losheim", "us-4inf": "Losheim"}
    assert asked(cornered({"Elsenborn": 3}, {"us-99inf": "Losheim"}, 2)) == "Turn"  # full: no retreat at all
    assert asked(cornered({"Elsenborn": 2}, two, 2)) == "Losses"  # room for one of two
    one = cornered({"Elsenborn": 2}, {"us-99inf": "Losheim"}, 2)
    one.play("retreat")
    assert where(one, "us-99inf") == "Elsenborn"


@pytest.mark.rule("commander", "8-retreat-destination:c")
def test_units_split_where_one_space_has_no_room_for_all() -> None:
    three = {"us-99inf": "Losheim", "us-4inf": "Losheim", "us-9inf": "Losheim"}
    match = cornered({"Elsenborn": 2, "Malmedy": 1}, three, 2)
    match.play("retreat")
    while asked(match) == "Retreat":
        match.play("space", offered(match, "space")[0])
    places = sorted(where(match, unit) for unit in three)
    assert places == ["Elsenborn", "Malmedy", "Malmedy"]


@pytest.mark.rule("commander", "8-retreat-destination", "8-retreat")
def test_room_is_needed_for_survivors_only_and_losses_must_make_it() -> None:
    weak = {"us-99inf": "Losheim/1", "us-4inf": "Losheim"}
    match = cornered({"Elsenborn": 2}, weak, 3)  # two hits; after a retreat one, and room for one unit
    assert offered(match, "retreat") == [None]
    match.play("retreat")
    assert (where(match, "us-99inf"), where(match, "us-4inf")) == ("eliminated", "Elsenborn")


def told_no_retreat(match: Match) -> list[tuple[str, str]]:
    """Case and sentence of each line of the story that says why nobody could retreat."""
    lines = [line for line in match.story("allied") if line["kind"] in ("no_retreat", "no_way_out")]
    return [(line["case"], "".join(part["t"] for part in line["parts"])) for line in lines]


TWO = {"us-99inf": "Losheim", "us-4inf": "Losheim"}


@pytest.mark.rule("commander", "8-retreat")
@pytest.mark.parametrize(
    ("units", "hits", "fields", "reason"),
    [
        (TWO, 1, {}, "no hit left on the defenders"),
        (TWO, 2, {"oos": ["us-4inf"]}, "4 Inf out of supply"),
        (TWO, 2, {"oos": ["us-4inf", "us-99inf"]}, "99 Inf and 4 Inf out of supply"),
        ({"us-99inf": "Losheim/1"}, 3, {}, "more hits than the defenders could survive"),
    ],
)
def test_the_story_says_why_no_retreat_is_offered(
    units: dict[str, str], hits: int, fields: dict[str, Any], reason: str
) -> None:
    match = clash("Losheim", {"de-1ss": "Losheim"} | units, hits, **fields)
    assert asked(match) != "Response"
    assert told_no_retreat(match) == [("8-retreat", f"No retreat from Losheim: {reason}.")]


@pytest.mark.rule("commander", "8-retreat", "9-fuel-shortage")
def test_german_defenders_without_fuel_are_named_too() -> None:
    units = ELSEWHERE | {"us-7arm": "Losheim", "de-lehr": "Losheim"}
    match = assault("allied-turn", units, "Losheim", day=23, german=(*START, "Losheim"), short=["de-lehr"])
    fight(match, 2, 0)
    assert told_no_retreat(match) == [("8-retreat", "No retreat from Losheim: Pz Lehr short of fuel.")]


@pytest.mark.rule("commander", "8-retreat-destination", "7-stacking")
@pytest.mark.parametrize(
    ("open_spaces", "units", "reason"),
    [
        ({"Elsenborn": 3}, {"us-99inf": "Losheim"}, "no friendly space without enemies and with room next to it"),
        ({"Elsenborn": 2}, TWO, "no room for all of them in the friendly spaces next to it"),
    ],
)
def test_the_story_says_that_there_is_no_room(open_spaces: dict[str, int], units: dict[str, str], reason: str) -> None:
    match = cornered(open_spaces, units, 2)
    assert told_no_retreat(match) == [("8-retreat-destination", f"No retreat from Losheim: {reason}.")]


@pytest.mark.rule("commander", "8-retreat")
def test_a_retreat_that_is_offered_needs_no_explanation() -> None:
    match = clash("Losheim", {"de-1ss": "Losheim"} | TWO, 2)
    assert asked(match) == "Response"
    match.play("stand")
    assert told_no_retreat(match) == []


@pytest.mark.rule("commander", "8-retreat", "8-retreat-destination")
def test_before_the_dice_the_preview_warns_of_defenders_who_cannot_retreat() -> None:
    def warnings(**fields: Any) -> list[str]:
        preview = assault("german-turn", ELSEWHERE | {"de-1ss": "Losheim"} | TWO, "Losheim", **fields).preview("german")
        assert preview is not None
        return list(preview["warnings"])

    assert warnings() == []
    assert warnings(oos=["us-4inf"]) == ["The defenders cannot retreat: 4 Inf out of supply."]
    assert warnings(german=(*START, *AROUND_LOSHEIM)) == [
        "The defenders cannot retreat: no friendly space without enemies and with room next to it."
    ]


# --- breakthrough ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-breakthrough:a")
def test_a_survivor_means_no_breakthrough() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-99inf": "Losheim/2"}, 2)
    match.play("stand")
    assert asked(match) == "Turn"
    for answer in ("stand", "retreat"):  # one of two defenders dies, the other stays or leaves
        units = {"de-1ss": "Losheim", "us-99inf": "Losheim/1", "us-4inf": "Losheim"}
        match = clash("Losheim", units, 4)
        settle(match, answer)
        assert (where(match, "us-99inf"), strength(match, "us-4inf") > 0) == ("eliminated", True)
        assert asked(match) == "Turn"


@pytest.mark.rule("commander", "8-breakthrough:bei")
def test_each_armor_unit_that_fought_may_break_through_and_nobody_else() -> None:
    units = {"de-1ss": "Losheim", "de-lehr": "Losheim", "de-12vg": "Losheim", "us-14cav": "Losheim"}
    match = clash("Losheim", units, 5)
    assert (asked(match), match.view()["focus"]["places"]) == ("Breakthrough", ["Losheim"])
    match.play("space", "Malmedy")
    match.play("space", "St. Vith")
    assert asked(match) == "Turn"
    assert [where(match, u) for u in ("de-1ss", "de-lehr", "de-12vg")] == ["Malmedy", "St. Vith", "Losheim"]
    assert (controls(match, "Malmedy"), controls(match, "St. Vith"), vp(match)) == ("german", "german", 1)
    assert has(match, "cubes", "de-1ss") and has(match, "cubes", "de-lehr")


@pytest.mark.rule("commander", "8-breakthrough:b", "2-unit-type:b")
def test_mechanized_infantry_and_bystanders_do_not_break_through() -> None:
    units = {"de-fuhrerbeg": "Losheim", "de-lehr": "Losheim", "us-14cav": "Losheim"}
    match = clash("Losheim", units, 3, cubes=["de-lehr"])
    assert asked(match) == "Turn"


@pytest.mark.rule("commander", "8-breakthrough:cd")
def test_it_is_optional_and_open_to_the_allies() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-14cav": "Losheim"}, 3)
    match.play("stay")
    assert where(match, "de-lehr") == "Losheim"
    allied = assault("allied-turn", ELSEWHERE | {"us-7arm": "Losheim", "de-62vg": "Losheim/1"}, "Losheim")
    fight(allied, 4, 0)
    assert (asked(allied), allied.decision.side) == ("Breakthrough", "allied")
    assert "Stadtkyll" in offered(allied, "space")
    allied.play("space", "Stadtkyll")
    assert controls(allied, "Stadtkyll") == "allied"


@pytest.mark.rule("commander", "8-breakthrough:g", "8-breakthrough-limits:b")
def test_forest_needs_a_road_and_the_breakthrough_is_one_space() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-14cav": "Losheim"}, 3)
    assert set(offered(match, "space")) == set(AROUND_LOSHEIM)  # Malmedy and Baasem by road
    assert refused(match, "space", "Spa") == "8-breakthrough"
    match = clash("Stadtkyll", {"de-lehr": "Stadtkyll", "us-14cav": "Stadtkyll"}, 3)
    assert "Elsenborn" in offered(match, "space")  # woods without a road
    assert refused(match, "space", "Baasem") == "8-breakthrough-limits"  # forest without one
    assert refused(match, "space", "Malmedy") == "8-breakthrough"


@pytest.mark.rule("commander", "8-breakthrough:h")
def test_it_does_not_matter_how_far_the_unit_moved_before() -> None:
    units = ELSEWHERE | {"de-116pz": "Gemund", "us-14cav": "Losheim"}
    match = situation("german-turn", units)
    match.play("activate", "Gemund")
    go(match, "de-116pz", "Losheim")
    match.play("done")
    fight(match, 3, 0)
    assert asked(match) == "Breakthrough"


@pytest.mark.rule("commander", "8-breakthrough-limits:a", "7-stacking")
def test_one_unit_per_river_border_even_into_empty_or_friendly_spaces() -> None:
    units = {"de-1ss": "St. Vith", "de-lehr": "St. Vith", "de-2pz": "St. Vith", "us-14cav": "St. Vith/1"}
    match = clash("St. Vith", units, 4, german=(*START, "Bleialf"))
    settle(match)
    match.play("space", "Malmedy") if "Malmedy" in offered(match, "space") else match.play("space", "Bleialf")
    assert where(match, "de-1ss") == "Bleialf"  # Malmedy is forest, and no road leads there
    assert refused(match, "space", "Bleialf") == "8-breakthrough-limits"
    match.play("space", "Clervaux")
    match.play("space", "Clervaux")  # no river: any number
    assert where(match, "de-2pz") == "Clervaux"


@pytest.mark.rule("commander", "8-breakthrough-limits:c", "7-leaving-contested:g")
def test_a_breakthrough_into_enemies_makes_no_battle() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim", "us-14cav": "Losheim", "us-b9arm": "Malmedy"}, 3)
    match.play("space", "Malmedy")
    assert (asked(match), contested(match, "Malmedy"), controls(match, "Malmedy")) == ("Turn", True, "allied")


@pytest.mark.rule("commander", "8-breakthrough-limits", "7-bridge-cut")
def test_over_a_cut_bridge_no_road_leads_into_forest() -> None:
    units = {"de-1ss": "Vielsalm", "us-14cav": "Vielsalm/1"}
    free = clash("Vielsalm", units, 3, german=(*START, "Vielsalm"))
    settle(free)
    assert "Malmedy" in offered(free, "space")
    held = clash("Vielsalm", units | {"us-b9arm": "Malmedy"}, 3, german=(*START, "Vielsalm"))
    settle(held)
    assert refused(held, "space", "Malmedy") == "7-bridge-cut"


@pytest.mark.rule("commander", "8-breakthrough-limits:e", "12-vp-exit:e")
def test_a_breakthrough_does_not_leave_the_map() -> None:
    units = {"de-1ss": "Givet", "us-14cav": "Givet/1"}
    match = clash("Givet", units, 5, german=(*START, "Givet"))
    assert asked(match) == "Breakthrough"
    assert "exit" not in match.decision.choices
    assert refused(match, "exit") == "8-breakthrough"


@pytest.mark.rule("commander", "8-breakthrough", "8-participants")
def test_a_unit_that_broke_through_into_a_coming_battle_does_not_fight_there() -> None:
    units = {"de-1ss": "Eupen", "de-lehr": "Eupen", "us-14cav": "Spa", "us-30inf": "Verviers"}
    match = situation("german-turn", ELSEWHERE | units, german=(*START, "Eupen"))
    match.play("activate", "Eupen")
    go(match, "de-1ss", "Spa")
    go(match, "de-lehr", "Verviers")
    match.play("battle", "Spa")
    match.play("hits", 7)
    match.play("hits", 0)
    match.play("space", "Verviers")
    assert list(rolls(match)) == ["de-lehr", "us-30inf"]
    assert rolls(match)["us-30inf"] == (4, 3 - 1 + 1)  # armor (Pz Lehr), clear


@pytest.mark.rule("commander", "8-breakthrough", "4-activation:g", "8-participants")
def test_armor_that_was_drawn_into_the_battle_may_break_through_too() -> None:
    units = {"de-12vg": "Baasem", "de-lehr": "Losheim", "us-14cav": "Losheim"}
    match = situation("german-turn", ELSEWHERE | units)
    match.play("activate", "Baasem")
    go(match, "de-12vg", "Losheim")
    fight(match, 3, 0)
    assert (asked(match), match.decision.prompt) == ("Breakthrough", "Breakthrough of Pz Lehr from Losheim?")
    match.play("space", "St. Vith")
    assert (where(match, "de-lehr"), has(match, "cubes", "de-lehr")) == ("St. Vith", True)


@pytest.mark.rule("commander", "8-breakthrough", "7-stacking:c")
def test_a_full_space_is_closed_to_a_breakthrough() -> None:
    crowd = {"de-62vg": "St. Vith", "de-560vg": "St. Vith", "de-18vg": "St. Vith"}
    match = clash("Losheim", {"de-lehr": "Losheim", "us-14cav": "Losheim"} | crowd, 3)
    assert refused(match, "space", "St. Vith") == "7-stacking"
    assert "Malmedy" in offered(match, "space")


@pytest.mark.rule("commander", "8-retreat", "8-hit-resolution")
def test_the_attacker_takes_his_hits_although_the_defender_retreats() -> None:
    match = clash("Losheim", {"de-lehr": "Losheim/1", "us-99inf": "Losheim"}, 2, 1)
    settle(match, "retreat")
    assert (where(match, "de-lehr"), strength(match, "us-99inf")) == ("eliminated", 4)
    assert controls(match, "Losheim") == "german"  # it was his when the last defender left


@pytest.mark.rule("commander", "8-breakthrough-limits")
def test_one_unit_per_river_border_also_in_the_other_direction() -> None:
    units = {"de-1ss": "St. Vith", "de-lehr": "St. Vith", "us-14cav": "Malmedy", "us-r9arm": "Vielsalm"}
    match = situation("german-turn", ELSEWHERE | units)
    match.play("activate", "St. Vith")
    go(match, "de-1ss", "Malmedy")
    go(match, "de-lehr", "Vielsalm")
    match.play("battle", "Malmedy")
    for hits in (7, 0):
        match.play("hits", hits)
    match.play("space", "Vielsalm")  # over the Amblève
    for hits in (5, 0):
        match.play("hits", hits)
    assert (asked(match), where(match, "us-r9arm")) == ("Breakthrough", "eliminated")
    assert refused(match, "space", "Malmedy") == "8-breakthrough-limits"  # a road leads there, over the same border
    assert "Trois Ponts" in offered(match, "space")
