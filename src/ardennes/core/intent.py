"""What a player means: looking ahead over picks without playing them, and several choices as one step.

A pick (`Frame.picks`) reveals nothing, rolls nothing and can be dropped again: choosing a unit before its destination. So the player may
look at the questions behind picks as often as they like. Picks that players usually want (`Frame.usual`: attackers that can only help)
are made for them until they take them off. A list of choices is one step: all of them are played, or none.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ardennes.core.decision import CHANCE, NOTHING, Refusal
from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.names import each
from ardennes.core.refusal import why_not
from ardennes.core.state import State

if TYPE_CHECKING:
    from ardennes.core.game import Game

Wanted = tuple[str, Any]
"""A verb and its argument by name."""

Finality = Literal["", "rolls", "reveals"]
"""Why a choice cannot be undone: it rolls a die (or draws something) at once, or it reveals something. '' if it can be undone."""

Final = tuple[str, Any, Finality]
"""A choice that cannot be undone, and why."""

MOST_STEPS = 100
"""More picks in a row than any question needs."""


def _raw(s: State, verb: Any, argument: Any) -> Any:
    """An argument by name as the engine has it; -1 if there is no such thing."""
    table = s.tables.get(verb) if isinstance(verb, str) else None
    if table is None:
        return argument
    return table.index.get(argument, -1) if isinstance(argument, str) else -1


def _one_step(game: Game, s: State, verb: str, argument: Any, side: str) -> None:
    """Carry out one choice on a state, if it is offered to the side."""
    decision = s.decision
    raw = _raw(s, verb, argument)
    if decision is None or decision.side != side or not isinstance(verb, str) or not decision.offers(verb, raw):
        refusal = why_not(game, s, verb, argument, side)
        raise IllegalChoice(verb, argument, refusal.case, refusal.reason)
    s.apply(verb, raw)


# --- looking ahead -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One pick on the way: what was chosen, and the question that it answers."""

    verb: str
    argument: Any
    usual: bool
    """Was it made because players usually want it?"""
    state: State
    """The state in which it is chosen."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is behind some picks."""

    steps: tuple[Step, ...]
    state: State
    """The state behind them. If there is a `stop`, the one before the last of them."""
    stop: str = ""
    """Why nobody can look behind the last pick: it rolls a die, for example, so it takes a button to make it."""


def look_ahead(
    game: Game, state: State, wishes: Sequence[Wanted], side: str, without: Sequence[Wanted] = (), usual: bool = True
) -> Ahead:
    """The state behind some picks of a side, and behind those that players usually want, as far as they are not among `without`. Works on
    a copy: nothing is played."""
    s = state.clone()
    left = list(wishes)
    steps: list[Step] = []
    while len(steps) < MOST_STEPS:
        found = _next_pick(game, s, left, side, without if usual else None)
        if found is None:
            break
        (verb, argument), wished = found
        then = s.clone()
        _one_step(game, then, verb, argument, side)
        stop = _stop(then, s.barrier, side)
        if stop and not wished:
            break
        if wished:
            left.remove((verb, argument))
        steps.append(Step(verb, argument, not wished, s))
        if stop:
            return Ahead(tuple(steps), s, stop)
        s = then
    made = {step.verb for step in steps}
    spread = {verb for step in steps for verb in step.state.stack[-1].spreads} if usual else set()
    for verb, argument in left:
        if verb in made or verb in spread:  # a table that cannot be chosen any more after another unit has joined
            continue
        decision = s.decision
        if decision is not None and decision.side == side and decision.offers(verb, _raw(s, verb, argument)):
            raise BadInput(f"'{verb}' commits the side, so what follows it cannot be shown in advance")
        refusal = why_not(game, s, verb, argument, side)
        raise IllegalChoice(verb, argument, refusal.case, refusal.reason)
    return Ahead(tuple(steps), s)


def _next_pick(
    game: Game, s: State, left: list[Wanted], side: str, without: Sequence[Wanted] | None
) -> tuple[Wanted, bool] | None:
    """The next pick, and whether the player wished for it: first the units, places and other things they have picked, then what is usual
    (or what they want in its stead), then the rest of their wishes."""
    decision = s.decision
    if decision is None or decision.side != side:
        return None
    top = s.stack[-1]
    open_wishes = [one for one in left if one[0] in top.picks and decision.offers(one[0], _raw(s, *one))]
    for one in open_wishes:
        if one[0] in top.spreads and without is not None:
            all_picks = ((top.spreads[one[0]], name) for name in decision.choices.get(top.spreads[one[0]], ()))
            if (pick := next((pick for pick in all_picks if pick not in without), None)) is not None:
                return pick, False
        elif one[0] in s.tables or one[1] is None:
            return one, True
    if without is not None:
        for verb, raw in top.usual(s):
            table = s.tables.get(verb)
            one = verb, raw if table is None else table.names[raw]
            instead = next((other for other in open_wishes if other[0] == verb), None)
            if instead is not None:
                return instead, True
            if one not in without and decision.offers(verb, raw):
                return one, False
    rest = [one for one in open_wishes if one[0] not in top.spreads or without is None]
    return (rest[0], True) if rest else None


