"""Rivers as chains of hexsides: one chain per river, ending on the river it runs into, with towns on the correct bank."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import dist

import numpy as np
import shapely
from shapely.geometry import LineString

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import River
from ardennes.atlas.geo import Points
from ardennes.atlas.ground import Ground
from ardennes.atlas.lines import UNIT, Banks, Follow, banks, chain, nearest_corner, parts_within, sides_of

SHORTEST = 0.8
"""Parts of a river shorter than this (in hexes) are not laid."""
MOUTH = 1.3
"""How far from its mouth (in hexes) a river may end on its parent."""


@dataclass
class Rivers:
    """The rivers as laid."""

    at: dict[int, str] = field(default_factory=dict)
    """Hexside -> name of the river, over the whole mesh."""
    chains: dict[str, list[list[int]]] = field(default_factory=dict)
    """The corners of each river's chains, downstream."""
    lines: dict[str, LineString] = field(default_factory=dict)
    """The true line of each laid river, in the plane."""
    fords: set[int] = field(default_factory=set)
    """Hexsides that count as fords."""

    def corners(self, name: str) -> set[int]:
        return {c for path in self.chains.get(name, []) for c in path}

    def course(self, ground: Ground, name: str) -> list[Points]:
        """The laid chains of a river as lines."""
        return [np.array([ground.mesh.corners[c] for c in path]) for path in self.chains[name]]


def lay_rivers(ground: Ground) -> Rivers:
    """Lay the recipe's rivers, parents first."""
    out = Rivers()
    wanted = _wanted(ground)
    pins = _pins(ground)
    avoid = {ground.side(*p.hexes) for p in ground.recipe.pins if p.kind == "no_river"} if ground.pins else set()
    for river in _parents_first(ground, wanted):
        others = {s for name, sides in pins.items() if name != river.name for s in sides}
        _lay(ground, out, river, pins.get(river.name, []), avoid | others)
    _drop_scraps(ground, out, {s for sides in pins.values() for s in sides})
    _check_pins(ground, out, pins)
    _mark_fords(ground, out)
    return out


def _wanted(ground: Ground) -> list[River]:
    recipe = ground.recipe
    out = []
    for key, names in (("names", recipe.rivers), ("fords", recipe.fords)):
        for name in names:
            river = ground.atlas.river(name)
            if river is None:
                raise BadAtlas(f"{recipe.where}: rivers.{key} names {name!r}, which is not a river in the atlas")
            if river not in out:
                out.append(river)
    return out


def _parents_first(ground: Ground, rivers: list[River]) -> list[River]:
    """Parents before their tributaries, large before small, in the order of the atlas."""
    into = {r.name: r.into for r in ground.atlas.rivers}

    def depth(name: str) -> int:
        steps = 0
        while into[name] and steps < 20:
            name = into[name]
            steps += 1
        return steps

    order = {r.name: i for i, r in enumerate(ground.atlas.rivers)}
    return sorted(rivers, key=lambda r: (depth(r.name), r.cls, order[r.name]))


def _pins(ground: Ground) -> dict[str, list[int]]:
    out: dict[str, list[int]] = {}
    for pin in ground.recipe.pins if ground.pins else ():
        if pin.kind != "river":
            continue
        river = ground.atlas.river(pin.name)
        if river is None:
            raise BadAtlas(f"{ground.recipe.where}: pins {pin.number}: {pin.name!r} is not a river in the atlas")
        out.setdefault(river.name, []).append(ground.side(*pin.hexes))
    return out


def _lay(ground: Ground, out: Rivers, river: River, pins: list[int], avoid: Collection[int]) -> None:
    mesh = ground.mesh
    line = ground.line(river.line)
    parent = out.corners(river.into) if river.into in out.chains else set()
    anchors = ground.anchors()
    middles = mesh.middles()
    for part in parts_within(line, ground.area, SHORTEST):
        taken = {c for name in out.chains for c in out.corners(name)}
        start, end = part.coords[0], part.coords[-1]
        own = tuple(s for s in pins if part.distance(shapely.Point(middles[s])) < 1.5)
        goals = {}
        if parent and dist(end, line.coords[-1]) < 0.05:
            away = {c: dist(mesh.corners[c], end) for c in parent}
            reach = max(MOUTH, min(away.values()) + 0.1)
            goals = {c: round(2 * UNIT * d * d) for c, d in sorted(away.items()) if d < reach}
        else:
            goals = {nearest_corner(mesh, (end[0], end[1]), taken): 0}
        first = nearest_corner(mesh, (start[0], start[1]), taken)
        path = chain(mesh, Follow(part, anchors, avoid, taken, own), first, goals)
        if len(path) < 2:
            continue
        path = _without_bulges(ground, path, set(own), taken - set(goals), anchors)
        out.lines[river.name] = line
        out.chains.setdefault(river.name, []).append(path)
        for side in sides_of(mesh, path):
            out.at.setdefault(side, river.name)


