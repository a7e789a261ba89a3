"""The rulebook's illustrations of activation, movement, control, supply and reserves as positions.

Only the captions are known. Where they name hexes, units or points, the positions have the same; the rest is placed so that every
statement of the caption can be seen on our map. The illustrations of combat are in `test_illustrations_combat`.
"""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import reserves, strategic, supply
from ardennes.games.enemy_action.state import EnemyActionState
from tests.rules.enemy_action.hands import active, command
from tests.rules.enemy_action.moves import cost, moving, picked, step
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where

START = {name: f.HEX_NAMES.names[at] for name, at in zip(f.UNIT, f.START, strict=True) if at >= 0}
"""Where everybody is on 16 December."""


def names(places: int) -> set[str]:
    return set(f.HEX_NAMES.list_of(places & f.ALL))


def points(match: Match, unit: str, place: str) -> int | None:
    """The points that a strategic move to a hex costs."""
    return strategic.reach(state(match), f.UNIT[unit]).cost(f.HEX[place])


# --- activation (6.1, 6.4) --------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "6.1-illustration:ab", "6.1:b")
def test_the_first_army_card_activates_a_corps_and_whoever_is_stacked_with_it() -> None:
    """6.1: 394.99.V and 16.1.V are stacked with units of XVIII Airborne Corps; a third unit of V Corps is not. The hexes are ours."""
    corps = {"us-504-82": "0812", "us-117-30": "0711", "us-ccb-7a": "1108", "us-424-106": "1109"}
    units = {**corps, "us-394-99": "0711", "us-16-1": "1108", "us-18-1": "0609", "de-62": "1208"}
    match = play(command("allied", 4, units, day=19), ("formation", "xviii"))
    assert active(match) == {*corps, "us-394-99", "us-16-1"}
    match = play(command("allied", 8, units, day=19), ("formation", "xviii"))  # the corps' own card
    assert active(match) == {*corps}
    panzers = {"de-3-2p": "1208", "de-62": "1208", "us-424-106": "1109"}
    match = play(command("german", 45, panzers, day=19), ("formation", "xlvii"))  # a German army card
    assert active(match) == {"de-3-2p"}


@pytest.mark.rule("enemy_action", "6.4-illustration:a")
def test_army_group_b_gathers_a_kampfgruppe_of_two_armies() -> None:
    """6.4: the marker is on 0804, the units are where they start the game."""
    match = play(command("german", 35, START), ("kg", "0804"))
    first = {u for u in START if u.startswith("de-") and f.CORPS_OF[f.UNIT[u]] == f.GROUP["iss"]}
    assert active(match) == first | {"de-18", "de-244"}  # a division of LXVI Corps and what is attached to it
    assert START["de-62"] == "1205" and f.CORPS_OF[f.UNIT["de-62"]] == f.GROUP["lxvi"]  # the other one is too far


# --- movement (7.1, 7.2, 7.3) -----------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.1-illustration:ab", "7.1-zoc:abd")
@pytest.mark.parametrize(
    ("unit", "costs"), [("de-62", {"1310": 2, "1311": 2, "1409": 2}), ("de-304-2p", {"1310": 2, "1311": 3, "1409": 3})]
)
def test_ways_out_of_an_enemy_zone(unit: str, costs: dict[str, int]) -> None:
    """7.1: unit A is in 1410, the enemy in 1511. Each way out costs the ground and one point more; 1310 is clear, the others are broken."""
    match = picked({unit: "1410", "us-cca-7a": "1511"}, unit)
    assert {place: step(match, unit, place) for place in costs} == costs
    assert refused(match, "hex", "1411") == refused(match, "hex", "1510") == "7.1-zoc"
    assert refused(match, "hex", "1511") == "7.1-entry"
    if unit == "de-62":
        return
    play(match, ("via", "1310"))
    assert "1411" not in offered(match, "via")  # from the outside into the zone again: that is the end of the move


