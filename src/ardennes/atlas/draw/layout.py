"""Where the hexes of a board are drawn: a hex is 100 units wide, points up.

Every centre and corner has a place on one lattice of whole numbers (half a hex wide, half a side high), so that two hexes
meet in the same corner exactly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from ardennes.atlas.draw.svg import Point
from ardennes.board.file import read_grid

Array = NDArray[np.float64]
Key = tuple[int, int]
"""A place on the lattice."""

WIDTH = 100.0
RADIUS = WIDTH / math.sqrt(3)
_STEPS: tuple[Key, ...] = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
_CORNERS: tuple[Key, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Layout:
    """Centres, corners and sides of a hex board, and how degrees fall on it."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self.grid = read_grid(board["grid"], "board")
        self.places: dict[str, dict[str, Any]] = board["places"]
        self._legend: Mapping[str, Any] = board.get("legend", {})
        grid = self.grid
        self.east = 1 if grid.columns_from == "west" else -1
        """+1 if column numbers grow to the east."""
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
        self.names = sorted(self.key, key=lambda name: (self.key[name][1], self.key[name][0]))
        self._x0, self._y0 = 0.0, 0.0
        self.land = self._land()
        """All ground of the map: the hexes and the half hexes that make its edges straight."""
        left, top, right, bottom = self.land.bounds
        self._x0, self._y0 = left, top
        self.width, self.height = right - left, bottom - top
        self.land = self._land()
        self.centre: dict[str, Point] = {name: self.xy(self.key[name]) for name in self.names}
        self._fit = _fit(board, self)

    def xy(self, key: Key) -> Point:
        """A lattice place in board units."""
        return (key[0] * WIDTH / 2 - self._x0, key[1] * RADIUS / 2 - self._y0)

    def _land(self) -> BaseGeometry:
        rows: dict[int, list[int]] = {}
        for row, col in self.row_col.values():
            rows.setdefault(row, []).append(col)
        parts = []
        for row, cols in sorted(rows.items()):
            # Pieces of a row that hang together; an unshifted row is filled up to the edge of a shifted one.
            y = self.xy((0, self.south * 3 * row))[1]
            for first, last in _runs(sorted(cols)):
                a = self.xy((self.east * (2 * first - 1), 0))[0]
                b = self.xy((self.east * (2 * last + 2), 0))[0]
                parts.append(box(min(a, b), y - RADIUS, max(a, b), y + RADIUS))
        return unary_union(parts).buffer(0.01, join_style="mitre").simplify(0.05)

    def looks(self, name: str) -> set[str]:
        """How the ground of a hex looks, by the legend of the board."""
        codes = self.places[name].get("terrain", [])
        return {
            str(self._legend.get(code, {}).get("look", code)) for code in ([codes] if isinstance(codes, str) else codes)
        }

    def neighbours(self, name: str) -> list[str]:
        x, y = self.key[name]
        return [self.at[x + dx, y + dy] for dx, dy in _STEPS if (x + dx, y + dy) in self.at]

    def corners(self, name: str) -> list[Point]:
        x, y = self.key[name]
        return [self.xy((x + dx, y + dy)) for dx, dy in _CORNERS]

    def corner_keys(self, name: str) -> list[Key]:
        x, y = self.key[name]
        return [(x + dx, y + dy) for dx, dy in _CORNERS]

    def polygon(self, name: str) -> Polygon:
        return Polygon(self.corners(name))

    def side(self, a: str, b: str) -> tuple[Key, Key]:
        """The two corners of the side between two hexes."""
        first, second = sorted(set(self.corner_keys(a)) & set(self.corner_keys(b)))
        return first, second

    def middle(self, a: str, b: str) -> Point:
        (ax, ay), (bx, by) = self.centre[a], self.centre[b]
        return ((ax + bx) / 2, (ay + by) / 2)

    def hexes_at(self, corner: Key) -> list[str]:
        """The hexes that meet in a corner: three, fewer at the edge of the map."""
        x, y = corner
        found = (self.at.get((x - dx, y - dy)) for dx, dy in _CORNERS)
        return [name for name in found if name is not None]

    # Degrees

    @property
    def has_geography(self) -> bool:
        return self._fit is not None

    def from_degrees(self, lat: float, lon: float) -> Point:
        assert self._fit is not None
        row, x = (k[0] + k[1] * lat + k[2] * lon for k in self._fit)
        return (self.east * x * WIDTH - self._x0, self.south * row * RADIUS * 1.5 - self._y0)

    def to_degrees(self, x: Array, y: Array) -> tuple[Array, Array]:
        assert self._fit is not None
        (r0, r1, r2), (x0, x1, x2) = self._fit
        row = (y + self._y0) / (self.south * RADIUS * 1.5) - r0
        col = (x + self._x0) / (self.east * WIDTH) - x0
        det = r1 * x2 - r2 * x1
        return (row * x2 - col * r2) / det, (col * r1 - row * x1) / det


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Stretches of consecutive numbers: first and last of each."""
    out: list[tuple[int, int]] = []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1] = (out[-1][0], n)
        else:
            out.append((n, n))
    return out


Fit = tuple[tuple[float, float, float], tuple[float, float, float]]


def _fit(board: Mapping[str, Any], layout: Layout) -> Fit | None:
    """Row and x as functions of latitude and longitude: as the board says, else from the degrees of its hexes, else none."""
    geo = board.get("geo")
    if geo:
        (a, b, c), (d, e, f) = geo["row"], geo["x"]
        return (float(a), float(b), float(c)), (float(d), float(e), float(f))
    known = [name for name in layout.names if "latlon" in layout.places[name]]
    if len(known) < 4:
        return None
    degrees = np.array([[1.0, *layout.places[name]["latlon"]] for name in known])
    rows = np.array([layout.row_col[name][0] for name in known], dtype=np.float64)
    xs = np.array([layout.row_col[n][1] + 0.5 * layout.grid.is_shifted(layout.row_col[n][0]) for n in known])
    r = np.linalg.lstsq(degrees, rows, rcond=None)[0].tolist()
    x = np.linalg.lstsq(degrees, xs, rcond=None)[0].tolist()
    return (r[0], r[1], r[2]), (x[0], x[1], x[2])
