"""Routes around the tables: new ones, lists of them, accounts."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from ardennes.core import plainfile
from ardennes.core.diary import Diary, is_diary
from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match, replay
from ardennes.core.position import state_from_plain
from ardennes.core.record import Record
from ardennes.core.secrets import has_hidden
from ardennes.games import find, game_ids
from ardennes.players import players_of
from ardennes.server import accounts, models, store
from ardennes.server.problems import Problem, one_line
from ardennes.server.routes import COOKIE, Context, Here, Session, address, errors, plain
from ardennes.server.store import HUMAN, Listed, Seat, StoredGame
from ardennes.server.table import ONLINE, Table, iso, seat_json, summary_of
from ardennes.server.tables import seats_of
from ardennes.server.tokens import ALL, WATCH, token_for

router = APIRouter(prefix="/api", tags=["lists"])
LONGEST_POSITION = 200_000
"""The most characters a position may have; a real one has about a tenth of that."""


# --- new tables --------------------------------------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201, response_model=models.Created, responses=errors(429))
async def create(request: Request, here: Here, session: Session, what: models.NewTable) -> models.Created:
    """Set up a new table."""
    here.new_tables.take(address(request), "new tables")
    try:
        if what.record is None and what.position is None:
            match, note = _started(what), None
        else:
            match, note = await asyncio.to_thread(_imported, what)
    except BadInput as error:
        raise Problem(422, "bad_input", one_line(error)) from None
    seats = seats_of(match.game.sides, dict(what.seats), players_of(match.game), what.same_screen)
    humans = [seat.role for seat in seats if seat.player == HUMAN]
    host = _host(what, seats, humans)
    account = await here.db.read(accounts.session_account, session) if session else None
    name = " ".join(what.name.split()) or (account.name if account else "")
    seats = [_taken(seat, name, account) if seat.role == host else seat for seat in seats]
    free = ALL in humans or len(humans) == 1
    summary = summary_of(match, True)
    now = time.time()
    try:
        game_id, key = await here.db.run(store.create_game, match.record, seats, summary, host, free, now)
    except BadInput as error:
        raise Problem(422, "bad_input", one_line(error)) from None
    places = {seat.role: seat for seat in seats}
    here.tables.adopt(
        StoredGame(game_id, key, match.record, host, free, now, now, summary.asked, summary.turn_text, 0, places), match
    )
    links = {role: token_for(game_id, key, role) for role in [*humans, WATCH]}
    return models.Created(token=token_for(game_id, key, host), links=links, note=note)


def _host(what: models.NewTable, seats: list[Seat], humans: list[str]) -> str:
    """The role of the player who sets up the table."""
    if what.seat is not None and what.seat not in humans:
        raise Problem(422, "bad_input", "your own seat must be played by a human")
    if ALL in humans:
        return ALL
    return what.seat or (humans[0] if humans else WATCH)


def _taken(seat: Seat, name: str, account: accounts.Account | None) -> Seat:
    return Seat(seat.role, seat.player, name, account.id if account else None)


def _started(what: models.NewTable) -> Match:
    if what.game is None or what.game not in game_ids():
        raise BadInput(f"which game? possible: {', '.join(game_ids())}")
    return new_match(find(what.game), what.scenario, dict(what.options), what.seed)


def _imported(what: models.NewTable) -> tuple[Match, str | None]:
    """The match in a file, and any remark about it."""
    if what.record is not None and what.position is not None:
        raise BadInput("give a record or a position, not both")
    if what.scenario is not None or what.options:
        raise BadInput("scenario and options come from the file")
    if what.position is not None:
        if len(what.position) > LONGEST_POSITION:
            raise BadInput(f"a position must have at most {LONGEST_POSITION} characters")
        data, lines = plainfile.parse(what.position, "position")
        if not isinstance(data, dict):
            raise BadInput("a position must be a mapping")
        game = find(_named(what, data.get("game")))
        state_from_plain(game, data, "position", lines, rng=random.Random(0))  # for errors that name the line
        return _continued(game, data, what.seed, None)
    text = (what.record or "").encode("utf-8", "surrogatepass")
    if is_diary(text):
        diary = Diary.parse(text)
        game = find(_named(what, diary.game))
        return _continued(game, diary.position(), what.seed, "this is a diary: the game continues from its last moment")
    record = Record.parse(text)
    game = find(_named(what, record.game))
    match = replay(game, record)
    if record.seed is not None or match.result is not None:
        if what.seed is not None:
            raise BadInput("the record has its own dice: leave out the seed")
        return match, None
    note = "the record does not contain its seed: the game continues from its last position with new dice"
    return new_match(game, seed=what.seed, position=match.position()), note


def _continued(game: Game, position: dict[str, Any], seed: str | None, note: str | None) -> tuple[Match, str | None]:
    """A new match from a position, and what to say about it."""
    match = new_match(game, seed=seed, position=position)
    said = [note, "what the file does not know was drawn anew" if has_hidden(position) else None]
    return match, "; ".join(text for text in said if text) or None


def _named(what: models.NewTable, name: object) -> str:
    if not isinstance(name, str) or name not in game_ids():
        raise BadInput(f"the file does not name a game of this server; possible: {', '.join(game_ids())}")
    if what.game not in (None, name):
        raise BadInput(f"the file is a match of {name}, not of {what.game}")
    return name


# --- lists -------------------------------------------------------------------------------------------------------------------------------


@router.post("/summaries", response_model=list[models.Summary], responses=errors())
async def summaries(here: Here, what: models.Tokens) -> Response:
    """The state of the games behind these links; links that open nothing are left out."""
    found = await here.db.read(store.summaries, what.tokens)
    return plain(orjson.dumps(_summed(here, found)))


def _summed(here: Context, found: list[Listed]) -> list[dict[str, Any]]:
    now = time.time()
    return [_summary(here, row, now) for row in found if row.game in game_ids()]


def _summary(here: Context, row: Listed, now: float) -> dict[str, Any]:
    game = find(row.game)
    scenario = next((s.title for s in game.scenarios if s.id == row.scenario), row.scenario)
    seats = {seat.role: seat for seat in row.seats}
    human = row.asked in seats and seats[row.asked].player == HUMAN
    table = here.tables.find(row.game_id)
    players = [seat_json(seats, side, _is_here(table, seats, side, now)) for side in game.sides]
    over = row.asked is None
    return {
        "token": row.token,
        "game": row.game,
        "title": game.title,
        "scenario": scenario,
        "role": row.role,
        "side": row.role if row.role in game.sides else None,
        "turn_text": row.turn_text,
        "your_turn": not over and (row.role == row.asked or (row.role == ALL and human)),
        "moved_at": iso(row.updated),
        "over": over,
        "players": players,
        "result": None if row.result is None else _result(game, row.result),
    }


def _is_here(table: Table | None, seats: dict[str, Seat], side: str, now: float) -> bool:
    if table is not None and table.match is not None:
        return table.is_here(side, now)
    seen = seats[ALL if ALL in seats else side].seen_at
    return seen is not None and now - seen < ONLINE


def _result(game: Any, result: dict[str, Any]) -> str:
    winner, level = result.get("winner"), str(result.get("level") or "")
    who = game.side_title(winner) if winner in game.sides else None
    said = f"{who} wins" if who else "Draw"
    return f"{said}: {level}" if level else said


# --- accounts ----------------------------------------------------------------------------------------------------------------------------


def _with_session(request: Request, name: str, session: str, status: int) -> Response:
    answer = plain(orjson.dumps({"name": name}), status)
    answer.set_cookie(
        COOKIE,
        session,
        max_age=accounts.SESSION_DAYS * 86_400,
        path="/api",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return answer


@router.post("/accounts", status_code=201, response_model=models.AccountName, responses=errors(429))
async def register(request: Request, here: Here, what: models.Login) -> Response:
    """Make an account, and sign in."""
    here.accounts.take(address(request), "new accounts")
    try:
        account = await accounts.register(here.db, what.name, what.password)
    except BadInput as error:
        raise Problem(422, "bad_input", one_line(error)) from None
    session = await here.db.run(accounts.create_session, account.id)
    return _with_session(request, account.name, session, 201)


@router.post("/sessions", status_code=201, response_model=models.AccountName, responses=errors(401, 429))
async def sign_in(request: Request, here: Here, what: models.Login) -> Response:
    """Sign in."""
    here.logins.take(address(request), "login attempts")
    account = await accounts.log_in(here.db, what.name, what.password)
    if account is None:
        raise Problem(401, "wrong_password", "wrong name or password")
    session = await here.db.run(accounts.create_session, account.id)
    return _with_session(request, account.name, session, 201)


@router.delete("/sessions", status_code=204, response_class=Response, responses=errors())
async def sign_out(here: Here, session: Session) -> Response:
    """Sign out."""
    if session:
        await here.db.run(accounts.delete_session, session)
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, path="/api")
    return answer


@router.get("/account", response_model=models.Account, responses=errors(401))
async def account(here: Here, session: Session) -> Response:
    """Who is signed in, and the games of that account."""
    found = await here.db.read(accounts.session_account, session) if session else None
    if found is None:
        raise Problem(401, "no_session", "not signed in")
    tables = await here.db.read(store.list_for_account, found.id)
    return plain(orjson.dumps({"name": found.name, "tables": _summed(here, tables)}))
