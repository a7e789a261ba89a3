"""7, 8.1 Where units can go: searches and limits, without any change to the position. The frames that ask are in `moving`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.board import Layer, Reached, Way
from ardennes.board import reach as search
from ardennes.board.hexes import minus
from ardennes.core.decision import Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_OF,
    BOARD,
    BRITISH,
    COLUMN,
    COSTS,
    DINANT_UNIT,
    EAST_BANK,
    EDGES,
    EVERY,
    EXIT_UNTIL,
    FREEZE_COSTS,
    GERMAN,
    HEX_NAMES,
    IN_GROUP,
    INFANTRY,
    LAST_DATE,
    MA,
    MECH,
    MECHANIZED,
    OF_SIDE,
    OKW,
    RIVER_NUMBER,
    RIVERS,
    ROAD_HEXES,
    SIDE,
    TABLES,
    WESTWALL,
    exit_edge,
    layer_of,
    open_sides,
    usable_roads,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe

_ROAD = int(TABLES["movement"]["road"])
_EXIT = int(TABLES["movement"]["exit"])
_LEAVE = int(TABLES["movement"]["leave_zoc"])
_DOUBLE = int(TABLES["movement"]["mechanized_strategic"])
_TRIPLE = int(TABLES["movement"]["allied_infantry_strategic"])
_MORE = int(TABLES["movement"]["german_infantry_strategic"])
_PLENTY = 60
"""More points than any way costs that a player could mean."""
EXIT_HEXES = bits(EXIT_UNTIL)
EXIT_EDGES: dict[str, tuple[str, ...]] = {army: tuple(TABLES["exits"][army]) for army in ("6pa", "5pa", "7a", "okw")}
"""7.8: the edges over which the units of each army may leave."""
CLOSES: tuple[tuple[str, str], ...] = tuple((a, b) for a, b in TABLES["exits"]["closes"])
"""7.81: pairs of edges of which one, once used, closes the other."""
_UP_TO_COLUMN = [bits(i for i in each(ALL) if COLUMN[i] <= column) for column in range(max(COLUMN) + 1)]
SLOW = "slow"
"""A hindrance to ignore: 4.13, one hex for Allied infantry on 16 December."""
HINDRANCES = ("zones", "bridges", "rivers", "roadblocks", SLOW, "one")
"""What can keep a unit from going as far as its points allow: 7.1-zoc, 7.32 and 4.12, 7.31, 7.9-effects, 4.13, 10.22 and 10.23."""


# --- what a unit can do at all ----------------------------------------------------------------------------------------


def allowance(s: EnemyActionState, unit: Unit) -> int:
    """7: the points of a unit; 0 if it may not move (9.9, 10.23, 10.41)."""
    bit = 1 << unit
    if (s.dispersed | s.nofuel) & bit or s.isolated & MECH & bit:
        return 0
    return MA[unit]


def one_hex(s: EnemyActionState, unit: Unit, ignoring: Sequence[str] = ()) -> Refusal | None:
    """4.13, 10.22, 10.23: why a unit can move only one hex; None if it is free to go further."""
    bit = 1 << unit
    if "one" not in ignoring:
        if s.isolated & bit:
            return Refusal("10.23", f"{s.name(unit)} is isolated and can move only one hex")
        if s.oos & MECH & bit:
            return Refusal("10.22", f"{s.name(unit)} is out of supply and can move only one hex")
    slow = SIDE[unit] == ALLIED and not MECH & bit and s.on("slow_reaction") and s.mode != "alarm"
    if slow and SLOW not in ignoring:
        return Refusal("4.13", f"{s.name(unit)} is on foot and can move only one hex today")
    return None


def strategic_allowance(s: EnemyActionState, unit: Unit) -> int:
    """7.5-allowance"""
    points = allowance(s, unit)
    if not points:
        return 0
    if one_hex(s, unit):
        return 1
    if MECH >> unit & 1:
        return points * _DOUBLE
    return points * _TRIPLE if SIDE[unit] == ALLIED else points + _MORE


def ignores_zones(s: EnemyActionState, unit: Unit) -> bool:
    """5.21"""
    return bool(s.ignoring >> unit & 1)


def controlled(s: EnemyActionState, unit: Unit) -> Places:
    """7.1-zoc: the enemy-controlled hexes as far as they matter to a unit on the move."""
    return 0 if ignores_zones(s, unit) else s.zoc(foe(SIDE[unit]))


def is_bound(s: EnemyActionState, unit: Unit) -> bool:
    """7.72: must this British unit stay west of the Meuse?"""
    if not BRITISH >> unit & 1 or s.reached_meuse or s.on("british_free"):
        return False
    return not (unit == DINANT_UNIT and s.dinant)


def roadblock_stops(s: EnemyActionState, unit: Unit) -> Places:
    """7.9-effects: the hexes in which a German unit has to stop because a road joins them to a roadblock."""
    return BOARD.spread(s.roadblocks, s.roads) if s.roadblocks and SIDE[unit] == GERMAN else 0


@lru_cache(maxsize=256)
def _rings(area: Places) -> tuple[Places, ...]:
    """An area, and ring by ring the hexes around it."""
    return tuple(BOARD.rings(area, EVERY, ALL, ALL, len(BOARD.names)))


def _distance(area: Places, place: Place) -> int:
    return next(n for n, ring in enumerate(_rings(area)) if ring >> place & 1)


def home(s: EnemyActionState, unit: Unit, place: Place = -1) -> Places:
    """7.61, 7.61-retreat: the hexes that a unit may enter as far as its army boundary is concerned, from where it is (or from `place`): the
    area of its army and, if it is outside, hexes that are closer to it."""
    area = s.area(unit)
    place = s.at[unit] if place < 0 else place
    if place < 0 or area >> place & 1:
        return area
    return sum(_rings(area)[: _distance(area, place)])


def entry_limits(s: EnemyActionState, unit: Unit) -> Limits:
    """7.1-entry, 7.61, 7.72, 7.9-effects, 10.23: the hexes that a unit may enter at all, by movement or advance."""
    side = SIDE[unit]
    enemy = foe(side)
    yield "7.1-entry", ~s.occupied(enemy), "an enemy unit is in {}"
    if side == GERMAN:
        if s.roadblocks:
            yield "7.9-effects", ~s.roadblocks, "there is a roadblock in {}"
        if s.on("boundaries"):
            inside = s.area(unit) >> s.at[unit] & 1 if s.at[unit] >= 0 else 1
            where = "" if inside else " and no closer to it"
            case = "7.61" if inside else "7.61-retreat"
            yield case, home(s, unit), f"{{}} is outside the army's area{where}"
    elif is_bound(s, unit):
        yield "7.72", ~EAST_BANK, "{} is east of the Meuse, which is still closed to the British"
    if s.isolated >> unit & 1:
        yield "10.23", ~s.towns(enemy), "{} is an enemy town, closed to isolated units"
        if side == ALLIED:
            empty = WESTWALL & ~s.occupied(ALLIED)
            yield "10.23", ~empty, "{} is an empty Westwall hex, closed to isolated Allied units"


def may_enter(s: EnemyActionState, unit: Unit) -> Places:
    """The hexes that a unit may enter at all."""
    return ALL & offered(entry_limits(s, unit))


# --- normal movement --------------------------------------------------------------------------------------------------


class Route(Reached):
    """What a search has found. The way to each hex begins in the hex of the unit."""

    __slots__ = ("_first", "_prev", "start")

    def __init__(
        self,
        start: Place,
        levels: list[int],
        seeds: Sequence[int],
        ways: Sequence[Way],
        stop: Places,
        prev: dict[Place, Place] | None = None,
    ) -> None:
        super().__init__(BOARD, levels, seeds, ways, stop, None, False)
        self.start = start
        self._prev = prev
        first = 0
        for level in seeds:
            first |= level
        self._first = first & ~(1 << start)

    def way(self, place: Place) -> list[Place]:
        if self._prev is None:
            out = super().way(place)
            return out if out[0] == self.start else [self.start, *out]
        out = [place]
        while out[-1] != self.start:
            out.append(self._prev[out[-1]])
        return out[::-1]

    def before(self) -> dict[Place, Place]:
        if self._prev is not None:
            return self._prev
        out = super().before()
        for place in each(self._first):
            out.setdefault(place, self.start)
        return out

    def path(self, place: Place) -> tuple[Place, ...]:
        """The hexes to enter one after the other on a cheapest way."""
        return tuple(self.way(place)[1:])


def usable(s: EnemyActionState, unit: Unit, ignoring: Sequence[str] = ()) -> int:
    """4.12: the bridges that a unit can use; on 16 December those that no German unit has used in this activation."""
    if SIDE[unit] == GERMAN and s.jammed and s.on("traffic_jams") and "bridges" not in ignoring:
        return s.bridges & ~s.jammed
    return s.bridges


def _costs(s: EnemyActionState, unit: Unit) -> tuple[tuple[int, int], ...]:
    """7: the points for each kind of ground off road."""
    if not MECH >> unit & 1:
        return COSTS[INFANTRY]
    return FREEZE_COSTS if s.freeze else COSTS[MECHANIZED]


def _ways(s: EnemyActionState, unit: Unit, ignoring: Sequence[str]) -> list[Way]:
    """7.2, 7.3: by road and off road; the bridges that no further unit may use into an enemy-controlled hex come apart (7.32)."""
    bridges = usable(s, unit, ignoring)
    if s.isolated >> unit & 1:  # 10.23
        bridges &= ~s.own_bridges(foe(SIDE[unit]))
    roads = usable_roads(bridges)
    sides = open_sides(RIVERS.all if "rivers" in ignoring else bridges)
    costs = _costs(s, unit)
    tight = 0 if "bridges" in ignoring or "zones" in ignoring else s.used & bridges
    zone = controlled(s, unit)
    if not tight or not zone:
        return [(roads, ((_ROAD, ALL),)), (sides, costs)]
    narrow = layer_of(tight)
    free = ALL & ~zone
    return [
        (minus(roads, narrow), ((_ROAD, ALL),)),
        (minus(sides, narrow), costs),
        (_both(roads, narrow), ((_ROAD, free),)),
        (narrow, tuple((cost, places & free) for cost, places in costs)),
    ]


def _both(layer: Layer, other: Layer) -> Layer:
    return tuple(x & y for x, y in zip(layer, other, strict=True))


def wet(s: EnemyActionState, unit: Unit, barred: int = 0) -> int:
    """7.31, 7.33: the river sides that a unit can cross as unbridged now, as far as earlier crossings of the impulse are concerned."""
    return RIVERS.all & ~usable(s, unit) & ~s.crossed & ~barred


def _first(
    s: EnemyActionState, unit: Unit, points: int, spent: int, barred: int, enter: Places, ways: list[Way], zone: Places
) -> list[int]:
    """The hexes that a unit can enter as its next step, by cost (7-basic, 7.1-zoc, 7.31)."""
    place = s.at[unit]
    start = 1 << place
    left = points - spent
    out = [0] * (max(left, 0) + 1)
    leave = 0
    if zone & start:
        if spent or s.isolated & 1 << unit:
            return out  # it has stopped here, or cannot leave (10.23)
        leave = _LEAVE
        enter &= ~zone
    if left <= 0:
        return out
    for layer, costs in ways:
        there = BOARD.spread(start, layer) & enter
        if there:
            for cost, places in costs:
                if there & places:
                    if not spent:  # 7-basic: one hex is always possible
                        out[min(cost + leave, left)] |= there & places
                    elif cost <= left:
                        out[cost] |= there & places
    if not spent:
        some = wet(s, unit, barred)
        there = BOARD.spread(start, layer_of(some)) & enter if some else 0
        narrow = some & s.used & s.bridges  # 4.12: across as if unbridged, but 7.32 still holds
        if there & zone and narrow:
            only = BOARD.spread(start, layer_of(some & ~narrow)) & enter
            there &= ~zone | only
        out[left] |= there
    return out


def travel(
    s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0, ignoring: Sequence[str] = (), points: int = -1
) -> Route:
    """7: where a unit can go from where it is by normal movement. `ignoring`: HINDRANCES to leave out, to find out why it cannot go
    somewhere; `points` instead of its allowance."""
    place = s.at[unit]
    start = 1 << place
    if points < 0:
        points = allowance(s, unit)
    left = max(points - spent, 0)
    zone = 0 if "zones" in ignoring else controlled(s, unit)
    halt = 0 if "roadblocks" in ignoring else roadblock_stops(s, unit)
    enter = may_enter(s, unit) & ~start
    ways = _ways(s, unit, ignoring)
    limited = one_hex(s, unit, ignoring)
    if not left or (spent and (limited or (zone | halt) & start)):
        return Route(place, [start, *[0] * left], [start], ways, start)
    area = s.area(unit)
    if not area & start:
        return _homeward(s, unit, points, spent, barred, enter, ways, zone, halt, bool(limited))
    seeds = _first(s, unit, points, spent, barred, enter, ways, zone)
    seeds[0] |= start
    if limited:
        return Route(place, seeds[:], seeds, ways, ALL)
    found = search(BOARD, seeds, left, ways, enter, zone | halt | start)
    return Route(place, found.levels, seeds, ways, zone | halt | start)


def _homeward(
    s: EnemyActionState,
    unit: Unit,
    points: int,
    spent: int,
    barred: int,
    enter: Places,
    ways: list[Way],
    zone: Places,
    halt: Places,
    limited: bool,
) -> Route:
    """7.61-retreat: where a unit outside its army's area can go: every hex it enters is closer to the area than the one before, until it is
    inside."""
    start, left = s.at[unit], points - spent
    area = s.area(unit)
    rings = _rings(area)
    levels = [0] * (left + 1)
    levels[0] = 1 << start
    prev: dict[Place, Place] = {}
    cost = {start: 0}
    closer = area
    for ring in rings[1 : _distance(area, start)]:
        closer |= ring
    for spend, some in enumerate(_first(s, unit, points, spent, barred, enter & closer, ways, zone)):
        for place in each(some):
            if cost.get(place, _PLENTY) > spend:
                cost[place] = spend
                prev[place] = start
    for so_far in range(1, 1 if limited else left):
        for here in [p for p, c in cost.items() if c == so_far]:
            bit = 1 << here
            if (zone | halt) & bit:
                continue
            to = enter & ~(1 << start)
            to &= area if area & bit else sum(rings[: _distance(area, here)])
            for layer, prices in ways:
                there = BOARD.spread(bit, layer) & to
                for price, places in prices:
                    if so_far + price <= left:
                        for place in each(there & places):
                            if cost.get(place, _PLENTY) > so_far + price:
                                cost[place] = so_far + price
                                prev[place] = here
    for place, spend in cost.items():
        levels[spend] |= 1 << place
    return Route(start, levels, [1 << start], ways, zone | halt, prev)


def reach(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Route:
    """7, 8.1, 10.2: where a unit can go by normal movement, and what it costs; its own hex for nothing. `spent`: points used already;
    `barred`: river sides that it may not cross in this move (7.33)."""
    return travel(s, unit, spent, barred)


def destinations(s: EnemyActionState, unit: Unit, found: Reached) -> Places:
    """Where a move can end. A withdrawing unit has to end farther from the enemy than it began."""
    to = found.everywhere & ~(1 << s.at[unit])
    return to & ~_beside_enemy(s, unit) if s.mode == "withdrawal" else to


def going_on(s: EnemyActionState, unit: Unit, found: Route, spent: int) -> Places:
    """The hexes from which a unit could go on: points are left, and nothing stops it there."""
    if one_hex(s, unit):
        return 0
    left = allowance(s, unit) - spent
    out = 0
    for level in found.levels[:left]:
        out |= level
    return out & ~controlled(s, unit) & ~roadblock_stops(s, unit) & ~(1 << s.at[unit]) & destinations(s, unit, found)


def next_steps(s: EnemyActionState, unit: Unit, spent: int, barred: int, ignoring: Sequence[str] = ()) -> list[int]:
    """The hexes that a unit on the move can enter next, by cost. `ignoring`: HINDRANCES that do not count."""
    place = s.at[unit]
    limited = one_hex(s, unit, ignoring)
    if spent and (limited or roadblock_stops(s, unit) >> place & 1):
        return [0]
    found = _first(
        s, unit, allowance(s, unit), spent, barred, may_enter(s, unit), _ways(s, unit, ()), controlled(s, unit)
    )
    if limited and len(found) > 1:  # whatever it costs, nothing is left
        some = 0
        for level in found:
            some |= level
        found = [*[0] * (len(found) - 1), some]
    return found


def reinforce(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Route:
    """4.13: where the Reinforce Battle tactic can bring a unit, with the ways."""
    return travel(s, unit, spent, barred, ignoring=(SLOW,))


def reinforce_reach(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Places:
    """4.13: where the Reinforce Battle tactic can bring a unit: its full allowance, also on 16 December."""
    return reinforce(s, unit, spent, barred).everywhere & ~(1 << s.at[unit])


def limits(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Limits:
    """7: where a unit can go by normal movement, and why not elsewhere."""
    yield "7", ~(1 << s.at[unit]), f"{s.name(unit)} is in {{}} already"
    yield from entry_limits(s, unit)
    found = reach(s, unit, spent, barred)
    yield "7-basic", found.everywhere, lambda place: _why_not(s, unit, spent, barred, place)
    yield "8.1", destinations(s, unit, found), "a withdrawing unit has to end farther from the enemy than {}"


def _why_not(s: EnemyActionState, unit: Unit, spent: int, barred: int, place: Place) -> Refusal:
    """Why a unit that may enter a hex does not get there."""
    name, where = s.name(unit), HEX_NAMES.names[place]
    here = s.at[unit]
    bit = 1 << place
    zone = controlled(s, unit)
    if s.isolated >> unit & 1 and zone >> here & 1:
        return Refusal("10.23", f"{name} is isolated and cannot leave an enemy zone of control")
    river = RIVER_NUMBER.get((here, place), -1)
    if BOARD.neighbours(here) & bit:
        if zone >> here & 1 and spent:
            return Refusal("7.1-zoc", f"{name} has entered an enemy-controlled hex and stops there")
        if zone >> here & 1 and zone & bit:
            return Refusal("7.1-zoc", f"{where} is enemy-controlled too: {name} cannot go there directly")
        if roadblock_stops(s, unit) >> here & 1 and spent:
            return Refusal("7.9-effects", f"{name} has come to a roadblock and stops")
        if river >= 0 and (why := _why_not_across(s, unit, spent, barred, river, bool(zone & bit))):
            return why
    limited = one_hex(s, unit)
    if limited and travel(s, unit, spent, barred, (SLOW, "one")).everywhere & bit:
        return limited
    reasons = {
        "zones": Refusal("7.1-zoc", f"enemy zones of control stop {name} before {where}"),
        "roadblocks": Refusal("7.9-effects", f"a roadblock stops {name} before {where}"),
        "bridges": Refusal(
            "4.12" if s.jammed and s.on("traffic_jams") else "7.32",
            f"other units hold the bridge on the way to {where}",
        ),
        "rivers": Refusal(
            "7.31", f"a river without a bridge can only be crossed from the hex where {name} starts, as its whole move"
        ),
    }
    for hindrance, why in reasons.items():
        if travel(s, unit, spent, barred, (SLOW, "one", hindrance)).everywhere & bit:
            return limited or why
    if limited:
        return limited
    cost = travel(s, unit, spent, barred, points=_PLENTY).cost(place)
    points = allowance(s, unit) - spent
    if cost is None and not s.area(unit) >> here & 1:
        return Refusal("7.61-retreat", f"on the way to {where} not every hex is closer to the army's area")
    if cost is None:
        return Refusal("7-basic", f"{where} is too far for {name}")
    return Refusal("7-basic", f"{where} costs {cost}; {name} has {points}")


def _why_not_across(s: EnemyActionState, unit: Unit, spent: int, barred: int, river: int, zone: bool) -> Refusal | None:
    """Why a unit cannot cross the river side between its hex and the next; None if the river is not the reason."""
    bit = 1 << river
    name = s.name(unit)
    if barred & bit:
        return Refusal("7.33", f"the bridge was blown as {name} came up: it cannot cross there in this move")
    if s.isolated >> unit & 1 and s.own_bridges(foe(SIDE[unit])) & bit:
        return Refusal("10.23", f"{name} is isolated and cannot cross an enemy bridge")
    jammed = s.bridges & ~usable(s, unit) & bit
    if s.used & s.bridges & bit and zone:
        return Refusal("7.32", "one unit has crossed this bridge into an enemy-controlled hex already")
    if jammed and (spent or s.crossed & bit):
        return Refusal("4.12", "the bridge is jammed: another unit has used it in this activation")
    if s.bridges & bit:
        return None
    if s.crossed & bit:
        return Refusal("7.31", "one unit has crossed here already in this impulse")
    if spent:
        return Refusal("7.31", f"{name} would have to start its move at the river")
    return None


# --- strategic movement (7.5) -----------------------------------------------------------------------------------------


def _beside_enemy(s: EnemyActionState, unit: Unit) -> Places:
    return BOARD.grow(s.occupied(foe(SIDE[unit])), 1)


def westernmost(s: EnemyActionState, unit: Unit) -> int:
    """7.5-national: the column of the westernmost unit of a German unit's army; OKW units count as one army."""
    army = ARMY_OF[unit]
    own = IN_GROUP[OKW] if not army else bits(u for u in each(s.on_map(GERMAN)) if ARMY_OF[u] == army)
    return max(COLUMN[p] for p in each(s.places_of(own | 1 << unit)))


