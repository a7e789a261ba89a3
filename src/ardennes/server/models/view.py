"""The situation as a seat may see it, the story, and what is at stake in a fight."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ardennes.server.models.base import (
    Answer,
    Argument,
    Loose,
    Mark,
)


class Turn(Loose):
    """Which turn it is, and of how many."""

    number: int
    of: int
    title: str = ""
    date: str
    iso: str


class Hint(Loose):
    """What to say about a choice."""

    label: str | None = None
    note: str | None = None
    cost: str | int | None = None
    main: bool = False
    danger: bool = False
    passes: bool = Field(default=False, description="lets a chance go by: Enter never means it")
    attack: bool = Field(default=False, description="choosing it means an attack")
    minor: bool = Field(
        default=False, description="not what a click means if something else can be meant; offered on demand"
    )
    path: list[str] = Field(default=[], description="from the piece's place to the one it would reach")
    before: dict[str, str] = Field(default={}, description="on the way to each place: the place before it")
    action: str | None = Field(default=None, description="what is done with a card, a formation, a box")
    units: list[str] = Field(default=[], description="the units that the choice is about")


class Undone(Answer):
    """What is left undone if the side moves on now."""

    could: list[str]
    must: list[str]
    text: str


class Decision(Answer):
    """What the viewer is asked. Each verb has the arguments it can take ([null] if it takes none), their kind (unit, place, number, word,
    none, or one of the game's own such as card), and hints by argument ("*": all others). What follows `picks` can be looked at before it
    is done (see `/api/table/ahead`); a `window` (the name of the reaction that is asked for, '' if it is none) can be passed by a standing
    order. `cards` are those that the question is about, such as one picked before."""

    title: str
    prompt: str
    cases: list[str]
    choices: dict[str, list[Argument]]
    kinds: dict[str, str]
    hints: dict[str, dict[str, Hint]]
    picks: list[str]
    ends: list[str]
    warned: dict[str, str]
    undone: Undone | None
    window: str
    cards: list[str]


class Formation(Answer):
    """A formation, and the colour it has on its counters ("--f-xlvii")."""

    id: str
    title: str
    color: str | None


class PrintedPiece(Loose):
    """What is printed on a counter and never changes."""

    id: str
    name: str
    title: str = ""
    side: str
    mark: Mark = "none"
    type: str = ""
    size: str = ""
    formation: Formation | None = None
    symbol: str = ""
    quality: Literal["elite", "green", ""] = ""


class PieceState(Loose):
    """A counter: what changes about it in the game. The rest is printed on it (`/api/games/{game}/pieces`)."""

    id: str
    at: str | None = Field(description="its place, or the id of its box")
    factors: str = ""
    badges: list[str] = Field(default=[])
    status: list[str] = Field(default=[])
    steps: tuple[int, int] | None = None
    done: bool = False


class Day(Answer):
    """A turn in the calendar."""

    turn: int
    label: str
    date: str
    note: str
    check: bool
    goal: str = Field(description="what victory needs on this day, in a word")


class GaugeMark(Answer):
    """A value of a gauge that matters."""

    at: int | float
    text: str


class Gauge(Answer):
    """How the game stands, as a number between two ends."""

    title: str
    value: int | float
    low: int | float
    high: int | float
    marks: list[GaugeMark]
    text: str
    short: str = Field(description="what comes after the value where there is little room; '': the text")


class CalendarEntry(Answer):
    """Something that will happen."""

    turn: int
    date: str
    side: str | None
    units: list[str]
    text: str
    case: str


class Track(Loose):
    """Something that is counted."""

    id: str
    title: str
    text: str
    case: str


class Box(Loose):
    """Where units off the map are; `lost`: they were destroyed."""

    id: str
    title: str
    lost: bool


class Focus(Answer):
    """What the question is about."""

    units: list[str]
    places: list[str]


class Marker(Loose):
    """Something that lies on the board, in a place or, with `to`, between two. `sign` names the drawing for it ('': its kind in words)."""

    at: str | None = None
    to: str | None = None
    kind: str = ""
    sign: str = ""
    by: list[str] = Field(default=[], description="where those are who are to attack this place: an arrow from each")


class PlaceState(Loose):
    """What is shown at a place."""

    value: str | None = None
    title: str | None = None
    control: str | None = None
    contested: bool = False


class GameResult(Loose):
    """How the game ended."""

    winner: str | None
    level: str
    points: int
    text: str = ""
    title: str = ""
    case: str = ""


class Pile(Answer):
    """A deck, discards, a cup: what it consists of ("card", "chit"), how many, and what lies in it if this seat may know."""

    id: str
    title: str
    of: str
    side: str | None
    count: int
    names: list[str] | None


class View(Loose):
    """The situation as this seat may see it. A game may add keys of its own."""

    game: str
    side: str | None
    scenario: str
    turn: Turn
    phase: str
    phase_title: str
    pieces: list[PieceState]
    focus: Focus
    markers: list[Marker]
    tracks: list[Track]
    days: list[Day]
    ending: str = Field(description="how the game ends if not with the last day; '': it does")
    gauge: Gauge | None
    calendar: list[CalendarEntry]
    boxes: list[Box]
    places: dict[str, PlaceState]
    hand: list[str] = Field(description="the cards in this side's hand")
    hands: dict[str, int] = Field(description="how many cards each side holds")
    piles: list[Pile]
    asked: str | None
    answers: int
    decision: Decision | None
    result: GameResult | None


class Roll(Answer):
    """A die, and what it meant."""

    die: int
    title: str
    text: str


class Handful(Answer):
    """A handful of dice: how many there were, how many of them hit, and what that meant."""

    dice: int
    hits: int
    title: str
    text: str


class Draw(Answer):
    """A chit that was drawn, and what it meant: for the side that draws, against it, or neither. `face` is what is read off it ('': its
    title), `total` the sum of the draw so far."""

    chit: str
    title: str
    text: str
    kind: Literal["for", "neither", "against"]
    face: str
    total: str


class Move(Answer):
    """A piece that went somewhere. It came from nowhere, or left the board, where a place is null."""

    unit: str
    from_: str | None = Field(alias="from")
    to: str | None
    path: list[str] = Field(default=[])


class StoryPart(Answer):
    """A piece of a sentence, with what it names."""

    t: str
    unit: str | None = None
    place: str | None = None
    die: int | None = None
    card: str | None = None
    chit: str | None = None
    formation: str | None = None
    box: str | None = None


class StoryEvent(Answer):
    """One thing that happened: number `n` among the events this side may see, at a `moment` of the replay."""

    n: int
    moment: int
    turn: int
    date: str
    phase: str
    phase_title: str
    side: str | None
    kind: str
    case: str
    parts: list[StoryPart]
    units: list[str]
    places: list[str]
    roll: Roll | None
    handful: Handful | None = None
    draw: Draw | None
    combat: bool
    moves: list[Move]


class PreviewRow(Answer):
    """One line of a side's strength."""

    text: str
    value: str
    unit: str | None
    case: str


class PreviewSide(Answer):
    """What one side brings into a fight."""

    side: str
    role: Literal["attack", "defence"]
    total: int | float
    text: str
    rows: list[PreviewRow]


class PreviewCompare(Answer):
    """What the strengths come to."""

    title: str = ""
    text: str
    note: str


class PreviewShift(Answer):
    """What moves the result up or down."""

    text: str
    value: str
    case: str


class PreviewColumn(Answer):
    """A column of a results table."""

    label: str
    name: str = ""
    state: Literal["", "base", "final"]


class Outcome(Answer):
    """One result with its chance."""

    label: str
    text: str
    chance: float | int
    faces: list[int]
    kind: Literal["for", "neither", "against"]
    group: str = Field(description="what it is a result of, in a table that tells of several things")


class PreviewTable(Answer):
    """A results table."""

    id: str
    title: str
    chosen: bool
    columns: list[PreviewColumn]
    outcomes: list[Outcome]


class DrawnChit(Answer):
    """A chit that was drawn in a fight: what is read off it, what that means, and whom it favours."""

    chit: str
    face: str
    text: str
    kind: Literal["for", "neither", "against"]


class PreviewSum(Answer):
    """What the drawn chits add up to."""

    title: str
    value: int
    text: str


class PreviewDraws(Answer):
    """The chits drawn so far, how many can be drawn in all, and how many are left."""

    chits: list[DrawnChit]
    most: int
    left: int
    sums: list[PreviewSum]


class Preview(Answer):
    """What is at stake in a fight."""

    title: str
    place: str
    place_title: str
    case: str
    attackers: list[str]
    defenders: list[str]
    sides: list[PreviewSide]
    compare: PreviewCompare
    shifts: list[PreviewShift]
    tables: list[PreviewTable]
    warnings: list[str]
    note: str = ""
    draws: PreviewDraws | None = None
