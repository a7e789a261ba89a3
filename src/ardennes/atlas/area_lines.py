"""The borders of an area board as lines on the ground: a river border is the river itself, any other follows high ground.

Everything here is in kilometres east and north (`geo.to_km`). Each border is one line between two corners, used by both its spaces,
so shapes have no gaps and do not overlap.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, gaussian_filter1d, map_coordinates
from shapely.geometry import LineString, Point
from shapely.ops import substring

from ardennes.atlas.features import Atlas, Dem
from ardennes.atlas.geo import KM_LAT, KM_LON, LAT0, LON0, to_km

Array = NDArray[np.float64]
Spot = tuple[float, float]

_STEP = 0.5
"""Spacing of the points on a line."""
_SIDEWAYS = 0.2
"""Spacing of the offsets that a line can choose from at each point."""
_MOUTH = 1.5
"""A river that ends this close to another runs into it."""
_ON_RIVER = 0.3
"""A corner this close to a river is on it."""


class Ground:
    """Elevation, smoothed so that it has ridges and valleys but no pimples."""

    def __init__(self, dem: Dem) -> None:
        self._dem = dem
        z = np.where(dem.z > -500, dem.z, 150.0).astype(np.float64)
        self._z = gaussian_filter(z, 1.0)

    def height(self, x: Array, y: Array) -> Array:
        lat, lon = LAT0 + y / KM_LAT, LON0 + x / KM_LON
        rows = (self._dem.lat_top - lat) / self._dem.step - 0.5
        cols = (lon - self._dem.lon_left) / self._dem.step - 0.5
        return np.asarray(map_coordinates(self._z, [rows, cols], order=1, mode="nearest"))


def river_line(atlas: Atlas, name: str) -> LineString | None:
    """A river from the atlas in kilometres, from source to mouth; None if the atlas does not have it."""
    river = atlas.river(name)
    if river is None:
        return None
    line = LineString([to_km(float(lat), float(lon)) for lon, lat in river.line])
    return LineString(_rounded(np.array(line.coords)))


def _rounded(points: Array) -> Array:
    """Corners cut twice (Chaikin); otherwise the cells of the drainage grid would show."""
    for _ in range(2):
        inner = np.empty((2 * (len(points) - 1), 2))
        inner[0::2] = 0.75 * points[:-1] + 0.25 * points[1:]
        inner[1::2] = 0.25 * points[:-1] + 0.75 * points[1:]
        points = np.vstack([points[:1], inner, points[-1:]])
    return points


def onto_rivers(spot: Spot, rivers: list[LineString]) -> Spot:
    """The position of a corner: on its river or, where two rivers meet, at the mouth."""
    if not rivers:
        return spot
    near = Point(spot)
    mouths = [
        Point(end)
        for line in rivers
        for end in (line.coords[0], line.coords[-1])
        if any(other is not line and other.distance(Point(end)) < _MOUTH for other in rivers)
    ]
    found = mouths or [line.interpolate(line.project(near)) for line in rivers]
    best = min(found, key=lambda p: (round(p.distance(near), 6), p.x, p.y))
    return (best.x, best.y)


@dataclass(frozen=True)
class Task:
    """A border to draw."""

    label: str
    ends: tuple[Spot, Spot]
    via: tuple[Spot, ...]
    """Points that guide the line between its ends."""
    river: LineString | None
    valley: bool
    """Whether a line that follows no atlas river keeps to low ground, because it is a stream that the atlas lacks."""


def draw_line(task: Task, ground: Ground, clear_of: list[tuple[Spot, float]]) -> Array:
    """The line of a border. `clear_of`: places (towns) to keep clear of, with their distances."""
    if task.river is None:
        return _natural([task.ends[0], *task.via, task.ends[1]], task, ground, clear_of)
    return _along_river(task, task.river, ground, clear_of)


def _along_river(task: Task, river: LineString, ground: Ground, clear_of: list[tuple[Spot, float]]) -> Array:
    """The river between two corners; a corner off the river (a source) is reached through the guide points."""
    start, end = (Point(spot) for spot in task.ends)
    a, b = river.project(start), river.project(end)
    middle = np.array(substring(river, a, b).coords)
    parts = []
    if river.distance(start) > _ON_RIVER:
        lead = _natural([task.ends[0], *task.via, tuple(middle[0])], task, ground, clear_of)
        parts.append(lead[:-1])
    parts.append(middle)
    if river.distance(end) > _ON_RIVER:
        tail = _natural([tuple(middle[-1]), *task.via, task.ends[1]], task, ground, clear_of)
        parts.append(tail[1:])
    line = np.vstack(parts)
    line[0], line[-1] = task.ends
    return line


def _natural(points: list[Spot], task: Task, ground: Ground, clear_of: list[tuple[Spot, float]]) -> Array:
    """A line through the points that leans towards ridges (or valleys), with the small bends of a line on a map."""
    base = _evenly(_rounded(np.array(points)) if len(points) > 2 else np.array(points))
    if len(base) < 5:
        return base
    along = np.gradient(base, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    sideways = np.column_stack((-along[:, 1], along[:, 0]))
    offset = _best_offsets(base, sideways, task, ground, clear_of)
    offset = gaussian_filter1d(offset, 1.1, mode="nearest")
    t = np.linspace(0, 1, len(base))
    taper = np.clip(np.minimum(t, 1 - t) * 5, 0, 1)
    offset = offset * np.clip(taper * 1.6, 0, 1) + _bends(task.label, len(base)) * taper
    return np.asarray(base + offset[:, None] * sideways)


def _evenly(points: Array) -> Array:
    line = LineString(points)
    count = max(2, round(line.length / _STEP))
    return np.array([line.interpolate(i / count, normalized=True).coords[0] for i in range(count + 1)])


def _best_offsets(
    base: Array, sideways: Array, task: Task, ground: Ground, clear_of: list[tuple[Spot, float]]
) -> Array:
    """The cheapest path through a lattice of offsets (dynamic programming): high ground is cheap, bends and detours are expensive."""
    count = len(base)
    widest = min(2.4, 0.17 * _STEP * (count - 1))
    lanes = np.arange(-int(widest / _SIDEWAYS), int(widest / _SIDEWAYS) + 1) * _SIDEWAYS
    t = np.linspace(0, 1, count)
    room = widest * np.clip(np.minimum(t, 1 - t) * 3.2, 0, 1)
    x = base[:, :1] + lanes[None, :] * sideways[:, :1]
    y = base[:, 1:] + lanes[None, :] * sideways[:, 1:]
    z = ground.height(x, y)
    cost = (z - z.mean(axis=1, keepdims=True)) / 60.0 * (1.0 if task.valley else -1.0)
    cost += 0.8 * (lanes[None, :] / max(widest, _SIDEWAYS)) ** 2
    for (px, py), far in clear_of:
        cost += 6.0 * np.clip(1 - np.hypot(x - px, y - py) / far, 0, None)
    cost[np.abs(lanes)[None, :] > room[:, None] + 1e-9] = 1e6
    cost = np.round(cost, 6)
    return np.asarray(lanes[_cheapest(cost)], dtype=np.float64)


def _cheapest(cost: Array) -> NDArray[np.intp]:
    """The lane at each point of the cheapest path, changing by at most two lanes per step."""
    count, lanes = cost.shape
    total = cost[0].copy()
    came = np.zeros((count, lanes), dtype=np.intp)
    steps = [-2, -1, 0, 1, 2]
    for i in range(1, count):
        options = np.full((len(steps), lanes), np.inf)
        for k, step in enumerate(steps):
            low, high = max(0, step), lanes + min(0, step)
            options[k, low:high] = total[low - step : high - step] + 0.35 * step * step
        came[i] = np.arange(lanes) - np.array(steps)[np.argmin(options, axis=0)]
        total = np.round(options.min(axis=0) + cost[i], 6)
    out = np.empty(count, dtype=np.intp)
    out[-1] = int(np.argmin(total))
    for i in range(count - 1, 0, -1):
        out[i - 1] = came[i, out[i]]
    return out


def _bends(label: str, count: int) -> Array:
    """Small bends, always the same for the same border."""
    random = np.random.default_rng(zlib.crc32(label.encode()))
    s = np.arange(count) * _STEP
    out = np.zeros(count)
    for wave, high in ((7.0, 0.22), (3.6, 0.12), (2.2, 0.05)):
        out += high * np.sin(2 * np.pi * (s / (wave * random.uniform(0.85, 1.15)) + random.uniform()))
    return out
