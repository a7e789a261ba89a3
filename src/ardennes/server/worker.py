"""Runs in the processes that play for programs: a copy of the match without its seed, and the player's answers to it."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from typing import Any

from ardennes.core.errors import ArdennesError
from ardennes.core.match import Match
from ardennes.core.record import Choice, Record
from ardennes.games import find
from ardennes.players import Player, Seat, built_in_player

KEPT = 16
"""Matches a process remembers: the next questions of a game mostly come to the one that answered the last."""


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a player: the game so far (`record` has no seed), who answers, and the seed for its own random numbers."""

    game_id: int
    record: Record
    side: str
    player: str
    luck: str
    seconds: float


_matches: OrderedDict[tuple[int, str], tuple[Match, Player]] = OrderedDict()


def prepare() -> None:
    """At the start of a process: set a lower priority than the server's, and make sure it ends whenever the server ends."""
    with suppress(AttributeError, OSError):
        os.nice(5)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(0)


def answer(task: Task) -> list[tuple[str, Any]]:
    """The player's choices, until somebody else or a die is asked, or its time is over."""
    ends = time.monotonic() + task.seconds
    match, player = _match(task)
    seat = Seat(match, task.side)
    out: list[tuple[str, Any]] = []
    try:
        while match.result is None and match.decision.side == task.side:
            choice = player.choose(seat)
            match.play(*choice, by=task.side)
            out.append(choice)
            if time.monotonic() > ends:
                break
    except BaseException:
        _matches.pop((task.game_id, task.side), None)
        raise
    return out


def _match(task: Task) -> tuple[Match, Player]:
    """The current match, continued from memory if the match there is its beginning."""
    key = task.game_id, task.side
    known = _matches.pop(key, None)
    entries = task.record.entries
    if known is not None:
        match, player = known
        had = len(match.record.entries)
        if match.record.entries == entries[:had]:
            with suppress(ArdennesError):
                match.follow(entries[had:])
                _remember(key, match, player)
                return match, player
    match = _fresh(task.record, entries)
    player = built_in_player(task.player, f"{task.luck} {len(entries)}", task.side)
    _remember(key, match, player)
    return match, player


def _fresh(record: Record, entries: list[Choice | int]) -> Match:
    start = Record(record.game, record.scenario, record.options, record.rules, record.commitment, record.position)
    match = Match(find(record.game), start, chance="manual", solo=True)
    match.follow(entries)
    return match


def _remember(key: tuple[int, str], match: Match, player: Player) -> None:
    _matches[key] = match, player
    while len(_matches) > KEPT:
        _matches.popitem(last=False)
