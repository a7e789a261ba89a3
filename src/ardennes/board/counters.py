"""Counters as SVG: one piece drawn in a 64 × 64 box.

The page draws the same counters from the same plain data (`web/src/board/CounterArt.svelte`): shapes and colours are kept the same. The
detail depends on the size on screen: S (type and factors), M (the name as well), L (marks, size and steps too).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

Piece = Mapping[str, Any]
Colours = Mapping[str, str]

FONT = "'Barlow Condensed','Arial Narrow',sans-serif"
_BOTH = {
    "ger-ink": "#FBF8EC",
    "us-ink": "#1E1E0C",
    "uk-ink": "#2A1E08",
    "sym": "#FBF8EC",
    "sym-ink": "#1B1A15",
    "f-lxvii": "#3F6FA8",
    "f-iss": "#15171A",
    "f-iiss": "#6A6F76",
    "f-lxvi": "#B8452F",
    "f-lviii": "#E08A2C",
    "f-xlvii": "#7C2B3E",
    "f-lxxxv": "#357A4C",
    "f-lxxx": "#9CBF4A",
    "f-liii": "#1F6F78",
    "f-okw": "#8A5BA8",
    "f-v": "#234E8C",
    "f-vii": "#2C78A0",
    "f-xviii": "#7B3F91",
    "f-viii": "#B23A2E",
    "f-iii": "#D98324",
    "f-xii": "#2F7D53",
    "f-xxx": "#8C1F1F",
}
THEMES: dict[str, dict[str, str]] = {
    "light": {
        **_BOTH,
        "ger": "#4C5955",
        "ger-2": "#36413E",
        "us": "#ABAA6C",
        "us-2": "#6F6E37",
        "uk": "#DCC391",
        "uk-2": "#9A7B40",
        "gold": "#E5A50A",
        "st-refuse": "#B3261E",
    },
    "dark": {
        **_BOTH,
        "ger": "#4F5D59",
        "ger-2": "#9FB0AA",
        "us": "#B4B37A",
        "us-2": "#D8D79C",
        "uk": "#D2B987",
        "uk-2": "#F0DDB4",
        "gold": "#F2BE3A",
        "st-refuse": "#FF6B57",
    },
}
"""The colours of counters, by their names on the page."""
TOKENS = {"cross": "ger", "star": "us", "roundel": "uk", "none": "us"}
CUT = "M7 1H57L63 7V57L57 63H7L1 57V7Z"
ROUND = "M11 1H53A10 10 0 0 1 63 11V53A10 10 0 0 1 53 63H11A10 10 0 0 1 1 53V11A10 10 0 0 1 11 1Z"
CROSS = "M-1.7 -5.4H1.7V-1.7H5.4V1.7H1.7V5.4H-1.7V1.7H-5.4V-1.7H-1.7Z"
STAR = "M0 -5.6L1.3 -1.8H5.3L2.1 .6L3.3 4.5L0 2.1L-3.3 4.5L-2.1 .6L-5.3 -1.8H-1.3Z"
_EDGE = "#0F100C"
_INK = "#15130C"
_LIGHT_BANDS = ("f-lviii", "f-lxxx", "f-iii")
"""Formation colours that are too light for cream letters."""
_FRAMES = {"S": (13.0, 14.5, 38.0, 22.0, 2.6), "M": (15.0, 18.0, 34.0, 20.5, 2.0), "L": (17.0, 20.5, 30.0, 18.5, 1.5)}
"""The frame of the type symbol: x, y, width, height, stroke."""
_BASE = {"S": 57.5, "M": 58.0, "L": 58.6}
_RADIUS = {"S": 13.0, "M": 11.5, "L": 10.0}
_CORNER = ("isolated", "out", "burnt", "noammo", "lowsupply", "nofuel", "tired")
"""Badges in the upper right corner, the most serious first."""
_MODES = ("road", "battery", "changing", "works")
"""How a unit is deployed: one plate at the lower edge."""


def counter(piece: Piece, mark: str, detail: str, colours: Colours, count: int = 1) -> str:
    """The top piece of a stack of `count`. `mark` (cross, star, roundel, none) is its side's mark, unless the piece has its own."""
    mark = str(piece.get("mark") or mark)
    mark = mark if mark in TOKENS else "none"
    token = TOKENS[mark]
    body = CUT if mark == "cross" else ROUND
    done = bool(piece.get("done"))
    fill, ink = colours[token], colours[f"{token}-ink"]
    if done:
        fill = mixed(fill, "#1B1C16" if mark == "cross" else "#55543A", 0.58 if mark == "cross" else 0.76)
    out = "".join(
        f'<path d="{body}" transform="translate({num(4.5 * i)} {num(-4.5 * i)})" fill="{colours[f"{token}-2"]}" '
        f'stroke="{_EDGE}" stroke-width="1.6"/>'
        for i in range(min(count, 3) - 1, 0, -1)
    )
    out += f'<path d="{body}" fill="#000" fill-opacity=".28" transform="translate(1.2 2)"/><path d="{body}" fill="{fill}"/>'
    out += _band(piece, mark, detail, done, colours) + _symbol(piece, detail, done, colours)
    out += text(32, _BASE[detail], str(piece.get("factors") or ""), _factors_size(piece, detail), ink)
    if detail == "L":
        out += _small_signs(piece, mark, ink, colours)
    out += f'<path d="{body}" fill="none" stroke="{_EDGE}" stroke-width="1.5"/>'
    out += (
        f'<path d="{body}" fill="none" stroke="#FFF" stroke-opacity=".22" '
        'transform="translate(32 32) scale(.955) translate(-32 -32)"/>'
    )
    return out + _badges(piece, detail, done, count)


