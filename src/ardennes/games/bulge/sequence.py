"""5.0 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.sequence import Sequence, Step
from ardennes.games.bulge.air import NONE_FLOWN, AirMissions, PlaceInterdiction, PlaceResupply
from ardennes.games.bulge.combat import Combat
from ardennes.games.bulge.facts import ALLIED, GERMAN
from ardennes.games.bulge.movement_phase import Mechanize, Movement
from ardennes.games.bulge.state import BulgeState
from ardennes.games.bulge.victory import TurnEnd, Victory, none_after
from ardennes.games.bulge.weather import Weather


@dataclass(frozen=True, slots=True)
class GameTurn(Sequence):
    """5.0 The phases and segments of a game turn, in order."""

    steps: ClassVar[tuple[Step, ...]] = (
        Step("weather", "Weather", Weather()),
        Step("air-missions", "Air missions", AirMissions(ALLIED, NONE_FLOWN, ())),
        Step("allied-interdiction", "Allied air strikes", PlaceInterdiction(ALLIED)),
        Step("german-interdiction", "German air strikes", PlaceInterdiction(GERMAN)),
        Step("german-combat-before-movement", "German attacks before movement", Combat(GERMAN, False)),
        Step("german-movement", "German movement", Movement(GERMAN)),
        Step("german-combat-after-movement", "German attacks after movement", Combat(GERMAN, True)),
        Step("allied-resupply", "Allied resupply by air", PlaceResupply()),
        Step("allied-combat-before-movement", "Allied attacks before movement", Combat(ALLIED, False)),
        Step("allied-mechanization", "Allied trucks", Mechanize()),
        Step("allied-movement", "Allied movement", Movement(ALLIED)),
        Step("allied-combat-after-movement", "Allied attacks after movement", Combat(ALLIED, True)),
        Step("victory", "Victory check", Victory()),
        Step("turn-end", "End of the day", TurnEnd()),
    )

    def misfit(self, s: BulgeState, at: int) -> str:
        wrong = Sequence.misfit(self, s, at)
        ends = not wrong and len(s.stack) == 1 and isinstance(self.steps[self.step].frame, TurnEnd)
        return wrong or (none_after(s) if ends else "")
