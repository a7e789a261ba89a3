"""Setting up a small situation of The Ardennes Offensive for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from typing import Any

import ardennes
from ardennes import Match
from ardennes.games import find


def situation(
    phase: str,
    units: dict[str, str],
    *,
    scenario: str = "1",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A position with these units (all others absent), game-turn 5 by default; dice are rolled by hand.

    `phase` is a name such as "german-movement"; `fields` are fields of the state as a position writes them, for example
    `turn=2`, `road=["us-cca-7"]`, `cut=["2311-2312"]`, `due={"us-cca-7": 5}`, `standard=True`.
    """
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "ardennes_offensive",
        "scenario": scenario,
        "options": options or {},
        "turn": 5,
        "phase": phase,
    }
    return ardennes.load_position(data | fields | {"units": units}, chance="manual")


def play(match: Match, *choices: tuple[str, Any] | str) -> Match:
    """Several answers one after the other; a verb without an argument is just its name."""
    for choice in choices:
        match.play(*((choice, None) if isinstance(choice, str) else choice))
    return match


def bad_position(phase: str, units: dict[str, str], **fields: Any) -> str:
    """Why a position is refused; it must be."""
    try:
        situation(phase, units, **fields)
    except ardennes.BadInput as error:
        return str(error)
    raise AssertionError("the position was accepted")


def offered(match: Match, verb: str) -> list[Any]:
    """The arguments offered for a verb now."""
    return match.decision.choices.get(verb, [])


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return str(match.position()["units"].get(unit, "absent"))


def refused(match: Match, verb: str, argument: Any = None) -> str:
    """The case by which a choice is refused; trying it must raise, and must change nothing."""
    assert any(hasattr(frame, f"on_{verb}") for frame in find("ardennes_offensive").frame_types), (
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
