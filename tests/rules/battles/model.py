"""A second, independent model of Battles: zones, movement, entry, supply, bridges, options and points, written from the rules.

It shares no code with the game. The map, the units and the numbers of the tables are read straight from the data files; everything else is
written from the rules in the plainest way: sets and dictionaries of names, slow loops, no cleverness. Fights are in `model_fights.py`.
`audit.py` compares both with the game over many positions:

    python -m tests.rules.battles.model --positions 2000 --seed 1
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from tests.rules.second_model import ALLIED, GERMAN, OTHER, Data, Pair, names_in, pairs_in

DATA = Data("battles")
MAP = DATA.map()
TABLES = DATA.tables()
SCENARIOS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["scenario"]}
NORMAL, MARCH, FORCE = "hex", "march", "force"


def half_up(number: int) -> int:
    """b2.3"""
    return number // 2 + number % 2


# --- the maps ----------------------------------------------------------------------------------------------------------------------------

PLACES: dict[str, dict[str, Any]] = MAP["places"]
HEXES = sorted(PLACES)
ALIAS: dict[str, str] = MAP["aliases"]
SIDES = DATA.sides()
_CORNER = {window["map"]: (window["row"], window["col"]) for window in MAP["grid"]["windows"]}


def real(name: str) -> str:
    """b2.1: some hexes have two names."""
    return ALIAS.get(name, name)


def _spot(name: str) -> tuple[int, int]:
    row, column = _CORNER[name[0]]
    return row + int(name[1:3]), column + int(name[3:])


SPOT = {h: _spot(h) for h in HEXES}
_AT = {spot: h for h, spot in SPOT.items()}


def _neighbours(h: str) -> list[str]:
    """b2.11: even rows are half a hex farther east."""
    r, c = SPOT[h]
    slant = (c, c + 1) if r % 2 == 0 else (c - 1, c)
    spots = [(r, c - 1), (r, c + 1)] + [(r + up, x) for up in (1, -1) for x in slant]
    return [_AT[spot] for spot in spots if spot in _AT]


NEAR = {h: _neighbours(h) for h in HEXES}


def distance(a: str, b: str) -> int:
    """b2.11: walk row by row, each slanted step takes half a hex along."""
    (r1, c1), (r2, c2) = SPOT[a], SPOT[b]
    x1, x2 = 2 * c1 + (r1 % 2 == 0), 2 * c2 + (r2 % 2 == 0)
    up = abs(r1 - r2)
    return up + max(0, abs(x1 - x2) - up) // 2


def within(h: str, far: int) -> set[str]:
    found = {h}
    for _ in range(far):
        found |= {n for x in found for n in NEAR[x]}
    return found


def maps_of(name: str) -> set[str]:
    """The hexes of some maps ("B+D"); of all if there is no name."""
    if not name:
        return set(HEXES)
    found = set()
    for one in name.split("+"):
        row, column = _CORNER[one]
        found |= {h for h, (r, c) in SPOT.items() if row < r <= row + 23 and column < c <= column + 28}
    return found


WINDOW = {scenario: maps_of(row["window"]) for scenario, row in SCENARIOS.items()}
TERRAIN = {h: PLACES[h]["terrain"][0] for h in HEXES}
WALL = {h for h in HEXES if PLACES[h].get("west_wall")}
ROAD = {pair for pair, what in SIDES.items() if what.get("road")}
RIVER = {pair for pair, what in SIDES.items() if what.get("river")}
BRIDGES = {pair for pair, what in SIDES.items() if what.get("bridge")}
BIG = {pair for pair in RIVER if SIDES[pair]["river"] in ("Meuse", "Moselle")}
ROAD_HEXES = {h for pair in ROAD for h in pair} | {h for h in HEXES if "road_off" in PLACES[h]}
WEST_OF_B = {h for h, (r, c) in SPOT.items() if 22 < r <= 45 and 21 < c <= 21 + 9}
"""b15.7: columns 01 to 09 of map B."""


# --- units -------------------------------------------------------------------------------------------------------------------------------


class Unit(NamedTuple):
    """What a counter says."""

    name: str
    side: str
    type: str
    division: str
    full: int
    reduced: int
    ma: int
    barrage: int
    fpf: int
    combat: bool

    @property
    def gun(self) -> bool:
        """b3.4"""
        return self.type in ("artillery", "sp_artillery", "werfer")

    @property
    def engineer(self) -> bool:
        """b3.2"""
        return self.type == "engineer"

    @property
    def ground(self) -> bool:
        """b3.6"""
        return self.combat or self.engineer

    @property
    def steps(self) -> int:
        """b3.1"""
        return 2 if self.combat and self.full >= 2 else 1

    @property
    def kind(self) -> str:
        """b3.3: foot, mech or artillery"""
        if self.type in ("artillery", "werfer"):
            return "artillery"
        wheels = ["armor", "mech_infantry", "recon", "cavalry", "tank", "tank_destroyer", "assault_gun", "sp_artillery"]
        return "mech" if self.type in wheels or self.ma >= 5 else "foot"


def _unit(row: dict[str, str]) -> Unit:
    number = {key: int((row[key] or "0").strip("()")) for key in ("strength", "reduced", "ma", "barrage", "fpf")}
    combat = row["strength"].isdigit() and number["strength"] >= 1
    return Unit(
        row["id"],
        row["side"],
        row["kind"],
        row["division"],
        number["strength"],
        number["reduced"],
        number["ma"],
        number["barrage"],
        number["fpf"],
        combat,
    )


UNITS = {row["id"]: _unit(row) for row in DATA.rows("units.csv")}
SETUPS = DATA.rows("setups.csv")
LOST_BEFORE = {(row["scenario"], row["unit"]): int(row["lost"] or 0) for row in SETUPS}
CAPTORS = {"us-422-106", "us-423-106"}


# --- a position --------------------------------------------------------------------------------------------------------------------------


@dataclass
class Position:
    """Everything that the rules look at, by name."""

    scenario: str
    turn: int
    options: dict[str, str]
    at: dict[str, str]
    box: dict[str, str] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    battery: set[str] = field(default_factory=set)
    changing: set[str] = field(default_factory=set)
    marching: set[str] = field(default_factory=set)
    fatigued: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    short: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    freed: set[str] = field(default_factory=set)
    no_ammo: dict[str, int] = field(default_factory=dict)
    burnt: set[str] = field(default_factory=set)
    due: dict[str, int] = field(default_factory=dict)
    entry: dict[str, str] = field(default_factory=dict)
    must_march: set[str] = field(default_factory=set)
    release: dict[str, int] = field(default_factory=dict)
    rooted: set[str] = field(default_factory=set)
    blown: set[Pair] = field(default_factory=set)
    german_built: set[Pair] = field(default_factory=set)
    work: dict[str, Pair] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    digging: set[str] = field(default_factory=set)
    forts: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    exit_steps: int = 0
    moved: set[str] = field(default_factory=set)
    busy: set[str] = field(default_factory=set)
    gates: dict[str, str] = field(default_factory=dict)
    attacked: set[str] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)
    fpf_given: set[str] = field(default_factory=set)
    joined: set[str] = field(default_factory=set)
    target: str = ""
    attackers: set[str] = field(default_factory=set)
    guns: set[str] = field(default_factory=set)
    saturating: set[str] = field(default_factory=set)
    withering: set[str] = field(default_factory=set)
    fpf: set[str] = field(default_factory=set)
    points: dict[str, int] = field(default_factory=dict)
    dice: dict[str, int] = field(default_factory=dict)
    outcome: str = ""
    hurt: set[str] = field(default_factory=set)
    scheme: str = ""
    targets: set[str] = field(default_factory=set)
    secondary: set[str] = field(default_factory=set)
    found: set[str] = field(default_factory=set)
    fresh: set[str] = field(default_factory=set)
    stopped_by: dict[str, set[str]] = field(default_factory=dict)
    stocks: dict[str, int] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    left: dict[str, int] = field(default_factory=dict)
    german_dumps: set[str] = field(default_factory=set)
    petrol: int = 0
    dump_at: dict[str, str] = field(default_factory=dict)
    dump_moving: set[str] = field(default_factory=set)
    dump_changing: set[str] = field(default_factory=set)
    dump_moved: set[str] = field(default_factory=set)

    @property
    def plan(self) -> dict[str, Any]:
        return SCENARIOS[self.scenario]

    @property
    def window(self) -> set[str]:
        return WINDOW[self.scenario]

    def on(self, option: str) -> bool:
        return self.options[option] not in ("off", "no")

    @cached_property
    def stacks(self) -> dict[tuple[str, str], set[str]]:
        """The units of each hex and side. A position does not change once it has been asked."""
        found: dict[tuple[str, str], set[str]] = {}
        for u, h in self.at.items():
            found.setdefault((h, UNITS[u].side), set()).add(u)
        return found

    def here(self, h: str, side: str) -> set[str]:
        """A side's units in a hex."""
        return self.stacks.get((h, side), set())

    def hexes(self, side: str) -> set[str]:
        return {h for u, h in self.at.items() if UNITS[u].side == side}

    def strength(self, u: str) -> int:
        """b3.1"""
        return UNITS[u].reduced if self.lost.get(u, 0) else UNITS[u].full

    def ready_battery(self, u: str) -> bool:
        """b10.1"""
        return u in self.battery and u not in self.changing

    def released(self, u: str) -> bool:
        """b15.4"""
        return self.release.get(u, 0) <= self.turn

    def mud(self) -> bool:
        """5.45"""
        return self.turn < (11 if self.on("early_frost") else 15)

    def passable(self, a: str, b: str) -> bool:
        """No river between two hexes, or an intact bridge."""
        pair = frozenset((a, b))
        return pair not in RIVER or (pair in BRIDGES and pair not in self.blown)

    def road(self, a: str, b: str) -> bool:
        """b5.2"""
        return frozenset((a, b)) in ROAD and self.passable(a, b)


