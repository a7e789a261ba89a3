"""The edge of a hex board: row and column numbers, exits, entries, supply, and the joins of its sheets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.ops import unary_union

from ardennes.atlas.draw import fonts, sheet
from ardennes.atlas.draw.layout import RADIUS, Layout
from ardennes.atlas.draw.lines import at_edge, road_ends
from ardennes.atlas.draw.scene import Scene
from ardennes.atlas.draw.svg import Box, Point, esc, num, path

_HALF = RADIUS * 0.75
"""Half the distance between two rows."""
Tag = tuple[str, float, float]
"""A tag outside the frame: the edge's compass word, position along it, how far out it reaches."""


@dataclass
class Edge:
    """Tags and frame, and how much room they need on each side."""

    body: str
    exits: str
    room: dict[str, float]


def edges(scene: Scene) -> Edge:
    layout = scene.layout
    size = scene.sizes["margin"]
    body = sheet.frame(layout.land) + _sheet_joins(scene)
    body += _margin_numbers(scene, size)
    room = dict.fromkeys(("north", "south", "west", "east"), sheet.STRIP + 10.0)
    exits = ""
    tags: list[Tag] = []
    for name in layout.names:
        place = scene.place(name)
        if place.get("exit") in (None, False):
            continue
        points = _exit_points(scene, name)
        exits += _inner_exit(scene, name) if not points else ""
        for way, (x, y) in points.items():
            exits += sheet.exit_tag(x, y, way, str(place["exit"]))
            tags.append((way, x if way in ("north", "south") else y, sheet.STRIP + 52.0))
            room[way] = max(room[way], sheet.STRIP + 54.0)
    for attribute in ("entry", "edge"):
        more, needs = _sections(scene, attribute, tags)
        exits += more
        for way, need in needs.items():
            room[way] = max(room[way], need)
    exits = _supply(scene) + exits
    return Edge(body, exits, room)


def _exit_points(scene: Scene, name: str) -> dict[str, Point]:
    """Where a hex's exits are on the map edge: on its road, or else at the nearest edge (that of the rim, if there is one)."""
    layout = scene.layout
    links = {(a, b): 1 for a, b, what in scene.sides if what.get("road")}
    out: dict[str, Point] = {}
    for way, (last, end) in road_ends(layout, name, links).items():
        x, y = sheet.edge_ways(layout.land, *layout.centre[last])[way]
        out[way] = (end[0], y) if way in ("north", "south") else (x, y)
    if out:
        return out
    rim = [other for other in layout.neighbours(name) if "edge" in layout.looks(other)]
    for one in [name, *rim]:
        found = _nearest_edge(layout, one)
        if found:
            return dict([found])
    return {}


def _nearest_edge(layout: Layout, name: str) -> tuple[str, Point] | None:
    x, y = layout.centre[name]
    ways = {way: point for way, point in sheet.edge_ways(layout.land, x, y).items() if at_edge(layout, name, way)}
    if not ways:
        return None
    way = min(sorted(ways), key=lambda w: round(math.dist(ways[w], (x, y)), 3))
    return way, ways[way]


def window_edges(layout: Layout, name: str) -> list[str]:
    """On a board joined from sheets: the edges of its sheet that a hex is on."""
    row, col = layout.row_col[name]
    grid = layout.grid
    for window in grid.windows:
        r, c = row - window.row - grid.first, col - window.col - grid.first
        if 0 <= r < window.rows and 0 <= c < window.columns:
            low, high = ("west", "east") if layout.east > 0 else ("east", "west")
            back, on = ("north", "south") if layout.south > 0 else ("south", "north")
            tests = [(c == 0, low), (c == window.columns - 1, high), (r == 0, back), (r == window.rows - 1, on)]
            return [way for true, way in tests if true]
    return []


def _inner_exit(scene: Scene, name: str) -> str:
    """The tag of an exit that leads off a sheet inside a joined board: a small arrow in the hex."""
    x, y = scene.layout.centre[name]
    ways = window_edges(scene.layout, name)
    way = ways[0] if ways else "north"
    if scene.place(name).get("entry"):
        x, y = (x, y - 17) if way in ("west", "east") else (x - 17, y)
    return sheet.exit_tag(x, y, way, str(scene.place(name)["exit"]), 19.0, 17.0)


