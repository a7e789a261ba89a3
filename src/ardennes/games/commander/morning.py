"""4 Start of day: reset, the German fuel check (9-fuel-shortage), replacements (11) and the commando operation (4-7-commando)."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander.facts import (
    ALLIED,
    BRITISH_FREE_FROM,
    DAYS,
    FUEL_MARKERS,
    FULL,
    GERMAN,
    MOTORIZED,
    OF_SIDE,
    SIDE,
    SIDES,
    TANKS,
    WEAK,
)
from ardennes.games.commander.state import ELIMINATED, CommanderState


@dataclass(frozen=True, slots=True)
class Reset(Frame):
    """4-1-time-reset The time marker goes back to 0530; cubes and Fuel Shortage markers come off (4-2-activation-reset)."""

    def decide(self, s: CommanderState) -> None:
        s.time = 0
        s.surprise = s.passed = False
        s.cubes = s.short = 0
        s.tell("day", s.day)
        if s.day == BRITISH_FREE_FROM and not s.released:
            s.tell("british_free")
        s.pop()


# --- fuel --------------------------------------------------------------------------------------------------------------------------------


def fuel_users(s: CommanderState) -> Units:
    """9-fuel-shortage: German armor and mechanized infantry on the map."""
    return s.on_map(GERMAN) & MOTORIZED


@dataclass(frozen=True, slots=True)
class FuelCheck(Frame):
    """4-5-fuel-check From 21 December on; with three units or fewer the Allied player has nothing to choose."""

    def decide(self, s: CommanderState) -> None:
        if not DAYS[s.day].short_of_fuel:
            s.pop()
            return
        users = fuel_users(s)
        few = users.bit_count() <= FUEL_MARKERS
        s.become(Refuel(users, _to_free(s)) if few else NameShort(0))


def _to_free(s: CommanderState) -> int:
    return FUEL_MARKERS - DAYS[s.day].short_of_fuel


@dataclass(frozen=True, slots=True)
class NameShort(Frame):
    """9-fuel-shortage The Allied player names three German mechanized units."""

    named: Units

    def decide(self, s: CommanderState) -> Decision:
        left = FUEL_MARKERS - self.named.bit_count()
        prompt = f"Fuel shortage: name {left} more German mechanized unit{'s' if left > 1 else ''}"
        return s.ask(SIDES[ALLIED], prompt, "9-fuel-shortage", unit=fuel_users(s) & ~self.named)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        named = self.named | 1 << unit
        if named.bit_count() < FUEL_MARKERS:
            s.become(NameShort(named))
        else:
            s.tell("named_short", named)
            s.become(Refuel(named, _to_free(s)))

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if self.named >> unit & 1:
            return Refusal("9-fuel-shortage", f"{name} already has a marker: name three different units")
        if SIDE[unit] != GERMAN:
            return Refusal("9-fuel-shortage", "only German units run short of fuel")
        if not MOTORIZED >> unit & 1:
            return Refusal("9-fuel-shortage", f"{name} is infantry: only armor and mechanized infantry need fuel")
        return Refusal("9-fuel-shortage", f"{name} is not on the map")


@dataclass(frozen=True, slots=True)
class Refuel(Frame):
    """9-fuel-shortage The German takes two of the markers off at once; from 26 December only one (9-fuel-worsens)."""

    named: Units
    """Units that still have a marker."""
    free: int
    """Markers that have yet to come off."""

    def decide(self, s: CommanderState) -> Decision | None:
        if self.named.bit_count() <= self.free or not self.free:
            s.short = self.named if not self.free else 0
            if s.short:
                s.tell("short", s.short)
            s.pop()
            return None
        prompt = f"Fuel for {self.free} of these units" if self.free > 1 else "Fuel for one of these units"
        return s.ask(SIDES[GERMAN], prompt, "9-fuel-shortage", unit=self.named)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.become(Refuel(self.named & ~(1 << unit), self.free - 1))

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        return Refusal("9-fuel-shortage", f"{s.name(unit)} has no fuel shortage marker")


# --- replacements ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replacements(Frame):
    """4-6-replacements From 20 December on, the player with the initiative first."""

    def decide(self, s: CommanderState) -> None:
        first = s.initiative()
        points = DAYS[s.day].replacements
        s.become(Replace(1 - first, *points[1 - first], 0), Replace(first, *points[first], 0))


@dataclass(frozen=True, slots=True)
class Replace(Frame):
    """11-points One player assigns his replacement points of this day."""

    side: Side
    infantry: int
    armor: int
    done: Units
    """11-limits: units that have had their point."""

    def eligible(self, s: CommanderState) -> Units:
        """11-eligible, 11-types, 11-limits."""
        units = s.on_map(self.side) & ~(s.oos | s.short | self.done)
        if not self.armor:
            units &= ~TANKS
        if not self.infantry:
            units &= TANKS
        return sum(1 << u for u in each(units) if s.lost[u] and s.strength(u) <= WEAK)

    def decide(self, s: CommanderState) -> Decision | None:
        units = self.eligible(s) if self.infantry or self.armor else 0
        if not units:
            s.pop()
            return None
        prompt = f"Replacements left: infantry {self.infantry}, armor {self.armor}"
        return s.ask(SIDES[self.side], prompt, "11-points", unit=units, done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.lost[unit] -= 1
        s.tell("replaced", unit, s.strength(unit))
        tank = TANKS >> unit & 1
        s.become(Replace(self.side, self.infantry - (not tank), self.armor - tank, self.done | 1 << unit))

    def on_done(self, s: CommanderState, _: None) -> None:
        s.pop()

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if not OF_SIDE[self.side] >> unit & 1:
            return Refusal("11-points", f"{name} belongs to the other side")
        if s.at[unit] < 0:
            gone = "has been eliminated and cannot be rebuilt" if s.at[unit] == ELIMINATED else "is not on the map"
            return Refusal("11-eligible", f"{name} {gone}")
        if self.done >> unit & 1:
            return Refusal("11-limits", f"{name} has had its replacement point for today")
        if s.oos >> unit & 1:
            return Refusal("9-oos-effects", f"{name} is out of supply")
        if s.short >> unit & 1:
            return Refusal("9-fuel-shortage", f"{name} is short of fuel")
        if not s.lost[unit]:
            return Refusal("11-eligible", f"{name} is at its full strength of {FULL[unit]}")
        if s.strength(unit) > WEAK:
            return Refusal("11-eligible", f"{name} has strength {s.strength(unit)}, more than {WEAK}")
        kind = "armor" if TANKS >> unit & 1 else "infantry"
        return Refusal("11-types", f"{name} needs an {kind} point, and none is left")


# --- commandos ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Commando(Frame):
    """4-7-commando One time, on 17 or 18 December, an Allied unit is kept from being activated on this day."""

    def decide(self, s: CommanderState) -> Decision | None:
        units = s.on_map(ALLIED) if DAYS[s.day].commando and not s.commando else 0
        if not units:
            s.pop()
            return None
        prompt = "Commando operation: choose an Allied unit that cannot act on this day"
        return s.ask(SIDES[GERMAN], prompt, "4-7-commando", unit=units, done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.commando = True
        s.cubes |= 1 << unit
        s.tell("commando", unit)
        s.pop()

    def on_done(self, s: CommanderState, _: None) -> None:
        s.pop()

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] == GERMAN:
            return Refusal("4-7-commando", f"{name} is a German unit")
        return Refusal("4-7-commando", f"{name} is not on the map")
