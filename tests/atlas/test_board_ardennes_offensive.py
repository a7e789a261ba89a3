"""The board of The Ardennes Offensive: one test for each hex its rulebook and errata name (the id is the case in the rule ledger).

The tests read map.json as committed.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from ardennes.atlas.recipe import Recipe, load_recipe, recipe_path
from ardennes.board.file import load_board
from ardennes.board.hexes import HexBoard

GAME = "ardennes_offensive"
PATH = recipe_path(GAME)


@pytest.fixture(scope="module")
def text() -> str:
    return (PATH.parent / "map.json").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def data(text: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@pytest.fixture(scope="module")
def board(text: str) -> HexBoard:
    loaded = load_board(text, "map.json")
    assert isinstance(loaded, HexBoard)
    return loaded


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    return load_recipe(PATH)


@pytest.fixture(scope="module")
def sides(data: dict[str, Any]) -> dict[frozenset[str], dict[str, Any]]:
    return {frozenset((a, b)): what for a, b, what in data["sides"]}


OUT = [f"01{column:02}" for column in range(1, 9)] + ["3701", "3702"]
EDGE = (
    [f"01{column:02}" for column in range(9, 43)]
    + [f"{row:02}42" for row in range(2, 37)]
    + [f"37{column:02}" for column in range(3, 43)]
)
LIVE = [f"{row:02}{column:02}" for row in range(2, 37) for column in range(1, 42)]


# --- the grid -------------------------------------------------------------------------------------------------------


def test_size(data: dict[str, Any]) -> None:
    """37 rows as in the errata (0101 to 3702), and 42 columns chosen by us."""
    assert (data["grid"]["rows"], data["grid"]["columns"]) == (37, 42)
    assert len(data["places"]) == 37 * 42


@pytest.mark.parametrize(
    ("a", "b"), [("3111", "3010"), ("2311", "2211")], ids=["E-MAP-3 3111-3010", "E-MAP-2 2311-2211"]
)
def test_neighbours_of_the_errata(board: HexBoard, a: str, b: str) -> None:
    """The parity of the rows: every side named in the errata must exist."""
    assert board.distance(board.index[a], board.index[b]) == 1


def test_hexes_are_as_large_as_the_rulebook_says(recipe: Recipe) -> None:
    """2.2: 3.15 km from hex to hex, along the row and across rows."""
    geo = recipe.the_geo()
    (x0, y0), (x1, y1), (x2, y2) = geo.km(11, 11), geo.km(11, 12), geo.km(12, 11)
    assert ((x0 - x1) ** 2 + (y0 - y1) ** 2) ** 0.5 == pytest.approx(3.15, abs=0.01)
    assert ((x0 - x2) ** 2 + (y0 - y2) ** 2) ** 0.5 == pytest.approx(3.15, abs=0.01)


# --- errata to the mapsheet -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OUT, ids=[f"E-MAP-1 {name}" for name in OUT])
def test_out_of_play(data: dict[str, Any], sides: dict[frozenset[str], dict[str, Any]], name: str) -> None:
    """E-MAP-1: no map edge hex, closed to all; so no road leads there either."""
    what = data["places"][name]
    assert what["terrain"] == ["out"]
    assert not {"edge", "exit", "road_off", "town", "west_wall"} & set(what)
    assert not any(name in pair and side.get("road") for pair, side in sides.items())


def test_no_river_between_2311_and_2211(sides: dict[frozenset[str], dict[str, Any]]) -> None:
    """E-MAP-2."""
    assert not {"river", "ford", "bridge"} & set(sides.get(frozenset(("2311", "2211")), {}))


def test_bridge_between_3111_and_3010(sides: dict[frozenset[str], dict[str, Any]]) -> None:
    """E-MAP-3: a bridge, so a river and a road."""
    side = sides[frozenset(("3111", "3010"))]
    assert side["bridge"] == 1
    assert side["river"]
    assert side["road"]


@pytest.mark.parametrize("name", ["1107", "2819", "1016"], ids=lambda name: f"E-MAP-4 {name}")
def test_clear(data: dict[str, Any], name: str) -> None:
    assert data["places"][name]["terrain"] == ["clear"]


@pytest.mark.parametrize(("a", "b"), [("0108", "0109"), ("3702", "3703")], ids=["E-MAP-5 0108", "E-MAP-5 3702"])
def test_ends_of_the_start_line(sides: dict[frozenset[str], dict[str, Any]], a: str, b: str) -> None:
    """E-MAP-5: the line runs from 0108 to 3702; beyond them is the Allied map edge (5.3L)."""
    assert sides[frozenset((a, b))]["front"] == 1


def test_the_start_line_divides_the_map(board: HexBoard, data: dict[str, Any]) -> None:
    """E-MAP-5: one line, so the Germans are in one part of the live map and the Americans in the other."""
    for who in ("german", "allied"):
        held = {name for name in LIVE if data["places"][name]["front"] == who}
        seen, left = set(), [min(held)]
        while left:
            name = left.pop()
            seen.add(name)
            i = board.index[name]
            around = {board.names[j] for d in range(6) if (j := board.step(i, d)) >= 0}
            left += sorted((around & held) - seen - set(left))
        assert seen == held


@pytest.mark.parametrize("name", ["Monschau", "St. Vith"], ids=lambda name: f"E-MAP-6 {name}")
def test_garrisons(data: dict[str, Any], recipe: Recipe, name: str) -> None:
    """E-MAP-6: an American unit starts in the town itself."""
    (hex_,) = [place for place, what in data["places"].items() if what.get("town") == name]
    assert any(hex_ in start["hexes"] for start in recipe.start if start["side"] == "allied")
    assert data["places"][hex_]["front"] == "allied"


@pytest.mark.parametrize("name", ["1516", "1506", "3505", "3612"], ids=lambda name: f"E-MAP-7 {name}")
def test_impassable(data: dict[str, Any], sides: dict[frozenset[str], dict[str, Any]], name: str) -> None:
    assert data["places"][name]["terrain"] == ["impassable"]
    assert not any(name in pair and side.get("road") for pair, side in sides.items())


# --- the Allied edges and the exits ---------------------------------------------------------------------------------


def test_the_ring_of_map_edge_hexes(data: dict[str, Any]) -> None:
    """5.3L with E-MAP-1: one row of hexes along the north, west and south edges, and no other."""
    assert len(EDGE) == 109
    assert sorted(EDGE) == sorted(name for name, what in data["places"].items() if what["terrain"] == ["edge"])
    assert sorted(EDGE) == sorted(name for name, what in data["places"].items() if "edge" in what)


def test_five_sections(board: HexBoard, data: dict[str, Any]) -> None:
    """14.1A: Northeast, Northwest, West, Southwest, Southeast, in this order along the edges."""
    ring = (
        [f"01{column:02}" for column in range(9, 43)]
        + [f"{row:02}42" for row in range(2, 37)]
        + [f"37{column:02}" for column in range(42, 2, -1)]
    )
    seen = [data["places"][name]["edge"] for name in ring]
    assert list(dict.fromkeys(seen)) == ["NE", "NW", "W", "SW", "SE"]
    assert sum(a != b for a, b in pairwise(seen)) == 4


def edges_beside(board: HexBoard, data: dict[str, Any], name: str) -> list[str]:
    i = board.index[name]
    around = [board.names[j] for d in range(6) if (j := board.step(i, d)) >= 0]
    return [other for other in around if "edge" in data["places"][other]]


def test_exits(board: HexBoard, data: dict[str, Any], sides: dict[frozenset[str], dict[str, Any]]) -> None:
    """16.0B and 14.1A: each exit is a live hex with a value, and its road crosses into a map edge hex next to it."""
    exits = {name: what["exit"] for name, what in data["places"].items() if "exit" in what}
    assert set(exits) <= set(LIVE)
    assert all(value > 0 for value in exits.values())
    for name in exits:
        roads = [e for e in edges_beside(board, data, name) if sides.get(frozenset((name, e)), {}).get("road")]
        assert roads, name


def test_every_road_over_the_edge_is_an_exit(data: dict[str, Any], sides: dict[frozenset[str], dict[str, Any]]) -> None:
    """12.2F, 14.1A: a road side at the Allied edge is supply, entry and exit at once; no road runs along the edge row."""
    for pair, side in sides.items():
        inside = [name for name in pair if "edge" not in data["places"][name]]
        if side.get("road") and len(inside) < 2:
            assert len(inside) == 1, sorted(pair)
            assert "exit" in data["places"][inside[0]], sorted(pair)


@pytest.mark.parametrize("section", ["NE", "NW", "W", "SW", "SE"], ids=lambda section: f"14.1A {section}")
def test_every_section_has_an_exit(
    board: HexBoard, data: dict[str, Any], sides: dict[frozenset[str], dict[str, Any]], section: str
) -> None:
    assert any(
        data["places"][e]["edge"] == section and sides.get(frozenset((name, e)), {}).get("road")
        for name, what in data["places"].items()
        if "exit" in what
        for e in edges_beside(board, data, name)
    )


def test_western_entries_are_behind_the_meuse(
    board: HexBoard, data: dict[str, Any], sides: dict[frozenset[str], dict[str, Any]]
) -> None:
    """14.3C: units that enter in the West may not cross the Meuse, so they must come in on its far bank."""
    start = next(name for name, what in data["places"].items() if what.get("town") == "St. Vith")
    seen, left = {start}, [start]
    while left:
        i = board.index[left.pop()]
        for d in range(6):
            j = board.step(i, d)
            other = board.names[j] if j >= 0 else ""
            if (
                other not in LIVE
                or other in seen
                or sides.get(frozenset((board.names[i], other)), {}).get("river") == "Meuse"
            ):
                continue
            seen.add(other)
            left.append(other)
    for name, what in data["places"].items():
        if "exit" in what and any(data["places"][e]["edge"] == "W" for e in edges_beside(board, data, name)):
            assert name not in seen


def test_german_entry_roads(data: dict[str, Any]) -> None:
    """12.2D, 14.1A: German supply and reinforcements come by roads over the east edge."""
    entries = [name for name, what in data["places"].items() if what.get("road_off") == "east"]
    assert len(entries) >= 5
    assert all(name.endswith("01") and data["places"][name]["front"] == "german" for name in entries)


def test_bastogne_is_a_town(data: dict[str, Any]) -> None:
    """16.0D: the exits of the south count only with a German unit in Bastogne."""
    assert [what["town"] for what in data["places"].values() if what.get("town") == "Bastogne"] == ["Bastogne"]


def test_west_wall(data: dict[str, Any]) -> None:
    """11.0-westwall, 11.0-cleared: where the Americans hold a piece of the wall it is a cleared one, and only there."""
    wall = {name: what["west_wall"] for name, what in data["places"].items() if "west_wall" in what}
    assert set(wall) <= set(LIVE)
    for name, kind in wall.items():
        assert kind == ("cleared" if data["places"][name]["front"] == "allied" else 1), name


# --- set-up ---------------------------------------------------------------------------------------------------------


def starts(recipe: Recipe, side: str) -> list[str]:
    (start,) = [start for start in recipe.start if start["side"] == side]
    return list(start["hexes"])


@pytest.mark.parametrize(("side", "units"), [("german", 47), ("allied", 23)])
def test_set_up(data: dict[str, Any], recipe: Recipe, side: str, units: int) -> None:
    """17.0: one unit per hex (free set-up forbids stacks), on its own side of the start line, on open ground in play."""
    hexes = starts(recipe, side)
    assert len(hexes) == len(set(hexes)) == units
    (start,) = [start for start in recipe.start if start["side"] == side]
    assert sorted(start["units"].values()) == sorted(hexes)
    for name in hexes:
        what = data["places"][name]
        assert name in LIVE
        assert what["terrain"] in (["clear"], ["rough"])
        assert what["front"] == side, name


def test_the_front_is_in_contact(board: HexBoard, recipe: Recipe) -> None:
    """E-4.2: the attacks of the first turn are compulsory, so most of the American line must be in contact."""
    german, allied = ([board.index[name] for name in starts(recipe, side)] for side in ("german", "allied"))
    touched = [a for a in allied if any(board.distance(a, g) == 1 for g in german)]
    touching = [g for g in german if any(board.distance(a, g) == 1 for a in allied)]
    assert len(touched) == 13
    assert len(touching) >= 20
