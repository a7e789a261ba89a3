"""Setting up a small situation of Battles for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ardennes
from ardennes import Match
from ardennes.games import guest
from ardennes.games.battles import GAME
from ardennes.games.battles.state import BattlesState
from tests.rules.answers import offered as offered
from tests.rules.answers import play as play
from tests.rules.answers import refused as refused
from tests.rules.answers import where as where


def situation(
    phase: str,
    units: Mapping[str, str],
    *,
    turn: int = 3,
    scenario: str = "st_vith",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A position with these units (all others absent), on game turn 3 by default; all dice are rolled by hand.

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
    """A new match; all dice are rolled by hand."""
    with guest(GAME):
        return ardennes.new("battles", scenario=scenario, options=options, chance="manual")


def state(match: Match) -> BattlesState:
    """The state behind a match, for facts that no view shows."""
    found = match.state
    assert isinstance(found, BattlesState)
    return found


def asked(match: Match) -> tuple[str, str]:
    """Who is asked, and by which frame."""
    return match.decision.side, type(match.state.stack[-1]).__name__
