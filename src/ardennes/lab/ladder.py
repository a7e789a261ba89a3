"""How strong the players of a game are: each against each, on both sides, with Elo ratings and their intervals."""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from html import escape
from itertools import permutations
from pathlib import Path
from statistics import fmean, median

from rich.console import Console
from rich.table import Table

from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.games import find
from ardennes.lab import places
from ardennes.lab.book import Book, Pair
from ardennes.lab.contest import Pairing, Played, play
from ardennes.lab.figures import quantile, share_interval
from ardennes.lab.meter import Meter
from ardennes.lab.pool import spread
from ardennes.lab.table import whole_number
from ardennes.players import new_player
from ardennes.players.cores import available

MARK = "greedy-1"
"""The player whose rating is 0."""
_DEFAULT = ("greedy-1", "greedy", "bold", "cautious", "recruit", "veteran", "general")
_ELO = 400 / math.log(10)
_PRIOR = 0.5
"""A drawn half game against the mark on each side, so that a player who has won every game still gets a number."""
_RESAMPLES = 200

Scores = dict[Pair, list[float]]
"""By players of first and second side: what the first got in each game."""
Games = Mapping[Pair, Mapping[int, Played]]
"""By players of first and second side, and by number."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's place on the ladder."""

    player: str
    elo: float
    low: float
    high: float
    shares: tuple[float, float]
    """Of points won as first and as second side, against all others."""


def ratings(scores: Scores, mark: str = MARK) -> list[Rating]:
    """The ladder, the best first. Intervals come from playing the same games again at random (bootstrap)."""
    players = sorted({name for pair in scores for name in pair})
    middle = _fit(scores, players, mark)
    rng = random.Random("ladder")
    runs = []
    for _ in range(_RESAMPLES):
        again = {pair: rng.choices(some, k=len(some)) for pair, some in scores.items() if some}
        runs.append(_fit(again, players, mark))
    out = []
    for name in players:
        spread_ = [run[name] for run in runs]
        first = [x for (a, _), some in scores.items() if a == name for x in some]
        second = [1 - x for (_, b), some in scores.items() if b == name for x in some]
        shares = (fmean(first) if first else math.nan, fmean(second) if second else math.nan)
        out.append(Rating(name, middle[name], quantile(spread_, 0.025), quantile(spread_, 0.975), shares))
    return sorted(out, key=lambda rating: (-rating.elo, rating.player))


def _fit(scores: Scores, players: Sequence[str], mark: str) -> dict[str, float]:
    """Bradley and Terry's ratings in Elo points, with an advantage for the first side, by coordinate ascent."""
    strength = dict.fromkeys(players, 0.0)
    edge = 0.0
    games: list[tuple[str, str, float, float]] = [
        (a, b, sum(some), float(len(some))) for (a, b), some in scores.items()
    ]
    games += [pair for name in players for pair in ((name, mark, _PRIOR / 2, _PRIOR), (mark, name, _PRIOR / 2, _PRIOR))]
    games = [game for game in games if game[0] != game[1]]
    for _ in range(200):
        moved = 0.0
        for name in (*players, None):
            slope = curve = 0.0
            for a, b, won, n in games:
                if name is not None and name not in (a, b):
                    continue
                p = 1 / (1 + math.exp(-max(-30.0, min(30.0, strength[a] - strength[b] + edge))))
                sign = -1.0 if b == name else 1.0
                slope += sign * (won - n * p)
                curve += n * p * (1 - p)
            step = slope / max(curve, 1e-3)
            step = max(-1.0, min(1.0, step))
            if name is None:
                edge += step
            else:
                strength[name] += step
            moved = max(moved, abs(step))
        if moved < 1e-4:
            break
    zero = strength.get(mark, 0.0)
    return {name: (value - zero) * _ELO for name, value in strength.items()}


def against(scores: Scores, one: str, other: str) -> tuple[float, float, float, int]:
    """The share of points that one player got against another on both sides, its interval, and the number of games."""
    got = [*scores.get((one, other), ()), *(1 - x for x in scores.get((other, one), ()))]
    if not got:
        return math.nan, 0.0, 1.0, 0
    return (fmean(got), *share_interval(got), len(got))


