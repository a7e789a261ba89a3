"""Moving units in a rule test: pick one, ask what a hex costs, end phases."""

from __future__ import annotations

from typing import Any

from ardennes import Match
from ardennes.core.names import each
from ardennes.core.sequence import step_of
from ardennes.games.ardennes_offensive.facts import BOARD, HEX_NAMES, LIVE, ROAD, UNIT_NAMES, WEST_WALL
from ardennes.games.ardennes_offensive.state import OffensiveState
from tests.rules.ardennes_offensive.table import offered, play, situation

US, US_FOOT = "us-cca7", "us-39-i"
"""Allied mechanized (allowance 12) and foot (4)."""
DE, DE_FOOT, DE_DIVISION = "de-1ss-a", "de-5-3fj", "de-277"
"""German mechanized (10), foot (4), and an infantry division (4)."""


def inside(match: Match) -> OffensiveState:
    """The state of a match, typed."""
    s = match.state
    assert isinstance(s, OffensiveState)
    return s


def moving(unit: str, hex_: str, others: dict[str, str] | None = None, *, mech: bool = False, **fields: Any) -> Match:
    """A position in which the unit, and nobody else, has just been picked to move."""
    match = situation(
        f"{side_of(unit)}-{'mechanized' if mech else 'movement'}", {unit: hex_} | (others or {}), **fields
    )
    return play(match, ("unit", unit))


def side_of(unit: str) -> str:
    return "german" if unit.startswith("de-") else "allied"


def cost(match: Match, hex_: str, *, march: bool = False) -> int | None:
    """What it costs the picked unit to end in a hex, as the player sees it; None if it cannot."""
    verb = "march" if march else "hex"
    if hex_ not in offered(match, verb):
        return None
    s = inside(match)
    return int(s.stack[-1].hints(s)[verb][hex_]["cost"])


def marches(match: Match) -> set[str]:
    return set(offered(match, "march"))


def along_roads(hex_: str, hexes: int, side: str = "german") -> set[str]:
    """The hexes at most so many road hexes away, the hex itself left out; Allied columns do not enter the West Wall."""
    start = 1 << HEX_NAMES.index[hex_]
    enter = LIVE if side == "german" else LIVE & ~WEST_WALL
    return {HEX_NAMES.names[p] for ring in BOARD.rings(start, ROAD, enter, LIVE, hexes)[1:] for p in each(ring)}


def phase(match: Match) -> str:
    return step_of(match.state).name


def end_to(match: Match, wanted: str) -> Match:
    """End phase after phase until another begins."""
    for _ in range(40):
        if phase(match) == wanted:
            return match
        match.play(*(("die", 6) if "die" in match.decision.choices else ("done", None)))
    raise AssertionError(f"{wanted} did not come")


def must(match: Match) -> set[str]:
    """The units that have to act before the side can go on."""
    s = inside(match)
    left = s.stack[-1].undone(s)
    return set() if left is None else set(UNIT_NAMES.list_of(left.must))


def marked(match: Match, field: str) -> set[str]:
    """The units in a set of the state."""
    return {UNIT_NAMES.names[u] for u in each(getattr(inside(match), field))}
