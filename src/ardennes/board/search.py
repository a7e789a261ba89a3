"""Searches shared by all games: how far a unit can go, by which way, and what a network connects.

All work on whole sets of places at once. Costs are integers from 1; a game with fractional costs uses the fraction as its unit. The layers
must be the same in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.board.base import Board, Layer
from ardennes.board.bits import each

Way = tuple[Layer, tuple[tuple[int, int], ...]]
"""A mode of movement: the sides that can be crossed, and pairs (cost, places entered at this cost)."""


class Lead(NamedTuple):
    """Movement of another kind that comes first, such as along a road: the search goes on from everywhere it leads to."""

    layer: Layer
    rings: Sequence[int]
    """The start, then the places one side further on, and so on (see `Board.rings`)."""
    costs: Sequence[int]
    """What each ring costs."""


class Reached:
    """What a search has found: the places by cost, and the cheapest way to each. Ways are worked out only when somebody asks."""

    __slots__ = ("_back", "_board", "_lead", "_seeds", "_stop", "_ways", "levels")

    def __init__(
        self,
        board: Board,
        levels: list[int],
        seeds: Sequence[int],
        ways: Sequence[Way],
        stop: int,
        lead: Lead | None,
        back: bool,
    ) -> None:
        self.levels = levels
        """The places for exactly 0, 1, ... points. A place can be there several times; its cost is the lowest."""
        self._board = board
        self._seeds = seeds
        self._ways = ways
        self._stop = stop
        self._lead = lead
        self._back = back

    @property
    def everywhere(self) -> int:
        """All places found."""
        out = 0
        for level in self.levels:
            out |= level
        return out

    def cost(self, place: int) -> int | None:
        """The cost of a place; None if it was not reached."""
        return next((k for k, level in enumerate(self.levels) if level >> place & 1), None)

    def by_cost(self) -> Iterator[tuple[int, int]]:
        """Each cost with the places that cost so much."""
        seen = 0
        for cost, level in enumerate(self.levels):
            yield cost, level & ~seen
            seen |= level

    def way(self, place: int) -> list[int]:
        """A cheapest way, from a start to the place, both included."""
        cost = self.cost(place)
        if cost is None:
            raise ValueError("this place was not reached")
        out = [place]
        while (step := self._step_back(out[-1], cost)) is not None:
            out.append(step[0])
            cost = step[1]
        out.reverse()
        return out

    def before(self) -> dict[int, int]:
        """For each place the one before it on a cheapest way; a start has none."""
        out = {}
        for cost, places in self.by_cost():
            for place in each(places):
                step = self._step_back(place, cost)
                if step is not None:
                    out[place] = step[0]
        return out

    def _step_back(self, place: int, cost: int) -> tuple[int, int] | None:
        """The place before this one, and its cost; None at a start."""
        bit = 1 << place
        if cost < len(self._seeds) and self._seeds[cost] & bit:
            return None
        spread, levels = self._board.spread, self.levels
        lead = self._lead
        if lead is not None:
            ring = next((n for n, some in enumerate(lead.rings) if some & bit), -1)
            if ring == 0:
                return None
            if ring > 0 and lead.costs[ring] == cost:
                found = _lowest(spread(bit, lead.layer) & lead.rings[ring - 1] & ~self._stop)
                return found, self.cost(found) or 0
        for layer, costs in self._ways:
            near = spread(bit, layer) & ~self._stop
            for price, places in costs:
                if price <= cost and (self._back or places & bit):
                    before = near & levels[cost - price]
                    if self._back:
                        before &= places
                    if before:
                        return _lowest(before), cost - price
        raise AssertionError("every place but a start has one before it")


def _lowest(places: int) -> int:
    return (places & -places).bit_length() - 1


def _levels(seeds: Sequence[int], budget: int, lead: Lead | None) -> list[int]:
    levels = list(seeds[: budget + 1])
    levels += [0] * (budget + 1 - len(levels))
    if lead is not None:
        for ring, cost in zip(lead.rings, lead.costs, strict=True):
            levels[cost] |= ring
    return levels


def reach(
    board: Board,
    seeds: Sequence[int],
    budget: int,
    ways: Sequence[Way],
    enter: int,
    stop: int,
    lead: Lead | None = None,
) -> Reached:
    """Where a unit can be after spending up to `budget` points.

    `seeds[k]` are the places where it can start for k points; `enter` is the places it may enter at all; from a place in `stop`
    it goes no further (if it starts there, remove it from `stop`).
    """
    levels = _levels(seeds, budget, lead)
    seen = stop
    spread = board.spread
    least = [(min([cost for cost, _ in costs], default=budget + 1), layer, costs) for layer, costs in ways]
    for spent in range(budget):
        here = levels[spent] & ~seen
        if not here:
            continue
        seen |= here
        room = budget - spent
        for low, layer, costs in least:
            if low <= room and (there := spread(here, layer) & enter):
                for cost, places in costs:
                    if cost <= room:
                        levels[spent + cost] |= there & places
    return Reached(board, levels, seeds, ways, stop, lead, back=False)


def reach_back(
    board: Board, seeds: Sequence[int], budget: int, ways: Sequence[Way], stop: int, lead: Lead | None = None
) -> Reached:
    """From where a unit could get to a seed with up to `budget` points: each step costs what it takes to enter the place nearer to the
    seed. No way leads through a place in `stop`, though one may begin there. `Reached.way` leads from the seed."""
    levels = _levels(seeds, budget, lead)
    spread = board.spread
    seen = 0
    going_on: list[int] = []
    for spent, found in enumerate(levels):
        for layer, costs in ways:
            some = 0
            for cost, places in costs:
                if cost <= spent:
                    some |= going_on[spent - cost] & places
            if some:
                found |= spread(some, layer)
        found &= ~seen
        seen |= found
        levels[spent] = found
        going_on.append(found & ~stop)
    return Reached(board, levels, seeds, ways, stop, lead, back=True)


def flood(board: Board, seeds: int, layer: Layer, allowed: int) -> int:
    """Everything connected to the seeds over sides of the layer through allowed places (seeds must be allowed too)."""
    out = 0
    for ring in board.rings(seeds & allowed, layer, allowed, allowed, allowed.bit_count()):
        out |= ring
    return out
