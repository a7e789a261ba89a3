"""The first look at a game: what matters is in view and can be read, nothing is covered, and what has changed is announced."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, Twin
from tests.browser.server import Server
from tests.browser.test_fights import set_pace
from tests.machine import wait_until

GAMES = ["ardennes_offensive", "battles", "bulge", "commander", "enemy_action"]
SIZES = [(1440, 900), (1920, 1080), (3840, 2160), (390, 844)]
READABLE = 43
"""Width of a counter in pixels at which its name can be read. On a very large screen, where bars are larger, counters on hexes are too."""

_COUNTERS = """() => {
  const ground = document.querySelector('[data-testid=board]').getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect();
  const inside = ({left, top, right, bottom}) =>
    left >= ground.left && top >= ground.top && right <= ground.right && bottom <= ground.bottom;
  const all = [...document.querySelectorAll('[data-testid=board] [data-unit]')];
  const acting = all.filter((one) => one.dataset.offered !== undefined);
  const seen = (some) => some.filter((one) => inside(box(one.querySelector('rect'))));
  return {
    acting: acting.length,
    seen: seen(acting).length,
    any: seen(all).length,
    sides: [...new Set(seen(all).map((one) => one.dataset.side))].length,
    width: Math.min(...seen(all).map((one) => box(one.querySelector('rect')).width * 64 / 62)),
    names: seen(all).filter((one) => one.querySelector('.counter')).every((one) => one.querySelectorAll('.counter text').length > 1),
  };
}"""
_COVERED = """(things) => {
  const cards = ['attack', 'roll', 'chits', 'choices'].map((id) => `[data-testid=${id}]`).join(', ');
  const over = [...document.querySelectorAll(`${cards}, .zoom, .foot, [data-testid=catchup]`)].map((one) => one.getBoundingClientRect());
  return things.flatMap((selector) => [...document.querySelectorAll(selector)]).filter((one) => {
    const box = one.getBoundingClientRect();
    return over.some((card) => box.left < card.right && card.left < box.right && box.top < card.bottom && card.top < box.bottom);
  }).map((one) => one.dataset.unit);
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_the_board_opens_on_the_units_that_can_act_at_a_size_that_can_be_read(
    server: Server, visits: Visits, game: str, size: tuple[int, int]
) -> None:
    token = server.new_table(same_screen=True, game=game)["token"]
    touch = size[0] < 700
    page = visits.open(server.url + f"#/g/{token}", size=size, touch=touch, scale=2 if touch else 1)
    Desk(page, touch=touch).ready()
    rest(page)
    found: dict[str, Any] = page.evaluate(_COUNTERS)
    larger = page.locator("[data-testid=prompt]").evaluate("(one) => getComputedStyle(one).zoom")
    assert found["width"] >= READABLE * (1.25 if game != "commander" and float(larger) > 1 else 1)
    assert found["names"], "at this size the names are drawn"
    assert found["sides"] == 2, "the front is in view"
    if found["acting"]:
        assert found["seen"] >= min(found["acting"], 4), "units that can act are in view"
    assert page.evaluate(_COVERED, [f"{BOARD} [data-unit][data-selected]"]) == []


_UNDER_BADGES = """() => [...document.querySelectorAll('[data-testid=board] [data-unit] .counter')].flatMap((counter) => {
  const factors = [...counter.querySelectorAll('text')].findLast((one) => one.textContent.includes('-'));
  if (!factors) return [];
  const half = factors.getComputedTextLength() / 2;
  const covers = (badge) => {
    const { a: scale, e: x, f: y } = badge.transform.baseVal.consolidate().matrix;
    const across = Math.abs(x - Number(factors.getAttribute('x'))) - half;
    const apart = Math.hypot(Math.max(0, across), Math.max(0, y - Number(factors.getAttribute('y'))));
    return apart < 0.75 * scale * badge.querySelector('circle').r.baseVal.value;
  };
  const badges = counter.querySelectorAll(':scope > g:last-child:has(> circle + text), :scope > [data-tick]');
  return [...badges].filter(covers).map((badge) => factors.textContent + (badge.dataset.tick === undefined ? ' number' : ' tick'));
})"""
"""Factors that the number of pieces in the stack, or the tick of a piece that has acted, lies on by more than a quarter of its radius."""


def test_the_number_of_a_stack_and_the_tick_of_who_has_acted_leave_the_factors_in_view(
    server: Server, visits: Visits
) -> None:
    def acted(twin: Twin) -> bool:
        pieces = twin.match.view(None)["pieces"]
        return any(piece["done"] and len(piece["factors"]) > 5 for piece in pieces)

    twin = Twin("7", "commander")
    for later in (False, True):
        while later and not acted(twin):
            twin.play(*twin.advice()[:2])
        made = server.new_table(same_screen=True, game="commander", position=twin.match.position())
        page = visits.open(server.url + f"#/g/{made['token']}", size=(1440, 900))
        Desk(page).ready()
        rest(page)
        assert page.locator(f"{BOARD} .counter [data-tick]").count() > 0 or not later
        assert page.evaluate(_UNDER_BADGES) == []


LATER = ("/boards/light", "/table/ahead", "/build.txt", "/briefings", "/assets/Cards-")
"""What the page asks for once the board can be played: the detailed picture, cards over the board, and what nobody waits for."""


@pytest.mark.parametrize("game", ["bulge", "enemy_action"])
def test_nothing_that_can_wait_is_requested_before_the_board_can_be_played(
    server: Server, visits: Visits, game: str
) -> None:
    token = server.new_table(game=game)["token"]
    page = visits.open(server.url + "api/health")
    asked: list[str] = []
    held: list[Route] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/cards/light-whole.webp*", lambda route: held.append(route))
    page.goto(f"{server.url}#/g/{token}")
    expect(page.locator(f"{BOARD} [data-unit]").first).to_be_attached()
    expect(page.locator("[data-testid=prompt]")).to_have_attribute("data-answers", re.compile(r"\d+"))
    # The picture is asked for as soon as it is known which game it is, not after the board's facts.
    wait_until(lambda: page.evaluate("true") and held, "the picture was not requested")
    page.wait_for_load_state("load")
    assert [url for url in asked if any(what in url for what in LATER)] == []
    assert page.locator(f"{BOARD}[data-ready]").count() == 0
    for route in held:
        route.continue_()
    Desk(page).ready()
    wait_until(
        lambda: page.evaluate("true") and all(any(what in url for url in asked) for what in LATER),
        "not everything came later",
    )


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_cards_do_not_cover_the_pieces_of_an_attack(server: Server, visits: Visits, size: tuple[int, int]) -> None:
    token = server.new_table(same_screen=True)["token"]
    twin = Twin()
    feed_until(server, token, twin, lambda: "roll" in twin.match.decision.choices)
    touch = size[0] < 700
    page = visits.open(server.url + f"#/g/{token}", size=size, touch=touch)
    Desk(page, touch=touch).ready()
    expect(page.locator("[data-testid=attack]")).to_be_visible()
    rest(page)
    preview = twin.match.preview()
    assert preview is not None
    in_it = [f'{BOARD} [data-unit="{unit}"]' for unit in preview["attackers"] + preview["defenders"]]
    assert page.evaluate(_COVERED, in_it) == []
    ground = page.locator(BOARD).bounding_box()
    assert ground is not None
    for unit in in_it:
        box = page.locator(unit).first.bounding_box()
        assert box is not None
        assert ground["x"] <= box["x"] and box["x"] + box["width"] <= ground["x"] + ground["width"]
        assert ground["y"] <= box["y"] and box["y"] + box["height"] <= ground["y"] + ground["height"]


def test_the_board_moves_only_to_show_what_is_asked_and_comes_back(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    twin = Twin()
    at = {piece["id"]: piece["at"] for piece in twin.match.view(None)["pieces"]}
    targets = sorted(twin.match.decision.choices["attack"], key=lambda unit: at[unit])
    north, south = targets[0], targets[-1]
    page.mouse.move(*desk.free_spot(page.locator(f'{BOARD} [data-unit="{north}"]')))
    for _ in range(4):
        page.mouse.wheel(0, -400)
    rest(page)
    before = camera(page)
    for unit, moves in ((north, False), (south, True)):
        table = server.table(token)
        body = {"verb": "attack", "argument": unit, "answers": table["view"]["answers"]}
        server.call("POST", "api/table/choices", body, token)
        expect(page.locator(f'{BOARD} [data-unit="{unit}"]:not([data-offered])')).to_be_visible()
        rest(page)
        assert (camera(page) != before) is moves
        answers = server.table(token)["view"]["answers"]
        server.call("POST", "api/table/undo", {"answers": answers, "all": False}, token)
        desk.expect_offered(units=sorted(targets))
        rest(page)
        assert camera(page) == before


def rest(page: Page) -> None:
    """Wait until the board is drawn at its new scale, and has not moved for two frames."""
    page.wait_for_function("() => !document.querySelector('[data-testid=board].busy')")
    page.locator(f"{BOARD} .stage").evaluate(
        "(one) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    page.wait_for_function("() => !document.querySelector('[data-testid=board].busy')")


def camera(page: Page) -> str:
    moved: str = page.locator(f"{BOARD} .stage").evaluate("(one) => one.style.transform")
    return moved


def feed_until(server: Server, token: str, twin: Twin, until: Any) -> None:
    """Play through the API, which is faster than clicking."""
    table = server.table(token)
    while not until():
        verb, argument, _ = twin.advice()
        body = {"verb": verb, "argument": argument, "answers": table["view"]["answers"]}
        table = server.call("POST", f"api/table/choices?story={table['story_mark']}", body, token)
        twin.play(verb, argument)


_LINES = """() => [...document.querySelectorAll('[data-testid=board] [data-look] + path, [data-testid=board] [data-overlay] path')].filter(
  (one) => getComputedStyle(one).stroke !== 'none' && !getComputedStyle(one).stroke.includes('url')
).map((one) => Math.round(10 * one.getScreenCTM().a * parseFloat(getComputedStyle(one).strokeWidth)) / 10)"""
"""How wide the lines of offers and overlays are on the screen, with their halos."""


@pytest.mark.parametrize("game", ["bulge", "commander"])
def test_lines_are_as_wide_at_any_zoom(server: Server, visits: Visits, game: str) -> None:
    token = server.new_table(same_screen=True, game=game)["token"]
    page = visits.open(server.url + f"#/g/{token}")
    desk = Desk(page).ready()
    if game == "bulge":
        desk.choose("done", None, "none")  # movement
        desk.press_unit(desk.offered()["units"][0])
    page.locator("[data-layer=front]").click()
    expect(page.locator(f"{BOARD} [data-overlay] path").first).to_be_attached()
    wide: list[list[float]] = []
    for button, times in (("Whole board", 1), ("Zoom in", 4), ("Zoom in", 3)):
        for _ in range(times):
            page.get_by_role("button", name=button).click()
        page.wait_for_timeout(400)
        rest(page)
        wide.append(page.evaluate(_LINES))
        assert any(4 <= line <= 6 for line in wide[-1])
        assert all(line >= 2 for line in wide[-1])
    assert wide[0] == wide[1] == wide[2]


# --- what has changed ------------------------------------------------------------------------------------------------------------------


_BANNERS = """() => {
  window.banners = [];
  const look = () => {
    const one = document.querySelector('[data-testid=banner]');
    if (one) {
      const {left, top, width, height} = one.getBoundingClientRect();
      const below = document.elementFromPoint(left + width / 2, top + height / 2);
      window.banners.push({text: one.innerText, caught: Boolean(below?.closest('[data-testid=banner]'))});
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""Looks at every frame: a banner is gone after a moment."""


@pytest.mark.parametrize("motion", [True, False], ids=["motion", "reduced motion"])
def test_a_banner_announces_a_new_phase_and_takes_no_clicks(server: Server, visits: Visits, motion: bool) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", motion=motion)
    desk = Desk(page).ready()
    page.evaluate(_BANNERS)
    desk.choose("done", None, "none")
    page.wait_for_function("() => window.banners.length && !document.querySelector('[data-testid=banner]')")
    banners: list[dict[str, Any]] = page.evaluate("window.banners")
    assert all("German movement" in banner["text"] for banner in banners)
    assert not any(banner["caught"] for banner in banners), "a click goes to the board below it"


def test_the_other_sides_moves_stay_as_arrows_until_the_next_own_action(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    twin = Twin()
    feed_until(server, token, twin, lambda: twin.side == "allied" and "attack" in twin.match.decision.choices)
    page = visits.open(server.url + f"#/g/{token}", motion=True)
    desk = Desk(page).ready()
    moves = [move for event in twin.match.story(None) if event["side"] == "german" for move in event["moves"]]
    names = twin.match.game.board.names
    on_board = {move["unit"] for move in moves if move["to"] in names}
    trails = page.locator("[data-trail]")
    expect(trails.first).to_be_attached()
    shown = set(trails.evaluate_all("(all) => all.map((one) => one.dataset.trail)"))
    assert shown and shown <= on_board
    fought = {place for event in twin.match.story(None) if event["combat"] for place in event["places"]}
    marked = set(page.locator("[data-fought]").evaluate_all("(all) => all.map((one) => one.dataset.fought)"))
    assert marked and marked <= fought
    # Looking around changes nothing; the first thing that the player does ends it.
    page.get_by_role("button", name="Zoom out").click()
    assert trails.count() == len(shown)
    told = len(twin.match.story(None))
    while len(twin.match.story(None)) == told or twin.match.story(None)[-1]["side"] != "allied":
        assert trails.count() == len(shown)
        step = twin.advice()
        desk.choose(*step)
        twin.play(step[0], step[1])
    expect(trails).to_have_count(0)


def test_the_pace_is_kept(server: Server, visits: Visits) -> None:
    """Off: the others' moves are not played one by one, and their arrows are there at once."""
    made = server.new_table(german="greedy")
    page = visits.open(server.url + f"#/g/{made['token']}", motion=True)
    Desk(page).ready()
    set_pace(page, 0)
    desk = Desk(page).ready()
    desk.wait_for_mine()
    expect(page.locator("[data-testid=catchup]")).to_have_count(0)


# --- the card of a fight ---------------------------------------------------------------------------------------------------------------


_CUT = """() => [...document.querySelectorAll('[data-testid=attack] button')].filter((one) => {
  const box = one.getBoundingClientRect();
  const frame = (one.closest('.lesser') ?? one.closest('[data-testid=attack]')).getBoundingClientRect();
  return one.scrollWidth > one.clientWidth + 1 || box.left < frame.left - 1 || box.right > frame.right + 1;
}).map((one) => one.innerText)"""
"""The buttons of the card whose text is cut off, or that are not all there."""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_no_button_of_an_attack_is_cut_off_and_enter_rolls_on_the_table_shown(
    server: Server, visits: Visits, size: tuple[int, int]
) -> None:
    token = server.new_table(same_screen=True)["token"]
    touch = size[0] < 700
    page = visits.open(server.url + f"#/g/{token}", size=size, touch=touch)
    desk = Desk(page, touch=touch).ready()
    desk.press_unit("us-112")
    card = page.locator("[data-testid=attack]")
    expect(card.get_by_role("button", name="Roll in 0 to +2")).to_be_visible()
    assert page.evaluate(_CUT) == []
    secondary = card.get_by_role("radio", name="Secondary table")
    secondary.tap() if touch else secondary.click()
    expect(secondary).to_have_attribute("aria-checked", "true")
    assert "crt secondary" in desk.in_hand()
    assert page.evaluate(_CUT) == []
    if not touch:
        secondary.evaluate("(one) => one.blur()")
        with page.expect_request("**/api/table/steps*") as sent:
            page.keyboard.press("Enter")
        choices = (sent.value.post_data_json or {})["choices"]
        assert {"verb": "crt", "argument": "secondary"} in choices
        assert choices[-1]["verb"] == "roll"


_CUT_CHIPS = """() => [...document.querySelectorAll('[data-testid=attack] button.chip')].filter((one) => {
  const [box, frame] = [one, one.closest('[data-testid=attack]')].map((each) => each.getBoundingClientRect());
  return one.scrollWidth > one.clientWidth + 1 || box.left < frame.left || box.right > frame.right;
}).map((one) => one.innerText)"""


def fight_on(server: Server, visits: Visits, game: str, size: tuple[int, int], fits: Any) -> tuple[Page, Twin]:
    """A game that has got to a fight for which the condition holds."""
    twin = Twin(game=game)
    while not fits(twin):
        verb, argument, _ = twin.advice()
        twin.play(verb, argument)
    token = server.new_table(same_screen=True, game=game, position=twin.match.position())["token"]
    touch = size[0] < 700
    page = visits.open(server.url + f"#/g/{token}", size=size, touch=touch)
    Desk(page, touch=touch).ready()
    expect(page.locator("[data-testid=attack]")).to_be_visible()
    return page, twin


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desktop", "phone"])
def test_no_rule_on_the_card_of_a_battle_is_cut_off(server: Server, visits: Visits, size: tuple[int, int]) -> None:
    def with_modifiers(twin: Twin) -> bool:
        preview = twin.match.preview(twin.side)
        return preview is not None and len(preview["shifts"]) > 1

    page, _ = fight_on(server, visits, "commander", size, with_modifiers)
    chips = page.locator("[data-testid=attack] button.chip")
    assert max(map(len, chips.all_inner_texts())) > 26, "one of them has a long name"
    assert page.evaluate(_CUT_CHIPS) == []


def test_on_a_phone_the_card_of_a_fight_leaves_the_question_below_it_whole(server: Server, visits: Visits) -> None:
    """Chits drawn and buttons for more of them make the highest card there is."""
    page, twin = fight_on(
        server, visits, "enemy_action", (390, 844), lambda twin: type(twin.match.state.stack[-1]).__name__ == "More"
    )
    question = page.locator("[data-testid=prompt] .what")
    expect(question).to_contain_text(twin.match.decision.prompt)
    words, card = question.bounding_box(), page.locator("[data-testid=attack]").bounding_box()
    assert words is not None and card is not None
    assert card["y"] + card["height"] <= words["y"]
