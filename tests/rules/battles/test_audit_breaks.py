"""Rules that could be broken without any other test failing: each test here fails if its rule is broken."""

from __future__ import annotations

import pytest

from ardennes.games.battles import facts, movement
from ardennes.games.battles.facts import UNIT_NAMES, hex_at
from tests.rules.battles import fights
from tests.rules.battles.fights import ARENA, battle, choices, fight, go, guns, plan, squad, step
from tests.rules.battles.table import asked, play, situation, state, where

UNIT = UNIT_NAMES.index
PZ, FUS = "de-1-ss-pz", "de-27-fus-12"
TANKS, INFANTRY = "us-ccb-7-armd", "us-9-2"
E, W = step(ARENA, "E"), step(ARENA, "W")


@pytest.mark.rule("battles", "b17.4")
def test_a_zone_elsewhere_does_not_make_an_exit_dearer() -> None:
    s = state(situation("german-movement", {PZ: "B0701", FUS: "B1125", INFANTRY: "B2010"}))
    assert s.zoc(facts.ALLIED) >> hex_at("B0701")  # some zone beyond it
    assert movement.exits_of(s, UNIT[PZ])[hex_at("B0701")] == 1


@pytest.mark.rule("battles", "b9.65:a")
def test_a_mixed_stack_that_finds_no_room_goes_on_together() -> None:
    (tank,), (foot,) = squad("allied", 5, mech=True), squad("allied", 2)
    two, three = W, step(W, "W")
    crowd = [u for u in squad("allied", 5, 5, 4, 4) if u not in (foot, tank)][:2]
    (one,) = squad("german", 8, mech=True)
    match = battle(fights.GERMAN, {one: E, tank: ARENA, foot: ARENA} | dict.fromkeys(crowd, two))
    fight(match, ARENA, [one], "R1")
    match.play("hex", two)  # four units there: the stack goes on
    assert asked(match) == ("allied", "Retreat")
    match.play("hex", three)
    assert where(match, tank) == where(match, foot) == three


@pytest.mark.rule("battles", "b9.3:a", "b10.13:b")
def test_three_guns_that_are_needed_together_can_be_chosen_one_by_one() -> None:
    three, defenders = guns("german", 2, 2, 2), squad("allied", 5, 5, 5)
    match = battle(fights.GERMAN, dict.fromkeys(three, E) | dict.fromkeys(defenders, ARENA), battery=three)
    match.play("target", ARENA)  # 6 to 15 with all three, less than 1-3 with two
    assert choices(match, "gun") == set(three)
    play(match, ("gun", three[0]))
    assert choices(match, "gun") == set(three[1:]) and "attack" not in match.decision.choices
    play(match, ("gun", three[1]), ("gun", three[2]))
    assert "attack" in match.decision.choices


@pytest.mark.rule("battles", "b15.2:a")
def test_a_unit_that_cannot_pay_for_the_column_before_it_waits() -> None:
    unit, gate = FUS, "B0828"
    before = squad("german", 6, 5, 4, 4, mech=True)
    near = next(h for h in fights.ring(gate) if h[3:] == "27")  # engineers there: no march, and no zone of control
    places = dict.fromkeys(before[:2], "B1125") | dict.fromkeys(before[2:], "B1128")
    units = places | {unit: "due", "us-202-eng": near}
    s = state(situation("german-movement", units, due={unit: 3}, entry={unit: gate}))
    assert movement.can_move(s, UNIT[unit])
    for entered, able in ((3, True), (4, False)):  # 1 MP and 1 for each unit of the column, of 3 + 1 MPs
        for u in before[:entered]:
            s.moved |= 1 << UNIT[u]
            s.gates[UNIT[u]] = hex_at(gate)
        assert movement.can_move(s, UNIT[unit]) == able


@pytest.mark.rule("battles", "16.46:d")
def test_only_the_hex_of_a_secondary_target_asks_for_a_die() -> None:
    options = {"greif": "on", "greif_secondary_targets": "on"}
    match = situation("allied-movement", {TANKS: "B1511"}, options=options, secondary=["B2313"])
    assert hex_at("B2313") > hex_at("B1512")
    go(match, TANKS, "B1411")
    assert where(match, TANKS) == "B1411"
    assert state(match).secondary == 1 << hex_at("B2313")


@pytest.mark.rule("battles", "b9.2")
def test_all_adds_every_ground_unit_that_can_join() -> None:
    pair, (target,) = squad("german", 4, 4), squad("allied", 4)
    match = plan(battle(fights.GERMAN, dict.fromkeys(pair, E) | {target: ARENA}), ARENA, [])
    play(match, "all")
    assert set(UNIT_NAMES.list_of(state(match).attackers)) == set(pair)


@pytest.mark.rule("battles", "11.7:c")
def test_a_formation_of_last_turn_is_named_after_the_only_other_one() -> None:
    units = {"de-1-ss-pz": "B1125", "de-12-ss-pz": "B1325", "de-9-ss-pz": "B0828"}
    frames = [{"frame": "GameTurn", "step": 5}, {"frame": "SupplyPhase", "stage": 2}, {"frame": "Shortage", "left": 0}]
    match = play(situation("", units, turn=9, frames=frames, named=["1 SS", "12 SS"]), ("die", 5))
    play(match, ("formation", "9 SS"))  # two are short, and there is only one that was not short last turn
    assert choices(match, "formation") == {"1 SS", "12 SS"}
    play(match, ("formation", "12 SS"))
    assert set(facts.FORMATIONS.list_of(state(match).short)) == {"9 SS", "12 SS"}


@pytest.mark.rule("battles", "b13.1")
def test_a_unit_that_digs_and_runs_out_of_supply_loses_its_work() -> None:
    units = {FUS: "B0110", INFANTRY: "B2010", PZ: "B1125"}
    for cut_off in ([], [FUS]):
        s = state(situation("german-building", units, digging=[FUS], unsupplied=cut_off))
        assert bool(s.forts) is not bool(cut_off)
        assert not s.digging


@pytest.mark.rule("battles", "b10.1", "b10.3")
def test_artillery_that_changes_its_mode_gives_no_fpf() -> None:
    (one,), (target,), helpers = squad("german", 5), squad("allied", 5), guns("allied", 5, 4)
    units = {one: E, target: ARENA} | dict.fromkeys(helpers, W)
    match = battle(fights.GERMAN, units, battery=helpers, changing=helpers[:1])
    plan(match, ARENA, [one])
    play(match, "attack")
    assert asked(match) == ("allied", "FinalFire")
    assert choices(match, "gun") == set(helpers[1:])
