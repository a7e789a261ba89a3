"""What units and their steps are worth to the player `greedy`."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.core.kinds import Unit, Units
from ardennes.core.names import each
from ardennes.games.enemy_action.facts import ALLIED, BRACKETED, QUALITY, SIDE, STEPS, STRENGTH
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.state import EnemyActionState

_W = weights("worth")


def _worth(unit: Unit, steps: int) -> float:
    if not steps:
        return 0.0
    point = _W["bracketed"] if BRACKETED[unit][steps] else _W["strength"]
    out = point * STRENGTH[unit][steps] + _W["step"] * steps
    out += _W["elite"] if QUALITY[unit][steps] == "E" else 0.0
    return out + (_W["allied_unit"] if SIDE[unit] == ALLIED else 0.0)


WORTH: list[list[float]] = [[_worth(u, n) for n in range(STEPS[u] + 1)] for u in range(len(STEPS))]
"""What each unit is worth, by its steps."""


def worth(s: EnemyActionState, unit: Unit) -> float:
    """What a unit is worth as it is."""
    return WORTH[unit][STEPS[unit] - s.lost[unit]]


def worth_of(s: EnemyActionState, units: Units) -> float:
    """What some units are worth together."""
    return sum(worth(s, u) for u in each(units))


def step_worth(s: EnemyActionState, unit: Unit) -> float:
    """What the next step that a unit loses is worth."""
    steps = STEPS[unit] - s.lost[unit]
    return WORTH[unit][steps] - WORTH[unit][steps - 1]


def cheapest_step(s: EnemyActionState, units: Iterable[Unit]) -> Unit:
    """The unit whose next step is worth least."""
    return min(units, key=lambda u: (step_worth(s, u), u))


def losses(s: EnemyActionState, units: Units, most: int) -> list[float]:
    """What 0, 1, ... `most` lost steps cost some units that lose them in turn, the cheapest first (9.61)."""
    left = {u: STEPS[u] - s.lost[u] for u in each(units)}
    out = [0.0]
    while left and len(out) <= most:
        for unit in sorted(left, key=lambda u: (WORTH[u][left[u]] - WORTH[u][left[u] - 1], u)):
            out.append(out[-1] + WORTH[unit][left[unit]] - WORTH[unit][left[unit] - 1])
            left[unit] -= 1
            if not left[unit]:
                del left[unit]
    out += [out[-1]] * (most + 1 - len(out))
    return out[: most + 1]


def dispersal(s: EnemyActionState, units: Units) -> float:
    """What it costs that units are dispersed."""
    return _W["dispersal"] * sum(s.strength(u) for u in each(units))
