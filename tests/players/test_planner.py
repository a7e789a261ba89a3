"""The planner compares temperaments by looking ahead, and never sees more than its seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes.core.match import Match
from ardennes.core.programs import Budget
from ardennes.games import find, game_ids
from ardennes.players import RandomPlayer, Seat, planner
from ardennes.players.planner import Planner, Trial, chance_ahead, try_out


def opening(seed: str = "1") -> Match:
    match = ardennes.new("bulge", seed=seed)
    match.roll()
    return match


def chosen(match: Match, player: Planner, count: int = 6) -> list[tuple[str, Any]]:
    out: list[tuple[str, Any]] = []
    side = match.decision.side
    while len(out) < count and match.decision.side == side:
        out.append(player.choose(Seat(match, side)))
        match.play(*out[-1], by=side)
    return out


def test_the_same_seed_makes_the_same_choices() -> None:
    one, two = (chosen(opening(), Planner("7", "german", Budget(12))) for _ in range(2))
    assert one == two


def test_the_dice_to_come_make_no_difference() -> None:
    """Two matches with other dice, at the same question."""
    assert chosen(opening("1"), Planner("7", "german", Budget(12)), 1) == chosen(
        opening("2"), Planner("7", "german", Budget(12)), 1
    )


def test_the_best_idea_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("bulge")
    wanted = game.ideas("german")[-1]

    monkeypatch.setattr(planner, "try_out", lambda trial: 0.9 if trial.idea == wanted.id else 0.1)
    match = opening()
    player = Planner("7", "german", Budget(24))
    player.choose(Seat(match, "german"))
    assert player.thought is not None
    assert player.thought.best.temperament is wanted
    assert [idea.mean for idea in player.thought.ideas] == sorted(
        (idea.mean for idea in player.thought.ideas), reverse=True
    )


def test_most_of_the_thought_goes_to_the_better_ideas(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("bulge")
    order = {idea.id: n for n, idea in enumerate(game.ideas("german"))}
    monkeypatch.setattr(planner, "try_out", lambda trial: 1 / (1 + order[trial.idea]))
    match = opening()
    player = Planner("7", "german", Budget(60 * game.thoughts))
    player.choose(Seat(match, "german"))
    assert player.thought is not None
    tried = [len(idea.chances) for idea in player.thought.ideas]
    assert tried[0] > 2 * tried[-1] > 0
    assert sum(tried) <= 60


def test_variations_are_compared_with_the_ideas_others_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("bulge")
    usual = [idea.id for idea in game.ideas("german")]
    player = Planner("7", "german", Budget(60, variety=5))
    found = [[idea.id for idea in player._ideas(game, thought)] for thought in (1, 2)]
    for ideas in found:
        assert ideas[: len(usual)] == usual
        assert len(set(ideas)) == len(usual) + 5
    assert found[0] != found[1]
    monkeypatch.setattr(planner, "try_out", lambda trial: 0.9 if trial.idea == found[0][len(usual) + 2] else 0.1)
    player.choose(Seat(opening(), "german"))
    assert player.thought is not None
    best = player.thought.best.temperament
    assert best == game.variations("german")[found[0][len(usual) + 2]], "a variation that does best is played"
    assert best.plan == f"{game.ideas('german')[0].plan}, with other priorities"


@pytest.mark.parametrize("game_id", [name for name in game_ids() if find(name).plans])
def test_generals_compare_more_ideas_and_look_farther_or_more_often_than_veterans(game_id: str) -> None:
    game = find(game_id)
    few, many = (planner.budget(game, level) for level in ("veteran", "general"))
    assert many.variety > few.variety
    assert many.farther > few.farther or many.rollouts > 2 * few.rollouts
    for side in game.sides:
        assert len(game.variations(side)) > many.variety


def test_every_idea_faces_the_same_worlds_and_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, set[str]] = {}

    def valued(trial: Trial) -> float:
        seen.setdefault(trial.seed, set()).add(trial.idea)
        return 0.5

    monkeypatch.setattr(planner, "try_out", valued)
    Planner("7", "german", Budget(12)).choose(Seat(opening(), "german"))
    assert {idea.id for idea in find("bulge").ideas("german")} in seen.values()


def test_it_thinks_once_in_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = []
    think = Planner._think

    def counted(self: Planner, *args: Any) -> Any:
        thoughts.append(args)
        return think(self, *args)

    monkeypatch.setattr(Planner, "_think", counted)
    monkeypatch.setattr(planner, "try_out", lambda trial: 0.5)
    match = opening()
    moment = match.game.moment(match.state)
    player = Planner("7", "german", Budget(6))
    count = 0
    while match.decision.side == "german" and match.game.moment(match.state) in (None, moment) and count < 8:
        match.play(*player.choose(Seat(match, "german")), by="german")
        count += 1
    assert count > 1
    assert len(thoughts) == 1


def test_a_look_ahead_changes_nothing_and_ends() -> None:
    match = opening()
    game = match.game
    before = match.position()
    for farther in (0, 1):
        state = game.imagine(match.state, "german", random.Random(1))
        chance = chance_ahead(game, state, "german", game.ideas("german")[0], "4", farther=farther)
        assert 0 <= chance <= 1
        assert match.position() == before
        assert game.pace(state) == game.pace(match.state) + game.horizon + farther


def test_a_planner_looks_as_far_as_its_level_does(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[int] = set()

    def valued(trial: Trial) -> float:
        seen.add(trial.farther)
        return 0.5

    monkeypatch.setattr(planner, "try_out", valued)
    Planner("7", "german", Budget(12, farther=3)).choose(Seat(opening(), "german"))
    assert seen == {3}


class Clock:
    """A clock that only moves when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("ardennes.players.planner.time.monotonic", lambda: self.now)

    def tick(self, seconds: float) -> float:
        self.now += seconds
        return 0.5


