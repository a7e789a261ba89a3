"""8 Combat: which battles are fought, and their dice. Chances are in `odds`, what follows from hits in `losses`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.state import Frame
from ardennes.games.commander import preview
from ardennes.games.commander.facts import SIDES
from ardennes.games.commander.losses import Response
from ardennes.games.commander.odds import attackers_at, chance_of, dice_of, hit_weights, terrain_reduction
from ardennes.games.commander.preview import next_battle
from ardennes.games.commander.state import CommanderState, space_title

# --- the battles of a turn ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combats(Frame):
    """8-mandatory Every space with active units and enemies sees a battle; the active player chooses the order (8-order)."""

    side: Side
    left: Places
    public: ClassVar[bool] = True

    def preview(self, s: CommanderState) -> dict[str, Any] | None:
        return next_battle(s, self.side, self.left)

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
    public: ClassVar[bool] = True

    def preview(self, s: CommanderState) -> dict[str, Any]:
        return preview.battle(s, self.place, self.attackers, self.defenders)

    def roller(self) -> Unit:
        """The unit that rolls next: attackers first; -1 if all have."""
        left = self.attackers & ~self.rolled or self.defenders & ~self.rolled
        return (left & -left).bit_length() - 1

    def chance(self, s: CommanderState, unit: Unit) -> int:
        """The modified hit chance of a unit in this battle."""
        return chance_of(s, self.place, self.attackers, self.defenders, unit)

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
        s.tell("hits", self.place, self.on_defender, self.on_attacker, less)
        s.become(Response(self.place, self.attackers, self.defenders, hits, self.on_attacker))
