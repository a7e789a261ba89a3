"""The games: what is the same for everybody."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ardennes.server.models.base import (
    Answer,
    Loose,
    Mark,
    Point,
    Setting,
)


class SideInfo(Answer):
    """A side of a game."""

    id: str
    title: str
    mark: Mark


class ScenarioInfo(Answer):
    """One way to set a game up. `window` is the part of the board it is played on ('': all of it); `options` are those that can be chosen
    in it (null: all)."""

    id: str
    title: str
    turns: int
    about: str
    window: str
    options: list[str] | None


class OptionValue(Answer):
    """One setting of an option."""

    value: Setting
    label: str


class OptionTie(Answer):
    """Another option with one of its values."""

    option: str
    value: Setting


class OptionInfo(Answer):
    """A rule the players agree on before the game. To differ from its default it `needs` other options to have a value, and cannot go
    together with those it `excludes`."""

    id: str
    title: str
    values: list[OptionValue]
    default: Setting
    about: str
    case: str
    case_name: str
    rule: str
    needs: list[OptionTie]
    excludes: list[OptionTie]


class PlayerName(Answer):
    """What an AI player is called on one side, and how it plays."""

    title: str
    about: str


class PlayerInfo(Answer):
    """An AI player that can take a seat. Where it has a name of its own on a side, that is in `sides`. `usual`: the one to offer first.
    `thinks`: it can be told how long to think ("general@10": ten seconds a turn; "general@10+": in the other side's time as well)."""

    id: str
    title: str
    about: str
    sides: dict[str, PlayerName]
    usual: bool
    thinks: bool


class OverlayInfo(Answer):
    """A layer of information that can be laid over the board."""

    id: str
    title: str
    key: str
    about: str
    case: str
    of: Literal["", "side", "unit"]


class WindowInfo(Answer):
    """A question whether to react, which a standing order can pass."""

    id: str
    title: str


class BriefingRule(Answer):
    """One rule that matters."""

    text: str
    case: str


class BriefingText(Answer):
    """What a newcomer should read: who you are, what wins, the rules that matter, what to try first."""

    who: str
    wins: str
    rules: list[BriefingRule]
    first: str


class LaterBriefing(BriefingText):
    """What to read from some turn on."""

    turn: int


class BriefingInfo(BriefingText):
    """What a newcomer should read before the first turn, and instead of it if play begins later."""

    later: list[LaterBriefing]


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
    windows: list[WindowInfo]
    board: Images
    far: Images | None = Field(description="the same board with less detail")
    whole: Images | None = Field(description="the whole board as a small photograph, to show until it is drawn")
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
    sheet: tuple[float, float, float, float]
    places: dict[str, PlaceFacts]
    sides: list[BoardSide]
    images: Images
    far: Images | None = None
    whole: Images | None = None
    hex_width: float
    fronts: dict[str, Front]
    windows: dict[str, list[str]] = Field(description="the places of each part of a board of several sheets")


class RuleTable(Answer):
    """A table of the rules; every row has as many cells as there are columns."""

    title: str
    columns: list[str]
    rows: list[list[str]]


class RuleCase(Answer):
    """One case of the rules. A line of `text` and `reading` is a paragraph, or an item of a list if it begins with "- "."""

    case: str
    name: str
    """What a player calls it: its number or, if that is only a word, its title."""
    title: str
    kind: str
    text: str
    tables: list[RuleTable]
    reading: str
    checks: list[str]
    depends: list[str]
    source: str
    """What is published and what is ours, if the ledger says it; else ''."""


class Term(Answer):
    """A term of the glossary."""

    term: str
    meaning: str


class Rulebook(Answer):
    """The rules of a game and the glossary."""

    title: str
    cases: list[RuleCase]
    glossary: list[Term]


class HistoryEvent(Answer):
    """Something that happened on a day of the campaign."""

    time: str
    place: str
    text: str
    units: str
    source: str


class HistoryDay(Answer):
    """One day of the campaign."""

    date: str
    title: str
    weather: str
    ground: str
    sky: str
    flying: str
    summary: str
    events: list[HistoryEvent]


class PrintedLine(Answer):
    """One thing that a card or chit does, in a few words under a tag."""

    tag: str
    text: str


class PrintedThing(Loose):
    """What is printed on a card, a chit, ... A formation has its `units`. `text` says what a card does in sentences, `lines` and `foot` in
    a few words."""

    title: str
    text: str
    kind: str
    side: str | None
    short: str = Field(default="", description="the title where there is little room")
    corner: str = Field(default="", description="a number in the corner of a card")
    color: str | None = Field(default=None, description="name of a colour token")
    lines: list[PrintedLine] = Field(default=[])
    foot: PrintedLine | None = None
    units: list[str] = Field(default=[], description="a formation's units")
    formations: list[str] = Field(default=[], description="the formations that a card is about")
    between: list[str] = Field(default=[], description="the two places between which it is, such as a bridge")
