"""The settings, all from environment variables. A bad value gives one clear error before anything starts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ardennes.core.errors import BadInput, brief
from ardennes.core.userdata import data_folder


@dataclass(frozen=True, slots=True)
class Smtp:
    """A mail server: where it is and how to sign in there."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: bool = False
    """Encrypted from the first byte (smtps). Otherwise STARTTLS is used where the server offers it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server."""

    database: str
    """`sqlite:///` and an absolute path, or `postgresql://...`."""
    pool: int = 10
    """The most PostgreSQL connections per process."""
    smtp: Smtp | None = None
    mail_from: str = ""
    url: str = ""
    """Where players find the page; links in mails begin with it."""
    open_games: int = 1000
    """Games kept in memory; others are replayed from the database when somebody opens them."""
    robots: int = 0
    """Processes that play the programs' seats; 0 means one less than the number of cores."""
    body_limit: int = 1_000_000
    """The most bytes in a request."""
    login_rate: int = 10
    """Logins per minute from one address."""
    account_rate: int = 5
    """New accounts per minute from one address."""
    table_rate: int = 30
    """New tables per minute from one address."""
    advice_rate: int = 20
    """How often per minute one address may ask a planner for advice."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings. Missing or empty variables take their default."""
        smtp = _smtp(environ.get("ARDENNES_SMTP", ""))
        mail_from = environ.get("ARDENNES_MAIL_FROM", "").strip()
        url = _page(environ.get("ARDENNES_URL", "").strip())
        if smtp is not None and not (mail_from and url):
            raise BadInput("mail needs ARDENNES_MAIL_FROM and ARDENNES_URL too", where="ARDENNES_SMTP")
        if mail_from and ("@" not in mail_from or not mail_from.isprintable()):
            raise BadInput(f"{brief(mail_from)} is not a mail address", where="ARDENNES_MAIL_FROM")
        return cls(
            database=database_url(environ.get("ARDENNES_DATABASE", ""), environ),
            pool=_number(environ, "ARDENNES_POOL", 10, 1, 1000),
            smtp=smtp,
            mail_from=mail_from,
            url=url,
            open_games=_number(environ, "ARDENNES_OPEN_GAMES", 1000, 1, 1_000_000),
            robots=_number(environ, "ARDENNES_ROBOTS", 0, 0, 256),
            body_limit=_number(environ, "ARDENNES_BODY_LIMIT", 1_000_000, 1000, 1_000_000_000),
            login_rate=_number(environ, "ARDENNES_LOGIN_RATE", 10, 1, 1_000_000),
            account_rate=_number(environ, "ARDENNES_ACCOUNT_RATE", 5, 1, 1_000_000),
            table_rate=_number(environ, "ARDENNES_TABLE_RATE", 30, 1, 1_000_000),
            advice_rate=_number(environ, "ARDENNES_ADVICE_RATE", 20, 1, 1_000_000),
        )


def database_url(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The address of the database: a path or `sqlite:///path` for a file, `postgresql://...` for a PostgreSQL server.

    >>> database_url("/srv/games.db"), database_url("postgresql://ardennes@db.example/ardennes")
    ('sqlite:////srv/games.db', 'postgresql://ardennes@db.example/ardennes')
    """
    text = text.strip()
    where = "ARDENNES_DATABASE"
    if text.startswith(("postgresql://", "postgres://")):
        try:
            urlsplit(text).port  # noqa: B018 (reading it is the check)
        except ValueError:
            raise BadInput("the address of the PostgreSQL server cannot be read", where=where) from None
        return "postgresql://" + text.split("://", 1)[1]
    scheme, found, rest = text.partition("://")
    if found:
        if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
            raise BadInput(f"{brief(scheme)}: must be a path, sqlite:///path or postgresql://...", where=where)
        text = rest[1:]
    if "\0" in text or ":memory:" in text:
        raise BadInput("must be a file: games in memory would be lost", where=where)
    path = Path(text).expanduser() if text else data_folder(environ) / "games.db"
    if path.is_dir():
        raise BadInput(f"{brief(str(path))} is a folder, not a file", where=where)
    return f"sqlite:///{path.absolute()}"


def _number(environ: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high):
        raise BadInput(f"{brief(text)} must be a whole number from {low} to {high}", where=name)
    return int(text)


def _page(text: str) -> str:
    if text and not (text.startswith(("http://", "https://")) and urlsplit(text).netloc and text.isprintable()):
        raise BadInput(f"{brief(text)} must begin with http:// or https://", where="ARDENNES_URL")
    return text.rstrip("/")


def _smtp(text: str) -> Smtp | None:
    text = text.strip()
    if not text:
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        # The value is not shown: it may hold a password.
        raise BadInput("must be smtp://host:port or smtps://user:password@host:port", where="ARDENNES_SMTP")
    tls = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Smtp(parts.hostname, port or (465 if tls else 587 if user else 25), user, password, tls)
