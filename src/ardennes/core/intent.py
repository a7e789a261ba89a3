"""What a player means: looking ahead over picks without playing them, and several choices as one step.

A pick (`Frame.picks`) reveals nothing, rolls nothing and can be dropped again: choosing a unit before its destination. So the player may
look at the questions behind picks as often as they like. A list of choices is one step: all of them are played, or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ardennes.core.decision import CHANCE
from ardennes.core.errors import BadInput, IllegalChoice, brief
from ardennes.core.refusal import why_not
from ardennes.core.state import State

if TYPE_CHECKING:
    from ardennes.core.game import Game

Wanted = tuple[str, Any]
"""A verb and its argument by name."""


def _one_step(game: Game, s: State, verb: str, argument: Any, side: str) -> None:
    """Carry out one choice on a state, if it is offered to the side."""
    decision = s.decision
    table = s.tables.get(verb) if isinstance(verb, str) else None
    raw = argument
    if table is not None:
        raw = table.index.get(argument, -1) if isinstance(argument, str) else -1
    if decision is None or decision.side != side or not isinstance(verb, str) or not decision.offers(verb, raw):
        refusal = why_not(game, s, verb, argument, side)
        raise IllegalChoice(verb, argument, refusal.case, refusal.reason)
    s.apply(verb, raw)


def look_ahead(game: Game, state: State, picks: Sequence[Wanted], side: str) -> State:
    """The state behind some picks of a side: a copy, nothing is played."""
    s = state.clone()
    for verb, argument in picks:
        top = s.stack[-1]
        if s.decision is not None and s.decision.side == side and verb not in top.picks:
            raise BadInput(f"'{verb}' is more than a pick: what follows it cannot be looked at before it is done")
        barrier = s.barrier
        _one_step(game, s, verb, argument, side)
        assert s.barrier == barrier and s.decision is not None, "a pick leads to a question"
        if s.decision.side == CHANCE:  # in some situations only: a unit out of supply rolls for its movement
            raise BadInput(
                f"'{verb}' {brief(argument)} would roll a die at once: what follows cannot be looked at before"
            )
        assert s.decision.side == side, "a pick leads to a question to the same side"
    return s


def try_all(game: Game, state: State, choices: Sequence[Wanted], side: str) -> None:
    """Are these choices of a side legal one after the other? Raises IllegalChoice for the first that is not, and BadInput if a die, a
    secret or another side comes in between: what follows could not be meant yet."""
    s = state.clone()
    barrier = s.barrier
    for number, (verb, argument) in enumerate(choices):
        if number:
            decision = s.decision
            if decision is None:
                raise BadInput("the game ends before the last of these choices")
            if decision.side == CHANCE or s.barrier != barrier:
                raise BadInput(
                    "a die is rolled or a secret revealed before the last of these choices: play up to that point first"
                )
            if decision.side != side:
                raise BadInput(
                    f"{decision.side} is asked before the last of these choices: play up to that point first"
                )
        barrier = s.barrier
        _one_step(game, s, verb, argument, side)
