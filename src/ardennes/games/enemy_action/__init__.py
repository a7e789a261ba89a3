"""Enemy Action: Ardennes, the two-player game: command cards, combat chits, 188 units on 754 hexes.

Modules: `facts` (data), `fields`, `hidden` and `state`, `sequence` (4), `setup` (3, 15), `victory` (14), `replacements` (13), `position`;
`cards`, `impulse`, `activation`, `events`, `reactions` (5, 6); `movement`, `strategic`, `exits`, `moving`, `ground`, `bridges`,
`reserves` (7, 8, 11, 12); `combat`, `tactics`, `chits`, `hits`, `retreat`, `advance`, `strength`, `preview` (9); `supply`,
`supply_phase` (10). For people: `view`, `story`, `overlays`, `charts`, `printed`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from ardennes.core.game import GERMAN_AND_ALLIED, Event, Game, Option, Scenario
from ardennes.core.ledger import Table
from ardennes.core.names import Names, town_titles, towns_said
from ardennes.core.placed import Marks
from ardennes.core.programs import Budget
from ardennes.core.weights import Temperament
from ardennes.games.enemy_action import (
    bench,
    charts,
    overlays,
    position,
    printed,
    story,
    view,
)
from ardennes.games.enemy_action.activation import Activation
from ardennes.games.enemy_action.facts import (
    BANKS,
    BOARD,
    BOX,
    BOX_TITLES,
    BOXES,
    CARDS,
    CHITS,
    EVENTS,
    FIRST_DATE,
    FIRST_DAY,
    GROUPS,
    HEX_NAMES,
    MA,
    MECH,
    REACTIONS,
    RIVERS,
    ROSTER,
    SIDES,
    STEPS,
    TABLES,
    TACTICS,
    UNIT_NAMES,
)
from ardennes.games.enemy_action.greedy import Greedy, outlook
from ardennes.games.enemy_action.greedy.weights import WEIGHTS
from ardennes.games.enemy_action.impulse import Impulse
from ardennes.games.enemy_action.reactions import Greif
from ardennes.games.enemy_action.sequence import CARDS as CARD_STEP
from ardennes.games.enemy_action.sequence import GERMAN_IMPULSE, Day
from ardennes.games.enemy_action.sequence import RESERVES as RESERVE_STEP
from ardennes.games.enemy_action.setup import place_all
from ardennes.games.enemy_action.state import EnemyActionState

_IMPULSES_A_DAY = 64
"""More than there can be."""
_IDEAS = {"german": ("greedy", "second", "bold"), "allied": ("greedy", "second", "hold")}
"""What planners compare."""
_USUAL_IMPULSES = 24
"""What both sides together have on an ordinary day."""


class EnemyAction(Game):
    id = "enemy_action"
    title = "Enemy Action: Ardennes"
    about = "Command cards and chits drawn one by one: every impulse is a dilemma, and the enemy's hand is hidden."
    rules_version = "2"
    sides = SIDES
    scenarios = tuple(
        Scenario(row["id"], row["title"], row["last"] - FIRST_DATE + 1, row["about"], data=row)
        for row in TABLES["scenario"]
    )
    options = (
        Option(
            "consecutive",
            "Consecutive activation",
            ("corps", "formation"),
            "corps",
            "Corps: once any of its units has been activated, the whole corps rests in its side's next impulse. "
            "Formation: only units and formations that were activated rest.",
            "6.5",
        ),
    )
    boxes = BOX
    box_titles: ClassVar[dict[str, str]] = BOX_TITLES
    tables: ClassVar[dict[str, Names]] = {
        "card": CARDS,
        "chit": CHITS,
        "formation": GROUPS,
        "event": EVENTS,
        "tactic": TACTICS,
        "reaction": REACTIONS,
        "river": RIVERS,
        "box": BOXES,
    }
    hands = "hand"
    piles: ClassVar[dict[str, str]] = {
        "pile": "Draw pile",
        "discards": "Discards",
        "available": "Available",
        "rested": "Back tomorrow",
        "entering": "Entering play",
        "cup": "Cup",
        "drawn": "Drawn chits",
    }
    events: ClassVar[dict[str, Event]] = story.EVENTS
    words = story.WORDS
    overlays = overlays.OVERLAYS
    length = "4-6 h"
    luck_unit = "net hit"
    weights = WEIGHTS
    feature_names = outlook.FEATURES
    horizon = 2
    thoughts = 12
    levels: ClassVar[Mapping[str, Budget]] = MappingProxyType(
        {"veteran": Budget(48, variety=2, farther=4), "general": Budget(144, variety=6, farther=4)}
    )
    difficulty = 4
    too_rare: ClassVar[dict[str, str]] = {
        "the last turn of crisis": "the evenings before leave only a few points between both victories",
        "ShowPriority": "takes two cards with Fuel Priority in hand when a third one is discarded for it",
    }
    bulk = 4
    side_info = GERMAN_AND_ALLIED
    state_type = EnemyActionState
    sequence = Day
    roster = ROSTER
    first_day = FIRST_DAY
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD
    place_titles: ClassVar[list[str]] = town_titles(BOARD)
    places_said: ClassVar[list[str]] = towns_said(BOARD)

    def set_up(self, s: EnemyActionState) -> None:
        """3 Setting up."""
        place_all(s)
        if s.setup.scenario == "crisis":  # 15.5-special: play starts after the Supply Phase, with the cards
            s.push(Day(GERMAN_IMPULSE))
            s.begin(s.turn, Day.steps[CARD_STEP].name)
            s.push(Day.steps[CARD_STEP].frame)
        else:
            s.push(Day(RESERVE_STEP))

    def problems(self, s: EnemyActionState) -> list[tuple[str, str]]:
        return position.problems(s)

    def invariants(self, s: EnemyActionState) -> list[str]:
        return super().invariants(s) + position.invariants(s)

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: EnemyActionState, side: str | None) -> dict[str, Any]:
        return view.view(s, side)

    def marks(self, s: EnemyActionState, side: str | None) -> Marks:
        return view.marks(s)

    def acting(self, s: EnemyActionState) -> int:
        if not any(isinstance(frame, Activation) for frame in s.stack):  # those of the last activation are still marked
            return 0
        return s.attackers or s.active

    def scene(self, s: EnemyActionState) -> int:
        top = s.stack[-1]
        if isinstance(top, Greif):
            return BANKS[top.river]
        return 1 << s.target if s.target >= 0 else 0

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    def printed_more(self, unit: int) -> dict[str, Any]:
        return view.figures(unit, STEPS[unit]) | {"movement": MA[unit], "mechanized": bool(MECH >> unit & 1)}

    def printed_thing(self, kind: str, number: int) -> dict[str, Any]:
        return printed.printed(kind, number)

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def new_adviser(self) -> Callable[[Any], tuple[str, Any]]:
        return Greedy()

    def features(self, s: EnemyActionState) -> tuple[float, ...]:
        return outlook.features(s)

    def ideas(self, side: str) -> list[Temperament]:
        """A look ahead is dear here, so few are compared: the usual play, another card, and a way that stakes more on one aim."""
        known = self.temperaments[side]
        return [known[name] for name in _IDEAS[side] if name in known]

    def moment(self, s: EnemyActionState) -> Hashable:
        """A plan is for an impulse."""
        frame = s.stack[-1]
        return self.pace(s) if isinstance(frame, Impulse) else None

    def pace(self, s: EnemyActionState) -> int:
        return s.turn * _IMPULSES_A_DAY + sum(s.impulses)

    def gone(self, s: EnemyActionState) -> float:
        first, last = int(s.plan["first"]), int(s.plan["last"])
        return min(1.0, (s.day - first + min(1.0, sum(s.impulses) / _USUAL_IMPULSES)) / (last - first + 1))

    def benchmarks(self, s: EnemyActionState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)


GAME = EnemyAction()
