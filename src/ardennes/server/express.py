"""A fast path for the most common request, a choice. A well-formed request is answered here, without the machinery that works out what
is wrong with others; all others go to the route, which does the same."""

from __future__ import annotations

import time
from urllib.parse import parse_qs

from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ardennes.server import models
from ardennes.server.problems import Problem
from ardennes.server.table import Table
from ardennes.server.tables import Tables

PATH = "/api/table/choices"
_BEARER = b"bearer "


def payload(table: Table, role: str, story: str) -> Response:
    """The table as a role sees it, with the part of the story the caller does not have yet."""
    start = table.told(table.viewer(role)).start(story) if story else 0
    return Response(table.payload(role, start, time.time()), media_type="application/json")


async def choose(tables: Tables, token: str, choice: models.Choice, story: str) -> Response:
    """Answer the pending question."""
    async with tables.open(token, current=False) as (table, role):
        await tables.choose(table, role, choice.verb, choice.argument, choice.answers)
        return payload(table, role, story)


class Express:
    """Answers well-formed choices; everything else passes through."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on with what was read."""
        if scope["type"] != "http" or scope["path"] != PATH or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        body, receive = await _body(receive)
        found = _request(scope, body)
        if found is None:
            await self.app(scope, receive, send)
            return
        token, choice, story = found
        try:
            response = await choose(scope["app"].state.context.tables, token, choice, story)
        except Problem as problem:
            response = problem.response()
        await response(scope, receive, send)


def _request(scope: Scope, body: bytes) -> tuple[str, models.Choice, str] | None:
    """Token, choice and what the caller knows of the story; None if the request is not well-formed."""
    headers = dict(scope["headers"])
    given: bytes = headers.get(b"authorization", b"")
    query: bytes = scope["query_string"]
    if given[:7].lower() != _BEARER or not headers.get(b"content-type", b"").startswith(b"application/json"):
        return None
    try:
        choice = models.Choice.model_validate_json(body)
        story = parse_qs(query.decode()).get("story", [""])[-1] if query else ""
        token = given[7:].decode()
    except (ValidationError, ValueError):
        return None
    return (token, choice, story) if len(story) <= models.LONGEST_MARK else None


async def _body(receive: Receive) -> tuple[bytes, Receive]:
    """The whole body, and a way to read it again."""
    parts: list[bytes] = []
    more, first = True, None
    while more:
        message = await receive()
        if message["type"] != "http.request":
            first = message  # the client has disconnected
            break
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    body = b"".join(parts)
    waiting: list[Message] = [first or {"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return body, again