# --- b7, b8: zones and stacking ----------------------------------------------------------------------------------------------------------


def zone(p: Position, side: str) -> set[str]:
    """b7.1, b7.2: where a side has a zone of control."""
    found = set()
    for u, h in p.at.items():
        if UNITS[u].side != side or not UNITS[u].combat or u in p.marching:
            continue
        for n in NEAR[h]:
            if n not in p.window or TERRAIN[n] == "city":
                continue
            if frozenset((h, n)) in BIG and not p.passable(h, n):
                continue
            found.add(n)
    return found


def room(p: Position, u: str, h: str, marching: bool = False) -> bool:
    """b8.1, b8.2: may a unit end its move here, as far as its friends are concerned?"""
    others = p.here(h, UNITS[u].side) - {u}
    if marching:
        return not others
    return len(others) < 3 and not others & p.marching


def beside(p: Position, side: str) -> set[str]:
    """The hexes next to a unit of a side."""
    return {n for h in p.hexes(side) for n in NEAR[h]}


# --- b5, b6, 15: movement ----------------------------------------------------------------------------------------------------------------


def cost_of(p: Position, u: str, a: str, b: str, start: bool) -> int | None:
    """b5.41, b5.43: what a step costs, without the cost of leaving a zone; None if it is not allowed."""
    unit = UNITS[u]
    table, ground, column = TABLES["costs"], TERRAIN[b], int(p.mud())
    if p.road(a, b):
        return int(table[ground if ground in ("town", "city") else "road"][unit.kind][column])
    cost = int(table[ground][unit.kind][column])
    if cost < 0:
        return None
    if b in WALL and unit.side == ALLIED:
        cost += 1
    if not p.passable(a, b):
        if unit.kind != "foot" or not start:
            return None
        cost += 2
    return cost


