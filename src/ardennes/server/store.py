"""What is stored about a game: its record, its seats, its chat. Functions of a connection; call them through `Database.run` (those that
write) and `Database.read`. They do not decide what a seat may know; their callers do.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlalchemy import (
    ARRAY,
    Boolean,
    Connection,
    Double,
    Integer,
    Row,
    Select,
    Text,
    bindparam,
    case,
    column,
    func,
    insert,
    select,
    true,
    update,
)

from ardennes.core.orders import Order
from ardennes.core.record import FORMAT, Choice, Record, choice_of
from ardennes.server.database import Change, announce, one_statement
from ardennes.server.schema import chat, entries, games, seats
from ardennes.server.tokens import ALL, WATCH, game_of, role_of, token_for

HUMAN = "human"
Entry = Choice | int


class Unchanged(Enum):
    """The type of UNCHANGED, which leaves alone what None would clear."""

    UNCHANGED = "unchanged"


UNCHANGED = Unchanged.UNCHANGED


class Conflict(Exception):
    """Somebody else has added to the game since it was read: read it again."""


class NoSuchGame(Exception):
    """There is no such game."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where. `role` is a side, or `all` for hot-seat play."""

    role: str
    player: str = HUMAN
    name: str = ""
    account_id: int | None = None
    mail: str = ""
    notify: bool = False
    note: str = ""
    seen_at: float | None = None
    orders: Order | None = None
    """When to pass without being asked; nobody else is told."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The state of a game, as lists of games show it: who is asked, the turn in words, the result."""

    asked: str | None
    turn_text: str
    result: dict[str, Any] | None = None
    moved: bool = True
    """Did anything happen that everyone may know about? If not, the time of the last move stays as it is."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A whole game as it was stored."""

    id: int
    key: str
    record: Record
    host: str
    """The role of the player who created it."""
    free_undo: bool
    created: float
    updated: float
    asked: str | None
    turn_text: str
    chats: int
    seats: dict[str, Seat]


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a game has come: how many entries and chat lines it has, when it last moved, and its seats."""

    entries: int
    chats: int
    updated: float
    seats: dict[str, Seat]


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that was said at the table."""

    number: int
    role: str
    name: str
    text: str
    made_at: float


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list, for the holder of one role in it."""

    token: str
    game_id: int
    role: str
    game: str
    scenario: str
    asked: str | None
    turn_text: str
    result: dict[str, Any] | None
    created: float
    updated: float
    free_undo: bool
    seats: tuple[Seat, ...]


# --- games and their entries -------------------------------------------------------------------------------------------------------------


def create_game(
    conn: Connection,
    record: Record,
    places: Iterable[Seat],
    summary: Summary,
    host: str = "",
    free_undo: bool = False,
    now: float | None = None,
) -> tuple[int, str]:
    """Store a new game with the entries already in its record. Returns its number and the key its tokens are made from."""
    now = time.time() if now is None else now
    game_id, key = secrets.randbits(63), secrets.token_hex(32)
    row = {
        "id": game_id,
        "key": key,
        "format": FORMAT,
        "game": record.game,
        "scenario": record.scenario,
        "options": record.options,
        "rules": record.rules,
        "commitment": record.commitment,
        "seed": record.seed,
        "position": record.position,
        "host": host,
        "free_undo": free_undo,
        "created": now,
        "updated": now,
        "entries": len(record.entries),
        "chats": 0,
        "asked": summary.asked,
        "asked_since": now,
        "turn_text": summary.turn_text,
        "result": summary.result,
    }
    conn.execute(insert(games), row)
    if rows := [_seat_row(game_id, seat) for seat in places]:
        conn.execute(insert(seats), rows)
    if record.entries:
        conn.execute(insert(entries), _entry_rows(game_id, 0, record.entries, now))
    return game_id, key


def load_game(conn: Connection, game_id: int) -> StoredGame | None:
    """A game with its whole record, the seed included; None if there is none."""
    row = conn.execute(_GAME, {"of": game_id}).one_or_none()
    if row is None:
        return None
    # What was added between the two reads is left out: the row above does not include it.
    made = entries_since(conn, game_id, 0)[: row.entries]
    record = Record(
        row.game,
        row.scenario,
        row.options,
        row.rules,
        row.commitment,
        row.position,
        made,
        row.seed,
        row.result,
    )
    return StoredGame(
        game_id,
        row.key,
        record,
        row.host,
        row.free_undo,
        row.created,
        row.updated,
        row.asked,
        row.turn_text,
        row.chats,
        {seat.role: seat for seat in load_seats(conn, game_id)},
    )


def load_seats(conn: Connection, game_id: int) -> list[Seat]:
    """The seats of a game, by role."""
    return [_seat(row) for row in conn.execute(_SEATS, {"games": [game_id]})]


def standing(conn: Connection, game_id: int) -> Standing | None:
    """How far a game has come, in one cheap statement; None if there is no such game."""
    rows = conn.execute(_STANDING, {"of": game_id}).all()
    if not rows:
        return None
    first = rows[0]
    return Standing(first.entries, first.chats, first.updated, {row.role: _seat(row) for row in rows})


def entries_since(conn: Connection, game_id: int, number: int) -> list[Entry]:
    """The entries after the first `number`: what other processes have added."""
    found = conn.execute(_SINCE, {"of": game_id, "after": number}).scalars()
    return [entry if isinstance(entry, int) else choice_of(*entry) for entry in found]


@one_statement
def append_entries(
    conn: Connection, game_id: int, at: int, made: Sequence[Entry], summary: Summary, now: float | None = None
) -> int:
    """Add entries to a game that has `at` of them, and store its new state. Returns how many it has. If it has more by now, Conflict is
    raised and nothing is added."""
    now = time.time() if now is None else now
    count = at + len(made)
    values = {
        "of": game_id,
        "at": at,
        "count": count,
        "now": now,
        "moved": summary.moved,
        "now_asked": summary.asked,
        "words": summary.turn_text,
        "end": summary.result,
    }
    if conn.dialect.name == "postgresql":
        lines = [json.dumps(entry, separators=(",", ":")) for entry in made]
        done = conn.execute(_APPEND_AT_ONCE, {**values, "lines": lines}).scalar_one()
    else:
        done = conn.execute(_ADVANCE, values).rowcount
        if done and made:
            conn.execute(_ADD, _entry_rows(game_id, at, made, now))
    if not done:
        raise NoSuchGame if conn.execute(_GAME, {"of": game_id}).one_or_none() is None else Conflict
    announce(conn, Change(game_id, "entries", count))
    return count


def counts(conn: Connection, wanted: Iterable[int]) -> dict[int, tuple[int, int]]:
    """How many entries and chat lines each of these games has."""
    numbers = sorted(set(wanted))
    rows = conn.execute(_COUNTS, {"games": numbers}) if numbers else ()
    return {row.id: (row.entries, row.chats) for row in rows}


def waiting_for_robots(conn: Connection) -> list[int]:
    """Unfinished games in which a program's seat is asked: the server has to continue them after a start."""
    asked = select(games.c.id).join(seats, (seats.c.game_id == games.c.id) & (seats.c.role == games.c.asked))
    found = conn.execute(asked.where(seats.c.player != HUMAN, games.c.result.is_(None)).order_by(games.c.updated))
    return list(found.scalars())


