"""What the page knows about a board: where its places are in the drawing, their description in words, and the pictures."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import orjson

from ardennes.board.drawing import WIDTH, HexDrawing, drawing_of
from ardennes.board.picture import plain_board
from ardennes.board.words import place_text
from ardennes.games import find, game_ids

PICTURES = Path(__file__).parent / "boards"
THEMES = ("light", "dark")
FAR = "-far"
"""Suffix of the drawing for the zoomed-out view: the same board with less detail."""
Fronts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board as it is sent: compressed, with its rectangle and a digest for its address."""

    zipped: bytes
    digest: str
    sheet: tuple[float, float, float, float]


@cache
def picture(game: str, theme: str) -> Picture | None:
    """The drawn board of a game: as it was built or, for a game whose board has not been drawn yet, in plain shapes."""
    try:
        zipped = (PICTURES / f"{game}-{theme}.svg.gz").read_bytes()
    except OSError:
        data = board_data(game)
        if data is None or theme not in THEMES:
            return None
        plain = plain_board(data, drawing_of(data), "", "", theme)
        zipped = gzip.compress(plain.encode("utf-8"), mtime=0)
    head = gzip.decompress(zipped)[:2000].decode("utf-8", "replace")
    found = re.search(r'viewBox="([-0-9. ]+)"', head)
    numbers = [float(n) for n in found.group(1).split()] if found else [0.0, 0.0, 0.0, 0.0]
    return Picture(zipped, _digest(zipped), (numbers[0], numbers[1], numbers[2], numbers[3]))


def images(game: str, suffix: str = "") -> dict[str, str]:
    """The addresses of the drawn board, each with its digest, so that its content never changes."""
    out = {}
    for theme in THEMES:
        found = picture(game, theme + suffix)
        mark = f"?v={found.digest}" if found else ""
        out[theme] = f"/api/games/{game}/boards/{theme}{suffix}.svg{mark}"
    return out


def far_images(game: str) -> dict[str, str] | None:
    """The addresses of the drawing for the zoomed-out view; None if there is none."""
    return images(game, FAR) if picture(game, THEMES[0] + FAR) else None


@cache
def card(game: str, theme: str) -> tuple[bytes, str] | None:
    """A small picture of a board, and its digest; None if it was not built."""
    try:
        data = (PICTURES / f"{game}-{theme}.webp").read_bytes()
    except OSError:
        return None
    return data, hashlib.sha256(data).hexdigest()[:16]


def wholes(game: str) -> dict[str, str] | None:
    """The addresses of the small pictures of the whole board; None if they were not built."""
    found = {theme: card(game, f"{theme}-whole") for theme in THEMES}
    return {
        theme: f"/api/games/{game}/cards/{theme}-whole.webp?v={one[1]}" for theme, one in found.items() if one
    } or None


@cache
def board_data(game: str) -> dict[str, Any] | None:
    """The board file of a game as plain data; None if it has none. Games without code may have a board already."""
    if game in game_ids():
        return find(game).board_file
    if not re.fullmatch(r"[a-z][a-z_0-9]*", game):
        return None
    file = resources.files("ardennes.games").joinpath(game, "data", "map.json")
    if not file.is_file():
        return None
    data = json.loads(file.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def board_facts(game: str, fronts: Fronts) -> dict[str, Any]:
    """Everything about a board that the page draws and reads out."""
    data = board_data(game)
    assert data is not None
    drawing = drawing_of(data)
    places: dict[str, dict[str, Any]] = data["places"]
    sides: list[tuple[str, str, dict[str, Any]]] = [(a, b, what) for a, b, what in data.get("sides", [])]
    around: dict[str, list[tuple[str, dict[str, Any]]]] = {name: [] for name in places}
    for a, b, what in sides:
        around[a].append((b, what))
        around[b].append((a, what))
    aliases: dict[str, list[str]] = {}
    for alias, name in data.get("aliases", {}).items():
        aliases.setdefault(name, []).append(alias)
    title = {name: str(what.get("town") or name) for name, what in places.items()}
    out: dict[str, Any] = {}
    for name, what in places.items():
        if isinstance(drawing, HexDrawing):
            near = drawing.around(name)
        else:
            near = [other for other, _ in around[name]]
        out[name] = {
            "c": _point(drawing.centre_of(name)),
            "p": [_point(p) for p in drawing.outline(name)],
            "title": title[name]
            if title[name] == name or not isinstance(drawing, HexDrawing)
            else f"{title[name]} ({name})",
            "text": place_text(
                {k: v for k, v in what.items() if k != "town"}, around[name], data.get("legend", {}), title
            ),
            "n": near,
            "aliases": aliases.get(name, []),
            **{key: what[key] for key in ("counter", "stack") if key in what},
        }
    drawn = picture(game, "light")
    size = [round(drawing.width, 2), round(drawing.height, 2)]
    return {
        "kind": data["kind"],
        "size": size,
        "sheet": list(drawn.sheet) if drawn else [0.0, 0.0, *size],
        "places": out,
        "sides": [side for a, b, what in sides if len(side := _side(a, b, what)) > 2],
        "images": images(game),
        **({"far": far} if (far := far_images(game)) else {}),
        **({"whole": whole} if (whole := wholes(game)) else {}),
        "hex_width": WIDTH,
        "fronts": dict(fronts),
        "windows": drawing.grid.sheets() if isinstance(drawing, HexDrawing) else {},
    }


def _side(a: str, b: str, what: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {"a": a, "b": b}
    if what.get("road"):
        out["road"] = what["road"]
    if what.get("river"):
        out["river"] = str(what["river"])
    if what.get("ford"):
        out["ford"] = str(what["ford"])
    if what.get("bridge"):
        out["bridge"] = True
    return out


def _point(xy: tuple[float, float]) -> list[float]:
    return [round(xy[0], 2), round(xy[1], 2)]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def encoded(game: str, fronts: Fronts) -> tuple[bytes, str]:
    """The facts of a board as they are sent, and their ETag."""
    body = orjson.dumps(board_facts(game, fronts))
    return body, f'"{_digest(body)}"'
