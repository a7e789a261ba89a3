"""The position as the player `greedy` sees it: what each side wants, how far it is, where the enemy is strong."""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import Any, NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import exits, movement, strategic, supply
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_AREA,
    ARMY_OF,
    BESIDE_MEUSE,
    BOARD,
    BROKEN,
    BUILT,
    EXIT_UNTIL,
    FOREST,
    GERMAN,
    INFANTRY,
    MECH,
    MECHANIZED,
    SIDES,
    SIDES_OF_HEX,
    VDH,
    WEST_BANK,
    WESTWALL,
    WOODS,
    exit_edge,
)
from ardennes.games.enemy_action.greedy import fields
from ardennes.games.enemy_action.greedy.fields import FAR, FURTHEST, approach, arrival, distances, ground, within
from ardennes.games.enemy_action.greedy.weights import WEIGHTS, weights
from ardennes.games.enemy_action.greedy.worth import worth_of
from ardennes.games.enemy_action.state import EnemyActionState, foe
from ardennes.games.enemy_action.victory import levels, points, town_points

_F, _O, _G, _Q = weights("fields"), weights("objectives"), weights("ground"), weights("quality")
_M, _L, _N, _W = weights("move"), weights("line"), weights("need"), weights("guard")
_WEST, _EAST = WEIGHTS.several("objectives", "exit_west"), WEIGHTS.several("objectives", "exit_east")
_ARMIES = {GERMAN: ("6pa", "5pa", "7a"), ALLIED: ("",)}
"""The parts of a side that have aims of their own."""
_ROUND = 3
"""A way is compared with others that pass within this many hexes."""
_SPREAD = 4.0
"""Movement points by which a way may be longer than the best and still count a good third of it."""
_SOON, _LATER = 8, 26
"""Arrival within the first number of points is soon; beyond the second it does not matter."""
_CUT_FROM = (18, 17)
"""From which day on the supply lines of each side matter."""
_REACH = ((0, 1.0), (1, 1.0), (2, 0.8), (3, 0.5))
"""How much of a unit's strength counts at which distance."""


def kind_of(unit: Unit) -> int:
    """Infantry or mechanized, as the movement tables count."""
    return MECHANIZED if MECH >> unit & 1 else INFANTRY


def urgency(points: int) -> float:
    """How urgent it is that an enemy can arrive for this many movement points: 1 now, 0 never."""
    return 1.0 if points <= _SOON else max(0.0, (_LATER - points) / (_LATER - _SOON))


class Wish(NamedTuple):
    """Hexes that a side would like to be in."""

    value: float
    places: Places


def exits_of(s: EnemyActionState, army: str) -> Places:
    """7.8: the open exit hexes of an army."""
    edges = exits.EXIT_EDGES[army or "okw"]
    shut = exits.closed_edges(s)
    return bits(
        p for p, until in EXIT_UNTIL.items() if s.day <= until and exit_edge(p) in edges and exit_edge(p) not in shut
    )


def german_wishes(s: EnemyActionState, army: str, kind: int) -> list[Wish]:
    """What German units of an army are after."""
    out = [Wish(town_points(s, p) + _O["town"], 1 << p) for p in each(s.towns(ALLIED))]
    if not s.meuse_award:
        out.append(Wish(_O["meuse"], BESIDE_MEUSE & WEST_BANK))
    if not s.okw_released:
        out.append(Wish(_O["near_meuse"], BESIDE_MEUSE))
    doors = exits_of(s, army)
    fast = kind == MECHANIZED
    out.append(Wish(_WEST[fast], doors & WEST_BANK))
    out.append(Wish(_EAST[fast], doors & ~WEST_BANK))
    if s.depots:
        out.append(Wish(_O["depot"], s.depots))
    if s.allied_wall:
        out.append(Wish(_O["lost_wall"], s.allied_wall))
    if s.at[VDH] >= 0:
        out.append(Wish(_O["paratroops"], 1 << s.at[VDH]))
    return out


def allied_wishes(s: EnemyActionState) -> list[Wish]:
    """What Allied units are after."""
    towns = s.german_towns & ~WESTWALL
    out = [Wish(town_points(s, p) + _O["town"], 1 << p) for p in each(towns)]
    wall = s.wall & ~s.allied_wall & ~s.occupied(GERMAN)
    if wall:
        out.append(Wish(_O["wall"], wall))
    short = s.places_of(s.unsupplied & s.on_map(ALLIED))
    if short:
        out.append(Wish(_O["relief"], short))
    return out


def deep_wishes(s: EnemyActionState, army: str) -> list[Wish]:
    """Where the Allies must not let the spearheads of an army come to."""
    doors = exits_of(s, army)
    out = [Wish(_L["exit_west"], doors & WEST_BANK), Wish(_L["exit_east"], doors & ~WEST_BANK)]
    if not s.meuse_award:
        out.append(Wish(_L["meuse"], BESIDE_MEUSE & WEST_BANK))
    out += [Wish(_L["town"] * town_points(s, p), 1 << p) for p in each(s.towns(ALLIED)) if town_points(s, p)]
    return out


