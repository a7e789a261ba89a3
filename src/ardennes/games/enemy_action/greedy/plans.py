"""Whole activations: which moves and attacks some units best make, and what that is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

from ardennes.core.kinds import Side, Units
from ardennes.core.names import each
from ardennes.games.enemy_action.facts import ALLIED, GERMAN
from ardennes.games.enemy_action.greedy.attacks import Attacks
from ardennes.games.enemy_action.greedy.line import Guard, Line
from ardennes.games.enemy_action.greedy.moves import Order, Rater, carry_out, movable
from ardennes.games.enemy_action.greedy.scene import Scene, sight
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.moving import Move, Movement
from ardennes.games.enemy_action.state import EnemyActionState

_M = weights("move")
Choice = tuple[str, Any]


class Plan(NamedTuple):
    """The moves of an activation in order, and what the whole is worth."""

    value: float
    orders: tuple[Order, ...]


def plan(s: EnemyActionState, side: Side, units: Units, attacks: bool = True, moves: bool = True) -> Plan:
    """What some units best do in an activation."""
    known = sight(s, side).plans
    found: Plan | None = known.get((units, attacks, moves))
    if found is None:
        found = known[units, attacks, moves] = _plan(s, side, units, attacks, moves)
    return found


def _plan(s: EnemyActionState, side: Side, units: Units, attacks: bool, moves: bool) -> Plan:
    w = s.clone()
    rater = Rater(Scene(w, side))
    at = list(w.at)
    can = movable(w, side, units) if moves else 0
    value = 0.0
    busy = 0
    orders: list[Order] = []
    if attacks:
        for attack in Attacks(rater, units, can).plan():
            value += attack.value
            busy |= attack.units
            orders += [Order(attack.value, u, "hex", place) for u, place in attack.spots if place != at[u]]
    rest = sorted(each(units & ~busy & w.on_map(side)), key=lambda u: (rater.sight.far(u)[w.at[u]], u))
    line = Line(rater.scene) if side == ALLIED else None
    guard = Guard(rater.scene) if side == GERMAN else None
    for unit in rest:
        if can >> unit & 1:
            if line is not None:
                order = rater.best_with(unit, line)
            elif guard is not None and guard.concerns(unit):
                order = rater.best_with(unit, guard)
            else:
                order = rater.best(unit)
            value += max(order.value, 0.0)
            if order.verb != "stay" and order.value >= _M["least"]:
                carry_out(w, rater.scene, order)
                orders.append(order)
        else:
            value += rater.dig(unit)
    return Plan(value, tuple(orders))


class Moving:
    """Answers the questions of movement: it plans the whole activation once and carries the plan out until something gets in the way."""

    def __init__(self) -> None:
        self._moment: tuple[int, ...] = ()
        self._orders: list[Order] = []

    def _plan(self, s: EnemyActionState, side: Side) -> list[Order]:
        moment = (s.turn, *s.impulses, side, s.active | s.moved)
        if moment != self._moment:
            self._moment = moment
            fights = s.mode in ("formation", "kg")
            self._orders = list(plan(s, side, s.active, attacks=fights).orders)
        return self._orders

    def movement(self, s: EnemyActionState, frame: Movement) -> Choice:
        """The next unit of the plan; units that must make room, if they are still there; or the end of movement."""
        assert s.decision is not None
        raw = s.decision.raw
        orders = self._plan(s, frame.side)
        while orders:
            if raw.get("unit", 0) >> orders[0].unit & 1:
                return "unit", orders[0].unit
            orders.pop(0)
        if raw.get("done"):
            return "done", None
        return "unit", _leaver(s, frame.side, raw.get("unit", 0))

    def move(self, s: EnemyActionState, frame: Move) -> Choice:
        """To the hex of the plan. If that is not possible any more, to the best one."""
        assert s.decision is not None
        orders = self._plan(s, frame.side)
        order = next((o for o in orders if o.unit == frame.unit), None)
        if order is not None:
            orders.remove(order)
            if s.decision.offers(order.verb, order.place):
                return order.verb, order.place
        return _best_move(s, frame)


def _leaver(s: EnemyActionState, side: Side, units: Units) -> int:
    """The unit that leaves an overstacked hex: the weakest one that can."""
    crowded = units & s.units_in(side, s.overstacked(side))
    return min(each(crowded), key=lambda u: (s.strength(u), u))


def _best_move(s: EnemyActionState, frame: Move) -> Choice:
    """The best of the moves that are offered, for a unit without an order."""
    assert s.decision is not None
    raw = s.decision.raw
    rater = Rater(Scene(s, frame.side))
    unit, here = frame.unit, s.at[frame.unit]
    crowded = bool(s.overstacked(frame.side) >> here & 1)
    found: list[tuple[float, str, int]] = []
    now = rater.stand(unit, here)
    for verb in ("hex", "march"):
        for place in each(raw.get(verb, 0)):
            if s.fits(place, 1 << unit):
                value = rater.stand(unit, place) + rater.take(unit, place) - now
                found.append((value, verb, -place))
    best = max(found, default=None)
    if best is None or (best[0] < _M["least"] and not crowded):
        return "stay", None
    return best[1], -best[2]