# --- parts -------------------------------------------------------------------------------------------------------------------------------


def _band(piece: Piece, mark: str, detail: str, done: bool, colours: Colours) -> str:
    """The band in the colour of the formation, with the name."""
    high = 11 if detail == "S" else 14
    shape = (
        f"M7 1H57L63 7V{high}H1V7Z" if mark == "cross" else f"M11 1H53A10 10 0 0 1 63 11V{high}H1V11A10 10 0 0 1 11 1Z"
    )
    token = str((piece.get("formation") or {}).get("color") or "").removeprefix("--")
    fill = colours.get(token, "#3A3A34")
    ink = _INK if token in _LIGHT_BANDS and not done else "#FDFAF0"
    out = f'<path d="{shape}" fill="{mixed(fill, "#3A3A34", 0.45) if done else fill}"/>'
    out += f'<path d="M1 {high}H63" stroke="{_EDGE}" stroke-opacity=".55"/>'
    name = str(piece.get("name") or "")
    if detail != "S":
        size = 12.6 if len(name) <= 8 else 10.8 if len(name) <= 11 else min(9.2, 130 / len(name))
        out += text(32, high - 3.1, name, size, ink)
    return out


def _symbol(piece: Piece, detail: str, done: bool, colours: Colours) -> str:
    """The type of the unit in its frame."""
    x, y, w, h, stroke = _FRAMES[detail]
    lines, solid = type_symbol(str(piece.get("type") or ""), str(piece.get("symbol") or ""), (x, y, w, h))
    out = f'<g stroke="{colours["sym-ink"]}" stroke-width="{num(stroke)}">'
    out += f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" fill="{"#B9B7A8" if done else colours["sym"]}"/>'
    if lines:
        out += f'<path d="{lines}" fill="none" stroke-linecap="round"/>'
    if solid:
        out += f'<path d="{solid}" fill="{colours["sym-ink"]}" stroke="none"/>'
    return out + "</g>"


def _small_signs(piece: Piece, mark: str, ink: str, colours: Colours) -> str:
    """What is readable only on a large counter: size of the unit, mark of its side, steps, quality."""
    out = f'<path d="{size_sign(str(piece.get("size") or ""))}" fill="none" stroke="{ink}" stroke-width="1.3"/>'
    out += f'<g transform="translate(8.8 30)">{side_mark(mark, ink, colours)}</g>'
    steps = piece.get("steps")
    if steps and steps[1] <= 4:
        out += "".join(
            f'<rect x="52.4" y="{num(36.4 - i * 5.4)}" width="6.4" height="3.8" rx=".8" '
            f'fill="{ink if i < steps[0] else "none"}" stroke="{ink}" stroke-width=".9"/>'
            for i in range(steps[1])
        )
    if piece.get("quality") == "elite":
        d = "M5 57.5l4.2 -4l4.2 4M5 52.8l4.2 -4l4.2 4"
        out += f'<path d="{d}" fill="none" stroke="{colours["gold"]}" stroke-width="2.2"/>'
    elif piece.get("quality") == "green":
        out += (
            f'<circle cx="9" cy="53.5" r="3.4" fill="none" stroke="{ink}" stroke-width="1.5" stroke-dasharray="2 1.4"/>'
        )
    return out


