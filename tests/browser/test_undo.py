"""Undo."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk, Twin, play_on
from tests.browser.server import Server


def undo_once(desk: Desk) -> None:
    """Press Undo, and wait until something has been taken back."""
    answers = desk.asked()[1]
    desk.page.locator("[data-testid=undo]").click()
    expect(desk.prompt).not_to_have_attribute("data-answers", answers)


def test_undo_takes_back_one_intention_after_the_other(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    start = desk.offered()
    committed = 0
    while committed < 3:  # an attack of five choices is one intention
        verb, argument, kind = twin.advice()
        committed += not twin.is_pick(verb)
        desk.choose(verb, argument, kind, None if twin.is_pick(verb) else twin.hand)
        twin.play(verb, argument)
    assert twin.match.count > 2 * committed
    for _ in range(committed):
        undo_once(desk)
    desk.expect_offered(**start)
    assert desk.in_hand() == []
    expect(desk.page.locator("[data-testid=undo]")).to_be_disabled()


def test_undo_first_drops_what_is_only_in_hand(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    start, answers = desk.offered(), desk.asked()[1]
    desk.choose(*twin.advice())
    assert desk.in_hand() != []
    desk.page.locator("[data-testid=undo]").click()
    desk.expect_offered(**start)
    assert desk.in_hand() == []
    assert desk.asked()[1] == answers


def test_in_hot_seat_play_undo_goes_back_past_the_dice(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    before = desk.offered()
    play_on(desk, twin, lambda: "roll" in twin.match.decision.choices)
    desk.choose("roll", None, "none")
    undo_once(desk)
    desk.expect_offered(**before)


def test_against_another_person_undo_does_not_go_back_past_the_dice_and_says_so(server: Server, visits: Visits) -> None:
    made = server.new_table()
    desk = Desk(visits.open(server.url + f"#/g/{made['links']['german']}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: "roll" in twin.match.decision.choices)
    desk.choose("roll", None, "none")
    undo = desk.page.locator("[data-testid=undo]")
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", re.compile(r"\w"))
