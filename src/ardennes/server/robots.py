"""Programs at the table: they think in separate processes, never in the event loop, and get the record without its seed."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from ardennes.core.record import Record
from ardennes.server.problems import Problem
from ardennes.server.table import Table
from ardennes.server.tables import Tables
from ardennes.server.worker import Task, answer, prepare

log = logging.getLogger(__name__)
SECONDS = 0.3
"""How long a program may keep making choices before they are shown."""
PATIENCE = 8.0
"""How long to wait if another process also serves the game and may play first."""
_PAUSES = (0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds to wait before trying again, after each failure in a row."""


class Robots:
    """Plays the seats held by programs whenever one of them is asked."""

    def __init__(self, tables: Tables, processes: int = 0) -> None:
        self._tables = tables
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def wake(self, table: Table, after: float = 0.0) -> None:
        """Let the program that is being asked answer, `after` a delay in seconds if it is still being asked then."""
        if self._closed or table.match is None or table.robot is None:
            return
        running = self._playing.get(table.id)
        if running is not None and not running.done():
            return
        self._playing[table.id] = asyncio.ensure_future(self._play(table.id, after))

    def play_on(self, game_id: int) -> None:
        """After a restart: continue a game that may not be in memory."""
        if not self._closed and game_id not in self._playing:
            self._playing[game_id] = asyncio.ensure_future(self._play(game_id, 0.0))

    async def _play(self, game_id: int, after: float) -> None:
        failures = 0
        try:
            if after:
                await asyncio.sleep(after)
            while not self._closed:
                try:
                    if not await self._step(game_id):
                        break
                    failures = 0
                except Problem as problem:
                    if problem.code != "stale":  # the table has moved on: look again
                        log.error("game %x: a program cannot continue: %s", game_id, problem.message)
                        break
                except (BrokenProcessPool, OSError) as error:
                    log.error("the worker processes for programs failed: %s", error)
                    self._drop_pool()
                    failures += 1
                except Exception:
                    log.exception("game %x: a program failed", game_id)
                    failures += 1
                if failures:
                    await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES)) - 1])
        finally:
            self._playing.pop(game_id, None)

    async def _step(self, game_id: int) -> bool:
        """One round of choices; False if no program is asked any more."""
        async with self._tables.hold(game_id) as table:
            task = _task(table)
        if task is None:
            return False
        pool = self._ready_pool()
        choices = await asyncio.get_running_loop().run_in_executor(pool, answer, task)
        async with self._tables.hold(game_id) as table:
            if table.robot != task.side or len(table.live.record.entries) != len(task.record.entries):
                return True
            if choices:
                await self._tables.play(table, choices, task.side)
            return table.robot is not None

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, spawn, initializer=prepare)
        return self._pool

    def _drop_pool(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def close(self) -> None:
        """Stop thinking; unsaved choices are worked out again after the next start."""
        self._closed = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            for process in list(self._pool._processes.values()):
                process.terminate()
        self._drop_pool()


def _task(table: Table) -> Task | None:
    side = table.robot
    if side is None:
        return None
    r = table.live.record
    record = Record(r.game, r.scenario, r.options, r.rules, r.commitment, r.position, list(r.entries))
    luck = hmac.digest(bytes.fromhex(table.key), b"luck " + side.encode(), hashlib.sha256).hex()
    return Task(table.id, record, side, table.seats[side].player, luck, SECONDS)
