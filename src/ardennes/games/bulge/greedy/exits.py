"""Exits (3.1): when a German unit should leave the map."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import ALLIED, BOARD, CF, EXITS, GERMAN, MECH, TURNS
from ardennes.games.bulge.greedy.field import can_reach, german_supply
from ardennes.games.bulge.greedy.line import gates_in_supply
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.state import BulgeState

_LEAVE: dict[str, float] = WEIGHTS.part("leave")


def best_exit(s: BulgeState, unit: Unit, gates: Places) -> Place:
    """Where to leave; -1 to stay. Points last only while the exit hex is in supply, so leave only to win now, or late in the game."""
    good = gates & supply.supplied_hexes(s, GERMAN)
    if not good:
        return -1
    gate = max(each(good), key=lambda p: (EXITS[p], p))
    if s.turn >= _LEAVE["from"] or (wins_now(s, unit, gate) and holds(s, gate)):
        return gate
    return -1


def wins_now(s: BulgeState, unit: Unit, gate: Place) -> bool:
    """Would the units that can leave this turn bring the total up to the German limit?"""
    total = s.vp
    for place, points in gates_in_supply(s).items():
        total += points - sum(CF[u] * EXITS[place] for u in each(s.counted) if s.gate[u] == place)
    total += CF[unit] * EXITS[gate]
    movable = s.units_in(GERMAN, ~s.zoc(ALLIED)) & MECH & ~s.moved & ~(1 << unit)
    for u in each(movable):
        if can_reach(s, u) >> gate & 1:
            total += CF[u] * EXITS[gate]
    return total >= int(TURNS[s.turn]["vp"][0])


def holds(s: BulgeState, gate: Place) -> bool:
    """Will the exit hex stay in supply whatever the Allies do?"""
    german = s._occ[GERMAN]
    there = s._occ[ALLIED]
    for u in each(s.units_in(ALLIED, there & ~s.zoc(GERMAN))):
        there |= can_reach(s, u)
    closed = (there | BOARD.spread(there, BOARD.everywhere)) & ~german
    return bool(german_supply(s, closed, s._occ[ALLIED]) >> gate & 1)
