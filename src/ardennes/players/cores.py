"""The other cores of the machine, for a planner: processes of low priority that take part of the work while nobody else needs them.

By default a planner keeps to its own process: the lab already plays a game on each core. A process that plays for a person says `use`.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import connection, parent_process
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""How many jobs each of the other processes is given at a time, so that it never waits for the next."""


def own_priority(lower: int) -> None:
    """At the start of a process that thinks: a lower priority, no Ctrl-C of its own, and an end as soon as its parent ends."""
    with suppress(AttributeError, OSError):
        os.nice(lower)
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


class Cores:
    """Shares work between this process and some others, which are started when work is first shared, and used as soon as they are up."""

    def __init__(self, others: int = 0) -> None:
        self._others = others
        self._pool: ProcessPoolExecutor | None = None
        self._up: Future[None] | None = None

    def use(self, others: int) -> None:
        """From now on, let so many other processes take part."""
        self.close()
        self._others = others

    @property
    def count(self) -> int:
        """How many jobs can be done at once."""
        return 1 + self._others

    def map(self, work: Callable[[T], R | None], jobs: Sequence[T], until: float = 0.0) -> list[R | None]:
        """The results of all jobs in their order, whoever did them. `until`: a time (`time.monotonic`) to stop at; what was not done by
        then is None. The others only help: what they do not get done on a busy machine, or cannot do at all, is done here."""
        out: list[R | None] = [None] * len(jobs)
        todo, given = deque(range(len(jobs))), dict[int, Future[Any]]()
        pool = self._ready() if len(jobs) > 1 else None
        while todo or given:
            while pool is not None and len(todo) > 1 and len(given) < self._others * AHEAD:
                number = todo.pop()
                try:
                    given[number] = pool.submit(_do, pickle.dumps((work, jobs[number])))
                except BrokenProcessPool:
                    todo.append(number)
                    self.use(0)
                    pool = None
                except (pickle.PicklingError, AttributeError, TypeError):
                    todo.append(number)
                    pool = None
            if until and time.monotonic() >= until:
                break
            number = todo.popleft() if todo else next(reversed(given))  # the last one given has hardly been begun
            out[number] = work(jobs[number])
            given.pop(number, None)
            for number in [number for number, one in given.items() if one.done()]:
                one = given.pop(number)
                if one.exception() is None:
                    out[number] = one.result()
                else:
                    todo.append(number)
                    if isinstance(one.exception(), BrokenProcessPool):
                        self.use(0)
                        pool = None
        for one in given.values():
            one.cancel()
        return out

    def _ready(self) -> ProcessPoolExecutor | None:
        """The other processes, if they are up."""
        if not self._others:
            return None
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._others, spawn, initializer=own_priority, initargs=(5,))
            self._up = self._pool.submit(_load)
        if self._up is None or not self._up.done():
            return None
        if self._up.exception() is not None:
            self.use(0)
        return self._pool

    def close(self) -> None:
        """End the other processes, as soon as they have done what they are at."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _do(job: bytes) -> object:
    """In another process: one job. It comes packed, because a pool of Python 3.11 can hang for ever on what it cannot pack."""
    work, one = pickle.loads(job)
    return work(one)


def _load() -> None:
    """The first job of another process: load the games."""
    importlib.import_module("ardennes.players")


CORES = Cores()
"""Those of this process."""


def use_all() -> None:
    """Let planners of this process use all cores."""
    CORES.use(available() - 1)


def available() -> int:
    """The number of processors available to us."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
