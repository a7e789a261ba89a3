"""4 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.sequence import Sequence, Step, step_of
from ardennes.core.state import Frame
from ardennes.games.commander.arrivals import Reinforcements
from ardennes.games.commander.facts import ALLIED, FIRST_DAY, GERMAN, SIDES
from ardennes.games.commander.morning import Commando, FuelCheck, Replacements, Reset
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import SupplyCheck
from ardennes.games.commander.turns import EndTurn, SurpriseTurns, Turn, Turns
from ardennes.games.commander.victory import Evening


@dataclass(frozen=True, slots=True)
class Calendar(Sequence):
    """4-start-of-day Runs through the steps of a day, then starts the next. The surprise turns come once, before the first day."""

    first: ClassVar[int] = 1
    steps: ClassVar[tuple[Step, ...]] = (
        Step("surprise", "Surprise turns", SurpriseTurns(), ("Turn", "EndTurn")),
        Step("reset", "Reset", Reset()),
        Step("supply", "Supply check", SupplyCheck()),
        Step("reinforcements", "Reinforcements", Reinforcements(), ("Arrivals", "ArriveAt", "Reserve")),
        Step("fuel", "Fuel check", FuelCheck(), ("NameShort", "Refuel")),
        Step("replacements", "Replacements", Replacements(), ("Replace",)),
        Step("commando", "Commando operation", Commando()),
        Step("turns", "Turns", Turns(), ("Turn", "EndTurn")),
        Step("evening", "Evening", Evening()),
    )

    def playing(self, s: CommanderState) -> int:
        return 0 if self.step == self.first and s.surprise else Sequence.playing(self, s)

    @classmethod
    def phases(cls) -> dict[str, tuple[Frame, ...]]:
        """A position may also begin with the turn of a side."""
        steps = super(Calendar, cls).phases()
        turns = {f"{SIDES[side]}-turn": (steps["turns"][0], Turn(side)) for side in (GERMAN, ALLIED)}
        return {**steps, **turns, "surprise-turn": (steps["surprise"][0], Turn(GERMAN))}

    def misfit(self, s: CommanderState, at: int) -> str:
        if self.step == 0 and (s.day != FIRST_DAY or len(s.stack) > 1):
            return f"the surprise turns come before {FIRST_DAY} December and before all else"
        if self.step > self.first and s.surprise:
            return "the surprise turns come before the steps of the first day"
        return Sequence.misfit(self, s, at)


def phase_of(s: CommanderState) -> str:
    """The name of the current step; during the turns of a day, whose turn it is."""
    name = step_of(s).name
    if name == "turns" and len(s.stack) > 1 and isinstance(turn := s.stack[1], Turn | EndTurn):
        return f"{SIDES[turn.side]}-turn"
    return name
