"""Checks of the atlas data: whether the geography is right, before any board is made from it.

`features.load_atlas` rejects what cannot be read at all. These are the finer questions: does each river reach the one it runs into, do
roads cross water only at listed bridges, is each town on the correct bank, is Monschau on the American side of the front. Each check
is one function that returns rows for the table of `ardennes atlas lint`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon

from ardennes.atlas.features import DATA, Atlas, Town, load_atlas
from ardennes.atlas.geo import KM_LAT, KM_LON, LAT0, LON0, Points
from ardennes.atlas.table import Row, found
from ardennes.core.wording import counted

FILES = ("towns", "rivers", "bridges", "roads", "forests", "westwall", "front_19441216", "relief", "borders")

RIVERS = (
    "Meuse", "Ourthe", "Ourthe Occidentale", "Ourthe Orientale", "Amblève", "Salm", "Lienne", "Our", "Sauer/Sûre",
    "Clerve", "Wiltz", "Alzette", "Prüm", "Kyll", "Moselle", "Lesse", "Lomme", "Semois", "Vesdre", "Warche", "Rur",
    "Sambre", "Hoyoux", "Viroin", "Chiers",
)  # fmt: skip
"""Rivers that the atlas must have; boards choose from them."""

OFF_THE_MAP = ("Meuse", "Moselle", "Rur", "Inde")
"""Rivers that leave the atlas, and so run into nothing."""

NAMES_OF_1944 = (
    "Liège", "Prüm", "Clervaux", "Malmedy", "St. Vith", "Ettelbrück", "Büllingen", "Bütgenbach", "Érezée",
    "Neufchâteau", "Höfen", "Schönberg", "Stavelot", "Vianden", "Houffalize", "Krinkelt-Rocherath", "Trois-Ponts",
    "Grandménil", "Samrée", "La Roche-en-Ardenne", "Esch-sur-Sûre", "Lützkampen", "Jünkerath", "Düren", "Visé",
    "Losheimergraben", "St. Hubert",
)  # fmt: skip
"""Names as the sources of 1944 spell them, accents included: a well-meant clean-up must not lose one."""

AMERICAN = (
    "Monschau", "Höfen", "Wahlerscheid", "Krinkelt-Rocherath", "Losheimergraben", "Lanzerath", "Manderfeld",
    "Krewinkel", "Roth bei Prüm", "Kobscheid", "Auw", "Bleialf", "Großlangenfeld", "Winterspelt", "Schönberg",
    "Steinebrück", "Harspelt", "Sevenig", "Ouren", "Weiswampach", "Heinerscheid", "Marnach", "Clervaux", "Hosingen",
    "Vianden", "Diekirch", "Bettendorf", "Reisdorf", "Beaufort", "Berdorf", "Echternach", "Osweiler", "Dickweiler",
    "Rosport", "Wasserbillig", "Grevenmacher", "Büllingen", "Elsenborn", "St. Vith", "Simmerath", "Lammersdorf",
    "Vossenack", "Hürtgen", "Kalterherberg", "Mützenich",
)  # fmt: skip
"""Places that were in American hands at dawn on 16 December."""

GERMAN = (
    "Konzen", "Imgenbroich", "Rohren", "Schleiden", "Hellenthal", "Hollerath", "Udenbreth", "Losheim (Eifel)",
    "Hallschlag", "Ormont", "Olzheim", "Brandscheid", "Sellerich", "Habscheid", "Lützkampen", "Dasburg", "Daleiden",
    "Gemünd (Our)", "Roth (Our)", "Körperich", "Wallendorf", "Bollendorf", "Irrel", "Ralingen", "Langsur", "Prüm",
    "Schmidt", "Dreiborn",
)  # fmt: skip
"""Places that were in German hands at dawn on 16 December."""

BANKS: dict[str, dict[str, tuple[str, ...]]] = {
    "Meuse": {
        "left": ("Namur", "Profondeville", "Bouvignes", "Hermeton-sur-Meuse", "Flavion", "Givet", "Amay", "Engis", "Seilles",
                 "Jemeppe", "Liège", "Philippeville", "Hannut"),
        "right": ("Dinant", "Anseremme", "Yvoir", "Jambes", "Andenne", "Huy", "Seraing", "Visé", "Bressoux", "Ciney"),
    },
    "Our": {
        "left": ("Dasburg", "Gemünd (Our)", "Roth (Our)", "Schönberg", "Lützkampen", "Daleiden", "Winterspelt", "Körperich"),
        "right": ("Vianden", "Stolzembourg", "Obereisenbach", "Kalborn", "Rodershausen", "Fouhren", "Heinerscheid",
                  "Burg-Reuland", "Heuem", "St. Vith"),
    },
    "Sauer/Sûre": {
        "left": ("Wallendorf", "Bollendorf", "Echternacherbrück", "Ralingen", "Langsur", "Mesenich", "Diekirch", "Bettendorf",
                 "Brandenburg", "Bavigne", "Kaundorf", "Boulaide", "Harlange", "Büderscheid"),
        "right": ("Echternach", "Rosport", "Wasserbillig", "Reisdorf", "Berdorf", "Heiderscheid", "Eschdorf", "Bigonville",
                  "Bourscheid"),
    },
    "Amblève": {"left": ("Trois-Ponts", "Wanne", "Rahier", "Cheneux"), "right": ("Stavelot", "La Gleize", "Stoumont", "Spa")},
    "Salm": {"left": ("Rencheux", "Petit-Halleux", "Lierneux"), "right": ("Vielsalm", "Grand-Halleux", "Wanne")},
    "Clerve": {"left": ("Marnach", "Munshausen", "Hosingen"), "right": ("Eschweiler (Wiltz)", "Derenbach")},
    "Wiltz": {"left": ("Wiltz", "Eschweiler (Wiltz)"), "right": ("Büderscheid", "Nothum")},
    "Moselle": {"left": ("Remich", "Grevenmacher", "Wasserbillig", "Ehrang"), "right": ("Trier", "Konz", "Saarburg")},
    "Rur": {"left": ("Schmidt", "Simmerath", "Hürtgen"), "right": ("Düren", "Nideggen", "Dreiborn")},
    "Semois": {"left": ("Florenville", "Sedan"), "right": ("Herbeumont", "Bertrix", "Vresse", "Paliseul")},
    "Kyll": {"left": ("Gerolstein", "Speicher"), "right": ("Bitburg", "Schönecken")},
    "Prüm": {"left": ("Irrel", "Prüm", "Bitburg"), "right": ("Neuerburg", "Arzfeld", "Bollendorf")},
    "Lomme": {"right": ("Rochefort", "Humain"), "left": ("Bure", "Tellin")},
}  # fmt: skip
"""Which bank of a river a town is on, looking downstream."""

_BRIDGE_REACH = 0.75
"""Kilometres from a listed bridge within which a road may cross its river."""
_SIDE_BY_SIDE = 0.9
"""Kilometres within which two roads count as parallel."""


def lint(folder: Path | None = None) -> list[Row]:
    """Every check of the atlas data, in the order of the table."""
    rows = _features(folder or DATA)
    ground = _Ground(load_atlas(folder))
    checks: tuple[Callable[[_Ground], Iterator[Row]], ...] = (
        _town_names,
        _town_places,
        _river_list,
        _river_lines,
        _bank_sides,
        _crossings,
        _bridges,
        _road_ends,
        _parallel_roads,
        _routes,
        _forests,
        _west_wall,
        _front,
        _frontiers,
    )
    return rows + [row for check in checks for row in check(ground)]


class _Ground:
    """The atlas in kilometres, as shapes."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.rivers = {river.name: LineString(_km(river.line)) for river in atlas.rivers}
        self.roads = [LineString(_km(road.line)) for road in atlas.roads]
        self.towns = {town.name: town for town in atlas.towns}
        self.front = LineString(_km(atlas.front))

    def point(self, thing: Any) -> Point:
        return Point((thing.lon - LON0) * KM_LON, (thing.lat - LAT0) * KM_LAT)

    def near(self, x: float, y: float) -> str:
        """The town nearest to a spot, for error messages."""
        return min(self.atlas.towns, key=lambda town: (self.point(town).distance(Point(x, y)), town.id)).name


