"""What an area board's files say: the spaces and borders in its tables, the recipe, and the corrections, which override both."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import dist
from pathlib import Path
from typing import Any

from ardennes.atlas.area_lines import Spot
from ardennes.atlas.area_room import (
    snap,
)
from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import Atlas
from ardennes.atlas.geo import KM_LAT, KM_LON, LAT0, LON0, to_km

TERRAINS = ("clear", "broken", "woods", "forest")
PLACE_ATTRIBUTES = (
    "terrain",
    "town",
    "size",
    "reduction",
    "vp",
    "artillery",
    "entry",
    "exit",
    "edge",
    "bank",
    "control",
    "source",
)
SIDE_ATTRIBUTES = ("road", "river", "source")
EDGES = ("north", "east", "south", "west")
_TOP = {"title", "kind", "frame", "legend", "network", "start", "sheet", "corrections", "corners", "via", "callout"}
_SPACE_COLUMNS = (
    "name", "shown", "atlas", "lat", "lon", "terrain", "size", "reduction", "taken", "vp", "artillery", "entry", "exit", "edge", "bank",
    "control", "source",
)  # fmt: skip
_BORDER_COLUMNS = ("a", "b", "road", "river", "source")

Pair = frozenset[str]

# --- what the files say --------------------------------------------------------------------------------------------------------------


@dataclass
class Plan:
    """The board's facts, before it has a shape."""

    where: str
    data: Mapping[str, Any]
    frame: Frame
    spaces: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Attributes of a space, as they will be in the board."""
    latlon: dict[str, tuple[float, float]] = field(default_factory=dict)
    away: dict[str, float] = field(default_factory=dict)
    """Distance in km between a town's sign and its position in the atlas."""
    sides: dict[Pair, dict[str, Any]] = field(default_factory=dict)
    order: dict[Pair, tuple[str, str]] = field(default_factory=dict)

    def bad(self, what: str) -> BadAtlas:
        return BadAtlas(f"{self.where}: {what}")

    def neighbours(self, space: str) -> set[str]:
        return {other for pair in self.sides if space in pair for other in pair if other != space}


@dataclass(frozen=True)
class Frame:
    """The map rectangle and its board units."""

    north: float
    south: float
    west: float
    east: float
    scale: float
    least_border: float
    farthest_town: float

    @property
    def low(self) -> Spot:
        """The south-west corner in kilometres."""
        return to_km(self.south, self.west)

    @property
    def high(self) -> Spot:
        return to_km(self.north, self.east)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in board units."""
        (x0, y0), (x1, y1) = self.low, self.high
        return (float(round((x1 - x0) * self.scale)), float(round((y1 - y0) * self.scale)))

    def units(self, spot: Spot) -> Spot:
        """A position in kilometres as board units, rounded as it will be written."""
        x, y = snap((spot[0] - self.low[0]) * self.scale), snap((self.high[1] - spot[1]) * self.scale)
        return (min(max(x, 0.0), self.size[0]), min(max(y, 0.0), self.size[1]))

    def geo(self) -> dict[str, list[float]]:
        """x and y in board units as k0 + k_lat * lat + k_lon * lon."""
        x, y = KM_LON * self.scale, -KM_LAT * self.scale
        return {
            "x": [round(-x * LON0 - self.low[0] * self.scale, 4), 0.0, round(x, 4)],
            "y": [round(-y * LAT0 + self.high[1] * self.scale, 4), round(y, 4), 0.0],
        }


def read_plan(path: Path, atlas: Atlas) -> Plan:
    where = f"{path.parent.parent.name}/{path.name}" if path.parent.name == "data" else path.name
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadAtlas(f"{path}: no such recipe") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadAtlas(f"{path}: cannot be read: {error}") from None
    strange = sorted(set(data) - _TOP)
    if strange:
        raise BadAtlas(f"{where}: unknown key '{strange[0]}'")
    plan = Plan(where, data, _frame(data.get("frame"), where))
    _read_spaces(plan, path.parent / "spaces.csv", atlas)
    _read_borders(plan, path.parent / "borders.csv")
    return plan


def _frame(table: Any, where: str) -> Frame:
    names = tuple(Frame.__dataclass_fields__)
    if not isinstance(table, dict) or set(table) != set(names):
        raise BadAtlas(f"{where}: frame needs exactly {', '.join(names)}")
    for name in names:
        if not isinstance(table[name], int | float) or isinstance(table[name], bool):
            raise BadAtlas(f"{where}: frame.{name} must be a number, not {table[name]!r}")
    out = Frame(**{name: float(table[name]) for name in names})
    if not (out.south < out.north and out.west < out.east and out.scale > 0):
        raise BadAtlas(f"{where}: frame: north must be above south, east beyond west, scale above 0")
    return out


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[str, dict[str, str]]]:
    """The rows of a table, each with its location for error messages."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != columns:
                raise BadAtlas(f"{path.name}: the columns must be {', '.join(columns)}")
            for row in reader:
                where = f"{path.name}:{reader.line_num}"
                if None in row or None in row.values():
                    raise BadAtlas(f"{where}: does not have {len(columns)} columns")
                yield where, row
    except FileNotFoundError:
        raise BadAtlas(f"{path.name}: no such file in {path.parent}") from None
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadAtlas(f"{path.name}: cannot be read: {error}") from None


def _number(row: dict[str, str], key: str, where: str, low: float, high: float) -> float:
    try:
        value = float(row[key])
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise BadAtlas(f"{where}: {key} must be a number from {low:g} to {high:g}, not {row[key]!r}")
    return value


