"""Finds better weights for a game's greedy player by self-play: CMA-ES, every candidate of a round on the same seeds.

The candidates of a side play against a pool: `greedy-1`, the other side's `greedy`, and its other temperaments. The run keeps its state in
a file after each round and goes on from there. At the end the mean of the search is measured on fresh seeds against `greedy-1`.
"""

from __future__ import annotations

import argparse
import fnmatch
import math
import pickle
import sys
import warnings
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import fmean
from typing import Any

from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.programs import FIRST_GREEDY, GREEDY
from ardennes.core.weights import Change
from ardennes.games import find
from ardennes.lab.contest import quick_game
from ardennes.lab.figures import share_interval
from ardennes.lab.meter import Meter
from ardennes.lab.pool import spread
from ardennes.lab.table import whole_number
from ardennes.players.cores import available

_FACTOR = 0.35
"""One step of the search changes a weight by about this share of itself."""
_STEP = 0.1
"""The same for a weight that is 0."""


@dataclass(slots=True)
class Search:
    """A search as it is kept in its file."""

    game: str
    side: str
    keys: list[str]
    start: dict[str, float]
    seed: str
    strategy: Any
    rounds: int = 0
    shares: list[float] = field(default_factory=list)

    def change(self, x: Sequence[float]) -> dict[str, float]:
        """The weights at a point of the search."""
        out = dict(self.start)
        for key, value in zip(self.keys, x, strict=True):
            out[key] = round(moved(self.start[key], float(value)), 5)
        return out


def moved(base: float, by: float) -> float:
    """A weight some steps away: in proportion if it is not 0, so that it keeps its sign."""
    return base * math.exp(_FACTOR * by) if base else _STEP * by


@dataclass(frozen=True, slots=True)
class Trial:
    """One game of a candidate."""

    game: str
    scenario: str
    side: str
    change: Change
    other: Change
    seed: str


def tried(trial: Trial) -> float:
    """What the candidate got."""
    game = find(trial.game)
    other = next(side for side in game.sides if side != trial.side)
    got = quick_game(game, trial.scenario, {trial.side: trial.change, other: trial.other}, trial.seed)
    return got if trial.side == game.sides[0] else 1 - got


def pool_of(game: Game, side: str) -> list[Change]:
    """Whom the candidates of a side play against."""
    other = next(one for one in game.sides if one != side)
    return [one.change for one in game.temperaments[other].values()]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--side", required=True, help="whose weights")
    parser.add_argument(
        "--weights", required=True, metavar="A,B,...", help="which: names or patterns (mood.*,fight.push)"
    )
    parser.add_argument("--scenario", action="append", help="only this scenario (can be repeated; default: all)")
    parser.add_argument("--rounds", type=whole_number(1), default=20, help="rounds of the search (default: 20)")
    parser.add_argument(
        "--games", type=whole_number(1), default=40, help="games of each candidate and round (default: 40)"
    )
    parser.add_argument(
        "--check", type=whole_number(1), default=200, help="games on fresh seeds at the end (default: 200)"
    )
    parser.add_argument("--seed", default="1", help="the same seed makes the same search (default: 1)")
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help="processes (default: one per processor)")
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="keep the search here: a run that was stopped goes on"
    )


def run(args: argparse.Namespace) -> int:
    game = find(args.game)
    game.side_number(args.side)
    scenarios = [game.scenario(name).id for name in args.scenario or [s.id for s in game.scenarios if s.bulk == 1]]
    search = _search(game, args)
    jobs = args.jobs or available()
    pool = pool_of(game, args.side)
    try:
        while search.rounds < args.rounds:
            _round(search, pool, scenarios, args.games, jobs)
            if args.state is not None:
                args.state.write_bytes(pickle.dumps(search))
            print(f"round {search.rounds}: mean share {search.shares[-1]:.1%}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return 130
    best = search.change(search.strategy.mean)
    _report(game, search, best, scenarios, args.check, jobs)
    return 0


def _search(game: Game, args: argparse.Namespace) -> Search:
    if game.weights is None:
        raise BadInput(f"{game.id} has no weights to tune")
    patterns = args.weights.split(",")
    base = game.weights.base | dict(game.temperaments[args.side][GREEDY].change)
    keys = [
        key
        for key in base
        if key.partition(".")[0] not in game.weights.fixed and any(fnmatch.fnmatch(key, one) for one in patterns)
    ]
    if not keys:
        raise BadInput(f"no weight that can be changed fits {args.weights!r}")
    if args.state is not None and args.state.exists():
        try:
            found = pickle.loads(args.state.read_bytes())
        except Exception as error:
            raise BadInput(f"cannot continue from this file: {error}", where=str(args.state)) from None
        if not isinstance(found, Search) or (found.game, found.side, found.keys) != (game.id, args.side, keys):
            raise BadInput("this is a search of another game, side or other weights", where=str(args.state))
        return found
    number = sum(map(ord, args.seed)) + 1
    strategy = _cma().CMAEvolutionStrategy([0.0] * len(keys), 1.0, {"seed": number, "verbose": -9})
    start = dict(game.temperaments[args.side][GREEDY].change) | {key: base[key] for key in keys}
    return Search(game.id, args.side, keys, start, args.seed, strategy)


def _cma() -> Any:
    """The library, which would say that it cannot plot."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("cma")


def _round(search: Search, pool: Sequence[Change], scenarios: Sequence[str], games: int, jobs: int) -> None:
    points = search.strategy.ask()
    trials = []
    for point in points:
        change = search.change(point)
        for n in range(games):
            seed = f"{search.seed}/{search.rounds}/{n}"
            trials.append(
                Trial(search.game, scenarios[n % len(scenarios)], search.side, change, pool[n % len(pool)], seed)
            )
    got = _play(trials, jobs, f"games of round {search.rounds + 1}")
    shares = [fmean(got[i * games : (i + 1) * games]) for i in range(len(points))]
    search.strategy.tell(points, [-share for share in shares])
    search.rounds += 1
    search.shares.append(fmean(shares))


def _play(trials: Sequence[Trial], jobs: int, what: str) -> list[float]:
    got = [0.0] * len(trials)
    with Meter(len(trials), what) as meter, closing(spread(tried, trials, jobs)) as results:
        for count, (number, value) in enumerate(results, start=1):
            got[number] = value
            meter.update(count)
    return got


def _report(game: Game, search: Search, best: Change, scenarios: Sequence[str], games: int, jobs: int) -> None:
    """The weights found, as a part of temperaments.toml, and what they are worth on fresh seeds."""
    other = next(side for side in game.sides if side != search.side)
    foes = game.temperaments[other]
    make = partial(Trial, game.id)
    for title, change, foe in (
        ("found, against greedy-1", best, foes[FIRST_GREEDY].change),
        ("before, against greedy-1", game.temperaments[search.side][GREEDY].change, foes[FIRST_GREEDY].change),
        ("found, against greedy", best, foes[GREEDY].change),
    ):
        trials = [
            make(scenarios[n % len(scenarios)], search.side, change, foe, f"check {search.seed}/{n}")
            for n in range(games)
        ]
        got = _play(trials, jobs, "games to check")
        low, high = share_interval(got)
        print(f"# {title}: {fmean(got):.1%} of {games} ({low:.1%} to {high:.1%})")
    parts: dict[str, list[str]] = {}
    for key, value in best.items():
        part, _, name = key.partition(".")
        parts.setdefault(part, []).append(f"{name} = {value}")
    for part, lines in parts.items():
        print(f"\n[{search.side}.greedy.{part}]")
        print("\n".join(lines))
