"""7 Movement: the questions of the movement part of a turn, and why a unit cannot go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Unit
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.core.story import listed
from ardennes.games.commander.battle import Combats
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
    SIDES,
    STACK,
)
from ardennes.games.commander.preview import next_battle
from ardennes.games.commander.reach import (
    DIRECT,
    can_exit,
    can_go_strategically,
    crossed_from,
    first_steps,
    frozen,
    reach,
    second_steps,
    sorties,
    strategic_spaces,
    through,
    ways,
)
from ardennes.games.commander.state import CommanderState, space_title

# --- a move ----------------------------------------------------------------------------------------------------------------------------


def go(s: CommanderState, unit: Unit, to: Place, middle: Place) -> None:
    """Carry a move out, by a middle space if that has an effect; a sortie ends where it began."""
    origin = s.at[unit]
    last = origin if middle == DIRECT else middle
    s.moved |= 1 << unit
    if to == origin:
        s.tell("moves", unit, origin, middle)
    elif middle != DIRECT:
        s.tell("moves_by", unit, origin, to, middle)
    else:
        s.tell("moves", unit, origin, to)
    if middle != DIRECT:
        s.take(middle, SIDE[unit])
        s.pass_by(unit, middle)
    if to == origin:
        s.tell("comes_back", unit, middle, to)
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
            return Refusal("7-movement", f"{name} has already moved")
        if frozen(s, unit):
            return why_frozen(s, unit)
        closed = why_not_there(s, unit, each(NEAR[s.at[unit]])[0])
        return replace(closed, reason=f"every way out is closed to {name}: {closed.reason}")


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
        return Refusal("2-activation-cubes", f"{name} has been activated today")
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
            sortie=NOTHING if sorties(s, unit) else (),
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

    def on_sortie(self, s: CommanderState, _: None) -> None:
        self.on_space(s, s.at[self.unit])

    def on_exit(self, s: CommanderState, _: None) -> None:
        s.pop()
        s.leave_map(self.unit)

    def on_stay(self, s: CommanderState, _: None) -> None:
        s.pop()
        s.moved |= 1 << self.unit

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
        return why_not_there(s, self.unit, place)

    def why_sortie(self, s: CommanderState, _: None) -> Refusal:
        unit, here = self.unit, s.at[self.unit]
        title = space_title(here)
        if frozen(s, unit):
            return why_frozen(s, unit)
        if FOOT >> unit & 1:
            return Refusal("7-infantry", "infantry moves one space: it cannot go out and come back")
        if s._occ[1 - SIDE[unit]] >> here & 1:
            return Refusal("7-leaving-contested", f"{title} is contested: no enemy space can be entered from here")
        return Refusal("7-enemy-empty", f"no road leads from {title} to an empty space under enemy control")


@dataclass(frozen=True, slots=True)
class Via(Frame):
    """7-enemy-empty The ways to a space differ: in what they take in passing, or in the river border that is crossed. If the space is
    the unit's own, it goes out and comes back."""

    unit: Unit
    to: Place

    def decide(self, s: CommanderState) -> Decision:
        found = ways(s, self.unit, self.to)
        middles = sum(1 << m for m in found if m != DIRECT)
        name = s.name(self.unit)
        if self.to == s.at[self.unit]:
            prompt = f"{name} goes out and comes back: which space does it take?"
        else:
            prompt = f"{name} to {space_title(self.to)}: by which way?"
        direct = NOTHING if DIRECT in found else ()
        return s.ask(SIDES[SIDE[self.unit]], prompt, "7-enemy-empty", via=middles, direct=direct)

    def on_via(self, s: CommanderState, place: Place) -> None:
        s.pop()
        go(s, self.unit, self.to, place)

    def on_direct(self, s: CommanderState, _: None) -> None:
        s.pop()
        go(s, self.unit, self.to, DIRECT)

    def why_via(self, s: CommanderState, place: Place) -> Refusal:
        unit, to = self.unit, self.to
        here, title = s.at[unit], space_title(place)
        passable = through(s, unit, first_steps(s, unit)) >> place & 1
        if place == to:
            return Refusal("7-armor-mech", f"{title} is where the move ends, not a space on the way")
        if passable and to == here:
            return Refusal("7-enemy-empty", f"{title} is already yours: going there and back changes nothing")
        if passable and second_steps(s, unit, place) >> to & 1:
            return Refusal("7-enemy-empty", f"the way by {title} has the same effect as another")
        if (ROAD[here] & ROAD[to]) >> place & 1:
            return _why_by(s, unit, place, to)[0]
        return Refusal("7-armor-mech", f"no two roads lead by {title} to {space_title(to)}")

    def why_direct(self, s: CommanderState, _: None) -> Refusal:
        if self.to == s.at[self.unit]:
            return Refusal("7-armor-mech", "to go out and come back, choose the space to take")
        if NEAR[s.at[self.unit]] >> self.to & 1:
            return _why_first(s, self.unit, self.to)
        return Refusal("7-armor-mech", f"{space_title(self.to)} is more than one space away")


