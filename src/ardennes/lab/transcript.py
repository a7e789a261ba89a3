"""One complete game as text: every question, the possible answers, the answer, what happened, and what changed on the tracks.

python -m ardennes.lab.transcript tests/golden/bulge.jsonl              the text of a record
python -m ardennes.lab.transcript bulge --longest-of 40 --out tests/golden
                                                                        play; write bulge.jsonl and bulge.txt
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ardennes.core.decision import CHANCE, Decision
from ardennes.core.errors import ArdennesError, BadInput
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match
from ardennes.core.record import Record
from ardennes.core.view import table_view
from ardennes.core.wording import counted
from ardennes.games import find
from ardennes.lab.table import pairs, read_options, read_players, whole_number
from ardennes.players import new_player, play_out

_SHOWN = 6
"""Longer lists are cut, with a checksum of the whole."""


def offer(decision: Decision) -> str:
    """The choices in short: how many for each verb, the first few, and a checksum of the whole list if it is cut.

    The checksum makes two texts differ whenever a single choice does.
    """
    parts = []
    for verb, some in sorted(decision.choices.items()):
        if some == [None]:
            parts.append(verb)
            continue
        names = [str(a) for a in some] if decision.side == CHANCE else sorted(str(a) for a in some)
        text = ", ".join(names)
        if len(names) > _SHOWN:
            check = hashlib.sha256(text.encode()).hexdigest()[:6]
            text = f"{', '.join(names[:_SHOWN])} ... #{check}"
        parts.append(f"{verb} ({len(names)}) {text}")
    return "; ".join(parts)


def tracks(game: Game, match: Match) -> dict[str, str]:
    """The turn and the tracks next to the map, as everyone sees them."""
    view = table_view(game, match.state, None, printed=False)
    turn = view["turn"]
    out = {"Turn": ", ".join(str(turn[key]) for key in ("number", "date") if key in turn)}
    for track in view.get("tracks", ()):
        values = {key: value for key, value in track.items() if key not in ("id", "title", "text", "case")}
        out[track["title"]] = ", ".join(
            str(value) if key == "value" else f"{key} {value}" for key, value in values.items()
        )
    return out


def transcript(game: Game, record: Record) -> Iterator[str]:
    """A record as lines. Every choice is checked against what the rules offer; the first illegal one raises BadInput."""
    options = ", ".join(f"{key} {value}" for key, value in record.options.items())
    yield f"{game.title}: {game.scenario(record.scenario).title} ({options or 'no options'})"
    choices = record.choices()
    fresh = Record(record.game, record.scenario, record.options, record.rules, record.commitment, record.position)
    match = Match(game, fresh, chance="manual")
    known: dict[str, str] = {}
    yield from _after(match, -1)
    yield from _changes(known, tracks(game, match))
    for number, (by, verb, argument) in enumerate(choices, start=1):
        decision = match.decision
        cases = ", ".join(decision.cases)
        yield f"{number} {decision.side}: {decision.prompt} [{cases}]"
        yield f"    {offer(decision)}"
        match.take_all([(by, verb, argument)])
        yield f"  > {verb}" if argument is None else f"  > {verb} {argument}"
        yield from _after(match, number - 1)
        yield from _changes(known, tracks(game, match))
    result = match.result
    if result is None:
        yield f"not over after {counted(match.count, 'choice')}"
    else:
        yield f"over after {counted(match.count, 'choice')}: {result.winner or 'nobody'}, {result.level}, {counted(result.points, 'point')}"
    yield f"position {match.state.digest()}"


def _after(match: Match, count: int) -> Iterator[str]:
    for _, sentence in match.events_since(count):
        yield f"  . {sentence}"


def _changes(known: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    for title, value in now.items():
        if known.get(title) != value:
            yield f"  = {title}: {value}"
            known[title] = value


def play_for_record(
    game: Game, scenario: str | None, options: dict[str, Any], players: dict[str, str], seed: str, tries: int = 1
) -> Record:
    """The record of one game between AI players or, of several tries (seeds `7`, `7/1`, `7/2` ...), the longest."""
    best: Match | None = None
    for number in range(tries):
        own = f"{seed}/{number}" if number else seed
        match = new_match(game, scenario, options, own)
        play_out(match, {side: new_player(name, own, side) for side, name in players.items()})
        if best is None or match.count > best.count:
            best = match
    if best is None:
        raise BadInput(f"at least 1 try is needed, not {tries}")
    return best.record


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m ardennes.lab.transcript",
        description="One complete game as text, from a record or newly played.",
    )
    parser.add_argument("source", metavar="RECORD|GAME", help="a record file (*.jsonl), or a game to play")
    parser.add_argument("--seed", default="1", help="seed of a new game (default: 1)")
    parser.add_argument(
        "--longest-of", type=whole_number(1), default=1, metavar="N", help="play N games and take the longest"
    )
    parser.add_argument(
        "--player", action="append", default=[], metavar="SIDE=PLAYER", help="who plays a side (default: greedy)"
    )
    parser.add_argument("--scenario", metavar="S")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write GAME.jsonl and GAME.txt there")
    args = parser.parse_args(arguments)
    try:
        _write(args)
    except ArdennesError as error:
        print(f"transcript: {error}", file=sys.stderr)
        return 2
    return 0


def _write(args: argparse.Namespace) -> None:
    if args.source.endswith(".jsonl"):
        record = Record.load(args.source)
        game = find(record.game)
    else:
        game = find(args.source)
        players = read_players(game, dict(pairs(args.player, "--player")))
        record = play_for_record(
            game, args.scenario, read_options(game, args.option), players, args.seed, args.longest_of
        )
    text = "".join(line + "\n" for line in transcript(game, record))
    if args.out is None:
        sys.stdout.write(text)
        return
    record.save(args.out / f"{game.id}.jsonl")
    try:
        (args.out / f"{game.id}.txt").write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(f"cannot write: {error.strerror}", where=str(args.out)) from None
    print(f"{args.out}: {game.id}.jsonl and {game.id}.txt; {text.splitlines()[-2]}")


if __name__ == "__main__":
    sys.exit(main())