def _km(lonlat: Points) -> Points:
    return np.column_stack(((lonlat[:, 0] - LON0) * KM_LON, (lonlat[:, 1] - LAT0) * KM_LAT))


def _spots(shape: Any) -> list[tuple[float, float]]:
    """The points where two lines meet."""
    return [part.coords[0] for part in getattr(shape, "geoms", [shape])]


# --- the files ---------------------------------------------------------------------------------------------------------------------------


def _features(folder: Path) -> list[Row]:
    """Every feature has a unique id and a source; files have one feature per line, so that changes can be read in a diff."""
    rows = []
    for name in FILES:
        text = (folder / f"{name}.geojson").read_text(encoding="utf-8")
        features = json.loads(text)["features"]
        wrong = [
            f"feature {n} has no {key}"
            for n, f in enumerate(features)
            for key in ("id", "source")
            if not f["properties"].get(key)
        ]
        ids = Counter(f["properties"].get("id") for f in features)
        wrong += [f"id {id_} appears {n} times" for id_, n in sorted(ids.items(), key=str) if n > 1 and id_]
        if len(text.splitlines()) != len(features) + 2:
            wrong.append("not one feature per line")
        if not json.loads(text).get("licence"):
            wrong.append("no licence")
        rows.append(found(f"{name}.geojson", counted(len(features), "feature"), wrong))
    return rows


