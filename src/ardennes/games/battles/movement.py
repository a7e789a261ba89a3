"""b5 to b8, 15 How far a unit can go: normal movement, march, forced march, entry, exit. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from ardennes.board.search import Reached, Way, reach
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits
from ardennes.core.names import bits, each
from ardennes.games.battles.facts import (
    ALL,
    ALLIED,
    ARTILLERY,
    BOARD,
    CITY,
    DRY,
    FOOT,
    GERMAN,
    HEX_NAMES,
    KEPT_EAST,
    MA,
    MECH,
    MOBILITY,
    OF_SIDE,
    RIVER,
    ROAD_HEXES,
    RULES,
    SIDE,
    TABLES,
    TERRAIN,
    TOWN,
    WAITING,
    WESTWALL,
    open_sides,
)
from ardennes.games.battles.setup import entries, exits
from ardennes.games.battles.state import BattlesState, foe

ZONE_COST, RIVER_COST = int(RULES["zone_cost"]), int(RULES["river_cost"])
ENTRY_BONUS, EXIT_COST = int(RULES["entry_bonus"]), int(RULES["exit_cost"])
SURPRISE = int(RULES["surprise_turn"])
NORMAL, MARCH, FORCED = "normal", "march", "forced"
"""The ways to move a unit: b5.1, b6.1, b6.5."""


# --- costs (b5.41) ----------------------------------------------------------------------------------------------------------------------


@cache
def road_costs(mobility: str) -> tuple[tuple[int, int], ...]:
    """b5.2: what a road step costs, by the hex it leads to: pairs of cost and hexes."""
    return _grouped({place: _road_cost(mobility, place) for place in each(ALL)})


def _road_cost(mobility: str, place: Place) -> int:
    kind = "town" if TOWN >> place & 1 else "city" if CITY >> place & 1 else "road"
    return int(TABLES["costs"][kind][mobility][0])


@cache
def terrain_costs(mobility: str, side: Side, bad: bool) -> tuple[tuple[int, int], ...]:
    """5.45, b5.41: what it costs to enter hexes off the road; those that are prohibited are left out."""
    out: dict[Place, int] = {}
    for kind, places in TERRAIN.items():
        cost = int(TABLES["costs"][kind][mobility][1 if bad else 0])
        if cost < 0:
            continue
        for place in each(places):
            wall = side == ALLIED and bool(WESTWALL >> place & 1)
            out[place] = cost + (int(RULES["westwall_cost"]) if wall else 0)
    return _grouped(out)


def _grouped(costs: dict[Place, int]) -> tuple[tuple[int, int], ...]:
    return tuple((cost, bits(p for p, c in costs.items() if c == cost)) for cost in sorted(set(costs.values())))


def ways(mobility: str, side: Side, bad: bool, blown: int) -> tuple[Way, Way]:
    """The two modes of movement: by road, and across country over sides without a river."""
    return (open_sides(blown)[1], road_costs(mobility)), (DRY, terrain_costs(mobility, side, bad))


def plain_costs(start: Place, window: Places, bad: bool, blown: int) -> tuple[int, ...]:
    """16.47: the mechanized costs from a hex to all others, past all units; -1 where nothing leads. German, so the Westwall is free."""
    found = reach(BOARD, [1 << start], 120, ways("mech", GERMAN, bad, blown), window, 0)
    return tuple(-1 if (cost := found.cost(place)) is None else cost for place in range(len(HEX_NAMES.names)))


# --- allowances -------------------------------------------------------------------------------------------------------------------------


def allowance(s: BattlesState, unit: Unit) -> int:
    """b5.4, 11.4, b6.5, 15.13: the MPs of a unit for normal movement: halved out of supply or fatigued, one more on entry."""
    ma = MA[unit]
    if (s.unsupplied | s.fatigued) >> unit & 1:
        ma = -(-ma // 2)
    return ma + (ENTRY_BONUS if s.at[unit] < 0 else 0)


def march_factor(unit: Unit) -> int:
    """b6.2"""
    slow = FOOT >> unit & 1 or (ARTILLERY >> unit & 1 and MA[unit] <= int(RULES["slow_artillery"]))
    return int(RULES["march_slow" if SIDE[unit] == GERMAN and slow else "march"])


def march_allowance(s: BattlesState, unit: Unit) -> int:
    """b6.2, 15.13"""
    return (MA[unit] + (ENTRY_BONUS if s.at[unit] < 0 else 0)) * march_factor(unit)


def forced_bonus(unit: Unit) -> int:
    """b6.5"""
    return int(RULES["forced_march"][MOBILITY[unit]])


# --- who may move -------------------------------------------------------------------------------------------------------------------------


def surprised(s: BattlesState, side: Side) -> Units:
    """b15.5: the Allied units that cannot move on game turn 1."""
    if side != ALLIED or s.turn != SURPRISE:
        return 0
    if s.plan["surprise"] == "all":
        return OF_SIDE[ALLIED]
    if s.plan["surprise"] == "adjacent":
        near = BOARD.spread(s.occupied(GERMAN), BOARD.everywhere)
        return OF_SIDE[ALLIED] & ~s.units_in(ALLIED, near)
    return 0


def movers(s: BattlesState, side: Side) -> Limits:
    """What keeps units from moving in this segment."""
    yield "b5.1", OF_SIDE[side], "{} belongs to the other side"
    here = s.on_map(side) | s.in_box(WAITING) & OF_SIDE[side]
    yield "b15.1", here, "{} is not on the map"
    yield "b5.1", ~s.moved, "{} has already moved"
    yield "b15.5", ~surprised(s, side), "{} is surprised and cannot move on game turn 1"
    held = bits(u for u in each(here) if not s.released(u)) if max(s.release) > s.turn else 0
    yield "b15.4", ~held, lambda u: f"{s.name(u)} is held back until game turn {s.release[u]}"
    yield "b10.12", ~(s.busy & ARTILLERY), "{} has changed its mode in this player-turn"
    yield "b13.1", ~(s.busy & s.digging), "{} is digging in and stays where it is"
    yield "b12.4", ~s.busy, "{} is building and stays where it is"
    fixed = ARTILLERY & s.on_map(side) & (s.battery | s.changing)
    yield "b10.1", ~fixed, "{} is in battery or changing its mode, and does not move"
    stuck = bits(u for u in each(here & s.in_box(WAITING)) if not entry_of(s, u)[1])
    yield "b15.3", ~stuck, "the hex by which {} would enter is blocked"


# --- entering the map ---------------------------------------------------------------------------------------------------------------------


def shut(s: BattlesState, side: Side) -> Places:
    """b15.3: the hexes by which nobody of a side can come in: enemy units, or an enemy zone without a friend."""
    return s.occupied(foe(side)) | s.zoc(foe(side)) & ~s.occupied(side)


def entry_of(s: BattlesState, unit: Unit) -> tuple[Place, bool]:
    """b15.1, b15.3: the hex by which a waiting unit comes in, and whether it can: its own, or from the turn after on the nearest free one
    of its side if that is blocked."""
    side, own = SIDE[unit], s.entry[unit]
    closed = shut(s, side)
    if not closed >> own & 1:
        return own, True
    if s.turn > s.due[unit]:
        others = each(entries(s, side) & ~closed)
        if others:
            return min(others, key=lambda p: (BOARD.distance(own, p), HEX_NAMES.names[p])), True
    return own, False


def column(s: BattlesState, side: Side, gate: Place) -> int:
    """b15.2: how many units have come in by a hex in this segment; the next one pays that many MPs more."""
    return sum(s.gates[u] == gate for u in each(OF_SIDE[side] & s.moved))


# --- how far ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trip:
    """Where a unit can go in one way of moving."""

    found: Reached | None
    single: dict[Place, int]
    """Hexes that it can enter by moving just one hex, with their cost (b5.3, b7.4)."""
    ends: Places
    """Where it may stop."""
    start: Place
    """Its hex, or the hex by which it comes in."""
    budget: int

    def _known(self, place: Place) -> int | None:
        """What it costs to get to a hex by more than one step; None if a single step is all there is, or no dearer."""
        known = self.found.cost(place) if self.found else None
        return None if known is None or self.single.get(place, known + 1) <= known else known

    def cost(self, place: Place) -> int:
        """What it costs to get to a hex that is reached."""
        known = self._known(place)
        return self.single[place] if known is None else known

    def way(self, place: Place) -> tuple[Place, ...]:
        """The hexes on the way, without the start unless the unit comes in there."""
        if self.found is None or self._known(place) is None:
            return (place,)
        return tuple(self.found.way(place))

    def costs(self) -> Iterator[tuple[Place, int]]:
        """Each hex where it may stop, with its cost."""
        for place in each(self.ends):
            yield place, self.cost(place)

    def before(self) -> dict[Place, Place]:
        """Each hex on a way with the one before it."""
        reached = (self.found.everywhere if self.found else 0) | bits(self.single)
        known = self.found.before() if self.found else {}
        direct = {place: self.start for place in self.single if self._known(place) is None}
        return {place: known.get(place, self.start) for place in each(reached & ~(1 << self.start))} | direct


def open_to(s: BattlesState, unit: Unit) -> Places:
    """b8.3, b15.7: the hexes that a unit may enter at all in movement."""
    out = s.window & ~s.occupied(foe(SIDE[unit]))
    if unit == KEPT_EAST and s.turn < int(RULES["kept_east_until"]):
        out &= ~WEST_COLUMNS
    return out


WEST_COLUMNS = bits(
    BOARD.index[name]
    for name in BOARD.grid.sheets()["B"]
    if name.startswith("B") and int(name[3:5]) <= int(RULES["kept_east_of"])
)
"""b15.7: the columns of map B that CCA/3 Armored keeps out of."""


def roomy(s: BattlesState, unit: Unit, places: Places, marching: bool) -> Places:
    """b8.1, b8.2: where the unit may end its move as far as friends are concerned."""
    side, here = SIDE[unit], s.at[unit]
    out = places & ~(s.occupied(side) if marching else s.full(side))
    if here >= 0 and places >> here & 1 and _alone_fits(s, unit, marching):
        out |= 1 << here
    return out


def _alone_fits(s: BattlesState, unit: Unit, marching: bool) -> bool:
    """The same for the unit's own hex, where it does not count itself."""
    others = s.units_at(s.at[unit], SIDE[unit]) & ~(1 << unit)
    if not others:
        return True
    return not (marching or others & s.marching or others.bit_count() >= int(RULES["units_in_hex"]))


