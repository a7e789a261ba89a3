"""12.0 Supply."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import bits
from ardennes.games.ardennes_offensive.facts import BOARD, BRIDGES, EXITS, HEX_NAMES, LIVE, ROAD, UNIT_NAMES
from ardennes.games.ardennes_offensive.supply import fed_hexes, out_now, road_network
from tests.rules.ardennes_offensive.fights import (
    ARENA,
    POINTS,
    around,
    compare,
    distance,
    fight,
    is_live,
    is_road,
    plan,
    ring,
    step,
    strengths,
)
from tests.rules.ardennes_offensive.moves import DE, US, US_FOOT, end_to, inside, marked, moving, side_of
from tests.rules.ardennes_offensive.table import play, refused, situation, where

GERMANS = ["de-3-a", "de-16-a", "de-130-a", "de-2-ai", "de-60-ai", "de-901-ai"]
ALLIES = ["us-cca9", "us-ccb9", "us-ccr9", "us-cca10", "us-ccb10", "us-ccr10"]
FAR = {"us-333-i": "2041", "de-33-a": "3301"}
"""One unit of each side on its own source."""
WILDS = "2532"
"""A hex with no road within three hexes."""
CHAIN = ("0226", "0327", "0427", "0527", "0627", "0727", "0827", "0928", "1028")
"""A road without junctions and bridges, from an exit in the northwest."""


def cage(centre: str, radius: int, prisoner: str, but: str = "") -> dict[str, str]:
    """Enemies in six directions at this distance: at two they control everything around the centre, at three they close a ring."""
    jailers = iter(ALLIES if side_of(prisoner) == "german" else GERMANS)
    return {next(jailers): step(centre, point, radius) for point in POINTS if point != but}


def judged(units: dict[str, str], side: str = "allied", **fields: Any) -> Match:
    """A position right after the supply judgment of a side."""
    return situation(f"{side}-supply", units | FAR, **fields)


def state_of(units: dict[str, str], unit: str, **fields: Any) -> str:
    """How a unit is supplied after its side's judgment."""
    match = judged(units, side_of(unit), **fields)
    if unit in marked(match, "isolated"):
        return "isolated"
    return "unsupplied" if unit in marked(match, "unsupplied") else "supplied"


def places(*names: str) -> int:
    return bits(HEX_NAMES.index[name] for name in names)


# --- the path ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "12.1A:a")
def test_a_road_three_hexes_away() -> None:
    roads = [h for h in HEX_NAMES.index if is_road(h) and is_live(h)]
    assert min(distance(WILDS, h) for h in roads) == 4 and min(distance("2531", h) for h in roads) == 3
    assert state_of({US_FOOT: WILDS}, US_FOOT) == "unsupplied"
    assert state_of({US_FOOT: "2531"}, US_FOOT) == "supplied"


@pytest.mark.rule("ardennes_offensive", "12.1A:b")
def test_a_unit_on_the_road() -> None:
    free = places(*CHAIN)  # everything else closed
    assert fed_hexes(1, LIVE & ~free, 0) & free == free


@pytest.mark.rule("ardennes_offensive", "12.1A:cd", "12.1C:d", "7.2B:a", "7.3D:c")
def test_an_enemy_zone_cuts_the_road_unless_a_friend_is_there() -> None:
    centre = CHAIN[5]
    jail = cage(centre, 3, US_FOOT)
    assert CHAIN[2] in around(centre, 3) and CHAIN[2] not in jail.values()
    assert state_of({US_FOOT: centre} | jail, US_FOOT) == "unsupplied"
    assert state_of({US_FOOT: centre, "us-47-i": CHAIN[2]} | jail, US_FOOT) == "supplied"
    open_ = cage(centre, 3, US_FOOT, but="W")
    assert state_of({US_FOOT: centre} | open_, US_FOOT) == "supplied"  # another way


@pytest.mark.rule("ardennes_offensive", "12.1C:d")
def test_a_friend_opens_the_way_to_the_road_too() -> None:
    jail = cage("2531", 3, US_FOOT)
    assert state_of({US_FOOT: "2531"} | jail, US_FOOT) == "unsupplied"
    roads = [h for h in around("2531", 3) if is_road(h) and h not in jail.values()]
    assert any(state_of({US_FOOT: "2531", "us-47-i": road} | jail, US_FOOT) == "supplied" for road in roads)


