"""How a match has gone: the curve of points, losses, the luck of the dice, the fights that mattered."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes.core.decision import CHANCE
from ardennes.core.match import Match
from ardennes.games import game_ids
from ardennes.games.commander.odds import hit_weights
from ardennes.players import new_player, play_out


def played(game: str, choices: int = 400, seed: int = 3, **more: Any) -> Match:
    match = ardennes.new(game, seed=seed, **more)
    play_out(match, {side: new_player("greedy", 1, side) for side in match.game.sides}, choices)
    return match


@pytest.mark.parametrize("game", game_ids())
def test_the_curve_ends_with_the_points_of_now_and_has_every_turn(game: str) -> None:
    match = played(game, 250)
    points = match.report()["points"]
    turns = [row["turn"] for row in points]
    assert turns == list(dict.fromkeys(turn for _, turn, _ in match.phases))
    gauge = match.view()["gauge"]
    assert points[-1]["points"] == gauge["value"]
    assert points[-1]["marks"] == gauge["marks"]


def test_each_turn_has_the_points_with_which_the_next_began() -> None:
    match = played("commander", 500)
    rows = match.report()["points"]
    moments = match.moments()
    assert len(rows) > 3
    for row in rows[:-1]:
        then = match.at(moments[row["moment"]])
        assert then.view()["gauge"]["value"] == row["points"]


def test_losses_are_what_lies_in_the_box_and_what_is_missing_on_the_map() -> None:
    match = played("commander", 500)
    pieces = match.view()["pieces"]
    for row in match.report()["losses"]:
        mine = [piece for piece in pieces if piece["side"] == row["side"]]
        gone = [piece for piece in mine if piece["at"] == "eliminated"]
        hurt = [piece for piece in mine if piece["at"] != "eliminated"]
        assert row["units"] == len(gone)
        full = sum(piece["steps"][1] for piece in gone)
        assert row["steps"] == full + sum(piece["steps"][1] - piece["steps"][0] for piece in hurt)
    assert sum(row["steps"] for row in match.report()["losses"]) > 0


def test_dice_that_hit_count_their_hits_against_the_average() -> None:
    match = played("commander", 200)
    want: dict[str, list[float]] = {side: [0, 0.0, 0.0] for side in match.game.sides}
    choices = match.record.choices()
    rolls = [n for n, choice in enumerate(choices) if choice[0] == CHANCE and choice[1] == "hits"]
    for n, then in zip(rolls, match.walk_through(rolls), strict=True):
        frame: Any = then.state.stack[-1]
        unit = frame.roller()
        side = match.game.sides[then.state.roster.side[unit]]  # type: ignore[attr-defined]
        numbers, weights = hit_weights(then.decision.count() - 1, frame.chance(then.state, unit))
        want[side][0] += 1
        want[side][1] += choices[n][2]
        want[side][2] += sum(a * b for a, b in zip(numbers, weights, strict=True)) / sum(weights)
    assert rolls
    assert [[row["dice"], row["got"], row["expected"]] for row in match.report()["luck"]] == [
        [row[0], row[1], pytest.approx(row[2], abs=0.01)] for row in want.values()
    ]
    assert match.report()["unit"] == "hit"


def test_a_result_that_favours_the_attacker_counts_one() -> None:
    match = ardennes.new("bulge", seed=3, chance="manual")
    match.play("attack", "us-99")
    while match.decision.side != CHANCE:
        verb, some = next(iter(match.decision.choices.items()))
        match.play("crt" if "crt" in match.decision.choices else verb, match.decision.choices.get("crt", some)[0])
    frame = match.state.stack[-1]
    found = frame.luck(match.state)
    assert found is not None
    assert found[0] == 0
    assert set(found[1]) == {0.0, 1.0}
    match.play("die", 1)
    german, allied = match.report()["luck"]
    assert (german["dice"], german["got"]) == (1, found[1][0])
    assert german["expected"] == pytest.approx(sum(found[1]) / 6, abs=0.01)
    assert allied["dice"] == 0


def test_the_fights_that_mattered_cost_somebody_something_and_link_to_their_dice() -> None:
    match = played("commander", 500)
    fights = match.report()["fights"]
    moments = match.moments()
    assert 1 < len(fights) <= 8
    assert [fight["moment"] for fight in fights] == sorted(fight["moment"] for fight in fights)
    for fight in fights:
        assert sum(fight["lost"].values()) or fight["points"]
        assert fight["title"].startswith("Battle in ")
        then = match.at(moments[fight["moment"]])
        assert fight["turn"] == match.game.clock(then.state)[0]


def test_a_game_that_has_just_begun_has_a_report() -> None:
    report = ardennes.new("bulge", seed=1).report("german")
    assert [row["points"] for row in report["points"]] == [0]
    assert report["fights"] == []
    assert all(row["dice"] == 0 for row in report["luck"])
