"""4-IV Impulses: a side plays a card for one command, or passes; then it fills its hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Side, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.games.enemy_action import activation, cards, events
from ardennes.games.enemy_action.cards import FuelCheck, PickedCard, Replenish
from ardennes.games.enemy_action.facts import (
    CARD_FACTS,
    EVENT_ROWS,
    EVENTS,
    GERMAN,
    GROUP_TITLE,
    GROUPS,
    HEX_NAMES,
    IN_GROUP,
    RESERVE,
    SIDES,
    UNIT_NAMES,
    on_date,
)
from ardennes.games.enemy_action.moving import stuck
from ardennes.games.enemy_action.replacements import Replace
from ardennes.games.enemy_action.reserves import Deploy
from ardennes.games.enemy_action.state import EnemyActionState, foe

PLAY, REPLENISH, FUEL, OVER = range(4)


def may_pass(s: EnemyActionState, side: Side) -> Refusal | None:
    """4-IV-pass-german, 5.1-pass: why a side may not pass; None if it may."""
    if s.pile[side]:
        return Refusal("5.1-pass", "you may pass only when your draw pile is empty")
    mine, other = s.hand[side].bit_count(), s.hand[foe(side)].bit_count()
    if side == GERMAN and mine >= other:
        return Refusal("5.1-pass", "you may pass only with fewer cards than the Allied player")
    if side != GERMAN and mine > other:
        return Refusal("5.1-pass", "you may pass only with as many cards as the German player, or fewer")
    return None


@dataclass(frozen=True, slots=True)
class Impulse(Frame):
    """4-IV One side's impulse. It stays on the stack until the impulse is over; `stage` says what comes next: 0 the card,
    1 the hand is filled, 2 the fuel check, 3 the end."""

    side: Side
    stage: int

    title: ClassVar[str] = "Impulse"
    labels: ClassVar[dict[str, str]] = {"card": "Play", "pass": "Pass", "discard": "Discard"}
    picks: ClassVar[frozenset[str]] = frozenset({"card"})

    def decide(self, s: EnemyActionState) -> Decision | None:
        side, stage = self.side, self.stage
        if stage == OVER:
            s.end_activation()
            s.pop()
            return None
        if stage == PLAY and s.hand[side]:
            some = offered(self.limits_card(s))
            choices: dict[str, Any] = {"card": some}
            if not some:
                choices["discard"] = s.hand[side]
            if may_pass(s, side) is None:
                choices["pass"] = NOTHING
            return s.ask(SIDES[side], "Play a card", "4-IV-1" if side == GERMAN else "4-IV-2", **choices)
        s.become(Impulse(side, stage + 1))
        if stage == PLAY:
            s.last[side] = 0
            if s.pile[side]:
                s.tell("loses_impulse", side)
        elif stage == REPLENISH:
            s.push(Replenish(side))
        elif stage == FUEL and side == GERMAN and s.on("fuel"):
            s.push(FuelCheck())
        return None

    def limits_card(self, s: EnemyActionState) -> Limits:
        hand = s.hand[self.side]
        yield "5.1", hand, "{} is not in your hand"
        yield "4-IV-1", cards.playable(s, self.side, hand), "none of its commands can be carried out now"

    def limits_discard(self, s: EnemyActionState) -> Limits:
        hand = s.hand[self.side]
        yield "5.1", hand, "{} is not in your hand"
        some = cards.playable(s, self.side, hand)
        yield "4-IV-3", 0 if some else -1, "you have a card that can be played for a command"

    def why_pass(self, s: EnemyActionState, _: Any) -> Refusal | None:
        return may_pass(s, self.side)

    def warns(self, s: EnemyActionState) -> dict[str, int]:
        return stuck(s, s.on_map(self.side))

    def on_card(self, s: EnemyActionState, card: int) -> None:
        s.push(Command(self.side, card))

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.tell("passes", self.side)
        self._go_on(s)

    def on_discard(self, s: EnemyActionState, card: int) -> None:
        s.tell("throws_away", self.side, card)
        s.discard(card)
        self._go_on(s)

    def _go_on(self, s: EnemyActionState) -> None:
        s.last[self.side] = 0
        s.become(Impulse(self.side, REPLENISH))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if PLAY <= self.stage <= OVER else "an impulse has the stages 0 to 3"


@dataclass(frozen=True, slots=True)
class Command(Frame):
    """5.1 to 5.6 What the card in hand is played for. Nobody sees the card before that is said."""

    side: Side
    card: PickedCard

    title: ClassVar[str] = "Command"
    labels: ClassVar[dict[str, str]] = {
        "formation": "Activate",
        "unit": "Activate this unit alone",
        "kg": "Kampfgruppe around this hex",
        "deploy": "Bring in reserves",
        "deploy_one": "Bring in one reserve unit",
        "replace": "Assign replacements",
        "event": "Play as event",
    }
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def decide(self, s: EnemyActionState) -> Decision | None:
        found = cards.commands(s, self.side, self.card) if self.card >= 0 else {}
        if not found:
            s.pop()
            return None
        choices: dict[str, Any] = {verb: some if verb in s.tables else NOTHING for verb, some in found.items()}
        return s.ask(SIDES[self.side], "What do you play the card for?", "5.1", **choices)

    # --- why not

    def limits_formation(self, s: EnemyActionState) -> Limits:
        return cards.limits_formation(s, self.side, self.card)

    def limits_unit(self, s: EnemyActionState) -> Limits:
        return cards.limits_unit(s, self.side, self.card)

    def limits_kg(self, s: EnemyActionState) -> Limits:
        return cards.limits_kg(s, self.side, self.card)

    def limits_event(self, s: EnemyActionState) -> Limits:
        return cards.limits_event(s, self.side, self.card)

    def why_deploy(self, s: EnemyActionState, _: Any) -> Refusal | None:
        return cards.bar_deploy(s, self.side, self.card, one=False)

    def why_deploy_one(self, s: EnemyActionState, _: Any) -> Refusal | None:
        return cards.bar_deploy(s, self.side, self.card, one=True)

    def why_replace(self, s: EnemyActionState, _: Any) -> Refusal | None:
        return cards.bar_replace(s, self.side, self.card)

    # --- the command

    def _commit(self, s: EnemyActionState) -> None:
        """The card is played, and the impulse goes on after whatever is pushed now. Only an activation bars anything next time (6.5)."""
        s.pop()
        below = s.stack[-1]
        assert isinstance(below, Impulse)
        s.become(Impulse(below.side, REPLENISH))
        cards.play(s, self.side, self.card)

    def on_formation(self, s: EnemyActionState, formation: int) -> None:
        facts = CARD_FACTS[self.card]
        units = self._activated(s, formation)
        named = bits(f for f, dates in facts.ignore_zoc if on_date(dates, s.day))
        self._commit(s)
        s.tell("activates", self.side, formation)
        ignoring = units if named >> formation & 1 else 0
        activation.begin(s, self.side, units, "formation", bonus=facts.stacked, ignoring=ignoring)

    def _activated(self, s: EnemyActionState, formation: int) -> Units:
        """6.1 The units that the card activates with a formation."""
        units = s.group(formation)
        if CARD_FACTS[self.card].stacked:
            units |= s.units_in(self.side, s.places_of(units)) & ~activation.barred(s, self.side)
        return units

    def on_unit(self, s: EnemyActionState, unit: int) -> None:
        self._commit(s)
        s.one_used[self.side] = 1
        s.tell("activates_one", self.side, unit)
        activation.begin(s, self.side, 1 << unit, "one")

    def on_kg(self, s: EnemyActionState, place: int) -> None:
        units = activation.kampfgruppe(s, self.card, place)
        self._commit(s)
        s.kg = place
        s.tell("kampfgruppe", self.side, place, units)
        activation.begin(s, self.side, units, "kg")

    def on_deploy(self, s: EnemyActionState, _: None) -> None:
        self._deploy(s, CARD_FACTS[self.card].deploy, one=False)

    def on_deploy_one(self, s: EnemyActionState, _: None) -> None:
        self._deploy(s, IN_GROUP[CARD_FACTS[self.card].deploy_one], one=True)

    def _deploy(self, s: EnemyActionState, units: int, one: bool) -> None:
        self._commit(s)
        s.last[self.side] = 0
        s.push(Deploy(self.side, units & s.in_box(RESERVE), one, -1))

    def on_replace(self, s: EnemyActionState, _: None) -> None:
        facts = CARD_FACTS[self.card]
        self._commit(s)
        s.last[self.side] = 0
        s.tell("assigns", self.side, facts.corps, facts.rp)
        s.push(Replace(self.side, facts.corps, facts.rp, 0))

    def on_event(self, s: EnemyActionState, event: int) -> None:
        self._commit(s)
        s.last[self.side] = 0
        events.begin(s, self.side, event)

    # --- for people

    def warns(self, s: EnemyActionState) -> dict[str, int]:
        return stuck(s, s.on_map(self.side))

    def hints(self, s: EnemyActionState) -> Hints:
        if self.card < 0:
            return {}
        facts = CARD_FACTS[self.card]
        out: Hints = {}
        waiting = facts.deploy & s.in_box(RESERVE)
        if waiting:
            out["deploy"] = {"*": {"note": s.names(waiting)}}
        if facts.deploy_one >= 0:
            out["deploy_one"] = {"*": {"label": f"Bring in one reserve unit of {GROUP_TITLE[facts.deploy_one]}"}}
        if facts.rp:
            points = f"{facts.rp} replacement {'point' if facts.rp == 1 else 'points'}"
            out["replace"] = {"*": {"label": f"{points} for {GROUP_TITLE[facts.corps]}"}}
        notes = ["with all units stacked with it; a free tactic for each attack"] if facts.stacked else []
        notes += ["nobody moves in a surprise impulse: attacks only"] if s.surprising else []
        more = {"note": "; ".join(notes)} if notes else {}
        alone = "it can only dig in: nobody moves in a surprise impulse" if s.surprising else "it may not attack"
        out["unit"] = {"*": {"label": f"{self.labels['unit']} ({alone})"}}
        out["kg"] = {
            HEX_NAMES.names[p]: {"note": s.names(activation.kampfgruppe(s, self.card, p))} for p in each(s.offers("kg"))
        }
        out["event"] = {EVENTS.names[e]: {"note": EVENT_ROWS[e]["brief"]} for e in each(s.offers("event"))}
        out["formation"] = {
            GROUPS.names[g]: {"units": UNIT_NAMES.list_of(self._activated(s, g)), **more}
            for g in each(s.offers("formation"))
        }
        return out

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if self.card < 0 or not s.hand[self.side] >> self.card & 1:
            return "the card is not in the hand"
        return "" if cards.commands(s, self.side, self.card) else "the card has no command that is possible now"
