"""Tells listeners when a game changes. Changes made by this process are announced right after their commit; on PostgreSQL all other
processes hear of them too, through LISTEN and NOTIFY.

A notice says only that something changed; its receiver reads the database. So a lost one only causes a delay: when the connection was lost,
all listeners are told to look again; and what a process committed just before it died is found by a look every `SWEEP` seconds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ardennes.core.errors import BadInput
from ardennes.server.database import Change, Database, connect_postgresql
from ardennes.server.store import counts

CHANNEL = "ardennes"
SWEEP = 20.0
"""Seconds between two checks for unannounced changes."""
_MOST = 180
"""The most changes in one notice: each has at most 40 bytes, and PostgreSQL allows 8000."""
_PULSE = 30.0
"""Seconds of silence after which the connection is tested."""
_log = logging.getLogger(__name__)

Listener = Callable[[Change], None]


class Live:
    """Tells listeners of changes, game by game."""

    def __init__(self, database: Database, sweep: float = SWEEP) -> None:
        self._database = database
        self._sweep = sweep
        self._listeners: dict[int | None, dict[object, Listener]] = {}
        self._origin = secrets.token_hex(4)
        self._unsent: dict[tuple[int, str], int] = {}
        self._wake = asyncio.Event()
        self._ready = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen. On PostgreSQL this waits until changes of other processes arrive, or fails."""
        self._database.listeners.append(self._made_here)
        self._tasks.append(asyncio.create_task(self._look_again()))
        if not self._database.is_sqlite:
            self._tasks.append(asyncio.create_task(self._stay_connected()))
            try:
                async with asyncio.timeout(30):
                    await self._ready.wait()
            except TimeoutError:
                await self.close()
                raise BadInput("cannot listen to PostgreSQL", where="ARDENNES_DATABASE") from None

    async def close(self) -> None:
        """Stop listening."""
        with suppress(ValueError):
            self._database.listeners.remove(self._made_here)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    def subscribe(self, game_id: int | None, listener: Listener) -> Callable[[], None]:
        """Call `listener` in the event loop for each change of a game (None: of every game), including changes made by this process.
        The returned function ends it."""
        mark = object()
        self._listeners.setdefault(game_id, {})[mark] = listener

        def stop() -> None:
            group = self._listeners.get(game_id, {})
            group.pop(mark, None)
            if not group:
                self._listeners.pop(game_id, None)

        return stop

    # --- telling ---------------------------------------------------------------------------------------------------------------------

    def _tell(self, change: Change) -> None:
        for group in (change.game_id, None):
            for listener in list(self._listeners.get(group, {}).values()):
                try:
                    listener(change)
                except Exception:  # a failing listener must not keep the change from the others
                    _log.exception("a listener failed")

    def _tell_all(self) -> None:
        """Something may have been missed: every listener of a single game looks again."""
        for game_id in [game_id for game_id in self._listeners if game_id is not None]:
            self._tell(Change(game_id, "all"))

    def _made_here(self, changes: list[Change]) -> None:
        for change in changes:
            self._tell(change)
            if not self._database.is_sqlite:
                self._unsent[change.game_id, change.what] = change.number  # the newest number is enough
                self._wake.set()

    async def _look_again(self) -> None:
        """Find unannounced changes. (Games that changed normally since the last check are announced again.)"""
        known: dict[int, tuple[int, int]] = {}
        while True:
            await asyncio.sleep(self._sweep)
            try:
                found = await self._database.read(
                    counts, [game_id for game_id in self._listeners if game_id is not None]
                )
            except Exception as error:  # the database is unavailable; it may come back
                _log.warning("cannot look for changes: %s", error)
                continue
            for game_id, count in found.items():
                if known.get(game_id) != count:
                    self._tell(Change(game_id, "all"))
            known = found

    # --- PostgreSQL ------------------------------------------------------------------------------------------------------------------

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        origin, *words = payload.split(" ")
        if origin == self._origin:  # already announced when it was committed
            return
        for game_id, what, number in zip(words[::3], words[1::3], words[2::3], strict=True):
            self._tell(Change(int(game_id), what, int(number)))

    async def _stay_connected(self) -> None:
        """Listen and send forever; reconnect after a lost connection."""
        pause = 0.1
        while True:
            try:
                # A notice is not game data: it does not have to wait for the disk.
                connection = await connect_postgresql(self._database.url, synchronous_commit="off")
            except Exception as error:
                if not self._ready.is_set():
                    _log.warning("cannot listen for changes of other processes: %s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, 5.0)
                continue
            pause = 0.1
            try:
                await connection.add_listener(CHANNEL, self._heard)
                connection.add_termination_listener(lambda _: self._wake.set())
                if self._ready.is_set():
                    _log.info("listening for changes of other processes again")
                    self._tell_all()
                self._ready.set()
                await self._send(connection)
            except Exception as error:
                _log.warning("lost the connection that tells of changes: %s", error)
            finally:
                connection.terminate()
            await asyncio.sleep(pause)

    async def _send(self, connection: Any) -> None:
        """Send what was committed here, until the connection ends. What could not be sent is kept."""
        while not connection.is_closed():
            while self._unsent:
                taken = self._take()
                words = " ".join(f"{game_id} {what} {number}" for (game_id, what), number in taken.items())
                try:
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self._origin} {words}")
                except BaseException:
                    self._unsent = {**taken, **self._unsent}
                    raise
            self._wake.clear()
            if connection.is_closed():
                return
            try:
                # Not `wait_for`: before Python 3.12 it forgets that it was cancelled if the event comes at the same moment.
                async with asyncio.timeout(_PULSE):
                    await self._wake.wait()
            except TimeoutError:
                await connection.execute("SELECT 1")  # fails if the server is gone without a word

    def _take(self) -> dict[tuple[int, str], int]:
        """As many unsent changes as fit into one notice."""
        taken = {}
        for key in list(self._unsent)[:_MOST]:
            taken[key] = self._unsent.pop(key)
        return taken
