"""The position as the player `greedy` sees it: what each side wants, how far it is, where the enemy is strong."""

from __future__ import annotations

from functools import cached_property
from math import exp
from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import movement, supply
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
    SIDES_OF_HEX,
    VDH,
    WEST_BANK,
    WESTWALL,
    WOODS,
    exit_edge,
)
from ardennes.games.enemy_action.greedy.fields import approach, arrival, ground, within
from ardennes.games.enemy_action.greedy.weights import WEIGHTS, weights
from ardennes.games.enemy_action.greedy.worth import worth_of
from ardennes.games.enemy_action.state import EnemyActionState, foe
from ardennes.games.enemy_action.victory import town_points

_F, _O, _G, _Q = weights("fields"), weights("objectives"), weights("ground"), weights("quality")
_EXIT = {True: WEIGHTS["objectives"]["exit_west"], False: WEIGHTS["objectives"]["exit_east"]}
_NAMES = {INFANTRY: "infantry", MECHANIZED: "mechanized"}
_ROUND = 3
"""A way is compared with others that pass within so many hexes."""
_SPREAD = 4.0
"""Movement points by which a way may be longer than the best and still count a good third of it."""
_SOON, _LATER = 8, 26
"""Arrival in so many points is soon; after so many nobody cares."""
_CUT_FROM = (18, 17)
"""From which day on the supply lines of each side matter."""
_REACH = ((0, 1.0), (1, 1.0), (2, 0.8), (3, 0.5))
"""How much of a unit's strength counts at which distance."""


def kind_of(unit: Unit) -> int:
    """Infantry or mechanized, as the movement tables count."""
    return MECHANIZED if MECH >> unit & 1 else INFANTRY


def urgency(points: int) -> float:
    """How urgent it is that an enemy can be somewhere with so many movement points: 1 now, 0 never."""
    return 1.0 if points <= _SOON else max(0.0, (_LATER - points) / (_LATER - _SOON))


class Wish(NamedTuple):
    """Hexes that a side would like to be in."""

    value: float
    places: Places


def exits_of(s: EnemyActionState, army: str) -> Places:
    """7.8: the open exit hexes of an army."""
    edges = movement.EXIT_EDGES[army or "okw"]
    shut = movement.closed_edges(s)
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
    out.append(Wish(float(_EXIT[True][_NAMES[kind]]), doors & WEST_BANK))
    out.append(Wish(float(_EXIT[False][_NAMES[kind]]), doors & ~WEST_BANK))
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
    wall = WESTWALL & ~s.allied_wall & ~s.occupied(GERMAN)
    if wall:
        out.append(Wish(_O["wall"], wall))
    hungry = s.places_of(s.unsupplied & s.on_map(ALLIED))
    if hungry:
        out.append(Wish(_O["relief"], hungry))
    return out


def goals(wishes: list[Wish], near: list[int], most: int) -> list[Places]:
    """Wishes as goals of a search, by handicap: those that nobody can reach in time are left out."""
    top = int(_F["best"])
    out = [0] * (int(_F["point"] * top) + 1)
    for value, places in wishes:
        some = bits(p for p in each(places) if near[p] <= most)
        out[round(_F["point"] * max(0.0, top - value))] |= some
    return out


class Routes:
    """The ways of a side from its units to what it wants."""

    def __init__(self, near: list[int], far: list[int]) -> None:
        self.near, self.far = near, far
        self._found: dict[Place, float] = {}

    def through(self, place: Place) -> float:
        """How much a hex is on the way: 1 on the best way around here, less on a longer one."""
        found = self._found.get(place)
        if found is None:
            near, far = self.near, self.far
            best = min(near[p] + far[p] for p in within(place, _ROUND))
            found = exp((best - near[place] - far[place]) / _SPREAD)
            self._found[place] = found
        return found


