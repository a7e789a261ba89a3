"""7.5 Strategic movement: who may use it, and how far it leads along the roads. Nothing here changes anything."""

from __future__ import annotations

from ardennes.board import Layer, Way
from ardennes.board.hexes import minus
from ardennes.core.decision import Refusal
from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import movement
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_OF,
    BOARD,
    COLUMN,
    EDGES,
    GERMAN,
    GROUP,
    HEX_NAMES,
    IN_GROUP,
    MECH,
    OKW,
    ROAD_HEXES,
    SIDE,
    TABLES,
    WESTWALL,
    layer_of,
    usable_roads,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe

_DOUBLE = int(TABLES["movement"]["mechanized_strategic"])
_TRIPLE = int(TABLES["movement"]["allied_infantry_strategic"])
_MORE = int(TABLES["movement"]["german_infantry_strategic"])
_UP_TO_COLUMN = [bits(i for i in each(ALL) if COLUMN[i] <= column) for column in range(max(COLUMN) + 1)]


def allowance(s: EnemyActionState, unit: Unit) -> int:
    """7.5-allowance"""
    points = movement.allowance(s, unit)
    if not points:
        return 0
    if movement.one_hex_case(s, unit):
        return 1
    if MECH >> unit & 1:
        return points * _DOUBLE
    return points * _TRIPLE if SIDE[unit] == ALLIED else points + _MORE


def westernmost(s: EnemyActionState, unit: Unit) -> int:
    """7.5-national: the column of the westernmost unit of a German unit's army; OKW units count as one army."""
    army = ARMY_OF[unit]
    own = IN_GROUP[GROUP[f"army-{army}"]] & s.on_map(GERMAN) if army else IN_GROUP[OKW]
    return max(COLUMN[p] for p in each(s.places_of(own | 1 << unit)))


def entry_limits(s: EnemyActionState, unit: Unit, spent: int = 0) -> Limits:
    """7.5, 7.5-national: who may use strategic movement, and which hexes it may enter. Whether a road leads there comes after this."""
    side, here = SIDE[unit], s.at[unit]
    name = s.name(unit)
    enemy = foe(side)
    beside = movement.beside_enemy(s, unit)
    if s.mode in ("alarm", "withdrawal"):
        yield "7.5", 0, f"{name} has not been activated"
    yield "7.5", 0 if s.unsupplied >> unit & 1 else -1, f"{name} is not in supply"
    if not spent:
        yield "7.5", -1 if ROAD_HEXES >> here & 1 else 0, f"{name} is not on a road"
        yield "7.5", 0 if beside >> here & 1 else -1, f"{name} is next to an enemy unit"
    yield from movement.entry_limits(s, unit)
    yield "7.5", ~beside, "{} is next to an enemy unit"
    yield "7.5", ~s.towns(enemy), "{} is an enemy town"
    if side == ALLIED:
        yield "7.5-national", ~WESTWALL, "{} is a Westwall hex"
        return
    yield "7.5-national", ~BOARD.grow(s.roadblocks, 1), "{} is next to a roadblock"
    yield "7.5-national", ~EDGES, "{} is on the edge of the map"
    column = westernmost(s, unit)
    yield "7.5-national", _UP_TO_COLUMN[column], "{} is farther west than any unit of the army"


def _roads(s: EnemyActionState, unit: Unit) -> Layer:
    """7.5, 12.23: the road sides of strategic movement."""
    theirs = s.own_bridges(foe(SIDE[unit]))
    return minus(usable_roads(movement.usable(s, unit)), layer_of(theirs))


def reach(s: EnemyActionState, unit: Unit, spent: int = 0) -> movement.Route:
    """7.5: where a unit can go by strategic movement."""
    here = s.at[unit]
    start = 1 << here
    enter = ALL & offered(entry_limits(s, unit, spent)) & ~start
    left = max(allowance(s, unit) - spent, 0)
    if not enter or not left:
        return movement.Route(here, [start], [start], (), start)
    roads = _roads(s, unit)
    area = s.area(unit)
    if not area & start:  # 7.61-retreat: the general search knows how to go home
        ways: list[Way] = [(roads, ((movement.ROAD, ALL),))]
        return _homeward_by_road(s, unit, left, enter, ways)
    levels = BOARD.rings(start, roads, enter, ALL, left)
    return movement.Route(here, levels, [start], [(roads, ((movement.ROAD, ALL),))], 0)


def _homeward_by_road(s: EnemyActionState, unit: Unit, left: int, enter: Places, ways: list[Way]) -> movement.Route:
    start = s.at[unit]
    area = s.area(unit)
    rings = movement.rings_around(area)
    prev: dict[Place, Place] = {}
    levels = [1 << start]
    seen = 1 << start
    for _ in range(left):
        found = 0
        for here in each(levels[-1]):
            to = enter & ~seen & (area if area >> here & 1 else sum(rings[: movement.distance_to(area, here)]))
            for place in each(BOARD.spread(1 << here, ways[0][0]) & to):
                prev.setdefault(place, here)
                found |= 1 << place
        seen |= found
        levels.append(found)
    return movement.Route(start, levels, [1 << start], ways, 0, prev)


def next_on_road(s: EnemyActionState, unit: Unit, spent: int) -> Places:
    """7.5: the hexes that a unit in strategic movement can enter next."""
    if spent >= allowance(s, unit):
        return 0
    enter = ALL & offered(entry_limits(s, unit, spent))
    return BOARD.spread(1 << s.at[unit], _roads(s, unit)) & enter


def limits(s: EnemyActionState, unit: Unit, spent: int = 0) -> Limits:
    """7.5: where a unit can go by strategic movement, and why not elsewhere."""
    yield "7.5", ~(1 << s.at[unit]), f"{s.name(unit)} is already in {{}}"
    yield from entry_limits(s, unit, spent)
    yield "7.5", reach(s, unit, spent).everywhere, lambda place: _why_not(s, unit, spent, place)


def _why_not(s: EnemyActionState, unit: Unit, spent: int, place: Place) -> Refusal:
    name, where = s.name(unit), HEX_NAMES.names[place]
    start = 1 << s.at[unit]
    enter = ALL & offered(entry_limits(s, unit, spent))
    left = allowance(s, unit) - spent
    roads = _roads(s, unit)
    by_road = sum(BOARD.rings(start, roads, enter, ALL, movement.PLENTY))
    if by_road >> place & 1:
        if limited := movement.one_hex(s, unit):
            return limited
        return Refusal("7.5-allowance", f"{where} is too far by road; {name} has {left}")
    over = sum(BOARD.rings(start, s.roads, enter, ALL, movement.PLENTY))
    if over >> place & 1:
        if s.bridges & ~movement.usable(s, unit):
            return Refusal("4.12", f"a bridge on the road to {where} is jammed")
        return Refusal("7.5", f"the road to {where} leads over an enemy bridge")
    if sum(BOARD.rings(start, s.roads, ALL, ALL, movement.PLENTY)) >> place & 1:
        return Refusal("7.5", f"every road to {where} passes hexes that are closed to strategic movement")
    return Refusal("7.5", f"no unbroken road leads to {where}")
