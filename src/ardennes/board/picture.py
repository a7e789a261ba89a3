"""A situation as a picture: the board, who holds what, and the counters.

What is on the board comes from a view: plain data, in the same form for every game. The background is the drawn board or, if there
is no drawing, a plain one made from the board file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ardennes.board.counters import CROSS, FONT, STAR, THEMES, TOKENS, Colours, Piece, counter, num, text
from ardennes.board.drawing import RADIUS, WIDTH, Drawing, HexDrawing, Point

LAYER = "pieces"
"""The name of the layer with everything on the board."""
SCALES = {"far": 0.3, "near": 1.0}
"""Pixels per drawing unit at which a picture is meant to be seen: as a whole, or a part."""
_FAR, _NEAR = 44.0, 72.0
"""The range of hex sizes in pixels at which a counter has medium detail."""
_LEAST = 27.0
"""Pixels of the smallest counter on an area board, if there is room."""
_COUNTER = 64.0


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces of one side in one spot, the top one first; centre and width in drawing units."""

    x: float
    y: float
    size: float
    detail: str
    pieces: tuple[Piece, ...]


# --- which counters go where -------------------------------------------------------------------------------------------------------------


def stacks_of(drawing: Drawing, pieces: Sequence[Piece], scale: float) -> list[Stack]:
    """All stacks on the board, seen at this many pixels per unit. Those further south are on top."""
    here: dict[str, dict[str, list[Piece]]] = {}
    for piece in pieces:
        if piece.get("at") in drawing.places:
            here.setdefault(str(piece["at"]), {}).setdefault(str(piece.get("side") or ""), []).append(piece)
    out: list[Stack] = []
    for place, sides in here.items():
        ordered = {side: _ranked(some) for side, some in sorted(sides.items())}
        if isinstance(drawing, HexDrawing):
            out += _on_hex(drawing.centre_of(place), list(ordered.values()), scale)
        else:
            out += _on_area(drawing.places[place], drawing.centre_of(place), ordered, scale)
    return sorted(out, key=lambda stack: (stack.y, stack.x))


def _ranked(pieces: Sequence[Piece]) -> list[Piece]:
    """The order in a stack, top first: units that may still act, then the strongest."""
    return sorted(pieces, key=lambda piece: (bool(piece.get("done")), -_strength(piece)))


def _strength(piece: Piece) -> int:
    found = re.search(r"\d+", str(piece.get("factors") or ""))
    return int(found.group()) if found else 0


def _on_hex(centre: Point, sides: Sequence[Sequence[Piece]], scale: float) -> list[Stack]:
    pixels = WIDTH * scale
    if len(sides) == 1:
        share, detail = (0.84, "S") if pixels < _FAR else (0.72, "M") if pixels <= _NEAR else (0.64, "L")
        return [Stack(*centre, WIDTH * share, detail, tuple(sides[0]))]
    size = WIDTH * 0.92 / len(sides)
    start = centre[0] - (len(sides) - 1) / 2 * (size + 2)
    return [
        Stack(start + i * (size + 2), centre[1], size, _detail(size * scale), tuple(some))
        for i, some in enumerate(sides)
    ]


def _on_area(
    place: Mapping[str, Any], centre: Point, sides: Mapping[str, Sequence[Piece]], scale: float
) -> list[Stack]:
    """Each piece gets its own spot while there are any; the rest share the last one. Zoomed out, where single counters could not be
    read, each side has one larger stack."""
    drawn = float(place.get("counter") or _COUNTER)
    size = max(drawn, min(_LEAST / scale, drawn * 1.9))
    detail = _detail(size * scale)
    spots: Mapping[str, Sequence[Point]] = place.get("stack") or {}
    if spots and size > drawn * 1.15:
        return [
            Stack(*_middle(spots.get(side, [centre])[: len(some)]), size, detail, tuple(some))
            for side, some in sides.items()
        ]
    if spots and all(spots.get(side) for side in sides):
        return [stack for side, some in sides.items() for stack in _spread(spots[side], some, size, detail)]
    row = [[piece] for some in sides.values() for piece in some]
    if len(row) > 3:
        row = [list(some) for some in sides.values()]
    step = size * 1.06
    start = centre[0] - (len(row) - 1) / 2 * step
    return [Stack(start + i * step, centre[1], size, detail, tuple(some)) for i, some in enumerate(row)]


def _spread(spots: Sequence[Point], pieces: Sequence[Piece], size: float, detail: str) -> list[Stack]:
    last = min(len(spots), len(pieces)) - 1
    groups = [(piece,) for piece in pieces[:last]] + [tuple(pieces[last:])]
    return [Stack(x, y, size, detail, some) for (x, y), some in zip(spots, groups, strict=False)]


