"""The state of a game of Bulge: where units are, what they have done this phase, and the markers."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.core.kinds import Location, PerSide, Place, Places, PlacesPerSide, Side, Unit, UnitPlace, Units
from ardennes.core.names import Names, each
from ardennes.core.placed import ABSENT, PlacedState
from ardennes.core.state import Setup
from ardennes.core.story import listed
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    BOARD,
    BRITISH,
    CF,
    EVERY,
    GERMAN,
    HEX_NAMES,
    NEAR,
    ROSTER,
    SIDE,
    SIDES,
    TABLES,
    UNIT_NAMES,
)

DUE, ELIMINATED, EXITED = -2, -3, -4
BOXES = {"absent": ABSENT, "due": DUE, "eliminated": ELIMINATED, "exited": EXITED}
_RELEASE = int(TABLES["reinforcements"]["release"])


class BulgeState(PlacedState):
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "attack": UNIT_NAMES,
        "hex": HEX_NAMES,
        "exit": HEX_NAMES,
        "drop": HEX_NAMES,
    }
    roster = ROSTER

    turn: int = 1
    weather: str = "overcast"
    vp: int
    at: Location
    gate: UnitPlace
    """The edge hex by which a unit entered or left."""
    counted: Units
    """3.1-2: exited units whose VP have been scored (blank side up)."""
    left_by: Places
    """Edge hexes by which German units have left, closed to the Allies (13.0-2)."""
    released: bool
    """13.0-1: the British can move freely."""
    interdiction: PlacesPerSide
    """7.2: interdiction markers by the side that placed them."""
    to_place: PerSide
    """Interdiction missions whose markers are not on the map yet."""
    support: PerSide
    """7.3: ground support missions left."""
    resupply: int
    """7.4: resupply missions left to place."""
    resupplied: Units
    mechanized: Units
    """10.2-2: units with an Allied mechanized marker."""
    moved: Units
    """Moved, or held back, in this movement phase."""
    attacked: Units
    """Took part in an attack in this combat phase."""
    defended: Units
    """Was attacked in this combat phase."""

    _zoc: list[int]
    """Each side's zone of control; -1 if not worked out yet."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self._zoc = [-1, -1]

    def refresh(self) -> None:
        super().refresh()
        self._zoc = [-1, -1]

    # --- where things are ----------------------------------------------------------------------------------------------------------

    def zoc(self, side: Side) -> Places:
        """9.0: a side's zone of control: its units' hexes and all adjacent hexes."""
        found = self._zoc[side]
        if found < 0:
            occ = self._occ[side]
            found = self._zoc[side] = occ | BOARD.spread(occ, EVERY)
        return found

    def unit_at(self, place: Place) -> Unit:
        """The unit in an occupied hex (8.0: there is one)."""
        return self._here[place].bit_length() - 1

    def adjacent_units(self, unit: Unit, side: Side) -> Units:
        return self.units_in(side, NEAR[self.at[unit]])

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        super().place(unit, to)
        side = SIDE[unit]
        self._zoc[side] = -1
        if side == GERMAN and to >= 0 and not self.released:
            self.test_release()

    def near_british(self) -> Places:
        """13.0-1: hexes within two hexes of a British unit."""
        british = BRITISH & self._on_map[ALLIED]
        return BOARD.grow(self.places_of(british), _RELEASE) if british else 0

    def test_release(self) -> None:
        """13.0-1: the British are released for good once a German unit is within two hexes of one of them."""
        if not self.released and self.near_british() & self._occ[GERMAN]:
            self.release()

    def release(self) -> None:
        self.released = True
        self.tell("released")

    def eliminate(self, unit: Unit) -> None:
        """3.1: remove a unit; its printed factors change the total at once."""
        place = self.at[unit]
        self.place(unit, ELIMINATED)
        self.resupplied &= ~(1 << unit)
        self.vp += CF[unit] if SIDE[unit] == ALLIED else -CF[unit]
        self.tell("eliminated", unit, place, ELIMINATED, self.vp)

    def names(self, units: Units) -> str:
        """The names of some units for use in a sentence."""
        return listed([ROSTER.name[u] for u in each(units)])


def free_hexes(s: BulgeState) -> Places:
    """Hexes without any unit."""
    return ALL & ~(s._occ[0] | s._occ[1])


def total_cf(units: Units) -> int:
    return sum([CF[u] for u in each(units)])


# --- what is wrong with a frame of a position written by hand --------------------------------------------------------------------------


def off_map(s: BulgeState, units: Units, side: Side | None = None) -> str:
    """Why these units are not all on the map and on a side; '' if they are."""
    for u in each(units):
        if s.at[u] < 0:
            return f"{UNIT_NAMES.names[u]} is not on the map"
        if side is not None and SIDE[u] != side:
            return f"{UNIT_NAMES.names[u]} does not belong to the {SIDES[side]} side"
    return ""


def not_here(s: BulgeState, unit: Unit, side: Side | None = None) -> str:
    """The same for one unit, which may be missing."""
    return "a unit is missing" if unit < 0 else off_map(s, 1 << unit, side)


def both_sides(units: Units) -> bool:
    """Are there units of both sides among these?"""
    return all(units & own for own in ROSTER.of_side)


def phase_side(s: BulgeState) -> Side:
    """The side whose phase it is: that of the frame on the sequence of play."""
    phase: Any = s.stack[1]
    side: Side = phase.side
    return side
