"""The atlas, read from its files and checked; every error names the file and the feature."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.geo import Points

DATA = Path(__file__).parent / "data"

WEST, EAST, SOUTH, NORTH = 4.2, 7.1, 49.3, 51.0
"""The bounds of the atlas in degrees: anything outside is a typo (a town in the sea) and an error."""

Rings = tuple[Points, ...]
"""A polygon: its outline, then its holes, each as rows of (longitude, latitude)."""


@dataclass(frozen=True, slots=True)
class Town:
    id: str
    name: str
    alt: tuple[str, ...]
    size: int
    lat: float
    lon: float
    source: str


@dataclass(frozen=True, slots=True)
class River:
    id: str
    name: str
    alt: tuple[str, ...]
    cls: int
    into: str
    """Name of the river it runs into, or nothing."""
    line: Points
    source: str


@dataclass(frozen=True, slots=True)
class Bridge:
    id: str
    name: str
    river: str
    kind: str
    """road (an atlas road crosses here), site (a known crossing without such a road) or rail."""
    importance: int
    lat: float
    lon: float
    note: str
    source: str


@dataclass(frozen=True, slots=True)
class Road:
    """One edge of the road network, from one junction or town to the next."""

    cls: int
    a: str
    b: str
    bridges: tuple[str, ...]
    """Ids of the bridges crossed, in order from a to b."""
    length_km: float
    line: Points
    source: str


@dataclass(frozen=True, slots=True)
class Route:
    """A through-road as people know it: a list of towns and junctions."""

    cls: int
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Forest:
    name: str
    density: str
    rings: Rings
    source: str


@dataclass(frozen=True, slots=True)
class Wall:
    """One line of the West Wall."""

    name: str
    band: int
    held: str
    line: Points
    source: str


@dataclass(frozen=True, slots=True)
class Relief:
    kind: str
    rings: Rings
    source: str


@dataclass(frozen=True, slots=True)
class Border:
    name: str
    between: tuple[str, ...]
    lines: tuple[Points, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Dem:
    """Elevation and local relief in metres on a grid of degrees, first row in the north."""

    z: NDArray[np.float32]
    rel: NDArray[np.float32]
    lat_top: float
    lon_left: float
    step: float

    def relief_at(self, lonlat: Points) -> NDArray[np.float64]:
        """Local relief at points; 0 outside the grid."""
        rows = np.floor((self.lat_top - lonlat[:, 1]) / self.step).astype(int)
        cols = np.floor((lonlat[:, 0] - self.lon_left) / self.step).astype(int)
        inside = (rows >= 0) & (rows < self.rel.shape[0]) & (cols >= 0) & (cols < self.rel.shape[1])
        out = np.zeros(len(lonlat))
        out[inside] = self.rel[rows[inside], cols[inside]]
        return out


@dataclass(frozen=True, eq=False)
class Atlas:
    """Everything known about the ground, in degrees."""

    towns: tuple[Town, ...]
    rivers: tuple[River, ...]
    bridges: tuple[Bridge, ...]
    roads: tuple[Road, ...]
    routes: tuple[Route, ...]
    forests: tuple[Forest, ...]
    westwall: tuple[Wall, ...]
    front: Points
    relief: tuple[Relief, ...]
    borders: tuple[Border, ...]
    dem: Dem

    def town(self, name: str) -> Town | None:
        """A town by id, name or other spelling; an id or name takes precedence over another town's alternative spelling."""
        for town in self.towns:
            if name in (town.id, town.name):
                return town
        return next((town for town in self.towns if name in town.alt), None)

    def river(self, name: str) -> River | None:
        """A river by id, name or other spelling."""
        return next((r for r in self.rivers if name in (r.id, r.name) or name in r.alt), None)

    def bridge(self, name: str) -> Bridge | None:
        return next((b for b in self.bridges if b.id == name), None)


def load_atlas(folder: Path | None = None) -> Atlas:
    """Read the project's atlas, or another one with the same files."""
    return _own_atlas() if folder is None else _load(folder)


@lru_cache(maxsize=1)
def _own_atlas() -> Atlas:
    return _load(DATA)


def _load(folder: Path) -> Atlas:
    rivers = tuple(_river(f) for f in _features(folder / "rivers.geojson", "LineString"))
    bridges = tuple(_bridge(f) for f in _features(folder / "bridges.geojson", "Point"))
    by_name = {b.id: b.id for b in bridges} | {f"{b.river}: {b.name}": b.id for b in bridges}
    fronts = _features(folder / "front_19441216.geojson", "LineString")
    if len(fronts) != 1:
        raise BadAtlas(f"front_19441216.geojson: needs one feature, has {len(fronts)}")
    atlas = Atlas(
        towns=tuple(_town(f) for f in _features(folder / "towns.geojson", "Point")),
        rivers=rivers,
        bridges=bridges,
        roads=tuple(_road(f, by_name) for f in _features(folder / "roads.geojson", "LineString")),
        routes=_routes(folder / "roads_routes.json"),
        forests=tuple(_forest(f) for f in _features(folder / "forests.geojson", "Polygon")),
        westwall=tuple(_wall(f) for f in _features(folder / "westwall.geojson", "LineString")),
        front=fronts[0].line(),
        relief=tuple(_relief(f) for f in _features(folder / "relief.geojson", "Polygon")),
        borders=tuple(_border(f) for f in _features(folder / "borders.geojson", "LineString", "MultiLineString")),
        dem=_dem(folder / "dem.npz"),
    )
    _check_references(atlas)
    return atlas


