"""10.0 Movement: where a unit can go, the movement phase, Allied mechanized markers, leaving the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from ardennes.board import Lead, Reached, Way, reach
from ardennes.board.hexes import minus
from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, first_bar, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    ANY_ENTRY,
    AT_ROAD_RATE,
    BOARD,
    BRITISH,
    COST,
    DIE,
    EDGE,
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
    UNIT_NAMES,
)
from ardennes.games.bulge.state import DUE, EXITED, BulgeState, free_hexes, not_here, phase_side

FIFTHS = 5
"""10.2-1: mechanized road movement costs one fifth of an MP per hex."""
_LEASH: int = TABLES["reinforcements"]["leash"]
HINDRANCES = ("meuse", "zones", "bridges", "marks")
"""What can stop a unit from going as far as its MP allow: 13.0-1, 9.1, 11.0, 7.2."""
_PLENTY = 200
"""More MP than any move costs."""
_NO_MOVE: int = TABLES["supply"]["no_move_on"]
HOLD_BACK = {"label": "Hold back", "note": "for this turn"}


# --- where a unit can go -----------------------------------------------------------------------------------------------------------------


def switch(fifths: int) -> int:
    """10.2-1: the whole MP spent when mechanized road movement ends; fractions do not count.

    >>> switch(7), switch(4), switch(24)
    (1, 0, 4)
    """
    return fifths // FIFTHS


_SPENT = [switch(fifths) for fifths in range(_PLENTY * FIFTHS + 1)]
"""The same for every number of fifths."""


def is_mechanized(s: BulgeState, unit: Unit) -> bool:
    """10.2-1, 10.2-2: can it use mechanized road movement?"""
    return bool((MECH | s.mechanized) >> unit & 1)


def is_bound(s: BulgeState, unit: Unit) -> bool:
    """13.0-1: is it a British unit that is still restricted?"""
    return not s.released and bool(BRITISH >> unit & 1)


def may_enter(s: BulgeState, unit: Unit, gate: Place, through: bool = False) -> Places:
    """10.0, 13.0-1: hexes a moving unit can enter at all; `through` ignores enemy units."""
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
) -> Reached:
    """Where a unit can go with `mp`, and what it costs (10.2-1: fractions dropped).

    `entry`: the edge hex by which it enters (13.0). `avoid`: hexes it must not pass through. `ignoring`: HINDRANCES to ignore, to find out
    why it cannot go somewhere.
    """
    side = SIDE[unit]
    stop = 0 if "zones" in ignoring else s.zoc(1 - side)
    enter = may_enter(s, unit, entry if entry >= 0 else s.gate[unit], "zones" in ignoring) & ~avoid
    by_road, off_road, over_river = ways(s, unit, ignoring)
    seeds = [0] * (mp + 1)
    if entry >= 0:
        # 13.0: the entry hex costs the road rate; with an enemy marker in it, the terrain's cost, and mechanized movement ends
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
    lead = None
    if first >= 0:
        rings = BOARD.rings(start, by_road[0], enter, ALL & ~stop, mp * FIFTHS - first)
        lead = Lead(by_road[0], rings, _SPENT[first : first + len(rings)])
    return reach(BOARD, seeds, mp, (by_road, off_road, over_river), enter, stop, lead)


def making_room(s: BulgeState, unit: Unit, wanted: Places, origin: Place) -> Places:
    """8.0: the wanted hexes whose friendly unit can make room: not moved, not pinned, in supply, next to a free hex."""
    side = SIDE[unit]
    found = wanted & s.occupied(side) & ~s.zoc(1 - side)
    if not found:
        return 0
    free = free_hexes(s) | (1 << origin if origin >= 0 else 0)
    found &= BOARD.spread(free, EVERY)
    found &= ~s.places_of(s.units_in(side, found) & s.moved)
    if not found:
        return 0
    supplied = supply.hexes_in_supply(s, side)
    if found & ~supplied:
        found &= supplied | s.places_of(s.resupplied)
    if not s.released:
        for place in each(s.places_of(BRITISH) & found):
            gate = s.gate[s.unit_at(place)]
            allowed = BOARD.within(gate, _LEASH) if gate >= 0 else ALL
            if not BOARD.spread(1 << place, NO_MEUSE) & free & allowed:
                found &= ~(1 << place)
    return found


def destinations(s: BulgeState, unit: Unit, way: Reached, origin: Place, forced: bool) -> Places:
    """8.0, 10.0: where the move can end."""
    there = way.everywhere
    free = there & free_hexes(s)
    if not forced:
        free |= making_room(s, unit, there & ~(1 << origin if origin >= 0 else 0), origin)
    return free


def exit_limits(
    s: BulgeState, unit: Unit, way: Reached, mp: int, too_far: str | Callable[[Place], Refusal] = ""
) -> Limits:
    """3.1-1: the exit hexes by which a German unit can leave, for one MP, or a fifth in mechanized road movement.

    A unit with a fifth left in mechanized road movement has a whole MP left when it switches, so both cases are the same.
    """
    yield "10.0-1", ALL if SIDE[unit] == GERMAN else 0, "only German units can leave the map"
    yield "3.1-1", EXIT_HEXES, "{} is not a designated exit"
    yield "9.1", ~s.zoc(ALLIED), "{} is in an Allied zone of control: a unit entering it stops there"
    can = 0
    for level in way.levels[:mp]:
        can |= level
    yield "3.1-1", can, too_far


def exits(s: BulgeState, unit: Unit, way: Reached, mp: int) -> Places:
    """3.1-1: where a unit can leave the map."""
    if not way.everywhere & EXIT_HEXES:  # most units, most of the time
        return 0
    return offered(exit_limits(s, unit, way, mp))


# --- coming in -----------------------------------------------------------------------------------------------------------------------


_NO_ENTRY = {edge: f"{{}} is not an entry hex of the {edge} edge" for edge in ENTRY_HEXES}


def entry_limits(s: BulgeState, unit: Unit) -> Limits:
    """13.0: where a unit can come in, whether or not it finds room there."""
    edge = EDGE[unit]
    yield "2.3.1-2", ANY_ENTRY, _NO_ENTRY[edge]
    yield "13.0-2", ENTRY_HEXES[edge], lambda _: f"{s.name(unit)} can only enter on its own edge ({edge})"
    if SIDE[unit] == ALLIED:
        yield "13.0-2", ~s.left_by, "a German unit has left the map at {}"
    yield "13.0", ~s.zoc(1 - SIDE[unit]), "{} is held or controlled by the enemy"


def open_entries(s: BulgeState, unit: Unit) -> Places:
    """13.0: road hexes on the unit's edge that the enemy neither holds nor controls, and that no German unit left by (13.0-2)."""
    return offered(entry_limits(s, unit))


