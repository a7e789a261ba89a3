"""9.1, 9.3, 9.5, 11.0: who can attack whom, how strong both sides are, and which units ignore a retreat."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    CLEARED_WALL,
    COLUMNS,
    EVERY,
    GERMAN,
    INITIAL,
    LIVE,
    SIDE,
    STANDARD,
    STRENGTH,
    TABLES,
    TOWNS,
    WEST_WALL,
    odds_column,
)
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import out_now

FIRST_TURN: int = TABLES["combat"]["first_turn"]
"""4.2: what German strength is multiplied by on the first turn; no multiple is ever greater than that."""
WALL_DEFENCE: int = TABLES["west_wall"]["defence"]
WALL_ATTACK: int = TABLES["west_wall"]["attack"]
CLEARED_DEFENCE: int = TABLES["west_wall"]["cleared_defence"]
GERMAN_FLOOR = COLUMNS.index(TABLES["combat"]["german_floor"])

# --- who can attack whom -----------------------------------------------------------------------------------------------------------------


def table_of(s: OffensiveState, side: Side) -> str:
    """10.0, 10.3: the table on which a side attacks."""
    return INITIAL if side == GERMAN and not s.standard else STANDARD


def planned(s: OffensiveState) -> Units:
    """The units on both sides that belong to a planned attack."""
    out = 0
    for units in s.plans().values():
        out |= units
    return out


def able(s: OffensiveState, side: Side) -> Units:
    """9.1C, 12.6: the units that can still attack in this phase, planned or not: not isolated, and have not attacked yet."""
    return s.active(side) & ~s.fought & ~s.isolated


def fresh_hexes(s: OffensiveState, side: Side) -> Places:
    """9.1C, E-9.0-1: the hexes of a side that can still be attacked: those with a unit that was not attacked before. Units that have
    retreated into a hex only share what happens to others there."""
    stale = (s.attacked | s.joined) & s.active(side)
    out = s.live(side)
    for place in each(s.places_of(stale)):
        if not s.units_at(place, side) & ~stale:
            out &= ~(1 << place)
    return out


def beside_all(hexes: Places) -> Places:
    """9.1A, 9.2D: the live hexes next to every one of these."""
    out = LIVE
    for place in each(hexes):
        out &= BOARD.neighbours(place)
    return out


# --- strength ----------------------------------------------------------------------------------------------------------------------------


def half(n: int) -> int:
    """9.3J: halves are rounded up.

    >>> half(9), half(4), half(1)
    (5, 2, 1)
    """
    return (n + 1) // 2


def by_hex(s: OffensiveState, units: Units) -> Iterator[tuple[Place, Units]]:
    """Some units hex by hex."""
    side_of = s.roster.side
    while units:
        first = (units & -units).bit_length() - 1
        here = units & s.units_at(s.at[first], side_of[first]) or 1 << first
        yield s.at[first], here
        units &= ~here


def face(units: Units) -> int:
    """10.1: printed strength."""
    return sum(STRENGTH[u] for u in each(units))


def stack_strength(s: OffensiveState, units: Units, halved: Units) -> int:
    """6.6K, 9.3J, 9.5M: the strength of units in one hex before terrain: supply first, on the sum of those it halves, then road mode."""
    low, road = units & halved, units & s.road
    if not low and not road:
        return face(units)
    return face(units & ~low & ~road) + half(face(low & ~road)) + half(face(road & ~low)) + half(half(face(road & low)))


def attack_factor(s: OffensiveState, side: Side, place: Place) -> int:
    """4.2-german, 11.0-westwall: by what attacks out of a hex are multiplied."""
    if side == ALLIED:
        return 1
    if s.turn == 1:
        return FIRST_TURN
    return WALL_ATTACK if WEST_WALL >> place & 1 else 1


def defence_factor(s: OffensiveState, side: Side, place: Place) -> int:
    """4.2-allied, 11.0-westwall, 11.0-cleared: by what the defence of a hex is multiplied."""
    if side == ALLIED:
        return 1
    if s.turn == 1:
        return FIRST_TURN
    if WEST_WALL >> place & 1:
        return WALL_DEFENCE
    return CLEARED_DEFENCE if CLEARED_WALL >> place & 1 else 1


def attack_strength(s: OffensiveState, units: Units) -> int:
    """9.3J: the strength of some attackers. Isolated ones add nothing (12.6)."""
    total = 0
    for place, here in by_hex(s, units & ~s.isolated):
        first = (here & -here).bit_length() - 1
        total += stack_strength(s, here, s.unsupplied) * attack_factor(s, SIDE[first], place)
    return total


def surrounded(s: OffensiveState, side: Side, place: Place) -> bool:
    """Could a unit here be isolated (12.3H)? Not while a hex next to it is open."""
    return not BOARD.neighbours(place) & LIVE & ~s.closed_to(side)


def isolated_now(s: OffensiveState, side: Side, hexes: Places) -> Units:
    """12.4K: the units of a side in some hexes that are isolated at this moment. Supply is traced only if one could be."""
    if not any(surrounded(s, side, place) for place in each(hexes)):
        return 0
    return out_now(s, side)[1] & s.units_in(side, hexes)


def defence_strength(s: OffensiveState, side: Side, hexes: Places, isolated: Units | None = None) -> int:
    """9.2D, 9.2F, 9.3J: the strength with which a side defends some hexes, worked out hex by hex.

    `isolated`: those of its units that are isolated now, if that is known already.
    """
    cut = isolated_now(s, side, hexes) if isolated is None else isolated
    total = 0
    for place in each(hexes):
        units = defenders(s, side, 1 << place)
        total += stack_strength(s, units, cut) * defence_factor(s, side, place)
    return total


def defenders(s: OffensiveState, side: Side, hexes: Places) -> Units:
    """9.1B, E-9.0-1: the units that defend some hexes: all of those there that have not been attacked before or retreated into them."""
    return s.units_in(side, hexes) & ~s.attacked & ~s.joined


def column(s: OffensiveState, attackers: Units, hexes: Places) -> int:
    """9.3K: the column in which some attackers fight some enemy hexes."""
    first: Unit = (attackers & -attackers).bit_length() - 1
    return odds_column(attack_strength(s, attackers), defence_strength(s, 1 - SIDE[first], hexes))


def lower_columns(side: Side, final: int) -> tuple[int, ...]:
    """9.4L, E-9.0-2: the columns to which the attacker may lower the odds."""
    return tuple(range(GERMAN_FLOOR if side == GERMAN else 0, final))


# --- immunity ----------------------------------------------------------------------------------------------------------------------------


def immune_hexes(side: Side) -> Places:
    """11.0-town, 11.0-westwall, 11.0-cleared: where a side's units do not have to retreat."""
    return TOWNS | WEST_WALL | CLEARED_WALL if side == GERMAN else TOWNS


def immune(s: OffensiveState, units: Units) -> Units:
    """11.0, E-11.0: those of some units that ignore Ar and Dr, unless their owner has waived it."""
    out = 0
    at = s.at
    for u in each(units):
        if at[u] >= 0 and immune_hexes(SIDE[u]) >> at[u] & 1:
            out |= 1 << u
    return out


def in_contact(s: OffensiveState) -> Units:
    """4.2-german, E-4.2: the units of both sides next to an enemy."""
    german, allied = s.live(GERMAN), s.live(ALLIED)
    return s.units_in(GERMAN, BOARD.spread(allied, EVERY)) | s.units_in(ALLIED, BOARD.spread(german, EVERY))
