"""Enemy Action on the page: a card, a move, a fight with chits, a reaction, reserves, bridges; and what the two sides see of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ardennes import Match
from tests.browser.conftest import Shot, Visits
from tests.browser.desk import BOARD, CHIPS_IN_THE_BAR, Desk
from tests.browser.server import Server
from tests.browser.test_accessibility import check
from tests.rules.enemy_action.fights import combat, struck
from tests.rules.enemy_action.moves import moving
from tests.rules.enemy_action.table import play, situation
from tests.rules.enemy_action.test_11_reserves import bringing

PHONE = (390, 844)
SECOND_PANZER = {"de-3-2p": "1606", "de-304-2p": "1606"}
LATER: dict[str, Any] = {"impulses": {"german": 5, "allied": 5}}
"""The surprise is over."""


def links(server: Server, match: Match, seed: str = "1", same_screen: bool = False) -> dict[str, str]:
    """A new table that goes on from a position; the links of its seats."""
    seats = {"german": "human", "allied": "human"}
    position = json.dumps(match.position())
    body = {"position": position, "seats": seats, "seed": seed, "same_screen": same_screen}
    made = server.call("POST", "api/tables", body)
    return {**made["links"], "here": made["token"]}


def sit(server: Server, visits: Visits, token: str, **more: Any) -> Desk:
    desk = Desk(visits.open(server.url + f"#/g/{token}", **more), touch=more.get("touch", False)).ready()
    desk.skip()
    return desk


def view(server: Server, token: str) -> dict[str, Any]:
    found: dict[str, Any] = server.table(token)["view"]
    return found


def an_impulse() -> Match:
    """The German player holds two cards, the Allied player one that can block roads."""
    hand = {"german": [46, 47], "allied": [6, 5]}
    pile = {"german": [35], "allied": [13]}
    return situation("german-impulse", SECOND_PANZER | {"us-110-28": "1812"}, day=18, hand=hand, pile=pile, **LATER)


def a_fight(**more: Any) -> Match:
    return combat({"de-3-2p": "1607", "de-304-2p": "1607", "de-2-2p": "1707", "us-110-28": "1708"}, **more)


# --- cards -------------------------------------------------------------------------------------------------------------------------------


def test_a_card_tells_what_it_does_before_it_is_played(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, an_impulse())["german"])
    page = desk.page
    card = page.locator('[data-card="card-46"]')
    expect(card).to_contain_text("2nd Panzer · Panzer Lehr")
    expect(card).to_contain_text("Activate 2nd Panzer or Panzer Lehr")
    expect(card).to_contain_text("Combat Assault Coordination")
    asked = desk.asked()
    card.hover()
    told = page.locator("[data-testid=card-can]")
    expect(told).to_contain_text("Activate: 2nd Panzer Division")
    expect(told).to_contain_text("Activate this unit alone (it may not attack): 2 to choose from")
    for unit in SECOND_PANZER:
        expect(page.locator(f'{BOARD} [data-unit="{unit}"][data-lit]')).to_have_count(1)
    assert desk.asked() == asked


def test_a_picked_card_stands_over_its_choices_until_it_is_let_go(server: Server, visits: Visits) -> None:
    seats = links(server, an_impulse())
    desk = sit(server, visits, seats["german"])
    desk.choose("card", "card-46", "card")
    choices = desk.page.locator("[data-testid=choices]")
    expect(choices).to_contain_text("2nd Panzer Division and Panzer Lehr Division")
    expect(choices).to_contain_text("Activate this unit alone (it may not attack): on the map, 2 to choose from")
    desk.expect_offered(units=["de-3-2p", "de-304-2p"], buttons=["formation de-2p"])
    assert "card-46" not in json.dumps(view(server, seats["allied"])), "the other side does not see the card"
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("[data-card][data-offered]")).to_have_count(2)
    assert view(server, seats["german"])["decision"]["title"] == "Impulse"


@pytest.mark.parametrize("touch", [False, True])
def test_another_card_takes_the_place_of_the_one_in_hand_and_the_same_again_lets_go(
    server: Server, visits: Visits, touch: bool
) -> None:
    size = PHONE if touch else None
    desk = sit(server, visits, links(server, an_impulse())["german"], size=size, touch=touch)
    cards = desk.page.locator("[data-testid=hand] [data-card]")
    first, other = (str(card.get_attribute("data-card")) for card in cards.all())
    answers = desk.asked()

    def press(card: str) -> None:
        if touch and not cards.count():
            desk.page.locator("[data-testid=hand] button[aria-expanded]").first.tap()
        found = desk.page.locator(f"[data-testid=hand] [data-card={card}]")
        found.tap(position={"x": 30, "y": 20}) if touch else found.click(position={"x": 30, "y": 20})

    press(first)
    expect(desk.prompt).to_have_attribute("data-steps", f"card {first}")
    press(other)
    expect(desk.prompt).to_have_attribute("data-steps", f"card {other}")
    if not touch:  # seen large, it is not refused but can be taken too
        desk.page.locator(f"[data-testid=hand] [data-card={first}]").click(button="right", position={"x": 30, "y": 20})
        large = desk.page.locator("[data-testid=carddialog]")
        expect(large).not_to_contain_text("Why not?")
        large.get_by_role("button", name="Take this one instead").click()
        expect(desk.prompt).to_have_attribute("data-steps", f"card {first}")
        press(other)
        expect(desk.prompt).to_have_attribute("data-steps", f"card {other}")
    pressed = desk.page.locator("[data-testid=hand] [data-card][aria-pressed=true]")
    expect(pressed).to_have_count(0 if touch and not cards.count() else 1)
    press(other)
    expect(desk.prompt).to_have_attribute("data-steps", "")
    assert desk.asked() == answers, "nothing has been played"


def test_the_button_that_plays_a_card_in_a_reaction_says_it_all(server: Server, visits: Visits) -> None:
    match = an_impulse()
    match.play("card", "card-46", by="german")
    match.play("formation", "de-2p", by="german")
    desk = sit(server, visits, links(server, match)["allied"])
    desk.page.locator("[data-testid=hand] [data-card=card-06]").click(position={"x": 60, "y": 60})
    expect(desk.page.locator("[data-testid=hand] [data-card][aria-pressed=true]")).to_have_attribute(
        "data-card", "card-06"
    )
    label = desk.page.locator("[data-testid=prompt] button[data-commits] .label")
    expect(label).to_contain_text("Place roadblocks: V Corps")
    cut = "(one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 6"
    assert not label.evaluate(cut), "the label is cut off"
    button, bar = (
        desk.page.locator("[data-testid=prompt] button[data-commits]").bounding_box(),
        desk.prompt.bounding_box(),
    )
    assert button is not None and bar is not None
    assert button["y"] >= bar["y"] + 2 and button["y"] + button["height"] <= bar["y"] + bar["height"] - 2


def test_an_impulse_from_the_card_to_the_move_with_a_reaction_on_the_way(server: Server, visits: Visits) -> None:
    seats = links(server, an_impulse())
    german, allied = (sit(server, visits, seats[side]) for side in ("german", "allied"))
    german.choose("card", "card-46", "card")
    german.choose("formation", "de-2p", "formation")
    # A chance to react stands out, and the key that is pressed again and again does not throw it away.
    allied.wait_for_mine()
    allied.skip()
    expect(allied.prompt).to_have_attribute("data-reaction", "Roadblocks")
    expect(allied.page.locator("[data-testid=order]")).to_contain_text("Pass until")
    expect(allied.page.locator('[data-card="card-06"]')).to_have_attribute("data-offered", "")
    allied.board.focus()
    allied.page.keyboard.press("Enter")
    expect(allied.prompt).to_have_attribute("data-reaction", "Roadblocks")
    expect(german.prompt).not_to_have_attribute("data-mine", "")
    expect(german.prompt).not_to_contain_text("Engineers")
    allied.choose("card", "card-06", "card")
    expect(allied.prompt).to_contain_text("roadblock")
    place = view(server, seats["allied"])["decision"]["choices"]["hex"][0]
    allied.choose("hex", place, "place")
    expect(allied.page.locator(f"{BOARD} [data-marker=roadblock]")).to_have_count(1)
    if "done" in view(server, seats["allied"])["decision"]["choices"]:
        allied.choose("done", None, "none")
    if view(server, seats["allied"])["decision"]:
        allied.choose("pass", None, "none")
    german.wait_for_mine()
    german.skip()
    german.choose("unit", "de-3-2p", "unit")
    german.choose("hex", "1506", "place")
    expect(german.page.locator(f'{BOARD} [data-unit="de-3-2p"]').first).to_have_attribute("data-at", "1506")


def test_a_unit_where_a_kampfgruppe_can_gather_offers_the_hex_as_well_as_its_corps(
    server: Server, visits: Visits
) -> None:
    hand = {"german": [35, 46], "allied": [6, 5]}
    match = situation("german-impulse", {"de-3-2p": "1606", "us-110-28": "1812"}, day=18, hand=hand, **LATER)
    desk = sit(server, visits, links(server, match)["german"])
    desk.choose("card", "card-35", "card")
    desk.press_unit("de-3-2p")
    menu = desk.page.get_by_role("menuitem")
    expect(menu.and_(desk.page.locator('[data-verb="formation"]'))).to_have_count(1)
    hexes = menu.and_(desk.page.locator('[data-verb="kg"]'))
    expect(hexes).to_have_attribute("data-argument", "1606")
    hexes.click()
    expect(menu).to_have_count(0)
    expect(desk.prompt).to_contain_text("Waiting for the Allied player")  # who may block the roads


def test_a_high_window_cuts_off_nothing_that_a_card_says(server: Server, visits: Visits) -> None:
    token = server.new_table(game="enemy_action")["token"]
    page = sit(server, visits, token, size=(1920, 1080)).page
    expect(page.locator("[data-card]")).to_have_count(7)
    page.wait_for_function(
        """() => document.fonts.status === 'loaded'
          && [...document.querySelectorAll('[data-card] .body')].every((one) => one.scrollHeight <= one.clientHeight + 1)"""
    )
    # Nor the name of a rule.
    assert page.evaluate(
        "() => [...document.querySelectorAll('button.chip')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
    )


SCROLLED = "() => document.querySelector('main').scrollTop"
CUT = """() => [...document.querySelectorAll('[data-card] .body')].filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.closest('[data-card]').dataset.card)"""


IN_STRIP = """(card) => {
  const end = (selector) => Math.round(document.querySelector(selector).getBoundingClientRect().bottom);
  return end(`[data-card=${card}] .paper`) <= end('[data-testid=hand]');
}"""
"""A card that is shown whole ends where the hand ends."""


def test_no_card_is_cut_off_and_the_focus_scrolls_nothing(server: Server, visits: Visits) -> None:
    hand = {"german": [35, 37, 41, 42, 51, 50], "allied": [5]}  # those with the most to say
    match = situation("german-impulse", SECOND_PANZER | {"us-110-28": "1812"}, day=18, hand=hand, **LATER)
    desk = sit(server, visits, links(server, match)["german"])
    page = desk.page
    expect(page.locator("[data-card][data-offered]")).to_have_count(6)
    page.wait_for_function(f"() => !({CUT})().length")
    # The same with only their heads in sight: the one under the pointer, or in focus, shows all it says.
    units = {"de-3-2p": "1607", "us-110-28": "1708"}
    closed = sit(
        server, visits, links(server, combat(units, hand=hand, pile={"german": [43], "allied": [19]}))["german"]
    )
    page = closed.page
    for name in ("card-51", "card-42"):
        page.locator(f'[data-card="{name}"]').focus()
        page.locator(f'[data-card="{name}"] .paper').hover(position={"x": 20, "y": 15})
        page.wait_for_function(f"(card) => !({CUT})().includes(card)", arg=name)
        assert page.evaluate(SCROLLED) == 0
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator('[data-card="card-42"] .paper').hover(position={"x": 20, "y": 15})
    page.wait_for_function(IN_STRIP, arg="card-42")


def test_on_a_phone_no_card_is_cut_off(server: Server, visits: Visits) -> None:
    hand = {"german": [35, 37, 41, 42, 51, 50], "allied": [5]}
    match = situation("german-impulse", SECOND_PANZER | {"us-110-28": "1812"}, day=18, hand=hand, **LATER)
    desk = sit(server, visits, links(server, match)["german"], size=(390, 844), touch=True)
    expect(desk.page.locator("[data-card][data-offered]")).to_have_count(6)
    desk.page.wait_for_function("() => document.querySelector('[data-card] .dense')")
    assert desk.page.evaluate(CUT) == []
    board = desk.board.bounding_box()
    assert board is not None and board["height"] > 240, "the map keeps its room"


def test_an_event_and_the_note_of_a_card_are_told_where_they_hide_nothing(server: Server, visits: Visits) -> None:
    desk = sit(server, visits, links(server, an_impulse())["german"])
    card = desk.page.locator('[data-card="card-46"] .paper')
    card.hover(position={"x": 20, "y": 60})
    note = desk.page.locator("[data-testid=card-can]")
    expect(note).to_be_visible()
    below, above = card.bounding_box(), note.bounding_box()
    assert below and above and above["y"] + above["height"] <= below["y"]


# --- moves -------------------------------------------------------------------------------------------------------------------------------


def test_a_click_moves_and_holding_offers_other_ways(server: Server, visits: Visits) -> None:
    match = moving({"de-3-2p": "1606", "us-110-28": "2014"}, day=21)
    desk = sit(server, visits, links(server, match)["german"])
    desk.choose("unit", "de-3-2p", "unit")
    desk.choose("via", "1605", "place")
    expect(desk.prompt).to_contain_text("Move 3.2P")
    expect(desk.page.locator(f'{BOARD} [data-unit="de-3-2p"]').first).to_have_attribute("data-at", "1605")
    desk.choose("hex", "1604", "place")
    expect(desk.page.locator(f'{BOARD} [data-unit="de-3-2p"]').first).to_have_attribute("data-at", "1604")


def test_bridges_are_drawn_with_their_state_and_chosen_on_the_map(server: Server, visits: Visits) -> None:
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "BridgeWork", "side": "german", "where": "impulse", "card": None},
    ]
    units = {"de-3-2p": "1707", "us-110-28": "2014"}
    cards: dict[str, Any] = {"hand": {"german": [46], "allied": [5]}}
    match = situation("", units, day=18, frames=frames, blown=["1707-1708"], **cards, **LATER)
    desk = sit(server, visits, links(server, match)["german"])
    blown = desk.page.locator(f'{BOARD} [data-marker="blown bridge"]')
    expect(blown).to_have_count(1)
    intact = desk.page.locator(f"{BOARD} [data-marker=bridge]").count()
    desk.page.locator('[data-offered-side="1707-1708"]').locator("circle").last.click()
    expect(blown).to_have_count(0)
    expect(desk.page.locator(f"{BOARD} [data-marker=bridge]")).to_have_count(intact + 1)


# --- fights ------------------------------------------------------------------------------------------------------------------------------


def test_a_fight_with_a_draw_in_two_parts(server: Server, visits: Visits) -> None:
    seats = links(server, a_fight())
    desk = sit(server, visits, seats["german"])
    page = desk.page
    desk.choose("target", "1708", "place")
    # Whoever can only help joins by himself, and can be taken off.
    attack = page.locator("[data-testid=attack]")
    expect(attack).to_contain_text("1.5 to 1")
    for unit in ("de-304-2p", "de-2-2p"):
        page.locator(f'[data-drop="{unit}"]').click()
        expect(page.locator(f'[data-drop="{unit}"]')).to_have_count(0)
    expect(attack).to_contain_text("0.8 to 1")
    # What has only been picked can be dropped.
    page.locator("[data-testid=letgo]").click()
    expect(attack).to_have_count(0)
    desk.expect_offered(places=["1708"])
    desk.choose("target", "1708", "place")
    desk.choose("ready", None, "none")
    drawn = page.locator("[data-testid=drawn]")
    expect(drawn.locator("[data-chit]")).to_have_count(2)
    expect(drawn).to_contain_text("58 left in the cup")
    # Next to a long question the names of its rules are whole, and inside the bar.
    page.wait_for_function(CHIPS_IN_THE_BAR)
    assert len({box["y"] for slot in drawn.locator("li").all() if (box := slot.bounding_box())}) == 1, "in one row"
    preview = server.table(seats["german"])["preview"]
    assert preview is not None
    for total in preview["draws"]["sums"]:
        expect(drawn).to_contain_text(f"{total['title']}{total['value']}")
    for chit in preview["draws"]["chits"]:
        expect(drawn.locator(f'[data-chit="{chit["chit"]}"]')).to_contain_text(chit["face"] or "–")
    # The chances of each total are one gesture away.
    page.locator('button[data-verb=total][data-argument="3"]').hover()
    expect(attack.get_by_role("tab", name="3 chits")).to_have_attribute("aria-selected", "true")
    table = next(table for table in preview["tables"] if table["id"] == "3")
    for outcome in table["outcomes"]:
        row = attack.locator(f'[data-outcome="{outcome["label"]}"]')
        percent = round(outcome["chance"] * 100)
        expect(row).to_contain_text(f"{percent}%" if percent else "<1%")
    # The chits are on the fight's card, and nowhere else.
    expect(page.locator("[data-testid=chits]")).to_have_count(0)
    # Enter means the total that is shown.
    expect(page.locator('button[data-verb=total][data-argument="3"]')).to_have_attribute("data-main", "")
    before = desk.before()
    page.keyboard.press("Enter")
    desk.changed(before)
    tray = page.locator("[data-testid=chits]")
    expect(tray.locator("[data-chit]")).to_have_count(3)
    expect(tray).to_contain_text("57 left in the cup")
    expect(tray).to_contain_text("on the defender")


def test_a_fight_is_played_out_before_the_screen_is_handed_over(server: Server, visits: Visits) -> None:
    token = links(server, a_fight(), same_screen=True)["here"]
    desk = sit(server, visits, token, motion=True)
    page = desk.page
    page.evaluate(
        """() => {
          window.both = window.turned = 0;
          const look = () => {
            const fight = document.querySelector('[data-testid=fight]');
            if (fight && document.querySelector('[data-testid=handover]')) window.both += 1;
            if (fight) window.turned = Math.max(window.turned, document.querySelectorAll('[data-testid=chits] .chit.open').length);
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }"""
    )
    desk.choose("target", "1708", "place")
    desk.choose("ready", None, "none")
    most = max(server.table(token)["view"]["decision"]["choices"]["total"])
    page.locator(f'button[data-verb=total][data-argument="{most}"]').click()
    expect(page.locator("[data-testid=handover]")).to_be_visible()
    assert page.evaluate("[window.both, window.turned >= 2]") == [0, True]


def test_who_can_be_clicked_is_gold_though_the_fight_is_about_them(server: Server, visits: Visits) -> None:
    units = {"de-3-2p": "1607", "de-304-2p": "1607", "us-110-28": "1708"}
    desk = sit(server, visits, links(server, struck(units, "1708", (1, 0)))["german"])
    desk.expect_offered(units=["de-3-2p", "de-304-2p"])
    gold = desk.page.locator(f'{BOARD} [data-at="1607"] [stroke="var(--st-click)"]')
    expect(gold.first).to_be_visible()
    desk.page.mouse.move(*desk.free_spot(desk.page.locator(f'{BOARD} [data-unit="de-3-2p"]').first))
    expect(desk.page.locator('[data-fan] [stroke="var(--st-click)"]').first).to_be_visible()
    expect(desk.page.locator("[data-testid=place-tip]")).to_contain_text("Lose a step: ")


def test_answers_to_hits_say_what_they_cost(server: Server, visits: Visits) -> None:
    units = {"de-3-2p": "1607", "de-304-2p": "1607", "us-110-28": "1708"}
    match = play(struck(units, "1708", (2, 0)), ("lose", "de-3-2p"))
    desk = sit(server, visits, links(server, match)["german"])
    choices = desk.page.locator("[data-testid=choices]")
    expect(choices).to_contain_text("no step lost; no advance, no move and no attack until they recover")
    expect(choices).to_contain_text("1 step lost")


def test_each_button_has_its_own_key(server: Server, visits: Visits) -> None:
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 6},
        {"frame": "Entrench", "side": "german"},
    ]
    cards: dict[str, Any] = {"hand": {"german": [46], "allied": [5]}}
    more: dict[str, Any] = {"active": ["de-3-2p"], "mode": "formation"}
    match = situation("", {"de-3-2p": "1606", "us-110-28": "2014"}, day=18, frames=frames, **cards, **more, **LATER)
    desk = sit(server, visits, links(server, match)["german"])
    expect(desk.page.locator("button[data-verb=all] kbd")).to_have_text("1")
    expect(desk.page.locator("button[data-verb=done] kbd")).to_have_text("2")
    desk.page.keyboard.press("1")
    expect(desk.page.locator(f"{BOARD} [data-marker=dugin]")).to_have_count(1)


def test_a_long_answer_leaves_room_for_the_question(server: Server, visits: Visits) -> None:
    hand = {"german": [46, 47], "allied": [13, 15]}
    match = situation("supply", {"de-3-2p": "1606", "us-110-28": "1812"}, day=22, hand=hand)
    while match.decision.choices.keys() >= {"pass"} and "Interdict" not in match.decision.prompt:
        match.play("pass")
    desk = sit(server, visits, links(server, match)["allied"])
    expect(desk.prompt).to_contain_text("They lose 2 random cards and their first impulse")
    whole = "() => { const one = document.querySelector('[data-testid=prompt] .what'); return one.scrollHeight <= one.clientHeight; }"
    desk.page.wait_for_function(whole)
    desk.page.locator('[data-card="card-13"]').click()
    commit = desk.page.locator("button[data-commits][data-main]")
    expect(commit).to_be_visible()
    box, undo = desk.prompt.locator(".what").bounding_box(), desk.page.locator("[data-testid=undo]").bounding_box()
    assert box and box["width"] > 200 and undo and undo["x"] + undo["width"] <= 1100


def test_a_defender_sees_the_odds_and_his_cards_together(server: Server, visits: Visits, shot: Shot) -> None:
    match = a_fight(hand={"german": [46], "allied": [5, 7]}, pile={"german": [42], "allied": [19]})
    seats = links(server, match)
    desk = sit(server, visits, seats["german"])
    desk.choose("target", "1708", "place")
    desk.choose("ready", None, "none")
    if "card" in view(server, seats["german"])["decision"]["choices"]:
        desk.choose("ready", None, "none")
    for size, touch in ((None, False), (PHONE, True)):
        other = sit(server, visits, seats["allied"], size=size, touch=touch)
        expect(other.prompt).to_have_attribute("data-reaction", "DefendTactics")
        expect(other.page.locator("[data-card][data-offered]").first).to_be_visible()
        expect(other.page.locator("[data-testid=attack]")).to_contain_text("to 1")
        assert_seen(other.page, other.page.locator(f'{BOARD} [data-unit="us-110-28"]').first.bounding_box())
        shot(other.page, f"enemy-action-reaction-{'phone' if touch else 'desk'}")
        check(other.page)


def assert_seen(page: Page, box: Any) -> None:
    """The middle of something on the board is on the screen and not covered."""
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.wait_for_function("([x, y]) => document.elementFromPoint(x, y)?.closest('[data-testid=board]')", arg=middle)


# --- reserves ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, True])
def test_reserves_come_in_from_their_box(server: Server, visits: Visits, touch: bool) -> None:
    match = bringing("allied", {"us-12-4": "2406", "de-276": "2106"}, ["us-8-4", "us-22-4"])
    more: dict[str, Any] = {"size": PHONE, "touch": True} if touch else {}
    desk = sit(server, visits, links(server, match)["allied"], **more)
    box = desk.page.locator("[data-testid=boxes] [data-box=reserve]")
    piece = box.locator('[data-unit="us-8-4"]')
    expect(piece).to_have_attribute("data-offered", "")
    piece.tap() if touch else piece.click()
    desk.choose("hex", "2408", "place")
    expect(desk.page.locator(f'{BOARD} [data-unit="us-8-4"]').first).to_have_attribute("data-at", "2408")
    expect(box.locator("[data-unit]")).to_have_count(1)
    desk.choose("done", None, "none")


def test_the_briefing_speaks_of_the_day_on_which_play_begins(server: Server, visits: Visits) -> None:
    token = links(server, an_impulse())["german"]
    page = visits.open(server.url + f"#/g/{token}", briefing=True)
    dialog = page.locator("[data-testid=briefing]")
    expect(dialog).to_contain_text("The surprise is over")
    expect(dialog).not_to_contain_text("first three impulses")


# --- what is next to the map -------------------------------------------------------------------------------------------------------------


def test_the_calendar_the_gauge_and_the_piles(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True, game="enemy_action", scenario="campaign", seed="7")["token"]
    desk = sit(server, visits, token)
    page = desk.page
    days = {day["turn"]: day for day in view(server, token)["days"]}
    for turn, day in days.items():
        shown = page.locator(f'[data-turn="{turn}"]')
        expect(shown).to_contain_text(day["goal"] if day["check"] else day["label"])
    expect(page.locator(".gauge")).to_contain_text(f"0 of {days[5]['goal']} on 20 Dec")
    expect(page.locator("[data-pile=cup]")).to_have_attribute("data-count", "60")
    page.locator("[data-testid=allpiles]").click()
    dialog = page.locator("[data-testid=piledialog]")
    dialog.locator("[data-tab=entering-german]").click()
    expect(dialog.locator("[data-card]").first).to_be_visible()
    dialog.locator("[data-tab=pile-german]").click()
    expect(dialog).to_contain_text("Face down")
    expect(dialog.locator("[data-card]")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [None, PHONE])
def test_accessibility(server: Server, visits: Visits, shot: Shot, theme: str, size: tuple[int, int] | None) -> None:
    token = server.new_table(same_screen=True, game="enemy_action", scenario="campaign", seed="7")["token"]
    desk = sit(server, visits, token, theme=theme, size=size, touch=size is not None)
    shot(desk.page, f"enemy-action-{theme}-{'phone' if size else 'desk'}")
    check(desk.page)
    assert desk.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    desk.choose("card", view(server, token)["hand"][0], "card")
    check(desk.page)


def test_on_a_phone_drawn_chits_leave_the_fight_in_view(server: Server, visits: Visits, shot: Shot) -> None:
    match = combat({"de-3-2p": "2503", "us-110-28": "2603"})  # at the lower edge of the map
    desk = sit(server, visits, links(server, match)["german"], size=PHONE, touch=True)
    page = desk.page
    desk.choose("target", "2603", "place")
    desk.choose("ready", None, "none")
    tray = page.locator("[data-testid=chits]")
    while not tray.is_visible():
        desk.settled()
        page.locator("button[data-verb]").last.click()
        page.wait_for_timeout(300)
    desk.still()
    shot(page, "chits-phone")
    box = tray.bounding_box()
    for place in ("2503", "2603"):
        there = page.locator(f'{BOARD} [data-place="{place}"]').bounding_box()
        assert box and there and there["y"] + there["height"] <= box["y"] + 1, place
