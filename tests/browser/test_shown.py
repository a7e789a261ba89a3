"""What the page shows is what it means: overlays follow the unit in hand, rules have names."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk
from tests.browser.server import Server


def test_the_reach_of_a_unit_is_shown_once_it_is_picked(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    body = {"verb": "done", "argument": None, "answers": server.table(token)["view"]["answers"]}
    server.call("POST", "api/table/choices", body, token)
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    page = desk.page
    page.locator("[data-layer=reach]").click()
    expect(page.get_by_text("pick a unit")).to_be_visible()
    with page.expect_response(lambda answer: "overlay" in answer.url and "de-1ss" in answer.url) as answer:
        desk.press_unit("de-1ss")
    assert answer.value.ok
    expect(page.get_by_text("pick a unit")).to_have_count(0)
    expect(page.locator("[data-testid=legend] li").first).to_be_visible()


def test_rules_are_called_by_words_that_people_use(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    expect(desk.prompt.locator("[data-case='4-activation']")).to_have_text("Activation")
