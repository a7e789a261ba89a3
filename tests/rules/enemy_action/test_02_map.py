"""2.1 What the map says: columns, the banks of the Meuse, exits and areas."""

from __future__ import annotations

import pytest

from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.fights import struck
from tests.rules.enemy_action.moves import picked
from tests.rules.enemy_action.table import offered, play, refused, where

WEST = f.BOARD.compass.index("W")


def town(name: str) -> int:
    """The hex of a town or city."""
    return next(p for p, row in enumerate(f.BOARD.places) if row.get("town") == name)


@pytest.mark.rule("enemy_action", "2.1:a")
def test_columns_are_counted_from_east_to_west() -> None:
    for name, place in f.HEX.items():
        west = f.BOARD.step(place, WEST)
        assert f.COLUMN[place] == int(name[2:])
        assert west < 0 or int(f.HEX_NAMES.names[west][2:]) == int(name[2:]) + 1


@pytest.mark.rule("enemy_action", "2.1-meuse:bc")
@pytest.mark.parametrize(("name", "west"), [("Namur", True), ("Dinant", False), ("Huy", False), ("Givet", True)])
def test_the_banks_of_the_towns_at_the_meuse(name: str, west: bool) -> None:
    assert bool(f.WEST_BANK >> town(name) & 1) == west and bool(f.EAST_BANK >> town(name) & 1) != west


@pytest.mark.rule("enemy_action", "2.1-exit:b")
def test_a_hex_marked_no_exit_has_a_road_off_the_map_but_is_no_exit() -> None:
    assert f.ROAD_OFF[f.HEX["2603"]] == "south"
    match = picked({"de-276": "2603"}, "de-276", day=17)
    assert refused(match, "exit", "2603") == "2.1-exit"


@pytest.mark.rule("enemy_action", "2.1-boundaries:c")
def test_allied_units_retreat_out_of_their_corps_area() -> None:
    assert not f.CORPS_AREA["v"] >> f.HEX["1916"] & 1
    match = struck({"de-3-2p": "1715", "us-393-99": "1815"}, "1815", (0, 1), day=17)
    play(match, "one")
    assert "1916" in offered(match, "hex")
    play(match, ("hex", "1916"))
    assert where(match, "us-393-99") == "1916"
