"""Asking and answering in a rule test: what is offered, what is refused and by which case. For the tables of all games."""

from __future__ import annotations

from typing import Any

import ardennes
from ardennes import Match


def offered(match: Match, verb: str) -> list[Any]:
    """The arguments offered for a verb now."""
    return match.decision.choices.get(verb, [])


def where(match: Match, unit: str) -> str:
    """The place or box of a unit."""
    return str(match.position()["units"].get(unit, "absent"))


def play(match: Match, *choices: tuple[str, Any] | str) -> Match:
    """Several answers one after the other; a verb without an argument is just its name."""
    for choice in choices:
        match.play(*((choice, None) if isinstance(choice, str) else choice))
    return match


def refused(match: Match, verb: str, argument: Any = None) -> str:
    """The case by which a choice is refused; trying it must raise, and must change nothing."""
    assert any(hasattr(frame, f"on_{verb}") for frame in match.game.frame_types), (
        f"no question of the game has the answer '{verb}'"
    )
    why = match.explain(verb, argument)
    assert why is not None, f"{verb} {argument} is offered"
    before = match.state.digest()
    try:
        match.play(verb, argument)
    except ardennes.IllegalChoice as error:
        assert error.case == why.case
        assert match.state.digest() == before
        return why.case
    raise AssertionError(f"{verb} {argument} was accepted although it is explained as refused")
