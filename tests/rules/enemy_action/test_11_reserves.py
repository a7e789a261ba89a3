"""Rulebook 4-I, 11: the Reserve Phase, deploying reserves, the OKW Reserve, XXX Corps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action import reserves, supply
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, start, state, where

CARDS: dict[str, Any] = {"hand": {"german": [46], "allied": [5]}}
PANZER = ["de-10-10ss", "de-21-10ss", "de-22-10ss", "de-15-11p"]
OKW = dict.fromkeys(PANZER, "okw")


def bringing(side: str, units: dict[str, str], which: Iterable[str], one: bool = False, **fields: Any) -> Match:
    """A side brings in reserves with a card; those named can come."""
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": side, "stage": 1},
        {"frame": "Deploy", "side": side, "units": [*which], "one": one, "unit": None},
    ]
    fields.setdefault("day", 17)
    fields.setdefault("impulses", {"german": 5, "allied": 5})
    return situation("", {**units, **dict.fromkeys(which, "reserve")}, frames=frames, **CARDS, **fields)


def places(match: Match, unit: str) -> set[str]:
    """Where a reserve unit can be placed."""
    return set(f.HEX_NAMES.list_of(reserves.places(state(match), f.UNIT[unit])))


def far(match: Match, place: str, other: str) -> int:
    return f.BOARD.distance(f.HEX[place], f.HEX[other])


def phase(units: dict[str, str], day: int, **fields: Any) -> Match:
    return situation("reserves", units, day=day, **CARDS, **fields)


# --- the Reserve Phase (4-I, 11.3) ------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4-I:a")
def test_delayed_reserves_come_without_a_card_germans_first() -> None:
    units = {"de-304-2p": "1606", "de-2-2p": "reserve", "us-8-4": "reserve", "us-12-4": "2406", "us-cca-4a": "calendar"}
    match = phase(units, 20, due={"us-cca-4a": 20})
    assert where(match, "us-cca-4a") == "reserve"
    assert asked(match) == ("allied", "Deploy")  # de-2-2p has no printed date
    assert offered(match, "unit") == ["us-8-4"]
    play(match, ("unit", "us-8-4"), ("hex", "2406"))
    assert where(match, "us-8-4") == "2406"
    towns, crossings = f.HEX_NAMES.list_of(f.BUILT), f.RIVERS.list_of(f.PRINTED_BRIDGES)
    both = phase(
        {"de-506": "reserve", "de-501": "0903", "de-62": "1025", "us-8-4": "reserve", "us-12-4": "2619", **OKW},
        20,
        german_towns=[town for town in towns if town < "2200"],
        german_bridges=crossings,
    )
    assert asked(both) == ("german", "Deploy")
    play(both, "done")
    assert asked(both) == ("allied", "Deploy") and not state(both).okw_released
    play(both, "done")
    assert state(both).okw_released


@pytest.mark.rule("enemy_action", "4-I:bc", "11.3:ab")
@pytest.mark.parametrize(
    ("unit", "day", "free"), [("us-8-4", 17, 0), ("us-8-4", 18, 1), ("us-16-1", 18, 0), ("us-16-1", 19, 1)]
)
def test_two_days_after_the_printed_date(unit: str, day: int, free: int) -> None:
    match = phase({unit: "reserve", "us-12-4": "2406", "us-23-2": "0606"}, day)
    assert bool(reserves.delayed(state(match), f.ALLIED)) == bool(free)
    assert (asked(match) == ("allied", "Deploy")) == bool(free)


@pytest.mark.rule("enemy_action", "15.5-other:d")
@pytest.mark.parametrize(("scenario", "day", "free"), [("campaign", 24, 1), ("crisis", 26, 0), ("crisis", 27, 1)])
def test_two_days_after_the_date_in_the_crisis(scenario: str, day: int, free: int) -> None:
    match = phase({"us-cca-2a": "reserve", "us-333-84": "1219"}, day, scenario=scenario)
    assert bool(reserves.delayed(state(match), f.ALLIED)) == bool(free)


@pytest.mark.rule("enemy_action", "11.3:c")
def test_the_printed_date_counts() -> None:
    match = phase({"us-501-101": "calendar", "us-8-4": "2406"}, 20, due={"us-501-101": 20})
    assert asked(match) == ("allied", "Deploy") and offered(match, "unit") == ["us-501-101"]
    waiting = phase({"us-501-101": "calendar", "us-8-4": "2406"}, 20, due={"us-501-101": 21})
    assert asked(waiting)[1] != "Deploy"


@pytest.mark.rule("enemy_action", "11.3:d")
def test_delayed_units_are_strategic_reserves() -> None:
    match = phase({"us-8-4": "reserve", "us-12-4": "2403", "de-276": "2304"}, 18)
    assert reserves.is_strategic(state(match), f.UNIT["us-8-4"])
    play(match, ("unit", "us-8-4"))
    assert far(match, "2612", "2403") > 3 and "2612" in offered(match, "hex")
    assert refused(match, "hex", "2404") == "11.1-standard"  # too close to the enemy
    assert refused(match, "hex", "1814") == "11.1-standard"  # outside the XII Corps area


@pytest.mark.rule("enemy_action", "11:a")
def test_units_on_the_calendar_wait_for_their_day() -> None:
    match = phase({"us-cca-4a": "calendar", "us-8-4": "2406"}, 21, due={"us-cca-4a": 22})
    assert where(match, "us-cca-4a") == "calendar"
    assert not reserves.places(state(match), f.UNIT["us-cca-4a"])


@pytest.mark.rule("enemy_action", "11:b")
def test_the_reserves_of_the_first_day_are_in_the_box() -> None:
    match = start()
    while match.decision.side == "chance" and "hex" in match.decision.choices:
        play(match, ("hex", offered(match, "hex")[0]))
    box = set(f.UNIT_NAMES.list_of(state(match).in_box(f.RESERVE)))
    assert box == {"us-26-1", "us-ccb-9a", "us-ccr-9a", "us-8-4", "us-22-4"}
    card = {"german": [46], "allied": [5]}
    units = {"us-26-1": "reserve", "us-23-2": "0606"}
    turn = situation("allied-impulse", units, day=16, hand=card, impulses={"german": 3, "allied": 1})
    play(turn, ("card", "card-05"), "deploy", ("unit", "us-26-1"))
    assert offered(turn, "hex")


# --- placing (11.1) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "11.1:abc")
def test_units_may_stay_and_do_not_move() -> None:
    match = bringing("allied", {"us-12-4": "2406", "us-cca-10a": "reserve"}, ["us-8-4", "us-22-4"])
    assert refused(match, "unit", "us-cca-10a") == "11.1"
    play(match, ("unit", "us-8-4"), ("hex", "2506"), "done")
    assert where(match, "us-8-4") == "2506" and where(match, "us-22-4") == "reserve"
    assert not state(match).active and match.decision.side != "allied"  # no movement, no combat


@pytest.mark.rule("enemy_action", "11.1-standard:ac", "10.23:e")
@pytest.mark.parametrize(
    ("place", "enemy", "distance", "fine"),
    [
        ("2506", "2606", 1, False),
        ("2506", "2504", 2, False),
        ("2506", "2503", 3, True),
        ("2608", "2609", 1, False),  # at the map edge
        ("2608", "2510", 2, True),
    ],
)
def test_reserves_keep_away_from_enemy_units(place: str, enemy: str, distance: int, fine: bool) -> None:
    units = {"us-12-4": "2406", "de-276": enemy}
    match = bringing("allied", units, ["us-8-4"], day=16, dispersed=["de-276"])
    play(match, ("unit", "us-8-4"))
    assert far(match, place, enemy) == distance
    if fine:
        assert place in offered(match, "hex")
    else:
        assert refused(match, "hex", place) == "11.1-standard"
    alone = bringing("allied", units, ["us-8-4"], day=16, isolated=["de-276"])
    play(alone, ("unit", "us-8-4"))
    assert place in offered(alone, "hex")
    assert refused(alone, "hex", enemy) in ("7.1-entry", "11.1-standard")


@pytest.mark.rule("enemy_action", "11.1-standard:b")
@pytest.mark.parametrize(
    ("place", "mate", "town", "distance", "fine"),
    [
        ("2506", "2406", "2508", 2, False),
        ("2506", "2406", "2403", 3, True),
        ("2608", "2406", "2508", 1, False),  # at the map edge
        ("2614", "2613", "2612", 2, True),
    ],
)
def test_reserves_keep_away_from_enemy_towns(place: str, mate: str, town: str, distance: int, fine: bool) -> None:
    match = bringing("allied", {"us-12-4": mate}, ["us-8-4"], day=16, german_towns=[town])
    play(match, ("unit", "us-8-4"))
    assert far(match, place, town) == distance
    if fine:
        assert place in offered(match, "hex")
    else:
        assert refused(match, "hex", place) == "11.1-standard"


@pytest.mark.rule("enemy_action", "11.1-standard:de")
def test_division_then_corps_then_army() -> None:
    corps = {"us-cca-10a": "2612"}
    match = bringing("allied", {"us-12-4": "2406", **corps}, ["us-8-4"], day=16)
    play(match, ("unit", "us-8-4"))
    assert all(far(match, h, "2406") <= 3 for h in offered(match, "hex"))
    assert refused(match, "hex", "2612") == "11.1-standard"
    none = bringing("allied", corps, ["us-8-4"], day=16)
    assert places(none, "us-8-4") and all(far(none, h, "2612") <= 3 for h in places(none, "us-8-4"))
    enemy = {"de-276": "2505", "de-352": "2509", "de-79": "2408"}
    cut = bringing("allied", {"us-12-4": "2406", **corps, **enemy}, ["us-8-4"], day=16, dispersed=[*enemy])
    assert places(cut, "us-8-4") and all(far(cut, h, "2406") > 3 >= far(cut, h, "2612") for h in places(cut, "us-8-4"))
    army = bringing("allied", {"us-109-28": "2312"}, ["us-8-4"], day=16)
    assert places(army, "us-8-4") and all(far(army, h, "2312") <= 3 for h in places(army, "us-8-4"))


@pytest.mark.rule("enemy_action", "11.1-standard:fg", "7.4-enforcement:d", "7.7:ab")
def test_road_area_and_room() -> None:
    full = {"us-12-4": "2406", "us-cca-10a": "2406", "us-ccb-10a": "2406"}
    for day in (17, 24):
        match = bringing("allied", full, ["us-8-4"], day=day)
        play(match, ("unit", "us-8-4"))
        assert refused(match, "hex", "2507") == "11.1-standard"  # no road
        assert refused(match, "hex", "2406") == "7.4"
        assert refused(match, "hex", "1814") == "11.1-standard"  # outside the XII Corps area
    away = [town for town in f.HEX_NAMES.list_of(f.BUILT) if far(match, town, "1009") >= 3]
    open_, cut = (bringing("allied", {"us-109-28": "1009"}, ["us-110-28"], german_towns=t) for t in ([], away))
    assert "1009" in places(open_, "us-110-28")
    assert not supply.heads(state(cut), f.ALLIED) >> f.HEX["1009"] & 1 and "1009" not in places(cut, "us-110-28")


@pytest.mark.rule("enemy_action", "11.1-standard:h")
def test_a_unit_without_a_hex_stays() -> None:
    match = bringing("allied", {"us-23-2": "0606"}, ["us-8-4", "us-26-1"], day=16)
    assert refused(match, "unit", "us-8-4") == "11.1-standard"
    assert not reserves.deployable(state(match), f.ALLIED, 1 << f.UNIT["us-8-4"])


@pytest.mark.rule("enemy_action", "2.1-boundaries:b")
def test_german_areas_bind_reserves_until_the_twentieth() -> None:
    units = {"de-501": "1304", "de-506": "reserve"}
    bound = bringing("german", units, ["de-506"], day=19)
    free = bringing("german", units, ["de-506"], day=20)
    area = f.ARMY_AREA["6pa"]
    assert all(area >> f.HEX[h] & 1 for h in places(bound, "de-506"))
    assert any(not area >> f.HEX[h] & 1 for h in places(free, "de-506"))


@pytest.mark.rule("enemy_action", "11.1-strategic:ac")
def test_strategic_reserves_need_no_friends_near() -> None:
    units = {"us-cca-9a": "2205", "us-12-4": "2406"}
    first = bringing("allied", units, ["us-ccb-9a", "us-8-4"], day=16)
    assert any(far(first, h, "2205") > 3 for h in places(first, "us-ccb-9a"))
    assert all(far(first, h, "2406") <= 3 for h in places(first, "us-8-4"))
    later = bringing("allied", units, ["us-8-4"], day=17)
    assert any(far(later, h, "2406") > 3 for h in places(later, "us-8-4"))


@pytest.mark.rule("enemy_action", "11.1-strategic:b")
def test_strategic_reserves_keep_five_hexes_away() -> None:
    units = {"us-110-28": "2010", "de-62": "1513"}
    match = bringing("allied", units, ["us-ccb-9a"], day=17, german_towns=[], dispersed=["de-62"])
    play(match, ("unit", "us-ccb-9a"))
    for place in ("1714", "1814", "1914", "1819"):
        distance = far(match, place, "1513")
        if far(match, place, "2010") > 3:
            assert (place in offered(match, "hex")) == (distance >= 5), place
    assert far(match, "1714", "1513") < 5 and refused(match, "hex", "1714") in ("11.1-strategic", "11.1-standard")
    edge = bringing("allied", {"us-110-28": "2010", "de-276": "2510"}, ["us-8-4"], day=17, dispersed=["de-276"])
    assert far(edge, "2608", "2510") == 2 and "2608" in places(edge, "us-8-4")
    assert far(edge, "2509", "2510") == 1 and "2509" not in places(edge, "us-8-4")


@pytest.mark.rule("enemy_action", "11.1-strategic:d")
def test_germans_have_no_strategic_reserves() -> None:
    match = bringing("german", {"de-501": "0903"}, ["de-506"], day=22)
    assert all(far(match, h, "0903") <= 3 for h in places(match, "de-506"))


@pytest.mark.rule("enemy_action", "12.1-effects:a")
@pytest.mark.parametrize(
    ("unit", "place", "day", "distance"),
    [("us-8-4", "2506", 16, 3), ("us-8-4", "2608", 16, 2), ("us-ccb-9a", "1814", 17, 5), ("uk-5-ga", "1127", 22, 2)],
)
def test_distances_to_enemy_towns(unit: str, place: str, day: int, distance: int) -> None:
    units = {"us-12-4": "2406"}
    clear = bringing("allied", units, [unit], day=day)
    assert place in places(clear, unit)
    tried = set()
    for town in f.HEX_NAMES.list_of(f.BUILT):
        away = far(clear, place, town)
        if 1 <= away <= distance and town != "2406":
            taken = bringing("allied", units, [unit], day=day, german_towns=[town])
            assert (place in places(taken, unit)) == (away == distance), town
            tried.add(away < distance)
    assert True in tried


# --- several units (11.2) ---------------------------------------------------------------------------------------------

ARMORED = ["us-cca-3a", "us-ccb-3a", "us-ccr-3a"]


@pytest.mark.rule("enemy_action", "11.2:a", "11.1-illustrations:c")
def test_a_division_goes_to_one_hex() -> None:
    match = bringing("allied", {"us-12-4": "2406"}, ARMORED, day=19)
    play(match, ("unit", "us-cca-3a"), ("hex", "0814"), ("unit", "us-ccb-3a"))
    assert offered(match, "hex") == ["0814"]
    assert refused(match, "hex", "0715") == "11.2"
    whole = bringing("allied", {"us-12-4": "2406"}, ARMORED, day=19)
    play(whole, ("unit", "us-cca-3a"), ("stack", "0814"))
    assert {where(whole, u) for u in ARMORED} == {"0814"}


@pytest.mark.rule("enemy_action", "11.2:bc", "11.2-illustration:a")
def test_a_unit_just_placed_counts_for_the_next() -> None:
    match = start()
    while match.decision.side == "chance" and "hex" in match.decision.choices:
        play(match, ("hex", offered(match, "hex")[0]))
    s = state(match).clone()
    one, two = f.UNIT["us-26-1"], f.UNIT["us-47-9"]
    s.place(two, f.RESERVE)
    s.turn = 1
    spa, stavelot = f.HEX["0512"], f.HEX["0711"]
    before = reserves.places(s, two)
    assert not before >> spa & 1 and not before >> stavelot & 1
    reserves.deploy(s, one, f.HEX["0609"])
    after = reserves.places(s, two)
    assert after >> spa & 1 and after >> stavelot & 1


@pytest.mark.rule("enemy_action", "11.2:d")
def test_two_cards_two_hexes() -> None:
    match = bringing("allied", {"us-12-4": "2406", "us-cca-3a": "0814"}, ["us-ccb-3a"], day=19)
    assert len(places(match, "us-ccb-3a")) > 1


EAGLES = ["us-501-101", "us-502-101", "us-506-101", "us-327-101"]


@pytest.mark.rule("enemy_action", "11.2-airborne:ac")
def test_an_airborne_division_goes_to_two_adjacent_hexes() -> None:
    match = bringing("allied", {"us-12-4": "2406"}, EAGLES, day=18)
    play(match, ("unit", EAGLES[0]), ("hex", "1814"), ("unit", EAGLES[1]))
    assert refused(match, "hex", "1513") == "11.2-airborne"  # not adjacent
    assert refused(match, "hex", "1815") == "11.1-standard"  # no road
    play(match, ("hex", "1813"))
    assert refused(match, "done") == "11.2-airborne"
    play(match, ("unit", EAGLES[2]))
    assert set(offered(match, "hex")) == {"1813", "1814"}
    play(match, ("hex", "1813"), ("unit", EAGLES[3]), ("hex", "1814"))
    assert asked(match)[1] != "Deploy"
    three = bringing("allied", {"us-12-4": "2406"}, EAGLES, day=18)
    play(three, ("unit", EAGLES[0]), ("stack", "1814"))
    assert [where(three, u) for u in EAGLES] == ["1814", "1814", "1814", "reserve"]
    play(three, ("unit", EAGLES[3]), ("hex", "1813"))
    assert where(three, EAGLES[3]) == "1813"


@pytest.mark.rule("enemy_action", "11.2-airborne:b")
def test_three_airborne_units_go_to_one_hex() -> None:
    match = bringing("allied", {"us-12-4": "2406"}, EAGLES[:3], day=18)
    play(match, ("unit", EAGLES[0]), ("hex", "1814"), ("unit", EAGLES[1]))
    assert offered(match, "hex") == ["1814"]


def test_a_single_unit_is_all_that_such_a_card_brings() -> None:
    match = bringing("allied", {"us-12-4": "2406"}, ARMORED, one=True, day=19)
    play(match, ("unit", "us-cca-3a"))
    assert refused(match, "stack", "0814") == "5.2"
    play(match, ("hex", "0814"))
    assert asked(match)[1] != "Deploy" and where(match, "us-ccb-3a") == "reserve"


def test_a_picked_unit_can_be_changed() -> None:
    match = bringing("allied", {"us-12-4": "2406"}, ARMORED, day=19)
    play(match, ("unit", "us-cca-3a"), ("unit", "us-ccb-3a"), ("hex", "0814"), "done")
    assert where(match, "us-ccb-3a") == "0814" and where(match, "us-cca-3a") == "reserve"


# --- the OKW Reserve (11.4) -------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "11.4:abc", "4-I:d")
def test_the_okw_reserve_is_released_at_the_meuse() -> None:
    towns = f.HEX_NAMES.list_of(f.BUILT)
    rivers = f.RIVERS.list_of(f.PRINTED_BRIDGES)
    held: dict[str, Any] = {"german_towns": towns, "german_bridges": rivers}
    gone = phase({**OKW, "de-62": "1023", "us-8-4": "2619"}, 21, reached_meuse=True, **held)
    assert not state(gone).okw_released
    cut = phase({**OKW, "de-62": "1025", "us-8-4": "2619"}, 21)
    assert not state(cut).okw_released
    match = phase({**OKW, "de-62": "1025", "us-8-4": "2619"}, 21, **held)
    s = state(match)
    assert s.okw_released and {where(match, u) for u in PANZER} == {"calendar"}
    assert {s.due[f.UNIT[u]] for u in PANZER} == {22} and not reserves.okw_here(s)
    later = phase(
        dict.fromkeys(PANZER, "calendar") | {"de-62": "1410", "us-8-4": "2619"},
        22,
        okw_released=True,
        due=dict.fromkeys(PANZER, 22),
        entering={"german": [68, 69, 70, 71]},
    )
    assert {where(later, u) for u in PANZER} == {"reserve"} and reserves.okw_here(state(later))
    assert type(state(later).stack[-1]).__name__ == "CardPreparation" and not state(later).entering[f.GERMAN]
    assert state(phase({**OKW, "de-62": "1410"}, 22, entering={"german": [68, 69, 70, 71]})).entering[f.GERMAN]


@pytest.mark.rule("enemy_action", "11.4:d")
def test_four_okw_cards() -> None:
    assert f.OKW_CARDS.bit_count() == 4 and (f.OKW_CARDS & f.PRIMARY).bit_count() == 1


@pytest.mark.rule("enemy_action", "11.41:abd")
def test_okw_divisions_come_in_near_each_other() -> None:
    match = bringing("german", {"de-62": "1304", "de-276": "2202"}, PANZER, day=23)
    spots = places(match, PANZER[0])
    assert any(far(match, h, "1304") <= 3 for h in spots) and any(far(match, h, "2202") <= 3 for h in spots)
    place = next(h for h in sorted(spots) if far(match, h, "1304") <= 3)
    play(match, ("unit", PANZER[0]), ("stack", place), ("unit", "de-15-11p"))
    assert {where(match, u) for u in PANZER[:3]} == {place}
    assert all(far(match, h, place) <= 3 for h in offered(match, "hex"))
    enemy = bringing("german", {"de-62": "1304", "us-8-4": "1406"}, PANZER, day=23)
    assert all(far(enemy, h, "1406") >= 3 for h in places(enemy, PANZER[0]))
    alone = bringing("german", {"de-62": "1304", "us-8-4": "1406"}, PANZER, day=23, isolated=["us-8-4"])
    assert any(far(alone, h, "1406") < 3 for h in places(alone, PANZER[0]))


@pytest.mark.rule("enemy_action", "11.41:c")
def test_army_cards_bring_no_okw_units() -> None:
    okw = f.IN_GROUP[f.OKW]
    for card in f.CARD_FACTS:
        if card.side == f.GERMAN and card.kind == "army":
            assert not card.deploy & okw
        if card.kind == "army group" and card.side == f.GERMAN:
            assert card.deploy & okw == okw


# --- XXX Corps (11.5) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "11.5:a", "11.51:ac")
def test_the_british_come_in_behind_the_meuse() -> None:
    match = bringing("allied", {"us-8-4": "2406"}, ["uk-29a", "uk-5-ga", "uk-32-ga"], day=22)
    guards = places(match, "uk-5-ga")
    assert guards and all(f.WEST_BANK >> f.HEX[h] & 1 for h in guards)
    assert places(match, "uk-29a") == guards | {"1126"}
    play(match, ("unit", "uk-29a"), ("hex", "1126"))
    assert state(match).dinant
    after = places(match, "uk-5-ga")
    assert after and all(far(match, h, "1126") <= 3 for h in after)
    play(match, ("unit", "uk-5-ga"))
    assert refused(match, "hex", "1125") == "11.51"


@pytest.mark.rule("enemy_action", "11.51:b")
def test_the_british_keep_two_hexes_away() -> None:
    match = bringing("allied", {"de-62": "1125"}, ["uk-5-ga"], day=22, reached_meuse=True, dispersed=["de-62"])
    spots = places(match, "uk-5-ga")
    assert far(match, "1127", "1125") == 2 and far(match, "1126", "1125") == 1
    assert "1127" in spots
    close = bringing("allied", {"de-62": "1126"}, ["uk-5-ga"], day=22, reached_meuse=True, dispersed=["de-62"])
    assert "1127" not in places(close, "uk-5-ga")


@pytest.mark.rule("enemy_action", "11.51:d")
def test_after_the_crossing_the_british_are_like_a_corps_of_first_army() -> None:
    units = {"us-26-1": "0212", "de-62": "1228"}
    match = bringing("allied", units, ["uk-5-ga"], day=22, crossed_meuse=True, reached_meuse=True)
    spots = places(match, "uk-5-ga")
    assert any(f.EAST_BANK >> f.HEX[h] & 1 for h in spots)
    heads = supply.heads(state(match), f.ALLIED)
    assert all(heads >> f.HEX[h] & 1 and f.CORPS_AREA["xxx"] >> f.HEX[h] & 1 for h in spots)
    close = {"us-26-1": "0212", "de-62": "1125"}
    for crossed in (False, True):
        match = bringing("allied", close, ["uk-5-ga"], crossed_meuse=crossed, reached_meuse=True, dispersed=["de-62"])
        assert far(match, "1127", "1125") == 2 and ("1127" in places(match, "uk-5-ga")) != crossed
