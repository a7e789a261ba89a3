"""Looking back: moments, snapshots, what can be undone, and which record a side may download."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ardennes
from ardennes import BadInput, Match
from ardennes.core import match as core_match
from ardennes.core.decision import CHANCE
from ardennes.core.match import new_match, replay
from ardennes.core.snapshot import answers_in
from ardennes.core.verify import verify
from ardennes.players import Seat
from tests.core import walk
from tests.core.test_secrets import allied_assigns, german_assigns
from tests.core.toy import TOY, ToyState

plans = st.lists(
    st.tuples(st.sampled_from(["go", "call", "pick", "toss", "show", "undo"]), st.integers(0, 9)), max_size=20
)


def toy(**how: Any) -> Match:
    return new_match(TOY, seed=3, **how)


def follow_plan(match: Match, plan: list[tuple[str, int]]) -> None:
    for verb, n in plan:
        arguments = match.decision.choices.get(verb)
        if arguments:
            match.play(verb, arguments[n % len(arguments)])
        elif verb == "undo" and match.can_undo() is None:
            match.undo()


# --- answers ---------------------------------------------------------------------------------------------------------------------------


def test_answers_count_own_choices_and_own_choices_taken_back() -> None:
    match = toy()
    assert match.view("red")["answers"] == match.answers("red") == 0
    match.play("go", "b")
    assert (match.answers("red"), match.answers("blue")) == (1, 0)
    match.undo()
    assert (match.answers("red"), match.answers("blue")) == (2, 0)
    match.play("go", "c")
    match.play("pick", 1)
    assert (match.answers("red"), match.answers("blue")) == (3, 1)
    assert match.answers() == 0


@given(plans, st.booleans())
def test_answers_never_go_back_and_survive_the_record(plan: list[tuple[str, int]], solo: bool) -> None:
    match = toy(solo=solo)
    last = {"red": 0, "blue": 0}
    for step in plan:
        follow_plan(match, [step])
        now = {side: match.answers(side) for side in last}
        assert all(now[side] >= last[side] for side in last)
        last = now
    again = replay(TOY, match.record)
    assert {side: again.answers(side) for side in last} == last
    assert answers_in(match.record.entries).get("red", 0) == last["red"]


# --- undo ------------------------------------------------------------------------------------------------------------------------------


@given(plans, st.sampled_from([None, "red", "blue"]), st.booleans())
def test_can_undo_says_what_undo_does(plan: list[tuple[str, int]], by: str | None, solo: bool) -> None:
    match = toy(solo=solo)
    follow_plan(match, plan)
    why = match.can_undo(by=by)
    if why is None:
        match.undo(by=by)
    else:
        with pytest.raises(BadInput) as caught:
            match.undo(by=by)
        assert str(caught.value) == why


def test_a_side_can_go_back_at_once_to_its_first_choice_since_the_last_die() -> None:
    match = ardennes.new("bulge", seed=4)
    match.play("done")  # no attack
    before = match.count
    match.play("unit", "de-lehr")
    match.play("hex", "1404")
    assert match.undo_limit("german") == 0
    assert match.undo_limit("allied") == match.count
    match.undo(by="german", to=before)
    assert match.count == before
    dice = toy()
    dice.play("toss")
    assert dice.undo_limit("red") == dice.count


def test_a_choice_before_secret_missions_cannot_be_taken_back() -> None:
    match = ardennes.load_position(walk.start_of(10) | {"phase": "allied-combat-after-movement"}, chance="manual")
    while match.view()["phase"] != "weather":
        verb, arguments = next(iter(match.decision.choices.items()))
        match.play(verb, arguments[0])
    match.play("die", 6)
    assert match.view()["phase"] == "air-missions"
    reasons = {side: match.can_undo(by=side) for side in ("german", "allied")}
    match.play("mission", "cap")
    assert match.can_undo(by="german") is not None
    assert reasons["german"] is not None
    assert match.can_undo(by="allied") is None  # he may take back his own mission


def test_undo_does_not_tell_a_committed_side_whether_the_other_has_begun() -> None:
    match = allied_assigns((0, 0, 0, 0))
    match.play("mission", "cap")
    match.play("done")
    assert match.decision.side == "german"
    assert match.can_undo(by="allied") is not None


# --- earlier moments -------------------------------------------------------------------------------------------------------------------


def test_earlier_states_come_from_snapshots_and_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_match, "_EVERY", 7)
    digests, logs = [], []
    rng = random.Random(1)
    match = ardennes.load_position(walk.start_of(2), seed=5, chance="manual")
    for _ in range(60):
        digests.append(match.state.digest())
        logs.append(list(match.log))
        walk.step(match, rng)
    for count, digest in enumerate(digests):
        earlier = match.at(count)
        assert (earlier.count, earlier.state.digest(), earlier.log) == (count, digest, logs[count])
        assert earlier.record.choices() == match.record.choices()[:count]
        assert earlier.story("german") == match.story("german")[: len(earlier.story("german"))]
    earlier = match.at(30)
    walk.step(earlier, rng)
    assert match.at(30).state.digest() == digests[30], "a copy of a moment is a match of its own"
    verify(walk.BULGE, match.record)


def test_an_undo_keeps_the_snapshots_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_match, "_EVERY", 3)
    match = toy(solo=True)
    for place in ("b", "d", "c", "b", "e", "d", "a", "c"):
        match.play("go", place)
    for keep in (7, 6, 5, 2, 0):
        match.undo(to=keep)
        assert match.count == keep == len(match.record.choices())
        assert match.state == replay(TOY, match.record).state
    match.play("go", "b")
    assert match.at(1).state == match.state


def test_moments_are_the_start_what_happened_and_now() -> None:
    match = toy(chance="manual")
    assert match.moments("red") == [0]
    match.play("go", "b")
    match.play("call", "red-1")  # nothing is told of it
    assert match.moments("red") == [0, 1]  # now is left out: it could have been a secret pick
    match.play("go", "c")
    assert match.moments("red") == [0, 1, 3]
    match.play("pick", 2)
    assert match.moments("blue") == [0, 1, 3, 4]
    assert match.moments("red") == match.moments() == [0, 1, 3]
    match.play("show")  # from here on there are no secrets
    match.play("call", "red-2")
    assert match.moments("red")[-1] == match.moments()[-1] == match.count


@given(plans)
def test_every_moment_can_be_looked_at(plan: list[tuple[str, int]]) -> None:
    match = toy(solo=True)
    follow_plan(match, plan)
    for side in ("red", "blue", None):
        moments = match.moments(side)
        assert moments == sorted(set(moments)) and moments[0] == 0
        for count in moments:
            match.at(count).view(side)


# --- the record of a side --------------------------------------------------------------------------------------------------------------


def test_the_record_of_a_side_has_neither_seed_nor_what_was_taken_back() -> None:
    match = toy()
    match.play("go", "b")
    match.play("go", "c")
    match.undo()
    match.play("go", "d")
    record = match.record_for("red")
    assert record.seed is None
    assert record.entries == [("red", "go", "b"), ("blue", "go", "d")]
    assert replay(TOY, record).state == match.state
    match.play("stop")
    whole = match.record_for("red")
    assert (whole.seed, whole.entries, whole.result) == (match.record.seed, match.record.entries, match.record.result)
    assert whole.entries is not match.record.entries


@given(plans)
def test_the_record_of_a_side_ends_where_nothing_was_hidden_from_it(plan: list[tuple[str, int]]) -> None:
    match = toy()
    follow_plan(match, [step for step in plan if step[0] != "undo"])
    for side in ("red", "blue", None):
        record = match.record_for(side)
        count = len(record.choices())
        assert record.choices() == match.record.choices()[:count]
        assert not hides(match, count, side)
        if count < match.count:
            assert all(hides(match, n, side) for n in range(count + 1, match.count + 1))


def hides(match: Match, count: int, side: str | None) -> bool:
    state = match.at(count).state
    assert isinstance(state, ToyState)
    return TOY.hides(state, side)


def test_a_record_is_cut_far_back_if_it_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_match, "_EVERY", 3)
    match = toy()
    match.play("go", "b")
    match.play("pick", 1)
    for _ in range(10):
        match.play("pick", 2)
    assert len(match.record_for("red").entries) == 1
    assert len(match.record_for("blue").entries) == 2


def test_a_match_that_began_with_a_secret_has_no_record_for_the_other_side_yet() -> None:
    match = german_assigns((1, 0, 0, 0))
    with pytest.raises(BadInput, match="began with something hidden from this seat"):
        match.record_for("german")
    match.play("done")
    assert match.record_for("german").entries == [("german", "done", None)]


# --- several processes -----------------------------------------------------------------------------------------------------------------


@given(plans, st.integers(0, 30))
def test_a_match_follows_what_was_added_elsewhere(plan: list[tuple[str, int]], at: int) -> None:
    here = toy(solo=True)
    follow_plan(here, plan)
    entries = list(here.record.entries)
    while 0 < at < len(entries) and isinstance(entries[at], tuple) and entries[at][0] == CHANCE:  # type: ignore[index]
        at -= 1
    there = toy(solo=True)
    there.follow(entries[:at])
    there.follow(entries[at:])
    assert there.state == here.state
    assert there.record.entries == entries
    assert there.answers("red") == here.answers("red")


@pytest.mark.parametrize(
    "entries",
    [[("blue", "go", "b")], [("red", "go", "a")], [0], [("red", "toss", None)], [("chance", "coin", "heads")]],
)
def test_entries_that_do_not_fit_are_refused(entries: list[Any]) -> None:
    with pytest.raises(BadInput):
        toy().follow(entries)
    other = toy()
    other.play("toss")
    wrong = [
        (by, verb, {"heads": "tails", "tails": "edge", "edge": "heads"}.get(arg, arg))
        for by, verb, arg in other.record.choices()
    ]
    with pytest.raises(BadInput, match="differs from the one here"):
        toy().follow(wrong)


def test_a_preview_is_for_the_side_that_is_asked_unless_it_is_public() -> None:
    match = ardennes.new("bulge", seed=1)
    match.play("attack", "us-14cav")
    match.play("unit", "de-3fj")
    assert match.preview("german") == match.preview("allied") == match.preview() == Seat(match, "allied").preview()
    assert toy().preview("red") is None
