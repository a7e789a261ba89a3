"""Measures how fast the engine is, compared with random play in python-chess in the same run.

    python -m ardennes.lab.bench [--game commander] [--rounds 5] [--seconds 1]
    python -m ardennes.lab.bench --against ../old/src [--game commander] [--rounds 15] [--games 40]

Ratios come first because they hardly depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import ardennes
from ardennes.board.file import load_board
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match, replay
from ardennes.core.record import Record
from ardennes.core.state import State
from ardennes.core.wording import counted
from ardennes.games import find, game_ids
from ardennes.lab.against import compare
from ardennes.lab.fuzz import can_advise, deep_game
from ardennes.lab.table import turn_of, whole_number
from ardennes.players import new_player, play_out

_SCALE = 150
"""Units in a big game, to compare games of different sizes."""

# --- playing at random -----------------------------------------------------------------------------------------------------------------


def chess_rate(seconds: float) -> float | None:
    """Random moves per second in python-chess; None if it is not installed."""
    try:
        import chess
    except ImportError:
        return None
    rng = random.Random(1)
    board = chess.Board()
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material() or board.halfmove_clock > 149 or board.ply() > 1000:
            board = chess.Board()
            continue
        board.push(rng.choice(legal))
        moves += 1
    return moves / (time.perf_counter() - start)


def play_rate(game: Game, seconds: float, positions: list[dict[str, Any]] | None = None) -> float:
    """Decisions per second of random play through the public methods, from the set-up or from positions, including creating the match."""
    rng = random.Random(1)
    played = 0
    match: Match | None = None
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        if match is None or match.result is not None:
            position = rng.choice(positions) if positions else None
            match = new_match(game, seed=rng.randrange(10**9), position=position)
            continue
        choices = [(verb, argument) for verb, some in match.decision.choices.items() for argument in some]
        match.play(*rng.choice(choices))
        played += 1
    return played / (time.perf_counter() - start)


def deep_match(game: Game) -> Match:
    """A game that reaches its last turn, the same in every run."""
    scenario, options = game.scenarios[0].id, game.with_defaults({})
    match = new_match(game, scenario, options, seed="bench", chance="manual")
    match.take_all(deep_game(game, scenario, options, random.Random("bench")))
    return match


def again(match: Match) -> Iterator[Match]:
    """Replay the match, yielding it before each of its choices."""
    r = match.record
    fresh = Record(r.game, r.scenario, r.options, r.rules, r.commitment, r.position)
    other = Match(match.game, fresh, chance="manual")
    for choice in r.choices():
        yield other
        other.take_all([choice])


def middle_states(game: Game, match: Match, most: int = 40) -> list[tuple[State, dict[str, Any]]]:
    """Situations spread over the middle third of a game's turns, each as a state and as a position."""
    turns = turn_of(game, match.state)
    every = max(1, match.count // (3 * most))
    return [
        (other.state.clone(), other.position())
        for other in again(match)
        if other.count % every == 0 and turns / 3 <= turn_of(game, other.state) <= turns * 2 / 3
    ]


# --- single calls ------------------------------------------------------------------------------------------------------------------------


def micros(work: Callable[[], object], seconds: float = 0.2) -> float:
    """Microseconds per call: the best of five rounds, after a first call that fills the caches."""
    work()
    start = time.perf_counter()
    work()
    once = max(time.perf_counter() - start, 1e-7)
    times = max(1, int(seconds / 5 / once))
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, (time.perf_counter() - start) / times)
    return best * 1e6


def questions_by_frame(match: Match) -> dict[str, list[float]]:
    """Microseconds to find the pending question and all its answers from scratch, for each question in a game, by kind of frame."""
    out: dict[str, list[float]] = {}
    for other in again(match):
        copy = other.state.clone()
        copy.settle()  # warm
        start = time.perf_counter()
        copy.settle()
        out.setdefault(type(other.state.stack[-1]).__name__, []).append((time.perf_counter() - start) * 1e6)
    return out


