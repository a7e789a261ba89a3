"""What the second models and their audits share: reading a game's data files plainly, counting comparisons, and the audit's command.

A second model knows the rules of one game without sharing any code with it; an audit compares the two in many positions.
"""

from __future__ import annotations

import argparse
import csv
import json
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GERMAN, ALLIED = "german", "allied"
OTHER = {GERMAN: ALLIED, ALLIED: GERMAN}
GAMES = Path(__file__).parents[2] / "src" / "ardennes" / "games"

Pair = frozenset[str]
"""Two neighbouring hexes: the side between them."""


@dataclass(frozen=True)
class Data:
    """The data files of a game, read as they are."""

    game: str

    def text(self, name: str) -> str:
        return (GAMES / self.game / "data" / name).read_text("utf-8")

    def map(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text("map.json"))
        return found

    def sides(self) -> dict[Pair, dict[str, Any]]:
        """What is on the side between two hexes."""
        return {frozenset((a, b)): what for a, b, what in self.map()["sides"]}

    def tables(self) -> dict[str, Any]:
        return tomllib.loads(self.text("tables.toml"))

    def rows(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(self.text(name).splitlines()))


def names_in(names: Sequence[str], bits: int) -> set[str]:
    """The names of a set of things, which the game keeps as bits."""
    return {names[i] for i in range(len(names)) if bits >> i & 1}


def pairs_in(names: Sequence[str], bits: int) -> set[Pair]:
    """The same for hexsides, which are named after their two hexes."""
    return {frozenset(name.split("-")) for name in names_in(names, bits)}


@dataclass
class Tally:
    """What has been compared, and what was different."""

    shown: Callable[[Any], str]
    """Tells which position it was."""
    limit: int = 10
    """How many differences of each topic are printed."""
    compared: Counter[str] = field(default_factory=Counter)
    different: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def check(self, topic: str, what: str, engine: Any, plain: Any, s: Any) -> bool:
        """Compare what the game and the model say of a position."""
        self.compared[topic] += 1
        if engine == plain:
            return True
        self.different[topic] += 1
        text = f"{topic}: {what}\n  game  {_less(engine, plain)}\n  model {_less(plain, engine)}"
        self.told.append(text)
        if self.different[topic] <= self.limit:
            print(f"\nDIFFERENCE {text}\n  {self.shown(s)}", flush=True)
        return False

    def report(self) -> str:
        """How much was compared and how much differed, by topic."""
        lines = [
            f"{topic:20} {number:8} compared {self.different[topic]:6} different"
            for topic, number in sorted(self.compared.items())
        ]
        total = f"{sum(self.compared.values())} comparisons, {sum(self.different.values())} differences"
        return "\n".join([*lines, total])


def _less(a: Any, b: Any) -> Any:
    """Only what is in one and not in the other."""
    if isinstance(a, dict) and isinstance(b, dict):
        return {k: _less(v, b.get(k)) for k, v in sorted(a.items(), key=str) if b.get(k) != v}
    if isinstance(a, set) and isinstance(b, set):
        return sorted(str(sorted(x) if isinstance(x, frozenset) else x) for x in a - b)
    return a


def command(run: Callable[[int, int, int], Tally]) -> None:
    """The command line of an audit. `run` compares in some positions, with a seed, and prints so many differences of each topic."""
    parser = argparse.ArgumentParser(description="Compare the game with the second model.")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=3, help="differences shown of each topic")
    wanted = parser.parse_args()
    tally = run(wanted.positions, wanted.seed, wanted.limit)
    print(tally.report())
    raise SystemExit(1 if tally.told else 0)
