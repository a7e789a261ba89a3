"""A hex board as a picture: collects the layers from back to front."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from shapely.geometry import LineString, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from ardennes.atlas.draw import hand, sheet, signs
from ardennes.atlas.draw.document import document
from ardennes.atlas.draw.edges import Edge, edges
from ardennes.atlas.draw.ground import Ground, contour_lines, paper
from ardennes.atlas.draw.lettering import Letters, lettering
from ardennes.atlas.draw.lines import FORD, along_sides, bearing
from ardennes.atlas.draw.scene import Scene, features, inside, lines_of, make_scene, town_size
from ardennes.atlas.draw.svg import Box, Points, group, num, path, rings


def grid_lines(scene: Scene) -> str:
    """Every side once."""
    layout = scene.layout
    d = ""
    for name in layout.names:
        if "out" in scene.looks(name):
            continue
        c = layout.corners(name)
        d += path([c[1], c[2], c[3], c[4]])
        x, y = layout.key[name]
        for key, (i, j) in {(x - 2, y): (4, 5), (x - 1, y - 3): (5, 0), (x + 1, y - 3): (0, 1)}.items():
            other = layout.at.get(key)
            if other is None or "out" in scene.looks(other):
                d += path([c[i], c[j]])
    return f'<path d="{d}"/>'


def frontiers(scene: Scene) -> str:
    layout = scene.layout
    if not layout.has_geography:
        return ""
    done: BaseGeometry = LineString()
    d = ""
    for feature in features("borders"):
        for part in lines_of(feature):
            points = scene.warp.drawn(layout.from_degrees(lat, lon) for lon, lat in part)
            line: Any = LineString(points).intersection(layout.land).difference(done.buffer(4))
            done = done.union(line)
            line = _off_rivers(scene, line)
            for piece in getattr(line, "geoms", [line]):
                if piece.geom_type == "LineString" and piece.length > 70:
                    d += path(piece.simplify(1.2).coords)
    return f'<path class="bd" d="{d}"/>' if d else ""


def _off_rivers(scene: Scene, line: Any) -> Any:
    """A frontier along a river is the river itself; it is drawn only where it crosses one."""
    near = unary_union([LineString(r.line).buffer(30, quad_segs=3) for r in scene.rivers])
    along: Any = line.intersection(near)
    long = [part for part in getattr(along, "geoms", [along]) if part.geom_type == "LineString" and part.length > 110]
    return line.difference(unary_union(long).buffer(0.5)) if long else line


def water(scene: Scene) -> str:
    """Casing first, then the water, so that rivers flow into one another. Lines end where their round end touches the frame."""
    drawn = {}
    for size in (FORD, 3, 2, 1):
        land = scene.layout.land.buffer(-7.5 if size == 1 else -3.5, join_style="mitre")
        lines = [LineString(r.line).simplify(0.25).coords for r in scene.rivers if r.size == size]
        drawn[size] = "".join(path(part) for line in lines for part in inside(line, land))
    return "".join(
        f'<path class="rv-{kind} rv{size}" d="{d}"/>' for kind in ("case", "fill") for size, d in drawn.items() if d
    )


def road_lines(scene: Scene) -> str:
    body = ""
    for size in (2, 1):
        d = "".join(path(LineString(r.line).simplify(0.25).coords) for r in scene.roads if r.size == size)
        if d:
            body += f'<path class="rd-case rd{size}" d="{d}"/><path class="rd-fill rd{size}" d="{d}"/>'
    return body


def bridge_signs(scene: Scene) -> str:
    size = {r.name: r.size for r in scene.rivers}
    body = ""
    for a, b, what in scene.sides:
        kind = what.get("bridge")
        if not kind:
            continue
        x, y = scene.layout.middle(a, b)
        big = "B" if size.get(str(what.get("river", "")), 3) == 1 else "b"
        road = "X" if kind == "blown" else str(min(int(what.get("road") or 2), 2))
        angle = num(bearing(scene.layout, a, b), 0)
        body += f'<use href="#{scene.prefix}{big}{road}" transform="translate({num(x)} {num(y)}) rotate({angle})"/>'
    return body


def teeth(scene: Scene) -> str:
    body = ""
    for name in scene.layout.names:
        place = scene.place(name)
        if place.get("west_wall"):
            x, y = scene.layout.centre[name]
            sign = "teethC" if place["west_wall"] == "cleared" else "teeth"
            body += signs.use(scene.prefix, sign + ("T" if place.get("town") else ""), x, y)
    return body


def front_line(scene: Scene) -> str:
    lines = [path(LineString(line).simplify(0.25).coords) for line in along_sides(scene.layout, scene.sides, "front")]
    d = "".join(lines)
    return f'<path class="fr-halo" d="{d}"/><path class="fr" d="{d}"/>' if d else ""


def town_blocks(scene: Scene) -> str:
    body = ""
    for name in scene.layout.names:
        place = scene.place(name)
        x, y = scene.town_at.get(name, scene.layout.centre[name])
        if place.get("town") or "city" in scene.looks(name):
            size = 3 if "city" in scene.looks(name) else town_size(place)
            body += signs.use(scene.prefix, ("village", "town", "city")[size - 1], x, y)
    return body


def stores(scene: Scene) -> str:
    """Depots and dumps, on the left of their hex."""
    body = ""
    for name in scene.layout.names:
        place = scene.place(name)
        x, y = scene.layout.centre[name]
        if place.get("depot"):
            body += signs.use(scene.prefix, "fuel", x - 37, y + 2)
        if place.get("dump"):
            body += signs.use(scene.prefix, "dump", x + (37 if place.get("depot") else -37), y + 2)
    return body


def key_entries(scene: Scene) -> list[tuple[str, str]]:
    """What the key explains: the terrain of the legend and the signs that occur."""
    legend: Mapping[str, Any] = scene.board.get("legend", {})
    out: list[tuple[str, str]] = []
    seen: set[str] = set()
    present = {look for name in scene.layout.names for look in scene.looks(name)}
    for entry in legend.values():
        look, name = str(entry.get("look", "clear")), str(entry.get("name", ""))
        if look in present and name not in seen:
            seen.add(name)
            out.append((signs.key_picture(look, scene.prefix), name))
    places = [scene.place(name) for name in scene.layout.names]
    whats = [what for _, _, what in scene.sides]
    minor = any(w.get("road") == 2 for w in whats)
    sizes = {town_size(p) for p in places if p.get("town")}
    occurs = [
        ("town", "Town", bool(sizes & {2, 3})),
        ("village", "Village", 1 in sizes),
        ("road1", "Main road" if minor else "Road", any(w.get("road") == 1 for w in whats)),
        ("road2", "Minor road", minor),
        ("river", "River", any(w.get("river") for w in whats)),
        ("ford", "Ford", any(w.get("ford") for w in whats)),
        ("bridge", "Bridge", any(w.get("bridge") for w in whats)),
        ("blown", "Blown bridge", any(w.get("bridge") == "blown" for w in whats)),
        ("west wall", "West Wall", any(p.get("west_wall") not in (None, "cleared") for p in places)),
        ("cleared", "West Wall, cleared", any(p.get("west_wall") == "cleared" for p in places)),
        ("front", "Front, 16 December", any(w.get("front") for w in whats)),
        ("boundary", "Boundary", any(w.get("boundary") for w in whats)),
        ("frontier", "Frontier", scene.layout.has_geography),
        ("depot", "Fuel depot", any(p.get("depot") for p in places)),
        ("dump", "Supply dump", any(p.get("dump") for p in places)),
        ("supply german", "German supply", any(p.get("supply") == "german" for p in places)),
        ("supply allied", "Allied supply", any(p.get("supply") == "allied" for p in places)),
    ]
    signed = {name for _, name, there in occurs if there}
    out = [one for one in out if one[1] not in signed]  # if the terrain is a sign, the sign explains it
    out += [(signs.key_picture(look, scene.prefix), name) for look, name, there in occurs if there]
    return out


# The picture


def _signs_keep_off(scene: Scene, letters: Letters) -> BaseGeometry:
    lines: list[tuple[Points, float]] = [(r.line, 14 if r.size == 1 else 10) for r in scene.rivers]
    lines += [(r.line, 9.0) for r in scene.roads]
    spots = []
    for name in scene.layout.names:
        place = scene.place(name)
        if place.get("town"):
            spots.append((scene.layout.centre[name], 34.0 if town_size(place) == 3 else 24.0))
    boxes = [box(b[0] - 3, b[1] - 2, b[2] + 3, b[3] + 2) for b in letters.boxes()]
    return unary_union([hand.keep_out(lines, spots), *boxes])


def draw_hex_board(
    board: Mapping[str, Any],
    theme: str = "light",
    detail: str = "near",
    layers: Collection[str] | None = None,
    variables: bool = False,
    embed: bool = True,
    over: str = "",
) -> str:
    """The picture of a hex board; see `draw_board`."""
    scene = make_scene(board, theme, detail)
    letters = lettering(scene)
    ground = Ground(scene)
    edge = edges(scene)
    far = "far" if scene.far else ""
    bounds = along_sides(scene.layout, scene.sides, "boundary")
    bound = "".join(path(LineString(line).simplify(0.25).coords) for line in bounds)
    bound_svg = f'<path class="bn" d="{bound}"/>' if bound else ""
    blocks, size = _sheet(scene, edge)
    out_of_play = [scene.layout.polygon(name).buffer(0.5) for name in scene.layout.names if "out" in scene.looks(name)]
    veil = _veil(unary_union(out_of_play)) if out_of_play else ""
    rim = [scene.layout.polygon(name).buffer(0.5) for name in scene.layout.names if "edge" in scene.looks(name)]
    veil += f'<path class="rim" d="{rings(unary_union(rim))}"/>' if rim else ""
    found = [
        ("paper", "relief", paper(scene)),
        ("contour", "relief", contour_lines(scene)),
        ("broken", "broken ground", ground.svg("broken")),
        ("woods", "woods", ground.svg("woods")),
        ("forest", "woods", ground.svg("forest")),
        ("city", "towns", ground.svg("city")),
        ("glyph", "signs", ground.signs(_signs_keep_off(scene, letters))),
        ("bad", "broken ground", ground.svg("impassable") + ground.hatching()),
        ("grid", "grid", grid_lines(scene)),
        ("border", "frontiers", frontiers(scene)),
        ("river", "water", water(scene)),
        ("road", "roads", road_lines(scene)),
        ("bridge", "roads", bridge_signs(scene)),
        ("out", "out of play", veil),
        ("wall", "west wall", teeth(scene)),
        ("front", "front line", front_line(scene)),
        ("boundary", "boundaries", bound_svg + "".join(letters.bounds.names)),
        ("town", "towns", town_blocks(scene) + stores(scene)),
        ("num", "numbers", letters.numbers),
        ("name", "names", "".join([*letters.regions.names, *letters.waters.names])),
        ("name", "names", "".join([*letters.further.names, *letters.towns.names])),
        ("victory", "victory", "".join(letters.towns.flags)),
        ("exit", "exits", edge.exits),
    ]
    body = group(
        "frame",
        "frame",
        f'<rect class="sheet" x="{num(size[0])}" y="{num(size[1])}" width="{num(size[2])}" height="{num(size[3])}"/>',
    )
    for kind, layer, content in found:
        if content and (layers is None or layer in layers):
            css = f"L-{kind} {far}".strip()
            body += f'<g class="{css}" data-layer="{layer}">{content}</g>'
    if layers is None or "frame" in layers:
        body += group("frame", "frame", edge.body + blocks)
    return document(
        body + over,
        size,
        scene.layout.land,
        (scene.layout.width, scene.layout.height),
        title=str(board.get("title", "Board")),
        kind="board",
        theme=theme,
        prefix=scene.prefix,
        variables=variables,
        embed=embed,
    )


def _veil(area: BaseGeometry) -> str:
    """Ground that is out of play: faded and hatched."""
    return f'<path d="{rings(area)}"/><path class="gone" d="{hand.hatching(area, 11.0)}"/>'


def _sheet(scene: Scene, edge: Edge) -> tuple[str, Box]:
    """Title above, tracks and key below (or in a missing corner); and the rectangle of the whole sheet: x, y, width, height."""
    layout = scene.layout
    facts: Mapping[str, Any] = scene.board.get("sheet", {})
    left, right = -edge.room["west"], layout.width + edge.room["east"]
    top, bottom = -edge.room["north"], layout.height + edge.room["south"]
    scale = max(1.0, layout.width / 2600)  # a large board is seen from farther away
    pad = 34.0 * scale
    title = sheet.title_block(str(scene.board.get("title", "")), str(facts.get("note", "")))
    body = _put(title.body, left + 4, top - 66 * scale, scale)
    room = (right - left - 8) / scale
    key = key_entries(scene)
    corner = sheet.empty_corner(layout.land)
    if corner and key:
        inner = sheet.key_block(key, (corner[2] - corner[0]) / scale - 40)
        if inner.high * scale + 20 < corner[3] - corner[1]:
            body += _put(inner.body, corner[0] + 20, corner[1] + 20, scale)
            key = []
    blocks = sheet.track_blocks([dict(track) for track in facts.get("tracks", ())], room)
    if key:
        used = sum(block.wide + 60 for block in blocks)
        beside = room - used if used < 0.62 * room else room
        blocks.append(sheet.key_block(key, beside))
    more, high = sheet.stack(blocks, 0, 0, room)
    body += _put(more, left + 4, bottom + 26 * scale, scale)
    x, y = left - pad, top - 66 * scale - pad
    return body, (x, y, right - left + 2 * pad, bottom + ((26 + high) * scale if blocks else 0) + pad - y)


def _put(body: str, x: float, y: float, scale: float) -> str:
    grow = f" scale({num(scale, 3)})" if scale != 1 else ""
    return f'<g transform="translate({num(x)} {num(y)}){grow}">{body}</g>'
