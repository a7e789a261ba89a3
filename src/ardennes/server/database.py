"""The database: a SQLite file or a PostgreSQL server behind the same two calls, `run` to write and `read` to read.

What `run` did is on disk when it returns. On SQLite one thread writes; waiting writes share the next commit, since a commit waits for the
disk however much is in it. On PostgreSQL the server does the same for its connections.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ardennes.core.errors import BadInput
from ardennes.core.userdata import data_folder
from ardennes.server.migrations import upgrade

P = ParamSpec("P")
T = TypeVar("T")
BUSY_MS = 30_000
"""How long SQLite waits for another process that writes."""
SQLITE = "sqlite:///"
_READERS = 2
_BATCH = 64
"""The most writes that may share a commit: more would keep the first one waiting."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something about a game changed: its `entries` or `chat` (now `number` of them), a `seat`, or perhaps anything (`all`)."""

    game_id: int
    what: str
    number: int = 0


def announce(conn: Connection, change: Change) -> None:
    """Announce a change once the transaction is committed, and not at all if it is rolled back."""
    conn.info.setdefault("changes", []).append(change)


def one_statement(fn: Callable[P, T]) -> Callable[P, T]:
    """Mark a function that sends a single statement to PostgreSQL: it needs no transaction around it, which saves two round trips."""
    fn.one_statement = True  # type: ignore[attr-defined]
    return fn


class _Backend(Protocol):
    async def run(self, call: Callable[[Connection], T], single: bool) -> T: ...
    async def read(self, call: Callable[[Connection], T]) -> T: ...
    async def close(self) -> None: ...


class Database:
    """An open database. Functions that use it take a SQLAlchemy connection first."""

    def __init__(self, url: str, backend: _Backend, listeners: list[Callable[[list[Change]], None]]) -> None:
        self.url = url
        self._backend = backend
        self.listeners = listeners
        """Called in the event loop with the changes of each commit of this process."""

    @classmethod
    async def open(cls, url: str, pool: int = 10) -> Database:
        """Open a database and bring its tables up to date. An address that does not work raises BadInput."""
        listeners: list[Callable[[list[Change]], None]] = []

        def tell(changes: list[Change]) -> None:
            for listener in listeners:
                listener(changes)

        backend: _Backend
        if url.startswith("sqlite:"):
            backend = await asyncio.to_thread(_Sqlite, url, asyncio.get_running_loop(), tell)
        else:
            backend = await _Postgresql.open(url, pool, tell)
        return cls(url, backend, listeners)

    @property
    def is_sqlite(self) -> bool:
        """Is it a file on this machine? (Then other processes are not told about changes.)"""
        return self.url.startswith("sqlite:")

    async def run(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `fn(connection, ...)` in a transaction and commit it. If `fn` raises, nothing it wrote stays. If the caller is
        cancelled, the write goes on."""
        return await self._backend.run(lambda conn: fn(conn, *args, **kwargs), getattr(fn, "one_statement", False))

    async def read(self, fn: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `fn(connection, ...)`, which only reads. Each of its statements sees what was committed before it."""
        return await self._backend.read(lambda conn: fn(conn, *args, **kwargs))

    async def close(self) -> None:
        """Finish what was begun, then close all connections."""
        await self._backend.close()


# --- SQLite ------------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Job:
    """A write that waits, and then its outcome."""

    call: Callable[[Connection], Any]
    future: asyncio.Future[Any]
    value: Any = None
    error: BaseException | None = None


class _Sqlite:
    def __init__(self, url: str, loop: asyncio.AbstractEventLoop, tell: Callable[[list[Change]], None]) -> None:
        self._loop = loop
        self._tell = tell
        self._writer = sqlite_engine(url)
        self._reader = sqlite_engine(url, read_only=True)
        try:
            path = Path(url.removeprefix(SQLITE))
            _check_folder(path)
            path.touch(mode=0o600)  # it holds the keys of all seats; SQLite gives its companion files the same mode
            _upgrade_file(url)
        except (DBAPIError, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error.orig)
            raise BadInput(f"the database cannot be opened: {reason}", where=url.removeprefix(SQLITE)) from None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._threads = ThreadPoolExecutor(_READERS, "ardennes-read")
        self._thread = threading.Thread(target=self._write, name="ardennes-write", daemon=True)
        self._thread.start()

    async def run(self, call: Callable[[Connection], T], single: bool) -> T:
        if self._closed:
            raise RuntimeError("the database is closed")
        job = _Job(call, self._loop.create_future())
        self._jobs.put(job)
        value: T = await job.future
        return value

    async def read(self, call: Callable[[Connection], T]) -> T:
        def work() -> T:
            with self._reader.connect() as conn:
                return call(conn)

        return await self._loop.run_in_executor(self._threads, work)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._threads.shutdown)
        self._reader.dispose()
        self._writer.dispose()  # last: the connection that may write merges the log into the file

    def _write(self) -> None:
        """The writer's thread: everything waiting is written and committed together."""
        going = True
        while going:
            taken = [self._jobs.get()]
            while len(taken) < _BATCH and not self._jobs.empty():
                taken.append(self._jobs.get())
            going = None not in taken
            jobs = [job for job in taken if job is not None]
            try:
                changes = self._commit(jobs)
            except BaseException as error:  # the disk is full, the file is gone: none of them was written
                changes = []
                for job in jobs:
                    job.error = error
            # The loop may be closed already if the program is ending: then nobody waits for the answer.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._answer, jobs, changes)

    def _commit(self, jobs: list[_Job]) -> list[Change]:
        changes: list[Change] = []
        with self._writer.connect() as conn:
            for job in jobs:
                changes += self._do(conn, job)
            conn.commit()
        return changes

    def _do(self, conn: Connection, job: _Job) -> list[Change]:
        """One of several writes in a transaction. If it fails, only its own part is rolled back."""
        conn.info.pop("changes", None)
        alone = not conn.in_transaction()
        try:
            if alone:
                job.value = job.call(conn)
            else:
                with conn.begin_nested():
                    job.value = job.call(conn)
        except Exception as error:
            job.error = error
            if alone:
                conn.rollback()
            elif not _raw(
                conn
            ).in_transaction:  # SQLite has rolled back the whole transaction, including the others' writes
                raise
            return []
        changes: list[Change] = conn.info.pop("changes", [])
        return changes

    def _answer(self, jobs: list[_Job], changes: list[Change]) -> None:
        """In the event loop: first announce the changes, then let the callers that made them continue."""
        self._tell(changes)
        for job in jobs:
            if job.future.done():  # cancelled in the meantime
                continue
            if job.error is not None:
                job.future.set_exception(job.error)
            else:
                job.future.set_result(job.value)


