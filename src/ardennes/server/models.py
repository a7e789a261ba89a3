"""The shapes of requests and answers, for the OpenAPI document. Requests are checked against them; answers are made by hand (they are on
the hot path) and the tests check that they fit."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Short = Annotated[str, StringConstraints(max_length=200)]
Token = Annotated[str, StringConstraints(max_length=64)]
Argument = str | int | None
Setting = str | int | bool
LONGEST_MARK = 64
"""Characters of a `story_mark`."""
Point = Annotated[list[float], Field(min_length=2, max_length=2)]


class Answer(BaseModel):
    """Base of answers: every field is always there unless it has a default."""

    model_config = ConfigDict(extra="forbid")


class Loose(BaseModel):
    """Base of answers to which a game may add fields of its own."""

    model_config = ConfigDict(extra="allow")


class Request(BaseModel):
    """Base of requests: unknown fields are refused, and a number is not accepted as text."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- errors ------------------------------------------------------------------------------------------------------------------------------


class ErrorBody(Answer):
    """What went wrong: a code for programs, one line for people, the case of the rules that refuses."""

    code: str
    message: str
    case: str | None = None


class Error(Answer):
    """The body of every answer that is an error."""

    error: ErrorBody


# --- the games ---------------------------------------------------------------------------------------------------------------------------


class SideInfo(Answer):
    """A side of a game."""

    id: str
    title: str
    mark: Literal["cross", "star", "roundel", "none"]


class ScenarioInfo(Answer):
    """One way to set a game up."""

    id: str
    title: str
    turns: int
    about: str


class OptionValue(Answer):
    """One setting of an option."""

    value: Setting
    label: str


class OptionInfo(Answer):
    """A rule the players agree on before the game."""

    id: str
    title: str
    values: list[OptionValue]
    default: Setting
    about: str
    case: str
    rule: str


class PlayerInfo(Answer):
    """A program that can play a seat."""

    id: str
    title: str
    about: str


class OverlayInfo(Answer):
    """A layer of information that can be laid over the board."""

    id: str
    title: str
    key: str
    about: str
    case: str
    of: Literal["", "side", "unit"]


class Images(Answer):
    """The addresses of the drawn board."""

    light: str
    dark: str


class GameInfo(Answer):
    """A game of the lobby."""

    id: str
    title: str
    about: str
    length: str
    difficulty: int
    playable: bool
    sides: list[SideInfo]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    players: list[PlayerInfo]
    overlays: list[OverlayInfo]
    board: Images
    picture: Images


class PlaceFacts(Answer):
    """A place of a board: centre and outline in the units of the drawing, and its ground in words."""

    c: Point
    p: list[Point]
    title: str
    text: str
    n: list[str | None]
    aliases: list[str]
    counter: float | None = None
    stack: dict[str, list[Point]] | None = None


class BoardSide(Answer):
    """The border between two places."""

    a: str
    b: str
    road: int | None = None
    river: str | None = None
    ford: str | None = None
    bridge: bool | None = None


class Front(Loose):
    """The front line of a day."""

    lines: list[list[Point]]


class BoardFacts(Answer):
    """Everything about a board that the page draws and reads out."""

    kind: Literal["hex", "area"]
    size: Point
    sheet: Annotated[list[float], Field(min_length=4, max_length=4)]
    places: dict[str, PlaceFacts]
    sides: list[BoardSide]
    images: Images
    far: Images | None = None
    hex_width: float
    fronts: dict[str, Front]


