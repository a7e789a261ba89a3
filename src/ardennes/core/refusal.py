"""Why a choice is refused."""

from __future__ import annotations

from typing import Any

from ardennes.core.decision import Refusal
from ardennes.core.errors import brief, one_of, plain
from ardennes.core.game import Game
from ardennes.core.names import Names
from ardennes.core.state import State


def why_not(game: Game, state: State, verb: str, argument: Any, by: str | None) -> Refusal:
    """Why a choice that is not offered is refused: the game's own reason if it has one. Accepts arguments of any type."""
    decision = state.decision
    general = game.ledger.sequence_case
    if decision is None:
        return Refusal(general, "the game is over")
    if by is not None and by != decision.side:  # without the prompt, which only the other side may see
        return Refusal(general, f"{plain(by)} cannot answer now: the question is for {decision.side}")
    case = decision.cases[0] if decision.cases else general
    if not isinstance(verb, str) or not any(hasattr(frame, "on_" + verb) for frame in game.frame_types):
        return Refusal(case, f"{brief(verb)} is not a choice in this game; now {one_of(decision.choices)}")
    if not hasattr(state.stack[-1], "on_" + verb):
        return Refusal(case, f"this is not the time for '{verb}': {decision.prompt}")
    table = state.tables.get(verb)
    raw = argument
    if table is not None:
        found = table.index.get(argument) if isinstance(argument, str) else None
        if found is None:
            return Refusal(case, f"there is no {table.kind} {brief(argument)}")
        raw = found
    elif not _is_simple(argument):
        return Refusal(case, f"'{verb}' cannot be {brief(argument)}")
    elif argument is not None and decision.choices.get(verb) == [None]:
        return Refusal(case, f"'{verb}' takes no argument")
    own = state.why(verb, raw, said_of(game, table, raw))
    if own is not None:
        return own
    now = decision.choices.get(verb)
    allowed = f"'{verb}' is not offered now" if now is None else one_of(now)
    return Refusal(case, f"not possible now ({decision.prompt}); {allowed}")


def said_of(game: Game, table: Names | None, raw: Any) -> str:
    """What people call the argument of a choice."""
    return str(raw) if table is None else game.title_of(table, raw)


def _is_simple(argument: object) -> bool:
    """Could this be the argument of some verb? (A game's `why_` method need not handle anything else.)"""
    if isinstance(argument, str):
        return len(argument) <= 200
    if isinstance(argument, int):
        return argument.bit_length() <= 64
    return argument is None
