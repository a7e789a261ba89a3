"""10.0 Movement: where a unit can go, the movement phase, Allied mechanized markers, leaving the map."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.board import Way, reach
from ardennes.board.hexes import minus
from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    ANY_ENTRY,
    AT_ROAD_RATE,
    BOARD,
    BRITISH,
    COST,
    ENTRY_HEXES,
    EVERY,
    EXIT_HEXES,
    EXITS,
    GERMAN,
    HEX_NAMES,
    MA,
    MECH,
    MEUSE,
    NO_MEUSE,
    OFF_ROAD,
    OVER_RIVER,
    OVER_RIVER_NOT_MEUSE,
    ROAD_HEXES,
    SIDE,
    SIDES,
    TABLES,
    UNITS,
)
from ardennes.games.bulge.state import EXITED, BulgeState, free_hexes

FIFTHS = 5
"""10.2-1: a hex of mechanized road movement costs one fifth of an MP."""
_LEASH: int = TABLES["reinforcements"]["leash"]
_RELEASE: int = TABLES["reinforcements"]["release"]
HINDRANCES = ("meuse", "zones", "bridges", "marks")
"""What keeps a unit from where its MP would bring it: 13.0-1, 9.1, 11.0, 7.2."""
_PLENTY = 200
"""More MP than any hex costs."""
_NO_MOVE: int = TABLES["supply"]["no_move_on"]


# --- where a unit can go -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Travel:
    """Everything a unit can do with its MP: `levels[k]` are the hexes it can be in for k MP (10.2-1: fractions dropped)."""

    levels: list[int]
    rings: list[int]
    """What mechanized road movement reaches, by steps; empty without it."""

    @property
    def everywhere(self) -> Places:
        out = 0
        for level in self.levels:
            out |= level
        return out

    def cost(self, place: int) -> int | None:
        """MP spent to be there, fractions of mechanized road movement dropped; None if out of reach."""
        return next((k for k, level in enumerate(self.levels) if level >> place & 1), None)


def switch(fifths: int) -> int:
    """10.2-1: on ending mechanized road movement, a started MP is not counted.

    >>> switch(7), switch(4), switch(24)
    (1, 0, 4)
    """
    return fifths // FIFTHS


def is_mechanized(s: BulgeState, unit: Unit) -> bool:
    """10.2-1, 10.2-2: may it use mechanized road movement?"""
    return bool((MECH | s.mechanized) >> unit & 1)


def is_bound(s: BulgeState, unit: Unit) -> bool:
    """13.0-1: is it a British unit under the restriction?"""
    return not s.released and bool(BRITISH >> unit & 1)


def may_enter(s: BulgeState, unit: Unit, gate: Place, through: bool = False) -> Places:
    """10.0, 13.0-1: hexes a moving unit may enter at all; `through`: as if enemy units were no obstacle."""
    out = ALL if through else ALL & ~s.occupied(1 - SIDE[unit])
    if is_bound(s, unit) and gate >= 0:
        out &= BOARD.within(gate, _LEASH)
    return out


def ways(s: BulgeState, unit: Unit, ignoring: tuple[str, ...] = ()) -> tuple[Way, Way, Way]:
    """10.1, 10.2: by road, off road, and over a river."""
    side = SIDE[unit]
    marks = 0 if "marks" in ignoring else s.interdiction[1 - side]
    watch = supply.watched(s.occupied(ALLIED)) if side == GERMAN and "bridges" not in ignoring else 0
    roads = supply.usable_roads(marks, watch)
    if is_bound(s, unit) and "meuse" not in ignoring:
        return ((minus(roads, MEUSE), AT_ROAD_RATE), OFF_ROAD, OVER_RIVER_NOT_MEUSE)
    return ((roads, AT_ROAD_RATE), OFF_ROAD, OVER_RIVER)


def travel(
    s: BulgeState, unit: Unit, mp: int, entry: Place = -1, *, avoid: Places = 0, ignoring: tuple[str, ...] = ()
) -> Travel:
    """Where a unit can go with `mp`.

    `entry`: it comes in over this edge hex (13.0). `avoid`: hexes it shall not pass. `ignoring`: which HINDRANCES shall not hinder it, to
    find out why it cannot go somewhere.
    """
    side = SIDE[unit]
    stop = 0 if "zones" in ignoring else s.zoc(1 - side)
    enter = may_enter(s, unit, entry if entry >= 0 else s.gate[unit], "zones" in ignoring) & ~avoid
    by_road, off_road, over_river = ways(s, unit, ignoring)
    seeds = [0] * (mp + 1)
    if entry >= 0:
        # 13.0: the entry hex is paid at road rate; with an enemy marker in it, at the terrain's, and mechanized movement is over
        start = 1 << entry
        marked = s.interdiction[1 - side] & start
        cost = COST[entry] if marked else 1
        if cost <= mp:
            seeds[cost] = start
        first = 1 if is_mechanized(s, unit) and not marked else -1
    else:
        start = 1 << s.at[unit]
        seeds[0] = start
        first = 0 if start & ROAD_HEXES and is_mechanized(s, unit) else -1
    rings: list[int] = []
    if first >= 0:
        rings = BOARD.rings(start, by_road[0], enter, ALL & ~stop, mp * FIFTHS - first)
        for fifths, ring in enumerate(rings, start=first):
            seeds[switch(fifths)] |= ring
    return Travel(reach(BOARD, seeds, mp, (by_road, off_road, over_river), enter, stop), rings)


def making_room(s: BulgeState, unit: Unit, wanted: Places, origin: Place) -> Places:
    """8.0: those of the wanted hexes whose friendly unit can make room: not moved, not pinned, supplied, beside a free hex."""
    side = SIDE[unit]
    found = wanted & s.occupied(side) & ~s.zoc(1 - side) & ~s._stay
    if not found:
        return 0
    free = free_hexes(s) | (1 << origin if origin >= 0 else 0)
    found &= BOARD.spread(free, EVERY)
    if not found:
        return 0
    supplied = supply.hexes_in_supply(s, side)
    if found & ~supplied:
        for u in each(s.resupplied):
            supplied |= 1 << s.at[u]
        found &= supplied
    if s._british & found and not s.released:
        for place in each(s._british & found):
            gate = s.gate[s.unit_at(place)]
            allowed = BOARD.within(gate, _LEASH) if gate >= 0 else ALL
            if not BOARD.spread(1 << place, NO_MEUSE) & free & allowed:
                found &= ~(1 << place)
    return found


def destinations(s: BulgeState, unit: Unit, way: Travel, origin: Place, forced: bool) -> Places:
    """8.0, 10.0: where the move may end."""
    there = way.everywhere
    free = there & free_hexes(s)
    if not forced:
        free |= making_room(s, unit, there & ~(1 << origin if origin >= 0 else 0), origin)
    return free


def exits(s: BulgeState, unit: Unit, way: Travel, mp: int) -> Places:
    """3.1-1: designated exit hexes over which a German unit can leave: with one MP, or one fifth in mechanized road movement.

    A unit that has a fifth left in mechanized road movement has a whole MP left when it switches, so both come to the same.
    """
    if SIDE[unit] != GERMAN:
        return 0
    can = 0
    for level in way.levels[:mp]:
        can |= level
    return can & EXIT_HEXES & ~s.zoc(ALLIED)


# --- coming in -----------------------------------------------------------------------------------------------------------------------


def open_entries(s: BulgeState, unit: Unit) -> Places:
    """13.0: road hexes of the unit's edge that are not held or controlled by the enemy, nor left by German units (13.0-2)."""
    side = SIDE[unit]
    out = ENTRY_HEXES[UNITS[unit].edge] & ~s.zoc(1 - side)
    return out & ~s.left_by if side == ALLIED else out


