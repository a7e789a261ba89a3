"""7 How far units go: single steps, the spaces in reach, and the ways to a space that differ in what they do."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.names import each
from ardennes.games.commander.facts import (
    ALLIED,
    BOARD,
    DAYS,
    EXITS,
    FIRST_DAY,
    FOOT,
    GERMAN,
    MEUSE,
    NEAR,
    RIVER,
    ROAD,
    SIDE,
)
from ardennes.games.commander.state import CommanderState

# --- how far ---------------------------------------------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Where a unit can end its move: after one space, after two by road, and by strategic movement."""

    one: Places
    two: Places
    three: Places

    @property
    def all(self) -> Places:
        return self.one | self.two | self.three


NOWHERE = Reach(0, 0, 0)
STRATEGIC_STEPS = 3


def frozen(s: CommanderState, unit: Unit) -> bool:
    """5-surprise-movement, 5-allied-infantry: may this unit not move at all now?"""
    foot = FOOT >> unit & 1
    if SIDE[unit] == GERMAN:
        return s.surprise and not foot
    return bool(foot) and s.day == FIRST_DAY


def can_go_strategically(s: CommanderState, unit: Unit) -> bool:
    """7-strategic, 7-strategic-german: is the unit of a kind that may, on this day?"""
    if SIDE[unit] == ALLIED:
        return True
    return not FOOT >> unit & 1 and DAYS[s.day].german_strategic


def crossed_from(s: CommanderState, place: Place) -> Places:
    """7-river-limit: spaces into which a unit has come from this one over a river in this turn."""
    out = 0
    for u in each(s.moved):
        if s.over[u] == place:
            out |= 1 << s.at[u]
    return out


def barred_over_river(s: CommanderState, unit: Unit, place: Place, second: bool) -> Places:
    """Neighbours over a river that are closed: by the limit of one unit a border (7-river-limit), by a bridge that is cut under a second
    step (7-bridge-cut), or by the Meuse to the British (7-british)."""
    side = SIDE[unit]
    foes = s._occ[1 - side]
    out = RIVER[place] & foes & crossed_from(s, place)
    if second:
        out |= RIVER[place] & foes & ~s._occ[side]
    if s.meuse_is_closed(unit):
        out |= MEUSE[place]
    return out


def first_steps(s: CommanderState, unit: Unit) -> Places:
    """7-infantry, 7-leaving-contested: neighbours that a unit may enter, be it only to pass through."""
    here = s.at[unit]
    side = SIDE[unit]
    foes = s._occ[1 - side]
    out = NEAR[here] & ~barred_over_river(s, unit, here, False)
    if foes >> here & 1:
        out &= s.controlled(side) & ~foes
    return out


def through(s: CommanderState, unit: Unit, steps: Places) -> Places:
    """7-armor-mech, 7-stop: first steps after which a second may follow."""
    return steps & ROAD[s.at[unit]] & ~s._occ[1 - SIDE[unit]]


def second_steps(s: CommanderState, unit: Unit, middle: Place) -> Places:
    """7-armor-mech: where the second step by road from a middle space may lead."""
    return ROAD[middle] & ~barred_over_river(s, unit, middle, True)


def strategic_spaces(
    s: CommanderState, unit: Unit, steps: int = STRATEGIC_STEPS, ignoring_meuse: bool = False
) -> Places:
    """7-strategic: exactly three spaces by road (or fewer, on the way), through friendly uncontested spaces only, the start included."""
    side = SIDE[unit]
    good = s.controlled(side) & ~s._occ[1 - side]
    ring = 1 << s.at[unit] & good
    closed = s.meuse_is_closed(unit) and not ignoring_meuse
    for _ in range(steps):
        if closed:
            step = 0
            for place in each(ring):
                step |= ROAD[place] & ~MEUSE[place]
        else:
            step = BOARD.spread(ring, ROAD)
        ring = step & good
    return ring


