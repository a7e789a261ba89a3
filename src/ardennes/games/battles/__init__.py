"""Battles for the Ardennes: regiments and half-day turns, artillery and bridges, on one to four maps; with the variants.

Modules: `facts` (data), `state`, `sequence` (b4), `setup` (b18 to b23), `movement` and `moving` (b5 to b8, 15), `ground`;
`combat`, `strength`, `fire` (16.6, 16.7), `results`, `retreat`, `advance` (b9, 10); `artillery` (b10); `supply`, `supply_phase` (11);
`bridges`, `building` (b12, b13); `victory` (b17, 16.8); `greif` (16.4), `dumps` and `dump_counters` (16.5);
`position`.
For people: `view`, `preview`, `story`, `overlays`, `charts`, `printed`. For programs: `greedy`, `bench`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from ardennes.core.game import GERMAN_AND_ALLIED, Event, Game, Option, Scenario, SideInfo
from ardennes.core.ledger import Table
from ardennes.core.names import Names, town_titles, towns_said
from ardennes.core.placed import Marks
from ardennes.core.programs import Budget
from ardennes.games.battles import bench, charts, overlays, position, printed, story, view
from ardennes.games.battles.facts import (
    BOARD,
    BOX,
    BOXES,
    BRIDGES,
    DUMPS,
    FIRST_DAY,
    FORMATIONS,
    HEX_NAMES,
    MA,
    MECH,
    PLANS,
    ROSTER,
    SIDES,
    TABLES,
    UNIT_NAMES,
)
from ardennes.games.battles.greedy import Greedy, outlook
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greif import START
from ardennes.games.battles.sequence import GameTurn
from ardennes.games.battles.setup import place_all
from ardennes.games.battles.state import BattlesState, window

OFF, ON = "off", "on"


def _switch(
    id_: str,
    title: str,
    about: str,
    case: str,
    needs: tuple[tuple[str, Any], ...] = (),
    excludes: tuple[tuple[str, Any], ...] = (),
) -> Option:
    return Option(id_, title, (OFF, ON), OFF, about, case, needs, excludes)


OPTIONS = (
    _switch("greif", "Operation Greif", "German commandos on five road hexes stop Allied units and supply.", "16.4"),
    _switch(
        "greif_secondary_targets",
        "Greif: secondary targets",
        "Three sure targets and seven that work on a 1 or 2.",
        "16.46",
        (("greif", ON),),
    ),
    _switch(
        "greif_infiltration_time",
        "Greif: infiltration time",
        "A target works only after the commandos have had time to get there from Stadtkyll.",
        "16.47",
        (("greif", ON),),
    ),
    _switch("dumps", "American supply dumps", "Hidden fuel that the Germans can capture.", "16.5"),
    _switch(
        "dumps_trace",
        "Dumps: line of supply",
        "A dump helps only units that can trace a line of supply to it.",
        "16.55",
        (("dumps", ON),),
    ),
    _switch(
        "dumps_recapture",
        "Dumps: recapture",
        "The Allies can retake dumps and destroy what is in them.",
        "16.56",
        (("dumps", ON),),
    ),
    _switch(
        "dumps_as_units",
        "Dumps: as counters",
        "Captured dumps are counters that can be moved.",
        "16.57",
        (("dumps", ON), ("dumps_recapture", ON)),
    ),
    Option(
        "intensive_fire",
        "Intensive Fire",
        (OFF, "german", "allied", "both"),
        OFF,
        "Units gain strength for one attack and may run out of ammunition.",
        "16.6",
    ),
    _switch(
        "intensive_fire_partial",
        "Intensive Fire: partial success",
        "A unit that fails still gains one point less than its die.",
        "16.69",
        excludes=(("intensive_fire", OFF),),
    ),
    _switch("saturation_fire", "Saturation Fire", "Guns fire many times their strength and may be lost.", "16.7"),
    _switch(
        "burnt_tubes",
        "Saturation Fire: burnt tubes",
        "Guns that break down can be repaired.",
        "16.78",
        (("saturation_fire", ON),),
    ),
    Option(
        "variable_ending",
        "Variable ending",
        (OFF, "better", "even", "worse"),
        OFF,
        "From a certain turn on, two equal dice end the game. Choose how experienced the German player is.",
        "16.8",
    ),
    _switch("early_frost", "Early frost", "The ground is hard from 21 December.", "5.45"),
    _switch("forced_march", "Forced march", "Units can move farther but are fatigued afterwards.", "b6.5"),
    _switch("artillery_quick_mode", "Quick artillery", "Artillery changes its mode at once.", "b10.12"),
)


_BULK = {"angriefen": 4, "22_december": 20, "campaign_1944": 60}
"""How long the scenarios on several maps take, compared with those on one."""


def _known(scenario: dict[str, Any]) -> tuple[str, ...]:
    """The options that mean something in a scenario."""
    unknown = set()
    if not window(scenario["id"]) >> START & 1:
        unknown.add("greif_infiltration_time")  # 16.47: Stadtkyll is not on the maps
    if scenario["first"] >= TABLES["game"]["frost"]:
        unknown.add("early_frost")  # 5.45: the ground is hard from the first turn
    return tuple(option.id for option in OPTIONS if option.id not in unknown)


class Battles(Game):
    id = "battles"
    title = "Battles for the Ardennes"
    about = "St. Vith, Clervaux, Celles: regiment by regiment, with guns, bridges and march columns."
    rules_version = "3"
    sides = SIDES
    scenarios = tuple(
        Scenario(
            row["id"],
            row["title"],
            row["last"],
            row["about"],
            row["window"],
            _known(row),
            row,
            bulk=_BULK.get(row["id"], 1),
        )
        for row in TABLES["scenario"]
    )
    options = OPTIONS
    boxes = BOX
    box_titles: ClassVar[dict[str, str]] = view.BOX_TITLES
    tables: ClassVar[dict[str, Names]] = {
        "formation": FORMATIONS,
        "bridge": BRIDGES,
        "dump": DUMPS,
        "plan": PLANS,
        "box": BOXES,
    }
    events: ClassVar[dict[str, Event]] = story.EVENTS
    words = story.WORDS
    overlays = overlays.OVERLAYS
    bulk = 8
    too_rare: ClassVar[dict[str, str]] = {
        "Excess": "a crowded end of a retreat with no way on; tests/rules/battles/test_09_results.py plays it",
        "the last turn of campaign_1944": "thirty-six turns on four maps take minutes; tests/rules/battles plays its end",
    }
    length = "3-6 h"
    difficulty = 3
    side_info: ClassVar[dict[str, SideInfo]] = GERMAN_AND_ALLIED
    state_type = BattlesState
    sequence = GameTurn
    roster = ROSTER
    first_day = FIRST_DAY
    turns_per_day = 2
    times = view.TIMES
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD
    weights = WEIGHTS
    feature_names = outlook.FEATURES
    thoughts = 1
    levels: ClassVar[Mapping[str, Budget]] = MappingProxyType(
        {"veteran": Budget(12), "general": Budget(36, variety=6, farther=2)}
    )
    place_titles: ClassVar[list[str]] = town_titles(BOARD)
    places_said: ClassVar[list[str]] = towns_said(BOARD)

    def set_up(self, s: BattlesState) -> None:
        """b18, b19: units, bridges and positions as at the start."""
        place_all(s)
        s.push(GameTurn(0))

    def problems(self, s: BattlesState) -> list[tuple[str, str]]:
        return position.problems(s)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: BattlesState, side: str | None) -> dict[str, Any]:
        return view.view(s, side)

    def marks(self, s: BattlesState, side: str | None) -> Marks:
        return view.marks(s)

    def acting(self, s: BattlesState) -> int:
        return s.attackers | s.guns

    def scene(self, s: BattlesState) -> int:
        return 1 << s.target if s.target >= 0 else 0

    def overlay(self, s: BattlesState, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        return overlays.overlay(s, side, overlay, of)

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    def printed_more(self, unit: int) -> dict[str, Any]:
        return view.figures(unit, 0) | {"movement": MA[unit], "mechanized": bool(MECH >> unit & 1)}

    def printed_thing(self, kind: str, number: int) -> dict[str, Any]:
        return printed.printed(kind, number)

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def new_adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return Greedy()

    def features(self, s: BattlesState) -> tuple[float, ...]:
        return outlook.features(s)

    def moment(self, s: BattlesState) -> Hashable:
        return outlook.moment(s)

    def pace(self, s: BattlesState) -> int:
        """Player-turns: two a turn."""
        return outlook.pace(s)

    def gone(self, s: BattlesState) -> float:
        """Scenarios begin on different turns."""
        first, last = int(s.plan["first"]), int(s.plan["last"])
        return max(0.0, min(1.0, (s.turn - first) / (last + 1 - first)))

    def benchmarks(self, s: BattlesState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)


GAME = Battles()
