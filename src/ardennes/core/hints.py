"""What a page needs besides the choices themselves: the kind of each verb's argument, and a label for every button."""

from __future__ import annotations

from typing import Any

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.game import Game, Hints
from ardennes.core.state import State
from ardennes.core.wording import humanised

ANY = "*"
"""Stands for every argument of a verb without its own hint."""


def kinds_of(game: Game, s: State, decision: Decision) -> dict[str, str]:
    """What each verb takes: a unit, a place, another thing of the game (a card, a formation, a box), a number, a word, or nothing."""
    out = {}
    for verb, args in decision.raw.items():
        table = s.tables.get(verb)
        if table is not None:
            out[verb] = game.kind_of(table)
        elif args is NOTHING or all(a is None for a in args):
            out[verb] = "none"
        else:
            out[verb] = "number" if all(type(a) is int for a in args) else "word"
    return out


def as_key(argument: Any) -> str:
    """An argument as a key in hints: '' for none."""
    return "" if argument is None else str(argument)


def hints_of(game: Game, s: State, decision: Decision, kinds: dict[str, str]) -> Hints:
    """The frame's hints, with a label made from the verb where it has none; every choice that is neither unit nor place gets its own."""
    top = s.stack[-1]
    given = top.hints(s)
    attacks = top.attacks(s)
    out: Hints = {}
    choices = decision.choices
    for verb, kind in kinds.items():
        own = dict(given.get(verb, {}))
        if verb in top.labels:
            own[ANY] = {"label": top.labels[verb], **own.get(ANY, {})}
        if verb == top.main:
            own[ANY] = {**own.get(ANY, {}), "main": True}
        if verb in attacks:
            struck = attacks[verb]
            for key in [ANY] if struck == -1 else s.tables[verb].list_of(struck & decision.raw[verb]):
                own[key] = {**own.get(key, {}), "attack": True}
        if kind in ("unit", "place"):
            usual = own.get(ANY, {}).get("label", humanised(verb))
            out[verb] = {ANY: {"label": usual}, **{key: {"label": usual, **hint} for key, hint in own.items()}}
            continue
        out[verb] = {}
        table = s.tables.get(verb) if kind in game.tables else None
        for argument in choices[verb]:
            key = as_key(argument)
            usually = own.get(ANY, {})
            if table is not None:  # a card is called by its title; the verb's label says what is done with it
                action = {"action": usually["label"]} if "label" in usually else {}
                usually = usually | {"label": game.title_of(table, table.index[key])} | action
            elif kind == "number" and "label" in usually:  # the label says what the number is for
                usually = usually | {"label": key, "action": usually["label"]}
            usual = humanised(verb) if argument is None else humanised(key) if kind == "word" else key
            out[verb][key] = {"label": usual, **usually, **own.get(key, {})}
    return out
