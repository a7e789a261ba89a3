"""Where the units of a game are, with what follows from it kept up to date: who is in a place, and which places a side holds."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.core.fields import Each, fields_of
from ardennes.core.kinds import Location, Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.roster import Roster
from ardennes.core.state import Setup, State

ABSENT = -1
"""The box of units that take no part."""


class PlacedState(State):
    """A state whose units stand in places or lie in boxes (negative numbers).

    Declared fields start with the value they are given in the class (`turn: int = 1`), or else with nothing: 0, no unit, an empty set; a
    list by side or unit with as many of these."""

    roster: ClassVar[Roster]

    at: Location

    _here: dict[int, int]
    """The units in each occupied place."""
    _occ: list[int]
    """The places with units of each side."""
    _on_map: list[int]
    """The units of each side that are on the map."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        sizes = {"side": len(self.roster.sides), "unit": len(self.roster)}
        for name, field in fields_of(type(self)).items():
            kind = field.kind
            if not isinstance(kind, Each):
                setattr(self, name, getattr(type(self), name, kind.nothing))
            elif kind.by in sizes:
                setattr(self, name, [kind.of.nothing] * sizes[kind.by])
        self._here = {}
        self._occ = [0] * len(self.roster.sides)
        self._on_map = [0] * len(self.roster.sides)

    def refresh(self) -> None:
        """Rebuild what is derived from `at`."""
        here: dict[int, int] = {}
        occ = [0] * len(self.roster.sides)
        on_map = [0] * len(self.roster.sides)
        side = self.roster.side
        for u, place in enumerate(self.at):
            if place >= 0:
                here[place] = here.get(place, 0) | 1 << u
                occ[side[u]] |= 1 << place
                on_map[side[u]] |= 1 << u
        self._here, self._occ, self._on_map = here, occ, on_map

    # --- where things are ------------------------------------------------------------------------------------------------------------

    def occupied(self, side: Side) -> Places:
        """The places with units of a side."""
        return self._occ[side]

    def units_at(self, place: Place, side: Side | None = None) -> Units:
        """The units in a place, of one side or of all."""
        here = self._here.get(place, 0)
        return here if side is None else here & self.roster.of_side[side]

    def units_in(self, side: Side, places: Places) -> Units:
        """The units of a side in some places."""
        here = self._here
        places &= self._occ[side]
        out = 0
        while places:
            low = places & -places
            out |= here[low.bit_length() - 1]
            places ^= low
        return out & self.roster.of_side[side]

    def on_map(self, side: Side) -> Units:
        """The units of a side that stand on the map."""
        return self._on_map[side]

    def places_of(self, units: Units) -> Places:
        """The places where some units stand; those in boxes do not count."""
        out = 0
        at = self.at
        for u in each(units):
            if at[u] >= 0:
                out |= 1 << at[u]
        return out

    def in_box(self, box: int) -> Units:
        """The units in a box."""
        return sum(1 << u for u, place in enumerate(self.at) if place == box)

    def name(self, unit: Unit) -> str:
        return self.roster.name[unit]

    # --- changes ---------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a place or a box."""
        bit = 1 << unit
        side = self.roster.side[unit]
        origin = self.at[unit]
        self.at[unit] = to
        if origin >= 0:
            left = self._here[origin] & ~bit
            if left:
                self._here[origin] = left
            else:
                del self._here[origin]
            if not left & self.roster.of_side[side]:
                self._occ[side] &= ~(1 << origin)
        if to >= 0:
            self._here[to] = self._here.get(to, 0) | bit
            self._occ[side] |= 1 << to
            self._on_map[side] |= bit
        elif origin >= 0:
            self._on_map[side] &= ~bit


def placed_problems(s: Any) -> list[str]:
    """What is stale in a placed state (for invariants)."""
    fresh = s.clone()
    PlacedState.refresh(fresh)
    return (
        []
        if (fresh._here, fresh._occ, fresh._on_map) == (s._here, s._occ, s._on_map)
        else ["derived occupancy is stale"]
    )
