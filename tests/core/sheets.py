"""Sheets, a toy game for tests: one scout on a board of several sheets, in scenarios that are played on all of it or on a part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar

from ardennes.board import load_board
from ardennes.core.decision import NOTHING, Decision
from ardennes.core.game import Event, Game, Result, Scenario, SideInfo
from ardennes.core.kinds import Place
from ardennes.core.ledger import Ledger
from ardennes.core.limits import Limit, offered
from ardennes.core.names import Names
from ardennes.core.placed import PlacedState
from ardennes.core.roster import Roster
from ardennes.core.state import Frame, Setup

FILE = resources.files("ardennes.games").joinpath("battles", "data", "map.json")
BOARD = load_board(FILE.read_text(encoding="utf-8"))
HEXES = Names("hex", BOARD.names)
ROSTER = Roster(
    __name__,
    ("red", "blue"),
    [
        {
            "id": f"{side}-1",
            "side": side,
            "name": f"{side.capitalize()} 1",
            "nation": "",
            "type": "infantry",
            "size": "I",
        }
        | {"source": "toy"}
        for side in ("red", "blue")
    ],
)
START = {"": ("B1010", "B1012"), "D": ("D1010", "D1012"), "A+B": ("A1010", "B1012")}
LEDGER = """
cases:
- {case: "1.0", title: Scouting, kind: rule, text: The scout goes to a neighbouring hex of the scenario.}
"""


class SheetsState(PlacedState):
    tables: ClassVar[dict[str, Names]] = {"hex": HEXES}
    roster = ROSTER
    turn: int

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self.turn = 1


@dataclass(frozen=True, slots=True)
class Scout(Frame):
    """1.0 The scout moves."""

    title: ClassVar[str] = "Scouting"

    def limits_hex(self, s: SheetsState) -> Iterator[Limit]:
        yield Limit("1.0", s.game.window(s.setup.scenario), "{} is not part of this scenario")
        yield Limit("1.0", BOARD.neighbours(s.at[0]), "{} is too far")

    def decide(self, s: SheetsState) -> Decision:
        return s.ask("red", "Where does the scout go?", "1.0", hex=offered(self.limits_hex(s)), stop=NOTHING)

    def on_hex(self, s: SheetsState, place: Place) -> None:
        s.tell("goes", 0, s.at[0], place)
        s.place(0, place)

    def on_stop(self, s: SheetsState, _: None) -> None:
        s.result = Result(None, "drawn", 0)


class Sheets(Game):
    id = "sheets"
    title = "Sheets"
    about = "A small game for tests: scenarios on a part of the board."
    rules_version = "1"
    sides = ("red", "blue")
    scenarios = (
        Scenario("all", "The whole board", 1, ""),
        Scenario("one", "One sheet", 1, "", window="D"),
        Scenario("two", "Two sheets", 1, "", window="A+B"),
    )
    events: ClassVar[dict[str, Event]] = {
        "goes": Event("{0} goes from {1} to {2}.", ("unit", "place", "place"), "1.0", moves=(0, 1, 2))
    }
    side_info: ClassVar[dict[str, SideInfo]] = {"red": SideInfo("Red", "cross"), "blue": SideInfo("Blue", "star")}
    state_type = SheetsState
    roster = ROSTER
    unit_names = ROSTER.names
    place_names = HEXES
    boxes: ClassVar[dict[str, int]] = {"absent": -1}
    board = BOARD

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.load("sheets", LEDGER)

    def set_up(self, s: SheetsState) -> None:
        for u, name in enumerate(START[self.scenario(s.setup.scenario).window]):
            s.at[u] = BOARD.index[name]
        s.refresh()
        s.push(Scout())

    def clock(self, s: SheetsState) -> tuple[int, str]:
        return 1, "scouting"

    def view(self, s: SheetsState, side: str | None) -> dict[str, Any]:
        names = ROSTER.names.names
        return {"pieces": [{"id": name, "at": self.place_name(s.at[u]), "badges": []} for u, name in enumerate(names)]}

    def printed_more(self, unit: int) -> dict[str, Any]:
        mark = self.side_info[ROSTER.rows[unit]["side"]].mark
        return {"mark": mark, "factors": "1-1", "steps": None, "done": False}


GAME = Sheets()
