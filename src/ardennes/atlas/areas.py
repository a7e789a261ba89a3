"""Compiles an area board: named spaces as natural regions, from two tables, the corners in the recipe, and the atlas.

What the rules need (neighbours, terrain, roads, rivers) comes only from the tables and the recipe's corrections, which override them.
The geography only gives it a shape, and a shape that contradicts the tables is an error: `compile_area_board` checks that the regions touch
exactly where borders.csv says, that each holds its own town, and that there is neither gap nor overlap.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import polygonize

from ardennes.atlas.area_lines import Ground, Spot, Task, draw_line, onto_rivers, river_line
from ardennes.atlas.area_plan import EDGES, Frame, Pair, Plan, check_banks, correct, read_plan
from ardennes.atlas.area_room import (
    Lines,
    callout_box,
    kept_free,
    name_limits,
    road_ways,
    room_of,
    thinned,
    way_off,
)
from ardennes.atlas.features import Atlas
from ardennes.atlas.geo import to_km
from ardennes.board.file import FORMAT


def compile_area_board(recipe_path: Path, atlas: Atlas) -> dict[str, Any]:
    """The content of map.json for an area board."""
    plan = read_plan(recipe_path, atlas)
    correct(plan)
    check_banks(plan)
    corners = _corners(plan, atlas)
    lines = _lines(plan, corners, atlas)
    shapes = _shapes(plan, corners, lines)
    return _board(plan, lines, shapes, atlas)


# --- corners and lines ---------------------------------------------------------------------------------------------------------------


def _corners(plan: Plan, atlas: Atlas) -> dict[Pair, Spot]:
    """The position in km of each corner, by the spaces that meet there."""
    out: dict[Pair, Spot] = {}
    rivers = _rivers(plan, atlas)
    for label, latlon in plan.data.get("corners", {}).items():
        names = [name.strip() for name in label.split("/")]
        key = frozenset(names)
        _check_corner(plan, label, names, latlon)
        if key in out:
            raise plan.bad(f"corners.{label} appears twice")
        here = [
            what["river"]
            for pair, what in sorted(plan.sides.items(), key=lambda item: plan.order[item[0]])
            if pair <= key and "river" in what
        ]
        lines = [rivers[name] for name in sorted(set(here)) if name in rivers]
        spot = to_km(float(latlon[0]), float(latlon[1]))
        out[key] = onto_rivers(spot, lines) if len(names) == 3 else _onto_edge(plan.frame, spot, lines)
    return out


def _check_corner(plan: Plan, label: str, names: list[str], latlon: Any) -> None:
    for name in names:
        if name not in plan.spaces:
            raise plan.bad(f"corners.{label} names {name!r}, which is not a space")
    if len(set(names)) not in (2, 3):
        raise plan.bad(f"corners.{label} must name three spaces, or two at the edge of the map")
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if frozenset((a, b)) not in plan.sides:
                raise plan.bad(f"corners.{label}: {a} and {b} have no common border")
    if not _is_latlon(latlon):
        raise plan.bad(f"corners.{label} must be [latitude, longitude], not {latlon!r}")


def _is_latlon(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(v, int | float) and not isinstance(v, bool) for v in value)
    )


def _rivers(plan: Plan, atlas: Atlas) -> dict[str, LineString]:
    """The board's rivers that are in the atlas. A stream that is not is drawn in its valley."""
    names = sorted({what["river"] for what in plan.sides.values() if "river" in what})
    found = {name: river_line(atlas, name) for name in names}
    return {name: line for name, line in found.items() if line is not None}


def _onto_edge(frame: Frame, spot: Spot, rivers: list[LineString]) -> Spot:
    """A corner at the map edge: where the river leaves the map, or the nearest point on the edge."""
    (x0, y0), (x1, y1) = frame.low, frame.high
    border = LineString([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)])
    near = Point(spot)
    cuts = [
        p
        for line in rivers
        for p in getattr(line.intersection(border), "geoms", [line.intersection(border)])
        if not p.is_empty
    ]
    best = min(cuts, key=lambda p: round(p.distance(near), 6)) if cuts else border.interpolate(border.project(near))
    return (best.x, best.y)


