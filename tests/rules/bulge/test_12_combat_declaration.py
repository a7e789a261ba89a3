"""12.0 and 12.1 step 1: who attacks whom, how often, on which table. The rulebook's examples first."""

from __future__ import annotations

import pytest

from tests.rules.bulge.fights import (
    POINTS,
    battle,
    chosen,
    cut_off,
    declare,
    fight,
    find,
    is_inland,
    of_strength,
    plain,
    preview,
    ring,
    step,
    strength,
    strengths,
    terrain,
)
from tests.rules.bulge.table import offered, refused, situation, where

BEFORE, AFTER = "german-combat-before-movement", "german-combat-after-movement"


@pytest.mark.rule("bulge", "12.1-1:a", "D-OOB")
def test_a_unit_next_to_a_stronger_enemy_cannot_join_a_secondary_attack_on_a_weaker_one() -> None:
    # 1 SS is next to both US armored divisions; 2 Pz and 116 Pz are next to the 7th only.
    units = {"us-7arm": "1010", "us-2arm": "1109", "de-1ss": "1009", "de-2": "0910", "de-116": "0911"}
    match = situation(BEFORE, units, turn=2)
    match.play("attack", "us-7arm")
    match.play("unit", "de-2")
    match.play("unit", "de-116")
    assert offered(match, "crt") == ["primary", "secondary"]
    match.play("unit", "de-1ss")
    assert offered(match, "crt") == ["primary"]
    assert refused(match, "crt", "secondary") == "12.1-1"


@pytest.mark.rule("bulge", "12.1-1:b")
def test_all_three_units_of_the_example_attack_together_on_the_primary_table() -> None:
    units = {"us-7arm": "1010", "us-2arm": "1109", "de-1ss": "1009", "de-2": "0910", "de-116": "0911"}
    match = situation(BEFORE, units, turn=2)
    declare(match, "us-7arm", ["de-1ss", "de-2", "de-116"])
    match.play("crt", "primary")
    assert chosen(match) == {"de-1ss", "de-2", "de-116"}
    assert match.log[-1].startswith("1 SS Pz, 116 Pz and 2 Pz attacked 7 Arm at ")
    assert match.log[-1].endswith("on the primary table.")


@pytest.mark.rule("bulge", "12.1-1")
def test_the_stronger_neighbour_itself_may_be_attacked_on_the_secondary_table() -> None:
    units = {"us-7arm": "1010", "us-2arm": "1109", "de-1ss": "1009"}
    match = situation(BEFORE, units, turn=2)
    declare(match, "us-2arm", ["de-1ss"])
    assert offered(match, "crt") == ["primary", "secondary"]


# --- 12.0: the two phases ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.0:a")
def test_before_movement_nobody_has_to_attack() -> None:
    here = plain()
    match = situation(BEFORE, {"us-7arm": here, "de-1ss": step(here, "E")})
    match.play("done")
    assert match.view()["phase"] == "german-movement"
    assert where(match, "us-7arm") == here


@pytest.mark.rule("bulge", "12.0:b", "9.0-1:a")
def test_after_movement_the_phase_cannot_end_while_a_unit_has_an_attack_to_make() -> None:
    here = plain()
    match = situation(AFTER, {"us-7arm": here, "de-1ss": step(here, "E")}, support={"german": 9})
    assert refused(match, "done") == "9.0-1"
    why = match.explain("done")
    assert why is not None and "1 SS Pz" in why.reason
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    assert match.view()["phase"] != AFTER


@pytest.mark.rule("bulge", "12.0:c")
def test_an_enemy_stays_unattacked_if_all_units_next_to_it_attack_elsewhere() -> None:
    german = plain()
    units = {"de-1ss": german, "us-7arm": step(german, "E"), "us-2arm": step(german, "W")}
    match = situation(AFTER, units, support={"german": 9})
    fight(match, "us-2arm", ["de-1ss"], "Ct")
    assert match.view()["phase"] != AFTER
    assert not any("attacked 7 Arm" in line for line in match.log)


@pytest.mark.rule("bulge", "12.0:d", "12.0-2:d")
def test_a_unit_attacks_and_a_defender_is_attacked_once_before_and_once_after_movement() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")})
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    assert match.view()["phase"] == "german-movement"
    match.play("done")
    assert match.view()["phase"] == AFTER
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    assert [line for line in match.log if "attacked 7 Arm" in line] == [
        f"1 SS Pz attacked 7 Arm at {here}, on the primary table."
    ] * 2


