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
from ardennes.board.file import plain_file
from ardennes.core import secrets
from ardennes.core.briefing import Briefings
from ardennes.core.calendar import iso_date
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.ledger import Ledger, Table
from ardennes.core.names import Names, each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.core.placed import Marks, PlacedState, placed_problems
from ardennes.core.programs import Programs
from ardennes.core.roster import Roster
from ardennes.core.sequence import Sequence, stack_problems, step_of
from ardennes.core.state import Frame, Hints, Setup, State, frames_in
from ardennes.core.story import THINGS, Event, Part, Told, Words, line_of, sentence, word_for
from ardennes.core.wording import humanised, long_date, short_date, typed

__all__ = ["Event", "Game", "GameInfo", "Hints", "Option", "Overlay", "PlannedGame", "Result", "Scenario", "SideInfo"]


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
    window: str = ""
    """The part of the board it is played on (see `board.windows`); '' for all of it."""
    options: tuple[str, ...] | None = None
    """The options that can be chosen in it; None: all."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Whatever else the game keeps for it: set-up, values, limits."""
    expected: str = ""
    """What its designers expect ("an even game"), if they say."""
    bulk: int = 1
    """How many times longer it takes than the game's short scenarios: the fuzzer plays it so many times less often."""
    favour: int | None = None
    """How far they think it favours the first side, as a rank among the scenarios (the higher, the better for it); None if unknown."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the players agree on before the game. `case` is where the rules explain it."""

    id: str
    title: str
    values: tuple[Any, ...]
    default: Any
    about: str
    case: str
    needs: tuple[tuple[str, Any], ...] = ()
    """Other options with the value each must have for this one to be anything but its default."""
    excludes: tuple[tuple[str, Any], ...] = ()
    """Other options with a value that cannot be combined with it."""


@dataclass(frozen=True, slots=True)
class SideInfo:
    """How a side is shown: its title, and the mark on its counters (cross, star, roundel or none)."""

    title: str
    mark: str = "none"


GERMAN_AND_ALLIED = {"german": SideInfo("German", "cross"), "allied": SideInfo("Allied", "star")}
"""The sides of the battle: for `Game.side_info`."""