@pytest.mark.rule("enemy_action", "7.3-illustration:abc", "7:ab", "7.31:acef")
def test_movement_by_road_off_road_and_over_rivers() -> None:
    """7.2 and 7.3, A to E. A starts in 1608: St. Vith is five hexes away by road, and six hexes take it to 1312 on the road that leads
    south-west from there. B goes by woods and broken ground, C over three hexes, E over four sides of the Our, one with a blown bridge."""
    four = {"de-39-26": "1607", "de-77-26": "1607", "de-78-26": "1607", "de-352": "1707"}
    units = {"de-peiper-1ss": "1608", "de-304-2p": "1208", "de-62": "1513", "de-26-12ss": "1506", **four}
    match = moving(units, blown=["1707-1708"])
    armor = "de-peiper-1ss"
    assert (cost(match, armor, "1108"), cost(match, armor, "1312")) == (5, 6)
    assert [cost(match, armor, h) for h in ("1509", "1408", "1309", "1310", "1311")] == [1, 2, 3, 4, 5]
    assert step(match, armor, "1609") == 2  # broken, off the road
    play(match, ("unit", armor), ("hex", "1312"))
    assert where(match, armor) == "1312"
    forest = moving({"de-304-2p": "1210"})
    assert step(forest, "de-304-2p", "1110") == 4
    # B: woods, then broken, with nothing left.
    play(match, ("unit", "de-304-2p"), ("via", "1308"))
    assert match.decision.prompt.endswith("(2 MP)")
    assert cost(match, "de-304-2p", "1408", spent=3) == 2 and "1408" not in offered(match, "via")
    play(match, ("hex", "1408"))
    assert where(match, "de-304-2p") == "1408"
    # C: three hexes for three points, of whatever ground but forest.
    assert [cost(match, "de-62", h) for h in ("1512", "1611", "1610")] == [1, 2, 3]
    assert step(moving({"de-62": "1213"}), "de-62", "1212") == 2  # forest
    # D: it starts a hex away from the river.
    play(match, ("unit", "de-26-12ss"))
    assert refused(match, "hex", "1508") == "7.31"
    play(match, "stay")
    # E: four units, four sides.
    for unit, place in zip(four, ("1508", "1608", "1708", "1708"), strict=True):
        if unit == "de-77-26":
            play(match, ("unit", unit))
            assert refused(match, "hex", "1508") == "7.31"
            play(match, "stay")
        play(match, ("unit", unit), ("hex", place))
    assert [where(match, unit) for unit in four] == ["1508", "1608", "1708", "1708"]
    sides = {f.RIVERS.names[n] for n in each(state(match).crossed)}
    assert sides == {"1508-1607", "1607-1608", "1607-1708", "1707-1708"}


# --- strategic movement (7.5) -----------------------------------------------------------------------------------------

WEST: dict[str, Any] = {"day": 18, "german_towns": ["1709"], "german_bridges": ["1707-1708", "1709-1710"]}


@pytest.mark.rule("enemy_action", "7.5-illustration:ab", "7.5-national:a", "7.5:e")
def test_strategic_movement_a() -> None:
    """7.5 A: infantry in 1708; the westernmost unit of its army is in column 12."""
    match = picked({"de-39-26": "1708", "de-3-2p": "1612"}, "de-39-26", **WEST)
    assert strategic.allowance(state(match), f.UNIT["de-39-26"]) == 5
    assert points(match, "de-39-26", "1712") == 4
    assert refused(match, "march", "1713") == "7.5-national"
    assert refused(match, "march", "1911") == "7.5"  # Wiltz
    free = picked({"de-39-26": "1708", "de-3-2p": "1613"}, "de-39-26", **WEST)
    assert points(free, "de-39-26", "1713") == 5 and "1713" in offered(free, "march")


@pytest.mark.rule("enemy_action", "7.5-illustration:c", "7.5:e")
def test_strategic_movement_b() -> None:
    """7.5 B: armor in 1906. On our map the Allied bridge after seven hexes is the one at Wiltz, which is German here."""
    bridges = ["1907-1908", "1709-1710"]
    more: dict[str, Any] = {"day": 20, "german_towns": ["1709", "1911"], "german_bridges": bridges}
    units = {"de-11": "1906", "de-276": "2112", "us-109-28": "2217"}
    match = picked(units, "de-11", **more)
    assert strategic.allowance(state(match), f.UNIT["de-11"]) == 10
    assert points(match, "de-11", "1911") == 7
    assert refused(match, "march", "2010") == "7.5" and not state(match).own_bridges(f.GERMAN) & river("1911-2010")
    taken = picked(units, "de-11", **{**more, "german_bridges": [*bridges, "1911-2010"]})
    assert points(taken, "de-11", "2010") == 8


