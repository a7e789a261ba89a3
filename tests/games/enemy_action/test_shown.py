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
from ardennes.games.enemy_action.strength import minimum
from tests.rules.enemy_action.fights import combat, declare, draw
from tests.rules.enemy_action.hands import card
from tests.rules.enemy_action.table import play, situation, state

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


FIRST_DAY_OF = {"crisis": 22}


def test_every_event_has_a_sentence_and_every_briefing_cites_cases() -> None:
    assert {event.case for event in GAME.events.values()} <= set(GAME.ledger.cases)
    assert {overlay.case for overlay in GAME.overlays} <= {"", *GAME.ledger.cases}
    for scenario in GAME.scenarios:
        for side in GAME.sides:
            briefing = GAME.briefings.of(scenario.id, side)
            for one in (briefing, *(later for _, later in briefing.later)):
                assert {rule.case for rule in one.rules} <= set(GAME.ledger.cases)


def test_a_briefing_speaks_of_the_day_on_which_play_begins() -> None:
    """Nobody who takes up a game later reads of the surprise, or of rules that do not matter any more."""
    for scenario in GAME.scenarios:
        first = FIRST_DAY_OF.get(scenario.id, 16)
        for side in GAME.sides:
            briefing = GAME.briefings.of(scenario.id, side)
            assert briefing.at(first - 15) is briefing, "the scenario begins with its own"
            for day in range(first + 1, 16 + scenario.turns):
                text = str(briefing.at(day - 15).plain() | {"later": None})
                assert "first three impulses" not in text and "On 16 December" not in text
                assert briefing.at(day - 15).wins == briefing.wins
    german = GAME.briefings.of("campaign", "german")
    assert [german.at(day - 15).rules[0].case for day in (16, 17, 18, 19, 21, 29)] == [
        *("6.5", "6.5", "6.5", "10.2", "5.1-interdiction", "5.1-interdiction")
    ]


def test_every_table_of_the_rules_has_rows() -> None:
    tables = GAME.charts()
    assert all(table.rows for table in tables.values())
    shown = {table.title for case in GAME.ledger for table in case.tables}
    assert shown == {table.title for table in tables.values()}


# --- what is said before it bites ------------------------------------------------------------------------------------


def chances(preview: dict[str, Any] | None) -> dict[str, float]:
    """The chances of each result with the most chits, and how many these are."""
    assert preview is not None
    last = preview["tables"][-1]
    return {"chits": float(last["id"])} | {row["label"]: row["chance"] for row in last["outcomes"]}


def test_the_odds_with_a_tactic_are_shown_before_its_card_is_played() -> None:
    units = {"de-3-2p": "1715", "de-39-26": "1915", "us-501-101": "1815"}
    match = declare(combat(units, hand={"german": [67, 42], "allied": [17]}), "1815")
    now = chances(match.preview("german"))
    then = chances(match.fight("card", card(67), "german"))
    assert then["chits"] == now["chits"] + 1  # each tactic allows one chit more
    assert then != now
    play(match, ("card", card(67)))
    assert chances(match.preview("german")) == now  # the odds stay in sight while the tactic is chosen
    assert chances(match.fight("tactic", "combat-engineers", "german")) == then
    play(match, ("tactic", "combat-engineers"))
    assert chances(match.preview("german")) == then
    assert match.preview("allied") == match.preview("german")


def test_a_card_that_could_be_several_tactics_or_brings_units_has_no_odds_of_its_own() -> None:
    wild = next(c.number for c in f.CARD_FACTS if c.any_tactic and c.side == f.GERMAN and c.entry <= 16)
    hand = {"german": [wild], "allied": []}
    match = declare(combat({"de-3-2p": "1715", "us-501-101": "1815"}, hand=hand), "1815")
    assert match.fight("card", card(wild), "german") is None
    play(match, ("card", card(wild)))
    assert match.fight("tactic", "reinforce-battle", "german") is None
    assert match.fight("tactic", "artillery", "german") is not None


