"""Advice by frame: a game's player `greedy` has one adviser per question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from ardennes.core.state import Frame, State

Adviser = Callable[[Any, Any], tuple[str, Any]]
"""adviser(state, frame): the choice it would make, in internal numbers."""


class BadAdvice(Exception):
    """An adviser's answer is not among the choices: a bug in the adviser."""


class Planned(Protocol):
    """An attack that a player thinks of making."""

    @property
    def value(self) -> float: ...
    @property
    def target(self) -> int: ...


A = TypeVar("A", bound=Planned)


def best_first(
    again: Callable[[int], A | None],
    targets: Iterable[int],
    least: float,
    spend: Callable[[A], None],
    stale: Callable[[A, A], bool],
) -> list[A]:
    """The attacks worth more than `least`, best first. `again` plans the best attack on a target with whoever is left, `spend` uses up
    the units of the attack that was taken, and `stale` says whether another plan has to be made again because of it."""
    found = {target: again(target) for target in targets}
    out: list[A] = []
    while True:
        some = [plan for plan in found.values() if plan is not None and plan.value > least]
        if not some:
            return out
        best = max(some, key=lambda plan: (plan.value, -plan.target))
        out.append(best)
        del found[best.target]
        spend(best)
        for target, other in found.items():
            if other is not None and stale(other, best):
                found[target] = again(target)


def still_meant(s: State, meant: tuple[int, tuple[str, Any]] | None, unit: int) -> tuple[str, Any] | None:
    """What was meant for a unit when it was picked (unit and choice), if it is offered now."""
    assert s.decision is not None
    if meant is not None and meant[0] == unit and s.decision.offers(*meant[1]):
        return meant[1]
    return None


def advice_by_frame(s: State, advisers: Mapping[type[Frame], Adviser]) -> tuple[str, Any]:
    """The answer of the pending frame's adviser. Raises BadAdvice if it is not offered, rather than hide the bug."""
    assert s.decision is not None
    frame = s.stack[-1]
    verb, raw = advisers[type(frame)](s, frame)
    if not s.decision.offers(verb, raw):
        raise BadAdvice(f"{type(frame).__name__}: {verb} {raw!r} is not offered; offered: {s.decision.choices}")
    return verb, raw
