"""The board of Enemy Action against every map fact in the rulebook, one test per fact."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

from ardennes.atlas.compile import compile_board
from ardennes.atlas.features import load_atlas
from ardennes.atlas.recipe import load_recipe, recipe_path
from ardennes.board.bits import each
from ardennes.board.file import load_board

RECIPE = recipe_path("enemy_action")
GERMAN_BLOWN = {"1707": "1708", "1907": "1908", "2106": "2107", "2303": "2403"}
GERMAN_INTACT = {"1802": "1803", "1903": "1904", "2202": "2203"}
DAYS = [str(day) for day in range(16, 30)]


class Map:
    """A compiled board with the queries that the facts need."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.board = load_board(json.dumps(data))
        self.places: dict[str, dict[str, Any]] = data["places"]
        self.sides: dict[frozenset[str], dict[str, Any]] = {frozenset(s[:2]): s[2] for s in data["sides"]}

    def side(self, a: str, b: str) -> dict[str, Any]:
        return self.sides.get(frozenset((a, b)), {})

    def neighbours(self, place: str) -> list[str]:
        board = self.board
        return [board.names[j] for j in each(board.spread(1 << board.index[place], board.everywhere))]

    def river(self, a: str, b: str) -> str:
        return str(self.side(a, b).get("river", ""))

    def town(self, name: str) -> str:
        """The hex of a town."""
        return next((place for place, what in self.places.items() if what.get("town") == name), "")

    def roads(self, place: str) -> list[str]:
        return [other for other in self.neighbours(place) if self.side(place, other).get("road")]

    def bridges(self, place: str) -> list[str]:
        """The hexes to which a bridge leads from here."""
        return [other for other in self.neighbours(place) if self.side(place, other).get("bridge")]

    def within(self, start: str, steps: int) -> set[str]:
        seen = {start}
        for _ in range(steps):
            seen |= {other for place in seen for other in self.neighbours(place)}
        return seen

    def by_road(self, start: str, closed: Iterable[str] = ()) -> dict[str, int]:
        """The number of road hexes to every hex that roads reach."""
        shut = set(closed)
        steps, ring, count = {start: 0}, [start], 0
        while ring:
            count += 1
            ring = sorted({o for place in ring for o in self.roads(place) if o not in steps and o not in shut})
            steps.update(dict.fromkeys(ring, count))
        return steps

    def banks(self, river: str) -> list[set[str]]:
        """The pieces of the map that a river leaves."""
        left, out = set(self.places), []
        while left:
            piece = {min(left)}
            ring = piece
            while ring:
                ring = {o for p in ring for o in self.neighbours(p) if self.river(p, o) != river} - piece
                piece = piece | ring
            left -= piece
            out.append(piece)
        return out

    def start(self, side: str, name: str = "16 December") -> set[str]:
        starts = load_recipe(RECIPE).data["start"]
        return {place for s in starts if s["side"] == side and s["name"] == name for place in s["hexes"]}

    def area(self, name: str) -> set[str]:
        """The hexes of an army's or corps' area."""
        out = set()
        for words in self.data["sheet"]["areas"][name]:
            first, _, last = words.partition("-")
            out |= {f"{first[:2]}{col:02}" for col in range(int(first[2:]), int((last or first)[2:]) + 1)}
        return out


Fact = Callable[[Map], bool]


def meuse(a: str, b: str) -> Fact:
    return lambda m: m.river(a, b) == "Meuse"


def north_of_huy(m: Map) -> bool:
    huy = m.town("Huy")
    wet = {o for o in m.neighbours(huy) if m.river(huy, o) == "Meuse"}
    return bool(wet) and all(o[:2] < huy[:2] for o in wet if o[:2] != huy[:2])


def beside_givet(m: Map) -> bool:
    givet = m.town("Givet")
    east = f"{givet[:2]}{int(givet[2:]) - 1:02}"
    return m.river(givet, east) == "Meuse"


def meuse_cuts(m: Map) -> bool:
    """From the north edge to the west edge: two pieces, and the smaller holds Namur and the north-west corner."""
    pieces = sorted(m.banks("Meuse"), key=len)
    return len(pieces) == 2 and {"0117", "0129", "0526", "1127", "1729"} <= pieces[0] and "0116" in pieces[1]


