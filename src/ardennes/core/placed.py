"""Where the units of a game are, with what follows from it kept up to date: who is in a place, and which places a side holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
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
        if places == self._occ[side]:
            return self._on_map[side]
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
        while units:
            u = units.bit_length() - 1
            units ^= 1 << u
            place = at[u]
            if place >= 0:
                out |= 1 << place
        return out

    def in_box(self, box: int) -> Units:
        """The units in a box."""
        at, unit, out = self.at, -1, 0
        for _ in range(at.count(box)):
            unit = at.index(box, unit + 1)
            out |= 1 << unit
        return out

    def name(self, unit: Unit) -> str:
        return self.roster.name[unit]

    # --- changes ---------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a place or a box."""
        bit = 1 << unit
        here = self._here
        side = self.roster.side[unit]
        origin = self.at[unit]
        self.at[unit] = to
        if origin >= 0:
            left = here.pop(origin) & ~bit
            if left:
                here[origin] = left
            if not left & self.roster.of_side[side]:
                self._occ[side] &= ~(1 << origin)
        if to >= 0:
            here[to] = here.get(to, 0) | bit
            self._occ[side] |= 1 << to
            self._on_map[side] |= bit
        elif origin >= 0:
            self._on_map[side] &= ~bit


@dataclasses.dataclass(frozen=True, slots=True)
class Marks:
    """How the units of a game are marked, as sets of units: for `Game.marks`."""

    status: Mapping[str, Units] = dataclasses.field(default_factory=dict)
    """What is to be said of a unit ("moved"), with the units of which it is true."""
    done: Units = 0
    """The units that have nothing left to do for now."""
    badges: Mapping[str, Units] = dataclasses.field(default_factory=dict)
    """What is drawn on a counter ("out" of supply), with the units that have it."""
    supplied: Units = 0
    """The units that are in supply; said only of those on the map."""
    more: Mapping[Unit, Mapping[str, Any]] = dataclasses.field(default_factory=dict)
    """Whatever else a unit shows."""


def placed_problems(s: Any) -> list[str]:
    """What is stale in a placed state (for invariants)."""
    fresh = s.clone()
    PlacedState.refresh(fresh)
    stale = (fresh._here, fresh._occ, fresh._on_map) != (s._here, s._occ, s._on_map)
    return ["derived occupancy is stale"] if stale else []


def strays(s: PlacedState, *rules: tuple[str, Units, str]) -> list[tuple[str, str]]:
    """The units in a field of the state that may not be there, for `Game.problems`. A rule is the name of the field, the units that may be
    in it, and why others may not, where {} stands for the unit."""
    names = s.roster.names.names
    return [
        (field, reason.replace("{}", names[u]))
        for field, allowed, reason in rules
        for u in each(getattr(s, field) & ~allowed)
    ]
