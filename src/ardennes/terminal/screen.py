"""The terminal itself: how wide it is, what is printed, what is typed."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

PLAIN_SIZE = (80, 34)
"""Columns and lines of a screen that is not a terminal."""
_WIDEST_PROSE = 100


class Screen:
    """Output and input. It is live if both are a terminal: then it has the size of the window, long texts are shown page by page,
    and lines can be edited. Otherwise it reads commands line by line and prints them too, so that the output reads like a session.
    """

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._out = out = out or sys.stdout
        terminal = out.isatty()
        self._colours = colours = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.live = terminal and self._source.isatty()
        self._console = Console(
            file=out,
            force_terminal=terminal,
            color_system="auto" if colours else None,
            width=None if terminal else PLAIN_SIZE[0],
            highlight=False,
            markup=False,
            emoji=False,
        )
        self._terminal = terminal
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401  input() then has a history and can be edited

    @property
    def width(self) -> int:
        return max(40, self._console.width)

    @property
    def height(self) -> int:
        return max(20, self._console.height) if self._terminal else PLAIN_SIZE[1]

    # --- printing --------------------------------------------------------------------------------------------------------------------

    def show(self, lines: Iterable[str | Text] | str | Text, style: str = "") -> None:
        """Print lines as they are; what is too long is wrapped."""
        for line in [lines] if isinstance(lines, str | Text) else lines:
            plain = line if isinstance(line, str) else line.plain
            if not self._colours and cell_len(plain) <= self.width:
                self._out.write(plain + "\n")  # the usual case without colours; much faster
                continue
            self._console.print(Text(line) if isinstance(line, str) else line, style=style or None, overflow="fold")

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence, wrapped at words."""
        self.show(self.wrap(text), style)

    def command(self, words: Sequence[str]) -> None:
        """Print a shell command so that it can be copied, on several lines if it must."""
        line = "  " + " ".join(words)
        if len(line) > self.width:
            line = "  " + " \\\n    ".join(words)
        self._console.print(Text(line), soft_wrap=True)

    def page(self, lines: list[Text]) -> bool:
        """Print lines, on a live screen page by page. False if the reader has had enough."""
        step = self.height - 1
        if not self.live or len(lines) <= step:
            self.show(lines)
            return True
        for start in range(0, len(lines), step):
            self.show(lines[start : start + step])
            left = len(lines) - start - step
            if left > 0 and not self.pause(f"-- {left} more lines: Enter, or q to skip --"):
                return False
        return True

    def pause(self, prompt: str) -> bool:
        """Wait for Enter on a live screen. False if the reader types q."""
        if not self.live:
            return True
        return (self.ask(prompt) or "").strip().lower() not in ("q", "quit")

    def clear(self) -> None:
        if self.live:
            self._console.clear()

    def busy(self, text: str) -> AbstractContextManager[object]:
        """Says that something goes on; it disappears when it is done."""
        return self._console.status(text) if self.live and self._colours else nullcontext()

    # --- reading ---------------------------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str | None:
        """One line of what is typed; None at the end of the input (Ctrl-D) and at Ctrl-C."""
        try:
            if self.live:
                return input(prompt)
            line = self._source.readline()
        except (EOFError, KeyboardInterrupt):
            self.show("")
            return None
        if not line:
            return None
        self.show(prompt + line.rstrip("\n"))
        return line

    # --- wrapping --------------------------------------------------------------------------------------------------------------------

    def wrap(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        """Text as lines of the screen's width; `first` begins the first line, `rest` the others."""
        width = min(self.width, _WIDEST_PROSE)
        rest = " " * len(first) if rest is None else rest
        lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        return lines or [first.rstrip()]
