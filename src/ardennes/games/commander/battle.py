"""8 Combat: which battles are fought, who takes part, hit chances and dice. What follows from the hits is in `losses`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple

from ardennes.core.decision import Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander.facts import (
    ALLIED,
    ARTILLERY,
    CLEAR,
    DAYS,
    DICE,
    ELITE_INFANTRY,
    GERMAN,
    OF_SIDE,
    REDUCTION,
    SIDE,
    SIDES,
    TANKS,
    UNITS,
    UNSUPPLIED_CHANCE,
)
from ardennes.games.commander.losses import Response
from ardennes.games.commander.state import CommanderState, space_title

_FACES = 10


class Modifier(NamedTuple):
    """One reason why hits are more or less likely."""

    text: str
    value: int
    case: str


# --- who fights --------------------------------------------------------------------------------------------------------------------------


def attackers_at(s: CommanderState, place: Place, side: Side) -> Units:
    """8-participants: active units, and others there that can still be activated. A unit that broke through has had its fight."""
    return s.units_at(place, side) & ~(s.cubes | s.oos | s.short | s.broke)


# --- hit chances -------------------------------------------------------------------------------------------------------------------------


def attack_modifiers(s: CommanderState, place: Place, side: Side, defenders: Units) -> list[Modifier]:
    """8-hit-chances: what changes the hit chance of every attacking die."""
    out = []
    day = DAYS[s.day]
    if side == GERMAN and day.attack_bonus:
        out.append(Modifier("Surprise", 1, "8-mod-att-surprise"))
    if side == GERMAN and ARTILLERY >> place & 1:
        out.append(Modifier("German artillery", 1, "8-mod-att-artillery"))
    if side == ALLIED and day.airpower:
        out.append(Modifier("Allied airpower", 1, "8-mod-att-airpower"))
    cut = defenders & (s.oos | s.short)
    if not cut and defenders & (TANKS | ELITE_INFANTRY):
        out.append(Modifier("Armor or elite infantry defends", -1, "8-mod-att-armor-elite"))
    if CLEAR >> place & 1:
        out.append(Modifier("Clear terrain", 1, "8-mod-att-clear"))
    if cut == defenders:
        out.append(Modifier("No defender has supply and fuel", 2, "8-mod-att-unsupplied"))
    return out


def defence_modifiers(s: CommanderState, place: Place, attackers: Units) -> list[Modifier]:
    """8-hit-chances: what changes the hit chance of every defending die."""
    out = []
    if attackers & TANKS:
        out.append(Modifier("Armor attacks", -1, "8-mod-def-armor"))
    if CLEAR >> place & 1:
        out.append(Modifier("Clear terrain", 1, "8-mod-def-clear"))
    if all(s.over[u] >= 0 for u in each(attackers)):
        out.append(Modifier("All attackers came over a river", 1, "8-mod-def-river"))
    return out


def base_chance(s: CommanderState, unit: Unit, attacking: bool) -> int:
    """2-hit-chance, 2-elite-armor, 8-oos-hit-chance."""
    if attacking:
        return UNITS[unit].attack
    return UNSUPPLIED_CHANCE if (s.oos | s.short) >> unit & 1 else UNITS[unit].defence


def total(modifiers: list[Modifier]) -> int:
    return sum(m.value for m in modifiers)


def clamped(chance: int) -> int:
    return max(0, min(_FACES, chance))


def dice_of(s: CommanderState, unit: Unit) -> int:
    """8-dice, 8-bonus-die."""
    return DICE[unit][s.strength(unit)]


@cache
def hit_weights(dice: int, chance: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many of so many ten-sided dice show the chance or less: the possible numbers and in how many of 10^n throws each comes up."""
    ways = [(k, comb(dice, k) * chance**k * (_FACES - chance) ** (dice - k)) for k in range(dice + 1)]
    ways = [(k, n) for k, n in ways if n]
    return tuple(k for k, _ in ways), tuple(n for _, n in ways)


