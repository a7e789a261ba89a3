"""The same seed gives the same game: in every process, whatever order Python keeps its sets in."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import ardennes
from tests.core import walk

ROOT = Path(__file__).parents[2]
SCRIPT = """
from tests.core.test_determinism import story
print("\\n".join(story()))
"""


@cache
def story() -> list[str]:
    """Digests, views and records of a few random games."""
    out = []
    for turn in (1, 2, 10):
        match = None
        for match in walk.walk(7, turn, most=250):
            if match.count % 20 == 0:
                out.append(match.state.digest())
                out.append(hashlib.sha256(repr((match.view("german"), match.preview())).encode()).hexdigest())
        assert match is not None
        out += match.record.lines(with_seed=True)
        out += match.log
        out.append(repr(match.position()))
    return out


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_a_game_is_the_same_whatever_the_hash_seed(hash_seed: str) -> None:
    env = os.environ | {
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=env,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == "\n".join(story()).splitlines()


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    games = [
        [(match.state.digest(), len(match.log)) for match in walk.walk(number, 2, most=120)] for number in (1, 1, 2)
    ]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_questions_do_not_depend_on_what_was_asked_before() -> None:
    """Cached results must not change the next question."""
    fresh = [repr(ardennes.load_position(data, chance="manual").state.decision) for data in walk.situations()]
    for seed in range(3):
        for _ in walk.walk(seed, 7, most=150):
            pass
    again = [repr(ardennes.load_position(data, chance="manual").state.decision) for data in reversed(walk.situations())]
    assert fresh == again[::-1]
