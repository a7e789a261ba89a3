"""The front of 16 December along hexsides, whose side each hex is on, and the hexes of the West Wall."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from ardennes.atlas.ground import Ground
from ardennes.atlas.lines import Follow, banks, chain, nearest_corner, parts_within, sides_of
from ardennes.atlas.rivers import Rivers

ON_RIVER = 0.35
"""The cost of a river hexside for the front: along the Our, Sauer and Moselle the river is the front."""


def lay_front(ground: Ground, rivers: Rivers) -> dict[int, str]:
    """Which side holds each hex of the map: "german" or "allied"; empty if the front does not cross the board."""
    mesh = ground.mesh
    line = ground.line(ground.atlas.front)
    pinned = [ground.side(*p.hexes) for p in ground.recipe.pins if p.kind == "front"] if ground.pins else []
    middles = mesh.middles()
    front: set[int] = set()
    for part in parts_within(line, ground.area, 2.0):
        own = tuple(s for s in pinned if part.distance(shapely.Point(middles[s])) < 2.0)
        cheap = dict.fromkeys(rivers.at, ON_RIVER)
        follow = Follow(part, ground.anchors(), pinned=own, cheap=cheap)
        ends = [nearest_corner(mesh, (c[0], c[1])) for c in (part.coords[0], part.coords[-1])]
        front.update(sides_of(mesh, chain(mesh, follow, ends[0], {ends[1]: 0})))
    for side in sorted(set(pinned) - front):
        ground.report.warn(f"the pinned front side {'-'.join(ground.side_names(side))} is not on the front")
    return _sides_of_front(ground, front)


def _sides_of_front(ground: Ground, front: set[int]) -> dict[int, str]:
    """Flood-fill the hexes between front sides; the true line tells which side holds each piece."""
    mesh = ground.mesh
    line = ground.geo.plane(ground.atlas.front)
    bank = banks(line, mesh.centres)
    german = banks(line, ground.geo.plane(np.array([[6.85, float(ground.atlas.front[:, 1].mean())]])))[0]
    out: dict[int, str] = {}
    seen: set[int] = set()
    for first in range(len(mesh.hexes)):
        if first in seen:
            continue
        piece = [first]
        seen.add(first)
        for here in piece:
            for there, side in mesh.across[here].items():
                if there not in seen and side not in front:
                    seen.add(there)
                    piece.append(there)
        side_name = "german" if 2 * int((bank[piece] == german).sum()) > len(piece) else "allied"
        out |= {h: side_name for h in piece if mesh.on_map[h]}
    return out


def lay_wall(ground: Ground) -> dict[int, Any]:
    """Hexes through which a line of the West Wall runs for at least the recipe's share of a hex: 1, or the recipe's word for a line that
    the Allies held."""
    mesh = ground.mesh
    hexes = sorted(ground.names)
    corners = np.array([[mesh.corners[c] for c in mesh.ring(h)] for h in hexes])
    shapes = shapely.polygons(corners)
    out: dict[int, Any] = {}
    for wall in ground.atlas.westwall:
        if wall.band not in ground.recipe.wall_bands:
            continue
        value = ground.recipe.wall_allied if wall.held.startswith("Allied") and ground.recipe.wall_allied else 1
        lengths = shapely.length(shapely.intersection(shapes, ground.line(wall.line)))
        for h, length in zip(hexes, lengths.round(6), strict=True):
            if length >= ground.recipe.wall_share and out.get(h) != 1:
                out[h] = value
    return out
