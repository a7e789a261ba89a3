"""A match takes what was offered, refuses everything else with a case, and changes nothing when it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ardennes
from ardennes import BadInput, IllegalChoice, Match
from ardennes.core.decision import CHANCE
from ardennes.core.match import new_match
from tests.core import walk
from tests.core.toy import COINS, SIDES, TOY, Toss, Turn
from tests.core.walk import BULGE

ODD: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2.0,
    10**5000,
    "",
    "nowhere",
    "x" * 100_000,
    "a\nb",
    "\ud800",
    b"a",
    [],
    ["a"],
    {},
    {"a": 1},
    ("a",),
    object(),
    float("nan"),
]


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything that a refused choice must leave alone."""
    return (
        match.state.digest(),
        match.count,
        match.state.barrier,
        repr(match.state.decision),
        match.record.lines(with_seed=True),
        match.log,
    )


def refused(match: Match, verb: Any, argument: Any = None, by: str | None = None) -> IllegalChoice:
    before = snapshot(match)
    why = match.explain(verb, argument, by=by)
    with pytest.raises(IllegalChoice) as caught:
        match.play(verb, argument, by=by)
    error = caught.value
    assert snapshot(match) == before
    assert why is not None
    assert (error.case, error.reason) == (why.case, why.reason)
    assert error.case in match.game.ledger.cases
    assert error.reason
    assert len(str(error)) < 1000
    assert "\n" not in str(error)
    return error


def toy(**how: Any) -> Match:
    return new_match(TOY, seed=1, **how)


# --- what is offered ---------------------------------------------------------------------------------------------------------------------


def test_every_offered_choice_is_accepted() -> None:
    choices = toy().decision.choices
    for verb, arguments in choices.items():
        for argument in arguments:
            match = toy()
            assert match.explain(verb, argument) is None
            match.play(verb, argument)
            assert match.count >= 1


def test_a_verb_without_arguments_left_is_not_offered() -> None:
    match = toy()
    for _ in range(3):
        match.play("call", match.decision.choices["call"][0])
    assert "call" not in match.decision.choices
    assert refused(match, "call", "red-1").reason == "not possible now (Turn 4); 'call' is not offered now"


def test_a_decision_counts_its_choices_and_lists_them_inside() -> None:
    decision = toy().decision
    assert decision.count() == sum(len(arguments) for arguments in decision.choices.values())
    raw = decision.raw_choices()
    assert len(raw) == decision.count()
    assert all(decision.offers(verb, argument) for verb, argument in raw)
    assert not decision.offers("go", -1)
    assert not decision.offers("go", 2)  # a number without a name
    assert not decision.offers("fly", 0)
    assert "Turn 1" in repr(decision)


# --- what is refused ---------------------------------------------------------------------------------------------------------------------


def test_a_place_that_is_not_offered_is_refused_with_the_games_reason() -> None:
    error = refused(toy(), "go", "a")
    assert (error.case, error.reason) == ("2.0", "somebody is there")
    assert (error.verb, error.argument) == ("go", "a")


def test_an_unknown_name_is_refused() -> None:
    assert refused(toy(), "go", "z").reason == "there is no field 'z'"


def test_an_unknown_verb_is_refused_with_those_that_are_offered() -> None:
    error = refused(toy(), "fly", "a")
    assert error.reason == "'fly' is not a choice in this game; now allowed: go, call, pick, toss, show, stop"


def test_a_verb_of_another_question_is_refused() -> None:
    assert refused(toy(), "coin", "heads").reason == "this is not the time for 'coin': Turn 1"


def test_an_argument_for_a_verb_that_takes_none_is_refused() -> None:
    assert refused(toy(), "stop", "now").reason == "'stop' takes no argument"


def test_the_wrong_side_is_refused_with_the_case_of_the_sequence_of_play() -> None:
    for by in ("blue", "chance", "green", ""):
        error = refused(toy(), "stop", by=by)
        assert error.case == "1.0"
        assert "the question is for red" in error.reason
    toy().play("stop", by="red")


def test_a_side_cannot_answer_for_chance_nor_chance_beyond_its_outcomes() -> None:
    match = toy(chance="manual")
    match.play("toss")
    assert match.decision.side == CHANCE
    refused(match, "coin", "heads", by="red")
    refused(match, "coin", "both")
    match.play("coin", "tails", by=CHANCE)
    assert match.decision.side == "blue"


