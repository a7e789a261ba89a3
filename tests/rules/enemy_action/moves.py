"""Helpers for tests of movement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import movement, strategic
from tests.rules.enemy_action.table import play, situation, state


def stack(side: str, top: str = "Movement") -> list[dict[str, Any]]:
    """The stack in the movement of an activation."""
    return [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": side, "stage": 1},
        {"frame": "Activation", "side": side, "stage": 3},
        {"frame": top, "side": side},
    ]


def moving(
    units: dict[str, str], side: str = "german", *, active: Iterable[str] | None = None, day: int = 21, **fields: Any
) -> Match:
    """A side moves; all its units are active, unless others are named. Nobody holds a card for a reaction."""
    prefix = ("de-",) if side == "german" else ("us-", "uk-")
    fields.setdefault("hand", {"german": [46], "allied": [5]})
    fields.setdefault("impulses", {"german": 5, "allied": 5})
    fields.setdefault("mode", "formation")
    chosen = [u for u, at in units.items() if u.startswith(prefix) and at in f.HEX] if active is None else [*active]
    return situation("", units, day=day, frames=stack(side), active=chosen, **fields)


def picked(units: dict[str, str], unit: str, side: str = "german", **fields: Any) -> Match:
    """The same, and one unit has been picked."""
    return play(moving(units, side, **fields), ("unit", unit))


def cost(match: Match, unit: str, place: str, spent: int = 0) -> int | None:
    """The points that the cheapest way to a hex costs."""
    return movement.reach(state(match), f.UNIT[unit], spent).cost(f.HEX[place])


def step(match: Match, unit: str, place: str) -> int | None:
    """The points that the first step of a move costs."""
    found = movement.next_steps(state(match), f.UNIT[unit], 0, 0)
    return next((n for n, some in enumerate(found) if some >> f.HEX[place] & 1), None)


def hexes(match: Match, unit: str) -> set[str]:
    """Where a unit can go by normal movement."""
    s = state(match)
    found = movement.reach(s, f.UNIT[unit])
    return set(f.HEX_NAMES.list_of(movement.destinations(s, f.UNIT[unit], found)))


def marches(match: Match, unit: str) -> set[str]:
    """Where a unit can go by strategic movement."""
    s = state(match)
    return set(f.HEX_NAMES.list_of(strategic.reach(s, f.UNIT[unit]).everywhere & ~(1 << s.at[f.UNIT[unit]])))


def river(name: str) -> int:
    """The number of a river side."""
    return f.RIVERS.index[name]


def owners(match: Match) -> set[str]:
    """The bridges that are German."""
    return {f.RIVERS.names[r] for r in each(state(match).german_bridges)}
