"""What is wrong with the units and markers of a position, and what is broken in a state. Frames check themselves (`misfit`)."""

from __future__ import annotations

from ardennes.core.names import each
from ardennes.core.placed import placed_problems
from ardennes.games.bulge.facts import (
    ALL,
    ALLIED,
    CF,
    EXIT_HEXES,
    FOOT_ALLIED,
    GERMAN,
    HEX_NAMES,
    LAST_TURN,
    MECH_MARKERS,
    OF_SIDE,
    ROAD_HEXES,
    SIDE,
    SIDES,
    UNIT_NAMES,
    WEATHERS,
)
from ardennes.games.bulge.movement import Crowded, Move, SupplyRoll
from ardennes.games.bulge.state import ELIMINATED, EXITED, BulgeState, total_cf
from ardennes.games.bulge.victory import exit_points

Problems = list[tuple[str, str]]
"""Pairs of field path and message."""
_MOST = 20
"""More missions than there can ever be."""


def making_room(s: BulgeState) -> bool:
    """8.0: is one unit about to leave its hex to another?"""
    top = s.stack[-1]
    return (isinstance(top, Move) and top.forced) or any(isinstance(frame, Crowded) for frame in s.stack)


def units(s: BulgeState) -> Problems:
    out: Problems = []
    top = s.stack[-1]
    shared = s.at[top.unit] if making_room(s) and isinstance(top, Move | SupplyRoll | Crowded) else -1
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


def markers(s: BulgeState) -> Problems:
    out: Problems = []

    def check(good: bool, field: str, message: str) -> None:
        if not good:
            out.append((field, message))

    check(1 <= s.turn <= LAST_TURN, "turn", f"{s.turn} is not a game turn; allowed: 1 to {LAST_TURN}")
    known = ", ".join(WEATHERS)
    check(s.weather in WEATHERS, "weather", f"unknown weather {s.weather!r}; allowed: {known}")
    for side, name in enumerate(SIDES):
        for place in each(s.interdiction[side] & ~ROAD_HEXES)[:1]:
            check(False, f"interdiction.{name}", f"there is no road in {HEX_NAMES.names[place]} (case 7.2)")
        for field, n in (("to_place", s.to_place[side]), ("support", s.support[side])):
            check(0 <= n <= _MOST, f"{field}.{name}", f"{n} missions are not possible")
    check(0 <= s.resupply <= _MOST, "resupply", f"{s.resupply} missions are not possible")
    for u, name in enumerate(UNIT_NAMES.names):
        gone = s.at[u] == EXITED or not s.counted >> u & 1
        check(gone, "counted", f"{name} has not left the map")
        fed = s.on_map(ALLIED) >> u & 1 or not s.resupplied >> u & 1
        check(bool(fed), "resupplied", f"{name} is not an Allied unit on the map (case 7.4)")
        foot = FOOT_ALLIED >> u & 1 or not s.mechanized >> u & 1
        check(bool(foot), "mechanized", f"{name} is not an Allied infantry or airborne unit (case 10.2-2)")
    few = s.mechanized.bit_count() <= MECH_MARKERS
    check(few, "mechanized", f"there are {MECH_MARKERS} markers (case 10.2-2)")
    return out


def broken(s: BulgeState) -> list[str]:
    """What is broken in a state, whatever has been played."""
    out = placed_problems(s)
    german, allied = s.occupied(GERMAN), s.occupied(ALLIED)
    if (german | allied) & ~ALL:
        out.append("a unit is in a hex that does not exist")
    if german & allied:
        out.append("two sides in one hex")
    crowded = sum(place >= 0 for place in s.at) - (german | allied).bit_count()
    if crowded > int(making_room(s)):
        out.append("stacking")
    lost = s.in_box(ELIMINATED)
    points = total_cf(lost & OF_SIDE[ALLIED]) - total_cf(lost & OF_SIDE[GERMAN])
    if s.vp != points + exit_points(s):
        out.append(f"VP {s.vp} are not the sum of their sources {points} + {exit_points(s)}")
    if s.counted & ~s.in_box(EXITED):
        out.append("a counted unit has not left the map")
    if len(s.at) != len(CF):
        out.append("units are not conserved")
    return out
