"""The pictures of the first look in docs/look, each game as it opens: `python -m tests.browser.look` (or `make pictures`) retakes them."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from ardennes.games import game_ids
from tests.browser.conftest import Visits, launch
from tests.browser.desk import Desk, Twin
from tests.browser.pictures import save_small
from tests.browser.server import Server

FOLDER = Path(__file__).parents[2] / "docs" / "look"
WIDTH = 1600
"""Of each picture, in pixels."""
ROWS = {"1440": (1440, 900, 2), "1920": (1920, 1080, 2), "390": (390, 844, 5)}
"""By name: the size of the screen, and how many screens there are in a row."""
WIDE = (3840, 2160)


def first(visits: Visits, server: Server, game: str, size: tuple[int, int], touch: bool = False) -> Image.Image:
    """A game as a new player finds it, once the briefing is read."""
    token = server.new_table(same_screen=True, game=game, seed="meuse")["token"]
    return picture(Desk(visits.open(server.url + f"#/g/{token}", size=size, touch=touch), touch=touch).ready())


def attack(visits: Visits, server: Server, size: tuple[int, int]) -> Image.Image:
    """An attack in Battles for the Ardennes, with two overlays."""
    twin = Twin("meuse", "battles")
    while "attack" not in twin.match.decision.choices:
        verb, argument, _ = twin.advice()
        twin.play(verb, argument)
    table = server.new_table(same_screen=True, game="battles", seed="meuse", position=twin.match.position())
    desk = Desk(visits.open(server.url + f"#/g/{table['token']}", size=size)).ready()
    for key in ("g", "b"):  # guns and bridges
        desk.page.keyboard.press(key)
    return picture(desk)


def picture(desk: Desk) -> Image.Image:
    """The window once everything in it has come to rest."""
    desk.page.mouse.move(2, 2)
    desk.still()
    desk.page.wait_for_timeout(2500)
    return Image.open(io.BytesIO(desk.page.screenshot(animations="disabled"))).convert("RGB")


def join(pictures: list[Image.Image], columns: int, shape: tuple[int, int]) -> bytes:
    """Screens side by side on one picture, as a PNG."""
    wide = WIDTH // columns
    tall = round(wide * shape[1] / shape[0])
    out = Image.new("RGB", (wide * columns, tall * -(-len(pictures) // columns)), "white")
    for number, one in enumerate(pictures):
        small = one.resize((wide, tall), Image.Resampling.LANCZOS)
        out.paste(small, (number % columns * wide, number // columns * tall))
    data = io.BytesIO()
    out.save(data, "PNG")
    return data.getvalue()


def take(browser: Browser, server: Server, folder: Path) -> None:
    """Take all pictures."""
    games = sorted(game_ids(), key=["bulge", "commander", "ardennes_offensive", "enemy_action", "battles"].index)
    for name, (wide, tall, columns) in ROWS.items():
        visits = Visits(browser)
        try:
            shots = [first(visits, server, game, (wide, tall), touch=name == "390") for game in games]
            if name == "1440":
                shots.append(attack(visits, server, (wide, tall)))
            if name == "1920":
                shots.append(first(visits, server, "enemy_action", WIDE))
        finally:
            visits.close()
        save_small(join(shots, columns, (wide, tall)), folder / f"after-{name}.webp")
        print(f"look     {name}: {len(shots)} screens", flush=True)


def main(args: list[Any]) -> None:
    folder = Path(args[0]) if args else FOLDER
    with (
        tempfile.TemporaryDirectory() as scratch,
        Server(Path(scratch) / "games.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        take(browser, server, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
