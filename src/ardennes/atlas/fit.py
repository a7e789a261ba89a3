"""Fitting a hex grid to the ground, and how well a board's fit places what the rulebook names.

A rulebook gives hexes for a few dozen places. `fit` finds the grid that puts those places as close as possible to the centres of their
hexes; `residuals` lists how far off the grid is at each place in a recipe. A place may be a town, a bridge, or any spot with `latlon`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import Atlas
from ardennes.atlas.geo import KM_LAT, KM_LON, ROW_HEIGHT, GeoGrid
from ardennes.atlas.recipe import PlaceEntry, Recipe

KINDS = ("affine", "similarity")
_ROUNDS = 40
_TOLERANCE = 0.6
"""How many hexes a place may be off before it counts as wrong rather than rough, and gets less weight."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A spot on the ground and where it is on the map: row, and x = column (+ 0.5 on shifted rows); for a side, the point between."""

    name: str
    lat: float
    lon: float
    row: float
    x: float
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Residual:
    """How far the grid is off at one place: dx to higher columns and dy to higher rows, in hexes."""

    name: str
    hex: str
    """Where the rulebook (or our inference) has it."""
    got: str
    """Where the grid puts it, "off" if that is off the map."""
    dx: float
    dy: float
    case: str
    source: str
    must_match: bool

    @property
    def distance(self) -> float:
        return round(hypot(self.dx, self.dy), 3)


def fit(pairs: Sequence[Pair], shifted: str, kind: str = "affine") -> GeoGrid:
    """The grid that best fits the pairs: least squares in which outliers lose their weight.

    `affine` may stretch and shear the hexes, as printed maps are; `similarity` keeps them regular and needs fewer places.
    """
    if kind not in KINDS:
        raise BadAtlas(f"a fit must be one of {', '.join(KINDS)}, not {kind!r}")
    least = 3 if kind == "affine" else 2
    if len({(pair.lat, pair.lon) for pair in pairs}) < least:
        raise BadAtlas(f"a fit of kind {kind} needs at least {least} places")
    given = np.array([pair.weight for pair in pairs])
    solve = _affine if kind == "affine" else _similarity
    weights = given
    for _ in range(_ROUNDS):
        row, x = solve(pairs, weights)
        misses = np.array([hypot(*_miss(row, x, pair)) for pair in pairs])
        calmer = given * np.minimum(1.0, _TOLERANCE / np.maximum(misses, 1e-9))
        if np.allclose(calmer, weights, atol=1e-9):
            break
        weights = calmer
    return GeoGrid(_rounded(row), _rounded(x), shifted)


