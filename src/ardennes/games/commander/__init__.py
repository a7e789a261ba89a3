"""Commander: 16 to 28 December 1944 on an area map, with activations and dice by the handful; 72 units in 63 spaces.

Modules: `facts` (data), `state`, `sequence` (4), `supply` (9), `arrivals` (10), `morning` (4, 9, 11: the other steps of the start of day),
`turns` (4, 5), `reach` and `movement` (7), `odds`, `battle` and `losses` (8), `victory` (12, 13), `position` (which positions are
possible), `greedy`. For people: `view`, `preview`, `overlays`, `charts`, `story`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Scenario, SideInfo
from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.core.placed import placed_problems
from ardennes.core.story import Part
from ardennes.games.commander import bench, charts, greedy, overlays, position, story, view
from ardennes.games.commander.facts import (
    ARRIVES,
    BOARD,
    FIRST_DAY,
    FULL,
    GERMAN_AT_START,
    LAST_DAY,
    RACE_LAST_DAY,
    RESERVE_UNITS,
    ROSTER,
    SIDES,
    SPACE_NAMES,
    STACK,
    START,
    UNIT_NAMES,
)
from ardennes.games.commander.sequence import Calendar, phase_of
from ardennes.games.commander.state import BOXES, DUE, RACE, RESERVE, CommanderState, points_by_source, space_title


class Commander(Game):
    id = "commander"
    title = "Commander"
    about = "The battle in named spaces instead of hexes: alternating turns, dice by the handful, and a Meuse that looks so close."
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
    sequence = Calendar
    roster = ROSTER
    box_titles: ClassVar[dict[str, str]] = {
        "due": "Reinforcements",
        "reserve": "OKW reserve",
        "eliminated": "Eliminated",
        "exited": "Off the map",
    }
    first_day = f"1944-12-{FIRST_DAY}"
    unit_names = UNIT_NAMES
    place_names = SPACE_NAMES
    board = BOARD

    def set_up(self, s: CommanderState) -> None:
        """3-B to 3-F: units in their spaces, the eight German markers, all other units off the map."""
        s.german = GERMAN_AT_START
        s.surprise = True
        for u, start in enumerate(START):
            if start:
                s.at[u] = SPACE_NAMES.index[start]
            elif RESERVE_UNITS >> u & 1:
                s.at[u] = RESERVE if not s.race else s.at[u]
            elif not s.race or ARRIVES[u] <= RACE_LAST_DAY:
                s.at[u] = DUE
        s.refresh()
        s.push(Calendar(0))

    def problems(self, s: CommanderState) -> list[tuple[str, str]]:
        return position.problems(s)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: CommanderState, side: str | None) -> dict[str, Any]:
        return view.view(s)

    def printed_more(self, unit: int) -> dict[str, Any]:
        return view.printed(unit)

    def clock(self, s: CommanderState) -> tuple[int, str]:
        return s.turn, phase_of(s)

    def place_title(self, place: int) -> str:
        return space_title(place) if place >= 0 else self.place_name(place)

    def overlay(self, s: CommanderState, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        return overlays.overlay(s, overlay, of)

    def fill(self, gap: str, x: Any) -> list[Part]:
        own = story.word(gap, x)
        return super().fill(gap, x) if own is None else [{"t": own}]

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def advise(self, s: CommanderState) -> tuple[str, Any]:
        return greedy.Adviser().advise(s)

    def adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return greedy.Adviser().advise

    def benchmarks(self, s: CommanderState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def invariants(self, s: CommanderState) -> list[str]:
        out = placed_problems(s)
        fresh = s.clone()
        fresh.refresh()
        if fresh._full != s._full:
            out.append("the full spaces are stale")
        if fresh.released != s.released:
            out.append("a German unit has been at the Meuse, but the British are not released")
        if fresh._vp != s._vp:
            out.append(f"VP {s._vp} are not the sum of their sources {points_by_source(s)}")
        for side, name in enumerate(SIDES):
            for place in each(s._occ[side]):
                count = s.units_at(place, side).bit_count()
                if count > STACK:
                    out.append(f"{count} {name} units in {SPACE_NAMES.names[place]}")
            for where in SPACE_NAMES.list_of(s._occ[side] & ~s._occ[1 - side] & ~s.controlled(side)):
                out.append(f"{where} holds only {name} units but is not under their control")
        for u, place in enumerate(s.at):
            low = 1 if place >= 0 else 0
            if not low <= s.strength(u) <= FULL[u]:
                out.append(f"{UNIT_NAMES.names[u]} has strength {s.strength(u)} of {FULL[u]}")
        off = s.cubes | s.active | s.moved | s.broke | s.oos | s.short
        if any(s.at[u] < 0 for u in each(off)):
            out.append("a unit off the map has a marker")
        return out


GAME = Commander()
