"""4-II, 5 Cards: preparing the draw pile, filling the hand, what a card can be played for, and cards without fuel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.fields import PICKED, PartOf
from ardennes.core.kinds import Card, Cards, Side, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.core.wording import counted
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    BRITISH_CARDS,
    CALENDAR,
    CARD_FACTS,
    CARDS,
    CRISIS,
    EVENT,
    EVENT_ROWS,
    GERMAN,
    GROUP_TITLE,
    IN_GROUP,
    OF_SIDE,
    OKW,
    OKW_CARDS,
    PRIMARY,
    RESERVE,
    SIDES,
    SUPPLEMENTAL,
    cards_with_event,
    hand_size,
)
from ardennes.games.enemy_action.replacements import candidates
from ardennes.games.enemy_action.reserves import can_deploy, okw_here
from ardennes.games.enemy_action.state import EnemyActionState

hand_limit = hand_size
CASE_OF_KIND = {"division": "5.2", "corps": "5.3", "army": "5.4", "army group": "5.5", "none": "5.6"}

PickedCard = Annotated[Card, PICKED]
"""The card that a frame is about before it is played; -1 for none."""
CardInHand = Annotated[Card, PartOf("hand")]
"""A card that everybody has seen and that is still in the hand."""


# --- playing a card ---------------------------------------------------------------------------------------------------


def play(s: EnemyActionState, side: Side, card: int) -> None:
    """5.1, 5.7 A card is played: everybody sees it, and it goes to the discards."""
    s.tell("plays", side, card)
    s.discard(card)


def use_reaction(s: EnemyActionState, side: Side, card: int, reaction: int) -> None:
    """5.1, 5.7 A card is played as a reaction."""
    s.tell("reacts", side, card, reaction)
    s.discard(card)


# --- what a card can be played for (5.2 to 5.6) -----------------------------------------------------------------------


def limits_formation(s: EnemyActionState, side: Side, card: int) -> Limits:
    """5.2 to 5.5, 6.1, 6.2: the formations that a card can activate."""
    from ardennes.games.enemy_action.activation import can_activate, may_activate, okw_cards

    facts = CARD_FACTS[card]
    listed = bits(facts.activate)
    if facts.kind == "army" and side == GERMAN and okw_cards(s, facts.army):
        listed |= 1 << OKW

    def not_listed(formation: int) -> Refusal:
        if formation == OKW and facts.kind == "army":
            return Refusal("11.42", "the OKW Reserve is not where this army's card can activate it")
        return Refusal(CASE_OF_KIND[facts.kind], f"{GROUP_TITLE[formation]} is not on this card")

    yield CASE_OF_KIND[facts.kind], listed, not_listed
    yield "6", can_activate(s, side, listed), lambda formation: may_activate(s, side, formation) or ""


def limits_unit(s: EnemyActionState, side: Side, card: int) -> Limits:
    """6.3: the single units that a card can activate."""
    from ardennes.games.enemy_action.activation import barred, why_barred

    yield "6.3", -1 if CARD_FACTS[card].one_unit else 0, "only division and corps cards activate a single unit"
    yield "6.3", 0 if s.one_used[side] else -1, "you have already activated a single unit today"
    yield "6.3", OF_SIDE[side], "{} is not one of your units"
    yield "6", s.on_map(side), "{} is not on the map"
    yield "6.5", ~barred(s, side), lambda unit: why_barred(s, side, 1 << unit) or ""
    yield "6.3", s.units_in(side, supply.supplied(s, side)), "{} cannot trace supply now"


def limits_kg(s: EnemyActionState, side: Side, card: int) -> Limits:
    """6.4: the hexes where the Kampfgruppe marker would activate a unit."""
    from ardennes.games.enemy_action.activation import kampfgruppe_hexes

    yield "6.4", ALL if CARD_FACTS[card].kampfgruppe else 0, "this card forms no Kampfgruppe"
    reason = "no unit that this card could activate is within two hexes of {}"
    yield "6.4", kampfgruppe_hexes(s, card), reason


def limits_event(s: EnemyActionState, side: Side, card: int) -> Limits:
    """2.3-events: the events that a card can be played as in an impulse."""
    from ardennes.games.enemy_action.events import possible

    today = CARD_FACTS[card].events_on(s.day)

    def absent(event: int) -> Refusal:
        facts = CARD_FACTS[card]
        listed = bits(e for e, _ in (*facts.events, *facts.special))
        if listed >> event & 1 or (
            facts.any_event and EVENT_ROWS[event]["dates"] and EVENT_ROWS[event]["kind"] == "command"
        ):
            return Refusal("2.3-commands", f"{EVENT_ROWS[event]['title']} cannot be played today")
        return Refusal("2.3-events", f"{EVENT_ROWS[event]['title']} is not on this card")

    yield "2.3-events", today, absent
    yield "4.11", 0 if s.surprising else -1, "events cannot be played in the surprise impulses"
    now = bits(e for e in each(today) if possible(s, side, e, "impulse"))
    yield "2.3-events", now, lambda event: f"{EVENT_ROWS[event]['title']} has nothing to act on now"


def bar_deploy(s: EnemyActionState, side: Side, card: int, one: bool) -> Refusal | None:
    """5.2 to 5.5, 11.1: why a card cannot bring in reserves (`one`: a single unit of its corps) now."""
    facts = CARD_FACTS[card]
    units = IN_GROUP[facts.deploy_one] if one and facts.deploy_one >= 0 else 0 if one else facts.deploy
    if not units:
        what = "a single reserve unit" if one else "reserves"
        return Refusal(CASE_OF_KIND[facts.kind], f"this card does not bring in {what}")
    if s.surprising:
        return Refusal("4.11", "reserves cannot come in during the surprise impulses")
    if not units & s.in_box(RESERVE):
        return Refusal("11.1", "none of its units is in the Reserve box")
    if not can_deploy(s, side, units):
        return Refusal("11.1", "none of its reserve units can be placed on the map now")
    return None


def bar_replace(s: EnemyActionState, side: Side, card: int) -> Refusal | None:
    """5.3, 13: why a card cannot assign replacements now."""
    facts = CARD_FACTS[card]
    if not facts.rp:
        return Refusal(CASE_OF_KIND[facts.kind], "this card has no replacement points")
    if not s.on("replacements"):
        return Refusal("13", "there are no replacements yet")
    if not s.plan["replacements"]:
        return Refusal("13", "there are no replacements in this scenario")
    if not candidates(s, facts.corps):
        return Refusal("13.1", "no unit of the corps can take a replacement now")
    return None


def _verbs(s: EnemyActionState, side: Side, card: int) -> Iterator[tuple[str, int]]:
    """What a card can be played for now, one command after the other."""
    yield "formation", offered(limits_formation(s, side, card))
    yield "kg", offered(limits_kg(s, side, card))
    yield "unit", offered(limits_unit(s, side, card))
    yield "deploy", bar_deploy(s, side, card, one=False) is None
    yield "deploy_one", bar_deploy(s, side, card, one=True) is None
    yield "replace", bar_replace(s, side, card) is None
    yield "event", offered(limits_event(s, side, card))


def commands(s: EnemyActionState, side: Side, card: int) -> dict[str, int]:
    """5.2 to 5.6: each command that is possible with a card now, with its arguments as a set (1 for a command without argument)."""
    return {verb: int(some) for verb, some in _verbs(s, side, card) if some}


def playable(s: EnemyActionState, side: Side, cards: Cards) -> Cards:
    """Those of some cards that have a possible command."""
    return bits(c for c in each(cards) if any(some for _, some in _verbs(s, side, c)))


# --- preparation (4-II) -----------------------------------------------------------------------------------------------

JOIN, SUPPLEMENT, RETURN, HAND, FUEL, INTERDICTED, READY = range(7)


def due(s: EnemyActionState, card: int) -> int:
    """2.3-entry: the day on which a card comes; the Command Crisis delays British cards."""
    entry = CARD_FACTS[card].entry
    crisis = EVENT_ROWS[EVENT["command-crisis"]]
    if s.command_crisis and BRITISH_CARDS >> card & 1 and entry == crisis["from"]:
        return int(crisis["to"])
    return entry


def _okw_joins(s: EnemyActionState) -> bool:
    """11.4: do the OKW cards come?"""
    if not s.okw_released:
        return False
    return okw_here(s)


@dataclass(frozen=True, slots=True)
class CardPreparation(Frame):
    """4-II Each side, the German first, gets the cards that are due, draws supplemental cards into its pile, takes back yesterday's
    discards, and draws its hand. In Crisis at the Meuse the German hand is then checked for fuel and loses two cards (15.5-special)."""

    side: Side
    stage: int

    title: ClassVar[str] = "Card Preparation"

    def _crisis(self, s: EnemyActionState) -> bool:
        return bool(s.plan["id"] == "crisis" and s.day == s.plan["first"])

    def decide(self, s: EnemyActionState) -> Decision | None:
        side, stage = self.side, self.stage
        if stage == JOIN:
            self._join(s)
        elif stage == SUPPLEMENT:
            number: int = CALENDAR[s.day][SIDES[side]]
            if side == ALLIED and self._crisis(s):
                number = CRISIS["allied_supplementals"]
            if s.available[side] and (s.pile[side] & SUPPLEMENTAL).bit_count() < number:
                return s.ask_chance("Draw a supplemental card", "4-II", draw=s.available[side])
        elif stage == RETURN:
            if not self._crisis(s):  # 15.5-special: the card used this morning counts as discarded today
                s.rested[side] = s.discards[side] & SUPPLEMENTAL
                s.pile[side] |= s.discards[side] & PRIMARY
                s.discards[side] = 0
        elif stage == HAND:
            if s.pile[side] and s.hand[side].bit_count() < hand_size(side, s.day):
                return s.ask_chance("Draw a card", "4-II", draw=s.pile[side])
            if side == GERMAN:
                s.become(CardPreparation(ALLIED, JOIN))
                return None
        elif stage == READY or not self._crisis(s):
            s.pop()
            return None
        s.become(replace(self, stage=stage + 1))
        if stage == FUEL:
            s.push(FuelCheck())
        elif stage == INTERDICTED:
            s.push(LoseCards(GERMAN, CRISIS["german_loses"]))
        return None

    def _join(self, s: EnemyActionState) -> None:
        """Step 1. Yesterday's returned cards are in the stock again, too."""
        side = self.side
        coming = bits(c for c in each(s.entering[side] & ~OKW_CARDS) if due(s, c) <= s.day)
        if side == GERMAN and s.entering[side] & OKW_CARDS and _okw_joins(s):
            coming |= s.entering[side] & OKW_CARDS
        s.entering[side] &= ~coming
        s.pile[side] |= coming & PRIMARY
        s.available[side] |= coming & SUPPLEMENTAL | s.rested[side]
        s.rested[side] = 0
        for card in each(coming):
            s.tell("enters_play", side, card)

    def on_draw(self, s: EnemyActionState, card: int) -> None:
        if self.stage == SUPPLEMENT:
            s.available[self.side] &= ~(1 << card)
            s.pile[self.side] |= 1 << card
        else:
            to_hand(s, self.side, card)


