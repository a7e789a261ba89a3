"""Lettering: a placer that never lets two labels overlap, names of places, waters and regions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from shapely.geometry import LineString

from ardennes.atlas.draw.fonts import width
from ardennes.atlas.draw.svg import Box, Point, Points, esc, num, smooth, text

_CELL = 100.0


class Placer:
    """Remembers the boxes of what is written, and how much ink there is elsewhere."""

    def __init__(self, area: Box) -> None:
        self.area = area
        self._taken: dict[tuple[int, int], list[Box]] = {}
        self._ink: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def _cells(self, box: Box) -> list[tuple[int, int]]:
        return [
            (i, j)
            for i in range(int(box[0] // _CELL), int(box[2] // _CELL) + 1)
            for j in range(int(box[1] // _CELL), int(box[3] // _CELL) + 1)
        ]

    def take(self, box: Box) -> None:
        """Nothing else may be written here."""
        for cell in self._cells(box):
            self._taken.setdefault(cell, []).append(box)

    def shade(self, box: Box, weight: float) -> None:
        """Something is drawn here that lettering should preferably leave clear."""
        for cell in self._cells(box):
            self._ink.setdefault(cell, []).append((box, weight))

    def free(self, box: Box, gap: float = 0.0) -> bool:
        """Is this box free? The area's edge counts as taken."""
        wide = (box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap)
        left, top, right, bottom = self.area
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        return not any(_meet(wide, other) for cell in self._cells(wide) for other in self._taken.get(cell, ()))

    def cost(self, box: Box) -> float:
        """How much of what is drawn a label here would cover."""
        seen: set[tuple[Box, float]] = set()
        for cell in self._cells(box):
            seen.update(one for one in self._ink.get(cell, ()) if _meet(box, one[0]))
        return sum(sorted(weight * _share(box, other) for other, weight in seen))

    def best(self, options: Sequence[tuple[float, Box]], gap: float = 0.0) -> int | None:
        """The number of the option (own cost, box) that is free and cheapest, or None."""
        found = [(round(own + self.cost(box), 3), i) for i, (own, box) in enumerate(options) if self.free(box, gap)]
        return min(found)[1] if found else None


