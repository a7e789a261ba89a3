"""No serious accessibility problem in either theme."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk, Twin, play_on
from tests.browser.server import Server
from tests.browser.test_replay import slide

THEMES = ("light", "dark")


def check(page: Page) -> None:
    """Axe finds nothing that is serious or critical."""
    found = Axe().run(page).response["violations"]
    lines = [
        f"{fault['impact']}: {fault['help']} ({fault['id']})\n"
        + "\n".join(
            f"    {node['html'][:160]}  {node['failureSummary'].splitlines()[-1].strip()}"
            for node in fault["nodes"][:5]
        )
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize("theme", THEMES)
def test_lobby(server: Server, visits: Visits, theme: str) -> None:
    page = visits.open(server.url, theme=theme)
    expect(page.locator('[data-game="bulge"]').first).to_be_visible()
    check(page)


@pytest.mark.parametrize("theme", THEMES)
def test_game_attack_and_replay(server: Server, visits: Visits, theme: str) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", theme=theme)
    desk = Desk(page).ready()
    check(page)
    play_on(desk, twin := Twin(), lambda: "roll" in twin.match.decision.choices, check_every=100)
    expect(page.locator("[data-testid=attack]")).to_be_visible()
    check(page)
    slide(page, 0)
    expect(page.locator("[data-testid=replay]")).to_have_attribute("data-moment", "0")
    check(page)


@pytest.mark.parametrize("panel", ["Story", "Forces", "Rules", "History", "Chat"])
def test_panels(server: Server, visits: Visits, panel: str) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready()
    page.get_by_role("tab", name=panel, exact=True).click()
    expect(page.get_by_role("tab", name=panel, exact=True)).to_have_attribute("aria-selected", "true")
    check(page)


def test_phone(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", size=(390, 844), touch=True)
    Desk(page).ready()
    check(page)
