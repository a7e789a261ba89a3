"""What has happened, as a story: how an event is worded, and the chronicle a match keeps.

An event is a tuple of numbers while the game runs. It becomes text, in parts, when someone reads it, so that a page can link the units and
places it names.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from ardennes.core.decision import CHANCE
from ardennes.core.errors import BadInput, brief
from ardennes.core.names import each
from ardennes.core.record import Choice

if TYPE_CHECKING:
    from ardennes.core.game import Game

Told = tuple[Any, ...]
"""An event: its kind, and what fills the gaps of its sentence."""
Part = dict[str, Any]
"""A piece of a sentence: its text `t`, and the unit, place, die or thing (`THINGS`) that it names."""
Words = Mapping[Any, str]
"""The text for each value of a kind of gap that only this game has; "else", in which {} stands for the value, is for all others."""
GAPS = ("unit", "units", "place", "side", "signed", "die", "day", "text")
"""The kinds of gaps that every game has. (`day`: a turn, told as its date.)"""
THINGS = ("card", "chit", "formation", "box")
"""The kinds of things a part of a sentence names besides units and places, for a page that shows them."""
BEGIN = ""
"""The kind of event that only says that a phase begins."""


@dataclass(frozen=True, slots=True)
class Event:
    """How an event is worded: a template with numbered gaps, and the kind of each gap.

    Kinds of gaps: `GAPS`, a kind of `Game.tables` (`card`, `chit`), one of `Game.words`, or one that only `Game.fill` knows. A template
    that does not fit its gaps is an error at once, not when the event is first told.
    """

    text: str
    gaps: tuple[str, ...] = ()
    case: str = ""
    combat: bool = False
    """Is it part of a fight?"""
    moves: tuple[int, int, int] | None = None
    """The gaps for a unit, where it came from and where it went, if the event is a move."""
    roll: tuple[str, str] | None = None
    """Title and text of the die that was rolled, as templates with the same gaps; the die is the gap of kind `die`."""
    handful: tuple[str, str, int, int] | None = None
    """If a handful of dice was rolled: its title and its text, as templates with the same gaps, then the numbers of two gaps: how many dice
    there were, and how many of them hit."""
    draw: tuple[str, str, str] | tuple[str, str, str, str, str] | None = None
    """If a chit was drawn: whose draw it is and what it means, as templates with the same gaps, and for whom it counts ("for" the side that
    draws, "against" it, "neither"); the chit is the gap of kind `chit`. Two more templates are optional: what is read off the chit (such as
    "D1"; otherwise its title), and the sum of the draw so far. The draws in a row of events with `combat` are shown together."""
    to: str = "all"
    """Who may know of it: "all", or only the "owner" (the side in its gap `side`), or only the "others"."""
    nobody: bool = False
    """True if neither side did it (the weather, the end of a turn)."""

    def __post_init__(self) -> None:
        for template in (self.text, *(self.roll or ()), *(self.handful or ())[:2], *(self.draw or ())):
            try:
                named = [gap for _, gap, _, _ in Formatter().parse(template) if gap is not None]
            except ValueError as error:
                raise BadInput(f"{brief(template)}: {error}") from None
            for gap in named:
                if not gap.isdigit() or int(gap) >= len(self.gaps):
                    raise BadInput(f"{brief(template)}: there is no gap {{{gap}}}")
        for number in (self.handful or ())[2:]:
            if number not in range(len(self.gaps)):
                raise BadInput(f"{brief(self.text)}: there is no gap {brief(number)} for a handful of dice")
        needed = {"die": self.roll is not None, "chit": self.draw is not None, "side": self.to != "all"}
        for gap, needs in needed.items():
            if needs and gap not in self.gaps:
                raise BadInput(f"{brief(self.text)}: needs a gap of kind {gap}")


SPOKEN = {
    "resign": Event("The {0} player resigns.", ("side",)),
    "offer-draw": Event("The {0} player offers a draw.", ("side",)),
    "accept-draw": Event("The {0} player accepts the draw.", ("side",)),
    "decline-draw": Event("The {0} player declines the draw.", ("side",)),
}
"""How every game tells what players say across the table (see `talk`)."""


def line_of(game: Game, kind: str) -> Event:
    """How an event is worded."""
    found = game.events.get(kind)
    return SPOKEN[kind] if found is None else found


class Sentence(NamedTuple):
    """An event in words, and when it happened."""

    choice: int
    """The number of the choice that caused it."""
    turn: int
    phase: str
    text: str


@dataclass(slots=True)
class Chronicle:
    """A match's events in order, and where phases began."""

    told: list[tuple[int, Told]] = field(default_factory=list)
    """Each event with the number of the choice that caused it."""
    phases: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Each phase that began: the number of events and choices before it, its turn and its name."""

    seen: dict[str | None, list[int]] = field(default_factory=dict)
    """Which events each side may know, up to where it was last asked."""
    looked: dict[str | None, int] = field(default_factory=dict)
    """How far that has got."""

    def note(self, count: int, events: Sequence[Told]) -> None:
        """Add what a state has reported since the last choice."""
        for event in events:
            if event[0]:
                self.told.append((count, event))
            else:
                self.phases.append((len(self.told), count, event[1], event[2]))

    def cut(self, told: int, phases: int) -> Chronicle:
        """A copy of its beginning."""
        return Chronicle(self.told[:told], self.phases[:phases])

    def visible(self, game: Game, side: str | None) -> list[int]:
        """The events that a side (None: a spectator) may know. Cached, because this is asked after every choice."""
        found = self.seen.setdefault(side, [])
        told = self.told
        first = self.looked.get(side, 0)
        found += [i for i in range(first, len(told)) if not game.hides_event(told[i][1], side)]
        self.looked[side] = len(told)
        return found

    def in_phases(self, indices: Sequence[int]) -> Iterator[tuple[int, Told, int, str, int]]:
        """Some events in order: number of choices and event, then its phase's turn and name and the number of choices when it began."""
        phases = self.phases
        at = max(0, bisect_right(phases, indices[0], key=itemgetter(0)) - 1) if indices else 0
        turn, phase, began = 0, "", 0
        for index in indices:
            while at < len(phases) and phases[at][0] <= index:
                _, began, turn, phase = phases[at]
                at += 1
            count, event = self.told[index]
            yield count, event, turn, phase, began


