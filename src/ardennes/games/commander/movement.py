"""7 Movement: how far units go, and the questions of the movement part of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander.battle import Combats
from ardennes.games.commander.facts import (
    ALLIED,
    AT_MEUSE,
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
    SIDES,
    STACK,
)
from ardennes.games.commander.preview import next_battle
from ardennes.games.commander.state import CommanderState, space_title

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


def ways(s: CommanderState, unit: Unit, to: Place) -> dict[Place, tuple[int, ...]]:
    """The ways to a space by their middle space (DIRECT: none that matters), each with its effect.

    The effect: what is taken in passing, whether the British are released, and the river border by which an enemy-occupied space is
    entered. Of ways with the same effect only the first is kept.
    """
    side = SIDE[unit]
    here = s.at[unit]
    bit = 1 << to
    fight = s._occ[1 - side] & bit
    steps = first_steps(s, unit)
    found: dict[Place, tuple[int, ...]] = {}

    def border(origin: Place) -> int:
        return origin if fight and RIVER[origin] & bit else -1

    if steps & bit:
        found[DIRECT] = (-1, 0, border(here))
    if not FOOT >> unit & 1:
        for middle in each(through(s, unit, steps)):
            if second_steps(s, unit, middle) & bit:
                taken = middle if s.controller(middle) != side else -1
                freed = int(side == GERMAN and not s.released and AT_MEUSE >> middle & 1 and not AT_MEUSE & bit)
                found[middle] = (taken, freed, border(middle))
    if DIRECT not in found and can_go_strategically(s, unit) and strategic_spaces(s, unit) & bit:
        found[DIRECT] = (-1, 0, -1)  # nothing changes on the way of a strategic move
    kept: dict[tuple[int, ...], Place] = {}
    for middle, effect in found.items():
        kept.setdefault(effect, middle)
    return {middle: effect for effect, middle in kept.items()}


def go(s: CommanderState, unit: Unit, to: Place, middle: Place) -> None:
    """Carry a move out, by a middle space if it has an effect."""
    origin = s.at[unit]
    side = SIDE[unit]
    last = origin
    s.moved |= 1 << unit
    if middle != DIRECT:
        last = middle
        s.take(middle, side)
        s.pass_by(unit, middle)
        s.tell("moves_by", unit, origin, to, middle)
    else:
        s.tell("moves", unit, origin, to)
    if NEAR[last] >> to & 1 and RIVER[last] >> to & 1:
        s.over[unit] = last
    s.enter(unit, to)


# --- the questions ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moves(Frame):
    """7-movement The active units move one at a time, or stay; then combat follows."""

    side: Side
    public: ClassVar[bool] = True

    def decide(self, s: CommanderState) -> Decision | None:
        units = 0
        for u in each(s.active & ~s.moved):
            if reach(s, u).all or can_exit(s, u):
                units |= 1 << u
        if not units:
            self.on_done(s, None)
            return None
        return s.ask(SIDES[self.side], "Move an active unit, or end movement", "7-movement", unit=units, done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.push(Move(unit))

    def preview(self, s: CommanderState) -> dict[str, Any] | None:
        return next_battle(s, self.side, s.spaces_of(s.active) & s._occ[1 - self.side])

    def on_done(self, s: CommanderState, _: None) -> None:
        s.become(Combats(self.side, s.spaces_of(s.active) & s._occ[1 - self.side]))

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] != self.side:
            return Refusal("4-activation", f"{name} belongs to the other side")
        if not s.active >> unit & 1:
            return _why_not_active(s, unit)
        if s.moved >> unit & 1:
            return Refusal("7-movement", f"{name} has moved already")
        if frozen(s, unit):
            return why_frozen(s, unit)
        return Refusal("7-movement", f"{name} has nowhere to go")


def why_frozen(s: CommanderState, unit: Unit) -> Refusal:
    """Why a unit may not move at all."""
    if SIDE[unit] == GERMAN:
        return Refusal("5-surprise-movement", f"{s.name(unit)}: only German infantry moves in the surprise turns")
    return Refusal("5-allied-infantry", f"{s.name(unit)}: Allied infantry may not move on {FIRST_DAY} December")


def _why_not_active(s: CommanderState, unit: Unit) -> Refusal:
    name = s.name(unit)
    if s.at[unit] < 0:
        return Refusal("4-activation", f"{name} is not on the map")
    if s.cubes >> unit & 1:
        return Refusal("2-activation-cubes", f"{name} has been activated on this day")
    if s.oos >> unit & 1:
        return Refusal("7-unsupplied", f"{name} is out of supply")
    if s.short >> unit & 1:
        return Refusal("7-unsupplied", f"{name} is short of fuel")
    return Refusal("4-activation", f"{name} is not in the space that was activated")


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """7-movement One unit moves: a space or two (7-armor-mech), three by strategic movement (7-strategic), or off the map."""

    unit: Unit

    def decide(self, s: CommanderState) -> Decision:
        unit = self.unit
        return s.ask(
            SIDES[SIDE[unit]],
            f"Move {s.name(unit)} from {space_title(s.at[unit])}",
            "7-movement",
            space=reach(s, unit).all,
            exit=NOTHING if can_exit(s, unit) else (),
            stay=NOTHING,
        )

    def on_space(self, s: CommanderState, place: Place) -> None:
        found = ways(s, self.unit, place)
        if len(found) > 1:
            s.become(Via(self.unit, place))
            return
        s.pop()
        go(s, self.unit, place, next(iter(found)))

    def on_exit(self, s: CommanderState, _: None) -> None:
        s.pop()
        s.leave_map(self.unit)

    def on_stay(self, s: CommanderState, _: None) -> None:
        s.pop()
        s.moved |= 1 << self.unit

    # --- why not -------------------------------------------------------------------------------------------------------------------

    def why_exit(self, s: CommanderState, _: None) -> Refusal:
        here = s.at[self.unit]
        title = space_title(here)
        if SIDE[self.unit] != GERMAN:
            return Refusal("12-vp-exit", "only German units may exit the map")
        if not EXITS >> here & 1:
            return Refusal(
                "12-vp-exit", f"{title} has no exit arrow: a unit must begin its activation in an exit space"
            )
        if not s.german >> here & 1:
            return Refusal("12-vp-exit", f"{title} is under Allied control")
        if s._occ[ALLIED] >> here & 1:
            return Refusal("12-vp-exit", f"{title} is contested")
        return why_frozen(s, self.unit)

    def why_space(self, s: CommanderState, place: Place) -> Refusal:
        unit = self.unit
        here, side = s.at[unit], SIDE[unit]
        title = space_title(place)
        foot = FOOT >> unit & 1
        if place == here:
            return Refusal("7-movement", f"{s.name(unit)} is in {title} already: choose 'stay'")
        if frozen(s, unit):
            return why_frozen(s, unit)
        if s._full[side] >> place & 1:
            return Refusal("7-stacking", f"{title} holds {STACK} units of yours already")
        if NEAR[here] >> place & 1:
            return self._why_first(s, here, place)
        two = None if foot else self._why_two(s, place)
        if two is not None:
            return two
        near = BOARD.distance(here, place) == 2 and not can_go_strategically(s, unit)
        three = None if near else self._why_strategic(s, place)
        if three is not None:
            return three
        if foot:
            return Refusal("7-infantry", f"{title} is not adjacent: infantry moves one space")
        return Refusal("7-armor-mech", f"no two roads lead from {space_title(here)} to {title}")

    def _why_first(self, s: CommanderState, here: Place, place: Place) -> Refusal:
        """Why a neighbour cannot be entered."""
        side = SIDE[self.unit]
        title = space_title(place)
        if s.meuse_is_closed(self.unit) and MEUSE[here] >> place & 1:
            return Refusal("7-british", "British units may not cross the Meuse yet")
        if s._occ[1 - side] >> here & 1:
            what = "contested" if s.contested() >> place & 1 else "under enemy control"
            return Refusal("7-leaving-contested", f"{title} is {what}, and {space_title(here)} is contested")
        return Refusal("7-river-limit", f"a unit has crossed the river into {title} from here in this turn")

    def _why_two(self, s: CommanderState, place: Place) -> Refusal | None:
        """Why a two-space move does not lead there: the first reason found on a way by road; None if there is no such way."""
        unit, here, side = self.unit, s.at[self.unit], SIDE[self.unit]
        title = space_title(place)
        foes = s._occ[1 - side]
        for middle in each(ROAD[here] & ROAD[place]):
            by = space_title(middle)
            if foes >> middle & 1:
                return Refusal("7-stop", f"a unit must stop in {by}: enemy units are there")
            if not first_steps(s, unit) >> middle & 1:
                return self._why_first(s, here, middle)
            if s.meuse_is_closed(unit) and MEUSE[middle] >> place & 1:
                return Refusal("7-british", "British units may not cross the Meuse yet")
            if not s._occ[side] >> place & 1:
                return Refusal("7-bridge-cut", f"the bridge from {by} is cut: only enemy units are in {title}")
            return Refusal("7-river-limit", f"a unit has crossed the river from {by} into {title} in this turn")
        return None

    def _why_strategic(self, s: CommanderState, place: Place) -> Refusal | None:
        """If roads lead there in three spaces: why a strategic move does not."""
        unit, here, side = self.unit, s.at[self.unit], SIDE[self.unit]
        two = BOARD.spread(BOARD.spread(1 << here, ROAD), ROAD)
        if not BOARD.spread(two, ROAD) >> place & 1:
            return None
        if not can_go_strategically(s, unit):
            if DAYS[s.day].german_strategic:
                return Refusal("7-strategic-german", "German infantry does not move strategically")
            return Refusal("7-strategic-german", f"no German strategic movement on {s.day} December")
        bad = ~s.controlled(side) | s._occ[1 - side]
        for space in (here, place):
            if bad >> space & 1:
                return Refusal("7-strategic", f"{space_title(space)} is contested or under enemy control")
        if s.meuse_is_closed(unit) and strategic_spaces(s, unit, ignoring_meuse=True) >> place & 1:
            return Refusal("7-british", "British units may not cross the Meuse yet")
        return Refusal(
            "7-strategic", f"on every way to {space_title(place)} a space is contested or under enemy control"
        )


@dataclass(frozen=True, slots=True)
class Via(Frame):
    """7-enemy-empty The ways to a space differ: in what they take in passing, or in the river border that is crossed."""

    unit: Unit
    to: Place

    def decide(self, s: CommanderState) -> Decision:
        found = ways(s, self.unit, self.to)
        middles = sum(1 << m for m in found if m != DIRECT)
        prompt = f"{s.name(self.unit)} to {space_title(self.to)}: by which way?"
        direct = NOTHING if DIRECT in found else ()
        return s.ask(SIDES[SIDE[self.unit]], prompt, "7-enemy-empty", via=middles, direct=direct)

    def on_via(self, s: CommanderState, place: Place) -> None:
        s.pop()
        go(s, self.unit, self.to, place)

    def on_direct(self, s: CommanderState, _: None) -> None:
        s.pop()
        go(s, self.unit, self.to, DIRECT)

    def why_via(self, s: CommanderState, place: Place) -> Refusal:
        title = space_title(place)
        passable = through(s, self.unit, first_steps(s, self.unit)) >> place & 1
        if passable and second_steps(s, self.unit, place) >> self.to & 1:
            return Refusal("7-enemy-empty", f"the way by {title} has the same effect as another")
        return Refusal("7-armor-mech", f"no way by {title} leads to {space_title(self.to)}")

    def why_direct(self, s: CommanderState, _: None) -> Refusal:
        return Refusal("7-armor-mech", f"{space_title(self.to)} cannot be entered from here in one step")
