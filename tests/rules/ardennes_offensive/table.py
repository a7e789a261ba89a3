"""Setting up a small situation of The Ardennes Offensive for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from typing import Any

import ardennes
from ardennes import Match
from tests.rules.answers import offered as offered
from tests.rules.answers import play as play
from tests.rules.answers import refused as refused
from tests.rules.answers import where as where


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


def bad_position(phase: str, units: dict[str, str], **fields: Any) -> str:
    """Why a position is refused; it must be."""
    try:
        situation(phase, units, **fields)
    except ardennes.BadInput as error:
        return str(error)
    raise AssertionError("the position was accepted")
