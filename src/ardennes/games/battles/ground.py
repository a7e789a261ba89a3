"""What it does to a hex that a unit comes in: control of places (b17.2) and dumps (16.52, 16.56)."""

from __future__ import annotations

from functools import cache

from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.names import bits
from ardennes.games.battles import dumps
from ardennes.games.battles.facts import GERMAN, SCENARIOS, SIDE, hex_at
from ardennes.games.battles.state import BattlesState


@cache
def valued(scenario: str) -> Places:
    """b17.2, b23.2: the places that count in a scenario, by one of its plans too."""
    row = SCENARIOS[scenario]
    return bits(hex_at(name) for values in (row, *row.get("plans", [])) for name in values["values"])


def entered(s: BattlesState, unit: Unit, place: Place) -> None:
    """A unit is in a hex, or passes through it, by movement, retreat or advance."""
    side = SIDE[unit]
    bit = 1 << place
    if bit & valued(s.setup.scenario):
        s.held = s.held | bit if side == GERMAN else s.held & ~bit
    dumps.captured(s, place, side)
