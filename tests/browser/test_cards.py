"""Cards, chits, reactions, formations, boxes, free set-up and parts of a board: in Patrol and Sheets, the toy games of the tests."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ardennes.core.match import Match, new_match
from tests.browser.conftest import Shot, Visits
from tests.browser.desk import BOARD, Desk, Twin, expect_places
from tests.browser.server import Server
from tests.browser.test_accessibility import check
from tests.core.patrol import PATROL, ROSTER
from tests.core.sheets import GAME as SHEETS

PHONE = (390, 844)
BLUE_AS_IN_HISTORY = {row["id"]: row["start"] for row in ROSTER.rows if row["side"] == "blue"}
HAND = "[data-testid=hand]"
WHY = "[data-testid=card-why]"
UP_TO_AN_AMBUSH = [
    ("red", "card", "red-march-1"),
    ("red", "formation", "red-b"),
    ("red", "unit", "red-3"),
    ("red", "hex", "24"),
    ("blue", "card", "blue-march-2"),
    ("blue", "formation", "blue-b"),
    ("blue", "unit", "blue-3"),
    ("blue", "hex", "33"),
    ("red", "card", "red-march-2"),
    ("red", "formation", "red-a"),
    ("red", "unit", "red-1"),
]
"""With the dice of seed 0: then Red 1 can march past Blue 1, who holds two ambushes."""


def patrol(toys: Server, scenario: str = "short", seed: str = "3") -> dict[str, str]:
    """A new game; the links of its seats."""
    links: dict[str, str] = toys.new_table(game="patrol", scenario=scenario, seed=seed)["links"]
    return links


def answer(toys: Server, links: dict[str, str], *choices: tuple[str, str, Any]) -> None:
    """Let the seats answer, without a page."""
    for side, verb, argument in choices:
        answers = toys.table(links[side])["view"]["answers"]
        toys.call("POST", "api/table/choices", {"verb": verb, "argument": argument, "answers": answers}, links[side])


def sit(toys: Server, visits: Visits, token: str, **more: Any) -> Desk:
    desk = Desk(visits.open(toys.url + f"#/g/{token}", **more), touch=more.get("touch", False)).ready()
    desk.skip()
    return desk


# --- cards -------------------------------------------------------------------------------------------------------------------------------


def test_a_card_is_played_by_clicking_it(toys: Server, visits: Visits, shot: Shot) -> None:
    desk = sit(toys, visits, patrol(toys)["red"])
    card = desk.page.locator('[data-card="red-march-1"]')
    expect(card).to_have_attribute("data-offered", "")
    expect(card).to_contain_text("One formation marches")
    shot(desk.page, "cards")
    asked = desk.asked()
    card.click()
    play = desk.page.locator("button[data-verb=card][data-commits]")
    expect(play).to_be_visible()
    assert desk.asked() == asked, "a card that shows itself waits for its button"
    play.click()
    expect(card).to_have_count(0)
    expect(desk.prompt).to_contain_text("Which formation marches?")
    expect(desk.page.locator("[data-pile=discard]")).to_have_attribute("data-count", "1")


def test_a_card_that_cannot_be_played_says_why_with_its_case(toys: Server, visits: Visits) -> None:
    desk = sit(toys, visits, patrol(toys)["red"])
    asked = desk.asked()
    desk.page.locator('[data-card="red-ambush-4"]').click()
    expect(desk.page.locator(WHY)).to_contain_text("Ambush is played when an enemy marches by")
    expect(desk.page.locator(f"{WHY} [data-case]")).to_have_attribute("data-case", "4.0")
    assert desk.asked() == asked
    desk.page.locator(f"{WHY} [data-case]").click()
    expect(desk.page.get_by_role("tabpanel")).to_contain_text("A unit that comes beside an enemy may be ambushed.")


def test_cards_are_chosen_and_explained_by_keyboard(toys: Server, visits: Visits) -> None:
    desk = sit(toys, visits, patrol(toys)["red"])
    desk.page.locator('[data-card="red-march-1"]').focus()
    for _ in range(2):
        desk.page.keyboard.press("ArrowRight")
    expect(desk.page.locator('[data-card="red-ambush-4"]')).to_be_focused()
    desk.page.keyboard.press("?")
    expect(desk.page.locator(f"{WHY} [data-case]")).to_have_attribute("data-case", "4.0")
    desk.page.keyboard.press("i")
    expect(desk.page.locator("[data-testid=carddialog]")).to_contain_text("Why not? Ambush is played when")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Home")
    desk.page.keyboard.press("Enter")
    desk.page.locator("button[data-verb=card][data-commits]").click()
    expect(desk.prompt).to_contain_text("Which formation marches?")


def test_a_long_press_shows_a_card_large_and_does_not_play_it(toys: Server, visits: Visits) -> None:
    desk = sit(toys, visits, patrol(toys)["red"], size=PHONE, touch=True)
    asked = desk.asked()
    card = desk.page.locator('[data-card="red-march-1"]')
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    dialog = desk.page.locator("[data-testid=carddialog]")
    expect(dialog).to_contain_text("One formation marches")
    card.dispatch_event("pointerup", {"pointerType": "touch"})
    card.dispatch_event("click")
    assert desk.asked() == asked
    dialog.get_by_role("button", name="Play").tap()
    expect(desk.prompt).to_contain_text("Which formation marches?")


def test_the_other_side_sees_only_how_many_cards_there_are(toys: Server, visits: Visits) -> None:
    links = patrol(toys)
    desk = sit(toys, visits, links["blue"])
    expect(desk.page.locator('[data-hand="red"]')).to_have_attribute("data-count", "3")
    expect(desk.page.locator("[data-card]")).to_have_count(0)
    assert "red-march" not in desk.page.content()


def test_open_piles_can_be_looked_through(toys: Server, visits: Visits) -> None:
    links = patrol(toys)
    answer(toys, links, ("red", "card", "red-march-1"))
    desk = sit(toys, visits, links["red"])
    desk.page.locator("[data-pile=discard]").click()
    dialog = desk.page.locator("[data-testid=piledialog]")
    expect(dialog.locator('[data-card="red-march-1"]')).to_contain_text("March")
    desk.page.keyboard.press("Escape")
    desk.page.locator("[data-pile=cup]").click()
    expect(dialog).to_contain_text("2 Hit")
    expect(dialog).to_contain_text("3 Miss")


# --- formations and boxes ----------------------------------------------------------------------------------------------------------------


def test_a_formation_is_chosen_by_one_of_its_units_and_all_of_them_light_up(toys: Server, visits: Visits) -> None:
    links = patrol(toys)
    answer(toys, links, ("red", "card", "red-march-1"))
    desk = sit(toys, visits, links["red"])
    unit = desk.page.locator(f'{BOARD} [data-unit="red-2"]').first
    desk.page.mouse.move(*desk.free_spot(unit))
    lit = desk.page.locator(f"{BOARD} [data-unit][data-lit]")
    expect(lit).to_have_count(2)
    for name in ("red-1", "red-2"):
        expect(desk.page.locator(f'{BOARD} [data-unit="{name}"][data-lit]')).to_have_count(1)
    desk.press_unit("red-2")
    expect(desk.prompt).to_contain_text("Which unit marches?")
    desk.expect_offered(units=["red-1", "red-2"])


def test_a_formation_is_chosen_from_the_list_and_a_wrong_one_refused(toys: Server, visits: Visits) -> None:
    links = patrol(toys)
    answer(toys, links, ("red", "card", "red-march-1"))
    desk = sit(toys, visits, links["red"])
    desk.press_unit("blue-1")
    refusal = desk.page.locator("[data-testid=refusal]")
    expect(refusal).to_contain_text("Blue A Group belongs to the other side")
    expect(refusal.locator("[data-case]")).to_have_attribute("data-case", "3.0")
    desk.page.locator('button[data-verb=formation][data-argument="red-b"]').hover()
    expect(desk.page.locator(f'{BOARD} [data-unit="red-3"][data-lit]')).to_have_count(1)
    desk.press_button("formation", "red-b")
    expect(desk.prompt).to_contain_text("Which unit marches?")


def test_a_box_is_chosen_by_clicking_it_and_so_is_a_piece_in_it(toys: Server, visits: Visits) -> None:
    links = patrol(toys)
    answer(toys, links, ("red", "card", "red-march-1"), ("red", "formation", "red-a"), ("red", "unit", "red-1"))
    desk = sit(toys, visits, links["red"])
    box = desk.page.locator("[data-testid=boxes] [data-box=reserve]")
    box.get_by_role("button", name="Reserve").click()
    expect(desk.prompt).to_contain_text("Which unit marches?")
    answer(toys, links, ("red", "done", None), ("blue", "pass", None))
    answer(toys, links, ("red", "card", "red-march-3"))
    desk.wait_for_mine()
    desk.skip()
    piece = box.locator('[data-unit="red-1"]')
    expect(piece).to_have_attribute("data-offered", "")
    piece.click()  # it stands for its formation
    expect(desk.prompt).to_contain_text("Which unit marches?")
    piece.click()
    expect(desk.prompt).to_contain_text("Where does Red 1 march?")
    desk.expect_offered(places=["11", "14"])


# --- reactions and chits -----------------------------------------------------------------------------------------------------------------


def test_a_reaction_stands_out_and_chits_are_shown_as_they_are_drawn(toys: Server, visits: Visits) -> None:
    links = patrol(toys, seed="0")
    answer(toys, links, *UP_TO_AN_AMBUSH, ("red", "hex", "31"))
    desk = sit(toys, visits, links["blue"])
    expect(desk.prompt).to_have_attribute("data-reaction", "Ambush")
    expect(desk.prompt).to_contain_text("Reaction")
    desk.page.locator("[data-card][data-offered]").first.click()
    desk.page.locator("button[data-verb=card][data-commits]").click()
    tray = desk.page.locator("[data-testid=chits]")
    expect(tray).to_contain_text("Ambush on Red 1")
    expect(tray.locator("[data-chit]")).to_have_count(1)
    expect(tray).to_contain_text("left in the cup")


def test_a_reaction_is_passed_by_a_standing_order_until_it_is_taken_back(toys: Server, visits: Visits) -> None:
    links = patrol(toys, seed="0")
    answer(toys, links, *UP_TO_AN_AMBUSH, ("red", "hex", "31"))
    desk = sit(toys, visits, links["blue"])
    desk.page.locator("[data-testid=order]").click()
    dialog = desk.page.locator("[data-testid=orders]")
    dialog.get_by_label("But ask me if it involves").fill("Red 2")
    dialog.locator('[data-unless="red-2"]').click()
    dialog.locator("[data-testid=giveorder]").click()
    expect(desk.page.locator("[data-testid=order]")).to_contain_text("Passing")
    expect(desk.prompt).not_to_have_attribute("data-mine", "")
    assert toys.table(links["red"])["view"]["decision"]["prompt"] == "Which unit marches?"
    # Red 2 is worth asking about.
    answer(toys, links, ("red", "unit", "red-2"), ("red", "hex", "32"))
    desk.wait_for_mine()
    desk.skip()
    expect(desk.prompt).to_have_attribute("data-reaction", "Ambush")
    desk.page.locator("[data-testid=order]").click()
    dialog.get_by_role("button", name="Ask me again").click()
    expect(desk.page.locator("[data-testid=order]")).to_contain_text("Pass until")
    assert toys.table(links["blue"])["orders"] is None


def test_drawing_on_is_a_question_like_any_other_and_the_tray_grows(toys: Server, visits: Visits) -> None:
    match, choices = up_to_a_miss()
    links = patrol(toys, seed=str(match.record.seed))
    answer(toys, links, *choices[:-1])
    side, _, card = choices[-1]
    desk = sit(toys, visits, links[side])
    desk.page.locator(f'[data-card="{card}"]').click()
    desk.page.locator("button[data-verb=card][data-commits]").click()
    tray = desk.page.locator("[data-testid=chits]")
    expect(tray.locator("[data-chit]")).to_have_count(1)
    expect(tray).to_contain_text("4 left in the cup")
    desk.press_button("more")
    expect(tray.locator("[data-chit]")).to_have_count(2)


def up_to_a_miss() -> tuple[Match, list[tuple[str, str, Any]]]:
    """A game up to the play of an ambush whose first chit is a miss."""
    for seed in range(1000):
        rng = random.Random(seed)
        match = new_match(PATROL, "short", seed=str(seed))
        while not match.is_over:
            if "more" in match.decision.choices:
                own = [choice for choice in match.record.choices() if choice[0] != "chance"]
                return match, own
            some = [choice for choice in match.choices if choice[0] not in ("pass", "box", "stay", "done")]
            match.play(*rng.choice(some or match.choices))
    raise AssertionError("no such game")


# --- free set-up -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, True])
def test_a_whole_free_set_up(toys: Server, visits: Visits, touch: bool) -> None:
    links = patrol(toys, "free")
    more: dict[str, Any] = {"size": PHONE, "touch": True} if touch else {}
    desk = sit(toys, visits, links["red"], **more)
    page = desk.page
    waiting = page.locator("[data-testid=boxes] [data-box=waiting]")

    def press(unit: str) -> None:
        target = waiting.locator(f'[data-unit="{unit}"]')
        target.tap() if touch else target.click()

    press("red-1")
    desk.expect_offered(places=["11", "12", "13", "14", "21", "22", "23", "24"])
    desk.choose("hex", "21", "place")
    press("red-2")
    desk.choose("hex", "22", "place")
    desk.choose("unit", "red-1", "unit")
    desk.choose("hex", "22", "place")  # taken: they swap
    expect_places(page, {"red-1": "22", "red-2": "21"})
    desk.press_button("rest")
    expect_places(page, {"red-1": "22", "red-2": "21", "red-3": "13"})
    desk.press_button("done")
    expect(desk.prompt).not_to_have_attribute("data-mine", "")
    answer(toys, links, ("blue", "rest", None), ("blue", "done", None))
    desk.wait_for_mine()
    expect_places(page, {"red-1": "22", "red-2": "21", "red-3": "13"} | BLUE_AS_IN_HISTORY)


# --- parts of a board --------------------------------------------------------------------------------------------------------------------


def test_only_the_part_of_a_scenario_is_shown_and_found(toys: Server, visits: Visits) -> None:
    token = toys.new_table(game="sheets", scenario="one", seed="1")["links"]["red"]
    desk = sit(toys, visits, token)
    page = desk.page
    expect(page.locator("[data-testid=window]")).to_have_count(1)
    shown = set(
        page.evaluate(f"[...document.querySelectorAll('{BOARD} [data-place]')].map((one) => one.dataset.place)")
    )
    inside = SHEETS.board.window("D")
    assert shown == {name for name, number in SHEETS.board.index.items() if inside >> number & 1}
    desk.board.focus()
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    field.fill("A1010")
    expect(page.locator("[data-testid=find]")).to_contain_text("No such place")
    field.fill("D0505")
    expect(page.locator('[data-found="D0505"]')).to_be_visible()
    page.keyboard.press("Escape")
    # The map cannot be dragged out of the part.
    box = desk.board.bounding_box()
    assert box is not None
    for _ in range(4):
        page.mouse.move(box["x"] + 300, box["y"] + 200)
        page.mouse.down()
        page.mouse.move(box["x"] + 900, box["y"] + 500, steps=4)
        page.mouse.up()
    corner = page.locator(f'{BOARD} [data-place="D2201"]').bounding_box()
    assert corner is not None
    assert corner["x"] - box["x"] < box["width"] / 2


# --- the lobby ---------------------------------------------------------------------------------------------------------------------------


def test_options_say_what_they_need_and_exclude(toys: Server, visits: Visits) -> None:
    page = visits.open(toys.url)
    page.locator('[data-game="patrol"]').first.click()
    page.locator('[data-scenario="free"]').click()
    page.get_by_text("Seats and options").click()
    fog, thick, sun = (page.locator(f'[data-option="{name}"]') for name in ("fog", "thick", "sun"))
    expect(thick).to_be_disabled()
    expect(page.locator('[data-bar="Needs Fog: Yes."]')).to_be_visible()
    fog.select_option("true")
    expect(thick).to_be_enabled()
    expect(sun).to_be_disabled()
    expect(page.locator('[data-bar="Cannot be combined with Fog: Yes."]')).to_be_visible()
    thick.select_option("true")
    page.locator('[data-scenario="short"]').click()
    expect(thick).to_be_disabled()
    expect(thick).to_have_value("false")
    expect(page.locator("""[data-bar='Not available in the scenario "Short".']""").first).to_be_visible()
    page.locator("[data-testid=start]").click()
    Desk(page).ready()


# --- everything --------------------------------------------------------------------------------------------------------------------------


def test_a_whole_game_at_one_screen_offers_just_what_the_rules_do(toys: Server, visits: Visits) -> None:
    token = toys.new_table(same_screen=True, game="patrol", scenario="free", seed="4")["token"]
    desk = Desk(visits.open(toys.url + f"#/g/{token}")).ready()
    twin = Twin(match=new_match(PATROL, "free", seed="4", solo=True))
    rng = random.Random(9)
    while not twin.match.is_over:
        twin.check(desk)
        verb, argument = rng.choice(twin.match.choices)
        if verb == "hex" and rng.random() < 0.5 and "rest" in twin.match.decision.choices:
            verb, argument = "rest", None
        kind = twin.kinds()[verb]
        hand = None if twin.is_pick(verb) else twin.hand
        twin.play(verb, argument)
        desk.choose(verb, argument, kind, hand)
    expect(desk.page.locator("dialog[open]")).to_be_visible()


def states(toys: Server) -> dict[str, str]:
    """Links to games in which there is something to look at, each by what that is."""
    cards, boxes, react = patrol(toys), patrol(toys), patrol(toys, seed="0")
    answer(toys, boxes, ("red", "card", "red-march-1"), ("red", "formation", "red-a"), ("red", "unit", "red-1"))
    answer(toys, react, *UP_TO_AN_AMBUSH, ("red", "hex", "31"))
    return {
        "cards": cards["red"],
        "boxes": boxes["red"],
        "reaction": react["blue"],
        "set-up": patrol(toys, "free")["red"],
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [None, PHONE])
def test_accessibility(toys: Server, visits: Visits, shot: Shot, theme: str, size: tuple[int, int] | None) -> None:
    for name, token in states(toys).items():
        desk = sit(toys, visits, token, theme=theme, size=size, touch=size is not None)
        shot(desk.page, f"patrol-{name}-{theme}-{'phone' if size else 'desk'}")
        check(desk.page)
        fits(desk.page)
        desk.page.close()


def fits(page: Page) -> None:
    """Nothing sticks out at the side."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
