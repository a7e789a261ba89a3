"""10 Reinforcements: units due on a day, delayed units, and the German OKW reserve (step 4 of the start of day)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Undone
from ardennes.games.commander.facts import (
    AMERICAN,
    ARRIVES,
    AT_MEUSE,
    BRITISH,
    DAYS,
    EDGE,
    FAR_BANK,
    GERMAN,
    LATE,
    LETTERS,
    OF_SIDE,
    ON_TIME,
    RESERVE_UNITS,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STACK,
    STACKED,
)
from ardennes.games.commander.state import DUE, ELIMINATED, EXITED, RESERVE, CommanderState, space_title
from ardennes.games.commander.supply import german_units_in_supply


def waiting(s: CommanderState, side: Side) -> Units:
    """Units due to arrive today, including delayed ones."""
    return bits(u for u in each(OF_SIDE[side]) if s.at[u] == DUE and ARRIVES[u] <= s.day)


def entry_limits(s: CommanderState, unit: Unit) -> Limits:
    """10-reinforcements, 10-delayed-arrival: friendly spaces with room and the unit's letter or, if it is late, any letter."""
    side = SIDE[unit]
    if s.at[unit] == DUE and ARRIVES[unit] < s.day:
        yield "10-delayed-arrival", LATE[unit], lambda place: _why_not_late(s, unit, place)
    else:
        yield "10-reinforcements", ON_TIME[unit], lambda place: _why_not_letter(unit, place)
    mine = s.controlled(side)
    yield "10-contested", mine | ~s._occ[side], "{} is contested, and the enemy controls it"
    yield "10-delay", mine, "the enemy controls {}"
    yield "7-stacking", ~s._full[side], STACKED


def open_spaces(s: CommanderState, unit: Unit) -> Places:
    """Where a unit can arrive now."""
    return offered(entry_limits(s, unit))


def _why_not_letter(unit: Unit, place: Place) -> str:
    letters = " or ".join(filter(None, (", ".join(LETTERS[unit][:-1]), LETTERS[unit][-1])))
    return f"{space_title(place)} does not have the entry letter {letters}"


def _why_not_late(s: CommanderState, unit: Unit, place: Place) -> str:
    closed = f"{space_title(place)} is not open to {s.name(unit)}, which is late"
    return f"{closed}: {_late_entry(unit)}"


def _late_entry(unit: Unit) -> str:
    """10-delayed-arrival: where a delayed unit can enter."""
    own = ON_TIME[unit]
    if BRITISH >> unit & 1:
        return "British units enter only at their own letter"
    barred = (
        ("south" if own & EDGE["north"] else "north" if own & EDGE["south"] else "") if AMERICAN >> unit & 1 else ""
    )
    return "it needs an entry letter on a friendly map edge" + (f", not on the {barred} edge" if barred else "")


@dataclass(frozen=True, slots=True)
class Reinforcements(Frame):
    """4-4-reinforcements Both players bring in their reinforcements, the player with the initiative first."""

    def decide(self, s: CommanderState) -> None:
        first = s.initiative()
        s.become(Arrivals(1 - first), Arrivals(first))


@dataclass(frozen=True, slots=True)
class Arrivals(Frame):
    """10-reinforcements One player places their reinforcements; a unit without a space to arrive in is delayed (10-delay)."""

    side: Side
    below = ("Arrivals",)
    title = "Reinforcements"
    labels: ClassVar[dict[str, str]] = {"unit": "Place this unit next"}
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})

    def limits_unit(self, s: CommanderState) -> Limits:
        yield "4-4-reinforcements", OF_SIDE[self.side], "{} belongs to the other side"
        yield "10-okw", ~s.in_box(RESERVE), "{} is in the OKW reserve"
        yield "10-reinforcements", s.in_box(DUE), lambda u: f"{s.name(u)} {_whereabouts(s, u)}"
        due = waiting(s, self.side)
        yield "10-reinforcements", due, lambda u: f"{s.name(u)} is due on {ARRIVES[u]} December"
        yield "10-delay", bits(self._options(s)), "no space is open to {}, so it is delayed"

    def _options(self, s: CommanderState) -> dict[Unit, Places]:
        """The units that can arrive now, each with its spaces."""
        return {u: places for u in each(waiting(s, self.side)) if (places := open_spaces(s, u))}

    def decide(self, s: CommanderState) -> Decision | None:
        options = self._options(s)
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
        return s.ask(SIDES[self.side], "Place a reinforcement", "10-reinforcements", unit=bits(options))

    def _room_for_all(self, s: CommanderState, space: Places, options: dict[int, Places]) -> bool:
        """Is there room for every unit that might arrive in this space? If so, the order does not matter."""
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

    def misfit(self, s: CommanderState, at: int) -> str:
        below = s.stack[at - 1]
        again = at > 2 or (isinstance(below, Arrivals) and below.side == self.side)
        return "each side places its reinforcements once" if again else ""