def allowance(p: Position, u: str, entering: bool = False) -> int:
    """11.4, b6.5, 15.13: MPs in normal mode."""
    ma = UNITS[u].ma
    if u in p.unsupplied or u in p.fatigued:
        ma = half_up(ma)
    return ma + int(entering)


def factor(u: str) -> int:
    """b6.2"""
    unit = UNITS[u]
    if unit.side == GERMAN and (unit.kind == "foot" or (unit.gun and unit.ma == 3)):
        return 2
    return 3


def kept_out(p: Position, u: str, h: str) -> bool:
    """b15.7: a hex that a unit cannot enter at all, not even in an advance."""
    return u == "us-cca-3-armd" and p.turn < 11 and h in WEST_OF_B


def barred(p: Position, u: str, h: str) -> bool:
    """b8.3, b15.7: hexes that a unit cannot enter in movement."""
    if h not in p.window or p.here(h, OTHER[UNITS[u].side]):
        return True
    return kept_out(p, u, h)


def may_move(p: Position, u: str) -> bool:
    """b5.1, b10.1, b12.4, b13.1, b15.4, b15.5: is the unit free to move in its Movement Segment?"""
    unit = UNITS[u]
    if u in p.moved or u in p.busy or not p.released(u):
        return False
    if unit.gun and (u in p.battery or u in p.changing):
        return False
    if u in p.at and unit.side == ALLIED and p.turn == 1:
        if p.plan["surprise"] == "all":
            return False
        if p.plan["surprise"] == "adjacent":
            return p.at[u] in beside(p, GERMAN)
    return True