# --- one feature ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Feature:
    """One feature in a file, with what error messages need."""

    where: str
    properties: dict[str, Any]
    kind: str
    coordinates: Any

    def text(self, key: str, default: str | None = None) -> str:
        value = self._get(key, default)
        if not isinstance(value, str) or (not value and default is None):
            raise BadAtlas(f"{self.where}: '{key}' must be a string, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._get(key, None)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise BadAtlas(f"{self.where}: '{key}' must be a list of strings, not {value!r}")
        return tuple(value)

    def number(self, key: str, low: int, high: int) -> int:
        value = self._get(key, None)
        if type(value) is not int or not low <= value <= high:
            raise BadAtlas(f"{self.where}: '{key}' must be a whole number from {low} to {high}, not {value!r}")
        return value

    def _get(self, key: str, default: Any) -> Any:
        if key not in self.properties and default is None:
            raise BadAtlas(f"{self.where}: '{key}' is missing")
        return self.properties.get(key, default)

    def point(self) -> tuple[float, float]:
        """Latitude and longitude."""
        spot = self._points([self.coordinates])[0]
        return (float(spot[1]), float(spot[0]))

    def line(self) -> Points:
        return self._line(self.coordinates)

    def lines(self) -> tuple[Points, ...]:
        if self.kind == "LineString":
            return (self.line(),)
        return tuple(self._line(part) for part in self._list(self.coordinates))

    def rings(self) -> Rings:
        rings = tuple(self._points(ring) for ring in self._list(self.coordinates))
        if not rings or any(len(ring) < 4 or (ring[0] != ring[-1]).any() for ring in rings):
            raise BadAtlas(f"{self.where}: an outline must be closed and have at least four points")
        return rings

    def _list(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise BadAtlas(f"{self.where}: coordinates must be a list, not {value!r}")
        return value

    def _line(self, rows: Any) -> Points:
        line = self._points(rows)
        if len(line) < 2:
            raise BadAtlas(f"{self.where}: a line needs at least two points")
        return line

    def _points(self, rows: Any) -> Points:
        for row in self._list(rows):
            if not _is_point(row):
                raise BadAtlas(f"{self.where}: {row!r} is not a point [longitude, latitude]")
            if not (WEST <= row[0] <= EAST and SOUTH <= row[1] <= NORTH):
                raise BadAtlas(
                    f"{self.where}: point {row} lies outside the atlas (longitude {WEST} to {EAST}, latitude {SOUTH} to {NORTH})"
                )
        return np.array(rows, dtype=float).reshape(-1, 2)


def _is_point(row: Any) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 2
        and all(isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) for v in row)
    )


def _features(path: Path, *kinds: str) -> list[_Feature]:
    """The features in a file, each of one of these kinds."""
    data = _read(path)
    if (
        not isinstance(data, dict)
        or data.get("type") != "FeatureCollection"
        or not isinstance(data.get("features"), list)
    ):
        raise BadAtlas(f"{path.name}: not a GeoJSON FeatureCollection")
    return [_feature(path.name, number, entry, kinds) for number, entry in enumerate(data["features"])]