def usable_entries(s: BulgeState, unit: Unit) -> Places:
    """Entries from which the unit can reach a hex to end in (8.0)."""
    entries = open_entries(s, unit)
    out = entries & free_hexes(s)
    for place in each(entries & ~out):
        if destinations(s, unit, travel(s, unit, MA, place), -1, False):
            out |= 1 << place
    return out


def arrival_limits(s: BulgeState, unit: Unit) -> Limits:
    """13.0, 8.0: where a unit can come in."""
    yield from entry_limits(s, unit)
    yield "8.0", usable_entries(s, unit), "a unit that enters at {} finds no free hex to end in"


# --- one unit moves ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SupplyRoll(Frame):
    """14.1 A unit out of supply rolls for its MP when it moves; on a six it cannot move."""

    unit: Unit
    below = ("Movement", "Crowded")

    def decide(self, s: BulgeState) -> Decision:
        return s.ask_chance(f"MP of {s.name(self.unit)}, which is out of supply", "14.1", die=DIE)

    def on_die(self, s: BulgeState, die: int) -> None:
        unit = self.unit
        mp = 0 if die == _NO_MOVE else min(die, MA)
        s.tell("out_of_supply" if mp else "stuck", unit, die, mp)
        forced = s.units_at(s.at[unit]) != 1 << unit  # another unit has moved in: it must make room
        if mp and (not forced or can_leave(s, unit, mp)):
            s.become(Move(unit, mp, -1, forced))
        else:
            s.moved |= 1 << unit
            s.pop()

    def misfit(self, s: BulgeState, at: int) -> str:
        return not_here(s, self.unit, phase_side(s))


def can_leave(s: BulgeState, unit: Unit, mp: int) -> bool:
    """8.0: can a unit that must make room reach a free hex or an exit?"""
    way = travel(s, unit, mp)
    return bool(destinations(s, unit, way, s.at[unit], True) or exits(s, unit, way, mp))


