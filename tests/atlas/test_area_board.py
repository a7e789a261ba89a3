"""The board of `commander`: neighbours, roads and rivers against every example of the rulebook, and the shapes against the tables.

Cases are those of the game's ledger: section number, hyphen, name of the paragraph or example.
"""

from __future__ import annotations

import json
import math
import re
import shutil
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from ardennes.atlas.area_room import name_limits
from ardennes.atlas.areas import compile_area_board
from ardennes.atlas.draw import draw_board, to_png
from ardennes.atlas.draw.area_scene import make_scene
from ardennes.atlas.draw.areas import far_labels
from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import load_atlas
from ardennes.atlas.geo import to_km
from ardennes.atlas.network import check_network
from ardennes.atlas.recipe import load_recipe, recipe_path
from ardennes.board.areas import AreaBoard
from ardennes.board.file import load_board

DATA = recipe_path("commander").parent
BOARD: dict[str, Any] = json.loads((DATA / "map.json").read_text(encoding="utf-8"))
PLACES: dict[str, dict[str, Any]] = BOARD["places"]
SIDES: dict[frozenset[str], dict[str, Any]] = {frozenset((a, b)): what for a, b, what in BOARD["sides"]}
SHAPES = {name: Polygon(what["shape"]) for name, what in PLACES.items()}
KM = 20.0
"""Board units per kilometre."""

GERMAN_MARKERS = {"Gemund", "Stadtkyll", "Baasem", "Prum", "Dasburg", "Bitburg", "Kruchten", "Trier"}
GERMAN_SETUP = {
    "Gemund",
    "Stadtkyll",
    "Baasem",
    "Losheim",
    "Schonberg",
    "Prum",
    "Dasburg",
    "Clervaux",
    "Bitburg",
    "Kruchten",
}
ALLIED_SETUP = {"Monschau", "Elsenborn", "Losheim", "Schonberg", "Bleialf", "Clervaux", "Vianden", "Malmedy", "Wiltz", "Ettelbruck",
                "Echternach"}  # fmt: skip


def side(a: str, b: str) -> dict[str, Any]:
    return SIDES.get(frozenset((a, b)), {})


def road(a: str, b: str) -> bool:
    return bool(side(a, b).get("road"))


def river(a: str, b: str) -> bool:
    return bool(side(a, b).get("river"))


def around(space: str) -> set[str]:
    return {other for pair in SIDES if space in pair for other in pair if other != space}


def two_by_road(space: str) -> set[str]:
    """What armor reaches in one move: any neighbour, and a second space if both are entered by road (7-armor-mech)."""
    out = set(around(space))
    for first in around(space):
        if road(space, first):
            out |= {second for second in around(first) if road(first, second)}
    return out - {space}


def three_by_road(space: str, closed: set[str]) -> set[str]:
    """Where a strategic move of three spaces can end (7-strategic) if some spaces may not be entered."""
    ring: list[tuple[str, ...]] = [(space,)]
    for _ in range(3):
        ring = [
            (*way, b)
            for way in ring
            for b in sorted(around(way[-1]))
            if road(way[-1], b) and b not in closed and b not in way
        ]
    return {way[-1] for way in ring}


def supplied(space: str, own: set[str], edges: set[str]) -> bool:
    """Whether a chain of own spaces leads to an own edge (9-in-supply); the space itself does not have to be."""
    seen, left = {space}, [space]
    while left:
        at = left.pop()
        if set(PLACES[at].get("edge", [])) & edges and (at in own or at == space):
            return True
        for other in around(at) & own - seen:
            seen.add(other)
            left.append(other)
    return False


# --- the tables ----------------------------------------------------------------------------------------------------------------------


def test_counts() -> None:
    board = load_board((DATA / "map.json").read_text(encoding="utf-8"), "commander")
    assert isinstance(board, AreaBoard)
    assert len(board.index) == 63
    assert len(BOARD["sides"]) == len(SIDES) == 166
    assert sum(1 for what in SIDES.values() if what.get("meuse")) == 14
    assert [space for space in PLACES if len(around(space)) < 3] == []
    assert [space for space in PLACES if not any(road(space, other) for other in around(space))] == []


