"""The record of a match: a header and one JSON line per choice. Saving, undo, replay, crash recovery and bug reports all work the
same way: replay the record.

Every line carries a running checksum, so that damage or editing is noticed at the line where it happened.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from os import PathLike
from sys import intern
from typing import Any

from ardennes.core.errors import BadInput, brief
from ardennes.core.plainfile import file_path

FORMAT = 1
Choice = tuple[str, str, Any]
"""Who, verb, argument."""


@dataclass(slots=True)
class Record:
    """What was agreed before a match and everything that was chosen in it, in order, undone choices included."""

    game: str
    scenario: str
    options: dict[str, Any]
    rules: str
    commitment: str
    position: dict[str, Any] | None = None
    entries: list[Choice | int] = field(default_factory=list)
    """Choices; a number n means: undone back to the first n choices."""
    seed: str | None = None
    """Known only to the program that rolls the dice until the match is over, then to everyone."""
    result: dict[str, Any] | None = None

    def header(self) -> Record:
        """A record with the same beginning, in which nothing has been chosen yet and whose seed is not known."""
        return Record(self.game, self.scenario, dict(self.options), self.rules, self.commitment, self.position)

    def copy(self) -> Record:
        """An independent record with the same entries. The start position is shared: nobody changes it."""
        out = self.header()
        out.entries, out.seed, out.result = list(self.entries), self.seed, self.result
        return out

    __copy__ = copy

    def choices(self) -> list[Choice]:
        """The choices that count: those that were not undone."""
        out: list[Choice] = []
        for entry in self.entries:
            if isinstance(entry, int):
                del out[entry:]
            else:
                out.append(entry)
        return out

    def lines(self, *, with_seed: bool | None = None) -> list[str]:
        """The file as lines; see `save` for `with_seed`."""
        header: dict[str, Any] = {
            "ardennes": FORMAT,
            "game": self.game,
            "scenario": self.scenario,
            "options": self.options,
            "rules": self.rules,
            "commitment": self.commitment,
        }
        if self.position is not None:
            header["position"] = self.position
        rows: list[dict[str, Any]] = [header]
        for entry in self.entries:
            if isinstance(entry, int):
                rows.append({"undo": entry})
            else:
                by, verb, argument = entry
                rows.append({"by": by, "do": verb} if argument is None else {"by": by, "do": verb, "arg": argument})
        reveal = self.result is not None if with_seed is None else with_seed
        if self.result is not None:
            rows.append({"result": self.result})
        if reveal and self.seed is not None:
            rows.append({"seed": self.seed})
        return seal_lines(rows)

    def save(self, path: str | PathLike[str], *, with_seed: bool | None = None) -> None:
        """Write the file, whole or not at all.

        Anyone with the seed knows every future die roll. So by default (`with_seed=None`) it is written only once the match is over: such a
        file can be shown to anyone, but to play on from it you need the seed (`replay(path, seed=...)`) or new dice
        (`replay(path, new_dice=True)`). `with_seed=True` writes it now: for your own file, to continue later with the same dice.
        `with_seed=False` leaves it out even at the end: the dice then cannot be verified.
        """
        write_whole(path, self.lines(with_seed=with_seed))

    @classmethod
    def load(cls, path: str | PathLike[str], *, recover: bool = False) -> Record:
        """Read a file. With `recover`, everything before the first damaged line."""
        try:
            text = file_path(path).read_bytes()
        except OSError as error:
            raise BadInput(f"cannot read: {error.strerror}", where=str(path)) from None
        return cls.parse(text, where=str(path), recover=recover)

    @classmethod
    def parse(cls, text: bytes, *, where: str = "record", recover: bool = False) -> Record:
        """Read what is in a file."""
        if not isinstance(text, bytes):
            raise BadInput(f"a record must be bytes, not {brief(text)}", where=where)
        lines = text.split(b"\n")
        whole = lines[-1] == b""  # the last line ends with a newline
        if whole:
            lines.pop()
        if not lines:
            raise BadInput("the file is empty; a record starts with a header line", where=where)
        chain = ""
        record: Record | None = None
        for number, line in enumerate(lines, start=1):
            try:
                if number == len(lines) and not whole:
                    raise BadInput("the file ends in the middle of this line")
                row, chain = _opened(line, chain)
                if record is None:
                    record = cls._from_header(row)
                else:
                    record._add(row)
            except BadInput as error:
                if recover and record is not None:
                    break
                hint = "" if record is None else " (use --recover to load everything before it)"
                raise BadInput(error.message + hint, where=f"{where}:{number}") from None
        assert record is not None
        return record

    @classmethod
    def _from_header(cls, row: dict[str, Any]) -> Record:
        if row.get("ardennes") != FORMAT:
            raise BadInput("this is not an Ardennes record: the first line does not say format 1")
        kinds = {"game": str, "scenario": str, "options": dict, "rules": str, "commitment": str}
        for name, kind in kinds.items():
            if not isinstance(row.get(name), kind):
                raise BadInput(f"the header has no valid '{name}'")
        position = row.get("position")
        if position is not None and not isinstance(position, dict):
            raise BadInput("the header's 'position' is not a mapping")
        return cls(row["game"], row["scenario"], row["options"], row["rules"], row["commitment"], position)

    def _add(self, row: dict[str, Any]) -> None:
        if isinstance(row.get("by"), str) and isinstance(row.get("do"), str):
            self.entries.append(choice_of(row["by"], row["do"], row.get("arg")))
        elif type(row.get("undo")) is int and 0 <= row["undo"] <= len(self.choices()):
            self.entries.append(row["undo"])
        elif isinstance(row.get("result"), dict):
            self.result = row["result"]
        elif isinstance(row.get("seed"), str):
            self.seed = row["seed"]
        else:
            raise BadInput("this line is neither a choice nor an undo, a result or a seed")


def choice_of(by: str, verb: str, argument: Any) -> Choice:
    """A choice read from a file. The same few words occur over and over, so each is kept in memory once."""
    return intern(by), intern(verb), intern(argument) if isinstance(argument, str) else argument


def _check(chain: str, body: str) -> str:
    return hashlib.sha256((chain + body).encode()).hexdigest()[:10]


def _body(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": "), sort_keys=False)


def write_whole(path: str | PathLike[str], lines: list[str]) -> None:
    """Write the lines of a file, whole or not at all."""
    file = file_path(path)
    temporary = file.parent / f"{file.name}.part"
    try:
        temporary.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")
        temporary.replace(file)
    except OSError as error:
        raise BadInput(f"cannot write: {error.strerror}", where=str(file)) from None


def open_lines(text: bytes, where: str) -> list[dict[str, Any]]:
    """The rows of a sealed file; raises BadInput at the first line that is damaged."""
    lines = text.split(b"\n")
    if lines.pop() != b"":
        raise BadInput("the file is cut off in its last line", where=where)
    chain = ""
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            row, chain = _opened(line, chain)
        except BadInput as error:
            raise BadInput(error.message, where=f"{where}:{number}") from None
        rows.append(row)
    if not rows:
        raise BadInput("the file is empty", where=where)
    return rows


def seal_lines(rows: list[dict[str, Any]]) -> list[str]:
    chain = ""
    out = []
    for row in rows:
        body = _body(row)
        chain = _check(chain, body)
        out.append(f'{body[:-1]}, "check": "{chain}"}}')
    return out


def _opened(line: bytes, chain: str) -> tuple[dict[str, Any], str]:
    try:
        row = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):  # not UTF-8, not JSON, a number of thousands of digits, nested too deeply
        raise BadInput("this line is not JSON: it is damaged or cut off") from None
    if not isinstance(row, dict):
        raise BadInput("this line is not a JSON object")
    given = row.pop("check", None)
    try:
        expected = _check(chain, _body(row))
    except (ValueError, RecursionError):  # half a character (a lone surrogate) in a text
        raise BadInput("this line is damaged: it contains invalid text") from None
    if given != expected:
        raise BadInput("the checksum is wrong: this line, or one before it, was changed, removed or damaged")
    return row, expected