@pytest.mark.rule("ardennes_offensive", "12.1A:e", "13.2B:a", "12.1C:c")
def test_an_interdicted_bridge_cuts_the_road_but_not_the_first_three_hexes() -> None:
    tried = 0
    for name in BRIDGES.index:
        for near, far in (name.split("-"), name.split("-")[::-1]):
            line = _line(near)
            if not line or line & places(far):
                continue
            tried += 1
            bridge = 1 << BRIDGES.index[name]
            closed = LIVE & ~(line | places(far))
            others = BOARD.spread(places(far), ROAD) & line
            assert road_network(1, closed, 0) & places(far)
            if others == places(near):  # the bridge is the only way
                assert not road_network(1, closed, bridge) & places(far)
                assert fed_hexes(1, closed, bridge) & places(far)
    assert tried > 50


def _line(hex_: str) -> int:
    """The hexes on a shortest way by road from a hex to an exit."""
    rings = BOARD.rings(places(hex_), ROAD, LIVE, LIVE, 60)
    out = 0
    for n, some in enumerate(rings):
        if hit := some & bits(EXITS):
            out = here = hit & -hit
            for back in reversed(rings[:n]):
                here = BOARD.spread(here, ROAD) & back
                here &= -here
                out |= here
            break
    return out


@pytest.mark.rule("ardennes_offensive", "12.1A:f")
def test_roads_may_be_long() -> None:
    assert state_of({DE: "1541"}, DE) == "supplied"  # from the western edge to the eastern


@pytest.mark.rule("ardennes_offensive", "12.1B:a")
def test_a_path_serves_all() -> None:
    units = dict(zip([US_FOOT, "us-47-i", "us-26-i", US], CHAIN[1:5], strict=True))
    assert marked(judged(units), "unsupplied") == set()


@pytest.mark.rule("ardennes_offensive", "12.1C:a")
def test_a_path_over_a_river() -> None:
    assert fed_hexes(1, LIVE & ~places("0228", "0229"), 0) & places("0228")


@pytest.mark.rule("ardennes_offensive", "12.1C:b")
def test_no_path_through_an_impassable_hex() -> None:
    assert "3612" in ring("3611") and "3612" in ring("3613") and not is_live("3612")
    assert not fed_hexes(1, LIVE & ~places("3611", "3613"), 0) & places("3613")


# --- sources -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "12.2D:a")
def test_the_western_edge_does_not_supply_the_german() -> None:
    jail = {"us-cca9": "1438", "us-ccb9": "1538", "us-ccr9": "1638", "us-cca10": "1240", "us-ccb10": "1339"}
    jail |= {"us-ccr10": "1840", "us-47-i": "1738", "us-26-i": "1338"}
    assert state_of({DE: "1541"} | jail, DE) != "supplied"


@pytest.mark.rule("ardennes_offensive", "12.2F:a", "14.1A:h")
def test_an_exit_that_the_german_controls_gives_no_supply() -> None:
    centre = CHAIN[3]
    jail = cage(centre, 3, US_FOOT)
    assert CHAIN[0] in around(centre, 3) and CHAIN[0] in ring(jail["de-3-a"]) + ring(jail["de-901-ai"])
    assert state_of({US_FOOT: centre} | jail, US_FOOT) == "unsupplied"
    free = {u: h for u, h in jail.items() if CHAIN[0] not in ring(h)}
    assert state_of({US_FOOT: centre} | free, US_FOOT) == "supplied"


@pytest.mark.rule("ardennes_offensive", "12.2F:b")
def test_an_exit_with_an_allied_unit_gives_supply() -> None:
    jail = cage(CHAIN[3], 3, US_FOOT)
    assert state_of({US_FOOT: CHAIN[3], "us-47-i": CHAIN[0]} | jail, US_FOOT) == "supplied"


@pytest.mark.rule("ardennes_offensive", "12.2F:c")
def test_the_eastern_edge_does_not_supply_the_allies() -> None:
    jail = {"de-3-a": "1003", "de-16-a": "1104", "de-130-a": "1203", "de-2-ai": "0902", "de-60-ai": "1302"}
    assert state_of({US_FOOT: "1101"} | jail, US_FOOT) != "supplied"
    assert state_of({DE: "1101"}, DE) == "supplied"


