"""Games between players for measuring them: fast, on states alone, with the same seeds for everybody."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ardennes.core.decision import CHANCE
from ardennes.core.game import Game
from ardennes.core.match import new_match
from ardennes.core.programs import Adviser
from ardennes.core.state import State
from ardennes.core.weights import Change
from ardennes.games import find
from ardennes.players import new_player, play_out

_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: who has which side, and the seed."""

    game: str
    scenario: str
    players: tuple[tuple[str, str], ...]
    seed: str


def score(pairing: Pairing) -> float:
    """What the first side got: 1, 0, or a half for a draw."""
    match = new_match(find(pairing.game), pairing.scenario, {}, pairing.seed)
    play_out(match, {side: new_player(name, pairing.seed, side) for side, name in pairing.players}, _LONGEST)
    if match.result is None:
        raise RuntimeError(f"the game with seed {pairing.seed} is not over after {match.count} choices")
    return points_of(match.game, match.result.winner)


def points_of(game: Game, winner: str | None) -> float:
    return 0.5 if winner is None else float(winner == game.sides[0])


def start(game: Game, scenario: str) -> State:
    """The first question of a scenario."""
    state = game.start(game.setup(scenario, {}))
    state.settle()
    return state


def quick_game(game: Game, scenario: str, changes: Mapping[str, Change], seed: str, watch: Any = None) -> float:
    """The first side's score in a game of greedy players with these changes to their weights. `watch` sees the state before each choice."""
    rng = random.Random(f"quick {seed}")
    s = start(game, scenario)
    advisers: dict[str, Adviser] = {side: game.adviser(change) for side, change in changes.items()}
    for _ in range(_LONGEST):
        decision = s.decision
        if decision is None:
            break
        if watch is not None:
            watch(s)
        if decision.side == CHANCE:
            s.apply(*rng.choices(decision.raw_choices(), decision.weights)[0])
        else:
            hidden = game.imagine(s, decision.side, rng)
            s.apply(*advisers[decision.side](hidden))
    if s.result is None:
        raise RuntimeError(f"the game with seed {seed} is not over after {_LONGEST} choices")
    return points_of(game, s.result.winner)
