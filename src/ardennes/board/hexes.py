"""Hex boards: rows of hexes in which every second row is shifted by half a hex.

The number of a hex is chosen so that each of the six directions is the same bit shift in every row: with W columns, row r (from 0)
starts at r * W plus the number of shifted rows up to r. Spreading a set of hexes in all directions is then six shifts of one integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt

from ardennes.board.base import Attributes, Board, Layer


@dataclass(frozen=True, slots=True)
class Window:
    """One sheet of a board joined from several: its hexes are the board's from (row + first, col + first) on, numbered from `first`
    as on the sheet."""

    map: str
    """The letter of the sheet, {map} in the name of a hex."""
    row: int
    """How much higher the row of a hex is on the joined board than on the sheet."""
    col: int
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Grid:
    """How a map is numbered. Shifted rows are half a hex towards higher columns.

    >>> grid = Grid(rows=19, columns=25, shifted="even", columns_from="east", rows_from="north", first=1, number="{row:02}{col:02}")
    >>> grid.name(4, 7)
    '0407'

    A board of several sheets has windows. A hex is named by the first window that contains it; where sheets overlap it has other names too.

    >>> sheets = (Window("B", row=2, col=0, rows=3, columns=4), Window("D", row=0, col=0, rows=3, columns=4))
    >>> joined = Grid(5, 4, "even", "west", "south", 1, "{map}{row:02}{col:02}", sheets)
    >>> joined.name(5, 4), joined.names(3, 4), joined.name(1, 4)
    ('B0304', ('B0104', 'D0304'), 'D0104')
    """

    rows: int
    columns: int
    shifted: str
    """"even" or "odd": which row numbers are shifted."""
    columns_from: str
    """"west" or "east": where column numbers start."""
    rows_from: str
    """"north" or "south": where row numbers start."""
    first: int
    number: str
    """How a hex is written, e.g. "{row:02}{col:02}"; {map} is the letter of its window."""
    windows: tuple[Window, ...] = ()

    def name(self, row: int, col: int) -> str:
        if not self.windows:
            return self.number.format(row=row, col=col)
        found = next(self._in_windows(row, col), "")
        if not found:
            raise ValueError(f"no window holds row {row}, column {col}")
        return found

    def names(self, row: int, col: int) -> tuple[str, ...]:
        """All names of a hex; the first is its main name."""
        return tuple(self._in_windows(row, col)) if self.windows else (self.name(row, col),)

    def _in_windows(self, row: int, col: int) -> Iterator[str]:
        for w in self.windows:
            if self._is_on(w, row, col):
                yield self.number.format(map=w.map, row=row - w.row, col=col - w.col)

    def aliases(self) -> dict[str, str]:
        """The additional names of hexes in several windows, each with the hex's main name."""
        out: dict[str, str] = {}
        for r in range(self.first, self.first + self.rows):
            for c in range(self.first, self.first + self.columns):
                known, *others = self.names(r, c)
                out |= dict.fromkeys(others, known)
        return dict(sorted(out.items()))

    def sheets(self) -> dict[str, list[str]]:
        """The hexes of each sheet, by their main names."""
        rows = range(self.first, self.first + self.rows)
        columns = range(self.first, self.first + self.columns)
        out: dict[str, list[str]] = {}
        for w in self.windows:
            inside = [(r, c) for r in rows for c in columns if self._is_on(w, r, c)]
            out[w.map] = [self.name(r, c) for r, c in inside]
        return out

    def _is_on(self, w: Window, row: int, col: int) -> bool:
        return 0 <= row - w.row - self.first < w.rows and 0 <= col - w.col - self.first < w.columns

    def is_shifted(self, row: int) -> bool:
        return (row % 2 == 0) == (self.shifted == "even")


@cache
def all_names(grid: Grid) -> dict[tuple[int, int], str]:
    """The name of each hex by row and column; cached, because checking a grid and building its board both need them."""
    rows = range(grid.first, grid.first + grid.rows)
    columns = range(grid.first, grid.first + grid.columns)
    return {(row, col): grid.name(row, col) for row in rows for col in columns}


_ROWS = (0, 0, 1, -1, 1, -1)
"""How the row changes in each direction."""