# --- why not there -----------------------------------------------------------------------------------------------------------------------


def why_not_there(s: CommanderState, unit: Unit, place: Place) -> Refusal:
    """Why a unit cannot end its move in a space: what bars the way that fewest rules bar."""
    here, side = s.at[unit], SIDE[unit]
    title, origin = space_title(place), space_title(here)
    foot = FOOT >> unit & 1
    if place == here:
        other = "'stay'" + (", or 'sortie' to go out and come back" if sorties(s, unit) else "")
        return Refusal("7-movement", f"{s.name(unit)} is in {title} already: choose {other}")
    if frozen(s, unit):
        return why_frozen(s, unit)
    if s._full[side] >> place & 1 and ways(s, unit, place):
        return Refusal("7-stacking", f"{title} holds {STACK} of your units already")
    if NEAR[here] >> place & 1:
        return _why_first(s, unit, place)
    two = [] if foot else [_why_by(s, unit, middle, place) for middle in each(ROAD[here] & ROAD[place])]
    if two:
        return min(two, key=len)[0]
    three = _why_strategic(s, unit, place)
    if three is not None:
        return three
    if foot:
        far = "one space" if side == GERMAN else "one space, or exactly three by road"
        return Refusal("7-infantry", f"{title} is not adjacent: infantry moves {far}")
    far = "two or three" if can_go_strategically(s, unit) else "two"
    return Refusal("7-armor-mech", f"no way of {far} spaces by road leads from {origin} to {title}")


def _why_first(s: CommanderState, unit: Unit, place: Place) -> Refusal:
    """Why a neighbour cannot be entered."""
    here, side = s.at[unit], SIDE[unit]
    title = space_title(place)
    if s.meuse_is_closed(unit) and MEUSE[here] >> place & 1:
        return _BRITISH
    if s._occ[1 - side] >> here & 1:
        return Refusal("7-leaving-contested", f"{title} is {_bad(s, place)}, and {space_title(here)} is contested")
    return Refusal("7-river-limit", f"a unit has crossed the river into {title} from here in this turn")


_BRITISH = Refusal("7-british", "British units may not cross the Meuse yet")


def _bad(s: CommanderState, place: Place) -> str:
    return "contested" if s.contested() >> place & 1 else "under enemy control"


def _why_by(s: CommanderState, unit: Unit, middle: Place, place: Place) -> list[Refusal]:
    """All that bars a two-space move by road through a middle space."""
    return list(_bars_by(s, unit, middle, place))


def _bars_by(s: CommanderState, unit: Unit, middle: Place, place: Place) -> Iterator[Refusal]:
    side = SIDE[unit]
    by, title = space_title(middle), space_title(place)
    foes = s._occ[1 - side] & RIVER[middle] & 1 << place
    if s._occ[1 - side] >> middle & 1:
        yield Refusal("7-stop", f"a unit must stop in {by}: enemy units are there")
    if not first_steps(s, unit) >> middle & 1:
        yield _why_first(s, unit, middle)
    if s.meuse_is_closed(unit) and MEUSE[middle] >> place & 1:
        yield _BRITISH
    if foes and not s._occ[side] >> place & 1:
        yield Refusal("7-bridge-cut", f"the bridge from {by} is cut: only enemy units are in {title}")
    elif foes & crossed_from(s, middle):
        yield Refusal("7-river-limit", f"a unit has crossed the river from {by} into {title} in this turn")


def _why_strategic(s: CommanderState, unit: Unit, place: Place) -> Refusal | None:
    """Why a strategic move does not lead to a space. None if no three roads do, or if that is not what keeps the unit from a space two
    spaces away."""
    here, side = s.at[unit], SIDE[unit]
    routes = [(a, b) for a in each(ROAD[here]) for b in each(ROAD[a] & ROAD[place])]
    if not routes:
        return None
    near = BOARD.distance(here, place) == 2
    if side == GERMAN and FOOT >> unit & 1:
        return None if near else Refusal("7-strategic-german", "German infantry does not move strategically")
    if not can_go_strategically(s, unit):
        if near and not (strategic_spaces(s, unit) & ~s._full[side]) >> place & 1:
            return None
        days = [day for day, facts in DAYS.items() if facts.german_strategic]
        return Refusal(
            "7-strategic-german",
            f"no German strategic movement on {s.day} December, only from {days[0]} to {days[-1]} December",
        )
    bad = ~s.controlled(side) | s._occ[1 - side]
    for space in (here, place):
        if bad >> space & 1:
            return Refusal("7-strategic", f"{space_title(space)} is {_bad(s, space)}: no strategic move")
    if strategic_spaces(s, unit, ignoring_meuse=True) >> place & 1:
        return _BRITISH
    barred = min(([p for p in route if bad >> p & 1] for route in routes), key=len)
    names = listed([f"{space_title(p)} is {_bad(s, p)}" for p in barred])
    return Refusal("7-strategic", f"{names}: no strategic move that way to {space_title(place)}")
