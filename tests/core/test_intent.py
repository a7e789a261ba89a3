"""What a player means: looking ahead over picks, several choices as one step, standing orders."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.intent import final_choices
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
    with pytest.raises(BadInput, match="'card' commits the side"):
        match.ahead([("card", card)])


def bulge(seed: int = 7) -> Match:
    return ardennes.new("bulge", seed=seed)


def steps_of(ahead: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(step["verb"], step["argument"]) for step in ahead["steps"]]


def test_usual_picks_are_made_until_they_are_taken_off() -> None:
    match = bulge()
    found = match.ahead([("attack", "us-112")])
    attackers = [("unit", "de-116"), ("unit", "de-560")]
    assert steps_of(found) == [("attack", "us-112"), *attackers, ("crt", "primary")]
    assert [step["usual"] for step in found["steps"]] == [False, True, True, True]
    assert list(found["choices"]) == ["roll", "column"], "one button rolls"
    less = match.ahead([("attack", "us-112")], without=attackers[:1])
    assert steps_of(less) == [("attack", "us-112"), attackers[1], ("crt", "primary")]
    assert "de-116" in less["choices"]["unit"], "it can be added again"
    none = match.ahead([("attack", "us-112")], usual=False)
    assert steps_of(none) == [("attack", "us-112")]
    match.play_all([*steps_of(found), ("roll", None)])
    assert any("de-116" in event["units"] for event in match.story(None))


def test_a_wish_replaces_what_is_usual_and_units_come_before_tables() -> None:
    match = bulge()
    found = match.ahead([("attack", "us-112"), ("crt", "secondary"), ("unit", "de-560")])
    assert steps_of(found) == [("attack", "us-112"), ("unit", "de-560"), ("unit", "de-116"), ("crt", "secondary")]
    assert [option["argument"] for option in found["steps"][-1]["options"]] == ["primary", "secondary"]


def test_only_units_that_have_nobody_else_to_attack_join_by_themselves() -> None:
    match = bulge()
    found = match.ahead([("attack", "us-14cav")])
    assert ("unit", "de-12") not in steps_of(found)
    assert "de-12" in found["choices"]["unit"]


def test_looking_ahead_stops_before_a_pick_that_ends_the_turn() -> None:
    match, rng = ardennes.new("commander", seed=1), random.Random(1)
    while match.decision.side != "allied" or "activate" not in match.decision.choices:
        match.play(*rng.choice(match.choices))
    count = match.count
    stopped = [
        found for space in match.decision.choices["activate"] if (found := match.ahead([("activate", space)]))["stop"]
    ]
    assert stopped, "infantry cannot move on the first day, so its turn is over at once"
    assert all("activate" in found["choices"] for found in stopped), "the question is still the one before"
    assert all(found["final"] == [] for found in stopped), "it can be undone"
    assert match.count == count


def test_a_pick_that_starts_a_fight_at_once_is_shown_with_it() -> None:
    match = ardennes.new("commander", seed=7)
    surprise = {"Losheim": "de-3fj", "Schonberg": "de-18vg"}
    for space, unit in surprise.items():
        match.play_all([("activate", space), ("unit", unit), ("stay", None)])
        while "activate" not in match.decision.choices:
            match.play(*match.choices[0])
    while match.decision.side != "allied" or "activate" not in match.decision.choices:
        match.play(*match.choices[-1])
    looked = {space: match.ahead([("activate", space)]) for space in match.decision.choices["activate"]}
    assert looked["Clervaux"]["stop"] and looked["Clervaux"]["final"] == [("activate", "Clervaux", "rolls")]
    assert looked["Clervaux"]["preview"]["title"] == "Battle in Clervaux"
    assert looked["Vianden"]["stop"] and looked["Vianden"]["preview"] is None


def test_a_group_is_told_if_one_of_it_could_go_alone() -> None:
    match = ardennes.new("commander", seed=7)
    for space in ("Losheim", "Schonberg", "Clervaux"):
        match.play("activate", space)
        while "activate" not in match.decision.choices:
            match.play(*match.choices[-1])
    group = [("unit", "de-2pz"), ("unit", "de-5fj")]
    told = match.why_not_together([("activate", "Dasburg")], group, ("space", "Vianden"), "german")
    assert told is not None and told.reason.startswith("one of them could go there alone, but not all: ")
    never = match.why_not_together([("activate", "Dasburg")], group, ("space", "Bastogne"), "german")
    assert never is not None and not never.reason.startswith("one of them")


def test_buttons_that_cannot_be_undone_are_named() -> None:
    match = bulge()
    assert match.ahead([], usual=False)["final"] == []
    assert ("roll", None, "rolls") in match.ahead([("attack", "us-112")])["final"]


def test_what_cannot_be_undone_tells_nothing_about_secrets() -> None:
    for seed in range(10):
        match = marching(seed)
        side = match.decision.side
        told = match.ahead([], side, usual=False)["final"]
        for other in range(5):
            state = PATROL.imagine(match.state, side, random.Random(other))
            assert final_choices(PATROL, state, side) == told


def test_an_undo_takes_back_the_whole_intention() -> None:
    match = bulge()
    assert match.intention() == 0
    match.play("done")
    unit, hexes = next(
        (unit, to)
        for unit in match.decision.choices["unit"]
        if (to := match.ahead([("unit", unit)])["choices"].get("hex"))
    )
    before = match.state.digest(), match.count
    match.play_all([("unit", unit), ("hex", hexes[0])])
    match.undo(to=match.intention())
    assert (match.state.digest(), match.count) == before


def test_a_group_that_was_sent_as_one_step_is_taken_back_as_one() -> None:
    match = bulge()
    match.play("done")
    before = match.state.digest(), match.count
    for _ in range(2):
        unit, hexes = next(
            (unit, to)
            for unit in match.decision.choices["unit"]
            if (to := match.ahead([("unit", unit)])["choices"].get("hex"))
        )
        match.play_all([("unit", unit), ("hex", hexes[-1])])
    assert match.intention() == before[1] + 2
    match.undo(to=match.intention(choices=4))
    assert (match.state.digest(), match.count) == before


def test_the_fight_after_some_picks_is_told_and_nothing_is_played() -> None:
    match = ardennes.new("commander", seed=1)
    fights = 0
    for space in match.decision.choices["activate"]:
        found = match.ahead([("activate", space)])
        picks = steps_of(found)
        for place in found["choices"].get("space", []):
            fights += match.fight("space", place, after=picks) is not None
    assert fights > 0
    assert match.count == 0


@pytest.mark.parametrize("game", ["bulge", "commander", "ardennes_offensive", "enemy_action"])
def test_every_pick_of_every_game_can_be_looked_behind(game: str) -> None:
    """Along random play: what a frame declares as a pick leads to another question of its side, or says why it cannot be looked behind."""
    rng = random.Random(14)
    match = ardennes.new(game, seed=14)
    looked = stops = 0
    for _ in range(400):
        if match.is_over:
            break
        for verb, argument in rng.sample(match.choices, min(2, len(match.choices))):
            if verb not in match.state.stack[-1].picks:
                continue
            before = match.state.digest()
            found = match.ahead([(verb, argument)])
            assert (verb, argument) in steps_of(found)
            looked += 1
            stops += bool(found["stop"])
            assert match.state.digest() == before
        match.play(*rng.choice(match.choices))
    assert looked > 50
    assert stops < looked / 2


def test_a_group_is_offered_only_places_with_room_for_all_of_it() -> None:
    """Stadtkyll holds two and has room for one more: for each unit from Gemünd, but not for both."""
    match = ardennes.new("commander", seed=7)
    activate = ("activate", "Gemund")
    stack = [("unit", unit) for unit in match.ahead([activate])["choices"]["unit"]]
    assert len(stack) == 2
    for one in stack:
        assert "Stadtkyll" in match.ahead([activate, one])["choices"]["space"]
    before = match.state.digest()
    found = match.ahead([activate], group=stack)
    assert found["choices"] == {"space": ["Monschau", "Elsenborn"]}
    assert steps_of(found) == [activate, stack[0]]
    assert match.state.digest() == before
    for place in found["choices"]["space"]:
        sent = [activate, *(step for one in stack for step in (one, ("space", place)))]
        ardennes.new("commander", seed=7).play_all(sent)


def test_a_group_that_no_place_can_take_is_offered_none() -> None:
    """One unit alone may cross the river from Kruchten."""
    match = ardennes.new("commander", seed=7)
    stack = [("unit", unit) for unit in match.ahead([("activate", "Kruchten")])["choices"]["unit"]]
    assert match.ahead([("activate", "Kruchten")], group=stack)["choices"] == {}


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
