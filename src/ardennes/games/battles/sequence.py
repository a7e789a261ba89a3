"""b4 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.sequence import Sequence, Step
from ardennes.games.battles.artillery import ArtilleryMode
from ardennes.games.battles.bridges import BridgePhase
from ardennes.games.battles.building import Building
from ardennes.games.battles.combat import Combat
from ardennes.games.battles.dumps import PlotDumps
from ardennes.games.battles.facts import ALLIED, GERMAN
from ardennes.games.battles.greif import PlotTargets
from ardennes.games.battles.moving import Movement
from ardennes.games.battles.supply_phase import SupplyPhase
from ardennes.games.battles.victory import ChoosePlan, EndOfTurn, StartOfTurn


@dataclass(frozen=True, slots=True)
class GameTurn(Sequence):
    """b4.0 to b4.4 The phases of a game turn; secret plots come before the first."""

    first: ClassVar[int] = 3
    steps: ClassVar[tuple[Step, ...]] = (
        Step("plan", "Victory plan", ChoosePlan()),
        Step("dumps", "Supply dumps", PlotDumps()),
        Step("targets", "Operation Greif", PlotTargets()),
        Step("start", "Start of the game turn", StartOfTurn()),
        Step("supply", "Mutual Supply Determination", SupplyPhase(0)),
        Step("german-bridges", "German Bridge Phase", BridgePhase(GERMAN)),
        Step("german-building", "German Building Segment", Building(GERMAN, 0)),
        Step("german-artillery", "German Artillery Mode Segment", ArtilleryMode(GERMAN, 0)),
        Step("german-movement", "German Movement Segment", Movement(GERMAN)),
        Step("german-combat", "German Combat Phase", Combat(GERMAN)),
        Step("allied-bridges", "Allied Bridge Phase", BridgePhase(ALLIED)),
        Step("allied-building", "Allied Building Segment", Building(ALLIED, 0)),
        Step("allied-artillery", "Allied Artillery Mode Segment", ArtilleryMode(ALLIED, 0)),
        Step("allied-movement", "Allied Movement Segment", Movement(ALLIED)),
        Step("allied-combat", "Allied Combat Phase", Combat(ALLIED)),
        Step("end", "End of the game turn", EndOfTurn()),
    )

    def playing(self, s: object) -> int:
        if self.step == self.first:  # before game turn 1, or after its last step
            from ardennes.core.state import State

            assert isinstance(s, State)
            plotting = len(s.stack) > 1 and isinstance(s.stack[1], PlotTargets)
            return self.first - 1 if plotting else len(self.steps) - 1
        return max(self.step - 1, 0)
