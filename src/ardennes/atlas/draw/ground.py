"""The ground of a hex board: shaded paper, contour lines, patches of terrain with their signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from ardennes.atlas.draw import hand, raster
from ardennes.atlas.draw.scene import Scene, inside, to_degrees
from ardennes.atlas.draw.svg import Points, num, path, rings

_CELL = 5.0
"""Spacing of the cells in which terrain is painted."""


def paper(scene: Scene) -> str:
    layout = scene.layout
    edge = f'<rect class="swb" x="0" y="0" width="{num(layout.width)}" height="{num(layout.height)}"/>'
    if not layout.has_geography:
        return edge
    step = raster.step_for(layout.width, layout.height, 0.9e6 if scene.far else 1.3e6)
    z = raster.elevation(to_degrees(scene), layout.width, layout.height, step, step)
    data = raster.hill_shade(z, step, scene.theme)
    rows, cols = z.shape
    return (
        f'<image href="{data}" x="{num(-1.5 * step)}" y="{num(-1.5 * step)}" width="{num(cols * step)}" height="{num(rows * step)}" '
        f'preserveAspectRatio="none" clip-path="url(#{scene.prefix}land)"/>'
    )


def contour_lines(scene: Scene) -> str:
    layout = scene.layout
    if not layout.has_geography:
        return ""
    every = 100 if scene.far or len(layout.names) > 1600 else 50
    z = raster.elevation(to_degrees(scene), layout.width + 12, layout.height + 12, 6.0)
    body = ""
    for level, lines in raster.contours(z, 6.0, list(range(100, 750, every))).items():
        d = "".join(path(part, digits=0) for line in lines for part in inside(line, layout.land))
        if d:
            body += f'<path class="{"idx" if level % 100 == 0 else "int"}" d="{d}"/>'
    return body


class Ground:
    """Patches of woods and other terrain, and the signs scattered on them."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        layout = scene.layout
        xs = np.arange(-_CELL, layout.width + 2 * _CELL, _CELL)
        ys = np.arange(-_CELL, layout.height + 2 * _CELL, _CELL)
        gx, gy = np.meshgrid(xs, ys)
        self._origin = (float(xs[0]), float(ys[0]))
        tree = cKDTree(np.array([layout.centre[name] for name in layout.names]))
        far, nearest = tree.query(np.c_[gx.ravel(), gy.ravel()])
        self._nearest = np.where(far < 125, nearest, len(layout.names)).reshape(gx.shape)
        self.patches: dict[str, list[Polygon]] = {}
        woods = self._patches({"woods", "forest"})
        self.patches["broken"] = self._patches({"broken"}, 0.46)
        self.patches["woods"] = woods
        self.patches["forest"] = self._patches({"forest"})
        self.patches["city"] = self._patches({"city"}, 0.42)
        self.patches["impassable"] = self._patches({"impassable"})
        if not any("woods" in scene.looks(name) for name in layout.names):
            self.patches["woods"] = []

    def _patches(self, wanted: set[str], level: float = 0.5) -> list[Polygon]:
        names = self.scene.layout.names
        chosen = np.array([bool(self.scene.looks(name) & wanted) for name in names] + [False])
        if not chosen.any():
            return []
        mask: NDArray[np.bool_] = chosen[self._nearest]
        out: list[Polygon] = []
        for patch in hand.soft_patches(mask, _CELL, self._origin, level):
            cut: Any = patch.buffer(0).intersection(self.scene.layout.land)
            out += [part for part in getattr(cut, "geoms", [cut]) if part.geom_type == "Polygon" and part.area > 300]
        return out

    def area(self, look: str) -> BaseGeometry:
        return unary_union([patch.buffer(0) for patch in self.patches[look]])

    def svg(self, look: str) -> str:
        return "".join(f'<path fill-rule="evenodd" d="{rings(patch)}"/>' for patch in self.patches[look])

    def signs(self, avoid: BaseGeometry) -> str:
        scene = self.scene
        far = scene.far
        forest = self.area("forest")
        woods = self.area("woods").difference(forest.buffer(2))
        broken = self.area("broken").difference(self.area("woods"))
        land = scene.layout.land.buffer(-5)
        out = ""
        free = land.difference(avoid)
        points = hand.scatter(broken.buffer(-7).intersection(free), _spacing(broken, 33 if far else 30, 4500), 5)
        out += _sign_layer("broken ground", "g-broken", hand.hachures(points, self._downhill(points)))
        points = hand.scatter(woods.buffer(-7).intersection(free), _spacing(woods, 29 if far else 26, 6000), 6)
        out += _sign_layer("woods", "g-woods", hand.crowns(points))
        points = hand.scatter(forest.buffer(-6).intersection(free), _spacing(forest, 20 if far else 17.5, 10000), 7)
        out += _sign_layer("woods", "g-forest", hand.firs(points))
        return out

    def _downhill(self, points: Points) -> list[float]:
        scene = self.scene
        if not points or not scene.layout.has_geography:
            return [1.2] * len(points)
        z = raster.elevation(to_degrees(scene), scene.layout.width + 20, scene.layout.height + 20, 10.0)
        gy, gx = np.gradient(z, axis=0), np.gradient(z, axis=1)
        return [math.atan2(-gy[int(y / 10), int(x / 10)], -gx[int(y / 10), int(x / 10)]) for x, y in points]

    def hatching(self) -> str:
        """Diagonal lines over impassable ground."""
        area = self.area("impassable")
        if area.is_empty:
            return ""
        return f'<path class="hatch" d="{hand.hatching(area)}"/>'


def _spacing(area: BaseGeometry, least: float, most: int) -> float:
    """The spacing of signs: wider where a board has so much of the terrain that the picture would become too large."""
    return max(least, math.sqrt(area.area / 0.866 / most))


def _sign_layer(layer: str, css: str, d: str) -> str:
    return f'<g data-layer="{layer}"><path class="{css}" d="{d}"/></g>' if d else ""
