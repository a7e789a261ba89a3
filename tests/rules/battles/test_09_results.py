"""b9.5 to b9.73: losses, retreats, holding on, advance."""

from __future__ import annotations

import pytest

import ardennes
from ardennes.games import guest
from ardennes.games.battles import GAME
from ardennes.games.battles.advance import followers
from ardennes.games.battles.facts import BOARD, HEAVY, ROAD, UNIT_NAMES, hex_at
from tests.rules.battles.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    battle,
    choices,
    declare,
    engineer,
    fight,
    guns,
    ring,
    roll,
    squad,
    step,
    strengths,
    totals,
)
from tests.rules.battles.table import asked, offered, play, refused, situation, state, where

E, W, NE, NW, SE, SW = (step(ARENA, point) for point in ("E", "W", "NE", "NW", "SE", "SW"))
NORTH, SOUTH, FAR_WEST = step(NW, "NW"), step(SW, "SW"), step(W, "W", "W")
"""Enemy units here close the hexes NW and SW of the arena, and (FAR_WEST) the way on from W."""
TOWN = "B1609"
OUR_WEST, OUR_EAST, BRIDGE = "D1815", "D1816", "D1815-D1816"


# --- losses (b9.5) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.5:a")
def test_combat_units_lose_before_engineers() -> None:
    one, two = squad("german", 8, 5, mech=True)
    (target,), sappers = squad("allied", 5), engineer("allied")
    match = battle(GERMAN, {one: E, two: E, target: ARENA, sappers: ARENA})
    fight(match, ARENA, [one, two], "D1 R2")
    assert strengths(match)[target] == 3  # nobody was asked
    assert asked(match) == ("allied", "Retreat")
    assert strengths(match)[sappers] == 1


@pytest.mark.rule("battles", "b9.5:b", "b3.1:c")
def test_nobody_loses_a_second_step_before_all_have_lost_one() -> None:
    attackers = squad("german", 8, 7, 6, mech=True)
    pair = squad("allied", 2, 2)
    match = battle(GERMAN, dict.fromkeys(attackers, E) | dict.fromkeys(pair, ARENA))
    fight(match, ARENA, attackers, "D2 R3")
    assert [strengths(match)[unit] for unit in pair] == [1, 1]


@pytest.mark.rule("battles", "b9.5", "b3.1:ab")
def test_the_owner_chooses_and_then_those_who_have_not_lost_a_step() -> None:
    attackers = squad("german", 4, 4, 4)
    (target,) = squad("allied", 6)
    places = dict(zip(attackers, (E, E, W), strict=True))
    # A2 on three regiments: each choice excludes the unit that has lost
    match = battle(GERMAN, places | {target: ARENA}, lost={attackers[0]: 1, attackers[1]: 1}, forts=[ARENA])
    match.play("target", ARENA)
    play(match, ("join", attackers[0]), ("join", attackers[1]), "attack")
    roll(match, "A2 AR")  # 4 to 6 is 1-2, the position makes it 1-3
    assert [where(match, unit) for unit in attackers] == ["eliminated", "eliminated", W]
    match = battle(GERMAN, places | {target: ARENA}, forts=[ARENA])
    play(match, ("target", ARENA), "all", "attack")
    roll(match, "A1 AR")
    assert choices(match, "lose") == set(attackers)
    match.play("lose", attackers[2])
    assert strengths(match)[attackers[2]] == 2