# --- sentences -----------------------------------------------------------------------------------------------------------------------


def parts_of(game: Game, template: str, gaps: Sequence[str], what: Sequence[Any]) -> list[Part]:
    """A sentence in parts; the first letter is a capital."""
    out: list[Part] = []
    for text, gap, _, _ in Formatter().parse(template):
        if text:
            out.append({"t": text})
        if gap:
            number = int(gap)
            out += game.fill(gaps[number], what[number])
    joined: list[Part] = []
    for part in out:
        if joined and len(part) == 1 and len(joined[-1]) == 1:  # plain text is merged
            joined[-1] = {"t": joined[-1]["t"] + part["t"]}
        else:
            joined.append(part)
    if joined:
        joined[0] = joined[0] | {"t": joined[0]["t"][:1].upper() + joined[0]["t"][1:]}
    return joined


def sentence(game: Game, event: Told) -> str:
    """One event as plain text, with short unit names."""
    kind, *what = event
    line = line_of(game, kind)
    text = "".join(
        before + (_short(game, line.gaps[int(gap)], what[int(gap)]) if gap else "")
        for before, gap, _, _ in Formatter().parse(line.text)
    )
    return text[:1].upper() + text[1:]


def _short(game: Game, gap: str, x: Any) -> str:
    if gap == "unit":
        return game.unit_title(x)
    if gap == "units":
        return listed([game.unit_title(u) for u in each(x)])
    if gap == "place":
        return game.place_title(x)
    index = game.unit_names.index
    return "".join(game.unit_title(index[part["unit"]]) if "unit" in part else part["t"] for part in game.fill(gap, x))


def word_for(words: Words, value: Any) -> str:
    """The text for a value.

    >>> word_for({1: "one hit", "else": "{} hits"}, 3)
    '3 hits'
    """
    found = words.get(value, words.get("else"))
    if found is None:
        raise BadInput(f"there is no word for {brief(value)} among {dict(words)}")
    return found.replace("{}", str(value))


def listed(names: Sequence[str], word: str = "and") -> str:
    """Names in a sentence.

    >>> listed(["2 Pz", "26 VG", "Pz Lehr"]), listed(["1005", "1006"], "or"), listed([])
    ('2 Pz, 26 VG and Pz Lehr', '1005 or 1006', 'nobody')
    """
    if not names:
        return "nobody"
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))


# --- the story of a side -------------------------------------------------------------------------------------------------------------


def told_to(
    game: Game, chronicle: Chronicle, choices: Sequence[Choice], side: str | None, start: int = 0
) -> list[dict[str, Any]]:
    """The events that a side (None: a spectator) may know, from number `start` on, as plain data."""
    first = max(0, start)
    some = chronicle.visible(game, side)[first:]
    return [
        _line(game, number, event, turn, phase, _chooser(choices, count))
        for number, (count, event, turn, phase, _) in enumerate(chronicle.in_phases(some), start=first)
    ]


