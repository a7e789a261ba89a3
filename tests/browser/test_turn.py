"""A turn of a hot-seat game, from the first click to the last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import ardennes
from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, Twin, expect_places, play_on
from tests.browser.server import Server


@pytest.mark.parametrize(
    ("game", "begun", "choices"),
    [("ardennes_offensive", 66, 50), ("battles", 0, 45), ("bulge", 0, 30), ("commander", 0, 35)],
)
def test_a_turn_of_both_sides_is_played_by_clicking_on_the_board_and_on_buttons(
    server: Server, visits: Visits, game: str, begun: int, choices: int
) -> None:
    """Phases end early. Where the rules make the sides fight many battles first, most of these have been `begun` without the page."""
    before = Twin(game=game)
    for _ in range(begun):
        before.play(*before.advice()[:2])
    while before.hand:
        before.play(*before.advice()[:2])
    position = before.match.position()
    token = server.new_table(same_screen=True, game=game, position=position)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin(match=ardennes.load_position(position, seed="7", solo=True), brisk=3)
    count = play_on(desk, twin, lambda: twin.turn > 1, 2)
    assert count > choices, "both sides have moved and fought"
    assert server.table(token)["view"]["turn"]["number"] == 2
    expect_same(server, token, desk, twin)


def test_an_impulse_of_each_side_is_played_with_cards_chits_and_reactions(server: Server, visits: Visits) -> None:
    """A whole day of this game is too long for a test."""
    token = server.new_table(same_screen=True, game="enemy_action", seed="5")["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin("5", "enemy_action")
    for title, choices in (("German impulse", 25), ("Allied impulse", 3)):
        assert twin.match.view(None)["phase_title"] == title
        count = play_on(desk, twin, lambda title=title: twin.match.view(None)["phase_title"] != title, 4)
        assert count > choices
    told = {event["kind"] for event in twin.match.story(None)}
    assert {"plays_tactic", "chit_for", "hits"} <= told
    expect_same(server, token, desk, twin)


def expect_same(server: Server, token: str, desk: Desk, twin: Twin) -> None:
    """Server and page have the pieces where the twin has them, and the story is told."""
    places = {piece["id"]: piece["at"] for piece in twin.match.view(twin.side)["pieces"]}
    assert {piece["id"]: piece["at"] for piece in server.table(token)["view"]["pieces"]} == places
    expect_places(desk.page, {unit: at for unit, at in places.items() if at in twin.match.game.board.names})
    expect(desk.page.get_by_role("log").locator("[data-event]").first).to_be_attached()


def test_moves_are_shown_in_motion_and_end_where_they_should(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}", motion=True)).ready()
    twin = Twin()
    play_on(desk, twin, lambda: any(event["moves"] for event in twin.match.story(None)), check_every=100)
    desk.still()
    (move, *_) = next(event["moves"] for event in twin.match.story(None) if event["moves"])
    expect(desk.page.locator(f'{BOARD} [data-unit="{move["unit"]}"]').first).to_have_attribute("data-at", move["to"])


def test_an_attack_shows_its_odds_before_and_the_die_after(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: "roll" in twin.match.decision.choices)
    card = desk.page.locator("[data-testid=attack]")
    expect(card).to_be_visible()
    preview = twin.match.preview()
    assert preview is not None
    table = next(table for table in preview["tables"] if table["chosen"])
    for outcome in table["outcomes"]:
        row = card.locator(f'[data-outcome="{outcome["label"]}"]')
        expect(row).to_contain_text(f"{round(outcome['chance'] * 100)}")
        drawn = row.locator("i").evaluate("(bar) => parseFloat(bar.style.width)")
        assert drawn == pytest.approx(outcome["chance"] * 100, abs=0.1), "the bar is to scale"
    desk.choose("roll", None, "none")
    twin.play("roll", None)
    event = next(event for event in reversed(twin.match.story(None)) if event["roll"])
    die = desk.page.locator("[data-testid=die]").first
    expect(die).to_have_attribute("data-face", str(event["roll"]["die"]))
