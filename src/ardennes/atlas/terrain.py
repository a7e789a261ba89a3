"""Terrain: how much of each hex is wood, and how rough the ground is; the recipe's rules turn that into the game's codes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from ardennes.atlas.features import Rings
from ardennes.atlas.geo import Points
from ardennes.atlas.ground import Ground
from ardennes.atlas.recipe import Rule

FINE = 10
"""Sample points per hex width."""
LIGHT_WEIGHT = 0.45
"""How much light woods count relative to dense ones in `wooded`."""


def sample() -> Points:
    """Points spread evenly over a hex around the origin."""
    steps = np.arange(-FINE, FINE + 1)
    grid = [((c + 0.5 * (r % 2)) / FINE, r * np.sqrt(3) / 2 / FINE) for r in steps for c in steps]
    inside = [(x, y) for x, y in grid if abs(x) < 0.4999 and abs(y) < (1 - abs(x)) / np.sqrt(3) - 1e-6]
    return np.array(inside)


def shares(ground: Ground) -> dict[str, NDArray[np.float64]]:
    """For each hex of the map, in order of number: shares of ground and mean relief."""
    hexes = sorted(ground.names)
    points = (ground.mesh.centres[hexes][:, None, :] + sample()[None, :, :]).reshape(-1, 2)
    dense = _covered(ground, points, [f.rings for f in ground.atlas.forests if f.density == "dense"])
    light = _covered(ground, points, [f.rings for f in ground.atlas.forests if f.density == "light"]) & ~dense
    relief = ground.atlas.dem.relief_at(ground.geo.lonlat(points))
    fields = {
        "dense": dense,
        "light": light,
        "woods": dense | light,
        "wooded": dense + LIGHT_WEIGHT * light,
        "relief": relief,
    }
    for kind in ("broken", "rough"):
        fields[kind] = _covered(ground, points, [r.rings for r in ground.atlas.relief if r.kind == kind])
    fields["broken"] = fields["broken"] | fields["rough"]
    return {k: np.asarray(v, dtype=float).reshape(len(hexes), -1).mean(axis=1).round(4) for k, v in fields.items()}


def _covered(ground: Ground, points: Points, polygons: list[Rings]) -> NDArray[np.bool_]:
    """Which points are inside one of the polygons."""
    out = np.zeros(len(points), dtype=bool)
    for rings in polygons:
        shape = Polygon(ground.geo.plane(rings[0]), [ground.geo.plane(r) for r in rings[1:]])
        if not shape.is_valid:
            shape = shape.buffer(0)
        west, south, east, north = shape.bounds
        near = np.flatnonzero(
            (points[:, 0] >= west) & (points[:, 0] <= east) & (points[:, 1] >= south) & (points[:, 1] <= north) & ~out
        )
        if len(near):
            shapely.prepare(shape)
            out[near] = shapely.contains_xy(shape, points[near, 0], points[near, 1])
    return out


def lay_terrain(ground: Ground) -> dict[int, tuple[str, ...]]:
    """The codes of each hex of the map."""
    hexes = sorted(ground.names)
    found = shares(ground)
    largest = dict.fromkeys(hexes, 0)
    for spot in ground.spots:
        if spot.hex in largest:
            largest[spot.hex] = max(largest[spot.hex], spot.town.size)
    found["size"] = np.array([float(largest[h]) for h in hexes])
    out = {}
    for i, place in enumerate(hexes):
        values = {key: float(numbers[i]) for key, numbers in found.items()}
        out[place] = next(rule.code for rule in ground.recipe.rules if fits(rule, values))
    return _smooth(ground, out) if ground.recipe.smooth else out


def fits(rule: Rule, values: dict[str, float]) -> bool:
    """Does a hex reach every number in a rule?"""
    return all(values[key] >= least for key, least in rule.least.items())


def _smooth(ground: Ground, codes: dict[int, tuple[str, ...]]) -> dict[int, tuple[str, ...]]:
    """A hex unlike all its neighbours takes the terrain that most of them have, if at least half of them agree; cities stay."""
    out = dict(codes)
    for place in sorted(codes):
        near = [codes[h] for h in ground.mesh.neighbours(place) if h in codes]
        if len(near) < 4 or codes[place] in near or _is_city(ground, codes[place]):
            continue
        code, count = sorted(Counter(near).items(), key=lambda item: (-item[1], item[0]))[0]
        if 2 * count >= len(near) and not _is_city(ground, code):
            out[place] = code
    return out


def _is_city(ground: Ground, codes: tuple[str, ...]) -> bool:
    return any(ground.recipe.legend[code]["look"] == "city" for code in codes)
