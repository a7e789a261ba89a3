"""Found by comparing the game with the second model, and by breaking single rules: each of these would fail if its rule were broken."""

from __future__ import annotations

import pytest

from ardennes import Match
from tests.rules.ardennes_offensive.audit import audit
from tests.rules.ardennes_offensive.table import offered, play, situation, where


@pytest.mark.rule("ardennes_offensive", "14.1A:b")
def test_units_of_a_closed_section_do_not_come_by_the_next_one_on_the_same_turn() -> None:
    """All exits of the Northeast are held: the unit is put off although the Northwest is open."""
    held = {"de-1ss-a": "0210", "de-3-a": "0213", "de-16-a": "0217", "de-130-a": "0222", "us-e1": "2520"}
    due = {"us-16-i": 4}
    match = situation("allied-reinforcements", {**held, "us-16-i": "due"}, turn=4, due=due, section={"us-16-i": 0})
    assert where(match, "us-16-i") == "due"
    position = match.position()
    assert position["due"]["us-16-i"] == 5 and position["section"]["us-16-i"] == 1


def british_fight(scenario: str) -> Match:
    """British armor destroys a German unit on the far bank of the Meuse, over the bridge at 1438 and 1439."""
    units = {"uk-56-gds": "1439", "uk-32-gds": "1439", "de-2-a": "1438"}
    match = situation("allied-combat", units, scenario=scenario)
    play(match, ("attack", "1438"), "all", ("fight", "1438"), "pass", "roll", ("die", 1))
    assert where(match, "de-2-a") == "eliminated"
    return match


@pytest.mark.rule("ardennes_offensive", "14.3C")
def test_british_of_the_slowed_schedule_advance_over_the_meuse() -> None:
    """They come by W there, not by WB, and are not restricted; at the historical rate they may fight but not advance."""
    assert set(offered(british_fight("7"), "unit")) == {"uk-56-gds", "uk-32-gds"}
    assert not offered(british_fight("1"), "unit")


def test_the_game_agrees_with_the_second_model() -> None:
    """A small part of what `python -m tests.rules.ardennes_offensive.model` compares."""
    tally = audit(60, seed=11)
    assert not tally.different, "\n".join(tally.told)
    assert sum(tally.compared.values()) > 800
    wanted = {
        "reach",
        "cost",
        "offered",
        "bridges",
        "unsupplied",
        "isolated",
        "strength",
        "odds",
        "immunity",
        "retreats",
    }
    assert {*wanted, "exits", "points", "arrivals", "delays", "judged"} <= set(tally.compared)
