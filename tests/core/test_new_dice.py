"""A record without its seed has no dice: it can be looked at, and played on with new ones."""

from __future__ import annotations

import pytest

import ardennes
from ardennes import BadInput, Match
from ardennes.core.decision import CHANCE
from ardennes.core.record import Record
from ardennes.players import RandomPlayer, play_out
from tests.core.walk import started

GAMES = [info.id for info in ardennes.games()]


def without_seed(match: Match) -> Record:
    return Record.parse("".join(f"{line}\n" for line in match.record.lines(with_seed=False)).encode())


def test_a_match_without_its_seed_says_that_it_has_no_dice() -> None:
    match = started("bulge", 10)
    assert not match.dice_by_hand
    assert ardennes.replay(without_seed(match)).dice_by_hand
    assert ardennes.new("bulge", chance="manual").dice_by_hand
    assert Match(match.game, match.record.header()).dice_by_hand


@pytest.mark.parametrize("game", GAMES)
def test_new_dice_go_on_from_the_end_of_the_record(game: str) -> None:
    match = started(game, 40)
    record = without_seed(match)
    players = {side: RandomPlayer(1, side) for side in match.game.sides}
    with pytest.raises(BadInput, match=r"this match has no dice.*with_new_dice"):
        play_out(ardennes.replay(record), players)
    later = ardennes.replay(record, new_dice=True, seed=5, solo=True)
    assert later.state == match.state and later.count == 0 and later.solo
    assert later.record.seed == "5" and later.record.commitment != match.record.commitment
    play_out(later, players)
    checked = ardennes.verify(later.record)
    assert any("dice follow from the seed" in line for line in checked) and checked[-1] == "finished"
    other = ardennes.replay(record, new_dice=True, seed=6)
    play_out(other, {side: RandomPlayer(1, side) for side in match.game.sides})
    dice = [[choice for choice in one.record.choices() if choice[0] == CHANCE] for one in (later, other)]
    assert dice[0] != dice[1]


def test_new_dice_of_a_part_of_a_record() -> None:
    match = started("bulge", 40)
    assert ardennes.replay(match.record, to=8, new_dice=True).state == match.at(8).state


@pytest.mark.parametrize("game", GAMES)
def test_new_dice_can_be_taken_where_a_die_is_due(game: str) -> None:
    match = started(game, 150)
    due = [n for n, choice in enumerate(match.record.choices()) if choice[0] == CHANCE]
    assert due
    for count in due:
        later = ardennes.replay(match.record, to=count, new_dice=True, seed=1)
        assert later.count >= 1 and later.record.choices()[0][0] == CHANCE


def test_a_die_that_was_taken_back_comes_up_the_same_again() -> None:
    """Nobody can choose a die by going back to the moment in which it is due."""
    match = started("bulge", 100, solo=True)
    dice = [(n, choice) for n, choice in enumerate(match.record.choices()) if choice[0] == CHANCE]
    number, die = dice[-1]
    match.undo(to=number)
    assert match.count > number and match.record.choices()[number] == die
    assert match.is_over or match.decision.side != CHANCE


def test_an_earlier_moment_in_which_a_die_is_due_is_played_out_with_that_die() -> None:
    match = started("bulge", 100)
    number, die = next((n, choice) for n, choice in enumerate(match.record.choices()) if choice[0] == CHANCE)
    earlier = match.at(number)
    assert earlier.decision.side == CHANCE
    play_out(earlier, {side: RandomPlayer(1, side) for side in match.game.sides})
    assert earlier.record.choices()[number] == die
    assert any("dice follow" in line for line in ardennes.verify(earlier.record))