def river(name: str) -> int:
    return 1 << f.RIVERS.index[name]


@pytest.mark.rule("enemy_action", "7.5-illustration:de", "7.5:c", "7.5-national:d", "7.5-allowance:b")
def test_strategic_movement_c() -> None:
    """7.5 C: armor in 1607; a weak Allied unit is at the crossroads 1309, Vielsalm is 1011. The long way to 1010 passes St. Vith."""
    units = {"de-3-2p": "1607", "de-16-116p": "1112", "us-14-cav": "1309"}
    towns = ["1108", "1709"]
    more: dict[str, Any] = {"day": 20, "lost": {"us-14-cav": 1}, "german_bridges": ["1206-1207", "1707-1708"]}
    match = picked(units, "de-3-2p", german_towns=towns, roadblocks=["1012"], **more)
    assert not state(match).zoc(f.ALLIED)
    assert strategic.allowance(state(match), f.UNIT["de-3-2p"]) == 10
    for place in ("1208", "1310", "1408"):  # next to the weak unit, on both of the shorter ways
        assert refused(match, "march", place) == "7.5"
    assert points(match, "de-3-2p", "1108") == 6 and points(match, "de-3-2p", "1010") == 9
    assert "1011" not in offered(match, "march")
    town = picked(units, "de-3-2p", german_towns=towns, **more)
    assert refused(town, "march", "1011") == "7.5"  # an Allied town
    block = picked(units, "de-3-2p", german_towns=[*towns, "1011"], roadblocks=["1012"], **more)
    assert refused(block, "march", "1011") == "7.5-national"  # next to the roadblock
    clear = picked(units, "de-3-2p", german_towns=[*towns, "1011"], **more)
    assert points(clear, "de-3-2p", "1011") == 10
    alone = picked({**units, "us-14-cav": "2020"}, "de-3-2p", german_towns=towns, **more)
    assert points(alone, "de-3-2p", "1208") == 7  # without the weak unit


@pytest.mark.rule("enemy_action", "7.5-illustration:f", "7.5:ce")
def test_strategic_movement_d() -> None:
    """7.5 D: Allied infantry in 2413; Ettelbruck is 2208, its bridge to 2308 is German."""
    unit = "us-8-4"
    german: dict[str, Any] = {"day": 20, "german_towns": ["2208"], "german_bridges": ["2208-2308"]}
    match = picked({unit: "2413", "de-352": "2108"}, unit, "allied", **german)
    assert strategic.allowance(state(match), f.UNIT[unit]) == 9
    end = 1 << f.HEX["2312"]
    assert points(match, unit, "2312") == 2 and names(f.BOARD.spread(end, f.ROAD)) == {"2313"}  # a dead end
    assert points(match, unit, "1814") == 6 and not f.CORPS_AREA["xii"] >> f.HEX["1814"] & 1  # Bastogne
    assert "1814" in offered(match, "march")
    assert points(match, unit, "2308") == 8
    assert state(match).zoc(f.GERMAN) >> f.HEX["2208"] & 1
    assert refused(match, "march", "2208") == "7.5"
    gone = picked({unit: "2413", "de-352": "1803"}, unit, "allied", **german)
    assert points(gone, unit, "2308") == 8 and refused(gone, "march", "2208") == "7.5"  # town and bridge are German
    town = picked({unit: "2413", "de-352": "1803"}, unit, "allied", **{**german, "german_towns": []})
    assert "2208" not in {f.HEX_NAMES.names[p] for p in each(over(town, unit, "2308"))}  # the bridge still is
    both = picked({unit: "2413", "de-352": "1803"}, unit, "allied", day=20)
    assert "2208" in {f.HEX_NAMES.names[p] for p in each(over(both, unit, "2308"))}


def over(match: Match, unit: str, place: str) -> int:
    """Where a unit that has come to a hex by road for eight points can go on to."""
    s = state(match).clone()
    s.place(f.UNIT[unit], f.HEX[place])
    return strategic.next_on_road(s, f.UNIT[unit], 8)


