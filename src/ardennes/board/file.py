"""The board file: one JSON format for all boards, read and checked in one place.

    {"format": "ardennes board 1", "kind": "hex", "title": "...",
     "grid": {"rows": 19, "columns": 25, "shifted": "even", "columns_from": "east", "rows_from": "north", "first": 1,
              "number": "{row:02}{col:02}"},
     "places": {"0101": {"terrain": ["light"], ...}, ...},
     "sides": [["0101", "0102", {"road": 1, "river": "Our", "bridge": 1}], ...]}

An area board has no grid; its places may have `xy`.

A hex board joined from several sheets has "windows" in its grid, and the additional names of hexes on two sheets as "aliases":

     "grid": {..., "number": "{map}{row:02}{col:02}", "windows": [{"map": "B", "row": 22, "col": 21, "rows": 23, "columns": 28}, ...]},
     "aliases": {"D2308": "B0108", ...}
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from ardennes.board.areas import AreaBoard
from ardennes.board.base import Attributes, Board
from ardennes.board.hexes import Grid, HexBoard, Window, all_names

FORMAT = "ardennes board 1"
_LARGEST = 500


class BadBoard(ValueError):
    """A board file that cannot be used; the message names the entry."""


def load_board(text: str, where: str = "board") -> Board:
    """Read a board file."""
    try:
        data = json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise BadBoard(f"{where}:{error.lineno}: not JSON: {error.msg}") from None
    except BadBoard as error:
        raise BadBoard(f"{where}: {error}") from None
    except (ValueError, RecursionError):  # a number with thousands of digits, or nesting that is too deep
        raise BadBoard(f"{where}: unreadable JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadBoard(f'{where}: not a board file: it needs "format": "{FORMAT}"')
    places = data.get("places")
    if not isinstance(places, dict) or not places:
        raise BadBoard(f"{where}: 'places' is missing or empty")
    for name, what in places.items():
        if not name or not isinstance(what, dict):
            raise BadBoard(f"{where}: places.{name} must be a name with {{...}}")
    sides = _sides(data.get("sides", []), places, where)
    board = _board_of(data, places, sides, where)
    board.legend = data.get("legend", {})
    if not isinstance(board.legend, dict) or not all(isinstance(v, dict) for v in board.legend.values()):
        raise BadBoard(f"{where}: 'legend' must have {{...}} for each kind of ground")
    return board


def plain_file(board: Board) -> dict[str, Any] | None:
    """A hex board as plain data, as its file would have it: for drawing a board that has none. Areas need shapes, which only a file has."""
    if not isinstance(board, HexBoard):
        return None
    names = board.names
    return {
        "format": FORMAT,
        "kind": "hex",
        "title": board.title,
        "grid": asdict(board.grid) | {"windows": [asdict(window) for window in board.grid.windows]},
        "legend": dict(board.legend),
        "places": {name: dict(board.places[number]) for name, number in board.index.items()},
        "sides": [[names[a], names[b], dict(what)] for (a, b), what in board.sides.items() if a < b],
    }


def _board_of(
    data: dict[str, Any], places: dict[str, Any], sides: dict[tuple[str, str], Attributes], where: str
) -> Board:
    title = str(data.get("title", ""))
    try:
        if data.get("kind") == "area":
            return AreaBoard(places, sides, title)
        if data.get("kind") == "hex":
            aliases = _aliases(data.get("aliases", {}), places, where)
            board = HexBoard(read_grid(data.get("grid"), where), places, sides, title, aliases)
            lost = sorted(set(places) - set(board.index))
            if lost:
                raise BadBoard(f"{where}: places.{lost[0]}: not a hex of the grid")
            return board
    except (KeyError, ValueError) as error:
        if isinstance(error, BadBoard):
            raise
        raise BadBoard(f"{where}: {error}") from None
    raise BadBoard(f'{where}: \'kind\' must be "hex" or "area", not {data.get("kind")!r}')


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        names = [name for name, _ in pairs]
        raise BadBoard(f"{next(n for n in names if names.count(n) > 1)!r} appears twice")
    return out


def read_grid(grid: Any, where: str) -> Grid:
    """The grid of a board file."""
    if not isinstance(grid, dict):
        raise BadBoard(f"{where}: 'grid' is missing")
    allowed = {"shifted": ("even", "odd"), "columns_from": ("west", "east"), "rows_from": ("north", "south")}
    for name, values in allowed.items():
        if grid.get(name) not in values:
            raise BadBoard(f"{where}: grid.{name} must be one of {', '.join(values)}, not {grid.get(name)!r}")
    for name in ("rows", "columns", "first"):
        n = grid.get(name)
        if type(n) is not int or not (0 if name == "first" else 1) <= n <= _LARGEST:
            raise BadBoard(f"{where}: grid.{name} must be a whole number up to {_LARGEST}, not {n!r}")
    try:
        out = Grid(**{**grid, "windows": _windows(grid.get("windows", []), where)})
        names = set(all_names(out).values())
    except BadBoard:
        raise
    except (TypeError, LookupError, ValueError, AttributeError) as error:
        raise BadBoard(f"{where}: grid: {error}") from None
    if len(names) != out.rows * out.columns:
        raise BadBoard(f"{where}: grid.number gives the same name to two hexes: {out.number!r}")
    return out


def _windows(rows: Any, where: str) -> tuple[Window, ...]:
    keys = {"map": str, "row": int, "col": int, "rows": int, "columns": int}
    if not isinstance(rows, list):
        raise BadBoard(f"{where}: grid.windows must be a list")
    for number, row in enumerate(rows):
        if not isinstance(row, dict) or {key: type(value) for key, value in row.items()} != keys:
            raise BadBoard(
                f"{where}: grid.windows[{number}] must have map (text) and row, col, rows, columns (whole numbers)"
            )
    return tuple(Window(**row) for row in rows)


def _aliases(names: Any, places: dict[str, Any], where: str) -> dict[str, str]:
    if not isinstance(names, dict):
        raise BadBoard(f"{where}: 'aliases' must be {{...}}")
    for alias, name in names.items():
        if alias in places:
            raise BadBoard(f"{where}: aliases.{alias} is itself a place")
        if not isinstance(name, str) or name not in places:
            raise BadBoard(f"{where}: aliases.{alias} names {name!r}, which is not a place")
    return names


def _sides(rows: Any, places: dict[str, Any], where: str) -> dict[tuple[str, str], Attributes]:
    out: dict[tuple[str, str], Attributes] = {}
    if not isinstance(rows, list):
        raise BadBoard(f"{where}: 'sides' must be a list")
    for number, row in enumerate(rows):
        if not (isinstance(row, list) and len(row) == 3 and isinstance(row[2], dict)):
            raise BadBoard(f"{where}: sides[{number}] must be [place, place, {{...}}]")
        a, b, what = row
        for name in (a, b):
            if not isinstance(name, str) or name not in places:
                raise BadBoard(f"{where}: sides[{number}] names {name!r}, which is not a place")
        if a == b:
            raise BadBoard(f"{where}: sides[{number}]: {a} is not a neighbour of itself")
        if (a, b) in out or (b, a) in out:
            raise BadBoard(f"{where}: sides[{number}]: {a}-{b} appears twice")
        out[a, b] = what
    return out