@pytest.mark.rule("battles", "b9.5")
def test_a_second_step_of_one_unit_is_refused_while_others_are_whole() -> None:
    attackers = squad("german", 8, 7, 6, mech=True)
    three = squad("allied", 2, 2, 2)
    match = battle(GERMAN, dict.fromkeys(attackers, E) | dict.fromkeys(three, ARENA))
    fight(match, ARENA, attackers, "D1 R3")
    match.play("lose", three[0])
    while asked(match)[1] == "Retreat":
        match.play("hex", offered(match, "hex")[0])
    assert [strengths(match)[unit] for unit in three] == [1, 2, 2]
    # the same rule for a step that a retreat costs: three units, D1, then a hex that cannot be made
    around = dict(zip(squad("german", 4, 4, 4, 4, 4), (W, NW, SW, NE, SE), strict=True))
    match = battle(GERMAN, dict.fromkeys(attackers, E) | dict.fromkeys(three, ARENA) | around)
    fight(match, ARENA, attackers, "D1 R3")
    match.play("lose", three[0])
    # three more steps: the two whole units lose one each without a question, then the owner chooses the last
    assert [strengths(match)[unit] for unit in three] == [1, 1, 1]
    assert choices(match, "lose") == set(three)
    match.play("lose", three[1])
    assert where(match, three[1]) == "eliminated"


# --- retreats (b9.61 to b9.63) ----------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.61:a")
def test_a_retreat_of_three_ends_three_hexes_away() -> None:
    one, two = squad("german", 8, 7, mech=True)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, {one: E, two: E, target: ARENA})
    fight(match, ARENA, [one, two], "D1 R3")
    assert choices(match, "hex") == {W, NW, SW}  # the others are in the attackers' zone
    assert refused(match, "hex", NE) == "b9.62"
    assert refused(match, "hex", step(W, "W")) == "b9.61"
    match.play("hex", W)
    assert refused(match, "hex", NW) == "b9.61"  # no farther
    match.play("hex", step(W, "NW"))
    match.play("hex", step(W, "NW", "NW"))
    assert BOARD.distance(hex_at(where(match, target)), hex_at(ARENA)) == 3


@pytest.mark.rule("battles", "b9.61:b")
def test_a_hex_next_to_an_enemy_is_refused_while_there_is_another() -> None:
    (one,), pioneers = squad("german", 5), engineer("german")
    (target,) = squad("allied", 5)
    match = battle(GERMAN, {one: E, pioneers: step(W, "W"), target: ARENA})  # an engineer has no zone
    fight(match, ARENA, [one], "R1")
    assert refused(match, "hex", W) == "b9.61"
    assert choices(match, "hex") == {NW, SW}


@pytest.mark.rule("battles", "b9.61")
def test_a_stack_splits_where_some_cannot_follow() -> None:
    (foot,), (tanks,) = squad("german", 4), squad("german", 4, mech=True)
    attackers = squad("allied", 7, 7, 6, mech=True)
    guard = squad("allied", 6)[0]
    places = {foot: OUR_WEST, tanks: OUR_WEST, attackers[0]: "D1814", attackers[1]: "D1814", attackers[2]: "D1715"}
    match = battle(ALLIED, places | {guard: "D2015"}, blown=[BRIDGE])
    fight(match, OUR_WEST, attackers, "R1")
    assert where(match, foot) == OUR_EAST and strengths(match)[foot] == 2  # over the river for a step
    assert where(match, tanks) == OUR_WEST and strengths(match)[tanks] == 2  # it cannot cross: a step, and it stays


@pytest.mark.rule("battles", "b9.62:a")
def test_foot_units_retreat_over_a_river_for_a_step() -> None:
    (foot,), attackers = squad("german", 5), squad("allied", 6, 6)
    guard = squad("allied", 5)[0]
    places = {foot: OUR_WEST, attackers[0]: "D1814", attackers[1]: "D1715", guard: "D2015"}
    match = battle(ALLIED, places, blown=[BRIDGE])
    fight(match, OUR_WEST, attackers, "R1")
    assert where(match, foot) == OUR_EAST
    assert strengths(match)[foot] == 3
    match = battle(ALLIED, places)
    fight(match, OUR_WEST, attackers, "R1")
    assert strengths(match)[foot] == 5  # over the bridge it costs nothing


