"""Cases that a comparison with the rules found wanting: bridges blown before reinforcements, withdrawal, paratroops at the Meuse."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import ground, movement
from tests.rules.enemy_action.fights import combat, declare, names, struck
from tests.rules.enemy_action.hands import FRONT, active, card, command
from tests.rules.enemy_action.table import asked, offered, play, refused, state, where

BRIDGE = "1707-1708"
CLERVAUX = {"de-3-2p": "1608", "de-2-2p": "1706", "us-110-28": "1709", "us-ccr-9a": "1711"}


def reinforced(allied: list[int], german: list[int], **more: Any) -> Match:
    """The 3rd Panzer attacks Clervaux, and the 2nd is to come over the Our."""
    more.setdefault("active", ["de-3-2p"])
    hand = {"german": [54, 47, *german], "allied": allied}
    pile = {"german": [38], "allied": [6]}
    match = combat(more.pop("units", CLERVAUX), hand=hand, pile=pile, day=more.pop("day", 18), **more)
    declare(match, "1709")
    play(match, ("card", card(54)), ("tactic", "reinforce-battle"))
    assert asked(match) == ("german", "Reinforce")
    return match


@pytest.mark.rule("enemy_action", "7.33:af", "9.1:e")
def test_a_bridge_can_be_blown_before_a_unit_that_reinforces_a_battle() -> None:
    match = play(reinforced([13], []), ("unit", "de-2-2p"))
    assert asked(match) == ("allied", "Demolition") and where(match, "de-2-2p") == "1707"
    play(match, ("card", card(13)), ("blow", BRIDGE))
    assert asked(match) == ("german", "AttackTactics")  # the other side of the river is out of reach now
    s = state(match)
    assert where(match, "de-2-2p") == "1707" and names(s.attackers) == {"de-3-2p"}
    assert BRIDGE not in f.RIVERS.list_of(s.bridges)
    assert not s.moved and not s.attacked >> f.UNIT["de-2-2p"] & 1


@pytest.mark.rule("enemy_action", "7.33:ad", "9.1:e")
@pytest.mark.parametrize("saved", [False, True])
def test_the_reinforcement_comes_if_the_bridge_stands(saved: bool) -> None:
    match = play(reinforced([13, 14], [42]), ("unit", "de-2-2p"))
    if saved:
        play(match, ("card", card(13)), ("blow", BRIDGE), ("card", card(42)))
    while asked(match) == ("allied", "Demolition"):
        play(match, "pass")
    s = state(match)
    assert where(match, "de-2-2p") == "1708" and names(s.attackers) == {"de-2-2p", "de-3-2p"}
    assert asked(match) == ("german", "AttackTactics")


@pytest.mark.rule("enemy_action", "7.33:b", "9.1:e")
def test_a_unit_that_reinforces_goes_round_a_blown_bridge() -> None:
    """From 1811 the 3rd Panzer would come over the bridge of Wiltz; without it the hexes north of the Clerve are left."""
    units = {"de-3-2p": "1608", "de-2-2p": "1707", "us-110-28": "1709", "us-ccr-9a": "1711"}
    match = reinforced([13], [], units=units, bridges=[BRIDGE, "1607-1608", "1709-1710"])
    play(match, ("unit", "de-2-2p"))
    assert set(offered(match, "hex")) == {"1608", "1708"}
    play(match, ("hex", "1708"))
    play(match, ("card", card(13)), ("blow", BRIDGE))
    while asked(match) == ("allied", "Demolition"):
        play(match, "pass")
    s = state(match)
    assert where(match, "de-2-2p") == "1608" and names(s.attackers) == {"de-2-2p", "de-3-2p"}


@pytest.mark.rule("enemy_action", "5.1:b", "7.33")
def test_no_demolition_in_an_allied_impulse() -> None:
    units = {"us-110-28": "1709", "de-3-2p": "1708", "de-2-2p": "1706", "us-ccr-9a": "1711"}
    hand = {"german": [54], "allied": [13]}
    match = combat(units, "allied", day=18, hand=hand, pile={"german": [38], "allied": [6]}, active=["us-110-28"])
    declare(match, "1708")
    play(match, "ready", ("card", card(54)), ("tactic", "reinforce-battle"), ("unit", "de-2-2p"))
    s = state(match)
    assert where(match, "de-2-2p") == "1708" and names(s.defenders) == {"de-2-2p", "de-3-2p"}


@pytest.mark.rule("enemy_action", "4.13")
def test_a_reinforcing_infantry_unit_goes_farther_than_one_hex_on_16_december() -> None:
    units = {"de-3-2p": "1708", "us-110-28": "1709", "us-109-28": "1711"}
    hand = {"german": [42], "allied": [5]}
    more: dict[str, Any] = {"impulses": {"german": 5, "allied": 2}}
    match = combat(units, day=16, hand=hand, pile={"german": [38], "allied": [6]}, **more)
    declare(match, "1709")
    play(match, "ready", ("card", card(5)), ("tactic", "reinforce-battle"), ("unit", "us-109-28"))
    assert where(match, "us-109-28") == "1709"


@pytest.mark.rule("enemy_action", "9.2")
def test_answers_that_are_not_asked_for_are_refused() -> None:
    units = CLERVAUX | {"de-304-2p": "1609"}
    match = play(reinforced([13], [], units=units), ("unit", "de-304-2p"))
    assert offered(match, "hex") and refused(match, "unit", "de-2-2p") == "9.2"
    match = play(reinforced([13, 14], []), ("unit", "de-2-2p"))
    assert refused(match, "blow", BRIDGE) == "7.33"
    play(match, ("card", card(13)))
    assert refused(match, "card", card(14)) == "7.33"


@pytest.mark.rule("enemy_action", "2.3-events", "10.23:a", "8.1")
def test_withdrawal() -> None:
    units = FRONT | {"us-393-99": "0706", "de-48-12": "0704", "de-27-12": "0805", "us-395-99": "0905"}
    match = command("allied", 8, units)
    play(match, ("event", "withdrawal"))
    assert "us-99" in offered(match, "formation") and refused(match, "formation", "us-1") == "2.3-events"
    play(match, ("formation", "us-99"))
    zone = set(f.HEX_NAMES.list_of(state(match).zoc(f.GERMAN)))
    assert active(match) == {
        u for u, at in units.items() if u in ("us-393-99", "us-394-99", "us-395-99") and at in zone
    }
    assert state(match).mode == "withdrawal" and not state(match).last[f.ALLIED]
    play(match, ("unit", "us-394-99"))
    near = f.HEX_NAMES.list_of(f.BOARD.grow(state(match).occupied(f.GERMAN), 1))
    assert offered(match, "hex") and not set(near) & set(offered(match, "hex"))
    assert refused(match, "hex", "0706") == "8.1"  # from zone to zone, but not to end there
    assert "0707" in offered(match, "hex")
    assert offered(match, "via") and set(offered(match, "via")) <= set(offered(match, "hex"))
    assert not offered(match, "march")


@pytest.mark.rule("enemy_action", "10.23:a")
def test_isolated_and_dispersed_units_do_not_withdraw() -> None:
    units = FRONT | {"us-393-99": "0706", "de-48-12": "0704", "de-27-12": "0805"}
    match = command("allied", 8, units, isolated=["us-394-99"], day=22)
    play(match, ("event", "withdrawal"), ("formation", "us-99"))
    assert active(match) == {"us-393-99"}
    match = command(
        "allied", 8, units, isolated=["us-394-99"], dispersed=["us-393-99", "us-424-106", "us-110-28"], day=22
    )
    assert refused(match, "event", "withdrawal") == "2.3-events"


@pytest.mark.rule("enemy_action", "9.24", "7.72:b", "11.51:a")
def test_paratroops_do_not_count_at_the_meuse() -> None:
    match = command("german", 46, FRONT | {"de-vdh": "0625"})
    s = state(match).clone()
    ground.entered(s, f.VDH, -1, f.HEX["0625"], "land")
    assert not s.reached_meuse
    s.place(f.VDH, f.HEX["0626"])
    ground.entered(s, f.VDH, f.HEX["0625"], f.HEX["0626"], "move")
    assert not s.reached_meuse and not s.crossed_meuse
    assert movement.is_bound(s, f.UNIT["uk-5-ga"])
    s.place(f.UNIT["de-3-2p"], f.HEX["0625"])
    ground.entered(s, f.UNIT["de-3-2p"], f.HEX["0624"], f.HEX["0625"], "move")
    assert s.reached_meuse and not s.crossed_meuse


@pytest.mark.rule("enemy_action", "7.61-retreat:b", "9.81")
def test_an_advance_outside_the_area_goes_homeward_hex_by_hex() -> None:
    """A unit of the 6th Panzer Army that has retreated to the south comes closer to its area with each hex of an advance."""
    units = {"de-3-2ss": "1417", "us-110-28": "1318"}
    for day, sideways in ((18, False), (20, True)):
        match = play(struck(units, "1318", (0, 2), day=day), "stand", ("unit", "de-3-2ss"))
        assert {"1318", "1217", "1218"} <= set(offered(match, "hex"))
        for place in ("1317", "1319"):
            assert (place in offered(match, "hex")) == sideways
            assert sideways or refused(match, "hex", place) == "7.61-retreat"
