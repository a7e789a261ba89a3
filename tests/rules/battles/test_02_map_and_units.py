"""b2, b3: maps, turns, rounding, units."""

from __future__ import annotations

import pytest

from ardennes.board.search import reach
from ardennes.games.battles import GAME, facts, movement
from ardennes.games.battles.facts import BOARD, hex_at, odds_column
from tests.rules.battles.table import situation, start, state

UNIT = facts.UNIT_NAMES.index


@pytest.mark.rule("battles", "b2.1:abc")
def test_maps_overlap_and_end() -> None:
    assert hex_at("B0108") == hex_at("D2308")
    assert hex_at("C1727") == hex_at("D1706")
    for outside in ("B2401", "B0129", "D0001"):
        with pytest.raises(KeyError):
            hex_at(outside)


@pytest.mark.rule("battles", "b2.11:abc")
def test_neighbours_and_distances() -> None:
    near = BOARD.neighbours(hex_at("B1221"))
    assert near >> hex_at("B1222") & 1
    assert near >> hex_at("B1122") & 1
    pairs = {("B1125", "B1512"): 15, ("B1223", "B1221"): 2, ("D1817", "D1715"): 3, ("B1420", "B1421"): 1}
    assert {pair: BOARD.distance(*map(hex_at, pair)) for pair in pairs} == pairs


@pytest.mark.rule("battles", "b2.2:ab")
def test_two_turns_make_a_day() -> None:
    assert GAME.turns_per_day == 2
    assert {turn: GAME.iso_date(turn) for turn in (1, 4, 9)} == {1: "1944-12-16", 4: "1944-12-17", 9: "1944-12-20"}


@pytest.mark.rule("battles", "b2.3:b")
def test_odds_favour_the_defender() -> None:
    assert facts.COLUMNS[odds_column(13, 8)] == "1-1"


@pytest.mark.rule("battles", "b2.3:a", "b5.4:a")
def test_halves_are_rounded_up() -> None:
    match = situation(
        "german-movement",
        {"de-1-ss-recon": "B1125", "de-1-ss-pz": "B1124", "de-27-fus-12": "B1222", "us-cca-3-armd": "B1413"},
        unsupplied=["de-1-ss-recon", "de-1-ss-pz", "de-27-fus-12", "us-cca-3-armd"],
    )
    s = state(match)
    halved = {name: movement.allowance(s, UNIT[name]) for name in ("de-1-ss-recon", "de-1-ss-pz", "de-27-fus-12")}
    assert halved == {"de-1-ss-recon": 4, "de-1-ss-pz": 3, "de-27-fus-12": 2}
    assert movement.allowance(s, UNIT["us-cca-3-armd"]) == 3


@pytest.mark.rule("battles", "b2.4:ab")
def test_each_hex_has_one_terrain() -> None:
    kinds = (facts.CLEAR, facts.LIGHT, facts.HEAVY, facts.TOWN, facts.CITY)
    assert sum(kind.bit_count() for kind in kinds) == facts.ALL.bit_count()
    assert facts.TOWN >> hex_at("B1420") & 1  # Krinkelt, among woods
    assert not (facts.LIGHT | facts.HEAVY) & facts.TOWN
    assert facts.HEAVY >> hex_at("D1716") & 1
    assert facts.ROAD_HEXES >> hex_at("D1716") & 1
    assert facts.HEAVY >> hex_at("B1421") & 1
    assert facts.CLEAR >> hex_at("B1221") & 1


@pytest.mark.rule("battles", "b3.1:a")
def test_a_reduced_unit_has_half_its_strength() -> None:
    halves = {8: 4, 7: 4, 6: 3, 5: 3, 4: 2, 3: 2, 2: 1}
    two_steps = [u for u in range(len(facts.STEPS)) if facts.STEPS[u] == 2]
    assert two_steps
    assert all(facts.REDUCED[u] == halves[facts.STRENGTH[u]] for u in two_steps)
    assert {facts.STRENGTH[u] for u in two_steps} == set(halves)


@pytest.mark.rule("battles", "b3.1:bc")
def test_a_unit_is_eliminated_with_its_last_step() -> None:
    s = state(situation("german-movement", {"us-801-td": "B1420", "us-393-99": "B1421"}))
    s.lose_step(UNIT["us-801-td"])
    assert s.at[UNIT["us-801-td"]] == facts.LOST
    s.lose_step(UNIT["us-393-99"])
    assert s.at[UNIT["us-393-99"]] == hex_at("B1421")
    assert s.strength(UNIT["us-393-99"]) == 3
    s.lose_step(UNIT["us-393-99"])
    assert s.at[UNIT["us-393-99"]] == facts.LOST


@pytest.mark.rule("battles", "b3.3:abc")
def test_movement_classes() -> None:
    kinds = {name: facts.MOBILITY[UNIT[name]] for name in ("us-2-eng-2", "de-lxvi-corps-eng", "us-801-td")}
    assert kinds == {"us-2-eng-2": "mech", "de-lxvi-corps-eng": "foot", "us-801-td": "mech"}
    assert facts.MOBILITY[UNIT["de-9-werfer-bde"]] == "artillery"


@pytest.mark.rule("battles", "b3.4:a")
def test_artillery_has_barrage_fpf_and_movement() -> None:
    gun = UNIT["de-12-art"]
    assert (facts.BARRAGE[gun], facts.FPF[gun], facts.MA[gun], facts.STRENGTH[gun]) == (3, 2, 3, 0)


@pytest.mark.rule("battles", "b3.5:abc")
def test_formations() -> None:
    def formation(unit: str) -> str | None:
        number = facts.FORMATION[UNIT[unit]]
        return facts.FORMATIONS.names[number] if number >= 0 else None

    assert formation("de-27-fus-12") == "12 VG"
    assert formation("de-25-ss-pg-12") == "12 SS"
    assert formation("de-2-ss-pg") == "1 SS"
    assert formation("de-3-ss-pg-2") == "2 SS"
    assert formation("de-388-vak") is None


@pytest.mark.rule("battles", "b3.6:ab")
def test_combat_units_and_ground_units() -> None:
    assert not (facts.COMBAT | facts.GROUND) & facts.ARTILLERY
    engineer = 1 << UNIT["us-2-eng-2"]
    assert engineer & facts.GROUND
    assert not engineer & facts.COMBAT


@pytest.mark.rule("battles", "b5.41:f")
def test_the_road_from_verviers_to_st_vith() -> None:
    roads = facts.open_sides(0)[1]
    found = reach(BOARD, [1 << hex_at("B2010")], 40, [(roads, movement.road_costs("mech"))], facts.ALL, 0)
    assert found.cost(hex_at("B0716")) == 19


@pytest.mark.rule("battles", "b8.1:b", "b18.1:a", "b19.1:a")
@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_set_ups_stack_at_most_three_and_share_no_hex(scenario: str) -> None:
    s = state(start(scenario))
    for place in range(len(BOARD.names)):
        here = [s.units_at(place, side) for side in (0, 1)]
        assert not (here[0] and here[1])
        assert max(units.bit_count() for units in here) <= 3
    assert s.occupied(0)
    assert s.occupied(1)
