"""Programs at the table: they think in separate processes, never in the event loop, and get the record without its seed."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any, TypeVar

from ardennes.core.record import Record
from ardennes.players import thinker
from ardennes.players.planner import Pondered
from ardennes.server.problems import Problem
from ardennes.server.table import Table
from ardennes.server.tables import Tables
from ardennes.server.worker import Looked, Question, Task, advise, answer, ponder, prepare

T = TypeVar("T")
log = logging.getLogger(__name__)
SECONDS = 0.3
"""How long a program may keep making choices before they are shown."""
PONDER = 60.0
"""How long a program may think while a person is being asked."""
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
        self._pondering: dict[int, asyncio.Task[None]] = {}
        self._pondered: dict[tuple[int, str], Pondered] = {}
        self._closed = False

    def wake(self, table: Table, after: float = 0.0) -> None:
        """Let the program that is being asked answer, `after` a delay in seconds if it is still being asked then."""
        pondering = self._pondering.pop(table.id, None)
        if pondering is not None:
            pondering.cancel()
        if self._closed or table.match is None:
            return
        if table.robot is None:
            side = _ponders(table)
            if side is not None:
                self._pondering[table.id] = asyncio.ensure_future(self._ponder(table.id, side))
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

    async def _ponder(self, game_id: int, side: str) -> None:
        """Think about a program's next moves while a person thinks: in short steps, as long as nobody needs the processes."""
        try:
            for _ in range(round(PONDER / SECONDS)):
                while self._playing:
                    await asyncio.sleep(SECONDS)
                async with self._tables.hold(game_id) as table:
                    if table.robot is not None or table.live.result is not None:
                        return
                    task = _task_of(table, side)
                found = await asyncio.get_running_loop().run_in_executor(self._ready_pool(), ponder, task)
                if found is None:
                    return
                self._pondered.setdefault((game_id, side), Pondered()).add(found)
        except (BrokenProcessPool, OSError) as error:
            log.error("the worker processes for programs failed: %s", error)
            self._drop_pool()
        except Problem:  # the game is gone
            pass

    async def _step(self, game_id: int) -> bool:
        """One round of choices; False if no program is asked any more."""
        async with self._tables.hold(game_id) as table:
            side = table.robot
            if side is None:
                return False
            task = replace(_task_of(table, side), pondered=self._pondered.pop((game_id, side), None))
        pool = self._ready_pool()
        choices = await asyncio.get_running_loop().run_in_executor(pool, answer, task)
        async with self._tables.hold(game_id) as table:
            if table.robot != task.side or len(table.live.record.entries) != len(task.record.entries):
                return True
            if choices:
                await self._tables.play(table, choices, task.side)
            return table.robot is not None

    async def advise(self, question: Question) -> dict[str, Any]:
        """What a planner would do; thought out in a process of its own."""
        return await self.run(advise, question)

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Let something be worked out in a process of its own."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._ready_pool(), work, *given)
        except BrokenProcessPool as error:
            log.error("the worker processes for programs failed: %s", error)
            self._drop_pool()
            raise Problem(500, "fault", "the planner cannot answer now: try again") from None

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._closed:
            raise Problem(503, "closing", "the server is shutting down: try again")
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
        tasks = [*self._playing.values(), *self._pondering.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            processes = list(self._pool._processes.values())
            for process in processes:
                process.terminate()
            self._drop_pool()
            for process in processes:
                await asyncio.to_thread(process.join, 5)


def _task_of(table: Table, side: str) -> Task:
    return Task(table.id, _without_seed(table), side, table.seats[side].player, _luck(table, f"luck {side}"), SECONDS)


def _ponders(table: Table) -> str | None:
    """The side whose program thinks while a person is asked, if there is one."""
    if table.live.result is not None:
        return None
    programs = [side for side in table.sides if not table.is_human(side)]
    return next((side for side in programs if thinker(table.seats[side].player).ponders), None)


def question_at(table: Table, side: str, level: str) -> Question:
    """A side's question what to do now. The same question gets the same answer."""
    record = _without_seed(table)
    return Question(record, side, level, f"{_luck(table, f'advice {side}')} {len(record.entries)}")


def looked_at(table: Table, sides: tuple[str, ...]) -> Looked:
    """A game that is over, to look for the costliest choices of some sides."""
    record = _without_seed(table)
    return Looked(record, sides, f"{_luck(table, f'review {sides}')} {len(record.entries)}")


def _without_seed(table: Table) -> Record:
    r = table.live.record
    return Record(r.game, r.scenario, r.options, r.rules, r.commitment, r.position, list(r.entries))


def _luck(table: Table, what: str) -> str:
    """A seed that nobody can guess."""
    return hmac.digest(bytes.fromhex(table.key), what.encode(), hashlib.sha256).hex()