def usable_entries(s: BulgeState, unit: Unit) -> Places:
    """Entries from which the unit can find a hex to end in (8.0)."""
    entries = open_entries(s, unit)
    out = entries & free_hexes(s)
    for place in each(entries & ~out):
        if destinations(s, unit, travel(s, unit, MA, place), -1, False):
            out |= 1 << place
    return out


def bars_entry(s: BulgeState, unit: Unit, place: Place) -> Refusal | None:
    """Why a unit may not come in by a hex; None if it may."""
    facts = UNITS[unit]
    name = HEX_NAMES.names[place]
    bit = 1 << place
    if not ENTRY_HEXES[facts.edge] & bit:
        if ANY_ENTRY & bit:
            return Refusal("13.0-2", f"{facts.name} enters on its own edge ({facts.edge}) only")
        return Refusal("2.3.1-2", f"{name} is not an entry hex of the {facts.edge} edge")
    if s.left_by & bit and SIDE[unit] == ALLIED:
        return Refusal("13.0-2", f"a German unit has left the map at {name}")
    if s.zoc(1 - SIDE[unit]) & bit:
        return Refusal("13.0", f"{name} is held or controlled by the enemy")
    if not usable_entries(s, unit) & bit:
        return Refusal("8.0", f"from {name} no hex is free to end in")
    return None