# --- seats and talk ----------------------------------------------------------------------------------------------------------------------


def set_seat(
    conn: Connection,
    game_id: int,
    role: str,
    *,
    name: str | None = None,
    mail: str | None = None,
    notify: bool | None = None,
    note: str | None = None,
    player: str | None = None,
    account_id: int | None = None,
    orders: Order | Unchanged | None = UNCHANGED,
) -> None:
    """Change a seat's details; None leaves one as it is (but clears `orders`)."""
    given = {"name": name, "mail": mail, "notify": notify, "note": note, "player": player, "account_id": account_id}
    values: dict[str, Any] = {column: value for column, value in given.items() if value is not None}
    if orders is not UNCHANGED:
        values["orders"] = _order_row(orders)
    if not values:
        return
    done = conn.execute(update(seats).where(seats.c.game_id == game_id, seats.c.role == role).values(values))
    if not done.rowcount:
        raise NoSuchGame
    announce(conn, Change(game_id, "seat"))


def seen(conn: Connection, places: Iterable[tuple[int, str]], now: float | None = None) -> None:
    """These seats, each a game and a role, are connected now."""
    rows = [{"of": game_id, "seat": role} for game_id, role in sorted(set(places))]
    if rows:
        now = time.time() if now is None else now
        here = (seats.c.game_id == bindparam("of")) & (seats.c.role == bindparam("seat"))
        conn.execute(update(seats).where(here).values(seen_at=now), rows)


