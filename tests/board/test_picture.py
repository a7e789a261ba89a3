"""Counters and situations as pictures. Every picture is well-formed, and looks like the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ardennes
from ardennes import BadInput
from ardennes.board.counters import CROSS, CUT, ROUND, STAR, THEMES, counter, size_sign, type_symbol
from ardennes.board.picture import SCALES, pieces_layer, plain_board, stacks_of
from ardennes.core import picture
from ardennes.core.match import new_match
from tests.core.toy import TOY

WEB = Path(__file__).parent.parent.parent / "web" / "src"
GAMES = [info.id for info in ardennes.games()]
PIECE: dict[str, Any] = {
    "id": "de-x",
    "name": "X & Y",
    "title": "Division X",
    "side": "german",
    "type": "armor",
    "size": "XX",
    "factors": "5-4",
    "formation": {"color": "--f-iii"},
    "steps": [1, 2],
    "badges": [],
}


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{svg}</svg>')


def words(svg: str) -> list[str]:
    return ["".join(found.itertext()) for found in parsed(svg).iter() if found.tag.endswith("text")]


# --- one counter -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("detail", "SML")
@pytest.mark.parametrize("mark", ["cross", "star", "roundel", "none"])
def test_a_counter_shows_its_factors_and_its_name_if_it_can_be_read(mark: str, detail: str) -> None:
    art = counter(PIECE, mark, detail, THEMES["light"])
    assert words(art) == (["5-4"] if detail == "S" else ["X & Y", "5-4"])
    assert (CUT if mark == "cross" else ROUND) in art


def test_the_mark_of_a_piece_counts_more_than_that_of_its_side() -> None:
    colours = THEMES["light"]
    assert colours["uk"] in counter({**PIECE, "mark": "roundel"}, "star", "L", colours)
    assert colours["us"] in counter(PIECE, "star", "L", colours)


def test_a_counter_that_has_acted_is_dimmed_and_ticked() -> None:
    colours = THEMES["light"]
    fresh, done = (counter({**PIECE, "done": done}, "cross", "M", colours) for done in (False, True))
    assert f'fill="{colours["ger"]}"' in fresh and f'fill="{colours["ger"]}"' not in done
    assert "M-4.6 .4l3.3 3.4" in done


def test_a_stack_says_how_many_pieces_it_has() -> None:
    assert words(counter(PIECE, "star", "S", THEMES["dark"], count=4)) == ["5-4", "4"]
    assert words(counter(PIECE, "star", "S", THEMES["dark"], count=1)) == ["5-4"]


def test_badges_show_what_is_wrong_with_a_unit_the_most_serious_first() -> None:
    def shown(*badges: str) -> list[str]:
        return re.findall(r'data-badge="(\w+)"', counter({**PIECE, "badges": badges}, "star", "L", THEMES["light"]))

    assert shown("nofuel", "out") == ["out", "nofuel"]
    assert shown("nofuel", "out", "isolated") == ["isolated"]
    assert shown("road", "dispersed") == ["dispersed", "road"]
    three = counter({**PIECE, "badges": ["nofuel", "out", "isolated"]}, "star", "S", THEMES["light"])
    assert words(three) == ["5-4", "+2"]


def test_a_piece_with_hardly_any_data_is_still_drawn() -> None:
    parsed(counter({"id": "x"}, "nonsense", "L", THEMES["light"]))


@pytest.mark.parametrize(
    ("kind", "symbol", "strokes", "filled"),
    [
        ("Infantry", "", True, False),
        ("artillery", "", False, True),
        ("Combat Command", "", True, True),
        ("", "10031000211205000000", True, False),
        ("", "", False, False),
        ("balloon", "1205", False, False),
    ],
)
def test_the_type_of_a_unit_is_drawn_from_its_name_or_its_code(
    kind: str, symbol: str, strokes: bool, filled: bool
) -> None:
    lines, solid = type_symbol(kind, symbol, (0.0, 0.0, 30.0, 20.0))
    assert (bool(lines), bool(solid)) == (strokes, filled)


def test_the_size_of_a_unit() -> None:
    assert size_sign("XX").count("l3.6 3.4") == 2
    assert size_sign("iii").count("v3.8") == 3
    assert size_sign("") == size_sign("?") == ""


def test_colours_and_shapes_are_those_of_the_page() -> None:
    css = (WEB / "styles" / "tokens.css").read_text(encoding="utf-8")
    light, dark = css.split("[data-theme=dark]{")
    tokens = dict(re.findall(r"--([\w-]+):(#[0-9A-F]+)", light))
    for theme, given in (("light", {}), ("dark", dict(re.findall(r"--([\w-]+):(#[0-9A-F]+)", dark)))):
        assert {name: (tokens | given)[name] for name in THEMES[theme]} == THEMES[theme]
    symbols = (WEB / "board" / "symbols.ts").read_text(encoding="utf-8")
    assert all(shape in symbols for shape in (CUT, ROUND, CROSS, STAR))


# --- a board with its pieces -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("detail", SCALES)
def test_every_piece_on_the_board_is_in_one_stack(game: str, detail: str) -> None:
    match = ardennes.new(game, seed=1)
    drawing = match.game.drawing
    assert drawing is not None
    pieces = match.view()["pieces"]
    stacks = stacks_of(drawing, pieces, SCALES[detail])
    shown = [piece["id"] for stack in stacks for piece in stack.pieces]
    assert sorted(shown) == sorted(piece["id"] for piece in pieces if piece["at"] in match.game.place_names.index)
    assert all(len({piece["at"] for piece in stack.pieces}) == 1 for stack in stacks)
    assert all(0 <= stack.x <= drawing.width and 0 <= stack.y <= drawing.height for stack in stacks)
    assert [stack.y for stack in stacks] == sorted(stack.y for stack in stacks)


def test_units_of_two_sides_in_a_hex_are_side_by_side_with_the_strongest_on_top() -> None:
    match = ardennes.new("bulge", seed=1)
    drawing = match.game.drawing
    assert drawing is not None
    here = [
        {**PIECE, "id": "a", "at": "0505", "factors": "3-5"},
        {**PIECE, "id": "b", "at": "0505", "factors": "7-5"},
        {**PIECE, "id": "c", "at": "0505", "factors": "9-5", "done": True},
        {**PIECE, "id": "d", "at": "0505", "side": "allied"},
        {**PIECE, "id": "e", "at": "due"},
    ]
    allied, german = stacks_of(drawing, here, 1.0)
    assert [piece["id"] for piece in allied.pieces] == ["d"]
    assert [piece["id"] for piece in german.pieces] == ["b", "a", "c"]
    assert german.x - allied.x >= german.size and german.y == allied.y


def test_an_area_gives_each_unit_a_spot_and_the_rest_the_last_one() -> None:
    match = ardennes.new("commander", seed=1)
    drawing = match.game.drawing
    assert drawing is not None
    spots = drawing.places["Prum"]["stack"]["german"]
    some = [{**PIECE, "id": f"u{i}", "at": "Prum"} for i in range(len(spots) + 2)]
    found = stacks_of(drawing, some, 1.0)
    assert sorted(len(stack.pieces) for stack in found) == [1] * (len(spots) - 1) + [3]
    assert {(stack.x, stack.y) for stack in found} == {tuple(spot) for spot in spots}
    (one,) = stacks_of(drawing, some, 0.1)
    assert len(one.pieces) == len(some) and one.size > found[0].size  # zoomed out: one large stack


def test_control_and_markers_are_shown() -> None:
    match = ardennes.new("commander", seed=1)
    drawing = match.game.drawing
    assert drawing is not None
    marks = picture.marks_of(match.game)
    view = {"places": {"Prum": {"control": "german"}, "Wiltz": {"control": "german", "contested": True}}}
    layer = pieces_layer(drawing, view, marks)
    parsed(layer)
    assert layer.count('r="8.5"') == 2 and layer.count('fill="url(#contested)"') == 1
    view_b: dict[str, Any] = {
        "markers": [{"kind": "interdiction", "side": "allied", "at": "Prum"}] * 2 + [{"at": None}]
    }
    near, far = (pieces_layer(drawing, view_b, marks, scale=scale) for scale in (1.0, 0.2))
    assert words(near) == ["interdiction"] * 2 and words(far) == []
    assert far.count("<title>interdiction</title>") == 2


# --- a whole picture ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_a_picture(game: str, drawn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not drawn:
        monkeypatch.setattr(picture, "_drawn_board", lambda *_: None)
    match = ardennes.new(game, seed=1)
    for theme in THEMES:
        svg = match.svg("german", theme=theme, detail="near")
        assert svg is not None
        root = ElementTree.fromstring(svg)
        assert root.tag.endswith("svg") and root.get("viewBox")
        text = "".join(root.itertext())
        assert "16 Dec" in text and match.game.title in text
        on_board = [p for p in match.view()["pieces"] if p["at"] in match.game.place_names.index]
        shown = set(re.findall(r'data-unit="([^"]+)"', svg))
        assert shown <= {p["id"] for p in on_board} and len(shown) >= len(on_board) / 3


def test_a_notebook_shows_the_board_as_it_is_now() -> None:
    match = ardennes.new("bulge", seed=1)
    before = match._repr_svg_()
    assert before == match.svg()
    match.play("done")
    while match.decision.choices.get("hex") is None:
        match.play(*match.choices[0])
    match.play(*match.choices[0])
    assert match._repr_svg_() != before


def test_a_finished_game_says_so_on_its_picture() -> None:
    match = ardennes.new("bulge", seed=1)
    view = match.view() | {"result": {"winner": "german", "level": "decisive", "points": 12}}
    assert picture.caption_of(match.game, view) == "16 Dec. The game is over: German won, decisive, 12 points."


def test_a_game_without_a_board_has_no_picture() -> None:
    assert new_match(TOY).svg() is None and new_match(TOY)._repr_svg_() is None


@pytest.mark.parametrize(
    ("how", "message"), [({"theme": "red"}, "theme"), ({"detail": 3}, "detail"), ({"side": "x"}, "side")]
)
def test_a_picture_of_another_kind_is_refused(how: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ardennes.new("bulge").svg(**how)


def test_a_plain_board_has_ground_roads_rivers_and_towns() -> None:
    match = ardennes.new("bulge", seed=1)
    drawing = match.game.drawing
    assert drawing is not None
    board: dict[str, Any] = {
        "title": "A <Board>",
        "legend": {"heavy": {"look": "forest"}},
        "sides": [["0101", "0102", {"road": 1}], ["0101", "0201", {"river": "Our"}]],
    }
    svg = plain_board(board, drawing, "<g/>", "now & then")
    root = ElementTree.fromstring(svg)
    text = "".join(root.itertext())
    assert "A <Board>" in text and "now & then" in text and "Bastogne" in text
    paths = [found for found in root.iter() if found.tag.endswith("path") and found.get("fill") == "none"]
    assert len(paths) == 2 and all(len(re.findall("M", found.get("d", ""))) == 1 for found in paths)
