"""What happens when a unit comes into a hex: towns, bridges and the Westwall change hands, roadblocks go, depots are opened."""

from __future__ import annotations

from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.enemy_action import victory
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BESIDE_MEUSE,
    EXITED,
    GERMAN,
    PRINTED_BRIDGES,
    RIVER_NUMBER,
    RIVER_SIDES,
    SIDE,
    SIDES_OF_HEX,
    VDH,
    WEST_BANK,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe


def step(s: EnemyActionState, unit: Unit, place: Place, how: str) -> None:
    """A unit goes to a neighbouring hex; everything that follows from it."""
    origin = s.at[unit]
    position = origin >= 0 and s.ip >> origin & 1
    s.place(unit, place)
    if position and not s.ip >> origin & 1:
        s.tell("loses_ip", origin)
    entered(s, unit, origin, place, how)


def entered(s: EnemyActionState, unit: Unit, origin: Place, place: Place, how: str) -> None:
    """7.72, 7.9-removal, 10.42, 12.1, 12.2-change, 14.1: what a unit does by coming into a hex, from a hex (-1 from a box). `how`: move,
    march, advance, retreat, reinforce, deploy or land."""
    side = SIDE[unit]
    bit = 1 << place
    river = RIVER_NUMBER.get((origin, place), -1)
    if river >= 0 and s.take_bridge(river, side):
        s.tell("takes_bridge", side, river)
    if s.take_town(place, side):
        s.tell("captures", side, place)
    if s.take_wall(place, side):
        s.tell("takes_wall", side, place)
    if side == ALLIED:
        if s.roadblocks & bit:
            s.roadblocks &= ~bit
            s.tell("clears_roadblock", place)
        return
    if s.depots & bit:
        _open_depot(s, place)
    if unit != VDH and s.at[VDH] == place:
        s.remove(VDH, EXITED)
        s.vdh_relieved = True
        s.tell("relieves", unit)
    if unit == VDH:  # 9.24: the paratroops do not count at the Meuse
        return
    if BESIDE_MEUSE & bit and not s.reached_meuse:
        s.reached_meuse = True
        s.tell("reaches_meuse", unit, place)
    if WEST_BANK & bit and not s.crossed_meuse:
        s.crossed_meuse = True
        s.tell("crosses_meuse", unit, place)
    victory.sudden(s)


def _open_depot(s: EnemyActionState, place: Place) -> None:
    """10.42"""
    bit = 1 << place
    full = bool(s.fuel_yes & bit)
    s.depots &= ~bit
    s.fuel_yes &= ~bit
    s.fuel += full
    s.tell("depot", place, "fuel" if full else "nothing")
    s.revealed()


def claim_bridges(s: EnemyActionState, side: Side, units: Units) -> None:
    """12.2-change: units that are activated next to an enemy bridge take it if no enemy unit is at its other end."""
    enemy = s.occupied(foe(side))
    mine = s.german_bridges if side == GERMAN else ~s.german_bridges
    theirs = (s.bridges | PRINTED_BRIDGES) & ~mine
    for place in each(s.places_of(units)):
        for river in each(SIDES_OF_HEX[place] & theirs):
            a, b = RIVER_SIDES[river]
            if not enemy >> (b if place == a else a) & 1 and s.take_bridge(river, side):
                s.tell("takes_bridge", side, river)
