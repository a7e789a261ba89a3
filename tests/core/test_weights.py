"""Weights that temperaments change, and how states are valued."""

from __future__ import annotations

import random

import pytest

from ardennes.core.errors import BadInput
from ardennes.core.outlook import read_outlook
from ardennes.core.weights import NO_CHANGE, Temperament, Weights, read_temperaments, varied

TEXT = """
[move]
drive = 2
fear = 0.5
pair = [1, 2]

[table]
made = 3
"""


def weights() -> Weights:
    return Weights(TEXT, fixed=("table",))


def test_a_change_holds_until_the_next_one() -> None:
    w = weights()
    move = w.part("move")
    w.use({"move.drive": 7.0, "move.pair.1": 9.0})
    assert (move["drive"], move["fear"], move["pair"]) == (7.0, 0.5, [1.0, 9.0])
    w.use({"move.fear": 1.0})
    assert (move["drive"], move["fear"], move["pair"]) == (2.0, 1.0, [1.0, 2.0])
    w.use(NO_CHANGE)
    assert (move["drive"], move["fear"]) == (2.0, 0.5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"move.speed": 1.0}, "there is no weight 'move.speed'"),
        ({"table.made": 1.0}, "the weight 'table.made' is fixed"),
        ({"move.drive": "fast"}, "the weight 'move.drive' must be a number, not 'fast'"),
        ({"move.drive": True}, "the weight 'move.drive' must be a number, not True"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(change: dict[str, float], message: str) -> None:
    with pytest.raises(BadInput, match=f"^here: {message}$"):
        weights().check(change, "here")


def test_a_variation_multiplies_all_numbers_that_can_be_changed() -> None:
    base = Temperament("bold", {"move.drive": 4.0, "move.pair.0": 0.0}, plan="never stop")
    found = [varied(base, weights(), random.Random(n), f"bold~{n}") for n in range(40)]
    assert found[:3] == [varied(base, weights(), random.Random(n), f"bold~{n}") for n in range(3)]
    assert {key for one in found for key in one.change} == {"move.drive", "move.fear", "move.pair.0", "move.pair.1"}
    assert {one.change["move.drive"] for one in found} == {2.0, 2.8, 4.0, 5.6, 8.0}
    assert {one.change["move.pair.0"] for one in found} == {0.0}
    for one in found:
        assert weights().check(one.change) is one.change
        assert one.plan == "never stop, with other priorities"


def test_temperaments_are_read_by_side() -> None:
    text = '[german.bold]\ntitle = "M"\nabout = "Never stops."\n[german.bold.move]\ndrive = 3\npair = [4, 5]\n'
    found = read_temperaments(text, weights(), ("german", "allied"), "file")
    assert found["allied"] == {}
    bold = found["german"]["bold"]
    assert (bold.title, bold.about) == ("M", "Never stops.")
    assert bold.change == {"move.drive": 3, "move.pair.0": 4, "move.pair.1": 5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[french.bold]\n", "there is no side 'french'"),
        ("[german.bold.move]\nspeed = 3\n", "german.bold: there is no weight 'move.speed'"),
    ],
)
def test_temperaments_that_make_no_sense_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_temperaments(text, weights(), ("german", "allied"), "file")


def test_an_outlook_weighs_features_more_or_less_as_the_game_goes_on() -> None:
    outlook = read_outlook("[features]\nconstant = [0.0, 0.0]\npoints = [0.0, 2.0]\n", ("points",), "file")
    assert outlook.chance([1.0], 0.0) == 0.5
    assert outlook.chance([1.0], 0.5) < outlook.chance([1.0], 1.0) == pytest.approx(0.8808, abs=1e-4)
    assert outlook.chance([-1e9], 1.0) > 0


def test_an_outlook_has_exactly_the_features_of_the_game() -> None:
    with pytest.raises(BadInput, match=r"^file: the features must be constant, points: see 'supply'$"):
        read_outlook("[features]\nconstant = [0, 0]\npoints = [0, 0]\nsupply = [0, 0]\n", ("points",), "file")
