"""Lines of a hex board: rivers along hexsides, roads through the midpoints of hexsides, front line, boundaries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from shapely.geometry import LineString
from shapely.geometry import Point as Spot

from ardennes.atlas.draw.hand import curve
from ardennes.atlas.draw.layout import WIDTH, Key, Layout
from ardennes.atlas.draw.svg import Point

Side = tuple[str, str, dict[str, Any]]
Edge = tuple[Key, Key]

FORD = 4
"""The width class of streams that are only fords; rivers have 1 (large) to 3."""


@dataclass(frozen=True)
class River:
    name: str
    size: int
    line: list[Point]


@dataclass(frozen=True)
class Road:
    size: int
    line: list[Point]


def _edge(layout: Layout, a: str, b: str) -> Edge:
    return layout.side(a, b)


def chains(edges: Mapping[Edge, str]) -> list[tuple[str, list[Key]]]:
    """Sides joined into lines for as long as the name continues (or there is only one way to go), in order of name, the longest first."""
    meet: dict[Key, list[Key]] = {}
    for a, b in sorted(edges):
        meet.setdefault(a, []).append(b)
        meet.setdefault(b, []).append(a)
    used: set[Edge] = set()

    def name(a: Key, b: Key) -> str:
        return edges[(a, b) if a < b else (b, a)]

    def onward(before: Key, at: Key) -> Key | None:
        free = [k for k in meet[at] if k != before and ((at, k) if at < k else (k, at)) not in used]
        same = [k for k in free if name(at, k) == name(before, at)]
        return same[0] if same else None

    out = []
    for first in sorted(edges, key=lambda e: (edges[e], e)):
        if first in used:
            continue
        used.add(first)
        line = list(first)
        for _ in range(2):
            while (step := onward(line[-2], line[-1])) is not None:
                used.add((line[-1], step) if line[-1] < step else (step, line[-1]))
                line.append(step)
            line.reverse()
        out.append((edges[first], line))
    return out


def rivers(layout: Layout, sides: Iterable[Side], sizes: Mapping[str, int]) -> list[River]:
    """One line per river; `sizes` gives the width class of a name. Smaller rivers end on the line of the larger."""
    edges: dict[Edge, str] = {}
    kind: dict[str, int] = {}
    for a, b, what in sides:
        if what.get("river"):
            edges[_edge(layout, a, b)] = str(what["river"])
            kind[str(what["river"])] = sizes.get(str(what["river"]), 3)
        elif what.get("ford"):
            name = f"{what['ford']}\0ford"
            edges[_edge(layout, a, b)] = name
            kind[name] = FORD
    found = sorted(chains(edges), key=lambda c: (kind[c[0]], c[0], -len(c[1]), c[1]))
    ends = [key for _, line in found for key in (line[0], line[-1])]
    on_curve: dict[Key, Point] = {}
    out = []
    for name, line in found:
        points = [layout.xy(key) for key in line]
        for i in range(1, len(line) - 1):
            (ax, ay), (bx, by), (cx, cy) = points[i - 1], points[i], points[i + 1]
            on_curve.setdefault(line[i], ((ax + 6 * bx + cx) / 8, (ay + 6 * by + cy) / 8))
        first = _river_end(layout, line[0], on_curve, ends)
        last = _river_end(layout, line[-1], on_curve, ends)
        points = ([first] if first else []) + points + ([last] if last else [])
        out.append(River(name.removesuffix("\0ford"), kind[name], curve(points, 8, 3.0)))
    return out


def _river_end(layout: Layout, key: Key, on_curve: Mapping[Key, Point], ends: list[Key]) -> Point | None:
    """Where a river continues from its last corner: onto the curve of another, off the map, or nowhere."""
    if key in on_curve:
        return on_curve[key]
    around = layout.hexes_at(key)
    if ends.count(key) > 1 or len(around) == 3:
        return None
    x, y = layout.xy(key)
    mx = sum(layout.centre[name][0] for name in around) / len(around)
    my = sum(layout.centre[name][1] for name in around) / len(around)
    far = math.hypot(x - mx, y - my)
    return (x + (x - mx) / far * 90, y + (y - my) / far * 90)


# Roads


def roads(layout: Layout, sides: Iterable[Side]) -> tuple[list[Road], dict[str, Point]]:
    """Strokes through hex centres that cross each side at its midpoint; at a junction the straightest pair goes through.

    Also where a hex's roads meet, which is slightly off centre where the road bends: that is where a town goes.
    """
    listed = list(sides)
    links: dict[tuple[str, str], int] = {}
    for a, b, what in listed:
        if what.get("road"):
            links[(a, b) if a < b else (b, a)] = int(what["road"])
    spot: dict[str, Point] = dict(layout.centre)
    classes = dict(links)
    for name in layout.names:
        for way, (holder, end) in road_ends(layout, name, classes).items():
            off = f"{holder}\0{way}"  # a place off the map, in no hex
            spot[off] = end
            links[holder, off] = min((size for link, size in sorted(classes.items()) if holder in link), default=2)
    strokes = _strokes(links, spot)
    through: dict[str, Point] = {}
    out = []
    for _, stroke in strokes:
        points = [spot[name] for name in stroke]
        for i in range(1, len(stroke) - 1):
            (ax, ay), (bx, by), (cx, cy) = points[i - 1], points[i], points[i + 1]
            through.setdefault(stroke[i], ((ax + 6 * bx + cx) / 8, (ay + 6 * by + cy) / 8))
    for size, stroke in strokes:
        points = [spot[name] for name in stroke]
        points[0] = through.get(stroke[0], points[0])
        points[-1] = through.get(stroke[-1], points[-1])
        out.append(Road(size, curve(points, 8, 3.0)))
    return _cut_at_rivers(layout, listed, out), through


def road_ends(layout: Layout, name: str, links: Mapping[tuple[str, str], int]) -> dict[str, tuple[str, Point]]:
    """Where the roads that leave the map by this hex cross its edge: for each compass word the last hex and a point just outside.

    The last hex is a different one where a rim of edge hexes surrounds the ground in play.
    """
    said = layout.places[name].get("road_off")
    out = {}
    for way in [said] if isinstance(said, str) else list(said or ()):
        last = _last_hex(layout, name, way, links)
        if last is None:
            continue
        x, y = layout.centre[last]
        left, top, right, bottom = _reach(layout, x, y)
        if way in ("east", "west"):
            end = (right + 6, y) if way == "east" else (left - 6, y)
        else:
            edge = top - 6 if way == "north" else bottom + 6
            end = _through_top_or_bottom(layout, last, way, links, edge)
        out[way] = (last, end)
    return out


def _last_hex(layout: Layout, name: str, way: str, links: Mapping[tuple[str, str], int]) -> str | None:
    """The hex whose edge is crossed by a road that leaves the map from `name`."""
    if at_edge(layout, name, way):
        return name
    linked = {other for link in links if name in link for other in link}
    rim = [other for other in layout.neighbours(name) if "edge" in layout.looks(other) and at_edge(layout, other, way)]
    found = [other for other in rim if other in linked]
    return found[0] if found else None


def at_edge(layout: Layout, name: str, way: str) -> bool:
    """Is the map edge the next thing in that direction?"""
    x, y = layout.centre[name]
    left, top, right, bottom = _reach(layout, x, y)
    far = {"west": x - left, "east": right - x, "north": y - top, "south": bottom - y}[way]
    return far < (105 if way in ("west", "east") else 60)


def _through_top_or_bottom(
    layout: Layout, name: str, way: str, links: Mapping[tuple[str, str], int], edge: float
) -> Point:
    """To the north and south a hex has a corner: the road takes the adjacent side that best continues it."""
    x = layout.centre[name][0]
    pulls = []
    for a, b in sorted(links):
        if name in (a, b):
            other = b if a == name else a
            pulls.append(layout.centre[other][0] - x)
    lean = -sum(pulls) / len(pulls) if pulls else 0.0
    return (x + (33 if lean > 0 or (lean == 0 and way == "south") else -33), edge)


def _reach(layout: Layout, x: float, y: float) -> tuple[float, float, float, float]:
    """How far the map extends from a point to the left, up, right and down."""
    big = 2 * (layout.width + layout.height)
    across = LineString([(x - big, y), (x + big, y)]).intersection(layout.land)
    along = LineString([(x, y - big), (x, y + big)]).intersection(layout.land)
    here = Spot(x, y)
    h = next((p for p in getattr(across, "geoms", [across]) if p.distance(here) < 1), across).bounds
    v = next((p for p in getattr(along, "geoms", [along]) if p.distance(here) < 1), along).bounds
    return (h[0], v[1], h[2], v[3])


def _strokes(links: Mapping[tuple[str, str], int], spot: Mapping[str, Point]) -> list[tuple[int, list[str]]]:
    """The links as long strokes: main roads first, then straight stretches first."""
    size = {frozenset(link): n for link, n in links.items()}
    meet: dict[str, list[str]] = {}
    for a, b in sorted(links):
        meet.setdefault(a, []).append(b)
        meet.setdefault(b, []).append(a)
    mate = _mates(meet, size, spot)
    used: set[frozenset[str]] = set()
    out = []
    for a, b in sorted(links, key=lambda link: (links[link], link)):
        if frozenset((a, b)) in used:
            continue
        used.add(frozenset((a, b)))
        line = [a, b]
        for _ in range(2):
            while True:
                step = mate.get((line[-1], line[-2]))
                if step is None or frozenset((step, line[-1])) in used:
                    break
                used.add(frozenset((step, line[-1])))
                line.append(step)
            line.reverse()
        out.append((links[a, b], line))
    return out


def _mates(
    meet: Mapping[str, list[str]], size: Mapping[frozenset[str], int], spot: Mapping[str, Point]
) -> dict[tuple[str, str], str]:
    """At each hex, which road continues as which: (hex, from) -> to."""
    mate: dict[tuple[str, str], str] = {}
    for at, others in sorted(meet.items()):
        pairs = []
        ordered = sorted(others)
        for i, a in enumerate(ordered):
            for b in ordered[i + 1 :]:
                one, two = size[frozenset((a, at))], size[frozenset((b, at))]
                bend = _bend(spot[at], spot[a], spot[b])
                if one == two and (bend < 80 or len(ordered) == 2):
                    pairs.append((one, round(bend), a, b))
        taken: set[str] = set()
        for _, _, a, b in sorted(pairs):
            if a not in taken and b not in taken:
                taken |= {a, b}
                mate[at, a] = b
                mate[at, b] = a
    return mate


def _bend(at: Point, a: Point, b: Point) -> float:
    """How far the path a - at - b is from straight, in degrees."""
    one = math.atan2(a[1] - at[1], a[0] - at[0])
    two = math.atan2(b[1] - at[1], b[0] - at[0])
    return abs(180 - math.degrees(abs(one - two)) % 360)


def _cut_at_rivers(layout: Layout, sides: Iterable[Side], lines: list[Road]) -> list[Road]:
    """A road never runs over a river without a bridge: it stops short on both banks."""
    holes = []
    for a, b, what in sides:
        wet = what.get("river") or what.get("ford")
        if what.get("road") and wet and what.get("bridge") in (None, False, 0, "blown"):
            holes.append(Spot(layout.middle(a, b)).buffer(13 if what.get("bridge") != "blown" else 7))
    if not holes:
        return lines
    out = []
    for road in lines:
        line: Any = LineString(road.line)
        for hole in holes:
            if line.intersects(hole):
                line = line.difference(hole)
        out += [Road(road.size, list(part.coords)) for part in getattr(line, "geoms", [line]) if part.length > 1]
    return out


# Lines along sides


def along_sides(layout: Layout, sides: Iterable[Side], attribute: str) -> list[list[Point]]:
    """Front line or boundaries as curves, each side once."""
    edges = {_edge(layout, a, b): "" for a, b, what in sides if what.get(attribute)}
    return [curve([layout.xy(key) for key in line], 6, 1.5) for _, line in chains(edges)]


def named_lines(layout: Layout, sides: Iterable[Side], attribute: str) -> list[tuple[str, list[Point]]]:
    """Boundaries by name. A side that belongs to several has their names joined by ' / '."""
    by_name: dict[str, dict[Edge, str]] = {}
    for a, b, what in sides:
        for name in str(what.get(attribute) or "").split(" / "):
            if name:
                by_name.setdefault(name, {})[_edge(layout, a, b)] = name
    found = [chain for edges in by_name.values() for chain in chains(edges)]
    return [(name, curve([layout.xy(key) for key in line], 6, 1.5)) for name, line in found]


def bearing(layout: Layout, a: str, b: str) -> float:
    """The direction from hex to hex in degrees, clockwise from the right, between -90 and 90."""
    (ax, ay), (bx, by) = layout.centre[a], layout.centre[b]
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    return (angle + 90) % 180 - 90


__all__ = [
    "FORD",
    "WIDTH",
    "River",
    "Road",
    "along_sides",
    "bearing",
    "chains",
    "named_lines",
    "rivers",
    "road_ends",
    "roads",
]