def side_mark(mark: str, ink: str, colours: Colours) -> str:
    """The mark of a side around the origin."""
    if mark == "cross":
        return f'<path d="{CROSS}" fill="{colours["sym-ink"]}" stroke="{colours["sym"]}" stroke-width="1.3"/>'
    if mark == "star":
        return f'<path d="{STAR}" fill="{colours["sym"]}" stroke="{ink}" stroke-width=".9"/>'
    if mark == "roundel":
        return '<circle r="5.2" fill="#1F3F7A"/><circle r="3.5" fill="#FBF8EC"/><circle r="1.9" fill="#A3261F"/>'
    return ""


# --- badges ------------------------------------------------------------------------------------------------------------------------------

_DROP = "M0 -5.5C3.6 -1 4 .6 4 2A4 4 0 0 1 -4 2C-4 .6 -3.6 -1 0 -5.5Z"
_OCTAGON = "M-4.2 -10H4.2L10 -4.2V4.2L4.2 10H-4.2L-10 4.2V-4.2Z"
_BADGES = {
    "lowsupply": '<path d="M0 -11L11 8.5H-11Z" fill="#F2B632" stroke="#2B2008" stroke-width="1.6"/>'
    f'<path d="{_DROP}" transform="translate(0 2.6) scale(.8)" fill="#2B2008"/>',
    "out": f'<path d="{_OCTAGON}" fill="#B3261E" stroke="#FFF" stroke-width="1.6"/><path d="{_DROP}" fill="#FFF"/>'
    '<path d="M-7 7L7 -7" stroke="#B3261E" stroke-width="4"/><path d="M-7 7L7 -7" stroke="#FFF" stroke-width="2"/>',
    "isolated": f'<path d="{_OCTAGON}" fill="#2A0A3A" stroke="#FFF" stroke-width="1.6"/>'
    '<circle r="5.6" fill="none" stroke="#FFF" stroke-width="1.8" stroke-dasharray="3.2 2.2"/><circle r="2.2" fill="#FFF"/>',
    "dispersed": '<rect x="-9.6" y="-9.6" width="19.2" height="19.2" rx="3" transform="rotate(45) scale(.86)" fill="#6B2E8C" '
    'stroke="#FFF" stroke-width="1.8"/><g fill="#FFF"><circle cx="-4.4" cy="-2" r="1.9"/><circle cx="3" cy="-4.6" r="1.9"/>'
    '<circle cx="4.8" cy="2.6" r="1.9"/><circle cx="-2" cy="4.4" r="1.9"/></g>',
    "road": '<rect x="-12" y="-8" width="24" height="16" rx="8" fill="#12507A" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M-5.5 -3.6L-1 0L-5.5 3.6M1.2 -3.6L5.7 0L1.2 3.6" fill="none" stroke="#FFF" stroke-width="2.2"/>',
    "nofuel": '<rect x="-8.4" y="-9.6" width="16.8" height="19.2" rx="2.4" fill="#5A5A52" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M-4.6 -4.6L4.6 5.4M4.6 -4.6L-4.6 5.4" stroke="#FFF" stroke-width="2.2"/>',
    "noammo": '<circle r="10" fill="#1F2A44" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M-2.6 6V-2Q-2.6 -5.4 0 -7Q2.6 -5.4 2.6 -2V6Z" fill="#FFF"/>'
    '<path d="M-7 6.4L7 -6.4" stroke="#1F2A44" stroke-width="4"/><path d="M-7 6.4L7 -6.4" stroke="#FFF" stroke-width="2"/>',
    "burnt": '<path d="M0 -11L3 -5L10 -6L6 0L10 6L3 5L0 11L-3 5L-10 6L-6 0L-10 -6L-3 -5Z" fill="#B8400A" stroke="#FFF" stroke-width="1.4"/>'
    f'<path d="{_DROP}" transform="scale(.72)" fill="#FFF"/>',
    "tired": '<path d="M0 11L-11 -8.5H11Z" fill="#4B5563" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M-3 -5.4H3L-3 1.6H3" fill="none" stroke="#FFF" stroke-width="2"/>',
    "battery": '<rect x="-12" y="-8" width="24" height="16" rx="2" fill="#38461C" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M-5 2.6L8 -4.4M-5 2.6L-9 5.2" fill="none" stroke="#FFF" stroke-width="2.6"/>'
    '<circle cx="-2.6" cy="2.4" r="3.2" fill="#38461C" stroke="#FFF" stroke-width="1.8"/>',
    "changing": '<rect x="-12" y="-8" width="24" height="16" rx="2" fill="#7A4B00" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M-7 -2.4H6.4L3 -5.4M7 2.6H-6.4L-3 5.6" fill="none" stroke="#FFF" stroke-width="2"/>',
    "works": '<path d="M-9 -8H9L12 0L9 8H-9L-12 0Z" fill="#5E4320" stroke="#FFF" stroke-width="1.6"/>'
    '<path d="M6.4 -5.4L-1.6 1.6M-2.6 -1.4Q-6.6 1 -7 5.2Q-2.6 5.4 .8 1.8Z" fill="#FFF" stroke="#FFF" stroke-width="1.7"/>',
}


