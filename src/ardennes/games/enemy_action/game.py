"""Enemy Action: Ardennes, the two-player game: command cards, combat chits, 188 units on 754 hexes.

While the game is being written this folder has no `__init__.py`, so that the list of games does not find it;
`ARDENNES_GAMES=ardennes.games.enemy_action.game` offers it.

Modules: `facts` (data), `state`, `sequence` (4), `setup` (3, 15), `victory` (14), `replacements` (13), `position`; `cards`, `impulse`,
`activation`, `events`, `reactions` (5, 6); `movement`, `moving`, `ground`, `bridges`, `reserves` (7, 8, 11, 12); `combat`, `tactics`,
`chits`, `hits`, `retreat`, `advance`, `strength`, `preview` (9); `supply`, `supply_phase` (10). For people: `view`, `story`, `overlays`,
`charts`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Option, Scenario, SideInfo
from ardennes.core.ledger import Table
from ardennes.core.names import Names, town_titles, towns_said
from ardennes.core.placed import Marks
from ardennes.core.state import Frame, frames_in
from ardennes.games.enemy_action import (
    activation,
    advance,
    bench,
    cards,
    charts,
    combat,
    events,
    facts,
    hits,
    impulse,
    moving,
    overlays,
    position,
    printed,
    reactions,
    replacements,
    reserves,
    retreat,
    story,
    supply_phase,
    tactics,
    victory,
    view,
)
from ardennes.games.enemy_action.facts import (
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
from ardennes.games.enemy_action.sequence import CARDS as CARD_STEP
from ardennes.games.enemy_action.sequence import GERMAN_IMPULSE, Day
from ardennes.games.enemy_action.sequence import RESERVES as RESERVE_STEP
from ardennes.games.enemy_action.setup import place_all
from ardennes.games.enemy_action.state import EnemyActionState

_PACKAGE = __name__.rpartition(".")[0]


FRAME_MODULES = (
    *(cards, impulse, activation, events, reactions, moving, reserves, combat, tactics, hits, retreat, advance),
    *(supply_phase, victory, replacements),
)
"""The modules with the game's frames: all must be there before the first position is read."""


class EnemyAction(Game):
    id = "enemy_action"
    title = "Enemy Action: Ardennes"
    about = "Command cards and chits drawn one by one: every impulse is a dilemma, and the enemy's hand is hidden."
    rules_version = "1"
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
            "Corps: after any unit of a corps was activated, the whole corps rests in its side's next impulse. "
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
    difficulty = 4
    side_info: ClassVar[dict[str, SideInfo]] = {
        "german": SideInfo("German", "cross"),
        "allied": SideInfo("Allied", "star"),
    }
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
        if (
            s.setup.scenario == "crisis"
        ):  # 15.5-special: play starts after the Supply Phase, with the preparation of the cards
            s.push(Day(GERMAN_IMPULSE))
            s.begin(s.turn, Day.steps[CARD_STEP].name)
            s.push(Day.steps[CARD_STEP].frame)
        else:
            s.push(Day(RESERVE_STEP))

    @cached_property
    def frame_types(self) -> tuple[type[Frame], ...]:
        return frames_in(_PACKAGE)

    def data_text(self, name: str) -> str:
        return facts.data_text(name)

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
        return s.attackers or s.active

    def charts(self) -> dict[str, Table]:
        return charts.charts()

    def printed_more(self, unit: int) -> dict[str, Any]:
        return view.figures(unit, STEPS[unit]) | {"movement": MA[unit], "mechanized": bool(MECH >> unit & 1)}

    def printed_thing(self, kind: str, number: int) -> dict[str, Any]:
        return printed.printed(kind, number)

    # --- for programs ----------------------------------------------------------------------------------------------------------------

    def benchmarks(self, s: EnemyActionState) -> dict[str, Callable[[], object]]:
        return bench.benchmarks(s)


GAME = EnemyAction()