def _lines(plan: Plan, corners: dict[Pair, Spot], atlas: Atlas) -> dict[Pair, list[Spot]]:
    """Each border as one line in board units."""
    rivers = _rivers(plan, atlas)
    ground = Ground(atlas.dem)
    towns = {name: to_km(*latlon) for name, latlon in plan.latlon.items()}
    vias = _vias(plan)
    out: dict[Pair, list[Spot]] = {}
    for pair, (a, b) in plan.order.items():
        ends = sorted(
            (spot for key, spot in corners.items() if pair <= key), key=lambda p: (round(p[0], 6), round(p[1], 6))
        )
        if len(ends) != 2:
            raise plan.bad(f"{a} - {b}: the border has {len(ends)} corners instead of 2")
        river = plan.sides[pair].get("river", "")
        chord = LineString(ends)
        via = tuple(sorted(vias.get(pair, ()), key=lambda p: round(chord.project(Point(p)), 6)))
        task = Task(f"{a}-{b}", (ends[0], ends[1]), via, rivers.get(river), bool(river))
        keep = [(towns[a], 3.0), (towns[b], 3.0)]
        points = [plan.frame.units((float(x), float(y))) for x, y in draw_line(task, ground, keep)]
        out[pair] = thinned(points)
        length = LineString(out[pair]).length / plan.frame.scale
        if length < plan.frame.least_border:
            raise plan.bad(
                f"{a} - {b}: the border is only {length:.1f} km long; it needs {plan.frame.least_border:g} km"
            )
    return out


def _vias(plan: Plan) -> dict[Pair, tuple[Spot, ...]]:
    out = {}
    for label, points in plan.data.get("via", {}).items():
        names = [name.strip() for name in label.split("/")]
        if frozenset(names) not in plan.sides or len(names) != 2:
            raise plan.bad(f"via.{label} names no border")
        if not isinstance(points, list) or not all(_is_latlon(p) for p in points):
            raise plan.bad(f"via.{label} must be a list of [latitude, longitude]")
        spots = [to_km(float(lat), float(lon)) for lat, lon in points]
        out[frozenset(names)] = tuple(spots)
    return out


# --- shapes --------------------------------------------------------------------------------------------------------------------------


def _shapes(plan: Plan, corners: dict[Pair, Spot], lines: dict[Pair, list[Spot]]) -> dict[str, Polygon]:
    """The region of each space, checked against the tables."""
    _check_crossings(plan, lines)
    faces = list(polygonize([*map(LineString, lines.values()), *_edge_lines(plan.frame, corners)]))
    if len(faces) != len(plan.spaces):
        raise plan.bad(f"the borders divide the map into {len(faces)} regions, but there are {len(plan.spaces)} spaces")
    owners = _owners(plan, corners)
    out: dict[str, Polygon] = {}
    for name in plan.spaces:
        town = plan.frame.units(to_km(*plan.latlon[name]))
        home = next((face for face in faces if face.contains(Point(town))), None)
        mine = [pair for pair in lines if name in pair]
        if home is None or not all(home.exterior.covers(LineString(lines[pair])) for pair in mine):
            other = next(
                (q for q, at in owners.items() if home is not None and home.covers(Point(at)) and q != name), "no space"
            )
            raise plan.bad(f"{name}: its shape does not contain its town, which is inside the borders of {other}")
        out[name] = home
    _check_edges(plan, out)
    return out


def _owners(plan: Plan, corners: dict[Pair, Spot]) -> dict[str, Spot]:
    """A rough centre of each space, only used in error messages to say whose ground something is on."""
    out = {}
    for name in plan.spaces:
        spots = [plan.frame.units(spot) for key, spot in corners.items() if name in key]
        if spots:
            out[name] = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    return out


