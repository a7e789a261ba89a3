"""The playable-network checker: a small board passes, and each way of breaking it is found."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from ardennes.atlas.checkboard import hexes
from ardennes.atlas.network import check_network
from ardennes.atlas.table import Row

Board = dict[str, Any]


@dataclass
class Words:
    """A recipe with only its raw data."""

    data: dict[str, Any] = field(default_factory=dict)


def small_board() -> Board:
    """Five rows of six hexes: a river from north to south after column 3, the front after column 4, one road through row 3."""
    places: dict[str, Any] = {}
    for row in range(1, 6):
        for col in range(1, 7):
            places[f"{row:02}{col:02}"] = {"terrain": ["clear"], "front": "allied" if col <= 4 else "german"}
    places["0302"] |= {"town": "Ligny", "size": 2}
    places["0301"] |= {"road_off": "west", "exit": 2}
    places["0306"] |= {"road_off": "east"}
    sides: dict[tuple[str, str], Any] = {}
    for a in places:
        for b in places:
            if a < b and adjacent(a, b):
                what: dict[str, Any] = {}
                if (int(a[2:]) <= 3) != (int(b[2:]) <= 3):
                    what["river"] = "Sambre"
                if (int(a[2:]) <= 4) != (int(b[2:]) <= 4):
                    what["front"] = 1
                if a[:2] == b[:2] == "03":
                    what["road"] = 1
                if what.get("road") and what.get("river"):
                    what["bridge"] = 1
                if what:
                    sides[a, b] = what
    legend = {"clear": {"name": "Clear", "look": "clear"}, "lake": {"name": "Lake", "look": "impassable"}}
    legend["rim"] = {"name": "Rim", "look": "edge"}
    grid = {"rows": 5, "columns": 6, "shifted": "even", "columns_from": "west", "rows_from": "north", "first": 1}
    return {
        "format": "ardennes board 1",
        "kind": "hex",
        "title": "Small",
        "grid": {**grid, "number": "{row:02}{col:02}"},
        "legend": legend,
        "places": places,
        "sides": [[a, b, what] for (a, b), what in sides.items()],
    }


def adjacent(a: str, b: str) -> bool:
    """Whether two hexes are neighbours: half columns apart and rows apart."""
    rows = abs(int(a[:2]) - int(b[:2]))
    x = [2 * int(name[2:]) + (int(name[:2]) % 2 == 0) for name in (a, b)]
    return (rows == 0 and abs(x[0] - x[1]) == 2) or (rows == 1 and abs(x[0] - x[1]) == 1)


def small_recipe() -> dict[str, Any]:
    return {
        "network": {"exits_need_road": True},
        "places": [
            {"name": "Ligny", "hex": "0302", "case": "2.1"},
            {"name": "the bridge", "side": ["0303", "0304"], "case": "2.1"},
        ],
        "corrections": [
            {"hex": "0302", "set": {"size": 2}, "case": "errata 1"},
            {"side": ["0303", "0304"], "set": {"road": 1, "bridge": 1}, "case": "errata 2"},
            {"chain": ["0301", "0302", "0303"], "set": {"road": 1}, "unset": ["river"], "case": "errata 3"},
        ],
        "start": [
            {
                "name": "16 December",
                "side": "german",
                "hexes": ["0305", "0505"],
                "supply": {"road_off": "east"},
                "reach": 2,
            },
            {"name": "16 December", "side": "allied", "hexes": ["0202", "0302"], "supply": ["0301"], "reach": 1},
        ],
    }


def side(board: Board, a: str, b: str) -> dict[str, Any]:
    """The attributes of a side, which the test may change."""
    for first, second, what in board["sides"]:
        if {first, second} == {a, b}:
            found: dict[str, Any] = what
            return found
    board["sides"].append([a, b, {}])
    new: dict[str, Any] = board["sides"][-1][2]
    return new


def failures(board: Board, recipe: dict[str, Any]) -> dict[str, str]:
    """What fails, with its remark."""
    return {row.check: row.detail for row in check_network(board, Words(recipe)) if not row.ok}


def test_a_sound_board_passes_every_check() -> None:
    rows = check_network(small_board(), Words(small_recipe()))
    assert [row for row in rows if not row.ok] == []
    values = {row.check: row.value for row in rows}
    assert values["roads off the map"] == "1 east, 1 west"
    assert values["road network"] == "5 sides in 1 piece"
    assert values["bridges"] == "1 bridge"
    assert values["rivers"] == "1 river, 9 sides"
    assert values["front line"] == "9 sides"
    assert values["supply: 16 December, german"] == "1 source, 2 off road"


def test_a_recipe_without_words_is_enough() -> None:
    assert failures(small_board(), {}) == {}


Break = Callable[[Board, dict[str, Any]], None]


def unknown_terrain(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0101"]["terrain"] = ["swamp"]


def no_terrain(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0101"]["terrain"] = []


def cut_off(board: Board, recipe: dict[str, Any]) -> None:
    for place in ("0102", "0201"):
        board["places"][place]["terrain"] = ["lake"]


def town_twice(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0505"]["town"] = "Ligny"


def road_off_without_road(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0101"]["road_off"] = "west"


def road_off_inside(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0302"]["road_off"] = "west"


def road_off_wrong_edge(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0301"]["road_off"] = "north"


def road_off_no_edge(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0301"]["road_off"] = "up"


def road_stops(board: Board, recipe: dict[str, Any]) -> None:
    del board["places"]["0306"]["road_off"]


def exit_inside(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0303"]["exit"] = 1


def exit_without_road(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0101"]["exit"] = 1


def road_apart(board: Board, recipe: dict[str, Any]) -> None:
    side(board, "0502", "0503")["road"] = 1


def island_that_is_none(board: Board, recipe: dict[str, Any]) -> None:
    recipe["network"]["islands"] = ["0302"]


def road_in_a_lake(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0305"]["terrain"] = ["lake"]


def road_along_the_rim(board: Board, recipe: dict[str, Any]) -> None:
    for place in ("0101", "0102"):
        board["places"][place]["terrain"] = ["rim"]
    side(board, "0101", "0102")["road"] = 1
    side(board, "0101", "0201")["road"] = 1
    side(board, "0201", "0301")["road"] = 1


def crossing_without_bridge(board: Board, recipe: dict[str, Any]) -> None:
    del side(board, "0303", "0304")["bridge"]


def bridge_without_road(board: Board, recipe: dict[str, Any]) -> None:
    side(board, "0203", "0204")["bridge"] = 1


def bridge_without_river(board: Board, recipe: dict[str, Any]) -> None:
    side(board, "0301", "0302")["bridge"] = 1


def river_with_a_gap(board: Board, recipe: dict[str, Any]) -> None:
    del side(board, "0203", "0304")["river"]


def river_that_forks(board: Board, recipe: dict[str, Any]) -> None:
    side(board, "0302", "0303")["river"] = "Sambre"
    side(board, "0203", "0303")["river"] = "Sambre"


def river_in_a_ring(board: Board, recipe: dict[str, Any]) -> None:
    for other in ("0401", "0402", "0501", "0503", "0502"):
        if adjacent("0502", other):
            side(board, "0502", other)["river"] = "Lys"
    for other in ("0301", "0303", "0201", "0202", "0401", "0402"):
        side(board, "0302", other)["river"] = "Lys"


def water_all_round(board: Board, recipe: dict[str, Any]) -> None:
    for other in ("0102", "0201"):
        side(board, "0101", other)["river"] = "Lys"


def nobodys_hex(board: Board, recipe: dict[str, Any]) -> None:
    del board["places"]["0102"]["front"]


def pocket(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0102"]["front"] = "german"


def front_with_a_gap(board: Board, recipe: dict[str, Any]) -> None:
    del side(board, "0204", "0305")["front"]


def start_off_the_map(board: Board, recipe: dict[str, Any]) -> None:
    recipe["start"][0]["hexes"].append("0909")


def start_in_a_lake(board: Board, recipe: dict[str, Any]) -> None:
    board["places"]["0505"]["terrain"] = ["lake"]


def start_on_the_enemy(board: Board, recipe: dict[str, Any]) -> None:
    recipe["start"][0]["hexes"].append("0302")


def start_shut_in(board: Board, recipe: dict[str, Any]) -> None:
    recipe["start"][1]["hexes"] = ["0101", "0302"]
    for place in ("0102", "0201"):
        board["places"][place]["terrain"] = ["lake"]
    board["places"]["0301"]["terrain"] = ["clear"]


def supply_out_of_reach(board: Board, recipe: dict[str, Any]) -> None:
    recipe["start"][0]["reach"] = 1


def supply_through_the_enemy(board: Board, recipe: dict[str, Any]) -> None:
    recipe["start"][1]["hexes"] = ["0306", "0302"]


def supply_from_nowhere(board: Board, recipe: dict[str, Any]) -> None:
    recipe["start"][0]["supply"] = {"road_off": "north"}


def supply_over_a_blown_bridge(board: Board, recipe: dict[str, Any]) -> None:
    side(board, "0303", "0304")["bridge"] = "blown"
    recipe["corrections"] = []
    recipe["start"][1] |= {"hexes": ["0304"], "reach": 0}


def correction_not_kept(board: Board, recipe: dict[str, Any]) -> None:
    recipe["corrections"].append({"hex": "0101", "set": {"vp": 3}, "case": "errata 4"})


def correction_not_taken_away(board: Board, recipe: dict[str, Any]) -> None:
    recipe["corrections"].append({"side": ["0303", "0304"], "unset": ["river"], "case": "errata 5"})


def correction_of_no_hex(board: Board, recipe: dict[str, Any]) -> None:
    recipe["corrections"].append({"hex": "0999", "set": {"vp": 3}, "case": "errata 6"})


def place_elsewhere(board: Board, recipe: dict[str, Any]) -> None:
    recipe["places"][0]["hex"] = "0303"


def bridge_without_water(board: Board, recipe: dict[str, Any]) -> None:
    recipe["places"].append({"name": "Pont", "side": ["0301", "0302"], "case": "2.2"})


def place_off_the_map(board: Board, recipe: dict[str, Any]) -> None:
    recipe["places"][0]["hex"] = "0930"


FAULTS: list[tuple[Break, str, str]] = [
    (unknown_terrain, "terrain", "0101: 'swamp' is not in the legend"),
    (no_terrain, "terrain", "0101 has no terrain"),
    (cut_off, "open ground", "0101 is cut off by closed ground"),
    (town_twice, "towns", "Ligny in 0302 and in 0505"),
    (road_off_without_road, "roads off the map", "0101 leads off west without a road"),
    (road_off_inside, "roads off the map", "0302 is not on the west edge"),
    (road_off_wrong_edge, "roads off the map", "0301 is not on the north edge"),
    (road_off_no_edge, "roads off the map", "0301: 'up' is not an edge"),
    (road_stops, "roads that stop at the edge", "0306 stops at the edge"),
    (exit_inside, "exits", "0303 is not on the edge of the map"),
    (exit_without_road, "exits", "0101 has no road"),
    (road_apart, "road network", "not connected to the rest: 2 places with a road around 0502"),
    (island_that_is_none, "road network", "island 0302 is connected to the rest"),
    (road_in_a_lake, "ground under roads", "0305 is closed ground"),
    (road_along_the_rim, "ground under roads", "0101-0102: a road along the rim of the map"),
    (crossing_without_bridge, "bridges", "0303-0304: the road crosses the Sambre without a bridge"),
    (bridge_without_road, "bridges", "0203-0204: a bridge without a road"),
    (bridge_without_river, "bridges", "0301-0302: a bridge without a river"),
    (river_with_a_gap, "rivers", "Sambre is broken: 2 loose ends"),
    (river_that_forks, "rivers", "Sambre forks"),
    (river_in_a_ring, "rivers", "Lys runs in a loop"),
    (water_all_round, "islands in rivers", "0101 has water on every side"),
    (nobodys_hex, "front line", "0102 is on neither side"),
    (pocket, "front line", "german ground is in 2 pieces"),
    (front_with_a_gap, "front line", "the line is in 2 pieces"),
    (start_off_the_map, "start: 16 December, german", "0909 is not on the map"),
    (start_in_a_lake, "start: 16 December, german", "0505 is closed ground"),
    (start_on_the_enemy, "start: 16 December, german", "0302 is also an enemy start"),
    (start_shut_in, "start: 16 December, allied", "0101 cannot move"),
    (supply_out_of_reach, "supply: 16 December, german", "0505 has no path to supply"),
    (supply_through_the_enemy, "supply: 16 December, german", "no such supply source on the map"),
    (supply_from_nowhere, "supply: 16 December, german", "no such supply source on the map"),
    (supply_over_a_blown_bridge, "supply: 16 December, allied", "0304 has no path to supply"),
    (correction_not_kept, "corrections", "correction 4 (errata 4): 0101 should have vp = 3, has None"),
    (correction_not_taken_away, "corrections", "correction 4 (errata 5): 0303-0304 should have no river, has 'Sambre'"),
    (correction_of_no_hex, "corrections", "correction 4 (errata 6): 0999 is not on the map"),
    (place_elsewhere, "named places", "Ligny is not in 0303 (no town)"),
    (bridge_without_water, "named places", "Pont: there is no water between 0301 and 0302"),
    (place_off_the_map, "named places", "Ligny: 0930 is not on the map"),
]


@pytest.mark.parametrize(("spoil", "check", "remark"), FAULTS, ids=[spoil.__name__ for spoil, _, _ in FAULTS])
def test_a_fault_is_found(spoil: Break, check: str, remark: str) -> None:
    board, recipe = copy.deepcopy((small_board(), small_recipe()))
    spoil(board, recipe)
    found = failures(board, recipe)
    assert check in found
    assert remark in found[check]


def test_a_later_correction_overrides_an_earlier_one() -> None:
    recipe = small_recipe()
    recipe["corrections"].insert(0, {"hex": "0302", "set": {"size": 1}, "case": "overruled"})
    assert failures(small_board(), recipe) == {}


def test_what_the_recipe_excuses() -> None:
    board, recipe = small_board(), small_recipe()
    road_apart(board, recipe)
    recipe["network"]["islands"] = [{"hex": "0503", "why": "a lane"}]
    road_stops(board, recipe)
    recipe["network"]["dead_ends"] = ["0306", "0502", "0503"]
    recipe["start"][0]["supply"] = ["0306"]
    river_with_a_gap(board, recipe)
    recipe["corrections"].append({"side": ["0203", "0304"], "unset": ["river"], "case": "errata"})
    assert failures(board, recipe) == {}


def test_a_road_may_end_in_the_rim_and_the_hex_before_it_is_the_edge() -> None:
    board, recipe = small_board(), small_recipe()
    for row in range(1, 6):
        board["places"][f"{row:02}01"]["terrain"] = ["rim"]
    del board["places"]["0301"]["road_off"], board["places"]["0301"]["exit"]
    board["places"]["0302"] |= {"road_off": "west", "exit": 2}
    assert failures(board, recipe) == {}


def test_every_atlas_name_of_a_town_is_accepted() -> None:
    board, recipe = small_board(), small_recipe()
    board["places"]["0302"]["town"] = "Prüm"
    recipe["places"][0]["name"] = "Pruem"
    assert failures(board, recipe) == {}
    board["places"]["0302"] |= {"town": "Bleialf", "also": ["Prüm"]}
    assert failures(board, recipe) == {}


def test_an_area_board_has_the_checks_that_make_sense_there() -> None:
    places = {name: {"terrain": ["clear"], "xy": [x, 0.0]} for x, name in enumerate(("West", "Middle", "East"))}
    places["East"]["road_off"] = "east"
    board = {
        "format": "ardennes board 1",
        "kind": "area",
        "title": "Three",
        "places": places,
        "sides": [["West", "Middle", {"road": 1, "river": "Our", "bridge": 1}], ["Middle", "East", {"road": 1}]],
    }
    recipe = {"start": [{"name": "all", "side": "german", "hexes": ["West"], "supply": {"road_off": "east"}}]}
    rows: list[Row] = check_network(board, Words(recipe))
    assert [row for row in rows if not row.ok] == []
    assert {"terrain", "road network", "bridges", "rivers", "supply: all, german"} <= {row.check for row in rows}
    side(board, "West", "Middle").pop("bridge")
    assert list(failures(board, recipe)) == ["bridges", "islands in rivers"]


def test_blown_bridges_may_be_repaired_by_the_day_of_a_start() -> None:
    board, recipe = small_board(), small_recipe()
    supply_over_a_blown_bridge(board, recipe)
    assert list(failures(board, recipe)) == ["supply: 16 December, allied"]
    recipe["start"][1]["repaired"] = True
    assert failures(board, recipe) == {}


def test_ranges_of_hexes() -> None:
    assert hexes(["0108-0110", "B0101-B0102", "Trois-Ponts", "0108-0210"]) == [
        *("0108", "0109", "0110", "B0101", "B0102", "Trois-Ponts", "0108-0210"),
    ]
