"""Puts the application together: routes, limits, and what they work with."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

import ardennes
from ardennes.server import facts, models, routes_games, routes_lists, routes_seat, routes_table, sockets, store
from ardennes.server.database import Database
from ardennes.server.limits import BodyLimit, Rate, SafeHeaders
from ardennes.server.live import Live
from ardennes.server.mail import Mailer
from ardennes.server.page import Page
from ardennes.server.problems import Problem, one_line
from ardennes.server.reviews import Reviews
from ardennes.server.robots import PATIENCE, Robots
from ardennes.server.routes import Context
from ardennes.server.settings import Settings
from ardennes.server.tables import Tables
from ardennes.server.zipped import Zipped

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings. It opens the database when it starts and closes it when it ends."""
    app = FastAPI(
        title="Ardennes",
        description="Play the games of Ardennes: tables, choices, live updates.",
        version=ardennes.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.settings = settings
    for module in (routes_table, routes_seat, routes_lists, sockets, routes_games):
        app.include_router(module.router)
    app.state.page = Page()
    app.add_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Zipped)
    app.add_middleware(BodyLimit, most=settings.body_limit)
    app.add_middleware(SafeHeaders)
    return app


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the messages of the live connection among its schemas: no route has those."""
    if not app.openapi_schema:
        document = FastAPI.openapi(app)
        _, live = models_json_schema(
            [(model, "serialization") for model in models.LIVE], ref_template="#/components/schemas/{model}"
        )
        schemas = document["components"]["schemas"] = {**live["$defs"], **document["components"]["schemas"]}
        for schema in schemas.values():
            for field in schema.get("properties", {}).values():
                field.pop("title", None)  # it only repeats the name
        app.openapi_schema = document
    return app.openapi_schema


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    facts.warm()
    db = await Database.open(settings.database, settings.pool)
    live = Live(db)
    await live.start()
    tables = Tables(db, live, settings.open_games)
    robots = Robots(tables, settings.robots)
    tables.changed = robots.wake
    tables.loaded = lambda table: robots.wake(table, 0.2 if db.is_sqlite else PATIENCE)
    mailer = Mailer(db, settings)
    mailer.start()
    context = Context(
        settings,
        db,
        tables,
        robots,
        Rate(settings.login_rate),
        Rate(settings.account_rate),
        Rate(settings.table_rate),
        Rate(settings.advice_rate),
        Reviews(robots),
    )
    app.state.context = context
    presence = asyncio.ensure_future(sockets.keep_presence(context))
    for game_id in await db.read(store.waiting_for_robots):
        robots.play_on(game_id)
    try:
        yield
    finally:
        presence.cancel()
        with suppress(asyncio.CancelledError):
            await presence
        await context.reviews.close()
        await robots.close()
        await tables.close()
        await mailer.close()
        await live.close()
        await db.close()


async def _page(request: Request) -> Response:
    if request.url.path.startswith("/api/") or request.url.path == "/api":
        return Problem(404, "unknown", "there is nothing at this address").response()
    page: Page = request.app.state.page
    return await page(request)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _invalid(request: Request, error: Exception) -> Response:
    """A request that does not fit its model: the first error, in one line."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    message = one_line(first.get("msg", "cannot be read"))
    return Problem(422, "bad_input", f"{where}: {message}"[:300] if where else message[:300]).response()


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = one_line(error.detail)
    if not request.url.path.startswith("/api"):
        return PlainTextResponse(said + "\n", error.status_code, dict(error.headers or {}))
    headers = dict(error.headers) if error.headers else None
    return Problem(error.status_code, "bad_request", said[:300], headers=headers).response()


async def _failed(request: Request, error: Exception) -> Response:
    """A bug in the server. The details go to the log, not to the caller."""
    return Problem(500, "fault", "something went wrong on the server: try again").response()
