"""10.4 German fuel shortages, Fuel Priority and fuel markers; what the Allied player learns of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes import Match
from ardennes.core.secrets import imagine
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.hands import card, draw, numbers, told
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state

SS = {"de-12-12ss": "0806", "de-25-12ss": "0806", "de-26-12ss": "0705", "us-26-1": "0707"}
FIRST = {"de-peiper-1ss": "0612", "de-1-1ss": "0810", "de-2-1ss": "0911"}


def check(day: int, hand: list[int], units: dict[str, str] | None = None, **more: Any) -> Match:
    """The German player has drawn all of these cards and checks them for fuel at the end of his impulse."""
    frames = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "german", "stage": 2}]
    more = {"impulses": {"german": 1, "allied": 0}, "frames": frames, "fresh": [card(n) for n in hand]} | more
    more.setdefault("pile", {"allied": [5]})
    return situation("", units or SS | FIRST, day=day, hand={"german": hand, "allied": [13]}, **more)


def names(units: int) -> set[str]:
    return set(f.UNIT_NAMES.list_of(units))


@pytest.mark.rule("enemy_action", "10.4:a")
def test_no_check_on_19_december() -> None:
    assert not f.rule_on("fuel", 19) and f.rule_on("fuel", 20)
    match = check(19, [41, 46])
    assert asked(match) == ("allied", "Impulse")
    assert numbers(state(match).hand[f.GERMAN]) == [41, 46]


@pytest.mark.rule("enemy_action", "10.4:bd", "4-IV-replenish:c", "2.3-no-fuel:a")
def test_12th_ss_on_23_december() -> None:
    match = check(
        23, [41, 47], pile={"german": [50], "allied": [5]}, discards={"german": [39, 63, 65, 66, 35, 36, 45, 56]}
    )
    s = state(match)
    assert asked(match) == ("allied", "Impulse")
    assert names(s.nofuel) == {"de-12-12ss", "de-25-12ss", "de-26-12ss"}
    assert numbers(s.hand[f.GERMAN]) == [47] and 41 in numbers(s.discards[f.GERMAN])
    assert numbers(s.pile[f.GERMAN]) == [50]


@pytest.mark.rule("enemy_action", "10.4:cf")
def test_1st_ss_on_22_and_nobody_on_24_december() -> None:
    s = state(check(22, [41, 47]))
    assert names(s.nofuel) == set(FIRST)
    s = state(check(24, [41, 47]))
    assert not s.nofuel and numbers(s.hand[f.GERMAN]) == [41, 47]
    assert not s.shown and not s.fresh


@pytest.mark.rule("enemy_action", "10.4:e", "10.41:e")
def test_a_formation_that_is_not_on_the_map() -> None:
    match = check(23, [41, 47], {"us-26-1": "0707", "de-12-12ss": "reserve", "de-62": "1205"})
    assert numbers(state(match).hand[f.GERMAN]) == [47] and not state(match).nofuel


@pytest.mark.rule("enemy_action", "10.41:d")
def test_isolated_units_get_no_marker() -> None:
    match = check(23, [41, 47], isolated=["de-26-12ss"], oos=["de-25-12ss"])
    assert names(state(match).nofuel) == {"de-12-12ss", "de-25-12ss"}
    assert numbers(state(match).hand[f.GERMAN]) == [47]


@pytest.mark.rule("enemy_action", "10.42:ce", "10.4")
def test_a_fuel_marker_keeps_the_card() -> None:
    match = check(23, [41, 46, 47], fuel=1)
    assert asked(match) == ("german", "NoFuel")
    assert match.decision.prompt == "12th SS Panzer Division has no fuel today: discard its card, or find fuel for it?"
    assert refused(match, "priority", card(46)) == "10.4"
    assert refused(match, "discard", card(46)) == "10.4"
    play(match, "spend")
    s = state(match)  # the card of the 2nd Panzer Division has no fuel either, and no marker is left
    assert s.fuel == 0
    assert numbers(s.hand[f.GERMAN]) == [41, 47] and numbers(s.shown) == [41]
    assert not s.nofuel


@pytest.mark.rule("enemy_action", "10.42")
def test_he_may_keep_the_marker() -> None:
    match = check(23, [41, 47], fuel=1)
    play(match, ("discard", card(41)))
    assert state(match).fuel == 1 and numbers(state(match).hand[f.GERMAN]) == [47]
    assert len(names(state(match).nofuel)) == 3


@pytest.mark.rule("enemy_action", "10.4")
def test_fuel_priority_by_its_own_card_or_another() -> None:
    match = check(23, [41, 39, 46, 47])
    assert asked(match) == ("german", "NoFuel")
    assert refused(match, "spend") == "10.42"
    assert set(offered(match, "priority")) == {card(39), card(46), card(47)}
    assert refused(match, "priority", card(41)) == "10.4"
    kinds = [e[0] for e in told(match, "priority", card(47))]
    assert kinds[:2] == ["shows", "fuel_priority"]
    play(match, ("priority", card(47)))
    s = state(match)  # once per day: the card of the 2nd Panzer Division is lost
    assert s.fuel_priority
    assert numbers(s.hand[f.GERMAN]) == [39, 41]
    assert numbers(s.shown) == [39, 41] and not s.nofuel & f.IN_GROUP[f.GROUP["de-12ss"]]
    match = check(23, [41, 39, 47])
    play(match, ("priority", card(39)))
    assert numbers(state(match).hand[f.GERMAN]) == [41, 47] and numbers(state(match).shown) == [41]


@pytest.mark.rule("enemy_action", "10.4")
def test_an_army_card_is_discarded_itself() -> None:
    match = check(23, [41, 45, 47])
    assert offered(match, "priority") == [card(45)]
    assert refused(match, "priority", card(47)) == "10.4"


@pytest.mark.rule("enemy_action", "10.4")
def test_which_of_two_priority_cards_is_shown() -> None:
    match = check(23, [41, 39, 65, 47])
    play(match, ("priority", card(47)))
    assert asked(match) == ("german", "ShowPriority")
    assert offered(match, "card") == [card(39), card(65)]
    assert refused(match, "card", card(41)) == "10.4"
    assert match.position_for("allied")["frames"][-1] == {"frame": "NoFuel", "card": card(41)}
    for side in ("allied", None):
        assert state(match.branch(side, seed=1)).hand[f.GERMAN] & state(match).shown == state(match).shown
    play(match, ("card", card(65)))
    assert numbers(state(match).shown) == [41, 65]
    for side in ("allied", None):
        assert 65 in numbers(state(match.branch(side, seed=1)).hand[f.GERMAN]), "what was shown is still known"
    assert 47 in numbers(state(match).discards[f.GERMAN])


@pytest.mark.rule("enemy_action", "10.4")
def test_the_card_of_the_3rd_panzergrenadiers_may_show_itself() -> None:
    match = check(24, [63, 47], {"de-8-3pg": "0604", "us-26-1": "0707"})
    assert offered(match, "priority") == [card(47)]
    play(match, ("priority", card(47)))
    assert numbers(state(match).hand[f.GERMAN]) == [63] and not state(match).nofuel


def test_being_asked_tells_nothing() -> None:
    """Whether he is asked depends on what he may hold, not on what he holds."""
    seen = []
    for hand, pile in (([41, 47, 39], [48]), ([41, 47, 48], [39])):
        match = check(23, hand, pile={"german": pile, "allied": [5]})
        seen.append((asked(match), match.decision.prompt, match.view("allied")["asked"]))
    prompt = "12th SS Panzer Division has no fuel today: discard its card, or find fuel for it?"
    assert seen[0] == seen[1] == (("german", "NoFuel"), prompt, "german")


def test_cards_with_fuel_stay_hidden() -> None:
    match = check(23, [41, 47, 39])
    view, position = match.view("allied"), match.position_for("allied")
    assert position["hand"]["german"] == {"hidden": {"german": 3}}
    assert position["shown"] == [card(41)]
    assert position["fresh"] == {"hidden": {"german": 2}}
    assert view["hand"] == [card(13)]
    for seed in range(20):
        s = imagine(GAME, state(match), f.ALLIED, random.Random(seed))
        assert s.hand[f.GERMAN] >> f.CARD[card(41)] & 1  # type: ignore[attr-defined]
        assert s.decision is not None and s.decision.side == "german"


@pytest.mark.rule("enemy_action", "4-IV-replenish:c")
def test_cards_drawn_at_the_end_of_the_impulse_are_checked() -> None:
    frames = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "german", "stage": 1}]
    more: dict[str, Any] = {"impulses": {"german": 1, "allied": 0}, "frames": frames}
    hand = {"german": [46, 47], "allied": [13]}  # 46 was checked before: it is safe for the day
    match = situation("", SS, day=23, hand=hand, pile={"german": [41, 50], "allied": [5]}, **more)
    draw(match)
    assert numbers(state(match).hand[f.GERMAN]) == [46, 47, 50]
    assert len(names(state(match).nofuel)) == 3


@pytest.mark.rule("enemy_action", "10.4")
def test_the_whole_hand_is_checked_in_the_supply_phase() -> None:
    from ardennes.games.enemy_action.cards import check_hand

    s = state(check(23, [41, 46, 47], fresh=[], frames=[{"frame": "Day", "step": 3}])).clone()
    check_hand(s)
    s.settle()
    assert numbers(s.hand[f.GERMAN]) == [47]


@pytest.mark.rule("enemy_action", "10.4")
def test_fuel_priority_once_per_day() -> None:
    match = check(23, [41, 39, 47], fuel=1, fuel_priority=True)
    assert set(match.decision.choices) == {"discard", "spend"}
    why = match.explain("priority", card(39))
    assert why is not None and (why.case, why.reason) == ("10.4", "Fuel Priority can be used once per day")
    assert asked(check(23, [41, 39, 47], fuel_priority=True)) == ("allied", "Impulse")
