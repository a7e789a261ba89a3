"""A table in a browser window, played the way a person would: by clicking on the board and on buttons.

A twin of the game in memory, with the same dice, says what must be offered and what comes next.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

import ardennes
from ardennes.core.match import Match
from ardennes.players import Seat, new_player
from tests.machine import PATIENCE, wait_until

BOARD = "[data-testid=board]"
PROMPT = "[data-testid=prompt]"
_NUMBER = re.compile(r"\d+")
_CHANGED = """([asked, answers, steps]) => {
  const prompt = document.querySelector('[data-testid=prompt]');
  const { dataset } = prompt ?? {};
  const other = prompt && (dataset.asked !== asked || dataset.answers !== answers || dataset.steps + dataset.group !== steps);
  return other && dataset.waiting === undefined
      || document.querySelector('[data-testid=handover]');
}"""
"""Something was sent, or something else is in hand than before."""
_SETTLED_HAND = "() => document.querySelector('[data-testid=prompt]')?.dataset.waiting === undefined"
_CHANGED_OR_MENU = (
    f"""(before) => ({_CHANGED})(before) || document.querySelector('[role=menuitem], [data-testid=confirm]')"""
)
STILL = """(one) => new Promise((done) => {
  const where = () => JSON.stringify(one.getBoundingClientRect());
  let [last, times] = [where(), 0];
  const look = () => {
    const now = where();
    times = now === last ? times + 1 : 0;
    last = now;
    times < 3 ? requestAnimationFrame(look) : done();
  };
  requestAnimationFrame(look);
})"""
_PRESS = """(name) => {
  const buttons = [...document.querySelectorAll('[data-testid=catchup] button')];
  const found = buttons.find((one) => one.textContent.trim() === name);
  found?.click();
  return Boolean(found);
}"""
_OFFERED = """() => {
  const all = (selector, read) => [...new Set([...document.querySelectorAll(selector)].map(read))].sort();
  return {
    units: all('[data-testid=board] [data-unit][data-offered]', (one) => one.dataset.unit),
    places: all('[data-testid=board] [data-place][data-offered]', (one) => one.dataset.place),
    buttons: all('button[data-verb]', (one) => one.dataset.verb + ' ' + one.dataset.argument),
  };
}"""

_SETTLED = """() => !document.querySelector('[data-testid=prompt][data-mine]') || document.querySelector('[data-testid=catchup]')
    || document.querySelector('[data-testid=board] [data-offered], button[data-verb]')"""
"""The question has been drawn: whoever is asked can click something, unless the others' moves are still being shown."""
_PLACES = """() => {
  const all = [...document.querySelectorAll('[data-testid=board] [data-unit]')].map((one) => [one.dataset.unit, one.dataset.at]);
  return [...new Map(all)].sort(([a], [b]) => (a < b ? -1 : 1));
}"""
CHIPS_IN_THE_BAR = """() => { const bar = document.querySelector('[data-testid=prompt]').getBoundingClientRect();
  return [...document.querySelectorAll('[data-testid=prompt] button.chip')].every((one) => {
    const box = one.getBoundingClientRect();
    return one.scrollWidth <= one.clientWidth + 1 && box.top >= bar.top + 2 && box.bottom <= bar.bottom - 2; }); }"""
"""The names of the question's rules are whole, and inside the bar."""
_DOUBLE = 0.4
"""Seconds within which two clicks in one place are a double click, and a little more."""
_NEARBY = 100
"""Pixels; no two places that are farther apart are one."""
_FINGER = 40
"""Below this many pixels per hex, a tap zooms in instead of picking the hex."""
_NEAR = "(least) => Number(document.querySelector('[data-testid=board]').dataset.scale) >= least"
_COVER = """([x, y]) => {
  const board = document.querySelector('[data-testid=board]').getBoundingClientRect();
  if (x < board.left || y < board.top || x > board.right || y > board.bottom) return 'the edge of the screen';
  const top = document.elementFromPoint(x, y);
  return top?.closest('[data-testid=board], [data-fan]') ? '' : (top?.outerHTML.slice(0, 300) ?? 'the edge of the screen');
}"""
_OFF_SCREEN = "the edge of the screen"


