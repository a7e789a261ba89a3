"""Fitting a grid to named places."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace

import pytest

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import load_atlas
from ardennes.atlas.fit import KINDS, Pair, as_toml, fit, hex_size_km, pairs_of, residuals, rms, spot_of
from ardennes.atlas.geo import GeoGrid
from ardennes.atlas.recipe import board_ids, load_recipe, recipe_path

REGULAR = GeoGrid(row=(2073.5, -40.9, 0.0), x=(141.6, 0.0, -22.6954), shifted="even")
"""Hexes of 3.14 km, rows from the north, columns from the east."""


def pairs(grid: GeoGrid, wrong: float = 0.0) -> list[Pair]:
    """Spots all over the atlas, placed by the grid; the last is off by this many hexes."""
    out = []
    for n in range(24):
        lat, lon = 49.7 + 0.07 * (n % 12), 5.0 + 0.13 * (n % 7) + 0.05 * (n // 12)
        row, x = grid.exact(lat, lon)
        out.append(Pair(f"spot {n}", lat, lon, row, x + (wrong if n == 23 else 0.0)))
    return out


@pytest.mark.parametrize("kind", KINDS)
def test_finds_the_grid_that_the_places_come_from(kind: str) -> None:
    across, down = hex_size_km(REGULAR)
    assert down == pytest.approx(across * math.sqrt(3) / 2, rel=0.002), "regular, so that both kinds can find it"
    found = fit(pairs(REGULAR), "even", kind)
    for pair in pairs(REGULAR):
        assert found.exact(pair.lat, pair.lon) == pytest.approx((pair.row, pair.x), abs=0.02)


def test_affine_finds_stretched_hexes() -> None:
    stretched = GeoGrid(row=(1160.873, -22.7848, -1.2868), x=(151.249, -1.1817, -13.9487), shifted="even")
    found = fit(pairs(stretched), "even")
    assert found.row == pytest.approx(stretched.row, abs=1e-3)
    assert found.x == pytest.approx(stretched.x, abs=1e-3)


def test_rows_from_the_south_and_columns_from_the_west() -> None:
    grid = GeoGrid(row=(-2122.2, 42.8, 0.0), x=(-111.8, 0.0, 23.75), shifted="even")
    found = fit(pairs(grid), "even", "similarity")
    assert found.row[1] > 0
    assert found.x[2] > 0


def test_one_bad_place_has_little_influence() -> None:
    good = fit(pairs(REGULAR), "even")
    robust = fit(pairs(REGULAR, wrong=5.0), "even")
    for pair in pairs(REGULAR)[:23]:
        exact, shown = good.exact(pair.lat, pair.lon), robust.exact(pair.lat, pair.lon)
        assert math.dist(exact, shown) < 0.1, "least squares alone would move by up to half a hex"


def test_too_few_places() -> None:
    with pytest.raises(BadAtlas, match="needs at least 3 places"):
        fit(pairs(REGULAR)[:2], "even")
    with pytest.raises(BadAtlas, match="on one line"):
        fit([Pair(str(n), 50.0 + n / 10, 6.0, n, 0.0) for n in range(5)], "even")
    with pytest.raises(BadAtlas, match="one of affine, similarity"):
        fit(pairs(REGULAR), "even", "cubic")


def test_the_fit_as_lines_for_a_recipe() -> None:
    grid = fit(pairs(REGULAR), "even")
    lines = tomllib.loads(as_toml(grid))["geo"]
    assert (tuple(lines["row"]), tuple(lines["x"])) == (grid.row, grid.x)


BOARDS = [game for game in board_ids() if load_recipe(recipe_path(game)).kind == "hex"]


@pytest.mark.parametrize("game", BOARDS)
def test_every_named_place_has_a_residual(game: str) -> None:
    recipe, atlas = load_recipe(recipe_path(game)), load_atlas()
    rows = residuals(recipe, atlas)
    assert {row.name for row in rows} == {place.name for place in recipe.places if spot_of(place, atlas)}
    assert [row.distance for row in rows] == sorted((row.distance for row in rows), reverse=True)
    for place in recipe.places:
        assert not place.must_match or spot_of(place, atlas), (
            f"{place.name} is neither a town nor a bridge nor has latlon"
        )


@pytest.mark.parametrize("game", BOARDS)
def test_the_fit_is_no_worse_than_a_hex(game: str) -> None:
    recipe, atlas = load_recipe(recipe_path(game)), load_atlas()
    rows = residuals(recipe, atlas)
    assert rms([row for row in rows if row.must_match]) < 0.75
    refit = replace(recipe, geo=fit(pairs_of(recipe, atlas), recipe.the_grid().shifted))
    assert rms(residuals(refit, atlas)) < rms(rows) + 0.05
