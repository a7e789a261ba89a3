"""The atlas as read: what is in it, and that every reference holds."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ardennes.atlas.features import load_atlas
from ardennes.atlas.geo import GeoGrid, to_km, to_latlon
from tests.atlas.toy import write_atlas


def test_the_toy_atlas_is_read(tmp_path: Path) -> None:
    atlas = load_atlas(write_atlas(tmp_path))
    assert [t.name for t in atlas.towns] == ["Weston", "Alton", "Belville", "Cham"]
    assert atlas.rivers[1].into == "Our"
    assert atlas.roads[1].bridges == ("our-mid",)
    assert atlas.front.shape == (2, 2)


def test_a_town_is_found_by_id_name_and_other_spelling(tmp_path: Path) -> None:
    atlas = load_atlas(write_atlas(tmp_path))
    found = {name: atlas.town(name) for name in ("alton", "Alton", "Altenstadt")}
    assert all(t is not None and t.id == "alton" for t in found.values())
    assert atlas.town("Nowhere") is None


def test_the_atlas_of_the_project_is_sound_and_holds_what_the_boards_need() -> None:
    atlas = load_atlas()
    assert len(atlas.towns) > 500
    named = "Meuse Ourthe Amblève Salm Lienne Our Clerve Wiltz Alzette Prüm Kyll Moselle Lesse Lomme Semois Vesdre Warche Rur Sambre"
    for name in [*named.split(), "Ourthe Occidentale", "Ourthe Orientale", "Sauer/Sûre", "Hoyoux", "Viroin", "Chiers"]:
        assert atlas.river(name) is not None, name
    assert {f.density for f in atlas.forests} == {"dense", "light"}
    assert {r.kind for r in atlas.relief} == {"broken", "rough"}


def test_the_projects_atlas_is_read_once() -> None:
    assert load_atlas() is load_atlas()


def test_relief_outside_the_elevation_grid_is_flat() -> None:
    relief = load_atlas().dem.relief_at(np.array([[5.7, 50.0], [20.0, 50.0]]))
    assert relief[0] > 0
    assert relief[1] == 0


def test_kilometres_and_degrees_convert_both_ways() -> None:
    lat, lon = to_latlon(*to_km(49.9, 6.1))
    assert (round(lat, 9), round(lon, 9)) == (49.9, 6.1)


def test_every_hex_is_where_its_centre_is() -> None:
    grid = GeoGrid((1160.873, -22.7848, -1.2868), (151.249, -1.1817, -13.9487), "even")
    for row in range(1, 20):
        for col in range(1, 26):
            assert grid.at(*grid.centre(row, col)) == (row, col)


def test_the_plane_has_neighbours_one_apart() -> None:
    grid = GeoGrid((2000.0, -40.0, 0.0), (-110.0, 0.0, 20.0), "even")
    spots = np.array([grid.centre(*h)[::-1] for h in ((3, 4), (3, 5), (4, 4), (2, 3))])
    plane = grid.plane(spots)
    assert np.allclose(np.hypot(*(plane[1:] - plane[0]).T), 1.0)
    assert np.allclose(grid.lonlat(plane), spots)
