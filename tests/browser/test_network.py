"""Two people on different machines, and a third who watches."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, PROMPT, Desk, Twin
from tests.browser.server import Server


def test_two_play_over_the_network_and_a_third_watches(server: Server, visits: Visits) -> None:
    made = server.new_table()
    links = made["links"]
    desks = {side: Desk(visits.open(server.url + f"#/g/{links[side]}")).ready() for side in ("german", "allied")}
    watcher = Desk(visits.open(server.url + f"#/g/{links['watch']}")).ready()
    twin = Twin()
    answered: set[str] = set()
    while answered != {"german", "allied"} or twin.match.count < 20 or twin.hand:
        side = twin.side
        other = desks["allied" if side == "german" else "german"]
        desk = desks[side]
        desk.skip()
        desk.wait_for_mine()
        twin.check(desk)
        other.skip()
        expect(other.prompt).not_to_have_attribute("data-mine", "")
        other.expect_offered(units=[], places=[], buttons=[])
        verb, argument, kind = twin.advice()
        desk.choose(verb, argument, kind, None if twin.is_pick(verb) else twin.hand)
        twin.play(verb, argument)
        answered.add(side)
    watcher.skip()
    watcher.expect_offered(units=[], places=[], buttons=[])
    wanted = {piece["id"]: piece["at"] for piece in twin.match.view(None)["pieces"] if piece["at"]}
    for desk in (watcher, *desks.values()):
        desk.skip()
        expect(desk.prompt).to_have_attribute("data-asked", twin.side)
        for unit in ("de-116", "us-112", "de-560"):
            expect(desk.page.locator(f'{BOARD} [data-unit="{unit}"]').first).to_have_attribute("data-at", wanted[unit])


def test_the_creator_gets_links_to_hand_out(server: Server, visits: Visits) -> None:
    made = server.new_table()
    page = visits.open(server.url + f"#/g/{made['token']}")
    Desk(page).ready()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Links to this table").click()
    link = page.locator('[data-link="allied"]').first
    expect(link).to_be_visible()
    text = link.input_value() if link.evaluate("one => one.tagName") == "INPUT" else link.get_attribute("href")
    assert text == f"{server.url}#/g/{made['links']['allied']}"
    other = visits.open(text)
    Desk(other).ready()
    expect(other.locator(PROMPT)).not_to_have_attribute("data-mine", "")


def test_chat_reaches_the_other_player(server: Server, visits: Visits) -> None:
    links = server.new_table()["links"]
    pages: list[Page] = [visits.open(server.url + f"#/g/{links[side]}") for side in ("german", "allied")]
    for page in pages:
        Desk(page).ready()
        page.get_by_role("tab", name="Chat", exact=True).click()
    box = pages[0].get_by_role("textbox", name="Say something")
    box.fill("Cold morning, isn't it? <b>&amp;</b>")
    box.press("Enter")
    expect(pages[1].get_by_text("Cold morning, isn't it? <b>&amp;</b>")).to_be_visible()
