"""The rubber sheet: bends true geography so that it fits the facts of a board.

Pairs say where a known point really is and where the board has it; between them the displacement is blended, and it fades to nothing
where there are no pairs. So valleys are under their rivers even where the grid is half a hex off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates

from ardennes.atlas.draw.svg import Point

Array = NDArray[np.float64]
Pair = tuple[Point, Point, float]
"""True position, drawn position (both in board units), weight."""

_MARGIN = 200.0
_STEP = 20.0


class Warp:
    """Maps between drawn and true positions on a board; both in board units."""

    def __init__(self, width: float, height: float, pairs: Sequence[Pair], reach: float = 62.0) -> None:
        xs = np.arange(-_MARGIN, width + _MARGIN, _STEP)
        ys = np.arange(-_MARGIN, height + _MARGIN, _STEP)
        self._dx = np.zeros((len(ys), len(xs)))
        self._dy = np.zeros_like(self._dx)
        weights = np.full_like(self._dx, 0.35)
        window = int(4 * reach / _STEP) + 1
        for (true_x, true_y), (x, y), weight in pairs:
            j, i = round((x + _MARGIN) / _STEP), round((y + _MARGIN) / _STEP)
            rows = slice(max(0, i - window), max(0, i + window + 1))
            cols = slice(max(0, j - window), max(0, j + window + 1))
            gx, gy = np.meshgrid(xs[cols], ys[rows])
            near = weight * np.exp(-((gx - x) ** 2 + (gy - y) ** 2) / (2 * reach**2))
            self._dx[rows, cols] += near * (true_x - x)
            self._dy[rows, cols] += near * (true_y - y)
            weights[rows, cols] += near
        self._dx /= weights
        self._dy /= weights

    def _shift(self, x: Array, y: Array) -> tuple[Array, Array]:
        at = [(np.asarray(y) + _MARGIN) / _STEP, (np.asarray(x) + _MARGIN) / _STEP]
        return (
            np.asarray(map_coordinates(self._dx, at, order=1, mode="nearest")),
            np.asarray(map_coordinates(self._dy, at, order=1, mode="nearest")),
        )

    def true(self, x: Array, y: Array) -> tuple[Array, Array]:
        """The true positions of drawn positions."""
        dx, dy = self._shift(x, y)
        return x + dx, y + dy

    def drawn(self, points: Iterable[Point]) -> list[Point]:
        """Where true positions are drawn."""
        listed = list(points)
        if not listed:
            return []
        start = np.array(listed, dtype=np.float64)
        x, y = start[:, 0], start[:, 1]
        for _ in range(4):  # the field is smooth: a few steps find the inverse
            dx, dy = self._shift(x, y)
            x, y = start[:, 0] - dx, start[:, 1] - dy
        return list(zip(x.tolist(), y.tolist(), strict=True))
