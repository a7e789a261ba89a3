"""What moves are compared with: who is where, whose strength bears on what, and which spaces attract a side."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.games.commander.facts import (
    NEAR,
    OF_SIDE,
    REDUCTION,
    ROAD,
    SPACES,
)
from ardennes.games.commander.greedy.worth import PULL, space_worth, stakes
from ardennes.games.commander.state import CommanderState

BOLD, CAREFUL = 0.75, 1.05
"""How a side weights its own losses; the side with the initiative is bold."""
_CALM = 10.0
"""Neutral influence, so that spaces far from everyone are not in dispute."""
_MOST_AT_ONCE = 13.0
"""The most strength that attacks a space at once (three units)."""
_DENY = 10.0
"""The assumed strength of an enemy that would come through."""
_OWNER = 2.0
"""The influence that control itself gives."""


def strength_by_space(s: CommanderState, side: Side) -> list[int]:
    """A side's strength points in each space."""
    out = [0] * SPACES
    mine = OF_SIDE[side]
    for place in each(s._occ[side]):
        out[place] = sum(s.strength(u) for u in each(s.units_at(place) & mine))
    return out


def influence(strength: list[int]) -> list[float]:
    """How much strength bears on each space, falling off with distance."""
    out = [0.0] * SPACES
    for place, n in enumerate(strength):
        if n:
            for p, pull in PULL[place]:
                out[p] += n * pull
    return out


def field_of(stakes: list[float], ours: list[float], theirs: list[float], friendly: Places) -> list[float]:
    """How much a strength point in each space improves the odds of control: most where there is little and much is at stake."""
    out = [0.0] * SPACES
    for q in range(SPACES):
        us, them = ours[q], theirs[q]
        if friendly >> q & 1:
            us += _OWNER
        else:
            them += _OWNER
        need = stakes[q] * them / ((us + them + _CALM) * (us + _CALM))
        if need > 0.004:
            for p, pull in PULL[q]:
                out[p] += need * pull
    return out


class Scene:
    """The situation at one question, as one side sees it."""

    def __init__(self, s: CommanderState, side: Side) -> None:
        self.s = s
        self.side = side
        self.mine = strength_by_space(s, side)
        self.theirs = strength_by_space(s, 1 - side)
        ours, theirs = influence(self.mine), influence(self.theirs)
        at_stake = stakes(s.race)
        self.space = space_worth(s.race)
        self.field = field_of(at_stake, ours, theirs, s.controlled(side))
        self.their_field = field_of(at_stake, theirs, ours, s.controlled(1 - side))
        self.caution = BOLD if s.initiative() == side else CAREFUL
        self._near: dict[Place, float] = {}

    # --- single spaces -----------------------------------------------------------------------------------------------------------------

    def hold(self, place: Place, strength: float) -> float:
        """What this much strength in a space is worth: how much less likely the space is to be lost or passed through."""
        near = self.near_enemies(place)
        if not strength or not near:
            return 0.0
        stands = strength + 1.5 * REDUCTION[place][0]
        return (self.space[place] * 0.9 + self.deny(place)) * min(1.0, stands / (0.6 * near + 0.1))

    def deny(self, place: Place) -> float:
        """What it is worth to keep the enemy from coming here or passing: as much as he would gain by it."""
        return _DENY * self.their_field[place]

    def near_enemies(self, place: Place) -> float:
        """Strength that could reach here soon: from the neighbours, and by road from two spaces away."""
        found = self._near.get(place)
        if found is None:
            theirs = self.theirs
            ring = NEAR[place]
            found = float(theirs[place])
            for p in each(ring):
                found += theirs[p]
            far = 0
            for p in each(ROAD[place] & ~self.s._occ[self.side]):
                far |= ROAD[p]
            for p in each(far & ~(ring | 1 << place)):
                found += 0.5 * theirs[p]
            found = self._near[place] = min(found, _MOST_AT_ONCE)
        return found

    def danger(self, place: Place, unit: Unit) -> float:
        """What a unit risks in a space."""
        near = self.near_enemies(place)
        if not near:
            return 0.0
        s = self.s
        strength = s.strength(unit)
        friends = self.mine[place] - (strength if s.at[unit] == place else 0)
        ratio = near / (friends + strength + 1.2 * REDUCTION[place][0] + 1)
        return 0.05 * min(4.0, max(0.0, ratio - 1.0)) * strength

    def pull(self, unit: Unit, here: Place, to: Place) -> float:
        """How much better placed a unit would be elsewhere."""
        return self.s.strength(unit) * (self.field[to] - self.field[here])
