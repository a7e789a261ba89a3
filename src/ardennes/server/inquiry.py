"""What a role may ask about its table besides seeing it: why something is not allowed, and what the situation was earlier."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import orjson

from ardennes.core.decision import Refusal
from ardennes.core.diary import Diary
from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.match import Match
from ardennes.core.record import Record
from ardennes.core.refusal import why_not
from ardennes.core.view import table_view
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


def why(
    table: Table,
    role: str,
    kind: str,
    name: str,
    behind: Sequence[tuple[str, Any]] = (),
    group: Sequence[tuple[str, Any]] = (),
) -> dict[str, str]:
    """Why a unit, a place, a card, ... cannot be chosen now, or behind some picks, according to the question's verbs that take one. With a
    `group`, such as the units of a stack, why not all of it can go to a place."""
    match = table.live
    game = match.game
    names = game.table(kind) if kind in ("unit", "place", *game.tables) else None
    if names is None or name not in names.index:
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
    s = match.state
    if behind or group:
        try:
            s = match.behind([*behind, *group[:1]], side)
        except (IllegalChoice, BadInput):
            raise Problem(422, "refused", "these picks are no longer possible") from None
        assert s.decision is not None
        decision = s.decision
    tables = s.tables
    verbs = [verb for verb in decision.raw if tables.get(verb) is names and not (group and verb in s.stack[-1].picks)]
    found: Refusal | None = None
    for verb in verbs:
        refusal = None if decision.offers(verb, names.index[name]) else why_not(game, s, verb, name, side)
        if refusal is None and group:
            refusal = match.why_not_together(behind, group, (verb, name), side)
        if refusal is None:
            return _said("This can be chosen now.", decision.cases[0] if decision.cases else general)
        found = found or refusal
    if found is None and not group:
        found = _earlier(match, side, kind, name, behind)
    if found is None:
        case = decision.cases[0] if decision.cases else general
        return _said(f"You cannot choose that now. {decision.prompt}", case)
    return _said(found.reason, found.case)


def _earlier(match: Match, side: str, kind: str, name: str, behind: Sequence[tuple[str, Any]]) -> Refusal | None:
    """Why the last question before these picks that takes such a thing does not take this one; None if it does, or none takes any."""
    names = match.game.table(kind)
    for count in range(len(behind) - 1, -1, -1):
        s = match.behind(behind[:count], side) if count else match.state
        assert s.decision is not None
        verbs = [verb for verb in s.decision.raw if s.tables.get(verb) is names]
        if verbs:
            offered = any(s.decision.offers(verb, names.index[name]) for verb in verbs)
            return None if offered else why_not(match.game, s, verbs[0], name, side)
    return None


def _said(text: str, case: str) -> dict[str, str]:
    return {"text": text[:1].upper() + text[1:], "case": case}


# --- looking back ------------------------------------------------------------------------------------------------------------------------


def moments(table: Table, role: str) -> list[dict[str, Any]]:
    """The points of the game a role can look back to, each with the story events that led there."""
    side = table.reader(role)
    story = [orjson.loads(event) for event in table.told(side).events]
    by_moment: dict[int, list[dict[str, Any]]] = {}
    for event in story:
        by_moment.setdefault(event["moment"], []).append(event)
    out: list[dict[str, Any]] = []
    last: dict[str, Any] | None = None
    for number in range(len(table.live.moments(side))):
        events = by_moment.get(number, [])
        last = events[-1] if events else last
        out.append(
            {
                "i": number,
                "turn": last["turn"] if last else 1,
                "date": last["date"] if last else "",
                "label": "".join(part["t"] for part in events[0]["parts"]) if events else "Now" if number else "Start",
                "phase_title": last["phase_title"] if last else "",
                "combat": any(event["combat"] for event in events),
                "events": [events[0]["n"], events[-1]["n"]] if events else [],
            }
        )
    return out


def moment_count(table: Table, role: str, i: int) -> int:
    """How many choices had been made at a moment."""
    counts = table.live.moments(table.reader(role))
    if i >= len(counts):
        raise Problem(404, "unknown_moment", f"there is no moment {i}; the game has {len(counts)}")
    return counts[i]


def moment(table: Table, role: str, i: int) -> bytes:
    """The situation at a moment, as bytes; like every view without what is printed on the pieces."""
    match, side = table.live, table.viewer(role)
    count = moment_count(table, role, i)
    then = match.at(count)
    view = table_view(match.game, then.state, side, printed=False)
    view["answers"] = then.answers(side)
    view["decision"] = None  # there is no question in the past
    upto = bisect_right(match.event_counts(table.reader(role)), count)
    return orjson.dumps({"view": view, "story_to": upto})


def report(table: Table, role: str) -> bytes:
    """How the game has gone so far, as bytes."""
    return orjson.dumps(table.live.report(table.reader(role)))


def overlay(table: Table, role: str, name: str, of: str, i: int | None) -> dict[str, Any]:
    """What an overlay shows now, or showed at a moment."""
    match = table.live if i is None else table.live.at(moment_count(table, role, i))
    return match.overlay(name, of, table.viewer(role))


def share(table: Table, role: str, i: int) -> int:
    """The spectators' number for a moment of this role: the last one that is not later."""
    count = moment_count(table, role, i)
    return max(0, bisect_right(table.live.moments(None), count) - 1)


# --- downloads ---------------------------------------------------------------------------------------------------------------------------


def _eyes(table: Table, role: str) -> str | None:
    """As whom a role may take something away. A hot-seat screen passes from player to player, so it gets no more than a spectator."""
    return None if role == ALL else table.viewer(role)


def match_then(table: Table, role: str, i: int | None = None) -> Match:
    """The match now or at a moment, if it can still be played on from there."""
    match = table.live if i is None else table.live.at(moment_count(table, role, i))
    if match.result is not None:
        raise Problem(403, "over", "the game is over at this point, so there is nothing to play on from")
    return match


def position(table: Table, role: str) -> dict[str, Any]:
    """The situation as a role may have it: what it may not know is marked as hidden."""
    return match_then(table, role).position_for(_eyes(table, role))


def branch(table: Table, role: str, i: int) -> Match:
    """A new match from a moment, as a role may have it: what it may not know is drawn anew."""
    return match_then(table, role, i).branch(_eyes(table, role))


def record(table: Table, role: str) -> Record | Diary:
    """The record as a role may have it. Where that would tell secrets from the very start, a diary: what the role saw."""
    try:
        return table.live.record_for(_eyes(table, role))
    except BadInput:
        return table.live.diary(_eyes(table, role))
