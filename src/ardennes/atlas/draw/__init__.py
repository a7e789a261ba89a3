"""Draws boards as SVG pictures in one hand-drawn style.

`draw_board` takes the content of a compiled board (map.json) and returns a standalone picture; `to_png` turns it into a PNG.
Nothing here knows about any game: terrain looks, values, tracks and names all come from the board.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ardennes.atlas.draw.hexboard import draw_hex_board
from ardennes.atlas.draw.png import to_png
from ardennes.atlas.draw.style import SIZES, THEMES


def draw_board(
    board: Mapping[str, Any],
    theme: str = "light",
    detail: str = "near",
    layers: Collection[str] | None = None,
    variables: bool = False,
    embed: bool = True,
    over: str = "",
) -> str:
    """A standalone SVG of a compiled board.

    `theme`: light or dark. `detail`: near (hex numbers, villages) or far (large letters for a whole board on a screen).
    `layers`: the names of the layers to draw (relief, woods, water, roads, grid, names, numbers, front line ...), all if None.
    `variables`: keep colours as custom properties, for a page. `embed`: include the fonts in use, for a file to be shared.
    `over`: SVG drawn on top of the board, such as its counters.
    """
    if theme not in THEMES:
        raise ValueError(f"theme must be one of {', '.join(THEMES)}, not {theme!r}")
    if detail not in SIZES:
        raise ValueError(f"detail must be one of {', '.join(SIZES)}, not {detail!r}")
    if board.get("kind") == "area":
        from ardennes.atlas.draw.areas import draw_area_board

        return draw_area_board(board, theme, detail, layers, variables, embed, over)
    return draw_hex_board(board, theme, detail, layers, variables, embed, over)


__all__ = ["draw_board", "to_png"]
