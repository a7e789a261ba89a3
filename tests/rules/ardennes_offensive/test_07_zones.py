"""7.0 Zones of control."""

from __future__ import annotations

import pytest

from ardennes.games.ardennes_offensive.facts import BOARD, HEX_NAMES
from tests.rules.ardennes_offensive.fights import ARENA, around, fight, ring, side, step
from tests.rules.ardennes_offensive.moves import DE, DE_FOOT, US, US_FOOT, cost, end_to, inside, marked, moving
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where

FAR = {"us-333-i": "2941", "de-33-a": "3301"}
"""One unit of each side that is in nobody's way."""


@pytest.mark.rule("ardennes_offensive", "7.0:a")
def test_a_zone_is_the_six_hexes_around() -> None:
    for units in ({DE: ARENA}, {DE: ARENA, "de-3-a": ARENA}):
        s = inside(situation("german-movement", units))
        assert set(HEX_NAMES.list_of(s.zoc(0))) == set(ring(ARENA))
    assert inside(situation("german-movement", {DE: "0427"}, road=[DE])).zoc(0) == 0


@pytest.mark.rule("ardennes_offensive", "7.0:b")
def test_rivers_do_not_stop_a_zone() -> None:
    assert side("0228", "0229").get("river") and not side("0228", "0229").get("bridge")
    match = situation("allied-movement", {US: "0229", DE: "0228"} | FAR)
    assert inside(match).zoc(0) & 1 << HEX_NAMES.index["0229"]


@pytest.mark.rule("ardennes_offensive", "7.0:c")
def test_a_zone_does_not_force_a_fight() -> None:
    match = situation("german-combat", {DE: ARENA, US: step(ARENA, "W")})
    match.play("done")
    assert marked(match, "fought") == set() and where(match, US) == step(ARENA, "W")


@pytest.mark.rule("ardennes_offensive", "7.1A:a")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    start, front = step(ARENA, "W", 3), step(ARENA, "W")
    match = moving(US_FOOT, start, {DE: ARENA})
    assert cost(match, front) == 2
    for hex_ in (step(ARENA, "NE"), step(ARENA, "SE")):  # through the zone only; around it is too far
        assert refused(match, "hex", hex_) in ("7.1A", "5.2J")
    match.play("hex", front)
    assert refused(match, "unit", US_FOOT) == "5.0"


@pytest.mark.rule("ardennes_offensive", "7.1A:b")
@pytest.mark.parametrize("name", ["allied-movement", "allied-mechanized"])
def test_a_lone_unit_in_a_zone_does_not_move(name: str) -> None:
    match = situation(name, {US: step(ARENA, "W"), "us-ccb7": "2940", DE: ARENA})
    assert refused(match, "unit", US) == "7.1A"


@pytest.mark.rule("ardennes_offensive", "7.1A:b")
def test_on_a_road_it_may_change_its_mode_but_not_leave() -> None:
    match = moving(US, "0427", {DE: "0426"})
    assert offered(match, "hex") == [] and offered(match, "march") == ["0427"]
    assert refused(match, "hex", "0527") == "7.1A"
    assert refused(match, "march", "0527") == "7.1A"
    match = moving(US, "0427", {DE: "0426"}, road=[US])
    assert offered(match, "hex") == ["0427"] and offered(match, "march") == []
    play(match, ("hex", "0427"))
    assert marked(match, "road") == set()


