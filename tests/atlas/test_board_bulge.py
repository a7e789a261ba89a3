"""The board of Bulge: what the rulebook and play reports say about single hexes, and what the game needs from its roads and rivers."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from typing import Any

import pytest

from ardennes.atlas.recipe import recipe_path
from ardennes.board.bits import each
from ardennes.games.bulge.facts import BOARD, GERMAN, SIDES, TABLES
from tests.rules.bulge.counters import UNITS

MAP = recipe_path("bulge").with_name("map.json")
START = {u.id: u.start for u in UNITS if u.start}


def place(name: str) -> Any:
    return BOARD.places[BOARD.index[name]]


def side(a: str, b: str) -> Any:
    return BOARD.sides.get((BOARD.index[a], BOARD.index[b]), {})


def around(name: str) -> set[str]:
    return within(name, 1) - {name}


def within(name: str, distance: int) -> set[str]:
    return {BOARD.names[i] for i in each(BOARD.within(BOARD.index[name], distance))}


def sides(wanted: str) -> dict[tuple[str, str], Any]:
    """Every side with this attribute, once."""
    return {(BOARD.names[a], BOARD.names[b]): what for (a, b), what in BOARD.sides.items() if a < b and wanted in what}


def connected(start: str, pairs: Iterable[tuple[str, str]]) -> set[str]:
    """All hexes that can be reached over these pairs."""
    beside: dict[str, set[str]] = {}
    for a, b in pairs:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    seen, queue = {start}, deque([start])
    while queue:
        for b in beside.get(queue.popleft(), set()) - seen:
            seen.add(b)
            queue.append(b)
    return seen


# --- the file ----------------------------------------------------------------------------------------------------------------------------


def test_every_place_and_side_has_a_source() -> None:
    assert all(p["source"] for name, p in zip(BOARD.names, BOARD.places, strict=True) if name)
    assert all(what["source"] for what in BOARD.sides.values())


# --- what the rulebook says --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.3.1-2")
def test_the_edges_run_as_the_reinforcement_codes_name_them() -> None:
    rows = {int(n[:2]) for n in BOARD.index}
    west = {r: max(int(n[2:]) for n in BOARD.index if int(n[:2]) == r) for r in rows}
    assert rows == set(range(1, 20))
    assert {f"01{c:02}" for c in range(5, 26)} <= set(BOARD.index)
    assert all(west[r] == 25 for r in range(1, 13)), "the west edge goes down to 1225"
    assert all(west[r] == 18 for r in range(13, 20)), "the south edge begins at 1918"


@pytest.mark.rule("bulge", "2.3.1-2")
@pytest.mark.parametrize(("edge", "word"), [("N", "north"), ("S", "south"), ("W", "west")])
def test_each_allied_edge_has_roads_in_its_stretch(edge: str, word: str) -> None:
    first, last = TABLES["reinforcements"]["edges"][edge]
    leaving = [n for n in BOARD.index if place(n).get("road_off") == word]
    assert leaving and all(first <= n <= last for n in leaving)


@pytest.mark.rule("bulge", "2.3.1-1")
def test_2_panzer_starts_in_1206_on_the_german_side_of_the_front() -> None:
    assert START["de-2"] == "1206" and place("1206")["front"] == "german"


@pytest.mark.rule("bulge", "9.0")
def test_0407_of_the_1st_division_example_is_inland() -> None:
    assert len(around("0407")) == 6


@pytest.mark.rule("bulge", "11.0")
def test_the_1st_division_in_0407_has_bridges_to_interdict_within_three_hexes() -> None:
    assert [pair for pair in sides("bridge") if set(pair) & within("0407", 3)]


@pytest.mark.rule("bulge", "11.0")
def test_a_side_has_a_bridge_exactly_where_a_road_crosses_a_river() -> None:
    for pair in sides("road") | sides("river") | sides("bridge"):
        what = side(*pair)
        assert ("bridge" in what) == ("road" in what and "river" in what), pair


@pytest.mark.rule("bulge", "D-EXIT", "3.1-1")
@pytest.mark.parametrize(
    ("name", "factor", "edge"),
    [
        ("0110", 1, "north"),
        ("0113", 1, "north"),
        ("0117", 4, "north"),
        ("0118", 4, "north"),
        ("0121", 4, "north"),
        ("0124", 4, "north"),
        ("0525", 4, "west"),
        ("0925", 3, "west"),
        ("1225", 2, "west"),
    ],
)
def test_exits_with_their_factors(name: str, factor: int, edge: str) -> None:
    assert (place(name).get("exit"), place(name).get("road_off")) == (factor, edge)


@pytest.mark.rule("bulge", "14.0")
def test_all_roads_are_connected_and_reach_every_road_off_the_map() -> None:
    roads = sides("road")
    net = connected(next(iter(roads))[0], roads)
    assert net == {n for pair in roads for n in pair}
    assert {n for n in BOARD.index if "road_off" in place(n)} <= net


@pytest.mark.rule("bulge", "4.0")
@pytest.mark.parametrize("unit", sorted(START))
def test_each_unit_starts_on_its_side_of_the_front(unit: str) -> None:
    facts = next(u for u in UNITS if u.id == unit)
    assert place(facts.start)["front"] == SIDES[facts.side]


# --- what play reports say ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("town", "name"),
    [
        ("Monschau", "0104"),
        ("Malmedy", "0407"),
        ("St. Vith", "0707"),
        ("Vielsalm", "0809"),
        ("Clervaux", "1308"),
        ("Vianden", "1506"),
        ("Ettelbrück", "1707"),
        ("Echternach", "1802"),
    ],
)
def test_towns_named_by_hex(town: str, name: str) -> None:
    assert place(name)["town"] == town


def test_malmedy_is_in_light_woods() -> None:
    assert place("0407")["terrain"] == ["light"]


@pytest.mark.parametrize(("a", "b"), [("1206", "1307"), ("1405", "1506"), ("1505", "1506")])
def test_bridges_over_the_our(a: str, b: str) -> None:
    assert side(a, b)["river"] == "Our" and side(a, b)["bridge"] == 1


@pytest.mark.parametrize(
    ("unit", "defender"), [("de-2", "us-110"), ("de-26", "us-110"), ("de-5fj", "us-109"), ("de-352", "us-109")]
)
def test_the_first_attacks_on_the_110th_and_109th_cross_the_our(unit: str, defender: str) -> None:
    assert side(START[unit], START[defender])["river"] == "Our"


@pytest.mark.parametrize("unit", ["de-116", "de-560"])
def test_the_112th_has_no_river_in_front_of_it(unit: str) -> None:
    assert START["us-112"] in around(START[unit])
    assert "river" not in side(START[unit], START["us-112"])


def test_the_112th_has_the_our_behind_it() -> None:
    assert any(side("1005", b).get("river") == "Our" for b in ("0906", "1006"))


def test_the_salm_reaches_0710() -> None:
    assert any(side("0710", b).get("river") == "Salm" for b in around("0710"))


@pytest.mark.parametrize(
    ("a", "b"),
    [("1005", "0906"), ("0503", "0504"), ("1506", "1606"), ("1606", "1707"), ("1106", "1107"), ("1106", "1005")],
)
def test_hexes_that_units_retreated_between_are_neighbours(a: str, b: str) -> None:
    assert b in around(a)


@pytest.mark.parametrize(
    ("unit", "defender"),
    [
        ("de-272", "us-102cav"),
        ("de-326", "us-2"),
        ("de-277", "us-99"),
        ("de-12", "us-99"),
        ("de-3fj", "us-14cav"),
        ("de-62", "us-106"),
        ("de-116", "us-112"),
        ("de-560", "us-112"),
        ("de-2", "us-110"),
        ("de-26", "us-110"),
        ("de-352", "us-109"),
        ("de-5fj", "us-109"),
        ("de-212", "us-4"),
    ],
)
def test_the_first_attackers_are_next_to_their_defenders(unit: str, defender: str) -> None:
    assert START[defender] in around(START[unit])


# --- the ground --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "13.0-1")
def test_the_meuse_is_one_unbroken_line_that_cuts_the_map_in_two() -> None:
    meuse = {pair for pair, what in sides("river").items() if what["river"] == "Meuse"}
    dry = {(a, b) for a in BOARD.index for b in around(a) if a < b} - {tuple(sorted(p)) for p in meuse}
    east = connected("1412", dry)
    west = set(BOARD.index) - east
    assert {"0125", "0525", "0925"} <= west and connected("0125", {p for p in dry if set(p) <= west}) == west
    assert all((a in east) != (b in east) for a, b in meuse), "no side of it is a spur"


@pytest.mark.parametrize("town", ["Namur", "Andenne", "Huy", "Dinant", "Givet"])
def test_the_meuse_towns_have_their_bridge(town: str) -> None:
    [name] = [n for n in BOARD.index if town in (place(n).get("town"), *place(n).get("also", ()))]
    assert any(side(name, b).get("river") == "Meuse" and "bridge" in side(name, b) for b in around(name))


def test_the_front_separates_german_from_allied_hexes() -> None:
    for name in BOARD.index:
        for b in around(name):
            assert ("front" in side(name, b)) == (place(name)["front"] != place(b)["front"]), (name, b)


def test_rivers_are_those_the_game_has() -> None:
    assert {what["river"] for what in sides("river").values()} == {
        "Meuse", "Ourthe", "Ourthe Orientale", "Amblève", "Salm", "Our", "Sauer/Sûre", "Clerve", "Lesse", "Vesdre",
    }  # fmt: skip


def test_german_panzer_divisions_are_on_a_road_or_next_to_one() -> None:
    on_road = {n for pair in sides("road") for n in pair}
    for u in UNITS:
        if u.start and u.side == GERMAN and u.mech:
            assert ({u.start} | around(u.start)) & on_road, u.id


@pytest.mark.rule("bulge", "D-GTRT")
def test_the_turn_track_shows_the_dates_and_limits_of_the_game() -> None:
    sheet = json.loads(MAP.read_text(encoding="utf-8"))["sheet"]
    [track] = [t for t in sheet["tracks"] if t["name"] == "Turn"]
    assert track["boxes"] == [t["date"] for t in TABLES["turn"]]
    assert track["marks"] == {t["date"]: f"{t['vp'][0]}/{t['vp'][1]}" for t in TABLES["turn"]}
