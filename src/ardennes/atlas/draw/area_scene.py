"""What is drawn of an area board: its regions, rivers and roads as lines in the units of the drawing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from ardennes.atlas.draw import raster
from ardennes.atlas.draw.svg import Point

Side = tuple[str, str, dict[str, Any]]

LARGE = ("Meuse",)
"""Rivers drawn wide."""


@dataclass(frozen=True)
class River:
    """A river's course, and the length over which it is only a brook at its beginning and at its end."""

    name: str
    size: int
    line: list[Point]
    thin: tuple[float, float]
    cut: tuple[float, float]
    """What is left out at the ends, so that two rivers that rise on either side of a watershed do not meet."""


@dataclass
class Scene:
    """What all layers of one picture share."""

    board: Mapping[str, Any]
    theme: str
    far: bool
    prefix: str
    places: Mapping[str, dict[str, Any]]
    sides: list[Side]
    shapes: dict[str, Polygon]
    rivers: list[River]
    roads: list[list[Point]]

    @property
    def size(self) -> tuple[float, float]:
        wide, high = self.board["size"]
        return float(wide), float(high)

    @property
    def land(self) -> Polygon:
        return box(0, 0, *self.size)

    def look(self, name: str) -> str:
        code = str(self.places[name]["terrain"][0])
        return str(self.board.get("legend", {}).get(code, {}).get("look", code))

    def to_degrees(self, x: raster.Array, y: raster.Array) -> tuple[raster.Array, raster.Array]:
        (x0, _, x_lon), (y0, y_lat, _) = self.board["geo"]["x"], self.board["geo"]["y"]
        return (y - y0) / y_lat, (x - x0) / x_lon

    def from_degrees(self, lat: float, lon: float) -> Point:
        (x0, _, x_lon), (y0, y_lat, _) = self.board["geo"]["x"], self.board["geo"]["y"]
        return (x0 + x_lon * lon, y0 + y_lat * lat)


def make_scene(board: Mapping[str, Any], theme: str, detail: str) -> Scene:
    sides: list[Side] = [(a, b, what) for a, b, what in board["sides"]]
    places: Mapping[str, dict[str, Any]] = board["places"]
    text_of = json.dumps([board.get("title"), board.get("size"), theme, detail])
    prefix = "a" + hashlib.sha256(text_of.encode()).hexdigest()[:6]
    roads = [points_of(what["way"]) for _, _, what in sides if what.get("road")]
    roads += [points_of(way) for what in places.values() for way in what.get("off", {}).values()]
    shapes = {name: Polygon(what["shape"]) for name, what in places.items()}
    wide, high = board["size"]
    rivers = _rivers(sides, (float(wide), float(high)))
    return Scene(board, theme, detail == "far", prefix, places, sides, shapes, rivers, roads)


def points_of(rows: Iterable[Sequence[float]]) -> list[Point]:
    return [(float(x), float(y)) for x, y in rows]


def _rivers(sides: Sequence[Side], size: tuple[float, float]) -> list[River]:
    """Each river's borders joined into courses. A river that ends neither in another nor at the map edge tapers off."""
    lines: dict[str, list[LineString]] = {}
    springs: dict[str, list[ShapelyPoint]] = {}
    for _, _, what in sides:
        if what.get("river"):
            lines.setdefault(str(what["river"]), []).append(LineString(what["line"]))
            springs.setdefault(str(what["river"]), []).extend(
                [ShapelyPoint(what["spring"])] if "spring" in what else []
            )
    rim = box(0, 0, *size).exterior
    out = []
    for name, parts in sorted(lines.items()):
        merged: Any = linemerge(MultiLineString(parts)) if len(parts) > 1 else parts[0]
        others = MultiLineString([line for other, found in lines.items() if other != name for line in found])
        for course in getattr(merged, "geoms", [merged]):
            ends = [_end(course, k, springs[name], others, rim) for k in (0, -1)]
            thin, cut = (ends[0][0], ends[1][0]), (ends[0][1], ends[1][1])
            out.append(River(name, 1 if name in LARGE else 2, points_of(course.coords), thin, cut))
    return sorted(out, key=lambda river: (river.name, river.line))


def _end(
    course: LineString, k: int, springs: Sequence[ShapelyPoint], others: BaseGeometry, rim: BaseGeometry
) -> tuple[float, float]:
    """For an end of a course: how long it is thin, and how much is left out."""
    end = ShapelyPoint(course.coords[k])
    met = others.distance(end) < 1
    near = [spring for spring in springs if end.distance(spring) < _HEAD]
    if rim.distance(end) < 1 or (met and not near):
        return (0.0, 0.0)
    beyond = max((abs(course.project(end) - course.project(spring)) for spring in near), default=0.0)
    return (max(beyond + 30.0, TAPER), 40.0 if met else 0.0)


_HEAD = 260.0
"""A river's source may be this far from the end of its border."""
TAPER = 60.0
"""The length over which a river is thin at its source."""
