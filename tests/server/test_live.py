from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from ardennes.server.database import Change, Database
from ardennes.server.live import Live
from ardennes.server.store import add_chat, set_seat
from tests.machine import PATIENCE
from tests.postgres import Cluster
from tests.server.shelf import a_game, choose
from tests.server.writer import start

NEVER = 1e6
"""Seconds between sweeps, in tests of notices: too long for a sweep to interfere."""


async def until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def test_a_listener_hears_only_about_its_own_game(database_url: str) -> None:
    async def main() -> None:
        database = await Database.open(database_url)
        live = Live(database, NEVER)
        await live.start()
        (one, _), (two, _) = await a_game(database), await a_game(database)
        first: list[Change] = []
        every: list[Change] = []
        stop = live.subscribe(one, first.append)
        live.subscribe(None, every.append)
        await choose(database, one, 0)
        assert first == [Change(one, "entries", 1)]  # at once, before the caller goes on
        await database.run(add_chat, two, "german", "me", "hello")
        stop()
        stop()
        await choose(database, one, 1)
        assert first == [Change(one, "entries", 1)]
        assert every == [Change(one, "entries", 1), Change(two, "chat", 1), Change(one, "entries", 2)]
        await asyncio.sleep(0.2)
        assert len(every) == 3  # not told a second time by the database
        await live.close()
        await choose(database, one, 2)
        assert len(every) == 3
        await database.close()

    asyncio.run(main())


def test_a_listener_that_fails_does_not_keep_the_news_from_others(sqlite_url: str) -> None:
    async def main() -> None:
        database = await Database.open(sqlite_url)
        live = Live(database, NEVER)
        await live.start()
        game_id, _ = await a_game(database)
        heard: list[Change] = []

        def fail(change: Change) -> None:
            raise KeyError(change)

        live.subscribe(game_id, fail)
        live.subscribe(game_id, heard.append)
        assert await choose(database, game_id, 0) == 1
        assert len(heard) == 1
        await live.close()
        await database.close()

    asyncio.run(main())


def test_other_processes_are_told(postgresql_url: str) -> None:
    async def main() -> None:
        database = await Database.open(postgresql_url)
        live = Live(database, NEVER)
        await live.start()
        game_id, _ = await a_game(database)
        heard: list[Change] = []
        live.subscribe(game_id, heard.append)
        other = await Database.open(postgresql_url)
        speaker = Live(other, NEVER)
        await speaker.start()
        await choose(other, game_id, 0)
        await other.run(add_chat, game_id, "german", "me", "hello")
        await other.run(set_seat, game_id, "german", name="me")
        await until(lambda: len(heard) == 3)
        assert set(heard) == {Change(game_id, "entries", 1), Change(game_id, "chat", 1), Change(game_id, "seat")}
        await speaker.close()
        await other.close()
        await live.close()
        await database.close()

    asyncio.run(main())


def test_a_thousand_changes_at_once_arrive(postgresql_url: str) -> None:
    async def main() -> None:
        here, there = await Database.open(postgresql_url), await Database.open(postgresql_url)
        speaker, live = Live(here, NEVER), Live(there, NEVER)
        await speaker.start()
        await live.start()
        games = [(await a_game(here))[0] for _ in range(5)]
        newest: dict[int, int] = {}
        live.subscribe(None, lambda change: newest.update({change.game_id: change.number}))
        fake = [Change(1000 + n, "chat", n) for n in range(1000)]  # more than one notice can hold
        speaker._made_here(fake)
        for at in range(10):
            await asyncio.gather(*(choose(here, game_id, at) for game_id in games))
        await until(lambda: len(newest) == 1005 and all(newest[game_id] == 10 for game_id in games))
        for part in (live, speaker, here, there):
            await part.close()

    asyncio.run(main())


def test_silence_does_no_harm(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ardennes.server.live._PULSE", 0.1)

    async def main() -> None:
        database = await Database.open(postgresql_url)
        live = Live(database, NEVER)
        await live.start()
        game_id, _ = await a_game(database)
        heard: list[Change] = []
        live.subscribe(game_id, heard.append)
        await asyncio.sleep(0.5)  # some pulses
        assert heard == []
        await choose(database, game_id, 0)
        assert heard == [Change(game_id, "entries", 1)]
        await live.close()
        await database.close()

    asyncio.run(main())


def test_after_a_lost_connection_it_listens_again_and_says_that_something_may_be_missed(
    cluster: Cluster, postgresql_url: str
) -> None:
    name = postgresql_url.rsplit("/", 1)[1]

    async def main() -> None:
        here, there = await Database.open(postgresql_url), await Database.open(postgresql_url)
        speaker, live = Live(here, NEVER), Live(there, NEVER)
        await speaker.start()
        await live.start()
        game_id, _ = await a_game(here)
        heard: list[Change] = []
        live.subscribe(game_id, heard.append)
        for round_ in range(3):
            heard.clear()
            await asyncio.to_thread(cluster.hang_up, name)
            await until(lambda: Change(game_id, "all") in heard)
            await choose(here, game_id, round_)
            await until(lambda n=round_ + 1: Change(game_id, "entries", n) in heard)  # type: ignore[misc]
        for part in (live, speaker, here, there):
            await part.close()

    asyncio.run(main())


def test_unannounced_changes_are_found_by_the_next_sweep(database_url: str) -> None:
    async def main() -> None:
        database = await Database.open(database_url)
        live = Live(database, sweep=0.2)
        await live.start()
        game_id, _ = await a_game(database)
        heard: list[Change] = []
        live.subscribe(game_id, heard.append)
        await until(lambda: len(heard) == 1)  # the first look knows nothing yet
        await asyncio.sleep(0.6)
        assert heard == [Change(game_id, "all")]
        silent = start(database_url, "a", 1, game_id)  # has no Live, so nothing is announced
        await asyncio.to_thread(silent.wait)
        await until(lambda: len(heard) == 2)
        assert heard[1] == Change(game_id, "all")
        await live.close()
        await database.close()

    asyncio.run(main())
