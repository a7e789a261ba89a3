"""A table: one game being played, who sits at it, and what each role may see of it.

Nothing here waits or writes: `tables` loads, locks and saves. What is sent is made once per role and change, as bytes (see `scene`).
"""

from __future__ import annotations

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson

from ardennes.core.match import Match
from ardennes.core.orders import Order
from ardennes.core.view import table_view
from ardennes.server import facts
from ardennes.server.scene import Parts, Scene, Shown, Told, fitted
from ardennes.server.store import ChatLine, Seat, StoredGame, Summary
from ardennes.server.tokens import ALL, WATCH, token_for

HUMAN = "human"
ONLINE = 75.0
"""A seat counts as present if it was seen within this many seconds; connected seats are noted twice as often."""


def iso(seconds: float) -> str:
    """A time as text.

    >>> iso(0.5)
    '1970-01-01T00:00:00.500Z'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


KEPT = 8
"""How many versions of each role's table are kept, to say what has changed since."""


class Table:
    """One game being played. `match` is None while the game is not in memory."""

    def __init__(self, game_id: int) -> None:
        self.id = game_id
        self.lock = asyncio.Lock()
        self.match: Match | None = None
        self.key = ""
        self.host = ""
        self.free_undo = False
        self.created = self.updated = 0.0
        self.seats: dict[str, Seat] = {}
        self.chat: list[ChatLine] = []
        self.tokens: dict[str, str] = {}
        self.present: dict[str, int] = {}
        """How many sockets of this process each role has."""
        self.left: dict[str, float] = {}
        """When the last socket of a role closed."""
        self.listeners: set[Callable[[str], None]] = set()
        """Called with what changed: "table", "chat" or "players"."""
        self.version = 0
        self.checked = 0.0
        """As in `time.monotonic`: everything committed before then is known here."""
        self._scenes: dict[str, Scene] = {}
        self._fixed: dict[str, Parts] = {}
        self._told: dict[str | None, Told] = {}
        self._untold: dict[str | None, Told] = {}
        """The stories before the last undo: most of their events are in the new ones too."""
        self._shown: dict[str, OrderedDict[str, Shown]] = {}
        """For each role the last versions of its table by their digests, the latest last."""

    # --- loading -----------------------------------------------------------------------------------------------------------------

    def load(self, stored: StoredGame, match: Match, chat: list[ChatLine]) -> None:
        """Take over what the database has."""
        self.match = match
        match.solo = stored.free_undo
        self.key, self.host, self.free_undo = stored.key, stored.host, stored.free_undo
        self.created, self.updated = stored.created, stored.updated
        self.reseat(stored.seats)
        self.chat = chat
        self.tokens = {role: token_for(self.id, self.key, role) for role in self.roles}
        self._fixed.clear()
        self.touch(undone=True)

    def reseat(self, seats: Mapping[str, Seat]) -> bool:
        """Take over the seats as the database has them; has anything changed? A very recent departure may not be written yet."""
        taken = {role: _seen_later(seat, self.seats.get(role)) for role, seat in seats.items()}
        if taken == self.seats:
            return False
        self.seats = taken
        self.reseated()
        return True

    def reseated(self) -> None:
        """Something about the seats has changed."""
        self._fixed.clear()

    def forget(self) -> None:
        """Drop what can be read from the database again."""
        self.match = None
        self.rest()

    def rest(self) -> None:
        """Drop what can be made from the match again."""
        self._scenes.clear()
        self._fixed.clear()
        self._told.clear()
        self._untold.clear()
        self._shown.clear()

    def touch(self, *, undone: bool = False) -> None:
        """The match has changed: what was made for its roles is out of date."""
        self.version += 1
        if undone:
            self._untold, self._told = self._told, {}

    @property
    def live(self) -> Match:
        """The match, which must be in memory."""
        assert self.match is not None
        return self.match

    # --- who ---------------------------------------------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        return self.live.game.sides

    @property
    def asked(self) -> str | None:
        """The side whose answer is awaited."""
        decision = self.live.state.decision
        return None if decision is None else decision.side

    def is_human(self, side: str | None) -> bool:
        """Does a person sit there?"""
        seat = self.seats.get(side or "")
        return seat is not None and seat.player == HUMAN

    @property
    def humans(self) -> list[str]:
        return [side for side in self.sides if self.is_human(side)]

    @property
    def roles(self) -> list[str]:
        """The roles that a link can have."""
        return [*(ALL for seat in self.seats if seat == ALL), *self.humans, WATCH]

    @property
    def robot(self) -> str | None:
        """The side a program has to answer for now."""
        asked = self.asked
        seat = self.seats.get(asked or "")
        return asked if seat is not None and seat.player != HUMAN else None

    def viewer(self, role: str) -> str | None:
        """The side whose view a role sees: in a hot-seat game that of the side that is asked, or was asked last."""
        if role == WATCH:
            return None
        if role != ALL:
            return role
        if self.live.result is not None:
            return None
        asked = self.asked
        if self.is_human(asked):
            return asked
        return self.last_human() or (self.humans[0] if self.humans else None)

    def reader(self, role: str) -> str | None:
        """The side whose story a role reads. Where several people share a screen it is what all may know: it need not be sent anew
        whenever another side is asked."""
        return None if role == ALL and len(self.humans) > 1 else self.viewer(role)

    def last_human(self) -> str | None:
        """The side that a person answered for last."""
        for entry in reversed(self.live.record.entries):
            if not isinstance(entry, int) and self.is_human(entry[0]):
                return entry[0]
        return None

    def answers(self, role: str) -> int:
        """The counter that a choice of this role has to name. A hot-seat screen answers for all seats, so it counts everything."""
        if role == ALL:
            return len(self.live.record.entries)
        return 0 if role == WATCH else self.live.answers(role)

    def role_of(self, token: str) -> str | None:
        """The role that a token proves, if any; takes the same time in every case."""
        given, found = token.encode("utf-8", "replace"), None
        for role, known in self.tokens.items():
            if hmac.compare_digest(given, known.encode()):
                found = role
        return found

    def links(self, role: str) -> dict[str, str]:
        """The links that a role may pass on: the host those of all seats."""
        return dict(self.tokens) if role == self.host else {WATCH: self.tokens[WATCH]}

    def hand_over(self, role: str) -> str | None:
        """In a hot-seat game: the side to take over now, if the side that answered last must not see its view."""
        asked, last = self.asked, self.last_human()
        if role != ALL or asked is None or last in (None, asked) or not self.is_human(asked):
            return None
        game, state = self.live.game, self.live.state
        return asked if game.hides(state, last) or game.hides(state, asked) else None

    def bars_advice(self, role: str) -> str | None:
        """Why a role cannot ask what a planner would do; None if it can. Against another person that would not be fair."""
        if role == WATCH:
            return "spectators can only watch"
        if role != ALL and self.humans != [role]:
            return "there is no advice in a game against another person, only against programs and in hot-seat games"
        return None

    def has_begun(self, role: str) -> bool:
        """Has anyone in this role ever made a choice?"""
        mine = self.humans if role == ALL else [role]
        return any(not isinstance(entry, int) and entry[0] in mine for entry in self.live.record.entries)

    # --- undo --------------------------------------------------------------------------------------------------------------------

    def undo_target(self, role: str) -> int | None:
        """Free undo: how many choices stay if this role takes back its last one; None if it has made none."""
        mine = self.humans if role == ALL else [role]
        entries = self.live.record.entries
        last = entries[-1] if entries else 0
        if not isinstance(last, int) and last[0] in mine:
            return self.live.count - 1
        choices = self.live.record.choices()
        for number in range(len(choices) - 1, -1, -1):
            if choices[number][0] in mine:
                return number
        return None

    def undo_info(self, role: str) -> dict[str, Any]:
        """May this role take back a choice, and if not, why?"""
        why = self.bars_undo(role)
        return {"can": why is None, "why": why}

    def bars_undo(self, role: str) -> str | None:
        """Why a role cannot take back its last choice; None if it can."""
        if role == WATCH:
            return "spectators have nothing to undo"
        if self.free_undo:
            return None if self._answered(role) else "there is nothing to undo"
        side = self.last_human() if role == ALL else role
        why = "there is nothing to undo" if side is None else self.live.can_undo(by=side)
        if why is not None and self.live.game.guards(self.live.state, side):
            return "nothing can be taken back now"  # the real reason would reveal whether somebody has chosen in secret
        return why

    def _answered(self, role: str) -> bool:
        """Does this role have a choice that has not been undone?"""
        return self.undo_target(role) is not None

    # --- what is sent ------------------------------------------------------------------------------------------------------------

    def players(self, now: float) -> list[dict[str, Any]]:
        """Who sits where, and who is there."""
        return [seat_json(self.seats, side, self.is_here(side, now)) for side in self.sides]

    def is_here(self, side: str, now: float) -> bool:
        """Is the person of a side connected, here or to another process?"""
        role = ALL if ALL in self.seats else side
        if self.present.get(role, 0):
            return True
        seen = self.seats[role].seen_at
        return seen is not None and now - seen < ONLINE and seen > self.left.get(role, 0.0) + 1

    def leaves(self, role: str, now: float) -> None:
        """The last socket of a role has closed."""
        self.left[role] = now
        if role in self.seats:
            self.seats[role] = replace(self.seats[role], seen_at=now)

    def told(self, side: str | None) -> Told:
        """The story of a side, up to date. Each event says which moment of the replay it belongs to."""
        found = self._told.get(side)
        if found is None:
            found = self._told[side] = Told()
        events = self.live.story(side, len(found.events))
        if events:
            counts = self.live.event_counts(side)
            moments = {count: i for i, count in enumerate(dict.fromkeys((0, *counts)))}
            for event in events:
                event["moment"] = moments[counts[event["n"]]]
                found.add(self._shared(len(found.events), orjson.dumps(event)))
        return found

    def _shared(self, number: int, data: bytes) -> bytes:
        """An event as another side has it, if it is the same: most are, and a long story takes memory."""
        for other in (*self._told.values(), *self._untold.values()):
            if len(other.events) > number and other.events[number] == data:
                return other.events[number]
        return fitted(data)

    def scene(self, role: str) -> Scene:
        """What a role sees now."""
        found = self._scenes.get(role)
        if found is None or found.version != self.version:
            match = self.live
            side = self.viewer(role)
            view = table_view(match.game, match.state, side, printed=False)
            view["answers"] = self.answers(role)
            parts = {
                "side": side,
                "preview": match.preview(side),
                "moments": len(match.moments(self.reader(role))),
                "undo": self.undo_info(role),
                "thinking": self.robot,
                "over": match.result is not None,
                "draw_offer": match.draw_offer,
                "hand_over": self.hand_over(role),
                "begun": self.has_begun(role),
            }
            found = self._scenes[role] = Scene.of(self.version, side, parts, view, found)
        return found

    def fixed(self, role: str) -> Parts:
        """What hardly ever changes."""
        found = self._fixed.get(role)
        if found is None:
            record = self.live.record
            seat = self.seats.get(role)
            parts = {
                "id": format(self.id, "x"),
                "game": record.game,
                "scenario": record.scenario,
                "options": record.options,
                "printed": facts.printed_address(self.live.game),
                "imagined": self.live.imagined,
                "role": role,
                "host": role == self.host,
                "free_undo": self.free_undo,
                "note": seat.note if seat else "",
                "mail": seat.mail if seat else "",
                "notify": seat.notify if seat else False,
                "orders": order_json(seat.orders) if seat and seat.orders else None,
                "links": self.links(role),
                "created": iso(self.created),
                "names": {seat: self.seats[seat].name for seat in sorted(self.seats)},
            }
            found = self._fixed[role] = {key: orjson.dumps(value) for key, value in parts.items()}
        return found

    def shown(self, role: str) -> Shown:
        """The version of the table that a role sees now."""
        scene, fixed = self.scene(role), self.fixed(role)
        told = self.told(self.reader(role))
        kept = self._shown.setdefault(role, OrderedDict())
        last = next(reversed(kept.values()), None)
        if last is not None and last.scene is scene and last.fixed == fixed:
            return last  # the story belongs to the scene
        new = Shown(scene, fixed, told, len(told.events))
        kept.pop(new.digest, None)
        kept[new.digest] = new
        if len(kept) > KEPT:
            kept.popitem(last=False)
        return new

    def recall(self, role: str, digest: str) -> Shown | None:
        """An earlier version of the role's table, if it is still known here."""
        return self._shown[role].get(digest) if role in self._shown else None

    def digest(self, role: str) -> str:
        """Changes exactly when this role has something new to see in the game or its own seat. Chat and presence are sent separately."""
        return self.shown(role).digest

    def glance(self) -> str:
        """A digest of what everybody may see."""
        return self.digest(WATCH)

    @property
    def orders(self) -> dict[str, Order]:
        """The standing orders of the seats, by side."""
        return {
            side: seat.orders for side, seat in self.seats.items() if seat.orders is not None and side in self.sides
        }

    def tell(self, what: str) -> None:
        """Tell everyone connected what changed: "table", "chat" or "players"."""
        for listener in list(self.listeners):
            listener(what)

    def payload(self, role: str, start: int, now: float) -> bytes:
        """The table as a role sees it, its story from event `start` on."""
        chat = [chat_line(line) for line in self.chat]
        return self.shown(role).whole(
            start, {"players": self.players(now), "chat": chat, "moved_at": iso(self.updated)}
        )

    def answer(self, role: str, known: str, story: str, said: int, now: float) -> bytes:
        """What a caller needs who has the version `known` of the table, the story up to the mark `story` and the talk up to line `said`:
        the changes, or the whole table if that version is not known here."""
        new = self.shown(role)
        old = self.recall(role, known)  # after it: the caller may have the current version from another process
        if old is None:
            return self.payload(role, new.told.start(story) if story else 0, now)
        chat = [chat_line(line) for line in self.chat if line.number > said]
        return new.since(old, {"players": self.players(now), "moved_at": iso(self.updated)}, chat)


