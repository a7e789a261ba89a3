"""The briefing before a game, how it stands, and how it ends: resigning, a draw, a rematch."""

from __future__ import annotations

import io
import random
import re
from typing import Any

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Shot, Visits
from tests.browser.desk import BOARD, Desk
from tests.browser.server import Server
from tests.browser.test_accessibility import check

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def play_some(server: Server, token: str, count: int) -> None:
    """Some choices at random, over the network."""
    rng = random.Random(1)
    for _ in range(count):
        table = server.table(token)
        choices = table["view"]["decision"]["choices"]
        verb = rng.choice(sorted(choices))
        body = {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}
        server.call("POST", "api/table/choices", body, token)


def menu(page: Page, item: str) -> None:
    """Pick something from the menu."""
    phone = page.locator(".dock").get_by_role("button", name="More")
    (phone if phone.count() else page.get_by_role("button", name="Menu")).click()
    page.locator(f'[data-menu="{item}"]').click()


def shown_report(page: Page) -> Locator:
    """The report, once it is there."""
    dialog = page.locator("[data-testid=report]")
    expect(dialog.locator("[data-ready]")).to_be_visible()
    return dialog


def told(server: Server, token: str) -> dict[str, Any]:
    """What the server reports."""
    found: dict[str, Any] = server.call("GET", "api/table/report", token=token)
    return found


# --- the report --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_menu_says_how_it_stands_during_a_game(server: Server, visits: Visits, shot: Shot, size: str) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    play_some(server, token, 100)
    page = visits.open(server.url + f"#/g/{token}", size=SIZES[size], touch=size == "phone")
    Desk(page, touch=size == "phone").ready().skip()
    menu(page, "report")
    dialog = shown_report(page)
    expect(dialog.get_by_role("heading", name="State of play")).to_be_visible()
    report = told(server, token)
    assert dialog.locator("[data-testid=curve] circle").count() == len(report["points"])
    expect(dialog.locator('[data-luck="german"]')).to_contain_text(f"{report['luck'][0]['got']:g} hit")
    lost = next(row for row in report["losses"] if row["side"] == "allied")
    expect(dialog.locator('[data-loss="allied"]')).to_contain_text(re.compile(rf"\b{lost['steps']} step"))
    assert dialog.locator("[data-fight]").count() == len(report["fights"]) > 0
    expect(dialog.locator("[data-testid=rematch]")).to_have_count(0)
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    shot(page, f"report-{size}")
    check(page)


