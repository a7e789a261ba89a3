"""12.3 and 12.4: where units may retreat to, and who may advance."""

from __future__ import annotations

import pytest

from ardennes.games.bulge.facts import BOARD
from tests.rules.bulge.fights import (
    POINTS,
    battle,
    cut_off,
    distance,
    fight,
    find,
    hexes,
    is_inland,
    is_road,
    plain,
    ring,
    side,
    step,
    strength,
    terrain,
    vp,
)
from tests.rules.bulge.table import offered, refused, where

# --- retreat -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.3:ac", "9.1")
def test_a_unit_retreats_one_hex_into_an_empty_hex_out_of_enemy_zones() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")})
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert set(offered(match, "hex")) == {step(here, "W"), step(here, "NW"), step(here, "SW")}
    assert refused(match, "hex", step(here, "NE")) == "9.1"
    assert refused(match, "hex", step(here, "E")) == "12.3"
    assert refused(match, "hex", here) == "12.3"
    assert refused(match, "hex", step(here, "W", 2)) == "12.3"
    assert refused(match, "done") == "12.3"
    match.play("hex", step(here, "NW"))
    assert where(match, "us-7arm") == step(here, "NW")


@pytest.mark.rule("bulge", "12.3:b", "8.0")
def test_a_hex_with_a_friendly_unit_is_closed() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "us-82": step(here, "W"), "us-101": step(here, "NW")}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert offered(match, "hex") == [step(here, "SW")]
    assert refused(match, "hex", step(here, "W")) == "12.3"


@pytest.mark.rule("bulge", "12.3:b", "8.0", "3.1")
def test_a_unit_that_could_retreat_only_onto_friends_is_eliminated() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E")}
    units |= {"us-82": step(here, "W"), "us-101": step(here, "NW"), "us-2arm": step(here, "SW")}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert where(match, "us-7arm") == "eliminated"
    assert vp(match) == strength("us-7arm")


@pytest.mark.rule("bulge", "12.3:c", "9.1")
def test_a_unit_that_could_retreat_only_into_enemy_zones_is_eliminated() -> None:
    here = plain()
    # The unit in the west takes no part in the attack; its zone closes the way back.
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-272": step(here, "W", 2)})
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert set(offered(match, "hex")) == {step(here, "NW"), step(here, "SW")}
    match = battle({"us-7arm": here, "de-1ss": step(here, "E"), "de-272": step(here, "W")})
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert where(match, "us-7arm") == "eliminated"


@pytest.mark.rule("bulge", "12.3:d", "9.1", "8.0")
def test_a_friend_in_an_enemy_zone_does_not_open_the_hex_for_a_retreat() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-272": step(here, "W"), "us-82": step(here, "NW")}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert where(match, "us-7arm") == "eliminated"
    assert where(match, "us-82") == step(here, "NW")


def _northern_edge() -> str:
    """A hex of the northern edge with its four neighbours on the map."""
    return find(lambda n: not step(n, "NE") and not step(n, "NW") and all(step(n, p) for p in ("E", "W", "SE", "SW")))


@pytest.mark.rule("bulge", "12.3:e", "10.0-1")
def test_a_unit_pushed_against_the_map_edge_is_eliminated() -> None:
    here = _northern_edge()
    match = battle({"us-7arm": here, "de-1ss": step(here, "SE"), "de-2": step(here, "SW")})
    fight(match, "us-7arm", ["de-1ss", "de-2"], "Dr")
    assert where(match, "us-7arm") == "eliminated"
    assert vp(match) == strength("us-7arm")


@pytest.mark.rule("bulge", "12.3", "10.0-1")
def test_a_german_pushed_against_the_map_edge_scores_no_exit() -> None:
    here = _northern_edge()
    units = {"de-1ss": here, "us-2arm": step(here, "SE"), "us-7arm": step(here, "SW")}
    match = battle(units, "allied-combat-before-movement", vp=20, resupplied=["us-2arm", "us-7arm"])
    fight(match, "de-1ss", ["us-2arm", "us-7arm"], "Dr")
    assert where(match, "de-1ss") == "eliminated"
    assert vp(match) == 20 - strength("de-1ss")


@pytest.mark.rule("bulge", "12.3:f", "7.2")
def test_rivers_woods_and_markers_do_not_hinder_a_retreat() -> None:
    def way_back(name: str, point: str) -> list[str]:
        """The three hexes away from an attacker in this direction."""
        at = POINTS.index(point)
        return [step(name, POINTS[(at + turn) % 6]) for turn in (2, 3, 4)]

    def fits(name: str, point: str) -> bool:
        back = way_back(name, point)
        wet = any("river" in side(name, h) for h in back)
        return wet and any(terrain(h) in ("heavy", "light") for h in back) and any(is_road(h) for h in back)

    found = ((n, p) for n in hexes(lambda n: is_inland(n, 1)) for p in POINTS if fits(n, p))
    here, point = next(found)
    back = way_back(here, point)
    marks = {"german": [h for h in back if is_road(h)]}
    match = battle({"us-7arm": here, "de-1ss": step(here, point)}, interdiction=marks)
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert set(offered(match, "hex")) == set(back)
    match.play("hex", marks["german"][0])
    assert where(match, "us-7arm") == marks["german"][0]


@pytest.mark.rule("bulge", "12.3", "14.1")
def test_a_unit_out_of_supply_retreats_like_any_other() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")}, interdiction=cut_off("allied"))
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert len(offered(match, "hex")) == 3