def blocked_entry(p: Position, side: str, h: str, zone_of_foe: set[str]) -> bool:
    """b15.3"""
    return bool(p.here(h, OTHER[side])) or (h in zone_of_foe and not p.here(h, side))


def entries(p: Position, side: str) -> list[str]:
    """b15.3: where blocked reinforcements come in instead."""
    if "entries" in p.plan:
        return [real(h) for h in p.plan["entries"][side]]
    return [h for h in HEXES if PLACES[h].get("entry") == side and h in p.window]


def gates(p: Position, u: str) -> set[str]:
    """b15.3: the hex at which a waiting unit may enter, if there is one; of two that are equally near the first by its number."""
    side = UNITS[u].side
    zones = zone(p, OTHER[side])
    own = p.entry[u]
    if not blocked_entry(p, side, own, zones):
        return {own}
    if p.turn <= p.due[u]:
        return set()
    free = [h for h in entries(p, side) if not blocked_entry(p, side, h, zones)]
    return set(sorted(free, key=lambda h: (distance(own, h), h))[:1])


def march_allowed(p: Position, u: str) -> bool:
    """b6.1, b6.5: may a unit on the map take march mode?"""
    unit, h = UNITS[u], p.at[u]
    if u in p.unsupplied or u in p.fatigued or h not in ROAD_HEXES:
        return False
    if p.here(h, unit.side) - {u} or h in zone(p, OTHER[unit.side]) or h in beside(p, OTHER[unit.side]):
        return False
    return not unit.gun or not (u in p.battery or u in p.changing)


def reach(p: Position, u: str, how: str) -> dict[str, int]:
    """Where a unit can end its move in a mode, with the cheapest cost. Targets of Greif that are not discovered do not count."""
    found = walk(p, u, how)
    return {h: cost for h, cost in found.items() if h != p.at.get(u) and room(p, u, h, how == MARCH)}


def walk(p: Position, u: str, how: str) -> dict[str, int]:
    """Where a unit can get in a mode: hexes it may not end in as well, and its own hex."""
    unit = UNITS[u]
    foe = OTHER[unit.side]
    zones, near = zone(p, foe), beside(p, foe)
    stops = p.found if unit.side == ALLIED else set()
    entering = u not in p.at
    if how == FORCE and (not p.on("forced_march") or unit.kind == "artillery"):
        return {}
    most = allowance(p, u, entering)
    if how == MARCH:
        most = (unit.ma + int(entering)) * factor(u)
    elif how == FORCE:
        most += {"mech": 2, "foot": 1}[unit.kind]
    best: dict[str, int] = {}
    open_list: list[tuple[int, str]] = []
    if entering:
        if u in p.must_march and how != MARCH:
            return {}
        for gate in gates(p, u):
            table = TABLES["costs"]
            ground = TERRAIN[gate] if TERRAIN[gate] in ("town", "city") else "road"
            cost = int(table[ground][unit.kind][int(p.mud())])
            cost += sum(1 for other, h in p.gates.items() if h == gate and UNITS[other].side == unit.side)
            if cost > most or barred(p, u, gate):
                continue
            if how == MARCH and (gate in near or p.here(gate, unit.side) & p.marching):
                continue
            best[gate] = cost
            open_list.append((cost, gate))
    else:
        if how == MARCH and not march_allowed(p, u):
            return {}
        best[p.at[u]] = 0
        open_list.append((0, p.at[u]))
    start = p.at.get(u, "")
    while open_list:
        open_list.sort()
        spent, h = open_list.pop(0)
        if spent > best[h]:
            continue
        if h != start and (h in zones or h in stops):
            continue
        for n in NEAR[h]:
            if n == start or barred(p, u, n):
                continue
            if n in stops and not room(p, u, n, how == MARCH):
                continue
            if how == MARCH and (not p.road(h, n) or n in near or p.here(n, unit.side) & p.marching):
                continue
            step = cost_of(p, u, h, n, h == start)
            if step is None:
                continue
            whole = False
            if h == start and h in zones:
                if n in zones:
                    if unit.kind != "foot":
                        continue
                    whole = True
                step += 1
            total = spent + step
            if total > most and not (h == start and how != MARCH):
                continue
            if total < best.get(n, 10**6):
                best[n] = total
                if total <= most and not whole:
                    open_list.append((total, n))
    return best


