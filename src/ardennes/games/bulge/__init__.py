"""Bulge: 16 December 1944 to 2 January 1945 with divisions and one-day turns, 73 units on 426 hexes.

Modules: `facts` (data), `state`, `sequence` (5.0), `weather` (6.0), `air` (7.0), `supply` (14.0), `movement`
and `movement_phase` (8.0-11.0), `reinforcements` (13.0, 15.0), `strength`, `combat` and `results` (12.0), `victory` (3.0), `position`
(which positions are possible), `greedy`.
For people: `view`, `preview`, `overlays`, `story`, `charts`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar

from ardennes.core.game import GERMAN_AND_ALLIED, Game, Option, Scenario
from ardennes.core.ledger import Table
from ardennes.core.names import town_titles, towns_said
from ardennes.core.placed import Marks
from ardennes.core.story import Part
from ardennes.games.bulge import bench, charts, facts, greedy, overlays, position, story, view
from ardennes.games.bulge.facts import ALLIED, BOARD, CF, GERMAN, LAST_TURN, MA, OF_SIDE
from ardennes.games.bulge.greedy import outlook
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.sequence import GameTurn
from ardennes.games.bulge.state import BOXES, DUE, ELIMINATED, BulgeState, total_cf
from ardennes.games.bulge.victory import exit_points


class Bulge(Game):
    id = "bulge"
    title = "Bulge"
    about = (
        "The whole battle with divisions and days: break through, cross the Meuse, and keep the roads behind you open."
    )
    rules_version = "4"
    sides = facts.SIDES
    scenarios = (Scenario("campaign", "The Battle for the Ardennes", LAST_TURN, "16 December 1944 to 2 January 1945."),)
    options = (
        Option(
            "weather", "Weather", ("historical", "variable"), "historical", "As in history, or rolled each day.", "6.0"
        ),
        Option("airdrop", "German airdrop", (False, True), False, "Von der Heydte's paratroops may jump.", "15.0"),
    )
    boxes = BOXES
    events = story.EVENTS
    words = story.SENTENCES.words
    length = "2 h"
    difficulty = 1
    side_info = GERMAN_AND_ALLIED
    overlays = overlays.OVERLAYS
    too_rare: ClassVar[dict[str, str]] = {
        "Crowded": "a friend loses its supply line just as it makes room (8.0, 14.0); the tests of 14.0 set this up"
    }
    state_type = BulgeState
    sequence = GameTurn
    roster = facts.ROSTER
    box_titles: ClassVar[dict[str, str]] = {"due": "Reinforcements", "eliminated": "Destroyed", "exited": "Off the map"}
    first_day = facts.FIRST_DAY
    unit_names = facts.UNIT_NAMES
    place_names = facts.HEX_NAMES
    board = BOARD
    place_titles = town_titles(BOARD)
    places_said = towns_said(BOARD)

    def under(self, rules: str) -> Game:
        """Matches that began under version 1 can be played to the end, with today's factors and limits; versions 2 and 3 had other ones."""
        return FIRST_RULES if rules == FIRST_RULES.rules_version else super().under(rules)

    def set_up(self, s: BulgeState) -> None:
        """4.0 Set-up: starting hexes and arrival dates are printed on the counters."""
        for u, start in enumerate(facts.START):
            if start >= 0:
                s.at[u] = start
            elif u != facts.PARATROOPS or s.setup.option("airdrop"):
                s.at[u] = DUE
        s.refresh()
        s.push(GameTurn(0))

    def problems(self, s: BulgeState) -> list[tuple[str, str]]:
        return position.problems(s)

    def invariants(self, s: BulgeState) -> list[str]:
        lost = s.in_box(ELIMINATED)
        points = total_cf(lost & OF_SIDE[ALLIED]) - total_cf(lost & OF_SIDE[GERMAN]), exit_points(s)
        wrong = [] if s.vp == sum(points) else [f"VP {s.vp} are not the sum of their sources {points}"]
        return super().invariants(s) + wrong

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: BulgeState, side: str | None) -> dict[str, Any]:
        return view.view(s)

    def marks(self, s: BulgeState, side: str | None) -> Marks:
        return view.marks(s)

    def printed_more(self, unit: int) -> dict[str, Any]:
        factors = {"strength": CF[unit], "movement": MA, "factors": f"{CF[unit]}-{MA}", "steps": None}
        return factors | {"mechanized": bool(facts.MECH >> unit & 1)}

    def fill(self, gap: str, x: Any) -> list[Part]:
        return [{"t": story.flights(*x)}] if gap == "flights" else super().fill(gap, x)

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    weights = WEIGHTS
    feature_names = outlook.FEATURES

    def new_adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return greedy.Greedy()

    def features(self, s: BulgeState) -> tuple[float, ...]:
        return outlook.features(s)

    def moment(self, s: BulgeState) -> Hashable:
        return outlook.moment(s)

    def benchmarks(self, s: BulgeState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)


class FirstRules(Bulge):
    """Version 1: no unit had to join an attack on the last target next to it (9.0-1), and a unit making room needed no supply (8.0)."""

    rules_version = "1"
    earlier = True


GAME = Bulge()
FIRST_RULES = FirstRules()
