"""A fight is an event: its dice roll and its hits fall before the story tells of them, at the pace that the player chose."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, STILL, Desk, Twin, play_on
from tests.browser.server import Server

_FIGHT = "[data-testid=fight]"
_WATCH = """() => {
  window.seen = {rolling: 0, early: [], hits: [], lines: []};
  const told = () => Math.max(-1, ...[...document.querySelectorAll('[role=log] [data-event]')].map((one) => Number(one.dataset.event)));
  window.seen.before = told();
  const look = () => {
    const card = document.querySelector('[data-testid=roll]');
    if (document.querySelector('[data-testid=fight]')) window.seen.played = true;
    if (card?.dataset.rolling === '') {
      window.seen.rolling += 1;
      window.seen.early.push(told());
    }
    for (const hit of document.querySelectorAll('[data-hit]')) {
      if (!window.seen.hits.includes(hit.dataset.hit)) window.seen.hits.push(hit.dataset.hit);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Looks at every frame: how far the story is told while dice tumble, and which counters are hit."""


class Fight:
    """A game just before a choice that leads to dice."""

    def __init__(self, server: Server, game: str, sort: str, **seats: str) -> None:
        self.twin = Twin("7", game)
        done: list[tuple[str, Any, str]] = []
        while True:
            told = len(self.twin.match.story(None))
            step = self.twin.advice()
            self.twin.play(step[0], step[1])
            self.events = self.twin.match.story(None)[told:]
            if any(event.get(sort) for event in self.events):
                break
            done.append(step)
        self.step = step
        self.token = server.new_table(same_screen=True, game=game)["token"]
        table = server.table(self.token)
        for verb, argument, _ in done:
            body = {"verb": verb, "argument": argument, "answers": table["view"]["answers"]}
            table = server.call("POST", f"api/table/choices?story={table['story_mark']}", body, self.token)

    def open(self, server: Server, visits: Visits, **how: Any) -> Desk:
        desk = Desk(visits.open(server.url + f"#/g/{self.token}", **how)).ready()
        desk.page.evaluate(_WATCH)
        return desk


def set_pace(page: Page, pace: int) -> None:
    page.evaluate("(speed) => localStorage.setItem('ardennes.settings', JSON.stringify({speed}))", pace)
    page.reload()


def lines(page: Page) -> int:
    """The number of the last event that the story tells."""
    numbers: list[int] = page.locator("[role=log] [data-event]").evaluate_all(
        "(all) => all.map((one) => Number(one.dataset.event))"
    )
    return max(numbers, default=-1)


@pytest.mark.parametrize(("game", "sort"), [("commander", "handful"), ("bulge", "roll")])
def test_a_fight_is_played_out_and_the_story_waits_for_the_dice(
    server: Server, visits: Visits, game: str, sort: str
) -> None:
    fight = Fight(server, game, sort)
    desk = fight.open(server, visits, motion=True)
    page = desk.page
    desk.choose(*fight.step)
    page.wait_for_function("() => window.seen.played && !document.querySelector('[data-testid=fight]')")
    seen = page.evaluate("window.seen")
    dice = [event for event in fight.events if event.get(sort)]
    assert seen["rolling"] > 0, "the dice have rolled"
    assert all(told < dice[-1]["n"] for told in seen["early"]), "no result was told before its dice had landed"
    assert seen["early"][0] < dice[0]["n"]
    page.wait_for_function(
        "(last) => document.querySelector(`[role=log] [data-event='${last}']`)", arg=fight.events[-1]["n"]
    )
    if sort == "handful":
        shown = page.locator("[data-testid=handful]").evaluate_all("(all) => all.map((one) => one.dataset.hits)")
        assert shown == [str(event["handful"]["hits"]) for event in dice]
        for number, event in enumerate(dice):
            thrown = page.locator("[data-testid=handful]").nth(number).locator(".throw")
            expect(thrown).to_have_count(event["handful"]["dice"])
        lost = {unit for event in fight.events if event["kind"] in ("loses", "eliminated") for unit in event["units"]}
        assert set(seen["hits"]) == lost, "hits fall on the counters that lose something"
    else:
        die = page.locator("[data-testid=die]").last
        expect(die).to_have_attribute("data-face", str(dice[-1]["roll"]["die"]))
    fight.twin.check(desk)


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_fight_is_skipped_by_a_click_or_a_key_which_does_nothing_else(
    server: Server, visits: Visits, how: str
) -> None:
    fight = Fight(server, "commander", "handful")
    desk = fight.open(server, visits, motion=True)
    page = desk.page
    desk.choose(*fight.step)
    expect(page.locator(_FIGHT)).to_be_visible()
    answers = desk.asked()
    if how == "click":
        page.locator(_FIGHT).click(position={"x": 600, "y": 300})
    else:
        page.keyboard.press("Enter")
    expect(page.locator(_FIGHT)).to_have_count(0)
    assert desk.asked() == answers, "the next question has not been answered"
    page.wait_for_function(
        "(last) => document.querySelector(`[role=log] [data-event='${last}']`)", arg=fight.events[-1]["n"]
    )
    fight.twin.check(desk)


@pytest.mark.parametrize("why", ["pace off", "reduced motion"])
def test_nothing_is_held_back_with_the_pace_off_or_with_reduced_motion(
    server: Server, visits: Visits, why: str
) -> None:
    fight = Fight(server, "commander", "handful")
    desk = fight.open(server, visits, motion=why == "pace off")
    page = desk.page
    if why == "pace off":
        set_pace(page, 0)
        desk.ready()
        page.evaluate(_WATCH)
    desk.choose(*fight.step)
    fight.twin.check(desk)
    card = page.locator("[data-testid=roll]")
    expect(card).to_be_visible()
    seen = page.evaluate("window.seen")
    assert (seen["rolling"], seen.get("played")) == (0, None)
    assert lines(page) == fight.events[-1]["n"]


def test_units_move_into_a_fight_before_its_dice_roll(server: Server, visits: Visits) -> None:
    fight = Fight(server, "commander", "handful")
    move = fight.events[0]["moves"][0]
    desk = fight.open(server, visits, motion=True)
    desk.page.evaluate(
        """(unit) => {
          const at = () => document.querySelector(`[data-testid=board] [data-unit="${unit}"]`)?.dataset.at;
          window.seen.at = null;
          const look = () => {
            const rolling = document.querySelector('[data-testid=roll]')?.dataset.rolling === '';
            if (rolling) window.seen.at ??= at();
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }""",
        move["unit"],
    )
    desk.choose(*fight.step)
    desk.page.wait_for_function("() => window.seen.at")
    assert desk.page.evaluate("window.seen.at") == move["to"]


def test_the_dice_do_not_cover_what_is_fought_over(server: Server, visits: Visits) -> None:
    fight = Fight(server, "commander", "handful")
    desk = fight.open(server, visits, motion=True)
    page = desk.page
    desk.choose(*fight.step)
    page.wait_for_selector("[data-testid=roll][data-rolling]")
    page.wait_for_function("() => !document.querySelector('[data-testid=board].busy')")
    covered: list[str] = page.evaluate(
        """() => {
          const card = document.querySelector('[data-testid=roll]').getBoundingClientRect();
          const lit = [...document.querySelectorAll('[data-testid=board] [data-unit][data-lit]')];
          return lit.filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < card.right && card.left < box.right && box.top < card.bottom && card.top < box.bottom;
          }).map((one) => one.dataset.unit);
        }"""
    )
    assert covered == []
    assert page.locator(f"{BOARD} [data-unit][data-lit]").count() >= 2


def test_the_last_roll_gives_way_to_the_card_of_the_next_attack(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    twin = Twin()
    # A fight that changes nothing: the next question is about another one.
    play_on(desk, twin, lambda: twin.match.story(None)[-1]["roll"] and "attack" in twin.match.decision.choices)
    roll = desk.page.locator("[data-testid=roll]")
    expect(roll).to_be_visible()
    desk.press_unit(twin.match.decision.choices["attack"][0])
    expect(desk.page.locator("[data-testid=attack]")).to_be_visible()
    expect(roll).to_have_count(0)
    desk.page.keyboard.press("Escape")
    expect(roll).to_be_visible()


@pytest.mark.parametrize(("game", "sort"), [("commander", "handful"), ("battles", "roll")])
def test_on_a_phone_the_dice_make_way_for_what_can_be_clicked_next(
    server: Server, visits: Visits, game: str, sort: str
) -> None:
    fight = Fight(server, game, sort)
    page = visits.open(server.url + f"#/g/{fight.token}", size=(390, 844), touch=True)
    desk = Desk(page, touch=True).ready()
    desk.choose(*fight.step)
    expect(page.locator("[data-testid=roll]")).to_be_visible()
    assert desk.offered()["units"], "somebody is asked about units"
    page.wait_for_function(
        """() => {
          const card = document.querySelector('[data-testid=roll]').getBoundingClientRect();
          return [...document.querySelectorAll('[data-testid=board] [data-unit][data-offered]')].every((one) => {
            const box = one.getBoundingClientRect();
            return box.bottom <= card.top || box.top >= card.bottom;
          });
        }"""
    )


@pytest.mark.parametrize("how", ["mouse", "key"])
def test_a_button_that_starts_a_fight_shows_its_card_first(server: Server, visits: Visits, how: str) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    desk.press_unit("de-3fj")
    stay = desk.page.locator("button[data-verb=stay]")
    expect(stay).to_be_visible()
    card = desk.page.locator("[data-testid=attack]")
    before = desk.before()
    if how == "mouse":
        stay.evaluate(STILL)
        stay.hover()
        expect(card).to_be_visible()
        assert desk.before() == before
        desk.page.mouse.down()
        desk.page.mouse.up()
    else:
        desk.page.mouse.move(*desk.free_spot(desk.page.locator(f'{BOARD} [data-place="Dinant"]').first))
        desk.page.keyboard.press("1")
        expect(card).to_be_visible()
        assert desk.before() == before
        desk.page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        desk.page.keyboard.press("1")
        expect(card.locator("button[data-verb=stay]")).to_be_visible()
        desk.page.keyboard.press("Enter")
    desk.changed(before)
    assert any(event["combat"] for event in server.table(token)["story"])


def test_what_was_rolled_makes_way_for_what_is_in_hand(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True, game="commander")["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    desk.press_unit("de-3fj")
    desk.choose("stay", None, "none")
    rolled = desk.page.locator("[data-testid=roll]")
    expect(rolled).to_be_visible()
    desk.press_unit("de-326vg")
    expect(desk.page.locator("[data-testid=letgo]")).to_be_visible()
    expect(rolled).to_have_count(0)
    desk.page.keyboard.press("Escape")
    expect(rolled).to_be_visible()


def test_an_activation_that_starts_a_fight_shows_its_card_and_others_say_what_they_do(
    server: Server, visits: Visits
) -> None:
    twin = Twin("7", "commander")
    while twin.side != "allied" or "activate" not in twin.match.decision.choices:
        twin.play(*twin.match.choices[0])
    looked = {one: twin.match.ahead([("activate", one)], "allied") for one in twin.match.decision.choices["activate"]}
    fought = next(one for one, found in looked.items() if found["stop"] and found["preview"])
    idle = next(one for one, found in looked.items() if found["stop"] and not found["preview"])
    token = server.new_table(same_screen=True, game="commander", position=twin.match.position())["token"]
    desk = Desk(visits.open(server.url + f"#/g/{token}")).ready()
    desk.press_place(idle)
    expect(desk.prompt).to_contain_text("The other side acts next.")
    expect(desk.prompt).to_contain_text("Activate: ")
    expect(desk.page.locator(f"{BOARD} [data-stop]")).to_have_count(0)
    desk.page.keyboard.press("Escape")
    desk.press_place(fought)
    card = desk.page.locator("[data-testid=attack]")
    expect(card).to_contain_text("Battle in")
    expect(card.locator("button[data-verb=activate]")).to_contain_text("Attack: ")
