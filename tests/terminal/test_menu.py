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


def test_what_a_note_and_a_thing_both_say_is_listed_once() -> None:
    match = ardennes.new("enemy_action", seed=7)
    text = match.game.printed_things["tactic"]["screen"]["text"]
    hints = {"tactic": {"screen": {"label": "Screen", "note": text}}}
    view = match.view() | {"decision": {"hints": hints, "kinds": {"tactic": "tactic"}}}
    menu = Menu(Places(match.game), view, Decision("german", "?", {"tactic": ["screen"]}, ("1",), {}))
    assert " ".join(" ".join(shown(menu)).split()).count("two fewer chits") == 1


def test_what_a_pick_means_is_said_where_there_is_something_else_to_do(match: ardennes.Match) -> None:
    hints = {"unit": {"*": {"label": "Activate this unit alone"}}, "deploy": {"": {"label": "Bring in reserves"}}}
    menu = menu_of(match, hints, unit=["de-1ss"], deploy=[None])
    assert shown(menu)[0] == "unit Activate this unit alone:"
    view = match.view() | {"decision": {"hints": hints, "ends": ["deploy"]}}
    only = Menu(Places(match.game), view, Decision("german", "?", {"unit": ["de-1ss"], "deploy": [None]}, ("1",), {}))
    assert "alone" not in " ".join(shown(only)), "to move on is nothing else to do"


def test_what_a_pick_means_is_said_where_it_is_all_there_is(match: ardennes.Match) -> None:
    hints = {"unit": {"*": {"label": "Activate this unit alone"}}}
    assert shown(menu_of(match, hints, unit=["de-1ss", "de-12ss"]))[0] == "unit Activate this unit alone:"


def test_what_the_game_says_about_an_event_now_replaces_its_text() -> None:
    match = ardennes.new("enemy_action", seed=7)
    hints = {"event": {"recover": {"label": "Recover", "note": "all dispersed units of one corps recover"}}}
    view = match.view() | {"decision": {"hints": hints, "kinds": {"event": "event"}}}
    menu = Menu(Places(match.game), view, Decision("allied", "?", {"event": ["recover"]}, ("1",), {}))
    assert shown(menu) == ["event 1) Recover  all dispersed units of one corps recover"]


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
    assert lines[0].startswith("hex 40, marked > on the map: type the number of one, or a unit there;")
    assert lines[-1] == "or   1) stay"
    every = [line.plain for line in menu.every(Screen(out=io.StringIO()), Scene(("german", "allied")))]
    assert len(every) == 41 and every[-1] == "or   1) stay"


def test_a_list_too_long_for_the_screen_says_where_the_rest_is(match: ardennes.Match) -> None:
    menu = menu_of(match, formation=[f"{n}th Corps of the line" for n in range(100)], done=[None])
    lines = shown(menu, room=8)
    assert len(lines) <= 8 and any("'choices' lists them all" in line for line in lines)
    assert "done" in lines[-1]  # the way out is never cut off
    every = "\n".join(line.plain for line in menu.every(Screen(out=io.StringIO()), Scene(())))
    assert all(f"{item.number:>3}) " in every for item in menu.items)


def test_what_is_the_same_for_all_is_said_once(match: ardennes.Match) -> None:
    hints = {"column": {c: {"label": f"Roll in {c}", "note": "a lower column"} for c in ("low", "middle")}}
    assert shown(menu_of(match, hints, column=["low", "middle"])) == [
        "column each: a lower column:",
        "       1) Roll in low     2) Roll in middle",
    ]


def test_a_hex_is_listed_with_what_the_game_says_about_it(match: ardennes.Match) -> None:
    hints = {"target": {"0801": {"note": "14 Cav"}, "0802": {"note": "106 Inf"}}}
    lines = " ".join(shown(menu_of(match, hints, target=["0801", "0802"])))
    assert "14 Cav" in lines and "106 Inf" in lines


def test_where_space_is_short_a_warning_stays_and_the_ground_goes(match: ardennes.Match) -> None:
    note = "over a river without a bridge, and no way on: costs two steps"
    lines = shown(menu_of(match, {"hex": {"1508": {"note": note}}}, hex=["1508", "1004", "0904"]), room=3)
    assert sum(note in line for line in lines) == 1
    assert len(lines) == 3


def test_a_place_alone_means_the_usual_thing_to_do_with_it(match: ardennes.Match) -> None:
    """A second thing to do with the same hexes (going by way of one) takes its verb."""
    hints = {"via": {"*": {"minor": True}}}
    menu = menu_of(match, hints, hex=["0801", "0802"], via=["0801"])
    assert [item.text for item in menu.find("0801")] == ["hex 0801"]
    assert [item.text for item in menu.find("via 0801")] == ["via 0801"]
    both = menu_of(match, hex=["0801"], march=["0801"])
    assert len(both.find("0801")) == 2  # neither is the usual one: the player has to say which


