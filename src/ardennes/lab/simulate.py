"""Many games at once: who wins, how long it takes, and how the points fall."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ardennes.core.chance import new_seed, seed_text
from ardennes.core.errors import BadInput, brief, whole
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match
from ardennes.core.record import Record
from ardennes.core.wording import counted, typed
from ardennes.games import find, game_ids
from ardennes.lab.figures import bar, bin_width, histogram, spread_of, wilson
from ardennes.lab.meter import Meter
from ardennes.lab.pool import WorkerError, one_line, spread
from ardennes.lab.table import pairs, read_options, read_players, save_failure, turn_of, whole_number
from ardennes.players import new_player, play_out, player_names
from ardennes.players.cores import available

ALL = "all"
"""Stands for all scenarios of a game."""
STDOUT = "-"
"""The name of a file that means standard output."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as for any command that SIGINT stops."""
_LONGEST = 100_000
"""A game with more choices than this is taken to be endless."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What all games of a simulation have in common."""

    game: str
    scenario: str
    options: dict[str, Any]
    players: dict[str, str]
    seed: str

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"


@dataclass(frozen=True, slots=True)
class Row:
    """How one game ended."""

    number: int
    seed: str
    winner: str | None
    level: str
    points: int
    turns: int
    choices: int
    course: tuple[tuple[int, int], ...] = ()
    """The points after each turn: pairs of turn and points."""
    limits: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    """What points meant in each turn, in words. Written to files once for all games."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that failed because of a bug."""

    number: int
    seed: str
    message: str
    record: Record


@dataclass(slots=True)
class Simulation:
    """The results. Everything except `seconds` and `jobs` depends only on the setup."""

    setup: Setup
    asked: int
    jobs: int
    rows: list[Row] = field(default_factory=list)
    failure: Failure | None = None
    trouble: str = ""
    """Why it stopped early, if a worker was lost."""
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def choices(self) -> int:
        return sum(row.choices for row in self.rows)

    def wins(self) -> dict[str, int]:
        """Games won by each side, and draws."""
        out = dict.fromkeys((*self.setup.players, "draw"), 0)
        for row in self.rows:
            out[row.winner or "draw"] += 1
        return out

    def share(self) -> float:
        """What the first side got: a point for a game won and half a point for a draw, as a share of all games."""
        wins = self.wins()
        first = next(iter(self.setup.players))
        return (wins[first] + wins["draw"] / 2) / len(self.rows) if self.rows else 0.0

    def summary(self) -> dict[str, Any]:
        """Shares with their 95 % intervals, and the spread of points, turns and choices."""
        rows = self.rows
        shares: dict[str, Any] = {}
        for who, hits in self.wins().items():
            low, high = wilson(hits, len(rows))
            share = round(hits / len(rows), 4) if rows else None
            shares[who] = {"games": hits, "share": share, "interval": [round(low, 4), round(high, 4)]}
        out: dict[str, Any] = {"games": len(rows), "wins": shares}
        if rows:
            out["points"] = spread_of([row.points for row in rows])
            out["turns"] = spread_of([row.turns for row in rows])
            out["choices"] = spread_of([row.choices for row in rows])
            limits = self.limits()
            out["course"] = [
                {"turn": turn, "games": len(some), **spread_of(some), "limits": limits.get(turn, "")}
                for turn, some in sorted(self.course().items())
            ]
        return out

    def limits(self) -> dict[int, str]:
        """What points meant in each turn, in words."""
        return {turn: text for row in self.rows for turn, text in row.limits}

    def course(self) -> dict[int, list[int]]:
        """The points after each turn, over all games that lasted so long."""
        out: dict[int, list[int]] = {}
        for row in self.rows:
            for turn, points in row.course:
                out.setdefault(turn, []).append(points)
        return out

    def plain(self) -> dict[str, Any]:
        """The data written to a file: the same for the same setup, whatever the time taken and the number of processors."""
        setup = asdict(self.setup)
        return {
            **setup,
            "asked": self.asked,
            "complete": len(self.rows) == self.asked,
            "summary": self.summary(),
            "games": [_without_limits(row) for row in self.rows],
        }


