"""7 How far units go: single steps, the spaces within reach, and the different ways to a space."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.games.commander.facts import (
    ALLIED,
    BOARD,
    BRITISH,
    DAYS,
    EXITS,
    FIRST_DAY,
    FOOT,
    GERMAN,
    MEUSE,
    NEAR,
    OF_SIDE,
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


def frozen(s: CommanderState, side: Side) -> Units:
    """5-surprise-movement, 5-allied-infantry: the units of a side that cannot move now at all."""
    if side == GERMAN:
        return OF_SIDE[GERMAN] & ~FOOT if s.surprise else 0
    return OF_SIDE[ALLIED] & FOOT if s.day == FIRST_DAY else 0


def can_go_strategically(s: CommanderState, unit: Unit) -> bool:
    """7-strategic, 7-strategic-german: can this kind of unit use strategic movement today?"""
    if SIDE[unit] == ALLIED:
        return True
    return not FOOT >> unit & 1 and DAYS[s.day].german_strategic


def crossed_from(s: CommanderState, place: Place) -> Places:
    """7-river-limit: spaces that a unit has entered from this one across a river this turn."""
    out = 0
    for u in each(s.moved):
        if s.over[u] == place:
            out |= 1 << s.at[u]
    return out


def barred_over_river(s: CommanderState, unit: Unit, place: Place, second: bool) -> Places:
    """Neighbours across a river that are closed: by the limit of one unit per border (7-river-limit), by a cut bridge on the second
    step (7-bridge-cut), or because the British cannot cross the Meuse yet (7-british)."""
    side = SIDE[unit]
    out = 0
    foes = RIVER[place] & s._occ[1 - side]
    if foes:
        out = foes & crossed_from(s, place)
        if second:
            out |= foes & ~s._occ[side]
    if BRITISH >> unit & 1 and not s.meuse_is_open():
        out |= MEUSE[place]
    return out


def first_steps(s: CommanderState, unit: Unit) -> Places:
    """7-infantry, 7-leaving-contested: neighbours that a unit can enter, even if only to pass through."""
    here = s.at[unit]
    side = SIDE[unit]
    foes = s._occ[1 - side]
    out = NEAR[here] & ~barred_over_river(s, unit, here, False)
    if foes >> here & 1:
        out &= s.controlled(side) & ~foes
    return out


def through(s: CommanderState, unit: Unit, steps: Places) -> Places:
    """7-armor-mech, 7-stop: first steps that can be followed by a second."""
    return steps & ROAD[s.at[unit]] & ~s._occ[1 - SIDE[unit]]


def second_steps(s: CommanderState, unit: Unit, middle: Place) -> Places:
    """7-armor-mech: where the second step by road from a middle space can lead."""
    return ROAD[middle] & ~barred_over_river(s, unit, middle, True)


def strategic_spaces(
    s: CommanderState, unit: Unit, steps: int = STRATEGIC_STEPS, ignoring_meuse: bool = False
) -> Places:
    """7-strategic: exactly three spaces by road (or `steps`, for the spaces on the way), only through friendly uncontested spaces,
    including the start."""
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
    """Where the unit can end its move. Stacking (7-stacking) matters only in the last space."""
    side = SIDE[unit]
    if frozen(s, side) >> unit & 1:
        return NOWHERE
    room = ~(s._full[side] | 1 << s.at[unit])
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
    """The previous space on a way to each space within reach, for display."""
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


def exit_limits(s: CommanderState) -> Limits:
    """12-vp-exit: from which spaces German units can exit."""
    yield "12-vp-exit", EXITS, "{} has no exit arrow: a unit must begin its activation in an exit space"
    yield "12-vp-exit", s.german, "{} is under Allied control"
    yield "12-vp-exit", ~s._occ[ALLIED], "{} is contested"


def can_exit(s: CommanderState, unit: Unit) -> bool:
    """12-vp-exit: can this unit exit the map now?"""
    if SIDE[unit] != GERMAN or not EXITS >> s.at[unit] & 1 or frozen(s, GERMAN) >> unit & 1:
        return False
    return bool(offered(exit_limits(s)) >> s.at[unit] & 1)


# --- ways that differ ------------------------------------------------------------------------------------------------------------------

DIRECT = -1


class Effect(NamedTuple):
    """What a way does on top of getting the unit there."""

    taken: int
    """The space captured in passing, -1 for none."""
    border: int
    """The space from which the unit enters an enemy-occupied space across a river, -1 if it does not."""


NONE = Effect(-1, -1)


def ways(s: CommanderState, unit: Unit, to: Place) -> dict[Place, Effect]:
    """The ways to a space by their middle space (DIRECT if none matters), each with its effect. Only the first of several ways with
    the same effect is kept. For the unit's own space these are the possible sorties."""
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
        found[DIRECT] = NONE  # a strategic move changes nothing on the way
    kept: dict[Effect, Place] = {}
    for middle, effect in found.items():
        kept.setdefault(effect, middle)
    return {middle: effect for effect, middle in kept.items()}


def sorties(s: CommanderState, unit: Unit) -> Places:
    """7-armor-mech, 7-enemy-empty: empty enemy-controlled neighbours that a unit can take and come back from, out and back by road.

    Going out to a friendly space and back would be the same as staying. From a contested space a unit can enter only friendly
    spaces (7-leaving-contested), so there is nothing to capture.
    """
    if (FOOT | frozen(s, SIDE[unit])) >> unit & 1:
        return 0
    return through(s, unit, first_steps(s, unit)) & ~s.controlled(SIDE[unit])
