"""After the game: where choices cost most."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.core.match import Match
from ardennes.core.state import State
from ardennes.players import GreedyPlayer, Seat, review
from ardennes.players.review import Deed, Mistake, compare, deeds, doubtful, worst


def played(choices: int) -> Match:
    """Bulge, played by greedy."""
    match = ardennes.new("bulge", seed=3)
    players = {side: GreedyPlayer(1, side) for side in match.game.sides}
    while match.result is None and match.count < choices:
        side = match.decision.side
        match.play(*players[side].choose(Seat(match, side)), by=side)
    return match


def test_deeds_are_the_whole_intentions_of_a_side() -> None:
    match = played(60)
    found = deeds(match, ["german"])
    choices = match.record.choices()
    for deed in found:
        assert [("german", *choice) for choice in deed.choices] == choices[deed.count : deed.count + len(deed.choices)]
        then = match.at(deed.count)
        then.play_all(deed.choices, by="german")
    assert found[0].choices[0][0] == "attack" and found[0].choices[-1][0] == "roll"
    assert not {deed.count for deed in deeds(match, ["allied"])} & {deed.count for deed in found}


def test_what_was_taken_back_or_said_is_no_deed() -> None:
    match = ardennes.new("bulge", seed=3, solo=True)
    match.play("attack", "us-99", by="german")
    match.undo()
    match.play("done", by="german")
    match.say("german", "resign")
    assert [deed.choices for deed in deeds(match, ["german"])] == [(("done", None),)]


def test_ending_the_phase_without_any_attack_costs_more_than_greedys_own_choices() -> None:
    match = ardennes.new("bulge", seed=3)
    match.play("done", by="german")
    (deed,) = deeds(match, ["german"])
    (found,) = compare(match, [deed], 1, "seed")
    assert found is not None
    assert found.done == "End attacks" and found.better.startswith("Attack ")
    usual = deeds(played(12), ["german"])[:1]
    assert list(compare(played(12), usual, 1, "seed")) == [None]  # the same as greedy would do


def test_both_choices_face_the_same_states_and_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int | None]] = []

    def chance(game: Any, s: State, side: str, temperament: Any, seed: str, first: int | None) -> float:
        asked.append((seed, first))
        return 0.6 if len(asked) % 2 else 0.5

    monkeypatch.setattr(review, "chance_ahead", chance)
    match = ardennes.new("bulge", seed=3)
    match.play("done", by="german")
    (found,) = compare(match, deeds(match, ["german"]), 3, "seed")
    assert asked[::2] == asked[1::2] and len(set(asked)) == 3
    assert found is not None and found.loss == pytest.approx(0.1)


def test_the_dice_of_the_match_do_not_matter() -> None:
    match = ardennes.new("bulge", seed=3)
    match.play("done", by="german")
    other = match.copy()
    other.record.seed = "other dice"
    some = deeds(match, ["german"])
    assert list(compare(match, some, 1, "seed")) == list(compare(other, some, 1, "seed"))


def mistake(count: int, loss: float) -> Mistake:
    return Mistake(Deed(count, "german", ()), 1, "", "", loss)


def test_the_worst_are_told_and_trifles_are_not() -> None:
    found = [mistake(n, loss) for n, loss in enumerate([0.02, 0.3, 0.005, 0.1, -0.2, 0.04, 0.05, 0.06])]
    assert [one.loss for one in worst([*found, None])] == [0.3, 0.1, 0.06, 0.05, 0.04]
    assert [deed.count for deed in doubtful([*found, None])] == [0, 1, 2, 3, 5, 6, 7]
