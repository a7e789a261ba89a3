"""What has to fit into the regions of an area board: roads from town to town, the name, and both sides' counters.

Everything here is in board units.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise, product
from math import dist
from typing import Any, ClassVar

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiLineString, Point, Polygon

from ardennes.atlas.draw.fonts import width

Array = NDArray[np.float64]
Spot = tuple[float, float]
Limits = tuple[float, float, float, float]
"""A box: left, top, right, bottom."""

NAME_SIZES = {1: 30.0, 2: 34.0, 3: 40.0}
"""Height of the letters of a village, town and city."""
_FAR_SIZES = {1: 42.0, 2: 50.0, 3: 62.0}
"""The same in a zoomed-out picture."""
_FLAG = 1.2
"""Width of a value flag next to a name, in letter heights."""


# --- roads ---------------------------------------------------------------------------------------------------------------------------


def road_ways(
    borders: Mapping[tuple[str, str], list[Spot]], shapes: Mapping[str, Polygon], towns: Mapping[str, Spot]
) -> dict[tuple[str, str], tuple[Spot, list[Spot]]]:
    """For each border with a road: where the road crosses it, and its path from town to town."""
    out = {}
    for (a, b), line in borders.items():
        at = _crossing(LineString(line), towns[a], towns[b])
        ahead = np.array(towns[b]) - np.array(towns[a])
        first = _leg(towns[a], at, ahead, shapes[a])
        second = _leg(towns[b], at, -ahead, shapes[b])
        out[a, b] = (at, [*_written(first), *reversed(_written(second)[:-1])])
    return out


def snap(value: float) -> float:
    """A coordinate as written: rounded to half a unit, so that rounding differences between machines do not show."""
    return round(value * 2) / 2


def thinned(points: list[Spot], off: float = 1.8) -> list[Spot]:
    """A line simplified so that it stays within this many units of every point."""
    kept = [points[0], *(q for p, q in pairwise(points) if p != q)]
    return [(float(x), float(y)) for x, y in LineString(kept).simplify(off).coords]


def _written(way: list[Spot]) -> list[Spot]:
    return thinned([(snap(x), snap(y)) for x, y in way], 1.4)


_OUT = {"north": (0.0, -1.0), "south": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}


def way_off(town: Spot, shape: Polygon, edge: str, size: tuple[float, float]) -> list[Spot]:
    """The road from a town off the map over one edge of the map."""
    wide, high = size
    ends = {
        "north": [(0, 0), (wide, 0)],
        "south": [(0, high), (wide, high)],
        "west": [(0, 0), (0, high)],
        "east": [(wide, 0), (wide, high)],
    }
    mine = shape.intersection(LineString(ends[edge]))
    part = max(getattr(mine, "geoms", [mine]), key=lambda g: round(g.length, 3))
    nearest = part.project(Point(town)) / part.length
    at = part.interpolate(min(max(nearest, 0.2), 0.8), normalized=True)
    ahead = np.array(_OUT[edge])
    return _written(_leg(town, (snap(at.x), snap(at.y)), ahead, shape))


def _crossing(border: LineString, a: Spot, b: Spot) -> Spot:
    """The point in the middle part of a border that makes the road shortest."""
    parts = [border.interpolate(k / 100, normalized=True) for k in range(34, 67, 2)]
    best = min(parts, key=lambda p: round(dist((p.x, p.y), a) + dist((p.x, p.y), b), 3))
    return (snap(best.x), snap(best.y))


def _leg(town: Spot, at: Spot, ahead: Array, shape: Polygon) -> list[Spot]:
    """The road from a town to the border of its region, never outside the region."""
    smooth = _hermite(np.array(town), np.array(at), ahead)
    # The end is on the border, so the last step may touch it.
    if shape.buffer(-9).covers(LineString(smooth[:-3])):
        return smooth
    corners = next(
        (way for clear in (44.0, 28.0, 16.0) if len(way := _shortest(town, at, shape, clear)) > 1), [town, at]
    )
    cut = np.array(corners)
    for _ in range(3):
        inner = np.vstack([0.75 * cut[:-1] + 0.25 * cut[1:], 0.25 * cut[:-1] + 0.75 * cut[1:]])
        order = np.arange(2 * (len(cut) - 1)).reshape(2, -1).T.ravel()
        cut = np.vstack([cut[:1], inner[order], cut[-1:]])
    return [(float(x), float(y)) for x, y in cut]


def _hermite(start: Array, end: Array, ahead: Array) -> list[Spot]:
    """A curve that leaves its start towards the end and arrives in the direction of the whole road, with small bends."""
    long = float(np.linalg.norm(end - start))
    arrive = ahead / max(float(np.linalg.norm(ahead)), 1.0) * long
    leave = end - start
    t = np.linspace(0, 1, max(6, round(long / 14)))[:, None]
    line = (
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * leave
        + (-2 * t**3 + 3 * t**2) * end
        + (t**3 - t**2) * arrive
    )
    across = np.array([-leave[1], leave[0]]) / max(long, 1.0)
    random = np.random.default_rng(zlib.crc32(f"{start.tolist()}{end.tolist()}".encode()))
    sway = np.zeros(len(t))
    for waves, high in ((long / 150, 5.0), (long / 70, 2.6)):
        sway += high * np.sin(2 * np.pi * (waves * t[:, 0] + random.uniform()))
    line = line + (sway * np.clip(np.minimum(t[:, 0], 1 - t[:, 0]) * 5, 0, 1))[:, None] * across
    return [(float(x), float(y)) for x, y in line]


def _shortest(start: Spot, end: Spot, shape: Polygon, clear: float) -> list[Spot]:
    """The shortest path inside a region that keeps this far from its borders, as corners; only the end if there is none."""
    inner = shape.buffer(-clear).simplify(5)
    parts = getattr(inner, "geoms", [inner])
    spots = [start, end, *(p for part in parts if part.geom_type == "Polygon" for p in list(part.exterior.coords)[:-1])]
    room = shape.buffer(8 - clear)
    reach = [[1e9] * len(spots) for _ in spots]
    pairs = [(i, j) for i in range(len(spots)) for j in range(i)]
    legs = shapely.linestrings([(spots[i], spots[j]) for i, j in pairs])
    # A leg that ends on the border may touch it; any other keeps its distance.
    free = np.where(
        [0 in p or 1 in p for p in pairs], shapely.covers(shape.buffer(0.5), legs), shapely.covers(room, legs)
    )
    for (i, j), ok in zip(pairs, free.tolist(), strict=True):
        if ok:
            reach[i][j] = reach[j][i] = dist(spots[i], spots[j])
    queue = [(0.0, 0, -1)]
    came: dict[int, int] = {}
    while queue:
        cost, i, back = heappop(queue)
        if i in came:
            continue
        came[i] = back
        if i == 1:
            break
        for j, far in enumerate(reach[i]):
            if far < 1e9 and j not in came:
                heappush(queue, (round(cost + far, 3), j, i))
    way, i = [], 1
    while i >= 0:
        way.append(spots[i])
        i = came.get(i, -1)
    return [*reversed(way)]


# --- names ---------------------------------------------------------------------------------------------------------------------------


def name_sizes(far: bool = False) -> dict[int, float]:
    """Height of the letters of a village, town and city."""
    return _FAR_SIZES if far else NAME_SIZES


def name_parts(what: Mapping[str, Any], far: bool = False) -> list[tuple[str, float]]:
    """The parts of a name's line, from left to right, with widths: artillery sign, name, defence value, value flag.

    Zoomed out, only the name and the value flag: the small signs would be illegible.
    """
    high = name_sizes(far)[int(what.get("size", 1))]
    words = str(what["town"])
    city = what.get("size") == 3
    parts = [("artillery", high * 1.2)] if what.get("artillery") and not far else []
    parts.append(("name", width(words.upper(), "map700", high, 1.6) if city else width(words, "map600", high)))
    value = defence(what)
    if value and not far:
        parts.append(("defence", high * 0.3 + width(value, "map700", high * 0.62) + high * 0.4))
    if what.get("vp"):
        parts.append(("value", high * _FLAG))
    return parts


def defence(what: Mapping[str, Any]) -> str:
    """The hits that a defender cancels: "2/1" if it matters who holds the town, "" if there are none."""
    first, second = what["reduction"]
    return "" if not first and not second else str(first) if first == second else f"{first}/{second}"


def name_box(what: Mapping[str, Any], far: bool = False) -> tuple[float, float]:
    """Width and letter height of a space's name with the signs next to it (`name_parts`)."""
    return sum(wide for _, wide in name_parts(what, far)), name_sizes(far)[int(what.get("size", 1))]


