"""The checks of the atlas data: the project's atlas passes, and every kind of damage is found."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ardennes.atlas.features import DATA
from ardennes.atlas.lint import lint

Features = list[dict[str, Any]]


def test_the_atlas_passes() -> None:
    assert [row for row in lint() if not row.ok] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the atlas to damage."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def spoil(folder: Path, name: str, change: Callable[[Features], object]) -> dict[str, str]:
    """Change a file of the atlas; returns what lint then finds wrong."""
    path = folder / f"{name}.geojson"
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data["features"])
    head = json.dumps({key: value for key, value in data.items() if key != "features"})[:-1]
    lines = ",\n".join(json.dumps(feature) for feature in data["features"])
    path.write_text(f'{head}, "features": [\n{lines}\n]}}\n', encoding="utf-8")
    return {row.check: row.detail for row in lint(folder) if not row.ok}


def named(features: Features, name: str) -> dict[str, Any]:
    return next(f for f in features if name in (f["properties"].get("id"), f["properties"].get("name")))


def move(features: Features, name: str, lat: float, lon: float) -> None:
    named(features, name)["geometry"]["coordinates"] = [lon, lat]


def rename(features: Features, name: str, new: str) -> None:
    named(features, name)["properties"]["name"] = new


def test_two_features_with_the_same_id(folder: Path) -> None:
    found = spoil(folder, "forests", lambda f: f[1]["properties"].update(id=f[0]["properties"]["id"]))
    assert "appears 2 times" in found["forests.geojson"]


def test_a_feature_without_id(folder: Path) -> None:
    found = spoil(folder, "relief", lambda f: f[4]["properties"].pop("id"))
    assert found == {"relief.geojson": "feature 4 has no id"}


def test_a_file_that_is_not_one_feature_per_line(folder: Path) -> None:
    path = folder / "westwall.geojson"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")), indent=1), encoding="utf-8")
    assert {row.check: row.detail for row in lint(folder) if not row.ok} == {
        "westwall.geojson": "not one feature per line"
    }


def test_a_name_that_lost_its_accent(folder: Path) -> None:
    found = spoil(folder, "towns", lambda f: rename(f, "liege", "Liege"))
    assert "Liège is missing or spelled differently" in found["names"]


def test_a_spelling_that_two_towns_share(folder: Path) -> None:
    found = spoil(folder, "towns", lambda f: named(f, "bastogne")["properties"]["alt"].append("Wiltz"))
    assert found["names"] == "'Wiltz' may be Bastogne or Wiltz"


def test_two_towns_in_one_spot(folder: Path) -> None:
    found = spoil(folder, "towns", lambda f: move(f, "foy", 50.0035, 5.7184))
    assert "Bastogne and Foy are in the same spot" in found["sizes and places"]


def test_a_town_on_the_wrong_bank(folder: Path) -> None:
    found = spoil(folder, "towns", lambda f: move(f, "vianden", 49.935, 6.25))
    assert found["banks"] == "Vianden should be on the right bank of the Our"


def test_a_river_that_stops_short(folder: Path) -> None:
    found = spoil(folder, "rivers", lambda f: named(f, "salm")["geometry"]["coordinates"].pop())
    assert "Salm ends" in found["mouths"]
    assert "from the Amblève" in found["mouths"]


def test_a_river_that_runs_into_nothing(folder: Path) -> None:
    found = spoil(folder, "rivers", lambda f: named(f, "lienne")["properties"].pop("into"))
    assert found["mouths"] == "Lienne runs into nothing"


def test_a_river_that_crosses_itself(folder: Path) -> None:
    def loop(features: Features) -> None:
        line = named(features, "lienne")["geometry"]["coordinates"]
        x, y = line[10]
        line[10:10] = [
            [x + 0.01, y],
            [x + 0.01, y + 0.01],
            [x - 0.01, y + 0.01],
            [x - 0.01, y - 0.01],
            [x + 0.02, y + 0.005],
        ]

    assert "Lienne crosses itself" in spoil(folder, "rivers", loop)["mouths"]


def test_a_missing_river(folder: Path) -> None:
    def remove(features: Features) -> None:
        features[:] = [f for f in features if f["properties"]["id"] != "viroin"]

    bridges = json.loads((folder / "bridges.geojson").read_text(encoding="utf-8"))
    bridges["features"] = [f for f in bridges["features"] if f["properties"]["river"] != "Viroin"]
    roads = json.loads((folder / "roads.geojson").read_text(encoding="utf-8"))
    for road in roads["features"]:
        road["properties"]["bridges"] = [b for b in road["properties"]["bridges"] if not b.startswith("Viroin")]
    (folder / "bridges.geojson").write_text(json.dumps(bridges), encoding="utf-8")
    (folder / "roads.geojson").write_text(json.dumps(roads), encoding="utf-8")
    assert spoil(folder, "rivers", remove)["required rivers"] == "Viroin is missing"


def test_a_road_that_crosses_without_a_bridge(folder: Path) -> None:
    found = spoil(folder, "bridges", lambda f: named(f, "our-dasburg")["properties"].update(kind="site"))
    assert "crosses the Our near Dasburg without a bridge" in found["crossings"]


def test_a_bridge_without_a_road(folder: Path) -> None:
    found = spoil(folder, "bridges", lambda f: named(f, "our-auel")["properties"].update(kind="road"))
    assert found == {"bridges": "our-auel has no road"}


def test_a_bridge_off_its_river(folder: Path) -> None:
    found = spoil(folder, "bridges", lambda f: move(f, "our-auel", 50.2216, 6.20))
    assert "our-auel is" in found["bridges"]
    assert "off the Our" in found["bridges"]


def test_two_roads_side_by_side(folder: Path) -> None:
    def double(features: Features) -> None:
        road = max(features, key=lambda f: f["properties"]["length_km"] if not f["properties"]["bridges"] else 0)
        twin = json.loads(json.dumps(road))
        twin["properties"]["id"] += "--twin"
        features.append(twin)

    assert len(spoil(folder, "roads", double)["parallel roads"]) > 0


def test_a_road_that_misses_its_town(folder: Path) -> None:
    found = spoil(folder, "towns", lambda f: move(f, "houffalize", 50.14, 5.80))
    assert "does not reach houffalize" in found["road network"]


def test_a_town_on_the_wrong_side_of_the_front(folder: Path) -> None:
    found = spoil(folder, "towns", lambda f: move(f, "hofen", 50.52, 6.35))
    assert "Höfen should be Allied" in found["front of 16 December"]


def test_a_frontier_that_is_missing(folder: Path) -> None:
    assert spoil(folder, "borders", lambda f: f.pop(0)) == {"frontiers": "BE - LU is missing"}


def test_a_wood_whose_outline_crosses_itself(folder: Path) -> None:
    def twist(features: Features) -> None:
        ring = features[0]["geometry"]["coordinates"][0]
        ring[3], ring[9] = ring[9], ring[3]

    assert "its outline crosses itself" in spoil(folder, "forests", twist)["woods"]


def test_a_line_of_the_west_wall_held_by_the_wrong_side(folder: Path) -> None:
    found = spoil(
        folder, "westwall", lambda f: named(f, "sauer-irrel-trier")["properties"].update(held_19441216="Allied")
    )
    assert found == {"West Wall": "Sauer - Irrel - Trier is on the German side"}
