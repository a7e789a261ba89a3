"""Bad input gives one clear error that says what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ardennes.atlas.compile import compile_board
from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.features import load_atlas
from ardennes.atlas.recipe import load_recipe
from tests.atlas.toy import RECIPE, Features, features, town, write_atlas, write_recipe

# --- the atlas -----------------------------------------------------------------------------------------------------------------------


def complaint_of_atlas(folder: Path, change: Callable[[Features], object]) -> str:
    content = features()
    change(content)
    with pytest.raises(BadAtlas) as error:
        load_atlas(write_atlas(folder, content))
    return str(error.value)


def test_a_town_in_the_sea(tmp_path: Path) -> None:
    said = complaint_of_atlas(tmp_path, lambda f: f["towns"].append(town("ostend", "Ostend", 2.92, 51.23, 2)))
    assert said == (
        "towns.geojson: feature 4 (Ostend): point [2.92, 51.23] lies outside the atlas "
        "(longitude 4.2 to 7.1, latitude 49.3 to 51.0)"
    )


def test_latitude_and_longitude_swapped(tmp_path: Path) -> None:
    said = complaint_of_atlas(
        tmp_path, lambda f: f["rivers"][0]["geometry"].update(coordinates=[[50.0, 5.8], [49.9, 5.8]])
    )
    assert said.startswith("rivers.geojson: feature 0 (Our): point [50.0, 5.8] lies outside the atlas")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda f: f["towns"][1].pop("geometry"),
            "towns.geojson: feature 1 (Alton): geometry must be a Point with coordinates",
        ),
        (lambda f: f["towns"][1].pop("properties"), "towns.geojson: feature 1: not a GeoJSON feature with properties"),
        (lambda f: f["towns"][1]["properties"].pop("size"), "towns.geojson: feature 1 (Alton): 'size' is missing"),
        (
            lambda f: f["towns"][1]["properties"].update(size=9),
            "towns.geojson: feature 1 (Alton): 'size' must be a whole number from 0 to 3, not 9",
        ),
        (
            lambda f: f["towns"][1]["geometry"].update(coordinates=[5.6]),
            "towns.geojson: feature 1 (Alton): [5.6] is not a point [longitude, latitude]",
        ),
        (
            lambda f: f["rivers"][0]["geometry"].update(coordinates=[[5.6, 50.0]]),
            "rivers.geojson: feature 0 (Our): a line needs at least two points",
        ),
        (
            lambda f: f["forests"][0]["geometry"].update(
                coordinates=[[[5.6, 50.0], [5.7, 50.0], [5.7, 49.9], [5.6, 49.9]]]
            ),
            "forests.geojson: feature 0 (Wood): an outline must be closed and have at least four points",
        ),
        (
            lambda f: f["rivers"][1]["properties"].update(into="Rhine"),
            "rivers.geojson: Salm runs into 'Rhine', which is not a river in the atlas",
        ),
        (
            lambda f: f["bridges"][0]["properties"].update(river="Rhine"),
            "bridges.geojson: our-mid is over 'Rhine', which is not a river in the atlas",
        ),
        (
            lambda f: f["roads"][1]["properties"].update(bridges=["our-top"]),
            "roads.geojson: feature 1 (alton - belville): crosses 'our-top', which is not a bridge in the atlas",
        ),
        (lambda f: f["towns"].append(f["towns"][1]), "towns.geojson: id 'alton' appears twice"),
        (
            lambda f: f["towns"].pop(0) and f["roads"].pop(0),
            "roads_routes.json: route 0 names 'weston', which is not a town or junction",
        ),
        (lambda f: f["front_19441216"].clear(), "front_19441216.geojson: needs one feature, has 0"),
    ],
)
def test_malformed_features(tmp_path: Path, change: Callable[[Features], object], said: str) -> None:
    assert complaint_of_atlas(tmp_path, change) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"type": "Feature', "towns.geojson:1: not JSON: Unterminated string starting at"),
        ('{"type": "Feature"}', "towns.geojson: not a GeoJSON FeatureCollection"),
        ("[" * 100_000, "towns.geojson: cannot be read"),
    ],
)
def test_files_that_are_not_geojson(tmp_path: Path, text: str, said: str) -> None:
    write_atlas(tmp_path)
    (tmp_path / "towns.geojson").write_text(text, encoding="utf-8")
    with pytest.raises(BadAtlas) as error:
        load_atlas(tmp_path)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize("name", ["rivers.geojson", "roads_routes.json", "dem.npz"])
def test_a_missing_file(tmp_path: Path, name: str) -> None:
    write_atlas(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(BadAtlas, match=f"{name}: no such file"):
        load_atlas(tmp_path)


def test_elevation_that_is_not_an_array(tmp_path: Path) -> None:
    write_atlas(tmp_path)
    (tmp_path / "dem.npz").write_bytes(b"no numbers")
    with pytest.raises(BadAtlas, match=r"dem\.npz: cannot be read"):
        load_atlas(tmp_path)


# --- the recipe ----------------------------------------------------------------------------------------------------------------------


def complaint_of_recipe(folder: Path, more: str = "", text: str = RECIPE) -> str:
    with pytest.raises(BadAtlas) as error:
        compile_board(load_recipe(write_recipe(folder, more, text)), load_atlas(write_atlas(folder)))
    return str(error.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[[places]]\nname = "Alton"\nhex = "0999"', "places 1 (Alton) names '0999', which is not on the map"),
        (
            '[[places]]\nname = "Alton"\nhex = "0303"\n[[places]]\nname = "Alton"\nhex = "0304"',
            "places 2 puts Alton in 0304, but it is already in 0303",
        ),
        (
            '[[places]]\nname = "Alton"\nhex = "0303"\n[[places]]\nname = "Altenstadt"\nhex = "0304"',
            "places 2 (Altenstadt): puts alton in 0304, but places 1 puts it in 0303",
        ),
        (
            '[[places]]\nname = "Nowhere"\nhex = "0303"',
            "places 1 (Nowhere): the atlas has no such place; give its latlon, or add it to towns.geojson",
        ),
        ('[[places]]\nhex = "0303"', "places 1 needs 'name'"),
        ('[[places]]\nname = "Alton"', "places 1 (Alton) needs 'hex'"),
        ('[[places]]\nname = "Alton"\nhex = "0303"\nhue = 1', "places 1 (Alton) has an unknown key 'hue'"),
        ('[[pins]]\nriver = "Rhine"\nside = ["0101", "0102"]', "pins 1: 'Rhine' is not a river in the atlas"),
        (
            '[[pins]]\nriver = "Our"\nside = ["0101", "0103"]',
            "pins 1 needs neighbours, but 0101 and 0103 are not adjacent",
        ),
        ('[[pins]]\nriver = "Our"\nside = ["0101", "0199"]', "pins 1 names '0199', which is not on the map"),
        ('[[pins]]\nriver = "Our"', "pins 1 needs a list of 2 hexes, not None"),
        (
            '[[pins]]\nriver = "Our"\nside = ["0101", "0102"]',
            "a pin puts the Our on side 0101-0102, but it cannot be laid there",
        ),
        ('[[pins]]\nbridge = "our-top"\nside = ["0305", "0306"]', "pins 1: 'our-top' is not a bridge in the atlas"),
        (
            '[[pins]]\nbridge = "our-mid"\nside = ["0302", "0303"]',
            "pins 1: bridge 'our-mid' is pinned to 0302-0303, where there is no river",
        ),
        ('[[pins]]\ncase = "1.1"\nhue = 1', "pins 1 (case 1.1) has an unknown key 'hue'"),
        (
            '[[pins]]\ncase = "1.1"',
            "pins 1 (case 1.1) needs exactly one of river, no_river, bridge, road, no_road, dead_end, front",
        ),
        ('[[pins]]\nno_road = "9999"', "pins 1 names '9999', which is not on the map"),
        (
            '[[corrections]]\ncase = "errata 1"\nhex = "0911"\nset = {vp = 1}',
            "corrections 1 (case errata 1) names '0911', which is not on the map",
        ),
        (
            '[[corrections]]\ncase = "errata 1"\nside = ["0101", "0301"]\nset = {road = 1}',
            "corrections 1 (case errata 1) needs neighbours, but 0101 and 0301 are not adjacent",
        ),
        (
            '[[corrections]]\nhex = "0101"\nset = {colour = 1}',
            "corrections 1 names 'colour', which is not an attribute of a hex",
        ),
        (
            '[[corrections]]\nside = ["0101", "0102"]\nset = {town = "X"}',
            "corrections 1 names 'town', which is not an attribute of a side",
        ),
        (
            '[[corrections]]\nhex = "0101"\nset = {terrain = ["swamp"]}',
            "corrections 1 sets terrain to ['swamp']: it must be a list of codes from terrain.legend",
        ),
        ('[[corrections]]\nhex = "0101"', "corrections 1 changes nothing: it needs 'set' or 'unset'"),
        ("[[corrections]]\nset = {vp = 1}", "corrections 1 needs exactly one of hex, hexes, side, chain"),
        (
            '[[corrections]]\nhexes = ["0101-0203"]\nset = {vp = 1}',
            "corrections 1 has the range '0101-0203', which does not stay in one row",
        ),
        ("[colours]\nred = 1", "the recipe has an unknown key 'colours'"),
        (
            '[roads]\nadd = [["alton", "nowhere"]]',
            "roads.add names 'nowhere', which is not a town or junction in the atlas",
        ),
    ],
)
def test_bad_entries(tmp_path: Path, more: str, said: str) -> None:
    assert complaint_of_recipe(tmp_path, more) == f"board.toml: {said}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "Toy"', "", "needs 'title'"),
        ('title = "Toy"', 'title = "Toy"\nkind = "square"', 'kind must be "hex" or "area", not \'square\''),
        (
            'names = ["Our", "Salm"]',
            'names = ["Rhine"]',
            "rivers.names names 'Rhine', which is not a river in the atlas",
        ),
        ("size = 2", 'size = 2\nadd = ["Nowhere"]', "towns.add names 'Nowhere', which is not a town in the atlas"),
        ("x = [-110.0, 0.0, 20.0]", "", "geo needs 'x'"),
        ("x = [-110.0, 0.0, 20.0]", "x = [1.0, 2.0]", "geo.x must be three numbers, not [1.0, 2.0]"),
        ("x = [-110.0, 0.0, 20.0]", "x = [0.0, -40.0, 0.0]", "geo puts the whole map on one line"),
        ('shifted = "even"', 'shifted = "both"', "grid.shifted must be one of even, odd, not 'both'"),
        ('code = "wood"', 'code = "swamp"', "terrain.rule 1 has the code 'swamp', which is not in terrain.legend"),
        ("dense = 0.5", 'dense = "much"', "terrain.rule 1.dense must be a number, not 'much'"),
        ('look = "clear"', 'look = "green"', "terrain.legend.clear must have a look that is one of "),
        ("minimum = 2", 'minimum = "two"', "rivers.minimum must be a whole number, not 'two'"),
        ('title = "Toy"', 'title = "Toy"\nmissing = ["0911"]', "missing names '0911', which is not on the map"),
        ('title = "Toy"', "title = ", "cannot be read"),
    ],
)
def test_bad_tables(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = RECIPE.replace(old, new, 1)
    assert text != RECIPE
    assert said in complaint_of_recipe(tmp_path, text=text)


def test_a_terrain_that_no_rule_assigns(tmp_path: Path) -> None:
    text = RECIPE.replace('[[terrain.rule]]\ncode = "clear"\n', "")
    assert "so that one always matches" in complaint_of_recipe(tmp_path, text=text)


def test_two_towns_with_the_same_name_in_different_hexes(tmp_path: Path) -> None:
    content = features()
    content["towns"].append(town("alton-south", "Alton", 5.65, 49.83, 1))
    recipe = load_recipe(write_recipe(tmp_path))
    with pytest.raises(BadAtlas) as error:
        compile_board(recipe, load_atlas(write_atlas(tmp_path, content)))
    assert str(error.value) == (
        "board.toml: two towns named 'Alton' are in different hexes, 0303 (alton) and 0703 (alton-south)"
    )


def test_a_hex_left_out_of_the_map_is_not_on_the_map(tmp_path: Path) -> None:
    text = 'missing = ["0709-0710"]\n' + RECIPE
    said = complaint_of_recipe(tmp_path, '[[corrections]]\nhex = "0710"\nset = {vp = 1}', text)
    assert said == "board.toml: corrections 1 names '0710', which is missing from the map"


def test_no_recipe(tmp_path: Path) -> None:
    with pytest.raises(BadAtlas, match="no such recipe"):
        load_recipe(tmp_path / "board.toml")
