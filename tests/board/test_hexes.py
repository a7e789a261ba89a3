"""Hex boards: neighbours, directions, distances, and layers of sides, for every way a map can be numbered."""

from __future__ import annotations

from collections import deque
from itertools import product
from math import atan2, degrees, dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.board.bits import each
from ardennes.board.hexes import Grid, HexBoard, Window, minus
from ardennes.games.bulge.facts import BOARD

ORIENTATIONS = list(product(("even", "odd"), ("west", "east"), ("north", "south"), (0, 1)))


def grid(
    rows: int = 6,
    columns: int = 7,
    shifted: str = "even",
    columns_from: str = "west",
    rows_from: str = "north",
    first: int = 1,
) -> Grid:
    return Grid(rows, columns, shifted, columns_from, rows_from, first, "{row:02}{col:02}")


def board_of(
    g: Grid, *, without: set[str] | None = None, sides: dict[tuple[str, str], dict[str, Any]] | None = None
) -> HexBoard:
    names = [g.name(r + g.first, c + g.first) for r in range(g.rows) for c in range(g.columns)]
    return HexBoard(g, {name: {} for name in names if name not in (without or set())}, sides or {})


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    """Small boards of any shape and numbering, with some hexes missing."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    shifted, columns_from, rows_from, first = draw(st.sampled_from(ORIENTATIONS))
    g = grid(rows, columns, shifted, columns_from, rows_from, first)
    names = [g.name(r + first, c + first) for r in range(rows) for c in range(columns)]
    lost = draw(st.sets(st.sampled_from(names), max_size=len(names) - 1))
    return board_of(g, without=lost)


def near(board: HexBoard, place: int) -> set[int]:
    """Neighbours by geometry alone: hexes whose centres are one apart."""
    here = board.xy(place)
    return {i for i in board.index.values() if i != place and abs(dist(here, board.xy(i)) - 1) < 0.01}


def bfs(board: HexBoard, start: int) -> dict[int, int]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in near(board, here) - set(found):
            found[there] = found[here] + 1
            queue.append(there)
    return found


# --- neighbours --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shifted", "columns_from", "rows_from", "first"), ORIENTATIONS)
def test_neighbours_are_the_hexes_whose_centres_are_one_apart(
    shifted: str, columns_from: str, rows_from: str, first: int
) -> None:
    board = board_of(grid(shifted=shifted, columns_from=columns_from, rows_from=rows_from, first=first))
    for place in board.index.values():
        assert set(each(board.neighbours(place))) == near(board, place)
    inner = board.index[board.grid.name(first + 2, first + 3)]
    assert board.neighbours(inner).bit_count() == 6


@given(boards())
def test_neighbours_are_right_on_small_and_broken_boards_too(board: HexBoard) -> None:
    for place in board.index.values():
        assert set(each(board.neighbours(place))) == near(board, place)


@pytest.mark.parametrize(("shifted", "columns_from", "rows_from", "first"), ORIENTATIONS)
def test_no_two_hexes_lie_in_the_same_place(shifted: str, columns_from: str, rows_from: str, first: int) -> None:
    board = board_of(grid(shifted=shifted, columns_from=columns_from, rows_from=rows_from, first=first))
    places = sorted(board.index.values())
    assert len(places) == 42
    assert min(dist(board.xy(a), board.xy(b)) for a in places for b in places if a < b) > 0.99


@pytest.mark.parametrize(
    ("shifted", "here", "neighbours"),
    [
        ("even", "0404", {"0403", "0405", "0304", "0305", "0504", "0505"}),
        ("even", "0504", {"0503", "0505", "0403", "0404", "0603", "0604"}),
        ("odd", "0404", {"0403", "0405", "0303", "0304", "0503", "0504"}),
        ("odd", "0504", {"0503", "0505", "0404", "0405", "0604", "0605"}),
    ],
)
def test_a_shifted_row_lies_half_a_hex_towards_higher_columns(shifted: str, here: str, neighbours: set[str]) -> None:
    board = board_of(grid(shifted=shifted))
    found = {board.names[i] for i in each(board.neighbours(board.index[here]))}
    assert found == neighbours


def test_the_corners_have_the_neighbours_of_their_row() -> None:
    board = board_of(grid(rows=2, columns=2, shifted="even"))
    found = {name: {board.names[j] for j in each(board.neighbours(i))} for name, i in board.index.items()}
    assert found == {
        "0101": {"0102", "0201"},
        "0102": {"0101", "0201", "0202"},
        "0201": {"0101", "0102", "0202"},
        "0202": {"0102", "0201"},
    }


@pytest.mark.parametrize(
    ("a", "b"), [("1005", "0906"), ("0503", "0504"), ("1506", "1606"), ("1606", "1707"), ("1106", "1107")]
)
def test_known_neighbours_on_the_map_of_bulge(a: str, b: str) -> None:
    assert BOARD.neighbours(BOARD.index[a]) >> BOARD.index[b] & 1
    assert BOARD.distance(BOARD.index[a], BOARD.index[b]) == 1


@pytest.mark.parametrize(("a", "b"), [("1005", "0904"), ("1606", "1705"), ("0101", "0125"), ("0125", "0201")])
def test_known_hexes_that_are_not_neighbours_on_the_map_of_bulge(a: str, b: str) -> None:
    assert BOARD.distance(BOARD.index[a], BOARD.index[b]) > 1


def test_column_numbers_of_bulge_increase_to_the_west() -> None:
    assert BOARD.xy(BOARD.index["0505"])[0] < BOARD.xy(BOARD.index["0504"])[0]
    assert BOARD.xy(BOARD.index["0605"])[1] > BOARD.xy(BOARD.index["0505"])[1]


# --- directions --------------------------------------------------------------------------------------------------------------------------

ANGLES = {"E": 0, "NE": 60, "NW": 120, "W": 180, "SW": 240, "SE": 300}


@pytest.mark.parametrize(("shifted", "columns_from", "rows_from", "first"), ORIENTATIONS)
def test_every_direction_goes_where_its_name_says(shifted: str, columns_from: str, rows_from: str, first: int) -> None:
    board = board_of(grid(shifted=shifted, columns_from=columns_from, rows_from=rows_from, first=first))
    assert sorted(board.compass) == sorted(ANGLES)
    for place in board.index.values():
        x, y = board.xy(place)
        for direction, name in enumerate(board.compass):
            other = board.step(place, direction)
            if other >= 0:
                there = board.xy(other)
                angle = round(degrees(atan2(y - there[1], there[0] - x))) % 360  # y grows to the south
                assert angle == ANGLES[name]
                assert board.direction(place, other) == direction
                assert board.step(other, direction ^ 1) == place


@given(boards())
def test_a_step_off_the_board_leads_nowhere(board: HexBoard) -> None:
    for place in board.index.values():
        found = [board.step(place, d) for d in range(6)]
        assert {p for p in found if p >= 0} == near(board, place)
        assert len([p for p in found if p >= 0]) == len(near(board, place))


# --- distances ---------------------------------------------------------------------------------------------------------------------------


@given(boards())
def test_distances_are_those_of_a_search_by_hand(board: HexBoard) -> None:
    for start in board.index.values():
        found = bfs(board, start)
        for place in board.index.values():
            assert board.distance(start, place) == found.get(place, -1)


@given(boards(), st.integers(0, 4), st.data())
def test_within_and_grow_include_everything_near_enough(board: HexBoard, distance: int, data: st.DataObject) -> None:
    places = sorted(board.index.values())
    start = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from(places))
    within = {p for p, n in bfs(board, start).items() if n <= distance}
    assert set(each(board.within(start, distance))) == within
    both = within | {p for p, n in bfs(board, other).items() if n <= distance}
    assert set(each(board.grow(1 << start | 1 << other, distance))) == both


def test_distances_on_the_map_of_bulge_are_those_of_a_search_by_hand() -> None:
    for name in ("0101", "1005", "1918", "0125"):
        start = BOARD.index[name]
        found = bfs(BOARD, start)
        assert all(BOARD.distance(start, place) == found[place] for place in BOARD.index.values())


# --- layers ------------------------------------------------------------------------------------------------------------------------------


@st.composite
def sides_of(draw: st.DrawFn) -> tuple[HexBoard, set[tuple[int, int]]]:
    """A board and some of its sides (both ways)."""
    board = draw(boards())
    pairs = sorted({(a, b) for a in board.index.values() for b in near(board, a) if a < b})
    some = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    return board, some | {(b, a) for a, b in some}


def crossed(board: HexBoard, layer: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(a, b) for a in board.index.values() for b in each(board.spread(1 << a, layer))}


@given(sides_of())
def test_a_layer_holds_exactly_the_wanted_sides(case: tuple[HexBoard, set[tuple[int, int]]]) -> None:
    board, wanted = case
    assert crossed(board, board.layer(lambda a, b, what: (a, b) in wanted)) == wanted
    assert crossed(board, board.everywhere) == {(a, b) for a in board.index.values() for b in near(board, a)}


@given(sides_of(), st.data())
def test_a_set_spreads_like_each_of_its_members(
    case: tuple[HexBoard, set[tuple[int, int]]], data: st.DataObject
) -> None:
    board, wanted = case
    some = data.draw(st.sets(st.sampled_from(sorted(board.index.values()))))
    layer = board.layer(lambda a, b, what: (a, b) in wanted)
    found = board.spread(sum(1 << p for p in some), layer)
    assert set(each(found)) == {b for a, b in wanted if a in some}
    assert found & ~board.all == 0


@given(sides_of(), st.data())
def test_without_and_touching_divide_the_sides_of_some_hexes(
    case: tuple[HexBoard, set[tuple[int, int]]], data: st.DataObject
) -> None:
    board, wanted = case
    some = data.draw(st.sets(st.sampled_from(sorted(board.index.values()))))
    places = sum(1 << p for p in some)
    layer = board.layer(lambda a, b, what: (a, b) in wanted)
    touching = {(a, b) for a, b in wanted if a in some or b in some}
    assert crossed(board, board.touching(layer, places)) == touching
    assert crossed(board, board.without(layer, places)) == wanted - touching


@given(sides_of(), st.data())
def test_minus_takes_the_sides_of_one_layer_from_another(
    case: tuple[HexBoard, set[tuple[int, int]]], data: st.DataObject
) -> None:
    board, wanted = case
    fewer = data.draw(st.sets(st.sampled_from(sorted(wanted)))) if wanted else set()
    one = board.layer(lambda a, b, what: (a, b) in wanted)
    other = board.layer(lambda a, b, what: (a, b) in fewer)
    assert crossed(board, minus(one, other)) == wanted - fewer
    assert crossed(board, minus(board.everywhere, one)) == crossed(board, board.everywhere) - wanted


def test_sides_have_attributes_in_both_directions() -> None:
    board = board_of(grid(), sides={("0101", "0102"): {"road": 1}, ("0102", "0103"): {"river": "Our", "road": 0}})
    a, b, c = (board.index[name] for name in ("0101", "0102", "0103"))
    assert board.sides[a, b] == board.sides[b, a] == {"road": 1}
    assert crossed(board, board.side_layer("road")) == {(a, b), (b, a)}
    assert crossed(board, board.side_layer("river")) == {(b, c), (c, b)}


def test_places_are_found_by_attribute_and_by_name() -> None:
    g = grid(rows=1, columns=3)
    board = HexBoard(g, {"0101": {"town": "St. Vith"}, "0102": {}, "0103": {"town": ""}}, {})
    assert board.where(lambda p: bool(p.get("town"))) == 1 << board.index["0101"]
    assert board.set_of("0101", "0103", "0101") == 1 << board.index["0101"] | 1 << board.index["0103"]
    assert board.all == board.set_of("0101", "0102", "0103")


# --- sheets ------------------------------------------------------------------------------------------------------------------------------


def test_a_hex_is_named_by_the_first_sheet_that_holds_it() -> None:
    windows = (
        Window("B", 22, 21, 23, 28),
        Window("D", 0, 21, 23, 28),
        Window("A", 22, 0, 23, 28),
        Window("C", 0, 0, 23, 28),
    )
    g = Grid(45, 49, "even", "west", "south", 1, "{map}{row:02}{col:02}", windows)
    assert g.names(34, 32) == ("B1211",)
    assert g.names(17, 27) == ("D1706", "C1727")
    assert g.names(23, 29) == ("B0108", "D2308")
    assert g.names(23, 22) == ("B0101", "D2301", "A0122", "C2322")
    assert g.name(45, 1) == "A2301"
    assert g.name(1, 1) == "C0101"
    aliases = g.aliases()
    assert aliases["D2308"] == "B0108"
    assert len(aliases) == 4 * 23 * 28 - 45 * 49
    assert list(aliases) == sorted(aliases)
    assert grid().aliases() == {}


def test_the_nearest_of_some_places_is_as_far_as_the_nearest_one() -> None:
    hexes = [*BOARD.index.values()]
    some = [hexes[0], hexes[len(hexes) // 2], hexes[-1]]
    found = BOARD.to_nearest(sum(1 << place for place in some))
    for place in hexes:
        assert found[place] == min(BOARD.distance(place, one) for one in some)
    assert BOARD.to_nearest(0) == [-1] * len(BOARD.names)
    assert set(BOARD.to_nearest(0, 99)) == {99}
