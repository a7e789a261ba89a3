"""12.0, 12.1: who can attack whom, on which table, and how strong both sides are."""

from __future__ import annotations

from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    CF,
    DEFENCE,
    GERMAN,
    MORE,
    OVER_RIVER_OF,
    PRIMARY,
    SECONDARY,
    SHIFTS,
    SIDE,
    STRONGER,
)
from ardennes.games.bulge.state import BulgeState, total_cf

# --- who can attack whom -----------------------------------------------------------------------------------------------------------------


def attackers_of(s: BulgeState, target: Unit) -> Units:
    """12.0-1, 12.0-2: the units that can join an attack on it."""
    return s.adjacent_units(target, 1 - SIDE[target]) & ~s.attacked


def must_join(s: BulgeState, after: bool, target: Unit, attackers: Units) -> Units:
    """9.0-1: units that must still join an attack after movement: they are next to its target and have nobody else to attack.

    No new target can turn up for them in this phase: a unit that retreats or advances has already fought, and a unit fights only once.
    So a unit left out now would never attack, while one with another target can wait for it.
    """
    if not after or s.setup.rules == "1":
        return 0
    others = attackers_of(s, target) & ~attackers
    gone = s.defended | 1 << target
    return bits([u for u in each(others) if not s.adjacent_units(u, SIDE[target]) & ~gone])


def tempted(s: BulgeState, target: Unit, attackers: Units) -> Units:
    """12.1-1: the attackers next to an enemy that is stronger, as printed, than the target and can still be attacked in this phase."""
    stronger = STRONGER[CF[target]] & ~s.defended
    return bits([u for u in each(attackers) if s.adjacent_units(u, SIDE[target]) & stronger])


def out_of_supply(s: BulgeState, units: Units) -> Units:
    """12.1-1: the units of a side that are not in supply."""
    if not units:
        return 0
    supplied = supply.hexes_in_supply(s, SIDE[units.bit_length() - 1])
    return bits([u for u in each(units & ~s.resupplied) if not supplied >> s.at[u] & 1])


def crts_allowed(s: BulgeState, target: Unit, attackers: Units) -> tuple[str, ...]:
    """12.1-1: Primary if all attackers are in supply; Secondary if each attacks its strongest neighbour, or if one is out of supply."""
    if out_of_supply(s, attackers):
        return (SECONDARY,)
    return (PRIMARY,) if tempted(s, target, attackers) else (PRIMARY, SECONDARY)


# --- strength ----------------------------------------------------------------------------------------------------------------------------


def river_bonus(s: BulgeState, target: Unit, attackers: Units) -> int:
    """D-TEC: the bonus if every attacker attacks across a river or bridge side."""
    across = attackers and not s.places_of(attackers) & ~OVER_RIVER_OF[s.at[target]]
    return MORE["river_defence"] if across else 0


def differential(s: BulgeState, target: Unit, attackers: Units) -> int:
    """12.1-3: the attackers' factors minus the defender's, terrain included."""
    defence = CF[target] + DEFENCE[SIDE[target]][s.at[target]] + river_bonus(s, target, attackers)
    return total_cf(attackers) - defence


def surprise(s: BulgeState, side: Side, after: bool) -> int:
    """5.0-1: the German column shift for surprise."""
    if side != GERMAN or s.turn != 1:
        return 0
    return SHIFTS["surprise_after" if after else "surprise_before"]


def weather_shift(s: BulgeState, side: Side, after: bool) -> int:
    """6.1, except for mist, which needs a die."""
    if not after:
        return 0
    if s.weather == "overcast" and side == GERMAN:
        return SHIFTS["overcast_german"]
    if s.weather == "clear" and side == ALLIED:
        return SHIFTS["clear_allied"]
    return 0


def steady_shift(s: BulgeState, side: Side, after: bool, support: int) -> int:
    """12.1-5: surprise, weather and ground support, without the mist die."""
    steady = surprise(s, side, after) + weather_shift(s, side, after)
    return steady + support * SHIFTS["ground_support"]


def needs_mist_die(s: BulgeState, side: Side, after: bool) -> bool:
    """6.1: does mist call for a die roll?"""
    return after and side == GERMAN and s.weather == "mist"