def to_hand(s: EnemyActionState, side: Side, card: int) -> None:
    """A card is drawn into the hand. From 20 December the German player has to check it for fuel (10.4)."""
    bit = 1 << card
    s.pile[side] &= ~bit
    s.hand[side] |= bit
    if side == GERMAN and s.on("fuel"):
        s.fresh |= bit
    s.tell("draws", side, card)
    s.tell("draws_unseen", side)


@dataclass(frozen=True, slots=True)
class Replenish(Frame):
    """4-IV-replenish At the end of its impulse a side draws up to its hand limit while its pile lasts."""

    side: Side

    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def decide(self, s: EnemyActionState) -> Decision | None:
        side = self.side
        if s.pile[side] and s.hand[side].bit_count() < hand_size(side, s.day):
            return s.ask_chance("Draw a card", "4-IV-replenish", draw=s.pile[side])
        s.pop()
        return None

    def on_draw(self, s: EnemyActionState, card: int) -> None:
        to_hand(s, self.side, card)


@dataclass(frozen=True, slots=True)
class LoseCards(Frame):
    """5.1-interdiction A side loses some cards of its hand at random (also Commandos, 15.5-special)."""

    side: Side
    left: int

    below: ClassVar[tuple[str, ...]] = ("Impulse", "SupplyPhase", "Interdict", "CardPreparation")

    def decide(self, s: EnemyActionState) -> Decision | None:
        if not self.left or not s.hand[self.side]:
            s.pop()
            return None
        return s.ask_chance("Which card is lost?", "5.1-interdiction", draw=s.hand[self.side])

    def on_draw(self, s: EnemyActionState, card: int) -> None:
        s.become(replace(self, left=self.left - 1))
        s.tell("discards", self.side, card)
        s.discard(card)