def test_spaces_are_connected() -> None:
    seen, left = {"Bastogne"}, deque(["Bastogne"])
    while left:
        for other in around(left.popleft()) - seen:
            seen.add(other)
            left.append(other)
    assert seen == set(PLACES)


def test_bridges_are_where_a_road_crosses_a_river() -> None:
    for pair, what in SIDES.items():
        assert bool(what.get("bridge")) == bool(what.get("road") and what.get("river")), sorted(pair)
        assert ("at" in what) == ("way" in what) == bool(what.get("road"))


def test_the_meuse_separates_its_banks() -> None:
    """2-rivers, 12-meuse."""
    for pair, what in SIDES.items():
        a, b = sorted(pair)
        assert (PLACES[a]["bank"] != PLACES[b]["bank"]) == bool(what.get("meuse")), (a, b)
        assert bool(what.get("meuse")) == (what.get("river") == "Meuse")


def test_names_have_their_accents() -> None:
    shown = {name: what["town"] for name, what in PLACES.items()}
    for name, words in {"Liege": "Liège", "Prum": "Prüm", "Schonberg": "Schönberg", "Neufchateau": "Neufchâteau", "Gemund": "Gemünd",
                        "Ettelbruck": "Ettelbrück", "Malmedy": "Malmedy", "Trois Ponts": "Trois-Ponts"}.items():  # fmt: skip
        assert shown[name] == words
    assert all(name.isascii() for name in PLACES)


def test_reduction_follows_the_ground() -> None:
    """8-terrain-reduction, and 2-town-city: a town never lowers the value."""
    ground = {"clear": 0, "broken": 0, "woods": 1, "forest": 2}
    for name, what in PLACES.items():
        first, second = what["reduction"]
        assert second == ground[what["terrain"][0]], name
        assert (first > second) == (what["size"] >= 2), name


def test_entries_and_exits() -> None:
    """10-reinforcements, 9-map-edges, 12-vp-exit."""
    letters: dict[str, set[str]] = {}
    for name, what in PLACES.items():
        for letter in what.get("entry", []):
            letters.setdefault(letter, set()).add(name)
    assert letters["A"] == {"Gemund", "Stadtkyll"}
    for letter, spaces in letters.items():
        assert all(("east" in PLACES[space]["edge"]) == (letter in "ABC") for space in spaces), letter
    assert all(PLACES[space]["bank"] == "west" for space in letters["F"])
    assert any("north" in PLACES[space]["edge"] for space in letters["D"])
    assert any("south" in PLACES[space]["edge"] for space in letters["H"])
    exits = {name for name, what in PLACES.items() if what.get("exit")}
    assert exits == {"Liege", "Hannut", "Namur", "Philippeville", "Givet"}
    assert all(PLACES[space]["bank"] == "west" and "east" not in PLACES[space]["edge"] for space in exits)
    assert {name for name, what in PLACES.items() if what.get("road_off")} == exits | set().union(*letters.values())


# --- every example of the rulebook ---------------------------------------------------------------------------------------------------


def test_german_control_at_start() -> None:
    """3-D (with Bitburg of the illustration) and 6-initial-control."""
    assert {name for name, what in PLACES.items() if what["control"] == "german"} == GERMAN_MARKERS
    assert {name for name, what in PLACES.items() if "east" in what.get("edge", [])} <= GERMAN_MARKERS
    assert not any(PLACES[name].get("vp") for name in GERMAN_MARKERS)


