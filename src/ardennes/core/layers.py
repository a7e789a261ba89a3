"""The overlays that every game has: what moved last, and the day's historical front."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ardennes import history
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.game import Game
from ardennes.core.overlay import Layers, Overlay


def find_overlay(game: Game, overlay: str, of: str) -> Overlay:
    """The overlay with this id, if `of` is what it needs."""
    found = next((o for o in game.overlays if o.id == overlay), None)
    if found is None:
        raise BadInput(f"unknown overlay {brief(overlay)} of {game.id}; {one_of(o.id for o in game.overlays)}")
    if found.of == "side":
        game.side_number(of)
    elif found.of == "unit" and (not isinstance(of, str) or of not in game.unit_names.index):
        raise BadInput(f"overlay {found.id} needs a unit, and {brief(of)} is not a unit of {game.id}")
    elif not found.of and of:
        raise BadInput(f"overlay {found.id} takes no side or unit, but got {brief(of)}")
    return found


def moved_layers(game: Game, moves: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    """A line for each unit that moved from place to place; a label on those that came from off the map or went there."""
    out = Layers()
    for unit, start, end in moves:
        side = game.unit_side(game.unit_names.index[unit])
        owner = game.sides[side] if side >= 0 else None
        if start in game.place_names.index and end in game.place_names.index:
            out.line("moved", [start, end], owner)
        out.units[unit] = f"from {start}" if start in game.place_names.index else "new"
    return out.plain()


def front_layers(game: Game, date: str) -> dict[str, Any]:
    """The historical front at the end of a day, drawn on the game's board; empty if the board or the day has none."""
    out = Layers()
    drawing = game.drawing
    front = history.front(date) if date else None
    if drawing is not None and drawing.has_geography and front is not None:
        size = (drawing.width, drawing.height)
        for line in front.lines:
            for part in inside([drawing.from_degrees(lat, lon) for lon, lat in line], size):
                out.free_line("front", part)
        for pocket in (p for p in front.pockets if p.kind == "pocket"):
            for part in inside([drawing.from_degrees(lat, lon) for lon, lat in pocket.ring], size):
                out.free_line("front", part, pocket.holder)
    return out.plain()


Point = tuple[float, float]


def inside(points: Sequence[Point], size: tuple[float, float]) -> list[list[Point]]:
    """The parts of a line on a sheet from (0, 0) to `size`.

    >>> inside([(-5.0, 2.0), (5.0, 2.0), (5.0, 20.0)], (10.0, 10.0))
    [[(0.0, 2.0), (5.0, 2.0), (5.0, 10.0)]]
    """
    out: list[list[Point]] = []
    for a, b in pairwise(points):
        part = _cut(a, b, size)
        if part is None:
            continue
        if out and out[-1][-1] == part[0]:
            out[-1].append(part[1])
        else:
            out.append(list(part))
    return out


def _cut(a: Point, b: Point, size: tuple[float, float]) -> tuple[Point, Point] | None:
    """The part of a straight line on the sheet."""
    low, high = 0.0, 1.0
    for start, end, most in zip(a, b, size, strict=True):
        step = end - start
        if step == 0:
            if not 0 <= start <= most:
                return None
            continue
        first, last = sorted(((0 - start) / step, (most - start) / step))
        low, high = max(low, first), min(high, last)
    if low >= high:
        return None

    def at(t: float) -> Point:
        return a if t == 0 else b if t == 1 else (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)

    return at(low), at(high)