# --- fuel (10.4) ------------------------------------------------------------------------------------------------------


def check_hand(s: EnemyActionState) -> None:
    """10.4: the whole German hand is checked for fuel (Supply Phase)."""
    s.fresh = s.hand[GERMAN]
    s.push(FuelCheck())


def priority_cards(s: EnemyActionState) -> Cards:
    """10.4: the cards of the German hand that can be played as Fuel Priority today."""
    return 0 if s.fuel_priority else s.hand[GERMAN] & cards_with_event("fuel-priority", s.day)


def _showable(s: EnemyActionState) -> Cards:
    """10.4: the cards that can be shown as Fuel Priority while another one is discarded: those that name it. (An army card played
    as any event has to be discarded itself.)"""
    return bits(c for c in each(priority_cards(s)) if not CARD_FACTS[c].any_event)


@dataclass(frozen=True, slots=True)
class FuelCheck(Frame):
    """10.4 The German player checks the cards just drawn (in the Supply Phase the whole hand): those whose formation lacks
    fuel today are shown one after the other. The others stay hidden."""

    below: ClassVar[tuple[str, ...]] = ("Impulse", "SupplyPhase", "CardPreparation")

    def decide(self, s: EnemyActionState) -> None:
        found = 0
        if s.on("fuel"):
            found = bits(c for c in each(s.fresh & s.hand[GERMAN]) if CARD_FACTS[c].without_fuel(s.day) >= 0)
        if not found:
            s.fresh = 0
            s.pop()
            return
        card = (found & -found).bit_length() - 1
        s.fresh &= ~(1 << card)
        s.shown |= 1 << card
        s.revealed()
        s.tell("lacks_fuel", CARD_FACTS[card].without_fuel(s.day), card)
        s.push(NoFuel(card))