def terrain_reduction(s: CommanderState, place: Place, defenders: Units) -> int:
    """8-terrain-reduction, 8-reduction-limit: hits that the terrain takes off the defenders."""
    defender = SIDE[(defenders & -defenders).bit_length() - 1]
    holds, taken = REDUCTION[place]
    value = holds if s.controller(place) == defender else taken
    return min(value, sum(s.strength(u) for u in each(defenders)))


# --- the battles of a turn ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combats(Frame):
    """8-mandatory Every space with active units and enemies sees a battle; the active player chooses the order (8-order)."""

    side: Side
    left: Places

    def decide(self, s: CommanderState) -> Decision | None:
        if not self.left:
            s.pop()
            return None
        if self.left & (self.left - 1) == 0:
            self.on_battle(s, self.left.bit_length() - 1)
            return None
        return s.ask(SIDES[self.side], "Which battle is fought first?", "8-order", battle=self.left)

    def on_battle(self, s: CommanderState, place: Place) -> None:
        attackers = attackers_at(s, place, self.side)
        defenders = s.units_at(place, 1 - self.side)
        s.active |= attackers
        s.tell("battle", self.side, place, attackers, defenders)
        s.become(Combats(self.side, self.left & ~(1 << place)), Battle(place, attackers, defenders, 0, 0, 0))

    def why_battle(self, s: CommanderState, place: Place) -> Refusal:
        title = space_title(place)
        if s.active & s._here[place] and s._occ[1 - self.side] >> place & 1:
            return Refusal("8-order", f"the battle in {title} has been fought")
        return Refusal("8-mandatory", f"no active unit of yours shares {title} with an enemy")


@dataclass(frozen=True, slots=True)
class Battle(Frame):
    """8-dice Unit by unit both sides roll; the number of hits is asked, and nothing is applied before all have rolled."""

    place: Place
    attackers: Units
    defenders: Units
    rolled: Units
    on_attacker: int
    on_defender: int

    @property
    def side(self) -> Side:
        """The attacker's (8-attacker-defender)."""
        return GERMAN if self.attackers & OF_SIDE[GERMAN] else ALLIED

    def roller(self) -> Unit:
        """The unit that rolls next: attackers first; -1 if all have."""
        left = self.attackers & ~self.rolled or self.defenders & ~self.rolled
        return (left & -left).bit_length() - 1

    def chance(self, s: CommanderState, unit: Unit) -> int:
        """The modified hit chance of a unit in this battle."""
        if self.attackers >> unit & 1:
            more = total(attack_modifiers(s, self.place, self.side, self.defenders))
            return clamped(base_chance(s, unit, True) + more)
        return clamped(base_chance(s, unit, False) + total(defence_modifiers(s, self.place, self.attackers)))

    def decide(self, s: CommanderState) -> Decision | None:
        unit = self.roller()
        if unit < 0:
            self._resolve(s)
            return None
        dice, chance = dice_of(s, unit), self.chance(s, unit)
        numbers, weights = hit_weights(dice, chance)
        prompt = f"{s.name(unit)} rolls {dice} {'dice' if dice > 1 else 'die'} at {chance}: hits"
        return s.ask_chance(prompt, "8-dice", "8-hit-chances", weights=weights, hits=numbers)

    def on_hits(self, s: CommanderState, hits: int) -> None:
        unit = self.roller()
        s.tell("rolls", unit, dice_of(s, unit), self.chance(s, unit), hits)
        mine = bool(self.attackers >> unit & 1)
        s.become(
            Battle(
                self.place,
                self.attackers,
                self.defenders,
                self.rolled | 1 << unit,
                self.on_attacker + (0 if mine else hits),
                self.on_defender + (hits if mine else 0),
            )
        )

    def _resolve(self, s: CommanderState) -> None:
        """8-hit-resolution: the terrain takes its part, then the defender answers."""
        less = min(terrain_reduction(s, self.place, self.defenders), self.on_defender)
        hits = self.on_defender - less
        s.tell("hits", self.place, self.on_defender, less, self.on_attacker)
        s.become(Response(self.place, self.attackers, self.defenders, hits, self.on_attacker))
