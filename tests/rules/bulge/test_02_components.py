"""2.0 Map, charts, counters and markers."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games import find
from ardennes.games.bulge.facts import LAST_TURN, MECH_MARKERS, TABLES, TURNS
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_INFANTRY,
    along_roads,
    around,
    distance,
    exits,
    facts_of_another_map,
    first,
    goals,
    ground,
    inland,
    is_supplied,
    moving,
    on_road,
    pairs,
    price,
    river,
    road,
    roads_off,
    spent,
    supplied,
    unit,
    units,
)
from tests.rules.bulge.table import offered, refused, situation, where

MIDDLE = "1010"
BESIDE = "1009"


def supply_die() -> Match:
    match = situation("german-movement", {PANZER: MIDDLE}, turn=5, interdiction={"allied": list(EAST)})
    match.play("unit", PANZER)
    return match


def combat_die(phase: str, weather: str) -> Match:
    units_ = {PANZER: MIDDLE, US_INFANTRY: BESIDE}
    match = situation(phase, units_, turn=2, weather=weather)
    match.play("attack", US_INFANTRY)
    match.play("crt", "primary")
    if "roll" in match.decision.choices:
        match.play("roll")
    return match


def drop_die() -> Match:
    units_ = {PANZER: MIDDLE, "de-vdh": "due"}
    match = situation("german-movement", units_, options={"airdrop": True}, turn=1)
    match.play("drop", BESIDE)
    return match


# --- the die -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.0:a")
def test_every_chance_is_one_six_sided_die() -> None:
    chances = {
        "Weather": situation("weather", {}, turn=2, options={"weather": "variable"}),
        "SupplyRoll": supply_die(),
        "Mist": combat_die("german-combat-after-movement", "mist"),
        "Roll": combat_die("german-combat-before-movement", "clear"),
        "Landing": drop_die(),
    }
    assert set(chances) == {f.__name__ for f in find("bulge").frame_types if hasattr(f, "on_die")}, (
        "a new kind of chance needs a line here"
    )
    for match in chances.values():
        assert match.decision.side == "chance"
        assert match.decision.choices == {"die": [1, 2, 3, 4, 5, 6]}
        assert match.decision.weights is None
        assert refused(match, "die", 7)


# --- the map -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.1:abcd")
@pytest.mark.parametrize(
    ("shown", "counts_as"),
    [
        (["rough", "light"], "light"),
        (["light", "rough", "heavy"], "heavy"),
        (["clear", "rough"], "rough"),
        (["clear", "light"], "light"),
        (["clear", "heavy"], "heavy"),
        (["clear"], "clear"),
    ],
)
def test_a_hex_with_several_terrains_counts_as_the_first_of_heavy_light_rough_clear(
    monkeypatch: pytest.MonkeyPatch, shown: list[str], counts_as: str
) -> None:
    other = facts_of_another_map(monkeypatch, {MIDDLE: {"terrain": shown}})
    here = other.BOARD.index[MIDDLE]
    assert other.TERRAIN[here] == counts_as
    assert other.COST[here] == TABLES["terrain"][counts_as]["mp"]


@pytest.mark.rule("bulge", "2.1")
def test_hexes_have_four_digit_numbers_of_row_and_column() -> None:
    assert all(len(a) == 4 and a.isdigit() for a in HEXES)
    named_by_the_rules = {"1206", "0407", "0105", "0125", "1918", "1902", "0225", "1225"}
    assert named_by_the_rules <= set(HEXES)


@pytest.mark.rule("bulge", "2.2:b", "10.1")
def test_a_river_costs_nothing_to_a_unit_that_enters_over_another_side() -> None:
    over, dry, hex_ = first(
        (a, c, b)
        for a, b in pairs()
        if river(a, b) and not road(a, b) and b not in spent(a, price(b), mech=False)
        for c in around(b)
        if not river(c, b) and not road(c, b)
    )
    assert hex_ not in goals(moving(GRENADIERS, over, price(hex_)))
    assert hex_ in goals(moving(GRENADIERS, over, price(hex_) + 1))
    assert hex_ in goals(moving(GRENADIERS, dry, price(hex_)))


# --- charts and tracks -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.2:a", "12.1")
def test_an_attack_names_one_of_two_tables_before_the_die() -> None:
    match = situation("german-combat-before-movement", {PANZER: MIDDLE, US_INFANTRY: BESIDE}, turn=2)
    match.play("attack", US_INFANTRY)
    assert offered(match, "crt") == ["primary", "secondary"]
    refused(match, "die", 1)
    refused(match, "roll")
    match.play("crt", "secondary")
    refused(match, "crt", "primary")
    match.play("roll")
    assert offered(match, "die") == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("bulge", "2.2:c", "D-GTRT")
def test_each_turn_shows_two_limits_and_the_units_that_are_due() -> None:
    for n in range(1, LAST_TURN + 1):
        track = next(t for t in situation("german-movement", {}, turn=n).view()["tracks"] if t["id"] == "vp")
        assert [track["german"], track["allied"]] == TURNS[n]["vp"]
    waiting = {p["id"]: p["due"]["turn"] for p in ardennes.new("bulge").view()["pieces"] if p["at"] == "due"}
    assert waiting == {u.id: u.due for u in UNITS if u.edge}
    assert all(1 < n <= LAST_TURN for n in waiting.values())


# --- counters ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.3:a", "7.2")
def test_a_marker_neither_blocks_nor_stops_a_unit() -> None:
    start, marked = first(
        (a, b)
        for a, b in pairs()
        if on_road(b) and not road(a, b) and not on_road(a) and inland(b) and spent(a, 5, mech=False).get(b, 9) <= 3
    )
    free = spent(start, 5, mech=False, on=ground(marks=[marked]))
    behind = [b for b in around(marked) if b in free]
    match = moving(GRENADIERS, start, interdiction={"allied": [marked]})
    assert marked in goals(match)
    assert set(behind) - {start} <= goals(match)
    assert any(free[b] == free[marked] + ground(marks=[marked]).step(marked, b) for b in behind)
    match.play("hex", marked)
    assert where(match, GRENADIERS) == marked


@pytest.mark.rule("bulge", "2.3.1:a", "4.0")
def test_the_2nd_panzer_division_starts_in_1206() -> None:
    assert where(ardennes.new("bulge"), "de-2") == "1206"


@pytest.mark.rule("bulge", "2.3.1:b", "2.3.1-2")
def test_a_unit_with_a_code_is_off_the_map_until_its_turn_and_comes_from_its_edge() -> None:
    match = ardennes.new("bulge")
    for facts in (u for u in UNITS if u.edge):
        piece = next(p for p in match.view()["pieces"] if p["id"] == facts.id)
        assert (piece["at"], piece["due"]) == ("due", {"turn": facts.due, "edge": facts.edge})
    late = first(u for u in UNITS if u.edge == "N" and u.due > 3)
    early = situation("allied-movement", {late.id: "due"}, turn=late.due - 1)
    assert refused(early, "unit", late.id) == "13.0"
    in_time = situation("allied-movement", {late.id: "due"}, turn=late.due)
    assert late.id in offered(in_time, "unit")


@pytest.mark.rule("bulge", "2.3.1:c", "2.3.1-1:a", "5.0")
def test_us_and_uk_units_answer_to_the_allied_player_and_german_ones_to_the_german() -> None:
    uk = unit("allied", nation="UK")
    on_map = {US_INFANTRY: "1220", uk: "1222", PANZER: "1205"}
    match = situation("allied-movement", on_map)
    assert match.decision.side == "allied"
    assert set(offered(match, "unit")) == {US_INFANTRY, uk}
    assert refused(match, "unit", PANZER) == "5.0"
    match = situation("german-movement", on_map)
    assert match.decision.side == "german"
    assert offered(match, "unit") == [PANZER]
    assert refused(match, "unit", uk) == "5.0"


@pytest.mark.rule("bulge", "2.3.1-1:b", "13.0-1:f")
def test_the_british_restriction_binds_uk_units_only() -> None:
    uk = unit("allied", nation="UK", mech=False)
    gate, at = first(
        (g, a)
        for g in roads_off("west")
        for a in HEXES
        if distance(g, a) == 5 and inland(a) and any(distance(g, b) == 6 and not river(a, b) for b in around(a))
    )
    beyond = {b for b in around(at) if distance(gate, b) == 6 and not river(at, b)}
    british = moving(uk, at, gate={uk: gate})
    assert not beyond & goals(british)
    assert refused(british, "hex", min(beyond)) == "13.0-1"
    assert beyond <= goals(moving(US_INFANTRY, at, gate={US_INFANTRY: gate}))


# --- edges -------------------------------------------------------------------------------------------------------------------------------

RANGES = {"N": ("0105", "0125"), "S": ("1902", "1918"), "W": ("0225", "1225")}
EDGES = {"N": "north", "S": "south", "W": "west", "E": "east"}


def arriving(edge: str, **fields: Any) -> Match:
    """A unit due on an edge is asked for its entry hex."""
    facts = first(u for u in UNITS if u.edge == edge)
    side = "german" if edge == "E" else "allied"
    match = situation(f"{side}-movement", {facts.id: "due"}, turn=facts.due, **fields)
    match.play("unit", facts.id)
    return match


@pytest.mark.rule("bulge", "2.3.1-2:abc", "13.0")
@pytest.mark.parametrize("edge", ["N", "S", "W"])
def test_allied_reinforcements_enter_by_the_road_hexes_of_their_stretch_of_the_edge(edge: str) -> None:
    low, high = RANGES[edge]
    match = arriving(edge)
    assert set(offered(match, "hex")) == {a for a in roads_off(EDGES[edge]) if low <= a <= high}
    for other in set(RANGES) - {edge}:
        for a in set(roads_off(EDGES[other])) - set(offered(match, "hex")):
            assert refused(match, "hex", a) in ("13.0-2", "2.3.1-2")


@pytest.mark.rule("bulge", "2.3.1-2:a", "13.0:e")
def test_a_northern_reinforcement_is_refused_at_0104_and_at_edge_hexes_without_road() -> None:
    match = arriving("N")
    assert refused(match, "hex", "0104") == "2.3.1-2"
    no_road = first(a for a in HEXES if "0105" <= a <= "0125" and a not in roads_off("north", "west"))
    assert refused(match, "hex", no_road) == "2.3.1-2"


@pytest.mark.rule("bulge", "2.3.1-2:d", "13.0")
def test_german_reinforcements_enter_on_the_east_edge_only() -> None:
    match = arriving("E")
    assert set(offered(match, "hex")) == set(EAST)
    assert all(a.endswith("01") for a in EAST)
    assert refused(match, "hex", first(a for a in roads_off("north") if a >= "0105")) == "13.0-2"


@pytest.mark.rule("bulge", "2.3.1-2:e", "13.0-2", "14.0:f")
def test_where_a_german_unit_has_left_the_allies_have_neither_entry_nor_supply() -> None:
    gone = first(a for a in exits() if a in roads_off("north") and a >= "0105")
    match = arriving("N", left_by=[gone])
    assert refused(match, "hex", gone) == "13.0-2"
    sources = roads_off("north", "south", "west")
    others = [a for a in sources if a != gone]
    assert is_supplied(situation("allied-movement", {US_INFANTRY: gone}, left_by=others), US_INFANTRY)
    assert not is_supplied(situation("allied-movement", {US_INFANTRY: gone}, left_by=sources), US_INFANTRY)


@pytest.mark.rule("bulge", "2.3.1-2", "14.0")
def test_every_road_off_the_north_west_and_south_edge_is_an_allied_source_and_none_off_the_east() -> None:
    sources = roads_off("north", "south", "west")
    for one in sources:
        others = [a for a in sources if a != one]
        assert is_supplied(situation("allied-movement", {US_INFANTRY: one}, left_by=others), US_INFANTRY)
    for east in EAST:  # with all their own edges closed, the east gives the Allies nothing
        assert not is_supplied(situation("allied-movement", {US_INFANTRY: east}, left_by=sources), US_INFANTRY)
        assert is_supplied(situation("german-movement", {PANZER: east}), PANZER)


@pytest.mark.rule("bulge", "2.3.1-2", "14.0")
def test_german_supply_comes_from_the_east_edge_only() -> None:
    far = first(a for a in roads_off("west") if supplied(a, sources=EAST))
    assert is_supplied(situation("german-movement", {PANZER: far}), PANZER)
    cut = situation("german-movement", {PANZER: far}, interdiction={"allied": list(EAST)})
    assert not is_supplied(cut, PANZER)


# --- what is printed on a unit -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.3.1-3:a", "10.2-1")
@pytest.mark.parametrize("type_", sorted({(u.nation, u.type) for u in UNITS}), ids="-".join)
def test_tanks_panzergrenadiers_and_reconnaissance_use_mechanized_road_movement_and_others_not(
    type_: tuple[str, str],
) -> None:
    who = first(u.id for u in UNITS if (u.nation, u.type) == type_)
    start, far = first(
        (a, b)
        for a in roads_off("west", "south", "north")
        for b, n in along_roads(a, 8).items()
        if n == 8 and b not in spent(a, 5, mech=False)
    )
    match = moving(who, start, released=True)
    if type_[1] in ("armor", "panzergrenadier", "recon"):
        assert far in goals(match)
    else:
        assert type_[1] in ("infantry", "airborne")
        assert refused(match, "hex", far) == "10.1"


@pytest.mark.rule("bulge", "2.3.1-3:b", "10.2-1", "10.2-2")
def test_german_infantry_is_never_mechanized() -> None:
    match = situation("allied-mechanization", {US_INFANTRY: "1220", GRENADIERS: "1205"})
    assert refused(match, "unit", GRENADIERS) == "10.2-2"
    german = situation("german-movement", {GRENADIERS: "1205"})
    assert "mechanize" not in german.decision.prompt.lower()
    assert set(german.decision.choices) == {"unit", "done"}


@pytest.mark.rule("bulge", "2.3.1-3:c", "8.0")
def test_two_regiments_may_not_share_a_hex_any_more_than_two_divisions() -> None:
    small = units(lambda u: u.side == 1 and u.size == "III")[:2]
    large = units(lambda u: u.side == 1 and u.size == "XX" and u.nation == "US")[:2]
    a, b = first((a, b) for a, b in pairs() if inland(a) and road(a, b))
    for mover, other in (small, large, (small[0], large[0]), (large[0], small[0])):
        match = moving(mover, a, others={other: b}, moved=[other])
        assert refused(match, "hex", b) == "8.0"


@pytest.mark.rule("bulge", "2.3.1-4:a", "10.0")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_every_unit_has_five_movement_points(side: str) -> None:
    start = first(
        a
        for a in HEXES
        if inland(a)
        and not on_road(a)
        and supplied(a, sources=EAST)
        and spent(a, 4, mech=False).keys() < spent(a, 5, mech=False).keys() < spent(a, 6, mech=False).keys()
    )
    reachable = spent(start, 5, mech=False)
    for facts in (u for u in UNITS if u.side == ("german", "allied").index(side)):
        match = situation(f"{side}-movement", {facts.id: start}, turn=2, released=True)
        assert next(p for p in match.view()["pieces"] if p["id"] == facts.id)["movement"] == 5
        match.play("unit", facts.id)
        assert goals(match) == set(reachable) - {start}


# --- markers -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "2.3.2:a", "7.0")
def test_no_more_missions_of_a_type_than_there_are_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TURNS[8]["air"], "clear", [4, 3])
    monkeypatch.setitem(TABLES["air"]["limits"], "cap", [1, 2])
    match = situation("air-missions", {}, turn=8, weather="clear")
    match.play("mission", "cap")
    assert refused(match, "mission", "cap") == "2.3.2"
    match.play("mission", "support")
    match.play("done")
    assert match.decision.side == "german"
    match.play("mission", "cap")
    match.play("mission", "cap")
    assert refused(match, "mission", "cap") == "2.3.2"


@pytest.mark.rule("bulge", "2.3.2:b", "10.2-2")
def test_there_are_four_mechanized_markers() -> None:
    assert MECH_MARKERS == 4
    foot = units(lambda u: u.side == 1 and not u.mech and u.nation == "US")[:5]
    match = situation("allied-mechanization", dict(zip(foot, ("1210", "1212", "1214", "1216", "1218"), strict=True)))
    for one in foot[:4]:
        match.play("unit", one)
    assert match.decision.prompt.startswith("Move a unit"), "the fourth marker is the last"
    assert match.position()["mechanized"] == sorted(foot[:4], key=lambda u: [x.id for x in UNITS].index(u))
