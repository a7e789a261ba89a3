"""b12.4, b13 Building Segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.kinds import Side
from ardennes.core.state import Frame
from ardennes.games.battles.state import BattlesState


@dataclass(frozen=True, slots=True)
class Building(Frame):
    """b12.4 Bridges and fortified positions."""

    side: Side
    stage: int

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.pop()
        return None