def without_fuel(s: EnemyActionState, card: int) -> Units:
    """10.41: the units of the card's formation that go out of fuel: those on the map that are not isolated."""
    return s.group(CARD_FACTS[card].without_fuel(s.day)) & ~s.isolated


def out_of_fuel(s: EnemyActionState, card: int) -> None:
    """10.4, 10.41: the units of the card's formation are out of fuel, and the card is gone."""
    formation, units = CARD_FACTS[card].without_fuel(s.day), without_fuel(s, card)
    s.nofuel |= units
    if units:
        s.tell("no_fuel", formation, units)
    else:
        s.tell("no_fuel_unit", formation)
    s.discard(card)


@dataclass(frozen=True, slots=True)
class NoFuel(Frame):
    """10.4 A formation lacks fuel today: the German player gives up its card and marks its units, or spends a fuel marker, or plays Fuel
    Priority. They are asked whenever, for all the Allied player knows, they could prevent it."""

    card: CardInHand

    title: ClassVar[str] = "Out of fuel"
    labels: ClassVar[dict[str, str]] = {
        "discard": "Discard it: no fuel",
        "spend": "Spend captured fuel",
        "priority": "Discard this one instead (Fuel Priority)",
    }
    below: ClassVar[tuple[str, ...]] = ("FuelCheck",)

    def decide(self, s: EnemyActionState) -> Decision | None:
        possible = not s.fuel_priority and s.may_hold(GERMAN, cards_with_event("fuel-priority", s.day))
        if not s.fuel and not possible:
            self.on_discard(s, self.card)
            return None
        formation = GROUP_TITLE[CARD_FACTS[self.card].without_fuel(s.day)]
        choices: dict[str, Any] = {
            "discard": offered(self.limits_discard(s)),
            "spend": NOTHING if self.why_spend(s, None) is None else (),
            "priority": offered(self.limits_priority(s)),
        }
        prompt = f"{formation} has no fuel today: discard its card, or find fuel for it?"
        return s.ask(SIDES[GERMAN], prompt, "10.4", **choices)

    def why_spend(self, s: EnemyActionState, _: Any) -> Refusal | None:
        return None if s.fuel else Refusal("10.42", "you have no captured fuel")

    def limits_priority(self, s: EnemyActionState) -> Limits:
        yield Limit("5.1", s.hand[GERMAN], "{} is not in your hand")
        yield Limit("10.4", ~(1 << self.card), "{} is the card of the formation without fuel")
        yield Limit("10.4", 0 if s.fuel_priority else -1, "Fuel Priority can be used once per day")
        reason = "you have no Fuel Priority card to show"
        yield Limit("10.4", s.hand[GERMAN] if _showable(s) else priority_cards(s), reason)

    def limits_discard(self, s: EnemyActionState) -> Limits:
        yield Limit("10.4", 1 << self.card, "{} is not the card of the formation without fuel")

    def on_discard(self, s: EnemyActionState, card: int) -> None:
        s.pop()
        out_of_fuel(s, card)

    def on_spend(self, s: EnemyActionState, _: None) -> None:
        s.fuel -= 1
        s.tell("spends_fuel", CARD_FACTS[self.card].without_fuel(s.day))
        s.revealed()
        s.pop()

    def on_priority(self, s: EnemyActionState, card: int) -> None:
        shown = _showable(s)
        own = priority_cards(s) >> card & 1 or shown & s.shown  # the event's own card, or one that everybody has seen
        if not own and shown & shown - 1:
            s.push(ShowPriority(GERMAN, self.card, card))
            return
        s.pop()
        if not own:
            show(s, shown.bit_length() - 1)
        give_priority(s, self.card, card)

    def hints(self, s: EnemyActionState) -> Hints:
        own = priority_cards(s)
        as_event = {CARDS.names[c]: {"action": "Play as Fuel Priority"} for c in each(own & ~(1 << self.card))}
        units = without_fuel(s, self.card)
        stuck = (
            f"{s.names(units)}: no move, attack, retreat or advance today" if units else "no unit on the map needs it"
        )
        left = f"{counted(s.fuel - 1, 'marker')} left"
        return {"discard": {"*": {"danger": True, "note": stuck}}, "spend": {"": {"note": left}}, "priority": as_event}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if not s.hand[GERMAN] >> self.card & 1:
            return "the card is not in the German hand"
        return "" if CARD_FACTS[self.card].without_fuel(s.day) >= 0 else "its formations have fuel today"


