"""Menus: numbers for choices of any kind, listed as space permits."""

from __future__ import annotations

import io
from typing import Any

import pytest

import ardennes
from ardennes.core.decision import Decision
from ardennes.terminal.menu import Menu
from ardennes.terminal.places import Places
from ardennes.terminal.scene import Scene
from ardennes.terminal.screen import Screen


@pytest.fixture(scope="module")
def match() -> ardennes.Match:
    return ardennes.new("bulge", seed=7)


def menu_of(match: ardennes.Match, hints: dict[str, Any] | None = None, **choices: Any) -> Menu:
    """A menu with arbitrary choices, such as a future game might have."""
    view = match.view() | {"decision": {"hints": hints or {}}}
    return Menu(Places(match.game), view, Decision("german", "?", choices, ("1",), {}))


def shown(menu: Menu, room: int = 20) -> list[str]:
    return [line.plain for line in menu.lines(Screen(out=io.StringIO()), Scene(("german", "allied")), room)]


def test_cards_and_chits_are_listed_with_what_the_game_says_about_them(match: ardennes.Match) -> None:
    hints = {
        "card": {
            "fog": {"label": "Fog in the valleys", "note": "no air missions today"},
            "fuel": {"label": "Captured fuel", "note": "one unit moves again"},
        },
        "pass": {"": {"label": "Play no card", "note": "draw one"}},
    }
    menu = menu_of(match, hints, card=["fog", "fuel"], **{"pass": [None]})
    assert shown(menu) == [
        "card 1) Fog in the valleys  no air missions today",
        "     2) Captured fuel       one unit moves again",
        "or   3) pass: Play no card; draw one",
    ]
    for typed in ("2", "fuel", "card fuel", "captured fuel", "capt"):
        assert [item.argument for item in menu.find(typed)] == ["fuel"]


def test_a_number_is_typed_as_itself(match: ardennes.Match) -> None:
    menu = menu_of(match, support=[0, 1, 2], column=["-3 to -1"], roll=[None])
    assert [item.argument for item in menu.find("2")] == [2]
    assert [item.text for item in menu.find("-3 to -1")] == ["column -3 to -1"]
    assert {item.text: item.number for item in menu.items} == {
        "support 0": 0,
        "support 1": 1,
        "support 2": 2,
        "column -3 to -1": 3,
        "roll": 4,
    }


def test_two_kinds_of_numbers_are_distinguished(match: ardennes.Match) -> None:
    menu = menu_of(match, hits=[1, 2], steps=[1, 2])
    assert len({item.number for item in menu.items}) == 4
    assert [item.text for item in menu.find("steps 2")] == ["steps 2"]


def test_no_number_is_the_name_of_something_else(match: ardennes.Match) -> None:
    """Hundreds of hexes: number 101 and so on must not be taken for hex 0101, nor 1203 for the 1,203rd choice."""
    names = [f"{row:02}{col:02}" for row in range(1, 38) for col in range(1, 43)]
    menu = menu_of(match, hex=names)
    numbers = [item.number for item in menu.items]
    assert len(set(numbers)) == len(names) and not {str(n) for n in numbers} & set(names)
    for item in menu.items[::97]:
        assert menu.find(str(item.number)) == [item] == menu.find(item.argument)


def test_hexes_are_on_the_map_and_the_rest_is_numbered_first(match: ardennes.Match) -> None:
    hexes = list(match.game.board.index)[:40]
    menu = menu_of(match, hex=hexes, stay=[None])
    lines = shown(menu)
    assert lines[0] == "hex 40, each with its number on the map: type that; 'choices' lists them (2 to"
    assert lines[-1] == "or  1) stay"
    every = [line.plain for line in menu.every(Screen(out=io.StringIO()), Scene(("german", "allied")))]
    assert len(every) == 41 and every[-1] == "or   1) stay"


def test_a_list_too_long_for_the_screen_says_where_the_rest_is(match: ardennes.Match) -> None:
    menu = menu_of(match, formation=[f"{n}th Corps of the line" for n in range(100)], done=[None])
    lines = shown(menu, room=8)
    assert len(lines) <= 8 and any("'choices' lists them all" in line for line in lines)
    assert "done" in lines[-1]  # the way out is never cut off
    every = "\n".join(line.plain for line in menu.every(Screen(out=io.StringIO()), Scene(())))
    assert all(f"{item.number:>3}) " in every for item in menu.items)


def test_what_is_the_same_for_all_is_not_repeated_for_each(match: ardennes.Match) -> None:
    hints = {"column": {c: {"label": f"Roll in {c}", "note": "a lower column"} for c in ("low", "middle")}}
    assert shown(menu_of(match, hints, column=["low", "middle"])) == ["column 1) Roll in low     2) Roll in middle"]
