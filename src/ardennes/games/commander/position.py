"""What makes a position of Commander impossible. Whatever passes here can be played to the end."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander import losses, morning
from ardennes.games.commander.arrivals import Arrivals, ArriveAt, Reinforcements, Reserve, open_spaces, waiting
from ardennes.games.commander.battle import Battle, Combats
from ardennes.games.commander.facts import (
    FIRST_DAY,
    FUEL_MARKERS,
    FULL,
    GERMAN,
    LAST_DAY,
    MOTORIZED,
    NIGHTFALL,
    OF_SIDE,
    RACE_LAST_DAY,
    RIVER,
    SIDE,
    SIDES,
    SPACE_NAMES,
    SPACES,
    STACK,
    SURPRISE_TURNS,
    TANKS,
    UNIT_NAMES,
    UNITS,
)
from ardennes.games.commander.movement import Move, Moves, Via
from ardennes.games.commander.odds import attackers_at
from ardennes.games.commander.reach import reach, sorties
from ardennes.games.commander.sequence import STEPS, Calendar, step_of
from ardennes.games.commander.state import ABSENT, DUE, ELIMINATED, EXITED, RESERVE, CommanderState
from ardennes.games.commander.supply import SupplyCheck
from ardennes.games.commander.turns import EndTurn, SurpriseTurns, Turn, Turns
from ardennes.games.commander.victory import Evening

Problems = list[tuple[str, str]]
"""Pairs of field path and message."""
_MOST = 99
"""More than any number of hits or points."""


def problems(s: CommanderState) -> Problems:
    """What is wrong, the first kind of mistake only: later checks rely on earlier ones."""
    for check in (_calendar, _units, _control, _markers, _stack):
        found = check(s)
        if found:
            return found
    return []


# --- calendar, units, control, markers ---------------------------------------------------------------------------------------------------


def _calendar(s: CommanderState) -> Problems:
    last = RACE_LAST_DAY if s._race else LAST_DAY
    if not FIRST_DAY <= s.day <= last:
        return [("day", f"{s.day} December is not played; allowed: {FIRST_DAY} to {last}")]
    if s.surprise and s.day != FIRST_DAY:
        return [("surprise", f"the surprise turns come before {FIRST_DAY} December")]
    most = SURPRISE_TURNS - 1 if s.surprise else NIGHTFALL
    if not 0 <= s.time <= most:
        return [("time", f"the track has no space {s.time}; allowed: 0 to {most}")]
    return []


def _units(s: CommanderState) -> Problems:
    out: Problems = []
    for u, place in enumerate(s.at):
        facts = UNITS[u]
        here = f"units.{facts.id}"
        if not 0 <= s.lost[u] <= FULL[u] or (s.lost[u] == FULL[u] and place not in (ELIMINATED, ABSENT)):
            out.append(
                (f"lost.{facts.id}", f"a unit of strength {FULL[u]} that is in play cannot have lost {s.lost[u]}")
            )
        if place == EXITED and facts.side != GERMAN:
            out.append((here, "only German units exit (case 12-vp-exit)"))
        if place == DUE and not facts.due:
            out.append((here, "this unit has no day of arrival"))
        if place == RESERVE and not facts.reserve:
            out.append((here, "this unit does not belong to the OKW reserve (case 10-okw)"))
        if place >= 0 and s.units_at(place, facts.side).bit_count() > STACK:
            out.append((here, f"{SPACE_NAMES.names[place]} holds more than {STACK} units of a side (case 7-stacking)"))
    return out


def _control(s: CommanderState) -> Problems:
    for place in range(SPACES):
        holders = [side for side in range(len(SIDES)) if s._occ[side] >> place & 1]
        if len(holders) == 1 and s.controller(place) != holders[0]:
            name, side = SPACE_NAMES.names[place], SIDES[holders[0]]
            return [("german", f"{name} holds {side} units alone, so it is under {side} control (case 6-control)")]
    return []


def _markers(s: CommanderState) -> Problems:
    out: Problems = []
    for field in ("cubes", "active", "moved", "broke", "oos", "short"):
        for u in each(getattr(s, field)):
            if s.at[u] < 0:
                out.append((field, f"{UNIT_NAMES.names[u]} is not on the map"))
    if s.short & ~(OF_SIDE[GERMAN] & MOTORIZED):
        out.append(("short", "only German armor and mechanized infantry run short of fuel (case 9-fuel-shortage)"))
    if s.active & (s.cubes | s.oos | s.short):
        out.append(
            ("active", "a unit with a cube, out of supply or short of fuel cannot be active (case 4-activation)")
        )
    if s.active and not _one_side(s.active):
        out.append(("active", "units of both sides cannot be active"))
    if s.moved & ~s.active:
        out.append(("moved", "only active units move"))
    if s.broke & ~(s.active & TANKS):
        out.append(("broke", "only active armor breaks through (case 8-breakthrough)"))
    for u, origin in enumerate(s.over):
        if origin >= 0 and (not s.active >> u & 1 or not RIVER[origin] >> s.at[u] & 1):
            out.append((f"over.{UNIT_NAMES.names[u]}", "this unit has not crossed a river border into its space"))
    return out


def _one_side(units: Units) -> bool:
    return not units & OF_SIDE[0] or not units & OF_SIDE[1]


# --- the stack ---------------------------------------------------------------------------------------------------------------------------

_TURN: tuple[type[Frame], ...] = (Turn, EndTurn)
_IN_STEP: dict[str, tuple[type[Frame], ...]] = {
    "surprise": (SurpriseTurns, *_TURN),
    "reset": (morning.Reset,),
    "supply": (SupplyCheck,),
    "reinforcements": (Reinforcements, Arrivals, ArriveAt, Reserve),
    "fuel": (morning.FuelCheck, morning.NameShort, morning.Refuel),
    "replacements": (morning.Replacements, morning.Replace),
    "commando": (morning.Commando,),
    "turns": (Turns, *_TURN),
    "evening": (Evening,),
}
"""What a step begins with."""
_ABOVE: dict[type[Frame], tuple[type[Frame], ...]] = {
    Arrivals: (Arrivals, ArriveAt, Reserve),
    morning.Replace: (morning.Replace,),
    EndTurn: (Moves, Combats),
    Moves: (Move, Via),
    Combats: (Battle, losses.Response, losses.Breakthrough),
    losses.Breakthrough: (losses.Losses,),
    losses.Losses: (losses.Losses, losses.Retreat),
    losses.Retreat: (losses.Losses,),
}
"""What can be asked in the middle of what."""


def _stack(s: CommanderState) -> Problems:
    bottom = s.stack[0]
    if not isinstance(bottom, Calendar) or not 0 <= bottom.step < len(STEPS):
        return [("frames.0", "the lowest frame is the Calendar, with a step of the day")]
    if bottom.step == 0 and (s.day != FIRST_DAY or len(s.stack) > 1):
        return [("frames.0.step", f"the surprise turns come before {FIRST_DAY} December and before all else")]
    if s.surprise and bottom.step > 1:
        return [("surprise", "the surprise turns come before the steps of the first day")]
    for number, (below, frame) in enumerate(zip(s.stack, s.stack[1:], strict=False), start=1):
        name = type(frame).__name__
        if number == 1:
            allowed = _IN_STEP[STEPS[step_of(s)][0]]
        else:
            allowed = _ABOVE.get(type(below), ())
        if not isinstance(frame, allowed) or (number > 2 and isinstance(frame, Arrivals | morning.Replace)):
            return [(f"frames.{number}", f"{name} cannot be asked here")]
        wrong = _frame(s, number)
        if wrong:
            return [(f"frames.{number}", f"{name}: {wrong}")]
    in_turn = len(s.stack) > 1 and isinstance(s.stack[1], EndTurn)
    if s.active and not in_turn:
        return [("active", "units are active only during a turn")]
    return []


def _frame(s: CommanderState, number: int) -> str:
    """What is wrong with a frame, given those below it."""
    frame, below = s.stack[number], s.stack[number - 1]
    top = number == len(s.stack) - 1
    turn = s.stack[1]
    side = turn.side if isinstance(turn, EndTurn) else -1
    match frame:
        case Turn(side=mover) | EndTurn(side=mover):
            return "the surprise turns are German" if s.surprise and mover != GERMAN else ""
        case Arrivals():
            same = isinstance(below, Arrivals) and below.side == frame.side
            return "each side places its reinforcements once" if same else ""
        case ArriveAt():
            return _arriving(s, frame.unit, below)
        case morning.NameShort() | morning.Refuel():
            return _fuel(s, frame)
        case morning.Replace():
            return (
                ""
                if 0 <= frame.infantry <= _MOST and 0 <= frame.armor <= _MOST
                else "that many points are not possible"
            )
        case Moves() | Combats():
            if frame.side != side or s.active & ~OF_SIDE[side]:
                return "this is the turn of the other side"
            return "" if isinstance(frame, Moves) else _combats(s, frame)
        case Move() | Via():
            return _move(s, frame)
        case Battle() | losses.Response():
            return _battle(s, frame, side)
        case losses.Breakthrough():
            return _breakthrough(s, frame, side)
        case losses.Retreat():
            return _retreat(s, frame, number, side, top)
        case losses.Losses():
            return _losses(s, frame, number, side, top)
    return ""


def _arriving(s: CommanderState, unit: Unit, below: Frame) -> str:
    if unit < 0:
        return "a unit is missing"
    reserve = s.at[unit] == RESERVE
    ready = reserve or (isinstance(below, Arrivals) and waiting(s, below.side) >> unit & 1)
    return "" if ready and open_spaces(s, unit) else "this unit cannot arrive now"


def _fuel(s: CommanderState, frame: morning.NameShort | morning.Refuel) -> str:
    users = morning.fuel_users(s)
    if frame.named & ~users:
        return "only German armor and mechanized infantry on the map can be named"
    if isinstance(frame, morning.NameShort):
        enough = users.bit_count() > FUEL_MARKERS > frame.named.bit_count()
        return "" if enough else f"{FUEL_MARKERS} units are named, of more than {FUEL_MARKERS} on the map"
    return "" if 0 <= frame.free <= FUEL_MARKERS else f"at most {FUEL_MARKERS} markers come off"


def _combats(s: CommanderState, frame: Combats) -> str:
    for place in each(frame.left):
        if not s._occ[1 - frame.side] >> place & 1 or not attackers_at(s, place, frame.side) & s.active:
            return f"no battle can be fought in {SPACE_NAMES.names[place]}"
    return ""


def _move(s: CommanderState, frame: Move | Via) -> str:
    unit = frame.unit
    if unit < 0 or not s.active >> unit & 1 or s.moved >> unit & 1:
        return "the unit must be active and not yet moved"
    if isinstance(frame, Via) and (frame.to < 0 or not (reach(s, unit).all | _own(s, unit)) >> frame.to & 1):
        return "the unit cannot get there"
    return ""


def _own(s: CommanderState, unit: Unit) -> Places:
    """The unit's own space, if it can go out and come back."""
    return 1 << s.at[unit] if sorties(s, unit) else 0


