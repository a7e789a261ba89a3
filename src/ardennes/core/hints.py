"""What a page needs besides the choices themselves: the kind of each verb's argument, and a label for every button."""

from __future__ import annotations

from typing import Any

from ardennes.core.decision import Decision
from ardennes.core.game import Game, Hints
from ardennes.core.state import State
from ardennes.core.wording import humanised

ANY = "*"
"""Stands for every argument of a verb without its own hint."""


def kinds_of(game: Game, s: State, decision: Decision) -> dict[str, str]:
    """What each verb takes: a unit, a place, a number, a word, or nothing."""
    out = {}
    for verb, args in decision.raw.items():
        table = s.tables.get(verb)
        if table is not None:
            out[verb] = "unit" if table is game.unit_names else "place" if table is game.place_names else "word"
        elif all(a is None for a in args):
            out[verb] = "none"
        else:
            out[verb] = "number" if all(type(a) is int for a in args) else "word"
    return out


def as_key(argument: Any) -> str:
    """An argument as a key in hints: '' for none."""
    return "" if argument is None else str(argument)


def hints_of(game: Game, s: State, decision: Decision, kinds: dict[str, str]) -> Hints:
    """The game's hints, with a label made from the verb where it has none; every choice that is neither unit nor place gets its own."""
    given = game.hints(s)
    out: Hints = {}
    choices = decision.choices
    for verb, kind in kinds.items():
        own = given.get(verb, {})
        if kind in ("unit", "place"):
            out[verb] = {ANY: {"label": humanised(verb)}, **own}
            continue
        out[verb] = {}
        for argument in choices[verb]:
            key = as_key(argument)
            usual = humanised(verb) if argument is None else humanised(key) if kind == "word" else key
            out[verb][key] = {"label": usual, **own.get(ANY, {}), **own.get(key, {})}
    return out
