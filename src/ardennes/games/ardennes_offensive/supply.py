"""12.0 Supply: who can trace a line to a source, who is isolated, and what that does to movement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ardennes.board import flood
from ardennes.core.kinds import Places, Side, Unit, Units
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame
from ardennes.games.ardennes_offensive.bridges import cut_for, open_roads
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    EVERY,
    GERMAN,
    LIVE,
    MA,
    MAP_EDGE,
    SOURCES,
    TABLES,
)
from ardennes.games.ardennes_offensive.state import OffensiveState

__all__ = [
    "SupplyJudgment",
    "allowance",
    "cut_for",
    "fed_hexes",
    "judge",
    "out_now",
    "road_network",
    "supplied_hexes",
    "traced",
]

_TO_ROAD: int = TABLES["supply"]["to_road"]
_ALONE: int = TABLES["supply"]["isolated_beyond"]
NEAR_SOURCE = tuple(BOARD.grow(sources, TABLES["supply"]["near_edge"]) for sources in SOURCES)
"""12.3J: the hexes in which a side's units are never isolated."""


@lru_cache(maxsize=4096)
def road_network(side: Side, closed: Places, cut: int) -> Places:
    """12.1A: the road hexes that are connected by road with a source of the side, past closed hexes and interdicted bridges."""
    allowed = LIVE & ~closed
    return flood(BOARD, SOURCES[side] & allowed, open_roads(cut), allowed)


@lru_cache(maxsize=4096)
def fed_hexes(side: Side, closed: Places, cut: int) -> Places:
    """12.1: the hexes from which a line can be traced: at most three hexes over any terrain to the network. The first of them, the hex of
    the unit itself, is never closed to it (7.2B), so closed hexes at the end of a line are included."""
    allowed = LIVE & ~closed
    found = road_network(side, closed, cut)
    for _ in range(_TO_ROAD):
        found |= BOARD.spread(found & allowed, EVERY) & LIVE
    return found


def supplied_hexes(s: OffensiveState, side: Side, cut: int) -> Places:
    """The hexes in which a unit of the side would be in supply now."""
    return fed_hexes(side, s.closed_to(side), cut) & ~s.occupied(1 - side)


def free_supply(s: OffensiveState, side: Side) -> bool:
    """4.2-german: on GT 1 German supply is never tested."""
    return side == GERMAN and s.turn == 1


def traced(s: OffensiveState, side: Side, cut: int) -> Units:
    """12.1: the units of a side on the live map that can trace supply now."""
    return s.units_in(side, fed_hexes(side, s.closed_to(side), cut) & LIVE)


def _without(s: OffensiveState, side: Side, cut: int) -> tuple[Units, Units]:
    """12.3: the units without supply, and those among them that are isolated."""
    if free_supply(s, side):
        return 0, 0
    supplied = traced(s, side, cut)
    out = s.active(side) & ~supplied
    if not out:
        return 0, 0
    open_hexes = LIVE & ~s.closed_to(side)
    if side == ALLIED:  # 12.3H: a Map Edge hex is a way out unless the Germans control it
        open_hexes |= MAP_EDGE & ~s.zoc(GERMAN)
    safe = BOARD.spread(open_hexes, EVERY) | NEAR_SOURCE[side] | BOARD.grow(s.places_of(supplied), _ALONE)
    return out, out & ~s.units_in(side, safe)


def out_now(s: OffensiveState, side: Side) -> tuple[Units, Units]:
    """12.0: the units without supply right now, isolated ones included, and those that are isolated. For defenders at the moment of combat
    (E-13.0-4: with the bridges interdicted at that moment) and for exits."""
    return _without(s, side, cut_for(s, side))


def judge(s: OffensiveState, side: Side) -> None:
    """12.0, 13.1A: supply and bridges of the phasing side, fixed for its whole player-turn."""
    s.cut = cut_for(s, side)
    s.unsupplied, s.isolated = _without(s, side, s.cut)


def allowance(s: OffensiveState, unit: Unit) -> int:
    """12.6: the movement points of a unit in its own player-turn: halved, rounded down, without supply."""
    return MA[unit] // 2 if s.unsupplied >> unit & 1 else MA[unit]


@dataclass(frozen=True, slots=True)
class SupplyJudgment(Frame):
    """12.0 The supply of the phasing side and the bridges interdicted for it are found, once for the whole player-turn."""

    side: Side
    title = "Supply"

    def decide(self, s: OffensiveState) -> None:
        s.pop()
        judge(s, self.side)
        if s.cut:
            s.tell("interdicted", s.cut)
        if s.unsupplied & ~s.isolated:
            s.tell("out_of_supply", s.unsupplied & ~s.isolated)
        if s.isolated:
            s.tell("isolated", s.isolated)

    def misfit(self, s: OffensiveState, at: int) -> str:
        return other_step(s, self)