@pytest.mark.usefixtures("every_retreat_is_asked")
@pytest.mark.rule("ardennes_offensive", "7.1A:c", "7.3C:a")
def test_a_retreat_leads_out_of_a_zone() -> None:
    attackers = {DE: step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    match = situation("german-combat", attackers | {US_FOOT: ARENA} | FAR, turn=3)
    fight(match, ARENA, attackers, "Dr1")
    assert offered(match, "hex")
    match.play("hex", offered(match, "hex")[0])
    assert where(match, US_FOOT) not in (ARENA, *ring(step(ARENA, "E")))
    match.play("unit", DE)  # the advance leaves one zone for another hex
    assert where(match, DE) == ARENA


@pytest.mark.rule("ardennes_offensive", "7.2B:a")
def test_supply_passes_a_friend_in_an_enemy_zone() -> None:
    units = {"us-47-i": "0427", US_FOOT: "0727", DE: "0426"}
    s = inside(situation("allied-movement", units))
    assert not s.closed_to(1) >> HEX_NAMES.index["0427"] & 1
    assert s.closed_to(1) >> HEX_NAMES.index["0326"] & 1


@pytest.mark.rule("ardennes_offensive", "7.2B:c")
def test_two_of_three_may_leave() -> None:
    here, units = step(ARENA, "W"), [US_FOOT, "us-47-i", "us-26-i"]
    match = situation("allied-movement", dict.fromkeys(units, here) | {DE: ARENA} | FAR)
    play(match, ("unit", units[0]), ("hex", step(here, "W")), ("unit", units[1]), ("hex", step(here, "NW")))
    assert refused(match, "unit", units[2]) == "7.1A"


@pytest.mark.rule("ardennes_offensive", "7.2B:d")
def test_a_retreat_into_a_zone_with_a_friend_in_it() -> None:
    attackers = {DE: step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    others = {h: ["de-3-a", "de-130-a", "de-16-a"][n] for n, h in enumerate([step(ARENA, "NE"), step(ARENA, "SE")])}
    cage = {unit: hex_ for hex_, unit in others.items()} | {"de-60-ai": step(ARENA, "W", 2)}
    for friend in ({}, {"us-47-i": step(ARENA, "W")}):
        match = situation("german-combat", attackers | cage | {US_FOOT: ARENA} | friend | FAR, turn=3)
        fight(match, ARENA, attackers, "Dr1")
        while offered(match, "hex"):
            match.play("hex", offered(match, "hex")[0])
        assert where(match, US_FOOT) == (step(ARENA, "W") if friend else "eliminated")


@pytest.mark.rule("ardennes_offensive", "7.3D:a")
def test_a_unit_with_enemy_zones_all_around_is_lost() -> None:
    attackers = {DE: step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    cage = {"de-3-a": step(ARENA, "NW"), "de-16-a": step(ARENA, "SW")}
    match = situation("german-combat", attackers | cage | {US_FOOT: ARENA} | FAR, turn=3)
    fight(match, ARENA, attackers, "Dr1")
    assert where(match, US_FOOT) == "eliminated"


@pytest.mark.rule("ardennes_offensive", "7.3D:b")
def test_every_hex_of_a_retreat_is_free_of_zones() -> None:
    attackers = {DE: step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    watch = {"de-3-a": step(ARENA, "W", 4)}  # its zone reaches hexes three away
    match = situation("german-combat", attackers | watch | {US_FOOT: ARENA} | FAR, turn=3)
    fight(match, ARENA, attackers, "Dr3")
    zone = set(ring(step(ARENA, "W", 4)))
    assert zone & set(around(ARENA, 3)) and not zone & set(offered(match, "hex"))


@pytest.mark.rule("ardennes_offensive", "7.3D:c")
def test_supply_does_not_pass_an_empty_controlled_hex() -> None:
    s = inside(situation("allied-movement", {US_FOOT: "0727", DE: "0426"}))
    assert s.closed_to(1) >> HEX_NAMES.index["0427"] & 1


@pytest.mark.rule("ardennes_offensive", "7.4E:ac")
def test_a_unit_filters_through_a_zone() -> None:
    front, behind = step(ARENA, "W"), step(ARENA, "W", 2)
    units = {"de-3-a": front, DE_FOOT: behind, "us-39-i": ARENA}
    match = situation("german-movement", units | FAR)
    assert refused(match, "unit", "de-3-a") == "7.1A"
    match.play("unit", DE_FOOT)
    assert cost(match, front) == 3
    match.play("hex", front)
    match.play("unit", "de-3-a")
    goal = step(front, "NW")
    assert cost(match, goal) == 7
    match.play("hex", goal)
    assert not inside(match).zoc(1) >> HEX_NAMES.index[goal] & 1


@pytest.mark.rule("ardennes_offensive", "7.4E:b", "8.1A:e")
def test_what_is_left_after_leaving_a_stack() -> None:
    front = step(ARENA, "W")
    match = moving("de-3-a", front, {DE_FOOT: front, "us-39-i": ARENA})
    assert cost(match, step(front, "W", 4)) == 10
    assert refused(match, "hex", step(front, "W", 5)) == "8.1A"


@pytest.mark.rule("ardennes_offensive", "7.4E:d")
def test_from_one_zone_straight_into_another() -> None:
    front = step(ARENA, "W")
    match = moving("de-3-a", front, {DE_FOOT: front, "us-39-i": ARENA})
    near = step(front, "NE")
    assert near in ring(ARENA)
    assert cost(match, near) == 7
    assert cost(match, step(near, "E")) == 10  # the next hex of the zone: 8 if it need not stop, so it goes around


@pytest.mark.rule("ardennes_offensive", "7.5E:a", "5.3N:a")
def test_no_retreat_into_a_map_edge_hex_in_a_german_zone() -> None:
    assert set(ring("0213")) >= {"0113", "0114"}
    attackers = {DE: "0313", "de-12ss-a": "0313", "de-3-a": "0214", "de-16-a": "0212"}
    match = situation("german-combat", attackers | {US_FOOT: "0213"} | FAR, turn=3)
    fight(match, "0213", attackers, "Dr1")
    assert where(match, US_FOOT) == "eliminated"


@pytest.mark.rule("ardennes_offensive", "5.3M:b", "9.7P")
def test_the_map_edge_is_the_last_way_out() -> None:
    attackers = {DE: "0214", "de-12ss-a": "0214"}
    match = situation("german-combat", attackers | {US_FOOT: "0213"} | FAR, turn=3)
    fight(match, "0213", attackers, "Dr1")
    assert where(match, US_FOOT) != "0113" and "0113" not in offered(match, "hex")
    cage = {"de-3-a": "0312"}  # its zone closes the live hexes that are left
    match = situation("german-combat", attackers | cage | {US_FOOT: "0213"} | FAR, turn=3)
    fight(match, "0213", attackers, "Dr1")
    if "hex" in match.decision.choices:
        assert offered(match, "hex") == ["0113"]
        match.play("hex", "0113")
    assert where(match, US_FOOT) == "0113" and inside(match).losses(1) == 0


@pytest.mark.rule("ardennes_offensive", "5.3N:b")
def test_a_german_unit_off_the_live_map_is_lost() -> None:
    attackers = {US: "0313", "us-36-ai": "0313", "us-32-a": "0314", "us-33-a": "0314"}
    defender = {"de-1130-i": "0213"}
    match = situation("allied-combat", attackers | defender | {"us-47-i": "0212", "us-26-i": "0214"} | FAR)
    fight(match, "0213", attackers, "Dr3")
    assert where(match, "de-1130-i") == "eliminated" and inside(match).losses(0) == 1


@pytest.mark.rule("ardennes_offensive", "5.2K:b")
def test_an_advance_is_part_of_the_fight() -> None:
    attackers = {DE: step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    match = situation("german-combat", attackers | {"us-e1": ARENA, "de-3-a": "0629"} | FAR, turn=3)
    fight(match, ARENA, attackers, "De")
    match.play("unit", DE)
    assert where(match, DE) == ARENA
    end_to(match, "german-mechanized")
    assert refused(match, "unit", DE) == "5.2K"
    assert BOARD.distance(HEX_NAMES.index[ARENA], HEX_NAMES.index["0629"]) > 1
    assert "de-3-a" in offered(match, "unit")
