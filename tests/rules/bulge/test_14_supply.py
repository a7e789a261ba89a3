"""14.0 and 14.1: who is in supply, and what it means not to be.

So that there is only one supply line, enemy markers are on every road hex that must not be part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.bulge.facts import ROADS_OFF, SIDES, SOURCES
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.fights import (
    ENOUGH,
    all_roads,
    around,
    battle,
    cut_off,
    declare,
    distance,
    fight,
    find,
    is_inland,
    is_road,
    names,
    of_strength,
    plain,
    ring,
    road_chain,
    side,
    step,
    strength,
    strengths,
    supplied,
    vp,
)
from tests.rules.bulge.moves import along_roads, cheapest, goals, ground, spent
from tests.rules.bulge.moves import supplied as by_search
from tests.rules.bulge.table import offered, refused, situation, where

ARMOR = {"german": "de-2", "allied": "us-7arm"}
FOOT = {"german": "de-26", "allied": "us-1"}
FRIEND = {"german": "de-150", "allied": "us-14cav"}


def enemy(owner: str) -> str:
    return SIDES[1 - SIDES.index(owner)]


def lone(owner: str, units: dict[str, str], *open_roads: str, turn: int = 5) -> Match:
    """These units, with enemy markers on every road hex but the open ones."""
    marks = {enemy(owner): all_roads(*open_roads)}
    return situation(f"{owner}-movement", units, turn=turn, interdiction=marks)


def lines(owner: str, length: int) -> Iterator[list[str]]:
    """Roads of this many hexes from a friendly edge inland, past no other friendly edge."""
    sources = names(SOURCES[SIDES.index(owner)])
    for source in sources:
        for end, far in along_roads(source, length).items():
            chain = road_chain(source, end)
            if far == length - 1 and not set(chain[1:]) & set(sources):
                yield chain


def gaps(owner: str) -> Iterator[tuple[list[str], str]]:
    """Roads from an edge with a hex on them that cannot be gone around: beyond it the edge side of the road is more than five MP away."""
    for chain in lines(owner, 11):
        for k in range(2, 5):
            if all(distance(chain[-1], h) > 5 for h in chain[:k]):
                yield chain, chain[k]


def asks_die(match: Match, unit: str) -> bool:
    """Is a unit that is to move out of supply? (Plays the choice.)"""
    match.play("unit", unit)
    return match.decision.side == "chance"


# --- 14.0: the line ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "14.0:a")
@pytest.mark.parametrize("owner", SIDES)
def test_a_unit_on_a_road_that_is_free_to_a_friendly_edge_is_in_supply(owner: str) -> None:
    chain = next(lines(owner, 8))
    for here in chain:
        match = lone(owner, {FOOT[owner]: here}, *chain)
        assert supplied(match, FOOT[owner])
        assert not asks_die(match, FOOT[owner])


@pytest.mark.rule("bulge", "14.0:e", "2.3.1-2")
def test_the_german_edge_is_the_east_and_the_allied_edges_are_the_others() -> None:
    for edge, name in (("N", "allied"), ("S", "allied"), ("W", "allied"), ("E", "german")):
        for here in names(ROADS_OFF[edge]):
            for owner in SIDES:
                match = lone(owner, {FOOT[owner]: here}, here)
                assert supplied(match, FOOT[owner]) is (owner == name)


def off_road_starts(owner: str, mp: int) -> Iterator[tuple[str, str]]:
    """Pairs of a source and a hex without road whose cheapest way to it, over hexes without road, costs exactly this if counted from the
    unit outwards: the road hex counts and the unit's own does not. Counted inwards it would be on the other side of the limit of five."""
    closed = set(all_roads())
    for source in names(SOURCES[SIDES.index(owner)]):
        shut = closed - {source}
        back = cheapest({source: 0}, 12, ground(marks=closed), but=shut)
        for here in around(source, mp):
            if not is_road(here) and here in back and (back[here] > 5) is (mp <= 5):
                out = cheapest({here: 0}, mp, ground(marks=closed), but=shut)
                if out.get(source) == mp:
                    yield source, here


