"""What the enemy can do next turn: how strong an attack on each hex could be, and what a unit standing there would risk."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board import flood, reach
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    AT_ROAD_RATE,
    BOARD,
    CF,
    DEFENCE,
    ENTRY_HEXES,
    EVERY,
    GERMAN,
    LAST_TURN,
    MA,
    MECH,
    NUMBERS_OF,
    OFF_ROAD,
    OVER_RIVER,
    ROAD_HEXES,
    SIDE,
    TURNS,
    UNITS,
)
from ardennes.games.bulge.greedy.combat import CHANCES, NEIGHBOURS, WORTH, column_at
from ardennes.games.bulge.movement import FIFTHS, switch
from ardennes.games.bulge.state import DUE, BulgeState
from ardennes.games.bulge.strength import PRIMARY

MOST = 4
"""More than this many units seldom come together against one hex."""
_ATTACK_BONUS = {"overcast": (1, 0), "mist": (1, 0), "clear": (0, 1)}
"""6.1 for each side, in whole columns; mist is half a column, and the careful count it."""

Arms = tuple[tuple[int, Places], ...]
"""Enemy units, strongest first: factors, and the hexes they can attack."""


@lru_cache(maxsize=4096)
def attackable(start: Places, mech: bool, marks: Places) -> Places:
    """The hexes a unit that starts in one of these could attack after moving, if no zone of control and no guarded bridge stopped it."""
    roads = supply.usable_roads(marks, 0)
    spread = BOARD.spread
    seeds = [start] + [0] * MA
    ring = seen = start & ROAD_HEXES if mech else 0
    for fifths in range(1, MA * FIFTHS):
        ring = spread(ring, roads) & ~seen
        if not ring:
            break
        seen |= ring
        seeds[switch(fifths)] |= ring
    there = 0
    for level in reach(BOARD, seeds, MA, ((roads, AT_ROAD_RATE), OFF_ROAD, OVER_RIVER), ALL, 0):
        there |= level
    return spread(there, EVERY)


def arms_of(s: BulgeState, side: Side) -> Arms:
    """All units of a side, those about to arrive included, with the hexes each could attack next turn."""
    marks = s.interdiction[1 - side]
    out = []
    for u in NUMBERS_OF[side]:
        at = s.at[u]
        if at >= 0:
            start = 1 << at
        elif at == DUE and side == ALLIED and UNITS[u].due <= s.turn and UNITS[u].edge:
            start = ENTRY_HEXES[UNITS[u].edge]
        else:
            continue
        out.append((CF[u], attackable(start, bool(MECH >> u & 1), marks)))
    out.sort(reverse=True)
    return tuple(out)


class Threat:
    """What the enemies of a side can do to its units next turn, as the side's units stand now."""

    def __init__(self, s: BulgeState, side: Side) -> None:
        self.side = side
        self.arms = arms_of(s, 1 - side)
        own = s._occ[side]
        foes = s._occ[1 - side]
        zone = own | BOARD.spread(own, EVERY)
        # the enemy stops where he enters a zone of control: he can attack from hexes he gets to without passing through one
        inside = flood(BOARD, foes, EVERY, (ALL & ~zone) | foes)
        self.open = (inside | BOARD.spread(inside, EVERY)) & ~own
        turn = s.turn if side == GERMAN else min(s.turn + 1, LAST_TURN)
        weather = s.weather if side == GERMAN else str(TURNS[turn]["weather"])
        self.shift = _ATTACK_BONUS[weather][1 - side] + min(1, s.support[ALLIED] if side == GERMAN else 0)
        self._strength: dict[Place, list[int]] = {}

    def strength(self, place: Place) -> list[int]:
        """The strongest enemies that can attack a hex, added up: of none, one, two ..."""
        found = self._strength.get(place)
        if found is None:
            found = [0]
            for cf, there in self.arms:
                if there >> place & 1:
                    found.append(found[-1] + cf)
                    if len(found) > MOST:
                        break
            self._strength[place] = found
        return found

    def risk(self, unit: Unit, place: Place) -> float:
        """What a unit in a hex stands to lose, if the enemy turns on it."""
        sums = self.strength(place)
        if len(sums) == 1:
            return 0.0
        around = NEIGHBOURS[place]
        slots = around & self.open
        if not slots:
            return 0.0
        n = slots.bit_count()
        attack = sums[min(n, len(sums) - 1)]
        column = column_at(attack - CF[unit] - DEFENCE[SIDE[unit]][place], self.shift)
        return _loss(column, n >= 4 and len(sums) > 2) * WORTH[unit]


@lru_cache(maxsize=64)
def _loss(column: int, encircled: bool) -> float:
    """The share of a unit that is lost in a column; a unit that can be encircled dies of a retreat too."""
    de, ex, dr, *_ = CHANCES[PRIMARY][column]
    return de + 0.6 * ex + (0.8 if encircled else 0.08) * dr
