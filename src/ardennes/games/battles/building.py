"""b12.4, b13.1, 16.78 The Building Segment: bridges and fortified positions are finished and begun, burnt tubes are repaired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limit, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.core.wording import counted
from ardennes.games.battles.bridges import touching
from ardennes.games.battles.facts import (
    BIG_BRIDGES,
    BRIDGE_HEXES,
    BRIDGES,
    COMBAT,
    DIE,
    ENGINEERS,
    FOOT,
    GERMAN,
    KIND,
    OF_SIDE,
    ROSTER,
    RULES,
    SIDES,
    TABLES,
)
from ardennes.games.battles.setup import started
from ardennes.games.battles.state import BattlesState, Bridges, foe

ONE, TWO = int(RULES["one_engineer"]), int(RULES["two_engineers"])
BIG_ENGINEERS, BIG_TURNS = int(RULES["big_river_engineers"]), int(RULES["big_river_turns"])
DIGGERS = FOOT & COMBAT | ENGINEERS | bits(u for u, kind in enumerate(KIND) if kind == "mech_infantry")
"""b13.1"""
COMPLETE, TUBES, DECLARE = range(3)


def undisturbed(s: BattlesState, side: Side, helped: Units) -> Units:
    """b12.4, b13.1, b7.5: the units outside enemy zones, or with another friendly unit (of those that help) in the hex."""
    zone = s.zoc(foe(side))
    out = 0
    for u in each(s.on_map(side)):
        if not zone >> s.at[u] & 1 or s.units_at(s.at[u], side) & helped & ~(1 << u):
            out |= 1 << u
    return out


def sites(s: BattlesState, unit: Unit, side: Side) -> Bridges:
    """b12.4, b12.5: the blown bridges at an engineer's hex with no enemy unit in the other hex."""
    here = 1 << s.at[unit] if s.at[unit] >= 0 else 0
    enemy = s.occupied(foe(side))
    return bits(b for b in each(touching(s, unit) & s.blown) if not BRIDGE_HEXES[b] & ~here & enemy)


def can_work(s: BattlesState, side: Side) -> Units:
    """b12.4: engineers whose surroundings let them go on."""
    fit = s.on_map(side) & ENGINEERS & ~s.unsupplied & ~s.marching & undisturbed(s, side, COMBAT)
    return bits(u for u in each(fit) if sites(s, u, side))


def crew_of(s: BattlesState, bridge: int) -> Units:
    """The engineers that work on a bridge."""
    return bits(u for u, work in enumerate(s.work) if work == bridge + 1)


def ready_on(s: BattlesState, bridge: int, crew: Units) -> int:
    """b12.4 to b12.6: the turn on which engineers will have finished a bridge if they are left alone; 0 if they are too few. One needs two
    turns, two need one; a big river takes two engineers and two turns."""
    since = sorted(s.begun[u] for u in each(crew))
    if BIG_BRIDGES >> bridge & 1:
        ready = since[BIG_ENGINEERS - 1] + BIG_TURNS if len(since) >= BIG_ENGINEERS else 0
    elif len(since) > 1:
        ready = min(since[0] + ONE, since[1] + TWO)
    else:
        ready = since[0] + ONE
    return max(ready, started(s.setup.scenario).get(bridge, 0)) if ready else 0


def complete(s: BattlesState, side: Side) -> None:
    """b12.4, b13.1: works whose conditions fail are lost; those that are due are finished."""
    fit = can_work(s, side)
    crews: dict[int, Units] = {}
    for u in each(OF_SIDE[side] & ENGINEERS):
        if s.work[u]:
            bridge = s.work[u] - 1
            if fit >> u & 1 and sites(s, u, side) >> bridge & 1:
                crews[bridge] = crews.get(bridge, 0) | 1 << u
            else:
                s.stop_work(u)
                s.tell("work_lost", u)
    for bridge, crew in sorted(crews.items()):
        if 0 < ready_on(s, bridge, crew) <= s.turn:
            s.set_bridge(bridge, True)
            if side == GERMAN:
                s.german_built |= 1 << bridge
            for u in each(crew):
                s.stop_work(u)
            s.tell("built", side, bridge)
    safe = undisturbed(s, side, COMBAT) & ~s.unsupplied & ~s.marching
    for u in each(s.digging & OF_SIDE[side]):
        s.digging &= ~(1 << u)
        if safe >> u & 1:
            if not s.forts >> s.at[u] & 1:
                s.forts |= 1 << s.at[u]
                s.tell("fort", s.at[u])
        else:
            s.tell("work_lost", u)