@pytest.mark.rule("bulge", "14.0:bi", "14.1")
def test_five_mp_to_a_road_hex_its_own_price_included_are_in_supply_and_six_are_not() -> None:
    for mp in (5, 6):
        source, here = next(off_road_starts("allied", mp))
        match = lone("allied", {FOOT["allied"]: here}, source)
        assert supplied(match, FOOT["allied"]) is (mp == 5)
        assert asks_die(match, FOOT["allied"]) is (mp == 6)


@pytest.mark.rule("bulge", "14.0", "10.2")
def test_the_five_mp_may_use_roads_at_one_mp_per_hex_even_for_mechanized_units() -> None:
    # The unit goes along a road that is not joined to the edge, and makes the last step without a road.
    for unit in (FOOT["allied"], ARMOR["allied"]):
        for steps in (5, 6):
            source, here, between = next(detached_road(steps))
            match = lone("allied", {unit: here}, source, *between)
            assert supplied(match, unit) is (steps == 5)


def detached_road(steps: int) -> Iterator[tuple[str, str, list[str]]]:
    """A source, a unit's hex, and a road that ends next to the source without a road to it. The unit's whole path to the source over it
    costs this many MP, and there is no cheaper one."""
    sources = names(SOURCES[1])
    for source in sources:
        for end in ring(source):
            if not end or not is_road(end):
                continue
            for here in along_roads(end, 6):
                chain = road_chain(end, here)
                joined = any("road" in side(source, h) for h in chain if distance(source, h) == 1)
                if here == end or joined or set(chain) & set(sources):
                    continue
                marks = set(all_roads(source, *chain))
                out = cheapest({here: 0}, 6, ground(marks=marks), but=marks)
                off = cheapest({here: 0}, 6, ground(marks=set(all_roads())), but=marks | set(chain))
                if out.get(source) == steps and source not in off:
                    yield source, here, chain


@pytest.mark.rule("bulge", "14.0:k")
def test_road_hexes_side_by_side_without_a_road_across_do_not_connect() -> None:
    # From the end of the detached road the source is a step away, but not by road: six MP in all are too many, whatever the road's length.
    source, here, chain = next(detached_road(6))
    assert any(distance(source, h) == 1 for h in chain)
    assert not supplied(lone("allied", {FOOT["allied"]: here}, source, *chain), FOOT["allied"])


@pytest.mark.rule("bulge", "14.0:cj", "7.2")
@pytest.mark.parametrize("owner", SIDES)
def test_a_marker_on_the_only_road_cuts_it_unless_a_friend_stands_there(owner: str) -> None:
    chain, gap = next(gaps(owner))
    unit, friend = ARMOR[owner], FRIEND[owner]
    free = lone(owner, {unit: chain[-1]}, *chain)
    assert supplied(free, unit)
    cut = lone(owner, {unit: chain[-1]}, *(h for h in chain if h != gap))
    assert not supplied(cut, unit)
    assert asks_die(cut, unit)
    mended = lone(owner, {unit: chain[-1], friend: gap}, *(h for h in chain if h != gap))
    assert supplied(mended, unit) and supplied(mended, friend)
    assert not asks_die(mended, unit)


@pytest.mark.rule("bulge", "14.0", "7.2")
def test_a_sides_own_marker_cuts_nothing() -> None:
    chain, gap = next(gaps("allied"))
    marks = {"german": all_roads(*chain), "allied": [gap]}
    match = situation("allied-movement", {ARMOR["allied"]: chain[-1]}, interdiction=marks)
    assert supplied(match, ARMOR["allied"])


