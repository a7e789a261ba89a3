"""What a role can find out at a table: everything the server would tell it, as bytes that can be compared.

Two situations that differ only in what a role may not know must give it the same bytes. A game says what that is by `imagine`: the state it
returns differs from the real one in nothing else.
"""

from __future__ import annotations

import random
from functools import cache, partial
from typing import Any

import orjson

from ardennes.core.decision import CHANCE
from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.fields import Some, fields_of, slots
from ardennes.core.game import Game
from ardennes.core.intent import try_all
from ardennes.core.match import Match
from ardennes.core.orders import PASS
from ardennes.core.secrets import STATE, hidden_slots, shown
from ardennes.core.state import State
from ardennes.lab.coverage import verbs_of
from ardennes.server import inquiry
from ardennes.server.problems import Problem
from ardennes.server.store import Seat, StoredGame
from ardennes.server.table import Table, summary_of
from ardennes.server.tokens import WATCH


def table_of(match: Match) -> Table:
    """A table for a match, with a person on each seat."""
    seats = {side: Seat(side) for side in match.game.sides}
    host = match.game.sides[0]
    stored = StoredGame(
        id=1, key="00" * 32, record=match.record, host=host, free_undo=False, created=0.0, updated=0.0, asked=None,
        turn_text="", chats=0, seats=seats,
    )  # fmt: skip
    table = Table(1)
    table.load(stored, match, [])
    return table


def everything(match: Match, role: str, full: bool = True) -> dict[str, bytes]:
    """Everything a role can get from the server, by where it gets it."""
    table, game = table_of(match), match.game
    out = {"table": table.payload(role, 0, 0.0), "digest": table.digest(role).encode()}
    out["summary"] = repr(summary_of(match, True)).encode()
    out["moments"] = orjson.dumps(inquiry.moments(table, role))
    if not full:
        return out
    last = len(match.moments(table.viewer(role))) - 1
    for i in {last, max(0, last - 1)}:
        out[f"moment {i}"] = inquiry.moment(table, role, i)
        out[f"share {i}"] = str(inquiry.share(table, role, i)).encode()
    units, places = list(game.unit_names.index), list(game.place_names.index)
    for verb in _verbs(game):
        for argument in (None, units[0], units[-1], places[0], places[-1], 1, "x"):
            out[f"explain {verb} {argument}"] = orjson.dumps(inquiry.explain(table, role, verb, argument))
    for kind, names in (("unit", units[::9]), ("place", places[::40])):
        for name in names:
            out[f"why {name}"] = orjson.dumps(inquiry.why(table, role, kind, name))
    of: dict[str, list[str]] = {"": [""], "side": list(game.sides), "unit": units[::12]}
    for overlay in game.overlays:
        for one in of[overlay.of]:
            out[f"overlay {overlay.id} {one}"] = orjson.dumps(match.overlay(overlay.id, one, table.viewer(role)))
    if match.decision.side == role:
        out |= _probes(match, role)
    out["record"] = _try(lambda: "\n".join(inquiry.record(table, role).lines()))
    out["report"] = inquiry.report(table, role)
    out["position"] = _try(lambda: repr(inquiry.position(table, role)))
    eyes = table.viewer(role)
    out["branch"] = repr(match.branch(eyes, seed=1).view(eyes)).encode()
    return out


