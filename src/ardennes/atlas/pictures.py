"""The page's pictures of the boards: every board in both themes, near, far and as a whole, and a small crop of it for a card.

`python -m ardennes.atlas.pictures FOLDER` draws into FOLDER whatever is missing or out of date.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from ardennes.atlas.command import THEMES, read_board, write_whole
from ardennes.atlas.errors import BadAtlas

ATLAS = Path(__file__).parent
GAMES = ATLAS.parent / "games"
STAMPS = "stamps.json"
"""The file next to the pictures with a digest of what each was drawn from."""
CARD = (640, 560)
"""Size of a card's picture in pixels."""
WHOLE = 1024
"""The longer side of a whole board as a photograph, in pixels."""
_CARD_HEXES = 800.0
_CARD_AREAS = 1200.0
"""Width of a card in drawing units: eight hexes, or about three spaces."""
_CARD_MIDDLE = (0.6, 0.52)
"""The centre of a card on the map, where all boards show the Ardennes."""


def boards() -> list[str]:
    """The games that have a compiled board."""
    return sorted(path.parent.parent.name for path in GAMES.glob("*/data/map.json"))


def map_of(game: str) -> Path:
    return GAMES / game / "data" / "map.json"


def digest(files: Iterable[Path]) -> str:
    """One digest of all these files, names and contents."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def stamp(game: str) -> str:
    """Changes whenever the board's picture might: with the board, the atlas data, the typefaces or the drawing code."""
    own = [path for path in ATLAS.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return digest([*own, map_of(game)])


def names(game: str, theme: str) -> tuple[str, str, str, str]:
    """The files of one board in one theme: the board near and far, the whole board as a photograph, and the card."""
    name = f"{game}-{theme}"
    return f"{name}.svg.gz", f"{name}-far.svg.gz", f"{name}-whole.webp", f"{name}.webp"


def draw(game: str, theme: str, folder: Path) -> None:
    """Draw one board in one theme, at both levels of detail, as a photograph, and its card."""
    from ardennes.atlas.draw import draw_board

    board = without_tracks(read_board(map_of(game), game))
    near, far, whole, card = names(game, theme)
    svg = draw_board(board, theme=theme, detail="near")
    write_whole(folder / near, gzip.compress(svg.encode("utf-8"), 9, mtime=0))
    large = draw_board(board, theme=theme, detail="far")
    write_whole(folder / far, gzip.compress(large.encode("utf-8"), 9, mtime=0))
    write_whole(folder / whole, whole_picture(large))
    wide = _CARD_AREAS if board.get("kind") == "area" else _CARD_HEXES
    write_whole(folder / card, card_picture(svg, wide))


def without_tracks(board: dict[str, Any]) -> dict[str, Any]:
    """A board whose sheet has no tracks: on the page nothing lies on them, and it shows turns and points itself."""
    return board | {"sheet": {key: value for key, value in board.get("sheet", {}).items() if key != "tracks"}}


def whole_picture(svg: str) -> bytes:
    """A drawn board as WebP, which a browser decodes beside its other work: what the page shows first, until it has painted the drawing."""
    _, _, width, height = (float(part) for part in svg_window(svg).split())
    return webp(svg, round(WHOLE * min(1.0, width / height)))


def svg_window(svg: str) -> str:
    found = re.search(r'viewBox="([-0-9. ]+)"', svg)
    if found is None:
        raise BadAtlas("a drawn board without its size")
    return found[1]


def webp(svg: str, wide: int) -> bytes:
    """A drawing as WebP of this width."""
    from PIL import Image

    from ardennes.atlas.draw import to_png

    out = io.BytesIO()
    Image.open(io.BytesIO(to_png(svg, wide))).convert("RGB").save(out, "WEBP", quality=78, method=6)
    return out.getvalue()


def card_picture(svg: str, wide: float) -> bytes:
    """A crop of this width from the middle of a drawn board, as WebP."""
    found = re.search(r'data-map="([^"]+)"', svg)
    if found is None:
        raise BadAtlas("a drawn board without its map area")
    left, top, width, height = (float(part) for part in found[1].split())
    high = wide * CARD[1] / CARD[0]
    x = left + width * _CARD_MIDDLE[0] - wide / 2
    y = top + height * _CARD_MIDDLE[1] - high / 2
    window = f'viewBox="{x:.1f} {y:.1f} {wide:.1f} {high:.1f}" width="{CARD[0]}" height="{CARD[1]}"'
    cut = re.sub(r'viewBox="[^"]+" width="[^"]+" height="[^"]+"', window, svg, count=1)
    return webp(cut, CARD[0])


def stale(folder: Path) -> list[str]:
    """The boards that have to be redrawn."""
    try:
        known = json.loads((folder / STAMPS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    return [
        game
        for game in boards()
        if known.get(game) != stamp(game)
        or not all((folder / name).is_file() for theme in THEMES for name in names(game, theme))
    ]


def draw_stale(folder: Path) -> list[str]:
    """Draw what is out of date, on all cores, and return the boards drawn. Pictures of boards that no longer exist are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    todo = stale(folder)
    if todo:
        (folder / STAMPS).unlink(missing_ok=True)  # if this is interrupted, everything is drawn again
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(draw, game, theme, folder) for game in todo for theme in THEMES]
            for job in jobs:
                job.result()
    stamps = json.dumps({game: stamp(game) for game in boards()}, indent=1) + "\n"
    write_whole(folder / STAMPS, stamps.encode("utf-8"))
    wanted = {STAMPS, *(name for game in boards() for theme in THEMES for name in names(game, theme))}
    for path in folder.iterdir():
        if path.name not in wanted and path.suffix in (".gz", ".webp"):
            path.unlink()
    return todo


def main(argv: Sequence[str] | None = None) -> int:
    """Draw the boards in a folder that are out of date."""
    parser = argparse.ArgumentParser(prog="python -m ardennes.atlas.pictures", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures are")
    folder: Path = parser.parse_args(argv).folder
    try:
        drawn = draw_stale(folder)
    except (BadAtlas, OSError) as error:
        print(f"boards: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        print(f"boards: drawing needs the library {error.name}: pip install 'ardennes[atlas]'", file=sys.stderr)
        return 1
    print("boards  ", f"drawn: {', '.join(drawn)}" if drawn else "up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
