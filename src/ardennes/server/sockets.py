"""Live updates: a socket for each open page. It hears of a change only if what its own role may see has changed."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ardennes.server.problems import Problem
from ardennes.server.routes import Context
from ardennes.server.table import Table, chat_line
from ardennes.server.tables import Tables
from ardennes.server.tokens import WATCH

router = APIRouter()
UNKNOWN = 4404
BAD = 4400
TOO_MANY = 4429
FIRST = 15.0
"""Seconds a socket has to identify itself."""
MOST = 200
"""The most sockets at one table."""
LONGEST = 4096
"""The most characters in a message to the server."""


class Watcher:
    """One socket at a table. Messages are made when they are sent, so a slow reader skips outdated ones."""

    def __init__(self, socket: WebSocket, tables: Tables, token: str, known: str) -> None:
        self.socket = socket
        self.tables = tables
        self.token = token
        self._known = known
        self._news = asyncio.Event()
        self._what: set[str] = {"table"}
        self._digest = ""
        self._marks: list[str] = []
        self._players: Any = None
        self._said = 0

    def hear(self, what: str) -> None:
        """Something changed at the table."""
        self._what.add(what)
        self._news.set()

    async def run(self) -> None:
        """Send what is new, for as long as the socket lives."""
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            what, self._what = self._what, set()
            # The change it reports is already known here. A ping asks for everything.
            async with self.tables.open(self.token, current="pong" in what) as (table, role):
                messages = self._messages(table, role, what)
            for message in messages:
                await self.socket.send_text(message.decode())

    def _messages(self, table: Table, role: str, what: set[str]) -> list[bytes]:
        out: list[bytes] = []
        now = time.time()
        first = not self._digest
        digest = table.digest(role)
        if digest != self._digest:
            self._digest = digest
            out.append(b'{"type":"table","table":' + self._payload(table, role, now) + b"}")
        elif "players" in what and (players := table.players(now)) != self._players:
            self._players = players
            out.append(orjson.dumps({"type": "players", "players": players}))
        if not first:
            new = [line for line in table.chat if line.number > self._said]
            out += [orjson.dumps({"type": "chat", "line": chat_line(line)}) for line in new]
        self._said = table.chat[-1].number if table.chat else 0
        if "pong" in what:
            out.append(b'{"type":"pong"}')
        return out

    def _payload(self, table: Table, role: str, now: float) -> bytes:
        told = table.told(table.viewer(role))
        start = told.common(self._marks) if self._marks else told.start(self._known) if self._known else 0
        self._marks = list(told.marks)
        self._players = table.players(now)
        return table.payload(role, start, now)


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """The first message says who it is: {"token": ..., "story": ...}."""
    await socket.accept()
    context: Context = socket.app.state.context
    try:
        token, story = _hello(await asyncio.wait_for(socket.receive_text(), FIRST))
    except (TimeoutError, ValueError, KeyError):
        await _close(socket, BAD, "the first message must contain a token")
        return
    except WebSocketDisconnect:
        return
    watcher = Watcher(socket, context.tables, token, story)
    try:
        async with context.tables.open(token) as (table, role):
            if len(table.listeners) >= MOST:
                await _close(socket, TOO_MANY, "too many connections to this table")
                return
            arrive(context, table, role, watcher)
    except Problem as problem:
        await _close(socket, UNKNOWN, problem.message)
        return
    sending = asyncio.ensure_future(watcher.run())
    reading = asyncio.ensure_future(_read(socket, watcher))
    try:
        await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, reading):
            task.cancel()
        ended = await asyncio.gather(sending, reading, return_exceptions=True)
        leave(context, table, role, watcher)
        if isinstance(ended[0], Problem):
            await _close(socket, UNKNOWN, ended[0].message)
        elif isinstance(ended[1], ValueError):
            await _close(socket, BAD, "this message is too long")


def _hello(text: str) -> tuple[str, str]:
    if len(text) > LONGEST:
        raise ValueError
    data = orjson.loads(text)
    if not isinstance(data, dict) or not isinstance(data["token"], str):
        raise ValueError
    story = data.get("story", "")
    return data["token"], str(story)[:64] if isinstance(story, str | int) else ""


async def _read(socket: WebSocket, watcher: Watcher) -> None:
    """A page may ask for a sign of life ({"type": "ping"}); anything else it sends is ignored."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or ""
        if len(text) > LONGEST or len(message.get("bytes") or b"") > LONGEST:
            raise ValueError("too long")
        if "ping" in text:
            watcher.hear("pong")


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason[:120])


# --- who is there ------------------------------------------------------------------------------------------------------------------------


def arrive(context: Context, table: Table, role: str, watcher: Watcher) -> None:
    """Somebody has connected."""
    table.listeners.add(watcher.hear)
    table.present[role] = table.present.get(role, 0) + 1
    if table.present[role] == 1 and role != WATCH:
        table.tell("players")
        context.tables.note_seen([(table.id, role)])


def leave(context: Context, table: Table, role: str, watcher: Watcher) -> None:
    """Somebody has gone."""
    table.listeners.discard(watcher.hear)
    table.present[role] = table.present.get(role, 1) - 1
    if not table.present[role] and role != WATCH:
        table.leaves(role, time.time())
        table.tell("players")
        context.tables.note_seen([(table.id, role)])


async def keep_presence(context: Context, every: float = 30.0) -> None:
    """Note regularly who is connected, and notice who has left, on this process or another."""
    while True:
        await asyncio.sleep(every)
        tables = context.tables.listened()
        context.tables.note_seen(
            [(t.id, role) for t in tables for role, count in t.present.items() if count and role != WATCH]
        )
        for table in tables:
            context.tables.look_at_seats(table)
