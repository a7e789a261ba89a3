"""The lobby: a new game in three clicks, continuing a game, and importing one from a file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ardennes.games import find, game_ids
from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, Twin
from tests.browser.server import Server


def test_a_new_game_takes_three_clicks(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    page.locator('[data-game="bulge"]').first.click()
    page.locator("[data-scenario]").first.click()
    page.locator("[data-testid=start]").click()
    Desk(page).ready()
    expect(page).to_have_url(f"{server.url}#/g/{page.url.split('/g/')[1]}")


def test_all_boards_are_in_the_lobby_and_what_is_in_preparation_says_so(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    for game in server.call("GET", "api/games"):
        card = page.locator(f'[data-game="{game["id"]}"]').first
        expect(card).to_contain_text(game["title"])
        if not game["playable"]:
            expect(card).to_contain_text("preparation")


def test_a_game_in_progress_is_offered_again(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    page.locator("[data-testid=start]").click()
    Desk(page).ready()
    where = page.url
    page.goto(server.url + "#/")
    page.locator("[data-testid=your-move]").get_by_role("link", name="Continue").or_(
        page.locator("[data-testid=your-move]").get_by_role("button", name="Continue")
    ).first.click()
    expect(page).to_have_url(where)


def test_an_option_names_its_rule_as_the_game_does_and_links_to_it(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    for game in map(find, game_ids()):
        page.locator(f'[data-game="{game.id}"]').first.click()
        cases = [option.case for option in game.options if option.case]
        rules = page.locator(".new .case")
        expect(rules).to_have_text([game.ledger.names[case] for case in cases], use_inner_text=False)
        links = rules.evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
        assert links == [f"#/rules/{game.id}/{case}" for case in cases]


def take_in(page: Page, file: Path) -> None:
    """Hand a file to the lobby."""
    page.get_by_role("button", name="Import").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Continue").click()


def test_a_record_is_imported_from_a_file(server: Server, visits: Visits, tmp_path: Path) -> None:
    twin = Twin()
    while twin.match.count < 12:
        verb, argument, _ = twin.advice()
        twin.play(verb, argument)
    file = tmp_path / "game.jsonl"
    twin.match.record.save(file)
    page = visits.open(server.url)
    take_in(page, file)
    desk = Desk(page).ready()
    expect(desk.prompt).to_have_attribute("data-asked", twin.side)


def test_a_file_that_is_not_a_game_is_refused_in_one_line(server: Server, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "shopping.json"
    file.write_text(json.dumps({"milk": 2}), encoding="utf-8")
    page = visits.open(server.url)
    take_in(page, file)
    expect(page.get_by_role("alert").first).to_be_visible()


@pytest.mark.parametrize("place", ["lobby", "game"])
def test_the_time_to_a_usable_lobby_is_measured(
    server: Server, visits: Visits, place: str, record_property: Callable[[str, object], None]
) -> None:
    """On the second visit, like most visits. The time is only reported: it depends on the machine and its load."""
    token = server.new_table(same_screen=True)["token"]
    url = server.url + ("#/" if place == "lobby" else f"#/g/{token}")
    wanted = "[data-game]" if place == "lobby" else f"{BOARD}[data-ready]"
    page = visits.open(url)
    page.wait_for_selector(wanted)
    start = time.perf_counter()
    page.reload(wait_until="commit")
    page.wait_for_selector(wanted)
    took = time.perf_counter() - start
    record_property("summary", f"first playable paint of the {place}: {took:.2f} s")
