"""When each side comes to some places in many games: how near to history they are (St. Vith fell on 23 December; was Bastogne reached?)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from rich.console import Console

from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match
from ardennes.core.placed import PlacedState
from ardennes.core.wording import counted
from ardennes.games import find
from ardennes.lab.meter import Meter
from ardennes.lab.pool import spread
from ardennes.lab.simulate import Setup, percent, plain_table, read_setup
from ardennes.lab.table import pairs, turn_of, whole_number
from ardennes.players import new_player, play_out
from ardennes.players.cores import available

_LONGEST = 100_000


@dataclass(slots=True)
class Visit:
    """What one side did at one place in one game."""

    entered: int | None = None
    """The first turn with a unit there."""
    beside: int | None = None
    """The first turn with a unit there or next to it."""
    nearest: int | None = None
    """The smallest distance of any of its units; None before one is on the map."""

    def see(self, distance: int, turn: int) -> None:
        if self.nearest is None or distance < self.nearest:
            self.nearest = distance
        if distance <= 1 and self.beside is None:
            self.beside = turn
        if distance == 0 and self.entered is None:
            self.entered = turn


class Places:
    """Watches some places in one game, choice by choice."""

    def __init__(self, game: Game, places: Sequence[int]) -> None:
        self._game = game
        self._far = [game.board.distances(place) for place in places]
        self.visits = [[Visit() for _ in game.sides] for _ in places]
        self._seen: list[int] = []

    def watch(self, match: Match) -> None:
        state = match.state
        if not isinstance(state, PlacedState):
            raise BadInput(f"{self._game.title} has no units in places")
        now = [state.occupied(side) for side in range(len(self._game.sides))]
        if now == self._seen:
            return
        self._seen = now
        turn = turn_of(self._game, state)
        for far, visits in zip(self._far, self.visits, strict=True):
            for occupied, visit in zip(now, visits, strict=True):
                distances = [far[p] for p in range(occupied.bit_length()) if occupied >> p & 1 and far[p] >= 0]
                if distances:
                    visit.see(min(distances), turn)


def visits(setup: Setup, places: Sequence[int], number: int) -> list[list[Visit]]:
    """Game `number` of a setup: by place and side."""
    game = find(setup.game)
    seed = setup.seed_of(number)
    match = new_match(game, setup.scenario, setup.options, seed)
    found = Places(game, places)
    players = {side: new_player(name, seed, side) for side, name in setup.players.items()}
    play_out(match, players, _LONGEST, found.watch)
    return found.visits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--place", action="append", required=True, help="a place by its name on the map; repeatable")
    parser.add_argument("--player", action="append", default=[], metavar="SIDE=PLAYER", help="who plays SIDE")
    parser.add_argument("--scenario", metavar="S", help="the scenario (default: the game's first)")
    parser.add_argument("-n", type=whole_number(1), default=100, metavar="GAMES", help="games to play (default: 100)")
    parser.add_argument("--seed", default="1", help="the same seed plays the same games (default: 1)")
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help="processes (default: one per processor)")


def run(args: argparse.Namespace) -> int:
    game = find(args.game)
    places = [number_of(game, name) for name in args.place]
    jobs = args.jobs or available()
    players = dict(pairs(args.player, "--player"))
    setup = read_setup(game, args.n, players, args.seed, jobs, args.scenario, None)
    games: list[list[list[Visit]]] = []
    work = partial(visits, setup, places)
    with Meter(args.n, "games") as meter, closing(spread(work, range(args.n), jobs)) as results:
        for _, found in results:
            games.append(found)
            meter.update(len(games))
    show(game, places, games, Console(highlight=False))
    return 0


def number_of(game: Game, name: str) -> int:
    """A place by its name. BadInput if there is none."""
    found = game.place_names.index.get(name)
    if found is None:
        raise BadInput(f"{game.title} has no place {name!r}")
    return found


def summary(visits: Sequence[Visit], last: int) -> dict[str, Any]:
    """Over all games: shares that came there and next to it, the median turn of each (a game without counts as after the last turn: None
    if that is the median), and the median of the nearest approach."""

    def middle(turns: Sequence[int | None]) -> float | None:
        found = median(last + 1 if turn is None else turn for turn in turns)
        return None if found > last else found

    near = [visit.nearest for visit in visits if visit.nearest is not None]
    out: dict[str, Any] = {"nearest": median(near) if near else None}
    for what in ("entered", "beside"):
        turns = [getattr(visit, what) for visit in visits]
        out[what] = sum(turn is not None for turn in turns) / len(turns)
        out[f"{what}_turn"] = middle(turns)
    return out


def show(game: Game, places: Sequence[int], games: Sequence[Sequence[Sequence[Visit]]], console: Console) -> None:
    """Print a line per place and side."""
    last = max(
        (turn for one in games for place in one for visit in place for turn in (visit.entered, visit.beside) if turn),
        default=0,
    )
    console.print(f"[bold]{game.title}[/] · {counted(len(games), 'game')}")
    table = plain_table("place", "side", "entered %", "median", "there or next to it %", "median", "nearest")
    for n, place in enumerate(places):
        for side, name in enumerate(game.sides):
            found = summary([one[n][side] for one in games], last)
            cells = []
            for what in ("entered", "beside"):
                turn = found[f"{what}_turn"]
                cells += [percent(found[what]), "-" if turn is None else game.day_of(round(turn)) or f"turn {turn:g}"]
            nearest = "-" if found["nearest"] is None else f"{found['nearest']:g}"
            table.add_row(game.place_title(place), name, *cells, nearest)
    console.print(table)