def controlled(owner: str) -> Iterator[tuple[list[str], str, str]]:
    """A road with a hex that cannot be gone around, and a hex off the road from which an enemy controls that hex alone."""
    for chain, gap in gaps(owner):
        for foe in ring(gap):
            if foe and foe not in chain and [h for h in chain if distance(h, foe) <= 1] == [gap]:
                yield chain, gap, foe


@pytest.mark.rule("bulge", "14.0:d", "9.1-1")
def test_an_enemy_zone_on_the_only_road_cuts_it_unless_a_friend_stands_there() -> None:
    chain, gap, foe = next(controlled("allied"))
    unit, friend = ARMOR["allied"], FRIEND["allied"]
    cut = lone("allied", {unit: chain[-1], "de-2": foe}, *chain)
    assert not supplied(cut, unit)
    mended = lone("allied", {unit: chain[-1], "de-2": foe, friend: gap}, *chain)
    assert supplied(mended, unit)


@pytest.mark.rule("bulge", "14.0")
def test_an_enemy_unit_on_the_only_road_cuts_it() -> None:
    chain, gap = next(gaps("german"))
    match = lone("german", {ARMOR["german"]: chain[-1], "us-14cav": gap}, *chain)
    assert not supplied(match, ARMOR["german"])


@pytest.mark.rule("bulge", "14.0:f", "2.3.1-2", "13.0-2")
def test_an_edge_hex_by_which_a_german_has_left_supplies_no_allied_unit() -> None:
    source = names(ROADS_OFF["W"])[0]
    unit = FOOT["allied"]
    marks = {"german": all_roads(source)}
    for left_by in ([], [source]):
        match = situation("allied-movement", {unit: source}, interdiction=marks, left_by=left_by)
        assert supplied(match, unit) is not bool(left_by)


@pytest.mark.rule("bulge", "14.0:j", "7.2")
def test_a_marked_hex_is_closed_to_the_five_mp_part_too() -> None:
    """A lone road hex, joined to nothing, lies on the unit's only cheap way to a road: its marker shuts the way."""
    closed = set(all_roads())
    for source in names(SOURCES[1]):
        for between in (
            h for h in around(source, 3) if h in closed and h != source and "road" not in _between(source, h)
        ):
            marks = closed - {source, between}
            for here in (h for h in around(between, 2) if not is_road(h)):
                through = cheapest({here: 0}, 5, ground(marks=marks), but=marks)
                past = cheapest({here: 0}, 5, ground(marks=closed), but=closed - {source})
                if source in through and source not in past:
                    unit = FOOT["allied"]
                    assert supplied(lone("allied", {unit: here}, source, between), unit)
                    assert not supplied(lone("allied", {unit: here}, source), unit)
                    return
    raise AssertionError("no such place on the map")


def _between(a: str, b: str) -> dict[str, Any]:
    return side(a, b) if distance(a, b) == 1 else {}


# --- 14.0: when it is tested -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "14.0:g", "14.1", "12.1-1")
def test_a_unit_out_of_supply_when_it_moves_can_be_in_supply_when_it_fights() -> None:
    unit, friend = ARMOR["allied"], FRIEND["allied"]
    chain, gap, helper, foe = next(late_help())
    units = {unit: chain[-1], friend: helper, "de-2": foe}
    marks = {"german": all_roads(*(h for h in chain if h != gap))}
    for helped in (True, False):
        match = situation("allied-movement", units, interdiction=marks, support=ENOUGH)
        match.play("unit", unit)
        assert match.decision.side == "chance"
        match.play("die", 5)
        match.play(
            "hex", next(h for h in sorted(goals(match)) if distance(h, foe) == 1 and distance(h, chain[-1]) == 1)
        )
        if helped:
            match.play("unit", friend)
            if match.decision.side == "chance":
                match.play("die", 5)
            match.play("hex", gap)
        match.play("done")
        assert match.view()["phase"] == "allied-combat-after-movement"
        declare(match, "de-2", [unit])
        assert offered(match, "crt") == (["primary", "secondary"] if helped else ["secondary"])


