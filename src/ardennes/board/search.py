"""Searches shared by all games: how far a unit can go, by which path, and what a network connects.

All work on whole sets of places at once. Costs are integers from 1; a game with fractional costs uses the fraction as its unit.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board.base import Board, Layer
from ardennes.board.bits import each

Way = tuple[Layer, tuple[tuple[int, int], ...]]
"""A mode of movement: the sides that can be crossed, and pairs (cost, places entered at this cost)."""


def reach(board: Board, seeds: Sequence[int], budget: int, ways: Sequence[Way], enter: int, stop: int) -> list[int]:
    """Where a unit can be after spending exactly 0, 1, ... `budget` points.

    `seeds[k]` are the places where it can start for k points; `enter` is the places it may enter at all; from a place in `stop`
    it goes no further (if it starts there, remove it from `stop`).

    A place can appear at several costs; its cost is the lowest.
    """
    levels = list(seeds[: budget + 1])
    levels += [0] * (budget + 1 - len(levels))
    seen = stop
    spread = board.spread
    for spent in range(budget):
        here = levels[spent] & ~seen
        if not here:
            continue
        seen |= here
        room = budget - spent
        for layer, costs in ways:
            there = spread(here, layer) & enter
            if there:
                for cost, places in costs:
                    if cost <= room:
                        levels[spent + cost] |= there & places
    return levels


def path_to(
    board: Board, levels: Sequence[int], ways: Sequence[Way], stop: int, target: int, seeds: Sequence[int]
) -> list[int]:
    """A cheapest path found by `reach`, from a seed to the target, both included. The layers must be the same in both directions."""
    bit = 1 << target
    spent = next((k for k, level in enumerate(levels) if level & bit), -1)
    if spent < 0:
        raise ValueError("this place was not reached")
    path = [target]
    here = target
    while not (spent < len(seeds) and seeds[spent] >> here & 1):
        here, spent = _step_back(board, levels, ways, stop, here, spent)
        path.append(here)
    path.reverse()
    return path


def _step_back(
    board: Board, levels: Sequence[int], ways: Sequence[Way], stop: int, here: int, spent: int
) -> tuple[int, int]:
    for layer, costs in ways:
        for cost, places in costs:
            if cost <= spent and places >> here & 1:
                before = board.spread(1 << here, layer) & levels[spent - cost] & ~stop
                if before:
                    return each(before)[0], spent - cost
    raise ValueError("this place was not reached")


def flood(board: Board, seeds: int, layer: Layer, allowed: int) -> int:
    """Everything connected to the seeds over sides of the layer through allowed places (seeds must be allowed too)."""
    out = 0
    for ring in board.rings(seeds & allowed, layer, allowed, allowed, allowed.bit_count()):
        out |= ring
    return out
