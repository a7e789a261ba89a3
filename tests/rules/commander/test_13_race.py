"""13: Race to the Meuse."""

from __future__ import annotations

import pytest

import ardennes
from ardennes import Match
from tests.rules.commander.table import START, UNITS, asked, pass_all, situation, state, where

SAFE = {"us-78inf": "Liege", "de-326vg": "Trier"}
TO_DINANT = (*START, "Losheim", "St. Vith", "Vielsalm", "Houffalize", "La Roche", "Marche", "Ciney")


@pytest.mark.rule("commander", "13-race:b")
def test_set_up_as_in_the_full_game_with_reinforcements_of_two_days() -> None:
    race, full = ardennes.new("commander", "race", seed=1), ardennes.new("commander", seed=1)
    for unit in UNITS:
        if unit.start or 17 <= unit.due <= 18:
            assert where(race, unit.id) == where(full, unit.id)
        else:
            assert where(race, unit.id) == "absent"
    assert state(race).surprise and asked(race) == "Turn"


@pytest.mark.rule("commander", "13-race:a")
def test_it_ends_after_18_december() -> None:
    match = situation("german-turn", SAFE, scenario="race", day=18)
    pass_all(match)
    assert match.result is not None and state(match).day == 18
    with pytest.raises(ardennes.BadInput, match="19 December is not played"):
        situation("german-turn", SAFE, scenario="race", day=19)


@pytest.mark.rule("commander", "13-race", "4-7-commando")
def test_commandos_and_allied_supply_checks_apply_but_no_reserve() -> None:
    match = situation("reset", SAFE | {"us-1inf": "Bitburg", "de-212vg": "Bitburg"}, scenario="race", day=17,
                      german=(*START, "Echternach"))  # fmt: skip
    assert asked(match) == "Commando"
    assert state(match).oos.bit_count() == 1
    reserve = situation("supply", SAFE | {"de-2pz": "Dinant", "de-10ss": "reserve"}, scenario="race", day=18,
                        german=(*TO_DINANT, "Dinant"))  # fmt: skip
    assert asked(reserve) == "Commando"


def evening(units: dict[str, str], german: tuple[str, ...]) -> Match:
    """The end of 18 December."""
    return situation("evening", SAFE | units, scenario="race", day=18, german=german)


@pytest.mark.rule("commander", "13-victory:abcde")
@pytest.mark.parametrize(
    ("units", "german", "winner"),
    [
        ({"de-2pz": "Dinant"}, (*TO_DINANT, "Dinant"), "german"),
        ({"de-2pz": "Dinant", "us-1inf": "Dinant"}, TO_DINANT, "german"),  # contested, Allied: it does not matter
        ({"de-2pz": "Dinant"}, (*START, "Dinant", "Bastogne"), None),  # no supply, Bastogne: a draw
        ({"de-2pz": "Dinant"}, (*START, "Dinant"), "allied"),
        ({"de-2pz": "Bastogne", "us-101abn": "Bastogne"}, START, "allied"),  # contested, Allied
        ({"de-2pz": "Bastogne"}, START, None),
        ({}, (*START, "Liege", "Eupen", "Verviers", "Spa", "Huy"), "allied"),  # points do not matter
    ],
)
def test_who_wins(units: dict[str, str], german: tuple[str, ...], winner: str | None) -> None:
    result = evening(units, german).result
    assert result is not None and result.winner == winner


@pytest.mark.rule("commander", "13-victory")
def test_a_space_beyond_the_meuse_without_a_border_on_it_does_not_count() -> None:
    german = (*TO_DINANT, "Havelange", "Huy", "Hannut")
    assert evening({"de-2pz": "Huy"}, german).result.winner == "german"  # type: ignore[union-attr]
    assert evening({"de-2pz": "Hannut"}, german).result.winner == "allied"  # type: ignore[union-attr]