def strategic_limits(s: EnemyActionState, unit: Unit, spent: int = 0) -> Limits:
    """7.5, 7.5-national: who may use strategic movement, and which hexes it may enter. Whether a road leads there comes after this."""
    side, here = SIDE[unit], s.at[unit]
    name = s.name(unit)
    enemy = foe(side)
    beside = _beside_enemy(s, unit)
    if s.mode in ("alarm", "withdrawal"):
        yield "7.5", 0, f"{name} has not been activated"
    yield "7.5", 0 if s.unsupplied >> unit & 1 else -1, f"{name} is not in supply"
    if not spent:
        yield "7.5", -1 if ROAD_HEXES >> here & 1 else 0, f"{name} is not on a road"
        yield "7.5", 0 if beside >> here & 1 else -1, f"{name} is next to an enemy unit"
    yield from entry_limits(s, unit)
    yield "7.5", ~beside, "{} is next to an enemy unit"
    yield "7.5", ~s.towns(enemy), "{} is an enemy town"
    if side == ALLIED:
        yield "7.5-national", ~WESTWALL, "{} is a Westwall hex"
        return
    yield "7.5-national", ~BOARD.grow(s.roadblocks, 1), "{} is next to a roadblock"
    yield "7.5-national", ~EDGES, "{} is on the edge of the map"
    column = westernmost(s, unit)
    yield "7.5-national", _UP_TO_COLUMN[column], "{} is farther west than any unit of the army"


