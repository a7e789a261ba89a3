"""Guesses what the player meant if it cannot be chosen now, to explain why not."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from ardennes.core.decision import Refusal
from ardennes.core.match import Match
from ardennes.terminal.menu import own_names, unit_names
from ardennes.terminal.names import fold, words_of
from ardennes.terminal.places import Places

_DIGITS = 3
"""So many digits can be the start of a unit's name; fewer are the number of a choice."""


def reasons(match: Match, view: Mapping[str, Any], places: Places, typed: str) -> list[Refusal]:
    """Why the typed text cannot be chosen; bad timing is a reason only if there is no other."""
    meant = guesses(match, view, places, typed)
    timely = [guess for guess in meant if hasattr(match.state.stack[-1], f"on_{guess[0]}")]
    if meant and not timely and meant[0][0] != typed.split()[0]:  # no verb was typed, so none is blamed
        question = match.decision
        case = question.cases[0] if question.cases else match.game.ledger.sequence_case
        return [Refusal(case, f"{typed} cannot be chosen now: {question.prompt}")]
    found = [match.explain(verb, argument) for verb, argument in timely or meant]
    known = list(dict.fromkeys(refusal for refusal in found if refusal is not None))
    return sorted(known, key=lambda refusal: refusal.case in match.decision.cases)


def is_behind(match: Match, view: Mapping[str, Any], places: Places, typed: str) -> bool:
    """Does the typed text answer the question before this one, so that the player may want to go back?"""
    *below, top = match.state.stack
    verbs = {f"on_{verb}" for verb, _ in guesses(match, view, places, typed)}
    return not any(hasattr(top, verb) for verb in verbs) and any(hasattr(frame, v) for frame in below for v in verbs)


def guesses(match: Match, view: Mapping[str, Any], places: Places, typed: str) -> list[tuple[str, Any]]:
    """The choices the player may mean."""
    text = " ".join(typed.split())
    verb, _, rest = text.partition(" ")
    if any(hasattr(frame, f"on_{verb}") for frame in match.game.frame_types):
        table = match.state.tables.get(verb)
        if table is None:
            return [(verb, None if not rest else int(rest) if rest.isdecimal() and len(rest) < 10 else rest)]
        if not rest:
            return []
        names = [name for name in _meant(view, places, rest) if name in table.index]
        return [(verb, name) for name in names] or [(verb, rest)]
    offered = match.decision.choices
    out: list[tuple[str, Any]] = []
    if text.isdecimal() and len(text) < 10:
        out = [(v, int(text)) for v, some in offered.items() if some and all(type(a) is int for a in some)]
    for name in _meant(view, places, text):
        takers = [v for v, table in match.state.tables.items() if name in table.index]
        out += [(v, name) for v in takers if v in offered] or [(v, name) for v in takers[:1]]
    if not out and text.isalpha():
        out = [(v, text) for v in offered if v not in match.state.tables and list(offered[v]) != [None]]
    return out


def _meant(view: Mapping[str, Any], places: Places, text: str) -> list[str]:
    """Places, units, cards, formations and boxes that a name may mean."""
    folded = fold(text)
    units = [piece["id"] for piece in view["pieces"] if folded and folded in unit_names(piece, places)]
    if not units and folded and (not folded.isdecimal() or len(folded) >= _DIGITS):
        units = [p["id"] for p in view["pieces"] if any(name.startswith(folded) for name in own_names(p))]
    game = places.game
    held = view.get("hand", ())
    things = [
        name
        for kind, table in game.tables.items()
        for name, number in table.index.items()
        if folded in words_of(name, game.title_of(table, number)) and (kind != "card" or name == text or name in held)
    ]
    return [*places.meant(text), *units, *things]


def alike(typed: str, known: list[str]) -> str:
    """A word that looks like what is typed, or ''."""
    found = get_close_matches(typed.casefold(), known, 1, 0.7)
    return found[0] if found else ""


def about(typed: str, reason: str) -> str:
    """A reason, prefixed with what it is about unless it says so itself."""
    return reason[:1].upper() + reason[1:] if typed.casefold() in reason.casefold() else f"{typed}: {reason}"
