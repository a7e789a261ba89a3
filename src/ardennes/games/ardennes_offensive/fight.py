"""9.0 A fight, step by step: waiving immunity, odds and the die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.state import Frame, Hints
from ardennes.games.ardennes_offensive import preview
from ardennes.games.ardennes_offensive.facts import (
    COLUMNS,
    CRTS,
    DIE,
    HEX_NAMES,
    OF_SIDE,
    SIDE,
    SIDES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.results import apply, live_misfit
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import (
    able,
    beside_all,
    column,
    fresh_hexes,
    immune_hexes,
    lower_columns,
    table_of,
)


def attack_misfit(s: OffensiveState, side: Side, attackers: Units, hexes: Places) -> str:
    """Why these units cannot attack these hexes."""
    wrong = live_misfit(s, attackers)
    if wrong or attackers & OF_SIDE[1 - side]:
        return wrong or "these units are on the other side"
    if not hexes or hexes & ~fresh_hexes(s, 1 - side):
        return "there must be enemy units in every hex that is attacked, not attacked before (case 9.1C)"
    if attackers & ~able(s, side):
        return f"{UNIT_NAMES.list_of(attackers & ~able(s, side))[0]} cannot attack (cases 9.1C, 12.6)"
    if s.places_of(attackers) & ~beside_all(hexes):
        return "every attacker must be next to every hex that is attacked (case 9.1A)"
    return ""


@dataclass(frozen=True, slots=True)
class Fight(Frame):
    """9.0 What is known about a fight that has begun."""

    attackers: Units
    hexes: Places
    waived: Places
    """E-11.0: the hexes whose immunity has been given up."""
    below = ("Combat",)
    title = "Attack"
    public = True

    @property
    def side(self) -> Side:
        return SIDE[self.attackers.bit_length() - 1]

    def where(self) -> str:
        return " and ".join(HEX_NAMES.list_of(self.hexes))

    def preview(self, s: OffensiveState) -> dict[str, Any] | None:
        return preview.fight(s, self.attackers, self.hexes, self.waived, chosen=True)

    def misfit(self, s: OffensiveState, at: int) -> str:
        if not self.attackers or getattr(s.stack[at - 1], "side", -1) != self.side:
            return "the attackers must belong to the side whose combat phase it is"
        both = s.places_of(self.attackers) | self.hexes
        wrong = attack_misfit(s, self.side, self.attackers, self.hexes)
        return wrong or ("the waived hexes must be part of the fight" if self.waived & ~both else "")


@dataclass(frozen=True, slots=True)
class Waive(Fight):
    """E-11.0 Before the die the owner of units in a town or the West Wall may give up their immunity, hex by hex."""

    asked: Side
    labels: ClassVar[dict[str, str]] = {"waive": "Let this hex retreat", "pass": "Hold the hex"}
    main = "pass"
    window = True
    title = "Immunity"

    def limits_waive(self, s: OffensiveState) -> Limits:
        mine = self.hexes if self.asked != self.side else s.places_of(self.attackers)
        yield "E-11.0", mine, "none of your units in {} is part of this fight"
        yield "11.0", immune_hexes(self.asked), "{} gives your units no immunity"
        yield "E-11.0", ~self.waived, "the immunity of {} has been given up"

    def matters(self, s: OffensiveState) -> bool:
        """Can a retreat of this side come up at all, at these odds or at those to which they can be lowered?"""
        final = column(s, self.attackers, self.hexes)
        bad = "Ar" if self.asked == self.side else "Dr"
        rows = CRTS[table_of(s, self.side)].rows
        columns = (final, *lower_columns(self.side, final))
        return any(row[c].startswith(bad) for row in rows for c in columns)

    def decide(self, s: OffensiveState) -> Decision | None:
        hexes = offered(self.limits_waive(s))
        if not hexes or not self.matters(s):
            self._next(s)
            return None
        what = "retreat" if self.asked != self.side else "retreat of your attackers"
        there = " and ".join(HEX_NAMES.list_of(hexes))
        prompt = f"Attack on {self.where()}: your units in {there} ignore a {what}, unless you give that up now"
        return s.ask(SIDES[self.asked], prompt, "E-11.0", waive=hexes, **{"pass": NOTHING})

    def on_waive(self, s: OffensiveState, place: Place) -> None:
        units = s.units_at(place) & (self.attackers if self.asked == self.side else -1)
        s.tell("waives", units, place)
        s.become(Waive(self.attackers, self.hexes, self.waived | 1 << place, self.asked))

    def on_pass(self, s: OffensiveState, _: None) -> None:
        self._next(s)

    def _next(self, s: OffensiveState) -> None:
        if self.asked == self.side:
            s.become(Waive(self.attackers, self.hexes, self.waived, 1 - self.side))
        else:
            s.become(Odds(self.attackers, self.hexes, self.waived))

    def hints(self, s: OffensiveState) -> Hints:
        return {"waive": {"*": {"note": "its units then retreat like others"}}, "pass": {"": {"note": "they stay"}}}


@dataclass(frozen=True, slots=True)
class Odds(Fight):
    """9.4L Before the die the attacker may lower the odds; the German player never below 2-1 (E-9.0-2)."""

    labels: ClassVar[dict[str, str]] = {"roll": "Attack", "odds": "Lower the odds"}
    main = "roll"
    title = "Odds"

    def decide(self, s: OffensiveState) -> Decision | None:
        final = column(s, self.attackers, self.hexes)
        lower = lower_columns(self.side, final)
        if not lower:
            s.become(Roll(self.attackers, self.hexes, self.waived, final))
            return None
        prompt = f"Attack on {self.where()} at {COLUMNS[final]}: roll, or lower the odds"
        return s.ask(SIDES[self.side], prompt, "9.4L", roll=NOTHING, odds=tuple(COLUMNS[c] for c in lower))

    def on_roll(self, s: OffensiveState, _: None) -> None:
        s.become(Roll(self.attackers, self.hexes, self.waived, column(s, self.attackers, self.hexes)))

    def on_odds(self, s: OffensiveState, odds: str) -> None:
        s.tell("lowers", COLUMNS[column(s, self.attackers, self.hexes)], odds)
        s.become(Roll(self.attackers, self.hexes, self.waived, COLUMNS.index(odds)))

    def why_odds(self, s: OffensiveState, odds: object) -> Refusal:
        final = column(s, self.attackers, self.hexes)
        if odds not in COLUMNS:
            return Refusal("9.4L", f"odds are {', '.join(COLUMNS)}")
        wanted = COLUMNS.index(str(odds))
        if wanted >= final:
            return Refusal("9.4L", f"the odds are {COLUMNS[final]} and can only be lowered")
        return Refusal("E-9.0-2", "the Germans may never lower their odds below 2-1")

    def fight(self, s: OffensiveState, verb: str, raw: Any) -> dict[str, Any] | None:
        if verb == "odds":
            final = COLUMNS.index(raw)
            return preview.fight(s, self.attackers, self.hexes, self.waived, chosen=True, final=final)
        return self.preview(s)

    def hints(self, s: OffensiveState) -> Hints:
        final = column(s, self.attackers, self.hexes)
        lower = {COLUMNS[c]: {"label": f"Roll at {COLUMNS[c]}"} for c in lower_columns(self.side, final)}
        return {"roll": {"": {"label": f"Attack at {COLUMNS[final]}", "danger": True}}, "odds": lower}


@dataclass(frozen=True, slots=True)
class Roll(Fight):
    """10.1 The die of a fight, and its result."""

    column: int
    title = ""

    def decide(self, s: OffensiveState) -> Decision:
        return s.ask_chance(f"Attack on {self.where()} at {COLUMNS[self.column]}", "9.0", die=DIE)

    def luck(self, s: OffensiveState) -> tuple[Side, list[float]]:
        return self.side, CRTS[table_of(s, self.side)].luck(self.column)

    def on_die(self, s: OffensiveState, die: int) -> None:
        result = CRTS[table_of(s, self.side)].result(die, self.column)
        s.tell(f"result-{result}", die, COLUMNS[self.column], s.units_in(1 - self.side, self.hexes))
        s.pop()
        apply(s, result, self.attackers, self.hexes, self.waived)

    def preview(self, s: OffensiveState) -> dict[str, Any] | None:
        return preview.fight(s, self.attackers, self.hexes, self.waived, chosen=True, final=self.column)

    def misfit(self, s: OffensiveState, at: int) -> str:
        wrong = Fight.misfit(self, s, at)
        known = 0 <= self.column < len(COLUMNS)
        return wrong or ("" if known else f"columns are numbered 0 to {len(COLUMNS) - 1}")
