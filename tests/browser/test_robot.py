"""A game against the AI: it thinks in the background, its moves are watched or skipped."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visits
from tests.browser.desk import STILL, Desk
from tests.browser.server import Server

_MY_TURN_OR_NEWS = """() => document.querySelector(
  '[data-testid=prompt][data-mine], [data-testid=catchup], dialog, [role=dialog]')"""
_MY_TURN_OR_OVER = """() => document.querySelector('[data-testid=prompt][data-mine], dialog, [role=dialog]')"""


_SOME = 6
"""With this many steps to go there is time to check the page before they end."""
_STEP_OR_MY_TURN = """(some) => {
  const bar = document.querySelector('[data-testid=catchup]');
  if (bar && Number.parseInt(bar.querySelector('.num').textContent) >= some) {
    [...bar.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Step').click();
    return 'stepping';
  }
  return document.querySelector('[data-testid=prompt][data-mine]') ? 'mine' : false;
}"""
_TWICE_AS_FAST = """async () => {
  const fast = [...document.querySelectorAll('[data-testid=catchup] button')].find((one) => one.textContent.trim() === '2x');
  fast.click();
  await Promise.resolve();
  return fast.getAttribute('aria-pressed');
}"""


def play_simply(desk: Desk) -> None:
    """The simplest answer: the main button, else any button, else the first highlighted thing."""
    desk.settled()
    before = desk.before()
    offered = desk.offered()
    main = desk.page.locator("button[data-verb][data-main]")
    if main.count():
        main.first.click()
    elif offered["buttons"]:
        desk.page.locator("button[data-verb]").first.click()
    elif offered["units"]:
        desk.press_unit(offered["units"][0])
    else:
        desk.press_place(offered["places"][0])
    desk.confirm(before)


def test_turns_are_played_against_the_ai_until_it_has_won(server: Server, visits: Visits) -> None:
    """A player who does little more than end each phase soon loses; four turns are always enough."""
    made = server.new_table(allied="greedy")
    page = visits.open(server.url + f"#/g/{made['token']}")
    desk = Desk(page).ready()
    for _ in range(400):
        page.wait_for_function(_MY_TURN_OR_NEWS)
        desk.skip()
        page.wait_for_function(_MY_TURN_OR_OVER)
        table = server.table(made["token"])
        if table["over"] or table["view"]["turn"]["number"] >= 5:
            break
        play_simply(desk)
    assert table["view"]["turn"]["number"] >= 2
    assert {"german", "allied"} <= {event["side"] for event in table["story"]}
    if table["over"]:
        expect(page.get_by_role("dialog")).to_contain_text("victory")


def test_the_moves_of_the_ai_are_watched_one_by_one_and_skipped(server: Server, visits: Visits) -> None:
    made = server.new_table(german="greedy")
    page = visits.open(server.url + f"#/g/{made['token']}", motion=True)
    desk = Desk(page).ready()
    for _ in range(20):
        if page.wait_for_function(_STEP_OR_MY_TURN, arg=_SOME).json_value() == "stepping":
            break
        play_simply(desk)
    catchup = page.locator("[data-testid=catchup]")
    expect(catchup).to_be_visible()  # it waits for the next step now
    assert desk.offered() == {"units": [], "places": [], "buttons": []}, "first one looks, then one plays"
    assert page.evaluate(_TWICE_AS_FAST) == "true"
    desk.skip()
    expect(catchup).to_have_count(0)


def test_the_dice_of_the_ai_are_not_under_the_bar_over_its_moves(server: Server, visits: Visits) -> None:
    made = server.new_table(german="greedy", game="commander")
    page = visits.open(server.url + f"#/g/{made['token']}", motion=True)
    desk = Desk(page).ready()
    bar, roll = page.locator("[data-testid=catchup] .line"), page.locator("[data-testid=roll]")
    for _ in range(20):
        if page.wait_for_function(_STEP_OR_MY_TURN, arg=1).json_value() != "stepping":
            play_simply(desk)  # all has been shown already
            continue
        for _ in range(40):
            if roll.count() or not bar.count():
                break
            desk.press_catchup("Step")
            page.wait_for_timeout(100)
        if roll.count() and bar.count():
            break
    expect(roll).to_be_visible()
    expect(bar).to_be_visible()
    roll.evaluate(STILL)
    above, below = bar.bounding_box(), roll.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] or above["x"] >= below["x"] + below["width"]


def test_the_ai_plays_by_itself_while_you_watch(server: Server, visits: Visits) -> None:
    made = server.new_table(german="random", allied="random")
    page = visits.open(server.url + f"#/g/{made['links']['watch']}")
    desk = Desk(page).ready()
    page.wait_for_function("() => document.querySelectorAll('[role=log] [data-event]').length > 5")
    desk.expect_offered(buttons=[])
