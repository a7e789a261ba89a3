"""What a position is valued by: numbers of about the same size, more is better for the Germans."""

from __future__ import annotations

from functools import lru_cache

from ardennes.core.names import each
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BESIDE_MEUSE,
    BOARD,
    GERMAN,
    MECH,
    OF_SIDE,
    ON_CALENDAR,
    RESERVE,
    SIDES,
    TOWN_VP,
    WEST_BANK,
)
from ardennes.games.enemy_action.greedy.worth import worth_of
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.victory import levels, points, town_points

FEATURES = (
    "ahead",
    "safe",
    "soon",
    "strength",
    "reserves",
    "hungry",
    "starving",
    "spearhead",
    "armour_west",
    "grasp",
    "shaky",
    "cards",
)
_FIVE, _TEN, _FORCE, _FAR = 5.0, 10.0, 30.0, 20.0
_MOST = 5.0
_LOOK = 3
"""Days ahead whose limits matter."""


def features(s: EnemyActionState) -> tuple[float, ...]:
    now = points(s)
    german, allied = s.on_map(GERMAN), s.on_map(ALLIED)
    to_win, to_draw = _limits(s)
    front = s.places_of(german & ~s.unsupplied)
    far = _to_meuse()
    ways = [far[p] for p in each(front)]
    armour = s.places_of(german & MECH & ~s.unsupplied)
    grasp = shaky = 0.0
    mine, theirs = s.occupied(GERMAN), s.occupied(ALLIED)
    for place in TOWN_VP:
        worth = town_points(s, place)
        near = BOARD.within(place, 2)
        if s.german_towns >> place & 1:
            shaky -= worth * (near & theirs != 0 and not mine >> place & 1)
        else:
            grasp += worth * (near & mine != 0) * (0.5 if theirs >> place & 1 else 1.0)
    return (
        _within((now - to_win) / _TEN),
        _within((now - to_draw) / _TEN),
        _within((now - _soon(s)) / _FIVE),
        _within((worth_of(s, german) - worth_of(s, allied)) / _FORCE),
        _within((worth_of(s, _to_come(s, GERMAN)) - worth_of(s, _to_come(s, ALLIED))) / _FORCE),
        -_within(worth_of(s, german & s.unsupplied) / _TEN),
        _within(worth_of(s, allied & s.unsupplied) / _TEN),
        1.0 - min(ways, default=_FAR) / _FAR,
        sum(max(0.0, 1.0 - far[p] / _FAR) for p in each(armour)) / 5,
        grasp / _FIVE,
        shaky / _FIVE,
        (_cards(s, GERMAN) - _cards(s, ALLIED)) / 5,
    )


def _within(value: float) -> float:
    return max(-_MOST, min(_MOST, value))


def _limits(s: EnemyActionState) -> tuple[int, int]:
    """The points that win the game on its last day, and those that do not lose it."""
    rows = levels(s, int(s.plan["last"]))
    wins = [low for low, winner, _ in rows if winner == SIDES[GERMAN]]
    draws = [low for low, winner, _ in rows if winner != SIDES[ALLIED]]
    return min(wins, default=0), min(draws, default=0)


def _soon(s: EnemyActionState) -> float:
    """What is asked for in the next days: the middle between winning at once and losing at once, or the last day's if nothing is."""
    found = []
    for day in range(s.day, min(s.day + _LOOK, int(s.plan["last"])) + 1):
        rows = levels(s, day)
        lows = [low for low, winner, _ in rows if winner != SIDES[ALLIED] and low > -100]
        if lows and any(winner == SIDES[ALLIED] for _, winner, _ in rows):
            found.append((min(lows) + max(lows)) / 2)
    return sum(found) / len(found) if found else float(_limits(s)[0])


def _to_come(s: EnemyActionState, side: int) -> int:
    return (s.in_box(RESERVE) | s.in_box(ON_CALENDAR)) & OF_SIDE[side]


def _cards(s: EnemyActionState, side: int) -> int:
    return s.hand[side].bit_count() + s.pile[side].bit_count()


@lru_cache(maxsize=1)
def _to_meuse() -> list[int]:
    """By hex: how many hexes it is to the Meuse; 0 beyond it."""
    return BOARD.to_nearest(WEST_BANK | BESIDE_MEUSE)
