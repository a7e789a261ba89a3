"""5: the German surprise turns and 16 December."""

from __future__ import annotations

import pytest

import ardennes
from tests.rules.commander.table import (
    asked,
    assault,
    end_moves,
    fight,
    go,
    goals,
    has,
    offered,
    rolls,
    situation,
    state,
    where,
    why_not,
)


@pytest.mark.rule("commander", "5-surprise-turns:a", "5-surprise-end:c", "3-E", "2-tracks:b")
def test_three_german_turns_then_16_december_with_a_fourth() -> None:
    match = ardennes.new("commander", seed=1, chance="manual")
    turns = []
    for place in ("Gemund", "Kruchten", "Prum", "Bitburg", "Wiltz"):
        turns.append((match.decision.side, state(match).surprise, state(match).time))
        match.play("activate", place)
        end_moves(match)
    assert turns == [
        ("german", True, 0),
        ("german", True, 1),
        ("german", True, 2),
        ("german", False, 0),
        ("allied", False, 1),
    ]


@pytest.mark.rule("commander", "5-surprise-turns:abc", "5-surprise-end:ab", "4-2-activation-reset")
def test_cubes_hold_through_the_surprise_turns_and_come_off_after_them() -> None:
    units = {
        "de-326vg": "Gemund",
        "de-12vg": "Baasem",
        "de-62vg": "Prum",
        "de-26vg": "Clervaux",
        "us-110inf": "Clervaux",
    }
    match = situation("surprise-turn", units, day=16, surprise=True)
    match.play("activate", "Clervaux")
    end_moves(match)
    fight(match, 3, 0)
    match.play("retreat")
    while asked(match) != "Turn":
        match.play("space", offered(match, "space")[0])
    assert "Clervaux" not in offered(match, "activate")
    assert has(match, "cubes", "us-110inf")
    for place in ("Gemund", "Baasem"):
        match.play("activate", place)
        end_moves(match)
    assert (state(match).surprise, state(match).cubes, match.decision.side) == (False, 0, "german")
    assert "Clervaux" in offered(match, "activate")
    assert where(match, "us-110inf") != "Clervaux"


@pytest.mark.rule("commander", "5-surprise-movement:ac", "5-german-movement-limits:a")
def test_only_infantry_moves_in_the_surprise_turns() -> None:
    units = {"de-1ss": "Baasem", "de-12vg": "Baasem", "de-3fj": "Losheim", "us-14cav": "Losheim"}
    match = situation("surprise-turn", units, day=16, surprise=True)
    match.play("activate", "Baasem")
    assert offered(match, "unit") == ["de-12vg"]
    why = match.explain("unit", "de-1ss")
    assert why is not None and why.case == "5-surprise-movement"
    assert set(goals(match, "de-12vg")) == {"Losheim", "Prum", "Schonberg", "Stadtkyll"}
    go(match, "de-12vg", "Losheim")
    assert set(rolls(match)) == {"de-12vg", "de-3fj", "us-14cav"}  # 3FJ, already there, joins


@pytest.mark.rule("commander", "5-surprise-movement:b")
def test_armor_in_a_picked_contested_space_attacks() -> None:
    units = {"de-1ss": "Losheim", "de-3fj": "Losheim", "us-14cav": "Losheim"}
    match = assault("surprise-turn", units, "Losheim", day=16, surprise=True)
    assert set(rolls(match)) == {"de-1ss", "de-3fj", "us-14cav"}


@pytest.mark.rule("commander", "5-german-attack-bonus:ac", "8-mod-att-surprise")
@pytest.mark.parametrize(
    ("day", "surprise", "chance"), [(16, True, 3 + 1 + 1), (16, False, 3 + 1 + 1), (17, False, 3 + 1)]
)
def test_the_attack_bonus_adds_to_the_artillery(day: int, surprise: bool, chance: int) -> None:
    phase = "surprise-turn" if surprise else "german-turn"
    units = {"de-26vg": "Clervaux", "us-110inf": "Clervaux"}
    match = assault(phase, units, "Clervaux", day=day, surprise=surprise)
    assert rolls(match) == {"de-26vg": (4, chance), "us-110inf": (2, 3)}


@pytest.mark.rule("commander", "5-german-attack-bonus:b", "8-mod-att-surprise")
def test_neither_german_defenders_nor_allied_attackers_have_the_bonus() -> None:
    units = {"de-26vg": "Clervaux", "us-110inf": "Clervaux"}
    match = assault("allied-turn", units, "Clervaux", day=16)
    assert rolls(match) == {"us-110inf": (2, 3), "de-26vg": (4, 3)}


@pytest.mark.rule("commander", "5-allied-infantry:ad", "D-calendar")
def test_allied_infantry_does_not_move_on_16_december() -> None:
    units = {"us-99inf": "Elsenborn", "us-b9arm": "Elsenborn", "us-14cav": "Elsenborn", "de-326vg": "Gemund"}
    first = situation("allied-turn", units, day=16, time=1)
    first.play("activate", "Elsenborn")
    assert offered(first, "unit") == ["us-14cav", "us-b9arm"]
    why = first.explain("unit", "us-99inf")
    assert why is not None and why.case == "5-allied-infantry"
    assert "Trois Ponts" in goals(first, "us-b9arm")  # armor may, two spaces and three
    assert "Werbomont" in goals(first, "us-14cav")
    second = situation("allied-turn", units, day=17, time=1)
    second.play("activate", "Elsenborn")
    assert goals(second, "us-99inf")


@pytest.mark.rule("commander", "5-allied-infantry:bc")
def test_allied_infantry_attacks_and_retreats_on_16_december() -> None:
    units = {"us-106inf": "Schonberg", "de-18vg": "Schonberg"}
    attack = assault("allied-turn", units, "Schonberg", day=16, time=1)
    assert rolls(attack) == {"us-106inf": (4, 3), "de-18vg": (4, 3)}
    defence = assault("german-turn", units, "Schonberg", day=16)
    fight(defence, 2, 0)
    assert offered(defence, "retreat") == [None]


@pytest.mark.rule("commander", "5-german-movement-limits:a", "7-strategic-german:a", "D-calendar")
@pytest.mark.parametrize(("day", "far"), [(16, False), (17, True), (22, True), (23, False)])
def test_german_strategic_movement_from_17_to_22_december(day: int, far: bool) -> None:
    match = situation("german-turn", {"de-116pz": "Gemund"}, german=["Stadtkyll", "Losheim", "St. Vith"], day=day)
    match.play("activate", "Gemund")
    assert "Losheim" in goals(match, "de-116pz")  # two spaces by road
    assert ("St. Vith" in goals(match, "de-116pz")) is far
    if not far:
        assert why_not(match, "de-116pz", "St. Vith") == "7-strategic-german"


@pytest.mark.rule("commander", "5-german-movement-limits:b", "8-breakthrough-limits:d", "D-calendar")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize(("day", "offered_"), [(16, False), (17, True)])
def test_no_breakthrough_on_16_december_for_either_side(day: int, offered_: bool, side: str) -> None:
    mine, theirs = ("de-2pz", "us-109inf") if side == "german" else ("us-7arm", "de-276vg")
    units = {mine: "Wiltz", theirs: "Wiltz/1"}
    match = assault(f"{side}-turn", units, "Wiltz", day=day, time=0 if side == "german" else 1)
    fight(match, 4, 0)
    assert where(match, theirs) == "eliminated"
    assert (asked(match) == "Breakthrough") is offered_
