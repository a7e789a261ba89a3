"""An area board as a picture, in the style of the hex boards: regions instead of hexes, rivers and dashed lines as their borders."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, substring, unary_union

from ardennes.atlas.area_room import (
    Lines,
    callout_box,
    defence,
    kept_free,
    name_box,
    name_limits,
    name_options,
    name_parts,
    name_sizes,
)
from ardennes.atlas.draw import fonts, hand, raster, sheet, signs
from ardennes.atlas.draw.area_scene import LARGE, TAPER, River, Scene, make_scene, points_of
from ardennes.atlas.draw.document import document
from ardennes.atlas.draw.names import REGIONS, Placer, Written, value_flag, water_names
from ardennes.atlas.draw.svg import Box, Point, Points, group, num, path, rings, smooth, text

_BRIDGE = (1.65, 2.1)
_TOWN = (1.3, 1.7)
_TREE = (1.0, 1.7)
"""Signs near and far, larger than on a hex board: a region is about three hexes wide."""
_GUN = "M-13 5a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM-8-3L15-14L17-9L-2 0zM0 5l17 6l-1 3l-18-4z"


# Ground


def paper(scene: Scene) -> str:
    wide, high = scene.size
    step = raster.step_for(wide, high, 0.9e6 if scene.far else 1.3e6)
    z = raster.elevation(scene.to_degrees, wide, high, step, step)
    data = raster.hill_shade(z, step, scene.theme)
    rows, cols = z.shape
    return (
        f'<image href="{data}" x="{num(-1.5 * step)}" y="{num(-1.5 * step)}" width="{num(cols * step)}" height="{num(rows * step)}" '
        'preserveAspectRatio="none"/>'
    )


def contour_lines(scene: Scene) -> str:
    wide, high = scene.size
    z = raster.elevation(scene.to_degrees, wide + 12, high + 12, 8.0)
    body = ""
    for lines in raster.contours(z, 8.0, list(range(100, 750, 100)), 260.0).values():
        d = "".join(path(line, digits=0) for line in lines)
        if d:
            body += f'<path class="idx" d="{d}"/>'
    return body


def terrain(scene: Scene, look: str) -> str:
    """The fill of all spaces with one look, slightly inside their borders."""
    out = ""
    for name in scene.places:
        if scene.look(name) == look:
            lines = [LineString(what["line"]) for a, b, what in scene.sides if name in (a, b)]
            free = scene.shapes[name].difference(MultiLineString(lines).buffer(5.5, quad_segs=4))
            out += f'<path d="{rings(free.simplify(0.5))}"/>'
    return out


def glyphs(scene: Scene, avoid: BaseGeometry) -> str:
    """Trees and hachures all over the spaces, clear of lines, towns and names."""
    out = ""
    for look, gap, seed in (("broken", 44.0, 5), ("woods", 38.0, 6), ("forest", 27.0, 7)):
        area = unary_union([scene.shapes[name].buffer(-17) for name in scene.places if scene.look(name) == look])
        size = _TREE[scene.far]
        found = hand.scatter(area.difference(avoid), gap * size, seed)
        spots = [(x / size, y / size) for x, y in found]
        if look == "broken":
            d = hand.hachures(spots, _downhill(scene, found), 14.0)
        else:
            d = hand.crowns(spots) if look == "woods" else hand.firs(spots)
        layer = "broken ground" if look == "broken" else "woods"
        grow = f' transform="scale({size})"' if size != 1 else ""
        out += f'<g data-layer="{layer}"{grow}><path class="g-{look}" d="{d}"/></g>' if d else ""
    return out


def _downhill(scene: Scene, points: Points) -> list[float]:
    wide, high = scene.size
    z = raster.elevation(scene.to_degrees, wide + 20, high + 20, 10.0)
    gy, gx = (np.asarray(part) for part in np.gradient(z))
    return [math.atan2(-gy[int(y / 10), int(x / 10)], -gx[int(y / 10), int(x / 10)]) for x, y in points]


# Lines


def borders(scene: Scene) -> str:
    """Borders without a river: dashed ink on a pale casing, joined into long lines so that the dashes are continuous."""
    parts = [LineString(what["line"]) for _, _, what in scene.sides if not what.get("river")]
    if not parts:
        return ""
    merged: Any = linemerge(MultiLineString(parts))
    d = "".join(smooth(points_of(line.coords)) for line in getattr(merged, "geoms", [merged]))
    return f'<path class="ar-case" d="{d}"/><path class="ar" d="{d}"/>'


def watersheds(scene: Scene) -> str:
    """The border continues where a river that marks it is left out."""
    d = ""
    for river in scene.rivers:
        course = LineString(river.line)
        for cut, piece in ((river.cut[0], (0, river.cut[0])), (river.cut[1], (-river.cut[1], course.length))):
            d += smooth(points_of(substring(course, *piece).coords)) if cut else ""
    return f'<path class="ar-case" d="{d}"/><path class="ar" d="{d}"/>' if d else ""


def water(scene: Scene) -> str:
    """Casing first, then the water, so that rivers flow into one another."""
    body = ""
    for kind in ("case", "fill"):
        for size in (2, 1):
            d = "".join(smooth(points_of(_full(river).coords)) for river in scene.rivers if river.size == size)
            if d:
                body += f'<path class="rv-{kind} rv{size}" d="{d}"/>'
        body += _brooks(scene, kind)
    return body


def _full(river: River) -> LineString:
    """The course without its thin ends."""
    course = LineString(river.line)
    return substring(course, river.thin[0], course.length - river.thin[1])


def _brooks(scene: Scene, kind: str) -> str:
    """The thin ends of rivers, thinner step by step."""
    wide, least = _BROOK[scene.far][kind]
    pieces: dict[int, str] = {}
    for river in scene.rivers:
        course = LineString(river.line)
        for k, thin, cut in ((0, river.thin[0], river.cut[0]), (1, river.thin[1], river.cut[1])):
            first = thin - TAPER  # beyond its source a river is a brook of one width
            for step in range(_STEPS if thin else 0):
                a = thin - (thin - max(first, cut)) * step / _STEPS
                b = thin - (thin - max(first, cut)) * (step + 1) / _STEPS
                part = substring(course, a, b) if k == 0 else substring(course, course.length - a, course.length - b)
                pieces[step] = pieces.get(step, "") + path(part.coords)
            if first > cut:
                part = (
                    substring(course, first, cut)
                    if k == 0
                    else substring(course, course.length - first, course.length - cut)
                )
                pieces[_STEPS - 1] += smooth(points_of(part.coords))
    return "".join(
        f'<path class="rv-{kind}" style="stroke-width:{num(wide + (least - wide) * (step + 1) / _STEPS)}" d="{d}"/>'
        for step, d in sorted(pieces.items())
    )


_STEPS = 8
_BROOK = (
    {"case": (12.8, 7.4), "fill": (8.8, 4.4)},
    {"case": (17.0, 10.0), "fill": (12.0, 6.2)},
)
"""Width of a river and of its brook, near and far."""


def road_lines(scene: Scene) -> str:
    d = "".join(smooth(way) for way in scene.roads)
    return f'<path class="rd-case rd1" d="{d}"/><path class="rd-fill rd1" d="{d}"/>' if d else ""


def bridges(scene: Scene) -> str:
    body = ""
    for _, _, what in scene.sides:
        if not what.get("bridge"):
            continue
        (x, y), way = what["at"], points_of(what["way"])
        k = min(range(len(way)), key=lambda i: (math.dist(way[i], (x, y)), i))
        (x0, y0), (x1, y1) = way[max(0, k - 1)], way[min(len(way) - 1, k + 1)]
        angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
        big = "B" if what.get("river") in LARGE else "b"
        place = f"translate({num(x)} {num(y)}) rotate({num(angle, 0)}) scale({_BRIDGE[scene.far]})"
        body += f'<use href="#{scene.prefix}{big}1" transform="{place}"/>'
    return body


# Towns and lettering


def towns(scene: Scene) -> str:
    body = ""
    for what in scene.places.values():
        x, y = what["xy"]
        sign = ("village", "town", "city")[int(what.get("size", 1)) - 1]
        body += (
            f'<use href="#{scene.prefix}{sign}" transform="translate({num(x)} {num(y)}) scale({_TOWN[scene.far]})"/>'
        )
    return body


def callouts(scene: Scene) -> str:
    """A plate next to a crowded space for its counters, with a line to the town."""
    body = ""
    for what in scene.places.values():
        if "callout" in what:
            (x, y), (u, v) = what["xy"], what["callout"]
            left, top, right, bottom = callout_box((u, v))
            body += f'<path class="co" d="M{num(x)} {num(y)}L{num(u)} {num(v)}"/>'
            size = f'width="{num(right - left)}" height="{num(bottom - top)}"'
            body += f'<rect class="co" x="{num(left)}" y="{num(top)}" {size} rx="8"/>'
    return body


@dataclass
class Letters:
    names: str
    flags: str
    waters: Written
    regions: Written
    boxes: list[Box]


def lettering(scene: Scene) -> Letters:
    """Names of spaces where the board has them (far: where large ones fit), then waters and landscapes where there is room."""
    placer = Placer((5.0, 5.0, scene.size[0] - 5, scene.size[1] - 5))
    names, flags = "", ""
    boxes: list[Box] = []
    labels = far_labels(scene) if scene.far else {name: what["label"] for name, what in scene.places.items()}
    for place, what in scene.places.items():
        name, flag = _space_name(what, labels[place], scene.far)
        names, flags = names + name, flags + flag
        boxes.append(name_limits(what, labels[place], scene.far))
    for taken in boxes:
        placer.take(taken)
    for what in scene.places.values():
        x, y = what["xy"]
        r = (34 if what.get("size") == 3 else 18) * _TOWN[scene.far]
        placer.take((x - r, y - r, x + r, y + r))
        for x, y in [spot for spots in what["stack"].values() for spot in spots]:
            placer.shade((x - 30, y - 30, x + 30, y + 30), 0.6)
    for x, y in _bridges(scene):
        placer.take((x - 18, y - 18, x + 18, y + 18))
    for way in scene.roads:
        for x, y in _beads(way, 8.0):
            placer.shade((x - 4, y - 4, x + 4, y + 4), 0.6)
    for river in scene.rivers:
        half = 8.0 if river.size == 1 else 3.0
        for x, y in _beads(river.line, 8.0):
            placer.shade((x - half, y - half, x + half, y + half), 3.0)
    sizes = {"meuse": 52.0, "river": 40.0} if scene.far else {"meuse": 38.0, "river": 27.0}
    courses = [(river.name, river.size, points_of(_full(river).coords)) for river in scene.rivers]
    waters = water_names(placer, courses, sizes, scene.prefix)
    return Letters(names, flags, waters, _landscapes(scene, placer), boxes)


def far_labels(scene: Scene) -> dict[str, Point]:
    """Positions for large names, cities first; the same rules as for the board's names."""
    rivers, borders = (
        [points_of(what["line"]) for _, _, what in scene.sides if bool(what.get("river")) == wet]
        for wet in (True, False)
    )
    lines = Lines(scene.roads, rivers, borders)
    towns = {(float(what["xy"][0]), float(what["xy"][1])): int(what["size"]) for what in scene.places.values()}
    taken = kept_free(_bridges(scene), towns, scene.size)
    out = {}
    for name in sorted(scene.places, key=lambda n: (-scene.places[n]["size"], round(scene.shapes[n].area), n)):
        what = scene.places[name]
        x, y = (float(v) for v in what["xy"])
        found = name_options(what, (x, y), scene.shapes[name], lines, taken, True)
        out[name] = found[0][1] if found else (x, y + 60)
        taken.append(name_limits(what, out[name], True))
    return out