class Desk:
    """One window at a table."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self._pressed = (-_DOUBLE, 0.0, 0.0)

    # --- what can be seen ----------------------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Locator:
        return self.page.locator(BOARD)

    @property
    def prompt(self) -> Locator:
        return self.page.locator(PROMPT)

    def ready(self) -> Desk:
        """Wait until the table can be played, taking over the screen if asked."""
        board = self.page.locator(f"{BOARD}[data-ready]")
        expect(board.or_(self.page.locator("[data-testid=handover]")).first).to_be_visible()
        self.take_over()
        expect(board).to_be_visible()
        expect(self.prompt).to_have_attribute("data-answers", _NUMBER)
        self.settled()
        return self

    def settled(self) -> None:
        """Wait until the question has been drawn."""
        self.page.wait_for_function(_SETTLED)

    def asked(self) -> tuple[str, str]:
        """Who is asked, and the number of the choice that answers."""
        return self.prompt.get_attribute("data-asked") or "", self.prompt.get_attribute("data-answers") or ""

    def in_hand(self) -> list[str]:
        """What the player has picked and not sent yet, as `verb argument`; usual picks are among them."""
        self.page.wait_for_function(_SETTLED_HAND)
        return [step for step in (self.prompt.get_attribute("data-steps") or "").split("|") if step]

    def in_group(self) -> list[str]:
        """The picks that go together, as `verb argument`."""
        return [step for step in (self.prompt.get_attribute("data-group") or "").split("|") if step]

    def is_mine(self) -> bool:
        return self.prompt.get_attribute("data-mine") is not None

    def offered(self) -> dict[str, list[str]]:
        """Everything that can be clicked now: pieces and places on the board, and buttons as `verb argument`."""
        found: dict[str, list[str]] = self.page.evaluate(_OFFERED)
        return found

    def expect_offered(self, **wanted: list[str]) -> None:
        """Wait until exactly these units, places or buttons can be clicked; kinds that are not named do not matter."""
        found: dict[str, list[str]] = {}

        def fits() -> bool:
            found.update(self.offered())
            return all(found[kind] == names for kind, names in wanted.items())

        with suppress(AssertionError):
            wait_until(fits, "the page offers something else")
        assert {kind: found[kind] for kind in wanted} == wanted

    def wait_for_mine(self) -> None:
        """Wait until this window is asked."""
        self.page.wait_for_selector(f"{PROMPT}[data-mine]")

    def still(self) -> None:
        """Wait until no piece is moving."""
        expect(self.page.locator(f"{BOARD}[data-busy]")).to_have_count(0)

    # --- what can be done ----------------------------------------------------------------------------------------------------------------

    def press(self, target: Locator) -> None:
        """Click or tap in the middle of something on the board, wherever that is on the screen."""
        if self.touch:
            self.come_near(target)
        x, y = self.free_spot(target)
        self._not_twice(x, y)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self._pressed = time.monotonic(), x, y

    def _not_twice(self, x: float, y: float) -> None:
        """Two clicks in the same place are two clicks, not a double click, which the page takes as one intention."""
        when, x0, y0 = self._pressed
        if abs(x - x0) < _NEARBY and abs(y - y0) < _NEARBY:
            self.page.wait_for_timeout(max(0.0, (when + _DOUBLE - time.monotonic()) * 1000))

    def free_spot(self, target: Locator) -> tuple[float, float]:
        """The middle of something on the board, once the board is still. Cards that cover it are moved away."""
        ends = time.monotonic() + PATIENCE
        while True:
            target.evaluate(STILL)
            spot = middle(target)
            covered = self.page.evaluate(_COVER, list(spot))
            if not covered:
                return spot
            if covered == _OFF_SCREEN and not self.touch:
                self.page.get_by_role("button", name="Whole board").click()
            assert time.monotonic() < ends, f"{target} is covered by {covered}"
            self.page.wait_for_timeout(100)

    def scale(self) -> float:
        """The current width of a hex in pixels."""
        return float(self.board.get_attribute("data-scale") or 0)

    def come_near(self, target: Locator) -> None:
        """Zoom in until a finger can hit something on the board: on the whole board, a tap zooms in."""
        target.evaluate(STILL)
        if self.page.evaluate(_COVER, list(middle(target))):
            self.page.get_by_role("button", name="Whole board").tap()
            target.evaluate(STILL)
        if self.scale() < _FINGER:
            self.page.touchscreen.tap(*middle(target))
            self.page.wait_for_function(_NEAR, arg=_FINGER)

    def press_unit(self, unit: str) -> None:
        """Choose a piece; one below others is picked after its stack has fanned out."""
        piece = self.page.locator(f'{BOARD} [data-unit="{unit}"]:not([data-fan])').first
        place, side = piece.get_attribute("data-at"), piece.get_attribute("data-side")
        stack = self.page.locator(f'{BOARD} [data-at="{place}"][data-side="{side}"]:not([data-fan])')
        if stack.count() == 1:
            self.press(piece)
            return
        fan = self.page.locator(f'[data-fan][data-unit="{unit}"]')
        if self.touch:
            self.press(piece)
        else:
            self.page.mouse.move(*self.free_spot(piece))
        expect(fan).to_be_visible()
        fan.tap() if self.touch else fan.click()

    def press_place(self, place: str) -> None:
        """Choose a place on the board. One that holds your own piece has a marker: a click on the piece would pick it up."""
        self._leave_fan()
        marker = self.page.locator(f'{BOARD} [data-stop="{place}"]')
        self.press(marker.first if marker.count() else self.page.locator(f'{BOARD} [data-place="{place}"]').first)

    def _leave_fan(self) -> None:
        """Move the pointer off a stack that has fanned out: it may lie over the place that is meant."""
        if not self.touch and self.page.locator("[data-fan]").count():
            box = self.board.bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + 4, box["y"] + box["height"] / 2)
            with suppress(PlaywrightTimeout):  # one that is pinned stays
                self.page.wait_for_function("() => !document.querySelector('[data-fan]')", timeout=2000)

    def _minor(self, place: str) -> list[str]:
        """What a click on a place does not mean: it is offered in the menu that opens if one holds the place."""
        offered = self.page.locator(f'{BOARD} [data-place="{place}"][data-offered]').first
        return (offered.get_attribute("data-minor") or "").split()

    def hold_place(self, place: str) -> None:
        """Hold a place on the board until its menu opens."""
        spot = self.free_spot(self.page.locator(f'{BOARD} [data-place="{place}"]').first)
        self.page.mouse.move(*spot)
        self.page.mouse.down()
        expect(self.page.locator("[role=menuitem]").first).to_be_visible()
        self.page.mouse.up()

    def press_button(self, verb: str, argument: Any = None) -> None:
        """Choose by a button."""
        self._button(verb, argument).first.click()

    def _button(self, verb: str, argument: Any) -> Locator:
        text = "" if argument is None else str(argument)
        return self.page.locator(f'button[data-verb="{verb}"][data-argument="{text}"]')

    def choose(self, verb: str, argument: Any, kind: str, hand: list[str] | None = None) -> None:
        """Make a choice in whatever way the page offers it, and wait until it is in hand or accepted. If it is one that commits, `hand` is
        what must be in hand: whoever has joined besides is taken off first."""
        step = f"{verb} {'' if argument is None else argument}"
        if step in self.in_hand():  # a usual pick
            return
        for extra in [one for one in self.in_hand() if hand is not None and one not in hand]:
            self.page.locator(f'[data-drop="{extra.split(" ", 1)[1]}"]').click()
            wait_until(lambda extra=extra: extra not in self.in_hand(), f"{extra} is still in hand")  # type: ignore[misc]
        if step in self.in_group():  # of a stack that was picked up whole
            self.press_unit(str(argument))
            self.page.wait_for_function("() => document.querySelector('[data-testid=prompt]').dataset.group === ''")
            self.in_hand()
            return
        before = self.before()
        name = str(argument)
        button = self._button(verb, argument)
        offered = self.offered()

        def can_be_chosen() -> bool:
            offered.update(self.offered())
            return name in offered["units"] + offered["places"] or button.count() > 0

        wait_until(can_be_chosen, f"{verb} {name} is not offered")
        if button.count() and kind not in ("unit", "place"):
            self.press_button(verb, argument)
        elif kind == "unit" and name in offered["units"]:
            self.press_unit(name)
        elif kind == "place" and name in offered["places"]:
            if verb in self._minor(name):
                self.hold_place(name)
            else:
                self.press_place(name)
        else:
            self.press_button(verb, argument)
        try:
            self._settle(verb, before)
        except PlaywrightTimeout as error:
            state = f"{self.asked()}, in hand {self.in_hand()}, group {self.in_group()}, offered {self.offered()}"
            raise AssertionError(
                f"nothing came of {step} at {self._pressed} ({kind}): {state}; before: {before}"
            ) from error
        self.take_over()

    def before(self) -> list[str]:
        """What changes when something is picked or sent."""
        self.in_hand()
        both = (self.prompt.get_attribute(f"data-{name}") or "" for name in ("steps", "group"))
        return [*self.asked(), "".join(both)]

    def changed(self, before: list[str]) -> None:
        """Wait until something has been picked or sent."""
        self.page.wait_for_function(_CHANGED, arg=before)

    def confirm(self, before: list[str]) -> None:
        """Wait until something has been picked or sent; when the page asks whether you are sure, you are."""
        self.page.wait_for_function(_CHANGED_OR_MENU, arg=before)
        yes = self.page.locator("[data-testid=yes]")
        if yes.count():
            yes.click()
        self.changed(before)

    def _settle(self, verb: str, before: list[str]) -> None:
        """When a click can mean several things, say which; when the page asks whether you are sure, you are; when it shows the fight that
        would follow, fight it."""
        armed = f'button[data-verb="{verb}"][data-commits]'
        ask = f"(before) => ({_CHANGED_OR_MENU})(before) || document.querySelector('{armed}')"
        self.page.wait_for_function(ask, arg=before)
        for answer in (f'[role=menuitem][data-verb="{verb}"]', "[data-testid=yes]", armed):
            found = self.page.locator(answer)
            if found.count() and self.before() == before:
                found.first.click()
                self.page.wait_for_function(_CHANGED_OR_MENU, arg=before)
        self.changed(before)
        if self.prompt.get_attribute("data-stopped") is not None:  # it takes a button to make the pick
            before = self.before()
            self._button(verb, None).or_(self.page.locator(f'button[data-verb="{verb}"][data-commits]')).first.click()
            self.changed(before)

    def take_over(self) -> None:
        """Open the curtain that hides one side's screen from the other in hot-seat play."""
        curtain = self.page.locator("[data-testid=handover]")
        if curtain.count():
            curtain.get_by_role("button").first.click()
            expect(curtain).to_have_count(0)

    def skip(self) -> None:
        """Skip the replay of what the others did in the meantime."""
        if self.press_catchup("Skip"):
            expect(self.page.locator("[data-testid=catchup]")).to_have_count(0)

    def press_catchup(self, name: str) -> bool:
        """Press a button of the bar that shows the moves of others, if it is still there: it disappears once they are shown."""
        pressed: bool = self.page.evaluate(_PRESS, name)
        return pressed


