"""12.2: what each result does."""

from __future__ import annotations

import pytest

from ardennes.games.bulge.facts import CRTS
from tests.rules.bulge.fights import battle, distance, fight, of_strength, plain, ring, step, strength, terrain, vp
from tests.rules.bulge.table import offered, refused, where


@pytest.mark.rule("bulge", "12.2:a", "D-CRT")
def test_only_the_six_known_results_occur() -> None:
    known = {"Ae", "Ar", "Ex", "Dr", "De", "Ct"}
    for table in ("primary", "secondary"):
        assert {cell for row in CRTS[table].rows for cell in row} <= known
    assert {cell for row in CRTS["primary"].rows for cell in row} == known


# --- Ae ----------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.2-Ae:acd", "12.3", "12.4", "3.1")
def test_of_three_attackers_the_owner_loses_one_and_the_others_retreat() -> None:
    here = plain()
    attackers = {"de-1ss": step(here, "E"), "de-2": step(here, "NE"), "de-272": step(here, "SE")}
    match = battle({"us-7arm": here} | attackers)
    fight(match, "us-7arm", attackers, "Ae")
    assert match.decision.side == "german"
    assert set(offered(match, "unit")) == set(attackers)
    assert refused(match, "unit", "de-116") == "12.2-Ae"
    match.play("unit", "de-272")
    assert where(match, "de-272") == "eliminated"
    assert vp(match) == -strength("de-272")
    assert refused(match, "done") == "12.3"
    while match.decision.side == "german":
        if "unit" in match.decision.choices:
            match.play("unit", offered(match, "unit")[0])
        match.play("hex", offered(match, "hex")[0])
    for unit in ("de-1ss", "de-2"):
        assert distance(where(match, unit), attackers[unit]) == 1
        assert distance(where(match, unit), here) == 2
    # The defender may take any of the three hexes, or stay.
    assert match.decision.side == "allied"
    assert set(offered(match, "hex")) == set(attackers.values())
    assert offered(match, "done") == [None]
    match.play("hex", attackers["de-272"])
    assert where(match, "us-7arm") == attackers["de-272"]


@pytest.mark.rule("bulge", "12.2-Ae:bcd", "3.1", "12.4")
def test_a_single_attacker_is_eliminated_without_a_question() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "us-82": step(here, "E", 2)})
    fight(match, "us-7arm", ["de-1ss"], "Ae")
    assert where(match, "de-1ss") == "eliminated"
    assert vp(match) == -strength("de-1ss")
    assert match.decision.side == "allied"
    assert offered(match, "hex") == [step(here, "E")]
    match.play("done")
    assert where(match, "us-7arm") == here


@pytest.mark.rule("bulge", "12.2-Ae:e", "12.3")
def test_after_the_loss_of_one_an_attacker_without_a_way_back_is_eliminated_too() -> None:
    here = plain(radius=3)
    # 272 VG is shut in between the defender and two more US units; 1 SS has room.
    east = step(here, "E")
    units = {"us-7arm": here, "de-1ss": step(here, "W"), "de-272": east}
    units |= {
        "us-82": step(east, "E", 2),
        "us-101": step(step(east, "NE"), "NE"),
        "us-2arm": step(step(east, "SE"), "SE"),
    }
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss", "de-272"], "Ae")
    match.play("unit", "de-1ss")
    assert where(match, "de-1ss") == "eliminated"
    assert where(match, "de-272") == "eliminated"
    assert vp(match) == -strength("de-1ss") - strength("de-272")
    assert set(offered(match, "hex")) == {step(here, "W"), east}


# --- Ar ----------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.2-Ar:ac", "12.3", "12.4")
def test_every_attacker_retreats_and_units_that_took_no_part_stay() -> None:
    here = plain()
    east, west, north = step(here, "E"), step(here, "W"), step(here, "NW")
    match = battle({"us-7arm": here, "de-1ss": east, "de-2": west, "de-116": north})
    fight(match, "us-7arm", ["de-1ss", "de-2"], "Ar")
    assert set(offered(match, "unit")) == {"de-1ss", "de-2"}
    assert refused(match, "unit", "de-116") == "12.3"
    match.play("unit", "de-2")
    match.play("hex", step(west, "W"))
    match.play("hex", step(east, "E"))
    assert where(match, "de-116") == north
    assert set(offered(match, "hex")) == {east, west}
    assert refused(match, "hex", north) == "12.4"
    match.play("hex", west)
    # It moves into one hex only: the fight is over.
    assert where(match, "us-7arm") == west
    assert match.decision.cases[0] not in ("12.3", "12.4")
    assert vp(match) == 0


