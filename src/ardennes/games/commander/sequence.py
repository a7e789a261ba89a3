"""4 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.state import Frame
from ardennes.games.commander.arrivals import Arrivals, ArriveAt, Reinforcements, Reserve
from ardennes.games.commander.battle import Battle, Combats
from ardennes.games.commander.facts import ALLIED, GERMAN, SIDES
from ardennes.games.commander.losses import Breakthrough, Losses, Response, Retreat
from ardennes.games.commander.morning import Commando, FuelCheck, NameShort, Refuel, Replace, Replacements, Reset
from ardennes.games.commander.movement import Move, Moves, Via
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import SupplyCheck
from ardennes.games.commander.turns import EndTurn, SurpriseTurns, Turn, Turns
from ardennes.games.commander.victory import Evening

STEPS: tuple[tuple[str, str, Frame], ...] = (
    ("surprise", "Surprise turns", SurpriseTurns()),
    ("reset", "Reset", Reset()),
    ("supply", "Supply check", SupplyCheck()),
    ("reinforcements", "Reinforcements", Reinforcements()),
    ("fuel", "Fuel check", FuelCheck()),
    ("replacements", "Replacements", Replacements()),
    ("commando", "Commando operation", Commando()),
    ("turns", "Turns", Turns()),
    ("evening", "Evening", Evening()),
)
"""Name, title and first frame of each step. The surprise turns come once, before the first day; a day has all the others."""
PHASE_TITLES = {
    **{name: title for name, title, _ in STEPS},
    "german-turn": "German turn",
    "allied-turn": "Allied turn",
    "surprise-turn": "Surprise turn",
}
_FIRST_OF_DAY = 1
TURNS_STEP = next(i for i, (name, _, _) in enumerate(STEPS) if name == "turns")


def after(step: int) -> int:
    """The step that follows."""
    return step + 1 if step + 1 < len(STEPS) else _FIRST_OF_DAY


@dataclass(frozen=True, slots=True)
class Calendar(Frame):
    """4-start-of-day Goes through the steps of a day, and on to the next day."""

    step: int
    """The step that comes next."""

    def decide(self, s: CommanderState) -> None:
        name, _, frame = STEPS[self.step]
        s.begin(s.turn, name)
        s.become(Calendar(after(self.step)), frame)


PHASES: dict[str, tuple[Frame, ...]] = {
    **{name: (Calendar(after(number)), frame) for number, (name, _, frame) in enumerate(STEPS)},
    "german-turn": (Calendar(after(TURNS_STEP)), Turn(GERMAN)),
    "allied-turn": (Calendar(after(TURNS_STEP)), Turn(ALLIED)),
    "surprise-turn": (Calendar(_FIRST_OF_DAY), Turn(GERMAN)),
}
FRAMES: tuple[type[Frame], ...] = (
    Calendar,
    SurpriseTurns,
    Reset,
    SupplyCheck,
    Reinforcements,
    Arrivals,
    ArriveAt,
    Reserve,
    FuelCheck,
    NameShort,
    Refuel,
    Replacements,
    Replace,
    Commando,
    Turns,
    Turn,
    EndTurn,
    Moves,
    Move,
    Via,
    Combats,
    Battle,
    Response,
    Losses,
    Retreat,
    Breakthrough,
    Evening,
)


def step_of(s: CommanderState) -> int:
    """The step that is being played."""
    bottom = s.stack[0]
    assert isinstance(bottom, Calendar)
    if bottom.step == _FIRST_OF_DAY:
        return 0 if s.surprise else len(STEPS) - 1
    return bottom.step - 1


def phase_of(s: CommanderState) -> str:
    """The name of the step that is being played; in the turns of a day also whose turn it is."""
    step = step_of(s)
    if step == TURNS_STEP and len(s.stack) > 1 and isinstance(turn := s.stack[1], Turn | EndTurn):
        return f"{SIDES[turn.side]}-turn"
    return STEPS[step][0]
