"""The choices of a question: each has a number and as much detail as fits on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from ardennes.core.decision import Decision
from ardennes.core.hints import ANY, as_key
from ardennes.core.wording import humanised
from ardennes.terminal.cards import at_a_glance
from ardennes.terminal.names import fold, words_of
from ardennes.terminal.places import Places, table_lines
from ardennes.terminal.scene import Piece, Scene, by_side, force, unit_words
from ardennes.terminal.screen import Screen

_LEAST_TEXT = 24
"""If less space than this would be left for the text, it is not aligned with its label."""
_FEW_HEXES = 9
"""Longer lists of hexes are not shown: the hexes are marked on the map, and 'choices' lists them."""


@dataclass(frozen=True, slots=True)
class Item:
    """One choice. You can type its `number` or any of its `names` (folded)."""

    verb: str
    argument: Any
    number: int
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.verb if self.argument is None else f"{self.verb} {self.argument}"


class Menu:
    """The choices of one question."""

    def __init__(self, places: Places, view: Mapping[str, Any], decision: Decision) -> None:
        self.places = places
        self.pieces: dict[str, Piece] = {piece["id"]: piece for piece in view["pieces"]}
        asked: Mapping[str, Any] = view.get("decision") or {}
        self.hints: Mapping[str, Any] = asked.get("hints", {})
        self.kinds: Mapping[str, str] = asked.get("kinds", {})
        self.side = decision.side
        self.items: list[Item] = []
        self.on_map = {verb for verb, some in decision.choices.items() if self._is_on_map(some)}
        self._number(decision.choices)
        self._telling = {
            (verb, key) for verb in decision.raw for key in ("label", "cost", "note") if self._tells(verb, key)
        }
        self.digits = len(str(max((item.number for item in self.items), default=0)))

    def _is_on_map(self, arguments: Sequence[Any]) -> bool:
        some = self.places
        return some.are_hexes and len(arguments) > _FEW_HEXES and all(a in some.titles for a in arguments)

    def _number(self, choices: Mapping[str, Sequence[Any]]) -> None:
        """Numbers in the order in which choices are listed: those with an argument, those without, those shown only on the map. An
        argument that is a number is its own number, and no other choice gets a number that is also a name."""
        counted = [verb for verb, some in choices.items() if all(type(a) is int and a >= 0 for a in some)]
        own = counted[0] if len(counted) == 1 else None
        taken = {str(a) for some in choices.values() for a in some}
        number = 0
        for verb in sorted(choices, key=lambda v: (v in self.on_map, list(choices[v]) == [None])):
            for argument in choices[verb]:
                if verb == own:
                    self.items.append(Item(verb, argument, argument, self._names(verb, argument)))
                    continue
                number += 1
                while str(number) in taken:
                    number += 1
                self.items.append(Item(verb, argument, number, self._names(verb, argument)))

    def _names(self, verb: str, argument: Any) -> tuple[str, ...]:
        if argument is None:
            return words_of(verb, str(self._hint(verb, None).get("label", "")))
        if argument in self.pieces:
            return unit_names(self.pieces[argument], self.places)
        if argument in self.places.titles:
            return self.places.names_of(argument)
        return words_of(str(argument), str(self._hint(verb, argument).get("label", "")))

    def _hint(self, verb: str, argument: Any) -> Mapping[str, Any]:
        own = self.hints.get(verb, {})
        return {**own.get(ANY, {}), **own.get(as_key(argument), {})}

    def _tells(self, verb: str, key: str) -> bool:
        """Do the game's notes distinguish choices? Not if they are the same for all."""
        said = [self._hint(verb, item.argument).get(key) for item in self.items if item.verb == verb]
        return len(said) == 1 or len(set(said)) > 1

    @property
    def numbers(self) -> dict[str, int]:
        """By place, the numbers of places that can be chosen (the first, if a place can be chosen in several ways)."""
        out: dict[str, int] = {}
        for item in self.items:
            if isinstance(item.argument, str) and item.argument in self.places.titles:
                out.setdefault(item.argument, item.number)
        return out

    # --- listing -----------------------------------------------------------------------------------------------------------------------

    def lines(self, screen: Screen, scene: Scene, room: int) -> list[Text]:
        """The choices, grouped by verb, in about this many lines: with full details, or in columns, or only the first lines. Choices
        without an argument come together at the end."""
        groups = self._groups()
        indent = max([2, *(len(verb) for verb, _ in groups)]) + 1
        tables = {verb: self._table(items, screen, scene, indent) for verb, items in groups}
        columns = {verb: self._columns(items, screen, scene, indent) for verb, items in groups}
        shown = {
            verb: tables[verb] if self._says_more(items, scene) or not columns[verb] else columns[verb]
            for verb, items in groups
        }
        for verb in sorted(shown, key=lambda v: -len(shown[v])):  # shorten the longest lists first
            if sum(map(len, shown.values())) > room and columns[verb]:
                shown[verb] = min(shown[verb], columns[verb], key=len)
        for verb in sorted(shown, key=lambda v: -len(shown[v])):
            over = sum(map(len, shown.values())) - room
            if over > 0 and len(shown[verb]) > 3:
                shown[verb] = [
                    *shown[verb][: max(2, len(shown[verb]) - over - 1)],
                    Text(" " * indent + "... 'choices' lists them all"),
                ]
        hidden = [item for item in self.items if item.verb in self.on_map]
        out = self._map_lines(hidden, screen, indent)
        several = len({item.verb for item in self.items if item.argument is not None}) > 1
        for verb, some in shown.items():
            meaning = [
                Text(f"{'':<{indent}}{means}:", "dim") for means in filter(None, [several and self._means(verb)])
            ]
            out += _headed(verb if verb else "or" if out else "", [*meaning, *some])
        return out

    def _means(self, verb: str) -> str:
        """What a verb does, if the game has more to say than its name."""
        own = self.hints.get(verb, {})
        usual: Mapping[str, Any] = own.get(ANY) or next(iter(own.values()), {})
        said = str(usual.get("action") or usual.get("label") or "") if verb else ""
        return "" if said == humanised(verb) or self.kinds.get(verb) in ("none", "number", "word") else said

    def every(self, screen: Screen, scene: Scene) -> list[Text]:
        """All choices, one per line."""
        groups = self._groups(hidden=True)
        indent = max([2, *(len(verb) for verb, _ in groups)]) + 1
        out: list[Text] = []
        for verb, items in groups:
            out += _headed(verb or ("or" if out else ""), self._table(items, screen, scene, indent))
        return out

    def _groups(self, hidden: bool = False) -> list[tuple[str, list[Item]]]:
        """The choices by verb; those without an argument under ''."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            if hidden or item.verb not in self.on_map:
                found.setdefault("" if item.argument is None else item.verb, []).append(item)
        return sorted(found.items(), key=lambda group: not group[0])

    def _map_lines(self, hidden: Sequence[Item], screen: Screen, indent: int) -> list[Text]:
        out: list[Text] = []
        for verb in dict.fromkeys(item.verb for item in hidden):
            numbers = [item.number for item in hidden if item.verb == verb]
            listed = f"'choices' lists them ({numbers[0]} to {numbers[-1]})"
            means = f"{self._means(verb)}: " if self._means(verb) else ""
            text = f"{means}{len(numbers)}, each with its number on the map: type that; {listed}"
            out += _headed(verb, [Text(line) for line in screen.wrap(text, " " * (max(indent, len(verb) + 1)))])
        return out

    # --- one choice --------------------------------------------------------------------------------------------------------------------

    def _says_more(self, items: Sequence[Item], scene: Scene) -> bool:
        """Is it worth giving each choice its own line?"""
        if items[0].argument in self.places.titles:
            return not self.places.are_hexes
        return any(self._remark(item) or self._stands_on(item) for item in items)

    def _stands_on(self, item: Item) -> str:
        """What stands on a card; the units of a formation; the units in a box."""
        things = self.places.game.printed_things.get(self.kinds.get(item.verb, ""), {})
        thing = things.get(item.argument)
        if thing is None:
            return ""
        own = self._hint(item.verb, item.argument).get("units") or thing.get("units")
        members = own or [p["id"] for p in self.pieces.values() if p["at"] == item.argument]
        units = ", ".join(unit_words(self.pieces[unit]) for unit in members if unit in self.pieces)
        return at_a_glance(thing) or units

    def _remark(self, item: Item) -> str:
        """What the game says about a choice: its label, cost, a note."""
        hint = self._hint(item.verb, item.argument)
        label, usual = hint.get("label", ""), self.hints.get(item.verb, {}).get(ANY, {}).get("label")
        named = item.argument is None or item.argument in self.pieces or item.argument in self.places.titles
        parts = []
        if named and (item.verb, "label") in self._telling and label not in (usual, humanised(item.verb)):
            parts.append(label)
        if hint.get("cost") and (item.verb, "cost") in self._telling:
            parts.append(f"cost {hint['cost']}")
        if hint.get("note") and (item.verb, "note") in self._telling and not self._is_seen(item, hint["note"]):
            parts.append(hint["note"])
        return "; ".join(parts)

    def _is_seen(self, item: Item, note: str) -> bool:
        """Does a note only name all units that are in the place?"""
        here = [p for p in self.pieces.values() if p["at"] == item.argument]
        return {p["name"] for p in here if p["side"] == self.side} == set(note.split(", "))

    def row(self, item: Item, scene: Scene) -> list[str]:
        """A choice with full details."""
        argument, remark = item.argument, self._remark(item)
        if argument is None:
            return [": ".join(filter(None, (item.verb, remark)))]
        if argument in self.pieces:
            piece = self.pieces[argument]
            return [unit_words(piece), self._where(piece), remark]
        if argument in self.places.titles:
            title, ground, who = self.places.row(argument, scene)
            origin = next(iter(scene.focus)) if len(scene.focus) == 1 else ""
            border = self.places.border(origin, argument) if origin and not self.places.are_hexes else ""
            return [title, ground, border, "; ".join(filter(None, (who, remark)))]
        # What the game says about a card now matters more than all that stands on it.
        more = [remark] if remark and self.kinds.get(item.verb) == "card" else [remark, self._stands_on(item)]
        return [self._word(item), "; ".join(filter(None, more))]

    def cell(self, item: Item, scene: Scene) -> str:
        """A choice in a few words."""
        argument = item.argument
        if argument is None:
            return item.verb
        if argument in self.pieces:
            piece = self.pieces[argument]
            return f"{unit_words(piece)} @{self._where(piece)}"
        if argument in self.places.titles:
            title = self.places.titles[argument]
            if self.places.are_hexes:
                return f"{title} {self.places.ground(argument)}"
            here = by_side(scene.pieces.get(argument, ()), scene.sides)
            return f"{title} {''.join(map(force, here.values()))}".rstrip()
        return self._word(item)

    def _word(self, item: Item) -> str:
        """A choice that is neither unit nor place, as the game calls it, in short if it has a short name."""
        thing = self.places.game.printed_things.get(self.kinds.get(item.verb, ""), {}).get(item.argument, {})
        return str(thing.get("short") or self._hint(item.verb, item.argument).get("label") or item.argument)

    def _where(self, piece: Piece) -> str:
        """Where a unit is, in short: a hex by its number alone."""
        at = str(piece["at"])
        return at if self.places.are_hexes else self.places.titles.get(at, at)

    # --- layout ------------------------------------------------------------------------------------------------------------------------

    def _table(self, items: Sequence[Item], screen: Screen, scene: Scene, indent: int) -> list[Text]:
        """One choice per line; long ones continue below."""
        out = []
        for item, (fixed, last) in zip(items, table_lines([self.row(i, scene) for i in items]), strict=True):
            first = f"{'':<{indent}}{item.number:>{self.digits}}) {fixed}"
            rest = " " * (len(first) if len(first) <= screen.width - _LEAST_TEXT else screen.width // 3)
            out += [Text(line) for line in screen.wrap(last, first, rest)]
        return out

    def _columns(self, items: Sequence[Item], screen: Screen, scene: Scene, indent: int) -> list[Text]:
        """Choices in as many columns as fit, in reading order."""
        entries = [f"{item.number:>{self.digits}}) {self.cell(item, scene)}" for item in items]
        cell = max(map(len, entries)) + 2
        across = max(1, (screen.width - indent + 2) // cell)
        out = []
        for start in range(0, len(entries), across):
            line = " " * indent + "".join(f"{entry:<{cell}}" for entry in entries[start : start + across])
            out.append(Text(line.rstrip()))
        return out

    # --- understanding -----------------------------------------------------------------------------------------------------------------

    def find(self, typed: str, names_first: bool = False) -> list[Item]:
        """The choices the typed text may mean, by the first reading that fits; several if it is ambiguous. `names_first`: a number
        is read as part of a name if it can be, because the numbers of this question have not been on the screen."""
        text = " ".join(typed.split()).casefold()
        verb, _, rest = text.partition(" ")
        if rest and any(item.verb == verb for item in self.items):
            found = _named([item for item in self.items if item.verb == verb], rest, names_first)
            if found:
                return found
        return _named(self.items, text, names_first)


def _named(items: Sequence[Item], text: str, names_first: bool) -> list[Item]:
    if exact := [i for i in items if text in (i.text.casefold(), str(i.argument).casefold())]:
        return exact
    folded = fold(text)
    numbered = [i for i in items if text == str(i.number)]
    alike = [i for i in items if folded in i.names] if folded else []
    if found := (alike or numbered) if names_first else (numbered or alike):
        return found
    if not folded or text.isdecimal():
        return []
    return [i for i in items if any(name.startswith(folded) for name in (fold(i.text), *i.names))]


def unit_names(piece: Piece, places: Places) -> tuple[str, ...]:
    """What a unit may be called, folded: its id, with and without the part before the dash, its name, its place."""
    at = piece["at"]
    where = places.names_of(at) if at in places.titles else (fold(str(at)),)
    return (*words_of(str(piece["id"]), str(piece["id"]).split("-", 1)[-1], str(piece["name"])), *where)


def _headed(word: str, lines: list[Text]) -> list[Text]:
    """Lines with a word in the margin next to the first."""
    first = Text.assemble((word, "bold green"), lines[0].plain[len(word) :])
    return [first, *lines[1:]]
