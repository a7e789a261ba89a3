"""Snapshots that a match keeps for looking back, and what it reads from its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ardennes.core.errors import BadInput, IllegalChoice, plain
from ardennes.core.record import Choice
from ardennes.core.state import State


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A situation in a match, kept for looking back."""

    count: int
    state: State
    dice: int
    fixed: int
    told: int
    phases: int


def answers_in(entries: Sequence[Choice | int]) -> dict[str, int]:
    """How often each side has answered or undone something."""
    out: dict[str, int] = {}
    standing: list[str] = []
    for entry in entries:
        if isinstance(entry, int):
            changed = set(standing[entry:])
            del standing[entry:]
        else:
            standing.append(entry[0])
            changed = {entry[0]}
        for side in changed:
            out[side] = out.get(side, 0) + 1
    return out


def not_legal(number: int, by: str, verb: str, argument: object, error: IllegalChoice) -> BadInput:
    """The error for a recorded choice that was refused."""
    what = plain(verb) if argument is None else f"{plain(verb)} {plain(argument)}"
    return BadInput(f"choice {number} ({plain(by)}: {what}) is not legal: {error.reason} (case {error.case})")