# --- roadblocks (7.9) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.9-illustration:ab", "7.9-effects:b", "7.1-zoc:d")
def test_ways_past_a_roadblock() -> None:
    """7.9: the roadblock is in 1310, with roads to 1309 and 1311 only; A starts in 1108, B and C in 1208."""
    units = {"de-304-2p": "1208", "us-cca-7a": "1212"}
    first = picked({**units, "de-304-2p": "1108"}, "de-304-2p", day=18, roadblocks=["1310"])
    play(first, ("via", "1208"))
    assert refused(first, "via", "1309") == "7-basic"
    play(first, ("hex", "1309"))
    assert where(first, "de-304-2p") == "1309" and asked(first)[1] != "Move"  # with three points left
    second = picked(units, "de-304-2p", day=18, roadblocks=["1310"])
    play(second, ("via", "1209"))  # adjacent, but no road
    assert asked(second)[1] == "Move" and "1309" not in offered(second, "via")
    play(second, ("hex", "1309"))
    assert asked(second)[1] != "Move"
    third = picked(units, "de-304-2p", day=18, roadblocks=["1310"])
    play(third, ("via", "1209"), ("via", "1210"))  # along the roadblock
    assert refused(third, "via", "1211") == "7-basic"  # the zone of the unit in 1212
    play(third, ("hex", "1211"))
    assert where(third, "de-304-2p") == "1211" and asked(third)[1] != "Move"
    open_road = picked(units, "de-304-2p", day=18)
    assert {"1309", "1310"} <= set(offered(open_road, "via"))


# --- zones of control (8) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "8-illustration:a", "8:a", "8-bracketed:abd", "8-isolated:a")
def test_who_exerts_control() -> None:
    """8.0, A to E, all in one position. B is in Gouvy, the others are not in a town."""
    units = {
        "de-62": "1210",  # A: not bracketed
        "de-39-26": "1311",  # B: bracketed, in a town
        "de-560": "1615",  # C: bracketed, with another one
        "de-277": "1615",
        "de-18": "1814",  # D: dispersed, in a town
        "de-3-2p": "2016",  # D: isolated
        "de-78-26": "2118",  # E: bracketed, alone, in the open
    }
    lost = {"de-39-26": 1, "de-560": 2, "de-277": 2, "de-78-26": 1}
    match = moving(units, active=["de-62"], lost=lost, dispersed=["de-18"], isolated=["de-3-2p"])
    s = state(match)
    control = {"1210", "1311", "1615"}
    assert {place for place in set(units.values()) if s.controls(f.HEX[place], f.GERMAN)} == control
    assert s.zoc(f.GERMAN) == f.BOARD.spread(f.BOARD.set_of(*control), f.EVERY)


# --- supply (10.1) ----------------------------------------------------------------------------------------------------


def supplied(units: dict[str, str], **more: Any) -> EnemyActionState:
    return state(moving(units, active=[], day=19, **more))


def line(s: EnemyActionState, unit: str) -> list[str]:
    """The hexes of a unit's supply path up to the supply head, without its own."""
    found = supply.paths(s, f.UNIT[unit])
    heads = supply.heads(s, f.ALLIED)
    length = next((n for n, place in enumerate(found) if heads >> place & 1), -1)
    return [f.HEX_NAMES.names[p] for p in found[1 : length + 1]]


@pytest.mark.rule("enemy_action", "10.1-illustration:abc")
def test_supply_lines_to_houffalize() -> None:
    """10.1, A to C: Allied units east of Houffalize (1513), which is a supply head from Bastogne. The others have their own positions."""
    units = {"us-333-84": "1611", "us-334-84": "1511", "us-335-84": "1510"}  # A, B, C
    germans = {"de-62": "1711", "de-18": "1410", "de-39-26": "1411", "de-560": "1313"}
    towns = ["1108", "1709"]  # no supply from the east
    s = supplied({**units, **germans}, lost={"de-39-26": 1}, german_towns=towns)
    zone = s.zoc(f.GERMAN)
    assert all(zone >> f.HEX[place] & 1 for place in units.values())
    heads = names(supply.heads(s, f.ALLIED))
    assert {"1513", "1613", "1714"} <= heads and not {"1712", "1711", "1413", "1313"} & heads
    assert len(line(s, "us-333-84")) == 2
    assert line(s, "us-334-84") == ["1512", "1513"]  # past 1411, which controls nothing
    assert line(s, "us-335-84") == ["1511", "1512", "1513"]  # by way of B, although 1511 is enemy-controlled
    del units["us-333-84"]
    strong = supplied({**units, **germans}, german_towns=towns)  # at full strength the unit in 1411 closes 1512
    assert not line(strong, "us-334-84") and not line(strong, "us-335-84")


