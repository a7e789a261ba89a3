"""Setting up a small situation of Bulge for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from typing import Any

import ardennes
from ardennes import Match
from ardennes.games import find


def situation(phase: str, units: dict[str, str], *, options: dict[str, Any] | None = None, **fields: Any) -> Match:
    """A position with these units (all others absent), game turn 5 and overcast by default; dice are rolled by hand.

    `phase` is a name such as "german-movement"; `fields` are fields of the state as a position writes them, for example
    `turn=2`, `weather="clear"`, `interdiction={"allied": ["0508"]}`, `support={"german": 2}`, `gate={"uk-43": "0225"}`.
    """
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "bulge",
        "options": options or {},
        "turn": 5,
        "phase": phase,
    }
    return ardennes.load_position(data | fields | {"units": units}, chance="manual")


def offered(match: Match, verb: str) -> list[Any]:
    """The arguments offered for a verb now."""
    return match.decision.choices.get(verb, [])


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return str(match.position()["units"].get(unit, "absent"))


def refused(match: Match, verb: str, argument: Any = None) -> str:
    """The case by which a choice is refused; trying it must raise, and must change nothing."""
    assert any(hasattr(frame, f"on_{verb}") for frame in find("bulge").frame_types), (
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