# --- isolation ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "12.3G:a", "12.3H:a")
def test_isolated_or_only_unsupplied() -> None:
    assert state_of({US_FOOT: WILDS}, US_FOOT) == "unsupplied"
    assert state_of({US_FOOT: WILDS} | cage(WILDS, 2, US_FOOT), US_FOOT) == "isolated"
    assert state_of({US_FOOT: WILDS} | cage(WILDS, 2, US_FOOT, but="W"), US_FOOT) == "unsupplied"


@pytest.mark.rule("ardennes_offensive", "12.3H:b")
def test_a_supplied_friend_three_hexes_away() -> None:
    jail = cage(WILDS, 2, US_FOOT)
    found: dict[int, set[str]] = {n: set() for n in (3, 4)}
    for n in found:
        for hex_ in around(WILDS, n):
            if is_live(hex_) and state_of({"us-47-i": hex_, US_FOOT: WILDS} | jail, "us-47-i") == "supplied":
                found[n].add(state_of({"us-47-i": hex_, US_FOOT: WILDS} | jail, US_FOOT))
    assert found == {3: {"unsupplied"}, 4: {"isolated"}}


@pytest.mark.rule("ardennes_offensive", "12.3H:c")
def test_a_friend_next_door() -> None:
    units = {US_FOOT: WILDS, "us-47-i": step(WILDS, "W")} | cage(WILDS, 2, US_FOOT)
    assert state_of(units, US_FOOT) == "unsupplied"


@pytest.mark.rule("ardennes_offensive", "12.3H:d")
def test_an_unsupplied_friend_does_not_help() -> None:
    units = {US_FOOT: WILDS, "us-47-i": WILDS} | cage(WILDS, 2, US_FOOT)
    assert state_of(units, US_FOOT) == "isolated" == state_of(units, "us-47-i")


@pytest.mark.rule("ardennes_offensive", "12.3J:a")
@pytest.mark.parametrize(("hex_", "far", "wanted"), [("0424", 3, "unsupplied"), ("0520", 4, "isolated")])
def test_near_an_exit_nobody_is_isolated(hex_: str, far: int, wanted: str) -> None:
    assert min(distance(hex_, HEX_NAMES.names[p]) for p in EXITS) == far
    assert state_of({US_FOOT: hex_} | cage(hex_, 2, US_FOOT), US_FOOT) == wanted


@pytest.mark.rule("ardennes_offensive", "12.3J:b")
def test_the_edge_must_be_the_own_one() -> None:
    assert state_of({DE: "0424"} | cage("0424", 2, DE), DE) == "isolated"
    assert state_of({DE: "0704"} | cage("0704", 2, DE), DE) == "unsupplied"
    assert state_of({US_FOOT: "0704"} | cage("0704", 2, US_FOOT), US_FOOT) == "isolated"


@pytest.mark.rule("ardennes_offensive", "12.5L:a")
def test_ten_turns_without_supply() -> None:
    match = situation("german-movement", {DE: WILDS} | cage(WILDS, 2, DE) | FAR, turn=3, isolated=[DE], unsupplied=[DE])
    for _ in range(10):
        end_to(match, "allied-movement")
        end_to(match, "german-movement")
        assert DE in marked(match, "isolated")
    assert inside(match).turn == 13 and where(match, DE) == WILDS


# --- effects -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "12.6:a")
def test_unsupplied_strength() -> None:
    east = step(ARENA, "E")
    both = {"de-12ss-a": east}
    assert compare("german-combat", both, ARENA, [US_FOOT], unsupplied=["de-12ss-a"]) == (4, 4)
    jail = cage(WILDS, 3, "de-12ss-a")
    match = situation("allied-combat", {"de-12ss-a": WILDS, US: step(WILDS, "E")} | jail)
    assert out_now(inside(match), 0)[0] and not out_now(inside(match), 0)[1]
    plan(match, WILDS, [US])
    assert strengths(match) == (5, 7)


@pytest.mark.rule("ardennes_offensive", "12.6:bd", "12.4K:b", "12.0:c")
def test_isolated_strength() -> None:
    for units, wanted in ((["de-12ss-a"], 4), (["de-1ss-ai", "de-2-ai"], 5)):
        jail = {u: h for u, h in cage(WILDS, 2, DE).items() if u != "us-cca9"}
        match = situation("allied-combat", dict.fromkeys(units, WILDS) | jail | {US: step(WILDS, POINTS[0])})
        assert out_now(inside(match), 0)[1].bit_count() == len(units)
        plan(match, WILDS, [US])
        assert strengths(match) == (5, wanted)


