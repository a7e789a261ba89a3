"""A server in a thread of the test, behind a real socket, and people who use it."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from ardennes.server.app import create_app
from ardennes.server.command import listen
from ardennes.server.routes import Context
from ardennes.server.serving import config_for
from ardennes.server.settings import Settings
from tests.machine import PATIENCE
from tests.postgres import Cluster

Data = dict[str, Any]
T = TypeVar("T")


class Desk:
    """A running server."""

    def __init__(self, app: FastAPI, url: str, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self.url = url
        self.loop = loop
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)

    @property
    def context(self) -> Context:
        found = self.app.state.context
        assert isinstance(found, Context)
        return found

    def create(self, status: int = 201, **what: Any) -> Data:
        """A new table: by default Bulge between two people."""
        body = {"game": "bulge"} | what if "record" not in what and "position" not in what else what
        answer = self.http.post("/api/tables", json=body)
        assert answer.status_code == status, answer.text
        data: Data = answer.json()
        return data

    def sit(self, token: str) -> Person:
        """Somebody with a link."""
        return Person(self, token)

    def pair(self, **what: Any) -> tuple[Person, Person, Person]:
        """German, Allied and a spectator of a new game."""
        links = self.create(**what)["links"]
        return self.sit(links["german"]), self.sit(links["allied"]), self.sit(links["watch"])

    def socket(self) -> ClientConnection:
        """A live connection that has not identified itself yet."""
        url = self.url.replace("http", "ws") + "/api/live"
        return connect(url, max_size=None, open_timeout=PATIENCE, close_timeout=PATIENCE, ping_interval=None)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something inside the server."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def forget(self) -> None:
        """Drop every game from memory, as if the server had been restarted."""

        async def drop() -> None:
            for table in list(self.context.tables._tables.values()):
                async with table.lock:
                    table.forget()

        self.do(drop())


class Person:
    """Somebody with a link, who asks, chooses and listens."""

    def __init__(self, desk: Desk, token: str) -> None:
        self.desk = desk
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}
        self._mark = ""

    def get(self, path: str = "", status: int = 200, **params: Any) -> Any:
        """The answer to GET /api/table<path>."""
        answer = self.desk.http.get(f"/api/table{path}", headers=self.headers, params=params)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return (
            answer.json()
            if "json" in answer.headers["content-type"] and "ndjson" not in str(answer.headers)
            else answer.text
        )

    def post(self, path: str, status: int = 200, story: str | None = None, **body: Any) -> Any:
        """The answer to POST /api/table<path>."""
        params = None if story is None else {"story": story}
        answer = self.desk.http.post(f"/api/table{path}", headers=self.headers, json=body, params=params)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def put(self, path: str, status: int = 204, **body: Any) -> Any:
        """The answer to PUT /api/table<path>."""
        answer = self.desk.http.put(f"/api/table{path}", headers=self.headers, json=body)
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def table(self) -> Data:
        """The table as this person sees it."""
        found: Data = self.get()
        return found

    def choose(self, verb: str, argument: Any = None, answers: int | None = None, status: int = 200) -> Data:
        """A choice, answering the current question unless `answers` says otherwise."""
        if answers is None:
            answers = self.table()["view"]["answers"]
        found: Data = self.post("/choices", status, verb=verb, argument=argument, answers=answers)
        return found

    def choose_any(self, rng: random.Random) -> Data:
        """Any choice that is offered. The answer has only what is new in the story."""
        table = self.get(story=self._mark)
        choices = table["view"]["decision"]["choices"]
        verb = rng.choice(sorted(choices))
        body = {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}
        found: Data = self.post("/choices", story=table["story_mark"], **body)
        self._mark = found["story_mark"]
        return found

    @contextmanager
    def listen(self, story: str | int = "", have: Data | None = None) -> Iterator[Ear]:
        """A live connection; `have` is the table that the page has already."""
        with self.desk.socket() as live:
            known = "" if have is None else have["digest"]
            live.send(json.dumps({"token": self.token, "story": story, "known": known}))
            yield Ear(live, have)


def applied(table: Data, change: Data) -> Data:
    """A table after a change, as a page puts it together; its story has only what the change brings."""
    assert change["from"] == table["digest"], "the change is for another version"
    gone = {"view": [], "pieces": [], "places": [], **change.get("gone", {})}
    view = {key: value for key, value in table["view"].items() if key not in gone["view"]} | change.get("view", {})
    pieces = {piece["id"]: piece for piece in view["pieces"] if piece["id"] not in gone["pieces"]}
    pieces |= change.get("pieces", {})
    view["pieces"] = [pieces[name] for name in change.get("order") or pieces]
    places = {key: value for key, value in view["places"].items() if key not in gone["places"]}
    view["places"] = places | change.get("places", {})
    story = {key: change[key] for key in ("digest", "story", "story_from", "story_mark")}
    chat = table["chat"] + change.get("chat", [])
    return {**table, **change.get("table", {}), **story, "view": view, "chat": chat}


class Ear:
    """What arrives at a live connection. A change is put together with what was there before: tests see tables."""

    def __init__(self, live: ClientConnection, have: Data | None = None) -> None:
        self.live = live
        self.have = have
        self.raw: list[Data] = []

    def _next(self, patience: float = PATIENCE) -> Data:
        message: Data = json.loads(self.live.recv(patience))
        self.raw.append(message)
        if message["type"] == "table":
            self.have = message["table"]
        elif message["type"] == "change":
            assert self.have is not None
            self.have = applied(self.have, message["change"])
            return {"type": "table", "table": self.have}
        return message

    def drain(self) -> None:
        """Take in what has arrived. A connection that nobody reads from answers no pings, and the server drops it after a while."""
        with suppress(TimeoutError):
            while True:
                self._next(0)

    def next(self, kind: str = "table") -> Data:
        """The next message of a kind; others are skipped."""
        while True:
            message = self._next()
            if message["type"] == kind:
                return message

    def table(self) -> Data:
        """The table of the next message that has one."""
        found: Data = self.next()["table"]
        return found

    def rest(self) -> list[Data]:
        """Everything sent up to now: the server answers a ping only after that."""
        self.live.send('{"type": "ping"}')
        out: list[Data] = []
        while (message := self._next())["type"] != "pong":
            out.append(message)
        return out


@contextmanager
def desk_on(kind: str, request: pytest.FixtureRequest) -> Iterator[Desk]:
    """A server on a new database of a kind, for all tests of a module."""
    if kind == "sqlite":
        folder = request.getfixturevalue("tmp_path_factory").mktemp("desk")
        with open_desk(f"sqlite:///{folder}/games.db") as found:
            yield found
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    name = f"desk_{secrets.token_hex(6)}"
    cluster.sql(f"CREATE DATABASE {name}")
    with open_desk(cluster.url(name)) as found:
        yield found
    cluster.sql(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def open_desk(database: str, **settings: Any) -> Iterator[Desk]:
    """A server for a test. Rate limits are off unless the test sets them."""
    sys.setswitchinterval(0.0005)  # server and test are threads of one process, and wait for each other
    free = {"login_rate": 100_000, "account_rate": 100_000, "table_rate": 100_000, "advice_rate": 100_000, "robots": 1}
    app = create_app(Settings(database, **(free | settings)))
    sock = listen("127.0.0.1", 0)
    started: threading.Event = threading.Event()
    box: dict[str, Any] = {}

    async def run() -> None:
        box["loop"] = asyncio.get_running_loop()
        try:
            async with app.router.lifespan_context(app):
                server = box["server"] = uvicorn.Server(config_for(app))
                task = asyncio.ensure_future(server.serve([sock]))
                while not server.started and not task.done():
                    await asyncio.sleep(0.005)
                started.set()
                await task
        except BaseException as error:
            box["error"] = error
        finally:
            started.set()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert started.wait(PATIENCE)
    if "error" in box:
        raise box["error"]
    desk = Desk(app, f"http://127.0.0.1:{sock.getsockname()[1]}", box["loop"])
    try:
        yield desk
    finally:
        desk.http.close()
        box["server"].should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not end"
        if "error" in box:
            raise box["error"]
