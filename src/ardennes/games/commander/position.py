"""Which units and markers a position cannot have. Together with the checks of the frames: what passes can be played to the end."""

from __future__ import annotations

from ardennes.core.placed import ABSENT, strays
from ardennes.games.commander import facts
from ardennes.games.commander.facts import FIRST_DAY, FULL, GERMAN, OF_SIDE, SIDE, SIDES, SPACE_NAMES, STACK, UNIT_NAMES
from ardennes.games.commander.state import DUE, ELIMINATED, EXITED, RESERVE, CommanderState
from ardennes.games.commander.turns import EndTurn

Problems = list[tuple[str, str]]
"""Pairs of field path and message."""


def problems(s: CommanderState) -> Problems:
    """What is wrong. Stops at the first check that fails, because later checks rely on earlier ones."""
    for check in (_calendar, _units, _control, _markers):
        found = check(s)
        if found:
            return found
    return []


def _calendar(s: CommanderState) -> Problems:
    last = facts.RACE_LAST_DAY if s.race else facts.LAST_DAY
    if not FIRST_DAY <= s.day <= last:
        return [("day", f"{s.day} December is not played; allowed: {FIRST_DAY} to {last}")]
    if s.surprise and s.day != FIRST_DAY:
        return [("surprise", f"the surprise turns come before {FIRST_DAY} December")]
    most = facts.SURPRISE_TURNS - 1 if s.surprise else facts.NIGHTFALL
    if not 0 <= s.time <= most:
        return [("time", f"the track has no space {s.time}; allowed: 0 to {most}")]
    return []


def _units(s: CommanderState) -> Problems:
    out: Problems = []
    for u, place in enumerate(s.at):
        name, full = UNIT_NAMES.names[u], FULL[u]
        if not 0 <= s.lost[u] <= full or (s.lost[u] == full and place not in (ELIMINATED, ABSENT)):
            out.append((f"lost.{name}", f"a unit of strength {full} that is in play cannot have lost {s.lost[u]}"))
        if place == EXITED and SIDE[u] != GERMAN:
            out.append((f"units.{name}", "only German units exit (case 12-vp-exit)"))
        if place == DUE and not facts.ARRIVES[u]:
            out.append((f"units.{name}", "this unit has no day of arrival"))
        if place == RESERVE and not facts.RESERVE_UNITS >> u & 1:
            out.append((f"units.{name}", "this unit does not belong to the OKW reserve (case 10-okw)"))
        if place >= 0 and s.units_at(place, SIDE[u]).bit_count() > STACK:
            more = f"{SPACE_NAMES.names[place]} holds more than {STACK} units of a side (case 7-stacking)"
            out.append((f"units.{name}", more))
    return out


def _control(s: CommanderState) -> Problems:
    for number, side in enumerate(SIDES):
        for name in SPACE_NAMES.list_of(s._occ[number] & ~s._occ[1 - number] & ~s.controlled(number)):
            return [("german", f"{name} holds only {side} units, so it is under {side} control (case 6-control)")]
    return []


def _markers(s: CommanderState) -> Problems:
    on_map = s.on_map(0) | s.on_map(1)
    tired = s.cubes | s.oos | s.short
    out = strays(
        s,
        *((field, on_map, "{} is not on the map") for field in ("cubes", "active", "moved", "broke", "oos", "short")),
        (
            "short",
            OF_SIDE[GERMAN] & facts.MOTORIZED,
            "only German armor and mechanized infantry run short of fuel (case 9-fuel-shortage)",
        ),
        ("active", ~tired, "a unit with a cube, out of supply or short of fuel cannot be active (case 4-activation)"),
        ("moved", s.active, "only active units move"),
        ("broke", s.active & facts.TANKS, "only active armor breaks through (case 8-breakthrough)"),
    )
    if s.active & OF_SIDE[0] and s.active & OF_SIDE[1]:
        out.append(("active", "units of both sides cannot be active"))
    if s.active and not (len(s.stack) > 1 and isinstance(s.stack[1], EndTurn)):
        out.append(("active", "units are active only during a turn"))
    for u, origin in enumerate(s.over):
        if origin >= 0 and (not s.active >> u & 1 or not facts.RIVER[origin] >> s.at[u] & 1):
            out.append((f"over.{UNIT_NAMES.names[u]}", "this unit has not crossed a river border into its space"))
    return out
