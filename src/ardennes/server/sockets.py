"""Live updates: a socket for each open page. It hears of a change only if what its own role may see has changed."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from ardennes.server import models
from ardennes.server.problems import Problem
from ardennes.server.routes import Context
from ardennes.server.scene import Shown
from ardennes.server.table import Table, chat_line, iso
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


@dataclass(frozen=True, slots=True)
class Hello:
    """What a page says first, and again when it has lost track: its link, and what it has of the table."""

    token: str
    known: str = ""
    story: str = ""
    said: int = 0


class Watcher:
    """One socket at a table. Messages are made when they are sent, so a slow reader skips outdated ones.

    The first message is the whole table, or what has changed since the version that the page has. Every later one is what has changed since
    the one before: a socket keeps the order of its messages, so nothing else is needed.
    """

    def __init__(self, socket: WebSocket, tables: Tables, hello: Hello) -> None:
        self.socket = socket
        self.tables = tables
        self.token = hello.token
        self._hello: Hello | None = hello
        self._news = asyncio.Event()
        self._what: set[str] = {"table"}
        self._shown: Shown | None = None
        self._players: Any = None
        self._said: int | None = None

    def hear(self, what: str) -> None:
        """Something changed at the table."""
        self._what.add(what)
        self._news.set()

    def start_over(self, hello: Hello) -> None:
        """The page has lost track."""
        self._hello = hello
        self.hear("lost")

    async def run(self) -> None:
        """Send what is new, for as long as the socket lives."""
        self._news.set()
        while True:
            await self._news.wait()
            self._news.clear()
            what, self._what = self._what, set()
            # The change it reports is already known here. Who asks, asks for everything.
            async with self.tables.open(self.token, current=bool(what & {"pong", "lost"})) as (table, role):
                messages = self._messages(table, role, what)
            for message in messages:
                await self.socket.send_text(message.decode())

    def _messages(self, table: Table, role: str, what: set[str]) -> list[bytes]:
        out: list[bytes] = []
        now = time.time()
        new = table.shown(role)
        players = table.players(now)
        if self._hello is not None:
            hello, self._hello = self._hello, None
            kind = b"table" if table.recall(role, hello.known) is None else b"change"
            out.append(_message(kind, table.answer(role, hello.known, hello.story, hello.said, now)))
            self._said = None
        elif self._shown is not None and self._shown.digest != new.digest:
            more = {"moved_at": iso(table.updated)} | ({"players": players} if players != self._players else {})
            out.append(_message(b"change", new.since(self._shown, more)))
        elif "players" in what and players != self._players:
            out.append(orjson.dumps({"type": "players", "players": players}))
        else:
            players = self._players
        self._shown, self._players = new, players
        if self._said is not None:
            fresh = [line for line in table.chat if line.number > self._said]
            out += [orjson.dumps({"type": "chat", "line": chat_line(line)}) for line in fresh]
        self._said = table.chat[-1].number if table.chat else 0
        if "pong" in what:
            out.append(b'{"type":"pong"}')
        return out


def _message(kind: bytes, body: bytes) -> bytes:
    return b'{"type":"' + kind + b'","' + kind + b'":' + body + b"}"


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """The first message says who it is and what it has: {"token": ..., "known": digest, "story": mark,
    "said": number} (see `models.Hello`)."""
    await socket.accept()
    context: Context = socket.app.state.context
    try:
        hello = _hello(await asyncio.wait_for(socket.receive_text(), FIRST))
    except (TimeoutError, ValueError, KeyError):
        await _close(socket, BAD, "the first message must contain a token")
        return
    except WebSocketDisconnect:
        return
    watcher = Watcher(socket, context.tables, hello)
    try:
        async with context.tables.open(hello.token) as (table, role):
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


def _hello(text: str) -> Hello:
    if len(text) > LONGEST:
        raise ValueError
    data = orjson.loads(text)
    if not isinstance(data, dict) or not isinstance(data["token"], str):
        raise ValueError
    return _has(data["token"], data)


def _has(token: str, data: dict[str, Any]) -> Hello:
    known, story, said = data.get("known", ""), data.get("story", ""), data.get("said", 0)
    return Hello(
        token,
        known[: models.LONGEST_MARK] if isinstance(known, str) else "",
        str(story)[: models.LONGEST_MARK] if isinstance(story, str | int) else "",
        said if isinstance(said, int) else 0,
    )


async def _read(socket: WebSocket, watcher: Watcher) -> None:
    """A page may ask for a sign of life ({"type": "ping"}), and for the table if it has lost track ({"type": "lost", "known": digest,
    "story": mark}); anything else it sends is ignored."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text") or ""
        if len(text) > LONGEST or len(message.get("bytes") or b"") > LONGEST:
            raise ValueError("too long")
        try:
            data = orjson.loads(text)
        except ValueError:
            continue
        kind = data.get("type") if isinstance(data, dict) else None
        if kind == "ping":
            watcher.hear("pong")
        elif kind == "lost":
            watcher.start_over(_has(watcher.token, data))


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