def _sections(scene: Scene, attribute: str, tags: list[Tag]) -> tuple[str, dict[str, float]]:
    """Entries and named stretches of the edge: one plate for adjacent hexes, with a bracket over them."""
    layout = scene.layout
    runs: dict[tuple[str, str], list[tuple[Point, str]]] = {}
    body = ""
    for name in layout.names:
        value = layout.places[name].get(attribute)
        if value in (None, "", False):
            continue
        found = _nearest_edge(layout, name)
        if found is None:
            inner = window_edges(layout, name)
            body += _inner_entry(layout, name, inner[0] if inner else "north", str(value))
        else:
            runs.setdefault((found[0], str(value)), []).append((found[1], name))
    needs: dict[str, float] = {}
    for (way, value), members in sorted(runs.items()):
        for run in _side_by_side(members, way):
            xs, ys = [p[0] for p, _ in run], [p[1] for p, _ in run]
            along = xs if way in ("north", "south") else ys
            under = [deep for w, at, deep in tags if w == way and min(along) - 65 < at < max(along) + 65]
            out = max([sheet.STRIP + 6.0, *under])
            if len(run) > 1:
                body += _bracket(min(xs), max(xs), min(ys), max(ys), way, out)
                out += 8
            body += sheet.entry_tag((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, way, value, out)
            tags += [(way, at, out + 34) for at in along]
            wide = fonts.width(value, "map700", 24) + 16
            needs[way] = max(needs.get(way, 0), out + (max(36.0, wide) if way in ("east", "west") else 36.0))
    return body, needs


def inner_marks(layout: Layout, name: str) -> list[Box]:
    """The boxes of the arrows inside hexes, where no name may be written."""
    place = layout.places[name]
    if not (place.get("exit") or place.get("entry")) or _nearest_edge(layout, name) or place.get("road_off"):
        return []
    if any("edge" in layout.looks(other) for other in layout.neighbours(name)):
        return []
    ways = window_edges(layout, name)
    way = ways[0] if ways else "north"
    x, y = layout.centre[name]
    across = 29.0 if place.get("exit") and place.get("entry") else 13.0
    dx, dy = {"west": (-1, 0), "east": (1, 0), "north": (0, -1), "south": (0, 1)}[way]
    if dx:
        return [(min(x + dx * 18, x + dx * 50), y - across, max(x + dx * 18, x + dx * 50), y + across)]
    return [(x - across, min(y + dy * 18, y + dy * 50), x + across, max(y + dy * 18, y + dy * 50))]


def _inner_entry(layout: Layout, name: str, way: str, value: str) -> str:
    """An entry on a sheet's edge inside a joined board: a small arrow into the hex, dark for one side, pale for the other."""
    x, y = layout.centre[name]
    turn = {"west": 0, "north": 90, "east": 180, "south": 270}[way]
    if layout.places[name].get("exit"):
        x, y = (x, y + 17) if way in ("west", "east") else (x + 17, y)
    return (
        f'<g class="en {esc(value)}" transform="translate({num(x)} {num(y)}) rotate({turn})">'
        '<path d="M-47-6h10v-6l14 12l-14 12v-6h-10z"/></g>'
    )


def _side_by_side(members: list[tuple[Point, str]], way: str) -> list[list[tuple[Point, str]]]:
    axis = 0 if way in ("north", "south") else 1
    runs: list[list[tuple[Point, str]]] = []
    for one in sorted(members, key=lambda m: (m[0][axis], m[1])):
        if runs and one[0][axis] - runs[-1][-1][0][axis] < 105:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _bracket(x0: float, x1: float, y0: float, y1: float, way: str, out: float) -> str:
    if way in ("north", "south"):
        y, tick = (y0 - out - 2, 6) if way == "north" else (y1 + out + 2, -6)
        points = [(x0 - 40, y + tick), (x0 - 40, y), (x1 + 40, y), (x1 + 40, y + tick)]
    else:
        x, tick = (x0 - out - 2, 6) if way == "west" else (x1 + out + 2, -6)
        points = [(x + tick, y0 - 38), (x, y0 - 38), (x, y1 + 38), (x + tick, y1 + 38)]
    return f'<path class="neat2" d="{path(points)}"/>'


def _supply(scene: Scene) -> str:
    """Stripes on the edge where supply comes in; a ring where it comes in elsewhere."""
    layout = scene.layout
    body = ""
    for name in layout.names:
        side = str(layout.places[name].get("supply") or "")
        if not side:
            continue
        cx, cy = layout.centre[name]
        ways = sheet.edge_ways(layout.land, cx, cy)
        near = {way: at for way, at in ways.items() if at_edge(layout, name, way)}
        for way, (x, y) in sorted(near.items()):
            if way in ("north", "south"):
                first, last = (near[w][0] if w in near else x + d for w, d in (("west", -50), ("east", 50)))
                body += sheet.supply_edge([(first, y), (last, y)], side)
            else:
                first, last = (near[w][1] if w in near else y + d for w, d in (("north", -_HALF), ("south", _HALF)))
                body += sheet.supply_edge([(x, first), (x, last)], side)
        if not near:
            for way in window_edges(layout, name)[:1]:
                c = layout.corners(name)
                pair = {"east": (1, 2), "west": (4, 5), "north": (5, 1), "south": (2, 4)}[way]
                line = (
                    [c[5], c[0], c[1]]
                    if way == "north"
                    else [c[2], c[3], c[4]]
                    if way == "south"
                    else [c[pair[0]], c[pair[1]]]
                )
                body += sheet.supply_edge(line, side)
    return body


def _margin_numbers(scene: Scene, size: float) -> str:
    """Row and column numbers next to the first and last hex of each row and column, as the hexes there are numbered."""
    layout, grid = scene.layout, scene.layout.grid
    rows: dict[int, list[tuple[Point, str]]] = {}
    cols: dict[int, list[tuple[Point, str]]] = {}
    for name in layout.names:
        row, col = layout.row_col[name]
        rows.setdefault(row, []).append((layout.centre[name], name))
        cols.setdefault(col, []).append((layout.centre[name], name))
    body = ""

    def label(name: str, index: int) -> str:
        row, col = layout.row_col[name]
        for window in grid.windows:
            r, c = row - window.row, col - window.col
            if 0 <= r - grid.first < window.rows and 0 <= c - grid.first < window.columns:
                return f"{(r, c)[index]:02}"
        return f"{(row, col)[index]:02}"

    for members in rows.values():
        ordered = sorted(members)
        for way, (centre, name) in (("west", ordered[0]), ("east", ordered[-1])):
            edge = sheet.edge_ways(layout.land, *centre).get(way)
            if edge:
                body += sheet.margin_number(*edge, way, label(name, 0), size)
    for members in cols.values():
        ordered = sorted(members, key=lambda m: (m[0][1], m[0][0]))
        for way, (centre, name) in (("north", ordered[0]), ("south", ordered[-1])):
            edge = sheet.edge_ways(layout.land, *centre).get(way)
            if edge:
                body += sheet.margin_number(*edge, way, label(name, 1), size)
    return body


def _sheet_joins(scene: Scene) -> str:
    """Lines where the sheets of a joined board meet."""
    layout, grid = scene.layout, scene.layout.grid
    if not grid.windows:
        return ""
    owner = {name: _window(layout, name) for name in layout.names}
    parts = {}
    for letter in sorted(set(owner.values())):
        parts[letter] = unary_union([layout.polygon(n).buffer(0.2) for n in layout.names if owner[n] == letter])
    d = ""
    letters = sorted(parts)
    for i, a in enumerate(letters):
        for b in letters[i + 1 :]:
            shared: Any = (
                parts[a]
                .buffer(0.3)
                .intersection(parts[b].exterior if hasattr(parts[b], "exterior") else parts[b].boundary)
            )
            merged: Any = shapely.line_merge(shared) if shared.geom_type == "MultiLineString" else shared
            for piece in getattr(merged, "geoms", [merged]):
                if piece.geom_type == "LineString" and piece.length > 20:
                    d += path(piece.simplify(0.6).coords)
    return f'<path class="join" d="{d}"/>' if d else ""


def _window(layout: Layout, name: str) -> str:
    row, col = layout.row_col[name]
    grid = layout.grid
    for window in grid.windows:
        if 0 <= row - window.row - grid.first < window.rows and 0 <= col - window.col - grid.first < window.columns:
            return str(window.map)
    return ""
