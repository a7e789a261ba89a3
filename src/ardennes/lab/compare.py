"""What an option changes: games without it and with it, on the same seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rich.console import Console

from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.game import Game, Option
from ardennes.core.wording import counted, typed
from ardennes.games import find
from ardennes.lab.figures import paired, whisker
from ardennes.lab.simulate import Row, Simulation, heading, plain_table, play_all, read_setup
from ardennes.lab.table import value_of


@dataclass(frozen=True, slots=True)
class Question:
    """What does this value of an option change?"""

    option: str
    value: Any
    usual: Any
    """What it is compared with: the option's default."""
    needed: dict[str, Any]
    """Other options that it cannot do without: set to these values on both sides of the comparison."""
    without: int
    """The number of the simulation without it."""
    with_it: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The questions, and the options of every simulation that they take."""

    questions: tuple[Question, ...]
    options: tuple[dict[str, Any], ...]


def plan(
    game: Game, words: Iterable[str], options: Mapping[str, Any] | None = None, scenario: str | None = None
) -> Plan:
    """What to play for words such as `airdrop`, `weather` (each of its values against the default) or `weather=variable`. All other
    options are as given. BadInput if that makes no sense."""
    game.with_defaults(options, scenario)
    given = dict(options or {})
    known = {option.id: option for option in game.options}
    questions: list[Question] = []
    arms: list[dict[str, Any]] = []

    def arm(chosen: dict[str, Any]) -> int:
        full = game.with_defaults(chosen, scenario)
        if full not in arms:
            arms.append(full)
        return arms.index(full)

    for word in dict.fromkeys(words):
        name, sign, text = word.partition("=")
        if name not in known:
            lacks = f"no such option; {one_of(known)}" if known else "no options"
            raise BadInput(f"cannot compare {brief(word)}: {game.id} has {lacks}")
        option = known[name]
        values = [value_of(option.values, text)] if sign else [v for v in option.values if v != option.default]
        for value in values:
            if value == option.default:
                raise BadInput(f"cannot compare {word}: this is the default, with which others are compared")
            needed = {key: want for key, want in _needed(option, known).items() if key not in given}
            both = given | needed
            with_it = arm(both | {name: value})  # first: it has the clearer message if something does not fit
            questions.append(Question(name, value, option.default, needed, arm(both | {name: option.default}), with_it))
    return Plan(tuple(questions), tuple(arms))


def _needed(option: Option, known: Mapping[str, Option]) -> dict[str, Any]:
    """The options that it needs, and those that they need."""
    out: dict[str, Any] = {}
    for name, value in option.needs:
        out |= {name: value} | _needed(known[name], known)
    return out


@dataclass(slots=True)
class Comparison:
    """The answers. Everything except the time taken depends only on the arguments."""

    game: Game
    questions: tuple[Question, ...]
    parts: list[Simulation]

    def pairs(self, question: Question) -> list[tuple[Row, Row]]:
        """Games of the same seed, without it and with it."""
        other = {row.number: row for row in self.parts[question.with_it].rows}
        return [(row, other[row.number]) for row in self.parts[question.without].rows if row.number in other]

    def answer(self, question: Question) -> dict[str, Any]:
        """The differences in what each side wins (a draw is half a win) and in the points, with their 95 % intervals."""
        pairs = self.pairs(question)
        out: dict[str, Any] = {"games": len(pairs)}
        if pairs:
            out["wins"] = {
                side: _difference([(_won(a, side), _won(b, side)) for a, b in pairs]) for side in self.game.sides
            }
            out["points"] = _difference([(a.points, b.points) for a, b in pairs])
        return out

    @property
    def unfinished(self) -> Simulation:
        """A simulation that was cut short, if any was."""
        return next((part for part in self.parts if part.failure), self.parts[0])

    def plain(self) -> dict[str, Any]:
        """The data written to a file. `without` and `with` are numbers in the list of simulations."""
        first = self.parts[0].setup
        lines = []
        for question in self.questions:
            line = asdict(question)
            line["with"] = line.pop("with_it")
            lines.append(line | self.answer(question))
        return {
            **{key: getattr(first, key) for key in ("game", "scenario", "players", "seed")},
            "asked": self.parts[0].asked,
            "complete": all(len(part.rows) == part.asked for part in self.parts),
            "compared": lines,
            "simulations": [part.plain() for part in self.parts],
        }


def _won(row: Row, side: str) -> float:
    return 0.5 if row.winner is None else float(row.winner == side)


def _difference(pairs: list[tuple[float, float]]) -> dict[str, Any]:
    mean, interval = paired([b - a for a, b in pairs])
    return {
        "without": round(sum(a for a, _ in pairs) / len(pairs), 4),
        "with": round(sum(b for _, b in pairs) / len(pairs), 4),
        "difference": round(mean, 4),
        "interval": None if interval is None else [round(end, 4) for end in interval],
    }


def compare(
    game: str | Game,
    n: int,
    words: Iterable[str],
    players: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Play `n` games without and with each option that `words` name (see `plan`), on the same seeds: each simulation is what `simulate`
    gives with those options. Two options that are compared with the same games share them.

    >>> found = compare("bulge", 2, ["airdrop"], {"german": "random", "allied": "random"}, seed=1)
    >>> [part.setup.options["airdrop"] for part in found.parts]
    [True, False]
    """
    setup = read_setup(game, n, players, seed, jobs, scenario, options)
    found = game if isinstance(game, Game) else find(game)
    what = plan(found, words, options, scenario)
    if not what.questions:
        known = one_of(option.id for option in found.options) if found.options else f"{found.id} has no options"
        raise BadInput(f"nothing to compare; {known}")
    parts = play_all([replace(setup, options=chosen) for chosen in what.options], n, jobs, progress)
    return Comparison(found, what.questions, parts)


