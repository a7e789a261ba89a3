"""16.4 Operation Greif."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.state import Frame
from ardennes.games.battles.state import BattlesState


@dataclass(frozen=True, slots=True)
class PlotTargets(Frame):
    """16.41 The German player notes his targets."""

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.pop()
        return None
