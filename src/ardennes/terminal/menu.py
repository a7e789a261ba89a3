"""The choices of a question: how they are listed, and which of them is meant by what is typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from ardennes.core.decision import Decision
from ardennes.core.game import Game
from ardennes.core.match import Match
from ardennes.terminal.chart import Piece
from ardennes.terminal.screen import Screen

MOST_PLACES = 9
"""More places than these are not listed: they are marked on the map."""


@dataclass(frozen=True, slots=True)
class Item:
    """One choice. `number` is what may be typed for it, 0 for none; `shown` how it is listed, '' if it is not."""

    verb: str
    argument: Any
    number: int
    shown: str

    @property
    def text(self) -> str:
        return self.verb if self.argument is None else f"{self.verb} {self.argument}"


class Menu:
    """The choices of one question."""

    def __init__(self, game: Game, view: Mapping[str, Any], decision: Decision) -> None:
        self.game = game
        self.pieces: dict[str, Piece] = {piece["id"]: piece for piece in view["pieces"]}
        self.items: list[Item] = []
        numbers = [a for some in decision.choices.values() for a in some if isinstance(a, int)]
        next_number = max(numbers, default=0) + 1
        in_order = sorted(decision.choices.items(), key=lambda group: group[1] == [None])  # as they are listed
        for verb, arguments in in_order:
            for argument in arguments:
                shown = self._shown(verb, argument, len(arguments))
                number = next_number if shown and not isinstance(argument, int) else 0
                next_number += bool(number)
                self.items.append(Item(verb, argument, number, shown))

    def _shown(self, verb: str, argument: Any, among: int) -> str:
        if argument is None:
            return verb
        piece = self.pieces.get(argument)
        if piece is not None:
            return unit_text(piece, piece["at"] in self.game.place_names.index)
        place = self.game.place_names.index.get(argument) if isinstance(argument, str) else None
        if place is not None:
            return self.game.place_title(place) if among <= MOST_PLACES else ""
        return str(argument)

    # --- listing -----------------------------------------------------------------------------------------------------------------------

    def lines(self, screen: Screen) -> list[Text]:
        """The choices, grouped by verb. Those without an argument stand together at the end."""
        verbs = dict.fromkeys(item.verb for item in self.items if item.argument is not None)
        indent = max([2, *map(len, verbs)]) + 1
        out: list[Text] = []
        for verb in verbs:
            group = [item for item in self.items if item.verb == verb]
            hidden = [item for item in group if not item.shown]
            if hidden:
                kind = self.game.place_names.kind
                text = f"{len(hidden)} on the map, those with a number: type the {kind} ('map' shows all)"
                shown = [Text(line) for line in screen.wrap(text, " " * indent)]
            else:
                shown = _columns([_entry(item) for item in group], screen.width, indent)
            out += _headed(verb, shown)
        plain = [item for item in self.items if item.argument is None]
        if plain:
            out += _headed("or" if out else "", _columns([_entry(item) for item in plain], screen.width, indent))
        return out

    # --- understanding ------------------------------------------------------------------------------------------------------------------

    def find(self, typed: str) -> list[Item]:
        """The choices that may be meant: the first way to read it that fits any. More than one: it is not clear."""
        text = " ".join(typed.split()).casefold()
        verb, _, rest = text.partition(" ")
        if rest and any(item.verb == verb for item in self.items):
            found = self._named([item for item in self.items if item.verb == verb], rest)
            if found:
                return found
        return self._named(self.items, text)

    def _named(self, items: list[Item], text: str) -> list[Item]:
        exact = [
            i for i in items if text in (i.text.casefold(), str(i.argument).casefold()) or i.shown.casefold() == text
        ]
        if exact:
            return exact
        if text.isdecimal() and (numbered := [i for i in items if i.number and text == str(i.number)]):
            return numbered
        if alike := [i for i in items if text in self._other_names(i)]:
            return alike
        if text.isdecimal():
            return []
        return [i for i in items if any(name.startswith(text) for name in (i.text.casefold(), *self._other_names(i)))]

    def _other_names(self, item: Item) -> list[str]:
        piece = self.pieces.get(item.argument)
        return [str(item.argument).casefold()] if piece is None else other_names(piece)


def unit_text(piece: Piece, on_map: bool) -> str:
    """A unit in a list: name, strength, where it is; `!` out of supply."""
    strength = f" {piece['strength']}" if "strength" in piece else ""
    where = f"@{piece['at']}" if on_map else f"({piece['at']})"
    return f"{piece['name']}{strength} {where}" + ("" if piece.get("supplied", True) else " !")


def other_names(piece: Piece) -> list[str]:
    """What a unit may be called besides its id: the id without what stands before the dash, its name (with or without spaces), the
    place where it is."""
    name = str(piece["name"]).casefold()
    return [str(piece["id"]).split("-", 1)[-1].casefold(), name, name.replace(" ", ""), str(piece["at"]).casefold()]


def guesses(match: Match, view: Mapping[str, Any], typed: str) -> list[tuple[str, Any]]:
    """What may be meant by something that is not offered, as choices to be explained."""
    text = " ".join(typed.split())
    verb, _, rest = text.partition(" ")
    known = any(hasattr(frame, f"on_{verb}") for frame in match.game.frame_types)
    if known:
        table = match.state.tables.get(verb)
        if table is None:
            return [(verb, None if not rest else int(rest) if rest.isdecimal() and len(rest) < 10 else rest)]
        names = [name for name in _meant(match, view, rest) if name in table.index]
        return [(verb, name) for name in names] or [(verb, rest)]
    offered = match.decision.choices
    out: list[tuple[str, Any]] = []
    for name in _meant(match, view, text):
        takers = [v for v, table in match.state.tables.items() if name in table.index]
        out += [(v, name) for v in takers if v in offered] or [(v, name) for v in takers[:1]]
    if not out and text.isalpha():
        out = [(v, text) for v in offered if v not in match.state.tables and offered[v] != [None]]
    return out


def _meant(match: Match, view: Mapping[str, Any], text: str) -> list[str]:
    """Ids and places that may be meant by a name."""
    text = text.casefold()
    pieces = [p for p in view["pieces"] if text in (p["id"].casefold(), *other_names(p))]
    places = [name for name in match.game.place_names.index if name.casefold() == text]
    return [*places, *(p["id"] for p in pieces)]


def _entry(item: Item) -> str:
    return f"{item.number:>2}) {item.shown}" if item.number else item.shown


def _columns(entries: list[str], width: int, indent: int) -> list[Text]:
    """Entries in as many columns as fit, read along the lines."""
    cell = max(map(len, entries)) + 2
    across = max(1, (width - indent + 2) // cell)
    out = []
    for start in range(0, len(entries), across):
        line = " " * indent + "".join(f"{entry:<{cell}}" for entry in entries[start : start + across])
        out.append(Text(line.rstrip()))
    return out


def _headed(word: str, lines: list[Text]) -> list[Text]:
    """Lines with a word at the margin of the first."""
    first = Text(word, "bold green")
    first.append(lines[0].plain[len(word) :], "default")
    return [first, *lines[1:]]
