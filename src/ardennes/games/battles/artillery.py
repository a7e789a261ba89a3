"""b10 Artillery modes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.kinds import Side
from ardennes.core.state import Frame
from ardennes.games.battles.state import BattlesState


@dataclass(frozen=True, slots=True)
class ArtilleryMode(Frame):
    """b10.11 The side changes the modes of its artillery."""

    side: Side
    stage: int

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.pop()
        return None
