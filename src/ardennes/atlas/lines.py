"""Lines over a mesh: which bank a point is on, and the chain of hexsides that best follows a line.

Costs are integers, so that rounding cannot make two machines choose differently.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString

from ardennes.atlas.geo import Points
from ardennes.atlas.mesh import Mesh

UNIT = 1000
"""The unit of cost."""
AVOID = 50 * UNIT
"""The cost of what should not happen."""
REACH = 2.5
"""Hexsides further than this from a line (in hexes) play no part in following it."""

Banks = NDArray[np.int8]


def banks(line: Points, points: Points) -> Banks:
    """Which side of a line each point is on: 1 or -1, by the nearest piece of the line.

    Where two pieces are equally close (the point is opposite a bend), the one that faces the point decides.
    """
    start = line[:-1]
    run = np.diff(line, axis=0)
    length = np.maximum((run**2).sum(axis=1), 1e-12)
    out = np.ones(len(points), dtype=np.int8)
    for low in range(0, len(points), 256):
        some = points[low : low + 256]
        gap = some[:, None, :] - start[None, :, :]
        along = np.clip((gap * run).sum(axis=2) / length, 0.0, 1.0)
        away = ((gap - along[:, :, None] * run) ** 2).sum(axis=2)
        cross = (run[:, 0] * gap[:, :, 1] - run[:, 1] * gap[:, :, 0]) / np.sqrt(length)
        near = away <= away.min(axis=1)[:, None] + 1e-9
        facing = np.where(near, np.abs(cross), -1.0).argmax(axis=1)
        out[low : low + 256] = np.where(cross[np.arange(len(some)), facing] > 0, 1, -1)
    return out


@dataclass
class Follow:
    """What a chain of hexsides should follow, and its constraints."""

    line: LineString
    anchors: Mapping[int, tuple[float, float]]
    """Hexes whose town decides which bank they are on, with the town's true position."""
    avoid: Collection[int] = ()
    """Hexsides to avoid."""
    taken: Collection[int] = ()
    """Corners to avoid, because another line passes through them."""
    pinned: tuple[int, ...] = ()
    """Hexsides that must be used."""
    cheap: Mapping[int, float] = field(default_factory=dict)
    """Hexsides that cost only this fraction."""


def side_costs(mesh: Mesh, follow: Follow) -> dict[int, int]:
    """The cost of each hexside near a line: its distance, plus extra if both its hexes are on the same bank."""
    line = follow.line
    middles = mesh.middles()
    west, south, east, north = line.bounds
    box = (
        (middles[:, 0] > west - REACH)
        & (middles[:, 0] < east + REACH)
        & (middles[:, 1] > south - REACH)
        & (middles[:, 1] < north + REACH)
    )
    near = np.flatnonzero(box)
    near = near[shapely.distance(line, shapely.points(middles[near])) < REACH]
    ends = np.array(mesh.ends)[near]
    a, b = mesh.corners[ends[:, 0]], mesh.corners[ends[:, 1]]
    square = np.zeros(len(near))
    for t in (0.1, 0.5, 0.9):
        square += shapely.distance(line, shapely.points(a + (b - a) * t)) ** 2 / 3
    bank = _hex_banks(mesh, follow, near)
    out = {}
    for side, off in zip(near.tolist(), square.tolist(), strict=True):
        cost = 0.12 + off / 0.33**2
        pair = mesh.hexes_of[side]
        if len(pair) == 2 and off < 1.44 and bank[pair[0]] == bank[pair[1]]:
            cost += 0.7 + 2.5 * any(h in follow.anchors for h in pair)
        cost *= follow.cheap.get(side, 1.0)
        out[side] = AVOID if side in follow.avoid else round(cost * UNIT)
    return out


def _hex_banks(mesh: Mesh, follow: Follow, sides: NDArray[np.intp]) -> dict[int, int]:
    """The bank of each hex next to these sides."""
    hexes = sorted({h for side in sides.tolist() for h in mesh.hexes_of[side]})
    points = np.array([follow.anchors.get(h, tuple(mesh.centres[h])) for h in hexes], dtype=float).reshape(-1, 2)
    found = banks(np.asarray(follow.line.coords)[:, :2], points)
    return dict(zip(hexes, found.tolist(), strict=True))


