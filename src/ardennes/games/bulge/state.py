"""The state of a game of Bulge: where units are, what they have done in this phase, and the markers."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.core.kinds import Location, PerSide, Places, PlacesPerSide, Side, Unit, UnitPlace, Units
from ardennes.core.names import Names, each
from ardennes.core.state import State
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
    SIDE,
    TABLES,
    UNIT_NAMES,
    UNITS,
)

ABSENT, DUE, ELIMINATED, EXITED = -1, -2, -3, -4
BOXES = {"absent": ABSENT, "due": DUE, "eliminated": ELIMINATED, "exited": EXITED}
_RELEASE = int(TABLES["reinforcements"]["release"])


class BulgeState(State):
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "attack": UNIT_NAMES,
        "hex": HEX_NAMES,
        "exit": HEX_NAMES,
        "drop": HEX_NAMES,
    }

    turn: int
    weather: str
    vp: int
    at: Location
    gate: UnitPlace
    """The edge hex by which a unit came in or left."""
    counted: Units
    """3.1-2: exited units whose VP are booked (blank side up)."""
    left_by: Places
    """Edge hexes over which German units have left: closed to the Allies (13.0-2)."""
    released: bool
    """13.0-1: the British may move freely."""
    interdiction: PlacesPerSide
    """7.2: interdiction markers by the side that placed them."""
    to_place: PerSide
    """Interdiction missions whose marker is not on the map yet."""
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

    _historical: bool
    """Option: historical (or else variable) weather. A position has its options in its head."""
    _airdrop: bool
    """Option: the German airdrop is allowed."""
    _first_rules: bool
    """Played by version 1 of the rules: a unit whose last target others attack is excused, and one that makes room needs no supply."""
    _occ: list[int]
    """Hexes with units of each side."""
    _british: int
    """Hexes with British units."""
    _stay: int
    """Hexes of the units in `moved`."""
    _zoc: list[int]
    """Zone of control of each side; -1: to be worked out."""
    _who: dict[int, int]
    """The unit in each occupied hex (the last to enter while one makes room, 8.0)."""
    _due: Units
    """Units that have yet to arrive."""

    def __init__(self, historical: bool, airdrop: bool, first_rules: bool = False) -> None:
        super().__init__()
        self.turn = 1
        self.weather = "overcast"
        self.vp = 0
        self.at = [ABSENT] * len(UNITS)
        self.gate = [-1] * len(UNITS)
        self.counted = 0
        self.left_by = 0
        self.released = False
        self.interdiction = [0, 0]
        self.to_place = [0, 0]
        self.support = [0, 0]
        self.resupply = 0
        self.resupplied = 0
        self.mechanized = 0
        self.moved = 0
        self.attacked = 0
        self.defended = 0
        self._historical = historical
        self._airdrop = airdrop
        self._first_rules = first_rules
        self._occ = [0, 0]
        self._british = 0
        self._stay = 0
        self._zoc = [-1, -1]
        self._who = {}
        self._due = 0

    def clone(self) -> BulgeState:
        new = super().clone()
        new._occ = self._occ[:]
        new._zoc = self._zoc[:]
        new._who = self._who.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        return (*super().key(), self._historical, self._airdrop, self._first_rules)

    def refresh(self) -> None:
        """Rebuild what is derived from `at`."""
        self._occ = [0, 0]
        self._zoc = [-1, -1]
        self._who = {}
        self._british = self._stay = self._due = 0
        for u, place in enumerate(self.at):
            if place == DUE:
                self._due |= 1 << u
            if place >= 0:
                self._occ[SIDE[u]] |= 1 << place
                if self._who.setdefault(place, u) != u and self.moved >> u & 1:
                    self._who[place] = u
                if BRITISH >> u & 1:
                    self._british |= 1 << place
                if self.moved >> u & 1:
                    self._stay |= 1 << place

    # --- where things are ----------------------------------------------------------------------------------------------------------

    def occupied(self, side: Side) -> Places:
        return self._occ[side]

    def zoc(self, side: Side) -> Places:
        """9.0: the zone of control of a side: its units' hexes and all hexes around them."""
        found = self._zoc[side]
        if found < 0:
            occ = self._occ[side]
            found = self._zoc[side] = occ | BOARD.spread(occ, EVERY)
        return found

    def unit_at(self, place: int) -> Unit:
        return self._who[place]

    def units_in(self, side: Side, places: Places) -> Units:
        """The units of a side in some hexes."""
        who = self._who
        places &= self._occ[side]
        out = 0
        while places:
            low = places & -places
            out |= 1 << who[low.bit_length() - 1]
            places ^= low
        return out

    def adjacent_units(self, unit: Unit, side: Side) -> Units:
        return self.units_in(side, BOARD.neighbours(self.at[unit]) & self._occ[side])

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a hex or a box, and keep what is derived up to date."""
        at = self.at
        side = SIDE[unit]
        origin = at[unit]
        at[unit] = to
        if origin >= 0 and self._who[origin] == unit:  # two units share a hex only while one makes room (8.0)
            del self._who[origin]
            self._occ[side] &= ~(1 << origin)
        elif origin == DUE:
            self._due &= ~(1 << unit)
        if to >= 0:
            self._who[to] = unit
            self._occ[side] |= 1 << to
        self._zoc[side] = -1
        if BRITISH >> unit & 1:
            self._british = 0
            for u in each(BRITISH):
                if at[u] >= 0:
                    self._british |= 1 << at[u]
        if side == GERMAN and to >= 0:
            self.test_release()

    def test_release(self) -> None:
        """13.0-1: the British are released for good once a German unit is within two hexes of one of them."""
        if self._british and not self.released and BOARD.grow(self._british, _RELEASE) & self._occ[GERMAN]:
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

    def finish_move(self, unit: Unit) -> None:
        self.moved |= 1 << unit
        if self.at[unit] >= 0:
            self._stay |= 1 << self.at[unit]

    def clear_moves(self) -> None:
        self.moved = self._stay = 0

    def name(self, unit: Unit) -> str:
        return UNITS[unit].name

    def names(self, units: Units) -> str:
        """Some units in a sentence."""
        return listed([UNITS[u].name for u in each(units)])


def free_hexes(s: BulgeState) -> Places:
    """Hexes without any unit."""
    return ALL & ~(s._occ[0] | s._occ[1])


def total_cf(units: Units) -> int:
    return sum(CF[u] for u in each(units))
