"""What is wrong with the units and markers of a position, and what is broken in a state. Frames check themselves (`misfit`)."""

from __future__ import annotations

from ardennes.core.names import each
from ardennes.core.placed import placed_problems
from ardennes.core.sequence import step_of
from ardennes.games.ardennes_offensive.facts import (
    ABSENT,
    ALLIED,
    BRIDGES,
    CLOSED,
    DIVISIONS,
    DUE,
    ELIMINATED,
    ENTRY,
    GERMAN,
    HEX_NAMES,
    HEYDTE,
    LAST_TURN,
    LIVE,
    MAP_EDGE,
    OF_SIDE,
    ROAD_HEXES,
    SECTIONS,
    SIDE,
    SIDES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.state import OffensiveState

Problems = list[tuple[str, str]]
"""Pairs of field path and message."""
_EAST = ENTRY["E"]
_WAITING = frozenset(ENTRY.values())
_OWN_BOXES = (
    frozenset({ABSENT, DUE, ELIMINATED, _EAST}),
    frozenset({ABSENT, DUE, ELIMINATED, *_WAITING}) - {_EAST},
)
_OF_A_TURN = ("cut", "unsupplied", "isolated", "moved", "fought", "attacked", "joined", "obliged", "spent", "awake")
"""What is known only during a player-turn."""
_LATEST = LAST_TURN + len(SECTIONS)
"""A unit whose sections are all closed is put off once for each of them."""


def units(s: OffensiveState) -> Problems:
    """What is wrong with where units are."""
    out: Problems = []
    odd = {place for place, found in s._here.items() if found & (found - 1)}
    """Hexes in which something could be wrong: the others need no closer look."""
    odd |= set(each((s.occupied(GERMAN) | s.occupied(ALLIED)) & CLOSED | s.occupied(GERMAN) & MAP_EDGE))
    for u, place in enumerate(s.at):
        if place >= 0 and place not in odd:
            continue
        side = SIDE[u]
        if place < 0:
            if place not in _OWN_BOXES[side]:
                out.append((f"units.{UNIT_NAMES.names[u]}", f"{SIDES[side]} units do not come in there (case 14.1A)"))
            continue
        here = f"units.{UNIT_NAMES.names[u]}"
        name = HEX_NAMES.names[place]
        if CLOSED >> place & 1:
            out.append((here, f"no unit may ever enter {name} (cases E-MAP-1, 11.0-impassable)"))
        elif side == GERMAN and MAP_EDGE >> place & 1:
            out.append((here, f"{name} is a Map Edge hex, which German units never enter (case 5.3L)"))
        foes = s.units_at(place, 1 - side)
        friends = s.units_at(place, side) & ~(1 << u)
        if foes:
            out.append((here, f"{name} also holds the enemy unit {UNIT_NAMES.names[each(foes)[0]]}"))
        elif friends and LIVE >> place & 1:
            first = UNIT_NAMES.names[each(friends)[0]]
            if (friends | 1 << u) & DIVISIONS:
                out.append(
                    (here, f"{name} also holds {first}: a German infantry division stacks with nobody (case 8.2C)")
                )
            elif friends.bit_count() > 2:
                out.append((here, f"{name} holds more than three units (case 8.0)"))
    return out


def markers(s: OffensiveState) -> Problems:
    """What is wrong with modes, markers and schedules."""
    out: Problems = []
    if not 1 <= s.turn <= LAST_TURN:
        out.append(("turn", f"{s.turn} is not a game-turn; allowed: 1 to {LAST_TURN}"))
    on_map = s.on_map(GERMAN) | s.on_map(ALLIED)
    waiting = _waiting(s)
    for u in each(s.road & on_map):
        if not ROAD_HEXES >> s.at[u] & 1:
            out.append(
                (
                    "road",
                    f"there is no road in {HEX_NAMES.names[s.at[u]]}, where {UNIT_NAMES.names[u]} is (case 6.5F)",
                )
            )
    for field, good, reason in (
        ("road", on_map | waiting, "is not on the map (case 6.0)"),
        ("must_leave", s.road & on_map, "is not in road mode on the map (case 6.7L)"),
        ("must_part", s.road & on_map, "is not in road mode on the map (case 6.7N)"),
        ("unsupplied", on_map, "is not on the map (case 12.3G)"),
        ("awake", s.on_map(ALLIED), "is not an Allied unit on the map (case 5.3M)"),
        ("spent", on_map, "is not on the map (case 6.7L)"),
        ("isolated", s.unsupplied, "is not unsupplied, so it cannot be isolated (case 12.3H)"),
    ):
        for u in each(getattr(s, field) & ~good)[:1]:
            out.append((field, f"{UNIT_NAMES.names[u]} {reason}"))
    for u in each(waiting & ~s.road)[:1]:
        out.append(("road", f"{UNIT_NAMES.names[u]} waits off the map, so it must be in road mode (case 14.1A)"))
    if s.cut >> len(BRIDGES.names):
        out.append(("cut", f"there are only {len(BRIDGES.names)} bridges"))
    for u, place in enumerate(s.at):
        if place == DUE and u != HEYDTE:
            name = UNIT_NAMES.names[u]
            if not 1 <= s.due[u] <= _LATEST:
                out.append((f"due.{name}", f"{s.due[u]} is not a turn on which it can come; allowed: 1 to {_LATEST}"))
            east = s.section[u] == len(SECTIONS)
            if not 0 <= s.section[u] <= len(SECTIONS) or east != (SIDE[u] == GERMAN):
                known = ", ".join(f"{n} {section}" for n, section in enumerate((*SECTIONS, "E")))
                out.append((f"section.{name}", f"{s.section[u]} is not a section by which it can come ({known})"))
    for u, number in enumerate(s.battle if any(s.battle) else ()):
        name = UNIT_NAMES.names[u]
        if not 0 <= number <= len(s.at):
            out.append((f"battle.{name}", f"there is no attack {number}"))
        if number and s.at[u] < 0:
            out.append((f"battle.{name}", "only units on the map take part in an attack (case 9.1A)"))
    return out


def _waiting(s: OffensiveState) -> int:
    return sum(1 << u for u, place in enumerate(s.at) if place < 0 and place in _WAITING)


def broken(s: OffensiveState) -> list[str]:
    """What is broken in a state, whatever has been played."""
    out = placed_problems(s) + [f"{field}: {why}" for field, why in units(s) + (markers(s) if s.result is None else [])]
    fresh = s.clone()
    fresh.refresh()
    if (fresh._plans, fresh._through) != (s._plans, s._through):
        out.append("the planned attacks or the gates that were used are stale")
    for side in (GERMAN, ALLIED):
        for what in (
            OffensiveState.standing,
            OffensiveState.zoc,
            OffensiveState.full,
            OffensiveState.columns,
            OffensiveState.held,
        ):
            if what(s, side) != what(fresh, side):
                out.append(f"what is known of side {side} is stale: {what.__name__}")
    step = step_of(s).name
    if s.result is None and not step.startswith(SIDES):
        for field in _OF_A_TURN:
            if getattr(s, field):
                out.append(f"{field} outside a player-turn")
    phasing = next((side for side in (GERMAN, ALLIED) if step.startswith(SIDES[side])), None)
    if phasing is not None and (s.unsupplied | s.isolated) & OF_SIDE[1 - phasing]:
        out.append("a supply marker on a unit of the side that is not phasing")
    return out
