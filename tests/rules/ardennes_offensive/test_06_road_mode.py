"""6.0 Road mode."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.ardennes_offensive.facts import HEX_NAMES, MA, STRENGTH, UNIT_NAMES
from ardennes.games.ardennes_offensive.reach import mode_cost
from ardennes.games.ardennes_offensive.supply import road_network
from tests.rules.ardennes_offensive.fights import ARENA, compare, fight, lost, ring, step
from tests.rules.ardennes_offensive.moves import (
    DE,
    DE_FOOT,
    US,
    US_FOOT,
    along_roads,
    cost,
    end_to,
    inside,
    marches,
    marked,
    moving,
    phase,
    side_of,
)
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where

CHAIN = ("0226", "0327", "0427", "0527", "0627", "0727", "0827", "0928", "1028")
"""A road without junctions and bridges through clear terrain, from an exit in the northwest."""
EASTERN = ("1804", "1904", "2003", "2103", "2202", "2303", "2402", "2503", "2602")
"""Another one, far behind the German lines."""
FAR = {"us-333-i": "2941", "de-33-a": "3301"}
"""One unit of each side that is in nobody's way, so that no phase is skipped."""


# --- the rulebook's numbers ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "6.5H:ab", "6.0:c")
@pytest.mark.parametrize(("unit", "hexes"), [(DE, 20), (US, 24), (US_FOOT, 40), (DE_FOOT, 8), ("de-277", 8)])
def test_hexes_in_road_mode(unit: str, hexes: int) -> None:
    match = moving(unit, "0427", road=[unit])
    assert marches(match) == along_roads("0427", hexes, side_of(unit))


@pytest.mark.rule("ardennes_offensive", "6.5H:c", "6.3C:ab")
@pytest.mark.parametrize(("unit", "hexes"), [(DE, 8), (US, 12), (US_FOOT, 10), (DE_FOOT, 2)])
def test_hexes_after_entering_road_mode(unit: str, hexes: int) -> None:
    match = moving(unit, "0427")
    near = along_roads("0427", hexes, side_of(unit))
    assert marches(match) >= near | {"0427"}
    assert cost(match, "0427", march=True) == mode_cost(mech=unit in (US, DE))
    costs = [cost(match, h, march=True) or 99 for h in near - along_roads("0427", hexes - 1, side_of(unit))]
    assert max(costs) == MA[UNIT_NAMES.index[unit]]
    beyond = along_roads("0427", hexes + 1, side_of(unit)) - near
    assert len(beyond & marches(match)) < len(beyond)  # some are nearer across country


@pytest.mark.rule("ardennes_offensive", "6.5H:de")
def test_part_of_a_point_counts_in_full() -> None:
    match = moving(US_FOOT, CHAIN[0], road=[US_FOOT])
    assert cost(match, CHAIN[1], march=True) == 1
    for hexes, points in ((10, 1), (11, 2)):
        there = along_roads(CHAIN[0], hexes, "allied") - along_roads(CHAIN[0], hexes - 1, "allied")
        assert {cost(match, hex_, march=True) for hex_ in there} == {points}


@pytest.mark.rule("ardennes_offensive", "6.5H:f")
def test_the_speed_is_there_again_in_the_mechanized_phase() -> None:
    match = play(moving(DE, EASTERN[0], FAR, road=[DE]), ("march", EASTERN[8]), "done")
    end_to(match, "german-mechanized")
    match.play("unit", DE)
    assert EASTERN[0] in marches(match)
    assert marches(match) == along_roads(EASTERN[8], 20) - {"3301"} - along_roads("3301", 1)


# --- the modes -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "6.0:a")
@pytest.mark.parametrize("unit", [US, US_FOOT])
def test_a_road_through_rough_terrain(unit: str) -> None:
    assert cost(moving(unit, "0208"), "0209") == 1
    assert cost(moving(unit, "0208"), "0210") == 2


@pytest.mark.rule("ardennes_offensive", "6.0:b")
def test_neighbouring_road_hexes_without_a_road_between_them() -> None:
    assert cost(moving(US, "2129"), "2130") == 4
    assert cost(moving(US_FOOT, "2129"), "2130") == 2


