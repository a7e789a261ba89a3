"""Rulebook 7.9 in the other parts of the game, 7.33 and 7.61 in an advance, 11.42, 12.31: what several modules share."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.limits import offered as allowed
from ardennes.games.enemy_action import activation, advance, ground, reactions, retreat, supply
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.moves import moving, picked
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where

ONE = "de-62"
MECH = "de-304-2p"
US = "us-cca-7a"
CARDS: dict[str, Any] = {"hand": {"german": [46], "allied": [5]}}


def names(places: int) -> set[str]:
    return set(f.HEX_NAMES.list_of(places & f.ALL))


# --- an advance (7.33, 7.61, 7.8) -------------------------------------------------------------------------------------


def advancing(units: dict[str, str], unit: str, target: str, **fields: Any) -> Match:
    """A unit has cleared a hex and is asked where it advances."""
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 5},
        {"frame": "Combat", "side": "german"},
        {"frame": "Advance", "side": "german"},
    ]
    fight: dict[str, Any] = {
        "active": [unit],
        "attackers": [unit],
        "attacked": [unit],
        "target": target,
        "mode": "formation",
    }
    match = situation("", units, frames=frames, impulses={"german": 5, "allied": 5}, **fight, **{**CARDS, **fields})
    return match


@pytest.mark.rule("enemy_action", "7.33:f")
def test_a_bridge_is_blown_before_an_advance() -> None:
    cards = {"german": [46], "allied": [1, 5]}
    match = advancing({ONE: "1709", US: "1814"}, ONE, "1710", day=18, hand=cards, german_towns=["1709"])
    play(match, ("unit", ONE), ("hex", "1710"))
    assert asked(match) == ("allied", "Demolition")
    play(match, ("card", "card-01"), ("blow", "1709-1710"))
    assert where(match, ONE) == "1709" and asked(match)[1] != "AdvanceUnit"


@pytest.mark.rule("enemy_action", "7.33:fg")
def test_a_unit_stopped_by_a_blown_bridge_advances_elsewhere() -> None:
    cards = {"german": [46], "allied": [1, 5]}
    match = advancing({MECH: "1815", US: "1718"}, MECH, "1716", day=18, hand=cards)
    play(match, ("unit", MECH), ("hex", "1717"))
    assert asked(match) == ("allied", "Demolition") and where(match, MECH) == "1716"
    play(match, ("card", "card-01"), ("blow", "1716-1717"))
    assert asked(match) == ("german", "AdvanceUnit") and offered(match, "stay")
    assert refused(match, "hex", "1717") == "7.33"
    assert refused(match, "hex", "1815") == "9.81" and refused(match, "hex", "1716") == "9.81"
    play(match, ("hex", "1715"))
    assert where(match, MECH) == "1715" and asked(match)[1] != "AdvanceUnit"
    stays = advancing({MECH: "1815", US: "1718"}, MECH, "1716", day=18, hand=cards)
    play(stays, ("unit", MECH), ("hex", "1717"), ("card", "card-01"), ("blow", "1716-1717"), "stay")
    assert where(stays, MECH) == "1716"
    meant = advancing({MECH: "1815", US: "1718"}, MECH, "1716", day=18, hand=cards)
    play(meant, ("unit", MECH), ("hex", "1716"), ("card", "card-01"), ("blow", "1716-1717"))
    assert where(meant, MECH) == "1716" and asked(meant)[1] != "AdvanceUnit"  # it was to go no farther


@pytest.mark.rule("enemy_action", "7.61:c", "9.8:e")
def test_nobody_advances_over_the_boundary_or_into_a_roadblock() -> None:
    s = state(moving({"de-326": "1110", US: "1814"}, day=17, target="1210", attackers=["de-326"], roadblocks=["1111"]))
    allowed_hexes = allowed(advance.first_limits(s, f.UNIT["de-326"]))
    assert not allowed_hexes >> f.HEX["1210"] & 1 and not allowed_hexes >> f.HEX["1111"] & 1
    assert allowed_hexes >> f.HEX["1010"] & 1


@pytest.mark.rule("enemy_action", "7.8:f")
def test_nobody_leaves_the_map_in_an_advance() -> None:
    match = advancing({ONE: "1228", US: "1814"}, ONE, "1229", day=21)
    play(match, ("unit", ONE))
    assert offered(match, "exit") == [] and offered(match, "hex") == ["1229"]
    play(match, ("hex", "1229"))
    assert where(match, ONE) == "1229"


# --- roadblocks (7.9) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "7.9-effects:ac")
def test_a_retreat_passes_a_roadblock() -> None:
    units = 1 << f.UNIT[MECH]
    s = state(moving({MECH: "1208", US: "1008"}, day=18, roadblocks=["1310"]))
    to = retreat.options(s, units, f.HEX["1208"], 2)
    assert f.HEX["1309"] in to  # next to the roadblock, joined to it by road, and one more hex to go
    there = s.clone()
    ground.step(there, f.UNIT[MECH], f.HEX["1309"], "retreat")
    on = retreat.options(there, units, f.HEX["1208"], 1)
    assert on and f.HEX["1310"] not in on


@pytest.mark.rule("enemy_action", "7.9-effects:e")
def test_german_supply_does_not_pass_a_roadblock() -> None:
    towns: dict[str, Any] = {"german_towns": ["1709", "1108", "1311"]}
    free = state(moving({MECH: "1509"}, day=21, **towns))
    assert {"1309", "1310"} <= names(supply.heads(free, f.GERMAN))
    shut = state(moving({MECH: "1509"}, day=21, roadblocks=["1309"], **towns))
    assert not {"1309", "1310"} & names(supply.heads(shut, f.GERMAN))
    beside = state(moving({MECH: "1509"}, day=21, roadblocks=["1211"], **towns))
    assert {"1310", "1311"} <= names(supply.heads(beside, f.GERMAN))


@pytest.mark.rule("enemy_action", "7.9-effects:f")
def test_a_roadblock_does_not_open_a_german_zone_to_allied_supply() -> None:
    s = state(moving({ONE: "1614", US: "1513"}, day=21, roadblocks=["1613"]))
    assert not supply.heads(s, f.ALLIED) >> f.HEX["1613"] & 1


@pytest.mark.rule("enemy_action", "7.9-removal:ab")
def test_roadblocks_next_to_active_units_go() -> None:
    blocks = ["1310", "1608"]
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 0},
    ]
    units = {ONE: "1410", MECH: "1709", US: "1814"}  # no road leads from 1410 to 1310
    match = situation(
        "",
        units,
        day=18,
        frames=frames,
        active=[ONE],
        mode="formation",
        roadblocks=blocks,
        impulses={"german": 5, "allied": 5},
        **CARDS,
    )
    assert names(state(match).roadblocks) == {"1608"}


@pytest.mark.rule("enemy_action", "7.9-removal:d")
def test_a_roadblock_without_supply_goes_in_the_supply_phase() -> None:
    units = {ONE: "1410", US: "1814"}
    match = situation("supply", units, day=18, roadblocks=["1606", "1915"], **CARDS)
    assert names(state(match).roadblocks) == {"1915"}


@pytest.mark.rule("enemy_action", "7.9:ab")
def test_a_card_places_two_roadblocks() -> None:
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 1},
    ]
    fields: dict[str, Any] = {"active": [ONE], "mode": "formation", "impulses": {"german": 5, "allied": 5}}
    cards = {"german": [46], "allied": [1, 5]}
    match = situation("", {ONE: "1410", US: "1814"}, day=18, frames=frames, hand=cards, **fields)
    play(match, ("card", "card-01"), ("hex", "1714"))
    assert refused(match, "hex", "1606") == "10-hexes"  # no Allied supply
    play(match, ("hex", "1713"))
    assert names(state(match).roadblocks) == {"1713", "1714"} and asked(match)[1] != "PlaceRoadblocks"


@pytest.mark.rule("enemy_action", "7.9-manteuffel:ab")
def test_manteuffel_keeps_new_roadblocks_away() -> None:
    s = state(moving({ONE: "1410", US: "1814"}, day=18, manteuffel=True, roadblocks=["1310"]))
    spots = reactions.roadblock_hexes(s)
    distances = {f.BOARD.distance(f.HEX[h], f.HEX["1410"]) for h in names(spots)}
    assert min(distances) == 5 and s.roadblocks == 1 << f.HEX["1310"]
    off = state(moving({ONE: "1410", US: "1814"}, day=18))
    assert any(f.BOARD.distance(f.HEX[h], f.HEX["1410"]) == 4 for h in names(reactions.roadblock_hexes(off)))


# --- OKW cards by place (11.42) ---------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "11.42:abc")
@pytest.mark.parametrize(
    ("units", "armies"),
    [
        ({"de-10-10ss": "0510", "de-15-11p": "0710"}, {"6pa"}),
        ({"de-10-10ss": "2410", "de-15-11p": "2310"}, {"7a"}),
        ({"de-10-10ss": "0510", "de-15-11p": "2410"}, {"5pa"}),
        ({"de-10-10ss": "0510", "de-15-11p": "1410"}, {"5pa"}),
    ],
)
def test_army_cards_activate_okw_units_by_where_they_are(units: dict[str, str], armies: set[str]) -> None:
    s = state(moving(units, day=24))
    assert {a for a in ("6pa", "5pa", "7a") if activation.okw_cards(s, a)} == armies


@pytest.mark.rule("enemy_action", "11.42:d")
def test_okw_units_join_the_kampfgruppe_of_any_army() -> None:
    card = next(c for c, facts in enumerate(f.CARD_FACTS) if facts.kampfgruppe == "7a")
    s = state(moving({"de-10-10ss": "2412", "de-276": "2410"}, day=24))
    assert activation.kampfgruppe(s, card, f.HEX["2410"]) == 1 << f.UNIT["de-10-10ss"] | 1 << f.UNIT["de-276"]


# --- improved positions (12.31, 12.32) --------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "12.31:abce", "12.32:ab")
def test_who_digs_in() -> None:
    units = {
        ONE: "1410",
        MECH: "1208",
        "de-18": "1512",
        "de-560": "1311",
        "de-39-26": "1607",
        "de-77-26": "1611",
        "de-78-26": "1612",
        "de-16-116p": "1209",
        US: "1511",
    }
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 6},
        {"frame": "Entrench", "side": "german"},
    ]
    match = situation(
        "",
        units,
        day=21,
        frames=frames,
        active=[u for u in units if u != US],
        mode="formation",
        moved=[MECH],
        attacked=["de-18"],
        low=[ONE],
        oos=["de-77-26"],
        dispersed=["de-78-26"],
        ip=["1209"],
        **CARDS,
    )
    assert set(offered(match, "unit")) == {ONE, "de-39-26"}
    cases = {
        MECH: "12.31",
        "de-18": "12.31",
        "de-77-26": "12.31",
        "de-78-26": "9.9",
        "de-560": "12.32",
        "de-16-116p": "12.32",
    }
    for unit, case in cases.items():
        assert refused(match, "unit", unit) == case


def test_a_refused_hex_always_has_a_reason() -> None:
    match = picked({ONE: "1410", US: "1511", MECH: "1208"}, ONE, day=17, roadblocks=["1310"])
    to = set(offered(match, "hex"))
    for name in f.HEX:
        if name not in to:
            why = match.explain("hex", name)
            assert why is not None and why.case and why.reason