def late_help() -> Iterator[tuple[list[str], str, str, str]]:
    """A road with a gap, a hex next to the gap for the unit that will fill it, and an enemy two hexes beyond the end of the road, near
    enough to attack after one step and controlling no hex of the road."""
    for chain, gap in gaps("allied"):
        helpers = [h for h in ring(gap) if h and h not in chain]
        for foe in (h for h in around(chain[-1], 2) if distance(h, chain[-1]) == 2):
            if all(distance(foe, h) > 2 for h in chain[:-1]) and helpers:
                yield chain, gap, helpers[0], foe


@pytest.mark.rule("bulge", "14.0:h", "5.0-1")
def test_germans_are_in_supply_on_the_first_three_turns_whatever_cuts_their_roads() -> None:
    here = plain(radius=4)
    for turn in (1, 2, 3, 4):
        units = {FOOT["german"]: step(here, "W", 3), "de-1ss": here, "us-7arm": step(here, "E")}
        match = situation("german-movement", units, turn=turn, interdiction=cut_off("german"))
        assert supplied(match, FOOT["german"]) is (turn <= 3)
        assert asks_die(match, FOOT["german"]) is (turn == 4)
        match = situation("german-combat-before-movement", units, turn=turn, interdiction=cut_off("german"))
        declare(match, "us-7arm", ["de-1ss"])
        assert ("primary" in offered(match, "crt")) is (turn <= 3)


# --- 14.0, 8.0: a friend that makes room begins to move only then ------------------------------------------------------------------------


def rearguards(owner: str) -> Iterator[tuple[list[str], str, str]]:
    """A road with a gap that only a unit in it can bridge, and a hex beyond, in that unit's reach, that has no other supply line."""
    for chain in lines(owner, 11):
        for gap in chain[2:6]:
            marks = all_roads(*(h for h in chain if h != gap))
            on = ground(marks=marks)
            reach = spent(gap, 5, mech=False, on=on)
            for here in chain[chain.index(gap) + 1 :]:
                friends = {True: [here, gap], False: [here]}
                fed = {held: by_search(here, sources=chain[:1], friends=friends[held], on=on) for held in (True, False)}
                if here in reach and fed == {True: True, False: False}:
                    yield chain, gap, here


def pulled_out(owner: str, **fields: Any) -> tuple[Match, str, str]:
    """The unit in the gap of a friend's only supply line has just come into that friend's hex. With the gap and the friend's hex."""
    chain, gap, here = next(rearguards(owner))
    marks = {enemy(owner): all_roads(*(h for h in chain if h != gap))}
    units = {FOOT[owner]: gap, ARMOR[owner]: here, FRIEND[owner]: chain[0]}
    match = situation(f"{owner}-movement", units, turn=5, interdiction=marks, **fields)
    assert supplied(match, ARMOR[owner])
    match.play("unit", FOOT[owner])
    match.play("hex", here)
    return match, gap, here


@pytest.mark.rule("bulge", "14.0:l", "14.1", "8.0")
@pytest.mark.parametrize("owner", SIDES)
@pytest.mark.parametrize("die", [4, 5])
def test_a_friend_that_makes_room_rolls_if_the_mover_has_left_its_supply_line(owner: str, die: int) -> None:
    match, gap, here = pulled_out(owner)
    assert not supplied(match, ARMOR[owner])
    assert (match.decision.side, match.decision.cases) == ("chance", ("14.1",))
    assert ARMOR[owner] in match.view()["focus"]["units"]
    match.play("die", die)
    marks = all_roads(*(h for h in next(rearguards(owner))[0] if h != gap))
    assert goals(match) == set(spent(here, die, mech=True, on=ground(marks=marks))) - {
        here,
        where(match, FRIEND[owner]),
    }
    assert refused(match, "stay") == "8.0"
    assert refused(match, "hex", here) == "8.0"
    match.play("hex", sorted(goals(match))[0])
    assert where(match, FOOT[owner]) == here
    assert offered(match, "unit") == [FRIEND[owner]]


