"""7 Movement: the active units of a side move one after the other, hex by hex."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.walk import Walk
from ardennes.core.wording import counted
from ardennes.games.enemy_action import exits, ground, movement, strategic, supply
from ardennes.games.enemy_action.facts import (
    ALL,
    BOARD,
    BRITISH,
    DRY,
    GERMAN,
    HEX_NAMES,
    MECH,
    OF_SIDE,
    RIVER_NUMBER,
    SIDE,
    SIDES,
    exit_edge,
)
from ardennes.games.enemy_action.fields import River
from ardennes.games.enemy_action.reactions import open_demolition
from ardennes.games.enemy_action.state import EnemyActionState, foe

KINDS = {"move": "moves", "march": "marches", "advance": "advances", "reinforce": "reinforces"}
"""The kinds of a walk, each with the event that tells of it."""


def not_here(s: EnemyActionState, unit: Unit, side: Side) -> str:
    """Why a unit cannot be on the move; '' if it can."""
    return "" if unit >= 0 and SIDE[unit] == side and s.at[unit] >= 0 else "the unit is not on the map"


def stuck(s: EnemyActionState, units: Units) -> dict[str, Units]:
    """9.9, 10.23, 10.41: those of some units that cannot move even if they are active, by the reason."""
    return {
        "dispersed: it can neither move nor attack": units & s.dispersed,
        "no fuel: it cannot move": units & s.nofuel & ~s.dispersed,
        "isolated: it cannot move": units & s.isolated & MECH & ~(s.dispersed | s.nofuel),
    }


# --- who can move (7) -------------------------------------------------------------------------------------------------


def unit_limits(s: EnemyActionState, side: Side) -> Limits:
    """7: the units that a side can move now."""
    yield "7", OF_SIDE[side], "{} belongs to the other side"
    yield "7", s.on_map(side), "{} is not on the map"
    yield "7", s.active, "{} is not active"
    yield "7-basic", ~s.moved, "{} has already moved"
    yield "9.9", ~s.dispersed, "{} is dispersed"
    yield "10.41", ~s.nofuel, "{} has no fuel"
    yield "10.23", ~(s.isolated & MECH), "{} is isolated and cannot move"
    pinned = s.isolated & s.units_in(side, s.zoc(foe(side)))
    yield "10.23", ~pinned, "{} is isolated and cannot leave an enemy zone of control"
    rest = s.active & ~s.moved & s.on_map(side) & ~s.dispersed & ~s.nofuel
    sure = _sure(s, side, rest)
    yield "7", sure | bits(u for u in each(rest & ~sure) if somewhere(s, u)), "{} has nowhere to go"


def _sure(s: EnemyActionState, side: Side, units: Units) -> Units:
    """Those of some units that can certainly leave their hex: over a dry side, to a hex that nobody controls. The others have to be looked
    at one by one."""
    if s.mode == "withdrawal":
        return 0
    enemy = foe(side)
    free = ALL & ~(s.occupied(enemy) | s.zoc(enemy) | s.roadblocks)
    near: dict[Places, Places] = {}
    out = 0
    for unit in each(units & ~(s.isolated | BRITISH)):
        area = s.area(unit)
        if area not in near:
            near[area] = BOARD.spread(free & area, DRY) & area
        if near[area] >> s.at[unit] & 1:
            out |= 1 << unit
    return out


def somewhere(s: EnemyActionState, unit: Unit) -> bool:
    """Can a fresh unit leave its hex?"""
    if s.mode == "withdrawal":
        return bool(movement.destinations(s, unit, movement.reach(s, unit)))
    return any(movement.next_steps(s, unit, 0, 0)) or bool(exits.reach(s, unit))


def can_move(s: EnemyActionState, side: Side) -> Units:
    """7: the active units of a side that can still move."""
    return offered(unit_limits(s, side))


# --- all units of an activation (7) -----------------------------------------------------------------------------------


def mendable(s: EnemyActionState, side: Side) -> Places:
    """7.4-enforcement: overstacked hexes that an active unit could still leave."""
    crowded = s.overstacked(side)
    return crowded & s.places_of(can_move(s, side)) if crowded else 0


@dataclass(frozen=True, slots=True)
class Movement(Frame):
    """7 The active units move one after the other, all, some or none of them."""

    side: Side

    title: ClassVar[str] = "Movement"
    labels: ClassVar[dict[str, str]] = {"unit": "Move", "done": "End movement"}
    main: ClassVar[str] = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("Activation",)

    def limits_unit(self, s: EnemyActionState) -> Limits:
        return unit_limits(s, self.side)

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_unit(s))
        if not some:
            s.pop()
            return None
        done = () if self._crowded(s, some) else NOTHING
        return s.ask(SIDES[self.side], "Move a unit, or end movement", "7", unit=some, done=done)

    def _crowded(self, s: EnemyActionState, some: int) -> Places:
        return s.overstacked(self.side) & s.places_of(some)

    def why_done(self, s: EnemyActionState, _: Any) -> Refusal | None:
        hexes = mendable(s, self.side)
        if not hexes:
            return None
        where = ", ".join(HEX_NAMES.list_of(hexes))
        return Refusal("7.4-enforcement", f"there are too many units or steps in {where}, and a unit can still leave")

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        s.push(Move(self.side, unit, 0, 0, 0))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def undone(self, s: EnemyActionState) -> Undone:
        could = s.offers("unit")
        return Undone(could=could, must=s.units_in(self.side, self._crowded(s, could)) & could if could else 0)

    def warns(self, s: EnemyActionState) -> dict[str, Units]:
        """7.4-enforcement, 9.9, 10.23, 10.41: who has to leave, and who cannot move."""
        crowded = s.units_in(self.side, s.overstacked(self.side))
        return {"too many units or steps in its hex: one must leave, or steps are lost": crowded} | stuck(s, s.active)

    def hints(self, s: EnemyActionState) -> Hints:
        could = s.offers("unit")
        if not could:
            return {}
        return {"done": {"": {"note": f"{counted(could.bit_count(), 'unit')} could still move"}}}


# --- one unit (7) -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """7 One unit moves. `spent`: the points it has used; `barred`: bridges blown in its face (7.33); `stage` 1: its move is over; `asked`:
    the hex in which the Allied player has been asked for a demolition; `marching`: it is on a strategic move that was interrupted."""

    side: Side
    unit: Unit
    spent: int
    barred: River
    stage: int
    asked: Place = -1
    marching: bool = False

    title: ClassVar[str] = "Movement"
    labels: ClassVar[dict[str, str]] = {
        "hex": "Move here",
        "march": "Strategic move",
        "via": "Go by way of this hex",
        "exit": "Leave the map here",
        "stay": "Stay here",
    }
    below: ClassVar[tuple[str, ...]] = ("Movement",)

    # --- what is possible

    def limits_hex(self, s: EnemyActionState) -> Limits:
        return movement.limits(s, self.unit, self.spent, self.barred)

    def limits_via(self, s: EnemyActionState) -> Limits:
        yield from self.limits_hex(s)
        found = movement.reach(s, self.unit, self.spent, self.barred)
        on = movement.going_on(s, self.unit, found, self.spent)
        yield "7-basic", on, f"{s.name(self.unit)} cannot go on from {{}}"

    def limits_march(self, s: EnemyActionState) -> Limits:
        if self.spent and not self.marching:
            yield "7.5", 0, f"{s.name(self.unit)} has begun a normal move"
        yield from strategic.limits(s, self.unit, self.spent)

    def limits_exit(self, s: EnemyActionState) -> Limits:
        return exits.limits(s, self.unit, self.spent, self.barred)

    def decide(self, s: EnemyActionState) -> Decision | None:
        unit = self.unit
        if self.stage or s.at[unit] < 0:
            self._over(s)
            return None
        found = movement.reach(s, unit, self.spent, self.barred)
        choices: dict[str, Any] = {
            "hex": movement.destinations(s, unit, found),
            "via": movement.going_on(s, unit, found, self.spent),
            "march": 0,
            "exit": exits.reach(s, unit, self.spent, self.barred),
        }
        if not self.spent or self.marching:
            here = 1 << s.at[unit]
            choices["march"] = strategic.reach(s, unit, self.spent).everywhere & ~here
        if not any(choices.values()):
            self._over(s)
            return None
        left = max(movement.allowance(s, unit) - self.spent, 0)
        prompt = f"Move {s.name(unit)} ({left} MP)"
        return s.ask(SIDES[self.side], prompt, "7", **choices, stay=NOTHING)

    def _over(self, s: EnemyActionState) -> None:
        """The move is over. A unit that has not moved can still be moved later, unless a bridge was blown in its face (7.33)."""
        if self.spent or self.barred:
            s.moved |= 1 << self.unit
        s.pop()

    # --- answers

    def _walk(self, s: EnemyActionState, path: tuple[Place, ...], kind: str, goes_on: bool = False) -> None:
        s.push(Marching(self.side, self.unit, path, self.spent, self.barred, kind, goes_on, self.asked))

    def _path(self, s: EnemyActionState, place: Place) -> tuple[Place, ...]:
        return movement.reach(s, self.unit, self.spent, self.barred).path(place)

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        self._walk(s, self._path(s, place), "move")

    def on_via(self, s: EnemyActionState, place: Place) -> None:
        self._walk(s, self._path(s, place), "move", True)

    def on_march(self, s: EnemyActionState, place: Place) -> None:
        self._walk(s, strategic.reach(s, self.unit, self.spent).path(place), "march")

    def on_exit(self, s: EnemyActionState, place: Place) -> None:
        self._walk(s, (*self._path(s, place), place), "move")

    def on_stay(self, s: EnemyActionState, _: None) -> None:
        self._over(s)

    # --- for people

    def hints(self, s: EnemyActionState) -> Hints:
        """What each hex costs, and the hex before it on the way."""
        names = HEX_NAMES.names
        unit = self.unit
        found = movement.reach(s, unit, self.spent, self.barred)
        out: Hints = {"hex": _costs(s, found, s.offers("hex"))}
        for place in each(s.offers("hex")):
            if notes := self._risks(s, place):
                out["hex"][names[place]]["note"] = "; ".join(notes)
        if some := s.offers("via"):
            out["via"] = _costs(s, found, some)
            out["via"]["*"] |= {"label": self.labels["via"], "minor": True}
        if some := s.offers("march"):
            out["march"] = _costs(s, strategic.reach(s, unit, self.spent), some)
            for place in each(some & s.offers("hex")):
                out["march"][names[place]]["minor"] = True
        if some := s.offers("exit"):
            out["exit"] = {
                names[p]: {"note": f"{exit_edge(p)} edge, {counted(exits.points(s, unit, p), 'point')}"}
                for p in each(some)
            }
        if not self.spent and not self.barred:
            out["stay"] = {"": {"label": "Not now"}}
        return out

    def _risks(self, s: EnemyActionState, place: Place) -> list[str]:
        """What a hex is in for: stacking (7.4), zones of control (7.1-zoc), roadblocks (7.9-effects), supply (10.1)."""
        out = []
        if s.occupied(self.side) >> place & 1 and not s.fits(place, 1 << self.unit):
            out.append("over the stacking limit: a unit has to leave")
        if s.zoc(foe(self.side)) >> place & 1:
            out.append("next to the enemy: it stops there")
        elif movement.roadblock_stops(s, self.unit) >> place & 1:
            out.append("next to a roadblock: it stops there")
        if not supply.in_supply(s, self.side, place):
            out.append("out of supply there")
        return out

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return not_here(s, self.unit, self.side)


def _costs(s: EnemyActionState, found: movement.Route, to: Places) -> dict[str, dict[str, Any]]:
    names = HEX_NAMES.names
    out: dict[str, dict[str, Any]] = {"*": {"before": {names[a]: names[b] for a, b in found.before().items()}}}
    for cost, places in found.by_cost():
        for place in each(places & to):
            out[names[place]] = {"cost": str(cost)}
    return out


@dataclass(frozen=True, slots=True)
class Marching(Walk):
    """7 A unit goes along a path hex by hex, in a move, a strategic move ("march"), an advance after combat, or to a fight that it joins
    ("reinforce"). In every hex, the first one included, the Allied player may blow a bridge that a German unit comes to (7.33). A path
    that ends with the same hex twice leads off the map there. `goes_on`: its side is asked again at the end of the path; `asked`: the
    hex in which the Allied player was asked."""

    spent: int
    barred: River
    kind: str
    goes_on: bool
    asked: Place = -1

    below: ClassVar[tuple[str, ...]] = ("Move", "AdvanceUnit", "Reinforce")

    def decide(self, s: EnemyActionState) -> None:
        unit = self.unit
        here = s.at[unit]
        if here < 0:
            s.pop()
            return
        if SIDE[unit] == GERMAN and self.asked != here:
            s.become(self._now(self.path, self.spent, here))
            open_demolition(s, unit, here)
            return
        if not self.path:
            self._end(s, over=not self.goes_on)
            return
        place = self.path[0]
        if place == here:
            s.pop()
            self._leave(s)
            return
        cost = self._cost(s, place)
        if cost < 0:
            self._end(s, over=False)
            return
        s.become(self._now(self.path[1:], self.spent + cost, self.asked))
        self.enter(s, place)

    def _now(self, path: tuple[Place, ...], spent: int, asked: Place) -> Marching:
        return Marching(self.side, self.unit, path, spent, self.barred, self.kind, self.goes_on, asked)

    def _cost(self, s: EnemyActionState, place: Place) -> int:
        """What the next step costs; -1 if it is not possible any more."""
        unit = self.unit
        if self.kind == "advance":
            river = RIVER_NUMBER.get((s.at[unit], place), -1)
            return -1 if river >= 0 and self.barred >> river & 1 else 0
        if self.kind == "march":
            return 1 if strategic.next_on_road(s, unit, self.spent) >> place & 1 else -1
        ignoring = (movement.SLOW,) if self.kind == "reinforce" else ()
        found = movement.next_steps(s, unit, self.spent, self.barred, ignoring)
        return next((cost for cost, some in enumerate(found) if some >> place & 1), -1)

    def can_enter(self, s: EnemyActionState, place: Place) -> bool:
        return self._cost(s, place) >= 0

    def enter(self, s: EnemyActionState, place: Place) -> None:
        unit = self.unit
        origin = s.at[unit]
        count_river(s, unit, origin, place, self.kind)
        _tell_step(s, KINDS[self.kind], unit, origin, place)
        ground.step(s, unit, place, self.kind)
        if self.kind in ("move", "march"):
            s.moved |= 1 << unit

    def _end(self, s: EnemyActionState, over: bool) -> None:
        """The walk ends here; `over`: so does the move. In an advance the frame below goes on."""
        from ardennes.games.enemy_action.tactics import Reinforce

        s.pop()
        below = s.stack[-1]
        if isinstance(below, Reinforce):
            s.become(replace(below, spent=self.spent, barred=self.barred, asked=self.asked, came=over))
        if isinstance(below, Move):
            marching = self.kind == "march" and self.spent > 0
            stage = 1 if over else below.stage
            s.become(Move(self.side, self.unit, self.spent, self.barred, stage, self.asked, marching))

    def _leave(self, s: EnemyActionState) -> None:
        """7.8: the unit leaves the map."""
        below = s.stack[-1]
        if isinstance(below, Move):
            s.become(replace(below, stage=1))
        exits.leave_map(s, self.unit)

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if self.kind not in KINDS:
            return "a walk is a move, a march, an advance or a reinforcement"
        return not_here(s, self.unit, self.side)


def _tell_step(s: EnemyActionState, kind: str, unit: Unit, origin: Place, place: Place) -> None:
    """Tell of a step; steps with nothing between them are told as one."""
    last = s.events[-1] if s.events else ()
    if last[:2] == (kind, unit) and last[3] == origin:
        s.events[-1] = (kind, unit, last[2], place)
    else:
        s.tell(kind, unit, origin, place)


def count_river(s: EnemyActionState, unit: Unit, origin: Place, place: Place, kind: str) -> None:
    """4.12, 7.31, 7.32: remember who has crossed where."""
    river = RIVER_NUMBER.get((origin, place), -1)
    if river < 0:
        return
    bit = 1 << river
    over_bridge = movement.usable(s, unit) & bit
    if over_bridge and SIDE[unit] == GERMAN and s.on("traffic_jams"):
        s.jammed |= bit
    if kind == "advance":
        return  # 9.82 counts them by fight, in `over`
    if not over_bridge:
        s.crossed |= bit
    if s.bridges & bit and movement.controlled(s, unit) >> place & 1:
        s.used |= bit


# --- stacking (7.4) ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Crowded(Frame):
    """7.4-enforcement After all movement, or all retreats and advances of a fight: a side that has too much in a hex loses steps."""

    side: Side

    title: ClassVar[str] = "Stacking"
    labels: ClassVar[dict[str, str]] = {"lose": "Lose a step"}
    below: ClassVar[tuple[str, ...]] = ("Activation", "Combat", "Advance", "Retreat")

    def limits_lose(self, s: EnemyActionState) -> Limits:
        yield Limit("7.4-enforcement", s.on_map(self.side), "{} is not one of your units on the map")
        crowded = s.units_in(self.side, s.overstacked(self.side))
        yield Limit("7.4-enforcement", crowded, "the hex of {} is within the stacking limit")

    def decide(self, s: EnemyActionState) -> Decision | None:
        hexes = s.overstacked(self.side)
        if not hexes:
            s.pop()
            return None
        where = ", ".join(HEX_NAMES.list_of(hexes))
        prompt = f"Too many units or steps in {where}: which unit loses a step?"
        return s.ask(SIDES[self.side], prompt, "7.4-enforcement", lose=offered(self.limits_lose(s)))

    def on_lose(self, s: EnemyActionState, unit: Unit) -> None:
        s.lose_step(unit)