@pytest.mark.rule("bulge", "12.0")
def test_the_phasing_player_is_the_attacker_even_where_the_enemy_has_the_upper_hand() -> None:
    here = plain()
    units = {"de-272": here, "us-2arm": step(here, "E"), "us-7arm": step(here, "W")}
    match = situation(AFTER, units)
    assert match.decision.side == "german"
    assert offered(match, "attack") == ["us-7arm", "us-2arm"]
    assert refused(match, "attack", "de-272") == "12.0-1"


# --- 12.0-1 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.0-1:a")
def test_six_units_can_attack_one_hex_in_one_attack() -> None:
    here = plain()
    germans = ["de-1ss", "de-12ss", "de-2ss", "de-9ss", "de-2", "de-116"]
    match = battle({"us-7arm": here} | dict(zip(germans, ring(here), strict=True)))
    declare(match, "us-7arm", germans)
    assert strengths(match)[0] == sum(strength(u) for u in germans)


@pytest.mark.rule("bulge", "12.0-1:b")
def test_a_unit_two_hexes_away_cannot_take_part() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "NE"), "de-116": step(here, "E", 2)}
    match = battle(units)
    match.play("attack", "us-7arm")
    assert offered(match, "unit") == ["de-1ss", "de-2"]
    assert refused(match, "unit", "de-116") == "12.0-1"


@pytest.mark.rule("bulge", "12.0-1")
def test_an_enemy_next_to_nobody_cannot_be_attacked() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "us-2arm": step(here, "W", 2)}
    match = battle(units)
    assert offered(match, "attack") == ["us-7arm"]
    assert refused(match, "attack", "us-2arm") == "12.0-1"
    assert refused(match, "attack", "us-82") == "12.0-1"


@pytest.mark.rule("bulge", "12.0-1:c")
def test_one_attack_has_one_target_hex() -> None:
    german = plain()
    units = {"de-1ss": german, "us-7arm": step(german, "E"), "us-2arm": step(german, "W")}
    match = battle(units)
    declare(match, "us-7arm", ["de-1ss"])
    assert refused(match, "attack", "us-2arm") == "12.1-1"
    assert refused(match, "unit", "us-2arm") == "12.0-1"
    assert preview(match)["defenders"] == ["us-7arm"]


@pytest.mark.rule("bulge", "12.0-1:d", "12.0-2:b")
def test_a_hex_cannot_be_attacked_twice_in_a_phase_by_different_units() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W"), "us-2arm": step(here, "W", 2)}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    assert offered(match, "attack") == ["us-2arm"]
    assert refused(match, "attack", "us-7arm") == "12.0-2"


@pytest.mark.rule("bulge", "12.0-1:e")
def test_some_of_the_units_next_to_the_target_may_attack_without_the_others() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W"), "de-116": step(here, "NE")}
    match = battle(units)
    declare(match, "us-7arm", ["de-2"])
    assert strengths(match)[0] == strength("de-2")
    match.play("crt", "primary")
    assert chosen(match) == {"de-2"}


@pytest.mark.rule("bulge", "12.0-1")
def test_the_defender_is_not_asked_whether_it_fights() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={})
    declare(match, "us-7arm", ["de-1ss"])
    sides = []
    while match.decision.side != "chance":
        sides.append(match.decision.side)
        match.play("crt", "primary") if "crt" in match.decision.choices else match.play("roll")
    assert set(sides) == {"german"}


# --- 12.0-2 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.0-2:a")
def test_a_unit_that_has_attacked_is_not_available_for_another_attack() -> None:
    german = plain()
    units = {"de-1ss": german, "us-7arm": step(german, "E"), "us-2arm": step(german, "W"), "de-2": step(german, "SW")}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    match.play("attack", "us-2arm")
    assert chosen(match) == {"de-2"}  # the only one left to attack it
    assert refused(match, "unit", "de-1ss") == "12.0-2"


@pytest.mark.rule("bulge", "12.0-2")
def test_an_enemy_next_to_units_that_have_all_attacked_cannot_be_attacked() -> None:
    german = plain()
    units = {"de-1ss": german, "us-7arm": step(german, "E"), "us-2arm": step(german, "W")}
    units |= {"de-2": step(german, "E", 2)}  # keeps the phase open: it may attack the 7th until that has been attacked
    units |= {"us-82": step(german, "E", 3)}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    assert offered(match, "attack") == ["us-82"]
    assert refused(match, "attack", "us-2arm") == "12.0-2"


@pytest.mark.rule("bulge", "12.0-2:c", "12.4")
def test_a_unit_that_has_advanced_does_not_attack_again_in_the_phase() -> None:
    here = plain(radius=3)
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "us-2arm": step(here, "W")}
    units |= {"de-2": step(here, "W", 2), "us-82": step(here, "W", 3)}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "De")
    match.play("hex", here)
    assert where(match, "de-1ss") == here
    match.play("attack", "us-2arm")
    assert chosen(match) == {"de-2"}
    assert refused(match, "unit", "de-1ss") == "12.0-2"


