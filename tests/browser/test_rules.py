"""The rules on the page: search, tables, the glossary, and all rules on one page to read or print."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ardennes.games import find
from tests.browser.conftest import Visits
from tests.browser.desk import Desk
from tests.browser.server import Server
from tests.browser.test_accessibility import THEMES, check
from tests.browser.test_phone import PHONE, fits


def panel(server: Server, visits: Visits) -> Page:
    """The rules panel at a Bulge table."""
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready()
    page.get_by_role("tab", name="Rules", exact=True).click()
    return page


def test_a_search_shows_the_rule_with_its_table_and_our_reading(server: Server, visits: Visits) -> None:
    page = panel(server, visits)
    page.get_by_label("Search the rules").fill("combat results tables")
    entry = page.locator('[data-rule="D-CRT"]')
    primary = entry.get_by_role("table", name="Primary combat results table")
    expect(primary.get_by_role("columnheader")).to_have_text(["Die", *find("bulge").charts()["primary"].columns[1:]])
    expect(primary.get_by_role("row").nth(6)).to_contain_text("6AeAeAeAeAeCtDr")
    expect(entry).to_contain_text("Our reading")
    expect(page.locator('[data-rule="12.3"]')).to_have_count(0)
    page.get_by_label("Search the rules").fill("submarine")
    expect(page.get_by_role("tabpanel")).to_contain_text("Nothing found")


def test_a_term_says_what_it_means_and_a_reference_leads_to_its_rule(server: Server, visits: Visits) -> None:
    page = panel(server, visits)
    page.get_by_label("Search the rules").fill("14.1")
    term = page.locator('[data-rule="14.1"] .term', has_text="MP").first
    term.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("movement point")
    page.mouse.move(5, 5)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    term.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("movement point")
    page.get_by_label("Search the rules").fill("2.3.1-3")
    page.locator('[data-rule="2.3.1-3"]').get_by_role("button", name="10.2-2").click()
    expect(page.locator('[data-rule="10.2-2"]')).to_be_visible()
    page.get_by_label("Search the rules").fill("ZOC")
    expect(page.get_by_role("tabpanel")).to_contain_text("zone of control")


def test_details_are_folded_away_in_the_panel(server: Server, visits: Visits) -> None:
    page = panel(server, visits)
    page.get_by_label("Search the rules").fill("12.3")
    entry = page.locator('[data-rule="12.3"]')
    detail = entry.get_by_text("A unit that could retreat only off the map is eliminated.")
    expect(detail).to_be_hidden()
    entry.get_by_text("In detail").click()
    expect(detail).to_be_visible()


@pytest.mark.parametrize("game", ["bulge", "commander"])
def test_all_rules_are_on_one_page_and_can_be_searched(server: Server, visits: Visits, game: str) -> None:
    page = visits.open(server.url + f"#/rules/{game}")
    ledger = find(game).ledger
    expect(page.locator("[data-rule]")).to_have_count(len(ledger.cases))
    expect(page).to_have_title(f"{find(game).title}: the rules")
    body = page.locator("main")
    for case in ledger:
        for check_ in case.checks:
            expect(body).to_contain_text(check_.text)
    page.get_by_label("Search the rules").fill("supply")
    expect(page.locator("[data-rule]")).to_have_count(len(ledger.search("supply")))


def test_the_address_of_a_rule_brings_it_into_view_and_so_does_a_reference(server: Server, visits: Visits) -> None:
    page = visits.open(server.url + "#/rules/bulge/14.1")
    expect(page.locator('[data-rule="14.1"]')).to_be_in_viewport()
    expect(page.locator('[data-rule="1.0"]')).not_to_be_in_viewport()
    page.locator('[data-rule="14.1"]').get_by_role("button", name="12.1-1").click()
    expect(page.locator('[data-rule="12.1-1"]')).to_be_in_viewport()
    expect(page).to_have_url(f"{server.url}#/rules/bulge/12.1-1")


def test_the_lobby_leads_to_the_rules_of_the_game_that_is_picked(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    page.locator('[data-game="commander"]').first.click()
    expect(page.get_by_role("link", name="Rules", exact=True)).to_have_attribute("href", "#/rules/commander")


def test_printed_rules_are_dark_on_light_whatever_the_theme(server: Server, visits: Visits) -> None:
    page = visits.open(server.url + "#/rules/bulge", theme="dark")
    expect(page.locator("[data-rule]").first).to_be_visible()
    theme = "document.documentElement.dataset.theme"
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.wait_for_function(f"{theme} === 'light'")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.wait_for_function(f"{theme} === 'dark'")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


@pytest.mark.parametrize("theme", THEMES)
def test_the_rules_can_be_read_by_everyone(server: Server, visits: Visits, theme: str) -> None:
    page = visits.open(server.url + "#/rules/bulge", theme=theme)
    expect(page.locator("[data-rule]").first).to_be_visible()
    check(page)


@pytest.mark.parametrize("game", ["bulge", "commander"])
def test_the_rules_fit_a_phone_and_a_tap_explains_a_term(server: Server, visits: Visits, game: str) -> None:
    page = visits.open(server.url + f"#/rules/{game}", size=PHONE, touch=True)
    expect(page.locator("[data-rule]").first).to_be_visible()
    assert fits(page)
    page.locator(".term").first.tap()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0]
