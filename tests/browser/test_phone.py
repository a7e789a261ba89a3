"""On a phone, with a finger."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, Twin
from tests.browser.server import Server

PHONE = (390, 844)


def fits(page: Page) -> bool:
    """Nothing overflows horizontally."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return wide


def test_the_lobby_fits_and_starts_a_game(server: Server, visits: Visits) -> None:
    page = visits.open(server.url, size=PHONE, touch=True)
    expect(page.locator('[data-game="bulge"]').first).to_be_visible()
    assert fits(page)
    page.locator("[data-testid=start]").tap()
    Desk(page).ready()
    assert fits(page)


def test_an_attack_is_made_by_tapping(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True)
    desk = Desk(page, touch=True).ready()
    twin = Twin()
    board = page.locator(BOARD)
    assert float(board.get_attribute("data-scale") or 0) > 0
    while not any(event["roll"] for event in twin.match.story(None)):
        verb, argument, kind = twin.advice()
        desk.choose(verb, argument, kind)
        twin.play(verb, argument)
        assert fits(page)
    expect(page.locator("[data-testid=die]").first).to_be_visible()


def test_buttons_are_large_enough_for_a_thumb(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True)
    Desk(page, touch=True).ready()
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box is not None
        least = 24 if button.get_attribute("data-case") else 43.5  # a rule chip is part of the text, like a link
        assert box["height"] >= least and box["width"] >= least, button.evaluate("one => one.outerHTML")