def _strategic_roads(s: EnemyActionState, unit: Unit) -> Layer:
    """7.5, 12.23: the road sides of strategic movement."""
    theirs = s.own_bridges(foe(SIDE[unit]))
    return minus(usable_roads(usable(s, unit)), layer_of(theirs))


def strategic(s: EnemyActionState, unit: Unit, spent: int = 0) -> Route:
    """7.5: where a unit can go by strategic movement."""
    here = s.at[unit]
    start = 1 << here
    enter = ALL & offered(strategic_limits(s, unit, spent)) & ~start
    left = max(strategic_allowance(s, unit) - spent, 0)
    if not enter or not left:
        return Route(here, [start], [start], (), start)
    roads = _strategic_roads(s, unit)
    area = s.area(unit)
    if not area & start:  # 7.61-retreat: the general search knows how to go home
        ways: list[Way] = [(roads, ((_ROAD, ALL),))]
        return _homeward_by_road(s, unit, left, enter, ways)
    levels = BOARD.rings(start, roads, enter, ALL, left)
    return Route(here, levels, [start], [(roads, ((_ROAD, ALL),))], 0)


def _homeward_by_road(s: EnemyActionState, unit: Unit, left: int, enter: Places, ways: list[Way]) -> Route:
    start = s.at[unit]
    area = s.area(unit)
    rings = _rings(area)
    prev: dict[Place, Place] = {}
    levels = [1 << start]
    seen = 1 << start
    for _ in range(left):
        found = 0
        for here in each(levels[-1]):
            to = enter & ~seen & (area if area >> here & 1 else sum(rings[: _distance(area, here)]))
            for place in each(BOARD.spread(1 << here, ways[0][0]) & to):
                prev.setdefault(place, here)
                found |= 1 << place
        seen |= found
        levels.append(found)
    return Route(start, levels, [1 << start], ways, 0, prev)


