"""Rulebook 8: zones of control."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.moves import moving
from tests.rules.enemy_action.table import state


def controls(units: dict[str, str], place: str, side: int = f.GERMAN, **fields: Any) -> bool:
    """Do the units in a hex control its neighbours?"""
    s = state(moving(units, active=[], day=21, **fields))
    around = f.BOARD.neighbours(f.HEX[place])
    found = s.zoc(side) & around
    assert found in (0, around)
    return bool(found)


@pytest.mark.rule("enemy_action", "8:a", "8-illustration:a")
def test_a_unit_controls_six_hexes_across_rivers_too() -> None:
    assert controls({"de-62": "1607"}, "1607")


@pytest.mark.rule("enemy_action", "8:b", "10.22:d", "10.41:b")
@pytest.mark.parametrize("field", ["low", "oos", "nofuel"])
def test_units_without_supply_or_fuel_still_control(field: str) -> None:
    fields: dict[str, Any] = {field: ["de-304-2p"]}
    assert controls({"de-304-2p": "1410"}, "1410", **fields)


@pytest.mark.rule("enemy_action", "8:c")
def test_inactive_units_control() -> None:
    assert controls({"us-cca-7a": "1410"}, "1410", f.ALLIED)


@pytest.mark.rule("enemy_action", "8-bracketed:abc", "8-illustration:a")
@pytest.mark.parametrize(
    ("unit", "place", "side", "found"),
    [
        ("de-39-26", "1410", f.GERMAN, False),
        ("de-39-26", "1311", f.GERMAN, True),  # town
        ("us-110-28", "0116", f.ALLIED, True),  # city
        ("de-39-26", "1607", f.GERMAN, True),  # Westwall
        ("us-110-28", "1607", f.ALLIED, False),
    ],
)
def test_bracketed_units_control_in_towns_and_germans_in_the_westwall(
    unit: str, place: str, side: int, found: bool
) -> None:
    assert controls({unit: place}, place, side, lost={unit: 1}) == found


@pytest.mark.rule("enemy_action", "8-bracketed:de", "8-illustration:a")
def test_two_bracketed_units_control_if_neither_is_dispersed() -> None:
    two = {"de-39-26": "1410", "de-77-26": "1410"}
    lost = {"de-39-26": 1, "de-77-26": 1}
    assert controls(two, "1410", lost=lost)
    assert not controls(two, "1410", lost=lost, dispersed=["de-77-26"])


@pytest.mark.rule("enemy_action", "8-isolated:abc")
def test_dispersed_and_isolated_units_control_nothing() -> None:
    assert not controls({"us-cca-7a": "0116"}, "0116", f.ALLIED, dispersed=["us-cca-7a"])
    two = {"de-62": "1410", "de-39-26": "1410"}
    assert not controls(two, "1410", isolated=list(two))
    assert controls(two, "1410", dispersed=["de-39-26"])


@pytest.mark.rule("enemy_action", "8.1:c")
def test_a_friendly_unit_opens_a_controlled_hex_to_supply() -> None:
    from ardennes.games.enemy_action import supply

    # The road from Bastogne to Houffalize: 1613 is controlled by the unit in 1614.
    enemy = {"de-62": "1614", "us-cca-7a": "1513"}
    alone = state(moving(enemy, active=[], day=21))
    helped = state(moving({**enemy, "us-ccb-7a": "1613"}, active=[], day=21))
    road = f.HEX["1613"]
    assert alone.zoc(f.GERMAN) >> road & 1
    assert not supply.heads(alone, f.ALLIED) >> road & 1
    assert supply.heads(helped, f.ALLIED) >> road & 1