def test_movement_example() -> None:
    """7-ex-movement: Bleialf has four neighbours; by road two spaces lead to exactly eight."""
    assert around("Bleialf") == {"St. Vith", "Schonberg", "Prum", "Dasburg"}
    assert two_by_road("Bleialf") == {
        "Baasem",
        "Clervaux",
        "Dasburg",
        "Losheim",
        "Prum",
        "Schonberg",
        "St. Vith",
        "Vielsalm",
    }
    for space in ("Stadtkyll", "Kruchten", "Bitburg"):
        assert any(space in around(other) for other in around("Bleialf"))


def test_strategic_example() -> None:
    """7-ex-strategic: with Losheim and Schönberg closed and a garrison in Malmedy."""
    reach = three_by_road("Bleialf", {"Losheim", "Malmedy", "Schonberg"})
    assert "Houffalize" in reach
    assert not reach & {"Trois Ponts", "Malmedy", "Elsenborn"}
    assert "Trois Ponts" not in three_by_road("Bleialf", set())
    assert "Malmedy" in three_by_road("Bleialf", {"Losheim", "Schonberg"})
    assert "Elsenborn" in three_by_road("Bleialf", {"Schonberg", "Malmedy"})
    assert "Houffalize" not in two_by_road("Bleialf")


def test_rivers_example() -> None:
    """7-ex-rivers: the Herve - Ouffet river, and the detour over the bridge from Stoumont."""
    assert river("Herve", "Ouffet")
    assert road("Stoumont", "Ouffet") and river("Stoumont", "Ouffet") and side("Stoumont", "Ouffet").get("bridge")
    assert {x for x in around("Herve") if road("Herve", x) and road(x, "Ouffet")} == {"Stoumont"}
    assert "Werbomont" in two_by_road("Herve")


def test_control_and_movement_example() -> None:
    """7-ex-control: Neufchâteau, its five neighbours, and the routes through Bastogne and Martelange."""
    assert around("Neufchateau") == {"Sibret", "Martelange", "Florenville", "Recogne", "Bastogne"}
    assert road("Neufchateau", "Bastogne") and road("Bastogne", "Sibret")
    assert road("Bastogne", "Martelange") and road("Martelange", "Arlon")


def test_control_example() -> None:
    """6-ex-control names five spaces."""
    assert {"Trois Ponts", "Malmedy", "Stadtkyll", "Losheim", "Vielsalm"} <= set(PLACES)


def test_hit_chance_examples() -> None:
    """8-ex-vianden, 8-ex-clervaux: rivers before both, artillery in both, neither clear."""
    for space in ("Vianden", "Clervaux"):
        assert river("Dasburg", space)
        assert PLACES[space].get("artillery") == 1
        assert PLACES[space]["terrain"] != ["clear"]


def test_reduction_example() -> None:
    """8-terrain-reduction: Losheim is woods, three hits become two."""
    assert PLACES["Losheim"]["terrain"] == ["woods"]
    assert PLACES["Losheim"]["reduction"] == [1, 1]


def test_spa_example() -> None:
    """8-ex-spa: woods with a town, one hit off for the German holder; breakthrough to exactly three spaces (8-breakthrough-limits)."""
    spa = PLACES["Spa"]
    assert (spa["terrain"], spa["size"], spa["reduction"][1]) == (["woods"], 2, 1)
    ways = {x for x in around("Spa") if PLACES[x]["terrain"] != ["forest"] or road("Spa", x)}
    assert ways == {"Verviers", "Stoumont", "Trois Ponts"}
    assert PLACES["Malmedy"]["terrain"] == ["forest"]
    assert river("Spa", "Malmedy") and not road("Spa", "Malmedy")
    assert {"Spa", "Verviers"} <= around("Eupen")


def test_verviers_example() -> None:
    """8-ex-verviers: a city in clear ground that takes two hits off; its defenders could have retreated."""
    verviers = PLACES["Verviers"]
    assert (verviers["terrain"], verviers["size"], verviers["reduction"][0]) == (["clear"], 3, 2)
    assert around("Verviers") - {"Eupen", "Spa"}