def show(s: EnemyActionState, card: int) -> None:
    """10.4: a Fuel Priority card is shown and stays in the hand."""
    s.tell("shows", GERMAN, card)
    s.shown |= 1 << card
    s.revealed()


def give_priority(s: EnemyActionState, formation_card: int, card: int) -> None:
    """10.4: Fuel Priority: `card` is discarded in place of the formation's."""
    s.fuel_priority = True
    s.tell("fuel_priority", CARD_FACTS[formation_card].without_fuel(s.day), card)
    s.discard(card)


@dataclass(frozen=True, slots=True)
class ShowPriority(Frame):
    """10.4 Which of several Fuel Priority cards the German player shows while discarding another one."""

    side: Side
    formation_card: CardInHand
    card: PickedCard

    title: ClassVar[str] = "Fuel Priority"
    labels: ClassVar[dict[str, str]] = {"card": "Show"}
    below: ClassVar[tuple[str, ...]] = ("NoFuel",)

    def limits_card(self, s: EnemyActionState) -> Limits:
        yield Limit("5.1", s.hand[GERMAN], "{} is not in your hand")
        yield Limit("10.4", _showable(s), "{} does not have Fuel Priority")

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_card(s))
        if not some or self.card < 0:
            s.pop()
            return None
        return s.ask(SIDES[GERMAN], "Which Fuel Priority card do you show?", "10.4", card=some)

    def on_card(self, s: EnemyActionState, card: int) -> None:
        del s.stack[-2:]  # and the question whether there is fuel
        show(s, card)
        give_priority(s, self.formation_card, self.card)

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if self.card < 0 or s.hand[GERMAN] >> self.card & 1 else "the card is not in the German hand"
