"""8: who fights, with which dice, and how likely they are to hit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.commander.table import (
    START,
    asked,
    assault,
    contested,
    end_moves,
    fight,
    go,
    has,
    next_roll,
    offered,
    pass_all,
    refused,
    rolls,
    situation,
    state,
    strength,
    where,
)

# --- which battles -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-mandatory:ac")
def test_an_active_unit_that_shares_a_space_with_an_enemy_must_attack_before_the_turn_ends() -> None:
    match = situation("german-turn", {"de-26vg": "Clervaux", "us-110inf": "Clervaux"})
    match.play("activate", "Clervaux")
    match.play("done")
    assert (asked(match), match.decision.side) == ("Battle", "chance")
    assert refused(match, "pass") == "8-dice"


@pytest.mark.rule("commander", "8-mandatory:b")
def test_contested_spaces_without_an_active_unit_stay_quiet() -> None:
    units = {"de-26vg": "Clervaux", "us-110inf": "Clervaux", "de-12vg": "Baasem", "us-1inf": "Liege"}
    match = situation("german-turn", units)
    match.play("activate", "Baasem")
    match.play("done")
    assert (asked(match), match.decision.side) == ("Turn", "allied")
    assert contested(match, "Clervaux")


TWO = {"de-2pz": "Dasburg", "de-5fj": "Dasburg", "us-109inf": "Vianden", "us-110inf": "Clervaux"}


@pytest.mark.rule("commander", "8-order:ab", "8-breakthrough:f")
def test_the_active_player_chooses_the_order_and_a_battle_is_finished_before_the_next() -> None:
    match = situation("german-turn", TWO)
    match.play("activate", "Dasburg")
    go(match, "de-2pz", "Vianden")
    go(match, "de-5fj", "Clervaux")
    assert (match.decision.side, offered(match, "battle")) == ("german", ["Clervaux", "Vianden"])
    assert refused(match, "battle", "Wiltz") == "8-mandatory"
    match.play("battle", "Vianden")
    for hits in (5, 0):
        match.play("hits", hits)
    assert asked(match) == "Breakthrough"  # of 2Pz, before the battle of Clervaux
    match.play("stay")
    assert next_roll(match)[0] == "de-5fj"


@pytest.mark.rule("commander", "8-attacker-defender:a")
def test_the_active_player_attacks_also_in_a_space_that_he_controls() -> None:
    units = {"de-2pz": "Spa", "us-b9arm": "Spa"}
    match = assault("german-turn", units, "Spa", german=(*START, "Spa"))
    assert list(rolls(match)) == ["de-2pz", "us-b9arm"]
    fight(match, 3, 0)  # woods take one, since the attacker controls the town
    match.play("stand")
    assert match.result is None and where(match, "us-b9arm") == "eliminated"


# --- who takes part ----------------------------------------------------------------------------------------------------------------------

MIXED = {"de-12vg": "Malmedy", "de-3fj": "Malmedy", "de-1ss": "Malmedy", "us-1inf": "Malmedy", "us-30inf": "Malmedy",
         "us-4inf": "Liege"}  # fmt: skip


@pytest.mark.rule("commander", "8-participants:bcd", "8-not-participating:a", "9-oos-effects:c")
def test_units_with_cubes_or_without_supply_do_not_attack_and_take_no_hits() -> None:
    match = assault("german-turn", MIXED, "Malmedy", cubes=["de-3fj", "us-1inf"], oos=["de-1ss", "us-30inf"])
    assert list(rolls(match)) == ["de-12vg", "us-1inf", "us-30inf"]  # all defenders roll
    fight(match, 0, 5)
    assert where(match, "de-12vg") == "eliminated"
    assert (strength(match, "de-3fj"), strength(match, "de-1ss")) == (4, 6)  # the fifth hit is lost


@pytest.mark.rule("commander", "8-participants:a")
def test_a_unit_that_was_not_picked_must_join_and_gets_a_cube() -> None:
    units = {"de-12vg": "Losheim", "de-3fj": "Malmedy", "us-1inf": "Malmedy", "us-30inf": "Malmedy", "us-99inf": "Spa"}
    match = situation("german-turn", units)
    match.play("activate", "Losheim")
    go(match, "de-12vg", "Malmedy")
    assert list(rolls(match)) == ["de-12vg", "de-3fj", "us-1inf", "us-30inf"]
    fight(match, 0, 0)
    assert has(match, "cubes", "de-3fj")


@pytest.mark.rule("commander", "8-not-participating:b")
def test_all_defenders_are_attacked_and_may_be_hit() -> None:
    match = assault("german-turn", MIXED, "Malmedy", cubes=["us-1inf"], oos=["us-30inf"])
    fight(match, 5, 0)  # forest with a town: three off
    assert (strength(match, "us-1inf"), strength(match, "us-30inf")) == (3, 3)


@pytest.mark.rule("commander", "8-dice:ab", "8-hit-resolution:a", "2-bonus-die:a")
def test_units_roll_one_after_the_other_and_nothing_is_applied_before_all_have() -> None:
    units = {"de-lehr": "Losheim", "de-62vg": "Losheim", "us-99inf": "Losheim", "us-1inf": "Spa"}
    match = assault("german-turn", units, "Losheim")
    assert [dice for dice, _ in rolls(match).values()] == [5, 3, 4]
    match.play("hits", 5)
    match.play("hits", 3)
    assert strength(match, "us-99inf") == 4
    assert next_roll(match) == ("us-99inf", 4, 3 - 1)  # with its full strength
    match.play("hits", 0)
    assert where(match, "us-99inf") == "eliminated"


@pytest.mark.rule("commander", "8-bonus-die:ab")
def test_the_bonus_die_counts_in_attack_and_in_defence() -> None:
    units = {"de-lehr": "Losheim/2", "us-99inf": "Losheim"}
    assert rolls(assault("german-turn", units, "Losheim"))["de-lehr"][0] == 3
    assert rolls(assault("allied-turn", units, "Losheim"))["de-lehr"][0] == 3
    starved = assault("allied-turn", units, "Losheim", oos=["de-lehr"])
    assert rolls(starved)["de-lehr"] == (3, 2)  # the marker covers the hit chance only


# --- chances -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-oos-hit-chance:a", "9-oos-effects", "9-fuel-shortage:c")
@pytest.mark.parametrize("marker", ["oos", "short"])
def test_a_unit_without_supply_or_fuel_defends_at_two_and_modifiers_still_apply(marker: str) -> None:
    units = {"de-12ss": "Verviers", "us-2arm": "Verviers"}
    match = assault("allied-turn", units, "Verviers", day=22, **{marker: ["de-12ss"]})
    assert rolls(match)["de-12ss"] == (7, 2 - 1 + 1)


@pytest.mark.rule("commander", "8-oos-hit-chance:b")
def test_a_unit_without_supply_cannot_attack() -> None:
    match = situation(
        "german-turn", {"de-12ss": "Verviers", "us-2arm": "Verviers", "de-26vg": "Gemund"}, oos=["de-12ss"]
    )
    assert refused(match, "activate", "Verviers") == "9-oos-effects"


@pytest.mark.rule("commander", "8-mod-att-surprise:a")
@pytest.mark.parametrize(("side", "day", "chance"), [("german", 16, 4), ("german", 17, 3), ("allied", 16, 3)])
def test_surprise(side: str, day: int, chance: int) -> None:
    units = {"de-26vg": "Wiltz", "us-1inf": "Wiltz"} if side == "allied" else {"de-26vg": "Wiltz", "us-99inf": "Wiltz"}
    match = assault(f"{side}-turn", units, "Wiltz", day=day, time=0 if side == "german" else 1)
    assert next_roll(match)[2] == chance


@pytest.mark.rule("commander", "8-mod-att-artillery:ab")
@pytest.mark.parametrize(("day", "chance"), [(16, 3 + 2), (17, 3 + 1), (27, 3 + 1)])
def test_artillery_on_any_date(day: int, chance: int) -> None:
    phase = "german-turn"
    match = assault(phase, {"de-26vg": "Clervaux", "us-110inf": "Clervaux"}, "Clervaux", day=day, time=1)
    assert next_roll(match)[2] == chance


@pytest.mark.rule("commander", "8-mod-att-airpower:ab", "D-calendar")
@pytest.mark.parametrize(("day", "chance"), [(22, 3), (23, 4), (28, 4)])
def test_airpower_from_23_december_for_attackers_only(day: int, chance: int) -> None:
    units = {"de-26vg": "Wiltz", "us-99inf": "Wiltz"}
    match = assault("allied-turn", units, "Wiltz", day=day, time=1)
    assert rolls(match) == {"us-99inf": (4, chance), "de-26vg": (4, 3)}
    defends = assault("german-turn", units, "Wiltz", day=day, time=1)
    assert rolls(defends)["us-99inf"] == (4, 3)


@pytest.mark.rule("commander", "8-mod-att-armor-elite:abcd")
@pytest.mark.parametrize(
    ("defenders", "oos", "chance"),
    [
        (("us-99inf",), (), 3),
        (("us-99inf", "us-106inf", "us-b9arm"), (), 2),  # one armor unit among three
        (("us-2inf",), (), 2),  # elite infantry
        (("us-2inf", "us-b9arm"), (), 2),  # both: only once
        (("us-b9arm", "us-99inf"), ("us-99inf",), 3),  # dropped: one is out of supply
        (("us-14cav",), (), 3),  # mechanized infantry is no armor
    ],
)
def test_armor_or_elite_infantry_in_defence(defenders: tuple[str, ...], oos: tuple[str, ...], chance: int) -> None:
    units = {"de-26vg": "Wiltz"} | dict.fromkeys(defenders, "Wiltz")
    match = assault("german-turn", units, "Wiltz", oos=list(oos))
    assert next_roll(match) == ("de-26vg", 4, chance)


@pytest.mark.rule("commander", "8-mod-att-clear:ab", "8-mod-def-clear:a")
@pytest.mark.parametrize(("place", "more"), [("Verviers", 1), ("Bastogne", 0), ("Wiltz", 0), ("Malmedy", 0)])
def test_clear_terrain_helps_both(place: str, more: int) -> None:
    match = assault("german-turn", {"de-26vg": place, "us-99inf": place}, place)
    assert rolls(match) == {"de-26vg": (4, 3 + more), "us-99inf": (4, 3 + more)}


@pytest.mark.rule("commander", "8-mod-att-unsupplied:ab")
@pytest.mark.parametrize(
    ("oos", "short", "chance"),
    [(["de-12ss", "de-26vg"], [], 3 + 2), (["de-26vg"], ["de-12ss"], 3 + 2), (["de-26vg"], [], 3), ([], [], 3 - 1)],
)
def test_all_defenders_without_supply_or_fuel(oos: list[str], short: list[str], chance: int) -> None:
    units = {"de-12ss": "Wiltz", "de-26vg": "Wiltz", "us-99inf": "Wiltz"}
    match = assault("allied-turn", units, "Wiltz", day=22, oos=oos, short=short)
    assert next_roll(match) == ("us-99inf", 4, chance)


@pytest.mark.rule("commander", "8-mod-def-armor:abc")
@pytest.mark.parametrize(
    ("attackers", "cubes", "chance"),
    [
        (("de-26vg", "de-5fj"), (), 3),
        (("de-26vg", "de-lehr"), (), 2),
        (("de-26vg", "de-fuhrerbeg"), (), 3),
        (("de-26vg", "de-lehr"), ("de-lehr",), 3),  # armor that takes no part does not count
    ],
)
def test_armor_in_the_attack(attackers: tuple[str, ...], cubes: tuple[str, ...], chance: int) -> None:
    units = {"us-99inf": "Wiltz"} | dict.fromkeys(attackers, "Wiltz")
    match = assault("german-turn", units, "Wiltz", cubes=list(cubes))
    assert rolls(match)["us-99inf"] == (4, chance)


# --- over the river ----------------------------------------------------------------------------------------------------------------------


def crossing(units: dict[str, str], moves: dict[str, str], **fields: Any) -> dict[str, tuple[int, int]]:
    """The dice of a battle after these moves out of one space."""
    match = situation("german-turn", units, **fields)
    match.play("activate", next(units[unit] for unit in moves))
    for unit, to in moves.items():
        go(match, unit, to)
    end_moves(match)
    return rolls(match)


@pytest.mark.rule("commander", "8-mod-def-river:f")
def test_defenders_gain_if_every_attacker_came_over_a_river() -> None:
    alone = crossing({"de-26vg": "Dasburg", "us-4inf": "Vianden"}, {"de-26vg": "Vianden"})
    assert alone == {"de-26vg": (4, 3 + 1), "us-4inf": (4, 3 + 1)}  # artillery; no penalty for the crossing itself
    units = {"de-26vg": "Dasburg", "de-5fj": "Vianden", "us-4inf": "Vianden"}
    assert crossing(units, {"de-26vg": "Vianden"})["us-4inf"] == (4, 3)


@pytest.mark.rule("commander", "8-mod-def-river:e")
def test_a_friend_who_takes_no_part_does_not_cancel_it() -> None:
    units = {"de-26vg": "Dasburg", "de-5fj": "Vianden", "us-4inf": "Vianden"}
    assert crossing(units, {"de-26vg": "Vianden"}, cubes=["de-5fj"])["us-4inf"] == (4, 3 + 1)
    assert crossing(units, {"de-26vg": "Vianden"}, oos=["de-5fj"])["us-4inf"] == (4, 3 + 1)


@pytest.mark.rule("commander", "8-mod-def-river:cd")
def test_two_borders_are_both_rivers_or_one_is_not() -> None:
    units = {"de-1ss": "Herve", "de-12ss": "Herve", "us-30inf": "Ouffet"}
    both = crossing(units, {"de-1ss": "Ouffet", "de-12ss": "Ouffet"}, german=(*START, "Stoumont"))
    assert both["us-30inf"] == (4, 3 - 1 + 1 + 1)  # armor, clear, river; the bridge makes no difference
    units = {"de-2pz": "Dasburg", "de-26vg": "Dasburg", "us-4inf": "Vianden"}
    match = situation("german-turn", units, german=(*START, "Clervaux"))
    match.play("activate", "Dasburg")
    go(match, "de-26vg", "Vianden")
    go(match, "de-2pz", "Vianden")  # by Clervaux, over a river first but dry into Vianden
    assert state(match).over.count(-1) == len(state(match).over) - 1
    assert rolls(match)["us-4inf"] == (4, 3 - 1)


@pytest.mark.rule("commander", "8-mod-def-river", "7-river-limit")
def test_the_player_chooses_between_a_dry_way_and_one_over_the_river() -> None:
    units = {"de-2pz": "Dasburg", "us-4inf": "Vianden", "us-1inf": "Liege"}
    match = situation("german-turn", units, german=(*START, "Clervaux"))
    match.play("activate", "Dasburg")
    match.play("unit", "de-2pz")
    match.play("space", "Vianden")
    assert (offered(match, "via"), offered(match, "direct")) == (["Clervaux"], [None])
    dry = match.at(match.count)
    dry.play("via", "Clervaux")
    assert rolls(dry)["us-4inf"] == (4, 3 - 1)  # armor
    match.play("direct")
    assert rolls(match)["us-4inf"] == (4, 3 - 1 + 1)  # and the river


@pytest.mark.rule("commander", "8-mod-def-river")
def test_a_crossing_of_the_day_before_does_not_count() -> None:
    units = {"de-26vg": "Dasburg", "us-4inf": "Vianden", "us-1inf": "Liege"}
    match = situation("german-turn", units)
    match.play("activate", "Dasburg")
    go(match, "de-26vg", "Vianden")
    fight(match, 0, 0)
    pass_all(match)
    match.play("activate", "Vianden")
    end_moves(match)
    assert (state(match).day, rolls(match)["us-4inf"]) == (19, (4, 3))
