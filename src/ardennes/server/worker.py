"""Runs in the processes that play for programs: a copy of the match without its seed, and the player's answers to it."""

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ardennes.core.errors import ArdennesError
from ardennes.core.match import Match
from ardennes.core.record import Choice, Record
from ardennes.games import find
from ardennes.players import Player, Seat, built_in_player
from ardennes.players.cores import CORES, available, own_priority
from ardennes.players.counsel import counsel
from ardennes.players.planner import Planner, Pondered, budget
from ardennes.players.review import BRIEFLY, LONG, Deed, Mistake, compare, deeds

MOST_OTHERS = 3
"""How many more processes each of these may start for a planner."""
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
    pondered: Pondered | None = None
    """What it found out in the other side's time."""


@dataclass(frozen=True, slots=True)
class Question:
    """A player's question to a planner: the game so far (`record` has no seed), whose place to think in, and how much."""

    record: Record
    side: str
    level: str
    luck: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A game that is over (`record` has no seed), and the sides whose choices are to be looked at."""

    record: Record
    sides: tuple[str, ...]
    luck: str


_looked: dict[str, Match] = {}
"""The match that is being looked at, by its luck: one look takes many calls."""
_matches: OrderedDict[tuple[int, str], tuple[Match, Player]] = OrderedDict()


def prepare() -> None:
    """At the start of a process: set a lower priority than the server's, make sure it ends whenever the server ends, and let planners use
    idle cores."""
    own_priority(5)
    CORES.use(min(MOST_OTHERS, available() - 1))


def answer(task: Task) -> list[tuple[str, Any]]:
    """The player's choices, until somebody else or a die is asked, or its time is over."""
    ends = time.monotonic() + task.seconds
    match, player = _match(task)
    if task.pondered is not None and isinstance(player, Planner):
        player.pondered = task.pondered
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


def ponder(task: Task) -> Pondered | None:
    """What a planner finds out while somebody else is asked; None if it will not be its time to think again."""
    match, player = _match(task)
    assert isinstance(player, Planner)
    return player.ponder(Seat(match, task.side), match.count, time.monotonic() + task.seconds)


def advise(question: Question) -> dict[str, Any]:
    """What a planner would do, as plain data."""
    match = _fresh(question.record, question.record.entries)
    found = counsel(match, question.side, budget(match.game, question.level), question.luck)
    return {
        "choices": [{"verb": verb, "argument": argument} for verb, argument in found.choices],
        "text": found.text,
        "units": found.named("unit"),
        "places": found.named("place"),
        "plan": found.plan,
        "chance": found.chance,
        "others": [{"plan": one.plan, "chance": one.chance} for one in found.others],
    }


def look(looked: Looked, start: int, stop: int) -> tuple[int, list[Mistake | None]]:
    """A brief look at some of the intentions of a game that is over, and how many there are in all."""
    match = _look_at(looked)
    some = deeds(match, looked.sides)
    return len(some), list(compare(match, some[start:stop], BRIEFLY, f"{looked.luck} first"))


def look_again(looked: Looked, some: list[Deed]) -> list[Mistake | None]:
    """A longer look at some intentions."""
    return list(compare(_look_at(looked), some, LONG, f"{looked.luck} second"))


def _look_at(looked: Looked) -> Match:
    found = _looked.get(looked.luck)
    if found is None:
        _looked.clear()
        found = _looked[looked.luck] = _fresh(looked.record, looked.record.entries)
    return found


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
