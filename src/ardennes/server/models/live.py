"""The messages of the live connection."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, RootModel

from ardennes.server.models.base import (
    Answer,
    Request,
)
from ardennes.server.models.table import Change, ChatLine, SeatInfo, Table


class Hello(Request):
    """The first message to the server: the link, and what the page has of the table (see the parameters of `/api/table`)."""

    token: str
    known: str = ""
    story: str = ""
    said: int = 0


class Ping(Request):
    """To the server: are you there? The answer comes after everything that is new."""

    type: Literal["ping"]


class Lost(Request):
    """To the server: the page cannot apply a change. The answer is a table, or the changes since the version it has."""

    type: Literal["lost"]
    known: str = ""
    story: str = ""
    said: int = 0


class TableMessage(Answer):
    """The whole table."""

    type: Literal["table"]
    table: Table


class ChangeMessage(Answer):
    """What has changed at the table."""

    type: Literal["change"]
    change: Change


class PlayersMessage(Answer):
    """Somebody has come or gone."""

    type: Literal["players"]
    players: list[SeatInfo]


class ChatMessage(Answer):
    """Somebody has said something."""

    type: Literal["chat"]
    line: ChatLine


class PongMessage(Answer):
    """The answer to a ping."""

    type: Literal["pong"]


class LiveMessage(RootModel[TableMessage | ChangeMessage | PlayersMessage | ChatMessage | PongMessage]):
    """A message of the live connection at `/api/live`, a WebSocket."""


LIVE: tuple[type[BaseModel], ...] = (Hello, Ping, Lost, LiveMessage)
"""What is sent over the live connection: no route has it, but the document lists it too."""