@dataclass(frozen=True, slots=True)
class Crowded(Frame):
    """8.0 A unit has moved into the hex of a friend that has to roll for supply (14.1); if the friend cannot move, the unit goes back."""

    unit: Unit
    origin: Place
    """Where the unit came from."""
    below = ("Movement",)

    def decide(self, s: BulgeState) -> None:
        s.pop()
        here = s.at[self.unit]
        if s.units_at(here) != 1 << self.unit:
            s.tell("goes_back", self.unit, here, self.origin)
            s.place(self.unit, self.origin)

    def misfit(self, s: BulgeState, at: int) -> str:
        wrong = not_here(s, self.unit, phase_side(s))
        if wrong:
            return wrong
        name = UNIT_NAMES.names[self.unit]
        if self.origin < 0 or not free_hexes(s) >> self.origin & 1:
            return f"{name} must have come from a hex that is empty now"
        moved_in = s.units_at(s.at[self.unit]) & s.moved == 1 << self.unit
        return "" if moved_in else f"only {name} has moved into this hex"


MUST_ATTACK = "must attack after movement: it is next to an enemy"


def must_attack(s: BulgeState, side: Side) -> Units:
    """9.0-1: the units of a side that must attack once movement is over, as things stand."""
    return s.units_in(side, s.zoc(1 - side))


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """10.0 One unit moves. `forced`: it must make room for a unit that has moved into its hex (8.0)."""

    unit: Unit
    mp: int
    entry: Place
    forced: bool
    below = ("Movement", "Crowded")
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"hex": "Move here", "exit": "Leave the map here", "stay": "Stay"}

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
        s.moved |= 1 << unit
        if friend < 0:
            s.pop()
        elif s.setup.rules == "1" or supply.in_supply(s, friend):
            s.become(Move(friend, MA, -1, True))
        else:  # 14.0: it starts moving only now, and this unit has just left a hex on its supply line
            s.become(Crowded(unit, origin), SupplyRoll(friend))

    def on_exit(self, s: BulgeState, place: Place) -> None:
        unit = self.unit
        origin = s.at[unit] if self.entry < 0 else self.entry
        self._pass_by(s, place, leaving=True)
        s.place(unit, EXITED)
        s.gate[unit] = place
        s.left_by |= 1 << place
        s.moved |= 1 << unit
        s.tell("exits", unit, origin, place, EXITS[place])
        s.pop()

    def on_stay(self, s: BulgeState, _: None) -> None:
        s.moved |= 1 << self.unit
        s.pop()

    def _pass_by(self, s: BulgeState, place: Place, leaving: bool) -> None:
        """13.0-1: a German unit that cannot get there without passing within two hexes of a British unit releases the British."""
        near = 0 if s.released or SIDE[self.unit] != GERMAN else s.near_british()
        if not near:
            return
        if not near & (s.offers("hex") | s.occupied(GERMAN) | 1 << place):
            return  # none of the hexes it could pass through is near
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
            return Refusal("10.0", f"{name} is already in {hex_name}; choose 'stay' to leave it there")
        way = travel(s, unit, self.mp, self.entry)
        if way.everywhere & bit:
            return Refusal("8.0", f"{hex_name} is taken: {self._no_room(s, place)}")
        # A single entry hex is used without asking, so this is the place to explain why there was no other.
        bar = first_bar(arrival_limits(s, unit), place) if self.entry >= 0 and ANY_ENTRY & bit else None
        closed = None if bar is None else bar.refusal(place, hex_name)
        if closed is not None and ENTRY_HEXES[EDGE[unit]] & bit:
            return closed
        if s.occupied(1 - side) & bit:
            return Refusal("10.0", f"an enemy unit is in {hex_name}")
        gate = self.entry if self.entry >= 0 else s.gate[unit]
        if is_bound(s, unit) and gate >= 0 and not BOARD.within(gate, _LEASH) & bit:
            too_far = f"{hex_name} is more than five hexes from where {name} entered; the British are not released"
            return Refusal("13.0-1", too_far)
        return self._hindered(s, place, hex_name, leaving=False) or closed or self._too_far(s, place, name, hex_name)

    def _no_room(self, s: BulgeState, place: Place) -> str:
        """8.0: why a friend within reach cannot make room."""
        friend = s.unit_at(place)
        name = s.name(friend)
        if self.forced:
            return f"{name} is there, and a unit making room cannot make another unit move"
        if s.moved >> friend & 1:
            return f"{name} has already moved"
        if s.zoc(1 - SIDE[friend]) >> place & 1:
            return f"{name} is pinned in an enemy zone of control"
        if not supply.in_supply(s, friend):
            return f"{name} is out of supply, and a bad roll could keep it there"
        return f"{name} has no free hex to go to"

    def _hindered(self, s: BulgeState, place: Place, hex_name: str, *, leaving: bool) -> Refusal | None:
        """What stops the unit from reaching, or leaving the map at, a hex that is near enough: the single obstacle, or else the zones."""
        name = s.name(self.unit)
        reasons = {
            "meuse": Refusal("13.0-1", f"{name} cannot cross the Meuse before the British are released"),
            "zones": Refusal("9.1", f"enemy zones of control block the way to {hex_name}"),
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
        """Where the unit could go, or leave the map, without some of the hindrances."""
        way = travel(s, self.unit, self.mp, self.entry, ignoring=what)
        return exits(s, self.unit, way, self.mp) if leaving else way.everywhere

    def _too_far(self, s: BulgeState, place: Place, name: str, hex_name: str) -> Refusal:
        cost = travel(s, self.unit, _PLENTY, self.entry).cost(place)
        least = travel(s, self.unit, _PLENTY, self.entry, ignoring=HINDRANCES).cost(place)
        price = f"{cost} MP" if cost is not None else f"at least {least} MP"
        if (least if cost is None else cost) == self.mp:  # fractions of mechanized road movement are dropped
            price = f"more than {self.mp} MP"
        return Refusal("10.1", f"{hex_name} costs {price}; {name} has {self.mp}")

    def limits_exit(self, s: BulgeState) -> Limits:
        def too_far(place: Place) -> Refusal:
            hex_name = HEX_NAMES.names[place]
            name = s.name(self.unit)
            hindered = self._hindered(s, place, hex_name, leaving=True)
            return hindered or Refusal("3.1-1", f"{name} cannot reach {hex_name} with enough MP left to leave")

        way = travel(s, self.unit, self.mp, self.entry)
        yield from exit_limits(s, self.unit, way, self.mp, too_far)

    def why_stay(self, s: BulgeState, _: None) -> Refusal:
        return Refusal("8.0", f"{s.name(self.unit)} must make room: two units cannot end the phase in one hex")

    # --- for people ----------------------------------------------------------------------------------------------------------------

    def hints(self, s: BulgeState) -> Hints:
        """What each hex costs (mechanized road movement of less than an MP costs 0), and the hex before it on the way."""
        names = HEX_NAMES.names
        way = travel(s, self.unit, self.mp, self.entry)
        hexes: dict[str, dict[str, object]] = {"*": {"before": {names[a]: names[b] for a, b in way.before().items()}}}
        to = s.offers("hex")
        for cost, places in way.by_cost():
            for place in each(places & to):
                hexes[names[place]] = {"cost": str(cost)}
        side = SIDE[self.unit]
        fed = supply.hexes_in_supply(s, side, 1 << s.at[self.unit] if self.entry < 0 else 0)
        for place in each(to & (s.zoc(1 - side) | ~fed)):
            duty = "must attack from here" if s.zoc(1 - side) >> place & 1 else ""
            hexes[names[place]]["note"] = "; ".join(
                filter(None, (duty, "" if fed >> place & 1 else "out of supply here"))
            )
        for place in each(to & s.occupied(side)):
            hexes[names[place]]["note"] = self._room(s, place)
        out: Hints = {"hex": hexes}
        out["exit"] = {names[p]: {"note": f"factor {EXITS[p]}"} for p in each(s.offers("exit"))}
        if self.entry >= 0:
            out["stay"] = {"": HOLD_BACK}
        return out

    def warns(self, s: BulgeState) -> dict[str, Units]:
        return {MUST_ATTACK: must_attack(s, SIDE[self.unit])}

    def _room(self, s: BulgeState, place: Place) -> str:
        """8.0: which unit makes room in a hex, and whether it has to roll for it (14.1)."""
        friend = s.unit_at(place)
        left = 1 << s.at[self.unit] if self.entry < 0 else 0
        fed = s.resupplied >> friend & 1 or supply.hexes_in_supply(s, SIDE[friend], left) >> place & 1
        return f"{s.name(friend)} makes room" + ("" if fed else ", if its die allows: it will be out of supply")

    def misfit(self, s: BulgeState, at: int) -> str:
        if not 1 <= self.mp <= MA:
            return f"a unit moves with 1 to {MA} MP"
        side = phase_side(s)
        if self.entry < 0:
            return not_here(s, self.unit, side)
        if self.unit < 0 or SIDE[self.unit] != side or s.at[self.unit] != DUE or self.forced:
            return "only a unit that is due can enter the map"
        if not ENTRY_HEXES.get(EDGE[self.unit], 0) >> self.entry & 1:
            return f"{HEX_NAMES.names[self.entry]} is not an entry hex of {UNIT_NAMES.names[self.unit]}"
        return ""
