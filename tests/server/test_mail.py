"""Notices by mail, against a real mail server on the loopback address."""

from __future__ import annotations

import asyncio
import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from ardennes.core.errors import BadInput
from ardennes.server.database import Database
from ardennes.server.mail import (
    Mailer,
    due_notices,
    letter,
    mail_address,
    notice_failed,
    notice_sent,
)
from ardennes.server.settings import Settings
from ardennes.server.store import Seat, Summary, append_entries, seen, set_seat
from ardennes.server.tokens import token_for
from tests.machine import PATIENCE, free_port
from tests.server.shelf import CHOICE, a_game, choose, use

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")
ANNA = Seat("german", name="Änne", mail="anna@example.org", notify=True)
BERT = Seat("allied", name="Bert", mail="bert@example.org", notify=True)


class Inbox:
    """Accepts mails; can refuse some of them first."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answers: list[str] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """A mail has arrived."""
        if self.answers:
            return self.answers.pop(0)
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """A recipient is named."""
        if address == "gone@example.org":
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@pytest.fixture
def inbox() -> Inbox:
    """Where mails arrive."""
    return Inbox()


@pytest.fixture
def settings(inbox: Inbox) -> Iterator[Settings]:
    """The settings of a server whose mails go to the inbox, which requires a login."""
    port = free_port()

    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: LoginPassword) -> AuthResult:
        return AuthResult(success=(data.login, data.password) == (b"me", b"p@ss"), handled=False)

    controller = Controller(
        inbox,
        hostname="127.0.0.1",
        port=port,
        ready_timeout=PATIENCE,
        authenticator=check,
        auth_required=True,
        auth_require_tls=False,
    )
    controller.start()
    yield settings_for(f"smtp://me:p%40ss@127.0.0.1:{port}")
    controller.stop()


def settings_for(smtp: str) -> Settings:
    """Settings with this mail server."""
    return Settings.from_env(
        {
            "ARDENNES_SMTP": smtp,
            "ARDENNES_MAIL_FROM": "Ardennes <games@example.org>",
            "ARDENNES_URL": "https://games.example.org",
            "ARDENNES_DATABASE": "/nowhere/x.db",
        }
    )


async def until_due(database: Database, now: float) -> list[tuple[int, str]]:
    """Who gets a notice at this time; each is marked as sent."""
    found = await database.run(due_notices, now)
    for notice in found:
        await database.run(notice_sent, notice)
    return [(notice.game_id, notice.role) for notice in found]


def test_one_notice_per_turn_reaches_the_seat_that_is_asked(
    database_url: str, settings: Settings, inbox: Inbox
) -> None:
    async def arrived(number: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(inbox.mails) < number:
                await asyncio.sleep(0.01)

    async def work(database: Database) -> None:
        game_id, key = await a_game(database, ANNA, BERT)
        mailer = Mailer(database, settings, every=0.02, patience=0.0)
        mailer.start()
        await arrived(1)
        await asyncio.sleep(0.3)
        assert len(inbox.mails) == 1
        await database.run(append_entries, game_id, 0, [CHOICE], Summary("allied", "Turn 2"))
        await arrived(2)
        await asyncio.sleep(0.2)
        await mailer.close()
        first, second = inbox.mails
        assert first["To"] == "anna@example.org" and second["To"] == "bert@example.org"
        assert first["From"] == "Ardennes <games@example.org>"
        assert first["Subject"].startswith("Your turn: ")
        text = first.get_content().replace("\r\n", "\n")
        assert "Änne, it is your turn" in text and "Turn 1" in text
        assert f"https://games.example.org/#/g/{token_for(game_id, key, 'german')}\n" in text
        assert token_for(game_id, key, "allied") not in text
        assert "Turn 2" in second.get_content()

    use(database_url, work)


def test_a_notice_is_due_when_somebody_is_asked_for_a_while_and_away(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database, ANNA, BERT)
        await choose(database, game_id, 0, "allied", now=1000.0)
        assert await until_due(database, 1060.0) == []
        assert await until_due(database, 1121.0) == [(game_id, "allied")]
        assert await until_due(database, 5000.0) == []
        # Further choices while the same seat is asked are no new turn.
        await choose(database, game_id, 1, "allied", now=5000.0)
        assert await until_due(database, 9000.0) == []
        await choose(database, game_id, 2, "german", now=9000.0)
        await database.run(seen, [(game_id, "german")], 9030.0)  # she is present and sees it
        assert await until_due(database, 9999.0) == []
        await choose(database, game_id, 3, "allied", now=10_000.0)
        assert await until_due(database, 10_500.0) == [(game_id, "allied")]
        await choose(database, game_id, 4, "german", now=11_000.0)
        await choose(database, game_id, 5, "allied", now=11_001.0)
        assert await until_due(database, 12_000.0) == [(game_id, "allied")]

    use(database_url, work)


def test_players_who_want_no_notices_get_none(database_url: str) -> None:
    async def work(database: Database) -> None:
        for seat in (
            Seat("german", mail="a@example.org", notify=False),
            Seat("german", mail="", notify=True),
            Seat("german", "greedy", mail="a@example.org", notify=True),
        ):
            await a_game(database, seat, Seat("allied"))
        over, _ = await a_game(database, ANNA, BERT)
        await database.run(append_entries, over, 0, [CHOICE], Summary("german", "", {"winner": None}))
        off, _ = await a_game(database, ANNA, BERT)
        await database.run(set_seat, off, "german", notify=False)
        assert await until_due(database, 1e11) == []

    use(database_url, work)


def test_several_processes_share_the_notices(database_url: str) -> None:
    async def main() -> None:
        databases = [await Database.open(database_url) for _ in range(3)]
        games = [(await a_game(databases[0], ANNA, BERT))[0] for _ in range(12)]
        taken = await asyncio.gather(*(each.run(due_notices, 1e11, most=5) for each in databases * 2))
        assert sorted(notice.game_id for some in taken for notice in some) == sorted(games)
        # One that was taken by a process that died is due again later.
        assert len(await databases[0].run(due_notices, 1e11 + 299, most=20)) == 0
        assert len(await databases[0].run(due_notices, 1e11 + 301, most=20)) == 12
        for each in databases:
            await each.close()

    asyncio.run(main())


def test_a_failed_notice_is_retried_with_growing_delays_and_finally_given_up(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database, ANNA, BERT)
        now, waits = 1e11, []
        while found := await database.run(due_notices, now):
            await database.run(notice_failed, found[0], now=now)
            start = now
            for wait in (30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 21_600):
                if await database.run(due_notices, start + wait):
                    break
            else:
                break
            waits.append(wait)
            now = start + wait + 301
        assert waits == [30, 60, 120, 240, 480, 960, 1920, 3840, 7680]
        await choose(database, game_id, 0, "allied", now=now)
        assert [notice.tries for notice in await database.run(due_notices, now + 1000)] == [0]

    use(database_url, work)


def test_a_busy_mail_server_gets_the_mail_again(sqlite_url: str, settings: Settings, inbox: Inbox) -> None:
    async def work(database: Database) -> None:
        await a_game(database, ANNA, BERT)
        inbox.answers = ["451 try later"]
        mailer = Mailer(database, settings, patience=0.0)
        assert settings.smtp is not None
        await mailer.send_due(settings.smtp)
        assert inbox.mails == []
        (notice,) = await database.run(due_notices, 1e11)
        assert notice.tries == 1

    use(sqlite_url, work)


@pytest.mark.parametrize("mail", ["gone@example.org", "\u00e4@example.org", "a@example.org\nBcc: b@example.org", "@"])
def test_an_address_that_takes_no_mail_is_not_tried_again_and_does_not_hold_up_others(
    sqlite_url: str, settings: Settings, inbox: Inbox, mail: str
) -> None:
    async def work(database: Database) -> None:
        await a_game(database, Seat("german", mail=mail, notify=True), BERT)
        await a_game(database, ANNA, BERT)
        assert settings.smtp is not None
        await Mailer(database, settings, patience=0.0).send_due(settings.smtp)
        assert [message["To"] for message in inbox.mails] == ["anna@example.org"]
        assert await database.run(due_notices, 1e11) == []

    use(sqlite_url, work)


@pytest.mark.parametrize("server", ["nobody there", "wrong password"])
def test_a_mail_server_that_does_not_answer_or_refuses_us_costs_nothing_but_time(
    sqlite_url: str, settings: Settings, inbox: Inbox, server: str
) -> None:
    assert settings.smtp is not None
    port = free_port() if server == "nobody there" else settings.smtp.port
    wrong = settings_for(f"smtp://me:wrong@127.0.0.1:{port}")

    async def work(database: Database) -> None:
        await a_game(database, ANNA, BERT)
        assert wrong.smtp is not None and settings.smtp is not None
        await Mailer(database, wrong, patience=0.0).send_due(wrong.smtp)
        assert inbox.mails == []
        assert len(await database.run(due_notices, 1e11)) == 1

    use(sqlite_url, work)


def test_without_a_mail_server_nothing_is_done(sqlite_url: str) -> None:
    async def work(database: Database) -> None:
        await a_game(database, ANNA, BERT)
        mailer = Mailer(database, Settings(sqlite_url), every=0.01, patience=0.0)
        mailer.start()
        await asyncio.sleep(0.1)
        await mailer.close()
        assert len(await database.run(due_notices, 1e11)) == 1

    use(sqlite_url, work)


def test_a_notice_to_a_seat_without_a_name_reads_well(sqlite_url: str, settings: Settings) -> None:
    async def work(database: Database) -> None:
        await a_game(database, Seat("german", mail="anna@example.org", notify=True), BERT)
        (notice,) = await database.run(due_notices, 1e11)
        assert letter(notice, settings).get_content().startswith("It is your turn in ")

    use(sqlite_url, work)


@pytest.mark.parametrize(
    "text", ["", "anna", "@example.org", "a b@example.org", "a@b@c", "a@example.org\nBcc: x@y.z", "ä@example.org"]
)
def test_what_is_not_a_mail_address_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a mail address"):
        mail_address(text)
