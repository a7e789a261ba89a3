"""Whatever is passed to the public functions is used, or refused in one line that says what is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import ardennes
from ardennes import BadInput, IllegalChoice, Match
from ardennes.core.record import Record
from tests.core.walk import started

ODD: list[Any] = [
    None,
    0,
    1.5,
    True,
    "x",
    "",
    "\udcff",
    "a\0b",
    b"x",
    [],
    ["x"],
    {"x": 1},
    object(),
    10**5000,
    int,
    (1, 2),
]


@pytest.mark.parametrize("seed", [1.5, True, object(), [], b"7", int, {}])
def test_a_seed_is_a_whole_number_or_a_text(seed: Any) -> None:
    with pytest.raises(BadInput, match="a seed is a whole number or a text, not"):
        ardennes.new("bulge", seed=seed)


@pytest.mark.parametrize("options", [["x"], "x", 3, [("weather", "variable")]])
def test_options_are_names_with_values(options: Any) -> None:
    with pytest.raises(BadInput, match="options are names with values"):
        ardennes.new("bulge", options=options)


def test_values_of_options_are_spelled_as_they_are_typed() -> None:
    with pytest.raises(BadInput, match=r"option airdrop of bulge cannot be 1; allowed: false, true$"):
        ardennes.new("bulge", options={"airdrop": 1})
    with pytest.raises(BadInput, match=r"cannot be 'true'; allowed: false, true \(without quotes\)$"):
        ardennes.new("bulge", options={"airdrop": "true"})


def _calls(match: Match) -> dict[str, Callable[[Any], Any]]:
    record = match.record
    return {
        "game": lambda x: ardennes.new(x),
        "scenario": lambda x: ardennes.new("bulge", x),
        "option": lambda x: ardennes.new("bulge", options={"weather": x}),
        "seed": lambda x: ardennes.new("bulge", seed=x),
        "chance": lambda x: ardennes.new("bulge", chance=x),
        "position": lambda x: ardennes.load_position(x),
        "record": lambda x: ardennes.replay(x),
        "to": lambda x: ardennes.replay(record, to=x),
        "seed of a record": lambda x: ardennes.replay(record, seed=x),
        "new dice": lambda x: ardennes.replay(record, seed=x, new_dice=True),
        "verify": lambda x: ardennes.verify(x),
        "verb": lambda x: match.copy().play(x),
        "argument": lambda x: match.copy().play("attack", x),
        "argument of a verb that takes none": lambda x: match.copy().play("done", x),
        "by": lambda x: match.copy().play("done", by=x),
        "explain": lambda x: (match.explain(x), match.explain("attack", x), match.explain("done", by=x)),
        "preview": lambda x: match.preview(x),
        "view": lambda x: match.view(x),
        "story": lambda x: match.story(x),
        "start of the story": lambda x: match.story(None, x),
        "events": lambda x: match.events_since(x),
        "answers": lambda x: match.answers(x),
        "overlay": lambda x: match.overlay(x),
        "of": lambda x: match.overlay("supply", x),
        "imagine": lambda x: match.imagine(x, random.Random(1)),
        "rng": lambda x: match.imagine("german", x),
        "record of a side": lambda x: match.record_for(x),
        "undo by": lambda x: match.can_undo(by=x),
        "undo to": lambda x: match.can_undo(to=x),
        "undo limit": lambda x: match.undo_limit(x),
        "at": lambda x: match.at(x),
        "picture of": lambda x: match.svg(x),
        "theme": lambda x: match.svg(theme=x),
        "detail": lambda x: match.svg(detail=x),
        "load": lambda x: Record.load(x),
        "parse": lambda x: Record.parse(x),
        "save": lambda x: record.save(x) if x != "x" else None,
        "equal": lambda x: match == x,
        "choices": lambda x: x in match.choices,
    }


@pytest.mark.parametrize("name", _calls(ardennes.new("bulge")))
def test_any_argument_is_used_or_refused_in_one_line(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call = _calls(ardennes.new("bulge", seed=1))[name]
    for argument in ODD:
        try:
            call(argument)
        except (BadInput, IllegalChoice) as error:
            assert "\n" not in str(error) and 0 < len(str(error)) < 600


@pytest.mark.parametrize(
    "count", [1.5, "1", True, None, [], 10**5000], ids=["half", "text", "yes", "none", "list", "huge"]
)
def test_a_number_of_choices_is_a_whole_number(count: Any) -> None:
    match = started("bulge", 5)
    with pytest.raises(BadInput, match="a number of choices is needed here"):
        match.at(count)
    if count is not None:
        with pytest.raises(BadInput, match="a number of choices is needed here"):
            ardennes.replay(match.record, to=count)
        with pytest.raises(BadInput, match="a number of choices is needed here"):
            match.undo(to=count)
