"""Cards, formations, boxes, reactions, free set-up and scenarios on a part of the board, typed as a player would."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO, cast

import pytest

from ardennes.core.game import Game
from ardennes.core.match import Match, new_match
from ardennes.games import find
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from ardennes.terminal.situation import Situation
from tests.cli.desk import Typist
from tests.core.patrol import PATROL
from tests.core.sheets import GAME as SHEETS


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved as they are played."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def play(
    typed: Sequence[str] | Callable[[str], str | None],
    scenario: str = "short",
    seed: int = 3,
    game: Game = PATROL,
    blue: str = "human",
) -> tuple[Match, str]:
    """Red is a person; what is typed, and what the screen has said in the end."""
    match = new_match(game, scenario, seed=seed)
    out = io.StringIO()
    screen = Screen(cast(TextIO, Typist(typed, out)), out)
    Session(match, {"red": "human", "blue": blue}, screen).run()
    return match, out.getvalue()


def test_the_hand_and_what_lies_on_the_table_are_in_the_heading() -> None:
    _, said = play([])
    assert "Hand: 2 March, Ambush; Blue hand: 0 cards; Red deck 3" in said
    assert re.search(r"1\) March +One formation marches", said)


def test_a_card_is_played_by_its_name_and_a_refused_one_names_its_case() -> None:
    match, said = play(["ambush", "card red-march-1"])
    assert "Ambush is played when an enemy marches by (case 4.0)" in said
    assert match.record.choices()[-1] == ("red", "card", "red-march-1")


def test_cards_of_the_same_name_are_told_apart_by_their_numbers() -> None:
    _, said = play(["march"])
    assert "'march' could be 1) card March, 2) card March: please say which" in said


def test_a_number_that_no_choice_has_is_refused_as_a_number() -> None:
    _, said = play(["99"])
    assert "there is no choice 99; 'choices' lists them" in said


def test_the_hand_can_be_read_in_full() -> None:
    _, said = play(["hand"])
    assert "Ambush [red-ambush-4]: When an enemy comes beside one of your units" in said
    assert "Cup, 5 chits: 2 Hit, 3 Miss" in said
    assert "blue-march" not in said


def test_a_formation_and_a_box_are_chosen_by_name() -> None:
    match, said = play(["red-march-1", "red b group", "red 3", "why lost", "reserve", "hand"])
    assert re.search(r"2\) Red B Group +Red 3", said)
    assert "No unit marches into the box 'Lost' (case 3.1)" in said
    assert match.view("red")["pieces"][2]["at"] == "reserve"
    assert "Reserve: Red 3" in said


def test_free_set_up_from_the_first_unit_to_the_last() -> None:
    typed = ["red-1 21", "red-2 22", "red-1 22", "why 44", "rest", "done", "rest", "done"]
    match, said = play(typed[:3] + typed[4:], "free")
    where = {piece["id"]: piece["at"] for piece in match.view("red")["pieces"]}
    assert where["red-1"] == "22" and where["red-2"] == "21"  # they have swapped
    assert {where[f"blue-{n}"] for n in (1, 2, 3)} == {"41", "42", "43"}
    assert "Red has set up." in said
    _, said = play(["red-1", "why 44"], "free")
    assert "44 is not in your rows (case 5.0)" in said


@pytest.mark.parametrize(
    "order", [[], ["order Ambush unless red-1"], ["order Ambush unless 31"], ["order pass", "order off"]]
)
def test_a_reaction_is_asked_for_without_an_order_that_passes_it(order: list[str]) -> None:
    match = reaction(order)
    assert type(match.state.stack[-1]).__name__ == "Ambush"


@pytest.mark.parametrize("order", [["order pass"], ["order ambush"], ["order Ambush unless red-3"]])
def test_a_standing_order_passes_a_reaction(order: list[str]) -> None:
    match = reaction(order)
    assert ("blue", "pass", None) in match.record.choices()
    assert type(match.state.stack[-1]).__name__ != "Ambush"


def reaction(order: list[str]) -> Match:
    """Blue gives its orders when it plays a card; then Red 1 marches up to Blue 1."""
    blue = [*order, "blue-march-2", "blue-b", "blue-3", "33"]
    red = ["red-march-1", "red-b", "red-3", "24"], ["red-march-2", "red-a", "red-1", "31"]
    match, _ = play([*red[0], *blue, *red[1]], seed=0)
    return match


def test_an_order_is_told_and_a_wrong_one_explained() -> None:
    _, said = play(["order", "order Nap", "order Ambush unless Nowhere", "order Ambush", "order"])
    assert "You are asked about every reaction." in said
    assert "patrol has no reaction 'Nap'; allowed: Ambush" in said
    assert "patrol has no unit or place 'Nowhere'" in said
    assert "You pass on Ambush." in said


def test_an_answer_without_a_name_may_be_followed_by_the_next_answer() -> None:
    match, said = play(["red-march-1", "red-b", "done red-march-2 red-a"], seed=0)
    assert ("red", "done", None) in match.record.choices() and "takes no argument" not in said


def test_undo_is_only_recommended_where_it_is_possible() -> None:
    match = new_match(find("enemy_action"), "assault", seed=5)
    out = io.StringIO()
    typed = ["I SS", "Army Group B", "formation 1", "Army Group B"]
    Session(match, {"german": "human", "allied": "human"}, Screen(cast(TextIO, Typist(typed, out)), out)).run()
    picked, played = out.getvalue().split("The German player plays I SS Panzer Corps.")
    assert "cannot be chosen now" in picked and "'undo' goes back one choice" in picked
    assert "cannot be chosen now" in played and "'undo' goes back" not in played, "the card has been shown"


def test_the_end_of_a_hot_seat_game_tells_only_what_is_new() -> None:
    def typed(screen: str) -> str | None:
        return None if "The game is over" in screen else "pass" if "pass:" in screen.splitlines()[-2] else "1"

    match, said = play(typed, seed=0)
    end = said[said.rindex("> ") :] if match.result is None else said[: said.rindex("The game is over")]
    assert match.result is not None
    assert end[end.rindex("> ") :].count("plays") <= 2


def test_only_the_part_of_the_board_that_a_scenario_is_played_on_is_drawn_and_found() -> None:
    match = new_match(SHEETS, "one", seed=1)
    screen = Screen(out=io.StringIO())
    table = Situation(match, screen)
    assert set(table.places.titles) == {
        name for name in SHEETS.board.index if SHEETS.board.window("D") >> SHEETS.board.index[name] & 1
    }
    assert len(table.places.titles) == 23 * 28
    drawn = "\n".join(line.plain for line in table.whole(table.scene(match.view("red"))))
    assert "D10" in drawn and "A10" not in drawn
    _, said = play(["map A1010", "map D1010"], "one", game=SHEETS)
    assert "there is no hex, town or unit on the map called 'A1010'" in said
    assert "D1010: " in said


def test_the_whole_board_is_drawn_without_a_part() -> None:
    match = new_match(SHEETS, "all", seed=1)
    assert len(Situation(match, Screen(out=io.StringIO())).places.titles) == len(SHEETS.board.index)