def test_supply_example() -> None:
    """9-ex-supply: Spa - Malmedy - Losheim - Stadtkyll, and each link is needed."""
    chain = {"Malmedy", "Losheim", "Stadtkyll"}
    assert PLACES["Stadtkyll"]["edge"] == ["east"]
    assert supplied("Malmedy", chain, {"east"}) and supplied("Spa", chain, {"east"})
    assert not any(supplied("Spa", chain - {space}, {"east"}) for space in chain)


def test_supply_at_start() -> None:
    """3-B with 9-in-supply: every set-up space of each side."""
    allied = set(PLACES) - GERMAN_MARKERS
    assert all(supplied(space, GERMAN_MARKERS, {"east"}) for space in GERMAN_SETUP)
    assert all(supplied(space, allied, {"north", "south", "west"}) for space in ALLIED_SETUP)


def test_fuel_example() -> None:
    """9-ex-fuel: Bastogne is in supply if everything east of Bastogne and Houffalize is German."""
    west = min(PLACES[space]["latlon"][1] for space in ("Bastogne", "Houffalize"))
    east = {name for name, what in PLACES.items() if what["latlon"][1] > west and set(what.get("edge", [])) <= {"east"}}
    assert supplied("Bastogne", east | GERMAN_MARKERS, {"east"})
    assert "Manhay" in PLACES


def test_race_is_a_race() -> None:
    """13-race: by road the Meuse is four to eight spaces from the German start, Bastogne one to three."""
    far = dict.fromkeys(GERMAN_SETUP, 0)
    left = deque(sorted(GERMAN_SETUP))
    while left:
        at = left.popleft()
        for other in sorted(around(at)):
            if other not in far and road(at, other):
                far[other] = far[at] + 1
                left.append(other)
    banks = {
        space for pair, what in SIDES.items() if what.get("meuse") for space in pair if PLACES[space]["bank"] == "east"
    }
    assert 4 <= min(far[space] for space in banks) <= 8
    assert 1 <= far["Bastogne"] <= 3


def test_points_on_the_map() -> None:
    """12-vp-spaces: enough east of the Meuse for the threshold of 20 December."""
    assert sum(what.get("vp", 0) for what in PLACES.values()) == 25
    assert sum(what.get("vp", 0) for what in PLACES.values() if what["bank"] == "east") == 14


RECIPE = load_recipe(recipe_path("commander"))


@pytest.mark.parametrize("number", range(len(RECIPE.data["corrections"])))
def test_correction_holds(number: int) -> None:
    entry = RECIPE.data["corrections"][number]
    names = entry.get("hexes") or ([entry["place"]] if "place" in entry else [])
    targets = [PLACES[name] for name in names] or [side(*entry["side"])]
    for what in targets:
        assert {key: what.get(key) for key in entry.get("set", {})} == entry.get("set", {}), entry["case"]
        assert not set(entry.get("unset", [])) & set(what), entry["case"]


def test_network() -> None:
    rows = check_network(BOARD, RECIPE)
    assert [row for row in rows if not row.ok] == []


# --- shapes --------------------------------------------------------------------------------------------------------------------------


def test_shapes_fill_the_map() -> None:
    wide, high = BOARD["size"]
    assert all(shape.is_valid for shape in SHAPES.values())
    assert sum(shape.area for shape in SHAPES.values()) == pytest.approx(wide * high, abs=1.0)
    assert unary_union(list(SHAPES.values())).symmetric_difference(box(0, 0, wide, high)).area < 1.0


def test_shapes_touch_exactly_where_the_table_says() -> None:
    names = list(SHAPES)
    touching = set()
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if SHAPES[a].intersects(SHAPES[b]) and SHAPES[a].boundary.intersection(SHAPES[b].boundary).length > 1:
                touching.add(frozenset((a, b)))
    assert touching == set(SIDES)


def test_a_border_is_one_line_of_both_shapes() -> None:
    for pair, what in SIDES.items():
        line = [tuple(p) for p in what["line"]]
        assert LineString(line).length >= 3 * KM, sorted(pair)
        for name in pair:
            assert set(line) <= {tuple(p) for p in PLACES[name]["shape"]}, (name, sorted(pair))


