"""A game with secrets from its first day to its last: what each seat may see, take away, and imagine."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.core.diary import Diary, changed, changes
from ardennes.core.errors import BadInput
from ardennes.core.match import Match, new_match
from ardennes.core.position import state_from_plain, state_to_plain
from ardennes.core.secrets import has_hidden
from ardennes.core.verify import verify
from tests.core.patrol import CARDS, DECKS, PATROL, SIDES, PatrolState

VIEWERS = (*SIDES, None)


def games(most: int = 12) -> Iterator[Match]:
    """Random games at random moments."""
    for seed in range(most):
        rng = random.Random(seed)
        match = new_match(PATROL, rng.choice(("short", "free")), seed=seed)
        while not match.is_over:
            if rng.random() < 0.3:
                yield match
            match.play(*rng.choice(match.choices))


def cards_of(match: Match) -> PatrolState:
    assert isinstance(match.state, PatrolState)
    return match.state


def test_a_hand_is_hidden_from_everybody_else() -> None:
    match = new_match(PATROL, seed=1)
    assert PATROL.hides(match.state, "blue")
    assert PATROL.hides(match.state, "red")  # the decks
    shown = match.position_for("blue")
    assert shown["hand"]["red"] == {"hidden": {"red": 3}}
    assert shown["deck"] == {"red": {"hidden": {"red": 3}}, "blue": {"hidden": {"blue": 6}}}
    assert match.position_for("red")["hand"]["red"] == CARDS.list_of(cards_of(match).hand[0])


def test_no_card_of_another_is_named_in_what_a_seat_may_have() -> None:
    for match in games():
        s = cards_of(match)
        for viewer in VIEWERS:
            mine = 0 if viewer is None else s.hand[SIDES.index(viewer)]
            unknown = CARDS.list_of((DECKS[0] | DECKS[1]) & ~s.discard & ~mine)
            for text in (
                json.dumps(match.position_for(viewer)),
                json.dumps(match.view(viewer)),
                json.dumps(match.story(viewer)),
                "\n".join(match.diary(viewer).lines()),
            ):
                seen_before = [] if viewer is None else [c for c in unknown if c.startswith(viewer)]
                assert not [card for card in unknown if f'"{card}"' in text and card not in seen_before]


def test_what_is_imagined_keeps_what_is_known_and_draws_the_rest() -> None:
    hands = set()
    for match in games(6):
        for viewer in VIEWERS:
            rng = random.Random(3)
            other = PATROL.imagine(match.state, viewer, rng)
            assert isinstance(other, PatrolState)
            assert PATROL.view(other, viewer) == PATROL.view(cards_of(match), viewer)
            assert not PATROL.invariants(other)
            assert PATROL.imagine(other, viewer, random.Random(5)) == PATROL.imagine(
                match.state, viewer, random.Random(5)
            )
            if viewer == "red":
                hands.add(other.hand[1] ^ cards_of(match).hand[1])
    assert len(hands) > 3


def test_a_branch_fills_what_the_seat_cannot_know_and_says_so() -> None:
    for match in games(6):
        for viewer in VIEWERS:
            other = match.branch(viewer, seed=7)
            assert other.imagined == (viewer or "spectator")
            assert other.view(viewer)["pieces"] == match.view(viewer)["pieces"]
            assert other.view(viewer)["hand"] == match.view(viewer)["hand"]
            assert not has_hidden(other.record.position)
            assert other.branch(viewer, seed=7).view(viewer)["hands"] == match.view(viewer)["hands"]


def test_a_branch_does_not_depend_on_what_the_seat_cannot_know() -> None:
    match = new_match(PATROL, seed=1)
    other = new_match(PATROL, seed=1)
    other.state = PATROL.imagine(other.state, "blue", random.Random(9))
    assert cards_of(match).hand[0] != cards_of(other).hand[0]
    assert match.branch("blue", seed=4).state == other.branch("blue", seed=4).state


def test_a_redacted_position_can_be_loaded_and_a_wrong_one_is_refused() -> None:
    match = new_match(PATROL, seed=1)
    data = match.position_for("blue")
    state = state_from_plain(PATROL, data)
    assert isinstance(state, PatrolState)
    assert state.hand[0].bit_count() == 3
    assert state_to_plain(PATROL, state, "blue") == data
    for path, value, message in (
        (("hand", "red"), {"hidden": {"red": 9}}, "more of card are hidden than there are in red"),
        (("hand", "red"), {"hidden": {"green": 1}}, "unknown pool 'green'"),
        (("hand", "red"), {"hidden": {"red": -1}}, "there cannot be -1"),
        (("hand", "red"), {"hidden": "x"}, "expected a whole number"),
        (("discard",), {"hidden": 2}, "expected a list of card names"),
    ):
        wrong: dict[str, Any] = json.loads(json.dumps(data))
        inner = wrong
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        with pytest.raises(BadInput, match=message):
            state_from_plain(PATROL, wrong)


def test_a_diary_is_kept_and_read_back(tmp_path: Path) -> None:
    match = next(m for m in games() if m.count > 40)
    diary = match.diary("red")
    file = tmp_path / "red.jsonl"
    diary.save(file)
    again = Diary.load(file)
    assert again == diary
    assert again.position() == state_to_plain(PATROL, match.state, "red")
    assert [s for m in again.moments for s in m["told"]] == [
        "".join(p["t"] for p in line["parts"]) for line in match.story("red")
    ]
    assert new_match(PATROL, seed=1, position=again.position(1)).imagined == "red"
    with pytest.raises(BadInput, match="there is no moment 999"):
        again.position(999)
    file.write_bytes(file.read_bytes().replace(b"red-1", b"red-2", 1))
    with pytest.raises(BadInput, match=r"red\.jsonl:\d+: the checksum is wrong"):
        Diary.load(file)


def test_a_diary_does_not_depend_on_what_the_seat_cannot_know() -> None:
    one, other = new_match(PATROL, seed=1), new_match(PATROL, seed=1)
    other.state = PATROL.imagine(other.state, "blue", random.Random(9))
    assert one.diary("blue").moments[-1] == other.diary("blue").moments[-1]


@pytest.mark.parametrize("seed", range(20))
def test_changes_lead_from_one_mapping_to_another(seed: int) -> None:
    rng = random.Random(seed)

    def some(depth: int = 0) -> dict[str, Any]:
        pool: list[Any] = [1, "x", None, [1, {"a": 2}], []]
        return {
            k: some(depth + 1) if depth < 2 and rng.random() < 0.4 else rng.choice(pool)
            for k in "abcde"
            if rng.random() < 0.7
        }

    before, after = some(), some()
    assert changed(before, changes(before, after)) == after
    assert changes(after, after) == {}


def test_cards_and_chits_that_were_drawn_follow_from_the_seed() -> None:
    match = new_match(PATROL, "short", seed=3)
    rng = random.Random(3)
    while not match.is_over:
        match.play(*rng.choice(match.choices))
    assert any("dice follow" in line for line in verify(PATROL, match.record))
    first = match.record.entries[0]
    assert not isinstance(first, int) and first[:2] == ("chance", "draw")
    other = next(name for name in CARDS.list_of(DECKS[0]) if name != first[2])
    match.record.entries[0] = (*first[:2], other)
    with pytest.raises(BadInput):
        verify(PATROL, match.record)


def test_a_card_drawn_by_hand_can_be_taken_back_though_hands_are_hidden() -> None:
    match = new_match(PATROL, "short", chance="manual")
    while match.decision.side == "chance":
        match.play(*match.choices[0])
    count, why = match.count, match.can_undo(by="chance")
    assert why is None or "secret" in why
    match.solo = True
    match.undo(by="chance")
    assert match.count == count - 1 and match.decision.side == "chance"