def goals(wishes: list[Wish], near: list[int], most: int) -> list[Places]:
    """Wishes as goals of a search, by handicap: those that nobody can reach in time are left out."""
    top = int(_F["best"])
    out = [0] * (int(_F["point"] * top) + 1)
    all_of_them = most >= FURTHEST
    for value, places in wishes:
        some = places if all_of_them else bits(p for p in each(places) if near[p] <= most)
        out[round(_F["point"] * max(0.0, top - value))] |= some
    return out


def friends(s: EnemyActionState, side: Side) -> list[int]:
    """By hex: twice the strength of a side's units there and once that of those next to it."""
    out = [0] * len(BOARD.names)
    for place in each(s.occupied(side)):
        strength = sum(s.strength(u) for u in each(s.units_at(place, side)))
        for p in within(place, 1):
            out[p] += strength
        out[place] += strength
    return out


def need(s: EnemyActionState, side: Side) -> float:
    """How badly a side needs points before the last day ends: 0 if it has time or is ahead, 1 if it loses as things are."""
    last = int(s.plan["last"])
    late = _between((_N["days"] - (last - s.day)) / (_N["days"] - 1))
    if not late:
        return 0.0
    wins = [low for low, winner, _ in levels(s, last) if winner == SIDES[GERMAN]]
    draws = [low for low, winner, _ in levels(s, last) if winner != SIDES[ALLIED]]
    ahead = points(s) - min(wins) if side == GERMAN else min(draws) - 1 - points(s)
    return late * _between((_N["margin"] - ahead) / (2 * _N["margin"]))


def guarding(s: EnemyActionState) -> float:
    """How many times as much the guard of the Westwall counts in a scenario."""
    return _W["crisis"] if s.setup.scenario == "crisis" else 1.0


def _between(value: float) -> float:
    return min(1.0, max(0.0, value))


class Routes:
    """The ways of a side from its units to what it wants."""

    def __init__(self, near: list[int], far: list[int]) -> None:
        self.near, self.far = near, far
        self._both = [a + b for a, b in zip(near, far, strict=True)]
        self._found: dict[Place, float] = {}

    def through(self, place: Place) -> float:
        """How much a hex is on the way: 1 on the best way around here, less on a longer one."""
        found = self._found.get(place)
        if found is None:
            both = self._both
            found = exp((min([both[p] for p in within(place, _ROUND)]) - both[place]) / _SPREAD)
            self._found[place] = found
        return found


def _quality(place: Place) -> float:
    bit = 1 << place
    kind = "forest" if FOREST & bit else "woods" if WOODS & bit else "broken" if BROKEN & bit else "clear"
    out = _Q["town"] if BUILT & bit else _Q[kind]
    return out + (_Q["river"] if SIDES_OF_HEX[place] else 0.0)


QUALITY = [_quality(place) if ALL >> place & 1 else 0.0 for place in range(len(BOARD.names))]
"""How good each hex is for a defender."""


_SEEN = (
    "turn",
    "at",
    "lost",
    "low",
    "oos",
    "isolated",
    "dispersed",
    "nofuel",
    "ip",
    "roadblocks",
    "german_towns",
    "allied_wall",
    "bridges",
    "german_bridges",
    "depots",
    "freeze",
    "manteuffel",
    "ignoring",
    "moved",
    "attacked",
    "defended",
    "retreated",
    "crossed",
    "used",
    "jammed",
    "surprise",
    "reached_meuse",
    "crossed_meuse",
    "meuse_award",
    "okw_released",
    "dinant",
    "flank",
    "exit_vp",
    "vdh_relieved",
)
"""The parts of a position on which anything here depends. Cards, chits and the fight are none of them."""


def _key(s: EnemyActionState, side: Side) -> tuple[Any, ...]:
    found = s.__dict__
    values = [tuple(v) if isinstance(v := found[name], list) else v for name in _SEEN]
    return (side, WEIGHTS.mark, s.mode == "alarm", *values, *s.setup.key)


_SIGHTS: dict[tuple[Any, ...], Sight] = {}
"""What has been worked out about the last positions, those last asked about at the end: most questions are about the same one, and
a planner's looks ahead all begin in the same one."""
_LAST = 40
"""So many positions are remembered."""


def sight(s: EnemyActionState, side: Side) -> Sight:
    """What a side sees in a position."""
    key = _key(s, side)
    found = _SIGHTS.pop(key, None)
    if found is None:
        while len(_SIGHTS) >= _LAST:
            _SIGHTS.pop(next(iter(_SIGHTS)), None)
        found = Sight(s.clone(), side)
    _SIGHTS[key] = found
    return found


