"""Rulebook 10.42 (entry), 12: towns, bridges, improved positions; 14.1-vdh and 14.1-westwall as far as units enter hexes."""

from __future__ import annotations

import pytest

from ardennes import Match
from ardennes.core.limits import offered as allowed
from ardennes.core.names import each
from ardennes.games.enemy_action import bridges, ground, retreat, supply
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.events import BridgeWork
from tests.rules.enemy_action.moves import cost, moving, owners, picked, river
from tests.rules.enemy_action.table import offered, play, start, state, where
from tests.rules.enemy_action.test_09_advance import gone

ONE = "de-62"
MECH = "de-304-2p"
US = "us-cca-7a"


def german(match: Match, town: str) -> bool:
    return bool(state(match).german_towns >> f.HEX[town] & 1)


# --- fuel depots (10.42) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.42:ab")
@pytest.mark.parametrize(("yes", "fuel"), [(["1215"], 1), ([], 0)])
def test_a_german_unit_opens_a_depot(yes: list[str], fuel: int) -> None:
    match = picked({ONE: "1214", MECH: "1208"}, ONE, day=18, depots=["1215", "1814"], fuel_yes=[*yes, "1814"])
    before = state(match).barrier
    play(match, ("hex", "1215"))
    s = state(match)
    assert s.fuel == fuel and f.HEX_NAMES.list_of(s.depots) == ["1814"]
    assert f.HEX_NAMES.list_of(s.fuel_yes) == ["1814"] and s.barrier > before
    for how in ("advance", "retreat"):
        other = state(moving({ONE: "1214"}, depots=["1215"], fuel_yes=yes)).clone()
        ground.step(other, f.UNIT[ONE], f.HEX["1215"], how)
        assert other.fuel == fuel and not other.depots


@pytest.mark.rule("enemy_action", "10.42:c")
def test_three_depots_have_fuel() -> None:
    match = start()
    for name in ("0610", "1814", "0116"):
        if name in offered(match, "hex"):
            play(match, ("hex", name))
    while match.decision.side == "chance" and "hex" in match.decision.choices:
        play(match, ("hex", offered(match, "hex")[0]))
    assert state(match).depots.bit_count() == 5 and state(match).fuel_yes.bit_count() == 3


@pytest.mark.rule("enemy_action", "10.42:d")
def test_allied_units_do_not_open_depots() -> None:
    match = picked({US: "1214", "us-8-4": "1513"}, US, "allied", day=18, depots=["1215"], fuel_yes=["1215"])
    play(match, ("hex", "1215"))
    assert state(match).depots == 1 << f.HEX["1215"] and not state(match).fuel


# --- towns (12.1) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "12:a")
def test_everything_has_one_owner() -> None:
    s = state(start())
    assert s.towns(f.GERMAN) & s.towns(f.ALLIED) == 0
    assert s.towns(f.GERMAN) | s.towns(f.ALLIED) == f.BUILT
    assert s.own_bridges(f.GERMAN) & s.own_bridges(f.ALLIED) == 0
    assert s.own_bridges(f.GERMAN) | s.own_bridges(f.ALLIED) == s.bridges
    match = picked({ONE: "1709"}, ONE)
    play(match, ("via", "1710"), ("hex", "1711"))
    after = state(match)
    assert after.own_bridges(f.GERMAN) & after.own_bridges(f.ALLIED) == 0
    assert after.own_bridges(f.GERMAN) | after.own_bridges(f.ALLIED) == after.bridges


@pytest.mark.rule("enemy_action", "12.1:a")
def test_a_town_changes_hands_when_a_unit_passes() -> None:
    match = picked({ONE: "1310"}, ONE)
    assert not german(match, "1311")
    play(match, ("via", "1311"), ("hex", "1312"))
    assert german(match, "1311")


@pytest.mark.rule("enemy_action", "12.1:b")
def test_a_surrounded_town_keeps_its_owner() -> None:
    units = {ONE: "1210", MECH: "1310", "de-560": "1410", "de-18": "1211", "de-39-26": "1312", "de-77-26": "1411"}
    match = moving(units)
    play(match, ("unit", ONE), ("hex", "1209"))
    assert not german(match, "1311")


@pytest.mark.rule("enemy_action", "12.1:c")
def test_entry_by_advance_takes_a_town_and_the_westwall() -> None:
    s = state(moving({ONE: "1310", US: "1608"})).clone()
    assert f.HEX["1311"] not in retreat.options(s, 1 << f.UNIT[ONE], f.HEX["1310"], 1)
    ground.step(s, f.UNIT[ONE], f.HEX["1311"], "advance")
    assert s.german_towns >> f.HEX["1311"] & 1
    ground.step(s, f.UNIT[US], f.HEX["1607"], "move")
    assert s.allied_wall == 1 << f.HEX["1607"]
    ground.step(s, f.UNIT[US], f.HEX["1608"], "move")
    assert s.allied_wall == 1 << f.HEX["1607"]
    s.place(f.UNIT[ONE], f.HEX["1606"])
    ground.step(s, f.UNIT[ONE], f.HEX["1607"], "move")
    assert not s.allied_wall


