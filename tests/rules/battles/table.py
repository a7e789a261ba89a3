"""Setting up a small situation of Battles for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ardennes
from ardennes import Match
from ardennes.games import guest
from ardennes.games.battles.game import GAME
from ardennes.games.battles.state import BattlesState


def situation(
    phase: str,
    units: Mapping[str, str],
    *,
    turn: int = 3,
    scenario: str = "st_vith",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A position with these units (all others absent) on game turn 3 by default; everything that chance does is chosen by hand.

    `phase` is a name such as "german-movement" or "supply"; give `frames=[...]` to start in the middle. `fields` are fields of the state
    as a position writes them: `lost={"us-422-106": 1}`, `battery=["us-2-divarty"]`, `blown=["B1112-B1211"]`, `forts=["B1819"]`. Without
    `blown`, all bridges are intact.
    """
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "battles",
        "scenario": scenario,
        "options": options or {},
        "turn": turn,
    }
    if "frames" not in fields:
        data["phase"] = phase
    with guest(GAME):
        return ardennes.load_position(data | fields | {"units": dict(units)}, chance="manual")


def start(scenario: str = "st_vith", **options: Any) -> Match:
    """A new match; everything that chance does is chosen by hand."""
    with guest(GAME):
        return ardennes.new("battles", scenario=scenario, options=options, chance="manual")


def state(match: Match) -> BattlesState:
    """The state behind a match, for facts that no view shows."""
    found = match.state
    assert isinstance(found, BattlesState)
    return found


def play(match: Match, *choices: tuple[str, Any] | str) -> Match:
    """Several answers one after the other; a verb without an argument is just its name."""
    for choice in choices:
        match.play(*((choice, None) if isinstance(choice, str) else choice))
    return match


def asked(match: Match) -> tuple[str, str]:
    """Who is asked, and by which frame."""
    return match.decision.side, type(match.state.stack[-1]).__name__


def offered(match: Match, verb: str) -> list[Any]:
    """The arguments offered for a verb now."""
    return match.decision.choices.get(verb, [])


def where(match: Match, unit: str) -> str:
    """The hex or box of a unit."""
    return str(match.position()["units"].get(unit, "absent"))


def refused(match: Match, verb: str, argument: Any = None) -> str:
    """The case by which a choice is refused; trying it must raise, and must change nothing."""
    assert any(hasattr(frame, f"on_{verb}") for frame in GAME.frame_types), (
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