# --- towns -------------------------------------------------------------------------------------------------------------------------------


def _town_names(ground: _Ground) -> Iterator[Row]:
    wrong = [f"{name} is missing or spelled differently" for name in NAMES_OF_1944 if name not in ground.towns]
    owners: dict[str, set[str]] = {}
    for town in ground.atlas.towns:
        for name in {town.id, town.name, *town.alt}:
            owners.setdefault(name, set()).add(town.name)
        if town.name != town.name.strip() or not town.name[:1].isupper():
            wrong.append(f"'{town.name}' does not look like a name")
    wrong += [f"'{name}' may be {' or '.join(sorted(who))}" for name, who in sorted(owners.items()) if len(who) > 1]
    spellings = sum(len(town.alt) for town in ground.atlas.towns)
    yield found("names", f"{spellings} other spellings", wrong)


def _town_places(ground: _Ground) -> Iterator[Row]:
    towns = ground.atlas.towns
    sizes = Counter(town.size for town in towns)
    tree = shapely.STRtree([ground.point(town) for town in towns])
    wrong = [
        f"{town.name} and {towns[j].name} are in the same spot"
        for i, town in enumerate(towns)
        for j in sorted(int(k) for k in tree.query(ground.point(town).buffer(0.3)))
        if i < j and ground.point(town).distance(ground.point(towns[j])) < 0.3
    ]
    value = ", ".join(f"{sizes[size]} of size {size}" for size in (3, 2, 1, 0))
    yield found("sizes and places", value, wrong)


# --- rivers ------------------------------------------------------------------------------------------------------------------------------


def _river_list(ground: _Ground) -> Iterator[Row]:
    wrong = [f"{name} is missing" for name in RIVERS if name not in ground.rivers]
    yield found("required rivers", f"{len(RIVERS)} rivers", wrong)


def _river_lines(ground: _Ground) -> Iterator[Row]:
    wrong = []
    mouths = 0
    for river in ground.atlas.rivers:
        line = ground.rivers[river.name]
        if not line.is_simple:
            wrong.append(f"{river.name} crosses itself")
        if river.into:
            mouths += 1
            gap = ground.rivers[river.into].distance(Point(line.coords[-1]))
            if gap > 0.05:
                wrong.append(f"{river.name} ends {gap:.2f} km from the {river.into}")
        elif river.name not in OFF_THE_MAP:
            wrong.append(f"{river.name} runs into nothing")
    names = list(ground.rivers)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            wrong += _river_meetings(ground, a, b)
    yield found("mouths", counted(mouths, "mouth"), wrong)


def _river_meetings(ground: _Ground, a: str, b: str) -> list[str]:
    """Two rivers meet only at a mouth."""
    shape = ground.rivers[a].intersection(ground.rivers[b])
    if shape.is_empty:
        return []
    mouths = [Point(ground.rivers[name].coords[-1]) for name in (a, b)]
    far = [spot for spot in _spots(shape) if min(mouth.distance(Point(spot)) for mouth in mouths) > 0.3]
    return [f"{a} and {b} cross near {ground.near(*far[0])}"] if far else []


