"""Cases whose other tests look at one moment only, here played through: depots, the cup, retreated units, jammed bridges."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import ground
from ardennes.games.enemy_action.cards import out_of_fuel
from tests.rules.enemy_action.fights import combat, names, struck
from tests.rules.enemy_action.hands import FRONT, card, command, numbers
from tests.rules.enemy_action.moves import moving
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where

DEPOTS = ["0610", "0706", "1118", "1215", "1814"]


def evening(day: int, **more: Any) -> Match:
    """The end of a day; the next morning begins at once."""
    frames = [{"frame": "Day", "step": 0}, {"frame": "EndOfDay", "stage": 0}]
    discards = {"german": [47], "allied": [11]}
    return situation("", more.pop("units", FRONT), day=day, frames=frames, discards=discards, **more)


@pytest.mark.rule("enemy_action", "10.42:bc")
def test_all_five_depots_give_three_markers() -> None:
    s = state(moving({"de-3-2p": "1214"}, depots=DEPOTS, fuel_yes=["0706", "1215", "1814"])).clone()
    found = []
    for name in DEPOTS:
        beside = f.BOARD.neighbours(f.HEX[name])
        s.place(f.UNIT["de-3-2p"], beside.bit_length() - 1)
        ground.step(s, f.UNIT["de-3-2p"], f.HEX[name], "move")
        found.append(s.fuel)
    assert found == [0, 1, 1, 2, 3] and not s.depots and not s.fuel_yes
    ground.step(s, f.UNIT["de-3-2p"], f.HEX["1713"], "move")
    ground.step(s, f.UNIT["de-3-2p"], f.HEX["1814"], "move")
    assert s.fuel == 3  # nothing is left to be found


@pytest.mark.rule("enemy_action", "10.42:ce", "10.4:d")
def test_a_marker_of_17_december_is_spent_once_after_the_20th() -> None:
    match = evening(19, fuel=1, units=FRONT | {"de-12-12ss": "0805", "de-304-2p": "1606"})
    assert state(match).day == 20 and state(match).fuel == 1
    frames = [{"frame": "Day", "step": 3}, {"frame": "SupplyPhase", "stage": 3}]
    units = FRONT | {"de-12-12ss": "0805", "de-304-2p": "1606"}
    match = situation("", units, day=23, frames=frames, hand={"german": [41, 46, 47], "allied": [19]}, fuel=1)
    play(match, "spend")
    s = state(match)
    assert s.fuel == 0 and not s.nofuel >> f.UNIT["de-12-12ss"] & 1
    assert numbers(s.hand[f.GERMAN]) == [41, 47]  # the next formation had no marker left
    t = s.clone()
    t.hand[f.GERMAN] |= 1 << f.CARD[card(46)]
    out_of_fuel(t, f.CARD[card(46)])
    assert t.nofuel >> f.UNIT["de-304-2p"] & 1


@pytest.mark.rule("enemy_action", "9.41:c", "4-V:c")
def test_all_chits_are_back_in_the_morning() -> None:
    match = evening(18, cup=["chit-01", "chit-09"])
    assert state(match).day == 19 and state(match).cup == f.CHITS.all
    assert state(match).cup.bit_count() == 60


@pytest.mark.rule("enemy_action", "9.74:d")
def test_a_retreated_unit_defends_again_in_a_later_impulse() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "2016", "us-501-101": "1815", "us-502-101": "1915"}
    later = struck(units, "1815", (0, 1), attackers=["de-3-2p"], active=["de-3-2p", "de-304-2p"])
    play(later, "one", ("hex", "1915"))
    for _ in range(12):
        if asked(later)[0] == "chance":
            play(later, ("draw", offered(later, "draw")[0]))
        elif asked(later)[1] in ("Advance", "Combat", "Entrench"):
            play(later, "done")
    s = state(later)
    assert asked(later)[1] == "Impulse" and not s.retreated and not s.defended and not s.active
    again = combat(units | {"us-501-101": "1915", "de-304-2p": "2015"}, active=["de-304-2p"])
    play(again, ("target", "1915"))
    assert names(state(again).defenders) == {"us-501-101", "us-502-101"}


@pytest.mark.rule("enemy_action", "4.12:ab", "9.82:e")
def test_a_jammed_bridge_in_an_advance() -> None:
    """16 December: one unit over the bridge, another as if there were none, and that is all."""
    germans = ["de-3-2p", "de-304-2p", "de-2-2p"]
    units = dict.fromkeys(germans, "1707") | {"us-110-28": "1708", "de-62": "1205", "us-12-4": "2404"}
    more: dict[str, Any] = {"impulses": {"german": 5, "allied": 2}, "day": 16}
    match = struck(units, "1708", (0, 2), attackers=germans, **more)
    play(match, "stand", ("unit", "de-3-2p"))
    assert set(offered(match, "hex")) > {"1708"}  # over the bridge and on
    play(match, ("hex", "1708"), ("unit", "de-304-2p"))
    assert offered(match, "hex") == ["1708"] and refused(match, "hex", "1808") == "9.82"
    play(match, ("hex", "1708"))
    assert "unit" not in match.decision.choices or "de-2-2p" not in offered(match, "unit")
    assert where(match, "de-304-2p") == "1708" and where(match, "de-2-2p") == "1707"
    later = struck(units, "1708", (0, 2), attackers=germans, day=17)
    for unit in germans:
        play(later, *(["stand"] if unit == germans[0] else []), ("unit", unit), ("hex", "1708"))
    assert all(where(later, unit) == "1708" for unit in germans)


@pytest.mark.rule("enemy_action", "9.82:b")
def test_one_unit_over_a_bridge_into_an_enemy_zone() -> None:
    units = {"de-3-2p": "1707", "de-304-2p": "1707", "us-110-28": "1708", "us-109-28": "1808"}
    match = struck(units, "1708", (0, 2), attackers=["de-3-2p", "de-304-2p"], day=18)
    play(match, "stand", ("unit", "de-3-2p"), ("hex", "1708"))
    assert "unit" not in match.decision.choices or "de-304-2p" not in offered(match, "unit")


@pytest.mark.rule("enemy_action", "5.1:c")
def test_the_allied_engineers_event_can_be_answered_by_greif() -> None:
    units = FRONT | {"us-502-101": "1814"}
    match = command("allied", 13, units, day=18, hand={"german": [42, 46], "allied": [13, 19]})
    play(match, ("event", "engineers"))
    river = offered(match, "blow")[0]
    play(match, ("blow", river))
    assert asked(match) == ("german", "Greif")
    play(match, ("card", card(42)))
    assert river in f.RIVERS.list_of(state(match).bridges)
