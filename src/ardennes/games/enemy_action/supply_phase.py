"""4-III The Supply Phase: bridges, the supply check, surrender, fuel and air interdiction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Cards, Side, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.state import Frame
from ardennes.games.enemy_action import bridges, cards, supply
from ardennes.games.enemy_action.events import BridgeWork
from ardennes.games.enemy_action.facts import ALLIED, EVENT, GERMAN, SIDES, TABLES, cards_with_event
from ardennes.games.enemy_action.state import EnemyActionState, foe

DIE = tuple(range(1, int(TABLES["game"]["die"]) + 1))
SURRENDER: dict[str, int] = TABLES["supply"]["surrender"]
"""10.24: the highest roll with which a unit of each quality loses a step."""
TAKEN: int = TABLES["supply"]["interdicted_cards"]
"""5.1-interdiction"""
ENGINEERS = ("bridge-engineers", "engineers")
"""The event of each side that builds bridges."""
BUILDING, CHECKING, SURRENDERING, FUELING, INTERDICTING, OVER = range(6)


@dataclass(frozen=True, slots=True)
class SupplyPhase(Frame):
    """4-III The steps of the Supply Phase, from 17 December on. `stage` is the step that comes next."""

    stage: int

    title: ClassVar[str] = "Supply"

    def decide(self, s: EnemyActionState) -> None:
        if self.stage >= OVER or not s.on("supply_phase"):
            s.pop()
            return
        s.become(replace(self, stage=self.stage + 1))
        if self.stage == BUILDING:
            s.push(Builders(ALLIED, False))
        elif self.stage == CHECKING:
            rolls = supply.judge(s)
            if rolls:
                s.push(Surrender(rolls))
        elif self.stage == FUELING and s.on("fuel"):
            cards.check_hand(s)
        elif self.stage == INTERDICTING and s.on("interdiction"):
            s.push(Interdict(ALLIED))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if 0 <= self.stage <= OVER else f"the Supply Phase has the stages 0 to {OVER}"


def _limits(s: EnemyActionState, side: Side, event: str, title: str) -> Limits:
    """5.1: the cards that a side can play as an event in the Supply Phase."""
    yield Limit("5.1", s.hand[side], "{} is not in your hand")
    yield Limit("5.1", cards_with_event(event, s.day), f"{{}} does not offer {title} today")


@dataclass(frozen=True, slots=True)
class Builders(Frame):
    """4-III In turn the sides may play engineers to repair or build bridges before supply is checked, until both have passed. `passed`: the
    other side has just passed."""

    side: Side
    passed: bool

    title: ClassVar[str] = "Bridges"
    labels: ClassVar[dict[str, str]] = {"card": "Repair or build a bridge", "pass": "No bridge"}
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)
    picks: ClassVar[frozenset[str]] = frozenset({"card"})
    window: ClassVar[bool] = True

    def limits_card(self, s: EnemyActionState) -> Limits:
        title = "Bridge Engineers" if self.side == GERMAN else "Engineers"
        return _limits(s, self.side, ENGINEERS[self.side], title)

    def decide(self, s: EnemyActionState) -> Decision | None:
        can_hold = s.may_hold(self.side, cards_with_event(ENGINEERS[self.side], s.day))
        if not can_hold or not bridges.can_work(s, self.side):
            self._next(s)
            return None
        choices: dict[str, Any] = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        return s.ask(SIDES[self.side], "Repair or build a bridge before supply is checked?", "4-III", **choices)

    def on_card(self, s: EnemyActionState, card: int) -> None:
        s.push(BridgeWork(self.side, "supply", card))

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.revealed()
        self._next(s)

    def _next(self, s: EnemyActionState) -> None:
        if self.passed:
            s.pop()
        else:
            s.become(Builders(foe(self.side), True))


@dataclass(frozen=True, slots=True)
class Surrender(Frame):
    """10.24 Units that were isolated before and still cannot trace supply check for surrender, one after the other."""

    units: Units

    title: ClassVar[str] = "Surrender"
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)

    def decide(self, s: EnemyActionState) -> Decision | None:
        if not self.units:
            s.pop()
            return None
        unit = (self.units & -self.units).bit_length() - 1
        return s.ask_chance(f"Does {s.name(unit)} surrender?", "10.24", die=DIE)

    def on_die(self, s: EnemyActionState, die: int) -> None:
        bit = self.units & -self.units
        unit = bit.bit_length() - 1
        s.become(replace(self, units=self.units & ~bit))
        if die > SURRENDER[s.quality(unit)]:
            s.tell("holds_out", unit, die)
            return
        s.tell("surrenders", unit, die)
        s.lose_step(unit)

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "only isolated units check for surrender" if self.units & ~s.isolated else ""


@dataclass(frozen=True, slots=True)
class Interdict(Frame):
    """5.1-interdiction Once per day the Allied player may play Airpower: two cards of the German hand are lost, and the first
    German impulse is skipped."""

    side: Side

    title: ClassVar[str] = "Air interdiction"
    labels: ClassVar[dict[str, str]] = {"card": "Play for air interdiction", "pass": "No interdiction"}
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)
    window: ClassVar[bool] = True

    def _cards(self, s: EnemyActionState) -> Cards:
        return cards_with_event("airpower", s.day)

    def limits_card(self, s: EnemyActionState) -> Limits:
        yield Limit(
            "5.1-interdiction", -1 if s.on("interdiction") else 0, "there is no air interdiction before the 21st"
        )
        yield from _limits(s, self.side, "airpower", "Airpower")

    def decide(self, s: EnemyActionState) -> Decision | None:
        if s.skip or not s.on("interdiction") or not s.may_hold(self.side, self._cards(s)):
            s.pop()
            return None
        choices: dict[str, Any] = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        prompt = f"Interdict the German columns? They lose {TAKEN} random cards and their first impulse"
        return s.ask(SIDES[self.side], prompt, "5.1-interdiction", **choices)

    def on_card(self, s: EnemyActionState, card: int) -> None:
        cards.play(s, self.side, card)
        s.tell("event", self.side, EVENT["airpower"])
        s.tell("interdicts", self.side)
        s.skip = True
        s.become(cards.LoseCards(GERMAN, TAKEN))

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.revealed()
        s.pop()