def name_limits(what: Mapping[str, Any], label: Sequence[float], far: bool = False) -> Limits:
    """The box of a name at a label's position, with a little padding."""
    wide, high = name_box(what, far)
    return (label[0] - wide / 2 - 4, label[1] - high * 0.8, label[0] + wide / 2 + 4, label[1] + high * 0.2)


def kept_free(bridges: Sequence[Spot], towns: Mapping[Spot, int], size: tuple[float, float]) -> list[Limits]:
    """Boxes where no name may go: bridges, town signs (with their sizes), and everything outside a map of this size."""
    wide, high = size[0] - _RIM, size[1] - _RIM
    out = [(-1e4, -1e4, _RIM, 1e4), (wide, -1e4, 1e4, 1e4), (-1e4, -1e4, 1e4, _RIM), (-1e4, high, 1e4, 1e4)]
    out += [(x - 16, y - 16, x + 16, y + 16) for x, y in bridges]
    return out + [(x - r, y - r, x + r, y + r) for (x, y), kind in towns.items() for r in (_sign(kind) - 4,)]


_RIM = 8.0
"""Names keep this far from the map edge."""


def _sign(size: int) -> float:
    """Half the width of a town's sign, with a little padding."""
    return {1: 15.0, 2: 24.0, 3: 42.0}[size]


