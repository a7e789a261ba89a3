"""Maps as text, for the boards of all games."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

import ardennes
from ardennes.terminal.areamap import AreaChart
from ardennes.terminal.hexmap import HexChart
from ardennes.terminal.places import Places
from ardennes.terminal.scene import Scene, grounds, scene_of, sign_at, signs_of
from tests.terminal.boards import GAMES, board_of, hex_board

HEXES = [game for game in GAMES if game != "commander"]
SIDES = ("german", "allied")


def unit(name: str, side: str = "german", **more: Any) -> dict[str, Any]:
    return {"id": f"x-{name}", "name": name, "side": side, "strength": 3, **more}


# --- signs -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_two_kinds_of_ground_share_a_sign(game: str) -> None:
    board = board_of(game)
    signs = signs_of(board)
    assert len(set(signs.values())) == len(signs) >= 4
    assert not set(signs.values()) & set("-/\\|~+*>()")  # those are roads, rivers and marks
    assert all(sign_at(board, signs, place) in signs.values() for place in board.index.values())
    for sign in signs.values():
        assert re.search(rf"(^|, ){re.escape(sign)} [a-z]", grounds(board, signs))


def test_unknown_kinds_of_ground_get_signs_of_their_own() -> None:
    board = board_of("enemy_action")
    for number, place in enumerate(board.index.values()):
        board.places[place] = {"terrain": [f"marsh {number % 30}"]}
    assert len(set(signs_of(board).values())) == 30


# --- hexes -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HEXES)
@pytest.mark.parametrize("width", [80, 120])
def test_the_overview_has_every_hex_however_wide_the_board_is(game: str, width: int) -> None:
    """Each hex holds a unit of strength 3, so each is drawn as G3: in several parts if they do not fit side by side."""
    board = hex_board(game)
    lines = [line.plain for line in HexChart(board).whole(Scene(SIDES, {n: [unit("a")] for n in board.index}), width)]
    assert max(map(len, lines)) <= width
    assert sum(line.count("G3") for line in lines) == len(board.index)


@pytest.mark.parametrize("game", HEXES)
def test_an_excerpt_shows_what_the_question_is_about(game: str) -> None:
    board = hex_board(game)
    names = list(board.index)
    here, offered = names[len(names) // 2], names[len(names) // 3 : len(names) * 2 // 3]
    scene = Scene(SIDES, {here: [unit("abc")]}, offered=frozenset(offered), focus=frozenset({here}))
    lines = [line.plain for line in HexChart(board).excerpt(scene, 80, 18)]
    assert len(lines) <= 18 and max(map(len, lines)) <= 80
    assert sum("*" in line and "G3" in line for line in lines) == 1
    shown = [name for name in offered if any(name in line for line in lines)]
    assert len(shown) > 20  # with their numbers, to be typed


@pytest.mark.parametrize("width", range(80, 104))
def test_columns_keep_their_distance_on_screens_of_any_width(width: int) -> None:
    chart = HexChart(hex_board("bulge"))
    head = chart.excerpt(Scene(SIDES, focus=frozenset({"0501"})), width, 12)[0].plain
    starts = [found.start() for found in re.finditer(r"\d\d", head)]
    assert {b - a for a, b in pairwise(starts)} == {chart.cell} and head.endswith("01")


def test_rows_and_columns_of_joined_sheets_are_called_as_on_their_sheet() -> None:
    """Hex C1515 is in row 15, column 15 of sheet C, whatever its row on the joined board is."""
    chart = HexChart(hex_board("battles"))
    assert chart.labels["C1515"] == ("C15", "15")
    lines = [line.plain for line in chart.excerpt(Scene(SIDES, focus=frozenset({"C1515"})), 80, 12)]
    row = next(line for line in lines if "C1515" in line)
    assert row.startswith("C15")


def test_units_of_unknown_strength_and_stacks_are_drawn() -> None:
    board = hex_board("enemy_action")
    a, b = list(board.index)[:2]
    scene = Scene(SIDES, {a: [unit("a", strength=None)], b: [unit("b"), unit("c")]})
    text = "\n".join(line.plain for line in HexChart(board).excerpt(scene, 80, 12, around=a))
    assert "aG?" in text and "2xG6" in text


# --- areas -----------------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match() -> ardennes.Match:
    return ardennes.new("commander", seed=7)


def chart_of(match: ardennes.Match) -> tuple[AreaChart, Scene]:
    numbers = {name: n for n, name in enumerate(match.decision.choices["activate"], start=1)}
    return AreaChart(Places(match.game)), scene_of(match.view("german"), match.game.sides, match.game.board, numbers)


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_every_area_has_its_whole_label_on_the_map(match: ardennes.Match, width: int) -> None:
    chart, scene = chart_of(match)
    lines = [line.plain for line in chart.whole(scene, width)]
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for title in chart.places.titles.values():
        assert text.count(title) == 1
    for name, here in scene.pieces.items():
        found = re.search(rf"{re.escape(chart.places.titles[name])}(\+\d)? ([GA]\d+){{1,2}}(?= |$)", text, re.MULTILINE)
        assert found, name
        assert len(re.findall("[GA]", found[0].split(" ")[-1])) == len({piece["side"] for piece in here})


def test_the_whole_map_fits_a_small_screen(match: ardennes.Match) -> None:
    chart, scene = chart_of(match)
    assert len(chart.whole(scene, 80)) <= 22


def test_labels_are_arranged_like_their_areas(match: ardennes.Match) -> None:
    chart, scene = chart_of(match)
    lines = [line.plain for line in chart.whole(scene, 80)]

    def spot(title: str) -> tuple[int, int]:
        return next((y, line.index(title)) for y, line in enumerate(lines) if title in line)

    for west, east in (("Namur", "Liège"), ("Bastogne", "Wiltz"), ("Dinant", "Marche"), ("St. Vith", "Prüm")):
        assert spot(west)[1] < spot(east)[1]
    for north, south in (
        ("Eupen", "Malmedy"),
        ("Houffalize", "Bastogne"),
        ("Bastogne", "Arlon"),
        ("Clervaux", "Vianden"),
    ):
        assert spot(north)[0] < spot(south)[0]


def test_labels_stay_where_they_are_from_screen_to_screen(match: ardennes.Match) -> None:
    chart, scene = chart_of(match)
    before = [line.plain for line in chart.whole(scene, 80)]
    empty = Scene(scene.sides, {}, scene.places)
    after = [line.plain for line in chart.whole(empty, 80)]
    for title in chart.places.titles.values():
        ((a, b),) = [(x, y) for x, y in zip(before, after, strict=True) if title in x]
        assert a.index(title) == b.index(title)


def test_numbers_marks_and_holders_are_on_the_map(match: ardennes.Match) -> None:
    chart, scene = chart_of(match)
    text = "\n".join(line.plain for line in chart.whole(scene, 80))
    assert "8):Losheim G4A1" in text and "10):Clervaux G4A2" in text
    assert "^Bastogne+2 A\n" in text or "^Bastogne+2 A " in text  # held by the Allies, and empty


def test_an_excerpt_of_areas_keeps_to_what_matters(match: ardennes.Match) -> None:
    chart, scene = chart_of(match)
    only = Scene(scene.sides, scene.pieces, scene.places, focus=frozenset({"Luxembourg"}))
    lines = [line.plain for line in chart.excerpt(only, 80, 7)]
    assert len(lines) == 7 and any("*^Luxembourg" in line for line in lines)
    assert not any("Hannut" in line for line in lines)


def test_all_about_an_area(match: ardennes.Match) -> None:
    places = Places(match.game)
    _, scene = chart_of(match)
    (line,) = places.about("Bastogne", scene)
    assert line == "Bastogne: broken; cancels 2 hits, none if the attacker holds it; held by the Allied side; 2 VP."
    rows = {row[0]: row[1:] for row in places.near("Bastogne", scene)}
    assert rows["Martelange"][0] == "road, Sauer/Sûre"
    assert rows["Neufchâteau +1"] == ["road", "broken", "Allied, empty"]
    assert places.ways("Dasburg") == ("=Prüm, Bitburg, Kruchten, Bleialf, St. Vith ~Our, =Clervaux ~Our, Vianden ~Our")


def test_places_may_be_named_in_part_if_that_is_clear(match: ardennes.Match) -> None:
    places = Places(match.game)
    assert places.meant("neufchateau") == places.meant("NEUFCHÂTEAU") == places.meant("neu") == ["Neufchateau"]
    assert places.meant("mar") == ["Marche", "Martelange"]
    assert places.short["Marche"] == "marc" and places.short["St. Vith"] == "stv"
    assert all(places.meant(short) == [name] for name, short in places.short.items())


def test_sectors_hold_every_place_once(match: ardennes.Match) -> None:
    places = Places(match.game)
    sectors = places.sectors()
    assert list(sectors) == ["North", "Centre", "South"]
    assert sorted(name for some in sectors.values() for name in some) == sorted(match.game.board.index)
    assert "Eupen" in sectors["North"] and "Bastogne" in sectors["Centre"] and "Arlon" in sectors["South"]


def test_a_blown_bridge_is_called_blown_and_a_bridge_has_an_owner() -> None:
    match = ardennes.new("enemy_action", scenario="assault", seed=7)
    places = Places(match.game)
    scene = scene_of(match.view(), match.game.sides, match.game.board)
    assert "Our towards 1707, German blown bridge" in places.about("1708", scene)[0]
    assert "Clerve towards 1710, Allied bridge" in places.about("1709", scene)[0]
    assert "Our towards 1607, 1807;" in places.about("1708", scene)[0]  # nothing leads across there
