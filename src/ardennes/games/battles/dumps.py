"""16.5 American supply dumps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.state import Frame
from ardennes.games.battles.state import BattlesState


@dataclass(frozen=True, slots=True)
class PlotDumps(Frame):
    """16.51 The Allied player divides his Petrol Points."""

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.pop()
        return None