class Lines:
    """What is drawn as lines: roads, rivers and borders. Names avoid them."""

    def __init__(self, roads: list[list[Spot]], rivers: list[list[Spot]], borders: list[list[Spot]]) -> None:
        self._kinds = [
            (_ROAD, MultiLineString(roads)),
            (_RIVER, MultiLineString(rivers)),
            (_BORDER, MultiLineString(borders)),
        ]

    def covered(self, boxes: Sequence[Limits]) -> Array:
        """The cost of writing over the lines in each box."""
        x0, y0, x1, y1 = np.array(boxes).T
        within = (x0.min() - 1, y0.min() - 1, x1.max() + 1, y1.max() + 1)
        ground = shapely.box(x0, y0, x1, y1)
        out = np.zeros(len(boxes))
        for weight, lines in self._kinds:
            near = shapely.clip_by_rect(lines, *within)
            out += weight * shapely.length(shapely.intersection(ground, near))
        return out


_ROAD, _RIVER, _BORDER = 0.34, 0.9, 0.8
"""The cost of writing over this many units of a line."""
Option = tuple[float, Spot, Limits]
"""A position for a name: cost, middle of its baseline, its box."""


def name_options(
    what: Mapping[str, Any], town: Spot, shape: Polygon, lines: Lines, taken: Sequence[Limits], far: bool = False
) -> list[Option]:
    """Positions for a space's name around its town sign, best first.

    Near the sign, below it rather than above; the fewer roads, rivers and borders it lies over, and the less of it outside its own
    region, the better. `taken`: boxes where no name may go.
    """
    wide, high = name_box(what, far)
    r = _sign(int(what.get("size", 1)))
    spots: list[Spot] = []
    boxes: list[Limits] = []
    own: list[float] = []
    ups = [*np.arange(-r - high * 1.9, r + high * 2.6, high * 0.2)]
    for dx, dy in product(np.linspace(-wide / 2 - r - 26, wide / 2 + r + 26, 27), ups):
        x, y = snap(town[0] + float(dx)), snap(town[1] + float(dy))
        left, top, right, bottom = name_limits(what, (x, y), far)
        apart = max(left - town[0], town[0] - right, top - town[1], town[1] - bottom) - r
        if apart < -6 or any(x0 < right and x1 > left and y0 < bottom and y1 > top for x0, y0, x1, y1 in taken):
            continue
        side = 0.0 if top > town[1] else 7.0 if bottom < town[1] else 4.0
        slide = abs(x - town[0]) / wide if side != 4 else 0.5 + abs(y - high * 0.3 - town[1]) / high
        spots.append((x, y))
        boxes.append((left, top, right, bottom))
        own.append(side + 8 * slide + 0.8 * max(apart, 0.0))
    if not spots:
        return []
    x0, y0, x1, y1 = np.array(boxes).T
    ground = shapely.box(x0, y0, x1, y1)
    outside = 1 - shapely.area(shapely.intersection(ground, shape)) / shapely.area(ground)
    cost = np.round(np.array(own) + lines.covered(boxes) + 150 * outside, 2)
    return sorted(zip(cost.tolist(), spots, boxes, strict=True))


# --- counters ------------------------------------------------------------------------------------------------------------------------