@pytest.mark.rule("bulge", "14.1", "8.0:g")
@pytest.mark.parametrize("owner", SIDES)
def test_if_the_die_holds_the_friend_the_mover_goes_back_and_both_have_moved(owner: str) -> None:
    match, gap, here = pulled_out(owner)
    match.play("die", 6)
    assert (where(match, FOOT[owner]), where(match, ARMOR[owner])) == (gap, here)
    assert offered(match, "unit") == [FRIEND[owner]]
    for unit in (FOOT[owner], ARMOR[owner]):
        assert refused(match, "unit", unit) == "10.0"
    assert match.game.invariants(match.state) == []
    assert supplied(match, ARMOR[owner]), "the gap is held again"
    assert "it went back to" in match.log[-1]
    match.play("done")
    assert match.view()["phase"] != f"{owner}-movement"


@pytest.mark.rule("bulge", "14.1", "8.0")
def test_the_mover_goes_back_too_if_the_die_is_too_low_to_leave_the_hex() -> None:
    for chain, gap, here in rearguards("allied"):
        marks = all_roads(*(h for h in chain if h != gap))
        friends = {"us-1": gap, "us-30": here}
        others = [u.id for u in UNITS if u.side == 1 and u.nation == "US" and u.id not in friends]
        cheap = set(spent(here, 1, mech=False, on=ground(marks=marks))) - {here}
        blocked = dict(zip(others, sorted(cheap - {gap}), strict=False))
        if gap in cheap or not any(h not in cheap for h in ring(here)):
            continue
        match = situation(
            "allied-movement", friends | blocked, turn=5, interdiction={"german": marks}, moved=list(blocked)
        )
        if not supplied(match, "us-30"):
            continue
        match.play("unit", "us-1")
        match.play("hex", here)
        if match.decision.side != "chance":  # one of those next to it has opened another line
            continue
        match.play("die", 1)
        assert (where(match, "us-1"), where(match, "us-30")) == (gap, here)
        assert match.decision.cases == ("10.0",)
        assert match.game.invariants(match.state) == []
        return
    raise AssertionError("no such place on the map")


@pytest.mark.rule("bulge", "14.0", "7.4", "8.0")
def test_a_friend_that_makes_room_with_a_resupply_marker_does_not_roll() -> None:
    match, _, here = pulled_out("allied", resupplied=[ARMOR["allied"]])
    assert match.decision.side == "allied" and "(5 MP)" in match.decision.prompt
    assert refused(match, "hex", here) == "8.0"


@pytest.mark.rule("bulge", "14.0", "8.0")
def test_a_friend_that_makes_room_with_its_line_unbroken_has_all_its_mp() -> None:
    chain, gap, here = next(rearguards("allied"))
    units = {FOOT["allied"]: gap, ARMOR["allied"]: here}
    match = lone("allied", units, *chain)
    match.play("unit", FOOT["allied"])
    match.play("hex", here)
    assert match.decision.side == "allied" and "(5 MP)" in match.decision.prompt


@pytest.mark.rule("bulge", "14.0", "8.0")
def test_the_choice_of_a_friends_hex_says_who_makes_room_and_whether_by_a_die() -> None:
    chain, gap, here = next(rearguards("allied"))
    for open_roads, said in ((chain, "7 Arm makes room"), ([h for h in chain if h != gap], "it will be out of supply")):
        match = lone("allied", {FOOT["allied"]: gap, ARMOR["allied"]: here}, *open_roads)
        match.play("unit", FOOT["allied"])
        assert match.view("allied")["decision"]["hints"]["hex"][here]["note"].endswith(said)


