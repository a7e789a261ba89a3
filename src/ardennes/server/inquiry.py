"""What a role may ask about its table besides seeing it: why something is not allowed, and how it was earlier."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import orjson

from ardennes.core.decision import Refusal
from ardennes.core.match import Match
from ardennes.core.record import Record
from ardennes.server.problems import Problem
from ardennes.server.table import Table
from ardennes.server.tokens import ALL, WATCH


def explain(table: Table, role: str, verb: str, argument: Any) -> dict[str, Any]:
    """Is a choice offered to this role, and if not, which case refuses it?"""
    refusal = _refusal(table, role, verb, argument)
    if refusal is None:
        return {"ok": True, "case": "", "reason": ""}
    return {"ok": False, "case": refusal.case, "reason": refusal.reason}


def _refusal(table: Table, role: str, verb: str, argument: Any) -> Refusal | None:
    if role == WATCH:
        return Refusal(table.live.game.ledger.sequence_case, "spectators can only watch")
    return table.live.explain(verb, argument, by=_side(table, role))


def _side(table: Table, role: str) -> str:
    """The side that a role would answer for."""
    side = table.viewer(role)
    return role if side is None else side


def why(table: Table, role: str, kind: str, name: str) -> dict[str, str]:
    """Why a unit or place cannot be chosen now, according to the pending question's verbs that take one."""
    match = table.live
    game = match.game
    names = game.unit_names if kind == "unit" else game.place_names
    if name not in names.index:
        raise Problem(422, "bad_input", f"there is no such {kind} in this game")
    general = game.ledger.sequence_case
    decision = match.state.decision
    if decision is None:
        return _said("The game is over.", general)
    if role == WATCH:
        return _said(f"It is the {game.side_title(decision.side)} side's turn; you are watching.", general)
    side = _side(table, role)
    if decision.side != side:
        return _said(f"It is not your turn: the {game.side_title(decision.side)} side chooses now.", general)
    tables = match.state.tables
    verbs = [verb for verb in decision.raw if verb in tables and tables[verb].kind == names.kind]
    found: Refusal | None = None
    for verb in verbs:
        refusal = match.explain(verb, name, by=side)
        if refusal is None:
            return _said("This can be chosen now.", decision.cases[0] if decision.cases else general)
        found = found or refusal
    if found is None:
        case = decision.cases[0] if decision.cases else general
        return _said(f"That is not the question now: {decision.prompt.rstrip('.')}", case)
    return _said(found.reason, found.case)


def _said(text: str, case: str) -> dict[str, str]:
    return {"text": text[:1].upper() + text[1:], "case": case}


# --- looking back ------------------------------------------------------------------------------------------------------------------------


def moments(table: Table, role: str) -> list[dict[str, Any]]:
    """The points of the game a role can look back to, each with the story events that led there."""
    match, side = table.live, table.viewer(role)
    counts = match.event_counts(side)
    story = [orjson.loads(event) for event in table.told(side).events]
    out: list[dict[str, Any]] = []
    told = 0
    for number, count in enumerate(match.moments(side)):
        upto = bisect_right(counts, count)
        events = story[told:upto]
        last = story[upto - 1] if upto else None
        out.append(
            {
                "i": number,
                "turn": last["turn"] if last else 1,
                "date": last["date"] if last else "",
                "label": "".join(part["t"] for part in events[0]["parts"]) if events else "Now" if number else "Start",
                "phase_title": last["phase_title"] if last else "",
                "combat": any(event["combat"] for event in events),
                "events": [told, upto - 1] if events else [],
            }
        )
        told = upto
    return out


def moment_count(table: Table, role: str, i: int) -> int:
    """How many choices had been made at a moment."""
    counts = table.live.moments(table.viewer(role))
    if i >= len(counts):
        raise Problem(404, "unknown_moment", f"there is no moment {i}; the game has {len(counts)}")
    return counts[i]


def moment(table: Table, role: str, i: int) -> bytes:
    """The situation at a moment, as bytes."""
    match, side = table.live, table.viewer(role)
    count = moment_count(table, role, i)
    view = match.at(count).view(side)
    view["decision"] = None  # there is no question in the past
    upto = bisect_right(match.event_counts(side), count)
    return orjson.dumps({"view": view, "story_to": upto})


def overlay(table: Table, role: str, name: str, of: str, i: int | None) -> dict[str, Any]:
    """What an overlay shows now, or showed at a moment."""
    match = table.live if i is None else table.live.at(moment_count(table, role, i))
    return match.overlay(name, of, table.viewer(role))


def share(table: Table, role: str, i: int) -> int:
    """The spectators' number for a moment of this role: the last one that is not later."""
    count = moment_count(table, role, i)
    return max(0, bisect_right(table.live.moments(None), count) - 1)


# --- taking away -------------------------------------------------------------------------------------------------------------------------


def _eyes(table: Table, role: str) -> list[str | None]:
    """Whose secrets a file must not reveal: in a hot-seat game all seats' secrets are kept from each other."""
    return list(table.sides) if role == ALL else [table.viewer(role)]


def open_match(table: Table, role: str, i: int | None = None) -> Match:
    """The match now or at a moment, if nothing in it is hidden from the role, so that it may be downloaded whole."""
    match = table.live if i is None else table.live.at(moment_count(table, role, i))
    over = table.live.result is not None
    if not over and any(match.game.hides(match.state, side) for side in _eyes(table, role)):
        raise Problem(403, "secret", "this would show things hidden from you: wait until they are revealed")
    return match


def record(table: Table, role: str) -> Record:
    """The record as a role may have it."""
    return min((table.live.record_for(side) for side in _eyes(table, role)), key=lambda r: len(r.entries))
