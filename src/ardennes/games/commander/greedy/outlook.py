"""What a position is valued by (see `ardennes.core.outlook`). Every feature is more for a German who is better off, and about -3 to 3."""

from __future__ import annotations

from collections.abc import Hashable

from ardennes.core.kinds import Place, Side, Units
from ardennes.core.names import each
from ardennes.games.commander.facts import (
    ALLIED,
    AT_MEUSE,
    BASTOGNE,
    BOARD,
    DAYS,
    FAR_BANK,
    FOOT,
    GERMAN,
    LAST_DAY,
    NEAR,
    SPACES,
    TANKS,
    VALUE,
)
from ardennes.games.commander.greedy.scene import strength_by_space
from ardennes.games.commander.state import EXITED, CommanderState
from ardennes.games.commander.supply import supplied_spaces
from ardennes.games.commander.turns import Turn

FEATURES = (
    "points_now",  # the total between the thresholds of the next evening that is judged
    "points_next",  # between those of the evening judged after that
    "points_last",  # between those of the last one
    "strength",  # strength points on the map, against each other
    "armor",  # the same for armor
    "german_supply",  # share of German strength that can trace supply
    "allied_supply",
    "german_fuel",  # share of German strength marked out of supply or short of fuel
    "gains",  # points of Allied spaces that the Germans bear on more strongly
    "losses",  # points of German spaces that the Allies bear on more strongly
    "ground",  # spaces under German control
    "bastogne",
    "meuse",  # how near supplied motorized Germans are to the Meuse
    "over",  # strength that has left the map or is beyond the Meuse in supply
)
_CHECKS = [day for day in sorted(DAYS) if DAYS[day].german_wins is not None]
_TO_MEUSE = [min(BOARD.distance(p, q) for q in each(AT_MEUSE)) for p in range(SPACES)]
_FAR_OFF = 9
_AT_START = 8
"""Spaces that are German from the start."""


def features(s: CommanderState) -> tuple[float, ...]:
    mine, theirs = strength_by_space(s, GERMAN), strength_by_space(s, ALLIED)
    german, allied = supplied_spaces(s, GERMAN), supplied_spaces(s, ALLIED)
    checks = [day for day in _CHECKS if day >= s.day] or [LAST_DAY]
    supplied = s.units_in(GERMAN, german)
    spearhead = min((_TO_MEUSE[s.at[u]] for u in each(supplied & ~FOOT)), default=_FAR_OFF)
    beyond = sum(mine[p] for p in each(s._occ[GERMAN] & FAR_BANK & german))
    exited = sum(s.strength(u) for u, place in enumerate(s.at) if place == EXITED)
    return (
        _between(s._vp, checks[0]),
        _between(s._vp, checks[min(1, len(checks) - 1)]),
        _between(s._vp, LAST_DAY),
        (sum(mine) - sum(theirs)) / 30,
        (_strength(s, s.on_map(GERMAN) & TANKS) - _strength(s, s.on_map(ALLIED) & TANKS)) / 15,
        -2 * _share(s, s.on_map(GERMAN) & ~supplied, GERMAN),
        2 * _share(s, s.on_map(ALLIED) & ~s.units_in(ALLIED, allied), ALLIED),
        -2 * _share(s, s.on_map(GERMAN) & s.unsupplied(), GERMAN),
        sum(VALUE[p] for p in each(~s.german & _VALUED) if _bears(mine, p) > _bears(theirs, p)) / 4,
        -sum(VALUE[p] for p in each(s.german & _VALUED) if _bears(theirs, p) > _bears(mine, p)) / 4,
        (s.german.bit_count() - _AT_START) / 15 - 1,
        1.0 if s.german >> BASTOGNE & 1 else -1.0,
        (3 - spearhead) / 2,
        (beyond + exited) / 5,
    )


_VALUED = sum(1 << p for p in range(SPACES) if VALUE[p])


TURNS_PER_THOUGHT = 3
"""One turn alone changes too little to tell ideas apart."""


def moment(s: CommanderState) -> Hashable:
    """Every third turn of a side, at its start."""
    top = s.stack[-1]
    return (s.day, s.surprise, s.time // TURNS_PER_THOUGHT, top.side) if isinstance(top, Turn) else None


def _between(vp: int, day: int) -> float:
    """The total on a scale from -1 (the Allied threshold of an evening) to 1 (the German one)."""
    german, allied = DAYS[day].german_wins, DAYS[day].allied_wins
    assert german is not None
    assert allied is not None
    return max(-4.0, min(4.0, (vp - (german + allied) / 2) / max(3.5, (german - allied) / 2)))


def _strength(s: CommanderState, units: Units) -> int:
    return sum([s.strength(u) for u in each(units)])


def _share(s: CommanderState, units: Units, side: Side) -> float:
    """How much of a side's strength on the map some units have."""
    return _strength(s, units) / max(1, _strength(s, s.on_map(side))) if units else 0.0


def _bears(strength: list[int], place: Place) -> int:
    """Strength in a space, twice, and next to it."""
    return 2 * strength[place] + sum([strength[p] for p in each(NEAR[place])])
