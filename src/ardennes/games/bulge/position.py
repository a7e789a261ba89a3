"""What makes a position of Bulge impossible. Whatever passes here can be played to the end."""

from __future__ import annotations

from typing import TypeVar

from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.bulge import air, combat, results
from ardennes.games.bulge.facts import (
    ALLIED,
    BOARD,
    COLUMNS,
    ENTRY_HEXES,
    EXIT_HEXES,
    FOOT_ALLIED,
    GERMAN,
    HEX_NAMES,
    LAST_TURN,
    MA,
    MECH_MARKERS,
    PARATROOPS,
    RESULTS,
    ROAD_HEXES,
    SIDE,
    SIDES,
    UNIT_NAMES,
    UNITS,
    WEATHERS,
)
from ardennes.games.bulge.movement import Crowded, Move, SupplyRoll
from ardennes.games.bulge.movement_phase import Movement
from ardennes.games.bulge.reinforcements import Arrive, Landing, due_now
from ardennes.games.bulge.sequence import STEPS, GameTurn
from ardennes.games.bulge.state import DUE, EXITED, BulgeState, free_hexes
from ardennes.games.bulge.victory import TurnEnd

Problems = list[tuple[str, str]]
"""Pairs of field path and message."""
_MOST = 20
"""More than any number of missions or shifts."""


def problems(s: BulgeState) -> Problems:
    out = _units(s) + _markers(s)
    return out or _stack(s)  # frames are checked against units and markers that make sense


# --- units and markers -------------------------------------------------------------------------------------------------------------------


def _units(s: BulgeState) -> Problems:
    out: Problems = []
    top = s.stack[-1]
    crowded = (isinstance(top, Move) and top.forced) or any(isinstance(frame, Crowded) for frame in s.stack)
    shared = s.at[top.unit] if crowded and isinstance(top, Move | SupplyRoll | Crowded) else -1
    seen: dict[int, int] = {}
    for u, place in enumerate(s.at):
        here = f"units.{UNIT_NAMES.names[u]}"
        if place == EXITED and (SIDE[u] != GERMAN or s.gate[u] < 0 or not EXIT_HEXES >> s.gate[u] & 1):
            out.append((here, "an exited unit must be German and have a designated exit under 'gate'"))
        other = u if place < 0 else seen.setdefault(place, u)
        if other != u:
            hex_name, name = HEX_NAMES.names[place], UNIT_NAMES.names[other]
            if SIDE[other] != SIDE[u]:
                out.append((here, f"{hex_name} also holds the enemy unit {name}"))
            elif place != shared or s.at.count(place) > 2:
                out.append((here, f"{hex_name} already holds {name}: one unit per hex (case 8.0)"))
    return out


def _markers(s: BulgeState) -> Problems:
    out: Problems = []
    if not 1 <= s.turn <= LAST_TURN:
        out.append(("turn", f"{s.turn} is not a game turn; allowed: 1 to {LAST_TURN}"))
    if s.weather not in WEATHERS:
        out.append(("weather", f"unknown weather {s.weather!r}; allowed: {', '.join(WEATHERS)}"))
    for side in (GERMAN, ALLIED):
        if s.interdiction[side] & ~ROAD_HEXES:
            name = HEX_NAMES.list_of(s.interdiction[side] & ~ROAD_HEXES)[0]
            out.append((f"interdiction.{SIDES[side]}", f"there is no road in {name} (case 7.2)"))
        for field, n in (("to_place", s.to_place[side]), ("support", s.support[side])):
            if not 0 <= n <= _MOST:
                out.append((f"{field}.{SIDES[side]}", f"{n} missions are not possible"))
    if not 0 <= s.resupply <= _MOST:
        out.append(("resupply", f"{s.resupply} missions are not possible"))
    for u in each(s.counted):
        if s.at[u] != EXITED:
            out.append(("counted", f"{UNIT_NAMES.names[u]} has not left the map"))
    for u in each(s.resupplied):
        if SIDE[u] != ALLIED or s.at[u] < 0:
            out.append(("resupplied", f"{UNIT_NAMES.names[u]} is not an Allied unit on the map (case 7.4)"))
    if s.mechanized & ~FOOT_ALLIED:
        name = UNIT_NAMES.list_of(s.mechanized & ~FOOT_ALLIED)[0]
        out.append(("mechanized", f"{name} is not an Allied infantry or airborne unit (case 10.2-2)"))
    if s.mechanized.bit_count() > MECH_MARKERS:
        out.append(("mechanized", f"there are {MECH_MARKERS} markers (case 10.2-2)"))
    return out