def _stop(then: State, barrier: int, side: str) -> str:
    """Why a pick that led here has to be made by a button; '' if it leads to another question of the same side."""
    decision = then.decision
    if decision is not None and decision.side == CHANCE:  # a unit out of supply rolls for its movement
        return "A die is rolled at once: this cannot be undone."
    if then.barrier != barrier:
        return "This reveals something and cannot be undone."
    if decision is None:
        return "This ends the game."
    if decision.side != side:
        return "The other side acts next."
    return ""


_ON_THE_TABLE = frozenset({"unit", "place", "formation", "card", "box"})
"""Things that are picked where they are. Others, such as bridges, have buttons."""


def final_choices(game: Game, state: State, side: str) -> list[Final]:
    """The choices of the pending question that a button makes and that roll a die or reveal something at once: they cannot be undone.
    What the side may not know is redrawn first, so the answer tells nothing about it."""
    decision = state.decision
    if decision is None or decision.side != side:
        return []
    known = _known(game, state, side)
    out: list[Final] = []
    for verb, args in decision.raw.items():
        table = state.tables.get(verb)
        if table is None:
            arguments = (None,) if args is NOTHING else args
            out += [(verb, argument, how) for argument in arguments if (how := _finality(known, verb, argument))]
        elif game.kind_of(table) not in _ON_THE_TABLE:
            out += [(verb, table.names[raw], how) for raw in each(args) if (how := _finality(known, verb, raw))]
    return out


def finality(game: Game, state: State, verb: str, argument: Any, side: str) -> Finality:
    """Why this choice of a side cannot be undone; '' if it can."""
    return _finality(_known(game, state, side), verb, _raw(state, verb, argument))


def _known(game: Game, state: State, side: str) -> State:
    return game.imagine(state, side, random.Random(0)) if game.hides(state, side) else state


def _finality(known: State, verb: str, raw: Any) -> Finality:
    s = known.clone()
    if s.decision is None or not s.decision.offers(verb, raw):
        return ""
    s.apply(verb, raw)
    if s.decision is not None and s.decision.side == CHANCE:
        return "rolls"
    return "reveals" if s.barrier != known.barrier else ""


# --- several units to one place ---------------------------------------------------------------------------------------------------------


def together(
    game: Game,
    state: State,
    picks: Sequence[Wanted],
    group: Sequence[Wanted],
    verb: str,
    places: Sequence[Any],
    side: str,
) -> list[Any]:
    """Of these places, those that all members of a group can go to one after the other: a place may have room for the first alone. What
    the side may not know is redrawn first, so the answer tells nothing about it."""
    known = _known(game, state, side)
    return [place for place in places if _not_all(game, known, picks, group, (verb, place), side) is None]


def why_not_together(
    game: Game, state: State, picks: Sequence[Wanted], group: Sequence[Wanted], last: Wanted, side: str
) -> Refusal | None:
    """Why the members of a group cannot all make this choice, one after the other; None if they can."""
    known = _known(game, state, side)
    refusal = _not_all(game, known, picks, group, last, side)
    if refusal is None or _not_all(game, known, picks, group[:1], last, side) is not None:
        return refusal
    return Refusal(refusal.case, f"one of them could go there alone, but not all: {refusal.reason}")


def _not_all(
    game: Game, known: State, picks: Sequence[Wanted], group: Sequence[Wanted], last: Wanted, side: str
) -> Refusal | None:
    try:
        try_all(game, known, [*picks, *(step for member in group for step in (member, last))], side)
    except IllegalChoice as refused:
        return Refusal(refused.case, refused.reason)
    except BadInput:
        return Refusal(game.ledger.sequence_case, "these units can go there only one at a time")
    return None


# --- several choices as one --------------------------------------------------------------------------------------------------------------


def try_all(game: Game, state: State, choices: Sequence[Wanted], side: str) -> State:
    """The state before the last of these choices of a side, which are all legal one after the other. Raises IllegalChoice for the first
    that is not, and BadInput if a die, a secret or another side comes in between: what follows could not be meant yet."""
    s = state.clone()
    before = s
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
        before = s.clone() if number == len(choices) - 1 else before
        _one_step(game, s, verb, argument, side)
    return before