def _bridges(scene: Scene) -> list[Point]:
    return [(float(what["at"][0]), float(what["at"][1])) for _, _, what in scene.sides if what.get("bridge")]


def _beads(line: Points, apart: float) -> list[Point]:
    """Points all along a line."""
    course = LineString(line)
    spots = [course.interpolate(apart * k) for k in range(int(course.length / apart) + 1)]
    return [(spot.x, spot.y) for spot in spots]


def _landscapes(scene: Scene, placer: Placer) -> Written:
    """Names of landscapes, only where there is neither line nor name: here they matter less than the names of spaces."""
    for line in [*scene.roads, *(points_of(what["line"]) for _, _, what in scene.sides)]:
        for x, y in _beads(line, 15.0):
            placer.take((x - 13, y - 13, x + 13, y + 13))
    for x, y in [spot for what in scene.places.values() for spots in what["stack"].values() for spot in spots]:
        placer.shade((x - 30, y - 30, x + 30, y + 30), 4.0)
    size = 52.0 if scene.far else 38.0
    spacing = size * 0.3
    out = Written()
    for words, lat, lon in REGIONS:
        x, y = scene.from_degrees(lat, lon)
        wide = fonts.width(words, "story", size, spacing)
        options = [
            (
                (abs(dx) + abs(dy)) / 40,
                (x + dx - wide / 2 - 8, y + dy - size * 0.72, x + dx + wide / 2 + 8, y + dy + size * 0.06),
            )
            for dx in range(-240, 241, 15)
            for dy in range(-150, 151, 15)
        ]
        chosen = placer.best(options, 4.0)
        if chosen is None:
            out.lost.append(words)
            continue
        left, top, right, bottom = options[chosen][1]
        placer.take((left, top, right, bottom))
        out.boxes.append((left, top, right, bottom))
        more = f'letter-spacing="{num(spacing)}" text-anchor="middle"'
        out.names.append(text((left + right + spacing) / 2, bottom - size * 0.06, words, size, "reg", more))
    return out


