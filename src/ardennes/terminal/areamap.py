"""The map of a board of named areas as text: each area has a label, roughly where it lies on the board.

A label is a sign for the ground, the name, what the place is worth, and who is there: `%Malmedy+1 A4`. Labels stay in place from one screen
to the next; the menu and `map NAME` describe roads and rivers in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rich.text import Text

from ardennes.board.areas import AreaBoard
from ardennes.terminal.places import Places
from ardennes.terminal.scene import (
    Canvas,
    Scene,
    by_side,
    force,
    grounds,
    letter_of,
    side_style,
    sign_at,
    signs_of,
)

Spot = tuple[int, int]
"""Line and column."""
_WHO = (8, 7, 6, 5)
"""Space after a name for the units there (a blank, and a figure for each of two sides) and for the next label's number, best first."""
_MARK = 3
"""Space for the number of a choice."""
_LINES = (18, 60)
"""The fewest lines of a map, and the number of lines from which on labels may be far from their places."""
_OFF, _WORST = 1.35, 6.0
"""How many lines labels may be off their places, on average and at most."""
_ASPECT = 2.2
"""How much taller a line is than a column is wide."""


class AreaChart:
    """Draws a board of areas."""

    least = 7

    def __init__(self, places: Places) -> None:
        assert isinstance(places.board, AreaBoard)
        self.places = places
        self.board = places.board
        self.signs = signs_of(self.board)
        self._layouts: dict[int, tuple[int, dict[str, Spot]]] = {}

    def whole(self, scene: Scene, width: int) -> list[Text]:
        """The whole board."""
        rows, spots = self._layout(scene, width)
        return self._draw(scene, width, spots, 0, rows)

    def excerpt(self, scene: Scene, width: int, height: int, centre: str | None = None, around: str = "") -> list[Text]:
        """A map of this many lines around what the scene is about. `around`: exactly there. `centre`: near it, if there is nothing else."""
        rows, spots = self._layout(scene, width)
        if rows <= height:
            return self._draw(scene, width, spots, 0, rows)
        if around:
            first = spots[around][0] - height // 2
        else:
            focus = [spots[name][0] for name in scene.focus]
            offered = [spots[name][0] for name in scene.offered] or ([spots[centre][0]] if centre in spots else [])
            some = focus + offered or [rows // 2]
            mean = (min(some) + max(some)) / 2

            def worth(top: int) -> tuple[int, float]:
                seen = 100 * sum(top <= y < top + height for y in focus) + sum(top <= y < top + height for y in offered)
                return seen, -abs(top + (height - 1) / 2 - mean)

            first = max(range(rows - height + 1), key=worth)
        return self._draw(scene, width, spots, max(0, min(first, rows - height)), height)

    def legend(self, scene: Scene) -> list[str]:
        """What the signs on the map mean."""
        name = next((n for n in scene.pieces if n in self.board.index), next(iter(self.board.index)))
        return [
            f"{self._label(name, scene)} is {self.places.titles[name]}, {self.places.ground(name)}, with {self._told(name, scene)}; "
            "a letter alone: held but empty; a lower-case letter: out of supply; +2: worth 2.",
            "3) can be chosen; > has a unit that can be chosen; * is chosen.",
            f"{grounds(self.board, self.signs)}. 'map NAME' shows borders and neighbours, 'list' all places.",
        ]

    def _told(self, name: str, scene: Scene) -> str:
        return self.places.who(name, scene) or "nobody"

    # --- where the labels are ------------------------------------------------------------------------------------------------------------

    def _layout(self, scene: Scene, width: int) -> tuple[int, dict[str, Spot]]:
        """How many lines the map has, and where each label begins: as few lines as keep the labels near their places."""
        found = self._layouts.get(width)
        if found is None:
            names = {name: len(self._name(name, scene)) for name in self.board.index}
            for rows in count(_LINES[0]):
                for room in _WHO:
                    sizes = {name: min(n + room, width - _MARK) for name, n in names.items()}
                    spots = self._placed(sizes, rows, width, strict=rows < _LINES[1])
                    if spots is not None:
                        self._layouts[width] = rows, spots
                        return rows, spots
        assert found is not None
        return found

    def _placed(self, sizes: dict[str, int], rows: int, width: int, strict: bool) -> dict[str, Spot] | None:
        """Each label in the free space nearest to its place; None if there is no space left or labels are too far off."""
        if sum(sizes.values()) > rows * (width - _MARK):
            return None
        xy = {name: self.board.xy(number) for name, number in self.board.index.items()}
        left, right = min(x for x, _ in xy.values()), max(x for x, _ in xy.values())
        top, bottom = min(y for _, y in xy.values()), max(y for _, y in xy.values())
        want = {}
        for name, (x, y) in xy.items():
            at = _MARK + (x - left) / max(1e-9, right - left) * (width - 1 - _MARK) - sizes[name] / 2
            want[name] = ((y - top) / max(1e-9, bottom - top) * (rows - 1), max(_MARK, min(at, width - sizes[name])))
        free = [[True] * (width + 1) for _ in range(rows)]
        out: dict[str, Spot] = {}
        for name in sorted(want, key=lambda n: want[n]):
            spot = _nearest(free, want[name], sizes[name], width)
            if spot is None:
                return None
            out[name] = y, x = spot
            free[y][x : x + sizes[name] + 1] = [False] * (sizes[name] + 1)
        off = [_far(out[name], want[name]) for name in out]
        return None if strict and (sum(off) / len(off) > _OFF or max(off) > _WORST) else out

    # --- the picture -------------------------------------------------------------------------------------------------------------------

    def _name(self, name: str, scene: Scene) -> str:
        worth = scene.places.get(name, {}).get("value")
        return f"{sign_at(self.board, self.signs, self.board.index[name])}{self.places.titles[name]}{f'+{worth}' if worth else ''}"

    def _label(self, name: str, scene: Scene) -> str:
        return f"{self._name(name, scene)} {''.join(text for text, _ in self._who(name, scene))}".rstrip()

    def _who(self, name: str, scene: Scene) -> list[tuple[str, str]]:
        """Who is there, each side with its style; the holder alone if nobody is."""
        here = scene.pieces.get(name, ())
        if not here:
            holder = scene.places.get(name, {}).get("control")
            return [(letter_of(holder), f"dim {side_style(holder, scene.sides)}")] if holder else []
        return [
            (force(some), f"bold {side_style(side, scene.sides)}") for side, some in by_side(here, scene.sides).items()
        ]

    def _draw(self, scene: Scene, width: int, spots: dict[str, Spot], first: int, rows: int) -> list[Text]:
        canvas = Canvas(rows, width)
        shown = {name: (y - first, x) for name, (y, x) in spots.items() if 0 <= y - first < rows}
        for name, (y, x) in shown.items():
            style = "bold reverse" if name in scene.focus else "bold" if name in scene.offered else ""
            text = self._name(name, scene)
            canvas.put(y, x, text, style)
            at = x + len(text) + 1
            for there, colour in self._who(name, scene):
                canvas.put(y, at, there, colour)
                at += len(there)
        for name, (y, x) in shown.items():
            mark = self._mark(name, scene)
            if mark:
                tight = not canvas.is_free(y, max(0, x - len(mark) - 1), min(x, len(mark) + 1))
                canvas.put(y, x - len(mark) + tight, mark, "bold yellow")  # over the terrain sign if necessary
        return canvas.lines()

    def _mark(self, name: str, scene: Scene) -> str:
        number = f"{scene.numbers[name]})" if name in scene.numbers else ""
        return number or ("*" if name in scene.focus else ">" if name in scene.offered else "")


def _far(spot: tuple[float, float], want: tuple[float, float]) -> float:
    """How far a label is off its place, in lines."""
    return float(((spot[0] - want[0]) ** 2 + ((spot[1] - want[1]) / _ASPECT) ** 2) ** 0.5)


def _nearest(free: Sequence[Sequence[bool]], want: tuple[float, float], size: int, width: int) -> Spot | None:
    """The free space for a label that is nearest to its place."""
    best: Spot | None = None
    least = float("inf")
    for y in sorted(range(len(free)), key=lambda row: abs(row - want[0])):
        if abs(y - want[0]) >= least:
            break
        for x in _gaps(free[y], size, width):
            far = _far((y, x), want)
            if far < least:
                best, least = (y, x), far
    return best


def _gaps(free: Sequence[bool], size: int, width: int) -> list[int]:
    """Where a label of this size can begin in a line, with a space behind it."""
    out = []
    run = 0
    for x in range(width, _MARK - 1, -1):
        run = run + 1 if free[x] else 0
        if run > size or (run == size and x + size == width):
            out.append(x)
    return out