def exits(p: Position) -> set[str]:
    """b17.4"""
    if "exits" in p.plan:
        return {real(h) for h in p.plan["exits"]}
    return {h for h in HEXES if "exit" in PLACES[h] and h in p.window}


def leaves(p: Position, u: str) -> set[str]:
    """b17.4: by which hexes a unit that is on the map can leave it now, in normal movement."""
    unit = UNITS[u]
    if unit.side != GERMAN or unit.kind != "mech" or u in p.unsupplied or u not in p.at:
        return set()
    zones, found = zone(p, ALLIED), set()
    for h, cost in walk(p, u, NORMAL).items():
        stopped = h in zones and h != p.at[u]
        extra = 1 if h in zones and h == p.at[u] else 0
        if h in exits(p) and not stopped and cost + 1 + extra <= allowance(p, u):
            found.add(h)
    return found


# --- 11: supply --------------------------------------------------------------------------------------------------------------------------


def sources(p: Position, side: str) -> set[str]:
    """b11.31"""
    if "supply" in p.plan:
        found = {real(h) for h in p.plan["supply"][side]}
    else:
        found = {h for h in HEXES if PLACES[h].get("supply") == side and h in p.window}
    for row in p.plan.get("closed", []):
        if row["side"] == side and row["from"] <= p.turn <= row["to"]:
            found.discard(real(row["hex"]))
    return found


def closed_to_lines(p: Position, side: str) -> set[str]:
    """b11.2, 16.42"""
    closed = p.hexes(OTHER[side]) | (zone(p, OTHER[side]) - p.hexes(side))
    return closed | (p.found if side == ALLIED else set())


def traces(p: Position, side: str, kind: str, start: str, to: set[str], closed: set[str]) -> bool:
    """b11.1 to b11.3: can a unit of a kind in a hex trace a line to one of these hexes?"""
    if start in to:
        return True
    ring, offroad = {start}, {start}
    for _ in range(4):
        ring = {
            n
            for h in ring
            for n in NEAR[h]
            if n in p.window and n not in closed and (kind == "foot" or p.passable(h, n)) and n not in offroad
        }
        offroad |= ring
    if offroad & to:  # a dump need not be on a road
        return True
    todo = [h for h in offroad if h in ROAD_HEXES]
    seen = set(todo)
    while todo:
        h = todo.pop()
        if h in to:
            return True
        for n in NEAR[h]:
            if n in p.window and n not in closed and n not in seen and p.road(h, n):
                seen.add(n)
                todo.append(n)
    return False


def out_of_supply(p: Position) -> set[str]:
    """11.0, b11.5: the units that step A1 of the supply phase judges out of supply."""
    found = set()
    for side in OTHER:
        if side == GERMAN and p.turn <= 2:
            continue
        closed, to = closed_to_lines(p, side), sources(p, side)
        for u, h in p.at.items():
            if UNITS[u].side == side and not traces(p, side, UNITS[u].kind, h, to - (closed - {h}), closed):
                found.add(u)
    return found


def shortage(p: Position) -> list[int] | None:
    """11.7: formations by die, None if there is no roll."""
    for name in (p.plan["shortage"], "late"):
        for row in TABLES["shortage"]["tables"][name]:
            if row["from"] <= p.turn <= row["to"]:
                return list(row["by_die"])
    return None


def eligible(p: Position) -> set[str]:
    """11.7: mechanized formations with a unit on the map that is in supply."""
    return {UNITS[u].division for u in p.at if u not in p.unsupplied} & set(p.plan["fuel"])


def may_name(p: Position) -> set[str]:
    """11.7: those that may be named next; last turn's only if there is no other."""
    left = eligible(p) - p.short
    return left - p.named or left


def rearmed(p: Position) -> set[str]:
    """16.66, 16.76"""
    return {u for u, turn in p.no_ammo.items() if turn and p.turn >= turn + 2 and u not in p.unsupplied}


# --- b12, b13: bridges and positions -----------------------------------------------------------------------------------------------------


def blow_chance(p: Position, u: str) -> int:
    """b12.1: on how many faces of the die a unit blows a bridge."""
    unit = UNITS[u]
    good = 0
    for die in range(1, 7):
        if unit.engineer:
            good += die - 1 <= 3
        elif unit.gun:
            good += die + 2 <= unit.fpf
        else:
            good += die <= p.strength(u)
    return good


