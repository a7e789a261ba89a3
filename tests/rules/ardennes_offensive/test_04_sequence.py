"""4.0: the sequence of play, and the special first game-turn."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    CLEARED_WALL,
    HEX_NAMES,
    LIVE,
    ROAD_HEXES,
    SIDES,
    TOWNS,
    UNIT_NAMES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.sequence import GameTurn
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import attack_strength, defence_strength
from ardennes.games.ardennes_offensive.supply import out_now
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where

GAME = ardennes.games.ardennes_offensive.GAME
NAMES = HEX_NAMES.names
SIX = "de-3-a"
"""A German 6-10."""
FIVE = "de-25ss-ai"
"""A German 5-10."""
ORDER = ["reinforcements", "supply", "movement", "combat", "mechanized", "end"]


def state(match: Match) -> OffensiveState:
    assert isinstance(match.state, OffensiveState)
    return match.state


def phase(match: Match) -> str:
    return GAME.clock(match.state)[1]


def bit(unit: str) -> int:
    return 1 << UNIT_NAMES.index[unit]


def place(wanted: int, beside: int = -1) -> str:
    """The first hex of a set with a neighbour of another set."""
    return next(n for n, p in HEX_NAMES.index.items() if wanted >> p & 1 and BOARD.neighbours(p) & beside)


def next_to(name: str) -> str:
    """A plain hex next to one: neither town nor wall."""
    near = BOARD.neighbours(HEX_NAMES.index[name]) & LIVE & ~(WEST_WALL | CLEARED_WALL | TOWNS)
    return next(n for n, p in HEX_NAMES.index.items() if near >> p & 1)


# --- 4.0, 4.1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "4.0:a", "4.1:a", "4.1:f")
def test_two_player_turns_of_six_phases_the_german_first() -> None:
    names = [step.name for step in GameTurn.steps[GameTurn.first :]]
    assert names == ["table", *(f"{side}-{name}" for side in SIDES for name in ORDER), "victory"]


@pytest.mark.rule("ardennes_offensive", "4.0:a", "4.1:a")
def test_the_phases_are_played_in_this_order() -> None:
    units = {"de-3-a": "0904", "us-cca7": "0713"}
    match = situation("german-reinforcements", units, turn=4)
    asked = []
    while state(match).turn == 4:
        asked.append((match.decision.side, phase(match)))
        match.play("done")
    phases = [f"{side}-{name}" for side in SIDES for name in ("movement", "mechanized")]
    assert [name for _, name in asked] == phases
    assert all(name.startswith(side) for side, name in asked)


@pytest.mark.rule("ardennes_offensive", "4.1:b")
def test_a_mechanized_unit_has_its_whole_allowance_again() -> None:
    match = situation("german-movement", {"de-3-a": "2501", "us-cca7": "0713"}, turn=4)
    match.play("unit", "de-3-a")
    costs = match.view("german")["decision"]["hints"]["hex"]
    far = max((n for n in offered(match, "hex")), key=lambda n: int(costs[n]["cost"]))
    assert costs[far]["cost"] == "10"
    match.play("hex", far)
    play(match, "done")
    assert phase(match) == "german-mechanized"
    match.play("unit", "de-3-a")
    costs = match.view("german")["decision"]["hints"]["hex"]
    assert max(int(costs[n]["cost"]) for n in offered(match, "hex")) == 10


@pytest.mark.rule("ardennes_offensive", "4.1:c", "4.1:d")
def test_in_the_mechanized_phase_infantry_stays_and_nobody_fights() -> None:
    here = "1838"
    units = {"de-1130-i": "1630", "de-3-a": here, "us-cca7": next_to(here)}
    match = situation("german-mechanized", units | {"de-130-a": "1630"}, turn=4)
    assert refused(match, "unit", "de-1130-i") == "5.2K"
    assert "attack" not in match.decision.choices
    assert refused(match, "attack", where(match, "us-cca7"))


@pytest.mark.rule("ardennes_offensive", "4.1:e", "E-12.0-1:a", "12.0:d")
def test_markers_are_removed_at_the_end_of_a_player_turn() -> None:
    marks: dict[str, Any] = {
        "unsupplied": ["de-3-a"],
        "isolated": ["de-3-a"],
        "moved": ["de-3-a"],
        "fought": ["de-130-a"],
    }
    units = {"de-3-a": "1630", "de-130-a": "1632", "us-cca7": "0713"}
    match = situation("german-mechanized", units, turn=4, cut=["3010-3111"], **marks)
    s = state(match)
    assert s.unsupplied == bit("de-3-a") and s.cut
    match.play("done")
    assert match.decision.side == "allied"
    s = state(match)
    assert not s.unsupplied & bit("de-3-a") and not s.isolated and not s.moved and not s.fought


# --- 4.2: the first game-turn -------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "4.2-german:a", "4.2-allied:a")
def test_both_sides_lose_their_first_movement_phase() -> None:
    for side in SIDES:
        units = {"de-3-a": "2501", "de-1130-i": "2801", "us-cca7": "0713", "us-39-i": "0715"}
        match = situation(f"{side}-movement", units, turn=1)
        assert phase(match) == f"{side}-mechanized"
    match = situation("german-movement", {"de-3-a": "2501", "us-cca7": "0713"}, turn=2)
    assert phase(match) == "german-movement"


@pytest.mark.rule("ardennes_offensive", "4.2-german:b", "4.2-german:c")
def test_german_strength_is_tripled_in_attack_and_never_more() -> None:
    plain = place(LIVE & ~(WEST_WALL | CLEARED_WALL | TOWNS), LIVE)
    wall = place(WEST_WALL, LIVE)
    for here in (plain, wall):
        s = state(situation("german-mechanized", {SIX: here, "us-cca7": "1838"}, turn=1))
        assert attack_strength(s, bit(SIX)) == 18
    s = state(situation("german-mechanized", {SIX: wall, "us-cca7": "1838"}, turn=2))
    assert attack_strength(s, bit(SIX)) == 12
    s = state(situation("german-mechanized", {SIX: plain, "us-cca7": "1838"}, turn=2))
    assert attack_strength(s, bit(SIX)) == 6


@pytest.mark.rule("ardennes_offensive", "4.2-allied:b", "4.2-allied:c")
def test_german_strength_is_tripled_in_defence_and_never_more() -> None:
    plain = place(LIVE & ~(WEST_WALL | CLEARED_WALL | TOWNS), LIVE)
    hexes = [plain, place(WEST_WALL, LIVE)]
    if CLEARED_WALL:
        hexes.append(place(CLEARED_WALL, LIVE))
    for here in hexes:
        s = state(situation("allied-mechanized", {FIVE: here, "us-cca7": "1838"}, turn=1))
        assert defence_strength(s, 0, 1 << HEX_NAMES.index[here]) == 15
    after = {plain: 5, hexes[1]: 15} | ({hexes[2]: 10} if CLEARED_WALL else {})
    for here, strength in after.items():
        s = state(situation("allied-mechanized", {FIVE: here, "us-cca7": "1838"}, turn=2))
        assert defence_strength(s, 0, 1 << HEX_NAMES.index[here]) == strength


@pytest.mark.rule("ardennes_offensive", "4.2-german:f")
def test_units_that_fought_do_not_move_in_the_mechanized_phase() -> None:
    units = {"de-3-a": "2501", "de-130-a": "2801", "us-cca7": "0713"}
    match = situation("german-mechanized", units, turn=1, fought=["de-3-a"])
    assert refused(match, "unit", "de-3-a") == "5.2K"
    assert "de-130-a" in offered(match, "unit")


@pytest.mark.rule("ardennes_offensive", "4.2-german:g")
def test_the_first_reinforcement_can_move_on_the_first_turn() -> None:
    match = situation("german-mechanized", {"de-1-a": "entry-e", "us-cca7": "0713"}, turn=1, road=["de-1-a"])
    assert offered(match, "unit") == ["de-1-a"]
    match.play("unit", "de-1-a")
    assert offered(match, "march") and all(ROAD_HEXES >> HEX_NAMES.index[n] & 1 for n in offered(match, "march"))


@pytest.mark.rule("ardennes_offensive", "4.2-german:h")
def test_german_supply_is_never_tested_on_the_first_turn() -> None:
    cut = {
        "us-cca7": "2418",
        "us-ccb7": "2422",
        "us-ccr7": "2618",
        "us-cca10": "2622",
        "us-ccb10": "2320",
        "us-ccr10": "2720",
    }
    cut |= {
        "us-39-i": "2518",
        "us-47-i": "2522",
        "us-26-i": "2319",
        "us-16-i": "2321",
        "us-18-i": "2719",
        "us-117-i": "2721",
    }
    units = {FIVE: "2520"} | cut
    for turn, expected in ((1, (0, 0)), (2, (bit(FIVE), bit(FIVE)))):
        match = situation("german-supply", units, turn=turn)
        s = state(match)
        assert out_now(s, 0) == expected
        assert (s.unsupplied, s.isolated) == expected


@pytest.mark.rule("ardennes_offensive", "4.2-allied:d")
def test_allied_attacks_are_voluntary_on_the_first_turn() -> None:
    here = "1838"
    match = situation("allied-combat", {"us-cca7": here, FIVE: next_to(here)}, turn=1)
    assert "done" in match.decision.choices
    match.play("done")


@pytest.mark.rule("ardennes_offensive", "4.2-allied:e")
@pytest.mark.parametrize("rate", ["historical", "slowed"])
def test_no_allied_reinforcement_arrives_on_the_first_turn(rate: str) -> None:
    match = ardennes.new("ardennes_offensive", options={"allied_rate": rate, "german_setup": "free"}, seed=1)
    match.play("done")
    s = state(match)
    assert not any(s.at[u] < 0 and s.due[u] == 1 and UNIT_NAMES.names[u][:2] != "de" for u in range(len(s.at)))
