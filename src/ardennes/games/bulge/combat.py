"""12.0 Combat: the two combat phases, the seven steps of a fight, results, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.bulge import preview
from ardennes.games.bulge.facts import (
    ALLIED,
    BOARD,
    CF,
    COLUMNS,
    CRTS,
    DIE,
    EVERY,
    OF_SIDE,
    PRIMARY,
    SECONDARY,
    SHIFTS,
    SIDE,
    SIDES,
    UNIT_NAMES,
    shifted,
)
from ardennes.games.bulge.results import Advance, Exchange, LoseOne, Retreats, exchange_cost
from ardennes.games.bulge.state import BulgeState, not_here, off_map, phase_side
from ardennes.games.bulge.strength import (
    attackers_of,
    crts_allowed,
    differential,
    must_join,
    needs_mist_die,
    out_of_supply,
    steady_shift,
    tempted,
)

# --- the phase ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combat(Frame):
    """12.0 A combat phase. After movement every unit in an enemy zone of control must attack (9.0-1)."""

    side: Side
    after: bool
    title = "Attacks"
    labels: ClassVar[dict[str, str]] = {"attack": "Attack", "done": "End attacks"}
    main = "done"
    picks = frozenset({"attack"})

    def limits_attack(self, s: BulgeState) -> Limits:
        foe = 1 - self.side
        yield "12.0-1", OF_SIDE[foe], "{} is a friendly unit: choose the enemy unit to attack first"
        yield "12.0-1", s.on_map(foe), "{} is not on the map"
        yield "12.0-2", ~s.defended, "{} has already been attacked in this phase"
        ready = s.occupied(self.side) & ~s.places_of(s.attacked)
        yield "12.0-1", s.units_in(foe, BOARD.spread(ready, EVERY)), lambda u: self._out_of_touch(s, u)

    def _out_of_touch(self, s: BulgeState, target: Unit) -> Refusal:
        if s.adjacent_units(target, self.side):
            return Refusal("12.0-2", f"every unit next to {s.name(target)} has already attacked in this phase")
        return Refusal("12.0-1", f"none of your units is next to {s.name(target)}")

    def decide(self, s: BulgeState) -> Decision | None:
        targets = offered(self.limits_attack(s))
        if not targets:
            self._end(s)
            return None
        prompt = "Choose a unit to attack" + (
            "; every unit next to an enemy must attack" if self.after else ", or end the phase"
        )
        return s.ask(SIDES[self.side], prompt, "12.0", attack=targets, done=() if self.after else NOTHING)

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

    def can_attack(self, s: BulgeState) -> Units:
        """The units that have somebody to attack; after movement they must (9.0-1)."""
        targets = s.places_of(s.offers("attack"))
        return s.units_in(self.side, BOARD.spread(targets, EVERY)) & ~s.attacked

    def why_done(self, s: BulgeState, _: None) -> Refusal:
        waiting = s.names(self.can_attack(s))
        return Refusal("9.0-1", f"these units are in an enemy zone of control and must attack: {waiting}")

    def undone(self, s: BulgeState) -> Undone:
        units = self.can_attack(s)
        return Undone(must=units) if self.after else Undone(could=units)

    def attacks(self, s: BulgeState) -> dict[str, int]:
        return {"attack": -1}

    def fight(self, s: BulgeState, verb: str, raw: Any) -> dict[str, Any] | None:
        """An attack with everybody who can join in."""
        return all_out(s, self.after, raw, attackers_of(s, raw)) if verb == "attack" else None

    def misfit(self, s: BulgeState, at: int) -> str:
        return other_step(s, self)


def all_out(s: BulgeState, after: bool, target: Unit, attackers: Units) -> dict[str, Any]:
    """The preview of an attack, on the tables it could be made on."""
    return preview.fight(s, after, target, attackers, 0, crts_allowed(s, target, attackers))


# --- a fight, step by step ---------------------------------------------------------------------------------------------------------------

F = TypeVar("F", bound="Fight")


@dataclass(frozen=True, slots=True)
class Fight(Frame):
    """12.1 What is known about a fight so far."""

    after: bool
    target: Unit
    attackers: Units
    crt: str
    support: int
    shift: int
    """All column shifts, once they are known."""
    below = ("Combat",)
    title = "Attack"
    public = True  # attacks are declared in the open

    def on(
        self,
        step: type[F],
        attackers: Units | None = None,
        crt: str | None = None,
        support: int | None = None,
        shift: int | None = None,
    ) -> F:
        """The same fight at another step, with what is known now."""
        return step(
            self.after,
            self.target,
            self.attackers if attackers is None else attackers,
            self.crt if crt is None else crt,
            self.support if support is None else support,
            self.shift if shift is None else shift,
        )

    @property
    def side(self) -> Side:
        return 1 - SIDE[self.target]

    def supported(self, s: BulgeState, crt: str, support: int) -> Mist | Column:
        """12.1-3 to 12.1-5: the step that follows once table and ground support are known."""
        side = self.side
        if needs_mist_die(s, side, self.after):
            return self.on(Mist, crt=crt, support=support)
        return self.on(Column, crt=crt, support=support, shift=steady_shift(s, side, self.after, support))

    def preview(self, s: BulgeState) -> dict[str, Any] | None:
        return preview.fight(s, self.after, self.target, self.attackers, self.support, (self.crt,), chosen=True)

    def misfit(self, s: BulgeState, at: int) -> str:
        wrong = fight_misfit(s, self)
        if wrong:
            return wrong
        phase = s.stack[1]
        if isinstance(phase, Combat) and phase.after != self.after:
            return "the fight does not belong to this combat phase"
        if not 0 <= self.support <= _MOST or abs(self.shift) > _MOST:
            return "that many shifts are not possible"
        return ""


_MOST = 20
"""More missions or shifts than there can ever be."""


def fight_misfit(s: BulgeState, frame: Fight | Roll) -> str:
    side = phase_side(s)
    wrong = not_here(s, frame.target, 1 - side) or off_map(s, frame.attackers, side)
    if wrong:
        return wrong
    if not frame.attackers and not isinstance(frame, Declare):
        return "a fight needs attackers"
    apart = frame.attackers & ~s.adjacent_units(frame.target, side)
    if apart:
        return f"{UNIT_NAMES.list_of(apart)[0]} is not next to {UNIT_NAMES.names[frame.target]}"
    return "" if frame.crt in CRTS else f"there is no table {frame.crt!r}; tables are {', '.join(CRTS)}"


@dataclass(frozen=True, slots=True)
class Declare(Fight):
    """12.1-1 Step 1: the attackers, then the table. Once the table is chosen the attack cannot be called off.

    After movement, every unit with nobody else to attack must be added first (9.0-1).
    """

    labels: ClassVar[dict[str, str]] = {"unit": "Add to the attack"}
    picks = frozenset({"unit", "crt"})

    def limits_unit(self, s: BulgeState) -> Limits:
        side = self.side
        yield "12.0-1", OF_SIDE[side], "{} is an enemy unit; an attack has only one target"
        yield "12.0-2", ~self.attackers, "{} is already taking part"
        yield "12.0-2", ~s.attacked, "{} has already attacked in this phase"
        yield "12.0-1", s.on_map(side), "{} is not on the map"
        beside = s.adjacent_units(self.target, side)
        yield "12.0-1", beside, lambda u: f"{s.name(u)} is not next to {s.name(self.target)}"

    def decide(self, s: BulgeState) -> Decision:
        side, name = SIDES[self.side], s.name(self.target)
        more = offered(self.limits_unit(s))
        missing = self.missing(s) if more else 0
        if missing:
            prompt = f"Attack {name}: choose units; {s.names(missing)} must take part"
            return s.ask(side, prompt, "12.1-1", "9.0-1", unit=more)
        if not self.attackers:
            return s.ask(side, f"Attack {name}: choose units", "12.1-1", unit=more)
        prompt = f"Attack {name}: add units, then choose a table" if more else f"Attack {name}: choose a table"
        return s.ask(side, prompt, "12.1-1", unit=more, crt=crts_allowed(s, self.target, self.attackers))

    def missing(self, s: BulgeState) -> Units:
        """9.0-1: the units that must be added before the table can be chosen."""
        return must_join(s, self.after, self.target, self.attackers)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.become(self.on(Declare, attackers=self.attackers | 1 << unit))

    def on_crt(self, s: BulgeState, crt: str) -> None:
        s.attacked |= self.attackers
        s.defended |= 1 << self.target
        s.tell("attack", self.attackers, self.target, s.at[self.target], crt)
        s.become(self.on(Support, crt=crt) if s.support[self.side] else self.supported(s, crt, 0))

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
        wrong = s.names(tempted(s, self.target, self.attackers))
        return Refusal(
            "12.1-1", f"on the Secondary table a unit must attack its strongest neighbour; {wrong} would not"
        )

    def usual(self, s: BulgeState) -> Iterator[tuple[str, Any]]:
        """A unit that can only help joins in: it has no other enemy left to attack, and does not take the Primary table away."""
        more = attackers_of(s, self.target) & ~self.attackers
        missing, hungry = self.missing(s), out_of_supply(s, more)
        gone = s.defended | 1 << self.target
        for u in each(more):
            idle = not s.adjacent_units(u, SIDE[self.target]) & ~gone
            if missing >> u & 1 or (idle and not hungry >> u & 1):
                yield "unit", u
        for table in s.offers("crt") or ():
            yield "crt", table

    def preview(self, s: BulgeState) -> dict[str, Any] | None:
        return all_out(s, self.after, self.target, self.attackers) if self.attackers else None

    def fight(self, s: BulgeState, verb: str, raw: Any) -> dict[str, Any] | None:
        if verb == "unit":
            return all_out(s, self.after, self.target, self.attackers | 1 << raw)
        return self.on(Support, crt=raw).preview(s)

    def undone(self, s: BulgeState) -> Undone:
        must = self.missing(s)
        return Undone(could=s.offers("unit") & ~must, must=must)

    def hints(self, s: BulgeState) -> Hints:
        joins = {"note": "must take part: it has nobody else to attack"}
        tables: dict[str, dict[str, Any]] = {
            PRIMARY: {"label": "Primary table", "note": "hard fighting: losses on both sides"},
            SECONDARY: {"label": "Secondary table", "note": "a push: a bad roll destroys nobody"},
        }
        for table in (s.offers("crt") or ())[:1]:
            tables[table]["main"] = True
        if not s.support[self.side] and needs_mist_die(
            s, self.side, self.after
        ):  # nothing is left to ask: the die comes next
            for table, hint in tables.items():
                hint["label"] = f"Attack on the {table} table"
        return {"unit": {UNIT_NAMES.names[u]: joins for u in each(self.missing(s))}, "crt": tables}


@dataclass(frozen=True, slots=True)
class Support(Fight):
    """12.1-2 Step 2: ground support missions for this fight (7.3)."""

    picks = frozenset({"support"})

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
        s.become(self.supported(s, self.crt, support))

    def usual(self, s: BulgeState) -> tuple[tuple[str, Any], ...]:
        return (("support", 0),)

    def why_support(self, s: BulgeState, support: object) -> Refusal:
        left = s.support[self.side]
        missions = counted(left, "mission")
        return Refusal("12.1-2", f"choose a number of ground support missions from 0 to {left}: {missions} left")

    def fight(self, s: BulgeState, verb: str, raw: Any) -> dict[str, Any] | None:
        return self.on(Support, support=raw).preview(s)

    def hints(self, s: BulgeState) -> Hints:
        out: dict[str, dict[str, Any]] = {"0": {"label": "No ground support"}}
        for n in range(1, s.support[self.side] + 1):
            out[str(n)] = {"label": counted(n, "mission"), "note": f"{counted(n, 'column')} to the right"}
        if needs_mist_die(s, self.side, self.after):  # the die comes next
            out["0"] |= {"label": "Attack without ground support", "main": True}
            for n in range(1, s.support[self.side] + 1):
                out[str(n)]["label"] = f"Attack with {counted(n, 'mission')}"
        return {"support": out}


@dataclass(frozen=True, slots=True)
class Mist(Fight):
    """6.1 In mist a die decides whether a German attack after movement is shifted."""

    title = ""

    def decide(self, s: BulgeState) -> Decision:
        return s.ask_chance("Mist: is the German attack shifted?", "6.1", die=DIE)

    def on_die(self, s: BulgeState, die: int) -> None:
        shift = SHIFTS["mist_german"] if die <= SHIFTS["mist_up_to"] else 0
        s.tell("mist_helps" if shift else "mist_hinders", die)
        s.become(self.on(Column, shift=steady_shift(s, self.side, self.after, self.support) + shift))


@dataclass(frozen=True, slots=True)
class Column(Fight):
    """12.1-6 Step 6: before the die the attacker may take any column to the left of the final one."""

    main = "roll"

    def final(self, s: BulgeState) -> int:
        """12.1-5: the column after all shifts."""
        return shifted(differential(s, self.target, self.attackers), self.shift)

    def decide(self, s: BulgeState) -> Decision | None:
        final = self.final(s)
        if final == 0:
            self._roll(s, 0)
            return None
        prompt = f"Attack on {s.name(self.target)}: roll in column {COLUMNS[final]}, or take a lower one"
        return s.ask(SIDES[self.side], prompt, "12.1-6", roll=NOTHING, column=COLUMNS[:final])

    def on_roll(self, s: BulgeState, _: None) -> None:
        self._roll(s, self.final(s))

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

    def hints(self, s: BulgeState) -> Hints:
        final = self.final(s)
        lower = {c: {"label": f"Roll in {c}", "note": "a lower column"} for c in COLUMNS[:final]}
        return {
            "roll": {"": {"label": "Attack", "note": f"column {COLUMNS[final]}", "danger": True}},
            "column": lower,
        }


@dataclass(frozen=True, slots=True)
class Roll(Frame):
    """12.1-6 The die of a fight, and its result (12.2)."""

    target: Unit
    attackers: Units
    crt: str
    column: int
    below = ("Combat",)

    def decide(self, s: BulgeState) -> Decision:
        return s.ask_chance(f"Attack on {s.name(self.target)}, column {COLUMNS[self.column]}", "12.1-6", die=DIE)

    def luck(self, s: BulgeState) -> tuple[Side, list[float]]:
        return 1 - SIDE[self.target], CRTS[self.crt].luck(self.column)

    def on_die(self, s: BulgeState, die: int) -> None:
        result = CRTS[self.crt].result(die, self.column)
        target, attackers = self.target, self.attackers
        cost = [exchange_cost(CF[target], attackers)] if result == "Ex" else []
        s.tell(f"result-{result}", die, COLUMNS[self.column], target, *cost)
        s.pop()
        here = s.at[target]
        if result == "Ae":
            s.push(Advance(1 << target, s.places_of(attackers)))
            s.push(LoseOne(attackers))
        elif result == "Ar":
            s.push(Advance(1 << target, s.places_of(attackers)))
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

    def misfit(self, s: BulgeState, at: int) -> str:
        wrong = fight_misfit(s, self)
        known = 0 <= self.column < len(COLUMNS)
        return wrong or ("" if known else f"columns are numbered 0 to {len(COLUMNS) - 1}")