def _space_name(what: Mapping[str, Any], label: Sequence[float], far: bool) -> tuple[str, str]:
    """The line of a space's name: artillery sign, name, defence value, value flag."""
    size = int(what.get("size", 1))
    high = name_sizes(far)[size]
    wide, _ = name_box(what, far)
    x, base = label
    left = x - wide / 2
    names = flags = ""
    for kind, part in name_parts(what, far):
        middle, centre = left + part / 2, base - high * 0.33
        if kind == "artillery":
            where = f"translate({num(middle - high * 0.08)} {num(centre)}) scale({num(high / 34, 2)})"
            names += f'<path class="gun" transform="{where}" d="{_GUN}"/>'
        elif kind == "name":
            words = str(what["town"])
            names += text(middle, base, words.upper() if size == 3 else words, high, f"tn k{size}")
        elif kind == "defence":
            flags += _plate(middle + high * 0.1, centre, part - high * 0.3, high * 0.76, defence(what), high * 0.62)
        else:
            flags += value_flag(middle + high * 0.06, centre, high * 0.95, high * 0.95, str(what["vp"]))
        left += part
    return names, flags


def _plate(x: float, y: float, wide: float, high: float, words: str, size: float) -> str:
    rect = f'<rect x="{num(x - wide / 2)}" y="{num(y - high / 2)}" width="{num(wide)}" height="{num(high)}" rx="5"/>'
    return f'<g class="df">{rect}{text(x, y + size * 0.36, words, size)}</g>'


