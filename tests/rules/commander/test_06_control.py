"""6: control of spaces."""

from __future__ import annotations

import pytest

import ardennes
from ardennes.games.commander.facts import SPACE_NAMES
from tests.rules.commander.table import (
    START,
    asked,
    assault,
    contested,
    controls,
    fight,
    go,
    offered,
    situation,
    value,
    vp,
    where,
)


@pytest.mark.rule("commander", "6-control:a")
def test_every_space_belongs_to_one_side() -> None:
    match = ardennes.new("commander", seed=1)
    assert {controls(match, name) for name in SPACE_NAMES.index} == {"german", "allied"}


@pytest.mark.rule("commander", "6-control:b")
def test_a_side_that_leaves_a_space_empty_keeps_it() -> None:
    match = situation("german-turn", {"de-116pz": "Bastogne"}, german=(*START, "Houffalize"))
    match.play("activate", "Bastogne")
    go(match, "de-116pz", "Houffalize")
    assert (controls(match, "Bastogne"), vp(match)) == ("german", value("Bastogne", "Houffalize", *START))


@pytest.mark.rule("commander", "6-control:c")
def test_a_position_with_units_alone_in_an_enemy_space_is_refused() -> None:
    data = situation("german-turn", {"de-116pz": "Bastogne"}).position()
    data["german"] = list(START)
    with pytest.raises(ardennes.BadInput, match="6-control"):
        ardennes.load_position(data)


@pytest.mark.rule("commander", "6-control-markers:ab", "12-vp-spaces", "7-enemy-empty")
def test_entering_an_empty_enemy_space_takes_it_and_its_points_at_once() -> None:
    match = situation("german-turn", {"de-26vg": "Clervaux", "de-5fj": "Clervaux"}, german=(*START, "Clervaux"))
    before = vp(match)
    match.play("activate", "Clervaux")
    go(match, "de-26vg", "Bastogne")
    assert (controls(match, "Bastogne"), vp(match) - before) == ("german", 2)
    assert match.view()["places"]["Bastogne"]["control"] == "german"
    assert asked(match) == "Moves"  # booked before the turn is over


@pytest.mark.rule("commander", "6-control-markers:ab", "12-vp-spaces:a", "12-victory-points")
def test_points_are_lost_when_the_space_goes_back_as_often_as_it_changes_hands() -> None:
    units = {"us-4arm": "Neufchateau", "de-26vg": "Houffalize"}
    match = situation("allied-turn", units, german=(*START, "Bastogne", "Houffalize", "Clervaux"), day=23)
    match.play("activate", "Neufchateau")
    before = vp(match)
    go(match, "us-4arm", "Bastogne")
    assert (controls(match, "Bastogne"), vp(match) - before) == ("allied", -2)
    match.play("activate", "Houffalize")
    go(match, "de-26vg", "Bastogne")
    assert vp(match) - before == -2  # contested: it stays Allied
    assert contested(match, "Bastogne")


@pytest.mark.rule("commander", "6-contested:a")
def test_a_contested_space_stays_with_its_controller_without_points_for_the_invader() -> None:
    match = situation("german-turn", {"de-26vg": "Clervaux", "us-101abn": "Bastogne"}, german=(*START, "Clervaux"))
    before = vp(match)
    match.play("activate", "Clervaux")
    go(match, "de-26vg", "Bastogne")
    assert (contested(match, "Bastogne"), controls(match, "Bastogne"), vp(match)) == (True, "allied", before)


@pytest.mark.rule("commander", "6-contested:b")
def test_when_the_last_defender_moves_out_the_space_passes_at_once() -> None:
    match = situation("allied-turn", {"de-26vg": "Bastogne", "us-101abn": "Bastogne"})
    match.play("activate", "Bastogne")
    go(match, "us-101abn", "Sibret")
    assert (controls(match, "Bastogne"), vp(match)) == ("german", 2)


@pytest.mark.rule("commander", "6-contested:c", "8-retreat")
def test_when_the_last_defender_retreats_or_dies_the_space_passes_too() -> None:
    units = {"de-1ss": "Bastogne", "us-101abn": "Bastogne/2"}
    retreat = assault("german-turn", units, "Bastogne")
    fight(retreat, 4, 0)
    retreat.play("retreat")
    while offered(retreat, "space") and asked(retreat) == "Retreat":
        retreat.play("space", "Sibret")
    assert (controls(retreat, "Bastogne"), vp(retreat)) == ("german", 2)
    death = assault("german-turn", units, "Bastogne")
    fight(death, 7, 0)
    assert (controls(death, "Bastogne"), vp(death)) == ("german", 2 + 1)


@pytest.mark.rule("commander", "6-contested:d")
def test_when_the_invader_leaves_or_dies_nothing_changes() -> None:
    units = {"de-26vg": "Bastogne/1", "us-101abn": "Bastogne"}
    leaves = situation("german-turn", units, german=(*START, "Clervaux"))
    before = vp(leaves)
    leaves.play("activate", "Bastogne")
    go(leaves, "de-26vg", "Clervaux")
    assert (controls(leaves, "Bastogne"), vp(leaves)) == ("allied", before)
    dies = assault("german-turn", units, "Bastogne", german=(*START, "Clervaux"))
    fight(dies, 0, 1)
    assert (where(dies, "de-26vg"), controls(dies, "Bastogne"), vp(dies)) == ("eliminated", "allied", before - 1)


@pytest.mark.rule("commander", "6-contested", "8-hit-resolution")
def test_if_a_battle_removes_both_the_attacker_has_had_the_space_for_a_moment() -> None:
    both = {"de-lehr": "Clervaux/1", "us-110inf": "Clervaux/1"}
    match = assault("german-turn", both, "Clervaux")
    fight(match, 2, 1)  # the town takes one, as many as the defender has strength
    match.play("stand")
    assert (where(match, "de-lehr"), where(match, "us-110inf")) == ("eliminated", "eliminated")
    assert (controls(match, "Clervaux"), vp(match)) == ("german", value("Clervaux") - 1)
