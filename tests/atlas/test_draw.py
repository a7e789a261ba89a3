"""The pictures of boards: true to the board, legible, small, the same on every run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import LineString
from shapely.geometry import Point as Spot

import ardennes.atlas.draw
from ardennes.atlas.draw import draw_board, fonts, to_png
from ardennes.atlas.draw.ground import Ground
from ardennes.atlas.draw.hexboard import key_entries
from ardennes.atlas.draw.lettering import lettering
from ardennes.atlas.draw.scene import make_scene
from ardennes.atlas.draw.style import DARK, LIGHT, THEMES, contrast, stylesheet

DRAW = Path(ardennes.atlas.draw.__file__).parent
MAPS = sorted((DRAW.parent.parent / "games").glob("*/data/map.json"))
HEX_MAPS = [path for path in MAPS if json.loads(path.read_text(encoding="utf-8")).get("kind") == "hex"]
LARGEST = 1_500_000


def small_board() -> dict[str, Any]:
    """Six rows of seven hexes with a bit of everything."""
    places: dict[str, dict[str, Any]] = {
        f"{row:02}{col:02}": {"terrain": ["clear"]} for row in range(1, 7) for col in range(1, 8)
    }
    for name in ("0202", "0203", "0302"):
        places[name]["terrain"] = ["heavy"]
    places["0505"]["terrain"] = ["heavy"]  # alone
    places["0205"]["terrain"] = ["light"]
    places["0602"]["terrain"] = ["rough"]
    places["0106"]["terrain"] = ["swamp"]
    places["0607"]["terrain"] = ["gone"]
    places["0303"] |= {"town": "Clerf", "size": 1, "vp": 2, "also": ["Reuler", "Urspelt"]}
    places["0304"] |= {"town": "Prüm", "size": 2}
    places["0401"] |= {"exit": 3, "road_off": "east", "supply": "german"}
    places["0101"] |= {"entry": "A", "west_wall": 1, "road_off": "north"}
    places["0404"] |= {"depot": 1, "west_wall": "cleared"}
    sides: list[list[Any]] = [
        ["0301", "0302", {"road": 1}],
        ["0302", "0303", {"road": 1, "river": "Our", "bridge": 1}],
        ["0303", "0304", {"road": 1}],
        ["0303", "0402", {"road": 2, "river": "Our"}],
        ["0303", "0203", {"river": "Our", "road": 2, "bridge": "blown"}],
        ["0203", "0304", {"river": "Our"}],
        ["0301", "0401", {"road": 1}],
        ["0404", "0405", {"front": 1}],
        ["0405", "0505", {"boundary": "V Corps / VII Corps"}],
        ["0502", "0503", {"ford": "Clerve"}],
    ]
    return {
        "format": "ardennes board 1",
        "kind": "hex",
        "title": "Small & <neat>",
        "grid": {
            "rows": 6,
            "columns": 7,
            "shifted": "even",
            "columns_from": "east",
            "rows_from": "north",
            "first": 1,
            "number": "{row:02}{col:02}",
        },
        "geo": {"row": [1160.873, -22.7848, -1.2868], "x": [151.249, -1.1817, -13.9487]},
        "legend": {
            "clear": {"name": "Clear", "look": "clear"},
            "heavy": {"name": "Heavy woods", "look": "forest"},
            "light": {"name": "Light woods", "look": "woods"},
            "rough": {"name": "Rough", "look": "broken"},
            "swamp": {"name": "Swamp", "look": "impassable"},
            "gone": {"name": "Out of play", "look": "out"},
        },
        "sheet": {
            "tracks": [{"name": "Turn", "boxes": ["16", "17", "≥18"], "marks": {"17": "a long word about it"}}],
            "note": "A note",
        },
        "places": places,
        "sides": sides,
    }


def drawn(path: Path, **how: Any) -> str:
    return draw_board(json.loads(path.read_text(encoding="utf-8")), **how)


# Colours

TEXT = [
    "map-ink/land-lo",
    "map-ink/land-hi",
    "map-ink/halo",
    "map-ink/frame",
    "map-ink/box",
    "ink-2/frame",
    "ink-2/halo",
    "ink-2/box",
    "num/land-lo",
    "num/halo",
    "river-text/halo",
    "river-text/land-lo",
    "region/land-lo",
    "gold-ink/gold",
    "boundary/halo",
]
GRAPHICS = [
    "road1/land-lo",
    "river/land-lo",
    "forest-g/forest",
    "woods-g/woods",
    "broken-g/land-lo",
    "border/land-lo",
    "town/land-lo",
    "blown/land-lo",
    "supply/frame",
    "westwall/land-lo",
    "front/land-lo",
    "fuel/land-lo",
    "road2-case/land-lo",
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_are_legible(theme: str) -> None:
    """Text needs 4.5 to 1, lines and signs 3 to 1."""
    weak = []
    for need, pairs in ((4.5, TEXT), (3.0, GRAPHICS)):
        for pair in pairs:
            a, b = pair.split("/")
            if pair == "road2-case/land-lo" and theme == "dark":
                a = "road2"  # at night the fill is the bright part
            found = contrast(THEMES[theme][a], THEMES[theme][b])
            if found < need:
                weak.append(f"{a} on {b}: {found:.2f}, needs {need}")
    assert not weak


def test_both_themes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_style_has_no_open_names() -> None:
    for theme in THEMES:
        css = stylesheet(theme)
        assert "var(" not in css
        assert "$" not in css
    assert "var(--river)" in stylesheet("light", resolve=False)


# The picture as a file


def test_picture_is_a_well_formed_document() -> None:
    svg = draw_board(small_board())
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg")
    assert "var(" not in svg
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= set(ids)
    assert not re.findall(r'href="(?!#|data:)', svg)
    assert "Small &amp; &lt;neat&gt;" in svg


def test_layers_can_be_told_apart_and_chosen() -> None:
    svg = draw_board(small_board())
    kinds = set(re.findall(r'class="L-([a-z]+)', svg))
    wanted = "paper contour broken woods forest glyph bad grid river road bridge wall front boundary out town num name victory exit frame"
    assert set(wanted.split()) <= kinds
    layers = set(re.findall(r'data-layer="([^"]+)"', svg))
    assert {"relief", "woods", "water", "roads", "grid", "names", "numbers", "front line", "exits", "victory"} <= layers
    few = draw_board(small_board(), layers={"water", "roads"})
    body = few.split("</defs>")[1]
    assert set(re.findall(r'data-layer="([^"]+)"', body)) == {"water", "roads", "frame"}
    assert "<image" not in few


def test_unknown_theme_and_detail_are_refused() -> None:
    with pytest.raises(ValueError, match="theme must be one of light, dark, not 'pink'"):
        draw_board(small_board(), theme="pink")
    with pytest.raises(ValueError, match="detail must be one of near, far, not 'middle'"):
        draw_board(small_board(), detail="middle")


def test_a_page_can_style_the_board() -> None:
    svg = draw_board(small_board(), variables=True, embed=False)
    assert "var(--river)" in svg
    assert "--river:#4C86B0" in svg
    assert "svg.board text{" in svg  # rules do not reach the rest of the page
    assert "@font-face" not in svg


def test_same_bytes_on_every_run() -> None:
    board = json.dumps(small_board())
    code = (
        "import hashlib, json, sys; from ardennes.atlas.draw import draw_board;"
        "print(hashlib.sha256(draw_board(json.loads(sys.stdin.read())).encode()).hexdigest())"
    )
    hashes = set()
    for seed in ("1", "7"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], input=board, capture_output=True, text=True, env=env, check=True
        )
        hashes.add(run.stdout.strip())
    assert len(hashes) == 1


def test_png_has_the_width_asked_for() -> None:
    png = to_png(draw_board(small_board(), detail="far"), 320)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 320
    small = to_png(draw_board(small_board(), theme="dark", detail="far"), 320, palette=True)
    assert small.startswith(b"\x89PNG")
    assert len(small) < 0.8 * len(png)


def test_a_board_without_geography_is_drawn() -> None:
    board = small_board()
    del board["geo"]
    svg = draw_board(board)
    assert "<image" not in svg
    assert 'class="L-river' in svg


def test_drawing_knows_no_game() -> None:
    games = [path.parent.parent.name for path in MAPS]
    for file in sorted(DRAW.glob("*.py")):
        words = file.read_text(encoding="utf-8").lower()
        for game in games:
            assert f'"{game}"' not in words, file.name


# True to the board


def test_rivers_touch_their_sides_in_the_middle() -> None:
    scene = make_scene(small_board(), "light", "near")
    for a, b, what in scene.sides:
        name = what.get("river") or what.get("ford")
        if name:
            middle = Spot(scene.layout.middle(a, b))
            assert min(LineString(r.line).distance(middle) for r in scene.rivers if r.name == name) < 0.5


def test_roads_cross_sides_in_the_middle_and_stop_before_unbridged_water() -> None:
    scene = make_scene(small_board(), "light", "near")
    for a, b, what in scene.sides:
        if not what.get("road"):
            continue
        far = min(LineString(r.line).distance(Spot(scene.layout.middle(a, b))) for r in scene.roads)
        if not what.get("river") or what.get("bridge") == 1:
            assert far < 0.5, (a, b)
        else:
            assert far > (6 if what.get("bridge") == "blown" else 8), (a, b)


def test_roads_off_the_map_reach_the_frame() -> None:
    scene = make_scene(small_board(), "light", "near")
    assert max(x for r in scene.roads for x, _ in r.line) > scene.layout.width
    assert min(y for r in scene.roads for _, y in r.line) < 0


def test_a_single_hex_looks_like_a_natural_patch() -> None:
    """Most of it is in its hex, it covers the middle, and it does not have the corners of a hexagon."""
    scene = make_scene(small_board(), "light", "near")
    hexagon = scene.layout.polygon("0505")
    patch = next(p for p in Ground(scene).patches["forest"] if p.contains(hexagon.centroid))
    assert patch.intersection(hexagon).area >= 0.8 * patch.area
    assert patch.intersection(hexagon).area >= 0.6 * hexagon.area
    assert sum(patch.contains(Spot(corner)) for corner in hexagon.exterior.coords[:-1]) <= 1


def test_terrain_covers_its_hexes() -> None:
    scene = make_scene(small_board(), "light", "near")
    ground = Ground(scene)
    for name in scene.layout.names:
        middle = Spot(scene.layout.centre[name])
        covered = any(p.contains(middle) for p in ground.patches["forest"])
        assert covered == ("forest" in scene.looks(name)), name


def test_woods_and_rough_ground_differ_in_shape() -> None:
    svg = draw_board(small_board())
    for sign in ("g-broken", "g-woods", "g-forest"):
        assert re.search(rf'class="{sign}" d="M[^"]+"', svg)


def test_key_explains_what_occurs() -> None:
    names = [name for _, name in key_entries(make_scene(small_board(), "light", "near"))]
    for name in (
        "Heavy woods",
        "Rough",
        "Bridge",
        "Blown bridge",
        "Ford",
        "West Wall, cleared",
        "Fuel depot",
        "German supply",
    ):
        assert name in names
    assert "Supply dump" not in names


def test_accents_are_written() -> None:
    svg = draw_board(small_board())
    assert ">Prüm<" in svg
    for face in fonts.FACES:
        assert (
            fonts.safe("Liège Prüm Clervaux Sûre Großlangenfeld Œ", face) == "Liège Prüm Clervaux Sûre Großlangenfeld Œ"
        )
    assert fonts.safe("≥18") == ">=18"


# Committed boards


def overlaps(boxes: list[tuple[float, float, float, float]]) -> list[tuple[Any, Any]]:
    ordered = sorted(boxes)
    out = []
    for i, a in enumerate(ordered):
        for b in ordered[i + 1 :]:
            if b[0] >= a[2]:
                break
            if a[1] < b[3] and a[3] > b[1]:
                out.append((a, b))
    return out


@pytest.mark.parametrize("path", HEX_MAPS, ids=lambda p: p.parent.parent.name)
def test_names_do_not_overlap_and_none_is_lost(path: Path) -> None:
    board = json.loads(path.read_text(encoding="utf-8"))
    for detail in ("near", "far"):
        letters = lettering(make_scene(board, "light", detail))
        names = [*letters.towns.boxes, *letters.further.boxes, *letters.regions.boxes]
        assert not overlaps(names)
        for water in letters.waters.boxes:  # the boxes of one name touch each other
            assert not any(_meet(water, other) for other in names)
        assert not letters.towns.lost


def _meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


@pytest.mark.parametrize("path", MAPS, ids=lambda p: p.parent.parent.name)
def test_every_board_is_small_enough(path: Path) -> None:
    svg = drawn(path)
    assert len(svg.encode()) < LARGEST
    assert ET.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize("path", HEX_MAPS, ids=lambda p: p.parent.parent.name)
def test_no_road_runs_over_unbridged_water(path: Path) -> None:
    scene = make_scene(json.loads(path.read_text(encoding="utf-8")), "light", "near")
    bridges = [Spot(scene.layout.middle(a, b)).buffer(14) for a, b, what in scene.sides if what.get("bridge")]
    wrong = []
    drawn_water = scene.layout.land.buffer(-3)  # rivers end short of the frame
    for road in scene.roads:
        line = LineString(road.line).intersection(drawn_water)
        for river in scene.rivers:
            cut = line.intersection(LineString(river.line))
            wrong += [
                p for p in getattr(cut, "geoms", [cut]) if not cut.is_empty and not any(b.contains(p) for b in bridges)
            ]
    assert not wrong


def test_typefaces_come_with_their_licence() -> None:
    assert {path.name for path in fonts.FOLDER.glob("OFL-*.txt")} == {"OFL-ArdennesSerif.txt", "OFL-Barlow.txt"}
    for file, *_ in fonts.FACES.values():
        assert (fonts.FOLDER / file).is_file()


def test_width_of_text_grows_with_letters_and_size() -> None:
    assert fonts.width("Bastogne", "map600", 20) > fonts.width("Huy", "map600", 20) > 0
    assert fonts.width("Huy", "map600", 40) == pytest.approx(2 * fonts.width("Huy", "map600", 20))
    assert fonts.width("Huy", "map600", 20, 2) == pytest.approx(fonts.width("Huy", "map600", 20) + 6)


def test_map_rectangle_is_given_to_the_page() -> None:
    found = re.search(r'data-map="0 0 ([\d.]+) ([\d.]+)"', draw_board(small_board()))
    assert found
    assert float(found[1]) == pytest.approx(750, abs=1)
