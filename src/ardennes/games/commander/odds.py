"""8 Who fights in a battle, and how likely hits are: participants, modifiers, dice, terrain."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.commander import facts
from ardennes.games.commander.facts import ALLIED, ATTACK, DAYS, DEFENCE, DICE, GERMAN, SIDE
from ardennes.games.commander.state import CommanderState

_FACES = 10


Throw = tuple[int, int]
"""Number of dice and hit chance."""


class Modifier(NamedTuple):
    """One reason why hits are more or less likely."""

    text: str
    value: int
    case: str


# --- who fights --------------------------------------------------------------------------------------------------------------------------


def attackers_at(s: CommanderState, place: Place, side: Side) -> Units:
    """8-participants: active units, and others there that can still be activated. A unit that broke through has already fought."""
    return s.units_at(place, side) & ~(s.cubes | s.oos | s.short | s.broke)


# --- hit chances -------------------------------------------------------------------------------------------------------------------------


def attack_modifiers(s: CommanderState, place: Place, side: Side, defenders: Units) -> list[Modifier]:
    """8-hit-chances: modifiers to the hit chance of every attacking die."""
    out = []
    day = DAYS[s.day]
    if side == GERMAN and day.attack_bonus:
        out.append(Modifier("Surprise", 1, "8-mod-att-surprise"))
    if side == GERMAN and facts.ARTILLERY >> place & 1:
        out.append(Modifier("German artillery", 1, "8-mod-att-artillery"))
    if side == ALLIED and day.airpower:
        out.append(Modifier("Allied airpower", 1, "8-mod-att-airpower"))
    cut = defenders & (s.oos | s.short)
    if not cut and defenders & (facts.TANKS | facts.ELITE_INFANTRY):
        out.append(Modifier("Armor or elite infantry defends", -1, "8-mod-att-armor-elite"))
    if facts.CLEAR >> place & 1:
        out.append(Modifier("Clear terrain", 1, "8-mod-att-clear"))
    if cut == defenders:
        out.append(Modifier("No defender has supply and fuel", 2, "8-mod-att-unsupplied"))
    return out


def came_over_river(s: CommanderState, attackers: Units) -> bool:
    """8-mod-def-river: did every attacker enter the space across a river this turn?"""
    return all(s.over[u] >= 0 for u in each(attackers))


def defence_modifiers(place: Place, attackers: Units, over_river: bool) -> list[Modifier]:
    """8-hit-chances: modifiers to the hit chance of every defending die."""
    out = []
    if attackers & facts.TANKS:
        out.append(Modifier("Armor attacks", -1, "8-mod-def-armor"))
    if facts.CLEAR >> place & 1:
        out.append(Modifier("Clear terrain", 1, "8-mod-def-clear"))
    if over_river:
        out.append(Modifier("All attackers crossed a river", 1, "8-mod-def-river"))
    return out


def base_chance(s: CommanderState, unit: Unit, attacking: bool) -> int:
    """2-hit-chance, 2-elite-armor, 8-oos-hit-chance: a unit's hit chance before modifiers."""
    if attacking:
        return ATTACK[unit]
    return facts.UNSUPPLIED_CHANCE if (s.oos | s.short) >> unit & 1 else DEFENCE[unit]


def total(modifiers: list[Modifier]) -> int:
    return sum(m.value for m in modifiers)


def clamped(chance: int) -> int:
    return max(0, min(_FACES, chance))


def dice_of(s: CommanderState, unit: Unit) -> int:
    """8-dice, 8-bonus-die: how many dice a unit rolls."""
    return DICE[unit][s.strength(unit)]


@cache
def hit_weights(dice: int, chance: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many of `dice` ten-sided dice show `chance` or less: the possible numbers, and how many of the 10^dice rolls give each."""
    ways = [(k, comb(dice, k) * chance**k * (_FACES - chance) ** (dice - k)) for k in range(dice + 1)]
    ways = [(k, n) for k, n in ways if n]
    return tuple(k for k, _ in ways), tuple(n for _, n in ways)


@lru_cache(maxsize=20_000)
def spread_of_hits(throws: tuple[Throw, ...]) -> tuple[float, ...]:
    """The chance of each total number of hits from several throws."""
    out = [1.0]
    for dice, chance in throws:
        numbers, weights = hit_weights(dice, chance)
        whole = _FACES**dice
        more = [0.0] * (len(out) + dice)
        for n, weight in zip(numbers, weights, strict=True):
            share = weight / whole
            for k, p in enumerate(out):
                more[k + n] += p * share
        out = more
    return tuple(out)


def terrain_reduction(s: CommanderState, place: Place, defenders: Units) -> int:
    """8-terrain-reduction, 8-reduction-limit: how many hits on the defenders the terrain cancels."""
    defender = SIDE[(defenders & -defenders).bit_length() - 1]
    holds, taken = facts.REDUCTION[place]
    value = holds if s.controller(place) == defender else taken
    return min(value, sum(s.strength(u) for u in each(defenders)))


def chance_of(s: CommanderState, place: Place, attackers: Units, defenders: Units, unit: Unit) -> int:
    """8-hit-chances: a unit's modified hit chance in a battle."""
    if attackers >> unit & 1:
        return clamped(base_chance(s, unit, True) + total(attack_modifiers(s, place, SIDE[unit], defenders)))
    more = total(defence_modifiers(place, attackers, came_over_river(s, attackers)))
    return clamped(base_chance(s, unit, False) + more)
