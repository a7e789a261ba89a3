"""States: copies are independent, equality and digest go by the position alone."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

import ardennes
from ardennes.core.fields import fields_of
from ardennes.core.kinds import Location
from ardennes.core.match import new_match
from ardennes.core.state import Frame, State
from tests.core import walk
from tests.core.toy import TOY, ToyState, Turn


def _toy() -> ToyState:
    state = new_match(TOY, seed=1).state
    assert isinstance(state, ToyState)
    return state


def test_fields_are_found_in_the_order_of_declaration_without_private_ones() -> None:
    kinds = fields_of(ToyState)
    assert list(kinds)[:4] == ["turn", "at", "score", "secret"]
    assert kinds["at"].kind == get_args(Location)[1]
    assert not {"tables", "stack", "events", "decision", "result", "barrier"} & set(kinds)
    bulge = fields_of(walk.BULGE.state_type)
    assert not any(name.startswith("_") for name in bulge)


def test_a_changed_copy_leaves_the_original_alone() -> None:
    state = _toy()
    before = state.digest(), state.key()
    for name in fields_of(ToyState):
        copy = state.clone()
        value: Any = getattr(copy, name)
        if isinstance(value, list):
            value[0] += 1
        elif isinstance(value, bool):
            copy.open = not value
        elif isinstance(value, str):
            copy.word = "other"
        else:
            setattr(copy, name, value + 1)
        assert copy != state, name
        assert copy.digest() != state.digest(), name
    copy = state.clone()
    copy.become(Turn(1))
    assert copy != state
    copy = state.clone()
    copy.events.append(("coin", "heads"))
    copy.revealed()
    assert (state.digest(), state.key(), state.events, state.barrier) == (*before, [], 0)


def test_a_copy_is_equal_and_has_the_same_digest() -> None:
    state = _toy()
    assert state.clone() == state
    assert state.clone().digest() == state.digest()
    assert state.__eq__(5) is False
    assert state != ardennes.new("bulge", seed=1).state


def test_a_state_cannot_be_a_key() -> None:
    with pytest.raises(TypeError):
        hash(_toy())


def test_the_result_is_part_of_the_position() -> None:
    match = new_match(TOY, seed=1)
    before = match.state.clone()
    match.play("stop")
    assert match.state != before


def test_the_digest_does_not_depend_on_how_the_position_came_about() -> None:
    one, other = new_match(TOY, seed=1), new_match(TOY, seed=2)
    for match in (one, other):
        match.play("pick", 1)
        match.play("pick", 2)
    assert one.state == other.state
    assert one.state.digest() == other.state.digest()


def test_the_digest_of_a_position_never_changes() -> None:
    """Golden games and records of others are compared by it: a change here is a change of the format."""
    assert _toy().digest() == "7c60aba6f35e5580c4c92375ee674676"


def test_a_copy_plays_on_without_touching_the_original() -> None:
    for turn in (1, 7, 13):
        rng = random.Random(turn)
        for match in walk.walk(2, turn, most=60, chance="manual"):
            state = match.state
            before = state.digest(), state.key(), repr(state.decision), vars(state).copy()
            lists = {name: list(value) for name, value in vars(state).items() if isinstance(value, list)}
            copy = state.clone()
            for _ in range(8):
                if copy.decision is None:
                    break
                copy.apply(*rng.choice(copy.decision.raw_choices()))
            assert (state.digest(), state.key(), repr(state.decision), vars(state)) == before
            assert {name: value for name, value in vars(state).items() if isinstance(value, list)} == lists


def test_a_frame_that_asks_nothing_says_so() -> None:
    with pytest.raises(TypeError, match="Frame asks nothing"):
        Frame().decide(State())
    assert Frame().preview(State()) is None
