"""10.0 The way a moving unit takes to each hex in its reach, for display."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.names import each
from ardennes.games.bulge.facts import BOARD, SIDE
from ardennes.games.bulge.movement import Travel, switch, travel, ways
from ardennes.games.bulge.state import BulgeState


class _Back:
    """The hex before each hex on a cheapest way."""

    def __init__(self) -> None:
        self.before: dict[Place, Place] = {}
        self.known = 0

    def spread(self, here: Places, masks: tuple[int, ...], into: Places) -> None:
        """Go from some hexes over the sides of a layer into those that have no way yet."""
        for mask, offset in zip(masks, BOARD.offsets, strict=True):
            some = here & mask
            there = (some << offset if offset > 0 else some >> -offset) & into & ~self.known
            self.known |= there
            for place in each(there):
                self.before[place] = place - offset


def steps_back(s: BulgeState, unit: Unit, mp: int, entry: Place, way: Travel | None = None) -> dict[Place, Place]:
    """For each hex in reach the one before it on a cheapest way; the hex where the unit starts or enters has none."""
    found = way or travel(s, unit, mp, entry)
    go_on = ~s.zoc(1 - SIDE[unit])
    start = 1 << (entry if entry >= 0 else s.at[unit])
    cheapest = []
    seen = 0
    for level in found.levels:
        cheapest.append(level & ~seen)
        seen |= level
    roads, *others = ways(s, unit)
    back = _Back()
    back.known = start
    first = 1 if entry >= 0 else 0
    for number, ring in enumerate(found.rings[1:], start=1):
        spent = switch(number + first)
        if spent < len(cheapest):
            back.spread(found.rings[number - 1] & (go_on | start), roads[0], ring & cheapest[spent])
    for spent, level in enumerate(cheapest):
        here = level & (go_on | start)
        for layer, costs in (roads, *others):
            for cost, places in costs:
                if spent + cost < len(cheapest):
                    back.spread(here, layer, places & cheapest[spent + cost])
    return back.before