def test_towns_are_in_their_shapes_and_near_their_true_places() -> None:
    atlas = load_atlas()
    away = []
    for name, what in PLACES.items():
        assert SHAPES[name].buffer(-12).contains(Point(what["xy"])), name
        town = atlas.town(what["town"]) or atlas.town(name)
        assert town is not None, name
        away.append(math.dist(to_km(*what["latlon"]), to_km(town.lat, town.lon)))
    assert max(away) < 5.5
    assert sum(away) / len(away) < 1.8


def test_roads_stay_in_their_two_spaces() -> None:
    for pair, what in SIDES.items():
        if what.get("road"):
            a, b = sorted(pair)
            way = LineString(what["way"])
            assert SHAPES[a].union(SHAPES[b]).buffer(0.5).covers(way), (a, b)
            assert Point(what["at"]).distance(LineString(what["line"])) < 0.5
            ends = {tuple(what["way"][0]), tuple(what["way"][-1])}
            assert ends == {tuple(PLACES[a]["xy"]), tuple(PLACES[b]["xy"])}


def test_counters_and_names_fit() -> None:
    for name, what in PLACES.items():
        size = what["counter"]
        assert size >= 64
        if "callout" in what:
            continue
        for spots in what["stack"].values():
            assert len(spots) == 3
            for x, y in spots:
                assert SHAPES[name].covers(box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)), name
        assert SHAPES[name].distance(Point(what["label"])) < 30, name


def test_counters_of_the_two_sides_never_overlap() -> None:
    """Nor over the counters of another space, nor over any name."""
    counters = [
        (name, side, box(x - what["counter"] / 2, y - what["counter"] / 2, x + what["counter"] / 2, y + what["counter"] / 2))
        for name, what in PLACES.items()
        for side, spots in what["stack"].items()
        for x, y in spots
    ]  # fmt: skip
    for i, (a, side, one) in enumerate(counters):
        for b, other, two in counters[i + 1 :]:
            assert (a, side) == (b, other) or one.intersection(two).area < 1, (a, side, b, other)
    for name, what in PLACES.items():
        words = box(*name_limits(what, what["label"]))
        assert [a for a, _, one in counters if one.intersection(words).area > 1] == [], name


def test_crowded_spaces_of_the_first_day_have_room_for_both_sides() -> None:
    for name in ("Schonberg", "Bleialf", "Baasem", "Losheim", "Clervaux"):
        what = PLACES[name]
        spots = [spot for spots in what["stack"].values() for spot in spots]
        for i, a in enumerate(spots):
            assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= what["counter"] for b in spots[i + 1 :]), name


def test_names_do_not_overlap_and_stay_on_the_map() -> None:
    wide, high = BOARD["size"]
    boxes = {name: box(*name_limits(what, what["label"])) for name, what in PLACES.items()}
    names = list(boxes)
    for i, a in enumerate(names):
        assert box(0, 0, wide, high).covers(boxes[a]), a
        assert [b for b in names[i + 1 :] if boxes[a].intersects(boxes[b])] == [], a
        assert math.dist(PLACES[a]["label"], PLACES[a]["xy"]) < 190, a
        assert boxes[a].intersection(SHAPES[a]).area > 0.8 * boxes[a].area, a


def test_coordinates_are_rounded_and_few() -> None:
    """To half a unit, so that rounding on another machine makes no difference; and few enough to load fast."""
    lines = [what["line"] for what in SIDES.values()] + [what["way"] for what in SIDES.values() if what.get("road")]
    lines += [what["shape"] for what in PLACES.values()]
    assert all(v * 2 == int(v * 2) for line in lines for spot in line for v in spot)
    assert sum(map(len, lines)) < 7000


