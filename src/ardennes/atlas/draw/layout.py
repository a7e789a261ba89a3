"""Where everything is on a sheet, in its units: shapes from `ardennes.board.drawing`, sides, latitude and longitude of any point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from ardennes.atlas.draw.svg import Point
from ardennes.board.drawing import CORNERS, MARGIN, RADIUS, WIDTH, Fit, HexDrawing, Key

__all__ = ["RADIUS", "WIDTH", "Key", "Layout"]

Array = NDArray[np.float64]


class Layout(HexDrawing):
    """Centres, corners and sides of a hex board, and how latitude and longitude map to it."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        super().__init__(board)
        self._legend: Mapping[str, Any] = board.get("legend", {})
        self.names = sorted(self.key, key=lambda name: (self.key[name][1], self.key[name][0]))
        self.land: BaseGeometry = unary_union([box(*row) for row in self.row_boxes()])
        """All the ground on the map: the hexes, and the half hexes that make its edges straight."""
        self.land = self.land.buffer(MARGIN, join_style="mitre").simplify(0.05)
        self.centre: dict[str, Point] = {name: self.centre_of(name) for name in self.names}
        self._fit = self._fit or _fit(self)

    def looks(self, name: str) -> set[str]:
        """How a hex's ground looks, by the board's legend."""
        codes = self.places[name].get("terrain", [])
        return {
            str(self._legend.get(code, {}).get("look", code)) for code in ([codes] if isinstance(codes, str) else codes)
        }

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
        """The hexes that meet at a corner: three, or fewer at the map edge."""
        x, y = corner
        found = (self.at.get((x - dx, y - dy)) for dx, dy in CORNERS)
        return [name for name in found if name is not None]

    def to_degrees(self, x: Array, y: Array) -> tuple[Array, Array]:
        assert self._fit is not None
        (r0, r1, r2), (x0, x1, x2) = self._fit
        row = (y + self._y0) / (self.south * RADIUS * 1.5) - r0
        col = (x + self._x0) / (self.east * WIDTH) - x0
        det = r1 * x2 - r2 * x1
        return (row * x2 - col * r2) / det, (col * r1 - row * x1) / det


def _fit(layout: Layout) -> Fit | None:
    """Row and x as functions of latitude and longitude, from the hexes' coordinates; None if too few are known."""
    known = [name for name in layout.names if "latlon" in layout.places[name]]
    if len(known) < 4:
        return None
    degrees = np.array([[1.0, *layout.places[name]["latlon"]] for name in known])
    rows = np.array([layout.row_col[name][0] for name in known], dtype=np.float64)
    xs = np.array([layout.row_col[n][1] + 0.5 * layout.grid.is_shifted(layout.row_col[n][0]) for n in known])
    r = np.linalg.lstsq(degrees, rows, rcond=None)[0].tolist()
    x = np.linalg.lstsq(degrees, xs, rcond=None)[0].tolist()
    return (r[0], r[1], r[2]), (x[0], x[1], x[2])