def add_chat(conn: Connection, game_id: int, role: str, name: str, words: str, now: float | None = None) -> ChatLine:
    """Say something at a table."""
    now = time.time() if now is None else now
    more = update(games).where(games.c.id == game_id).values(chats=games.c.chats + 1).returning(games.c.chats)
    number = conn.execute(more).scalar_one_or_none()
    if number is None:
        raise NoSuchGame
    line = ChatLine(number, role, name, words, now)
    row = {"game_id": game_id, "number": number, "role": role, "name": name, "text": words, "made_at": now}
    conn.execute(insert(chat), row)
    announce(conn, Change(game_id, "chat", number))
    return line


def chat_since(conn: Connection, game_id: int, after: int = 0, most: int = 200) -> list[ChatLine]:
    """What was said after line `after`, oldest first; the last `most` lines of it."""
    columns = (chat.c.number, chat.c.role, chat.c.name, chat.c.text, chat.c.made_at)
    wanted = select(*columns).where(chat.c.game_id == game_id, chat.c.number > after)
    rows = conn.execute(wanted.order_by(chat.c.number.desc()).limit(most)).all()
    return [ChatLine(*row) for row in reversed(rows)]


# --- lists -------------------------------------------------------------------------------------------------------------------------------


def summaries(conn: Connection, tokens: Iterable[str]) -> list[Listed]:
    """The games that these tokens open, in the order of the tokens. Tokens that open none are left out."""
    named = [(token, game_id) for token in tokens if (game_id := game_of(token)) is not None]
    rows, sitting = _listed(conn, [game_id for _, game_id in named])
    out: list[Listed] = []
    for token, game_id in named:
        row, places = rows.get(game_id), sitting.get(game_id, ())
        if row is None:
            continue
        role = role_of(token, game_id, row.key, [*(seat.role for seat in places if seat.role != ALL), ALL, WATCH])
        if role is not None:
            out.append(_entry_of_list(row, role, places))
    return out


def list_for_account(conn: Connection, account_id: int) -> list[Listed]:
    """The seats that belong to an account, those with the latest moves first."""
    own = select(seats.c.game_id, seats.c.role).where(seats.c.account_id == account_id)
    held = [(game_id, role) for game_id, role in conn.execute(own.order_by(seats.c.role))]
    rows, sitting = _listed(conn, [game_id for game_id, _ in held])
    held.sort(key=lambda seat: -rows[seat[0]].updated)
    return [_entry_of_list(rows[game_id], role, sitting[game_id]) for game_id, role in held]


def _listed(conn: Connection, wanted: list[int]) -> tuple[dict[int, Row[Any]], dict[int, tuple[Seat, ...]]]:
    """The rows of these games and their seats, by game."""
    numbers = sorted(set(wanted))
    rows = {row.id: row for row in conn.execute(_LISTED, {"games": numbers})} if numbers else {}
    sitting: dict[int, tuple[Seat, ...]] = {}
    if rows:
        for row in conn.execute(_SEATS, {"games": sorted(rows)}):
            sitting[row.game_id] = (*sitting.get(row.game_id, ()), _seat(row))
    return rows, sitting


