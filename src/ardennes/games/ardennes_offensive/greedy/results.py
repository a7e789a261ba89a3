"""After the die: exchanges, retreats of the enemy, advances."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Side, Unit
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BASTOGNE,
    BOARD,
    EVERY,
    EXITS,
    LIVE,
    MAP_EDGE,
    ROAD_HEXES,
    SIDE,
    STRENGTH,
)
from ardennes.games.ardennes_offensive.fight import Waive
from ardennes.games.ardennes_offensive.greedy.fights import cheapest, closed_by
from ardennes.games.ardennes_offensive.greedy.scene import Scene
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.results import Advance, AdvanceTo, Exchange
from ardennes.games.ardennes_offensive.retreat import TO_SOURCE, Retreat, Retreats
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import immune_hexes

Choice = tuple[str, Any]
_RETREAT: dict[str, float] = WEIGHTS.part("retreat")
_MOVE = WEIGHTS.part("move")


def exchange(s: OffensiveState, frame: Exchange) -> Choice:
    """10.1 The units that it costs least to lose."""
    return "unit", each(cheapest(frame.owed, frame.attackers)[1])[0]


def waive(s: OffensiveState, frame: Waive) -> Choice:
    """E-11.0 Shelter is kept."""
    return "pass", None


# --- retreats --------------------------------------------------------------------------------------------------------------------------


def misery(s: OffensiveState, side: Side, place: Place) -> float:
    """How bad it is for units of a side to end up in a hex: cut off, without shelter, far from roads, exits and friends."""
    bit = 1 << place
    if MAP_EDGE & bit:
        return 5.0
    w = _RETREAT
    out = 0.0
    standing = s.places_of(s.active(1 - side) & ~s.road)
    closed = closed_by(s, side, standing)
    out += w["closed"] * (6 - (BOARD.neighbours(place) & LIVE & ~closed).bit_count()) / 6
    if immune_hexes(side) & bit:
        out -= w["shelter"]
    if ROAD_HEXES & bit:
        out -= w["road"]
    if side == ALLIED:
        out -= w["exit"] * EXITS.get(place, 0) + (w["bastogne"] if place == BASTOGNE else 0.0)
    out -= w["friend"] * (s.live(side) & BOARD.within(place, 1)).bit_count()
    return out - w["source"] * (FARTHEST - TO_SOURCE[side][place])


FARTHEST = 40


def retreats(s: OffensiveState, frame: Retreats) -> Choice:
    """10.2 The whole stack where it hurts most; else the weakest first, so that the strongest are left without a way."""
    assert s.decision is not None
    raw = s.decision.raw
    side = SIDE[frame.units.bit_length() - 1]
    if raw.get("stack"):
        return "stack", max(each(raw["stack"]), key=lambda p: (misery(s, side, p), -p))
    return "unit", min(each(raw["unit"]), key=lambda u: (STRENGTH[u], u))


def retreat(s: OffensiveState, frame: Retreat) -> Choice:
    """10.2 Where it hurts most."""
    assert s.decision is not None
    raw = s.decision.raw
    side = SIDE[frame.unit]
    if raw.get("stack"):
        return "stack", max(each(raw["stack"]), key=lambda p: (misery(s, side, p), -p))
    return "hex", max(each(raw["hex"]), key=lambda p: (misery(s, side, p), -p))


# --- advances --------------------------------------------------------------------------------------------------------------------------


class Advancing:
    """Advances are judged like moves."""

    def __init__(self) -> None:
        self._key: tuple[int, ...] = ()
        self._scene: Scene | None = None

    def _gain(self, s: OffensiveState, unit: Unit, place: Place) -> float:
        side = SIDE[unit]
        key = (s.turn, side, s.fought, s.attacked)
        if self._scene is None or key[:2] != self._key[:2] or (key != self._key and _MOVE["afresh"]):
            self._key, self._scene = key, Scene(s, side)
        elif key != self._key:
            self._key = key
            self._scene.look_again(s)
        scene = self._scene
        others = s.places_of(s.active(side) & ~s.road & ~(1 << unit))
        road = bool(s.road >> unit & 1)
        gain = scene.value(s, unit, place, road, others) - scene.value(s, unit, s.at[unit], road, others)
        pending = s.live(1 - side) & BOARD.neighbours(s.at[unit]) & ~BOARD.spread(others | 1 << place, EVERY)
        return gain - float(_MOVE["advance"]) * pending.bit_count()

    def advance(self, s: OffensiveState, frame: Advance) -> Choice:
        """9.6N The unit that gains most by it, if any does."""
        assert s.decision is not None
        pairs = [(self._gain(s, u, p), -u) for u, ps in frame.ways(s).items() for p in each(ps)]
        gain, unit = max(pairs)
        return ("unit", -unit) if gain > 0 else ("no", None)

    def advance_to(self, s: OffensiveState, frame: AdvanceTo) -> Choice:
        assert s.decision is not None
        gain, place = max((self._gain(s, frame.unit, p), -p) for p in each(s.decision.raw["hex"]))
        return ("hex", -place) if gain > 0 else ("no", None)
