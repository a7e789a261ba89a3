"""6.0 Weather."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import Decision
from ardennes.core.state import Frame
from ardennes.games.bulge.facts import DIE, TABLES, TURNS
from ardennes.games.bulge.state import BulgeState


def variable_weather(die: int, turn: int) -> str:
    """6.0: the weather for a die roll with the turn's modifier; beyond the table, the end row."""
    roll = die + int(TURNS[turn]["drm"])
    for highest, state in TABLES["weather"]["table"]:
        if roll <= highest:
            return str(state)
    return str(TABLES["weather"]["table"][-1][1])


@dataclass(frozen=True, slots=True)
class Weather(Frame):
    """6.0 Weather is read from the turn track, or rolled for from the second turn on."""

    def decide(self, s: BulgeState) -> Decision | None:
        if s.turn > 1 and s.setup.option("weather") != "historical":
            return s.ask_chance("Weather", "6.0", die=DIE)
        self._set(s, str(TURNS[s.turn]["weather"]))
        return None

    def on_die(self, s: BulgeState, die: int) -> None:
        self._set(s, variable_weather(die, s.turn))

    def _set(self, s: BulgeState, weather: str) -> None:
        s.weather = weather
        s.tell("weather", s.turn, weather)
        if any(TURNS[s.turn]["air"][weather]):
            s.revealed()  # missions are now assigned in secret; undoing past this point would reveal whether any have been
        s.pop()