def finished(path: Path, setup: Setup) -> list[Row]:
    """The games of a simulation that have been written to a file; none if there is no file yet."""
    if not path.exists():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        same = {key: data[key] for key in asdict(setup)} == asdict(setup)
        limits = tuple((line["turn"], line["limits"]) for line in data["summary"].get("course", ()))
        rows = [Row(**{**game, "course": tuple((a, b) for a, b in game["course"])}) for game in data["games"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"cannot continue from this file: {one_line(error)}", where=str(path)) from None
    if not same:
        raise BadInput("these games have another seed, scenario or options, or other players", where=str(path))
    return [replace(row, limits=limits) for row in rows]


def _without_limits(row: Row) -> dict[str, Any]:
    out = asdict(row)
    del out["limits"]
    out["course"] = [list(pair) for pair in row.course]
    return out


class Course:
    """Watches the points of a game, turn by turn, on the gauge that its players see."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.points: list[tuple[int, int]] = []
        self.limits: list[tuple[int, str]] = []
        self._turn: int | None = None

    def watch(self, match: Match) -> None:
        """Look at the gauge when a turn begins."""
        turn = turn_of(self.game, match.state)
        if turn == self._turn:
            return
        gauge = match.view()["gauge"]
        if gauge is not None:
            if self._turn is not None:
                self.points.append((self._turn, gauge["value"]))
            self.limits.append((turn, "; ".join(mark["text"] for mark in gauge["marks"])))
        self._turn = turn


def play_one(setup: Setup, number: int) -> Row | Failure:
    """Game `number` of a simulation. Nothing in it depends on any other game."""
    game = find(setup.game)
    seed = setup.seed_of(number)
    match = new_match(game, setup.scenario, setup.options, seed)
    course = Course(game)
    try:
        players = {side: new_player(name, seed, side) for side, name in setup.players.items()}
        play_out(match, players, _LONGEST, course.watch)
        result = match.result
        if result is None:
            raise RuntimeError(f"the game is not over after {match.count} choices")
        turns = turn_of(game, match.state)
    except Exception as error:
        return Failure(number, seed, one_line(error), match.record)
    points = (*course.points, (turns, result.points)) if course.limits else ()
    return Row(
        number, seed, result.winner, result.level, result.points, turns, match.count, points, tuple(course.limits)
    )


def simulate(
    game: str | Game,
    n: int,
    players: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
    resume: Path | None = None,
) -> Simulation:
    """Play `n` games. Game i has the seed `<seed>/<i>`, for its dice and its players: the rows are the same with any number of jobs.
    `players` names a player for each side (`greedy` if you name none): one that comes with Ardennes, or your own (`mybot.py:Bot`).

    Ctrl-C ends it early and keeps the finished games; so does a game that fails. `progress` is called with the number of finished games.
    Games that are in the file `resume`, if it exists, are not played again.

    >>> simulate("bulge", 1, {"german": "random", "allied": "random"}, seed=1).rows[0].seed
    '1/0'
    """
    setup = read_setup(game, n, players, seed, jobs, scenario, options)
    known = [row for row in finished(resume, setup) if row.number < n] if resume is not None else []
    return play_all([setup], n, jobs, progress, known)[0]


def read_setup(
    game: str | Game,
    n: int,
    players: Mapping[str, str] | None,
    seed: int | str | None,
    jobs: int,
    scenario: str | None,
    options: Mapping[str, Any] | None,
) -> Setup:
    """The setup that these arguments of `simulate` stand for. BadInput if any of them makes no sense."""
    found = game if isinstance(game, Game) else find(game if isinstance(game, str) else brief(game))
    if whole(n, "a number of games") < 1:
        raise BadInput(f"cannot play {n} games: at least 1")
    if whole(jobs, "a number of jobs") < 1:
        raise BadInput(f"cannot use {jobs} jobs: at least 1")
    if players is not None and not isinstance(players, Mapping):
        raise BadInput(f"players are given by side, such as {{'german': 'greedy'}}, not as {brief(players)}")
    return Setup(
        found.id,
        found.scenario(scenario).id,
        found.with_defaults(options, scenario),
        read_players(found, players or {}),
        new_seed()[:8] if seed is None else seed_text(seed),
    )


def play_all(
    setups: Sequence[Setup],
    n: int,
    jobs: int,
    progress: Callable[[int], None] | None,
    known: Sequence[Row] = (),
) -> list[Simulation]:
    """`n` games of each setup, game by game, so that whatever ends it early leaves each with about as many. `known`: games of the first
    setup that need not be played again."""
    out = [Simulation(setup, n, min(jobs, n * len(setups))) for setup in setups]
    out[0].rows += known
    over = {(row.number, 0) for row in known}
    tasks = [one for number in range(n) for which in range(len(setups)) if (one := (number, which)) not in over]
    done = len(known)
    start = time.perf_counter()
    try:
        with closing(spread(partial(_play_task, setups), tasks, out[0].jobs)) as results:
            for task, result in results:
                part = out[tasks[task][1]]
                if isinstance(result, Failure):
                    part.failure = result
                    break
                part.rows.append(result)
                done += 1
                if progress is not None:
                    progress(done)
    except KeyboardInterrupt:
        for part in out:
            part.interrupted = True
    except WorkerError as error:
        for part in out:
            part.trouble = str(error)
    for part in out:
        part.seconds = time.perf_counter() - start
        part.rows.sort(key=lambda row: row.number)
    return out


def _play_task(setups: Sequence[Setup], task: tuple[int, int]) -> Row | Failure:
    number, which = task
    return play_one(setups[which], number)


# --- the command -----------------------------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `ardennes simulate`."""
    parser.add_argument("game", help=f"one of: {', '.join(game_ids())}")
    parser.add_argument(
        "-n", "--games", type=whole_number(1), default=100, metavar="N", help="how many games (default: 100)"
    )
    sides = dict.fromkeys(side for name in game_ids() for side in find(name).sides)
    for side in sides:
        parser.add_argument(
            f"--{side}", metavar="PLAYER", dest=f"player_{side}", help=f"who plays {side} (default: greedy)"
        )
    parser.add_argument(
        "--player", action="append", default=[], metavar="SIDE=PLAYER", help="who plays SIDE, for any side"
    )
    parser.add_argument("--seed", metavar="SEED", help="the same seed gives the same games (default: a random seed)")
    parser.add_argument(
        "--jobs", type=whole_number(1), metavar="N", help="processes to run at once (default: one per processor)"
    )
    parser.add_argument(
        "--scenario", metavar="S", help=f"the scenario (default: the game's first); {ALL} for N games of each"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set a game option")
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="OPTION[,OPTION]",
        help="play N games without and N games with each of these options, on the same seeds, and show the difference; "
        "OPTION=VALUE for one value of several",
    )
    parser.add_argument(
        "--json",
        metavar="FILE",
        help="write every game and the summary to a file; - for standard output, with the tables on stderr",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the games in the --json file, with the same seed, if it exists",
    )
    parser.set_defaults(sides=tuple(sides))
    parser.epilog = f"A player is one of: {', '.join(player_names())}; or your own, as FILE.py:NAME or MODULE:NAME (see docs/api.md)."


def run(args: argparse.Namespace) -> int:
    """Play, show, write. Exit code 0; 1 if a game failed; 130 after Ctrl-C (finished games are kept)."""
    game = find(args.game)
    players = {side: name for side in args.sides if (name := getattr(args, f"player_{side}")) is not None}
    players |= dict(pairs(args.player, "--player"))
    options = read_options(game, args.option)
    jobs = args.jobs or available()
    if args.json not in (None, STDOUT):
        _check_writable(Path(args.json))
    elif args.resume:
        raise BadInput("--resume needs --json FILE")
    if args.resume and (args.scenario == ALL or args.seed is None):
        raise BadInput("--resume needs one scenario and a --seed")
    console = Console(highlight=False, stderr=args.json == STDOUT)
    if args.compare:
        from ardennes.lab import compare  # which imports this module

        if args.scenario == ALL:
            raise BadInput("options are compared in one scenario at a time")
        words = [word for words in args.compare for word in words.split(",") if word]
        total = args.games * len(compare.plan(game, words, options, args.scenario).options)
        with Meter(total, "games") as meter:
            comparison = compare.compare(
                game, args.games, words, players, args.seed, jobs, args.scenario, options, meter.update
            )
        found, plain = comparison.unfinished, comparison.plain()
        if any(comparison.pairs(question) for question in comparison.questions):
            compare.show(comparison, console)
    elif args.scenario == ALL:
        from ardennes.lab import survey  # the same

        with Meter(args.games * len(game.scenarios), "games") as meter:
            parts = survey.simulate_all(game, args.games, players, args.seed, jobs, options, meter.update)
        found, plain = parts.parts[-1], parts.plain()
        if parts.parts[0].rows:
            survey.show_all(parts, console)
    else:
        with Meter(args.games, "games") as meter:
            file = Path(args.json) if args.resume else None
            found = simulate(game, args.games, players, args.seed, jobs, args.scenario, options, meter.update, file)
        plain = found.plain()
        if found.rows:
            show(found, game, console)
    if args.json == STDOUT:
        print(_json(plain))
    elif args.json is not None:
        write_json(Path(args.json), plain)
    if found.failure is not None:
        failure = found.failure
        path = save_failure(Path("simulate-failures"), f"{game.id}-{failure.seed}", failure.record)
        _complain(
            f"game {failure.number} (seed {failure.seed}) failed: {failure.message}; to see it: ardennes replay {path}"
        )
        return 1
    if found.trouble:
        _complain(found.trouble)
        return 1
    if found.interrupted:
        _complain(f"stopped: {len(found.rows)} of {counted(found.asked, 'game')} finished")
        return INTERRUPTED
    return 0


def _complain(line: str) -> None:
    print(f"ardennes: {line}", file=sys.stderr)


def _check_writable(path: Path) -> None:
    """Check the output file before a long run, not after it."""
    if path.is_dir():
        raise BadInput("this is a folder", where=str(path))
    if not path.absolute().parent.is_dir():
        raise BadInput("the folder to write to does not exist", where=str(path))


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def write_json(path: Path, data: Any) -> None:
    """Write a file completely or not at all."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_text(_json(data) + "\n", encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise BadInput(f"cannot write: {error.strerror}", where=str(path)) from None


# --- showing it ------------------------------------------------------------------------------------------------------------------------


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def plain_table(*columns: str) -> Table:
    """The first column to the left, numbers to the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
    return table


def show(found: Simulation, game: Game, console: Console) -> None:
    """Print a simulation's tables and charts."""
    setup, rows = found.setup, found.rows
    summary = found.summary()
    games = counted(len(rows), "game") if len(rows) == found.asked else f"{len(rows)} of {counted(found.asked, 'game')}"
    console.print(heading(game, setup, setup.scenario, games))
    console.print()

    wins = plain_table("winner", "games", "%", "95 % interval")
    for side, line in summary["wins"].items():
        low, high = line["interval"]
        wins.add_row(side, str(line["games"]), percent(line["share"]), f"{percent(low)} – {percent(high)}")
    console.print(wins)
    console.print()

    lengths = plain_table("", "mean", "median", "quartiles", "least – most")
    for name in ("points", "turns", "choices"):
        s = summary[name]
        quartiles = f"{_number(s['lower_quartile'])} – {_number(s['upper_quartile'])}"
        ends = f"{_number(s['min'])} – {_number(s['max'])}"
        lengths.add_row(name, f"{s['mean']:.1f}", _number(s["median"]), quartiles, ends)
    console.print(lengths)
    console.print()

    points = [row.points for row in rows]
    width = bin_width(min(points), max(points))
    _picture(console, "points", [(_range(a, b), n) for a, b, n in histogram(points, width)])
    console.print()
    _picture(console, "last turn", [(str(a), n) for a, _, n in histogram([row.turns for row in rows])])
    console.print()

    if any(row.course for row in rows):
        limits = set(found.limits().values())
        console.print(_course_table(found, game, len(limits) > 1))
        if len(limits) == 1 and (same := limits.pop()):
            console.print(f"{same}.")
        console.print()

    seconds = max(found.seconds, 1e-9)
    jobs = counted(found.jobs, "process", "processes")
    speed = f"{found.choices / seconds:,.0f} decisions per second, {60 * len(rows) / seconds:,.0f} games per minute"
    console.print(f"{speed} ({found.seconds:.1f} s, {jobs})")


def _course_table(found: Simulation, game: Game, with_limits: bool) -> Table:
    """The points turn by turn, beside what they mean if that changes."""
    table = plain_table("after", "games", "mean", "median", "quartiles", "least – most")
    if with_limits:
        table.add_column("limits in that turn", overflow="fold")
    limits = found.limits() if with_limits else {}
    for turn, some in sorted(found.course().items()):
        s = spread_of(some)
        quartiles = f"{_number(s['lower_quartile'])} – {_number(s['upper_quartile'])}"
        ends = f"{_number(s['min'])} – {_number(s['max'])}"
        when = game.day_of(turn) or f"turn {turn}"
        cells = (when, str(len(some)), f"{s['mean']:.1f}", _number(s["median"]), quartiles, ends)
        table.add_row(*cells, *([limits.get(turn, "")] if with_limits else []))
    return table


def heading(game: Game, setup: Setup, scenario: str, games: str) -> str:
    who = ", ".join(f"{side} {name}" for side, name in setup.players.items())
    usual = game.with_defaults({})
    plain = [f"{key} {typed(value)}" for key, value in setup.options.items() if value != usual[key]]
    return f"[bold]{game.title}[/] · " + " · ".join([scenario, *plain, who, games, f"seed {setup.seed}"])


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _picture(console: Console, title: str, lines: list[tuple[str, int]]) -> None:
    most = max(n for _, n in lines)
    width = max(10, min(50, console.width - 30))
    table = plain_table(title, "games")
    table.columns[0].justify = "right"
    table.add_column("", no_wrap=True)
    for label, n in lines:
        table.add_row(label, str(n), bar(n / most, width, console.options.ascii_only))
    console.print(table)
