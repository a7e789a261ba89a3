"""A refusal gives the true reason: the case that prevents the choice, not some related one."""

from __future__ import annotations

import random
import re

import pytest

from ardennes import Match
from tests.rules.bulge import fights
from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_INFANTRY,
    around,
    distance,
    exits,
    first,
    goals,
    ground,
    inland,
    moving,
    road,
    spent,
    unit,
    units,
)
from tests.rules.bulge.table import offered, refused, situation

THIRD = unit("german", cf=4, mech=False)
FOES = units(lambda u: u.side == 1 and u.nation == "US")
PLENTY = 60


def said(match: Match, verb: str, argument: object = None) -> str:
    why = match.explain(verb, argument)
    assert why is not None
    return why.reason


# --- movement ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "10.1", "9.1", "11.0", "10.2-1")
def test_a_hex_is_refused_as_too_expensive_only_if_it_is_and_with_its_cost() -> None:
    rng = random.Random(101)
    seen = {"costs": 0, "at least": 0, "more than": 0}
    for number in range(25):
        if number % 5:
            spots = rng.sample(HEXES, 4)
            start = rng.choice([a for a in HEXES if a not in ground(spots).zone()])
        else:  # walled in: some hexes cannot be reached at any price
            start = rng.choice([a for a in HEXES if inland(a)])
            spots = [a for a in HEXES if distance(a, start) == 3]
        here = ground(spots, german=True)
        for who, mech in ((PANZER, True), (GRENADIERS, False)):
            match = moving(who, start, others=dict(zip(FOES, spots, strict=False)))
            price, least = spent(start, PLENTY, mech=mech, on=here), spent(start, PLENTY, mech=mech)
            near = spent(start, 5, mech=mech)
            for hex_ in rng.sample(HEXES, 25):
                if hex_ == start or hex_ in goals(match) or hex_ in spots:
                    continue
                case = refused(match, "hex", hex_)
                assert case in ("9.1", "10.1", "11.0")
                if case != "10.1":
                    assert hex_ in near, "near enough, if nothing were in the way"
                    continue
                text = said(match, "hex", hex_)
                n = int(re.search(r"(\d+) MP;", text)[1])  # type: ignore[index]
                if "more than" in text:
                    seen["more than"] += 1
                    assert n == 5 == price.get(hex_, least[hex_]), "fractions are not shown"
                elif "at least" in text:
                    seen["at least"] += 1
                    assert hex_ not in price and n == least[hex_] > 5
                else:
                    seen["costs"] += 1
                    assert n == price[hex_] > 5
    assert min(seen.values()) > 0


@pytest.mark.rule("bulge", "3.1-1", "9.1", "11.0")
def test_an_exit_that_cannot_be_reached_is_refused_for_what_is_in_the_way() -> None:
    found = set()
    for at in exits():
        for start in (a for a in HEXES if 4 <= distance(a, at) <= 6):
            free = spent(start, 4, mech=True)
            for foe in (a for a in HEXES if distance(a, at) == 3 and distance(a, start) == 2):
                match = moving(PANZER, start, others={US_INFANTRY: foe})
                if at in offered(match, "exit"):
                    continue
                case = refused(match, "exit", at)
                assert case == "3.1-1" or at in free, "near enough, if nothing were in the way"
                found.add(case)
        if {"3.1-1", "9.1"} <= found:
            break
    assert {"3.1-1", "9.1"} <= found


A, B = first((a, b) for a in HEXES for b in around(a) if road(a, b) and inland(a) and all(map(inland, around(b))))


@pytest.mark.rule("bulge", "8.0", "9.1", "14.1")
def test_a_friends_hex_is_refused_with_what_keeps_the_friend_there() -> None:
    others = {GRENADIERS: B}
    assert said(moving(PANZER, A, others=others, moved=[GRENADIERS]), "hex", B).endswith("has already moved")
    foe = first(a for a in around(B) if distance(a, A) == 2)
    pinned = moving(PANZER, A, others=others | {US_INFANTRY: foe})
    assert said(pinned, "hex", B).endswith("is pinned in an enemy zone of control")
    hungry = moving(PANZER, A, others=others, turn=5, interdiction={"allied": list(EAST)})
    assert said(hungry, "hex", B).endswith("is out of supply, and a bad roll could keep it there")
    friends = [u for u in ("de-1ss", "de-12ss", "de-2ss", "de-9ss", "de-18", "de-26") if u not in (PANZER, GRENADIERS)]
    mover = first(a for a in HEXES if distance(a, B) == 2)
    walls = dict(zip([*friends, "de-62", "de-9", "de-12"], around(B), strict=False))
    shut_in = moving(PANZER, mover, others=others | walls, moved=list(walls))
    assert refused(shut_in, "hex", B) == "8.0"
    assert said(shut_in, "hex", B).endswith("has no free hex to go to")


@pytest.mark.rule("bulge", "8.0")
def test_a_unit_that_makes_room_is_told_that_it_cannot_stay_or_ask_for_room_itself() -> None:
    third = first(a for a in around(B) if distance(a, A) == 1)
    match = situation("german-movement", {PANZER: A, GRENADIERS: B, THIRD: third}, turn=2)
    match.play("unit", PANZER)
    match.play("hex", B)
    assert refused(match, "hex", B) == "8.0" and "must make room" in said(match, "hex", B)
    assert refused(match, "hex", third) == "8.0" and "cannot make another unit move" in said(match, "hex", third)


# --- combat ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.4")
def test_an_advance_asks_for_the_unit_or_for_the_hex_and_says_which() -> None:
    here = fights.plain()
    east, west = fights.step(here, "E"), fights.step(here, "W")
    match = fights.battle({"us-7arm": here, "de-1ss": east, "de-2": west})
    fights.fight(match, "us-7arm", ["de-1ss", "de-2"], "De")
    assert refused(match, "hex", here) == "12.4"
    assert said(match, "hex", here) == f"choose the unit that advances into {here}"
    assert said(match, "hex", east).endswith("was not emptied by this fight")
    match = fights.battle({"us-7arm": here, "de-1ss": east, "de-2": west})
    fights.fight(match, "us-7arm", ["de-1ss"], "De")
    assert refused(match, "unit", "de-1ss") == "12.4"
    assert said(match, "unit", "de-1ss") == "only 1 SS Pz can advance: choose the hex, or stay"
    assert said(match, "unit", "de-2").endswith("did not take part in the fight")


@pytest.mark.rule("bulge", "12.1-2", "7.3")
def test_more_ground_support_than_there_is_is_refused_with_what_there_is() -> None:
    here = fights.plain()
    match = fights.battle({"us-7arm": here, "de-1ss": fights.step(here, "E")}, support={"german": 1})
    fights.declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    for count in (2, -1, "many"):
        assert refused(match, "support", count) == "12.1-2"
        assert said(match, "support", count).endswith("from 0 to 1: 1 mission left")


@pytest.mark.rule("bulge", "12.0-1")
def test_a_unit_off_the_map_cannot_join_for_that_reason() -> None:
    here = fights.plain()
    match = fights.battle({"us-7arm": here, "de-1ss": fights.step(here, "E"), "de-2": "eliminated"})
    match.play("attack", "us-7arm")
    assert refused(match, "unit", "de-2") == "12.0-1"
    assert said(match, "unit", "de-2") == "2 Pz is not on the map"
