"""The application behind a socket, until a signal ends it."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from starlette.types import Message

from ardennes.server.app import create_app
from ardennes.server.page import NOT_BUILT
from ardennes.server.settings import Settings


class _Server(uvicorn.Server):
    """Reports when it is listening; a signal ends it without ending the process, so that the database is closed properly."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def config_for(app: FastAPI) -> uvicorn.Config:
    """How the application is served. What it opens and closes is up to the caller."""
    return uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=75,
        ws_max_size=65_536,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=True,  # messages resemble each other: most of one is in the one before
    )


async def serve(settings: Settings, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until a signal says to stop; `ready` is called once requests are accepted."""
    app = create_app(settings)
    if not app.state.page.built:
        print(f"ardennes: {NOT_BUILT}", file=sys.stderr, flush=True)
    async with app.router.lifespan_context(app):
        await _knock(app)
        tidy = asyncio.ensure_future(_tidy())
        try:
            await _Server(config_for(app), ready).serve([sock])
        finally:
            tidy.cancel()


async def _knock(app: FastAPI) -> None:
    """An internal request, so that the routes are built before the first real one."""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        assert message.get("status", 200) == 200

    await app(
        {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": "/api/health",
            "raw_path": b"/api/health",
            "query_string": b"",
            "root_path": "",
            "headers": [],
            "client": None,
            "server": None,
        },
        receive,
        send,
    )


async def _tidy() -> None:
    """Collect garbage without holding anyone up. The more games are in memory, the longer a full collection takes, and Python would start
    one in the middle of a choice; small collections find what a choice leaves behind, and the rest can wait for an hour."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 1_000_000)
    while True:
        await asyncio.sleep(3600)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
