"""What a position is valued by (see `ardennes.core.outlook`). Every feature is more for a German who is better off, and about -3 to 3."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from math import exp

from ardennes.core.kinds import Side, Units
from ardennes.core.names import each
from ardennes.games.battles.artillery import ArtilleryMode
from ardennes.games.battles.bridges import BridgePhase
from ardennes.games.battles.building import Building
from ardennes.games.battles.combat import Combat
from ardennes.games.battles.facts import (
    ALLIED,
    ARMOR,
    ARTILLERY,
    BARRAGE,
    BOARD,
    COMBAT,
    DUE,
    GERMAN,
    MECH,
    OF_SIDE,
    SCENARIOS,
    SIDES,
    STRENGTH,
)
from ardennes.games.battles.greedy.field import nearest
from ardennes.games.battles.greedy.scene import points_of
from ardennes.games.battles.moving import Movement
from ardennes.games.battles.sequence import GameTurn
from ardennes.games.battles.setup import exits
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.victory import exit_points, plan_sources, points, scored

FEATURES = (
    "points",  # net points against those that win
    "held",  # points for places
    "goals_near",  # points for places not held yet, the nearer he is and the weaker their guards
    "goals_shaky",  # points for places that he holds with Allies near
    "strength",  # on the map, against each other
    "armor",  # German armor on the map
    "arrivals",  # strength that comes within three turns, against each other
    "guns",  # barrage points in supply, against each other
    "exits",  # points for units that have left
    "exits_near",  # how near his armor is to an exit
    "german_supply",  # share of German strength out of supply
    "allied_supply",
    "german_traps",  # strength next to enemies that has nowhere to retreat to
    "allied_traps",
)
_SOON = 3
_FADE = 4.0
"""Hexes after which a goal counts a third."""
_GUARD = 10.0
"""The strength of guards that halves it."""
_GIVE_UP = 3.0


def features(s: BattlesState) -> tuple[float, ...]:
    german, allied = s.on_map(GERMAN), s.on_map(ALLIED)
    strength = _strength(s, german), _strength(s, allied)
    first, middle, half = _levels(s.setup.scenario)
    expected = first + (middle - first) * _played(s)
    places = points_of(s, GERMAN)
    here = scored(s)
    net = points(s) + sum(n for _, n, _ in plan_sources(s))
    foes = s.occupied(ALLIED)
    armor = s.places_of(german & MECH & COMBAT & ~s.unsupplied)
    ways = exits(s)
    near = shaky = 0.0
    for place, n in places.items():
        if here >> place & 1:
            shaky += n * exp(-nearest(place, foes) / 2)
        else:
            guard = _strength(s, s.units_in(ALLIED, BOARD.within(place, 1) & foes))
            near += n * exp(-nearest(place, armor) / _FADE) / (1 + guard / _GUARD)
    total = _strength(s, s.unsupplied & german), _strength(s, s.unsupplied & allied)
    return (
        max(-4.0, min(4.0, (net - expected) / (2 * half))),
        sum(n for place, n in places.items() if here >> place & 1) / 40,
        near / 15,
        -shaky / 15,
        (strength[GERMAN] - strength[ALLIED]) / 60,
        _strength(s, german & ARMOR) / 40,
        (_coming(s, GERMAN) - _coming(s, ALLIED)) / 40,
        (_barrage(s, german) - _barrage(s, allied)) / 40,
        exit_points(s) / 20,
        exp(-nearest(min(each(ways), key=lambda p: nearest(p, armor)), armor) / _FADE) if ways and armor else 0.0,
        -_GIVE_UP * total[GERMAN] / max(1, strength[GERMAN]),
        _GIVE_UP * total[ALLIED] / max(1, strength[ALLIED]),
        -_trapped(s, GERMAN) / 15,
        _trapped(s, ALLIED) / 15,
    )


def moment(s: BattlesState) -> Hashable:
    """Once in each player-turn, with its first question: movement and attacks are planned together."""
    top = s.stack[-1]
    if isinstance(top, BridgePhase | Building | ArtilleryMode | Movement | Combat):
        return s.turn, top.side
    return None


def pace(s: BattlesState) -> int:
    """Player-turns since the first turn began, two a turn."""
    bottom = s.stack[0]
    return 2 * s.turn + (isinstance(bottom, GameTurn) and bottom.playing(s) >= _ALLIED_TURN)


_ALLIED_TURN = next(n for n, step in enumerate(GameTurn.steps) if step.frame == BridgePhase(ALLIED))


@cache
def _levels(scenario: str) -> tuple[float, float, float]:
    """The points at the start, the middle of a draw, and the distance from there to a victory, in net points."""
    plan = SCENARIOS[scenario]
    rows = plan["levels"]
    first = sum(plan["values"].get(name, 0) for name in plan["german_at_start"])
    won = min(row["from"] for row in rows if row["winner"] == SIDES[GERMAN])
    even = min((row["from"] for row in rows if not row["winner"]), default=won)
    return first, (won + even) / 2, max(8.0, (won - even) / 2)


def _played(s: BattlesState) -> float:
    """How much of the game has been played, from 0 to 1: the points come little by little."""
    first, last = int(s.plan["first"]), int(s.plan["last"])
    return min(1.0, (s.turn - first) / max(1, last - first))


def _strength(s: BattlesState, units: Units) -> int:
    return sum(s.strength(u) for u in each(units & COMBAT))


def _coming(s: BattlesState, side: Side) -> int:
    return sum(STRENGTH[u] for u in each(s.in_box(DUE) & OF_SIDE[side]) if s.due[u] <= s.turn + _SOON)


def _barrage(s: BattlesState, units: Units) -> int:
    return sum(BARRAGE[u] for u in each(units & ARTILLERY & ~s.unsupplied))


def _trapped(s: BattlesState, side: Side) -> int:
    """The strength of a side next to enemies that could not retreat."""
    friends, zone = s.occupied(side), s.zoc(1 - side)
    refuge = s.window & ~s.occupied(1 - side) & (~zone | friends)
    units = s.units_in(side, friends & zone) & COMBAT
    return sum(s.strength(u) for u in each(units) if not BOARD.neighbours(s.at[u]) & refuge)
