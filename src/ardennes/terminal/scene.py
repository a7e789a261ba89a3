"""What is on the board and what the question is about: all that a map needs from a view. Also the signs used on maps."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from ardennes.board.base import Board
from ardennes.board.words import ground_codes

Piece = Mapping[str, Any]

SIDE_STYLES = ("red", "cyan", "magenta", "blue")
TOWN = "#"
_SIGNS = {
    "clear": ".",
    "rough": "^",
    "broken": "^",
    "light": ":",
    "woods": ":",
    "heavy": "%",
    "forest": "%",
    "mountain": "A",
    "town": TOWN,
    "city": "@",
    "impassable": "X",
    "edge": "=",
    "out": "_",
}
_SPARE = ';,"&$?!0123456789abcdefghijklmnopqrstuvwxyz'
"""For kinds of ground that have no sign of their own, or share theirs with another kind on the same board."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on the board, and what the question is about."""

    sides: tuple[str, ...]
    pieces: Mapping[str, Sequence[Piece]] = field(default_factory=dict)
    """By place."""
    places: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What the view says about places: who holds them, what they are worth."""
    markers: Mapping[str, str] = field(default_factory=dict)
    """By place, in a few words."""
    offered: frozenset[str] = frozenset()
    """Places that can be chosen, and those of units that can be chosen."""
    focus: frozenset[str] = frozenset()
    """Places of the units that move or fight now."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What may be typed for a place that can be chosen itself."""
    between: Mapping[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)
    """Markers between two places, such as bridges, both ways round."""

    @property
    def interest(self) -> frozenset[str]:
        return self.offered | self.focus

    def note(self, place: str) -> str:
        """A few letters on a place: a marker, what it is worth, who holds it."""
        if place in self.markers:
            return self.markers[place]
        what = self.places.get(place, {})
        holder = letter_of(what["control"]) if what.get("control") else ""
        return f"{what.get('value', '')}{holder}"


def scene_of(
    view: Mapping[str, Any],
    sides: tuple[str, ...],
    board: Board,
    numbers: Mapping[str, int] | None = None,
    inside: Collection[str] | None = None,
) -> Scene:
    """The scene of a view. `inside`: the places of the scenario, if these are not all."""
    places = frozenset(board.index if inside is None else inside)
    by_place: dict[str, list[Piece]] = {}
    where: dict[str, str] = {}
    for piece in view["pieces"]:
        where[piece["id"]] = piece["at"]
        if piece["at"] in places:
            by_place.setdefault(piece["at"], []).append(piece)
    shown = view.get("markers", ())
    markers: dict[str, str] = {}
    for m in shown:
        if not m.get("to"):
            first = markers.get(m["at"])
            markers[m["at"]] = f"{first}, {m['kind']}" if first else f"{letter_of(m.get('side') or '')}!{m['kind']}"
    between = {way: m for m in shown if m.get("to") for way in ((m["at"], m["to"]), (m["to"], m["at"]))}
    decision = view.get("decision") or {"choices": {}}
    named = [where.get(a, a) for some in decision["choices"].values() for a in some if isinstance(a, str)]
    about = view.get("focus", {})
    chosen = [*(where.get(u, "") for u in about.get("units", ())), *about.get("places", ())]
    return Scene(
        sides,
        by_place,
        view.get("places", {}),
        markers,
        places & frozenset(named),
        places & frozenset(chosen),
        numbers or {},
        between,
    )


# --- units -----------------------------------------------------------------------------------------------------------------------------


def strength_of(piece: Piece) -> int | None:
    """The strength of a unit; None if it has none, or if it is not known."""
    found = piece.get("strength")
    return found if isinstance(found, int) else None


def total_of(here: Sequence[Piece]) -> str:
    """The strength of units together; a question mark where one is not known."""
    known = [strength_of(piece) for piece in here]
    return str(sum(n for n in known if n is not None)) if None not in known else "?"


