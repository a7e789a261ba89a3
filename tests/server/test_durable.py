"""Everything acknowledged is stored, whichever process was killed."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.server.database import Database
from ardennes.server.store import StoredGame, load_game
from tests.postgres import Cluster
from tests.server.shelf import a_game, choose, use
from tests.server.writer import start


def read_some(process: subprocess.Popen[str], lines: int) -> list[tuple[int, int, int]]:
    """The next lines of a writer: game, number of the entry, and what it wrote there."""
    assert process.stdout is not None
    out = []
    for _ in range(lines):
        game_id, number, n = process.stdout.readline().split()
        out.append((int(game_id), int(number), int(n)))
    return out


def read_rest(process: subprocess.Popen[str]) -> list[tuple[int, int, int]]:
    """What a writer had printed before it ended."""
    assert process.stdout is not None
    lines = [line.split() for line in process.stdout.read().split("\n")[:-1]]  # the last one may be torn
    return [(int(game_id), int(number), int(n)) for game_id, number, n in lines]


def made(url: str, games: int) -> list[int]:
    """New games."""

    async def work(database: Database) -> list[int]:
        return [(await a_game(database))[0] for _ in range(games)]

    return use(url, work)


def loaded(url: str, game_id: int) -> StoredGame:
    """A game as it is stored."""
    found = use(url, lambda database: database.read(load_game, game_id))
    assert found is not None
    return found


def check(url: str, name: str, acknowledged: list[tuple[int, int, int]]) -> None:
    """Everything acknowledged is stored, and each game can continue."""
    for game_id in {game_id for game_id, _, _ in acknowledged}:
        game = loaded(url, game_id)
        told = [(number, n) for game, number, n in acknowledged if game == game_id]
        assert len(told) <= len(game.record.entries) <= len(told) + 1  # one may have been in progress
        for number, n in told:
            assert game.record.entries[number - 1] == ("german", name, n)
        count = len(game.record.entries)
        assert use(url, lambda database: choose(database, game_id, count)) == count + 1  # noqa: B023


@pytest.mark.parametrize("lines", [1, 17, 150])
def test_killing_the_writer_loses_nothing_that_was_acknowledged(database_url: str, lines: int) -> None:
    process = start(database_url, "a", 100_000, *made(database_url, 5))
    acknowledged = read_some(process, lines)
    process.send_signal(signal.SIGKILL)
    process.wait()
    check(database_url, "a", acknowledged + read_rest(process))


@pytest.fixture
def hard_cluster(postgresql_programs: Path) -> Iterator[Cluster]:
    """A separate PostgreSQL server that syncs to disk as usual."""
    cluster = Cluster.make(postgresql_programs, fsync=True)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


def test_killing_postgresql_loses_nothing_that_was_acknowledged(hard_cluster: Cluster) -> None:
    url = hard_cluster.url("postgres")
    process = start(url, "a", 100_000, *made(url, 5))
    acknowledged = read_some(process, 100)
    hard_cluster.kill()
    process.kill()
    process.wait()
    hard_cluster.start()
    check(url, "a", acknowledged + read_rest(process))


def test_two_processes_that_add_to_one_game_never_overwrite_each_other(database_url: str) -> None:
    (game_id,) = made(database_url, 1)
    writers = {name: start(database_url, name, 60, game_id) for name in ("a", "b")}
    told = {name: read_rest(process) for name, process in writers.items()}
    assert [process.wait() for process in writers.values()] == [0, 0]
    game = loaded(database_url, game_id)
    assert len(game.record.entries) == 120
    for name, lines in told.items():
        for _, number, n in lines:
            assert game.record.entries[number - 1] == ("german", name, n)
