"""A situation of a game as SVG."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from ardennes.board.counters import THEMES
from ardennes.board.picture import SCALES, over_drawn, pieces_layer, plain_board
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.game import Game
from ardennes.core.wording import counted


def situation_svg(game: Game, view: Mapping[str, Any], theme: str = "light", detail: str = "far") -> str | None:
    """The board of a game with everything a view has on it; None if the game has no board that can be drawn."""
    for what, value, allowed in (("theme", theme, THEMES), ("detail", detail, SCALES)):
        if not isinstance(value, str) or value not in allowed:
            raise BadInput(f"a picture's {what} cannot be {brief(value)}; {one_of(allowed)}")
    drawing = game.drawing
    if drawing is None:
        return None
    layer = pieces_layer(drawing, view, marks_of(game), theme, SCALES[detail])
    drawn = _drawn_board(game.id, theme, detail)
    if drawn is not None:
        return over_drawn(drawn, layer, caption_of(game, view))
    assert game.board_file is not None
    return plain_board(game.board_file, drawing, layer, caption_of(game, view), theme)


def marks_of(game: Game) -> dict[str, str]:
    """The mark of each side."""
    return {side: game.side_info[side].mark if side in game.side_info else "none" for side in game.sides}


def caption_of(game: Game, view: Mapping[str, Any]) -> str:
    """The date, and whose turn it is or who has won: one line for a picture."""
    turn = view.get("turn") or {}
    parts = [str(turn.get("date") or ""), str(view.get("phase_title") or "")]
    result = view.get("result")
    if result is not None:
        won = f"{game.side_title(result['winner'])} won" if result["winner"] else "a draw"
        return (
            f"{parts[0]}. The game is over: {won}, {result['level']}, {counted(result['points'], 'point')}."
            if parts[0]
            else won
        )
    return ", ".join(filter(None, parts)) + "."


@cache
def _drawn_board(game: str, theme: str, detail: str) -> str | None:
    """The drawn board that is shipped for the page; None if it is not there (it is built together with the page)."""
    name = f"{game}-{theme}{'-far' if detail == 'far' else ''}.svg.gz"
    try:
        return gzip.decompress(resources.files("ardennes").joinpath("server", "boards", name).read_bytes()).decode(
            "utf-8"
        )
    except (OSError, EOFError, ValueError):
        return None
