"""4.0 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.sequence import Sequence, Step
from ardennes.games.ardennes_offensive.combat import Combat
from ardennes.games.ardennes_offensive.facts import ALLIED, GERMAN
from ardennes.games.ardennes_offensive.movement_phase import Movement
from ardennes.games.ardennes_offensive.reinforcements import Reinforcements
from ardennes.games.ardennes_offensive.setup import MOVES, SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import SupplyJudgment
from ardennes.games.ardennes_offensive.victory import EndOfPlayerTurn, TableRoll, Tabulate


@dataclass(frozen=True, slots=True)
class GameTurn(Sequence):
    """4.1 The phases of a game-turn, in order: two player-turns of six phases."""

    first: ClassVar[int] = 2
    steps: ClassVar[tuple[Step, ...]] = (
        Step("allied-set-up", "Allied set-up", SetUp(ALLIED, MOVES, -1)),
        Step("german-set-up", "German set-up", SetUp(GERMAN, MOVES, -1)),
        Step("table", "Combat results table", TableRoll()),
        Step("german-reinforcements", "German reinforcements", Reinforcements(GERMAN)),
        Step("german-supply", "German supply", SupplyJudgment(GERMAN)),
        Step("german-movement", "German movement", Movement(GERMAN, False)),
        Step("german-combat", "German combat", Combat(GERMAN)),
        Step("german-mechanized", "German mechanized movement", Movement(GERMAN, True)),
        Step("german-end", "End of the German player-turn", EndOfPlayerTurn(GERMAN)),
        Step("allied-reinforcements", "Allied reinforcements", Reinforcements(ALLIED)),
        Step("allied-supply", "Allied supply", SupplyJudgment(ALLIED)),
        Step("allied-movement", "Allied movement", Movement(ALLIED, False)),
        Step("allied-combat", "Allied combat", Combat(ALLIED)),
        Step("allied-mechanized", "Allied mechanized movement", Movement(ALLIED, True)),
        Step("allied-end", "End of the Allied player-turn", EndOfPlayerTurn(ALLIED)),
        Step("victory", "Victory points", Tabulate()),
    )

    def playing(self, s: OffensiveState) -> int:
        if self.step == self.first:  # after the set-up, or after the last step of a game-turn
            waits = len(s.stack) > 1 and isinstance(s.stack[1], SetUp)
            return self.first - 1 if waits else len(self.steps) - 1
        return max(self.step - 1, 0)

    def misfit(self, s: OffensiveState, at: int) -> str:
        wrong = Sequence.misfit(self, s, at)
        if wrong:
            return wrong
        if self.step < self.first and s.turn != 1:
            return "units are set up before game-turn 1"
        step = self.steps[self.playing(s)]
        frame = s.stack[1] if len(s.stack) > 1 else step.frame
        for what in ("side", "mech"):
            meant = getattr(step.frame, what, None)
            if type(frame) is type(step.frame) and getattr(frame, what, None) != meant:
                return f"in the phase {step.name} the frame must be {step.frame}"
        return ""
