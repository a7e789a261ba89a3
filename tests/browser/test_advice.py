"""What would you do? The page shows what a planner would do, and plays it only when the player says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk
from tests.browser.server import Server
from tests.machine import wait_until

ADVICE = "[data-testid=advice]"
ASK = "[data-testid=advise]"


def posted(page: Page) -> list[tuple[str, Any]]:
    """What the page sends from now on."""
    sent: list[tuple[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.post_data:
            sent.append((request.url.split("/api/table/")[-1].partition("?")[0], json.loads(request.post_data)))

    page.on("request", note)
    return sent


@pytest.mark.parametrize(("size", "touch"), [((1440, 900), False), ((390, 844), True)], ids=["desk", "phone"])
def test_advice_is_marked_on_the_board_and_played_only_by_its_button(
    server: Server, visits: Visits, size: tuple[int, int], touch: bool
) -> None:
    token = server.new_table(seed="1", german="human", allied="greedy")["token"]
    page = visits.open(server.url + f"#/g/{token}", size=size, touch=touch)
    desk = Desk(page, touch).ready()
    sent = posted(page)
    before = desk.asked()
    if touch:
        page.locator(ASK).tap()
    else:
        page.keyboard.press("w")
    card = page.locator(ADVICE)
    expect(card).to_be_visible()
    play = card.locator("[data-testid=play-advice]")
    expect(play).to_be_visible()
    expect(card).to_contain_text("% to win")
    # What is said is marked, and nothing has been played.
    (advice,) = (server.call("POST", "api/table/advice", body, token=token) for what, body in sent if what == "advice")
    expect(card).to_contain_text(advice["text"])
    assert advice["units"]
    for unit in advice["units"]:
        expect(page.locator(f'{BOARD} [data-unit="{unit}"][data-lit]')).to_have_count(1)
    assert desk.asked() == before and not [what for what, _ in sent if what in ("steps", "choices")]
    # Closed again, nothing has changed.
    card.locator("[data-testid=close-advice]").click()
    expect(card).to_have_count(0)
    assert desk.asked() == before
    page.locator(ASK).click()
    play.click()
    expect(card).to_have_count(0)
    expect(desk.prompt).not_to_have_attribute("data-answers", before[1])
    wait_until(lambda: any(what in ("steps", "choices") for what, _ in sent), "nothing was sent")
    (body,) = (body for what, body in sent if what in ("steps", "choices"))
    assert body["choices"] == advice["choices"]


def test_there_is_no_such_button_against_another_person(server: Server, visits: Visits) -> None:
    links = server.new_table(seed="1")["links"]
    desk = Desk(visits.open(server.url + f"#/g/{links['german']}")).ready()
    desk.wait_for_mine()
    expect(desk.page.locator(ASK)).to_have_count(0)


def test_after_the_game_the_costliest_choices_lead_into_the_replay(server: Server, visits: Visits) -> None:
    token = server.new_table(seed="1", german="human", allied="greedy")["token"]
    for verb in ("done", "done"):  # no attack, no move
        answers = server.table(token)["view"]["answers"]
        server.call("POST", "api/table/choices", {"verb": verb, "argument": None, "answers": answers}, token=token)
    server.call("POST", "api/table/talk", {"say": "resign"}, token=token)
    page = visits.open(server.url + f"#/g/{token}")
    review = page.locator("[data-testid=review]")
    review.locator("[data-testid=start-review]").click()
    link = review.locator("[data-mistake]").first
    expect(link).to_contain_text("more chance to win")
    moment = link.get_attribute("data-mistake")
    assert moment is not None
    link.click()
    expect(page.locator("[data-testid=replay]")).to_have_attribute("data-moment", moment)