class HexBoard(Board):
    """A board of hexes.

    Directions are numbered 0 to 5: column up, column down, row up (lower column), row down (higher column), row up (higher column),
    row down (lower column); 2k and 2k+1 are opposite. `compass` gives their names on the map.
    """

    kind = "hex"

    def __init__(
        self,
        grid: Grid,
        places: Mapping[str, Attributes],
        sides: Mapping[tuple[str, str], Attributes],
        title: str = "",
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.grid = grid
        self.width = grid.columns
        starts = []
        shifted = 0
        for r in range(grid.rows):
            shifted += grid.is_shifted(r + grid.first)
            starts.append(r * grid.columns + shifted)
        names = [""] * (starts[-1] + grid.columns)
        self.row_col: list[tuple[int, int]] = [(0, 0)] * len(names)
        for (row, col), name in all_names(grid).items():
            if name in places:
                number = starts[row - grid.first] + col - grid.first
                names[number] = name
                self.row_col[number] = (row, col)
        super().__init__(names, places, sides, title, aliases)
        w = self.width
        self.offsets = (1, -1, w, -w, w + 1, -w - 1)
        self._steps = self._adjacent()
        for a, b in self.sides:
            if b not in self._steps[a]:
                raise ValueError(f"side {names[a]}-{names[b]}: these hexes are not neighbours")
        self.everywhere = self.layer(lambda a, b, what: True)

    def window(self, name: str) -> int:
        sheets = self.grid.sheets()
        out = 0
        for part in name.split("+"):
            if part not in sheets:
                return super().window(part)
            out |= self.set_of(*(hex_ for hex_ in sheets[part] if hex_ in self.index))
        return out

    def _adjacent(self) -> list[dict[int, int]]:
        """For each hex its neighbours, with the direction."""
        out: list[dict[int, int]] = [{} for _ in self.names]
        rows = [row if name else -9 for (row, _), name in zip(self.row_col, self.names, strict=True)]
        rows += [-9] * (self.width + 1)  # beyond the last hex and, by negative indices, before the first
        for i in self.index.values():
            row, steps = rows[i], out[i]
            for direction, offset in enumerate(self.offsets):
                # Between rows there is a gap of one number or a row of other parity, so the row alone identifies a neighbour.
                if rows[i + offset] - row == _ROWS[direction]:
                    steps[i + offset] = direction
        return out

    @property
    def compass(self) -> tuple[str, ...]:
        """The names of the six directions on the map."""
        up = "W" if self.grid.columns_from == "east" else "E"  # where column numbers increase
        down = "E" if up == "W" else "W"
        on = "S" if self.grid.rows_from == "north" else "N"  # where row numbers increase
        back = "N" if on == "S" else "S"
        return (up, down, on + down, back + up, on + up, back + down)

    def step(self, place: int, direction: int) -> int:
        """The neighbour in a direction, -1 if it is off the map."""
        other = place + self.offsets[direction]
        return other if self._steps[place].get(other) == direction else -1

    def direction(self, place: int, neighbour: int) -> int:
        """The direction from a hex to its neighbour."""
        return self._steps[place][neighbour]

    def layer(self, wanted: Callable[[int, int, Attributes], bool]) -> Layer:
        masks = [0] * 6
        nothing: Attributes = {}
        sides = self.sides
        for i in self.index.values():
            bit = 1 << i
            for j, direction in self._steps[i].items():
                if wanted(i, j, sides.get((i, j), nothing)):
                    masks[direction] |= bit
        return tuple(masks)

    def spread(self, places: int, layer: Layer) -> int:
        a, b, c, d, e, f = layer
        w = self.width
        v = w + 1
        return (
            (places & a) << 1
            | (places & b) >> 1
            | (places & c) << w
            | (places & d) >> w
            | (places & e) << v
            | (places & f) >> v
        )

    def without(self, layer: Layer, places: int) -> Layer:
        """The layer without the sides of these hexes, whichever way they are crossed."""
        a, b, c, d, e, f = layer
        w = self.width
        v = w + 1
        return (
            a & ~(places | places >> 1),
            b & ~(places | places << 1),
            c & ~(places | places >> w),
            d & ~(places | places << w),
            e & ~(places | places >> v),
            f & ~(places | places << v),
        )

    def touching(self, layer: Layer, places: int) -> Layer:
        """The sides of the layer that border one of these hexes."""
        a, b, c, d, e, f = layer
        w = self.width
        v = w + 1
        return (
            a & (places | places >> 1),
            b & (places | places << 1),
            c & (places | places >> w),
            d & (places | places << w),
            e & (places | places >> v),
            f & (places | places << v),
        )

    def xy(self, place: int) -> tuple[float, float]:
        row, col = self.row_col[place]
        x = col + (0.5 if self.grid.is_shifted(row) else 0.0)
        y = row * sqrt(3) / 2
        return (x if self.grid.columns_from == "west" else -x, y if self.grid.rows_from == "north" else -y)


def minus(layer: Layer, other: Layer) -> Layer:
    """The sides of one layer that are not in the other."""
    return tuple(x & ~y for x, y in zip(layer, other, strict=True))