def _read_spaces(plan: Plan, path: Path, atlas: Atlas) -> None:
    for where, row in _rows(path, _SPACE_COLUMNS):
        name = row["name"]
        where = f"{where} ({name})"
        if name in plan.spaces:
            raise BadAtlas(f"{where}: the space is named twice")
        if row["terrain"] not in TERRAINS:
            raise BadAtlas(f"{where}: unknown terrain {row['terrain']!r}, must be one of {', '.join(TERRAINS)}")
        plan.spaces[name] = _space(row, where)
        frame = plan.frame
        lat = _number(row, "lat", where, frame.south, frame.north)
        lon = _number(row, "lon", where, frame.west, frame.east)
        town = atlas.town(row["atlas"])
        if town is None:
            raise BadAtlas(f"{where}: {row['atlas']!r} is not a town in the atlas")
        away = dist(to_km(lat, lon), to_km(town.lat, town.lon))
        if away > frame.farthest_town:
            raise BadAtlas(
                f"{where}: its sign is {away:.1f} km from {town.name}; at most {frame.farthest_town:g} km are allowed"
            )
        plan.latlon[name] = (lat, lon)
        plan.away[name] = away
    if not plan.spaces:
        raise BadAtlas(f"{path.name}: there are no spaces")


def _space(row: dict[str, str], where: str) -> dict[str, Any]:
    """The attributes of a space; empty ones are left out."""

    def whole(key: str, most: int) -> int:
        return int(_number(row, key, where, 0, most))

    edges = row["edge"].split()
    for edge in edges:
        if edge not in EDGES:
            raise BadAtlas(f"{where}: unknown edge {edge!r}")
    for key, words in (("bank", ("east", "west")), ("control", ("german", "allied"))):
        if row[key] not in words:
            raise BadAtlas(f"{where}: {key} must be {' or '.join(words)}, not {row[key]!r}")
    out: dict[str, Any] = {
        "terrain": [row["terrain"]],
        "town": row["shown"],
        "size": whole("size", 3),
        "reduction": [whole("reduction", 9), whole("taken", 9)],
    }
    extra = {
        "vp": whole("vp", 9),
        "artillery": whole("artillery", 1),
        "entry": row["entry"].split(),
        "exit": whole("exit", 1),
        "edge": edges,
    }
    out |= {key: value for key, value in extra.items() if value}
    return out | {"bank": row["bank"], "control": row["control"], "source": row["source"]}


def _read_borders(plan: Plan, path: Path) -> None:
    for where, row in _rows(path, _BORDER_COLUMNS):
        a, b = row["a"], row["b"]
        where = f"{where} ({a} - {b})"
        for name in (a, b):
            if name not in plan.spaces:
                raise BadAtlas(f"{where}: {name!r} is not a space")
        pair = frozenset((a, b))
        if a == b or pair in plan.sides:
            raise BadAtlas(
                f"{where}: the border appears twice" if a != b else f"{where}: a space does not border itself"
            )
        what: dict[str, Any] = {}
        if _number(row, "road", where, 0, 1):
            what["road"] = 1
        if row["river"]:
            what["river"] = row["river"]
        plan.sides[pair] = what | {"source": row["source"]}
        plan.order[pair] = (a, b)


# --- corrections ---------------------------------------------------------------------------------------------------------------------


def correct(plan: Plan) -> None:
    """Facts that a rulebook states override the tables."""
    for number, entry in enumerate(plan.data.get("corrections", []), 1):
        where = f"corrections {number}" + (f" (case {entry['case']})" if "case" in entry else "")
        strange = sorted(set(entry) - {"place", "hexes", "side", "set", "unset", "case", "source", "why"})
        if strange:
            raise plan.bad(f"{where} has an unknown key '{strange[0]}'")
        if "case" not in entry or not (entry.get("set") or entry.get("unset")):
            raise plan.bad(f"{where} needs 'case', and 'set' or 'unset'")
        for what, allowed in _targets(plan, entry, where):
            for key in (*entry.get("set", {}), *entry.get("unset", [])):
                if key not in allowed:
                    raise plan.bad(f"{where} names {key!r}, which is not an attribute here ({', '.join(allowed)})")
            if any(code not in TERRAINS for code in entry.get("set", {}).get("terrain", [])):
                raise plan.bad(f"{where} sets an unknown terrain {entry['set']['terrain']!r}")
            what.update(entry.get("set", {}))
            for key in entry.get("unset", []):
                what.pop(key, None)


def _targets(plan: Plan, entry: Mapping[str, Any], where: str) -> list[tuple[dict[str, Any], tuple[str, ...]]]:
    """What a correction changes, with the attributes it may set."""
    named = [entry[key] for key in ("place", "hexes", "side") if key in entry]
    if len(named) != 1:
        raise plan.bad(f"{where} needs exactly one of place, hexes, side")
    names = [named[0]] if isinstance(named[0], str) else list(named[0])
    for name in names:
        if name not in plan.spaces:
            raise plan.bad(f"{where} names {name!r}, which is not a space")
    if "side" not in entry:
        return [(plan.spaces[name], PLACE_ATTRIBUTES) for name in names]
    pair = frozenset(names)
    if pair not in plan.sides:
        raise plan.bad(f"{where}: {' and '.join(names)} have no common border")
    return [(plan.sides[pair], SIDE_ATTRIBUTES)]


def check_banks(plan: Plan) -> None:
    """The Meuse runs exactly between the spaces on its two banks (2-rivers, 12-meuse)."""
    for pair, what in plan.sides.items():
        a, b = plan.order[pair]
        parted = plan.spaces[a]["bank"] != plan.spaces[b]["bank"]
        if parted != (what.get("river") == "Meuse"):
            says = "the Meuse should run between them" if parted else "they are on the same bank of the Meuse"
            raise plan.bad(f"{a} - {b}: {says}")
