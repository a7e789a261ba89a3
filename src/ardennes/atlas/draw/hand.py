"""The drawing hand: wobble, curves, soft edges of patches, scattered signs. Knows nothing about hexes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from contourpy import contour_generator
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, map_coordinates
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from ardennes.atlas.draw.svg import Point, Points, num, path

Array = NDArray[np.float64]


class Noise:
    """Smooth random values over the plane, from -1 to 1; the same for every layer and every run."""

    def __init__(self, seed: int, cells: int = 256) -> None:
        self._cells = cells
        self._grid = np.random.default_rng(seed).uniform(-1, 1, (cells, cells))

    def __call__(self, x: Array, y: Array, scale: float) -> Array:
        at = [np.asarray(y) / scale % self._cells, np.asarray(x) / scale % self._cells]
        return np.asarray(map_coordinates(self._grid, at, order=1, mode="grid-wrap"))


NOISE_X, NOISE_Y = Noise(3), Noise(9)


def curve(points: Points, steps: int = 6, wobble: float = 3.2) -> list[Point]:
    """A curve that touches the midpoint of every leg (quadratic B-spline), with a wobble that is zero there."""
    if len(points) < 2:
        return list(points)
    p = np.array(points, dtype=np.float64)
    middles = (p[:-1] + p[1:]) / 2
    ends = np.vstack([p[:1], middles, p[-1:]])
    controls = np.vstack([(p[0] + middles[0]) / 2, p[1:-1], (middles[-1] + p[-1]) / 2])
    t = np.arange(steps) / steps
    a, b, c = ((1 - t) ** 2)[None, :, None], (2 * t * (1 - t))[None, :, None], (t * t)[None, :, None]
    line = (a * ends[:-1, None, :] + b * controls[:, None, :] + c * ends[1:, None, :]).reshape(-1, 2)
    sway = np.tile(2 * wobble * np.sin(np.pi * t), len(controls))
    x, y = line[:, 0], line[:, 1]
    moved_x, moved_y = x + sway * NOISE_X(x, y, 24), y + sway * NOISE_Y(x, y, 24)
    return [*zip(moved_x.tolist(), moved_y.tolist(), strict=True), (float(p[-1][0]), float(p[-1][1]))]


def soft_patches(
    mask: NDArray[np.bool_],
    step: float,
    origin: Point = (0.0, 0.0),
    level: float = 0.5,
    soft: float = 23.0,
    smallest: float = 400.0,
) -> list[Polygon]:
    """The outlines of a mask as an unsteady hand would draw them.

    The mask (true cells, `step` units apart) is blurred, a little noise added and the line of equal value drawn: corners vanish,
    straight edges bend, and a single hex becomes a natural patch. The line stays within about a tenth of a hex of the facts.
    """
    field = gaussian_filter(mask.astype(np.float64), soft / step, mode="nearest")
    rows, cols = mask.shape
    x, y = np.meshgrid(origin[0] + np.arange(cols) * step, origin[1] + np.arange(rows) * step)
    field += 0.20 * NOISE_X(x, y, 27) + 0.07 * NOISE_Y(x, y, 10)
    field = np.pad(field, 1, constant_values=0.0)
    xs = origin[0] + (np.arange(cols + 2) - 1) * step
    ys = origin[1] + (np.arange(rows + 2) - 1) * step
    generator: Any = contour_generator(x=xs, y=ys, z=field)
    closed = [Polygon(line) for line in generator.lines(level) if len(line) > 8 and np.array_equal(line[0], line[-1])]
    return _nested([ring.simplify(0.8) for ring in closed if ring.area >= smallest])


def _nested(outlines: Sequence[Polygon]) -> list[Polygon]:
    """Polygons with holes, from nested rings."""
    whole: BaseGeometry = Polygon()
    for ring in sorted(outlines, key=lambda r: (-round(r.area, 3), r.bounds)):
        clean = ring if ring.is_valid else ring.buffer(0)
        whole = whole.symmetric_difference(clean)
    parts = getattr(whole, "geoms", [whole])
    return [part for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def scatter(area: BaseGeometry, spacing: float, seed: int) -> list[Point]:
    """Points all over an area, evenly but not in rows, from the top to the bottom."""
    if area.is_empty:
        return []
    left, top, right, bottom = area.bounds
    rise = spacing * math.sqrt(3) / 2
    # The lattice is fixed to the plane, not to the area: a change in one corner moves no sign elsewhere.
    columns = np.arange(math.floor(left / spacing) - 1, math.ceil(right / spacing) + 2, dtype=np.int64)
    rows = np.arange(math.floor(top / rise) - 1, math.ceil(bottom / rise) + 2, dtype=np.int64)
    c, r = np.meshgrid(columns, rows)
    x = (c + 0.5 * (r % 2)) * spacing
    y = r * rise
    random = np.random.default_rng(seed).uniform(-0.36, 0.36, (2, 256, 256))
    x = x + spacing * random[0][r % 256, c % 256]
    y = y + spacing * random[1][r % 256, c % 256]
    shapely.prepare(area)
    inside = shapely.contains_xy(area, x.ravel(), y.ravel())
    points = np.c_[x.ravel(), y.ravel()][inside]
    return sorted(((float(px), float(py)) for px, py in points), key=lambda p: (p[1], p[0]))


def keep_out(lines: Sequence[tuple[Points, float]], spots: Sequence[tuple[Point, float]]) -> BaseGeometry:
    """The area that signs keep clear of: along lines and around spots, each with its distance."""
    buffers = [LineString(points).buffer(far, quad_segs=3) for points, far in lines if len(points) > 1]
    buffers += [shapely.Point(at).buffer(far, quad_segs=4) for at, far in spots]
    return unary_union(buffers)


def hatching(area: BaseGeometry, apart: float = 13.0) -> str:
    """Diagonal lines over an area as path data."""
    left, top, right, bottom = area.bounds
    high = bottom - top
    d = ""
    for x in np.arange(left - high, right, apart):
        cut: Any = LineString([(x, bottom), (x + high, top)]).intersection(area)
        for part in getattr(cut, "geoms", [cut]):
            if part.geom_type == "LineString" and part.length > 3:
                d += path(part.coords)
    return d


def _signs(points: Points, shapes: Sequence[str]) -> str:
    """The same few closed signs at many places, as one path. A closed sign ends where it began, so each place is a relative step."""
    d, x, y = "", 0, 0
    for number, point in enumerate(points):
        u, v = round(point[0]), round(point[1])
        dx, dy = num(u - x, 0), num(v - y, 0)
        d += f"m{dx}{'' if dy.startswith('-') else ' '}{dy}{shapes[number % len(shapes)]}"
        x, y = u, v
    return "M0 0" + d if d else ""


def firs(points: Points) -> str:
    """Conifers: two stacked triangles."""
    return _signs(points, ("l4 6h-2l4 7h-12l4-7h-2z", "l4 6h-1l3 6h-12l3-6h-1z", "l5 7h-2l4 7h-14l4-7h-2z"))


def crowns(points: Points) -> str:
    """Broad-leaved trees: an open round crown on a short shadow."""
    return _signs(
        points, ("a5 5 0 1 1 10 0q-5 3-10 0z", "a4.4 4.6 0 1 1 9 0q-4.5 3-9 0z", "a5.6 5.4 0 1 1 11 0q-5.5 4-11 0z")
    )


def hachures(points: Points, downhill: Sequence[float], length: float = 11.0) -> str:
    """Three strokes down the slope at each place; `downhill` is the direction (radians) at each."""
    d = ""
    for number, (point, angle) in enumerate(zip(points, downhill, strict=True)):
        cos, sin = math.cos(angle), math.sin(angle)
        for offset, part in ((-4.6, 0.8), (0.0, 1.15), (4.6, 0.8)):
            far = length * part * (0.9 + 0.2 * ((number * 7 + int(offset)) % 5) / 4)
            x, y = point[0] - sin * offset, point[1] + cos * offset
            d += f"M{num(x)} {num(y)}l{num(cos * far)} {num(sin * far)}".replace(" -", "-")
    return d
