"""The terminal itself: how wide it is, what is printed, what is typed."""

from __future__ import annotations

import codecs
import os
import signal
import sys
import textwrap
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ardennes.core.wording import counted

PLAIN_SIZE = (80, 34)
"""Columns and lines of a screen that is not a terminal."""
_WIDEST_PROSE = 100


class Leave(Exception):
    """The player wants to leave: Ctrl-D, the end of the input, or Ctrl-C and a yes."""


class Screen:
    """Output and input. It is live if both are a terminal: then it has the size of the window, long texts are shown page by page,
    and lines can be edited. Otherwise it reads commands line by line and prints them too, so that the output reads like a session.
    """

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._out = out = out or sys.stdout
        with suppress(AttributeError, ValueError):
            out.reconfigure(errors=_LOOK_ALIKES)  # type: ignore[union-attr]
        terminal = out.isatty()
        self._colours = colours = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.live = terminal and self._source.isatty()
        self.leaving = "Leave?"
        """The question asked before leaving on Ctrl-C."""
        self._ahead: list[str] = []
        """What was typed where only Enter was expected: it is handled next."""
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

    def say_whole(self, text: str) -> None:
        """Print a sentence that contains a file or a command, without wrapping it, so that it can be copied."""
        self._console.print(Text(text), soft_wrap=True)

    def page(self, lines: Sequence[str | Text]) -> bool:
        """Print lines, on a live screen page by page. False if the reader skips the rest."""
        step = self.height - 1
        if not self.live or len(lines) <= step:
            self.show(lines)
            return True
        for start in range(0, len(lines), step):
            self.show(lines[start : start + step])
            left = len(lines) - start - step
            if left > 0 and not self.pause(f"-- {counted(left, 'more line')}: Enter, or q to skip --"):
                return False
        return True

    def pause(self, prompt: str) -> bool:
        """Wait for Enter on a live screen. False if something else is typed: q to skip the rest, or a command to run next."""
        if not self.live:
            return True
        typed = self.ask(prompt).strip()
        if typed and typed.casefold() != "q":
            self._ahead.append(typed)
        return not typed

    def clear(self) -> None:
        if self.live:
            self._console.clear()

    def busy(self, text: str) -> AbstractContextManager[object]:
        """Shows that something is running; the message disappears when it is done."""
        return self._console.status(text, spinner="line") if self.live and self._colours else nullcontext()

    # --- reading ---------------------------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """One line of what is typed. Leave is raised at the end of the input (Ctrl-D). The first Ctrl-C clears the line, the second asks
        whether to leave."""
        if self._ahead:
            return self._ahead.pop(0)
        if not self.live:
            return self._read_line(prompt)
        pressed = False
        while True:
            try:
                return input(prompt)
            except EOFError:
                self.show("")
                raise Leave from None
            except KeyboardInterrupt:
                self.show("")
                if pressed:
                    self.ask_to_leave()
                else:
                    self.show("(Ctrl-C again asks whether to leave.)", "dim")
                pressed = not pressed

    def _read_line(self, prompt: str) -> str:
        try:
            line = self._source.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            raise Leave
        self.show(prompt + line.rstrip("\n"))
        return line

    def ask_to_leave(self) -> None:
        """After Ctrl-C: raises Leave, or returns if the answer is no."""
        if not self.live:
            raise Leave
        try:
            answer = input(f"{self.leaving} [y/N] ")
        except (EOFError, KeyboardInterrupt):  # counts as yes
            self.show("")
            raise Leave from None
        if answer.strip().casefold() in ("y", "yes", "q", "quit"):
            raise Leave

    def confirm(self, question: str) -> bool:
        """A yes-or-no question; Enter means yes. On a live screen only."""
        return self.ask(f"{question} [Y/n] ").strip().casefold() in ("", "y", "yes")

    # --- wrapping --------------------------------------------------------------------------------------------------------------------

    def wrap(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        """Text as lines of the screen's width; `first` begins the first line, `rest` the others."""
        width = min(self.width, max(_WIDEST_PROSE, len(first) + 40))
        rest = " " * len(first) if rest is None else rest
        lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
        return lines or [first.rstrip()]


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------------------------


@contextmanager
def uninterrupted() -> Iterator[None]:
    """For code that must not be left half done: a Ctrl-C during it is raised at its end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)
    if pressed:
        raise KeyboardInterrupt


# --- letters that a terminal cannot show -----------------------------------------------------------------------------------------------

_LOOK_ALIKES = "ardennes-look-alikes"
_SIGNS = {
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "·": ".",
    "ß": "s",
    "œ": "o",
    "Œ": "O",
}


def plain_letters(text: str) -> str:
    """Text without accents, with look-alikes for signs and question marks for the rest; its length stays the same.

    >>> plain_letters("Prüm, Neufchâteau ×2 ☃")
    'Prum, Neufchateau x2 ?'
    """
    out = []
    for char in text:
        base = _SIGNS.get(char) or unicodedata.normalize("NFKD", char)[0]
        out.append(base if base.isascii() else "?")
    return "".join(out)


def _look_alikes(error: UnicodeError) -> tuple[str, int]:
    """The replacement for letters that the terminal's encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_letters(error.object[error.start : error.end]), error.end


codecs.register_error(_LOOK_ALIKES, _look_alikes)
