"""12 Victory, 13 Race to the Meuse, and the end of a day."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.game import Result
from ardennes.core.state import Frame
from ardennes.games.commander.facts import (
    ALLIED,
    AT_MEUSE,
    BASTOGNE,
    DAYS,
    GERMAN,
    LAST_DAY,
    RACE_LAST_DAY,
    SIDES,
)
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import german_units_in_supply


def judge(day: int, vp: int) -> Result | None:
    """12-victory-determination: compare the total with the day's two thresholds, if it has any."""
    facts = DAYS[day]
    if facts.german_wins is not None and vp >= facts.german_wins:
        return Result(SIDES[GERMAN], "victory", vp)
    if facts.allied_wins is not None and vp <= facts.allied_wins:
        return Result(SIDES[ALLIED], "victory", vp)
    return Result(None, "draw", vp) if day == LAST_DAY else None


def judge_race(s: CommanderState) -> Result | None:
    """13-victory: a supplied German unit next to the Meuse wins, Bastogne alone is a draw."""
    if s.day < RACE_LAST_DAY:
        return None
    if s.places_of(german_units_in_supply(s)) & AT_MEUSE:
        return Result(SIDES[GERMAN], "at the Meuse", s._vp)
    if s.german >> BASTOGNE & 1:
        return Result(None, "Bastogne taken", s._vp)
    return Result(SIDES[ALLIED], "neither the Meuse nor Bastogne", s._vp)


@dataclass(frozen=True, slots=True)
class Evening(Frame):
    """12-victory-determination At the end of the days named in the calendar, the total is judged."""

    def decide(self, s: CommanderState) -> None:
        s.pop()
        s.result = judge_race(s) if s.race else judge(s.day, s._vp)
        if s.result is not None:
            s.tell("over", s.result.winner or "nobody", s._vp)
        else:
            facts = DAYS[s.day]
            if facts.german_wins is not None and not s.race:
                s.tell("goes_on", s.day, s._vp, facts.german_wins, facts.allied_wins)
            s.day += 1