def known_targets(s: BattlesState, side: Side) -> Places:
    """16.42: the hexes in which units of a side must stop because commandos are known to be there."""
    return s.found if side == ALLIED else 0


def trip(s: BattlesState, unit: Unit, how: str = NORMAL) -> Trip:
    """Where a unit that may move can go. It must not be in battery."""
    return _march(s, unit) if how == MARCH else _normal(s, unit, forced_bonus(unit) if how == FORCED else 0)


def _normal(s: BattlesState, unit: Unit, extra: int) -> Trip:
    side, mobility = SIDE[unit], MOBILITY[unit]
    budget = allowance(s, unit) + extra
    zone = s.zoc(foe(side))
    enter = open_to(s, unit)
    here = s.at[unit]
    if here < 0:
        modes = ways(mobility, side, s.bad_ground, s.blown)
        return _entering(s, unit, budget, modes, enter, zone)
    stop = zone | known_targets(s, side)
    found, single, reached = _from_hex(here, budget, mobility, side, s.bad_ground, s.blown, enter, zone, stop)
    return Trip(found, single, roomy(s, unit, reached, False) & ~(1 << here), here, budget)


@lru_cache(maxsize=2048)
def _from_hex(
    here: Place,
    budget: int,
    mobility: str,
    side: Side,
    bad: bool,
    blown: int,
    enter: Places,
    zone: Places,
    stop: Places,
) -> tuple[Reached, dict[Place, int], Places]:
    """What a unit on the map finds on a normal move, as far as friends are no matter: the search, single steps, and all that it reaches.
    It stays the same until an enemy moves, so several questions share it."""
    modes = ways(mobility, side, bad, blown)
    free = enter & ~(1 << here)
    foot, in_zone = mobility == "foot", bool(zone >> here & 1)
    steps = _first_steps(foot, here, modes, free, in_zone)
    single: dict[Place, int] = {}
    if in_zone:
        single = {p: c for p, c in steps.items() if zone >> p & 1} if foot else {}
        steps = {p: c for p, c in steps.items() if not zone >> p & 1}
    seeds = [0] * (budget + 1)
    for place, cost in steps.items():
        if cost <= budget:
            seeds[cost] |= 1 << place
        else:
            single[place] = cost  # b5.3
    found = reach(BOARD, seeds, budget, modes, free, stop)
    return found, single, found.everywhere | bits(single)


