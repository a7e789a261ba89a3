"""What tests need of the machine: a browser and a database server, which Python cannot bring; a free port; and time.

No test passes or fails by how fast the machine is. What is sure to come is waited for, with so much patience that only a fault uses it up.
"""

from __future__ import annotations

import os
import random
import socket
import time
from collections.abc import Callable

import pytest

PATIENCE = 120.0
"""Seconds after which something that should have come is missing, on a machine however busy."""
NOT_TESTED = "NOT TESTED"
"""How the reason of such a skip begins; the end of the run repeats these in capitals."""


def need(found: str | None, what: str, how: str) -> str:
    """What was found. If nothing was, the test is skipped loudly; where CI is set it fails."""
    if found:
        return found
    text = f"{NOT_TESTED}: there is no {what} on this machine ({how})"
    if os.environ.get("CI"):
        pytest.fail(text, pytrace=False)
    pytest.skip(text)


def wait_until(it_is_so: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so; `what` says what is missing if it never is."""
    ends = time.monotonic() + patience
    while not it_is_so():
        assert time.monotonic() < ends, what
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody uses, to listen at now or later. The system gives it to no connection meanwhile: those get higher numbers."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
