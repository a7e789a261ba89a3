"""Ledger checks that the tests of the separate sections do not cover."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.commander.facts import BOARD, BRIDGE, DAYS, NEAR, OF_SIDE, SPACE_NAMES, UNIT_NAMES
from ardennes.games.commander.odds import hit_weights
from tests.rules.commander.table import (
    EVERYWHERE,
    START,
    asked,
    assault,
    end_moves,
    facts,
    fight,
    go,
    goals,
    has,
    next_roll,
    offered,
    refused,
    rolls,
    situation,
    space,
    state,
    strength,
    where,
    why_not,
)

SAFE = {"us-78inf": "Liege", "de-326vg": "Trier"}
"""One unit per side, far from the enemy."""


# --- pieces and dice ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "2-inventory:b")
def test_every_unit_may_have_a_cube_and_every_space_a_disk() -> None:
    spaces = {side: [name for name in EVERYWHERE if side or name != "Trier"] for side in (0, 1)}
    units = {name: spaces[facts(name).side][i // 2] for i, name in enumerate(UNIT_NAMES.names)}
    match = situation("german-turn", units | {"de-326vg": "Trier"}, cubes=[u for u in units if u != "de-326vg"])
    assert state(match).cubes.bit_count() == len(UNIT_NAMES.names) - 1 > 50
    everything = situation("german-turn", {"de-326vg": "Trier"}, german=EVERYWHERE)
    assert state(everything).german.bit_count() == 63 > 40


@pytest.mark.rule("commander", "2-roads:a")
def test_a_border_with_a_road_and_a_river_is_a_bridge_and_no_other_is() -> None:
    for a, near in enumerate(NEAR):
        for b in range(len(NEAR)):
            if near >> b & 1:
                what = BOARD.sides[a, b]
                assert bool(BRIDGE[a] >> b & 1) is (bool(what.get("road")) and bool(what.get("river")))
    assert not any("road" in place for place in BOARD.places)
    assert BRIDGE[space("Dasburg")] >> space("Clervaux") & 1
    assert not BRIDGE[space("Dasburg")] >> space("Vianden") & 1  # a river without a road


@pytest.mark.rule("commander", "2-dice:a")
@pytest.mark.parametrize("chance", range(11))
def test_each_of_the_ten_numbers_is_equally_likely(chance: int) -> None:
    weights = dict(zip(*hit_weights(1, chance), strict=True))
    assert (weights.get(1, 0), weights.get(0, 0)) == (chance, 10 - chance)


@pytest.mark.rule("commander", "8-dice:a")
def test_armor_of_four_and_infantry_of_three_roll_four_dice_and_then_three() -> None:
    assert [(facts(u).strength, facts(u).bonus) for u in ("us-7arm", "us-75inf")] == [(4, False), (3, False)]
    units = {"us-7arm": "Wiltz", "us-75inf": "Wiltz", "de-62vg": "Wiltz"}
    match = assault("allied-turn", units, "Wiltz")
    assert [(unit, dice) for unit, (dice, _) in rolls(match).items()][:2] == [("us-7arm", 4), ("us-75inf", 3)]


@pytest.mark.rule("commander", "2-bonus-die:b", "8-reduction-limit")
def test_a_bonus_die_does_not_raise_the_hits_that_terrain_takes_off() -> None:
    units = SAFE | {"de-lehr": "Wiltz/1", "us-4arm": "Wiltz"}
    match = assault("allied-turn", units, "Wiltz", german=(*START, "Wiltz"))
    assert rolls(match)["de-lehr"][0] == 2
    fight(match, 2, 0)  # the town could take two, but there is one strength point
    assert where(match, "de-lehr") == "eliminated"


# --- activation and movement -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "4-activation:b", "4-place-cubes")
def test_all_units_of_the_chosen_space_become_active_and_are_used_up() -> None:
    three = ("de-116pz", "de-62vg", "de-560vg")
    match = situation("german-turn", SAFE | dict.fromkeys(three, "Prum"))
    match.play("activate", "Prum")
    assert all(has(match, "active", unit) for unit in three)
    go(match, "de-62vg", "Dasburg")
    match.play("done")  # the two others stay where they are
    assert all(has(match, "cubes", unit) for unit in three)


@pytest.mark.rule("commander", "7-strategic-german:b")
@pytest.mark.parametrize("day", DAYS)
def test_german_infantry_makes_no_strategic_move_on_any_day(day: int) -> None:
    match = situation("german-turn", SAFE | {"de-12vg": "Gemund"}, german=EVERYWHERE, day=day)
    match.play("activate", "Gemund")
    assert set(goals(match, "de-12vg")) == set(SPACE_NAMES.list_of(NEAR[space("Gemund")]))
    assert why_not(match, "de-12vg", "St. Vith") == "7-strategic-german"


# --- retreat -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-retreat-destination:e", "12-vp-exit:e")
def test_nobody_retreats_off_the_map_not_even_from_an_exit_space() -> None:
    units = SAFE | {"de-1ss": "Givet", "us-2arm": "Givet"}
    match = assault("allied-turn", units, "Givet", german=(*START, "Givet", "Beauraing", "Gedinne"), day=23)
    fight(match, 4, 0)
    match.play("retreat")
    assert match.decision.choices == {"space": offered(match, "space")}
    assert offered(match, "space") == ["Beauraing", "Gedinne"]
    refused(match, "exit")
    closed = assault("allied-turn", units, "Givet", german=(*START, "Givet"), day=23)
    fight(closed, 4, 0)
    assert asked(closed) == "Turn"  # no space is open, so no retreat was offered
    assert where(closed, "de-1ss") == "Givet"


@pytest.mark.rule("commander", "8-retreat-destination:d")
def test_three_survivors_do_not_retreat_where_there_is_room_for_two() -> None:
    three = {"us-99inf": "Losheim", "us-4inf": "Losheim", "us-9inf": "Losheim"}
    german = (*START, "St. Vith", "Schonberg")
    both = {"us-1inf": "Elsenborn", "us-2inf": "Elsenborn", "us-30inf": "Malmedy", "us-84inf": "Malmedy"}
    units = SAFE | {"de-1ss": "Losheim"} | three | both
    tight = assault("german-turn", units, "Losheim", german=german)
    fight(tight, 2, 0)
    assert asked(tight) == "Losses"
    roomy = {unit: place for unit, place in units.items() if unit != "us-84inf"}
    match = assault("german-turn", roomy, "Losheim", german=german)
    fight(match, 2, 0)
    assert offered(match, "retreat") == [None]


# --- reinforcements ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "10-delayed-arrival:e", "10-contested")
def test_a_delayed_unit_too_needs_a_friendly_space_with_room_and_may_come_where_there_is_fighting() -> None:
    full = {"de-62vg": "Prum", "de-560vg": "Prum", "de-18vg": "Prum"}
    fighting = {"us-1inf": "Bitburg", "de-212vg": "Bitburg"}
    german = ("Gemund", "Prum", "Bitburg", "Trier")  # Stadtkyll is Allied
    units = SAFE | full | fighting | {"de-9ss": "due"}
    match = situation("reinforcements", units, german=german, day=19)
    assert offered(match, "space") == ["Bitburg", "Gemund", "Trier"]
    assert refused(match, "space", "Prum") == "7-stacking"
    assert refused(match, "space", "Stadtkyll") == "10-delay"
    match.play("space", "Bitburg")
    assert where(match, "de-9ss") == "Bitburg"


# --- Race to the Meuse -------------------------------------------------------------------------------------------------------------------


def race(phase: str, units: dict[str, str], **fields: Any) -> Any:
    return situation(phase, SAFE | units, scenario="race", **fields)


@pytest.mark.rule("commander", "13-race:c")
def test_the_race_has_surprise_bonus_commandos_strategic_moves_and_allied_supply_checks() -> None:
    units = {"de-26vg": "Wiltz", "us-99inf": "Wiltz"}
    for day, chance in ((16, 3 + 1), (17, 3)):
        match = race("german-turn", units, day=day)
        match.play("activate", "Wiltz")
        end_moves(match)
        assert next_roll(match)[2] == chance
    surprise = race("surprise-turn", {"de-1ss": "Baasem", "de-12vg": "Baasem"}, day=16, surprise=True)
    surprise.play("activate", "Baasem")
    assert offered(surprise, "unit") == ["de-12vg"]
    for day, far in ((16, False), (17, True), (18, True)):
        match = race("german-turn", {"de-116pz": "Gemund"}, german=("Stadtkyll", "Losheim", "St. Vith"), day=day)
        match.play("activate", "Gemund")
        assert ("St. Vith" in goals(match, "de-116pz")) is far
    cut_off = {"us-1inf": "Bitburg", "de-212vg": "Bitburg"}
    for day in (17, 18):
        match = race("supply", cut_off, german=(*START, "Echternach"), day=day)
        assert has(match, "oos", "us-1inf")
        assert asked(match) == "Commando"


@pytest.mark.rule("commander", "13-race:d")
@pytest.mark.parametrize("day", [16, 17, 18])
def test_the_race_has_no_german_supply_check_fuel_shortage_replacements_or_airpower(day: int) -> None:
    tanks = {"de-1ss": "Spa/2", "us-1inf": "Spa", "de-12ss": "Gemund/2", "de-2ss": "Prum", "de-lehr": "Prum"}
    match = race("reset", tanks, day=day)
    assert asked(match) == ("Turn" if day == 16 else "Commando")  # nobody named units or assigned points
    assert not (state(match).oos | state(match).short) & OF_SIDE[0]
    assert strength(match, "de-12ss") == 2
    attack = race("allied-turn", {"us-99inf": "Wiltz", "de-26vg": "Wiltz"}, day=day, time=1)
    attack.play("activate", "Wiltz")
    end_moves(attack)
    assert next_roll(attack) == ("us-99inf", 4, 3)
