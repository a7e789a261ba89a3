"""8 Combat: which battles are fought, and their dice. For the chances see `odds`, for the effects of hits `losses`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import Decision
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.core.wording import counted
from ardennes.games.commander import preview
from ardennes.games.commander.facts import SIDE, SIDES
from ardennes.games.commander.losses import MOST_HITS, Response, misfit_of_battle, misfit_of_turn
from ardennes.games.commander.odds import attackers_at, chance_of, dice_of, hit_weights, terrain_reduction
from ardennes.games.commander.preview import next_battle
from ardennes.games.commander.state import CommanderState, space_title

# --- the battles of a turn ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combats(Frame):
    """8-mandatory There is a battle in every space with active units and enemies; the active player chooses the order (8-order)."""

    side: Side
    left: Places
    below = ("EndTurn",)
    title = "Battles"
    labels: ClassVar[dict[str, str]] = {"battle": "Fight here first"}
    public = True

    def limits_battle(self, s: CommanderState) -> Limits:
        fought_over = s.places_of(s.active) & s._occ[1 - self.side]
        yield "8-mandatory", fought_over, "no active unit of yours shares {} with an enemy"
        yield "8-order", self.left, "the battle in {} has been fought"

    def decide(self, s: CommanderState) -> Decision | None:
        if not self.left:
            s.pop()
            return None
        if self.left & (self.left - 1) == 0:
            self.on_battle(s, self.left.bit_length() - 1)
            return None
        places = offered(self.limits_battle(s))
        return s.ask(SIDES[self.side], "Which battle is fought first?", "8-order", battle=places)

    def on_battle(self, s: CommanderState, place: Place) -> None:
        attackers = attackers_at(s, place, self.side)
        defenders = s.units_at(place, 1 - self.side)
        s.active |= attackers
        s.tell("battle", self.side, place, attackers, defenders)
        s.become(Combats(self.side, self.left & ~(1 << place)), Battle(place, attackers, defenders, 0, 0, 0))

    def preview(self, s: CommanderState) -> dict[str, Any] | None:
        return next_battle(s, self.side, self.left)

    def attacks(self, s: CommanderState) -> dict[str, int]:
        return {"battle": -1}

    def fight(self, s: CommanderState, verb: str, raw: Any) -> dict[str, Any] | None:
        return next_battle(s, self.side, 1 << raw)

    def misfit(self, s: CommanderState, at: int) -> str:
        for place in each(self.left):
            if not s._occ[1 - self.side] >> place & 1 or not attackers_at(s, place, self.side) & s.active:
                return f"no battle can be fought in {space_title(place)}"
        return misfit_of_turn(s, self.side)


@dataclass(frozen=True, slots=True)
class Battle(Frame):
    """8-dice Both sides roll unit by unit. A roll gives a number of hits; no hits are applied until all have rolled."""

    place: Place
    attackers: Units
    defenders: Units
    rolled: Units
    on_attacker: int
    on_defender: int
    below = ("Combats",)
    public = True

    def preview(self, s: CommanderState) -> dict[str, Any]:
        return preview.battle(s, self.place, self.attackers, self.defenders)

    def roller(self) -> Unit:
        """The unit that rolls next, attackers first; -1 if all have rolled."""
        left = self.attackers & ~self.rolled or self.defenders & ~self.rolled
        return (left & -left).bit_length() - 1

    def chance(self, s: CommanderState, unit: Unit) -> int:
        """A unit's modified hit chance in this battle."""
        return chance_of(s, self.place, self.attackers, self.defenders, unit)

    def decide(self, s: CommanderState) -> Decision | None:
        unit = self.roller()
        if unit < 0:
            self._resolve(s)
            return None
        dice, chance = dice_of(s, unit), self.chance(s, unit)
        numbers, weights = hit_weights(dice, chance)
        prompt = f"{s.name(unit)} rolls {counted(dice, 'die', 'dice')} at {chance}: hits"
        return s.ask_chance(prompt, "8-dice", "8-hit-chances", weights=weights, hits=numbers)

    def luck(self, s: CommanderState) -> tuple[Side, tuple[int, ...]]:
        unit = self.roller()
        return SIDE[unit], hit_weights(dice_of(s, unit), self.chance(s, unit))[0]

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
        """8-hit-resolution: terrain cancels some of the hits, then the defender responds."""
        less = min(terrain_reduction(s, self.place, self.defenders), self.on_defender)
        hits = self.on_defender - less
        if less:
            s.tell("hits_stopped", self.place, self.on_defender, less, hits, self.on_attacker)
        else:
            s.tell("hits", self.place, hits, self.on_attacker)
        s.become(Response(self.place, self.attackers, self.defenders, hits, self.on_attacker))

    def misfit(self, s: CommanderState, at: int) -> str:
        if self.rolled & ~(self.attackers | self.defenders):
            return "a unit that takes no part has rolled"
        if not (0 <= self.on_attacker <= MOST_HITS and 0 <= self.on_defender <= MOST_HITS):
            return "that many hits are not possible"
        return misfit_of_battle(s, self.place, self.attackers, self.defenders)
