"""What all steps of a compilation share: the board's mesh, the names of hexes, and where the towns are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely.geometry import LineString

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import Atlas, Town
from ardennes.atlas.geo import GeoGrid, Points
from ardennes.atlas.mesh import Mesh, build_mesh
from ardennes.atlas.recipe import PlaceEntry, Recipe


@dataclass
class Report:
    """What a compilation noticed."""

    warnings: list[str] = field(default_factory=list)
    score: list[tuple[str, bool]] = field(default_factory=list)
    """The recipe's facts (places, pins, corrections) and whether the board matches them; filled when pins are off."""

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)


@dataclass(frozen=True, slots=True)
class Spot:
    """A town and the hex of the mesh it is in."""

    town: Town
    hex: int
    point: tuple[float, float]
    """Its true position in the plane."""
    entry: PlaceEntry | None
    """The recipe entry that says so."""


@dataclass
class Ground:
    """The board under construction."""

    recipe: Recipe
    atlas: Atlas
    geo: GeoGrid
    mesh: Mesh
    names: dict[int, str]
    """Hexes of the map by number."""
    at: dict[str, int]
    area: shapely.Geometry
    """The area that the mesh covers."""
    report: Report
    pins: bool
    spots: list[Spot] = field(default_factory=list)

    def line(self, lonlat: Points) -> LineString:
        """A line from the atlas in the plane."""
        return LineString(self.geo.plane(lonlat))

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        spot = self.geo.plane(np.array([[lon, lat]]))[0]
        return (float(spot[0]), float(spot[1]))

    def side(self, a: str, b: str) -> int:
        """The hexside between two hexes by name."""
        return self.mesh.across[self.at[a]][self.at[b]]

    def side_names(self, side: int) -> tuple[str, str]:
        a, b = (self.names[h] for h in self.mesh.hexes_of[side])
        return (a, b) if a < b else (b, a)

    def shown(self, spot: Spot) -> bool:
        """Is this place a town on the board?"""
        names = {spot.town.id, spot.town.name, *spot.town.alt}
        recipe = self.recipe
        if names & set(recipe.town_leave_out):
            return False
        wanted = spot.entry is not None and spot.entry.show
        return wanted or spot.town.size >= recipe.town_size or bool(names & set(recipe.town_add))

    def anchors(self) -> dict[int, tuple[float, float]]:
        """Hexes with a town that matters: the largest in each hex, or the one that the recipe puts there."""
        best: dict[int, tuple[tuple[bool, int], tuple[float, float]]] = {}
        for spot in self.spots:
            moved = self.pins and spot.entry is not None and spot.entry.override
            if spot.town.size < 2 and not moved and not self.shown(spot):
                continue
            rank = (moved, spot.town.size)
            if spot.hex not in best or rank > best[spot.hex][0]:
                best[spot.hex] = (rank, spot.point)
        return {h: point for h, (_, point) in best.items()}


def lay_ground(recipe: Recipe, atlas: Atlas, pins: bool) -> Ground:
    """The empty board with its towns."""
    grid, geo = recipe.the_grid(), recipe.the_geo()
    rows, cols = range(grid.first, grid.first + grid.rows), range(grid.first, grid.first + grid.columns)
    on_map = [(row, col) for row in rows for col in cols if grid.name(row, col) not in recipe.missing]
    mesh = build_mesh(on_map, grid.shifted)
    names = {i: grid.name(*mesh.hexes[i]) for i, real in enumerate(mesh.on_map) if real}
    ground = Ground(
        recipe, atlas, geo, mesh, names, {name: i for i, name in names.items()}, _area(mesh), Report(), pins
    )
    ground.spots = _place_towns(ground)
    return ground


def _area(mesh: Mesh) -> shapely.Geometry:
    rings = [[mesh.corners[c] for c in mesh.ring(h)] for h in range(len(mesh.hexes))]
    return shapely.coverage_union_all(shapely.polygons(np.array(rings)))


def _place_towns(ground: Ground) -> list[Spot]:
    entries = _entries(ground)
    out = []
    for town in ground.atlas.towns:
        entry = entries.pop(town.id, None)
        out += _spot(ground, town, entry)
    for entry in entries.values():
        out += _spot(ground, _own_town(entry), entry)
    _one_hex_each(ground, out)
    return out


def _entries(ground: Ground) -> dict[str, PlaceEntry]:
    """Recipe entries by the id of their town."""
    out: dict[str, PlaceEntry] = {}
    for entry in ground.recipe.places:
        where = f"{ground.recipe.where}: places {entry.number} ({entry.name})"
        town = ground.atlas.town(entry.name)
        if entry.side:
            continue
        if town is None and entry.latlon is None:
            raise BadAtlas(f"{where}: the atlas has no such place; give its latlon, or add it to towns.geojson")
        key = town.id if town is not None else entry.name
        if key in out and out[key].hex != entry.hex:
            raise BadAtlas(
                f"{where}: puts {key} in {entry.hex}, but places {out[key].number} puts it in {out[key].hex}"
            )
        out[key] = entry
    return out


def _own_town(entry: PlaceEntry) -> Town:
    """A place that only this board knows."""
    assert entry.latlon is not None
    return Town(entry.name, entry.name, (), 1, entry.latlon[0], entry.latlon[1], entry.source)


def _spot(ground: Ground, town: Town, entry: PlaceEntry | None) -> list[Spot]:
    if entry is not None and ground.pins and entry.override:
        place: int | None = ground.at[entry.hex]
    else:
        place = ground.mesh.number.get(ground.geo.at(town.lat, town.lon))
    if place is None:
        return []
    if entry is not None and entry.size is not None:
        town = replace(town, size=entry.size)
    return [Spot(town, place, ground.point(town.lat, town.lon), entry)]


def _one_hex_each(ground: Ground, spots: list[Spot]) -> None:
    seen: dict[str, Spot] = {}
    for spot in spots:
        if spot.hex not in ground.names:
            continue
        first = seen.setdefault(spot.town.name, spot)
        if first.hex != spot.hex:
            raise BadAtlas(
                f"{ground.recipe.where}: two towns named {spot.town.name!r} are in different hexes, "
                f"{ground.names[first.hex]} ({first.town.id}) and {ground.names[spot.hex]} ({spot.town.id})"
            )
