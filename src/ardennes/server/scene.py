"""What a role is sent: the whole table, or only what has changed since a version that the caller has.

A table is kept in encoded parts (each key of the table and of its view, each counter by its id), so that two versions are compared part by
part, and a part that has not changed is in memory once, however many versions have it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

Parts = dict[str, bytes]
ENTRIES = ("pieces", "places")
"""Keys of a view that are compared entry by entry: counters by their id, places by name."""


def fitted(data: bytes) -> bytes:
    """The same bytes without the spare memory that the JSON writer leaves behind them (kilobytes for every event)."""
    return bytes(memoryview(data))


@dataclass(slots=True)
class Told:
    """The story as one side may read it, kept as bytes, with a running hash for each length. It only ever grows: after an undo there is
    a new one."""

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

    def common(self, other: Told, count: int) -> int:
        """How many first events this story shares with the first `count` of another."""
        if other is self:
            return count
        low, high = 0, min(len(self.events), count)
        while low < high:
            middle = (low + high + 1) // 2
            if self.marks[middle] == other.marks[middle]:
                low = middle
            else:
                high = middle - 1
        return low

    def json(self, start: int) -> bytes:
        """The events from a number on."""
        return b"[" + b",".join(self.events[start:]) + b"]"


@dataclass(slots=True)
class Scene:
    """What one role sees at one point of the game, through the eyes of a side (None: a spectator)."""

    version: int
    side: str | None
    table: Parts
    view: Parts
    """Without the keys of ENTRIES."""
    entries: dict[str, Parts]

    @classmethod
    def of(
        cls, version: int, side: str | None, table: Mapping[str, Any], view: Mapping[str, Any], last: Scene | None
    ) -> Scene:
        """Encode a table without its view, and its view. What is the same in the last scene is shared with it."""
        pieces = {piece["id"]: piece for piece in view["pieces"]}
        assert len(pieces) == len(view["pieces"]), "each piece is on the table once"
        return cls(
            version,
            side,
            _encoded(table, last.table if last else {}),
            _encoded({key: value for key, value in view.items() if key not in ENTRIES}, last.view if last else {}),
            {
                "pieces": _encoded(pieces, last.entries["pieces"] if last else {}),
                "places": _encoded(view["places"], last.entries["places"] if last else {}),
            },
        )


def _encoded(values: Mapping[str, Any], last: Parts) -> Parts:
    out: Parts = {}
    for key, value in values.items():
        data = orjson.dumps(value)
        old = last.get(key)
        out[key] = old if old == data else fitted(data)
    return out


@dataclass(slots=True)
class Shown:
    """A version of the table that a role was, or is about to be, sent."""

    scene: Scene
    fixed: Parts
    """What hardly ever changes: names, links, the seat's own note."""
    told: Told
    count: int
    """How many events the story had."""
    digest: str = ""

    def __post_init__(self) -> None:
        total = hashlib.blake2b(self.told.marks[self.count].encode(), digest_size=12)
        scene = self.scene
        for parts in (scene.table, scene.view, *scene.entries.values(), self.fixed):
            for key, data in parts.items():
                total.update(b"%d %s " % (len(data), key.encode()) + data)
        self.digest = total.hexdigest()

    def whole(self, start: int, more: Mapping[str, Any]) -> bytes:
        """The table with everything in it, its story from event `start` on; `more` is what no version has (who is there, talk)."""
        scene = self.scene
        view = scene.view | {
            "pieces": b"[" + b",".join(scene.entries["pieces"].values()) + b"]",
            "places": _object(scene.entries["places"]),
        }
        table = self.fixed | scene.table | {"view": _object(view)} | _plain(more) | self._story(start)
        return _object(table)

    def since(self, old: Shown, more: Mapping[str, Any], chat: list[Any] | None = None) -> bytes:
        """What has changed since an older version, with what no version has: keys of the table that are new, and new talk."""
        now, then = self.scene, old.scene
        table = _changed(now.table, then.table) | _changed(self.fixed, old.fixed) | _plain(more)
        out: Parts = {"from": orjson.dumps(old.digest)}
        if table:
            out["table"] = _object(table)
        if view := _changed(now.view, then.view):
            out["view"] = _object(view)
        for name in ENTRIES:
            if entries := _changed(now.entries[name], then.entries[name]):
                out[name] = _object(entries)
        if chat:
            out["chat"] = orjson.dumps(chat)
        gone = {
            name: [key for key in before if key not in after]
            for name, before, after in (
                ("view", then.view, now.view),
                *((name, then.entries[name], now.entries[name]) for name in ENTRIES),
            )
        }
        if any(gone.values()):
            out["gone"] = orjson.dumps({name: keys for name, keys in gone.items() if keys})
        order = list(now.entries["pieces"])
        if order != _order(then.entries["pieces"], now.entries["pieces"]):
            out["order"] = orjson.dumps(order)
        return _object(out | self._story(self.told.common(old.told, old.count)))

    def _story(self, start: int) -> Parts:
        mark = f"{self.count}.{self.told.marks[self.count]}"
        story = {"story_from": start, "story_mark": mark, "digest": self.digest}
        return _plain(story) | {"story": b"[" + b",".join(self.told.events[start : self.count]) + b"]"}


def _order(before: Iterable[str], after: Mapping[str, Any]) -> list[str]:
    """The order in which entries end up if those that are gone are taken away and new ones are added at the end."""
    kept = [key for key in before if key in after]
    known = set(kept)
    return kept + [key for key in after if key not in known]


def _changed(now: Parts, then: Parts) -> Parts:
    return {key: data for key, data in now.items() if then.get(key) != data}


def _plain(values: Mapping[str, Any]) -> Parts:
    return {key: orjson.dumps(value) for key, value in values.items()}


def _object(parts: Parts) -> bytes:
    return b"{" + b",".join(orjson.dumps(key) + b":" + data for key, data in parts.items()) + b"}"
