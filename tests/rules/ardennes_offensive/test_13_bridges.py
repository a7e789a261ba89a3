"""13.0 Bridges and interdiction."""

from __future__ import annotations

import pytest

from ardennes import Match
from ardennes.core.names import bits
from ardennes.games.ardennes_offensive.bridges import cut_for
from ardennes.games.ardennes_offensive.facts import BRIDGES, GERMAN_SIDE, HEX_NAMES, UNIT_NAMES
from ardennes.games.ardennes_offensive.retreat import Retreating
from ardennes.games.ardennes_offensive.supply import out_now, traced
from tests.rules.ardennes_offensive.fights import HEXES, around, distance, fight, is_road, ring, ring_live, side
from tests.rules.ardennes_offensive.moves import DE, DE_FOOT, US, US_FOOT, cost, end_to, inside, moving
from tests.rules.ardennes_offensive.table import offered, refused, situation, where

BRIDGE = "0725-0824"
A, B = BRIDGE.split("-")
FAR = {"us-333-i": "2041", "de-33-a": "3301"}


def from_bridge(hex_: str, bridge: str = BRIDGE) -> int:
    return min(distance(hex_, end) for end in bridge.split("-"))


def at(far: int, bridge: str = BRIDGE) -> str:
    """A hex so far from the bridge."""
    return next(h for h in HEXES if from_bridge(h, bridge) == far)


def cut(match: Match) -> set[str]:
    """The bridges interdicted for the phasing side."""
    return set(BRIDGES.list_of(inside(match).cut))


def cut_now(match: Match, number: int) -> set[str]:
    return set(BRIDGES.list_of(cut_for(inside(match), number)))


@pytest.mark.rule("ardennes_offensive", "13.1A:a", "13.0:a")
def test_three_hexes_from_the_nearer_end() -> None:
    assert BRIDGE in cut(situation("allied-supply", {US: "0340", DE: at(3)}))
    assert BRIDGE not in cut(situation("allied-supply", {US: "0340", DE: at(4)}))


@pytest.mark.rule("ardennes_offensive", "13.0:b", "13.1A:d", "E-13.0-1:a")
def test_own_units_at_the_bridge_do_not_help() -> None:
    match = situation("german-supply", {DE: A, DE_FOOT: B, US: at(3)})
    assert BRIDGE in cut(match)


@pytest.mark.rule("ardennes_offensive", "13.0:c")
def test_interdiction_is_no_zone() -> None:
    match = situation("german-supply", {DE: "1704", US: at(3)})
    assert BRIDGE in cut(match)
    assert not inside(match).zoc(1) & (1 << HEX_NAMES.index[A] | 1 << HEX_NAMES.index[B])


@pytest.mark.rule("ardennes_offensive", "13.1A:e", "13.3D:a")
def test_columns_do_not_interdict() -> None:
    near = next(h for h in HEXES if from_bridge(h) == 2 and is_road(h))
    assert BRIDGE in cut(situation("allied-supply", {US: "0340", DE: near}))
    assert BRIDGE not in cut(situation("allied-supply", {US: "0340", DE: near}, road=[DE]))


@pytest.mark.rule("ardennes_offensive", "13.1A:f")
def test_dormant_units_do_not_interdict() -> None:
    bridge = "0208-0308"
    edge = next(h for h in ("0109", "0110", "0111") if from_bridge(h, bridge) <= 3)
    match = situation("german-supply", {DE: "1704", US: edge})
    assert cut(match) == set()


# --- for the whole player-turn -----------------------------------------------------------------------------------------------------------


def _fought(result: str, target: str, friends: dict[str, str], defender: str = "de-1130-i", **more: str) -> Match:
    """An Allied player-turn in which a German unit is attacked, up to mechanized movement."""
    match = situation("allied-supply", {defender: target} | friends | more | FAR | {US: "0340"})
    end_to(match, "allied-combat")
    fight(match, target, friends, result)
    while match.decision.choices.keys() & {"hex", "no"}:
        hexes = offered(match, "hex")
        match.play(*(("hex", hexes[0]) if hexes else ("no", None)))
    return end_to(match, "allied-mechanized")


@pytest.mark.rule("ardennes_offensive", "13.1A:b")
def test_a_bridge_stays_closed_when_the_enemy_is_destroyed() -> None:
    target = at(2)
    beside = [h for h in ring_live(target) if h not in (A, B)]
    friends = {"us-36-ai": beside[0], "uk-56-gds": beside[0], "uk-32-gds": beside[0]}
    match = _fought("De", target, friends)
    assert where(match, "de-1130-i") == "eliminated"
    assert BRIDGE in cut(match) and BRIDGE not in cut_now(match, 1)


