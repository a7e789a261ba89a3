"""Commander: the battle by areas, 16 to 28 December 1944, with activations and dice by the handful; 72 units on 63 spaces.

Rooms: `facts` (data), `state`, `sequence` (4), `supply` (9), `arrivals` (10), `morning` (4, 9, 11: the other steps of the start of day),
`turns` (4, 5), `movement` (7), `battle` and `losses` (8), `victory` (12, 13), `view`, `position` (which positions are possible), `greedy`.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Scenario
from ardennes.core.names import each
from ardennes.games.commander import greedy, position
from ardennes.games.commander.facts import (
    ALL,
    BOARD,
    FIRST_DAY,
    FULL,
    GERMAN_AT_START,
    LAST_DAY,
    OF_SIDE,
    RACE_LAST_DAY,
    SIDES,
    SPACE_NAMES,
    STACK,
    UNIT_NAMES,
    UNITS,
)
from ardennes.games.commander.sequence import FRAMES, PHASES, Calendar
from ardennes.games.commander.state import (
    BOXES,
    DUE,
    RESERVE,
    CommanderState,
    points_by_source,
    space_title,
)
from ardennes.games.commander.view import view

RACE = "race"


class Commander(Game):
    id = "commander"
    title = "WWII Commander: Battle of the Bulge"
    about = "Areas, activations and dice by the handful: the whole battle in an evening, and a good first game."
    rules_version = "1"
    sides = SIDES
    scenarios = (
        Scenario("campaign", "The full game", LAST_DAY - FIRST_DAY + 1, "16 to 28 December 1944, for victory points."),
        Scenario(
            RACE, "Race to the Meuse", RACE_LAST_DAY - FIRST_DAY + 1, "Three days: reach the river, or hold Bastogne."
        ),
    )
    boxes = BOXES
    events: ClassVar[dict[str, Event]] = {
        "day": Event("{0} December begins.", ("text",), "4-1-time-reset"),
        "out_of_supply": Event("Out of supply: {0}.", ("units",), "9-oos-status"),
        "supplied_again": Event("In supply again: {0}.", ("units",), "9-oos-status"),
        "attrition": Event("{0} is cut off and under attack.", ("unit",), "9-attrition"),
        "crossed": Event(
            "{0} stands beyond the Meuse, in {1}: {2} VP; German VP {3}.",
            ("unit", "place", "signed", "text"),
            "12-meuse",
        ),
        "arrives": Event("{0} arrives in {1}.", ("unit", "place"), "10-reinforcements"),
        "delayed": Event("Delayed by a day: {0}.", ("units",), "10-delay"),
        "named_short": Event("The Allied player names {0} for fuel shortage.", ("units",), "9-fuel-shortage"),
        "short": Event("Without fuel on this day: {0}.", ("units",), "9-fuel-shortage"),
        "replaced": Event("{0} is replenished to strength {1}.", ("unit", "text"), "11-points"),
        "commando": Event("German commandos: {0} cannot act on this day.", ("unit",), "4-7-commando"),
        "activates": Event("{0} activates {1}: {2}.", ("side", "place", "units"), "4-activation"),
        "passes": Event("{0} passes.", ("side",), "4-passing"),
        "evening": Event("{0} December ends.", ("text",), "4-end-of-day"),
        "moves": Event("{0} moves from {1} to {2}.", ("unit", "place", "place"), "7-movement"),
        "moves_by": Event("{0} moves from {1} by {2} to {3}.", ("unit", "place", "place", "place"), "7-movement"),
        "exits": Event(
            "{0} leaves the map at {1}: {2} VP; German VP {3}.", ("unit", "place", "signed", "text"), "12-vp-exit"
        ),
        "released": Event("{0} is next to the Meuse at {1}: the British may cross.", ("unit", "place"), "7-british"),
        "takes": Event("{0} takes {1}.", ("side", "place"), "6-control-markers"),
        "takes_vp": Event("{0} takes {1}: {2} VP; German VP {3}.", ("side", "place", "signed", "text"), "12-vp-spaces"),
        "battle": Event("{0} attacks in {1}: {2} against {3}.", ("side", "place", "units", "units"), "8-mandatory"),
        "rolls": Event("{0} rolls {1} dice at {2}: {3} hits.", ("unit", "text", "text", "text"), "8-dice"),
        "hits": Event(
            "{0}: {1} hits on the defender, {2} of them stopped by the terrain; {3} on the attacker.",
            ("place", "text", "text", "text"),
            "8-hit-resolution",
        ),
        "loses": Event("{0} loses {1}, strength {2} is left.", ("unit", "text", "text"), "8-applying-hits"),
        "eliminated": Event("{0} is eliminated; German VP {1}.", ("unit", "text"), "12-vp-units"),
        "retreats": Event("{0} retreats from {1} to {2}.", ("unit", "place", "place"), "8-retreat"),
        "breaks_through": Event("{0} breaks through from {1} to {2}.", ("unit", "place", "place"), "8-breakthrough"),
        "goes_on": Event(
            "Evening of {0} December: German VP {1} (German wins at {2}, Allies at {3}).",
            ("text",) * 4,
            "12-victory-determination",
        ),
        "over": Event("The game is over: {0} wins ({1}), German VP {2}.", ("text",) * 3, "12-victory-determination"),
    }
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
        return view(s, side)

    def imagine(self, s: CommanderState, side: str, rng: random.Random) -> CommanderState:
        """Nothing is hidden in this game."""
        return s.clone()

    def advise(self, s: CommanderState) -> tuple[str, Any]:
        return greedy.advise(s)

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
        if fresh._vp != s._vp:
            out.append(f"VP {s._vp} are not the sum of their sources {points_by_source(s)}")
        for place in each(ALL):
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
