"""10 Reinforcements: units due on a day, delayed units, and the German OKW reserve (step 4 of the start of day)."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander.facts import (
    AT_MEUSE,
    DAYS,
    EDGE,
    FAR_BANK,
    GERMAN,
    LATE,
    OF_SIDE,
    ON_TIME,
    RESERVE_UNITS,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STACK,
    UNITS,
)
from ardennes.games.commander.state import DUE, ELIMINATED, EXITED, RESERVE, CommanderState, space_title
from ardennes.games.commander.supply import german_units_in_supply


def waiting(s: CommanderState, side: Side) -> Units:
    """Units that are to arrive on this day, delayed ones among them."""
    return sum(1 << u for u in each(OF_SIDE[side]) if s.at[u] == DUE and UNITS[u].due <= s.day)


def open_spaces(s: CommanderState, unit: Unit) -> Places:
    """10-reinforcements, 10-delayed-arrival: friendly-controlled spaces with room, of the unit's letter or, a day late, of any."""
    side = SIDE[unit]
    places = LATE[unit] if s.at[unit] == DUE and UNITS[unit].due < s.day else ON_TIME[unit]
    return places & s.controlled(side) & ~s._full[side]


def why_not_there(s: CommanderState, unit: Unit, place: Place) -> Refusal:
    """Why a unit cannot arrive in a space."""
    facts, title = UNITS[unit], space_title(place)
    late = s.at[unit] == DUE and facts.due < s.day
    places = LATE[unit] if late else ON_TIME[unit]
    if not places >> place & 1:
        if late:
            return Refusal(
                "10-delayed-arrival", f"{title} is not open to {facts.name}, a day late: {_late_entry(unit)}"
            )
        letters = " or ".join(filter(None, (", ".join(facts.letters[:-1]), facts.letters[-1])))
        return Refusal("10-reinforcements", f"{title} does not have the entry letter {letters}")
    if s.controller(place) != facts.side:
        if s._occ[facts.side] >> place & 1:
            return Refusal("10-contested", f"{title} is contested, and the enemy controls it")
        return Refusal("10-delay", f"the enemy controls {title}")
    return Refusal("7-stacking", f"{title} holds {STACK} of your units already")


def _late_entry(unit: Unit) -> str:
    """10-delayed-arrival: where a unit may come in a day late."""
    facts, own = UNITS[unit], ON_TIME[unit]
    if facts.nation == "uk":
        return "British units come in by their own letter only"
    barred = (
        ("south" if own & EDGE["north"] else "north" if own & EDGE["south"] else "") if facts.nation == "us" else ""
    )
    return "it needs an entry letter on a friendly map edge" + (f", not on the {barred} edge" if barred else "")


@dataclass(frozen=True, slots=True)
class Reinforcements(Frame):
    """4-4-reinforcements Both players bring in what is due, the player with the initiative first."""

    def decide(self, s: CommanderState) -> None:
        first = s.initiative()
        s.become(Arrivals(1 - first), Arrivals(first))