@pytest.mark.rule("ardennes_offensive", "E-13.0-3:a")
def test_a_bridge_stays_closed_when_the_enemy_retreats() -> None:
    for target in (h for h in HEXES if from_bridge(h) == 3):
        near = [h for h in ring_live(target) if from_bridge(h) == 2]
        match = _fought("Dr1", target, {"us-36-ai": near[0]})
        if where(match, "de-1130-i") in HEXES and from_bridge(where(match, "de-1130-i")) == 4:
            assert BRIDGE in cut(match) and BRIDGE not in cut_now(match, 1)
            return
    raise AssertionError("nobody retreated out of range")


@pytest.mark.rule("ardennes_offensive", "13.1A:c")
def test_an_enemy_who_retreats_into_range_does_not_interdict_yet() -> None:
    for target in (h for h in HEXES if from_bridge(h) == 4):
        far = [h for h in ring_live(target) if from_bridge(h) == 5]
        if not far:
            continue
        match = _fought("Dr1", target, {"us-36-ai": far[0]})
        if where(match, "de-1130-i") in HEXES and from_bridge(where(match, "de-1130-i")) == 3:
            assert BRIDGE not in cut(match) and BRIDGE in cut_now(match, 1)
            return
    raise AssertionError("nobody retreated into range")


@pytest.mark.rule("ardennes_offensive", "E-13.0-3:b")
def test_an_enemy_who_advances_into_range_does_not_interdict_yet() -> None:
    for target in (h for h in HEXES if from_bridge(h) == 4):
        near = [h for h in ring_live(target) if from_bridge(h) == 3]
        if not near:
            continue
        units = {"de-1ss-a": target, "us-1102-e": near[0]} | FAR | {US: "0340"}
        match = end_to(situation("allied-supply", units), "allied-combat")
        fight(match, target, ["us-1102-e"], "Ar1")
        while offered(match, "hex"):
            match.play("hex", offered(match, "hex")[0])
        if "de-1ss-a" not in offered(match, "unit"):
            continue
        match.play("unit", "de-1ss-a")
        if where(match, "de-1ss-a") == near[0]:
            end_to(match, "allied-mechanized")
            assert BRIDGE not in cut(match) and BRIDGE in cut_now(match, 1)
            return
    raise AssertionError("nobody advanced into range")


@pytest.mark.rule("ardennes_offensive", "13.2B:c", "11.0-bridge:bc")
def test_crossing_beside_an_interdicted_bridge() -> None:
    assert side(A, B).get("river")
    assert cost(moving(US_FOOT, A), B) == 1
    assert cost(moving(US_FOOT, A, cut=[BRIDGE]), B) == 4
    assert cost(moving(US, A, cut=[BRIDGE]), B) == 7
    rough = "1824-1823"
    a, b = rough.split("-")
    name = next(n for n in BRIDGES.index if set(n.split("-")) == {a, b})
    assert cost(moving(US, a, cut=[name]), b) == 10
    assert refused(moving(US_FOOT, a, cut=[name]), "hex", b) == "13.2B"
    assert cost(moving(US, "1308", cut=["1308-1309"]), "1309") == 4  # a bridge over a ford
    assert cost(moving(US_FOOT, "1308", cut=["1308-1309"]), "1309") == 2


@pytest.mark.rule("ardennes_offensive", "13.2C:ab")
def test_interdiction_ends_when_the_enemy_has_gone() -> None:
    match = situation("allied-supply", {US: "0340", DE: at(3), "de-3-a": "1704"} | FAR)
    assert BRIDGE in cut(match)
    end_to(match, "german-movement")
    match.play("unit", DE)
    goal = next(h for h in offered(match, "hex") if from_bridge(h) > 3)
    match.play("hex", goal)
    end_to(match, "allied-movement")
    assert BRIDGE not in cut(match)


@pytest.mark.rule("ardennes_offensive", "13.4E:ac")
def test_bridges_behind_the_german_lines() -> None:
    bridge = "2005-2106"
    ends = bits(HEX_NAMES.index[h] for h in bridge.split("-"))
    assert GERMAN_SIDE & ends == ends
    for turn, closed in ((1, False), (2, True)):
        match = situation("german-supply", {DE: "3301", US: at(2, bridge)}, turn=turn)
        assert (bridge in cut(match)) == closed
        assert (bridge in cut_now(situation("german-movement", {DE: "3301", US: at(2, bridge)}, turn=2), 0)) is True


@pytest.mark.rule("ardennes_offensive", "13.4E:bc", "E-13.0-2:a")
def test_bridges_on_the_start_line() -> None:
    bridge = "2311-2312"
    assert side(*bridge.split("-")).get("front")
    for turn in (1, 2):
        assert bridge in cut(situation("german-supply", {DE: "3301", US: at(2, bridge)}, turn=turn))


