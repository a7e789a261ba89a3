"""Bulge: 16 December 1944 to 2 January 1945 with divisions and days, 73 units on 426 hexes.

Rooms: `facts` (data), `state`, `sequence` (5.0), `weather` (6.0), `air` (7.0), `supply` (14.0), `movement` and `movement_phase` (8.0-11.0),
`reinforcements` (13.0, 15.0), `strength`, `combat` and `results` (12.0), `victory` (3.0), `position` (which are possible), `greedy`.
For people: `view`, `hints`, `preview`, `overlays`, `story`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Hints, Option, Scenario, SideInfo
from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.core.story import Part
from ardennes.games.bulge import air, bench, charts, greedy, hints, overlays, position, story, view
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    BOARD,
    BRITISH,
    CF,
    FORMATIONS,
    HEX_NAMES,
    ISO_DATES,
    LAST_TURN,
    PARATROOPS,
    SIDE,
    SIDES,
    UNIT_NAMES,
    UNITS,
)
from ardennes.games.bulge.movement import Crowded, Move
from ardennes.games.bulge.preview import place_title
from ardennes.games.bulge.sequence import FRAMES, PHASES, GameTurn, phase_of
from ardennes.games.bulge.state import BOXES, DUE, ELIMINATED, EXITED, BulgeState
from ardennes.games.bulge.victory import exit_points


class Bulge(Game):
    id = "bulge"
    title = "Bulge"
    about = (
        "The whole battle with divisions and days: break through, cross the Meuse, and keep the roads behind you open."
    )
    rules_version = "2"
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
    events: ClassVar[dict[str, Event]] = story.EVENTS
    length = "2 h"
    difficulty = 1
    side_info: ClassVar[dict[str, SideInfo]] = {
        "german": SideInfo("German", "cross"),
        "allied": SideInfo("Allied", "star"),
    }
    overlays = overlays.OVERLAYS
    too_rare: ClassVar[dict[str, str]] = {
        "Crowded": "a friend makes room just when its supply line breaks (8.0, 14.0); the tests of 14.0 set that up"
    }
    state_type = BulgeState
    frame_types = FRAMES
    phases = PHASES
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD

    def blank(self, scenario: str, options: dict[str, Any]) -> BulgeState:
        return BulgeState(options["weather"] == "historical", options["airdrop"], self.rules_version == "1")

    def under(self, rules: str) -> Game:
        """Matches that began under version 1 can be played to the end."""
        return FIRST_RULES if rules == FIRST_RULES.rules_version else super().under(rules)

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
        return view.view(s, side)

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

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def clock(self, s: BulgeState) -> tuple[int, str]:
        return s.turn, phase_of(s)

    def phase_title(self, phase: str) -> str:
        return hints.phase_title(phase)

    def iso_date(self, turn: int) -> str:
        return ISO_DATES[turn] if 0 < turn < len(ISO_DATES) else ""

    def unit_side(self, unit: int) -> int:
        return SIDE[unit]

    def unit_said(self, unit: int) -> str:
        return FORMATIONS[unit].said

    def place_said(self, place: int) -> str:
        near = "" if place < 0 else story.NEAR.get(place, "")
        return f"{HEX_NAMES.names[place]} near {near}" if near else self.place_title(place)

    def hides(self, s: BulgeState, side: str | None) -> bool:
        """7.0: while missions are assigned, nobody knows those of the other side."""
        top = s.stack[-1]
        return isinstance(top, air.AirMissions) and (SIDES[top.side] != side or bool(top.hidden))

    def question(self, s: BulgeState) -> str:
        return hints.question(s)

    def hints(self, s: BulgeState) -> Hints:
        return hints.hints(s)

    def overlay(self, s: BulgeState, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        return overlays.overlay(s, overlay, of)

    def fill(self, gap: str, x: Any) -> list[Part]:
        own = story.word(gap, x)
        return super().fill(gap, x) if own is None else [{"t": own}]

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def advise(self, s: BulgeState) -> tuple[str, Any]:
        return greedy.advise(s)

    def benchmarks(self, s: BulgeState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def unit_title(self, unit: int) -> str:
        return UNITS[unit].name

    def place_title(self, place: int) -> str:
        return self.place_name(place) if place < 0 else place_title(place)

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
        making_room = any(isinstance(f, Crowded) or (isinstance(f, Move) and f.forced) for f in s.stack)
        if crowded > int(making_room):
            out.append("stacking")
        lost = sum(CF[u] * (1 if SIDE[u] == ALLIED else -1) for u in range(len(UNITS)) if s.at[u] == ELIMINATED)
        if s.vp != lost + exit_points(s):
            out.append(f"VP {s.vp} are not the sum of their sources {lost} + {exit_points(s)}")
        if any(s.at[u] != EXITED for u in each(s.counted)):
            out.append("a counted unit has not left the map")
        if len(s.at) != len(UNITS):
            out.append("units are not conserved")
        return out


class FirstRules(Bulge):
    """Version 1: nobody had to join an attack on the last target beside it (9.0-1), and whoever made room needed no supply (8.0)."""

    rules_version = "1"


GAME = Bulge()
FIRST_RULES = FirstRules()