def next_on_road(s: EnemyActionState, unit: Unit, spent: int) -> Places:
    """7.5: the hexes that a unit in strategic movement can enter next."""
    if spent >= strategic_allowance(s, unit):
        return 0
    enter = ALL & offered(strategic_limits(s, unit, spent))
    return BOARD.spread(1 << s.at[unit], _strategic_roads(s, unit)) & enter


def march_limits(s: EnemyActionState, unit: Unit, spent: int = 0) -> Limits:
    """7.5: where a unit can go by strategic movement, and why not elsewhere."""
    yield "7.5", ~(1 << s.at[unit]), f"{s.name(unit)} is in {{}} already"
    yield from strategic_limits(s, unit, spent)
    yield "7.5", strategic(s, unit, spent).everywhere, lambda place: _why_no_march(s, unit, spent, place)


def _why_no_march(s: EnemyActionState, unit: Unit, spent: int, place: Place) -> Refusal:
    name, where = s.name(unit), HEX_NAMES.names[place]
    start = 1 << s.at[unit]
    enter = ALL & offered(strategic_limits(s, unit, spent))
    left = strategic_allowance(s, unit) - spent
    roads = _strategic_roads(s, unit)
    by_road = sum(BOARD.rings(start, roads, enter, ALL, _PLENTY))
    if by_road >> place & 1:
        if limited := one_hex(s, unit):
            return limited
        return Refusal("7.5-allowance", f"{where} is too far by road; {name} has {left}")
    over = sum(BOARD.rings(start, s.roads, enter, ALL, _PLENTY))
    if over >> place & 1:
        if s.bridges & ~usable(s, unit):
            return Refusal("4.12", f"a bridge on the road to {where} is jammed")
        return Refusal("7.5", f"the road to {where} leads over an enemy bridge")
    if sum(BOARD.rings(start, s.roads, ALL, ALL, _PLENTY)) >> place & 1:
        return Refusal("7.5", f"every road to {where} passes hexes that are closed to strategic movement")
    return Refusal("7.5", f"no unbroken road leads to {where}")


