"""Roads as paths from hex to hex, along the through-routes of the atlas.

A road may cross a river only at the hexside of one of its bridges. Long routes are laid first, and a junction goes where the first
road laid through it passes; so roads meet where they really do, without being bent towards a hex in between.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist

import numpy as np
import shapely
from shapely.geometry import LineString

from ardennes.atlas.crossings import Seats, seat_bridges
from ardennes.atlas.features import Bridge
from ardennes.atlas.ground import Ground
from ardennes.atlas.lines import UNIT, banks, parts_within
from ardennes.atlas.net import Stretch
from ardennes.atlas.recipe import NO_ENTRY
from ardennes.atlas.rivers import Rivers, bank_of_hexes
from ardennes.atlas.routes import board_routes

Pair = tuple[int, int]
"""Two neighbouring hexes, the lower number first."""


def pair_of(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


SHARP = round(0.7 * UNIT)
"""The cost of turning back by more than a right angle."""
STRAY = 1.9
"""How far from its true line (in hexes) a road may be laid."""


@dataclass
class Roads:
    """The roads as laid, over the whole mesh."""

    cls: dict[Pair, int] = field(default_factory=dict)
    use: dict[Pair, int] = field(default_factory=dict)
    """How many routes use a step."""
    nodes: dict[str, int] = field(default_factory=dict)
    """Where each town and junction of the network was laid."""
    ends: set[int] = field(default_factory=set)
    """Hexes where a road may end because it continues beyond the mesh."""
    bridges: dict[str, Seats] = field(default_factory=dict)
    """Bridge -> hexsides that could carry it; just one, once a road is laid over it."""
    pinned: set[Pair] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    blocked: set[int] = field(default_factory=set)

    to: dict[int, set[int]] = field(default_factory=dict)
    """For each hex with a road: the hexes its roads lead to."""

    def add(self, path: list[int], cls: int) -> None:
        for a, b in pairwise(path):
            pair = pair_of(a, b)
            self.cls[pair] = min(self.cls.get(pair, 9), cls)
            self.use[pair] = self.use.get(pair, 0) + 1
            self.to.setdefault(a, set()).add(b)
            self.to.setdefault(b, set()).add(a)

    def remove(self, pair: Pair) -> None:
        del self.cls[pair]
        del self.use[pair]
        for a, b in (pair, pair[::-1]):
            self.to[a].remove(b)
            if not self.to[a]:
                del self.to[a]


@dataclass
class Leg:
    """A piece of a route between two fixed nodes."""

    cls: int
    stretches: list[Stretch]

    @property
    def a(self) -> str:
        return self.stretches[0].a

    @property
    def b(self) -> str:
        return self.stretches[-1].b

    def bridges(self) -> list[str]:
        return [b for s in self.stretches for b in s.bridges]


def lay_roads(ground: Ground, rivers: Rivers) -> Roads:
    """Lay pinned roads, then the routes: main roads first, long ones before short ones."""
    roads = Roads()
    _block(ground, roads)
    routes = board_routes(ground)
    roads.bridges = seat_bridges(ground, rivers, routes)
    _pin_roads(ground, roads)
    anchors = ground.anchors()
    for spot in ground.spots:
        if anchors.get(spot.hex) == spot.point or (
            spot.town.size >= ground.recipe.node_size and not _river_near(ground, rivers, spot.hex)
        ):
            roads.nodes[spot.town.id] = spot.hex
    layer = _Layer(ground, rivers, roads)
    for cls, route in routes:
        layer.lay_route(cls, route)
    _join_pins(ground, rivers, roads)
    return roads


def _block(ground: Ground, roads: Roads) -> None:
    """Hexes that roads avoid: those that the recipe makes impassable or puts out of play, and pins."""
    recipe = ground.recipe
    for c in recipe.corrections if ground.pins else ():
        codes = c.set.get("terrain", ()) if c.kind == "hex" else ()
        if any(recipe.legend[code]["look"] in NO_ENTRY for code in codes):
            roads.blocked.update(ground.at[h] for h in c.hexes)
    for pin in recipe.pins if ground.pins else ():
        if pin.kind in ("no_road", "dead_end"):
            roads.blocked.update(ground.at[h] for h in pin.hexes)
    roads.closed = {ground.at[h] for h in recipe.road_closed}


def _river_near(ground: Ground, rivers: Rivers, place: int) -> bool:
    return any(side in rivers.at for side in ground.mesh.round[place])


# --- laying --------------------------------------------------------------------------------------------------------------------------


class _Layer:
    """Lays routes one by one."""

    def __init__(self, ground: Ground, rivers: Rivers, roads: Roads) -> None:
        self.ground = ground
        self.rivers = rivers
        self.roads = roads
        self.mesh = ground.mesh
        self.size = {t.id: t.size for t in ground.atlas.towns}
        self.seats = shapely.points(self.mesh.centres)

    def lay_route(self, cls: int, run: list[Stretch]) -> None:
        """Cut a route at the nodes that are already fixed, and lay the legs."""
        leg = Leg(cls, [])
        for i, s in enumerate(run):
            leg.stretches.append(s)
            if i == len(run) - 1 or s.b in self.roads.nodes:
                self._lay_leg(leg)
                leg = Leg(cls, [])

    def _lay_leg(self, leg: Leg) -> None:
        coords = np.concatenate([leg.stretches[0].line, *(s.line[1:] for s in leg.stretches[1:])])
        line = self.ground.line(coords)
        if not line.intersects(self.ground.area):
            return
        whole = line.length
        for part in parts_within(line, self.ground.area, min(0.35, whole * 0.999)):
            a = self._end(part, 0, line, leg.a)
            b = self._end(part, -1, line, leg.b)
            if a == b:
                continue
            path = self._path(leg, part, a, b)
            if not path:
                self.ground.report.warn(f"road {leg.a} - {leg.b} could not be laid")
                continue
            self.roads.add(path, leg.cls)
            self._settle(leg, path)
            self._fix_nodes(leg, path)

    def _end(self, part: LineString, index: int, line: LineString, node: str) -> int:
        """The hex where part of a leg begins or ends: its node, or where it leaves the mesh."""
        spot = part.coords[index]
        if dist(spot, line.coords[index]) < 1e-6:
            if node not in self.roads.nodes:
                self.roads.nodes[node] = self._seat_node((spot[0], spot[1]))
            return self.roads.nodes[node]
        inside = part.interpolate(0.2 if index == 0 else part.length - 0.2)
        place = self._nearest((inside.x, inside.y))
        self.roads.ends.add(place)
        return place

    def _nearest(self, spot: tuple[float, float]) -> int:
        return int(((self.mesh.centres - np.array(spot)) ** 2).sum(axis=1).round(6).argmin())

    def _seat_node(self, spot: tuple[float, float]) -> int:
        """The hex for a village or junction: its own, or a neighbour if that is on the correct banks."""
        first = self._nearest(spot)
        hexes = [h for h in (first, *self.mesh.neighbours(first)) if h not in self.roads.blocked] or [first]
        cost = np.array([dist(self.mesh.centres[h], spot) for h in hexes])
        point = np.array([spot])
        for name in sorted(self.rivers.lines):
            line = self.rivers.lines[name]
            if line.distance(shapely.Point(spot)) > 1.2:
                continue
            true = banks(np.asarray(line.coords), point)[0]
            cost += 1.2 * (bank_of_hexes(self.ground, self.rivers, name, hexes) != true)
        return hexes[int(cost.round(6).argmin())]

    def _fix_nodes(self, leg: Leg, path: list[int]) -> None:
        """Fix the nodes inside a leg where it passes them."""
        for s in leg.stretches[:-1]:
            if s.b in self.roads.nodes:
                continue
            spot = self.ground.geo.plane(s.line[-1:])[0]
            away = [(round(dist(self.mesh.centres[h], spot), 6), h) for h in path]
            if min(away)[0] < 1.2:
                self.roads.nodes[s.b] = min(away)[1]

    def _path(self, leg: Leg, part: LineString, a: int, b: int) -> list[int]:
        """The best path that crosses rivers at the leg's own bridges, or failing that at any bridge, or failing that anywhere."""
        own = self._seats(leg.bridges())
        near = self._near(part)
        longest = 1.8 * max(1.0, part.length) + 2
        path = self._search(a, b, near, self._needed(leg, part), hard=True)
        if not path or len(path) - 1 > longest:
            path = self._search(a, b, near, own, hard=True) or path
        everywhere = dict.fromkeys(self._seats(list(self.roads.bridges)), 0.5) | self._settled()
        if not path or len(path) - 1 > longest:
            other = self._search(a, b, near, own | everywhere, hard=True)
            if other and (not path or len(other) < len(path)):
                path = other
        if not path:
            path = self._search(a, b, near, own | everywhere, hard=False)
            self._note_crossings(leg, path, own | everywhere)
        return path

    def _seats(self, bridges: list[str]) -> Seats:
        """The hexsides that could carry one of these bridges."""
        out: Seats = {}
        for x in bridges:
            for side, worse in self.roads.bridges.get(x, {}).items():
                out[side] = min(worse, out.get(side, 9.0))
        return out

    def _settled(self) -> Seats:
        """Hexsides that definitely have a bridge."""
        return {s: 0.0 for seats in self.roads.bridges.values() if len(seats) == 1 for s in seats}

    def _settle(self, leg: Leg, path: list[int]) -> None:
        """Fix a leg's bridges where it was laid over them."""
        crossed = {self.mesh.across[a][b] for a, b in pairwise(path)}
        for x in leg.bridges():
            seats = self.roads.bridges.get(x, {})
            used = sorted((worse, side) for side, worse in seats.items() if side in crossed)
            if used:
                self.roads.bridges[x] = {used[0][1]: 0.0}

    def _needed(self, leg: Leg, part: LineString) -> Seats:
        """The sides of the leg's bridges, except where a valley road changes banks and soon changes back."""
        listed = [self.ground.atlas.bridge(x) for x in leg.bridges() if x in self.roads.bridges]
        seats = [(b, part.project(shapely.Point(self.ground.point(b.lat, b.lon)))) for b in listed if b is not None]
        kept: list[tuple[Bridge, float]] = []
        for b, along in seats:
            if kept and kept[-1][0].river == b.river and abs(along - kept[-1][1]) < 2.0:
                kept.pop()
            else:
                kept.append((b, along))
        return self._seats([b.id for b, _ in kept])

    def _near(self, part: LineString) -> dict[int, float]:
        """Distance of each hex from the line, for those close enough."""
        west, south, east, north = part.bounds
        x, y = self.mesh.centres[:, 0], self.mesh.centres[:, 1]
        box = np.flatnonzero((x > west - STRAY) & (x < east + STRAY) & (y > south - STRAY) & (y < north + STRAY))
        away = shapely.distance(part, self.seats[box])
        return {int(h): float(d) for h, d in zip(box, away, strict=True) if d <= STRAY}

    def _search(self, a: int, b: int, near: dict[int, float], crossings: Seats, hard: bool) -> list[int]:
        """The cheapest path; its cost also depends on the last step, since sharp turns cost more."""
        start = (a, a)
        best = {start: 0}
        before: dict[tuple[int, int], tuple[int, int]] = {}
        queue = [(0, start)]
        while queue:
            spent, state = heapq.heappop(queue)
            last, here = state
            if here == b:
                way = [here]
                while state != start:
                    state = before[state]
                    way.append(state[1])
                return way[::-1]
            if spent > best[state]:
                continue
            for there in self.mesh.neighbours(here):
                if there == last or (there != b and there not in near):
                    continue
                cost = self._step(here, there, near.get(there, STRAY), crossings, hard)
                if cost is None:
                    continue
                new = spent + cost + (SHARP if last in self.mesh.across[there] and last != here else 0)
                if new < best.get((here, there), 1 << 60):
                    best[here, there] = new
                    before[here, there] = state
                    heapq.heappush(queue, (new, (here, there)))
        return []

    def _step(self, here: int, there: int, away: float, crossings: Seats, hard: bool) -> int | None:
        """The cost of a step, or None if it may not be taken."""
        roads = self.roads
        if there in roads.blocked or here in roads.blocked or (here in roads.closed and there in roads.closed):
            return None
        pair = pair_of(here, there)
        cost = 1 + 0.9 * max(0.0, away - 0.25) ** 2
        if pair in roads.cls:
            cost *= 0.55
        if there in roads.closed:
            cost += 3
        if not self.mesh.on_map[there]:
            cost += 0.3
        side = self.mesh.across[here][there]
        if side in self.rivers.at:
            if side in crossings:
                cost += 0.3 + crossings[side]
            elif pair in roads.cls:
                cost += 3
            elif hard:
                return None
            else:
                cost += 8
        return round(cost * UNIT)

    def _note_crossings(self, leg: Leg, path: list[int], crossings: Collection[int]) -> None:
        for here, there in pairwise(path):
            side = self.mesh.across[here][there]
            known = pair_of(here, there) in self.roads.cls
            if side in self.rivers.at and side not in crossings and not known and self.mesh.inner(side):
                names = "-".join(self.ground.side_names(side))
                self.ground.report.warn(
                    f"road {leg.a} - {leg.b} crosses the {self.rivers.at[side]} at {names} without a listed bridge"
                )