@dataclass(frozen=True, slots=True)
class Arrivals(Frame):
    """10-reinforcements One player places his reinforcements; a unit without a space to arrive in is delayed (10-delay)."""

    side: Side

    def decide(self, s: CommanderState) -> Decision | None:
        options = {u: places for u in each(waiting(s, self.side)) if (places := open_spaces(s, u))}
        if not options:
            self._end(s)
            return None
        for u, places in options.items():
            if places & (places - 1) == 0 and self._room_for_all(s, places, options):
                arrive(s, u, places.bit_length() - 1)
                return None
        if len(options) == 1:
            s.push(ArriveAt(next(iter(options))))
            return None
        units = sum(1 << u for u in options)
        return s.ask(SIDES[self.side], "Place a reinforcement", "10-reinforcements", unit=units)

    def _room_for_all(self, s: CommanderState, space: Places, options: dict[int, Places]) -> bool:
        """Can all that might come to this space find room there? Then the order does not matter."""
        here = s.units_at(space.bit_length() - 1, self.side).bit_count()
        return here + sum(bool(places & space) for places in options.values()) <= STACK

    def _end(self, s: CommanderState) -> None:
        late = waiting(s, self.side)
        if late:
            s.tell("delayed", late)
        if self.side == GERMAN and reserve_is_open(s) and reserve_units(s):
            s.become(Reserve())
        else:
            s.pop()

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.push(ArriveAt(unit))

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        facts = UNITS[unit]
        if facts.side != self.side:
            return Refusal("4-4-reinforcements", f"{facts.name} belongs to the other side")
        if s.at[unit] == RESERVE:
            return Refusal("10-okw", f"{facts.name} is in the OKW reserve")
        if s.at[unit] != DUE:
            return Refusal("10-reinforcements", f"{facts.name} {_whereabouts(s, unit)}")
        if facts.due > s.day:
            return Refusal("10-reinforcements", f"{facts.name} is due on {facts.due} December")
        return Refusal("10-delay", f"no space is open to {facts.name}: it is delayed")


def _whereabouts(s: CommanderState, unit: Unit) -> str:
    """Why a unit is not among those to come."""
    if s.at[unit] >= 0:
        return "is already on the map"
    return {ELIMINATED: "has been eliminated", EXITED: "has left the map"}.get(s.at[unit], "takes no part in this game")


def arrive(s: CommanderState, unit: Unit, place: Place) -> None:
    """A unit comes into play at full strength and without a cube."""
    origin = s.at[unit]
    s.enter(unit, place)
    s.tell("arrives", unit, origin, place)


@dataclass(frozen=True, slots=True)
class ArriveAt(Frame):
    """10-reinforcements The owner chooses the space in which a unit arrives."""

    unit: Unit

    def decide(self, s: CommanderState) -> Decision | None:
        places = open_spaces(s, self.unit)
        if places & (places - 1) == 0:
            self.on_space(s, places.bit_length() - 1)
            return None
        name = s.name(self.unit)
        return s.ask(SIDES[SIDE[self.unit]], f"Where does {name} arrive?", "10-reinforcements", space=places)

    def on_space(self, s: CommanderState, place: Place) -> None:
        s.pop()
        arrive(s, self.unit, place)

    def why_space(self, s: CommanderState, place: Place) -> Refusal:
        return why_not_there(s, self.unit, place)


# --- the OKW reserve ---------------------------------------------------------------------------------------------------------------------


def reserve_is_open(s: CommanderState) -> bool:
    """10-okw: a supplied German unit is next to the Meuse or beyond it. In Race to the Meuse there is no reserve."""
    supplied = s.on_map(GERMAN) & ~s.oos if DAYS[s.day].supply[GERMAN] else german_units_in_supply(s)
    return not s._race and bool(s.spaces_of(supplied) & (AT_MEUSE | FAR_BANK))


def reserve_units(s: CommanderState) -> Units:
    """Reserve units that could come in now."""
    return sum(1 << u for u in each(RESERVE_UNITS) if s.at[u] == RESERVE and open_spaces(s, u))


@dataclass(frozen=True, slots=True)
class Reserve(Frame):
    """10-okw One unit of the OKW reserve may come in on a day on which a supplied German unit is at the Meuse."""

    def decide(self, s: CommanderState) -> Decision:
        prompt = "Bring in a unit of the OKW reserve?"
        return s.ask(SIDES[GERMAN], prompt, "10-okw", unit=reserve_units(s), done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.become(ArriveAt(unit))

    def on_done(self, s: CommanderState, _: None) -> None:
        s.pop()

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if not RESERVE_UNITS >> unit & 1:
            return Refusal("10-okw", f"{name} does not belong to the OKW reserve")
        if s.at[unit] >= 0 or s.at[unit] in (ELIMINATED, EXITED):
            return Refusal("10-okw", f"{name} has already come in")
        full = ", ".join(SPACE_NAMES.list_of(ON_TIME[unit]))
        return Refusal("10-delay", f"none of {full} is open to {name}")