def _badges(piece: Piece, detail: str, done: bool, count: int) -> str:
    """The unit's states at the rim, each with its own outline, and the number of pieces in the stack."""
    r = _RADIUS[detail]
    given: Sequence[str] = piece.get("badges") or ()
    out = ""
    if done:
        scale = {"S": 1.3, "M": 1.1, "L": 0.95}[detail]
        out += f'<g transform="translate(4 60) scale({num(scale)})"><circle r="10" fill="#FBF8EC" stroke="{_INK}" stroke-width="1.6"/>'
        out += f'<path d="M-4.6 .4l3.3 3.4l6 -7.2" fill="none" stroke="{_INK}" stroke-width="2.6"/></g>'
    corner = [badge for badge in _CORNER if badge in given]
    for i, badge in enumerate(corner[: 1 if len(corner) > 2 else 2]):
        out += _badge(badge, 62 - i * 2.2 * r, 2, r)
    if len(corner) > 2:
        out += _disc(62 - 2.2 * r, 2, r, f"+{len(corner) - 1}", 1.3)
    if "dispersed" in given:
        out += _badge("dispersed", 1, 3, r)
    mode = next((badge for badge in _MODES if badge in given), "")
    if mode:
        out += _badge(mode, 32, 64, r * 0.9)
    return out + (_disc(60, 60, r, str(count), 1.5) if count > 1 else "")


def _badge(kind: str, x: float, y: float, r: float) -> str:
    place = f"translate({num(x)} {num(y)}) scale({num(r / 10)})"
    return (
        f'<g transform="{place}" stroke-linejoin="round" stroke-linecap="round" data-badge="{kind}">{_BADGES[kind]}</g>'
    )


def _disc(x: float, y: float, r: float, words: str, size: float) -> str:
    circle = f'<circle r="{num(r * 0.92)}" fill="{_INK}" stroke="#FFF" stroke-width="1.6"/>'
    return (
        f'<g transform="translate({num(x)} {num(y)})">{circle}{text(0, r * size * 0.35, words, r * size, "#FFF")}</g>'
    )


# --- symbols -----------------------------------------------------------------------------------------------------------------------------

_WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bhq\b|headquarters|staff", ("staff",)),
    (r"glider", ("x", "glider")),
    (r"para|airborne", ("x", "gull")),
    (r"combined|kampf|combat command|battle ?group|task force", ("x", "disc")),
    (r"mech|panzergren|armou?red inf|motor", ("x", "oval")),
    (r"cavalry", ("slash", "oval")),
    (r"recon|scout", ("slash",)),
    (r"anti-?tank|tank destroyer", ("antitank",)),
    (r"armou?r|panzer|tank", ("oval",)),
    (r"rocket|nebel", ("rocket",)),
    (r"artill|gun|flak", ("gun",)),
    (r"engin|pion", ("engineer",)),
    (r"inf|volks|fusil|grenad|rifle|guard|security|ranger", ("x",)),
)
"""Words in a piece's type, the more specific first, and what is drawn for them."""
_ENTITIES = {"1205": ("oval",), "1211": ("x",), "1213": ("slash",), "1303": ("gun",), "1407": ("engineer",)}
"""The same by the entity of a 20-digit symbol code, for types without such a word."""
_SOLID = ("disc", "gun", "staff")


