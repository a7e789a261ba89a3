"""Limits per caller: the size of requests, and how often an address may do expensive things. Each process counts for itself."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ardennes.server.problems import Problem

KNOWN = 10_000
"""How many addresses are remembered; the oldest are forgotten."""


class Rate:
    """Allows a number of calls per minute from each address, all at once or spread out.

    >>> rate = Rate(2, clock=lambda: 0.0)
    >>> rate.wait("a"), rate.wait("a"), rate.wait("a"), rate.wait("b")
    (0.0, 0.0, 30.0, 0.0)
    """

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(a_minute)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one; 0 if that was allowed, else the seconds after which it will be."""
        now = self._clock()
        left, since = self._left.pop(address, (self._most, now))
        left = min(self._most, left + (now - since) * self._most / 60)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) * 60 / self._most

    def take(self, address: str, what: str) -> None:
        """Take one, or refuse with a Problem that says how long to wait."""
        seconds = int(self.wait(address) + 0.999)
        if seconds:
            raise Problem(
                429, "too_often", f"too many {what}: try again in {seconds} s", headers={"Retry-After": str(seconds)}
            )


class BodyLimit:
    """Refuses requests that are too large, before they are read."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, counting its bytes."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        if length.isdigit() and int(length) > self.most:
            await self._refuse().response()(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.most:
                raise self._refuse()
            return message

        async def unless_refused(message: Message) -> None:
            if read <= self.most:  # otherwise the answer to the truncated request is not sent
                await send(message)

        with suppress(Problem):
            await self.app(scope, counted, unless_refused)
        if read > self.most:
            await self._refuse().response()(scope, receive, send)

    def _refuse(self) -> Problem:
        return Problem(413, "too_large", f"the request is too large: at most {self.most} bytes")


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_EVERYWHERE = ((b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin"))
HEADERS = (
    *_EVERYWHERE,
    (b"content-security-policy", _POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
DATA_HEADERS = (*_EVERYWHERE, (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"))
"""Data is no document: opened as one, it may do nothing at all."""


class SafeHeaders:
    """Adds headers to every answer that keep the browser from doing anything the page never needs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back with the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        private = scope["path"].startswith("/api/")

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                data = any(name == b"content-type" and value.startswith(b"application/json") for name, value in headers)
                headers += DATA_HEADERS if data else HEADERS
                if private and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, dressed)
