"""Cases in which the game and the second model differed, or that a second reading of the rules brought up."""

from __future__ import annotations

import pytest

from ardennes.games.battles import facts, greif, movement, strength, supply
from ardennes.games.battles.advance import destinations, reached
from ardennes.games.battles.facts import BOARD, ENGINEERS, GERMAN, OF_SIDE, UNIT_NAMES, hex_at
from tests.rules.battles import fights
from tests.rules.battles.fights import ARENA, battle, choices, fight, guns, ring, squad, step
from tests.rules.battles.table import asked, offered, play, refused, situation, state, where

UNIT = facts.UNIT_NAMES.index
PZ, FUS = "de-1-ss-pz", "de-27-fus-12"
TANKS = "us-ccb-7-armd"
GREIF = {"greif": "on"}
E, W = step(ARENA, "E"), step(ARENA, "W")


@pytest.mark.rule("battles", "b7.4:d")
def test_the_direct_step_between_zones_is_taken_where_a_longer_way_leads_there_too() -> None:
    (foot,), (enemy,) = squad("german", 4), squad("allied", 4)
    match = battle("german-movement", {foot: E, enemy: ARENA})
    to = step(ARENA, "NE")
    trip = movement.trip(state(match), UNIT[foot])
    assert trip.found is not None and trip.found.cost(hex_at(to)) == 3  # out of the zone and back
    assert trip.cost(hex_at(to)) == 2
    assert trip.way(hex_at(to)) == (hex_at(to),)
    assert trip.before()[hex_at(to)] == hex_at(E)


@pytest.mark.rule("battles", "16.41:l")
def test_a_unit_marches_out_of_a_discovered_target() -> None:
    match = situation("allied-movement", {TANKS: "B1512"}, options=GREIF, found=["B1512"])
    play(match, ("unit", TANKS))
    assert "B1411" in offered(match, "march")
    play(match, ("march", "B1411"))
    assert where(match, TANKS) == "B1411"


@pytest.mark.rule("battles", "16.41:f")
def test_a_column_that_begins_in_a_hidden_target_is_not_stopped() -> None:
    match = situation("allied-movement", {TANKS: "B1512"}, options=GREIF, targets=["B1512"])
    play(match, ("unit", TANKS), ("march", "B1411"))
    assert where(match, TANKS) == "B1411"
    assert not state(match).found


@pytest.mark.rule("battles", "16.42:g", "b11.2")
def test_a_unit_on_a_supply_hex_with_commandos_is_in_supply() -> None:
    source, behind = "B2201", "B2202"
    assert state(situation("supply", {TANKS: source})).sources(facts.ALLIED) >> hex_at(source) & 1
    others = {
        name: hex_at(name) for name in facts.HEX_NAMES.list_of(state(situation("supply", {})).sources(facts.ALLIED))
    }
    found = sorted({source, *others})
    s = state(situation("allied-movement", {TANKS: source, "us-cca-7-armd": behind}, options=GREIF, found=found))
    supply.judge(s)
    assert s.supplied(UNIT[TANKS])
    assert not s.supplied(UNIT["us-cca-7-armd"])  # every way leads through a closed hex
    assert supply.path(s, UNIT[TANKS]) == [hex_at(source)]