@pytest.mark.rule("ardennes_offensive", "13.5F:a")
def test_interdiction_is_counted_for_each_side() -> None:
    match = situation("allied-supply", {US: at(2), DE: "3301"})
    assert BRIDGE not in cut_now(match, 1) and BRIDGE in cut_now(match, 0)


@pytest.mark.rule("ardennes_offensive", "13.5F:b")
def test_lifting_it_for_one_side() -> None:
    near = [h for h in HEXES if from_bridge(h) == 3]
    first, second = near[0], next(h for h in near if distance(h, near[0]) > 3)
    match = situation("allied-movement", {US: first, DE: second} | FAR)
    assert BRIDGE in cut_now(match, 0) and BRIDGE in cut_now(match, 1)
    match.play("unit", US)
    match.play("hex", next(h for h in offered(match, "hex") if from_bridge(h) > 3))
    assert BRIDGE not in cut_now(match, 0) and BRIDGE in cut_now(match, 1)


# --- at the moment of combat (E-13.0-4) ------------------------------------------------------------------------------------------------


def _only_way() -> tuple[str, str, dict[str, str], str, str]:
    """A hex whose only supply road leads over a bridge three hexes away: the hex, the bridge, German columns that block the other roads,
    and hexes next to it from which a German unit interdicts the bridge and does not."""
    columns = [name for name in UNIT_NAMES.index if name.startswith("de-") and name not in (DE, DE_FOOT, "de-heydte")]
    for bridge in BRIDGES.index:
        for near, far in (bridge.split("-"), bridge.split("-")[::-1]):
            for hex_ in around(near, 3):
                if hex_ not in HEXES or distance(hex_, far) != 4:
                    continue
                roads = [h for h in around(hex_, 4) if h in HEXES and is_road(h) and h != far]
                units = {US_FOOT: hex_} | dict(zip(columns, roads, strict=False))
                if len(roads) > len(columns) or not all(from_bridge(h, bridge) for h in roads):
                    continue
                match = situation("german-combat", units, road=columns[: len(roads)])
                if not traced(inside(match), 1, 0):
                    continue
                if traced(inside(match), 1, 1 << BRIDGES.index[bridge]):
                    continue
                inner = [h for h in ring_live(hex_) if from_bridge(h, bridge) <= 3]
                outer = [h for h in ring_live(hex_) if from_bridge(h, bridge) > 3]
                for a in inner:
                    for b in outer:
                        both = situation("german-combat", units | {DE: a}, road=columns[: len(roads)])
                        if traced(inside(both), 1, 0):  # its zone is not what cuts the path
                            return hex_, bridge, dict(zip(columns, roads, strict=False)), a, b
    raise AssertionError("there is no such place")


@pytest.mark.rule("ardennes_offensive", "E-13.0-4:a")
def test_an_attacker_near_the_bridge_cuts_the_defender_off() -> None:
    hex_, bridge, columns, inner, outer = _only_way()
    for place, supplied in ((inner, False), (outer, True)):
        s = inside(situation("german-combat", {US_FOOT: hex_, DE: place} | columns, road=list(columns)))
        assert (bridge in BRIDGES.list_of(cut_for(s, 1))) is not supplied
        assert bool(traced(s, 1, 0)) is True
        assert (out_now(s, 1)[0] == 0) is supplied


@pytest.mark.rule("ardennes_offensive", "E-13.0-4:b")
def test_it_is_worked_out_for_each_fight() -> None:
    units = {"de-1130-i": at(3), "us-36-ai": next(h for h in ring_live(at(3)) if from_bridge(h) == 2)} | FAR
    match = situation("german-combat", units, turn=3)
    assert BRIDGE in cut_now(match, 1)
    fight(match, units["us-36-ai"], ["de-1130-i"], "Ar2")
    while offered(match, "hex"):
        match.play("hex", offered(match, "hex")[-1])
    assert from_bridge(where(match, "de-1130-i")) > 3 and BRIDGE not in cut_now(match, 1)


@pytest.mark.rule("ardennes_offensive", "E-13.0-4:c")
def test_it_decides_the_bridges_of_a_retreat() -> None:
    beyond = next(h for h in ring_live(A) if h != B and distance(h, B) == 2)
    match = situation("german-combat", {US_FOOT: A, DE: beyond} | FAR, turn=3)
    assert inside(match).cut == 0 and BRIDGE in cut_now(match, 1)
    ends = HEX_NAMES.list_of(Retreating(inside(match), UNIT_NAMES.index[US_FOOT], 1).ends)
    assert ends and set(ends) <= set(ring(A))
    column = situation("german-combat", {US_FOOT: A, DE: beyond} | FAR, turn=3, road=[US_FOOT])
    assert B not in HEX_NAMES.list_of(Retreating(inside(column), UNIT_NAMES.index[US_FOOT], 1).ends)
