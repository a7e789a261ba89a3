"""The units of a game, read from `data/units.csv` and `data/formations.csv`.

`units.csv` has one row per unit: id, side, name, nation, type, size, source, and whatever else the game needs. `formations.csv` has each
unit's full name, its name in a sentence, and the corps it fought under. Units are numbered in the order of the file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any, TypeVar

from ardennes import board
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.names import Names, bits, each

T = TypeVar("T")
B = TypeVar("B", bound=board.Board)
Row = Mapping[str, str]

MARKS = {"German": "cross", "US": "star", "UK": "roundel", "British": "roundel"}
"""The mark of a nation on a counter."""
_ECHELONS = {"I": "15", "II": "16", "III": "17", "X": "18", "XX": "21", "XXX": "22"}
_ENTITIES = {
    "infantry": "1211000000",
    "airborne": "1211000001",
    "parachute": "1211000001",
    "glider": "1211000001",
    "panzergrenadier": "1211020000",
    "mech": "1211020000",
    "mechanized": "1211020000",
    "combined": "1210000000",
    "armor": "1205000000",
    "panzer": "1205000000",
    "recon": "1205010000",
    "cavalry": "1205010000",
    "artillery": "1303000000",
    "rocket": "1303010000",
    "anti-tank": "1204000000",
    "flak": "1301000000",
    "engineer": "1407000000",
    "commando": "1217000000",
    "headquarters": "1100000000",
}
"""What a unit is, in the numeric code of the NATO symbols."""


def data_text(package: str, name: str) -> str:
    """A file of a game's `data` folder."""
    return (resources.files(package) / "data" / name).read_text(encoding="utf-8")


def data_rows(package: str, name: str) -> list[dict[str, str]]:
    """The rows of a CSV file of a game's `data` folder."""
    return list(csv.DictReader(io.StringIO(data_text(package, name))))


def data_board(package: str, kind: type[B]) -> B:
    """The board in a game's `data` folder, of the kind that the game needs."""
    where = f"{package.rpartition('.')[2]}/map.json"
    found = board.load_board(data_text(package, "map.json"), where)
    if not isinstance(found, kind):
        raise BadInput(f"expected a board of the kind {kind.__name__}", where=where)
    return found


def symbol_of(type_: str, size: str) -> str:
    """The code of a unit's NATO symbol: a land unit in the rectangular frame that counters have, whichever its side.

    >>> symbol_of("armor", "XX")
    '10031000211205000000'
    """
    return f"10031000{_ECHELONS.get(size, '00')}{_ENTITIES[type_]}"


class Roster:
    """The units of a game, by number."""

    def __init__(self, package: str, sides: Sequence[str], rows: Sequence[Row] | None = None) -> None:
        self.rows: list[Row] = list(data_rows(package, "units.csv") if rows is None else rows)
        where = f"{package.rpartition('.')[2]}/units.csv"
        for row in self.rows:
            if row["side"] not in sides:
                raise BadInput(f"unit {row['id']}: unknown side {brief(row['side'])}; {one_of(sides)}", where=where)
        self.sides = tuple(sides)
        self.names = Names("unit", [row["id"] for row in self.rows])
        if len(self.names) != len(self.rows):
            raise BadInput("two units have the same id", where=where)
        self.side = [sides.index(row["side"]) for row in self.rows]
        self.of_side = tuple(bits(u for u, s in enumerate(self.side) if s == number) for number in range(len(sides)))
        more = {row["unit"]: row for row in data_rows(package, "formations.csv")} if rows is None else {}
        self.more: list[Row] = [more.get(row["id"], row) for row in self.rows]
        self.title = [row.get("title") or row["name"] for row in self.more]
        self.said = [row.get("said") or row["name"] for row in self.more]
        """What a unit is called in a sentence ("the 2nd Panzer")."""
        self.name = [row["name"] for row in self.rows]
        """What stands on its counter."""
        self._listed = Names("name", self.name)

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, name: str, read: Callable[[str], T]) -> list[T]:
        """A column, one value for each unit."""
        return [read(row[name]) for row in self.rows]

    def where(self, wanted: Callable[[Row], bool]) -> int:
        """The set of units whose row fits."""
        return bits(u for u, row in enumerate(self.rows) if wanted(row))

    def groups(self, key: Callable[[int], Any], units: int) -> dict[Any, list[int]]:
        """Some units by a key, in the order of the key; no key: left out."""
        out: dict[Any, list[int]] = {}
        for u in each(units):
            if (k := key(u)) is not None:
                out.setdefault(k, []).append(u)
        return dict(sorted(out.items()))

    def listed(self, units: int) -> str:
        """The names of some units ("2 Pz, 26 VG")."""
        return ", ".join(self._listed.list_of(units))

    def printed(self, unit: int) -> dict[str, Any]:
        """What is printed on a piece and never changes. A page is sent it once."""
        row, more = self.rows[unit], self.more[unit]
        color = more.get("color")
        size = row.get("size") or more.get("size", "")
        return {
            "id": row["id"],
            "name": row["name"],
            "title": self.title[unit],
            "side": row["side"],
            "nation": row["nation"],
            "mark": MARKS.get(row["nation"], "none"),
            "type": row["type"],
            "size": size,
            "formation": {
                "id": more.get("corps", ""),
                "title": more.get("corps_title", ""),
                "color": f"--{color}" if color else None,
            },
            "symbol": symbol_of(row["type"], size),
            "quality": "",
            "source": row["source"],
        }
