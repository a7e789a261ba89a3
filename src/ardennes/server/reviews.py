"""After a game: where the players' choices cost most. Worked out part by part in the programs' processes, with progress."""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from ardennes.players.review import Mistake, doubtful, worst
from ardennes.server.problems import Problem
from ardennes.server.robots import Robots, looked_at
from ardennes.server.table import Table
from ardennes.server.tokens import ALL, WATCH
from ardennes.server.worker import Looked, look, look_again

log = logging.getLogger(__name__)
KEPT = 100
"""How many reviews are remembered."""
FEW, SOME = 3, 20
"""How many intentions are looked at in one call: programs at other tables want to play in between."""
_FIRST = 0.6
"""How much of the work the first look is, more or less."""


@dataclass(slots=True)
class Review:
    """A review, done or under way."""

    progress: float = 0.0
    mistakes: list[Mistake] | None = None
    failed: bool = False


class Reviews:
    """The reviews of this process."""

    def __init__(self, robots: Robots) -> None:
        self._robots = robots
        self._known: OrderedDict[tuple[int, int, tuple[str, ...]], Review] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, table: Table, role: str) -> dict[str, Any]:
        """Begin the review of a role's choices, unless there is one, and say how far it is."""
        key = _key(table, role)
        found = self._known.get(key)
        if found is None or found.failed:
            found = self._known[key] = Review()
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
            task = asyncio.ensure_future(self._work(found, looked_at(table, key[2])))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return _plain(table, role, found)

    def status(self, table: Table, role: str) -> dict[str, Any]:
        """How far the review of a role's choices is."""
        return _plain(table, role, self._known.get(_key(table, role)))

    async def _work(self, review: Review, looked: Looked) -> None:
        try:
            found: list[Mistake | None] = []
            count = SOME
            for start in range(0, 1_000_000, SOME):
                if start >= count:
                    break
                count, some = await self._robots.run(look, looked, start, start + SOME)
                found += some
                review.progress = _FIRST * min(1.0, (start + SOME) / max(1, count))
            again = doubtful(found)
            sure: list[Mistake | None] = []
            for start in range(0, len(again), FEW):
                sure += await self._robots.run(look_again, looked, again[start : start + FEW])
                review.progress = _FIRST + (1 - _FIRST) * min(1.0, (start + FEW) / len(again))
            review.mistakes, review.progress = worst(sure), 1.0
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a review failed")
            review.failed = True

    async def close(self) -> None:
        """Stop looking."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _key(table: Table, role: str) -> tuple[int, int, tuple[str, ...]]:
    if role == WATCH:
        raise Problem(403, "not_yours", "only players can do this")
    if table.live.result is None:
        raise Problem(403, "not_over", "the game is not over yet")
    if not table.live.game.plans:
        raise Problem(422, "refused", "there is no planner for this game")
    sides = tuple(table.humans) if role == ALL else (role,)
    return table.id, len(table.live.record.entries), sides


def _plain(table: Table, role: str, review: Review | None) -> dict[str, Any]:
    mistakes = None if review is None else review.mistakes
    moments = table.live.moments(table.reader(role)) if mistakes else []
    game = table.live.game
    return {
        "progress": None if review is None or review.failed else review.progress,
        "failed": review is not None and review.failed,
        "choices": None
        if mistakes is None
        else [
            {
                "moment": max(0, bisect_right(moments, one.deed.count) - 1),
                "turn": one.turn,
                "date": game.day_of(one.turn),
                "side": one.deed.side,
                "done": one.done,
                "better": one.better,
                "loss": one.loss,
            }
            for one in mistakes
        ],
    }
