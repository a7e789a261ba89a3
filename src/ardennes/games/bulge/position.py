"""What is wrong with the units and markers of a position. Frames check themselves (`misfit`)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.core.names import each
from ardennes.core.placed import strays
from ardennes.games.bulge import facts
from ardennes.games.bulge.facts import (
    ALLIED,
    EXIT_HEXES,
    GERMAN,
    HEX_NAMES,
    LAST_TURN,
    SIDE,
    SIDES,
    UNIT_NAMES,
    WEATHERS,
)
from ardennes.games.bulge.movement import Crowded, Move, SupplyRoll
from ardennes.games.bulge.state import EXITED, BulgeState

_MOST = 20
"""More missions than there can ever be."""


def problems(s: BulgeState) -> list[tuple[str, str]]:
    """Pairs of field path and message."""
    return [*_units(s), *_markers(s)]


def _shared_hex(s: BulgeState) -> int:
    """8.0: the hex that one unit is about to leave to another, -1 for none."""
    top = s.stack[-1]
    leaves = (isinstance(top, Move) and top.forced) or any(isinstance(frame, Crowded) for frame in s.stack)
    return s.at[top.unit] if leaves and isinstance(top, Move | SupplyRoll | Crowded) else -1


def _units(s: BulgeState) -> Iterator[tuple[str, str]]:
    shared = _shared_hex(s)
    seen: dict[int, int] = {}
    for u, place in enumerate(s.at):
        here = f"units.{UNIT_NAMES.names[u]}"
        if place == EXITED and (SIDE[u] != GERMAN or s.gate[u] < 0 or not EXIT_HEXES >> s.gate[u] & 1):
            yield here, "an exited unit must be German and have a designated exit under 'gate'"
        other = u if place < 0 else seen.setdefault(place, u)
        if other != u:
            hex_name, name = HEX_NAMES.names[place], UNIT_NAMES.names[other]
            if SIDE[other] != SIDE[u]:
                yield here, f"{hex_name} also holds the enemy unit {name}"
            elif place != shared or s.at.count(place) > 2:
                yield here, f"{hex_name} already holds {name}: one unit per hex (case 8.0)"


def _markers(s: BulgeState) -> Iterator[tuple[str, str]]:
    if not 1 <= s.turn <= LAST_TURN:
        yield "turn", f"{s.turn} is not a game turn; allowed: 1 to {LAST_TURN}"
    if s.weather not in WEATHERS:
        yield "weather", f"unknown weather {s.weather!r}; allowed: {', '.join(WEATHERS)}"
    missions = {"resupply": s.resupply}
    for side, name in enumerate(SIDES):
        for place in each(s.interdiction[side] & ~facts.ROAD_HEXES):
            yield f"interdiction.{name}", f"there is no road in {HEX_NAMES.names[place]} (case 7.2)"
        missions |= {f"to_place.{name}": s.to_place[side], f"support.{name}": s.support[side]}
    for field, n in missions.items():
        if not 0 <= n <= _MOST:
            yield field, f"{n} missions are not possible"
    yield from strays(
        s,
        ("counted", s.in_box(EXITED), "{} has not left the map"),
        ("resupplied", s.on_map(ALLIED), "{} is not an Allied unit on the map (case 7.4)"),
        ("mechanized", facts.FOOT_ALLIED, "{} is not an Allied infantry or airborne unit (case 10.2-2)"),
    )
    if s.mechanized.bit_count() > facts.MECH_MARKERS:
        yield "mechanized", f"there are {facts.MECH_MARKERS} markers (case 10.2-2)"
