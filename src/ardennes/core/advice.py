"""Advice by frame: a game's player `greedy` has one adviser per question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ardennes.core.state import Frame, State

Adviser = Callable[[Any, Any], tuple[str, Any]]
"""adviser(state, frame): the choice it would make, in internal numbers."""


class BadAdvice(Exception):
    """An adviser's answer is not among the choices: a bug in the adviser."""


def advice_by_frame(s: State, advisers: Mapping[type[Frame], Adviser]) -> tuple[str, Any]:
    """The answer of the pending frame's adviser. Raises BadAdvice if it is not offered, rather than hide the bug."""
    assert s.decision is not None
    frame = s.stack[-1]
    verb, raw = advisers[type(frame)](s, frame)
    if not s.decision.offers(verb, raw):
        raise BadAdvice(f"{type(frame).__name__}: {verb} {raw!r} is not offered; offered: {s.decision.choices}")
    return verb, raw
