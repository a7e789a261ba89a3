"""Games between players for measuring them: fast, on states alone, with the same seeds for everybody."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ardennes.core.decision import CHANCE
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match
from ardennes.core.programs import Adviser
from ardennes.core.state import State
from ardennes.core.weights import Change
from ardennes.games import find
from ardennes.lab.places import Places, Visit
from ardennes.lab.simulate import Course
from ardennes.lab.table import turn_of
from ardennes.players import new_player, play_out

_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: who has which side, the seed, and the places to watch."""

    game: str
    scenario: str
    players: tuple[tuple[str, str], ...]
    seed: str
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went: as much as can be of use later, since a planner's game can take minutes."""

    score: float
    """What the first side got: 1, 0, or a half for a draw."""
    level: str
    points: int
    turns: int
    course: tuple[tuple[int, int], ...]
    """The points after each turn, where the game has a gauge: pairs of turn and points."""
    visits: tuple[tuple[Visit, ...], ...] = ()
    """For each place that was watched and each side, when it came there."""


def play(pairing: Pairing) -> Played:
    """Play one game to its end."""
    game = find(pairing.game)
    match = new_match(game, pairing.scenario, {}, pairing.seed)
    course, places = Course(game), Places(game, pairing.places)

    def watch(match: Match) -> None:
        course.watch(match)
        if pairing.places:
            places.watch(match)

    players = {side: new_player(name, pairing.seed, side) for side, name in pairing.players}
    play_out(match, players, _LONGEST, watch)
    result = match.result
    if result is None:
        raise RuntimeError(f"the game with seed {pairing.seed} is not over after {match.count} choices")
    turns = turn_of(game, match.state)
    points = (*course.points, (turns, result.points)) if course.limits else ()
    visits = tuple(tuple(sides) for sides in places.visits)
    return Played(points_of(game, result.winner), result.level, result.points, turns, points, visits)


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
