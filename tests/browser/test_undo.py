"""Undo."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk, Twin, play_on
from tests.browser.server import Server


def test_undo_takes_back_one_choice_after_the_other(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    start = desk.offered()
    play_on(desk, twin, lambda: twin.match.count >= 3)
    undo = desk.page.locator("[data-testid=undo]")
    for _ in range(3):
        before = desk.asked()
        undo.click()
        desk.page.wait_for_function(
            "(answers) => document.querySelector('[data-testid=prompt]').dataset.answers !== answers", arg=before[1]
        )
    desk.expect_offered(**start)
    expect(undo).to_be_disabled()


def test_in_hot_seat_play_undo_goes_back_past_the_dice(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: "roll" in twin.match.decision.choices)
    before = desk.offered()
    desk.choose("roll", None, "none")
    answers = desk.asked()[1]
    desk.page.locator("[data-testid=undo]").click()
    desk.page.wait_for_function(
        "(answers) => document.querySelector('[data-testid=prompt]').dataset.answers !== answers", arg=answers
    )
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
