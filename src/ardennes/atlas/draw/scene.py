"""What all layers of a hex board's picture share."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shapely.geometry import LineString
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from ardennes.atlas.draw import raster
from ardennes.atlas.draw.layout import Layout
from ardennes.atlas.draw.lines import River, Road, Side, rivers, roads
from ardennes.atlas.draw.style import SIZES
from ardennes.atlas.draw.svg import Point, Points
from ardennes.atlas.draw.warp import Pair, Warp

_DATA = Path(__file__).parent.parent / "data"


@cache
def features(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((_DATA / f"{name}.geojson").read_text(encoding="utf-8"))["features"])


def lines_of(feature: Mapping[str, Any]) -> list[list[list[float]]]:
    shape = feature["geometry"]
    return [shape["coordinates"]] if shape["type"] == "LineString" else list(shape["coordinates"])


@dataclass
class Scene:
    """What all layers of one picture share."""

    board: Mapping[str, Any]
    theme: str
    far: bool
    prefix: str
    layout: Layout
    sides: list[Side]
    rivers: list[River]
    roads: list[Road]
    town_at: dict[str, Point]
    """Where a hex's town is drawn, if not at the centre."""
    warp: Warp
    sizes: dict[str, float]

    def place(self, name: str) -> dict[str, Any]:
        return self.layout.places[name]

    def looks(self, name: str) -> set[str]:
        return self.layout.looks(name)


def make_scene(board: Mapping[str, Any], theme: str, detail: str) -> Scene:
    layout = Layout(board)
    sides: list[Side] = [(a, b, what) for a, b, what in board.get("sides", [])]
    sizes = {str(f["properties"]["name"]): int(f["properties"]["cls"]) for f in features("rivers")}
    water = rivers(layout, sides, sizes)
    warp = Warp(layout.width, layout.height, _pairs(layout, water))
    text_of = json.dumps([board.get("title"), board.get("grid"), theme, detail], sort_keys=True)
    prefix = "b" + hashlib.sha256(text_of.encode()).hexdigest()[:6]
    strokes, meetings = roads(layout, sides)
    grow = min(1.5, max(1.0, layout.width / 3000)) if detail == "far" else 1.0
    letters = {kind: size * (grow if kind != "margin" else 1.0) for kind, size in SIZES[detail].items()}
    return Scene(board, theme, detail == "far", prefix, layout, sides, water, strokes, meetings, warp, letters)


def _pairs(layout: Layout, water: Sequence[River]) -> list[Pair]:
    """Where rivers and towns really are, and where the board has them."""
    if not layout.has_geography:
        return []
    true: dict[str, list[LineString]] = {}
    for feature in features("rivers"):
        for part in lines_of(feature):
            line = LineString([layout.from_degrees(lat, lon) for lon, lat in part])
            true.setdefault(str(feature["properties"]["name"]), []).append(line)
    out: list[Pair] = []
    for river in water:
        for point in river.line[::3]:
            spot = Spot(point)
            near = [line.interpolate(line.project(spot)) for line in true.get(river.name, [])]
            if near:
                best = min(near, key=lambda p: round(p.distance(spot), 6))
                if best.distance(spot) < 150:
                    out.append(((best.x, best.y), point, 1.0))
    towns = {str(f["properties"]["name"]): f["geometry"]["coordinates"] for f in features("towns")}
    for name in layout.names:
        where = towns.get(layout.places[name].get("town", ""))
        if where:
            spot_xy = layout.from_degrees(where[1], where[0])
            if math.dist(spot_xy, layout.centre[name]) < 200:
                out.append((spot_xy, layout.centre[name], 2.0))
    return out


def to_degrees(scene: Scene) -> raster.ToLatLon:
    def convert(x: raster.Array, y: raster.Array) -> tuple[raster.Array, raster.Array]:
        return scene.layout.to_degrees(*scene.warp.true(x, y))

    return convert


def inside(line: Points, area: BaseGeometry) -> list[Points]:
    """The pieces of a line inside an area."""
    cut: Any = LineString(line).intersection(area)
    return [
        list(part.coords) for part in getattr(cut, "geoms", [cut]) if part.geom_type == "LineString" and part.length > 1
    ]


def town_size(place: Mapping[str, Any]) -> int:
    return min(3, max(1, int(place.get("size", 2 if place.get("vp") else 1))))