@dataclass(frozen=True, slots=True)
class Building(Frame):
    """b12.4 Works are finished, burnt tubes are rolled for (16.78), then units begin new works."""

    side: Side
    stage: int
    rolled: Units = 0
    """16.78: artillery that has had its roll."""

    title = "Building"
    main: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"unit": "Build here", "done": "End building"}
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        if self.stage == COMPLETE:
            s.busy = 0
            complete(s, self.side)
            s.become(replace(self, stage=TUBES))
            return None
        if self.stage == TUBES:
            left = s.burnt & s.on_map(self.side) & ~self.rolled
            if left:
                name = ROSTER.name[each(left)[0]]
                return s.ask_chance(f"{name} tries to repair its burnt tubes", "16.78-repair", die=DIE)
            s.become(replace(self, stage=DECLARE))
            return None
        units = offered(self.limits_unit(s))
        if not units:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Start building, or continue", "b12.4", "b13.1", unit=units, done=NOTHING)

    def limits_unit(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("b12.4", OF_SIDE[self.side], "{} belongs to the other side")
        yield Limit("b12.4", s.on_map(self.side), "{} is not on the map")
        yield Limit("b13.1", DIGGERS, "only foot units, engineers and mechanized infantry can build")
        able = s.on_map(self.side) & DIGGERS
        working = bits(u for u in each(able & ENGINEERS) if s.work[u])
        yield Limit("b12.4", ~(working | s.digging | s.busy), "{} is already building")
        yield Limit("b12.4", ~s.unsupplied, "{} is out of supply")
        yield Limit("b12.4", ~s.marching, "{} is in march mode")
        yield Limit("b13.1", undisturbed(s, self.side, COMBAT), "{} is in an enemy zone of control")
        yield Limit("b13.1", bits(u for u in each(able) if works(s, u, self.side)), "nothing to build there")

    def on_die(self, s: BattlesState, die: int) -> None:
        unit = each(s.burnt & s.on_map(self.side) & ~self.rolled)[0]
        s.become(replace(self, rolled=self.rolled | 1 << unit))
        if die in TABLES["saturation"]["repaired"]:
            s.burnt &= ~(1 << unit)
            s.no_ammo[unit] = s.turn
            s.tell("tubes_repaired", unit, die)
        elif die in TABLES["saturation"]["burst"]:
            s.eliminate(unit, "tubes_burst")
        else:
            s.tell("tubes", unit, die)

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        s.push(Build(self.side, unit))

    def on_done(self, s: BattlesState, _: None) -> None:
        s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if COMPLETE <= self.stage <= DECLARE else f"there is no stage {self.stage} of building"


def works(s: BattlesState, unit: Unit, side: Side) -> bool:
    """Has the unit anything to build in its hex: a bridge, or a position where none is and nobody digs?"""
    bridge = bool(ENGINEERS >> unit & 1 and sites(s, unit, side))
    return bridge or may_dig(s, unit)


def may_dig(s: BattlesState, unit: Unit) -> bool:
    """b13.1: a position can be begun here: there is none, and no other unit has begun one."""
    here = s.at[unit]
    return here >= 0 and not s.forts >> here & 1 and not s.units_at(here) & s.digging


@dataclass(frozen=True, slots=True)
class Build(Frame):
    """b12.4 One unit begins a bridge or a position. It does not move this turn; one that digs does not attack either."""

    side: Side
    unit: Unit

    title = "Building"
    labels: ClassVar[dict[str, str]] = {"build": "Build", "dig": "Dig in"}
    below: ClassVar[tuple[str, ...]] = ("Building",)

    def decide(self, s: BattlesState) -> Decision | None:
        name = ROSTER.name[self.unit]
        dig = NOTHING if may_dig(s, self.unit) else ()
        bridges = sites(s, self.unit, self.side) if ENGINEERS >> self.unit & 1 else 0
        return s.ask(SIDES[self.side], f"What should {name} build?", "b12.4", "b13.1", build=bridges, dig=dig)

    def limits_build(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("b12.4", -1 if ENGINEERS >> self.unit & 1 else 0, "only engineers build bridges")
        yield Limit("b12.4", touching(s, self.unit), "{} is not at the hex of the unit")
        yield Limit("b12.4", s.blown, "{} is intact")
        yield Limit("b12.4", sites(s, self.unit, self.side), "an enemy unit is at the other end of {}")

    def hints(self, s: BattlesState) -> Hints:
        notes = {}
        for b in each(sites(s, self.unit, self.side) if ENGINEERS >> self.unit & 1 else 0):
            crew = bits(u for u in each(OF_SIDE[self.side]) if s.work[u] == b + 1)
            turns = BIG_TURNS if BIG_BRIDGES >> b & 1 else TWO if crew else ONE
            more = " and a second engineer helps" if BIG_BRIDGES >> b & 1 and not crew else ""
            notes[BRIDGES.names[b]] = {"note": f"ready in {counted(turns, 'turn')} if it stays{more}"}
        return {"build": notes, "dig": {"": {"note": "ready next turn; no move and no attack this turn"}}}

    def on_build(self, s: BattlesState, bridge: int) -> None:
        s.work[self.unit] = bridge + 1
        s.begun[self.unit] = s.turn
        s.busy |= 1 << self.unit
        s.tell("builds", self.unit, bridge)
        s.pop()

    def on_dig(self, s: BattlesState, _: None) -> None:
        s.digging |= 1 << self.unit
        s.busy |= 1 << self.unit
        s.tell("digs", self.unit, s.at[self.unit])
        s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = s.at[self.unit] >= 0 and works(s, self.unit, self.side)
        return "" if fits else "the unit has nothing to build (case b12.4)"