@pytest.mark.rule("battles", "b7.5:b", "b9.62")
def test_a_friend_opens_a_hex_in_an_enemy_zone() -> None:
    (one,) = squad("german", 5)
    target, friend = squad("allied", 5, 4)
    match = battle(GERMAN, {one: E, target: ARENA, friend: NE})
    fight(match, ARENA, [one], "R1")
    assert refused(match, "hex", SE) == "b9.62"
    assert refused(match, "hex", NE) == "b9.61"  # open, but next to the enemy
    closers = squad("german", 4, 4, 4)
    match = battle(
        GERMAN, {one: E, target: ARENA, friend: NE} | dict(zip(closers, (NORTH, SOUTH, step(W, "W")), strict=True))
    )
    fight(match, ARENA, [one], "R1")
    assert where(match, target) == NE  # the only way


@pytest.mark.rule("battles", "b9.63:a")
def test_a_surrounded_unit_of_two_steps_does_not_survive_r2() -> None:
    units = squad("german", 3, 3, 3, 3, 3, 3)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, dict(zip(units, ring(ARENA), strict=True)) | {target: ARENA})
    fight(match, ARENA, units[:4], "R2")
    assert where(match, target) == "eliminated"


@pytest.mark.rule("battles", "b9.63:b")
def test_each_hex_that_cannot_be_made_costs_a_step() -> None:
    one, two = squad("german", 8, 7, mech=True)
    closers = squad("german", 4, 4, 4)
    pair = squad("allied", 2, 3)
    places = {one: E, two: E} | dict(zip(closers, (NORTH, SOUTH, FAR_WEST), strict=True))
    match = battle(GERMAN, places | dict.fromkeys(pair, ARENA))
    fight(match, ARENA, [one, two], "D1 R3")
    match.play("lose", pair[0])
    # the retreat makes one hex (W) and no more: two steps, one from the unit that is still whole, one chosen
    assert {where(match, unit) for unit in pair} == {W}
    assert choices(match, "lose") == set(pair)
    match.play("lose", pair[0])
    assert where(match, pair[0]) == "eliminated"
    assert strengths(match)[pair[1]] == 2


# --- attackers retreat (b9.61) ----------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.61", "9.4")
def test_attackers_retreat_one_hex_and_not_nearer() -> None:
    (one,), (target,) = squad("german", 5), squad("allied", 5)
    match = battle(GERMAN, {one: E, target: ARENA})
    fight(match, ARENA, [one], "A1 AR")
    assert asked(match) == ("german", "Retreat")
    assert refused(match, "hex", NE) == "b9.62"  # as far from the target as before, but in its zone
    assert refused(match, "hex", ARENA) == "b9.61"
    assert choices(match, "hex") == {step(E, "E"), step(E, "NE"), step(E, "SE")}
    match.play("hex", step(E, "E"))
    assert where(match, one) == step(E, "E")


@pytest.mark.rule("battles", "b9.63")
def test_attackers_who_cannot_retreat_lose_a_step_and_stay() -> None:
    one, two = squad("german", 5, 5)
    target, *others = squad("allied", 5, 4, 4)
    match = battle(
        GERMAN, {one: E, two: E, target: ARENA, others[0]: step(E, "NE", "E"), others[1]: step(E, "SE", "E")}
    )
    fight(match, ARENA, [one], "A1 AR")  # 5 loses a step, and has nowhere to go
    assert where(match, one) == "eliminated"
    assert where(match, two) == E  # it did not attack


# --- holding on, too many (b9.64, b9.65) -------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.64:a")
def test_a_stack_in_a_town_may_lose_a_step_instead_of_one_hex() -> None:
    attackers = squad("german", 8, 7, 6, mech=True)
    (target,) = squad("allied", 5)
    places = dict(zip(attackers, ring(TOWN), strict=False)) | {target: TOWN}
    match = fight(situation(GERMAN, places), TOWN, attackers, "R1")
    assert asked(match) == ("allied", "Hold")
    match.play("hold")
    assert where(match, target) == TOWN
    assert strengths(match)[target] == 3
    match = fight(situation(GERMAN, places), TOWN, attackers, "R1")
    match.play("retreat")
    while asked(match)[1] == "Retreat":
        match.play("hex", offered(match, "hex")[0])
    assert where(match, target) != TOWN and strengths(match)[target] == 5


