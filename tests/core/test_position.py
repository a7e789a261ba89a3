"""Positions: any situation can be written and read back unchanged."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import ardennes
from ardennes import Match
from ardennes.core import plainfile
from ardennes.core.match import new_match
from ardennes.core.position import state_from_plain, state_to_plain
from ardennes.games.bulge.facts import PARATROOPS
from tests.core import walk
from tests.core.toy import FIELDS, TOY, Toss, ToyState, Turn
from tests.core.walk import BULGE


def same(a: Match, b: Match) -> None:
    assert a.state == b.state
    assert a.state.digest() == b.state.digest()
    assert a.state.result == b.state.result
    assert repr(a.state.decision) == repr(b.state.decision)
    assert a.position() == b.position()


def reads_back(match: Match) -> None:
    """As a mapping, as YAML text and as JSON text."""
    data = match.position()
    for source in (
        data,
        json.loads(json.dumps(data)),
        plainfile.dump(data),
        json.dumps(data),
        json.dumps(data, indent="\t"),
    ):
        same(match, ardennes.load_position(source, chance="manual"))


@pytest.mark.parametrize("part", range(4))
def test_every_kind_of_situation_is_the_same_after_writing_and_reading(part: int) -> None:
    for data in walk.situations()[part::4]:
        match = ardennes.load_position(data, chance="manual")
        reads_back(match)


@pytest.mark.parametrize("turn", walk.TURNS)
def test_random_games_are_the_same_after_writing_and_reading(turn: int) -> None:
    for match in walk.walk(100 + turn, turn, most=150, chance="manual"):
        same(match, ardennes.load_position(match.position(), chance="manual"))


def test_a_game_goes_on_from_a_position_as_it_would_have_gone_on() -> None:
    for data in walk.situations():
        match = ardennes.load_position(data, chance="manual")
        copy = ardennes.load_position(match.position(), chance="manual")
        rng = random.Random(4)
        for _ in range(40):
            if match.result is not None:
                break
            verb, argument = walk.any_choice(match, rng)
            match.play(verb, argument)
            copy.play(verb, argument)
        same(match, copy)
        assert match.log == copy.log


@pytest.mark.parametrize("name", ["here.yaml", "here.json"])
def test_a_position_can_be_read_from_a_file(tmp_path: Path, name: str) -> None:
    match = ardennes.load_position(walk.situations()[7], chance="manual")
    path = tmp_path / name
    data = match.position()
    path.write_text(plainfile.dump(data) if name.endswith("yaml") else json.dumps(data), encoding="utf-8")
    for source in (path, str(path)):
        same(match, ardennes.load_position(source, chance="manual"))


def test_a_finished_game_is_a_position_too() -> None:
    *_, match = walk.walk(3, 18, most=3000)
    assert match.result is not None
    reads_back(match)
    again = ardennes.load_position(match.position())
    assert again.result == match.result
    assert again.state.decision is None


def test_the_text_is_short_and_any_yaml_reader_takes_hexes_as_text() -> None:
    match = ardennes.new("bulge", seed=1)
    text = plainfile.dump(match.position())
    assert len(text.splitlines()) < 100
    assert yaml.safe_load(text) == match.position()
    assert "'0104'" in text


def test_the_first_state_of_a_scenario_is_written_with_its_options() -> None:
    data = ardennes.new("bulge", options={"airdrop": True}, seed=1).position()
    assert data["game"] == "bulge"
    assert data["scenario"] == "campaign"
    assert data["options"] == {"weather": "historical", "airdrop": True}
    assert data["units"][BULGE.unit_names.names[PARATROOPS]] == "due"


def test_a_position_by_hand_needs_little() -> None:
    text = """
        ardennes: 1
        game: bulge
        turn: 5
        units: {us-7arm: 1010, de-1ss: 1009, de-2: 0910}   # without quotes: a hex is text all the same
        phase: german-combat-before-movement
        """
    match = ardennes.load_position(text)
    assert match.decision.choices["attack"] == ["us-7arm"]
    assert match.record.options == {"weather": "historical", "airdrop": False}
    assert set(match.position()["units"]) == {"us-7arm", "de-1ss", "de-2"}


@pytest.mark.parametrize("phase", list(BULGE.phases))
def test_every_phase_can_be_named(phase: str) -> None:
    data = walk.start_of(3) | {"phase": phase}
    match = ardennes.load_position(data, chance="manual")
    reads_back(match)


def test_frames_say_more_than_the_phase_in_any_order() -> None:
    data = dict(walk.EXCHANGE)
    for both in ({"phase": "allied-movement"} | data, data | {"phase": "allied-movement"}):
        same(ardennes.load_position(both, chance="manual"), ardennes.load_position(data, chance="manual"))


# --- every kind of field -----------------------------------------------------------------------------------------------------------------

places = st.sampled_from(sorted(FIELDS.index.values()))
small = st.integers(-9, 9)
letters = st.characters(min_codepoint=32, max_codepoint=0xD7FF, categories=["L", "N", "P", "S", "Zs"])
words = st.text(letters, max_size=12) | st.sampled_from(
    ["", "1", "true", "~", "0907", "- a", "'", '"', "a: b", "# c", " x "]
)


@st.composite
def toy_states(draw: st.DrawFn) -> ToyState:
    s = ToyState(TOY.setup("long", {"fast": True, "laps": 2}))
    s.turn = draw(st.integers(-1000, 1000))
    s.at = draw(st.lists(places | st.sampled_from([-1, -2]), min_size=3, max_size=3))
    s.score = draw(st.lists(small, min_size=2, max_size=2))
    s.secret = draw(st.lists(small, min_size=2, max_size=2))
    s.lit = draw(st.lists(st.sets(places).map(lambda some: sum(1 << p for p in some)), min_size=2, max_size=2))
    s.home = draw(st.lists(places | st.just(-1), min_size=3, max_size=3))
    s.steps = draw(st.lists(small, min_size=3, max_size=3))
    s.tired = draw(st.integers(0, 7))
    s.wet = sum(1 << p for p in draw(st.sets(places)))
    s.leader = draw(st.integers(-1, 2))
    s.spot = draw(places | st.just(-1))
    s.mover = draw(st.integers(0, 1))
    s.open = draw(st.booleans())
    s.word = draw(words)
    s.stack = [Turn(draw(st.integers(0, 1)))]
    if draw(st.booleans()):
        s.stack.append(Toss(draw(st.integers(0, 1)), tuple(draw(st.lists(small, max_size=3)))))
    s.settle()
    return s


@given(toy_states())
def test_every_kind_of_field_is_read_as_it_was_written(state: ToyState) -> None:
    data = state_to_plain(TOY, state)
    for text in (plainfile.dump(data), json.dumps(data), json.dumps(data, ensure_ascii=False)):
        again, _ = plainfile.parse(text, "here")
        assert again == data
        assert state_from_plain(TOY, again) == state


def test_fields_with_their_usual_value_are_left_out() -> None:
    data = new_match(TOY, seed=1).position()
    assert list(data) == ["ardennes", "game", "scenario", "options", "units", "phase"]
    assert data["units"] == {"red-1": "a", "blue-1": "e"}
    assert data["phase"] == "red-turn"


def test_writing_a_position_does_not_share_anything_with_the_match() -> None:
    match = new_match(TOY, seed=1)
    before = match.state.digest(), match.record.lines()
    data = match.position()
    data["units"].clear()
    data["options"].clear()
    assert (match.state.digest(), match.record.lines()) == before


def _keys(value: Any) -> int:
    return 1 + sum(
        _keys(v) for v in (value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    )


def test_every_value_of_a_file_has_its_line() -> None:
    data, lines = plainfile.parse(plainfile.dump(walk.situations()[3]), "here")
    assert len(lines) == _keys(data)
    data, lines = plainfile.parse("a: 1\nb:\n  - x\n  - {c: 2,\n     d: 3}\n", "here")
    assert lines == {(): 1, ("a",): 1, ("b",): 2, ("b", 0): 3, ("b", 1): 4, ("b", 1, "c"): 4, ("b", 1, "d"): 5}
