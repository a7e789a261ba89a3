"""What a side is shown: the game's view, what every game has, and the pending question if it is that side's to answer."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ardennes.core import calendar
from ardennes.core.fields import One, fields_of
from ardennes.core.game import Game
from ardennes.core.hands import hands_view
from ardennes.core.hints import as_key, hints_of, kinds_of
from ardennes.core.intent import Ahead, Step
from ardennes.core.names import each
from ardennes.core.placed import ABSENT, Marks, PlacedState
from ardennes.core.report import LOST
from ardennes.core.state import Frame, State, Undone, named_in


def table_view(game: Game, s: State, side: str | None, *, printed: bool = True) -> dict[str, Any]:
    """What a side (None: a spectator) may know, as plain data. Keys that a game does not use are present but empty. Without `printed`
    the pieces lack what is printed on them (`Game.printed`)."""
    s = game.shown(s, side)
    decision = s.decision
    scenario = game.scenario(s.setup.scenario)
    number, phase = game.clock(s)
    out: dict[str, Any] = {
        "game": game.id,
        "side": side,
        "scenario": scenario.title,
        "turn": calendar.turn(number, scenario.turns, game.iso_date(number), game.day_of(number), game.time(s)),
        "phase": phase,
        "phase_title": game.phase_title(phase),
        "pieces": [],
        "focus": focus(game, s),
        "markers": [],
        "tracks": [],
        "days": [],
        "ending": "",
        "gauge": None,
        "calendar": [],
        "boxes": [{"id": name, "title": title, "lost": name == LOST} for name, title in game.box_titles.items()],
        "places": {},
        **hands_view(game, s, side),
    }
    out |= game.view(s, side)
    marks = game.marks(s, side)
    if isinstance(s, PlacedState) and marks is not None:
        out["pieces"] = pieces(s, marks, printed=printed)
    elif printed:
        out["pieces"] = [_with_printed(game, piece) for piece in out["pieces"]]
    out["asked"] = None if decision is None else decision.side
    out["decision"] = decision_view(game, s, side)
    result = s.result
    out["result"] = (
        None if result is None else {"winner": result.winner, "level": result.level, "points": result.points}
    )
    return out


def _with_printed(game: Game, piece: dict[str, Any]) -> dict[str, Any]:
    """A piece with what is printed on it: a copy that belongs to whoever asked for the view, all of it."""
    printed = game.printed.get(piece["id"])
    if printed is None:
        return piece
    own = {**printed, **piece}
    for part in game.printed_parts:
        if part in own:
            own[part] = own[part].copy()
    return own


def pieces(s: PlacedState, marks: Marks, *, printed: bool) -> list[dict[str, Any]]:
    """The units in play: where each is, how it is marked and, if wanted, what is printed on it."""
    game = s.game
    places, boxes = game.place_names.names, game.box_names
    blank, parts = (game.printed_pieces, game.printed_parts) if printed else (game.blank_pieces, ())
    out: dict[int, dict[str, Any]] = {}
    for unit, at in enumerate(s.at):
        if at == ABSENT:
            continue
        piece = out[unit] = blank[unit].copy()
        for part in parts:
            if part in piece:
                piece[part] = piece[part].copy()
        piece["status"] = []
        piece["badges"] = []
        if at >= 0:
            piece["at"] = places[at]
        else:
            piece["at"] = boxes[at]
            del piece["supplied"]
    # Few units are marked, so these loops are short. (A position may mark units that take no part.)
    here = game.unit_names.all & ~s.in_box(ABSENT)
    for key, words in (("status", marks.status), ("badges", marks.badges)):
        for word, units in words.items():
            for unit in each(units & here):
                out[unit][key].append(word)
    for unit in each(marks.done & here):
        out[unit]["done"] = True
    for unit in each(reduce(or_, s._on_map) & ~marks.supplied):
        out[unit]["supplied"] = False
    for unit, more in marks.more.items():
        if unit in out:
            out[unit].update(more)
    return list(out.values())


def focus(game: Game, s: State) -> dict[str, list[str]]:
    """The units and places that the pending question is about: who moves, who attacks whom. Nothing secret is among them."""
    top = s.stack[-1]
    return {
        "units": game.unit_names.list_of(named_in(top, "unit") or game.acting(s)),
        "places": game.place_names.list_of(named_in(top, "place") or game.scene(s)),
    }


def decision_view(game: Game, s: State, side: str | None) -> dict[str, Any] | None:
    """The pending question for the side that is asked; None for anyone else."""
    decision = s.decision
    if decision is None or decision.side != side:
        return None
    top = s.stack[-1]
    kinds = kinds_of(game, s, decision)
    return {
        "title": game.question(s),
        "prompt": decision.prompt,
        "cases": list(decision.cases),
        "choices": decision.choices,
        "kinds": kinds,
        "hints": hints_of(game, s, decision, kinds),
        "picks": [verb for verb in decision.raw if verb in top.picks],
        "ends": [verb for verb in decision.raw if verb in top.ends],
        "undone": undone_view(game, top.undone(s)),
        "warned": {u: text for text, units in top.warns(s).items() for u in game.unit_names.list_of(units)},
        "window": type(top).__name__ if top.window else "",
        "cards": _cards_meant(game, top, side),
    }


def ahead_view(game: Game, found: Ahead, side: str) -> dict[str, Any]:
    """The question behind some picks. What could still be picked before a table or a number was chosen on the way is offered with it."""
    out = decision_view(game, found.state, side) or {}
    for step in found.steps:
        if step.verb in step.state.tables:
            continue
        earlier = decision_view(game, step.state, side) or {}
        for verb in earlier["picks"]:
            if verb in step.state.tables and verb not in out["choices"]:
                for part in ("choices", "kinds", "hints"):
                    out[part] = {**out[part], verb: earlier[part][verb]}
                out["picks"].append(verb)
    return out


def step_view(game: Game, step: Step) -> dict[str, Any]:
    """A pick on the way to a question. If buttons make it, `options` are the others that could be made instead."""
    s = step.state
    decision = s.decision
    assert decision is not None
    kind = kinds_of(game, s, decision)[step.verb]
    options: list[dict[str, Any]] = []
    if kind in ("word", "number"):
        hints = hints_of(game, s, decision, {step.verb: kind})[step.verb]
        for argument in decision.choices[step.verb]:
            hint = hints[as_key(argument)]
            options.append({"argument": argument, "label": hint["label"], "note": hint.get("note", "")})
    return {
        "verb": step.verb,
        "argument": step.argument,
        "kind": kind,
        "usual": step.usual,
        "title": game.question(s),
        "offered": [] if options else [str(one) for one in decision.choices[step.verb] if one is not None],
        "options": options,
    }


def _cards_meant(game: Game, top: Frame, side: str) -> list[str]:
    """The cards that the question is about, as far as the side that is asked may know them: those it has picked itself."""
    eyes, out = game.eyes(side), []
    for field in fields_of(type(top)).values():
        if field.kind == One("card") and (field.secret is None or field.secret.sees(top, field.owner(top), eyes)):
            number = getattr(top, field.name)
            out += game.tables["card"].list_of(1 << number if number >= 0 else 0)
    return out


def undone_view(game: Game, undone: Undone | None) -> dict[str, Any] | None:
    """What is left undone if the side moves on now."""
    if undone is None or not (undone.could or undone.must or undone.text):
        return None
    names = game.unit_names
    return {"could": names.list_of(undone.could), "must": names.list_of(undone.must), "text": undone.text}
