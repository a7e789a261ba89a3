"""15.0: the German airdrop, and the scatter diagram."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.bulge.facts import BOARD, TABLES
from tests.rules.bulge.fights import (
    POINTS,
    distance,
    fight,
    find,
    is_inland,
    names,
    number,
    plain,
    ring,
    step,
    strength,
    vp,
)
from tests.rules.bulge.table import offered, refused, situation, where

PARAS = "de-vdh"
CLOSE = 5
"""How far from a German unit the drop may be."""


def drop(units: dict[str, str], *, airdrop: bool = True, turn: int = 1, **fields: Any) -> Match:
    """The German movement phase in which the paratroops wait to jump."""
    return situation("german-movement", {PARAS: "due"} | units, turn=turn, options={"airdrop": airdrop}, **fields)


def field() -> str:
    return plain(radius=4)


@pytest.mark.rule("bulge", "15.0:a", "4.0")
def test_the_drop_needs_the_option_and_the_first_turn() -> None:
    here = field()
    aim = step(here, "E", 2)
    assert drop({"de-2": here}).explain("drop", aim) is None
    for airdrop, turn in ((False, 1), (True, 2), (False, 2)):
        match = drop({"de-2": here}, airdrop=airdrop, turn=turn)
        assert "drop" not in match.decision.choices
        assert refused(match, "drop", aim) == "15.0"


@pytest.mark.rule("bulge", "15.0", "4.0")
def test_without_the_option_the_paratroops_are_not_in_the_game() -> None:
    def units(match: Match) -> set[str]:
        return {p["id"] for p in match.view()["pieces"]}

    assert PARAS not in units(ardennes.new("bulge", seed=1))
    assert PARAS in units(ardennes.new("bulge", options={"airdrop": True}, seed=1))


@pytest.mark.rule("bulge", "15.0")
def test_the_drop_is_made_in_the_german_movement_phase_only() -> None:
    here = field()
    aim = step(here, "E", 2)
    units = {PARAS: "due", "de-2": here, "us-7arm": step(here, "W")}
    for phase in ("german-combat-before-movement", "german-combat-after-movement"):
        match = situation(phase, units, turn=1, options={"airdrop": True})
        assert refused(match, "drop", aim) == "12.0"
    match = situation("allied-movement", units, turn=1, options={"airdrop": True})
    assert refused(match, "drop", aim) == "15.0"


@pytest.mark.rule("bulge", "15.0:b")
def test_the_aimed_hex_is_empty_and_may_be_in_an_enemy_zone() -> None:
    here = field()
    match = drop({"de-2": here, "us-7arm": step(here, "E", 2)})
    assert refused(match, "drop", here) == "15.0"
    assert refused(match, "drop", step(here, "E", 2)) == "15.0"
    assert step(here, "E") in offered(match, "drop")
    assert step(here, "E", 3) in offered(match, "drop")


@pytest.mark.rule("bulge", "15.0:c")
def test_the_aimed_hex_is_at_most_five_hexes_from_a_german_unit() -> None:
    here = find(lambda n: is_inland(n, 6))
    match = drop({"de-2": here, "us-7arm": step(here, "W", 6)})
    assert set(offered(match, "drop")) == set(names(BOARD.within(number(here), CLOSE))) - {here}
    assert step(here, "E", 5) in offered(match, "drop")
    assert refused(match, "drop", step(here, "E", 6)) == "15.0"
    # Any German unit will do, and the Allied unit counts for nothing.
    match = drop({"de-2": here, "us-7arm": step(here, "W", 6), "de-272": step(here, "E", 3)})
    assert step(here, "E", 6) in offered(match, "drop")


@pytest.mark.rule("bulge", "15.0:d")
def test_two_ones_put_it_on_the_aimed_hex() -> None:
    here = field()
    aim = step(here, "E", 2)
    match = drop({"de-2": here})
    match.play("drop", aim)
    for _ in range(2):
        assert match.decision.side == "chance"
        assert offered(match, "die") == [1, 2, 3, 4, 5, 6]
        match.play("die", 1)
    assert where(match, PARAS) == aim
    assert match.decision.side == "german"
    assert vp(match) == 0


@pytest.mark.rule("bulge", "15.0:f", "3.1")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_any_other_first_die_eliminates_it_at_once(die: int) -> None:
    here = field()
    match = drop({"de-2": here})
    match.play("drop", step(here, "E", 2))
    match.play("die", die)
    assert where(match, PARAS) == "eliminated"
    assert match.decision.side == "german"  # no more dice
    assert vp(match) == -strength(PARAS)
    assert refused(match, "drop", step(here, "E", 2)) == "15.0"


@pytest.mark.rule("bulge", "15.0:e", "D-SCATTER")
@pytest.mark.parametrize("second", [2, 3, 4, 5, 6])
def test_a_second_die_above_one_leads_to_a_third_for_the_scatter(second: int) -> None:
    here = field()
    aim = step(here, "E", 2)
    match = drop({"de-2": here})
    match.play("drop", aim)
    match.play("die", 1)
    match.play("die", second)
    assert match.decision.side == "chance"
    match.play("die", 2)
    assert where(match, PARAS) == step(aim, POINTS[1])


@pytest.mark.rule("bulge", "D-SCATTER:a", "15.0")
def test_the_six_faces_of_the_scatter_die_are_the_six_neighbours() -> None:
    assert tuple(TABLES["airdrop"]["scatter"]) == POINTS
    here = field()
    aim = step(here, "E", 2)
    landed = []
    for die in range(1, 7):
        match = drop({"de-2": here})
        match.play("drop", aim)
        for n in (1, 6, die):
            match.play("die", n)
        landed.append(where(match, PARAS))
    assert landed == ring(aim)
    assert len(set(landed)) == 6


@pytest.mark.rule("bulge", "15.0:e", "3.1")
@pytest.mark.parametrize("other", ["de-272", "us-7arm"])
def test_scatter_onto_any_unit_eliminates_it(other: str) -> None:
    here = field()
    aim = step(here, "E", 2)
    match = drop({"de-2": here, other: step(aim, POINTS[0])})
    match.play("drop", aim)
    for die in (1, 2, 1):
        match.play("die", die)
    assert where(match, PARAS) == "eliminated"
    assert where(match, other) == step(aim, POINTS[0])
    assert vp(match) == -strength(PARAS)


@pytest.mark.rule("bulge", "15.0")
def test_scatter_into_an_enemy_zone_does_no_harm() -> None:
    here = field()
    aim = step(here, "E", 2)
    match = drop({"de-2": here, "us-7arm": step(aim, POINTS[0], 2)})
    match.play("drop", aim)
    for die in (1, 2, 1):
        match.play("die", die)
    assert where(match, PARAS) == step(aim, POINTS[0])


@pytest.mark.rule("bulge", "15.0")
def test_scatter_off_the_map_eliminates_it() -> None:
    aim = find(lambda n: not step(n, "NE") and bool(step(n, "E", 2)))
    match = drop({"de-2": step(aim, "E", 2)})
    match.play("drop", aim)
    for die in (1, 2, POINTS.index("NE") + 1):
        match.play("die", die)
    assert where(match, PARAS) == "eliminated"
    assert vp(match) == -strength(PARAS)


@pytest.mark.rule("bulge", "15.0:g", "9.0-1")
def test_it_does_not_move_in_the_phase_of_the_drop_but_must_fight_after_it() -> None:
    here = field()
    aim = step(here, "E", 3)
    match = drop({"de-2": here, "us-7arm": step(aim, "E")}, support={"german": 9})
    match.play("drop", aim)
    match.play("die", 1)
    match.play("die", 1)
    assert PARAS not in offered(match, "unit")
    assert refused(match, "unit", PARAS) == "15.0"
    match.play("done")
    assert match.view()["phase"] == "german-combat-after-movement"
    why = match.explain("done")
    assert why is not None and why.case == "9.0-1" and "vDH" in why.reason
    fight(match, "us-7arm", [PARAS], "Ct")
    assert distance(where(match, PARAS), where(match, "us-7arm")) == 1


@pytest.mark.rule("bulge", "15.0")
def test_it_cannot_move_in_the_phase_of_the_drop_with_no_enemy_near_and_moves_on_the_next_turn() -> None:
    here = field()
    aim = step(here, "E", 3)
    match = drop({"de-2": here}, vp=5)
    match.play("drop", aim)
    match.play("die", 1)
    match.play("die", 1)
    assert refused(match, "unit", PARAS) == "15.0"
    while match.view()["turn"]["number"] == 1 or match.view()["phase"] != "german-movement":
        match.play("done")
    assert PARAS in offered(match, "unit")


@pytest.mark.rule("bulge", "15.0")
def test_a_unit_that_moved_on_the_ground_is_not_taken_for_one_that_has_just_landed() -> None:
    here = field()
    match = drop({"de-2": here})
    match.play("unit", "de-2")
    match.play("stay")
    assert refused(match, "unit", "de-2") == "10.0"
    match = situation("german-movement", {PARAS: here}, options={"airdrop": True}, turn=2)
    match.play("unit", PARAS)
    match.play("stay")
    assert refused(match, "unit", PARAS) == "10.0"


@pytest.mark.rule("bulge", "15.0:h")
def test_the_drop_may_be_declined_and_then_it_never_comes() -> None:
    here = field()
    match = drop({"de-2": here}, vp=5)
    assert match.view("german")["decision"]["hints"]["done"][""]["note"].endswith("the paratroops have not jumped")
    match.play("done")
    assert match.view()["phase"] != "german-movement"
    assert "There was no airdrop: vDH stayed behind." in match.log
    while match.view()["turn"]["number"] == 1 or match.view()["phase"] != "german-movement":
        match.play("done")
    assert vp(match) == 5
    assert refused(match, "unit", PARAS) == "15.0"
    assert refused(match, "drop", step(here, "E", 2)) == "15.0"


@pytest.mark.rule("bulge", "15.0:i")
def test_paratroops_that_did_not_jump_are_not_shown_as_still_to_come() -> None:
    def to_come(match: Match) -> set[str]:
        view = match.view()
        boxed = {p["id"] for p in view["pieces"] if p["at"] == "due"}
        assert boxed == {unit for row in view["calendar"] for unit in row["units"]}
        return boxed

    match = drop({"de-2": field()}, vp=5)
    assert to_come(match) == {PARAS}
    match.play("done")
    assert to_come(match) == set()
    assert where(match, PARAS) == "absent"
    # A position saved in the middle of a later turn may still have them there.
    match = drop({"de-2": field()}, turn=2, vp=5)
    match.play("done")
    assert to_come(match) == set()


@pytest.mark.rule("bulge", "15.0")
def test_it_drops_once() -> None:
    here = field()
    match = drop({"de-2": here})
    match.play("drop", step(here, "E", 2))
    match.play("die", 1)
    match.play("die", 1)
    assert refused(match, "drop", step(here, "E")) == "15.0"