def _whereabouts(s: CommanderState, unit: Unit) -> str:
    """Why a unit is not among the reinforcements."""
    if s.at[unit] >= 0:
        return "is already on the map"
    return {ELIMINATED: "has been eliminated", EXITED: "has left the map"}.get(s.at[unit], "is not in this game")


def arrive(s: CommanderState, unit: Unit, place: Place) -> None:
    """A unit enters play at full strength and without a cube."""
    origin = s.at[unit]
    s.enter(unit, place)
    s.tell("arrives", unit, origin, place)


@dataclass(frozen=True, slots=True)
class ArriveAt(Frame):
    """10-reinforcements The owner chooses the space where a unit arrives."""

    unit: Unit
    below = ("Arrivals",)
    title = "Reinforcements"
    labels: ClassVar[dict[str, str]] = {"space": "Arrive here"}

    def limits_space(self, s: CommanderState) -> Limits:
        return entry_limits(s, self.unit)

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

    def misfit(self, s: CommanderState, at: int) -> str:
        if self.unit < 0:
            return "a unit is missing"
        below = s.stack[at - 1]
        ready = s.at[self.unit] == RESERVE or (isinstance(below, Arrivals) and waiting(s, below.side) >> self.unit & 1)
        return "" if ready and open_spaces(s, self.unit) else "this unit cannot arrive now"


# --- the OKW reserve ---------------------------------------------------------------------------------------------------------------------


def reserve_is_open(s: CommanderState) -> bool:
    """10-okw: a supplied German unit is next to the Meuse or beyond it. In Race to the Meuse there is no reserve."""
    supplied = s.on_map(GERMAN) & ~s.oos if DAYS[s.day].supply[GERMAN] else german_units_in_supply(s)
    return not s.race and bool(s.places_of(supplied) & (AT_MEUSE | FAR_BANK))


def reserve_units(s: CommanderState) -> Units:
    """Reserve units that can enter now."""
    return bits(u for u in each(RESERVE_UNITS) if s.at[u] == RESERVE and open_spaces(s, u))


@dataclass(frozen=True, slots=True)
class Reserve(Frame):
    """10-okw One unit of the OKW reserve can enter on each day that a supplied German unit is at the Meuse."""

    below = ("Arrivals",)
    title = "OKW reserve"
    labels: ClassVar[dict[str, str]] = {"unit": "Bring in from the reserve", "done": "No reserve today"}
    main = "done"

    def limits_unit(self, s: CommanderState) -> Limits:
        yield "10-okw", RESERVE_UNITS, "{} does not belong to the OKW reserve"
        yield "10-okw", s.in_box(RESERVE), lambda u: f"{s.name(u)} {_whereabouts(s, u)}"

        def shut(unit: Unit) -> str:
            return f"none of {', '.join(SPACE_NAMES.list_of(ON_TIME[unit]))} is open to {s.name(unit)}"

        yield "10-delay", reserve_units(s), shut

    def decide(self, s: CommanderState) -> Decision:
        units = offered(self.limits_unit(s))
        return s.ask(SIDES[GERMAN], "Bring in a unit of the OKW reserve?", "10-okw", unit=units, done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.become(ArriveAt(unit))

    def on_done(self, s: CommanderState, _: None) -> None:
        s.pop()

    def undone(self, s: CommanderState) -> Undone:
        return Undone(could=reserve_units(s))
