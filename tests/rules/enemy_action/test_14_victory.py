"""14 Victory points and victory levels, 15 the scenarios' own, and the end of a day (4-V)."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import GAME, exits, ground, supply, victory
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.table import situation, state

SPARE = {"german": [37, 42], "allied": [13, 19]}
ALLIES = [name for u, name in enumerate(f.UNIT_NAMES.names) if f.SIDE[u] == f.ALLIED]
WALL = f.HEX_NAMES.list_of(f.WESTWALL)
TOWNS = ["1108", "2208", "1316", "1719"]
"""St. Vith, Ettelbruck, La Roche, St. Hubert."""


def board(units: dict[str, str] | None = None, **more: Any) -> Any:
    """The state of a position in a German impulse."""
    more.setdefault("day", 19)
    frames = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "german", "stage": 0}]
    more.setdefault("hand", SPARE)
    return state(situation("", units or {}, frames=frames, impulses={"german": 4, "allied": 1}, **more))


def evening(points: int, day: int, scenario: str = "campaign", **more: Any) -> Match:
    """The match after the End of Day Phase of a day, with so many points (and some cards, so that the next day can begin)."""
    units: dict[str, str] = more.pop("units", {})
    wall: list[str] = []
    while points < 0:
        points += int(f.TABLES["victory"]["westwall"])
        wall.append(WALL[-1 - len(wall)])
    return situation(
        "end-of-day", units, day=day, scenario=scenario, available=SPARE, exit_vp=points, allied_wall=wall, **more
    )


def verdict(points: int, day: int, scenario: str = "campaign", **more: Any) -> tuple[str | None, str] | None:
    """Who has won at which level; None if the game goes on."""
    result = evening(points, day, scenario, **more).result
    return None if result is None else (result.winner, result.level)


# --- points (14.1) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "14.1-towns:ab", "2.1-vp-hexes:a")
def test_towns_give_points_as_long_as_they_are_german() -> None:
    s = board({"de-3-2p": "1009", "us-110-28": "1107"})
    before = victory.points(s)
    unit, place = f.UNIT["de-3-2p"], f.HEX["1108"]
    ground.step(s, unit, place, "move")
    worth = f.TOWN_VP[place]
    assert worth > 0 and victory.points(s) == before + worth
    ground.step(s, unit, f.HEX["1109"], "move")
    ground.step(s, unit, place, "move")
    assert victory.points(s) == before + worth
    ground.step(s, unit, f.HEX["1109"], "move")
    assert victory.points(s) == before + worth
    ground.step(s, f.UNIT["us-110-28"], place, "move")
    assert victory.points(s) == before
    plain = next(p for p, vp in f.TOWN_VP.items() if not vp and not f.GERMAN_TOWNS >> p & 1)
    assert victory.points(board(german_towns=f.HEX_NAMES.list_of(1 << plain))) == 0


@pytest.mark.rule("enemy_action", "2.1-vp-hexes:b", "15.5-vp:ab", "14.1-eliminated:a")
def test_the_four_towns_of_the_crisis_and_seven_lost_units() -> None:
    assert victory.points(board(german_towns=TOWNS)) == 8
    s = GAME.start(GAME.setup("crisis"))
    assert victory.points(s) == 11  # type: ignore[arg-type]
    assert {case: n for _, n, case in victory.sources(s)} == {"14.1-towns": 8, "14.1-eliminated": 3}  # type: ignore[arg-type]
    s.eliminate(f.UNIT["us-501-101"])  # type: ignore[attr-defined]
    assert victory.points(s) == 12  # type: ignore[arg-type]


@pytest.mark.rule("enemy_action", "14.1-eliminated:ab", "14:a")
@pytest.mark.parametrize(("lost", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (7, 3), (8, 4)])
def test_every_second_allied_unit_lost_is_a_point(lost: int, points: int) -> None:
    assert victory.points(board(dict.fromkeys(ALLIES[:lost], "eliminated"))) == points
    germans = [name for u, name in enumerate(f.UNIT_NAMES.names) if f.SIDE[u] == f.GERMAN][:8]
    assert victory.points(board(dict.fromkeys(germans, "eliminated"))) == 0


@pytest.mark.rule("enemy_action", "14.1-westwall:abcd", "14.1:a")
def test_the_westwall_costs_points_from_the_18th_on() -> None:
    both = board(allied_wall=WALL[:2], day=18)
    assert victory.points(both) == -10
    assert victory.points(board(allied_wall=WALL[:2], day=17)) == 0
    wall = f.HEX[WALL[0]]
    near = _beside(wall)
    s = board({"us-110-28": f.HEX_NAMES.names[near]}, day=18)
    start = victory.points(s)
    unit = f.UNIT["us-110-28"]
    ground.step(s, unit, wall, "move")
    assert victory.points(s) == start - 5
    s.place(unit, f.RESERVE)
    assert victory.points(s) == start - 5
    s.place(f.UNIT["de-3-2p"], near)
    ground.step(s, f.UNIT["de-3-2p"], wall, "move")
    assert victory.points(s) == start


@pytest.mark.rule("enemy_action", "15.5-markers:d")
@pytest.mark.parametrize(("scenario", "points"), [("crisis", [0, 0, 0, -5]), ("campaign", [-5, -5, -5, -5])])
def test_the_westwall_in_the_front_line_of_the_crisis(scenario: str, points: list[int]) -> None:
    for place, expected in zip(["0105", "0205", "0305", "0404"], points, strict=True):
        s = board({"us-102-cav": "0306"}, day=22, scenario=scenario)
        before = victory.points(s)
        ground.step(s, f.UNIT["us-102-cav"], f.HEX[place], "advance")
        assert victory.points(s) - before == expected
        assert bool(s.allied_wall) == bool(expected) and not GAME.invariants(s)


def _beside(place: int) -> int:
    """A hex next to this one without town or Westwall."""
    some = f.BOARD.spread(1 << place, f.EVERY) & ~f.WESTWALL & ~f.BUILT
    return some.bit_length() - 1


@pytest.mark.rule("enemy_action", "14.1-exit:abcd")
def test_points_for_units_that_leave() -> None:
    east = next(p for p in f.EXIT_UNTIL if f.EAST_BANK >> p & 1)
    west = next(p for p in f.EXIT_UNTIL if f.WEST_BANK >> p & 1)
    s = board()
    for u in range(len(f.ROSTER)):
        if f.SIDE[u] != f.GERMAN:
            continue
        rate = 2 if f.MECH >> u & 1 else 1
        for lost in range(f.STEPS[u]):
            s.lost[u] = lost
            assert exits.points(s, u, east) == rate * (f.STEPS[u] - lost)
            assert exits.points(s, u, west) == rate * f.STRENGTH[u][f.STEPS[u] - lost]
    assert all(f.EAST_BANK >> p & 1 for p in f.EXIT_UNTIL if f.exit_edge(p) == "south")
    assert victory.points(board(exit_vp=7)) == 7


@pytest.mark.rule("enemy_action", "14.1-vdh:ab")
def test_relief_of_the_paratroops_is_a_point() -> None:
    s = board({"de-vdh": "0708", "de-3-2p": "0709"})
    ground.step(s, f.UNIT["de-3-2p"], f.HEX["0708"], "advance")
    assert s.at[f.VDH] == f.EXITED and victory.points(s) == 1
    s = board({"de-vdh": "0708"})
    s.eliminate(f.VDH)
    assert victory.points(s) == 0


# --- the Meuse (14.1-meuse) -------------------------------------------------------------------------------------------


@pytest.fixture
def fed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hex is in supply."""
    monkeypatch.setattr(supply, "in_supply", lambda s, side, place: True)