def reach(s: CommanderState, unit: Unit) -> Reach:
    """Where the unit can end its move. Stacking (7-stacking) is looked at in the last space only."""
    if frozen(s, unit):
        return NOWHERE
    room = ~(s._full[SIDE[unit]] | 1 << s.at[unit])
    one = first_steps(s, unit)
    two = 0
    if not FOOT >> unit & 1:
        for middle in each(through(s, unit, one)):
            two |= second_steps(s, unit, middle)
    three = strategic_spaces(s, unit) if can_go_strategically(s, unit) else 0
    one &= room
    two &= room & ~one
    return Reach(one, two, three & room & ~(one | two))


def steps_back(s: CommanderState, unit: Unit) -> dict[Place, Place]:
    """For each space in reach the one before it on a way there, for display."""
    here = s.at[unit]
    found = reach(s, unit)
    steps = first_steps(s, unit)
    out = dict.fromkeys(each(steps), here)
    for place in each(found.two):
        out[place] = next(m for m in each(through(s, unit, steps)) if second_steps(s, unit, m) >> place & 1)
    if found.three:
        once, twice = (strategic_spaces(s, unit, n) & ~(1 << here) for n in (1, 2))
        for place in each(found.three):
            middle = next(m for m in each(twice) if ROAD[m] >> place & 1)
            out[place] = middle
            out.setdefault(middle, next(m for m in each(once) if ROAD[m] >> middle & 1))
    return out


def can_exit(s: CommanderState, unit: Unit) -> bool:
    """12-vp-exit: a German unit that begins its activation in a German, uncontested exit space."""
    bit = 1 << s.at[unit]
    return bool(SIDE[unit] == GERMAN and not frozen(s, unit) and EXITS & s.german & ~s._occ[ALLIED] & bit)


# --- ways that differ ------------------------------------------------------------------------------------------------------------------

DIRECT = -1


class Effect(NamedTuple):
    """What a way does besides leading to its end."""

    taken: int
    """The space that is taken in passing, -1 for none."""
    border: int
    """The space from which an enemy-occupied space is entered over a river, -1 if it is not."""


NONE = Effect(-1, -1)


def ways(s: CommanderState, unit: Unit, to: Place) -> dict[Place, Effect]:
    """The ways to a space by their middle space (DIRECT: none that matters), each with its effect. Of ways with the same effect only
    the first is kept. To the space in which the unit stands: the ways of a sortie."""
    here = s.at[unit]
    if to == here:
        return {middle: Effect(middle, -1) for middle in each(sorties(s, unit))}
    side = SIDE[unit]
    bit = 1 << to
    fight = s._occ[1 - side] & bit
    steps = first_steps(s, unit)
    found: dict[Place, Effect] = {}

    def border(origin: Place) -> int:
        return origin if fight and RIVER[origin] & bit else -1

    if steps & bit:
        found[DIRECT] = Effect(-1, border(here))
    if not FOOT >> unit & 1:
        for middle in each(through(s, unit, steps)):
            if second_steps(s, unit, middle) & bit:
                found[middle] = Effect(middle if s.controller(middle) != side else -1, border(middle))
    if DIRECT not in found and can_go_strategically(s, unit) and strategic_spaces(s, unit) & bit:
        found[DIRECT] = NONE  # nothing changes on the way of a strategic move
    kept: dict[Effect, Place] = {}
    for middle, effect in found.items():
        kept.setdefault(effect, middle)
    return {middle: effect for effect, middle in kept.items()}


def sorties(s: CommanderState, unit: Unit) -> Places:
    """7-armor-mech, 7-enemy-empty: empty enemy-controlled neighbours that a unit can take and come back from, out and back by road.

    Out and back through a friendly space would be no different from staying. From a contested space only friendly spaces can be
    entered (7-leaving-contested), so there is nothing to take.
    """
    if FOOT >> unit & 1 or frozen(s, unit):
        return 0
    return through(s, unit, first_steps(s, unit)) & ~s.controlled(SIDE[unit])
