"""A table, what has changed at it, and what a seat can do and ask there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from ardennes.core.intent import Finality
from ardennes.server.models.base import (
    MOST,
    STEPS,
    Answer,
    Point,
    Request,
    Setting,
    Short,
    Token,
)
from ardennes.server.models.view import Decision, Focus, PieceState, PlaceState, Preview, StoryEvent, View


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


class Order(Request):
    """A standing order: pass at these windows (none: at all) unless they are about one of these units or places."""

    windows: Annotated[list[Short], Field(max_length=100)] = Field(default=[])
    unless: Annotated[list[Short], Field(max_length=1000)] = Field(default=[])


class Orders(Answer):
    """The standing order of a seat, if it has one."""

    orders: Order | None


class Table(Answer):
    """The table as one role sees it. `story` holds the events from number `story_from` on. `printed` is the address of what is printed on
    the pieces. `imagined` says for whom what nobody may know was drawn anew when the game was branched off another (null: it was not).
    `begun`: has anyone in this role made a choice? `digest` changes exactly when this role has something new to
    see in the game or its own seat."""

    id: str
    game: str
    scenario: str
    options: dict[str, Setting]
    printed: str
    imagined: str | None
    role: str
    side: str | None
    host: bool
    view: View
    preview: Preview | None
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
    orders: Order | None
    links: dict[str, str]
    names: dict[str, str]
    created: str
    moved_at: str
    over: bool
    draw_offer: str | None
    hand_over: str | None
    begun: bool
    digest: str


class TablePart(Answer):
    """Some keys of a `Table`: those that have changed."""

    game: str = ""
    scenario: str = ""
    side: str | None = None
    preview: Preview | None = None
    moments: int = 0
    players: list[SeatInfo] = Field(default=[])
    thinking: str | None = None
    undo: UndoInfo = UndoInfo(can=False, why=None)
    note: str = ""
    mail: str = ""
    notify: bool = False
    orders: Order | None = None
    links: dict[str, str] = Field(default={})
    names: dict[str, str] = Field(default={})
    host: bool = False
    free_undo: bool = False
    moved_at: str = ""
    over: bool = False
    draw_offer: str | None = None
    hand_over: str | None = None
    begun: bool = False


class Gone(Answer):
    """Keys and entries that are no longer there."""

    view: list[str] = Field(default=[])
    pieces: list[str] = Field(default=[])
    places: list[str] = Field(default=[])


class Change(Answer):
    """What has changed at a table since the version `from` (the `digest` the caller had): new values for keys of the table and its view,
    pieces and places that have changed, the story from event `story_from` on, new chat lines. Whoever has another version asks for the
    whole table. New pieces come last, unless `order` lists all of them."""

    from_: str = Field(alias="from")
    digest: str
    table: TablePart = TablePart()
    view: dict[str, Any] = Field(default={})
    pieces: dict[str, PieceState] = Field(default={})
    places: dict[str, PlaceState] = Field(default={})
    gone: Gone = Gone()
    order: list[str] = Field(default=[])
    story: list[StoryEvent]
    story_from: int
    story_mark: str
    chat: list[ChatLine] = Field(default=[])


class Done(Answer):
    """It counts. The live connection brings the table in which the counter has this value."""

    answers: int


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


class Step(Request):
    """One of several choices."""

    verb: Short
    argument: Annotated[str, StringConstraints(max_length=200)] | int | None = None


class Steps(Request):
    """Choices one after the other. `answers` is the counter of the view that the first one answers."""

    choices: Annotated[list[Step], Field(min_length=1, max_length=STEPS)]
    answers: int


class Look(Request):
    """Picks to look behind. `without`: picks that players usually make and this one has taken off. `group`: picks that are to go to the
    same place together, such as the units of a stack; only places that all of them can go to are offered."""

    choices: Annotated[list[Step], Field(default_factory=list, max_length=STEPS)]
    without: Annotated[list[Step], Field(default_factory=list, max_length=STEPS)]
    group: Annotated[list[Step], Field(default_factory=list, max_length=STEPS)]
    answers: int


class AdviceRequest(Request):
    """Ask what a planner would do, at the question that the counter `answers` names."""

    answers: int
    level: Literal["veteran", "general"] = "veteran"


class AdvisedChoice(Answer):
    """One choice of an intention."""

    verb: str
    argument: str | int | None


class AdvisedPlan(Answer):
    """A plan, and the chance to win with it (0 to 1)."""

    plan: str
    chance: float


class Advice(Answer):
    """What a planner would do: the choices of one intention, the same in words, and the units and places to mark. `plan` is the idea behind
    it, `chance` the chance to win if played so, `others` what else it considered; the game may have none of these."""

    answers: int
    choices: list[AdvisedChoice]
    text: str
    units: list[str]
    places: list[str]
    plan: str
    chance: float | None
    others: list[AdvisedPlan]


class StepOption(Answer):
    """Something else that could be chosen at a step."""

    argument: str | int | None
    label: str
    note: str


class AheadStep(Answer):
    """A pick on the way. `usual`: made because players usually want it; `offered`: the things that could be picked there; `options`: what
    could be chosen there if buttons make the choice."""

    verb: str
    argument: str | int | None
    kind: str
    usual: bool
    title: str
    offered: list[str]
    options: list[StepOption]


class FinalChoice(Answer):
    """A choice that cannot be undone, since it rolls a die or reveals something at once."""

    verb: str
    argument: str | int | None
    how: Literal["rolls", "reveals"]


class Ahead(Answer):
    """The question behind some picks, what it is about and what is at stake in it. `stop`: why nobody can look behind the last pick, so
    that it takes a button to make it; `decision` is then the question before it. `final`: the choices that cannot be undone."""

    decision: Decision
    preview: Preview | None
    focus: Focus
    steps: list[AheadStep]
    stop: str
    final: list[FinalChoice]


class Fight(Answer):
    """What is at stake in the fight that a choice would start; null if it starts none. `final`: why the choice cannot be
    undone; empty if it can."""

    preview: Preview | None
    final: Finality


class Undo(Request):
    """Take back your last intention: your last choice and the picks that led to it, or your last `choices` choices if they were sent as
    one step. With `all`, everything since the last die or revealed secret."""

    answers: int
    choices: Annotated[int, Field(ge=0, le=STEPS)] = 0
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
    """A thing that cannot be chosen now, or not after some picks: a piece, a place, a card, a formation, a box."""

    behind: Annotated[list[Step], Field(default_factory=list, max_length=STEPS)]
    group: Annotated[list[Step], Field(default_factory=list, max_length=STEPS)]
    unit: Short | None = None
    place: Short | None = None
    card: Short | None = None
    formation: Short | None = None
    box: Short | None = None


class WhyAnswer(Answer):
    """Why not, and by which case."""

    text: str
    case: str


Style = Literal["reach", "zone", "supply", "cut", "threat", "victory", "moved", "front", "part"]


class OverlayArea(Answer):
    """Places drawn in the same style."""

    style: Style
    side: str | None
    places: list[str]
    labels: dict[str, str]
    text: str
    color: str = Field(description="name of a colour token; '': the style's own")


class OverlayLine(Answer):
    """A line from place to place, or along points of the drawing."""

    style: Style
    side: str | None = None
    places: list[str] = Field(default=[])
    points: list[Point] = Field(default=[])


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


class Talk(Request):
    """What a player says across the table."""

    say: Literal["resign", "offer-draw", "accept-draw", "decline-draw"]


class MomentRequest(Request):
    """A moment by its number."""

    moment: Annotated[int, Field(ge=0, le=MOST)]


class BranchRequest(MomentRequest):
    """Continue from a moment. `seats` says who plays each side: "human" (if nothing is said) or a program."""

    seats: dict[Short, Short] = Field(default_factory=dict, max_length=10)


class Shared(Answer):
    """A link that shows a moment to anyone."""

    token: str
    moment: int


class Branched(Answer):
    """A new table of your own, from a moment of another game. `imagined` as in `Table`."""

    token: str
    imagined: str | None


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
