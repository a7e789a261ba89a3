"""9.6N: advance after combat."""

from __future__ import annotations

import pytest

from ardennes import Match
from ardennes.games.ardennes_offensive.facts import BOARD, BRITISH_WEST, MEUSE, UNIT_NAMES
from tests.rules.ardennes_offensive.fights import (
    ALLIED,
    ARENA,
    GERMAN,
    HEXES,
    begin,
    fight,
    finish,
    is_live,
    is_town,
    is_wall,
    names,
    number,
    plan,
    ring,
    ring_live,
    side,
    squad,
    step,
)
from tests.rules.ardennes_offensive.table import offered, refused, situation, where

E, NE, SE, W = (step(ARENA, point) for point in ("E", "NE", "SE", "W"))
TOWN = "1411"


def led(match: Match) -> None:
    """Let every retreat happen."""
    while match.decision.cases[0] == "10.2":
        verb = "unit" if "unit" in match.decision.choices else "hex"
        match.play(verb, offered(match, verb)[0])


@pytest.mark.rule("ardennes_offensive", "9.6N:ab")
def test_one_mechanized_attacker_advances_and_no_infantry() -> None:
    tank, other = squad("german", 9, 7, mech=True)
    (foot,) = squad("german", 2, mech=False)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, {tank: E, other: E, foot: NE, one: ARENA})
    fight(match, ARENA, [tank, other, foot], "Dr1")
    led(match)
    assert match.decision.cases == ("9.6N",)
    assert set(offered(match, "unit")) == {tank, other}
    assert refused(match, "unit", foot) == "9.6N"
    match.play("unit", tank)
    assert where(match, tank) == ARENA
    assert match.decision.cases != ("9.6N",)  # one unit only
    assert where(match, other) == E


@pytest.mark.rule("ardennes_offensive", "9.6N:a")
def test_nobody_is_asked_if_only_infantry_attacked() -> None:
    foot = squad("german", 4, 3, 3, mech=False)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, dict.fromkeys(foot, E) | {one: ARENA})
    fight(match, ARENA, foot, "Dr1")
    led(match)
    assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)
    assert [where(match, unit) for unit in foot] == [E] * 3


@pytest.mark.rule("ardennes_offensive", "9.6N:c")
@pytest.mark.parametrize("result", ["De", "Ex", "Dr1"])
def test_a_hex_cleared_by_losses_counts_as_cleared(result: str) -> None:
    tanks = squad("german", 9, 7, 7, mech=True)
    guards = squad("german", 2, 2, mech=False)
    (one,) = squad("allied", 1)
    units = dict.fromkeys(tanks, E) | dict(zip(guards, (step(ARENA, "NW"), step(ARENA, "SW")), strict=True))
    match = situation(GERMAN, units | {one: ARENA})  # it has no way out
    begin(match, ARENA, tanks)
    finish(match, result)
    if result == "Ex":
        match.play("unit", tanks[2])
    assert where(match, one) == "eliminated"
    assert match.decision.cases == ("9.6N",)
    match.play("unit", tanks[0])
    assert where(match, tanks[0]) == ARENA


@pytest.mark.rule("ardennes_offensive", "9.6N:d")
def test_after_an_attacker_retreats_a_mechanized_defender_may_follow() -> None:
    (two,) = squad("german", 2, mech=False)
    match = situation(GERMAN, {two: E, "uk-56-gds": ARENA}, released=True)
    fight(match, ARENA, [two], "Ar1")
    led(match)
    assert (match.decision.side, match.decision.cases) == ("allied", ("9.6N",))
    match.play("unit", "uk-56-gds")
    assert where(match, "uk-56-gds") == E


@pytest.mark.rule("ardennes_offensive", "9.6N:df")
def test_no_advance_into_a_hex_where_an_enemy_stays() -> None:
    two, idle = squad("german", 2, 2, mech=False)
    match = situation(GERMAN, {two: E, idle: E, "uk-56-gds": ARENA}, released=True)
    fight(match, ARENA, [two], "Ar1")
    led(match)
    assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)
    assert where(match, "uk-56-gds") == ARENA
    tanks = squad("german", 9, 7, mech=True)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, dict.fromkeys(tanks, ring(TOWN)[0]) | {one: TOWN})
    fight(match, TOWN, tanks, "Dr1")
    assert where(match, one) == TOWN
    assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)


@pytest.mark.rule("ardennes_offensive", "9.6N:d")
def test_after_an_attack_from_two_hexes_one_defender_may_advance_into_each_that_is_clear() -> None:
    a, b = squad("german", 2, 2, mech=False)
    tank, other = squad("allied", 7, 6, mech=True)
    match = situation(GERMAN, {a: E, b: NE, tank: ARENA, other: ARENA})
    fight(match, ARENA, [a, b], "Ar1")
    led(match)
    assert set(offered(match, "unit")) == {tank, other}
    match.play("unit", tank)
    assert set(offered(match, "hex")) == {E, NE}
    match.play("hex", E)
    assert offered(match, "unit") == [other]
    match.play("unit", other)
    assert (where(match, tank), where(match, other)) == (E, NE)


@pytest.mark.rule("ardennes_offensive", "9.6N:b")
def test_after_an_attack_on_two_hexes_no_unit_advances_into_both() -> None:
    (tank,) = squad("german", 9, mech=True)
    one, other = squad("allied", 1, 1)
    match = situation(GERMAN, {tank: E, one: ARENA, other: SE})
    fight(match, [ARENA, SE], [tank], "Dr1")
    led(match)
    match.play("unit", tank)
    assert set(offered(match, "hex")) == {ARENA, SE}
    assert refused(match, "hex", NE) == "9.6N"
    match.play("hex", SE)
    assert where(match, tank) == SE
    assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)
    match = situation(GERMAN, {tank: E, one: ARENA, other: SE})
    fight(match, [ARENA, SE], [tank], "Dr1")
    led(match)
    match.play("unit", tank)
    match.play("no")
    assert where(match, tank) == E
    assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)