def _feature(file: str, number: int, entry: Any, kinds: tuple[str, ...]) -> _Feature:
    where = f"{file}: feature {number}"
    if not isinstance(entry, dict) or entry.get("type") != "Feature" or not isinstance(entry.get("properties"), dict):
        raise BadAtlas(f"{where}: not a GeoJSON feature with properties")
    properties = entry["properties"]
    label = (
        properties.get("name")
        or properties.get("id")
        or " - ".join(str(properties[k]) for k in ("a", "b") if k in properties)
    )
    if label:
        where = f"{where} ({label})"
    geometry = entry.get("geometry")
    if not isinstance(geometry, dict) or geometry.get("type") not in kinds or "coordinates" not in geometry:
        raise BadAtlas(f"{where}: geometry must be a {' or '.join(kinds)} with coordinates")
    return _Feature(where, properties, geometry["type"], geometry["coordinates"])


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadAtlas(f"{path.name}: no such file in {path.parent}") from None
    except json.JSONDecodeError as error:
        raise BadAtlas(f"{path.name}:{error.lineno}: not JSON: {error.msg}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise BadAtlas(f"{path.name}: cannot be read: {error}") from None


# --- each kind of feature ------------------------------------------------------------------------------------------------------------


def _town(f: _Feature) -> Town:
    lat, lon = f.point()
    return Town(f.text("id"), f.text("name"), f.texts("alt"), f.number("size", 0, 3), lat, lon, f.text("source"))


def _river(f: _Feature) -> River:
    return River(
        f.text("id"),
        f.text("name"),
        f.texts("alt"),
        f.number("cls", 1, 3),
        f.text("into", ""),
        f.line(),
        f.text("source"),
    )


def _bridge(f: _Feature) -> Bridge:
    lat, lon = f.point()
    kind = f.text("kind")
    if kind not in ("road", "site", "rail"):
        raise BadAtlas(f"{f.where}: 'kind' must be road, site or rail, not {kind!r}")
    return Bridge(
        f.text("id"),
        f.text("name"),
        f.text("river"),
        kind,
        f.number("importance", 1, 3),
        lat,
        lon,
        f.text("note", ""),
        f.text("source"),
    )


def _road(f: _Feature, bridges: dict[str, str]) -> Road:
    crossed = []
    for name in f.texts("bridges"):
        if name not in bridges:
            raise BadAtlas(f"{f.where}: crosses {name!r}, which is not a bridge in the atlas")
        crossed.append(bridges[name])
    length = f.properties.get("length_km")
    if not isinstance(length, int | float) or isinstance(length, bool) or not 0 <= length < 500:
        raise BadAtlas(f"{f.where}: 'length_km' must be a number of kilometres, not {length!r}")
    return Road(
        f.number("cls", 1, 2), f.text("a"), f.text("b"), tuple(crossed), float(length), f.line(), f.text("source")
    )


def _forest(f: _Feature) -> Forest:
    density = f.text("density")
    if density not in ("dense", "light"):
        raise BadAtlas(f"{f.where}: 'density' must be dense or light, not {density!r}")
    return Forest(f.text("name", ""), density, f.rings(), f.text("source"))


def _wall(f: _Feature) -> Wall:
    return Wall(f.text("name"), f.number("band", 1, 2), f.text("held_19441216"), f.line(), f.text("source"))


def _relief(f: _Feature) -> Relief:
    return Relief(f.text("kind"), f.rings(), f.text("source"))


def _border(f: _Feature) -> Border:
    return Border(f.text("name"), f.texts("between"), f.lines(), f.text("source"))


def _routes(path: Path) -> tuple[Route, ...]:
    rows = _read(path)
    if not isinstance(rows, list):
        raise BadAtlas(f"{path.name}: must be a list of routes")
    out = []
    for number, row in enumerate(rows):
        where = f"{path.name}: route {number}"
        if not isinstance(row, dict) or row.get("cls") not in (1, 2):
            raise BadAtlas(f"{where}: 'cls' must be 1 or 2")
        nodes = row.get("nodes")
        if not isinstance(nodes, list) or len(nodes) < 2 or not all(isinstance(n, str) for n in nodes):
            raise BadAtlas(f"{where}: 'nodes' must be a list of two or more towns or junctions")
        out.append(Route(row["cls"], tuple(nodes)))
    return tuple(out)


def _dem(path: Path) -> Dem:
    try:
        with np.load(path, allow_pickle=False) as data:
            return Dem(
                np.asarray(data["z"], dtype=np.float32),
                np.asarray(data["rel"], dtype=np.float32),
                float(data["lat_top"]),
                float(data["lon_left"]),
                float(data["ps"]),
            )
    except FileNotFoundError:
        raise BadAtlas(f"{path.name}: no such file in {path.parent}") from None
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadAtlas(f"{path.name}: cannot be read: {error}") from None


# --- references between files --------------------------------------------------------------------------------------------------------


def _check_references(atlas: Atlas) -> None:
    _no_repeat("towns.geojson", "id", (t.id for t in atlas.towns))
    _no_repeat("rivers.geojson", "name", (r.name for r in atlas.rivers))
    _no_repeat("bridges.geojson", "id", (b.id for b in atlas.bridges))
    rivers = {r.name for r in atlas.rivers}
    for river in atlas.rivers:
        if river.into and river.into not in rivers:
            raise BadAtlas(f"rivers.geojson: {river.name} runs into {river.into!r}, which is not a river in the atlas")
    for bridge in atlas.bridges:
        if bridge.river not in rivers:
            raise BadAtlas(f"bridges.geojson: {bridge.id} is over {bridge.river!r}, which is not a river in the atlas")
    known = {t.id for t in atlas.towns} | {end for road in atlas.roads for end in (road.a, road.b)}
    for number, route in enumerate(atlas.routes):
        lost = [n for n in route.nodes if n not in known]
        if lost:
            raise BadAtlas(f"roads_routes.json: route {number} names {lost[0]!r}, which is not a town or junction")


def _no_repeat(file: str, key: str, values: Iterable[str]) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise BadAtlas(f"{file}: {key} {value!r} appears twice")
        seen.add(value)