def _bank_sides(ground: _Ground) -> Iterator[Row]:
    wrong = []
    count = 0
    for river, banks in BANKS.items():
        for bank, names in banks.items():
            for name in names:
                count += 1
                town = ground.towns.get(name)
                if town is None:
                    wrong.append(f"{name} is missing")
                elif bank_of(ground.rivers[river], ground.point(town)) != bank:
                    wrong.append(f"{name} should be on the {bank} bank of the {river}")
    yield found("banks", counted(count, "town"), wrong)


def bank_of(river: LineString, spot: Point) -> str:
    """Which bank a spot is on: left or right, looking down the line."""
    return "left" if _is_left(river, spot) else "right"


def _is_left(line: LineString, spot: Point) -> bool:
    """Whether a spot is to the left of the nearest piece of a line; at a corner, of the two pieces together."""
    along = line.project(spot)
    at = line.interpolate(along)
    before, after = line.interpolate(max(0.0, along - 0.05)), line.interpolate(min(line.length, along + 0.05))
    turn = (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x)
    sides = [
        (b.x - a.x) * (spot.y - a.y) - (b.y - a.y) * (spot.x - a.x) > 0
        for a, b in ((before, at), (at, after))
        if a != b
    ]
    return all(sides) if turn > 0 else any(sides)


# --- roads and bridges -------------------------------------------------------------------------------------------------------------------


def _crossings(ground: _Ground) -> Iterator[Row]:
    """A road crosses water only at a listed bridge."""
    wrong = []
    count = 0
    for road, line in zip(ground.atlas.roads, ground.roads, strict=True):
        for name, river in ground.rivers.items():
            if not line.intersects(river):
                continue
            for spot in _spots(line.intersection(river)):
                count += 1
                bridges = [b for b in ground.atlas.bridges if b.river == name and b.kind == "road"]
                if not any(ground.point(b).distance(Point(spot)) <= _BRIDGE_REACH for b in bridges):
                    wrong.append(f"{road.a} - {road.b} crosses the {name} near {ground.near(*spot)} without a bridge")
    yield found("crossings", counted(count, "crossing"), wrong)


def _bridges(ground: _Ground) -> Iterator[Row]:
    """A bridge is on its river, and has a road if its kind says so."""
    wrong = []
    tree = shapely.STRtree(ground.roads)
    kinds = Counter(bridge.kind for bridge in ground.atlas.bridges)
    for bridge in ground.atlas.bridges:
        spot = ground.point(bridge)
        river = ground.rivers[bridge.river]
        if river.distance(spot) > 0.1:
            wrong.append(f"{bridge.id} is {river.distance(spot):.1f} km off the {bridge.river}")
        crossed = any(
            ground.roads[i].intersection(river).distance(spot) <= _BRIDGE_REACH
            for i in tree.query(spot.buffer(_BRIDGE_REACH))
            if ground.roads[i].intersects(river)
        )
        if bridge.kind == "road" and not crossed:
            wrong.append(f"{bridge.id} has no road")
    yield found("bridges", f"{kinds['road']} road, {kinds['site']} site, {kinds['rail']} rail", wrong)


def _road_ends(ground: _Ground) -> Iterator[Row]:
    """A road's ends are at the towns it names, and the network is connected."""
    by_id = {town.id: town for town in ground.atlas.towns}
    wrong = []
    ends: dict[str, list[str]] = {}
    for road, line in zip(ground.atlas.roads, ground.roads, strict=True):
        ends.setdefault(road.a, []).append(road.b)
        ends.setdefault(road.b, []).append(road.a)
        for name, spot in ((road.a, line.coords[0]), (road.b, line.coords[-1])):
            if name in by_id and ground.point(by_id[name]).distance(Point(spot)) > 0.35:
                wrong.append(f"{road.a} - {road.b} does not reach {name}")
    seen = set()
    left = [ground.atlas.roads[0].a]
    while left:
        place = left.pop()
        if place not in seen:
            seen.add(place)
            left += ends[place]
    lost = sorted(set(ends) - seen)
    if lost:
        wrong.append(f"not connected to the rest: {counted(len(lost), 'end')}, such as {lost[0]}")
    length = sum(line.length for line in ground.roads)
    wrong += [f"{t.name} (size {t.size}) has no road" for t in ground.atlas.towns if t.size >= 2 and t.id not in ends]
    yield found("road network", f"{counted(len(ground.roads), 'road')}, {length:,.0f} km", wrong)