@pytest.mark.rule("ardennes_offensive", "6.2A:a")
def test_infantry_changes_mode_only_in_initial_movement() -> None:
    match = situation("german-mechanized", {DE_FOOT: EASTERN[0], DE: EASTERN[4]}, road=[DE_FOOT])
    assert refused(match, "unit", DE_FOOT) == "5.2K"
    match = situation("german-combat", {DE_FOOT: "0826", US: "0827"})
    assert "march" not in match.decision.choices and "unit" not in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "6.2B:a")
def test_mechanized_units_change_mode_in_both_phases() -> None:
    match = play(moving(DE, EASTERN[0], FAR), ("march", EASTERN[3]))
    assert marked(match, "road") == {DE}
    end_to(play(match, "done"), "german-mechanized")
    play(match, ("unit", DE))
    assert cost(match, EASTERN[3]) == 6
    match.play("hex", EASTERN[3])
    assert marked(match, "road") == set()


@pytest.mark.rule("ardennes_offensive", "6.2B:c")
def test_a_unit_that_was_attacked_may_change_mode_in_its_own_turn() -> None:
    match = moving(DE, EASTERN[0], FAR, mech=True, attacked=[DE])
    match.play("march", EASTERN[1])
    assert marked(match, "road") == {DE}


@pytest.mark.rule("ardennes_offensive", "6.3C:c")
def test_road_mode_is_entered_on_a_road() -> None:
    match = moving(US, "0340")
    assert refused(match, "march", "0340") == "6.5F"
    assert refused(match, "march", "0341") == "6.5F"


@pytest.mark.rule("ardennes_offensive", "6.3C:d")
def test_only_twelve_points_are_enough_for_both_changes() -> None:
    both = {unit: 2 * mode_cost(mech=unit in (US, DE)) for unit in (US, DE, US_FOOT, DE_FOOT)}
    assert [unit for unit, points in both.items() if points <= MA[UNIT_NAMES.index[unit]]] == [US]
    match = moving(US, CHAIN[2], road=[US])
    assert cost(match, CHAIN[2]) == 6
    match = moving(US, CHAIN[2])
    assert cost(match, CHAIN[2], march=True) == 6


@pytest.mark.rule("ardennes_offensive", "6.3C:e", "E-6.7L:b")
def test_who_can_change_mode_without_supply() -> None:
    for unit in (US_FOOT, DE, DE_FOOT):
        for road in ([], [unit]):
            match = moving(unit, CHAIN[2], unsupplied=[unit], road=road)
            verb = "hex" if road else "march"
            assert refused(match, verb, CHAIN[2]) == "6.3C"
            match.play("stay")
            assert where(match, unit) == CHAIN[2] and marked(match, "road") == set(road)
    assert cost(moving(US, CHAIN[2], unsupplied=[US]), CHAIN[2], march=True) == 6
    assert cost(moving(US, CHAIN[2], unsupplied=[US], road=[US]), CHAIN[2]) == 6


@pytest.mark.rule("ardennes_offensive", "6.4D:a")
def test_road_mode_lasts() -> None:
    match = situation("german-movement", {DE: EASTERN[0]} | FAR, road=[DE])
    end_to(match, "allied-movement")
    end_to(match, "german-movement")
    assert inside(match).turn == 6 and marked(match, "road") == {DE}


@pytest.mark.rule("ardennes_offensive", "6.4E:a")
@pytest.mark.parametrize("result", ["Dr1", "Ex"])
def test_no_result_puts_a_unit_into_road_mode(result: str) -> None:
    attackers = {"de-1ss-a": step(ARENA, "E"), "de-12ss-a": step(ARENA, "E")}
    match = situation("german-combat", attackers | {US_FOOT: ARENA}, turn=3)
    fight(match, ARENA, attackers, result)
    assert marked(match, "road") == set()


# --- roads, bridges, spacing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "6.5F:a")
def test_a_column_needs_a_road_over_the_side() -> None:
    assert "2130" in ring("2129") and "2130" not in along_roads("2129", 1)
    match = moving(DE_FOOT, "2129", road=[DE_FOOT])  # 8 road hexes
    assert ("2130" in marches(match)) == ("2130" in along_roads("2129", 8))
    match = moving(DE, EASTERN[1], road=[DE])
    assert refused(match, "march", "1905") == "6.5F"