def may_blow(p: Position, u: str) -> set[Pair]:
    """b12.1 to b12.3: the bridges that a unit may try to blow."""
    if p.turn == 1 or u in p.attacked or u in p.unsupplied or u in p.marching:
        return set()
    mine = {pair for pair in BRIDGES - p.blown if p.at[u] in pair}
    return mine if UNITS[u].side == ALLIED else mine & p.german_built


def calm(p: Position, u: str) -> bool:
    """b12.4, b13.1, b7.5: not in EZOC, unless another friendly combat unit is there."""
    side, h = UNITS[u].side, p.at[u]
    return h not in zone(p, OTHER[side]) or any(UNITS[o].combat for o in p.here(h, side) - {u})


def may_build(p: Position, u: str) -> set[Pair]:
    """b12.4, b12.5: the bridges that a unit could work at now."""
    unit = UNITS[u]
    if not unit.engineer or u in p.unsupplied or u in p.marching or not calm(p, u):
        return set()
    found = set()
    for pair in p.blown:
        if p.at[u] in pair:
            (other,) = pair - {p.at[u]}
            if not p.here(other, OTHER[unit.side]):
                found.add(pair)
    return found


def may_dig(p: Position, u: str) -> bool:
    """b13.1"""
    unit = UNITS[u]
    fit = unit.kind == "foot" or unit.engineer or unit.type == "mech_infantry"
    return fit and u not in p.unsupplied and u not in p.marching and calm(p, u) and p.at[u] not in p.forts


def may_begin_to_dig(p: Position, u: str) -> bool:
    """b13.1: a second unit in the hex would gain nothing."""
    return may_dig(p, u) and not p.here(p.at[u], UNITS[u].side) & p.digging


def finished(p: Position, side: str) -> tuple[set[Pair], set[str], dict[str, Pair]]:
    """b12.4 to b12.6, b13.1: what a Building Segment completes: bridges, positions, and the work that goes on."""
    good = {u: pair for u, pair in p.work.items() if UNITS[u].side == side and u in p.at and pair in may_build(p, u)}
    done = set()
    for pair in set(good.values()):
        crew = [u for u in good if good[u] == pair]
        begun = sorted(p.begun.get(u, 0) for u in crew)
        if p.turn < min(
            (row["turn"] for row in p.plan["works"] if frozenset(row["bridge"].split("-")) == pair), default=0
        ):
            continue
        if pair in BIG:
            done |= {pair} if len(crew) >= 2 and begun[1] + 2 <= p.turn else set()
        elif begun[0] + 2 <= p.turn or (len(crew) >= 2 and begun[1] + 1 <= p.turn):
            done.add(pair)
    dug = {p.at[u] for u in p.digging if UNITS[u].side == side and u in p.at and may_dig(p, u)}
    return done, dug, {u: pair for u, pair in good.items() if pair not in done}


# --- 16.4: Operation Greif ---------------------------------------------------------------------------------------------------------------


def infiltration(p: Position, h: str) -> int:
    """16.47: the cheapest mech way from Stadtkyll, past all units, at the costs and with the bridges of the first turn."""
    start = Position(p.scenario, p.plan["first"], p.options, {}, blown=first_blown(p.scenario))
    best, todo = {"B1125": 0}, [(0, "B1125")]
    mech = next(u for u in UNITS if UNITS[u].kind == "mech" and UNITS[u].side == GERMAN)
    while todo:
        todo.sort()
        spent, here = todo.pop(0)
        if here == h:
            return spent
        for n in NEAR[here]:
            cost = cost_of(start, mech, here, n, False) if n in p.window else None
            if cost is not None and spent + cost < best.get(n, 10**6):
                best[n] = spent + cost
                todo.append((best[n], n))
    return 10**6


def first_blown(scenario: str) -> set[Pair]:
    """b12.6, b22.1"""
    row = SCENARIOS[scenario]
    named = {
        key: {frozenset(real(h) for h in pair.split("-")) for pair in row.get(key, [])} for key in ("blown", "intact")
    }
    return ({pair for pair in BRIDGES if SIDES[pair]["bridge"] == "blown"} | named["blown"]) - named["intact"]


