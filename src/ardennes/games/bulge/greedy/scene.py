"""What moves are compared with: the situation at one question in a movement phase."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.greedy.threat import Threat
from ardennes.games.bulge.state import BulgeState, free_hexes


class Order(NamedTuple):
    unit: Unit
    place: Place


class Scene:
    """What is needed to compare moves, worked out once per question."""

    def __init__(self, s: BulgeState, side: Side, movable: Units) -> None:
        self.s = s
        self.side = side
        self.foe_zone = s.zoc(1 - side)
        self.free = free_hexes(s)
        self.supplied = supply.hexes_in_supply(s, side)
        at = s.at
        self.ready = [u for u in each(movable) if at[u] < 0 or self.supplied >> at[u] & 1]
        self.movable = movable
        self.committed = s.places_of(s.on_map(side) & ~movable)

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could do next turn. Not every player cares."""
        return Threat(self.s, self.side)
