"""The atlas's road network as a graph: from a route's list of towns to the line of the road and the bridges on it."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ardennes.atlas.features import Atlas
from ardennes.atlas.geo import Points


@dataclass(frozen=True, slots=True)
class Stretch:
    """The road from one node of a route to the next."""

    a: str
    b: str
    line: Points
    bridges: tuple[str, ...]
    length_km: float


@lru_cache(maxsize=4)
def _graph(atlas: Atlas) -> dict[str, list[tuple[str, int, bool]]]:
    """Node -> (other end, number of the road, forward?)."""
    out: dict[str, list[tuple[str, int, bool]]] = {}
    for i, road in enumerate(atlas.roads):
        out.setdefault(road.a, []).append((road.b, i, True))
        out.setdefault(road.b, []).append((road.a, i, False))
    return out


@lru_cache(maxsize=20000)
def stretch(atlas: Atlas, a: str, b: str) -> Stretch | None:
    """The shortest road between two nodes, if there is one."""
    graph = _graph(atlas)
    best = {a: 0.0}
    before: dict[str, tuple[str, int, bool]] = {}
    queue = [(0.0, a)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == b:
            break
        if spent > best[here]:
            continue
        for there, road, forward in graph.get(here, ()):
            new = round(spent + atlas.roads[road].length_km, 6)
            if new < best.get(there, 1e9):
                best[there] = new
                before[there] = (here, road, forward)
                heapq.heappush(queue, (new, there))
    return _trace(atlas, a, b, before, best[b]) if b in before else None


def _trace(atlas: Atlas, a: str, b: str, before: dict[str, tuple[str, int, bool]], length: float) -> Stretch:
    parts: list[Points] = []
    bridges: list[str] = []
    here = b
    while here != a:
        here, number, forward = before[here]
        road = atlas.roads[number]
        parts.append(road.line if forward else road.line[::-1])
        bridges[:0] = road.bridges if forward else road.bridges[::-1]
    parts.reverse()
    line = np.concatenate([parts[0], *(p[1:] for p in parts[1:])])
    return Stretch(a, b, line, tuple(bridges), length)
