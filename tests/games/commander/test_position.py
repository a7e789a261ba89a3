"""Positions of Commander that cannot be, and positions with something changed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes.games import find
from tests.rules.commander.table import START, situation

QUIET = {"de-326vg": "Trier", "us-78inf": "Liege"}


def refused(change: dict[str, Any], units: dict[str, str] = QUIET) -> str:
    """The message with which a position is refused."""
    data = situation("german-turn", units).position()
    with pytest.raises(ardennes.BadInput) as caught:
        ardennes.load_position(data | change)
    return str(caught.value)


CALENDAR = {"frame": "Calendar", "step": 8}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"day": 30}, "day: 30 December is not played"),
        ({"time": 10}, "time: the track has no space 10"),
        ({"surprise": True, "day": 18}, "surprise: the surprise turns come before 16 December"),
        ({"surprise": True, "day": 16}, "before the steps of the first day"),
        ({"german": []}, "german: Trier holds only german units"),
        ({"cubes": ["de-1ss"]}, "cubes: de-1ss is not on the map"),
        ({"short": ["de-326vg"]}, "short: only German armor"),
        ({"active": ["de-326vg"]}, "active: units are active only during a turn"),
        ({"lost": {"de-326vg": 4}}, "lost.de-326vg: a unit of strength 4"),
        ({"units": {**QUIET, "us-1inf": "exited"}}, "units.us-1inf: only German units exit"),
        ({"units": {**QUIET, "de-1ss": "due"}}, "units.de-1ss: this unit has no day of arrival"),
        ({"units": {**QUIET, "de-1ss": "reserve"}}, "units.de-1ss: this unit does not belong to the OKW reserve"),
        ({"over": {"de-326vg": "Bitburg"}}, "over.de-326vg: this unit has not crossed"),
        ({"frames": [{"frame": "Turn", "side": "german"}]}, "frames.0: Turn cannot be the first frame; that is Calendar"),
        ({"frames": [CALENDAR, {"frame": "Reset"}]}, "frames.1: in the phase turns this frame must be Turns, not Reset"),
        ({"frames": [CALENDAR, {"frame": "EndTurn", "side": "german", "passes": False},
                     {"frame": "Moves", "side": "allied"}]}, "frames.2: this is the other side's turn"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_the_place_of_the_mistake(change: dict[str, Any], message: str) -> None:
    assert message in refused(change)


def test_four_units_in_a_space_are_refused() -> None:
    four = {"de-326vg": "Trier", "de-272vg": "Trier", "de-277vg": "Trier", "de-12vg": "Trier"}
    with pytest.raises(ardennes.BadInput, match="7-stacking"):
        situation("german-turn", four, german=START)


@pytest.mark.parametrize("seed", range(30))
def test_a_position_with_something_changed_is_refused_or_can_be_played_to_the_end(seed: int) -> None:
    rng = random.Random(f"changed {seed}")
    match = ardennes.new("commander", rng.choice(("campaign", "race")), seed=seed)
    for _ in range(rng.randrange(300)):
        if match.result is None:
            match.play(*rng.choice([(v, a) for v, some in match.decision.choices.items() for a in some]))
    data = match.position()
    for _ in range(3):
        _change(data, rng)
    try:
        other = ardennes.load_position(data, seed=seed)
    except ardennes.BadInput:
        return
    for _ in range(4000):
        if other.result is not None:
            return
        assert other.game.invariants(other.state) == []
        other.play(*rng.choice([(v, a) for v, some in other.decision.choices.items() for a in some]))
    raise AssertionError("the game does not end")


def _change(data: dict[str, Any], rng: random.Random) -> None:
    """Change something in a position, by chance sensibly."""
    units, places = list(data["units"]), [*find("commander").place_names.index, "eliminated", "due", "exited"]
    match rng.randrange(6):
        case 0:
            data["units"][rng.choice(units)] = rng.choice(places)
        case 1:
            data["day"] = rng.randrange(15, 30)
        case 2:
            field = rng.choice(("cubes", "oos", "short", "active", "moved", "broke"))
            data[field] = rng.sample(units, rng.randrange(4))
        case 3:
            data["german"] = rng.sample(places[:-3], rng.randrange(30))
        case 4:
            frames = data.get("frames")
            if frames:
                frame = rng.choice(frames)
                for key, value in frame.items():
                    if isinstance(value, bool):
                        frame[key] = not value
                    elif isinstance(value, int):
                        frame[key] = rng.randrange(-1, 8)
        case 5:
            data["lost"] = {unit: rng.randrange(4) for unit in rng.sample(units, 5)}
