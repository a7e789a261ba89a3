"""All lettering of a hex board, in order of importance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import shapely
from shapely.geometry import Point as Spot
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from ardennes.atlas.draw import fonts
from ardennes.atlas.draw.edges import inner_marks
from ardennes.atlas.draw.layout import RADIUS, Layout
from ardennes.atlas.draw.lines import FORD, named_lines
from ardennes.atlas.draw.names import (
    REGIONS,
    Label,
    Placer,
    Written,
    line_box,
    line_names,
    place_names,
    region_names,
    water_names,
)
from ardennes.atlas.draw.scene import Scene, town_size
from ardennes.atlas.draw.svg import Box, esc, num


@dataclass
class Letters:
    towns: Written
    waters: Written
    further: Written
    regions: Written
    bounds: Written
    numbers: str

    def boxes(self) -> list[Box]:
        return [*self.towns.boxes, *self.waters.boxes, *self.further.boxes]


def lettering(scene: Scene) -> Letters:
    """All names in order of importance; none overlaps another."""
    layout, sizes = scene.layout, scene.sizes
    placer = Placer((5.0, 5.0, layout.width - 5, layout.height - 5))
    _shade(scene, placer)
    labels, further = _labels(scene)
    band = (33.0 + sizes["town"], 44.0) if scene.far else (48.5, 38.0)
    towns = place_names(placer, labels, sizes, band, 60.0)
    for block in _town_boxes(scene):
        placer.take(block)
    bounds = line_names(placer, named_lines(layout, scene.sides, "boundary"), sizes["village"], scene.prefix)
    shown = [r for r in scene.rivers if not (scene.far and r.size > 2)]
    waters = water_names(placer, [(r.name, r.size, r.line) for r in shown], sizes, scene.prefix)
    regions = Written()
    if layout.has_geography:
        for name in layout.names:
            if "forest" in scene.looks(name):  # dark ground, where pale letters would be lost
                x, y = layout.centre[name]
                placer.shade((x - 45, y - 45, x + 45, y + 45), 7.0)
        spots = [(words, scene.warp.drawn([layout.from_degrees(lat, lon)])[0]) for words, lat, lon in REGIONS]
        regions = region_names(placer, spots, sizes["region"])
    others = place_names(placer, further, sizes, band, 45.0)
    numbers = "" if scene.far else _numbers(scene, placer)
    return Letters(towns, waters, others, regions, bounds, numbers)


def _labels(scene: Scene) -> tuple[list[Label], list[Label]]:
    """The names of places, and the additional names in their hexes. A town that covers several hexes is named once."""
    layout = scene.layout
    labels, further = [], []
    named: set[str] = set()
    for name in layout.names:
        place = scene.place(name)
        value = str(place["vp"]) if place.get("vp") else ""
        town = plain(str(place.get("town", "")))
        size = 3 if "city" in scene.looks(name) and town else town_size(place)
        at = layout.centre[name]
        if town and name not in named:
            group_ = _same_town(layout, name)
            named |= group_
            low = max(layout.centre[one][1] for one in group_)
            xs = [layout.centre[one][0] for one in sorted(group_) if layout.centre[one][1] == low]
            at = (sum(xs) / len(xs), low)
        elif town:
            town = ""
        if (town and (not scene.far or size > 1)) or value:
            labels.append(Label(town, at, size, value))
        if not scene.far:
            further += [Label(plain(str(word)), layout.centre[name], 0) for word in place.get("also", ())]
    return labels, further


def plain(name: str) -> str:
    """A place name as written on a map: without the district that distinguishes it from another of the same name."""
    return name.split(" (")[0]


def _same_town(layout: Layout, name: str) -> set[str]:
    """The adjacent hexes that belong to one town."""
    town = layout.places[name].get("town")
    found, fresh = {name}, [name]
    while fresh:
        for other in layout.neighbours(fresh.pop()):
            if other not in found and layout.places[other].get("town") == town:
                found.add(other)
                fresh.append(other)
    return found


def _shade(scene: Scene, placer: Placer) -> None:
    """Tell the placer what is drawn: town blocks and bridges should stay visible, lines may be crossed."""
    layout = scene.layout
    for gap in _rectangles(box(-500, -500, layout.width + 500, layout.height + 500).difference(layout.land)):
        placer.take(gap)
    for block in _town_boxes(scene):
        placer.shade(block, 6.0)
    for name in layout.names:
        x, y = layout.centre[name]
        place = scene.place(name)
        if place.get("west_wall") and not place.get("town"):
            placer.shade((x - 30, y + 35, x + 30, y + 44), 2.0)
        for taken in inner_marks(layout, name):
            placer.take(taken)
        if "out" in scene.looks(name):
            placer.shade((x - 45, y - 45, x + 45, y + 45), 1.0)
    for a, b, what in scene.sides:
        if what.get("bridge"):
            x, y = layout.middle(a, b)
            placer.shade((x - 10, y - 10, x + 10, y + 10), 2.5)
    water = [(r.line, 0.35) for r in scene.rivers if r.size < FORD]
    for line, weight in water + [(r.line, 0.2) for r in scene.roads]:
        for x, y in line[::2]:
            placer.shade((x - 4, y - 4, x + 4, y + 4), weight)


def _town_boxes(scene: Scene) -> list[Box]:
    """The boxes of town blocks. Town names should leave them clear; waters, regions and numbers must."""
    out = []
    for name in scene.layout.names:
        place = scene.place(name)
        if place.get("town") or "city" in scene.looks(name):
            x, y = scene.town_at.get(name, scene.layout.centre[name])
            r = 28 if town_size(place) == 3 else 14 if town_size(place) == 2 else 8
            out.append((x - r, y - r, x + r, y + r))
    return out


def _rectangles(shape: BaseGeometry) -> list[Box]:
    """Boxes that cover a shape with straight edges, cut along its corners."""
    if shape.is_empty:
        return []
    coordinates = shapely.get_coordinates(shape)
    xs, ys = (
        sorted({round(float(v), 2) for v in coordinates[:, 0]}),
        sorted({round(float(v), 2) for v in coordinates[:, 1]}),
    )
    out = []
    for x0, x1 in pairwise(xs):
        for y0, y1 in pairwise(ys):
            if shape.contains(Spot((x0 + x1) / 2, (y0 + y1) / 2)):
                out.append((x0, y0, x1, y1))
    return out


def _numbers(scene: Scene, placer: Placer) -> str:
    """Hex numbers in the upper band; they move aside for names."""
    rows: dict[float, list[tuple[float, str]]] = {}
    layout = scene.layout
    for name in layout.names:
        if "out" in scene.looks(name):
            continue
        x, y = layout.centre[name]
        wide = fonts.width(name, "map500", 11, 0.5)
        spots = [(0.0, -RADIUS * 0.68)]
        for k in (8, 14, 20, 26):
            spots += [(k, -RADIUS * 0.68 + max(0, k - 14) * 0.6), (-k, -RADIUS * 0.68 + max(0, k - 14) * 0.6)]
        spots += [(0, -27.0), (-31, -20.0), (31, -20.0), (-33, 4.0), (33, 4.0), (-30, 28.0), (30, 28.0)]
        options = [((abs(dx) + abs(dy + RADIUS * 0.68)) / 60, line_box(x + dx, y + dy, wide, 11)) for dx, dy in spots]
        chosen = placer.best(options, 0.5)
        if chosen is None:
            continue
        placer.take(options[chosen][1])
        dx, dy = spots[chosen]
        rows.setdefault(round(y + dy, 1), []).append((x + dx, name))
    body = ""
    for y, items in sorted(rows.items()):
        spans = "".join(f'<tspan x="{num(x, 0)}">{esc(name)}</tspan>' for x, name in items)
        body += f'<text y="{num(y)}">{spans}</text>'
    return body
