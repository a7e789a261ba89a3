"""17.0 and 18.0: set-ups, rates and the ten scenarios."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.ardennes_offensive.facts import (
    FRONT_LINE,
    HEX_NAMES,
    LIVE,
    OWN_GROUND,
    ROSTER,
    SIDES,
    START,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.setup import MOVES, rate_of, restricted, set_up_of
from ardennes.games.ardennes_offensive.state import OffensiveState
from tests.rules.ardennes_offensive.table import bad_position, offered, play, refused, situation, where

GAME = ardennes.games.ardennes_offensive.GAME
TABLE = {  # Allied set-up, Allied rate, German set-up, German rate
    "1": "hist hist hist hist",
    "2": "hist hist hist accel",
    "3": "hist hist free hist",
    "4": "free slow hist hist",
    "5": "free slow free hist",
    "6": "free slow free accel",
    "7": "hist slow hist accel",
    "8": "hist slow free accel",
    "9": "hist hist free accel",
    "10": "free hist free accel",
}
WORDS = {"historical": "hist", "free": "free", "slowed": "slow", "accelerated": "accel"}


def state(match: Match) -> OffensiveState:
    assert isinstance(match.state, OffensiveState)
    return match.state


def new(scenario: str = "1", **options: str) -> Match:
    return ardennes.new("ardennes_offensive", scenario=scenario, options=options, seed=1)


def phase(match: Match) -> str:
    return str(match.view()["phase"]) if "phase" in match.view() else GAME.clock(match.state)[1]


def front(side: int) -> list[str]:
    """The units of a side that start on the front line."""
    return [
        UNIT_NAMES.names[u]
        for u, at in enumerate(START)
        if at >= 0 and FRONT_LINE[side] >> at & 1 and ROSTER.side[u] == side
    ]


def rear(side: int) -> list[str]:
    known = front(side)
    return [
        UNIT_NAMES.names[u]
        for u, at in enumerate(START)
        if at >= 0 and ROSTER.side[u] == side and UNIT_NAMES.names[u] not in known
    ]


def names(places: int) -> set[str]:
    return {name for name, p in HEX_NAMES.index.items() if places >> p & 1}


# --- 18.0 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "18.0:abcde", "E-18.0:a", "17.0:a")
@pytest.mark.parametrize("scenario", TABLE)
def test_the_ten_scenarios(scenario: str) -> None:
    row = GAME.scenario(scenario).data
    assert " ".join(WORDS[w] for side in ("allied", "german") for w in row[side]) == TABLE[scenario]
    s = state(new(scenario))
    free = [side for side in ("allied", "german") if row[side][0] == "free"]
    assert [set_up_of(s, SIDES.index(side)) == "free" for side in ("allied", "german")] == [
        side in free for side in ("allied", "german")
    ]
    changed = [row[side][1] != "historical" for side in SIDES]
    assert [rate_of(s, side) == "changed" for side in range(2)] == changed


@pytest.mark.rule("ardennes_offensive", "18.0:b", "E-18.0:a")
def test_scenario_2_is_played_with_accelerated_reinforcements() -> None:
    s = state(new("2"))
    assert s.due[UNIT_NAMES.index["de-2ss-a"]] == 2
    assert state(new("1")).due[UNIT_NAMES.index["de-2ss-a"]] == 4


def test_what_the_designers_expect_is_told_and_ranked() -> None:
    ranks = {scenario.id: scenario.favour for scenario in GAME.scenarios}
    assert min(ranks, key=lambda n: ranks[n] or 0) == "1" and max(ranks, key=lambda n: ranks[n] or 0) == "8"
    assert ranks["3"] is not None and ranks["4"] is not None and ranks["4"] < ranks["3"]
    assert all(scenario.expected in scenario.about for scenario in GAME.scenarios)


@pytest.mark.rule("ardennes_offensive", "17.0:a", "17.0-rates:a")
def test_options_change_what_the_scenario_says() -> None:
    s = state(new("1", german_rate="accelerated", allied_rate="slowed", german_setup="free", allied_setup="free"))
    assert [set_up_of(s, side) for side in range(2)] == ["free", "free"]
    assert [rate_of(s, side) for side in range(2)] == ["changed", "changed"]
    s = state(
        new(
            "6",
            german_rate="historical",
            allied_rate="historical",
            german_setup="historical",
            allied_setup="historical",
        )
    )
    assert [set_up_of(s, side) for side in range(2)] == ["historical", "historical"]
    assert [rate_of(s, side) for side in range(2)] == ["historical", "historical"]
    with pytest.raises(ardennes.BadInput, match="allowed: scenario, historical, accelerated"):
        new("1", german_rate="slowed")
    with pytest.raises(ardennes.BadInput, match="allowed: scenario, historical, slowed"):
        new("1", allied_rate="accelerated")


@pytest.mark.rule("ardennes_offensive", "14.3C:c")
def test_at_the_slowed_rate_nobody_is_restricted() -> None:
    british = 1 << UNIT_NAMES.index["uk-129-i"]
    assert restricted(state(new("1"))) & british
    assert not restricted(state(new("7")))
    assert not restricted(state(new("1", allied_rate="slowed")))
    west = 1 << UNIT_NAMES.index["us-501-pi"]
    assert not restricted(state(new("1"))) & west


# --- 17.0: historical -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "17.0-ghist:a", "17.0-ahist:a")
def test_in_the_historical_set_up_every_unit_has_its_hex() -> None:
    match = new("4")  # the German set-up is historical; the Allied one starts so
    starts = {UNIT_NAMES.names[u]: HEX_NAMES.names[at] for u, at in enumerate(START) if at >= 0}
    assert len(starts) == 47 + 23
    assert {u: where(match, u) for u in starts} == starts
    assert all(OWN_GROUND[ROSTER.side[u]] >> at & 1 for u, at in enumerate(START) if at >= 0)
    again = new("1")
    assert not isinstance(again.state.stack[1], type(match.state.stack[1]))  # nobody is asked


# --- 17.0: free -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "4.2:a", "17.0-afree:c")
def test_the_allied_player_sets_up_first() -> None:
    match = new("6")
    assert match.decision.side == "allied" and match.decision.cases == ("17.0",)
    assert refused(match, "unit", "de-1ss-a") == "17.0"
    match.play("done")
    assert match.decision.side == "german" and match.decision.cases == ("17.0",)
    assert refused(match, "unit", "us-cca9") == "17.0"
    match.play("done")
    assert match.decision.cases != ("17.0",)


@pytest.mark.parametrize(
    ("scenario", "asked"), [("1", []), ("3", ["german"]), ("4", ["allied"]), ("5", ["allied", "german"])]
)
def test_only_a_side_with_free_set_up_is_asked(scenario: str, asked: list[str]) -> None:
    match = new(scenario)
    seen = []
    while match.decision.cases == ("17.0",):
        seen.append(match.decision.side)
        match.play("done")
    assert seen == asked


@pytest.mark.rule("ardennes_offensive", "17.0-gfree:a", "17.0-afree:a")
@pytest.mark.parametrize("side", [0, 1], ids=SIDES)
def test_front_units_stay_on_the_front_line_and_the_others_behind_it(side: int) -> None:
    match = new("6")
    if side == 0:
        match.play("done")
    assert set(offered(match, "unit")) == {*front(side), *rear(side)}
    for unit, allowed in ((front(side)[0], FRONT_LINE[side]), (rear(side)[0], OWN_GROUND[side] & ~FRONT_LINE[side])):
        branch = match.branch() if hasattr(match, "branch") else match
        branch.play("unit", unit)
        assert set(offered(branch, "hex")) == names(allowed) - {where(match, unit)}
        assert not allowed & ~LIVE
        other = HEX_NAMES.names[START[UNIT_NAMES.index[(rear if allowed == FRONT_LINE[side] else front)(side)[0]]]]
        assert refused(branch, "hex", other) == "17.0"
        assert refused(branch, "hex", HEX_NAMES.names[START[UNIT_NAMES.index[front(1 - side)[0]]]]) == "17.0"
        for closed, case in (("0105", "E-MAP-1"), ("1506", "11.0-impassable"), ("0111", "5.3L")):
            assert refused(branch, "hex", closed) == case
        if branch is match:
            match.undo()


@pytest.mark.rule("ardennes_offensive", "17.0-gfree:b", "17.0-afree:b")
@pytest.mark.parametrize("side", [0, 1], ids=SIDES)
def test_units_do_not_stack_but_swap(side: int) -> None:
    match = new("6")
    if side == 0:
        match.play("done")
    one, two = front(side)[:2]
    here, there = where(match, one), where(match, two)
    play(match, ("unit", one), ("hex", there))
    assert (where(match, one), where(match, two)) == (there, here)
    free = sorted(names(FRONT_LINE[side]) - {where(match, u) for u in front(side)})[0]
    play(match, ("unit", one), ("hex", free))
    assert (where(match, one), where(match, two)) == (free, here)
    spots = [where(match, u) for u in (*front(side), *rear(side))]
    assert len(spots) == len(set(spots))


@pytest.mark.rule("ardennes_offensive", "17.0-afree:a")
def test_all_back_as_in_history() -> None:
    match = new("4")
    assert "rest" not in match.decision.choices and refused(match, "rest") == "17.0"
    a, b, c = front(1)[:3]
    before = {u: where(match, u) for u in (a, b, c)}
    play(match, ("unit", a), ("hex", before[b]), ("unit", a), ("hex", before[c]))
    assert {u: where(match, u) for u in before} != before
    play(match, "rest")
    assert {u: where(match, u) for u in before} == before
    play(match, "done")
    assert {u: where(match, u) for u in before} == before


def test_units_can_be_moved_only_so_often_so_that_every_set_up_ends() -> None:
    match = new("4")
    one, two = front(1)[:2]
    for _ in range(MOVES):
        play(match, ("unit", one), ("hex", where(match, two)))
    assert list(match.decision.choices) == ["done"]
    assert refused(match, "unit", one) == "17.0" and refused(match, "rest") == "17.0"
    match.play("done")


def test_a_set_up_can_be_saved_and_loaded() -> None:
    match = new("6")
    play(match, ("unit", front(1)[0]))
    again = ardennes.load_position(match.position())
    assert again.state.digest() == match.state.digest() and offered(again, "hex") == offered(match, "hex")
    match.undo()
    play(match, "done", ("unit", front(0)[0]))
    again = ardennes.load_position(match.position())
    assert again.state.digest() == match.state.digest() and again.decision.side == "german"


@pytest.mark.parametrize(
    ("units", "more", "words"),
    [
        ({"us-395-99": "0208"}, {"scenario": "1", "turn": 1}, "does not set up freely"),
        ({"us-395-99": "0208"}, {"scenario": "4", "turn": 2}, "before game-turn 1"),
        ({"us-395-99": "0609"}, {"scenario": "4", "turn": 1}, "where it cannot be set up"),
        ({"us-38-2": "0609", "us-23-2": "0609"}, {"scenario": "4", "turn": 1}, "not alone"),
        ({"us-cca7": "0609"}, {"scenario": "4", "turn": 1}, "not part of the set-up"),
        ({"de-1ss-a": "0905"}, {"scenario": "4", "turn": 1}, "where it cannot be set up"),
    ],
)
def test_set_up_positions_that_cannot_be(units: dict[str, str], more: dict[str, Any], words: str) -> None:
    assert words in bad_position("allied-set-up", units, **more)


def test_a_small_set_up_works() -> None:
    match = situation("allied-set-up", {"us-395-99": "0208", "us-38-2": "0609"}, scenario="4", turn=1)
    assert sorted(offered(match, "unit")) == ["us-38-2", "us-395-99"]
