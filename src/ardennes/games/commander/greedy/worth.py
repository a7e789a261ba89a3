"""What things are worth to greedy, in victory points."""

from __future__ import annotations

from functools import lru_cache

from ardennes.games.commander.facts import (
    ARMOR,
    AT_MEUSE,
    BASTOGNE,
    BOARD,
    ELITE,
    EXITS,
    FAR_BANK,
    FULL,
    MECH,
    SPACES,
    TYPE,
    UNITS,
    VALUE,
    VP_UNITS,
)

_POINT = {ARMOR: 0.42, MECH: 0.36, "infantry": 0.3}
"""The worth of a strength point."""
_LAST = 0.6
"""How much of a unit's VP is still at risk with each further point."""
_DECAY = 0.6
"""The factor by which a space's attraction falls with each space of distance."""
_FAR = 6
"""Spaces farther away than this have no effect."""
EXIT_WORTH = 1.5
"""What an exit space is worth to the Germans on top of its own value."""
GROUND = 0.12
"""What any space is worth."""
_RIVER_BANK = 0.4
"""What a space at the Meuse is worth to the Germans."""
_GOAL, _SECOND = 2.5, 2.0
"""In Race to the Meuse: a space at the river, and Bastogne."""


def _unit_worth(unit: int) -> list[float]:
    point = _POINT[TYPE[unit]] + (0.06 if ELITE >> unit & 1 else 0.0)
    vp = 1.0 if VP_UNITS >> unit & 1 else 0.0
    return [point * n + vp * (1 - _LAST**n) for n in range(FULL[unit] + 1)]


WORTH = [_unit_worth(u) for u in range(UNITS)]
"""By unit and strength."""
SPACE = [VALUE[p] + (EXIT_WORTH if EXITS >> p & 1 else 0.0) + GROUND for p in range(SPACES)]
"""What it is worth to take a space in the full game."""
_RACE = [
    GROUND + (_GOAL if AT_MEUSE & ~FAR_BANK & 1 << p else _SECOND if p == BASTOGNE else 0.0) for p in range(SPACES)
]
_STAKE = [SPACE[p] + (_RIVER_BANK if AT_MEUSE & ~FAR_BANK & 1 << p else 0.0) for p in range(SPACES)]


def space_worth(race: bool) -> list[float]:
    """What it is worth to take each space."""
    return _RACE if race else SPACE


_SWEPT = [VALUE[p] + GROUND for p in range(SPACES)]
_SWEPT_RACE = [GROUND + (_SECOND if p == BASTOGNE else 0.0) for p in range(SPACES)]


def swept_worth(race: bool) -> list[float]:
    """What it is worth to take each space in passing, without staying there."""
    return _SWEPT_RACE if race else _SWEPT


def stakes(race: bool) -> list[float]:
    """What is at stake in each space in the longer run, for both sides."""
    return _RACE if race else _STAKE


PULL = [[(p, _DECAY**far) for p in range(SPACES) if (far := BOARD.distance(q, p)) <= _FAR] for q in range(SPACES)]
"""How strongly each space bears on others: pairs of another space and its share."""


@lru_cache(maxsize=50_000)
def cost_of_hits(units: tuple[tuple[int, int], ...], hits: int) -> tuple[float, int]:
    """What `hits` hits on units of these strengths cost, spread evenly and cheaply, and the strength that is left."""
    left = dict(units)
    before = sum(WORTH[u][n] for u, n in units)
    while left and hits >= len(left):
        hits -= len(left)
        left = {u: n - 1 for u, n in left.items() if n > 1}
    if left and hits:
        for u in sorted(left, key=lambda u: WORTH[u][left[u]] - WORTH[u][left[u] - 1])[:hits]:
            left[u] -= 1
    return before - sum(WORTH[u][n] for u, n in left.items()), sum(left.values())
