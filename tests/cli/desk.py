"""Running the command with something typed into it, and reading what it printed."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO, cast

from ardennes.cli import main


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Typist:
    """Standard input: lines one after the other, or whatever a function answers to what is on the screen (None: nothing more)."""

    def __init__(self, typed: Sequence[str] | Callable[[str], str | None], out: io.StringIO) -> None:
        self._lines: Iterator[str] = iter(typed) if not callable(typed) else iter(())
        self._answer = typed if callable(typed) else None
        self._out = out
        self._read = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if self._answer is None:
            line = next(self._lines, None)
        else:
            screen = self._out.getvalue()
            line = self._answer(screen[self._read :])
            self._read = len(screen)
        return "" if line is None else line + "\n"


def run(*argv: str, typed: Sequence[str] | Callable[[str], str | None] = ()) -> Outcome:
    """The command with these arguments; all streams are plain files, not terminals."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = cast(TextIO, Typist(typed, out))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(argv)
            except SystemExit as stop:  # argparse ends the program itself
                status = stop.code if isinstance(stop.code, int) else 1
    finally:
        sys.stdin = before
    return Outcome(status, out.getvalue(), err.getvalue())