def _line(game: Game, number: int, event: Told, turn: int, phase: str, chooser: str | None) -> dict[str, Any]:
    kind, *what = event
    line = line_of(game, kind)
    parts = parts_of(game, line.text, line.gaps, what)
    out = {
        "n": number,
        "turn": turn,
        "date": game.day_of(turn),
        "phase": phase,
        "phase_title": game.phase_title(phase),
        "side": _doer(game, line, what, chooser),
        "kind": kind,
        "case": line.case,
        "parts": parts,
        "units": [p["unit"] for p in parts if "unit" in p],
        "places": [p["place"] for p in parts if "place" in p],
        "roll": _roll(game, line, what),
        "draw": _draw(game, line, what),
        "combat": line.combat,
        "moves": [move] if (move := move_of(game, event)) else [],
    }
    if line.handful is not None:
        out["handful"] = _handful(game, line, what)
    return out


def _doer(game: Game, line: Event, what: Sequence[Any], chooser: str | None) -> str | None:
    if line.nobody:
        return None
    own = next((x for gap, x in zip(line.gaps, what, strict=True) if gap == "side"), None)
    return chooser if own is None else game.sides[own]


def _chooser(choices: Sequence[Choice], count: int) -> str | None:
    """The side whose choice led to an event: dice follow from the choice before them."""
    while count > 0 and choices[count - 1][0] == CHANCE:
        count -= 1
    return choices[count - 1][0] if count > 0 else None


def _first_side(choices: Sequence[Choice], count: int) -> str | None:
    """The side that made the first choice after this many."""
    return next((by for by, _, _ in islice(choices, count, None) if by != CHANCE), None)


def _roll(game: Game, line: Event, what: Sequence[Any]) -> dict[str, Any] | None:
    if line.roll is None:
        return None
    title, text = ("".join(p["t"] for p in parts_of(game, t, line.gaps, what)) for t in line.roll)
    return {"die": what[line.gaps.index("die")], "title": title, "text": text}


def _handful(game: Game, line: Event, what: Sequence[Any]) -> dict[str, Any]:
    assert line.handful is not None
    title, text = ("".join(p["t"] for p in parts_of(game, t, line.gaps, what)) for t in line.handful[:2])
    dice, hits = (what[gap] for gap in line.handful[2:])
    return {"title": title, "text": text, "dice": dice, "hits": hits}


def _draw(game: Game, line: Event, what: Sequence[Any]) -> dict[str, Any] | None:
    if line.draw is None:
        return None
    title, text, face, total = (
        "".join(p["t"] for p in parts_of(game, t, line.gaps, what))
        for t in (*line.draw[:2], *(line.draw[3:] or ("", "")))
    )
    chit = game.tables["chit"].names[what[line.gaps.index("chit")]]
    return {"chit": chit, "title": title, "text": text, "kind": line.draw[2], "face": face, "total": total}


def move_of(game: Game, event: Told) -> dict[str, str] | None:
    """Unit, start and end of an event that is a move."""
    where = line_of(game, event[0]).moves
    if where is None:
        return None
    unit, start, end = (event[1 + gap] for gap in where)
    return {"unit": game.unit_names.names[unit], "from": game.place_name(start), "to": game.place_name(end)}


def event_counts(game: Game, chronicle: Chronicle, side: str | None) -> list[int]:
    """For each event that the side may know, after how many choices it happened."""
    return [chronicle.told[i][0] for i in chronicle.visible(game, side)]


def last_moves(
    game: Game, chronicle: Chronicle, choices: Sequence[Choice], side: str | None
) -> list[tuple[str, str, str]]:
    """Moves in the other sides' last turn: unit, start, end.

    A phase belongs to the side that made its first choice. Phases without moves do not count; going back, the side's own latest
    ones are skipped, and everything up to its previous ones is taken.
    """
    phases: list[tuple[str | None, list[dict[str, str]]]] = []
    known = -1
    for _, event, _, _, began in chronicle.in_phases(chronicle.visible(game, side)):
        move = move_of(game, event)
        if move is None:
            continue
        if began != known:
            phases.append((_first_side(choices, began), []))
            known = began
        phases[-1][1].append(move)
    while phases and side is not None and phases[-1][0] == side:
        phases.pop()
    whose = phases[-1][0] if phases else None
    found: dict[str, tuple[str, str]] = {}
    taken: list[list[dict[str, str]]] = []
    for owner, moves in reversed(phases):
        if owner == side or (side is None and owner != whose):
            break
        taken.append(moves)
    for moves in reversed(taken):
        for move in moves:
            start = found[move["unit"]][0] if move["unit"] in found else move["from"]
            found[move["unit"]] = (start, move["to"])
    return [(unit, start, end) for unit, (start, end) in found.items() if start != end]
