"""Selecting never commits, nothing is lost by accident, and what a player means takes few clicks."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

import ardennes
from tests.browser.conftest import Visits
from tests.browser.desk import BOARD, CHIPS_IN_THE_BAR, Desk, Twin, middle
from tests.browser.server import Server
from tests.machine import wait_until

_COUNT = "window.pressed = 0; addEventListener('pointerdown', () => window.pressed++, true)"


class Hand(Desk):
    """A desk that counts clicks and notes what is sent."""

    def __init__(self, page: Page, server: Server, token: str, touch: bool = False) -> None:
        super().__init__(page, touch)
        self.server, self.token = server, token
        self.sent: list[list[dict[str, Any]]] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.method != "POST" or not request.post_data:
            return
        body = json.loads(request.post_data)
        if "/api/table/steps" in request.url:
            self.sent.append(body["choices"])
        elif "/api/table/choices" in request.url:
            self.sent.append([body])

    @property
    def clicks(self) -> int:
        """How often a button of the mouse, or a finger, has been put down since `count`."""
        found: int = self.page.evaluate("window.pressed")
        return found

    def count(self) -> None:
        self.page.evaluate("() => { if (window.pressed === undefined) { " + _COUNT + " } window.pressed = 0; }")

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.server.table(self.token)["view"]
        return found

    def ahead(self, *picks: tuple[str, str]) -> dict[str, Any]:
        """The question behind some picks, as the server tells it."""
        choices = [{"verb": verb, "argument": argument} for verb, argument in picks]
        body = {"choices": choices, "answers": self.view()["answers"]}
        found: dict[str, Any] = self.server.call("POST", "api/table/ahead", body, token=self.token)
        return found

    def hand_is(self, *steps: str) -> None:
        """Wait until exactly this is in hand."""
        wait_until(lambda: self.in_hand() == list(steps), f"{steps} is not in hand")

    def answered(self, answers: str) -> None:
        """Wait until a choice has been accepted."""
        expect(self.prompt).not_to_have_attribute("data-answers", answers)

    def has_sent(self, steps: int) -> None:
        """Wait until so many steps have been sent. (Requests are noted only while Playwright is at work.)"""
        wait_until(lambda: bool(self.asked()) and len(self.sent) == steps, f"{len(self.sent)} steps were sent")

    def say_yes(self) -> None:
        self.page.locator("[data-testid=yes]").click()

    def end_phase(self) -> None:
        """Press the button that ends the phase, and confirm it if asked."""
        before = self.before()
        self.press_button("done")
        yes = self.page.locator("[data-testid=yes]")
        wait_until(lambda: yes.count() > 0 or self.before() != before, "nothing has happened")
        if yes.count():
            yes.click()
        self.changed(before)


def sit(
    server: Server,
    visits: Visits,
    game: str = "bulge",
    seed: str = "7",
    position: dict[str, Any] | None = None,
    **more: Any,
) -> Hand:
    token = server.new_table(same_screen=True, game=game, seed=seed, position=position)["token"]
    hand = Hand(visits.open(server.url + f"#/g/{token}", **more), server, token, touch=more.get("touch", False))
    hand.ready()
    hand.count()
    return hand


def moving(server: Server, visits: Visits, **more: Any) -> Hand:
    """The German movement phase of Bulge."""
    hand = sit(server, visits, **more)
    hand.end_phase()
    wait_until(lambda: hand.view()["phase_title"] == "German movement", "movement does not begin")
    hand.count()
    return hand


def two_movers(hand: Hand) -> tuple[str, str, str]:
    """Two units, the second of which is where the first could go; and that place."""
    view = hand.view()
    at = {piece["id"]: piece["at"] for piece in view["pieces"]}
    units = view["decision"]["choices"]["unit"]
    for first in units:
        reach = hand.ahead(("unit", first))["decision"]["choices"].get("hex", [])
        for second in units:
            if second != first and at[second] in reach:
                return first, second, at[second]
    raise AssertionError("no unit can go to another")


# --- selecting never commits -------------------------------------------------------------------------------------------------------------


def test_a_click_on_another_own_piece_changes_the_selection_even_where_the_first_could_go(
    server: Server, visits: Visits
) -> None:
    hand = moving(server, visits)
    first, second, place = two_movers(hand)
    hand.press_unit(first)
    hand.hand_is(f"unit {first}")
    expect(hand.page.locator(f'{BOARD} [data-place="{place}"][data-offered]')).to_have_count(1)
    hand.press_unit(second)
    hand.hand_is(f"unit {second}")
    hand.page.wait_for_timeout(350)  # a slow second click, not a double click
    hand.press_unit(second)
    hand.hand_is()
    assert hand.sent[1:] == [], "nothing but the end of the phase before was sent"


@pytest.mark.parametrize("how", ["Escape", "right click", "button"])
def test_what_is_in_hand_is_let_go(server: Server, visits: Visits, how: str) -> None:
    hand = moving(server, visits)
    unit = hand.view()["decision"]["choices"]["unit"][0]
    before = hand.offered()
    hand.press_unit(unit)
    hand.hand_is(f"unit {unit}")
    if how == "Escape":
        hand.page.keyboard.press("Escape")
    elif how == "button":
        hand.page.locator("[data-testid=letgo]").click()
    else:
        hand.page.mouse.click(*middle(hand.board), button="right")
    hand.hand_is()
    hand.expect_offered(**before)
    assert len(hand.sent) == 1


def test_a_destination_with_an_own_piece_is_reached_by_its_marker_or_by_dragging(
    server: Server, visits: Visits
) -> None:
    hand = moving(server, visits)
    first, _, place = two_movers(hand)
    hand.press_unit(first)
    hand.hand_is(f"unit {first}")
    answers = hand.asked()[1]
    hand.press(hand.page.locator(f'{BOARD} [data-stop="{place}"]'))
    hand.answered(answers)
    assert hand.sent[-1] == [{"verb": "unit", "argument": first}, {"verb": "hex", "argument": place}]
    hand.page.locator("[data-testid=undo]").click()
    expect(hand.prompt).to_contain_text("Move a unit")
    drag(
        hand,
        hand.page.locator(f'{BOARD} [data-unit="{first}"]').first,
        hand.page.locator(f'{BOARD} [data-place="{place}"]'),
    )
    hand.has_sent(3)
    assert hand.sent[-1] == [{"verb": "unit", "argument": first}, {"verb": "hex", "argument": place}]


def test_a_reinforcement_stops_where_it_came_in_if_its_entry_hex_is_clicked_again(
    server: Server, visits: Visits
) -> None:
    hand = played_until(server, visits, "bulge", lambda twin: asks("Movement")(twin) and bool(arrivals(twin)))
    view = hand.view()
    unit, entry = next(
        (unit, place)
        for unit in view["decision"]["choices"]["unit"]
        if "hex" in (behind := hand.ahead(("unit", unit))["decision"])["picks"]
        for place in behind["choices"]["hex"]
        if place in hand.ahead(("unit", unit), ("hex", place))["decision"]["choices"].get("hex", [])
    )
    hand.press_button("unit", unit)
    hand.hand_is(f"unit {unit}")
    hand.press_place(entry)
    hand.hand_is(f"unit {unit}", f"hex {entry}")
    assert hand.sent == []
    answers = hand.asked()[1]
    hand.press_place(entry)
    hand.answered(answers)
    steps = [("unit", unit), ("hex", entry), ("hex", entry)]
    assert hand.sent == [[{"verb": verb, "argument": argument} for verb, argument in steps]]
    expect(hand.page.locator(f'{BOARD} [data-unit="{unit}"]').first).to_have_attribute("data-at", entry)


def arrivals(twin: Twin) -> list[str]:
    """The units that can enter the map now, and stop in the hex they enter by."""
    found = []
    for unit in twin.match.decision.choices.get("unit", []):
        behind = twin.match.ahead([("unit", unit)])
        if "hex" in behind["picks"] and any(
            place in twin.match.ahead([("unit", unit), ("hex", place)])["choices"].get("hex", [])
            for place in behind["choices"]["hex"]
        ):
            found.append(unit)
    return found


def drag(hand: Hand, what: Locator, to: Locator) -> None:
    """Drag a piece to a place."""
    (ax, ay), (bx, by) = hand.free_spot(what), middle(to.first)
    hand.page.mouse.move(ax, ay)
    hand.page.mouse.down()
    for part in (0.1, 0.5, 1.0):
        hand.page.mouse.move(ax + (bx - ax) * part, ay + (by - ay) * part)
    hand.page.mouse.up()


def test_a_drag_that_ends_nowhere_moves_nothing(server: Server, visits: Visits) -> None:
    hand = moving(server, visits)
    first, *_ = two_movers(hand)
    at = {piece["id"]: piece["at"] for piece in hand.view()["pieces"]}
    reach = hand.ahead(("unit", first))["decision"]["choices"]["hex"]
    far = next(place for unit, place in at.items() if place not in reach and place != at[first] and place.isdigit())
    drag(
        hand,
        hand.page.locator(f'{BOARD} [data-unit="{first}"]').first,
        hand.page.locator(f'{BOARD} [data-place="{far}"]'),
    )
    expect(hand.page.locator("[data-testid=refusal]")).to_be_visible()
    hand.hand_is(f"unit {first}")
    assert len(hand.sent) == 1


def board_unit(hand: Hand, unit: str) -> Locator:
    return hand.page.locator(f'{BOARD} [data-unit="{unit}"]').first


def test_a_piece_dragged_onto_an_enemy_is_one_of_the_attackers(server: Server, visits: Visits) -> None:
    hand = sit(server, visits)
    at = {piece["id"]: piece["at"] for piece in hand.view()["pieces"]}
    target = hand.view()["decision"]["choices"]["attack"][0]
    ahead = hand.ahead(("attack", target))
    near = [
        *ahead["decision"]["choices"]["unit"],
        *(step["argument"] for step in ahead["steps"] if step["verb"] == "unit"),
    ]
    far = next(unit for unit in at if unit.startswith("de-") and at[unit].isdigit() and unit not in near)
    for unit in near:
        drag(hand, board_unit(hand, unit), board_unit(hand, target))
        wait_until(lambda unit=unit: f"unit {unit}" in hand.in_hand(), f"{unit} has not joined")  # type: ignore[misc]
        assert hand.in_hand()[0] == f"attack {target}"
        hand.page.keyboard.press("Escape")
        hand.hand_is()
    drag(hand, board_unit(hand, far), board_unit(hand, target))
    expect(hand.page.locator("[data-testid=refusal]")).to_be_visible()
    assert f"unit {far}" not in hand.in_hand()
    assert hand.sent == [], "nothing has been committed"


def test_an_attacker_in_hand_that_is_dragged_onto_another_enemy_changes_the_target(
    server: Server, visits: Visits
) -> None:
    hand = sit(server, visits)
    attackers = {}
    for target in hand.view()["decision"]["choices"]["attack"]:
        ahead = hand.ahead(("attack", target))
        steps = [step["argument"] for step in ahead["steps"] if step["verb"] == "unit"]
        attackers[target] = {*steps, *ahead["decision"]["choices"].get("unit", ())}
    first, other, both, far = next(
        (first, other, min(both), min(all_of - attackers[other]))
        for first, all_of in attackers.items()
        for other in attackers
        if first != other and (both := all_of & attackers[other]) and all_of - attackers[other]
    )
    drag(hand, board_unit(hand, both), board_unit(hand, first))
    wait_until(lambda: f"unit {both}" in hand.in_hand(), "it has not joined")
    drag(hand, board_unit(hand, both), board_unit(hand, other))
    wait_until(lambda: hand.in_hand()[:1] == [f"attack {other}"], "the target is the same")
    wait_until(lambda: f"unit {both}" in hand.in_hand(), "it has not joined")
    hand.page.keyboard.press("Escape")
    hand.hand_is()
    drag(hand, board_unit(hand, far), board_unit(hand, first))
    wait_until(lambda: f"unit {far}" in hand.in_hand(), "it has not joined")
    drag(hand, board_unit(hand, far), board_unit(hand, other))
    expect(hand.page.locator("[data-testid=refusal]")).to_contain_text("is not next to")
    assert f"unit {far}" not in hand.in_hand()
    assert hand.sent == [], "nothing has been committed"


@pytest.mark.parametrize("question", ["Retreat", "Advance"])
def test_a_piece_that_a_question_is_about_is_dragged_where_it_goes(
    server: Server, visits: Visits, question: str
) -> None:
    hand = played_until(server, visits, "bulge", asks(question))
    view = hand.view()
    choices, focus = view["decision"]["choices"], view["focus"]
    unit, place = focus["units"][0], (choices.get("hex") or focus["places"])[0]
    drag(hand, board_unit(hand, unit), hand.page.locator(f'{BOARD} [data-place="{place}"]'))
    hand.has_sent(1)
    expect(board_unit(hand, unit)).to_have_attribute("data-at", place)


def test_a_right_click_dismisses_a_refusal_and_a_card(server: Server, visits: Visits) -> None:
    hand = sit(server, visits)
    hand.press(hand.page.locator(f"{BOARD} [data-unit^=de-]:not([data-offered])").first)
    refusal, card = hand.page.locator("[data-testid=refusal]"), hand.page.locator("[data-testid=unitcard]")
    expect(refusal).to_be_visible()
    expect(card).to_be_visible()
    hand.page.mouse.click(*middle(hand.board), button="right")
    expect(refusal).to_have_count(0)
    expect(card).to_have_count(0)


def test_a_click_on_one_piece_of_a_stack_that_has_fanned_out_takes_it_alone(server: Server, visits: Visits) -> None:
    hand = sit(server, visits, "commander")
    space, _ = lone_attack(hand, 2)
    unit = next(piece["id"] for piece in hand.view()["pieces"] if piece["at"] == space)
    hand.press_unit(unit)
    hand.hand_is(f"activate {space}", f"unit {unit}")
    assert hand.in_group() == [] and hand.sent == []


def test_where_a_piece_could_go_is_shown_while_the_pointer_is_on_it(server: Server, visits: Visits) -> None:
    hand = moving(server, visits)
    unit = hand.view()["decision"]["choices"]["unit"][0]
    ghost = hand.page.locator("[data-ghost]")
    expect(ghost).to_have_count(0)
    hand.page.mouse.move(*hand.free_spot(hand.page.locator(f'{BOARD} [data-unit="{unit}"]').first))
    expect(ghost).to_have_count(1)
    assert len(hand.sent) == 1


def test_attackers_that_can_only_help_join_and_can_be_taken_off(server: Server, visits: Visits) -> None:
    hand = sit(server, visits)
    hand.press_unit("us-112")
    hand.hand_is("attack us-112", "unit de-116", "unit de-560", "crt primary")
    hand.page.locator('[data-drop="de-560"]').click()
    hand.hand_is("attack us-112", "unit de-116", "crt primary")
    hand.press_unit("de-560")
    wait_until(lambda: "unit de-560" in hand.in_hand(), "it cannot be added again")
    hand.page.locator("[data-option][data-argument=secondary]").click()
    wait_until(lambda: "crt secondary" in hand.in_hand(), "the table cannot be changed")
    assert hand.sent == []


# --- mis-clicks --------------------------------------------------------------------------------------------------------------------------

_KEYS = ["Enter", "Space", "Escape", "Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-", "?"]
_CARELESS = """([x, y]) => {
  const top = document.elementFromPoint(x, y);
  return Boolean(top?.closest('[data-card]') || (top?.closest('[data-testid=board]') && !top.closest('[data-verb], [role=menuitem]')));
}"""
"""On the board or a card, and not on a button that says what it does."""
_SPOT = """(number) => {
  const box = document.querySelectorAll('[data-testid=board] [data-offered], [data-card][data-offered]')[number]?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


_ATTACKS = ("roll", "attack", "ready", "fight")
"""The buttons that fight a battle, by which Enter may commit what is in hand."""


_RECORD = """() => {
  if (window.careless) return;
  window.careless = [];
  const main = () => [...document.querySelectorAll('[data-main]')].find((one) => one.querySelector('kbd')?.textContent === '↵');
  const note = (named) => window.careless.push(named?.dataset.verb ?? '');
  window.addEventListener('keydown', ({ key }) => {
    const focused = document.activeElement?.closest('button');
    if (key === 'Enter' || (key === ' ' && focused)) note(focused ?? main());
  }, true);
  window.addEventListener('mousedown', ({ target, detail }) => {
    const named = target.closest('[data-verb], [role=menuitem]');
    if (named && detail === 1) note(named);
  }, true);
}"""
"""Notes the buttons that are pressed, at the very moment: on a busy machine the page may have changed since the test last looked, and a
button have come under the pointer or got the focus. Enter presses the main button. The second click of two does not count: that a button
appeared under the pointer after the first is just the kind of accident that must not happen."""


AGAIN = "again"
"""A double click or Space: what was done last with a button, once more."""


def careless(hand: Hand, times: int, entered: Counter[str]) -> int:
    """So many ordinary clicks, keys and drags at random, but on no button; how often something was in hand after them. `entered` counts the
    buttons that Enter pressed, or that came under the pointer, and what can repeat one of them (AGAIN)."""
    hand.page.evaluate(_RECORD)
    box = hand.board.bounding_box()
    assert box is not None
    rng = random.Random(14)
    picked = 0
    for number in range(times):
        hand.take_over()
        if hand.page.locator("dialog[open]").count():
            hand.page.keyboard.press("Escape")
        offered = hand.page.locator(f"{BOARD} [data-offered], [data-card][data-offered]").count()
        spots = [(box["x"] + rng.random() * box["width"], box["y"] + rng.random() * box["height"]) for _ in range(2)]
        if offered and rng.random() < 0.6:
            spots[0] = hand.page.evaluate(_SPOT, rng.randrange(offered)) or spots[0]
        what = rng.choice(["click", "click", "double", "drag", "right", "key"])
        if what != "key" and not hand.page.evaluate(_CARELESS, list(spots[0])):
            continue
        if what == "key" and hand.page.evaluate("document.activeElement?.tagName") == "BUTTON":
            hand.board.focus()  # a key on a button presses it: that is no accident
        if what == "click":
            hand.page.mouse.click(*spots[0])
        elif what == "double":
            entered[AGAIN] += 1
            hand.page.mouse.dblclick(*spots[0])
        elif what == "right":
            hand.page.mouse.click(*spots[0], button="right")
        elif what == "drag":
            hand.page.mouse.move(*spots[0])
            hand.page.mouse.down()
            hand.page.mouse.move(*spots[1], steps=3)
            hand.page.mouse.up()
        else:
            key = rng.choice(_KEYS)
            entered[AGAIN] += key == "Space"
            hand.page.keyboard.press(key)
        if number % 5 == 0:
            picked += bool(hand.in_hand() or hand.in_group())
    entered.update(hand.page.evaluate("window.careless"))
    return picked


def nothing_by_accident(hand: Hand, game: str, start: int, entered: Counter[str]) -> None:
    """Everything sent was a destination, an attack, a button that Enter pressed, or the same once more by a double click or Space."""
    found = ardennes.new(game)
    tables = found.state.tables
    pressed = set[str]()
    for choices in hand.sent[start:]:
        verb = choices[-1]["verb"]
        kind = found.game.kind_of(tables[verb]) if verb in tables else "button"
        if kind == "place" or verb in _ATTACKS:
            continue
        by = AGAIN if verb in pressed and not entered[verb] else verb
        entered[by] -= 1
        pressed.add(verb)
        assert entered[by] >= 0, f"{choices} was neither a destination nor an attack"


@pytest.mark.parametrize("game", ["bulge", "commander", "ardennes_offensive", "enemy_action", "battles"])
def test_two_hundred_careless_clicks_keys_and_drags_commit_nothing_but_destinations_and_attacks(
    server: Server, visits: Visits, game: str
) -> None:
    hand = moving(server, visits) if game == "bulge" else sit(server, visits, game)
    start = len(hand.sent)
    entered = Counter[str]()
    assert careless(hand, 200, entered) > 0, "something was in hand now and then"
    nothing_by_accident(hand, game, start, entered)


def asks(frame: str) -> Callable[[Twin], bool]:
    """Is this the question?"""
    return lambda twin: type(twin.match.state.stack[-1]).__name__ == frame


def played_until(server: Server, visits: Visits, game: str, fits: Callable[[Twin], bool], seed: str = "7") -> Hand:
    """A table in hot-seat play that has got to where the condition holds, as the greedy players play."""
    twin = Twin(seed, game)
    while not fits(twin):
        verb, argument, _ = twin.advice()
        twin.play(verb, argument)
    token = server.new_table(same_screen=True, game=game, seed=seed, position=twin.match.position())["token"]
    hand = Hand(visits.open(server.url + f"#/g/{token}"), server, token)
    hand.ready()
    hand.count()
    return hand


def test_a_click_on_the_map_does_not_roll_for_a_place_until_a_button_is_pressed(server: Server, visits: Visits) -> None:
    hand = played_until(server, visits, "ardennes_offensive", asks("Drop"))
    view = hand.view()
    own = next(piece for piece in view["pieces"] if piece["at"] in view["decision"]["choices"]["drop"])
    button = hand.page.locator("button[data-verb=drop][data-commits]")
    hand.press(board_unit(hand, own["id"]))
    expect(button).to_have_attribute("data-argument", own["at"])
    hand.page.keyboard.press("Escape")
    expect(button).to_have_count(0)
    assert hand.sent == [], "nothing has been committed"
    hand.press(board_unit(hand, own["id"]))
    button.click()
    hand.has_sent(1)


def test_careless_clicks_in_a_reaction_window_neither_pass_nor_play_a_card(server: Server, visits: Visits) -> None:
    hand = played_until(server, visits, "enemy_action", lambda twin: twin.match.state.stack[-1].window)
    answers = hand.asked()[1]
    careless(hand, 60, Counter())
    assert hand.sent == [], "a window is answered by its buttons alone"
    assert hand.asked()[1] == answers


# --- nothing is lost by accident ---------------------------------------------------------------------------------------------------------


def test_the_name_of_a_rule_stays_in_the_bar_beside_a_long_question_in_a_reaction_window(
    server: Server, visits: Visits
) -> None:
    hand = played_until(server, visits, "ardennes_offensive", lambda twin: bool(twin.match.state.stack[-1].window))
    expect(hand.prompt.locator("button.chip").first).to_contain_text("waiving shelter")
    hand.page.wait_for_function(CHIPS_IN_THE_BAR)


def test_the_end_of_a_phase_says_what_is_left_and_asks_once(server: Server, visits: Visits) -> None:
    hand = moving(server, visits)
    answers = hand.asked()[1]
    hand.press_button("done")
    dialog = hand.page.locator("[data-testid=confirm]")
    left = len(hand.view()["decision"]["undone"]["could"])
    expect(dialog).to_contain_text(f"{left} units could still act")
    expect(dialog).to_contain_text("must attack after movement")
    dialog.get_by_text("Keep playing").click()
    expect(dialog).to_have_count(0)
    assert hand.asked()[1] == answers
    hand.press_button("done")
    dialog.get_by_text("Do not ask again").click()
    hand.say_yes()
    hand.answered(answers)
    assert hand.page.evaluate("JSON.parse(localStorage['ardennes.settings']).confirm") is False


def test_a_double_click_on_the_end_of_a_phase_asks_all_the_same(server: Server, visits: Visits) -> None:
    hand = moving(server, visits)
    hand._button("done", None).dblclick()
    dialog = hand.page.locator("[data-testid=confirm]")
    expect(dialog).to_contain_text("could still act")
    hand.page.wait_for_timeout(600)  # a click outside that has nothing to do with the first two
    hand.page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)
    assert len(hand.sent) == 1