def letter_of(side: str, supplied: bool = True) -> str:
    """The letter of a side, lower-case for units out of supply."""
    return side[:1].upper() if supplied else side[:1].lower()


def label_of(piece: Piece, most: int = 3) -> str:
    """A few letters for a unit: its id without the part before the dash.

    >>> label_of({"id": "de-12ss"}), label_of({"id": "us-102cav"})
    ('12s', '102')
    """
    return str(piece["id"]).split("-", 1)[-1][:most]


def unit_words(piece: Piece) -> str:
    """A unit with its strength; `!` if it is out of supply.

    >>> unit_words({"name": "2 Pz", "strength": 5, "supplied": False})
    '2 Pz 5!'
    """
    strength = strength_of(piece)
    mark = "" if piece.get("supplied", True) else "!"
    return f"{piece['name']}{'' if strength is None else f' {strength}'}{mark}"


def side_style(side: str, sides: Sequence[str]) -> str:
    return SIDE_STYLES[sides.index(side) % len(SIDE_STYLES)] if side in sides else "white"


def by_side(here: Sequence[Piece], sides: Sequence[str]) -> dict[str, list[Piece]]:
    """Units by side, in the order of the game's sides."""
    known = [*sides, *(p["side"] for p in here if p["side"] not in sides)]
    found = {side: [p for p in here if p["side"] == side] for side in dict.fromkeys(known)}
    return {side: some for side, some in found.items() if some}


def force(some: Sequence[Piece]) -> str:
    """The letter and total strength of one side's units.

    >>> force([{"side": "german", "strength": 4}, {"side": "german", "strength": 3}])
    'G7'
    """
    return f"{letter_of(some[0]['side'], all(p.get('supplied', True) for p in some))}{total_of(some)}"


# --- signs -----------------------------------------------------------------------------------------------------------------------------


def signs_of(board: Board) -> dict[str, str]:
    """A sign for each kind of ground of a board, no two alike."""
    kinds = dict.fromkeys(code for place in board.index.values() for code in ground_codes(board.places[place]))
    out: dict[str, str] = {}
    for kind in kinds:
        sign = _SIGNS.get(kind, kind[:1].lower())
        spare = iter(_SPARE)
        while sign in out.values() or not sign:
            sign = next(spare)
        out[kind] = sign
    return out


def sign_at(board: Board, signs: Mapping[str, str], place: int) -> str:
    """The sign of a place's ground: of its first kind, if it has several."""
    codes = ground_codes(board.places[place])
    return signs[codes[0]] if codes else "."


def grounds(board: Board, signs: Mapping[str, str]) -> str:
    """What the signs of the ground mean."""
    names = {code: str(board.legend.get(code, {}).get("name", code)).lower() for code in signs}
    return ", ".join(f"{sign} {names[code]}" for code, sign in signs.items())


# --- drawing ---------------------------------------------------------------------------------------------------------------------------


class Canvas:
    """Lines of characters, each with a style."""

    def __init__(self, lines: int, width: int) -> None:
        self.width = width
        self.chars = [[" "] * width for _ in range(lines)]
        self.styles = [[""] * width for _ in range(lines)]

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        for i, char in enumerate(text, start=x):
            if 0 <= y < len(self.chars) and 0 <= i < self.width:
                self.chars[y][i] = char
                self.styles[y][i] = style

    def is_free(self, y: int, x: int, size: int) -> bool:
        """Are this many cells of a line still empty?"""
        return x >= 0 and x + size <= self.width and all(c == " " for c in self.chars[y][x : x + size])

    def lines(self) -> list[Text]:
        out = []
        for chars, styles in zip(self.chars, self.styles, strict=True):
            line = Text(end="\n")
            start = 0
            stop = len("".join(chars).rstrip())
            for i in range(1, stop + 1):
                if i == stop or styles[i] != styles[start]:
                    line.append("".join(chars[start:i]), styles[start] or None)
                    start = i
            out.append(line)
        return out
