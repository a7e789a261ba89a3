"""All tables of this process: finds, loads, locks and saves them. Every change to a game goes through here.

A table that nobody has used lately is dropped from memory; its record in the database brings it back. While a change is being
written the table is locked, so that nobody sees what is not yet durable.

Several processes may serve a game. What one of them has acknowledged, every later request sees, whichever process it comes to:
before a table is shown, one cheap statement asks the database how far the game has come. A choice does without it: it is played
on what this process knows, since the database takes it only if nothing was added meanwhile. If it is refused, the process catches
up and tries again before it says no.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.match import Match, replay
from ardennes.core.orders import Order
from ardennes.core.talk import ACCEPT, DECLINE, OFFER
from ardennes.games import find
from ardennes.players import thinker
from ardennes.server import store
from ardennes.server.database import Change, Database
from ardennes.server.live import Live
from ardennes.server.problems import Problem, one_line, stale, unknown_table
from ardennes.server.store import Conflict, NoSuchGame, Seat, StoredGame
from ardennes.server.table import Table, summary_of
from ardennes.server.tokens import ALL, WATCH, game_of

log = logging.getLogger(__name__)
SHORT = 150
"""A record with at most this many entries is replayed in the event loop, a longer one in a thread."""
AWAKE = 250
"""How many games without listeners keep their roles' cached views, which take as much memory as the match itself."""


