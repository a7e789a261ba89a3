"""16.5 American supply dumps: where the fuel is, who has it, and what a Petrol Point does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.fields import PICKED, One
from ardennes.core.kinds import Formation, Formations, Place, Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.sequence import step_of
from ardennes.core.state import Frame, Hints
from ardennes.core.wording import counted
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    DIE,
    DUMP_AT,
    DUMP_HEXES,
    DUMPS,
    ENGINEERS,
    FORMATIONS,
    FPF,
    GERMAN,
    IN_FORMATION,
    ROSTER,
    SIDES,
    TABLES,
    dump_sites,
)
from ardennes.games.battles.state import BattlesState

Dump = Annotated[int, One("dump")]
_MIXED, _ENGINEER_DIE, _ENGINEER_TIMES, _ARTILLERY_DIE = (
    int(TABLES["dumps"][name]) for name in ("mixed_units", "engineer_die", "engineer_times", "artillery_die")
)


def on_the_spot(s: BattlesState) -> bool:
    """16.55 to 16.57: are captured points kept with their dump?"""
    return s.has("dumps_trace") or s.has("dumps_recapture") or s.has("dumps_as_units")


# --- plotting ----------------------------------------------------------------------------------------------------------------------------


def unplaced(s: BattlesState) -> int:
    """16.51: points that are still to be divided."""
    return int(s.plan["dump_points"]) - s.captured - sum(s.stocks)


def imagined_stocks(s: BattlesState, rng: random.Random) -> tuple[int, ...]:
    """The points that have not been captured, divided anew among the sites that have not fallen. (A position that hides them does not
    tell how many they are, but everybody can count.)"""
    sites = each(dump_sites(s.setup.scenario) & ~s.taken)
    plotted = s.has("dumps") and step_of(s).name not in ("plan", "dumps")
    known = int(s.plan["dump_points"]) - s.captured if plotted else 0
    out = [0] * len(DUMPS)
    if sites:
        for _ in range(sum(s.stocks) or known):
            out[rng.choice(sites)] += 1
    return tuple(out)


@dataclass(frozen=True, slots=True)
class PlotDumps(Frame):
    """16.51 The Allied player secretly divides the Petrol Points among the sites of the chart."""

    title = "Supply dumps"
    labels: ClassVar[dict[str, str]] = {"dump": "Fuel here", "spread": "Spread the rest evenly"}
    picks: ClassVar[frozenset[str]] = frozenset({"dump"})
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not s.has("dumps"):
            s.pop()
            return None
        left = unplaced(s)
        if not left:
            capture_all(s)
            s.tell("plots_dumps")
            s.revealed()  # the German player's plot comes next, and whether they have begun is a secret: nothing can be taken back
            s.pop()
            return None
        prompt = f"Choose a dump: {counted(left, 'Petrol Point')} to hide"
        return s.ask(SIDES[ALLIED], prompt, "16.51", dump=offered(self.limits_dump(s)), spread=NOTHING)

    def limits_dump(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("16.58", dump_sites(s.setup.scenario), "{} is not a dump site in this scenario")
        filled = bits(d for d, points in enumerate(s.stocks) if points)
        yield Limit("16.51", ~filled, "{} already has its points")

    def on_dump(self, s: BattlesState, dump: int) -> None:
        s.push(Fill(ALLIED, dump))

    def on_spread(self, s: BattlesState, _: None) -> None:
        """The rest goes evenly to the sites that have none yet, or to all if every site has some."""
        sites = each(offered(self.limits_dump(s))) or each(dump_sites(s.setup.scenario))
        left, stocks = unplaced(s), list(s.stocks)
        for n in range(left):
            stocks[sites[n % len(sites)]] += 1
        s.stocks = tuple(stocks)

    def misfit(self, s: BattlesState, at: int) -> str:
        if not s.has("dumps"):
            return "there are no dumps in this game (case 16.5)"
        return "" if unplaced(s) >= 0 else "more Petrol Points than the chart gives (case 16.58)"


@dataclass(frozen=True, slots=True)
class Fill(Frame):
    """16.51 How many points go to one site."""

    side: Side
    dump: Annotated[int, One("dump"), PICKED]

    title = "Supply dumps"
    labels: ClassVar[dict[str, str]] = {"points": "Petrol Points"}
    below: ClassVar[tuple[str, ...]] = ("PlotDumps",)

    def decide(self, s: BattlesState) -> Decision | None:
        most = unplaced(s)
        prompt = f"How many of {counted(most, 'Petrol Point')} at {s.game.place_titles[DUMP_HEXES[self.dump]]}?"
        return s.ask(SIDES[ALLIED], prompt, "16.51", points=tuple(range(1, most + 1)))

    def why_points(self, s: BattlesState, points: object) -> Refusal:
        return Refusal("16.51", f"there are {counted(unplaced(s), 'Petrol Point')} left to place")

    def on_points(self, s: BattlesState, points: int) -> None:
        stocks = list(s.stocks)
        stocks[self.dump] += points
        s.stocks = tuple(stocks)
        s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = self.dump >= 0 and dump_sites(s.setup.scenario) >> self.dump & 1 and unplaced(s) > 0
        return "" if fits else "there is nothing to put there (case 16.51)"


# --- capture -----------------------------------------------------------------------------------------------------------------------------


def place_of(s: BattlesState, dump: int) -> Place:
    """Where a captured dump is: its site, or the hex of its counter (16.57)."""
    return s.dump_at[dump] if s.dump_at[dump] >= 0 else DUMP_HEXES[dump]


def captured(s: BattlesState, place: Place, side: Side) -> None:
    """16.52, 16.56: a unit of a side is in the hex: what it captures there."""
    if not s.has("dumps"):
        return
    if side == GERMAN:
        dump = DUMP_AT.get(place, -1)
        if dump >= 0 and dump_sites(s.setup.scenario) >> dump & 1 and not s.taken >> dump & 1 and not plotting(s):
            _take(s, dump, place)
    for dump in each(s.taken):
        if s.left[dump] and place_of(s, dump) == place and bool(s.german_dumps >> dump & 1) != (side == GERMAN):
            _change_hands(s, dump, place, side)


def plotting(s: BattlesState) -> bool:
    """Before all points have been divided nothing can be captured."""
    return any(isinstance(frame, PlotDumps) for frame in s.stack) and unplaced(s) > 0


def capture_all(s: BattlesState) -> None:
    """16.52: a site that a German unit holds at the start is captured at once."""
    for place in each(s.occupied(GERMAN)):
        captured(s, place, GERMAN)


def _take(s: BattlesState, dump: int, place: Place) -> None:
    """The first capture of a site. Everybody learns how much was there, also if it was nothing."""
    points = s.stocks[dump]
    s.taken |= 1 << dump
    s.stocks = tuple(0 if d == dump else p for d, p in enumerate(s.stocks))
    s.captured += points
    s.revealed()
    if not points:
        return
    s.tell("dump", place, points)
    if on_the_spot(s):
        s.left[dump] = points
        s.german_dumps |= 1 << dump
        if s.has("dumps_as_units"):
            s.dump_at[dump] = place
    else:
        s.petrol += points


def _change_hands(s: BattlesState, dump: int, place: Place, side: Side) -> None:
    """16.56: a captured dump changes hands."""
    if side == GERMAN:
        s.german_dumps |= 1 << dump
        s.tell("dump", place, s.left[dump])
    elif s.has("dumps_recapture"):
        s.german_dumps &= ~(1 << dump)
        s.tell("dump_lost", place)


def drain(s: BattlesState, dump: int, points: int) -> None:
    """Points of a dump are spent or destroyed; an empty dump is gone (16.57)."""
    s.left[dump] = max(0, s.left[dump] - points)
    if not s.left[dump]:
        s.tell("dump_empty", place_of(s, dump))
        s.german_dumps &= ~(1 << dump)
        s.dump_at[dump] = -1
        s.dump_moving &= ~(1 << dump)
        s.dump_changing &= ~(1 << dump)
        s.dump_moved &= ~(1 << dump)


# --- Petrol Points -----------------------------------------------------------------------------------------------------------------------


def useful(s: BattlesState) -> int:
    """16.55, 16.57: the dumps that can give points now: in German hands, no Allied unit there, not on the move."""
    allied = s.occupied(ALLIED)
    return bits(
        d
        for d in each(s.german_dumps & ~s.dump_moving & ~s.dump_changing)
        if s.left[d] and not allied >> place_of(s, d) & 1
    )


def stock(s: BattlesState) -> int:
    """The points that the German player can spend now."""
    return sum(s.left[d] for d in each(useful(s))) if on_the_spot(s) else s.petrol


def reached(s: BattlesState, dump: int) -> Units:
    """16.55: the German units that can trace a line to a dump; without the variant, all of them."""
    if not s.has("dumps_trace"):
        return s.on_map(GERMAN)
    from ardennes.games.battles.supply import traced

    return traced(s, GERMAN, 1 << place_of(s, dump))


def helped(s: BattlesState) -> Units:
    """The units that a point could help now."""
    out = s.unsupplied & s.on_map(GERMAN)
    if not on_the_spot(s):
        return out if s.petrol else 0
    near = 0
    for dump in each(useful(s)):
        near |= reached(s, dump)
    return out & near


def open_petrol(s: BattlesState) -> None:
    """b4.1, step A3: the German player may spend points if that could do something."""
    if s.has("dumps") and stock(s) and helped(s):
        s.push(Petrol(0))


def payers(s: BattlesState, units: Units) -> int:
    """The dumps that could pay for helping some of these units."""
    return bits(d for d in each(useful(s)) if reached(s, d) & units)


def spend(s: BattlesState, units: Units, dump: int) -> Units:
    """One point: these units are free from the effects of lacking supply this turn. Returns those that it reaches."""
    reach = units & s.unsupplied
    if on_the_spot(s):
        reach &= reached(s, dump)
        drain(s, dump, 1)
    else:
        s.petrol -= 1
    s.unsupplied &= ~reach
    s.freed |= reach
    return reach


@dataclass(frozen=True, slots=True)
class Petrol(Frame):
    """16.53 The German player spends Petrol Points: one for a formation, or for a mixed group of up to six units."""

    group: Units
    """The mixed group so far, picked unit by unit."""

    title = "Petrol Points"
    main: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {
        "formation": "Fuel for the formation",
        "unit": "Fuel for this unit",
        "fuel": "Fuel for the group",
        "done": "Spend no more",
    }
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not stock(s) or not helped(s):
            s.pop()
            return None
        left = counted(stock(s), "Petrol Point")
        prompt = f"{stock(s)} left: who gets fuel?"
        if self.group:
            prompt = f"{counted(self.group.bit_count(), 'unit')} in the group ({left} left)"
        return s.ask(
            SIDES[GERMAN],
            prompt,
            "16.53",
            formation=0 if self.group else offered(self.limits_formation(s)),
            unit=offered(self.limits_unit(s)),
            fuel=NOTHING if self.group else (),
            done=() if self.group else NOTHING,
        )

    def limits_formation(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("16.53", _with(s, s.on_map(GERMAN)), "{} has no unit on the map")
        yield Limit("16.53", _with(s, s.unsupplied), "no unit of {} is out of supply")
        yield Limit("16.55", _with(s, helped(s)), "no unit of {} can trace a line of supply to a dump")

    def limits_unit(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("16.53", s.on_map(GERMAN), "{} is not a German unit on the map")
        yield Limit("16.53", s.unsupplied, "{} is in supply")
        yield Limit("16.54", ~self.group, "{} is already in the group")
        full = self.group.bit_count() >= _MIXED
        yield Limit("16.54", 0 if full else -1, f"a group has at most {_MIXED} units")
        near = helped(s)
        if self.group and on_the_spot(s):  # one dump pays for the whole group
            near &= _union(s, payers_of_all(s, self.group))
        where = "the dump that supplies the group" if self.group else "a dump with Petrol Points"
        yield Limit("16.55", near, f"{{}} cannot trace a line of supply to {where}")

    def on_formation(self, s: BattlesState, formation: Formation) -> None:
        units = IN_FORMATION[formation] & s.on_map(GERMAN) & s.unsupplied
        s.become(Pay(units, formation))

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        s.become(replace(self, group=self.group | 1 << unit))

    def on_fuel(self, s: BattlesState, _: None) -> None:
        s.become(Pay(self.group, -1))

    def on_done(self, s: BattlesState, _: None) -> None:
        s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if s.has("dumps") else "there are no dumps in this game (case 16.5)"


def _with(s: BattlesState, units: Units) -> Formations:
    """The formations with one of these units on the map."""
    mine = units & s.on_map(GERMAN)
    return bits(f for f in range(len(FORMATIONS)) if IN_FORMATION[f] & mine)


def payers_of_all(s: BattlesState, units: Units) -> int:
    """The dumps that reach all of these units."""
    return bits(d for d in each(useful(s)) if not units & ~reached(s, d))


def _union(s: BattlesState, dumps: int) -> Units:
    out = 0
    for dump in each(dumps):
        out |= reached(s, dump)
    return out


@dataclass(frozen=True, slots=True)
class Pay(Frame):
    """16.55 Which dump pays, if points are kept with their dumps and there is a choice."""

    units: Units
    formation: Formation

    title = "Petrol Points"
    labels: ClassVar[dict[str, str]] = {"dump": "Take the point from here"}
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not on_the_spot(s):
            self.on_dump(s, -1)
            return None
        dumps = payers(s, self.units) if self.formation >= 0 else payers_of_all(s, self.units)
        if dumps.bit_count() == 1:
            self.on_dump(s, each(dumps)[0])
            return None
        return s.ask(SIDES[GERMAN], "Which dump gives the Petrol Point?", "16.55", dump=dumps)

    def on_dump(self, s: BattlesState, dump: int) -> None:
        freed = spend(s, self.units, dump)
        if self.formation >= 0:
            s.tell("petrol", self.formation)
        else:
            s.tell("petrol_units", freed)
        s.become(Petrol(0))

    def hints(self, s: BattlesState) -> Hints:
        """What is left in each dump, and how many of the units it reaches if not all."""
        notes = {}
        for d in each(s.offers("dump")):
            note = counted(s.left[d], "Petrol Point")
            helps = reached(s, d) & self.units
            if helps != self.units:
                note += f"; reaches {helps.bit_count()} of {counted(self.units.bit_count(), 'unit')}"
            notes[DUMPS.names[d]] = {"note": note}
        return {"dump": notes}

    def why_dump(self, s: BattlesState, dump: int) -> Refusal:
        return Refusal("16.55", "this dump cannot pay for these units")

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if s.has("dumps") and self.units & s.unsupplied else "there is nobody to supply (case 16.53)"


# --- destruction (16.56) -----------------------------------------------------------------------------------------------------------------


def wreckers(s: BattlesState, dump: int) -> Units:
    """16.56-eligible: the Allied units in the hex of a dump that did not attack in their last Combat Phase."""
    return s.units_at(place_of(s, dump), ALLIED) & ~s.attacked


def destroy_limits(s: BattlesState, side: Side) -> Limits:
    """16.56: which retaken dumps a side can try to destroy now."""
    yield "16.56", -1 if s.has("dumps_recapture") else 0, "dumps are not destroyed in this game"
    yield "16.56", -1 if side == ALLIED else 0, "only the Allied player destroys dumps"
    full = bits(d for d in range(len(DUMPS)) if s.left[d])
    yield "16.56", s.taken & ~s.german_dumps & full, "{} is not a dump that the Allies have retaken"
    able = bits(d for d in each(full) if wreckers(s, d))
    yield "16.56-eligible", able, "every unit at {} attacked in the last Combat Phase"


def destroyable(s: BattlesState, side: Side) -> int:
    """16.56: the retaken dumps that a side can try to destroy now."""
    return offered(destroy_limits(s, side))


def open_destruction(s: BattlesState, dump: int) -> None:
    """Each unit in the hex rolls one die."""
    s.push(Destroy(dump, wreckers(s, dump)))


@dataclass(frozen=True, slots=True)
class Destroy(Frame):
    """16.56-destroy One die for each unit in the hex of a retaken dump."""

    dump: Dump
    left: Units

    title = "Destroy the dump"
    below: ClassVar[tuple[str, ...]] = ("BridgePhase",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not self.left or not s.left[self.dump]:
            s.pop()
            return None
        name = ROSTER.name[each(self.left)[0]]
        return s.ask_chance(f"{name} tries to destroy the dump", "16.56-destroy", die=DIE)

    def on_die(self, s: BattlesState, die: int) -> None:
        unit = each(self.left)[0]
        place = place_of(s, self.dump)
        here = wreckers(s, self.dump)  # 16.56-eligible: who attacked does not take part in any way
        engineer, artillery = bool(here & ENGINEERS), bool(here & ARTILLERY)
        test = die + _ENGINEER_DIE * engineer + _ARTILLERY_DIE * artillery
        strength = FPF[unit] if ARTILLERY >> unit & 1 else s.strength(unit)
        gone = 0
        if test <= strength:
            gone = s.left[self.dump] if artillery else _ENGINEER_TIMES * die if engineer else die
        s.tell("dump_fire", unit, place, min(gone, s.left[self.dump]))
        s.become(replace(self, left=self.left & ~(1 << unit)))
        if gone:
            drain(s, self.dump, gone)

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = self.dump >= 0 and s.left[self.dump] and not self.left & ~wreckers(s, self.dump)
        return "" if fits else "nobody can destroy this dump (case 16.56)"