def _probes(match: Match, role: str) -> dict[str, bytes]:
    """What a side that is asked can find out without playing: what is behind a choice or a group of them, the fight it would start,
    whether it is final, and how it is refused as the first of two."""
    out: dict[str, bytes] = {}
    for verb, some in match.decision.choices.items():
        group = [(verb, argument) for argument in some[:3]]
        out[f"ahead of a group {verb}"] = _try(partial(match.ahead, [], role, group=group))
        for argument in dict.fromkeys((some[0], some[len(some) // 2], some[-1])):
            one = (verb, argument)
            known = {
                "ahead": partial(match.ahead, [one], role),
                "fight": partial(match.fight, verb, argument, role),
                "final": partial(match.finality, verb, argument, role),
                "steps": partial(_refused, match, [one, ("nonsense", None)], role),
            }
            out |= {f"{what} {verb} {argument}": _try(look) for what, look in known.items()}
    return out


def _refused(match: Match, choices: list[tuple[str, Any]], role: str) -> None:
    try_all(match.game, match.state, choices, role)


@cache
def _verbs(game: Game) -> list[str]:
    """Every verb of a game."""
    return sorted({verb for frame in game.frame_types for verb in verbs_of(frame)})


def _try(what: Any) -> bytes:
    try:
        return str(what()).encode()
    except (Problem, BadInput, IllegalChoice) as error:
        return f"refused: {error}".encode()


def differs(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Where the same role is told different things."""
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def with_state(match: Match, state: Any) -> Match:
    """The match with another state, as if the same record had led to it."""
    other = match.at(match.count)
    other.state = state
    return other


def roles_in_the_dark(match: Match) -> list[str]:
    """The roles from which something is hidden now, or will be as soon as another side chooses."""
    game = match.game
    out = [side for side in game.sides if game.guards(match.state, side)]
    return out + ([WATCH] if game.guards(match.state, None) else [])


def side_of(role: str) -> str | None:
    """The side whose view a role sees."""
    return None if role == WATCH else role


def imagined(match: Match, role: str, rng: random.Random) -> list[Match]:
    """The same situation with everything hidden from the role redrawn at random. A spectator knows less than any side."""
    sides = match.game.sides if role == WATCH else (role,)
    return [with_state(match, match.imagine(side, rng)) for side in sides]


def hidden_sets(match: Match, role: str) -> dict[str, int]:
    """The things (cards, chits, ...) that lie where the role may not look, as a set per table; without those that everybody was shown."""
    out: dict[str, int] = {}
    for slot in hidden_slots(match.state, match.game.eyes(side_of(role))):
        if isinstance(slot.held, Some) and slot.held.table in match.game.tables:
            out[slot.held.table] = out.get(slot.held.table, 0) | slot.value
    for name, field in fields_of(type(match.state)).items():
        if field.part_of and field.secret is None and isinstance(field.kind, Some) and field.kind.table in out:
            out[field.kind.table] &= ~getattr(match.state, name)
    return out


def is_secret(before: Match, after: Match, role: str) -> bool:
    """Was the last choice, by another side, a secret from the role? It is if it named a card or the like that the role could not see and
    still cannot, or if it changed something hidden, or picked something in secret, and nothing that the role may see."""
    by, verb, argument = after.record.entries[-1]  # type: ignore[misc]
    if by in (role, CHANCE) or after.result is not None:
        return False
    game, hidden = before.game, hidden_sets(after, role)
    table = before.state.tables.get(verb)
    for name, some in hidden_sets(before, role).items():
        if table is game.table(name):
            return bool((some & hidden.get(name, 0)) >> table.index[argument] & 1)
    eyes = game.eyes(side_of(role))
    one, other = before.state, after.state
    if _hidden(one, eyes) == _hidden(other, eyes):
        return False
    return _open(one, eyes) == _open(other, eyes) or before.view(side_of(role)) == after.view(side_of(role))


def _hidden(s: State, eyes: int) -> list[Any]:
    """The values that a side may not know, and the questions after another side's secret pick."""
    return [slot.value for slot in hidden_slots(s, eyes)] + s.stack[len(shown(s, eyes).stack) :]


def _open(s: State, eyes: int) -> list[Any]:
    """Everything in a state that a side may know, by the declarations alone."""
    s = shown(s, eyes)
    closed = {(slot.at, slot.field.name, slot.owner) for slot in hidden_slots(s, eyes)}
    return [
        (at, type(holder).__name__, name, owner, value)
        for at, holder in ((STATE, s), *enumerate(s.stack))
        for name, field in fields_of(type(holder)).items()
        for owner, value in slots(field, holder)
        if (at, name, owner) not in closed
    ]


def told_nothing(before: Match, after: Match, role: str) -> bool:
    """Has the role's choice neither drawn one of the things hidden from it nor revealed anything? What passed windows does not count."""
    hidden = [before.game.table(name) for name in hidden_sets(before, role)]
    new = [entry for entry in after.record.entries[len(before.record.entries) :] if not isinstance(entry, int)]
    drawn = any(by == CHANCE and before.state.tables.get(verb) in hidden for by, verb, _ in new)
    expected = sum(by == CHANCE or (by != role and verb == PASS) for by, verb, _ in new)
    return not drawn and after.state.barrier - before.state.barrier == expected