def _rounded(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """Rounded to about a metre, so that it is the same on every machine."""
    return (round(float(values[0]), 5), round(float(values[1]), 6), round(float(values[2]), 6))


def _miss(row: NDArray[np.float64], x: NDArray[np.float64], pair: Pair) -> tuple[float, float]:
    spot = np.array([1.0, pair.lat, pair.lon])
    return (float(x @ spot) - pair.x, (float(row @ spot) - pair.row) * ROW_HEIGHT)


Solution = tuple[NDArray[np.float64], NDArray[np.float64]]


def _affine(pairs: Sequence[Pair], weights: NDArray[np.float64]) -> Solution:
    spots = np.array([[1.0, pair.lat, pair.lon] for pair in pairs])
    root = np.sqrt(weights)[:, None]
    wanted = np.array([[pair.row, pair.x] for pair in pairs])
    answer, _, rank, _ = np.linalg.lstsq(spots * root, wanted * root, rcond=None)
    if rank < 3:
        raise BadAtlas("all the places of the fit are on one line")
    return answer[:, 0], answer[:, 1]


def _similarity(pairs: Sequence[Pair], weights: NDArray[np.float64]) -> Solution:
    """x and row * height are a rotation and one scale of kilometres; the map may count rows from the south or columns from the east."""
    best: tuple[float, Solution] | None = None
    for mirror in (1.0, -1.0):
        lines, wanted = [], []
        for pair, weight in zip(pairs, weights, strict=True):
            east, north, root = pair.lon * KM_LON, pair.lat * KM_LAT, sqrt(weight)
            lines += [[root, 0.0, root * east, root * north], [0.0, root, root * mirror * north, -root * mirror * east]]
            wanted += [root * pair.x, root * pair.row * ROW_HEIGHT]
        matrix, right = np.array(lines), np.array(wanted)
        answer = np.linalg.lstsq(matrix, right, rcond=None)[0]
        error = round(float(((matrix @ answer - right) ** 2).sum()), 9)
        x0, y0, a, b = (float(v) for v in answer)
        row = np.array([y0, mirror * a * KM_LAT, -mirror * b * KM_LON]) / ROW_HEIGHT
        x = np.array([x0, b * KM_LAT, a * KM_LON])
        if row[1] and (best is None or error < best[0]):
            best = (error, (row, x))
    assert best is not None
    return best[1]


# --- places of a recipe ------------------------------------------------------------------------------------------------------------------


def spot_of(place: PlaceEntry, atlas: Atlas) -> tuple[float, float] | None:
    """Latitude and longitude of a place: as given in the recipe, or else that of the town or bridge with its name."""
    if place.latlon is not None:
        return place.latlon
    town = atlas.town(place.name)
    if town is not None:
        return (town.lat, town.lon)
    bridge = atlas.bridge(place.name)
    return (bridge.lat, bridge.lon) if bridge is not None else None


def pairs_of(recipe: Recipe, atlas: Atlas) -> list[Pair]:
    """A recipe's places as pairs; those that are only our own inference (must_match = false) get a third of the weight."""
    geo, at = recipe.the_geo(), _positions(recipe)
    out = []
    for place in recipe.places:
        spot = spot_of(place, atlas)
        if spot is not None:
            row, x = _middle(place, geo, at)
            out.append(Pair(place.name, *spot, row, x, 1.0 if place.must_match else 0.3))
    return out


def residuals(recipe: Recipe, atlas: Atlas) -> list[Residual]:
    """How far off the grid is at every place in a recipe, the largest first."""
    geo, at = recipe.the_geo(), _positions(recipe)
    names = {position: name for name, position in reversed(at.items())}
    out = []
    for place in recipe.places:
        spot = spot_of(place, atlas)
        if spot is None:
            continue
        row, x = geo.exact(*spot)
        wanted_row, wanted_x = _middle(place, geo, at)
        got = names.get(geo.at(*spot), "off")
        said = "|".join(place.side) if place.side else place.hex
        out.append(
            Residual(
                place.name,
                said,
                got if got not in recipe.missing else "off",
                round(x - wanted_x, 3),
                round((row - wanted_row) * ROW_HEIGHT, 3),
                place.case,
                place.source,
                place.must_match,
            )
        )
    return sorted(out, key=lambda r: (-r.distance, r.name))


def rms(rows: Sequence[Residual]) -> float:
    """Root mean square of the distances."""
    return sqrt(sum(row.distance**2 for row in rows) / len(rows)) if rows else 0.0


def _positions(recipe: Recipe) -> dict[str, tuple[int, int]]:
    """Row and column of every hex, under each of its names; the board's own name comes first."""
    grid = recipe.the_grid()
    spots = [
        (r, c) for r in range(grid.first, grid.first + grid.rows) for c in range(grid.first, grid.first + grid.columns)
    ]
    first = {grid.name(r, c): (r, c) for r, c in spots}
    return first | {name: (r, c) for r, c in spots for name in grid.names(r, c) if name not in first}


def _middle(place: PlaceEntry, geo: GeoGrid, at: dict[str, tuple[int, int]]) -> tuple[float, float]:
    """Row and x of the centre of a hex, or of the side between two."""
    spots = [at[name] for name in (place.side or (place.hex,))]
    rows = [float(row) for row, _ in spots]
    xs = [col + geo.shift(row) for row, col in spots]
    return (sum(rows) / len(rows), sum(xs) / len(xs))


def as_toml(grid: GeoGrid) -> str:
    """The fit as lines for a recipe."""
    row, x = (", ".join(f"{v:.10g}" for v in values) for values in (grid.row, grid.x))
    return f"[geo]\nrow = [{row}]\nx = [{x}]"


def hex_size_km(grid: GeoGrid) -> tuple[float, float]:
    """Kilometres from a hex to the next in its row, and from row to row."""
    lat0, lon0 = grid.latlon(0.0, 0.0)
    lat1, lon1 = grid.latlon(0.0, 1.0)
    lat2, lon2 = grid.latlon(1.0, 0.0)
    across = hypot((lat1 - lat0) * KM_LAT, (lon1 - lon0) * KM_LON)
    down = hypot((lat2 - lat0) * KM_LAT, (lon2 - lon0) * KM_LON)
    return across, down
