"""Lists of games, and accounts."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from ardennes.server.models.base import (
    Answer,
    Request,
    Short,
)
from ardennes.server.models.table import SeatInfo


class Summary(Answer):
    """A game of a list."""

    token: str
    game: str
    title: str
    scenario: str
    role: str
    side: str | None
    turn_text: str
    your_turn: bool
    moved_at: str
    over: bool
    players: list[SeatInfo]
    result: str | None


class Login(Request):
    """Name and password."""

    name: Short
    password: Annotated[str, StringConstraints(max_length=1000)]


class AccountName(Answer):
    """Who is signed in."""

    name: str


class Account(Answer):
    """An account with its games."""

    name: str
    tables: list[Summary]


class Health(Answer):
    """The server is running."""

    ok: bool
    version: str
