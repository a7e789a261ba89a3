"""The board of Battles for the Ardennes: every fact that the article states or the base rules rely on, one by one with its case."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from ardennes.atlas.features import load_atlas
from ardennes.atlas.recipe import Recipe, load_recipe, recipe_path
from ardennes.board import load_board
from ardennes.board.bits import each
from ardennes.board.hexes import HexBoard

Units = dict[str, str]

# --- the facts ---------------------------------------------------------------------------------------------------------------------------

DUMPS = {  # 16.58
    "celles": "A0215 A0510 A0518 A0812 A1215 A1421 A1612 A1815",
    "clervaux": "D0715 D1006 D1115 D1611 D1706 D1914 D2308",
    "st_vith": "B0108 B0711 B0716 B0805 B1110 B1211 B1319 B1413 B1420 B1518 B1609 B1919 B2009 B2010",
    "angriefen": "B0108 B0711 B0716 B0805 B1110 B1211 B1319 B1413 B1420 B1518 B1609 B1919 B2009 B2010"
    " D0715 D1006 D1115 D1611 D1706 D1914",
    "22_december": "A0517 A1215 A1421 A2223 A2224 A2323 A2324 B0108 B0711 B0716 B0805 B1110 B1211 B1413 B1609 B2009 B2010"
    " C1027 C1727 D0408 D0713",
    "campaign_1944": "B0108 B0711 B0716 B0805 B1110 B1211 B1319 B1413 B1420 B1518 B1609 B1919 B2009 B2010"
    " D0715 D1006 D1115 D1611 D1706 D1914",
}

PLACES = {
    "B1211": "Stavelot",  # 16.5
    "B1125": "Stadtkyll",  # 16.47
    # what is in the hexes of 16.58 is inferred
    "B0108": "Houffalize",
    "B0711": "Vielsalm",
    "B0716": "St. Vith",
    "B0805": "Manhay",
    "B1110": "Trois-Ponts",
    "B1319": "Büllingen",
    "B1413": "Malmedy",
    "B1420": "Krinkelt-Rocherath",
    "B1518": "Elsenborn",
    "B1609": "Spa",
    "B1919": "Monschau",
    "B2009": "Verviers",
    "D0408": "Arlon",
    "D0715": "Mersch",
    "D1006": "Martelange",
    "D1115": "Ettelbrück",
    "D1611": "Wiltz",
    "D1706": "Bastogne",
    "D1914": "Clervaux",
    "A0215": "Rochefort",
    "A0510": "Celles",
    "A0518": "Marche-en-Famenne",
    "A0812": "Ciney",
    "A1215": "Havelange",
    "A1421": "Ouffet",
    "A1612": "Andenne",
    "A1815": "Huy",
    "A2223": "Liège",
}

MOVED = {"Stadtkyll", "Clervaux"}
"""The two anchors that no regular grid can fit along with the rest."""

KEY_BRIDGES = {  # base rules, section 3
    "B1112 B1211": "Amblève",
    "B1010 B1110": "Salm",
    "B1110 B1210": "Amblève",
    "B1114 B1214": "Amblève",
    "B1413 B1414": "Warche",
    "B1107 B1206": "Lienne",
    "B0710 B0711": "Salm",
    "B0610 B0711": "Salm",
    "B0818 B0819": "Our",
    "B0518 B0617": "Our",
    "B0116 B0117": "Our",
    "D1916 D1917": "Our",
    "D1815 D1816": "Our",
    "D1716 D1717": "Our",
    "D1616 D1617": "Our",
    "D1417 D1518": "Our",
    "D1219 D1320": "Our",
    "D1121 D1122": "Sauer/Sûre",
    "D0923 D1023": "Sauer/Sûre",
    "D1117 D1216": "Sauer/Sûre",
    "D1115 D1215": "Sauer/Sûre",
    "D1913 D1914": "Clerve",
    "D1813 D1814": "Clerve",
    "D1612 D1613": "Clerve",
    "D1512 D1611": "Wiltz",
    "D1312 D1411": "Sauer/Sûre",
    "D1006 D1106": "Sauer/Sûre",
    "D1006 D1107": "Sauer/Sûre",
    "D2307 D2308": "Ourthe Orientale",
    "D1903 D2002": "Ourthe Occidentale",
}

BLOWN = {  # b12.6
    "D1916 D1917",
    "D1815 D1816",
    "D1716 D1717",
    "D1616 D1617",
    "D1417 D1518",
    "D1219 D1320",
    "D1121 D1122",
    "D0923 D1023",
    "D0524 D0525",
}

POINTS = {  # b18.2, b19.2
    "B0716": 10, "B2009": 12, "B2010": 12, "B2213": 12, "B1609": 8, "B1413": 6, "B1518": 6, "B0711": 6, "B0805": 6,
    "B1919": 5, "B1110": 4, "B1205": 4, "B1211": 3, "B1417": 3, "B1420": 3, "B0108": 3, "B1319": 1,
    "D0116": 25, "D1706": 20, "D0408": 12, "D0715": 10, "D1611": 5, "D1115": 5, "D1914": 4, "D1006": 4, "D1216": 3,
    "D0923": 2, "D1518": 1,
}  # fmt: skip

# Units at start by hex: f foot, m mech, e engineer on foot, E motorized engineer, a towed artillery, s self-propelled artillery.
ST_VITH = {
    "german": """
        B0419ff B0420fae B0522f B0922ff B1022ff B1023ma B1122ff B1123a B1125mmE B1222f B1223aaa B1322f B1323a
        B1325mmE B1326mma B1422f B1423aa B1522f B1523m B1820f B1821f B1920f B1921aa B2021f B2121ff
    """,
    "allied": """
        B0517a B0519f B0520a B0521f B0711m B0716E B0718E B0722f B0818a B0819a B0820a B0920m B0921m B1020s B1211E
        B1221f B1316ms B1319E B1413E B1420amE B1421f B1518fmE B1519aam B1521f B1620f B1621f B1819f B1919m B2019m
        B2020f B2120f
    """,
}
CLERVAUX = {
    "german": """
        D1022f D1023f D1122a D1123aa D1124f D1220f D1221f D1319f D1320fe D1321fa D1418f D1419ma D1420aa D1518fe
        D1519a D1617f D1717fe D1718aa D1816f D1817a D1818fm D1917mEE D1918ma D1919m D2017m D2118a D2217f D2218mE
        D2219mma D2318mf
    """,
    "allied": """
        D0116mmE D0423f D0519fE D0721a D0818m D0823f D0918s D0920f D0923f D1006E D1119m D1216fa D1218f D1417f
        D1611mEE D1612a D1614a D1706E D1714m D1715f D1814a D1911a D1912a D1915f D2012f D2213ms D2216f D2315fa
        D2317f
    """,
}
SCENARIOS = {"St. Vith": ("B", ST_VITH), "Clervaux": ("D", CLERVAUX)}

# --- the board ---------------------------------------------------------------------------------------------------------------------------


@cache
def recipe() -> Recipe:
    return load_recipe(recipe_path("battles"))


@cache
def data() -> dict[str, Any]:
    out: dict[str, Any] = json.loads((recipe_path("battles").parent / "map.json").read_text(encoding="utf-8"))
    return out


@cache
def board() -> HexBoard:
    out = load_board(json.dumps(data()), "battles")
    assert isinstance(out, HexBoard)
    return out


def at(name: str) -> dict[str, Any]:
    """The attributes of a hex."""
    return dict(board().places[board().index[name]])


def side(pair: str) -> dict[str, Any]:
    """The attributes of a side written as two hexes."""
    a, b = (board().index[name] for name in pair.split())
    return dict(board().sides.get((a, b), {}))


def sheet_hexes(sheet: str) -> set[int]:
    """The hexes of one sheet, including those named by another sheet."""
    grid = board().grid
    return {i for i in board().index.values() if any(name[0] == sheet for name in grid.names(*board().row_col[i]))}


def can_pass(a: int, b: int) -> bool:
    """Whether a mechanized unit can cross a side at start (b5.43)."""
    what = board().sides.get((a, b), {})
    return not what.get("river") or what.get("bridge") == 1


def mech_cost(start: str, goal: str, town: int = 2, road_only: bool = False, sheet: str = "B") -> int:
    """The cheapest cost of a mechanized unit in bad ground, units ignored (5.45, b5.41)."""
    on_sheet = sheet_hexes(sheet)
    best = {board().index[start]: 0}
    queue = [(0, board().index[start])]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == board().index[goal]:
            return spent
        for there in each(board().neighbours(here)):
            road = board().sides.get((here, there), {}).get("road")
            if there not in on_sheet or not can_pass(here, there) or (road_only and not road):
                continue
            terrain = board().places[there]["terrain"]
            open_ground = {"clear": 2, "light": 3, "heavy": 4}
            if "town" in terrain or "city" in terrain:
                step = town
            else:
                step = 1 if road else open_ground[terrain[0]]
            if spent + step < best.get(there, 999):
                best[there] = spent + step
                heapq.heappush(queue, (spent + step, there))
    raise AssertionError(f"{goal} cannot be reached")


# --- sheets and numbers ------------------------------------------------------------------------------------------------------------------


def test_the_four_sheets_are_joined() -> None:
    """b2.1: 45 rows and 49 columns; B01 is D23, and the western sheets overlap the eastern by seven columns."""
    assert len(board().index) == 45 * 49
    assert board().index["D2308"] == board().index["B0108"]
    assert board().index["C1727"] == board().index["D1706"]
    assert board().index["C1027"] == board().index["D1006"]
    assert board().index["A0122"] == board().index["C2322"] == board().index["B0101"]
    assert "D2308" not in board().index
    assert data()["aliases"] == board().grid.aliases()


def test_neighbours_and_distances() -> None:
    """b2.11"""
    index = board().index
    assert board().distance(index["B1221"], index["B1222"]) == 1
    assert board().distance(index["B1221"], index["B1122"]) == 1
    assert board().distance(index["B1125"], index["B1512"]) == 15
    assert board().distance(index["B1223"], index["B1221"]) == 2
    assert board().distance(index["D1817"], index["D1715"]) == 3
    assert board().distance(index["B1420"], index["B1421"]) == 1
    # over the seam: an even row is shifted east on every sheet
    assert {board().names[i] for i in each(board().neighbours(index["B0108"]))} == {
        "B0107", "B0109", "B0207", "B0208", "D2207", "D2208",
    }  # fmt: skip
    assert board().compass == ("E", "W", "NW", "SE", "NE", "SW")


# --- places and dumps --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "town"), PLACES.items())
def test_a_place_of_the_article_is_in_its_hex(name: str, town: str) -> None:
    assert at(name)["town"] == town


@pytest.mark.parametrize("town", sorted(set(PLACES.values()) - {"Verviers", "Liège"}))
def test_the_grid_fits_the_places(town: str) -> None:
    """The fit itself, without moving anything, puts the anchors in their hexes; Verviers and Liège have several."""
    geo, grid = recipe().the_geo(), recipe().the_grid()
    place = next(t for t in load_atlas().towns if t.name == town)
    named = {name for name, what in PLACES.items() if what == town}
    assert bool(named & set(grid.names(*geo.at(place.lat, place.lon)))) == (town not in MOVED)


@pytest.mark.parametrize("scenario", DUMPS)
def test_the_dump_chart(scenario: str) -> None:
    """16.58"""
    index = board().index
    wanted = {index[name] for name in DUMPS[scenario].split()}
    assert {i for i in index.values() if scenario in board().places[i].get("dump", ())} == wanted


def test_victory_points() -> None:
    """b18.2, b19.2"""
    assert {name: what["vp"] for name, what in data()["places"].items() if what.get("vp")} == POINTS


# --- terrain -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "terrain"),
    [
        ("D1716", "heavy"),  # b2.4
        ("B1421", "heavy"),  # b2.4
        ("B1221", "clear"),  # b2.4
        ("B0521", "clear"),  # b9.34
        ("D1715", "clear"),  # b10.15
        ("B2009", "city"),  # b7.1
        ("B2010", "city"),  # b15.1
        ("B0716", "town"),  # b15.1
        ("B1413", "town"),  # b15.1
        ("B1125", "town"),  # 16.47
        ("B1211", "town"),  # 16.5
    ],
)
def test_terrain_that_an_example_needs(name: str, terrain: str) -> None:
    assert at(name)["terrain"] == [terrain]


def test_the_captured_wall() -> None:
    """b9.34: 422/106 and 423/106 are in West Wall hexes."""
    assert at("B0722")["west_wall"] and at("B0521")["west_wall"]


# --- roads and bridges -------------------------------------------------------------------------------------------------------------------


def test_nineteen_points_from_stadtkyll_to_francorchamps() -> None:
    """16.47: the article counts 19 mechanized points from 1125 to 1512; three of them are for towns."""
    assert mech_cost("B1125", "B1512") == 19
    assert mech_cost("B1125", "B1512", town=1) == 16


def test_a_march_from_verviers_just_reaches_st_vith() -> None:
    """b5.41, 15.13: 19 by road from B2010, the entry hex not counted."""
    assert mech_cost("B2010", "B0716", road_only=True) == 19


@pytest.mark.parametrize(("pair", "river"), KEY_BRIDGES.items())
def test_a_key_bridge(pair: str, river: str) -> None:
    """Base rules, section 3; state at start b12.6"""
    what = side(pair)
    assert what["river"] == river
    assert what["road"]
    assert what["bridge"] == ("blown" if pair in BLOWN else 1)


def test_nine_bridges_are_blown_at_start() -> None:
    """b12.6"""
    index = board().index
    wanted = {frozenset(index[name] for name in pair.split()) for pair in BLOWN}
    assert {frozenset(pair) for pair, what in board().sides.items() if what.get("bridge") == "blown"} == wanted


def test_the_road_of_the_supply_example() -> None:
    """b11.3 (a): from the Our by Neuerburg and Arzfeld to the north edge of D."""
    chain = ["D1816", "D1717", "D1718", "D1818", "D1819", "D1919", "D2019", "D2119", "D2219", "D2320"]
    for a, b in pairwise(chain):
        assert side(f"{a} {b}").get("road"), (a, b)
        assert not side(f"{a} {b}").get("river"), (a, b)


# --- supply ------------------------------------------------------------------------------------------------------------------------------


def starts(name: str, who: str) -> set[int]:
    """The supply sources of a side as the recipe gives them."""
    entry = next(e for e in recipe().start if e["name"] == name and e["side"] == who)
    return {board().index[hex_] for hex_ in entry["supply"]}


def units(text: str) -> dict[int, str]:
    return {board().index[word[:5]]: word[5:] for word in text.split()}


def zones(here: dict[int, str], on_map: set[int]) -> set[int]:
    """b7.1, b7.2: zones of control of the units that have one."""
    out = set()
    for place, stack in here.items():
        if set(stack) & set("fm"):
            for other in each(board().neighbours(place)):
                wide = board().sides.get((place, other), {}).get("river") in ("Meuse", "Moselle")
                held = "city" in board().places[other]["terrain"] or (wide and not can_pass(place, other))
                if other in on_map and not held:
                    out.add(other)
    return out


class Lines:
    """b11.1 to b11.3: who is in supply in a scenario, with the units where the orders of battle put them."""

    def __init__(self, scenario: str, who: str, *, own: dict[int, str] | None = None) -> None:
        sheet, sides = SCENARIOS[scenario]
        foe = "allied" if who == "german" else "german"
        self.on_map = sheet_hexes(sheet)
        self.own = units(sides[who]) if own is None else own
        foes = units(sides[foe])
        zone = zones(foes, self.on_map)
        self.free = {p for p in self.on_map if p not in foes and (p in self.own or p not in zone)}
        self.net = set(self._roads(starts(scenario, who) & self.free))

    def _roads(self, todo: set[int]) -> Iterator[int]:
        seen = set(todo)
        while todo:
            here = todo.pop()
            yield here
            for there in each(board().neighbours(here)):
                road = board().sides.get((here, there), {}).get("road")
                if road and there in self.free and there not in seen and can_pass(here, there):
                    seen.add(there)
                    todo.add(there)

    def reaches(self, place: int, kind: str) -> bool:
        ring = seen = {place}
        for _ in range(4):
            if seen & self.net:
                break
            ring = {
                there
                for here in ring
                for there in each(board().neighbours(here))
                if there in self.free and there not in seen and (kind in "fe" or can_pass(here, there))
            }
            seen = seen | ring
        return bool(seen & self.net)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("who", ["german", "allied"])
def test_every_unit_is_in_supply_at_the_start(scenario: str, who: str) -> None:
    """11.0, b18.1, b19.1"""
    lines = Lines(scenario, who)
    lost = [board().names[p] + kind for p, stack in lines.own.items() for kind in stack if not lines.reaches(p, kind)]
    assert lost == []


def test_the_supply_example_at_the_our() -> None:
    """b11.3: with the Our bridges blown, a mechanized unit in D1915 has no line and a foot unit in D1815 has one."""
    index = board().index
    beyond = {index["D1915"]: "m", index["D1815"]: "f"}
    example = Lines("Clervaux", "german", own=beyond)
    example.free |= {index[name] for name in ("D1915", "D1815", "D1816", "D1916")}
    assert not example.reaches(index["D1915"], "m")
    assert example.reaches(index["D1815"], "f")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_stacks_at_the_start(scenario: str) -> None:
    """b8.1, b8.3, b5.41: at most three units, one side, and no towed artillery in heavy woods off the road."""
    _, sides = SCENARIOS[scenario]
    german, allied = units(sides["german"]), units(sides["allied"])
    assert not set(german) & set(allied)
    on_road = {p for pair, what in board().sides.items() if what.get("road") for p in pair}
    for place, stack in (*german.items(), *allied.items()):
        assert len(stack) <= 3
        assert not ("a" in stack and board().places[place]["terrain"] == ["heavy"] and place not in on_road)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("who", ["german", "allied"])
def test_units_start_on_their_own_side_of_the_front(scenario: str, who: str) -> None:
    """b18.1, b19.1"""
    _, sides = SCENARIOS[scenario]
    assert [board().names[p] for p in units(sides[who]) if board().places[p]["front"] != who] == []


def test_sources_and_exits_lie_on_a_road_at_the_edge_of_a_sheet() -> None:
    """b11.31, b17.4"""
    grid = board().grid
    on_road = {p for pair, what in board().sides.items() if what.get("road") for p in pair}
    for name, what in data()["places"].items():
        if what.get("supply") or what.get("exit"):
            place = board().index[name]
            names = grid.names(*board().row_col[place])
            assert place in on_road, name
            assert any(n[1:3] in ("01", "23") or n[3:] in ("01", "28") for n in names), name
