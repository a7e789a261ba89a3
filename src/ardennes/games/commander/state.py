"""The state of a game: where units are and what they have lost, who controls what, and the markers on units."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.core.kinds import Location, Place, Places, Side, Unit, UnitNumber, UnitPlace, Units
from ardennes.core.names import Names, each
from ardennes.core.state import State
from ardennes.games.commander.facts import (
    ALL,
    ALLIED,
    AT_MEUSE,
    BRITISH,
    BRITISH_FREE_FROM,
    DAYS,
    FAR_BANK,
    FIRST_DAY,
    FULL,
    GERMAN,
    MEUSE_VP,
    OF_SIDE,
    SIDE,
    SPACE_NAMES,
    SPACES,
    STACK,
    TITLES,
    UNIT_NAMES,
    UNITS,
    VALUE,
    VP_UNITS,
)

ABSENT, DUE, RESERVE, ELIMINATED, EXITED = -1, -2, -3, -4, -5
BOXES = {"absent": ABSENT, "due": DUE, "reserve": RESERVE, "eliminated": ELIMINATED, "exited": EXITED}


class CommanderState(State):
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "activate": SPACE_NAMES,
        "space": SPACE_NAMES,
        "via": SPACE_NAMES,
        "battle": SPACE_NAMES,
    }

    day: int
    surprise: bool
    """5-surprise-turns: the three German turns before 16 December are being played."""
    time: int
    """Space of the time track from 0, or of the track of surprise turns."""
    passed: bool
    """4-passing: the last turn of this day was a pass."""
    at: Location
    lost: UnitNumber
    """Strength points that each unit has lost."""
    german: Places
    """6-control-markers: spaces under German control; all others are Allied."""
    cubes: Units
    """2-activation-cubes: activated on this day."""
    active: Units
    """4-activation: active in this turn."""
    moved: Units
    """Active units that have moved, or stayed, in this turn."""
    over: UnitPlace
    """The space from which a unit came into its own over a river in this turn."""
    broke: Units
    """8-breakthrough: units that have broken through in this turn."""
    oos: Units
    """9-oos-status: units with an Out of Supply marker."""
    short: Units
    """9-fuel-shortage: units with a Fuel Shortage marker."""
    commando: bool
    """4-7-commando: the operation has been used."""
    released: bool
    """7-british: a German unit has been next to the Meuse."""
    crossed: bool
    """12-meuse: the VPs for crossing the Meuse are earned."""

    _race: bool
    """Scenario: Race to the Meuse. A position has its scenario in its head."""
    _here: list[int]
    """Units in each space."""
    _occ: list[int]
    """Spaces with units of each side."""
    _full: list[int]
    """Spaces with three units of each side."""
    _vp: int
    """The German total (12-victory-points), always the sum of its sources."""

    def __init__(self, race: bool) -> None:
        super().__init__()
        self.day = FIRST_DAY
        self.surprise = False
        self.time = 0
        self.passed = False
        self.at = [ABSENT] * len(UNITS)
        self.lost = [0] * len(UNITS)
        self.german = 0
        self.cubes = self.active = self.moved = self.broke = self.oos = self.short = 0
        self.over = [-1] * len(UNITS)
        self.commando = self.released = self.crossed = False
        self._race = race
        self._here = [0] * SPACES
        self._occ = [0, 0]
        self._full = [0, 0]
        self._vp = 0

    def clone(self) -> CommanderState:
        new = super().clone()
        new._here = self._here[:]
        new._occ = self._occ[:]
        new._full = self._full[:]
        return new

    def key(self) -> tuple[Any, ...]:
        return (*super().key(), self._race)

    def refresh(self) -> None:
        """Rebuild what is derived."""
        self._here = [0] * SPACES
        for u, place in enumerate(self.at):
            if place >= 0:
                self._here[place] |= 1 << u
        self._occ = [0, 0]
        self._full = [0, 0]
        for place in range(SPACES):
            self._count(place)
        self.released = self.released or self._shows_release()
        self._vp = sum(points_by_source(self).values())

    # --- where things are ----------------------------------------------------------------------------------------------------------

    def units_at(self, place: Place, side: Side) -> Units:
        return self._here[place] & OF_SIDE[side]

    def units_in(self, places: Places, side: Side) -> Units:
        out = 0
        for place in each(places & self._occ[side]):
            out |= self._here[place]
        return out & OF_SIDE[side]

    def on_map(self, side: Side) -> Units:
        return self.units_in(ALL, side)

    def spaces_of(self, units: Units) -> Places:
        """The spaces of units on the map."""
        out = 0
        for u in each(units):
            out |= 1 << self.at[u]
        return out

    def controlled(self, side: Side) -> Places:
        return self.german if side == GERMAN else ALL & ~self.german

    def controller(self, place: Place) -> Side:
        return GERMAN if self.german >> place & 1 else ALLIED

    def contested(self) -> Places:
        """6-contested: spaces with units of both sides."""
        return self._occ[GERMAN] & self._occ[ALLIED]

    def strength(self, unit: Unit) -> int:
        return FULL[unit] - self.lost[unit]

    def unsupplied(self) -> Units:
        """Units with an Out of Supply or a Fuel Shortage marker."""
        return self.oos | self.short

    def ready(self, side: Side) -> Units:
        """4-passing: units that can still be activated on this day."""
        return self.on_map(side) & ~(self.cubes | self.oos | self.short)

    def initiative(self) -> Side:
        """4-initiative."""
        return DAYS[self.day].initiative

    def meuse_is_open(self) -> bool:
        """7-british: may British units cross the Meuse?"""
        return self.released or self.day >= BRITISH_FREE_FROM

    def meuse_is_closed(self, unit: Unit) -> bool:
        """7-british: is this a British unit, and may it not cross yet?"""
        return bool(BRITISH >> unit & 1) and not self.meuse_is_open()

    def _shows_release(self) -> bool:
        """7-british: can it be seen that a German unit has been next to the Meuse? One is there or has left the map beyond it, or the
        Germans hold a space that they cannot have reached otherwise."""
        reached = self.german | self._occ[GERMAN]
        return bool(reached & (AT_MEUSE | FAR_BANK)) or self.crossed or EXITED in self.at

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a space or a box. Control is looked after by `settle_control` and `enter`."""
        origin = self.at[unit]
        bit = 1 << unit
        self.at[unit] = to
        if origin >= 0:
            self._here[origin] &= ~bit
            self._count(origin)
        if to >= 0:
            self._here[to] |= bit
            self._count(to)

    def _count(self, place: Place) -> None:
        bit = 1 << place
        here = self._here[place]
        for side in (GERMAN, ALLIED):
            n = (here & OF_SIDE[side]).bit_count()
            self._occ[side] = self._occ[side] | bit if n else self._occ[side] & ~bit
            self._full[side] = self._full[side] | bit if n >= STACK else self._full[side] & ~bit

    def enter(self, unit: Unit, to: Place) -> None:
        """A unit comes into a space, by whatever means."""
        origin = self.at[unit]
        self.place(unit, to)
        if origin >= 0:
            self.settle_control(origin)
        self.settle_control(to)
        self.pass_by(unit, to)

    def pass_by(self, unit: Unit, place: Place) -> None:
        """7-british: a German unit next to the Meuse, even in passing, releases the British."""
        if not self.released and SIDE[unit] == GERMAN and AT_MEUSE >> place & 1:
            if not self.meuse_is_open():
                self.tell("released", unit, place)
            self.released = True

    def settle_control(self, place: Place) -> None:
        """6-control: a space with units of one side alone belongs to that side."""
        bit = 1 << place
        german, allied = self._occ[GERMAN] & bit, self._occ[ALLIED] & bit
        if german and not allied:
            self.take(place, GERMAN)
        elif allied and not german:
            self.take(place, ALLIED)

    def take(self, place: Place, side: Side) -> None:
        """6-control-markers: control passes, and with it the VPs of the space (12-vp-spaces)."""
        if self.controller(place) == side:
            return
        self.german ^= 1 << place
        value = VALUE[place] if side == GERMAN else -VALUE[place]
        self._vp += value
        if value:
            self.tell("takes_vp", side, place, self._vp)
        else:
            self.tell("takes", side, place)

    def lose(self, unit: Unit, strength: int = 1) -> None:
        """8-applying-hits: a unit loses strength, and is eliminated with its last point."""
        self.remove_strength(unit, strength)
        if self.strength(unit) == 0:
            origin = self.at[unit]
            self.eliminate(unit)
            self.settle_control(origin)

    def remove_strength(self, unit: Unit, strength: int) -> None:
        self.lost[unit] += strength
        self.tell("loses", unit, strength, self.strength(unit))

    def eliminate(self, unit: Unit) -> None:
        """12-vp-units: a unit has lost its last strength point. Control is not looked at here."""
        bit = 1 << unit
        origin = self.at[unit]
        self.place(unit, ELIMINATED)
        self.forget(unit)
        if VP_UNITS & bit:
            self._vp += 1 if SIDE[unit] == ALLIED else -1
        self.tell("eliminated", unit, origin, ELIMINATED, self._vp)

    def forget(self, unit: Unit) -> None:
        """Take all markers off a unit that leaves the map."""
        bit = ~(1 << unit)
        self.cubes &= bit
        self.active &= bit
        self.moved &= bit
        self.broke &= bit
        self.oos &= bit
        self.short &= bit
        self.over[unit] = -1

    def leave_map(self, unit: Unit) -> None:
        """12-vp-exit: VPs for the strength of a unit that exits; the space stays as it is."""
        origin = self.at[unit]
        self.place(unit, EXITED)
        self.forget(unit)
        self._vp += self.strength(unit)
        self.tell("exits", unit, origin, EXITED, self.strength(unit), self._vp)

    def score_crossing(self, unit: Unit) -> None:
        """12-meuse."""
        self.crossed = True
        self._vp += MEUSE_VP
        self.tell("crossed", unit, self.at[unit], self._vp)

    @property
    def turn(self) -> int:
        """The number of the day."""
        return self.day - FIRST_DAY + 1

    def name(self, unit: Unit) -> str:
        return UNITS[unit].name


def space_title(place: Place) -> str:
    """The name of a space for people."""
    return TITLES[place]


def points_by_source(s: CommanderState) -> dict[str, int]:
    """12-victory-points: where the German total comes from."""
    out = {
        "spaces": sum(VALUE[p] for p in each(s.german)),
        "allied units": 0,
        "german units": 0,
        "exits": 0,
        "meuse": MEUSE_VP if s.crossed else 0,
    }
    for u, place in enumerate(s.at):
        if place == ELIMINATED and VP_UNITS >> u & 1:
            if SIDE[u] == ALLIED:
                out["allied units"] += 1
            else:
                out["german units"] -= 1
        elif place == EXITED:
            out["exits"] += s.strength(u)
    return out
