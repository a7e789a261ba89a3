"""9.5, 9.6 Hits: adding them up, adjusting them, and how both sides meet them."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.core.names import bits
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.chits import adjust, adjusted, totals
from tests.rules.enemy_action.fights import combat, declare, draw, over, planned, struck
from tests.rules.enemy_action.table import asked, offered, play, refused, state, where

ONE = {"de-3-2p": "1715", "us-501-101": "1815"}
TWO = {
    "de-3-2p": "1715",
    "de-304-2p": "1715",
    "de-39-26": "1716",
    "de-77-26": "1716",
    "de-130-lehr": "1714",
    "us-501-101": "1815",
    "us-14-cav": "1815",
}
"""9.5-example: five German units attack a two-step and a one-step unit."""


def chits(*numbers: int) -> int:
    return bits(f.CHITS.index[f"chit-{n:02}"] for n in numbers)


@pytest.mark.rule("enemy_action", "9.5:abc", "2.22-hits:a", "9-step5:a")
def test_hits_add_up() -> None:
    s = planned(ONE, "1815", tactics={"allied": ["airpower"]})
    s.drawn = chits(49)  # G1
    assert totals(s) == (1, 0)
    s.drawn = chits(49, 45)  # no artillery
    assert totals(s) == (1, 0)
    allied = planned(
        {"uk-129-43": "1715", "de-3-2p": "1815"}, "1815", "allied", tactics={"allied": ["airpower"]}, day=27
    )
    allied.drawn = chits(49)
    assert totals(allied) == (0, 1)
    allied.drawn = chits(59)  # U1 in a British attack
    assert totals(allied) == (1, 0)
    weak = planned(ONE, "1815", lost={"de-3-2p": 1})
    weak.drawn = chits(11)  # A1 D1 at odds of at most 1:1
    assert totals(weak) == (1, 1)


@pytest.mark.rule("enemy_action", "9.5-illustration:ab")
def test_the_illustration_of_hits() -> None:
    units = {"de-1-1ss": "1715", "de-9-9ss": "1916", "us-422-106": "1815", "us-110-28": "1816"}
    s = planned(units, "1815", tactics={"allied": ["artillery"]})
    s.drawn = chits(31, 43, 33)
    assert totals(s) == (0, 4)
    s.drawn |= chits(47)  # D-1
    assert totals(s) == (0, 3)
    s.drawn |= chits(35)  # D-1: a friend is next to the defender
    assert totals(s) == (0, 2)
    air: dict[str, Any] = {"tactics": {"allied": ["airpower"], "german": ["artillery"]}}
    german = planned(ONE, "1815", **air)
    german.drawn = chits(49, 45)
    assert totals(german) == (1, 1)
    mirrored = planned({"us-501-101": "1715", "de-3-2p": "1815"}, "1815", "allied", **air)
    mirrored.drawn = chits(49)
    assert totals(mirrored) == (0, 1)


@pytest.mark.rule("enemy_action", "9.5-adjust:acdef", "9.5-zero:a", "10.22:c", "10.23:f", "10.41:c", "9.9:d")
def test_adjustments() -> None:
    town = planned({"de-3-2p": "1714", "us-501-101": "1814"}, "1814")
    assert adjust(town, (0, 2)) == (0, 1) and adjust(town, (0, 0)) == (0, 0) and adjust(town, (0, -1)) == (0, 0)
    wall = planned({"us-110-28": "1708", "de-3-2p": "1707"}, "1707", "allied")
    assert adjust(wall, (0, 2)) == (0, 1)
    taken = planned({"us-110-28": "1707", "de-3-2p": "1708"}, "1707")
    assert adjust(taken, (0, 2)) == (0, 2)
    two = ONE | {"us-502-101": "1815"}
    both = ["us-501-101", "us-502-101"]
    assert adjust(planned(two, "1815", dispersed=both), (2, 0)) == (1, 0)
    assert adjust(planned(two, "1815", dispersed=both[:1]), (2, 0)) == (2, 0)
    assert adjust(planned(two, "1815", isolated=both), (3, 0)) == (0, 0)
    assert adjust(planned(two, "1815", isolated=both[:1], oos=both[1:]), (3, 0)) == (2, 0)
    assert adjust(planned(two, "1815", low=both), (2, 0)) == (2, 0)
    fuel = planned({"us-501-101": "1715", "de-3-2p": "1815"}, "1815", "allied", nofuel=["de-3-2p"], oos=["de-3-2p"])
    assert adjust(fuel, (2, 0)) == (1, 0)
    assert adjust(planned(ONE, "1815"), (-1, -2)) == (0, 0)
    fortified = planned({"us-110-28": "1708", "de-3-2p": "1707"}, "1707", "allied", ip=["1707"])
    assert adjust(fortified, (0, 3)) == (0, 2)  # Westwall and improved position together: one


@pytest.mark.rule("enemy_action", "9.5-adjust:b", "12.3:a", "12.34:a")
def test_an_improved_position_is_used_up() -> None:
    units = {"de-1-1ss": "1715", "us-110-28": "1815"}
    match = declare(combat(units, ip=["1815"]), "1815")
    draw(match, 41, 45)  # D1
    assert not state(match).ip and over(match) and where(match, "us-110-28") == "1815"
    match = declare(combat(units, ip=["1815"]), "1815")
    draw(match, 48, 45)  # nothing
    assert state(match).ip
    match = declare(combat(units, ip=["1815"]), "1815")
    draw(match, 41, 24)  # D2
    assert not state(match).ip
    assert asked(match) == ("allied", "Respond") and state(match).hits == [0, 1]


# --- the defender -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.5-processing:abd", "9-step6:ab", "9.7:a")
def test_what_the_defender_can_do() -> None:
    one = struck(ONE, "1815", (1, 1))
    assert asked(one) == ("allied", "Respond")  # before the attacker
    assert refused(one, "two") == "9.5-processing"
    play(one, "stand")
    assert state(one).lost[f.UNIT["us-501-101"]] == 1
    two = struck(ONE, "1815", (0, 2))
    assert {"stand", "one", "two"} == set(two.decision.choices)
    play(two, "one", ("hex", offered_hex(two)))
    assert state(two).lost[f.UNIT["us-501-101"]] == 1
    none = struck(ONE, "1815", (0, 0))
    assert over(none)
    three = struck(ONE, "1815", (0, 3))
    play(three, "two")
    assert state(three).hits == [0, 1]


def offered_hex(match: Any) -> str:
    clone = state(match).clone()
    clone.apply("one", None)
    return f.HEX_NAMES.list_of(clone.offers("hex"))[0]


@pytest.mark.rule("enemy_action", "9.5-example:ab", "9.61:ad", "9.6:a")
def test_the_example_of_hits() -> None:
    more: dict[str, Any] = {
        "lost": {"us-14-cav": 1},
        "attackers": [u for u in TWO if u[:2] == "de" and TWO[u] != "1714"],
    }
    match = struck(TWO, "1815", (2, 3), **more)
    play(match, "stand")
    assert where(match, "us-501-101") == where(match, "us-14-cav") == "eliminated"
    match = struck(TWO, "1815", (2, 3), **more)
    play(match, "one", ("hex", "1916"))
    assert where(match, "us-14-cav") == "eliminated" and state(match).lost[f.UNIT["us-501-101"]] == 1
    match = struck(TWO, "1815", (2, 3), **more)
    play(match, "two", ("hex", "1916"), ("hex", "2016"))
    assert set(offered(match, "lose")) == {"us-501-101", "us-14-cav"}
    assert refused(match, "lose", "de-3-2p") == "9.6"
    play(match, ("lose", "us-501-101"))
    s = state(match)
    assert where(match, "us-501-101") == where(match, "us-14-cav") == "2016"
    assert s.dispersed == bits(f.UNIT[u] for u in ("us-501-101", "us-14-cav"))
    assert asked(match) == ("german", "Losses")


@pytest.mark.rule("enemy_action", "9.6:b", "14.1-eliminated")
def test_eliminated_units_go_to_their_box() -> None:
    match = struck(ONE, "1815", (0, 1), lost={"us-501-101": 1})
    play(match, "stand")
    assert where(match, "us-501-101") == "eliminated"
    assert state(match).losses(f.ALLIED) == 1 << f.UNIT["us-501-101"]


# --- the attacker -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9-step7:a")
def test_one_hit_is_a_step() -> None:
    match = struck(ONE, "1815", (1, 0))
    assert state(match).lost[f.UNIT["de-3-2p"]] == 1 and over(match)


@pytest.mark.rule("enemy_action", "9-step7:bc", "9.5-processing:ce", "9.5-example:c", "9.9-removal:b")
@pytest.mark.parametrize(("hits", "dispersed", "steps"), [(2, 1, 2), (3, 1, 3), (4, 2, 4)])
def test_dispersal_meets_up_to_two_hits(hits: int, dispersed: int, steps: int) -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "us-501-101": "1815"}

    def lost(match: Any) -> int:
        return sum(state(match).lost[f.UNIT[u]] for u in ("de-3-2p", "de-304-2p"))

    match = struck(units, "1815", (hits, 0))
    play(match, ("lose", "de-3-2p"))
    assert asked(match) == ("german", "Absorb")
    play(match, "disperse")
    s = state(match)
    assert lost(match) == dispersed and s.dispersed.bit_count() == 2
    assert s.hits == [0, 0]
    match = struck(units, "1815", (hits, 0))
    play(match, ("lose", "de-3-2p"), "stand")
    while asked(match)[1] == "Losses":
        play(match, ("lose", offered(match, "lose")[0]))
    gone = [where(match, u) for u in ("de-3-2p", "de-304-2p")].count("eliminated")
    assert lost(match) + gone == steps and not state(match).dispersed


@pytest.mark.rule("enemy_action", "9-step7:bc")
def test_after_the_draw_the_first_hit_costs_a_step_and_the_others_can_be_absorbed() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "us-501-101": "1815", "us-502-101": "1815"}
    match = declare(combat(units), "1815")
    draw(match, 1, 2, *(45, 46, 47, 48)[: state(match).steps_of(state(match).defenders) - 2])
    if asked(match)[1] == "More":
        play(match, ("total", offered(match, "total")[0]))
    assert state(match).hits == [2, 0]
    assert asked(match) == ("german", "Losses")
    assert match.decision.prompt.startswith("2 hits on the attackers, and the first costs a step")
    play(match, ("lose", "de-3-2p"))
    assert asked(match) == ("german", "Absorb")


@pytest.mark.rule("enemy_action", "9.61:bcde")
def test_losses_are_even_among_units_and_hexes() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "de-39-26": "1716", "us-501-101": "1815"}
    match = struck(units, "1815", (2, 0))
    assert set(offered(match, "lose")) == {"de-3-2p", "de-304-2p", "de-39-26"}  # the first is free
    play(match, ("lose", "de-3-2p"), "stand")
    s = state(match)
    assert s.lost[f.UNIT["de-39-26"]] == 1 and not s.lost[f.UNIT["de-304-2p"]]
    match = struck(units | {"de-77-26": "1716"}, "1815", (3, 0))
    play(match, ("lose", "de-3-2p"), "stand")
    assert refused(match, "lose", "de-304-2p") == "9.61" and refused(match, "lose", "de-3-2p") == "9.61"
    play(match, ("lose", "de-77-26"))
    assert set(offered(match, "lose")) == {"de-304-2p", "de-39-26"}
    match = struck(units, "1815", (3, 0))
    play(match, ("lose", "de-39-26"), "stand")
    assert [state(match).lost[f.UNIT[u]] for u in ("de-3-2p", "de-304-2p", "de-39-26")] == [1, 1, 1]
    match = struck(units, "1815", (2, 0), lost={"de-39-26": 1})
    play(match, ("lose", "de-39-26"))
    assert where(match, "de-39-26") == "eliminated"
    play(match, "stand")
    assert set(offered(match, "lose")) == {"de-3-2p", "de-304-2p"}


@pytest.mark.rule("enemy_action", "9.74:bc")
def test_units_that_had_retreated_share_the_fate_of_the_hex() -> None:
    units = ONE | {"us-502-101": "1815"}
    match = struck(units, "1815", (0, 1), retreated=["us-502-101"])
    play(match, "stand")
    assert where(match, "us-502-101") == "1815" and not state(match).lost[f.UNIT["us-502-101"]]
    match = struck(units, "1815", (0, 1), retreated=["us-502-101"])
    play(match, "one", ("hex", "1916"))
    assert where(match, "us-501-101") == "1916" and where(match, "us-502-101") == "eliminated"
    match = struck(units, "1815", (0, 1), retreated=["us-502-101"], lost={"us-501-101": 1})
    play(match, "stand")
    assert where(match, "us-502-101") == "eliminated"


def test_adjusted_is_what_is_applied() -> None:
    units = {"de-1-1ss": "1714", "us-110-28": "1814"}
    match = declare(combat(units), "1814")
    draw(match, 41)
    assert adjusted(state(match)) == (0, 0)  # D1 in a town