@pytest.mark.rule("bulge", "14.0", "8.0")
def test_a_position_with_a_friend_about_to_roll_can_be_saved_and_bad_ones_are_refused() -> None:
    match, gap, here = pulled_out("allied")
    data = match.position()
    again = ardennes.load_position(data, chance="manual")
    assert again.state == match.state
    again.play("die", 6)
    assert where(again, FOOT["allied"]) == gap
    for wrong, why in (({"origin": None}, "empty"), ({"origin": here}, "empty"), ({"unit": ARMOR["allied"]}, "moved")):
        frames = [dict(frame) | (wrong if frame["frame"] == "Crowded" else {}) for frame in data["frames"]]
        with pytest.raises(ardennes.BadInput, match=why):
            ardennes.load_position(data | {"frames": frames})


# --- 14.1 --------------------------------------------------------------------------------------------------------------------------------


def hungry(unit: str, here: str, others: dict[str, str] | None = None, **fields: Any) -> Match:
    """A unit without supply in its movement phase."""
    owner = SIDES[next(u.side for u in UNITS if u.id == unit)]
    usual: dict[str, Any] = {"turn": 5, "interdiction": cut_off(owner)}
    return situation(f"{owner}-movement", {unit: here} | (others or {}), **(usual | fields))


@pytest.mark.rule("bulge", "14.1:ab")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_a_unit_out_of_supply_has_the_mp_of_its_die(die: int) -> None:
    here = find(lambda n: is_inland(n, 5) and is_road(n))
    for owner in SIDES:
        unit, marks = FOOT[owner], cut_off(owner)[enemy(owner)]
        match = hungry(unit, here)
        match.play("unit", unit)
        assert match.decision.side == "chance" and match.decision.cases == ("14.1",)
        match.play("die", die)
        assert goals(match) == set(spent(here, die, mech=False, on=ground(marks=marks))) - {here}


@pytest.mark.rule("bulge", "14.1:c")
def test_a_six_holds_the_unit_where_it_is() -> None:
    here = find(lambda n: is_inland(n, 5))
    unit = FOOT["allied"]
    match = hungry(unit, here)
    match.play("unit", unit)
    match.play("die", 6)
    assert where(match, unit) == here
    assert match.decision.cases == ("10.0",) and "hex" not in match.decision.choices
    assert refused(match, "unit", unit) == "10.0"


@pytest.mark.rule("bulge", "14.1:d")
def test_the_die_is_rolled_once_even_if_the_unit_stays() -> None:
    here = find(lambda n: is_inland(n, 5))
    unit = FOOT["allied"]
    match = hungry(unit, here)
    match.play("unit", unit)
    match.play("die", 1)
    match.play("stay")
    assert where(match, unit) == here
    assert unit not in offered(match, "unit")
    assert refused(match, "unit", unit) == "10.0"


@pytest.mark.rule("bulge", "14.1:f", "10.2-1")
def test_a_mechanized_unit_with_two_mp_goes_ten_hexes_by_road() -> None:
    def far_enough(name: str) -> bool:
        return is_inland(name, 3) and max(along_roads(name, 99).values()) > 12

    here = find(lambda n: is_road(n) and far_enough(n))
    unit = ARMOR["allied"]
    on = ground(marks=cut_off("allied")["german"])
    steps = along_roads(here, 12, on)
    match = hungry(unit, here)
    match.play("unit", unit)
    match.play("die", 2)
    ten = {h for h, n in steps.items() if 0 < n <= 10}
    assert ten <= goals(match)
    assert max(steps[h] for h in ten) == 10
    assert goals(match) == set(spent(here, 2, mech=True, on=on)) - {here}


@pytest.mark.rule("bulge", "14.1")
def test_a_supplied_unit_rolls_no_die() -> None:
    chain = next(lines("allied", 6))
    match = situation("allied-movement", {FOOT["allied"]: chain[-1]})
    assert not asks_die(match, FOOT["allied"])
    assert "(5 MP)" in match.decision.prompt