_APART = 1.06
"""Spacing of counters side by side, in counters."""
_ROW = ((-1.0, 0.0), (0.0, 0.0), (1.0, 0.0))
_COLUMN = ((0.0, -1.0), (0.0, 0.0), (0.0, 1.0))
_ELBOWS = tuple(
    tuple((x - 0.5, y - 0.5) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)) if (x, y) != gap)
    for gap in ((1, 1), (0, 1), (1, 0), (0, 0))
)
"""Three counters of a side around a corner."""
Group = tuple[tuple[float, float], ...]
"""One side's counters relative to their centre, in counter spacings."""


@dataclass(frozen=True)
class Room:
    """Where the counters of both sides and the name of a space go."""

    LEAST: ClassVar[float] = 64.0
    SIZES: ClassVar[tuple[float, ...]] = (84.0, 76.0, 70.0, 64.0)

    size: float
    """Side of a counter."""
    name: Spot
    """Middle of the name's baseline."""
    german: tuple[Spot, ...]
    """Centres of the counters."""
    allied: tuple[Spot, ...]
    callout: Spot | None = None

    def attributes(self) -> dict[str, Any]:
        out: dict[str, Any] = {"label": self.name, "counter": int(self.size)}
        out["stack"] = {"german": self.german, "allied": self.allied}
        return out | ({"callout": self.callout} if self.callout is not None else {})


def room_of(
    what: Mapping[str, Any],
    town: Spot,
    shape: Polygon,
    lines: Lines,
    taken: Sequence[Limits],
    closed: Sequence[Limits],
    callout: Spot | None,
) -> Room | None:
    """Positions for the name, next to its town, and for counters as large as the region can hold; None if they do not fit.

    `taken`: boxes where no name may go; `closed`: where nothing may. Six counters side by side if they fit, else each side on its
    own, else the counters of a side over one another, never those of one side over those of the other.
    """
    names = name_options(what, town, shape, lines, [*taken, *closed])
    if not names:
        names = [(0.0, (town[0], town[1] + 50), (*town, *town))]
    if callout is not None:
        return _block(Room.LEAST, 1.0, False, callout, names[0][1], callout)
    field = _Field(shape, town, closed)
    for more, gap in _WORSE_NAMES:
        options = _distinct([option for option in names if option[0] <= names[0][0] + more], gap)
        found = field.together(1.0, options) or field.apart(options)
        if found is None and more > 20:
            found = field.together(0.5, options) or field.together(0.25, options)
        if found is not None:
            return found
    return None


_WORSE_NAMES = ((9.0, 10.0), (22.0, 14.0), (50.0, 24.0), (1e9, 34.0))
"""How much worse than its best position a name may be placed to make room for counters, and how far apart the positions tried are."""
_MOST_NAMES = 16


def _distinct(names: Sequence[Option], gap: float) -> list[Option]:
    """The best positions for a name that differ by at least this much."""
    out: list[Option] = []
    for option in names:
        if all(abs(option[1][0] - x) > 1.5 * gap or abs(option[1][1] - y) > gap for _, (x, y), _ in out):
            out.append(option)
        if len(out) == _MOST_NAMES:
            break
    return out


_SMALLER = 0.9
"""The cost of making a counter one unit smaller."""


def callout_box(callout: Spot) -> Limits:
    """The area under the six counters placed next to their space."""
    w, h = Room.LEAST * (_APART + 0.55), Room.LEAST * (_APART / 2 + 0.55)
    return (callout[0] - w, callout[1] - h, callout[0] + w, callout[1] + h)


def _block(size: float, spread: float, upright: bool, middle: Spot, name: Spot, callout: Spot | None = None) -> Room:
    """Both sides next to each other: Germans above, or to the east."""
    step = size * _APART
    across = step / 2
    group = _COLUMN if upright else _ROW
    shift = (across, 0.0) if upright else (0.0, -across)
    sides = [
        tuple(
            (
                snap(middle[0] + sign * shift[0] + x * step * spread),
                snap(middle[1] + sign * shift[1] + y * step * spread),
            )
            for x, y in group
        )
        for sign in (1, -1)
    ]
    return Room(size, name, sides[0], sides[1], callout)


