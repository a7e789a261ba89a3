"""Finds better weights for a game's greedy players by self-play, all weights of a side at once.

In each game every weight is a step above or below where the search is, at random: so each game tells something about each weight. After a
round, each weight is moved by how much better the games with more of it went, in standard errors: what cannot be told from chance hardly
moves. In half of the games both sides are tuned, in the others one of them meets a pool: `greedy-1` and all temperaments of the other side.

The search is kept in a file after each round and goes on from there. At the end the weights found are measured on fresh seeds.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from ardennes.core.errors import BadInput, one_of
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

_FACTOR = 0.3
"""One step changes a weight by about this share of itself."""
_STEP = 0.1
"""The same for a weight that is 0."""
_RATE = 0.1
"""How many steps a weight moves for each standard error."""
_FASTEST = 0.7
"""How many steps it moves in a round at most."""
_MEMORY = 0.5
"""How much of the last round's move is made again."""
_FIRM = 1.5
"""How many standard errors a weight must differ by, over all rounds, to be told at the end."""

Numbers = dict[str, dict[str, float]]
"""By side and weight."""


@dataclass(slots=True)
class Search:
    """A search as it is kept in its file."""

    game: str
    seed: str
    starts: dict[str, str]
    """By side that is tuned: the temperament that its search begins with."""
    steps: Numbers
    """Where the search is, in steps from the start."""
    pushes: Numbers
    """The last round's moves, for `_MEMORY`."""
    found: Numbers
    """The standard errors of all rounds, added up."""
    rounds: int = 0
    shares: list[dict[str, float]] = field(default_factory=list)
    """By round and side: the share of points against the pool, with the weights disturbed."""

    def change(self, game: Game, side: str, by: Mapping[str, float] | None = None) -> Change:
        """The weights where the search is, or some steps further on."""
        assert game.weights is not None
        change = dict(game.temperaments[side][self.starts[side]].change)
        base = game.weights.base | change
        for key, steps in self.steps[side].items():
            steps += by[key] if by is not None else 0.0
            if steps:
                change[key] = round(moved(base[key], steps), 5)
        return change

    def firm(self, side: str) -> set[str]:
        """The weights that made a difference."""
        least = _FIRM * math.sqrt(max(1, self.rounds))
        return {key for key, errors in self.found[side].items() if abs(errors) >= least}


def moved(base: float, by: float) -> float:
    """A weight some steps away: in proportion if it is not 0, so that it keeps its sign."""
    return base * math.exp(_FACTOR * by) if base else _STEP * by


@dataclass(frozen=True, slots=True)
class Trial:
    """One game."""

    game: str
    scenario: str
    changes: tuple[tuple[str, Change], ...]
    seed: str


def tried(trial: Trial) -> tuple[float, float]:
    """What the first side got, and how close that was: its chance by the position at the end."""
    game = find(trial.game)
    last: list[Any] = []

    def watch(s: Any) -> None:
        last[:] = [s]

    got = quick_game(game, trial.scenario, dict(trial.changes), trial.seed, watch)
    return got, game.chance(last[0])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--side", help="only this side's weights (default: those of both)")
    parser.add_argument(
        "--weights", default="*", metavar="A,B,...", help="which: names or patterns (mood.*,fight.push; default: all)"
    )
    parser.add_argument("--without", default="", metavar="A,B,...", help="all but these")
    parser.add_argument("--start", default=GREEDY, metavar="NAME", help="begin with this temperament (default: greedy)")
    parser.add_argument("--scenario", action="append", help="only this scenario (can be repeated; default: all)")
    parser.add_argument("--rounds", type=whole_number(1), default=10, help="rounds of the search (default: 10)")
    parser.add_argument("--games", type=whole_number(8), default=800, help="games of each round (default: 800)")
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
    if args.side is not None:
        game.side_number(args.side)
    scenarios = [game.scenario(name).id for name in args.scenario or [s.id for s in game.scenarios if s.bulk == 1]]
    search = _search(game, args)
    jobs = args.jobs or available()
    try:
        while search.rounds < args.rounds:
            one_round(game, search, scenarios, args.games, jobs)
            if args.state is not None:
                args.state.write_text(json.dumps(asdict(search)) + "\n", encoding="utf-8")
            shares = ", ".join(f"{side} {share:.1%}" for side, share in search.shares[-1].items())
            print(f"round {search.rounds}: disturbed, against the pool: {shares}", file=sys.stderr, flush=True)
        for side in search.starts:
            _report(game, search, side, scenarios, args.check, jobs)
    except KeyboardInterrupt:
        return 130
    return 0


def _search(game: Game, args: argparse.Namespace) -> Search:
    if game.weights is None:
        raise BadInput(f"{game.id} has no weights to tune")
    sides = game.sides if args.side is None else (args.side,)
    for side in sides:
        if args.start not in game.temperaments[side]:
            raise BadInput(f"there is no temperament {args.start!r} ({one_of(game.temperaments[side])})")
    keys = [
        key
        for key, value in game.weights.base.items()
        if key.partition(".")[0] not in game.weights.fixed
        and isinstance(value, float)
        and any(fnmatch.fnmatch(key, one) for one in args.weights.split(","))
        and not any(fnmatch.fnmatch(key, one) for one in args.without.split(",") if one)
    ]
    if not keys:
        raise BadInput(f"no weight that can be changed fits {args.weights!r}")
    zero, pushes, found = ({side: dict.fromkeys(keys, 0.0) for side in sides} for _ in range(3))
    new = Search(game.id, args.seed, dict.fromkeys(sides, args.start), zero, pushes, found)
    if args.state is None or not args.state.exists():
        return new
    try:
        known = Search(**json.loads(args.state.read_text(encoding="utf-8")))
        same = (known.game, known.seed, known.starts) == (new.game, new.seed, new.starts)
        same = same and all(list(known.steps[side]) == keys for side in sides)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"cannot continue from this file: {error}", where=str(args.state)) from None
    if not same:
        raise BadInput("this is a search of another game, side, seed or other weights", where=str(args.state))
    return known