# --- the stack ---------------------------------------------------------------------------------------------------------------------------

_RESULT = (results.LoseOne, results.Exchange, results.Retreats, results.Retreat)
_ABOVE: dict[type[Frame], tuple[type[Frame], ...]] = {
    combat.Combat: (combat.Declare, combat.Support, combat.Mist, combat.Column, combat.Roll, results.Advance),
    results.Advance: _RESULT,
    results.Retreats: (results.Retreat,),
    Movement: (Arrive, Landing, SupplyRoll, Crowded, Move),
    Crowded: (SupplyRoll, Move),
}
"""What can be asked in the middle of what."""


def _stack(s: BulgeState) -> Problems:
    bottom = s.stack[0]
    if not isinstance(bottom, GameTurn) or not 0 <= bottom.step < len(STEPS):
        return [("frames.0", f"the first frame must be a GameTurn with a step from 0 to {len(STEPS) - 1}")]
    name, usual = STEPS[(bottom.step - 1) % len(STEPS)]
    top = s.stack[-1]
    ends = isinstance(top, TurnEnd) or (top is bottom and isinstance(STEPS[bottom.step][1], TurnEnd))
    if ends and s.turn == LAST_TURN and s.result is None:
        return [(f"frames.{len(s.stack) - 1}", f"game turn {LAST_TURN} is the last: none comes after it")]
    for n, (below, frame) in enumerate(zip(s.stack, s.stack[1:], strict=False), start=1):
        if n == 1:
            fits = type(frame) is type(usual) and (frame == usual or isinstance(frame, air.AirMissions))
            wrong = "" if fits else f"in the phase {name} this frame must be {usual}"
        elif type(frame) not in _ABOVE.get(type(below), ()):
            wrong = f"{type(frame).__name__} cannot be asked on top of {type(below).__name__}"
        else:
            wrong = ""
        wrong = wrong or _misfit(s, frame, s.stack[1], below)
        if wrong:
            return [(f"frames.{n}", wrong)]
    return []


def _misfit(s: BulgeState, frame: Frame, phase: Frame, below: Frame) -> str:
    """Why a frame does not fit the units on the map and the phase; '' if it does."""
    match frame:
        case air.AirMissions():
            return _missions(s, frame)
        case combat.Fight() | combat.Roll():
            return _fight(s, frame, _as(combat.Combat, phase))
        case results.LoseOne() | results.Exchange():
            return _losses(s, frame, _as(combat.Combat, phase).side)
        case results.Advance():
            return _advance(s, frame)
        case results.Retreats():
            return _on_map(s, frame.units) or ("" if _one_side(frame.units) else "units of both sides cannot retreat")
        case results.Retreat():
            again = isinstance(below, results.Retreats) and frame.unit >= 0 and below.units >> frame.unit & 1
            return _here(s, frame.unit) or ("the unit cannot retreat twice" if again else "")
        case Arrive():
            side = _as(Movement, phase).side
            ready = frame.unit >= 0 and due_now(s, side) >> frame.unit & 1
            return "" if ready else f"the unit is not due to arrive in the {SIDES[side]} movement phase"
        case SupplyRoll():
            return _here(s, frame.unit, _as(Movement, phase).side)
        case Crowded():
            return _crowded(s, frame, _as(Movement, phase).side)
        case Move():
            return _move(s, frame, _as(Movement, phase).side)
        case Landing():
            if _as(Movement, phase).side != GERMAN or s.at[PARATROOPS] != DUE:
                return "there is no airdrop now"
            return "" if frame.aim >= 0 and 1 <= frame.throw <= 3 else "an airdrop has an aim and a throw from 1 to 3"
    return ""


T = TypeVar("T", bound=Frame)


def _as(kind: type[T], frame: Frame) -> T:
    assert isinstance(frame, kind)  # by _ABOVE: these frames are asked in this phase only
    return frame


def _here(s: BulgeState, unit: Unit, side: Side | None = None) -> str:
    if unit < 0:
        return "a unit is missing"
    if s.at[unit] < 0:
        return f"{UNIT_NAMES.names[unit]} is not on the map"
    if side is not None and SIDE[unit] != side:
        return f"{UNIT_NAMES.names[unit]} does not belong to the {SIDES[side]} side"
    return ""