@pytest.mark.rule("enemy_action", "12.1-effects:b")
def test_movement_and_advance_go_into_an_empty_enemy_town() -> None:
    match = picked({ONE: "1813"}, ONE)
    play(match, ("hex", "1814"))
    assert german(match, "1814")
    fight = gone({"de-3-2p": "1715"}, "1815")
    play(fight, ("unit", "de-3-2p"), ("hex", "1814"))
    assert german(fight, "1814") and where(fight, "de-3-2p") == "1814"


# --- bridges (12.2) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "12.2:a")
def test_a_bridge_is_intact_or_blown() -> None:
    s = state(start())
    assert s.blown == f.BLOWN_AT_START and s.bridges | s.blown == f.PRINTED_BRIDGES
    whole = moving({MECH: "1709"})
    blown = moving({MECH: "1709"}, blown=["1709-1710"])
    assert cost(whole, MECH, "1710") == 1 and cost(whole, MECH, "1711") == 2
    assert cost(blown, MECH, "1710") == f.MA[f.UNIT[MECH]] and cost(blown, MECH, "1711") is None
    for match, joined in ((whole, True), (blown, False)):
        s = state(match).clone()
        s.take_bridge(river("1709-1710"), f.GERMAN)
        a, b = f.HEX["1709"], f.HEX["1710"]
        assert bool(s.friendly_roads(f.GERMAN)[f.BOARD.direction(a, b)] >> a & 1) == joined


@pytest.mark.rule("enemy_action", "12.2:b", "12.2-change:a")
def test_crossing_a_bridge_takes_it() -> None:
    match = picked({ONE: "1709", MECH: "1608"}, ONE)
    assert "1709-1710" not in owners(match)
    play(match, ("hex", "1711"))
    assert "1709-1710" in owners(match)


@pytest.mark.rule("enemy_action", "12.2-start:a")
def test_seven_bridges_are_german_at_first() -> None:
    s = state(start())
    assert s.german_bridges.bit_count() == 7 and (s.german_bridges & s.blown).bit_count() == 4
    names = ["1707-1708", "1907-1908", "2106-2107", "2303-2403", "1802-1803", "1903-1904", "2202-2203"]
    assert {f.RIVERS.names[r] for r in each(s.german_bridges)} == set(names)


@pytest.mark.rule("enemy_action", "12.2-start:b")
def test_the_crisis_has_its_own_list_of_bridges() -> None:
    assert state(start("crisis")).german_bridges == f.CRISIS_BRIDGES


@pytest.mark.rule("enemy_action", "12.2-change:bc")
def test_an_active_unit_beside_a_bridge_takes_it_if_the_far_end_is_free() -> None:
    bit = 1 << river("1709-1710")
    s = state(moving({ONE: "1709"})).clone()
    ground.claim_bridges(s, f.GERMAN, 1 << f.UNIT[ONE])
    assert s.german_bridges & bit
    held = state(moving({ONE: "1709", US: "1710"})).clone()
    ground.claim_bridges(held, f.GERMAN, 1 << f.UNIT[ONE])
    assert not held.german_bridges & bit
    idle = state(moving({ONE: "1709", MECH: "1608"})).clone()
    ground.claim_bridges(idle, f.GERMAN, 1 << f.UNIT[MECH])
    assert not idle.german_bridges & bit


@pytest.mark.rule("enemy_action", "12.2-change:d")
@pytest.mark.parametrize("how", ["advance", "retreat"])
def test_advance_and_retreat_cross_bridges_too(how: str) -> None:
    s = state(moving({ONE: "1709"})).clone()
    ground.step(s, f.UNIT[ONE], f.HEX["1710"], how)
    assert s.german_bridges >> river("1709-1710") & 1


@pytest.mark.rule("enemy_action", "12.21:a")
def test_a_repaired_bridge_is_whole_again() -> None:
    s = state(moving({MECH: "1707"}, blown=["1707-1708"])).clone()
    assert bridges.repairable(s, f.GERMAN) >> river("1707-1708") & 1
    a, b = f.HEX["1707"], f.HEX["1708"]
    assert not s.roads[f.BOARD.direction(a, b)] >> a & 1
    bridges.repair(s, river("1707-1708"), f.GERMAN)
    assert s.bridges >> river("1707-1708") & 1 and s.german_bridges >> river("1707-1708") & 1
    assert s.roads[f.BOARD.direction(a, b)] >> a & 1