def test_a_limit_in_seconds_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(planner, "try_out", lambda trial: clock.tick(1.0))
    game = find("bulge")
    ideas = len(game.ideas("german"))
    player = Planner("7", "german", Budget(seconds=game.thoughts * 40.0))
    player.choose(Seat(opening(), "german"))
    assert player.thought is not None
    assert 40 - ideas <= clock.now - 100 <= 41
    assert player.thought.ideas[0].chances
    tried = [len(idea.chances) for idea in player.thought.ideas]
    assert tried[0] > tried[-1] > 0


def test_an_idea_that_was_not_tried_in_time_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time for two of the ideas only: the better of the two is played. With no time at all, `greedy` is."""
    game = find("bulge")
    first, second = [idea.id for idea in game.ideas("german")][:2]
    for seconds, best in ((2.0, second), (0.001, first)):
        clock = Clock(monkeypatch)

        def slow(trial: Trial, clock: Clock = clock, long: float = seconds) -> float | None:
            clock.tick(1.0)
            return (0.9 if trial.idea == second else 0.4) if long > 1 else None

        monkeypatch.setattr(planner, "try_out", slow)
        player = Planner("7", "german", Budget(seconds=game.thoughts * 3 * seconds))
        player.choose(Seat(opening(), "german"))
        assert player.thought is not None and player.thought.best.temperament.id == best


def test_a_look_ahead_ends_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opening()
    state = match.game.imagine(match.state, "german", random.Random(1))
    clock = Clock(monkeypatch)
    trial = Trial(state, "german", "greedy", "1", until=clock.now + 1)
    assert try_out(trial) is not None
    clock.tick(2)
    assert try_out(trial) is None


def test_thinking_in_the_other_sides_time_is_used_at_the_next_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the Allies think, the Germans find out which idea will be best; with hardly any thought of their own they then play it."""
    game = find("bulge")
    wanted = game.ideas("german")[-1].id
    clock = Clock(monkeypatch)
    monkeypatch.setattr(planner, "try_out", lambda trial: clock.tick(0.1) + (0.4 if trial.idea == wanted else 0.0))
    match = opening()
    player = Planner("7", "german", Budget(1))
    play = {"german": RandomPlayer("1", "german"), "allied": RandomPlayer("1", "allied")}
    player.choose(Seat(match, "german"))
    while match.decision.side == "german":
        match.play(*play["german"].choose(Seat(match, "german")), by="german")
    before = match.position()
    found = player.ponder(Seat(match, "german"), match.count, clock.now + 5)
    assert match.position() == before
    assert (
        found is not None
        and found.moment is not None
        and set(found.chances) == {idea.id for idea in game.ideas("german")}
    )
    while match.decision.side != "german" or match.game.moment(match.state) != found.moment:
        side = match.decision.side
        match.play(*play[side].choose(Seat(match, side)), by=side)
    monkeypatch.setattr(planner, "try_out", lambda trial: None)
    player.choose(Seat(match, "german"))
    assert player.thought is not None and player.thought.best.temperament.id == wanted


@pytest.mark.parametrize("game_id", [name for name in game_ids() if find(name).weights is not None])
def test_a_planner_answers_every_kind_of_question(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole short game, with made-up chances: only the choices matter here."""
    rng = random.Random(1)
    monkeypatch.setattr(planner, "try_out", lambda trial: rng.random())
    game = find(game_id)
    shortest = min(game.scenarios, key=lambda scenario: scenario.turns).id
    match = ardennes.new(game_id, shortest, seed="3")
    players = {side: Planner("7", side, Budget(1)) for side in game.sides}
    ardennes.players.play_out(match, players, limit=600)
    assert match.count >= 300 or match.result is not None