@pytest.mark.rule("bulge", "12.0-2")
def test_a_unit_is_not_counted_twice_in_one_attack() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")})
    declare(match, "us-7arm", ["de-1ss"])
    assert refused(match, "unit", "de-1ss") == "12.0-2"
    assert strengths(match)[0] == strength("de-1ss")


# --- 12.0-3 ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.0-3:a", "12.4")
def test_retreat_and_advance_come_before_the_next_fight() -> None:
    here = plain(radius=3)
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "E", 2), "us-2arm": step(here, "E", 3)}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert match.decision.side == "allied"
    assert refused(match, "attack", "us-2arm") == "12.3"
    match.play("hex", step(here, "W"))
    assert match.decision.side == "german"
    assert refused(match, "attack", "us-2arm") == "12.4"
    match.play("done")
    assert match.explain("attack", "us-2arm") is None


@pytest.mark.rule("bulge", "12.0-3")
def test_attacks_are_made_in_any_order_and_as_many_as_there_are_targets() -> None:
    here = plain(radius=3)
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "E", 2), "us-2arm": step(here, "E", 3)}
    units |= {"de-116": step(here, "W"), "us-82": step(here, "W", 2)}
    pairs = {"us-7arm": "de-1ss", "us-2arm": "de-2", "us-82": "de-116"}
    for order in (("us-7arm", "us-2arm", "us-82"), ("us-82", "us-2arm", "us-7arm")):
        match = battle(units)
        for target in order:
            fight(match, target, [pairs[target]], "Ct")
        assert match.view()["phase"] == "german-movement"


@pytest.mark.rule("bulge", "12.0-3:b", "12.1-1")
def test_the_result_of_one_fight_opens_a_choice_for_the_next() -> None:
    # 1 SS is next to a strong and a weak enemy. Once 2 Pz has destroyed the strong one, the Secondary table is open against the weak one.
    here = plain()
    strong, weak = of_strength("allied", 5, 4)
    units = {"de-1ss": here, strong: step(here, "E"), weak: step(here, "W"), "de-2": step(here, "E", 2)}
    match = battle(units)
    declare(match, weak, ["de-1ss"])
    assert offered(match, "crt") == ["primary"]
    match = battle(units)
    fight(match, strong, ["de-2"], "De")
    match.play("done")
    declare(match, weak, ["de-1ss"])
    assert offered(match, "crt") == ["primary", "secondary"]


# --- 12.1, 12.1-1 ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.1:a", "12.1-2", "12.1-6")
def test_the_steps_run_from_the_table_to_ground_support_to_the_column_to_the_die() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, support={"german": 2})
    match.play("attack", "us-7arm")
    cases = [match.decision.cases[0]]
    assert refused(match, "support", 1) == "12.1-1"
    match.play("crt", "primary")
    cases.append(match.decision.cases[0])
    assert refused(match, "crt", "secondary") == "12.1-2"
    match.play("support", 1)
    cases.append(match.decision.cases[0])
    assert refused(match, "support", 1) == "12.1-6"
    match.play("roll")
    cases.append(match.decision.cases[0])
    assert match.decision.side == "chance"
    assert offered(match, "die") == [1, 2, 3, 4, 5, 6]
    assert cases == ["12.1-1", "12.1-2", "12.1-6", "12.1-6"]


@pytest.mark.rule("bulge", "12.1:b")
def test_once_the_table_is_chosen_the_fight_goes_on_with_what_was_declared() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W"), "us-82": step(here, "W", 2)}
    match = battle(units)
    declare(match, "us-7arm", ["de-1ss"])
    match.play("crt", "primary")
    for verb, argument in (("done", None), ("attack", "us-82"), ("unit", "de-2"), ("crt", "secondary")):
        assert refused(match, verb, argument) == "12.1-2"
    match.play("support", 0)
    for verb, argument in (("done", None), ("attack", "us-82"), ("unit", "de-2")):
        assert refused(match, verb, argument) == "12.1-6"


@pytest.mark.rule("bulge", "12.1-1")
def test_a_table_cannot_be_named_before_an_attacker() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")})
    match.play("attack", "us-7arm")
    assert refused(match, "crt", "primary") == "12.1-1"


@pytest.mark.rule("bulge", "12.1-1:c")
def test_among_enemies_of_equal_strength_either_may_be_attacked_on_the_secondary_table() -> None:
    german = plain()
    one, other = of_strength("allied", 4, 4)
    for target in (one, other):
        match = battle({"de-1ss": german, one: step(german, "E"), other: step(german, "W")})
        declare(match, target, ["de-1ss"])
        assert offered(match, "crt") == ["primary", "secondary"]