@pytest.mark.rule("battles", "16.47:f")
def test_commandos_use_the_bridges_of_their_scenario() -> None:
    options = GREIF | {"greif_infiltration_time": "on"}
    s = state(situation("allied-movement", {TANKS: "B1512"}, scenario="22_december", turn=13, options=options))
    first = movement.plain_costs(hex_at("B1125"), s.window, True, facts.BLOWN_AT_START)
    down = {facts.bridge_at(name) for name in s.plan["blown"]}
    up = {facts.bridge_at(name) for name in s.plan["intact"]}
    blown = sum(
        1 << b for b in range(len(facts.BRIDGES)) if (facts.BLOWN_AT_START >> b & 1 or b in down) and b not in up
    )
    now = movement.plain_costs(hex_at("B1125"), s.window, True, blown)
    changed = [p for p in range(len(first)) if -(-first[p] // 8) != -(-now[p] // 8) and now[p] >= 0]
    assert changed
    assert all(greif.delay(s, p) == -(-now[p] // 8) for p in changed)


@pytest.mark.rule("battles", "b10.4:d", "b9.64")
def test_a_battery_is_lost_with_the_last_unit_that_held_on() -> None:
    (gun,), (foot,), (one,) = guns("allied", 5, fpf=3), squad("allied", 2), squad("german", 8, mech=True)
    units = {one: E, gun: ARENA, foot: ARENA}
    match = battle(fights.GERMAN, units, battery=[gun], lost={foot: 1}, forts=[ARENA])
    fight(match, ARENA, [one], "R2")
    assert asked(match) == ("allied", "Hold")
    match.play("hold")
    assert where(match, foot) == where(match, gun) == "eliminated"


@pytest.mark.rule("battles", "b10.4:d", "b9.64")
def test_a_battery_stays_if_holding_on_ends_the_retreat() -> None:
    (gun,), (foot,), (one,) = guns("allied", 5, fpf=3), squad("allied", 2), squad("german", 8, mech=True)
    units = {one: E, gun: ARENA, foot: ARENA}
    match = battle(fights.GERMAN, units, battery=[gun], lost={foot: 1}, forts=[ARENA])
    fight(match, ARENA, [one], "R1")
    match.play("hold")
    assert (where(match, foot), where(match, gun)) == ("eliminated", ARENA)


@pytest.mark.rule("battles", "b15.7:b")
def test_combat_command_a_with_only_western_hexes_left_stays() -> None:
    unit, here = "us-cca-3-armd", "B1510"
    east = [h for h in ring(here) if int(h[3:]) > 9]
    enemies = UNIT_NAMES.list_of(ENGINEERS & OF_SIDE[GERMAN])
    match = situation("allied-movement", {unit: here, TANKS: "B2213"} | dict(zip(enemies, east, strict=False)), turn=8)
    assert offered(match, "unit") == [TANKS]
    assert refused(match, "unit", unit) == "b5.1"


@pytest.mark.rule("battles", "b6.5:c")
def test_a_fatigued_unit_does_not_force_a_march_again() -> None:
    match = play(
        situation("german-movement", {FUS: "B0110"}, options={"forced_march": "on"}, fatigued=[FUS]), ("unit", FUS)
    )
    assert not offered(match, "force")
    assert refused(match, "force", "B0113") == "b6.5"


@pytest.mark.rule("battles", "b6.5:d")
def test_a_reinforcement_does_not_force_a_march() -> None:
    match = situation(
        "german-movement",
        {PZ: "due", FUS: "B0110"},
        options={"forced_march": "on"},
        due={PZ: 3},
        entry={PZ: "B0828"},
    )
    play(match, ("unit", PZ))
    assert offered(match, "hex") and not offered(match, "force")
    assert refused(match, "force", "B0824") == "b6.5"


@pytest.mark.rule("battles", "b9.33:c")
def test_shifts_to_the_left_are_limited_before_the_one_to_the_right() -> None:
    heavy = next(
        h for h in facts.HEX_NAMES.list_of(facts.HEAVY & ~facts.WESTWALL) if h.startswith("D") and len(ring(h)) == 6
    )
    (one,), (target,) = squad("german", 3), squad("allied", 5)
    dry = next(h for h in ring(heavy) if not BOARD.spread(1 << hex_at(h), facts.RIVER) >> hex_at(heavy) & 1)
    match = battle(fights.GERMAN, {one: dry, target: heavy}, turn=1)
    fights.plan(match, heavy, [one])
    assert [facts.COLUMNS[c] for c, _ in strength.columns(state(match))[0]] == ["1-2"]
    assert fights.column(match) == "1-2"


@pytest.mark.rule("battles", "b9.72:d")
def test_an_advance_does_not_lead_back_through_the_hex_of_the_attacker() -> None:
    (one,), (target,) = squad("german", 8, mech=True), squad("allied", 2)
    match = battle(fights.GERMAN, {one: E, target: ARENA})
    fight(match, ARENA, [one], "D1 R3")
    while asked(match)[1] != "Advance":
        match.play(*next((v, a[0]) for v, a in match.decision.choices.items()))
    s = state(match)
    assert hex_at(E) not in reached(s, UNIT[one])
    assert not destinations(s, UNIT[one]) >> hex_at(E) & 1
    behind = step(E, "E")  # three hexes: there, back, and one more
    assert not destinations(s, UNIT[one]) >> hex_at(behind) & 1
    assert choices(play(match, ("unit", one)), "hex") >= {ARENA, W}


@pytest.mark.rule("battles", "b17.4:c")
def test_nobody_leaves_the_map_in_march_mode_or_on_the_turn_of_entry() -> None:
    road = movement.trip(state(situation("german-movement", {PZ: "B0205"})), UNIT[PZ], movement.MARCH)
    assert road.budget - road.cost(hex_at("B0701")) >= 1
    marching = play(situation("german-movement", {PZ: "B0205", FUS: "B1125"}), ("unit", PZ))
    assert "B0701" in offered(marching, "march") and not offered(marching, "exit")
    units = {PZ: "due", FUS: "B1125"}
    entering = situation("german-movement", units, due={PZ: 3}, entry={PZ: "B0701"})
    play(entering, ("unit", PZ))
    assert refused(entering, "exit", "B0701") == "b17.4"


@pytest.mark.rule("battles", "b15.3:b")
def test_of_two_equally_near_entry_hexes_the_lower_number_counts() -> None:
    unit, gate = "us-80-divarty", "D0116"
    names = facts.HEX_NAMES.list_of(facts.ENTRIES[facts.ALLIED])
    assert {"D0115", "D0117"} <= set(names) and gate not in names
    match = situation(
        "allied-movement",
        {unit: "due", "de-26-eng": gate, TANKS: "D0601"},
        scenario="clervaux",
        turn=11,
        due={unit: 10},
        entry={unit: gate},
    )
    # engineers have no zone of control, so both neighbours are free
    assert movement.entry_of(state(match), UNIT[unit]) == (hex_at("D0115"), True)
