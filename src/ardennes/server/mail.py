"""Notices by mail: "it is your turn", once each time a seat is asked while its player is away. The database says which are due and when
a failed one is retried, so several processes share the work and a restart loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
import smtplib
import ssl
import time
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from sqlalchemy import Connection, or_, select, update

from ardennes.core.errors import BadInput, brief
from ardennes.games import find
from ardennes.server.database import Database
from ardennes.server.schema import games, seats
from ardennes.server.settings import Settings, Smtp
from ardennes.server.store import HUMAN
from ardennes.server.tokens import token_for

PATIENCE = 120.0
"""Seconds to wait before a notice is sent: a player who is about to come back does not need one."""
EVERY = 30.0
"""Seconds between two checks for due notices."""
_CLAIM = 300.0
"""Seconds a process has to send the notices it took; after that another may. Enough for ten that all wait for a dead server."""
_TRIES = 10
_WAIT = 20.0
_LOCAL = ("localhost", "127.0.0.1", "::1")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """A mail that is due for a seat."""

    game_id: int
    role: str
    mail: str
    name: str
    game: str
    turn_text: str
    token: str
    asked_since: float
    tries: int


def mail_address(text: str) -> str:
    """The address, if a mail can be sent there.

    >>> mail_address(" anna@example.org ")
    'anna@example.org'
    """
    text = text.strip()
    if len(text) > 254 or not re.fullmatch(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", text):
        raise BadInput(f"{brief(text)} is not a mail address", where="mail")
    return text


# --- what is due -------------------------------------------------------------------------------------------------------------------------


def due_notices(conn: Connection, now: float | None = None, patience: float = PATIENCE, most: int = 10) -> list[Notice]:
    """Take the notices that are due. Nobody else gets them for some minutes; call `notice_sent` or `notice_failed` for each."""
    now = time.time() if now is None else now
    due = (
        select(
            seats.c.game_id,
            seats.c.role,
            seats.c.mail,
            seats.c.name,
            seats.c.tries,
            seats.c.try_at,
            games.c.key,
            games.c.game,
            games.c.turn_text,
            games.c.asked_since,
        )
        .join(games, (games.c.id == seats.c.game_id) & (games.c.asked == seats.c.role))
        .where(
            seats.c.notify,
            seats.c.mail != "",
            seats.c.player == HUMAN,
            games.c.result.is_(None),
            games.c.asked_since <= now - patience,
            or_(seats.c.seen_at.is_(None), seats.c.seen_at < games.c.asked_since),
            or_(seats.c.told_at.is_(None), seats.c.told_at < games.c.asked_since),
            or_(seats.c.try_at.is_(None), seats.c.try_at <= now),
        )
        .order_by(games.c.asked_since)
        .limit(most)
        .with_for_update(of=seats, skip_locked=True)
    )
    found: list[Notice] = []
    for row in conn.execute(due).all():
        again = row.try_at is not None and row.try_at >= row.asked_since
        found.append(
            Notice(
                row.game_id,
                row.role,
                row.mail,
                row.name,
                row.game,
                row.turn_text,
                token_for(row.game_id, row.key, row.role),
                row.asked_since,
                row.tries if again else 0,
            )
        )
    for notice in found:
        _mark(conn, notice, try_at=now + _CLAIM, tries=notice.tries)
    return found


def notice_sent(conn: Connection, notice: Notice) -> None:
    """It was sent: none is due until the seat is asked again."""
    _mark(conn, notice, told_at=notice.asked_since, try_at=None, tries=0)


def notice_failed(conn: Connection, notice: Notice, for_good: bool = False, now: float | None = None) -> None:
    """It could not be sent: retry with growing delays, and finally give up."""
    if for_good or notice.tries + 1 >= _TRIES:
        notice_sent(conn, notice)
        return
    now = time.time() if now is None else now
    _mark(conn, notice, try_at=now + min(30.0 * 2**notice.tries, 6 * 3600.0), tries=notice.tries + 1)


def _mark(conn: Connection, notice: Notice, **values: float | None) -> None:
    here = (seats.c.game_id == notice.game_id) & (seats.c.role == notice.role)
    conn.execute(update(seats).where(here).values(**values))


# --- sending -----------------------------------------------------------------------------------------------------------------------------


class Mailer:
    """Sends what is due, in the background."""

    def __init__(
        self, database: Database, settings: Settings, *, every: float = EVERY, patience: float = PATIENCE
    ) -> None:
        self._database = database
        self._settings = settings
        self._every = every
        self._patience = patience
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start. Does nothing without a mail server in the settings."""
        if self._settings.smtp is not None:
            self._task = asyncio.create_task(self._work(self._settings.smtp))

    async def close(self) -> None:
        """Stop. A mail that is on its way is finished by its thread."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _work(self, smtp: Smtp) -> None:
        while True:
            sent = 0
            try:
                sent = await self.send_due(smtp)
            except Exception:  # the database is unavailable; it may come back
                _log.exception("cannot look up due notices")
            if not sent:
                await asyncio.sleep(self._every)

    async def send_due(self, smtp: Smtp) -> int:
        """Send some of what is due now; returns how many were tried."""
        notices = await self._database.run(due_notices, patience=self._patience)
        for notice in notices:
            try:
                await asyncio.to_thread(send, smtp, letter(notice, self._settings))
            except Exception as error:  # a problem with one must not hold up the others
                _log.warning("a notice could not be sent: %s", brief(error, 200))
                await self._database.run(notice_failed, notice, _hopeless(error))
            else:
                await self._database.run(notice_sent, notice)
        return len(notices)


def letter(notice: Notice, settings: Settings) -> EmailMessage:
    """The mail itself."""
    title = find(notice.game).title
    message = EmailMessage()
    message["Subject"] = f"Your turn: {title}"
    message["From"] = settings.mail_from
    message["To"] = mail_address(notice.mail)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.mail_from.rsplit("@", 1)[-1].strip("> "))
    message["Auto-Submitted"] = "auto-generated"
    greeting = f"{notice.name}, it" if notice.name else "It"
    message.set_content(
        f"{greeting} is your turn in {title}: {notice.turn_text}.\n\n"
        f"Continue here: {settings.url}/#/g/{notice.token}\n\n"
        "This link is your seat, so keep it to yourself. Notices can be turned off there.\n"
    )
    return message


def send(smtp: Smtp, message: EmailMessage) -> None:
    """Hand a mail to the server, encrypted if the server supports it. A password is never sent unencrypted."""
    tls = ssl.create_default_context()
    if smtp.tls:
        server: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=_WAIT, context=tls)
    else:
        server = smtplib.SMTP(smtp.host, smtp.port, timeout=_WAIT)
    with server:
        server.ehlo()
        encrypted = smtp.tls
        if not encrypted and server.has_extn("starttls"):
            server.starttls(context=tls)
            encrypted = True
        if smtp.user:
            if not encrypted and smtp.host not in _LOCAL:
                raise smtplib.SMTPException("the mail server offers no encryption, so the password is not sent")
            server.login(smtp.user, smtp.password)
        server.send_message(message)


def _hopeless(error: Exception) -> bool:
    """Is the failure permanent? (The address is unknown to the server, or invalid.)"""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, ValueError | smtplib.SMTPNotSupportedError)