@pytest.mark.parametrize("argument", ODD, ids=lambda v: type(v).__name__)
@pytest.mark.parametrize("verb", ["go", "call", "pick", "stop", "coin", "fly"])
def test_an_argument_of_a_wrong_type_is_refused(verb: str, argument: Any) -> None:
    offered = (verb == "pick" and type(argument) is int and argument == 1) or (verb == "stop" and argument is None)
    if not offered:
        refused(toy(), verb, argument)


@pytest.mark.parametrize("verb", ODD, ids=lambda v: type(v).__name__)
def test_a_verb_of_a_wrong_type_is_refused(verb: Any) -> None:
    refused(toy(), verb, "a")
    refused(toy(), verb)


@pytest.mark.parametrize("argument", [True, 1.0, "1"])
def test_a_number_must_be_a_number(argument: Any) -> None:
    refused(toy(), "pick", argument)


def test_a_number_inside_is_not_a_name() -> None:
    for argument in (0, 1, 3, 4, 5):
        refused(toy(), "go", argument)


@given(st.text(), st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()) | st.floats())
def test_whatever_is_not_offered_is_refused(verb: str, argument: Any) -> None:
    match = toy()
    arguments = match.decision.choices.get(verb, [])
    if not any(argument == a and type(argument) is type(a) for a in arguments):
        refused(match, verb, argument)


@pytest.mark.parametrize("part", range(4))
def test_in_every_situation_a_choice_is_offered_or_refused_with_a_case_of_the_ledger(part: int) -> None:
    verbs = sorted({name[3:] for frame in BULGE.frame_types for name in dir(frame) if name.startswith("on_")})
    for data in walk.situations()[part::4]:
        match = ardennes.load_position(data, chance="manual")
        if match.result is not None:
            continue
        rng = random.Random(part)
        before = match.state.digest()
        offered = match.decision.choices
        for verb in verbs:
            table = match.state.tables.get(verb)
            names: list[Any] = ODD[:18] if table is None else [*rng.sample(sorted(table.index), 30), *ODD[:6]]
            for argument in names + offered.get(verb, []):
                now = any(argument == a and type(argument) is type(a) for a in offered.get(verb, []))
                why = match.explain(verb, argument)
                assert (why is None) == now, f"{verb} {argument!r}: {why} in {data}"
                if why is not None:
                    assert why.case in BULGE.ledger.cases
                    assert why.reason
        assert match.state.digest() == before


def test_the_situations_cover_every_question_of_the_game() -> None:
    tops = {type(ardennes.load_position(data, chance="manual").state.stack[-1]) for data in walk.situations()}
    silent = {frame for frame in BULGE.frame_types if frame.__name__ in ("Victory", "TurnEnd", "Crowded")}
    assert tops | silent == set(BULGE.frame_types), "play more random games in tests/core/walk.py"


# --- the end -----------------------------------------------------------------------------------------------------------------------------


def test_nothing_is_accepted_once_the_game_is_over() -> None:
    match = toy()
    match.play("stop")
    assert match.result is not None
    assert (match.result.winner, match.result.level, match.result.points) == ("red", "stopped", 0)
    for verb, argument in [("stop", None), ("go", "b"), ("coin", "heads"), ("fly", None), (None, None)]:
        for by in (None, "red", "blue", CHANCE):
            error = refused(match, verb, argument, by)
            assert (error.case, error.reason) == ("1.0", "the game is over")
    with pytest.raises(BadInput, match="the game is over: there is no decision"):
        _ = match.decision
    assert match.preview() is None
    assert match.view("red")["decision"] is None
    assert match.view("red")["asked"] is None
    assert match.view("red")["result"] == {"winner": "red", "level": "stopped", "points": 0}


def test_a_finished_game_of_bulge_takes_nothing_more() -> None:
    *_, match = walk.walk(1, 18, most=3000)
    assert match.result is not None
    refused(match, "done")
    refused(match, "unit", "de-1ss", by="german")


# --- starting ----------------------------------------------------------------------------------------------------------------------------


