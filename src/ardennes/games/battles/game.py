"""Battles for the Ardennes: regiments and half-day turns, artillery and bridges, on one to four maps; with the variants.

Modules: `facts` (data), `state`, `sequence` (b4), `setup` (b18 to b23), `movement` and `moving` (b5 to b8), `reinforcements`, `ground`;
`combat`, `strength`, `fire` (16.6, 16.7), `results`, `retreat`, `advance` (b9, 10); `artillery` (b10); `supply`, `supply_phase` (11);
`bridges`, `building` (b12, b13); `victory` (b17, 16.8); `greif` (16.4), `dumps` (16.5); `position`.
For people: `view`, `preview`, `story`, `overlays`, `charts`. For programs: `greedy`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from ardennes.core.game import GERMAN_AND_ALLIED, Game, Option, Scenario, SideInfo
from ardennes.core.names import Names, town_titles, towns_said
from ardennes.core.roster import data_text
from ardennes.core.state import Frame, frames_in
from ardennes.games.battles.facts import (
    BARRAGE,
    BOARD,
    BOX,
    BOXES,
    BRIDGES,
    DUMPS,
    FIRST_DAY,
    FORMATIONS,
    FPF,
    HEX_NAMES,
    MA,
    MECH,
    PACKAGE,
    PLANS,
    ROSTER,
    SIDES,
    STEPS,
    STRENGTH,
    TABLES,
    UNIT_NAMES,
)
from ardennes.games.battles.sequence import GameTurn
from ardennes.games.battles.setup import place_all
from ardennes.games.battles.state import BattlesState

OFF, ON = "off", "on"


def _switch(id_: str, title: str, about: str, case: str, needs: tuple[tuple[str, Any], ...] = ()) -> Option:
    return Option(id_, title, (OFF, ON), OFF, about, case, needs)


OPTIONS = (
    _switch("greif", "Operation Greif", "German commandos make five road hexes stop Allied units and supply.", "16.4"),
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
        "From a certain turn on, equal dice end the game. Choose how experienced the German player is.",
        "16.8",
    ),
    _switch("early_frost", "Early frost", "The ground is hard from 21 December.", "5.45"),
    _switch("forced_march", "Forced march", "Units can move farther and are tired afterwards.", "b6.5"),
    _switch("artillery_quick_mode", "Quick artillery", "Artillery changes its mode at once.", "b10.12"),
)


class Battles(Game):
    id = "battles"
    title = "Battles for the Ardennes"
    about = "St. Vith, Clervaux, Celles: regiment by regiment, with guns, bridges and march columns."
    rules_version = "1"
    sides = SIDES
    scenarios = tuple(
        Scenario(row["id"], row["title"], row["last"] - row["first"] + 1, row["about"], row["window"], data=row)
        for row in TABLES["scenario"]
    )
    options = OPTIONS
    boxes = BOX
    tables: ClassVar[dict[str, Names]] = {
        "formation": FORMATIONS,
        "bridge": BRIDGES,
        "dump": DUMPS,
        "plan": PLANS,
        "box": BOXES,
    }
    length = "3-6 h"
    difficulty = 3
    side_info: ClassVar[dict[str, SideInfo]] = GERMAN_AND_ALLIED
    state_type = BattlesState
    sequence = GameTurn
    roster = ROSTER
    first_day = FIRST_DAY
    turns_per_day = 2
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD
    place_titles: ClassVar[list[str]] = town_titles(BOARD)
    places_said: ClassVar[list[str]] = towns_said(BOARD)

    def set_up(self, s: BattlesState) -> None:
        """b18, b19: units, bridges and positions as at the start."""
        place_all(s)
        s.push(GameTurn(0))

    @cached_property
    def frame_types(self) -> tuple[type[Frame], ...]:
        return frames_in(PACKAGE)

    def data_text(self, name: str) -> str:
        return data_text(PACKAGE, name)

    def printed_more(self, unit: int) -> dict[str, Any]:
        guns = f"{BARRAGE[unit]}-{FPF[unit]}-{MA[unit]}"
        strength = ROSTER.rows[unit]["strength"]
        factors = guns if BARRAGE[unit] else f"{strength}-{MA[unit]}"
        return {
            "strength": STRENGTH[unit],
            "movement": MA[unit],
            "factors": factors,
            "steps": STEPS[unit],
            "mechanized": bool(MECH >> unit & 1),
        }


GAME = Battles()
