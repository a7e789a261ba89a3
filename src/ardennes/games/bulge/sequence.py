"""5.0 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.state import Frame
from ardennes.games.bulge.air import NONE_FLOWN, AirMissions, PlaceInterdiction, PlaceResupply
from ardennes.games.bulge.combat import Column, Combat, Declare, Mist, Roll, Support
from ardennes.games.bulge.facts import ALLIED, GERMAN
from ardennes.games.bulge.movement import Crowded, Move, SupplyRoll
from ardennes.games.bulge.movement_phase import Mechanize, Movement
from ardennes.games.bulge.reinforcements import Arrive, Landing
from ardennes.games.bulge.results import Advance, Exchange, LoseOne, Retreat, Retreats
from ardennes.games.bulge.state import BulgeState
from ardennes.games.bulge.victory import TurnEnd, Victory
from ardennes.games.bulge.weather import Weather

STEPS: tuple[tuple[str, Frame], ...] = (
    ("weather", Weather()),
    ("air-missions", AirMissions(ALLIED, NONE_FLOWN, ())),
    ("allied-interdiction", PlaceInterdiction(ALLIED)),
    ("german-interdiction", PlaceInterdiction(GERMAN)),
    ("german-combat-before-movement", Combat(GERMAN, False)),
    ("german-movement", Movement(GERMAN)),
    ("german-combat-after-movement", Combat(GERMAN, True)),
    ("allied-resupply", PlaceResupply()),
    ("allied-combat-before-movement", Combat(ALLIED, False)),
    ("allied-mechanization", Mechanize()),
    ("allied-movement", Movement(ALLIED)),
    ("allied-combat-after-movement", Combat(ALLIED, True)),
    ("victory", Victory()),
    ("turn-end", TurnEnd()),
)
"""The phases and segments of a game turn, in order."""


@dataclass(frozen=True, slots=True)
class GameTurn(Frame):
    """5.0 Goes through the steps of a game turn, and on to the next."""

    step: int
    """The step that comes next."""

    def decide(self, s: BulgeState) -> None:
        name, frame = STEPS[self.step]
        s.begin(s.turn, name)
        s.become(GameTurn((self.step + 1) % len(STEPS)), frame)


PHASES: dict[str, tuple[Frame, ...]] = {
    name: (GameTurn((number + 1) % len(STEPS)), frame) for number, (name, frame) in enumerate(STEPS)
}
FRAMES: tuple[type[Frame], ...] = (
    GameTurn,
    Weather,
    AirMissions,
    PlaceInterdiction,
    PlaceResupply,
    Combat,
    Declare,
    Support,
    Mist,
    Column,
    Roll,
    LoseOne,
    Exchange,
    Retreats,
    Retreat,
    Advance,
    Mechanize,
    Movement,
    SupplyRoll,
    Crowded,
    Move,
    Arrive,
    Landing,
    Victory,
    TurnEnd,
)


def phase_of(s: BulgeState) -> str:
    """The name of the phase that is being played."""
    bottom = s.stack[0]
    assert isinstance(bottom, GameTurn)
    return STEPS[(bottom.step - 1) % len(STEPS)][0]