@pytest.mark.rule("battles", "b9.64:b")
def test_holding_on_cancels_one_hex_of_several() -> None:
    attackers = squad("german", 8, 7, 6, mech=True)
    (target,) = squad("allied", 5)
    match = situation(GERMAN, dict.fromkeys(attackers, step(TOWN, "E")) | {target: TOWN})
    fight(match, TOWN, attackers, "R2")
    match.play("hold")
    match.play("hex", offered(match, "hex")[0])
    assert strengths(match)[target] == 3
    assert BOARD.distance(hex_at(where(match, target)), hex_at(TOWN)) == 1


@pytest.mark.rule("battles", "b9.64")
@pytest.mark.parametrize(("forts", "frame"), [([ARENA], "Hold"), ([], "Retreat")])
def test_a_fortified_position_can_be_held_and_open_ground_cannot(forts: list[str], frame: str) -> None:
    (one,), (target,) = squad("german", 8, mech=True), squad("allied", 4)
    match = battle(GERMAN, {one: E, target: ARENA}, forts=forts)
    fight(match, ARENA, [one], "R1")
    assert asked(match) == ("allied", frame)


@pytest.mark.rule("battles", "b9.65:a")
def test_a_retreat_that_would_overstack_goes_on() -> None:
    (one,), closers = squad("german", 5), squad("german", 4, 4)
    target, *friends = squad("allied", 5, 2, 2, 2)
    places = {one: E, target: ARENA} | dict.fromkeys(friends, W) | dict(zip(closers, (NORTH, SOUTH), strict=True))
    match = battle(GERMAN, places)
    fight(match, ARENA, [one], "R1")
    assert where(match, target) == step(W, "W")  # the only way on
    match = battle(GERMAN, places | {squad("german", 4, 4, 4)[2]: FAR_WEST})
    fight(match, ARENA, [one], "R1")  # no way on: one of the four goes
    assert asked(match) == ("allied", "Excess")
    assert choices(match, "lose") == {target, *friends}
    match.play("lose", friends[0])
    assert where(match, friends[0]) == "eliminated" and where(match, target) == W


# --- retreated units in later attacks (9.68) --------------------------------------------------------------------------


@pytest.mark.rule("battles", "9.68:a")
def test_a_retreated_unit_adds_nothing_and_shares_the_losses() -> None:
    strong = squad("german", 8, 6, 6, mech=True)
    five, four = squad("allied", 5, 4)
    frames = battle(GERMAN, {strong[0]: E, four: ARENA}).position()["frames"]  # in the middle of the phase
    match = battle(GERMAN, dict.fromkeys(strong, E) | {five: ARENA, four: ARENA}, frames=frames, joined=[five])
    declare(match, ARENA, strong)
    assert totals(match) == (20, 4)
    roll(match, "D2 R3")
    assert strengths(match)[five] == 3
    assert strengths(match)[four] == 2
    match.play("hex", W)
    assert where(match, five) == where(match, four) == W  # and it retreats along


@pytest.mark.rule("battles", "9.68:b")
def test_in_the_next_combat_phase_it_counts_again() -> None:
    (one,), (first,) = squad("german", 5), squad("german", 8, mech=True)
    five, four = squad("allied", 5, 4)
    match = battle(GERMAN, {one: E, first: step(W, "W"), five: ARENA, four: NW})
    fight(match, ARENA, [one], "R1")
    match.play("hex", NW)
    assert state(match).joined == 1 << UNIT_NAMES.index[five]
    play(match, "done", "done")
    assert not state(match).joined
    match = battle(GERMAN, {first: W, five: NW, four: NW}, joined=[five])  # a phase begins
    assert totals(declare(match, NW, [first]))[1] == 9