def _without_bulges(
    ground: Ground, path: list[int], pinned: set[int], taken: Collection[int], anchors: Collection[int]
) -> list[int]:
    """A river that runs around four sides of a hex takes the shorter way round, unless a town there says otherwise."""
    mesh = ground.mesh
    for number in sorted({h for s in sides_of(mesh, path) for h in mesh.hexes_of[s]}):
        ring = mesh.round[number]
        sides = sides_of(mesh, path)
        own = [i for i, s in enumerate(sides) if s in ring]
        if len(own) < 4 or own[-1] - own[0] != len(own) - 1 or pinned & {sides[i] for i in own}:
            continue
        if len(own) == 4 and number in anchors:
            continue
        first, last = path[own[0]], path[own[-1] + 1]
        rest = [s for s in ring if s not in {sides[i] for i in own}]
        way = _through(mesh.ends, rest, first, last)
        if way and not set(way[1:-1]) & (set(taken) | set(path)):
            path = [*path[: own[0]], *way, *path[own[-1] + 2 :]]
    return path


def _through(ends: list[tuple[int, int]], sides: list[int], first: int, last: int) -> list[int]:
    """The corners from first to last along some sides of one hex; empty if they do not join them."""
    way = [first]
    left = list(sides)
    while way[-1] != last:
        side = next((s for s in left if way[-1] in ends[s]), None)
        if side is None:
            return []
        left.remove(side)
        a, b = ends[side]
        way.append(b if a == way[-1] else a)
    return way


def _drop_scraps(ground: Ground, out: Rivers, pinned: set[int]) -> None:
    """Drop what has too few sides on the map: a corner cut off by a river that runs outside, or the start of a brook."""
    mesh = ground.mesh
    for name in list(out.chains):
        river = ground.atlas.river(name)
        least = 1 if river is not None and river.cls == 1 else ground.recipe.river_minimum
        for path in list(out.chains[name]):
            for scrap in _runs(ground, sides_of(mesh, path)):
                if len(scrap) >= least or pinned & set(scrap):
                    continue
                for side in scrap:
                    out.at.pop(side, None)


def _runs(ground: Ground, sides: list[int]) -> list[list[int]]:
    """The pieces of a chain that are on the map."""
    out: list[list[int]] = [[]]
    for side in sides:
        if ground.mesh.inner(side):
            out[-1].append(side)
        elif out[-1]:
            out.append([])
    return [run for run in out if run]


def _check_pins(ground: Ground, out: Rivers, pins: dict[str, list[int]]) -> None:
    for name, sides in pins.items():
        for side in sides:
            if out.at.get(side) != name:
                a, b = ground.side_names(side)
                raise BadAtlas(
                    f"{ground.recipe.where}: a pin puts the {name} on side {a}-{b}, but it cannot be laid there"
                    + ("" if name in out.chains else ": it is not on this board")
                )


def _mark_fords(ground: Ground, out: Rivers) -> None:
    fords = {r.name for r in (ground.atlas.river(n) for n in ground.recipe.fords) if r is not None}
    out.fords = {side for side, name in out.at.items() if name in fords}
    for number, part in enumerate(ground.recipe.river_parts, 1):
        where = f"{ground.recipe.where}: rivers.part {number}"
        river = ground.atlas.river(part.river)
        if river is None:
            raise BadAtlas(f"{where}: {part.river!r} is not a river in the atlas")
        latlon = part.latlon
        if part.above:
            bridge = ground.atlas.bridge(part.above)
            if bridge is None:
                raise BadAtlas(f"{where}: {part.above!r} is not a bridge in the atlas")
            latlon = (bridge.lat, bridge.lon)
        assert latlon is not None
        if river.name not in out.lines:
            ground.report.warn(f"rivers.part {number}: the {river.name} is not on the map")
            continue
        line = out.lines[river.name]
        limit = line.project(shapely.Point(*ground.point(*latlon)))
        middles = ground.mesh.middles()
        for side, name in out.at.items():
            if name == river.name and line.project(shapely.Point(middles[side])) < limit:
                (out.fords.add if part.ford else out.fords.discard)(side)


def bank_of_hexes(ground: Ground, rivers: Rivers, name: str, hexes: list[int]) -> Banks:
    """Which bank of the laid river each hex is on, by the nearest of its chains."""
    points = ground.mesh.centres[hexes]
    courses = rivers.course(ground, name)
    if len(courses) == 1:
        return banks(courses[0], points)
    spots = shapely.points(points)
    away = np.array([shapely.distance(LineString(c), spots) for c in courses])
    found = np.array([banks(c, points) for c in courses])
    return np.asarray(found[away.argmin(axis=0), np.arange(len(hexes))], dtype=np.int8)