@pytest.mark.rule("ardennes_offensive", "12.6:be", "12.4K:a")
def test_an_isolated_unit_does_not_attack() -> None:
    east, west = step(ARENA, "E"), step(ARENA, "W")
    units = {DE: east, "de-12ss-a": west, US_FOOT: ARENA}
    match = situation("german-combat", units, unsupplied=[DE], isolated=[DE])
    match.play("attack", ARENA)
    assert refused(match, "unit", DE) == "12.6"
    match = situation("german-combat", {DE: east, US_FOOT: ARENA} | FAR, unsupplied=[DE], isolated=[DE])
    assert "attack" not in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "12.6:c", "12.4K:a")
@pytest.mark.parametrize(("unit", "points"), [(US, 6), (DE, 5), (US_FOOT, 2)])
def test_halved_allowance(unit: str, points: int) -> None:
    cases: tuple[dict[str, Any], ...] = ({}, {"isolated": [unit]})
    for more in cases:
        for mech in (False, True) if unit != US_FOOT else (False,):
            match = moving(unit, ARENA, mech=mech, unsupplied=[unit], **more)
            assert match.decision.prompt.endswith(f"({points} MP)")


@pytest.mark.rule("ardennes_offensive", "12.0:a", "E-12.0-2:a")
def test_a_status_holds_for_the_player_turn() -> None:
    centre = CHAIN[5]
    match = judged({"us-32-a": centre, "us-47-i": CHAIN[1]} | cage(centre, 3, US))
    assert "us-32-a" in marked(match, "unsupplied")
    play(match, ("unit", "us-47-i"), ("hex", CHAIN[2]))
    assert out_now(inside(match), 1)[0] == 0  # the road is free again
    match.play("unit", "us-32-a")
    assert match.decision.prompt.endswith("(6 MP)")
    play(match, ("hex", step(centre, "NE", 2)), "done")
    plan(match, step(centre, "NE", 3), ["us-32-a"])
    assert strengths(match)[0] == 3
    match = end_to(play(match, "ready"), "allied-combat")
    assert "us-32-a" in marked(match, "unsupplied")


@pytest.mark.rule("ardennes_offensive", "12.0:b")
def test_a_supplied_unit_that_cuts_itself_off_stays_supplied() -> None:
    match = judged({"us-32-a": "2531"})
    assert marked(match, "unsupplied") == set()
    play(match, ("unit", "us-32-a"), ("hex", WILDS))
    assert out_now(inside(match), 1)[0]  # it is cut off now
    end_to(play(match, "done"), "allied-mechanized")
    match.play("unit", "us-32-a")
    assert match.decision.prompt.endswith("(12 MP)")


@pytest.mark.rule("ardennes_offensive", "12.0:d", "E-12.0-1:a", "4.1:e")
def test_no_marker_in_the_enemy_turn() -> None:
    match = judged({US_FOOT: WILDS, "us-cca7": WILDS})
    assert marked(match, "unsupplied") == {US_FOOT, "us-cca7"}
    end_to(match, "german-movement")
    assert marked(match, "unsupplied") == set() == marked(match, "isolated")


@pytest.mark.rule("ardennes_offensive", "12.0:c")
def test_a_defender_is_tested_in_each_fight() -> None:
    jail = cage(WILDS, 2, US)
    friend = next(
        h for h in around(WILDS, 3) if state_of({"us-e1": h, US: WILDS} | jail, "us-e1") == "supplied" and is_live(h)
    )
    strong = dict.fromkeys(["de-1ss-a", "de-12ss-a"], next(h for h in jail.values() if h in ring(friend)))
    match = situation("german-combat", {US: WILDS, "us-e1": friend} | jail | strong | FAR, turn=3)
    assert out_now(inside(match), 1)[1] == 0
    fight(match, friend, strong, "De")
    if "no" in match.decision.choices:
        match.play("no")
    assert out_now(inside(match), 1)[1] == 1 << UNIT_NAMES.index[US]  # nobody in supply is near any more