def bridge_west(start: str, rivers: tuple[str, ...], state: Any) -> Fact:
    def fact(m: Map) -> bool:
        row, col = int(start[:2]), int(start[2:])
        up = col if row % 2 else col + 1  # the column of the western neighbours above and below
        ways = [f"{row:02}{col + 1:02}", f"{row - 1:02}{up:02}", f"{row + 1:02}{up:02}"]
        found = [m.side(start, way) for way in ways if m.side(start, way).get("bridge") == state]
        return any(what.get("river") in rivers and what.get("owner") == "german" for what in found)

    return fact


def no_other_german_bridge(m: Map) -> bool:
    """Every other bridge is Allied, so none is behind the German front."""
    known = {frozenset(pair) for pair in (*GERMAN_BLOWN.items(), *GERMAN_INTACT.items())}
    owned = {side for side, what in m.sides.items() if what.get("owner") == "german"}
    behind = {
        side
        for side, what in m.sides.items()
        if what.get("bridge") and all(m.places[place].get("front") == "german" for place in side)
    }
    return owned == known and behind <= known


def only_four_blown(m: Map) -> bool:
    return {s for s, w in m.sides.items() if w.get("bridge") == "blown"} == {frozenset(p) for p in GERMAN_BLOWN.items()}


def bridges_at(place: str, number: int) -> Fact:
    """A hex has at least this many bridges, not counting the four that start blown."""
    four = {frozenset(pair) for pair in GERMAN_BLOWN.items()}
    return lambda m: len([o for o in m.bridges(place) if frozenset((place, o)) not in four]) >= number


def road_hex(place: str) -> Fact:
    return lambda m: bool(m.roads(place))


def town_in(name: str, place: str) -> Fact:
    return lambda m: m.places[place].get("town") == name


def pocket(m: Map) -> bool:
    """The five German hexes of 15.5 all touch the pocket of Bastogne."""
    held = ("1814", "1815", "1915")
    return all(any(h in m.neighbours(g) for h in held) for g in ("1715", "1813", "1816", "2014", "2015"))


def points_22_december(m: Map) -> bool:
    """11 points: three for seven units, eight for four towns; no other German town counts."""
    four = {m.town(name) for name in ("St. Vith", "Ettelbrück", "La Roche-en-Ardenne", "St. Hubert")}
    held = m.start("german", "22 December")
    other = [what["vp"] for place, what in m.places.items() if place in held - four and what.get("vp")]
    return sum(m.places[place].get("vp", 0) for place in four) == 8 and not other


def illustration_a(m: Map) -> bool:
    steps = m.by_road("1708")
    return [steps.get(f"17{col:02}") for col in range(8, 14)] == [0, 1, 2, 3, 4, 5] and steps[m.town("Wiltz")] <= 5


def illustration_b(m: Map) -> bool:
    """Seven road hexes from 1906, an Allied bridge blocks the way."""
    steps = m.by_road("1906")
    return any(
        steps[place] == 7 and any(steps[o] == 8 and not m.side(place, o).get("owner") for o in m.bridges(place))
        for place in steps
    )


def illustration_c(m: Map) -> bool:
    """Nine road hexes from 1607 to the hex next to Vielsalm, past an Allied unit at a crossroads south-west of St. Vith."""
    goal = m.neighbours(m.town("Vielsalm"))
    vith = m.town("St. Vith")
    found = False
    for unit in sorted(m.within(vith, 3)):
        if unit[:2] <= vith[:2] or unit[2:] < vith[2:] or len(m.roads(unit)) < 3:
            continue
        steps = m.by_road("1607", [unit, *m.neighbours(unit), m.town("Vielsalm")])
        found |= min((steps[place] for place in goal if place in steps), default=0) == 9
    return found


def illustration_d(m: Map) -> bool:
    """Eight road hexes from 2413 to the hex before the bridge of Ettelbruck."""
    town = m.town("Ettelbrück")
    steps = m.by_road("2413", [town])
    return any(steps.get(place) == 8 for place in m.bridges(town))


def dead_end(m: Map) -> bool:
    return len(m.roads("2312")) == 1 and not m.places["2312"].get("road_off") and "2312" in m.by_road("2413")