# --- pins ----------------------------------------------------------------------------------------------------------------------------


def _pin_roads(ground: Ground, roads: Roads) -> None:
    for pin in ground.recipe.pins if ground.pins else ():
        if pin.kind == "road":
            path = [ground.at[h] for h in pin.hexes]
            roads.add(path, pin.cls)
            roads.pinned.update(pair_of(a, b) for a, b in pairwise(path))


def _join_pins(ground: Ground, rivers: Rivers, roads: Roads) -> None:
    """Connect pinned dead ends, and loose ends of pinned roads inside the map, to the road network."""
    for pin in ground.recipe.pins if ground.pins else ():
        if pin.kind == "dead_end":
            roads.blocked.discard(ground.at[pin.hexes[0]])
            _join(ground, rivers, roads, ground.at[pin.hexes[0]])
        elif pin.kind == "road":
            for end in (ground.at[pin.hexes[0]], ground.at[pin.hexes[-1]]):
                rim = any(not ground.mesh.on_map[h] for h in ground.mesh.across[end])
                if len(roads.to[end]) < 2 and not rim:
                    _join(ground, rivers, roads, end)


def _join(ground: Ground, rivers: Rivers, roads: Roads, start: int) -> None:
    """Lay the shortest road from a hex to the largest piece of the network, unless it is part of it."""
    goals: set[int] = set()
    seen: set[int] = set()
    for place in sorted(roads.to):
        if place not in seen:
            piece = _piece(roads.to, place)
            seen |= piece
            goals = max(goals, piece, key=len)
    if start in goals:
        return
    best = {start: 0}
    before: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here in goals:
            way = [here]
            while way[-1] != start:
                way.append(before[way[-1]])
            roads.add(way, 2 if 2 in ground.recipe.road_classes else 1)
            return
        for there in ground.mesh.neighbours(here):
            if there in roads.blocked:
                continue
            new = spent + UNIT + (2 * UNIT if ground.mesh.across[here][there] in rivers.at else 0)
            if new < best.get(there, 1 << 60):
                best[there] = new
                before[there] = here
                heapq.heappush(queue, (new, there))


def _piece(to: dict[int, set[int]], start: int) -> set[int]:
    """All hexes connected to this one by road."""
    seen = {start}
    todo = [start]
    while todo:
        for there in to.get(todo.pop(), ()):
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return seen
