"""A second, slow and plain model of the rules, written from the rulebook alone, to compare the game with.

It knows hexes and units by their names, reads `map.json` and `units.csv` itself and shares no code with the game. `read` takes a
position out of a state; everything else works on that `Position`. The comparison with the game is in `audit.py`:

    python -m tests.rules.ardennes_offensive.model --positions 2000 --seed 1
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.rules.second_model import ALLIED, GERMAN, OTHER, Data, Pair, names_in

Hex = str
Side = str

# --- the map -----------------------------------------------------------------------------------------------------------------------------

_DATA = Data("ardennes_offensive")
PLACES: dict[Hex, dict[str, Any]] = _DATA.map()["places"]
SIDES = _DATA.sides()


def near(name: Hex) -> list[Hex]:
    """The hexes around one: columns count from the east, even rows lie half a hex further west."""
    row, col = int(name[:2]), int(name[2:])
    first = col if row % 2 == 0 else col - 1
    around = [(row, col - 1), (row, col + 1)]
    around += [(row + step, c) for step in (-1, 1) for c in (first, first + 1)]
    return [f"{r:02}{c:02}" for r, c in around if f"{r:02}{c:02}" in PLACES]


NEAR = {name: near(name) for name in PLACES}


def distance(a: Hex, b: Hex) -> int:
    """Hexes between two hexes, in twice the columns so that all is whole."""
    rows = abs(int(a[:2]) - int(b[:2]))
    wide = abs(2 * int(a[2:]) + (int(a[:2]) % 2 == 0) - 2 * int(b[2:]) - (int(b[:2]) % 2 == 0))
    return max(rows, (rows + wide) // 2)


def side(a: Hex, b: Hex) -> dict[str, Any]:
    return SIDES.get(frozenset((a, b)), {})


EDGE = {h for h, p in PLACES.items() if "edge" in p["terrain"]}
CLOSED = {h for h, p in PLACES.items() if "out" in p["terrain"] or "impassable" in p["terrain"]}
LIVE = set(PLACES) - EDGE - CLOSED
ROUGH = {h for h in LIVE if "rough" in PLACES[h]["terrain"]}
TOWNS = {h for h in LIVE if PLACES[h].get("town")}
WALL = {h for h in LIVE if PLACES[h].get("west_wall") not in (None, "cleared")}
CLEARED = {h for h in LIVE if PLACES[h].get("west_wall") == "cleared"}
GERMAN_GROUND = {h for h in LIVE if PLACES[h]["front"] == "german"}
BRIDGES = {pair for pair, what in SIDES.items() if what.get("bridge")}
ON_ROAD = {h for pair, what in SIDES.items() if what.get("road") for h in pair} | {
    h for h, p in PLACES.items() if p.get("road_off")
}
EXITS = {h: int(p["exit"]) for h, p in PLACES.items() if "exit" in p}
EXIT_SECTION = {h: next(PLACES[e]["edge"] for e in NEAR[h] if e in EDGE and side(h, e).get("road")) for h in EXITS}
EAST = {h for h in LIVE if PLACES[h].get("road_off") == "east"}
SOURCES = {GERMAN: EAST, ALLIED: set(EXITS)}
SECTIONS = ("NE", "NW", "W", "SW", "SE")
GATES = {s: {h for h in EXITS if EXIT_SECTION[h] == s} for s in SECTIONS} | {"E": EAST}
BASTOGNE = next(h for h, p in PLACES.items() if p.get("town") == "Bastogne")

# --- the units ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unit:
    id: str
    side: Side
    mech: bool
    size: str
    strength: int
    ma: int
    start: str
    rates: tuple[str, str]


UNITS: dict[str, Unit] = {
    row["id"]: Unit(
        row["id"],
        row["side"],
        row["mech"] == "yes",
        row["size"],
        int(row["strength"]),
        int(row["ma"]),
        row["start"],
        (row["historical"], row["changed"]),
    )
    for row in _DATA.rows("units.csv")
}
SLOWED = {"4", "5", "6", "7", "8"}
"""18.0: the scenarios with slowed Allied reinforcements."""
ACCELERATED = {"2", "6", "7", "8", "9", "10"}
"""18.0, E-18.0: those with accelerated German ones."""

# --- a position --------------------------------------------------------------------------------------------------------------------------


@dataclass
class Position:
    scenario: str
    turn: int
    side: Side
    mech_phase: bool
    at: dict[str, Hex]
    """Units on the map and in Map Edge hexes."""
    box: dict[str, str]
    """Units elsewhere, with the name of the box."""
    road: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    joined: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    isolated: set[str] = field(default_factory=set)
    cut: set[Pair] = field(default_factory=set)
    gate: dict[str, Hex] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    section: dict[str, str] = field(default_factory=dict)
    released: bool = False
    must_leave: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)
    """Have paid for leaving road mode at the start of the phase (6.7L)."""
    awake: set[str] = field(default_factory=set)

    def units(self, side_: Side, hex_: Hex | None = None) -> list[str]:
        """Units on the live map, in one hex or anywhere."""
        if hex_ is None:
            return [u for u, h in self.at.items() if UNITS[u].side == side_ and h in LIVE]
        return [u for u in self.here().get(hex_, []) if UNITS[u].side == side_]

    def here(self) -> dict[Hex, list[str]]:
        out: dict[Hex, list[str]] = {}
        for u, h in self.at.items():
            out.setdefault(h, []).append(u)
        return out

    def occupied(self, side_: Side) -> set[Hex]:
        return {h for u, h in self.at.items() if UNITS[u].side == side_ and h in LIVE}

    def zone(self, side_: Side, but: str = "") -> set[Hex]:
        """7.0, 6.6J, 5.3M: the hexes around units in standard mode."""
        return {n for u in self.units(side_) if u not in self.road and u != but for n in NEAR[self.at[u]]}

    def barred(self, side_: Side) -> set[Hex]:
        """7.2B, 7.3D, 12.1A: enemy hexes, and hexes the enemy controls where `side_` has no unit."""
        foes = self.occupied(OTHER[side_])
        return foes | (self.zone(OTHER[side_]) - self.occupied(side_))


def read(state: Any, side_: Side, mech_phase: bool) -> Position:
    """The position in a state, by its public fields."""
    units, hexes, boxes = (list(state.tables[key].names) for key in ("unit", "hex", "box"))
    at, box = {}, {}
    for i, name in enumerate(units):
        place = state.at[i]
        if place >= 0:
            at[name] = hexes[place]
        else:
            box[name] = boxes[~place]
    return Position(
        scenario=state.setup.scenario,
        turn=state.turn,
        side=side_,
        mech_phase=mech_phase,
        at=at,
        box=box,
        **{
            key: names_in(units, getattr(state, key))
            for key in (
                "road",
                "moved",
                "fought",
                "attacked",
                "joined",
                "unsupplied",
                "isolated",
                "must_leave",
                "spent",
                "awake",
            )
        },
        cut=bridges_in(state, state.cut),
        gate={u: hexes[g] for u, g in zip(units, state.gate, strict=True) if g >= 0},
        due={u: t for u, t in zip(units, state.due, strict=True) if t},
        section={u: (*SECTIONS, "E")[n] for u, n in zip(units, state.section, strict=True)},
        released=state.released,
    )


def bridges_in(state: Any, bits: int) -> set[Pair]:
    """A set of bridges of the game; it numbers them by the numbers of their hexes."""
    index = state.tables["hex"].index
    known = sorted(BRIDGES, key=lambda pair: sorted(index[h] for h in pair))
    return {known[i] for i in range(bits.bit_length()) if bits >> i & 1}


# --- 13: bridges -------------------------------------------------------------------------------------------------------------------------


def interdicted(p: Position, side_: Side) -> set[Pair]:
    """13.1A, 13.3D, 13.4E: the bridges closed to a side as things stand."""
    guns = [p.at[u] for u in p.units(OTHER[side_]) if u not in p.road]
    out = set()
    for bridge in BRIDGES:
        if side_ == GERMAN and p.turn == 1 and bridge <= GERMAN_GROUND:
            continue
        if any(distance(gun, h) <= 3 for gun in guns for h in bridge):
            out.add(bridge)
    return out


def road_open(a: Hex, b: Hex, cut: set[Pair]) -> bool:
    """13.2B: is there a road over the side, not over an interdicted bridge?"""
    return bool(side(a, b).get("road")) and frozenset((a, b)) not in cut


# --- 12: supply --------------------------------------------------------------------------------------------------------------------------


def fed_roads(p: Position, side_: Side, cut: set[Pair]) -> set[Hex]:
    """12.1A, 12.2: the road hexes from which an open road runs to a source."""
    barred = p.barred(side_)
    todo = deque(h for h in SOURCES[side_] if h not in barred)
    found = set(todo)
    while todo:
        h = todo.popleft()
        for n in NEAR[h]:
            if n in LIVE and n not in barred and n not in found and road_open(h, n, cut):
                found.add(n)
                todo.append(n)
    return found


def supply(p: Position, side_: Side, cut: set[Pair]) -> tuple[set[str], set[str]]:
    """12.3: (unsupplied, isolated) units of a side; the isolated are among the unsupplied."""
    if side_ == GERMAN and p.turn == 1:
        return set(), set()
    barred, roads = p.barred(side_), fed_roads(p, side_, cut)
    mine = p.units(side_)
    without = set()
    for u in mine:
        ring = seen = {p.at[u]}
        for _ in range(3):
            ring = {n for h in ring for n in NEAR[h] if n in LIVE and n not in barred}
            seen = seen | ring
        if not seen & roads:
            without.add(u)
    return without, {u for u in without if isolated(p, u, set(mine) - without)}


def isolated(p: Position, unit: str, supplied: set[str]) -> bool:
    """12.3H, 12.3J, for a unit without supply."""
    mine = UNITS[unit].side
    place, barred, zone = p.at[unit], p.barred(mine), p.zone(OTHER[mine])
    for n in NEAR[place]:  # off the map counts as closed
        shut = n in barred or n in CLOSED or (n in EDGE and (mine == GERMAN or n in zone))
        if not shut:
            return False
    if any(distance(place, p.at[u]) <= 3 for u in supplied):
        return False
    return all(distance(place, source) > 3 for source in SOURCES[mine])


# --- 5 to 8: movement --------------------------------------------------------------------------------------------------------------------


def allowance(p: Position, unit: str) -> int:
    """12.6, 6.7L"""
    points = UNITS[unit].ma // 2 if unit in p.unsupplied else UNITS[unit].ma
    return points - (6 if UNITS[unit].mech else 3) if unit in p.spent else points


def rate(unit: Unit) -> int:
    return 10 if unit.side == ALLIED and not unit.mech else 2


def restricted(p: Position, unit: str) -> bool:
    """14.3C: British behind the Meuse."""
    return p.scenario not in SLOWED and UNITS[unit].rates[0].endswith("WB") and not p.released


def step_cost(p: Position, unit: Unit, a: Hex, b: Hex) -> int:
    """11.0: the points for one step in standard mode, without stacking."""
    if road_open(a, b, p.cut):
        return 1
    cost = (4 if unit.mech else 2) if b in ROUGH else 1
    water = side(a, b)
    if water.get("river"):
        cost += 6 if unit.mech else 3
    elif water.get("ford"):
        cost += 3 if unit.mech else 1
    if unit.side == ALLIED and b in WALL:
        cost += 2
    return cost


def room(p: Position, unit: str, h: Hex) -> bool:
    """8.0, 8.2C"""
    others = [u for u in p.units(UNITS[unit].side, h) if u != unit]
    if not others or h in EDGE:
        return True
    return len(others) < 3 and not any(UNITS[u].size == "XX" for u in [*others, unit])


def linked_friends(p: Position, unit: str, h: Hex) -> list[str]:
    """6.5G, 14.1A: friends in live road hexes next to this one along the road."""
    near = [n for n in NEAR[h] if n in LIVE and side(h, n).get("road")]
    return [u for n in near for u in p.units(UNITS[unit].side, n) if u != unit]


def may_enter_map(p: Position, unit: str) -> list[Hex]:
    """14.1A: the hexes by which a unit off the map can come in."""
    name = p.box.get(unit, "")
    if not name.startswith("entry-"):
        return []
    barred = p.barred(UNITS[unit].side)
    gates = GATES[name.removeprefix("entry-").upper()]
    return sorted(h for h in gates if h not in barred and not p.units(UNITS[unit].side, h))


def can_move(p: Position, unit: str) -> bool:
    """5.0, 5.2K, 4.2"""
    u = UNITS[unit]
    if u.side != p.side or unit in p.moved:
        return False
    if unit in p.box:
        if p.mech_phase and not (p.turn == 1 and u.side == GERMAN and u.mech):
            return False
        return p.box[unit].startswith("entry-")
    if p.at[unit] in EDGE and unit not in p.awake:
        return False
    return not p.mech_phase or (u.mech and unit not in p.fought)


STANDARD, MARCH = "standard", "march"
Found = dict[tuple[Hex, str], int]


def reach(p: Position, unit: str) -> Found:
    """Where a unit can end its move, with the points it takes: by hex and mode.

    Everything a unit can have done is followed: where it is, in which mode, what it has spent and how many road hexes are left
    of the point it has begun.
    """
    if not can_move(p, unit):
        return {}
    u = UNITS[unit]
    mine = u.side
    all_points, per_point = allowance(p, unit), rate(u)
    change, stacking = (6, 6) if u.mech else (3, 2)
    zone = p.zone(OTHER[mine])
    foes = p.occupied(OTHER[mine])
    friends = {h: [x for x in p.units(mine, h) if x != unit] for h in p.occupied(mine)}
    friends = {h: xs for h, xs in friends.items() if xs}
    shy = restricted(p, unit)

    def march_step(spent: int, left: int) -> tuple[int, int]:
        return (spent, left - 1) if left else (spent + 1, per_point - 1)

    State = tuple[Hex, str, int, int, bool]  # hex, mode, spent, hexes left of the point, may go on
    start: list[State] = []
    origin: tuple[Hex, str] | None = None
    if unit in p.box:
        for gate in may_enter_map(p, unit):
            before = sum(1 for other, g in p.gate.items() if g == gate and other != unit)
            spent = left = 0
            for _ in range(2 * before + 1):
                spent, left = march_step(spent, left)
            start.append((gate, MARCH, spent, left, True))
    else:
        here = p.at[unit]
        mode = MARCH if unit in p.road else STANDARD
        origin = here, mode
        free = here not in zone or here in friends or here in EDGE
        start.append((here, mode, 0, 0, free))

    found: Found = {}
    seen = set()
    todo = deque(s for s in start if s[2] <= all_points)
    while todo:
        now = todo.popleft()
        if now in seen:
            continue
        seen.add(now)
        h, mode, spent, left, free = now
        if (h, mode) != origin and h in LIVE and legal_end(p, unit, h, mode, friends):
            found[h, mode] = min(found.get((h, mode), 99), spent)
        after: list[State] = []
        if h in LIVE:
            if mode == MARCH:
                after.append((h, STANDARD, spent + change, 0, free))
            elif h in ON_ROAD and h not in friends and not linked_friends(p, unit, h):
                after.append((h, MARCH, spent + change, 0, free))
        for n in NEAR[h] if free else ():
            if n not in LIVE or n in foes or (shy and side(h, n).get("river") == "Meuse"):
                continue
            if mode == MARCH:
                if n in friends or not road_open(h, n, p.cut) or (mine == ALLIED and n in WALL):
                    continue
                after.append((n, MARCH, *march_step(spent, left), n not in zone))
            else:
                if not room(p, unit, n) or any(x in p.road for x in friends.get(n, ())):
                    continue
                cost = step_cost(p, u, h, n)
                cost += stacking * (h in friends and h in LIVE) + stacking * (n in friends)
                after.append((n, STANDARD, spent + cost, 0, n not in zone))
        todo.extend(s for s in after if s[2] <= all_points)
    return found


def legal_end(p: Position, unit: str, h: Hex, mode: str, friends: dict[Hex, list[str]]) -> bool:
    """6.5G: the spacing on roads."""
    linked = linked_friends(p, unit, h)
    if mode == MARCH:
        return h not in friends and not linked
    return not any(x in p.road for x in [*linked, *friends.get(h, ())])


def awake(p: Position, unit: str) -> bool:
    """5.3M: may a unit in a Map Edge hex come back, as things stand at the start of a movement phase?"""
    return any(p.units(ALLIED, n) for n in NEAR[p.at[unit]] if n in LIVE)


# --- 9, 11: strength ---------------------------------------------------------------------------------------------------------------------


def half_up(number: int) -> int:
    return -(-number // 2)


def attack_strength(p: Position, attackers: Iterable[str]) -> int:
    """9.3J, 9.5M, 6.6K, 11.0-westwall, 4.2: hex by hex, supply first."""
    by_hex: dict[Hex, list[str]] = {}
    for u in attackers:
        by_hex.setdefault(p.at[u], []).append(u)
    total = 0
    for h, units in by_hex.items():
        units = [u for u in units if u not in p.isolated]
        full = sum(UNITS[u].strength for u in units if u not in p.unsupplied)
        strength = full + half_up(sum(UNITS[u].strength for u in units if u in p.unsupplied))
        if any(u in p.road for u in units):
            assert len(units) == 1
            strength = half_up(strength)
        if p.side == GERMAN:
            strength *= 3 if p.turn == 1 else 2 if h in WALL else 1
        total += strength
    return total


def defence_strength(p: Position, targets: Iterable[Hex]) -> int:
    """9.3J, 12.6, 6.6K, 11.0, 4.2-allied, E-9.0-1: at this moment."""
    mine = OTHER[p.side]
    _, cut_off = supply(p, mine, interdicted(p, mine))
    total = 0
    for h in targets:
        units = [u for u in p.units(mine, h) if u not in p.joined]
        strength = sum(UNITS[u].strength for u in units)
        if any(u in cut_off for u in units):
            strength = half_up(strength)
        if any(u in p.road for u in units):
            strength = half_up(strength)
        if mine == GERMAN:
            strength *= 3 if p.turn == 1 or h in WALL else 2 if h in CLEARED else 1
        total += strength
    return total


COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1")


def column(attack: int, defence: int) -> str:
    """9.3K, 10.1"""
    odds = Fraction(attack, defence)
    if odds < 1:
        return "1-2"
    return f"{min(9, int(odds))}-1"


def immune(unit_side: Side, h: Hex) -> bool:
    """11.0, E-11.0: do Ar and Dr leave units of a side in this hex alone?"""
    return h in TOWNS or (unit_side == GERMAN and h in WALL | CLEARED)


# --- 10.2: retreat -----------------------------------------------------------------------------------------------------------------------


def retreats(p: Position, unit: str, length: int, cut: set[Pair]) -> set[Hex]:
    """The hexes to which the victor may lead a unit, best priorities only; none: it is lost."""
    paths = list(_paths(p, unit, length, cut, to_edge=False))
    if not paths and UNITS[unit].side == ALLIED:
        paths = list(_paths(p, unit, length, cut, to_edge=True))
    if not paths:
        return set()
    worth = {path: _worth(p, unit, path, cut) for path in paths}
    best = min(worth.values())
    return {path[-1] for path, value in worth.items() if value == best}


def _paths(p: Position, unit: str, length: int, cut: set[Pair], to_edge: bool) -> Iterator[tuple[Hex, ...]]:
    mine = UNITS[unit].side
    start = p.at[unit]
    barred, zone = p.barred(mine), p.zone(OTHER[mine])
    friends = {h for h in p.occupied(mine) if [u for u in p.units(mine, h) if u != unit]}

    def go(path: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        if len(path) == length + 1 and not to_edge:
            yield path
        if len(path) == length + 1:
            return
        for n in NEAR[path[-1]]:
            if distance(start, n) != len(path) or n in barred or n in CLOSED:
                continue
            if unit in p.road and (not road_open(path[-1], n, cut) or n in friends):
                continue
            if unit in p.road and mine == ALLIED and n in WALL:  # 11.0-westwall
                continue
            if any(u in p.road for u in p.units(mine, n)):  # 6.5G: nobody stacks with a unit in road mode
                continue
            if n in EDGE:
                if to_edge and mine == ALLIED and n not in zone:
                    yield (*path, n)
            elif room(p, unit, n):
                yield from go((*path, n))

    yield from go((start,))


def _worth(p: Position, unit: str, path: tuple[Hex, ...], cut: set[Pair]) -> tuple[Any, ...]:
    """10.2, E-10.2: lower is better."""
    mine = UNITS[unit].side

    def trend(sources: set[Hex]) -> int:
        before, after = (min(distance(h, s) for s in sources) for h in (path[0], path[-1]))
        return (after > before) - (after < before)

    steps = sorted((_step_class(a, b, cut) for a, b in itertools.pairwise(path)), reverse=True)
    met = sum(1 for h in path[1:] for u in p.here().get(h, []) if u != unit and UNITS[u].side == mine)
    return trend(SOURCES[mine]), -trend(SOURCES[OTHER[mine]]), steps, met


def _step_class(a: Hex, b: Hex, cut: set[Pair]) -> int:
    into = 1 if b in ON_ROAD else 3 if b in ROUGH else 2
    what = side(a, b)
    if what.get("bridge"):
        over = 4 if frozenset((a, b)) in cut else 1
    else:
        over = 5 if what.get("river") else 3 if what.get("ford") else 1
    return max(into, over)


# --- 9: who attacks whom, who advances ---------------------------------------------------------------------------------------------------


def able(p: Position) -> list[str]:
    """9.1C, 12.6: the units of the phasing side that can still attack."""
    return [u for u in p.units(p.side) if u not in p.fought and u not in p.isolated]


def targets(p: Position) -> dict[Hex, set[str]]:
    """9.1A, 9.1C, E-9.0-1: the enemy hexes that can be attacked, with the units that can take part."""
    fresh = {p.at[u] for u in p.units(OTHER[p.side]) if u not in p.attacked and u not in p.joined}
    found = {h: {u for u in able(p) if p.at[u] in NEAR[h]} for h in fresh}
    return {h: units for h, units in found.items() if units}


def advances(p: Position, unit: str, cleared: Iterable[Hex]) -> set[Hex]:
    """9.6N: the hexes into which a unit that took part may advance."""
    u = UNITS[unit]
    start = p.at.get(unit)
    if not u.mech or start not in LIVE:
        return set()
    out = set()
    for h in cleared:
        if h not in NEAR[start] or p.here().get(h) or h not in LIVE:
            continue
        if restricted(p, unit) and side(start, h).get("river") == "Meuse":
            continue
        linked = linked_friends(p, unit, h)
        if unit in p.road:
            cut = p.cut if u.side == p.side else interdicted(p, u.side)
            if not road_open(start, h, cut) or linked or (u.side == ALLIED and h in WALL):
                continue
        elif any(x in p.road for x in linked):
            continue
        out.add(h)
    return out


def broken(p: Position) -> set[str]:
    """5.3L, 6.5F, 6.5G, 8.0, 8.2C, 11.0: what may never be the case, at no moment of the game."""
    out = set()
    for h, units in p.here().items():
        sides = {UNITS[u].side for u in units}
        if h in CLOSED or len(sides) > 1 or (h in EDGE and GERMAN in sides):
            out.add(f"{units} in {h}")
        if (
            h in LIVE
            and len(units) > 1
            and (len(units) > 3 or any(UNITS[u].size == "XX" or u in p.road for u in units))
        ):
            out.add(f"{units} stacked in {h}")
        if any(u in p.road for u in units) and h not in ON_ROAD:
            out.add(f"{units} in road mode off the road in {h}")
    return out


# --- 16: victory points ------------------------------------------------------------------------------------------------------------------


def exit_points(p: Position) -> dict[Hex, int]:
    """16.0B to H: the exits that count for the German as things stand, with their points."""
    hungry, _ = supply(p, GERMAN, interdicted(p, GERMAN))
    fed = [u for u in p.units(GERMAN) if u not in hungry]
    bastogne = any(p.at[u] == BASTOGNE for u in fed)
    out = {}
    for h, value in EXITS.items():
        if p.units(ALLIED, h) or (EXIT_SECTION[h] in ("SE", "SW") and not bastogne):
            continue
        if any(p.at[u] == h or (u not in p.road and h in NEAR[p.at[u]]) for u in fed):
            out[h] = value
    return out


def points(p: Position) -> tuple[int, int]:
    """16.0: German and Allied points as things stand."""
    lost = [UNITS[u].side for u, box in p.box.items() if box == "eliminated"]
    return lost.count(ALLIED) + sum(exit_points(p).values()), lost.count(GERMAN)


# --- 14: reinforcements ------------------------------------------------------------------------------------------------------------------


def open_gates(p: Position, section: str) -> set[Hex]:
    """14.1A: the road hexes of a section that the enemy neither holds nor controls."""
    barred = p.barred(GERMAN if section == "E" else ALLIED)
    return {h for h in GATES[section] if h not in barred}


def scheduled(scenario: str, unit: str) -> tuple[int, str]:
    """14.0, 17.0, 18.0: turn and section of a reinforcement; (0, "") for none."""
    u = UNITS[unit]
    changed = scenario in (ACCELERATED if u.side == GERMAN else SLOWED)
    text = u.rates[changed]
    if text == "drop":
        return 2, "drop"
    if not text:
        return 0, ""
    turn, _, section = text.partition(" ")
    return int(turn), "W" if section == "WB" else section


def next_sections(section: str) -> set[str]:
    """14.1A: the sections beside a closed one."""
    i = SECTIONS.index(section)
    return {SECTIONS[j] for j in (i - 1, i + 1) if 0 <= j < len(SECTIONS)}


if __name__ == "__main__":
    from tests.rules.ardennes_offensive.audit import main

    main()
