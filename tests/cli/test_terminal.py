"""Playing at a real terminal: its size, its keys, its letters."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ardennes
from ardennes.terminal.screen import Screen, plain_letters, uninterrupted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
START = ("play", "bulge", "--seed", "7", "--allied", "random")
SPACES = ("play", "commander", "--seed", "7")
CTRL_C, CTRL_D = b"\x03", b"\x04"


class Terminal:
    """The command at a terminal of 80 columns and 24 lines."""

    def __init__(self, *argv: str, **environment: str) -> None:
        import fcntl
        import pty
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [sys.executable, "-c", "import sys; from ardennes.cli import main; sys.exit(main())", *argv]
        known = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")}
        self.child = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**known, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )
        os.close(theirs)
        self.seen = self.raw = ""
        self._new = b""

    def until(self, mark: str) -> str:
        """What appears up to and including these words, without colours. Anything after them is left for the next call."""
        wanted = mark.encode()
        assert self._comes(wanted, 60), f"no {mark!r} for 60 s after {self._new[-500:]!r}"
        head, _, self._new = self._new.partition(wanted)
        raw = (head + wanted).decode("utf-8", "replace")
        text = re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", raw).replace("\r\n", "\n")
        self.raw += raw
        self.seen += text
        return text

    def type(self, line: str) -> None:
        os.write(self.ours, line.encode() + b"\n")

    def _comes(self, wanted: bytes, seconds: float) -> bool:
        """Does this appear before there are this many seconds of silence?"""
        while wanted not in self._new:
            if not select.select([self.ours], [], [], seconds)[0]:
                return False
            try:
                more = os.read(self.ours, 10_000)
            except OSError:  # the child has closed the terminal
                more = b""
            if not more:
                return False
            self._new += more
        return True

    def press(self, key: bytes, mark: str) -> str:
        """Press a key, and once more if nothing happens: a signal between the prompt and the wait for a key is lost until the next one."""
        self._new = b""
        os.write(self.ours, key)
        if not self._comes(mark.encode(), 10):
            os.write(self.ours, key)
        return self.until(mark)

    def ends(self) -> int:
        status = self.child.wait(timeout=30)
        assert "Traceback" not in self.seen
        return status


@contextlib.contextmanager
def terminal(*argv: str, **environment: str) -> Iterator[Terminal]:
    found = Terminal(*argv, **environment)
    try:
        yield found
    finally:
        found.child.kill()
        found.child.wait()
        os.close(found.ours)


@pytest.mark.parametrize("end", [CTRL_D, b"quit\n"], ids=["Ctrl-D", "quit"])
def test_leaving_saves_the_game(end: bytes, data_home: Path) -> None:
    with terminal(*START) as t:
        t.until("german> ")
        t.type("done")
        t.until("german> ")
        os.write(t.ours, end)
        t.until("--continue' continues")
        assert t.ends() == 0
    assert f"Saved in {next(data_home.glob('*.jsonl'))}" in t.seen.replace("\n", "")


def test_the_first_ctrl_c_clears_the_line_and_the_second_asks(data_home: Path) -> None:
    with terminal(*START) as t:
        t.until("german> ")
        t.type("done")
        t.until("german> ")
        os.write(t.ours, b"stuff")
        t.until("stuff")
        t.press(CTRL_C, "german> ")
        t.press(CTRL_C, "Leave the game? It is saved. [y/N] ")
        t.type("n")
        t.until("german> ")
        t.type("lehr")  # nothing is left of what was cleared
        t.until("Move Pz Lehr")
        t.until("german> ")
        t.press(CTRL_C, "german> ")
        t.press(CTRL_C, "[y/N] ")
        t.type("y")
        t.until("--continue' continues")
        assert t.ends() == 0
    assert list(data_home.glob("*.jsonl"))


def test_pressing_ctrl_c_three_times_always_leaves() -> None:
    with terminal(*START) as t:
        t.until("german> ")
        t.press(CTRL_C, "german> ")
        t.press(CTRL_C, "Leave the game? [y/N] ")
        t.press(CTRL_C, "Nothing was played")
        assert t.ends() == 0


@pytest.mark.parametrize("keys", [[CTRL_D], [CTRL_C, CTRL_C, CTRL_C], [b"quit\n"]], ids=["Ctrl-D", "Ctrl-C", "quit"])
def test_the_same_keys_leave_where_enter_is_asked_for(keys: list[bytes]) -> None:
    marks = {CTRL_D: ["Saved in"], CTRL_C: ["more lines", "[y/N] ", "Saved in"], b"quit\n": ["Saved in"]}[keys[0]]
    with terminal(*START) as t:
        t.until("german> ")
        t.type("done")
        t.until("german> ")
        t.type("help")
        t.until("Enter, or q to skip --")
        for key, mark in zip(keys, marks, strict=True):
            t.press(key, mark)
        assert t.ends() == 0


def test_help_fits_the_screen_page_by_page() -> None:
    with terminal(*SPACES) as t:
        first = t.until("german> ").splitlines()
        assert len(first) == 24  # the whole screen and no more
        assert first[0].startswith("Turn 1 of 13") and "'help' explains" in first[-2]
        t.type("help")
        page = t.until("Enter, or q to skip --").splitlines()
        assert len(page) == 1 + 24  # what was typed, 23 lines, and the line that waits
        t.type("")
        assert "% forest, : woods, ^ broken, . clear." in t.until("german> ")


def test_a_command_may_be_typed_where_enter_is_asked_for() -> None:
    with terminal(*SPACES) as t:
        t.until("german> ")
        t.type("list")
        t.until("Enter, or q to skip --")
        t.type("rule 4-activation")
        assert "Activation" in t.until("german> ").splitlines()


def test_ctrl_c_while_the_program_thinks_does_no_harm(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text("import time\nclass Slow:\n    def choose(self, seat):\n        time.sleep(600)\n")
    with terminal("play", "commander", "--seed", "7", "--german", f"{slow}:Slow") as t:
        t.until("is thinking")
        t.press(CTRL_C, "Leave the game? [y/N] ")
        t.type("y")
        t.until("Nothing was played")
        assert t.ends() == 0


def test_colours_are_left_out_if_they_are_not_wanted() -> None:
    with terminal(*SPACES, NO_COLOR="1") as t:
        t.until("german> ")
        assert "\x1b[1m" not in t.raw and "\x1b[3" not in t.raw


def test_a_game_without_its_seed_is_offered_new_dice(tmp_path: Path) -> None:
    match = ardennes.new("commander", seed=7)
    match.play("activate", "Dasburg")
    match.record.save(tmp_path / "seedless")
    with terminal("play", "--load", str(tmp_path / "seedless")) as t:
        t.until("new dice? [Y/n] ")
        t.type("")
        assert "Move an active unit" in t.until("german> ")
    with terminal("play", "--load", str(tmp_path / "seedless")) as t:
        t.until("new dice? [Y/n] ")
        t.type("n")
        assert t.ends() == 0


# --- letters ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "Gemünd"), ("latin-1", "Gemünd"), ("ascii", "Gemund")],
    ids=["utf-8", "latin-1", "ascii"],
)
def test_names_keep_their_accents_where_the_terminal_has_them(encoding: str, shown: str) -> None:
    command = [sys.executable, "-c", "import sys; from ardennes.cli import main; sys.exit(main())", *SPACES]
    done = subprocess.run(
        command,
        input=b"quit\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        check=True,
    )
    text = done.stdout.decode(encoding)
    assert f"1) {shown} " in text and "?" not in text


def test_letters_the_terminal_lacks_are_replaced_by_look_alikes() -> None:
    assert plain_letters("Neufchâteau, Prüm, ×2 – “Sauer/Sûre”") == 'Neufchateau, Prum, x2 - "Sauer/Sure"'


# --- Ctrl-C --------------------------------------------------------------------------------------------------------------------------


def test_what_must_not_be_interrupted_is_finished_first() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), uninterrupted():
        os.kill(os.getpid(), signal.SIGINT)
        steps.append("done")
    assert steps == ["done"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_screen_that_is_not_a_terminal_is_80_columns_wide() -> None:
    assert Screen().width == 80