class RuleTable(Answer):
    """A table of the rules; every row has as many cells as there are columns."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class RuleCase(Answer):
    """One case of the rules. A line of `text` and `reading` is a paragraph, or an item of a list if it begins with "- "."""

    case: str
    title: str
    kind: str
    text: str
    tables: list[RuleTable]
    reading: str
    checks: list[str]
    depends: list[str]


class Term(Answer):
    """A term of the glossary."""

    term: str
    meaning: str


class Rulebook(Answer):
    """The rules of a game and the glossary."""

    title: str
    cases: list[RuleCase]
    glossary: list[Term]


class HistoryDay(Loose):
    """One day of the campaign."""

    date: str
    title: str
    weather: str
    summary: str
    events: list[Any]


# --- a table -----------------------------------------------------------------------------------------------------------------------------


class Turn(Loose):
    """Which turn it is."""

    number: int
    date: str


class Decision(Loose):
    """What the viewer is asked."""

    title: str
    prompt: str
    cases: list[str]
    choices: dict[str, list[Argument]]
    kinds: dict[str, Literal["unit", "place", "number", "word", "none"]]
    hints: dict[str, dict[str, dict[str, Any]]]


class Piece(Loose):
    """A counter."""

    id: str
    name: str
    side: str
    at: str | None


class View(Loose):
    """The situation as this seat may see it."""

    game: str
    side: str | None
    turn: Turn
    phase: str
    pieces: list[Piece]
    asked: str | None
    answers: int
    decision: Decision | None
    result: dict[str, Any] | None


class StoryPart(Answer):
    """A piece of a sentence, with what it names."""

    t: str
    unit: str | None = None
    place: str | None = None
    die: int | None = None


class StoryEvent(Loose):
    """One thing that happened."""

    n: int
    turn: int
    kind: str
    case: str
    parts: list[StoryPart]
    units: list[str]
    places: list[str]
    combat: bool


class SeatInfo(Answer):
    """Who sits where."""

    side: str
    player: str
    name: str
    online: bool
    seen_at: str | None


class ChatLine(Answer):
    """Something said at the table."""

    number: int
    side: str
    name: str
    text: str
    at: str


class UndoInfo(Answer):
    """Whether the viewer may take back a choice."""

    can: bool
    why: str | None


class Table(Answer):
    """The table as one role sees it. `story` holds the events from number `story_from` on."""

    id: str
    game: str
    scenario: str
    options: dict[str, Setting]
    role: str
    side: str | None
    host: bool
    view: View
    preview: dict[str, Any] | None
    story: list[StoryEvent]
    story_from: int
    story_mark: str
    moments: int
    players: list[SeatInfo]
    thinking: str | None
    undo: UndoInfo
    free_undo: bool
    chat: list[ChatLine]
    note: str
    mail: str
    notify: bool
    links: dict[str, str]
    names: dict[str, str]
    created: str
    moved_at: str
    over: bool
    hand_over: str | None
    digest: str


class NewTable(Request):
    """A new game: set up by scenario and options, or from a position or a record."""

    game: Short | None = None
    scenario: Short | None = None
    options: dict[Short, Setting] = Field(default_factory=dict, max_length=100)
    seats: dict[Short, Short] = Field(default_factory=dict, max_length=10)
    same_screen: bool = False
    seat: Short | None = None
    name: Annotated[str, StringConstraints(max_length=60)] = ""
    seed: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    position: str | None = None
    record: str | None = None


class Created(Answer):
    """The secret links of a new table; `token` is the creator's own."""

    token: str
    links: dict[str, str]
    note: str | None


class Choice(Request):
    """An answer to the pending question. `answers` is the counter of the view it answers."""

    verb: Short
    argument: Annotated[str, StringConstraints(max_length=200)] | int | None = None
    answers: int


class Undo(Request):
    """Take back your last choice, or with `all` everything since the last die or revealed secret."""

    answers: int
    all: bool = False


class Explain(Request):
    """A choice to be explained."""

    verb: Short
    argument: Annotated[str, StringConstraints(max_length=200)] | int | None = None


class Explained(Answer):
    """Whether a choice is offered, and if not, which case refuses it and why."""

    ok: bool
    case: str
    reason: str


class Why(Request):
    """A piece or place that cannot be chosen now."""

    unit: Short | None = None
    place: Short | None = None


class WhyAnswer(Answer):
    """Why not, and by which case."""

    text: str
    case: str


class OverlayArea(Answer):
    """Places drawn in the same style."""

    style: str
    side: str | None = None
    places: list[str]
    labels: dict[str, str] = {}
    text: str = ""


class OverlayLine(Answer):
    """A line from place to place, or along points of the drawing."""

    style: str
    side: str | None = None
    places: list[str] = []
    points: list[Point] = []
    text: str = ""


class Overlay(Answer):
    """What an overlay draws over the board."""

    areas: list[OverlayArea]
    lines: list[OverlayLine]
    units: dict[str, str]


class Moment(Answer):
    """A point of the game you can look back to; `events` are the first and last story event that led there."""

    i: int
    turn: int
    date: str
    label: str
    phase_title: str
    combat: bool
    events: list[int]


class MomentView(Answer):
    """The situation at a moment; `story_to` events had been told by then."""

    view: View
    story_to: int


class MomentRequest(Request):
    """A moment by its number."""

    moment: Annotated[int, Field(ge=0, le=10_000_000)]


class Shared(Answer):
    """A link that shows a moment to anyone."""

    token: str
    moment: int


class Branched(Answer):
    """A new table of your own, from a moment of another game."""

    token: str


class Say(Request):
    """A chat line."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class Note(Request):
    """A private note."""

    text: Annotated[str, StringConstraints(max_length=20_000)]


class SeatRequest(Request):
    """A seat's name and where its notices go."""

    name: Annotated[str, StringConstraints(max_length=60)] | None = None
    mail: Annotated[str, StringConstraints(max_length=200)] | None = None
    notify: bool | None = None


class Tokens(Request):
    """The links a browser knows."""

    tokens: Annotated[list[Token], Field(max_length=200)]


class Summary(Answer):
    """A game of a list."""

    token: str
    game: str
    title: str
    scenario: str
    role: str
    side: str | None
    turn_text: str
    your_turn: bool
    moved_at: str
    over: bool
    players: list[SeatInfo]
    result: str | None


# --- accounts ----------------------------------------------------------------------------------------------------------------------------


class Login(Request):
    """Name and password."""

    name: Short
    password: Annotated[str, StringConstraints(max_length=1000)]


class AccountName(Answer):
    """Who is logged in."""

    name: str


class Account(Answer):
    """An account with its games."""

    name: str
    tables: list[Summary]


class Health(Answer):
    """The server is running."""

    ok: bool
    version: str
