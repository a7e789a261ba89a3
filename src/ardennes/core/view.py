"""What a side is shown: the game's view, what every game has, and the pending question if it is that side's to answer."""

from __future__ import annotations

from typing import Any

from ardennes.core.game import Game
from ardennes.core.hands import hands_view
from ardennes.core.hints import hints_of, kinds_of
from ardennes.core.state import State, Undone, named_in


def table_view(game: Game, s: State, side: str | None, *, printed: bool = True) -> dict[str, Any]:
    """What a side (None: a spectator) may know, as plain data. Keys that a game does not use are present but empty. Without `printed`
    the pieces lack what is printed on them (`Game.printed`)."""
    decision = s.decision
    scenario = game.scenario(s.setup.scenario)
    number, phase = game.clock(s)
    out: dict[str, Any] = {
        "game": game.id,
        "side": side,
        "scenario": scenario.title,
        "turn": {"number": number, "of": scenario.turns, "date": game.day_of(number), "iso": game.iso_date(number)},
        "phase": phase,
        "phase_title": game.phase_title(phase),
        "pieces": [],
        "focus": focus(game, s),
        "markers": [],
        "tracks": [],
        "days": [],
        "gauge": None,
        "calendar": [],
        "boxes": [{"id": name, "title": title} for name, title in game.box_titles.items()],
        "places": {},
        **hands_view(game, s, side),
    }
    out |= game.view(s, side)
    if printed:
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
    own = printed.copy()
    for key in game.printed_parts:
        own[key] = own[key].copy()
    own.update(piece)
    return own


def focus(game: Game, s: State) -> dict[str, list[str]]:
    """The units and places that the pending question is about: who moves, who attacks whom. Nothing secret is among them."""
    top = s.stack[-1]
    return {
        "units": game.unit_names.list_of(named_in(top, "unit")),
        "places": game.place_names.list_of(named_in(top, "place")),
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
        "undone": undone_view(game, top.undone(s)),
        "window": type(top).__name__ if top.window else "",
    }


def undone_view(game: Game, undone: Undone | None) -> dict[str, Any] | None:
    """What is left undone if the side moves on now."""
    if undone is None or not (undone.could or undone.must or undone.text):
        return None
    names = game.unit_names
    return {"could": names.list_of(undone.could), "must": names.list_of(undone.must), "text": undone.text}