class Twin:
    """The same game in memory. It answers like the `greedy` player; if it is brisk, it ends every phase that has gone on for so many
    moves or attacks."""

    def __init__(
        self, seed: str = "7", game: str = "bulge", match: Match | None = None, brisk: int | None = None
    ) -> None:
        self.match: Match = match or ardennes.new(game, seed=seed, solo=True)
        self._players = {side: new_player("greedy", "twin", side) for side in self.match.game.sides}
        self.hand: list[str] = []
        """What has only been picked since the last choice that commits."""
        self.brisk = brisk
        self._begun: Counter[tuple[str, str]] = Counter()
        """How often something other than its end was chosen in each phase, by its side and title."""

    @property
    def side(self) -> str:
        return self.match.decision.side

    @property
    def turn(self) -> int:
        number: int = self.match.view(None)["turn"]["number"]
        return number

    def kinds(self) -> dict[str, str]:
        kinds: dict[str, str] = self.match.view(self.side)["decision"]["kinds"]
        return kinds

    def advice(self) -> tuple[str, Any, str]:
        """The next choice: verb, argument, and what kind of thing the argument is."""
        verb, argument = self._players[self.side].choose(Seat(self.match, self.side))
        if (
            self.brisk is not None
            and not self.hand
            and "done" in self.kinds()
            and self._begun[self._phase()] >= self.brisk
        ):
            verb, argument = "done", None
        return verb, argument, self.kinds()[verb]

    def _phase(self) -> tuple[str, str]:
        return self.side, type(self.match.state.stack[-1]).__name__

    def play(self, verb: str, argument: Any) -> None:
        only_picks = self.is_pick(verb)
        self._begun[self._phase()] += 1
        self.hand = [*self.hand, f"{verb} {'' if argument is None else argument}"] if only_picks else []
        self.match.play(verb, argument, by=self.side)

    def is_pick(self, verb: str) -> bool:
        """Does this answer only pick something?"""
        return verb in self.match.state.stack[-1].picks

    def check(self, desk: Desk) -> None:
        """Wait until the page offers exactly the decision's choices. With something in hand the page is one or more questions ahead."""
        if self.hand:
            return
        wrong: list[str] = []

        def fits() -> bool:
            wrong[:] = self.differences(desk)
            return not wrong

        with suppress(AssertionError):
            wait_until(fits, "the page offers something else")
        assert not wrong

    def differences(self, desk: Desk) -> list[str]:
        """Choices the page offers but should not, or should offer but does not."""
        kinds = self.kinds()
        wanted = {"unit": set[str](), "place": set[str](), "button": set[str]()}
        for verb, arguments in self.match.decision.choices.items():
            for argument in arguments:
                wanted["button"].add(f"{verb} {'' if argument is None else argument}")
                if kinds[verb] in ("unit", "place"):
                    wanted[kinds[verb]].add(str(argument))
                if kinds[verb] == "formation":  # any of its units stands for it
                    wanted["unit"] |= set(self.match.game.printed_things["formation"][argument]["units"])
        got = desk.offered()
        units, places, buttons = set(got["units"]), set(got["places"]), set(got["buttons"])
        by_button = {text.split(" ", 1)[1] for text in buttons}
        extra = (units - wanted["unit"]) | (places - wanted["place"]) | (buttons - wanted["button"])
        on_board = {text.split(" ", 1)[1] for text in wanted["button"] if kinds[text.split(" ")[0]] == "unit"}
        missing = (on_board - units - by_button) | (wanted["place"] - places - by_button)
        rest = {text for text in wanted["button"] if kinds[text.split(" ")[0]] not in ("unit", "place")}
        out = [f"should not be offered: {text}" for text in sorted(extra)]
        out += [f"cannot be clicked: {text}" for text in sorted(missing)]
        return out + [f"no button for {text}" for text in sorted(rest - buttons)]


