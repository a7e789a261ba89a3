"""Bulge: 16 December 1944 to 2 January 1945 with divisions and one-day turns, 73 units on 426 hexes.

Modules: `facts` (data), `state`, `sequence` (5.0), `weather` (6.0), `air` (7.0), `supply` (14.0), `movement`
and `movement_phase` (8.0-11.0), `reinforcements` (13.0, 15.0), `strength`, `combat` and `results` (12.0), `victory` (3.0), `position`
(which positions are possible), `greedy`.
For people: `view`, `preview`, `overlays`, `story`, `charts`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Option, Scenario, SideInfo
from ardennes.core.ledger import Table
from ardennes.core.story import Part
from ardennes.games.bulge import bench, charts, greedy, overlays, position, story, view
from ardennes.games.bulge.facts import (
    BOARD,
    CF,
    FIRST_DAY,
    HEX_NAMES,
    LAST_TURN,
    MA,
    MECH,
    PARATROOPS,
    ROSTER,
    SIDES,
    START,
    UNIT_NAMES,
)
from ardennes.games.bulge.preview import place_title
from ardennes.games.bulge.sequence import GameTurn
from ardennes.games.bulge.state import BOXES, DUE, BulgeState


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
            "As it was, or rolled each day.",
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
        "Crowded": "a friend loses its supply line just as it makes room (8.0, 14.0); the tests of 14.0 set this up"
    }
    state_type = BulgeState
    sequence = GameTurn
    roster = ROSTER
    box_titles: ClassVar[dict[str, str]] = {"due": "Reinforcements", "eliminated": "Destroyed", "exited": "Off the map"}
    first_day = FIRST_DAY
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD

    def under(self, rules: str) -> Game:
        """Matches that began under version 1 can be played to the end."""
        return FIRST_RULES if rules == FIRST_RULES.rules_version else super().under(rules)

    def set_up(self, s: BulgeState) -> None:
        """4.0 Set-up: starting hexes and arrival dates are printed on the counters."""
        for u, start in enumerate(START):
            if start >= 0:
                s.at[u] = start
            elif u != PARATROOPS or s.setup.option("airdrop"):
                s.at[u] = DUE
        s.refresh()
        s.push(GameTurn(0))

    def problems(self, s: BulgeState) -> list[tuple[str, str]]:
        return position.units(s) + position.markers(s)

    def invariants(self, s: BulgeState) -> list[str]:
        return position.broken(s)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: BulgeState, side: str | None) -> dict[str, Any]:
        return view.view(s)

    def printed_more(self, unit: int) -> dict[str, Any]:
        factors = {"strength": CF[unit], "movement": MA, "factors": f"{CF[unit]}-{MA}", "steps": None}
        return factors | {"mechanized": bool(MECH >> unit & 1)}

    def place_said(self, place: int) -> str:
        near = "" if place < 0 else story.NEAR.get(place, "")
        return f"{HEX_NAMES.names[place]} near {near}" if near else self.place_title(place)

    def overlay(self, s: BulgeState, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        return overlays.overlay(s, overlay, of)

    def fill(self, gap: str, x: Any) -> list[Part]:
        own = story.word(gap, x)
        return super().fill(gap, x) if own is None else [{"t": own}]

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def advise(self, s: BulgeState) -> tuple[str, Any]:
        return self.adviser()(s)

    def adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return greedy.Greedy()

    def benchmarks(self, s: BulgeState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)

    def place_title(self, place: int) -> str:
        return self.place_name(place) if place < 0 else place_title(place)


class FirstRules(Bulge):
    """Version 1: no unit had to join an attack on the last target next to it (9.0-1), and a unit making room needed no supply (8.0)."""

    rules_version = "1"
    earlier = True


GAME = Bulge()
FIRST_RULES = FirstRules()
