"""4 Start of day: reset, the German fuel check (9-fuel-shortage), replacements (11) and the commando operation (4-7-commando)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.commander.facts import (
    ALLIED,
    BRITISH_FREE_FROM,
    DAYS,
    FUEL_MARKERS,
    FULL,
    GERMAN,
    MOTORIZED,
    OF_SIDE,
    SIDES,
    TANKS,
    UNIT_NAMES,
    WEAK,
)
from ardennes.games.commander.state import ELIMINATED, CommanderState


@dataclass(frozen=True, slots=True)
class Reset(Frame):
    """4-1-time-reset The time marker returns to 0530; cubes and Fuel Shortage markers are removed (4-2-activation-reset)."""

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
    title = "Fuel"
    labels: ClassVar[dict[str, str]] = {"unit": "Short of fuel"}

    def limits_unit(self, s: CommanderState) -> Limits:
        case = "9-fuel-shortage"
        yield case, ~self.named, "{} already has a marker: name three different units"
        yield case, OF_SIDE[GERMAN], "only German units run short of fuel"
        yield case, MOTORIZED, "{} is infantry: only armor and mechanized infantry need fuel"
        yield case, s.on_map(GERMAN), "{} is not on the map"

    def decide(self, s: CommanderState) -> Decision:
        left = FUEL_MARKERS - self.named.bit_count()
        prompt = f"Fuel shortage: name {counted(left, 'more German mechanized unit')}"
        return s.ask(SIDES[ALLIED], prompt, "9-fuel-shortage", unit=offered(self.limits_unit(s)))

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        named = self.named | 1 << unit
        if named.bit_count() < FUEL_MARKERS:
            s.become(NameShort(named))
        else:
            s.tell("named_short", named)
            s.become(Refuel(named, _to_free(s)))

    def misfit(self, s: CommanderState, at: int) -> str:
        users = fuel_users(s)
        if users.bit_count() <= FUEL_MARKERS or self.named.bit_count() >= FUEL_MARKERS:
            return f"{FUEL_MARKERS} units are named, out of more than {FUEL_MARKERS} on the map"
        return _misfit_of_named(s, self.named)


def _misfit_of_named(s: CommanderState, named: Units) -> str:
    wrong = named & ~fuel_users(s)
    return "only German armor and mechanized infantry on the map can be named" if wrong else ""


@dataclass(frozen=True, slots=True)
class Refuel(Frame):
    """9-fuel-shortage The German player removes two of the markers at once; from 26 December only one (9-fuel-worsens)."""

    named: Units
    """Units that still have a marker."""
    free: int
    """How many markers have yet to be removed."""
    title = "Fuel"
    labels: ClassVar[dict[str, str]] = {"unit": "Give it fuel"}

    def limits_unit(self, s: CommanderState) -> Limits:
        yield "9-fuel-shortage", self.named, "{} has no fuel shortage marker"

    def decide(self, s: CommanderState) -> Decision | None:
        if self.named.bit_count() <= self.free or not self.free:
            s.short = self.named if not self.free else 0
            if s.short:
                s.tell("short", s.short)
            s.pop()
            return None
        prompt = f"Fuel for {self.free} of these units" if self.free > 1 else "Fuel for one of these units"
        return s.ask(SIDES[GERMAN], prompt, "9-fuel-shortage", unit=offered(self.limits_unit(s)))

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.become(Refuel(self.named & ~(1 << unit), self.free - 1))

    def misfit(self, s: CommanderState, at: int) -> str:
        if not 0 <= self.free <= FUEL_MARKERS:
            return f"at most {FUEL_MARKERS} markers come off"
        return _misfit_of_named(s, self.named)


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
    """11-points One player assigns the day's replacement points."""

    side: Side
    infantry: int
    armor: int
    done: Units
    """11-limits: units that have already received a point."""

    below = ("Replace",)
    title = "Replacements"
    labels: ClassVar[dict[str, str]] = {"unit": "Replenish", "done": "No more replacements"}
    main = "done"

    def limits_unit(self, s: CommanderState) -> Limits:
        mine = s.on_map(self.side)
        yield "11-points", OF_SIDE[self.side], "{} belongs to the other side"
        yield "11-eligible", mine, lambda u: f"{s.name(u)} {_why_gone(s, u)}"
        yield "11-limits", ~self.done, "{} has already received its replacement point for today"
        yield "9-oos-effects", ~s.oos, "{} is out of supply"
        yield "9-fuel-shortage", ~s.short, "{} is short of fuel"
        hurt = bits(u for u in each(mine) if s.lost[u])
        yield "11-eligible", hurt, lambda u: f"{s.name(u)} is at its full strength of {FULL[u]}"
        weak = bits(u for u in each(hurt) if s.strength(u) <= WEAK)
        yield "11-eligible", weak, lambda u: f"{s.name(u)} has strength {s.strength(u)}, more than {WEAK}"
        yield "11-types", -1 if self.armor else ~TANKS, "{} needs an armor point, and none is left"
        yield "11-types", -1 if self.infantry else TANKS, "{} needs an infantry point, and none is left"

    def decide(self, s: CommanderState) -> Decision | None:
        units = offered(self.limits_unit(s)) if self.infantry or self.armor else 0
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

    def hints(self, s: CommanderState) -> Hints:
        units = {u: f"{s.name(u)} to strength {s.strength(u) + 1}" for u in each(offered(self.limits_unit(s)))}
        notes = {UNIT_NAMES.names[u]: {"note": note} for u, note in units.items()}
        return {"unit": notes, "done": {"": {"note": "points left are lost"}}}

    def undone(self, s: CommanderState) -> Undone:
        return Undone(could=offered(self.limits_unit(s)))

    def misfit(self, s: CommanderState, at: int) -> str:
        if at > 2:
            return "each side has its replacements once"
        fits = 0 <= self.infantry <= _MOST and 0 <= self.armor <= _MOST
        return "" if fits else "that many points are not possible"


def _why_gone(s: CommanderState, unit: Unit) -> str:
    return "has been eliminated and cannot be rebuilt" if s.at[unit] == ELIMINATED else "is not on the map"


_MOST = 99
"""More points than there can ever be."""


# --- commandos ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Commando(Frame):
    """4-7-commando Once, on 17 or 18 December, the German player keeps an Allied unit from being activated that day."""

    title = "Commandos"
    labels: ClassVar[dict[str, str]] = {"unit": "Keep it from acting", "done": "Not today"}
    main = "done"

    def limits_unit(self, s: CommanderState) -> Limits:
        yield "4-7-commando", OF_SIDE[ALLIED], "{} is a German unit"
        yield "4-7-commando", s.on_map(ALLIED), "{} is not on the map"

    def decide(self, s: CommanderState) -> Decision | None:
        units = offered(self.limits_unit(s)) if DAYS[s.day].commando and not s.commando else 0
        if not units:
            s.pop()
            return None
        prompt = "Commando operation: choose an Allied unit that cannot act today"
        return s.ask(SIDES[GERMAN], prompt, "4-7-commando", unit=units, done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.commando = True
        s.cubes |= 1 << unit
        s.tell("commando", unit)
        s.pop()

    def on_done(self, s: CommanderState, _: None) -> None:
        s.pop()

    def hints(self, s: CommanderState) -> Hints:
        return {"done": {"": {"note": "once, on 17 or 18 December"}}}
