"""Where places are in a drawing: neighbours touch, outlines fit together, and latitude and longitude match the places."""

from __future__ import annotations

import json
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest

from ardennes.board.bits import each
from ardennes.board.drawing import WIDTH, AreaDrawing, HexDrawing, drawing_of
from ardennes.board.file import load_board
from ardennes.board.hexes import HexBoard

GAMES = ["ardennes_offensive", "battles", "bulge", "commander", "enemy_action"]


def _text(game: str) -> str:
    return resources.files("ardennes.games").joinpath(game, "data", "map.json").read_text(encoding="utf-8")


def _data(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_text(game))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_place_is_on_the_map(game: str) -> None:
    data = _data(game)
    drawing = drawing_of(data)
    for name in data["places"]:
        for x, y in [drawing.centre_of(name), *drawing.outline(name)]:
            assert -1 <= x <= drawing.width + 1 and -1 <= y <= drawing.height + 1


@pytest.mark.parametrize("game", [game for game in GAMES if game != "commander"])
def test_neighbours_on_the_board_touch_in_the_drawing(game: str) -> None:
    board = load_board(_text(game))
    drawing = drawing_of(_data(game))
    assert isinstance(board, HexBoard) and isinstance(drawing, HexDrawing)
    for name, number in list(board.index.items())[::3]:
        near = {board.names[n] for n in each(board.neighbours(number))}
        assert set(drawing.neighbours(name)) == near
        for other in near:
            shared = {(round(x, 3), round(y, 3)) for x, y in drawing.outline(name)}
            shared &= {(round(x, 3), round(y, 3)) for x, y in drawing.outline(other)}
            assert len(shared) == 2


def test_the_first_neighbour_lies_to_the_east_and_the_others_clockwise() -> None:
    drawing = drawing_of(_data("bulge"))
    assert isinstance(drawing, HexDrawing)
    here = drawing.centre_of("0907")
    around = [drawing.centre_of(name) for name in drawing.around("0907") if name]
    assert around[0] == pytest.approx((here[0] + WIDTH, here[1]))
    assert [(x > here[0], y > here[1] + 1) for x, y in around] == [
        (True, False),
        (True, True),
        (False, True),
        (False, False),
        (False, False),
        (True, False),
    ]
    for (ax, ay), (bx, by) in pairwise(around):
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(WIDTH)


@pytest.mark.parametrize("game", GAMES)
def test_latitude_and_longitude_map_to_the_right_place(game: str) -> None:
    data = _data(game)
    drawing = drawing_of(data)
    assert drawing.has_geography
    for name, what in data["places"].items():
        if "latlon" in what:
            x, y = drawing.from_degrees(*what["latlon"])
            cx, cy = drawing.centre_of(name)
            assert abs(x - cx) < WIDTH and abs(y - cy) < WIDTH, name


def test_areas_are_drawn_as_their_file_says() -> None:
    data = _data("commander")
    drawing = drawing_of(data)
    assert isinstance(drawing, AreaDrawing)
    name, what = next(iter(data["places"].items()))
    assert drawing.centre_of(name) == tuple(what["xy"])
    assert len(drawing.outline(name)) == len(what["shape"])
    assert (drawing.width, drawing.height) == tuple(data["size"])


def test_a_board_without_latitude_and_longitude_has_no_geography() -> None:
    data = _data("bulge")
    del data["geo"]
    assert not drawing_of(data).has_geography