class Scene:
    """What can be seen from one side of a position, worked out when it is needed. The position may change while moves are planned: what
    follows from where the side's own units are is asked of the position, the rest is as it was."""

    def __init__(self, s: EnemyActionState, side: Side) -> None:
        self.s = s
        self.side = side
        self.enemy = foe(side)
        self._reach: dict[tuple[Unit, int, int, int], movement.Route] = {}
        self._march: dict[Unit, Places] = {}
        self._far: dict[tuple[str, int], list[int]] = {}

    def on(self, s: EnemyActionState) -> Scene:
        """The same for a copy of the position, in which moves will be planned: what has been worked out is shared."""
        out = Scene(s, self.side)
        out._reach, out._march, out._far = self._reach, self._march, self._far
        for name in (
            "own_near",
            "foe_near",
            "own_routes",
            "foe_routes",
            "might",
            "supplied",
            "doors",
            "lines",
            "_raids",
        ):
            out.__dict__[name] = getattr(self, name)
        return out

    # --- time and way

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

    def _wishes(self, side: Side, army: str, kind: int) -> list[Wish]:
        return german_wishes(self.s, army, kind) if side == GERMAN else allied_wishes(self.s)

    def far(self, unit: Unit) -> list[int]:
        """By hex: how far it is from there to what a unit of the side wants."""
        army = ARMY_OF[unit] if self.side == GERMAN else ""
        kind = kind_of(unit)
        found = self._far.get((army, kind))
        if found is None:
            s = self.s
            area = ARMY_AREA[army] if self.side == GERMAN and s.on("boundaries") else ALL
            some = goals(self._wishes(self.side, army, kind), self.own_near, self.days)
            found = approach(ground(s, self.side), kind, [level & area for level in some], area)
            self._far[army, kind] = found
        return found

    @cached_property
    def own_routes(self) -> Routes:
        return Routes(self.own_near, self.all_far(self.side))

    @cached_property
    def foe_routes(self) -> Routes:
        return Routes(self.foe_near, self.all_far(self.enemy))

    def all_far(self, side: Side) -> list[int]:
        """How far it is from each hex to what anybody of a side wants, enemies apart."""
        near = self.own_near if side == self.side else self.foe_near
        armies = ("6pa", "5pa", "7a") if side == GERMAN else ("",)
        g = ground(self.s, side, obstacles=False)
        tables = []
        for army in armies:
            area = ARMY_AREA[army] if side == GERMAN and self.s.on("boundaries") else ALL
            some = goals(self._wishes(side, army, MECHANIZED), near, self.days)
            tables.append(approach(g, MECHANIZED, [level & area for level in some], area))
        return [min(row) for row in zip(*tables, strict=True)]

    # --- units

    def reach(self, unit: Unit) -> movement.Route:
        """Where a unit can go by normal movement; crossings that others have used up are closed."""
        s = self.s
        key = (unit, s.crossed, s.used, s.jammed)
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = movement.reach(s, unit)
        return found

    def march(self, unit: Unit) -> Places:
        """Where a unit can go by strategic movement."""
        found = self._march.get(unit)
        if found is None:
            found = self._march[unit] = movement.strategic(self.s, unit).everywhere & ~(1 << self.s.at[unit])
        return found

    @cached_property
    def might(self) -> list[float]:
        """By hex: the enemy strength that can be brought to bear there soon."""
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

    def strength_at(self, place: Place, without: Units = 0) -> int:
        """The strength that the side has in a hex."""
        s = self.s
        return sum(s.strength(u) for u in each(s.units_at(place, self.side) & ~without))

    @cached_property
    def doors(self) -> Places:
        """The exit hexes by which German units can still leave the map."""
        out = 0
        for army in movement.EXIT_EDGES:
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
        if WESTWALL & bit:
            out += _G["wall"]
        return out

    def ground(self, place: Place) -> float:
        """What it is worth to drive the enemy out of a hex, or to be driven out of it."""
        routes = max(self.own_routes.through(place), self.foe_routes.through(place))
        return _G["hex"] + _G["route"] * routes + _G["share"] * self.prize(place)

    def quality(self, place: Place) -> float:
        """How good a hex is for a defender."""
        bit = 1 << place
        kind = "forest" if FOREST & bit else "woods" if WOODS & bit else "broken" if BROKEN & bit else "clear"
        out = _Q["town"] if BUILT & bit else _Q[kind]
        return out + (_Q["river"] if SIDES_OF_HEX[place] else 0.0)
