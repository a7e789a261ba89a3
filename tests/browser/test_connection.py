"""Reloading, lost connections, and a server that goes away."""

from __future__ import annotations

import signal

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk, Twin, play_on
from tests.browser.server import Server
from tests.machine import wait_until


def test_a_reload_in_the_middle_of_a_move_continues_where_it_was(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: twin.match.count >= 2 and not twin.hand, check_every=100)
    before = desk.offered()
    desk.page.reload()
    desk.ready()
    desk.expect_offered(**before)
    play_on(desk, twin, lambda: twin.match.count >= 5 and not twin.hand)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_play_goes_on_after_the_server_was_away(own_server: Server, visits: Visits, how: signal.Signals) -> None:
    visits.allowed += ["ERR_CONNECTION", "WebSocket", "Failed to load resource: net::"]
    token = own_server.new_table(same_screen=True)["token"]
    page = visits.open(own_server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    twin = Twin()
    play_on(desk, twin, lambda: twin.match.count >= 2 and not twin.hand, check_every=100)
    own_server.stop(how)
    offline = page.locator("[data-testid=offline]")
    expect(offline).to_be_visible()
    own_server.start()
    expect(offline).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="Connected again")).to_be_visible()
    play_on(desk, twin, lambda: twin.match.count >= 6 and not twin.hand)
    assert own_server.table(token)["view"]["asked"] == twin.side


def test_a_lost_connection_and_what_fails_in_the_meantime_are_told_side_by_side(
    own_server: Server, visits: Visits
) -> None:
    visits.allowed += ["ERR_CONNECTION", "WebSocket", "Failed to load resource: net::"]
    token = own_server.new_table(same_screen=True)["token"]
    page = visits.open(own_server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    own_server.stop()
    offline = page.locator("[data-testid=offline]")
    expect(offline).to_be_visible()
    desk.press_unit(desk.offered()["units"][0])
    failed = page.get_by_role("alert").filter(has_text="The server cannot be reached")
    expect(failed).to_be_visible()
    a, b = offline.bounding_box(), failed.bounding_box()
    assert a is not None
    assert b is not None
    assert a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


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
    play_on(first, twin, lambda: twin.match.count >= 2 and not twin.hand, check_every=100)
    expect(second.prompt).to_have_attribute("data-answers", first.asked()[1])
    play_on(second, twin, lambda: twin.match.count >= 4 and not twin.hand)
    expect(first.prompt).to_have_attribute("data-answers", second.asked()[1])


def test_an_unknown_link_gets_a_friendly_message(server: Server, visits: Visits) -> None:
    page = visits.open(server.url + "#/g/0000000000000000000000000000000000")
    expect(page.get_by_role("heading", name="Table not found")).to_be_visible()
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.locator("[data-game]").first).to_be_visible()


def test_an_answer_that_comes_after_the_table_was_left_does_no_harm(server: Server, visits: Visits) -> None:
    """The console stays empty: `visits` looks at that."""
    first, second = (server.new_table(same_screen=True, game=game)["token"] for game in ("bulge", "commander"))
    page = visits.open(server.url + "#/")
    held: list[Route] = []
    page.route("**/api/table/ahead*", lambda route: held.append(route))
    for token in (first, second, first):
        page.evaluate("(token) => { location.hash = `#/g/${token}`; }", token)
        Desk(page).ready()
        wait_until(lambda: bool(page.title()) and bool(held), "nothing was asked")
        page.evaluate("location.hash = '#/'")
        expect(page.locator("[data-testid=start]")).to_be_visible()
        while held:
            with page.expect_response("**/api/table/ahead*"):
                held.pop().continue_()
    page.unroute("**/api/table/ahead*")
    page.evaluate("(token) => { location.hash = `#/g/${token}`; }", second)
    desk = Desk(page).ready()
    desk.press_place(next(iter(server.table(second)["view"]["decision"]["choices"]["activate"])))
    wait_until(lambda: bool(desk.in_hand()), "the table cannot be played")
