"""The SVG file around a picture: style, fonts, signs, and the rectangle of the map on the sheet. The same for every kind of board."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from ardennes.atlas.draw import fonts, signs
from ardennes.atlas.draw.style import properties, stylesheet
from ardennes.atlas.draw.svg import Box, esc, num, rings


def document(
    body: str,
    sheet: Box,
    land: BaseGeometry,
    size: tuple[float, float],
    *,
    title: str,
    kind: str,
    theme: str,
    prefix: str,
    variables: bool,
    embed: bool,
) -> str:
    """A whole file. `sheet` is x, y, width and height of everything drawn, `size` that of the map, whose corner is 0, 0."""
    css = stylesheet(theme, not variables, "svg.board" if variables else "")
    if variables:
        css = f"svg.board{{{properties(theme)}}}\n{css}"
    if embed:
        letters = {letter for piece in body.split(">") for letter in piece.split("<")[0]}
        css = fonts.embedded("".join(sorted(letters))) + "\n" + css
    name = esc(title)
    view = " ".join(num(v) for v in sheet)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind} {theme}" viewBox="{view}" '
        f'width="{num(sheet[2], 0)}" height="{num(sheet[3], 0)}" data-map="0 0 {num(size[0])} {num(size[1])}" '
        f'role="img" aria-label="{name}"><title>{name}</title><style>{css}</style>'
        f'<defs><clipPath id="{prefix}land"><path d="{rings(land)}"/></clipPath>{signs.definitions(prefix)}</defs>{body}</svg>\n'
    )
