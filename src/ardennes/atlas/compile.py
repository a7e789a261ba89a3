"""The compiler: atlas and recipe in, board file out.

Order: towns, rivers, bridges and roads, front and West Wall, terrain, then the recipe's corrections, then what follows from them
(bridges where roads cross rivers, the front between hexes held by different sides).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ardennes.atlas.corrections import Places, Sides, apply_corrections, derive_bridges, holds, tag
from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import Atlas
from ardennes.atlas.front import lay_front, lay_wall
from ardennes.atlas.ground import Ground, Report, Spot, lay_ground
from ardennes.atlas.recipe import PLACE_ATTRIBUTES, SIDE_ATTRIBUTES, Recipe
from ardennes.atlas.rivers import Rivers, lay_rivers
from ardennes.atlas.roads import Roads, lay_roads
from ardennes.atlas.terrain import lay_terrain
from ardennes.atlas.tidy import tidy
from ardennes.board.file import FORMAT, BadBoard, load_board

__all__ = ["Report", "compile_board", "compile_with_report", "render"]

OUTSIDE = ("edge", "out")
"""Looks of hexes that are drawn but out of play: a road into them leaves the map."""


def compile_board(recipe: Recipe, atlas: Atlas, pins: bool = True) -> dict[str, Any]:
    """The content of map.json."""
    return compile_with_report(recipe, atlas, pins)[0]


def compile_with_report(recipe: Recipe, atlas: Atlas, pins: bool = True) -> tuple[dict[str, Any], Report]:
    """The content of map.json, and what the compiler noticed.

    Without pins the board is pure geography: no town overrides, no pins, no corrections. The report then says which of the recipe's
    facts the geography alone gets right.
    """
    if recipe.kind == "area":
        from ardennes.atlas.areas import compile_area_board

        return compile_area_board(recipe.path, atlas), Report()
    ground = lay_ground(recipe, atlas, pins)
    _check_town_names(ground)
    rivers = lay_rivers(ground)
    roads = lay_roads(ground, rivers)
    tidy(ground, rivers, roads)
    places = _places(ground, roads, lay_front(ground, rivers) if recipe.front else {})
    sides = _sides(ground, rivers, roads)
    if pins:
        apply_corrections(recipe, places, sides)
    derive_bridges(sides)
    _derive_front(ground, places, sides)
    _notice(ground, places, sides)
    if not pins:
        ground.report.score = _score(ground, places, sides)
    return _board(ground, places, sides), ground.report


# --- places --------------------------------------------------------------------------------------------------------------------------


def _check_town_names(ground: Ground) -> None:
    for key, names in (("add", ground.recipe.town_add), ("leave_out", ground.recipe.town_leave_out)):
        for name in names:
            if ground.atlas.town(name) is None and not any(p.name == name for p in ground.recipe.places):
                raise BadAtlas(f"{ground.recipe.where}: towns.{key} names {name!r}, which is not a town in the atlas")


def _places(ground: Ground, roads: Roads, front: Mapping[int, str]) -> Places:
    """Attributes of every hex of the map, before corrections."""
    terrain = lay_terrain(ground)
    wall = lay_wall(ground)
    offs = _road_offs(ground, roads)
    spots: dict[int, list[Spot]] = {}
    for spot in ground.spots:
        spots.setdefault(spot.hex, []).append(spot)
    out: Places = {}
    for number in sorted(ground.names, key=lambda h: ground.mesh.hexes[h]):
        what: dict[str, Any] = {"terrain": list(terrain[number])}
        what |= _town(ground, spots.get(number, []))
        if number in offs:
            what["road_off"] = offs[number]
        if number in wall:
            what["west_wall"] = wall[number]
        if number in front:
            what["front"] = front[number]
        lat, lon = ground.geo.centre(*ground.mesh.hexes[number])
        what["latlon"] = [round(lat, 4), round(lon, 4)]
        what.setdefault("source", "RECONSTRUCTED")
        out[ground.names[number]] = what
    return out


def _town(ground: Ground, spots: list[Spot]) -> dict[str, Any]:
    """Town, size and additional names of a hex."""
    order = sorted(spots, key=lambda s: (-s.town.size, s.entry is None, s.town.name))
    shown = [s for s in order if ground.shown(s)]
    out: dict[str, Any] = {}
    if shown:
        best = shown[0]
        out["town"] = best.town.name
        out["size"] = max(1, best.town.size)
        if best.entry is not None and best.entry.override and ground.pins:
            out["source"] = f"town: {tag(best.entry.source, best.entry.case)}; else RECONSTRUCTED"
    left_out = set(ground.recipe.town_leave_out)
    also = [
        s.town.name
        for s in order
        if s not in shown[:1]
        and (s.town.size >= ground.recipe.also_size or s in shown)
        and not left_out & {s.town.id, s.town.name, *s.town.alt}
    ]
    if also:
        out["also"] = also
    return out


def _road_offs(ground: Ground, roads: Roads) -> dict[int, str]:
    """For each hex with a road off the map, the edge it crosses; a main road takes precedence over a minor one."""
    outside = _outside(ground)
    found: dict[int, list[tuple[int, str]]] = {}
    on_map = {h for p in roads.cls for h in p if all(x in ground.names and x not in outside for x in p)}
    for (a, b), cls in sorted(roads.cls.items()):
        for here, there in ((a, b), (b, a)):
            if here in on_map and (there not in ground.names or there in outside):
                found.setdefault(here, []).append((cls, _compass(ground, here, there, outside)))
    for here, ways in sorted(found.items()):
        if len({word for _, word in ways}) > 1:
            words = " and ".join(sorted({word for _, word in ways}))
            ground.report.warn(f"roads leave hex {ground.names[here]} by two edges ({words}); only one is kept")
    return {here: min(ways)[1] for here, ways in found.items()}


def _outside(ground: Ground) -> set[int]:
    """Hexes of the map that corrections put out of play."""
    looks = {code: what["look"] for code, what in ground.recipe.legend.items()}
    return {
        ground.at[h]
        for c in ground.recipe.corrections
        if c.kind == "hex" and any(looks[code] in OUTSIDE for code in c.set.get("terrain", ()))
        for h in c.hexes
    }


def _compass(ground: Ground, here: int, there: int, outside: set[int]) -> str:
    """The edge by which a step leaves the map: north or south if both hexes on that side are off the map, else east or west."""
    mesh, grid = ground.mesh, ground.recipe.the_grid()
    x, y = (mesh.centres[there] - mesh.centres[here]).round(3)
    row = mesh.hexes[there][0]
    if row != mesh.hexes[here][0]:
        level = [h for h in mesh.across[here] if mesh.hexes[h][0] == row]
        if all(h not in ground.names or h in outside for h in level):
            return "south" if (y > 0) == (grid.rows_from == "north") else "north"
    return "west" if (x > 0) == (grid.columns_from == "east") else "east"


# --- sides ---------------------------------------------------------------------------------------------------------------------------


def _sides(ground: Ground, rivers: Rivers, roads: Roads) -> Sides:
    """Attributes of the sides that have any, before corrections."""
    out: Sides = {}
    for (a, b), cls in roads.cls.items():
        if a in ground.names and b in ground.names:
            out.setdefault(_key(ground.names[a], ground.names[b]), {})["road"] = cls
    for side, name in rivers.at.items():
        if ground.mesh.inner(side):
            out.setdefault(ground.side_names(side), {})["ford" if side in rivers.fords else "river"] = name
    for pin in ground.recipe.pins if ground.pins else ():
        if pin.case and pin.kind in ("river", "bridge", "road", "front"):
            for a_name, b_name in pairwise(pin.hexes):
                what = out.get(_key(a_name, b_name))
                if what is not None:
                    what.setdefault("source", f"{pin.kind}: {tag(pin.source, pin.case)}")
    return out


def _key(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def _derive_front(ground: Ground, places: Places, sides: Sides) -> None:
    """The front runs between hexes held by different sides, and nowhere else."""
    for what in sides.values():
        what.pop("front", None)
    for pair in ground.mesh.hexes_of:
        if len(pair) == 2 and all(h in ground.names for h in pair):
            a, b = _key(ground.names[pair[0]], ground.names[pair[1]])
            camps = {places[a].get("front"), places[b].get("front")}
            if camps == {"german", "allied"}:
                sides.setdefault((a, b), {})["front"] = 1
    for key in [k for k, what in sides.items() if not set(what) - {"source"}]:
        del sides[key]
    for what in sides.values():
        what.setdefault("source", "RECONSTRUCTED")


# --- report --------------------------------------------------------------------------------------------------------------------------


def _notice(ground: Ground, places: Places, sides: Sides) -> None:
    """Towns off the road network; roads in ground that no road should enter."""
    on_road = {h for pair, what in sides.items() if "road" in what for h in pair}
    for name, what in places.items():
        if what.get("size", 0) >= 2 and name not in on_road:
            ground.report.warn(f"{what.get('town', name)} ({name}) is not on a road")
        looks = {ground.recipe.legend[code]["look"] for code in what.get("terrain", ())}
        if name in on_road and looks & {"impassable", "out"}:
            ground.report.warn(f"a road enters {name}, which is {'/'.join(what['terrain'])}")
    for pin in ground.recipe.pins if ground.pins else ():
        if pin.kind == "bridge" and "bridge" not in sides.get(_key(*pin.hexes[:2]), {}):
            ground.report.warn(
                f"pins {pin.number}: no road crosses {'-'.join(pin.hexes)}, so bridge {pin.name} has no effect"
            )
        if pin.kind == "dead_end" and sum("road" in what and pin.hexes[0] in pair for pair, what in sides.items()) != 1:
            ground.report.warn(f"pins {pin.number}: {pin.hexes[0]} is not a dead end")


def _score(ground: Ground, places: Places, sides: Sides) -> list[tuple[str, bool]]:
    """Which of the recipe's facts the geography alone gets right."""
    out = []
    for entry in ground.recipe.places:
        if entry.must_match and not entry.side:
            town = ground.atlas.town(entry.name)
            spot = next((s for s in ground.spots if s.town.id == (town.id if town else entry.name)), None)
            there = spot is not None and ground.names.get(spot.hex) == entry.hex
            out.append((f"{entry.name} in {entry.hex}", there))
    for pin in ground.recipe.pins:
        found = [sides.get(_key(a, b), {}) for a, b in pairwise(pin.hexes)]
        label = f"pin {pin.number}: {pin.kind} {pin.name} {'-'.join(pin.hexes)}"
        if pin.kind == "river":
            out.append((label, all("river" in w or "ford" in w for w in found)))
        elif pin.kind == "no_river":
            out.append((label, not any("river" in w or "ford" in w for w in found)))
        elif pin.kind in ("bridge", "road", "front"):
            out.append((label, all(pin.kind in w for w in found)))
    for c in ground.recipe.corrections:
        label = f"correction {c.number}: {c.kind} {'-'.join(c.hexes[:4])} {', '.join([*c.set, *c.unset])}"
        out.append((label, holds(c, places, sides)))
    return out