class _Field:
    """A region's ground as a lattice of positions for counters."""

    def __init__(self, shape: Polygon, town: Spot, closed: Sequence[Limits]) -> None:
        left, top, right, bottom = shape.bounds
        step = min(max(round(shape.area**0.5 / 28), 8), 16)
        x, y = (grid.ravel() for grid in np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step)))
        inside = shapely.contains_xy(shape, x, y)
        self._x, self._y = x[inside], y[inside]
        self._inner = shape.buffer(-3).difference(shapely.union_all([shapely.box(*box) for box in closed]))
        shapely.prepare(self._inner)
        self._town = town
        self._fits: dict[tuple[float, float], tuple[Array, Array]] = {}

    def _free(self, w: float, h: float) -> tuple[Array, Array]:
        """Centres of boxes with this half width and half height that lie within the region."""
        if (w, h) not in self._fits:
            ok = shapely.covers(self._inner, shapely.box(self._x - w, self._y - h, self._x + w, self._y + h))
            self._fits[w, h] = (self._x[ok], self._y[ok])
        return self._fits[w, h]

    def together(self, spread: float, names: Sequence[Option]) -> Room | None:
        """The six counters in one block, as large as they can be near their town."""
        best: tuple[float, Room] | None = None
        for size, upright in product(Room.SIZES, (False, True)):
            along, across = size * (_APART * spread + 0.5) + 1, size * (_APART / 2 + 0.5) + 1
            w, h = (across, along) if upright else (along, across)
            x, y = self._free(w, h)
            if not len(x):
                continue
            far = 0.35 * np.hypot(x - self._town[0], y - self._town[1])
            for cost, spot, limits in names:
                clear = _clear(x, y, w, h, limits)
                if not clear.any():
                    continue
                k = int(np.argmin(np.round(np.where(clear, far, 1e9), 2)))
                total = round(1.5 * cost + float(far[k]) + _SMALLER * (Room.SIZES[0] - size), 2)
                if best is None or total < best[0]:
                    best = (total, _block(size, spread, upright, (float(x[k]), float(y[k])), spot))
        return best[1] if best is not None else None

    def apart(self, names: Sequence[Option]) -> Room | None:
        """The counters of each side next to one another, the two sides where there is room."""
        for size in Room.SIZES[2:]:
            half = size / 2 + 1
            for _, spot, limits in names:
                found = self._two_groups(size, half, limits)
                if found is not None:
                    return Room(size, spot, *found)
        return None

    def _two_groups(self, size: float, half: float, name: Limits) -> tuple[tuple[Spot, ...], tuple[Spot, ...]] | None:
        step = size * _APART
        places: list[Array] = []
        for group in (_ROW, _COLUMN, *_ELBOWS):
            ok = np.ones(len(self._x), dtype=bool)
            for dx, dy in group:
                x, y = self._x + dx * step, self._y + dy * step
                ok &= _clear(x, y, half, half, name)
                ok[ok] = shapely.covers(
                    self._inner, shapely.box(x[ok] - half, y[ok] - half, x[ok] + half, y[ok] + half)
                )
            offsets = np.array(group) * step
            places.append(np.column_stack((self._x[ok], self._y[ok]))[:, None, :] + offsets[None, :, :])
        spots = np.concatenate(places)  # each: three counters, x and y
        if len(spots) > _MOST_GROUPS:
            spots = spots[:: len(spots) // _MOST_GROUPS + 1]
        if not len(spots):
            return None
        free = np.ones((len(spots), len(spots)), dtype=bool)
        for i, j in product(range(3), range(3)):
            off = np.abs(spots[:, None, i, :] - spots[None, :, j, :])
            free &= (off >= step - 0.5).any(axis=2)
        if not free.any():
            return None
        middle = spots.mean(axis=1)
        far = 0.35 * np.hypot(middle[:, 0] - self._town[0], middle[:, 1] - self._town[1])
        # Germans come from the north-east.
        turned = (middle[:, None, 0] - middle[None, :, 0]) - (middle[:, None, 1] - middle[None, :, 1])
        cost = np.round(np.where(free, far[:, None] + far[None, :] + 30.0 * (turned < 0), 1e9), 2)
        a, b = np.unravel_index(int(np.argmin(cost)), cost.shape)
        german, allied = (tuple((snap(float(x)), snap(float(y))) for x, y in spots[k]) for k in (a, b))
        return german, allied


_MOST_GROUPS = 900


def _clear(x: Array, y: Array, w: float, h: float, limits: Limits) -> NDArray[np.bool_]:
    """Which boxes around the positions x, y stay clear of a box."""
    left, top, right, bottom = limits
    return np.asarray((x + w < left - 1) | (x - w > right + 1) | (y + h < top - 1) | (y - h > bottom + 1))
