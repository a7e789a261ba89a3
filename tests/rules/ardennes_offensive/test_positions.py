"""Which positions can be: those that cannot are refused, with the field and the case."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.games.ardennes_offensive.facts import HEX_NAMES, MAP_EDGE, ROAD_HEXES
from ardennes.games.ardennes_offensive.state import OffensiveState
from tests.rules.ardennes_offensive.table import bad_position, situation

EDGE = next(name for name, p in HEX_NAMES.index.items() if MAP_EDGE >> p & 1)
OFF_ROAD = next(name for name, p in HEX_NAMES.index.items() if not ROAD_HEXES >> p & 1 and name > "1500")
US, DE = "us-cca7", "de-3-a"
FOUR = dict.fromkeys(("us-cca7", "us-ccb7", "us-ccr7", "us-39-i"), "0713")
BASE = {US: "0713", DE: "2501"}


@pytest.mark.rule("ardennes_offensive", "8.0:a", "8.2C:a", "5.3L:a", "5.3L:b")
@pytest.mark.parametrize(
    ("units", "fields", "words"),
    [
        (FOUR, {}, "units.us-cca7: 0713 holds more than three units (case 8.0)"),
        ({"de-12": "2501", DE: "2501"}, {}, "a German infantry division stacks with nobody (case 8.2C)"),
        ({US: "2501", DE: "2501"}, {}, "also holds the enemy unit"),
        ({DE: EDGE}, {}, "which German units never enter (case 5.3L)"),
        ({DE: "entry-w"}, {}, "german units do not come in there (case 14.1A)"),
        ({US: "entry-e"}, {}, "allied units do not come in there (case 14.1A)"),
        (BASE, {"turn": 0}, "0 is not a game-turn"),
        (BASE, {"turn": 19}, "19 is not a game-turn"),
        ({US: OFF_ROAD}, {"road": [US]}, "there is no road in"),
        (BASE, {"road": ["us-ccb7"]}, "us-ccb7 is not on the map (case 6.0)"),
        (BASE, {"must_leave": [US]}, "us-cca7 is not in road mode on the map (case 6.7L)"),
        (BASE, {"must_part": [US]}, "us-cca7 is not in road mode on the map (case 6.7N)"),
        (BASE, {"unsupplied": ["us-ccb7"]}, "us-ccb7 is not on the map (case 12.3G)"),
        (BASE, {"isolated": [DE]}, "de-3-a is not unsupplied, so it cannot be isolated (case 12.3H)"),
        (BASE, {"awake": [DE]}, "de-3-a is not an Allied unit on the map (case 5.3M)"),
        (BASE, {"spent": ["us-ccb7"]}, "us-ccb7 is not on the map (case 6.7L)"),
        (BASE | {"us-ccb7": "due"}, {}, "due.us-ccb7: 0 is not a turn"),
        (
            BASE | {"us-ccb7": "due"},
            {"due": {"us-ccb7": 5}, "section": {"us-ccb7": 5}},
            "section.us-ccb7: 5 is not a section",
        ),
        (BASE | {"de-2-a": "due"}, {"due": {"de-2-a": 7}}, "section.de-2-a: 0 is not a section"),
        (BASE, {"battle": {US: -1}}, "battle.us-cca7"),
        (BASE, {"battle": {"us-ccb7": 1}}, "only units on the map take part"),
        (BASE, {"cut": ["9999-9998"]}, "9999-9998"),
    ],
)
def test_a_position_that_cannot_be_is_refused(units: dict[str, str], fields: dict[str, Any], words: str) -> None:
    assert words in bad_position("german-movement", units, **fields)


@pytest.mark.rule("ardennes_offensive", "8.3F:a", "8.2D:a")
def test_positions_that_can_be() -> None:
    five = dict.fromkeys(("us-cca7", "us-ccb7", "us-ccr7", "us-39-i", "us-47-i"), EDGE)
    assert situation("allied-movement", five | {DE: "2501", "us-26-i": "0713"}).state
    three = dict.fromkeys(("us-cca7", "us-ccb7", "us-ccr7"), "0713")
    match = situation("allied-movement", three | {DE: "2501"}, unsupplied=list(three))
    assert isinstance(match.state, OffensiveState) and match.state.unsupplied.bit_count() == 3


def _with(match: ardennes.Match, at: int, **changed: Any) -> dict[str, Any]:
    """The position with another frame number `at`."""
    data = match.position()
    frames = [dict(frame) for frame in data["frames"]]
    frames[at] |= changed
    return data | {"frames": frames}


@pytest.mark.parametrize(
    ("at", "changed"),
    [
        (0, {"step": 9}),
        (0, {"step": 99}),
        (0, {"step": 0}),
        (1, {"side": "allied"}),
        (1, {"mech": True}),
        (2, {"unit": US}),
    ],
)
def test_a_question_that_does_not_fit_the_phase_is_refused(at: int, changed: dict[str, Any]) -> None:
    match = situation("german-movement", BASE)
    match.play("unit", DE)
    assert ardennes.load_position(match.position()).state.digest() == match.state.digest()
    with pytest.raises(ardennes.BadInput):
        ardennes.load_position(_with(match, at, **changed))


def test_what_is_broken_in_a_state_is_noticed() -> None:
    match = situation("german-movement", BASE)
    s = match.state
    assert isinstance(s, OffensiveState)
    game = s.game
    assert game.invariants(s) == []
    bad = s.clone()
    bad.at[0] = HEX_NAMES.index["0713"]
    assert any("stale" in line for line in game.invariants(bad))
    bad = s.clone()
    bad.zoc(0), bad.zoc(1)
    bad.road |= s.on_map(0)
    stale = {line.rpartition(": ")[2] for line in game.invariants(bad) if "stale" in line}
    assert {"standing", "zoc", "columns"} <= stale
    for derived in ("standing", "zoc", "full", "columns", "held"):
        bad = s.clone()
        getattr(bad, derived)(1)
        getattr(bad, f"_{derived}")[1] ^= 1
        assert [line for line in game.invariants(bad) if line.endswith(f"stale: {derived}")], derived
    bad = s.clone()
    bad.battle[0] = 1
    assert any("planned attacks" in line for line in game.invariants(bad))
    bad = s.clone()
    bad.gate[0] = 1
    assert any("gates" in line for line in game.invariants(bad))
    bad = s.clone()
    bad.unsupplied = s.on_map(1)
    assert any("not phasing" in line for line in game.invariants(bad))
    late = situation("table", BASE, turn=6).state.clone()
    assert isinstance(late, OffensiveState)
    late.moved = late.on_map(0)
    assert "moved outside a player-turn" in game.invariants(late)