def _battle(s: CommanderState, frame: Battle | losses.Response, side: Side) -> str:
    if frame.place < 0:
        return "a space is missing"
    if not frame.attackers or frame.attackers & ~(attackers_at(s, frame.place, side) & s.active):
        return "attackers are active units in the space"
    if not frame.defenders or frame.defenders != s.units_at(frame.place, 1 - side):
        return "all enemy units in the space defend (case 8-participants)"
    if isinstance(frame, Battle):
        numbers = (frame.on_attacker, frame.on_defender)
        if frame.rolled & ~(frame.attackers | frame.defenders):
            return "a unit that takes no part has rolled"
    else:
        numbers = (frame.hits, frame.back)
    return "" if all(0 <= n <= _MOST for n in numbers) else "that many hits are not possible"


def _breakthrough(s: CommanderState, frame: losses.Breakthrough, side: Side) -> str:
    if frame.place < 0:
        return "a space is missing"
    if frame.units & ~(TANKS & OF_SIDE[side]) or not frame.defenders or frame.defenders & OF_SIDE[side]:
        return "armor of the attacker breaks through"
    if any(s.at[u] >= 0 and not _is_active_at(s, u, frame.place) for u in each(frame.units)):
        return "a unit that has left the space cannot break through"
    return ""


def _is_active_at(s: CommanderState, unit: Unit, place: Place) -> bool:
    return s.at[unit] == place and bool(s.active & ~s.broke & 1 << unit)


