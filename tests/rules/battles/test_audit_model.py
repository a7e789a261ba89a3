"""The second model keeps to the rulebook's own numbers, and the game agrees with it in a sample of positions.

`python -m tests.rules.battles.model --positions 2000` compares in as many positions as you like.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.rules.battles import audit, model
from tests.rules.battles import model_fights as fights
from tests.rules.battles.model import MARCH, NORMAL, UNITS, Position
from tests.rules.second_model import Tally


def position(units: dict[str, str], scenario: str = "st_vith", turn: int = 2, **more: object) -> Position:
    p = Position(scenario, turn, dict.fromkeys(model.OPTIONS, "off"), dict(units))
    for key, value in more.items():
        setattr(p, key, value)
    return p


@pytest.mark.parametrize("scenario", ["clervaux", "st_vith", "celles"])
def test_the_game_agrees_with_the_model(scenario: str) -> None:
    tally = audit.run(2, seed=1, scenarios=(scenario,), rate=0.02)
    assert not tally.told
    assert sum(tally.compared.values()) > 100


def test_a_difference_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    s = audit.start("clervaux", random.Random(1))
    tally = Tally(audit.shown)
    assert tally.check("points", "same", 1, 1, s)
    assert not tally.check("hexes", "other", {"D1108", "D1207"}, {"D1108"}, s)
    assert tally.told == ["hexes: other\n  game  ['D1207']\n  model []"]
    assert "DIFFERENCE hexes" in capsys.readouterr().out


def test_distance_is_the_number_of_steps() -> None:
    assert model.distance("B1125", "B1512") == 15
    for h in ("B0101", "D1715", "A2314", "C0120"):
        rings = [model.within(h, n) for n in range(4)]
        for n in (1, 2, 3):
            assert {x for x in model.HEXES if model.distance(h, x) == n} == rings[n] - rings[n - 1]


def test_the_article_s_way_of_19_points() -> None:
    p = position({})
    p.options["greif_infiltration_time"] = "on"
    assert model.infiltration(p, "B1512") == 19
    assert model.works_from(p, "B1512") == 4


def test_the_march_to_st_vith() -> None:
    """15.13: 3 x (6 + 1) = 21 MPs are just enough."""
    unit = "us-ccb-7-armd"
    p = position({}, turn=4, box={unit: "waiting"}, due={unit: 4}, entry={unit: "B2010"})
    assert model.reach(p, unit, MARCH)["B0716"] == 21
    assert "B0716" not in model.reach(p, unit, NORMAL)


def test_the_worked_example_of_a_combined_attack() -> None:
    """5 + 5 and a barrage of 3 against 5 and FPF 3: 13 to 8 is 1-1; on GT 1 it is 2-1."""
    units = {
        "de-27-fus-12": "B1222",
        "de-48-12": "B1122",
        "us-394-99": "B1221",
        "de-12-art": "B1223",
        "us-99-divarty": "B1420",
    }
    p = position(units, battery={"de-12-art", "us-99-divarty"}, target="B1221", fpf={"us-99-divarty"})
    p.attackers, p.guns = {"de-27-fus-12", "de-48-12"}, {"de-12-art"}
    assert fights.columns(p) == {fights.COLUMNS.index("1-1"): Fraction(1)}
    p.turn = 1
    assert fights.columns(p) == {fights.COLUMNS.index("2-1"): Fraction(1)}
    assert fights.chances(p)["EX"] == Fraction(1, 6)


def test_odds() -> None:
    for (attack, defence), name in {
        (13, 8): "1-1",
        (4, 5): "1-2",
        (5, 14): "1-3",
        (30, 3): "8-1",
        (14, 5): "2-1",
    }.items():
        assert fights.COLUMNS[fights.odds(attack, defence)] == name
    assert fights.odds(5, 16) == -1


def test_the_worked_example_of_supply() -> None:
    """b11.3: with the bridges over the Our down, infantry traces over the river and panzer grenadiers do not."""
    mech, foot = "de-304-pg-2", "de-77-26"
    p = position({mech: "D1915", foot: "D1815"}, "clervaux", 3, blown=model.first_blown("clervaux"))
    assert model.out_of_supply(p) == {mech}
    q = position({mech: "D1915", foot: "D1815"}, "clervaux", 3, blown=p.blown - {frozenset(("D1916", "D1917"))})
    assert model.out_of_supply(q) == set()


def test_saturation_numbers() -> None:
    gun = "de-12-art"
    p = position({gun: "B1223", "us-394-99": "B1221"}, target="B1221", guns={gun}, saturating={gun})
    assert [fights.times(p, gun, die) for die in range(1, 7)] == [4, 3, 3, 2, 2, 1]
    assert [fights.breakdown(p, gun, die) for die in range(1, 7)] == [7, 6, 5, 4, 3, 2]
    p.withering = {gun}
    assert fights.breakdown(p, gun, 1) == 11 and fights.times(p, gun, 6) == 3


def test_movement_classes_agree_with_the_counters() -> None:
    assert {row["id"]: row["mobility"] for row in model.DATA.rows("units.csv")} == {
        u: unit.kind for u, unit in UNITS.items()
    }
    assert {u: unit.steps for u, unit in UNITS.items()} == {u: 2 if unit.reduced else 1 for u, unit in UNITS.items()}
