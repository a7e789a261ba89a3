"""Battles for the Ardennes on the page: a barrage with its odds, columns on the road, plots that only their owner sees."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from ardennes import Match
from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, Desk, middle
from tests.browser.server import Server
from tests.browser.test_accessibility import check
from tests.machine import wait_until
from tests.rules.battles.table import situation

PHONE = (390, 844)
PLOTS = {"greif": "on", "dumps": "on"}
ABOVE = """(place) => {
  const plate = document.querySelector(`[data-plate="${place}"]`);
  const pieces = [...document.querySelectorAll(`[data-testid=board] [data-unit][data-at="${place}"]`)];
  const after = Node.DOCUMENT_POSITION_FOLLOWING;
  return pieces.length > 0 && pieces.every((one) => one.compareDocumentPosition(plate) & after);
}"""
"""Is the plate of a place painted after the pieces in it?"""


def links(server: Server, match: Match) -> dict[str, str]:
    """A new table that goes on from a position; the links of its seats."""
    body = {"position": json.dumps(match.position()), "seats": {"german": "human", "allied": "human"}, "seed": "1"}
    made: dict[str, str] = server.call("POST", "api/tables", body)["links"]
    return made


def sit(server: Server, visits: Visits, token: str, **more: Any) -> Desk:
    desk = Desk(visits.open(server.url + f"#/g/{token}", **more), touch=more.get("touch", False)).ready()
    desk.skip()
    return desk


def a_barrage() -> Match:
    """A battery behind a regiment, in front of a battalion in the open."""
    where = {"de-304-pg-2": "D0711", "de-74-art-2": "D0611", "us-1-110-28": "D0811"}
    return situation("german-combat", where, scenario="clervaux", battery=["de-74-art-2"])


def a_column() -> Match:
    return situation("german-movement", {"de-2-recon": "D1917", "us-1-110-28": "D0116"}, scenario="clervaux")


# --- fights ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_guns_join_an_attack_and_change_its_odds(server: Server, visits: Visits, size: tuple[int, int] | None) -> None:
    desk = sit(server, visits, links(server, a_barrage())["german"], size=size, touch=size is not None)
    page = desk.page
    desk.press_place("D0811")
    card = page.locator("[data-testid=attack]")
    expect(card).to_contain_text("Attack on 1-110/28")
    desk.press_unit("de-304-pg-2")  # it joined by itself; now it stays out
    desk.press_unit("de-74-art-2")
    expect(card).to_contain_text("Barrage on 1-110/28")
    expect(card).to_contain_text("No ground units: every retreat is one hex")
    expect(card).to_contain_text("3 to 2")
    desk.press_unit("de-304-pg-2")
    expect(card).to_contain_text("8 to 2")
    expect(card.locator("[data-outcome]")).not_to_have_count(0)
    expect(page.locator('button[data-verb="attack"]')).to_contain_text("Attack at 4-1")


def test_the_range_of_the_guns_lies_on_the_map(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, a_barrage())["german"])
    page = desk.page
    page.locator("[data-layer=guns]").click()
    expect(page.get_by_test_id("legend")).to_contain_text("German batteries, at most 3 together: barrage by hex")
    page.keyboard.press("g")
    expect(page.get_by_test_id("legend")).to_have_count(0)


def test_overlays_leave_the_toolbar_in_one_line_and_their_legend_beside_the_card(
    server: Server, visits: Visits
) -> None:
    desk = sit(server, visits, links(server, a_barrage())["german"])
    page = desk.page
    one_line = page.locator(".foot").evaluate("(one) => one.offsetHeight")
    for layer in ("guns", "bridges"):
        page.locator(f"[data-layer={layer}]").click()
        expect(page.locator(f"[data-layer={layer}]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-layer=guns]")).to_contain_text("Guns")
    wait_until(lambda: page.locator(".foot").evaluate("(one) => one.offsetHeight") == one_line, "the toolbar wraps")
    desk.press_place("D0811")
    expect(page.get_by_test_id("attack")).to_be_visible()

    def apart() -> bool:
        card, legend = (page.get_by_test_id(name).bounding_box() for name in ("attack", "legend"))
        return card is not None and legend is not None and card["x"] + card["width"] <= legend["x"]

    wait_until(apart, "the card covers the legend")


# --- movement ----------------------------------------------------------------------------------------------------------------------------


def test_a_column_marches_by_road_and_bears_its_mark(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, a_column())["german"])
    page = desk.page
    desk.press_unit("de-2-recon")
    expect(page.locator(f"{BOARD} [data-place][data-offered]").first).to_be_attached()
    near = a_column().ahead([("unit", "de-2-recon")])["choices"]
    both = sorted(set(near["march"]) & set(near["hex"]))
    far = sorted(set(near["march"]) - set(near["hex"]))
    assert both and far
    expect(page.locator(f"{BOARD} [data-look=otherwise]")).to_have_count(1)  # what only a march reaches
    desk.choose("march", both[0], "place")  # a click would be a normal move, so the place is held
    piece = page.locator(f'{BOARD} [data-unit="de-2-recon"]').first
    expect(piece).to_have_attribute("data-at", both[0])
    expect(piece.locator('[data-badge="road"]')).to_have_count(1)


def test_a_way_is_laid_by_hand_with_shift(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, a_column())["german"])
    page = desk.page
    desk.press_unit("de-2-recon")
    found = a_column().ahead([("unit", "de-2-recon")])["choices"]
    via, to = next(
        (via, to)
        for via in found["via"]
        if via not in found["march"]
        for to in a_column().ahead([("unit", "de-2-recon"), ("via", via)])["choices"]["hex"]
        if to != via
    )
    page.keyboard.down("Shift")
    desk.press_place(via)
    page.keyboard.up("Shift")
    wait_until(lambda: desk.in_hand() == ["unit de-2-recon", f"via {via}"], "the way is not laid")
    made = page.evaluate("performance.now()")
    page.wait_for_function("(made) => performance.now() - made > 300", arg=made)  # not a double click
    desk.press_place(via)  # taken off again
    wait_until(lambda: desk.in_hand() == ["unit de-2-recon"], "the way is still laid")
    desk.hold_place(via)
    page.locator('[role=menuitem][data-verb="via"]').click()
    wait_until(lambda: f"via {via}" in desk.in_hand(), "the way is not laid")
    desk.press_place(to)
    expect(page.locator(f'{BOARD} [data-unit="de-2-recon"]').first).to_have_attribute("data-at", to)


# --- plots -------------------------------------------------------------------------------------------------------------------------------


def test_targets_and_dumps_are_plotted_on_the_map_and_seen_by_one_side_only(server: Server, visits: Visits) -> None:
    seats = {"german": "human", "allied": "human"}
    body = {"game": "battles", "scenario": "clervaux", "options": PLOTS, "seats": seats, "seed": "7"}
    made = server.call("POST", "api/tables", body)["links"]
    allied, german = (sit(server, visits, made[side]) for side in ("allied", "german"))
    bastogne = allied.page.locator('[data-offered-side="D1706"]')
    expect(bastogne).to_have_count(1)
    allied.press(bastogne)
    nine = allied.page.locator('button[data-verb="points"][data-argument="9"]')
    expect(nine).to_contain_text("9")
    nine.click()
    expect(allied.prompt).to_contain_text("15 Petrol Points to hide")
    expect(allied.page.locator('[data-marker="fuel full"]')).to_have_count(1)
    expect(german.page.locator("[data-marker^=fuel]")).to_have_count(7)
    expect(german.page.locator('[data-marker="fuel"]')).to_have_count(7)
    allied.press_button("spread")
    german.wait_for_mine()
    german.press_place("D1706")  # the Americans in it do not hide it
    expect(german.prompt).to_contain_text("Choose 4 primary targets")
    targets = [server.table(made[side])["view"]["markers"] for side in ("german", "allied", "watch")]
    assert [[m["at"] for m in markers if m["kind"] == "target"] for markers in targets] == [["D1706"], [], []]
    german.page.locator("[data-layer=secrets]").click()
    expect(german.page.get_by_test_id("legend")).to_contain_text("Your targets")
    expect(german.page.locator('[data-plate="D1706"]').first).to_be_visible()
    assert german.page.evaluate(ABOVE, "D1706"), "a plate is drawn above the pieces"
    allied.page.locator("[data-layer=secrets]").click()
    expect(allied.page.get_by_test_id("legend")).to_contain_text("Your dumps and their Petrol Points")
    expect(allied.page.get_by_test_id("legend")).not_to_contain_text("target")
    german.press_button("fill")
    expect(german.prompt).to_contain_text("Building")


def test_the_plotting_page_is_accessible(server: Server, visits: Visits) -> None:
    body = {
        "game": "battles",
        "scenario": "clervaux",
        "options": PLOTS,
        "seats": {"german": "human", "allied": "human"},
        "seed": "7",
    }
    check(sit(server, visits, server.call("POST", "api/tables", body)["links"]["allied"]).page)


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_numbers_of_a_large_dump_are_a_grid_seen_at_a_glance(
    server: Server, visits: Visits, size: tuple[int, int] | None
) -> None:
    body = {
        "game": "battles",
        "scenario": "st_vith",
        "options": {"dumps": "on"},
        "seats": {"german": "human", "allied": "human"},
        "seed": "7",
    }
    touch = size is not None
    desk = sit(server, visits, server.call("POST", "api/tables", body)["links"]["allied"], size=size, touch=touch)
    st_vith = desk.page.locator('[data-offered-side="B0716"]')
    if touch:
        desk.page.get_by_role("button", name="Whole board").tap()
        desk.page.touchscreen.tap(*desk.free_spot(st_vith))  # a site can be hit on the whole board
    else:
        desk.press(st_vith)
    card = desk.page.get_by_test_id("choices")
    numbers = card.locator('button[data-verb="points"]')
    expect(numbers).to_have_count(65)
    boxes = [numbers.nth(n).bounding_box() for n in range(65)]
    assert len({box["y"] for box in boxes if box}) <= (9 if touch else 11), "few rows"
    if not touch:  # on a phone each is as large as a thumb
        assert card.evaluate("(one) => one.scrollHeight <= one.clientHeight"), "nobody has to scroll"
    expect(numbers.nth(0)).to_have_text("1")  # without the key 1, which only nine of them could have
    last = numbers.nth(64)  # with it the dumps are hidden for good, but nothing is rolled
    expect(last).to_have_attribute("data-final", "reveals")
    expect(last).to_have_text("65")
    expect(last.locator("svg")).to_be_visible()


# --- a turn played by hand ---------------------------------------------------------------------------------------------------------------

FIRE = {"intensive_fire": "both"}
STACK = {"de-48-12": "B1122", "de-89-12": "B1122", "us-394-99": "B1221"}
OVERLAP = """() => {
  const plate = document.querySelector('[data-marker="secondary target"] rect').getBoundingClientRect();
  const at = document.querySelector('[data-unit="us-291-eng"] .counter text').getBoundingClientRect();
  return plate.bottom > at.top + 0.2 * at.height && plate.top < at.bottom;
}"""


def test_a_stack_in_hand_is_told_the_case_and_what_was_looked_at_before_is_let_go(
    server: Server, visits: Visits
) -> None:
    where = {"de-48-12": "B1122", "de-89-12": "B1122", "us-394-99": "B1021", "de-25-ss-pg-12": "B1523"}
    match = situation("german-movement", where, release={"de-25-ss-pg-12": 9})
    desk = sit(server, visits, links(server, match)["german"])
    page = desk.page
    desk.press_unit("de-25-ss-pg-12")
    expect(page.get_by_test_id("refusal")).to_contain_text("held back")
    desk.press(page.locator(f'{BOARD} [data-unit="de-48-12"]').first)
    wait_until(lambda: len(desk.in_group()) == 2, "the stack is not picked up")
    expect(page.locator(f'{BOARD} [data-unit="de-25-ss-pg-12"][data-selected]')).to_have_count(0)
    desk.press_place("B1021")
    expect(page.get_by_test_id("refusal")).to_contain_text("An enemy unit is in B1021")
    expect(page.get_by_test_id("refusal")).to_contain_text("8.3")


PAIR = {"de-48-12": "B1122", "de-89-12": "B1122", "de-27-fus-12": "B1323"}


def sent_by(page: Page) -> list[list[list[str]]]:
    """What the page sends from now on, as verbs and arguments."""
    sent: list[list[list[str]]] = []

    def note(request: Request) -> None:
        if "/api/table/steps" in request.url:
            body: Any = request.post_data_json
            sent.append([[choice["verb"], choice["argument"]] for choice in body["choices"]])

    page.on("request", note)
    return sent


def drag(desk: Desk, start: Locator, place: str) -> None:
    """Drag something to a place."""
    page = desk.page
    (ax, ay), (bx, by) = middle(start), middle(page.locator(f'{BOARD} [data-place="{place}"]').first)
    page.mouse.move(ax, ay)
    page.mouse.down()
    for part in (0.1, 0.5, 1.0):
        page.mouse.move(ax + (bx - ax) * part, ay + (by - ay) * part)
    page.mouse.up()


@pytest.mark.parametrize("whole", [True, False], ids=["the stack", "one of it"])
def test_a_stack_is_dragged_whole_and_one_piece_out_of_it_once_it_has_fanned_out(
    server: Server, visits: Visits, whole: bool
) -> None:
    desk = sit(server, visits, links(server, situation("german-movement", PAIR))["german"])
    page, sent = desk.page, sent_by(desk.page)
    stack = page.locator(f'{BOARD} [data-unit="de-48-12"]:not([data-fan])').first
    spot = desk.free_spot(stack)
    if whole:
        drag(desk, stack, "B1123")
    else:
        page.mouse.move(*spot)
        fanned = page.locator('[data-fan][data-unit="de-89-12"]')
        expect(fanned).to_be_visible()
        fanned.evaluate("(one) => Promise.all(one.parentElement.getAnimations().map((each) => each.finished))")
        page.mouse.move(*middle(fanned))
        page.mouse.move(middle(fanned)[0] + 3, middle(fanned)[1])
        page.wait_for_timeout(400)  # longer than a stack stays fanned out after the pointer has left it
        expect(fanned).to_be_visible()
        drag(desk, fanned, "B1123")
    units = ["de-48-12", "de-89-12"] if whole else ["de-89-12"]
    wait_until(lambda: bool(desk.asked()) and len(sent) == 1, "nothing was sent")
    assert sorted(sent[0]) == sorted(step for unit in units for step in (["unit", unit], ["hex", "B1123"]))


def test_pieces_of_two_places_go_together(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, situation("german-movement", PAIR))["german"])
    page, sent = desk.page, sent_by(desk.page)
    desk.press_unit("de-27-fus-12")
    wait_until(lambda: desk.in_hand() == ["unit de-27-fus-12"], "it is not in hand")
    stack = page.locator(f'{BOARD} [data-unit="de-48-12"]:not([data-fan])').first
    page.keyboard.down("Control")
    desk.press(stack)
    wait_until(lambda: bool(desk.in_hand() or desk.in_group()) and len(desk.in_group()) == 3, "they are not added")
    desk.press(stack)  # all of it is in hand: it is taken out again
    page.keyboard.up("Control")
    wait_until(lambda: desk.in_hand() == ["unit de-27-fus-12"] and desk.in_group() == [], "they are not taken out")
    page.keyboard.down("Control")
    desk.press(stack)
    page.keyboard.up("Control")
    wait_until(lambda: len(desk.in_group()) == 3, "they are not added")
    assert sent == []
    place = desk.offered()["places"][0]
    desk.press_place(place)
    wait_until(lambda: bool(desk.asked()) and len(sent) == 1, "nothing was sent")
    assert sorted(sent[0]) == sorted(step for unit in PAIR for step in (["unit", unit], ["hex", place]))


def test_a_way_is_laid_across_own_pieces(server: Server, visits: Visits) -> None:
    where = {"de-1-ss-pz": "B1125", "de-1-ss-pg": "B1124", "de-2-ss-pg": "B1124"}
    desk = sit(server, visits, links(server, situation("german-movement", where))["german"])
    desk.press_unit("de-1-ss-pz")
    desk.in_hand()
    desk.page.keyboard.down("Shift")
    desk.press(desk.page.locator(f'{BOARD} [data-unit="de-1-ss-pg"]').first)
    desk.page.keyboard.up("Shift")
    wait_until(lambda: desk.in_hand() == ["unit de-1-ss-pz", "via B1124"], "the way is not laid")


def test_long_odds_leave_room_for_the_attackers_side_by_side(server: Server, visits: Visits) -> None:
    where = STACK | {"de-27-fus-12": "B1222", "de-402-vak": "B1223", "de-1-ss-pz": "B1322"}
    match = situation("german-combat", where, options={"saturation_fire": "on"}, battery=["de-402-vak"])
    desk = sit(server, visits, links(server, match)["german"])
    desk.press_place("B1221")
    desk.choose("withering", "de-402-vak", "unit")
    lefts = desk.page.locator("[data-testid=attack] .l > *").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().left)"
    )
    assert len(lefts) == 5 and len(set(lefts)) > 1, "not one above the other"


def test_the_card_of_a_unit_makes_way_for_the_menu_of_its_kinds_of_fire(server: Server, visits: Visits) -> None:
    where = {"us-38-cav-102": "B1919", "de-752-326": "B1920", "de-405-vak": "B1921"}
    match = situation("german-combat", where, options={"saturation_fire": "on"}, battery=["de-405-vak"])
    desk = sit(server, visits, links(server, match)["german"])
    page = desk.page
    page.get_by_role("button", name="Whole board").click()
    desk.press_place("B1919")
    expect(page.get_by_test_id("attack")).to_be_visible()
    desk.press_unit("de-405-vak")
    expect(page.locator("[role=menuitem]")).to_have_count(3)
    expect(page.get_by_test_id("unitcard")).to_be_hidden()
    page.locator('[role=menuitem][data-verb="withering"]').click()
    wait_until(lambda: "withering de-405-vak" in desk.in_hand(), "the kind of fire is not chosen")


def test_the_defender_who_can_answer_glows(server: Server, visits: Visits) -> None:
    match = situation("german-combat", STACK | {"de-27-fus-12": "B1222"}, options=FIRE)
    for verb, argument in (("target", "B1221"), ("join", "de-27-fus-12"), ("attack", None)):
        match.play(verb, argument)
    desk = sit(server, visits, links(server, match)["allied"])
    expect(desk.prompt).to_contain_text("who uses Intensive Fire?")
    expect(desk.page.locator(f'{BOARD} [data-unit="us-394-99"] .ring')).to_have_count(1)


def test_numbers_of_a_grid_have_no_keys_and_targets_are_named_by_their_hex(server: Server, visits: Visits) -> None:
    body = {
        "game": "battles",
        "scenario": "st_vith",
        "options": {"dumps": "on", "greif": "on", "greif_secondary_targets": "on"},
        "seats": {"german": "human", "allied": "human"},
        "seed": "7",
    }
    made = server.call("POST", "api/tables", body)["links"]
    allied = sit(server, visits, made["allied"])
    allied.press_button("dump", "B1413")
    expect(allied.prompt).to_contain_text("How many of 65")
    allied.page.keyboard.press("1")
    allied.page.locator('button[data-verb="points"][data-argument="12"]').click()
    expect(allied.prompt).to_contain_text("53 Petrol Points to hide")
    allied.press_button("spread")
    german = sit(server, visits, made["german"])
    german.press(german.page.locator(f'{BOARD} [data-unit="us-291-eng"]').first)
    expect(german.page.get_by_role("menu")).to_contain_text("Malmedy (B1413)")
    german.page.get_by_role("menuitem", name="Secondary target").click()
    expect(german.page.locator('[data-marker="secondary target"]')).to_have_count(1)
    assert not german.page.evaluate(OVERLAP), "the plate hides the unit's name"


def test_the_map_cannot_be_scrolled_away_from_under_the_pointer(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, a_barrage())["german"])
    moved = desk.board.evaluate(
        """(one) => {
          const far = document.createElement('div');
          far.style.cssText = 'position: absolute; left: 5000px; width: 10px; height: 10px';
          one.append(far);
          far.scrollIntoView();
          return one.scrollLeft;
        }"""
    )
    assert moved == 0


def test_long_buttons_leave_room_for_the_question_and_each_has_its_own_key(server: Server, visits: Visits) -> None:
    where = {"us-2-eng-2": "B1516", "de-48-12": "B1122"}
    match = situation("allied-building", where, blown=["B1415-B1516"])
    desk = sit(server, visits, links(server, match)["allied"])
    desk.press_unit("us-2-eng-2")
    expect(desk.page.locator('button[data-verb="build"]')).to_be_visible()
    box = desk.prompt.locator(".what").bounding_box()
    assert box is not None and box["width"] >= 150, "the question can be read"
    keys = desk.page.locator("button[data-verb] kbd").all_inner_texts()
    assert keys == ["1", "2"]


def test_a_formation_is_chosen_on_the_map_not_by_its_lost_units(server: Server, visits: Visits) -> None:
    where = {"de-1-ss-pz": "B1125", "de-12-ss-pz": "B1224", "us-394-99": "B0716", "de-1-ss-eng": "eliminated"}
    match = situation("supply", where, turn=5)
    match.play("die", 5)
    desk = sit(server, visits, links(server, match)["german"])
    expect(desk.prompt).to_contain_text("without fuel")
    expect(desk.page.get_by_test_id("choices")).to_be_visible()
    expect(desk.page.get_by_test_id("boxes")).to_have_count(0)
