"""The server is killed again and again in the middle of play: nothing it acknowledged is lost, and every game continues."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.core.match import Match, new_match
from ardennes.core.view import table_view
from ardennes.games import find
from tests.machine import PATIENCE

ROOT = Path(__file__).parents[2]
KILLS = 6
"""With each of the two databases."""
GAMES = 3
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")


class Starter:
    """Starts servers, one after the other."""

    def __init__(self, process: subprocess.Popen[str], database: str) -> None:
        self._process = process
        self._database = database

    def start(self) -> tuple[int, str]:
        """A new server: its process and its address."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{self._database} 0\n")
        self._process.stdin.flush()
        pid, url = self._process.stdout.readline().split()
        return int(pid), url.rstrip("/")


@contextmanager
def starting(database: str) -> Iterator[Starter]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.starter"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Starter(process, database)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(PATIENCE)


class Game:
    """One game of somebody who remembers what the server acknowledged. The twin has the same seed, and so the same dice."""

    def __init__(self, number: int, url: str) -> None:
        self.rng = random.Random(number)
        self.twin: Match = new_match(find("bulge"), seed=f"kill {number}")
        body = {"game": "bulge", "seed": f"kill {number}", "same_screen": True}
        self.http = httpx.Client(timeout=PATIENCE, verify=False)
        answer = self.http.post(url + "/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        self.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        self.pending: tuple[str, Any] | None = None
        self.done = 0

    def play(self, url: str) -> None:
        """Choose until the connection breaks or the game is over."""
        try:
            while self.twin.result is None:
                verb, some = self.rng.choice(sorted(self.twin.decision.choices.items()))
                self.pending = (verb, self.rng.choice(some))
                body = {"verb": verb, "argument": self.pending[1], "answers": len(self.twin.record.entries)}
                answer = self.http.post(url + "/api/table/choices", json=body, params={"story": "1"})
                assert answer.status_code == 200, answer.text
                self._acknowledged()
        except httpx.TransportError:
            return

    def _acknowledged(self) -> None:
        assert self.pending is not None
        self.twin.play(*self.pending)
        self.pending = None
        self.done += 1

    def check(self, url: str) -> None:
        """After a restart: everything acknowledged is stored; what was in progress is stored completely or not at all."""
        answer = self.http.get(url + "/api/table")
        assert answer.status_code == 200, answer.text
        table = answer.json()
        known = len(self.twin.record.entries)
        if table["view"]["answers"] != known and self.pending is not None:
            self._acknowledged()
            known = len(self.twin.record.entries)
        self.pending = None
        assert table["view"]["answers"] == known, "an acknowledged choice is lost, or another was made"
        view = table_view(self.twin.game, self.twin.state, table["side"], printed=False)
        assert table["view"] == view | {"answers": known}
        assert len(table["story"]) == len(self.twin.story(table["side"]))


def _wait_for_some(games: list[Game], threads: list[threading.Thread], some: int) -> None:
    """Play until this many more choices have been acknowledged."""
    start = sum(game.done for game in games)
    while sum(game.done for game in games) < start + some and any(thread.is_alive() for thread in threads):
        time.sleep(0.001)


def test_nothing_acknowledged_is_lost_by_killing_the_server(
    database_url: str, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(7)
    with starting(database_url) as starter:
        pid, url = starter.start()
        games = [Game(number, url) for number in range(GAMES)]
        played = 0
        try:
            for kill in range(KILLS):
                threads = [threading.Thread(target=game.play, args=(url,)) for game in games]
                for thread in threads:
                    thread.start()
                _wait_for_some(games, threads, rng.randrange(1, 10))
                time.sleep(rng.uniform(0, 0.01))  # anywhere in the middle of the next choice
                os.kill(pid, signal.SIGKILL)
                for thread in threads:
                    thread.join(PATIENCE)
                    assert not thread.is_alive()
                pid, url = starter.start()
                for number, game in enumerate(games):
                    game.check(url)
                    if game.twin.result is not None:
                        played += game.done
                        games[number] = Game(1000 * (kill + 1) + number, url)
        finally:
            os.kill(pid, signal.SIGKILL)
    played += sum(game.done for game in games)
    assert played > KILLS, "hardly anything was played between the kills"
    kind = "SQLite" if database_url.startswith("sqlite") else "PostgreSQL"
    record_property("summary", f"kill test, {kind}: {KILLS} kills, {played} choices acknowledged, none lost")
