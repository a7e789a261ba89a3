"""What a side may not know makes no difference to anything it can see, and `imagine` keeps what it can see."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ardennes
from ardennes import Match
from ardennes.core.decision import CHANCE
from ardennes.core.match import new_match
from ardennes.games.bulge.air import air_points
from ardennes.games.bulge.facts import ALLIED, GERMAN, MISSIONS
from ardennes.games.bulge.state import BulgeState
from ardennes.players import Seat
from tests.core import walk
from tests.core.toy import TOY
from tests.core.walk import BULGE

TURN = 10
POINTS = air_points(TURN, "clear", ALLIED)
OWN = air_points(TURN, "clear", GERMAN)
ASSIGNMENTS = [a for a in product(range(POINTS + 1), repeat=4) if sum(a) <= POINTS]
assignments = st.sampled_from(ASSIGNMENTS)
own_assignments = st.sampled_from([a for a in product(range(OWN), repeat=3) if sum(a) < OWN])


def german_assigns(hidden: tuple[int, ...], flown: tuple[int, ...] = (0, 0, 0)) -> Match:
    """The Allies have assigned in secret, the Germans are about to."""
    frame = {"frame": "AirMissions", "side": "german", "flown": [*flown, 0], "hidden": list(hidden)}
    data = walk.start_of(TURN) | {"frames": [{"frame": "GameTurn", "step": 2}, frame]}
    return ardennes.load_position(data, seed=1)


def allied_assigns(flown: tuple[int, ...]) -> Match:
    frame = {"frame": "AirMissions", "side": "allied", "flown": list(flown), "hidden": []}
    data = walk.start_of(TURN) | {"frames": [{"frame": "GameTurn", "step": 2}, frame]}
    return ardennes.load_position(data, seed=1)


def seen_by(match: Match, side: str | None) -> dict[str, Any]:
    """Everything that the side, or a spectator, is shown."""
    out: dict[str, Any] = {"view": match.view(side), "log": match.log, "events": [e for _, e in match.events_since(0)]}
    out["story"] = match.story(side)
    out["moments"] = len(match.moments(side))
    out["answers"] = match.answers(side)
    out["preview"] = match.preview(side)
    out["overlays"] = [
        match.overlay(overlay.id, of, side)
        for overlay in BULGE.overlays
        for of in {"": [""], "side": BULGE.sides, "unit": ["de-2", "us-2"]}[overlay.of]
    ]
    if side is not None:
        out["undo"] = match.can_undo(by=side)
        seat = Seat(match, side)
        out["preview"] = seat.preview()
        out["why"] = [str(seat.explain("mission", m)) for m in (*MISSIONS, "parade")] + [str(seat.explain("done"))]
        if match.decision.side == side:
            decision = seat.decision
            out["asked"] = (decision.prompt, decision.choices, decision.cases)
    return out


def test_there_is_something_to_hide() -> None:
    assert POINTS >= 2
    assert OWN >= 1
    assert german_assigns((POINTS, 0, 0, 0)).decision.side == "german"
    assert german_assigns((POINTS, 0, 0, 0)).state != german_assigns((0, POINTS, 0, 0)).state


@given(assignments, assignments, own_assignments)
def test_allied_missions_before_the_reveal_make_no_difference_to_the_german(
    one: tuple[int, ...], other: tuple[int, ...], own: tuple[int, ...]
) -> None:
    a, b = german_assigns(one, own), german_assigns(other, own)
    for side in ("german", None):
        assert seen_by(a, side) == seen_by(b, side)


@given(assignments, assignments, st.integers(0, 999))
def test_what_the_german_imagines_does_not_depend_on_the_secret_and_fits_what_he_sees(
    one: tuple[int, ...], other: tuple[int, ...], seed: int
) -> None:
    a, b = german_assigns(one), german_assigns(other)
    imagined = a.imagine("german", random.Random(seed))
    assert imagined == b.imagine("german", random.Random(seed))
    assert BULGE.view(imagined, "german") == BULGE.view(a.state, "german")
    assert repr(imagined.decision) == repr(a.state.decision)


def test_the_german_imagines_more_than_one_assignment() -> None:
    match = german_assigns((0, 0, 0, 0))
    rng = random.Random(1)
    assert len({match.imagine("german", rng).digest() for _ in range(50)}) > 5
    assert len({match.imagine("allied", rng).stack[-1] for _ in range(50)}) > 1
    shown = german_assigns((0, 0, 0, 0))
    shown.play("done")
    assert len({shown.imagine(side, rng).digest() for side in BULGE.sides for _ in range(20)}) == 1


@given(st.lists(st.sampled_from(MISSIONS), min_size=1, max_size=POINTS - 1), st.randoms(use_true_random=False))
def test_secret_missions_are_visible_nowhere_while_the_other_side_waits(plan: list[str], rng: random.Random) -> None:
    other = [rng.choice(MISSIONS) for _ in range(rng.randrange(POINTS))]  # their number is a secret too
    matches = []
    for missions in (plan, other):
        match = allied_assigns((0, 0, 0, 0))
        for mission in missions:
            match.play("mission", mission, by="allied")
        matches.append(match)
    a, b = matches
    for side in ("german", None):
        assert seen_by(a, side) == seen_by(b, side)
    assert a.imagine("german", random.Random(3)) == b.imagine("german", random.Random(3))
    for match in matches:
        match.play("done")
        assert match.decision.side == "german"
    assert seen_by(a, "german") == seen_by(b, "german")


@given(own_assignments)
def test_the_allied_does_not_know_what_the_german_is_assigning(own: tuple[int, ...]) -> None:
    a, b = german_assigns((1, 0, 0, 0), own), german_assigns((1, 0, 0, 0), (0, 0, 0))
    assert seen_by(a, "allied") == seen_by(b, "allied")
    assert a.imagine("allied", random.Random(3)) == b.imagine("allied", random.Random(3))


def test_a_record_downloaded_while_missions_are_assigned_ends_before_them() -> None:
    match = ardennes.load_position(walk.start_of(TURN) | {"phase": "german-combat-after-movement"}, seed=1)
    rng = random.Random(1)
    while match.view()["phase"] != "air-missions":
        walk.step(match, rng)
    before = {side: match.record_for(side).entries for side in ("german", None)}
    assert match.decision.side == "allied"
    match.play("mission", "resupply")
    match.play("mission", "cap")
    assert len(match.record_for("allied").entries) == match.count
    for side, entries in before.items():
        assert match.record_for(side).entries == entries
        assert match.record_for(side).seed is None
    while match.decision.side == "allied":
        match.play("done")
    match.play("mission", "support")
    for side, entries in before.items():
        assert match.record_for(side).entries == entries
    assert not any(entry[1] == "mission" for entry in match.record_for("allied").choices() if entry[0] == "german")


def test_what_was_assigned_and_taken_back_stays_secret_after_the_reveal() -> None:
    match = ardennes.load_position(walk.start_of(TURN) | {"phase": "air-missions"}, seed=1)
    match.play("mission", "resupply")
    match.undo(by="allied")
    match.play("done")
    match.play("done")
    assert ("allied", "mission", "resupply") in match.record.entries
    assert ("allied", "mission", "resupply") not in match.record_for("german").entries


def test_missions_are_told_once_both_sides_are_done() -> None:
    match = german_assigns((1, 0, 0, 0))
    assert not any("aircraft flew" in line for line in match.log)
    match.play("done")
    assert sum("aircraft flew" in line for line in match.log) == 2
    with pytest.raises(ardennes.BadInput, match="cannot be undone"):
        match.undo()


def test_imagining_keeps_the_view_in_every_situation_and_leaves_the_match_alone() -> None:
    for data in walk.situations():
        match = ardennes.load_position(data, chance="manual")
        before = match.state.digest()
        for side in BULGE.sides:
            imagined = match.imagine(side, random.Random(1))
            assert BULGE.view(imagined, side) == BULGE.view(match.state, side)
            if match.view()["asked"] in (side, CHANCE):
                assert repr(imagined.decision) == repr(match.state.decision)
            assert isinstance(imagined, BulgeState)
            imagined.at[0] -= 1
            imagined._occ[0] = 0
        assert match.state.digest() == before


def test_a_seat_shows_its_own_decision_only() -> None:
    match = allied_assigns((0, 0, 0, 0))
    assert Seat(match, "allied").decision is match.decision
    with pytest.raises(ardennes.BadInput, match="german cannot answer now: the question is for allied"):
        _ = Seat(match, "german").decision
    with pytest.raises(ardennes.BadInput, match="unknown side 'french'"):
        Seat(match, "french")
    with pytest.raises(ardennes.BadInput, match="unknown side 'french'"):
        match.imagine("french", random.Random(1))


@given(st.integers(1, 3), st.integers(1, 3))
def test_a_secret_number_of_the_toy_is_seen_by_its_owner_alone_until_it_is_shown(one: int, other: int) -> None:
    matches = [new_match(TOY, seed=1), new_match(TOY, seed=1)]
    for match, number in zip(matches, (one, other), strict=True):
        match.play("pick", number)
        assert match.view("red")["secret"] == [number, None]
    a, b = matches
    assert a.view("blue") == b.view("blue")
    assert a.view() == b.view()
    assert a.imagine("blue", random.Random(1)) == b.imagine("blue", random.Random(1))
    a.play("show")
    assert a.view("blue")["secret"] == [one, 0]


def test_a_position_does_not_tell_whether_the_other_side_has_begun_to_choose() -> None:
    match = allied_assigns((0, 0, 0, 0))
    before = match.position_for("german")
    assert match.branch("german").imagined == "german", "even now the German player can play on from here"
    match.play("mission", "cap")
    assert match.position_for("german") == before
    assert match.position_for("allied") != before