@pytest.mark.rule("ardennes_offensive", "6.5F:bc", "13.2B:b")
def test_columns_and_bridges() -> None:
    match = moving(US, "0725", road=[US])
    assert cost(match, "0824", march=True) == 1
    match = moving(US, "0725", road=[US], cut=["0725-0824"])
    assert "0824" not in along_roads("0725", 0)
    found = cost(match, "0824", march=True)
    assert found is None or found > 1
    match = moving(DE_FOOT, "0725", road=[DE_FOOT], cut=["0725-0824"])
    assert refused(match, "march", "0824") == "13.2B"


@pytest.mark.rule("ardennes_offensive", "6.5F:d", "13.5F:a")
def test_a_bridge_interdicted_only_for_the_enemy() -> None:
    units = {US: "0725", US_FOOT: "0824"}
    match = situation("allied-supply", units)
    assert inside(match).cut == 0
    match.play("unit", US)
    assert cost(match, "0824") is not None


@pytest.mark.rule("ardennes_offensive", "6.5G:acd")
def test_columns_keep_away_from_friends() -> None:
    friend = {"us-47-i": CHAIN[5]}
    match = moving(US, CHAIN[2], friend, road=[US])
    assert CHAIN[3] in marches(match)
    assert refused(match, "march", CHAIN[4]) == "6.5G"  # next to the friend, along the road
    assert refused(match, "march", CHAIN[5]) == "6.5G"
    beyond = along_roads(CHAIN[2], 24, "allied") & along_roads(CHAIN[6], 1, "allied") - {CHAIN[5]}
    assert all((cost(match, h, march=True) or 99) > 3 for h in beyond)  # not through the friend
    match = moving(US, CHAIN[4], friend)
    assert refused(match, "march", CHAIN[4]) == "6.5G"


@pytest.mark.rule("ardennes_offensive", "6.5G:b")
def test_a_column_may_stop_next_to_a_friend_without_a_road_between_them() -> None:
    assert "0417" in ring("0518") and "0417" not in along_roads("0518", 1)
    start = min(along_roads("0417", 4, "allied") - along_roads("0417", 3, "allied") - along_roads("0518", 2))
    assert "0417" in marches(moving(US, start, {"us-47-i": "0518"}, road=[US]))


@pytest.mark.rule("ardennes_offensive", "6.5G:e")
def test_nobody_stops_next_to_a_column_on_its_road() -> None:
    match = moving(US, "0628", {"us-47-i": CHAIN[5]}, road=["us-47-i"])
    assert refused(match, "hex", CHAIN[4]) == "6.5G"
    assert refused(match, "hex", CHAIN[6]) == "6.5G"
    assert refused(match, "hex", CHAIN[5]) == "6.5G"
    assert cost(match, CHAIN[3]) is not None


# --- zones and strength ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "6.6J:a")
def test_enemies_pass_a_column() -> None:
    beyond = step(step(ARENA, "NE"), "E")
    match = moving(US_FOOT, step(ARENA, "NW"), {DE: ARENA}, road=[DE])
    assert cost(match, step(ARENA, "NE")) == 1 and cost(match, beyond) == 2
    match = situation("allied-movement", {US_FOOT: step(ARENA, "NW"), DE: ARENA} | FAR)
    assert refused(match, "unit", US_FOOT) == "7.1A"


@pytest.mark.rule("ardennes_offensive", "6.6J:bc")
def test_supply_and_columns() -> None:
    def is_fed(hex_: str, road: list[str]) -> bool:
        s = inside(situation("allied-movement", {US: "0340", DE: "0839"}, road=road))
        return bool(road_network(1, s.closed_to(1), 0) >> HEX_NAMES.index[hex_] & 1)

    assert "0839" in ring("0838") and "0838" not in along_roads("0839", 1)
    assert is_fed("0838", [DE]) and not is_fed("0838", [])
    assert not is_fed("0839", [DE])
    assert refused(moving(US, CHAIN[2], {DE: CHAIN[3]}, road=[DE]), "hex", CHAIN[3]) == "5.2F"