@pytest.mark.rule("bulge", "12.2-Ar:bd", "12.3", "3.1")
def test_an_attacker_with_no_way_back_is_lost_and_its_hex_is_open_to_the_defender() -> None:
    here = plain(radius=3)
    east, west = step(here, "E"), step(here, "W")
    units = {"us-7arm": here, "de-1ss": west, "de-272": east}
    units |= {
        "us-82": step(east, "E", 2),
        "us-101": step(step(east, "NE"), "NE"),
        "us-2arm": step(step(east, "SE"), "SE"),
    }
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss", "de-272"], "Ar")
    assert where(match, "de-272") == "eliminated"
    assert vp(match) == -strength("de-272")
    assert any(line.startswith("272 VG had no way out of") for line in match.log)
    match.play("hex", step(west, "W"))
    assert where(match, "de-1ss") == step(west, "W")
    assert set(offered(match, "hex")) == {east, west}
    match.play("hex", east)
    assert where(match, "us-7arm") == east


# --- Ex ----------------------------------------------------------------------------------------------------------------------------------


def exchange(defender: int, *attackers: int, kind: str = "clear") -> tuple[list[str], list[str], list[list[str]]]:
    """An exchange of Germans with an Allied unit of these strengths. Every way to choose the losses is played; the lost units of each."""
    here = plain(kind)
    (target,) = of_strength("allied", defender)
    units = of_strength("german", *attackers)
    match = battle({target: here} | dict(zip(units, ring(here), strict=False)))
    fight(match, target, units, "Ex")
    assert where(match, target) == "eliminated"
    (die,) = [event["roll"]["text"] for event in match.story(None) if event["roll"]]
    ends: list[list[str]] = []
    todo = [match]
    while todo:
        now = todo.pop()
        if now.decision.cases[0] == "12.2-Ex":
            for unit in offered(now, "unit"):
                other = now.at(now.count)
                other.play("unit", unit)
                todo.append(other)
            continue
        lost = sorted(u for u in units if where(now, u) == "eliminated")
        factors = sum(strength(u) for u in lost)
        assert vp(now) == defender - factors
        assert die == f"Defender destroyed, attackers lose {factors or 'nothing'}"
        ends.append(lost)
    return units, [target], ends


@pytest.mark.rule("bulge", "12.2-Ex:a")
def test_attackers_that_are_all_stronger_than_the_defender_lose_nothing() -> None:
    _, _, ends = exchange(5, 7, 6)
    assert ends == [[]]


@pytest.mark.rule("bulge", "12.2-Ex:b")
def test_three_and_two_are_lost_for_five_rather_than_four_alone() -> None:
    (_, three, two), _, ends = exchange(5, 4, 3, 2)
    assert ends == [sorted([three, two])]


@pytest.mark.rule("bulge", "12.2-Ex:c")
def test_an_attacker_of_equal_strength_is_lost() -> None:
    (five, _), _, ends = exchange(5, 5, 3)
    assert ends == [[five]]


@pytest.mark.rule("bulge", "12.2-Ex:d")
def test_the_attacker_never_loses_more_than_the_defender() -> None:
    (four, _), _, ends = exchange(6, 4, 3)
    assert ends == [[four]]


@pytest.mark.rule("bulge", "12.2-Ex:e")
def test_between_equal_losses_the_attacker_chooses() -> None:
    (one, other), _, ends = exchange(4, 4, 4)
    assert sorted(ends) == sorted([[one], [other]])


@pytest.mark.rule("bulge", "12.2-Ex")
def test_losses_of_several_units_are_chosen_one_after_the_other_up_to_the_greatest_sum() -> None:
    # Six is four and two, or three and three; never four alone, and never more than six.
    (four, three, also_three, two), _, ends = exchange(6, 4, 3, 3, 2)
    assert {tuple(e) for e in ends} == {tuple(sorted([four, two])), tuple(sorted([three, also_three]))}


@pytest.mark.rule("bulge", "12.2-Ex")
def test_a_unit_that_does_not_fit_the_greatest_loss_is_refused() -> None:
    here = plain()
    (target,) = of_strength("allied", 4)
    seven, four, also_four = of_strength("german", 7, 4, 4)
    match = battle({target: here, seven: step(here, "E"), four: step(here, "W"), also_four: step(here, "NE")})
    fight(match, target, [seven, four, also_four], "Ex")
    assert match.decision.side == "german"
    assert set(offered(match, "unit")) == {four, also_four}
    assert refused(match, "unit", seven) == "12.2-Ex"
    assert refused(match, "unit", "de-116") == "12.2-Ex"


