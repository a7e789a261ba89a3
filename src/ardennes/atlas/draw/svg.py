"""Small helpers that write SVG text: short path data, groups, escaping."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Point = tuple[float, float]
Points = Sequence[Point]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def num(value: float, digits: int = 1) -> str:
    """A number in its shortest form: '12', '-.5', '3.4'."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return text


def _join(numbers: Iterable[str]) -> str:
    out = ""
    for text in numbers:
        out += text if not out or text.startswith("-") else " " + text
    return out


def path(points: Iterable[Point], close: bool = False, digits: int = 1) -> str:
    """A line through points as path data, in relative steps (half the size of absolute coordinates)."""
    scale = 10**digits
    whole = [(round(x * scale), round(y * scale)) for x, y in points]
    if not whole:
        return ""
    x, y = whole[0]
    steps: list[str] = []
    for u, v in whole[1:]:
        if (u, v) != (x, y):
            steps += [num((u - x) / scale, digits), num((v - y) / scale, digits)]
        x, y = u, v
    head = "M" + _join((num(whole[0][0] / scale, digits), num(whole[0][1] / scale, digits)))
    return head + ("l" + _join(steps) if steps else "") + ("z" if close else "")


def smooth(points: Points, digits: int = 1) -> str:
    """A smooth curve through points (Catmull-Rom) as path data."""
    p = list(points)
    d = "M" + _join((num(p[0][0], digits), num(p[0][1], digits)))
    for i in range(len(p) - 1):
        a, b, c, e = p[max(i - 1, 0)], p[i], p[i + 1], p[min(i + 2, len(p) - 1)]
        numbers = (
            b[0] + (c[0] - a[0]) / 6,
            b[1] + (c[1] - a[1]) / 6,
            c[0] - (e[0] - b[0]) / 6,
            c[1] - (e[1] - b[1]) / 6,
            c[0],
            c[1],
        )
        d += "C" + _join(num(v, digits) for v in numbers)
    return d


def rings(polygon: object, digits: int = 1) -> str:
    """A shapely polygon (or several) as path data, holes included (fill-rule evenodd)."""
    parts = getattr(polygon, "geoms", [polygon])
    d = ""
    for part in parts:
        if part.geom_type == "Polygon" and not part.is_empty:
            for ring in (part.exterior, *part.interiors):
                d += path(list(ring.coords)[:-1], True, digits)
    return d


def esc(text: str) -> str:
    return escape(text, quote=True)


def group(kind: str, layer: str, body: str, more: str = "") -> str:
    """One layer: class `L-<kind>` says what it is, `data-layer` the name by which a page toggles it."""
    extra = f" {more}" if more else ""
    return f'<g class="L-{kind}{extra}" data-layer="{esc(layer)}">{body}</g>' if body else ""


def text(x: float, y: float, words: str, size: float | None = None, css: str = "", more: str = "") -> str:
    """A line of text; its look comes from the class."""
    out = f'<text x="{num(x)}" y="{num(y)}"'
    if css:
        out += f' class="{css}"'
    if size is not None:
        out += f' font-size="{num(size)}"'
    return out + (f" {more}" if more else "") + f">{esc(words)}</text>"
