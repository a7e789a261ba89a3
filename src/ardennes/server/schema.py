"""The tables of the database. A change here needs a new file in `migrations/versions`; a test compares the two."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    text,
)
from sqlalchemy.exc import DontWrapMixin

from ardennes.core.errors import BadInput


class Unstorable(BadInput, DontWrapMixin):
    """Text with characters that no database can hold."""


class Words(TypeDecorator[str]):
    """Text written by people. Text that some databases cannot hold is refused with one clear error."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """The text as it is, if it can be stored."""
        if value is not None and ("\0" in value or not _encodes(value)):
            raise Unstorable("this text has characters that cannot be stored")
        return value


class Plain(TypeDecorator[Any]):
    """Plain data as JSON text. None is no value at all, not `null`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """The data as text, with everything outside ASCII escaped: every database can hold that."""
        return None if value is None else json.dumps(value, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """The data of the text."""
        return None if value is None else json.loads(value)


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return False
    return True


metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "uq": "%(table_name)s_%(column_0_name)s_key",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("format", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Plain, nullable=False),
    Column("rules", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("seed", Words),
    Column("position", Plain),
    Column("host", Text, nullable=False),
    Column("free_undo", Boolean(create_constraint=False), nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("chats", Integer, nullable=False),
    Column("asked", Text),
    Column("asked_since", Double, nullable=False),
    Column("turn_text", Text, nullable=False),
    Column("result", Plain),
)
"""A game: what was agreed, and a summary of its state. Times are seconds since 1970."""

seats = Table(
    "seats",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("role", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("name", Words, nullable=False),
    Column("account_id", Integer, ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("mail", Words, nullable=False),
    Column("notify", Boolean(create_constraint=False), nullable=False),
    Column("note", Words, nullable=False),
    Column("orders", Plain),
    Column("seen_at", Double),
    Column("told_at", Double),
    Column("tries", Integer, nullable=False),
    Column("try_at", Double),
    Index("seats_account_id", "account_id"),
    Index("seats_notify", "game_id", sqlite_where=text("notify"), postgresql_where=text("notify")),
)
"""Who sits where. `orders` is a standing order, known to its seat alone. `told_at` to `try_at` belong to the notices by mail."""

entries = Table(
    "entries",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("entry", Plain, nullable=False),
    Column("made_at", Double, nullable=False),
)
"""The record of each game, one row per entry, numbered from 1."""

chat = Table(
    "chat",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("role", Text, nullable=False),
    Column("name", Words, nullable=False),
    Column("text", Words, nullable=False),
    Column("made_at", Double, nullable=False),
)
"""What the seats said to each other."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Words, nullable=False),
    Column("name_key", Words, nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created", Double, nullable=False),
)
"""People who want a list of their games. `name_key` makes names that look alike the same."""

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("account_id", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Double, nullable=False),
    Index("sessions_account_id", "account_id"),
)
"""Who is signed in; `id` is a hash of what the browser keeps."""