# --- playing -----------------------------------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument(
        "--scenario", metavar="A,B,...", help="which scenario (default: the first); of several, each is played in turn"
    )
    parser.add_argument(
        "--players", default=",".join(_DEFAULT), metavar="A,B,...", help="who plays (default: %(default)s)"
    )
    parser.add_argument(
        "-n", type=whole_number(1), default=100, metavar="GAMES", help="games of each pair on each side (default: 100)"
    )
    parser.add_argument("--against", metavar="PLAYER", help="only games with this player")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games (default: 1)")
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help="processes (default: one per processor)")
    parser.add_argument("--mirror", action="store_true", help="each player against itself too: is the game balanced?")
    parser.add_argument(
        "--place", action="append", default=[], help="when does each side come to this place? Repeatable"
    )
    parser.add_argument(
        "--games", type=Path, metavar="FILE", help="keep the games here: a run that was stopped goes on"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the ladder")


def run(args: argparse.Namespace) -> int:
    game = find(args.game)
    scenarios = (
        [game.scenario(name).id for name in args.scenario.split(",")] if args.scenario else [game.scenario(None).id]
    )
    names = list(dict.fromkeys(name for name in args.players.split(",") if name))
    if len(names) < 2 and not (names and args.mirror):
        raise BadInput("a ladder needs at least two players")
    for name in names:
        for side in game.sides:
            new_player(name, "0", side)
    if args.against is not None and args.against not in names:
        raise BadInput(f"{args.against!r} is not one of the players")
    pairs = [pair for pair in permutations(names, 2) if args.against is None or args.against in pair]
    pairs += [(name, name) for name in names if args.mirror]
    watched = tuple(places.number_of(game, name) for name in args.place)
    book = Book(args.games, game, ",".join(scenarios), args.seed)
    todo = [(pair, n) for n in range(args.n) for pair in pairs if n not in book.games.get(pair, {})]
    tasks = [
        Pairing(
            game.id,
            scenarios[number % len(scenarios)],
            tuple(zip(game.sides, pair, strict=True)),
            f"{args.seed}/{number}",
            watched,
        )
        for pair, number in todo
    ]
    code = 0
    try:
        with Meter(len(todo), "games") as meter, closing(spread(play, tasks, args.jobs or available())) as results:
            for count, (task, played) in enumerate(results, start=1):
                book.add(*todo[task], played)
                meter.update(count)
    except KeyboardInterrupt:
        code = 130
    show(game, scenarios, {pair: book.games.get(pair, {}) for pair in pairs}, watched)
    if args.svg is not None:
        text = picture(game, ",".join(scenarios), scores_of(book.games))
        args.svg.write_text(text, encoding="utf-8", newline="\n")
    return code


def scores_of(games: Games) -> Scores:
    """What the first of each two different players got."""
    return {
        pair: [one.score for _, one in sorted(some.items())]
        for pair, some in games.items()
        if some and pair[0] != pair[1]
    }


# --- showing -----------------------------------------------------------------------------------------------------------------------------


def show(game: Game, scenarios: Sequence[str], games: Games, watched: Sequence[int] = ()) -> None:
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120)
    if not any(games.values()):
        console.print("no games were played")
        return
    first, second = (game.side_info[side].title if side in game.side_info else side for side in game.sides)
    some = scores_of(games)
    if some:
        _show_strength(console, f"{game.title}, {','.join(scenarios)}", some, first, second)
    ends = Table(title="How the games ended", title_justify="left")
    for name in (first, second, "scenario", f"{first} win", "draw", f"{second} win", "games", "last turn", "points"):
        ends.add_column(name, justify="left" if name in (first, second, "scenario") else "right")
    for (one, other), found in games.items():
        for n, scenario in enumerate(scenarios):
            part = [played for number, played in sorted(found.items()) if number % len(scenarios) == n]
            if part:
                ends.add_row(one, other, scenario, *_ends(part))
    console.print(ends)
    if watched:
        for (one, other), found in games.items():
            seen = [played.visits for played in found.values() if len(played.visits) == len(watched)]
            if seen:
                console.print(f"{one} against {other}")
                places.show(game, watched, seen, console)


