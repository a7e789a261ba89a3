"""Games are saved after every choice, so that nothing is ever lost: in the user's data folder, or where the player says. A note next to
each names its file and who plays which side; `--continue` uses it to find the game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ardennes.core.errors import BadInput
from ardennes.core.match import Match
from ardennes.core.record import Record
from ardennes.core.userdata import data_folder

_RECORD, _NOTE = ".jsonl", ".json"
_NOTHING, _DUE = -1, -2
"""Used instead of a number of saved entries: save once something has been played, or save at once."""


def games_folder() -> Path:
    """Where unfinished games are kept."""
    return data_folder() / "games"


@dataclass(frozen=True, slots=True)
class Kept:
    """An unfinished game: its record, its note, who plays which side."""

    record: Path
    note: Path
    game: str
    seats: dict[str, str]


def latest(game: str | None = None) -> Kept:
    """The most recently played unfinished game (of one game, if named)."""
    found = [kept for kept in _notes() if game in (None, kept.game)]
    for kept in sorted(found, key=lambda k: k.record.stat().st_mtime_ns, reverse=True):
        if Record.load(kept.record).result is None:
            return kept
    of = f" of {game}" if game else ""
    raise BadInput(f"there is no unfinished game{of} to continue in {games_folder()}")


def known(record: Path) -> Kept | None:
    """The note about a record, if it was played here."""
    here = record.resolve()
    return next((kept for kept in _notes() if kept.record.resolve() == here), None)


def _notes() -> list[Kept]:
    """All notes whose record is still there. Files that cannot be read as notes are left alone."""
    out = []
    for path in sorted(games_folder().glob(f"*{_NOTE}")):
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            kept = Kept(path.parent / data["record"], path, str(data["game"]), dict(data["seats"]))
        except (OSError, ValueError, TypeError, KeyError):
            continue
        if kept.record.is_file() and all(isinstance(player, str) for player in kept.seats.values()):
            out.append(kept)
    return out


class Keeper:
    """Saves one match. Nothing is written until something has been played."""

    def __init__(
        self, match: Match, seats: Mapping[str, str], record: Path | None = None, note: Path | None = None
    ) -> None:
        """`record`: where to save it, if the player said so or it is already saved; `note`: the note of a continued game."""
        self.match = match
        self.seats = dict(seats)
        self.record = record
        """Where the match is saved; None until the first save if the player named no file."""
        self._note = note
        self._start = len(match.record.entries)
        self._written = _NOTHING if record is None or note is not None else _DUE
        """How many entries of the record are in the file."""
        self._stamp: tuple[int, int] | None = None
        """Time and size of the file after we wrote it: if they differ, another program has changed it."""

    @property
    def is_saved(self) -> bool:
        return self._written == len(self.match.record.entries)

    @property
    def is_untouched(self) -> bool:
        """Has nothing been played here yet?"""
        return self._written == _NOTHING and len(self.match.record.entries) == self._start

    def save(self) -> None:
        """Write the match if anything has changed. The note is deleted when the game is over, since there is nothing to continue."""
        if self.is_saved or self.is_untouched:
            return
        if self.record is None or self._note is None:
            self._find_names()
        assert self.record is not None and self._note is not None
        if self._stamp is not None and self.record.exists() and self._stamp != _stamp(self.record):
            raise BadInput(
                "another program has changed this file; use 'save FILE' to save elsewhere", where=str(self.record)
            )
        self.match.record.save(self.record, with_seed=True)
        self._stamp = _stamp(self.record)
        self._written = len(self.match.record.entries)
        if self.match.result is None:
            self._write_note(self._note)
        else:
            self._note.unlink(missing_ok=True)

    def move(self, path: Path) -> None:
        """Save to another file from now on. The copy in the data folder is then deleted."""
        before, self.record = self.record, path
        known = self._stamp, self._written
        self._stamp, self._written = None, _DUE
        try:
            self.save()
        except BadInput:
            self.record = before
            self._stamp, self._written = known
            raise
        if before is not None and before.parent == games_folder() and before != path:
            before.unlink(missing_ok=True)

    def _find_names(self) -> None:
        """Unique names, made from the time and the game. A file we already know keeps its note."""
        folder = games_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"cannot create this folder: {error.strerror}", where=str(folder)) from None
        if self.record is not None:
            before = known(self.record)
            self._note = before.note if before else None
        if self._note is None:
            time = f"{datetime.now():%Y-%m-%d-%H%M%S}-{self.match.game.id}"
            names = [time, *(f"{time}-{n}" for n in range(2, 1000))]
            name = next(n for n in names if not any((folder / (n + end)).exists() for end in (_RECORD, _NOTE)))
            self._note = folder / (name + _NOTE)
        if self.record is None:
            self.record = self._note.with_suffix(_RECORD)

    def _write_note(self, path: Path) -> None:
        assert self.record is not None
        own = self.record.parent == path.parent
        data = {
            "game": self.match.game.id,
            "record": self.record.name if own else str(self.record.absolute()),
            "seats": {side: _from_anywhere(player) for side, player in self.seats.items()},
        }
        text = json.dumps(data, ensure_ascii=False) + "\n"
        try:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadInput(f"cannot write: {error.strerror}", where=str(path)) from None


def _from_anywhere(player: str) -> str:
    """A player's name that works from any folder: `bot.py:Bot` with the full path of its file."""
    file, colon, name = player.rpartition(":")
    return f"{Path(file).absolute()}:{name}" if colon and file.endswith(".py") else player


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size
