"""11.0: the terrain chart, as far as movement goes; its effects on combat are in the tests of 9.3 and 10.1."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.games.ardennes_offensive.facts import CLEARED_WALL, CLOSED, MAP_EDGE
from tests.rules.ardennes_offensive.fights import (
    ALLIED,
    GERMAN,
    HEXES,
    is_clear,
    is_road,
    is_rough,
    is_wall,
    names,
    plan,
    ring_live,
    side,
    squad,
)
from tests.rules.ardennes_offensive.moves import DE, DE_FOOT, US, US_FOOT, cost, moving
from tests.rules.ardennes_offensive.table import offered, refused, situation, where

Pair = tuple[str, str]


def pairs(wanted: Callable[[str, str], bool], most: int = 20) -> list[Pair]:
    """Neighbours of this sort, spread over the map."""
    found = [(a, b) for a in HEXES for b in ring_live(a) if wanted(a, b)]
    assert found, "the board has no such side"
    return found[:: max(1, len(found) // most)]


def price(unit: str, those: list[Pair], march: bool = False, road: bool = False) -> int | None:
    """What a step of this sort costs. A way round may be cheaper in places, so it is the most that is ever asked; None if some step is
    impossible."""
    found = [cost(moving(unit, a, road=[unit] if road else []), b, march=march) for a, b in those]
    return None if None in found else max(c for c in found if c is not None)


def plain(a: str, b: str) -> bool:
    """No road, no water, no wall."""
    return not side(a, b) and not is_wall(b) and b not in names(CLEARED_WALL)


@pytest.mark.rule("ardennes_offensive", "11.0-clear:a")
@pytest.mark.parametrize("unit", [US, US_FOOT, DE, DE_FOOT])
def test_a_clear_hex_costs_1(unit: str) -> None:
    assert price(unit, pairs(lambda a, b: plain(a, b) and is_clear(b))) == 1


@pytest.mark.rule("ardennes_offensive", "11.0-ford:a")
@pytest.mark.parametrize(("unit", "points"), [(US_FOOT, 2), (DE_FOOT, 2), (US, 4), (DE, 4)])
def test_a_ford_costs_1_or_3_more(unit: str, points: int) -> None:
    fords = pairs(
        lambda a, b: bool(side(a, b).get("ford")) and not side(a, b).get("road") and is_clear(b) and not is_wall(b)
    )
    assert price(unit, fords) == points


@pytest.mark.rule("ardennes_offensive", "11.0-river:a")
@pytest.mark.parametrize(("unit", "points"), [(US_FOOT, 4), (DE_FOOT, 4), (US, 7), (DE, 7)])
def test_a_river_costs_3_or_6_more(unit: str, points: int) -> None:
    assert price(unit, rivers()) == points


def rivers() -> list[Pair]:
    return pairs(
        lambda a, b: bool(side(a, b).get("river")) and not side(a, b).get("road") and is_clear(b) and not is_wall(b)
    )


@pytest.mark.rule("ardennes_offensive", "11.0-river:c")
def test_unsupplied_german_armor_cannot_cross_a_river() -> None:
    barred = 0
    for a, b in rivers():
        match = situation("german-movement", {DE: a}, unsupplied=[DE])
        match.play("unit", DE)
        if b not in offered(match, "hex"):
            assert refused(match, "hex", b) == "5.2J"
            barred += 1
        else:  # only by a way round that is dry
            assert any(not side(c, b).get("river") or side(c, b).get("bridge") for c in ring_live(b) if c != a)
    assert barred


@pytest.mark.rule("ardennes_offensive", "11.0-bridge:a", "11.0-road:a")
@pytest.mark.parametrize("unit", [US, US_FOOT, DE, DE_FOOT])
def test_the_road_costs_1_over_a_free_bridge_and_through_rough_ground(unit: str) -> None:
    assert price(unit, pairs(lambda a, b: bool(side(a, b).get("bridge")))) == 1
    assert price(unit, pairs(lambda a, b: bool(side(a, b).get("road")) and is_rough(b))) == 1


@pytest.mark.rule("ardennes_offensive", "11.0-road:b", "11.0-rough")
@pytest.mark.parametrize(("unit", "points"), [(US, 4), (DE, 4), (US_FOOT, 2), (DE_FOOT, 2)])
def test_a_rough_road_hex_entered_off_the_road_costs_4_or_2(unit: str, points: int) -> None:
    assert price(unit, pairs(lambda a, b: plain(a, b) and is_rough(b) and is_road(b))) == points


@pytest.mark.rule("ardennes_offensive", "11.0-rough:a")
@pytest.mark.parametrize(("unit", "hexes"), [(DE, 2), (US, 3), (US_FOOT, 2), (DE_FOOT, 2)])
def test_how_many_rough_hexes_a_unit_enters_off_the_road(unit: str, hexes: int) -> None:
    points = 4 if unit in (DE, US) else 2
    most = 0
    for start in [h for h in HEXES if is_rough(h) and not is_road(h)]:
        match = moving(unit, start)
        s = match.state
        hints = s.stack[-1].hints(s)["hex"]
        for name in offered(match, "hex"):
            if name != start and "cost" in hints.get(name, {}) and int(hints[name]["cost"]) == hexes * points:
                before = hints["*"]["before"]
                way, here = [], name
                while here != start:
                    way.append(here)
                    here = before[here]
                if all(is_rough(h) and not is_road(h) for h in way):
                    most = max(most, len(way))
        if most == hexes:
            break
    assert most == hexes
    allowance = {DE: 10, US: 12}.get(unit, 4)
    assert (hexes + 1) * points > allowance


@pytest.mark.rule("ardennes_offensive", "11.0-westwall:c")
def test_the_west_wall_costs_the_allies_2_more() -> None:
    clear = pairs(
        lambda a, b: (
            not side(a, b).get("road")
            and not side(a, b).get("river")
            and not side(a, b).get("ford")
            and is_wall(b)
            and is_clear(b)
        )
    )
    rough = pairs(
        lambda a, b: (
            not side(a, b).get("road")
            and not side(a, b).get("river")
            and not side(a, b).get("ford")
            and is_wall(b)
            and is_rough(b)
        )
    )
    assert price(US_FOOT, clear) == 3
    assert price(US, rough) == 6
    assert price(DE_FOOT, clear) == 1
    assert price(DE, rough) == 4


@pytest.mark.rule("ardennes_offensive", "11.0-westwall:f")
def test_an_allied_column_does_not_enter_the_west_wall_and_a_german_one_does() -> None:
    walls = pairs(lambda a, b: bool(side(a, b).get("road")) and is_wall(b) and not is_wall(a))
    for a, b in walls:
        match = moving(US, a, road=[US])
        assert b not in offered(match, "march")
        assert refused(match, "march", b) in ("11.0-westwall", "6.5F")
        assert b in offered(moving(DE, a, road=[DE]), "march")


@pytest.mark.rule("ardennes_offensive", "11.0-cleared:b")
def test_a_cleared_west_wall_hex_costs_the_allies_nothing_more() -> None:
    cleared = names(CLEARED_WALL)
    off = pairs(
        lambda a, b: (
            b in cleared and not side(a, b).get("road") and not side(a, b).get("river") and not side(a, b).get("ford")
        )
    )
    for a, b in off:
        assert (cost(moving(US_FOOT, a), b) or 9) <= (2 if is_rough(b) else 1)
    by_road = [
        (a, b) for a in HEXES for b in ring_live(a) if b in cleared and side(a, b).get("road") and not is_wall(a)
    ]
    for a, b in by_road:
        assert b in offered(moving(US, a, road=[US]), "march")


@pytest.mark.rule("ardennes_offensive", "11.0-impassable:ab")
def test_nobody_enters_a_closed_hex() -> None:
    closed = names(CLOSED)
    assert {"1516", "1506", "3505", "3612"} <= set(closed)
    for name in ("1516", "1506", "3505", "3612"):
        near = ring_live(name)
        for unit in (US, DE_FOOT):
            match = moving(unit, near[0])
            assert name not in offered(match, "hex") + offered(match, "march")
            assert refused(match, "hex", name) in ("11.0-impassable", "5.2J")
        # After a fight next to it neither a retreat nor an advance leads there.
        (one,) = squad("allied", 1)
        strong = squad("german", 9, 7)
        here, other = next((h, o) for h in near for o in ring_live(h) if o not in closed)
        match = situation(GERMAN, {one: here} | dict.fromkeys(strong, other))
        plan(match, here, strong)
        match.play("fight", here)
        assert refused(match, "hex", name)
    match = situation("german-movement", {"de-heydte": "due"}, turn=2, due={"de-heydte": 2})
    if "drop" in match.decision.choices:
        assert not set(closed) & set(offered(match, "drop"))
        assert refused(match, "drop", "1516")


@pytest.mark.rule("ardennes_offensive", "11.0-mapedge:a", "5.3M:d")
def test_nobody_fights_into_or_out_of_the_map_edge() -> None:
    edge, live = next((e, h) for h in HEXES for e in names(MAP_EDGE) if h in ring_live(e) and not is_wall(h))
    (five,), (four, other) = squad("german", 5), squad("allied", 4, 3)
    beside = next(h for h in ring_live(live) if h in HEXES)
    match = situation(GERMAN, {five: live, four: edge, other: beside})
    assert offered(match, "attack") == [beside]
    assert refused(match, "attack", edge) == "11.0-mapedge"
    match = situation(ALLIED, {five: live, four: edge, other: beside})
    match.play("attack", live)
    assert refused(match, "unit", four) == "11.0-mapedge"
    assert where(match, four) == edge
