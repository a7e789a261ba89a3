"""The sheet around a map: frame, numbers in the margin, exits and entries, title, tracks and key."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import LineString, Point, box
from shapely.geometry.base import BaseGeometry

from ardennes.atlas.draw.fonts import safe, width
from ardennes.atlas.draw.svg import Box, esc, num, path, rings, text

STRIP = 34.0
"""Width of the strip between the two lines of the frame, where rows and columns are numbered."""
TAG = 46.0
"""Room for the tags of exits and entries outside the frame."""


def frame(land: BaseGeometry) -> str:
    """The neatline: a strong line around the map, a thin one outside the numbers."""
    outer = land.buffer(STRIP, join_style="mitre")
    return f'<path class="neat" d="{rings(land)}"/><path class="neat2" d="{rings(outer)}"/>'


def margin_number(x: float, y: float, way: str, words: str, size: float) -> str:
    """A row or column number in the strip, at a point on the edge of the map."""
    dx, dy = _DIRECTIONS[way]
    return text(x + dx * STRIP / 2, y + dy * STRIP / 2 + size * 0.35, words, size, "mg")


_DIRECTIONS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}


def exit_tag(x: float, y: float, way: str, value: str, out: float = STRIP + 5, size: float = 25.0) -> str:
    """An arrow off the map with the value of the exit; x, y is a point on the map edge, `out` is how far beyond it the arrow begins."""
    dx, dy = _DIRECTIONS[way]
    cx, cy = x + dx * out, y + dy * out
    half = size * 0.64
    long = size * (1.08 if len(value) < 2 or dy else 1.32)
    px, py = -dy, dx  # across the arrow
    points = [
        (cx + px * half, cy + py * half),
        (cx + px * half + dx * long, cy + py * half + dy * long),
        (cx + dx * (long + size * 0.5), cy + dy * (long + size * 0.5)),
        (cx - px * half + dx * long, cy - py * half + dy * long),
        (cx - px * half, cy - py * half),
    ]
    middle = long / 2 + 2
    words = text(cx + dx * middle, cy + dy * middle + size * 0.35, value, size)
    return f'<g class="ex"><path d="{path(points, True)}"/>{words}</g>'


def entry_tag(x: float, y: float, way: str, words: str, out: float, size: float = 24.0) -> str:
    """A small plate with the letter or section of an entry, `out` units outside the edge; the two sides differ in polarity."""
    side = words if words in ("german", "allied") else ""
    if side:
        words = side.capitalize()
    dx, dy = _DIRECTIONS[way]
    wide = max(30.0, width(words, "map700", size) + 14)
    cx = x + dx * (out + wide / 2)
    cy = y + dy * (out + 15)
    return (
        f'<g class="en {side}"><rect x="{num(cx - wide / 2)}" y="{num(cy - 15)}" width="{num(wide)}" height="30" rx="4"/>'
        f"{text(cx, cy + size * 0.35, words, size)}</g>"
    )


def supply_edge(points: Sequence[tuple[float, float]], side: str) -> str:
    """A line along the map edge where a side's supply comes in: striped dark for one side, pale for the other."""
    d = path(points)
    return f'<path class="su" d="{d}"/><path class="su2 {esc(side)}" d="{d}"/>'


# Title, tracks and key are blocks under the map


@dataclass(frozen=True)
class Block:
    """A piece of the sheet with its size, drawn from its top left corner."""

    wide: float
    high: float
    body: str


def title_block(title: str, note: str) -> Block:
    """The title in wide capitals, and a line about the sheet."""
    size, spacing = 54.0, 9.0
    words = title.upper()
    wide = width(words, "map700", size, spacing)
    body = text(0, size * 0.8, words, size, "ttl", f'letter-spacing="{num(spacing)}"')
    if note:
        body += text(wide + 24, size * 0.8, note, 28, "sub")
        wide += 24 + width(note, "story-i", 28)
    return Block(wide, 60, body)


def track_blocks(tracks: Sequence[Mapping[str, Any]], room: float) -> list[Block]:
    """Tracks as rows of boxes. Consecutive tracks with the same number of boxes share one table."""
    out: list[Block] = []
    i = 0
    while i < len(tracks):
        count = len(tracks[i].get("boxes", ()))
        j = i + 1
        while j < len(tracks) and len(tracks[j].get("boxes", ())) == count:
            j += 1
        out.append(_track_table(tracks[i:j], room))
        i = j
    return out