@pytest.mark.rule("battles", "9.68")
def test_units_that_retreat_into_an_empty_hex_defend_as_usual() -> None:
    first, second = squad("german", 5, 5)
    (five,) = squad("allied", 5)
    closers = squad("german", 4, 4)
    places = {first: E, second: step(W, "W"), five: ARENA} | dict(zip(closers, (NORTH, SOUTH), strict=True))
    match = battle(GERMAN, places | {squad("allied", 4)[0]: W})
    fight(match, ARENA, [first], "R1")
    match.play("done")  # no advance
    assert totals(declare(match, W, [second])) == (5, 4)  # it has joined somebody
    (gun,) = guns("german", 6)
    away, other = step(FAR_WEST, "W"), squad("allied", 5, 2)[1]  # so that the phase goes on
    match = battle(GERMAN, {gun: step(E, "E"), second: FAR_WEST, five: ARENA, other: away}, battery=[gun])
    declare(match, ARENA, [], [gun])
    roll(match, "R1")
    match.play("hex", NE)
    assert asked(match)[1] == "Combat" and not state(match).joined


# --- advance (b9.71 to b9.73) -----------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b9.71:ab")
def test_three_of_four_attackers_may_advance_and_nobody_has_to() -> None:
    units = squad("german", 4, 4, 4, 3)
    (target,) = squad("allied", 5)
    match = battle(GERMAN, dict(zip(units, (E, E, NE, SE), strict=True)) | {target: ARENA})
    fight(match, ARENA, units, "R1")
    assert where(match, target) == W  # the only way
    assert asked(match) == ("german", "Advance")
    assert offered(match, "done") == [None]
    for unit in units[:3]:
        play(match, ("advance", unit))
    assert asked(match)[1] != "Advance"  # no room for the fourth
    assert where(match, units[3]) == SE


@pytest.mark.rule("battles", "b9.71")
def test_attackers_that_retreated_do_not_advance() -> None:
    (one,), (other,) = squad("german", 5), squad("allied", 5)
    s = state(battle(GERMAN, {one: E, other: W}))
    s.target, s.attackers = hex_at(ARENA), 1 << UNIT_NAMES.index[one]  # nobody is there
    for outcome, may in (("A1 AR", 0), ("EX", s.attackers)):
        s.outcome = outcome
        assert followers(s, 0) == may


@pytest.mark.rule("battles", "b9.72:ab")
@pytest.mark.parametrize(("result", "most"), [("D1 R3", 3), ("D2 R4", 3), ("D1 R2", 2)])
def test_mechanized_units_advance_as_far_as_the_result_says_but_three_at_most(result: str, most: int) -> None:
    one, two = squad("german", 8, 7, mech=True)
    (foot,) = squad("german", 3)
    strength = {"D1 R3": 6, "D2 R4": 2, "D1 R2": 6}[result]
    targets = squad("allied", strength)
    if result == "D1 R2":
        targets = squad("allied", 6)
    match = battle(GERMAN, {one: E, two: E, foot: E, targets[0]: ARENA})
    fight(match, ARENA, [one, two, foot], result)
    while asked(match)[1] == "Retreat":
        match.play("hex", offered(match, "hex")[0])
    match.play("unit", one)
    far = {BOARD.distance(hex_at(p), hex_at(ARENA)) for p in offered(match, "hex")}
    assert max(far) == most - 1  # the attacked hex is the first
    match.play("hex", ARENA)
    assert offered(match, "advance") == [foot]  # one hex: nobody asks how far
    match.play("advance", foot)
    assert where(match, foot) == ARENA


@pytest.mark.rule("battles", "b9.72:c", "b3.1:b")
def test_an_exchange_that_eliminates_the_defender_lets_them_advance_one_hex() -> None:
    (tanks,), (target,) = squad("german", 2, mech=True), squad("allied", 1, mech=True)
    match = battle(GERMAN, {tanks: E, target: ARENA})
    fight(match, ARENA, [tanks], "EX")
    assert where(match, target) == "eliminated"
    match.play("advance", tanks)
    assert where(match, tanks) == ARENA


