"""b6: march mode and forced march in play; b7.3: stopping in zones on the way."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.battles import facts, movement, strength
from ardennes.games.battles.facts import HEX_NAMES, hex_at
from tests.rules.battles.fights import go, until
from tests.rules.battles.table import offered, play, refused, situation, start, state, where

UNIT = facts.UNIT_NAMES.index
PZ, RECON, FUS, ART = "de-1-ss-pz", "de-1-ss-recon", "de-27-fus-12", "de-12-art"
GUNS = "us-2-divarty"
FORCED = {"forced_march": "on"}
ROAD = ("B1610", "B1511", "B1512", "B1411", "B1312")
"""A stretch of road without towns or junctions that help."""


def moving(units: dict[str, str], **fields: Any) -> Match:
    return situation("german-movement", units, **fields)


def marches(match: Match, unit: str) -> set[str]:
    return set(HEX_NAMES.list_of(movement.trip(state(match), UNIT[unit], movement.MARCH).ends))


@pytest.mark.rule("battles", "b6.3:b", "b8.2")
def test_a_march_does_not_end_with_a_single_friend() -> None:
    assert ROAD[2] in marches(moving({PZ: ROAD[0]}), PZ)
    match = moving({PZ: ROAD[0], FUS: ROAD[2]})
    assert ROAD[2] not in marches(match, PZ)
    assert ROAD[3] in marches(match, PZ)
    play(match, ("unit", PZ))
    assert refused(match, "march", ROAD[2]) == "b8.2"


@pytest.mark.rule("battles", "b6.1")
def test_a_march_begins_on_a_road() -> None:
    match = play(moving({PZ: "B1513"}), ("unit", PZ))
    assert not offered(match, "march")
    assert refused(match, "march", ROAD[2]) == "b6.1"


@pytest.mark.rule("battles", "b6.3")
def test_a_march_does_not_pass_next_to_enemy_guns() -> None:
    free = marches(moving({PZ: ROAD[0]}), PZ)
    match = moving({PZ: ROAD[0], GUNS: "B1413"})
    near = set(HEX_NAMES.list_of(facts.BOARD.neighbours(hex_at("B1413"))))
    assert free & near
    assert not marches(match, PZ) & near
    path = movement.trip(state(match), UNIT[PZ], movement.MARCH)
    names = HEX_NAMES.names
    assert all(not near & {names[p] for p in path.way(end)} for end in each(path.ends))


@pytest.mark.rule("battles", "b6.3")
def test_a_march_does_not_pass_a_column_that_has_ended_its_move() -> None:
    match = moving({PZ: ROAD[0], RECON: ROAD[1]})
    go(match, RECON, ROAD[2], "march")
    s = state(match)
    assert s.marching >> UNIT[RECON] & 1
    through = movement.trip(s, UNIT[PZ], movement.MARCH)
    assert ROAD[1] in HEX_NAMES.list_of(through.ends)
    assert all(hex_at(ROAD[2]) not in through.way(end) for end in each(through.ends))


@pytest.mark.rule("battles", "b6.4")
def test_march_mode_ends_with_the_owner_s_next_movement_segment() -> None:
    match = go(moving({PZ: ROAD[0], "us-9-2": "B2010"}), PZ, ROAD[3], "march")
    until(match, 3, "allied", "Movement")
    assert state(match).marching >> UNIT[PZ] & 1
    until(match, 4, "german", "Movement")
    assert not state(match).marching


@pytest.mark.rule("battles", "b6.5:ab")
def test_fatigue_lasts_to_the_end_of_the_next_player_turn() -> None:
    match = play(moving({FUS: "B0110", PZ: "B1125", "us-9-2": "B2010"}, options=FORCED), ("unit", FUS))
    assert movement.trip(state(match), UNIT[FUS], movement.FORCED).budget == 4
    play(match, ("force", offered(match, "force")[0]))
    until(match, 4, "german", "Movement")
    assert movement.allowance(state(match), UNIT[FUS]) == 2
    play(match, ("unit", FUS))
    assert refused(match, "march", "B0111") == "b6.1"
    assert refused(match, "force", "B0111") == "b6.5"
    play(match, ("hex", offered(match, "hex")[0]))
    until(match, 5, "german", "Movement")
    assert movement.allowance(state(match), UNIT[FUS]) == 3


@pytest.mark.rule("battles", "b6.5")
def test_artillery_does_not_force_a_march_and_nobody_does_without_the_option() -> None:
    guns = play(moving({ART: "B1125", FUS: "B1125"}, options=FORCED), ("unit", ART))
    assert not offered(guns, "force")
    assert refused(guns, "force", "B1028") == "b6.5"
    plain = play(moving({FUS: "B0110"}), ("unit", FUS))
    assert refused(plain, "force", "B0114") == "b6.5"


@pytest.mark.rule("battles", "b6.1", "b6.5")
def test_a_fatigued_unit_does_not_march() -> None:
    match = play(moving({PZ: ROAD[0]}, options=FORCED, fatigued=[PZ]), ("unit", PZ))
    assert refused(match, "march", ROAD[2]) == "b6.1"


@pytest.mark.rule("battles", "b7.3:a")
def test_no_way_leads_through_an_enemy_zone() -> None:
    match = moving({RECON: ROAD[0], "us-9-2": "B1513"})  # its zone covers the road at ROAD[2]
    zone = state(match).zoc(facts.ALLIED)
    trip = movement.trip(state(match), UNIT[RECON])
    assert trip.ends & zone
    assert trip.cost(hex_at(ROAD[2])) == 2
    for place in each(trip.ends):
        assert not any(zone >> p & 1 for p in trip.way(place)[:-1]), HEX_NAMES.names[place]


@pytest.mark.rule("battles", "b10.1", "b10.11")
def test_guns_that_go_into_battery_do_not_move_meanwhile() -> None:
    match = moving({ART: "B1125", FUS: "B1125"}, changing=[ART])
    assert refused(match, "unit", ART) == "b10.1"


@pytest.mark.rule("battles", "b9.34:a")
def test_the_two_regiments_lose_the_westwall_when_they_move() -> None:
    unit = "us-423-106"
    assert strength.left_shifts(state(start("st_vith")), hex_at("B0521")) == 2
    match = situation("allied-movement", {unit: "B0521"}, rooted=[unit])
    go(match, unit, offered(play(match.copy(), ("unit", unit)), "hex")[0])
    assert not state(match).rooted
    assert where(match, unit) != "B0521"
