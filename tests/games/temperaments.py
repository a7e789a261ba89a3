"""Games between temperaments, for the tests of every game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeVar

from ardennes.core.decision import CHANCE
from ardennes.core.game import Game
from ardennes.core.programs import FIRST_GREEDY, GREEDY
from ardennes.core.state import State
from ardennes.lab.contest import start

S = TypeVar("S", bound=State)


def everyone(game: Game) -> list[tuple[str, str]]:
    """Every temperament with its side."""
    return [(side, name) for side in game.sides for name in game.temperaments[side]]


def new_game(game: Game, kind: type[S], scenario: str) -> S:
    """The first question of a scenario."""
    s = start(game, scenario)
    assert isinstance(s, kind)
    return s


def play(
    s: State, names: Mapping[str, str], seed: str = "temperaments", most: int = 10_000, turns: int = 99
) -> list[tuple[str, Any]]:
    """Plays on between temperaments (greedy where `names` has none) for so many choices and turns at most, and returns what was chosen.
    Every answer is checked."""
    game = s.game
    advisers = {side: game.adviser(game.temperament(names.get(side, GREEDY), side).change) for side in game.sides}
    rng = random.Random(seed)
    course: list[tuple[str, Any]] = []
    end = game.clock(s)[0] + turns
    while (decision := s.decision) is not None and game.clock(s)[0] < end and len(course) < most:
        if decision.side == CHANCE:
            choice = rng.choices(decision.raw_choices(), decision.weights)[0]
        else:
            choice = advisers[decision.side](s)
            assert decision.offers(*choice), (choice, decision)
        course.append(choice)
        s.apply(*choice)
        s.settle()
    return course


def courses(game: Game, kind: type[State], scenario: str, side: str, **more: Any) -> dict[str, str]:
    """How a scenario goes with each temperament of a side against the first greedy; the dice are the same."""
    out = {}
    for name in game.temperaments[side]:
        rivals = dict.fromkeys(game.sides, FIRST_GREEDY) | {side: name}
        out[name] = str(play(new_game(game, kind, scenario), rivals, **more))
    return out


def check_commanders(game: Game) -> None:
    """Each side has a bold and a cautious opponent with a name and a description."""
    for side in game.sides:
        for name in ("bold", "cautious"):
            found = game.temperament(name, side)
            assert found.title
            assert found.about.endswith(".")
