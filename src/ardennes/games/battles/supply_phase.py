"""b4.1 The Mutual Supply Determination Phase: supply, German shortages, Petrol Points, ammunition, clearing of Greif targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.kinds import Formation, Formations
from ardennes.core.limits import Limit, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.core.wording import counted
from ardennes.games.battles import dumps, greif, supply
from ardennes.games.battles.facts import DIE, FORMATIONS, GERMAN, IN_FORMATION, RULES, SIDES, TABLES, UNIT_NAMES
from ardennes.games.battles.state import BattlesState

_AMMO_TURNS = int(RULES["ammo_turns"])
JUDGE, SHORTAGE, PETROL, AMMUNITION, CLEARING, OVER = range(6)


def shortage_row(s: BattlesState) -> list[int] | None:
    """11.7: how many formations are short by die on this turn; None if nothing is rolled."""
    tables = TABLES["shortage"]["tables"]
    rows = (*tables[s.plan["shortage"]], *tables["late"])
    return next((list(row["by_die"]) for row in rows if row["from"] <= s.turn <= row["to"]), None)


def eligible(s: BattlesState) -> Formations:
    """11.7: the mechanized formations with a unit on the map that is in supply, not named yet this turn."""
    mine = s.on_map(GERMAN) & ~s.unsupplied
    known = (FORMATIONS.index[name] for name in s.plan["fuel"] if name in FORMATIONS.index)
    return bits(f for f in known if IN_FORMATION[f] & mine) & ~s.short


def name_short(s: BattlesState, formation: Formation) -> None:
    """11.7: a formation is out of supply this turn, line or not."""
    s.short |= 1 << formation
    s.unsupplied |= IN_FORMATION[formation] & s.on_map(GERMAN)
    s.tell("short", formation)


@dataclass(frozen=True, slots=True)
class SupplyPhase(Frame):
    """b4.1 Five steps in order: supply of all units, German shortages, Petrol Points, ammunition, clearing of targets."""

    stage: int

    title = "Supply"
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        s.become(replace(self, stage=self.stage + 1))
        if self.stage == JUDGE:
            supply.judge(s)
            s.named, s.short = s.short, 0
            if s.unsupplied:
                s.tell("out_of_supply", s.unsupplied)
        elif self.stage == SHORTAGE:
            if shortage_row(s) is not None:
                s.push(Shortage(0))
        elif self.stage == PETROL:
            dumps.open_petrol(s)
        elif self.stage == AMMUNITION:
            _rearm(s)
        elif self.stage == CLEARING:
            greif.open_clearing(s)
        else:
            s.pop()
        return None

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if JUDGE <= self.stage <= OVER else f"there is no step {self.stage} of the supply phase"


def _rearm(s: BattlesState) -> None:
    """16.66, 16.76: a marker of turn t comes off on turn t + 2, or later as soon as the unit is in supply."""
    due = bits(u for u in range(len(UNIT_NAMES)) if s.no_ammo[u] and s.turn >= s.no_ammo[u] + _AMMO_TURNS)
    due &= ~s.unsupplied
    for u in each(due):
        s.no_ammo[u] = 0
    if due:
        s.tell("rearmed", due)


@dataclass(frozen=True, slots=True)
class Shortage(Frame):
    """11.7 The German player rolls for shortages of fuel, and then names as many formations as the table says."""

    left: int
    """Formations still to be named; 0 before the roll."""

    title = "Supply shortage"
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)
    labels: ClassVar[dict[str, str]] = {"formation": "Leave without fuel"}

    def decide(self, s: BattlesState) -> Decision | None:
        if not self.left:
            return s.ask_chance("Roll for German supply shortages", "11.7", die=DIE)
        found = eligible(s)
        if not found:
            s.pop()
            return None
        first = found & ~s.named
        forced = found if found.bit_count() <= self.left else first if first.bit_count() == self.left else 0
        if forced:  # nothing to choose
            for f in each(forced):
                name_short(s, f)
            s.pop()
            return None
        prompt = f"{counted(self.left, 'mechanized formation')} without fuel this turn: name one"
        return s.ask(SIDES[GERMAN], prompt, "11.7", formation=offered(self.limits_formation(s)))

    def limits_formation(self, s: BattlesState) -> Iterator[Limit]:
        known = bits(FORMATIONS.index[name] for name in s.plan["fuel"] if name in FORMATIONS.index)
        yield Limit("b3.5", known, "{} is not a mechanized formation of this scenario")
        yield Limit("11.7", ~s.short, "{} has already been named")
        yield Limit("11.7", eligible(s), "{} has no unit on the map that is in supply")
        others = eligible(s) & ~s.named
        yield Limit("11.7", others or -1, "{} was named last turn, and another formation can be named")

    def on_die(self, s: BattlesState, die: int) -> None:
        row = shortage_row(s)
        assert row is not None
        number = row[die - 1]
        s.tell("shortage", die, number)
        if number:
            s.become(replace(self, left=number))
        else:
            s.pop()

    def on_formation(self, s: BattlesState, formation: Formation) -> None:
        name_short(s, formation)
        if self.left > 1:
            s.become(replace(self, left=self.left - 1))
        else:
            s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        if shortage_row(s) is None:
            return "nothing is rolled for shortages on this turn (case 11.7)"
        return "" if 0 <= self.left <= len(s.plan["fuel"]) else "more formations than there are"
