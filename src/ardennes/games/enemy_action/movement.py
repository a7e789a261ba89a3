"""7, 8.1 Where units can go: searches and limits, without any change to the position. The frames that ask are in `moving`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ardennes.board import Layer, Reached, Way
from ardennes.board import reach as search
from ardennes.board.hexes import minus
from ardennes.core.decision import Refusal
from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    BANKS,
    BOARD,
    BRITISH,
    COSTS,
    DINANT_UNIT,
    EAST_BANK,
    EVERY,
    FREEZE_COSTS,
    GERMAN,
    HEX_NAMES,
    INFANTRY,
    MA,
    MECH,
    MECHANIZED,
    RIVER_NUMBER,
    RIVERS,
    SIDE,
    SIDES_OF_HEX,
    TABLES,
    WESTWALL,
    layer_of,
    open_sides,
    usable_roads,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe

ROAD = int(TABLES["movement"]["road"])
_LEAVE = int(TABLES["movement"]["leave_zoc"])
PLENTY = 60
"""More points than any way could cost."""
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


def one_hex_case(s: EnemyActionState, unit: Unit, ignoring: Sequence[str] = ()) -> str:
    """4.13, 10.22, 10.23: the case by which a unit can move only one hex; "" if it is free to go further."""
    bit = 1 << unit
    if "one" not in ignoring:
        if s.isolated & bit:
            return "10.23"
        if s.oos & MECH & bit:
            return "10.22"
    slow = SIDE[unit] == ALLIED and not MECH & bit and s.on("slow_reaction") and s.mode != "alarm"
    return "4.13" if slow and SLOW not in ignoring else ""


def one_hex(s: EnemyActionState, unit: Unit) -> Refusal | None:
    """4.13, 10.22, 10.23: why a unit can move only one hex; None if it is free to go further."""
    name = s.name(unit)
    match one_hex_case(s, unit):
        case "10.23":
            return Refusal("10.23", f"{name} is isolated and can move only one hex")
        case "10.22":
            return Refusal("10.22", f"{name} is out of supply and can move only one hex")
        case "4.13":
            return Refusal("4.13", f"{name} is on foot and can move only one hex today")
    return None


def ignores_zones(s: EnemyActionState, unit: Unit) -> bool:
    """5.21"""
    return bool(s.ignoring >> unit & 1)


def controlled(s: EnemyActionState, unit: Unit) -> Places:
    """7.1-zoc: the enemy-controlled hexes that matter to a unit on the move."""
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
def rings_around(area: Places) -> tuple[Places, ...]:
    """An area, and ring by ring the hexes around it."""
    return tuple(BOARD.rings(area, EVERY, ALL, ALL, len(BOARD.names)))


def distance_to(area: Places, place: Place) -> int:
    return next(n for n, ring in enumerate(rings_around(area)) if ring >> place & 1)


def home(s: EnemyActionState, unit: Unit, place: Place = -1) -> Places:
    """7.61, 7.61-retreat: the hexes that its army boundary lets a unit enter from where it is (or from `place`): the
    area of its army and, if it is outside, hexes that are closer to it."""
    area = s.area(unit)
    place = s.at[unit] if place < 0 else place
    if place < 0 or area >> place & 1:
        return area
    return sum(rings_around(area)[: distance_to(area, place)])


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


def beside_enemy(s: EnemyActionState, unit: Unit) -> Places:
    """The hexes of enemy units and those next to them, whether they are controlled or not."""
    return BOARD.grow(s.occupied(foe(SIDE[unit])), 1)


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


class Terms(NamedTuple):
    """What decides where a unit can go from where it is. What depends only on these is cached."""

    place: Place
    left: int
    """Its points."""
    begun: bool
    """Has it spent any?"""
    limited: bool
    """Can it move only one hex?"""
    stuck: bool
    """10.23: is it unable to leave an enemy zone?"""
    enter: Places
    zone: Places
    halt: Places
    """7.9-effects: where roadblocks stop it."""
    area: Places
    """7.61"""
    ground: int
    """Which of GROUND it pays off road."""
    bridges: int
    """The bridges that it can use."""
    dry: bool
    """Does every river count as bridged? (Only to explain.)"""
    tight: int
    """7.32: those of its bridges that nobody may use any more into an enemy-controlled hex."""
    wet: int
    """7.31, 7.33: the river sides it can cross as unbridged."""
    narrow: int
    """4.12, 7.32: those of them that it cannot cross into an enemy-controlled hex."""


GROUND = (*COSTS, FREEZE_COSTS)
"""7: the points for each kind of ground off road: infantry, mechanized units, and those on frozen ground."""


def _terms(
    s: EnemyActionState, unit: Unit, spent: int, barred: int, ignoring: Sequence[str] = (), points: int = -1
) -> Terms:
    place = s.at[unit]
    zone = controlled(s, unit)
    over = bridges = usable(s, unit, ignoring)
    stuck = bool(s.isolated >> unit & 1)
    if stuck:  # 10.23
        bridges &= ~s.own_bridges(foe(SIDE[unit]))
    tight = s.used & bridges if s.used and zone else 0
    if ignoring:
        over = usable(s, unit)
        if "bridges" in ignoring or "zones" in ignoring:
            tight = 0
        if "zones" in ignoring:
            zone = 0
    wet = RIVERS.all & ~(over | s.crossed | barred)
    return Terms(
        place,
        max((allowance(s, unit) if points < 0 else points) - spent, 0),
        spent > 0,
        bool(one_hex_case(s, unit, ignoring)),
        stuck,
        may_enter(s, unit) & ~(1 << place),
        zone,
        0 if "roadblocks" in ignoring else roadblock_stops(s, unit),
        s.area(unit),
        (2 if s.freeze else MECHANIZED) if MECH >> unit & 1 else INFANTRY,
        bridges,
        "rivers" in ignoring,
        tight,
        wet,
        wet & s.used & s.bridges,
    )


@lru_cache(maxsize=256)
def _ways(bridges: int, dry: bool, ground: int, tight: int, free: Places) -> tuple[Way, ...]:
    """7.2, 7.3: by road and off road; the bridges that no further unit may use into an enemy-controlled hex come apart (7.32), with the
    hexes that they still lead to."""
    roads = usable_roads(bridges)
    sides = open_sides(RIVERS.all if dry else bridges)
    costs = GROUND[ground]
    if not tight:
        return (roads, ((ROAD, ALL),)), (sides, costs)
    narrow = layer_of(tight)
    return (
        (minus(roads, narrow), ((ROAD, ALL),)),
        (minus(sides, narrow), costs),
        (_both(roads, narrow), ((ROAD, free),)),
        (narrow, tuple((cost, places & free) for cost, places in costs)),
    )


def _ways_of(t: Terms) -> tuple[Way, ...]:
    return _ways(t.bridges, t.dry, t.ground, t.tight, ALL & ~t.zone if t.tight else 0)


def _both(layer: Layer, other: Layer) -> Layer:
    return tuple(x & y for x, y in zip(layer, other, strict=True))


def _across(place: Place, rivers: int) -> Places:
    """The hexes across some river sides from a hex."""
    out = 0
    for n in each(rivers & SIDES_OF_HEX[place]):
        out |= BANKS[n]
    return out & ~(1 << place)


def _first(t: Terms, enter: Places, ways: Sequence[Way]) -> list[int]:
    """The hexes that a unit can enter as its next step, by cost (7-basic, 7.1-zoc, 7.31)."""
    start, left, zone = 1 << t.place, t.left, t.zone
    out = [0] * (left + 1)
    leave = 0
    if zone & start:
        if t.begun or t.stuck:
            return out  # it has stopped here, or cannot leave (10.23)
        leave = _LEAVE
        enter &= ~zone
    if not left:
        return out
    for layer, costs in ways:
        there = BOARD.spread(start, layer) & enter
        if there:
            for cost, places in costs:
                if there & places:
                    if not t.begun:  # 7-basic: one hex is always possible
                        out[min(cost + leave, left)] |= there & places
                    elif cost <= left:
                        out[cost] |= there & places
    if not t.begun:
        there = _across(t.place, t.wet) & enter
        if there & zone and t.narrow:  # 4.12: across as if unbridged, but 7.32 still holds
            there &= ~zone | _across(t.place, t.wet & ~t.narrow)
        out[left] |= there
    return out


def travel(
    s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0, ignoring: Sequence[str] = (), points: int = -1
) -> Route:
    """7: where a unit can go from where it is by normal movement. `ignoring`: HINDRANCES to leave out, to find out why it cannot go
    somewhere; `points` instead of its allowance."""
    return _route(_terms(s, unit, spent, barred, ignoring, points))


@lru_cache(maxsize=16)  # a move that is looked at is usually made next
def _route(t: Terms) -> Route:
    place, left = t.place, t.left
    start = 1 << place
    ways = _ways_of(t)
    stop = t.zone | t.halt
    if not left or (t.begun and (t.limited or stop & start)):
        return Route(place, [start, *[0] * left], [start], ways, start)
    if not t.area & start:
        return _homeward(t, ways)
    seeds = _first(t, t.enter, ways)
    seeds[0] |= start
    if t.limited:
        return Route(place, seeds[:], seeds, ways, ALL)
    found = search(BOARD, seeds, left, ways, t.enter, stop | start)
    return Route(place, found.levels, seeds, ways, stop | start)


def _homeward(t: Terms, ways: Sequence[Way]) -> Route:
    """7.61-retreat: where a unit outside its army's area can go: every hex it enters is closer to the area than the one before, until it is
    inside."""
    start, left, area = t.place, t.left, t.area
    rings = rings_around(area)
    levels = [0] * (left + 1)
    levels[0] = 1 << start
    prev: dict[Place, Place] = {}
    cost = {start: 0}
    for spend, some in enumerate(_first(t, t.enter, ways)):  # from outside, `enter` has only hexes that are closer
        for place in each(some):
            if cost.get(place, PLENTY) > spend:
                cost[place] = spend
                prev[place] = start
    for so_far in range(1, 1 if t.limited else left):
        for here in [p for p, c in cost.items() if c == so_far]:
            bit = 1 << here
            if (t.zone | t.halt) & bit:
                continue
            to = t.enter & (area if area & bit else sum(rings[: distance_to(area, here)]))
            for layer, prices in ways:
                there = BOARD.spread(bit, layer) & to
                for price, places in prices:
                    if so_far + price <= left:
                        for place in each(there & places):
                            if cost.get(place, PLENTY) > so_far + price:
                                cost[place] = so_far + price
                                prev[place] = here
    for place, spend in cost.items():
        levels[spend] |= 1 << place
    return Route(start, levels, [1 << start], ways, t.zone | t.halt, prev)


def reach(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Route:
    """7, 8.1, 10.2: where a unit can go by normal movement, and what it costs; its own hex for nothing. `spent`: points used already;
    `barred`: river sides that it may not cross in this move (7.33)."""
    return travel(s, unit, spent, barred)


def destinations(s: EnemyActionState, unit: Unit, found: Reached) -> Places:
    """Where a move can end. A withdrawing unit has to end farther from the enemy than it began."""
    to = found.everywhere & ~(1 << s.at[unit])
    return to & ~beside_enemy(s, unit) if s.mode == "withdrawal" else to


def going_on(s: EnemyActionState, unit: Unit, found: Route, spent: int) -> Places:
    """The hexes from which a unit could go on: points are left, and nothing stops it there."""
    if one_hex_case(s, unit):
        return 0
    left = allowance(s, unit) - spent
    out = 0
    for level in found.levels[:left]:
        out |= level
    return out & ~controlled(s, unit) & ~roadblock_stops(s, unit) & ~(1 << s.at[unit]) & destinations(s, unit, found)


def next_steps(s: EnemyActionState, unit: Unit, spent: int, barred: int, ignoring: Sequence[str] = ()) -> list[int]:
    """The hexes that a unit on the move can enter next, by cost. `ignoring`: SLOW or nothing."""
    t = _terms(s, unit, spent, barred, ignoring)
    if t.begun and (t.limited or t.halt >> t.place & 1):
        return [0]
    found = _first(t, t.enter, _ways_of(t))
    if t.limited and len(found) > 1:  # whatever it costs, nothing is left
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
    yield "7", ~(1 << s.at[unit]), f"{s.name(unit)} is already in {{}}"
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
    cost = travel(s, unit, spent, barred, points=PLENTY).cost(place)
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
        return Refusal("7.32", "one unit has already crossed this bridge into an enemy-controlled hex")
    if jammed and (spent or s.crossed & bit):
        return Refusal("4.12", "the bridge is jammed: another unit has used it in this activation")
    if s.bridges & bit:
        return None
    if s.crossed & bit:
        return Refusal("7.31", "one unit has already crossed here in this impulse")
    if spent:
        return Refusal("7.31", f"{name} would have to start its move at the river")
    return None
