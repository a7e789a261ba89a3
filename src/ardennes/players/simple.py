"""The players that come with Ardennes: simple ones here, those that look ahead in `planner`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.game import Game
from ardennes.core.programs import FIRST_GREEDY, GREEDY, LEVELS, Adviser, Budget
from ardennes.players.custom import OWN, custom_player, is_custom
from ardennes.players.planner import Planner, budget
from ardennes.players.seat import Player, Seat

RECRUIT = "recruit"
"""What people are offered as the first level: `greedy` by another name."""


def _rng(seed: int | str, side: str) -> random.Random:
    """Seeding with text is the same on every platform and Python version."""
    return random.Random(f"{seed} {side}")


class RandomPlayer:
    """Any legal choice, all equally likely."""

    def __init__(self, seed: int | str, side: str) -> None:
        self._rng = _rng(seed, side)

    def choose(self, seat: Seat) -> tuple[str, Any]:
        choices = seat.choices
        return choices[self._rng.randrange(len(choices))]


class GreedyPlayer:
    """The game's own advice, for a state in which everything hidden is redrawn at random."""

    def __init__(self, seed: int | str, side: str, temperament: str = GREEDY) -> None:
        self._rng = _rng(seed, side)
        self._temperament = temperament
        self._advise: Adviser | None = None

    def choose(self, seat: Seat) -> tuple[str, Any]:
        state = seat.imagine(self._rng)
        if self._advise is None:
            self._advise = seat.game.adviser(seat.game.temperament(self._temperament, seat.side).change)
        verb, raw = self._advise(state)
        table = state.tables.get(verb)
        return verb, raw if table is None else table.names[raw]


class LevelPlayer(Planner):
    """A planner that thinks as much as its level does, or for as long as it is told."""

    def __init__(self, seed: int | str, side: str, level: str, seconds: float = 0.0) -> None:
        super().__init__(seed, side, Budget())
        self._level = level
        self._seconds = seconds

    def choose(self, seat: Seat) -> tuple[str, Any]:
        if not seat.game.plans:
            raise BadInput(f"there is no {self._level} for {seat.game.id}; {one_of(players_of(seat.game))}")
        self._budget = budget(seat.game, self._level, self._seconds)
        return super().choose(seat)


SHORTEST, LONGEST = 0.1, 600
"""How long a planner may be told to think, in seconds a turn."""
COMMANDERS = ("bold", "cautious")
"""The temperaments that people can play against."""
_PLAYERS: dict[str, Callable[[int | str, str], Player]] = {
    "random": RandomPlayer,
    FIRST_GREEDY: partial(GreedyPlayer, temperament=FIRST_GREEDY),
    GREEDY: GreedyPlayer,
    RECRUIT: GreedyPlayer,
    **{name: partial(GreedyPlayer, temperament=name) for name in COMMANDERS},
    **{level: partial(LevelPlayer, level=level) for level in LEVELS},
}


def player_names() -> tuple[str, ...]:
    """The players that come with Ardennes."""
    return tuple(_PLAYERS)


def players_of(game: Game) -> tuple[str, ...]:
    """Those of them that can play a game."""
    some = {name for name in COMMANDERS if all(name in game.temperaments[side] for side in game.sides)}
    some |= set(LEVELS) if game.plans else set()
    return tuple(name for name in _PLAYERS if name in some or name not in (*COMMANDERS, *LEVELS))


@dataclass(frozen=True, slots=True)
class Thinker:
    """A player's name, and how a planner is told to think."""

    name: str
    seconds: float = 0.0
    """How long, in seconds a turn; 0: as long as its level does."""
    ponders: bool = False
    """In the other side's time as well."""


def thinker(text: str) -> Thinker:
    """A player as it is written: `general`, `general@10` to think for ten seconds a turn, `general@10+` or `general+` in the other side's
    time as well.

    >>> thinker("general@10+")
    Thinker(name='general', seconds=10.0, ponders=True)
    """
    name, at, number = text.removesuffix("+").partition("@")
    if name == text:
        return Thinker(name)
    if name not in LEVELS:
        raise BadInput(f"{brief(name)} cannot be told how to think; {one_of(LEVELS)} can")
    if at and not (re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", number) and SHORTEST <= float(number) <= LONGEST):
        raise BadInput(f"a planner thinks for {SHORTEST} to {LONGEST} seconds a turn, not {brief(number)}")
    return Thinker(name, float(number or 0), text.endswith("+"))


def built_in_player(name: str, seed: int | str, side: str) -> Player:
    """A player that comes with Ardennes, with its own random numbers. `general@10` is a general who thinks for ten seconds a turn."""
    what = thinker(name) if isinstance(name, str) else None
    if what is None or what.name not in _PLAYERS:
        raise BadInput(f"unknown player {brief(name)}; {one_of((*_PLAYERS, OWN))}")
    if what.seconds:
        return LevelPlayer(seed, side, what.name, what.seconds)
    return _PLAYERS[what.name](seed, side)


def new_player(name: str, seed: int | str, side: str) -> Player:
    """A player by name: one that comes with Ardennes (`player_names`), or your own, named by its file or module (`mybot.py:Bot`,
    `package.module:Bot`). The latter runs that code: never take such a name from strangers."""
    return custom_player(name, seed, side) if is_custom(name) else built_in_player(name, seed, side)
