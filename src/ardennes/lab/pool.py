"""Spreads work over processes, and leaves none behind if a worker fails, on Ctrl-C, or if the parent is killed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

from ardennes.core.errors import ArdennesError

T = TypeVar("T")
R = TypeVar("R")


class WorkerError(ArdennesError):
    """A worker failed or died."""


def one_line(error: BaseException) -> str:
    """An error as one readable line: what, and where in our code."""
    text = " ".join(str(error).split()) or "no message"
    if isinstance(error, ArdennesError):
        return text
    places = extract_tb(error.__traceback__)
    where = f" ({Path(places[-1].filename).name}:{places[-1].lineno})" if places else ""
    return f"{type(error).__name__}: {text}{where}"


def spread(work: Callable[[T], R], tasks: Iterable[T], jobs: int) -> Generator[tuple[int, R], None, None]:
    """Do `work` for every task; yields (task number, result) as tasks finish, in any order.

    `work` is a module-level function or a `partial` of one. With one job everything is done here, in order. Closing the generator (or
    leaving it through an exception) ends every worker.
    """
    numbered = enumerate(tasks)
    if jobs <= 1:
        for number, task in numbered:
            yield number, work(task)
        return
    workers: dict[Connection, BaseProcess] = {}
    busy: dict[Connection, int] = {}
    try:
        for number, task in numbered:  # start no more workers than there are tasks
            connection, process = _start(work)
            workers[connection] = process
            connection.send(task)
            busy[connection] = number
            if len(workers) == jobs:
                break
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                done = busy.pop(ready)
                good, value = _receive(ready, workers[ready], done)
                if not good:
                    raise WorkerError(f"task {done} failed: {value}")
                following = next(numbered, None)
                if following is not None:
                    busy[ready] = following[0]
                    ready.send(following[1])
                yield done, value
    finally:
        _stop(workers)


def _receive(connection: Connection, process: BaseProcess, number: int) -> tuple[bool, Any]:
    try:
        good, value = connection.recv()
    except (EOFError, OSError):
        process.join(5)
        raise WorkerError(f"a worker died (exit code {process.exitcode}) during task {number}") from None
    return good, value


def _start(work: Callable[[Any], Any]) -> tuple[Connection, BaseProcess]:
    # spawn, not fork: the parent may have threads (a progress bar), and a fresh process does not hold anyone else's end of a
    # pipe, so each worker notices when the parent dies
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, work), daemon=True)
    with _deaf_to_interrupts():
        process.start()
    there.close()
    return here, process


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """A process started in here ignores Ctrl-C from the start: stopping is up to the parent."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """A worker's loop: receive a task, send the answer, and so on until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            try:
                answer = (True, work(task))
            except Exception as error:
                answer = (False, one_line(error))
            connection.send(answer)


def _stop(workers: dict[Connection, BaseProcess]) -> None:
    for connection, process in workers.items():
        connection.close()
        process.terminate()
    for process in workers.values():
        process.join(5)
        if process.is_alive():
            process.kill()
            process.join(5)
