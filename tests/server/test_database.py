from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, insert, text
from sqlalchemy.exc import IntegrityError, OperationalError

from ardennes.core.errors import BadInput
from ardennes.core.userdata import data_folder
from ardennes.server import settings
from ardennes.server.accounts import create_account, find_account
from ardennes.server.database import Change, Database
from ardennes.server.schema import accounts
from ardennes.server.store import add_chat, counts, create_game, load_game, set_seat
from tests.machine import PATIENCE
from tests.postgres import Cluster
from tests.server.load import quantile
from tests.server.shelf import FIRST, a_game, a_record, choose, use


def half_done(conn: Connection) -> int:
    """Write something, then fail."""
    create_account(conn, "half", "x")
    raise KeyError("half done")


def test_a_failed_write_is_rolled_back_and_others_stay(database_url: str) -> None:
    async def work(database: Database) -> None:
        jobs = [database.run(half_done) if n % 3 else database.run(create_account, f"name {n}", "x") for n in range(40)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        for n, outcome in enumerate(done):
            assert isinstance(outcome, KeyError if n % 3 else int), (n, outcome)
            found = await database.read(find_account, f"name {n}")
            assert (found is None) == bool(n % 3)
        assert await database.read(find_account, "half") is None

    use(database_url, work)


def test_a_broken_constraint_fails_alone(database_url: str) -> None:
    async def work(database: Database) -> None:
        jobs = [database.run(create_account, name, "x") for name in ("anna", "Anna", "bert", "BERT", "carl")]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(outcome, IntegrityError) for outcome in done].count(True) == 2
        assert await database.read(find_account, "carl") is not None

    use(database_url, work)


def test_waiting_writes_share_a_commit(sqlite_url: str) -> None:
    async def work(database: Database) -> None:
        games = [(await a_game(database))[0] for _ in range(60)]
        commits: list[Connection] = []
        event.listen(database._backend._writer, "commit", commits.append)  # type: ignore[attr-defined]
        wait = threading.Event()
        slow = asyncio.create_task(database.run(lambda conn: wait.wait(PATIENCE)))
        jobs = [asyncio.create_task(choose(database, game_id, 0)) for game_id in games]
        await asyncio.sleep(0)  # all of them are in the queue now
        wait.set()
        await asyncio.gather(slow, *jobs)
        assert 1 <= len(commits) <= 2

    use(sqlite_url, work)


