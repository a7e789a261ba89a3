"""Distances over the whole board, in movement points, as the player `greedy` sees them, and the strength the enemy can bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ardennes.board import Way, reach_back
from ardennes.board.search import Reached, reach
from ardennes.core.kinds import Place, Places, Side, Units
from ardennes.core.names import each
from ardennes.games.battles.facts import (
    ARTILLERY,
    BARRAGE,
    BOARD,
    COMBAT,
    EVERY,
    FOOT,
    GERMAN,
    HEX_NAMES,
    MA,
    MECH,
    RIVER,
    layer_of,
)
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.movement import RIVER_COST, road_costs, terrain_costs, ways
from ardennes.games.battles.state import BattlesState, window
from ardennes.games.battles.strength import RANGE

_W: dict[str, float] = WEIGHTS.part("field")
FAR = int(_W["far"])
SIZE = len(HEX_NAMES.names)


def slow_ways(s: BattlesState, side: Side, mobility: str, zone: Places, held: Places) -> list[Way]:
    """The ways of units of a side, over several turns: enemies and their zones are slow, not closed; rivers too."""
    zone &= ~held
    free = s.window & ~zone & ~held
    tiers = [(extra, some) for extra, some in ((0, free), (int(_W["zone"]), zone), (int(_W["held"]), held)) if some]

    def tiered(costs: Sequence[tuple[int, Places]], more: int = 0) -> tuple[tuple[int, Places], ...]:
        found = ((cost + extra + more, places & some) for cost, places in costs for extra, some in tiers)
        return tuple((cost, places) for cost, places in found if places)

    road, ground = ways(mobility, side, s.bad_ground, s.blown)
    out: list[Way] = [(road[0], tiered(road[1])), (ground[0], tiered(ground[1]))]
    if mobility == "foot":
        out.append((RIVER, tiered(terrain_costs("foot", side, s.bad_ground), RIVER_COST)))
    else:
        out.append((layer_of(s.blown), tiered(road_costs(mobility), int(_W["wet"]))))
    return out


def listed(found: Reached, far: int = FAR) -> list[int]:
    """A search as a list by place; `far` where it did not get."""
    out = [far] * SIZE
    for cost, places in found.by_cost():
        if places:
            for place in each(places):
                out[place] = cost
    return out


def approach(seeds: Sequence[Places], ways_: Sequence[Way]) -> list[int]:
    """By hex: how far it is to a seed; `seeds[n]` have a handicap of n points."""
    return listed(reach_back(BOARD, list(seeds), FAR - 1, ways_, 0))


@lru_cache(maxsize=512)
def _free_way(goal: Place, scenario: str, bad: bool, blown: int) -> list[int]:
    """What `free_way` gives."""
    road, ground = ways("mech", GERMAN, bad, blown)
    inside = window(scenario)
    open_ways = [(layer, tuple((cost, places & inside) for cost, places in costs)) for layer, costs in (road, ground)]
    wet = tuple((cost + int(_W["wet"]), places & inside) for cost, places in road_costs("mech"))
    return approach([1 << goal], [*open_ways, (layer_of(blown), wet)])


def free_way(s: BattlesState, goal: Place) -> list[int]:
    """By hex, how far it is for German vehicles to a goal if nobody were in the way."""
    return _free_way(goal, s.setup.scenario, s.bad_ground, s.blown)


def arrival(start: Places, ways_: Sequence[Way], window: Places) -> list[int]:
    """By hex: how far it is from the nearest of some hexes."""
    return listed(reach(BOARD, [start], FAR - 1, ways_, window, 0))


def threats(s: BattlesState, side: Side) -> list[float]:
    """The strength that a side could bring against each hex in its next turn."""
    out = [0.0] * SIZE
    enemy = s.occupied(1 - side)
    zone = s.zoc(1 - side)
    enter = s.window & ~enemy
    fit: Units = s.on_map(side) & ~s.unsupplied & ~s.fatigued
    modes = {mobility: ways(mobility, side, s.bad_ground, s.blown) for mobility in ("foot", "mech")}
    for place in each(s.places_of(fit & COMBAT)):
        here = s.units_at(place, side) & fit & COMBAT
        beside = BOARD.neighbours(place)
        for mobility, group in (("foot", here & FOOT), ("mech", here & MECH)):
            if not group:
                continue
            power = float(sum(s.strength(u) for u in each(group)))
            budget = max(MA[u] for u in each(group))
            stop = zone & ~(1 << place)
            found = reach(BOARD, [1 << place], budget, modes[mobility], enter, stop).everywhere
            for p in each(BOARD.spread(found, EVERY) & ~beside):
                out[p] += power * _W["next_turn"]
            for p in each(beside):
                out[p] += power
    for gun in each(s.in_battery() & s.on_map(side) & ARTILLERY & ~s.unsupplied):
        for p in each(BOARD.within(s.at[gun], RANGE)):
            if out[p]:
                out[p] += BARRAGE[gun] * _W["shells"]
    return out


def nearest(place: Place, others: Places) -> int:
    """How many hexes it is from a hex to the nearest of some others; a large number if there are none."""
    if not others:
        return SIZE
    ring, seen, far = 1 << place, 1 << place, 0
    while not ring & others:
        ring = BOARD.spread(ring, EVERY) & ~seen
        if not ring:
            return SIZE
        seen |= ring
        far += 1
    return far