# --- the file ------------------------------------------------------------------------------------------------------------------------


def _board(ground: Ground, places: Places, sides: Sides) -> dict[str, Any]:
    recipe, grid = ground.recipe, ground.recipe.the_grid()
    out: dict[str, Any] = {"format": FORMAT, "kind": "hex", "title": recipe.title, "grid": dict(recipe.grid_data)}
    aliases = {alias: name for alias, name in grid.aliases().items() if name in places}
    if aliases:
        out["aliases"] = aliases
    out["geo"] = {"row": list(ground.geo.row), "x": list(ground.geo.x)}
    out["legend"] = {code: dict(what) for code, what in recipe.legend.items()}
    if recipe.sheet:
        out["sheet"] = dict(recipe.sheet)
    out["places"] = {name: _ordered(what, PLACE_ATTRIBUTES) for name, what in places.items()}
    out["sides"] = [[a, b, _ordered(what, SIDE_ATTRIBUTES)] for (a, b), what in sorted(sides.items())]
    try:
        load_board(render(out), recipe.where)
    except BadBoard as error:
        raise BadAtlas(f"the compiled board is invalid: {error}") from None
    return out


def _ordered(what: Mapping[str, Any], order: tuple[str, ...]) -> dict[str, Any]:
    """Attributes in the usual order, any others before the source."""
    rank = {name: i for i, name in enumerate(order)}
    keys = sorted(what, key=lambda k: (k == "source", rank.get(k, 99), k))
    return {k: what[k] for k in keys}


def render(board: Mapping[str, Any]) -> str:
    """The text of the board file: one place or side per line, so that a change shows up as one line."""
    head = [f" {_text(key)}: {_text(value)}" for key, value in board.items() if key not in ("places", "sides")]
    places = [f"  {_text(name)}: {_text(what)}" for name, what in board["places"].items()]
    sides = [f"  {_text(row)}" for row in board["sides"]]
    body = [*head, ' "places": {\n' + ",\n".join(places) + "}", ' "sides": [\n' + ",\n".join(sides) + "]"]
    return "{" + ",\n".join(body)[1:] + "}\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
