"""Compares the speed of random play in two source trees: `python -m ardennes.lab.bench --against ../old/src`.

Both trees play the same games through the public methods, in processes that take turns, and are charged CPU time. Other load on the machine
can only make a game slower, so what counts for each game is its quickest run; the median over the rounds shows how much the rounds differ.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import ardennes
from ardennes.core.errors import BadInput

_PLAYS = """
import json, random, sys, time
import ardennes
def play(game, seed):
    rng = random.Random(seed)
    match = ardennes.new(game, seed=seed)
    while match.result is None:
        choices = [(verb, argument) for verb, some in match.decision.choices.items() for argument in some]
        match.play(*rng.choice(choices))
    return match.count
play(sys.argv[1], 0)  # warm
out = []
for seed in range(1, int(sys.argv[2]) + 1):
    start = time.process_time()
    count = play(sys.argv[1], seed)
    out.append((count, time.process_time() - start))
print(json.dumps(out))
"""


class Compared(NamedTuple):
    """How long this tree takes for the same games, as a fraction of what the other tree takes."""

    best: float
    """By the quickest run of each game."""
    median: float
    """By the median of the rounds."""
    same: bool
    """Were the games of equal length? Otherwise the rules differ, and time was compared per choice."""


def compare(game: str, other: Path, rounds: int, games: int) -> Compared:
    """Play the same games in this source tree and in another, and compare the CPU time."""
    here = Path(ardennes.__file__).parents[1]
    mine: list[list[float]] = []
    theirs: list[list[float]] = []
    same = True
    for n in range(rounds):
        trees = [(here, mine), (other, theirs)]
        played = []
        for tree, times in trees if n % 2 else reversed(trees):
            found = _played(tree, game, games)
            choices = sum(count for count, _ in found)
            times.append([seconds / choices for _, seconds in found])
            played.append([count for count, _ in found])
        same = same and played[0] == played[1]
    ratios = [sum(a) / sum(b) for a, b in zip(mine, theirs, strict=True)]
    return Compared(_best(mine) / _best(theirs), statistics.median(ratios), same)


def _best(rounds: list[list[float]]) -> float:
    games: list[tuple[float, ...]] = list(zip(*rounds, strict=True))
    return sum(min(times) for times in games)


def _played(tree: Path, game: str, games: int) -> list[tuple[int, float]]:
    """For each game the number of its choices and the seconds it took, in a fresh process with the code of a tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", _PLAYS, game, str(games)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    if run.returncode:
        raise BadInput(f"random play failed: {run.stderr.strip().splitlines()[-1]}", where=str(tree))
    return [(count, seconds) for count, seconds in json.loads(run.stdout)]