ACROSS = {"de-3-2p": "0626", "de-304-2p": "0626"}


@pytest.mark.rule("enemy_action", "14.1-meuse:acd", "4-V:d")
@pytest.mark.usefixtures("fed")
def test_crossing_the_meuse_in_supply_is_worth_ten_points_once() -> None:
    match = evening(0, 17, units=ACROSS, low=["de-3-2p"])
    assert state(match).meuse_award and victory.points(state(match)) == 10
    assert state(match).low == 1 << f.UNIT["de-3-2p"]
    again = evening(0, 18, units=ACROSS, meuse_award=True)
    assert victory.points(state(again)) == 10
    back = evening(0, 18, meuse_award=True)
    assert victory.points(state(back)) == 10
    assert verdict(31, 20, units=ACROSS) == ("german", "strategic")


@pytest.mark.rule("enemy_action", "14.1-meuse:b")
def test_no_award_without_supply_or_on_the_near_bank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supply, "in_supply", lambda s, side, place: False)
    assert not state(evening(0, 17, units=ACROSS)).meuse_award
    monkeypatch.setattr(supply, "in_supply", lambda s, side, place: True)
    assert not state(evening(0, 17, units={"de-3-2p": "0625"})).meuse_award


# --- the end of a day (4-V) -------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4-V:abc", "3-chits:a", "2.1-calendar:a")
def test_what_a_night_clears_and_what_stays() -> None:
    units = {"de-3-2p": "1607", "de-62": "1205", "us-110-28": "1708", "us-424-106": "1206", "us-112-28": "1409"}
    match = evening(
        20,
        21,
        units=units,
        dispersed=["de-3-2p"],
        nofuel=["de-62"],
        low=["us-110-28"],
        oos=["us-424-106"],
        isolated=["us-112-28"],
        ip=["1708"],
        roadblocks=["1014"],
        blown=["1707-1708"],
        cup=[],
        freeze=True,
        fury=True,
        fuel_priority=True,
        one_used={"german": 1},
        impulses={"german": 5, "allied": 5},
    )
    s = state(match)
    assert s.day == 22 and s.cup == f.CHITS.all and not s.dispersed and not s.nofuel
    assert (s.low, s.oos, s.isolated) == tuple(1 << f.UNIT[u] for u in ("us-110-28", "us-424-106", "us-112-28"))
    assert s.ip and s.roadblocks and s.blown == 1 << f.RIVERS.index["1707-1708"]
    assert not (s.freeze or s.fury or s.fuel_priority or any(s.one_used) or any(s.impulses))


