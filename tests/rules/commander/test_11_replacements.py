"""11: replacements."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.commander.facts import DAYS
from tests.rules.commander.table import asked, offered, pass_all, refused, situation, strength

SAFE = {"us-78inf": "Liege", "de-326vg": "Trier"}


def points(day: int, units: dict[str, str], **fields: Any) -> Match:
    """The replacement step of a day."""
    return situation("replacements", SAFE | units, day=day, **fields)


@pytest.mark.rule("commander", "11-points:ab", "D-calendar")
def test_points_of_the_calendar() -> None:
    assert DAYS[21].replacements == ((1, 1), (1, 1))
    assert all(DAYS[day].replacements == ((0, 0), (0, 0)) for day in range(16, 20))
    assert all(max(max(side) for side in DAYS[day].replacements) > 0 for day in range(20, 29))
    match = points(21, {"de-1ss": "Gemund/2", "de-26vg": "Prum/2"})
    assert match.decision.prompt == "Replacements left: infantry 1, armor 1"


@pytest.mark.rule("commander", "11-eligible:abc")
@pytest.mark.parametrize(
    ("unit", "left", "eligible"),
    [("de-1ss", 3, True), ("de-1ss", 4, False), ("de-560vg", 3, False), ("de-560vg", 2, True)],
)
def test_only_weakened_units_of_strength_three_or_less(unit: str, left: int, eligible: bool) -> None:
    match = points(21, {unit: f"Gemund/{left}", "de-lehr": "Prum/1", "de-62vg": "Prum/1"})
    assert (unit in offered(match, "unit")) is eligible
    if eligible:
        match.play("unit", unit)
        assert strength(match, unit) == left + 1
    else:
        assert refused(match, "unit", unit) == "11-eligible"


@pytest.mark.rule("commander", "11-eligible:defg", "9-oos-effects:e", "9-fuel-shortage:c")
def test_supply_and_fuel_are_needed_and_nothing_else() -> None:
    units = {
        "de-1ss": "Gemund/2",
        "de-12ss": "Prum/2",
        "de-lehr": "Spa/2",
        "us-1inf": "Spa",
        "de-2pz": "eliminated",
    }
    match = points(21, units, oos=["de-1ss"], short=["de-12ss"], cubes=["de-lehr"])
    assert offered(match, "unit") == ["de-lehr"]  # contested and Allied-controlled, with a cube
    assert refused(match, "unit", "de-1ss") == "9-oos-effects"
    assert refused(match, "unit", "de-12ss") == "9-fuel-shortage"
    assert refused(match, "unit", "de-2pz") == "11-eligible"  # off the map
    assert refused(match, "unit", "us-1inf") == "11-points"


@pytest.mark.rule("commander", "11-types:ab", "2-unit-type:b")
def test_armor_points_for_armor_and_infantry_points_for_all_others() -> None:
    units = {"de-lehr": "Gemund/2", "de-3pzg": "Prum/2", "de-26vg": "Prum/2"}
    match = points(21, units)
    match.play("unit", "de-3pzg")  # takes the infantry point
    assert offered(match, "unit") == ["de-lehr"]
    assert refused(match, "unit", "de-26vg") == "11-types"
    match.play("unit", "de-lehr")
    assert asked(match) != "Replace" or match.decision.side == "allied"
    late = points(25, units)  # no armor point on that day
    while asked(late) == "Replace" and late.decision.side == "allied":
        late.play("done")
    assert offered(late, "unit") == ["de-26vg", "de-3pzg"]
    assert refused(late, "unit", "de-lehr") == "11-types"


@pytest.mark.rule("commander", "11-limits:ac")
def test_one_point_per_unit_and_the_rest_is_lost() -> None:
    units = {"us-99inf": "Elsenborn/1", "us-7arm": "Eupen/1"}
    match = points(22, units)  # the Allies have two infantry points and one of armor
    assert (match.decision.side, match.decision.prompt) == ("allied", "Replacements left: infantry 2, armor 1")
    match.play("unit", "us-99inf")
    assert offered(match, "unit") == ["us-7arm"]
    assert refused(match, "unit", "us-99inf") == "11-limits"
    match.play("done")  # points may be left unassigned
    assert (strength(match, "us-99inf"), strength(match, "us-7arm")) == (2, 1)


@pytest.mark.rule("commander", "11-limits:b")
def test_points_are_not_saved() -> None:
    match = points(21, {"de-26vg": "Prum/1"})
    match.play("done")
    pass_all(match)
    assert (asked(match), match.decision.prompt) == ("Replace", "Replacements left: infantry 1, armor 1")