def forget() -> None:
    """Forget what has been worked out about earlier positions."""
    _SIGHTS.clear()
    fields.forget()


class Sight:
    """What can be seen from one side of a position, worked out when it is needed."""

    def __init__(self, s: EnemyActionState, side: Side) -> None:
        self.s = s
        self.side = side
        self.enemy = foe(side)
        self.reach: dict[tuple[Unit, Place, int, int, int], movement.Route] = {}
        self.march: dict[Unit, Places] = {}
        self._far: dict[tuple[str, int], list[int]] = {}
        self._goals: dict[tuple[Side, str, int], list[Places]] = {}
        self._deep: dict[str, list[Places]] = {}
        self.posts: dict[Place, float] = {}
        """What any unit is worth in a hex, where that has been asked."""
        self.stood: dict[tuple[Unit, Place], float] = {}
        """What a unit is worth in a hex, with all others where they are, where that has been asked."""
        self.gains: dict[Unit, float] = {}
        """What units gain by a move of their own, where that has been asked."""
        self.plans: dict[tuple[Units, bool, bool], Any] = {}
        """What units do best in an activation, where that has been asked."""

    # --- time and way

    @cached_property
    def need(self) -> float:
        return need(self.s, self.side)

    @cached_property
    def days(self) -> int:
        """Movement points that a unit has until the end of the game."""
        left = int(self.s.plan["last"]) - self.s.day + 1
        return int(_F["days"]) * left

    def _near(self, side: Side, obstacles: bool = False) -> list[int]:
        """By hex: how soon a side's units can be there, in points of a mechanized unit."""
        s = self.s
        g = ground(s, side, obstacles)
        units = s.on_map(side) & ~s.isolated
        fast = arrival(g, MECHANIZED, s.places_of(units & MECH))
        slow = arrival(g, INFANTRY, s.places_of(units & ~MECH), 20)
        times = int(_F["infantry"])
        return [min(a, times * b) for a, b in zip(fast, slow, strict=True)]

    @cached_property
    def own_near(self) -> list[int]:
        return self._near(self.side)

    @cached_property
    def foe_near(self) -> list[int]:
        return self._near(self.enemy)

    @cached_property
    def _raids(self) -> list[int]:
        return self._near(self.enemy, obstacles=True)

    def raid(self, place: Place) -> int:
        """How soon enemy units could be in a hex if nobody were there, in points of a mechanized unit."""
        return 1 + min(self._raids[p] for p in within(place, 1))

    @cached_property
    def lines(self) -> dict[Place, float]:
        """The enemy's supply lines: by hex, what the units are worth that it feeds."""
        s = self.s
        out: dict[Place, float] = {}
        if s.day < _CUT_FROM[self.enemy]:
            return out
        occupied = s.occupied(self.enemy)
        for place in each(occupied):
            units = s.units_at(place, self.enemy)
            stake = worth_of(s, units)
            for p in supply.paths(s, units.bit_length() - 1)[1:]:
                if not occupied >> p & 1:
                    out[p] = out.get(p, 0.0) + stake
        return out

    @cached_property
    def cuts(self) -> list[float]:
        """By hex: what it is worth to be on or next to the enemy's supply lines."""
        lines = self.lines
        if not lines:
            return [0.0] * len(BOARD.names)
        out = [0.0] * len(BOARD.names)
        part, most = _M["cut"], _M["cut_most"]
        for place, fed in lines.items():
            worth = part * min(most, fed)
            for p in within(place, 1):
                out[p] = max(out[p], worth)
        return out

    def goals(self, side: Side, army: str, kind: int) -> list[Places]:
        """What units of a side are after, as goals of a search."""
        found = self._goals.get((side, army, kind))
        if found is None:
            s = self.s
            wishes = german_wishes(s, army, kind) if side == GERMAN else allied_wishes(s)
            near = self.own_near if side == self.side else self.foe_near
            area = self._area(side, army)
            found = [level & area for level in goals(wishes, near, self.days)]
            self._goals[side, army, kind] = found
        return found

    def deep(self, army: str) -> list[Places]:
        """What the spearheads of a German army are after in the end, as goals of a search."""
        found = self._deep.get(army)
        if found is None:
            near = self.own_near if self.side == GERMAN else self.foe_near
            area = self._area(GERMAN, army)
            found = [level & area for level in goals(deep_wishes(self.s, army), near, self.days)]
            self._deep[army] = found
        return found

    @cached_property
    def breakthrough(self) -> Routes:
        """The ways of the German spearheads to what they are after in the end, enemies apart."""
        g = ground(self.s, GERMAN, obstacles=False)
        tables = [approach(g, MECHANIZED, self.deep(army), self._area(GERMAN, army)) for army in _ARMIES[GERMAN]]
        return Routes(self.foe_near, [min(row) for row in zip(*tables, strict=True)])

    def _area(self, side: Side, army: str) -> Places:
        return ARMY_AREA[army] if side == GERMAN and self.s.on("boundaries") else ALL

    def far(self, unit: Unit) -> list[int]:
        """By hex: how far it is from there to what a unit of the side wants."""
        army = ARMY_OF[unit] if self.side == GERMAN else ""
        kind = kind_of(unit)
        found = self._far.get((army, kind))
        if found is None:
            some = self.goals(self.side, army, kind)
            found = approach(ground(self.s, self.side), kind, some, self._area(self.side, army))
            self._far[army, kind] = found
        return found

    @cached_property
    def own_routes(self) -> Routes:
        return Routes(self.own_near, self._all_far(self.side))

    @cached_property
    def foe_routes(self) -> Routes:
        return Routes(self.foe_near, self._all_far(self.enemy))

    def _all_far(self, side: Side) -> list[int]:
        """How far it is from each hex to what anybody of a side wants, enemies apart."""
        g = ground(self.s, side, obstacles=False)
        tables = [
            approach(g, MECHANIZED, self.goals(side, army, MECHANIZED), self._area(side, army))
            for army in _ARMIES[side]
        ]
        return [min(row) for row in zip(*tables, strict=True)] if len(tables) > 1 else tables[0]

    def far_with(self, side: Side, bridges: int, place: Place) -> int:
        """How far it would be from a hex to what anybody of a side wants, enemies apart, if there were other bridges."""
        g = ground(self.s, side, obstacles=False)._replace(bridges=bridges)
        out = FAR
        for army in _ARMIES[side]:
            some = self.goals(side, army, MECHANIZED)
            out = min(out, distances(g, MECHANIZED, some, self._area(side, army), 1 << place).get(place, FAR))
        return out

    @cached_property
    def might(self) -> list[float]:
        """By hex: the enemy strength that can get there soon."""
        s = self.s
        out = [0.0] * len(BOARD.names)
        for place in each(s.occupied(self.enemy)):
            units = s.units_at(place, self.enemy) & ~s.dispersed & ~s.isolated
            strength = float(sum(s.strength(u) for u in each(units)))
            before: set[int] = set()
            for distance, part in _REACH:
                for p in within(place, distance):
                    if p not in before:
                        out[p] += part * strength
                        before.add(p)
        return out

    @cached_property
    def friends(self) -> list[int]:
        return friends(self.s, self.side)

    @cached_property
    def doors(self) -> Places:
        """The exit hexes by which German units can still leave the map."""
        out = 0
        for army in exits.EXIT_EDGES:
            out |= exits_of(self.s, "" if army == "okw" else army)
        return out

    @cached_property
    def supplied(self) -> Places:
        return supply.supplied(self.s, self.side)

    # --- hexes

    def prize(self, place: Place) -> float:
        """What it is worth to own a hex for as long as it lasts: the points of a town, the Westwall."""
        s = self.s
        bit = 1 << place
        out = 0.0
        if BUILT & bit:
            out = float(town_points(s, place)) or _G["town"]
        if s.wall & bit:
            out += _G["wall"]
        return out

    def ground(self, place: Place) -> float:
        """What it is worth to drive the enemy out of a hex, or to be driven out of it."""
        routes = max(self.own_routes.through(place), self.foe_routes.through(place))
        worth = _G["hex"] + _G["route"] * routes + _G["share"] * self.prize(place)
        return worth * (1 + _N["ground"] * self.need)


class Scene:
    """A position in which moves are planned, with what a side saw in it at first. What follows from where the side's own units are is asked
    of the position, the rest is as it was."""

    def __init__(self, s: EnemyActionState, side: Side) -> None:
        self.s = s
        self.side = side
        self.enemy = foe(side)
        self.sight = sight(s, side)

    def reach(self, unit: Unit) -> movement.Route:
        """Where a unit can go by normal movement; crossings that others have used up are closed."""
        s = self.s
        key = (unit, s.at[unit], s.crossed, s.used, s.jammed)
        found = self.sight.reach.get(key)
        if found is None:
            found = self.sight.reach[key] = movement.reach(s, unit)
        return found

    def march(self, unit: Unit) -> Places:
        """Where a unit can go by strategic movement."""
        found = self.sight.march.get(unit)
        if found is None:
            s = self.sight.s
            found = self.sight.march[unit] = strategic.reach(s, unit).everywhere & ~(1 << s.at[unit])
        return found

    def strength_at(self, place: Place, without: Units = 0) -> int:
        """The strength that the side has in a hex."""
        s = self.s
        return sum(s.strength(u) for u in each(s.units_at(place, self.side) & ~without))