@pytest.mark.rule("battles", "b9.72")
def test_mechanized_units_stop_in_a_zone_from_the_second_hex_on() -> None:
    one, two = squad("german", 8, 7, mech=True)
    target, *others = squad("allied", 5, 4, 4)
    places = {one: E, two: E, target: ARENA} | dict(zip(others, (step(W, "W"), NORTH), strict=True))
    match = battle(GERMAN, places)
    fight(match, ARENA, [one, two], "D1 R3")
    while asked(match)[1] == "Retreat":
        match.play("hex", SW if SW in offered(match, "hex") else offered(match, "hex")[0])
    match.play("unit", one)
    assert {W, NW} <= choices(match, "hex")  # in the others' zones: it may enter and stops
    assert refused(match, "hex", step(W, "NW")) == "b9.72"  # only to be reached through them


@pytest.mark.rule("battles", "b9.72")
def test_mechanized_units_enter_heavy_woods_by_road_only_after_the_first_hex() -> None:
    one, two = squad("german", 8, 7, mech=True)
    (target,) = squad("allied", 3, mech=True)
    place = "B0704"
    woods = BOARD.neighbours(hex_at(place)) & HEAVY
    by_road = BOARD.spread(1 << hex_at(place), ROAD)
    assert woods & ~by_road
    match = situation(GERMAN, {one: "B0804", two: "B0804", target: place})
    fight(match, place, [one, two], "D1 R3")
    while asked(match)[1] == "Retreat":
        match.play("hex", offered(match, "hex")[0])
    match.play("unit", one)
    reached = sum(1 << hex_at(p) for p in offered(match, "hex"))
    assert not reached & woods & ~by_road & ~BOARD.spread(reached & ~woods, ROAD)


@pytest.mark.rule("battles", "b9.73:a")
def test_panzers_that_win_across_a_blown_bridge_stay_and_foot_units_follow() -> None:
    (tanks,), (foot,) = squad("german", 8, mech=True), squad("german", 5)
    (target,) = squad("allied", 2)
    match = battle(GERMAN, {tanks: OUR_EAST, foot: OUR_EAST, target: OUR_WEST}, blown=[BRIDGE])
    fight(match, OUR_WEST, [tanks, foot], "R1")
    match.play("hex", offered(match, "hex")[0])
    assert offered(match, "advance") == [foot]
    assert refused(match, "unit", tanks) == refused(match, "advance", tanks) == "b9.73"
    match = battle(GERMAN, {tanks: OUR_EAST, foot: OUR_EAST, target: OUR_WEST})
    fight(match, OUR_WEST, [tanks, foot], "R1")
    match.play("hex", offered(match, "hex")[0])
    assert choices(match, "advance") == {foot, tanks}  # over the bridge


@pytest.mark.rule("battles", "b9.72")
def test_whoever_can_advance_to_one_hex_only_goes_there_and_the_others_choose() -> None:
    one, two = squad("german", 8, 7, mech=True)
    (foot,) = squad("german", 3)
    (target,) = squad("allied", 6)
    match = battle(GERMAN, {one: E, two: E, foot: E, target: ARENA})
    fight(match, ARENA, [one, two, foot], "D1 R3")
    while asked(match)[1] == "Retreat":
        match.play("hex", offered(match, "hex")[0])
    assert (choices(match, "advance"), choices(match, "unit")) == ({foot}, {one, two})
    assert refused(match, "unit", foot) == refused(match, "advance", one) == "b9.72"
    assert "advance" not in match.view("german")["decision"]["picks"]  # it moves at once
    match.play("advance", foot)
    assert where(match, foot) == ARENA
    assert asked(match) == ("german", "Advance") and offered(match, "advance") == []


@pytest.mark.rule("battles", "b9.71", "b17.2", "16.52")
def test_an_advance_takes_control_of_the_place_and_a_retreat_counts_too() -> None:
    attackers = squad("german", 8, 7, 6, mech=True)
    (target,) = squad("allied", 5)
    match = situation(GERMAN, dict.fromkeys(attackers, step(TOWN, "E")) | {target: TOWN})
    fight(match, TOWN, attackers, "R2")
    match.play("retreat")
    while asked(match)[1] == "Retreat":
        match.play("hex", offered(match, "hex")[0])
    assert not state(match).held >> hex_at(TOWN) & 1
    play(match, ("unit", attackers[0]), ("hex", TOWN))
    assert state(match).held >> hex_at(TOWN) & 1