@pytest.mark.rule("ardennes_offensive", "6.6K:abc")
def test_strength_in_road_mode() -> None:
    road = {"road": ["de-1ss-a", "us-39-i"]}
    assert compare("german-combat", {"de-1ss-a": CHAIN[4]}, "0626", ["us-47-i"])[0] == 9
    assert compare("german-combat", {"de-1ss-a": CHAIN[4]}, "0626", ["us-47-i"], road=["de-1ss-a"])[0] == 5
    assert compare("german-combat", {"de-1ss-a": CHAIN[4]}, CHAIN[3], ["us-39-i"], **road) == (5, 2)
    assert compare("allied-combat", {"us-1102-e": CHAIN[4]}, "0626", [DE_FOOT], road=["us-1102-e"])[0] == 1


# --- having to leave road mode (6.7L) --------------------------------------------------------------------------------------------------


def _due(unit: str, hex_: str, **fields: Any) -> Any:
    return situation(f"{side_of(unit)}-movement", {unit: hex_} | FAR, road=[unit], must_leave=[unit], **fields)


@pytest.mark.rule("ardennes_offensive", "6.7L:ag")
@pytest.mark.parametrize(("unit", "left"), [(DE, 4), (US, 6), (US_FOOT, 1), (DE_FOOT, 1)])
def test_units_that_fought_on_the_road_leave_it(unit: str, left: int) -> None:
    match = _due(unit, CHAIN[3])
    assert marked(match, "road") == set() and where(match, unit) == CHAIN[3]
    match.play("unit", unit)
    assert match.decision.prompt.endswith(f"({left} MP)")
    match.play("hex", CHAIN[4])
    match.play("done")
    assert marked(match, "spent") == set() and marked(match, "must_leave") == set()


@pytest.mark.rule("ardennes_offensive", "6.7L:bcf", "E-6.7L:ac")
@pytest.mark.parametrize("unit", [DE, DE_FOOT, US_FOOT])
@pytest.mark.parametrize("isolated", [False, True])
def test_those_that_cannot_leave_it_are_lost(unit: str, isolated: bool) -> None:
    assert UNIT_NAMES.names[max(range(len(MA)), key=lambda u: (MA[u] == 10, STRENGTH[u]))] == DE  # the strongest one
    more = {"isolated": [unit]} if isolated else {}
    match = _due(unit, CHAIN[3], unsupplied=[unit], **more)
    assert where(match, unit) == "eliminated"
    assert lost(match, side_of(unit)) == 1
    assert match.story(side_of(unit))[0]["kind"] == "lost_on_road"
    assert phase(match) == f"{side_of(unit)}-movement"


@pytest.mark.rule("ardennes_offensive", "6.7L:f")
def test_the_loss_comes_before_the_airdrop() -> None:
    units = {DE: CHAIN[3], "de-heydte": "due"} | FAR
    match = situation("german-movement", units, road=[DE], must_leave=[DE], unsupplied=[DE], turn=2)
    assert where(match, DE) == "eliminated" and offered(match, "drop")


@pytest.mark.rule("ardennes_offensive", "6.7L:d")
def test_allied_armor_leaves_it_without_supply() -> None:
    match = _due(US, CHAIN[3], unsupplied=[US])
    assert marked(match, "road") == set()
    match.play("unit", US)
    assert match.decision.prompt.endswith("(0 MP)")
    assert offered(match, "hex") == [] and offered(match, "march") == [] and "stay" in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "6.7L:ei", "6.2B:b")
def test_an_attacker_in_road_mode_stays_in_it_for_the_turn() -> None:
    units = {DE: CHAIN[4], "de-1ss-ai": "0626", "us-e1": CHAIN[3]}
    match = situation("german-combat", units | FAR, road=[DE], turn=3)
    fight(match, CHAIN[3], [DE, "de-1ss-ai"], "De")
    if "no" in match.decision.choices:
        match.play("no")
    end_to(match, "german-mechanized")
    assert marked(match, "road") == {DE} == marked(match, "must_leave")
    assert refused(match, "unit", DE) == "5.2K"
    end_to(match, "allied-movement")
    assert marked(match, "must_leave") == {DE}
    end_to(match, "german-movement")
    assert marked(match, "road") == set() == marked(match, "must_leave")


