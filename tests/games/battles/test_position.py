"""Positions of Battles with mistakes: one clear message with the field and the case."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.games.battles.facts import BRIDGES, DUMPS
from tests.rules.battles.table import situation

UNITS = {"de-1-ss-pz": "B1125", "de-1-ss-eng": "B1112", "us-9-2": "B1413", "us-2-divarty": "B1412"}
GREIF, DUMP = {"greif": "on"}, {"dumps": "on"}
STOCKS = [0] * len(DUMPS)


def message(units: dict[str, str] | None = None, **fields: Any) -> str:
    with pytest.raises(ardennes.BadInput) as caught:
        situation("german-movement", UNITS | (units or {}), **fields)
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    return text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"turn": 13}, "turn: 13 is not a game turn of this scenario; allowed: 1 to 12 (case b2.2)"),
        ({"units": {"us-38-2": "D0408"}}, "units.us-38-2: D0408 is not on the maps in play (case b2.1)"),
        ({"units": {"us-38-2": "waiting"}}, "units.us-38-2: it needs an entry hex on the maps in play (case b15.1)"),
        ({"units": {"us-38-2": "exited"}}, "units.us-38-2: only German units leave the map (case b17.4)"),
        ({"units": {"us-38-2": "B1125"}}, "units.de-1-ss-pz: B1125 also holds the enemy unit us-38-2 (case b8.3)"),
        ({"lost": {"us-9-2": 2}}, "lost.us-9-2: a unit of 2 cannot have lost 2 (case b3.1)"),
        ({"battery": ["us-9-2"]}, "battery: us-9-2 is not artillery on the map (case b10.1)"),
        ({"unsupplied": ["us-38-2"]}, "unsupplied: us-38-2 is not on the map (case 11.4)"),
        ({"no_ammo": {"us-9-2": 4}}, "no_ammo.us-9-2: 4 is not a turn on which that could be"),
        ({"work": {"us-9-2": 1}}, "work.us-9-2: only engineers on the map build bridges (case b12.4)"),
        ({"work": {"de-1-ss-eng": 1}}, f"work.de-1-ss-eng: {BRIDGES.names[0]} is not at its hex (case b12.4)"),
        ({"targets": ["B1512"]}, "targets: there are no targets in this game (case 16.4)"),
        ({"targets": ["B1513"], "options": GREIF}, "targets: B1513 is not a road hex on the maps in play (case 16.41)"),
        ({"stocks": [1]}, f"stocks: there are {len(DUMPS)} sites, not 1 (case 16.58)"),
        ({"stocks": [1, *STOCKS[1:]]}, f"stocks: {DUMPS.names[0]} is not a dump site of this game (case 16.58)"),
        ({"petrol": 66, "options": DUMP}, "petrol: there are 65 Petrol Points in this scenario (case 16.58)"),
        (
            {"german_dumps": ["B1211"]},
            "german_dumps: B1211 has not been captured, or is not a site of this game (case 16.52)",
        ),
        ({"dump_at": {"B1211": "B1211"}}, "dump_at.B1211: it is not a counter with Petrol Points (case 16.57)"),
        ({"outcome": "D9"}, "outcome: 'D9' is not a result of the table (case 9.4)"),
        ({"scheme": "liege"}, "scheme: this scenario has no victory plans (case b23.2)"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_mistake_is_told_with_its_field_and_case(fields: dict[str, Any], said: str) -> None:
    assert message(**fields).endswith(said)


def test_too_many_units_in_a_hex() -> None:
    crowd = dict.fromkeys(("us-38-2", "us-23-2", "us-394-99", "us-393-99"), "B1211")
    assert "B1211 holds more than 3 units (case b8.1)" in message(crowd)
