"""Routes of a seat: chat, notes, the player's name, and downloads."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from fastapi import APIRouter, Response

from ardennes.core import plainfile
from ardennes.core.diary import Diary
from ardennes.core.errors import BadInput
from ardennes.players import players_of
from ardennes.server import accounts, inquiry, models, store
from ardennes.server.problems import Problem, one_line
from ardennes.server.routes import Here, Session, Token, errors, plain
from ardennes.server.table import Table, chat_line, summary_of
from ardennes.server.tables import seats_of
from ardennes.server.tokens import ALL, WATCH, token_for

router = APIRouter(prefix="/api/table", tags=["seat"])


def _file(text: str, media: str, name: str) -> Response:
    return Response(text, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=media)


def _not_watch(role: str) -> None:
    if role == WATCH:
        raise Problem(403, "not_yours", "only players can do this")


@router.post("/share", response_model=models.Shared, responses=errors(401, 404, 409))
async def share(here: Here, token: Token, what: models.MomentRequest) -> models.Shared:
    """A link that shows this moment to anyone who watches."""
    async with here.tables.open(token) as (table, role):
        moment = inquiry.share(table, role, what.moment)
        return models.Shared(token=token_for(table.id, table.key, WATCH), moment=moment)


@router.post("/branch", status_code=201, response_model=models.Branched, responses=errors(401, 403, 404, 409))
async def branch(here: Here, token: Token, what: models.BranchRequest) -> models.Branched:
    """A new table of your own that continues from this moment with new dice, hot-seat or against programs. What you cannot know is drawn
    anew."""
    async with here.tables.open(token) as (table, role):
        new = await asyncio.to_thread(inquiry.branch, table, role, what.moment)
    seats = seats_of(new.game.sides, dict(what.seats), players_of(new.game), same_screen=True)
    humans = [seat.role for seat in seats if seat.player == store.HUMAN]
    host = ALL if ALL in humans else humans[0] if humans else WATCH
    game_id, key = await here.db.run(store.create_game, new.record, seats, summary_of(new, True), host, True)
    return models.Branched(token=token_for(game_id, key, host), imagined=new.imagined)


@router.get(
    "/record",
    response_class=Response,
    responses=errors(401, 403, 404, 409)
    | {200: {"content": {"application/x-ndjson": {}}, "description": "the record, or a diary"}},
)
async def record(here: Here, token: Token) -> Response:
    """The record as this seat may have it: until the game is over, without the seed and up to where nothing is hidden. If something is
    hidden from start to end, a diary instead: what this seat saw, moment by moment."""
    async with here.tables.open(token) as (table, role):
        found = await asyncio.to_thread(inquiry.record, table, role)
        text = "".join(line + "\n" for line in found.lines())
        name = f"{found.game}-diary.jsonl" if isinstance(found, Diary) else f"{found.game}.jsonl"
        return _file(text, "application/x-ndjson", name)


@router.get(
    "/position",
    response_class=Response,
    responses=errors(401, 403, 404, 409) | {200: {"content": {"application/yaml": {}}, "description": "the position"}},
)
async def position(here: Here, token: Token) -> Response:
    """The situation as a file; what is hidden from this seat is marked as hidden."""
    async with here.tables.open(token) as (table, role):
        text = plainfile.dump(inquiry.position(table, role))
        return _file(text, "application/yaml", f"{table.live.game.id}.yaml")


@router.post("/chat", status_code=201, response_model=models.ChatLine, responses=errors(401, 403, 404, 409))
async def chat(here: Here, token: Token, what: models.Say) -> Response:
    """Say something to everyone at the table."""
    text = what.text.strip()
    if not text:
        raise Problem(422, "bad_input", "the message is empty")
    async with here.tables.open(token) as (table, role):
        _not_watch(role)
        game_id, name = table.id, _name(table, role)
    try:
        line = await here.db.run(store.add_chat, game_id, role, name, text)
    except BadInput as error:
        raise Problem(422, "bad_input", one_line(error)) from None
    return plain(orjson.dumps(chat_line(line)), 201)


def _name(table: Table, role: str) -> str:
    seat = table.seats.get(role)
    return seat.name if seat else ""


@router.put("/note", status_code=204, response_class=Response, responses=errors(401, 403, 404, 409))
async def note(here: Here, token: Token, what: models.Note) -> Response:
    """Keep a private note."""
    return await _change(here, token, note=what.text)


@router.put("/seat", status_code=204, response_class=Response, responses=errors(401, 403, 404, 409))
async def seat(here: Here, token: Token, what: models.SeatRequest) -> Response:
    """Set your name, and where to send a notice when it is your turn."""
    mail = None if what.mail is None else what.mail.strip()
    if mail and ("@" not in mail or not mail.isprintable() or any(letter in mail for letter in ' ,;<>"')):
        raise Problem(422, "bad_input", "this is not a mail address")
    name = None if what.name is None else " ".join(what.name.split())
    return await _change(here, token, name=name, mail=mail, notify=what.notify)


@router.post("/claim", status_code=204, response_class=Response, responses=errors(401, 403, 404, 409))
async def claim(here: Here, token: Token, session: Session) -> Response:
    """Add this seat to your account's list."""
    account = await here.db.read(accounts.session_account, session) if session else None
    if account is None:
        raise Problem(401, "no_session", "sign in first")
    return await _change(here, token, account_id=account.id)


async def _change(here: Here, token: str, **values: Any) -> Response:
    async with here.tables.open(token) as (table, role):
        _not_watch(role)
        game_id = table.id
    try:
        await here.db.run(store.set_seat, game_id, role, **values)
    except BadInput as error:
        raise Problem(422, "bad_input", one_line(error)) from None
    return Response(status_code=204)