@pytest.mark.rule("enemy_action", "12.21:b")
def test_only_the_allies_blow_bridges() -> None:
    s = state(moving({MECH: "1707"}))
    assert not allowed(BridgeWork(f.GERMAN, "impulse", -1).limits_blow(s))
    assert bridges.blowable(s)


@pytest.mark.rule("enemy_action", "4.13:c")
def test_no_bridge_is_blown_on_the_sixteenth() -> None:
    assert not bridges.blowable(state(moving({MECH: "1707"}, day=16)))


@pytest.mark.rule("enemy_action", "10-hexes:ab")
def test_engineers_need_a_supplied_bank_and_a_free_one() -> None:
    name = "1709-1710"
    far = state(moving({ONE: "1709", US: "1711"}, blown=[name]))
    assert not bridges.repairable(far, f.GERMAN) >> river(name) & 1  # 1710 is in an Allied zone
    held = state(moving({ONE: "1709", MECH: "1710", US: "1711"}, blown=[name]))
    assert bridges.repairable(held, f.ALLIED) >> river(name) & 1 == 0  # German units on the banks
    free = state(moving({ONE: "1608", "us-8-4": "1712"}, blown=[name], german_towns=["1709"]))
    assert bridges.repairable(free, f.ALLIED) >> river(name) & 1 == 0  # 1709 is in a German zone
    open_ = state(moving({ONE: "1606", "us-8-4": "1712"}, blown=[name]))
    assert bridges.repairable(open_, f.ALLIED) >> river(name) & 1
    assert not bridges.blowable(open_) >> river(name) & 1  # it is blown
    behind = state(moving({ONE: "1606", "us-8-4": "1712"}))
    assert bridges.blowable(behind) >> river(name) & 1
    assert not bridges.blowable(behind) >> river("1903-1904") & 1  # far behind the German lines


@pytest.mark.rule("enemy_action", "12.22:ab")
def test_a_new_bridge_belongs_to_its_builder_and_leaves_nothing() -> None:
    name = "1607-1608"
    s = state(moving({MECH: "1607"})).clone()
    assert bridges.buildable(s, f.GERMAN) >> river(name) & 1
    bridges.build(s, river(name), f.GERMAN)
    assert s.german_bridges >> river(name) & 1
    bridges.blow(s, river(name))
    assert not (s.bridges | s.blown | s.german_bridges) >> river(name) & 1


@pytest.mark.rule("enemy_action", "12.23:a")
def test_over_a_new_bridge_the_ground_costs_what_it_does() -> None:
    built = [*f.RIVERS.list_of(f.PRINTED_BRIDGES), "1607-1608"]
    match = moving({MECH: "1607"}, bridges=built, german_bridges=["1607-1608"])
    assert cost(match, MECH, "1608") == 3  # woods
    assert cost(match, MECH, "1509") == 4  # and on by road


@pytest.mark.rule("enemy_action", "12.23:b")
def test_supply_over_a_new_bridge() -> None:
    built = [*f.RIVERS.list_of(f.PRINTED_BRIDGES & ~(1 << river("1707-1708"))), "1607-1608"]
    s = state(moving({MECH: "1509"}, bridges=built, german_bridges=["1607-1608"]))
    assert not supply.heads(s, f.GERMAN) >> f.HEX["1608"] & 1
    assert supply.supplied(s, f.GERMAN) >> f.HEX["1509"] & 1


# --- improved positions (12.3) ----------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "12.33:ab")
def test_an_improved_position_stays_with_whoever_is_there() -> None:
    match = moving({ONE: "1410", MECH: "1409", "de-18": "1512"}, ip=["1410"])
    play(match, ("unit", MECH), ("hex", "1410"), ("unit", ONE), ("hex", "1409"))
    assert state(match).ip == 1 << f.HEX["1410"]
    alone = moving({ONE: "1410", MECH: "1208"}, ip=["1410"])
    play(alone, ("unit", ONE), ("hex", "1409"))
    assert not state(alone).ip


@pytest.mark.rule("enemy_action", "12.34:d")
def test_a_position_goes_with_its_last_unit() -> None:
    s = state(moving({ONE: "1410", MECH: "1410"}, ip=["1410"])).clone()
    s.eliminate(f.UNIT[ONE])
    assert s.ip == 1 << f.HEX["1410"]
    s.eliminate(f.UNIT[MECH])
    assert not s.ip
    left = state(moving({ONE: "1410"}, ip=["1410"])).clone()
    ground.step(left, f.UNIT[ONE], f.HEX["1409"], "retreat")
    assert not left.ip


# --- von der Heydte (14.1-vdh) ----------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "14.1-vdh:a")
def test_a_german_unit_relieves_von_der_heydte() -> None:
    match = picked({ONE: "1210", "de-vdh": "1310", MECH: "1208"}, ONE, active=[ONE, MECH], day=21)
    play(match, ("hex", "1310"))
    assert state(match).vdh_relieved and where(match, "de-vdh") == "exited"
