"""What units and their steps are worth to the player `greedy`, in victory points."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.core.kinds import Unit, Units
from ardennes.core.names import each
from ardennes.games.battles.facts import ARMOR, ARTILLERY, BARRAGE, COMBAT, ENGINEERS, GERMAN, REDUCED, SIDE, STRENGTH
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.state import BattlesState

_W: dict[str, float] = WEIGHTS.part("worth")


def _step_worth(unit: Unit, reduced: bool) -> float:
    points = 2.0 if SIDE[unit] == GERMAN and ARMOR >> unit & 1 else 1.0
    if ARTILLERY >> unit & 1:
        return points + _W["barrage"] * BARRAGE[unit]
    if ENGINEERS >> unit & 1:
        return points + _W["engineer"]
    gone = REDUCED[unit] if reduced or not REDUCED[unit] else STRENGTH[unit] - REDUCED[unit]
    return points + _W["strength"] * (gone or STRENGTH[unit])


_STEP = [(_step_worth(u, False), _step_worth(u, True)) for u in range(len(STRENGTH))]


def step_worth(s: BattlesState, unit: Unit) -> float:
    """What the next step that a unit loses is worth."""
    return _STEP[unit][bool(s.lost[unit])]


def worth(s: BattlesState, unit: Unit) -> float:
    """What a unit is worth with all the steps it has."""
    return step_worth(s, unit) + (_STEP[unit][1] if s.steps(unit) > 1 else 0.0)


def cheapest_step(s: BattlesState, units: Iterable[Unit]) -> Unit:
    """The unit whose next step is worth least; a unit that survives it rather than one that does not."""
    return min(units, key=lambda u: (step_worth(s, u) + (0.3 if s.steps(u) == 1 else 0.0), u))


def losses(s: BattlesState, units: Units, most: int) -> list[float]:
    """b9.5: what 0, 1, ... `most` lost steps cost some units: combat units first, each once before any loses its second."""
    rounds: list[list[float]] = [[], [], []]
    for u in each(units):
        if COMBAT >> u & 1:
            rounds[0].append(step_worth(s, u))
            if s.steps(u) > 1:
                rounds[1].append(_STEP[u][1])
        else:
            rounds[2].append(step_worth(s, u))
    out = [0.0]
    for some in rounds:
        for cost in sorted(some):
            out.append(out[-1] + cost)
    out += [out[-1]] * (most + 1 - len(out))
    return out[: most + 1]
