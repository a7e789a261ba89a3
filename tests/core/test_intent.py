"""What a player means: looking ahead over picks, several choices as one step, standing orders."""

from __future__ import annotations

import random

import pytest

from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.match import Match, new_match
from ardennes.core.orders import Order, order
from tests.core.patrol import PATROL, Ambush


def marching(seed: int = 1) -> Match:
    """A match in which Red has played a march."""
    match = new_match(PATROL, seed=seed)
    card = next(argument for verb, argument in match.choices if verb == "card")
    match.play("card", card)
    return match


def test_behind_a_pick_lies_the_next_question_and_nothing_is_played() -> None:
    match = marching()
    before = match.state.digest(), match.count
    ahead = match.ahead([("formation", "red-a"), ("unit", "red-1")])
    assert ahead["prompt"] == "Where does Red 1 march?"
    assert "21" in ahead["choices"]["hex"]
    assert ahead["hints"]["hex"]["*"]["before"]["31"] in ("21", "22")
    assert (match.state.digest(), match.count) == before


def test_what_lies_behind_more_than_a_pick_cannot_be_looked_at() -> None:
    match = new_match(PATROL, seed=1)
    card = next(argument for verb, argument in match.choices if verb == "card")
    with pytest.raises(BadInput, match="'card' is more than a pick"):
        match.ahead([("card", card)])


def test_looking_ahead_over_something_not_offered_explains_itself() -> None:
    match = marching()
    with pytest.raises(IllegalChoice, match="belongs to the other side") as caught:
        match.ahead([("formation", "blue-a")])
    assert caught.value.case == "3.0"


def test_a_view_says_which_verbs_are_picks_and_what_is_left_undone() -> None:
    match = marching()
    assert match.view("red")["decision"]["picks"] == ["formation"]
    match.play("formation", "red-a")
    assert match.view("red")["decision"]["undone"] == {"could": ["red-1", "red-2"], "must": [], "text": ""}


def test_several_choices_are_played_as_one() -> None:
    one, other = marching(), marching()
    step = [("formation", "red-a"), ("unit", "red-1"), ("hex", "21")]
    one.play_all(step)
    for verb, argument in step:
        other.play(verb, argument)
    assert one == other
    assert one.state == other.state


def test_of_several_choices_none_is_played_if_one_is_not_legal() -> None:
    match = marching()
    before = match.state.digest(), match.count
    with pytest.raises(IllegalChoice, match="hex 44"):
        match.play_all([("formation", "red-a"), ("unit", "red-1"), ("hex", "44")])
    assert (match.state.digest(), match.count) == before


def test_several_choices_do_not_go_on_over_a_card_that_was_shown() -> None:
    match = new_match(PATROL, seed=1)
    card = next(argument for verb, argument in match.choices if verb == "card")
    before = match.count
    with pytest.raises(BadInput, match="a secret revealed"):
        match.play_all([("card", card), ("formation", "red-a")])
    assert match.count == before


def test_several_choices_do_not_answer_for_another_side() -> None:
    match = new_match(PATROL, seed=1)
    with pytest.raises(BadInput, match="before the last of these choices"):
        match.play_all([("pass", None), ("pass", None)])


def play_through(match: Match, rng: random.Random) -> int:
    """To the end at random; how often Blue was asked at a window."""
    asked = 0
    while not match.is_over:
        asked += isinstance(match.state.stack[-1], Ambush) and match.decision.side == "blue"
        match.play(*rng.choice(match.choices))
    return asked


def test_a_standing_order_passes_in_the_name_of_its_side() -> None:
    asked = ordered = passes = 0
    for seed in range(40):
        asked += play_through(new_match(PATROL, seed=seed), random.Random(seed))
        match = new_match(PATROL, seed=seed)
        match.orders["blue"] = order(PATROL)
        ordered += play_through(match, random.Random(seed))
        passes += match.record.entries.count(("blue", "pass", None))
    assert asked > 5
    assert ordered == 0
    assert passes > 5


def test_an_order_holds_off_for_what_its_player_cares_about() -> None:
    at_window = _first_window()
    s = at_window.state
    assert Order().passes(PATROL, s)
    top = s.stack[-1]
    assert isinstance(top, Ambush)
    name = PATROL.unit_names.names[top.target]
    assert not Order(unless=(name,)).passes(PATROL, s)
    assert not Order(unless=(PATROL.place_name(s.at[top.target]),)).passes(PATROL, s)  # type: ignore[attr-defined]
    assert Order(windows=("Ambush",)).passes(PATROL, s)
    assert not Order(windows=("Elsewhere",)).passes(PATROL, s)


def _first_window() -> Match:
    for seed in range(60):
        rng = random.Random(seed)
        match = new_match(PATROL, seed=seed)
        while not match.is_over:
            if isinstance(match.state.stack[-1], Ambush):
                return match
            match.play(*rng.choice(match.choices))
    raise AssertionError("no window came up")


def test_an_order_for_what_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="has no reaction 'Nap'"):
        order(PATROL, windows=["Nap"])
    with pytest.raises(BadInput, match="has no unit or place 'x'"):
        order(PATROL, unless=["x"])


def test_a_window_is_asked_whether_or_not_the_hand_holds_an_ambush() -> None:
    match = _first_window()
    side = match.decision.side
    for seed in range(20):
        other = PATROL.imagine(match.state, "red" if side == "blue" else "blue", random.Random(seed))
        assert other.decision is not None
        assert other.decision.side == side
        assert "pass" in other.decision.raw
