"""Setting up a small situation of Bulge for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from typing import Any

import ardennes
from ardennes import Match
from tests.rules.answers import offered as offered
from tests.rules.answers import refused as refused
from tests.rules.answers import where as where


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
