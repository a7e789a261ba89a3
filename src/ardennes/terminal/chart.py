"""The map as text.

A hex is a cell of a line; every second line is shifted by half a cell. A cell shows the unit in the hex (`1ssG7`: label, letter of its
side, strength), or the terrain, and the number of the hex if it can be chosen. With room enough, lines between the rows show roads
and rivers. The overview shows the whole board in small cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from ardennes.board.base import Attributes, Board
from ardennes.board.hexes import HexBoard

Piece = Mapping[str, Any]
Spot = tuple[int, float]
"""Row from the north, and place in the row from the west."""

SIDE_STYLES = ("red", "cyan", "magenta", "blue")
_TERRAIN = {
    "clear": ".",
    "rough": "^",
    "light": ":",
    "heavy": "%",
    "woods": "%",
    "forest": "%",
    "mountain": "^",
    "city": "#",
}
_TOWN = "#"
_OVERVIEW_CELL = 3


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands on the board, and what the question is about."""

    sides: tuple[str, ...]
    pieces: Mapping[str, Sequence[Piece]] = field(default_factory=dict)
    """By place."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """A few letters for a place: markers, exits."""
    offered: frozenset[str] = frozenset()
    """Places that can be chosen, and those of units that can be chosen."""
    focus: frozenset[str] = frozenset()
    """Places of the units that move or fight now."""

    @property
    def interest(self) -> frozenset[str]:
        return self.offered | self.focus


def scene_of(view: Mapping[str, Any], sides: tuple[str, ...], board: Board | None) -> Scene:
    """The scene of a view."""
    places = frozenset(board.index) if board is not None else frozenset()
    by_place: dict[str, list[Piece]] = {}
    where: dict[str, str] = {}
    for piece in view["pieces"]:
        where[piece["id"]] = piece["at"]
        if piece["at"] in places:
            by_place.setdefault(piece["at"], []).append(piece)
    notes: dict[str, str] = {row["at"]: f"x{row['factor']}" for row in view.get("exits", ())}
    for place, what in view.get("places", {}).items():
        if what.get("control"):
            notes[place] = f"{letter_of(what['control'])}{' contested' if what.get('contested') else ''}"
    for marker in view.get("markers", ()):
        notes[marker["at"]] = f"{letter_of(marker.get('side', ''))}!{marker['kind']}"
    decision = view.get("decision") or {"choices": {}}
    named = [where.get(a, a) for some in decision["choices"].values() for a in some if isinstance(a, str)]
    about = view.get("focus", {})
    chosen = [*(where.get(u, "") for u in about.get("units", ())), *about.get("places", ())]
    return Scene(sides, by_place, notes, places & frozenset(named), places & frozenset(chosen))


def label_of(piece: Piece, most: int = 3) -> str:
    """A few letters for a unit: its id without what stands before the dash.

    >>> label_of({"id": "de-12ss"}), label_of({"id": "us-102cav"})
    ('12s', '102')
    """
    return str(piece["id"]).split("-", 1)[-1][:most]


def letter_of(side: str, supplied: bool = True) -> str:
    """The letter of a side, small for units out of supply."""
    return side[:1].upper() if supplied else side[:1].lower()


def terrain_mark(what: Attributes) -> str:
    kinds = what.get("terrain") or ("clear",)
    first = str(kinds if isinstance(kinds, str) else kinds[0])
    return _TERRAIN.get(first, first[:1])


def legend(board: Board, sides: tuple[str, ...]) -> list[str]:
    """What the signs on the map mean."""
    kinds = dict.fromkeys(t for p in board.places for t in (p.get("terrain") or ()))
    marks = ", ".join(f"{_TERRAIN.get(t, t[:1])} {t}" for t in kinds)
    return [
        f"12s{letter_of(sides[0])}7 is unit 12s, {sides[0]}, strength 7; a small letter: out of supply; 2x: two units.",
        "> can be chosen, * is chosen; a place with its number can be chosen, in the overview ().",
        f"{marks}, {_TOWN} town; - / \\ road, | ~ river, + bridge; x2 exit (factor 2); {letter_of(sides[0])}! marker of a side.",
    ]


# --- drawing -------------------------------------------------------------------------------------------------------------------------


class _Canvas:
    """Lines of characters with a style each."""

    def __init__(self, lines: int, width: int) -> None:
        self.width = width
        self.chars = [[" "] * width for _ in range(lines)]
        self.styles = [[""] * width for _ in range(lines)]

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        for i, char in enumerate(text, start=x):
            if 0 <= y < len(self.chars) and 0 <= i < self.width:
                self.chars[y][i] = char
                self.styles[y][i] = style

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


class HexChart:
    """Draws excerpts of a board of hexes."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        north = board.grid.rows_from == "north"
        self.spots: dict[str, Spot] = {
            name: (board.row_col[i][0] * (1 if north else -1), board.xy(i)[0]) for name, i in board.index.items()
        }
        self.top = min(y for y, _ in self.spots.values())
        self.bottom = max(y for y, _ in self.spots.values())
        self.west = min(x for _, x in self.spots.values())
        self.east = max(x for _, x in self.spots.values())
        self.cell = (max(map(len, board.index)) + 3) // 2 * 2  # even, so that half a cell is whole; one for the gap
        self.row_label, self.col_label = (_label(board.grid.number, what) for what in ("row", "col"))
        self.margin = 1 + max(len(self.row_label.format(row=board.row_col[i][0])) for i in board.index.values())

    def overview(self, scene: Scene, width: int) -> list[Text]:
        """The whole board in small cells."""
        rows = self.bottom - self.top + 1
        return self._draw(scene, width, (self.top, self.west), rows, _OVERVIEW_CELL, gap=0)

    def excerpt(self, scene: Scene, width: int, height: int, centre: str | None = None, around: str = "") -> list[Text]:
        """So many lines around what the scene is about. `around`: exactly there. `centre`: near it, if all cannot be seen."""
        most = self.bottom - self.top + 1
        height -= 2  # the numbers of the columns
        roomy, tight = min(most, (height + 1) // 2), min(most, height)
        across = (width - self.margin - self.cell + 1) / self.cell
        spots = [self.spots[name] for name in scene.interest]
        rows = roomy if around or not spots or self._fits(spots, roomy, across) else tight
        if around:
            y, x = self.spots[around]
            corner = self._clip(y - rows // 2, x - across / 2, rows, across)
        else:
            corner = self._window(scene, rows, across, centre)
        return self._draw(
            scene, width, corner, rows, self.cell, gap=1 if rows == roomy and rows * 2 - 1 <= height else 0
        )

    # --- which part --------------------------------------------------------------------------------------------------------------------

    def _clip(self, y: float, x: float, rows: int, across: float) -> Spot:
        row = max(self.top, min(int(y), self.bottom - rows + 1))
        return row, max(self.west, min(round(x * 2) / 2, self.east - across))

    def _window(self, scene: Scene, rows: int, across: float, centre: str | None) -> Spot:
        """The corner of the window that shows most of what matters; among equals the one with it in the middle."""
        focus = [self.spots[name] for name in scene.focus]
        offered = [self.spots[name] for name in scene.offered]
        if not self._fits(focus + offered, rows, across) and not focus and centre in self.spots:
            focus = [self.spots[centre]]  # stay where the last thing happened
        some = focus + offered if self._fits(focus + offered, rows, across) else focus or offered
        my, mx = _middle(some or list(self.spots.values()))
        best: tuple[float, float] | None = None
        found: Spot = (self.top, self.west)
        x0 = self.west
        while x0 <= max(self.west, self.east - across) + 0.49:
            for y0 in range(self.top, max(self.top, self.bottom - rows + 1) + 1):
                seen = 100 * _inside(focus, y0, x0, rows, across) + _inside(offered, y0, x0, rows, across)
                far = abs(y0 + (rows - 1) / 2 - my) + abs(x0 + across / 2 - mx)
                score = (seen, -far)
                if best is None or score > best:
                    best, found = score, (y0, x0)
            x0 += 0.5
        return found

    @staticmethod
    def _fits(spots: Sequence[Spot], rows: int, across: float) -> bool:
        if not spots:
            return False
        ys, xs = [y for y, _ in spots], [x for _, x in spots]
        return max(ys) - min(ys) < rows and max(xs) - min(xs) <= across

    # --- the picture -------------------------------------------------------------------------------------------------------------------

    def _draw(self, scene: Scene, width: int, corner: Spot, rows: int, cell: int, gap: int) -> list[Text]:
        y0, x0 = corner
        canvas = _Canvas(rows * (1 + gap) - gap + 2, width)
        for name, (y, x) in self.spots.items():
            line = 1 + (y - y0) * (1 + gap)
            at = self.margin + int((x - x0) * cell)
            if not (0 <= y - y0 < rows and x >= x0 and at + cell - 1 <= width):
                continue
            place = self.board.index[name]
            row, col = self.board.row_col[place]
            canvas.put(line, 0, self.row_label.format(row=row), "dim")
            if y - y0 < 2:
                head = 0 if y == y0 else len(canvas.chars) - 1
                label = self.col_label.format(col=col)
                canvas.put(head, at + max(0, cell - 1 - len(label)) // 2, label, "dim")
            if cell == _OVERVIEW_CELL:
                self._small_cell(canvas, line, at, name, scene)
                continue
            self._sides(canvas, line, at, place, gap, last=y - y0 == rows - 1)
            self._cell(canvas, line, at, name, scene)
        return canvas.lines()

    def _cell(self, canvas: _Canvas, line: int, at: int, name: str, scene: Scene) -> None:
        room = self.cell - 1
        what = self.board.places[self.board.index[name]]
        here = scene.pieces.get(name)
        sign = "*" if name in scene.focus else ">" if name in scene.offered and here else ""
        if here:
            canvas.put(line, at, _counter(here, room), _piece_style(here, scene, bool(sign)))
        elif name in scene.offered:
            mark = _TOWN if what.get("town") else terrain_mark(what)
            canvas.put(line, at, (mark + name)[: room + 1], "bold black on green")
        elif name in scene.focus:
            canvas.put(line, at, terrain_mark(what) + name, "bold")
        else:
            canvas.put(line, at, terrain_mark(what), "dim")
            canvas.put(line, at + 1, (scene.notes.get(name) or _town(what))[: room - 1], "yellow")
        if sign:
            canvas.put(line, at - 1, sign, "bold yellow")

    def _small_cell(self, canvas: _Canvas, line: int, at: int, name: str, scene: Scene) -> None:
        what = self.board.places[self.board.index[name]]
        here = scene.pieces.get(name)
        marked = name in scene.offered or name in scene.focus
        if here:
            total = sum(int(p.get("strength", 0)) for p in here)
            letter = letter_of(here[0]["side"], here[0].get("supplied", True))
            canvas.put(line, at, f"{letter}{total if total < 10 else '+'}", _piece_style(here, scene, marked))
        elif marked:
            canvas.put(line, at, "()", "bold green")
        else:
            canvas.put(line, at, terrain_mark(what) + (_TOWN if what.get("town") else ""), "dim")

    def _sides(self, canvas: _Canvas, line: int, at: int, place: int, gap: int, last: bool) -> None:
        """Roads and rivers to the west, and with a line between the rows to the south."""
        for direction, point in enumerate(self.board.compass):
            other = self.board.step(place, direction)
            what = self.board.sides.get((place, other), {}) if other >= 0 else {}
            road, river = bool(what.get("road")), bool(what.get("river"))
            if not (road or river):
                continue
            if point == "W":
                sign = "+" if road and river else "-" if road else "|"
                canvas.put(line, at - 1, sign, "blue" if river else "yellow")
            elif gap and not last and point in ("SW", "SE"):
                half = self.cell // 2
                start = at if point == "SW" else at + half
                if river:
                    canvas.put(line + 1, start, "~" * (half - 1), "blue")
                if road:
                    canvas.put(
                        line + 1, start if point == "SW" else start + half - 2, "/" if point == "SW" else "\\", "yellow"
                    )


def _town(what: Attributes) -> str:
    """The name of a town without dots and spaces: St. Vith must be told from St. Hubert by four letters."""
    return "".join(c for c in str(what.get("town", "")) if c.isalnum())


def _inside(spots: Iterable[Spot], y0: int, x0: float, rows: int, across: float) -> int:
    return sum(y0 <= y < y0 + rows and x0 <= x <= x0 + across for y, x in spots)


def _middle(spots: Sequence[Spot]) -> tuple[float, float]:
    ys, xs = [y for y, _ in spots], [x for _, x in spots]
    return (max(ys) + min(ys)) / 2, (max(xs) + min(xs)) / 2


def _label(number: str, what: str) -> str:
    """How a row or a column is written: the part of the hex number's format that is about it."""
    found = re.search("{" + what + "(:[^}]*)?}", number)
    return found.group(0) if found else "{" + what + "}"


def _counter(here: Sequence[Piece], room: int) -> str:
    """What is seen of the units in a place: label, letter of the side, strength."""
    total = str(sum(int(p.get("strength", 0)) for p in here))
    letter = letter_of(here[0]["side"], all(p.get("supplied", True) for p in here))
    space = room - 1 - len(total)
    label = label_of(here[0], space) if len(here) == 1 else f"{len(here)}x"
    return f"{label[:space]:>{space}}{letter}{total}"


def _piece_style(here: Sequence[Piece], scene: Scene, marked: bool) -> str:
    side = here[0]["side"]
    colour = SIDE_STYLES[scene.sides.index(side) % len(SIDE_STYLES)] if side in scene.sides else "white"
    done = {"moved", "attacked"} & set(here[0].get("status", ()))
    return f"bold reverse {colour}" if marked else f"dim {colour}" if done else f"bold {colour}"


# --- boards of areas ---------------------------------------------------------------------------------------------------------------------


def area_list(board: Board, scene: Scene, width: int, height: int) -> list[Text]:
    """Boards without hexes: the places that matter, one a line, with who is there."""
    names = sorted(scene.interest) or sorted(scene.pieces)
    out = []
    for name in names[: height - 1]:
        here = scene.pieces.get(name, ())
        units = ", ".join(f"{p['name']} ({letter_of(p['side'])}{p.get('strength', '')})" for p in here)
        sign = "*" if name in scene.focus else ">" if name in scene.offered else " "
        line = Text(f"{sign} {name} {terrain_mark(board.places[board.index[name]])} {units}")
        line.truncate(width)
        out.append(line)
    if len(names) >= height:
        out.append(Text(f"  ... {len(names) - height + 1} more"))
    return out
