"""Reloading, lost connections, and a server that goes away."""

from __future__ import annotations

import signal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk, Twin, play_on
from tests.browser.server import Server


def test_a_reload_in_the_middle_of_a_move_continues_where_it_was(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: twin.match.count >= 2, check_every=100)
    before = desk.offered()
    desk.page.reload()
    desk.ready()
    desk.expect_offered(**before)
    play_on(desk, twin, lambda: twin.match.count >= 5)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_play_goes_on_after_the_server_was_away(own_server: Server, visits: Visits, how: signal.Signals) -> None:
    visits.allowed += ["ERR_CONNECTION", "WebSocket", "Failed to load resource: net::"]
    token = own_server.new_table(same_screen=True)["token"]
    page = visits.open(own_server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    twin = Twin()
    play_on(desk, twin, lambda: twin.match.count >= 2, check_every=100)
    own_server.stop(how)
    offline = page.locator("[data-testid=offline]")
    expect(offline).to_be_visible()
    own_server.start()
    expect(offline).to_have_count(0)
    play_on(desk, twin, lambda: twin.match.count >= 6)
    assert own_server.table(token)["view"]["asked"] == twin.side


def test_a_double_click_counts_once(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: "roll" in twin.match.decision.choices, check_every=100)
    answers = int(desk.asked()[1])
    desk.page.locator('button[data-verb="roll"]').first.dblclick()
    twin.play("roll", None)
    expect(desk.prompt).to_have_attribute("data-answers", str(len(twin.match.record.entries)))
    assert len(twin.match.record.entries) > answers
    twin.check(desk)
    assert server.table(token)["view"]["answers"] == len(twin.match.record.entries)


def test_two_windows_of_one_seat_stay_together(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    first, second = (Desk(visits.open(server.url + f"#/g/{token}")).ready() for _ in range(2))
    twin = Twin()
    play_on(first, twin, lambda: twin.match.count >= 2, check_every=100)
    expect(second.prompt).to_have_attribute("data-answers", first.asked()[1])
    play_on(second, twin, lambda: twin.match.count >= 4)
    expect(first.prompt).to_have_attribute("data-answers", second.asked()[1])


def test_an_unknown_link_gets_a_friendly_message(server: Server, visits: Visits) -> None:
    page = visits.open(server.url + "#/g/0000000000000000000000000000000000")
    expect(page.get_by_role("heading", name="Table not found")).to_be_visible()
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.locator("[data-game]").first).to_be_visible()
