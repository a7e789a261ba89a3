"""4 The sequence of play: the phases of a day, with German and Allied impulses that follow each other until all cards are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.sequence import Sequence, Step
from ardennes.games.enemy_action.cards import CardPreparation
from ardennes.games.enemy_action.facts import ALLIED, GERMAN, TABLES
from ardennes.games.enemy_action.impulse import Impulse
from ardennes.games.enemy_action.reserves import ReservePhase
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.supply_phase import SupplyPhase
from ardennes.games.enemy_action.victory import EndOfDay

RESERVES, CARDS, SUPPLY, GERMAN_IMPULSE, ALLIED_IMPULSE, EVENING = range(6)
SURPRISE_IMPULSES = int(TABLES["game"]["surprise_impulses"])
"""4.11"""


def next_step(s: EnemyActionState) -> int:
    """4-IV, 4.11, 4-IV-3: whose impulse comes next, or the end of the day. Once per day the skipped German impulse counts as played."""
    if not any(s.hand) and not any(s.pile):
        return EVENING
    german, allied = s.impulses
    if s.on("surprise") and s.plan["first"] == s.day:
        german -= SURPRISE_IMPULSES - 1
    return GERMAN_IMPULSE if german <= allied else ALLIED_IMPULSE


@dataclass(frozen=True, slots=True)
class Day(Sequence):
    """4 The phases of a day. `step` is the phase that comes next; GERMAN_IMPULSE means the next impulse of either side."""

    steps: ClassVar[tuple[Step, ...]] = (
        Step("reserves", "Reserve Phase", ReservePhase(0)),
        Step("cards", "Card Preparation", CardPreparation(GERMAN, 0)),
        Step("supply", "Supply Phase", SupplyPhase(0)),
        Step("german-impulse", "German impulse", Impulse(GERMAN, 0)),
        Step("allied-impulse", "Allied impulse", Impulse(ALLIED, 0)),
        Step("end-of-day", "End of Day", EndOfDay(0)),
    )

    def decide(self, s: EnemyActionState) -> None:
        step = self.step
        if step == GERMAN_IMPULSE:
            if s.skip:
                s.skip = False
                s.impulses[GERMAN] += 1
                s.tell("skips", GERMAN)
            step = next_step(s)
            if step != EVENING:
                s.impulses[GERMAN if step == GERMAN_IMPULSE else ALLIED] += 1
        s.begin(s.turn, self.steps[step].name)
        s.become(Day(self.after(step)), self.steps[step].frame)

    @classmethod
    def after(cls, step: int) -> int:
        return {GERMAN_IMPULSE: GERMAN_IMPULSE, ALLIED_IMPULSE: GERMAN_IMPULSE, EVENING: RESERVES}.get(step, step + 1)

    def playing(self, s: EnemyActionState) -> int:
        """The phase that is being played. In impulses the frame above says whose."""
        if self.step != GERMAN_IMPULSE:
            return (self.step - 1) % len(self.steps)
        if len(s.stack) < 2:
            return GERMAN_IMPULSE
        kind, side = type(s.stack[1]), getattr(s.stack[1], "side", GERMAN)
        if kind is type(self.steps[CARDS].frame):  # 15.5-special: cards are prepared right before the first impulse
            return CARDS
        if kind is type(self.steps[GERMAN_IMPULSE].frame):
            return ALLIED_IMPULSE if side == ALLIED else GERMAN_IMPULSE
        return SUPPLY
