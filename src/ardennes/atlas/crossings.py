"""Where roads cross rivers: for each bridge in the atlas, the hexsides of its river that could carry it."""

from __future__ import annotations

from math import dist

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import Bridge
from ardennes.atlas.ground import Ground
from ardennes.atlas.rivers import Rivers
from ardennes.atlas.routes import Run

SLACK = 0.6
"""How much worse than the best (in hexes) a bridge's hexside may be."""

Seats = dict[int, float]
"""Hexsides that could carry a bridge, with how much worse each is than the best."""


def seat_bridges(ground: Ground, rivers: Rivers, routes: list[Run]) -> dict[str, Seats]:
    """For each bridge on the roads to be laid, the hexsides that could carry it, best first: close to it, and such that the road runs
    from one hex to the other. The first road laid over the bridge settles which."""
    pinned = _pinned_bridges(ground, rivers)
    lines: dict[str, LineString] = {}
    for _, run in routes:
        for s in run:
            for b in s.bridges:
                if b not in lines:
                    lines[b] = ground.line(s.line)
    middles = ground.mesh.middles()
    own: dict[str, list[int]] = {}
    for side, name in sorted(rivers.at.items()):
        own.setdefault(name, []).append(side)
    out = {name: {side: 0.0} for name, side in pinned.items()}
    for bridge in ground.atlas.bridges:
        if bridge.id in lines and bridge.river in own and bridge.id not in pinned:
            seats = _seats(ground, bridge, lines[bridge.id], own[bridge.river], middles)
            if seats:
                out[bridge.id] = seats
    return out


def _pinned_bridges(ground: Ground, rivers: Rivers) -> dict[str, int]:
    out = {}
    for pin in ground.recipe.pins if ground.pins else ():
        if pin.kind != "bridge":
            continue
        where = f"{ground.recipe.where}: pins {pin.number}"
        if ground.atlas.bridge(pin.name) is None:
            raise BadAtlas(f"{where}: {pin.name!r} is not a bridge in the atlas")
        side = ground.side(*pin.hexes)
        if side not in rivers.at:
            raise BadAtlas(f"{where}: bridge {pin.name!r} is pinned to {'-'.join(pin.hexes)}, where there is no river")
        out[pin.name] = side
    return out


def _seats(ground: Ground, bridge: Bridge, line: LineString, sides: list[int], middles: NDArray[np.float64]) -> Seats:
    here = ground.point(bridge.lat, bridge.lon)
    along = line.project(shapely.Point(here))
    before = line.interpolate(max(0.0, along - 0.55)).coords[0]
    after = line.interpolate(min(line.length, along + 0.55)).coords[0]
    found = []
    for side in sides:
        away = dist(middles[side], here)
        if away > 1.15 or len(ground.mesh.hexes_of[side]) < 2:
            continue
        p, q = (ground.mesh.centres[h] for h in ground.mesh.hexes_of[side])
        turn = min(dist(p, before) + dist(q, after), dist(q, before) + dist(p, after))
        found.append((round(away + 0.35 * turn, 6), side))
    found.sort()
    return {side: score - found[0][0] for score, side in found if score - found[0][0] < SLACK}
