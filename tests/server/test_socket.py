"""Live updates: what arrives at an open page, and what does not."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from ardennes.server.sockets import Hello, Watcher, arrive, leave
from ardennes.server.table import Table
from tests.machine import PATIENCE, wait_until
from tests.server.desk import Data, Desk, applied, desk_on


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with desk_on(request.param, request) as found:
        yield found


def test_everyone_sees_a_choice_at_once(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    with german.listen() as a, allied.listen() as b, watch.listen() as c:
        first = [ear.table() for ear in (a, b, c)]
        assert [table["role"] for table in first] == ["german", "allied", "watch"]
        german.choose_any(random.Random(1))
        for person, ear, before in zip((german, allied, watch), (a, b, c), first, strict=True):
            after = ear.table()
            assert after["digest"] != before["digest"]
            assert after["view"] == person.table()["view"]


def test_the_story_comes_piece_by_piece(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(1)
    with german.listen() as ear:
        story: list[Data] = []
        story = _put(story, ear.table())
        for _ in range(20):
            people[german.table()["view"]["asked"]].choose_any(rng)
        for message in ear.rest():
            if message["type"] == "table":
                story = _put(story, message["table"])
        assert story == german.table()["story"]


def _put(story: list[Data], table: Data) -> list[Data]:
    new: list[Data] = table["story"]
    return story[: table["story_from"]] + new


def test_a_page_that_comes_back_gets_what_it_missed(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(1)
    with german.listen() as ear:
        first = ear.table()
    for _ in range(10):
        people[german.table()["view"]["asked"]].choose_any(rng)
    with german.listen(first["story_mark"]) as ear:
        again = ear.table()
    assert again["story_from"] == len(first["story"]) > 0
    assert _put(first["story"], again) == german.table()["story"]


def test_after_an_undo_only_what_differs_is_sent(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    rng = random.Random(1)
    with screen.listen() as ear:
        story = _put([], ear.table())
        for step in range(24):
            if step % 3 == 2:
                screen.post("/undo", answers=screen.table()["view"]["answers"])
            else:
                screen.choose_any(rng)
            for message in ear.rest():
                if message["type"] == "table":
                    story = _put(story, message["table"])
            assert story == screen.table()["story"]


def test_chat_and_presence_arrive(desk: Desk) -> None:
    german, allied, _ = desk.pair()
    with german.listen() as ear:
        assert [p["online"] for p in ear.table()["players"]] == [True, False]
        with allied.listen() as other:
            other.table()
            players = ear.next("players")["players"]
            assert [p["online"] for p in players] == [True, True]
            allied.post("/chat", status=201, text="Hello")
            assert ear.next("chat")["line"]["text"] == "Hello"
            assert other.next("chat")["line"]["text"] == "Hello"
        players = ear.next("players")["players"]
        assert [p["online"] for p in players] == [True, False]
        assert players[1]["seen_at"]


def test_a_name_is_seen_at_once(desk: Desk) -> None:
    german, allied, _ = desk.pair()
    with allied.listen() as ear:
        ear.table()
        german.put("/seat", name="Otto")
        assert ear.table()["players"][0]["name"] == "Otto"


def test_a_note_goes_to_its_owner_only(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    with german.listen() as a, allied.listen() as b, watch.listen() as c:
        for ear in (a, b, c):
            ear.table()
            ear.rest()
        german.put("/note", text="take Bastogne")
        assert a.table()["note"] == "take Bastogne"
        assert "Bastogne" not in str(b.rest()) + str(c.rest())


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ('{"token": "x"}', 4404),
        ('{"token": "' + "0" * 30 + '"}', 4404),
        ('{"token": 1}', 4400),
        ("{}", 4400),
        ("[]", 4400),
        ("nonsense", 4400),
        ("x" * 5000, 4400),
    ],
)
def test_a_wrong_greeting_is_answered_by_a_code(desk: Desk, hello: str, code: int) -> None:
    with desk.socket() as live:
        live.send(hello)
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code


def test_a_page_may_send_whatever_it_likes_after_that(desk: Desk) -> None:
    german, *_ = desk.pair(seed="1")
    with german.listen() as ear:
        ear.table()
        ear.live.send("ping")
        ear.live.send(json.dumps({"type": "hello"}))
        ear.live.send(b"\x00\x01")
        german.choose_any(random.Random(1))
        ear.table()
        ear.live.send("x" * 10_000)
        with pytest.raises(ConnectionClosed):
            ear.next("nothing")


class SlowReader:
    """A page's socket that reads nothing more until it is told to."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.taken: list[Data] = []

    async def send_text(self, text: str) -> None:
        """Wait until the page has taken the message."""
        await self.reads.wait()
        self.taken.append(json.loads(text))


def test_a_slow_reader_skips_what_is_outdated_and_holds_nobody_up(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(1)
    first = watch.table()

    async def connect() -> tuple[SlowReader, Table, Watcher, asyncio.Future[None]]:
        slow = SlowReader()
        watcher = Watcher(slow, desk.context.tables, Hello(watch.token))  # type: ignore[arg-type]
        async with desk.context.tables.open(watch.token) as (table, role):
            arrive(desk.context, table, role, watcher)
        return slow, table, watcher, asyncio.ensure_future(watcher.run())

    async def read_on() -> None:
        slow.reads.set()
        async with asyncio.timeout(PATIENCE):
            while len(slow.taken) < 2:
                await asyncio.sleep(0.01)
        sending.cancel()
        leave(desk.context, table, "watch", watcher)

    slow, table, watcher, sending = desk.do(connect())
    for _ in range(20):
        people[german.table()["view"]["asked"]].choose_any(rng)
    assert slow.taken == []
    desk.do(read_on())
    start, news = slow.taken
    assert start["table"]["view"] == first["view"]
    assert applied(start["table"], news["change"])["view"] == watch.table()["view"]


def test_sockets_leave_nothing_behind(desk: Desk) -> None:
    german, *_ = desk.pair()
    for _ in range(10):
        with german.listen() as ear:
            ear.table()
    tables = desk.context.tables._tables
    wait_until(
        lambda: not any(t.listeners or any(t.present.values()) for t in list(tables.values())),
        "somebody is still there",
    )