def fourth_division(m: Map) -> bool:
    """A reserve of the 4th Division finds a road hex within three of 2403 and three from every German."""
    near = {place for place in m.within("2403", 3) if m.roads(place)} & m.area("XII Corps")
    return any(not m.within(place, 2) & m.start("german") for place in near)


def spa_or_stavelot(m: Map) -> bool:
    """One hex in which the 1st Division may be deployed is within three hexes of Spa and of Stavelot; both are in V Corps' area."""
    corps = {"0306", "0405", "0505", "0506", "0605", "0606", "0705"}  # V Corps on 16 December
    towns = {m.town("Spa"), m.town("Stavelot")}
    area = m.area("V Corps")
    fit = [
        place
        for place in sorted(area)
        if m.roads(place) and m.within(place, 3) & corps and not m.within(place, 2) & m.start("german")
    ]
    return towns <= area and any(towns <= m.within(place, 3) for place in fit)


def edges(m: Map) -> bool:
    """Friendly edges: German in the east as far as the West Wall reaches, Allied elsewhere."""
    wall = {place for place, what in m.places.items() if what.get("west_wall")}
    for place, what in m.places.items():
        row, col = int(place[:2]), int(place[2:])
        german = col == 1 or (row in (1, 26) and any(h[:2] == place[:2] and int(h[2:]) >= col for h in wall))
        on_edge = row in (1, 26) or col in (1, 29)
        if what.get("supply") != (("german" if german else "allied") if on_edge else None):
            return False
    return {place[:2] for place in wall} == {f"{row:02}" for row in range(1, 27)}


def exits(m: Map) -> bool:
    """Roads off the north, south and west edges are exits or marked as not exits; roads off the east edge are not."""
    for what in m.places.values():
        off = what.get("road_off")
        german = what.get("supply") == "german"
        marked = what.get("exit") is not None or bool(what.get("no_exit"))
        if marked != (off is not None and not german):
            return False
    return True


def walls_and_towns(m: Map) -> bool:
    """Towns east of the line of West Wall hexes are German at the start; the line is where the front is."""
    return all(m.places[place].get("front") == "german" for place in m.places if m.places[place].get("west_wall"))


FACTS: dict[str, Fact] = {
    "2.1 Meuse splits Liège on 0116-0117": meuse("0116", "0117"),
    "2.1 Meuse just north of Huy": north_of_huy,
    "2.1 Meuse on 0625-0626": meuse("0625", "0626"),
    "2.1 Meuse just west of Dinant": meuse("1126", "1127"),
    "2.1 Meuse just east of Givet": beside_givet,
    "2.1 Meuse leaves by 1728-1729": meuse("1728", "1729"),
    "2.1 Meuse cuts the map from north to west": meuse_cuts,
    "2.1 exit until 18 in 2605": lambda m: m.places["2605"].get("exit_until") == 18 and bool(m.roads("2605")),
    "7.8 exits": exits,
    "10 friendly edges": edges,
    "12.1 West Wall": walls_and_towns,
    "7.72 Dinant in 1126": town_in("Dinant", "1126"),
    "9.4 Trois Ponts in 0812": town_in("Trois-Ponts", "0812"),
    "9.4 0812 is forest": lambda m: m.places["0812"]["terrain"] == ["forest"],
    "15.5 St. Hubert in 1719": town_in("St. Hubert", "1719"),
    "15.5 Bastogne in 1814": town_in("Bastogne", "1814"),
    "11.1 Echternach in 2403": town_in("Echternach", "2403"),
    "web Liège in 0116": town_in("Liège", "0116"),
    "web Liège in 0117": town_in("Liège", "0117"),
    "web Namur in 0526": town_in("Namur", "0526"),
    "12.2 blown bridge of 1707 over the Our": bridge_west("1707", ("Our",), "blown"),
    "12.2 blown bridge of 1907 over the Our": bridge_west("1907", ("Our",), "blown"),
    "12.2 blown bridge of 2106 over the Our": bridge_west("2106", ("Our",), "blown"),
    "12.2 blown bridge of 2303": bridge_west("2303", ("Our", "Sauer/Sûre"), "blown"),
    "12.2 bridge of 1802 over the Prüm": bridge_west("1802", ("Prüm",), 1),
    "12.2 bridge of 1903 over the Prüm": bridge_west("1903", ("Prüm",), 1),
    "12.2 bridge of 2202 over the Prüm": bridge_west("2202", ("Prüm",), 1),
    "12.2 all other bridges are Allied": no_other_german_bridge,
    "12.21 four bridges start blown": only_four_blown,
    "15.5 a bridge at 1118": bridges_at("1118", 1),
    "15.5 a bridge at 1515": bridges_at("1515", 1),
    "15.5 two bridges at 0812": bridges_at("0812", 2),
    "15.5 a bridge at 2107": bridges_at("2107", 1),
    "15.5 road in 1014": road_hex("1014"),
    "15.5 road in 2410": road_hex("2410"),
    "15.5 road in 2413": road_hex("2413"),
    "15.5 pocket of Bastogne": pocket,
    "15.5 eleven points": points_22_december,
    "9.7 C 1220, 1320 and 1420 touch 1321": lambda m: {"1220", "1320", "1420"} <= set(m.neighbours("1321")),
    "7.5 road in 1607": road_hex("1607"),
    "7.5 road in 1906": road_hex("1906"),
    "7.5 A 1708 to 1713": illustration_a,
    "7.5 B 1906 to an Allied bridge": illustration_b,
    "7.5 C 1607 to Vielsalm": illustration_c,
    "7.5 D 2413 to Ettelbruck": illustration_d,
    "7.5 D 2312 is a dead end": dead_end,
    "7.5 D 2413 is in XII Corps' area": lambda m: "2413" in m.area("XII Corps") and "1814" not in m.area("XII Corps"),
    "10.42 five fuel depots": lambda m: sum(1 for what in m.places.values() if what.get("depot")) == 5,
    "11.1 A reserves of the 4th Division": fourth_division,
    "11.2 Spa or Stavelot": spa_or_stavelot,
}


