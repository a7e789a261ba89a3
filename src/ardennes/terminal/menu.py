"""The choices of a question: each has a number and as much detail as fits on the screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
_FEW_NUMBERS = 12
"""A longer run of plain numbers is not listed: "1 to 65" says it all."""


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
        self._ends: Collection[str] = asked.get("ends", ())
        self.items: list[Item] = []
        self.on_map = {verb for verb, some in decision.choices.items() if self._is_on_map(some)}
        self._minor = {verb for verb, some in decision.choices.items() if all(self._is_minor(verb, a) for a in some)}
        self._number(decision.choices)
        self._telling = {
            (verb, key) for verb in decision.raw for key in ("label", "cost", "note") if self._tells(verb, key)
        }
        self.digits = len(str(max((item.number for item in self.items), default=0)))

    def _is_on_map(self, arguments: Sequence[Any]) -> bool:
        some = self.places
        return some.are_hexes and len(arguments) > _FEW_HEXES and all(a in some.titles for a in arguments)

    def _number(self, choices: Mapping[str, Sequence[Any]]) -> None:
        """Numbers in the order in which choices are listed: those with an argument, those without, those shown only on the map, those
        that are seldom meant. An argument that is a number is its own number, and no other choice gets a number that is also a name."""
        counted = [verb for verb, some in choices.items() if all(type(a) is int and a >= 0 for a in some)]
        own = counted[0] if len(counted) == 1 else None
        taken = {str(a) for some in choices.values() for a in some}
        number = 0
        for verb in sorted(choices, key=lambda v: (v in self._minor, v in self.on_map, list(choices[v]) == [None])):
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
        if self._is_unit(verb, argument):
            return unit_names(self.pieces[argument], self.places)
        if argument in self.places.titles:
            return self.places.names_of(argument)
        titles = (str(self._hint(verb, argument).get("label", "")), str(self._thing(verb, argument).get("short", "")))
        return words_of(str(argument), *titles, *(start for title in titles for start in _beginnings(title)))

    def _is_unit(self, verb: str, argument: Any) -> bool:
        """Is a choice a unit? A formation of one unit can have its name."""
        return argument in self.pieces and self.kinds.get(verb, "unit") == "unit"

    def _thing(self, verb: str, argument: Any) -> Mapping[str, Any]:
        """What is printed on a card, a formation or another thing; nothing for anything else."""
        return self.places.game.printed_things.get(self.kinds.get(verb, ""), {}).get(argument, {})

    def _hint(self, verb: str, argument: Any) -> Mapping[str, Any]:
        own = self.hints.get(verb, {})
        return {**own.get(ANY, {}), **own.get(as_key(argument), {})}

    def _is_minor(self, verb: str, argument: Any) -> bool:
        """Does a name alone seldom mean this choice, such as a hex on the way? Then its verb has to be typed."""
        return bool(self._hint(verb, argument).get("minor"))

    def said(self, item: Item) -> str:
        """A choice as a person would type it."""
        argument = item.argument
        if self._is_unit(item.verb, argument):
            return f"{item.verb} {self.pieces[argument]['name']}"
        named = self.places.titles.get(argument) or self.title(item)
        return f"{item.verb} {named}" if named else item.text

    def title(self, item: Item) -> str:
        """What is printed on a card or another thing as its name; '' for anything else."""
        return str(self._thing(item.verb, item.argument).get("title", ""))

    def told_apart(self, items: Sequence[Item]) -> list[str]:
        """Choices as a person would type them, with their numbers where two are called the same."""
        said = [self.said(item) for item in items]
        return [f"{item.number}) {one}" if said.count(one) > 1 else one for item, one in zip(items, said, strict=True)]

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
        indent = max([2, *(len(verb) for verb, _ in self._groups(hidden=True))]) + 1
        tables = {verb: self._table(items, screen, scene, indent) for verb, items in groups}
        columns = {
            verb: self._run(items, indent) or self._columns(items, screen, scene, indent) for verb, items in groups
        }
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
        others = any(item.argument is None and item.verb not in self._ends for item in self.items)
        ending = any(item.argument is None for item in self.items)
        for verb, some in shown.items():
            telling = several or ((others or not ending) and ANY in self.hints.get(verb, {}))
            means, each = self._means(verb) if telling else "", self._shared_note(verb)
            about = f"{means} ({each})" if means and each else means or (f"each: {each}" if each else "")
            meaning = [Text(line, "dim") for line in screen.wrap(f"{about}:", " " * indent)] if about else []
            out += _headed(verb if verb else "or" if out else "", [*meaning, *some])
        return out

    def _shared_note(self, verb: str) -> str:
        """What the game notes about all choices of a verb alike: said once, above them."""
        items = [item for item in self.items if item.verb == verb]
        notes = {str(self._hint(verb, item.argument).get("note", "")) for item in items}
        note = notes.pop() if len(items) > 1 and len(notes) == 1 else ""
        return "" if any(self._is_seen(item, note) for item in items) else note

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
            run = [] if self._says_more(items, scene) else self._run(items, indent)
            out += _headed(verb or ("or" if out else ""), run or self._table(items, screen, scene, indent))
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
            text = f"{means}{len(numbers)}, {self._found_on_map(verb)}; {listed}"
            out += _headed(verb, [Text(line) for line in screen.wrap(text, " " * (max(indent, len(verb) + 1)))])
        return out

    def _found_on_map(self, verb: str) -> str:
        """How to tell the hexes of a verb on the map, and what to type: a hex with units shows these and not its number."""
        hexes = {item.argument for item in self.items if item.verb == verb}
        whose = {p["side"] == self.side for p in self.pieces.values() if p["at"] in hexes}
        if False in whose:
            return "marked > on the map: type the number of one, or a unit there"
        return "marked on the map: type the number of one" if whose else "each with its number on the map: type that"

    # --- one choice --------------------------------------------------------------------------------------------------------------------

    def _says_more(self, items: Sequence[Item], scene: Scene) -> bool:
        """Is it worth giving each choice its own line?"""
        if items[0].argument in self.places.titles:
            return not self.places.are_hexes
        return any(self._remark(item) or self._stands_on(item) for item in items)

    def _stands_on(self, item: Item) -> str:
        """What stands on a card; the units of a formation; the units in a box."""
        thing = self._thing(item.verb, item.argument)
        if not thing:
            return ""
        own = self._hint(item.verb, item.argument).get("units") or thing.get("units")
        members = own or [p["id"] for p in self.pieces.values() if p["at"] == item.argument]
        units = ", ".join(unit_words(self.pieces[unit]) for unit in members if unit in self.pieces)
        return at_a_glance(thing) or units

    def _remark(self, item: Item) -> str:
        """What the game says about a choice: its label, cost, a note."""
        hint = self._hint(item.verb, item.argument)
        label, usual = hint.get("label", ""), self.hints.get(item.verb, {}).get(ANY, {}).get("label")
        named = item.argument is None or self._is_unit(item.verb, item.argument) or item.argument in self.places.titles
        parts = []
        known = (usual, humanised(item.verb), self.places.titles.get(item.argument))
        if named and (item.verb, "label") in self._telling and label not in known:
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
        if self._is_unit(item.verb, argument):
            piece = self.pieces[argument]
            return [unit_words(piece), self._where(piece), remark]
        if argument in self.places.titles:
            title, ground, who = self.places.row(argument, scene)
            origin = next(iter(scene.focus)) if len(scene.focus) == 1 else ""
            border = self.places.border(origin, argument) if origin and not self.places.are_hexes else ""
            return [title, ground, border, "; ".join(filter(None, (who, remark)))]
        # What the game says about a card or an event now matters more than all that stands on it.
        thing = self._thing(item.verb, argument)
        told = remark and (self.kinds.get(item.verb) == "card" or (thing and at_a_glance(thing)))
        more = [remark] if told else [remark, self._stands_on(item)]
        return [self._word(item), "; ".join(filter(None, dict.fromkeys(more)))]

    def cell(self, item: Item, scene: Scene, ground: bool = True, remarks: bool = True) -> str:
        """A choice in a few words; a hex with its `ground` and the game's `remarks` about it."""
        argument = item.argument
        if argument is None:
            return item.verb
        if self._is_unit(item.verb, argument):
            piece = self.pieces[argument]
            where = self._where(piece)
            return (
                f"{unit_words(piece)} @{where}"
                if piece["at"] in self.places.titles
                else f"{unit_words(piece)} ({where})"
            )
        if argument in self.places.titles:
            title = self.places.titles[argument]
            if self.places.are_hexes:
                about = f"{title} {self.places.ground(argument)}" if ground else title
                remark = self._remark(item) if remarks else ""
                return f"{about}, {remark}" if remark else about
            here = by_side(scene.pieces.get(argument, ()), scene.sides)
            return f"{title} {''.join(map(force, here.values()))}".rstrip()
        return self._word(item)

    def _word(self, item: Item) -> str:
        """A choice that is neither unit nor place, as the game calls it, in short if it has a short name."""
        thing = self._thing(item.verb, item.argument)
        return str(thing.get("short") or self._hint(item.verb, item.argument).get("label") or item.argument)

    def _where(self, piece: Piece) -> str:
        """Where a unit is, in short: a hex by its number alone, a box by its title."""
        at = str(piece["at"])
        if at not in self.places.titles:
            return self.places.game.box_titles.get(at, at)
        return at if self.places.are_hexes else self.places.titles[at]

    # --- layout ------------------------------------------------------------------------------------------------------------------------

    def _table(self, items: Sequence[Item], screen: Screen, scene: Scene, indent: int) -> list[Text]:
        """One choice per line; long ones continue below."""
        out = []
        for item, (fixed, last) in zip(items, table_lines([self.row(i, scene) for i in items]), strict=True):
            first = f"{'':<{indent}}{item.number:>{self.digits}}) {fixed}"
            rest = " " * (len(first) if len(first) <= screen.width - _LEAST_TEXT else screen.width // 3)
            out += [Text(line) for line in screen.wrap(last, first, rest)]
        return out

    def _run(self, items: Sequence[Item], indent: int) -> list[Text]:
        """One line for a long run of numbers that are typed as themselves; nothing for anything else."""
        numbers = [item.argument for item in items]
        if len(items) <= _FEW_NUMBERS or numbers != [item.number for item in items]:
            return []
        if numbers != list(range(numbers[0], numbers[-1] + 1)) or any(self._remark(item) for item in items):
            return []
        return [Text(f"{'':<{indent}}{numbers[0]} to {numbers[-1]}: type a number")]

    def _columns(self, items: Sequence[Item], screen: Screen, scene: Scene, indent: int) -> list[Text]:
        """Choices in as many columns as fit, in reading order."""
        entries: list[str] = []
        for ground, remarks in ((True, True), (False, True), (True, False)):  # the ground is on the map too
            entries = [f"{item.number:>{self.digits}}) {self.cell(item, scene, ground, remarks)}" for item in items]
            if max(map(len, entries)) <= screen.width - indent:
                break
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
            some = [item for item in self.items if item.verb == verb]
            found = _named(some, rest, names_first, short=True) or self._with_enemy(some, rest)
            if found := found or self._numbered(some, rest):
                return found
        found = _named(self.items, text, names_first)
        usual = [item for item in found if not self._is_minor(item.verb, item.argument)]
        return usual or found or self._with_enemy(self.items, text) or self._numbered(self.items, text)

    def needs_verb(self, item: Item, typed: str) -> bool:
        """Is this a choice that a name alone does not mean, such as a forced march, and its verb was not typed?"""
        return self._is_minor(item.verb, item.argument) and typed.split()[:1] not in ([item.verb], [str(item.number)])

    def _numbered(self, items: Sequence[Item], text: str) -> list[Item]:
        """The hexes, or else the units in the hex, with this number on their map."""
        hexes = [i for i in items if i.argument in self.places.titles]
        found = [i for i in hexes if self.places.number(i.argument) == text]
        usual = [i for i in found if not self._is_minor(i.verb, i.argument)] or found
        return usual or [
            i
            for i in items
            if i.argument in self.pieces and self.places.number(str(self.pieces[i.argument]["at"])) == text
        ]

    def _with_enemy(self, items: Sequence[Item], text: str) -> list[Item]:
        """The places among some choices where an enemy unit with this name is."""
        folded = fold(text)
        if not folded or text.isdecimal():
            return []
        enemies = [p for p in self.pieces.values() if p["side"] != self.side]
        exact = {p["at"] for p in enemies if folded in own_names(p)}
        alike = {p["at"] for p in enemies if any(name.startswith(folded) for name in own_names(p))}
        return [i for i in items if i.argument in exact] or [i for i in items if i.argument in alike]


_DIGITS = 3
"""A shorter number is the number of a choice, never the start of a name: of 30 choices, "31" is a mistake, but "766" can be 766 VAK."""


def _named(items: Sequence[Item], text: str, names_first: bool, short: bool = False) -> list[Item]:
    """`short`: even a short number may be the start of a name, since the verb was typed."""
    if exact := [i for i in items if text in (i.text.casefold(), str(i.argument).casefold())]:
        return exact
    folded = fold(text)
    numbered = [i for i in items if text == str(i.number)]
    alike = [i for i in items if folded in i.names] if folded else []
    if found := (alike or numbered) if names_first else (numbered or alike):
        return found
    if not folded or (text.isdecimal() and len(text) < _DIGITS and not short):
        return []
    return [i for i in items if any(name.startswith(folded) for name in (fold(i.text), *i.names))]


def _beginnings(title: str) -> list[str]:
    """The first words of a title, folded: typed whole, they mean this title rather than one with a longer word.

    >>> _beginnings("LXVI Corps"), _beginnings("KG Peiper · 150th Panzer Bde")
    (['lxvi', 'lxvicorps'], ['kg', 'kgpeiper', 'kgpeiper150th', 'kgpeiper150thpanzer', 'kgpeiper150thpanzerbde'])
    """
    words = [word for word in title.split() if fold(word)]
    return [fold(" ".join(words[:n])) for n in range(1, len(words) + 1)]


def own_names(piece: Piece) -> tuple[str, ...]:
    """What a unit may be called, folded: its id, with and without the part before the dash, and its name."""
    return words_of(str(piece["id"]), str(piece["id"]).split("-", 1)[-1], str(piece["name"]))


def unit_names(piece: Piece, places: Places) -> tuple[str, ...]:
    """The same, and its place."""
    at = piece["at"]
    where = places.names_of(at) if at in places.titles else (fold(str(at)),)
    return (*own_names(piece), *where)


def _headed(word: str, lines: list[Text]) -> list[Text]:
    """Lines with a word in the margin next to the first."""
    first = Text.assemble((word, "bold green"), lines[0].plain[len(word) :])
    return [first, *lines[1:]]
