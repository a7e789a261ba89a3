"""Measures how soon the page can be played, against another source tree: `python -m tests.browser.paint --against ../old`.

Both trees need a built page. Their servers run side by side, and a browser visits them in turn, each time as a new visitor (nothing cached)
and then once more. Playable means: the board and its pieces are drawn, the prompt is there, and what it asks for can be clicked. Wall time
says little on a busy machine; the CPU time of the page's main thread and what was requested until then say more.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import BROWSERS
from tests.browser.server import Server
from tests.machine import PATIENCE

GAMES = ("bulge", "commander", "ardennes_offensive", "enemy_action")
VISITS = ("first", "second")
HERE = Path(__file__).parents[2]
MARKS = ("paint-begin", "paint-playable")
_CATEGORIES = ["-*", "blink.user_timing"]
WATCH = """(() => {
  try {
    const saved = JSON.parse(localStorage['ardennes.settings'] ?? '{}');
    localStorage['ardennes.settings'] = JSON.stringify({ briefing: false, ...saved });
  } catch { /* a page without storage */ }
  performance.mark('paint-begin');
  performance.setResourceTimingBufferSize(1000);
  const clickable = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found && (one.contains(found) || found.closest('[data-testid=board]'));
  };
  const look = () => {
    const drawn = document.querySelector('[data-testid=board][data-ready] [data-unit]');
    const prompt = document.querySelector('[data-testid=prompt][data-answers]');
    const asks = [...document.querySelectorAll('[data-testid=board] [data-offered], button[data-verb]')];
    if (!drawn || !prompt || !asks.some(clickable)) return requestAnimationFrame(look);
    // The frame that shows it has been made when the next one begins.
    requestAnimationFrame(() => {
      performance.mark('paint-playable');
      const { startTime: end } = performance.getEntriesByName('paint-playable')[0];
      const made = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < end);
      const painted = performance.getEntriesByName('first-contentful-paint')[0];
      window.playable = {
        wall: end,
        contentful: painted?.startTime ?? 0,
        requests: made.map(({ name, startTime, responseEnd, encodedBodySize, transferSize }) => ({
          name: new URL(name).pathname, startTime, responseEnd, encodedBodySize, transferSize,
        })),
      };
    });
  };
  requestAnimationFrame(look);
})()"""
SWITCHES = ["no-sandbox", "no-proxy-server", "disable-dev-shm-usage", "no-first-run", "disable-background-networking"]


def cpu_until_playable(trace: bytes) -> float | None:
    """Milliseconds of the main thread's CPU time between the two marks; None if the trace began after the first one."""
    events = json.loads(trace)["traceEvents"]
    marks = {event["name"]: event["tts"] / 1000 for event in events if event["name"] in MARKS and "tts" in event}
    return marks[MARKS[1]] - marks[MARKS[0]] if len(marks) == len(MARKS) else None


def visit(browser: Browser, page: Page, url: str) -> dict[str, Any]:
    """One visit: what it cost until the page could be played."""
    browser.start_tracing(page=page, categories=_CATEGORIES)
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => window.playable")
    found: dict[str, Any] = page.evaluate("() => window.playable")
    found["cpu"] = cpu_until_playable(browser.stop_tracing())
    found["bytes"] = sum(one["encodedBodySize"] for one in found["requests"])
    found["moved"] = sum(one["transferSize"] for one in found["requests"])
    found["count"] = len(found["requests"])
    return found


def rounds(
    browser: Browser, urls: dict[str, str], count: int, worker: bool
) -> Iterator[dict[str, list[dict[str, Any]]]]:
    """Visits to all pages in turn, each twice by the same new visitor."""
    for number in range(count):
        found: dict[str, list[dict[str, Any]]] = {}
        for name in list(urls) if number % 2 else list(urls)[::-1]:
            context = browser.new_context(
                viewport={"width": 1440, "height": 900},
                reduced_motion="reduce",
                locale="en-GB",
                service_workers="allow" if worker else "block",
            )
            context.set_default_timeout(1000 * PATIENCE)
            context.add_init_script(WATCH)
            found[name] = []
            for _ in VISITS:
                page = context.new_page()
                found[name].append(visit(browser, page, urls[name]))
                if worker and name == "now":
                    page.wait_for_function("() => navigator.serviceWorker.controller")
                page.wait_for_load_state("load")
                page.close()
            context.close()
        yield found


def table_of(server: Server, game: str) -> str:
    """A new game's page, for the side that is asked first."""
    made = server.new_table(game=game)
    tokens = [token for token in made["links"].values() if isinstance(token, str)] + [made["token"]]
    for token in tokens:
        table = server.table(token)
        if table["view"]["decision"] and table["role"] == table["view"]["asked"]:
            return f"{server.url}#/g/{token}"
    raise RuntimeError(f"no side of {game} is asked")


def quartiles(values: Sequence[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def report(game: str, all_rounds: Sequence[dict[str, list[dict[str, Any]]]]) -> None:
    """One line per visit and measure: the medians and the ratios of the rounds."""
    for number, name in enumerate(VISITS):
        for what in ("wall", "contentful", "cpu", "bytes", "moved", "count"):
            pairs = [(one["before"][number][what], one["now"][number][what]) for one in all_rounds]
            pairs = [pair for pair in pairs if None not in pair]
            before, now = (statistics.median(side) for side in zip(*pairs, strict=True))
            ratios = [b / a for a, b in pairs if a]
            text = quartiles(ratios) if ratios else "-"
            print(f"{game:20} {name:7} {what:11} before {before:10,.0f} now {now:10,.0f} ratio {text}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.paint", description=__doc__)
    parser.add_argument("--against", type=Path, required=True, help="the other source tree (its `src`)")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--worker", action="store_true", help="let the page install its service worker")
    parser.add_argument("--log", type=Path, help="where to write what was measured, one line of JSON per round")
    args = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = {
            name: stack.enter_context(
                Server(
                    folder / f"{name}.db",
                    (sys.executable, "-m", "ardennes"),
                    {**os.environ, "PYTHONPATH": str(source.resolve())},
                )
            )
            for name, source in (("before", args.against), ("now", HERE / "src"))
        }
        play = stack.enter_context(sync_playwright())
        all_found: dict[str, list[dict[str, list[dict[str, Any]]]]] = defaultdict(list)
        for game in args.games:
            urls = {name: table_of(server, game) for name, server in servers.items()}
            browser = play.chromium.launch(executable_path=program, args=[f"--{name}" for name in SWITCHES])
            for found in rounds(browser, urls, args.rounds, args.worker):
                all_found[game].append(found)
                if args.log:
                    with args.log.open("a", encoding="utf-8") as log:
                        log.write(json.dumps({"game": game} | found) + "\n")
            browser.close()
            report(game, all_found[game])


if __name__ == "__main__":
    main()
