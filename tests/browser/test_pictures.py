"""The documentation's pictures: `make pictures` retakes them, any other run only checks that they can be taken."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Shot, Visits
from tests.browser.desk import Desk, Twin, play_on
from tests.browser.server import Server
from tests.browser.test_fights import Fight
from tests.browser.test_replay import feed, slide

SIZE = (1440, 900)


def test_pictures_of_lobby_board_attack_replay_and_phone(server: Server, visits: Visits, shot: Shot) -> None:
    token = server.new_table(same_screen=True, seed="salm")["token"]
    twin = Twin("salm")
    feed(server, token, twin, turn=4)
    page = visits.open(server.url + f"#/g/{token}", size=SIZE)
    desk = Desk(page).ready()
    play_on(desk, twin, lambda: {"hex", "stay"} <= set(twin.match.decision.choices), 1000)
    desk.still()
    expect(page.locator("[data-testid=banner]")).to_have_count(0)
    shot(page, "board")

    phone = visits.open(server.url + f"#/g/{token}", size=(390, 844), touch=True, scale=2)
    settle(Desk(phone, touch=True).ready())
    shot(phone, "phone")

    night = visits.open(server.url + f"#/g/{token}", size=SIZE, theme="dark")
    dark = Desk(night).ready()
    slide(night, 60)
    expect(night.locator("[data-testid=replay]")).to_have_attribute("data-moment", "60")
    night.get_by_role("button", name="Whole board").click()
    settle(dark)
    shot(night, "replay")

    play_on(desk, twin, lambda: "roll" in twin.match.decision.choices, 1000)
    expect(page.locator("[data-testid=attack]")).to_be_visible()
    settle(desk)
    shot(page, "attack")

    page.goto(server.url + "#/")
    expect(page.locator("[data-testid=your-move]")).to_be_visible()
    page.wait_for_function("() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    page.wait_for_timeout(500)
    shot(page, "lobby")


def test_a_picture_of_a_battle(server: Server, visits: Visits, shot: Shot) -> None:
    fight = Fight(server, "commander", "handful")
    desk = fight.open(server, visits, size=SIZE, motion=True)
    settle(desk)
    desk.choose(*fight.step)
    desk.page.mouse.move(2, 2)
    desk.page.wait_for_selector("[data-hit]")
    shot(desk.page, "fight")


def settle(desk: Desk) -> None:
    """Wait until the map is drawn at full sharpness."""
    desk.page.mouse.move(2, 2)
    desk.still()
    expect(desk.page.locator("[data-testid=banner]")).to_have_count(0)
    desk.page.wait_for_timeout(1200)
