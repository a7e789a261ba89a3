"""Routes of a table: see it, choose, undo, ask why, look back."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request, Response

from ardennes.core.errors import BadInput, IllegalChoice, one_of
from ardennes.core.orders import order
from ardennes.server import inquiry, models
from ardennes.server.problems import Problem, one_line
from ardennes.server.robots import question_at
from ardennes.server.routes import Here, Token, address, errors, plain
from ardennes.server.table import Table, order_json
from ardennes.server.tokens import ALL, WATCH

router = APIRouter(prefix="/api/table", tags=["table"])


@dataclass(slots=True)
class Caller:
    """What the caller has of the table already."""

    known: str = ""
    story: str = ""
    said: int = 0


def caller(
    known: Annotated[
        str,
        Query(
            max_length=models.LONGEST_MARK,
            description="The `digest` of the table the caller has: the answer is what has changed since, if the server knows that version.",
        ),
    ] = "",
    story: Annotated[
        str,
        Query(
            max_length=models.LONGEST_MARK,
            description="The `story_mark` of the story the caller has, or a number of events: a whole table has the story from there on.",
        ),
    ] = "",
    said: Annotated[
        int, Query(ge=0, le=models.MOST, description="The number of the last chat line the caller has.")
    ] = 0,
) -> Caller:
    """The caller's query. (A function, because older versions of FastAPI cannot read the annotations of a class.)"""
    return Caller(known, story, said)


Has = Annotated[Caller, Depends(caller)]
Brief = Annotated[
    bool,
    Query(description="Answer without the table: for a caller with a live connection, which brings what has changed."),
]


def wanted(steps: list[models.Step]) -> list[tuple[str, Any]]:
    """Choices as the engine takes them."""
    return [(one.verb, one.argument) for one in steps]


def _answer(table: Table, role: str, has: Caller) -> Response:
    return plain(table.answer(role, has.known, has.story, has.said, time.time()))


def _done(table: Table, role: str, has: Caller, brief: bool) -> Response:
    """The answer to something that was done."""
    return plain(orjson.dumps({"answers": table.answers(role)})) if brief else _answer(table, role, has)


@router.get("", response_model=models.Table | models.Change, responses=errors(401, 404, 409))
async def see(here: Here, token: Token, has: Has) -> Response:
    """The table as this link may see it."""
    async with here.tables.open(token) as (table, role):
        return _answer(table, role, has)


@router.post(
    "/choices", response_model=models.Table | models.Change | models.Done, responses=errors(401, 403, 404, 409)
)
async def choose(here: Here, token: Token, choice: models.Choice, has: Has, brief: Brief = False) -> Response:
    """Answer the pending question."""
    async with here.tables.open(token, current=False) as (table, role):
        await here.tables.choose(table, role, choice.verb, choice.argument, choice.answers)
        return _done(table, role, has, brief)


@router.post("/steps", response_model=models.Table | models.Change | models.Done, responses=errors(401, 403, 404, 409))
async def steps(here: Here, token: Token, what: models.Steps, has: Has, brief: Brief = False) -> Response:
    """Answer several questions as one step: all of these choices count, or none."""
    async with here.tables.open(token, current=False) as (table, role):
        await here.tables.steps(table, role, wanted(what.choices), what.answers)
        return _done(table, role, has, brief)


@router.post("/undo", response_model=models.Table | models.Change | models.Done, responses=errors(401, 403, 404, 409))
async def undo(here: Here, token: Token, what: models.Undo, has: Has, brief: Brief = False) -> Response:
    """Take back your last intention: your last choice and the picks that led to it."""
    async with here.tables.open(token, current=False) as (table, role):
        await here.tables.undo(table, role, what.answers, what.all, what.choices)
        return _done(table, role, has, brief)


@router.post("/talk", response_model=models.Table | models.Change | models.Done, responses=errors(401, 403, 404, 409))
async def talk(here: Here, token: Token, what: models.Talk, has: Has, brief: Brief = False) -> Response:
    """Resign, offer a draw, accept or decline one."""
    async with here.tables.open(token) as (table, role):
        await here.tables.talk(table, role, what.say)
        return _done(table, role, has, brief)


@router.post("/ahead", response_model=models.Ahead, responses=errors(401, 403, 404, 409))
async def ahead(here: Here, token: Token, what: models.Look) -> Response:
    """The question behind some picks, with its preview. Nothing is played, and nobody else learns of it."""
    async with here.tables.open(token) as (table, role):
        side = here.tables.asked_of(table, role, what.answers)
        try:
            without = wanted(what.without)
            picks, group = wanted(what.choices), wanted(what.group)
            found = table.live.ahead(picks, side, without=without, usual=bool(picks or group), group=group)
        except IllegalChoice as error:
            raise Problem(422, "refused", error.reason, error.case) from None
        except BadInput as error:
            raise Problem(422, "refused", one_line(error)) from None
        more = {key: found.pop(key) for key in ("preview", "focus", "steps", "stop")}
        final = [{"verb": verb, "argument": argument, "how": how} for verb, argument, how in found.pop("final")]
        return plain(orjson.dumps({"decision": found, **more, "final": final}))


