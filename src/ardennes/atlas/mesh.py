"""The hexes of a board with their corners and sides, in the plane of its grid.

The mesh extends a few hexes beyond the map. Rivers, roads and the front are laid over the whole mesh and cut at the map edge
afterwards, so they leave the map where they really would, instead of ending in whatever corner happens to be last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from ardennes.atlas.geo import ROW_HEIGHT, Points

Hex = tuple[int, int]
"""Row and column."""

BEYOND = 3
"""How many rings of hexes the mesh has outside the map."""

_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Corners of a hex in half columns and thirds of a row, in order around the hex."""


@dataclass
class Mesh:
    """Hexes, corners and sides as numbers, with tables of which touches which."""

    shifted: str
    hexes: list[Hex]
    on_map: list[bool]
    number: dict[Hex, int] = field(default_factory=dict)
    centres: Points = field(default_factory=lambda: np.zeros((0, 2)))
    corners: Points = field(default_factory=lambda: np.zeros((0, 2)))
    round: list[list[int]] = field(default_factory=list)
    """The six sides of each hex in order."""
    ends: list[tuple[int, int]] = field(default_factory=list)
    """The two corners of each side."""
    hexes_of: list[tuple[int, ...]] = field(default_factory=list)
    """The one or two hexes of each side."""
    across: list[dict[int, int]] = field(default_factory=list)
    """For each hex: neighbour -> the side between them."""
    sides_at: list[list[tuple[int, int]]] = field(default_factory=list)
    """For each corner: (corner at the other end, side)."""

    def inner(self, side: int) -> bool:
        """Is this a side between two hexes of the map?"""
        pair = self.hexes_of[side]
        return len(pair) == 2 and self.on_map[pair[0]] and self.on_map[pair[1]]

    def middles(self) -> Points:
        """The middle of each side."""
        pairs = np.array(self.ends)
        return np.asarray((self.corners[pairs[:, 0]] + self.corners[pairs[:, 1]]) / 2)

    def ring(self, number: int) -> list[int]:
        """The corners around a hex in order."""
        sides = self.round[number]
        pairs = zip(sides, [*sides[1:], sides[0]], strict=True)
        return [next(c for c in self.ends[one] if c in self.ends[two]) for one, two in pairs]

    def neighbours(self, number: int) -> list[int]:
        return sorted(self.across[number])


def is_shifted(row: int, shifted: str) -> bool:
    return (row % 2 == 0) == (shifted == "even")


def beside(place: Hex, shifted: str) -> list[Hex]:
    """The six neighbours of a hex, on the map or not."""
    row, col = place
    low = col if is_shifted(row, shifted) else col - 1
    return [(row, col - 1), (row, col + 1), *((r, c) for r in (row - 1, row + 1) for c in (low, low + 1))]


def build_mesh(on_map: Iterable[Hex], shifted: str) -> Mesh:
    """The mesh of a map: its hexes plus a few rings around them."""
    real = set(on_map)
    known = set(real)
    ring = set(real)
    for _ in range(BEYOND):
        ring = {h for place in ring for h in beside(place, shifted)} - known
        known |= ring
    hexes = sorted(known)
    mesh = Mesh(shifted, hexes, [h in real for h in hexes], {h: i for i, h in enumerate(hexes)})
    _place(mesh)
    return mesh


def _place(mesh: Mesh) -> None:
    """Fill the tables. Corners are identified by integers, so that rounding cannot split or merge them."""
    corner: dict[tuple[int, int], int] = {}
    side: dict[tuple[int, int], int] = {}
    pairs: list[list[int]] = []
    middles = [(2 * col + is_shifted(row, mesh.shifted), 3 * row) for row, col in mesh.hexes]
    for i, (x, y) in enumerate(middles):
        own = [corner.setdefault((x + dx, y + dy), len(corner)) for dx, dy in _CORNERS]
        sides = []
        for a, b in zip(own, [*own[1:], own[0]], strict=True):
            s = side.setdefault((min(a, b), max(a, b)), len(side))
            if s == len(pairs):
                pairs.append([])
            pairs[s].append(i)
            sides.append(s)
        mesh.round.append(sides)
    scale = np.array([0.5, ROW_HEIGHT / 3])
    mesh.centres = np.array(middles, dtype=float) * scale
    mesh.corners = np.array(list(corner), dtype=float) * scale
    mesh.ends = list(side)
    mesh.hexes_of = [tuple(pair) for pair in pairs]
    mesh.across = [{} for _ in mesh.hexes]
    mesh.sides_at = [[] for _ in corner]
    for s, (a, b) in enumerate(mesh.ends):
        mesh.sides_at[a].append((b, s))
        mesh.sides_at[b].append((a, s))
        if len(mesh.hexes_of[s]) == 2:
            i, j = mesh.hexes_of[s]
            mesh.across[i][j] = mesh.across[j][i] = s
