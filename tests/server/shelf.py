"""Helpers for the tests of the store: an open database, and games to put into it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from ardennes.core.record import Record
from ardennes.server.database import Database
from ardennes.server.store import Seat, Summary, append_entries, create_game

T = TypeVar("T")
FIRST = Summary("german", "Turn 1")
CHOICE = ("german", "hex", "0907")


def use(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    """Open a database, do something with it, close it."""

    async def main() -> T:
        database = await Database.open(url)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(main())


def a_record(**changes: Any) -> Record:
    """A record with nothing in it yet."""
    given: dict[str, Any] = {"game": "bulge", "scenario": "full", "options": {"weather": "variable"}, "seed": "7"}
    return Record(**{"rules": "1", "commitment": "c0ffee", **given, **changes})


async def a_game(database: Database, *seats: Seat, **changes: Any) -> tuple[int, str]:
    """A new game; unless told otherwise with two human seats."""
    sitting = seats or (Seat("german"), Seat("allied"))
    return await database.run(create_game, a_record(**changes), sitting, FIRST)


async def choose(
    database: Database, game_id: int, at: int, asked: str | None = "german", now: float | None = None
) -> int:
    """Add one choice to a game."""
    return await database.run(append_entries, game_id, at, [CHOICE], Summary(asked, "Turn 1"), now)
