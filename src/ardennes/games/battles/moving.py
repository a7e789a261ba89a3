"""b5, b6, 15 The Movement Segment: units move one after the other, and reinforcements come in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from ardennes.board.bits import each
from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.walk import Walk
from ardennes.core.wording import counted
from ardennes.games.battles import dump_counters, greif, ground, movement, supply
from ardennes.games.battles.dump_counters import MoveDump
from ardennes.games.battles.facts import (
    ALLIED,
    BOARD,
    DIE,
    DRY,
    DUE,
    EVERY,
    EXITED,
    FOOT,
    GERMAN,
    HEAVY,
    HEX_NAMES,
    KEPT_EAST,
    MECH,
    OF_SIDE,
    ROSTER,
    RULES,
    SIDE,
    SIDES,
    TOWED,
    UNIT_NAMES,
    WAITING,
)
from ardennes.games.battles.movement import FORCED, MARCH, NORMAL, Trip
from ardennes.games.battles.state import BattlesState, foe

_FULL = int(RULES["units_in_hex"])
_TOLD = {NORMAL: "moves", MARCH: "marches", FORCED: "forces"}


def begin(s: BattlesState, side: Side) -> None:
    """b6.4, b15.1: march markers come off, and the units whose turn has come wait to enter."""
    s.moved = s.dump_moved = 0
    s.gates = [-1] * len(UNIT_NAMES)
    for u in each(s.marching & OF_SIDE[side]):
        s.set_march(u, False)
    last = s.plan["last"]
    come = bits(u for u in each(s.in_box(DUE) & OF_SIDE[side]) if s.due[u] <= min(s.turn, last))  # b15.6
    for u in each(come):
        s.place(u, WAITING)
    if come:
        s.tell("due", side, come)


def end_player_turn(s: BattlesState, side: Side) -> None:
    """b6.5: fatigue lasts to the end of the owner's next player-turn."""
    mine = OF_SIDE[side]
    s.fatigued &= ~(s.resting & mine)
    s.resting = s.resting & ~mine | s.fatigued & mine


def mobile(s: BattlesState, side: Side, units: Units) -> Units:
    """Those of some units that have anywhere to go. Nearly all have a free hex next to them; only the others need a search."""
    enemy = s.occupied(foe(side))
    enter = s.window & ~enemy
    free, zone, roads = enter & ~s.full(side), s.zoc(foe(side)), s.roads()
    calm = free & ~zone
    found = 0
    for group, terrain in ((MECH, -1), (TOWED, ~HEAVY)):
        near = BOARD.spread(free, roads) | BOARD.spread(free & terrain, DRY)
        quiet = BOARD.spread(calm, roads) | BOARD.spread(calm & terrain, DRY)
        found |= s.units_in(side, near & ~zone | quiet & zone) & group
    found |= s.units_in(side, BOARD.spread(free, EVERY)) & FOOT
    out = units & found & ~(1 << KEPT_EAST)  # b15.7: its free hexes may be closed to it
    return out | bits(u for u in each(units & ~out) if movement.can_move(s, u))


def working(s: BattlesState) -> Units:
    """b12.4, b13.1: units that build or dig; they give it up if they move."""
    return s.digging | (bits(u for u, bridge in enumerate(s.work) if bridge) if any(s.work) else 0)


