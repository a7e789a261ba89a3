"""Clicking something that is not offered explains why."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, STILL, Desk, Twin, middle, play_on
from tests.browser.server import Server


def test_a_click_on_something_not_offered_shows_the_rule_and_its_case(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    offered = desk.offered()["units"]
    piece = desk.page.locator(f"{BOARD} [data-unit^=us-]:not([data-offered])").first
    assert piece.get_attribute("data-unit") not in offered
    answers = desk.asked()
    desk.press(piece)
    tip = desk.page.locator("[data-testid=refusal]")
    expect(tip).to_be_visible()
    expect(tip.locator("[data-case]").first).to_have_attribute("data-case", re.compile(r"\d+\.\d"))
    assert len(tip.inner_text().split()) > 4
    assert desk.asked() == answers, "nothing has changed"


def test_a_place_that_is_too_far_says_so_on_hover(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: "hex" in twin.match.decision.choices and "stay" in twin.match.decision.choices, 100)
    places = set(desk.offered()["places"])
    far = next(name for name in ("0118", "0119", "0217", "0119") if name not in places)
    place = desk.page.locator(f'{BOARD} [data-place="{far}"]').first
    x, y = middle(place)
    desk.page.mouse.move(x - 3, y)
    desk.page.mouse.move(x, y)
    tip = desk.page.locator("[data-testid=place-tip]")
    expect(tip).to_be_visible()
    expect(tip.locator("[data-case]").first).to_be_visible()


def test_a_refusal_does_not_cover_the_piece_in_hand(server: Server, visits: Visits) -> None:
    token = server.new_table(game="battles", same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    for _ in range(2):  # building and guns
        before = desk.before()
        desk.press_button("done")
        desk.confirm(before)
    piece = desk.page.locator(f'{BOARD} [data-unit="de-14-5-fj"]').first
    desk.press(piece)
    expect(desk.prompt).to_have_attribute("data-steps", "unit de-14-5-fj")
    desk.press_place("D1716")
    tip = desk.page.locator("[data-testid=refusal]")
    expect(tip).to_be_visible()
    tip.evaluate(STILL)
    card, counter = tip.bounding_box(), piece.bounding_box()
    assert card is not None and counter is not None
    across = min(card["x"] + card["width"], counter["x"] + counter["width"]) - max(card["x"], counter["x"])
    down = min(card["y"] + card["height"], counter["y"] + counter["height"]) - max(card["y"], counter["y"])
    assert min(across, down) <= 0, "the tip lies over the piece"


def test_the_case_of_a_refusal_opens_the_rule(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    desk.press(desk.page.locator(f"{BOARD} [data-unit^=us-]:not([data-offered])").first)
    chip = desk.page.locator("[data-testid=refusal] [data-case]").first
    case = chip.get_attribute("data-case") or ""
    chip.click()
    expect(desk.page.get_by_role("tab", name="Rules", exact=True)).to_have_attribute("aria-selected", "true")
    expect(desk.page.get_by_role("tabpanel")).to_contain_text(case)
