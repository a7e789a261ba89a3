"""Undo: only your own choice, not past a die or a revealed secret, and never for a better roll."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ardennes
from ardennes import BadInput, Match
from ardennes.core.decision import CHANCE
from ardennes.core.match import new_match, replay
from ardennes.core.record import Record
from ardennes.core.verify import verify
from tests.core import walk
from tests.core.toy import TOY

plans = st.lists(
    st.tuples(st.sampled_from(["go", "call", "pick", "toss", "show", "undo"]), st.integers(0, 9)), max_size=14
)


def toy(**how: Any) -> Match:
    return new_match(TOY, seed=3, **how)


def same(a: Match, b: Match) -> bool:
    return (
        a.state == b.state
        and a.state.digest() == b.state.digest()
        and a.state.barrier == b.state.barrier
        and a.count == b.count
        and a.log == b.log
        and repr(a.state.decision) == repr(b.state.decision)
        and a.record.result == b.record.result
    )


def test_a_choice_can_be_taken_back() -> None:
    match = toy()
    match.play("go", "b")
    match.undo()
    assert same(match, toy())
    match.play("go", "c")
    assert match.log == ["Red goes from a to c."]


def test_there_is_nothing_to_undo_at_the_start() -> None:
    match = toy()
    with pytest.raises(BadInput, match="there is nothing to undo"):
        match.undo()
    match.play("go", "b")
    match.undo()
    with pytest.raises(BadInput, match="there is nothing to undo"):
        match.undo()


def test_a_side_takes_back_only_its_own_choice() -> None:
    match = toy()
    match.play("go", "b")
    with pytest.raises(BadInput, match="the last choice was made by red, not by blue"):
        match.undo(by="blue")
    assert match.count == 1
    match.undo(by="red")
    assert match.count == 0


def test_a_choice_before_a_die_cannot_be_taken_back() -> None:
    match = toy()
    match.play("toss")
    before = match.state.digest(), match.count, list(match.record.entries)
    with pytest.raises(BadInput, match="a die was rolled or a secret revealed since: that cannot be undone"):
        match.undo()
    assert (match.state.digest(), match.count, match.record.entries) == before


def test_a_revealed_secret_cannot_be_taken_back() -> None:
    match = toy()
    match.play("show")
    with pytest.raises(BadInput, match="that cannot be undone"):
        match.undo()


def test_choices_after_a_die_can_be_taken_back_up_to_the_die() -> None:
    match = toy()
    match.play("toss")
    after = match.at(match.count)
    match.play("go", "b")
    match.play("go", "c")
    match.undo()
    match.undo()
    assert same(match, after)
    with pytest.raises(BadInput, match="that cannot be undone"):
        match.undo()


def test_in_solo_play_dice_and_secrets_can_be_taken_back() -> None:
    match = toy(solo=True)
    match.play("show")
    match.play("toss")
    match.undo()
    match.undo()
    assert same(match, toy())


def test_dice_are_never_rerolled() -> None:
    for seed in range(30):
        match = new_match(TOY, seed=seed, solo=True)
        match.play("toss")
        first = match.record.choices()
        match.undo()
        match.play("toss")
        assert match.record.choices() == first
        match.undo()
        match.play("go", "b")
        match.play("toss")  # the first roll stays the same, whoever makes it
        assert next(c[2] for c in match.record.choices() if c[0] == CHANCE) == first[1][2]


def test_dice_rolled_by_hand_are_taken_back_one_by_one_in_solo_play_only() -> None:
    match = toy(chance="manual", solo=True)
    match.play("toss")
    match.play("coin", "edge")
    match.undo()
    assert match.decision.choices == {"coin": ["heads", "tails", "edge"]}
    match.play("coin", "heads")
    strict = toy(chance="manual")
    strict.play("toss")
    strict.undo()  # the coin has not been tossed yet
    strict.play("toss")
    strict.play("coin", "heads")
    with pytest.raises(BadInput, match="that cannot be undone"):
        strict.undo()


def test_the_last_choice_of_a_game_can_be_taken_back() -> None:
    match = toy()
    match.play("go", "b")
    match.play("stop")
    assert match.record.result is not None
    match.undo()
    assert match.result is None
    assert match.record.result is None
    assert match.decision.side == "blue"


def test_an_undo_is_in_the_record_and_replays_the_same(tmp_path: Path) -> None:
    match = toy()
    match.play("go", "b")
    match.play("pick", 2)
    match.undo()
    match.play("go", "c")
    path = tmp_path / "game.jsonl"
    match.record.save(path, with_seed=True)
    assert '{"undo": 1, "check"' in path.read_text(encoding="utf-8")
    again = replay(TOY, Record.load(path))
    assert same(match, again)
    assert (
        again.record.entries
        == match.record.entries
        == [("red", "go", "b"), ("blue", "pick", 2), 1, ("blue", "go", "c")]
    )
    assert "1 undo" in verify(TOY, Record.load(path))


@given(plans, st.booleans())
def test_after_any_undos_the_match_is_as_if_the_undone_had_never_been_played(
    plan: list[tuple[str, int]], solo: bool
) -> None:
    match = toy(solo=solo)
    for verb, n in plan:
        arguments = match.decision.choices.get(verb)
        if arguments:
            match.play(verb, arguments[n % len(arguments)])
        elif verb == "undo":
            try:
                match.undo()
            except BadInput:
                continue
    plain = toy()
    for by, verb, argument in match.record.choices():
        if by != CHANCE:
            plain.play(verb, argument, by=by)
    assert same(match, plain)
    assert same(match, replay(TOY, match.record))
    verify(TOY, match.record)


@given(plans, st.data())
def test_any_earlier_moment_can_be_looked_at(plan: list[tuple[str, int]], data: st.DataObject) -> None:
    match = toy(chance="manual")
    digests = [match.state.digest()]
    for verb, n in plan:
        choices = match.decision.choices
        arguments = choices.get(verb) or choices.get("coin")
        if arguments:
            match.play(verb if verb in choices else "coin", arguments[n % len(arguments)])
            digests.append(match.state.digest())
    before = match.state.digest(), list(match.record.entries)
    at = data.draw(st.integers(0, match.count))
    earlier = match.at(at)
    assert earlier.count == at
    assert earlier.state.digest() == digests[at]
    earlier.play(*next((v, a[0]) for v, a in earlier.decision.choices.items()))
    assert (match.state.digest(), match.record.entries) == before


@pytest.mark.parametrize("count", [-1, 2])
def test_a_moment_that_does_not_exist_is_refused(count: int) -> None:
    match = toy()
    match.play("go", "b")
    with pytest.raises(BadInput, match=f"there is no choice {count}; the match has 1"):
        match.at(count)


def test_an_earlier_moment_goes_on_with_the_same_dice() -> None:
    match = toy()
    match.play("toss")
    match.play("toss")
    earlier = match.at(0)
    earlier.play("toss")
    earlier.play("toss")
    assert earlier.record.choices() == match.record.choices()


@pytest.mark.parametrize("turn", [1, 7])
def test_random_undos_in_bulge_leave_no_trace(turn: int) -> None:
    rng = random.Random(turn)
    match = ardennes.load_position(walk.start_of(turn), seed=turn, solo=True)
    for _ in range(120):
        if match.result is not None:
            break
        if match.count and rng.random() < 0.3:
            match.undo()
        else:
            walk.step(match, rng)
    plain = ardennes.load_position(walk.start_of(turn), seed=turn)
    for by, verb, argument in match.record.choices():
        if by != CHANCE:
            plain.play(verb, argument, by=by)
    assert same(match, plain)
    assert same(match, ardennes.replay(match.record))
    verify(walk.BULGE, match.record)
