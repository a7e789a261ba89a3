"""What a side is shown: the game's view, what every game has, and the pending question if it is that side's to answer."""

from __future__ import annotations

from typing import Any

from ardennes.core.game import Game
from ardennes.core.hints import hints_of, kinds_of
from ardennes.core.state import State


def table_view(game: Game, s: State, side: str | None, scenario: str) -> dict[str, Any]:
    """What a side (None: a spectator) may know, as plain data. Keys that a game does not use are present but empty."""
    decision = s.decision
    out: dict[str, Any] = {
        "side": side,
        "scenario": game.scenario(scenario).title,
        "phase_title": game.phase_title(game.clock(s)[1]),
        "pieces": [],
        "focus": {"units": [], "places": []},
        "markers": [],
        "tracks": [],
        "days": [],
        "gauge": None,
        "calendar": [],
        "boxes": [],
        "places": {},
    }
    out |= game.view(s, side)
    out["asked"] = None if decision is None else decision.side
    out["decision"] = None
    if decision is not None and decision.side == side:
        kinds = kinds_of(game, s, decision)
        out["decision"] = {
            "title": game.question(s),
            "prompt": decision.prompt,
            "cases": list(decision.cases),
            "choices": decision.choices,
            "kinds": kinds,
            "hints": hints_of(game, s, decision, kinds),
        }
    result = s.result
    out["result"] = (
        None if result is None else {"winner": result.winner, "level": result.level, "points": result.points}
    )
    return out
