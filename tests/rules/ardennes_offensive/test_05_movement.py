"""5.0 Movement."""

from __future__ import annotations

import pytest

from ardennes.games.ardennes_offensive.facts import BOARD, HEX_NAMES
from ardennes.games.ardennes_offensive.reach import stacking_cost
from ardennes.games.ardennes_offensive.victory import points
from tests.rules.ardennes_offensive.moves import DE, DE_FOOT, US, US_FOOT, cost, end_to, inside, marked, moving
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where

# --- the rulebook's numbers ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "5.1D:af")
def test_armor_into_a_rough_west_wall_hex_off_the_road() -> None:
    assert cost(moving(US, "0306"), "0307") == 6
    assert cost(moving(DE, "0306"), "0307") == 4


@pytest.mark.rule("ardennes_offensive", "5.1D:bcde")
def test_terrain_and_water_add_up() -> None:
    assert cost(moving(US, "0223"), "0224") == cost(moving(DE, "0223"), "0224") == 10
    assert cost(moving(US, "0309"), "0310") == 4
    assert cost(moving(US_FOOT, "0228"), "0229") == 4
    match = moving(US_FOOT, "0223")
    assert cost(match, "0224") is None
    assert refused(match, "hex", "0224") == "5.2J"


@pytest.mark.rule("ardennes_offensive", "5.1B:ab")
@pytest.mark.parametrize(("unit", "clear", "rough"), [(US, 1, 4), (DE, 1, 4), (US_FOOT, 1, 2), (DE_FOOT, 1, 2)])
def test_clear_and_rough_hexes(unit: str, clear: int, rough: int) -> None:
    assert cost(moving(unit, "0201"), "0301") == clear
    assert cost(moving(unit, "0203"), "0204") == rough


@pytest.mark.rule("ardennes_offensive", "5.1C:a")
def test_infantry_enters_four_clear_hexes() -> None:
    match = moving(US_FOOT, "0340")
    assert cost(match, "0336") == 4
    assert refused(match, "hex", "0335") == "5.2J"


# --- phases ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "5.0:a")
def test_a_unit_moves_once_in_a_phase() -> None:
    match = play(situation("allied-movement", {US: "0340", US_FOOT: "0640"}), ("unit", US), ("hex", "0339"))
    assert refused(match, "unit", US) == "5.0"
    assert offered(match, "unit") == [US_FOOT]


@pytest.mark.rule("ardennes_offensive", "5.0:d")
def test_a_unit_told_to_stay_is_done_for_the_phase() -> None:
    match = play(situation("allied-movement", {US: "0340", US_FOOT: "0640"}), ("unit", US), "stay")
    assert where(match, US) == "0340" and marked(match, "moved") == {US}
    assert refused(match, "unit", US) == "5.0"
    assert offered(match, "unit") == [US_FOOT]
    end_to(match, "allied-mechanized")
    assert offered(match, "unit") == [US]


@pytest.mark.rule("ardennes_offensive", "5.0:b", "5.1C:b")
def test_mechanized_units_move_again_with_their_own_allowance() -> None:
    match = play(situation("allied-movement", {US: "0340", US_FOOT: "0640"}), ("unit", US), ("hex", "0339"), "done")
    end_to(match, "allied-mechanized")
    assert offered(match, "unit") == [US]
    match.play("unit", US)
    assert match.decision.prompt.endswith("(12 MP)")


@pytest.mark.rule("ardennes_offensive", "5.1A:a")
def test_moving_nobody_is_legal() -> None:
    match = situation("german-movement", {DE: "1704", US: "1740"})
    match.play("done")
    assert where(match, DE) == "1704"


@pytest.mark.rule("ardennes_offensive", "5.1A:b")
def test_enemy_units_are_not_moved() -> None:
    assert refused(situation("german-movement", {DE: "1704", US: "1740"}), "unit", US) == "5.1A"


