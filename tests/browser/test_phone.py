"""On a phone, with a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, Twin
from tests.browser.server import Server
from tests.machine import wait_until

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
        desk.choose(verb, argument, kind, None if twin.is_pick(verb) else twin.hand)
        twin.play(verb, argument)
        assert fits(page)
    expect(page.locator("[data-testid=die]").first).to_be_visible()


@pytest.mark.parametrize("whole", [False, True], ids=["as it opens", "the whole board"])
def test_on_a_phone_a_move_of_commander_is_two_taps(server: Server, visits: Visits, whole: bool) -> None:
    """One on the piece, one on where it goes; on the whole board, where counters are too small to hit, the first tap zooms in."""
    token = server.new_table(same_screen=True, game="commander")["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True), touch=True).ready()
    (unit,) = pieces_in(desk, "Losheim", "german")
    if whole:
        desk.page.get_by_role("button", name="Whole board").tap()
    desk.press(desk.page.locator(f'{BOARD} [data-unit="{unit}"]:not([data-fan])').first)
    in_hand(desk, "activate Losheim", f"unit {unit}")
    goal = next(place for place in desk.offered()["places"] if not pieces_in(desk, place, "allied"))
    asked = desk.before()
    desk.press_place(goal)
    desk.changed(asked)
    expect(desk.page.locator(f'{BOARD} [data-unit="{unit}"][data-at="{goal}"]').first).to_be_attached()


def test_on_a_phone_one_tap_picks_up_a_stack_and_another_one_of_it(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True), touch=True).ready()
    units = pieces_in(desk, "Gemund", "german")
    desk.press(desk.page.locator(f'{BOARD} [data-unit="{units[0]}"]:not([data-fan])').first)
    in_hand(desk, "activate Gemund")
    assert sorted(desk.in_group()) == sorted(f"unit {unit}" for unit in units)
    desk.page.locator(f'[data-fan][data-unit="{units[1]}"]').tap()
    in_hand(desk, "activate Gemund", f"unit {units[1]}")


def test_on_a_phone_a_move_of_bulge_is_two_taps(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    body = {"verb": "done", "argument": None, "answers": server.table(token)["view"]["answers"]}
    server.call("POST", "api/table/choices", body, token)  # no attacks: the movement phase begins
    desk = Desk(visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True), touch=True).ready()
    unit = next(unit for unit in desk.offered()["units"] if in_view(desk, unit))
    desk.press(desk.page.locator(f'{BOARD} [data-unit="{unit}"]').first)
    in_hand(desk, f"unit {unit}")
    goal = next(place for place in desk.offered()["places"] if not pieces_in(desk, place, "allied"))
    asked = desk.before()
    desk.press_place(goal)
    desk.changed(asked)
    expect(desk.page.locator(f'{BOARD} [data-unit="{unit}"][data-at="{goal}"]').first).to_be_attached()


def in_hand(desk: Desk, *steps: str) -> None:
    """Wait until exactly this is in hand."""
    wait_until(lambda: desk.in_hand() == list(steps), f"not in hand: {steps}")


def pieces_in(desk: Desk, place: str, side: str) -> list[str]:
    """The pieces of a side in a place."""
    found: list[str] = desk.page.locator(
        f'{BOARD} [data-at="{place}"][data-side="{side}"]:not([data-fan])'
    ).evaluate_all("(all) => all.map((one) => one.dataset.unit)")
    return found


def in_view(desk: Desk, unit: str) -> bool:
    """Is the piece alone in its place, and on the screen with room to its sides?"""
    piece = desk.page.locator(f'{BOARD} [data-unit="{unit}"]').first
    box, ground = piece.bounding_box(), desk.board.bounding_box()
    assert box is not None and ground is not None
    alone = len(pieces_in(desk, piece.get_attribute("data-at") or "", "german")) == 1
    return alone and 60 < box["x"] < 270 and ground["y"] + 60 < box["y"] < ground["y"] + ground["height"] - 180


def test_buttons_are_large_enough_for_a_thumb(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True)
    Desk(page, touch=True).ready()
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box is not None
        least = 24 if button.get_attribute("data-case") else 43.5  # a rule chip is part of the text, like a link
        assert box["height"] >= least and box["width"] >= least, button.evaluate("one => one.outerHTML")


def test_the_lamp_is_there_while_an_attack_is_in_hand(server: Server, visits: Visits) -> None:
    """One button puts the attack down; the other asks what a planner would do."""
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", size=PHONE, touch=True)
    desk = Desk(page, touch=True).ready()
    desk.press_unit("us-112")
    expect(page.locator("[data-testid=attack]")).to_be_visible()
    lamp, cancel = page.locator("[data-testid=advise]"), page.locator("[data-testid=letgo]")
    for button in (lamp, cancel):
        box = button.bounding_box()
        assert box is not None and box["height"] >= 43.5 and box["width"] >= 43.5
    expect(page.locator("[data-testid=undo]")).to_have_count(0)
    assert fits(page)
    lamp.tap()
    expect(page.locator("[data-testid=advice]")).to_be_visible()
    assert desk.in_hand() == []