class Game(Programs):
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
    """How each event is told; a game keeps its sentences in `data/story.yaml` (see `sentences`) or makes them itself."""
    words: ClassVar[Mapping[str, Words]] = {}
    """What fills the kinds of gaps that only this game has."""
    length: ClassVar[str] = ""
    """How long it takes to play ("2-3 h")."""
    difficulty: ClassVar[int] = 1
    """From 1 (easy) to 5."""
    side_info: ClassVar[dict[str, SideInfo]] = {}
    overlays: ClassVar[tuple[Overlay, ...]] = GENERAL
    """What can be shown over the board."""
    too_rare: ClassVar[dict[str, str]] = {}
    """Frames, verbs and ends ("Crowded", "Move.exit", "the last turn of race") that random games hardly ever reach, each with the reason:
    the fuzzer does not insist on these."""
    bulk: ClassVar[int] = 1
    """How many times more choices than usual (a few hundred) a game takes: the fuzzer plays so many times fewer games of it."""
    luck_unit: ClassVar[str] = "good result"
    """What the dice of fights bring, in one word or two: what `Frame.luck` counts."""
    earlier: ClassVar[bool] = False
    """Are these the rules of an earlier version, kept so that matches begun under it can be finished? (See `under`.)"""
    state_type: ClassVar[type[State]]
    sequence: ClassVar[type[Sequence] | None] = None
    """The sequence of play."""
    roster: ClassVar[Roster | None] = None
    """The units."""
    box_titles: ClassVar[dict[str, str]] = {}
    """The boxes shown next to the map, with their titles."""
    first_day: ClassVar[str] = ""
    """The date of turn 1 ("1944-12-16")."""
    turns_per_day: ClassVar[int] = 1
    times: ClassVar[tuple[str, ...]] = ()
    """What the turns of a day are called, if it has several ("AM", "PM")."""
    unit_names: Names
    place_names: Names
    tables: ClassVar[dict[str, Names]] = {}
    """The names of everything else the game has: cards, chits, formations, boxes that can be chosen (see `kinds.Box`)."""
    hands: ClassVar[str] = ""
    """The field of the state with the cards in each side's hand."""
    piles: ClassVar[dict[str, str]] = {}
    """The fields of the state with other cards and chits (decks, discards, a cup), each with its title."""
    board: Board
    place_titles: ClassVar[list[str]] = []
    """What people call each place ("St. Vith (0804)"), if that is more than its name."""
    places_said: ClassVar[list[str]] = []
    """What each place is called in a sentence, if that is more than its title."""

    # --- implemented by the game -------------------------------------------------------------------------------------------------

    def set_up(self, s: Any) -> None:
        """Put everything on a blank state where its scenario has it, and push the first frame."""
        raise NotImplementedError

    def problems(self, s: Any) -> list[tuple[str, str]]:
        """What is wrong with the units and markers of a position: pairs of field path ("units.de-1ss") and message. Frames check
        themselves (`Frame.misfit`). Whatever passes must be playable to the end without an error."""
        return []

    def view(self, s: Any, side: str | None) -> dict[str, Any]:
        """What a side (None: a spectator) may know, as plain data: `pieces` (each with `id`, `at` and whatever else changes about it),
        `markers`, `tracks`, `days`, `gauge`, `calendar`, `places`, `hand`. `ardennes.core.view` adds the rest."""
        raise NotImplementedError

    def marks(self, s: Any, side: str | None) -> Marks | None:
        """How the units are marked: a game with a `PlacedState` gives this instead of the `pieces` of its view."""
        return None

    def printed_more(self, unit: int) -> dict[str, Any]:
        """What is printed on a piece besides what every game has (`Roster.printed`)."""
        return {}

    def printed_thing(self, kind: str, number: int) -> dict[str, Any]:
        """What is printed on a card, a chit, ...: `title`, `text`, `kind` (one word: "event", "hit"), `side`, `color` (the name of a
        formation's colour), `case`, and whatever else there is to read on it. A formation has its `units`. Never anything secret: it is
        sent to everybody."""
        return {}

    def invariants(self, s: Any) -> list[str]:
        """What is broken in a state (for the fuzzer): an empty list if nothing is. Here: whatever a position could not have."""
        stale = placed_problems(s) if isinstance(s, PlacedState) else []
        return stale + [f"{path}: {message}" for path, message in self.problems(s)]

    # --- what a game may override; the defaults work for any game --------------------------------------------------------------------

    def under(self, rules: str) -> Game:
        """The game under the version of its rules that a record names: a match is played to the end by the rules it began with.
        BadInput if this version cannot be played."""
        if rules != self.rules_version:
            raise BadInput(f"the record was made with rules version {brief(rules)}; this is {self.rules_version}")
        return self

    def clock(self, s: Any) -> tuple[int, str]:
        """Turn and phase of a state."""
        return getattr(s, "turn", 1), "" if self.sequence is None else step_of(s).name

    def time(self, s: Any) -> str:
        """The time of day, in a game that has one within its turns."""
        return ""

    def acting(self, s: Any) -> int:
        """The units to point at while the pending question names none."""
        return 0

    def scene(self, s: Any) -> int:
        """The places to point at while the pending question names none: where a fight goes on."""
        return 0

    def phase_title(self, phase: str) -> str:
        """A phase's name for people."""
        return self._step_titles.get(phase) or humanised(phase)

    def iso_date(self, turn: int) -> str:
        """The day of a turn ("1944-12-16"), or ''."""
        return iso_date(self.first_day, turn, self.turns_per_day) if self.first_day and turn > 0 else ""

    def unit_side(self, unit: int) -> int:
        """The number of a unit's side, -1 if it has none."""
        return -1 if self.roster is None else self.roster.side[unit]

    def unit_said(self, unit: int) -> str:
        """The name of a unit in a sentence ("the 2nd Panzer")."""
        return self.unit_title(unit) if self.roster is None else self.roster.said[unit]

    def place_said(self, place: int) -> str:
        """The name of a place in a sentence."""
        return self.places_said[place] if self.places_said and place >= 0 else self.place_title(place)

    def hides(self, s: Any, side: str | None) -> bool:
        """Does the state hold anything that the side (None: a spectator) may not know now?"""
        return secrets.hides(s, self.eyes(side))

    def guards(self, s: Any, side: str | None) -> bool:
        """The same, also before anything has been chosen: is there a field for such a secret?"""
        return secrets.guards(s, self.eyes(side))

    def shown(self, s: Any, side: str | None) -> Any:
        """The state as it is for the side (None: a spectator): without what another has picked in secret."""
        return secrets.shown(s, self.eyes(side))

    def imagine(self, s: Any, side: str | None, rng: random.Random) -> State:
        """A copy in which everything that the side cannot know is redrawn at random."""
        return secrets.imagine(self, s, self.eyes(side), rng)

    def hides_event(self, event: Told, side: str | None) -> bool:
        """Is this an event that the side may not know about?"""
        line = line_of(self, event[0])
        if line.to == "all":
            return False
        own = next(x for gap, x in zip(line.gaps, event[1:], strict=True) if gap == "side")
        return bool((self.eyes(side) == own) != (line.to == "owner"))

    def last_turn(self, s: Any) -> int:
        return self.scenario(s.setup.scenario).turns

    def question(self, s: Any) -> str:
        """A short title for the pending question ("Movement")."""
        return s.stack[-1].question(s) or self.phase_title(self.clock(s)[1])

    def overlay(self, s: Any, side: str | None, overlay: str, of: str) -> dict[str, Any]:
        """What one of the game's own overlays shows (see `ardennes.core.overlay`), based only on what the side may know. By default it is
        drawn by the overlay's own function."""
        out = Layers(game=self)
        found = next(o for o in self.overlays if o.id == overlay)
        if found.draw is not None:
            found.draw(s, out, self.sides.index(of) if found.of == "side" else self.unit_names.index.get(of, -1))
        return out.plain()

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
        if gap == "day":
            return [{"t": long_date(self.iso_date(x))}]
        if gap in self.words:
            return [{"t": word_for(self.words[gap], x)}]
        if gap in self.tables:
            named = {gap: self.tables[gap].names[x]} if gap in THINGS else {}
            return [{"t": self.title_of(self.tables[gap], x), **named}]
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

    def points_now(self, s: Any) -> int:
        """The points on the gauge, for a game that ends before its time."""
        gauge = self.view(s, None).get("gauge")
        return 0 if gauge is None else int(gauge["value"])

    def benchmarks(self, s: Any) -> dict[str, Callable[[], object]]:
        """What else is worth benchmarking in this game, by name."""
        return {}

    # --- shared by all ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def frame_types(self) -> tuple[type[Frame], ...]:
        """The frames of the game: those defined in its package."""
        return frames_in(type(self).__module__)

    @cached_property
    def phases(self) -> dict[str, tuple[Frame, ...]]:
        """Each phase by name with the stack that starts it, for positions written by hand."""
        return {} if self.sequence is None else self.sequence.phases()

    @cached_property
    def _step_titles(self) -> dict[str, str]:
        return {} if self.sequence is None else {step.name: step.title for step in self.sequence.steps}

    @cached_property
    def box_names(self) -> dict[int, str]:
        """The name of each box by its (negative) number."""
        return {number: name for name, number in self.boxes.items()}

    @cached_property
    def printed(self) -> dict[str, dict[str, Any]]:
        """What is printed on each piece and never changes, by unit. A page is sent it once."""
        roster = self.roster
        if roster is None:
            return {}
        return {name: roster.printed(u) | self.printed_more(u) for u, name in enumerate(roster.names.names)}

    @cached_property
    def blank_pieces(self) -> list[dict[str, Any]]:
        """Each unit with no marks, to be copied for a view: a copy with room for everything is quicker to fill."""
        changing: dict[str, Any] = {"at": "", "status": [], "done": False, "badges": [], "supplied": True}
        return [{"id": name, **changing} for name in self.unit_names.names]

    @cached_property
    def printed_pieces(self) -> list[dict[str, Any]]:
        """The same with what is printed on them."""
        return [{**self.printed[piece["id"]], **piece} for piece in self.blank_pieces]

    @cached_property
    def printed_things(self) -> dict[str, dict[str, dict[str, Any]]]:
        """What is printed on everything else: cards, chits, formations, boxes. By kind and name. A page is sent it once."""
        return {
            kind: {
                name: {"title": humanised(name), "text": "", "kind": "", "side": None}
                | self.printed_thing(kind, number)
                for number, name in enumerate(names.names)
                if name
            }
            for kind, names in self.tables.items()
        }

    @cached_property
    def reactions(self) -> dict[str, str]:
        """The questions that a standing order can pass (`Frame.window`), by name, each with its title."""
        return {f.__name__: f.title or humanised(f.__name__) for f in self.frame_types if f.window}

    def window(self, scenario: str | None = None) -> int:
        """The places of a scenario: all of the board, or the part it is played on."""
        name = self.scenario(scenario).window
        return self.board.window(name) if name else self.board.all

    @cached_property
    def printed_parts(self) -> tuple[str, ...]:
        """Which of `printed` have parts of their own (the formation, a gun's figures): a copy needs its own of these."""
        items = (item for piece in self.printed.values() for item in piece.items())
        return tuple(dict.fromkeys(key for key, value in items if isinstance(value, dict | list)))

    @cached_property
    def briefings(self) -> Briefings:
        """What a newcomer should read before the first turn."""
        scenarios = tuple(scenario.id for scenario in self.scenarios)
        return Briefings.load(self.data_text("briefing.yaml"), f"{self.id}/briefing.yaml", self.sides, scenarios)

    def refresh(self, s: Any) -> None:
        """Rebuild what is derived from the fields (after reading a position)."""
        s.refresh()

    def check_position(self, s: Any) -> list[tuple[str, str]]:
        """What is wrong with a position: pairs of field path ("units.de-1ss", "frames.2") and message."""
        return self.problems(s) or stack_problems(s)  # frames are checked against units and markers that make sense

    def setup(self, scenario: str | None = None, options: dict[str, Any] | None = None) -> Setup:
        """What is agreed before a match, checked."""
        found = self.scenario(scenario).id
        chosen = self.with_defaults(options, found)
        changed = tuple((o.id, chosen[o.id]) for o in self.options if chosen[o.id] != o.default)
        usual = found == self.scenarios[0].id and not changed
        key = () if usual else (found, *changed)
        if self.earlier:
            key = (*key, ("rules", self.rules_version))
        return Setup(self, found, chosen, self.rules_version, key)

    def blank(self, setup: Setup) -> State:
        """A state with no units in play, to read a position into."""
        return self.state_type(setup)

    def start(self, setup: Setup) -> State:
        """The state before the first question (the core settles it)."""
        s = self.blank(setup)
        self.set_up(s)
        return s

    def table(self, kind: str) -> Names:
        """The names of the units, places, cards, ... of the game."""
        return self.unit_names if kind == "unit" else self.place_names if kind == "place" else self.tables[kind]

    def eyes(self, side: str | None) -> int:
        """The number of a side, -1 for a spectator."""
        return -1 if side is None else self.side_number(side)

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.load(self.id, self.data_text("ledger.yaml"), self.charts())

    @cached_property
    def drawing(self) -> Drawing | None:
        """Where the board's places are in its drawing; None if it cannot be drawn."""
        return None if self.board_file is None else drawing_of(self.board_file)

    @cached_property
    def board_file(self) -> dict[str, Any] | None:
        """The board as plain data: from its file or, for a game without one, from the board itself; None if it cannot be drawn."""
        try:
            text = self.data_text("map.json")
        except (OSError, TypeError):  # no such file, or a game that is not a package
            board = getattr(self, "board", None)
            return None if board is None else plain_file(board)
        found: dict[str, Any] = json.loads(text)
        return found

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

    def with_defaults(self, options: Mapping[str, Any] | None, scenario: str | None = None) -> dict[str, Any]:
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
            known = one_of(o.id for o in self.options) if self.options else "the game has no options"
            raise BadInput(f"unknown option {brief(next(iter(given)))} of {self.id}; {known}")
        self._check_together(out, self.scenario(scenario))
        return out

    def _check_together(self, chosen: dict[str, Any], scenario: Scenario) -> None:
        """Options that do not fit the scenario, or each other, are refused."""
        for option in self.options:
            if chosen[option.id] == option.default:
                continue
            what = f"option {option.id}={typed(chosen[option.id])} of {self.id}"
            if scenario.options is not None and option.id not in scenario.options:
                raise BadInput(f"{what} is not part of the scenario {scenario.id}")
            missing = [f"{other}={typed(value)}" for other, value in option.needs if chosen[other] != value]
            if missing:
                raise BadInput(f"{what} needs {' and '.join(missing)}")
            for other, value in option.excludes:
                if chosen[other] == value:
                    raise BadInput(f"{what} {self._conflict(other, value)}")

    def _conflict(self, other: str, value: Any) -> str:
        """Why an option and another with this value are refused; if only its default is, what the other must be."""
        found = next(option for option in self.options if option.id == other)
        if value != found.default:
            return f"cannot be combined with {other}={typed(value)}"
        return f"needs {other}={' or '.join(typed(v) for v in found.values if v != value)}"

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
        return self.box_names.get(place, "nowhere")

    def story(self, event: Told) -> str:
        """One event as a sentence."""
        return sentence(self, event)

    def side_title(self, side: str) -> str:
        """A side's name for people."""
        found = self.side_info.get(side)
        return found.title if found else humanised(side)

    def day_of(self, turn: int) -> str:
        """A turn's date for people ("16 Dec"; "16 Dec PM" if a day has several turns), or ''."""
        date = short_date(self.iso_date(turn))
        return f"{date} {self.times[(turn - 1) % len(self.times)]}" if date and self.times else date

    def unit_title(self, unit: int) -> str:
        """A unit's name for people."""
        return self.unit_names.names[unit] if self.roster is None else self.roster.name[unit]

    def place_title(self, place: int) -> str:
        """A place's name for people."""
        return self.place_titles[place] if self.place_titles and place >= 0 else self.place_name(place)

    def title_of(self, table: Names, number: int) -> str:
        """What people call a thing of a table: a unit, a place, a card, ..."""
        if table is self.unit_names:
            return self.unit_title(number)
        if table is self.place_names:
            return self.place_title(number)
        name = table.names[number]
        kind = self.kind_of(table)
        if kind == "box" and name in self.box_titles:
            return self.box_titles[name]
        return str(self.printed_things[kind][name]["title"]) if kind in self.tables else name

    def kind_of(self, table: Names) -> str:
        """What a table lists: "unit", "place", or one of the game's own ("card"); "word" for anything else."""
        if table is self.unit_names:
            return "unit"
        if table is self.place_names:
            return "place"
        return next((kind for kind, names in self.tables.items() if names is table), "word")


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
