"""Plays complete random games and checks all of the engine's guarantees along the way.

    python -m ardennes.lab.fuzz --games 2000 --seed 1                    all games
    python -m ardennes.lab.fuzz --game commander --games 2000 --seed 1

A run of enough games must have reached every kind of frame of the game and every verb, and the last turn of every scenario; what is
missing is named and counts as a failure. Every registered game is included.

Games come in batches. A batch starts with a deep game: play that goes back some way and tries again whenever the game ends too early,
until one is found that lasts to the last turn; scenarios take turns, and some batches have two or more such games if there are more
scenarios than batches. In the second game one side follows the game's own advice, the others more or less. All others are played at random,
half of them from the beginning, half of them from a situation of an earlier one in which some verb can be chosen, all verbs alike. For
verbs that are still missing late in the batch, fast games are searched for situations that offer them: all of these are checked, and a game
starts in one. This way all turns and all kinds of
choices come up, although purely random play rarely lasts. A batch depends only on the seed and its number.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from ardennes.core.decision import CHANCE
from ardennes.core.errors import ArdennesError
from ardennes.core.game import Game
from ardennes.core.match import new_match, replay
from ardennes.core.position import state_to_plain
from ardennes.core.record import Choice, Record
from ardennes.core.state import State
from ardennes.games import find, game_ids
from ardennes.lab.checks import LONGEST, Broken, Run
from ardennes.lab.coverage import Counts, all_verbs, last_turn, missing, missing_verbs, offered, table, watched
from ardennes.lab.pool import one_line, spread
from ardennes.lab.table import random_options, save_failure, turn_of, whole_number
from ardennes.players.cores import available

BATCH = 40
"""Games per batch."""
ENOUGH = 160
"""A run of at least this many games must have reached everything."""
_FEW = 4
"""A batch of fewer games has only games from the beginning."""
_MOST_FAILURES = 10
_HUNTS = (4, 2)
"""These games of a batch, counted from its end, start in a position that offers a verb still missing."""
_MARK = 30
"""A deep game can go back to a situation every this many choices."""
_BACK = 12
"""How many of these situations a deep game goes back at most, in a game of ordinary length; in a long one, as many times as far."""
_BEGINNING = 30
"""How many choices of a scenario that takes much longer than others a hunt looks at."""
_QUICK = 4
"""How many random games of each scenario a hunt looks at if games are too long to play them by advice."""


def batch_size(game: Game) -> int:
    """The games per batch of this game."""
    return BATCH // game.bulk


def enough(game: Game) -> int:
    """The games after which everything must have been reached."""
    return ENOUGH // game.bulk


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that failed a check, with its record up to that point."""

    name: str
    batch: int
    message: str
    record: Record


def _openable(game: Game, record: Record, manual: bool) -> Record:
    """A record that can be replayed: without a last choice that fails, and without a seed that does not match its dice."""
    out = Record(record.game, record.scenario, record.options, record.rules, record.commitment, record.position)
    out.entries = list(record.entries)
    out.seed = None if manual else record.seed
    while out.entries:
        try:
            replay(
                game, Record(out.game, out.scenario, out.options, out.rules, out.commitment, out.position, out.entries)
            )
        except Exception:
            out.entries.pop()
        else:
            break
    return out


# --- many games --------------------------------------------------------------------------------------------------------------------------


