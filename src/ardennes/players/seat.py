"""A seat at the table: what a player may see and do, no more than a human in the same seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ardennes.core.decision import CHANCE, Decision, Refusal
from ardennes.core.errors import BadInput, IllegalChoice, brief, whole
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
            raise BadInput(f"{self.side} cannot answer now: the question is for {decision.side}")
        return decision

    @property
    def choices(self) -> tuple[tuple[str, Any], ...]:
        """Every legal choice of this side, as pairs of verb and argument."""
        return tuple(self.decision.pairs())

    @property
    def view(self) -> dict[str, Any]:
        """Plain data: what this side may know."""
        return self._match.view(self.side)

    def imagine(self, rng: random.Random) -> State:
        """A state that fits what the side knows, with everything hidden redrawn at random."""
        return self._match.imagine(self.side, rng)

    def preview(self) -> dict[str, Any] | None:
        """What is at stake in the pending question (strengths, shifts and chances of an attack), or None."""
        return self._match.preview(self.side)

    def explain(self, verb: str, argument: Any = None) -> Refusal | None:
        """Why a choice is not offered; None if it is."""
        return self._match.explain(verb, argument, by=self.side)


class Player(Protocol):
    """Anything with this method can play a side."""

    def choose(self, seat: Seat) -> tuple[str, Any]:
        """One of the choices that the seat is offered, as verb and argument."""
        ...


def play_out(
    match: Match,
    players: Mapping[str, Player],
    limit: int = 1_000_000,
    watch: Callable[[Match], None] | None = None,
) -> None:
    """Let players answer until the game is over (or `limit` more choices are made). Every side needs a player, and the match needs dice.
    An illegal choice raises IllegalChoice, which names the player. `watch` is called before each answer."""
    _check(match, players)
    seats = {side: Seat(match, side) for side in players}
    stop = match.count + whole(limit, "a limit")
    match.roll()
    while match.result is None and match.count < stop:
        if watch is not None:
            watch(match)
        side = match.decision.side
        if side == CHANCE:
            raise BadInput(
                "this match has no dice: they are rolled by hand, or its record was saved without the seed; "
                "use match.with_new_dice() instead"
            )
        player = players[side]
        verb, argument = answer_of(player.choose(seats[side]), side)
        try:
            match.play(verb, argument, by=side)
        except IllegalChoice as error:
            who = f"{type(player).__name__} ({side})"
            raise IllegalChoice(error.verb, error.argument, error.case, error.reason, by=who) from None


def _check(match: Match, players: Mapping[str, Player]) -> None:
    if not isinstance(players, Mapping):
        raise BadInput(f"players are given by side, such as {{'german': player}}, not as {brief(players)}")
    for side in players:
        match.game.side_number(side)
    for side in match.game.sides:
        if not callable(getattr(players.get(side), "choose", None)):
            raise BadInput(f"{side} needs a player with a method 'choose(seat)', not {brief(players.get(side))}")


def answer_of(answer: object, who: str) -> tuple[str, Any]:
    """What a player chose; BadInput if it is not a choice at all."""
    match answer:
        case (str(verb), argument):
            return verb, argument
    raise BadInput(f"{who} answered {brief(answer)}; a choice is a pair of verb and argument, such as ('done', None)")