def _check_folder(path: Path) -> None:
    """The file's folder must exist. Only our own data folder is created; a missing one may be a typo or an unmounted disk."""
    folder = path.parent
    if folder == data_folder():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif not folder.is_dir():
        what = f"{folder} is not a folder" if folder.exists() else f"there is no folder {folder}"
        raise BadInput(f"the database cannot be opened: {what}", where=str(path))


def _upgrade_file(url: str) -> None:
    engine = sqlite_engine(url, foreign_keys=False)
    try:
        with engine.begin() as conn:
            upgrade(conn)
    finally:
        engine.dispose()


def sqlite_engine(url: str, read_only: bool = False, foreign_keys: bool = True) -> Engine:
    """Connections to a SQLite file. They wait for each other, and a commit waits for the disk."""
    path = url.removeprefix(SQLITE)
    engine = create_engine(URL.create("sqlite", database=path), pool_size=_READERS if read_only else 1, max_overflow=0)

    def connected(raw: sqlite3.Connection, _: object) -> None:
        raw.isolation_level = (
            None  # transactions are begun below, not by the driver, so that they can change tables too
        )
        raw.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        _use_log(raw)
        raw.execute("PRAGMA synchronous = FULL")
        raw.execute(f"PRAGMA foreign_keys = {int(foreign_keys)}")
        if read_only:
            raw.execute("PRAGMA query_only = ON")

    def begin(conn: Connection) -> None:
        conn.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    return engine


def _use_log(raw: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. If another process is doing so too, SQLite refuses at once instead of waiting."""
    ends = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            raw.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > ends:
                raise
            time.sleep(0.02)


def _raw(conn: Connection) -> sqlite3.Connection:
    raw = conn.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


# --- PostgreSQL --------------------------------------------------------------------------------------------------------------------------


async def connect_postgresql(url: str, **settings: str) -> asyncpg.Connection:
    """One connection to the server. Committed means on its disk, whatever the server's default is."""
    told = {"application_name": "ardennes", "synchronous_commit": "on", **settings}
    return await asyncpg.connect(url, timeout=10, command_timeout=60, server_settings=told)


class _Postgresql:
    def __init__(self, url: str, pool: int, tell: Callable[[list[Change]], None]) -> None:
        self._tell = tell
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: connect_postgresql(url),
            pool_size=pool,
            max_overflow=0,
            pool_use_lifo=True,
        )
        event.listen(self._engine.sync_engine, "checkout", _check_open)
        self._plain = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._turn = asyncio.Semaphore(pool)  # first come, first served, which the engine's own queue does not promise
        self._running: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, url: str, pool: int, tell: Callable[[list[Change]], None]) -> _Postgresql:
        found = cls(url, pool, tell)
        try:
            async with found._engine.begin() as conn:
                await conn.run_sync(upgrade)
        except (OSError, TimeoutError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            await found._engine.dispose()
            if isinstance(error, BadInput):
                raise
            # The address may hold a password, so it is not shown.
            raise BadInput(f"PostgreSQL cannot be used: {_line(error)}", where="ARDENNES_DATABASE") from None
        return found

    async def run(self, call: Callable[[Connection], T], single: bool) -> T:
        task = asyncio.ensure_future(self._transact(call, self._plain if single else self._engine))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _transact(self, call: Callable[[Connection], T], engine: AsyncEngine) -> T:
        def work(conn: Connection) -> tuple[T, list[Change]]:
            conn.info.pop("changes", None)
            value = call(conn)
            conn.commit()
            return value, conn.info.pop("changes", [])

        async with self._turn, engine.connect() as conn:
            value, changes = await conn.run_sync(work)
        self._tell(changes)
        return value

    async def read(self, call: Callable[[Connection], T]) -> T:
        async with self._turn, self._plain.connect() as conn:
            return await conn.run_sync(call)

    async def close(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._engine.dispose()


def _check_open(adapted: Any, record: object, proxy: object) -> None:
    """Do not hand out a connection that the server has closed; asyncpg knows without asking it."""
    if adapted.driver_connection.is_closed():
        raise DisconnectionError


def _line(error: BaseException) -> str:
    text = str(getattr(error, "orig", None) or error) or type(error).__name__
    return text.splitlines()[0]
