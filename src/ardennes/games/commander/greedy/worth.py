"""What things are worth to greedy, in victory points."""

from __future__ import annotations

from functools import lru_cache

from ardennes.core.names import each
from ardennes.games.commander.facts import (
    ARMOR,
    AT_MEUSE,
    BASTOGNE,
    BOARD,
    ELITE,
    EXITS,
    FAR_BANK,
    FULL,
    INFANTRY,
    MECH,
    SPACES,
    TYPE,
    UNITS,
    VALUE,
    VP_UNITS,
)
from ardennes.games.commander.greedy.weights import WEIGHTS

_UNIT = WEIGHTS.part("worth")
_POINT: dict[str, float] = dict(zip((ARMOR, MECH, INFANTRY), _UNIT["point"], strict=True))
_LAST: float = _UNIT["last"]
_REACH: dict[str, float] = WEIGHTS.part("reach")
_SPACE: dict[str, float] = WEIGHTS.part("space")


def _unit_worth(unit: int) -> list[float]:
    point = _POINT[TYPE[unit]] + (_UNIT["elite"] if ELITE >> unit & 1 else 0.0)
    vp = 1.0 if VP_UNITS >> unit & 1 else 0.0
    return [point * n + vp * (1 - _LAST**n) for n in range(FULL[unit] + 1)]


WORTH = [_unit_worth(u) for u in range(UNITS)]
"""By unit and strength."""


@lru_cache(maxsize=100_000)
def members(numbers: int) -> tuple[int, ...]:
    """The numbers in a bit set; the same sets come up again and again."""
    return tuple(each(numbers))


def space_worth(race: bool) -> list[float]:
    """What it is worth to take each space."""
    return _worths(race, *_SPACE.values())[0]


def swept_worth(race: bool) -> list[float]:
    """What it is worth to take each space in passing, without staying there."""
    return _worths(race, *_SPACE.values())[1]


def stakes(race: bool) -> list[float]:
    """What is at stake in each space in the longer run, for both sides."""
    return _worths(race, *_SPACE.values())[2]


@lru_cache(maxsize=64)
def _worths(
    race: bool, value: float, exit: float, ground: float, meuse: float, goal: float, second: float
) -> tuple[list[float], list[float], list[float]]:
    """What each space is worth: taken, taken in passing, and in the longer run; the numbers are those of `_SPACE`, in order."""
    bank = AT_MEUSE & ~FAR_BANK
    if race:
        swept = [ground + (second if p == BASTOGNE else 0.0) for p in range(SPACES)]
        taken = [ground + (goal if bank & 1 << p else second if p == BASTOGNE else 0.0) for p in range(SPACES)]
        return taken, swept, taken
    swept = [value * VALUE[p] + ground for p in range(SPACES)]
    taken = [value * VALUE[p] + (exit if EXITS >> p & 1 else 0.0) + ground for p in range(SPACES)]
    return taken, swept, [taken[p] + (meuse if bank & 1 << p else 0.0) for p in range(SPACES)]


PULL = [
    [(p, _REACH["decay"] ** far) for p in range(SPACES) if (far := BOARD.distance(q, p)) <= _REACH["far"]]
    for q in range(SPACES)
]
"""How strongly each space bears on others: pairs of another space and its share."""
PULLS = [[dict(pairs).get(p, 0.0) for p in range(SPACES)] for pairs in PULL]
"""The same for all spaces; 0 for those too far away."""


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
