"""A load test: many games at once against a server of its own on this machine, and how long a choice takes.

    python -m tests.server.load --games 200 --seconds 20 --pause 1

Every game is played by one connection at random; between two choices it waits `--pause` seconds on average (0: as fast as it can). The
database is a new SQLite file, or `--database postgresql://...`; `--processes` servers share it, each with its part of the games.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
import psutil

ROOT = Path(__file__).parents[2]
ARRIVE = 3.0
"""The games begin within this many seconds."""


@dataclass
class Figures:
    """What was measured: seconds of each creation and each choice, and memory in bytes."""

    created: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    seconds: float = 0.0
    memory: int = 0
    work: float = 0.0
    """CPU seconds used by the server."""

    def lines(self) -> list[str]:
        """The result in words."""
        return [
            f"created  {_words(self.created)}",
            f"choices  {_words(self.chosen)}, {len(self.chosen) / self.seconds:.0f} a second",
            f"server   {self.work / len(self.chosen) * 1e3:.2f} ms of work a choice, {self.memory / 1e6:.0f} MB",
        ]


def _words(times: list[float]) -> str:
    return f"{len(times)}: p50 {quantile(times, 0.5):.1f} ms, p99 {quantile(times, 0.99):.1f} ms, most {max(times) * 1e3:.1f} ms"


def quantile(times: Sequence[float], part: float) -> float:
    """The milliseconds within which this share of the requests finished."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1e3


@contextmanager
def server(database: str) -> Iterator[tuple[str, int]]:
    """A server in its own process: its port and its process id."""
    env = {**os.environ, "ARDENNES_TABLE_RATE": "1000000", "ARDENNES_OPEN_GAMES": "2000"}
    command = [
        sys.executable,
        "-c",
        "import sys; from ardennes.cli import main; sys.exit(main())",
        "serve",
        "--port",
        "0",
        "--database",
        database,
    ]
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        url = process.stdout.readline().strip()
        yield url.rstrip("/").rpartition(":")[2], process.pid
    finally:
        process.terminate()
        process.wait()


class Http:
    """One connection that stays open. An HTTP library would use more CPU than the server."""

    def __init__(self, port: str) -> None:
        self._port = int(port)

    async def open(self) -> None:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)

    async def send(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """A request, and the status and data of its answer."""
        data = b"" if body is None else orjson.dumps(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        )
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        self._writer.write(head.encode() + b"\r\n" + data)
        top = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(top.partition(b"content-length:")[2].partition(b"\r\n")[0])
        return int(top.split(b" ", 2)[1]), orjson.loads(await self._reader.readexactly(length))

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


async def game(number: int, port: str, pause: float, ends: float, figures: Figures) -> None:
    """One game after the other, until the time is over."""
    rng = random.Random(number)
    await asyncio.sleep(rng.uniform(0, ARRIVE))
    http = Http(port)
    await http.open()
    token, table = "", None
    while table is None or time.monotonic() < ends:  # at least one choice, however late it has become
        if table is None or table["over"]:
            started = time.perf_counter()
            status, made = await http.send("POST", "/api/tables", {"game": "bulge", "same_screen": True})
            figures.created.append(time.perf_counter() - started)
            assert status == 201, made
            token = made["token"]
            _, table = await http.send("GET", "/api/table", token=token)
        choices = table["view"]["decision"]["choices"]
        verb = rng.choice(sorted(choices))
        body = {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}
        path = f"/api/table/choices?story={table['story_mark']}"
        started = time.perf_counter()
        status, table = await http.send("POST", path, body, token)
        figures.chosen.append(time.perf_counter() - started)
        assert status == 200, table
        if pause:
            await asyncio.sleep(rng.uniform(0, 2 * pause))
    http.close()


async def play(ports: Sequence[str], games: int, seconds: float, pause: float) -> Figures:
    """All games at once."""
    figures = Figures(seconds=seconds)
    ends = time.monotonic() + seconds
    await asyncio.gather(*(game(n, ports[n % len(ports)], pause, ends, figures) for n in range(games)))
    return figures


def measure(database: str | None, games: int, seconds: float, pause: float, processes: int = 1) -> Figures:
    """Start servers, play, and end them."""
    with ExitStack() as stack:
        if database is None:
            database = stack.enter_context(tempfile.TemporaryDirectory()) + "/games.db"
        servers = [stack.enter_context(server(database)) for _ in range(processes)]
        running = [psutil.Process(pid) for _, pid in servers]
        before = sum(sum(p.cpu_times()[:2]) for p in running)
        figures = asyncio.run(play([port for port, _ in servers], games, seconds, pause))
        figures.work = sum(sum(p.cpu_times()[:2]) for p in running) - before
        figures.memory = sum(p.memory_info().rss for p in running)
    return figures


def main() -> None:
    """The program."""
    parser = argparse.ArgumentParser(description="Many games at once, and how long a choice takes.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two choices of a game, on average")
    parser.add_argument("--database", help="postgresql://... (default: a new SQLite file)")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    figures = measure(args.database, args.games, args.seconds, args.pause, args.processes)
    for line in figures.lines():
        print(line)


if __name__ == "__main__":
    main()
