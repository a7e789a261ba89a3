"""Before and between battles: free set-up, closed sections, the paradrop."""

from __future__ import annotations

from typing import Any

from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import ALLIED, BOARD, ENTRY, GERMAN, LIVE, ROAD_HEXES, SECTIONS
from ardennes.games.ardennes_offensive.greedy.scene import threats
from ardennes.games.ardennes_offensive.reinforcements import Detour, Drop, is_closed, next_sections
from ardennes.games.ardennes_offensive.setup import SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState

Choice = tuple[str, Any]


def detour(s: OffensiveState, frame: Detour) -> Choice:
    """14.1A An open section, if there is one; the one with fewer Germans in front of it."""

    def guarded(n: int) -> tuple[bool, int, int]:
        places = BOARD.grow(sum(1 << p for p in _gates(n)), 5)
        return is_closed(s, n), (s.live(GERMAN) & places).bit_count(), n

    best = min(next_sections(s, frame.section, frame.section), key=guarded)
    return "box", ~ENTRY[SECTIONS[best]]


def _gates(section: int) -> list[int]:
    from ardennes.games.ardennes_offensive.facts import GATES

    return each(GATES[SECTIONS[section]])


def drop(s: OffensiveState, frame: Drop) -> Choice:
    """15.0 On a road behind the enemy's front, near many of his units, where he cannot strike at once in strength."""
    assert s.decision is not None
    threat = threats(s, ALLIED)
    front = s.live(GERMAN)
    enemy = s.live(ALLIED)

    def value(p: int) -> tuple[float, int]:
        near = (enemy & BOARD.within(p, 3)).bit_count()
        road = 0.4 if ROAD_HEXES >> p & 1 else 0.0
        help_near = 0.3 if front & BOARD.within(p, 4) else 0.0
        return 0.25 * near + road + help_near - 0.08 * threat[p], -p

    return "drop", max(each(s.decision.raw["drop"] & LIVE), key=value)


def set_up(s: OffensiveState, frame: SetUp) -> Choice:
    """17.0 As in history."""
    assert s.decision is not None
    if frame.holding >= 0:
        return "hex", each(s.decision.raw["hex"])[0]
    return "done", None