def _check_crossings(plan: Plan, lines: dict[Pair, list[Spot]]) -> None:
    pairs = list(lines)
    drawn = [LineString(lines[pair]) for pair in pairs]
    for pair, line in zip(pairs, drawn, strict=True):
        if not line.is_simple:
            raise plan.bad(f"{' - '.join(plan.order[pair])}: the border crosses itself")
    tree = STRtree(drawn)
    for i, j in sorted(zip(*tree.query(drawn, predicate="intersects"), strict=True)):
        if i < j:
            ends = {drawn[i].coords[0], drawn[i].coords[-1]} & {drawn[j].coords[0], drawn[j].coords[-1]}
            meet = drawn[i].intersection(drawn[j])
            spots = {p.coords[0] for p in getattr(meet, "geoms", [meet]) if p.geom_type == "Point"}
            if meet.length > 0 or not spots <= ends:
                a, b = (" - ".join(plan.order[pairs[k]]) for k in (i, j))
                raise plan.bad(f"the borders {a} and {b} cross")


def _edge_lines(frame: Frame, corners: dict[Pair, Spot]) -> list[LineString]:
    """The map edge, cut where a border meets it."""
    width, height = frame.size
    ring = LineString([(0, 0), (width, 0), (width, height), (0, height), (0, 0)])
    spots = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    spots += [frame.units(spot) for key, spot in corners.items() if len(key) == 2]
    spots.sort(key=lambda p: ring.project(Point(p)))
    return [LineString(pair) for pair in pairwise([*spots, spots[0]])]


def _check_edges(plan: Plan, shapes: dict[str, Polygon]) -> None:
    """Every space is on the edges that the table gives for it, and on no others."""
    width, height = plan.frame.size
    sides = {
        "north": LineString([(0, 0), (width, 0)]),
        "south": LineString([(0, height), (width, height)]),
        "west": LineString([(0, 0), (0, height)]),
        "east": LineString([(width, 0), (width, height)]),
    }
    for name, shape in shapes.items():
        touched = [edge for edge in EDGES if shape.intersection(sides[edge]).length > 0]
        said = plan.spaces[name].get("edge", [])
        if any(edge not in touched for edge in said) or (touched and not said):
            raise plan.bad(
                f"{name} touches the edges {', '.join(touched) or 'none'}, but spaces.csv says {', '.join(said) or 'none'}"
            )


# --- the board -----------------------------------------------------------------------------------------------------------------------


def _board(plan: Plan, lines: dict[Pair, list[Spot]], shapes: dict[str, Polygon], atlas: Atlas) -> dict[str, Any]:
    towns = {name: plan.frame.units(to_km(*latlon)) for name, latlon in plan.latlon.items()}
    roads = {plan.order[pair]: lines[pair] for pair, what in plan.sides.items() if what.get("road")}
    ways = road_ways(roads, shapes, towns)
    legend = plan.data.get("legend", {})
    board: dict[str, Any] = {
        "format": FORMAT,
        "kind": "area",
        "title": str(plan.data.get("title", "")),
        "geo": plan.frame.geo(),
        "size": _short(plan.frame.size),
        "legend": {code: dict(what) for code, what in legend.items()},
        "sheet": plan.data.get("sheet", {}),
        "places": _places(plan, towns, shapes, ways, lines),
    }
    springs = _springs(plan, lines, atlas)
    board["sides"] = [_side(plan, pair, lines[pair], ways, springs.get(pair)) for pair in plan.order]
    return board


def _springs(plan: Plan, lines: dict[Pair, list[Spot]], atlas: Atlas) -> dict[Pair, Spot]:
    """Where a river rises on its border, for borders that reach its source or run beyond it, over the watershed."""
    rivers = _rivers(plan, atlas)
    out = {}
    for pair, line in lines.items():
        river = rivers.get(plan.sides[pair].get("river", ""))
        if river is None:
            continue
        source = Point(plan.frame.units(river.coords[0]))
        course = LineString(line)
        if course.distance(source) < _AT_SOURCE * plan.frame.scale:
            out[pair] = min(line, key=lambda p: (round(source.distance(Point(p)), 3), p))
    return out


_AT_SOURCE = 0.5
"""A border that comes this close (km) to its river's source reaches it."""


Ways = dict[tuple[str, str], tuple[Spot, list[Spot]]]
"""By a road's two spaces: where it crosses their border, and its path from town to town."""


