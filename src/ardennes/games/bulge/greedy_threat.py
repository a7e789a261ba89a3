"""What the enemy can do next turn: how strong an attack on each hex could be, and what a unit standing there would risk."""

from __future__ import annotations

from functools import lru_cache

from ardennes.board import flood
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.games.bulge.combat import PRIMARY, shifted
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    BOARD,
    CF,
    DEFENCE,
    EVERY,
    GERMAN,
    LAST_TURN,
    MA,
    NUMBERS_OF,
    SIDE,
    TURNS,
    UNITS,
)
from ardennes.games.bulge.greedy_combat import CHANCES, NEIGHBOURS, WORTH
from ardennes.games.bulge.movement import travel
from ardennes.games.bulge.reinforcements import open_entries
from ardennes.games.bulge.state import DUE, BulgeState

MOST = 4
"""More than this many units seldom come together against one hex."""
_ATTACK_BONUS = {"overcast": (1, 0), "mist": (1, 0), "clear": (0, 1)}
"""6.1 for each side, in whole columns; mist is half a column, and the careful count it."""

Arms = tuple[tuple[int, Places], ...]
"""Enemy units, strongest first: factors, and the hexes they can attack."""

_arms: dict[tuple[object, ...], Arms] = {}


def arms_of(s: BulgeState, side: Side) -> Arms:
    """All units of a side with the hexes each could attack next turn if no zone of control stopped it."""
    places = tuple(s.at[u] for u in NUMBERS_OF[side])
    key = (side, places, s.interdiction[1 - side], s._occ[ALLIED] if side == GERMAN else s.turn)
    found = _arms.get(key)
    if found is None:
        if len(_arms) > 32:
            _arms.clear()
        found = _arms[key] = tuple(sorted(_reached(s, side), reverse=True))
    return found


def _reached(s: BulgeState, side: Side) -> list[tuple[int, Places]]:
    out = []
    for u in NUMBERS_OF[side]:
        if s.at[u] >= 0:
            there = travel(s, u, MA, ignoring="zones").everywhere
        elif side == ALLIED and s.at[u] == DUE and UNITS[u].due <= s.turn and UNITS[u].edge:
            there = 0
            for entry in each(open_entries(s, u)):
                there |= travel(s, u, MA, entry, ignoring="zones").everywhere
        else:
            continue
        out.append((CF[u], BOARD.spread(there, EVERY)))
    return out


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
        column = shifted(attack - CF[unit] - DEFENCE[SIDE[unit]][place], self.shift)
        return _loss(column, n >= 4 and len(sums) > 2) * WORTH[unit]


@lru_cache(maxsize=64)
def _loss(column: int, encircled: bool) -> float:
    """The share of a unit that is lost in a column; a unit that can be encircled dies of a retreat too."""
    de, ex, dr, *_ = CHANCES[PRIMARY][column]
    return de + 0.6 * ex + (0.8 if encircled else 0.08) * dr
