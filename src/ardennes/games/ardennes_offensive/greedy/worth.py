"""What things are worth, in victory points, and how far it is to the exits. Nothing here changes in play."""

from __future__ import annotations

from functools import cache

from ardennes.board import Layer, Way, reach_back
from ardennes.board.search import Reached
from ardennes.core.kinds import Place, Places
from ardennes.core.names import bits, each
from ardennes.games.ardennes_offensive.facts import (
    ALL,
    BASTOGNE,
    BOARD,
    CLEAR,
    COLUMNS,
    CRTS,
    DRY,
    EXIT_SECTION,
    EXITS,
    FORD,
    LIVE,
    RIVER,
    ROAD,
    ROUGH,
    SECTIONS,
    SIDE,
    STRENGTH,
    TABLES,
)
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS

_WORTH = WEIGHTS.part("worth")
WORTH: list[float] = [
    _WORTH["base"][side] + _WORTH["strength"][side] * strength for side, strength in zip(SIDE, STRENGTH, strict=True)
]
"""A unit is a point; the Germans need half as many again as the Allies, so each of theirs counts for more. Strength counts a little."""

# --- the tables ----------------------------------------------------------------------------------------------------------------------

Chance = tuple[str, int, float]
"""A result: its kind ("Dr"), how many hexes, how likely."""


def _chances(name: str) -> list[list[Chance]]:
    out = []
    rows = CRTS[name].rows
    for column in range(len(COLUMNS)):
        seen: dict[str, int] = {}
        for row in rows:
            seen[row[column]] = seen.get(row[column], 0) + 1
        out.append([(result[:2], int(result[2:] or 0), n / len(rows)) for result, n in seen.items()])
    return out


CHANCES = {name: _chances(name) for name in CRTS}
"""By table and column, what can happen."""

# --- ways ----------------------------------------------------------------------------------------------------------------------------

GROUPS: dict[str, Places] = {
    **{section: bits(p for p, name in EXIT_SECTION.items() if name == section) for section in SECTIONS},
    "Bastogne": 1 << BASTOGNE,
}
"""Where the Germans want to go: the exits by section, and Bastogne."""
FAR = 99
"""More points than any way costs."""
_WHEELS = 0
_COST = {row: cost[_WHEELS] for row, cost in TABLES["movement"].items() if isinstance(cost, list)}


def ways(slow: Places = 0, slower: Places = 0, extra: int = 0, more: int = 0) -> tuple[Way, ...]:
    """How mechanized units move when no bridge is interdicted; some hexes cost `extra` points or even `more`."""
    slow &= ~slower

    def costs(cost: int, hexes: Places) -> list[tuple[int, Places]]:
        found = [(cost, hexes & ~slow & ~slower), (cost + extra, hexes & slow), (cost + more, hexes & slower)]
        return [(n, some) for n, some in found if some]

    def ground(add: int) -> tuple[tuple[int, Places], ...]:
        return tuple(costs(_COST["clear"] + add, CLEAR) + costs(_COST["rough"] + add, ROUGH))

    return (
        (ROAD, tuple(costs(_COST["road"], ALL))),
        (DRY, ground(0)),
        (FORD, ground(_COST["ford"])),
        (RIVER, ground(_COST["river"])),
    )


def marching(kind: int, roads: Layer) -> tuple[Way, ...]:
    """How units move that are in standard mode and in supply: 0 mechanized, 1 on foot. `roads`: those whose bridges can be used."""
    cost = {row: costs[kind] for row, costs in TABLES["movement"].items() if isinstance(costs, list)}

    def ground(add: int) -> tuple[tuple[int, Places], ...]:
        return (cost["clear"] + add, CLEAR), (cost["rough"] + add, ROUGH)

    return (
        (roads, ((cost["road"], ALL),)),
        (DRY, ground(0)),
        (FORD, ground(cost["ford"])),
        (RIVER, ground(cost["river"])),
    )


def costs_of(found: Reached) -> list[int]:
    """A search as a list by place; FAR where it did not get."""
    out = [FAR] * len(BOARD.names)
    for cost, places in found.by_cost():
        for place in each(places):
            out[place] = cost
    return out


@cache
def costs_to(group: str) -> list[int]:
    """What it costs mechanized units to get to a group on an empty map."""
    return costs_of(reach_back(BOARD, [GROUPS[group]], FAR - 1, ways(), 0))


@cache
def costs_to_place(place: Place) -> list[int]:
    """What it costs mechanized units to get to a hex on an empty map."""
    return costs_of(reach_back(BOARD, [1 << place], FAR - 1, ways(), 0))


@cache
def downhill(group: str) -> list[Place]:
    """By live hex, the next one on the way to a group on an empty map (-1 elsewhere)."""
    costs = costs_to(group)
    out = [-1] * len(BOARD.names)
    for p in each(LIVE):
        out[p] = min(each(BOARD.neighbours(p) & LIVE), key=lambda q: (costs[q], q), default=p)
    return out


HERE_AND_AROUND = [each(BOARD.within(p, 1)) for p in range(len(BOARD.names))]
"""By hex, itself and its neighbours."""


@cache
def ring(place: Place, distance: int) -> Places:
    """The hexes exactly so far away."""
    return BOARD.within(place, distance) & ~BOARD.within(place, distance - 1)


@cache
def live_ring(place: Place, distance: int) -> list[Place]:
    """The live hexes exactly so far away."""
    return each(ring(place, distance) & LIVE)


ALL_EXITS: Places = bits(EXITS)
