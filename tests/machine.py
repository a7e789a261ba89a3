"""Things of the machine that some tests need and Python cannot bring: a browser, a database server."""

from __future__ import annotations

import os

import pytest

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