@router.post("/fight", response_model=models.Fight, responses=errors(401, 403, 404, 409))
async def fight(here: Here, token: Token, what: models.Steps) -> Response:
    """The preview of the fight that the last of these choices would start; nothing is played."""
    async with here.tables.open(token) as (table, role):
        side = here.tables.asked_of(table, role, what.answers)
        *after, (verb, argument) = wanted(what.choices)
        match = table.live
        final = match.finality(verb, argument, side, after)
        return plain(orjson.dumps({"preview": match.fight(verb, argument, side, after), "final": final}))


@router.post("/advice", response_model=models.Advice, responses=errors(401, 403, 404, 409, 429))
async def advice(request: Request, here: Here, token: Token, what: models.AdviceRequest) -> Response:
    """What a planner would do in your place, knowing what you know. Nothing is played. Only in games against programs and in hot-seat
    games."""
    async with here.tables.open(token) as (table, role):
        why = table.bars_advice(role)
        if why is not None:
            raise Problem(403, "no_advice", why)
        question = question_at(table, here.tables.asked_of(table, role, what.answers), what.level)
        here.advice.take(address(request), "requests for advice")
    return plain(orjson.dumps({"answers": what.answers, **await here.robots.advise(question)}))


@router.get("/orders", response_model=models.Orders, responses=errors(401, 403, 404, 409))
async def see_orders(here: Here, token: Token) -> Response:
    """Your standing order."""
    async with here.tables.open(token) as (table, role):
        _one_side(role)
        found = table.seats[role].orders
        return plain(orjson.dumps({"orders": order_json(found) if found else None}))


@router.put("/orders", status_code=204, response_class=Response, responses=errors(401, 403, 404, 409))
async def give_orders(here: Here, token: Token, what: models.Order) -> Response:
    """Pass from now on at these windows without being asked. Only your seat is told that there is such an order."""
    async with here.tables.open(token) as (table, role):
        _one_side(role)
        try:
            found = order(table.live.game, what.windows, what.unless)
        except BadInput as error:
            raise Problem(422, "bad_input", one_line(error)) from None
        await here.tables.give_order(table, role, found)
    return Response(status_code=204)


@router.delete("/orders", status_code=204, response_class=Response, responses=errors(401, 403, 404, 409))
async def clear_orders(here: Here, token: Token) -> Response:
    """Be asked again."""
    async with here.tables.open(token) as (table, role):
        _one_side(role)
        await here.tables.give_order(table, role, None)
    return Response(status_code=204)


def _one_side(role: str) -> None:
    if role in (ALL, WATCH):
        raise Problem(403, "not_yours", "only the seat of one side has standing orders")


@router.post("/explain", response_model=models.Explained, responses=errors(401, 404, 409))
async def explain(here: Here, token: Token, what: models.Explain) -> Response:
    """Is a choice offered, and if not, why not?"""
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(inquiry.explain(table, role, what.verb, what.argument)))


@router.post("/why", response_model=models.WhyAnswer, responses=errors(401, 404, 409))
async def why(here: Here, token: Token, what: models.Why) -> Response:
    """Why can this piece, place, card, ... not be chosen now?"""
    named = what.model_dump(exclude_none=True, exclude={"behind", "group"})
    if len(named) != 1:
        kinds = [name for name in models.Why.model_fields if name not in ("behind", "group")]
        raise Problem(422, "bad_input", f"name one thing: {one_of(kinds)}")
    ((kind, name),) = named.items()
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(inquiry.why(table, role, kind, name, wanted(what.behind), wanted(what.group))))


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


@router.get("/report", response_model=models.Report, responses=errors(401, 404, 409))
async def report(here: Here, token: Token) -> Response:
    """How the game has gone so far: points by turn, losses, luck and the fights that mattered."""
    async with here.tables.open(token) as (table, role):
        return plain(await asyncio.to_thread(inquiry.report, table, role))


@router.post("/review", response_model=models.Review, responses=errors(401, 403, 404, 409, 429))
async def start_review(request: Request, here: Here, token: Token) -> Response:
    """After the game: begin to look for the choices of yours that cost most, by a planner's reckoning."""
    here.advice.take(address(request), "requests for advice")
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(here.reviews.start(table, role)))


@router.get("/review", response_model=models.Review, responses=errors(401, 403, 404, 409))
async def review(here: Here, token: Token) -> Response:
    """How far that is, and in the end what was found."""
    async with here.tables.open(token) as (table, role):
        return plain(orjson.dumps(here.reviews.status(table, role)))


@router.get("/moments/{i}", response_model=models.MomentView, responses=errors(401, 404, 409))
async def moment(here: Here, token: Token, i: Annotated[int, Path(ge=0, le=10_000_000)]) -> Response:
    """The situation at a moment."""
    async with here.tables.open(token) as (table, role):
        return plain(await asyncio.to_thread(inquiry.moment, table, role, i))