def test_the_seed_answers_chance_until_a_side_is_asked() -> None:
    match = toy()
    match.play("toss")
    assert match.decision.side == "blue"
    by = [entry[0] for entry in match.record.entries if not isinstance(entry, int)]
    assert by[0] == "red"
    assert set(by[1:]) == {CHANCE}


def test_a_seed_may_be_a_number_or_the_same_number_as_text() -> None:
    assert new_match(TOY, seed=7).record.commitment == new_match(TOY, seed="7").record.commitment


def test_without_a_seed_every_match_gets_its_own() -> None:
    assert new_match(TOY).record.seed != new_match(TOY).record.seed


def test_weights_of_chance_are_honoured_in_a_match() -> None:
    found = dict.fromkeys(COINS, 0)
    for seed in range(800):
        match = new_match(TOY, seed=seed)
        match.play("toss")
        first = match.record.entries[1]
        assert not isinstance(first, int)
        found[first[2]] += 1
    assert abs(found["heads"] - 100) < 45
    assert abs(found["tails"] - 200) < 60
    assert abs(found["edge"] - 500) < 70


@pytest.mark.parametrize("seed", [10**5000, "\udcff"], ids=["huge", "no text"])
def test_a_seed_that_cannot_be_written_is_refused(seed: Any) -> None:
    with pytest.raises(BadInput, match="invalid seed"):
        new_match(TOY, seed=seed)


def test_unknown_scenario_option_value_and_kind_of_chance_are_refused_with_what_is_allowed() -> None:
    with pytest.raises(BadInput, match="unknown scenario 'x' of toy; allowed: short, long"):
        new_match(TOY, "x")
    with pytest.raises(BadInput, match="unknown option 'x' of toy; allowed: fast, laps"):
        new_match(TOY, options={"x": 1})
    with pytest.raises(BadInput, match="option laps of toy cannot be True; allowed: 1, 2"):
        new_match(TOY, options={"laps": True})
    with pytest.raises(BadInput, match="chance cannot be 'loaded'; allowed: seed, manual"):
        new_match(TOY, chance="loaded")
    with pytest.raises(BadInput, match="unknown side 'green' of toy; allowed: red, blue"):
        toy().view("green")
    with pytest.raises(BadInput, match="unknown game 'waterloo'; allowed: ardennes_offensive, battles, bulge"):
        ardennes.new("waterloo")


def test_scenario_and_options_have_defaults() -> None:
    match = new_match(TOY, "long", {"fast": True})
    assert match.record.scenario == "long"
    assert match.record.options == {"fast": True, "laps": 1}
    assert toy().record.scenario == "short"
    assert [game.id for game in ardennes.games()] == [
        "ardennes_offensive",
        "battles",
        "bulge",
        "commander",
        "enemy_action",
    ]


# --- the story and the view --------------------------------------------------------------------------------------------------------------


def test_the_log_tells_what_happened_and_when() -> None:
    match = toy(chance="manual")
    match.play("go", "b")
    match.play("toss")
    match.play("coin", "tails")
    assert match.log == ["Red goes from a to b.", "The coin shows tails."]
    assert match.events_since(0) == [(1, "Red goes from a to b."), (3, "The coin shows tails.")]
    assert match.events_since(1) == [(3, "The coin shows tails.")]


def test_only_the_side_that_is_asked_sees_the_decision() -> None:
    match = toy()
    view = match.view("red")
    decision = view["decision"]
    assert (decision["prompt"], decision["cases"]) == ("Turn 1", ["1.0"])
    assert decision["choices"] == match.decision.choices
    assert (view["asked"], view["answers"]) == ("red", 0)
    for other in ("blue", None):
        assert match.view(other)["decision"] is None
        assert match.view(other)["asked"] == "red"


@given(st.lists(st.tuples(st.sampled_from(["go", "call", "pick", "toss", "show"]), st.integers(0, 9)), max_size=12))
def test_the_count_is_the_number_of_choices_not_undone(plan: list[tuple[str, int]]) -> None:
    match = toy(solo=True)
    for verb, n in plan:
        arguments = match.decision.choices.get(verb)
        if arguments:
            match.play(verb, arguments[n % len(arguments)])
        elif match.count:
            match.undo()
        assert match.count == len(match.record.choices())
        assert match.decision.side in SIDES
        assert isinstance(match.state.stack[0], Turn | Toss)