def test_two_quick_clicks_never_answer_two_questions(server: Server, visits: Visits) -> None:
    hand = sit(server, visits)
    hand.page.evaluate("localStorage['ardennes.settings'] = JSON.stringify({ confirm: false })")
    hand.page.reload()
    hand.ready()
    answers = int(hand.asked()[1])
    hand._button("done", None).dblclick()
    wait_until(lambda: hand.view()["answers"] > answers, "the first click has not counted")
    wait_until(lambda: not hand.prompt.get_attribute("data-waiting"), "the page is still busy")
    assert len(hand.sent) == 1
    assert "unit" in hand.view()["decision"]["choices"], "movement has not been ended too"


def test_undo_and_the_main_button_keep_their_place(server: Server, visits: Visits) -> None:
    hand = sit(server, visits)
    undo = hand.page.locator("[data-testid=undo]")
    spots = [middle(undo)]
    main = [hand._button("done", None).bounding_box()]
    hand.end_phase()
    hand.expect_offered(buttons=["done "])
    spots.append(middle(undo))
    main.append(hand._button("done", None).bounding_box())
    unit = hand.view()["decision"]["choices"]["unit"][0]
    hand.press_unit(unit)
    hand.hand_is(f"unit {unit}")
    spots.append(middle(undo))
    assert len(set(spots)) == 1
    assert main[0] == main[1]