def _places(
    plan: Plan, towns: dict[str, Spot], shapes: dict[str, Polygon], ways: Ways, lines: dict[Pair, list[Spot]]
) -> dict[str, dict[str, Any]]:
    """All spaces. Small ones place their names first; town signs and bridges are kept clear."""
    callouts = _callouts(plan)
    closed = [callout_box(spot) for spot in callouts.values()]
    off = {
        name: {edge: way_off(towns[name], shapes[name], edge, plan.frame.size) for edge in _roads_off(what)}
        for name, what in plan.spaces.items()
    }
    bridges = [at for pair, (at, _) in ways.items() if plan.sides[frozenset(pair)].get("river")]
    taken = kept_free(bridges, {towns[name]: what["size"] for name, what in plan.spaces.items()}, plan.frame.size)
    drawn = Lines(
        [way for _, way in ways.values()] + [way for found in off.values() for way in found.values()],
        [line for pair, line in lines.items() if plan.sides[pair].get("river")],
        [line for pair, line in lines.items() if not plan.sides[pair].get("river")],
    )
    out = {}
    for name in sorted(plan.spaces, key=lambda n: (round(shapes[n].area), n)):
        what = plan.spaces[name]
        room = room_of(what, towns[name], shapes[name], drawn, taken, closed, callouts.get(name))
        if room is None:
            raise plan.bad(f"{name} has no room for three counters per side: give it a spot nearby under [callout]")
        out[name] = _place(plan, name, towns[name], shapes[name], room.attributes(), off[name])
        closed.append(name_limits(what, out[name]["label"]))
    return {name: out[name] for name in plan.spaces}


def _callouts(plan: Plan) -> dict[str, Spot]:
    """Where the counters of crowded spaces go, in board units."""
    out = {}
    for name, latlon in plan.data.get("callout", {}).items():
        if name not in plan.spaces:
            raise plan.bad(f"callout.{name} names no space")
        if not _is_latlon(latlon):
            raise plan.bad(f"callout.{name} must be [latitude, longitude], not {latlon!r}")
        out[name] = plan.frame.units(to_km(float(latlon[0]), float(latlon[1])))
    return out


def _place(
    plan: Plan, name: str, town: Spot, shape: Polygon, room: dict[str, Any], off: dict[str, list[Spot]]
) -> dict[str, Any]:
    what = plan.spaces[name]
    rest = {key: value for key, value in what.items() if key != "source"} | {
        "latlon": list(plan.latlon[name]),
        "xy": _short(town),
    }
    if off:
        rest |= {"road_off": sorted(off), "off": {edge: [_short(p) for p in way] for edge, way in off.items()}}
    spots = room | {
        "label": _short(room["label"]),
        "stack": {side: [_short(p) for p in spots] for side, spots in room["stack"].items()},
    }
    if "callout" in spots:
        spots["callout"] = _short(spots["callout"])
    ring = [_short(p) for p in list(shape.exterior.coords)[:-1]]
    return rest | spots | {"source": what["source"], "shape": ring}


def _roads_off(what: Mapping[str, Any]) -> list[str]:
    """The edges crossed by roads to spaces where units enter or leave the map: one edge each, the first one listed."""
    return what["edge"][:1] if what.get("entry") or what.get("exit") else []


def _side(plan: Plan, pair: Pair, line: list[Spot], ways: Ways, spring: Spot | None) -> list[Any]:
    """One border with what follows from its facts: whether there is a bridge (where the road crosses a river) and where."""
    a, b = plan.order[pair]
    facts = plan.sides[pair]
    what = {key: facts[key] for key in ("road", "river") if facts.get(key)}
    if facts.get("river") == "Meuse":
        what["meuse"] = 1
    if spring is not None:
        what["spring"] = _short(spring)
    if facts.get("road"):
        at, way = ways[a, b]
        if facts.get("river"):
            what["bridge"] = 1
        what |= {"at": _short(at), "way": [_short(p) for p in way]}
    return [a, b, what | {"source": facts["source"], "line": [_short(p) for p in line]}]


def _short(spot: Spot) -> list[float]:
    """A position as written: whole numbers without ".0", which halves the file."""
    return [int(v) if v == int(v) else v for v in spot]
