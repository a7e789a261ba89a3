"""Fits a game's outlook (see `ardennes.core.outlook`) to games of its temperaments against each other."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from ardennes.core.game import Game
from ardennes.core.outlook import CONSTANT
from ardennes.core.state import State
from ardennes.games import find
from ardennes.lab.contest import quick_game
from ardennes.lab.meter import Meter
from ardennes.lab.pool import spread
from ardennes.lab.table import whole_number
from ardennes.players.cores import available

_RIDGE = 30.0
_HELD_OUT = 5
"""Every fifth game is not fitted to: the figures are measured on these."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game as the outlook sees it: features and share of the game gone at each turn or impulse, and the first side's score."""

    rows: list[tuple[float, ...]]
    gone: list[float]
    score: float


def course(game_id: str, scenarios: Sequence[str], seed: str, number: int) -> Course:
    """One game between temperaments drawn at random."""
    game = find(game_id)
    rng = random.Random(f"fit {seed}/{number}")
    scenario = scenarios[number % len(scenarios)]
    changes = {side: rng.choice(list(game.temperaments[side].values())).change for side in game.sides}
    rows: list[tuple[float, ...]] = []
    gone: list[float] = []
    seen = 0

    def watch(s: State) -> None:
        nonlocal seen
        pace = game.pace(s)
        if pace != seen:
            seen = pace
            rows.append(game.features(s))
            gone.append(game.gone(s))

    return Course(rows, gone, quick_game(game, scenario, changes, f"{seed}/{number}", watch))


def _numpy() -> Any:
    return import_module("numpy")


def table(courses: Sequence[Course]) -> tuple[Any, Any, Any]:
    """All rows with their terms (constant, features, and both again times the share of the game gone), the scores, and a weight each: a
    game counts the same however long it took."""
    np = _numpy()
    terms, scores, weights = [], [], []
    for one in courses:
        for row, gone in zip(one.rows, one.gone, strict=True):
            terms.append([1.0, *row, *(gone * value for value in (1.0, *row))])
            scores.append(one.score)
            weights.append(1 / len(one.rows))
    mean = float(np.mean(weights))
    return np.array(terms), np.array(scores), np.array(weights) / mean


def fitted(terms: Any, scores: Any, weights: Any) -> Any:
    """The weights of a logistic function, with a ridge on standardised terms. More of a feature is better for the first side
    (`Game.features`), so no feature may count against it, neither at the start of the game nor at its end: where games are too few to tell,
    its weight is 0 instead of an odd sign."""
    np, optimize = import_module("numpy"), import_module("scipy.optimize")
    half = terms.shape[1] // 2
    early_and_late = np.hstack([terms[:, :half] - terms[:, half:], terms[:, half:]])
    scale = early_and_late.std(axis=0)
    scale[scale < 1e-9] = 1.0
    x = early_and_late / scale
    constant = np.arange(2 * half) % half == 0
    ridge = np.where(constant, 1e-3, _RIDGE)

    def cost(w: Any) -> tuple[float, Any]:
        z = x @ w
        chance = 1 / (1 + np.exp(-np.clip(z, -30, 30)))
        off = weights * (np.logaddexp(0, z) - scores * z)
        return float(off.sum() + (ridge * w * w).sum() / 2), x.T @ (weights * (chance - scores)) + ridge * w

    bounds = [(None, None) if one else (0, None) for one in constant]
    early, late = np.split(
        optimize.minimize(cost, np.zeros(2 * half), jac=True, bounds=bounds, method="L-BFGS-B").x / scale, 2
    )
    return np.concatenate([early, late - early])


def loss(terms: Any, scores: Any, weights: Any, w: Any) -> float:
    """The mean log loss in bits: 1 for a coin, 0 for certainty."""
    np = _numpy()
    p = np.clip(1 / (1 + np.exp(-np.clip(terms @ w, -30, 30))), 1e-6, 1 - 1e-6)
    bits = -(scores * np.log2(p) + (1 - scores) * np.log2(1 - p))
    return float((weights * bits).sum() / weights.sum())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--scenario", action="append", help="only this scenario (can be repeated; default: all)")
    parser.add_argument("-n", type=whole_number(20), default=400, metavar="GAMES", help="games to play (default: 400)")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games (default: 1)")
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help="processes (default: one per processor)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the outlook here (default: show it)")


def run(args: argparse.Namespace) -> int:
    game = find(args.game)
    scenarios = [game.scenario(name).id for name in args.scenario or [s.id for s in game.scenarios if s.bulk == 1]]
    work = partial(course, game.id, scenarios, args.seed)
    courses: dict[int, Course] = {}
    with Meter(args.n, "games") as meter, closing(spread(work, range(args.n), args.jobs or available())) as results:
        for number, found in results:
            courses[number] = found
            meter.update(len(courses))
    played = [courses[number] for number in sorted(courses)]
    print(report(game, played, text := outlook_text(game, played, scenarios, args.seed)), file=sys.stderr)
    if args.out is None:
        print(text, end="")
    else:
        args.out.write_text(text, encoding="utf-8", newline="\n")
    return 0


def outlook_text(game: Game, played: Sequence[Course], scenarios: Sequence[str], seed: str) -> str:
    """The file data/outlook.toml."""
    w = fitted(*table(played))
    names = (CONSTANT, *game.feature_names)
    lines = [
        f"# The chance of a win for {game.sides[0]}, fitted to {len(played)} games of temperaments drawn at random",
        f"# ({', '.join(scenarios)}; `ardennes lab fit {game.id} -n {len(played)} --seed {seed}`).",
        "# For each feature: the weight all game long, and what is added to it in proportion to how much of the game is over.",
        "",
        "[features]",
    ]
    half = len(names)
    lines += [f"{name} = [{w[n]:.4f}, {w[half + n]:.4f}]" for n, name in enumerate(names)]
    return "\n".join(lines) + "\n"


def report(game: Game, played: Sequence[Course], text: str) -> str:
    """How good the fit is, on games that were kept apart."""
    np = _numpy()
    apart = [one for number, one in enumerate(played) if number % _HELD_OUT == 0]
    rest = [one for number, one in enumerate(played) if number % _HELD_OUT]
    w = fitted(*table(rest))
    terms, scores, weights = table(apart)
    base = np.zeros(len(w))
    share = float(np.mean([one.score for one in rest]))
    share = min(0.99, max(0.01, share))
    base[0] = np.log(share / (1 - share))
    return (
        f"{game.title}: {len(played)} games, {game.sides[0]} {share:.0%}; log loss on {len(apart)} games kept apart: "
        f"{loss(terms, scores, weights, w):.3f} bits (share of wins alone: {loss(terms, scores, weights, base):.3f})"
    )