def deep_game(game: Game, scenario: str, options: dict[str, Any], rng: random.Random, tries: int = 300) -> list[Choice]:
    """The choices of a game that reaches its last turn, or else of the longest game found.

    Whenever the game ends too early, play goes back some way; the side that won then plays worse, the other better.
    """
    state = game.start(game.setup(scenario, options))
    state.settle()
    choices: list[Choice] = []
    longest: list[Choice] = []
    marks = [(state.clone(), 0)]  # situations to go back to, with the number of choices made before them
    weak, strong = ((0.8, 1.0), (0.1, 0.3, 0.5)) if can_advise(game) else ((1.0,), (1.0,))
    slips = {side: rng.choice(weak + strong) for side in game.sides}
    advisers = {side: game.adviser() for side in game.sides}
    furthest = fails = 0
    while True:
        if state.result is not None or len(choices) > LONGEST:
            if len(choices) > len(longest):
                longest = choices[:]
            if turn_of(game, state) >= game.scenario(scenario).turns:
                return choices
            if not tries:
                return longest
            tries -= 1
            fails += 1
            del marks[max(1, len(marks) - rng.randrange(1 + min(fails, _BACK) * game.bulk)) :]
            winner = state.result.winner if state.result is not None else None
            slips = {side: rng.choice(weak if side == winner else strong) for side in game.sides}
            state, count = marks[-1][0].clone(), marks[-1][1]
            del choices[count:]
            continue
        assert state.decision is not None
        verb, raw = _fast_choice(game, state, slips, advisers, rng)
        choices.append((state.decision.side, verb, Run.argument(state, verb, raw)))
        state.apply(verb, raw)
        if len(choices) - marks[-1][1] >= _MARK and state.result is None:
            marks.append((state.clone(), len(choices)))
            if len(choices) > furthest:
                furthest, fails = len(choices), 0


def _deep(game: Game, batch: int, number: int) -> str:
    """The scenario of which this game of a batch is a deep one; '' for none. Enough batches have one of each scenario."""
    if number % 2:
        return ""
    turn = batch + ENOUGH // BATCH * (number // 2)
    within = [scenario.id for scenario in game.scenarios if last_turn(scenario.id) not in game.too_rare]
    if number and turn >= len(within):
        return ""
    return within[turn % len(within)]


def _uneven(game: Game, number: int, rng: random.Random) -> dict[str, float]:
    """The sides take turns at following the game's advice; the others follow it only now and then, so that the strong one gets far."""
    strong = game.sides[number % len(game.sides)]
    return {side: 0.0 if side == strong else rng.choice((0.2, 0.5, 1.0)) for side in game.sides}


def hunt(game: Game, verbs: Collection[str], rng: random.Random, rounds: int = 2) -> dict[str, dict[str, Any]]:
    """Positions in which these verbs ("Move.exit") can be chosen, as far as they come up in a few games played fast and without checks:
    each side is the strong one in each scenario, until a game has any of them. Where games are long, there are more of them, all random.
    Only the beginning of a scenario that takes much longer than others is played."""
    advice = can_advise(game) and game.bulk == 1
    times = rounds * len(game.sides) if game.bulk == 1 else _QUICK
    out: dict[str, dict[str, Any]] = {}
    for number, known in product(range(times), game.scenarios):
        if len(out) == len(verbs) or (advice and out):
            break
        scenario = known.id
        options = random_options(game, scenario, rng)
        state = game.start(game.setup(scenario, options))
        state.settle()
        slips = _uneven(game, number, rng) if advice else dict.fromkeys(game.sides, 1.0)
        advisers = {side: game.adviser() for side in game.sides}
        for _ in range(LONGEST if known.bulk == 1 else _BEGINNING):
            if state.decision is None:
                break
            new = [verb for verb in offered(state) if verb in verbs and verb not in out]
            for verb in new:
                out[verb] = state_to_plain(game, state)
            choice = _fast_choice(game, state, slips, advisers, rng)
            if new and not advice:  # what is wanted may lead to more of it
                choice = rng.choice([one for one in state.decision.raw_choices() if new[0].endswith(f".{one[0]}")])
            state.apply(*choice)
    return out


def _fast_choice(
    game: Game,
    state: State,
    slips: dict[str, float],
    advisers: dict[str, Callable[[Any], tuple[str, Any]]],
    rng: random.Random,
) -> tuple[str, Any]:
    """A choice by the game's advice, or a random one if the side slips; dice are rolled normally."""
    decision = state.decision
    assert decision is not None
    if decision.side == CHANCE:
        return rng.choices(decision.raw_choices(), decision.weights)[0]
    if rng.random() >= slips[decision.side]:
        return advisers[decision.side](game.imagine(state, decision.side, rng))
    return rng.choice(decision.raw_choices())