@pytest.mark.rule("bulge", "14.1:e", "9.0")
def test_a_defender_out_of_supply_keeps_its_strength_and_its_zone() -> None:
    here = plain(radius=3)
    target, attacker = FOOT["allied"], "de-1ss"
    for marks in ({}, cut_off("allied")):
        match = battle({target: here, attacker: step(here, "E")}, interdiction=marks)
        assert supplied(match, target) is not bool(marks)
        declare(match, target, [attacker])
        assert strengths(match)[1] == strength(target)
        # A German two hexes away must stop next to it, and one that is next to it is pinned.
        units = {target: here, FOOT["german"]: step(here, "E", 2), attacker: step(here, "W")}
        match = situation("german-movement", units, turn=3, interdiction=marks)
        assert refused(match, "unit", attacker) == "9.1"
        match.play("unit", FOOT["german"])
        zone = set(around(here, 1))
        reachable = set(cheapest({step(here, "E", 2): 0}, 5, ground(foes=[here], german=True)))
        assert goals(match) == reachable - {step(here, "E", 2), step(here, "W")}
        assert zone & goals(match)


@pytest.mark.rule("bulge", "14.1:g", "12.2-Ct")
def test_nobody_is_eliminated_for_lack_of_supply() -> None:
    here = plain(radius=4)
    units = {"us-7arm": here, "us-1": step(here, "W", 2), "de-26": step(here, "E", 3)}
    marks = {"german": names(SOURCES[1]), "allied": names(SOURCES[0])}
    match = situation("german-movement", units, turn=5, interdiction=marks, vp=40)
    for unit in units:
        assert not supplied(match, unit)
    while match.view()["turn"]["number"] == 5:
        match.play("done")
    assert {unit: where(match, unit) for unit in units} == units
    assert vp(match) == 40


@pytest.mark.rule("bulge", "14.1", "12.1-1")
def test_a_fight_out_of_supply_is_resolved_on_the_secondary_table() -> None:
    here = plain()
    (target,) = of_strength("allied", 4)
    match = battle({target: here, "de-1ss": step(here, "E")}, turn=4, interdiction=cut_off("german"))
    fight(match, target, ["de-1ss"], "Dr")
    assert any(line.endswith("on the secondary table.") for line in match.log)


@pytest.mark.rule("bulge", "14.0")
def test_supply_for_combat_is_tested_at_the_instant_of_the_fight() -> None:
    # The attacker's only road runs through a hex controlled by a German. Once that German is destroyed by another, the road is open.
    def beside(foe: str, chain: list[str]) -> str:
        """A hex off the road from which the German can be attacked."""
        return next((h for h in ring(foe) if h and h not in chain), "")

    def target(chain: list[str]) -> str:
        """A hex next to the attacker at the end of the road, and next to no other hex of the road."""
        return next((h for h in ring(chain[-1]) if h and all(distance(h, c) > 1 for c in chain[:-1])), "")

    found = ((c, foe) for c, _, foe in controlled("allied") if beside(foe, c) and target(c))
    chain, foe = next(found)
    unit = ARMOR["allied"]
    units = {unit: chain[-1], "de-272": foe, "us-2arm": beside(foe, chain), "de-2": target(chain)}
    fields: dict[str, Any] = {"interdiction": {"german": all_roads(*chain)}, "resupplied": ["us-2arm"], "vp": 40}
    match = battle(units, "allied-combat-before-movement", turn=5, **fields)
    declare(match, "de-2", [unit])
    assert offered(match, "crt") == ["secondary"]
    match = battle(units, "allied-combat-before-movement", turn=5, **fields)
    fight(match, "de-272", ["us-2arm"], "De")
    match.play("done")
    declare(match, "de-2", [unit])
    assert offered(match, "crt") == ["primary", "secondary"]
