"""9 Supply: which spaces are in supply, and the morning's supply check with attrition and the VPs for crossing the Meuse."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ardennes.board import flood
from ardennes.core.kinds import Places, Side, Units
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander.facts import (
    AIR_SUPPLY_FROM,
    ALLIED,
    BOARD,
    DAYS,
    FAR_BANK,
    GERMAN,
    NEAR,
    OF_SIDE,
    SIDE,
    SOURCES,
)
from ardennes.games.commander.state import CommanderState


@lru_cache(maxsize=50_000)
def network_of(side: Side, friendly: Places) -> Places:
    """9-in-supply: of the spaces that a side controls, those connected to one on a friendly edge."""
    return flood(BOARD, SOURCES[side] & friendly, NEAR, friendly)


@lru_cache(maxsize=50_000)
def supplied_by(side: Side, friendly: Places) -> Places:
    """9-in-supply, 9-map-edges: where a unit of a side that controls these spaces is in supply. Its own space need not be friendly."""
    found = network_of(side, friendly)
    return found | BOARD.spread(found, NEAR) | SOURCES[side]


def network(s: CommanderState, side: Side) -> Places:
    """9-in-supply: the side's spaces that supply flows through now."""
    return network_of(side, s.controlled(side))


def supplied_spaces(s: CommanderState, side: Side) -> Places:
    """9-in-supply, 9-map-edges: where a unit of the side is in supply now."""
    return supplied_by(side, s.controlled(side))


def cut_off(s: CommanderState, side: Side) -> Units:
    """Units on the map that cannot trace supply now."""
    return s.units_in(side, ~supplied_spaces(s, side))


@dataclass(frozen=True, slots=True)
class SupplyCheck(Frame):
    """4-3-supply-check Markers for both sides, judged on the same position, then attrition, then the VPs for the Meuse."""

    def decide(self, s: CommanderState) -> None:
        before = s.oos
        s.oos = 0
        for side in (GERMAN, ALLIED):
            if DAYS[s.day].supply[side]:
                s.oos |= cut_off(s, side)
        if s.oos & ~before:
            s.tell("out_of_supply", s.oos & ~before)
        if before & ~s.oos:
            s.tell("supplied_again", before & ~s.oos)
        holders = german_units_in_supply(s)
        self._attrition(s, before & s.oos)
        if not s.crossed:
            for u in each(holders):
                if s.german & FAR_BANK & 1 << s.at[u]:
                    s.score_crossing(u)
                    break
        s.pop()

    def _attrition(self, s: CommanderState, units: Units) -> None:
        """9-attrition, 9-air-supply: apply all losses at once."""
        if s.day >= AIR_SUPPLY_FROM:
            units &= ~OF_SIDE[ALLIED]
        units = sum(1 << u for u in each(units) if s._occ[1 - SIDE[u]] >> s.at[u] & 1)
        spaces = s.places_of(units)
        for u in each(units):
            s.tell("attrition", u)
            s.remove_strength(u, 1)
            if s.strength(u) == 0:
                s.eliminate(u)
        for place in each(spaces):
            s.settle_control(place)


def german_units_in_supply(s: CommanderState) -> Units:
    """12-meuse, 10-okw: German units that can trace supply, even on days without a German check."""
    return s.units_in(GERMAN, supplied_spaces(s, GERMAN))
