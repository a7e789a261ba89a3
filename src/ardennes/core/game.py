"""What a game is to everyone outside its room."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar

from ardennes.board import Board
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.ledger import Ledger
from ardennes.core.names import Names, each
from ardennes.core.state import Frame, State


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
class Event:
    """How an event reads: a template with numbered gaps and the kind of each gap (`unit`, `place`, `side`, or `text`)."""

    text: str
    gaps: tuple[str, ...] = ()
    case: str = ""


class Game:
    """A game: facts about it, how it starts, and how its state is shown. Subclassed once in each game's room."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    rules_version: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[Scenario, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    boxes: ClassVar[dict[str, int]] = {}
    """Where a unit can be that is not on the map: name and (negative) number."""
    events: ClassVar[dict[str, Event]] = {}
    state_type: ClassVar[type[State]]
    frame_types: ClassVar[tuple[type[Frame], ...]]
    phases: ClassVar[dict[str, tuple[Frame, ...]]]
    """Each phase by name with the stack that starts it, for positions written by hand."""
    unit_names: Names
    place_names: Names
    board: Board

    # --- to be written by the game -------------------------------------------------------------------------------------------------

    def start(self, scenario: str, options: dict[str, Any]) -> State:
        """The state before the first question (the core settles it)."""
        raise NotImplementedError

    def blank(self, scenario: str, options: dict[str, Any]) -> State:
        """A state with no unit in play, to put a position into."""
        raise NotImplementedError

    def refresh(self, s: Any) -> None:
        """Rebuild what is derived from the fields (after a position was read)."""

    def check_position(self, s: Any) -> list[tuple[str, str]]:
        """What is wrong with a position: pairs of field path ("units.de-1ss", "frames.2.unit") and message.

        Frames included: whatever passes must be playable to the end without an error.
        """
        return []

    def view(self, s: Any, side: str | None) -> dict[str, Any]:
        """Plain data of what a side (None: a spectator) may know."""
        raise NotImplementedError

    def imagine(self, s: Any, side: str, rng: random.Random) -> State:
        """A copy in which everything that the side cannot know is drawn anew."""
        raise NotImplementedError

    def invariants(self, s: Any) -> list[str]:
        """What is broken in a state (for the fuzz): an empty list if all is well."""
        return []

    def advise(self, s: Any) -> tuple[str, Any]:
        """A sensible answer to the pending question, as numbers inside (the player `greedy`). `s` is an imagined state."""
        raise NotImplementedError

    def benchmarks(self, s: Any) -> dict[str, Callable[[], object]]:
        """What else is worth measuring in a situation of this game, by name."""
        return {}

    # --- shared by all ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.load(self.id, self.data_text("ledger.yaml"))

    def data_text(self, name: str) -> str:
        """A file of the game's `data` folder."""
        package = type(self).__module__
        return resources.files(package).joinpath("data", name).read_text(encoding="utf-8")

    def scenario(self, scenario: str | None) -> Scenario:
        if scenario is None:
            return self.scenarios[0]
        for found in self.scenarios:
            if found.id == scenario:
                return found
        raise BadInput(f"unknown scenario {brief(scenario)} of {self.id}; {one_of(x.id for x in self.scenarios)}")

    def with_defaults(self, options: dict[str, Any] | None) -> dict[str, Any]:
        """The options of a match: what was given, checked, and the default for the rest."""
        given = dict(options or {})
        out: dict[str, Any] = {}
        for option in self.options:
            value = given.pop(option.id, option.default)
            if not any(value == v and type(value) is type(v) for v in option.values):
                raise BadInput(f"option {option.id} of {self.id} cannot be {brief(value)}; {one_of(option.values)}")
            out[option.id] = value
        if given:
            raise BadInput(
                f"unknown option {brief(next(iter(given)))} of {self.id}; {one_of(o.id for o in self.options)}"
            )
        return out

    def side_number(self, side: str) -> int:
        if side not in self.sides:
            raise BadInput(f"unknown side {brief(side)} of {self.id}; {one_of(self.sides)}")
        return self.sides.index(side)

    def place_name(self, place: int) -> str:
        """The name of a place or of a box."""
        if place >= 0:
            return self.place_names.names[place]
        return next((name for name, number in self.boxes.items() if number == place), "nowhere")

    def story(self, event: tuple[Any, ...]) -> str:
        """One event as a sentence."""
        kind, *what = event
        line = self.events[kind]
        return line.text.format(*(self._fill(gap, x) for gap, x in zip(line.gaps, what, strict=True)))

    def _fill(self, gap: str, x: Any) -> str:
        if gap == "unit":
            return self.unit_title(x)
        if gap == "units":
            return ", ".join(self.unit_title(u) for u in each(x)) or "nobody"
        if gap == "place":
            return self.place_title(x)
        if gap == "side":
            return str(self.sides[x].capitalize())
        if gap == "signed":
            return f"{x:+d}"
        return str(x)

    def unit_title(self, unit: int) -> str:
        """The name of a unit for people."""
        return self.unit_names.names[unit]

    def place_title(self, place: int) -> str:
        """The name of a place for people."""
        return self.place_name(place)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What `ardennes.games()` tells about a game."""

    id: str
    title: str
    about: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = field(default=())
