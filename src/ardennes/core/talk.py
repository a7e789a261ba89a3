"""What players agree on across the table, outside the rules: one resigns, or both call it a draw.

These are entries of the record like any choice, so that every program that follows a match knows of them; but no frame asks for them, and a
side may say them at any time. An offer of a draw stands until another side makes a choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.core.decision import CHANCE
from ardennes.core.record import Choice

RESIGN, OFFER, ACCEPT, DECLINE = "resign", "offer-draw", "accept-draw", "decline-draw"
TALK = (RESIGN, OFFER, ACCEPT, DECLINE)
LEVELS = {RESIGN: "by resignation", ACCEPT: "by agreement"}


def draw_offered(choices: Sequence[Choice]) -> str | None:
    """The side whose offer of a draw stands; None if there is none."""
    others: set[str] = set()
    for by, verb, _ in reversed(choices):
        if verb == OFFER:
            return by if others <= {by} else None
        if by != CHANCE:
            others.add(by)
        if len(others) > 1 or verb == DECLINE:
            return None
    return None


def why_silent(choices: Sequence[Choice], over: bool, by: str, verb: str) -> str | None:
    """Why a side cannot say this now; None if it can."""
    if over:
        return "the game is over"
    offer = draw_offered(choices)
    if verb == OFFER and offer == by:
        return "your offer of a draw stands"
    if verb in (ACCEPT, DECLINE) and offer in (None, by):
        return "nobody has offered you a draw"
    return None
