"""Commander: the battle by areas, 16 to 28 December 1944, with activations and dice by the handful; 72 units on 63 spaces.

Rooms: `facts` (data), `state`, `sequence` (4), `supply` (9), `arrivals` (10), `morning` (4, 9, 11: the other steps of the start of day),
`turns` (4, 5), `movement` (7), `odds`, `battle` and `losses` (8), `victory` (12, 13), `position` (which positions are possible), `greedy`.
For people: `view`, `hints`, `preview`, `overlays`, `story`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Hints, Scenario, SideInfo
from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.core.story import Part
from ardennes.games.commander import bench, charts, greedy, hints, overlays, position, story, view
from ardennes.games.commander.facts import (
    BOARD,
    FIRST_DAY,
    FORMATIONS,
    FULL,
    GERMAN_AT_START,
    ISO_DATES,
    LAST_DAY,
    OF_SIDE,
    RACE_LAST_DAY,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STACK,
    UNIT_NAMES,
    UNITS,
)
from ardennes.games.commander.sequence import FRAMES, PHASES, Calendar, phase_of
from ardennes.games.commander.state import (
    BOXES,
    DUE,
    RESERVE,
    CommanderState,
    points_by_source,
    space_title,
)

RACE = "race"


class Commander(Game):
    id = "commander"
    title = "Commander"
    about = "The battle in named spaces instead of hexes: turns back and forth, dice by the handful, and a Meuse that seems close."
    rules_version = "1"
    sides = SIDES
    scenarios = (
        Scenario("campaign", "The full game", LAST_DAY - FIRST_DAY + 1, "16 to 28 December 1944, for victory points."),
        Scenario(
            RACE, "Race to the Meuse", RACE_LAST_DAY - FIRST_DAY + 1, "Three days: reach the river, or hold Bastogne."
        ),
    )
    boxes = BOXES
    events: ClassVar[dict[str, Event]] = story.EVENTS
    length = "2-3 h"
    difficulty = 2
    side_info: ClassVar[dict[str, SideInfo]] = {
        "german": SideInfo("German", "cross"),
        "allied": SideInfo("Allied", "star"),
    }
    overlays = overlays.OVERLAYS
    state_type = CommanderState
    frame_types = FRAMES
    phases = PHASES
    unit_names = UNIT_NAMES
    place_names = SPACE_NAMES
    board = BOARD

    def blank(self, scenario: str, options: dict[str, Any]) -> CommanderState:
        return CommanderState(scenario == RACE)

    def start(self, scenario: str, options: dict[str, Any]) -> CommanderState:
        """3-B to 3-F: units on their spaces, the eight German markers, the rest on the displays."""
        s = self.blank(scenario, options)
        s.german = GERMAN_AT_START
        s.surprise = True
        for u, facts in enumerate(UNITS):
            if facts.start:
                s.at[u] = SPACE_NAMES.index[facts.start]
            elif facts.reserve:
                s.at[u] = RESERVE if not s._race else s.at[u]
            elif not s._race or facts.due <= RACE_LAST_DAY:
                s.at[u] = DUE
        s.refresh()
        s.push(Calendar(0))
        return s

    def refresh(self, s: CommanderState) -> None:
        s.refresh()

    def check_position(self, s: CommanderState) -> list[tuple[str, str]]:
        return position.problems(s)

    def view(self, s: CommanderState, side: str | None) -> dict[str, Any]:
        return view.view(s, side)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def clock(self, s: CommanderState) -> tuple[int, str]:
        return s.turn, phase_of(s)

    def phase_title(self, phase: str) -> str:
        return hints.phase_title(phase)

    def iso_date(self, turn: int) -> str:
        return ISO_DATES.get(turn + FIRST_DAY - 1, "")

    def unit_side(self, unit: int) -> int:
        return SIDE[unit]

    def unit_said(self, unit: int) -> str:
        return FORMATIONS[unit].said

    def question(self, s: CommanderState) -> str:
        return hints.question(s)

    def hints(self, s: CommanderState) -> Hints:
        return hints.hints(s)

    def overlay(self, s: CommanderState, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        return overlays.overlay(s, overlay, of)

    def fill(self, gap: str, x: Any) -> list[Part]:
        own = story.word(gap, x)
        return super().fill(gap, x) if own is None else [{"t": own}]

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def imagine(self, s: CommanderState, side: str, rng: random.Random) -> CommanderState:
        """Nothing is hidden in this game."""
        return s.clone()

    def advise(self, s: CommanderState) -> tuple[str, Any]:
        return greedy.advise(s)

    def benchmarks(self, s: CommanderState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def unit_title(self, unit: int) -> str:
        return UNITS[unit].name

    def place_title(self, place: int) -> str:
        return space_title(place) if place >= 0 else self.place_name(place)

    def invariants(self, s: CommanderState) -> list[str]:
        out = []
        fresh = s.clone()
        fresh.refresh()
        if (fresh._here, fresh._occ, fresh._full) != (s._here, s._occ, s._full):
            out.append("derived occupancy is stale")
        if fresh.released != s.released:
            out.append("a German unit has been at the Meuse, and the British are not released")
        if fresh._vp != s._vp:
            out.append(f"VP {s._vp} are not the sum of their sources {points_by_source(s)}")
        for place in each(s._occ[0] | s._occ[1]):
            for side, name in enumerate(SIDES):
                count = (s._here[place] & OF_SIDE[side]).bit_count()
                if count > STACK:
                    out.append(f"{count} {name} units in {SPACE_NAMES.names[place]}")
                if count and not s._here[place] & OF_SIDE[1 - side] and s.controller(place) != side:
                    out.append(f"{SPACE_NAMES.names[place]} holds {name} units alone but is not theirs")
        for u, place in enumerate(s.at):
            low = 1 if place >= 0 else 0
            if not low <= s.strength(u) <= FULL[u]:
                out.append(f"{UNIT_NAMES.names[u]} has strength {s.strength(u)} of {FULL[u]}")
        off = s.cubes | s.active | s.moved | s.broke | s.oos | s.short
        if any(s.at[u] < 0 for u in each(off)):
            out.append("a unit off the map has a marker")
        return out


GAME = Commander()
