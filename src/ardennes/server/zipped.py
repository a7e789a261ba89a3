"""Compression of answers: JSON and files of lines shrink to a fifth or less."""

from __future__ import annotations

import zlib
from functools import lru_cache

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WORTH = 700
"""Bytes: a shorter answer fits into the same packet anyway."""
_TYPES = ("application/json", "application/x-ndjson", "application/yaml")
_GZIP = 31
"""Tells zlib to write the gzip format."""


def compress(body: bytes, level: int) -> bytes:
    """The body in the gzip format."""
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    return packer.compress(body) + packer.flush()


_kept = lru_cache(maxsize=64)(compress)


def once(answer: Response, request: Request) -> Response:
    """An answer that is the same for everybody: it is compressed thoroughly, and only once."""
    body = bytes(answer.body)
    if len(body) >= WORTH and "gzip" in request.headers.get("accept-encoding", ""):
        answer.body = _kept(body, 9)
        answer.headers["Content-Length"] = str(len(answer.body))
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    return answer


class Zipped:
    """Compresses what is worth it, if the caller can read it and it is not compressed yet."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back."""
        if scope["type"] != "http" or not any(
            name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"]
        ):
            await self.app(scope, receive, send)
            return
        start: Message | None = None

        async def packed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message  # its headers depend on the body
                return
            if start is not None:
                if not message.get("more_body"):
                    message = _packed(start, message)
                await send(start)
                start = None
            await send(message)

        await self.app(scope, receive, packed)


def _packed(start: Message, message: Message) -> Message:
    headers = MutableHeaders(raw=list(start["headers"]))
    body: bytes = message.get("body", b"")
    media = headers.get("content-type", "").partition(";")[0]
    if len(body) < WORTH or media not in _TYPES or "content-encoding" in headers:
        return message
    body = compress(body, 5)
    headers["Content-Length"] = str(len(body))
    headers["Content-Encoding"] = "gzip"
    headers["Vary"] = "Accept-Encoding"
    start["headers"] = headers.raw
    return {**message, "body": body}