def test_units_that_must_attack_are_marked_while_moving(server: Server, visits: Visits) -> None:
    hand = moving(server, visits)
    warned = hand.view()["decision"]["warned"]
    assert warned and all("must attack" in text for text in warned.values())
    expect(hand.page.locator(f"{BOARD} [data-warned]").first).to_be_attached()


_LINES = (
    "(one) => Math.round(one.querySelector('span').offsetHeight / (parseFloat(getComputedStyle(one).fontSize) * 1.3))"
)


@pytest.mark.parametrize(("game", "frame"), [("ardennes_offensive", "Advance"), ("battles", "Advance")])
def test_the_place_that_a_question_is_about_is_marked_on_the_map_and_can_be_clicked(
    server: Server, visits: Visits, game: str, frame: str
) -> None:
    hand = played_until(server, visits, game, asks(frame))
    view = hand.view()
    places = view["focus"]["places"]
    decision = view["decision"]
    assert places and not any(place in some for some in decision["choices"].values() for place in places)
    for place in places:
        expect(hand.page.locator(f'{BOARD} [data-asked="{place}"]')).to_be_visible()
    hand.press_place(places[0])
    items = hand.page.locator("[role=menuitem]")
    units = [unit for verb, some in decision["choices"].items() if decision["kinds"][verb] == "unit" for unit in some]
    expect(items).to_have_count(len(units))
    assert all(item.evaluate(_LINES) == 1 for item in items.all())
    assert hand.sent == [], "nothing has been committed"
    items.first.click()
    hand.has_sent(1)


