"""3: setting up."""

from __future__ import annotations

import pytest

import ardennes
from tests.rules.commander.table import START, UNITS, asked, contested, controls, offered, state, strength, vp, where


@pytest.mark.rule("commander", "3-choose-game:a")
def test_the_full_game_and_race_to_the_meuse_are_offered() -> None:
    game = ardennes.new("commander", seed=1).game
    assert [(s.id, s.turns) for s in game.scenarios] == [("campaign", 13), ("race", 3)]


@pytest.mark.rule("commander", "3-A:a")
def test_each_side_answers_for_itself_only() -> None:
    match = ardennes.new("commander", seed=1)
    place = offered(match, "activate")[0]
    with pytest.raises(ardennes.IllegalChoice):
        match.play("activate", place, by="allied")
    match.play("activate", place, by="german")


@pytest.mark.rule("commander", "3-B:abc", "3-C:a", "3-F:a", "6-initial-control:a", "D-units", "3-D:b")
def test_units_at_the_start() -> None:
    match = ardennes.new("commander", seed=1)
    on_map = [[u.id for u in UNITS if u.side == side and where(match, u.id) == u.start] for side in (0, 1)]
    assert [len(units) for units in on_map] == [18, 12]
    assert all(strength(match, u.id) == u.strength for u in UNITS)
    boxes = {u.id: where(match, u.id) for u in UNITS if not u.start}
    assert {boxes[u.id] for u in UNITS if u.due} == {"due"}
    assert [u.id for u in UNITS if boxes.get(u.id) == "reserve"] == ["de-10ss", "de-11pz", "de-17ss"]
    assert match.game.invariants(match.state) == []  # three units a side at most, control consistent
    both = [name for name in ("Losheim", "Schonberg", "Clervaux") if contested(match, name)]
    assert both == ["Losheim", "Schonberg", "Clervaux"]
    assert {controls(match, name) for name in both} == {"allied"}
    assert state(match).cubes == 0


@pytest.mark.rule("commander", "3-C:a", "10-reinforcements")
def test_every_unit_that_is_not_on_the_map_is_shown_with_its_day_and_letter() -> None:
    match = ardennes.new("commander", seed=1)
    listed = {unit for entry in match.view()["calendar"] for unit in entry["units"]}
    assert listed == {u.id for u in UNITS if u.due}
    shown = {piece["id"]: piece for piece in match.view()["pieces"]}
    assert shown["de-9ss"]["due"] == {"turn": 3, "letters": ["A"]}


@pytest.mark.rule("commander", "3-D:ab", "6-initial-control")
def test_exactly_eight_spaces_are_german_at_the_start() -> None:
    match = ardennes.new("commander", seed=1)
    german = [name for name, what in match.view()["places"].items() if what["control"] == "german"]
    assert sorted(german) == sorted(START)


@pytest.mark.rule("commander", "3-E:ab", "4-game-days:b", "5-surprise-turns")
def test_the_game_starts_in_surprise_turn_one_without_points_or_hits() -> None:
    match = ardennes.new("commander", seed=1)
    assert (state(match).surprise, state(match).time, vp(match)) == (True, 0, 0)
    assert (asked(match), match.decision.side, match.view()["phase"]) == ("Turn", "german", "surprise")
    assert [t["value"] for t in match.view()["tracks"] if t["id"].startswith("hits")] == [0, 0]