def test_rivers_rise_where_the_atlas_has_their_source() -> None:
    """The Salm and the eastern Ourthe rise on the two sides of a watershed; they must not be drawn as one river."""
    salm, ourthe = side("Vielsalm", "Manhay"), side("Manhay", "Houffalize")
    assert salm["river"] == "Salm" and ourthe["river"] == "Ourthe Orientale"
    shared = {tuple(p) for p in salm["line"]} & {tuple(p) for p in ourthe["line"]}
    assert {tuple(ourthe["spring"])} == shared
    assert tuple(salm["spring"]) not in shared
    courses = {river.name: river for river in make_scene(BOARD, "light", "near").rivers}
    assert max(courses["Salm"].cut) > 0 and max(courses["Ourthe Orientale"].cut) > 0
    assert courses["Meuse"].thin == courses["Moselle"].thin == (0.0, 0.0)


def test_river_borders_follow_the_river() -> None:
    """Nine out of ten points of a river border are within 300 m of the river in the atlas."""
    atlas = load_atlas()
    (x0, _, kx), (y0, ky, _) = BOARD["geo"]["x"], BOARD["geo"]["y"]
    near = total = 0
    for what in SIDES.values():
        found = atlas.river(what["river"]) if what.get("river") else None
        if found is None:
            continue
        true = LineString([(x0 + kx * lon, y0 + ky * lat) for lon, lat in found.line])
        near += sum(true.distance(Point(p)) < 0.3 * KM for p in what["line"])
        total += len(what["line"])
    assert near / total > 0.9


# --- the compiler --------------------------------------------------------------------------------------------------------------------


def _copy(tmp_path: Path) -> Path:
    folder = tmp_path / "commander" / "data"
    folder.mkdir(parents=True)
    for name in ("board.toml", "spaces.csv", "borders.csv"):
        shutil.copy(DATA / name, folder / name)
    return folder


