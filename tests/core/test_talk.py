"""What players agree on across the table: resigning, and calling it a draw."""

from __future__ import annotations

import pytest

import ardennes
from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.match import Match
from ardennes.games import game_ids
from ardennes.players import new_player, play_out


def begun(game: str = "bulge", choices: int = 30) -> Match:
    match = ardennes.new(game, seed=5)
    play_out(match, {side: new_player("greedy", 1, side) for side in match.game.sides}, choices)
    return match


@pytest.mark.parametrize("game", game_ids())
def test_who_resigns_loses_whoever_is_asked(game: str) -> None:
    for loser, winner in (("german", "allied"), ("allied", "german")):
        match = begun(game)
        points = (match.view()["gauge"] or {"value": 0})["value"]
        match.say(loser, "resign")
        assert match.result is not None
        assert (match.result.winner, match.result.level, match.result.points) == (winner, "by resignation", points)
        assert match.is_over
        assert match.log[-1].endswith("resigns.")


def test_a_draw_needs_both() -> None:
    match = begun()
    asked = match.decision.side
    match.say("german", "offer-draw")
    assert match.draw_offer == "german"
    assert match.decision.side == asked  # the game goes on
    match.say("allied", "accept-draw")
    assert match.result is not None
    assert (match.result.winner, match.result.level) == (None, "by agreement")
    assert match.draw_offer is None


def test_an_offer_stands_until_it_is_declined_or_the_other_side_plays_on() -> None:
    match = begun()
    match.say("allied", "offer-draw")
    match.say("german", "decline-draw")
    assert match.draw_offer is None
    match.say("allied", "offer-draw")
    while match.decision.side == "allied":
        match.play(*match.choices[0])
    assert match.draw_offer == "allied"
    match.play(*match.choices[0])
    assert match.draw_offer is None


@pytest.mark.parametrize(
    ("said", "by", "verb", "why"),
    [
        ([], "german", "accept-draw", "nobody has offered"),
        ([("german", "offer-draw")], "german", "accept-draw", "nobody has offered"),
        ([("german", "offer-draw")], "german", "offer-draw", "your offer of a draw stands"),
        ([("german", "offer-draw"), ("allied", "decline-draw")], "allied", "accept-draw", "nobody has offered"),
        ([("german", "resign")], "allied", "resign", "the game is over"),
    ],
)
def test_what_cannot_be_said_changes_nothing(said: list[tuple[str, str]], by: str, verb: str, why: str) -> None:
    match = begun()
    for who, what in said:
        match.say(who, what)
    before, count = match.state.digest(), match.count
    with pytest.raises(IllegalChoice, match=why):
        match.say(by, verb)
    assert (match.state.digest(), match.count) == (before, count)


def test_a_stranger_cannot_resign() -> None:
    with pytest.raises(BadInput, match="british"):
        begun().say("british", "resign")


def test_what_was_said_is_in_the_record_and_cannot_be_taken_back() -> None:
    match = begun()
    match.say("german", "offer-draw")
    assert match.can_undo(by=match.decision.side) is not None
    match.say("allied", "resign")
    again = ardennes.replay(match.record)
    assert again == match
    assert again.result == match.result
    assert again.log == match.log
    assert "finished" in ardennes.verify(match.record)
    other = Match(match.game, match.record.header(), chance="manual")
    other.follow(match.record.entries)
    assert other.result == match.result
    assert match.at(match.count - 1).result is None


def test_only_the_verbs_of_the_rules_are_offered() -> None:
    match = begun()
    assert not {"resign", "offer-draw"} & set(match.decision.choices)
    with pytest.raises(IllegalChoice):
        match.play("resign")  # who?