def test_sqlite_waits_for_the_disk_at_each_commit(sqlite_url: str) -> None:
    def pragmas(conn: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [conn.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert use(sqlite_url, lambda database: database.run(pragmas)) == ["wal", 2, 1]


def test_postgresql_waits_for_the_disk_whatever_its_default(cluster: Cluster, postgresql_url: str) -> None:
    name = postgresql_url.rsplit("/", 1)[1]
    cluster.sql(f"ALTER DATABASE {name} SET synchronous_commit = off")

    def setting(conn: Connection) -> object:
        return conn.execute(text("SHOW synchronous_commit")).scalar()

    assert use(postgresql_url, lambda database: database.run(setting)) == "on"


def test_a_full_disk_fails_the_write_and_the_next_one_works(sqlite_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)

        def fill(conn: Connection) -> None:
            pages = conn.exec_driver_sql("PRAGMA page_count").scalar()
            conn.exec_driver_sql(f"PRAGMA max_page_count = {pages}")  # SQLite's own way to be out of room
            conn.execute(insert(accounts).values(name="x", name_key="x", password="x" * 100_000, created=0.0))

        def empty(conn: Connection) -> None:
            conn.exec_driver_sql("PRAGMA max_page_count = 100000")

        jobs = [choose(database, game_id, 0), database.run(fill), database.run(half_done), choose(database, game_id, 1)]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert isinstance(outcomes[1], OperationalError)
        await database.run(empty)
        acknowledged = max([outcome for outcome in outcomes if isinstance(outcome, int)], default=0)
        game = await database.read(load_game, game_id)
        assert game is not None and len(game.record.entries) == acknowledged
        assert await choose(database, game_id, acknowledged) == acknowledged + 1

    use(sqlite_url, work)


def test_a_reader_cannot_write_to_sqlite(sqlite_url: str) -> None:
    async def work(database: Database) -> None:
        with pytest.raises(OperationalError, match="readonly"):
            await database.read(create_account, "anna", "x")

    use(sqlite_url, work)


def test_a_write_goes_on_when_its_caller_is_cancelled(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        told: list[Change] = []
        database.listeners.append(told.extend)
        caller = asyncio.create_task(choose(database, game_id, 0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        while not told:
            await asyncio.sleep(0.01)
        assert told == [Change(game_id, "entries", 1)]

    use(database_url, work)


def test_changes_are_told_after_the_commit_and_only_then(database_url: str) -> None:
    async def work(database: Database) -> None:
        told: list[Change] = []
        database.listeners.append(told.extend)
        game_id, _ = await a_game(database)
        assert told == []
        await choose(database, game_id, 0)
        assert told == [Change(game_id, "entries", 1)]
        await database.run(add_chat, game_id, "german", "me", "hello")
        await database.run(set_seat, game_id, "german", name="me")
        assert told[1:] == [Change(game_id, "chat", 1), Change(game_id, "seat")]

        def say_and_fail(conn: Connection) -> None:
            add_chat(conn, game_id, "german", "me", "hello")
            raise KeyError

        for _ in range(3):
            with pytest.raises(KeyError):
                await database.run(say_and_fail)
        await database.run(create_account, "anna", "x")
        assert len(told) == 3

    use(database_url, work)


def test_closing_finishes_what_was_begun(database_url: str) -> None:
    async def main() -> list[object]:
        database = await Database.open(database_url)
        games = [(await a_game(database))[0] for _ in range(5)]
        begun = [asyncio.ensure_future(choose(database, game_id, 0)) for game_id in games]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await database.close()
        await database.close()
        return list(await asyncio.gather(*begun))

    assert asyncio.run(main()) == [1] * 5


def test_a_closed_file_refuses_writes(sqlite_url: str) -> None:
    async def main() -> None:
        database = await Database.open(sqlite_url)
        await database.close()
        with pytest.raises(RuntimeError, match="closed"):
            await a_game(database)

    asyncio.run(main())


def test_an_odd_file_name_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "50% odd?name #1.db"
    use(f"sqlite:///{path}", a_game)
    assert path.exists()


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes there")
def test_the_data_folder_is_created_and_nobody_else_on_the_machine_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = data_folder()
    assert tmp_path in folder.parents and not folder.parent.exists()

    async def work(database: Database) -> set[int]:
        await a_game(database)
        return {path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())}

    assert use(settings.database_url(""), work) == {0}


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("my shopping list, and more of it " * 100)
    with pytest.raises(BadInput, match=r"games\.db: the database cannot be opened: file is not a database"):
        use(f"sqlite:///{path}", a_game)


def test_no_other_folder_is_created(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=rf"games\.db: the database cannot be opened: there is no folder {tmp_path}/new/er$"
    ):
        use(f"sqlite:///{tmp_path}/new/er/games.db", a_game)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=rf"{tmp_path}/file is not a folder$"):
        use(f"sqlite:///{tmp_path}/file/games.db", a_game)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("change", ["port", "name", "user"])
def test_an_address_that_does_not_work_is_refused_without_showing_the_password(cluster: Cluster, change: str) -> None:
    url = {
        "port": "postgresql://me:s3cret@127.0.0.1:1/postgres",
        "name": f"postgresql://postgres:s3cret@127.0.0.1:{cluster.port}/nothing_here",
        "user": f"postgresql://nobody_here:s3cret@127.0.0.1:{cluster.port}/postgres",
    }[change]
    with pytest.raises(BadInput, match="PostgreSQL cannot be used") as caught:
        use(url, a_game)
    assert "s3cret" not in str(caught.value) and "\n" not in str(caught.value)


def test_connections_that_the_server_closed_are_replaced(cluster: Cluster, postgresql_url: str) -> None:
    name = postgresql_url.rsplit("/", 1)[1]

    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        await asyncio.gather(*(database.read(load_game, game_id) for _ in range(5)))
        cluster.hang_up(name)
        await asyncio.sleep(0.1)  # what has arrived by now is read: that they are closed
        assert await choose(database, game_id, 0) == 1
        assert await database.read(load_game, game_id) is not None

    use(postgresql_url, work)


def test_no_more_connections_are_used_than_allowed_and_nobody_waits_forever(postgresql_url: str) -> None:
    async def main() -> None:
        database = await Database.open(postgresql_url, pool=2)

        def count(conn: Connection) -> int:
            mine = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL"
            number: int = conn.execute(text(mine)).scalar_one()
            return number

        assert max(await asyncio.gather(*(database.read(count) for _ in range(50)))) <= 2
        await database.close()

    asyncio.run(main())


def test_another_process_that_writes_to_the_file_is_waited_for(sqlite_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        job = asyncio.create_task(choose(database, game_id, 0))
        await asyncio.sleep(0.3)
        assert not job.done()
        assert await database.read(load_game, game_id) is not None  # readers do not wait
        other.execute("COMMIT")
        other.close()
        assert await job == 1

    use(sqlite_url, work)


async def _rate(database: Database, writers: int, seconds: float) -> str:
    """Acknowledged writes per second with this many games at once, and the 99th percentile. Everything acknowledged must be stored."""
    games = [(await database.run(create_game, a_record(), [], FIRST))[0] for _ in range(writers)]
    took: list[float] = []
    begin = time.perf_counter()

    async def play(game_id: int) -> int:
        at = 0
        while not at or time.perf_counter() < begin + seconds:
            start = time.perf_counter()
            at = await choose(database, game_id, at)
            took.append(time.perf_counter() - start)
        return at

    acknowledged = await asyncio.gather(*(play(game_id) for game_id in games))
    rate = len(took) / (time.perf_counter() - begin)
    found = await database.read(counts, games)
    assert [found[game_id][0] for game_id in games] == acknowledged
    return f"{rate:.0f} choices/s by {writers} (p99 {quantile(took, 0.99):.0f} ms)"


def test_many_games_write_at_once(database_url: str, record_property: Callable[[str, str], None]) -> None:
    async def work(database: Database) -> str:
        kind = "SQLite" if database.is_sqlite else "PostgreSQL (fsync off)"
        return f"{kind}: {await _rate(database, 1, 0.5)}, {await _rate(database, 50, 0.5)}"

    record_property("summary", use(database_url, work) + f" on {os.cpu_count()} cores")
