"""What the enemy can do next turn: how strong an attack on each hex could be, and what a unit there would risk."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board import Lead, flood, reach
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    AT_ROAD_RATE,
    BOARD,
    CF,
    DEFENCE,
    DUE_ON,
    EDGE,
    ENTRY_HEXES,
    EVERY,
    GERMAN,
    LAST_TURN,
    MA,
    MECH,
    OF_SIDE,
    OFF_ROAD,
    OVER_RIVER,
    PRIMARY,
    ROAD_HEXES,
    SIDE,
    TURNS,
)
from ardennes.games.bulge.greedy.combat import CHANCES, NEIGHBOURS, WORTH, column_at
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.movement import FIFTHS, switch
from ardennes.games.bulge.state import DUE, BulgeState

_THREAT: dict[str, float] = WEIGHTS.part("threat")
MOST = 4
"""More units than this seldom attack the same hex."""
_ATTACK_BONUS = {"overcast": (1, 0), "mist": (1, 0), "clear": (0, 1)}
"""6.1 for each side, in whole columns; mist is worth half a column and is rounded up to be careful."""

Arms = tuple[tuple[int, Places], ...]
"""Enemy units, strongest first: each unit's factors and the hexes it can attack."""


@lru_cache(maxsize=4096)
def attackable(start: Places, mech: bool, marks: Places) -> Places:
    """The hexes a unit starting in one of these could attack after moving, ignoring zones of control and guarded bridges."""
    roads = supply.usable_roads(marks, 0)
    lead = None
    if mech and start & ROAD_HEXES:
        rings = BOARD.rings(start & ROAD_HEXES, roads, ALL, ALL, MA * FIFTHS - 1)
        lead = Lead(roads, rings, [switch(fifths) for fifths in range(len(rings))])
    found = reach(BOARD, [start], MA, ((roads, AT_ROAD_RATE), OFF_ROAD, OVER_RIVER), ALL, 0, lead)
    return BOARD.spread(found.everywhere, EVERY)


def arms_of(s: BulgeState, side: Side) -> Arms:
    """All of a side's units, including those about to arrive, with the hexes each could attack next turn."""
    marks = s.interdiction[1 - side]
    out = []
    for u in each(OF_SIDE[side]):
        at = s.at[u]
        if at >= 0:
            start = 1 << at
        elif at == DUE and side == ALLIED and DUE_ON[u] <= s.turn and EDGE[u]:
            start = ENTRY_HEXES[EDGE[u]]
        else:
            continue
        out.append((CF[u], attackable(start, bool(MECH >> u & 1), marks)))
    out.sort(reverse=True)
    return tuple(out)


class Threat:
    """What a side's enemies could do to its units next turn, with its units where they are now."""

    def __init__(self, s: BulgeState, side: Side) -> None:
        self.side = side
        self.arms = arms_of(s, 1 - side)
        own = s._occ[side]
        foes = s._occ[1 - side]
        zone = own | BOARD.spread(own, EVERY)
        # the enemy has to stop on entering a zone of control, so it attacks from hexes it can reach without passing through one
        inside = flood(BOARD, foes, EVERY, (ALL & ~zone) | foes)
        self.open = (inside | BOARD.spread(inside, EVERY)) & ~own
        turn = s.turn if side == GERMAN else min(s.turn + 1, LAST_TURN)
        weather = s.weather if side == GERMAN else str(TURNS[turn]["weather"])
        self.shift = _ATTACK_BONUS[weather][1 - side] + min(1, s.support[ALLIED] if side == GERMAN else 0)
        self._strength: dict[Place, list[int]] = {}

    def strength(self, place: Place) -> list[int]:
        """The total strength of the strongest 0, 1, 2, ... enemies that can attack a hex."""
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
        """What a unit in a hex stands to lose if the enemy attacks it."""
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


def _loss(column: int, encircled: bool) -> float:
    """The share of a unit's worth lost in a column; a unit that can be encircled dies if it must retreat."""
    de, ex, dr, *_ = CHANCES[PRIMARY][column]
    return de + _THREAT["exchange"] * ex + _THREAT["encircled" if encircled else "retreat"] * dr
