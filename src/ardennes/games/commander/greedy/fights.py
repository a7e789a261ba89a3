"""The value of a battle: both sides' hits over all rolls, the defender's better response, the space itself."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.games.commander.facts import BREAKTHROUGH_FROM, FULL, SIDE, TANKS
from ardennes.games.commander.greedy.weights import WEIGHTS
from ardennes.games.commander.greedy.worth import WORTH, cost_of_hits, members, space_worth
from ardennes.games.commander.losses import why_held
from ardennes.games.commander.odds import (
    Throw,
    attack_modifiers,
    base_chance,
    clamped,
    defence_modifiers,
    dice_of,
    spread_of_hits,
    terrain_reduction,
    total,
)
from ardennes.games.commander.state import CommanderState

Strengths = tuple[tuple[Unit, int], ...]
_FIGHT: dict[str, float] = WEIGHTS.part("fight")


def throws(s: CommanderState, units: Units, attacking: bool, more: int) -> tuple[Throw, ...]:
    """The dice that some units roll."""
    return tuple(sorted((dice_of(s, u), clamped(base_chance(s, u, attacking) + more)) for u in members(units)))


def strengths(s: CommanderState, units: Units) -> Strengths:
    """The strength of each of some units."""
    lost = s.lost
    return tuple([(u, FULL[u] - lost[u]) for u in members(units)])


def space_gain(s: CommanderState, place: Place, side: Side) -> float:
    """What a side gains by having the space to itself."""
    worth = space_worth(s.race)[place]
    return worth if s.controller(place) != side else worth * (1 - _FIGHT["keeps"])


_VALUES: dict[tuple[Any, ...], float] = {}
"""Battles that have been rated. The same ones come up again and again while a day goes on."""
_MANY = 100_000


def value(
    s: CommanderState,
    place: Place,
    attackers: Units,
    defenders: Units,
    over_river: bool,
    caution: float,
    more: float = 0.0,
) -> float:
    """The expected value of an attack for the attacker, who weights their own losses by `caution`; `more`: what the space is worth on top
    of its usual worth."""
    side = SIDE[attackers.bit_length() - 1]
    them, us = strengths(s, defenders), strengths(s, attackers)
    room = why_held(s, place, defenders) is None
    marked = s.unsupplied() & (attackers | defenders)
    key = (them, us, place, s.day, s.german >> place & 1, room, marked, over_river, caution, more, s.race, WEIGHTS.mark)
    found = _VALUES.get(key)
    if found is None:
        if len(_VALUES) > _MANY:
            _VALUES.clear()
        mine = throws(s, attackers, True, total(attack_modifiers(s, place, side, defenders)))
        theirs = throws(s, defenders, False, total(defence_modifiers(place, attackers, over_river)))
        off = terrain_reduction(s, place, defenders)
        gain = space_gain(s, place, side) + more
        armor = (attackers & TANKS).bit_count() * _FIGHT["through"] if s.day >= BREAKTHROUGH_FROM else 0.0
        found = 0.0
        for h, p in enumerate(spread_of_hits(mine)):
            hits = h - off
            if hits > 0 and p > 0.002:
                found += p * _answered(them, hits, room, gain, armor)
        for h, p in enumerate(spread_of_hits(theirs)):
            if h and p > 0.002:
                found -= p * caution * cost_of_hits(us, h)[0]
        _VALUES[key] = found
    return found


def _answered(them: Strengths, hits: int, room: bool, gain: float, armor: float) -> float:
    """The attacker's gain from `hits` hits after the defender's better response."""
    cost, left = cost_of_hits(them, hits)
    stands = cost + (gain + armor if not left else 0.0)
    if not room:
        return stands
    saved, left = cost_of_hits(them, hits - 1)
    return min(stands, saved + gain) if left else stands


def should_retreat(s: CommanderState, place: Place, attackers: Units, defenders: Units, hits: int) -> bool:
    """Is it better to give up the space and take one hit less?"""
    them = strengths(s, defenders)
    stands, left = cost_of_hits(them, hits)
    saved, _ = cost_of_hits(them, hits - 1)
    side = SIDE[defenders.bit_length() - 1]
    if not left:
        return True
    against = sum(s.strength(u) for u in members(attackers))
    holds = min(1.0, left / max(1, against)) * space_gain(s, place, 1 - side)
    more_to_lose = _FIGHT["more_to_lose"] * sum(WORTH[u][n] for u, n in them) * max(0.0, 1 - left / max(1, against))
    return stands - saved + more_to_lose > holds