@pytest.mark.rule("ardennes_offensive", "6.7L:h")
def test_a_fight_without_effect_counts_too() -> None:
    town = "1831"
    units = {US: town, DE: "1832", "de-12ss-a": "1832"}
    match = situation("german-combat", units | FAR, road=[US], turn=3)
    fight(match, town, [DE, "de-12ss-a"], "Dr3")
    assert where(match, US) == town and US in marked(match, "must_leave")


# --- retreats ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "6.7M:a")
def test_a_column_retreats_along_the_road_or_is_lost() -> None:
    units = {US: CHAIN[4], DE: CHAIN[3], "de-12ss-a": CHAIN[3]}
    match = situation("german-combat", units | FAR, road=[US], turn=3)
    fight(match, CHAIN[4], [DE, "de-12ss-a"], "Dr1")
    if phase(match) == "german-combat" and offered(match, "hex"):
        assert offered(match, "hex") == [CHAIN[5]]
        match.play("hex", CHAIN[5])
    assert where(match, US) == CHAIN[5]
    blocked = units | {"de-16-a": "0829"}
    match = situation("german-combat", blocked | FAR | {"de-60-ai": CHAIN[6]}, road=[US], turn=3)
    fight(match, CHAIN[4], [DE, "de-12ss-a"], "Dr1")
    assert where(match, US) == "eliminated"


@pytest.mark.rule("ardennes_offensive", "6.7M:b")
def test_a_column_does_not_retreat_through_friends() -> None:
    units = {US: CHAIN[4], "us-47-i": CHAIN[5], DE: CHAIN[3], "de-12ss-a": CHAIN[3]}
    match = situation("german-combat", units | FAR, road=[US], turn=3)
    fight(match, CHAIN[4], [DE, "de-12ss-a"], "Dr1")
    assert where(match, US) == "eliminated" and where(match, "us-47-i") == CHAIN[5]


@pytest.mark.rule("ardennes_offensive", "6.7M:c")
def test_a_column_does_not_retreat_over_an_interdicted_bridge() -> None:
    # the attackers themselves interdict the bridge behind the column (E-13.0-4)
    units = {US: "0725", DE: "0726", "de-12ss-a": "0726"}
    match = situation("german-combat", units | FAR, road=[US], turn=3)
    fight(match, "0725", [DE, "de-12ss-a"], "Dr1")
    assert where(match, US) != "0824"


# --- 6.7N ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "6.7N:a")
def test_columns_too_close_after_a_retreat_part_first() -> None:
    units = {US: CHAIN[4], "us-47-i": CHAIN[5]} | FAR
    match = situation("allied-movement", units, road=[US], must_part=[US])
    assert set(offered(match, "unit")) == {US, "us-47-i"}
    assert refused(match, "unit", "us-333-i") == "6.7N"
    assert refused(match, "done") == "6.7N"
    match.play("unit", "us-47-i")
    assert refused(match, "stay") == "6.7N"
    match.play("hex", "0728")
    assert "done" in match.decision.choices and "us-333-i" in offered(match, "unit")
    assert marked(match, "must_part") == set()


@pytest.mark.rule("ardennes_offensive", "6.7N:a")
def test_a_retreat_that_ends_too_close() -> None:
    units = {US: CHAIN[3], "us-47-i": CHAIN[5], DE: CHAIN[2], "de-12ss-a": CHAIN[2]}
    match = situation("german-combat", units | FAR, road=[US], turn=3)
    fight(match, CHAIN[3], [DE, "de-12ss-a"], "Dr1")
    while offered(match, "hex"):
        match.play("hex", CHAIN[4])
    assert where(match, US) == CHAIN[4] and marked(match, "must_part") == {US}


@pytest.mark.rule("ardennes_offensive", "6.7N:b")
def test_if_none_of_them_can_move_nothing_happens() -> None:
    units = {US_FOOT: CHAIN[4], "us-47-i": CHAIN[5], DE: "0628", "de-3-a": "0728", **FAR}
    fields: dict[str, Any] = {"road": [US_FOOT], "must_part": [US_FOOT], "unsupplied": [US_FOOT, "us-47-i"]}
    match = situation("allied-movement", units, **fields)
    assert "done" in match.decision.choices and "us-333-i" in offered(match, "unit")