@pytest.mark.rule("enemy_action", "10.1-illustration:abc")
def test_supply_lines_over_the_river() -> None:
    """10.1, D to F: Houffalize is German here; the Allied supply head is 1312, on the other side of the Ourthe."""
    units = {"us-334-84": "1512", "us-333-84": "1411", "us-335-84": "1511"}  # D, E, F
    germans = {"de-62": "1611", "de-18": "1410"}
    s = supplied({**units, **germans}, german_towns=["1513"])
    assert {"1312", "1313", "1413"} <= names(supply.heads(s, f.ALLIED))
    assert line(s, "us-333-84") == ["1312"] and not f.BOARD.spread(1 << f.HEX["1411"], s.open) >> f.HEX["1312"] & 1
    # D: straight over the river is 1412, one hex short of the road.
    assert not supply.heads(s, f.ALLIED) >> f.HEX["1412"] & 1 and not line(s, "us-334-84")
    # F: by way of E, but the river is not at the side of its own hex.
    assert not line(s, "us-335-84")
    fed = supply.supplied(s, f.ALLIED)
    assert [fed >> f.HEX[place] & 1 for place in ("1411", "1512", "1511")] == [1, 0, 0]
    watched = supplied({**units, **germans, "de-560": "1212"}, german_towns=["1513"])
    assert not line(watched, "us-333-84")  # 1312 is enemy-controlled now: no supply head


@pytest.mark.rule("enemy_action", "10.1-illustration:a")
def test_supply_lines_cut_by_zones() -> None:
    """10.1 G: 1610 is three hexes from Houffalize by 1611 and 1612, and by 1511 and 1512."""
    germans = {"de-62": "1711", "de-18": "1410"}
    for germans_left, fed in ((germans, False), ({"de-62": "1711"}, True), ({"de-18": "1410"}, True)):
        s = supplied({"us-333-84": "1610", **germans_left})
        assert supply.in_supply(s, f.ALLIED, f.HEX["1610"]) == fed
    assert f.BOARD.distance(f.HEX["1610"], f.HEX["1513"]) == 3


# --- reserves (11.1, 11.2) --------------------------------------------------------------------------------------------

BOX = ["us-26-1", "us-8-4", "us-22-4", "us-ccb-9a", "us-ccr-9a"]
"""The five Allied units that are in the Reserve box on 16 December."""


def bringing(units: list[str], day: int = 16, **more: Any) -> Match:
    """The Allied player brings in some of the reserves of the first days; everybody else is where he starts the game."""
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "allied", "stage": 1},
        {"frame": "Deploy", "side": "allied", "units": units, "one": False, "unit": None},
    ]
    everybody = {**START, **dict.fromkeys([*BOX, *units], "reserve")}
    more.setdefault("hand", {"german": [46], "allied": [5]})
    return situation("", everybody, day=day, frames=frames, impulses={"german": 3, "allied": 1}, **more)


def places(match: Match, unit: str) -> set[str]:
    return names(reserves.places(state(match), f.UNIT[unit]))


def by_the_book(match: Match, corps: str, near: list[str], distance: int) -> set[str]:
    """The hexes that the rule allows: in the corps area, on a road that is a supply head, near one of these hexes (if any are given) and
    so far from enemies; two hexes are enough at the edge of the map."""
    s = state(match)
    threats = names(s.occupied(f.GERMAN) | s.german_towns)

    def away(place: str, others: set[str] | list[str]) -> int:
        return min(f.BOARD.distance(f.HEX[place], f.HEX[other]) for other in others)

    base = supply.heads(s, f.ALLIED) & f.ROAD_HEXES & f.CORPS_AREA[corps]
    edge = {place for place in names(base) if f.EDGES >> f.HEX[place] & 1}
    far = {place for place in names(base) if away(place, threats) >= (2 if place in edge else distance)}
    return {place for place in far if not near or away(place, near) <= 3}


