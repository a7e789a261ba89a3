"""16.4 Operation Greif: secret targets, what they do, clearing them, and both variants."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.core.names import bits, each
from ardennes.games.battles import facts, greif, movement, supply, victory
from ardennes.games.battles.facts import BOARD, GERMAN, ROAD_HEXES, hex_at
from tests.rules.battles.fights import ARENA, battle, fight, go, ring, squad, step, told, until
from tests.rules.battles.table import asked, offered, play, refused, situation, start, state, where

UNIT = facts.UNIT_NAMES.index
GREIF = {"greif": "on"}
SECONDARY = GREIF | {"greif_secondary_targets": "on"}
SLOW = GREIF | {"greif_infiltration_time": "on"}
BEFORE, AT, AFTER, FARTHER = "B1511", "B1512", "B1411", "B1312"
"""Four hexes of the road from Spa by Francorchamps to Stavelot; no town, so 1 MP each."""
TANKS, SECOND, THIRD = "us-ccb-7-armd", "us-cca-7-armd", "us-ccr-7-armd"
INFANTRY, FOLLOWER, ENGINEER, GUNS = "us-9-2", "us-117-30", "us-202-eng", "us-2-divarty"
PANZERS = "de-1-ss-pz"
ROADS = ["B1413", "B1211", "B1512", "B1319", "B1125", "B2010", "B0716", "B1609", "B1919", "B0711"]


def driving(units: dict[str, str], turn: int = 3, options: dict[str, str] | None = None, **fields: Any) -> Match:
    """The Allied Movement Segment with a target at Francorchamps, unless told otherwise."""
    fields = {"targets": [AT]} | fields
    return situation("allied-movement", units, turn=turn, options=options or GREIF, **fields)


def found(match: Match) -> list[str]:
    return facts.HEX_NAMES.list_of(state(match).found)


# --- the article's example -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.47:ad", "16.47-ex:ab")
def test_the_article_s_example_19_points_operational_on_turn_4() -> None:
    s = state(driving({TANKS: BEFORE}, options=SLOW))
    assert movement.plain_costs(hex_at("B1125"), s.window, True, facts.BLOWN_AT_START)[hex_at(AT)] == 19
    assert greif.delay(s, hex_at(AT)) == 3
    early = go(driving({TANKS: BEFORE}, turn=3, options=SLOW), TANKS, FARTHER)
    assert where(early, TANKS) == FARTHER
    assert not found(early)
    assert state(early).targets == 1 << hex_at(AT)  # nobody knows
    late = go(driving({TANKS: BEFORE}, turn=4, options=SLOW), TANKS, FARTHER)
    assert where(late, TANKS) == AT
    assert found(late) == [AT]


@pytest.mark.rule("battles", "16.47:bc")
def test_eight_points_are_one_turn_and_the_first_turn_counts() -> None:
    s = state(driving({TANKS: BEFORE}, turn=1, options=SLOW))
    costs = movement.plain_costs(hex_at("B1125"), s.window, True, facts.BLOWN_AT_START)
    firsts = {0: 1, 1: 2, 8: 2, 9: 3, 16: 3, 17: 4, 19: 4}
    assert set(firsts) <= set(costs)
    for cost, first in firsts.items():
        place = costs.index(cost)
        works = []
        for turn in range(1, 6):
            s.turn = turn
            works.append(greif.active(s, place))
        assert works == [turn >= first for turn in range(1, 6)], cost
    assert costs[hex_at("B1125")] == 0


@pytest.mark.rule("battles", "16.47")
def test_a_later_scenario_counts_from_its_own_first_turn() -> None:
    for turn, works in ((15, False), (16, True)):
        s = state(driving({TANKS: BEFORE}, turn=turn, scenario="22_december", options=SLOW))
        assert greif.delay(s, hex_at(AT)) == 3
        assert greif.active(s, hex_at(AT)) is works


# --- plotting (16.41, 16.46) ---------------------------------------------------------------------------------------------------------


def plotted(*names: str, verb: str = "primary", **options: str) -> Match:
    return play(start("st_vith", **(GREIF | options)), *((verb, name) for name in names))


@pytest.mark.rule("battles", "16.41:a")
def test_the_german_names_exactly_five_targets() -> None:
    match = plotted(*ROADS[:4])
    assert asked(match) == ("german", "MoreTargets")
    assert set(match.decision.choices) == {"primary", "fill"}  # there is no way to stop at four
    play(match, ("primary", ROADS[4]))
    assert asked(match)[1] not in ("PlotTargets", "MoreTargets")
    assert state(match).targets == bits(hex_at(name) for name in ROADS[:5])
    assert refused(match, "primary", ROADS[5])


@pytest.mark.rule("battles", "16.41:bh")
def test_targets_are_different_road_hexes_of_the_maps() -> None:
    match = plotted(ROADS[0])
    assert refused(match, "primary", "B1513") == "16.41"  # no road
    assert "no road" in match.explain("primary", "B1513").reason  # type: ignore[union-attr]
    assert refused(match, "primary", ROADS[0]) == "16.41"
    assert refused(match, "primary", "D1706") == "16.41"  # a road, on another map
    assert refused(match, "secondary", ROADS[1]) == "16.41"


@pytest.mark.rule("battles", "16.41")
def test_the_rest_can_be_chosen_for_the_player() -> None:
    match = play(plotted(ROADS[0]), "fill")
    chosen = state(match).targets
    assert chosen.bit_count() == 5
    assert chosen >> hex_at(ROADS[0]) & 1
    assert not chosen & ~ROAD_HEXES


@pytest.mark.rule("battles", "16.41:c", "16.47:e")
@pytest.mark.parametrize("options", [{}, {"greif_infiltration_time": "on"}])
def test_the_american_never_sees_the_list(options: dict[str, str]) -> None:
    one, other = plotted(*ROADS[:5], **options), plotted(*ROADS[5:], **options)
    assert one.position_for("german")["targets"] == sorted(ROADS[:5])
    for side in ("allied", None):
        assert one.position_for(side) == other.position_for(side)
        assert "hidden" in one.position_for(side)["targets"]


@pytest.mark.rule("battles", "16.41:c")
@pytest.mark.parametrize("options", [{}, {"greif_secondary_targets": "on"}])
def test_nobody_else_can_tell_how_many_targets_have_been_noted_so_far(options: dict[str, str]) -> None:
    none, some = plotted(**options), plotted(*ROADS[:3], **options)
    for side in ("allied", None):
        assert none.view(side) == some.view(side)
        assert none.position_for(side) == some.position_for(side)
        assert none.diary(side).lines() == some.diary(side).lines()
        assert none.record_for(side).lines() == some.record_for(side).lines()
        assert none.moments(side) == some.moments(side)
        assert none.branch(side, seed=1).state == some.branch(side, seed=1).state
    markers = some.view("german")["markers"]
    assert [one["at"] for one in markers if one["kind"] == "target"] == sorted(ROADS[:3])
    again = ardennes.load_position(some.position(), chance="manual")
    assert again.state == some.state  # it can be saved halfway


@pytest.mark.rule("battles", "16.41:c")
def test_targets_are_no_secret_once_all_have_been_found_or_if_there_are_none() -> None:
    last = situation("allied-movement", {TANKS: BEFORE}, options=GREIF, targets=[AT], past=ROADS[3:7])
    assert last.game.hides(last.state, "allied")
    go(last, TANKS, AT)
    assert not last.game.guards(last.state, "allied")
    plain = start("st_vith")
    for side in ("german", "allied", None):
        assert not plain.game.guards(plain.state, side)
        assert plain.record_for(side).entries == plain.record.entries
        assert plain.branch(side).imagined is None


@pytest.mark.rule("battles", "16.41:c")
@pytest.mark.parametrize("targets", [[AT], [FARTHER]])
def test_a_road_cannot_be_scouted_by_taking_the_move_back(targets: list[str]) -> None:
    match = go(driving({TANKS: BEFORE}, targets=targets), TANKS, AT)
    assert match.can_undo(by="allied") is not None
    known = go(driving({TANKS: BEFORE}, targets=[FARTHER], proven=[AT]), TANKS, AT)
    assert known.can_undo(by="allied") is None  # nothing new was learnt


@pytest.mark.rule("battles", "16.46:a")
def test_three_primary_and_seven_secondary_targets() -> None:
    match = plotted(*ROADS[:3], greif_secondary_targets="on")
    assert refused(match, "primary", ROADS[3]) == "16.41"
    play(match, *(("secondary", name) for name in ROADS[3:9]))
    assert asked(match) == ("german", "MoreTargets")
    assert refused(match, "secondary", "B1513") == "16.41"
    play(match, ("secondary", ROADS[9]))
    assert asked(match)[1] not in ("PlotTargets", "MoreTargets")
    s = state(match)
    assert (s.targets.bit_count(), s.secondary.bit_count()) == (3, 7)


# --- being stopped (16.41) -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.41:cd")
def test_a_unit_stops_in_a_target_and_may_move_on_next_turn() -> None:
    match = driving({TANKS: BEFORE})
    assert not found(match)
    go(match, TANKS, FARTHER)  # it enters the target with 5 of 6 MPs left
    assert where(match, TANKS) == AT
    assert match.position_for("allied")["found"] == [AT]
    assert not state(match).targets
    assert refused(match, "unit", TANKS) == "b5.1"
    until(match, 4, "allied", "Movement")
    go(match, TANKS, FARTHER)
    assert where(match, TANKS) == FARTHER


@pytest.mark.rule("battles", "16.41:e")
def test_german_units_are_never_stopped() -> None:
    match = situation("german-movement", {PANZERS: BEFORE}, options=GREIF, targets=[AT], found=[AFTER])
    assert movement.trip(state(match), UNIT[PANZERS]).cost(hex_at(FARTHER)) == 3  # straight on by road
    go(match, PANZERS, FARTHER)
    assert where(match, PANZERS) == FARTHER
    assert state(match).targets == 1 << hex_at(AT)


@pytest.mark.rule("battles", "16.41:f")
def test_a_unit_in_a_target_when_play_begins_is_not_stopped() -> None:
    match = go(driving({TANKS: AT}), TANKS, FARTHER)
    assert where(match, TANKS) == FARTHER
    assert not found(match)


@pytest.mark.rule("battles", "16.41:g")
def test_stopping_short_or_passing_by_reveals_nothing() -> None:
    for units, place in (({TANKS: "B1610"}, BEFORE), ({TANKS: AFTER}, FARTHER)):
        match = go(driving(units), TANKS, place)
        assert where(match, TANKS) == place
        assert not found(match)
        assert state(match).targets == 1 << hex_at(AT)


def entering(**fields: Any) -> Match:
    frames = [{"frame": "GameTurn", "step": 14}, {"frame": "Movement", "side": "allied", "started": True}]
    units = {TANKS: "waiting"} | fields.pop("units", {})
    return situation("", units, turn=4, frames=frames, due={TANKS: 4}, entry={TANKS: "B2010"}, options=GREIF, **fields)


@pytest.mark.rule("battles", "16.41:i")
def test_a_reinforcement_is_stopped_in_its_entry_hex() -> None:
    match = go(entering(targets=["B2010"]), TANKS, "B2011")
    assert where(match, TANKS) == "B2010"
    assert found(match) == ["B2010"]


@pytest.mark.rule("battles", "16.41")
def test_a_reinforcement_without_room_at_a_target_stays_off_the_map() -> None:
    crowd = dict.fromkeys((INFANTRY, FOLLOWER, ENGINEER), "B2010")
    match = go(entering(targets=["B2010"], units=crowd), TANKS, "B2011")
    assert where(match, TANKS) == "waiting"
    assert found(match) == ["B2010"]
    assert refused(match, "unit", TANKS) == "b5.1"


@pytest.mark.rule("battles", "16.41:j")
def test_a_march_ends_in_a_target_with_other_units() -> None:
    alone = go(driving({TANKS: BEFORE}), TANKS, FARTHER, "march")
    assert where(alone, TANKS) == AT
    assert state(alone).marching >> UNIT[TANKS] & 1
    together = go(driving({TANKS: BEFORE, INFANTRY: AT}), TANKS, FARTHER, "march")
    assert where(together, TANKS) == AT
    assert not state(together).marching


@pytest.mark.rule("battles", "16.41")
def test_a_full_target_stops_a_unit_in_the_last_hex_with_room() -> None:
    crowd = dict.fromkeys((INFANTRY, FOLLOWER, ENGINEER), AT)
    match = go(driving({TANKS: "B1610"} | crowd), TANKS, FARTHER)
    assert where(match, TANKS) == BEFORE
    assert found(match) == [AT]
    more = dict.fromkeys(("us-38-2", "us-23-2", "us-254-eng"), BEFORE)
    match = go(driving({TANKS: "B1610"} | crowd | more), TANKS, FARTHER)
    assert where(match, TANKS) == "B1610"


@pytest.mark.rule("battles", "16.41", "b8.2")
def test_a_full_target_does_not_stop_a_unit_on_a_column() -> None:
    crowd = dict.fromkeys((INFANTRY, FOLLOWER, ENGINEER), AT)
    match = go(driving({TANKS: "B1610", "us-38-2": "B1609"} | crowd), "us-38-2", BEFORE, "march")
    assert where(match, "us-38-2") == BEFORE
    go(match, TANKS, FARTHER)
    assert where(match, TANKS) == "B1610"


@pytest.mark.rule("battles", "16.41:k")
def test_retreat_and_advance_neither_stop_nor_reveal() -> None:
    (one,), (target,) = squad("german", 8, mech=True), squad("allied", 2)
    places = [name for name in ring(ARENA) if ROAD_HEXES >> hex_at(name) & 1]
    match = battle("german-combat", {one: step(ARENA, "E"), target: ARENA}, options=GREIF, targets=places)
    fight(match, ARENA, [one], "D1 R2")
    play(match, ("hex", next(name for name in offered(match, "hex") if name in places)))
    assert where(match, target) in places
    play(match, ("hex", offered(match, "hex")[0]))
    assert where(match, target) not in (ARENA, *places)
    assert not found(match)
    (attacker,), (lost,) = squad("allied", 6), squad("german", 2, mech=True)
    units = {attacker: step(ARENA, "E"), lost: ARENA}
    match = battle("allied-combat", units, options=GREIF, targets=[ARENA], lost={lost: 1})
    fight(match, ARENA, [attacker], "D1 R2")  # its last step
    play(match, ("advance", attacker))
    assert where(match, attacker) == ARENA
    assert not found(match)
    assert state(match).targets == 1 << hex_at(ARENA)


# --- a discovered target (16.42) ------------------------------------------------------------------------------------------------------


def far_roads(place: str, distance: int = 5) -> list[str]:
    """The road hexes at this distance: every line of supply from the place passes one of them."""
    far = BOARD.distances(hex_at(place))
    return [name for name in facts.HEX_NAMES.list_of(ROAD_HEXES) if far[hex_at(name)] == distance]


@pytest.mark.rule("battles", "16.42:abd")
def test_only_discovered_targets_block_only_american_supply() -> None:
    wall = far_roads("B1413")
    units = {INFANTRY: "B1413", PANZERS: "B1319"}

    def cut_off(**fields: Any) -> list[str]:
        s = state(situation("supply", units, turn=3, options=GREIF, **fields))
        return facts.UNIT_NAMES.list_of(s.unsupplied)

    assert cut_off() == []
    assert cut_off(targets=wall) == []
    assert cut_off(past=wall) == []  # cleared
    s = state(driving(units, found=wall, targets=[]))
    assert not supply.in_supply(s, UNIT[INFANTRY])
    german = state(driving({PANZERS: "B1413"}, found=wall, targets=[]))
    assert supply.in_supply(german, UNIT[PANZERS])


@pytest.mark.rule("battles", "16.42:e")
def test_a_unit_in_the_target_traces_its_line_out_of_it() -> None:
    s = state(driving({INFANTRY: AT}, found=[AT], targets=[]))
    assert supply.in_supply(s, UNIT[INFANTRY])


@pytest.mark.rule("battles", "16.42:cf")
def test_followers_stop_too_until_the_target_is_cleared() -> None:
    match = driving({TANKS: BEFORE, SECOND: BEFORE, THIRD: BEFORE})
    go(match, TANKS, AFTER)

    def through(unit: str) -> bool:
        trip = movement.trip(state(match), UNIT[unit])
        assert trip.cost(hex_at(AT)) == 1
        return any(hex_at(AT) in trip.way(p)[:-1] for p in each(trip.ends))

    assert not through(SECOND)  # it can enter the hex, and not go on
    go(match, SECOND, AT)
    until(match, 4, "allied", "Movement")
    for unit in (TANKS, SECOND):
        go(match, unit, FARTHER)  # they leave, and the hex is empty
    assert not through(THIRD)
    state(match).found = 0
    assert through(THIRD)
    cleared = driving({TANKS: BEFORE}, targets=[], past=[AT])
    assert where(go(cleared, TANKS, FARTHER), TANKS) == FARTHER


# --- clearing (16.43, 16.44) ---------------------------------------------------------------------------------------------------------


def clearing(units: dict[str, str] | None = None, turn: int = 4, **fields: Any) -> Match:
    return situation("supply", {"us-38-2": "B1413"} | (units or {}), turn=turn, options=GREIF, **fields)


@pytest.mark.rule("battles", "16.43:ab")
def test_clearing_begins_on_the_turn_after_the_discovery() -> None:
    match = go(driving({TANKS: BEFORE}, turn=3), TANKS, FARTHER)
    assert state(match).fresh == 1 << hex_at(AT)
    while state(match).turn == 3 or asked(match)[1] != "ClearTargets":
        assert asked(match)[1] != "ClearTargets"
        match.play("done")
    assert state(match).turn == 4
    assert match.decision.cases == ("16.43",)
    assert asked(clearing(found=[AT])) == ("chance", "ClearTargets")  # nobody needs to be there
    assert asked(clearing(found=[AT], fresh=[AT]))[1] != "ClearTargets"


@pytest.mark.rule("battles", "16.43:cf", "16.44:a")
def test_a_six_clears_an_empty_hex_and_nothing_else_does() -> None:
    for die in facts.DIE:
        match = clearing(found=[AT])
        assert not match.decision.weights
        play(match, ("die", die))
        s = state(match)
        assert (not s.found, bool(s.past)) == (die == 6, die == 6)


@pytest.mark.rule("battles", "16.43:d")
def test_each_target_has_its_own_roll() -> None:
    match = clearing(found=[AT, FARTHER])
    play(match, ("die", 6))
    assert asked(match) == ("chance", "ClearTargets")
    play(match, ("die", 5))
    assert state(match).found.bit_count() == 1


@pytest.mark.rule("battles", "16.43:e")
def test_a_cleared_hex_never_stops_a_unit_again() -> None:
    match = play(clearing({TANKS: BEFORE}, found=[AT]), ("die", 6))
    until(match, 4, "allied", "Movement")
    go(match, TANKS, FARTHER)
    assert where(match, TANKS) == FARTHER


@pytest.mark.rule("battles", "16.44:abcdefgi")
@pytest.mark.parametrize(
    ("units", "stopped", "lowest"),
    [
        ([], [], 6),
        ([ENGINEER], [], 5),
        ([ENGINEER], [ENGINEER], 5),  # the proviso is about the others
        ([INFANTRY], [], 4),
        ([INFANTRY], [INFANTRY], 6),
        ([GUNS], [], 6),
        ([INFANTRY, FOLLOWER], [], 4),
        ([INFANTRY, FOLLOWER], [INFANTRY], 4),
        ([ENGINEER, INFANTRY], [], 3),
    ],
)
def test_help_in_clearing(units: list[str], stopped: list[str], lowest: int) -> None:
    for die in (lowest - 1, lowest):
        match = clearing(dict.fromkeys(units, AT), found=[AT], stopped_by={unit: [AT] for unit in stopped})
        play(match, ("die", die))
        assert bool(state(match).found) == (die < lowest)


@pytest.mark.rule("battles", "16.44:h")
def test_only_units_that_come_after_the_turn_of_discovery_help() -> None:
    match = driving({TANKS: BEFORE, SECOND: BEFORE, THIRD: BEFORE})
    go(go(match, TANKS, AFTER), SECOND, AT)  # found, and a follower on the same turn
    assert greif.modifier(state(match), hex_at(AT)) == 0
    until(match, 4, "allied", "Movement")
    assert greif.modifier(state(match), hex_at(AT)) == 0
    go(match, THIRD, AT)
    assert greif.modifier(state(match), hex_at(AT)) == 2


@pytest.mark.rule("battles", "16.44")
def test_a_unit_that_was_stopped_twice_helps_at_neither_target() -> None:
    match = go(driving({TANKS: BEFORE}, targets=[AT, FARTHER]), TANKS, AFTER)
    until(match, 4, "allied", "Movement")
    go(match, TANKS, FARTHER)
    assert where(match, TANKS) == FARTHER
    s = state(match)
    assert greif.modifier(s, hex_at(FARTHER)) == 0
    s.place(UNIT[TANKS], hex_at(AT))
    assert greif.modifier(s, hex_at(AT)) == 0


@pytest.mark.rule("battles", "b4.1:a")
def test_a_target_cleared_now_carries_supply_from_the_next_turn_on() -> None:
    wall = far_roads("B1413")
    match = clearing({INFANTRY: "B1413"}, turn=5, found=wall)
    play(match, ("die", 1))  # no German shortage
    while asked(match)[1] == "ClearTargets":
        play(match, ("die", 6))
    s = state(match)
    assert (s.turn, s.found) == (5, 0)
    assert s.unsupplied >> UNIT[INFANTRY] & 1
    until(match, 6, "allied", "Movement")
    assert not state(match).unsupplied >> UNIT[INFANTRY] & 1


# --- secondary targets (16.46) --------------------------------------------------------------------------------------------------------


def ambushed(die: int) -> Match:
    match = driving({TANKS: BEFORE, SECOND: BEFORE}, options=SECONDARY, targets=[], secondary=[AT])
    go(match, TANKS, FARTHER)
    assert asked(match) == ("chance", "Secondary")
    return play(match, ("die", die))


@pytest.mark.rule("battles", "16.46:bd")
@pytest.mark.parametrize("die", [1, 2])
def test_a_secondary_target_works_on_1_and_2(die: int) -> None:
    match = ambushed(die)
    assert where(match, TANKS) == AT
    assert found(match) == [AT]
    go(match, SECOND, AT)  # no second die
    assert where(match, SECOND) == AT
    assert greif.modifier(state(match), hex_at(AT)) == 0
    while asked(match)[1] != "ClearTargets":
        match.play("done")
    assert state(match).turn == 4


@pytest.mark.rule("battles", "16.46:cd")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_a_secondary_target_that_fails_is_struck_off(die: int) -> None:
    match = ambushed(die)
    assert where(match, TANKS) == FARTHER
    assert not found(match)
    assert not state(match).secondary
    go(match, SECOND, FARTHER)
    assert where(match, SECOND) == FARTHER


@pytest.mark.rule("battles", "16.46:e")
def test_a_primary_target_needs_no_die() -> None:
    match = go(driving({TANKS: BEFORE}, options=SECONDARY), TANKS, FARTHER)
    assert where(match, TANKS) == AT


@pytest.mark.rule("battles", "16.47", "16.46")
def test_too_early_at_a_secondary_target_rolls_no_die() -> None:
    options = SECONDARY | SLOW
    match = go(driving({TANKS: BEFORE}, options=options, targets=[], secondary=[AT]), TANKS, FARTHER)
    assert where(match, TANKS) == FARTHER
    assert state(match).secondary == 1 << hex_at(AT)


# --- the 150th Panzer Brigade (16.45) ------------------------------------------------------------------------------------------------

BRIGADE = "de-150-pz-bde"


@pytest.mark.rule("battles", "16.45:acd", "b4.4")
def test_the_150th_brigade_plays_turn_9_in_full_and_leaves_without_points() -> None:
    units = {BRIGADE: "B1413", INFANTRY: BEFORE, "us-38-2": "B1314"}
    match = situation("german-combat", units, turn=9, options=GREIF)
    assert offered(match, "target") == ["B1314"]
    play(match, "done")
    until(match, 9, "allied", "Movement")
    assert where(match, BRIGADE) == "B1413"
    before = victory.points(state(match))
    while state(match).turn == 9:
        match.play("done")
    assert where(match, BRIGADE) == "withdrawn"
    assert state(match).lost_steps(GERMAN) == 0
    assert victory.points(state(match)) == before


@pytest.mark.rule("battles", "16.45")
def test_without_greif_the_brigade_stays() -> None:
    match = situation("end", {BRIGADE: "B1413", INFANTRY: "B1919"}, turn=9)
    assert where(match, BRIGADE) == "B1413"


# --- what others can infer --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.41:c")
def test_imagined_targets_are_road_hexes_that_nobody_has_passed() -> None:
    import random

    match = go(driving({TANKS: BEFORE}, targets=[FARTHER, "B1211"]), TANKS, AFTER)
    passed = {hex_at(AT), hex_at(AFTER)}
    for seed in range(20):
        s = match.imagine("allied", random.Random(seed))
        drawn = set(each(s.targets))  # type: ignore[attr-defined]
        assert len(drawn) == 2
        assert not drawn & passed
        assert all(ROAD_HEXES >> p & 1 for p in drawn)
    everything = set(each(greif.imagined_targets(state(match), random.Random(1), 10_000)))
    assert everything == set(each(ROAD_HEXES & state(match).window)) - passed


@pytest.mark.rule("battles", "16.41:c", "16.46")
def test_everybody_is_told_what_a_unit_runs_into() -> None:
    match = driving({TANKS: BEFORE})
    match.play("unit", TANKS)
    assert ("target_found", UNIT[TANKS], hex_at(AT)) in told(match, "hex", FARTHER)
    match = driving({TANKS: BEFORE}, options=SECONDARY, targets=[], secondary=[AT])
    go(match, TANKS, FARTHER)
    assert ("target_struck", hex_at(AT), 4) in told(match, "die", 4)