def onward(s: BattlesState, unit: Unit, via: Place, spent: int) -> Trip:
    """Where a unit can go on from a hex on its way, with what is left of its MPs. It may also stop there."""
    side = SIDE[unit]
    budget = allowance(s, unit)
    modes = ways(MOBILITY[unit], side, s.bad_ground, s.blown)
    here = s.at[unit]
    free = open_to(s, unit) & ~(1 << here if here >= 0 else 0)
    stops = s.zoc(foe(side)) | known_targets(s, side)
    found = reach(BOARD, [*([0] * spent), 1 << via], budget, modes, free, stops)
    return Trip(found, {}, roomy(s, unit, found.everywhere, False), via, budget)


def halfway(s: BattlesState, unit: Unit, going: Trip) -> Places:
    """The hexes from which a unit on a normal move could go on, and where it could stop if it did not."""
    if going.found is None:
        return 0
    stops = s.zoc(foe(SIDE[unit])) | known_targets(s, SIDE[unit])
    left = 0
    for level in going.found.levels[: going.budget]:
        left |= level
    return left & going.ends & ~stops & ~(1 << going.start)


def _first_steps(foot: bool, here: Place, modes: tuple[Way, Way], enter: Places, in_zone: bool) -> dict[Place, int]:
    """The cost of each single step from a unit's hex; foot units may cross rivers there (b5.43), leaving a zone costs more (b7.4)."""
    out: dict[Place, int] = {}
    start = 1 << here
    choices = [(layer, costs, 0) for layer, costs in modes]
    if foot:
        choices.append((RIVER, modes[1][1], RIVER_COST))
    for layer, costs, more in choices:
        near = BOARD.spread(start, layer) & enter
        for cost, places in costs:
            for place in each(near & places):
                out[place] = min(out.get(place, 99), cost + more)
    return {place: cost + ZONE_COST for place, cost in out.items()} if in_zone else out


