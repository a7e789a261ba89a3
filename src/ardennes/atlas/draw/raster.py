"""Relief: elevation sampled at board positions, hill shading as a JPEG, contour lines."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from contourpy import contour_generator
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import gaussian_filter, map_coordinates
from shapely.geometry import LineString

from ardennes.atlas.draw.style import RELIEF, THEMES, rgb
from ardennes.atlas.draw.svg import Points

Array = NDArray[np.float64]
ToLatLon = Callable[[Array, Array], tuple[Array, Array]]
"""Maps board positions (x, y) to latitude and longitude."""

_DATA = Path(__file__).parent.parent / "data"


@cache
def _elevation() -> tuple[Array, float, float, float]:
    """The elevation grid without holes: metres, latitude of the top, longitude of the left edge, step in degrees."""
    with np.load(_DATA / "dem.npz") as file:
        z = np.asarray(file["z"], dtype=np.float64)
        top, left, step = float(file["lat_top"]), float(file["lon_left"]), float(file["ps"])
    return _without_holes(z), top, left, step


def _without_holes(z: Array) -> Array:
    """Cells without data get a smooth continuation of their neighbours."""
    known = z > -500
    out = np.where(known, z, 0.0)
    for reach in (3, 8, 20, 60):
        total = gaussian_filter(np.where(known, z, 0.0), reach)
        weight = gaussian_filter(known.astype(np.float64), reach)
        out = np.where(~known & (out == 0) & (weight > 0.04), total / np.maximum(weight, 1e-6), out)
    out = np.where(out == 0, 150.0, out)
    blend = np.clip(gaussian_filter((~known).astype(np.float64), 2) * 1.6, 0, 1)
    return np.asarray(out * (1 - blend) + gaussian_filter(out, 3) * blend)


def elevation(to_latlon: ToLatLon, width: float, height: float, step: float, pad: float = 0.0) -> Array:
    """Metres at every `step` units of the board and `pad` units around it."""
    z, top, left, cell = _elevation()
    x, y = np.meshgrid(np.arange(-pad, width + pad, step), np.arange(-pad, height + pad, step))
    lat, lon = to_latlon(x, y)
    found = map_coordinates(z, [(top - lat) / cell - 0.5, (lon - left) / cell - 0.5], order=3, mode="nearest")
    return np.asarray(gaussian_filter(found, 9 / step))


def step_for(width: float, height: float, pixels: float = 1.3e6) -> float:
    """The spacing of raster points that keeps a board of this size within a number of pixels, 2 at the finest."""
    return max(2.0, round(math.sqrt(width * height / pixels), 2))


def hill_shade(z: Array, step: float, theme: str, quality: int = 80) -> str:
    """Shaded, tinted paper as a JPEG data URI. Light from the north-west, a quarter of it from the west."""
    look, colours = RELIEF[theme], THEMES[theme]
    gy, gx = np.gradient(z, step)
    slope = 0.36
    steep = 1 / np.sqrt(1 + (slope * gx) ** 2 + (slope * gy) ** 2)
    flat = 0.62

    def lit(bearing: float) -> Array:
        a = math.radians(bearing)
        return np.asarray((-slope * gx * math.sin(a) * 0.78 + slope * gy * math.cos(a) * 0.78 + flat) * steep)

    shine = 0.75 * lit(315) + 0.25 * lit(255)
    high = np.clip((z - 150) / 480, 0, 1)[..., None]
    paper = _colour(colours["land-lo"]) * (1 - high) + _colour(colours["land-hi"]) * high
    dark = np.clip((flat - shine) * look["shadow"], 0, look["most_shadow"])[..., None]
    bright = np.clip((shine - flat) * look["shine"], 0, look["most_shine"])[..., None]
    paper = paper * (1 - dark) + _colour(colours["shade"]) * dark
    paper = paper * (1 - bright) + _colour(colours["light"]) * bright
    random = np.random.default_rng(1)
    grain = gaussian_filter(random.normal(0, 1, z.shape), 0.8) + gaussian_filter(random.normal(0, 1, z.shape), 14) * 6
    return jpeg(paper + (grain * look["grain"])[..., None], quality)


def _colour(name: str) -> Array:
    return np.array(rgb(name), dtype=np.float64)


def jpeg(pixels: Array, quality: int) -> str:
    """Pixels (rows, columns, 3) from 0 to 255 as a data URI."""
    out = io.BytesIO()
    Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(out, "JPEG", quality=quality, optimize=True)
    return "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode()


def contours(z: Array, step: float, levels: list[int], shortest: float = 160.0) -> dict[int, list[Points]]:
    """Contour lines by level, simplified, without the small rings that only make noise."""
    soft = gaussian_filter(z, 13 / step)
    generator: Any = contour_generator(x=np.arange(z.shape[1]) * step, y=np.arange(z.shape[0]) * step, z=soft)
    out: dict[int, list[Points]] = {}
    for level in levels:
        lines: list[Points] = []
        for points in generator.lines(float(level)):
            if len(points) > 3:
                line = LineString(points)
                if line.length >= shortest:
                    lines.append(list(line.simplify(1.4).coords))
        out[level] = lines
    return out
