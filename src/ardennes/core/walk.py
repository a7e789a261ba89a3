"""A move along a path, place by place, in which something can happen on the way.

A player clicks a destination once; the walk goes there step by step. Whatever happens in a place (a chance for the other side to react, a
die) is a frame that `enter` pushes; when it is done the walk continues. If the next step is no longer possible, or the rules say so, the
walk ends where it is and the game asks its player again.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Annotated, Any

from ardennes.core.fields import OWNER, seen_by
from ardennes.core.kinds import Place, Side, Unit
from ardennes.core.state import Frame


def _unknown(s: Any, holder: Any, owner: int, rng: random.Random) -> tuple[int, ...]:
    """Nobody else knows where a walk leads: as far as they can tell it may end here."""
    return ()


@dataclass(frozen=True, slots=True)
class Walk(Frame):
    """One unit goes along a path. A game derives its own and says what a step is."""

    side: Side
    unit: Unit
    path: Annotated[tuple[Place, ...], seen_by(OWNER, draw=_unknown)]
    """The places still to enter. Only the side that moves knows them."""

    def decide(self, s: Any) -> None:
        if not self.path or not self.can_enter(s, self.path[0]):
            s.pop()
            self.halt(s)
            return
        s.become(replace(self, path=self.path[1:]))
        self.enter(s, self.path[0])

    def can_enter(self, s: Any, place: Place) -> bool:
        """Is the next step (still) possible?"""
        return True

    def enter(self, s: Any, place: Place) -> None:
        """The unit comes into a place. May push what happens there; may end the walk by `s.become` of something else."""
        raise NotImplementedError

    def halt(self, s: Any) -> None:
        """The walk is over, at the end of its path or before; the frame is off the stack."""


Row = tuple[Place, ...]


def path_to(before: dict[Place, Place], start: Place, end: Place) -> Row:
    """The places from a start (not among them) to an end, given the place before each on the way.

    >>> path_to({3: 2, 2: 1}, 1, 3)
    (2, 3)
    """
    out = [end]
    while (last := before[out[-1]]) != start:
        out.append(last)
    return tuple(reversed(out))
