"""Single conditions that no other test would miss if they were broken."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.limits import offered as offered_by
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import ground, reserves, supply
from ardennes.games.enemy_action.exits import leave_map
from ardennes.games.enemy_action.retreat import is_awkward
from ardennes.games.enemy_action.strength import defence
from ardennes.games.enemy_action.tactics import tactic_limits
from tests.rules.enemy_action.fights import planned, struck
from tests.rules.enemy_action.hands import FRONT, card, command, impulse, numbers, told
from tests.rules.enemy_action.moves import cost, hexes, moving, picked
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where


@pytest.mark.rule("enemy_action", "9.4-ratio:h")
def test_germans_are_doubled_in_the_westwall_only() -> None:
    assert defence(planned({"us-501-101": "1815", "de-3-2p": "1715"}, "1715", "allied")) == 6
    assert defence(planned({"us-501-101": "1708", "de-3-2p": "1707"}, "1707", "allied")) == 12


@pytest.mark.rule("enemy_action", "10-hexes:a", "12.21")
def test_engineers_blow_bridges_in_allied_supply_only() -> None:
    match = play(command("allied", 13, FRONT, day=18), ("event", "engineers"))
    can = set(offered(match, "blow"))
    behind = {r for r in f.RIVERS.list_of(state(match).bridges) if r not in can}
    assert can and {"1802-1803", "1903-1904"} <= behind
    assert {refused(match, "blow", r) for r in behind} == {"10-hexes"}


@pytest.mark.rule("enemy_action", "4-III:a", "5.1")
@pytest.mark.parametrize(("side", "number", "event"), [("german", 57, "bridge-engineers"), ("allied", 13, "engineers")])
def test_the_builders_play_their_own_event(side: str, number: int, event: str) -> None:
    units = {"de-3-2p": "1607", "de-62": "1205", "us-110-28": "1813", "us-424-106": "0912"}
    frames = [{"frame": "Day", "step": 3}, {"frame": "SupplyPhase", "stage": 0}]
    hand = {"german": [46], "allied": [5]}
    hand[side] = [number, *hand[side]]
    match = situation("", units, day=18, hand=hand, blown=["1707-1708"], frames=frames)
    assert asked(match) == (side, "Builders")
    play(match, ("card", card(number)))
    verb = "repair" if offered(match, "repair") else "build"
    events = told(match, verb, offered(match, verb)[0])
    assert ("event", f.SIDES.index(side), f.EVENT[event]) in [tuple(e[:3]) for e in events]


@pytest.mark.rule("enemy_action", "9.7-priorities:c", "8.1-retreat")
def test_a_controlled_hex_in_supply_comes_before_one_that_is_not() -> None:
    units = {"de-18": "0819", "de-62": "1017", "de-244": "1119", "us-501-101": "0919"}
    match = struck(units, "0919", (0, 1), attackers=["de-18"])
    play(match, "one")
    assert set(offered(match, "hex")) == {"0818", "0918", "0920", "1019"}
    assert refused(match, "hex", "1018") == "9.7-priorities"  # nothing can be traced from there


@pytest.mark.rule("enemy_action", "7")
def test_the_own_hex_is_no_destination() -> None:
    match = picked({"de-3-2p": "1715"}, "de-3-2p")
    assert "1714" in offered(match, "hex") and "1715" not in offered(match, "hex")


@pytest.mark.rule("enemy_action", "7.61-retreat:bc")
def test_the_way_home_costs_points_and_ends_in_enemy_zones() -> None:
    """A unit of the 6th Panzer Army three hexes south of its area, on 18 December."""

    def found(units: dict[str, str]) -> dict[str, int | None]:
        match = moving(units, day=18)
        return {h: cost(match, "de-3-2ss", h) for h in hexes(match, "de-3-2ss")}

    home = {"1317": 2, "1318": 2, "1217": 3, "1218": 4, "1118": 4, "1117": 5, "1119": 5, "1018": 5}
    assert found({"de-3-2ss": "1417"}) == home
    assert found({"de-3-2ss": "1417", "us-501-101": "1218"}) == {"1317": 2, "1318": 2, "1217": 3}
    assert found({"de-3-2ss": "1417"}) != found({"de-3-2p": "1417", "de-3-2ss": "1317"})


@pytest.mark.rule("enemy_action", "4-IV-3:d")
def test_throwing_a_card_away_is_the_whole_impulse() -> None:
    hand = {"german": [46, 47], "allied": [24, 26]}
    match = impulse("allied", hand, {"de-3-2p": "1607", "de-62": "1205"})
    if not offered(match, "discard"):
        raise AssertionError(f"a command is possible: {match.decision.choices}")
    play(match, ("discard", card(24)))
    assert asked(match) == ("german", "Impulse")
    assert state(match).hand[f.ALLIED].bit_count() == 1


@pytest.mark.rule("enemy_action", "15.1:c", "9.24")
def test_paratroops_at_the_meuse_do_not_win_when_somebody_else_moves() -> None:
    match = picked({"de-vdh": "0625", "de-3-2p": "1607"}, "de-3-2p", scenario="assault", day=16)
    play(match, ("hex", "1606"))
    assert state(match).result is None
    near = picked({"de-vdh": "0410", "de-1-1ss": "0624"}, "de-1-1ss", scenario="assault", day=16)
    play(near, ("hex", "0625"))
    assert near.is_over and state(near).result is not None


@pytest.mark.rule("enemy_action", "7.32:ab")
def test_a_bridge_is_used_up_only_by_a_unit_that_goes_to_a_controlled_hex() -> None:
    units = {"de-3-2p": "1707", "de-304-2p": "1606", "us-110-28": "2404"}
    match = play(picked(units, "de-3-2p"), ("hex", "1708"))
    assert not state(match).used and not state(match).crossed
    match = play(picked(units | {"us-109-28": "1709"}, "de-3-2p"), ("hex", "1708"))
    assert f.RIVERS.list_of(state(match).used) == ["1707-1708"]


@pytest.mark.rule("enemy_action", "12.2-change:bc")
def test_bridges_that_change_hands_are_told() -> None:
    s = state(moving({"de-3-2p": "1709", "de-304-2p": "1717", "us-110-28": "1716"})).clone()
    s.german_bridges = 0
    s.events.clear()
    ground.claim_bridges(s, f.GERMAN, s.on_map(f.GERMAN))
    assert f.RIVERS.list_of(s.german_bridges) == ["1709-1710"]
    assert s.events == [("takes_bridge", f.GERMAN, f.RIVERS.index["1709-1710"])]


@pytest.mark.rule("enemy_action", "13", "5.7")
def test_replacements_cost_the_card_and_the_impulse() -> None:
    units = FRONT | {"us-9-2": "0506"}
    match = command("allied", 5, units, day=21, lost={"us-394-99": 1, "us-9-2": 1})
    play(match, "replace")
    assert asked(match) == ("allied", "Replace") and numbers(state(match).discards[f.ALLIED]) == [5]
    play(match, "done")
    assert asked(match) == ("german", "Impulse") and not state(match).hand[f.ALLIED] >> f.CARD[card(5)] & 1


@pytest.mark.rule("enemy_action", "7.5")
def test_no_strategic_move_after_a_normal_one_has_begun() -> None:
    match = picked({"de-3-2p": "1606", "de-304-2p": "1618"}, "de-3-2p")
    assert offered(match, "march") and offered(match, "via")
    play(match, ("via", "1607"))
    assert not offered(match, "march") and refused(match, "march", "1707") == "7.5"


@pytest.mark.rule("enemy_action", "12.34:d", "7.82")
@pytest.mark.parametrize(("works", "told_of"), [("2029", True), ("2213", False)])
def test_a_unit_that_leaves_the_map_abandons_its_own_position_only(works: str, told_of: bool) -> None:
    units = {"de-3-2p": "2029", "de-304-2p": "2213"}
    s = state(moving(units, ip=[works])).clone()
    s.events.clear()
    leave_map(s, f.UNIT["de-3-2p"])
    assert ("loses_ip" in [event[0] for event in s.events]) == told_of
    assert bool(s.ip) != told_of and s.at[f.UNIT["de-3-2p"]] == f.EXITED


@pytest.mark.rule("enemy_action", "11.1-standard:e")
@pytest.mark.parametrize("far_off", ["1815", "0102"])
def test_a_division_that_offers_no_legal_hex_gives_way_to_the_corps(far_off: str) -> None:
    """Its unit is outside the area of V Corps, or among roads that lead to no Allied supply."""
    units = {"us-26-1": "reserve", "us-16-1": far_off, "us-9-2": "0409", "de-62": "2003"}
    s = state(moving(units, day=16, german_towns=[]))
    found = set(f.HEX_NAMES.list_of(reserves.places(s, f.UNIT["us-26-1"])))
    near = set(f.HEX_NAMES.list_of(f.BOARD.within(f.HEX["0409"], 3) & f.CORPS_AREA["v"] & supply.heads(s, f.ALLIED)))
    assert found == near and found


@pytest.mark.rule("enemy_action", "12.1:a", "14.1-westwall:a")
def test_only_towns_and_the_westwall_change_hands() -> None:
    match = picked({"de-3-2p": "1715", "us-110-28": "1903"}, "de-3-2p")
    before = state(match).german_towns
    play(match, ("hex", "1714"))
    assert where(match, "de-3-2p") == "1714" and state(match).german_towns == before
    s = state(match).clone()
    for place in ("1904", "1905"):
        ground.step(s, f.UNIT["us-110-28"], f.HEX[place], "move")
    assert not s.allied_wall and s.german_towns == before
    ground.step(s, f.UNIT["us-110-28"], f.HEX["1907"], "move")
    assert f.HEX_NAMES.list_of(s.allied_wall) == ["1907"]


@pytest.mark.rule("enemy_action", "10.1-heads:b")
def test_no_supply_comes_from_an_edge_that_the_enemy_holds_or_controls() -> None:
    edge = f.HEX["0110"]
    assert f.SOURCES[f.ALLIED] >> edge & 1
    assert supply.heads(state(moving({"us-9-2": "0409"}, "allied")), f.ALLIED) >> edge & 1
    for place in ("0110", "0210"):
        s = state(moving({"de-62": place, "us-9-2": "0409"}, "allied"))
        assert not supply.heads(s, f.ALLIED) >> edge & 1
    held = state(moving({"de-62": "0210", "us-9-2": "0110"}, "allied"))
    assert supply.heads(held, f.ALLIED) >> edge & 1


@pytest.mark.rule("enemy_action", "2.1-boxes:a", "9.6:b")
def test_nothing_lies_on_a_unit_that_has_left_the_map() -> None:
    for mark in ("low", "oos", "isolated", "dispersed", "nofuel"):
        marks: dict[str, Any] = {mark: ["de-3-2p"]}
        marked = state(moving({"de-3-2p": "1715", "de-62": "1205"}, **marks))
        assert getattr(marked, mark)
        for leave in ("eliminate", "remove"):
            s = marked.clone()
            if leave == "eliminate":
                s.eliminate(f.UNIT["de-3-2p"])
            else:
                s.remove(f.UNIT["de-3-2p"], f.EXITED)
            assert not getattr(s, mark) and not s.active >> f.UNIT["de-3-2p"] & 1


@pytest.mark.rule("enemy_action", "11.2-airborne:ac")
def test_a_second_hex_needs_room_for_the_rest_of_the_division() -> None:
    """The first hex has room for one more airborne unit: two have to fit into the second."""
    division = ["us-504-82", "us-505-82", "us-508-82", "us-325-82"]
    units = {"us-504-82": "0814", "us-119-30": "0814", **dict.fromkeys(division[1:], "reserve"), "de-62": "2003"}
    roads = f.BOARD.spread(1 << f.HEX["0814"], f.ROAD)
    second = f.HEX_NAMES.names[roads.bit_length() - 1]

    def legal(lost: dict[str, int]) -> bool:
        full = units | {"us-117-30": second, "us-120-30": second}
        s = state(moving(full, "allied", day=18, placed=["us-504-82"], lost=lost, german_towns=[]))
        among = sum(1 << f.UNIT[u] for u in division[1:])
        return bool(reserves.places(s, f.UNIT["us-505-82"], among) >> f.HEX[second] & 1)

    assert not legal({})  # four steps are there: one unit fits, not two
    assert not legal({"us-117-30": 1, "us-120-30": 1})  # room for the steps, but not for a fourth unit
    alone = state(moving(units, "allied", day=18, placed=["us-504-82"], german_towns=[]))
    among = sum(1 << f.UNIT[u] for u in division[1:])
    assert reserves.places(alone, f.UNIT["us-505-82"], among) >> f.HEX[second] & 1


@pytest.mark.rule("enemy_action", "4-IV-replenish")
@pytest.mark.parametrize("pile", [True, False])
def test_a_lost_impulse_is_told_if_cards_are_still_to_come(pile: bool) -> None:
    s = state(impulse("german", {"german": [46], "allied": [19]}, pile={"german": [47], "allied": [5]})).clone()
    s.hand[f.GERMAN] = 0
    s.pile[f.GERMAN] *= pile
    s.events.clear()
    assert s.stack[-1].decide(s) is None
    assert [event[0] for event in s.events] == (["loses_impulse"] if pile else [])


@pytest.mark.rule("enemy_action", "9.7-choice")
def test_forest_on_a_road_is_no_worse_a_retreat_than_open_ground() -> None:
    s = planned({"de-3-2p": "1715", "us-501-101": "1815"}, "1815")
    ways = [(a, b) for a in each(f.ALL) for b in each(f.BOARD.spread(1 << a, s.open) & f.FOREST)]
    roads = {way: bool(f.BOARD.spread(1 << way[0], s.roads) >> way[1] & 1) for way in ways}
    assert set(roads.values()) == {True, False}
    assert all(is_awkward(s, *way) != by_road for way, by_road in roads.items())


@pytest.mark.rule("enemy_action", "9.3-maximum")
def test_screen_is_offered_once_per_fight() -> None:
    units = {"de-3-2p": "1715", "us-cca-9a": "1815"}
    screen = 1 << f.TACTIC["screen"]
    fresh, used = planned(units, "1815"), planned(units, "1815", tactics={"allied": ["screen"]})
    assert offered_by(tactic_limits(fresh, f.ALLIED)) & screen
    assert not offered_by(tactic_limits(used, f.ALLIED)) & screen
