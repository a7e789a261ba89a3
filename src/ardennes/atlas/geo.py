"""Where things are: degrees, kilometres and hexes.

A grid is affine in latitude and longitude: row and x (the column, plus a half on shifted rows) are each k0 + k_lat * lat + k_lon * lon.
In the *plane* of a grid hexes are regular, one unit wide, neighbours one unit apart: the point (x, row * sqrt(3) / 2). The compiler works
in the plane, so all its distances are in hexes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, floor, radians, sqrt

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points as rows of two numbers."""

LAT0, LON0 = 50.15, 5.6
KM_LAT = 111.2
KM_LON = 111.32 * cos(radians(LAT0))
ROW_HEIGHT = sqrt(3) / 2


def to_km(lat: float, lon: float) -> tuple[float, float]:
    """Kilometres east and north of the centre of the atlas.

    >>> to_km(50.15, 5.6)
    (0.0, 0.0)
    """
    return ((lon - LON0) * KM_LON, (lat - LAT0) * KM_LAT)


def to_latlon(x: float, y: float) -> tuple[float, float]:
    """The inverse of `to_km`."""
    return (LAT0 + y / KM_LAT, LON0 + x / KM_LON)


@dataclass(frozen=True, slots=True)
class GeoGrid:
    """The fit of a hex grid to the ground.

    >>> grid = GeoGrid(row=(1160.873, -22.7848, -1.2868), x=(151.249, -1.1817, -13.9487), shifted="even")
    >>> grid.at(50.0032, 5.7149)
    (14, 12)
    """

    row: tuple[float, float, float]
    x: tuple[float, float, float]
    shifted: str
    """"even" or "odd": which row numbers are shifted half a hex towards higher columns."""

    def shift(self, row: int) -> float:
        return 0.5 if (row % 2 == 0) == (self.shifted == "even") else 0.0

    def exact(self, lat: float, lon: float) -> tuple[float, float]:
        """Row and x, unrounded."""
        r, x = self.row, self.x
        return (r[0] + r[1] * lat + r[2] * lon, x[0] + x[1] * lat + x[2] * lon)

    def at(self, lat: float, lon: float) -> tuple[int, int]:
        """Row and column of the hex that contains a point (on the map or not)."""
        row, x = self.exact(lat, lon)
        best = min(
            (
                round((x - c - self.shift(r)) ** 2 + (ROW_HEIGHT * (row - r)) ** 2, 9),
                r,
                c,
            )
            for r in (floor(row), floor(row) + 1)
            for c in (floor(x - self.shift(r)), floor(x - self.shift(r)) + 1)
        )
        return best[1:]

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """Latitude and longitude of the centre of a hex."""
        return self.latlon(row, col + self.shift(row))

    def latlon(self, row: float, x: float) -> tuple[float, float]:
        """The inverse of `exact`."""
        a, b = self.row[1], self.row[2]
        c, d = self.x[1], self.x[2]
        r, s = row - self.row[0], x - self.x[0]
        det = a * d - b * c
        return ((r * d - b * s) / det, (a * s - c * r) / det)

    def km(self, row: int, col: int) -> tuple[float, float]:
        """The centre of a hex in kilometres, as `to_km` gives them."""
        return to_km(*self.centre(row, col))

    def plane(self, lonlat: Points) -> Points:
        """Points of the plane for rows of (longitude, latitude)."""
        lon, lat = lonlat[:, 0], lonlat[:, 1]
        x = self.x[0] + self.x[1] * lat + self.x[2] * lon
        row = self.row[0] + self.row[1] * lat + self.row[2] * lon
        return np.column_stack((x, row * ROW_HEIGHT))

    def lonlat(self, plane: Points) -> Points:
        """The inverse of `plane`."""
        a, b = self.row[1], self.row[2]
        c, d = self.x[1], self.x[2]
        r, s = plane[:, 1] / ROW_HEIGHT - self.row[0], plane[:, 0] - self.x[0]
        det = a * d - b * c
        return np.column_stack(((a * s - c * r) / det, (r * d - b * s) / det))