def type_symbol(kind: str, symbol: str, frame: tuple[float, float, float, float]) -> tuple[str, str]:
    """The symbol of a type of unit as two paths: strokes, and filled shapes."""
    x, y, w, h = frame
    cx, cy = x + w / 2, y + h / 2
    shapes = {
        "x": f"M{num(x)} {num(y)}L{num(x + w)} {num(y + h)}M{num(x + w)} {num(y)}L{num(x)} {num(y + h)}",
        "slash": f"M{num(x)} {num(y + h)}L{num(x + w)} {num(y)}",
        "oval": _oval(cx, cy, w * 0.34, h * 0.3),
        "disc": _oval(cx, cy, w * 0.34, h * 0.3),
        "gull": f"M{num(cx - w * 0.2)} {num(y + h - 1.2)}" + f"q{num(w * 0.1)} {num(-h * 0.34)} {num(w * 0.2)} 0" * 2,
        "glider": f"M{num(cx - w * 0.24)} {num(y + h * 0.72)}H{num(cx + w * 0.24)}L{num(cx)} {num(y + h)}Z",
        "gun": _oval(cx, cy, h * 0.2, h * 0.2),
        "rocket": f"M{num(cx - w * 0.16)} {num(y + h * 0.48)}L{num(cx)} {num(y + h * 0.22)}L{num(cx + w * 0.16)} {num(y + h * 0.48)}"
        f"M{num(cx)} {num(y + h * 0.3)}V{num(y + h * 0.8)}",
        "engineer": f"M{num(cx - w * 0.24)} {num(y + h * 0.74)}V{num(y + h * 0.28)}H{num(cx + w * 0.24)}V{num(y + h * 0.74)}"
        f"M{num(cx)} {num(y + h * 0.28)}V{num(y + h * 0.66)}",
        "staff": f"M{num(x)} {num(y)}h{num(w)}v{num(h * 0.34)}h{num(-w)}Z",
        "antitank": f"M{num(x)} {num(y + h)}L{num(cx)} {num(y)}L{num(x + w)} {num(y + h)}",
    }
    parts = next((parts for words, parts in _WORDS if re.search(words, kind, re.IGNORECASE)), None)
    if parts is None:
        parts = _ENTITIES.get(symbol[10:14], ()) if re.fullmatch(r"\d{20}", symbol) else ()
    return "".join(shapes[p] for p in parts if p not in _SOLID), "".join(shapes[p] for p in parts if p in _SOLID)


def _oval(cx: float, cy: float, rx: float, ry: float) -> str:
    arc = f"a{num(rx)} {num(ry)} 0 1 0 "
    return f"M{num(cx - rx)} {num(cy)}{arc}{num(2 * rx)} 0{arc}{num(-2 * rx)} 0Z"


def size_sign(size: str, x: float = 32.0, y: float = 17.4) -> str:
    """The size above the symbol: crosses for a brigade and up, strokes below."""
    sign = size.upper()
    if re.fullmatch("X+", sign):
        starts = [x + (i - (len(sign) - 1) / 2) * 5 - 1.8 for i in range(len(sign))]
        return "".join(f"M{num(at)} {num(y - 1.7)}l3.6 3.4m0 -3.4l-3.6 3.4" for at in starts)
    if re.fullmatch("I+", sign):
        starts = [x + (i - (len(sign) - 1) / 2) * 3.4 for i in range(len(sign))]
        return "".join(f"M{num(at)} {num(y - 1.9)}v3.8" for at in starts)
    return ""


def _factors_size(piece: Piece, detail: str) -> float:
    """Long factors, such as "(12)-10", are set smaller."""
    full = {"S": 24.0, "M": 21.5, "L": 20.5}[detail]
    length = len(str(piece.get("factors") or ""))
    return full if length <= 5 else max(11.0, full * 5.4 / length)


# --- writing -----------------------------------------------------------------------------------------------------------------------------


def num(value: float) -> str:
    """A number in short form.

    >>> num(12.0), num(0.04), num(-3.456)
    ('12', '0.04', '-3.46')
    """
    out = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if out == "-0" else out


def text(x: float, y: float, words: str, size: float, fill: str) -> str:
    """A line of bold letters around a point."""
    if not words:
        return ""
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}">{escape(words)}</text>'


def mixed(colour: str, other: str, share: float) -> str:
    """A mix of two colours; `share` is the first one's.

    >>> mixed("#FFFFFF", "#000000", 0.5)
    '#808080'
    """
    pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{int(a * share + b * (1 - share) + 0.5):02X}" for a, b in pairs)