def _grown(box: Box, dx: float, dy: float) -> Box:
    return (box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def _share(a: Box, b: Box) -> float:
    """The part of b that a covers."""
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    return w * h / max(1.0, (b[2] - b[0]) * (b[3] - b[1]))


@dataclass
class Written:
    """The result of a lettering step: the SVG of names and of value flags, and all boxes taken."""

    names: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Names for which there was no room."""


@dataclass(frozen=True)
class Label:
    """A place name to write near a point."""

    words: str
    at: Point
    size: int
    """3 city, 2 town, 1 village, 0 an additional name in the same hex."""
    value: str = ""
    """Victory value, shown as a flag to the right of the name."""


def line_box(x: float, y: float, wide: float, size: float) -> Box:
    """The box of a line of text centred on x with its baseline at y."""
    return (x - wide / 2, y - size * 0.74, x + wide / 2, y + size * 0.21)


def place_names(
    placer: Placer, labels: Sequence[Label], sizes: dict[str, float], band: tuple[float, float], step: float
) -> Written:
    """Write place names, important ones first. `band`: how far below and above its place a name may be; `step`: how far it may slide."""
    out = Written()
    for label in sorted(labels, key=lambda one: (-one.size, one.value == "", one.at[1], one.at[0], one.words)):
        kind = ("also", "village", "town", "city")[label.size]
        done = False
        for part in (1.0, 0.9, 0.8) if label.size else (1.0, 0.9):
            if _place_name(placer, label, sizes[kind] * part, band, step, out):
                done = True
                break
        if not done:
            out.lost.append(label.words)
    return out


def _place_name(
    placer: Placer, label: Label, size: float, band: tuple[float, float], step: float, out: Written
) -> bool:
    words = label.words.upper() if label.size == 3 else label.words
    face = ("map500", "map600", "map600", "map700")[label.size]
    written = width(words, face, size, 1.6 if label.size == 3 else 0.0)
    flag_size = max(size, 16.0)
    flag = (
        max(flag_size * 1.0, width(label.value, "map700", flag_size * 0.78) + flag_size * 0.34) if label.value else 0.0
    )
    wide = written + (flag + size * 0.18 if flag else 0.0)
    x, y = label.at
    options: list[tuple[float, Box]] = []
    below, above = band
    slides = [0.0]
    for k in range(1, 7):
        slides += [k * step / 6, -k * step / 6]
    for slide in slides:
        far = abs(slide) / step
        options.append((far * 1.2, line_box(x + slide, y + below, wide + 6, size)))
        options.append((0.5 + far * 1.2, line_box(x + slide, y + below + size * 0.3, wide + 6, size)))
        options.append((1.4 + far * 1.2, line_box(x + slide, y - above, wide + 6, size)))
    beside = wide / 2 + 16
    for sign in (1, -1):
        options += [(2.6, line_box(x + sign * beside, y + size * rise, wide + 6, size)) for rise in (0.3, -0.6, 1.2)]
    chosen = placer.best(options, 1.0)
    if chosen is None:
        return False
    box = options[chosen][1]
    placer.take(box)
    out.boxes.append(box)
    left, base = box[0] + 3, box[3] - size * 0.21
    if words:
        middle = left + written / 2
        out.names.append(text(middle, base, words, size, f"tn k{label.size}"))
    if flag:
        out.flags.append(value_flag(box[2] - 3 - flag / 2, base - size * 0.35, flag, flag_size, label.value))
    return True


def value_flag(x: float, y: float, wide: float, size: float, value: str) -> str:
    """The gold flag with a victory value, centred on a point."""
    w, h, tip = num(wide), num(size * 0.62), num(size * 0.34)
    half = num(wide / 2)
    shape = f"M-{half}-{num(size * 0.46)}h{w}v{h}l-{half} {tip}l-{half}-{tip}z"
    return (
        f'<g class="vp" transform="translate({num(x)} {num(y)})"><path d="{shape}"/>'
        f'<text y="{num(size * 0.20)}" font-size="{num(size * 0.78)}">{esc(value)}</text></g>'
    )


# Waters


def water_names(
    placer: Placer, rivers: Sequence[tuple[str, int, Points]], sizes: dict[str, float], prefix: str
) -> Written:
    """Names along rivers (name, size class, line), on calm stretches, repeated on long ones."""
    out = Written()
    serial = 0
    for name, size, line in sorted(rivers, key=lambda r: (r[1], -len(r[2]), r[0])):
        extent = [x for other, _, points in rivers if other == name for x, _ in points]
        letter = sizes["meuse"] if size == 1 else sizes["river"] * (0.86 if size > 2 else 1.0)
        spacing = 6.0 if size == 1 else 1.0
        variants = [part.strip() for part in name.split("/")]
        course = LineString(line).simplify(12)
        need = max(width(part, "story-b", letter, spacing) for part in variants) + letter * 0.6
        if course.length < need * 1.15:
            continue
        repeat = max(1, round(course.length / 1100))
        written = 0
        for turn in range(repeat):
            words = max(variants, key=lambda part: (len(part), part))
            found = calm_stretch(
                placer, course, words, letter, spacing, (11 if size == 1 else 7) + 2, turn / repeat, 1 / repeat
            )
            if found is None:
                continue
            points, boxes = found
            words = _variant(variants, points[2][0], extent)
            for box in boxes:
                placer.take(box)
            out.boxes += boxes
            serial += 1
            written += 1
            ident = f"{prefix}rn{serial}"
            css = "rn r1" if size == 1 else "rn"
            out.names.append(
                f'<path id="{ident}" d="{smooth(points)}" fill="none"/><text class="{css}" font-size="{num(letter)}">'
                f'<textPath href="#{ident}" startOffset="50%">{esc(words)}</textPath></text>'
            )
        if not written:
            out.lost.append(name)
    return out


def _variant(variants: Sequence[str], x: float, extent: Sequence[float]) -> str:
    """Of a name in two languages ("Sauer/Sûre") the first is used on the eastern third of the river, the second west of it."""
    east = min(extent) + 0.72 * (max(extent) - min(extent))
    return variants[0] if x > east else variants[-1]


def calm_stretch(
    placer: Placer,
    course: LineString,
    words: str,
    letter: float,
    spacing: float,
    off: float,
    start: float,
    share: float,
    face: str = "story-b",
) -> tuple[list[Point], list[Box]] | None:
    """A nearly straight stretch of a line with space for a name next to it: the text's baseline and its boxes."""
    need = width(words, face, letter, spacing) + letter * 0.6
    found = []
    for k in range(36):
        begin = course.length * (start + share * k / 36)
        if begin + need > course.length:
            break
        places = [course.interpolate(begin + need * j / 8) for j in range(9)]
        points = [(p.x, p.y) for p in places]
        if points[0][0] > points[-1][0]:
            points.reverse()
        straight = math.hypot(points[-1][0] - points[0][0], points[-1][1] - points[0][1]) / need
        if straight < 0.80:
            continue
        upright = abs(points[-1][0] - points[0][0]) / need
        for side in (1.0, -1.0):
            base = _beside(points, off if side > 0 else off + letter * 0.62, side)
            boxes = _text_boxes(base, letter)
            if not all(placer.free(box, 2.0) for box in boxes):
                continue
            quality = (
                straight
                + (0 if upright > 0.35 else -0.22)
                - 0.03 * sum(placer.cost(box) for box in boxes)
                - (side < 0) * 0.03
            )
            found.append((round(-quality, 4), k, side, base, boxes))
    if not found:
        return None
    best = min(found, key=lambda one: one[:3])
    return best[3], best[4]


def _beside(points: Points, off: float, side: float) -> list[Point]:
    """A calm line next to nine points: their smoothed course, moved to one side (up for +1)."""
    p = list(points)
    for _ in range(2):
        p = [
            p[0],
            *(
                ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
                for a, b, c in zip(p, p[1:], p[2:], strict=False)
            ),
            p[-1],
        ]
    dx, dy = p[-1][0] - p[0][0], p[-1][1] - p[0][1]
    n = math.hypot(dx, dy) or 1.0
    moved = [(x + side * dy / n * off, y - side * dx / n * off) for x, y in p]
    return [moved[0], moved[2], moved[4], moved[6], moved[8]]


def _text_boxes(base: Points, letter: float) -> list[Box]:
    """Boxes that cover text on a curved baseline."""
    out = []
    for a, b in pairwise(base):
        dx, dy = b[0] - a[0], b[1] - a[1]
        n = math.hypot(dx, dy) or 1.0
        ux, uy = dy / n * letter * 0.75, -dx / n * letter * 0.75
        vx, vy = -dy / n * letter * 0.22, dx / n * letter * 0.22
        for t in (0.0, 0.5):
            p = (a[0] + dx * t, a[1] + dy * t)
            q = (a[0] + dx * (t + 0.5), a[1] + dy * (t + 0.5))
            xs = [p[0] + ux, q[0] + ux, p[0] + vx, q[0] + vx]
            ys = [p[1] + uy, q[1] + uy, p[1] + vy, q[1] + vy]
            out.append((min(xs), min(ys), max(xs), max(ys)))
    return out


def line_names(placer: Placer, lines: Sequence[tuple[str, Points]], size: float, prefix: str) -> Written:
    """Names of boundaries along them; a name is written once, on its longest line that has room."""
    out = Written()
    done: set[str] = set()
    for words, line in sorted(lines, key=lambda one: (-LineString(one[1]).length, one[0])):
        course = LineString(line).simplify(12)
        if words in done or course.length < width(words, "map700", size, 1.2) * 1.1:
            continue
        found = calm_stretch(placer, course, words, size, 1.2, 6, 0, 1, "map700")
        if found is None:
            continue
        done.add(words)
        points, boxes = found
        for box in boxes:
            placer.take(box)
        out.boxes += boxes
        ident = f"{prefix}bn{len(done)}"
        out.names.append(
            f'<path id="{ident}" d="{smooth(points)}" fill="none"/><text class="bl" font-size="{num(size)}">'
            f'<textPath href="#{ident}" startOffset="50%">{esc(words)}</textPath></text>'
        )
    return out


# Regions

REGIONS = (
    ("HOHES VENN", 50.515, 6.06),
    ("CONDROZ", 50.385, 5.20),
    ("FAMENNE", 50.20, 5.20),
    ("ARDENNES", 49.965, 5.30),
    ("ÖSLING", 50.075, 5.95),
    ("SCHNEE-EIFEL", 50.275, 6.42),
    ("EIFEL", 50.11, 6.52),
    ("GUTLAND", 49.74, 6.08),
    ("GAUME", 49.61, 5.55),
)
"""Landscapes: name, and latitude and longitude of its centre."""


def region_names(placer: Placer, regions: Sequence[tuple[str, Point]], size: float) -> Written:
    """Landscapes in wide capitals, only where nothing is in the way; they may slide by two or three hexes."""
    out = Written()
    slides = sorted(
        ((dx, dy) for dx in range(-240, 241, 60) for dy in range(-200, 201, 40)),
        key=lambda move: (abs(move[0]) + abs(move[1]), move),
    )
    for words, (x, y) in regions:
        spacing = size * 0.34
        wide = width(words, "story", size, spacing)
        options = [
            (
                (abs(dx) + abs(dy)) / 60,
                (x + dx - wide / 2 - 8, y + dy - size * 0.72, x + dx + wide / 2 + 8, y + dy + size * 0.06),
            )
            for dx, dy in slides
        ]
        # two landscape names are never close to each other
        options = [one for one in options if not any(_meet(_grown(one[1], 90, 130), other) for other in out.boxes)]
        chosen = placer.best(options, 3.0)
        if chosen is None:
            out.lost.append(words)
            continue
        box = options[chosen][1]
        placer.take(box)
        out.boxes.append(box)
        more = f'letter-spacing="{num(spacing)}" text-anchor="middle"'
        middle = (box[0] + box[2]) / 2 + spacing / 2
        out.names.append(text(middle, box[3] - size * 0.06, words, size, "reg", more))
    return out