def _middle(spots: Sequence[Point]) -> Point:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _detail(pixels: float) -> str:
    """How much detail is readable on a counter of this many pixels."""
    return "S" if pixels <= 36 else "M" if pixels <= 50 else "L"


# --- what is on the board ----------------------------------------------------------------------------------------------------------------


def pieces_layer(
    drawing: Drawing, view: Mapping[str, Any], marks: Mapping[str, str], theme: str = "light", scale: float = 1.0
) -> str:
    """Everything in a view that is on the board, as a group for the end of its SVG. `marks` gives the mark of each side (cross, star,
    roundel, none), `scale` the pixels per drawing unit at which it will be seen."""
    colours = THEMES[theme]
    size = WIDTH * 0.64 if isinstance(drawing, HexDrawing) else _COUNTER
    body = _holders(drawing, view.get("places") or {}, marks, colours, size / 64)
    for stack in stacks_of(drawing, view.get("pieces") or (), scale):
        top = stack.pieces[0]
        place = (
            f"translate({num(stack.x - stack.size / 2)} {num(stack.y - stack.size / 2)}) scale({num(stack.size / 64)})"
        )
        names = ", ".join(str(piece.get("title") or piece.get("name") or piece["id"]) for piece in stack.pieces)
        art = counter(top, marks.get(str(top.get("side")), "none"), stack.detail, colours, len(stack.pieces))
        body += f'<g transform="{place}" data-unit="{escape(str(top["id"]))}"><title>{escape(names)}</title>{art}</g>'
    body += _markers(drawing, view.get("markers") or (), marks, colours, size / 64, words=WIDTH * scale > _NEAR)
    return f'<g data-layer="{LAYER}" font-family="{FONT}" font-weight="700" text-anchor="middle">{body}</g>'


def _holders(
    drawing: Drawing, places: Mapping[str, Mapping[str, Any]], marks: Mapping[str, str], colours: Colours, unit: float
) -> str:
    """Who holds a place, where the view says so: its ground tinted (hatched where it is contested), and a disc with the mark."""
    held = [(name, what) for name, what in places.items() if what.get("control") and name in drawing.places]
    if not held:
        return ""
    stripes = [colours[TOKENS[mark]] for mark in marks.values()] or [colours["us"]]
    width = 8 * unit
    out = (
        f'<defs><pattern id="contested" width="{num(width * len(stripes))}" height="{num(width)}" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)">'
        + "".join(
            f'<rect x="{num(i * width)}" width="{num(width)}" height="{num(width)}" fill="{fill}"/>'
            for i, fill in enumerate(stripes)
        )
        + "</pattern></defs>"
    )
    discs = ""
    for name, what in held:
        mark = marks.get(what["control"], "none")
        fill, ink = colours[TOKENS[mark]], colours[f"{TOKENS[mark]}-ink"]
        contested = bool(what.get("contested"))
        opacity = 0.5 if contested else 0.34 if mark == "cross" else 0.1
        ground = "url(#contested)" if contested else fill
        out += f'<path d="{_path(drawing.outline(name))}" fill="{ground}" opacity="{num(opacity)}"/>'
        x, y = drawing.centre_of(name)
        rim = (colours["st-refuse"], 3.0) if contested else ("#0F100C", 1.6)
        sign = {"cross": f'<path d="{CROSS}" fill="{ink}"/>', "star": f'<path d="{STAR}" fill="{ink}"/>'}.get(mark, "")
        if mark == "roundel":
            sign = f'<circle r="4" fill="none" stroke="{ink}" stroke-width="2"/>'
        discs += (
            f'<g transform="translate({num(x)} {num(y)}) scale({num(unit * 1.5)})"><circle r="8.5" fill="{fill}" stroke="{rim[0]}" '
            f'stroke-width="{num(rim[1])}"/>{sign}</g>'
        )
    return out + discs


def _markers(
    drawing: Drawing,
    markers: Sequence[Mapping[str, Any]],
    marks: Mapping[str, str],
    colours: Colours,
    unit: float,
    words: bool,
) -> str:
    """Small plates at the upper edge of their place, one below the other, with their names if readable."""
    out = ""
    rows: dict[str, int] = {}
    for marker in markers:
        at = str(marker.get("at"))
        if at not in drawing.places:
            continue
        x, y = drawing.centre_of(at)
        row = rows[at] = rows.get(at, -1) + 1
        token = TOKENS[marks.get(str(marker.get("side") or ""), "none")]
        name = str(marker.get("kind") or "")
        wide = min(88.0, len(name) * 5.6 + 14) if words else 14.0
        size = min(11.5, 11.5 * 74 / max(1.0, len(name) * 5.6))
        ink = colours[f"{token}-ink"]
        sign = text(0, 4, name, size, ink) if words else f'<path d="M0 -4.5L4.5 0L0 4.5L-4.5 0Z" fill="{ink}"/>'
        out += (
            f'<g transform="translate({num(x)} {num(y + (row * 15 - 36) * unit)}) scale({num(unit)})">'
            f'<rect x="{num(-wide / 2)}" y="-7" width="{num(wide)}" height="14" rx="3" fill="{colours[token]}" stroke="#0F100C" '
            f'stroke-width="1.4"/><title>{escape(name)}</title>{sign}</g>'
        )
    return out


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


