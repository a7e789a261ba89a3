"""Where a board's places are in its drawing: the centre and outline of each, and how latitude and longitude map to it.

A hex is 100 units wide and points up. Every hex centre and corner is on one integer lattice (half a hex wide, half a
side high), so that hexes meet in exactly the same corners. The shapes of areas are part of their board file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ardennes.board.file import read_grid

Point = tuple[float, float]
Key = tuple[int, int]
"""A point on the lattice."""
Fit = tuple[tuple[float, float, float], tuple[float, float, float]]

WIDTH = 100.0
RADIUS = WIDTH / math.sqrt(3)
STEPS: tuple[Key, ...] = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
"""From a hex to its neighbours: east, then clockwise."""
CORNERS: tuple[Key, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
MARGIN = 0.01
"""A map's ground extends this far beyond its hexes, so that the pieces it is made of overlap."""


class Drawing:
    """Where a board's places are drawn, from the plain data in its file."""

    width: float
    height: float

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.places: dict[str, dict[str, Any]] = board["places"]

    def centre_of(self, name: str) -> Point:
        raise NotImplementedError

    def outline(self, name: str) -> list[Point]:
        raise NotImplementedError

    @property
    def has_geography(self) -> bool:
        raise NotImplementedError

    def from_degrees(self, lat: float, lon: float) -> Point:
        """Where a point on the earth is in the drawing (only if the board has geography)."""
        raise NotImplementedError


class HexDrawing(Drawing):
    """Centres and corners of a hex board."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        super().__init__(board)
        self.grid = read_grid(board["grid"], "board")
        grid = self.grid
        self.east = 1 if grid.columns_from == "west" else -1
        """+1 if column numbers increase to the east."""
        self.south = 1 if grid.rows_from == "north" else -1
        self.row_col: dict[str, Key] = {}
        self.key: dict[str, Key] = {}
        for row in range(grid.first, grid.first + grid.rows):
            for col in range(grid.first, grid.first + grid.columns):
                name = grid.name(row, col)
                if name in self.places:
                    self.row_col[name] = (row, col)
                    self.key[name] = (self.east * (2 * col + grid.is_shifted(row)), self.south * 3 * row)
        self.at = {key: name for name, key in self.key.items()}
        self._x0, self._y0 = 0.0, 0.0
        boxes = self.row_boxes()
        self._x0, self._y0 = min(b[0] for b in boxes) - MARGIN, min(b[1] for b in boxes) - MARGIN
        self.width = max(b[2] for b in boxes) + MARGIN - self._x0
        self.height = max(b[3] for b in boxes) + MARGIN - self._y0
        self._fit = _given_fit(board)

    def xy(self, key: Key) -> Point:
        """A lattice point in board units."""
        return (key[0] * WIDTH / 2 - self._x0, key[1] * RADIUS / 2 - self._y0)

    def row_boxes(self) -> list[tuple[float, float, float, float]]:
        """The stretches of hexes in each row as rectangles (left, top, right, bottom): every row extends as if it were both shifted
        and not, so that the map edges are straight."""
        rows: dict[int, list[int]] = {}
        for row, col in self.row_col.values():
            rows.setdefault(row, []).append(col)
        out = []
        for row, cols in sorted(rows.items()):
            y = self.xy((0, self.south * 3 * row))[1]
            for first, last in _runs(sorted(cols)):
                a = self.xy((self.east * (2 * first - 1), 0))[0]
                b = self.xy((self.east * (2 * last + 2), 0))[0]
                out.append((min(a, b), y - RADIUS, max(a, b), y + RADIUS))
        return out

    def centre_of(self, name: str) -> Point:
        return self.xy(self.key[name])

    def outline(self, name: str) -> list[Point]:
        return self.corners(name)

    def corners(self, name: str) -> list[Point]:
        return [self.xy(key) for key in self.corner_keys(name)]

    def corner_keys(self, name: str) -> list[Key]:
        x, y = self.key[name]
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    def neighbours(self, name: str) -> list[str]:
        return [other for other in self.around(name) if other is not None]

    def around(self, name: str) -> list[str | None]:
        """The neighbour in each of the six directions, east first, then clockwise; None where the board ends."""
        x, y = self.key[name]
        return [self.at.get((x + dx, y + dy)) for dx, dy in STEPS]

    @property
    def has_geography(self) -> bool:
        return self._fit is not None

    def from_degrees(self, lat: float, lon: float) -> Point:
        assert self._fit is not None
        row, x = (k[0] + k[1] * lat + k[2] * lon for k in self._fit)
        return (self.east * x * WIDTH - self._x0, self.south * row * RADIUS * 1.5 - self._y0)


class AreaDrawing(Drawing):
    """Areas as drawn in their board file."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        super().__init__(board)
        self.width, self.height = (float(n) for n in board["size"])
        self._geo = board.get("geo")

    def centre_of(self, name: str) -> Point:
        x, y = self.places[name]["xy"]
        return (float(x), float(y))

    def outline(self, name: str) -> list[Point]:
        return [(float(x), float(y)) for x, y in self.places[name]["shape"]]

    @property
    def has_geography(self) -> bool:
        return self._geo is not None

    def from_degrees(self, lat: float, lon: float) -> Point:
        assert self._geo is not None
        x, y = (k[0] + k[1] * lat + k[2] * lon for k in (self._geo["x"], self._geo["y"]))
        return (float(x), float(y))


def drawing_of(board: Mapping[str, Any]) -> HexDrawing | AreaDrawing:
    """The drawing of a board file given as plain data."""
    return AreaDrawing(board) if board.get("kind") == "area" else HexDrawing(board)


def _given_fit(board: Mapping[str, Any]) -> Fit | None:
    """Row and x as functions of latitude and longitude, from the board file."""
    geo = board.get("geo")
    if not geo:
        return None
    (a, b, c), (d, e, f) = geo["row"], geo["x"]
    return (float(a), float(b), float(c)), (float(d), float(e), float(f))


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Stretches of consecutive numbers: first and last of each."""
    out: list[tuple[int, int]] = []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1] = (out[-1][0], n)
        else:
            out.append((n, n))
    return out
