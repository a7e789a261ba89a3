"""Cards, chits, boxes and parts of a board as every game shows them."""

from __future__ import annotations

import json

import pytest

from ardennes.board.drawing import HexDrawing, drawing_of
from ardennes.board.file import load_board, plain_file
from ardennes.core.decision import Refusal
from ardennes.core.errors import BadInput
from ardennes.core.match import new_match
from ardennes.games import MORE
from tests.core.patrol import BOARD, BOXES, CARDS, PATROL, RESERVE
from tests.core.sheets import GAME as SHEETS


def test_a_side_sees_its_own_hand_and_only_the_number_of_the_others_cards() -> None:
    match = new_match(PATROL, seed=3)
    own, other, nobody = (match.view(side) for side in ("red", "blue", None))
    assert own["hand"] == ["red-march-1", "red-march-3", "red-ambush-4"]
    assert other["hand"] == nobody["hand"] == []
    assert own["hands"] == other["hands"] == nobody["hands"] == {"red": 3, "blue": 0}


def test_piles_show_what_a_side_may_know_of_them() -> None:
    match = new_match(PATROL, seed=3)
    match.play("card", "red-march-1")
    piles = {pile["id"]: pile for pile in match.view("blue")["piles"]}
    assert piles["deck-red"] == {
        "id": "deck-red",
        "title": "Deck",
        "of": "card",
        "side": "red",
        "count": 3,
        "names": None,
    }
    assert piles["discard"]["names"] == ["red-march-1"]
    assert piles["cup"]["of"] == "chit" and piles["cup"]["count"] == 5 and len(piles["cup"]["names"]) == 5


def test_what_is_printed_on_things_is_known_of_each_of_them() -> None:
    printed = PATROL.printed_things
    assert set(printed["card"]) == set(CARDS.index)
    assert printed["card"]["red-ambush-4"]["title"] == "Ambush"
    assert printed["formation"]["red-a"]["units"] == ["red-1", "red-2"]
    assert json.loads(json.dumps(printed)) == printed


def test_choices_of_things_have_their_titles_and_what_is_done_with_them() -> None:
    match = new_match(PATROL, seed=3)
    decision = match.view("red")["decision"]
    assert decision["kinds"] == {"card": "card", "pass": "none"}
    assert decision["hints"]["card"]["red-march-1"] == {"label": "March", "action": "Play"}
    assert match.explain("card", "red-ambush-4") == Refusal("4.0", "Ambush is played when an enemy marches by")


def test_a_unit_goes_into_a_box_and_comes_out_of_it() -> None:
    match = new_match(PATROL, seed=3)
    match.play("card", "red-march-1")
    match.play("formation", "red-a")
    match.play("unit", "red-1")
    assert match.view("red")["decision"]["kinds"]["box"] == "box"
    assert match.explain("box", "lost") == Refusal("3.1", "no unit marches into the box 'Lost'")
    match.play("box", "reserve")
    assert match.state.at[0] == RESERVE == ~BOXES.index["reserve"]  # type: ignore[attr-defined]
    assert {"id": "red-1", "at": "reserve"}.items() <= match.view("red")["pieces"][0].items()


def test_a_board_without_a_file_can_be_written_and_drawn() -> None:
    plain = plain_file(BOARD)
    assert plain is not None
    again = load_board(json.dumps(plain))
    assert again.names == BOARD.names and again.sides == BOARD.sides
    assert isinstance(PATROL.drawing, HexDrawing)
    assert drawing_of(plain).outline("11") == PATROL.drawing.outline("11")
    assert ">44</text>" in (new_match(PATROL, seed=1).svg() or "")


def test_a_scenario_is_played_on_a_part_of_the_board() -> None:
    board = SHEETS.board
    one, two = SHEETS.window("one"), SHEETS.window("two")
    assert one.bit_count() == 23 * 28
    assert two == board.window("A") | board.window("B")
    assert SHEETS.window("all") == board.all
    edge = board.index["D0101"]
    assert one >> edge & 1 and board.neighbours(edge) & ~one  # it has neighbours on other sheets
    with pytest.raises(ValueError, match="has no part 'Z'"):
        board.window("A+Z")
    with pytest.raises(ValueError, match="has no part"):
        BOARD.window("A")


def test_a_module_that_is_no_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from ardennes import games

    monkeypatch.setenv(MORE, "tests.core.nowhere")
    with pytest.raises(BadInput, match="is no module with a GAME"):
        games._more.__wrapped__()  # type: ignore[attr-defined]