def one_round(game: Game, search: Search, scenarios: Sequence[str], games: int, jobs: int) -> None:
    """Play a round and move the search."""
    rng = random.Random(f"{search.seed}/{search.rounds}")
    trials, signs = [], []
    for n in range(games):
        alone = n // len(scenarios) % 4  # in two games of four both sides are tuned, in the others only one is
        tuned = [
            side
            for number, side in enumerate(game.sides)
            if side in search.starts and (alone < 2 or alone - 2 == number)
        ]
        tuned = tuned or list(search.starts)
        by = {side: {key: rng.choice((-1.0, 1.0)) for key in search.steps[side]} for side in tuned}
        changes = tuple(
            (side, search.change(game, side, by[side]) if side in by else _one_of_the_pool(game, side, rng))
            for side in game.sides
        )
        trials.append(Trial(game.id, scenarios[n % len(scenarios)], changes, f"{search.seed}/{search.rounds}/{n}"))
        signs.append(by)
    got = _play(trials, jobs, f"games of round {search.rounds + 1}")
    shares = {}
    for side in search.starts:
        rows = [n for n in range(games) if side in signs[n]]
        first = side == game.sides[0]
        values = [fmean(got[n]) if first else 1 - fmean(got[n]) for n in rows]
        kinds = [(trials[n].scenario, len(signs[n])) for n in rows]
        values = _leveled(values, kinds)
        error = (pstdev(values) or 1.0) / math.sqrt(len(values))
        for key in search.steps[side]:
            slope = fmean(value * signs[n][side][key] for n, value in zip(rows, values, strict=True)) / error
            search.found[side][key] += slope
            push = _MEMORY * search.pushes[side][key] + slope
            search.pushes[side][key] = push
            search.steps[side][key] += max(-_FASTEST, min(_FASTEST, _RATE * push))
        alone_ = [got[n][0] if first else 1 - got[n][0] for n in rows if len(signs[n]) == 1]
        shares[side] = fmean(alone_) if alone_ else math.nan
    search.rounds += 1
    search.shares.append(shares)


def _one_of_the_pool(game: Game, side: str, rng: random.Random) -> Change:
    some = game.temperaments[side]
    return (some[FIRST_GREEDY] if rng.random() < 0.5 else rng.choice(list(some.values()))).change


def _leveled(values: Sequence[float], kinds: Sequence[Any]) -> list[float]:
    """Each value less the mean of its kind: what the scenario and the opponent are responsible for."""
    groups: dict[Any, list[float]] = {}
    for value, kind in zip(values, kinds, strict=True):
        groups.setdefault(kind, []).append(value)
    means = {kind: fmean(some) for kind, some in groups.items()}
    return [value - means[kind] for value, kind in zip(values, kinds, strict=True)]


def _play(trials: Sequence[Trial], jobs: int, what: str) -> list[tuple[float, float]]:
    got = [(0.0, 0.0)] * len(trials)
    with Meter(len(trials), what) as meter, closing(spread(tried, trials, jobs)) as results:
        for count, (number, value) in enumerate(results, start=1):
            got[number] = value
            meter.update(count)
    return got


def _report(game: Game, search: Search, side: str, scenarios: Sequence[str], games: int, jobs: int) -> None:
    """The weights found, as a part of temperaments.toml, and what they are worth on fresh seeds."""
    other = next(one for one in game.sides if one != side)
    foes = game.temperaments[other]
    start = game.temperaments[side][search.starts[side]].change
    firm = search.firm(side)
    best = {key: value for key, value in search.change(game, side).items() if key in firm or key in start}
    best |= {key: value for key, value in start.items() if key not in firm}
    make = partial(Trial, game.id)
    print(f"# {side}: {search.rounds} rounds, {len(firm)} of {len(search.steps[side])} weights made a difference")
    for title, change, foe in (
        ("found, against greedy-1", best, foes[FIRST_GREEDY].change),
        ("before, against greedy-1", start, foes[FIRST_GREEDY].change),
        ("found, against greedy", best, foes[GREEDY].change),
    ):
        trials = []
        for n in range(games):
            changes = {side: change, other: foe}
            row = tuple((one, changes[one]) for one in game.sides)
            trials.append(make(scenarios[n % len(scenarios)], row, f"check {search.seed}/{n}"))
        got = [a if side == game.sides[0] else 1 - a for a, _ in _play(trials, jobs, "games to check")]
        low, high = share_interval(got)
        print(f"# {title}: {fmean(got):.1%} of {games} ({low:.1%} to {high:.1%})")
    parts: dict[str, list[str]] = {}
    for key, value in best.items():
        part, _, name = key.partition(".")
        parts.setdefault(part, []).append(f"{name} = {value:g}")
    for part, lines in parts.items():
        print(f"\n[{side}.greedy.{part}]")
        print("\n".join(lines))
