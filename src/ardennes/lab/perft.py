"""Counts every way a game can go from a position, like `perft` for chess. An accidental change to the rules changes a count.

python -m ardennes.lab.perft tests/golden/perft.yaml              compare the counts in the file
python -m ardennes.lab.perft tests/golden/perft.yaml --write      update them
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ardennes.core import plainfile
from ardennes.core.errors import ArdennesError, BadInput
from ardennes.core.position import state_from_plain
from ardennes.core.state import State
from ardennes.games import find


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` choices there are, dice included; a game that ends earlier counts once.

    The last level is counted, not played.
    """
    decision = state.decision
    if depth <= 0 or decision is None:
        return 1
    if depth == 1:
        return decision.count()
    total = 0
    for verb, raw in decision.raw_choices():
        following = state.clone()
        following.apply(verb, raw)
        total += perft(following, depth - 1)
    return total


@dataclass(slots=True)
class Entry:
    """One position in a file: a name, where to start, and the counts for depths 1, 2, 3 ..."""

    name: str
    position: dict[str, Any]
    counts: list[int]

    def state(self) -> State:
        """The state of the position; a position with neither phase nor frames is the set-up of its scenario."""
        data = self.position
        game = find(str(data.get("game")))
        if "phase" in data or "frames" in data:
            return state_from_plain(game, data, self.name)
        state = game.start(game.setup(data.get("scenario"), data.get("options")))
        state.settle()
        return state

    def counted(self) -> list[int]:
        """The current counts, to the depth of those in the file."""
        state = self.state()
        return [perft(state, depth) for depth in range(1, len(self.counts) + 1)]


def load(path: str | Path) -> list[Entry]:
    """The positions in a file."""
    data, _ = plainfile.read(path)
    try:
        return [Entry(row["name"], row["position"], list(row["counts"])) for row in data]
    except (KeyError, TypeError):
        raise BadInput("expected a list of entries with name, position and counts", where=str(path)) from None


def write(path: str | Path, entries: list[Entry]) -> None:
    rows = [{"name": e.name, "counts": e.counts, "position": e.position} for e in entries]
    Path(path).write_text(plainfile.dump(rows), encoding="utf-8", newline="\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ardennes.lab.perft", description="Count every way a game can go.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", action="store_true", help="update the counts in the file")
    args = parser.parse_args(arguments)
    try:
        entries = load(args.file)
        wrong = 0
        for entry in entries:
            start = time.perf_counter()
            counts = entry.counted()
            same = counts == entry.counts
            wrong += not same
            print(
                f"{entry.name}: {counts} in {time.perf_counter() - start:.2f} s"
                + ("" if same else f", was {entry.counts}")
            )
            entry.counts = counts
        if args.write:
            write(args.file, entries)
    except ArdennesError as error:
        print(f"perft: {error}", file=sys.stderr)
        return 2
    return 0 if args.write else int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
