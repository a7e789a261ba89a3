"""The four lists of reinforcements in the errata, unit by unit, against the counters and against what a game sets up."""

from __future__ import annotations

import re

import pytest

import ardennes
from ardennes.games.ardennes_offensive.facts import ROSTER, SCHEDULES, SECTIONS, UNIT_NAMES

ALLIED_HISTORICAL = """
2 NE: cca7, ccb7, ccr7, 39 i, 47 i, 26 i, 517 pi
2 SE: cca10, ccb10, ccr10
3 NE: 117 i, 119 i, 120 i
3 W: 504 pi, 506 pi, 325 G, 401 pi, 327 pi, 502 pi, 505 pi, 501 pi
4 NE: 16 i, 18 i
5 NE: 32 a, 33 a, 36 ai
5 SE: cca4, ccr4, ccb4
5 WB: 56 Gds, 32 Gds, 129 i (X), 130 i (X), 214 i (X), 152 i (X), 153 i (X), 154 i (X), 71 i (X), 158 i (X), 160 i (X), 33 a (X), 29 a (X)
6 NE: ccr5, 333 i, 334 i, 335 i
6 SE: 2 i, 10 i, 11 i, 101 i, 104 i, 328 i, 317 i, 318 i, 319 i
7 NE: 24 i, 60 i, 66 a, 67 a, 41 ai
7 SE: 6 ac
8 NE: 289 i, 290 i, 291 i
8 SE: 4 ac
8 WB: Fr. Lt. (X), 1102 e, 1107 e, 1111 e, 1128 e, 354 e, 342 e
11 NE: 329 i, 330 i, 331 i, 401 G (II)
11 SE: 134 i, 137 i, 320 i
11 WB: 508 pi, 551 pi
12 SE: cca6, ccb6, ccr6
12 WB: 34 a (X)
14 SE: cca11, ccb11, ccr11
16 W: 68 i (X), 151 i (X), 231 i (X)
17 W: 513 pi, 507 pi, 193 G, 194 G
"""
ALLIED_SLOWED = """
2 NE: cca7, ccb7, ccr7
2 SE: cca10, ccb10, ccr10
3 NE: 39 i, 47 i, 16 i, 18 i, 26 i, 517 pi
4 NE: 117 i, 119 i, 120 i
5 W: 327 pi, 401 pi, 502 pi, 501 pi, 506 pi, 504 pi, 505 pi, 325 G
8 NE: 32 a, 33 a, 36 ai
8 SE: cca4, ccb4, ccr4
9 W: 129 i (X), 130 i (X), 214 i (X), 152 i (X), 153 i (X), 154 i (X), 56 Gds, 32 Gds
10 W: 33 a (X), 29 a (X), 71 i (X), 158 i (X), 160 i (X)
11 NE: 289 i, 290 i, 291 i
11 SE: 6 ac
12 SE: 2 i, 10 i, 11 i, 101 i, 104 i, 328 i
12 NE: 66 a, 67 a, 41 ai
13 SE: 317 i, 318 i, 319 i
13 NE: 329 i, 330 i, 331 i
14 W: 354 e, 342 e, 392 e, 366 e, 1308 e, 1313 e, Fr. Lt. (X)
15 SE: 134 i, 137 i, 320 i
15 NE: 24 i, 60 i, 401 G (II)
16 W: 34 a (X)
16 SE: cca6, ccb6, ccr6
17 SE: cca11, ccb11, ccr11
18 W: 68 i (X), 151 i (X), 231 i (X)
18 SE: 513 pi, 193 G, 507 pi, 194 G
"""
GERMAN_HISTORICAL = """
1 E: 1 a (X)
2 E: 2 a (X)
2 drop: Von der Heydte
3 E: 3 a (X)
4 E: 4 a (X), 2ss a (III), 3ss ai (III), 4ss ai (III), 9ss a (III), 19ss ai (III), 20ss ai (III), 8 ai (III), 29 ai (III), FE (X)
5 E: 5 a (X), 1130 i (III)
6 E: 6 a (X)
7 E: 7 a (X)
8 E: 8 a (X), 33 a (III), 10 ai (III), 11 ai (III), 104 ai (III), 115 ai (III), FG (X), 79 i (XX)
10 E: 167 i (XX)
12 E: 246 i (XX)
13 E: 9 i (XX)
18 E: 340 i (XX)
"""
GERMAN_ACCELERATED = """
1 E: 1 a (X)
2 E: 2 a (X), 2ss a (III), 3ss ai (III), FE (X)
2 drop: Von der Heydte
3 E: 3 a (X), 4ss ai (III), 9ss a (III), 19ss ai (III), 20ss ai (III), 8 ai (III), 29 ai (III), 10ss a (III), 21ss ai (III), 22ss ai (III)
3 E: 15 a (III), 110 ai (III), 111 ai (III), FG (X)
4 E: 4 a (X)
5 E: 5 a (X), 33 a (III), 10 ai (III), 11 ai (III), 104 ai (III), 115 ai (III), 1130 i (III)
6 E: 6 a (X), 79 i (XX)
7 E: 7 a (X)
8 E: 8 a (X), 167 i (XX)
9 E: 246 i (XX)
11 E: 9 i (XX)
13 E: 340 i (XX)
"""
SAME_COUNTER = {"392 e": "1102 e", "366 e": "1107 e", "1308 e": "1111 e", "1313 e": "1128 e"}
"""The slowed list names four engineer units otherwise; they are the same four counters."""

