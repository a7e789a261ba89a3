"""12.0 Combat: the two combat phases, the seven steps of a fight, results, retreats and advances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.bulge import preview
from ardennes.games.bulge.facts import (
    ALLIED,
    CF,
    COLUMNS,
    RESULTS,
    SHIFTS,
    SIDE,
    SIDES,
)
from ardennes.games.bulge.results import Advance, Exchange, LoseOne, Retreats
from ardennes.games.bulge.state import BulgeState
from ardennes.games.bulge.strength import (
    PRIMARY,
    SECONDARY,
    attackers_of,
    crts_allowed,
    differential,
    must_join,
    needs_mist_die,
    out_of_supply,
    ready,
    shifted,
    steady_shift,
    strongest_beside,
    targets,
)

DIE = (1, 2, 3, 4, 5, 6)

# --- the phase ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combat(Frame):
    """12.0 A combat phase. After movement every unit in an enemy zone of control must attack (9.0-1)."""

    side: Side
    after: bool

    def decide(self, s: BulgeState) -> Decision | None:
        open_targets = targets(s, self.side)
        if not open_targets:
            self._end(s)
            return None
        prompt = "Choose a unit to attack" + (
            "; every unit next to an enemy must attack" if self.after else ", or end the phase"
        )
        return s.ask(
            SIDES[self.side],
            prompt,
            "12.0",
            attack=s.units_in(1 - self.side, open_targets),
            done=() if self.after else NOTHING,
        )

    def on_attack(self, s: BulgeState, target: Unit) -> None:
        attackers = attackers_of(s, target)
        only = attackers if attackers & (attackers - 1) == 0 else 0
        s.push(Declare(self.after, target, only, PRIMARY, 0, 0))

    def on_done(self, s: BulgeState, _: None) -> None:
        self._end(s)

    def _end(self, s: BulgeState) -> None:
        s.attacked = s.defended = 0
        if self.after and self.side == ALLIED:
            s.resupplied = 0  # 7.4
        s.pop()

    def why_attack(self, s: BulgeState, target: Unit) -> Refusal:
        name = s.name(target)
        if SIDE[target] == self.side:
            return Refusal("12.0-1", f"{name} is a friendly unit")
        if s.at[target] < 0:
            return Refusal("12.0-1", f"{name} is not on the map")
        if s.defended >> target & 1:
            return Refusal("12.0-2", f"{name} has already been attacked in this phase")
        if s.adjacent_units(target, self.side):
            return Refusal("12.0-2", f"every unit next to {name} has already attacked in this phase")
        return Refusal("12.0-1", f"none of your units is next to {name}")

    def why_done(self, s: BulgeState, _: None) -> Refusal:
        waiting = bits(u for u in each(s.units_in(self.side, ready(s, self.side))) if self._has_target(s, u))
        return Refusal("9.0-1", f"these units are in an enemy zone of control and must attack: {s.names(waiting)}")

    def _has_target(self, s: BulgeState, unit: Unit) -> bool:
        return bool(s.adjacent_units(unit, 1 - self.side) & ~s.defended)


# --- a fight, step by step ---------------------------------------------------------------------------------------------------------------

F = TypeVar("F", bound="Fight")


@dataclass(frozen=True, slots=True)
class Fight(Frame):
    """12.1 What is known of a fight so far."""

    after: bool
    target: Unit
    attackers: Units
    crt: str
    support: int
    shift: int
    """All column shifts, once they are known."""
    public: ClassVar[bool] = True  # attacks are declared in the open

    def on(self, step: type[F], **changes: Any) -> F:
        """The same fight at another step."""
        fields: dict[str, Any] = {
            "after": self.after,
            "target": self.target,
            "attackers": self.attackers,
            "crt": self.crt,
            "support": self.support,
            "shift": self.shift,
        }
        return step(**(fields | changes))

    @property
    def side(self) -> Side:
        return 1 - SIDE[self.target]

    def steady_shift(self, s: BulgeState) -> int:
        """12.1-5: surprise, weather and ground support, without the mist die."""
        return steady_shift(s, self.side, self.after, self.support)

    def preview(self, s: BulgeState) -> dict[str, Any] | None:
        return preview.fight(s, self.after, self.target, self.attackers, self.support, (self.crt,), chosen=True)


@dataclass(frozen=True, slots=True)
class Declare(Fight):
    """12.1-1 Step 1: the attackers, then the table. Once the table is named the fight cannot be called off.

    After movement the table waits for every unit that has nobody else to attack (9.0-1).
    """

    def decide(self, s: BulgeState) -> Decision:
        side, name = SIDES[self.side], s.name(self.target)
        more = attackers_of(s, self.target) & ~self.attackers
        missing = self.missing(s)
        if missing:
            prompt = f"Attack {name}: choose units; {s.names(missing)} must take part"
            return s.ask(side, prompt, "12.1-1", "9.0-1", unit=more)
        if not self.attackers:
            return s.ask(side, f"Attack {name}: choose units", "12.1-1", unit=more)
        prompt = f"Attack {name}: add units, then choose a table" if more else f"Attack {name}: choose a table"
        return s.ask(side, prompt, "12.1-1", unit=more, crt=crts_allowed(s, self.target, self.attackers))

    def missing(self, s: BulgeState) -> Units:
        """9.0-1: who must be added before the table can be named."""
        return must_join(s, self.after, self.target, self.attackers)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.become(self.on(Declare, attackers=self.attackers | 1 << unit))

    def on_crt(self, s: BulgeState, crt: str) -> None:
        s.attacked |= self.attackers
        s.defended |= 1 << self.target
        s.tell("attack", self.attackers, self.target, s.at[self.target], crt)
        s.become(self.on(Support, crt=crt))

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] != self.side:
            return Refusal("12.0-1", f"{name} is an enemy unit; one attack has one target")
        if self.attackers >> unit & 1:
            return Refusal("12.0-2", f"{name} is already taking part")
        if s.attacked >> unit & 1:
            return Refusal("12.0-2", f"{name} has already attacked in this phase")
        if s.at[unit] < 0:
            return Refusal("12.0-1", f"{name} is not on the map")
        return Refusal("12.0-1", f"{name} is not next to {s.name(self.target)}")

    def why_crt(self, s: BulgeState, crt: str) -> Refusal:
        if crt not in (PRIMARY, SECONDARY):
            return Refusal("12.1-1", f"there is no table '{crt}'; tables are {PRIMARY} and {SECONDARY}")
        missing = self.missing(s)
        if missing:
            return Refusal("9.0-1", f"{s.names(missing)} must take part: they have nobody else left to attack")
        if not self.attackers:
            return Refusal("12.1-1", "choose the attacking units first")
        if crt == PRIMARY:
            names = s.names(out_of_supply(s, self.attackers))
            return Refusal("12.1-1", f"out of supply: {names}; the attack must use the Secondary table")
        wrong = bits(u for u in each(self.attackers) if strongest_beside(s, u) != CF[self.target])
        return Refusal(
            "12.1-1",
            f"on the Secondary table a unit must attack its strongest neighbour; {s.names(wrong)} would not",
        )

    def preview(self, s: BulgeState) -> dict[str, Any] | None:
        if not self.attackers:
            return None
        tables = crts_allowed(s, self.target, self.attackers)
        return preview.fight(s, self.after, self.target, self.attackers, self.support, tables)


@dataclass(frozen=True, slots=True)
class Support(Fight):
    """12.1-2 Step 2: ground support missions for this fight (7.3)."""

    def decide(self, s: BulgeState) -> Decision | None:
        left = s.support[self.side]
        if not left:
            self.on_support(s, 0)
            return None
        prompt = f"Ground support against {s.name(self.target)}?"
        return s.ask(SIDES[self.side], prompt, "12.1-2", "7.3", support=tuple(range(left + 1)))

    def on_support(self, s: BulgeState, support: int) -> None:
        s.support[self.side] -= support
        if support:
            s.tell("supports", self.side, support, self.target)
        step = self.on(Mist, support=support)
        if needs_mist_die(s, self.side, self.after):
            s.become(step)
        else:
            s.become(self.on(Column, support=support, shift=step.steady_shift(s)))

    def why_support(self, s: BulgeState, support: object) -> Refusal:
        left = s.support[self.side]
        missions = "mission" if left == 1 else "missions"
        return Refusal("12.1-2", f"choose a number of ground support missions from 0 to {left}: {left} {missions} left")


@dataclass(frozen=True, slots=True)
class Mist(Fight):
    """6.1 In mist a die decides whether a German attack after movement is shifted."""

    def decide(self, s: BulgeState) -> Decision:
        return s.ask_chance("Mist: is the German attack shifted?", "6.1", die=DIE)

    def on_die(self, s: BulgeState, die: int) -> None:
        shift = SHIFTS["mist_german"] if die <= SHIFTS["mist_up_to"] else 0
        s.tell("mist_helps" if shift else "mist_hinders", die)
        s.become(self.on(Column, shift=self.steady_shift(s) + shift))


@dataclass(frozen=True, slots=True)
class Column(Fight):
    """12.1-6 Step 6: before the die the attacker may take any column to the left of the final one."""

    def decide(self, s: BulgeState) -> Decision | None:
        final = shifted(differential(s, self.target, self.attackers), self.shift)
        if final == 0:
            self._roll(s, 0)
            return None
        prompt = f"Attack on {s.name(self.target)}: roll in column {COLUMNS[final]}, or take a lower one"
        return s.ask(SIDES[self.side], prompt, "12.1-6", roll=NOTHING, column=COLUMNS[:final])

    def on_roll(self, s: BulgeState, _: None) -> None:
        self._roll(s, shifted(differential(s, self.target, self.attackers), self.shift))

    def on_column(self, s: BulgeState, column: str) -> None:
        self._roll(s, COLUMNS.index(column))

    def _roll(self, s: BulgeState, column: int) -> None:
        s.become(Roll(self.target, self.attackers, self.crt, column))

    def preview(self, s: BulgeState) -> dict[str, Any] | None:
        tables = (self.crt,)
        return preview.fight(
            s, self.after, self.target, self.attackers, self.support, tables, chosen=True, settled=self.shift
        )

    def why_column(self, s: BulgeState, column: str) -> Refusal:
        return Refusal("12.1-6", f"the column can only be lowered; columns are {', '.join(COLUMNS)}")


@dataclass(frozen=True, slots=True)
class Roll(Frame):
    """12.1-6 The die of a fight, and its result (12.2)."""

    target: Unit
    attackers: Units
    crt: str
    column: int

    def decide(self, s: BulgeState) -> Decision:
        return s.ask_chance(f"Attack on {s.name(self.target)}, column {COLUMNS[self.column]}", "12.1-6", die=DIE)

    def on_die(self, s: BulgeState, die: int) -> None:
        result = RESULTS[self.crt][die - 1][self.column]
        s.tell(f"result-{result}", die, COLUMNS[self.column], self.target)
        s.pop()
        target, attackers = self.target, self.attackers
        here = s.at[target]
        if result == "Ae":
            s.push(Advance(1 << target, self._hexes(s)))
            s.push(LoseOne(attackers))
        elif result == "Ar":
            s.push(Advance(1 << target, self._hexes(s)))
            s.push(Retreats(attackers))
        elif result == "Ex":
            s.eliminate(target)
            s.push(Advance(attackers, 1 << here))
            s.push(Exchange(CF[target], attackers, 0))
        elif result == "Dr":
            s.push(Advance(attackers, 1 << here))
            s.push(Retreats(1 << target))
        elif result == "De":
            s.eliminate(target)
            s.push(Advance(attackers, 1 << here))
        # Ct: nothing happens (12.2-Ct)

    def _hexes(self, s: BulgeState) -> Places:
        return bits(s.at[u] for u in each(self.attackers))