def _entry_of_list(row: Row[Any], role: str, places: tuple[Seat, ...]) -> Listed:
    return Listed(
        token_for(row.id, row.key, role),
        row.id,
        role,
        row.game,
        row.scenario,
        row.asked,
        row.turn_text,
        row.result,
        row.created,
        row.updated,
        row.free_undo,
        places,
    )


# --- rows and statements -----------------------------------------------------------------------------------------------------------------


def _seat_row(game_id: int, seat: Seat) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "role": seat.role,
        "player": seat.player,
        "name": seat.name,
        "account_id": seat.account_id,
        "mail": seat.mail,
        "notify": seat.notify,
        "note": seat.note,
        "orders": _order_row(seat.orders),
        "seen_at": seat.seen_at,
        "tries": 0,
    }


def _seat(row: Row[Any]) -> Seat:
    orders = None if row.orders is None else Order(tuple(row.orders["windows"]), tuple(row.orders["unless"]))
    return Seat(row.role, row.player, row.name, row.account_id, row.mail, row.notify, row.note, row.seen_at, orders)


def _order_row(order: Order | Unchanged | None) -> dict[str, Any] | None:
    return {"windows": order.windows, "unless": order.unless} if isinstance(order, Order) else None


def _entry_rows(game_id: int, at: int, made: Iterable[Entry], now: float) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "number": number, "entry": entry, "made_at": now}
        for number, entry in enumerate(made, start=at + 1)
    ]


_ADD = insert(entries)
_GAME = select(games).where(games.c.id == bindparam("of"))
_SINCE = (
    select(entries.c.entry)
    .where(entries.c.game_id == bindparam("of"), entries.c.number > bindparam("after"))
    .order_by(entries.c.number)
)
_SEATS = (
    select(seats).where(seats.c.game_id.in_(bindparam("games", expanding=True))).order_by(seats.c.game_id, seats.c.role)
)
_STANDING = (
    select(games.c.entries, games.c.chats, games.c.updated, seats)
    .join(seats, seats.c.game_id == games.c.id)
    .where(games.c.id == bindparam("of"))
    .order_by(seats.c.role)
)
_COUNTS = select(games.c.id, games.c.entries, games.c.chats).where(games.c.id.in_(bindparam("games", expanding=True)))
_LISTED = select(games).where(games.c.id.in_(bindparam("games", expanding=True)))
_ASKED = bindparam("now_asked", type_=Text)
_NOW = bindparam("now", type_=Double)
_ADVANCE = (
    update(games)
    .where(games.c.id == bindparam("of"), games.c.entries == bindparam("at"))
    .values(
        entries=bindparam("count"),
        updated=case((bindparam("moved", type_=Boolean), _NOW), else_=games.c.updated),
        asked=_ASKED,
        asked_since=case((games.c.asked.is_distinct_from(_ASKED), _NOW), else_=games.c.asked_since),
        turn_text=bindparam("words"),
        result=bindparam("end"),
    )
)


def _append_at_once() -> Select[int]:
    """For PostgreSQL: both in one statement, and so in one round trip."""
    game = _ADVANCE.returning(games.c.id).cte("game")
    given = func.unnest(bindparam("lines", type_=ARRAY(Text)))
    line = given.table_valued(column("entry", Text), with_ordinality="place", name="line").render_derived()
    rows = select(game.c.id, bindparam("at", type_=Integer) + line.c.place, line.c.entry, _NOW).select_from(
        game.join(line, true())
    )
    added = insert(entries).from_select(["game_id", "number", "entry", "made_at"], rows).cte("added")
    return select(func.count()).select_from(game).add_cte(added)


_APPEND_AT_ONCE = _append_at_once()
