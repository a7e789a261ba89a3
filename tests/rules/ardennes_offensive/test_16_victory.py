"""16.0: points for units and exits, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.ardennes_offensive.facts import (
    BASTOGNE,
    BOARD,
    EAST,
    EXIT_SECTION,
    EXITS,
    GATES,
    HEX_NAMES,
    MAP_EDGE,
    ROSTER,
    SIDES,
    START,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.setup import restricted
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import out_now
from ardennes.games.ardennes_offensive.victory import exit_points, judge, points
from tests.rules.ardennes_offensive.table import play, situation

NAMES = HEX_NAMES.names
GERMAN = [UNIT_NAMES.names[u] for u in range(len(ROSTER)) if ROSTER.side[u] == 0]
ALLIED = [UNIT_NAMES.names[u] for u in range(len(ROSTER)) if ROSTER.side[u] == 1]
PANZER, OTHER = "de-1ss-a", "de-12ss-a"
BY_VALUE = {NAMES[p]: n for p, n in EXITS.items()}
WEST = sorted(NAMES[p] for p in EXITS if EXIT_SECTION[p] == "W")
SOUTH = sorted(NAMES[p] for p in EXITS if EXIT_SECTION[p] in ("SE", "SW"))
TOWN = NAMES[BASTOGNE]


def state(match: Match) -> OffensiveState:
    assert isinstance(match.state, OffensiveState)
    return match.state


def lost(german: int, allied: int) -> dict[str, str]:
    """So many units of each side destroyed."""
    return dict.fromkeys([*GERMAN[:german], *ALLIED[:allied]], "eliminated")


def board(units: dict[str, str], **fields: Any) -> OffensiveState:
    return state(situation("german-movement", units, **fields))


def held(units: dict[str, str], **fields: Any) -> dict[str, int]:
    """The exits that score, with their points."""
    return {NAMES[p]: n for p, n in exit_points(board(units, **fields)).items()}


def neighbours(place: str) -> list[str]:
    """The live hexes around one."""
    return [
        n
        for n, p in HEX_NAMES.index.items()
        if BOARD.neighbours(HEX_NAMES.index[place]) >> p & 1 and not MAP_EDGE >> p & 1
    ]


def cut_off() -> dict[str, str]:
    """Allied units on every road at the German edge: no German unit is in supply."""
    gates = [name for name, p in HEX_NAMES.index.items() if EAST >> p & 1]
    return dict(zip(ALLIED, gates, strict=False))


def ended(german: int, allied: int, turn: int = 18) -> tuple[str | None, str] | None:
    """Who wins, and how, if the turn ends with these points, all for destroyed units."""
    match = situation("victory", lost(allied, german), turn=turn)
    return None if match.result is None else (match.result.winner, match.result.level)


# --- 16.0, A, B ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "16.0A:a", "2.0:a", "10.1:h")
def test_every_unit_is_one_point_whatever_it_is() -> None:
    assert points(board({"de-12": "eliminated"})) == (0, 1)
    assert points(board({"us-e1": "eliminated"})) == (1, 0)
    assert points(board({"de-12": "eliminated", "de-heydte": "eliminated", "us-e1": "eliminated"})) == (1, 2)


@pytest.mark.rule("ardennes_offensive", "16.0A:b", "5.3M:c", "9.7P:c")
def test_units_in_map_edge_hexes_are_not_lost() -> None:
    edge = next(name for name, p in HEX_NAMES.index.items() if MAP_EDGE >> p & 1)
    assert points(board({"us-cca7": edge, "us-ccb7": edge, PANZER: "0904"})) == (0, 0)
    match = situation("victory", {"us-cca7": edge} | lost(0, 0), turn=18)
    assert match.result is not None and match.result.points == 0


@pytest.mark.rule("ardennes_offensive", "16.0B:a")
def test_every_exit_has_a_value() -> None:
    assert len(EXITS) == 18 and all(1 <= n <= 9 for n in EXITS.values())
    for place in EXITS:
        assert not MAP_EDGE >> place & 1 and BOARD.neighbours(place) & MAP_EDGE
    assert sorted(set(EXIT_SECTION.values())) == ["NE", "NW", "SE", "SW", "W"]
    assert {
        p for gates in (GATES[n] for n in ("NE", "NW", "W", "SW", "SE")) for p in range(len(NAMES)) if gates >> p & 1
    } == set(EXITS)


@pytest.mark.rule("ardennes_offensive", "2.0:a", "16.0:c")
@pytest.mark.parametrize("exit_", [name for name in BY_VALUE if name not in SOUTH])
def test_an_exit_counts_for_the_german_only(exit_: str) -> None:
    assert points(board({PANZER: exit_})) == (BY_VALUE[exit_], 0)
    assert points(board({"us-cca7": exit_})) == (0, 0)
    assert points(board({PANZER: exit_, "us-e1": "eliminated"})) == (BY_VALUE[exit_] + 1, 0)
    assert points(board({PANZER: "0904", "us-e1": "eliminated"})) == (1, 0)


# --- C, F, H: who holds an exit -----------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "16.0C:a")
def test_one_unit_can_hold_two_exits() -> None:
    (between,) = set(neighbours("1841")) & set(neighbours("2041"))
    assert held({PANZER: between}) == {"1841": BY_VALUE["1841"], "2041": BY_VALUE["2041"]}


@pytest.mark.rule("ardennes_offensive", "16.0C:b")
def test_an_exit_in_both_zones_is_german() -> None:
    near = neighbours("1541")
    far = next(n for n in near if BOARD.distance(HEX_NAMES.index[n], HEX_NAMES.index[near[0]]) > 1)
    units = {PANZER: near[0], "us-cca7": far}
    s = board(units)
    assert s.zoc(0) & s.zoc(1) & 1 << HEX_NAMES.index["1541"]
    assert held(units) == {"1541": BY_VALUE["1541"]}


@pytest.mark.rule("ardennes_offensive", "16.0C:c")
def test_an_allied_unit_in_the_exit_keeps_it() -> None:
    around = neighbours("1541")
    germans = dict(
        zip([u for u in GERMAN if ROSTER.column("mech", str)[UNIT_NAMES.index[u]] == "yes"], around, strict=False)
    )
    assert held(germans | {"us-cca7": "1541"}) == {}
    assert held(germans | {"us-cca7": "1541"}, road=["us-cca7"]) == {}
    assert held(germans) == {"1541": BY_VALUE["1541"]}


@pytest.mark.rule("ardennes_offensive", "16.0F:a", "16.0:c")
def test_points_are_lost_with_the_exit() -> None:
    here = next(n for n in neighbours("1541"))
    far = "1838"
    assert BOARD.distance(HEX_NAMES.index[far], HEX_NAMES.index["1541"]) > 1
    assert points(board({PANZER: here})) == (BY_VALUE["1541"], 0)
    assert points(board({PANZER: far})) == (0, 0)


@pytest.mark.rule("ardennes_offensive", "16.0H:a")
def test_a_unit_in_road_mode_holds_only_the_exit_it_stands_in() -> None:
    on_road = "1540"
    assert on_road in neighbours("1541")
    assert held({PANZER: "1541"}, road=[PANZER]) == {"1541": BY_VALUE["1541"]}
    assert held({PANZER: on_road}, road=[PANZER]) == {}
    assert held({PANZER: on_road}) == {"1541": BY_VALUE["1541"]}


@pytest.mark.rule("ardennes_offensive", "16.0F:b")
def test_an_exit_without_units_is_allied() -> None:
    """It feeds Allied units, and their reinforcements come in by it."""
    s = board({"us-cca7": "1540", PANZER: "0904"})
    assert out_now(s, 1) == (0, 0)
    units = {"us-501-pi": "due", PANZER: "0904"}
    match = situation("allied-reinforcements", units, turn=3, due={"us-501-pi": 3}, section={"us-501-pi": 2})
    match.play("unit", "us-501-pi")
    reached = {HEX_NAMES.index[name] for verb in ("hex", "march") for name in match.decision.choices.get(verb, [])}
    assert any(BOARD.neighbours(there) >> HEX_NAMES.index[gate] & 1 for gate in WEST for there in reached)


# --- D: Bastogne --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "16.0D:a", "16.0D:c")
@pytest.mark.parametrize("exit_", SOUTH)
def test_exits_in_the_south_need_bastogne(exit_: str) -> None:
    assert held({PANZER: exit_}) == {}
    assert held({PANZER: exit_, OTHER: TOWN})[exit_] == BY_VALUE[exit_]
    assert held({PANZER: exit_, OTHER: TOWN}, road=[OTHER])[exit_] == BY_VALUE[exit_]
    near = next(n for n in neighbours(TOWN))
    assert held({PANZER: exit_, OTHER: near}) == {}  # a zone of control in the town is not enough
    assert held({PANZER: exit_, "us-cca7": TOWN, OTHER: near}) == {}


@pytest.mark.rule("ardennes_offensive", "16.0D:b")
def test_the_unit_in_bastogne_must_be_in_supply() -> None:
    """Bastogne alone is cut off: Allied zones of control on every hex around it."""
    around = [n for n, p in HEX_NAMES.index.items() if BOARD.distance(p, BASTOGNE) == 2]
    ring = dict(zip(ALLIED, around, strict=False))
    assert len(ring) == 12
    exit_ = SOUTH[0]
    units = {PANZER: exit_, OTHER: TOWN}
    s = board(units | ring)
    unsupplied, _ = out_now(s, 0)
    assert unsupplied == 1 << UNIT_NAMES.index[OTHER]
    assert held(units | ring) == {}
    assert held(units) != {}


@pytest.mark.rule("ardennes_offensive", "16.0D:d")
@pytest.mark.parametrize("exit_", [name for name in BY_VALUE if name not in SOUTH])
def test_the_other_exits_never_need_bastogne(exit_: str) -> None:
    assert held({PANZER: exit_})[exit_] == BY_VALUE[exit_]
    assert held({PANZER: exit_, "us-cca7": TOWN})[exit_] == BY_VALUE[exit_]


# --- G: supply ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "16.0G:a")
def test_units_without_supply_score_nothing() -> None:
    units = {PANZER: "1541"}
    assert held(units | cut_off()) == {}
    some = dict(list(cut_off().items())[1:])
    assert held(units | some) == {"1541": BY_VALUE["1541"]}
    assert held(units, unsupplied=[PANZER]) == {"1541": BY_VALUE["1541"]}  # tested afresh, whatever was judged before


def _one_of_two() -> dict[str, str]:
    """Two German units next to an exit, of which Allied units have cut off the first only."""
    for exit_ in WEST:
        around = neighbours(exit_)
        for one in around:
            for two in around:
                for a in neighbours(one):
                    for b in neighbours(a):
                        units = {PANZER: one, OTHER: two, "us-cca7": a, "us-ccb7": b}
                        if len(set(units.values())) < 4 or exit_ in units.values():
                            continue
                        s = board(units)
                        if out_now(s, 0)[0] == 1 << UNIT_NAMES.index[PANZER] and s.zoc(0) >> HEX_NAMES.index[exit_] & 1:
                            return {"exit": exit_, **units}
    raise AssertionError("no such place on the map")


@pytest.mark.rule("ardennes_offensive", "16.0G:b")
def test_one_unit_in_supply_is_enough() -> None:
    units = _one_of_two()
    exit_ = units.pop("exit")
    assert exit_ in held(units)
    del units[OTHER]
    assert exit_ not in held(units)


# --- E: when ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "16.0E:a", "4.1:f")
def test_points_are_counted_after_both_player_turns() -> None:
    """35 points in the exits after the German player-turn do not win; those left after the Allied one count."""
    near = neighbours("1541")
    far = next(n for n in near if BOARD.distance(HEX_NAMES.index[n], HEX_NAMES.index[near[0]]) > 1)
    units = lost(0, 34 - BY_VALUE["1541"] + 1) | {"de-1ss-ai": near[0]}
    ally = next(
        u for u in reversed(ALLIED) if ROSTER.column("ma", str)[UNIT_NAMES.index[u]] == "12" and u.startswith("us")
    )
    match = situation("german-end", units | {ally: far}, turn=6)
    assert match.result is None and points(state(match))[0] == 35
    branch = match.branch()
    play(branch, ("unit", ally), ("hex", "1541"))
    assert points(state(branch))[0] < 35


def test_the_count_is_told() -> None:
    match = situation("victory", {PANZER: "1541"} | lost(2, 3), turn=4)
    text = " ".join(part["t"] for line in match.story() for part in line["parts"])
    assert "1541" in text and "5 points" in text and "19 Dec" in text


# --- 16.1, 16.2, 16.3 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "16.1:abcd", "16.0:b", "16.3:b")
@pytest.mark.parametrize(
    ("german", "allied", "winner"),
    [
        (45, 30, "german"),
        (44, 30, None),
        (40, 40, None),
        (39, 40, "allied"),
        (35, 20, "german"),
        (35, 30, None),
        (35, 0, "german"),
    ],
)
def test_the_ratio_decides(german: int, allied: int, winner: str | None) -> None:
    level = "draw" if winner is None else "victory"
    assert ended(german, allied) == (winner, level)


@pytest.mark.rule("ardennes_offensive", "16.0:a", "16.3:a")
@pytest.mark.parametrize("allied", [0, 10, 20, 34])
def test_fewer_than_35_points_lose(allied: int) -> None:
    assert ended(34, allied) == ("allied", "cumulative victory")


@pytest.mark.rule("ardennes_offensive", "16.2:ab")
def test_35_points_by_turn_6_win_at_once() -> None:
    for turn in range(1, 7):
        assert ended(35, 60, turn) == ("german", "immediate victory")
        assert ended(34, 0, turn) is None
    for turn in range(7, 18):
        assert ended(35, 0, turn) is None
        assert judge(turn, 99, 0) is None
    assert judge(6, 34, 0) is None


@pytest.mark.rule("ardennes_offensive", "16.2:c")
def test_points_in_mid_turn_do_not_win() -> None:
    match = situation("german-end", lost(0, 35) | {PANZER: "0904", ALLIED[-1]: "1020"}, turn=6)
    assert match.result is None


def test_the_result_has_the_german_points() -> None:
    match = situation("victory", lost(10, 36), turn=18)
    assert match.result is not None
    assert (match.result.winner, match.result.points) == ("german", 36)


# --- 14.3C: the British -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "14.3C:a")
def test_the_british_are_released_by_25_points_for_good() -> None:
    for n, released in ((24, False), (25, True)):
        match = situation("victory", lost(0, n) | {PANZER: "0904"}, turn=8)
        assert state(match).turn == 9
        assert state(match).released == released
        assert (restricted(state(match)) == 0) == released
    match = situation("victory", {PANZER: "0904"}, turn=8, released=True)
    assert state(match).released and not restricted(state(match))
    match = situation("german-end", lost(0, 25) | {PANZER: "0904", ALLIED[-1]: "1020"}, turn=8)
    assert not state(match).released  # only when points are counted


def test_sides_and_starts_are_what_these_tests_think() -> None:
    assert SIDES == ("german", "allied") and len(START) == len(GERMAN) + len(ALLIED)
