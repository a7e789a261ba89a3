"""Air missions: which to fly and where to interdict."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Side
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.air import AirMissions, air_points
from ardennes.games.bulge.facts import (
    ALLIED,
    BOARD,
    CAP,
    CF,
    EXITS,
    GERMAN,
    INTERDICTION,
    MISSIONS,
    RESUPPLY,
    ROAD_HEXES,
    SUPPORT,
)
from ardennes.games.bulge.greedy.field import TO_EXIT, trunk_roads
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.state import EXITED, BulgeState

_AIR: dict[str, float] = WEIGHTS.part("air")
_MOST_TRIES = 24
"""How many road hexes to compare for a marker."""


def next_mission(s: BulgeState, frame: AirMissions) -> str | None:
    """7.0: the mission for the next air point."""
    left = air_points(s.turn, s.weather, frame.side) - sum(frame.flown)
    if frame.side == GERMAN:
        # the Luftwaffe is weak: half of it flies cover against Allied fighter-bombers, the rest supports the attack
        return MISSIONS[CAP if frame.flown[CAP] <= frame.flown[SUPPORT] and left > 1 else SUPPORT]
    cut_off = (s._occ[ALLIED] & ~supply.supplied_hexes(s, ALLIED)).bit_count()
    if frame.flown[RESUPPLY] < min(cut_off, 1):
        return MISSIONS[RESUPPLY]
    total = left + sum(frame.flown)
    if frame.flown[INTERDICTION] < wanted_markers(s, total):
        return MISSIONS[INTERDICTION]
    return MISSIONS[SUPPORT]


def wanted_markers(s: BulgeState, air: int) -> float:
    """Two markers can cut off the spearhead or block a road for a day; after a German exit that beats ground support."""
    if any(at == EXITED for at in s.at):
        return (air + 1) // _AIR["markers_after_exit"]
    return air // _AIR["markers"]


def best_marker(s: BulgeState, side: Side, places: Places) -> Place:
    """7.2: where a marker does most harm: first by what it cuts off, then by what it blocks."""
    roads = trunk_roads(s, 1 - side) & places & ~s.interdiction[side] or places & ROAD_HEXES
    foremost = sorted(each(roads), key=lambda p: (TO_EXIT[p], p))[:_MOST_TRIES]
    return max(foremost, key=lambda p: (marker_value(s, side, p), p))


def marker_value(s: BulgeState, side: Side, place: Place) -> float:
    """What a marker in a hex costs the enemy: supply for units and exits, and the road to the exits."""
    foe = 1 - side
    marks = s.interdiction[side]
    s.interdiction[side] = marks | 1 << place
    supplied = supply.supplied_hexes(s, foe)
    s.interdiction[side] = marks
    value = 0.0
    for u, at in enumerate(s.at):
        if at >= 0 and s._occ[foe] >> at & 1:
            value += CF[u] * (0 if supplied >> at & 1 else 1)
        elif at == EXITED and foe == GERMAN and s.counted >> u & 1 and not supplied >> s.gate[u] & 1:
            value += _AIR["exits"] * CF[u] * EXITS[s.gate[u]]
    near = (BOARD.within(place, 3) & s._occ[foe]).bit_count()
    return value + _AIR["near"] * near - _AIR["forward"] * TO_EXIT[place]
