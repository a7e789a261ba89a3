"""What is shown: views, overlays, story and tables; none of them tells a side what it may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.core.view import table_view
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.table import situation, state

EYES = ("german", "allied", None)


def random_game(seed: int, choices: int, scenario: str = "campaign") -> Iterator[Match]:
    """A game played at random; each position is handed out."""
    match = ardennes.new("enemy_action", scenario=scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(choices):
        if match.result is not None:
            return
        verb = rng.choice(sorted(match.decision.choices))
        some = match.decision.choices[verb]
        match.play(verb, rng.choice(some) if some else None)
        yield match


def same_for(match: Match, side: str | None, rng: random.Random) -> None:
    """A side is shown the same in a world that differs only in what it cannot know."""
    other = GAME.imagine(match.state, side, rng)
    assert table_view(GAME, other, side) == table_view(GAME, match.state, side)


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_views_tell_no_secret(scenario: str) -> None:
    rng = random.Random(scenario)
    for n, match in enumerate(random_game(7, 300, scenario)):
        if n % 6 == 0:
            for side in EYES:
                same_for(match, side, rng)


def test_the_story_of_each_side_can_be_told_and_names_no_hidden_card() -> None:
    last: Match | None = None
    for match in random_game(3, 900):
        last = match
    assert last is not None
    for side in EYES:
        lines = last.story(side)
        assert lines
        for line in lines:
            if line["kind"] == "draws":
                assert side is not None and line["side"] == side
            assert "{" not in "".join(part["t"] for part in line["parts"])
    assert not [line for line in last.story(None) if line["kind"] == "draws"]


def test_every_overlay_can_be_drawn_and_is_the_same_for_both_sides() -> None:
    rng = random.Random(5)
    for n, match in enumerate(random_game(11, 240)):
        if n % 40:
            continue
        for overlay in GAME.overlays:
            if overlay.draw is None:
                continue
            of = {"side": "german", "unit": rng.choice(GAME.unit_names.names)}.get(overlay.of, "")
            drawn = GAME.overlay(match.state, "german", overlay.id, of)
            world = GAME.imagine(match.state, None, rng)
            assert GAME.overlay(world, None, overlay.id, of) == drawn


def kinds(view: dict[str, Any], at: str) -> list[str]:
    return [marker["kind"] for marker in view["markers"] if marker["at"] == at]


@pytest.mark.rule("enemy_action", "3-markers:b")
def test_only_the_allied_player_sees_which_depots_are_full() -> None:
    match = situation(
        "supply", {"de-3-2p": "1607"}, hand={"german": [46], "allied": [13]}, depots=["1814", "0610"], fuel_yes=["1814"]
    )
    assert kinds(match.view("allied"), "1814") == ["full fuel depot"]
    assert kinds(match.view("allied"), "0610") == ["empty fuel depot"]
    for side in ("german", None):
        assert kinds(match.view(side), "1814") == kinds(match.view(side), "0610") == ["fuel depot"]


def test_a_unit_shows_its_steps_strength_and_markers() -> None:
    match = situation(
        "supply",
        {"de-272": "0205", "us-110-28": "1708"},
        day=16,
        hand={"german": [46], "allied": [13]},
        lost={"de-272": 2},
        low=["us-110-28"],
        dispersed=["us-110-28"],
    )
    pieces = {piece["id"]: piece for piece in match.view("german")["pieces"]}
    weak = pieces["de-272"]
    assert (weak["steps"], weak["factors"], weak["quality"]) == ([1, 3], "[1]-3", "green")
    assert set(pieces["us-110-28"]["badges"]) == {"lowsupply", "dispersed"} and not pieces["us-110-28"]["supplied"]


def test_gauge_and_calendar_show_the_next_evening_that_counts() -> None:
    match = situation("supply", {"de-272": "0205"}, day=19, hand={"german": [46], "allied": [13]})
    view = match.view("allied")
    assert "20 December" in view["gauge"]["text"]
    assert {mark["at"] for mark in view["gauge"]["marks"]} == {10, 41}
    assert next(day["label"] for day in view["days"] if day["check"]) == "20"
    view = ardennes.new("enemy_action", scenario="assault", seed=1).view("german")
    assert {mark["at"] for mark in view["gauge"]["marks"]} == {7, 8}


def test_units_that_wait_are_on_the_calendar_by_date() -> None:
    match = ardennes.new("enemy_action", seed=1)
    rows = match.view("german")["calendar"]
    waiting = {unit for row in rows for unit in row["units"]}
    assert waiting == set(f.UNIT_NAMES.list_of(state(match).in_box(f.ON_CALENDAR)))
    assert [row["turn"] for row in rows] == sorted(row["turn"] for row in rows)


def test_every_event_has_a_sentence_and_every_briefing_cites_cases() -> None:
    assert {event.case for event in GAME.events.values()} <= set(GAME.ledger.cases)
    assert {overlay.case for overlay in GAME.overlays} <= {"", *GAME.ledger.cases}
    for scenario in GAME.scenarios:
        for side in GAME.sides:
            assert {rule.case for rule in GAME.briefings.of(scenario.id, side).rules} <= set(GAME.ledger.cases)


def test_every_table_of_the_rules_has_rows() -> None:
    tables = GAME.charts()
    assert all(table.rows for table in tables.values())
    shown = {table.title for case in GAME.ledger for table in case.tables}
    assert shown == {table.title for table in tables.values()}
