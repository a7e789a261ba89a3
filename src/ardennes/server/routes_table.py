"""Routes of a table: see it, choose, undo, ask why, look back."""

from __future__ import annotations

import asyncio
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Query, Response

from ardennes.core.errors import BadInput
from ardennes.server import express, inquiry, models
from ardennes.server.problems import Problem, one_line
from ardennes.server.routes import Here, Token, errors, plain

router = APIRouter(prefix="/api/table", tags=["table"])
Story = Annotated[
    str,
    Query(
        max_length=models.LONGEST_MARK,
        description="The `story_mark` of the story the caller already has, or a number of events; empty: send everything.",
    ),
]


@router.get("", response_model=models.Table, responses=errors(401, 404, 409))
async def see(here: Here, token: Token, story: Story = "") -> Response:
    """The table as this link may see it."""
    async with here.tables.open(token) as (table, role):
        return express.payload(table, role, story)


@router.post("/choices", response_model=models.Table, responses=errors(401, 403, 404, 409))
async def choose(here: Here, token: Token, choice: models.Choice, story: Story = "") -> Response:
    """Answer the pending question."""
    return await express.choose(here.tables, token, choice, story)


@router.post("/undo", response_model=models.Table, responses=errors(401, 403, 404, 409))
async def undo(here: Here, token: Token, wanted: models.Undo, story: Story = "") -> Response:
    """Take back your last choice."""
    async with here.tables.open(token, current=False) as (table, role):
        await here.tables.undo(table, role, wanted.answers, wanted.all)
        return express.payload(table, role, story)


@router.post("/explain", response_model=models.Explained, responses=errors(401, 404, 409))
async def explain(here: Here, token: Token, what: models.Explain) -> Response:
    """Is a choice offered, and if not, why not?"""
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(inquiry.explain(table, role, what.verb, what.argument)))


@router.post("/why", response_model=models.WhyAnswer, responses=errors(401, 404, 409))
async def why(here: Here, token: Token, what: models.Why) -> Response:
    """Why can this piece or place not be chosen now?"""
    if (what.unit is None) == (what.place is None):
        raise Problem(422, "bad_input", "name either a unit or a place")
    kind, name = ("unit", what.unit) if what.unit is not None else ("place", what.place)
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(inquiry.why(table, role, kind, name or "")))


@router.get("/overlay", response_model=models.Overlay, responses=errors(401, 404, 409))
async def overlay(
    here: Here,
    token: Token,
    id: Annotated[str, Query(max_length=60)],
    of: Annotated[str, Query(max_length=60)] = "",
    moment: Annotated[int | None, Query(ge=0, le=10_000_000)] = None,
) -> Response:
    """A layer of information over the board, as it is now or was at a moment."""
    async with here.tables.open(token) as (table, role):
        try:
            found = await asyncio.to_thread(inquiry.overlay, table, role, id, of, moment)
        except BadInput as error:
            raise Problem(422, "bad_input", one_line(error)) from None
        return plain(orjson.dumps(found))


@router.get("/moments", response_model=list[models.Moment], responses=errors(401, 404, 409))
async def moments(here: Here, token: Token) -> Response:
    """The points of the game you can look back to."""
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(inquiry.moments(table, role)))


@router.get("/moments/{i}", response_model=models.MomentView, responses=errors(401, 404, 409))
async def moment(here: Here, token: Token, i: Annotated[int, Path(ge=0, le=10_000_000)]) -> Response:
    """The situation at a moment."""
    async with here.tables.open(token) as (table, role):
        return plain(await asyncio.to_thread(inquiry.moment, table, role, i))
