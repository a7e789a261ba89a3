"""Bridges: which of them to repair, build, blow or save, and where engineers are better used for something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ardennes.core.kinds import Side
from ardennes.core.limits import offered
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import bridges, events, supply
from ardennes.games.enemy_action.events import BridgeWork
from ardennes.games.enemy_action.facts import ALLIED, BOARD, GERMAN, MEUSE_SIDES, RIVER_SIDES
from ardennes.games.enemy_action.greedy.moves import Rater
from ardennes.games.enemy_action.greedy.scene import Scene, Sight, sight, urgency
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import worth_of
from ardennes.games.enemy_action.state import EnemyActionState, foe

_E, _R = weights("events"), weights("reactions")
_DETOUR = 4
"""A new bridge is thought of only where it would spare this many points of the way."""
_NEAR = 8
"""Units that come so soon are near."""
_USERS = 2
"""Units this near will use a bridge."""


class Work(NamedTuple):
    """Something for engineers to do: its value, the verb and its argument."""

    value: float
    verb: str
    argument: Any


def works(s: EnemyActionState, side: Side, where: str) -> Iterator[Work]:
    """What engineers can do that is worth considering."""
    scene = sight(s, side)
    for river in each(bridges.repairable(s, side)):
        yield Work(_new_bridge(scene, river), "repair", river)
    for river in each(bridges.buildable(s, side)):
        if _saved(scene, river) >= _DETOUR:
            yield Work(_new_bridge(scene, river) - _E["new_bridge"], "build", river)
    if where == "supply" or side != ALLIED:
        return
    for river in each(bridges.blowable(s)):
        value = demolition(scene, river)
        if value > 0:
            yield Work(value, "blow", river)
    rater = Rater(Scene(s, side))
    for unit in each(offered(events.limits_position(s))):
        yield Work(rater.dig(unit) * min(scene.might[s.at[unit]] / _E["strong"], 2.0), "unit", unit)


def best_work(s: EnemyActionState, side: Side, where: str) -> Work | None:
    """The best thing for engineers to do; None if there is nothing."""
    return max(works(s, side, where), key=lambda work: (work.value, work.verb, -work.argument), default=None)


def _saved(scene: Sight, river: int) -> int:
    """Points of the way that a bridge spares units of the side that want to go on from one of its banks, if any are near."""
    a, b = RIVER_SIDES[river]
    near, far = scene.own_near, scene.own_routes.far
    if min(near[a], near[b]) > _NEAR:
        return 0
    return abs(far[a] - far[b]) - 1


def _bank(scene: Sight, river: int) -> int:
    """The bank of a river from which the side wants to cross."""
    a, b = RIVER_SIDES[river]
    far = scene.own_routes.far
    return a if far[a] > far[b] else b


def _new_bridge(scene: Sight, river: int) -> float:
    """What it is worth to repair or build a bridge: units that come into supply, a shorter way."""
    s, side = scene.s, scene.side
    w = s.clone()
    w.build_bridge(river, side)
    fed = supply.supplied(w, side) & ~scene.supplied
    short = s.units_in(side, fed)
    shorter = 0.0
    if side == GERMAN:  # the Allies need the card to blow one
        users = s.units_in(side, BOARD.within(_bank(scene, river), _USERS)).bit_count()
        shorter = _E["detour"] * max(_saved(scene, river), 0) * (_E["first_user"] + _E["user"] * users)
    return _E["repair"] * worth_of(s, short) + shorter


def detour(scene: Sight, side: Side, river: int) -> int:
    """How many points longer the way of a side's units gets if a bridge is blown."""
    far = (scene.own_routes if side == scene.side else scene.foe_routes).far
    a, b = RIVER_SIDES[river]
    if far[a] == far[b]:
        return 0
    bank = a if far[a] > far[b] else b
    return scene.far_with(side, scene.s.bridges & ~(1 << river), bank) - far[bank]


def demolition(scene: Sight, river: int) -> float:
    """What it is worth to the Allies that a bridge is blown."""
    enemy = foe(ALLIED)
    a, b = RIVER_SIDES[river]
    near = scene.foe_near if scene.side == ALLIED else scene.own_near
    soon = urgency(min(near[a], near[b]))
    if not soon:
        return 0.0
    value = _E["detour"] * detour(scene, enemy, river) + (_E["meuse"] if MEUSE_SIDES >> river & 1 else 0.0)
    friends = bits(u for p in (a, b) for u in each(scene.s.units_at(p, ALLIED)))
    return soon * value - (_E["friends"] if friends else 0.0)


def bridge_work(s: EnemyActionState, frame: BridgeWork) -> tuple[str, Any]:
    """What the engineers do."""
    assert s.decision is not None
    best = best_work(s, frame.side, frame.where)
    if best is not None and s.decision.offers(best.verb, best.argument):
        return best.verb, best.argument
    raw = s.decision.raw
    verb = next(verb for verb in ("repair", "unit", "build", "blow") if raw.get(verb))
    return verb, each(raw[verb])[0]