def chain(mesh: Mesh, follow: Follow, start: int, goals: Mapping[int, int]) -> list[int]:
    """The corners of the cheapest chain of hexsides from a corner to one of the goals (corner -> cost of ending there) through every
    pinned hexside; empty if there is none."""
    costs = side_costs(mesh, follow)
    states: list[tuple[int, list[int]]] = [(0, [start])]
    for side in sorted(follow.pinned, key=lambda s: (_along(mesh, follow.line, s), s)):
        a, b = mesh.ends[side]
        ways = [_onward(mesh, costs, states, {entry: 0}, follow.taken, end) for entry, end in ((a, b), (b, a))]
        states = [(cost, [*path, end]) for (cost, path), end in zip(ways, (b, a), strict=True) if path]
    return _onward(mesh, costs, states, goals, follow.taken)[1]


def _onward(
    mesh: Mesh,
    costs: Mapping[int, int],
    states: list[tuple[int, list[int]]],
    goals: Mapping[int, int],
    taken: Collection[int],
    closed: int = -1,
) -> tuple[int, list[int]]:
    """The cheapest extension of any of these paths to a goal that touches neither itself nor a closed corner."""
    found = []
    for spent, path in states:
        if closed in path:
            continue
        cost, way = _cheapest(mesh, costs, path[-1], goals, taken, {*path[:-1], closed})
        if way:
            found.append((spent + cost, [*path, *way[1:]]))
    return min(found) if found else (0, [])


def _along(mesh: Mesh, line: LineString, side: int) -> float:
    """How far along a line the middle of a hexside is."""
    a, b = mesh.ends[side]
    return round(float(line.project(shapely.Point(*(mesh.corners[a] + mesh.corners[b]) / 2))), 6)


def _cheapest(
    mesh: Mesh,
    costs: Mapping[int, int],
    start: int,
    goals: Mapping[int, int],
    taken: Collection[int],
    closed: Collection[int],
) -> tuple[int, list[int]]:
    """Cost and corners of the cheapest path; a path ends at the first goal it reaches."""
    if start in goals:
        return goals[start], [start]
    best = {start: 0}
    before: dict[int, int] = {}
    queue = [(0, start)]
    done: tuple[int, int] | None = None
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        if done is not None and spent >= done[0]:
            break
        if here in goals:
            ending = (spent + goals[here], here)
            done = ending if done is None else min(done, ending)
            continue
        for there, side in mesh.sides_at[here]:
            cost = costs.get(side)
            if cost is None or there in closed:
                continue
            new = spent + cost + (AVOID if there in taken and there not in goals else 0)
            if new < best.get(there, 1 << 60):
                best[there] = new
                before[there] = here
                heapq.heappush(queue, (new, there))
    if done is None:
        return 0, []
    way = [done[1]]
    while way[-1] != start:
        way.append(before[way[-1]])
    return done[0], way[::-1]


def sides_of(mesh: Mesh, path: Iterable[int]) -> list[int]:
    """The hexsides of a chain of corners."""
    return [next(s for c, s in mesh.sides_at[a] if c == b) for a, b in pairwise(path)]


def nearest_corner(mesh: Mesh, point: tuple[float, float], taken: Collection[int] = ()) -> int:
    """The nearest corner that no other line uses."""
    away = ((mesh.corners - np.array(point)) ** 2).sum(axis=1).round(6)
    for corner in sorted(taken):
        away[corner] += 100
    return int(away.argmin())


def parts_within(line: LineString, area: shapely.Geometry, least: float) -> list[LineString]:
    """The parts of a line inside an area that are at least this long, in order along the line."""
    cut = line.intersection(area)
    if cut.geom_type == "MultiLineString":
        cut = shapely.line_merge(cut)
    parts = [g for g in getattr(cut, "geoms", [cut]) if g.geom_type == "LineString" and g.length >= least]
    out = []
    for part in parts:
        first, last = (line.project(shapely.Point(part.coords[i])) for i in (0, -1))
        out.append((round(min(first, last), 6), part if first <= last else part.reverse()))
    return [part for _, part in sorted(out, key=lambda z: z[0])]