def _retreat(s: CommanderState, frame: losses.Retreat, number: int, side: Side, top: bool) -> str:
    fight = s.stack[3]
    assert isinstance(fight, losses.Breakthrough)  # by _ABOVE
    if number != 5 or frame.place != fight.place:
        return "the defender retreats from the space of the battle"
    alive = 0
    for u in each(frame.units):
        if SIDE[u] == side or (s.at[u] >= 0 and s.at[u] != frame.place):
            return "only defenders in the space retreat"
        alive |= (1 << u) if s.at[u] >= 0 else 0
    return "" if not top or losses.all_fit(s, frame.place, alive) else "not all units find a space"


def _losses(s: CommanderState, frame: losses.Losses, number: int, side: Side, top: bool) -> str:
    fight, below = s.stack[3], s.stack[number - 1]
    assert isinstance(fight, losses.Breakthrough)  # by _ABOVE
    owner = side if number == 4 else 1 - side
    if any(SIDE[u] != owner or s.at[u] != fight.place for u in each(frame.units)):
        return f"losses of the {SIDES[owner]} side in the space of the battle"
    if not 0 <= frame.hits <= _MOST:
        return "that many hits are not possible"
    if frame.hit and frame.hits and frame.hits >= (frame.units & ~frame.hit).bit_count():
        return "fewer hits than units are left when not all units take one"
    if not isinstance(below, losses.Retreat):
        return "" if frame.leaving < 0 and number <= 5 else "nobody retreats"
    if frame.leaving != fight.place or frame.units & ~below.units:
        return "the survivors retreat from the space of the battle"
    if frame.hit:
        fits = not frame.hits or frame.choices(s)
        fits = fits and (frame.hits or losses.all_fit(s, fight.place, frame.units))
    else:
        fits = any(losses.all_fit(s, fight.place, left) for left in losses.survivors(s, frame.units, frame.hits))
    return "" if fits else "not all survivors find a space"
