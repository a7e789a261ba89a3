"""What all routes share: what they need from the application, and how they answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from ardennes.server import models
from ardennes.server.database import Database
from ardennes.server.limits import Rate
from ardennes.server.problems import Problem
from ardennes.server.reviews import Reviews
from ardennes.server.robots import Robots
from ardennes.server.settings import Settings
from ardennes.server.tables import Tables

COOKIE = "ardennes_session"
JSON = "application/json"
Docs = dict[int | str, dict[str, Any]]
_SAID = {
    400: "the request cannot be read",
    401: "no link or not signed in",
    403: "not allowed for this seat",
    404: "not found",
    409: "the table has moved on",
    413: "too large",
    422: "refused, with the reason",
    429: "too often",
}


@dataclass(slots=True)
class Context:
    """What the routes work with."""

    settings: Settings
    db: Database
    tables: Tables
    robots: Robots
    logins: Rate
    accounts: Rate
    new_tables: Rate
    advice: Rate
    reviews: Reviews


async def context(request: Request) -> Context:
    """The context of the application that answers."""
    found = request.app.state.context
    assert isinstance(found, Context)
    return found


_bearer = HTTPBearer(
    auto_error=False, description="The secret from a link: for a seat, the whole table, or a spectator."
)
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="The session of an account.")


async def token(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str:
    """The token of a link."""
    if given is None:
        raise Problem(401, "no_token", "this needs the secret from a link: Authorization: Bearer ...")
    return given.credentials


async def session(given: Annotated[str | None, Depends(_cookie)]) -> str:
    """The cookie of a session, empty if there is none."""
    return given or ""


Token = Annotated[str, Depends(token)]
Session = Annotated[str, Depends(session)]
Here = Annotated[Context, Depends(context)]


def errors(*statuses: int) -> Docs:
    """For the OpenAPI document: the errors a route may answer with. Every request may be unreadable or too large."""
    return {
        status: {"model": models.Error, "description": _SAID[status]} for status in sorted({*statuses, 400, 413, 422})
    }


def plain(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer whose JSON is already encoded."""
    return Response(body, status, headers, JSON)


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""