@pytest.mark.rule("bulge", "12.3:g")
def test_the_zone_of_the_defender_closes_hexes_to_retreating_attackers() -> None:
    here = plain(radius=3)
    east = step(here, "E")
    match = battle({"us-7arm": here, "de-1ss": east})
    fight(match, "us-7arm", ["de-1ss"], "Ar")
    assert match.decision.side == "german"
    assert set(offered(match, "hex")) == {h for h in ring(east) if distance(h, here) == 2}
    assert refused(match, "hex", step(here, "NE")) == "9.1"


@pytest.mark.rule("bulge", "12.3")
def test_the_owner_chooses_the_order_of_retreats_and_a_hex_taken_is_closed() -> None:
    here = plain(radius=3)
    east, north_east = step(here, "E"), step(here, "NE")
    # Both attackers have the same single hex behind them: the others are held by friends or controlled by the enemy.
    shared = step(east, "NE")
    assert shared in ring(north_east) and shared in ring(east)
    others = [h for h in {*ring(east), *ring(north_east)} if h != shared and distance(h, here) == 2]
    friends = dict(zip(("de-272", "de-326", "de-277", "de-12", "de-3fj"), sorted(others), strict=False))
    assert len(friends) == len(others)
    for first, second in (("de-1ss", "de-2"), ("de-2", "de-1ss")):
        match = battle({"us-7arm": here, "de-1ss": east, "de-2": north_east} | friends)
        fight(match, "us-7arm", ["de-1ss", "de-2"], "Ar")
        match.play("unit", first)
        assert offered(match, "hex") == [shared]
        match.play("hex", shared)
        assert where(match, first) == shared
        assert where(match, second) == "eliminated"


@pytest.mark.rule("bulge", "12.3", "12.4")
def test_a_retreat_off_the_board_is_never_offered() -> None:
    here = _northern_edge()
    match = battle({"us-7arm": here, "de-1ss": step(here, "SE")})
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    assert set(offered(match, "hex")) == {step(here, "W")}
    assert set(offered(match, "hex")) <= set(BOARD.index)


# --- advance -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "12.4:a")
def test_one_participant_advances_into_the_one_hex_that_was_emptied() -> None:
    here = plain()
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "W"), "de-116": step(here, "NE")}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss", "de-2"], "De")
    assert set(offered(match, "unit")) == {"de-1ss", "de-2"}
    assert refused(match, "unit", "de-116") == "12.4"
    match.play("unit", "de-1ss")
    assert where(match, "de-1ss") == here
    assert match.decision.cases[0] != "12.4"
    assert where(match, "de-2") == step(here, "W")


@pytest.mark.rule("bulge", "12.4")
def test_a_single_attacker_can_go_nowhere_but_into_the_emptied_hex() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")})
    fight(match, "us-7arm", ["de-1ss"], "De")
    assert offered(match, "hex") == [here]
    assert refused(match, "hex", step(here, "NE")) == "12.4"


@pytest.mark.rule("bulge", "12.4:b")
def test_an_advance_declined_cannot_be_made_up_for() -> None:
    here = plain(radius=3)
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "de-2": step(here, "E", 2), "us-82": step(here, "E", 3)}
    match = battle(units)
    fight(match, "us-7arm", ["de-1ss"], "De")
    match.play("done")
    assert match.decision.cases[0] == "12.0"
    assert refused(match, "hex", here) == "12.0"
    assert where(match, "de-1ss") == step(here, "E")


@pytest.mark.rule("bulge", "12.4:c", "9.1", "12.0-2")
def test_a_unit_advances_from_zone_to_zone_and_need_not_attack_again() -> None:
    here = plain(radius=3)
    # After the advance 1 SS is next to the 82nd, and nobody else is.
    units = {"us-7arm": here, "de-1ss": step(here, "E"), "us-82": step(here, "W"), "us-101": step(here, "E", 2)}
    match = battle(units, "german-combat-after-movement")
    fight(match, "us-7arm", ["de-1ss"], "De")
    match.play("hex", here)
    assert where(match, "de-1ss") == here
    assert match.view()["phase"] != "german-combat-after-movement"


@pytest.mark.rule("bulge", "12.4:d")
def test_an_advance_goes_over_rivers_into_woods_and_takes_nothing_from_the_move_after_it() -> None:
    def over_river(name: str) -> str:
        return next((h for h in ring(name) if h and "river" in side(name, h)), "")

    here = find(lambda n: terrain(n) in ("heavy", "light") and is_inland(n, 3) and bool(over_river(n)))
    match = battle({"us-7arm": here, "de-272": over_river(here)})
    fight(match, "us-7arm", ["de-272"], "De")
    match.play("hex", here)
    assert where(match, "de-272") == here
    match.play("unit", "de-272")
    assert "(5 MP)" in match.decision.prompt


@pytest.mark.rule("bulge", "12.4", "12.2-Dr", "9.1")
def test_the_retreating_unit_does_not_stop_the_advance_with_its_zone() -> None:
    here = plain()
    match = battle({"us-7arm": here, "de-1ss": step(here, "E")})
    fight(match, "us-7arm", ["de-1ss"], "Dr")
    match.play("hex", step(here, "W"))
    match.play("hex", here)
    assert distance(where(match, "de-1ss"), where(match, "us-7arm")) == 1
