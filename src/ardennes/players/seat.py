"""A seat at the table: what a player may see and do, no more than a human there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol

from ardennes.core.decision import Decision, Refusal
from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.match import Match
from ardennes.core.state import State


class Seat:
    """One side of a match, as its player sees it."""

    def __init__(self, match: Match, side: str) -> None:
        match.game.side_number(side)
        self._match = match
        self.side = side

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def decision(self) -> Decision:
        """The question this side is asked; an error if it is not asked."""
        decision = self._match.decision
        if decision.side != self.side:
            raise BadInput(f"{self.side} is not asked: {decision.side} is")
        return decision

    @property
    def view(self) -> dict[str, Any]:
        return self._match.view(self.side)

    def imagine(self, rng: random.Random) -> State:
        """A state that fits what the side knows, with everything hidden drawn anew."""
        return self._match.imagine(self.side, rng)

    def preview(self) -> dict[str, Any] | None:
        return self._match.preview(self.side)

    def explain(self, verb: str, argument: Any = None) -> Refusal | None:
        return self._match.explain(verb, argument, by=self.side)


class Player(Protocol):
    """Whoever answers for a side."""

    def choose(self, seat: Seat) -> tuple[str, Any]: ...


def play_out(match: Match, players: Mapping[str, Player], limit: int = 1_000_000) -> None:
    """Let players answer until the game is over (or `limit` more choices are made)."""
    seats = {side: Seat(match, side) for side in players}
    stop = match.count + limit
    while match.result is None and match.count < stop:
        side = match.decision.side
        verb, argument = players[side].choose(seats[side])
        match.play(verb, argument, by=side)
