"""A second, independent model of Enemy Action: movement, control, supply, combat, reserves, cards and points, written from the rules.

It shares no code with the game. The map, the units, the cards and the tables are read straight from the data files; everything else is
written from the rules in the plainest way: sets and dictionaries of names, slow loops, no cleverness. `audit.py` compares it with the game
over many random positions:

    python -m tests.rules.enemy_action.model --positions 2000 --seed 1
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from tests.rules.second_model import ALLIED, GERMAN, OTHER, Data, Pair, names_in, pairs_in

DATA = Data("enemy_action")
MAP = DATA.map()
TABLES = DATA.tables()


def on(dates: str, day: int) -> bool:
    """2-dates"""
    if dates == "":
        return True
    days: set[int] = set()
    for part in dates.split(","):
        if part.endswith("+"):
            days |= set(range(int(part[:-1]), 32))
        elif "-" in part:
            days |= set(range(int(part.split("-")[0]), int(part.split("-")[1]) + 1))
        else:
            days.add(int(part))
    return day in days


# --- the map -----------------------------------------------------------------------------------------------------------------------------

PLACES: dict[str, dict[str, Any]] = MAP["places"]
HEXES = sorted(PLACES)
SIDES = DATA.sides()


def _name(row: int, column: int) -> str:
    return f"{row:02}{column:02}"


def _neighbours(h: str) -> list[str]:
    """Rows are straight; the even ones lie half a hex farther west, and columns are counted from the east."""
    row, column = int(h[:2]), int(h[2:])
    slant = (column - 1, column) if row % 2 else (column, column + 1)
    near = [(row, column - 1), (row, column + 1)]
    near += [(r, c) for r in (row - 1, row + 1) for c in slant]
    return [_name(r, c) for r, c in near if _name(r, c) in PLACES]


NEAR = {h: _neighbours(h) for h in HEXES}
WITHIN: dict[str, list[set[str]]] = {}
"""WITHIN[hex][n]: the hexes at most n hexes away."""
for _h in HEXES:
    _rings = [{_h}]
    for _ in range(6):
        _rings.append(_rings[-1] | {n for x in _rings[-1] for n in NEAR[x]})
    WITHIN[_h] = _rings


def grow(hexes: Iterable[str], far: int) -> set[str]:
    found = set(hexes)
    for _ in range(far):
        found |= {n for h in found for n in NEAR[h]}
    return found


def terrain(h: str) -> set[str]:
    """9.4-terrain: ground and town of a hex."""
    found = set(PLACES[h]["terrain"])
    if PLACES[h].get("town") and "city" not in found:
        found.add("town")
    return found


BUILT = {h for h in HEXES if terrain(h) & {"town", "city"}}
WALL = {h for h in HEXES if PLACES[h].get("west_wall")}
EDGE = {h for h in HEXES if h[:2] in ("01", "26") or h[2:] in ("01", "29")}
RIVER = {pair for pair, what in SIDES.items() if what.get("river")}
PRINTED = {pair for pair, what in SIDES.items() if what.get("bridge")}
ROAD = {pair for pair, what in SIDES.items() if what.get("road")}
ROAD_HEXES = {h for pair in ROAD for h in pair} | {h for h in HEXES if PLACES[h].get("road_off")}
MEUSE = {pair for pair in RIVER if SIDES[pair]["river"] == "Meuse"}
BESIDE_MEUSE = {h for pair in MEUSE for h in pair}


def _west() -> set[str]:
    found, new = {"0117"}, ["0117"]
    while new:
        h = new.pop()
        for n in NEAR[h]:
            if n not in found and frozenset((h, n)) not in MEUSE:
                found.add(n)
                new.append(n)
    return found


WEST = _west()
"""2.1-meuse: west or north of the river."""


def _area(name: str) -> set[str]:
    found = set()
    for part in MAP["sheet"]["areas"][name]:
        first, _, last = part.partition("-")
        last = last or first
        found |= {_name(int(first[:2]), c) for c in range(int(first[2:]), int(last[2:]) + 1)}
    return found


ARMY_AREA = {"6pa": _area("6th Panzer Army"), "5pa": _area("5th Panzer Army"), "7a": _area("7th Army")}
CORPS_AREA = {c: _area(f"{c.upper()} Corps") for c in ("v", "vii", "xviii", "iii", "viii", "xii")}

# --- units and cards ---------------------------------------------------------------------------------------------------------------------

FOOT = {"infantry", "parachute", "airborne", "glider"}


class Unit(NamedTuple):
    side: str
    army: str
    corps: str
    division: str
    keys: frozenset[str]
    steps: int
    strength: tuple[int, ...]
    bracketed: tuple[bool, ...]
    quality: tuple[str, ...]
    types: tuple[str, ...]
    ma: int
    mech: bool
    entry: int
    strategic: bool


def _unit(row: dict[str, str]) -> Unit:
    strength = row["strength"].split("/")
    return Unit(
        row["side"],
        row["army"],
        row["corps"],
        row["division"],
        frozenset([*row["keys"].split(), row["division"]]) - {""},
        int(row["steps"]),
        tuple(int(x.strip("[]")) for x in strength),
        tuple(x.startswith("[") for x in strength),
        tuple(row["quality"].split("/")),
        tuple(row["types"].split("/")),
        int(row["ma"]),
        row["type"] not in FOOT,
        int(row["entry"]) if row["entry"].isdigit() else 0,
        bool(row["strategic"]),
    )


UNITS = {row["id"]: _unit(row) for row in DATA.rows("units.csv")}
CARDS = {row["id"]: row for row in DATA.rows("cards.csv")}
CHITS = {row["id"]: row for row in DATA.rows("chits.csv")}
GROUPS = {row["id"]: row for row in DATA.rows("groups.csv")}
VDH = "de-vdh"
CORPS = [g for g in GROUPS if GROUPS[g]["kind"] == "corps"]


def members(group: str) -> set[str]:
    kind = GROUPS[group]["kind"]
    if kind == "army":
        return {u for u in UNITS if UNITS[u].army == GROUPS[group]["army"]}
    if kind == "corps":
        return {u for u in UNITS if UNITS[u].corps == group}
    return {u for u in UNITS if group in UNITS[u].keys}


# --- a position --------------------------------------------------------------------------------------------------------------------------


@dataclass
class Position:
    """What lies on the table."""

    scenario: str = "campaign"
    consecutive: str = "corps"
    day: int = 17
    at: dict[str, str] = field(default_factory=dict)
    box: dict[str, str] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    low: set[str] = field(default_factory=set)
    oos: set[str] = field(default_factory=set)
    isolated: set[str] = field(default_factory=set)
    dispersed: set[str] = field(default_factory=set)
    nofuel: set[str] = field(default_factory=set)
    placed: set[str] = field(default_factory=set)
    ip: set[str] = field(default_factory=set)
    roadblocks: set[str] = field(default_factory=set)
    german_towns: set[str] = field(default_factory=set)
    allied_wall: set[str] = field(default_factory=set)
    bridges: set[Pair] = field(default_factory=set)
    german_bridges: set[Pair] = field(default_factory=set)
    depots: set[str] = field(default_factory=set)
    hand: dict[str, set[str]] = field(default_factory=dict)
    impulses: dict[str, int] = field(default_factory=dict)
    one_used: dict[str, int] = field(default_factory=dict)
    last: dict[str, set[str]] = field(default_factory=dict)
    surprise: set[str] = field(default_factory=set)
    freeze: bool = False
    fury: bool = False
    manteuffel: bool = False
    active: set[str] = field(default_factory=set)
    mode: str = ""
    ignoring: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    crossed: set[Pair] = field(default_factory=set)
    used: set[Pair] = field(default_factory=set)
    jammed: set[Pair] = field(default_factory=set)
    target: str = ""
    attackers: set[str] = field(default_factory=set)
    defenders: set[str] = field(default_factory=set)
    tactics: dict[str, set[str]] = field(default_factory=dict)
    plays: dict[str, int] = field(default_factory=dict)
    total: int = 0
    drawn: set[str] = field(default_factory=set)
    retreat: list[str] = field(default_factory=list)
    over: set[Pair] = field(default_factory=set)
    advanced: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    struck_at: set[str] = field(default_factory=set)
    hits: dict[str, int] = field(default_factory=dict)
    pile: dict[str, set[str]] = field(default_factory=dict)
    reached_meuse: bool = False
    crossed_meuse: bool = False
    meuse_award: bool = False
    vdh_relieved: bool = False
    dinant: bool = False
    flank: str = ""
    exit_vp: int = 0
    memo: dict[Any, Any] = field(default_factory=dict, init=False)
    """What has been worked out about this position before; a position never changes."""

    def rule(self, name: str) -> bool:
        return on(TABLES["dates"][name], self.day)

    def units(self, side: str, h: str | None = None) -> list[str]:
        if "here" not in self.memo:
            self.memo["here"] = {}
            for u, place in self.at.items():
                for key in ((UNITS[u].side, place), (UNITS[u].side, None)):
                    self.memo["here"].setdefault(key, []).append(u)
        return list(self.memo["here"].get((side, h), ()))

    def occupied(self, side: str) -> set[str]:
        return {self.at[u] for u in self.units(side)}

    def steps(self, u: str) -> int:
        return UNITS[u].steps - self.lost.get(u, 0)

    def strength(self, u: str) -> int:
        return UNITS[u].strength[self.lost.get(u, 0)]

    def bracketed(self, u: str) -> bool:
        return UNITS[u].bracketed[self.lost.get(u, 0)]

    def quality(self, u: str) -> str:
        return UNITS[u].quality[self.lost.get(u, 0)]

    def type(self, u: str) -> str:
        return UNITS[u].types[self.lost.get(u, 0)]

    def unsupplied(self, u: str) -> bool:
        return u in self.low or u in self.oos or u in self.isolated

    def owns_town(self, side: str, h: str) -> bool:
        return h in BUILT and (h in self.german_towns) == (side == GERMAN)

    def owns_bridge(self, side: str, pair: Pair) -> bool:
        return pair in self.bridges and (pair in self.german_bridges) == (side == GERMAN)

    @property
    def surprising(self) -> bool:
        """4.11"""
        return (
            self.day == 16
            and not self.impulses[ALLIED]
            and self.impulses[GERMAN] <= TABLES["game"]["surprise_impulses"]
        )


def remembered(rule: Any) -> Any:
    """A rule that depends on the position and a side only is worked out once per position."""

    def find(p: Position, side: str) -> set[str]:
        key = rule.__name__, side
        if key not in p.memo:
            p.memo[key] = rule(p, side)
        return set(p.memo[key])

    return find


@remembered
def zoc(p: Position, side: str) -> set[str]:
    """8: the hexes that a side controls."""
    found: set[str] = set()
    for h in p.occupied(side):
        here = [u for u in p.units(side, h) if u not in p.dispersed and u not in p.isolated]
        strong = any(not p.bracketed(u) for u in here)
        helped = h in BUILT or (side == GERMAN and h in WALL) or len(here) >= 2
        if here and (strong or helped):
            found |= set(NEAR[h])
    return found


def fits(p: Position, h: str, units: Iterable[str]) -> bool:
    """7.4"""
    units = set(units)
    here = units | set(p.units(UNITS[min(units)].side, h))
    return len(here) <= 3 and sum(p.steps(u) for u in here) <= 6


def overstacked(p: Position, side: str) -> set[str]:
    return {h for h in p.occupied(side) if not fits(p, h, p.units(side, h))}


def by_road(p: Position, a: str, b: str) -> bool:
    """7.2: does a road that can be used join two neighbours? A new bridge joins none."""
    pair = frozenset((a, b))
    return pair in ROAD and (pair not in RIVER or pair in p.bridges)


def unbridged(p: Position, a: str, b: str) -> bool:
    pair = frozenset((a, b))
    return pair in RIVER and pair not in p.bridges


# --- supply (10) -------------------------------------------------------------------------------------------------------------------------


def supply_open(p: Position, side: str, zone: set[str], mine: set[str], theirs: set[str], h: str) -> bool:
    """10.1: may a supply line lead through a hex?"""
    if h in theirs or p.owns_town(OTHER[side], h):
        return False
    if h in zone and h not in mine:
        return False
    if side == GERMAN and h in p.roadblocks:
        return False
    return not (side == ALLIED and h in WALL and h not in mine)


@remembered
def _through(p: Position, side: str) -> set[str]:
    zone, mine, theirs = zoc(p, OTHER[side]), p.occupied(side), p.occupied(OTHER[side])
    return {h for h in HEXES if supply_open(p, side, zone, mine, theirs, h)}


@remembered
def heads(p: Position, side: str) -> set[str]:
    """10.1-heads"""
    free = _through(p, side)
    found = {h for h in free if PLACES[h].get("road_off") and PLACES[h].get("supply") == side}
    new = sorted(found)
    while new:
        h = new.pop()
        for n in NEAR[h]:
            pair = frozenset((h, n))
            if n in free and n not in found and by_road(p, h, n) and not p.owns_bridge(OTHER[side], pair):
                found.add(n)
                new.append(n)
    return found


def can_trace(p: Position, side: str, h: str) -> bool:
    """10.1: can a side trace supply from a hex now? Tried out path by path."""
    free = _through(p, side)
    ends = heads(p, side) | {e for e in free if PLACES[e].get("supply") == side}
    if h in p.occupied(OTHER[side]):
        return False
    if h in ends or PLACES[h].get("supply") == side or any(unbridged(p, h, n) and n in ends for n in NEAR[h]):
        return True
    reached = {h}
    for _ in range(TABLES["supply"]["path"]):
        reached |= {n for x in reached for n in NEAR[x] if n in free and _carries(p, side, x, n)}
    return bool((reached - {h}) & ends)


def _carries(p: Position, side: str, a: str, b: str) -> bool:
    """Can a supply path go from a hex to the next, rivers considered?"""
    pair = frozenset((a, b))
    return pair not in RIVER or p.owns_bridge(side, pair)


@remembered
def supplied(p: Position, side: str) -> set[str]:
    """10.1: every hex from which a side can trace supply now. This is `can_trace` for all hexes, worked out from the ends of the paths."""
    free = _through(p, side)
    ends = heads(p, side) | {e for e in free if PLACES[e].get("supply") == side}
    found = {h for h in HEXES if PLACES[h].get("supply") == side} | ends
    found |= {n for h in ends for n in NEAR[h] if unbridged(p, h, n)}
    reached = set(ends)
    for _ in range(TABLES["supply"]["path"]):
        reached |= {n for h in reached & free for n in NEAR[h] if _carries(p, side, h, n)}
    return {h for h in found | reached if h not in p.occupied(OTHER[side])}


def judged(p: Position) -> tuple[dict[str, str], set[str], set[str]]:
    """4-III steps 2 and 3: the new state of every unit that is checked, the units that roll for surrender, and the roadblocks that go."""
    states, rolls = {}, set()
    fed = {side: supplied(p, side) for side in OTHER}
    for u, h in p.at.items():
        side = UNITS[u].side
        if side == GERMAN and not p.rule("german_supply") and u != VDH:
            continue
        if h in fed[side]:
            states[u] = ""
        elif u in p.isolated:
            states[u] = "isolated"
            rolls.add(u)
        elif u in p.oos:
            states[u] = "isolated"
        elif u in p.low:
            states[u] = "oos"
        else:
            states[u] = "low"
    return states, rolls, {h for h in p.roadblocks if h not in fed[ALLIED]}


# --- movement (7) ------------------------------------------------------------------------------------------------------------------------


def ground_cost(p: Position, u: str, h: str) -> int:
    ground = TABLES["movement"][PLACES[h]["terrain"][0]]
    if not UNITS[u].mech:
        return int(ground["cost"][0])
    return int(ground["freeze"] if p.freeze else ground["cost"][1])


def may_move(p: Position, u: str) -> bool:
    """9.9, 10.23, 10.41: can it move at all?"""
    if u in p.dispersed or u in p.nofuel:
        return False
    return not (u in p.isolated and (UNITS[u].mech or p.at[u] in zoc(p, OTHER[UNITS[u].side])))


def one_hex(p: Position, u: str, slow: bool = True) -> bool:
    """4.13 (if `slow`), 10.22, 10.23"""
    unit = UNITS[u]
    if u in p.isolated or (u in p.oos and unit.mech):
        return True
    return slow and unit.side == ALLIED and not unit.mech and p.rule("slow_reaction") and p.mode != "alarm"


def home_distance(u: str, h: str) -> int:
    area = ARMY_AREA[UNITS[u].army]
    far = 0
    while not grow({h}, far) & area:
        far += 1
    return far


def in_bounds(p: Position, u: str, a: str, b: str) -> bool:
    """7.61, 7.61-retreat, 7.72: may the unit go from a hex to the next as far as boundaries are concerned?"""
    unit = UNITS[u]
    if unit.side == GERMAN and unit.army and p.rule("boundaries"):
        area = ARMY_AREA[unit.army]
        return b in area or (a not in area and home_distance(u, b) < home_distance(u, a))
    if unit.corps == "xxx" and b not in WEST and not p.reached_meuse and not p.rule("british_free"):
        return u == "uk-29a" and p.dinant
    return True


def may_enter(p: Position, u: str, h: str) -> bool:
    """7.1-entry, 7.9-effects, 10.23"""
    side = UNITS[u].side
    if p.units(OTHER[side], h) or (side == GERMAN and h in p.roadblocks):
        return False
    if u in p.isolated:
        if p.owns_town(OTHER[side], h):
            return False
        if side == ALLIED and h in WALL and not p.units(ALLIED, h):
            return False
    return True


def stops(p: Position, u: str, h: str) -> bool:
    """7.9-effects: does a roadblock stop the unit there?"""
    return UNITS[u].side == GERMAN and any(n in p.roadblocks and by_road(p, h, n) for n in NEAR[h])


def reach(p: Position, u: str, slow: bool = True) -> tuple[dict[str, int], set[str]]:
    """7: the points that a unit has spent in each hex it can reach by normal movement, and those hexes in which it has to stop."""
    unit = UNITS[u]
    start = p.at[u]
    if not may_move(p, u):
        return {start: 0}, set()
    enemy = zoc(p, OTHER[unit.side])
    zone = set() if u in p.ignoring else enemy
    single = one_hex(p, u, slow)
    jam = p.jammed if unit.side == GERMAN and p.rule("traffic_jams") else set()
    spent = {start: 0}
    halted: set[str] = set()
    new = [start]
    while new:
        h = new.pop()
        for n in NEAR[h]:
            first = h == start
            if not may_enter(p, u, n) or not in_bounds(p, u, h, n):
                continue
            if h in zone and n in zone:
                continue
            pair = frozenset((h, n))
            bridge = pair in p.bridges and pair not in jam
            if pair in RIVER and not bridge:
                if not first or pair in p.crossed:
                    continue
                if n in zone and pair in p.used and pair in p.bridges:
                    continue
                if u in p.isolated and pair in p.bridges and p.owns_bridge(OTHER[unit.side], pair):
                    continue
                cost = unit.ma
            else:
                if pair in RIVER:
                    if n in zone and pair in p.used:
                        continue
                    if u in p.isolated and p.owns_bridge(OTHER[unit.side], pair):
                        continue
                cost = 1 if pair in ROAD else ground_cost(p, u, n)
                if h in zone:
                    cost += 1
                if spent[h] + cost > unit.ma:
                    if not first:
                        continue
                    cost = unit.ma  # 7-basic: one hex is always possible
            if n in spent and spent[n] <= spent[h] + cost:
                continue
            spent[n] = spent[h] + cost
            if n in zone or single or stops(p, u, n):
                halted.add(n)
            else:
                new.append(n)
    return spent, halted


def movable(p: Position, side: str) -> set[str]:
    """7: the active units that can still move."""
    found = set()
    for u in p.active & set(p.at):
        if UNITS[u].side == side and u not in p.moved:
            spent = reach(p, u)[0]
            where = withdrawals(p, u, spent) if p.mode == "withdrawal" else set(spent) - {p.at[u]}
            if where or exits(p, u):
                found.add(u)
    return found


def withdrawals(p: Position, u: str, spent: dict[str, int]) -> set[str]:
    """Withdrawal: the hexes that are farther from the nearest enemy than the start."""
    enemies = p.occupied(OTHER[UNITS[u].side])

    def far(h: str) -> int:
        return next((n for n in range(7) if WITHIN[h][n] & enemies), 7)

    return {h for h in spent if far(h) > far(p.at[u])}


def strategic_points(u: str) -> int:
    """7.5-allowance"""
    unit = UNITS[u]
    return unit.ma * 2 if unit.mech else unit.ma * 3 if unit.side == ALLIED else unit.ma + 2


def strategic(p: Position, u: str) -> dict[str, int]:
    """7.5: where a unit can go by strategic movement."""
    unit = UNITS[u]
    start, enemy = p.at[u], OTHER[unit.side]
    close = {n for h in p.occupied(enemy) for n in NEAR[h]} | p.occupied(enemy)
    if not may_move(p, u) or p.unsupplied(u) or start not in ROAD_HEXES or start in close:
        return {start: 0}
    if p.mode in ("alarm", "withdrawal"):
        return {start: 0}  # 7.5: for active units
    west = max((int(p.at[o][2:]) for o in p.units(unit.side) if UNITS[o].army == unit.army), default=0)
    beside_block = {n for h in p.roadblocks for n in NEAR[h]} | p.roadblocks
    points = 1 if one_hex(p, u) else strategic_points(u)
    jam = p.jammed if unit.side == GERMAN and p.rule("traffic_jams") else set()
    spent = {start: 0}
    new = [start]
    for cost in range(1, points + 1):
        step = set()
        for h in new:
            for n in NEAR[h]:
                pair = frozenset((h, n))
                if n in spent or n in close or not by_road(p, h, n) or pair in jam:
                    continue
                if not may_enter(p, u, n) or not in_bounds(p, u, h, n):
                    continue
                if p.owns_town(enemy, n) or p.owns_bridge(enemy, pair):
                    continue
                if unit.side == ALLIED and n in WALL:
                    continue
                if unit.side == GERMAN and (n in beside_block or int(n[2:]) > west or n in EDGE):
                    continue
                step.add(n)
        for n in step:
            spent[n] = cost
        new = sorted(step)
    return spent


def edge_of(h: str) -> str:
    way = str(PLACES[h]["road_off"])
    return way if way != "north" else "north-west" if h in WEST else "north-east"


def exits(p: Position, u: str) -> set[str]:
    """7.8, 7.81: the hexes by which a unit can leave the map with its move."""
    unit = UNITS[u]
    if unit.side == ALLIED or p.unsupplied(u) or not may_move(p, u):
        return set()
    edges = TABLES["exits"][unit.army or "okw"]
    spent, halted = reach(p, u)
    found = set()
    for h, cost in spent.items():
        place = PLACES[h]
        if not place.get("exit") or place.get("no_exit") or p.day > int(place.get("exit_until", 31)):
            continue
        edge = edge_of(h)
        if edge not in edges or (edge, p.flank) in (("south", "north-east"), ("north-east", "south")):
            continue
        if h in halted or h in zoc(p, ALLIED) or cost + 1 > unit.ma:
            continue
        found.add(h)
    return found


# --- combat (9) --------------------------------------------------------------------------------------------------------------------------


def can_attack(p: Position, u: str) -> bool:
    """9.1, 6.3"""
    if u not in p.active or u in p.attacked or p.mode not in ("formation", "kg"):
        return False
    return not (u in p.dispersed or u in p.oos or u in p.isolated or u in p.nofuel)


def targets(p: Position, side: str) -> set[str]:
    """9-step1, 9.1: what can be attacked now."""
    found = set()
    for h in p.occupied(OTHER[side]):
        fresh = [u for u in p.units(OTHER[side], h) if u not in p.defended and u not in p.retreated]
        able = [u for n in NEAR[h] for u in p.units(side, n) if can_attack(p, u)]
        if fresh and (len(able) > 1 or any(not p.bracketed(u) for u in able)):
            found.add(h)
    return found


def attacker(p: Position) -> str:
    return UNITS[min(p.attackers)].side


def attack_strength(p: Position) -> int:
    """9.4-ratio"""
    wet = sum(p.strength(u) for u in p.attackers if frozenset((p.at[u], p.target)) in RIVER)
    return wet // 2 + sum(p.strength(u) for u in p.attackers if frozenset((p.at[u], p.target)) not in RIVER)


def defence_strength(p: Position) -> int:
    total = sum(p.strength(u) for u in p.defenders)
    doubled = "city" in terrain(p.target) or (attacker(p) == ALLIED and p.target in WALL)
    return total * 2 if doubled else total


def minimum(p: Position) -> int:
    return sum(p.steps(u) for u in p.defenders)


def maximum(p: Position) -> int:
    """9.3-maximum"""
    most = sum(1 for u in p.attackers if not p.bracketed(u))
    most += p.plays[attacker(p)]
    if any(p.quality(u) == "E" for u in p.attackers):
        most += 1
    most += sum(1 for u in p.attackers if p.steps(u) >= 3)
    if all(u in p.isolated for u in p.defenders):
        most += 2
    elif all(u in p.isolated or u in p.oos for u in p.defenders):
        most += 1
    if "screen" in p.tactics[OTHER[attacker(p)]]:
        most -= 2
    if p.fury and attacker(p) == GERMAN:
        most += 2 if PLACES[p.target].get("vp") else -2
    return max(most, minimum(p))


def _armor(p: Position, side: str, units: set[str]) -> bool:
    return bool(p.tactics[side] & {"tank-battalion", "panzer-battalion"}) or any(
        p.type(u) in ("armor", "combined") for u in units
    )


def _combined(p: Position, side: str, units: set[str]) -> bool:
    return _armor(p, side, units) and any(p.type(u) in FOOT | {"mech", "combined"} for u in units)


def is_true(p: Position, situation: str, detail: str) -> bool:
    """9.4: does a situation hold in this fight?"""
    mine, theirs = attacker(p), OTHER[attacker(p)]
    hexes = sorted({p.at[u] for u in p.attackers})
    infiltration = mine == GERMAN and "infiltration" in p.tactics[mine]
    units = {"attacker": p.attackers, "defender": p.defenders}
    side = {"attacker": mine, "defender": theirs}
    if situation == "ratio":
        sign = detail.rstrip("0123456789.")
        a, d = Fraction(attack_strength(p)), Fraction(detail[len(sign) :]) * defence_strength(p)
        return {">=": a >= d, ">": a > d, "<": a < d, "<=": a <= d}[sign]
    if situation == "terrain":
        return bool(set(detail.split()) & terrain(p.target))
    if situation == "flank":
        apart = len(hexes) == 2 and hexes[1] not in NEAR[hexes[0]]
        return p.target not in BUILT and (len(hexes) >= 3 or apart or infiltration)
    if situation == "one-hex":
        return len(hexes) == 1 and not infiltration
    if situation == "adjacent":
        return any(
            u not in p.dispersed and not p.unsupplied(u) and u not in p.defended
            for n in NEAR[p.target]
            for u in p.units(theirs, n)
        )
    if situation == "disordered":
        return all(u in p.dispersed or p.unsupplied(u) or u in p.nofuel for u in p.defenders)
    if situation == "armor":
        other = "defender" if detail == "attacker" else "attacker"
        return _armor(p, side[detail], units[detail]) and not _armor(p, side[other], units[other])
    if situation == "combined":
        other = "defender" if detail == "attacker" else "attacker"
        return _combined(p, side[detail], units[detail]) and not _combined(p, side[other], units[other])
    if situation in ("elite", "green"):
        return any(p.quality(u) == situation[0].upper() for u in units[detail])
    if situation == "artillery":
        return bool(p.tactics[side[detail]] & {"artillery", "corps-artillery", "fixed-artillery"})
    if situation == "air":
        return "airpower" in p.tactics[detail]
    if situation == "engineers":
        return "combat-engineers" in p.tactics[mine]
    if situation == "recon":
        return mine == GERMAN and any(p.type(u) == "recon" for u in p.defenders)
    if situation == "ip":
        return p.target in p.ip
    if situation == "large":
        return p.total >= int(TABLES["combat"]["large_attack"])
    if situation == "date":
        return p.day == int(detail)
    if situation == "allied-attack":
        return mine == ALLIED
    assert situation == "5pa-attack"
    return mine == GERMAN and 2 * sum(UNITS[u].army == "5pa" for u in p.attackers) >= len(p.attackers)


def side_up(p: Position, chit: str) -> str:
    """9.4: which side of a chit counts: "front", "back" or "" for neither."""
    row = CHITS[chit]
    true = [part for part in ("front", "back") if is_true(p, *_split(row[part]))]
    if len(true) == 2:
        return row["priority"] or "both"
    return true[0] if true else ""


def _split(text: str) -> tuple[str, str]:
    situation, _, detail = text.partition(" ")
    return situation, detail


def totals(p: Position) -> tuple[int, int]:
    """9.5: hits of attacker and defender on the drawn chits, before adjustment."""
    hits = {"A": 0, "D": 0}
    german = "A" if attacker(p) == GERMAN else "D"
    role = {"A": "A", "D": "D", "G": german, "U": "D" if german == "A" else "A"}
    for chit in p.drawn:
        up = side_up(p, chit)
        if up:
            for hit in CHITS[chit][f"{up}_hits"].split():
                hits[role[hit[0]]] += int(hit[1:])
    return hits["A"], hits["D"]


def adjusted(p: Position) -> tuple[int, int]:
    """9.5-adjust, 9.5-zero"""
    a, d = totals(p)
    if p.target in BUILT or p.target in p.ip or (attacker(p) == ALLIED and p.target in WALL):
        d -= 1
    if all(u in p.isolated for u in p.defenders):
        a = 0
    elif all(u in p.dispersed or u in p.oos or u in p.isolated or u in p.nofuel for u in p.defenders):
        a -= 1
    return max(0, a), max(0, d)


def may_use_tactics(p: Position, side: str) -> bool:
    """9.2, 9.24, 4.11"""
    if side == ALLIED and p.surprising:
        return False
    units = p.attackers if side == attacker(p) else p.defenders
    return any(not p.unsupplied(u) and u not in p.dispersed and u != VDH for u in units)


def tactics_of(p: Position, side: str, card: str) -> set[str]:
    """9.2: what a card can be played as in this fight, by the tables."""
    attacks = side == attacker(p)
    mine = p.attackers if attacks else p.defenders
    found = set()
    for row in TABLES["tactic"]:
        dates = row["dates"].get(side)
        if dates is None or not on(dates, p.day) or row["role"] == ("defend" if attacks else "attack"):
            continue
        named = False
        for part in CARDS[card]["tactics"].split(";"):
            name, _, when = part.strip().partition(" ")
            named |= name == "any" or (name == row["id"] and on(when, p.day))
        if not named:
            continue
        if row["id"] == "fixed-artillery":
            far = next(c["far"] for c in TABLES["calendar"]["days"] if c["date"] == p.day)
            if not grow({p.target}, far) & WALL:
                continue
        if row["id"] == "infiltration" and not any(p.type(u) in FOOT for u in mine):
            continue
        if row["id"] == "screen" and ("screen" in p.tactics[side] or not any(UNITS[u].mech for u in mine)):
            continue
        if row["id"] in ("engineers", "combat-engineers") and not attacks and (p.target in BUILT or p.target in p.ip):
            continue
        found.add(row["id"])
    return found


def reinforcements(p: Position, side: str) -> set[str]:
    """9.1, tables: the inactive units that Reinforce Battle can bring into this fight."""
    attacks = side == attacker(p)
    to = set(NEAR[p.target]) if attacks else {p.target}
    out = p.active | p.attacked | p.oos | p.isolated if attacks else p.defenders | p.retreated | p.defended
    found = set()
    for u in p.units(side):
        if u == VDH or u in out | p.dispersed | p.nofuel or p.at[u] not in grow({p.target}, 8):
            continue
        reached = set(reach(p, u, slow=False)[0]) - {p.at[u]}
        if p.at[u] in to or any(fits(p, h, {u}) for h in reached & to):
            found.add(u)
    return found


def coordinated(p: Position) -> set[str]:
    """9.1, tables: the inactive German units that Assault Coordination can bring into this attack."""
    out = p.active | p.attacked | p.dispersed | p.low | p.oos | p.isolated | p.nofuel | {VDH}
    return {u for h in NEAR[p.target] for u in p.units(GERMAN, h) if u not in out}


# --- retreat and advance (9.7, 9.8) ------------------------------------------------------------------------------------------------------


def never_retreats(p: Position, units: set[str], hexes: int) -> bool:
    """9.7, 9.9, 10.23, 10.41: is there one among them that cannot retreat so far?"""
    for u in units:
        if u == VDH or u in p.nofuel or (u in p.isolated and UNITS[u].mech):
            return True
        if hexes == 2 and (u in p.isolated or u in p.dispersed):
            return True
    if hexes == 2:  # 9.9: a dispersed unit binds all that are stacked with it
        where = {p.at[u] for u in units}
        side = UNITS[min(units)].side
        return any(o in p.dispersed for h in where for o in p.units(side, h))
    return False


def _closed(p: Position, side: str, h: str) -> bool:
    if p.units(OTHER[side], h):
        return True
    if side == GERMAN and h in p.roadblocks:
        return True
    if p.units(side, h):
        return False
    return p.owns_town(OTHER[side], h) or (side == ALLIED and h in WALL)


def _priority(p: Position, side: str, h: str, zone: set[str], fed: set[str], units: set[str]) -> int:
    if h not in zone:
        return 1
    friends = [u for u in p.units(side, h) if u not in units]
    if any(not p.unsupplied(u) for u in friends):
        return 2
    return 3 if not friends and h in fed else 4


class Step(NamedTuple):
    """One hex of a retreat as a candidate, the lower the better. `outside`: 2 outside the area of an army, 1 inside it but with no second
    hex inside, 0 inside."""

    outside: int
    priority: int
    awkward: bool


def retreat_steps(p: Position, units: set[str], start: str) -> dict[str, Step]:
    """9.7-priorities, 9.7-choice, 9.71: the hexes next to a hex with what speaks against them; stacking apart."""
    side = UNITS[min(units)].side
    zone, fed = zoc(p, OTHER[side]), supplied(p, side)
    found = {}
    for n in NEAR[start]:
        if _closed(p, side, n):
            continue
        pair = frozenset((start, n))
        if units & p.isolated and pair in p.bridges and p.owns_bridge(OTHER[side], pair):
            continue
        awkward = unbridged(p, start, n) or ("forest" in terrain(n) and not by_road(p, start, n))
        outside = 2 * any(
            UNITS[u].side == GERMAN and UNITS[u].army and p.rule("boundaries") and n not in ARMY_AREA[UNITS[u].army]
            for u in units
        )
        found[n] = Step(outside, _priority(p, side, n, zone, fed, units), awkward)
    return found


def has_room(p: Position, h: str, units: set[str], losses: int) -> bool:
    """7.4, 9.5-processing: is there a way to lose the steps that are still to be lost, evenly, so that the stack fits?"""
    side = UNITS[min(units)].side
    there = [p.steps(u) for u in p.units(side, h) if u not in units]

    def lose(stack: tuple[int, ...], hit: frozenset[int], left: int) -> bool:
        alive = [n for n, steps in enumerate(stack) if steps > 0]
        if left == 0 or not alive:
            return len(there) + len(alive) <= 3 and sum(there) + sum(stack) <= 6
        fresh = [n for n in alive if n not in hit]
        if not fresh:
            fresh, hit = alive, frozenset()
        return any(lose(tuple(steps - (m == n) for m, steps in enumerate(stack)), hit | {n}, left - 1) for n in fresh)

    return lose(tuple(p.steps(u) for u in sorted(units)), frozenset(), losses)


def retreats(p: Position, units: set[str], start: str, left: int, due: int = 0) -> dict[str, int]:
    """9.7: the hexes into which some units can retreat next, with `left` hexes to go, and the step that each costs. `due`: the steps that
    are to be lost to hits afterwards."""
    steps, price = {}, {}
    for n, step in retreat_steps(p, units, start).items():
        fine = int(step.priority >= 3)
        if left == 1:
            if has_room(p, n, units, due + fine):
                steps[n], price[n] = step, fine
        elif sum(p.steps(u) for u in units) > fine:
            then = retreats_on(p, units, start, n, due + fine)
            if then:
                beyond = second_steps(p, units, start, n, due + fine)
                astray = step.outside or int(all(on.outside for on in beyond.values()))
                steps[n], price[n] = step._replace(outside=astray), fine + min(then.values())
    return {n: int(steps[n].priority >= 3) for n in _best(steps, price, p, units, due)}


def retreats_on(p: Position, units: set[str], origin: str, start: str, due: int = 0) -> dict[str, int]:
    """9.75: the second hex of a retreat, two hexes from the attacked one."""
    steps = second_steps(p, units, origin, start, due)
    price = {n: int(step.priority >= 3) for n, step in steps.items()}
    return {n: price[n] for n in _best(steps, price, p, units, due)}


def second_steps(p: Position, units: set[str], origin: str, start: str, due: int) -> dict[str, Step]:
    """9.75: all hexes that could be the second one of a retreat, whatever their priority."""
    q = replace(p, at=p.at | dict.fromkeys(units, start))
    return {
        n: step
        for n, step in retreat_steps(q, units, start).items()
        if n in WITHIN[origin][2] - WITHIN[origin][1] and has_room(q, n, units, due + int(step.priority >= 3))
    }


def _best(steps: dict[str, Step], price: dict[str, int], p: Position, units: set[str], due: int) -> list[str]:
    """The best hexes and, where these would eliminate a unit, others that would save it (7.61-retreat, 9.7, 9.72)."""
    if not steps:
        return []
    first = min(steps.values())
    best = [n for n in steps if steps[n] == first]

    def left(stack: tuple[int, ...], hit: frozenset[int], fines: int, hits: int) -> int:
        """How many units can survive: fines are taken from anybody, then hits from everybody in turn."""
        alive = [n for n, many in enumerate(stack) if many > 0]
        if not fines + hits or not alive:
            return len(alive)
        if fines:
            return max(left(_less(stack, n), hit, fines - 1, hits) for n in alive)
        fresh = [n for n in alive if n not in hit]
        if not fresh:
            fresh, hit = alive, frozenset()
        return max(left(_less(stack, n), hit | {n}, 0, hits - 1) for n in fresh)

    stack = tuple(p.steps(u) for u in sorted(units))
    lives = {n: left(stack, frozenset(), price[n], due) for n in steps}
    most = max(lives[n] for n in best)
    return best + [n for n in steps if n not in best and lives[n] > most]


def _less(stack: tuple[int, ...], which: int) -> tuple[int, ...]:
    return tuple(many - (n == which) for n, many in enumerate(stack))


def advance_hexes(p: Position, u: str) -> set[str]:
    """9.8, 9.81, 9.82: the hexes in which an attacker can end its advance, the attacked hex included."""
    side = UNITS[u].side
    zone = zoc(p, OTHER[side])
    jam = p.jammed if side == GERMAN and p.rule("traffic_jams") else set()
    if p.units(OTHER[side], p.target) or u in p.dispersed or u in p.nofuel:
        return set()

    def passes(a: str, b: str, path: bool) -> tuple[bool, bool]:
        """Can it go over this side, and must it stop behind?"""
        pair = frozenset((a, b))
        if not may_enter(p, u, b) or not in_bounds(p, u, a, b):
            return False, True
        if pair not in RIVER:
            return True, False
        if pair in p.bridges and pair not in jam:
            return not (b in zone and pair in p.over), False
        return path and pair not in p.over, True

    able, halt = passes(p.at[u], p.target, True)
    if not able:
        return set()
    found = {p.target} if fits(p, p.target, {u}) else set()
    far = len(p.retreat) == 2 or not p.defenders
    if not UNITS[u].mech or not far or halt or stops(p, u, p.target):
        return found
    for n in NEAR[p.target]:
        if n == p.at[u]:
            continue  # our reading: it does not come back
        path = len(p.retreat) == 2 and n == p.retreat[0]
        able, _ = passes(p.target, n, path)
        if not able:
            continue
        if not path:
            if p.target in zone and n in zone:
                continue
            if "forest" in terrain(n) and not by_road(p, p.target, n):
                continue
        if fits(p, n, {u}):
            found.add(n)
    return found


def losers(p: Position, side: str) -> set[str]:
    """9.61: the units of a side that can take the next step loss of the fight."""
    mine = attacker(p) == side if p.attackers else UNITS[min(p.defenders)].side != side
    units = p.attackers if mine else p.defenders
    fresh = {u for u in units if u not in p.struck}
    if not fresh:
        return set(units)
    if mine:
        spared = {p.at[u] for u in units} - p.struck_at
        if spared:
            fresh = {u for u in fresh if p.at[u] in spared}
    return fresh


def answers(p: Position, side: str) -> set[str]:
    """9-step6, 9.5-processing: what the defender can do about his hits."""
    found, hits = {"stand"}, p.hits[side]
    for verb, hexes in (("one", 1), ("two", 2)):
        if hits < hexes or never_retreats(p, p.defenders, hexes):
            continue
        if retreats(p, p.defenders, p.target, hexes, hits - hexes):
            found.add(verb)
    return found


# --- reserves (11) -----------------------------------------------------------------------------------------------------------------------


def _threats(p: Position, side: str) -> set[str]:
    enemy = OTHER[side]
    return {p.at[u] for u in p.units(enemy) if u not in p.isolated} | {h for h in BUILT if p.owns_town(enemy, h)}


def _clear_of(h: str, threats: set[str], far: int) -> bool:
    return not WITHIN[h][far - 1] & threats


def deployments(p: Position, u: str) -> set[str]:
    """11.1 to 11.51: where a reserve unit can be placed now, as far as its own division has not been placed in this impulse (11.2)."""
    unit = UNITS[u]
    side = unit.side
    threats, ends = _threats(p, side), heads(p, side)
    enemy = p.occupied(OTHER[side])
    room = {h for h in ROAD_HEXES if h not in enemy and fits(p, h, {u}) and not (side == GERMAN and h in p.roadblocks)}
    own = p.units(side)
    division = [o for o in own if unit.division and UNITS[o].division == unit.division]
    corps = [o for o in own if UNITS[o].corps == unit.corps]
    if unit.corps == "okw":
        near = corps or own
        return {h for h in room & ends if _clear_of(h, threats, 3) and WITHIN[h][3] & {p.at[o] for o in near}}
    if unit.corps == "xxx" and not p.crossed_meuse:
        bank = WEST | ({"1126"} if u == "uk-29a" else set())
        near = division or corps
        fed = supplied(p, ALLIED)
        return {
            h
            for h in room & bank & fed
            if _clear_of(h, threats, 2) and (not near or WITHIN[h][3] & {p.at[o] for o in near})
        }
    if side == ALLIED:
        army = "1a" if unit.corps == "xxx" else unit.army
        area = (
            CORPS_AREA["v"] | CORPS_AREA["vii"] | CORPS_AREA["xviii"] if unit.corps == "xxx" else CORPS_AREA[unit.corps]
        )
    else:
        army = unit.army
        area = ARMY_AREA[unit.army] if p.rule("boundaries") else set(HEXES)
    in_army = [o for o in own if UNITS[o].army == army]
    ground = {h for h in room & ends & area if _clear_of(h, threats, 2 if h in EDGE else 3)}
    found: set[str] = set()
    for level in (division, corps, in_army):
        found = {h for h in ground if WITHIN[h][3] & {p.at[o] for o in level}}
        if found:
            break
    if side == ALLIED and (unit.strategic or unit.entry < p.day):
        found |= {h for h in room & ends & area if _clear_of(h, threats, 2 if h in EDGE else 5)}
    return found


def deployments_with_mates(p: Position, u: str, others: set[str]) -> set[str]:
    """11.2: the same if units of its division have been placed in this impulse; `others` of the division can still come with the card."""
    mates = {o for o in p.placed if UNITS[u].division and UNITS[o].division == UNITS[u].division and o in p.at} - {u}
    if not mates:
        return deployments(p, u)
    taken = {p.at[o] for o in mates}
    whole = mates | others | {u}
    if len(taken) > 1 or (len(whole) <= 3 and sum(p.steps(o) for o in whole) <= 6):
        return deployments(p, u) & taken
    first = min(taken)
    found = deployments(p, u) & taken
    for h in deployments(p, u) & set(NEAR[first]):
        q = replace(p, at=p.at | {u: h})
        if _all_fit(q, sorted(others - {u}), (first, h)):
            found.add(h)
    return found


def _all_fit(p: Position, units: list[str], hexes: tuple[str, str]) -> bool:
    if not units:
        return True
    return any(
        fits(p, h, {units[0]}) and _all_fit(replace(p, at=p.at | {units[0]: h}), units[1:], hexes) for h in hexes
    )


# --- cards (5, 6) ------------------------------------------------------------------------------------------------------------------------


@remembered
def barred(p: Position, side: str) -> set[str]:
    """6.5, 4.11: units that may not be activated now."""
    if p.consecutive == "formation":
        found = set(p.last[side])
    else:
        tired = {UNITS[u].corps for u in p.last[side]}
        found = {u for u in UNITS if UNITS[u].side == side and UNITS[u].corps in tired}
    if side == GERMAN and p.surprising:
        used = {UNITS[u].corps for u in p.surprise}
        found |= {u for u in UNITS if UNITS[u].side == GERMAN and UNITS[u].corps in used}
    return found


def okw_with(p: Position, army: str) -> bool:
    """11.42: may the card of an army activate the OKW Reserve?"""
    where = {p.at[u] for u in members("okw") if u in p.at}
    if not where:
        return False
    north, south = ARMY_AREA["6pa"], ARMY_AREA["7a"]
    if army == "6pa":
        return where <= north
    if army == "7a":
        return where <= south
    return bool(where - north - south) or bool(where & north and where & south)


def kampfgruppe(p: Position, card: str, h: str) -> set[str]:
    """6.4"""
    army = CARDS[card]["kampfgruppe"]
    out = barred(p, GERMAN)
    return {
        u
        for u in p.units(GERMAN)
        if p.at[u] in WITHIN[h][2]
        and u not in out
        and army
        and (army == "all" or UNITS[u].army == army or UNITS[u].corps == "okw")
    }


def candidates(p: Position, corps: str) -> set[str]:
    """13.1: the units of a corps that could regain a step."""
    side = GROUPS[corps]["side"]
    fed = supplied(p, side)
    able = {
        u
        for u in members(corps)
        if u in p.at and p.lost.get(u, 0) and not p.unsupplied(u) and p.at[u] in fed
        and sum(p.steps(o) for o in p.units(side, p.at[u])) < 6
    }  # fmt: skip
    plain = {u for u in able if UNITS[u].quality[p.lost[u] - 1] != "E"}
    return plain or able


def commands(p: Position, side: str, card: str) -> dict[str, Any]:
    """5.2 to 5.6: what a card can be played for in an impulse."""
    row = CARDS[card]
    out = barred(p, side)
    found: dict[str, Any] = {}
    groups = row["activate"].split()
    if row["kind"] == "army" and side == GERMAN and okw_with(p, row["army"]):
        groups.append("okw")
    able = {g for g in groups if members(g) & set(p.at) and not members(g) & set(p.at) & out}
    if able:
        found["formation"] = able
    if row["kampfgruppe"]:
        hexes = {h for h in HEXES if kampfgruppe(p, card, h)}
        if hexes:
            found["kg"] = hexes
    if row["one_unit"] and not p.one_used[side]:
        fed = supplied(p, side)
        single = {u for u in p.units(side) if p.at[u] in fed and u not in out}
        if single:
            found["unit"] = single
    if p.surprising and side == GERMAN:
        return found
    waiting = {u for u, box in p.box.items() if box == "reserve" and UNITS[u].side == side}
    listed = row["deploy"].split()
    coming = waiting if listed == ["all"] else {u for g in listed for u in waiting & members(g)}
    if any(deployments(p, u) for u in coming):
        found["deploy"] = True
    if row["deploy_one"] and any(deployments(p, u) for u in waiting & members(row["deploy_one"])):
        found["deploy_one"] = True
    plan = next(s for s in TABLES["scenario"] if s["id"] == p.scenario)
    if row["rp"] and p.rule("replacements") and plan["replacements"] and candidates(p, row["corps"]):
        found["replace"] = True
    events = set()
    for entry in TABLES["event"]:
        if entry["side"] != side or not on(entry["dates"], p.day) or "impulse" not in entry["when"]:
            continue
        named = False
        for part in f"{row['events']};{row['special']}".split(";"):
            name, _, dates = part.strip().partition(" ")
            named |= (name == entry["id"] and on(dates, p.day)) or (name == "any" and entry["kind"] == "command")
        if named and event_possible(p, entry["id"]):
            events.add(entry["id"])
    if events:
        found["event"] = events
    return found


def event_possible(p: Position, event: str) -> bool:
    """2.3-events: has the event something to act on in an impulse?"""
    calendar = {u for u, box in p.box.items() if box == "calendar"}
    if event == "bridge-engineers":
        return bool(workable(p, GERMAN, False) | workable(p, GERMAN, True))
    if event == "commandos":
        return bool(p.hand[ALLIED])
    if event == "von-der-heydte":
        return p.box.get(VDH) == "vdh" and bool(landings(p))
    if event == "engineers":
        fed = supplied(p, ALLIED)
        works = workable(p, ALLIED, False) | workable(p, ALLIED, True) | blowable(p)
        digs = any(
            not p.unsupplied(u) and u not in p.dispersed and p.at[u] not in BUILT and p.at[u] not in p.ip
            for u in p.units(ALLIED)
        )
        return bool(works) or digs or fed == set()
    if event == "airpower":
        return any(p.unsupplied(u) for u in p.units(ALLIED))
    if event == "raise-the-alarm":
        return bool(alarmed(p))
    if event == "recover":
        return any(u in p.dispersed for u in p.units(ALLIED))
    if event == "withdrawal":
        return bool(withdrawing(p))
    if event == "allies-alert":
        return any(UNITS[u].side == ALLIED and p.due[u] == p.day + 1 for u in calendar)
    if event == "command-crisis":
        return any(UNITS[u].corps == "xxx" and p.due[u] == 22 for u in calendar)
    if event == "eisenhower-hesitates":
        return any(UNITS[u].division in ("us-82", "us-101") and p.due[u] < 19 for u in calendar)
    if event == "fury-of-bastogne":
        return not p.fury
    if event == "ground-freeze":
        return not p.freeze
    assert event == "manteuffel"
    return not p.manteuffel


def alarmed(p: Position) -> set[str]:
    """Raise the Alarm: Allied units that are not next to a German unit nor dispersed."""
    close = {n for h in p.occupied(GERMAN) for n in NEAR[h]}
    return {u for u in p.units(ALLIED) if p.at[u] not in close and u not in p.dispersed}


def withdrawing(p: Position) -> set[str]:
    """Withdrawal: the divisions that have a unit in an enemy zone that is neither dispersed nor isolated (10.23)."""
    zone = zoc(p, GERMAN)
    return {
        g
        for g in GROUPS
        if GROUPS[g]["kind"] == "division" and GROUPS[g]["side"] == ALLIED
        for u in members(g) & set(p.at)
        if p.at[u] in zone and u not in p.dispersed and u not in p.isolated
    }


def landings(p: Position) -> set[str]:
    """Von der Heydte: where he can land."""
    row = next(e for e in TABLES["event"] if e["id"] == "von-der-heydte")
    close = grow(p.occupied(ALLIED), row["distance"] - 1)
    area = ARMY_AREA[row["area"]]
    return {h for h in area if h not in BUILT and h not in close and h not in p.roadblocks and fits(p, h, {VDH})}


def may_pass(p: Position, side: str) -> bool:
    """4-IV-pass-german, 5.1-pass"""
    mine, theirs = len(p.hand[side]), len(p.hand[OTHER[side]])
    return not p.pile[side] and (mine < theirs or (side == ALLIED and mine == theirs))


# --- bridges and roadblocks (12.2, 7.9) --------------------------------------------------------------------------------------------------


def workable(p: Position, side: str, new: bool) -> set[Pair]:
    """12.21, 12.22: the blown bridges that a side can repair, or the river sides where it can build."""
    zone, fed = zoc(p, OTHER[side]), supplied(p, side)
    found = set()
    for pair in RIVER:
        if pair in p.bridges or (pair in PRINTED) == new or not any(h in fed for h in pair):
            continue
        if any(p.units(OTHER[side], h) or (h in zone and not p.units(side, h)) for h in pair):
            continue
        found.add(pair)
    return found


def blowable(p: Position) -> set[Pair]:
    """7.33, 10-hexes, 4.13"""
    fed = supplied(p, ALLIED)
    return {pair for pair in p.bridges if any(h in fed for h in pair)} if p.rule("demolition") else set()


def roadblock_hexes(p: Position) -> set[str]:
    """7.9, 7.9-manteuffel"""
    fed = supplied(p, ALLIED)
    close = grow(p.occupied(GERMAN), 1)
    traffic = {p.at[u] for u in p.units(GERMAN) if UNITS[u].army == "5pa"} if p.manteuffel else set()
    directed = grow(traffic, 4)
    return {
        h
        for h in ROAD_HEXES
        if h in fed
        and not p.units(GERMAN, h)
        and not p.units(ALLIED, h)
        and h not in p.roadblocks
        and not p.owns_town(GERMAN, h)
        and h not in close
        and h not in directed
    }


# --- what a unit does by moving (4.12, 7.31, 7.32, 7.9, 10.42, 12, 14.1) ----------------------------------------------------------------


def entered(p: Position, u: str, to: str, how: str) -> dict[str, Any]:
    """What has changed when a unit has gone to a neighbouring hex: the new values of some fields. `how`: move, march, advance, retreat."""
    side, origin, pair = UNITS[u].side, p.at[u], frozenset((p.at[u], to))
    german_bridges, german_towns, wall = set(p.german_bridges), set(p.german_towns), set(p.allied_wall)
    if pair in PRINTED | p.bridges:
        german_bridges = german_bridges | {pair} if side == GERMAN else german_bridges - {pair}
    if to in BUILT:
        german_towns = german_towns | {to} if side == GERMAN else german_towns - {to}
    if to in WALL:
        wall = wall | {to} if side == ALLIED else wall - {to}
    left = [o for o in p.units(side, origin) if o != u]
    found: dict[str, Any] = {
        "german_bridges": german_bridges,
        "german_towns": german_towns,
        "allied_wall": wall,
        "ip": p.ip if left else p.ip - {origin},
        "roadblocks": p.roadblocks - {to} if side == ALLIED else p.roadblocks,
        "depots": p.depots - {to} if side == GERMAN else p.depots,
    }
    counts = side == GERMAN and u != VDH
    found["reached_meuse"] = p.reached_meuse or (counts and to in BESIDE_MEUSE)
    found["crossed_meuse"] = p.crossed_meuse or (counts and to in WEST)
    found["vdh_relieved"] = p.vdh_relieved or (counts and p.at.get(VDH) == to)
    crossed, used, jammed = set(p.crossed), set(p.used), set(p.jammed)
    if pair in RIVER and how != "retreat":
        jams = side == GERMAN and p.rule("traffic_jams")
        dry = pair in p.bridges and not (jams and pair in p.jammed)
        if dry and jams:
            jammed.add(pair)
        if how != "advance":
            if not dry:
                crossed.add(pair)
            if pair in p.bridges and to in zoc(p, OTHER[side]) and u not in p.ignoring:
                used.add(pair)
    return found | {"crossed": crossed, "used": used, "jammed": jammed}


def activated(p: Position, side: str, units: set[str]) -> dict[str, Any]:
    """7.9-removal, 12.2-change: what changes when these units are activated."""
    german_bridges, roadblocks = set(p.german_bridges), set(p.roadblocks)
    for u in units:
        for n in NEAR[p.at[u]]:
            pair = frozenset((p.at[u], n))
            if pair in PRINTED | p.bridges and not p.units(OTHER[side], n):
                german_bridges = german_bridges | {pair} if side == GERMAN else german_bridges - {pair}
            if side == GERMAN:
                roadblocks.discard(n)
    return {"german_bridges": german_bridges, "roadblocks": roadblocks}


def can_dig(p: Position) -> set[str]:
    """12.31, 12.32: the active units that may build an improved position at the end of the activation."""
    return {
        u
        for u in p.active & set(p.at)
        if u not in p.moved | p.attacked | p.dispersed | p.oos | p.isolated
        and p.at[u] not in BUILT
        and p.at[u] not in p.ip
    }


# --- victory (14) ------------------------------------------------------------------------------------------------------------------------


def points(p: Position) -> int:
    """14.1"""
    plan = next(s for s in TABLES["scenario"] if s["id"] == p.scenario)
    total = 0
    for h in p.german_towns:
        total += int(PLACES[h].get("vp", 0))
        if (
            plan.get("plain_towns")
            and not PLACES[h].get("vp")
            and PLACES[h]["front"] == ALLIED
            and "town" in terrain(h)
        ):
            total += int(plan["plain_towns"])
    if p.meuse_award:
        total += 10
    if p.vdh_relieved:
        total += 1
    total += p.exit_vp
    total += sum(1 for u, box in p.box.items() if box == "eliminated" and UNITS[u].side == ALLIED) // 2
    if p.day >= 18:
        total -= 5 * len(p.allied_wall)
    return total


def level(scenario: str, day: int, total: int) -> tuple[str, str]:
    """14.2, 15: winner and level at the end of a day; two empty texts if the game goes on."""
    if scenario == "assault":
        return (GERMAN, "tactical") if total >= 8 else (ALLIED, "tactical")
    if scenario == "surprised":
        if day < 18:
            return "", ""
        if total >= 18:
            return GERMAN, "operational" if total >= 26 else "tactical"
        return ALLIED, "tactical" if total >= 11 else "operational"
    if scenario == "breakout" and day == 21:
        if total >= 36:
            return GERMAN, "strategic" if total >= 50 else "operational" if total >= 43 else "tactical"
        if total >= 33:
            return "", "draw"
        return ALLIED, "tactical" if total >= 26 else "operational" if total >= 21 else "strategic"
    if scenario == "crisis":
        if total >= 35:
            return GERMAN, "operational"
        if day >= 24 and total <= 15:
            return ALLIED, "operational"
        if day < 28:
            return "", ""
        return (GERMAN, "tactical") if total >= 25 else ("", "draw") if total >= 21 else (ALLIED, "tactical")
    if day < 20:
        return "", ""
    low = {20: 11, 21: 11, 22: 15, 23: 20, 24: 25, 25: 27, 26: 29, 27: 31, 28: 33, 29: 35}[day]
    high = {20: 40, 21: 45, 22: 50, 23: 55, 24: 60, 25: 55, 26: 50, 27: 45, 28: 40, 29: 34}[day]
    kind = "strategic" if day <= 24 else "operational" if day <= 27 else "tactical"
    return (ALLIED, kind) if total < low else (GERMAN, kind) if total > high else ("", "")


def exit_value(p: Position, u: str, h: str) -> int:
    """14.1-exit"""
    west = edge_of(h) in ("west", "north-west") and h in WEST
    each = 2 if UNITS[u].mech else 1
    return each * (p.strength(u) if west else p.steps(u))


# --- reading the game's state ------------------------------------------------------------------------------------------------------------


_UNIT_SETS = (
    *("low", "oos", "isolated", "dispersed", "nofuel", "placed", "surprise", "active", "ignoring", "moved"),
    *("attacked", "defended", "retreated", "attackers", "defenders", "advanced", "struck"),
)
_HEX_SETS = ("ip", "roadblocks", "german_towns", "allied_wall", "depots", "struck_at")
_RIVER_SETS = ("bridges", "german_bridges", "crossed", "used", "jammed", "over")
_PER_SIDE = ("impulses", "one_used", "plays", "hits")
_PLAIN = (
    *("freeze", "fury", "manteuffel", "mode", "total", "reached_meuse", "crossed_meuse", "meuse_award"),
    *("vdh_relieved", "dinant", "flank", "exit_vp"),
)


def read(s: Any) -> Position:
    """The position of a game state, by names."""
    units, hexes, rivers = (s.tables[key].names for key in ("unit", "hex", "repair"))
    boxes, cards, tactics = (s.tables[key].names for key in ("box", "card", "tactic"))

    at, box = {}, {}
    for i, u in enumerate(units):
        where = s.at[i]
        if where >= 0:
            at[u] = hexes[where]
        else:
            box[u] = boxes[~where]
    found: dict[str, Any] = {name: dict(zip(OTHER, getattr(s, name), strict=True)) for name in _PER_SIDE}
    found |= {name: getattr(s, name) for name in _PLAIN}
    found |= {name: names_in(units, getattr(s, name)) for name in _UNIT_SETS}
    found |= {name: names_in(hexes, getattr(s, name)) for name in _HEX_SETS}
    found |= {name: pairs_in(rivers, getattr(s, name)) for name in _RIVER_SETS}
    return Position(
        scenario=s.setup.scenario,
        consecutive=s.setup.option("consecutive"),
        day=s.turn + 15,
        at=at,
        box=box,
        lost={u: s.lost[i] for i, u in enumerate(units)},
        due={u: s.due[i] for i, u in enumerate(units)},
        hand={side: names_in(cards, s.hand[n]) for n, side in enumerate(OTHER)},
        pile={side: names_in(cards, s.pile[n]) for n, side in enumerate(OTHER)},
        last={side: names_in(units, s.last[n]) for n, side in enumerate(OTHER)},
        tactics={side: names_in(tactics, s.tactics[n]) for n, side in enumerate(OTHER)},
        drawn=names_in(s.tables["chit"].names, s.drawn),
        target=hexes[s.target] if s.target >= 0 else "",
        retreat=[hexes[h] for h in s.retreat],
        **found,
    )


if __name__ == "__main__":
    from tests.rules.enemy_action.audit import main

    main()