@pytest.mark.rule("bulge", "12.2-Ex:f")
def test_terrain_does_not_raise_the_price_of_an_exchange() -> None:
    (seven, five), (target,), ends = exchange(4, 7, 5, kind="heavy")
    assert (strength(seven), strength(five), strength(target)) == (7, 5, 4)
    assert terrain(plain("heavy")) == "heavy"
    assert ends == [[]]


@pytest.mark.rule("bulge", "12.2-Ex", "12.4")
def test_one_surviving_attacker_may_advance_after_an_exchange() -> None:
    here = plain()
    (target,) = of_strength("allied", 4)
    seven, six, four = of_strength("german", 7, 6, 4)
    match = battle({target: here, seven: step(here, "E"), six: step(here, "W"), four: step(here, "NE")})
    fight(match, target, [seven, six, four], "Ex")
    assert where(match, four) == "eliminated"
    assert match.decision.cases[0] == "12.4"
    assert set(offered(match, "unit")) == {seven, six}
    assert refused(match, "unit", four) == "12.4"
    match.play("unit", six)
    assert where(match, six) == here


@pytest.mark.rule("bulge", "12.2-Ex:g", "12.4")
def test_nobody_advances_if_every_attacker_is_lost() -> None:
    here = plain()
    (target,) = of_strength("allied", 4)
    (four,) = of_strength("german", 4)
    match = battle({target: here, four: step(here, "E")})
    fight(match, target, [four], "Ex")
    assert (where(match, target), where(match, four)) == ("eliminated", "eliminated")
    assert match.decision.cases[0] != "12.4"
    assert vp(match) == 0


# --- Dr, De, Ct --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.2-Dr:b", "12.3", "12.4")
def test_the_owner_retreats_the_defender_and_one_attacker_may_advance() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "NE")})
    fight(match, "us-7arm", ["de-1ss", "de-2"], "Dr")
    assert match.decision.side == "allied"
    assert set(offered(match, "hex")) == {step(here, "W"), step(here, "SW")}
    match.play("hex", step(here, "SW"))
    assert where(match, "us-7arm") == step(here, "SW")
    assert match.decision.side == "german"
    assert set(offered(match, "unit")) == {"de-1ss", "de-2"}
    match.play("unit", "de-2")
    assert (where(match, "de-2"), where(match, "de-1ss")) == (here, step(here, "E"))
    assert vp(match) == 0


@pytest.mark.rule("bulge", "12.2-Dr:a", "12.3", "3.1", "12.4")
def test_a_defender_without_a_way_back_is_eliminated_and_its_hex_can_be_taken() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")})
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert where(match, "us-7arm") == "eliminated"
    assert vp(match) == strength("us-7arm")
    assert match.decision.side == "german"
    assert offered(match, "hex") == [here]
    match.play("hex", here)
    assert where(match, "de-1ss") == here


@pytest.mark.rule("bulge", "12.2-De:ab", "3.1", "12.4")
def test_an_eliminated_defender_changes_the_points_at_once_and_the_advance_is_free() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")}
    for advance in (True, False):
        match = battle(units)
        fight(match, "us-7arm", ["de-1ss", "de-2"], "De")
        assert where(match, "us-7arm") == "eliminated"
        assert vp(match) == strength("us-7arm")
        if advance:
            match.play("unit", "de-1ss")
        else:
            match.play("done")
        assert where(match, "de-1ss") == (here if advance else step(here, "E"))
        assert where(match, "de-2") == step(here, "W")


@pytest.mark.rule("bulge", "12.2-De", "3.1")
def test_an_eliminated_german_defender_lowers_the_german_points() -> None:
    here = plain()
    match = battle(
        {"de-1ss": here, "us-2arm": step(here, "E")}, "allied-combat-before-movement", vp=20, resupplied=["us-2arm"]
    )
    fight(match, "de-1ss", ["us-2arm"], "De")
    assert vp(match) == 20 - strength("de-1ss")


@pytest.mark.rule("bulge", "12.2-Ct:ab", "12.0-2:b", "12.4:e")
def test_contact_changes_nothing_and_is_an_attack_all_the_same() -> None:
    here = plain(radius=3)
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W")}
    units |= {"us-82": step(here, "W", 2)}
    match = battle(units, "german-combat-after-movement")
    fight(match, "us-7arm", ["de-1ss"], "Ct")
    assert {unit: where(match, unit) for unit in units} == units
    assert vp(match) == 0
    # No retreat, no advance: the next question is the next attack, and only 2 Pz has one to make.
    assert match.decision.cases[0] == "12.0"
    assert offered(match, "attack") == ["us-82"]
    assert refused(match, "attack", "us-7arm") == "12.0-2"
    why = match.explain("done")
    assert why is not None and "2 Pz" in why.reason and "1 SS" not in why.reason