def test_a_kampfgruppe_says_who_would_be_in_it_and_a_single_unit_what_it_may_do() -> None:
    match = ardennes.new("enemy_action", scenario="assault", seed="hand")
    army = next(c for c in match.decision.choices["card"] if f.CARD_FACTS[f.CARD[c]].title == "5th Panzer Army")
    match.play("card", army)
    hints = match.view("german")["decision"]["hints"]
    assert hints["kg"]["1407"]["note"] == "60.116P, 156.116P, 560, 3.2P, 304.2P and 2.2P"
    other = ardennes.new("enemy_action", scenario="assault", seed="hand")
    corps = next(c for c in other.decision.choices["card"] if f.CARD_FACTS[f.CARD[c]].kind == "corps")
    other.play("card", corps)
    assert "only dig in" in other.view("german")["decision"]["hints"]["unit"]["*"]["label"]


def test_more_chits_are_weighed_by_what_they_could_add() -> None:
    match = combat({"de-3-2p": "1715", "de-304-2p": "1715", "de-130-lehr": "1915", "us-110-28": "1815"})
    declare(match, "1815")
    draw(match, *range(1, 1 + minimum(state(match))))
    notes = match.view("german")["decision"]["hints"]["total"]
    first, *rest = (notes[key]["note"] for key in sorted(notes, key=int))
    assert first.startswith(("0 hits", "1 hit", "2 hits")) and first.endswith("on the attacker")
    assert rest and all("chance of more hits: defender " in note for note in rest)


def hints(match: Match) -> dict[str, Any]:
    """What the player who is asked is told about each choice."""
    found: dict[str, Any] = match.view(match.decision.side)["decision"]["hints"]
    return found


def test_an_event_says_what_it_does_before_its_card_is_played() -> None:
    hand = {"german": [42], "allied": [1]}
    stack = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "allied", "stage": 0}]
    units = {"us-501-101": "1815", "de-3-2p": "1607"}
    late: dict[str, Any] = {"impulses": {"german": 5, "allied": 4}, "oos": ["us-501-101"]}
    match = play(situation("", units, day=22, hand=hand, frames=stack, **late), ("card", card(1)))
    notes = {name: hint["note"] for name, hint in hints(match)["event"].items() if name != "*"}
    assert set(notes) == set(match.decision.choices["event"]) and all(notes.values())
    assert notes["airpower"] == "one stack without supply is back in supply until the next Supply Phase"
    play(match, ("event", "airpower"))
    assert hints(match)["stack"]["1815"]["note"] == "501.101: back in supply until the next Supply Phase"


def test_the_answers_of_a_draw_say_the_total_and_what_is_still_to_come() -> None:
    units = {"de-3-2p": "1607", "de-304-2p": "1607", "de-2-2p": "1707", "us-110-28": "1708"}
    match = declare(combat(units), "1708")
    least = minimum(state(match))
    for _ in range(least):
        draw(match, int(match.decision.choices["chit"][0].removeprefix("chit-")))
    labels = {total: hint["label"] for total, hint in hints(match)["total"].items() if total != "*"}
    assert labels[str(least)] == f"{least}, stop here" and labels[str(least + 1)] == f"{least + 1} (1 more)"


def test_only_units_of_the_present_activation_are_pointed_at() -> None:
    units = {"de-3-2p": "1715", "us-501-101": "1815"}
    assert combat(units).view("german")["focus"]["units"] == ["de-3-2p"]
    hand = {"german": [42], "allied": [1]}
    idle = situation(
        "german-impulse", units, day=20, hand=hand, active=["de-3-2p"], impulses={"german": 5, "allied": 5}
    )
    assert idle.view("german")["focus"]["units"] == []


def test_the_map_shows_the_bridge_that_is_about_to_be_blown() -> None:
    stack = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "allied", "stage": 1},
        {"frame": "Greif", "side": "german", "river": "1707-1708"},
    ]
    hand = {"german": [42], "allied": [5]}
    late: dict[str, Any] = {"impulses": {"german": 5, "allied": 5}}
    match = situation("", {"de-3-2p": "1707", "us-110-28": "1812"}, day=20, hand=hand, frames=stack, **late)
    assert match.decision.prompt.startswith("Save the bridge over the ")
    assert sorted(match.view("german")["focus"]["places"]) == ["1707", "1708"]
