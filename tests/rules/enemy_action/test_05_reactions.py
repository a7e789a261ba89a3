"""5.1, 7.33, 7.9 Reactions: roadblocks, demolition of bridges, Operation Greif; and that being asked tells nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes import Match
from ardennes.core.secrets import imagine
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.reactions import open_demolition, roadblock_hexes
from tests.rules.enemy_action.hands import card, command, numbers
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where

UNITS = {"de-3-2p": "1607", "de-62": "1205", "us-110-28": "1810", "us-424-106": "1209"}


def activated(hand: dict[str, list[int]] | None = None, **more: Any) -> Match:
    """A German activation starts."""
    hand = hand or {"german": [47, 42], "allied": [13, 19]}
    return play(command("german", 47, more.pop("units", UNITS), hand=hand, **more), ("formation", "xlvii"))


@pytest.mark.rule("enemy_action", "7.9:ab", "5.1:d", "10-hexes:c")
def test_one_card_places_two_roadblocks() -> None:
    match = activated()
    assert asked(match) == ("allied", "Roadblocks")
    assert offered(match, "card") == [card(13)]
    assert refused(match, "card", card(19)) == "5.1"
    play(match, ("card", card(13)))
    assert asked(match) == ("allied", "PlaceRoadblocks")
    assert refused(match, "done") == "7.9"
    first, second = offered(match, "hex")[:2]
    assert refused(match, "hex", "1607") == "7.9"
    play(match, ("hex", first))
    assert refused(match, "hex", first) == "7.9"
    play(match, ("hex", second))
    assert set(f.HEX_NAMES.list_of(state(match).roadblocks)) == {first, second}
    assert numbers(state(match).discards[f.ALLIED]) == [13]
    assert asked(match) != ("allied", "PlaceRoadblocks")


@pytest.mark.rule("enemy_action", "7.9")
def test_one_roadblock_is_enough() -> None:
    match = activated()
    play(match, ("card", card(13)))
    play(match, ("hex", offered(match, "hex")[0]), "done")
    assert state(match).roadblocks.bit_count() == 1


@pytest.mark.rule("enemy_action", "7.9:b", "7.9")
def test_where_roadblocks_may_be_placed() -> None:
    match = activated()
    s = state(match)
    free = roadblock_hexes(s)
    assert free and not free & ~f.ROAD_HEXES
    assert not free & f.BOARD.grow(s.occupied(f.GERMAN), 1)
    assert not free & s.occupied(f.ALLIED)
    assert not free & s.towns(f.GERMAN)
    play(match, ("card", card(13)))
    beside = f.HEX_NAMES.list_of(f.BOARD.neighbours(f.HEX["1607"]) & f.ROAD_HEXES & ~s.towns(f.GERMAN))[0]
    assert refused(match, "hex", beside) == "7.9"
    off = f.HEX_NAMES.list_of(~f.ROAD_HEXES & f.ALL)[0]
    assert refused(match, "hex", off) == "7.9"
    assert refused(match, "hex", "1810") == "7.9"
    rear = f.SOURCES[f.GERMAN] & ~f.BUILT & ~f.BOARD.grow(s.occupied(f.GERMAN), 1)
    assert refused(match, "hex", f.HEX_NAMES.list_of(rear)[0]) == "10-hexes"


@pytest.mark.rule("enemy_action", "7.9")
def test_no_roadblock_in_a_german_town() -> None:
    towns = f.TOWNS & f.ROAD_HEXES & ~f.GERMAN_GROUND
    far = next(n for n in f.HEX_NAMES.list_of(towns) if f.COLUMN[f.HEX[n]] > 18)
    for german, free in ((False, True), (True, False)):
        owned = f.HEX_NAMES.list_of(f.GERMAN_TOWNS) + ([far] if german else [])
        match = play(activated(german_towns=owned), ("card", card(13)))
        assert (far in offered(match, "hex")) == free
    assert refused(match, "hex", far) == "7.9"


@pytest.mark.rule("enemy_action", "7.9-manteuffel:ab")
def test_manteuffel_directs_traffic() -> None:
    match = activated(manteuffel=True, day=18, roadblocks=["1810"], units=UNITS | {"us-110-28": "2010"})
    s = state(match)
    assert f.HEX_NAMES.list_of(s.roadblocks) == ["1810"]
    army = s.places_of(s.group(f.GROUP["army-5pa"]))
    near, far = f.BOARD.grow(army, 4), f.BOARD.grow(army, 5)
    free = roadblock_hexes(s)
    assert free & far & ~near and not free & near
    play(match, ("card", card(13)))
    s.manteuffel = False
    banned = f.HEX_NAMES.list_of(roadblock_hexes(s) & near)[0]
    s.manteuffel = True
    assert refused(match, "hex", banned) == "7.9-manteuffel"


@pytest.mark.rule("enemy_action", "7.9:c", "4.11:d", "4.13")
def test_no_reaction_in_surprise_impulses_but_roadblocks_on_16_december() -> None:
    for impulses, window in (({"german": 3, "allied": 0}, False), ({"german": 4, "allied": 1}, True)):
        match = activated(day=16, impulses=impulses)
        assert (asked(match)[1] == "Roadblocks") == window


@pytest.mark.rule("enemy_action", "5.1:b")
def test_no_reaction_in_the_own_impulse() -> None:
    match = play(command("allied", 19, UNITS, hand={"german": [47], "allied": [13, 19]}), ("formation", "us-106"))
    assert asked(match)[1] != "Roadblocks"


def test_the_window_depends_on_what_is_public() -> None:
    for hand, more, window in (
        ([13], {}, True),
        ([19], {"pile": {"allied": [13]}}, True),
        ([19], {"available": {"allied": [13]}}, True),
        ([19], {"discards": {"allied": [13]}}, False),
        ([19], {"rested": {"allied": [13]}}, False),
        ([], {"pile": {"allied": [13]}}, False),
    ):
        match = activated({"german": [47, 42], "allied": hand}, **more)
        assert (asked(match)[1] == "Roadblocks") == window, (hand, more)
        if window:
            assert ("card" in match.decision.choices) == (13 in hand)
            before = state(match).barrier
            play(match, "pass")
            assert state(match).barrier > before


# --- demolition -------------------------------------------------------------------------------------------------------


def at_bridge(hand: dict[str, list[int]] | None = None, day: int = 17, **more: Any) -> Match:
    """A German unit is on the move in 1607-ish country, next to a bridge whose far end is in Allied supply."""
    river = bridge()
    near, _ = ends(river)
    hand = hand or {"german": [46, 42], "allied": [13, 19]}
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 3},
        {"frame": "Movement", "side": "german"},
    ]
    units = {"de-3-2p": near, "us-110-28": "1813", "us-424-106": "1209"} | more.pop("units", {})
    more = {"active": ["de-3-2p"], "mode": "formation", "impulses": {"german": 1, "allied": 0}} | more
    return situation("", units, day=day, hand=hand, frames=frames, **more)


def bridge() -> str:
    """An Allied bridge in the middle of the map."""
    return next(r for r in f.RIVERS.list_of(f.PRINTED_BRIDGES & ~f.GERMAN_BRIDGES & ~f.MEUSE_SIDES) if r > "1005")


def ends(river: str) -> tuple[str, str]:
    """The eastern and the western end of a bridge."""
    a, b = river.split("-")
    return (a, b) if f.COLUMN[f.HEX[a]] <= f.COLUMN[f.HEX[b]] else (b, a)


def opened(match: Match) -> Match:
    """The window of the demolition is opened by hand on top of the stack."""
    s = state(match)
    assert open_demolition(s, f.UNIT["de-3-2p"], s.at[f.UNIT["de-3-2p"]])
    s.settle()
    return match


@pytest.mark.rule("enemy_action", "7.33:a", "5.1")
def test_the_allied_player_may_blow_the_bridge() -> None:
    match = opened(at_bridge())
    river = bridge()
    assert asked(match) == ("allied", "Demolition")
    play(match, ("card", card(13)))
    assert asked(match) == ("allied", "Demolition") and not state(match).discards[f.ALLIED]
    assert river in offered(match, "blow")
    assert refused(match, "blow", "1802-1803") == "7.33"
    play(match, ("blow", river))
    assert asked(match) == ("german", "Greif")
    assert numbers(state(match).discards[f.ALLIED]) == [13]
    play(match, "pass")
    assert river not in f.RIVERS.list_of(state(match).bridges)


@pytest.mark.rule("enemy_action", "7.33:d", "5.1:c")
def test_greif_saves_the_bridge() -> None:
    match = opened(at_bridge())
    play(match, ("card", card(13)), ("blow", bridge()), ("card", card(42)))
    assert bridge() in f.RIVERS.list_of(state(match).bridges)
    assert numbers(state(match).discards[f.GERMAN]) == [42]


@pytest.mark.rule("enemy_action", "7.33:ae", "4.13:c", "10-hexes:a")
def test_no_demolition_on_16_december_or_without_engineers() -> None:
    unit = f.UNIT["de-3-2p"]
    s = state(at_bridge(day=16, impulses={"german": 5, "allied": 2}))
    assert not open_demolition(s, unit, s.at[unit])
    s = state(at_bridge({"german": [46], "allied": [19]}))
    assert not open_demolition(s, unit, s.at[unit])
    s = state(at_bridge())
    s.bridges = 0
    assert not open_demolition(s, unit, s.at[unit])


@pytest.mark.rule("enemy_action", "7.33:a")
def test_picking_a_card_is_no_secret_given_away() -> None:
    match = opened(at_bridge({"german": [46, 42], "allied": [13, 19]}, pile={"allied": [14, 20]}))
    before = match.position_for("german"), match.view("german")
    play(match, ("card", card(13)))
    assert (match.position_for("german"), match.view("german")) == before
    s = imagine(GAME, state(match), f.GERMAN, random.Random(0))
    assert s.decision is not None and s.decision.side == "allied" and s.stack[-1].card == -1  # type: ignore[attr-defined]
    play(match, "pass")
    assert asked(match) == ("german", "Movement"), "a picked card can still be kept"
    assert 13 in numbers(state(match).hand[f.ALLIED])


@pytest.mark.rule("enemy_action", "7.33:a", "10-hexes:a")
def test_only_a_bridge_with_an_end_in_allied_supply_can_be_blown() -> None:
    units = {"de-3-2p": "1522", "de-304-2p": "1421"}  # bridges to 1421 and 1523
    match = opened(at_bridge(day=18, units=units))
    play(match, ("card", card(13)))
    assert offered(match, "blow") == ["1522-1523"] and refused(match, "blow", "1421-1522") == "10-hexes"


@pytest.mark.rule("enemy_action", "7.33:a")
def test_the_very_first_card_can_be_kept_too() -> None:
    match = opened(at_bridge({"german": [46, 42], "allied": [1, 19]}, pile={"allied": [14, 20]}))
    play(match, ("card", card(1)), "pass")
    assert asked(match) == ("german", "Movement") and 1 in numbers(state(match).hand[f.ALLIED])


@pytest.mark.rule("enemy_action", "7.33:bd")
@pytest.mark.parametrize("saved", [False, True])
def test_the_moving_unit_may_not_cross_a_bridge_blown_in_its_face(saved: bool) -> None:
    near, far = ends(bridge())
    match = at_bridge()
    play(match, ("unit", "de-3-2p"))
    assert far in offered(match, "hex")
    play(match, ("hex", far))
    assert asked(match) == ("allied", "Demolition")
    play(match, ("card", card(13)), ("blow", bridge()))
    play(match, ("card", card(42)) if saved else "pass")
    while asked(match) == ("allied", "Demolition"):
        play(match, "pass")
    if saved:
        assert where(match, "de-3-2p") == far
        return
    assert where(match, "de-3-2p") == near
    assert asked(match) == ("german", "Move")
    assert refused(match, "hex", far) == "7.33"
    assert offered(match, "hex")
