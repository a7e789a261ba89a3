"""b17 Victory points and how a game ends; 16.8 the variable ending."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.game import Result
from ardennes.core.kinds import Places
from ardennes.core.names import bits
from ardennes.core.state import Frame
from ardennes.core.wording import counted
from ardennes.games.battles import greif, supply
from ardennes.games.battles.facts import (
    ALLIED,
    ARMOR,
    BOARD,
    DIE,
    GERMAN,
    PLAN_ROWS,
    PLANS,
    RULES,
    SIDES,
    hex_at,
)
from ardennes.games.battles.state import BattlesState

_EXIT_VP, _STEP_VP, _ARMOR_VP = (int(RULES[name]) for name in ("exit_vp", "step_vp", "armor_vp"))


def values(s: BattlesState) -> dict[int, int]:
    """b18.2, b19.2: the places that count in this scenario, with their points."""
    return {hex_at(name): int(points) for name, points in s.plan["values"].items()}


def scored(s: BattlesState) -> Places:
    """b17.2: the places that the German player scores: they control them and could supply a mechanized unit there."""
    return s.held & supply.lines(s, GERMAN, False)


def exit_points(s: BattlesState) -> int:
    """b17.4"""
    most = int(s.plan["most_exit"])
    points = s.exit_steps * _EXIT_VP
    return min(points, most) if most else points


def sources(s: BattlesState) -> list[tuple[str, int, str]]:
    """b17: where the points come from, as text, points for the German player, and case."""
    out = []
    here = scored(s)
    for place, points in values(s).items():
        if here >> place & 1:
            out.append((str(BOARD.places[place].get("town") or BOARD.names[place]), points, "b17.2"))
    allied = s.lost_steps(ALLIED)
    if allied:
        out.append((f"{counted(allied, 'Allied step')} lost", _STEP_VP * allied, "b17.3"))
    if s.exit_steps:
        out.append((f"{counted(s.exit_steps, 'step')} exited", exit_points(s), "b17.4"))
    german, armor = s.lost_steps(GERMAN, ~ARMOR), s.lost_steps(GERMAN, ARMOR)
    if german:
        out.append((f"{counted(german, 'German step')} lost", -_STEP_VP * german, "b17.3"))
    if armor:
        out.append((f"{counted(armor, 'step')} of German armor lost", -_ARMOR_VP * armor, "b17.3"))
    return out


def points(s: BattlesState) -> int:
    """b17.1: the net points that everybody knows, German less Allied."""
    return sum(points for _, points, _ in sources(s))


def plan_sources(s: BattlesState) -> list[tuple[str, int, str]]:
    """b23.2: the points that the German player's plan adds at the end, like `sources`. A secret until then."""
    if s.scheme < 0:
        return []
    here = scored(s)
    values = {hex_at(name): int(points) for name, points in PLAN_ROWS[s.scheme]["values"].items()}
    return [
        (str(BOARD.places[place].get("town") or BOARD.names[place]), points, "b23.2")
        for place, points in values.items()
        if here >> place & 1
    ]


def level(s: BattlesState, net: int) -> tuple[str, str]:
    """b17.5, b18.3, b19.3: winner ('' for nobody) and level for some net points."""
    row = next(row for row in s.plan["levels"] if net >= row["from"])
    return row["winner"], row["level"]


def end(s: BattlesState) -> None:
    """The game is over: read the victory, with the points of a secret plan."""
    extra = sum(points for _, points, _ in plan_sources(s))
    if s.scheme >= 0:
        s.tell("plan_shown", PLAN_ROWS[s.scheme]["title"], extra)
    net = points(s) + extra
    winner, name = level(s, net)
    s.result = Result(winner or None, name, net)


def first_check(s: BattlesState) -> int:
    """16.84: the first turn with an ending check; 0 without the option."""
    chosen = s.setup.option("variable_ending")
    return int(s.plan["ending"][chosen]) if chosen in s.plan["ending"] else 0


def plans(s: BattlesState) -> int:
    """b23.2: the plans of this scenario."""
    return bits(PLANS.index[row["id"]] for row in s.plan.get("plans", []))


@dataclass(frozen=True, slots=True)
class ChoosePlan(Frame):
    """b23.2 Before the first turn the German player secretly chooses one of the victory plans."""

    title = "Victory plan"
    labels: ClassVar[dict[str, str]] = {"plan": "Choose"}
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not plans(s):
            s.pop()
            return None
        return s.ask(SIDES[GERMAN], "Choose your victory plan; it stays secret to the end", "b23.2", plan=plans(s))

    def on_plan(self, s: BattlesState, plan: int) -> None:
        s.scheme = plan
        s.tell("chooses_plan")
        s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        if not plans(s):
            return "this scenario has no victory plans (case b23.2)"
        return "" if s.scheme < 0 else "a plan has already been chosen (case b23.2)"


@dataclass(frozen=True, slots=True)
class StartOfTurn(Frame):
    """16.81 From the turn of the chart on, each player rolls a die at the start of the turn; equal dice end the game."""

    first: int = 0
    """The German die, 0 before the roll."""

    title = "Ending check"
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        check = first_check(s)
        if not check or s.turn < check:
            s.pop()
            return None
        who = "Allied" if self.first else "German"
        return s.ask_chance(f"Does the game end? The {who} die", "16.81", die=DIE)

    def on_die(self, s: BattlesState, die: int) -> None:
        if not self.first:
            s.become(replace(self, first=die))
            return
        s.tell("ending", self.first, die)
        s.pop()
        if self.first == die:
            end(s)

    def misfit(self, s: BattlesState, at: int) -> str:
        if self.first and not (first_check(s) and s.turn >= first_check(s)):
            return "there is no ending check on this turn (case 16.81)"
        return "" if 0 <= self.first <= len(DIE) else "a die shows 1 to 6"


@dataclass(frozen=True, slots=True)
class EndOfTurn(Frame):
    """b4.4 The end of the game turn: the 150th Panzer Brigade may leave (16.45), victory is read after the last turn."""

    title = "End of the turn"
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        greif.remove_skorzeny(s)
        s.tell("turn_over", points(s))
        if not first_check(s) and s.turn >= int(s.plan["last"]):
            end(s)
            return None
        s.fresh = 0
        s.turn += 1
        s.pop()
        return None
