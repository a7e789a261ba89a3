"""7.8 Leaving the map: by which hexes a unit may go, and what it is worth."""

from __future__ import annotations

from functools import cache

from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits
from ardennes.games.enemy_action import movement, victory
from ardennes.games.enemy_action.facts import (
    ALLIED,
    ARMY_OF,
    EXIT_UNTIL,
    EXITED,
    GERMAN,
    HEX_NAMES,
    LAST_DATE,
    MECH,
    SIDE,
    TABLES,
    WEST_BANK,
    exit_edge,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe

_EXIT = int(TABLES["movement"]["exit"])
EXIT_HEXES = bits(EXIT_UNTIL)
EXIT_EDGES: dict[str, tuple[str, ...]] = {army: tuple(TABLES["exits"][army]) for army in ("6pa", "5pa", "7a", "okw")}
"""7.8: the edges over which the units of each army may leave."""
CLOSES: tuple[tuple[str, str], ...] = tuple((a, b) for a, b in TABLES["exits"]["closes"])
"""7.81: pairs of edges: once one is used, the other is closed."""
_EXIT_VP = TABLES["victory"]


def hexes_of(s: EnemyActionState, unit: Unit) -> Places:
    """7.8: the exit hexes of a unit's army, whether or not they are open."""
    return _exits_over(EXIT_EDGES[ARMY_OF[unit] or "okw"])


@cache
def _exits_over(edges: tuple[str, ...]) -> Places:
    return bits(p for p in EXIT_UNTIL if exit_edge(p) in edges)


@cache
def _exits_on(day: int) -> Places:
    """2.1-exit: the exit hexes that are still open on a day."""
    return bits(p for p, until in EXIT_UNTIL.items() if day <= until)


def closed_edges(s: EnemyActionState) -> tuple[str, ...]:
    """7.81: the edges that are closed because units have left by another."""
    return tuple(b if s.flank == a else a for a, b in CLOSES if s.flank in (a, b))


def limits(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Limits:
    """7.8, 7.81: the hexes by which a unit can leave the map, going there first if need be."""
    german = SIDE[unit] == GERMAN
    yield "2.1-exit", -1 if german else 0, "Allied units never leave the map"
    yield "2.1-exit", EXIT_HEXES, "{} is not an exit hex"
    today = _exits_on(s.day)
    yield "2.1-exit", today, lambda p: f"{HEX_NAMES.names[p]} is closed after {EXIT_UNTIL.get(p, LAST_DATE)} December"
    yield "7.8", 0 if s.unsupplied >> unit & 1 else -1, f"{s.name(unit)} is not in supply"
    yield "7.8", hexes_of(s, unit) if german else 0, f"units of {s.name(unit)}'s army may not leave the map at {{}}"
    shut = closed_edges(s)
    still = EXIT_HEXES & ~_exits_over(shut)
    yield "7.81", still, lambda p: f"units have left by the {s.flank} edge, which closes {HEX_NAMES.names[p]}"
    yield "7.8", ~s.zoc(foe(SIDE[unit])), "{} is enemy-controlled"
    found = movement.reach(s, unit, spent, barred)
    left = movement.allowance(s, unit) - spent
    near = 0
    for level in found.levels[: max(left - _EXIT + 1, 0)]:
        near |= level
    start = 0 if spent else 1 << s.at[unit]
    near &= ~movement.roadblock_stops(s, unit) | start
    yield "7.8", near, f"{s.name(unit)} cannot reach {{}} with 1 MP left"


def reach(s: EnemyActionState, unit: Unit, spent: int = 0, barred: int = 0) -> Places:
    """7.8: the hexes by which a unit can leave the map."""
    if SIDE[unit] == ALLIED or s.unsupplied >> unit & 1:
        return 0
    return offered(limits(s, unit, spent, barred))


def points(s: EnemyActionState, unit: Unit, place: Place) -> int:
    """14.1-exit: the points for a unit that leaves the map from a hex."""
    kind = "mechanized" if MECH >> unit & 1 else "infantry"
    if WEST_BANK >> place & 1:
        return int(_EXIT_VP["exit_west"][kind]) * s.strength(unit)
    return int(_EXIT_VP["exit_east"][kind]) * s.steps(unit)


def leave_map(s: EnemyActionState, unit: Unit) -> None:
    """7.8, 7.81, 14.1-exit: a unit leaves the map from its hex."""
    place = s.at[unit]
    edge = exit_edge(place)
    gained = points(s, unit, place)
    s.exit_vp += gained
    if not s.flank and any(edge in pair for pair in CLOSES):
        s.flank = edge
    position = s.ip >> place & 1
    s.tell("exits", unit, place, edge, gained)
    s.remove(unit, EXITED)
    if position and not s.ip >> place & 1:
        s.tell("loses_ip", place)
    victory.sudden(s)