# --- showing it ------------------------------------------------------------------------------------------------------------------------


def show(found: Comparison, console: Console) -> None:
    """Print the differences as tables, each with its intervals drawn to one scale."""
    game = found.game
    first = found.parts[0]
    common = {
        key: value
        for key, value in first.setup.options.items()
        if all(part.setup.options[key] == value for part in found.parts)
    }
    games = f"{counted(first.asked, 'pair')} of games each"
    console.print(heading(game, replace(first.setup, options=common), first.setup.scenario, games))
    console.print()
    for side in game.sides[:1] if len(game.sides) == 2 else game.sides:
        _table(found, console, f"{side} wins, %", ("wins", side), 100)
    _table(found, console, "points", ("points",), 1)
    for question in found.questions:
        if question.needed:
            needed = ", ".join(f"{name}={typed(value)}" for name, value in question.needed.items())
            console.print(f"{question.option} needs {needed}: so it is on both sides of that comparison.")
    console.print("Differences of games with the same seed. A draw counts as half a win; 95 % intervals.")
    seconds = max(first.seconds, 1e-9)
    choices = sum(part.choices for part in found.parts)
    console.print(f"{choices / seconds:,.0f} decisions per second ({seconds:.1f} s)")


def _signed(value: float) -> str:
    return f"{round(value, 1) + 0:+.1f}"  # never -0.0


def _table(found: Comparison, console: Console, title: str, keys: tuple[str, ...], scale: int) -> None:
    """One line per question; `keys` lead to what it shows of the answer."""
    answers = []
    for question in found.questions:
        if found.pairs(question):
            line = answer = found.answer(question)
            for key in keys:
                line = line[key]
            answers.append((question, answer["games"], line))
    ends = [end * scale for _, _, line in answers for end in line["interval"] or ()]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    width = max(11, min(41, console.width - 75))
    table = plain_table(title, "pairs", "without", "with", "difference", "95 % interval")
    table.add_column("", no_wrap=True)
    for question, games, line in answers:
        name = question.option if question.value is True else f"{question.option}={typed(question.value)}"
        cells = [
            f"{line['without'] * scale:.1f}",
            f"{line['with'] * scale:.1f}",
            f"{_signed(line['difference'] * scale)}",
        ]
        picture = interval = ""
        if line["interval"] is not None:
            a, b = (end * scale for end in line["interval"])
            interval = f"{_signed(a)} – {_signed(b)}"
            at = line["difference"] * scale
            picture = whisker(a, at, b, low, high, width, console.options.ascii_only)
        table.add_row(name, str(games), *cells, interval, picture)
    console.print(table)
    console.print()
