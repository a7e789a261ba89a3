"""4-IV Impulses: a side plays a card for one command, or passes; then it fills its hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Side
from ardennes.core.state import Frame
from ardennes.games.enemy_action.facts import SIDES
from ardennes.games.enemy_action.state import EnemyActionState


@dataclass(frozen=True, slots=True)
class Impulse(Frame):
    """4-IV-1, 4-IV-2 One side's impulse. It stays on the stack until the impulse is over; `stage` says what comes next: 0 the card,
    1 the hand is filled, 2 the fuel check, 3 the end."""

    side: Side
    stage: int

    title: ClassVar[str] = "Impulse"

    def decide(self, s: EnemyActionState) -> Decision:
        return s.ask(SIDES[self.side], "Play a card", "4-IV-1", **{"pass": NOTHING})

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.end_activation()
        s.pop()