@dataclass(frozen=True, slots=True)
class Movement(Frame):
    """b5.1 The side moves any of its units, one after the other, and brings in reinforcements (b15.1)."""

    side: Side
    started: bool = False

    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"unit": "Move", "dump": "Move the dump", "done": "End movement"}
    main: ClassVar[str] = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"unit", "dump"})
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not self.started:
            begin(s, self.side)
            s.become(replace(self, started=True))
            return None
        units, dumps = offered(self.limits_unit(s)), offered(self.limits_dump(s))
        if not units and not dumps and not s.moved:
            self.on_done(s, None)
            return None
        return s.ask(SIDES[self.side], "Move a unit, or end movement", "b5.1", unit=units, dump=dumps, done=NOTHING)

    def limits_unit(self, s: BattlesState) -> Limits:
        allowed = -1
        for limit in movement.movers(s, self.side):
            allowed &= limit[1]
            yield limit
        yield "b5.1", mobile(s, self.side, allowed), "{} has nowhere to go"

    def limits_dump(self, s: BattlesState) -> Limits:
        return dump_counters.move_limits(s, self.side)

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        s.push(Move(self.side, unit))

    def on_dump(self, s: BattlesState, dump: int) -> None:
        s.push(MoveDump(self.side, dump))

    def on_done(self, s: BattlesState, _: None) -> None:
        s.moved = s.dump_moved = 0
        s.gates = [-1] * len(UNIT_NAMES)
        s.pop()

    def undone(self, s: BattlesState) -> Undone:
        return Undone(could=s.offers("unit") & ~working(s))

    def warns(self, s: BattlesState) -> dict[str, Units]:
        """b6.4, b11: who is in for something where it stands."""
        mine = s.on_map(self.side)
        marched = mine & s.marching & s.moved
        return {"in march mode: it cannot attack and defends with half its strength": marched}

    def hints(self, s: BattlesState) -> Hints:
        left = s.offers("unit") & ~working(s)
        waiting = (left & s.in_box(WAITING)).bit_count()
        notes = [f"{counted(left.bit_count(), 'unit')} could still move"] if left else []
        notes += [f"{counted(waiting, 'reinforcement')} not on the map yet"] if waiting else []
        at_work = each(s.offers("unit") & working(s))
        out: Hints = {"unit": {UNIT_NAMES.names[u]: {"note": "gives up its work"} for u in at_work}} if at_work else {}
        return out | {"done": {"": {"note": "; ".join(notes)}}} if notes else out


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """b5.1 One unit moves: normally, in march mode (b6), by a forced march (b6.5), or off the map (b17.4). Places and dumps that it passes
    change hands (b17.2, 16.52), so its owner may choose its way: `path` is what has been laid of it, `spent` what that costs."""

    side: Side
    unit: Unit
    path: tuple[Place, ...] = ()
    spent: int = 0

    title = "Movement"
    labels: ClassVar[dict[str, str]] = {
        "hex": "Move here",
        "via": "Go by way of this hex",
        "march": "March here",
        "force": "Forced march to here",
        "exit": "Leave the map here",
    }
    picks: ClassVar[frozenset[str]] = frozenset({"via"})
    below: ClassVar[tuple[str, ...]] = ("Movement",)

    def decide(self, s: BattlesState) -> Decision | None:
        name = ROSTER.name[self.unit]
        enters = "Bring in" if s.at[self.unit] < 0 else "Move"
        work = "; it gives up its work" if working(s) >> self.unit & 1 else ""
        trip = self._trip(s)
        to = offered(self._hexes(s, trip))
        on = to & movement.halfway(s, self.unit, trip)
        if self.path:
            prompt = f"{enters} {name} by way of {HEX_NAMES.names[self.path[-1]]}"
            return s.ask(SIDES[self.side], prompt, "b5.1", hex=to, via=on)
        return s.ask(
            SIDES[self.side],
            f"{enters} {name}{work}",
            "b5.1",
            hex=to,
            via=on,
            march=offered(self.limits_march(s)),
            force=offered(self.limits_force(s)) if s.has("forced_march") else 0,
            exit=bits(movement.exits_of(s, self.unit)),
        )

    def _trip(self, s: BattlesState) -> Trip:
        """Where the unit can go normally, from the last hex of its way that has been chosen."""
        if self.path:
            return movement.onward(s, self.unit, self.path[-1], self.spent)
        return movement.trip(s, self.unit)

    # --- what is allowed

    def _common(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("b2.1", s.window, "{} is not on the maps in play")
        yield Limit("b8.3", ~s.occupied(foe(self.side)), "an enemy unit is in {}")
        yield Limit(
            "b15.7", movement.open_to(s, self.unit) | ~s.window, "{} is too far west for this unit at this time"
        )

    def limits_hex(self, s: BattlesState) -> Limits:
        return self._hexes(s, self._trip(s))

    def _hexes(self, s: BattlesState, trip: Trip) -> Limits:
        yield from self._common(s)
        must = s.must_march >> self.unit & 1 and s.at[self.unit] < 0
        yield Limit("b15.7", 0 if must else -1, "this unit must enter in march mode")
        yield from self._limits(s, trip, NORMAL)

    def limits_via(self, s: BattlesState) -> Limits:
        yield from self.limits_hex(s)
        on = movement.halfway(s, self.unit, self._trip(s))
        yield Limit("b5.1", on, "the unit cannot go on from {}")

    def limits_march(self, s: BattlesState) -> Limits:
        yield from self._common(s)
        bar = movement.march_bar(s, self.unit)
        yield Limit("b6.1", 0 if bar else -1, f"the unit cannot take march mode: {bar}")
        yield Limit("b6.3", ~movement.beside_enemy(s, self.side), "{} is next to an enemy unit")
        yield from self._limits(s, movement.trip(s, self.unit, MARCH), MARCH)

    def limits_force(self, s: BattlesState) -> Limits:
        yield Limit("b6.5", -1 if s.has("forced_march") else 0, "forced marches are not in use in this game")
        yield from self._common(s)
        yield Limit("b6.5", ~0 if not s.fatigued >> self.unit & 1 else 0, "the unit is fatigued")
        bonus = movement.forced_bonus(self.unit)
        yield Limit("b6.5", -1 if bonus and s.at[self.unit] >= 0 else 0, "this unit cannot force a march")
        normal = movement.trip(s, self.unit)
        yield Limit("b6.5", ~normal.ends, "{} can be reached without a forced march")
        yield from self._limits(s, movement.trip(s, self.unit, FORCED), FORCED)

    def _limits(self, s: BattlesState, trip: Trip, how: str) -> Iterator[Limit]:
        reached = (trip.found.everywhere if trip.found else 0) | bits(trip.single)
        here = s.at[self.unit]
        yield Limit("b5.1", ~(1 << here) if here >= 0 else -1, "the unit is already there")
        yield Limit("b5.1", reached, lambda place: self._too_far(s, trip, place, how))
        yield Limit("b8.1", trip.ends, lambda place: self._crowded(s, place, how))

    def _too_far(self, s: BattlesState, trip: Trip, place: Place, how: str) -> Refusal:
        said = HEX_NAMES.names[place]
        zone = s.zoc(foe(self.side))
        here = s.at[self.unit]
        near = here >= 0 and BOARD.distance(here, place) == 1
        if near and zone >> here & 1 and zone >> place & 1 and not FOOT >> self.unit & 1:
            return Refusal("b7.4", f"only foot units go from one enemy zone of control to another ({said})")
        if near and how == NORMAL:
            return Refusal(
                "b5.43", f"the unit cannot cross into {said}: a river without a bridge, or ground closed to it"
            )
        if how == MARCH:
            return Refusal("b6.2", f"{said} is not within {trip.budget} MPs by road in march mode")
        return Refusal("b5.1", f"{said} cannot be reached with {counted(trip.budget, 'MP')}")

    def _crowded(self, s: BattlesState, place: Place, how: str) -> Refusal:
        if how == MARCH or s.units_at(place, self.side) & s.marching:
            return Refusal("b8.2", "a unit in march mode must be alone in its hex")
        return Refusal("b8.1", f"there are already {_FULL} units in {HEX_NAMES.names[place]}")

    def why_exit(self, s: BattlesState, place: Place) -> Refusal:
        if self.side != GERMAN or not MECH >> self.unit & 1:
            return Refusal("b17.4", "only mechanized German units may leave the map")
        if s.unsupplied >> self.unit & 1:
            return Refusal("b17.4", "the unit is out of supply")
        return Refusal("b17.4", "the unit cannot reach this exit and leave the map with its MPs")

    def hints(self, s: BattlesState) -> Hints:
        out: Hints = {}
        names = HEX_NAMES.names
        for verb, how in (("hex", NORMAL), ("march", MARCH), ("force", FORCED)):
            wanted = s.offers(verb)
            if wanted:
                trip = self._trip(s) if how == NORMAL else movement.trip(s, self.unit, how)
                before = {names[a]: names[b] for a, b in trip.before().items()} | self._laid(s)
                out[verb] = {"*": {"before": before}} | {
                    names[place]: {"cost": cost} for place, cost in trip.costs() if wanted >> place & 1
                }
                for place in each(wanted):
                    if notes := self._risks(s, place, how):
                        out[verb][names[place]]["note"] = "; ".join(notes)
        if some := s.offers("via"):
            out["via"] = {"*": {**out["hex"]["*"], "minor": True}}
            out["via"] |= {names[p]: {"cost": out["hex"][names[p]]["cost"]} for p in each(some)}
        for place in each(s.offers("march") & s.offers("hex")):  # a click means the normal move
            out["march"][names[place]]["minor"] = True
        for place in each(s.offers("force")):  # it costs something later, so it takes more than a click
            out["force"][names[place]]["minor"] = True
        leaving = movement.exits_of(s, self.unit)
        if leaving:
            out["exit"] = {HEX_NAMES.names[p]: {"cost": cost, "danger": True} for p, cost in leaving.items()}
        return out

    def _laid(self, s: BattlesState) -> dict[str, str]:
        """The way that has been chosen, as the hex before each of its hexes."""
        names = HEX_NAMES.names
        here = s.at[self.unit]
        whole = (here, *self.path) if here >= 0 else self.path
        return {names[b]: names[a] for a, b in pairwise(whole)} if self.path else {}

    def _risks(self, s: BattlesState, place: Place, how: str) -> list[str]:
        """What a hex is in for: zones of control (b7.3), march mode (b6.4), and supply as things are now (b11.1)."""
        out = []
        if s.zoc(foe(self.side)) >> place & 1:
            out.append("in an enemy zone of control: it stops there")
        if how == MARCH:
            out.append("in march mode: it defends with half its strength")
        if how == FORCED:
            out.append("fatigued to the end of your next turn: half its movement, no attack, no march")
        if not supply.lines(s, self.side, bool(FOOT >> self.unit & 1)) >> place & 1:
            out.append("out of supply there")
        return out

    # --- what it does

    def on_hex(self, s: BattlesState, place: Place) -> None:
        self._go(s, place, NORMAL)

    def on_via(self, s: BattlesState, place: Place) -> None:
        trip = self._trip(s)
        s.become(replace(self, path=self._way(trip, place), spent=trip.cost(place)))

    def _way(self, trip: Trip, place: Place) -> tuple[Place, ...]:
        """The whole way to a hex, with what has been laid of it."""
        found = trip.way(place)
        return self.path + (found[1:] if self.path else found)

    def on_march(self, s: BattlesState, place: Place) -> None:
        self._go(s, place, MARCH)

    def on_force(self, s: BattlesState, place: Place) -> None:
        self._go(s, place, FORCED)

    def on_exit(self, s: BattlesState, place: Place) -> None:
        if s.at[self.unit] != place:
            for passed in movement.trip(s, self.unit).way(place):
                ground.entered(s, self.unit, passed)
        s.pop()
        s.exit_steps += s.steps(self.unit)
        s.forget(self.unit)
        s.place(self.unit, EXITED)
        s.tell("exits", self.unit, place)

    def _go(self, s: BattlesState, place: Place, how: str) -> None:
        trip = self._trip(s) if how == NORMAL else movement.trip(s, self.unit, how)
        path = self._way(trip, place)
        start = s.at[self.unit]
        gate = self.path[0] if self.path else trip.start
        s.pop()
        if start < 0:
            s.gates[self.unit] = gate
        if how == FORCED:
            s.fatigued |= 1 << self.unit
        if how == MARCH:
            s.set_march(self.unit, True)
        if self.side == ALLIED and s.has("greif"):
            s.push(Going(self.side, self.unit, path, start if start >= 0 else gate, (), start < 0, how))
            return
        s.place(self.unit, place)
        for passed in path:
            ground.entered(s, self.unit, passed)
        _arrive(s, self.unit, start if start >= 0 else gate, start < 0, how)

    def misfit(self, s: BattlesState, at: int) -> str:
        if SIDE[self.unit] != self.side or not offered(movement.movers(s, self.side)) >> self.unit & 1:
            return "the unit may not move now (case b5.1)"
        if bool(self.path) != bool(self.spent) or self.spent > movement.allowance(s, self.unit):
            return "the way that was chosen does not fit the unit's MPs (case b5.1)"
        return ""


def _arrive(s: BattlesState, unit: Unit, origin: Place, entered: bool, how: str) -> None:
    """The move is over."""
    here = s.at[unit]
    s.moved |= 1 << unit
    if s.marching >> unit & 1 and s.units_at(here, SIDE[unit]) != 1 << unit:
        s.set_march(unit, False)  # 16.41: stopped in a hex with others
    s.tell("enters" if entered else _TOLD[how], unit, origin, here)


@dataclass(frozen=True, slots=True)
class Going(Walk):
    """16.41 An Allied unit goes its way hex by hex, because German commandos may stop it."""

    origin: Place
    trail: tuple[Place, ...]
    """The hexes it has come through."""
    entered: bool
    """Did it come in from off the map?"""
    how: str

    below: ClassVar[tuple[str, ...]] = ("Movement",)

    def enter(self, s: BattlesState, place: Place) -> None:
        going = s.stack[-1]
        assert isinstance(going, Going)
        s.become(replace(going, trail=(*self.trail, place)))
        s.place(self.unit, place)
        ground.entered(s, self.unit, place)
        met = greif.meets(s, self.unit, place)
        if met == "stop":
            self.stop(s, place)
        elif met == "roll":
            s.push(Secondary(self.unit, place))
        else:
            greif.passed(s, place)

    def stop(self, s: BattlesState, place: Place) -> None:
        """16.41: the move is over on the spot, or in the last hex before it that has room."""
        if s.found >> place & 1:
            s.tell("stopped", self.unit, place)
        greif.discover(s, self.unit, place)
        going = s.stack[-1]
        assert isinstance(going, Going)
        start = () if self.entered else (self.origin,)
        back = [*start, *going.trail]
        if s.units_at(place, self.side).bit_count() > _FULL:
            room = (p for p in reversed(back) if p != place and s.has_room(self.unit, p))
            s.place(self.unit, next(room, WAITING if self.entered else back[0]))
        s.become(replace(going, path=()))

    def halt(self, s: BattlesState) -> None:
        if s.at[self.unit] == WAITING:  # no room on its way: it stays off the map this turn
            s.set_march(self.unit, False)
            s.moved |= 1 << self.unit
            return
        _arrive(s, self.unit, self.origin, self.entered, self.how)

    def misfit(self, s: BattlesState, at: int) -> str:
        if not s.has("greif") or self.side != ALLIED:
            return "only Allied units go hex by hex, and only with Operation Greif (case 16.41)"
        return "" if SIDE[self.unit] == ALLIED and s.at[self.unit] >= -1 else "the unit is not moving"


@dataclass(frozen=True, slots=True)
class Secondary(Frame):
    """16.46 An Allied unit enters a secondary target: 1 or 2 stops it, else the target is struck off."""

    unit: Unit
    place: Place

    title = "Operation Greif"
    below: ClassVar[tuple[str, ...]] = ("Going",)

    def decide(self, s: BattlesState) -> Decision | None:
        return s.ask_chance("Is it an ambush?", "16.46", die=DIE)

    def on_die(self, s: BattlesState, die: int) -> None:
        s.pop()
        going = s.stack[-1]
        assert isinstance(going, Going)
        if greif.works(die):
            going.stop(s, self.place)
        else:
            greif.strike_off(s, self.place, die)

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = s.secondary >> self.place & 1 and s.at[self.unit] == self.place
        return "" if fits else "the unit is at no secondary target (case 16.46)"


def reachable(s: BattlesState, unit: Unit) -> Places:
    """Everywhere a unit could end this move, in any mode. For overlays and programs."""
    out = movement.trip(s, unit).ends | movement.trip(s, unit, MARCH).ends
    return out | movement.trip(s, unit, FORCED).ends if s.has("forced_march") else out
