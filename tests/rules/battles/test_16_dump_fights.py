"""16.56 and 16.57: dumps that are retaken, destroyed, or moved as counters."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.limits import first_bar
from ardennes.games.battles import dump_counters, dumps, facts, strength
from ardennes.games.battles.facts import ALLIED, BOARD, DUMPS, GERMAN, hex_at
from tests.rules.battles.fights import engineer, fight, go, guns, squad, until
from tests.rules.battles.table import asked, offered, play, refused, situation, state

UNIT = facts.UNIT_NAMES.index
RETAKE = {"dumps": "on", "dumps_recapture": "on"}
COUNTERS = RETAKE | {"dumps_as_units": "on"}
STAVELOT, BESIDE = "B1211", "B1112"
DUMP = DUMPS.index[STAVELOT]
PANZERS, RECON, INFANTRY = "de-1-ss-pz", "de-1-ss-recon", "us-9-2"
ENGINEER = engineer("allied")


def points(match: Match) -> int:
    return state(match).left[DUMP]


def held(match: Match) -> bool:
    """Do the Germans hold the dump at Stavelot?"""
    return bool(state(match).german_dumps >> DUMP & 1)


def captured(phase: str, units: dict[str, str], stock: int = 10, german: bool = True, **fields: Any) -> Match:
    """The dump at Stavelot has been captured once; it is in German or in Allied hands now."""
    options = fields.pop("options", RETAKE)
    mine = [STAVELOT] if german else []
    fields = {"left": {STAVELOT: stock}, "taken": [STAVELOT], "german_dumps": mine} | fields
    return situation(phase, units, options=options, **fields)


# --- retaking (16.56) ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "16.56:b")
def test_entering_the_hex_retakes_the_dump() -> None:
    match = captured("allied-movement", {INFANTRY: BESIDE, PANZERS: "B1125"})
    go(match, INFANTRY, STAVELOT)
    assert not held(match)
    assert points(match) == 10
    assert not dumps.useful(state(match))


@pytest.mark.rule("battles", "16.56:abc")
def test_from_capture_to_destruction() -> None:
    stocks = [12 if name == STAVELOT else 0 for name in DUMPS.names]
    units = {PANZERS: BESIDE, INFANTRY: "B1312"}
    match = situation("german-movement", units, options=RETAKE, stocks=stocks, turn=3)
    go(match, PANZERS, STAVELOT)
    assert state(match).taken == 1 << DUMP
    until(match, 4, "german", "Movement")
    go(match, PANZERS, "B1011")
    until(match, 4, "allied", "Movement")
    go(match, INFANTRY, STAVELOT)
    until(match, 5, "allied", "BridgePhase")
    play(match, ("destroy", STAVELOT), ("die", 6))
    assert points(match) == 6


@pytest.mark.rule("battles", "16.56:c")
def test_the_german_takes_what_is_left() -> None:
    match = captured("german-movement", {PANZERS: BESIDE}, 4, german=False)
    go(match, PANZERS, STAVELOT)
    assert held(match)
    assert points(match) == 4
    assert dumps.stock(state(match)) == 4


@pytest.mark.rule("battles", "16.56:a")
def test_a_dump_that_the_german_never_had_cannot_be_destroyed() -> None:
    stocks = [20 if name == STAVELOT else 0 for name in DUMPS.names]
    match = situation("allied-bridges", {INFANTRY: STAVELOT}, options=RETAKE, stocks=stocks)
    limits = list(dumps.destroy_limits(state(match), ALLIED))
    assert first_bar(limits, DUMP).case == "16.56"  # type: ignore[union-attr]
    taken = captured("allied-bridges", {FOUR: STAVELOT, ENGINEER: STAVELOT}, german=True)
    assert refused(taken, "destroy", STAVELOT) == "16.56"


@pytest.mark.rule("battles", "16.56:d")
def test_the_allies_cannot_use_the_points() -> None:
    guards = dict(zip(squad("german", 5, 4), ("B0111", "B0109"), strict=True))
    units = {INFANTRY: "B0110", "us-38-2": STAVELOT} | guards
    match = captured("supply", units, german=False, turn=4)
    assert state(match).unsupplied >> UNIT[INFANTRY] & 1
    assert asked(match)[1] != "Petrol"
    assert points(match) == 10


@pytest.mark.rule("battles", "16.56")
def test_without_the_variant_an_allied_unit_retakes_nothing() -> None:
    options = {"dumps": "on", "dumps_trace": "on"}
    match = captured("allied-movement", {INFANTRY: BESIDE}, options=options)
    go(match, INFANTRY, STAVELOT)
    assert held(match)


# --- destroying (16.56-destroy) ------------------------------------------------------------------------------------------------------


def burning(units: list[str], left: int = 10, **fields: Any) -> Match:
    match = captured("allied-bridges", dict.fromkeys(units, STAVELOT), left, german=False, **fields)
    return play(match, ("destroy", STAVELOT))


def after(units: list[str], die: int, left: int = 10) -> int:
    """The points left after the first die."""
    return points(play(burning(units, left), ("die", die)))


FOUR, FIVE, SIX, TWO = (squad("allied", n)[0] for n in (4, 5, 6, 2))


@pytest.mark.rule("battles", "16.56-destroy:abc")
@pytest.mark.parametrize(("die", "left"), [(3, 7), (4, 6), (5, 10)])
def test_a_die_not_above_the_strength_is_taken_off(die: int, left: int) -> None:
    assert after([FOUR], die) == left


@pytest.mark.rule("battles", "16.56-destroy:d")
def test_a_unit_of_six_always_succeeds() -> None:
    assert [after([SIX], die) for die in facts.DIE] == [9, 8, 7, 6, 5, 4]


@pytest.mark.rule("battles", "16.56-destroy")
def test_a_reduced_unit_counts_its_reduced_strength() -> None:
    match = play(burning([FOUR], lost={FOUR: 1}), ("die", 3))
    assert points(match) == 10  # 2 is not enough


@pytest.mark.rule("battles", "16.56-destroy:e")
def test_each_unit_rolls_in_turn() -> None:
    match = burning([FOUR, FIVE, SIX])
    for left in (9, 7, 4):
        assert asked(match) == ("chance", "Destroy")
        play(match, ("die", 10 - left if left == 9 else 2 if left == 7 else 3))
        assert points(match) == left
    assert asked(match)[1] != "Destroy"


@pytest.mark.rule("battles", "16.56-destroy:f")
def test_nothing_is_left_of_an_empty_dump() -> None:
    match = play(burning([SIX, FIVE], left=3), ("die", 5))
    assert points(match) == 0
    assert asked(match)[1] != "Destroy"  # the second unit has nothing to burn
    assert not dumps.destroyable(state(match), ALLIED)


@pytest.mark.rule("battles", "16.56-destroy:g")
def test_destruction_begins_in_the_next_allied_bridge_phase() -> None:
    match = captured("allied-movement", {INFANTRY: BESIDE, PANZERS: "B1125"}, turn=5)
    go(match, INFANTRY, STAVELOT)
    match.play("done")
    seen = []
    while not offered(match, "destroy"):
        seen.append(asked(match))
        verb = next(v for v in ("done", "ready", "die") if v in match.decision.choices)
        match.play(verb, match.decision.choices[verb][0])
    assert state(match).turn == 6
    assert asked(match) == ("allied", "BridgePhase")
    assert ("german", "BridgePhase") not in seen  # nothing to ask the Germans
    assert not dumps.destroyable(state(match), GERMAN)


@pytest.mark.rule("battles", "16.56-destroy:h", "16.56-eligible:a")
def test_units_that_attacked_do_not_burn_a_dump() -> None:
    (weak,) = squad("german", 3)
    units = {SIX: BESIDE, FIVE: BESIDE, weak: STAVELOT}
    match = captured("allied-combat", units, lost={weak: 1}, turn=5)
    fight(match, STAVELOT, [SIX, FIVE], "R1")
    while asked(match)[1] in ("Retreat", "Hold"):
        play(match, "retreat" if asked(match)[1] == "Hold" else ("hex", offered(match, "hex")[0]))
    play(match, ("advance", SIX), "done")
    assert not held(match)
    s = state(match)
    assert dumps.wreckers(s, DUMP) == 0
    assert not dumps.destroyable(s, ALLIED)
    s.place(UNIT[FOUR], hex_at(STAVELOT))
    assert dumps.wreckers(s, DUMP) == 1 << UNIT[FOUR]  # another unit in the hex may


@pytest.mark.rule("battles", "16.56-eligible:bc")
def test_who_only_defended_may_burn_a_dump_and_guns_that_fired_may_not() -> None:
    (gun,) = guns("allied", 5)
    units = {FOUR: STAVELOT, gun: STAVELOT}
    match = captured("allied-bridges", units, german=False, battery=[gun], attacked=[gun], fought=[STAVELOT])
    assert dumps.wreckers(state(match), DUMP) == 1 << UNIT[FOUR]


@pytest.mark.rule("battles", "16.56-destroy")
def test_a_dump_is_tried_once_per_phase() -> None:
    match = captured("allied-bridges", {FOUR: STAVELOT, ENGINEER: BESIDE}, german=False)
    play(match, ("destroy", STAVELOT), ("die", 6))
    assert refused(match, "destroy", STAVELOT) == "16.56-destroy"
    tired = captured("allied-bridges", {FOUR: STAVELOT, ENGINEER: BESIDE}, german=False, attacked=[FOUR])
    assert refused(tired, "destroy", STAVELOT) == "16.56-eligible"


@pytest.mark.rule("battles", "16.56-engineer:ad")
@pytest.mark.parametrize(("die", "left"), [(1, 8), (2, 6), (3, 10)])
def test_an_engineer_alone(die: int, left: int) -> None:
    assert after([ENGINEER], die) == left


@pytest.mark.rule("battles", "16.56-engineer:bc")
@pytest.mark.parametrize(("die", "left"), [(5, 2), (6, 12)])
def test_an_engineer_helps_the_others(die: int, left: int) -> None:
    match = burning([FOUR, ENGINEER], left=12)
    units = [UNIT[FOUR], UNIT[ENGINEER]]
    if units[1] < units[0]:  # the engineer rolls first, without success
        play(match, ("die", 6))
    play(match, ("die", die))
    assert points(match) == left


@pytest.mark.rule("battles", "16.56-artillery:abc")
@pytest.mark.parametrize(("unit", "die", "left"), [(FIVE, 3, 0), (FIVE, 4, 10), (TWO, 1, 10)])
def test_artillery_in_the_hex_empties_the_dump_or_does_nothing(unit: str, die: int, left: int) -> None:
    (gun,) = guns("allied", 5)
    match = burning([unit, gun])
    if UNIT[gun] < UNIT[unit]:  # the guns roll first, without success
        play(match, ("die", 6))
    play(match, ("die", die))
    assert points(match) == left


@pytest.mark.rule("battles", "16.56-eligible:c")
@pytest.mark.parametrize(("die", "left"), [(3, 7), (4, 6)])
def test_guns_that_fired_neither_help_nor_hinder(die: int, left: int) -> None:
    (gun,) = guns("allied", 5)
    match = captured("allied-bridges", {FOUR: STAVELOT, gun: STAVELOT}, german=False, attacked=[gun])
    play(match, ("destroy", STAVELOT), ("die", die))
    assert points(match) == left


@pytest.mark.rule("battles", "16.56-artillery:d")
def test_artillery_alone_counts_its_fpf() -> None:
    (gun,) = guns("allied", 5, fpf=3)
    assert [after([gun], die) for die in facts.DIE] == [0, 10, 10, 10, 10, 10]


@pytest.mark.rule("battles", "16.56-artillery:e")
def test_engineer_and_artillery_together() -> None:
    (gun,) = guns("allied", 5)
    for die, left in ((4, 0), (5, 10)):
        match = burning([FIVE, ENGINEER, gun])
        for other in sorted(UNIT[u] for u in (ENGINEER, gun)):
            if other < UNIT[FIVE]:  # rolls first, without success
                play(match, ("die", 6))
        play(match, ("die", die))
        assert points(match) == left


# --- dumps as counters (16.57) --------------------------------------------------------------------------------------------------------


def counter(phase: str, units: dict[str, str], at: str = STAVELOT, german: bool = True, **fields: Any) -> Match:
    fields = {"options": COUNTERS, "dump_at": {STAVELOT: at}} | fields
    return captured(phase, units, german=german, **fields)


def at(match: Match) -> str:
    return str(match.position().get("dump_at", {}).get(STAVELOT, ""))


@pytest.mark.rule("battles", "16.57-counters:ab")
def test_a_counter_appears_with_the_capture() -> None:
    stocks = [12 if name == STAVELOT else 0 for name in DUMPS.names]
    match = situation("german-movement", {PANZERS: BESIDE}, options=COUNTERS, stocks=stocks)
    assert at(match) == ""
    assert "dump_at" not in match.position_for("german")
    go(match, PANZERS, STAVELOT)
    assert at(match) == STAVELOT
    assert points(match) == 12


@pytest.mark.rule("battles", "16.57-counters:cd")
def test_a_counter_goes_with_its_last_point_and_each_has_its_own() -> None:
    match = counter(
        "supply",
        {PANZERS: STAVELOT, RECON: "B1319"},
        turn=5,
        left={STAVELOT: 1, "B1319": 6},
        taken=[STAVELOT, "B1319"],
        german_dumps=[STAVELOT, "B1319"],
        dump_at={STAVELOT: STAVELOT, "B1319": "B1319"},
    )
    play(match, ("die", 6), ("formation", "1 SS"), ("dump", STAVELOT))
    assert match.position()["dump_at"] == {"B1319": "B1319"}
    assert match.position()["left"] == {"B1319": 6}


@pytest.mark.rule("battles", "16.57-counters")
def test_a_counter_is_removed_when_it_is_destroyed() -> None:
    match = counter("allied-bridges", {SIX: STAVELOT}, german=False, left={STAVELOT: 2})
    play(match, ("destroy", STAVELOT), ("die", 4))
    assert at(match) == ""
    assert counters_of(match, ALLIED) == []


def counters_of(match: Match, side: int) -> list[str]:
    return DUMPS.list_of(dump_counters.counters(state(match), side))


@pytest.mark.rule("battles", "16.57:b")
def test_ordered_to_move_on_turn_3_it_moves_on_turn_4() -> None:
    match = counter("german-artillery", {PANZERS: "B1125", INFANTRY: "B2010"}, turn=3)
    play(match, ("dump", STAVELOT))
    assert asked(match) == ("german", "Movement")
    assert refused(match, "dump", STAVELOT) == "16.57"
    until(match, 4, "german", "Movement")
    play(match, ("dump", STAVELOT), ("hex", "B1312"))
    assert at(match) == "B1312"
    assert refused(match, "dump", STAVELOT) == "16.57"  # once per turn


@pytest.mark.rule("battles", "16.57:cd")
def test_a_dump_gives_nothing_while_it_changes_or_moves() -> None:
    units = {PANZERS: STAVELOT, INFANTRY: "B2010"}
    modes: list[dict[str, Any]] = [{"dump_changing": [STAVELOT]}, {"dump_moving": [STAVELOT]}]
    for fields in modes:
        match = play(counter("supply", units, turn=5, **fields), ("die", 6))
        assert asked(match)[1] != "Petrol"
    assert asked(play(counter("supply", units, turn=5), ("die", 6)))[1] == "Petrol"
    match = play(counter("german-artillery", units, turn=3), ("dump", STAVELOT))
    until(match, 4, "german", "ArtilleryMode")
    assert not dumps.useful(state(match))


@pytest.mark.rule("battles", "16.57")
def test_a_dump_goes_back_to_dump_mode_the_same_way() -> None:
    match = counter("german-artillery", {PANZERS: "B1125", INFANTRY: "B2010"}, turn=3, dump_moving=[STAVELOT])
    play(match, ("dump", STAVELOT))
    assert not dumps.useful(state(match))
    until(match, 4, "german", "Movement")
    assert dumps.useful(state(match)) == 1 << DUMP
    assert refused(match, "dump", STAVELOT) == "16.57"


@pytest.mark.rule("battles", "16.57:a")
def test_a_dump_moves_one_hex_whatever_it_costs_and_adds_nothing_to_a_fight() -> None:
    match = counter("german-movement", {PANZERS: "B1125"}, dump_moving=[STAVELOT])
    play(match, ("dump", STAVELOT))
    near = facts.HEX_NAMES.list_of(BOARD.neighbours(hex_at(STAVELOT)))
    assert set(offered(match, "hex")) <= set(near)
    assert "B1312" in offered(match, "hex")
    assert refused(match, "hex", "B1411") == "16.57"  # two hexes by road
    fighting = counter("german-combat", {PANZERS: BESIDE, FIVE: STAVELOT}, german=False)
    s = state(fighting)
    s.target = hex_at(STAVELOT)
    s.attackers = 1 << UNIT[PANZERS]
    assert strength.defence(s) == 5


@pytest.mark.rule("battles", "16.57:a", "b5.41", "b5.43")
def test_a_dump_goes_where_towed_guns_could_go() -> None:
    match = counter("german-movement", {PANZERS: "B1125"}, dump_moving=[STAVELOT], blown=["B1112-B1211"])
    play(match, ("dump", STAVELOT))
    assert refused(match, "hex", BESIDE) == "b5.41"  # the bridge is down
    woods = counter("german-movement", {PANZERS: "B1125"}, at="B0408", dump_moving=[STAVELOT])
    play(woods, ("dump", STAVELOT))
    assert refused(woods, "hex", "B0508") == "b5.41"


@pytest.mark.rule("battles", "16.57", "b7.4", "b8.3")
def test_a_dump_respects_enemy_units_and_zones() -> None:
    match = counter("german-movement", {PANZERS: "B1125", INFANTRY: "B1312"}, dump_moving=[STAVELOT])
    play(match, ("dump", STAVELOT))
    assert refused(match, "hex", "B1312") == "b8.3"
    assert refused(match, "hex", "B1212") == "b7.4"
    assert BESIDE in offered(match, "hex")


@pytest.mark.rule("battles", "16.57:e", "b8.1", "b8.3", "b7.2")
def test_a_dump_is_no_unit_and_is_taken_by_entering_its_hex() -> None:
    crowd = dict.fromkeys(("de-980-272", "de-981-272", "de-982-272"), BESIDE)
    match = counter("german-movement", {PANZERS: "B1125"} | crowd, dump_moving=[STAVELOT])
    play(match, ("dump", STAVELOT), ("hex", BESIDE))
    assert at(match) == BESIDE  # with three units
    s = state(match)
    assert s.zoc(GERMAN) == state(situation("german-movement", {PANZERS: "B1125"} | crowd)).zoc(GERMAN)
    combat = counter("allied-combat", {INFANTRY: BESIDE, FOUR: "B1011", PANZERS: "B0911"})
    assert offered(combat, "target") == ["B0911"]
    assert refused(combat, "target", STAVELOT) == "b9.1"
    taken = counter("allied-movement", {INFANTRY: BESIDE, PANZERS: "B1125"}, dump_moving=[STAVELOT])
    go(taken, INFANTRY, STAVELOT)
    assert counters_of(taken, ALLIED) == [STAVELOT]
    assert points(taken) == 10
    assert state(taken).dump_moving == 1 << DUMP


@pytest.mark.rule("battles", "16.57")
def test_each_side_moves_the_dumps_that_it_holds() -> None:
    units = {PANZERS: "B1125", INFANTRY: "B2010"}
    mine = counter("allied-movement", units, german=False, dump_moving=[STAVELOT])
    assert offered(mine, "dump") == [STAVELOT]
    theirs = counter("allied-movement", units, german=True, dump_moving=[STAVELOT])
    assert refused(theirs, "dump", STAVELOT) == "16.57"
    modes = counter("allied-artillery", units | {"us-2-divarty": "B1413"}, german=True)
    assert refused(modes, "dump", STAVELOT) == "16.57"


@pytest.mark.rule("battles", "16.57")
def test_a_change_goes_on_in_other_hands() -> None:
    units = {PANZERS: "B1125", INFANTRY: STAVELOT, "us-2-divarty": "B1413"}
    match = counter("allied-artillery", units, german=False, dump_changing=[STAVELOT])
    s = state(match)
    assert (s.dump_changing, s.dump_moving) == (0, 1 << DUMP)
    theirs = counter("allied-artillery", units | {INFANTRY: "B1413"}, german=True, dump_changing=[STAVELOT])
    assert state(theirs).dump_changing == 1 << DUMP  # it is complete in the segment of the side that holds it


@pytest.mark.rule("battles", "16.57")
def test_a_dump_that_is_unloaded_does_not_move() -> None:
    units = {PANZERS: "B1125", INFANTRY: "B2010"}
    match = counter("german-movement", units, dump_moving=[STAVELOT], dump_changing=[STAVELOT])
    assert refused(match, "dump", STAVELOT) == "16.57"


@pytest.mark.rule("battles", "16.57:f")
def test_a_dump_does_not_march() -> None:
    match = counter("german-movement", {PANZERS: "B1125"}, dump_moving=[STAVELOT])
    play(match, ("dump", STAVELOT))
    assert set(match.decision.choices) == {"hex"}
    assert refused(match, "march", "B1312")


@pytest.mark.rule("battles", "16.57")
def test_without_the_option_nothing_moves() -> None:
    match = captured("german-movement", {PANZERS: "B1125"}, dump_moving=[STAVELOT])
    assert refused(match, "dump", STAVELOT) == "16.57"
