"""6 Activating units: what an activation consists of, and who may be activated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from typing import ClassVar

from ardennes.core.kinds import Side
from ardennes.core.state import Frame
from ardennes.games.enemy_action.facts import GERMAN
from ardennes.games.enemy_action.state import EnemyActionState

BRIDGES, ROADBLOCKS, MOVEMENT, CROWDED, COMBAT, ENTRENCH, RECOVERY = range(7)


def _push(s: EnemyActionState, module: str, name: str, *args: object) -> None:
    """Push a frame of a module that may still be missing while the game is being written."""
    where = f"{__name__.rpartition('.')[0]}.{module}"
    if find_spec(where) is not None and (found := getattr(import_module(where), name, None)) is not None:
        s.push(found(*args))


@dataclass(frozen=True, slots=True)
class Activation(Frame):
    """4-IV-activation The steps of an activation in order: bridges change hands, roadblocks, movement, stacking, combat, improved
    positions, recovery."""

    side: Side
    stage: int

    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def decide(self, s: EnemyActionState) -> None:
        stage = self.stage
        if stage == RECOVERY:
            s.pop()
            return
        s.become(replace(self, stage=stage + 1))
        if stage == ROADBLOCKS and self.side == GERMAN and not s.surprising:
            _push(s, "reactions", "Roadblocks", 1 - self.side)
        elif stage == MOVEMENT and not s.surprising:
            _push(s, "moving", "Movement", self.side)
        elif stage == CROWDED:
            _push(s, "moving", "Crowded", self.side)
        elif stage == COMBAT and s.mode in ("formation", "kg"):
            _push(s, "combat", "Combat", self.side)
        elif stage == ENTRENCH:
            _push(s, "activation", "Entrench", self.side)