# --- the whole picture -------------------------------------------------------------------------------------------------------------------


def over_drawn(svg: str, layer: str, caption: str) -> str:
    """A drawn board with a layer on top, and the caption in place of the note next to its title."""
    words = escape(caption)
    svg = re.sub(r'(class="sub"[^>]*>)[^<]*', lambda found: found[1] + words, svg, count=1)
    svg = re.sub(r"<title>([^<]*)</title>", lambda found: f"<title>{found[1]}: {words}</title>", svg, count=1)
    return svg[: svg.rindex("</svg>")] + layer + "</svg>\n"


_GROUND = {
    "light": {
        "paper": "#FAF5E6",
        "ink": "#2B261D",
        "clear": "#F1EBD6",
        "broken": "#E4CFA3",
        "woods": "#CDD8AC",
        "forest": "#9DB58A",
        "city": "#D9A792",
        "grid": "#B4A98F",
        "number": "#6B6250",
        "river": "#4C86B0",
        "road": "#C24A3A",
    },
    "dark": {
        "paper": "#1A1C16",
        "ink": "#F1E9D4",
        "clear": "#2D3128",
        "broken": "#4B402D",
        "woods": "#414E37",
        "forest": "#26402C",
        "city": "#6B4436",
        "grid": "#4D4F43",
        "number": "#A69E89",
        "river": "#4F8FBE",
        "road": "#D9604C",
    },
}


def plain_board(board: Mapping[str, Any], drawing: Drawing, layer: str, caption: str, theme: str = "light") -> str:
    """A board of plain shapes, made from its file alone, with a layer on top."""
    look = _GROUND[theme]
    legend: Mapping[str, Mapping[str, Any]] = board.get("legend", {})
    ground: dict[str, str] = {}
    towns = numbers = ""
    for name, what in drawing.places.items():
        if isinstance(drawing, HexDrawing):
            x, y = drawing.centre_of(name)
            numbers += text(x, y - 38, name, 13, look["number"])
        kinds = what.get("terrain") or ["clear"]
        first = kinds if isinstance(kinds, str) else kinds[0]
        fill = look.get(str(legend.get(first, {}).get("look", first)), look["clear"])
        ground[fill] = ground.get(fill, "") + _path(drawing.outline(name))
        if what.get("town"):
            x, y = drawing.centre_of(name)
            towns += f'<circle cx="{num(x)}" cy="{num(y)}" r="7"/>' + text(
                x, y + 34, str(what["town"]), 21, look["ink"]
            )
    lines = {"road": "", "river": ""}
    for a, b, what in board.get("sides", ()):
        if what.get("road"):
            lines["road"] += _line(what["way"] if "way" in what else [drawing.centre_of(a), drawing.centre_of(b)])
        if what.get("river"):
            lines["river"] += _line(what["line"] if "line" in what else _between(drawing, a, b))
    body = "".join(f'<path d="{d}" fill="{fill}" stroke="{look["grid"]}"/>' for fill, d in ground.items())
    for kind, thick in (("river", 9), ("road", 5)):
        body += (
            f'<path d="{lines[kind]}" fill="none" stroke="{look[kind]}" stroke-width="{thick}" stroke-linecap="round"/>'
        )
    title = escape(str(board.get("title", "")))
    named = ": ".join(filter(None, (title, escape(caption))))
    width, height = num(drawing.width + 40), num(drawing.height + 100)
    font = f'font-family="{FONT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -80 {width} {height}" width="{width}" height="{height}" role="img">'
        f'<title>{named}</title><rect x="-20" y="-80" width="{width}" height="{height}" fill="{look["paper"]}"/>'
        f'<text x="0" y="-28" font-size="36" {font} font-weight="700" fill="{look["ink"]}">{title}'
        f'<tspan dx="18" font-size="28" font-weight="400">{escape(caption)}</tspan></text>{body}'
        f'<g {font} font-weight="600" text-anchor="middle" fill="{look["ink"]}">{numbers}{towns}</g>{layer}</svg>\n'
    )


def _line(points: Sequence[Sequence[float]]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def _between(drawing: Drawing, a: str, b: str) -> list[Point]:
    """The side between two hexes."""
    (ax, ay), (bx, by) = drawing.centre_of(a), drawing.centre_of(b)
    dx, dy = (bx - ax) / WIDTH * RADIUS / 2, (by - ay) / WIDTH * RADIUS / 2
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return [(mx - dy, my + dx), (mx + dy, my - dx)]