@pytest.mark.rule("bulge", "12.1-1:d")
def test_the_strongest_neighbour_is_found_by_printed_factors_without_terrain() -> None:
    def corner(name: str) -> str:
        """A direction in which a woods hex lies whose opposite is clear."""
        kinds = {point: terrain(step(name, point)) for point in POINTS if step(name, point)}
        return next(
            (p for p in POINTS if kinds.get(p) in ("heavy", "light") and kinds.get(_opposite(p)) == "clear"), ""
        )

    german = find(lambda name: is_inland(name, 1) and bool(corner(name)))
    woods = step(german, corner(german))
    clear = step(german, _opposite(corner(german)))
    strong, weak = of_strength("allied", 5, 4)
    units = {"de-1ss": german, weak: woods, strong: clear}
    match = battle(units)
    declare(match, weak, ["de-1ss"])
    assert strengths(match)[1] > strength(strong)
    assert offered(match, "crt") == ["primary"]
    match = battle(units)
    declare(match, strong, ["de-1ss"])
    assert offered(match, "crt") == ["primary", "secondary"]


def _opposite(point: str) -> str:
    return POINTS[(POINTS.index(point) + 3) % 6]


@pytest.mark.rule("bulge", "12.1-1")
def test_a_stronger_neighbour_that_has_been_attacked_already_does_not_bind() -> None:
    here = plain()
    strong, weak = of_strength("allied", 5, 4)
    units = {"de-1ss": here, strong: step(here, "E"), weak: step(here, "W"), "de-2": step(here, "E", 2)}
    match = battle(units)
    fight(match, strong, ["de-2"], "Ct")
    assert where(match, strong) == step(here, "E")
    declare(match, weak, ["de-1ss"])
    assert offered(match, "crt") == ["primary", "secondary"]


@pytest.mark.rule("bulge", "12.1-1:eg", "14.1")
def test_one_attacker_out_of_supply_forces_the_secondary_table_until_it_is_left_out() -> None:
    here = plain()
    units = {"de-2": here, "us-7arm": step(here, "E"), "us-2arm": step(here, "W")}
    fields = {"interdiction": cut_off("allied"), "resupplied": ["us-2arm"], "turn": 5}
    match = battle(units, "allied-combat-before-movement", **fields)
    declare(match, "de-2", ["us-2arm", "us-7arm"])
    assert offered(match, "crt") == ["secondary"]
    assert refused(match, "crt", "primary") == "12.1-1"
    match = battle(units, "allied-combat-before-movement", **fields)
    declare(match, "de-2", ["us-2arm"])
    assert offered(match, "crt") == ["primary", "secondary"]
    match = battle(units, "allied-combat-before-movement", **fields)
    declare(match, "de-2", ["us-7arm"])
    assert offered(match, "crt") == ["secondary"]


@pytest.mark.rule("bulge", "12.1-1:f", "14.1")
def test_an_attack_out_of_supply_may_go_against_a_weaker_neighbour() -> None:
    here = plain()
    strong, weak = of_strength("allied", 5, 4)
    units = {"de-1ss": here, strong: step(here, "E"), weak: step(here, "W")}
    match = battle(units, turn=4, interdiction=cut_off("german"))
    declare(match, weak, ["de-1ss"])
    assert offered(match, "crt") == ["secondary"]


@pytest.mark.rule("bulge", "12.1-1", "14.1")
def test_one_attacker_out_of_supply_frees_the_whole_fight_from_the_strongest_neighbour() -> None:
    here = plain()
    strong, weak = of_strength("german", 5, 4)
    # us-2arm is supplied from the air and is next to both; us-7arm is out of supply and next to the weaker only.
    units = {"us-2arm": here, strong: step(here, "E"), weak: step(here, "W"), "us-7arm": step(here, "W", 2)}
    fields = {"interdiction": cut_off("allied"), "resupplied": ["us-2arm"], "turn": 5}
    match = battle(units, "allied-combat-before-movement", **fields)
    declare(match, weak, ["us-2arm"])
    assert offered(match, "crt") == ["primary"]
    match.play("unit", "us-7arm")
    assert offered(match, "crt") == ["secondary"]


@pytest.mark.rule("bulge", "12.1-1", "5.0-1")
def test_on_the_first_turns_a_german_without_a_line_is_bound_to_the_strongest_neighbour() -> None:
    here = plain()
    strong, weak = of_strength("allied", 5, 4)
    units = {"de-1ss": here, strong: step(here, "E"), weak: step(here, "W")}
    match = battle(units, turn=3, interdiction=cut_off("german"))
    declare(match, weak, ["de-1ss"])
    assert offered(match, "crt") == ["primary"]
