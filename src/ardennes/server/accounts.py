"""Accounts: a name and a password, only to find your own games again. You can play without one."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from ardennes.core.errors import BadInput
from ardennes.server.database import Database
from ardennes.server.schema import accounts, sessions

T = TypeVar("T")
SESSION_DAYS = 90
_DAY = 86_400.0
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # the minimum OWASP recommends
# One at a time, in a thread of its own: hashing is slow on purpose, and games must not wait for it.
_hashing = ThreadPoolExecutor(1, "ardennes-password")


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who has signed in."""

    id: int
    name: str


async def register(database: Database, name: str, password: str) -> Account:
    """Make an account. A name that is taken or invalid, or a bad password, raises BadInput."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise BadInput("a name must have 1 to 40 printable characters", where="name")
    if not 8 <= len(password) <= 200:
        raise BadInput("a password must have 8 to 200 characters", where="password")
    hashed = await _slowly(_hash, password)
    try:
        account_id = await database.run(create_account, name, hashed)
    except IntegrityError:
        raise BadInput("this name is taken", where="name") from None
    return Account(account_id, name)


async def log_in(database: Database, name: str, password: str) -> Account | None:
    """The account of this name, if the password is right. A wrong name takes as long as a wrong password."""
    found = await database.read(find_account, name)
    account, hashed = (None, _nobody()) if found is None else found
    fits = await _slowly(check_password, hashed, password[:1000])
    return account if fits else None


@cache
def _nobody() -> str:
    """Checked when there is no such account, so that the answer takes as long."""
    return _hasher.hash(secrets.token_hex(16))


async def _slowly(fn: Callable[..., T], *args: str) -> T:
    return await asyncio.get_running_loop().run_in_executor(_hashing, fn, *args)


def check_password(hashed: str, password: str) -> bool:
    """Is this the password that was hashed?"""
    try:
        return _hasher.verify(hashed, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False


def create_account(conn: Connection, name: str, hashed: str, now: float | None = None) -> int:
    """Store an account; returns its number. IntegrityError if the name is taken."""
    row = {
        "name": name,
        "name_key": _key(name),
        "password": hashed,
        "created": time.time() if now is None else now,
    }
    number: int = conn.execute(insert(accounts).values(row).returning(accounts.c.id)).scalar_one()
    return number


def find_account(conn: Connection, name: str) -> tuple[Account, str] | None:
    """The account of this name and its hashed password. Capital letters and look-alikes make no difference."""
    if len(name) > 200 or not name.isprintable():
        return None
    row = conn.execute(select(accounts).where(accounts.c.name_key == _key(name))).one_or_none()
    return None if row is None else (Account(row.id, row.name), row.password)


def create_session(conn: Connection, account_id: int, now: float | None = None) -> str:
    """Log an account in: returns what the browser keeps. Expired sessions are removed at the same time."""
    now = time.time() if now is None else now
    conn.execute(delete(sessions).where(sessions.c.expires <= now))
    session = secrets.token_urlsafe(32)
    expires = now + SESSION_DAYS * _DAY
    conn.execute(insert(sessions).values(id=_session_id(session), account_id=account_id, expires=expires))
    return session


def session_account(conn: Connection, session: str, now: float | None = None) -> Account | None:
    """Who is signed in with this session, if anyone."""
    now = time.time() if now is None else now
    wanted = select(accounts.c.id, accounts.c.name).join(sessions, sessions.c.account_id == accounts.c.id)
    here = (sessions.c.id == _session_id(session)) & (sessions.c.expires > now)
    row = conn.execute(wanted.where(here)).one_or_none()
    return None if row is None else Account(row.id, row.name)


def delete_session(conn: Connection, session: str) -> None:
    """Sign out."""
    conn.execute(delete(sessions).where(sessions.c.id == _session_id(session)))


def _key(name: str) -> str:
    """The same key for names that look the same to people.

    >>> _key("  Ａnna") == _key("ANNA")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def _session_id(session: str) -> str:
    """Only a hash is stored, so reading the database is not enough to take over a session."""
    return hashlib.sha256(_bytes(session)).hexdigest()


def _hash(password: str) -> str:
    return _hasher.hash(_bytes(password))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
