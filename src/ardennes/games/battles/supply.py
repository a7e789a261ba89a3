"""11.0 Supply: who can trace a line to a source of its side."""

from __future__ import annotations

from ardennes.board import Layer, flood
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.battles.facts import ALLIED, BOARD, EVERY, FOOT, GERMAN, RULES, SIDE, SIDES
from ardennes.games.battles.state import BattlesState, foe

_REACH = int(RULES["supply_reach"])
"""b11.1"""


def blocked(s: BattlesState, side: Side) -> Places:
    """b11.2, b7.5, 16.42: the hexes that no line of a side may pass: enemy units, enemy zones without a friend, discovered targets."""
    out = s.occupied(foe(side)) | s.zoc(foe(side)) & ~s.occupied(side)
    return out | s.found if side == ALLIED else out


def network(s: BattlesState, side: Side, sources: Places = -1) -> Places:
    """b11.1: the road hexes that are joined with a source by road steps over intact bridges."""
    free = s.window & ~blocked(s, side)
    return flood(BOARD, (s.sources(side) if sources < 0 else sources) & free, s.roads(), free)


def lines(s: BattlesState, side: Side, foot: bool, sources: Places = -1) -> Places:
    """b11.1 to b11.3: the hexes from which a unit can trace a line. Its own hex is never blocked to it, so blocked hexes at the end of a
    line are among them, blocked sources too."""
    free = s.window & ~blocked(s, side)
    layer = EVERY if foot else s.open()
    found = network(s, side, sources)
    for _ in range(_REACH):
        found |= BOARD.spread(found & free, layer) & s.window
    return (found | (s.sources(side) if sources < 0 else sources)) & ~s.occupied(foe(side))


def traced(s: BattlesState, side: Side, sources: Places = -1) -> Units:
    """The units of a side that can trace a line now."""
    mine = s.on_map(side)
    on_foot = s.units_in(side, lines(s, side, True, sources)) & FOOT
    return mine & (on_foot | s.units_in(side, lines(s, side, False, sources)) & ~FOOT)


def in_supply(s: BattlesState, unit: Unit) -> bool:
    """Could the unit trace a line right now?"""
    return bool(traced(s, SIDE[unit]) >> unit & 1)


def judge(s: BattlesState) -> None:
    """11.0, b11.5: every unit on the map is judged, and keeps its state until the next turn."""
    s.unsupplied = s.freed = 0
    for side in range(len(SIDES)):
        if side != GERMAN or s.turn > int(RULES["unlimited_until"]):
            s.unsupplied |= s.on_map(side) & ~traced(s, side)


def path(s: BattlesState, unit: Unit) -> list[Place]:
    """A line of supply of a unit, from its hex to a source; [] if there is none. For people."""
    side = SIDE[unit]
    free = s.window & ~blocked(s, side)
    here = s.at[unit]
    if here < 0 or not in_supply(s, unit):
        return []
    if s.sources(side) >> here & 1:
        return [here]
    joined = network(s, side)
    layer = EVERY if FOOT >> unit & 1 else s.open()
    off_road = _way(1 << here, joined, free | 1 << here, layer)
    on_road = _way(1 << off_road[-1], s.sources(side) & joined, joined, s.roads())
    return off_road + on_road[1:]


def _way(start: Places, goal: Places, through: Places, layer: Layer) -> list[Place]:
    """A shortest way from the start to one of the goal hexes, which can be reached."""
    rings = [start]
    seen = start
    while not rings[-1] & goal:
        ring = BOARD.spread(rings[-1], layer) & through & ~seen
        seen |= ring
        rings.append(ring)
    at = each(rings[-1] & goal)[0]
    out = [at]
    for ring in reversed(rings[:-1]):
        at = each(BOARD.spread(1 << at, layer) & ring)[0]
        out.append(at)
    return out[::-1]
