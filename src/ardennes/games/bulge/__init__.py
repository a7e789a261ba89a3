"""Bulge: 16 December 1944 to 2 January 1945 with divisions and days, 73 units on 426 hexes.

Rooms: `facts` (data), `state`, `sequence` (5.0), `weather` (6.0), `air` (7.0), `supply` (14.0), `movement` and `movement_phase` (8.0-11.0),
`reinforcements` (13.0, 15.0), `combat` and `results` (12.0), `victory` (3.0), `view`, `position` (which positions are possible), `greedy`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Option, Scenario
from ardennes.core.names import each
from ardennes.games.bulge import air, bench, greedy, position
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    BOARD,
    BRITISH,
    CF,
    HEX_NAMES,
    LAST_TURN,
    PARATROOPS,
    SIDE,
    SIDES,
    UNIT_NAMES,
    UNITS,
)
from ardennes.games.bulge.sequence import FRAMES, PHASES, GameTurn
from ardennes.games.bulge.state import BOXES, DUE, ELIMINATED, EXITED, BulgeState
from ardennes.games.bulge.victory import exit_points
from ardennes.games.bulge.view import view


class Bulge(Game):
    id = "bulge"
    title = "Bulge"
    about = (
        "The whole battle with divisions and days: break through, cross the Meuse, and keep the roads behind you open."
    )
    rules_version = "1"
    sides = SIDES
    scenarios = (Scenario("campaign", "The Battle for the Ardennes", LAST_TURN, "16 December 1944 to 2 January 1945."),)
    options = (
        Option(
            "weather",
            "Weather",
            ("historical", "variable"),
            "historical",
            "As it was, or by a die each day.",
            "6.0",
        ),
        Option("airdrop", "German airdrop", (False, True), False, "Von der Heydte's paratroops may jump.", "15.0"),
    )
    boxes = BOXES
    events: ClassVar[dict[str, Event]] = {
        "weather": Event("Game turn {0}, {1}: {2}.", ("text", "text", "text"), "6.0"),
        "missions": Event(
            "{0} air missions: {1} CAP, {2} interdiction, {3} ground support, {4} resupply; ground support left: {5}.",
            ("side", "text", "text", "text", "text", "text"),
            "7.0-1",
        ),
        "interdicts": Event("{0} aircraft interdict {1}.", ("side", "place"), "7.2"),
        "resupplied": Event("{0} is resupplied from the air.", ("unit",), "7.4"),
        "mechanized": Event("{0} is mechanized.", ("unit",), "10.2-2"),
        "moves": Event("{0} moves from {1} to {2}.", ("unit", "place", "place"), "10.0"),
        "arrives": Event("{0} arrives at {1} and moves to {2}.", ("unit", "place", "place"), "13.0"),
        "exits": Event("{0} leaves the map at {1} (factor {2}).", ("unit", "place", "text"), "3.1-1"),
        "out_of_supply": Event("{0} is out of supply: die {1}, {2} MP.", ("unit", "text", "text"), "14.1"),
        "released": Event("A German unit is within two hexes of the British: they are released.", (), "13.0-1"),
        "drop_die": Event("Airdrop of {0}, throw {1}: die {2}.", ("unit", "text", "text"), "15.0"),
        "landed": Event("{0} lands at {1}.", ("unit", "place"), "15.0"),
        "attack": Event("{0} attack {1} at {2} ({3} table).", ("units", "unit", "place", "text"), "12.1"),
        "mist": Event("Mist: die {0}, shift {1}.", ("text", "signed"), "6.1"),
        "result": Event("Die {0} in column {1}: {2}.", ("text", "text", "text"), "12.2"),
        "retreats": Event("{0} retreats from {1} to {2}.", ("unit", "place", "place"), "12.3"),
        "no_retreat": Event("{0} cannot retreat from {1}.", ("unit", "place"), "12.3"),
        "advances": Event("{0} advances to {1}.", ("unit", "place"), "12.4"),
        "eliminated": Event("{0} is eliminated; German VP {1}.", ("unit", "text"), "3.1"),
        "scores": Event("{0}, gone over {1}, scores {2}; German VP {3}.", ("unit", "place", "text", "text"), "3.1-2"),
        "loses_score": Event(
            "{0}: {1} is out of supply, {2} points are taken back; German VP {3}.",
            ("unit", "place", "text", "text"),
            "3.1-3",
        ),
        "goes_on": Event(
            "End of game turn {0}: German VP {1} (limits {2} and {3}).",
            ("text", "text", "text", "text"),
            "3.0",
        ),
        "over": Event("The game is over: {0} wins with German VP {1} (limits {2} and {3}).", ("text",) * 4, "3.0"),
    }
    state_type = BulgeState
    frame_types = FRAMES
    phases = PHASES
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD

    def blank(self, scenario: str, options: dict[str, Any]) -> BulgeState:
        return BulgeState(options["weather"] == "historical", options["airdrop"])

    def start(self, scenario: str, options: dict[str, Any]) -> BulgeState:
        """4.0 Set-up: starting hexes and arrival dates are printed on the counters."""
        s = self.blank(scenario, options)
        for u, facts in enumerate(UNITS):
            if facts.start:
                s.at[u] = HEX_NAMES.index[facts.start]
            elif u != PARATROOPS or s._airdrop:
                s.at[u] = DUE
        s.refresh()
        s.push(GameTurn(0))
        return s

    def refresh(self, s: BulgeState) -> None:
        s.refresh()

    def check_position(self, s: BulgeState) -> list[tuple[str, str]]:
        return position.problems(s)

    def view(self, s: BulgeState, side: str | None) -> dict[str, Any]:
        return view(s, side)

    def imagine(self, s: BulgeState, side: str, rng: random.Random) -> BulgeState:
        """The only secret is what the other side has assigned to its aircraft: any assignment is as likely."""
        new = s.clone()
        top = new.stack[-1]
        if isinstance(top, air.AirMissions):
            flown, hidden = top.flown, top.hidden
            if side != SIDES[top.side]:
                some = rng.randrange(
                    air.air_points(s.turn, s.weather, top.side)
                )  # it is still asked: not all are assigned
                flown = air.random_missions(top.side, some, rng)
            if hidden and side != SIDES[ALLIED]:
                hidden = air.random_missions(ALLIED, air.air_points(s.turn, s.weather, ALLIED), rng)
            new.become(air.AirMissions(top.side, flown, hidden))
            new.settle()
        return new

    def advise(self, s: BulgeState) -> tuple[str, Any]:
        return greedy.advise(s)

    def benchmarks(self, s: BulgeState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def unit_title(self, unit: int) -> str:
        return UNITS[unit].name

    def place_title(self, place: int) -> str:
        if place < 0:
            return self.place_name(place)
        town = BOARD.places[place].get("town")
        return f"{town} ({HEX_NAMES.names[place]})" if town else HEX_NAMES.names[place]

    def invariants(self, s: BulgeState) -> list[str]:
        out = []
        occ = [0, 0]
        british = 0
        for u, place in enumerate(s.at):
            if place >= 0:
                if not ALL >> place & 1:
                    out.append(f"{UNIT_NAMES.names[u]} is in a hex that does not exist")
                occ[SIDE[u]] |= 1 << place
                british |= (1 << place) if BRITISH >> u & 1 else 0
        if occ != s._occ or british != s._british:
            out.append("derived occupancy is stale")
        if occ[0] & occ[1]:
            out.append("two sides in one hex")
        on_map = [p for p in s.at if p >= 0]
        crowded = len(on_map) - len(set(on_map))
        forced = any(getattr(f, "forced", False) for f in s.stack)
        if crowded > int(forced):
            out.append("stacking")
        lost = sum(CF[u] * (1 if SIDE[u] == ALLIED else -1) for u in range(len(UNITS)) if s.at[u] == ELIMINATED)
        if s.vp != lost + exit_points(s):
            out.append(f"VP {s.vp} are not the sum of their sources {lost} + {exit_points(s)}")
        if any(s.at[u] != EXITED for u in each(s.counted)):
            out.append("a counted unit has not left the map")
        if len(s.at) != len(UNITS):
            out.append("units are not conserved")
        return out


GAME = Bulge()
