"""b5 to b8: movement, march mode, zones of control, stacking."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import facts, movement, strength
from ardennes.games.battles.facts import hex_at
from ardennes.games.battles.state import window
from tests.rules.battles.table import offered, play, refused, situation, state, where

UNIT = facts.UNIT_NAMES.index
WEST_BANK, EAST_BANK, BEHIND = "B1026", "B1027", ("B0926", "B1025")
"""Two clear hexes with the Kyll between them and no bridge near, and hexes behind the first."""
PZ, RECON, FUS, FA = "de-1-ss-pz", "de-1-ss-recon", "de-27-fus-12", "us-589-fa-106"


def cost(match: Match, unit: str, place: str, how: str = movement.NORMAL) -> int:
    return movement.trip(state(match), UNIT[unit], how).cost(hex_at(place))


def moving(units: dict[str, str], side: str = "german", **fields: Any) -> Match:
    return situation(f"{side}-movement", units, **fields)


@pytest.mark.rule("battles", "b5.1:b", "5.45:ab")
def test_clear_ground_in_mud_and_frost() -> None:
    units = {PZ: "B0110"}
    assert cost(moving(units), PZ, "B0111") == 2
    assert cost(moving(units), PZ, "B0112") == 4
    assert cost(moving(units, turn=12), PZ, "B0111") == 2
    assert cost(moving(units, turn=12, options={"early_frost": "on"}), PZ, "B0111") == 1
    assert cost(moving(units, turn=10, options={"early_frost": "on"}), PZ, "B0111") == 2


@pytest.mark.rule("battles", "b5.1:a")
def test_a_unit_pays_no_more_than_it_has() -> None:
    match = play(moving({FUS: "B0110"}), ("unit", FUS))
    assert "B0112" in offered(match, "hex")  # 2 MPs
    far = [name for name in offered(match, "hex") if facts.BOARD.distance(hex_at("B0110"), hex_at(name)) > 3]
    assert not far
    assert refused(match, "hex", "B0114") in ("b5.1", "b5.43")


@pytest.mark.rule("battles", "b5.1:c")
def test_units_of_one_hex_move_one_by_one_each_with_its_own_costs() -> None:
    match = moving({PZ: "B0110", FUS: "B0110"})
    assert (cost(match, FUS, "B0112"), cost(match, PZ, "B0112")) == (2, 4)
    play(match, ("unit", PZ), ("hex", "B0112"))
    assert (where(match, PZ), where(match, FUS)) == ("B0112", "B0110")
    play(match, ("unit", FUS), ("hex", "B0112"))
    assert where(match, FUS) == "B0112"


@pytest.mark.rule("battles", "b5.2:a")
def test_roads_that_are_not_joined_are_no_road_step() -> None:
    assert cost(moving({PZ: "B0113"}), PZ, "B0213") == 2  # clear, though both hexes have a road


@pytest.mark.rule("battles", "b5.2:b")
def test_the_road_replaces_the_terrain() -> None:
    assert cost(moving({PZ: "B0202"}), PZ, "B0201") == 1


@pytest.mark.rule("battles", "b5.2:c", "b5.3:b")
def test_a_blown_bridge_stops_mechanized_units() -> None:
    assert cost(moving({PZ: "B1112"}), PZ, "B1211") == 2
    around = movement.trip(state(moving({PZ: "B1112"}, blown=["B1112-B1211"])), UNIT[PZ])
    assert len(around.way(hex_at("B1211"))) > 1
    cut_off = [name for name in facts.BRIDGES.names if name != "B1112-B1211"]
    match = play(moving({PZ: "B1112"}, blown=[*cut_off, "B1112-B1211"]), ("unit", PZ))
    assert refused(match, "hex", "B1211") == "b5.43"


@pytest.mark.rule("battles", "b5.41:a")
def test_the_commandos_way_costs_19() -> None:
    costs = movement.plain_costs(hex_at("B1125"), facts.ALL, True, facts.BLOWN_AT_START)
    assert costs[hex_at("B1512")] == 19


@pytest.mark.rule("battles", "b5.41:b")
def test_towns_cost_mechanized_units_two() -> None:
    match = moving({PZ: "B1112", FUS: "B1112"})
    assert cost(match, PZ, "B1211") == 2
    assert cost(match, FUS, "B1211") == 1


@pytest.mark.rule("battles", "b5.41:c")
def test_light_woods_in_mud_cost_mechanized_units_three() -> None:
    assert cost(moving({PZ: "B0110"}), PZ, "B0109") == 3


@pytest.mark.rule("battles", "b5.41:d")
def test_towed_guns_keep_out_of_heavy_woods() -> None:
    match = play(moving({FA: "B0408"}, "allied"), ("unit", FA))
    assert refused(match, "hex", "B0508") == "b5.43"


@pytest.mark.rule("battles", "b5.41:e")
def test_the_westwall_costs_allied_units_one_more() -> None:
    match = moving({"us-394-99": "B1221"}, "allied")
    assert cost(match, "us-394-99", "B1222") == 2
    assert cost(moving({FUS: "B1221"}), FUS, "B1222") == 1


@pytest.mark.rule("battles", "b5.43:b")
def test_foot_units_cross_a_river_for_two_more() -> None:
    match = moving({FUS: WEST_BANK})
    assert cost(match, FUS, EAST_BANK) == 3


@pytest.mark.rule("battles", "b5.43:a")
def test_a_river_is_crossed_only_from_the_start_hex() -> None:
    for name in BEHIND:
        trip = movement.trip(state(moving({FUS: name})), UNIT[FUS])
        assert trip.ends >> hex_at(WEST_BANK) & 1
        assert not trip.ends >> hex_at(EAST_BANK) & 1


@pytest.mark.rule("battles", "b5.43:c", "b5.3")
def test_a_dear_crossing_is_a_whole_move() -> None:
    match = moving({FUS: "B0105"})
    trip = movement.trip(state(match), UNIT[FUS])
    assert trip.single[hex_at("B0106")] == 4
    assert trip.ends >> hex_at("B0106") & 1
    play(match, ("unit", FUS), ("hex", "B0106"))
    assert where(match, FUS) == "B0106"


@pytest.mark.rule("battles", "b5.3:a")
def test_the_minimum_move_of_unsupplied_guns() -> None:
    match = moving({"us-2-divarty": "B0110"}, "allied", unsupplied=["us-2-divarty"])
    trip = movement.trip(state(match), UNIT["us-2-divarty"])
    assert trip.budget == 2
    assert trip.cost(hex_at("B0109")) == 3
    assert trip.ends >> hex_at("B0109") & 1


# --- march mode


@pytest.mark.rule("battles", "b6.1:a")
def test_a_stacked_unit_cannot_march() -> None:
    match = play(moving({PZ: "B1125", RECON: "B1125"}), ("unit", PZ))
    assert not offered(match, "march")
    assert refused(match, "march", "B1124") == "b6.1"


@pytest.mark.rule("battles", "b6.1:b")
def test_an_unsupplied_unit_cannot_march() -> None:
    match = play(moving({PZ: "B1125"}, unsupplied=[PZ]), ("unit", PZ))
    assert refused(match, "march", "B1124") == "b6.1"


@pytest.mark.rule("battles", "b6.1:c")
def test_no_march_next_to_any_enemy_unit() -> None:
    near = facts.BOARD.neighbours(hex_at("B1125"))
    free = next(n for n in facts.HEX_NAMES.list_of(near) if n.startswith("B"))
    match = play(moving({PZ: "B1125", FA: free}), ("unit", PZ))
    assert not offered(match, "march")


@pytest.mark.rule("battles", "b6.1:d", "b10.1")
def test_guns_in_battery_do_not_move() -> None:
    match = moving({"de-12-art": "B1125", FUS: "B1125"}, battery=["de-12-art"])
    assert refused(match, "unit", "de-12-art") == "b10.1"


@pytest.mark.rule("battles", "b6.2:a")
def test_march_allowances() -> None:
    match = moving({PZ: "B1125", FUS: "B1124", "us-394-99": "B1413"})
    s = state(match)
    found = {name: movement.march_allowance(s, UNIT[name]) for name in ("us-394-99", FUS, PZ)}
    assert found == {"us-394-99": 9, FUS: 6, PZ: 15}


@pytest.mark.rule("battles", "b6.2:b")
def test_a_march_keeps_to_the_road() -> None:
    match = play(moving({PZ: "B1125"}), ("unit", PZ))
    marches = offered(match, "march")
    assert marches
    assert all(facts.ROAD_HEXES >> hex_at(name) & 1 for name in marches)
    off_road = next(name for name in offered(match, "hex") if not facts.ROAD_HEXES >> hex_at(name) & 1)
    assert refused(match, "march", off_road) == "b6.2"


@pytest.mark.rule("battles", "b6.3:ab", "b8.2")
def test_a_march_passes_friends_and_ends_alone() -> None:
    way = movement.trip(state(moving({PZ: "B1125"})), UNIT[PZ], movement.MARCH)
    far = max(facts.HEX_NAMES.list_of(way.ends), key=lambda name: way.cost(hex_at(name)))
    path = way.way(hex_at(far))
    middle = facts.HEX_NAMES.names[path[len(path) // 2]]
    friends = dict.fromkeys(("de-980-272", "de-981-272", "de-982-272"), middle)
    match = play(moving({PZ: "B1125", **friends}), ("unit", PZ))
    assert far in offered(match, "march")
    assert refused(match, "march", middle) == "b8.2"


@pytest.mark.rule("battles", "b6.4", "b7.2")
def test_a_march_marker_stays_until_the_next_own_movement() -> None:
    match = play(moving({PZ: "B1125"}), ("unit", PZ))
    target = offered(match, "march")[0]
    play(match, ("march", target))
    s = state(match)
    assert s.marching >> UNIT[PZ] & 1
    assert not s.zoc(facts.GERMAN)


@pytest.mark.rule("battles", "b6.5:b")
def test_a_forced_march_tires() -> None:
    options = {"forced_march": "on"}
    match = play(moving({FUS: "B0110"}, options=options), ("unit", FUS))
    farther = offered(match, "force")
    assert farther
    assert not set(farther) & set(offered(match, "hex"))
    play(match, ("force", farther[0]))
    s = state(match)
    assert s.fatigued >> UNIT[FUS] & 1
    assert movement.allowance(s, UNIT[FUS]) == 2


@pytest.mark.rule("battles", "b6.5:a")
def test_a_fatigued_unit_defends_in_full() -> None:
    match = situation(
        "allied-combat", {FUS: "B0110", "us-9-2": "B0111"}, options={"forced_march": "on"}, fatigued=[FUS]
    )
    s = state(match)
    assert strength.defence_value(s, UNIT[FUS]) == 5
    assert movement.allowance(s, UNIT[FUS]) == 2


# --- zones of control


@pytest.mark.rule("battles", "b7.1:a")
def test_a_zone_reaches_over_a_blown_bridge() -> None:
    s = state(situation("german-movement", {"us-1-110-28": "D1916"}, scenario="clervaux", blown=["D1916-D1917"]))
    assert s.zoc(facts.ALLIED) >> hex_at("D1917") & 1


@pytest.mark.rule("battles", "b7.1:b")
def test_no_zone_in_a_city() -> None:
    s = state(moving({PZ: "B2008"}))
    assert s.zoc(facts.GERMAN) >> hex_at("B2007") & 1
    assert not s.zoc(facts.GERMAN) >> hex_at("B2009") & 1


@pytest.mark.rule("battles", "b7.1")
def test_no_zone_across_the_meuse_without_a_bridge() -> None:
    pair = next(
        (a, b)
        for (a, b), what in sorted(facts.BOARD.sides.items())
        if what.get("river") in ("Meuse", "Moselle") and not what.get("bridge") and not facts.CITY >> b & 1
        if window("clervaux") >> a & 1 and window("clervaux") >> b & 1
    )
    names = facts.HEX_NAMES.names
    s = state(situation("german-movement", {PZ: names[pair[0]]}, scenario="clervaux"))
    assert not s.zoc(facts.GERMAN) >> pair[1] & 1


@pytest.mark.rule("battles", "b7.2:a")
def test_supply_does_not_touch_zones() -> None:
    s = state(moving({FUS: "B0110"}, unsupplied=[FUS]))
    assert s.zoc(facts.GERMAN) >> hex_at("B0111") & 1


@pytest.mark.rule("battles", "b7.3:ab", "b7.5:c")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    units = {RECON: "B0110", "us-394-99": "B0113"}  # its zone covers B0112 across the river
    trip = movement.trip(state(moving(units)), UNIT[RECON])
    assert trip.ends >> hex_at("B0112") & 1
    beyond = facts.BOARD.neighbours(hex_at("B0112")) & state(moving(units)).zoc(facts.ALLIED)
    helped = movement.trip(state(moving({**units, FUS: "B0112"})), UNIT[RECON])
    assert helped.cost(hex_at("B0112")) == trip.cost(hex_at("B0112"))
    assert helped.ends & beyond == trip.ends & beyond


@pytest.mark.rule("battles", "b7.4:a")
def test_mechanized_units_do_not_go_from_zone_to_zone() -> None:
    match = play(moving({PZ: WEST_BANK, "us-394-99": EAST_BANK}), ("unit", PZ))
    zone = state(match).zoc(facts.ALLIED)
    next_to = facts.BOARD.spread(1 << hex_at(WEST_BANK), facts.DRY) & zone
    assert next_to
    trip = movement.trip(state(match), UNIT[PZ])
    for name in facts.HEX_NAMES.list_of(next_to):
        if trip.ends >> hex_at(name) & 1:
            assert not zone >> trip.way(hex_at(name))[0] & 1
        else:
            assert refused(match, "hex", name) == "b7.4"
    closed = {PZ: WEST_BANK, "us-394-99": EAST_BANK, "us-393-99": "B0926"}
    s = state(moving(closed | {"de-980-272": "B1125"}))
    shut = movement.trip(s, UNIT[PZ])
    assert not shut.ends & s.zoc(facts.ALLIED) & facts.BOARD.neighbours(hex_at(WEST_BANK))


@pytest.mark.rule("battles", "b7.4:bc")
def test_foot_units_go_one_hex_from_zone_to_zone_and_pay_to_leave() -> None:
    match = moving({FUS: WEST_BANK, "us-394-99": EAST_BANK})
    s = state(match)
    trip = movement.trip(s, UNIT[FUS])
    inside = facts.BOARD.neighbours(hex_at(WEST_BANK)) & s.zoc(facts.ALLIED)
    assert inside
    assert inside & trip.ends == inside
    zone = s.zoc(facts.ALLIED)
    direct = [p for p in facts.HEX_NAMES.list_of(trip.ends & ~inside) if zone >> trip.way(hex_at(p))[0] & 1]
    assert not direct  # a step from zone to zone is the whole move
    assert trip.cost(hex_at(BEHIND[0])) == 2


@pytest.mark.rule("battles", "b8.1:a")
def test_a_fourth_unit_finds_no_room() -> None:
    three = dict.fromkeys(("de-980-272", "de-981-272", "de-982-272"), "B0111")
    match = play(moving({FUS: "B0110", **three}), ("unit", FUS))
    assert refused(match, "hex", "B0111") == "b8.1"
    assert "B0112" in offered(match, "hex")


@pytest.mark.rule("battles", "b8.2:a")
def test_nobody_stops_with_a_marching_unit() -> None:
    match = moving({FUS: "B0110", "de-2-ss-pg": "B0112"})
    s = state(match)
    s.set_march(UNIT["de-2-ss-pg"], True)
    assert not movement.trip(s, UNIT[FUS]).ends >> hex_at("B0112") & 1


@pytest.mark.rule("battles", "b8.3:a")
def test_enemy_guns_alone_bar_a_hex() -> None:
    match = play(moving({PZ: "B0110", FA: "B0111"}), ("unit", PZ))
    assert refused(match, "hex", "B0111") == "b8.3"


# --- reinforcements


@pytest.mark.rule("battles", "15.13", "b6.2")
def test_entry_bonus_and_the_march_to_st_vith() -> None:
    frames = [{"frame": "GameTurn", "step": 14}, {"frame": "Movement", "side": "allied", "started": True}]
    match = situation(
        "",
        {"us-ccb-7-armd": "waiting", "us-87-cav-7-armd": "waiting"},
        turn=4,
        frames=frames,
        due={"us-ccb-7-armd": 4, "us-87-cav-7-armd": 4},
        entry={"us-ccb-7-armd": "B2010", "us-87-cav-7-armd": "B2010"},
    )
    s = state(match)
    trip = movement.trip(s, UNIT["us-ccb-7-armd"], movement.MARCH)
    assert trip.budget == 21
    assert trip.cost(hex_at("B0716")) == 21
    play(match, ("unit", "us-ccb-7-armd"), ("march", "B0716"))
    assert where(match, "us-ccb-7-armd") == "B0716"
    second = movement.trip(state(match), UNIT["us-87-cav-7-armd"], movement.MARCH)
    assert second.budget == 24
    assert second.cost(hex_at("B2010")) == 3  # city 2, and one unit came before