@pytest.mark.rule("ardennes_offensive", "5.1E:a", "8.1B:a")
def test_each_unit_of_a_stack_pays_to_leave_it_but_the_last_one_does_not() -> None:
    match = situation("allied-movement", {US_FOOT: "0340", "us-47-i": "0340"})
    play(match, ("unit", US_FOOT))
    assert cost(match, "0339") == 3
    match.play("hex", "0339")
    assert where(match, "us-47-i") == "0340"
    match.play("unit", "us-47-i")
    assert cost(match, "0341") == 1


@pytest.mark.rule("ardennes_offensive", "5.2F:a")
@pytest.mark.parametrize("road", [[], [DE]])
def test_enemy_hexes_are_closed(road: list[str]) -> None:
    match = moving(US, "0409", {DE: "0407"}, road=road)
    assert refused(match, "hex", "0407") == "5.2F"


@pytest.mark.rule("ardennes_offensive", "5.2G:a")
def test_a_lone_unit_in_an_enemy_zone_does_not_move() -> None:
    match = situation("allied-movement", {US_FOOT: "0305", US: "0340", DE: "0304"})
    assert refused(match, "unit", US_FOOT) == "7.1A"


@pytest.mark.rule("ardennes_offensive", "5.2G:b", "7.2B:b")
def test_one_of_two_stacked_units_may_leave_an_enemy_zone() -> None:
    units = {US_FOOT: "0305", "us-47-i": "0305", US: "0340", DE: "0304"}
    match = situation("allied-movement", units)
    assert {US_FOOT, "us-47-i"} <= set(offered(match, "unit"))
    play(match, ("unit", US_FOOT), ("hex", "0306"))
    assert refused(match, "unit", "us-47-i") == "7.1A"


@pytest.mark.rule("ardennes_offensive", "5.2H:abc")
def test_nobody_passes_through_friends() -> None:
    clear = {"us-47-i": "0339"}
    match = moving(US, "0340", clear)
    assert cost(match, "0339") == 7
    assert cost(moving(US_FOOT, "0340", clear), "0339") == 3
    assert cost(match, "0338") == 3  # around the friend
    assert 1 + 2 * stacking_cost(mech=True) > 12 and 1 + 2 * stacking_cost(mech=False) > 4
    stacks = {"us-47-i": "0340", "us-26-i": "0339"}
    match = moving(US, "0340", stacks)
    assert refused(match, "hex", "0339") == "8.1A"
    match = moving(US_FOOT, "0340", stacks)
    assert refused(match, "hex", "0339") == "8.1A"


@pytest.mark.rule("ardennes_offensive", "5.2J:a")
def test_unsupplied_infantry_does_not_cross_a_river() -> None:
    match = moving(US_FOOT, "0228", unsupplied=[US_FOOT])
    assert match.decision.prompt.endswith("(2 MP)")
    assert refused(match, "hex", "0229") == "5.2J"


@pytest.mark.rule("ardennes_offensive", "5.2J:b")
def test_a_hex_that_costs_more_than_what_is_left_is_out_of_reach() -> None:
    match = moving(DE, "0306", unsupplied=[DE])  # 5 MP: after one rough hex 1 MP is left
    assert cost(match, "0307") == 4
    assert refused(match, "hex", "0207") == "5.2J"


@pytest.mark.rule("ardennes_offensive", "5.2K:acd", "E-5.0:a", "5.0:c", "6.2B:b", "4.1:bc")
def test_who_moves_in_the_mechanized_phase() -> None:
    units = {DE: "1704", "de-1ss-ai": "1704", "de-3-a": "1803", DE_FOOT: "1904"}
    match = situation("german-mechanized", units, fought=[DE])
    assert offered(match, "unit") == ["de-1ss-ai", "de-3-a"]
    assert refused(match, "unit", DE) == "5.2K"
    assert refused(match, "unit", DE_FOOT) == "5.2K"
    assert marked(match, "fought") == {DE}
    match.play("done")
    assert marked(match, "fought") == set()


