"""What `help` says: the commands, with examples taken from the pending question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from ardennes.core.match import Match
from ardennes.core.state import State
from ardennes.core.view import table_view
from ardennes.terminal.menu import Item, Menu
from ardennes.terminal.places import Places
from ardennes.terminal.screen import Screen

_TRIED = 12
"""How many choices are tried to find an example."""


@dataclass(frozen=True, slots=True)
class Example:
    """Examples for a question; '' where there is none."""

    number: str = ""
    name: str = ""
    verb: str = ""
    several: str = ""
    refused: str = ""
    place: str = ""
    case: str = ""


def help_lines(example: Example, places: Places, alone: bool, screen: Screen) -> list[Text]:
    """The commands, one per line. `alone`: one person plays, so undo goes back over dice."""
    kind = places.game.place_names.kind
    back = ", with any dice and program moves after it; the same dice will come up again" if alone else ""
    rows = (
        ("NUMBER", "make the choice with this number", example.number),
        ("NAME", f"choose by name: a unit, a {kind}, a word; the first letters are enough", example.name),
        ("VERB NAME", "the same, saying what to do with it", example.verb),
        ("A B C", "several answers, one after the other", example.several),
        ("Enter", "show the question again; if there is only one choice, make it", ""),
        ("choices", "all choices with their numbers, one per line", ""),
        (
            "why X",
            "why X cannot be chosen, with the case of the rules",
            f"why {example.refused}" if example.refused else "",
        ),
        ("rule CASE", "read a rule", f"rule {example.case}" if example.case else ""),
        ("odds [X]", "the odds of the pending fight; with X, if you chose X", ""),
        ("map [X]", f"the whole map, or details of a {kind} or unit", f"map {example.place}" if example.place else ""),
        ("list [TEXT]", "the places and who is there; with TEXT, only lines that contain it", ""),
        ("units [TEXT]", "all units, including reinforcements and losses", ""),
        *((("hand", "your cards, what lies on the table, what is in the boxes", ""),) if places.game.hands else ()),
        *((("order", "pass on reactions automatically", ""),) if places.game.reactions else ()),
        ("log [N|all]", "what has happened", ""),
        ("undo", f"take back your last choice{back}", ""),
        ("save FILE", "save to this file from now on (the game is always saved after every choice)", ""),
        ("position FILE", "write the situation to a position file you can edit", ""),
        (
            "quit",
            "leave (or press Ctrl-D); 'ardennes play --continue' resumes the game. Ctrl-C clears the line; twice asks whether to leave",
            "",
        ),
    )
    out = []
    for what, text, shown in rows:
        head = f"  {what:<14}"
        first, *rest = screen.wrap(text + (f": {shown}" if shown else ""), " " * len(head))
        out += [Text.assemble((head, "bold"), first[len(head) :]), *map(Text, rest)]
    return out


def example_of(match: Match, menu: Menu, places: Places, view: Mapping[str, Any]) -> Example:
    """Examples for the pending question."""
    items = [item for item in menu.items if item.argument is not None] or menu.items
    item = items[len(items) // 2]
    decision, ledger = match.decision, match.game.ledger
    return Example(
        number=f"{item.number} is {menu.said(item)}",
        name=typed_name(item, menu),
        verb=f"{item.verb} {typed_name(item, menu)}" if item.argument is not None else "",
        several=_several(match, menu, places, items),
        refused=_refused(match, menu, places, view),
        place=_place(item, menu, places),
        case=ledger.names[decision.cases[0] if decision.cases else ledger.sequence_case],
    )


def typed_name(item: Item, menu: Menu) -> str:
    """What you would type for a choice."""
    if item.argument is None:
        return item.verb
    if item.argument in menu.pieces:
        return str(item.argument).split("-", 1)[-1]
    if item.argument in menu.places.titles:
        return str(menu.places.short.get(item.argument, item.argument))
    title = menu.title(item)
    word = title.split(" ")[0]
    return word if word and menu.find(word) == [item] else title or str(item.argument)


def _several(match: Match, menu: Menu, places: Places, items: Sequence[Item]) -> str:
    """Two answers on one line: a choice after which the same side is asked for something else with a name."""
    side = match.decision.side
    for item in items[:_TRIED]:
        state = after(match, item)
        decision = state.decision
        if decision is None or decision.side != side:
            continue
        view = table_view(match.game, state, side)
        then = Menu(places, view, decision)
        second = next((other for other in then.items if other.argument is not None and other.verb != item.verb), None)
        if second is not None:
            return f"{typed_name(item, menu)} {typed_name(second, then)}"
    return ""


def after(match: Match, item: Item) -> State:
    """The situation if something were chosen (dice that follow are not rolled)."""
    state = match.state.clone()
    table = state.tables.get(item.verb)
    state.apply(item.verb, item.argument if table is None else table.index[item.argument])
    return state


def _refused(match: Match, menu: Menu, places: Places, view: Mapping[str, Any]) -> str:
    """A unit or place that cannot be chosen here, preferably for a specific reason."""
    any_reason = ""
    offered = {item.argument for item in menu.items}
    verbs = {item.verb for item in menu.items}
    for verb, table in match.state.tables.items():
        if verb not in verbs:
            continue
        on_map = [p["id"] for p in view["pieces"] if p["at"] in places.titles] if table is match.game.unit_names else []
        some = [name for name in on_map or table.index if name not in offered]
        for name in some[:_TRIED]:
            refusal = match.explain(verb, name)
            typed = typed_name(Item(verb, name, 0, ()), menu)
            if refusal is not None and refusal.case not in match.decision.cases:
                return typed
            any_reason = any_reason or typed
    return any_reason


def _place(item: Item, menu: Menu, places: Places) -> str:
    at = menu.pieces[item.argument]["at"] if item.argument in menu.pieces else item.argument
    if at not in places.titles:
        at = next((p["at"] for p in menu.pieces.values() if p["at"] in places.titles), "")
    return str(places.short.get(at, at))
