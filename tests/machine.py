"""What tests need from the machine: a browser and a database server, which cannot come from PyPI; a free port; and time.

No test depends on how fast the machine is. Tests wait for what must happen, and so long that only a bug uses up the time.
"""

from __future__ import annotations

import os
import random
import socket
import time
from collections.abc import Callable

import pytest

PATIENCE = 120.0
"""Seconds to wait before giving up on something, however busy the machine is."""
NOT_TESTED = "NOT TESTED"
"""How the reason for such a skip begins; they are repeated at the end of the run."""


def need(found: str | None, what: str, how: str) -> str:
    """Returns what was found. If nothing was, the test is skipped loudly, or fails if CI is set."""
    if found:
        return found
    text = f"{NOT_TESTED}: there is no {what} on this machine ({how})"
    if os.environ.get("CI"):
        pytest.fail(text, pytrace=False)
    pytest.skip(text)


def wait_until(it_is_so: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until a condition holds; `what` is the error if it never does."""
    ends = time.monotonic() + patience
    while not it_is_so():
        assert time.monotonic() < ends, what
        time.sleep(0.02)


def free_port() -> int:
    """A free port to listen on now or later. The system does not give it to outgoing connections: those get higher numbers."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
