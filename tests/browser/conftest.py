"""A browser, the real server, and checks of every page: no console errors, and no requests to other servers."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    expect,
    sync_playwright,
)

from ardennes.games import MORE
from ardennes.server import build_page
from tests.browser.pictures import save_small
from tests.browser.server import Server
from tests.machine import PATIENCE, need

PICTURES = Path(__file__).parents[2] / "test-pictures"
"""Where a failing test leaves screenshots of its pages."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first is Chromium without windows, menus and extensions: the same pages for a third less CPU time."""
_DESKTOP = {"width": 1440, "height": 900}
_REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")
"""The browser logs this for every error response; it is not a fault of the page."""
_BLOCKED = "Service Worker registration blocked by Playwright"
"""Most tests want the server's own answers, so they block the page's service worker."""
_NO_BRIEFING = """try {
  const saved = JSON.parse(localStorage['ardennes.settings'] ?? '{}');
  localStorage['ardennes.settings'] = JSON.stringify({ briefing: false, ...saved });
} catch { /* a page without storage */ }"""
expect.set_options(timeout=1000 * PATIENCE)

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Lets a fixture see whether its test passed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = bool(report.failed)
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module. Closed after each module, since it keeps an event loop running."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def launch(playwright: Playwright) -> Browser:
    """The machine's Chromium; nothing is downloaded."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    program = need(found, "Chromium", "apt-get install chromium-headless-shell")
    # Root, as in a container, has no sandbox. Loopback only: no proxy is used, and the browser's own background requests are
    # switched off.
    switches = ["no-sandbox", "no-proxy-server", "disable-dev-shm-usage", "no-first-run"]
    errands = ["disable-background-networking", "disable-component-update", "disable-sync"]
    # Chromium without windows would put letters on whole pixels, unlike what people see.
    looks = ["font-render-hinting=none"]
    args = [f"--{name}" for name in switches + errands + looks]
    return playwright.chromium.launch(executable_path=program, args=args, timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a process."""
    assert (build_page.PAGE / "index.html").is_file(), "the page is not built: make page"
    with Server(tmp_path_factory.mktemp("server") / "games.db") as server:
        yield server


@pytest.fixture(scope="session")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy games of the tests too."""
    assert (build_page.PAGE / "index.html").is_file(), "the page is not built: make page"
    paths = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
    environ = {**os.environ, MORE: "tests.core.patrol, tests.core.sheets", "PYTHONPATH": paths}
    with Server(tmp_path_factory.mktemp("toys") / "games.db", environ=environ) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for this test alone, which may stop and restart it."""
    with Server(tmp_path / "games.db") as server:
        yield server


class Visits:
    """A test's browser windows, each like a separate person."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.pages: list[Page] = []
        self.faults: list[str] = []
        self.allowed: list[str] = []
        """Words in console messages that the test causes on purpose."""

    def open(
        self,
        url: str,
        size: tuple[int, int] | None = None,
        touch: bool = False,
        motion: bool = False,
        theme: str = "light",
        scale: float = 1,
        briefing: bool = False,
        worker: bool = False,
    ) -> Page:
        """Open a page as a new visitor. Without `motion` pieces jump, as with the system's reduced-motion setting; with `briefing` it
        is shown before the first question, as it is to every new player; with `worker` the page may keep itself for when the server is
        away."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]} if size else _DESKTOP,  # type: ignore[arg-type]
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=scale,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if theme == "dark" else "light",
            locale="en-GB",
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(1000 * PATIENCE)
        if not briefing:
            context.add_init_script(_NO_BRIEFING)
        self._contexts.append(context)
        context.on("request", lambda request: self._check_request(request, url))
        page = context.new_page()
        page.on("console", self._check_console)
        page.on("pageerror", lambda error: self.faults.append(f"error in the page: {error}"))
        self.pages.append(page)
        page.goto(url)
        return page

    def _check_request(self, request: Request, url: str) -> None:
        origin = "/".join(url.split("/")[:3]) + "/"
        if not request.url.startswith((origin, origin.replace("http", "ws", 1), "data:", "blob:")):
            self.faults.append(f"a request left the server: {request.url}")

    def _check_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or message.text == _BLOCKED:
            return
        if any(word in message.text for word in self.allowed):
            return
        if _REFUSED.match(message.text) and "/api/" in message.location.get("url", ""):
            return
        self.faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def keep_pictures(self, name: str) -> None:
        """Save what all pages look like now."""
        PICTURES.mkdir(exist_ok=True)
        for number, page in enumerate(self.pages):
            if not page.is_closed():
                page.screenshot(path=PICTURES / f"{name}-{number}.png")

    def close(self) -> None:
        """Close all windows."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def visits(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Opens pages. At the end of the test, no page may have reported an error or contacted another server."""
    visits = Visits(browser)
    yield visits
    failed = request.node.stash.get(FAILED, True)
    if failed or visits.faults:
        visits.keep_pictures(re.sub(r"\W+", "-", request.node.name).strip("-"))
    visits.close()
    if not failed:
        assert visits.faults == []


Shot = Callable[[Page, str], None]


@pytest.fixture
def shot() -> Shot:
    """Saves a picture of a page under a name, if the environment names a folder: `SHOTS=docs/app`."""
    folder = os.environ.get("SHOTS")

    def save(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            save_small(page.screenshot(animations="disabled"), Path(folder) / f"{name}.webp")

    return save