def loading_seconds(game: Game) -> float:
    """From nothing to the first question in a fresh process, excluding Python's own start-up."""
    code = (
        "import time; start = time.perf_counter(); import ardennes;"
        f" ardennes.new({game.id!r}, seed=1); print(time.perf_counter() - start)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    return min(float(run.stdout) for run in runs)


def advised_rate(game: Game, player: str, seconds: float) -> tuple[float, float]:
    """Games per minute and decisions per second of a player against itself, in one process."""
    games = choices = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        seed = f"bench/{games}"
        match = new_match(game, seed=seed)
        play_out(match, {side: new_player(player, seed, side) for side in game.sides})
        games += 1
        choices += match.count
    spent = time.perf_counter() - start
    return 60 * games / spent, choices / spent


# --- the report --------------------------------------------------------------------------------------------------------------------------


def boards_table() -> Table:
    """How long it takes to load each compiled board, compared with just reading its JSON."""
    table = _table("loading a board", "places", "ms", "times its JSON")
    for path in sorted(Path(ardennes.__file__).parent.glob("games/*/data/map.json")):
        text = path.read_text(encoding="utf-8")
        board = load_board(text, path.parts[-3])
        took, plain = micros(partial(load_board, text)), micros(partial(json.loads, text))
        table.add_row(path.parts[-3], f"{len(board.index):,}", f"{took / 1000:.1f}", f"{took / plain:.1f}")
    return table


def against_table(games: Sequence[str], other: Path, rounds: int, count: int) -> Table:
    """How long random play takes here, compared with another source tree."""
    table = _table(f"CPU time of random play, relative to {other}", "quickest runs", "median", "games")
    for game in games:
        found = compare(game, other, rounds, count)
        table.add_row(game, f"{found.best:.3f}", f"{found.median:.3f}", "the same" if found.same else "different")
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right")
    return table


def bench(game: Game, rounds: int, seconds: float, console: Console) -> None:
    deep = deep_match(game)
    middle = middle_states(game, deep)
    positions = [position for _, position in middle]

    yardstick: list[float] = []
    plain: list[float] = []
    late: list[float] = []
    for _ in range(rounds):  # alternate, so that other load on the machine affects all alike
        rate = chess_rate(seconds)
        if rate is not None:
            yardstick.append(rate)
        plain.append(play_rate(game, seconds))
        late.append(play_rate(game, seconds, positions))

    table = _table("random play", "times python-chess", "decisions per second")
    for name, rates in (("from the set-up", plain), ("from the middle of a long game", late)):
        ratio = statistics.median(a / b for a, b in zip(rates, yardstick, strict=True)) if yardstick else None
        table.add_row(name, "-" if ratio is None else f"{ratio:.2f}", f"{statistics.median(rates):,.0f}")
    if yardstick:
        table.add_row("python-chess", "1.00", f"{statistics.median(yardstick):,.0f}")
    console.print(f"[bold]{game.title}[/]: median of {counted(rounds, 'round')} of {seconds:g} s each")
    console.print(table)
    if not yardstick:
        console.print("(python-chess is not installed: no ratios)")
    console.print()

    units = len(game.unit_names)
    state = middle[len(middle) // 2][0]
    table = _table("one call", "µs")
    clone = micros(state.clone)
    scaled = clone * _SCALE / units
    table.add_row(f"copy of a state ({units} units; {scaled:.1f} µs if scaled to {_SCALE})", f"{clone:.1f}")
    table.add_row("digest of a state", f"{micros(state.digest):.1f}")
    for name, work in game.benchmarks(state).items():
        table.add_row(name, f"{micros(work):.1f}")
    console.print(table)
    console.print()

    table = _table("a question with all its answers, by kind", "asked", "median µs", "longest µs")
    found = questions_by_frame(deep)
    for name, times in sorted(found.items(), key=lambda item: -statistics.median(item[1])):
        table.add_row(name, str(len(times)), f"{statistics.median(times):.1f}", f"{max(times):.0f}")
    console.print(table)
    console.print()

    table = _table("whole games", "")
    took = micros(lambda: replay(game, deep.record), 1.0) / 1000
    table.add_row(f"replay of a whole game ({deep.count:,} choices)", f"{took:.0f} ms")
    table.add_row("loading the game", f"{loading_seconds(game) * 1000:.0f} ms")
    if can_advise(game):
        played, decisions = advised_rate(game, "greedy", 3 * seconds)
        table.add_row("greedy against greedy, one process", f"{played:,.0f} games per minute")
        table.add_row("", f"{decisions:,.0f} decisions per second")
    else:
        table.add_row("greedy against greedy", "no AI yet")
    console.print(table)
    console.print()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ardennes.lab.bench", description="How fast the engine is.")
    parser.add_argument("--game", choices=game_ids(), help="only this game (default: all)")
    parser.add_argument("--rounds", type=whole_number(1), default=5, metavar="N", help="rounds of random play (5)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="T", help="length of each part of a round (1)")
    parser.add_argument("--against", type=Path, metavar="SRC", help="only compare random play with this source tree")
    parser.add_argument("--games", type=whole_number(1), default=40, metavar="N", help="games of a comparison (40)")
    args = parser.parse_args(arguments)
    if args.seconds <= 0:
        parser.error("--seconds must be above 0")
    console = Console(highlight=False)
    games = [args.game] if args.game else game_ids()
    try:
        if args.against:
            console.print(against_table(games, args.against, args.rounds, args.games))
            return 0
        for game in games:
            bench(find(game), args.rounds, args.seconds, console)
        console.print(boards_table())
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