# Around the map


def tags(scene: Scene) -> str:
    """Entry letters and exit arrows, where the roads leave the map."""
    body = ""
    for what in scene.places.values():
        for way, line in what.get("off", {}).items():
            x, y = line[-1]
            grow = _TAGS[scene.far]
            out = (sheet.STRIP + 6.0) / grow
            signs_here = ""
            if what.get("exit"):
                signs_here += sheet.exit_tag(0, 0, way, "VP", out)
                out += 48.0
            if what.get("entry"):
                signs_here += sheet.entry_tag(0, 0, way, " ".join(what["entry"]), out)
            body += _put(signs_here, x, y, grow)
    return body


def _put(body: str, x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({num(x)} {num(y)}) scale({num(scale, 3)})">{body}</g>'


_TAGS = (1.2, 1.6)
"""Size of the tags outside the frame, near and far."""
_SHEET = (1.2, 1.38)
"""Size of the title, the tracks and the key."""


def _margin(scene: Scene) -> float:
    """Room for tags outside the frame."""
    return sheet.STRIP + 88.0 * _TAGS[scene.far]


def margins(scene: Scene) -> str:
    """The frame, with a band along each edge that says whose supply comes in there."""
    wide, high = scene.size
    deep, gap = sheet.STRIP - 12, 6.0
    body = ""
    for edge, (x, y, w, h) in {
        "east": (wide + gap, 0.0, deep, high),
        "west": (-gap - deep, 0.0, deep, high),
        "north": (0.0, -gap - deep, wide, deep),
        "south": (0.0, high + gap, wide, deep),
    }.items():
        german = edge == "east"
        body += (
            f'<rect class="{"se" if german else "sa"}" x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"/>'
        )
        words, css = ("GERMAN SUPPLY", "set") if german else ("ALLIED SUPPLY", "sat")
        for part in (0.25, 0.75) if w > h else (0.3, 0.7):
            cx, cy = (x + w * part, y + h / 2) if w > h else (x + w / 2, y + h * part)
            turn = "" if w > h else f' transform="rotate({90 if german else -90} {num(cx)} {num(cy)})"'
            body += text(cx, cy + 6.5, words, 19, css, f'letter-spacing="4"{turn}')
    return body + sheet.frame(scene.land)


def key_entries(scene: Scene) -> list[tuple[str, str]]:
    legend = scene.board.get("legend", {}).values()
    out = [(signs.key_picture(str(entry["look"]), scene.prefix), str(entry["name"])) for entry in legend]
    line = '<path class="ar-case" d="M4 24q14-10 28-4t28-4"/><path class="ar" d="M4 24q14-10 28-4t28-4"/>'
    gun = f'<path class="gun" transform="translate(30 21)" d="{_GUN}"/>'
    out += [
        (signs.key_picture(look, scene.prefix), name)
        for look, name in (("town", "Town"), ("village", "Village"), ("road1", "Road"))
    ]
    out += [(sheet.swatch(line), "Border"), (signs.key_picture("river", scene.prefix), "River border")]
    out += [(signs.key_picture("bridge", scene.prefix), "Bridge")]
    out += [] if scene.far else [(sheet.swatch(gun), "German artillery")]
    out += [(sheet.swatch(value_flag(32, 20, 30, 30, "2")), "Victory points")]
    plate = sheet.swatch(_plate(32, 20, 44, 26, "2/1", 21))
    out += [] if scene.far else [(plate, "Hits cancelled in defence: town held / not held")]
    out += [
        (
            sheet.swatch(
                '<g class="en"><rect x="17" y="5" width="30" height="30" rx="4"/><text x="32" y="29" font-size="24">D</text></g>'
            ),
            "Entry",
        )
    ]
    arrow = '<g class="ex"><path d="M10 6h28l14 14l-14 14h-28z"/><text x="27" y="28" font-size="22">VP</text></g>'
    return [*out, (sheet.swatch(arrow), "Exit")]


def _sheet(scene: Scene) -> tuple[str, Box]:
    """Title above, tracks and key below; and the rectangle of the whole sheet: x, y, width, height."""
    wide, high = scene.size
    facts: Mapping[str, Any] = scene.board.get("sheet", {})
    room, scale, pad = _margin(scene), _SHEET[scene.far], 34.0
    left, right = -room, wide + room
    top, bottom = -room - 4, high + sheet.STRIP + 44.0 * _TAGS[scene.far]
    title = sheet.title_block(str(scene.board.get("title", "")), str(facts.get("note", "")))
    body = _put(title.body, left + 4, top - 60 * scale, scale)
    across = (right - left - 8) / scale
    blocks = sheet.track_blocks(facts.get("tracks", ()), across)
    blocks.append(sheet.key_block(key_entries(scene), across))
    more, tall = sheet.stack(blocks, 0, 0, across)
    body += _put(more, left + 4, bottom + 26 * scale, scale)
    x, y = left - pad, top - 60 * scale - pad
    return body, (x, y, right - left + 2 * pad, bottom + (26 + tall) * scale + pad - y)


# The picture


def _signs_keep_off(scene: Scene, letters: Letters) -> BaseGeometry:
    size = _TREE[scene.far]
    lines: list[tuple[Points, float]] = [(r.line, (22.0 if r.size == 1 else 16.0) * size) for r in scene.rivers]
    lines += [(way, 13.0 * size) for way in scene.roads]
    spots = [(tuple(what["xy"]), (46.0 if what.get("size") == 3 else 30.0) * size) for what in scene.places.values()]
    boxes = [
        box(b[0] - 4, b[1] - 12, b[2] + 4, b[3])
        for b in (*letters.boxes, *letters.waters.boxes, *letters.regions.boxes)
    ]
    return shapely.union_all([hand.keep_out(lines, spots), *boxes])


def draw_area_board(
    board: Mapping[str, Any],
    theme: str = "light",
    detail: str = "near",
    layers: Collection[str] | None = None,
    variables: bool = False,
    embed: bool = True,
    over: str = "",
) -> str:
    """The picture of an area board; see `draw_board`."""
    scene = make_scene(board, theme, detail)
    letters = lettering(scene)
    blocks, size = _sheet(scene)
    found = [
        ("paper", "relief", paper(scene), True),
        ("contour", "relief", contour_lines(scene), True),
        ("broken", "broken ground", terrain(scene, "broken"), True),
        ("woods", "woods", terrain(scene, "woods"), True),
        ("forest", "woods", terrain(scene, "forest"), True),
        ("glyph", "signs", glyphs(scene, _signs_keep_off(scene, letters)), True),
        ("area", "grid", borders(scene) + watersheds(scene), True),
        ("river", "water", water(scene), True),
        ("road", "roads", road_lines(scene), True),
        ("bridge", "roads", bridges(scene), False),
        ("callout", "callouts", callouts(scene), False),
        ("town", "towns", towns(scene), False),
        ("name", "names", "".join([*letters.regions.names, *letters.waters.names]), False),
        ("name", "names", letters.names, False),
        ("victory", "victory", letters.flags, False),
        ("exit", "exits", tags(scene), False),
    ]
    rect = f'<rect class="sheet" x="{num(size[0])}" y="{num(size[1])}" width="{num(size[2])}" height="{num(size[3])}"/>'
    body = group("frame", "frame", rect)
    for clipped, layer_rows in groupby(found, key=lambda row: row[3]):
        part = ""
        for kind, layer, content, _ in layer_rows:
            if content and (layers is None or layer in layers):
                css = f"L-{kind}" + (" far" if scene.far else "")
                part += f'<g class="{css}" data-layer="{layer}">{content}</g>'
        body += f"<g{_clip(scene)}>{part}</g>" if clipped and part else part
    if layers is None or "frame" in layers:
        body += group("frame", "frame", margins(scene) + blocks)
    return document(
        body + over,
        size,
        scene.land,
        scene.size,
        title=str(board.get("title", "Board")),
        kind="board area",
        theme=theme,
        prefix=scene.prefix,
        variables=variables,
        embed=embed,
    )


def _clip(scene: Scene) -> str:
    return f' clip-path="url(#{scene.prefix}land)"'
