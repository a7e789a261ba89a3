"""The Ardennes Offensive: 16 December 1944 to 2 January 1945 with regiments and days, 201 units on 1,500 hexes.

Modules: `facts` (data), `state`, `sequence` (4.0), `setup` (17.0, 18.0), `movement` and `movement_phase` (5.0 to 8.0), `strength`,
`combat`, `results` and `retreat` (9.0 to 11.0), `supply` (12.0), `bridges` (13.0), `reinforcements` (14.0, 15.0), `victory` (16.0),
`position` (which positions are possible).
For programs: `greedy` (the computer player). For people: `view`, `preview`, `overlays`, `story`, `charts`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from ardennes.core.game import GERMAN_AND_ALLIED, Event, Game, Option, Scenario
from ardennes.core.ledger import Table
from ardennes.core.names import Names
from ardennes.core.programs import Budget
from ardennes.core.story import Part
from ardennes.games.ardennes_offensive import bench, charts, overlays, position, story, view
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    BOX,
    BOXES,
    BRIDGES,
    FIRST_DAY,
    HEX_NAMES,
    HISTORICAL,
    LAST_TURN,
    MA,
    MECH,
    ROSTER,
    SIDES,
    STRENGTH,
    TABLES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.greedy import Greedy, outlook
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.preview import place_title
from ardennes.games.ardennes_offensive.sequence import GameTurn
from ardennes.games.ardennes_offensive.setup import ACCELERATED, FREE, SCENARIO, SLOWED, place_all
from ardennes.games.ardennes_offensive.state import OffensiveState


def _words(setup: str, rate: str) -> str:
    placed = "set up freely" if setup == FREE else "set up as in history"
    return f"{placed}, reinforcements {'as in history' if rate == HISTORICAL else rate}"


def _scenario(row: dict[str, Any]) -> Scenario:
    """18.0: a scenario with its set-ups, its rates, and what the designers expect of it."""
    about = (
        f"Germans {_words(*row['german'])}. Allies {_words(*row['allied'])}. The designers expect: {row['expected']}."
    )
    return Scenario(row["id"], row["title"], LAST_TURN, about, data=row, expected=row["expected"], favour=row["favour"])


def _option(name: str, title: str, changed: str, about: str) -> Option:
    return Option(name, title, (SCENARIO, HISTORICAL, changed), SCENARIO, about, "17.0")


class ArdennesOffensive(Game):
    id = "ardennes_offensive"
    title = "The Ardennes Offensive"
    about = "The big one: bridges, supply, road columns and two hundred units from the Roer to the Moselle."
    rules_version = "2"
    sides = SIDES
    scenarios = tuple(_scenario(row) for row in TABLES["scenario"])
    options = (
        _option(
            "german_setup", "German set-up", FREE, "As in the scenario, as in history, or rearranged by the player."
        ),
        _option(
            "allied_setup", "Allied set-up", FREE, "As in the scenario, as in history, or rearranged by the player."
        ),
        _option("german_rate", "German reinforcements", ACCELERATED, "As in the scenario, as in history, or earlier."),
        _option("allied_rate", "Allied reinforcements", SLOWED, "As in the scenario, as in history, or later."),
    )
    boxes = BOX
    tables: ClassVar[dict[str, Names]] = {"box": BOXES, "bridge": BRIDGES}
    events: ClassVar[dict[str, Event]] = story.EVENTS
    length = "8 h"
    difficulty = 4
    side_info = GERMAN_AND_ALLIED
    overlays = overlays.OVERLAYS
    too_rare: ClassVar[dict[str, str]] = {
        "Detour": "the Germans hold every exit of a section on the very turn when units are due there (14.1A); its tests set this up",
        "Retreats.stack": "a whole stack has to retreat and has room in one hex (10.2); its tests set this up",
        "Retreat.stack": "the rest of a stack retreats together (10.2); its tests set this up",
    }
    bulk = 13
    state_type = OffensiveState
    sequence = GameTurn
    roster = ROSTER
    box_titles: ClassVar[dict[str, str]] = view.BOX_TITLES
    first_day = FIRST_DAY
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD
    weights = WEIGHTS
    feature_names = outlook.FEATURES
    thoughts = 1
    levels: ClassVar[Mapping[str, Budget]] = MappingProxyType(
        {"veteran": Budget(12), "general": Budget(36, variety=6, farther=2)}
    )

    def set_up(self, s: OffensiveState) -> None:
        """17.0 Every unit starts where it was in history; a side with free set-up is asked next."""
        place_all(s)
        s.push(GameTurn(0))

    def problems(self, s: OffensiveState) -> list[tuple[str, str]]:
        return position.units(s) + position.markers(s)

    def invariants(self, s: OffensiveState) -> list[str]:
        return position.broken(s)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: OffensiveState, side: str | None) -> dict[str, Any]:
        return view.view(s)

    def printed_more(self, unit: int) -> dict[str, Any]:
        strength, ma = STRENGTH[unit], MA[unit]
        factors = {"strength": strength, "movement": ma, "factors": f"{strength}-{ma}", "steps": None}
        return factors | {"mechanized": bool(MECH >> unit & 1)}

    def place_said(self, place: int) -> str:
        return self.place_name(place) if place < 0 else story.place_said(place)

    def overlay(self, s: OffensiveState, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        return overlays.overlay(s, overlay, of)

    def fill(self, gap: str, x: Any) -> list[Part]:
        if gap == "names":
            return story.names(x)
        own = story.word(gap, x)
        return super().fill(gap, x) if own is None else [{"t": own}]

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def new_adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return Greedy()

    def features(self, s: OffensiveState) -> tuple[float, ...]:
        return outlook.features(s)

    def moment(self, s: OffensiveState) -> Hashable:
        return outlook.moment(s)

    def pace(self, s: OffensiveState) -> int:
        return outlook.pace(s)

    def benchmarks(self, s: OffensiveState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def place_title(self, place: int) -> str:
        return self.place_name(place) if place < 0 else place_title(place)


GAME = ArdennesOffensive()
