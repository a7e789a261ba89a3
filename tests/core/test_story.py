"""The story of a side: what it may know, in sentences, with the units, places, dice and moves they mention."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ardennes
from ardennes import BadInput, Match
from ardennes.core.match import new_match
from ardennes.core.story import Chronicle, Event, listed, parts_of
from ardennes.players import Seat, new_player
from tests.core import walk
from tests.core.toy import TOY


def toy(*choices: tuple[str, object]) -> Match:
    match = new_match(TOY, seed=3, chance="manual")
    for verb, argument in choices:
        match.play(verb, argument)
    return match


def text_of(line: dict[str, object]) -> str:
    parts = line["parts"]
    assert isinstance(parts, list)
    return "".join(part["t"] for part in parts)


def test_a_line_names_what_it_is_about() -> None:
    (line,) = toy(("go", "b")).story("blue")
    assert text_of(line) == "Red goes from a to b."
    assert (line["n"], line["turn"], line["side"], line["kind"], line["case"]) == (0, 1, "red", "goes", "2.0")
    assert line["places"] == ["a", "b"]
    assert line["moves"] == [{"unit": "red-1", "from": "a", "to": "b"}]
    assert [part.get("place") for part in line["parts"] if "place" in part] == ["a", "b"]
    assert line["roll"] is None


def test_what_is_hidden_is_left_out_and_leaves_no_gap_in_the_numbers() -> None:
    match = toy(("go", "b"), ("pick", 2), ("go", "c"))
    assert [text_of(line) for line in match.story("blue")] == [
        "Red goes from a to b.",
        "Blue picks 2.",
        "Red goes from b to c.",
    ]
    for side in ("red", None):
        assert [line["n"] for line in match.story(side)] == [0, 1]
        assert not any("picks" in text_of(line) for line in match.story(side))
    assert match.event_counts("red") == [1, 3]
    assert match.event_counts("blue") == [1, 2, 3]
    both = [(2, 2, "blue-turn", "Blue picks 2."), (3, 3, "red-turn", "Red goes from b to c.")]
    assert match.told_since(1, "blue") == both
    assert match.told_since(1, "red") == match.told_since(1) == both[1:]


def test_a_line_belongs_to_the_turn_and_phase_in_which_it_happened() -> None:
    match = toy(("go", "b"), ("go", "c"), ("toss", None), ("coin", "heads"))
    lines = match.story("red")
    assert [(line["turn"], line["phase"]) for line in lines] == [(1, ""), (2, "blue-turn"), (3, "red-turn")]
    assert [line["phase_title"] for line in lines][1:] == ["Blue turn", "Red turn"]


def test_the_result_of_a_die_belongs_to_the_side_that_had_it_rolled() -> None:
    line = toy(("go", "b"), ("toss", None), ("coin", "tails")).story("red")[-1]
    assert (text_of(line), line["side"]) == ("The coin shows tails.", "blue")


@given(st.integers(0, 12))
def test_a_part_of_the_story_is_the_end_of_the_whole(start: int) -> None:
    match = toy(("go", "b"), ("pick", 2), ("go", "c"), ("go", "d"), ("pick", 1), ("toss", None), ("coin", "heads"))
    for side in ("red", "blue", None):
        whole = match.story(side)
        assert match.story(side, start) == whole[start:]


def test_the_story_grows_with_the_match_and_shrinks_with_an_undo() -> None:
    match = toy(("go", "b"))
    assert len(match.story("red")) == 1
    match.play("go", "c")
    assert len(match.story("red")) == 2
    match.undo()
    match.play("go", "d")
    assert [text_of(line) for line in match.story("red")] == ["Red goes from a to b.", "Blue goes from e to d."]


def test_the_story_is_for_sides_of_the_game_only() -> None:
    match = toy()
    for call in (match.story, match.moments, match.event_counts, match.record_for):
        with pytest.raises(BadInput, match="unknown side 'green'"):
            call("green")


def test_every_event_of_random_games_reads_as_a_sentence() -> None:
    kinds = set()
    for turn in walk.TURNS:
        *_, match = walk.walk(5, turn, most=500)
        story = match.story("german")
        assert json.loads(json.dumps(story)) == story
        assert len(story) == len(match.log)
        for line, plain in zip(story, match.log, strict=True):
            kinds.add(line["kind"])
            for text in (text_of(line), plain):
                assert text[0].isupper() or text[0].isdigit(), text
                assert text.endswith(".") and "{" not in text and "_" not in text and "  " not in text, text
            assert line["case"] in match.game.ledger.cases
            assert (line["turn"], line["date"]) != (0, "")
            assert line["phase_title"]
            if line["roll"] is not None:
                assert line["roll"]["die"] in range(1, 7)
    assert len(kinds) > 20


def test_where_a_phase_begins_in_the_middle_of_a_choice_events_fall_on_both_sides_of_it() -> None:
    match = ardennes.load_position(walk.start_of(3, "overcast") | {"phase": "allied-combat-after-movement"}, seed=1)
    while match.view()["turn"]["number"] == 3:
        verb, arguments = next(iter(match.decision.choices.items()))
        match.play(verb, arguments[0])
    lines = match.story()
    night = next(line for line in lines if line["kind"] == "goes_on")
    morning = next(line for line in lines if line["kind"] == "weather")
    assert (night["turn"], night["phase"], night["side"]) == (3, "victory", None)
    assert (morning["turn"], morning["phase"], morning["side"]) == (4, "weather", None)


def test_names_in_a_sentence() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    parts = parts_of(TOY, "{0} and {1} against {1}", ("units", "place"), (0b101, 3))
    assert parts == [
        {"t": "Red-1", "unit": "red-1"},
        {"t": " and "},
        {"t": "red-2", "unit": "red-2"},
        {"t": " and "},
        {"t": "c", "place": "c"},
        {"t": " against "},
        {"t": "c", "place": "c"},
    ]
    assert parts_of(TOY, "{0}: {1}", ("units", "signed"), (0, 2)) == [{"t": "Nobody: +2"}]


def test_a_chronicle_without_phases_tells_turn_zero() -> None:
    chronicle = Chronicle([(1, ("goes",))])
    assert list(chronicle.in_phases([0])) == [(1, ("goes",), 0, "", 0)]
    assert Event("x").moves is None


def test_a_handful_of_dice_says_how_many_there_were_and_how_many_hit() -> None:
    match = ardennes.new("commander", seed=7, solo=True)
    player = {side: new_player("greedy", "dice", side) for side in match.game.sides}
    while not any("handful" in line for line in match.story(None)):
        side = match.decision.side
        match.play(*player[side].choose(Seat(match, side)), by=side)
    line = next(line for line in match.story(None) if "handful" in line)
    handful = line["handful"]
    assert 0 <= handful["hits"] <= handful["dice"]
    assert handful["title"] == line["parts"][0]["t"]
    dice = "one die" if handful["dice"] == 1 else f"{handful['dice']} dice"
    hits = {0: "no hits", 1: "one hit"}.get(handful["hits"], f"{handful['hits']} hits")
    assert f"rolled {dice}, " in text_of(line) and text_of(line).endswith(f"{hits}.")
