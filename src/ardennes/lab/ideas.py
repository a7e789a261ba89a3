"""What choosing between ideas is worth to a planner: at moments of many games, every idea is played ahead from the same imagined states
with the same dice, as a planner does it.

The report shows how much is won by playing the idea that did best in a few looks, judged by the other looks; with the side's own ideas
only, and with some variations of `greedy` too. And for each idea, how much better than `greedy` it is on average.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, stdev, variance

from rich.console import Console
from rich.table import Table

from ardennes.core.decision import CHANCE
from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.programs import GREEDY
from ardennes.core.state import State
from ardennes.core.wording import counted
from ardennes.games import find
from ardennes.lab.book import whole_lines
from ardennes.lab.contest import start
from ardennes.lab.meter import Meter
from ardennes.lab.pool import spread
from ardennes.lab.table import whole_number
from ardennes.players.cores import available
from ardennes.players.planner import Trial, budget, try_out

_MOMENTS = 2
"""Moments of each side that are taken from one game."""
_USUAL = 0.5
"""How often the sides play as usual in these games; otherwise they follow another idea up to the next moment, as planners do."""
_SPLITS = 30
"""How often looks are divided at random into those to choose by and those to judge by."""
VARIATIONS = "variations"
"""The entry for all variations of `greedy` together."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment: by idea, the side's chance to win in each imagined state. The first idea is `greedy`."""

    side: str
    chances: dict[str, list[float]]

    def gains(self, idea: str) -> list[float]:
        """How much better than `greedy` an idea does in each state."""
        return [a - b for a, b in zip(self.chances[idea], self.chances[GREEDY], strict=True)]


def moments(
    game_id: str, scenarios: Sequence[str], worlds: int, variety: int, farther: int, seed: str, number: int
) -> list[Moment]:
    """A few moments of one game."""
    game = find(game_id)
    rng = random.Random(f"ideas {seed}/{number}")
    seen = _course(game, scenarios[number % len(scenarios)], rng)
    out: list[Moment] = []
    for side in game.sides:
        some = [s for one, s in seen if one == side]
        for s in rng.sample(some, min(_MOMENTS, len(some))):
            ideas = game.ideas(side) + rng.sample(list(game.variations(side).values()), variety)
            chances: dict[str, list[float]] = {idea.id: [] for idea in ideas}
            for world in range(worlds):
                dice = f"{seed}/{number}/{len(out)}/{world}"
                imagined = game.imagine(s, side, random.Random(dice))
                for idea in ideas:
                    chances[idea.id].append(try_out(Trial(imagined, side, idea.id, dice, farther)) or 0.0)
            out.append(Moment(side, chances))
    return out


def _course(game: Game, scenario: str, rng: random.Random) -> list[tuple[str, State]]:
    """The states of a game in which a planner thinks."""
    s = start(game, scenario)
    usual = {side: game.adviser() for side in game.sides}
    advisers = dict(usual)
    last = None
    seen = []
    while (decision := s.decision) is not None:
        side = decision.side
        if side == CHANCE:
            s.apply(*rng.choices(decision.raw_choices(), decision.weights)[0])
            continue
        if (now := game.moment(s)) not in (None, last):
            last = now
            seen.append((side, s.clone()))
            other = rng.choice(game.ideas(side))
            advisers[side] = usual[side] if rng.random() < _USUAL else game.adviser(other.change)
        s.apply(*advisers[side](game.imagine(s, side, rng)))
    return seen


# --- what is learned from them -----------------------------------------------------------------------------------------------------------


def noise(some: Sequence[Moment]) -> float:
    """The variance of one look at an idea beside `greedy`."""
    return fmean(variance(one.gains(idea)) for one in some for idea in one.chances if idea != GREEDY)


def worth(some: Sequence[Moment], named: Sequence[str]) -> dict[str, tuple[float, float]]:
    """How much better than `greedy` each idea is on average, and the standard error of that. All but the `named` ones count together."""
    gains: dict[str, list[float]] = {}
    for one in some:
        row: dict[str, list[float]] = {}
        for idea in one.chances:
            if idea != GREEDY:
                row.setdefault(idea if idea in named else VARIATIONS, []).append(fmean(one.gains(idea)))
        for idea, values in row.items():
            gains.setdefault(idea, []).append(fmean(values))
    return {idea: (fmean(row), stdev(row) / len(row) ** 0.5) for idea, row in gains.items()}


def won(some: Sequence[Moment], looks: int, ideas: Sequence[str] | None = None) -> tuple[float, float]:
    """How much better than `greedy` the idea is that did best in a few looks, judged by the others, and the standard error. Only these
    `ideas` are compared, or all."""
    rng = random.Random("splits")
    out = []
    for one in some:
        gains = {idea: one.gains(idea) for idea in one.chances if ideas is None or idea in ideas}
        count = len(one.chances[GREEDY])
        row = []
        for _ in range(_SPLITS):
            order = rng.sample(range(count), count)
            best = max(gains, key=lambda idea: sum(gains[idea][n] for n in order[:looks]))
            row.append(fmean(gains[best][n] for n in order[looks:]))
        out.append(fmean(row))
    return fmean(out), stdev(out) / len(out) ** 0.5