class Tables:
    """The tables of a process, at most `most` of them with their games in memory."""

    def __init__(self, db: Database, live: Live, most: int) -> None:
        self.db = db
        self.most = most
        self._live = live
        self.changed: Callable[[Table], None] = lambda table: None
        """Called when a choice was made here: perhaps a program has to answer."""
        self.loaded: Callable[[Table], None] = lambda table: None
        """Called when a game came into memory, or was changed by another process."""
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._ears: dict[int, Callable[[], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # --- finding -----------------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def open(self, token: str, current: bool = True) -> AsyncIterator[tuple[Table, str]]:
        """The table that a token opens, locked and in memory, and the role that the token proves. Unless `current` is False it has
        everything acknowledged anywhere before this call."""
        game_id = game_of(token)
        if game_id is None:
            raise unknown_table()
        async with self.hold(game_id, current) as table:
            role = table.role_of(token)
            if role is None:
                raise unknown_table()
            yield table, role

    @asynccontextmanager
    async def hold(self, game_id: int, current: bool = True) -> AsyncIterator[Table]:
        """A table by its number, locked and in memory, and `current` as in `open`."""
        came = time.monotonic()
        table = self._tables.get(game_id)
        if table is None:
            table = self._tables[game_id] = Table(game_id)
        self._tables.move_to_end(game_id)
        async with table.lock:
            if table.match is None:
                await self._load(table)
            elif current and table.checked <= came:  # callers that waited for the lock share one look
                await self._catch_up(table)
            yield table

    async def _load(self, table: Table) -> None:
        if table.id not in self._ears:  # taken before reading, so that nothing is missed
            self._ears[table.id] = self._live.subscribe(table.id, self.on_change)
        table.checked = time.monotonic()
        stored = await self.db.read(store.load_game, table.id)
        if stored is None:
            self._let_go(table)
            raise unknown_table()
        chat = await self.db.read(store.chat_since, table.id) if stored.chats else []
        try:
            if len(stored.record.entries) > SHORT:
                match = await asyncio.to_thread(_replayed, stored)
            else:
                match = _replayed(stored)
        except BadInput as error:
            log.error("game %x cannot be replayed: %s", table.id, error)
            raise Problem(409, "cannot_open", f"this game cannot be opened: {one_line(error)}") from None
        table.load(stored, match, chat)
        self._tables[table.id] = table
        self._make_room()
        self.loaded(table)

    def adopt(self, stored: StoredGame, match: Match) -> None:
        """Take a game that was just created into memory."""
        table = self._tables[stored.id] = Table(stored.id)
        self._ears[table.id] = self._live.subscribe(table.id, self.on_change)
        table.load(stored, match, [])
        self._make_room()
        self.changed(table)

    def _make_room(self) -> None:
        """Drop the least recently used games."""
        known = [table for table in self._tables.values() if table.match is not None]
        for table in known[: max(0, len(known) - self.most)]:
            if not table.lock.locked():
                table.forget()
                self._let_go(table)
        for table in known[: max(0, len(known) - AWAKE)]:
            if not table.listeners:
                table.rest()

    def _let_go(self, table: Table) -> None:
        """Forget a table that nobody is connected to."""
        if not table.listeners:
            self._tables.pop(table.id, None)
            stop = self._ears.pop(table.id, None)
            if stop is not None:
                stop()

    def find(self, game_id: int) -> Table | None:
        """The table if it is known here, as it is."""
        return self._tables.get(game_id)

    def listened(self) -> list[Table]:
        """The tables that somebody is connected to."""
        return [table for table in self._tables.values() if table.listeners]

    # --- changing ----------------------------------------------------------------------------------------------------------------

    async def choose(self, table: Table, role: str, verb: str, argument: Any, answers: int) -> None:
        """A choice of a role, to the question that its counter `answers` names. The caller holds the table, which need not be current."""
        await self._try(table, role, lambda: self._choose(table, role, verb, argument, answers))

    async def steps(self, table: Table, role: str, choices: Sequence[tuple[str, Any]], answers: int) -> None:
        """Several choices of a role as one step: all of them count, or none. The caller holds the table, which need not be current."""
        await self._try(table, role, lambda: self._steps(table, role, choices, answers))

    async def give_order(self, table: Table, role: str, order: Order | None) -> None:
        """Set or clear the standing order of a seat, and follow it if it answers the pending question. The caller holds the table."""
        await self.db.run(store.set_seat, table.id, role, orders=order)
        table.seats[role] = replace(table.seats[role], orders=order)
        table.reseated()
        if order is not None and table.asked == role:
            await self._try(table, role, lambda: self._answer(table, lambda match: None))

    async def undo(self, table: Table, role: str, answers: int, everything: bool, choices: int = 0) -> None:
        """Take back the last intention of a role (its last choice and the picks that led to it, or its last `choices` choices), or all
        that can be taken back at once. The caller holds the table, which need not be current."""
        await self._try(table, role, lambda: self._undo(table, role, answers, everything, choices))

    async def talk(self, table: Table, role: str, say: str) -> None:
        """Something a role says across the table: it resigns, or offers, accepts or declines a draw. The caller holds the table."""
        await self._try(table, role, lambda: self._talk(table, role, say))

    async def _talk(self, table: Table, role: str, say: str) -> None:
        if role == WATCH:
            raise Problem(403, "not_yours", "spectators can only watch")
        side = role if role != ALL else table.asked if table.asked in table.humans else table.humans[0]
        others = [one for one in table.sides if one != side]

        def speak(match: Match) -> None:
            match.say(side, say)
            if say != OFFER:
                return
            if role == ALL and all(table.is_human(one) for one in others):  # everybody is at this screen
                match.say(others[0], ACCEPT)
            elif not any(table.is_human(one) for one in others):  # a program plays on
                match.say(others[0], DECLINE)

        await self._answer(table, speak)

    async def _try(self, table: Table, role: str, act: Callable[[], Awaitable[None]]) -> None:
        """Act on what this process knows of the game. If that is refused, another process may have changed the game: catch up and
        try again before refusing."""
        while True:
            known = len(table.live.record.entries)
            table.shown(role)  # the version that the caller has, if it got it from another process
            try:
                return await act()
            except Problem:
                await self._catch_up(table)
                if len(table.live.record.entries) == known:
                    raise

    async def _choose(self, table: Table, role: str, verb: str, argument: Any, answers: int) -> None:
        await self.play(table, [(verb, argument)], self.asked_of(table, role, answers))

    async def _steps(self, table: Table, role: str, choices: Sequence[tuple[str, Any]], answers: int) -> None:
        side = self.asked_of(table, role, answers)
        await self._answer(table, lambda match: match.play_all(choices, by=side))

    def asked_of(self, table: Table, role: str, answers: int) -> str:
        """The side that a role answers for now, if it is asked the question that its counter `answers` names."""
        if role == WATCH:
            raise Problem(403, "not_yours", "spectators can only watch")
        if answers != table.answers(role):
            raise stale()
        asked = table.asked
        if asked is None or not (role == asked or (role == ALL and table.is_human(asked))):
            raise Problem(403, "not_yours", "it is not your turn", table.live.game.ledger.sequence_case)
        return asked

    async def play(self, table: Table, choices: Sequence[tuple[str, Any]], side: str) -> None:
        """Choices of a side, one after the other, saved together. Nothing is done if one of them is refused."""

        def one_by_one(match: Match) -> None:
            for verb, argument in choices:
                match.play(verb, argument, by=side)

        await self._answer(table, one_by_one)

    async def _answer(self, table: Table, act: Callable[[Match], None]) -> None:
        """Let something be played, with the standing orders that follow from it, and save it. Nothing is done if it is refused.

        An order is followed in the same step as the choice that opens its window, so the others see the window passed at once. That tells
        them that an order stands, which a row of quick passes would tell as well, but nothing about what the side holds: whether an order
        passes depends only on the window and on the units and places it is about, which everybody sees.
        """
        match = table.live
        before = len(match.record.entries)
        public = _public(table)
        try:
            act(match)
            await self._follow_orders(table, match)
        except (IllegalChoice, BadInput) as error:
            if len(match.record.entries) > before:  # the first ones were played: back to what is saved
                table.forget()
            if isinstance(error, IllegalChoice):
                raise Problem(422, "refused", error.reason, error.case) from None
            raise Problem(422, "refused", one_line(error), match.game.ledger.sequence_case) from None
        except BaseException:
            table.forget()
            raise
        if len(match.record.entries) > before:
            await self._save(table, before, public)

    async def _follow_orders(self, table: Table, match: Match) -> None:
        """Pass where a seat has ordered it. The orders are read from the database: another process may have taken a new one."""
        if match.state.decision is None or not match.state.stack[-1].window:
            return
        table.reseat({seat.role: seat for seat in await self.db.read(store.load_seats, table.id)})
        match.orders = table.orders
        try:
            match.follow_orders()
        finally:
            match.orders = {}  # otherwise choices taken over from the record would be followed by passes that are not in it

    async def _undo(self, table: Table, role: str, answers: int, everything: bool, choices: int) -> None:
        match = table.live
        if role == WATCH:
            raise Problem(403, "not_yours", "spectators have nothing to undo")
        if answers != table.answers(role):
            raise stale()
        why = table.bars_undo(role)
        if why is not None:
            raise Problem(422, "refused", why, match.game.ledger.sequence_case)
        before = len(match.record.entries)
        public = _public(table)
        try:
            if table.free_undo:
                target = table.undo_target(role)
                if target is None:
                    raise BadInput("there is nothing to undo")
                if everything:
                    target = min(target, match.undo_limit(match.record.choices()[target][0]))
                else:
                    target = match.intention(target, choices)
                match.undo(to=target)
            else:
                side = table.last_human() if role == ALL else role
                to = match.undo_limit(side) if everything and side is not None else match.count
                if to == match.count:
                    to = match.intention(choices=choices)
                match.undo(by=side, to=to)
        except BadInput as error:
            raise Problem(422, "refused", one_line(error), match.game.ledger.sequence_case) from None
        except BaseException:
            table.forget()
            raise
        await self._save(table, before, public, undone=True)

    async def _save(self, table: Table, before: int, public: str | None, *, undone: bool = False) -> None:
        """Write what was added to the record; until it is durable nobody hears of it."""
        match = table.live
        table.touch(undone=undone)
        moved = public is None or public != _public(table)
        now = time.time()
        made = match.record.entries[before:]
        try:
            await self.db.run(store.append_entries, table.id, before, made, summary_of(match, moved), now)
        except (Conflict, NoSuchGame):
            table.forget()
            raise stale() from None
        except BaseException:  # it may or may not have been written: the database knows
            table.forget()
            raise
        if moved:
            table.updated = now
        table.tell("table")
        self.changed(table)

    # --- what others changed -----------------------------------------------------------------------------------------------------

    def on_change(self, change: Change) -> None:
        """Something was committed, here or in another process."""
        table = self._tables.get(change.game_id)
        match = None if table is None else table.match
        if table is None or (match is None and not table.listeners):
            return
        if change.what == "all" and not table.listeners:
            return  # the next caller looks anyway
        if change.what == "entries" and match is not None and change.number <= len(match.record.entries):
            return  # our own
        self._spawn(self._refresh(table, change.what))

    def look_at_seats(self, table: Table) -> None:
        """Somebody may have come or gone elsewhere."""
        if self.db.is_sqlite:
            table.tell("players")
        else:
            self._spawn(self._refresh(table, "seat"))

    def note_seen(self, seats: list[tuple[int, str]]) -> None:
        """Write down, in the background, that these seats (game and role) are connected now."""
        if seats:
            self._spawn(self._write_seen(seats))

    async def _write_seen(self, seats: list[tuple[int, str]]) -> None:
        try:
            await self.db.run(store.seen, seats)
        except Exception:
            log.exception("cannot note who is connected")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, table: Table, what: str) -> None:
        """Take over an announced change, and tell everyone connected here."""
        try:
            async with table.lock:
                if table.match is None:
                    if what in ("entries", "all"):
                        table.tell("table")  # reloaded for those who are connected
                    return
                await self._catch_up(table)
                if what in ("seat", "all"):
                    table.tell("players")  # presence depends on the time, too
        except Problem:
            table.forget()
        except Exception:
            log.exception("game %x: cannot take over a change", table.id)
            table.forget()

    async def _catch_up(self, table: Table) -> None:
        """Take over whatever was committed before now, here or in another process."""
        if table.match is None:
            await self._load(table)
            return
        began = time.monotonic()
        now = await self.db.read(store.standing, table.id)
        if now is None:
            table.forget()
            raise unknown_table()
        if now.entries > len(table.match.record.entries):
            await self._follow(table, table.match)
        if now.chats > (table.chat[-1].number if table.chat else 0):
            await self._hear(table)
        if table.reseat(now.seats):
            table.tell("players")
        table.updated = now.updated
        table.checked = began

    async def _follow(self, table: Table, match: Match) -> None:
        made = await self.db.read(store.entries_since, table.id, len(match.record.entries))
        try:
            match.follow(made)
        except BadInput:
            table.forget()
            await self._load(table)
        table.touch(undone=any(isinstance(entry, int) for entry in made))
        table.tell("table")
        self.loaded(table)

    async def _hear(self, table: Table) -> None:
        last = table.chat[-1].number if table.chat else 0
        table.chat = (table.chat + await self.db.read(store.chat_since, table.id, last))[-200:]
        table.tell("chat")

    async def close(self) -> None:
        """Wait for background work to finish."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _public(table: Table) -> str | None:
    """A digest of what everybody can see; None if nothing is hidden now, because then everybody sees every change."""
    match = table.live
    return table.glance() if match.game.guards(match.state, None) else None


def _replayed(stored: StoredGame) -> Match:
    return replay(find(stored.record.game), stored.record, solo=stored.free_undo)


def _named(player: str) -> str:
    """A program's name, without how long it is to think."""
    try:
        return thinker(player).name
    except BadInput as error:
        raise Problem(422, "bad_input", str(error)) from None


def seats_of(sides: tuple[str, ...], given: dict[str, str], players: tuple[str, ...], same_screen: bool) -> list[Seat]:
    """The seats of a new table, checked; one more for hot-seat play."""
    for side, player in given.items():
        if side not in sides:
            raise Problem(422, "bad_input", f"there is no side '{side[:40]}'; sides are {', '.join(sides)}")
        if player != store.HUMAN and _named(player) not in players:
            who = ", ".join((store.HUMAN, *players))
            raise Problem(422, "bad_input", f"a seat cannot be played by '{player[:40]}'; possible: {who}")
    seats = [Seat(side, given.get(side, store.HUMAN)) for side in sides]
    if same_screen and sum(seat.player == store.HUMAN for seat in seats) > 1:
        seats.append(Seat(ALL))
    return seats