# --- one unit moves ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupplyRoll(Frame):
    """14.1 A unit out of supply rolls for its MP when it is to move; a six means it cannot."""

    unit: Unit

    def decide(self, s: BulgeState) -> Decision:
        return s.ask_chance(f"MP of {s.name(self.unit)}, which is out of supply", "14.1", die=(1, 2, 3, 4, 5, 6))

    def on_die(self, s: BulgeState, die: int) -> None:
        unit = self.unit
        mp = 0 if die == _NO_MOVE else min(die, MA)
        s.tell("out_of_supply" if mp else "stuck", unit, die, mp)
        forced = s.unit_at(s.at[unit]) != unit  # somebody has come in: it must make room
        if mp and (not forced or can_leave(s, unit, mp)):
            s.become(Move(unit, mp, -1, forced))
        else:
            s.finish_move(unit)
            s.pop()


def can_leave(s: BulgeState, unit: Unit, mp: int) -> bool:
    """8.0: is there a free hex, or an exit, in reach of a unit that must make room?"""
    way = travel(s, unit, mp)
    return bool(destinations(s, unit, way, s.at[unit], True) or exits(s, unit, way, mp))


@dataclass(frozen=True, slots=True)
class Crowded(Frame):
    """8.0 A unit has come into the hex of a friend whose supply die (14.1) may keep it there: if it does, the unit goes back."""

    unit: Unit
    origin: Place
    """Where the unit came from."""

    def decide(self, s: BulgeState) -> None:
        s.pop()
        here = s.at[self.unit]
        if s.at.count(here) > 1:
            s.tell("goes_back", self.unit, here, self.origin)
            s.place(self.unit, self.origin)
            s.refresh()  # the hex is the friend's again


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """10.0 One unit moves. `forced`: it must make room for a unit that has come into its hex (8.0)."""

    unit: Unit
    mp: int
    entry: Place
    forced: bool

    def decide(self, s: BulgeState) -> Decision:
        unit = self.unit
        way = travel(s, unit, self.mp, self.entry)
        side = SIDES[SIDE[unit]]
        prompt = f"Move {s.name(unit)} ({self.mp} MP)"
        to = destinations(s, unit, way, s.at[unit], self.forced)
        out = exits(s, unit, way, self.mp)
        return s.ask(side, prompt, "10.0", hex=to, exit=out, stay=() if self.forced else NOTHING)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        unit = self.unit
        origin = s.at[unit]
        self._pass_by(s, place, leaving=False)
        crowded = s.occupied(SIDE[unit]) >> place & 1
        friend = s.unit_at(place) if crowded else -1
        if self.entry >= 0:
            s.gate[unit] = self.entry
            s.tell("enters" if place == self.entry else "arrives", unit, self.entry, place)
        else:
            s.tell("moves", unit, origin, place)
        s.place(unit, place)
        s.resupplied &= ~(1 << unit)
        s.finish_move(unit)
        if friend < 0:
            s.pop()
        elif s._first_rules or supply.in_supply(s, friend):
            s.become(Move(friend, MA, -1, True))
        else:  # 14.0: it begins to move only now, and the hex that this unit has left was on its supply line
            s.become(Crowded(unit, origin), SupplyRoll(friend))

    def on_exit(self, s: BulgeState, place: Place) -> None:
        unit = self.unit
        origin = s.at[unit] if self.entry < 0 else self.entry
        self._pass_by(s, place, leaving=True)
        s.place(unit, EXITED)
        s.gate[unit] = place
        s.left_by |= 1 << place
        s.finish_move(unit)
        s.tell("exits", unit, origin, place, EXITS[place])
        s.pop()

    def on_stay(self, s: BulgeState, _: None) -> None:
        s.finish_move(self.unit)
        s.pop()

    def _pass_by(self, s: BulgeState, place: Place, leaving: bool) -> None:
        """13.0-1: a German unit that cannot get there without coming within two hexes of a British unit releases them in passing."""
        if s.released or not s._british or SIDE[self.unit] != GERMAN:
            return
        near = BOARD.grow(s._british, _RELEASE)
        decision = s.decision
        if decision is not None and not near & (decision.raw.get("hex", 0) | s.occupied(GERMAN) | 1 << place):
            return  # none of the hexes it could pass is near
        clear_way = travel(s, self.unit, self.mp, self.entry, avoid=near)
        there = exits(s, self.unit, clear_way, self.mp) if leaving else clear_way.everywhere
        if not there >> place & 1 or (self.entry >= 0 and near >> self.entry & 1):
            s.release()

    # --- why not -------------------------------------------------------------------------------------------------------------------

    def why_hex(self, s: BulgeState, place: Place) -> Refusal:
        unit = self.unit
        side = SIDE[unit]
        name, hex_name = s.name(unit), HEX_NAMES.names[place]
        bit = 1 << place
        if s.at[unit] == place:
            if self.forced:
                return self.why_stay(s, None)
            return Refusal("10.0", f"{name} is in {hex_name} already; choose 'stay' to leave it there")
        way = travel(s, unit, self.mp, self.entry)
        if way.everywhere & bit:
            return Refusal("8.0", f"{hex_name} is taken: {self._no_room(s, place)}")
        # An only entry hex is taken without a question: here is where one asks why there was no other.
        closed = bars_entry(s, unit, place) if self.entry >= 0 and ANY_ENTRY & bit else None
        if closed is not None and ENTRY_HEXES[UNITS[unit].edge] & bit:
            return closed
        if s.occupied(1 - side) & bit:
            return Refusal("10.0", f"an enemy unit is in {hex_name}")
        gate = self.entry if self.entry >= 0 else s.gate[unit]
        if is_bound(s, unit) and gate >= 0 and not BOARD.within(gate, _LEASH) & bit:
            too_far = f"{hex_name} is more than five hexes from where {name} came in; the British are not released"
            return Refusal("13.0-1", too_far)
        return self._hindered(s, place, hex_name, leaving=False) or closed or self._too_far(s, place, name, hex_name)

    def _no_room(self, s: BulgeState, place: Place) -> str:
        """8.0: why a friend in reach cannot be asked to make room."""
        friend = s.unit_at(place)
        name = s.name(friend)
        if self.forced:
            return f"{name} is there, and who makes room cannot ask for it in turn"
        if s.moved >> friend & 1:
            return f"{name} has had its move"
        if s.zoc(1 - SIDE[friend]) >> place & 1:
            return f"{name} is pinned in an enemy zone of control"
        if not supply.in_supply(s, friend):
            return f"{name} is out of supply, and the die could keep it there"
        return f"{name} has no free hex to go to"

    def _hindered(self, s: BulgeState, place: Place, hex_name: str, *, leaving: bool) -> Refusal | None:
        """What stands in the way to a hex, or off the map there, that is near enough: one thing if that is all, or else the zones."""
        name = s.name(self.unit)
        reasons = {
            "meuse": Refusal("13.0-1", f"{name} may not cross the Meuse before the British are released"),
            "zones": Refusal("9.1", f"enemy zones of control are in the way to {hex_name}"),
            "bridges": Refusal(
                "11.0", f"{hex_name} could be reached if the bridges were not interdicted by Allied units"
            ),
            "marks": Refusal("7.2", f"{hex_name} could be reached without enemy air interdiction"),
        }
        for what in HINDRANCES:
            if self._without(s, (what,), leaving) >> place & 1:
                return reasons[what]
        near = self._without(s, HINDRANCES, leaving) >> place & 1
        shut = not travel(s, self.unit, _PLENTY, self.entry).everywhere >> place & 1
        return reasons["zones"] if near and shut else None

    def _without(self, s: BulgeState, what: tuple[str, ...], leaving: bool) -> Places:
        """Where the unit could go, or leave the map, if some things did not hinder it."""
        way = travel(s, self.unit, self.mp, self.entry, ignoring=what)
        return exits(s, self.unit, way, self.mp) if leaving else way.everywhere

    def _too_far(self, s: BulgeState, place: Place, name: str, hex_name: str) -> Refusal:
        cost = travel(s, self.unit, _PLENTY, self.entry).cost(place)
        least = travel(s, self.unit, _PLENTY, self.entry, ignoring=HINDRANCES).cost(place)
        price = f"{cost} MP" if cost is not None else f"at least {least} MP"
        if (least if cost is None else cost) == self.mp:  # fractions of mechanized road movement are dropped
            price = f"more than {self.mp} MP"
        return Refusal("10.1", f"{hex_name} costs {price}; {name} has {self.mp}")

    def why_exit(self, s: BulgeState, place: Place) -> Refusal:
        name, hex_name = s.name(self.unit), HEX_NAMES.names[place]
        if SIDE[self.unit] != GERMAN:
            return Refusal("10.0-1", "only German units may leave the map")
        if place not in EXITS:
            return Refusal("3.1-1", f"{hex_name} is not a designated exit")
        if s.zoc(ALLIED) >> place & 1:
            return Refusal("9.1", f"{hex_name} is in an Allied zone of control: a unit entering it stops there")
        hindered = self._hindered(s, place, hex_name, leaving=True)
        return hindered or Refusal("3.1-1", f"{name} cannot reach {hex_name} with enough MP left to leave")

    def why_stay(self, s: BulgeState, _: None) -> Refusal:
        return Refusal("8.0", f"{s.name(self.unit)} must make room: two units may not end the phase in one hex")
