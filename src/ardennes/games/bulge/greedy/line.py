"""The Allied line: closing gaps on the way to the exits, and cutting the roads behind Germans who got through."""

from __future__ import annotations

from ardennes.board import reach
from ardennes.core.kinds import Place, Places
from ardennes.core.names import bits, each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    AT_ROAD_RATE,
    BOARD,
    CF,
    DEFENCE,
    EXITS,
    GERMAN,
    OF_SIDE,
    ROAD_HEXES,
    SOURCES,
)
from ardennes.games.bulge.greedy.combat import NEIGHBOURS
from ardennes.games.bulge.greedy.field import JUNCTIONS, TO_EXIT, can_reach, gap, german_supply, threatened_towns
from ardennes.games.bulge.greedy.scene import Order, Scene
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.state import EXITED, BulgeState

_LINE: dict[str, float] = WEIGHTS.part("line")
_CUT: dict[str, float] = WEIGHTS.part("cut")
_MOST_TRIES = 40
_LONGEST = 60


def best_plug(scene: Scene) -> Order | None:
    """The best unit to close the most dangerous gap in the line, and where."""
    s = scene.s
    way = gap(s._occ[GERMAN], scene.committed)
    if not way:
        return None
    on_way = 0
    for p in way:
        on_way |= 1 << p
    closing = BOARD.grow(on_way, 1) & ~scene.foe_zone
    best: Order | None = None
    best_value = -99.0
    value_of: dict[Place, float] = {}
    towns = threatened_towns(s._occ[GERMAN]) if _LINE["town"] or _LINE["garrison"] else 0
    for u in scene.ready:
        here = 1 << s.at[u] if s.at[u] >= 0 else 0
        can = (can_reach(s, u) & scene.free | here) & closing
        for p in each(can):
            base = value_of.get(p)
            if base is None:
                base = value_of[p] = line_value(scene, p) + (_LINE["town"] if towns >> p & 1 else 0.0)
            value = base + _LINE["strength"] * CF[u] - _LINE["fear"] * scene.threat.risk(u, p)
            if here & towns & ~(1 << p):
                value -= _LINE["garrison"]
            if value > best_value:
                best, best_value = Order(u, p), value
    return best


def line_value(scene: Scene, place: Place) -> float:
    """How good a hex is to hold: terrain, roads, friends two or three hexes away, not too near the enemy."""
    s, w = scene.s, _LINE
    value = w["defence"] * DEFENCE[ALLIED][place]
    bit = 1 << place
    if JUNCTIONS & bit:
        value += w["junction"]
    elif ROAD_HEXES & bit:
        value += w["road"]
    german = s._occ[GERMAN]
    near = (BOARD.within(place, 3) & german).bit_count()
    value -= w["foes"] * near
    if BOARD.within(place, 2) & german:
        value -= w["near"]
    if NEIGHBOURS[place] & scene.committed:
        value -= w["beside"]
    elif BOARD.within(place, 3) & scene.committed:
        value += w["friends"]
    return value + TO_EXIT[place] * w["forward"]


# --- cutting off what has left the map ---------------------------------------------------------------------------------------------------


def gates_in_supply(s: BulgeState) -> dict[Place, int]:
    """Exit hexes that Germans have left by and that are in supply now, with the points at stake at each."""
    out: dict[Place, int] = {}
    if EXITED not in s.at:
        return out
    supplied = supply.supplied_hexes(s, GERMAN)
    for u in each(OF_SIDE[GERMAN]):
        if s.at[u] == EXITED and supplied >> s.gate[u] & 1:
            out[s.gate[u]] = out.get(s.gate[u], 0) + CF[u] * EXITS[s.gate[u]]
    return out


def best_cut(scene: Scene) -> Order | None:
    """3.1-3: the move that cuts an exit hex's supply and takes its points from the German player."""
    s = scene.s
    gates = gates_in_supply(s)
    if not gates:
        return None
    gate = max(gates, key=lambda p: (gates[p], p))
    road = supply_road(s, gate)
    for where in (1 << gate, road):
        order = _cut_from(scene, gate, BOARD.grow(where, 1) & scene.free)
        if order is not None:
            return order
    return None


def supply_road(s: BulgeState, gate: Place) -> Places:
    """14.0: a shortest supply road to the area of an exit hex."""
    german = s._occ[GERMAN]
    marks = s.interdiction[ALLIED] & ~german
    roads = supply.usable_roads(marks, supply.watched(s._occ[ALLIED]))
    open_hexes = ALL & ~(s._occ[ALLIED] | (s.zoc(ALLIED) & ~german) | marks)
    found = reach(BOARD, [SOURCES[GERMAN] & open_hexes], _LONGEST, ((roads, AT_ROAD_RATE),), open_hexes, 0)
    for distance in range(supply.PATH_MP + 1):
        near = BOARD.within(gate, distance)
        for level in found.levels:
            if level & near:
                end = (level & near).bit_length() - 1
                return bits(found.way(end))
    return 0


def _cut_from(scene: Scene, gate: Place, where: Places) -> Order | None:
    """A unit that can cut off the gate from one of these hexes: the safest of the first few found."""
    s = scene.s
    best: Order | None = None
    best_value = -99.0
    tries = 0
    seen = 0
    for u in scene.ready:
        for p in each(can_reach(s, u) & where & ~seen):
            seen |= 1 << p
            tries += 1
            if tries > _MOST_TRIES:
                return best
            if cuts(s, gate, p):
                value = (
                    _CUT["defence"] * DEFENCE[ALLIED][p]
                    - _CUT["fear"] * scene.threat.risk(u, p)
                    - (_CUT["zone"] if scene.foe_zone >> p & 1 else 0.0)
                )
                if value > best_value:
                    best, best_value = Order(u, p), value
    return best


def cuts(s: BulgeState, gate: Place, place: Place) -> bool:
    """Would an Allied unit in this hex put the gate out of supply?"""
    german = s._occ[GERMAN]
    allied = s._occ[ALLIED] | 1 << place
    closed = allied | (BOARD.spread(allied, BOARD.everywhere) & ~german)
    return not german_supply(s, closed, allied) >> gate & 1