@pytest.mark.rule("battles", "b13.1:b", "b6.4")
def test_a_retreat_ends_march_mode_and_a_fortified_position() -> None:
    (one,), (target,) = squad("german", 8, mech=True), squad("allied", 6)
    match = battle(GERMAN, {one: E, target: ARENA}, marching=[target], forts=[ARENA])
    fight(match, ARENA, [one], "R1")
    match.play("retreat")
    match.play("hex", offered(match, "hex")[0])
    assert not state(match).marching
    assert not state(match).forts >> hex_at(ARENA) & 1


@pytest.mark.rule("battles", "b9.64")
def test_attackers_in_a_town_may_hold_on_too() -> None:
    pair, (target,) = squad("german", 5, 4), squad("allied", 6)
    match = situation(GERMAN, dict.fromkeys(pair, TOWN) | {target: step(TOWN, "W")})
    fight(match, step(TOWN, "W"), pair, "A1 AR")
    match.play("lose", pair[0])
    assert asked(match) == ("german", "Hold")
    match.play("hold")
    assert [strengths(match)[unit] for unit in pair] == [3, 2]  # the extra step is the other's
    assert where(match, pair[0]) == where(match, pair[1]) == TOWN


@pytest.mark.rule("battles", "b9.64")
def test_nobody_holds_on_with_the_last_step() -> None:
    attackers = squad("german", 8, 7, mech=True)
    (target,) = squad("allied", 5)
    match = situation(GERMAN, dict.fromkeys(attackers, step(TOWN, "E")) | {target: TOWN}, lost={target: 1})
    fight(match, TOWN, attackers, "R1")
    assert asked(match) == ("allied", "Retreat")


@pytest.mark.rule("battles", "b6.5")
def test_fatigue_ends_with_the_combat_phase_of_the_next_player_turn() -> None:
    tired, rested = squad("german", 5, 5)
    enemy = squad("allied", 5)[0]
    options = {"forced_march": "on"}
    match = battle(
        GERMAN, {tired: W, rested: E, enemy: ARENA}, options=options, fatigued=[tired, rested], resting=[rested]
    )
    while asked(match) != ("allied", "Movement"):
        match.play("done")
    assert state(match).fatigued == 1 << UNIT_NAMES.index[tired]


@pytest.mark.rule("battles", "b17.2", "b9.61")
def test_a_retreat_takes_control_of_the_places_on_its_way() -> None:
    place = "D1006"  # Martelange has a value
    here = step(place, "E")
    (foot,), pair = squad("german", 5), squad("allied", 6, 6)
    match = battle(ALLIED, dict.fromkeys(pair, step(here, "E")) | {foot: here})
    assert not state(match).held >> hex_at(place) & 1
    fight(match, here, pair, "R1")
    match.play("hex", place)
    assert state(match).held >> hex_at(place) & 1


@pytest.mark.rule("battles", "b9.61")
def test_attackers_of_several_hexes_retreat_hex_by_hex_and_the_position_can_be_saved() -> None:
    first, second = squad("german", 4, 4)
    (target,) = squad("allied", 6)
    match = battle(GERMAN, {first: E, second: W, target: ARENA})
    fight(match, ARENA, [first, second], "A1 AR")
    match.play("lose", first)
    assert asked(match) == ("german", "Retreat")
    saved = match.position()
    with guest(GAME):
        assert ardennes.load_position(saved).state.digest() == match.state.digest()
    match.play("hex", offered(match, "hex")[0])
    match.play("hex", offered(match, "hex")[0])
    assert {BOARD.distance(hex_at(where(match, unit)), hex_at(ARENA)) for unit in (first, second)} == {2}
