"""The map of a board of hexes as text.

Each hex is one cell of a line; every second line is shifted by half a cell. A cell shows the unit in the hex (`1ssG7`: label, letter of its
side, strength), or the terrain, and the number of the hex if it can be chosen. If there is space, lines between the rows show roads
and rivers. The overview shows the whole board in small cells, in several parts if it is wider than the screen.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from rich.text import Text

from ardennes.board.base import Attributes
from ardennes.board.hexes import Grid, HexBoard
from ardennes.terminal.scene import (
    TOWN,
    Canvas,
    Piece,
    Scene,
    grounds,
    label_of,
    letter_of,
    side_style,
    sign_at,
    signs_of,
    total_of,
)

Spot = tuple[int, float]
"""Row from the north, and place in the row from the west."""
BRIDGE, BLOWN = "+", "x"
_OVERVIEW_CELL = 3
_CANDIDATES = 80
"""How many parts of the map are compared to find the best one to show."""


class HexChart:
    """Draws parts of a hex board."""

    least = 9

    def __init__(self, board: HexBoard, places: Collection[str] | None = None) -> None:
        """`places`: the part of the board to draw, if not all of it."""
        self.board = board
        self.signs = signs_of(board)
        north = board.grid.rows_from == "north"
        self.spots: dict[str, Spot] = {
            name: (board.row_col[i][0] * (1 if north else -1), board.xy(i)[0])
            for name, i in board.index.items()
            if places is None or name in places
        }
        self.top = min(y for y, _ in self.spots.values())
        self.bottom = max(y for y, _ in self.spots.values())
        self.west = min(x for _, x in self.spots.values())
        self.east = max(x for _, x in self.spots.values())
        self.cell = (max(map(len, board.index)) + 3) // 2 * 2  # even, so that half a cell is whole; one for the gap
        self.labels = {name: _labels(board.grid, *board.row_col[i]) for name, i in board.index.items()}
        self.margin = 1 + max(len(row) for row, _ in self.labels.values())

    def whole(self, scene: Scene, width: int) -> list[Text]:
        """The whole board in small cells; the parts of a board too wide for the screen go one below the other."""
        rows = self.bottom - self.top + 1
        across = (width - self.margin - _OVERVIEW_CELL + 1) / _OVERVIEW_CELL
        parts = max(1, math.ceil((self.east - self.west) / across))
        step = math.ceil((self.east - self.west + 1) / parts)
        out: list[Text] = []
        for part in range(parts):
            west = self.west + part * step
            if parts > 1:
                out.append(Text(f"Part {part + 1} of {parts}, from the west", "bold"))
            out += self._draw(scene, width, (self.top, west), rows, _OVERVIEW_CELL, gap=0, east=west + step)
        return out

    def excerpt(self, scene: Scene, width: int, height: int, centre: str | None = None, around: str = "") -> list[Text]:
        """A map of this many lines around what the scene is about. `around`: exactly there. `centre`: near it, if not everything fits."""
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

    def legend(self, scene: Scene) -> list[str]:
        """What the signs on the map mean."""
        name, one = next(((name, here[0]) for name, here in scene.pieces.items() if len(here) == 1), ("", None))
        out = []
        if one is not None:
            whose = str(one["side"]).capitalize()
            out.append(
                f"{_counter([one], self.cell - 1).strip()} at {name} is {one['name']}, {whose}, strength {total_of([one])}; "
                "a lower-case letter for the side: out of supply; 2x: two units."
            )
        out.append("> can be chosen, * is chosen; so can a hex that shows its number, or () in the overview.")
        town = "" if TOWN in self.signs.values() else f", {TOWN} town"
        blown = f", {BLOWN} blown" if scene.between else ""
        out.append(
            f"{grounds(self.board, self.signs)}{town}; - / \\ road, | ~ river, {BRIDGE} bridge{blown}; ! marker; "
            "a figure on a hex: its worth ('map HEX' explains)."
        )
        return out

    # --- which part --------------------------------------------------------------------------------------------------------------------

    def _clip(self, y: float, x: float, rows: int, across: float) -> Spot:
        row = max(self.top, min(int(y), self.bottom - rows + 1))
        east = math.ceil((self.east - across) * 2) / 2  # by halves of a hex, so that columns keep their distance
        return row, max(self.west, min(round(x * 2) / 2, east))

    def _window(self, scene: Scene, rows: int, across: float, centre: str | None) -> Spot:
        """The corner of the window that shows most of what matters, as near the middle as possible."""
        focus = [self.spots[name] for name in sorted(scene.focus)]
        offered = [self.spots[name] for name in sorted(scene.offered)]
        fits = self._fits(focus + offered, rows, across)
        if not fits and not focus and centre in self.spots:
            focus = [self.spots[centre]]  # stay where the last thing happened
        some = focus + offered if fits else focus or offered
        units = [self.spots[name] for name in sorted(scene.pieces)]
        my, mx = middle(some or units or list(self.spots.values()))
        every = (focus + offered)[:: max(1, (len(focus) + len(offered)) // _CANDIDATES)]
        candidates = [self._clip(my - (rows - 1) / 2, mx - across / 2, rows, across)]
        for y, x in [] if fits else every:
            candidates += [
                self._clip(y - rows * a, x - across * b, rows, across) for a in (0.1, 0.5) for b in (0.1, 0.5)
            ]

        def worth(corner: Spot) -> tuple[float, float]:
            y0, x0 = corner
            seen = 100 * _inside(focus, y0, x0, rows, across) + _inside(offered, y0, x0, rows, across)
            return seen, -abs(y0 + (rows - 1) / 2 - my) - abs(x0 + across / 2 - mx)

        return max(candidates, key=worth)

    @staticmethod
    def _fits(spots: Sequence[Spot], rows: int, across: float) -> bool:
        if not spots:
            return False
        ys, xs = [y for y, _ in spots], [x for _, x in spots]
        return max(ys) - min(ys) < rows and max(xs) - min(xs) <= across

    # --- the picture -------------------------------------------------------------------------------------------------------------------

    def _draw(
        self, scene: Scene, width: int, corner: Spot, rows: int, cell: int, gap: int, east: float = math.inf
    ) -> list[Text]:
        """The part of the map from a north-west corner to the edge of the screen, or to `east` if that is nearer."""
        y0, x0 = corner
        canvas = Canvas(rows * (1 + gap) - gap + 2, width)
        seen: list[tuple[float, str, int, int]] = []
        for name, (y, x) in self.spots.items():
            at = self.margin + int((x - x0) * cell)
            if 0 <= y - y0 < rows and x0 <= x < east and at + cell - 1 <= width:
                seen.append((x, name, y - y0, at))
        for _, name, row, at in sorted(seen, reverse=True):  # from the east, so that the westernmost hex names its row
            line = 1 + row * (1 + gap)
            row_label, col_label = self.labels[name]
            canvas.put(line, 0, row_label, "dim")
            if row < 2:
                head = 0 if row == 0 else len(canvas.chars) - 1
                canvas.put(head, at + max(0, cell - 1 - len(col_label)) // 2, col_label, "dim")
            if cell == _OVERVIEW_CELL:
                self._small_cell(canvas, line, at, name, scene)
                continue
            self._sides(canvas, line, at, name, scene, gap, last=row == rows - 1)
            self._cell(canvas, line, at, name, scene)
        return canvas.lines()

    def _sign(self, name: str) -> str:
        return sign_at(self.board, self.signs, self.board.index[name])

    def _cell(self, canvas: Canvas, line: int, at: int, name: str, scene: Scene) -> None:
        room = self.cell - 1
        what = self.board.places[self.board.index[name]]
        here = scene.pieces.get(name)
        sign = "*" if name in scene.focus else ">" if name in scene.offered and here else ""
        if here:
            canvas.put(line, at, _counter(here, room), _piece_style(here, scene, bool(sign)))
        elif name in scene.offered:
            canvas.put(
                line, at, ((TOWN if what.get("town") else self._sign(name)) + name)[: room + 1], "bold black on green"
            )
        elif name in scene.focus:
            canvas.put(line, at, self._sign(name) + name, "bold")
        else:
            canvas.put(line, at, self._sign(name), "dim")
            canvas.put(line, at + 1, (scene.note(name) or _town(what))[: room - 1], "yellow")
        if sign:
            canvas.put(line, at - 1, sign, "bold yellow")

    def _small_cell(self, canvas: Canvas, line: int, at: int, name: str, scene: Scene) -> None:
        what = self.board.places[self.board.index[name]]
        here = scene.pieces.get(name)
        marked = name in scene.offered or name in scene.focus
        if here:
            total = total_of(here)
            letter = letter_of(here[0]["side"], here[0].get("supplied", True))
            canvas.put(line, at, f"{letter}{total if len(total) == 1 else '+'}", _piece_style(here, scene, marked))
        elif marked:
            canvas.put(line, at, "()", "bold green")
        else:
            canvas.put(line, at, self._sign(name) + (TOWN if what.get("town") else ""), "dim")

    def _sides(self, canvas: Canvas, line: int, at: int, name: str, scene: Scene, gap: int, last: bool) -> None:
        """Roads and rivers to the west, and with a line between the rows to the south; bridges with their state, if that can change."""
        place = self.board.index[name]
        for direction, point in enumerate(self.board.compass):
            other = self.board.step(place, direction)
            what = self.board.sides.get((place, other), {}) if other >= 0 else {}
            road, river = bool(what.get("road")), bool(what.get("river"))
            if not (road or river) or self.board.names[other] not in self.spots:
                continue
            bridge = scene.between.get((name, self.board.names[other]))
            sign = "" if bridge is None else BLOWN if str(bridge.get("sign", "")).startswith("blown") else BRIDGE
            style = "bold red" if sign == BLOWN else "blue" if river else "yellow"
            if point == "W":
                canvas.put(line, at - 1, sign or (BRIDGE if road and river else "-" if road else "|"), style)
            elif gap and not last and point in ("SW", "SE"):
                half = self.cell // 2
                start = at if point == "SW" else at + half
                if river:
                    canvas.put(line + 1, start, "~" * (half - 1), "blue")
                if road or sign:
                    usual = "/" if point == "SW" else "\\"
                    drawn = sign if sign and river else usual
                    canvas.put(
                        line + 1, start if point == "SW" else start + half - 2, drawn, style if sign else "yellow"
                    )


def _town(what: Attributes) -> str:
    """The name of a town without dots and spaces: four letters must tell St. Vith from St. Hubert."""
    return "".join(c for c in str(what.get("town", "")) if c.isalnum())


def _inside(spots: Iterable[Spot], y0: int, x0: float, rows: int, across: float) -> int:
    return sum(y0 <= y < y0 + rows and x0 <= x <= x0 + across for y, x in spots)


def middle(spots: Sequence[Spot]) -> tuple[float, float]:
    ys, xs = [y for y, _ in spots], [x for _, x in spots]
    return (max(ys) + min(ys)) / 2, (max(xs) + min(xs)) / 2


def _labels(grid: Grid, row: int, col: int) -> tuple[str, str]:
    """How the row and the column of a hex are written in its name; on a board of several sheets with the letter of its sheet.

    >>> _labels(Grid(19, 25, "even", "east", "north", 1, "{row:02}{col:02}"), 4, 7)
    ('04', '07')
    """
    for sheet in grid.windows:
        r, c = row - sheet.row, col - sheet.col
        if 0 <= r - grid.first < sheet.rows and 0 <= c - grid.first < sheet.columns:
            return f"{sheet.map}{r:02}", f"{c:02}"
    return f"{row:02}", f"{col:02}"


def _counter(here: Sequence[Piece], room: int) -> str:
    """How the units in a place are shown: label, side letter, strength."""
    total = total_of(here)
    letter = letter_of(here[0]["side"], all(p.get("supplied", True) for p in here))
    space = room - 1 - len(total)
    label = label_of(here[0], space) if len(here) == 1 else f"{len(here)}x"
    return f"{label[:space]:>{space}}{letter}{total}"


def _piece_style(here: Sequence[Piece], scene: Scene, marked: bool) -> str:
    colour = side_style(here[0]["side"], scene.sides)
    return f"bold reverse {colour}" if marked else f"dim {colour}" if here[0].get("done") else f"bold {colour}"
