"""A compiled board, with the queries its checks need: what is missing next to a hex, where two lines meet, what is connected."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from ardennes.board.bits import each
from ardennes.board.file import load_board
from ardennes.board.hexes import HexBoard, Window

T = TypeVar("T")
Corner = tuple[int, int]
Data = Mapping[str, Any]

_CLOSED = ("impassable", "out")
"""Looks of impassable ground."""
_OUTSIDE = ("out", "edge")
"""Looks of hexes that are printed but not part of the map proper: out of play, or a rim where reinforcements enter and roads end."""


class Net:
    """A compiled board with the queries the checks need."""

    def __init__(self, board: Data) -> None:
        self.board = load_board(json.dumps(board), str(board.get("title", "board")))
        self.hex = self.board if isinstance(self.board, HexBoard) else None
        self.places: dict[str, Data] = dict(board["places"])
        self.sides: dict[tuple[str, str], Data] = {(a, b): what for a, b, what in board.get("sides", [])}
        self.aliases: dict[str, str] = dict(board.get("aliases", {}))
        self.legend: Data = board.get("legend", {})
        self.looks: dict[str, str] = {code: str(what.get("look", code)) for code, what in self.legend.items()}
        names = self.board.names
        self.neighbours: dict[str, list[str]] = {
            name: sorted(names[j] for j in each(self.board.spread(1 << i, self.board.everywhere)))
            for name, i in self.board.index.items()
        }
        self.roads: dict[str, list[str]] = {}
        for (a, b), what in self.sides.items():
            if what.get("road"):
                self.roads.setdefault(a, []).append(b)
                self.roads.setdefault(b, []).append(a)

    def name(self, place: str) -> str:
        """The place under the name that the board uses (a hex where two maps overlap has two)."""
        return self.aliases.get(place, place)

    def side(self, a: str, b: str) -> Data:
        a, b = self.name(a), self.name(b)
        return self.sides.get((a, b)) or self.sides.get((b, a)) or {}

    def water(self, a: str, b: str) -> str:
        """The river or ford on a side, "" if there is none."""
        what = self.side(a, b)
        return str(what.get("river") or what.get("ford") or "")

    def is_closed(self, place: str) -> bool:
        """Whether a place is impassable."""
        return any(self.looks.get(code, code) in _CLOSED for code in self.places[place].get("terrain", ()))

    def is_out(self, place: str) -> bool:
        """Whether a place is printed but not in play."""
        return any(self.looks.get(code, code) in _OUTSIDE for code in self.places[place].get("terrain", ()))

    def in_play(self) -> list[str]:
        return [place for place in self.places if not self.is_out(place)]

    # --- hexes only ------------------------------------------------------------------------------------------------------------------

    def missing(self, place: str) -> set[str]:
        """The directions (NE, E, ...) in which there is no hex in play."""
        assert self.hex is not None
        i = self.hex.index[place]
        out = set()
        for direction, word in enumerate(self.hex.compass):
            j = self.hex.step(i, direction)
            if j < 0 or self.is_out(self.hex.names[j]) or not self._on_one_sheet(i, j):
                out.add(word)
        return out

    def _on_one_sheet(self, i: int, j: int) -> bool:
        """Whether two hexes are on the same sheet. Joined maps are also played separately, so a sheet's edge counts as an edge."""
        assert self.hex is not None
        here, there = self.hex.row_col[i], self.hex.row_col[j]
        return all(_inside(window, *here) <= _inside(window, *there) for window in self.hex.grid.windows)

    def on_edge(self, place: str, edge: str) -> bool:
        """Whether a hex is on an edge of the map."""
        gone = self.missing(place)
        letter = edge[0].upper()
        if edge in ("north", "south"):
            beside = {f"{letter}E", f"{letter}W"} & gone
            # In the inner corner of a map with a bite out of it, only one of the two is missing and the hex next to it exists.
            return len(beside) == 2 or any(word[1] not in gone for word in beside)
        other = "W" if letter == "E" else "E"
        return letter in gone or any(f"{n}{letter}" in gone and f"{n}{other}" not in gone for n in "NS")

    def corners(self, place: str) -> set[Corner]:
        """The six corners of a hex, as whole numbers: half columns and thirds of a row."""
        assert self.hex is not None
        row, col = self.hex.row_col[self.hex.index[place]]
        x, y = 2 * col + self.hex.grid.is_shifted(row), 3 * row
        return {(x, y - 2), (x, y + 2), (x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)}

    def ends(self, a: str, b: str) -> tuple[Corner, Corner]:
        """The two corners of a side."""
        first, second = sorted(self.corners(a) & self.corners(b))
        return first, second

    def inner_corners(self) -> set[Corner]:
        """Corners where three hexes in play meet; a line that ends elsewhere has reached the map edge."""
        count: dict[Corner, int] = {}
        for place in self.in_play():
            if not self.is_closed(place):
                for corner in self.corners(place):
                    count[corner] = count.get(corner, 0) + 1
        return {corner for corner, n in count.items() if n == 3}


def _inside(window: Window, row: int, col: int) -> bool:
    return 0 < row - window.row <= window.rows and 0 < col - window.col <= window.columns


# --- words and graphs ---------------------------------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    """A name without accents, capitals and punctuation, to compare spellings.

    >>> plain("St. Vith"), plain("Großlangenfeld")
    ('stvith', 'grosslangenfeld')
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isascii() and c.isalnum())


def words(value: Any) -> list[str]:
    """One word or a list of words, as a list."""
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else [str(value)]


def hexes(words: Iterable[str]) -> list[str]:
    """Places, with "0109-0112" expanded to the hexes from the first to the last in their row.

    >>> hexes(["0109-0111", "0742", "Trois-Ponts"])
    ['0109', '0110', '0111', '0742', 'Trois-Ponts']
    """
    out = []
    for word in words:
        match = re.fullmatch(r"([A-Z]?\d\d)(\d\d)-\1(\d\d)", word)
        if match:
            row, first, last = match[1], int(match[2]), int(match[3])
            out += [f"{row}{col:02}" for col in range(first, last + 1)]
        else:
            out.append(word)
    return out


def listed(entries: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Entries such as "0107" or {hex = "0107", why = "..."}."""
    for entry in entries:
        if isinstance(entry, Mapping):
            yield str(entry["hex"]), str(entry.get("why", ""))
        else:
            yield str(entry), ""


def pieces_of(nodes: Iterable[T], beside: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """The connected pieces of a graph."""
    seen: set[T] = set()
    for node in nodes:
        if node in seen:
            continue
        piece = [node]
        seen.add(node)
        for place in piece:
            for other in beside(place):
                if other not in seen:
                    seen.add(other)
                    piece.append(other)
        yield piece


def all_along(seeds: Iterable[str], beside: Callable[[str], Iterable[str]]) -> set[str]:
    """Everything that can be reached from the seeds."""
    seen = set(seeds)
    left = sorted(seen)
    while left:
        for other in beside(left.pop()):
            if other not in seen:
                seen.add(other)
                left.append(other)
    return seen
