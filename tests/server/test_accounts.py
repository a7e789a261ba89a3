from __future__ import annotations

import asyncio
import time

import pytest
from sqlalchemy import Connection, select

from ardennes.core.errors import BadInput
from ardennes.server.accounts import (
    SESSION_DAYS,
    Account,
    check_password,
    create_session,
    delete_session,
    find_account,
    log_in,
    register,
    session_account,
)
from ardennes.server.database import Database
from ardennes.server.schema import accounts, sessions
from ardennes.server.store import Seat, list_for_account, set_seat
from ardennes.server.tokens import token_for
from tests.server.shelf import a_game, choose, use


def test_an_account_is_made_and_used(database_url: str) -> None:
    async def work(database: Database) -> None:
        anna = await register(database, " Änne ", "correct horse")
        assert anna.name == "Änne"
        assert await log_in(database, "änne", "correct horse") == anna
        assert await log_in(database, "Änne", "wrong horse") is None
        assert await log_in(database, "nobody", "correct horse") is None
        assert await log_in(database, "\0\ud800", "correct horse") is None
        assert await log_in(database, "Änne", "\ud800" * 5000) is None

    use(database_url, work)


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna", "Ａnna"])
def test_a_name_that_looks_the_same_is_taken(database_url: str, name: str) -> None:
    async def work(database: Database) -> None:
        await register(database, "anna", "correct horse")
        with pytest.raises(BadInput, match="taken"):
            await register(database, name, "correct horse")

    use(database_url, work)


def test_only_one_of_two_accounts_created_at_once_gets_a_name(database_url: str) -> None:
    async def work(database: Database) -> None:
        jobs = [register(database, "anna", "correct horse") for _ in range(3)]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in done) == ["Account", "BadInput", "BadInput"]

    use(database_url, work)


@pytest.mark.parametrize(
    ("name", "password"),
    [
        *[(name, "correct horse") for name in ("", " ", "x" * 41, "a\nb", "\ud800", "a\0")],
        *[("anna", password) for password in ("short", "x" * 201)],
    ],
)
def test_bad_names_and_passwords_are_refused(sqlite_url: str, name: str, password: str) -> None:
    async def work(database: Database) -> None:
        with pytest.raises(BadInput):
            await register(database, name, password)

    use(sqlite_url, work)


def test_neither_password_nor_session_is_in_the_database(database_url: str) -> None:
    async def work(database: Database) -> None:
        anna = await register(database, "anna", "correct horse")
        session = await database.run(create_session, anna.id)

        def everything(conn: Connection) -> str:
            return f"{conn.execute(select(accounts)).all()} {conn.execute(select(sessions)).all()}"

        stored = await database.read(everything)
        assert "$argon2id$" in stored
        assert "correct horse" not in stored and session not in stored

    use(database_url, work)


def test_a_session_lasts_until_it_is_ended_or_old(database_url: str) -> None:
    async def work(database: Database) -> None:
        anna = await register(database, "anna", "correct horse")
        one = await database.run(create_session, anna.id, 1000.0)
        two = await database.run(create_session, anna.id, 1000.0)
        assert one != two
        end = 1000.0 + SESSION_DAYS * 86_400
        assert await database.read(session_account, one, end - 1) == Account(anna.id, "anna")
        assert await database.read(session_account, one, end) is None
        await database.run(delete_session, one)
        assert await database.read(session_account, one, 1001.0) is None
        assert await database.read(session_account, two, 1001.0) == anna
        for wrong in ("", "x", "\ud800", "\0", two + " "):
            assert await database.read(session_account, wrong, 1001.0) is None
        await database.run(create_session, anna.id, end + 5)  # removes what has ended
        kept = await database.read(lambda conn: len(conn.execute(select(sessions)).all()))
        assert kept == 1

    use(database_url, work)


def test_an_account_lists_its_seats_with_their_links(database_url: str) -> None:
    async def work(database: Database) -> None:
        anna, bert = (
            await register(database, "anna", "correct horse"),
            await register(database, "bert", "correct horse"),
        )
        old, old_key = await a_game(database)
        new, new_key = await a_game(database, Seat("german"), Seat("allied"), Seat("all"))
        await a_game(database)
        await database.run(set_seat, old, "german", account_id=anna.id)
        await database.run(set_seat, old, "allied", account_id=bert.id)
        await database.run(set_seat, new, "all", account_id=anna.id)
        await choose(database, new, 0, now=time.time() + 100)
        listed = await database.read(list_for_account, anna.id)
        assert [(game.game_id, game.role) for game in listed] == [(new, "all"), (old, "german")]
        assert [game.token for game in listed] == [token_for(new, new_key, "all"), token_for(old, old_key, "german")]
        assert [game.role for game in await database.read(list_for_account, bert.id)] == ["allied"]

    use(database_url, work)


def test_an_unknown_name_costs_as_much_as_a_wrong_password(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Response times do not show which names are taken: both run the same, equally expensive check."""
    checked: list[tuple[str, str]] = []

    def check(hashed: str, password: str) -> bool:
        checked.append((hashed.rpartition("$")[0].rpartition("$")[0], password))  # kind and cost, not salt and hash
        return check_password(hashed, password)

    monkeypatch.setattr("ardennes.server.accounts.check_password", check)

    async def work(database: Database) -> None:
        await register(database, "anna", "correct horse")
        for name in ("anna", "nobody"):
            assert await log_in(database, name, "wrong horse") is None
        assert len(checked) == 2 and checked[0] == checked[1] and checked[0][0].startswith("$argon2id$")

    use(sqlite_url, work)


def test_a_damaged_hash_opens_nothing(sqlite_url: str) -> None:
    assert not check_password("no hash at all", "x")

    async def work(database: Database) -> None:
        assert await database.read(find_account, "anna") is None

    use(sqlite_url, work)