def _seen_later(seat: Seat, known: Seat | None) -> Seat:
    """A seat with the later of two times it was last seen."""
    if known is None or known.seen_at is None or (seat.seen_at or 0.0) >= known.seen_at:
        return seat
    return replace(seat, seen_at=known.seen_at)


def seat_json(seats: Mapping[str, Seat], side: str, here: bool) -> dict[str, Any]:
    """A seat as it is sent. In a hot-seat game the players of all seats share one name."""
    seat = seats[side]
    human = seat.player == HUMAN
    who = seats.get(ALL, seat) if human else seat
    return {
        "side": side,
        "player": seat.player,
        "name": who.name,
        "online": here or not human,
        "seen_at": None if who.seen_at is None or here else iso(who.seen_at),
    }


def order_json(order: Order) -> dict[str, Any]:
    """A standing order as its owner is sent it."""
    return {"windows": list(order.windows), "unless": list(order.unless)}


def chat_line(line: ChatLine) -> dict[str, Any]:
    """A chat line as it is sent."""
    return {
        "number": line.number,
        "side": "" if line.role in (ALL, WATCH) else line.role,
        "name": line.name,
        "text": line.text,
        "at": iso(line.made_at),
    }


def summary_of(match: Match, moved: bool) -> Summary:
    """The state of a game, for lists."""
    decision = match.state.decision
    asked = None if decision is None else decision.side
    return Summary(asked, turn_text(match), match.record.result, moved)


def turn_text(match: Match) -> str:
    """The turn in words: day and phase."""
    game = match.game
    turn, phase = game.clock(match.state)
    return ", ".join(text for text in (game.day_of(turn), game.phase_title(phase)) if text)
