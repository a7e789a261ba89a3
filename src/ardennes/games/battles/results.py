"""9.4, b9.5, b10.4 The die of an attack, what its result means, and the losses of both sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, NamedTuple

from ardennes.core.decision import Decision
from ardennes.core.errors import brief, one_of
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints
from ardennes.core.wording import counted
from ardennes.games.battles import preview
from ardennes.games.battles.facts import COLUMNS, COMBAT, CRT, DIE, GROUND, SIDES, TABLES, UNIT_NAMES
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.strength import column, defenders, near, pure

CASES = {"9.4": "9.4", "b9.62": "b9.62", "b9.63": "b9.63", "b9.64": "b9.64"}
"""What asks for losses: a result, a river on the way back, a retreat that cannot be made, holding on."""
_EXCHANGE, _BARRAGE_RETREAT = (int(TABLES["combat"][name]) for name in ("exchange", "barrage_retreat"))


class Result(NamedTuple):
    """9.4: what a result asks for."""

    attacker: int = 0
    """Steps that the attackers lose (A#, EX)."""
    defender: int = 0
    """Steps that the defenders lose (D#, EX)."""
    retreat: int = 0
    """Hexes that the defenders retreat (R#)."""
    back: bool = False
    """Do the attackers retreat (AR)?"""
    rout: bool = False
    """b10.4: does it ask for D# or R#, which artillery alone in its hex does not survive?"""


@cache
def read(outcome: str, barrage: bool) -> Result:
    """What a result asks for; in a barrage without ground units every R# counts as R1 (b10.15).

    >>> read("D1 R3", False)
    Result(attacker=0, defender=1, retreat=3, back=False, rout=True)
    >>> read("EX R2", True).retreat, read("A2 AR", False).back
    (1, True)
    """
    found = Result()
    for part in outcome.split():
        if part == "EX":
            found = found._replace(attacker=_EXCHANGE, defender=_EXCHANGE)
        elif part == "AR":
            found = found._replace(back=True)
        elif part[0] == "A":
            found = found._replace(attacker=int(part[1:]))
        elif part[0] == "D":
            found = found._replace(defender=int(part[1:]), rout=True)
        elif part[0] == "R":
            far = int(part[1:])
            found = found._replace(retreat=min(far, _BARRAGE_RETREAT) if barrage else far, rout=True)
    return found


def result(s: BattlesState) -> Result:
    """The result of the fight in the state."""
    return read(s.outcome, pure(s))


def exposed(s: BattlesState) -> Units:
    """b9.5, 10.2: the attackers whom A#, EX and AR concern: ground units, and artillery next to the target. Both are still on the map."""
    ground = s.attackers
    guns = near(s, s.guns)
    return (ground | guns) & (s.on_map(0) | s.on_map(1))


@dataclass(frozen=True, slots=True)
class Roll(Frame):
    """9.4 The die of an attack."""

    side: Side

    title = ""
    public = True
    below: ClassVar[tuple[str, ...]] = ("Fight",)

    def decide(self, s: BattlesState) -> Decision:
        where = s.game.place_titles[s.target]
        return s.ask_chance(f"Attack on {where} at {COLUMNS[column(s)]}", "9.4", die=DIE)

    def luck(self, s: BattlesState) -> tuple[Side, list[float]]:
        return self.side, CRT.luck(column(s))

    def on_die(self, s: BattlesState, die: int) -> None:
        on = column(s)
        s.outcome = CRT.result(die, on)
        s.tell("result", die, COLUMNS[on], s.outcome, s.target)
        s.pop()

    def preview(self, s: BattlesState) -> dict[str, Any] | None:
        return preview.fight(s)

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.target < 0 or not s.attackers | s.guns:
            return "no attack is under way (case b9.2)"
        open_dice = any(p and not d for p, d in zip(s.points, s.dice, strict=True))
        open_dice = open_dice or any(not s.dice[u] for u in each(s.saturating))
        return "the dice of Intensive and Saturation Fire come first (case b9.2)" if open_dice else ""


def scatter_guns(s: BattlesState, routed: bool) -> None:
    """b10.4: artillery in battery or changing is lost if no ground unit is left in the hex and the result routs it."""
    there = defenders(s)
    if routed and there and not there & GROUND:
        for u in each(there & (s.battery | s.changing)):
            s.eliminate(u)


@dataclass(frozen=True, slots=True)
class Losses(Frame):
    """b9.5 The owner chooses who loses a step: combat units first, and nobody a second one before each of them has lost one."""

    side: Side
    units: Units
    """The units concerned."""
    left: int
    """Steps still to be lost."""
    case: str
    """The case that asks for them."""

    title = "Losses"
    labels: ClassVar[dict[str, str]] = {"lose": "Lose a step"}
    below: ClassVar[tuple[str, ...]] = ("Fight", "Retreat")

    def _units(self, s: BattlesState) -> Units:
        return self.units & s.on_map(self.side)

    def limits_lose(self, s: BattlesState) -> Limits:
        units = self._units(s)
        yield "b9.5", units, "{} does not share in these losses"
        pool = units & COMBAT or units
        yield "b9.5", pool, "combat units lose their steps before engineers and artillery"
        yield "b9.5", pool & ~s.hurt or pool, "{} has lost a step in this attack, and others have not"

    def decide(self, s: BattlesState) -> Decision | None:
        some = offered(self.limits_lose(s))
        if not some or self.left <= 0:
            s.pop()
            return None
        if some.bit_count() <= self.left:
            s.become(replace(self, left=self.left - some.bit_count()))
            for u in each(some):
                self._lose(s, u)
            return None
        prompt = f"{counted(self.left, 'step')} to lose: who loses {'it' if self.left == 1 else 'one'}?"
        return s.ask(SIDES[self.side], prompt, CASES[self.case], "b9.5", lose=some)

    def _lose(self, s: BattlesState, unit: Unit) -> None:
        s.hurt |= 1 << unit
        s.lose_step(unit)

    def on_lose(self, s: BattlesState, unit: Unit) -> None:
        s.become(replace(self, left=self.left - 1))
        self._lose(s, unit)

    def hints(self, s: BattlesState) -> Hints:
        notes = {}
        for u in each(s.offers("lose")):
            after = "eliminated" if s.steps(u) == 1 else "reduced"
            notes[UNIT_NAMES.names[u]] = {"note": after, "danger": s.steps(u) == 1}
        return {"lose": notes}

    def misfit(self, s: BattlesState, at: int) -> str:
        if self.case not in CASES:
            return f"case {brief(self.case)} asks for no losses; {one_of(CASES)} (case b9.5)"
        return "" if self.left >= 0 and self.units else "somebody must share in the losses (case b9.5)"


def defenders_lose(s: BattlesState, side: Side) -> None:
    """b9.2 step 8, b10.4: the losses of the defenders."""
    found = result(s)
    scatter_guns(s, found.rout)
    there = defenders(s)
    if found.defender and there:
        s.push(Losses(side, there, found.defender, "9.4"))


def attackers_lose(s: BattlesState, side: Side) -> None:
    """b9.2 step 8, 10.2: the losses of the attackers."""
    found = result(s)
    units = exposed(s)
    if found.attacker and units:
        s.push(Losses(side, units, found.attacker, "9.4"))