def middle(target: Locator) -> tuple[float, float]:
    """Where on the screen the middle of something is."""
    box = target.bounding_box()
    assert box is not None, "not on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_places(page: Page, wanted: dict[str, str]) -> None:
    """Wait until the board shows these pieces, each at its place."""
    with suppress(PlaywrightTimeout):
        page.wait_for_function(f"(wanted) => JSON.stringify(({_PLACES})()) === wanted", arg=_sorted(wanted))
    assert places(page) == wanted


def places(page: Page) -> dict[str, str]:
    """The pieces that the board shows, each with its place."""
    shown: dict[str, str] = dict(page.evaluate(f"({_PLACES})()"))
    return shown


def _sorted(where: dict[str, str]) -> str:
    """As the page writes it."""
    return json.dumps(sorted(map(list, where.items())), separators=(",", ":"), ensure_ascii=False)


def play_on(desk: Desk, twin: Twin, until: Any, check_every: int = 1, limit: int = 400) -> int:
    """Play both sides in hot-seat play, as the twin advises, until the condition holds; returns the number of choices made."""
    count = 0
    while not until() and count < limit:
        assert desk.asked()[0] == twin.side
        if count % check_every == 0:
            twin.check(desk)
        verb, argument, kind = twin.advice()
        desk.choose(verb, argument, kind, None if twin.is_pick(verb) else twin.hand)
        twin.play(verb, argument)
        count += 1
    return count
