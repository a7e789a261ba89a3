"""A match as one side saw it, to take away while there are secrets in it.

A record replays exactly, so a side that may not know everything cannot have it. A diary holds, for every moment, the story and the
position as far as the side may know them. A game can be branched from any moment of it; what is hidden is then redrawn at random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

from ardennes.core import chance as dice
from ardennes.core.errors import BadInput
from ardennes.core.plainfile import file_path
from ardennes.core.position import state_from_plain, state_to_plain
from ardennes.core.record import open_lines, seal_lines, write_whole

if TYPE_CHECKING:
    from ardennes.core.game import Game
    from ardennes.core.match import Match

KIND = "diary"


@dataclass(slots=True)
class Diary:
    """What a seat may keep of a match."""

    game: str
    rules: str
    side: str | None
    moments: list[dict[str, Any]] = field(default_factory=list)
    """For each moment what was told (`told`: sentences) and how the position differs from the moment before (`position`)."""

    @classmethod
    def of(cls, match: Match, side: str | None) -> Diary:
        """The diary of a side (None: a spectator) up to now."""
        out = cls(match.game.id, match.game.rules_version, side)
        story = match.story(side)
        told = match.event_counts(side)
        counts = match.moments(side)
        if counts[-1] != match.count:
            counts.append(match.count)  # now: seen only as far as the seat may see it
        before: dict[str, Any] = {}
        start = 0
        for then in match.walk_through(counts):
            now = state_to_plain(match.game, then.state, side)
            end = start
            while end < len(told) and told[end] <= then.count:
                end += 1
            sentences = ["".join(part["t"] for part in line["parts"]) for line in story[start:end]]
            patch = changes(before, now)
            if patch or sentences or not out.moments:
                out.moments.append({"told": sentences, "position": patch})
            before, start = now, end
        return out

    def position(self, moment: int | None = None) -> dict[str, Any]:
        """The position at a moment (the last, if none is given) as far as the seat may know it."""
        last = len(self.moments) - 1
        wanted = last if moment is None else moment
        if not 0 <= wanted <= last:
            raise BadInput(f"there is no moment {wanted}; the diary has {len(self.moments)}")
        out: dict[str, Any] = {}
        for entry in self.moments[: wanted + 1]:
            out = changed(out, entry["position"])
        return out

    # --- files -----------------------------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The file as lines, sealed like those of a record."""
        head = {"ardennes": 1, "kind": KIND, "game": self.game, "rules": self.rules, "side": self.side}
        return seal_lines([head, *self.moments])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the file whole or not at all."""
        write_whole(path, self.lines())

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Diary:
        """Read a file."""
        try:
            text = file_path(path).read_bytes()
        except OSError as error:
            raise BadInput(f"cannot read: {error.strerror}", where=str(path)) from None
        return cls.parse(text, where=str(path))

    @classmethod
    def parse(cls, text: bytes, *, where: str = "diary") -> Diary:
        """Read what is in a file."""
        head, *moments = open_lines(text, where=where)
        if head.get("kind") != KIND or not isinstance(head.get("game"), str) or not isinstance(head.get("rules"), str):
            raise BadInput("this is not a diary of Ardennes", where=f"{where}:1")
        for number, entry in enumerate(moments, start=2):
            if not isinstance(entry.get("told"), list) or not isinstance(entry.get("position"), dict):
                raise BadInput("this line is not a moment of a diary", where=f"{where}:{number}")
        if not moments:
            raise BadInput("the diary is empty", where=where)
        return cls(head["game"], head["rules"], head.get("side"), moments)


def is_diary(text: bytes) -> bool:
    """Does a file say that it is a diary?"""
    return f'"kind": "{KIND}"'.encode() in text.partition(b"\n")[0]


def filled(game: Game, data: dict[str, Any], seed: str) -> dict[str, Any]:
    """A position with what it hides drawn anew, and a note that it was."""
    rng = random.Random(f"imagined {dice.commitment(seed)}")
    whole = state_to_plain(game, state_from_plain(game, data, rng=rng))
    return whole | {"imagined": data.get("seen_by") or "spectator"}


# --- patches ---------------------------------------------------------------------------------------------------------------------------

_GONE = {"gone": True}
"""Stands for an entry that is no longer there."""


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What has to be changed in one mapping to get another; mappings in it are compared entry by entry.

    >>> changes({"a": 1, "b": {"x": 1, "y": 2}}, {"b": {"x": 1, "y": 3}})
    {'b': {'y': 3}, 'a': {'gone': True}}
    """
    out: dict[str, Any] = {}
    for key, value in after.items():
        old = before.get(key)
        if key in before and isinstance(old, dict) and isinstance(value, dict) and old and value:
            if inner := changes(old, value):
                out[key] = inner
        elif key not in before or old != value:
            out[key] = value
    out |= {key: dict(_GONE) for key in before if key not in after}
    return out


def changed(before: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """A mapping with changes applied.

    >>> changed({"a": 1, "b": {"x": 1, "y": 2}}, {'b': {'y': 3}, 'a': {'gone': True}})
    {'b': {'x': 1, 'y': 3}}
    """
    out = dict(before)
    for key, value in patch.items():
        old = out.get(key)
        if value == _GONE:
            out.pop(key, None)
        elif isinstance(old, dict) and isinstance(value, dict) and old and value:
            out[key] = changed(old, value)
        else:
            out[key] = value
    return out
