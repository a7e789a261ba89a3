"""The state of a game: where units are and what they have lost, who controls what, and the markers on units."""

from __future__ import annotations

from typing import ClassVar

from ardennes.core.kinds import Location, Place, Places, Side, Unit, UnitNumber, UnitPlace, Units
from ardennes.core.names import Names, each
from ardennes.core.placed import ABSENT, PlacedState
from ardennes.core.state import Setup
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
    ROSTER,
    SIDE,
    SPACE_NAMES,
    STACK,
    TITLES,
    UNIT_NAMES,
    VALUE,
    VP_UNITS,
    turn_of,
)

DUE, RESERVE, ELIMINATED, EXITED = -2, -3, -4, -5
BOXES = {"absent": ABSENT, "due": DUE, "reserve": RESERVE, "eliminated": ELIMINATED, "exited": EXITED}

RACE = "race"


class CommanderState(PlacedState):
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "activate": SPACE_NAMES,
        "space": SPACE_NAMES,
        "via": SPACE_NAMES,
        "battle": SPACE_NAMES,
    }
    roster = ROSTER

    day: int = FIRST_DAY
    surprise: bool
    """5-surprise-turns: the three German turns before 16 December are being played."""
    time: int
    """Space on the time track, from 0, or on the surprise turn track."""
    passed: bool
    """4-passing: the last turn of this day was a pass."""
    at: Location
    lost: UnitNumber
    """Strength points that each unit has lost."""
    german: Places
    """6-control-markers: spaces under German control; all others are Allied."""
    cubes: Units
    """2-activation-cubes: units activated today."""
    active: Units
    """4-activation: units active this turn."""
    moved: Units
    """Active units that have moved, or stayed, in this turn."""
    over: UnitPlace
    """The space from which a unit entered its present space across a river this turn."""
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
    """12-meuse: the VPs for crossing the Meuse have been scored."""

    _full: list[int]
    """Spaces with three units of each side."""
    _vp: int
    """The German total (12-victory-points), always the sum of its sources."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self._full = [0, 0]
        self._vp = 0

    @property
    def race(self) -> bool:
        """13-race: is this the Race to the Meuse?"""
        return self.setup.scenario == RACE

    def refresh(self) -> None:
        """Rebuild the derived fields."""
        super().refresh()
        self._full = [0, 0]
        for place in self._here:
            self._count(place)
        self.released = self.released or self._shows_release()
        self._vp = sum(points_by_source(self).values())

    # --- where things are ----------------------------------------------------------------------------------------------------------

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
        """4-passing: units that can still be activated today."""
        return self.on_map(side) & ~(self.cubes | self.oos | self.short)

    def initiative(self) -> Side:
        """4-initiative: the side with the initiative today."""
        return DAYS[self.day].initiative

    def meuse_is_open(self) -> bool:
        """7-british: can British units cross the Meuse?"""
        return self.released or self.day >= BRITISH_FREE_FROM

    def meuse_is_closed(self, unit: Unit) -> bool:
        """7-british: is this a British unit that cannot cross yet?"""
        return bool(BRITISH >> unit & 1) and not self.meuse_is_open()

    def _shows_release(self) -> bool:
        """7-british: does the position show that a German unit has been next to the Meuse? Either one is there or has left the map
        beyond it, or the Germans hold a space they could not have reached otherwise."""
        reached = self.german | self._occ[GERMAN]
        return bool(reached & (AT_MEUSE | FAR_BANK)) or self.crossed or EXITED in self.at

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a space or a box. `settle_control` and `enter` take care of control."""
        origin = self.at[unit]
        super().place(unit, to)
        for place in (origin, to):
            if place >= 0:
                self._count(place)

    def _count(self, place: Place) -> None:
        """Note for which sides a space is full."""
        bit = 1 << place
        here = self._here.get(place, 0)
        for side in (GERMAN, ALLIED):
            full = (here & OF_SIDE[side]).bit_count() >= STACK
            self._full[side] = self._full[side] | bit if full else self._full[side] & ~bit

    def enter(self, unit: Unit, to: Place) -> None:
        """A unit enters a space, by whatever means."""
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
        """6-control: a space with units of only one side belongs to that side."""
        bit = 1 << place
        german, allied = self._occ[GERMAN] & bit, self._occ[ALLIED] & bit
        if german and not allied:
            self.take(place, GERMAN)
        elif allied and not german:
            self.take(place, ALLIED)

    def take(self, place: Place, side: Side) -> None:
        """6-control-markers: control of a space changes, and its VPs with it (12-vp-spaces)."""
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
        """12-vp-units: a unit has lost its last strength point. This does not update control."""
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
        """12-vp-exit: a unit that exits scores its strength in VPs; control of the space does not change."""
        origin = self.at[unit]
        self.place(unit, EXITED)
        self.forget(unit)
        self._vp += self.strength(unit)
        self.tell("exits", unit, origin, EXITED, self.strength(unit), self._vp)

    def score_crossing(self, unit: Unit) -> None:
        """12-meuse: score the VPs for crossing the Meuse."""
        self.crossed = True
        self._vp += MEUSE_VP
        self.tell("crossed", unit, self.at[unit], self._vp)

    @property
    def turn(self) -> int:
        """The number of the day."""
        return turn_of(self.day)


def space_title(place: Place) -> str:
    """A space's display name."""
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
