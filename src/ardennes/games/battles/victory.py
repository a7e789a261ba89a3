"""b17 Victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.state import Frame
from ardennes.games.battles.state import BattlesState


@dataclass(frozen=True, slots=True)
class StartOfTurn(Frame):
    """b4.0 The ending check."""

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.pop()
        return None


@dataclass(frozen=True, slots=True)
class EndOfTurn(Frame):
    """b4.4 The end of the game turn: removals, victory after the last turn, the next turn."""

    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        from ardennes.core.game import Result

        if s.turn >= s.plan["last"]:
            s.result = Result(None, "draw", 0)
        s.turn += 1
        s.pop()
        return None
