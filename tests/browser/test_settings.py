"""Each setting takes effect at once, survives a reload, and is in one dialog; sounds are asked for only if the player wants them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Shot, Visits
from tests.browser.desk import BOARD, Desk, Twin
from tests.browser.server import Server
from tests.browser.test_accessibility import THEMES, check
from tests.browser.test_fights import Fight

PHONE = (390, 844)
_CUT = """() => {
const wide = (one) => getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth;
const rolls = (one) => one && (wide(one) || rolls(one.parentElement));
return [...document.querySelectorAll('.lobby *, .app > :not(.board) *, .foot *, dialog[open] *')].filter((one) => {
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const { width, height, left, right } = one.getBoundingClientRect();
  if (!own || width < 2 || height < 2 || !one.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
  if (one.closest('.sr, .mid, [role=tablist], select')) return false;
  const style = getComputedStyle(one);
  const hides = (value) => value === 'hidden' || value === 'clip';
  const cut = hides(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
  const low = hides(style.overflowY) && one.scrollHeight > one.clientHeight + 3;
  return cut || low || (!rolls(one.parentElement) && (left < -1 || right > innerWidth + 1));
}).map((one) => one.textContent.trim().slice(0, 60)); }"""
"""Texts that are cut off, or that stick out of the screen at a side. What scrolls by design (days, tabs, cards) is left out."""
_SPY = """
window.audio = {made: 0, started: 0};
for (const name of ['OscillatorNode', 'AudioBufferSourceNode']) {
  const {start} = window[name].prototype;
  window[name].prototype.start = function (...args) { window.audio.started++; return start.apply(this, args); };
}
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor(...args) { super(...args); window.audio.made++; } };
"""
_CUES = "performance.getEntriesByType('mark').map((one) => one.name).filter((name) => name.startsWith('sound '))"


def settings_of(page: Page) -> Locator:
    """Open the settings from the menu."""
    page.get_by_role("button", name="Menu").or_(page.get_by_role("button", name="More", exact=True)).first.click()
    page.locator("[data-menu=settings]").click()
    dialog = page.locator("[data-testid=settings]")
    expect(dialog).to_be_visible()
    return dialog


def pick(page: Page, setting: str, value: str) -> None:
    dialog = settings_of(page)
    dialog.locator(f'[data-setting="{setting}"][data-value="{value}"]').click()
    dialog.get_by_role("button", name="Done").click()


def tick(page: Page, setting: str) -> None:
    dialog = settings_of(page)
    dialog.locator(f'[data-setting="{setting}"]').click()
    dialog.get_by_role("button", name="Done").click()


def root(page: Page, name: str) -> str | None:
    value: str | None = page.evaluate("(name) => document.documentElement.dataset[name]", name)
    return value


def colour(page: Page, token: str) -> str:
    value: str = page.evaluate(
        "(token) => getComputedStyle(document.documentElement).getPropertyValue(token).trim()", token
    )
    return value


def sit(server: Server, visits: Visits, **how: Any) -> Page:
    token = server.new_table(same_screen=True)["token"]
    page = visits.open(server.url + f"#/g/{token}", **how)
    Desk(page).ready()
    return page


def test_settings_are_in_one_dialog_in_lobby_and_game_and_survive_a_reload(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    expect(page.locator("[data-game]").first).to_be_visible()
    dialog = settings_of(page)
    found = dialog.locator("[data-setting]").evaluate_all(
        "(all) => [...new Set(all.map((one) => one.dataset.setting))]"
    )
    assert " ".join(found) == "speed text theme palette sound volume think ponder confirm briefing still name"
    for setting, value in (("speed", "2"), ("text", "large"), ("theme", "dark"), ("palette", "safe"), ("think", "5")):
        dialog.locator(f'[data-setting="{setting}"][data-value="{value}"]').click()
    for setting in ("sound", "confirm", "still"):
        dialog.locator(f'[data-setting="{setting}"]').click()
    dialog.locator('[data-setting="volume"]').fill("0.3")
    dialog.locator('[data-setting="name"]').fill("Ann")
    dialog.get_by_role("button", name="Done").click()
    page.reload()
    token = server.new_table(same_screen=True)["token"]
    page.goto(server.url + f"#/g/{token}")
    Desk(page).ready()
    dialog = settings_of(page)
    checked = dialog.locator('[role=radio][aria-checked="true"]').evaluate_all(
        "(all) => all.map((one) => `${one.dataset.setting} ${one.dataset.value}`)"
    )
    assert checked == ["speed 2", "text large", "theme dark", "palette safe", "think 5"]
    expect(dialog.locator('[data-setting="sound"]')).to_be_checked()
    expect(dialog.locator('[data-setting="still"]')).to_be_checked()
    expect(dialog.locator('[data-setting="confirm"]')).not_to_be_checked()
    expect(dialog.locator('[data-setting="volume"]')).to_have_value("0.3")
    expect(dialog.locator('[data-setting="name"]')).to_have_value("Ann")
    dialog.locator("[data-testid=reset]").click()
    assert (root(page, "text"), root(page, "palette")) == ("normal", "standard")
    expect(dialog.locator('[data-setting="name"]')).to_have_value("Ann")


def test_a_new_game_tells_the_ai_how_long_to_think(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    expect(page.locator("[data-game]").first).to_be_visible()
    pick(page, "think", "1")
    tick(page, "ponder")
    page.locator('[data-game="bulge"]').first.click()
    page.locator('[data-opponent="veteran"]').click()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as sent:
        page.locator("[data-testid=start]").click()
    asked: Any = sent.value.post_data_json
    assert asked["seats"] == {"german": "human", "allied": "veteran@1+"}


def test_a_row_of_choices_works_with_arrow_keys(server: Server, visits: Visits) -> None:
    page = visits.open(server.url)
    dialog = settings_of(page)
    dialog.locator('[data-setting="text"][data-value="normal"]').focus()
    page.keyboard.press("ArrowRight")
    assert root(page, "text") == "large"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert root(page, "text") == "larger"
    expect(dialog.locator('[data-setting="text"][data-value="larger"]')).to_be_focused()


def test_the_theme_is_light_dark_or_the_systems(server: Server, visits: Visits) -> None:
    page = visits.open(server.url, theme="dark")
    assert root(page, "theme") == "dark"
    pick(page, "theme", "light")
    assert root(page, "theme") == "light"
    page.reload()
    expect(page.locator("[data-game]").first).to_be_visible()
    assert root(page, "theme") == "light"
    pick(page, "theme", "auto")
    assert root(page, "theme") == "dark"


def test_the_pace_decides_whether_a_fight_is_played_out(server: Server, visits: Visits) -> None:
    fight = Fight(server, "bulge", "roll")
    page = visits.open(server.url + f"#/g/{fight.token}", motion=True)
    Desk(page).ready()
    pick(page, "speed", "0")
    page.evaluate("""() => new MutationObserver(() => {
        if (document.querySelector('[data-testid=fight]')) window.played = true;
    }).observe(document.body, {subtree: true, childList: true})""")
    Desk(page).choose(*fight.step)
    page.wait_for_function(
        "(last) => document.querySelector(`[role=log] [data-event='${last}']`)", arg=fight.events[-1]["n"]
    )
    assert page.evaluate("window.played") is None


def test_without_confirmations_a_phase_ends_at_once(server: Server, visits: Visits) -> None:
    page = sit(server, visits)
    desk = Desk(page)
    before = desk.asked()
    desk.press_button("done")
    expect(page.locator("[data-testid=confirm]")).to_be_visible()
    page.get_by_role("button", name="Keep playing").click()
    tick(page, "confirm")
    desk.press_button("done")
    expect(desk.prompt).not_to_have_attribute("data-answers", before[1])
    expect(page.locator("[data-testid=confirm]")).to_have_count(0)


def test_reduced_motion_stops_animations(server: Server, visits: Visits) -> None:
    page = visits.open(server.url, motion=True)
    duration = "getComputedStyle(document.querySelector('.btn')).transitionDuration.split(',')[0].trim()"
    assert page.evaluate(duration) == "0.12s"
    tick(page, "still")
    assert page.evaluate(duration) == "0.001s"


@pytest.mark.parametrize("size", [None, PHONE])
def test_larger_text_makes_everything_but_the_map_larger(
    server: Server, visits: Visits, size: tuple[int, int] | None
) -> None:
    page = sit(server, visits, size=size, touch=size is not None)
    height = "document.querySelector('[data-testid=undo]').getBoundingClientRect().height"
    before, scale = page.evaluate(height), page.locator(BOARD).get_attribute("data-scale")
    pick(page, "text", "larger")
    assert page.evaluate(height) == pytest.approx(before * 1.3, rel=0.02)
    assert page.locator(BOARD).get_attribute("data-scale") == scale
    page.reload()
    Desk(page).ready()
    assert page.evaluate(height) == pytest.approx(before * 1.3, rel=0.02)


GAMES = ["bulge", "commander", "ardennes_offensive", "enemy_action", "battles"]


@pytest.mark.parametrize("text", ["large", "larger"])
@pytest.mark.parametrize("size", [PHONE, (1440, 900)])
def test_nothing_is_cut_off_at_any_text_size_in_any_game(
    server: Server, visits: Visits, text: str, size: tuple[int, int], shot: Shot
) -> None:
    page = visits.open(server.url, size=size, touch=size == PHONE)
    expect(page.locator("[data-game]").first).to_be_visible()
    pick(page, "text", text)
    assert page.evaluate(_CUT) == []
    settings_of(page)
    assert page.evaluate(_CUT) == []
    shot(page, f"settings-{text}-{size[0]}")
    cut: dict[str, list[str]] = {}
    for game in GAMES:
        token = server.new_table(same_screen=True, game=game)["token"]
        page.goto("about:blank")
        page.goto(server.url + f"#/g/{token}")
        Desk(page).ready()
        cut[game] = page.evaluate(_CUT)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        undo = page.locator("[data-testid=undo]").bounding_box()
        assert undo is not None and undo["y"] + undo["height"] <= size[1], game
        shot(page, f"text-{text}-{size[0]}-{game}")
    assert cut == {game: [] for game in GAMES}


def test_a_click_hits_what_it_points_at_with_larger_text(server: Server, visits: Visits) -> None:
    page = sit(server, visits)
    pick(page, "text", "larger")
    desk = Desk(page)
    unit = desk.offered()["units"][0]
    before = desk.before()
    desk.press_unit(unit)
    desk.changed(before)
    assert any(unit in step for step in desk.in_hand())


def test_the_colour_blind_palette_changes_sides_offers_and_odds(server: Server, visits: Visits) -> None:
    page = sit(server, visits)
    names = ("--us", "--ger", "--st-zoc", "--ok", "--danger")
    before = [colour(page, name) for name in names]
    pick(page, "palette", "safe")
    after = [colour(page, name) for name in names]
    assert all(one != other for one, other in zip(before, after, strict=True))
    page.reload()
    Desk(page).ready()
    assert [colour(page, name) for name in names] == after


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [PHONE, (1440, 900)])
def test_settings_and_both_palettes_can_be_read_by_everyone(
    server: Server, visits: Visits, theme: str, size: tuple[int, int], shot: Shot
) -> None:
    page = visits.open(server.url, theme=theme, size=size, touch=size == PHONE)
    dialog = settings_of(page)
    check(page)
    shot(page, f"settings-{theme}-{size[0]}")
    dialog.locator('[data-setting="palette"][data-value="safe"]').click()
    check(page)
    fight = Fight(server, "bulge", "roll")
    page.goto(server.url + f"#/g/{fight.token}")
    Desk(page).ready()
    check(page)
    shot(page, f"palette-{theme}-{size[0]}")


@pytest.mark.parametrize(
    "stored",
    [
        "{",
        "null",
        "[]",
        '"dark"',
        json.dumps({"text": "huge", "theme": 7, "speed": "x", "volume": "loud", "palette": None}),
    ],
)
def test_bad_stored_settings_are_ignored(server: Server, visits: Visits, stored: str) -> None:
    page = visits.open(server.url, briefing=True)
    page.evaluate("(stored) => (localStorage['ardennes.settings'] = stored)", stored)
    page.reload()
    expect(page.locator("[data-game]").first).to_be_visible()
    assert (root(page, "theme"), root(page, "text"), root(page, "palette")) == ("light", "normal", "standard")
    dialog = settings_of(page)
    checked = dialog.locator('[role=radio][aria-checked="true"]').evaluate_all(
        "(all) => all.map((one) => one.dataset.value)"
    )
    assert checked == ["1", "normal", "auto", "standard", "0"]


# --- sound -------------------------------------------------------------------------------------------------------------------------------


def listen(visits: Visits, server: Server, token: str, *, on: bool, **how: Any) -> Page:
    """A page whose audio is watched."""
    page = visits.open(server.url, **how)
    page.add_init_script(_SPY)
    page.evaluate("(sound) => (localStorage['ardennes.settings'] = JSON.stringify({briefing: false, sound}))", on)
    page.goto(server.url + f"#/g/{token}")
    page.reload()
    Desk(page).ready()
    return page


def test_nothing_sounds_unless_the_player_wants_it(server: Server, visits: Visits) -> None:
    fight = Fight(server, "bulge", "roll")
    page = listen(visits, server, fight.token, on=False, motion=True)
    Desk(page).choose(*fight.step)
    page.wait_for_function(
        "(last) => document.querySelector(`[role=log] [data-event='${last}']`)", arg=fight.events[-1]["n"]
    )
    assert page.evaluate("window.audio") == {"made": 0, "started": 0}
    assert page.evaluate(_CUES) == []


@pytest.mark.parametrize("motion", [True, False])
def test_dice_and_hits_sound_when_they_fall(server: Server, visits: Visits, motion: bool) -> None:
    fight = Fight(server, "commander", "handful")
    page = listen(visits, server, fight.token, on=True, motion=motion)
    assert page.evaluate("window.audio") == {"made": 0, "started": 0}, "the player has not touched the page yet"
    Desk(page).choose(*fight.step)
    lost = any(event["kind"] in ("loses", "eliminated") for event in fight.events)
    for cue in ("dice", *(["hit"] if lost else [])):
        page.wait_for_function(f"(cue) => ({_CUES}).includes('sound ' + cue)", arg=cue)
    assert page.evaluate("window.audio.made") == 1
    assert page.evaluate("window.audio.started") > 0


def test_a_move_sounds_and_so_does_the_own_turn_after_the_others(server: Server, visits: Visits) -> None:
    links = server.new_table()["links"]
    page = listen(visits, server, links["german"], on=True)
    page.mouse.click(5, 5)
    twin = Twin()
    answered: list[str] = []
    while "allied" not in answered or answered[-1] == twin.side or twin.side != "german":
        side, (verb, argument, _) = twin.side, twin.advice()
        body = {"verb": verb, "argument": argument, "answers": server.table(links[side])["view"]["answers"]}
        server.call("POST", "api/table/choices", body, links[side])
        twin.play(verb, argument)
        answered.append(side)
        if "allied" not in answered:
            assert "sound turn" not in page.evaluate(_CUES)
    Desk(page).skip()
    page.wait_for_function(f"() => ({_CUES}).includes('sound turn')")
    assert "sound move" in page.evaluate(_CUES)


def test_the_end_of_the_game_sounds_once(server: Server, visits: Visits) -> None:
    token = server.new_table(same_screen=True)["token"]
    page = listen(visits, server, token, on=True)
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-menu=resign]").click()
    page.get_by_role("button", name="Resign").last.click()
    expect(page.locator("[data-testid=report]")).to_be_visible()
    assert page.evaluate(_CUES).count("sound end") == 1
    page.reload()
    expect(page.locator("[data-testid=report]")).to_be_visible()
    page.mouse.click(5, 5)
    assert "sound end" not in page.evaluate(_CUES)