def _show_strength(console: Console, title: str, some: Scores, first: str, second: str) -> None:
    table = Table(title=title, title_justify="left")
    for name in ("player", "Elo", "95 %", f"as {first}", f"as {second}"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for r in ratings(some):
        table.add_row(r.player, f"{r.elo:+.0f}", f"{r.low:+.0f} to {r.high:+.0f}", *map(_percent, r.shares))
    console.print(table)
    each = Table(title="Share of points, both sides", title_justify="left")
    for name in ("player", "against", "share", "95 %", "games", f"as {first}", f"as {second}"):
        each.add_column(name, justify="left" if name in ("player", "against") else "right")
    order = [r.player for r in ratings(some)]
    for n, one in enumerate(order):
        for other in order[n + 1 :]:
            share, low, high, count = against(some, one, other)
            if count:
                sides = (some.get((one, other), []), [1 - x for x in some.get((other, one), [])])
                parts = [_percent(fmean(part)) if part else "-" for part in sides]
                each.add_row(one, other, _percent(share), f"{low:.0%} to {high:.0%}", str(count), *parts)
    console.print(each)


def _ends(games: Sequence[Played]) -> list[str]:
    """Wins, draws, the median of the last turn, and the points: a tenth of the games below, the median, a tenth above."""
    scores, points = [one.score for one in games], [one.points for one in games]
    spread_ = " / ".join(f"{quantile(points, at):.0f}" for at in (0.1, 0.5, 0.9))
    shares = (_percent(sum(score == won for score in scores) / len(scores)) for won in (1.0, 0.5, 0.0))
    return [*shares, str(len(games)), f"{median(one.turns for one in games):g}", spread_]


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{share:.0%}"


_ROW, _LEFT, _WIDTH = 26, 110, 640


def picture(game: Game, scenario: str, scores: Scores) -> str:
    """The ladder as a drawing: a dot for each player's rating, a line for its interval."""
    rows = ratings({pair: some for pair, some in scores.items() if some})
    low, high = min(r.low for r in rows), max(r.high for r in rows)
    low, high = math.floor(low / 100) * 100, math.ceil(high / 100) * 100
    high += 100 if high == low else 0

    def x(elo: float) -> float:
        return round(_LEFT + (elo - low) / (high - low) * (_WIDTH - _LEFT - 60), 1)

    tall = 60 + _ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {tall}" font-family="sans-serif" font-size="13">',
        f'<rect width="{_WIDTH}" height="{tall}" fill="#fbf8f0"/>',
        f'<text x="12" y="22" font-weight="bold" fill="#2b2a27">{escape(game.title)}, {escape(scenario)}: Elo</text>',
    ]
    for tick in range(int(low), int(high) + 1, 100 if high - low <= 1000 else 200):
        parts.append(f'<line x1="{x(tick)}" x2="{x(tick)}" y1="34" y2="{tall - 20}" stroke="#ddd6c4"/>')
        parts.append(
            f'<text x="{x(tick)}" y="{tall - 6}" text-anchor="middle" font-size="11" fill="#6b675d">{tick}</text>'
        )
    for n, r in enumerate(rows):
        y = 48 + _ROW * n
        parts.append(f'<text x="12" y="{y + 4}" fill="#2b2a27">{escape(r.player)}</text>')
        parts.append(f'<line x1="{x(r.low)}" x2="{x(r.high)}" y1="{y}" y2="{y}" stroke="#5b7083" stroke-width="3"/>')
        parts.append(f'<circle cx="{x(r.elo)}" cy="{y}" r="5" fill="#8c3b2e"/>')
        parts.append(f'<text x="{_WIDTH - 48}" y="{y + 4}" fill="#2b2a27">{r.elo:+.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
