"""What changes in play: the state of a game."""

from __future__ import annotations

from itertools import compress
from typing import Annotated, ClassVar

from ardennes.core.fields import Some
from ardennes.core.kinds import Place, Places, Side, Unit, UnitNumber, UnitPlace, Units
from ardennes.core.names import Names, each
from ardennes.core.placed import PlacedState
from ardennes.core.roster import Roster
from ardennes.core.state import Setup
from ardennes.core.story import listed
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    BOXES,
    DIVISIONS,
    ELIMINATED,
    EVERY,
    GERMAN,
    HEX_NAMES,
    LIVE,
    MAP_EDGE,
    OF_SIDE,
    ROSTER,
    SIDE,
    UNIT_NAMES,
)

_MOST = 8
"""How many units a message names."""


class OffensiveState(PlacedState):
    """The position: where units are, their modes, supply markers, interdicted bridges, and who has moved and fought."""

    roster: ClassVar[Roster] = ROSTER
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "hex": HEX_NAMES,
        "march": HEX_NAMES,
        "attack": HEX_NAMES,
        "target": HEX_NAMES,
        "fight": HEX_NAMES,
        "waive": HEX_NAMES,
        "stack": HEX_NAMES,
        "drop": HEX_NAMES,
        "box": BOXES,
    }

    turn: int = 1
    road: Units
    """6.0: units in road mode."""
    must_leave: Units
    """6.7L: units that fought in road mode and must leave it when their side next moves."""
    must_part: Units
    """6.7N: units that ended a retreat in road mode next to a friend on the road."""
    unsupplied: Units
    """12.3G: the phasing side's units that were found without supply (isolated ones included)."""
    isolated: Units
    """12.3H"""
    cut: Annotated[int, Some("bridge")]
    """13.1A: the bridges that are interdicted for the phasing side, for its whole player-turn."""
    moved: Units
    """Moved in this phase."""
    spent: Units
    """6.7L: left road mode at the start of this phase because they had to, and have paid for it."""
    awake: Units
    """5.3M: dormant units that may come back in this phase: an active unit was next to them when it began."""
    fought: Units
    """Attacked in this player-turn's combat phase; such units do not move in the mechanized phase (5.2K)."""
    attacked: Units
    """Have been attacked in this combat phase (9.1C)."""
    joined: Units
    """E-9.0-1: retreated in this combat phase; if they share a hex with others they add nothing to its defence."""
    battle: UnitNumber
    """Planned attacks: the number of the attack that each unit, attacker or defender, belongs to; 0 for none."""
    obliged: Units
    """E-4.2: the units of both sides that were in contact when the first fight of game-turn 1 began: all of them must fight."""
    gate: UnitPlace
    """14.2B: the hex by which each unit has come in during this phase; -1 for the others."""
    due: UnitNumber
    """14.0: the turn on which each reinforcement that is still to come is due (later if its section was closed)."""
    section: UnitNumber
    """The section by which it comes, as a number of SECTIONS; len(SECTIONS) for the German edge."""
    standard: bool
    """10.3: the Germans have changed to the Standard table."""
    released: bool
    """14.3C: the British may cross the Meuse."""

    # By side, what the methods of these names have found; -1 for not known.
    _standing: list[int]
    _zoc: list[int]
    _full: list[int]
    _columns: list[int]
    _held: list[int]
    _plans: dict[int, Units]
    """The units in each planned attack, as in `battle`."""
    _through: dict[Place, int]
    """How many units have come in by each hex, as in `gate`."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self._plans, self._through = {}, {}
        self._forget()

    def refresh(self) -> None:
        super().refresh()
        self._plans, self._through = {}, {}
        for gate in self.gate:
            if gate >= 0:
                self._through[gate] = self._through.get(gate, 0) + 1
        for u in compress(range(len(self.battle)), self.battle):
            self._plans[self.battle[u]] = self._plans.get(self.battle[u], 0) | 1 << u
        self._forget()

    def _forget(self) -> None:
        self._standing, self._zoc, self._full, self._columns, self._held = ([-1, -1] for _ in range(5))

    # --- where things are ----------------------------------------------------------------------------------------------------------

    def active(self, side: Side) -> Units:
        """The units of a side on the live map; Allied units in Map Edge hexes are dormant (5.3M)."""
        out = self.on_map(side)
        dormant = self._occ[side] & MAP_EDGE
        return out & ~self.units_in(side, dormant) if dormant else out

    def live(self, side: Side) -> Places:
        """The live hexes with units of a side."""
        return self._occ[side] & LIVE

    def standing(self, side: Side) -> Places:
        """The hexes with active units of a side that are not in road mode."""
        found = self._standing[side]
        if found < 0:
            found = self._standing[side] = self.places_of(self.active(side) & ~self.road)
        return found

    def zoc(self, side: Side) -> Places:
        """7.0: the hexes around a side's units. Units in road mode and dormant units have none (6.6J, 5.3M). A unit's own hex is not
        part of its zone."""
        found = self._zoc[side]
        if found < 0:
            found = self._zoc[side] = BOARD.spread(self.standing(side), EVERY)
        return found

    def controlled(self, side: Side) -> Places:
        """7.2B: the hexes that a side controls against the other: its zone, less the hexes with enemy units in them, which cancel it."""
        return self.zoc(side) & ~self.live(1 - side)

    def closed_to(self, side: Side) -> Places:
        """7.3D, 12.1A: hexes into which a side cannot retreat and through which it traces no supply: enemy units, and enemy zones of
        control where it has no unit of its own."""
        return self._occ[1 - side] | self.controlled(1 - side)

    def pinned(self, unit: Unit) -> bool:
        """7.1A, 7.4E: is the unit in an enemy zone of control with no friend that stays in its hex?"""
        place = self.at[unit]
        side = SIDE[unit]
        if place < 0 or not self.zoc(1 - side) >> place & 1:
            return False
        return self.units_at(place, side) == 1 << unit

    def has_room(self, unit: Unit, place: Place) -> bool:
        """8.0, 8.2C: may this unit be in the hex as far as friends there are concerned? Map Edge hexes have no limit (8.3F)."""
        here = self.units_at(place, SIDE[unit]) & ~(1 << unit)
        if not here or MAP_EDGE >> place & 1:
            return True
        if (here | 1 << unit) & DIVISIONS:
            return False
        return here.bit_count() < 3

    def room_for(self, unit: Unit) -> Places:
        """The live hexes where `has_room` holds."""
        side = SIDE[unit]
        crowded = 0
        for place in each(self.live(side)):
            if not self.has_room(unit, place):
                crowded |= 1 << place
        return LIVE & ~crowded

    def full(self, side: Side) -> Places:
        """8.0, 8.2C: the live hexes that no other unit of a side can join: three of its units are there, or a German infantry division."""
        found = self._full[side]
        if found < 0:
            found = self.places_of(DIVISIONS & self._on_map[side])
            mine = OF_SIDE[side]
            for place, here in self._here.items():
                if here & (here - 1) and here & mine and here.bit_count() > 2:
                    found |= 1 << place
            found = self._full[side] = found & LIVE
        return found

    def columns(self, side: Side) -> Places:
        """6.5G: the live hexes with a unit of a side in road mode."""
        found = self._columns[side]
        if found < 0:
            found = self._columns[side] = self.places_of(self.road & self._on_map[side]) & LIVE
        return found

    def held(self, side: Side) -> Units:
        """7.1A, 5.2G: the units of a side that cannot leave their hex: alone in an enemy zone of control on the live map."""
        found = self._held[side]
        if found < 0:
            found = 0
            mine = OF_SIDE[side]
            for place in each(self.live(side) & self.zoc(1 - side)):
                here = self._here[place] & mine
                if not here & (here - 1):
                    found |= here
            self._held[side] = found
        return found

    def through(self, gate: Place) -> int:
        """14.2B: how many units have come in by a hex during this phase."""
        return self._through.get(gate, 0)

    def plans(self) -> dict[int, Units]:
        """The units of both sides in each planned attack, by its number."""
        return self._plans

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def come_in(self, unit: Unit, gate: Place) -> None:
        """14.2B: note by which hex a unit comes in."""
        self.gate[unit] = gate
        self._through[gate] = self._through.get(gate, 0) + 1

    def forget_gates(self) -> None:
        """The phase in which units came in is over."""
        if self._through:
            self.gate = [-1] * len(self.gate)
            self._through = {}

    def plan(self, units: Units, number: int) -> None:
        """Put units into the planned attack of this number; 0: into none."""
        for old, there in list(self._plans.items()):
            if there & units:
                self._plans[old] = there & ~units
                if not self._plans[old]:
                    del self._plans[old]
        for u in each(units):
            self.battle[u] = number
        if number:
            self._plans[number] = self._plans.get(number, 0) | units

    def drop_plans(self) -> None:
        """No attack is planned any more."""
        if self._plans:
            self.battle = [0] * len(self.battle)
            self._plans = {}

    def place(self, unit: Unit, to: int) -> None:
        origin = self.at[unit]
        super().place(unit, to)
        side = SIDE[unit]
        if (held := self._held[side]) >= 0:
            self._held[side] = held & ~(1 << unit)
        if origin >= 0:
            self._look_again(side, origin)
        if to >= 0:
            self._look_again(side, to)

    def set_road(self, unit: Unit, road: bool) -> None:
        """Turn a unit to road mode or back."""
        bit = 1 << unit
        self.road = self.road | bit if road else self.road & ~bit
        if self.at[unit] >= 0:
            self._look_again(SIDE[unit], self.at[unit])

    def _look_again(self, side: Side, place: Place) -> None:
        """Correct what is known of a side's units for a hex where something has changed."""
        here = self._here.get(place, 0) & OF_SIDE[side]
        bit = 1 << place
        live = LIVE & bit
        found = self._standing[side]
        if found >= 0 and bool(here & ~self.road and not MAP_EDGE & bit) != bool(found & bit):
            self._standing[side] = found ^ bit
            self._zoc[side] = self._held[1 - side] = -1
        found = self._full[side]
        if found >= 0 and bool(live and (here & DIVISIONS or here.bit_count() > 2)) != bool(found & bit):
            self._full[side] = found ^ bit
        found = self._columns[side]
        if found >= 0 and bool(live and here & self.road) != bool(found & bit):
            self._columns[side] = found ^ bit
        found = self._held[side]
        if found >= 0 and here:
            alone = live and not here & (here - 1) and self.zoc(1 - side) & bit
            self._held[side] = found | here if alone else found & ~here

    def eliminate(self, unit: Unit, why: str = "eliminated") -> None:
        """16.0A: the unit is lost and is one point for the other side. `why` is the event that tells it."""
        place = self.at[unit]
        bit = ~(1 << unit)
        if self.road >> unit & 1:
            self.set_road(unit, False)
        self.must_leave &= bit
        self.must_part &= bit
        self.unsupplied &= bit
        self.isolated &= bit
        self.joined &= bit
        self.place(unit, ELIMINATED)
        self.tell(why, unit, place)

    def losses(self, side: Side) -> int:
        """16.0A: how many units of a side are lost."""
        return (self.in_box(ELIMINATED) & OF_SIDE[side]).bit_count()

    def names(self, units: Units) -> str:
        """The names of some units for use in a sentence; of many, the first few."""
        found = [ROSTER.name[u] for u in each(units)]
        return listed(found if len(found) <= _MOST else [*found[: _MOST - 1], f"{len(found) - _MOST + 1} others"])


def foe(side: Side) -> Side:
    """The other side."""
    return ALLIED if side == GERMAN else GERMAN