# --- levels (14.2, 15) ------------------------------------------------------------------------------------------------


CHECKED = [day for day in f.DAYS if "level" in f.CALENDAR[day]]


@pytest.mark.rule(
    "enemy_action",
    "calendar-20:b",
    "calendar-21:b",
    "calendar-22:b",
    "calendar-23:b",
    "calendar-24:b",
    "calendar-25:b",
    "calendar-26:b",
    "calendar-27:b",
    "calendar-28:b",
    "calendar-29:b",
    "15.4:bc",
    "14.2:a",
)
@pytest.mark.parametrize(
    ("day", "low", "high", "level"),
    [
        (20, 11, 40, "strategic"),
        (21, 11, 45, "strategic"),
        (22, 15, 50, "strategic"),
        (23, 20, 55, "strategic"),
        (24, 25, 60, "strategic"),
        (25, 27, 55, "operational"),
        (26, 29, 50, "operational"),
        (27, 31, 45, "operational"),
        (28, 33, 40, "tactical"),
        (29, 35, 34, "tactical"),
    ],
)
def test_levels_of_the_calendar(day: int, low: int, high: int, level: str) -> None:
    assert verdict(low - 1, day) == ("allied", level)
    assert verdict(high + 1, day) == ("german", level)
    if low <= high:
        assert verdict(low, day) is verdict(high, day) is None


@pytest.mark.rule("enemy_action", "15.4:a", "calendar-16:b", "calendar-17:b", "calendar-18:b", "calendar-19:b")
@pytest.mark.parametrize("day", [16, 17, 18, 19])
def test_no_check_before_the_20th(day: int) -> None:
    assert verdict(0, day) is verdict(99, day) is verdict(-10, day) is None
    assert not victory.levels(board(day=day), day)


@pytest.mark.rule("enemy_action", "15.1:a")
def test_the_initial_assault_needs_eight_points() -> None:
    assert verdict(8, 16, "assault") == ("german", "tactical")
    assert verdict(7, 16, "assault") == ("allied", "tactical")


@pytest.mark.rule("enemy_action", "15.1:b")
def test_plain_towns_count_in_the_initial_assault() -> None:
    plain = next(p for p in f.TOWN_VP if not f.TOWN_VP[p] and f.TOWNS & ~f.GERMAN_TOWNS & 1 << p)
    s = board(scenario="assault", day=16)
    assert victory.points(s) == 0, "towns that are German from the start give nothing"
    s.take_town(plain, f.GERMAN)
    assert victory.points(s) == 1
    s.take_town(plain, f.ALLIED)
    assert victory.points(s) == 0


