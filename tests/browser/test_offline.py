"""Installed on a device, without the internet, and without the server: what the page keeps, what it says, and how it heals."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ardennes.server.build_page import PAGE
from tests.browser.conftest import Shot, Visits
from tests.browser.desk import BOARD, Desk, Twin, places, play_on
from tests.browser.server import Server
from tests.machine import wait_until

AWAY = ["ERR_CONNECTION", "WebSocket", "Failed to load resource: net::", "ERR_FAILED"]
_KEPT = """async () => {
  for (const name of await caches.keys()) {
    if (name === 'ardennes-tables' && (await (await caches.open(name)).keys()).length) return true;
  }
  return false;
}"""
_STOCKED = """async () => {
  const cache = await caches.open('ardennes-facts');
  const urls = (await cache.keys()).map((one) => one.url);
  return ['/board', '/things', '/rules', '/pieces', '/boards/', '/api/history', '/api/games']
    .every((part) => urls.some((url) => url.includes(part)));
}"""
_OTHER_PAGE = """
import sys
from pathlib import Path
from ardennes.server import page
page.Page.__init__.__defaults__ = (Path({folder!r}),)
from ardennes.cli import main
sys.exit(main())
"""


def sit(server: Server, visits: Visits, token: str, size: tuple[int, int] | None = None, theme: str = "light") -> Desk:
    """A seat in a browser that has kept the page, the game and its position."""
    page = visits.open(server.url + f"#/g/{token}", worker=True, size=size, touch=size is not None, theme=theme)
    desk = Desk(page).ready()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_until(lambda: page.evaluate(_STOCKED), "the game is not kept")
    wait_until(lambda: page.evaluate(_KEPT), "the position is not kept")
    return desk


def kept_answers(page: Page, answers: str) -> None:
    """Wait until the position with this many answers is kept."""
    look = """async (answers) => {
      const cache = await caches.open('ardennes-tables');
      const found = await cache.match(location.hash.replace('#/g/', '/kept/'));
      return found && String((await found.json()).table.view.answers) === answers;
    }"""
    wait_until(lambda: page.evaluate(look, answers), "the position is not kept")


def test_the_page_can_be_installed(server: Server, visits: Visits) -> None:
    page = visits.open(server.url, worker=True)
    expect(page.locator("[data-game]").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Ardennes", "standalone", "/")
    errors = [one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in errors if one != "in-incognito"] == []
    assert {"any", "maskable"} <= {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        width = page.evaluate(
            "(src) => new Promise((done, fail) => { const one = new Image(); one.onload = () => done(one.naturalWidth);"
            " one.onerror = fail; one.src = src; })",
            icon["src"],
        )
        if icon["sizes"] != "any":
            assert icon["sizes"] == f"{width}x{width}"


def test_no_part_of_the_page_names_another_host(visits: Visits) -> None:
    """The other tests watch the requests; this one reads what could be asked for."""
    address = re.compile(r"""(?:src|href|url|fetch|import)\s*[(=:]\s*["'`(]*https?://(?!www\.w3\.org)""")
    for path in PAGE.rglob("*"):
        if path.suffix in (".html", ".css", ".js", ".webmanifest", ".svg"):
            assert not address.search(path.read_text(encoding="utf-8")), path.name


def test_a_game_is_played_without_the_internet(own_server: Server, visits: Visits) -> None:
    """The server is on the same machine; nothing else can be reached."""
    token = own_server.new_table(same_screen=True)["token"]
    desk = sit(own_server, visits, token)
    page = desk.page
    outside: list[str] = []

    def only_here(route: object) -> None:
        url = route.request.url  # type: ignore[attr-defined]
        if url.startswith(own_server.url):
            route.continue_()  # type: ignore[attr-defined]
        else:
            outside.append(url)
            route.abort()  # type: ignore[attr-defined]

    page.context.route("**/*", only_here)
    page.reload()
    desk.ready()
    play_on(desk, twin := Twin(), lambda: twin.match.count >= 3 and not twin.hand, check_every=100)
    for panel in ("Rules", "History"):
        page.get_by_role("tab", name=panel, exact=True).click()
    page.goto(own_server.url + "#/")
    expect(page.locator("[data-game]").first).to_be_visible()
    assert outside == []


@pytest.mark.parametrize(("size", "theme"), [(None, "light"), ((390, 844), "dark")])
def test_a_reload_while_the_server_is_away_shows_the_last_position_and_play_goes_on(
    own_server: Server, visits: Visits, shot: Shot, size: tuple[int, int] | None, theme: str
) -> None:
    visits.allowed += AWAY
    token = own_server.new_table(same_screen=True)["token"]
    desk = sit(own_server, visits, token, size, theme)
    page = desk.page
    twin = Twin()
    play_on(desk, twin, lambda: twin.match.count >= 2 and not twin.hand, check_every=100)
    before, answers = places(page), desk.asked()[1]
    kept_answers(page, answers)
    own_server.stop()
    page.reload()
    expect(page.locator(f"{BOARD}[data-ready]")).to_be_visible()
    notice = page.locator("[data-testid=offline]")
    expect(notice).to_contain_text("The server cannot be reached")
    assert places(page) == before
    desk.expect_offered(units=[], places=[], buttons=[])
    shot(page, f"away-{size[0] if size else 1440}-{theme}")
    own_server.start()
    expect(notice).to_have_count(0)
    desk.wait_for_mine()
    assert desk.asked()[1] == answers
    play_on(desk, twin, lambda: twin.match.count >= 4 and not twin.hand, check_every=100)
    assert own_server.table(token)["view"]["asked"] == twin.side


def test_a_reload_that_finds_the_server_ahead_shows_the_present(own_server: Server, visits: Visits) -> None:
    visits.allowed += AWAY
    links = own_server.new_table()["links"]
    desk = sit(own_server, visits, links["german"])
    page = desk.page
    kept_answers(page, desk.asked()[1])
    page.goto("about:blank")
    twin = Twin()
    for _ in range(3):
        verb, argument, _kind = twin.advice()
        answers = own_server.table(links[twin.side])["view"]["answers"]
        own_server.call(
            "POST", "api/table/choices", {"verb": verb, "argument": argument, "answers": answers}, links[twin.side]
        )
        twin.play(verb, argument)
    own_server.stop()
    page.goto(own_server.url + f"#/g/{links['german']}")
    expect(page.locator("[data-testid=offline]")).to_contain_text("The server cannot be reached")
    own_server.start()
    expect(page.locator("[data-testid=offline]")).to_have_count(0)
    now = own_server.table(links["german"])["view"]["answers"]
    expect(desk.prompt).to_have_attribute("data-answers", str(now))


def test_a_table_never_seen_here_is_loaded_when_the_server_is_back(own_server: Server, visits: Visits) -> None:
    visits.allowed += AWAY
    first, other = (own_server.new_table(same_screen=True)["token"] for _ in range(2))
    page = sit(own_server, visits, first).page
    own_server.stop()
    page.goto(own_server.url + f"#/g/{other}")
    expect(page.get_by_role("alert")).to_contain_text("keeps trying")
    own_server.start()
    Desk(page).ready()


def test_rules_and_lobby_are_there_without_the_server(own_server: Server, visits: Visits, shot: Shot) -> None:
    visits.allowed += AWAY
    token = own_server.new_table(same_screen=True)["token"]
    page = sit(own_server, visits, token).page
    page.goto(own_server.url + "#/")
    expect(page.locator("[data-testid=your-move]")).to_be_visible()
    list_kept = "async () => !!(await (await caches.open('ardennes-tables')).match('/kept'))"
    wait_until(lambda: page.evaluate(list_kept), "the list is not kept")
    own_server.stop()
    page.reload()
    expect(page.locator("[data-testid=away]")).to_contain_text("cannot be reached")
    expect(page.locator("[data-testid=your-move]")).to_be_visible()
    shot(page, "away-lobby")
    page.goto(own_server.url + "#/rules/bulge")
    expect(page.get_by_role("heading", name="Bulge: the rules")).to_be_visible()
    page.goto(own_server.url + "#/")
    own_server.start()
    expect(page.locator("[data-testid=away]")).to_have_count(0)


def test_what_is_in_hand_survives_a_lost_connection(own_server: Server, visits: Visits) -> None:
    visits.allowed += AWAY
    token = own_server.new_table(same_screen=True)["token"]
    desk = Desk(visits.open(own_server.url + f"#/g/{token}")).ready()
    twin = Twin()
    play_on(desk, twin, lambda: bool(twin.hand) and not twin.is_pick(twin.advice()[0]), check_every=100)
    hand = desk.in_hand()
    assert hand
    own_server.stop()
    expect(desk.page.locator("[data-testid=offline]")).to_be_visible()
    assert desk.in_hand() == hand
    own_server.start()
    expect(desk.page.locator("[data-testid=offline]")).to_have_count(0)
    assert desk.in_hand() == hand
    verb, argument, kind = twin.advice()
    desk.choose(verb, argument, kind, twin.hand)
    twin.play(verb, argument)
    twin.check(desk)


# --- new versions ------------------------------------------------------------------------------------------------------------------------


def update(server: Server, folder: Path) -> str:
    """Restart the server with another build of the page; returns its stamp."""
    shutil.copytree(PAGE, folder)
    old = (folder / "build.txt").read_text(encoding="utf-8").strip()
    new = old[::-1]
    for name in ("index.html", "sw.js", "build.txt"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        path.with_name(name + ".gz").unlink(missing_ok=True)
    server.stop()
    server.command = [sys.executable, "-c", _OTHER_PAGE.format(folder=str(folder)), *server.command[1:]]
    server.start()
    return new


def test_an_open_page_says_when_the_server_has_a_newer_one(own_server: Server, visits: Visits, tmp_path: Path) -> None:
    visits.allowed += AWAY
    token = own_server.new_table(same_screen=True)["token"]
    desk = sit(own_server, visits, token)
    page = desk.page
    notice = page.locator("[data-testid=newversion]")
    expect(notice).to_have_count(0)
    new = update(own_server, tmp_path / "page")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Reload").click()
    page.wait_for_function("(new_) => document.querySelector('meta[name=build]')?.content === new_", arg=new)
    desk.ready()
    expect(notice).to_have_count(0)
    # What is kept for the next time is the new page too, and only that.
    shells = "async () => (await caches.keys()).filter((one) => one.includes('shell'))"
    wait_until(lambda: page.evaluate(shells) == [f"ardennes-shell-{new}"], "the new page is not kept")
    kept_answers(page, desk.asked()[1])
    own_server.stop()
    page.reload()
    expect(page.locator("[data-testid=offline]")).to_contain_text("The server cannot be reached")
    assert page.evaluate("document.querySelector('meta[name=build]').content") == new
