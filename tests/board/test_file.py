"""Board files: an error is one line that names the entry."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import load_board
from ardennes.board.areas import AreaBoard
from ardennes.board.file import BadBoard
from ardennes.board.hexes import HexBoard

GRID = {
    "rows": 2,
    "columns": 3,
    "shifted": "even",
    "columns_from": "west",
    "rows_from": "north",
    "first": 1,
    "number": "{row:02}{col:02}",
}


def data(**changes: Any) -> dict[str, Any]:
    out: dict[str, Any] = {
        "format": "ardennes board 1",
        "kind": "hex",
        "title": "Toy",
        "grid": dict(GRID),
        "places": {"0101": {"terrain": "clear"}, "0102": {}, "0201": {}},
        "sides": [["0101", "0102", {"road": 1}]],
    }
    return {key: value for key, value in (out | changes).items() if value != "gone"}


def grid(**changes: Any) -> dict[str, Any]:
    return data(grid={key: value for key, value in (GRID | changes).items() if value != "gone"})


def message(source: dict[str, Any] | str) -> str:
    with pytest.raises(BadBoard) as caught:
        load_board(source if isinstance(source, str) else json.dumps(source), "map.json")
    text = str(caught.value)
    assert text.startswith("map.json")
    assert len(text.splitlines()) == 1
    return text.removeprefix("map.json")


def test_a_board_file_is_read() -> None:
    board = load_board(json.dumps(data()))
    assert isinstance(board, HexBoard)
    assert board.title == "Toy"
    assert sorted(board.index) == ["0101", "0102", "0201"]
    assert board.places[board.index["0101"]] == {"terrain": "clear"}
    assert isinstance(load_board(json.dumps(data(kind="area", grid="gone"))), AreaBoard)
    assert isinstance(load_board(json.dumps(data(sides="gone", title="gone"))), HexBoard)


SHEETS = [
    {"map": "N", "row": 1, "col": 0, "rows": 2, "columns": 3},
    {"map": "S", "row": 0, "col": 0, "rows": 2, "columns": 3},
]


def sheets(**changes: Any) -> dict[str, Any]:
    """A board of two sheets that share a row: N01xx is S02xx."""
    joined = GRID | {"rows": 3, "rows_from": "south", "number": "{map}{row:02}{col:02}", "windows": SHEETS}
    names = ["S0101", "S0102", "N0101", "N0102", "N0201"]
    what = {
        "grid": joined,
        "places": {name: {} for name in names},
        "sides": [["S0101", "N0101", {"road": 1}]],
        "aliases": {"S0201": "N0101", "S0202": "N0102"},
    }
    return data(**(what | changes))


def test_a_board_of_several_sheets_is_read() -> None:
    board = load_board(json.dumps(sheets()))
    assert isinstance(board, HexBoard)
    assert sorted(board.index) == ["N0101", "N0102", "N0201", "S0101", "S0102"]
    assert board.index["S0201"] == board.index["N0101"]
    assert board.set_of("S0201", "N0101") == 1 << board.index["N0101"]
    assert board.all.bit_count() == 5
    assert board.sides[board.index["S0101"], board.index["S0201"]] == {"road": 1}
    assert board.distance(board.index["S0101"], board.index["N0201"]) == 2
    with pytest.raises(KeyError, match="S0203"):
        board.index["S0203"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (sheets(grid=GRID | {"windows": 5}), ": grid.windows must be a list"),
        (sheets(grid=GRID | {"windows": [5]}), ": grid.windows[0] must have map"),
        (sheets(grid=GRID | {"windows": [SHEETS[0], SHEETS[1] | {"row": True}]}), ": grid.windows[1] must have map"),
        (sheets(grid=GRID | {"windows": [SHEETS[0]]}), ": grid: no window holds row 1, column 1"),
        (sheets(grid=GRID | {"windows": SHEETS}), ": grid.number gives the same name to two hexes"),
        (sheets(aliases=[]), ": 'aliases' must be {...}"),
        (sheets(aliases={"S0101": "N0101"}), ": aliases.S0101 is itself a place"),
        (sheets(aliases={"S0201": "N0109"}), ": aliases.S0201 names 'N0109', which is not a place"),
        (sheets(aliases={"S0201": []}), ": aliases.S0201 names [], which is not a place"),
    ],
)
def test_what_is_wrong_with_sheets_is_named(source: dict[str, Any], expected: str) -> None:
    assert message(source).startswith(expected)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", ":1: not JSON: Expecting value"),
        ('{"format":\n 1,,', ":2: not JSON"),
        ("[" * 100_000, ": unreadable JSON"),
        ('{"format": ' + "9" * 5000 + "}", ": unreadable JSON"),
        ('{"format": 1, "format": 2}', ": 'format' appears twice"),
        ("[]", ': not a board file: it needs "format": "ardennes board 1"'),
        (data(format="other"), ": not a board file"),
        (data(kind="gone"), ': \'kind\' must be "hex" or "area", not None'),
        (data(kind="square"), ": 'kind' must be \"hex\" or \"area\", not 'square'"),
        (data(places="gone"), ": 'places' is missing or empty"),
        (data(places={}), ": 'places' is missing or empty"),
        (data(places=["0101"]), ": 'places' is missing or empty"),
        (data(places={"0101": 5}, sides=[]), ": places.0101 must be a name with {...}"),
        (data(places={"0109": {}}, sides=[]), ": places.0109: not a hex of the grid"),
        (data(grid="gone"), ": 'grid' is missing"),
        (data(grid=5), ": 'grid' is missing"),
        (grid(shifted="both"), ": grid.shifted must be one of even, odd, not 'both'"),
        (grid(columns_from="gone"), ": grid.columns_from must be one of west, east, not None"),
        (grid(rows_from=[]), ": grid.rows_from must be one of north, south, not []"),
        (grid(rows="gone"), ": grid.rows must be a whole number up to 500, not None"),
        (grid(rows=0), ": grid.rows must be a whole number up to 500, not 0"),
        (grid(columns=10**9), ": grid.columns must be a whole number up to 500, not 1000000000"),
        (grid(columns=2.5), ": grid.columns must be a whole number up to 500, not 2.5"),
        (grid(first=True), ": grid.first must be a whole number up to 500, not True"),
        (grid(number="gone"), ": grid: "),
        (grid(number=5), ": grid: "),
        (grid(number="{x}"), ": grid: 'x'"),
        (grid(number="{row"), ": grid: "),
        (grid(number="{row:02}"), ": grid.number gives the same name to two hexes: '{row:02}'"),
        (grid(more=1), ": grid: "),
        (data(sides=5), ": 'sides' must be a list"),
        (data(sides=[["0101", "0102"]]), ": sides[0] must be [place, place, {...}]"),
        (data(sides=[["0101", "0102", 1]]), ": sides[0] must be [place, place, {...}]"),
        (data(sides=[["0101", "0102", {}], ["0101", "0103", {}]]), ": sides[1] names '0103', which is not a place"),
        (data(sides=[["0101", ["0102"], {}]]), ": sides[0] names ['0102'], which is not a place"),
        (data(sides=[["0101", "0102", {}], ["0102", "0101", {}]]), ": sides[1]: 0102-0101 appears twice"),
        (data(sides=[["0101", "0101", {}]]), ": sides[0]: 0101 is not a neighbour of itself"),
        (
            data(places={"0101": {}, "0103": {}}, sides=[["0101", "0103", {}]]),
            ": side 0101-0103: these hexes are not neighbours",
        ),
    ],
)
def test_what_is_wrong_is_named(source: dict[str, Any] | str, expected: str) -> None:
    assert message(source).startswith(expected)


ODD = st.sampled_from([None, True, 0, -1, 3, 10**9, 1.5, "", "0101", "x", [], {}, ["0101"], {"a": 1}, "{row}"])


@settings(max_examples=150)
@given(st.data())
def test_any_damaged_board_is_refused_or_can_be_used(draw: st.DataObject) -> None:
    source = json.loads(json.dumps(draw.draw(st.sampled_from([data(), sheets()]))))
    for _ in range(draw.draw(st.integers(1, 3))):
        holder: Any = source
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = draw.draw(st.sampled_from(keys))
            deeper = isinstance(holder[key], dict | list) and draw.draw(st.booleans())
            if not deeper:
                holder[key] = copy.deepcopy(draw.draw(ODD))  # or damage to it would be there in the next example too
                break
            holder = holder[key]
    try:
        board = load_board(json.dumps(source))
    except BadBoard as error:
        assert len(str(error).splitlines()) == 1
    else:
        for place in board.index.values():
            board.neighbours(place)
            board.distances(place)
