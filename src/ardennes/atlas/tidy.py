"""Tidying a laid road network: at the scale of the board, one road is enough where two run in parallel."""

from __future__ import annotations

from ardennes.atlas.ground import Ground
from ardennes.atlas.rivers import Rivers
from ardennes.atlas.roads import Pair, Roads, pair_of

SHORT = 2
"""Stubs of up to this many steps that lead to no place on the map are removed."""


def tidy(ground: Ground, rivers: Rivers, roads: Roads) -> None:
    """No triangles, no doubled roads around one side, no stubs."""
    _thin_triangles(ground, rivers, roads)
    _thin_doubles(ground, rivers, roads)
    _thin_triangles(ground, rivers, roads)
    _cut_spikes(ground, rivers, roads)
    _prune_stubs(ground, roads)


def _is_bridge(ground: Ground, rivers: Rivers, pair: Pair) -> bool:
    return ground.mesh.across[pair[0]][pair[1]] in rivers.at


def _thin_triangles(ground: Ground, rivers: Rivers, roads: Roads) -> None:
    """Where three neighbouring hexes are all connected by roads, one step is removed: the smallest, least used, without a bridge."""
    for a, b in sorted(roads.cls):
        for c in sorted(roads.to.get(a, set()) & roads.to.get(b, set())):
            three = [pair_of(a, b), pair_of(a, c), pair_of(b, c)]
            if not all(pair in roads.cls for pair in three):
                continue
            free = [p for p in three if p not in roads.pinned]
            free = [p for p in free if not _is_bridge(ground, rivers, p)] or free
            if free:
                roads.remove(min(free, key=lambda p: (-roads.cls[p], roads.use[p], _on_map(ground, p), p)))


def _on_map(ground: Ground, pair: Pair) -> bool:
    return ground.mesh.on_map[pair[0]] and ground.mesh.on_map[pair[1]]


def _thin_doubles(ground: Ground, rivers: Rivers, roads: Roads) -> None:
    """Two roads between the same hexes through two adjacent hexes become one road at this scale."""
    towns = _stops(ground)
    for v in range(len(ground.mesh.hexes)):
        if len(roads.to.get(v, ())) != 2 or v in towns:
            continue
        u, w = sorted(roads.to[v])
        arms = [pair_of(u, v), pair_of(v, w)]
        if any(p in roads.pinned or _is_bridge(ground, rivers, p) for p in arms):
            continue
        for x in sorted((roads.to[u] & roads.to[w] & set(ground.mesh.across[v])) - {v}):
            _merge(roads, arms, [pair_of(u, x), pair_of(x, w)])
            break


def _cut_spikes(ground: Ground, rivers: Rivers, roads: Roads) -> None:
    """A road that enters a hex without a town and turns straight back to the next takes the short cut."""
    shown = {s.hex for s in ground.spots if ground.shown(s)}
    for v in sorted(roads.to):
        if len(roads.to.get(v, ())) != 2 or v in shown:
            continue
        u, w = sorted(roads.to[v])
        arms = [pair_of(u, v), pair_of(v, w)]
        if w not in ground.mesh.across[u] or {u, w} <= roads.closed or _is_bridge(ground, rivers, pair_of(u, w)):
            continue
        if any(p in roads.pinned or _is_bridge(ground, rivers, p) for p in arms):
            continue
        roads.add([u, w], max(roads.cls[p] for p in arms))
        for p in arms:
            roads.remove(p)


def _merge(roads: Roads, arms: list[Pair], into: list[Pair]) -> None:
    best = max(roads.cls[p] for p in arms)
    for p in into:
        roads.cls[p] = min(roads.cls[p], best)
    for p in arms:
        roads.remove(p)


def _stops(ground: Ground) -> set[int]:
    """Hexes where a road may end because a place is there."""
    return {s.hex for s in ground.spots if s.town.size >= 1 or ground.shown(s)}


def _prune_stubs(ground: Ground, roads: Roads) -> None:
    """A dead end that leads to no town or pin and not off the mesh is removed; a short one also if its village is not shown."""
    pinned = roads.ends | {h for p in roads.pinned for h in p}
    pinned |= {ground.at[p.hexes[0]] for p in ground.recipe.pins if ground.pins and p.kind == "dead_end"}
    shown = pinned | {s.hex for s in ground.spots if ground.shown(s) or not ground.mesh.on_map[s.hex]}
    for place in sorted(roads.to):
        stub = _stub(roads, place, shown)
        if 0 < len(stub) <= SHORT:
            for pair in stub:
                roads.remove(pair)
    keep = pinned | _stops(ground)
    while True:
        loose = {h for h, others in roads.to.items() if len(others) == 1 and h not in keep}
        if not loose:
            return
        for pair in [p for p in sorted(roads.cls) if p[0] in loose or p[1] in loose]:
            roads.remove(pair)


def _stub(roads: Roads, place: int, keep: set[int]) -> list[Pair]:
    """The steps from a dead end to the next junction or place that keeps its road; empty if this is not a dead end."""
    out: list[Pair] = []
    before = -1
    while place not in keep and len(roads.to.get(place, ())) <= 2:
        onward = roads.to.get(place, set()) - {before}
        if len(onward) != 1 or (before == -1 and len(roads.to[place]) != 1):
            break
        before, place = place, next(iter(onward))
        out.append(pair_of(before, place))
    return out
