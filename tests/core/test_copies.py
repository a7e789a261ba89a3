"""A match in Python: copies, equality, repr and print, and plain data that the caller may change."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.board.hexes import HexBoard
from ardennes.core.match import new_match
from ardennes.players import RandomPlayer, play_out
from tests.core.toy import TOY
from tests.core.walk import started

GAMES = [info.id for info in ardennes.games()]
COPIERS: list[Callable[[Match], Match]] = [
    Match.copy,
    copy.copy,
    copy.deepcopy,
    lambda match: pickle.loads(pickle.dumps(match)),
]


def situation(match: Match) -> tuple[Any, ...]:
    return (
        match.state.key(),
        match.count,
        match.record.lines(with_seed=True),
        match.log,
        match.story(),
        [match.answers(side) for side in match.game.sides],
    )


# --- copies ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copier", COPIERS, ids=["copy", "copy.copy", "copy.deepcopy", "pickle"])
@pytest.mark.parametrize("game", GAMES)
def test_playing_a_copy_leaves_the_match_alone(game: str, copier: Callable[[Match], Match]) -> None:
    match = started(game, 120, solo=True)
    before = situation(match)
    other = copier(match)
    assert other == match and situation(other) == before
    assert other.game is match.game and other.solo
    if not other.is_over:
        play_out(other, {side: RandomPlayer(1, side) for side in other.game.sides}, 130)  # over the next snapshot
    else:
        other.undo(to=3)
    assert other != match
    assert situation(match) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_on_with_the_same_dice_and_can_go_back_as_far(game: str) -> None:
    match = started(game, 20, solo=True)
    other = match.copy()
    for one in (match, other):
        play_out(one, {side: RandomPlayer(8, side) for side in one.game.sides}, 30)
    assert other == match and situation(other) == situation(match)
    other.undo(to=0)
    beginning = match.at(0)
    beginning.roll()  # dice that come before the first answer
    assert other.state == beginning.state
    assert match.count > 20


def test_match_and_copy_look_back_at_what_happened_in_each() -> None:
    match = started("commander", 90)
    other = match.copy()
    for seed, one in enumerate((other, match)):
        play_out(one, {side: RandomPlayer(seed, side) for side in one.game.sides}, 130)
    for one in (other, match):
        assert one.at(one.count).state == one.state
        assert one.at(100).state == ardennes.replay(one.record, to=100).state


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy])
def test_a_copied_state_or_record_is_independent(copier: Callable[[Any], Any]) -> None:
    match = started("bulge", 5)
    state = copier(match.state)
    before = match.state.digest()
    verb, raw = state.decision.raw_choices()[0]
    state.apply(verb, raw)
    assert state != match.state and match.state.digest() == before
    record = copier(match.record)
    record.entries.clear()
    record.options["weather"] = "none"
    assert match.record.entries and match.record.options["weather"] == "historical"


# --- equality ----------------------------------------------------------------------------------------------------------------------------


def test_matches_are_equal_if_game_setup_dice_and_choices_are() -> None:
    match = ardennes.new("bulge", seed=1)
    assert match == ardennes.new("bulge", seed="1", solo=True)
    assert match != ardennes.new("bulge", seed=2)
    assert match != ardennes.new("bulge", seed=1, options={"weather": "variable"})
    assert match != ardennes.new("commander", seed=1)
    assert match != ardennes.load_position(match.position(), seed=1)  # the same situation, but another match
    assert match.state == ardennes.load_position(match.position(), seed=1).state
    assert match != "bulge"
    assert ardennes.replay(match.record) == match


def test_what_was_taken_back_does_not_count() -> None:
    match, other = new_match(TOY, seed=3), new_match(TOY, seed=3)
    match.play("go", "b")
    assert match != other
    match.undo()
    assert match == other and match.record != other.record


def test_a_match_cannot_be_a_key_because_it_changes() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(new_match(TOY))


# --- choices -----------------------------------------------------------------------------------------------------------------------------


def test_the_choices_of_a_match_can_be_counted_listed_and_asked_for() -> None:
    match = new_match(TOY, seed=3)
    assert len(match.choices) == match.decision.count() == len(list(match.choices))
    assert {verb for verb, _ in match.choices} == set(match.decision.choices)
    assert ("go", "b") in match.choices and ("go", "a") not in match.choices and ("fly", None) not in match.choices
    match.play(*random.Random(1).choice(match.choices))


def test_a_game_that_is_over_has_no_choices() -> None:
    match = started("bulge", 100_000)
    assert match.is_over and match.choices == () and match.result is not None
    assert not ardennes.new("bulge").is_over


def _wreck(data: Any) -> None:
    """Empty everything that can be emptied."""
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        _wreck(part)
    if isinstance(data, dict | list):
        data.clear()


@pytest.mark.parametrize("game", GAMES)
def test_plain_data_belongs_to_whoever_asked_for_it(game: str) -> None:
    """Changing returned data affects neither the game nor what is returned next."""
    match = started(game, 60)
    side = match.decision.side
    overlays = {
        overlay.id: side if overlay.of == "side" else match.view()["pieces"][0]["id"] if overlay.of else ""
        for overlay in match.game.overlays
    }
    asks: list[Callable[[], Any]] = [
        lambda: match.decision.choices,
        lambda: match.view(side),
        lambda: match.preview(side),
        lambda: match.position(),
        lambda: match.story(),
        lambda: [match.overlay(name, of) for name, of in overlays.items()],
        lambda: match.moments(),
        lambda: match.log,
    ]
    for ask in asks:
        before = copy.deepcopy(ask())
        _wreck(ask())
        assert ask() == before
    verb, argument = match.choices[0]
    match.decision.choices[verb].clear()
    match.play(verb, argument)


# --- how it shows itself -----------------------------------------------------------------------------------------------------------------


def test_repr_says_what_is_asked_in_one_line() -> None:
    match = ardennes.new("bulge", seed=7)
    assert repr(match) == (
        "<Match bulge: turn 1, 16 Dec, German attacks before movement; german is asked "
        "'Choose a unit to attack, or end the phase' (10 choices); 0 choices made>"
    )
    match.play("done")
    assert repr(match).endswith("; 1 choice made>")


def test_repr_of_a_finished_game_says_who_won() -> None:
    match = started("bulge", 100_000)
    result = match.result
    assert result is not None
    winner = f"{result.winner} won" if result.winner else "a draw"
    assert f"over: {winner}, {result.level}, {result.points} points; {match.count} choices made>" in repr(match)


@pytest.mark.parametrize("game", GAMES)
def test_print_shows_the_situation(game: str) -> None:
    match = ardennes.new(game, seed=7)
    text = str(match)
    assert "16 Dec" in text and match.decision.prompt.split(":")[0] in text
    assert len(text.splitlines()) > 15 and "\x1b" not in text
    places = match.game.place_names.index
    assert isinstance(match.game.board, HexBoard) or any(match.game.place_title(p) in text for p in places.values())
    match.play(*match.choices[-1])
    assert str(match) != text