# --- the command -------------------------------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--scenario", metavar="A,B,...", help="which scenarios, in turn (default: all short ones)")
    parser.add_argument("--level", default="general", help="look as far ahead as this planner (default: general)")
    parser.add_argument("-n", type=whole_number(1), default=40, metavar="GAMES", help="games (default: 40)")
    parser.add_argument("--worlds", type=whole_number(2), default=8, help="imagined states each time (default: 8)")
    parser.add_argument("--variety", type=whole_number(0), default=6, help="variations of greedy (default: 6)")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games (default: 1)")
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help="processes (default: one per processor)")
    parser.add_argument(
        "--games", type=Path, metavar="FILE", help="keep the looks here: a run that was stopped goes on"
    )


def run(args: argparse.Namespace) -> int:
    game = find(args.game)
    if not game.plans:
        raise BadInput(f"there are no planners for {game.id}")
    if args.level not in game.levels:
        raise BadInput(f"there is no level {args.level!r}")
    asked = args.scenario.split(",") if args.scenario else [s.id for s in game.scenarios if s.bulk == 1]
    scenarios = [game.scenario(name).id for name in asked]
    farther = budget(game, args.level).farther
    head = {"game": game.id, "scenarios": scenarios, "seed": args.seed, "worlds": args.worlds}
    head |= {"variety": args.variety, "farther": farther}
    found = _known(args.games, head)
    todo = [number for number in range(args.n) if number not in found]
    work = partial(moments, game.id, scenarios, args.worlds, args.variety, farther, args.seed)
    with Meter(len(todo), "games") as meter, closing(spread(work, todo, args.jobs or available())) as results:
        for count, (task, some) in enumerate(results, start=1):
            found[todo[task]] = some
            if args.games is not None:
                _keep(args.games, head, todo[task], some)
            meter.update(count)
    show(game, [one for number in sorted(found) for one in found[number]])
    return 0


def _known(path: Path | None, head: Mapping[str, object]) -> dict[int, list[Moment]]:
    if path is None or not path.exists():
        return {}
    try:
        first, *rows = whole_lines(path)
        if first != head:
            raise BadInput("these looks are of another game, scenario, seed or level", where=str(path))
        return {row["number"]: [Moment(**one) for one in row["moments"]] for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"cannot continue from this file: {error}", where=str(path)) from None


def _keep(path: Path, head: Mapping[str, object], number: int, some: Iterable[Moment]) -> None:
    row = {"number": number, "moments": [asdict(one) for one in some]}
    with path.open("a", encoding="utf-8", newline="\n") as file:
        for line in ([head] if file.tell() == 0 else []) + [row]:
            file.write(json.dumps(line) + "\n")


def show(game: Game, some: Sequence[Moment]) -> None:
    """Two tables, in hundredths of a win."""
    console = Console(file=sys.stdout, width=None if sys.stdout.isatty() else 120)
    worlds = len(some[0].chances[GREEDY])
    tries = [looks for looks in (1, 2, 4, 8, 16) if looks < worlds]
    chosen = Table(title=f"{game.title}: won by choosing, in hundredths of a win per moment", title_justify="left")
    for name in ("side", "moments", "one look", "between"):
        chosen.add_column(name, justify="left" if name in ("side", "between") else "right")
    for looks in tries:
        chosen.add_column(f"by {counted(looks, 'look')}", justify="right")
    each = Table(title="Each idea beside greedy, in hundredths of a win per moment", title_justify="left")
    for name in ("side", "idea", "better by"):
        each.add_column(name, justify="right" if name == "better by" else "left")
    for side in game.sides:
        mine = [one for one in some if one.side == side]
        if len(mine) < 2:
            raise BadInput(f"too few games: {side} needs two moments")
        own = [idea.id for idea in game.ideas(side)]
        both = any(idea not in own for one in mine for idea in one.chances)
        for what, ideas in (("its own ideas", own), ("variations too", None)):
            if ideas is not None or both:
                cells = [_with_error(*won(mine, looks, ideas)) for looks in tries]
                chosen.add_row(side, str(len(mine)), f"{100 * noise(mine) ** 0.5:.0f}", what, *cells)
        for idea, (gain, error) in sorted(worth(mine, own).items(), key=lambda row: -row[1][0]):
            each.add_row(side, idea, _with_error(gain, error))
    console.print(chosen)
    console.print(each)


def _with_error(value: float, error: float) -> str:
    return f"{100 * value:+.1f} ± {100 * error:.1f}"
