"""13.0 and 13.0-2: where reinforcements enter and what it costs, and what happens if they cannot or do not enter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ardennes import Match
from ardennes.games.bulge.facts import SIDES
from tests.rules.bulge.counters import UNITS, UnitFacts
from tests.rules.bulge.fights import distance, entries, find, is_road, names, number, ring, step
from tests.rules.bulge.moves import along_roads, cheapest, exits, goals, ground, price
from tests.rules.bulge.table import offered, refused, situation, where


def arrivals(edge: str, *, mech: bool, nation: str = "US") -> list[UnitFacts]:
    """Reinforcements of an edge, the earliest first."""
    found = [u for u in UNITS if u.edge == edge and u.mech == mech and u.nation == nation]
    assert found
    return sorted(found, key=lambda u: u.due)


def coming(
    *units: UnitFacts, phase: str = "", turn: int = 0, others: dict[str, str] | None = None, **more: Any
) -> Match:
    """The movement phase in which these units are due."""
    owner = SIDES[units[0].side]
    due = {u.id: "due" for u in units}
    when = turn or max(u.due for u in units)
    return situation(phase or f"{owner}-movement", due | (others or {}), turn=when, **more)


def on_foot(entry: str, *, used: int = 1, marks: Iterable[str] = ()) -> set[str]:
    """Where a unit can go that has paid for its entry hex."""
    return set(cheapest({entry: used}, 5, ground(marks=list(marks))))


def by_truck(entry: str) -> set[str]:
    """Where a unit can go that pays a fifth of an MP for its entry hex and goes on by road at that rate."""
    starts = {h: (1 + far) // 5 for h, far in along_roads(entry, 24).items()}
    return set(cheapest(starts, 5, ground()))


INFANTRY = arrivals("N", mech=False)
ARMOR = arrivals("N", mech=True)


@pytest.mark.rule("bulge", "13.0:a", "10.2")
def test_infantry_pays_one_mp_for_its_entry_hex_and_has_four_left() -> None:
    for entry in entries("N"):
        match = coming(INFANTRY[0])
        match.play("unit", INFANTRY[0].id)
        match.play("hex", entry)
        assert goals(match) == on_foot(entry)


@pytest.mark.rule("bulge", "13.0:b", "10.2-1")
def test_a_mechanized_unit_pays_a_fifth_of_an_mp_and_goes_on_by_road() -> None:
    for entry in entries("N"):
        match = coming(ARMOR[0])
        match.play("unit", ARMOR[0].id)
        match.play("hex", entry)
        assert goals(match) == by_truck(entry)
        assert goals(match) > on_foot(entry)


@pytest.mark.rule("bulge", "13.0:c", "8.0")
def test_the_third_unit_through_an_entry_hex_pays_what_the_first_paid() -> None:
    first, second, third = INFANTRY[:3]
    entry = max(entries("N"), key=lambda e: len(on_foot(e)))
    match = coming(first, second, third)
    taken: list[str] = []
    for unit in (first, second, third):
        match.play("unit", unit.id)
        match.play("hex", entry)
        assert goals(match) == on_foot(entry) - set(taken)
        taken.append(entry if not taken else sorted(goals(match))[0])
        match.play("hex", taken[-1])
    assert [where(match, u.id) for u in (first, second, third)] == taken


@pytest.mark.rule("bulge", "13.0:f", "8.0")
def test_units_are_not_left_stacked_in_the_entry_hex() -> None:
    first, second = INFANTRY[:2]
    entry = entries("N")[0]
    match = coming(first, second)
    for unit in (first, second):
        match.play("unit", unit.id)
        match.play("hex", entry)
        if unit is first:
            match.play("hex", entry)
    assert where(match, first.id) == entry
    assert refused(match, "hex", entry) == "8.0"


@pytest.mark.rule("bulge", "13.0:d", "9.1")
def test_an_entry_hex_held_or_controlled_by_the_enemy_is_closed() -> None:
    entry = entries("N")[0]
    for hex_ in (entry, *(h for h in ring(entry) if h)):
        match = coming(INFANTRY[0], others={"de-2": hex_})
        match.play("unit", INFANTRY[0].id)
        assert entry not in offered(match, "hex")
        assert refused(match, "hex", entry) == "13.0"
    match = coming(INFANTRY[0], others={"de-2": find(lambda n: distance(n, entry) == 2)})
    match.play("unit", INFANTRY[0].id)
    assert entry in offered(match, "hex")


@pytest.mark.rule("bulge", "13.0:e", "2.3.1-2")
def test_an_edge_hex_without_a_road_off_the_map_is_no_entry() -> None:
    match = coming(INFANTRY[0])
    match.play("unit", INFANTRY[0].id)
    edge = [h for h in names((1 << number("0125") + 1) - (1 << number("0105"))) if h not in entries("N")]
    assert edge
    for hex_ in edge:
        assert refused(match, "hex", hex_) == "2.3.1-2"
    assert offered(match, "hex") == entries("N")


@pytest.mark.rule("bulge", "13.0")
@pytest.mark.parametrize("edge", ["N", "E", "S", "W"])
def test_reinforcements_enter_on_the_road_hexes_of_their_edge(edge: str) -> None:
    unit = next(u for u in UNITS if u.edge == edge)
    match = coming(unit)
    match.play("unit", unit.id)
    assert offered(match, "hex") == entries(edge)
    assert len(entries(edge)) > 1
    for entry in entries(edge):
        assert is_road(entry)


@pytest.mark.rule("bulge", "13.0:g", "10.2-2")
def test_infantry_with_a_mechanized_marker_enters_at_the_mechanized_rate() -> None:
    entry = max(entries("N"), key=lambda e: len(by_truck(e)))
    for marked in (True, False):
        match = coming(INFANTRY[0], phase="allied-mechanization")
        if marked:
            match.play("unit", INFANTRY[0].id)
        if match.view()["phase"] == "allied-mechanization":
            match.play("done")
        match.play("unit", INFANTRY[0].id)
        match.play("hex", entry)
        assert goals(match) == (by_truck(entry) if marked else on_foot(entry))


@pytest.mark.rule("bulge", "13.0", "7.2", "10.2-1")
def test_an_enemy_marker_in_the_entry_hex_costs_the_terrain_and_the_mechanized_rate() -> None:
    entry = max(entries("N"), key=price)
    assert price(entry) > 1
    marks = {"german": [entry]}
    for unit in (INFANTRY[0], ARMOR[0]):
        match = coming(unit, interdiction=marks)
        match.play("unit", unit.id)
        assert entry in offered(match, "hex")
        match.play("hex", entry)
        assert goals(match) == on_foot(entry, used=price(entry), marks=[entry])
    match = coming(INFANTRY[0], interdiction={"allied": [entry]})
    match.play("unit", INFANTRY[0].id)
    match.play("hex", entry)
    assert goals(match) == on_foot(entry)


@pytest.mark.rule("bulge", "13.0", "14.1")
def test_an_arriving_unit_rolls_no_supply_die() -> None:
    unit = next(u for u in UNITS if u.edge == "E" and not u.mech and u.due > 3)
    # Every road from the east is marked: nobody on the map could trace a line.
    match = coming(unit, interdiction={"allied": entries("E")})
    match.play("unit", unit.id)
    match.play("hex", min(entries("E"), key=price))
    assert match.decision.side == "german"
    assert goals(match)
    match.play("hex", sorted(goals(match))[0])
    assert not any("out of supply" in line for line in match.log)


@pytest.mark.rule("bulge", "13.0", "5.0")
def test_nobody_comes_before_his_turn_or_in_the_enemys_phase() -> None:
    german = next(u for u in UNITS if u.edge == "E")
    match = coming(INFANTRY[0], turn=INFANTRY[0].due - 1)
    assert refused(match, "unit", INFANTRY[0].id) == "13.0"
    match = coming(INFANTRY[0], german, phase="german-movement", turn=8)
    assert offered(match, "unit") == [german.id]
    assert refused(match, "unit", INFANTRY[0].id) == "5.0"
    match = coming(INFANTRY[0], german, phase="allied-movement", turn=8)
    assert offered(match, "unit") == [INFANTRY[0].id]


# --- 13.0-2 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "13.0-2:a")
def test_a_unit_held_back_comes_on_a_later_turn_by_the_same_edge() -> None:
    unit = next(u for u in UNITS if u.due == 4 and u.edge == "E")
    match = coming(unit, vp=40)
    match.play("unit", unit.id)
    match.play("stay")
    assert where(match, unit.id) == "due"
    assert refused(match, "unit", unit.id) == "13.0-2"
    while match.view()["turn"]["number"] < 6 or match.view()["phase"] != "german-movement":
        match.play("done")
    match.play("unit", unit.id)
    assert offered(match, "hex") == entries("E")


@pytest.mark.rule("bulge", "13.0-2:b")
def test_entering_by_another_edge_is_refused() -> None:
    match = coming(INFANTRY[0])
    match.play("unit", INFANTRY[0].id)
    for edge in "ESW":
        for entry in set(entries(edge)) - set(entries("N")):
            assert refused(match, "hex", entry) == "13.0-2"


@pytest.mark.rule("bulge", "13.0-2:c", "3.1-1")
def test_a_german_exit_closes_the_hex_to_allied_arrivals_for_good() -> None:
    gate = next(e for e in entries("N") if e in exits())
    unit = INFANTRY[0]
    match = situation("german-movement", {"de-2": gate, unit.id: "due"}, turn=3, vp=30)
    match.play("unit", "de-2")
    match.play("exit", gate)
    for turn in (3, 4):
        while match.view()["phase"] != "allied-movement":
            match.play("done")
        assert match.view()["turn"]["number"] == turn
        match.play("unit", unit.id)
        assert gate not in offered(match, "hex")
        assert refused(match, "hex", gate) == "13.0-2"
        match.play("stay")
        match.play("done")


@pytest.mark.rule("bulge", "13.0-2")
def test_a_hex_left_by_a_german_does_not_close_the_edge() -> None:
    gate = next(e for e in entries("N") if e in exits())
    match = coming(INFANTRY[0], left_by=[gate])
    match.play("unit", INFANTRY[0].id)
    assert offered(match, "hex") == [e for e in entries("N") if e != gate]


@pytest.mark.rule("bulge", "13.0-2:d")
def test_a_unit_waits_while_its_whole_edge_is_blocked_and_comes_when_a_hex_is_open() -> None:
    unit = next(u for u in UNITS if u.edge == "W" and u.nation == "US" and not u.mech)
    blockers = [u.id for u in UNITS if u.side == 0 and u.start][: len(entries("W"))]
    # Each entry hex lies in the zone of a German unit next to it; none is held.
    beside = [next(h for h in ring(e) if h and h not in entries("W")) for e in entries("W")]
    assert len(set(beside)) == len(blockers)
    germans = dict(zip(blockers, beside, strict=True))
    match = coming(unit, others=germans)
    assert unit.id not in offered(match, "unit")
    assert refused(match, "unit", unit.id) == "13.0-2"
    # On the next turn the first German is gone.
    gone, hex_ = next(iter(germans.items()))
    others = {u: h for u, h in germans.items() if u != gone}
    match = coming(unit, turn=unit.due + 1, others=others)
    free = [e for e in entries("W") if all(distance(e, h) > 1 for h in others.values())]
    assert free and all(distance(e, hex_) <= 1 for e in free)
    match.play("unit", unit.id)
    while where(match, unit.id) == "due":
        match.play("hex", offered(match, "hex")[0])
    assert match.position()["gate"][unit.id] in free


@pytest.mark.rule("bulge", "13.0", "8.0")
def test_an_entry_from_which_no_hex_is_free_to_end_in_is_closed() -> None:
    # A friend that has moved holds the entry hex, pinned friends hold all hexes next to it, and the enemy is behind them.
    around = ("W", "E", "SW", "SE")
    entry = next(e for e in entries("N") if all(step(e, p, 2) for p in around))
    friends = dict(zip(("us-2arm", "us-3arm", "us-4arm", "us-6arm"), (step(entry, p) for p in around), strict=True))
    foes = dict(zip(("de-2", "de-116", "de-1ss", "de-12ss"), (step(entry, p, 2) for p in around), strict=True))
    held = friends | {"us-2": entry}
    match = coming(INFANTRY[1], others=held | foes, moved=["us-2"])
    match.play("unit", INFANTRY[1].id)
    assert entry not in offered(match, "hex")
    assert refused(match, "hex", entry) == "8.0"
    # With one hex next to it empty, even an enemy-controlled one, there is a place to end in.
    del held["us-6arm"]
    match = coming(INFANTRY[1], others=held | foes, moved=["us-2"])
    match.play("unit", INFANTRY[1].id)
    match.play("hex", entry)
    assert offered(match, "hex") == [step(entry, "SE")]


# --- 13.0, 13.0-2: an only entry hex is taken without a question --------------------------------------------------------------------------


def only_entry(unit: UnitFacts, **fields: Any) -> tuple[Match, str, list[str]]:
    """The unit comes in by the only open entry hex of its edge, and moves on from there: with that hex and the closed ones."""
    match = coming(unit, **fields)
    match.play("unit", unit.id)
    assert match.decision.prompt == f"Move {unit.name} (5 MP)", "nothing to choose between"
    entry = match.position()["frames"][-1]["entry"]
    return match, entry, [e for e in entries(unit.edge) if e != entry]


@pytest.mark.rule("bulge", "13.0-2", "3.1-1")
def test_with_one_entry_hex_open_the_others_are_still_refused_for_the_exit_that_closed_them() -> None:
    for unit in (arrivals("W", mech=False)[0], arrivals("N", mech=True)[0]):
        for last in (entries(unit.edge)[0], entries(unit.edge)[-1]):
            closed = [e for e in entries(unit.edge) if e != last]
            match, entry, others = only_entry(unit, left_by=closed)
            assert (entry, others) == (last, closed)
            for other in set(others) - goals(match):
                assert refused(match, "hex", other) == "13.0-2"
                why = match.explain("hex", other)
                assert why is not None and "a German unit has left the map" in why.reason


@pytest.mark.rule("bulge", "13.0", "13.0-2")
def test_with_one_entry_hex_open_the_others_are_refused_for_the_enemy_that_holds_or_controls_them() -> None:
    unit = arrivals("W", mech=False)[0]
    blockers = [u.id for u in UNITS if u.side == 0 and u.start]
    closed = entries("W")[:-1]
    for beside in (False, True):
        spots = [next(h for h in ring(e) if h and h not in entries("W")) if beside else e for e in closed]
        match, _, others = only_entry(unit, others=dict(zip(blockers, spots, strict=False)))
        for other in set(others) - goals(match):
            assert refused(match, "hex", other) == "13.0"


@pytest.mark.rule("bulge", "13.0-2", "10.1")
def test_other_hexes_are_refused_for_the_edge_or_for_their_price() -> None:
    unit = arrivals("W", mech=False)[0]
    match, entry, _ = only_entry(unit, left_by=entries("W")[1:])
    assert refused(match, "hex", entries("E")[0]) == "13.0-2"
    far = find(lambda n: distance(n, entry) == 9 and not any(n in entries(edge) for edge in "NESW"))
    assert refused(match, "hex", far) == "10.1"


@pytest.mark.rule("bulge", "13.0-2:e")
def test_a_unit_with_one_entry_hex_can_still_be_held_back() -> None:
    unit = arrivals("W", mech=False)[0]
    match, _, _ = only_entry(unit, left_by=entries("W")[1:])
    assert match.view("allied")["decision"]["hints"]["stay"][""] == {"label": "Hold back", "note": "for this turn"}
    match.play("stay")
    assert where(match, unit.id) == "due"
    assert refused(match, "unit", unit.id) == "13.0-2"


@pytest.mark.rule("bulge", "13.0", "8.0")
def test_a_unit_that_finds_no_free_hex_behind_an_open_entry_waits_under_8_0() -> None:
    # The one entry hex that is not closed by an exit is held by a friend that has moved, and walled in by pinned friends.
    around = ("W", "E", "SW", "SE")
    entry = next(e for e in entries("N") if all(step(e, p, 2) for p in around))
    friends = dict(zip(("us-2arm", "us-3arm", "us-4arm", "us-6arm"), (step(entry, p) for p in around), strict=True))
    foes = dict(zip(("de-2", "de-116", "de-1ss", "de-12ss"), (step(entry, p, 2) for p in around), strict=True))
    closed = [e for e in entries("N") if e != entry]
    match = coming(INFANTRY[1], others=friends | foes | {"us-2": entry}, moved=["us-2"], left_by=closed)
    assert refused(match, "unit", INFANTRY[1].id) == "8.0"
    match = coming(INFANTRY[1], others=friends | foes | {"us-2": entry}, moved=["us-2"], left_by=[*closed, entry])
    assert refused(match, "unit", INFANTRY[1].id) == "13.0-2"
