"""A toy atlas of a few features, and a recipe for it: small enough to break on purpose.

The map has 8 rows and 10 columns; row 1 lies at latitude 49.975, column 1 at longitude 5.55 (5.575 in shifted rows). The Our runs south
through the middle, the Salm joins it from the west; one main road runs from Weston (off the map) over the only bridge to Belville.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

Features = dict[str, list[dict[str, Any]]]

OUR = [[5.78, 50.1], [5.775, 49.95], [5.78, 49.92], [5.785, 49.88], [5.78, 49.7]]
SALM = [[5.62, 49.872], [5.7, 49.875], [5.785, 49.88]]


def feature(shape: str, coordinates: Any, **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {"source": "toy", **properties},
        "geometry": {"type": shape, "coordinates": coordinates},
    }


def town(id: str, name: str, lon: float, lat: float, size: int, alt: tuple[str, ...] = ()) -> dict[str, Any]:
    return feature("Point", [lon, lat], id=id, name=name, alt=list(alt), size=size)


def road(a: str, b: str, line: list[list[float]], bridges: tuple[str, ...] = ()) -> dict[str, Any]:
    return feature("LineString", line, cls=1, a=a, b=b, bridges=list(bridges), length_km=10.0)


def features() -> Features:
    """A fresh copy of the toy atlas, to be changed before it is written."""
    square = [[5.6, 49.79], [5.7, 49.79], [5.7, 49.85], [5.6, 49.85], [5.6, 49.79]]
    return {
        "towns": [
            town("weston", "Weston", 5.2, 49.92, 2),
            town("alton", "Alton", 5.65, 49.92, 2, ("Altenstadt",)),
            town("belville", "Belville", 5.92, 49.92, 3),
            town("cham", "Cham", 5.9, 49.83, 1),
        ],
        "rivers": [
            feature("LineString", OUR, id="our", name="Our", alt=[], cls=2),
            feature("LineString", SALM, id="salm", name="Salm", alt=[], cls=3, into="Our"),
        ],
        "bridges": [
            feature("Point", [5.78, 49.92], id="our-mid", name="Mid", river="Our", kind="road", importance=1, note="")
        ],
        "roads": [
            road("weston", "alton", [[5.2, 49.92], [5.65, 49.92]]),
            road("alton", "belville", [[5.65, 49.92], [5.78, 49.92], [5.92, 49.92]], ("our-mid",)),
        ],
        "forests": [feature("Polygon", [square], name="Wood", density="dense")],
        "westwall": [feature("LineString", [[5.95, 50.0], [5.95, 49.7]], name="Wall", band=1, held_19441216="German")],
        "front_19441216": [feature("LineString", [[5.85, 50.2], [5.85, 49.6]], name="front")],
        "relief": [],
        "borders": [feature("LineString", [[5.8, 50.0], [5.8, 49.7]], name="A - B", between=["A", "B"])],
    }


ROUTES = [{"cls": 1, "nodes": ["weston", "alton", "belville"]}]


def write_atlas(folder: Path, content: Features | None = None) -> Path:
    """Write the files of an atlas."""
    for name, rows in (content or features()).items():
        text = json.dumps({"type": "FeatureCollection", "features": rows})
        (folder / f"{name}.geojson").write_text(text, encoding="utf-8")
    (folder / "roads_routes.json").write_text(json.dumps(ROUTES), encoding="utf-8")
    flat = np.zeros((60, 60), dtype=np.float32)
    np.savez(folder / "dem.npz", z=flat, rel=flat, lat_top=50.4, lon_left=5.2, ps=0.02)
    return folder


RECIPE = """
title = "Toy"

[grid]
rows = 8
columns = 10
shifted = "even"
columns_from = "west"
rows_from = "north"
first = 1
number = "{row:02}{col:02}"

[geo]
row = [2000.0, -40.0, 0.0]
x = [-110.0, 0.0, 20.0]

[rivers]
names = ["Our", "Salm"]
minimum = 2

[towns]
size = 2
also = 1

[[terrain.rule]]
code = "wood"
dense = 0.5

[[terrain.rule]]
code = "clear"

[terrain.legend]
clear = { name = "Clear", look = "clear" }
wood = { name = "Wood", look = "forest" }
rock = { name = "Rock", look = "impassable" }
"""


def write_recipe(folder: Path, more: str = "", text: str = RECIPE) -> Path:
    """Write a recipe with further entries; top-level keys go in front, tables to the end."""
    path = folder / "board.toml"
    path.write_text(text + more, encoding="utf-8")
    return path
