"""What a role can find out at a table: everything the server would tell it, as bytes that can be compared.

Two situations that differ only in what a role may not know must give it the same bytes. A game says what that is by `imagine`: the state it
returns differs from the real one in nothing else.
"""

from __future__ import annotations

import random
from typing import Any

import orjson

from ardennes.core.errors import BadInput
from ardennes.core.match import Match
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
    for verb in sorted({name[3:] for frame in game.frame_types for name in dir(frame) if name.startswith("on_")}):
        for argument in (None, units[0], units[-1], places[0], places[-1], 1, "x"):
            out[f"explain {verb} {argument}"] = orjson.dumps(inquiry.explain(table, role, verb, argument))
    for kind, names in (("unit", units[::9]), ("place", places[::40])):
        for name in names:
            out[f"why {name}"] = orjson.dumps(inquiry.why(table, role, kind, name))
    of: dict[str, list[str]] = {"": [""], "side": list(game.sides), "unit": units[::12]}
    for overlay in game.overlays:
        for one in of[overlay.of]:
            out[f"overlay {overlay.id} {one}"] = orjson.dumps(match.overlay(overlay.id, one, table.viewer(role)))
    out["record"] = _try(lambda: "\n".join(inquiry.record(table, role).lines()))
    out["position"] = _try(lambda: repr(inquiry.position(table, role)))
    return out


def _try(what: Any) -> bytes:
    try:
        return str(what()).encode()
    except (Problem, BadInput) as error:
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
    """The roles from which something is hidden now."""
    game = match.game
    out = [side for side in game.sides if game.hides(match.state, side)]
    return out + ([WATCH] if game.hides(match.state, None) else [])


def side_of(role: str) -> str | None:
    """The side whose view a role sees."""
    return None if role == WATCH else role


def imagined(match: Match, role: str, rng: random.Random) -> list[Match]:
    """The same situation with everything hidden from the role redrawn at random. A spectator knows less than any side."""
    sides = match.game.sides if role == WATCH else (role,)
    return [with_state(match, match.imagine(side, rng)) for side in sides]