def _change(file: Path, old: str, new: str) -> None:
    words = file.read_text(encoding="utf-8")
    assert words.count(old) >= 1, old
    file.write_text(words.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("spaces.csv", "\nStadtkyll,", "\nGemund,", r"spaces.csv:3 \(Gemund\): the space is named twice"),
        ("spaces.csv", ",forest,", ",jungle,", r"spaces.csv:2 \(Gemund\): unknown terrain 'jungle'"),
        ("spaces.csv", ",gemund,50", ",gemund,51", "lat must be a number from 49.5577 to 50.7177"),
        ("spaces.csv", ",gemund,", ",atlantis,", "'atlantis' is not a town in the atlas"),
        ("spaces.csv", ",gemund,", ",trier,", "its sign is .* km from Trier"),
        ("spaces.csv", "name,shown", "name,seen", "spaces.csv: the columns must be"),
        ("borders.csv", "\nGemund,Monschau,", "\nGemund,Mordor,", "'Mordor' is not a space"),
        ("borders.csv", "\nGemund,Elsenborn,", "\nGemund,Monschau,", "Gemund - Monschau.*the border appears twice"),
        ("borders.csv", "Herve,Liege,1,Meuse", "Herve,Liege,1,Our", "Herve - Liege: the Meuse should run between them"),
        ("board.toml", 'side = ["Bleialf", "St. Vith"]', 'side = ["Bleialf", "Namur"]', r"1 \(case 7-ex-movement\): Bleialf and Namur"),
        ("board.toml", 'side = ["Bleialf", "St. Vith"]', 'side = ["Bleialf", "Mordor"]', r"corrections 1 .*'Mordor', which is not a space"),
        ("board.toml", "set = { artillery = 1 }", "set = { mana = 1 }", "names 'mana', which is not an attribute"),
        ("board.toml", '"Gemund / Monschau" =', '"Gemund / Trier" =', "Gemund and Trier have no common border"),
        ("board.toml", '"Gemund / Monschau" =', '"Gemund / Elsenborn" =', "Gemund - Monschau: the border has 1 corners instead of 2"),
        ("board.toml", "scale = 20.0", "scale = -1", "frame: north must be above south"),
        ("board.toml", "kind =", "colour = 1\nkind =", "unknown key 'colour'"),
    ],
)  # fmt: skip
def test_bad_input(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    folder = _copy(tmp_path)
    _change(folder / file, old, new)
    with pytest.raises(BadAtlas, match=says):
        compile_area_board(folder / "board.toml", load_atlas())


def test_a_town_outside_its_shape(tmp_path: Path) -> None:
    folder = _copy(tmp_path)
    words = (folder / "spaces.csv").read_text(encoding="utf-8")
    row = next(line for line in words.splitlines() if line.startswith("Huy,"))
    parts = row.split(",")
    parts[3], parts[4] = "50.500", "5.240"  # on the far bank of the Meuse
    (folder / "spaces.csv").write_text(words.replace(row, ",".join(parts)), encoding="utf-8")
    with pytest.raises(
        BadAtlas, match="Huy: its shape does not contain its town, which is inside the borders of Havelange"
    ):
        compile_area_board(folder / "board.toml", load_atlas())


def test_corrections_override_tables_and_crowded_spaces_may_have_a_callout(tmp_path: Path) -> None:
    """A correction overrides a table that contradicts the rulebook; [callout] moves counters next to their space."""
    folder = _copy(tmp_path)
    _change(folder / "board.toml", "[corners]", "[callout]\nSchonberg = [50.300, 6.600]\n\n[corners]")
    _change(folder / "borders.csv", "Bleialf,St. Vith,1,Our", "Bleialf,St. Vith,0,Our")
    board = compile_area_board(folder / "board.toml", load_atlas())
    what = next(what for a, b, what in board["sides"] if {a, b} == {"Bleialf", "St. Vith"})
    assert what["road"] == 1 and what["bridge"] == 1
    beside = board["places"]["Schonberg"]
    assert all(math.dist(spot, beside["callout"]) < 110 for spots in beside["stack"].values() for spot in spots)
    assert "callout" not in board["places"]["Bleialf"]


# --- the picture ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_picture(theme: str) -> None:
    svg = draw_board(BOARD, theme)
    assert len(svg) < 1_500_000
    assert svg == draw_board(BOARD, theme)
    for layer in ("relief", "woods", "water", "roads", "grid", "names", "victory", "exits", "frame"):
        assert f'data-layer="{layer}"' in svg
    for what in PLACES.values():
        words = what["town"].upper() if what["size"] == 3 else what["town"]
        assert f">{words}</text>" in svg
    assert svg.count('class="en') == 1 + sum(1 for what in PLACES.values() if what.get("entry"))  # and one in the key
    assert to_png(svg, 400).startswith(b"\x89PNG")


def test_layers_can_be_left_out() -> None:
    svg = draw_board(BOARD, "light", "far", ["water"])
    assert 'data-layer="water"' in svg and 'data-layer="roads"' not in svg


def test_far_picture_has_larger_letters_and_fewer_signs() -> None:
    near, far = (draw_board(BOARD, "light", detail) for detail in ("near", "far"))
    for what in PLACES.values():
        words = what["town"].upper() if what["size"] == 3 else what["town"]
        small, large = (
            float(re.findall(rf'font-size="([\d.]+)">{re.escape(words)}</text>', svg)[0]) for svg in (near, far)
        )
        assert large >= 1.35 * small
    assert near.count('class="df"') > 40 and far.count('class="df"') == 0
    boxes = [
        box(*name_limits(PLACES[name], at, True)) for name, at in far_labels(make_scene(BOARD, "light", "far")).items()
    ]
    assert all(box(0, 0, *BOARD["size"]).covers(one) for one in boxes)
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])


def test_a_callout_has_a_leader() -> None:
    places = {**PLACES, "Bleialf": {**PLACES["Bleialf"], "callout": [2900, 1250]}}
    assert 'class="co"' in draw_board({**BOARD, "places": places}, layers=["callouts"])
    assert 'class="co"' not in draw_board(BOARD)