# --- map edge ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "5.3L:a", "5.3M:a")
def test_nobody_moves_into_a_map_edge_hex() -> None:
    match = moving(DE, "0213")
    assert refused(match, "hex", "0113") == "5.3L"
    assert refused(match, "march", "0113") == "5.3L"
    assert refused(moving(US, "0213"), "hex", "0113") == "5.3M"


@pytest.mark.rule("ardennes_offensive", "5.3L:b")
def test_hexes_that_nobody_enters() -> None:
    for unit in (DE, US):
        for hex_ in ("0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108"):
            assert refused(moving(unit, "0204"), "hex", hex_) == "E-MAP-1"
        for hex_ in ("3701", "3702"):
            assert refused(moving(unit, "3602"), "hex", hex_) == "E-MAP-1"


@pytest.mark.rule("ardennes_offensive", "5.3M:c", "16.0A:b")
def test_a_dormant_unit_is_not_lost() -> None:
    match = situation("allied-movement", {US: "0113", US_FOOT: "0340", DE: "1704"})
    assert points(inside(match)) == (0, 0)


@pytest.mark.rule("ardennes_offensive", "5.3M:d", "7.5E:b")
def test_a_dormant_unit_blocks_nothing() -> None:
    match = moving(DE, "0211", {US: "0113", US_FOOT: "0340"})
    assert inside(match).zoc(1) == BOARD.neighbours(HEX_NAMES.index["0340"])
    assert cost(match, "0212") == 4
    assert cost(match, "0213") == 8
    match = situation("german-combat", {DE: "0213", US: "0113", US_FOOT: "0340"})
    assert "attack" not in match.decision.choices


@pytest.mark.rule("ardennes_offensive", "5.3M:e", "9.7P")
@pytest.mark.parametrize("mech", [False, True])
def test_a_dormant_unit_wakes_next_to_an_active_one(mech: bool) -> None:
    match = moving(US, "0113", {US_FOOT: "0213", "us-ccb7": "0340"}, mech=mech)
    assert cost(match, "0212") == 4  # rough, and nothing for leaving the Map Edge hex
    match.play("hex", "0212")
    assert where(match, US) == "0212"
    assert inside(match).active(1).bit_count() == 3
    assert refused(match, "unit", US) == "5.0"


@pytest.mark.rule("ardennes_offensive", "5.3M:f")
def test_a_unit_that_comes_during_the_phase_wakes_nobody_yet() -> None:
    units = {US: "0113", "us-ccb7": "0215", "us-ccr7": "0340"}
    match = situation("allied-movement", units)
    assert refused(match, "unit", US) == "5.3M"
    play(match, ("unit", "us-ccb7"), ("hex", "0213"))
    assert refused(match, "unit", US) == "5.3M"
    end_to(play(match, "done"), "allied-mechanized")
    assert US in offered(match, "unit")


@pytest.mark.rule("ardennes_offensive", "5.3M:g")
def test_a_dormant_unit_wakes_no_other() -> None:
    match = situation("allied-movement", {US: "0113", "us-ccb7": "0114", US_FOOT: "0340"})
    assert offered(match, "unit") == [US_FOOT]
    assert refused(match, "unit", US) == "5.3M"


@pytest.mark.rule("ardennes_offensive", "5.3P:a", "8.3F:a")
def test_the_other_cases_of_map_edge_hexes() -> None:
    units = {"us-39-i": "0113", "us-47-i": "0113", "us-26-i": "0113", "us-517-pi": "0113", "us-117-i": "0113"}
    match = situation("allied-movement", units | {US: "0213"})
    assert set(units) <= set(offered(match, "unit"))
    ledger = match.game.ledger
    assert all(any(case.number == wanted for case in ledger) for wanted in ("7.5E", "8.3F", "9.7P", "10.2", "14.1A"))
