"""Area boards: the same searches on named spaces with any number of neighbours."""

from __future__ import annotations

from ardennes.board import flood, load_board, reach
from ardennes.board.areas import AreaBoard
from ardennes.board.bits import each

# A town in the middle of four woods in a ring, an island nobody can reach; a river between north and east.
TEXT = """{"format": "ardennes board 1", "kind": "area", "title": "Toy",
 "places": {
  "town": {"xy": [1, 1]},
  "north": {"terrain": "wood", "xy": [1, 0]},
  "east": {"terrain": "wood", "xy": [2, 1]},
  "south": {"terrain": "wood"},
  "west": {"terrain": "wood"},
  "island": {}},
 "sides": [
  ["town", "north", {"road": 1}],
  ["town", "south", {"road": 1}],
  ["town", "east", {}],
  ["town", "west", {}],
  ["north", "east", {"river": "Our"}],
  ["east", "south", {}],
  ["south", "west", {}],
  ["west", "north", {}]]}"""
board = load_board(TEXT)
TOWN, NORTH, EAST, SOUTH, WEST, ISLAND = range(6)


def names(places: int) -> set[str]:
    return {board.names[i] for i in each(places)}


def test_the_file_gives_an_area_board() -> None:
    assert isinstance(board, AreaBoard)
    assert (board.kind, board.title) == ("area", "Toy")
    assert board.names == ["town", "north", "east", "south", "west", "island"]
    assert board.xy(EAST) == (2.0, 1.0)
    assert board.xy(ISLAND) == (0.0, 0.0)


def test_neighbours_are_the_areas_with_a_side_between() -> None:
    assert names(board.neighbours(TOWN)) == {"north", "east", "south", "west"}
    assert names(board.neighbours(NORTH)) == {"town", "east", "west"}
    assert board.neighbours(ISLAND) == 0


def test_distances() -> None:
    assert board.distances(NORTH) == [1, 0, 1, 2, 1, -1]
    assert board.distance(EAST, WEST) == 2
    assert names(board.within(NORTH, 1)) == {"north", "town", "east", "west"}
    assert names(board.grow(1 << NORTH | 1 << ISLAND, 2)) == set(board.names)


def test_layers_by_attribute() -> None:
    road, river = board.side_layer("road"), board.side_layer("river")
    assert names(board.spread(1 << TOWN, road)) == {"north", "south"}
    assert names(board.spread(1 << NORTH, road)) == {"town"}
    assert names(board.spread(1 << EAST, river)) == {"north"}
    assert board.spread(1 << WEST, river) == 0
    assert names(board.where(lambda p: p.get("terrain") == "wood")) == {"north", "east", "south", "west"}


def test_movement_by_road_off_road_and_over_the_river() -> None:
    wood = board.where(lambda p: p.get("terrain") == "wood")
    clear = board.all & ~wood
    off_road = board.layer(lambda a, b, what: not what.get("river"))
    ways = (
        (board.side_layer("road"), ((1, board.all),)),
        (off_road, ((1, clear), (3, wood))),
        (board.side_layer("river"), ((5, wood),)),
    )
    found = reach(board, [1 << NORTH], 5, ways, board.all, 0)
    cost = {board.names[i]: k for k in range(5, -1, -1) for i in each(found.levels[k])}
    assert cost == {"north": 0, "town": 1, "south": 2, "west": 3, "east": 4}
    assert found.way(EAST) == [NORTH, TOWN, EAST]
    stopped = reach(board, [1 << NORTH], 5, ways, board.all, 1 << TOWN)
    cost = {board.names[i]: k for k in range(5, -1, -1) for i in each(stopped.levels[k])}
    assert cost == {"north": 0, "town": 1, "west": 3, "east": 5}
    assert stopped.way(EAST) == [NORTH, EAST]


def test_a_network_of_roads() -> None:
    road = board.side_layer("road")
    assert names(flood(board, 1 << NORTH, road, board.all)) == {"north", "town", "south"}
    assert names(flood(board, 1 << NORTH, road, board.all & ~(1 << TOWN))) == {"north"}
    assert flood(board, 1 << NORTH, road, board.all & ~(1 << NORTH)) == 0
    assert names(flood(board, board.all, board.everywhere, board.all)) == set(board.names)