@pytest.mark.rule("ardennes_offensive", "9.6N:e", "7.1A:c")
def test_an_advance_into_an_enemy_zone_is_legal() -> None:
    (tank,) = squad("german", 9, mech=True)
    one, other = squad("allied", 1, 1)
    match = situation(GERMAN, {tank: E, one: ARENA, other: step(ARENA, "SW")})
    fight(match, ARENA, [tank], "Dr1")
    led(match)
    match.play("unit", tank)
    assert where(match, tank) == ARENA


@pytest.mark.rule("ardennes_offensive", "9.6N:g")
def test_declining_is_legal_and_final() -> None:
    tank, far = squad("german", 9, 5, mech=True)
    one, other = squad("allied", 1, 1)
    spot = step(ARENA, "E", 4)
    match = situation(GERMAN, {tank: E, one: ARENA, far: spot, other: step(spot, "E")})
    fight(match, ARENA, [tank], "Dr1")
    led(match)
    match.play("no")
    assert where(match, tank) == E
    assert match.decision.cases == ("9.0",)
    assert refused(match, "unit", tank)


@pytest.mark.rule("ardennes_offensive", "9.6N:h")
def test_an_attacker_that_advanced_does_not_move_in_the_mechanized_phase() -> None:
    tank, far = squad("german", 9, 5, mech=True)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, {tank: E, one: ARENA, far: step(E, "E", 4)})
    fight(match, ARENA, [tank], "Dr1")
    led(match)
    match.play("unit", tank)
    assert match.view()["phase"] == "german-mechanized"
    assert offered(match, "unit") == [far]
    assert refused(match, "unit", tank) == "5.2K"


# --- readings ----------------------------------------------------------------------------------------------------------------------------


def road_and_field() -> tuple[str, str, str]:
    """A road hex, the next hex by road without a bridge, and another neighbour without a road over the common side."""
    for here in HEXES:
        if is_town(here) or is_wall(here) or len(ring_live(here)) < 6:
            continue
        by_road = [h for h in ring_live(here) if side(here, h).get("road") and not side(here, h).get("bridge")]
        field = [h for h in ring_live(here) if not side(here, h).get("road") and not is_town(h) and not is_wall(h)]
        if by_road and field and not is_town(by_road[0]) and not is_wall(by_road[0]):
            return here, by_road[0], field[0]
    raise AssertionError("no such place")


@pytest.mark.rule("ardennes_offensive", "9.6N")
@pytest.mark.parametrize("along", [False, True])
def test_road_mode_advances_along_a_road_only(along: bool) -> None:
    here, by_road, field = road_and_field()
    target = by_road if along else field
    (tank,) = squad("german", 9, mech=True)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, {tank: here, one: target}, road=[tank])
    fight(match, target, [tank], "Dr1")
    led(match)
    if along:
        match.play("unit", tank)
        assert where(match, tank) == target
        assert tank in match.position()["road"]
        assert tank in match.position()["must_leave"]
    else:
        assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)
        assert where(match, tank) == here


@pytest.mark.rule("ardennes_offensive", "9.6N", "6.5G")
def test_road_mode_does_not_advance_next_to_a_friend_on_the_road() -> None:
    for here in HEXES:
        nexts = [h for h in ring_live(here) if side(here, h).get("road") and not side(here, h).get("bridge")]
        chains = [
            (a, b)
            for a in nexts
            for b in ring_live(a)
            if side(a, b).get("road") and BOARD.distance(number(here), number(b)) == 2 and not side(a, b).get("bridge")
        ]
        if chains and not any(is_town(h) or is_wall(h) for h in (here, *chains[0])):
            break
    target, beyond = chains[0]
    tank, friend = squad("german", 9, 5, mech=True)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, {tank: here, friend: beyond, one: target}, road=[tank])
    fight(match, target, [tank], "Dr1")
    led(match)
    assert match.view()["phase"] != GERMAN or match.decision.cases != ("9.6N",)
    assert where(match, tank) == here


@pytest.mark.rule("ardennes_offensive", "9.6N", "14.3C:ab")
@pytest.mark.parametrize("released", [False, True])
def test_the_british_do_not_advance_over_the_meuse_before_their_release(released: bool) -> None:
    far, near = next(
        (a, b)
        for a in HEXES
        for b in names(BOARD.spread(1 << number(a), MEUSE))
        if is_live(b) and not any(is_town(h) or is_wall(h) for h in (a, b))
    )
    assert BRITISH_WEST >> UNIT_NAMES.index["uk-56-gds"] & 1
    tanks = ["uk-56-gds", "uk-32-gds"]
    (two,) = squad("german", 2)
    match = situation(ALLIED, dict.fromkeys(tanks, near) | {two: far}, released=released)
    plan(match, far, tanks)  # they may attack over the river
    match.play("fight", far)
    finish(match, "Dr1")
    led(match)
    asked = match.view()["phase"] == ALLIED and match.decision.cases == ("9.6N",)
    assert asked == released


@pytest.mark.rule("ardennes_offensive", "9.6N")
def test_only_units_that_took_part_advance() -> None:
    tank, idle = squad("german", 9, 7, mech=True)
    (one,) = squad("allied", 1)
    match = situation(GERMAN, {tank: E, idle: NE, one: ARENA})
    fight(match, ARENA, [tank], "Dr1")
    led(match)
    assert offered(match, "unit") == [tank]
    assert refused(match, "unit", idle) == "9.6N"
