"""16.5 American supply dumps: plotting, capture, and what Petrol Points do (16.51 to 16.55)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.battles import dumps, facts, movement
from ardennes.games.battles.facts import BOARD, DUMPS, hex_at
from tests.rules.battles.fights import ARENA, fight, go, squad, step, told, until
from tests.rules.battles.table import asked, offered, play, refused, situation, start, state, where

UNIT = facts.UNIT_NAMES.index
ON = {"dumps": "on"}
TRACE = ON | {"dumps_trace": "on"}
STAVELOT = "B1211"
PANZERS, RECON, PIONEERS, ART = "de-1-ss-pz", "de-1-ss-recon", "de-1-ss-eng", "de-12-art"
SAFE = "B1125"
"""Stadtkyll, on a road to the German edge."""
FIRST_SS = ["de-1-ss-pz", "de-1-ss-recon", "de-1-ss-eng", "de-2-ss-pg", "de-1-ss-pg"]


def stocks(**points: int) -> list[int]:
    """16.51: the plot as a position has it."""
    return [points.get(name, 0) for name in DUMPS.names]


def moving(units: dict[str, str], points: int = 12, options: dict[str, str] | None = None, **fields: Any) -> Match:
    """The German Movement Segment with a dump at Stavelot."""
    fields = {"stocks": stocks(B1211=points)} | fields
    return situation("german-movement", units, options=options or ON, **fields)


def of(division: str) -> list[str]:
    return facts.UNIT_NAMES.list_of(facts.IN_FORMATION[facts.FORMATIONS.index[division]])


# --- plotting (16.51, 16.58) ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.51:a")
def test_all_points_may_go_to_one_site() -> None:
    match = start("st_vith", dumps="on")
    assert asked(match) == ("allied", "PlotDumps")
    assert len(offered(match, "dump")) == 14
    play(match, ("dump", STAVELOT))
    assert offered(match, "points") == list(range(1, 66))
    assert refused(match, "points", 66) == "16.51"
    play(match, ("points", 65))
    assert asked(match)[1] not in ("PlotDumps", "Fill")
    assert state(match).stocks == tuple(stocks(B1211=65))


@pytest.mark.rule("battles", "16.51:bc")
def test_all_points_must_be_placed_on_the_sites_of_the_chart() -> None:
    match = start("st_vith", dumps="on")
    assert refused(match, "dump", "A0215") == "16.58"  # a site of Celles
    play(match, ("dump", STAVELOT), ("points", 64))
    assert asked(match) == ("allied", "PlotDumps")
    assert set(match.decision.choices) == {"dump", "spread"}
    assert refused(match, "dump", STAVELOT) == "16.51"
    play(match, ("dump", "B1609"))
    assert offered(match, "points") == [1]
    play(match, ("points", 1))
    assert sum(state(match).stocks) == 65
    assert asked(match)[1] != "PlotDumps"


@pytest.mark.rule("battles", "16.51:d")
def test_nobody_else_can_tell_how_far_the_fuel_has_been_hidden() -> None:
    none, picked, some = (start("st_vith", dumps="on") for _ in range(3))
    play(picked, ("dump", STAVELOT))
    play(some, ("dump", STAVELOT), ("points", 64))
    for side in ("german", None):
        for match in (picked, some):
            assert match.view(side) == none.view(side)
            assert match.position_for(side) == none.position_for(side)
            assert match.diary(side).lines() == none.diary(side).lines()
            assert match.branch(side, seed=1).state == none.branch(side, seed=1).state


@pytest.mark.rule("battles", "16.51:d", "16.41:c")
def test_hidden_fuel_cannot_be_moved_while_the_targets_are_chosen() -> None:
    """Otherwise what can be undone would show whether the German player has begun."""
    match = play(start("st_vith", dumps="on", greif="on"), "spread")
    assert asked(match) == ("german", "PlotTargets")
    assert match.can_undo(by="allied") is not None
    play(match, ("primary", "B1211"))
    assert match.can_undo(by="allied") is not None
    assert match.can_undo(by="german") is None


@pytest.mark.rule("battles", "16.51:d")
@pytest.mark.parametrize("points", [0, 12])
def test_a_site_cannot_be_scouted_by_taking_the_move_back(points: int) -> None:
    match = go(moving({PANZERS: "B1112", "us-9-2": "B1413"}, points=points), PANZERS, STAVELOT)
    assert match.can_undo(by="german") is not None


@pytest.mark.rule("battles", "16.52:a")
def test_stocks_are_no_secret_once_everything_has_been_captured() -> None:
    total = int(state(start("st_vith")).plan["dump_points"])
    match = moving({PANZERS: "B1112", "us-9-2": "B1413"}, points=total)
    assert match.game.hides(match.state, "german")
    go(match, PANZERS, STAVELOT)
    assert state(match).captured == total
    assert not match.game.guards(match.state, "german")


@pytest.mark.rule("battles", "16.51:c")
def test_the_rest_can_be_spread_evenly() -> None:
    match = play(start("clervaux", dumps="on"), ("dump", "D1706"), ("points", 6), "spread")
    points = dict(zip(DUMPS.names, state(match).stocks, strict=True))
    assert points["D1706"] == 6
    assert sorted(p for p in points.values() if p) == [3] * 6 + [6]


@pytest.mark.rule("battles", "16.51:d")
def test_the_german_never_sees_the_plot() -> None:
    one = play(start("st_vith", dumps="on"), ("dump", STAVELOT), ("points", 65))
    other = play(start("st_vith", dumps="on"), ("dump", "B1609"), ("points", 65))
    assert one.position_for("allied")["stocks"] == stocks(B1211=65)
    for side in ("german", None):
        assert one.position_for(side) == other.position_for(side)
    drawn = state(one).clone()
    imagined = dumps.imagined_stocks(drawn, random.Random(1))
    assert sum(imagined) == 65
    assert all(facts.dump_sites("st_vith") >> d & 1 for d, points in enumerate(imagined) if points)


@pytest.mark.rule("battles", "16.5:a")
def test_the_great_dump_is_at_stavelot() -> None:
    assert BOARD.places[hex_at("B1211")]["town"] == "Stavelot"


# --- capture (16.52) -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.52:a")
def test_every_site_that_germans_hold_at_the_start_is_captured() -> None:
    match = start("22_december", dumps="on")
    play(match, ("spread", None))
    s = state(match)
    germans = s.occupied(facts.GERMAN)
    held = [dump for dump in each(facts.dump_sites("22_december")) if germans >> facts.DUMP_HEXES[dump] & 1]
    assert len(held) == 2
    assert [dump for dump in held if s.taken >> dump & 1] == held
    assert not any(s.stocks[dump] for dump in held)


@pytest.mark.rule("battles", "16.52:a")
def test_entering_the_hex_captures_the_dump_and_tells_everybody() -> None:
    match = moving({PANZERS: "B1112"})
    match.play("unit", PANZERS)
    assert ("dump", hex_at(STAVELOT), 12) in told(match, "hex", STAVELOT)
    match.play("hex", STAVELOT)
    s = state(match)
    assert s.petrol == 12
    assert s.stocks == tuple(stocks())
    assert match.position_for("allied")["petrol"] == 12


@pytest.mark.rule("battles", "16.52:b")
def test_a_site_without_a_dump_tells_nothing() -> None:
    match = moving({PANZERS: "B1112"}, points=0)
    match.play("unit", PANZERS)
    assert "dump" not in [event[0] for event in told(match, "hex", STAVELOT)]
    match.play("hex", STAVELOT)
    assert state(match).petrol == 0


@pytest.mark.rule("battles", "16.52:c")
def test_a_dump_is_captured_once() -> None:
    match = go(moving({PANZERS: "B1112", RECON: "B1112"}), PANZERS, STAVELOT)
    go(match, RECON, STAVELOT)
    assert state(match).petrol == 12


@pytest.mark.rule("battles", "16.52:d")
@pytest.mark.parametrize("unit", [PIONEERS, ART, "de-27-fus-12"])
def test_any_german_unit_captures(unit: str) -> None:
    match = go(moving({unit: "B1112"}), unit, STAVELOT)
    assert state(match).petrol == 12


@pytest.mark.rule("battles", "16.52:e")
def test_passing_through_is_enough() -> None:
    match = go(moving({RECON: "B1112"}), RECON, "B1411")
    assert where(match, RECON) == "B1411"
    assert state(match).petrol == 12


@pytest.mark.rule("battles", "16.52:f")
def test_an_advance_captures_and_the_points_are_spent_from_the_next_turn_on() -> None:
    (weak,) = squad("allied", 2)
    units = {PANZERS: "B1112", RECON: "B1112", weak: STAVELOT}
    match = situation("german-combat", units, options=ON, stocks=stocks(B1211=3), lost={weak: 1})
    fight(match, STAVELOT, [PANZERS, RECON], "D1 R3")
    play(match, ("unit", PANZERS), ("hex", STAVELOT))
    assert state(match).petrol == 3
    seen = []
    while state(match).turn == 3:
        match.play("done")
        seen.append(asked(match)[1])
    assert "Petrol" not in seen


@pytest.mark.rule("battles", "16.52")
def test_a_site_that_germans_hold_at_the_start_is_captured_at_once() -> None:
    frames = [{"frame": "GameTurn", "step": 2}, {"frame": "PlotDumps"}]
    match = situation("", {PANZERS: STAVELOT, "us-9-2": "B1413"}, turn=1, frames=frames, options=ON)
    assert state(match).petrol == 0  # nothing has been plotted yet
    play(match, ("dump", "B1609"), ("points", 60), ("dump", STAVELOT), ("points", 5))
    assert state(match).petrol == 5


@pytest.mark.rule("battles", "16.52")
def test_allied_units_capture_nothing() -> None:
    match = situation("allied-movement", {"us-9-2": "B1112"}, options=ON, stocks=stocks(B1211=12))
    go(match, "us-9-2", STAVELOT)
    assert state(match).stocks == tuple(stocks(B1211=12))


# --- Petrol Points (16.53, 16.54) -----------------------------------------------------------------------------------------------------


def short(petrol: int, die: int = 4, units: dict[str, str] | None = None, **fields: Any) -> Match:
    """The shortage roll of turn 5: 4 and 5 are one formation, 6 two."""
    fields = dict[str, Any](options=ON, petrol=petrol) | fields
    match = situation("supply", units or {PANZERS: SAFE, RECON: SAFE}, turn=5, **fields)
    assert asked(match) == ("chance", "Shortage")
    return play(match, ("die", die))


def dry(match: Match) -> set[str]:
    return set(facts.UNIT_NAMES.list_of(state(match).unsupplied))


@pytest.mark.rule("battles", "16.53:abc")
def test_a_point_cancels_a_shortage_after_the_roll() -> None:
    match = short(3)
    assert asked(match) == ("german", "Petrol")
    assert dry(match) == {PANZERS, RECON}
    declined = play(match.copy(), "done")
    assert (state(declined).petrol, dry(declined)) == (3, {PANZERS, RECON})
    play(match, ("formation", "1 SS"))
    assert (state(match).petrol, dry(match)) == (2, set())


@pytest.mark.rule("battles", "16.53:e")
def test_without_points_nothing_can_be_cancelled() -> None:
    match = short(0)
    assert asked(match)[1] != "Petrol"
    assert dry(match) == {PANZERS, RECON}


@pytest.mark.rule("battles", "16.53")
def test_nobody_is_asked_who_needs_no_fuel() -> None:
    assert asked(short(3, die=1))[1] != "Petrol"


@pytest.mark.rule("battles", "16.53:h", "16.54:b")
@pytest.mark.parametrize(("petrol", "left"), [(1, 1), (2, 0)])
def test_each_short_formation_costs_a_point(petrol: int, left: int) -> None:
    match = short(petrol, 6, {PANZERS: SAFE, "de-12-ss-pz": SAFE})
    assert dry(match) == {PANZERS, "de-12-ss-pz"}
    play(match, *(("formation", name) for name in ("1 SS", "12 SS")[:petrol]))
    assert len(dry(match)) == left
    assert state(match).petrol == 0
    assert asked(match)[1] != "Petrol"


E, W = step(ARENA, "E"), step(ARENA, "W")


def cut_off(units: list[str], petrol: int = 2, turn: int = 3, **fields: Any) -> Match:
    """German units between two Allied regiments whose zones cover all hexes around them: no line of supply."""
    guards = dict(zip(squad("allied", 5, 4), (E, W), strict=True))
    fields = dict[str, Any](options=ON, petrol=petrol, scenario="clervaux") | fields
    return situation("supply", dict.fromkeys(units, ARENA) | guards, turn=turn, **fields)


@pytest.mark.rule("battles", "16.53:df")
def test_a_point_supplies_for_one_turn_and_can_be_kept() -> None:
    match = cut_off(["de-3-pz-2", "de-2-recon"])
    assert dry(match) == {"de-3-pz-2", "de-2-recon"}
    play(match, ("formation", "2 Pz"))
    assert (state(match).petrol, dry(match)) == (1, set())
    until(match, 4, "german", "Petrol")
    assert dry(match) == {"de-3-pz-2", "de-2-recon"}
    play(match, "done")
    assert state(match).petrol == 1
    assert dry(match) == {"de-3-pz-2", "de-2-recon"}


@pytest.mark.rule("battles", "16.53:g", "b4.1:b")
def test_a_supplied_unit_is_in_supply_for_everything_this_turn() -> None:
    unit = "de-3-pz-2"
    match = cut_off([unit], turn=4, no_ammo={unit: 2})
    assert movement.allowance(state(match), UNIT[unit]) == 3
    play(match, ("unit", unit), "fuel")
    s = state(match)
    assert movement.allowance(s, UNIT[unit]) == 5
    assert s.no_ammo[UNIT[unit]] == 0  # the marker of turn 2 was due
    assert s.freed == 1 << UNIT[unit]
    until(match, 4, "german", "Combat")
    assert offered(match, "target")
    hungry = play(cut_off([unit], turn=4, no_ammo={unit: 2}), "done")
    assert state(hungry).no_ammo[UNIT[unit]] == 2


@pytest.mark.rule("battles", "16.53:i")
def test_a_point_for_a_formation_covers_shortage_and_missing_lines_alike() -> None:
    guards = dict(zip(squad("allied", 5, 4), (E, W), strict=True))
    units = {"de-3-pz-2": ARENA, "de-2-recon": "D1628"} | guards
    match = situation("supply", units, turn=5, options=ON, petrol=1, scenario="clervaux")
    play(match, ("die", 6))
    assert dry(match) == {"de-3-pz-2", "de-2-recon"}
    play(match, ("formation", "2 Pz"))
    assert (state(match).petrol, dry(match)) == (0, set())


@pytest.mark.rule("battles", "16.54:a")
def test_a_single_unit_costs_a_whole_point() -> None:
    match = cut_off(["de-3-pz-2", "de-2-recon"], petrol=1)
    play(match, ("unit", "de-3-pz-2"), "fuel")
    assert (state(match).petrol, dry(match)) == (0, {"de-2-recon"})


@pytest.mark.rule("battles", "16.54:c")
def test_a_second_point_for_the_same_division_is_refused() -> None:
    match = cut_off(["de-3-pz-2", "de-26-eng"], petrol=3)
    play(match, ("formation", "2 Pz"))
    assert asked(match) == ("german", "Petrol")  # the engineers of the 26th still need some
    assert refused(match, "formation", "2 Pz") == "16.53"
    assert refused(match, "unit", "de-3-pz-2") == "16.53"


def many(names: list[str], petrol: int) -> Match:
    """The Petrol step with these units out of supply."""
    frames = [{"frame": "GameTurn", "step": 5}, {"frame": "SupplyPhase", "stage": 3}, {"frame": "Petrol", "group": []}]
    units = dict(zip(names, (n for n in facts.HEX_NAMES.list_of(state(start("st_vith")).window)), strict=False))
    return situation("", units, frames=frames, options=ON, petrol=petrol, unsupplied=names, turn=6)


@pytest.mark.rule("battles", "16.54:d")
def test_all_seven_units_of_a_division_cost_one_point() -> None:
    names = of("1 SS")[:7]
    assert len(names) == 7
    match = play(many(names, 2), ("formation", "1 SS"))
    assert (state(match).petrol, dry(match)) == (1, set())


@pytest.mark.rule("battles", "16.54:e")
def test_a_mixed_group_of_six_costs_one_point() -> None:
    names = of("1 SS")[:4] + of("12 SS")[:2]
    match = play(many(names, 1), *(("unit", name) for name in names), "fuel")
    assert (state(match).petrol, dry(match)) == (0, set())


@pytest.mark.rule("battles", "16.54:f")
@pytest.mark.parametrize("number", [7, 9])
def test_a_larger_group_costs_two_points(number: int) -> None:
    names = (of("1 SS")[:5] + of("12 SS")[:5])[:number]
    match = play(many(names, 2), *(("unit", name) for name in names[:6]))
    assert refused(match, "unit", names[6]) == "16.54"
    assert refused(match, "unit", names[0]) == "16.54"
    play(match, "fuel", *(("unit", name) for name in names[6:]), "fuel")
    assert (state(match).petrol, dry(match)) == (0, set())


@pytest.mark.rule("battles", "16.54")
def test_a_group_that_has_begun_is_fuelled_before_anything_else() -> None:
    match = play(many(of("1 SS")[:3], 2), ("unit", of("1 SS")[0]))
    assert set(match.decision.choices) == {"unit", "fuel"}


@pytest.mark.rule("battles", "11.7:d")
def test_a_formation_freed_by_a_point_counts_as_named() -> None:
    match = play(short(1), ("formation", "1 SS"))
    assert facts.FORMATIONS.list_of(state(match).short) == ["1 SS"]


# --- a line to the dump (16.55) -------------------------------------------------------------------------------------------------------


def tracing(units: dict[str, str], left: dict[str, int], **fields: Any) -> Match:
    """Dumps in German hands, and the rest of the world cut off: the shortage of turn 5 hits the only formation."""
    options = fields.pop("options", TRACE)
    match = situation(
        "supply", units, turn=5, options=options, left=left, taken=list(left), german_dumps=list(left), **fields
    )
    return play(match, ("die", 6))


FAR = "B2128"
"""A German source in the north-east, far from Stavelot."""


@pytest.mark.rule("battles", "16.55:af")
def test_only_units_with_a_line_to_the_dump_are_supplied() -> None:
    guards = dict(zip(squad("allied", 5, 4), ("B0111", "B0109"), strict=True))
    near, four, joined, closed = PANZERS, RECON, PIONEERS, "de-2-ss-pg"
    units = {near: STAVELOT, four: "B1513", joined: "B1110", closed: "B0110"} | guards
    match = tracing(units, {STAVELOT: 5})
    assert dry(match) == {near, four, joined, closed}
    play(match, ("formation", "1 SS"))
    assert dry(match) == {closed}
    assert state(match).left[DUMPS.index[STAVELOT]] == 4


@pytest.mark.rule("battles", "16.55:b")
def test_nobody_who_traces_to_no_dump_is_helped() -> None:
    guards = dict(zip(squad("allied", 5, 4), ("B0111", "B0109"), strict=True))
    match = tracing({PANZERS: "B0110", RECON: SAFE} | guards, {STAVELOT: 5})
    assert refused(match, "unit", PANZERS) == "16.55"
    assert asked(tracing({PANZERS: "B0110"} | guards, {STAVELOT: 5}))[1] != "Petrol"


@pytest.mark.rule("battles", "16.55:c")
def test_the_points_of_one_dump_do_not_serve_units_of_another() -> None:
    ring = dict(zip(squad("allied", 6, 6, 6), ("B1112", "B1312", "B1210"), strict=True))
    units = {PANZERS: STAVELOT, RECON: SAFE} | ring
    match = tracing(units, {STAVELOT: 5, "B1319": 5})
    assert dry(match) == {PANZERS, RECON}
    s = state(match)
    here, there = DUMPS.index[STAVELOT], DUMPS.index["B1319"]
    assert dumps.reached(s, here) == 1 << UNIT[PANZERS]
    assert dumps.reached(s, there) == 1 << UNIT[RECON]
    play(match, ("formation", "1 SS"))
    assert asked(match) == ("german", "Pay")
    assert set(offered(match, "dump")) == {STAVELOT, "B1319"}
    assert refused(match, "dump", "B1609") == "16.55"
    play(match, ("dump", "B1319"))
    assert dry(match) == {PANZERS}
    assert (state(match).left[here], state(match).left[there]) == (5, 4)


@pytest.mark.rule("battles", "16.55")
def test_one_dump_pays_for_a_whole_group() -> None:
    ring = dict(zip(squad("allied", 6, 6, 6), ("B1112", "B1312", "B1210"), strict=True))
    match = tracing({PANZERS: STAVELOT, RECON: SAFE} | ring, {STAVELOT: 5, "B1319": 5})
    play(match, ("unit", PANZERS))
    assert refused(match, "unit", RECON) == "16.55"


@pytest.mark.rule("battles", "16.55:d")
def test_an_empty_dump_gives_nothing() -> None:
    match = tracing({PANZERS: STAVELOT, "de-12-ss-pz": STAVELOT}, {STAVELOT: 1})
    play(match, ("formation", "1 SS"))
    assert dry(match) == {"de-12-ss-pz"}
    assert asked(match)[1] != "Petrol"
    assert state(match).german_dumps == 0


@pytest.mark.rule("battles", "16.55:e")
def test_what_is_left_where_is_open_to_the_german() -> None:
    match = tracing({PANZERS: STAVELOT}, {STAVELOT: 7})
    assert match.position_for("german")["left"] == {STAVELOT: 7}


@pytest.mark.rule("battles", "16.55")
def test_an_allied_unit_in_the_dump_s_hex_closes_it() -> None:
    match = tracing({PANZERS: "B1112", "us-9-2": STAVELOT}, {STAVELOT: 7})
    assert not dumps.useful(state(match))
    assert asked(match)[1] != "Petrol"


@pytest.mark.rule("battles", "16.55")
def test_captured_points_stay_with_the_dump() -> None:
    match = go(moving({PANZERS: "B1112"}, options=TRACE), PANZERS, STAVELOT)
    s = state(match)
    assert (s.petrol, s.left[DUMPS.index[STAVELOT]]) == (0, 12)
    assert each(s.german_dumps) == [DUMPS.index[STAVELOT]]
