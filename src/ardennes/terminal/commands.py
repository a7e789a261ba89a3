"""What can be typed besides answers: one function per command."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ardennes.core import plainfile
from ardennes.core.errors import BadInput
from ardennes.core.orders import order as checked_order
from ardennes.terminal.cards import all_about_cards, in_boxes
from ardennes.terminal.guesses import about
from ardennes.terminal.help import Example, after, example_of, help_lines
from ardennes.terminal.menu import unit_names
from ardennes.terminal.names import fold
from ardennes.terminal.odds import odds_lines
from ardennes.terminal.places import table_lines, unit_text
from ardennes.terminal.rules import case_lines, rule_lines
from ardennes.terminal.scene import Scene, by_side
from ardennes.terminal.screen import Screen, uninterrupted
from ardennes.terminal.wording import log_lines

if TYPE_CHECKING:
    from ardennes.terminal.session import Session


def help_(session: Session, _: str) -> None:
    """What can be typed, and what the signs mean."""
    match, places, view = session.match, session.table.places, session.view()
    example = Example() if match.result is not None else example_of(match, session.menu(), places, view)
    lines = help_lines(example, places, len(session.humans) <= 1, session.screen)
    lines += [Text("The map", "bold"), *map(Text, session.table.legend(session.table.scene(view)))]
    session.screen.page(lines)


def choices(session: Session, _: str) -> None:
    """All choices with their numbers."""
    _needs_question(session)
    menu = session.menu()
    session.screen.page(menu.every(session.screen, session.table.scene(session.view(), menu)))


def _needs_question(session: Session) -> None:
    if session.match.result is not None:
        raise BadInput("the game is over")


# --- rules -----------------------------------------------------------------------------------------------------------------------------


def why(session: Session, typed: str) -> None:
    """Why something cannot be chosen."""
    _needs_question(session)
    match, screen = session.match, session.screen
    menu = session.menu()
    if not typed:
        example = example_of(match, menu, session.table.places, session.view()).refused
        raise BadInput("why what?" + (f" For example: why {example}" if example else ""))
    found = menu.find(typed)
    reasons = [] if found else session.reasons(typed)
    ledger = match.game.ledger
    if found:
        cases = ", ".join(map(ledger.cite, match.decision.cases))
        screen.say(f"{menu.said(found[0])} can be chosen now ({cases}; 'rule CASE' shows it).")
    elif not reasons and any(hasattr(frame, f"on_{typed}") for frame in match.game.frame_types):
        raise BadInput(f"why what? Add a name: why {typed} NAME")
    elif not reasons:
        raise BadInput(f"'{typed}' is not something you can choose here")
    for refusal in reasons[:2]:
        screen.say(about(typed, f"{refusal.reason} ({ledger.cite(refusal.case)})"), "yellow")
        if refusal.case in ledger.cases:
            screen.show(case_lines(ledger, ledger.find(refusal.case), screen))


def rule(session: Session, number: str) -> None:
    """A case of the rules."""
    ledger = session.match.game.ledger
    if not number:
        decision = session.match.state.decision
        case = decision.cases[0] if decision is not None and decision.cases else ledger.sequence_case
        raise BadInput(f"which rule? For example: rule {ledger.names.get(case, case)}, rule supply, rule glossary")
    session.screen.page(rule_lines(ledger, number, session.screen))


def odds(session: Session, typed: str) -> None:
    """The odds of the pending fight, or of the one a choice would lead to."""
    _needs_question(session)
    now = preview = session.match.preview(session.viewer())
    if typed:
        found = session.menu().find(typed)
        if len(found) != 1:
            raise session.unclear(typed, found)
        state = after(session.match, found[0])
        preview = state.stack[-1].preview(state) if state.result is None else None
        if preview is None or preview == now:
            preview = session.match.fight(found[0].verb, found[0].argument, session.viewer()) or preview
    if preview is None:
        more = (
            f"'{typed}' does not lead to a fight"
            if typed
            else "no fight is about to be decided; 'odds X' shows the odds if you choose X"
        )
        raise BadInput(f"no odds to show: {more}")
    session.screen.page(odds_lines(preview, session.screen, session.match.game.ledger, note=True))


# --- map, places and units -------------------------------------------------------------------------------------------------------------


def map_(session: Session, typed: str) -> None:
    """The whole map, or the part around a place with all details about it."""
    screen, table = session.screen, session.table
    view = session.view()
    menu = session.menu() if session.match.result is None else None
    scene = table.scene(view, menu)
    if typed:
        place = _place(session, typed, view)
        table.look_at(place)
        told = [line for text in table.places.about(place, scene) for line in screen.wrap(text, rest="  ")]
        near = [] if table.places.are_hexes else _table(table.places.near(place, scene), screen, "  ")
        if table.places.are_hexes:
            marked = replace(scene, focus=frozenset({place}))
            screen.show(table.excerpt(marked, max(9, min(41, screen.height - 2 - len(told))), place))
        screen.page([*map(Text, told), *near])
    else:
        whole = table.whole(scene)
        screen.page([*whole, *(Text(line, "dim") for line in table.legend(scene))] if not screen.live else whole)


def _place(session: Session, typed: str, view: dict[str, Any]) -> str:
    """The place with this name, or where the unit with this name is."""
    places = session.table.places
    found = places.meant(typed)
    if len(found) == 1:
        return found[0]
    text = fold(typed)
    for piece in view["pieces"]:
        if piece["at"] in places.titles and text in unit_names(piece, places):
            return str(piece["at"])
    if found:
        raise BadInput(f"'{typed}' could be {', '.join(places.titles[name] for name in found[:6])}: please say which")
    raise BadInput(f"there is no {places.game.place_names.kind}, town or unit on the map called '{typed}'")


def list_(session: Session, typed: str) -> None:
    """The places from north to south: all named areas, or the hexes where there is something."""
    places = session.table.places
    scene = session.table.scene(session.view())
    out: list[Text] = []
    for sector, names in places.sectors().items():
        some = [name for name in names if not places.are_hexes or _is_worth_listing(session, name, scene)]
        rows = [
            ([places.short.get(name, ""), *places.row(name, scene)], "" if places.are_hexes else places.ways(name))
            for name in some
        ]
        rows = [(row, ways) for row, ways in rows if fold(typed) in fold(" ".join(row))]
        if rows:
            out.append(Text(sector, "bold"))
            for (fixed, last), (_, ways) in zip(table_lines([row for row, _ in rows]), rows, strict=True):
                out += map(Text, session.screen.wrap(last, f"  {fixed}"))
                out += [Text(line, "dim") for line in session.screen.wrap(ways, "      ")] if ways else []
    if not out:
        raise BadInput(f"no place matches '{typed}'")
    if not places.are_hexes:
        out.append(Text("The first letters of a name are enough. Neighbours: = by road, ~ across a river.", "dim"))
    session.screen.page(out)


def _is_worth_listing(session: Session, name: str, scene: Scene) -> bool:
    town = session.match.game.board.places[session.match.game.board.index[name]].get("town")
    return bool(town or name in scene.pieces or scene.note(name))


def units(session: Session, typed: str) -> None:
    """All units: those on the map, then those in each box, and when the others arrive."""
    places, view = session.table.places, session.view()
    boxes = {box["id"]: box["title"] for box in view.get("boxes", ())}
    out: list[Text] = []
    for where in (None, *boxes):
        here = [p for p in view["pieces"] if (p["at"] in places.titles if where is None else p["at"] == where)]
        for side, some in by_side(here, session.match.game.sides).items():
            rows = [[unit_text(p, side=False), places.titles.get(p["at"], "")] for p in some]
            whose = session.match.game.side_title(side)
            kept = [f"{text}, {at}" if at else text for text, at in rows if fold(typed) in fold(f"{whose} {text} {at}")]
            if kept:
                title = "On the map" if where is None else boxes[where]
                out.append(Text(f"{title}: {whose}", "bold"))
                out += [Text(line) for text in kept for line in session.screen.wrap(text, "  ", "    ")]
    coming = [row for row in view.get("calendar", ()) if fold(typed) in fold(row["text"])]
    if coming:
        out.append(Text("When they come", "bold"))
        out += [
            Text(line) for row in coming for line in session.screen.wrap(f"{row['date']}: {row['text']}", "  ", "    ")
        ]
    if not out:
        raise BadInput(f"no unit matches '{typed}'")
    session.screen.page(out)


def hand(session: Session, _: str) -> None:
    """The cards in hand, what lies on the table, and what is in the boxes."""
    game, view = session.match.game, session.view()
    told = [*all_about_cards(game, view), *in_boxes(game, view)]
    if not told:
        raise BadInput("there are no cards in this game, and nothing is in a box")
    session.screen.page([Text(line) for text in told for line in session.screen.wrap(text, rest="  ")])


def order(session: Session, typed: str) -> None:
    """Pass on reactions automatically."""
    game, side = session.match.game, session.viewer()
    if not game.reactions:
        raise BadInput("there are no reactions in this game")
    what, _, but = typed.partition("unless")
    words = what.replace(",", " ").split()
    if not words and not but:
        found = session.match.orders.get(side or "")
        names = ", ".join(found.windows) or "every reaction" if found else ""
        unless = f", unless it involves {', '.join(found.unless)}" if found and found.unless else ""
        session.screen.say(f"You pass on {names}{unless}." if found else "You are asked about every reaction.")
        first, title = next(iter(game.reactions.items()))
        session.screen.say(
            f"'order pass' passes on all reactions, 'order {first}' only on {title}; with 'unless X' at the end you are still asked"
            " if it involves X, a unit or a place. 'order off' ends it."
        )
        return
    if words == ["off"]:
        session.give_order(None)
        session.screen.say("You will be asked again.")
        return
    known = {fold(word): name for name, title in game.reactions.items() for word in (name, title)}
    windows = [known.get(fold(word), word) for word in words if word != "pass"]
    exceptions = [_named(session, word) for word in but.replace(",", " ").split()]
    session.give_order(checked_order(game, windows, exceptions))
    session.screen.say("You pass from now on as ordered; 'order off' ends it.")


def _named(session: Session, word: str) -> str:
    """The unit or place meant by a word."""
    for piece in session.view()["pieces"]:
        if fold(word) in (fold(piece["id"]), fold(piece["name"])):
            return str(piece["id"])
    found = session.table.places.meant(word)
    return found[0] if len(found) == 1 else word


def _table(rows: list[list[str]], screen: Screen, indent: str) -> list[Text]:
    return [Text(line) for fixed, last in table_lines(rows) for line in screen.wrap(last, indent + fixed)]


# --- the course of the game ------------------------------------------------------------------------------------------------------------


def log(session: Session, typed: str) -> None:
    """What has happened."""
    if typed and typed != "all" and not (typed.isdecimal() and len(typed) < 10):
        raise BadInput("log what? 'log' for the last events, 'log 100' for more, 'log all' for everything")
    events = session.match.told_since(-1, session.viewer())
    events = events if typed == "all" else events[-int(typed or 30) :] if typed != "0" else []
    session.screen.page(log_lines(session.match, events, session.marks, session.screen))


def undo(session: Session, _: str) -> None:
    """Take the last choice back."""
    session.undo()


# --- files -----------------------------------------------------------------------------------------------------------------------------


def _new_file(session: Session, typed: str, command: str) -> Path:
    if not typed:
        raise BadInput(f"{command} where? Name a file: {command} FILE")
    if not typed.isprintable():
        raise BadInput("this is not a file name")
    path = Path(typed).expanduser()
    if path.exists() and path.resolve() not in session.written:
        raise BadInput("this file already exists; choose another name", where=str(path))
    return path


def save(session: Session, typed: str) -> None:
    """Save the match to a file the player names."""
    if not typed and session.keeper.is_saved:
        session.screen.say_whole(f"The game is saved after every choice in {session.keeper.record}")
        return
    path = _new_file(session, typed, "save")
    with uninterrupted():
        session.keeper.move(path)
    session.written.add(path.resolve())
    session.screen.say_whole(f"From now on the game is saved after every choice in {path}")


def position(session: Session, typed: str) -> None:
    """Write the situation as a position."""
    path = _new_file(session, typed, "position")
    try:
        path.write_text(plainfile.dump(session.match.position()), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write: {error.strerror}", where=str(path)) from None
    session.written.add(path.resolve())
    session.screen.say_whole(f"Position written to {path}")
    session.screen.say_whole(f"'ardennes play --position {shlex.quote(str(path))}' starts from it.")


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "help": help_,
    "?": help_,
    "choices": choices,
    "why": why,
    "rule": rule,
    "odds": odds,
    "map": map_,
    "list": list_,
    "units": units,
    "hand": hand,
    "order": order,
    "log": log,
    "undo": undo,
    "save": save,
    "position": position,
}
