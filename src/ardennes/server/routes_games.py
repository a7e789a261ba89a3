"""Routes that describe the games: the same for everybody, and cacheable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

import ardennes
from ardennes.core.errors import BadInput
from ardennes.games import find, game_ids
from ardennes.server import boardfacts, facts, models, zipped
from ardennes.server.problems import Problem
from ardennes.server.routes import errors, plain

router = APIRouter(prefix="/api", tags=["games"])
FOREVER = "public, max-age=31536000, immutable"
Photographed = Literal["light", "dark", "light-whole", "dark-whole"]
Drawn = Literal["light", "dark", "light-far", "dark-far"]


def _cached(request: Request, body: bytes, tag: str, keep: str = "no-cache") -> Response:
    headers = {"ETag": tag, "Cache-Control": keep}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return zipped.once(plain(body, headers=headers), request)


def _unknown(what: str) -> Problem:
    return Problem(404, "unknown", f"there is no {what}")


@router.get("/games", response_model=list[models.GameInfo], responses=errors())
async def games(request: Request) -> Response:
    """The games in the lobby."""
    body = facts.game_list()
    return _cached(request, body, facts.tag(body))


@router.get("/games/{game}/board", response_model=models.BoardFacts, responses=errors(404))
def board(request: Request, game: str) -> Response:
    """Where a board's places are in its drawing, and what they are."""
    found = facts.board(game)
    if found is None:
        raise _unknown("such board")
    return _cached(request, *found)


@router.get(
    "/games/{game}/boards/{theme}.svg",
    response_class=Response,
    responses=errors(404) | {200: {"content": {"image/svg+xml": {}}, "description": "the drawing"}},
)
async def drawing(game: str, theme: Drawn) -> Response:
    """The drawn board."""
    found = boardfacts.picture(game, theme) if boardfacts.board_data(game) else None
    if found is None:
        raise _unknown("such drawing")
    headers = {"Content-Encoding": "gzip", "Cache-Control": FOREVER}
    return Response(found.zipped, headers=headers, media_type="image/svg+xml")


@router.get(
    "/games/{game}/cards/{theme}.webp",
    response_class=Response,
    responses=errors(404) | {200: {"content": {"image/webp": {}}, "description": "the picture"}},
)
async def card(game: str, theme: Photographed) -> Response:
    """The small picture of a board: a part of it, or the whole."""
    found = boardfacts.card(game, theme) if boardfacts.board_data(game) else None
    if found is None:
        raise _unknown("such picture")
    return Response(found[0], headers={"Cache-Control": FOREVER}, media_type="image/webp")


@router.get("/games/{game}/pieces", response_model=dict[str, models.PrintedPiece], responses=errors(404))
async def pieces(
    request: Request,
    game: str,
    rules: Annotated[str, Query(max_length=20, description="the version of the rules; empty: today's")] = "",
    v: Annotated[
        str, Query(max_length=64, description="the digest in a table's `printed`: with it, keep the answer")
    ] = "",
) -> Response:
    """What is printed on the pieces of a game, by id: it belongs to the pieces of every table, which are sent without it."""
    if game not in game_ids():
        raise _unknown("such game")
    try:
        found = find(game).under(rules) if rules else find(game)
    except BadInput:
        raise _unknown("such version of the rules") from None
    body, digest = facts.printed(found)
    return _cached(request, body, f'"{digest}"', FOREVER if v == digest else "no-cache")


def _of_game(request: Request, game: str, facts_of: Callable[[str], bytes]) -> Response:
    """Some facts of a game as they are sent; 404 if there is no such game."""
    if game not in game_ids():
        raise _unknown("such game")
    body = facts_of(game)
    return _cached(request, body, facts.tag(body))


@router.get("/games/{game}/rules", response_model=models.Rulebook, responses=errors(404))
async def rules(request: Request, game: str) -> Response:
    """The rules of a game, case by case, and the glossary."""
    return _of_game(request, game, facts.rules)


@router.get("/games/{game}/things", response_model=dict[str, dict[str, models.PrintedThing]], responses=errors(404))
async def things(request: Request, game: str) -> Response:
    """What is printed on the cards, chits, formations and boxes of a game, by kind and name."""
    return _of_game(request, game, facts.things)


@router.get("/games/{game}/briefings", response_model=dict[str, dict[str, models.BriefingInfo]], responses=errors(404))
async def briefings(request: Request, game: str) -> Response:
    """What a newcomer to a game should read, by scenario and side."""
    return _of_game(request, game, facts.briefings)


@router.get("/history", response_model=list[models.HistoryDay], responses=errors())
async def history(request: Request) -> Response:
    """What happened on the real days."""
    body = facts.days()
    return _cached(request, body, facts.tag(body))


@router.get("/health", response_model=models.Health, responses=errors())
async def health() -> models.Health:
    """The server is running."""
    return models.Health(ok=True, version=ardennes.__version__)