def test_a_long_run_of_numbers_takes_one_line(match: ardennes.Match) -> None:
    menu = menu_of(match, points=list(range(1, 66)), spread=[None])
    assert shown(menu) == ["points 1 to 65: type a number", "or     66) spread"]
    every = [line.plain for line in menu.every(Screen(out=io.StringIO()), Scene(("german", "allied")))]
    assert every[0] == "points 1 to 65: type a number"
    assert [item.argument for item in menu.find("40")] == [40]


def test_numbers_with_notes_are_listed_one_by_one(match: ardennes.Match) -> None:
    hints = {"points": {str(n): {"note": f"works {n} times"} for n in range(1, 20)}}
    assert shown(menu_of(match, hints, points=list(range(1, 20))), room=30)[1] == "        2) 2   works 2 times"


def test_a_name_means_the_usual_choice_and_a_minor_one_needs_its_verb(match: ardennes.Match) -> None:
    hexes = list(match.game.board.index)[:3]
    hints = {"via": {"*": {"minor": True}}}
    menu = menu_of(match, hints, via=hexes, hex=hexes)
    assert [item.text for item in menu.find(hexes[1])] == [f"hex {hexes[1]}"]
    assert [item.text for item in menu.find(f"via {hexes[1]}")] == [f"via {hexes[1]}"]
    assert [item.verb for item in menu.items] == ["hex"] * 3 + ["via"] * 3  # and it is listed last


def test_an_enemy_unit_stands_for_the_place_it_is_in(match: ardennes.Match) -> None:
    pieces = {piece["name"]: piece for piece in match.view()["pieces"]}
    there, here = pieces["14 Cav"]["at"], pieces["3 FJ"]["at"]
    menu = menu_of(match, target=[there, here])
    assert (
        [item.argument for item in menu.find("14 cav")] == [there] == [i.argument for i in menu.find("target 14 Cav")]
    )
    assert menu.find("3 FJ") == []  # a friend there is no target, and nothing may happen that was not meant


def test_a_hex_of_one_map_can_be_typed_without_the_letter() -> None:
    match = ardennes.new("battles", scenario="st_vith", seed=1, options={"greif": "on"})
    menu = Menu(Places(match.game, "st_vith"), match.view("german"), match.decision)
    assert [item.text for item in menu.find("primary 1211")] == ["primary B1211"]
    assert [item.text for item in menu.find("1211")] == ["primary B1211"]
    assert menu.places.meant("1211") == ["B1211"]


def test_with_its_verb_a_short_number_can_begin_a_name(match: ardennes.Match) -> None:
    pieces = {piece["name"]: piece["id"] for piece in match.view()["pieces"]}
    menu = menu_of(match, unit=[pieces["14 Cav"], pieces["3 FJ"]])
    assert [item.argument for item in menu.find("unit 14")] == [pieces["14 Cav"]]
    assert menu.find("14") == []  # there is no choice 14


def test_a_card_is_typed_as_it_is_listed() -> None:
    match = ardennes.new("enemy_action", seed=7)
    things = match.game.printed_things["card"]
    hints = {"card": {name: {"label": thing["title"]} for name, thing in things.items()}}
    view = match.view() | {"decision": {"hints": hints, "kinds": {"card": "card"}}}
    some = ["card-42", *(name for name, thing in things.items() if thing["title"] in ("LXVI Corps", "LXVII Corps"))]
    menu = Menu(Places(match.game), view, Decision("german", "?", {"card": some}, ("1",), {}))
    assert any("KG Peiper" in line for line in shown(menu))
    assert [item.argument for item in menu.find("KG Peiper")] == ["card-42"]
    assert {things[item.argument]["title"] for item in menu.find("LXVI")} == {"LXVI Corps"}
    assert {things[item.argument]["title"] for item in menu.find("LXV")} == {"LXVI Corps", "LXVII Corps"}


def test_a_formation_of_one_unit_is_listed_as_a_formation() -> None:
    match = ardennes.new("enemy_action", seed=7)
    hints = {"formation": {"de-560": {"label": "560th Volksgrenadier Division", "units": ["de-560"]}}}
    view = match.view() | {"decision": {"hints": hints, "kinds": {"formation": "formation"}}}
    menu = Menu(Places(match.game), view, Decision("german", "?", {"formation": ["de-560"]}, ("1",), {}))
    assert shown(menu) == ["formation 1) 560th Volksgrenadier Division  560 5"]


def test_a_unit_in_a_box_is_listed_with_the_boxs_title() -> None:
    match = ardennes.new("enemy_action", seed=7)
    view = match.view() | {"decision": {"hints": {}, "kinds": {"unit": "unit"}}}
    waiting = [piece["id"] for piece in view["pieces"] if piece["at"] == "reserve"][:2]
    menu = Menu(Places(match.game), view, Decision("allied", "?", {"unit": waiting}, ("1",), {}))
    (line,) = shown(menu)
    assert line.count("(Reserve)") == 2
