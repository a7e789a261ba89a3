"""Going back in time: slider, playing, turns, links to a moment."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, Twin, expect_places, places
from tests.browser.server import Server


@pytest.fixture(scope="module")
def played(server: Server) -> tuple[str, Twin]:
    """A hot-seat game, played into its second turn."""
    token = server.new_table(same_screen=True)["token"]
    twin = Twin()
    feed(server, token, twin, turn=2)
    return token, twin


def feed(server: Server, token: str, twin: Twin, turn: int) -> None:
    """Play through the API, which is faster than clicking, until a turn has begun and nothing in it is secret."""
    table = server.table(token)
    while twin.turn < turn or any(twin.match.game.hides(twin.match.state, side) for side in twin.match.game.sides):
        verb, argument, _ = twin.advice()
        body = {"verb": verb, "argument": argument, "answers": table["view"]["answers"]}
        table = server.call("POST", f"api/table/choices?story={table['story_mark']}", body, token)
        twin.play(verb, argument)


def moment(page: Page) -> int:
    return int(page.locator("[data-testid=replay]").get_attribute("data-moment") or -1)


def slide(page: Page, to: int) -> None:
    page.get_by_label("Moment").evaluate(
        """(slider, to) => {
          slider.value = to;
          slider.dispatchEvent(new Event('input', {bubbles: true}));
          slider.dispatchEvent(new Event('change', {bubbles: true}));
        }""",
        to,
    )


def test_the_slider_goes_back_to_the_start_and_on_again(
    server: Server, visits: Visits, played: tuple[str, Twin]
) -> None:
    token, twin = played
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    now = places(page)
    slide(page, 0)
    expect(page.locator("[data-testid=replay]")).to_have_attribute("data-moment", "0")
    names = twin.match.game.board.names
    start = {piece["id"]: piece["at"] for piece in twin.match.at(0).view(None)["pieces"] if piece["at"] in names}
    expect(page.locator(f"{BOARD} [data-unit][data-offered]")).to_have_count(0)
    expect_places(page, start)
    desk.expect_offered(buttons=[])
    page.get_by_role("button", name="Back to now").click()
    desk.wait_for_mine()
    expect_places(page, now)


def test_overlays_show_how_it_was_at_the_moment(server: Server, visits: Visits, played: tuple[str, Twin]) -> None:
    page = visits.open(server.url + f"#/g/{played[0]}")
    Desk(page).ready()
    slide(page, 0)
    with page.expect_response(lambda answer: "overlay" in answer.url and "moment=0" in answer.url):
        page.keyboard.press("s")
    expect(page.locator('[data-overlay="supply"]').first).to_be_attached()
    with page.expect_response(lambda answer: "overlay" in answer.url and "moment" not in answer.url):
        page.get_by_role("button", name="Back to now").click()


def test_replay_plays_and_pauses_by_itself(server: Server, visits: Visits, played: tuple[str, Twin]) -> None:
    page = visits.open(server.url + f"#/g/{played[0]}")
    Desk(page).ready()
    slide(page, 0)
    replay = page.locator("[data-testid=replay]")
    expect(replay).to_have_attribute("data-moment", "0")
    replay.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('[data-testid=replay]').dataset.moment) >= 3")
    replay.get_by_role("button", name="Pause").click()
    here = moment(page)
    replay.get_by_role("button", name="Next").click()
    expect(replay).to_have_attribute("data-moment", str(here + 1))
    replay.get_by_role("button", name="Previous").click()
    expect(replay).to_have_attribute("data-moment", str(here))


def test_the_replay_jumps_to_a_turn(server: Server, visits: Visits, played: tuple[str, Twin]) -> None:
    page = visits.open(server.url + f"#/g/{played[0]}")
    Desk(page).ready()
    page.locator('[data-turn="1"]').click()
    page.wait_for_function("() => Number(document.querySelector('[data-testid=replay]').dataset.moment) < 5")
    assert server.call("GET", "api/table/moments", token=played[0])[moment(page)]["turn"] == 1


def test_a_link_to_a_moment_shows_that_moment_to_anyone(
    server: Server, visits: Visits, played: tuple[str, Twin]
) -> None:
    token, twin = played
    shared = server.call("POST", "api/table/share", {"moment": 5}, token)
    page = visits.open(server.url + f"#/g/{shared['token']}/m/{shared['moment']}")
    expect(page.locator(f"{BOARD}[data-ready]")).to_be_visible()
    expect(page.locator("[data-testid=replay]")).to_have_attribute("data-moment", "5")
    view = server.call("GET", "api/table/moments/5", token=token)["view"]
    names = twin.match.game.board.names
    wanted = {piece["id"]: piece["at"] for piece in view["pieces"] if piece["at"] in names}
    expect_places(page, wanted)


def test_a_branch_from_a_moment_is_a_separate_game(server: Server, visits: Visits, played: tuple[str, Twin]) -> None:
    page = visits.open(server.url + f"#/g/{played[0]}")
    desk = Desk(page).ready()
    slide(page, 2)
    expect(page.locator("[data-testid=replay]")).to_have_attribute("data-moment", "2")
    page.get_by_role("button", name="Play on from here").click()
    page.locator("[data-testid=branch-start]").click()
    page.wait_for_function(f"() => !location.hash.includes('{played[0]}')")
    desk.ready()
    desk.wait_for_mine()


def test_a_branch_is_played_against_a_program_from_the_present_too(
    server: Server, visits: Visits, played: tuple[str, Twin]
) -> None:
    page = visits.open(server.url + f"#/g/{played[0]}")
    desk = Desk(page).ready()
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-menu=branch]").click()
    dialog = page.locator("[data-testid=branch]")
    dialog.locator("[data-opponent=recruit]").click()
    dialog.locator("[data-side=allied]").click()
    page.locator("[data-testid=branch-start]").click()
    page.wait_for_function(f"() => !location.hash.includes('{played[0]}')")
    desk.ready()
    token = page.evaluate("location.hash.split('/')[2]")
    table = server.table(token)
    assert table["role"] == "allied"
    assert {one["side"]: one["player"] for one in table["players"]} == {"german": "recruit", "allied": "human"}
    desk.skip()
    desk.wait_for_mine()  # the program has answered, if it was its turn


def test_record_and_position_can_be_downloaded(server: Server, visits: Visits, played: tuple[str, Twin]) -> None:
    page = visits.open(server.url + f"#/g/{played[0]}")
    Desk(page).ready()
    for what in ("Download the record", "Download the position"):
        page.get_by_role("button", name="Menu").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=what).click()
        assert download.value.path().stat().st_size > 100