def _entering(
    s: BattlesState, unit: Unit, budget: int, modes: tuple[Way, ...], enter: Places, zone: Places, march: bool = False
) -> Trip:
    """b15.1, b15.2: a unit comes in; it pays for its entry hex by road and for the units that came before it."""
    gate, can = entry_of(s, unit)
    price = _road_cost(MOBILITY[unit], gate) + column(s, SIDE[unit], gate)
    if not can or not enter >> gate & 1:
        return Trip(None, {}, 0, gate, budget)
    stops = zone | known_targets(s, SIDE[unit])
    found = reach(BOARD, [*([0] * price), 1 << gate], budget, modes, enter, stops)
    return Trip(found, {}, roomy(s, unit, found.everywhere, march), gate, budget)


def march_bar(s: BattlesState, unit: Unit) -> str:
    """b6.1: why a unit cannot take march mode; '' if it can."""
    side = SIDE[unit]
    if s.unsupplied >> unit & 1:
        return "it is out of supply"
    if s.fatigued >> unit & 1:
        return "it is fatigued"
    here = s.at[unit]
    if here < 0:
        return ""
    if not ROAD_HEXES >> here & 1:
        return "it is not on a road"
    if s.units_at(here, side) != 1 << unit:
        return "it is not alone in its hex"
    if s.zoc(foe(side)) >> here & 1 or beside_enemy(s, side) >> here & 1:
        return "an enemy unit is next to it"
    return ""


