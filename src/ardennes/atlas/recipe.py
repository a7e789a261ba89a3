"""A board's recipe (board.toml), read and checked; every error names the file, the entry and the case.

It states what the compiler must not guess: the grid and its fit, which rivers and roads the game shows, terrain thresholds,
places whose hex a rulebook names, pins that bend the geography, and corrections, which come last and override everything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.geo import GeoGrid
from ardennes.atlas.mesh import beside
from ardennes.board.file import BadBoard, read_grid
from ardennes.board.hexes import Grid

GAMES = Path(__file__).parents[1] / "games"

PLACE_ATTRIBUTES = (
    "terrain", "town", "size", "also", "vp", "exit", "exit_until", "no_exit", "road_off", "west_wall", "front", "entry", "edge",
    "areas", "depot", "dump", "supply", "latlon", "source",
)  # fmt: skip
SIDE_ATTRIBUTES = ("road", "river", "ford", "bridge", "owner", "front", "boundary", "source")
LOOKS = ("clear", "broken", "woods", "forest", "city", "impassable", "edge", "out")
NO_ENTRY = ("impassable", "out")
"""Looks of ground without roads."""

_TOP = {
    "title", "kind", "missing", "attributes", "grid", "geo", "rivers", "roads", "towns", "terrain", "west_wall", "front", "places", "pins",
    "corrections", "start", "network", "sheet",
}  # fmt: skip
_PIN_KINDS = ("river", "no_river", "bridge", "road", "no_road", "dead_end", "front")
_SHARES = ("dense", "light", "woods", "wooded", "broken", "rough", "relief", "size")


@dataclass(frozen=True, slots=True)
class Rule:
    """One terrain rule: it matches a hex that reaches every number given here."""

    code: tuple[str, ...]
    least: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """A place whose hex is known or inferred."""

    number: int
    name: str
    hex: str
    case: str
    source: str
    side: tuple[str, ...]
    """The two hexes, for a place on the side between them."""
    must_match: bool
    override: bool
    """Move the town into this hex, wherever the fit puts it."""
    show: bool
    """Show it as a town whatever its size."""
    size: int | None
    latlon: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a river with a different status: above a bridge or point it is a ford (or, with ford false, a river)."""

    river: str
    above: str
    latlon: tuple[float, float] | None
    ford: bool


@dataclass(frozen=True, slots=True)
class Pin:
    """A guide for the compiler. `hexes` is one hex, the two of a side, or a chain; `name` a river or bridge."""

    number: int
    kind: str
    name: str
    hexes: tuple[str, ...]
    cls: int
    case: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A change to one hex (`kind` hex) or to sides (`kind` side, chain), made after everything else."""

    number: int
    kind: str
    hexes: tuple[str, ...]
    set: Mapping[str, Any]
    unset: tuple[str, ...]
    case: str
    source: str


@dataclass(frozen=True)
class Recipe:
    """A checked recipe. An area board has only title, kind, path and data."""

    path: Path
    title: str
    kind: str
    data: Mapping[str, Any]
    """The whole file as read."""
    grid_data: Mapping[str, Any] = field(default_factory=dict)
    grid: Grid | None = None
    geo: GeoGrid | None = None
    missing: frozenset[str] = frozenset()
    rivers: tuple[str, ...] = ()
    fords: tuple[str, ...] = ()
    river_minimum: int = 3
    river_parts: tuple[Part, ...] = ()
    road_classes: tuple[int, ...] = (1, 2)
    node_size: int = 1
    road_add: tuple[tuple[str, ...], ...] = ()
    road_add_class: int = 2
    road_leave_out: tuple[tuple[str, ...], ...] = ()
    road_closed: frozenset[str] = frozenset()
    """Hexes where a road may end but not pass through."""
    town_size: int = 2
    also_size: int = 1
    town_add: tuple[str, ...] = ()
    town_leave_out: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    smooth: bool = False
    legend: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    wall_share: float = 0.35
    wall_bands: tuple[int, ...] = (1, 2)
    wall_allied: str = ""
    """The value of `west_wall` where the Allies held the line; if empty, 1 as elsewhere."""
    front: bool = True
    places: tuple[PlaceEntry, ...] = ()
    pins: tuple[Pin, ...] = ()
    corrections: tuple[Correction, ...] = ()
    start: tuple[Mapping[str, Any], ...] = ()
    network: Mapping[str, Any] = field(default_factory=dict)
    sheet: Mapping[str, Any] = field(default_factory=dict)
    place_attributes: tuple[str, ...] = PLACE_ATTRIBUTES
    side_attributes: tuple[str, ...] = SIDE_ATTRIBUTES

    @property
    def game(self) -> str:
        """The game whose board this is: the name of its folder."""
        return self.path.parent.parent.name

    @property
    def where(self) -> str:
        """The file's name in error messages."""
        return f"{self.game}/{self.path.name}" if self.path.parent.name == "data" else self.path.name

    def the_grid(self) -> Grid:
        if self.grid is None:
            raise BadAtlas(f"{self.where}: an area board has no grid")
        return self.grid

    def the_geo(self) -> GeoGrid:
        if self.geo is None:
            raise BadAtlas(f"{self.where}: an area board has no fitted grid")
        return self.geo


