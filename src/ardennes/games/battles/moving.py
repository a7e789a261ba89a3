"""b5 Movement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.kinds import Side
from ardennes.core.state import Frame
from ardennes.games.battles.state import BattlesState


@dataclass(frozen=True, slots=True)
class Movement(Frame):
    """b5.1 The side moves."""

    side: Side

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.pop()
        return None
