"""Measures how smoothly the board is zoomed and panned, against another source tree: `python -m tests.browser.frames --against ../old/src`.

Each series is a number of turns of the wheel, or a drag across the map, and then a second in which the map is redrawn. What counts is the
time from one frame to the next. Only a machine with nothing else to do gives numbers that mean anything.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import BROWSERS
from tests.browser.paint import GAMES, HERE, SWITCHES, WATCH, table_of
from tests.browser.server import Server
from tests.machine import PATIENCE

STEPS = 20
_COUNT = """() => {
  window.frames_seen = [];
  const stop = window.stop_frames = { stopped: false };
  const next = (time) => { window.frames_seen.push(time); if (!stop.stopped) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
_TAKE = """() => { window.stop_frames.stopped = true; return window.frames_seen; }"""


def series(page: Page, what: str) -> list[float]:
    """The milliseconds from frame to frame during one series."""
    box = page.locator("[data-testid=board]").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.5
    page.mouse.move(x, y)
    page.evaluate(_COUNT)
    if what == "pan":
        x, y = box["x"] + box["width"] * 0.15, box["y"] + box["height"] * 0.8
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10 * STEPS, y - 10 * STEPS, steps=STEPS)
        page.mouse.up()
    else:
        for _ in range(STEPS):
            page.mouse.wheel(0, -60 if what == "in" else 60)
    page.wait_for_timeout(1000)
    times: list[float] = page.evaluate(_TAKE)
    return [b - a for a, b in pairwise(times)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.frames", description=__doc__)
    parser.add_argument("--against", type=Path, required=True, help="the other source tree (its `src`)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", nargs="*", default=GAMES)
    args = parser.parse_args()
    program = next(filter(None, map(shutil.which, BROWSERS)))
    trees = (("before", args.against), ("now", HERE / "src"))
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
            for name, source in trees
        }
        play = stack.enter_context(sync_playwright())
        browser = play.chromium.launch(executable_path=program, args=[f"--{name}" for name in SWITCHES])
        for game in args.games:
            found: dict[tuple[str, str], list[float]] = {}
            for number in range(args.rounds):
                for name in list(servers) if number % 2 else list(servers)[::-1]:
                    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
                    context.set_default_timeout(1000 * PATIENCE)
                    context.add_init_script(WATCH)
                    page = context.new_page()
                    page.goto(table_of(servers[name], game), wait_until="commit")
                    page.wait_for_function("() => window.playable")
                    page.wait_for_timeout(3000)
                    # Out to the whole board, in from there, across, and out again: the same views in both trees.
                    for label, what in (("out, first", "out"), ("in", "in"), ("pan", "pan"), ("out", "out")):
                        found.setdefault((label, name), []).extend(series(page, what))
                    context.close()
            for label in ("out, first", "in", "pan", "out"):
                line = [f"{game:20} {label:11}"]
                for name in ("before", "now"):
                    times = found[label, name]
                    p95 = statistics.quantiles(times, n=20)[-1]
                    late = sum(time > 34 for time in times) / len(times)
                    line.append(
                        f"{name} {statistics.median(times):5.1f} ms, 95 % {p95:5.1f}, late {late:5.1%}, worst {max(times):4.0f}"
                    )
                print("  ".join(line), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
