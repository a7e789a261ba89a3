"""The player `greedy`: always a legal answer, always the same, and a sensible one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from ardennes.core.decision import CHANCE
from ardennes.core.state import Frame
from ardennes.games.enemy_action import GAME, combat, impulse, moving, reactions, reserves
from ardennes.games.enemy_action.facts import SIDES
from ardennes.games.enemy_action.greedy import Greedy
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.victory import points

BOTH = ("greedy", "greedy")


def new_game(scenario: str) -> EnemyActionState:
    s = GAME.start(GAME.setup(scenario, {}))
    assert isinstance(s, EnemyActionState)
    s.settle()
    return s


class Table:
    """Two players and chance; every advice is checked by `advice_by_frame`. Each player sees only what its side may know."""

    def __init__(self, s: EnemyActionState, seed: int, players: tuple[str, str] = BOTH) -> None:
        self.s = s
        self.rng = random.Random(f"greedy {seed}")
        self.advisers = {
            side: Greedy() if name == "greedy" else None for side, name in zip(SIDES, players, strict=True)
        }
        self.asked: Counter[type[Frame]] = Counter()

    def step(self) -> tuple[str, Any]:
        s = self.s
        assert s.decision is not None
        side = s.decision.side
        adviser = self.advisers.get(side)
        if adviser is None:
            choices = s.decision.raw_choices()
            verb, raw = choices[self.rng.randrange(len(choices))]
        else:
            self.asked[type(s.stack[-1])] += 1
            verb, raw = adviser(seen(s, side, self.rng))
        s.apply(verb, raw)
        s.settle()
        return verb, raw

    def play(self) -> EnemyActionState:
        while self.s.result is None:
            self.step()
        return self.s


def seen(s: EnemyActionState, side: str, rng: random.Random) -> EnemyActionState:
    """A position that fits what a side knows."""
    found = GAME.imagine(s, side, rng)
    assert isinstance(found, EnemyActionState)
    return found


# --- legal and the same -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["assault", "surprised", "breakout", "crisis", "campaign"])
def test_it_plays_every_scenario_to_the_end(scenario: str) -> None:
    table = Table(new_game(scenario), 3)
    s = table.play()
    assert s.result is not None
    usual = {impulse.Impulse, impulse.Command, moving.Movement, moving.Move, combat.Combat, combat.Plan}
    assert usual | {reactions.Roadblocks} <= set(table.asked)
    assert reserves.Deploy in table.asked or scenario == "assault"


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1), ("crisis", 2), ("breakout", 3)])
def test_it_knows_an_answer_in_the_odd_positions_of_random_play(scenario: str, seed: int) -> None:
    s = new_game(scenario)
    rng = random.Random(f"mixed {seed}")
    advised = 0
    while s.result is None and advised < 150:
        decision = s.decision
        assert decision is not None
        verb, raw = rng.choice(decision.raw_choices())
        if decision.side != CHANCE and rng.random() < 0.3:  # a new adviser each time: it must find its way in anything
            verb, raw = GAME.advise(seen(s, decision.side, rng))
            advised += 1
        s.apply(verb, raw)
        s.settle()
    assert advised >= 100


def test_the_same_game_is_played_the_same_way() -> None:
    first, second = (Table(new_game("surprised"), 5) for _ in range(2))
    for _ in range(400):
        assert first.step() == second.step()
    assert first.s == second.s


def test_what_is_hidden_does_not_matter() -> None:
    """The other hand, the piles and the depots are dealt anew several times: the answer stays the same, and nothing is changed."""
    table = Table(new_game("campaign"), 8)
    rng = random.Random("hidden")
    compared = 0
    while compared < 60:
        s = table.s
        assert s.decision is not None
        side = s.decision.side
        if side != CHANCE and rng.random() < 0.15:
            before = s.digest()
            found = {GAME.advise(seen(s, side, random.Random(seed))) for seed in range(3)}
            assert len(found) == 1, (type(s.stack[-1]), found)
            assert s.digest() == before
            compared += 1
        table.step()


def test_advice_leaves_the_position_alone() -> None:
    table = Table(new_game("crisis"), 4)
    rng = random.Random("alone")
    for _ in range(150):
        s = table.s
        assert s.decision is not None
        if s.decision.side != CHANCE:
            shown = seen(s, s.decision.side, rng)
            before = shown.digest()
            GAME.advise(shown)
            assert shown.digest() == before
        table.step()


# --- strong -----------------------------------------------------------------------------------------------------------


def test_it_beats_random_with_either_side() -> None:
    """The Allies Surprised: German points tell who has done better."""
    random_german = [points(Table(new_game("surprised"), n, ("random", "greedy")).play()) for n in range(2)]
    random_allied = [points(Table(new_game("surprised"), n, ("greedy", "random")).play()) for n in range(2)]
    assert max(random_german) < 11  # an Allied operational victory
    assert min(random_allied) >= 26  # a German one