def _parallel_roads(ground: _Ground) -> Iterator[Row]:
    """No two roads run in parallel for long: on a board they would only make triangles."""
    wrong = []
    tree = shapely.STRtree(ground.roads)
    for i, line in enumerate(ground.roads):
        for j in sorted(int(k) for k in tree.query(line.buffer(1))):
            if j <= i:
                continue
            other = ground.roads[j]
            beside = line.intersection(other.buffer(_SIDE_BY_SIDE)).length
            if beside > 2.8 and beside > 0.75 * min(line.length, other.length):
                a, b = ground.atlas.roads[i], ground.atlas.roads[j]
                wrong.append(f"{a.a} - {a.b} and {b.a} - {b.b} for {beside:.1f} km")
    yield found("parallel roads", str(len(wrong)), wrong)


def _routes(ground: _Ground) -> Iterator[Row]:
    """Each leg of a through-route follows the network without a long detour."""
    graph: dict[str, list[tuple[str, float]]] = {}
    for road in ground.atlas.roads:
        graph.setdefault(road.a, []).append((road.b, road.length_km))
        graph.setdefault(road.b, []).append((road.a, road.length_km))
    wrong = [
        f"route {n}: {node} is not on the network"
        for n, r in enumerate(ground.atlas.routes)
        for node in r.nodes
        if node not in graph
    ]
    yield found("through-routes", counted(len(ground.atlas.routes), "route"), wrong)


# --- woods, walls, lines -----------------------------------------------------------------------------------------------------------------


def _forests(ground: _Ground) -> Iterator[Row]:
    wrong = []
    area = {"dense": 0.0, "light": 0.0}
    for forest in ground.atlas.forests:
        shape = Polygon(_km(forest.rings[0]), [_km(ring) for ring in forest.rings[1:]])
        if not shape.is_valid:
            wrong.append(f"{forest.name}: its outline crosses itself")
        area[forest.density] += shape.area
    yield found("woods", f"{area['dense']:,.0f} km² dense, {area['light']:,.0f} km² light", wrong)


def _west_wall(ground: _Ground) -> Iterator[Row]:
    """German-held lines are on the German side of the front, Allied-held ones on the other."""
    wrong = []
    for wall in ground.atlas.westwall:
        line = LineString(_km(wall.line))
        middle = line.interpolate(0.5, normalized=True)
        side = _holder(ground, middle)
        if wall.held not in ("German", "Allied"):
            wrong.append(f"{wall.name}: unknown holder '{wall.held}'")
        elif side != wall.held and ground.front.distance(middle) > 1.0:
            wrong.append(f"{wall.name} is on the {side} side")
    length = sum(LineString(_km(wall.line)).length for wall in ground.atlas.westwall)
    yield found("West Wall", f"{counted(len(ground.atlas.westwall), 'line')}, {length:.0f} km", wrong)


def _holder(ground: _Ground, spot: Point) -> str:
    """Which side of the 16 December front a spot is on. The line runs from north to south: the German side is on its left."""
    return "German" if _is_left(ground.front, spot) else "Allied"


def _front(ground: _Ground) -> Iterator[Row]:
    wrong = [] if ground.front.is_simple else ["the line crosses itself"]
    for holder, names in (("Allied", AMERICAN), ("German", GERMAN)):
        for name in names:
            town: Town | None = ground.towns.get(name)
            if town is None:
                wrong.append(f"{name} is missing")
            elif _holder(ground, ground.point(town)) != holder:
                wrong.append(f"{name} should be {holder}")
    yield found("front of 16 December", f"{len(AMERICAN)} Allied, {len(GERMAN)} German places", wrong)


def _frontiers(ground: _Ground) -> Iterator[Row]:
    pairs = {tuple(sorted(border.between)) for border in ground.atlas.borders}
    needed = (("BE", "DE"), ("BE", "FR"), ("BE", "LU"), ("DE", "LU"))
    wrong = [f"{' - '.join(pair)} is missing" for pair in needed if pair not in pairs]
    yield found("frontiers", counted(len(ground.atlas.borders), "frontier"), wrong)