@cache
def printed() -> Map:
    """The board as committed."""
    return Map(json.loads(RECIPE.with_name("map.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("fact", FACTS)
def test_the_board_has_what_the_rulebook_prints(fact: str) -> None:
    assert FACTS[fact](printed())


def test_the_geography_alone_says_a_third_of_it(record_property: Callable[[str, object], None]) -> None:
    """Without pins, overrides and corrections: what the atlas gives by itself. It cannot give exits, blown bridges and the like."""
    alone = Map(compile_board(load_recipe(RECIPE), load_atlas(), pins=False))
    true = [fact for fact, holds in FACTS.items() if holds(alone)]
    record_property(
        "summary", f"enemy_action: {len(true)} of {len(FACTS)} printed facts from geography alone, all with pins"
    )
    assert len(true) >= 16


def test_the_calendar_is_on_the_sheet() -> None:
    tracks = {track["name"]: track["boxes"] for track in printed().data["sheet"]["tracks"]}
    assert tracks["December 1944"] == DAYS
    assert tracks["Fixed artillery range"] == ["3", "3", "4", "4", "4", "5", "5", "6", "6", "6", "7", "7", "7", "8"]
    assert all(len(boxes) == len(DAYS) for boxes in tracks.values())


def test_boundaries_are_the_borders_of_the_areas() -> None:
    """Along the Meuse the river bounds the corps, so only armies are marked there."""
    m = printed()
    areas = {name: m.area(name) for name in m.data["sheet"]["areas"]}
    west = areas.pop("XXX Corps")
    for a in m.places:
        for b in m.neighbours(a):
            apart = [name for name, area in areas.items() if (a in area) != (b in area)]
            want = [name for name in apart if (a in west) == (b in west) or "Army" in name]
            assert m.side(a, b).get("boundary", "") == " / ".join(want), (a, b)


def test_xxx_corps_has_the_far_bank_of_the_meuse() -> None:
    m = printed()
    assert m.area("XXX Corps") == min(m.banks("Meuse"), key=len)


def test_no_kind_of_ground_is_rare() -> None:
    count: dict[str, int] = {}
    for what in printed().places.values():
        for code in what["terrain"]:
            count[code] = count.get(code, 0) + 1
    share = {code: number / len(printed().places) for code, number in count.items()}
    assert count["city"] == 3
    assert 0.38 < share["broken"] < 0.52 and 0.16 < share["woods"] < 0.28
    assert 0.13 < share["forest"] < 0.24 and 0.1 < share["clear"] < 0.22