def test_a_fight_of_the_report_leads_to_its_moment_in_the_replay(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    play_some(server, token, 80)
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready().skip()
    for _ in range(2):  # the second time the same link leads there again
        menu(page, "report")
        link = shown_report(page).locator("[data-fight]").first
        moment = link.get_attribute("data-fight")
        assert moment is not None
        link.click()
        expect(page.locator("[data-testid=report]")).to_have_count(0)
        expect(page.locator("[data-testid=replay]")).to_have_attribute("data-moment", moment)
        assert page.url.endswith(f"/m/{moment}")
        page.get_by_role("button", name="Back to now").click()
        expect(page.locator("[data-testid=replay]")).not_to_have_attribute("data-moment", moment)


def test_the_report_shows_the_front_of_1944_on_the_board(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready()
    menu(page, "report")
    shown_report(page).get_by_role("button", name="1944 front").click()
    expect(page.locator("[data-testid=report]")).to_have_count(0)
    expect(page.locator("[data-layer=front]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_report_of_a_game_that_is_over_is_printed_alone_and_whole_dark_on_white(
    server: Server, visits: Visits, theme: str
) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    play_some(server, token, 80)
    server.call("POST", "api/table/talk", {"say": "resign"}, token)
    page = visits.open(server.url + f"#/g/{token}", theme=theme)
    dialog = shown_report(page)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator(".app")).to_be_hidden()
    for tool in ("[data-testid=rematch]", "[data-testid=start-review]", "[data-fight] svg", "[aria-label=Close]"):
        assert dialog.locator(tool).count(), f"{tool} is not in the report at all"
        expect(dialog.locator(tool).first).to_be_hidden()
    assert brightness(page.screenshot()) > 230
    pale = [words for words, colour in dialog.evaluate(_WORDS) if darkness(colour) < 4.5]
    assert pale == [], "these words cannot be read on white paper"
    assert dialog.locator(".body").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    widths = dialog.locator("[data-testid=curve]").evaluate("(one) => [one.clientWidth, one.parentElement.clientWidth]")
    assert widths[0] == widths[1], "the curve has the width of the paper"
    assert pages(page.pdf()) == 1
    dialog.locator(".report").evaluate("(one) => (one.style.minHeight = '4000px')")
    assert pages(page.pdf()) >= 3, "what does not fit goes on the next page"


def test_a_board_in_the_dark_theme_is_printed_light_and_without_tools(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", theme="dark")
    Desk(page).ready()
    board = page.locator(BOARD)
    assert brightness(board.screenshot()) < 90
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert brightness(board.screenshot()) > 180
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for tool in (
        "[data-testid=prompt]",
        "[data-testid=replay]",
        "[data-layer]",
        "[aria-label='Whole board']",
        ".tools",
    ):
        assert page.locator(tool).count(), f"{tool} is not on the page at all"
        expect(page.locator(tool).first).to_be_hidden()


def brightness(png: bytes) -> float:
    """The mean brightness of a picture, from 0 to 255."""
    return ImageStat.Stat(Image.open(io.BytesIO(png)).convert("L")).mean[0]


_WORDS = """(dialog) => {
  const walk = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    const solid = one.closest('.who, .chip');
    if (!walk.currentNode.textContent.trim() || solid || !one.checkVisibility()) continue;
    const { color, fill } = getComputedStyle(one);
    found.push([walk.currentNode.textContent.trim(), one.closest('svg') ? fill : color]);
  }
  return found;
}"""
"""The words of a dialog that have no ground of their own, with their colours."""


def darkness(colour: str) -> float:
    """The contrast of a colour ("rgb(1, 2, 3)") to white."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 1.05 / (sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) + 0.05)


def pages(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


# --- resigning and draws -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_resigning_asks_once_and_then_tells_how_it_went(server: Server, visits: Visits, shot: Shot, theme: str) -> None:
    links = server.new_table()["links"]
    play_some(server, links["german"], 1)
    german, allied = (visits.open(server.url + f"#/g/{links[side]}", theme=theme) for side in ("german", "allied"))
    for page in (german, allied):
        Desk(page).ready()
    menu(allied, "resign")
    allied.get_by_role("button", name="Keep playing").click()
    assert not server.table(links["allied"])["over"]
    menu(allied, "resign")
    check(allied)
    allied.locator("[data-testid=yes]").click()
    for page in (german, allied):
        Desk(page).skip()
        dialog = shown_report(page)
        expect(dialog.get_by_role("heading", name="German victory")).to_be_visible()
        expect(dialog).to_contain_text("by resignation")
    check(allied)
    shot(allied, f"report-over-{theme}")
    allied.get_by_role("button", name="Close").click()
    allied.get_by_role("button", name="Result").click()
    expect(shown_report(allied)).to_be_visible()


def test_a_draw_offered_in_one_window_is_accepted_in_another(server: Server, visits: Visits, shot: Shot) -> None:
    links = server.new_table()["links"]
    german, allied, watch = (visits.open(server.url + f"#/g/{links[role]}") for role in ("german", "allied", "watch"))
    for page in (german, allied, watch):
        Desk(page).ready()
    menu(german, "draw")
    german.locator("[data-testid=yes]").click()
    expect(german.locator("[data-testid=offer]")).to_contain_text("You have offered a draw")
    expect(watch.locator("[data-testid=offer]")).to_contain_text("offers a draw")
    assert watch.locator("[data-testid=offer] button").count() == 0
    bar = allied.locator("[data-testid=offer]")
    check(allied)
    shot(allied, "draw")
    bar.get_by_role("button", name="Decline").click()
    expect(bar).to_have_count(0)
    expect(german.locator("[data-testid=offer]")).to_have_count(0)
    menu(german, "draw")
    german.locator("[data-testid=yes]").click()
    bar.get_by_role("button", name="Accept").click()
    for page in (german, allied, watch):
        expect(shown_report(page).get_by_role("heading", name="A draw")).to_be_visible()


def test_a_program_declines_a_draw(server: Server, visits: Visits) -> None:
    token = server.new_table(allied="random")["token"]
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready()
    menu(page, "draw")
    page.locator("[data-testid=yes]").click()
    expect(page.get_by_text("The draw was declined.")).to_be_visible()
    expect(page.locator("[data-testid=offer]")).to_have_count(0)


def test_a_break_keeps_the_seat_and_leads_to_the_lobby(server: Server, visits: Visits) -> None:
    token = server.new_table()["token"]
    page = visits.open(server.url + f"#/g/{token}")
    Desk(page).ready()
    menu(page, "break")
    dialog = page.locator("[data-testid=break]")
    expect(dialog).to_contain_text("your seat is kept")
    assert dialog.locator('[data-link="seat"]').input_value() == f"{server.url}#/g/{token}"
    check(page)
    dialog.get_by_role("link", name="My games").click()
    page.locator(f'a[href="#/g/{token}"]').first.click()
    Desk(page).ready()


def test_a_rematch_with_sides_swapped(server: Server, visits: Visits) -> None:
    old = server.new_table(allied="random")["token"]
    server.call("POST", "api/table/talk", {"say": "resign"}, old)
    page = visits.open(server.url + f"#/g/{old}")
    shown_report(page).locator("[data-testid=swap]").click()
    page.wait_for_url(lambda url: old not in url)
    table = server.table(page.url.rsplit("/", 1)[1])
    assert {seat["side"]: seat["player"] for seat in table["players"]} == {"german": "random", "allied": "human"}
    assert (table["game"], table["role"], table["over"]) == ("bulge", "allied", False)


def test_a_rematch_against_somebody_far_away_shows_the_links(server: Server, visits: Visits) -> None:
    old = server.new_table()["token"]
    server.call("POST", "api/table/talk", {"say": "resign"}, old)
    page = visits.open(server.url + f"#/g/{old}")
    shown_report(page).locator("[data-testid=rematch]").click()
    expect(page.locator("[data-testid=links]")).to_be_visible()
    assert server.table(page.url.rsplit("/", 1)[1])["role"] == "german"


# --- the briefing ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_briefing_comes_once_and_again_from_the_menu(server: Server, visits: Visits, shot: Shot, size: str) -> None:
    token = server.new_table()["token"]
    page = visits.open(server.url + f"#/g/{token}", size=SIZES[size], touch=size == "phone", briefing=True)
    dialog = page.locator("[data-testid=briefing]")
    wanted = server.call("GET", "api/games/bulge/briefings")["campaign"]["german"]
    for text in (wanted["who"], wanted["wins"], wanted["first"], *(rule["text"] for rule in wanted["rules"])):
        expect(dialog).to_contain_text(text)
    shot(page, f"briefing-{size}")
    check(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.reload()
    Desk(page, touch=size == "phone").ready()
    expect(dialog).to_have_count(0)
    menu(page, "briefing")
    expect(dialog).to_contain_text(wanted["first"])
    dialog.locator("[data-case]").first.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("tabpanel").or_(page.locator("[data-panel=rules]")).first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["ardennes_offensive", "battles", "bulge", "commander", "enemy_action"])
def test_a_briefing_is_one_screen(server: Server, visits: Visits, game: str, size: str) -> None:
    token = server.new_table(game=game, same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", size=SIZES[size], touch=size == "phone", briefing=True)
    dialog = page.locator("[data-testid=briefing]")
    for side in ("german", "allied"):
        dialog.locator(f'[data-brief="{side}"]').click()
        expect(dialog.locator(f'[data-brief="{side}"]')).to_have_attribute("aria-checked", "true")
        page.evaluate("document.fonts.ready.then(() => true)")
        assert dialog.locator(".body").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1, side


@pytest.mark.parametrize("role", ["german", "all"])
def test_the_briefing_comes_before_the_first_choice_though_cards_have_been_drawn(
    server: Server, visits: Visits, role: str
) -> None:
    token = server.new_table(game="enemy_action", same_screen=role == "all", allied="human")["token"]
    table = server.table(token)
    assert (table["role"], table["begun"]) == (role, False)
    assert any(event["side"] == "german" for event in table["story"])
    page = visits.open(server.url + f"#/g/{token}", briefing=True)
    dialog = page.locator("[data-testid=briefing]")
    expect(dialog).to_contain_text("You command")
    dialog.locator("[data-testid=tomap]").click()
    card = table["view"]["decision"]["choices"]["card"][0]
    body = {"verb": "card", "argument": card, "answers": table["view"]["answers"]}
    assert server.call("POST", "api/table/choices", body, token)["begun"]


def test_hot_seat_players_read_both_briefings_and_watchers_none(server: Server, visits: Visits) -> None:
    made = server.new_table(same_screen=True)
    page = visits.open(server.url + f"#/g/{made['token']}", briefing=True)
    dialog = page.locator("[data-testid=briefing]")
    expect(dialog).to_contain_text("You command the German")
    dialog.locator('[data-brief="allied"]').click()
    expect(dialog).to_contain_text("You command the American")
    watch = visits.open(server.url + f"#/g/{made['links']['watch']}", briefing=True)
    Desk(watch).ready()
    watch.get_by_role("button", name="Menu").click()
    expect(watch.locator('[data-menu="report"]')).to_be_visible()
    expect(watch.locator('[data-menu="briefing"], [data-menu="resign"], [data-menu="draw"]')).to_have_count(0)
    expect(watch.locator("[data-testid=briefing]")).to_have_count(0)


def test_the_briefing_can_be_switched_off(server: Server, visits: Visits) -> None:
    first, second = (server.new_table()["token"] for _ in range(2))
    page = visits.open(server.url + f"#/g/{first}", briefing=True)
    dialog = page.locator("[data-testid=briefing]")
    dialog.get_by_role("checkbox", name="Show this before every new game").uncheck()
    dialog.locator("[data-testid=tomap]").click()
    page.goto(server.url + f"#/g/{second}")
    page.reload()
    Desk(page).ready()
    expect(dialog).to_have_count(0)
