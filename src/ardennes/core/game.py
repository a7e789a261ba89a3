"""What a game is to the rest of the program."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar

from ardennes.board import Board
from ardennes.board.drawing import Drawing, drawing_of
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.ledger import Ledger, Table
from ardennes.core.names import Names, each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.core.state import Frame, State
from ardennes.core.story import Event, Part, Told, sentence
from ardennes.core.wording import humanised, short_date, typed

__all__ = ["Event", "Game", "GameInfo", "Hints", "Option", "Overlay", "PlannedGame", "Result", "Scenario", "SideInfo"]

Hints = dict[str, dict[str, dict[str, Any]]]
"""By verb and argument as text: label, note, cost, main (the button to press when done), danger (cannot be undone in the game)."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning side (None: a draw), the level of victory and the points."""

    winner: str | None
    level: str
    points: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to set a game up."""

    id: str
    title: str
    turns: int
    about: str


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the players agree on before the game. `case` is where the rules explain it."""

    id: str
    title: str
    values: tuple[Any, ...]
    default: Any
    about: str
    case: str


@dataclass(frozen=True, slots=True)
class SideInfo:
    """How a side is shown: its title, and the mark on its counters (cross, star, roundel or none)."""

    title: str
    mark: str = "none"


class Game:
    """A game: facts about it, how it starts, and how its state is shown. Each game's package subclasses it once."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    rules_version: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[Scenario, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    boxes: ClassVar[dict[str, int]] = {}
    """Where a unit off the map can be: name and (negative) number."""
    events: ClassVar[dict[str, Event]] = {}
    length: ClassVar[str] = ""
    """How long it takes to play ("2-3 h")."""
    difficulty: ClassVar[int] = 1
    """From 1 (easy) to 5."""
    side_info: ClassVar[dict[str, SideInfo]] = {}
    overlays: ClassVar[tuple[Overlay, ...]] = GENERAL
    """What can be shown over the board."""
    too_rare: ClassVar[dict[str, str]] = {}
    """Frames that random games hardly ever reach, by name, with the reason: the fuzzer does not insist on these."""
    state_type: ClassVar[type[State]]
    frame_types: ClassVar[tuple[type[Frame], ...]]
    phases: ClassVar[dict[str, tuple[Frame, ...]]]
    """Each phase by name with the stack that starts it, for positions written by hand."""
    unit_names: Names
    place_names: Names
    board: Board

    # --- implemented by the game ---------------------------------------------------------------------------------------------------

    def start(self, scenario: str, options: dict[str, Any]) -> State:
        """The state before the first question (the core settles it)."""
        raise NotImplementedError

    def blank(self, scenario: str, options: dict[str, Any]) -> State:
        """A state with no units in play, to read a position into."""
        raise NotImplementedError

    def refresh(self, s: Any) -> None:
        """Rebuild what is derived from the fields (after reading a position)."""

    def check_position(self, s: Any) -> list[tuple[str, str]]:
        """What is wrong with a position: pairs of field path ("units.de-1ss", "frames.2.unit") and message.

        This includes frames: whatever passes must be playable to the end without an error.
        """
        return []

    def view(self, s: Any, side: str | None) -> dict[str, Any]:
        """What a side (None: a spectator) may know, as plain data."""
        raise NotImplementedError

    def imagine(self, s: Any, side: str, rng: random.Random) -> State:
        """A copy in which everything that the side cannot know is redrawn at random."""
        raise NotImplementedError

    def invariants(self, s: Any) -> list[str]:
        """What is broken in a state (for the fuzzer): an empty list if nothing is."""
        return []

    def advise(self, s: Any) -> tuple[str, Any]:
        """A sensible answer to the pending question, in internal numbers (for the player `greedy`). `s` is an imagined state."""
        raise NotImplementedError

    # --- what a game may override; the defaults work for any game --------------------------------------------------------------------

    def under(self, rules: str) -> Game:
        """The game under the version of its rules that a record names: a match is played to the end by the rules it began with.
        BadInput if this version cannot be played."""
        if rules != self.rules_version:
            raise BadInput(f"the record was made with rules version {brief(rules)}; this is {self.rules_version}")
        return self

    def clock(self, s: Any) -> tuple[int, str]:
        """Turn and phase of a state."""
        return getattr(s, "turn", 1), ""

    def phase_title(self, phase: str) -> str:
        """A phase's name for people."""
        return humanised(phase)

    def iso_date(self, turn: int) -> str:
        """The day of a turn ("1944-12-16"), or ''."""
        return ""

    def unit_side(self, unit: int) -> int:
        """The number of a unit's side, -1 if it has none."""
        return -1

    def unit_said(self, unit: int) -> str:
        """The name of a unit in a sentence ("the 2nd Panzer")."""
        return self.unit_title(unit)

    def place_said(self, place: int) -> str:
        """The name of a place in a sentence."""
        return self.place_title(place)

    def hides(self, s: Any, side: str | None) -> bool:
        """Does the state hold anything that the side (None: a spectator) may not know now?"""
        return False

    def hides_event(self, event: Told, side: str | None) -> bool:
        """Is this an event that the side may not know about?"""
        return False

    def question(self, s: Any) -> str:
        """A short title for the pending question ("Movement")."""
        return self.phase_title(self.clock(s)[1])

    def hints(self, s: Any) -> Hints:
        """Labels and costs of the choices, by verb and by argument as text ('' for none, '*' for all without their own entry).
        `ardennes.core.hints` fills in what is left out."""
        return {}

    def overlay(self, s: Any, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        """What one of the game's own overlays shows (see `ardennes.core.overlay`), based only on what the side may know."""
        return Layers().plain()

    def fill(self, gap: str, x: Any) -> list[Part]:
        """The text for a gap in an event's sentence."""
        if gap == "unit":
            return [{"t": self.unit_said(x), "unit": self.unit_names.names[x]}]
        if gap == "units":
            return self._fill_units(x)
        if gap == "place":
            name = {"place": self.place_name(x)} if x >= 0 else {}
            return [{"t": self.place_said(x), **name}]
        if gap == "side":
            return [{"t": self.side_title(self.sides[x])}]
        if gap == "die":
            return [{"t": str(x), "die": x}]
        return [{"t": f"{x:+d}" if gap == "signed" else str(x)}]

    def _fill_units(self, units: int) -> list[Part]:
        out: list[Part] = []
        numbers = list(each(units))
        for i, unit in enumerate(numbers):
            if i:
                out.append({"t": " and " if i == len(numbers) - 1 else ", "})
            out += self.fill("unit", unit)
        return out or [{"t": "nobody"}]

    def charts(self) -> dict[str, Table]:
        """Tables made of the game's data, by the name under which the cases of the ledger show them."""
        return {}

    def benchmarks(self, s: Any) -> dict[str, Callable[[], object]]:
        """What else is worth benchmarking in this game, by name."""
        return {}

    # --- shared by all ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.load(self.id, self.data_text("ledger.yaml"), self.charts())

    @cached_property
    def drawing(self) -> Drawing | None:
        """Where the board's places are in its drawing; None if the game has no board file."""
        try:
            text = self.data_text("map.json")
        except (OSError, TypeError):  # no such file, or a game that is not a package
            return None
        return drawing_of(json.loads(text))

    def data_text(self, name: str) -> str:
        """A file in the game's `data` folder."""
        package = type(self).__module__
        return resources.files(package).joinpath("data", name).read_text(encoding="utf-8")

    def scenario(self, scenario: str | None) -> Scenario:
        if scenario is None:
            return self.scenarios[0]
        for found in self.scenarios:
            if found.id == scenario:
                return found
        raise BadInput(f"unknown scenario {brief(scenario)} of {self.id}; {one_of(x.id for x in self.scenarios)}")

    def with_defaults(self, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """A match's options: those given, checked, and defaults for the rest."""
        if options is not None and not isinstance(options, Mapping):
            raise BadInput(f"options are names with values, such as {{'weather': 'variable'}}, not {brief(options)}")
        given = dict(options or {})
        out: dict[str, Any] = {}
        for option in self.options:
            value = given.pop(option.id, option.default)
            if not any(type(value) is type(v) and value == v for v in option.values):
                allowed = [typed(v) for v in option.values]
                quoted = " (without quotes)" if isinstance(value, str) and value in allowed else ""
                raise BadInput(f"option {option.id} of {self.id} cannot be {brief(value)}; {one_of(allowed)}{quoted}")
            out[option.id] = value
        if given:
            raise BadInput(
                f"unknown option {brief(next(iter(given)))} of {self.id}; {one_of(o.id for o in self.options)}"
            )
        return out

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Copies and pickles share the game: there is one of each."""
        shared = getattr(sys.modules.get(type(self).__module__), "GAME", None) is self
        return "GAME" if shared else super().__reduce__()

    def side_number(self, side: str) -> int:
        if not isinstance(side, str) or side not in self.sides:
            raise BadInput(f"unknown side {brief(side)} of {self.id}; {one_of(self.sides)}")
        return self.sides.index(side)

    def place_name(self, place: int) -> str:
        """The name of a place or box."""
        if place >= 0:
            return self.place_names.names[place]
        return next((name for name, number in self.boxes.items() if number == place), "nowhere")

    def story(self, event: Told) -> str:
        """One event as a sentence."""
        return sentence(self, event)

    def side_title(self, side: str) -> str:
        """A side's name for people."""
        found = self.side_info.get(side)
        return found.title if found else humanised(side)

    def day_of(self, turn: int) -> str:
        """A turn's date for people ("16 Dec"), or ''."""
        return short_date(self.iso_date(turn))

    def unit_title(self, unit: int) -> str:
        """A unit's name for people."""
        return self.unit_names.names[unit]

    def place_title(self, place: int) -> str:
        """A place's name for people."""
        return self.place_name(place)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What `ardennes.games()` says about a game."""

    id: str
    title: str
    about: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = field(default=())
    length: str = ""
    difficulty: int = 1


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game that has a board but cannot be played yet."""

    id: str
    title: str
    about: str
    length: str
    difficulty: int
