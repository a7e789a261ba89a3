"""Helpers for tests of cards and impulses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.table import play, situation, state

GERMANS = [card.number for card in f.CARD_FACTS if card.side == f.GERMAN]
ALLIES = [card.number for card in f.CARD_FACTS if card.side == f.ALLIED]
FRONT = {"de-3-2p": "1607", "de-62": "1205", "us-110-28": "1708", "us-424-106": "1206", "us-394-99": "0705"}
"""A few units of several corps at their places of 16 December."""


def card(number: int) -> str:
    """The name of a card."""
    return f"card-{number:02}"


def numbers(cards: int) -> list[int]:
    """The printed numbers of a set of cards."""
    return [f.CARD_FACTS[c].number for c in each(cards)]


def dated(side: int, days: Iterable[int], primary: bool | None = None) -> list[int]:
    """The cards of a side with these entry dates."""
    some = [c for c in f.CARD_FACTS if c.side == side and c.entry in days]
    return [c.number for c in some if primary is None or c.primary == primary]


def draw(match: Match, *wanted: int) -> Match:
    """Chance draws these cards as long as it is asked to, and whatever comes first after that."""
    left = [card(n) for n in wanted]
    while match.decision is not None and match.decision.side == "chance" and "draw" in match.decision.choices:
        some = match.decision.choices["draw"]
        pick = next((name for name in left if name in some), some[0])
        if pick in left:
            left.remove(pick)
        match.play("draw", pick)
    assert not left, f"not drawn: {left}"
    return match


def impulse(side: str, hand: dict[str, list[int]], units: dict[str, str] | None = None, **more: Any) -> Match:
    """A side's impulse, with the question which card it plays."""
    step = {"frame": "Impulse", "side": side, "stage": 0}
    more.setdefault("frames", [{"frame": "Day", "step": 3}, step])
    more.setdefault("impulses", {"german": 5, "allied": 4 if side == "german" else 5})
    return situation("", units or FRONT, hand=hand, **more)


def command(side: str, number: int, units: dict[str, str] | None = None, **more: Any) -> Match:
    """A side has picked a card and is asked what it plays it for; both sides have one more card."""
    hand = {"german": [42], "allied": [19]}
    hand[side] = [*hand[side], number] if number not in hand[side] else hand[side]
    match = impulse(side, more.pop("hand", hand), units, **more)
    return play(match, ("card", card(number)))


def active(match: Match) -> set[str]:
    """The active units by name."""
    return set(f.UNIT_NAMES.list_of(state(match).active))


def told(match: Match, verb: str, argument: Any = None) -> list[tuple[Any, ...]]:
    """The events that an answer would cause; the match stays as it is."""
    s = state(match).clone()
    table = s.tables.get(verb)
    s.events.clear()
    s.apply(verb, argument if table is None else table.index[argument])
    return s.events