@pytest.mark.rule("enemy_action", "15.1:c")
def test_reaching_the_meuse_or_leaving_wins_the_initial_assault_at_once() -> None:
    exit_ = next(p for p in f.EXIT_UNTIL if f.EAST_BANK >> p & 1 and not f.BESIDE_MEUSE >> p & 1)
    s = board({"de-3-2p": f.HEX_NAMES.names[exit_]}, scenario="assault", day=16)
    exits.leave_map(s, f.UNIT["de-3-2p"])
    assert s.result is not None and (s.result.winner, s.result.level) == ("german", "tactical")
    bank = next(p for p in f.ROAD_OFF if not f.BESIDE_MEUSE >> p & 1)
    s = board({"de-3-2p": f.HEX_NAMES.names[bank]}, scenario="assault", day=16)
    ground.step(s, f.UNIT["de-3-2p"], f.HEX["0625"], "move")
    assert s.result is not None and s.result.winner == "german"
    s = board({"de-3-2p": f.HEX_NAMES.names[bank]}, day=16)
    ground.step(s, f.UNIT["de-3-2p"], f.HEX["0625"], "move")
    assert s.result is None
    s = board(scenario="assault", day=16)
    s.place(f.VDH, f.HEX["0625"])
    ground.entered(s, f.VDH, -1, f.HEX["0625"], "land")
    assert s.result is None, "paratroops that land at the Meuse have not reached it"


@pytest.mark.rule("enemy_action", "15.2:ab")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (26, ("german", "operational")),
        (25, ("german", "tactical")),
        (18, ("german", "tactical")),
        (17, ("allied", "tactical")),
        (11, ("allied", "tactical")),
        (10, ("allied", "operational")),
        (-5, ("allied", "operational")),
    ],
)
def test_the_allies_surprised(points: int, expected: tuple[str, str]) -> None:
    assert verdict(points, 18, "surprised") == expected
    assert verdict(points, 17, "surprised") is verdict(points, 16, "surprised") is None


@pytest.mark.rule("enemy_action", "15.3:ab")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (50, ("german", "strategic")),
        (49, ("german", "operational")),
        (43, ("german", "operational")),
        (42, ("german", "tactical")),
        (36, ("german", "tactical")),
        (35, (None, "draw")),
        (33, (None, "draw")),
        (32, ("allied", "tactical")),
        (26, ("allied", "tactical")),
        (25, ("allied", "operational")),
        (21, ("allied", "operational")),
        (20, ("allied", "strategic")),
    ],
)
def test_the_german_breakout(points: int, expected: tuple[str | None, str]) -> None:
    assert verdict(points, 21, "breakout") == expected


@pytest.mark.rule("enemy_action", "15.3:a")
def test_the_breakout_can_end_on_the_20th() -> None:
    assert verdict(10, 20, "breakout") == ("allied", "strategic")
    assert verdict(41, 20, "breakout") == ("german", "strategic")
    assert verdict(11, 20, "breakout") is verdict(40, 20, "breakout") is None


@pytest.mark.rule("enemy_action", "15.5-victory:abc")
@pytest.mark.parametrize(
    ("day", "points", "expected"),
    [
        (22, 35, ("german", "operational")),
        (22, 34, None),
        (22, 15, None),
        (23, 15, None),
        (24, 15, ("allied", "operational")),
        (24, 16, None),
        (27, 34, None),
        (28, 35, ("german", "operational")),
        (28, 34, ("german", "tactical")),
        (28, 25, ("german", "tactical")),
        (28, 24, (None, "draw")),
        (28, 21, (None, "draw")),
        (28, 20, ("allied", "tactical")),
        (28, 16, ("allied", "tactical")),
        (28, 15, ("allied", "operational")),
    ],
)
def test_crisis_at_the_meuse(day: int, points: int, expected: tuple[str | None, str] | None) -> None:
    assert verdict(points, day, "crisis") == expected


@pytest.mark.rule("enemy_action", "14.2:a")
@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_the_last_day_of_a_scenario_always_has_a_result(scenario: str) -> None:
    last = f.SCENARIOS[scenario]["last"]
    for points in range(-10, 70):
        assert verdict(points, last, scenario) is not None
