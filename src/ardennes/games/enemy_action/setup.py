"""3, 15 Setting up: units, markers and cards of each scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.kinds import Place
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.enemy_action.facts import (
    ABSENT,
    ALLIED,
    BLOWN_AT_START,
    CARD,
    CARD_FACTS,
    CARDS,
    CRISIS,
    CRISIS_AT,
    CRISIS_BLOWN,
    CRISIS_BRIDGES,
    CRISIS_ELIMINATED,
    CRISIS_IP,
    CRISIS_LOW,
    CRISIS_REDUCED,
    CRISIS_ROADBLOCKS,
    CRISIS_TOWNS,
    DECK,
    DEPOT_HEXES,
    ELIMINATED,
    FIRST_DATE,
    GERMAN,
    IN_GROUP,
    OKW,
    OKW_BOX,
    OKW_CARDS,
    ON_CALENDAR,
    PRIMARY,
    PRINTED_BRIDGES,
    RESERVE,
    ROSTER,
    START,
    START_IPS,
    TABLES,
    VDH,
    VDH_BOX,
)
from ardennes.games.enemy_action.state import EnemyActionState

YES_DEPOTS = int(TABLES["game"]["yes_depots"])
"""10.42: how many of the five depots have fuel."""


def place_all(s: EnemyActionState) -> None:
    """3, 15: everything that is known before the first card is drawn. Which depots have fuel is drawn by `FillDepots`."""
    plan = s.plan
    crisis = plan["id"] == "crisis"
    s.turn = plan["first"] - FIRST_DATE + 1
    for u in range(len(ROSTER)):
        s.at[u] = _spot(s, u, crisis)
        if s.at[u] == ON_CALENDAR:
            s.due[u] = s.entry[u]
    s.bridges = PRINTED_BRIDGES & ~(CRISIS_BLOWN if crisis else BLOWN_AT_START)
    if crisis:
        for u in each(CRISIS_REDUCED):
            s.lost[u] = 1
        s.low = CRISIS_LOW
        s.ip = bits(CRISIS_AT[u] for u in each(CRISIS_IP))
        s.roadblocks = CRISIS_ROADBLOCKS
        s.german_towns, s.german_bridges = CRISIS_TOWNS, CRISIS_BRIDGES
        s.skip = True
    else:
        s.ip = START_IPS
    s.depots = DEPOT_HEXES if plan["depots"] else 0
    _cards(s, crisis)
    s.refresh()


def _spot(s: EnemyActionState, unit: int, crisis: bool) -> int:
    """3-units, 15.5-other"""
    first, last = s.plan["first"], s.plan["last"]
    if IN_GROUP[OKW] >> unit & 1:
        return OKW_BOX
    if crisis:
        if CRISIS_AT[unit] >= 0:
            return CRISIS_AT[unit]
        if CRISIS_ELIMINATED >> unit & 1:
            return ELIMINATED
        return RESERVE if s.entry[unit] <= first else ON_CALENDAR
    if unit == VDH:
        return VDH_BOX
    if START[unit] >= 0:
        return START[unit]
    return ON_CALENDAR if s.entry[unit] <= last else ABSENT


def _cards(s: EnemyActionState, crisis: bool) -> None:
    """3-cards, 15.5-cards: who has which cards before the first preparation."""
    first, last = s.plan["first"], s.plan["last"]
    late = bits(c for c, card in enumerate(CARD_FACTS) if card.entry > last)
    s.unused = late & CARDS.all
    for side in (GERMAN, ALLIED):
        mine = DECK[side] & ~late
        initial = bits(c for c in each(mine) if 0 < CARD_FACTS[c].entry <= first)
        s.entering[side] = mine & ~initial
        s.pile[side] = initial & PRIMARY
        s.available[side] = initial & ~PRIMARY
    if crisis:
        card = CARD[CRISIS["discarded"]]
        s.available[ALLIED] &= ~(1 << card)
        s.discards[ALLIED] |= 1 << card
    assert s.entering[GERMAN] & OKW_CARDS == OKW_CARDS


@dataclass(frozen=True, slots=True)
class FillDepots(Frame):
    """3-markers Chance says which fuel depots really have fuel. Only the Allied player learns it (10.42)."""

    below: ClassVar[tuple[str, ...]] = ("ReservePhase",)

    def decide(self, s: EnemyActionState) -> Decision | None:
        left = min(YES_DEPOTS, s.depots.bit_count()) - s.fuel_yes.bit_count()
        if left <= 0:
            s.pop()
            return None
        return s.ask_chance("Which depot has fuel?", "10.42", hex=s.depots & ~s.fuel_yes)

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        s.fuel_yes |= 1 << place