def recipe_path(game: str) -> Path:
    """Where a game's board recipe is."""
    return GAMES / game / "data" / "board.toml"


def board_ids() -> tuple[str, ...]:
    """The games that have a recipe."""
    return tuple(sorted(p.parent.parent.name for p in GAMES.glob("*/data/board.toml")))


def load_recipe(path: Path) -> Recipe:
    """Read and check a recipe."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadAtlas(f"{path}: no such recipe") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadAtlas(f"{path}: cannot be read: {error}") from None
    reader = _Reader(Recipe(path, "", "", {}).where)
    title = reader.need(data, "title", str, "")
    kind = reader.get(data, "kind", str, "hex", "")
    if kind == "area":
        return Recipe(path, title, kind, data)
    if kind != "hex":
        raise reader.bad("kind", f'must be "hex" or "area", not {kind!r}')
    return reader.hex_recipe(path, title, data)


class _Reader:
    """Takes values out of the file; its errors say where they are."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.at: dict[str, tuple[int, int]] = {}
        """Every name of every hex in the grid, aliases included."""
        self.known_by: dict[tuple[int, int], str] = {}
        self.left_out: frozenset[str] = frozenset()
        self.shifted = "even"

    def bad(self, entry: str, what: str) -> BadAtlas:
        return BadAtlas(f"{self.where}: {entry} {what}" if entry else f"{self.where}: {what}")

    # --- values ----------------------------------------------------------------------------------------------------------------------

    def get(self, table: Mapping[str, Any], key: str, kind: type, default: Any, entry: str) -> Any:
        if key not in table:
            return default
        value = table[key]
        fits = isinstance(value, int | float) if kind is float else isinstance(value, kind)
        if not fits or (isinstance(value, bool) and kind is not bool):
            raise self.bad(f"{entry}.{key}" if entry else key, f"must be {_KINDS[kind]}, not {value!r}")
        return value

    def need(self, table: Mapping[str, Any], key: str, kind: type, entry: str) -> Any:
        if key not in table:
            raise self.bad(entry, f"needs '{key}'")
        return self.get(table, key, kind, None, entry)

    def texts(self, table: Mapping[str, Any], key: str, entry: str) -> tuple[str, ...]:
        values = self.get(table, key, list, [], entry)
        if not all(isinstance(v, str) for v in values):
            raise self.bad(f"{entry}.{key}" if entry else key, f"must be a list of strings, not {values!r}")
        return tuple(values)

    def whole(self, table: Mapping[str, Any], key: str, default: list[int], entry: str) -> tuple[int, ...]:
        values = self.get(table, key, list, default, entry)
        if not all(type(v) is int for v in values):
            raise self.bad(f"{entry}.{key}", f"must be a list of whole numbers, not {values!r}")
        return tuple(values)

    def only(self, table: Mapping[str, Any], allowed: Iterable[str], entry: str) -> None:
        strange = sorted(set(table) - set(allowed))
        if strange:
            raise self.bad(entry, f"has an unknown key '{strange[0]}'")

    def entries(self, data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        rows = self.get(data, key, list, [], "")
        if not all(isinstance(row, dict) for row in rows):
            raise self.bad(key, "must be a list of tables ([[...]])")
        return list(rows)

    # --- tables ----------------------------------------------------------------------------------------------------------------------

    def hex_recipe(self, path: Path, title: str, data: Mapping[str, Any]) -> Recipe:
        self.only(data, _TOP, "the recipe")
        grid_data = self.need(data, "grid", dict, "the recipe")
        grid = self.grid(grid_data)
        geo = self.geo(self.need(data, "geo", dict, "the recipe"), grid)
        self.left_out = frozenset(self.hexes(self.texts(data, "missing", ""), "missing"))
        rivers = self.get(data, "rivers", dict, {}, "")
        self.only(rivers, ("names", "fords", "minimum", "part"), "rivers")
        roads = self.get(data, "roads", dict, {}, "")
        self.only(roads, ("classes", "node_size", "add", "add_class", "leave_out", "closed"), "roads")
        towns = self.get(data, "towns", dict, {}, "")
        self.only(towns, ("size", "also", "add", "leave_out"), "towns")
        terrain = self.need(data, "terrain", dict, "the recipe")
        self.only(terrain, ("rule", "legend", "smooth"), "terrain")
        wall = self.get(data, "west_wall", dict, {}, "")
        self.only(wall, ("share", "bands", "held_allied"), "west_wall")
        front = self.get(data, "front", dict, {}, "")
        self.only(front, ("show",), "front")
        more = self.get(data, "attributes", dict, {}, "")
        self.only(more, ("place", "side"), "attributes")
        place_attributes = (*PLACE_ATTRIBUTES, *self.texts(more, "place", "attributes"))
        side_attributes = (*SIDE_ATTRIBUTES, *self.texts(more, "side", "attributes"))
        rules, legend = self.terrain(terrain)
        return Recipe(
            path=path,
            title=title,
            kind="hex",
            data=data,
            grid_data=grid_data,
            grid=grid,
            geo=geo,
            missing=self.left_out,
            rivers=self.texts(rivers, "names", "rivers"),
            fords=self.texts(rivers, "fords", "rivers"),
            river_minimum=self.get(rivers, "minimum", int, 3, "rivers"),
            river_parts=self.parts(rivers),
            road_classes=self.whole(roads, "classes", [1, 2], "roads"),
            node_size=self.get(roads, "node_size", int, 1, "roads"),
            road_add=self.pieces(roads, "add"),
            road_add_class=self.get(roads, "add_class", int, 2, "roads"),
            road_leave_out=self.pieces(roads, "leave_out"),
            road_closed=frozenset(self.hexes(self.texts(roads, "closed", "roads"), "roads.closed")),
            town_size=self.get(towns, "size", int, 2, "towns"),
            also_size=self.get(towns, "also", int, 1, "towns"),
            town_add=self.texts(towns, "add", "towns"),
            town_leave_out=self.texts(towns, "leave_out", "towns"),
            rules=rules,
            smooth=self.get(terrain, "smooth", bool, False, "terrain"),
            legend=legend,
            wall_share=float(self.get(wall, "share", float, 0.35, "west_wall")),
            wall_bands=self.whole(wall, "bands", [1, 2], "west_wall"),
            wall_allied=self.get(wall, "held_allied", str, "", "west_wall"),
            front=self.get(front, "show", bool, True, "front"),
            places=self.places(data),
            pins=self.pins(data),
            corrections=self.corrections(data, place_attributes, side_attributes, set(legend)),
            start=tuple(self.entries(data, "start")),
            network=self.get(data, "network", dict, {}, ""),
            sheet=self.get(data, "sheet", dict, {}, ""),
            place_attributes=place_attributes,
            side_attributes=side_attributes,
        )

    def grid(self, table: Mapping[str, Any]) -> Grid:
        try:
            grid = read_grid(dict(table), self.where)
        except BadBoard as error:
            raise BadAtlas(str(error)) from None
        for row in range(grid.first, grid.first + grid.rows):
            for col in range(grid.first, grid.first + grid.columns):
                names = grid.names(row, col)
                self.known_by[row, col] = names[0]
                self.at |= dict.fromkeys(names, (row, col))
        self.shifted = grid.shifted
        return grid

    def hex(self, name: str, entry: str) -> str:
        """The board's own name for a hex of the map."""
        if name not in self.at:
            raise self.bad(entry, f"names {name!r}, which is not on the map")
        known = self.known_by[self.at[name]]
        if known in self.left_out:
            raise self.bad(entry, f"names {name!r}, which is missing from the map")
        return known

    def hexes(self, entries: Iterable[str], entry: str) -> list[str]:
        """Hexes, and ranges of hexes along a row ("0109-0124")."""
        out = []
        for text in entries:
            a, _, b = text.partition("-")
            ends = [self.at[self.hex(name, entry)] for name in (a, b or a)]
            if ends[0][0] != ends[1][0]:
                raise self.bad(entry, f"has the range {text!r}, which does not stay in one row")
            row = ends[0][0]
            low, high = sorted(col for _, col in ends)
            out += [self.known_by[row, col] for col in range(low, high + 1)]
        return out

    def geo(self, table: Mapping[str, Any], grid: Grid) -> GeoGrid:
        self.only(table, ("row", "x"), "geo")
        rows: list[tuple[float, float, float]] = []
        for key in ("row", "x"):
            value = self.need(table, key, list, "geo")
            if len(value) != 3 or not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value):
                raise self.bad(f"geo.{key}", f"must be three numbers, not {value!r}")
            rows.append((float(value[0]), float(value[1]), float(value[2])))
        if abs(rows[0][1] * rows[1][2] - rows[0][2] * rows[1][1]) < 1e-6:
            raise self.bad("geo", "puts the whole map on one line")
        return GeoGrid(rows[0], rows[1], grid.shifted)

    def parts(self, rivers: Mapping[str, Any]) -> tuple[Part, ...]:
        out = []
        for number, row in enumerate(self.entries(rivers, "part"), 1):
            entry = f"rivers.part {number}"
            self.only(row, ("river", "above", "latlon", "ford"), entry)
            part = Part(
                self.need(row, "river", str, entry),
                self.get(row, "above", str, "", entry),
                self.latlon(row, entry),
                self.get(row, "ford", bool, True, entry),
            )
            if bool(part.above) == (part.latlon is not None):
                raise self.bad(entry, "needs either 'above' (the id of a bridge) or 'latlon'")
            out.append(part)
        return tuple(out)

    def pieces(self, roads: Mapping[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
        rows = self.get(roads, key, list, [], "roads")
        for row in rows:
            if not isinstance(row, list) or len(row) < 2 or not all(isinstance(v, str) for v in row):
                raise self.bad(f"roads.{key}", f"must be a list of lists of towns, not {row!r}")
        return tuple(tuple(row) for row in rows)

    def terrain(self, table: Mapping[str, Any]) -> tuple[tuple[Rule, ...], dict[str, dict[str, str]]]:
        legend = self.get(table, "legend", dict, {}, "terrain")
        for code, what in legend.items():
            entry = f"terrain.legend.{code}"
            if not isinstance(what, dict) or not isinstance(what.get("name"), str):
                raise self.bad(entry, "must be {name = ..., look = ...}")
            if what.get("look") not in LOOKS:
                raise self.bad(entry, f"must have a look that is one of {', '.join(LOOKS)}, not {what.get('look')!r}")
        rules = []
        for number, row in enumerate(self.entries(table, "rule"), 1):
            entry = f"terrain.rule {number}"
            self.only(row, ("code", *_SHARES), entry)
            code = row.get("code")
            codes = (code,) if isinstance(code, str) else tuple(code) if isinstance(code, list) else ()
            if not codes or any(c not in legend for c in codes):
                raise self.bad(entry, f"has the code {code!r}, which is not in terrain.legend")
            rules.append(Rule(codes, {k: float(self.need(row, k, float, entry)) for k in _SHARES if k in row}))
        if not rules or rules[-1].least:
            raise self.bad(
                "terrain",
                "needs rules ([[terrain.rule]]), the last of them without numbers, so that one always matches",
            )
        return tuple(rules), legend

    def places(self, data: Mapping[str, Any]) -> tuple[PlaceEntry, ...]:
        out: list[PlaceEntry] = []
        seen: dict[str, str] = {}
        for number, row in enumerate(self.entries(data, "places"), 1):
            place = self.place(number, row)
            if place.name in seen:
                raise self.bad(
                    f"places {number}", f"puts {place.name} in {place.hex}, but it is already in {seen[place.name]}"
                )
            seen[place.name] = place.hex
            out.append(place)
        return tuple(out)

    def place(self, number: int, row: Mapping[str, Any]) -> PlaceEntry:
        name = self.need(row, "name", str, f"places {number}")
        entry = f"places {number} ({name})"
        self.only(
            row,
            ("name", "hex", "side", "case", "source", "must_match", "override", "show", "size", "latlon", "why"),
            entry,
        )
        side = self.chain(row["side"], entry, 2, 2) if "side" in row else ()
        must = self.get(row, "must_match", bool, True, entry)
        return PlaceEntry(
            number=number,
            name=name,
            hex=side[0] if side else self.hex(self.need(row, "hex", str, entry), entry),
            case=self.get(row, "case", str, "", entry),
            source=self.get(row, "source", str, "RECONSTRUCTED", entry),
            side=side,
            must_match=must,
            override=self.get(row, "override", bool, must and not side, entry),
            show=self.get(row, "show", bool, False, entry),
            size=self.get(row, "size", int, None, entry),
            latlon=self.latlon(row, entry),
        )

    def latlon(self, row: Mapping[str, Any], entry: str) -> tuple[float, float] | None:
        value = self.get(row, "latlon", list, None, entry)
        if value is None:
            return None
        if len(value) != 2 or not all(isinstance(v, float) for v in value):
            raise self.bad(f"{entry}.latlon", f"must be [latitude, longitude], not {value!r}")
        return (value[0], value[1])

    def pins(self, data: Mapping[str, Any]) -> tuple[Pin, ...]:
        out = []
        for number, row in enumerate(self.entries(data, "pins"), 1):
            case = str(row.get("case", ""))
            entry = f"pins {number}" + (f" (case {case})" if case else "")
            self.only(row, (*_PIN_KINDS, "side", "class", "case", "why", "source"), entry)
            kinds = [k for k in _PIN_KINDS if k in row]
            if len(kinds) != 1:
                raise self.bad(entry, f"needs exactly one of {', '.join(_PIN_KINDS)}")
            kind = kinds[0]
            name, hexes = self.pin_target(row, kind, entry)
            cls = self.get(row, "class", int, 1, entry)
            out.append(
                Pin(
                    number,
                    kind,
                    name,
                    hexes,
                    cls,
                    case,
                    str(row.get("why", "")),
                    str(row.get("source", "RECONSTRUCTED")),
                )
            )
        return tuple(out)

    def pin_target(self, row: Mapping[str, Any], kind: str, entry: str) -> tuple[str, tuple[str, ...]]:
        """A pin's name and hexes: a side is given under `side` or as the value itself."""
        value = row[kind]
        if kind in ("river", "bridge"):
            return self.need(row, kind, str, entry), self.chain(row.get("side"), entry, 2, 2)
        if kind == "dead_end":
            return "", self.chain([value], entry, 1, 1)
        if kind == "no_road":
            return "", tuple(
                self.hexes(self.listed([value] if isinstance(value, str) else value, entry, 1, 999), entry)
            )
        if kind == "road":
            return "", self.chain(value, entry, 2, 99)
        side = row.get("side", value)
        return "", self.chain(side, entry, 2, 2)

    def chain(self, value: Any, entry: str, least: int, most: int) -> tuple[str, ...]:
        """Hexes each of which is next to the following one."""
        hexes = tuple(self.hex(name, entry) for name in self.listed(value, entry, least, most))
        for a, b in pairwise(hexes):
            if self.at[b] not in beside(self.at[a], self.shifted):
                raise self.bad(entry, f"needs neighbours, but {a} and {b} are not adjacent")
        return hexes

    def listed(self, value: Any, entry: str, least: int, most: int) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value) or not least <= len(value) <= most:
            number = str(least) if least == most else f"at least {least}"
            raise self.bad(entry, f"needs a list of {number} hexes, not {value!r}")
        return value

    def corrections(
        self, data: Mapping[str, Any], on_place: tuple[str, ...], on_side: tuple[str, ...], codes: set[str]
    ) -> tuple[Correction, ...]:
        out = []
        for number, row in enumerate(self.entries(data, "corrections"), 1):
            case = str(row.get("case", ""))
            entry = f"corrections {number}" + (f" (case {case})" if case else "")
            self.only(row, ("hex", "hexes", "side", "chain", "set", "unset", "case", "source", "why"), entry)
            kinds = [k for k in ("hex", "hexes", "side", "chain") if k in row]
            if len(kinds) != 1:
                raise self.bad(entry, "needs exactly one of hex, hexes, side, chain")
            kind = kinds[0]
            if kind in ("hex", "hexes"):
                listed = self.listed([row[kind]] if kind == "hex" else row[kind], entry, 1, 999)
                hexes = tuple(self.hexes(listed, entry))
            else:
                hexes = self.chain(row[kind], entry, 2, 2 if kind == "side" else 999)
            change = self.get(row, "set", dict, {}, entry)
            drop = self.texts(row, "unset", entry)
            if not change and not drop:
                raise self.bad(entry, "changes nothing: it needs 'set' or 'unset'")
            allowed = on_place if kind in ("hex", "hexes") else on_side
            for name in (*change, *drop):
                if name not in allowed:
                    raise self.bad(
                        entry,
                        f"names {name!r}, which is not an attribute of a {'hex' if allowed is on_place else 'side'}",
                    )
            self.known_terrain(change, codes, entry)
            source = str(self.get(row, "source", str, "RECONSTRUCTED", entry))
            out.append(Correction(number, "hex" if kind == "hexes" else kind, hexes, change, drop, case, source))
        return tuple(out)

    def known_terrain(self, change: Mapping[str, Any], codes: set[str], entry: str) -> None:
        if "terrain" not in change:
            return
        value = change["terrain"]
        if not isinstance(value, list) or any(code not in codes for code in value):
            raise self.bad(entry, f"sets terrain to {value!r}: it must be a list of codes from terrain.legend")


_KINDS = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
}