def _track_table(tracks: Sequence[Mapping[str, Any]], room: float) -> Block:
    """Rows of boxes one below the other, each with its name on the left; below them what the lozenges mean."""
    size, high = 24.0, 46.0
    names = [str(track.get("name", "")) for track in tracks]
    left = max(width(name, "map700", 23) for name in names) + 18
    words = [[safe(str(one)) for one in track.get("boxes", ())] for track in tracks]
    marks: list[Mapping[str, str]] = [track.get("marks", {}) for track in tracks]
    short = [_short(mark, 15) for mark in marks]
    wide = 50.0
    for row, mark, brief in zip(words, marks, short, strict=True):
        wide = max([wide] + [width(one, "map600", size) + 14 for one in row])
        if brief:
            wide = max([wide] + [width(one, "map500", 19) + 12 for one in mark.values()])
    per_line = max(1, int((room - left) // wide))
    body, y, widest = "", 0.0, 0.0
    for name, row, mark, brief in zip(names, words, marks, short, strict=True):
        tall = high + (18 if brief and mark else 0)
        body += text(0, y + tall / 2 + 8, name, 23, "hd")
        for number, one in enumerate(row):
            x, top = left + number % per_line * wide, y + number // per_line * (tall + 6)
            body += f'<rect class="bx" x="{num(x)}" y="{num(top)}" width="{num(wide)}" height="{num(tall)}"/>'
            body += text(x + wide / 2, top + high / 2 + size * 0.35, one, size, "bt")
            if one in mark and brief:
                body += text(x + wide / 2, top + high + 9, mark[one], 19, "bm")
            elif one in mark:
                body += lozenge(x + wide - 3, top + 3, 7, "lo")
            widest = max(widest, x + wide)
        y += math.ceil(len(row) / per_line) * (tall + 6)
        if mark and not brief:
            notes, more, far = _notes(mark, left, y, min(room, max(widest, left + 700)))
            body += notes
            y += more
            widest = max(widest, far)
    return Block(widest, y, body)


def _short(marks: Mapping[str, str], letters: int) -> bool:
    """Can the marks be written in their boxes? If there are few words for many boxes, they go below instead."""
    return bool(marks) and max(len(why) for why in marks.values()) <= letters and len(set(marks.values())) > 1


def _notes(marks: Mapping[str, str], left: float, top: float, right: float) -> tuple[str, float, float]:
    """What the lozenges mean, as running text, with its height and right end."""
    same: dict[str, list[str]] = {}
    for where, why in marks.items():
        same.setdefault(why, []).append(where)
    body, x, y, far = "", left, top + 20, 0.0
    for why, wheres in same.items():
        words = f"{', '.join(wheres)}: {why}"
        wide = 20 + width(words, "map500", 21)
        if x > left and x + wide > right:
            x, y = left, y + 28
        body += lozenge(x + 8, y - 7, 7, "lo") + text(x + 20, y, words, 21, "bn2")
        far = max(far, x + wide)
        x += wide + 26
    return body, y - top + 18, far


def lozenge(x: float, y: float, r: float, css: str) -> str:
    return f'<path class="{css}" d="M{num(x)} {num(y - r)}l{num(r)} {num(r)}l{num(-r)} {num(r)}l{num(-r)} {num(-r)}z"/>'


def key_block(entries: Sequence[tuple[str, str]], room: float) -> Block:
    """The key: small pictures (drawn in a box of 64 x 40) with their names, in as many rows as needed."""
    size = 23.0
    cells = [64 + 12 + width(name, "map600", size) + 34 for _, name in entries]
    body, x, y = text(0, 20, "KEY", 25, "hd", 'letter-spacing="3"'), 0.0, 36.0
    widest = 0.0
    for (picture, name), wide in zip(entries, cells, strict=True):
        if x and x + wide > room:
            x, y = 0.0, y + 54
        body += (
            f'<g transform="translate({num(x)} {num(y)})">{picture}{text(76, 20 + size * 0.35, name, size, "kt")}</g>'
        )
        x += wide
        widest = max(widest, x)
    return Block(widest, y + 46, body)


def stack(blocks: Sequence[Block], left: float, top: float, room: float, gap: float = 30.0) -> tuple[str, float]:
    """Blocks side by side where they fit, otherwise one below the other; their SVG and total height."""
    body, x, y, row = "", 0.0, 0.0, 0.0
    for block in blocks:
        if x and x + block.wide > room:
            x, y, row = 0.0, y + row + gap, 0.0
        body += f'<g transform="translate({num(left + x)} {num(top + y)})">{block.body}</g>'
        x += block.wide + 60
        row = max(row, block.high)
    return body, y + row


def empty_corner(land: BaseGeometry, least: tuple[float, float] = (560.0, 380.0)) -> Box | None:
    """The largest part of the map's rectangle without hexes, if a corner is missing and a block fits there."""
    left, top, right, bottom = land.bounds
    gap = box(left, top, right, bottom).difference(land.buffer(STRIP + TAG, join_style="mitre"))
    best: Box | None = None
    for part in getattr(gap, "geoms", [gap]):
        if part.is_empty:
            continue
        x0, y0, x1, y1 = part.bounds
        if x1 - x0 >= least[0] and y1 - y0 >= least[1] and part.area > 0.98 * (x1 - x0) * (y1 - y0):
            best = max(best or (0, 0, 0, 0), (x0, y0, x1, y1), key=lambda b: (b[2] - b[0]) * (b[3] - b[1]))
    return best


def edge_ways(land: BaseGeometry, x: float, y: float, reach: float = 110.0) -> dict[str, tuple[float, float]]:
    """For each compass word, the point where the map edge is within reach of a point."""
    out = {}
    for way, (dx, dy) in _DIRECTIONS.items():
        ray = LineString([(x, y), (x + dx * reach, y + dy * reach)])
        inside: Any = ray.intersection(land)
        first = next((p for p in getattr(inside, "geoms", [inside]) if p.distance(Point(x, y)) < 1), None)
        if first is not None and first.length < reach - 1e-6:
            out[way] = (x + dx * first.length, y + dy * first.length)
    return out


def swatch(inner: str) -> str:
    """A picture in the key: paper, what is shown, a thin edge."""
    return f'<rect class="swb" width="64" height="40" rx="3"/>{inner}<rect class="sw" width="64" height="40" rx="3"/>'
