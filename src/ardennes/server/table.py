"""A table: one game being played, who sits at it, and what each role may see of it.

Nothing here waits or writes: `tables` loads, locks and saves. What is sent is made once per role and change, as bytes.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import orjson

from ardennes.core.match import Match
from ardennes.server.store import ChatLine, Seat, StoredGame, Summary
from ardennes.server.tokens import ALL, WATCH, token_for

HUMAN = "human"
ONLINE = 75.0
"""A seat counts as present if it was seen so many seconds ago: connected seats are noted twice as often."""


def iso(seconds: float) -> str:
    """A time as text.

    >>> iso(0.5)
    '1970-01-01T00:00:00.500Z'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fitted(data: bytes) -> bytes:
    """The same bytes without the spare memory that the JSON writer leaves behind them (kilobytes for every event)."""
    return bytes(memoryview(data))


@dataclass(slots=True)
class Scene:
    """What one role sees at one point of the game, through the eyes of a side (None: a spectator)."""

    version: int
    side: str | None
    body: bytes
    """View, preview, number of moments: the part of the payload that depends on the match alone."""
    digest: bytes


@dataclass(slots=True)
class Told:
    """The story as one side may read it, kept as bytes, with a running hash for each length."""

    events: list[bytes] = field(default_factory=list)
    marks: list[str] = field(default_factory=lambda: [""])

    def add(self, data: bytes) -> None:
        """One more event."""
        self.events.append(data)
        self.marks.append(hashlib.blake2b(self.marks[-1].encode() + data, digest_size=8).hexdigest())

    @property
    def mark(self) -> str:
        """How far the story goes, and which story it is."""
        return f"{len(self.events)}.{self.marks[-1]}"

    def start(self, known: str) -> int:
        """The first event to send to a caller whose story has this mark (or just so many events)."""
        count, _, seen = known.partition(".")
        if not (count.isascii() and count.isdigit()) or len(count) > 9 or int(count) > len(self.events):
            return 0
        return int(count) if not seen or self.marks[int(count)] == seen else 0

    def common(self, other: list[str]) -> int:
        """How many first events this story shares with another, given by its marks."""
        low, high = 0, min(len(self.marks), len(other)) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.marks[middle] == other[middle]:
                low = middle
            else:
                high = middle - 1
        return low

    def json(self, start: int) -> bytes:
        """The events from a number on."""
        return b"[" + b",".join(self.events[start:]) + b"]"


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
        self._frames: dict[str, bytes] = {}
        self._told: dict[str | None, Told] = {}

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
        self._frames.clear()
        self.touch(undone=True)

    def reseat(self, seats: Mapping[str, Seat]) -> bool:
        """Take over the seats as the database has them; has anything changed? A very recent departure may not be written yet."""
        taken = {role: _seen_later(seat, self.seats.get(role)) for role, seat in seats.items()}
        if taken == self.seats:
            return False
        self.seats = taken
        self._frames.clear()
        return True

    def forget(self) -> None:
        """Drop what can be read from the database again."""
        self.match = None
        self.rest()

    def rest(self) -> None:
        """Drop what can be made from the match again."""
        self._scenes.clear()
        self._frames.clear()
        self._told.clear()

    def touch(self, *, undone: bool = False) -> None:
        """The match has changed: what was made for its roles is out of date."""
        self.version += 1
        if undone:
            self._told.clear()

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
        """In a hot-seat game: the side that has to take over now, if the side that answered last may not see what it sees."""
        asked, last = self.asked, self.last_human()
        if role != ALL or asked is None or last in (None, asked) or not self.is_human(asked):
            return None
        game, state = self.live.game, self.live.state
        return asked if game.hides(state, last) or game.hides(state, asked) else None

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
        if why is not None and self.live.game.hides(self.live.state, side):
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
        """The story of a side, up to date."""
        found = self._told.get(side)
        if found is None:
            found = self._told[side] = Told()
        for event in self.live.story(side, len(found.events)):
            found.add(self._shared(len(found.events), orjson.dumps(event)))
        return found

    def _shared(self, number: int, data: bytes) -> bytes:
        """An event as another side has it, if it is the same: most are, and a long story takes memory."""
        for other in self._told.values():
            if len(other.events) > number and other.events[number] == data:
                return other.events[number]
        return fitted(data)

    def scene(self, role: str) -> Scene:
        """What a role sees now."""
        found = self._scenes.get(role)
        if found is None or found.version != self.version:
            match = self.live
            side = self.viewer(role)
            view = match.view(side)
            view["answers"] = self.answers(role)
            parts = {
                "side": side,
                "view": view,
                "preview": match.preview(side),
                "moments": len(match.moments(side)),
                "undo": self.undo_info(role),
                "thinking": self.robot,
                "over": match.result is not None,
                "hand_over": self.hand_over(role),
            }
            body = fitted(orjson.dumps(parts))
            found = Scene(self.version, side, body, hashlib.blake2b(body, digest_size=16).digest())
            self._scenes[role] = found
        return found

    def _fixed(self, role: str) -> bytes:
        """What hardly ever changes."""
        found = self._frames.get(role)
        if found is None:
            record = self.live.record
            seat = self.seats.get(role)
            found = orjson.dumps(
                {
                    "id": format(self.id, "x"),
                    "game": record.game,
                    "scenario": record.scenario,
                    "options": record.options,
                    "role": role,
                    "host": role == self.host,
                    "free_undo": self.free_undo,
                    "note": seat.note if seat else "",
                    "mail": seat.mail if seat else "",
                    "notify": seat.notify if seat else False,
                    "links": self.links(role),
                    "created": iso(self.created),
                    "names": {seat: self.seats[seat].name for seat in sorted(self.seats)},
                }
            )
            self._frames[role] = found
        return found

    def digest(self, role: str) -> str:
        """Changes exactly when this role has something new to see in the game or its own seat. Chat and presence are sent separately."""
        scene = self.scene(role)
        told = self.told(scene.side)
        whole = scene.digest + told.marks[-1].encode() + self._fixed(role)
        return hashlib.blake2b(whole, digest_size=12).hexdigest()

    def glance(self) -> str:
        """A digest of what everybody may see."""
        scene = self.scene(WATCH)
        return scene.digest.hex() + self.told(scene.side).marks[-1]

    def tell(self, what: str) -> None:
        """Tell everyone connected what changed: "table", "chat" or "players"."""
        for listener in list(self.listeners):
            listener(what)

    def payload(self, role: str, start: int, now: float) -> bytes:
        """The table as a role sees it, its story from event `start` on."""
        scene = self.scene(role)
        told = self.told(scene.side)
        rest = orjson.dumps(
            {
                "players": self.players(now),
                "chat": [chat_line(line) for line in self.chat],
                "moved_at": iso(self.updated),
                "digest": self.digest(role),
                "story_mark": told.mark,
                "story_from": start,
            }
        )
        return b"".join(
            (self._fixed(role)[:-1], b",", scene.body[1:-1], b",", rest[1:-1], b',"story":', told.json(start), b"}")
        )


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
