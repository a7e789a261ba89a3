"""What moves are compared with: who is where, whose strength bears on what, and which spaces attract a side."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.games.commander.facts import (
    DAYS,
    LAST_DAY,
    NEAR,
    OF_SIDE,
    REDUCTION,
    ROAD,
    SPACES,
)
from ardennes.games.commander.greedy.weights import WEIGHTS
from ardennes.games.commander.greedy.worth import PULL, PULLS, members, space_worth, stakes
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import supplied_by

_MOOD: dict[str, float] = WEIGHTS.part("mood")
_FIELD: dict[str, float] = WEIGHTS.part("field")
_HOLD: dict[str, float] = WEIGHTS.part("hold")
_DANGER: dict[str, float] = WEIGHTS.part("danger")
_SUPPLY: dict[str, float] = WEIGHTS.part("supply")


def strength_by_space(s: CommanderState, side: Side) -> list[int]:
    """A side's strength points in each space."""
    out = [0] * SPACES
    mine = OF_SIDE[side]
    for place in members(s._occ[side]):
        out[place] = sum(s.strength(u) for u in members(s.units_at(place) & mine))
    return out


@lru_cache(maxsize=4096)
def influence(strength: tuple[int, ...]) -> list[float]:
    """How much strength bears on each space, falling off with distance."""
    out = [0.0] * SPACES
    for place, n in enumerate(strength):
        if n:
            for p, pull in PULL[place]:
                out[p] += n * pull
    return out


class Field(dict[Place, float]):
    """How much a strength point in each space improves the odds of control: most where there is little and much is at stake. Worked out
    for a space when it is first asked for."""

    def __init__(self, stakes: list[float], ours: list[float], theirs: list[float], friendly: Places) -> None:
        calm, owner = _FIELD["calm"], _FIELD["owner"]
        self._needs: list[tuple[Place, float]] = []
        for q, (stake, us, them) in enumerate(zip(stakes, ours, theirs, strict=True)):
            if friendly >> q & 1:
                us += owner
            else:
                them += owner
            need = stake * them / ((us + them + calm) * (us + calm))
            if need > 0.004:
                self._needs.append((q, need))

    def __missing__(self, place: Place) -> float:
        pulls = PULLS[place]
        found = 0.0
        for q, need in self._needs:  # as strong one way as the other
            found += need * pulls[q]
        self[place] = found
        return found


class Post(NamedTuple):
    """What being strong in a space depends on: what is at stake (0 without enemies nearby), the strength that the terrain stands for,
    the strength needed to be safe, and what any unit at all is worth, because nobody can just drive in."""

    stake: float
    terrain: float
    need: float
    guard: float


class Scene:
    """The situation at one question, as one side sees it."""

    def __init__(self, s: CommanderState, side: Side) -> None:
        self.s = s
        self.side = side
        self.mine = strength_by_space(s, side)
        self.theirs = strength_by_space(s, 1 - side)
        ours, theirs = influence(tuple(self.mine)), influence(tuple(self.theirs))
        self._bears = theirs
        at_stake = stakes(s.race)
        self.space = space_worth(s.race)
        self.field = Field(at_stake, ours, theirs, s.controlled(side))
        self.their_field = Field(at_stake, theirs, ours, s.controlled(1 - side))
        self.caution = _MOOD["bold" if s.initiative() == side else "careful"]
        self._near: dict[Place, float] = {}
        self._posts: dict[Place, Post] = {}

    # --- single spaces -----------------------------------------------------------------------------------------------------------------

    def hold(self, place: Place, strength: float) -> float:
        """What this much strength in a space is worth: how much less likely the space is to be lost or passed through."""
        if not strength:
            return 0.0
        stake, terrain, need, guard = self._posts.get(place) or self.post(place)
        return stake * min(1.0, (strength + terrain) / need) + guard if stake else guard

    def post(self, place: Place) -> Post:
        """What `hold` needs to know about a space."""
        near = self.near_enemies(place)
        guard = _HOLD["guard"]
        if guard:
            them = self._bears[place]
            guard *= self.space[place] * them / (them + _HOLD["calm"])
        found = Post(0.0, 0.0, 1.0, guard)
        if near:
            stake = self.space[place] * _HOLD["space"] + self.deny(place) + self.needs(place)
            found = Post(stake, _HOLD["terrain"] * REDUCTION[place][0], _HOLD["enemies"] * near + 0.1, guard)
        self._posts[place] = found
        return found

    def severs(self, place: Place) -> float:
        """What it is worth to take an enemy space because of the enemies that it would cut off."""
        cut = _SUPPLY["cut"]
        return cut * self._parted(1 - self.side, place) if cut else 0.0

    def needs(self, place: Place) -> float:
        """What it is worth to keep a friendly space because of the units that would be cut off without it."""
        keep = _SUPPLY["keep"]
        return keep * self._parted(self.side, place) if keep and self.s.controller(place) == self.side else 0.0

    def _parted(self, side: Side, place: Place) -> int:
        """The strength of a side that would be out of supply tomorrow without a space of its own."""
        s = self.s
        if s.day == LAST_DAY or not DAYS[s.day + 1].supply[side]:
            return 0
        friendly = s.controlled(side)
        lost = s._occ[side] & supplied_by(side, friendly) & ~(supplied_by(side, friendly & ~(1 << place)) | 1 << place)
        strength = self.mine if side == self.side else self.theirs
        return sum([strength[p] for p in members(lost)])

    def deny(self, place: Place) -> float:
        """What it is worth to keep the enemy from coming here or passing: as much as they would gain by it."""
        return _HOLD["deny"] * self.their_field[place]

    def near_enemies(self, place: Place) -> float:
        """Strength that could reach here soon: from the neighbours, and by road from two spaces away."""
        found = self._near.get(place)
        if found is None:
            theirs = self.theirs
            foes = self.s._occ[1 - self.side]
            near = NEAR[place] | 1 << place
            found = 0.0
            for p in members(near & foes):
                found += theirs[p]
            far = 0
            for p in members(ROAD[place] & ~self.s._occ[self.side]):
                far |= ROAD[p]
            for p in members(far & foes & ~near):
                found += _HOLD["by_road"] * theirs[p]
            found = self._near[place] = min(found, _HOLD["most"])
        return found

    def danger(self, place: Place, unit: Unit) -> float:
        """What a unit risks in a space."""
        near = self.near_enemies(place)
        if not near:
            return 0.0
        s = self.s
        strength = s.strength(unit)
        friends = self.mine[place] - (strength if s.at[unit] == place else 0)
        ratio = near / (friends + strength + _DANGER["terrain"] * REDUCTION[place][0] + 1)
        return _DANGER["point"] * min(_DANGER["most"], max(0.0, ratio - 1.0)) * strength

    def pull(self, unit: Unit, here: Place, to: Place) -> float:
        """How much better placed a unit would be elsewhere."""
        return self.s.strength(unit) * (self.field[to] - self.field[here])