def _on_map(s: BulgeState, units: Units, side: Side | None = None) -> str:
    return next((wrong for u in each(units) if (wrong := _here(s, u, side))), "")


def _one_side(units: Units) -> bool:
    return len({SIDE[u] for u in each(units)}) <= 1


def _missions(s: BulgeState, frame: air.AirMissions) -> str:
    for side, missions in ((frame.side, frame.flown), (ALLIED, frame.hidden)):
        if frame.side == ALLIED and missions is frame.hidden:
            if missions:
                return "the German has assigned nothing while the Allied assigns"
            continue
        points = air.air_points(s.turn, s.weather, side)
        limits = [air.marker_limit(m, side) for m in range(len(missions))] if len(missions) == 4 else []
        if len(missions) != 4 or min(missions) < 0 or sum(missions) > points:
            return f"the {SIDES[side]} assigns up to {points} air points to four missions, not {list(missions)}"
        if any(0 <= limit < n for limit, n in zip(limits, missions, strict=True)):
            return f"there are not enough markers for missions {list(missions)}"
    return ""


def _fight(s: BulgeState, frame: combat.Fight | combat.Roll, phase: combat.Combat) -> str:
    wrong = _here(s, frame.target, 1 - phase.side) or _on_map(s, frame.attackers, phase.side)
    if wrong:
        return wrong
    if not frame.attackers and not isinstance(frame, combat.Declare):
        return "a fight has attackers"
    for u in each(frame.attackers):
        if not BOARD.neighbours(s.at[frame.target]) >> s.at[u] & 1:
            return f"{UNIT_NAMES.names[u]} is not next to {UNIT_NAMES.names[frame.target]}"
    if frame.crt not in RESULTS:
        return f"there is no table {frame.crt!r}; tables are {', '.join(RESULTS)}"
    if isinstance(frame, combat.Roll):
        return "" if 0 <= frame.column < len(COLUMNS) else f"columns are numbered 0 to {len(COLUMNS) - 1}"
    if frame.after != phase.after:
        return "the fight is not of this combat phase"
    if not 0 <= frame.support <= _MOST or abs(frame.shift) > _MOST:
        return "that many shifts are not possible"
    return ""


def _losses(s: BulgeState, frame: results.LoseOne | results.Exchange, side: Side) -> str:
    wrong = _on_map(s, frame.attackers, side)
    if wrong:
        return wrong
    if not 1 <= frame.attackers.bit_count() <= 6:
        return "a fight has one to six attackers"
    if isinstance(frame, results.Exchange):
        ways = results.exchange_losses(frame.defender_cf, frame.attackers)
        if not any(way & frame.lost == frame.lost for way in ways):
            return "these losses are not among the greatest possible"
    return ""


def _advance(s: BulgeState, frame: results.Advance) -> str:
    if not _one_side(frame.units):
        return "units of both sides cannot advance"
    if frame.units.bit_count() > 1 and frame.hexes.bit_count() > 1:
        return "several units advance into one hex, or one unit into one of several"
    for u in each(frame.units):
        if s.at[u] >= 0 and frame.hexes & ~BOARD.neighbours(s.at[u]):
            return f"{UNIT_NAMES.names[u]} is not next to every hex it might advance into"
    return ""


def _crowded(s: BulgeState, frame: Crowded, side: Side) -> str:
    wrong = _here(s, frame.unit, side)
    if wrong:
        return wrong
    if frame.origin < 0 or not free_hexes(s) >> frame.origin & 1:
        return f"{UNIT_NAMES.names[frame.unit]} must have come from a hex that is empty now"
    here = bits(u for u, place in enumerate(s.at) if place == s.at[frame.unit])
    return "" if here & s.moved == 1 << frame.unit else f"only {UNIT_NAMES.names[frame.unit]} has moved into this hex"


def _move(s: BulgeState, frame: Move, side: Side) -> str:
    if not 1 <= frame.mp <= MA:
        return f"a unit moves with 1 to {MA} MP"
    if frame.entry < 0:
        return _here(s, frame.unit, side)
    if frame.unit < 0 or SIDE[frame.unit] != side or s.at[frame.unit] != DUE or frame.forced:
        return "only a unit that is due can enter the map"
    if not ENTRY_HEXES.get(UNITS[frame.unit].edge, 0) >> frame.entry & 1:
        return f"{HEX_NAMES.names[frame.entry]} is not an entry hex of {UNIT_NAMES.names[frame.unit]}"
    return ""
