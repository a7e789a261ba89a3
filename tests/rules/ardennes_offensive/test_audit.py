"""Found by comparing the game with the second model, and by breaking single rules: each of these would fail if its rule were broken."""

from __future__ import annotations

import pytest

from tests.rules.ardennes_offensive.table import situation, where


@pytest.mark.rule("ardennes_offensive", "14.1A:b")
def test_units_of_a_closed_section_do_not_come_by_the_next_one_on_the_same_turn() -> None:
    """All exits of the Northeast are held: the unit is put off although the Northwest is open."""
    held = {"de-1ss-a": "0210", "de-3-a": "0213", "de-16-a": "0217", "de-130-a": "0222", "us-e1": "2520"}
    due = {"us-16-i": 4}
    match = situation("allied-reinforcements", {**held, "us-16-i": "due"}, turn=4, due=due, section={"us-16-i": 0})
    assert where(match, "us-16-i") == "due"
    position = match.position()
    assert position["due"]["us-16-i"] == 5 and position["section"]["us-16-i"] == 1
