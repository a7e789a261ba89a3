"""14 Victory points, victory levels, and the end of a day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.game import Result
from ardennes.core.state import Frame
from ardennes.games.enemy_action.facts import CHITS
from ardennes.games.enemy_action.state import EnemyActionState


@dataclass(frozen=True, slots=True)
class EndOfDay(Frame):
    """4-V The award for the Meuse, the victory check, and the clearing of the map for the next day."""

    stage: int

    title: ClassVar[str] = "End of Day"

    def decide(self, s: EnemyActionState) -> None:
        if s.day >= s.plan["last"]:
            s.result = Result(None, "draw", 0)
            return
        s.cup = CHITS.all
        s.dispersed = s.nofuel = s.surprise = 0
        s.impulses, s.one_used, s.last = [0, 0], [0, 0], [0, 0]
        s.freeze = s.fury = s.manteuffel = s.fuel_priority = s.skip = False
        s.turn += 1
        s.refresh()
        s.pop()
