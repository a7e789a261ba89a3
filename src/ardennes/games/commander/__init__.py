"""Commander: 16 to 28 December 1944 on an area map, with activations and dice by the handful; 72 units in 63 spaces.

Modules: `facts` (data), `state`, `sequence` (4), `supply` (9), `arrivals` (10), `morning` (4, 9, 11: the other steps of the start of day),
`turns` (4, 5), `reach` and `movement` (7), `odds`, `battle` and `losses` (8), `victory` (12, 13), `position` (which positions are
possible), `greedy`. For people: `view`, `preview`, `overlays`, `charts`, `story`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from ardennes.core.game import GERMAN_AND_ALLIED, Game, Scenario
from ardennes.core.ledger import Table
from ardennes.core.placed import Marks
from ardennes.core.programs import Budget
from ardennes.core.sentences import load_sentences
from ardennes.games.commander import bench, charts, facts, greedy, overlays, position, view
from ardennes.games.commander.facts import LAST_DAY, PACKAGE, RACE_LAST_DAY, SPACE_NAMES, turn_of
from ardennes.games.commander.greedy import outlook
from ardennes.games.commander.greedy.weights import WEIGHTS
from ardennes.games.commander.sequence import Calendar, phase_of
from ardennes.games.commander.state import BOXES, DUE, RACE, RESERVE, CommanderState, points_by_source


class Commander(Game):
    id = "commander"
    title = "Commander"
    about = "The battle in named spaces instead of hexes: alternating turns, dice by the handful, and a Meuse that looks so close."
    rules_version = "2"
    sides = facts.SIDES
    scenarios = (
        Scenario("campaign", "The full game", turn_of(LAST_DAY), "16 to 28 December 1944, for victory points."),
        Scenario(RACE, "Race to the Meuse", turn_of(RACE_LAST_DAY), "Three days: reach the river, or hold Bastogne."),
    )
    boxes = BOXES
    events, words = load_sentences(PACKAGE)
    length = "2-3 h"
    luck_unit = "hit"
    difficulty = 2
    side_info = GERMAN_AND_ALLIED
    overlays = overlays.OVERLAYS
    state_type = CommanderState
    sequence = Calendar
    roster = facts.ROSTER
    box_titles: ClassVar[dict[str, str]] = {
        "due": "Reinforcements",
        "reserve": "OKW reserve",
        "eliminated": "Eliminated",
        "exited": "Off the map",
    }
    first_day = facts.FIRST_DATE
    unit_names = facts.UNIT_NAMES
    place_names = SPACE_NAMES
    board = facts.BOARD
    place_titles = facts.TITLES

    def set_up(self, s: CommanderState) -> None:
        """3-B to 3-F: units in their spaces, the eight German markers, all other units off the map."""
        s.german = facts.GERMAN_AT_START
        s.surprise = True
        for u, start in enumerate(facts.START):
            if start:
                s.at[u] = SPACE_NAMES.index[start]
            elif facts.RESERVE_UNITS >> u & 1:
                s.at[u] = RESERVE if not s.race else s.at[u]
            elif not s.race or facts.ARRIVES[u] <= RACE_LAST_DAY:
                s.at[u] = DUE
        s.refresh()
        s.push(Calendar(0))

    def problems(self, s: CommanderState) -> list[tuple[str, str]]:
        return position.problems(s)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: CommanderState, side: str | None) -> dict[str, Any]:
        return view.view(s)

    def marks(self, s: CommanderState, side: str | None) -> Marks:
        return view.marks(s)

    def printed_more(self, unit: int) -> dict[str, Any]:
        return {
            "type": facts.TYPE_TITLES[facts.TYPE[unit]],
            "quality": "elite" if facts.ELITE >> unit & 1 else "",
            "bonus_die": bool(facts.BONUS >> unit & 1),
            "hits_on": {"attack": facts.ATTACK[unit], "defence": facts.DEFENCE[unit]},
        }

    def clock(self, s: CommanderState) -> tuple[int, str]:
        return s.turn, phase_of(s)

    def time(self, s: CommanderState) -> str:
        return f"Surprise turn {s.time + 1}" if s.surprise else facts.HOURS[s.time]

    def acting(self, s: CommanderState) -> int:
        return s.active

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    weights = WEIGHTS
    feature_names = outlook.FEATURES
    thoughts = 3
    horizon = 1
    levels: ClassVar[Mapping[str, Budget]] = MappingProxyType(
        {"veteran": Budget(24, variety=3, farther=1), "general": Budget(120, variety=12, farther=1)}
    )

    def new_adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return greedy.Adviser().advise

    def features(self, s: CommanderState) -> tuple[float, ...]:
        return outlook.features(s)

    def moment(self, s: CommanderState) -> Hashable:
        return outlook.moment(s)

    def benchmarks(self, s: CommanderState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def invariants(self, s: CommanderState) -> list[str]:
        out = super().invariants(s)
        fresh = s.clone()
        fresh.refresh()
        if fresh._full != s._full:
            out.append("the full spaces are stale")
        if fresh.released != s.released:
            out.append("a German unit has been at the Meuse, but the British are not released")
        if fresh._vp != s._vp:
            out.append(f"VP {s._vp} are not the sum of their sources {points_by_source(s)}")
        return out


GAME = Commander()