ROWS = {
    name: (ROSTER.column("side", str)[u], ROSTER.column("name", str)[u], ROSTER.column("size", str)[u])
    for u, name in enumerate(UNIT_NAMES.names)
}
BRITISH = {name for name in UNIT_NAMES.names if name.startswith(("uk-", "fr-"))}
Arrivals = dict[str, tuple[int, str]]


def counter(side: str, text: str, section: str) -> str:
    """The one counter that an entry of a list means."""
    found = re.fullmatch(r"(.*?)(?: \((X|II|III|XX)\))?", text)
    assert found is not None
    name, size = SAME_COUNTER.get(found[1], found[1]), found[2]
    fits = [u for u, row in ROWS.items() if row[0] == side and row[1] == name and (size is None or row[2] == size)]
    if side == "german":  # the 3 a of the start forces is a regiment
        fits = [u for u in fits if u != "de-3-a"]
    if len(fits) > 1:  # the American and the British 33 a
        fits = [u for u in fits if (u in BRITISH) == section.startswith("W")]
    assert len(fits) == 1, f"{text} could be {fits}"
    return fits[0]


def read(side: str, text: str) -> Arrivals:
    """A list as turn and section of each counter."""
    out: Arrivals = {}
    for line in text.strip().splitlines():
        when, names = line.split(": ")
        turn, section = when.split()
        for name in names.split(", "):
            unit = counter(side, name, section)
            assert unit not in out, f"{name} comes twice"
            out[unit] = (int(turn), section)
    return out


def dealt(match: ardennes.Match, side: str) -> Arrivals:
    """What a game sets up: turn and section (by name) of each unit that is to come."""
    s = match.state
    out: Arrivals = {}
    for u, name in enumerate(UNIT_NAMES.names):
        if s.game.boxes["due"] == s.at[u] and ROWS[name][0] == side:  # type: ignore[attr-defined]
            number = s.section[u]  # type: ignore[attr-defined]
            out[name] = (s.due[u], (*SECTIONS, "E")[number])  # type: ignore[attr-defined]
    return out


LISTS = {
    ("allied", "historical"): ALLIED_HISTORICAL,
    ("allied", "changed"): ALLIED_SLOWED,
    ("german", "historical"): GERMAN_HISTORICAL,
    ("german", "changed"): GERMAN_ACCELERATED,
}


def compare(side: str, rate: str, total: int, silent: set[int]) -> None:
    """The chart has exactly the list, and so has a game that is set up with it."""
    wanted = read(side, LISTS[side, rate])
    chart = {
        name: SCHEDULES[rate][u]
        for u, name in enumerate(UNIT_NAMES.names)
        if ROWS[name][0] == side and SCHEDULES[rate][u][0]
    }
    assert chart == wanted
    assert len(wanted) == total
    assert set(range(1, 19)) - {turn for turn, _ in wanted.values()} == silent
    value = rate if rate == "historical" else {"german": "accelerated", "allied": "slowed"}[side]
    match = ardennes.new("ardennes_offensive", options={f"{side}_rate": value, f"{side}_setup": "free"}, seed=1)
    shown = {"WB": "W", "drop": "E"}
    assert dealt(match, side) == {u: (turn, shown.get(where, where)) for u, (turn, where) in wanted.items()}


@pytest.mark.rule("ardennes_offensive", "SCHED-ALLIED-HIST:abcdefghijklm", "17.0-rates:a")
def test_allied_historical_reinforcements() -> None:
    compare("allied", "historical", 95, {1, 9, 10, 13, 15, 18})


@pytest.mark.rule("ardennes_offensive", "SCHED-ALLIED-SLOW:abcdefghijklmnop", "17.0-rates:a")
def test_allied_slowed_reinforcements() -> None:
    compare("allied", "changed", 88, {1, 6, 7})


@pytest.mark.rule("ardennes_offensive", "SCHED-GERMAN-HIST:abcdefghijklm", "17.0-rates:a")
def test_german_historical_reinforcements() -> None:
    compare("german", "historical", 30, {9, 11, 14, 15, 16, 17})


@pytest.mark.rule("ardennes_offensive", "SCHED-GERMAN-ACCEL:abcdefghijkl", "17.0-rates:a")
def test_german_accelerated_reinforcements() -> None:
    compare("german", "changed", 36, {10, 12, 14, 15, 16, 17, 18})


@pytest.mark.rule("ardennes_offensive", "4.2-allied:e")
def test_no_allied_reinforcement_comes_on_the_first_turn() -> None:
    assert all(
        schedule[u][0] != 1 for schedule in SCHEDULES.values() for u in range(len(ROSTER)) if ROSTER.side[u] == 1
    )


@pytest.mark.rule("ardennes_offensive", "E-REINF:a")
def test_units_of_equal_strength_and_allowance_differ_in_nothing_that_the_track_tells() -> None:
    """The track has 4-4 pieces without regard to size and type: regiments and brigades with these numbers do the same in play."""
    strength, ma, size, mech = (ROSTER.column(c, str) for c in ("strength", "ma", "size", "mech"))
    for_track = {(strength[u], ma[u]) for u in range(len(ROSTER)) if ROSTER.side[u] == 1 and size[u] == "X"}
    assert ("4", "4") in for_track
    assert ("4", "4") in {(strength[u], ma[u]) for u in range(len(ROSTER)) if ROSTER.side[u] == 1 and size[u] == "III"}
    alike = [u for u in range(len(ROSTER)) if ROSTER.side[u] == 1 and (strength[u], ma[u]) == ("4", "4")]
    assert {size[u] for u in alike} == {"X", "III"}
    assert {mech[u] for u in alike} == {"no"}