# --- leaving the map (7.8) --------------------------------------------------------------------------------------------


def exit_hexes(s: EnemyActionState, unit: Unit) -> Places:
    """7.8: the exit hexes of a unit's army, whether or not they are open."""
    edges = EXIT_EDGES[ARMY_OF[unit] or "okw"]
    return bits(p for p in EXIT_UNTIL if exit_edge(p) in edges)


def closed_edges(s: EnemyActionState) -> tuple[str, ...]:
    """7.81: the edges that are closed because units have left by another."""
    return tuple(b if s.flank == a else a for a, b in CLOSES if s.flank in (a, b))


def exit_limits(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Limits:
    """7.8, 7.81: the hexes by which a unit can leave the map, going there first if need be."""
    german = SIDE[unit] == GERMAN
    yield "2.1-exit", -1 if german else 0, "Allied units never leave the map"
    yield "2.1-exit", EXIT_HEXES, "{} is not an exit hex"
    today = bits(p for p, until in EXIT_UNTIL.items() if s.day <= until)
    yield "2.1-exit", today, lambda p: f"{HEX_NAMES.names[p]} is closed after {EXIT_UNTIL.get(p, LAST_DATE)} December"
    yield "7.8", 0 if s.unsupplied >> unit & 1 else -1, f"{s.name(unit)} is not in supply"
    yield "7.8", exit_hexes(s, unit) if german else 0, f"units of {s.name(unit)}'s army may not leave the map at {{}}"
    shut = closed_edges(s)
    still = bits(p for p in EXIT_UNTIL if exit_edge(p) not in shut)
    yield "7.81", still, lambda p: f"units have left by the {s.flank} edge, which closes {HEX_NAMES.names[p]}"
    yield "7.8", ~s.zoc(foe(SIDE[unit])), "{} is enemy-controlled"
    found = reach(s, unit, spent, barred)
    left = allowance(s, unit) - spent
    near = 0
    for level in found.levels[: max(left - _EXIT + 1, 0)]:
        near |= level
    here = 1 << s.at[unit]
    if one_hex(s, unit):
        near &= here
    near &= ~roadblock_stops(s, unit) | (0 if spent else here)
    yield "7.8", near, f"{s.name(unit)} cannot reach {{}} with 1 MP left"


def exits(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Places:
    """7.8: the hexes by which a unit can leave the map."""
    if SIDE[unit] == ALLIED or s.unsupplied >> unit & 1:
        return 0
    return offered(exit_limits(s, unit, spent, barred))


# --- who can move -----------------------------------------------------------------------------------------------------


def unit_limits(s: EnemyActionState, side: Side) -> Limits:
    """7: the units that a side can move now."""
    yield "7", OF_SIDE[side], "{} belongs to the other side"
    yield "7", s.on_map(side), "{} is not on the map"
    yield "7", s.active, "{} is not active"
    yield "7-basic", ~s.moved, "{} has moved already"
    yield "9.9", ~s.dispersed, "{} is dispersed"
    yield "10.41", ~s.nofuel, "{} has no fuel"
    yield "10.23", ~(s.isolated & MECH), "{} is isolated and cannot move"
    pinned = s.isolated & s.units_in(side, s.zoc(foe(side)))
    yield "10.23", ~pinned, "{} is isolated and cannot leave an enemy zone of control"
    rest = s.active & ~s.moved & s.on_map(side) & ~s.dispersed & ~s.nofuel
    yield "7", bits(u for u in each(rest) if somewhere(s, u)), "{} has nowhere to go"


def somewhere(s: EnemyActionState, unit: Unit) -> bool:
    """Can a fresh unit leave its hex?"""
    if s.mode == "withdrawal":
        return bool(destinations(s, unit, reach(s, unit)))
    return any(next_steps(s, unit, 0, 0)) or bool(exits(s, unit))


def can_move(s: EnemyActionState, side: Side) -> Units:
    """7: the active units of a side that can still move."""
    return offered(unit_limits(s, side))