@pytest.mark.rule("enemy_action", "11.1-illustrations:a")
def test_reserves_of_the_4th_division() -> None:
    """11.1 A: a unit of the division is in 2403. The Allied player brings in one unit and keeps the other."""
    match = bringing(["us-8-4", "us-22-4"])
    assert START["us-12-4"] == "2403"
    assert {u for u, at in match.position()["units"].items() if at == "reserve"} == set(BOX)
    near = by_the_book(match, "xii", ["2403"], 3)
    assert near and places(match, "us-8-4") == near
    assert all(f.BOARD.distance(f.HEX[h], f.HEX["2403"]) <= 3 for h in near)
    play(match, ("unit", "us-8-4"), ("hex", min(near)), "done")
    assert where(match, "us-8-4") == min(near) and where(match, "us-22-4") == "reserve"


@pytest.mark.rule("enemy_action", "11.1-illustrations:b")
def test_reserves_of_the_1st_division() -> None:
    """11.1 B: nobody of the division is on the map, so every unit of V Corps counts."""
    match = bringing(["us-26-1"])
    fifth = [at for u, at in START.items() if f.CORPS_OF[f.UNIT[u]] == f.GROUP["v"]]
    near = by_the_book(match, "v", fifth, 3)
    assert near and places(match, "us-26-1") == near
    s = state(match).clone()
    s.place(f.UNIT["us-16-1"], f.HEX["0108"])  # with one of the division on the map it would be different
    assert names(reserves.places(s, f.UNIT["us-26-1"])) == by_the_book(match, "v", ["0108"], 3) != near


@pytest.mark.rule("enemy_action", "11.1-illustrations:c", "11.2:a")
def test_reserves_of_the_9th_armored_division() -> None:
    """11.1 C: a unit of the division is in 2205; the other two are strategic reserves, and go to one hex if they come with one card."""
    match = bringing(["us-ccb-9a", "us-ccr-9a"])
    assert START["us-cca-9a"] == "2205"
    standard, strategic = by_the_book(match, "viii", ["2205"], 3), by_the_book(match, "viii", [], 5)
    assert standard and strategic - standard and places(match, "us-ccb-9a") == standard | strategic
    assert "1814" in strategic - standard  # Bastogne
    play(match, ("unit", "us-ccb-9a"), ("hex", "1814"), ("unit", "us-ccr-9a"))
    assert offered(match, "hex") == ["1814"]
    assert refused(match, "hex", min(standard)) == "11.2"


@pytest.mark.rule("enemy_action", "11.1-strategic:a")
@pytest.mark.parametrize(("unit", "corps"), [("us-8-4", "xii"), ("us-26-1", "v"), ("us-ccb-9a", "viii")])
def test_on_the_next_day_all_of_them_are_strategic_reserves(unit: str, corps: str) -> None:
    """11.1: whoever is still in the box on 17 December may come in by either method."""
    first, second = (bringing([unit], day) for day in (16, 17))
    behind = by_the_book(second, corps, [], 5)
    assert behind <= places(second, unit)
    assert (behind <= places(first, unit)) == (unit == "us-ccb-9a")


@pytest.mark.rule("enemy_action", "11.2-illustration:a", "11.2:bc")
def test_one_division_after_the_other() -> None:
    """11.2: the V Corps card brings in 26.1.V (A) and 47.9.V (B). Spa is 0512, Stavelot 0711. Two of the hexes near the corps open both
    of them; on our map they are 0509 and 0609."""
    match = bringing(["us-26-1", "us-47-9"], 17)
    near = places(match, "us-47-9")
    assert near < places(match, "us-26-1") and not {"0512", "0711"} & near
    opened = set()
    for first in near:
        s = state(match).clone()
        reserves.deploy(s, f.UNIT["us-26-1"], f.HEX[first])
        if {"0512", "0711"} <= names(reserves.places(s, f.UNIT["us-47-9"])):
            opened.add(first)
    assert opened == {"0509", "0609"}
    play(match, ("unit", "us-26-1"), ("hex", "0609"), ("unit", "us-47-9"))
    assert {"0512", "0711"} <= set(offered(match, "hex"))
    play(match, ("hex", "0711"))
    assert where(match, "us-47-9") == "0711"