def can_advise(game: Game) -> bool:
    """Does the game give advice yet?"""
    return type(game).new_adviser is not Game.new_adviser


def fuzz_batch(game_id: str, seed: int | str, games: int, until: float, batch: int) -> tuple[Counts, list[Failure]]:
    """One batch of games (fewer if the time, by `time.time()`, is up)."""
    counts = Counts()
    with watched(find(game_id), counts.runs):
        return counts, _batch(find(game_id), seed, games, until, batch, counts)


def _batch(game: Game, seed: int | str, games: int, until: float, batch: int, counts: Counts) -> list[Failure]:
    advice = can_advise(game)
    failures: list[Failure] = []
    situations: dict[str, list[dict[str, Any]]] = {}
    few = batch_size(game) < _FEW
    for number in range(games):
        if number and until and time.time() > until:
            break
        name = f"{seed}/{batch}/{number}"
        rng = random.Random(f"fuzz {game.id} {name}")
        manual = rng.random() < 0.5
        scenario = rng.choices(game.scenarios, [known.bulk**-2 for known in game.scenarios])[0].id
        deep = "" if few else _deep(game, batch, number)
        if few:  # each scenario in turn
            scenario = game.scenarios[(batch * games + number) % len(game.scenarios)].id
        elif deep:
            scenario = deep
        options = random_options(game, scenario, rng)
        slips = dict.fromkeys(game.sides, 1.0)
        position: dict[str, Any] | None = None
        found: dict[str, dict[str, Any]] = {}
        script: list[Choice] = []
        if few and (number + (batch * games + number) // len(game.scenarios)) % 2:
            options = game.with_defaults({}, scenario)  # the other way round the next time the scenario is played
        if deep:
            manual = True
            script = deep_game(game, scenario, options, rng)
        elif number == 1 and advice and (not few or batch < len(game.sides)):
            slips = _uneven(game, batch, rng)
        elif not few and games - number in _HUNTS and (left := missing_verbs(game, counts)):
            found = hunt(game, left, rng)
            short = [there for there in found.values() if game.scenario(there.get("scenario")).bulk == 1]
            position = rng.choice(short) if short else None
        elif situations and not few and number % 2 == 0:
            position = rng.choice(situations[rng.choice(list(situations))])  # rare verbs as often as common ones
            if game.scenario(position.get("scenario")).bulk > 1:  # its deep game is enough
                position = None
        dice = "manual" if manual else "seed"
        match = new_match(game, scenario, options, name, dice, position=position)
        run = Run(game, match, counts, rng, slips, manual)
        run.script, run.situations = script, situations
        try:
            for other in found.values():
                there = new_match(game, seed=name, chance=dice, position=other)
                Run(game, there, counts, rng, slips, manual).check(thorough=True)
            run.play()
        except Exception as error:
            known = isinstance(error, Broken)
            what = str(error) if known else f"an error: {one_line(error)}"
            at = f"choice {match.count}" + (f", trying {run.trying}" if run.trying else "")
            failures.append(Failure(name, batch, f"{at}: {what}", _openable(game, match.record, manual)))
            if len(failures) >= _MOST_FAILURES:
                break
    return failures


def main(arguments: list[str] | None = None) -> int:
    """Play, count, save what fails. Exit code 1 if something was found, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m ardennes.lab.fuzz", description="Play random games and check the engine's guarantees."
    )
    parser.add_argument("--game", metavar="G", help="which game (default: all, one after the other)")
    parser.add_argument("--games", type=whole_number(1), metavar="N", help="how many games of each (default: 2000)")
    parser.add_argument("--seconds", type=float, metavar="T", help="stop each game's run after this many seconds")
    parser.add_argument("--seed", default="1", metavar="S", help="the same seed tries the same things (default: 1)")
    parser.add_argument(
        "--batch", type=whole_number(0), metavar="B", help="run only this batch, to reproduce a failure"
    )
    parser.add_argument(
        "--jobs", type=whole_number(1), metavar="N", help="processes to run at once (default: one per processor)"
    )
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"), metavar="DIR", help="for games that fail")
    args = parser.parse_args(arguments)
    if args.game is not None and args.game not in game_ids():
        parser.error(f"unknown game {args.game!r}: one of {', '.join(game_ids())}")
    code = 0
    for name in [args.game] if args.game else game_ids():
        code = max(code, _fuzz(find(name), args))
        if code == 130:
            break
    return code


def _fuzz(game: Game, args: argparse.Namespace) -> int:
    start = time.time()
    until = start + args.seconds if args.seconds is not None else 0.0
    wanted = args.games or (10**9 if until else 2000)
    size = batch_size(game)
    batches = range((wanted + size - 1) // size) if args.batch is None else range(args.batch, args.batch + 1)

    def in_time() -> Iterator[int]:
        for batch in batches:
            if until and time.time() > until:
                return
            yield batch

    total, failed, code = Counts(), 0, 0
    work = partial(fuzz_batch, game.id, args.seed, min(size, wanted), until)
    try:
        with closing(spread(work, in_time(), min(args.jobs or available(), len(batches)))) as results:
            for _, (counts, failures) in results:
                total.add(counts)
                for failure in failures:
                    failed += 1
                    _report(game, failure, args)
                _progress(total, failed, time.time() - start)
                if failed >= _MOST_FAILURES:
                    break
    except KeyboardInterrupt:
        code = 130
    except ArdennesError as error:
        print(f"fuzz: {error}", file=sys.stderr)
        code = 1
    _progress(total, failed, time.time() - start, last=True)
    print(f"{game.title}, seed {args.seed}, {time.time() - start:.0f} s")
    for line in total.lines():
        print(f"  {line}")
    if not can_advise(game):
        print("  (the game gives no advice yet: all games are random)")
    for line in table(game, total):
        print(f"    {line}")
    unmet = [name for name in game.too_rare if not total.runs[name] and not total.verbs[name]]
    for name in unmet:
        print(f"  rare, and not reached in this run: {name} ({game.too_rare[name]})")
    left = missing(game, total)
    if left:
        print(f"  never reached: {', '.join(left)}")
        if total.games >= enough(game):
            failed += 1
    else:
        apart = f", {len(unmet)} apart" if unmet else ""
        print(f"  reached all {len(game.frame_types)} kinds of frames and {len(all_verbs(game))} verbs{apart}")
    print("  nothing broken" if not failed else f"  BROKEN: {failed}")
    return code or (1 if failed else 0)


def _report(game: Game, failure: Failure, args: argparse.Namespace) -> None:
    path = save_failure(args.out, f"{game.id}-{failure.name}", failure.record)
    print(f"\nFAILED {game.id} {failure.name}: {failure.message}", file=sys.stderr)
    print(f"  the game up to there: ardennes replay {path}", file=sys.stderr)
    again = f"python -m ardennes.lab.fuzz --game {game.id} --seed {args.seed} --batch {failure.batch}"
    print(f"  to reproduce it: {again}", file=sys.stderr)


_shown = 0.0


def _progress(total: Counts, failed: int, seconds: float, last: bool = False) -> None:
    global _shown
    if sys.stderr.isatty():
        line = f"{total.games:,} games, {total.choices:,} choices, {total.refusals:,} refused, {failed} failed"
        print(f"\r{line}, {seconds:.0f} s ", end="\n" if last else "", file=sys.stderr, flush=True)
    elif seconds - _shown >= 30:
        _shown = seconds
        print(f"{total.games:,} games, {seconds:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    from ardennes.lab.fuzz import (
        main as run_main,
    )  # workers import this module by its name; run as __main__ it would exist twice

    sys.exit(run_main())
