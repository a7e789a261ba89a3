"""Everything works without a mouse."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import Desk, Twin
from tests.browser.server import Server
from tests.machine import wait_until

_FOCUS = """() => {
  const here = document.activeElement;
  const named = here?.getAttribute('aria-activedescendant');
  const one = named ? document.getElementById(named) : here;
  return {
    unit: one?.dataset?.unit ?? '', place: one?.dataset?.place ?? '', verb: one?.dataset?.verb ?? '',
    argument: one?.dataset?.argument ?? '', game: one?.dataset?.game ?? '', id: one?.dataset?.testid ?? '',
    name: one?.getAttribute('aria-label') ?? one?.textContent ?? '',
  };
}"""


def focus(page: Page) -> dict[str, str]:
    """What has the focus now."""
    found: dict[str, str] = page.evaluate(_FOCUS)
    return found


def tab_to(page: Page, limit: int = 150, **wanted: str) -> dict[str, str]:
    """Press Tab until something has the focus."""
    seen = []
    for _ in range(limit):
        here = focus(page)
        if all(here[key] == value for key, value in wanted.items()):
            return here
        seen.append(here)
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {wanted}; the last was {seen[-1]}")


def test_a_game_is_started_and_an_attack_made_with_keys_alone(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    expect(page.locator('[data-game="bulge"]').first).to_be_visible()
    tab_to(page, id="start")
    page.keyboard.press("Enter")
    Desk(page).ready()


def test_tab_moves_between_choices_on_the_board_and_enter_takes_one(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    twin = Twin()
    while not any(event["roll"] for event in twin.match.story(None)):
        verb, argument, kind = twin.advice()
        name = "" if argument is None else str(argument)
        if f"{verb} {name}" not in desk.in_hand():  # else it is a usual pick
            before = desk.before()
            if kind == "unit":
                assert len(tab_to(page, unit=name)["name"]) > 3, "it has a name to be spoken"
            elif kind == "place":
                tab_to(page, place=name)
            else:
                tab_to(page, verb=verb, argument=name)
            page.keyboard.press("Enter")
            desk.changed(before)
        twin.play(verb, argument)
    twin.check(desk)


def test_undo_and_the_main_button_have_keys(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    start = desk.offered()
    tab_to(page, unit=start["units"][0])
    page.keyboard.press("Enter")
    wait_until(lambda: "roll " in desk.offered()["buttons"], "the attack is not ready to roll")
    page.keyboard.press("Escape")
    desk.expect_offered(**start)
    page.keyboard.press("Enter")
    wait_until(lambda: "roll " in desk.offered()["buttons"], "the attack is not ready to roll")
    answers = desk.asked()[1]
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    desk.page.wait_for_function("() => document.querySelector('[data-testid=prompt]').dataset.steps")
    page.locator("[data-testid=board]").evaluate("(board) => board.blur()")
    page.keyboard.press("Enter")
    expect(desk.prompt).not_to_have_attribute("data-answers", answers)
    answers = desk.asked()[1]
    page.keyboard.press("u")
    expect(desk.prompt).not_to_have_attribute("data-answers", answers)
    desk.expect_offered(**start)


def test_enter_picks_a_target_by_its_number_and_enter_again_attacks(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    target = desk.offered()["units"][0]
    board = page.locator("[data-testid=board]")
    board.focus()
    page.keyboard.type(board.locator(f'[data-unit="{target}"]').first.get_attribute("data-at") or "")
    page.keyboard.press("Enter")
    wait_until(lambda: "roll " in desk.offered()["buttons"], "the attack is not ready to roll")
    answers = desk.asked()[1]
    page.wait_for_timeout(400)  # a slow second Enter, not a quick double one
    page.keyboard.press("Enter")
    expect(desk.prompt).not_to_have_attribute("data-answers", answers)


def test_enter_never_ends_a_phase(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    assert "done " in desk.offered()["buttons"]
    answers = desk.asked()[1]
    for _ in range(3):
        page.keyboard.press("Enter")
    page.keyboard.press("1")
    confirm = page.locator("[data-testid=confirm]")
    expect(confirm).to_contain_text("could still act")
    page.keyboard.press("Enter")  # the first button keeps playing
    expect(confirm).to_have_count(0)
    assert desk.asked()[1] == answers


def test_a_digit_after_a_click_on_the_board_presses_the_button_that_shows_it(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    desk.press_unit(desk.offered()["units"][0])
    desk.page.wait_for_function("() => document.querySelector('[data-testid=prompt]').dataset.steps")
    page.keyboard.press("Escape")
    wait_until(lambda: "done " in desk.offered()["buttons"], "the piece is still in hand")
    page.keyboard.press("1")
    expect(page.locator("[data-testid=confirm]")).to_contain_text("could still act")


def test_layers_have_keys(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready()
    page.keyboard.press("s")
    expect(page.locator('[data-layer="supply"]').first).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-overlay="supply"]').first).to_be_attached()
    page.keyboard.press("s")
    expect(page.locator('[data-overlay="supply"]')).to_have_count(0)


def test_why_not_is_asked_with_a_key(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    tab_to(page, unit=desk.offered()["units"][0])
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("?")
    expect(page.locator("[data-testid=refusal]")).to_be_visible()