def works_from(p: Position, h: str) -> int:
    """16.47: the first turn on which a target works."""
    if not p.on("greif_infiltration_time"):
        return int(p.plan["first"])
    return int(p.plan["first"]) + -(-infiltration(p, h) // 8)


def target_sites(p: Position) -> set[str]:
    """16.41: road hexes of the maps in play that are no targets yet."""
    return (ROAD_HEXES & p.window) - p.targets - p.secondary


def clearing(p: Position, h: str) -> int:
    """16.44: what is added to the die."""
    there = p.here(h, ALLIED)
    add = 1 if any(UNITS[u].engineer for u in there) else 0
    others = [u for u in there if UNITS[u].combat and h not in p.stopped_by.get(u, set())]
    return add + (2 if others else 0)


# --- 16.5: dumps -------------------------------------------------------------------------------------------------------------------------


def sites(scenario: str) -> set[str]:
    """16.58"""
    return {h for h in HEXES if scenario in PLACES[h].get("dump", ())}


def useful_dumps(p: Position) -> set[str]:
    """16.55 to 16.57: captured dumps from which the German player can take PPs."""
    return {
        d
        for d in p.german_dumps
        if p.left.get(d, 0) > 0
        and d not in p.dump_moving
        and d not in p.dump_changing
        and not p.here(p.dump_at.get(d, d), ALLIED)
    }


def served(p: Position, dump: str) -> set[str]:
    """16.55: German units that can trace a line to a dump."""
    closed = closed_to_lines(p, GERMAN)
    h = p.dump_at.get(dump, dump)
    return {
        u
        for u, place in p.at.items()
        if UNITS[u].side == GERMAN and traces(p, GERMAN, UNITS[u].kind, place, {h} - (closed - {place}), closed)
    }


def helped(p: Position) -> set[str]:
    """16.53, 16.55: German units out of supply that a PP could put into supply now."""
    needy = {u for u in p.at if UNITS[u].side == GERMAN and u in p.unsupplied}
    on_the_spot = any(p.on(o) for o in ("dumps_trace", "dumps_recapture", "dumps_as_units"))
    if not on_the_spot:
        return needy if p.petrol else set()
    dumps = useful_dumps(p)
    if not p.on("dumps_trace"):
        return needy if dumps else set()
    return {u for d in dumps for u in served(p, d)} & needy


def dumps_of(p: Position, side: str) -> set[str]:
    """16.57: the counters that a side holds."""
    return {d for d in p.dump_at if (d in p.german_dumps) == (side == GERMAN)}


def dump_moves(p: Position, dump: str, side: str) -> set[str]:
    """16.57: where a counter in movement mode can go: one hex, as towed artillery could."""
    here, zones = p.dump_at[dump], zone(p, OTHER[side])
    gun = next(u for u in UNITS if UNITS[u].kind == "artillery" and UNITS[u].side == side)
    near = [n for n in NEAR[here] if n in p.window and not p.here(n, OTHER[side])]
    return {n for n in near if cost_of(p, gun, here, n, True) is not None and not (here in zones and n in zones)}


def may_destroy(p: Position, dump: str) -> bool:
    """16.56, 16.56-eligible: somebody of the Allies is there who did not attack."""
    retaken = dump in p.taken and dump not in p.german_dumps and p.left.get(dump, 0) > 0
    return p.on("dumps_recapture") and retaken and bool(p.here(p.dump_at.get(dump, dump), ALLIED) - p.attacked)


def destruction(p: Position, u: str, dump: str, die: int) -> int:
    """16.56: how many PPs a unit's die destroys."""
    there = p.here(p.dump_at.get(dump, dump), ALLIED) - p.attacked  # 16.56-eligible
    engineers, guns = (any(getattr(UNITS[o], kind) for o in there) for kind in ("engineer", "gun"))
    test = die - int(engineers) + 2 * int(guns)
    strength = UNITS[u].fpf if UNITS[u].gun else p.strength(u)
    if test > strength:
        return 0
    if guns:
        return p.left[dump]
    return min(p.left[dump], die * (2 if engineers else 1))


# --- b17: victory ------------------------------------------------------------------------------------------------------------------------


def points(p: Position) -> int:
    """b17.1 to b17.4: net VP, without a secret plan."""
    total = sum(int(value) for h, value in p.plan["values"].items() if scores(p, real(h)))
    out = 2 * p.exit_steps
    most = p.plan["most_exit"]
    total += min(out, int(most)) if most else out
    for u, steps in p.lost.items():
        gone = max(0, steps - LOST_BEFORE.get((p.scenario, u), 0))
        if UNITS[u].side == ALLIED:
            total += gone
        else:
            total -= gone * (2 if UNITS[u].type == "armor" else 1)
    return total


def scores(p: Position, h: str) -> bool:
    """b17.2"""
    closed = closed_to_lines(p, GERMAN)
    return h in p.held and traces(p, GERMAN, "mech", h, sources(p, GERMAN) - (closed - {h}), closed)


def plan_points(p: Position) -> int:
    """b23.2"""
    for row in p.plan.get("plans", []):
        if row["id"] == p.scheme:
            return sum(value for h, value in row["values"].items() if scores(p, real(h)))
    return 0


def verdict(p: Position, net: int) -> tuple[str, str]:
    """b17.5"""
    for row in p.plan["levels"]:
        if net >= row["from"]:
            return row["winner"], row["level"]
    raise AssertionError(net)


def first_check(p: Position) -> int | None:
    """16.81, 16.84"""
    choice = p.options["variable_ending"]
    return None if choice == "off" else int(p.plan["ending"][choice])


# --- the game's state as a position ------------------------------------------------------------------------------------------------------

_UNIT_SETS = (
    *("battery", "changing", "marching", "fatigued", "unsupplied", "freed", "burnt", "must_march", "rooted", "digging"),
    *(
        "moved",
        "busy",
        "attacked",
        "fpf_given",
        "joined",
        "attackers",
        "guns",
        "saturating",
        "withering",
        "fpf",
        "hurt",
    ),
)
_HEX_SETS = ["forts", "held", "fought", "targets", "secondary", "found", "fresh"]
_DUMP_SETS = ["taken", "german_dumps", "dump_moving", "dump_changing", "dump_moved"]
_NUMBERS = ["lost", "no_ammo", "due", "release", "begun", "points", "dice"]


def read(s: Any) -> Position:
    """The position of a state of the game: only its fields are read."""
    units, hexes, bridges, dumps = (s.tables[key].names for key in ("unit", "hex", "bridge", "dump"))
    formations, boxes, plans = (s.tables[key].names for key in ("formation", "box", "plan"))

    more: dict[str, Any] = {name: names_in(units, getattr(s, name)) for name in _UNIT_SETS}
    more |= {name: names_in(hexes, getattr(s, name)) for name in _HEX_SETS}
    more |= {name: names_in(dumps, getattr(s, name)) for name in _DUMP_SETS}
    more |= {name: {u: n for u, n in zip(units, getattr(s, name), strict=True) if n} for name in _NUMBERS}
    more |= {name: names_in(formations, getattr(s, name)) for name in ("short", "named")}
    more |= {name: pairs_in(bridges, getattr(s, name)) for name in ("blown", "german_built")}
    more |= {name: getattr(s, name) for name in ("exit_steps", "petrol", "outcome")}
    return Position(
        scenario=s.setup.scenario,
        turn=s.turn,
        options={name: str(s.setup.option(name)) for name in OPTIONS},
        at={u: hexes[h] for u, h in zip(units, s.at, strict=True) if h >= 0},
        box={u: boxes[~h] for u, h in zip(units, s.at, strict=True) if h < 0},
        entry={u: hexes[h] for u, h in zip(units, s.entry, strict=True) if h >= 0},
        gates={u: hexes[h] for u, h in zip(units, s.gates, strict=True) if h >= 0},
        work={u: frozenset(bridges[n - 1].split("-")) for u, n in zip(units, s.work, strict=True) if n},
        stopped_by={u: names_in(hexes, bits) for u, bits in zip(units, s.stopped_by, strict=True) if bits},
        stocks={d: n for d, n in zip(dumps, s.stocks, strict=True) if n},
        left={d: n for d, n in zip(dumps, s.left, strict=True) if n},
        dump_at={d: hexes[h] for d, h in zip(dumps, s.dump_at, strict=True) if h >= 0},
        target=hexes[s.target] if s.target >= 0 else "",
        scheme=plans[s.scheme] if s.scheme >= 0 else "",
        **more,
    )


OPTIONS = (
    *("early_frost", "forced_march", "artillery_quick_mode", "greif", "greif_secondary_targets"),
    *("greif_infiltration_time", "dumps", "dumps_trace", "dumps_recapture", "dumps_as_units", "intensive_fire"),
    *("intensive_fire_partial", "saturation_fire", "burnt_tubes", "variable_ending"),
)


if __name__ == "__main__":
    from tests.rules.battles.audit import main

    main()