def beside_enemy(s: BattlesState, side: Side) -> Places:
    """b6.3: the hexes next to any enemy unit."""
    return BOARD.spread(s.occupied(foe(side)), BOARD.everywhere)


def _march(s: BattlesState, unit: Unit) -> Trip:
    """b6.2, b6.3: by road only, never next to an enemy, past friends that do not march, alone at the end."""
    side, here = SIDE[unit], s.at[unit]
    budget = march_allowance(s, unit)
    if march_bar(s, unit):
        return Trip(None, {}, 0, here, budget)
    columns = s.places_of(s.marching & OF_SIDE[side] & ~(1 << unit))
    enter = open_to(s, unit) & ~beside_enemy(s, side) & ~columns & ~s.zoc(foe(side))
    road = (open_sides(s.blown)[1], road_costs(MOBILITY[unit]))
    if here < 0:
        return _entering(s, unit, budget, (road,), enter, 0, march=True)
    # Its own hex is not part of the way, so a target there does not stop it again.
    found, reached = _by_road(here, budget, MOBILITY[unit], s.blown, enter & ~(1 << here), known_targets(s, side))
    return Trip(found, {}, roomy(s, unit, reached, True), here, budget)


@lru_cache(maxsize=512)
def _by_road(
    here: Place, budget: int, mobility: str, blown: int, enter: Places, stop: Places
) -> tuple[Reached, Places]:
    """What a column finds that starts in a hex: the search, and all that it reaches."""
    road = (open_sides(blown)[1], road_costs(mobility))
    near = BOARD.spread(1 << here, road[0]) & enter
    seeds = [0] * (budget + 1)
    for cost, places in road[1]:
        seeds[cost] |= near & places
    found = reach(BOARD, seeds, budget, (road,), enter, stop)
    return found, found.everywhere


def exits_of(s: BattlesState, unit: Unit) -> dict[Place, int]:
    """b17.4: the exit hexes by which a unit can leave the map in this move, with the MPs that it takes."""
    here = s.at[unit]
    if SIDE[unit] != GERMAN or not MECH >> unit & 1 or s.unsupplied >> unit & 1 or here < 0:
        return {}
    zone = s.zoc(ALLIED)
    budget = allowance(s, unit)
    out: dict[Place, int] = {}
    gates = exits(s)
    if gates >> here & 1:
        cost = EXIT_COST + (ZONE_COST if zone >> here & 1 else 0)
        if cost <= budget:
            out[here] = cost
    found = _normal(s, unit, 0).found if gates & BOARD.within(here, budget) else None
    if found is not None:
        for place in each(found.everywhere & gates & ~zone & ~(1 << here)):
            cost = (found.cost(place) or 0) + EXIT_COST
            if cost <= budget:
                out[place] = cost
    return out


def can_move(s: BattlesState, unit: Unit) -> bool:
    """Is there anything that a unit which may move could do?"""
    if s.at[unit] < 0:
        if s.must_march >> unit & 1:  # b15.7
            return bool(trip(s, unit, MARCH).ends)
        gate, can = entry_of(s, unit)  # most can at least stop where they come in
        price = _road_cost(MOBILITY[unit], gate) + column(s, SIDE[unit], gate)
        if can and price <= allowance(s, unit) and open_to(s, unit) & ~s.full(SIDE[unit]) & 1 << gate:
            return True
    return bool(trip(s, unit).ends or trip(s, unit, MARCH).ends or exits_of(s, unit))