# --- few clicks --------------------------------------------------------------------------------------------------------------------------


def test_an_attack_with_its_advance_takes_three_clicks(server: Server, visits: Visits) -> None:
    hand = sit(server, visits)
    hand.press_unit("us-112")
    hand.hand_is("attack us-112", "unit de-116", "unit de-560", "crt primary")
    before = hand.before()
    hand.press_button("roll")
    hand.changed(before)
    mine = hand.clicks
    if hand.view()["asked"] == "allied":  # where to retreat to, if there is a choice
        before = hand.before()
        hand.press_place(hand.view()["decision"]["choices"]["hex"][0])
        hand.changed(before)
    hand.count()
    before = hand.before()
    hand.press_unit(hand.view()["decision"]["choices"]["unit"][0])
    hand.changed(before)
    assert mine + hand.clicks == 3
    assert any(
        "advanced" in "".join(part["t"] for part in event["parts"]) for event in server.table(hand.token)["story"]
    )


_CLEAR = {"turn": 9, "weather": "clear", "phase": "air-missions"}
"""The first day on which both sides fly."""


@pytest.mark.parametrize(("start", "most"), [({}, 40), (_CLEAR, 44)], ids=["first day", "with air"])
def test_ten_attacks_four_moves_and_air_take_about_forty_clicks(
    server: Server, visits: Visits, start: dict[str, Any], most: int
) -> None:
    # A seed with median luck: attackers who have to retreat take more clicks.
    hand = sit(server, visits, seed="6", position=ardennes.new("bulge").position() | start if start else None)
    day = hand.view()["turn"]["number"]
    attacks = moves = flights = clicks = 0
    while (attacks < 10 or moves < 4) and attacks + moves < 30:
        hand.take_over()
        view = hand.view()
        choices, mine = view["decision"]["choices"], view["asked"] == "german"
        if view["turn"]["number"] > day or view["phase_title"].startswith("Allied attacks"):
            break
        hand.count()
        before = hand.before()
        if "mission" in choices:
            hand.press_button("mission", "interdiction" if mine else "cap")
            flights += mine
        elif "attack" in choices and attacks < 10:
            hand.press_unit(choices["attack"][0])
            declare(hand)
            attacks += 1
        elif view["decision"]["title"] == "Movement" and moves < 4 and choices.get("unit"):
            # One out of supply rolls first, which takes a button.
            unit = next(one for one in choices["unit"] if not hand.ahead(("unit", one))["stop"])
            move(hand, unit)
            moves += 1
        elif "hex" in choices:
            hand.press_place(choices["hex"][len(choices["hex"]) // 2 if flights else 0])  # not at the edge of the map
        elif "unit" in choices and ("done" not in choices or view["decision"]["title"] == "Advance"):
            hand.press_unit(choices["unit"][0])
            hand.changed(before)
            if hand.in_hand():  # it retreats next
                before = hand.before()
                hand.press_place(hand.offered()["places"][0])
        else:
            hand.end_phase()
        hand.changed(before)
        clicks += hand.clicks if mine else 0
    assert attacks >= 8 and moves == 4 and flights == (2 if start else 0)
    per_ten = clicks + (10 - attacks) * 3
    assert per_ten <= most, f"{attacks} attacks, {moves} moves and {flights} air missions took {clicks} clicks"


def move(hand: Hand, unit: str) -> None:
    """Move a unit somewhere; a reinforcement enters the map first."""
    wait_until(
        lambda: any(unit in text.split() for some in hand.offered().values() for text in some), f"{unit} is not offered"
    )
    if f"unit {unit}" in hand.offered()["buttons"]:
        hand.press_button("unit", unit)
    else:
        hand.press_unit(unit)
    hand.hand_is(f"unit {unit}")
    behind = hand.ahead(("unit", unit))["decision"]
    entry = ""
    if "hex" in behind["picks"]:
        entry = behind["choices"]["hex"][0]
        hand.press_place(entry)
        hand.hand_is(f"unit {unit}", f"hex {entry}")
        behind = hand.ahead(("unit", unit), ("hex", entry))["decision"]
    either = [entry, *behind["choices"].get("exit", [])]  # where a click can mean two things
    hand.press_place(next(place for place in behind["choices"]["hex"] if place not in either))


def declare(hand: Hand) -> None:
    """Fight the attack that is in hand. Units that might attack somebody else join only if they are picked; on the lowest column there is
    nothing to choose after the table."""
    ready = ("roll ", "crt primary")

    def offers() -> list[str]:
        found = hand.offered()
        return [button for button in ready if button in found["buttons"]] or found["units"]

    hand.in_hand()
    wait_until(lambda: bool(offers()), "the attack offers nothing")
    if offers()[0] not in ready:
        hand.press_unit(offers()[0])
        wait_until(lambda: offers()[:1] != [] and offers()[0] in ready, "the attack is not ready")
    hand.press_button(*offers()[0].split())


def lone_attack(hand: Hand, units: int) -> tuple[str, str]:
    """A space with so many units that can all go to a space with enemies; and that space."""
    view = hand.view()
    printed = hand.server.call("GET", hand.server.table(hand.token)["printed"].lstrip("/"))
    foes = {piece["at"] for piece in view["pieces"] if printed[piece["id"]]["side"] != view["asked"]}
    for space in view["decision"]["choices"]["activate"]:
        found = hand.ahead(("activate", space))
        if units == 1 and [step["verb"] for step in found["steps"]] == ["activate", "unit"]:
            into = [place for place in found["decision"]["choices"]["space"] if place in foes]
        elif units > 1 and len(found["decision"]["choices"].get("unit", [])) == units:
            both = [hand.ahead(("activate", space), ("unit", unit)) for unit in found["decision"]["choices"]["unit"]]
            reach = [set(one["decision"]["choices"]["space"]) for one in both]
            into = sorted(set.intersection(*reach) & foes)
        else:
            continue
        if into:
            return space, into[0]
    raise AssertionError("no such attack")


@pytest.mark.parametrize(("units", "most"), [(1, 2), (2, 3)])
def test_moving_into_battle_takes_two_clicks_and_with_a_stack_of_two_no_more_than_three(
    server: Server, visits: Visits, units: int, most: int
) -> None:
    hand = sit(server, visits, "commander")
    space, target = lone_attack(hand, units)
    hand.count()
    piece = hand.page.locator(f'{BOARD} [data-at="{space}"]:not([data-fan])').first
    hand.press(piece)
    wait_until(lambda: f"activate {space}" in hand.in_hand(), "nothing is in hand")
    enemy = hand.page.locator(f'{BOARD} [data-at="{target}"]:not([data-fan])').first
    hand.page.mouse.move(*hand.free_spot(enemy))
    expect(hand.page.locator("[data-testid=attack]")).to_be_visible()
    answers = hand.asked()[1]
    hand.page.mouse.down()
    hand.page.mouse.up()
    hand.answered(answers)
    assert hand.clicks <= most
    assert [choice["argument"] for choice in hand.sent[-1]].count(target) == units
    assert any(event["combat"] for event in server.table(hand.token)["story"])


def test_a_loss_takes_one_click(server: Server, visits: Visits) -> None:
    hand = played_until(server, visits, "commander", asks("Losses"))
    answers = hand.asked()[1]
    hand.press_unit(hand.view()["decision"]["choices"]["unit"][0])
    hand.answered(answers)
    assert hand.clicks == 1


@pytest.mark.parametrize(
    ("game", "phase", "target", "roll"),
    [
        ("ardennes_offensive", "Combat", "attack", "fight"),
        ("enemy_action", "Combat", "target", "ready"),
        ("battles", "Combat", "target", "attack"),
    ],
)
def test_an_attack_is_declared_with_two_clicks(
    server: Server, visits: Visits, game: str, phase: str, target: str, roll: str
) -> None:
    def can_fight_at_once(twin: Twin) -> bool:
        if type(twin.match.state.stack[-1]).__name__ != phase:
            return False
        places = twin.match.decision.choices.get(target, [])
        return any(roll in twin.match.ahead([(target, place)])["choices"] for place in places)

    hand = played_until(server, visits, game, can_fight_at_once)
    targets = hand.view()["decision"]["choices"][target]
    place = next(one for one in targets if roll in hand.ahead((target, one))["decision"]["choices"])
    answers = hand.asked()[1]
    hand.press_place(place)
    button = hand.page.locator(f'button[data-verb="{roll}"]').first
    expect(button).to_be_visible()
    button.click()
    hand.answered(answers)
    assert hand.clicks == 2
    assert hand.sent[-1][0]["verb"] == target and hand.sent[-1][-1]["verb"] == roll


def test_space_and_a_double_click_do_the_same_again(server: Server, visits: Visits) -> None:
    hand = moving(server, visits)
    unit = next(
        one
        for one in hand.view()["decision"]["choices"]["unit"]
        if hand.page.locator(f'{BOARD} [data-unit="{one}"]').count()
    )
    hand.press_unit(unit)
    hand.hand_is(f"unit {unit}")
    answers = hand.asked()[1]
    place = hand.offered()["places"][-1]
    hand.press_place(place)
    hand.answered(answers)
    hand.board.focus()
    hand.page.keyboard.press("Space")
    wait_until(lambda: len(hand.in_hand()) == 1 and hand.in_hand() != [f"unit {unit}"], "no other unit is in hand")
    sent = len(hand.sent)
    hand.page.keyboard.press("Escape")
    hand.hand_is()
    assert len(hand.sent) == sent, "the next unit is only picked up"


def test_space_sends_another_unit_to_the_same_place(server: Server, visits: Visits) -> None:
    hand = played_until(server, visits, "battles", asks("Movement"))
    units = hand.view()["decision"]["choices"]["unit"]
    reach = {
        one: found["decision"]["choices"].get("hex", [])
        for one in units
        if not (found := hand.ahead(("unit", one)))["stop"]
    }
    first, second, place = next(
        (one, other, place)
        for one, places in reach.items()
        for other in reach
        for place in places
        if one != other and place in reach[other]
    )
    for unit in (first, second):
        hand.press_unit(unit)
        hand.hand_is(f"unit {unit}")
        answers = hand.asked()[1]
        if unit == first:
            hand.press_place(place)
        else:
            hand.board.focus()
            hand.page.keyboard.press("Space")
        hand.answered(answers)
    assert hand.sent == [
        [{"verb": "unit", "argument": unit}, {"verb": "hex", "argument": place}] for unit in (first, second)
    ]


@pytest.mark.parametrize("how", ["double click", "Space"])
def test_a_double_click_or_space_attacks_again(server: Server, visits: Visits, how: str) -> None:
    hand = sit(server, visits)
    targets = hand.view()["decision"]["choices"]["attack"]
    hand.press_unit(targets[0])
    wait_until(lambda: "roll " in hand.offered()["buttons"], "the attack is not ready")
    before = hand.before()
    hand.press_button("roll")
    hand.changed(before)
    while "attack" not in hand.view()["decision"]["choices"]:  # retreats and advances
        choices = hand.view()["decision"]["choices"]
        before = hand.before()
        if "hex" in choices:
            hand.press_place(choices["hex"][0])
        else:
            hand.press_unit(choices["unit"][0])
        hand.changed(before)
        if hand.in_hand():
            before = hand.before()
            hand.press_place(hand.offered()["places"][0])
            hand.changed(before)
    sent = len(hand.sent)
    target = hand.view()["decision"]["choices"]["attack"][0]
    spot = hand.free_spot(hand.page.locator(f'{BOARD} [data-unit="{target}"]').first)
    if how == "double click":
        hand.page.mouse.dblclick(*spot)
    else:
        hand.page.mouse.click(*spot)
        wait_until(lambda: "roll " in hand.offered()["buttons"], "the attack is not ready")
        hand.board.focus()
        hand.page.keyboard.press("Space")
    hand.has_sent(sent + 1)
    assert hand.sent[-1][0] == {"verb": "attack", "argument": target} and hand.sent[-1][-1]["verb"] == "roll"


def test_planned_attacks_have_an_arrow_from_each_attacker(server: Server, visits: Visits) -> None:
    def markers(twin: Twin) -> list[dict[str, Any]]:
        return [marker for marker in twin.match.view()["markers"] if marker.get("by")]

    hand = played_until(server, visits, "ardennes_offensive", lambda twin: len(markers(twin)) >= 3)
    planned = [marker for marker in hand.view()["markers"] if marker.get("by")]
    for marker in planned:
        for place in marker["by"]:
            expect(hand.page.locator(f'[data-plan="{place} {marker["at"]}"]')).to_have_count(1)
    assert hand.page.locator("[data-plan]").count() == sum(len(marker["by"]) for marker in planned)
