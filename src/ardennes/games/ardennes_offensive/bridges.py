"""13.0 Bridges and interdiction: which bridges a side cannot use, and the roads that are left."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board import Layer
from ardennes.board.hexes import minus
from ardennes.core.kinds import Places, Side
from ardennes.core.names import bits, each
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    BRIDGE_HEXES,
    BRIDGE_SIDES,
    GERMAN,
    GERMAN_SIDE,
    ROAD,
    TABLES,
)
from ardennes.games.ardennes_offensive.state import OffensiveState

_RANGE: int = TABLES["supply"]["interdiction"]
SHELTERED = bits(b for b, hexes in enumerate(BRIDGE_HEXES) if hexes & GERMAN_SIDE == hexes)
"""13.4E: the bridges wholly behind the German side of the start line, which the Allies do not interdict on GT 1."""


_ZONES = [BOARD.grow(hexes, _RANGE) for hexes in BRIDGE_HEXES]
"""The hexes from which each bridge is interdicted."""


@lru_cache(maxsize=4096)
def in_range(enemies: Places) -> int:
    """13.1A: the bridges within three hexes of any of these hexes; one of a bridge's two hexes is enough."""
    return bits(b for b, zone in enumerate(_ZONES) if zone & enemies)


def only_from(enemies: Places, others: Places) -> int:
    """How many bridges are within range of the first hexes, but not of the others."""
    return sum(1 for b in each(in_range(enemies)) if not _ZONES[b] & others) if enemies else 0


def cut_for(s: OffensiveState, side: Side) -> int:
    """13.1A, 13.3D, 13.5F: the bridges that the enemy interdicts for a side right now, from the live hexes with units that are not in road
    mode. (A side's own player-turn goes by `s.cut`, E-13.0-3.)"""
    found = in_range(s.standing(1 - side))
    return found & ~SHELTERED if side == GERMAN and s.turn == 1 else found


@lru_cache(maxsize=1024)
def sides_of(bridges: int) -> Layer:
    """The sides with these bridges."""
    wanted = {BRIDGE_SIDES[b] for b in each(bridges)}
    masks = [0] * 6
    for a, b in wanted:
        masks[BOARD.direction(a, b)] |= 1 << a
        masks[BOARD.direction(b, a)] |= 1 << b
    return tuple(masks)


@lru_cache(maxsize=1024)
def open_roads(cut: int) -> Layer:
    """13.2B: the road sides that can be used when these bridges are interdicted."""
    return minus(ROAD, sides_of(cut)) if cut else ROAD
